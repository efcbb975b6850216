"""Replacing the game on the board: new game, opened game, restored game. No pygame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from congo_gui.play.events import Cause, PlayersChanged, RemarksChanged
from congo_gui.play.game_file import was_taken_back
from congo_gui.play.played_game import PlayedGame
from congo_gui.play.player import PlayerConfig, PlayerConfigs, is_human_against_level, present_players
from congo_gui.play.rated import RATED_TAG, NotRated, RatedGame
from congo_gui.play.running_game import RunningGame
from engine.game.clocks import clocks_for
from engine.game.game import Game
from engine.record.record import GameRecord, RecordedMove
from engine.rules.rules import Rules
from engine.rules.values import Position


def new_game(
    rules: Rules, players: PlayerConfigs, start: Position | None, now: Callable[[], float]
) -> PlayedGame:
    """Return a new game with the players' clocks."""
    return PlayedGame(Game(rules, start, clocks_for((players[0].clock, players[1].clock), now)), players)


class GameSwitcher:
    """Replaces the running game by another one; `previous` restores one that has a move or a comment."""

    def __init__(self, run: RunningGame) -> None:
        self._run = run

    def new(
        self,
        players: PlayerConfigs,
        start: Position | None = None,
        cause: Cause = Cause.NEW,
        rated: RatedGame | None = None,
    ) -> None:
        """Start a new game with these players, perhaps a rated one."""
        played = new_game(self._run.current.rules, present_players(players), start, self._run.timing.now)
        played.rated = rated
        played.auto = cause is not Cause.SET_UP or played.has_human
        self._keep_current(played)
        self._run.replace_game(played, cause)

    def set_up(self, position: Position) -> None:
        """Start a new game from a position, with the same players; two AIs wait until the user resumes."""
        current = self._run.current
        rated = current.rated and RatedGame(current.rated.id, NotRated.POSITION)
        self.new(current.players, position, Cause.SET_UP, rated)

    def restart(self) -> None:
        """Restart the game from its start position."""
        current = self._run.current
        self.new(current.players, current.game.start, Cause.RESTART)

    def restart_swapped(self) -> None:
        """Restart the game from its start position, with sides swapped."""
        current = self._run.current
        first, second = current.players
        self.new((second, first), current.game.start, Cause.NEW)

    def open(self, record: GameRecord, players: PlayerConfigs, cursor: int, resume: bool = False) -> None:
        """Show a recorded game after `cursor` plies.

        The AI is paused, unless `resume` is given, the latest position is shown, and a human plays.

        Raises:
            GameError: its moves cannot be replayed; nothing is changed.
        """
        game = record.replay(self._run.timing.now)
        if cursor != game.cursor:
            game.go_to(cursor)
        if game.clocks is not None and record.clock_times is not None:
            game.clocks.set(record.clock_times)
        played = PlayedGame(game, players, False, list(record.moves), record.comment, record)
        if not played.at_end and was_taken_back(record, game):
            played.undone_end = played.last
        played.rated = RatedGame.parse(record.tags.get(RATED_TAG, ""))
        if played.rated is not None and played.rated.counts and not is_human_against_level(players):
            played.rated = replace(played.rated, reason=NotRated.OPPONENT)
        played.auto = resume and played.has_human and played.at_end
        self._keep_current(played)
        self._run.replace_game(played, Cause.OPENED)

    def _keep_current(self, played: PlayedGame) -> None:
        """Push the current game on the stack of previous games, if it has a move, a comment or a position."""
        current, history = self._run.current, self._run.history
        game = current.game
        if game.plies or current.introduction or game.start not in (played.game.start, game.rules.start()):
            history.keep(current)
        history.drop_later()

    def previous(self) -> None:
        """Return to the previous game where it was left; two AIs wait until the user resumes."""
        self._restore(self._run.history.undo(self._run.current))

    def next(self) -> None:
        """Return to the next game where it was left; two AIs wait until the user resumes."""
        self._restore(self._run.history.redo(self._run.current))

    def _restore(self, played: PlayedGame | None) -> None:
        if played is not None:
            played.auto = played.auto and played.has_human
            self._run.replace_game(played, Cause.RESTORED)

    def change_player(self, side: int, player: PlayerConfig) -> None:
        """Replace the player of a side in the running game."""
        run, current = self._run, self._run.current
        run.interrupt()
        first, second = current.players
        current.players = (player, second) if side == 0 else (first, player)
        run.engine.begin(current)
        run.done(PlayersChanged())

    def annotate(self, remarks: Sequence[RecordedMove], introduction: str) -> None:
        """Set the remarks on the game's moves, and the comment before the first one."""
        self._run.current.remarks[:] = remarks
        self._run.current.introduction = introduction
        self._run.done(RemarksChanged())
