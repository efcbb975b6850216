"""Congo in words: why a piece cannot go somewhere, and what the river does to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from engine.rules import texts as common_texts
from engine.rules.congo import texts
from engine.rules.congo.board import CASTLES, LETTERS, NAMES, RIVER, RIVER_RANK, WIDTH, square_name
from engine.rules.congo.jumps import jumped_along
from engine.rules.congo.notation import pieces_of
from engine.rules.prose import Prose
from engine.rules.values import Piece, Position, Transition

NAME_OF = dict(zip(LETTERS, NAMES, strict=True))


class CongoProse(Prose):
    """See `Prose`."""

    _past: ClassVar[Mapping[str, str]] = {**Prose._past, texts.FLIES: texts.FLEW, texts.SLIDES: texts.SLID}

    def reason(self, position: Position, path: tuple[int, ...], square: int) -> str:
        return why_not(position, path, square) if path else super().reason(position, path, square)

    def caution(self, position: Position, path: tuple[int, ...], square: int) -> str:
        return entering_the_river(pieces_of(position)[path[0]], path[0], square) if path else ""

    def about(self, position: Position, square: int) -> str:
        text = super().about(position, square)
        piece = pieces_of(position).get(square)
        river = in_the_river(piece, square, self._turn_of(position, piece)) if piece else ""
        return f"{text} {river}" if river else text

    def _turn_of(self, position: Position, piece: Piece) -> str:
        """Return when the turn of a piece's owner ends."""
        if piece.side == position.side:
            return texts.THIS_TURN
        if self._reader is None:
            return texts.next_turn_of(self._owner(piece.side))
        return (
            texts.YOUR_NEXT_TURN if piece.side == self._reader else texts.next_turn_of(common_texts.OPPONENT)
        )

    def explain(self, transition: Transition) -> str:
        flew = verb(transition.piece.kind, transition.path) == texts.FLIES
        return texts.FLIGHT if flew else super().explain(transition)

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
        """The piece on the square, if any; the moving piece itself is not in its own way."""
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
        """The distance in steps of any direction."""
        return max(abs(self.right), abs(self.up))

    @property
    def straight(self) -> bool:
        return not (self.right and self.up)

    @property
    def in_line(self) -> bool:
        """True if the square lies on the same file, rank or diagonal."""
        return self.straight or abs(self.right) == abs(self.up)

    @property
    def obstacle(self) -> str:
        """The first piece between the two squares of a line, as a sentence; empty if there is none."""
        step = (self.right // self.distance) + WIDTH * (self.up // self.distance)
        for square in range(self.start + step, self.end, step):
            if square in self.pieces:
                return common_texts.in_the_way(NAME_OF[self.pieces[square].kind], square_name(square))
        return ""


def why_not(position: Position, path: tuple[int, ...], end: int) -> str:
    """Return why the piece on ``path[0]``, having jumped along `path`, cannot go on to `end`: a clause.

    The piece belongs to the side to move, and the click is not possible.
    """
    pieces = pieces_of(position)
    if len(path) > 1:
        return _why_no_further_jump(position, pieces, path, end)
    attempt = _Attempt(pieces, path[0], end)
    if end == path[0]:
        return common_texts.must_leave(attempt.name, square_name(end))
    if attempt.target is not None and attempt.target.side == attempt.piece.side:
        return common_texts.own_piece_on(NAME_OF[attempt.target.kind], square_name(end))
    return _BY_KIND[attempt.piece.kind](attempt)


def _lion(attempt: _Attempt) -> str:
    if attempt.target is not None and attempt.target.kind == "L":
        lined_up = attempt.right == 0 or (attempt.in_line and attempt.distance == 2)
        if lined_up and attempt.obstacle:
            return texts.lion_blocked(attempt.obstacle)
        return texts.LION_FLIES
    inside = CASTLES[attempt.piece.side] >> attempt.end & 1
    if attempt.distance > 1:
        return texts.LION_ONE_STEP if inside else texts.LION_ONE_STEP_INSIDE
    return texts.LION_INSIDE


def _zebra(attempt: _Attempt) -> str:
    del attempt
    return texts.ZEBRA


def _elephant(attempt: _Attempt) -> str:
    if attempt.straight:
        return texts.elephant_too_far(square_name(attempt.end), attempt.distance)
    return texts.ELEPHANT_STRAIGHT


def _giraffe(attempt: _Attempt) -> str:
    if attempt.distance == 1:
        return texts.GIRAFFE_CAPTURES
    if attempt.distance > 2:
        return texts.giraffe_too_far(square_name(attempt.end))
    return texts.GIRAFFE_STRAIGHT


def _crocodile(attempt: _Attempt) -> str:
    rank = attempt.start // WIDTH
    if attempt.up == 0:
        if rank == RIVER_RANK:
            return texts.does_not_jump(attempt.obstacle, attempt.name)
        return texts.CROCODILE_ALONG
    if attempt.right != 0:
        return texts.CROCODILE_STRAIGHT
    if rank == RIVER_RANK:
        return texts.CROCODILE_OUT
    towards = (RIVER_RANK - rank) * attempt.up > 0
    if not towards:
        return texts.CROCODILE_AWAY
    if abs(attempt.up) > abs(RIVER_RANK - rank):
        return texts.CROCODILE_BEYOND
    return texts.does_not_jump(attempt.obstacle, attempt.name)


def _monkey(attempt: _Attempt) -> str:
    if attempt.distance == 1:
        return _no_jump_over(attempt)
    if attempt.in_line and attempt.distance == 2:
        return _no_jump_to(attempt)
    if attempt.target is not None:
        return texts.MONKEY_CAPTURES
    return texts.MONKEY_MOVES


def _no_jump_over(attempt: _Attempt) -> str:
    """Return why the monkey does not take a neighbour by a click on it, or go on after a step."""
    if attempt.target is None:
        return texts.MONKEY_STEPPED
    file, rank = (attempt.end % WIDTH + attempt.right, attempt.end // WIDTH + attempt.up)
    if not (0 <= file < WIDTH and 0 <= rank < WIDTH):
        return texts.monkey_at_edge(square_name(attempt.end))
    behind = attempt.end + attempt.right + WIDTH * attempt.up
    if behind in attempt.pieces:
        return texts.monkey_blocked(square_name(behind))
    return texts.monkey_click_behind(square_name(behind))


def _no_jump_to(attempt: _Attempt) -> str:
    """Return why the monkey does not jump to a square two steps away."""
    if attempt.end in attempt.pieces:
        return texts.monkey_cannot_land(square_name(attempt.end))
    over = (attempt.start + attempt.end) // 2
    piece, where = attempt.pieces.get(over), square_name(over)
    if piece is None:
        return texts.monkey_no_enemy(where)
    return texts.monkey_over_own(NAME_OF[piece.kind], where)


def _why_no_further_jump(
    position: Position, pieces: dict[int, Piece], path: tuple[int, ...], end: int
) -> str:
    """Return why a monkey that has jumped cannot go on to `end`: it has left its first square by now."""
    here = path[-1]
    moved = {square: piece for square, piece in pieces.items() if square != path[0]}
    attempt = _Attempt({**moved, here: pieces[path[0]]}, here, end)
    jumped = jumped_along(position, path) or 0
    over = (here + end) // 2
    if attempt.in_line and attempt.distance == 2:
        if jumped >> over & 1:
            return texts.monkey_jumped_there(square_name(over))
        return _no_jump_to(attempt)
    if end in moved and moved[end].side == pieces[path[0]].side:
        return common_texts.own_piece_on(NAME_OF[moved[end].kind], square_name(end))
    if jumped >> end & 1:
        return texts.monkey_jumped_there(square_name(end))
    if attempt.distance == 1 and end in moved:
        return _no_jump_over(attempt)
    return texts.MONKEY_JUMPED


def _pawn(attempt: _Attempt) -> str:
    if attempt.forward > 0:
        return texts.PAWN_FORWARD
    if attempt.forward == 0:
        return texts.PAWN_SIDEWAYS
    if not _past_river(attempt):
        return texts.PAWN_BACK
    if attempt.right:
        return texts.PAWN_STRAIGHT_BACK
    return _retreat(attempt)


def _superpawn(attempt: _Attempt) -> str:
    if attempt.forward > 0:
        return texts.SUPERPAWN_FORWARD
    if attempt.forward == 0:
        return texts.SUPERPAWN_SIDEWAYS
    if not attempt.in_line:
        return texts.SUPERPAWN_BACK
    return _retreat(attempt)


def _retreat(attempt: _Attempt) -> str:
    if attempt.distance > 2:
        return texts.retreat_too_far(attempt.name, attempt.distance)
    if attempt.target is not None:
        return texts.no_capture_backward(attempt.name)
    return texts.does_not_jump(attempt.obstacle, attempt.name)


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
        return texts.drowns_after_this_turn(name)
    return texts.must_leave_river(name)


def in_the_river(piece: Piece, square: int, turn: str) -> str:
    """Return what the river does after `turn` to a piece on `square`, empty for nothing."""
    if piece.kind == "C" or not RIVER >> square & 1:
        return ""
    return texts.stands_in_river(turn)


JUMPERS = {"Z": 2, "E": 2, "G": 2, "M": 2}
"""The animals that jump, and the shortest move that is a jump, in squares."""


def verb(kind: str, path: tuple[int, ...]) -> str:
    """Return the verb for how an animal makes a move."""
    start, end = path[0], path[1]
    distance = max(abs(end % WIDTH - start % WIDTH), abs(end // WIDTH - start // WIDTH))
    if distance >= JUMPERS.get(kind, WIDTH):
        return common_texts.JUMPS
    if kind == "L" and distance > 1:
        return texts.FLIES
    return texts.SLIDES if kind == "C" and distance > 1 else common_texts.MOVES
