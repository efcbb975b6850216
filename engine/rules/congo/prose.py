"""Congo in words: why a piece cannot go somewhere, and what the river does to it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.rules.congo.board import CASTLES, LETTERS, NAMES, RIVER, RIVER_RANK, WIDTH, square_name
from engine.rules.congo.facts import SIDE_NAMES
from engine.rules.congo.jumps import walk
from engine.rules.congo.notation import pieces_of
from engine.rules.prose import Prose
from engine.rules.values import Piece, Position, Transition

NAME_OF = dict(zip(LETTERS, NAMES, strict=True))


class CongoProse(Prose):
    """See `Prose`."""

    def reason(self, position: Position, path: tuple[int, ...], square: int) -> str:
        return why_not(position, path, square) if path else super().reason(position, path, square)

    def caution(self, position: Position, path: tuple[int, ...], square: int) -> str:
        return entering_the_river(pieces_of(position)[path[0]], path[0], square) if path else ""

    def about(self, position: Position, square: int) -> str:
        text = super().about(position, square)
        piece = pieces_of(position).get(square)
        river = in_the_river(piece, square, piece.side == position.side) if piece else ""
        return f"{text} {river}" if river else text

    def verb(self, transition: Transition) -> str:
        return verb(transition.piece.kind, transition.path)


@dataclass(frozen=True)
class _Attempt:
    """A piece of the side to move on `start`, and a square that it cannot go to."""

    pieces: dict[int, Piece]
    start: int
    end: int

    @property
    def piece(self) -> Piece:
        return self.pieces[self.start]

    @property
    def name(self) -> str:
        return NAME_OF[self.piece.kind]

    @property
    def target(self) -> Piece | None:
        """What stands on the square; the walking piece itself is not in its own way."""
        return self.pieces.get(self.end)

    @cached_property
    def right(self) -> int:
        return self.end % WIDTH - self.start % WIDTH

    @cached_property
    def up(self) -> int:
        return self.end // WIDTH - self.start // WIDTH

    @property
    def forward(self) -> int:
        """Ranks towards the enemy's side; negative for back."""
        return self.up if self.piece.side == 0 else -self.up

    @property
    def distance(self) -> int:
        """How many steps of any direction it takes at least."""
        return max(abs(self.right), abs(self.up))

    @property
    def straight(self) -> bool:
        return not (self.right and self.up)

    @property
    def in_line(self) -> bool:
        """Whether the square lies on the same file, rank or diagonal."""
        return self.straight or abs(self.right) == abs(self.up)

    @property
    def obstacle(self) -> str:
        """The first piece between the two squares of a line, as a sentence; empty if there is none."""
        step = (self.right // self.distance) + WIDTH * (self.up // self.distance)
        for square in range(self.start + step, self.end, step):
            if square in self.pieces:
                return f"the {NAME_OF[self.pieces[square].kind]} on {square_name(square)} is in the way"
        return ""


def why_not(position: Position, path: tuple[int, ...], end: int) -> str:
    """Return why the piece on ``path[0]``, having walked `path`, cannot go on to `end`: a clause.

    The piece belongs to the side to move, and the click is not possible.
    """
    pieces = pieces_of(position)
    if len(path) > 1:
        return _why_no_further_jump(position, pieces, path, end)
    attempt = _Attempt(pieces, path[0], end)
    if end == path[0]:
        return f"the {attempt.name} has to leave {square_name(end)}"
    if attempt.target is not None and attempt.target.side == attempt.piece.side:
        return f"your own {NAME_OF[attempt.target.kind]} stands on {square_name(end)}"
    return _BY_KIND[attempt.piece.kind](attempt)


def _lion(attempt: _Attempt) -> str:
    if attempt.target is not None and attempt.target.kind == "L":
        lined_up = attempt.right == 0 or (attempt.in_line and attempt.distance == 2)
        if lined_up and attempt.obstacle:
            return f"{attempt.obstacle}: a lion flies only if nothing stands between the lions"
        return "a lion flies at the other only straight up its column, or along the diagonals through d4"
    inside = CASTLES[attempt.piece.side] >> attempt.end & 1
    if attempt.distance > 1:
        return "the lion goes only one step" + ("" if inside else ", and never out of its castle")
    return "the lion never leaves its castle"


def _zebra(attempt: _Attempt) -> str:
    del attempt
    return "the zebra always jumps two squares straight and one to the side"


def _elephant(attempt: _Attempt) -> str:
    if attempt.straight:
        return (
            f"the elephant goes one or two squares, and {square_name(attempt.end)} is {attempt.distance} away"
        )
    return "the elephant goes straight up, down or sideways, one or two squares"


def _giraffe(attempt: _Attempt) -> str:
    if attempt.distance == 1:
        return "the giraffe only captures two squares away, not right beside it"
    if attempt.distance > 2:
        where = square_name(attempt.end)
        return f"the giraffe goes one step or jumps exactly two squares; {where} is further away"
    return "the giraffe jumps exactly two squares in one direction, without a turn"


def _crocodile(attempt: _Attempt) -> str:
    rank = attempt.start // WIDTH
    if attempt.up == 0:
        if rank == RIVER_RANK:
            return f"{attempt.obstacle}: the crocodile does not jump"
        return "the crocodile slides sideways only while it is in the river"
    if attempt.right != 0:
        return "the crocodile goes one step, or slides straight to the river, or along the river"
    if rank == RIVER_RANK:
        return "out of the river the crocodile goes only one step"
    towards = (RIVER_RANK - rank) * attempt.up > 0
    if not towards:
        return "the crocodile slides only towards the river; away from it, it goes one step"
    if abs(attempt.up) > abs(RIVER_RANK - rank):
        return "the crocodile slides only as far as the river, not beyond it"
    return f"{attempt.obstacle}: the crocodile does not jump"


def _monkey(attempt: _Attempt) -> str:
    if attempt.distance == 1:
        return _no_jump_over(attempt)
    if attempt.in_line and attempt.distance == 2:
        return _no_jump_to(attempt)
    if attempt.target is not None:
        return "the monkey captures only what is right beside it, by jumping over it"
    return "the monkey goes one step, or jumps over an enemy beside it to the square behind"


def _no_jump_over(attempt: _Attempt) -> str:
    """Say why the monkey does not take a neighbour by a click on it, or go on after a step."""
    if attempt.target is None:
        return "a step ends the monkey's turn; only after a jump it may go on"
    how = "the monkey captures by jumping over"
    file, rank = (attempt.end % WIDTH + attempt.right, attempt.end // WIDTH + attempt.up)
    if not (0 <= file < WIDTH and 0 <= rank < WIDTH):
        return f"{how}, and behind {square_name(attempt.end)} the board ends"
    behind = attempt.end + attempt.right + WIDTH * attempt.up
    if behind in attempt.pieces:
        return f"{how}, and {square_name(behind)} behind it is not empty"
    return f"{how}: click {square_name(behind)}, the empty square behind it"


def _no_jump_to(attempt: _Attempt) -> str:
    """Say why the monkey does not jump to a square two steps away."""
    if attempt.end in attempt.pieces:
        return f"the monkey cannot land on {square_name(attempt.end)}: it is not empty"
    over = (attempt.start + attempt.end) // 2
    piece, where = attempt.pieces.get(over), square_name(over)
    if piece is None:
        return f"there is no enemy on {where} for the monkey to jump over"
    return f"the monkey jumps only over enemies, and your own {NAME_OF[piece.kind]} stands on {where}"


def _why_no_further_jump(
    position: Position, pieces: dict[int, Piece], path: tuple[int, ...], end: int
) -> str:
    """Say why a monkey that has jumped cannot go on to `end`: it has left its first square by now."""
    here = path[-1]
    moved = {square: piece for square, piece in pieces.items() if square != path[0]}
    attempt = _Attempt({**moved, here: pieces[path[0]]}, here, end)
    jumped = walk(position, path) or 0
    over = (here + end) // 2
    if attempt.in_line and attempt.distance == 2:
        if jumped >> over & 1:
            return f"the monkey has already jumped over {square_name(over)} in this turn"
        return _no_jump_to(attempt)
    if end in moved and moved[end].side == pieces[path[0]].side:
        return f"your own {NAME_OF[moved[end].kind]} stands on {square_name(end)}"
    if jumped >> end & 1:
        return f"the monkey has already jumped over {square_name(end)} in this turn"
    if attempt.distance == 1 and end in moved:
        return _no_jump_over(attempt)
    return "after a jump the monkey may only jump on, or stop where it is"


def _pawn(attempt: _Attempt) -> str:
    if attempt.forward > 0:
        return "the pawn goes only one step forward, straight or diagonally"
    if attempt.forward == 0:
        return "the pawn does not go sideways; only a superpawn does"
    if not _past_river(attempt):
        return "the pawn goes back only when it is past the river"
    if attempt.right:
        return "the pawn goes straight back, not diagonally; only a superpawn does"
    return _retreat(attempt)


def _superpawn(attempt: _Attempt) -> str:
    if attempt.forward > 0:
        return "the superpawn goes only one step forward, straight or diagonally"
    if attempt.forward == 0:
        return "the superpawn goes only one step sideways"
    if not attempt.in_line:
        return "the superpawn goes straight or diagonally back, without a turn"
    return _retreat(attempt)


def _retreat(attempt: _Attempt) -> str:
    if attempt.distance > 2:
        return f"the {attempt.name} goes back one or two squares, not {attempt.distance}"
    if attempt.target is not None:
        return f"the {attempt.name} does not capture backward"
    return f"{attempt.obstacle}: the {attempt.name} does not jump"


def _past_river(attempt: _Attempt) -> bool:
    rank = attempt.start // WIDTH
    return rank > RIVER_RANK if attempt.piece.side == 0 else rank < RIVER_RANK


_BY_KIND = {
    "L": _lion,
    "Z": _zebra,
    "E": _elephant,
    "G": _giraffe,
    "C": _crocodile,
    "M": _monkey,
    "P": _pawn,
    "S": _superpawn,
}
assert set(_BY_KIND) == set(LETTERS)


def entering_the_river(piece: Piece, start: int, end: int) -> str:
    """Return what the river will do to a piece that goes from `start` to `end`, empty for nothing."""
    if piece.kind == "C" or not RIVER >> end & 1:
        return ""
    name = NAME_OF[piece.kind]
    if RIVER >> start & 1:
        return f"The river: the {name} drowns if it is still there after this turn."
    return f"The river: the {name} must leave it on your next turn, or it drowns."


def in_the_river(piece: Piece, square: int, to_move: bool) -> str:
    """Return what the river is about to do to a piece that stands on `square`, empty for nothing."""
    if piece.kind == "C" or not RIVER >> square & 1:
        return ""
    owner = SIDE_NAMES[piece.side].capitalize()
    when = "this turn" if to_move else f"{owner}'s next turn"
    return f"It is in the river: it drowns if it is still there after {when}."


JUMPERS = {"Z": 2, "E": 2, "G": 2, "M": 2}
"""The animals that jump, and from how many squares on."""


def verb(kind: str, path: tuple[int, ...]) -> str:
    """Return how an animal goes the way of a move."""
    start, end = path[0], path[1]
    distance = max(abs(end % WIDTH - start % WIDTH), abs(end // WIDTH - start // WIDTH))
    if distance >= JUMPERS.get(kind, WIDTH):
        return "jumps"
    if kind == "L" and distance > 1:
        return "flies"
    return "slides" if kind == "C" and distance > 1 else "moves"
