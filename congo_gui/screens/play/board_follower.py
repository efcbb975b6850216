"""The board as it follows the game: every event is shown, heard and read aloud."""

from __future__ import annotations

from collections.abc import Callable

from congo_gui.play.events import (
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
from congo_gui.screens.play.cues import GameCues
from congo_gui.screens.play.move_log import told
from congo_gui.screens.shared.board_area import BoardArea
from engine.game.game import Ply
from engine.rules.values import Move


class BoardFollower:
    """Shows a session's game on a board; `read_aloud` gets its moves and its result in words."""

    def __init__(
        self, session: Session, board: BoardArea, cues: GameCues, read_aloud: Callable[[str], None]
    ) -> None:
        self._session, self._board, self._cues, self._read_aloud = session, board, cues, read_aloud
        self._position = session.game.position
        """The position on the board."""
        self._walked = 0
        """The square of its path on which the piece that moves is shown already."""
        session.events.subscribe(lambda _: self._show(), EngineReady, GameReopened, PlayersChanged)
        session.events.subscribe(self._move_played, MovePlayed)
        session.events.subscribe(self._position_shown, PositionShown)
        session.events.subscribe(lambda _: self._change(), GameReplaced)
        session.events.subscribe(self._game_over, GameOver)

    def play(self, move: Move, path: tuple[int, ...], walked: int = 0) -> None:
        """Make a person's move; the piece is displayed on ``path[walked]`` already."""
        self._walked = walked
        self._session.play(move, path)
        self._walked = 0

    def _move_played(self, event: MovePlayed) -> None:
        self._glide(event.ply, self._walked)

    def _position_shown(self, event: PositionShown) -> None:
        if event.steps == 1:
            game = self._session.game
            self._glide(game.plies[game.cursor - 1], 0)
        else:
            self._change()

    def _show(self) -> None:
        """Show the position as it is now, with what can be moved."""
        session, game = self._session, self._session.game
        last = game.plies[game.cursor - 1].transition if game.cursor else None
        self._position = session.game.position
        self._board.show(session.game.position, session.may.movable_sides, last)

    def _glide(self, ply: Ply, walked: int) -> None:
        """Let the move be seen that led to the position."""
        self._show()
        self._board.display.glide(ply.transition, walked)
        self._read_aloud(told(ply.rules, ply))
        self._cues.announce_end(self._board.display.animator.arrival)

    def _change(self) -> None:
        """Let the pieces go to where they stand now."""
        before = self._position
        self._show()
        if self._position != before:
            self._board.display.change_from(before)

    def _game_over(self, event: GameOver) -> None:
        if event.in_place:
            self._show()
            self._cues.announce_end(self._board.display.animator.arrival)
        self._read_aloud(result_sentence(self._session.game.rules, event.outcome))
