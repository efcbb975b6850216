"""Konane, Hawaiian draughts, on 4x4, 6x6 and 8x8 squares. Rules and notation: README.md in this folder."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from engine.rules.errors import GameError, IllegalMove
from engine.rules.facts import SearchExample
from engine.rules.konane import board, notation
from engine.rules.konane.board import FULL, LETTERS, OPENING_PLIES, SIZES
from engine.rules.move import Move
from engine.rules.outcome import Outcome, Reason
from engine.rules.piece import Piece, Placed
from engine.rules.position import Position
from engine.rules.rules import Rules
from engine.rules.transition import Transition

if TYPE_CHECKING:
    from engine.rules.core import Core


class Konane(Rules):
    """See `Rules`."""

    name = "konane"
    title = "Konane"
    side_names = notation.SIDE_NAMES
    stones: ClassVar = tuple(LETTERS)
    kind_names: ClassVar = dict.fromkeys(LETTERS, "stone")
    help = (
        "Whoever cannot move loses. First Black takes a black stone off a corner or the middle, then White a "
        "white stone beside the gap: type its square, such as d5. From then on a stone jumps over an enemy "
        "stone next to it, straight and onto the empty square behind, and may jump on in the same direction; "
        "what is jumped over is removed. Type the square it leaves and the last where it lands, such as d7d3."
    )
    what_pieces_do: ClassVar = dict.fromkeys(
        LETTERS,
        "jumps straight over an enemy stone beside it onto the empty square behind, and on the same way",
    )
    piece_words: ClassVar = ("stone", "stones")
    first_hint = "Click a marked stone: it is taken off."
    origin = "Konane is the draughts of old Hawaii."
    sizes = SIZES
    book_fields = 3
    search_examples: ClassVar = (SearchExample("Konane on 4×4 squares", "startpos:4", 4),)

    def start(self, size: int | None = None) -> Position:
        wanted = SIZES[0] if size is None else size
        if wanted not in SIZES:
            raise GameError(f"Konane is played on 4x4, 6x6 or 8x8 squares, not on {wanted}x{wanted}")
        return notation.position_of(list(FULL[wanted]), wanted, 0)

    def parse(self, text: str) -> Position:
        return notation.parse(text)

    def write(self, position: Position) -> str:
        return notation.write(position)

    def shape(self, position: Position) -> tuple[int, int]:
        size = notation.size_of(position)
        return size, size

    def square_name(self, position: Position, square: int) -> str:
        return board.square_name(square, notation.size_of(position))

    def square_at(self, position: Position, name: str) -> int | None:
        return board.square_named(name, notation.size_of(position))

    def pieces(self, position: Position) -> dict[int, Piece]:
        return notation.pieces_of(position)

    def counters_of_set_up(self, like: Position, pieces: Mapping[int, Piece], side: int) -> list[str]:
        return [str(notation.ply_of_set_up(like, len(pieces), side))]

    def core(self) -> Core:
        # Importing them is what makes these functions known to the core.
        from engine.rules.konane import evaluate, moves  # noqa: F401

        return moves.CORE

    def move_path(self, position: Position, code: int) -> tuple[int, ...]:
        return notation.move_path(code, notation.size_of(position))

    def move_text(self, position: Position, path: tuple[int, ...]) -> str:
        return notation.path_text(path, notation.size_of(position))

    def next_move_number(self, position: Position) -> int:
        return notation.move_number_of(notation.ply_of(position) + 1)

    def outcome(self, position: Position) -> Outcome | None:
        if self.legal_codes(position):
            return None
        return Outcome(1 - position.side, Reason.NO_MOVES)

    def parse_move(self, position: Position, text: str) -> Move:
        start, end = notation.read_ends(position, text)
        self.require_mover(position, text, start)
        found = self.moves_between(position, start, end)
        if not found:
            raise IllegalMove(f"{text} is not possible: {notation.why_not(position, (start,), end)}")
        return found[0]

    def reason(self, position: Position, path: tuple[int, ...], square: int) -> str:
        piece = self.pieces(position).get(path[0] if path else square)
        if piece is None or piece.side != position.side:
            return super().reason(position, path, square)
        return notation.why_not(position, path, square)

    def passed(self, position: Position) -> Position | None:
        """See `Rules`: in the opening the stones that are missing tell whose turn it is."""
        return notation.passed(position) if notation.ply_of(position) >= OPENING_PLIES else None

    def transition(self, position: Position, move: Move) -> Transition:
        pieces, path = self.pieces(position), move.path
        piece = pieces[path[0]]
        if notation.ply_of(position) < OPENING_PLIES:
            return Transition(piece, path, removed=(Placed(path[0], piece),))
        prey = ((here + landing) // 2 for here, landing in pairwise(path))
        captured = tuple(Placed(square, pieces[square]) for square in prey)
        return Transition(piece, path, captured=captured, jumped=captured)


RULES = Konane()
