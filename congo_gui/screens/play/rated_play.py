"""Rated games on the play screen: beginning, continuing and counting them, and their messages."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from congo_gui.commands.command import Handler, Handlers
from congo_gui.play.events import GameOver, GameReplaced, RatingStopped
from congo_gui.play.file_players import named_player
from congo_gui.play.game_file import kept_game, rules_in
from congo_gui.play.played_game import PlayedGame
from congo_gui.play.player import PlayerConfig, is_human_against_level
from congo_gui.play.rated import RATED_TAG, NotRated, RatedGame
from congo_gui.play.session import Session
from congo_gui.play.wording import move_count, rating_points, rating_text
from congo_gui.screens.files.game_files import FilesHost, GameFiles
from congo_gui.screens.new_game.my_level import MyLevelScreen
from congo_gui.screens.play import texts
from congo_gui.screens.play.rated_review import RatedReviewer
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.store.rated_games import RatedResult
from engine.game.clocks import TimeControl
from engine.game.game import Game
from engine.players import warmup
from engine.players.levels import level
from engine.record.record import GameRecord
from engine.rules.rules import Rules
from engine.rules.values import Outcome

MIN_PLIES = 4
"""A rated game with fewer plies is dropped when another one begins."""
MESSAGE_S = 6.0
HELP = ("hint", "play_best", "analyse", "comment", "review", "see_search")
"""Commands after which a game that goes on is not rated."""


@dataclass(frozen=True)
class UnfinishedGame:
    """An unfinished rated game: its opponent and length, and functions that continue or resign it."""

    opponent: str
    plies: int
    resume: Callable[[], None]
    resign: Callable[[], None]


class RatedPlay:
    """Begins rated games, counts their results once, and says why a game does not count."""

    def __init__(self, host: FilesHost, session: Session, files: GameFiles) -> None:
        self._host, self._session, self._files = host, session, files
        self._reviewer = RatedReviewer(session.game.rules, host.rated_games, host.wake)
        session.events.subscribe(self._game_over, GameOver)
        session.events.subscribe(lambda _: self._check_known(), GameReplaced)
        session.events.subscribe(self._explain_stop, RatingStopped)

    @property
    def handlers(self) -> Handlers:
        """The handler of the command."""
        return {"my_level": Handler(lambda: self.ask(self._session.game.rules))}

    def asking_first(self, handlers: Handlers) -> Handlers:
        """Return handlers of which those that help ask first if that would end the rating of the game."""
        return {
            name: replace(handler, run=partial(self._ask_first, handler)) if name in HELP else handler
            for name, handler in handlers.items()
        }

    def _ask_first(self, handler: Handler) -> None:
        self.before_help(lambda: handler.run() if handler.possible() else None)

    def before_help(self, get_help: Callable[[], None]) -> None:
        """Call a function, but ask first if that ends the rating of the game."""
        if not self._session.current.counts or self._session.outcome is not None:
            get_help()
            return
        question, words = texts.UNRATED_QUESTION, texts.UNRATED_TEXT
        self._host.push(ConfirmScreen(self._host, question, words, texts.GET_HELP, get_help, texts.NO_HELP))

    # --- beginning

    def ask(self, rules: Rules) -> None:
        """Offer a rated game of a kind; ask first what to do with an unfinished one."""
        left = self._unfinished(rules)
        if left is None:
            self._host.push(MyLevelScreen(self._host, rules, partial(self.begin, rules)))
            return

        def resign() -> None:
            left.resign()
            self.ask(rules)

        words = texts.unfinished_rated(left.opponent, move_count(left.plies))
        actions = texts.RESIGN_RATED, resign, texts.CANCEL, (texts.CONTINUE_RATED, left.resume)
        self._host.push(ConfirmScreen(self._host, texts.UNFINISHED_RATED, words, *actions))

    def begin(self, rules: Rules, side: int, clock: TimeControl | None) -> None:
        """Begin a rated game with the player on this side."""
        opponent = PlayerConfig(f"{self._host.rated_games.next_level(rules.name):g}", clock=clock)
        human = PlayerConfig(clock=clock)
        players = (human, opponent) if side == 0 else (opponent, human)
        if rules is self._session.game.rules:
            self._session.games.new(players, rated=RatedGame.new())
        else:
            self._host.change_game(rules, players, None, rated=RatedGame.new())

    def _unfinished(self, rules: Rules) -> UnfinishedGame | None:
        """Return the unfinished rated game of this kind, None if there is none."""
        current, has_counted = self._session.current, self._host.rated_games.has_counted
        if current.rules is rules and _is_unfinished(current.rated, current.game, has_counted):
            plies = len(current.game.plies)
            return UnfinishedGame(_opponent(current).title, plies, lambda: None, self._resign_here)
        if not self._can_replay(rules):
            return None
        for path, text in self._host.autosave.earlier.unfinished(rules.name):
            found = _rated_game_in(text)
            if found is None or found.record.rules is not rules:
                continue
            if _is_unfinished(found.rated, found.record.replay(), has_counted):
                return self._left_in_file(path, found)
        return None

    def _resign_here(self) -> None:
        """Resign the game on the board with all its moves, also those that are undone or not shown."""
        self._session.view(len(self._session.game.plies))
        self._session.ends.resign()

    def _can_replay(self, rules: Rules) -> bool:
        """Return whether moves can be replayed without compiling them first."""
        session = self._session
        return session.may.engine_ready() if rules is session.game.rules else warmup.is_warm(rules.name)

    def _left_in_file(self, path: Path, found: _RecordedGame) -> UnfinishedGame:
        record = found.record

        def show(files: GameFiles) -> None:
            files.show(record, resume=True)
            self._host.autosave.earlier.note_returned(path)

        def resume() -> None:
            if record.rules is self._session.game.rules:
                show(self._files)
            else:
                self._host.open_other_game(record.rules, show)

        def resign() -> None:
            result = _result(found.rated.id, record.replay(), found.opponent, found.side, 0.0)
            self._host.rated_games.add(result)

        return UnfinishedGame(found.opponent.title, len(record.moves), resume, resign)

    # --- counting

    def _game_over(self, event: GameOver) -> None:
        """Count the result of a rated game, once."""
        current = self._session.current
        if current.rated is None or not current.rated.counts or not is_human_against_level(current.players):
            return
        side = next(side for side in (0, 1) if current.players[side].is_human)
        result = _result(
            current.rated.id, current.game, _opponent(current), side, _score(event.outcome, side)
        )
        self._host.rated_games.add(result)
        self._session.rating.stop(NotRated.COUNTED)
        self._reviewer.look_for_games()
        self._host.screen_reader(" ".join(self.lines()))

    def update(self) -> None:
        """Store the figures from the review of rated games."""
        self._reviewer.update()

    def engine_ready(self) -> None:
        """Finish what an earlier run has left: count its last game, and review games."""
        self._count_last_game()
        self._reviewer.look_for_games()

    def _count_last_game(self) -> None:
        """Count the game of a run that was killed between the end of the game and its result."""
        text = self._host.autosave.last_game
        rules = rules_in(text)
        if rules is None or not self._can_replay(rules):
            return
        found = _rated_game_in(text)
        if found is None or not found.rated.counts:
            return
        game = found.record.replay()
        if game.outcome is not None:
            score = _score(game.outcome, found.side)
            self._host.rated_games.add(_result(found.rated.id, game, found.opponent, found.side, score))

    def close(self) -> None:
        """End the review of games."""
        self._reviewer.close()

    def _check_known(self) -> None:
        """Stop rating a game whose result has been counted, or that was over when it was opened."""
        rated, game = self._session.current.rated, self._session.game
        if rated is not None and (self._host.rated_games.has_counted(rated.id) or _is_finished(game)):
            self._session.rating.stop(NotRated.COUNTED)

    # --- messages

    def _explain_stop(self, event: RatingStopped) -> None:
        if event.reason is not NotRated.COUNTED:
            self._host.show_toast(texts.NOT_RATED[event.reason.value], MESSAGE_S)
            self._host.screen_reader(texts.NOT_RATED[event.reason.value])

    def lines(self) -> tuple[str, ...]:
        """Return lines for the status about the rating of the game on the board, if there are any."""
        current, outcome = self._session.current, self._session.outcome
        if current.rated is None:
            return ()
        if outcome is not None and (lines := self._result_lines(current.rated.id)):
            return lines
        if current.rated.reason is not None:
            return (texts.NOT_RATED[current.rated.reason.value],)
        if not current.at_end:
            return (texts.WOULD_NOT_BE_RATED,)
        return (texts.RATED_GAME,) if outcome is None else ()

    def _result_lines(self, id: str) -> tuple[str, ...]:
        """Return how a counted game has changed the rating, and the next opponent; () if not counted."""
        games, name = self._host.rated_games, self._session.game.rules.name
        ids = [result.id for result in games.results(name)]
        if id not in ids:  # or counted in another kind of game, if its file was changed by hand
            return ()
        at = ids.index(id)
        before, after = games.history(name)[at : at + 2]
        following = texts.next_opponent(f"{games.next_level(name):g}")
        if at == 0:
            return texts.first_rating(rating_text(after)), following
        return texts.new_rating(rating_text(after), rating_points(before)), following


class _RecordedGame(NamedTuple):
    """A rated game in a file: its record, the opponent, and the player's side."""

    record: GameRecord
    rated: RatedGame
    opponent: PlayerConfig
    side: int


def _rated_game_in(text: str) -> _RecordedGame | None:
    """Return the rated game in an autosaved text, None if it is not one or is damaged."""
    record = kept_game(text) if f"[{RATED_TAG} " in text else None
    rated = None if record is None else RatedGame.parse(record.tags.get(RATED_TAG, ""))
    if record is None or rated is None:
        return None
    players = [named_player(name) for name in record.players]
    opponent = next((player for player in players if player and player.level), None)
    if opponent is None:
        return None
    return _RecordedGame(record, rated, opponent, 1 - players.index(opponent))


def _is_unfinished(rated: RatedGame | None, game: Game, has_counted: Callable[[str], bool]) -> bool:
    """Return whether a rated game still counts and has to be finished."""
    if rated is None or not rated.counts or has_counted(rated.id) or len(game.plies) < MIN_PLIES:
        return False
    return not _is_finished(game)


def _is_finished(game: Game) -> bool:
    """Return whether a game is over after its last ply, whatever position is on the board."""
    if not game.plies:
        return False  # without looking: its rules may still be being compiled
    return game.final_outcome is not None


def _opponent(current: PlayedGame) -> PlayerConfig:
    return next(player for player in current.players if not player.is_human)


def _score(outcome: Outcome, side: int) -> float:
    return 0.5 if outcome.winner is None else float(outcome.winner == side)


def _result(id: str, game: Game, opponent: PlayerConfig, side: int, score: float) -> RatedResult:
    moves = " ".join(ply.move.text for ply in game.plies)
    number = level(opponent.level).number
    return RatedResult(id, game.rules.name, number, side, score, round(time.time()), moves)
