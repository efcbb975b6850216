"""Shows the events of the game: board, sounds, screen reader output and board orientation."""

from __future__ import annotations

from collections.abc import Callable

from congo_gui.play.events import (
    ClockSwitched,
    ClockTicked,
    EngineReady,
    GameOver,
    GameReopened,
    GameReplaced,
    MovePlayed,
    PlayersChanged,
    PositionShown,
)
from congo_gui.play.session import Session
from congo_gui.play.wording import result_sentence
from congo_gui.screens.play.move_log import describe_ply
from congo_gui.screens.shared.board_area import BoardArea
from congo_gui.store.settings import Settings
from congo_gui.system.sound import Cue, Sounds
from engine.game.game import Game, Ply
from engine.rules.values import Move

END_PAUSE_S = 0.35
"""Seconds between the last move of a game and the sound for its end."""


class GameCues:
    """Plays the sounds for a session's game."""

    def __init__(self, session: Session, sounds: Sounds) -> None:
        self._session, self._sounds = session, sounds
        self._warned: set[int] = set()
        """The sides whose low clock was announced in this game."""
        session.events.subscribe(lambda _: self._warned.clear(), GameReplaced)
        session.events.subscribe(lambda _: self._warn_of_time(), ClockSwitched, ClockTicked)

    def announce_end(self, arrival: float) -> None:
        """Play the sound for the end of the game, if it is over, shortly after the last move has arrived."""
        session, outcome = self._session, self._session.outcome
        if outcome is None:
            return
        winner = None if outcome.winner is None else session.current.players[outcome.winner]
        is_good = winner is not None and (winner.is_human or not session.current.has_human)
        self._sounds.play((Cue.WIN if is_good else Cue.OVER,), arrival + END_PAUSE_S)

    def _warn_of_time(self) -> None:
        """Play the sound for a human's low clock, once per game and side."""
        session, clocks = self._session, self._session.game.clocks
        side = None if clocks is None else clocks.running
        if side is None or side in self._warned:
            return
        if session.current.to_move.is_human and session.current.clock_is_low(side):
            self._warned.add(side)
            self._sounds.play((Cue.LOW_CLOCK,))


class BoardOrientation:
    """Flips the board for a session's players; `set_flipped` sets whether it is flipped."""

    def __init__(self, session: Session, settings: Settings, set_flipped: Callable[[bool], None]) -> None:
        self._session, self._settings, self._set_flipped = session, settings, set_flipped
        self._flipped_for: tuple[Game, int] | None = None
        """The game and ply for which the board was last flipped to the side to move."""

    @property
    def _sits_above(self) -> bool:
        """True if the only human plays the side at the top by default."""
        facts = self._session.game.rules.facts
        players = self._session.current.players
        humans = [side for side in (0, 1) if players[side].is_human and not players[side].absent]
        return facts.has_own_edges and humans == [1 - facts.side_below]

    def restore(self) -> None:
        """Restore the player's last orientation of the board."""
        self._set_flipped(self._sits_above != self._settings.turned)

    def put_human_below(self) -> None:
        """Put the only human's side at the bottom, and forget a manual flip."""
        self._settings.turned = False
        self._set_flipped(self._sits_above)

    def put_mover_below(self, moving: bool) -> None:
        """Put the side to move at the bottom, if two humans play and the last move's animation is over."""
        session = self._session
        wanted = self._settings.auto_flip and not session.current.has_ai
        shown = (session.game, session.game.cursor) if wanted else None
        if shown == self._flipped_for or moving or session.outcome is not None:
            return
        self._flipped_for = shown
        if wanted:
            self._set_flipped(session.game.position.side != session.game.rules.facts.side_below)
        else:
            self.restore()

    def flip_by_hand(self, flipped: bool) -> None:
        """Set the user's board orientation, and remember it for the next launch."""
        self._set_flipped(flipped)
        self._settings.turned = flipped != self._sits_above


class BoardFollower:
    """Shows a session's game on a board; `screen_reader` is called with its moves and result as text."""

    def __init__(
        self, session: Session, board: BoardArea, cues: GameCues, screen_reader: Callable[[str], None]
    ) -> None:
        self._session, self._board, self._cues, self._screen_reader = session, board, cues, screen_reader
        self._position = session.game.position
        """The position on the board."""
        self._shown_index = 0
        """The index in its path at which the moving piece is already displayed."""
        session.events.subscribe(lambda _: self._show(), EngineReady, GameReopened, PlayersChanged)
        session.events.subscribe(lambda event: self._glide(event.ply, self._shown_index), MovePlayed)
        session.events.subscribe(self._position_shown, PositionShown)
        session.events.subscribe(lambda _: self._animate_change(), GameReplaced)
        session.events.subscribe(self._game_over, GameOver)

    def play(self, move: Move, path: tuple[int, ...], shown: int = 0) -> None:
        """Make a human's move; the piece is displayed on ``path[shown]`` already."""
        self._shown_index = shown
        self._session.play(move, path)
        self._shown_index = 0

    def _position_shown(self, event: PositionShown) -> None:
        if event.steps == 1:
            game = self._session.game
            self._glide(game.plies[game.cursor - 1], 0)
        else:
            self._animate_change()

    def _show(self) -> None:
        """Show the current position and the movable pieces."""
        session, game = self._session, self._session.game
        last = game.plies[game.cursor - 1].transition if game.cursor else None
        self._position = session.game.position
        self._board.show(session.game.position, session.may.movable_sides(), last)

    def _glide(self, ply: Ply, shown: int) -> None:
        """Animate the move that led to the position."""
        self._show()
        self._board.display.glide(ply.transition, shown)
        self._screen_reader(describe_ply(ply))
        self._cues.announce_end(self._board.display.animator.arrival)

    def _animate_change(self) -> None:
        """Animate the change to the current position."""
        before = self._position
        self._show()
        if self._position != before:
            self._board.display.change_from(before)

    def _game_over(self, event: GameOver) -> None:
        if event.in_place:
            self._show()
            self._cues.announce_end(self._board.display.animator.arrival)
        self._screen_reader(result_sentence(self._session.game.rules, event.outcome))
