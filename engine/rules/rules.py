"""A game, as search, players, command line and window use it.

Nothing outside a game's own folder knows any rule: everything else works with values (`Position`, `Move`,
`Transition`, `Outcome`) and asks the `Rules`. Each concern has an object of its own: `facts`, `notation`,
`clicks` and `prose`; moves, play and outcome are methods of the rules themselves.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from engine.rules import texts
from engine.rules.errors import IllegalMove
from engine.rules.move_rules import ClickInput, MoveRules
from engine.rules.prose import Prose
from engine.rules.values import Move, Position


class Rules(MoveRules):
    """One game. Stateless; get the instances from `engine.rules.get`, in every process that needs one."""

    def __init__(self, clicks: type[ClickInput] = ClickInput, prose: type[Prose] = Prose) -> None:
        self.clicks = clicks(self)
        self.prose = prose(self, self.clicks)

    def parse_move(self, position: Position, text: str) -> Move:
        """Return the legal move that a text names.

        Raises:
            IllegalMove: there is no such move; the message says why.
            AmbiguousMove: the text is the two ends of several moves.
        """
        start, end = self.notation.parse_ends(position, text)
        for code in self.legal_codes(position):  # naming all of them takes ten times as long
            path = self.notation.move_path(position, code)
            if (path[0], path[-1]) == (start, end):
                return self.move_from_code(position, code)
        self._require_mover(position, text, start)
        raise IllegalMove(texts.not_possible(text, self.prose.reason(position, (start,), end)))

    def _require_mover(self, position: Position, text: str, start: int) -> None:
        """Require for the move `text` that the side to move has a piece on `start`.

        Raises:
            IllegalMove: it has none, or the game is over.
        """
        name = self.notation.square_name(position, start)
        if self.outcome(position) is not None:
            raise IllegalMove(texts.not_possible(text, texts.GAME_OVER_HERE))
        piece = self.notation.pieces(position).get(start)
        if piece is None:
            raise IllegalMove(texts.not_possible(text, texts.nothing_there(self.facts.piece_words[0], name)))
        if piece.side != position.side:
            owner, mover = (self.facts.side_names[side].title() for side in (piece.side, position.side))
            where = texts.piece_on(self.facts.kind_names[piece.kind], name)
            raise IllegalMove(texts.not_possible(text, texts.not_yours(where, owner, mover)))

    def __reduce__(self) -> tuple[Any, ...]:
        return _instance, (self.name,)


def _instance(name: str) -> Any:
    """Return the game that another process has sent."""
    return import_module(f"engine.rules.{name}.rules").RULES
