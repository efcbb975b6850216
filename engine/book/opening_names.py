"""Names of openings, from what each side moves first: ``Zebra f3, Monkey b6``.

These games' openings have no established names, so a rule makes them. Each side gives one part, the side that
moves first in front: the first of its first `NAMED_MOVES` moves that is not a pawn move, or its very first
move if all are. A part is the piece and the square where the move ends; where a side has only one kind of
piece, it is the square alone. So it does not matter in which order pawns and pieces come out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from engine.game.game import Game, Ply
from engine.rules.rules import Rules
from engine.rules.values import FIRST, SECOND, Move, Position

NAMED_MOVES = 4
PAWN = "pawn"


def opening_name(game: Game) -> str:
    """Return the name of a game's opening so far.

    It is empty before the first move, and if the game did not begin at a start position.
    """
    plies = game.plies[: min(game.cursor, 2 * NAMED_MOVES)]
    if not plies or game.start not in _starts(game.rules):
        return ""
    sides = ([ply for ply in plies if ply.side == side] for side in (FIRST, SECOND))
    return ", ".join(_name_part(game.rules, moved) for moved in sides if moved)


def opening_of(rules: Rules, start: Position, moves: Iterable[Move]) -> str:
    """Return the name of the opening made of these moves from a position; see `opening_name`."""
    game = Game(rules, start)
    for move in islice(moves, 2 * NAMED_MOVES):
        game.play(move)
    return opening_name(game)


def _starts(rules: Rules) -> list[Position]:
    return [rules.start(size) for size in rules.facts.sizes]


def _name_part(rules: Rules, plies: Sequence[Ply]) -> str:
    """Return one side's part of the name, from its first moves; there must be at least one."""
    kinds, notation = rules.facts.kind_names, rules.notation
    ply = next((each for each in plies if kinds[each.transition.piece.kind] != PAWN), plies[0])
    piece, square = ply.transition.piece, notation.square_name(ply.before, ply.transition.path[-1])
    return square if rules.facts.stones else f"{kinds[piece.kind].capitalize()} {square}"
