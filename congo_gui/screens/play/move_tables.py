"""The table of the moves of a session's game."""

from __future__ import annotations

from congo_gui.play.events import EndChanged, PositionChanged, RemarksChanged
from congo_gui.play.session import Session
from congo_gui.play.wording import counters_text
from congo_gui.screens.shared.move_list import MoveTable, rows_of


class MoveTables:
    """Makes the table of a session's game; it is rebuilt only when the game has changed."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._table: MoveTable | None = None
        session.events.subscribe(self._invalidate, PositionChanged, EndChanged, RemarksChanged)

    def _invalidate(self, event: object) -> None:
        self._table = None

    @property
    def table(self) -> MoveTable:
        """The table of the current game."""
        if self._table is None:
            self._table = self._build_table()
        return self._table

    def _build_table(self) -> MoveTable:
        session, game = self._session, self._session.game
        return MoveTable(
            rows_of(game),
            game.cursor,
            counters_text(game.rules, game.repetitions, game.quiet_plies, short=False),
            counters_text(game.rules, game.repetitions, game.quiet_plies, short=True),
            session.current.comment,
            frozenset(session.current.commented),
        )
