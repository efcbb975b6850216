"""The engine's lines as an analysis shows them: as rows beside the board, and as arrows on it."""

from __future__ import annotations

from dataclasses import dataclass

from congo_gui.board.state import Arrow, Purpose, arrows_along
from congo_gui.play.wording import short_score
from congo_gui.screens.analysis.line_list import THREAT_BADGE, LineRow, LineSpot
from engine.rules.rules import Rules
from engine.rules.values import Move, Position, Transition
from engine.search.limits import SearchInfo


@dataclass(frozen=True)
class ShownLines:
    """The lines from a position, the best first, and below them the threat, None if none is shown."""

    rules: Rules
    position: Position
    infos: tuple[SearchInfo, ...] = ()
    threat: SearchInfo | None = None

    def rows(self) -> list[LineRow]:
        """Return what the list of lines shows."""
        side = self.position.side
        rows = [self._row(info, side, str(rank)) for rank, info in enumerate(self.infos, 1)]
        if self.threat is not None:
            rows.append(self._row(self.threat, 1 - side, THREAT_BADGE))
        return rows

    def _row(self, info: SearchInfo, side: int, badge: str) -> LineRow:
        score = short_score(self.rules, info.score, side)
        return LineRow(score, tuple(move.text for move in info.pv), badge)

    def is_threat(self, spot: LineSpot) -> bool:
        """Tell whether a place in the list is in the threat."""
        return spot.row >= len(self.infos)

    def moves(self, spot: LineSpot) -> tuple[Move, ...]:
        """Return the moves that lead to a place in the list."""
        info = self.threat if self.is_threat(spot) else self.infos[spot.row]
        assert info is not None
        return info.pv[: spot.count]

    def after(self, spot: LineSpot) -> tuple[Position, Transition]:
        """Return the position at a place in the list, and the last move that leads there."""
        passed = self.rules.null_move(self.position) if self.is_threat(spot) else None
        position = passed or self.position
        moves = self.moves(spot)
        for move in moves[:-1]:
            position = self.rules.play(position, move)
        return self.rules.play(position, moves[-1]), self.rules.transition(position, moves[-1])

    def arrows(self) -> tuple[Arrow, ...]:
        """Return the first move of each line, with its score and its rank; the threat lies lowest."""
        side = self.position.side
        arrows: tuple[Arrow, ...] = ()
        if self.threat is not None:
            arrows += self._arrows_of(self.threat, 1 - side, Purpose.THREAT)
        for rank, info in enumerate(self.infos, 1):
            arrows += self._arrows_of(info, side, Purpose.LINE, rank)
        return arrows

    def _arrows_of(self, info: SearchInfo, side: int, purpose: Purpose, rank: int = 0) -> tuple[Arrow, ...]:
        """Return the arrows of a line's first move: the score where it ends, its rank on the way."""
        path = info.pv[0].path if info.pv else ()
        score = short_score(self.rules, info.score, side)
        return arrows_along(path, purpose, score, thin=rank > 1, badge=str(rank) if rank else "")
