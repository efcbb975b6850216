"""What the move list shows of a game: numbered rows, counters, and where something is written. No pygame."""

from __future__ import annotations

from dataclasses import dataclass

from congo_gui.play.events import (
    GameOver,
    GameReopened,
    GameReplaced,
    MovePlayed,
    PositionShown,
    RemarksChanged,
)
from congo_gui.play.session import Session
from congo_gui.play.wording import counters_text, ply_text


@dataclass(frozen=True)
class MoveRow:
    """A numbered row: the texts of the first and the second side's move, and the ply that each is."""

    number: str
    texts: tuple[str, str]
    cursors: tuple[int | None, int | None]


@dataclass(frozen=True)
class MoveTable:
    """What the list shows. `current` is the number of plies played on the board."""

    rows: tuple[MoveRow, ...] = ()
    current: int = 0
    counters: str = ""
    short_counters: str = ""
    comment: str = ""
    """What is written about the position on the board."""
    commented: frozenset[int] = frozenset()
    """After how many plies there is something written."""


def move_rows(texts: list[str], first_side: int, first_number: int) -> tuple[MoveRow, ...]:
    """Return the rows for the moves' texts; the game began with `first_side` at that move number."""
    cells: list[tuple[str, int | None]] = [(text, at) for at, text in enumerate(texts, start=1)]
    if first_side == 1 and cells:
        cells.insert(0, ("…", None))
    if len(cells) % 2:
        cells.append(("", None))
    rows = []
    for index in range(0, len(cells), 2):
        (first, first_at), (second, second_at) = cells[index], cells[index + 1]
        number = f"{first_number + index // 2}."
        rows.append(MoveRow(number, (first, second), (first_at, second_at)))
    return tuple(rows)


class MoveTables:
    """Makes the table of a session's game, anew only where something in it has changed."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._table: MoveTable | None = None
        kinds = MovePlayed, PositionShown, GameReplaced, GameOver, GameReopened, RemarksChanged
        session.events.subscribe(self._forget, *kinds)

    def _forget(self, event: object) -> None:
        self._table = None

    @property
    def table(self) -> MoveTable:
        """The table of the game as it is now."""
        if self._table is None:
            self._table = self._made()
        return self._table

    def _made(self) -> MoveTable:
        session, game = self._session, self._session.game
        counts = game.repetitions, game.progress_clock
        return MoveTable(
            move_rows([ply_text(ply) for ply in game.plies], game.start.side, game.start.move_number),
            game.cursor,
            counters_text(session.game.rules, *counts, short=False),
            counters_text(session.game.rules, *counts, short=True),
            session.current.comment,
            frozenset(session.current.commented),
        )
