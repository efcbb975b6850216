"""The terms of the static evaluation, computed on a thread, because it may have to be compiled. No pygame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from congo_gui.screens.analysis import texts
from congo_gui.screens.shared.position_thread import PositionThread
from engine.rules.rules import Rules
from engine.rules.values import FIRST, Position
from engine.system.errors import UserError


@dataclass(frozen=True)
class PositionTerms:
    """The terms of a position in whole centipawns, from the first side's view, by title.

    `pieces` are the values of the pieces on their squares to their owners, by name and square, those
    of the first side in front; `problem` is why there are none, if so.
    """

    terms: tuple[tuple[str, int], ...] = ()
    pieces: tuple[tuple[str, int], ...] = ()
    problem: str = ""

    @property
    def total(self) -> int:
        """The sum of the terms."""
        return sum(value for _, value in self.terms)


def terms_of(rules: Rules, position: Position) -> PositionTerms:
    """Return the terms of a position; the rounding error is added to the first one."""
    from engine.search.evaluation import evaluation_terms, piece_values, static_eval, term_title

    try:
        found, total = evaluation_terms(rules, position), static_eval(rules, position)
    except UserError as error:
        return PositionTerms(problem=str(error))
    values = {name: round(value) for name, value in found.items()}
    first = next(iter(values))
    values[first] += total - sum(values.values())
    sign = 1 if position.side == FIRST else -1
    terms = tuple((term_title(rules, name), sign * value) for name, value in values.items())
    return PositionTerms(terms, _pieces(rules, position, piece_values(rules, position)))


def _pieces(rules: Rules, position: Position, worths: dict[int, int]) -> tuple[tuple[str, int], ...]:
    """Return the values of the pieces, by side, most valuable first."""
    placed = rules.notation.pieces(position)
    order = sorted(worths, key=lambda square: (placed[square].side, -worths[square], square))
    names = rules.facts.kind_names
    return tuple(
        (
            texts.piece_on(names[placed[square].kind], rules.notation.square_name(position, square)),
            worths[square],
        )
        for square in order
    )


class TermsThread(PositionThread[PositionTerms]):
    """Computes the terms of the position that was requested last; `wake` is called when they are ready."""

    def __init__(
        self,
        rules: Rules,
        wake: Callable[[], None],
        work: Callable[[Rules, Position], PositionTerms] = terms_of,
    ) -> None:
        super().__init__(rules, wake, work, lambda error: PositionTerms(problem=texts.terms_failed(error)))
