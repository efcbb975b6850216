"""Congo: the game on the 7x7 board with a river. Rules, rulings and notation: README.md in this folder."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from engine.rules.clicks import Clicks, Target
from engine.rules.congo import board, notation, reasons
from engine.rules.congo.board import (
    CROCODILE,
    LAST_RANK,
    LETTERS,
    LION,
    MONKEY,
    NAMES,
    RIVER,
    START,
    WIDTH,
    bits,
    code_captured,
    code_kind,
    code_start,
    square_name,
)
from engine.rules.congo.notation import BARE_LIONS, LION_CAPTURED, NO_PROGRESS
from engine.rules.errors import AmbiguousMove, IllegalMove
from engine.rules.facts import Mirror, SearchExample
from engine.rules.move import Move, code_ends
from engine.rules.notice import Danger, Notice
from engine.rules.outcome import Outcome, Reason
from engine.rules.piece import Piece, Placed
from engine.rules.position import Position
from engine.rules.rules import Rules
from engine.rules.transition import Transition
from engine.system.errors import quoted

if TYPE_CHECKING:
    from engine.rules.congo.tablebase import Tablebase
    from engine.rules.core import Core


class Congo(Rules):
    """See `Rules`."""

    name = "congo"
    title = "Congo"
    side_names = notation.SIDE_NAMES
    kind_names: ClassVar = dict(zip(LETTERS, NAMES, strict=True))
    piece_words: ClassVar = ("animal", "animals")
    first_hint = "Click an animal, then a marked square."
    help = (
        "Capture the enemy lion and you win. Animals capture by moving onto an enemy, only the monkey by "
        "jumping over it. Whatever stays in the river (rank 4) for a whole turn drowns, crocodiles apart. "
        "Type the square that a piece leaves and the one it goes to, such as d2d3; for a monkey's capture "
        "every landing square, such as b5b3d3f5."
    )
    origin = (
        "Congo was made by Demian Freeling in 1982. The rules here follow the overview of an assignment in "
        "Advanced Analysis of Algorithms (2021); where it is silent, the program's documents decide."
    )
    sizes = (WIDTH,)
    start_text = START
    repetitions = 3
    progress_limit = 100
    what_pieces_do: ClassVar = reasons.WHAT_IT_DOES
    ends: ClassVar = (LION_CAPTURED, BARE_LIONS, NO_PROGRESS)
    no_progress: ClassVar = NO_PROGRESS
    search_examples: ClassVar = (
        SearchExample("Congo: a pawn ending", "2l4/7/7/7/7/P6/4L2 w 1", 3),
        SearchExample("Congo: a jump that wins", "7/4l2/7/4c2/7/2p4/1M1L3 w 1", 2),
    )
    has_book = True
    mirror: ClassVar = Mirror(notation.mirrored_position, notation.mirrored_move)

    def parse(self, text: str) -> Position:
        return notation.parse(text)

    def write(self, position: Position) -> str:
        return notation.write(position)

    def shape(self, position: Position) -> tuple[int, int]:
        return WIDTH, WIDTH

    def square_name(self, position: Position, square: int) -> str:
        return square_name(square)

    def square_at(self, position: Position, name: str) -> int | None:
        return board.square_named(name)

    def pieces(self, position: Position) -> dict[int, Piece]:
        return notation.pieces_of(position)

    def core(self) -> Core:
        # Importing them is what makes these functions known to the core.
        from engine.rules.congo import evaluate, exchange, moves, tablebase_index  # noqa: F401

        return moves.CORE

    def endgame_tables(self) -> Tablebase:
        from engine.rules.congo import tablebase

        return tablebase.shared()

    def move_paths(self, position: Position, codes: Sequence[int]) -> dict[int, tuple[int, ...]]:
        paths = notation.first_paths([code for code in codes if _is_jump(code)])
        return {code: paths.get(code, code_ends(code)) for code in codes}

    def move_path(self, position: Position, code: int) -> tuple[int, ...]:
        if _is_jump(code):  # what it is called depends on the other jumps
            return self.move_paths(position, self.legal_codes(position))[code]
        return code_ends(code)

    def next_move_number(self, position: Position) -> int:
        return position.move_number + position.side

    def outcome(self, position: Position) -> Outcome | None:
        lions = int(position.record["kinds"][LION])
        white, black = position.record["sides"].tolist()
        if not (lions & white and lions & black):
            return Outcome(0 if lions & white else 1, LION_CAPTURED)
        if white | black == lions:
            return Outcome(None, BARE_LIONS)
        if not self.legal_codes(position):
            return Outcome(1 - position.side, Reason.NO_MOVES)
        return None

    # --- moves as texts

    def parse_move(self, position: Position, text: str) -> Move:
        path = self._read_path(position, text)
        self.require_mover(position, text, path[0])
        found = self._moves_along(position, path)
        if found:
            return found
        same_ends = self.moves_between(position, path[0], path[-1]) if len(path) == 2 else ()
        if same_ends:
            texts = ", ".join(move.text for move in same_ends[:6])
            message = f"{text}: a monkey's capture lists every landing square; here {texts}"
            raise AmbiguousMove(message, same_ends) if len(same_ends) > 1 else IllegalMove(message)
        raise IllegalMove(f"{text} is not possible: {self._why_not(position, path)}")

    def _read_path(self, position: Position, text: str) -> tuple[int, ...]:
        squares = [board.square_named(text[at : at + 2]) for at in range(0, len(text), 2)]
        path = tuple(square for square in squares if square is not None)
        if len(path) < 2 or len(path) != len(squares):
            raise IllegalMove(
                f"{quoted(text)} is not a move; write the squares that it goes over, such as d2d3 or b5b3d3f5"
            )
        return path

    def _why_not(self, position: Position, path: tuple[int, ...]) -> str:
        if len(path) == 2:
            return reasons.why_not(position, path[:1], path[1])
        if self.pieces(position)[path[0]].kind != "M":
            return "only a monkey's capture goes over several squares"
        bad = next(at for at in range(2, len(path) + 1) if notation.walk(position, path[:at]) is None)
        here, landing = square_name(path[bad - 2]), square_name(path[bad - 1])
        return f"from {here} to {landing}: {reasons.why_not(position, path[: bad - 1], path[bad - 1])}"

    def _moves_along(self, position: Position, path: tuple[int, ...]) -> Move | None:
        """Return the move that is made by going along exactly this path."""
        taken = notation.walk(position, path)
        if taken:
            code = board.move_code(path[0], path[-1], MONKEY, taken)
            return next(move for move in self.legal_moves(position) if move.code == code)
        return next((move for move in self.legal_moves(position) if move.path == path), None)

    # --- moves as clicks

    def clicks(self, position: Position, prefix: tuple[int, ...]) -> Clicks:
        moves = self.legal_moves(position)
        if not prefix:
            return Clicks((), tuple(Target(square) for square in sorted({move.path[0] for move in moves})))
        if not moves:
            return Clicks()
        ways = sorted(notation.jumps_from(position, prefix).items())
        if len(prefix) == 1:
            steps = (move for move in moves if move.path[0] == prefix[0] and not _is_jump(move.code))
            ways += [(move.path[1], code_captured(move.code)) for move in steps]
        deadly = RIVER if _swimmers(position) >> prefix[0] & 1 else 0
        targets = [Target(square, tuple(bits(taken)), bool(deadly >> square & 1)) for square, taken in ways]
        if len(prefix) == 1:
            return Clicks((), tuple(targets))
        complete = self._moves_along(position, prefix)
        return Clicks((complete,), tuple(targets)) if complete else Clicks()

    # --- what a move does

    def transition(self, position: Position, move: Move) -> Transition:
        return self.path_transition(position, move, move.path)

    def path_transition(self, position: Position, move: Move, path: tuple[int, ...]) -> Transition:
        pieces = self.pieces(position)
        piece = pieces[path[0]]
        taken = _taken_in_order(move.code, path)
        captured = tuple(Placed(square, pieces[square]) for square in taken)
        promoted = piece.kind == "P" and bool(int(LAST_RANK[piece.side]) >> path[-1] & 1)
        return Transition(
            piece=piece,
            path=path,
            captured=captured,
            jumped=captured if _is_jump(move.code) else (),
            drowned=_drowned(position, pieces, path),
            promoted=Piece(piece.side, "S") if promoted else None,
        )

    # --- advice

    def notices(self, position: Position) -> tuple[Notice, ...]:
        if self.outcome(position) is not None:
            return ()
        drowning = (Notice(Danger.WILL_DROWN, square) for square in bits(_swimmers(position)))
        return (*drowning, *_lion_attacked(position))

    def passed(self, position: Position) -> Position:
        record = position.copy_record()
        record["side"] = 1 - position.side
        record["key"] ^= board.ZOBRIST_SIDE
        return Position(record, position.move_number + position.side)

    # --- in words

    def reason(self, position: Position, path: tuple[int, ...], square: int) -> str:
        return reasons.why_not(position, path, square) if path else super().reason(position, path, square)

    def caution(self, position: Position, path: tuple[int, ...], square: int) -> str:
        return reasons.of_the_river(self.pieces(position)[path[0]], path[0], square) if path else ""

    def about(self, position: Position, square: int) -> str:
        text = super().about(position, square)
        piece = self.pieces(position).get(square)
        river = reasons.in_the_river(piece, square, piece.side == position.side) if piece else ""
        return f"{text} {river}" if river else text

    def verb(self, transition: Transition) -> str:
        return reasons.verb(transition.piece.kind, transition.path)


def _is_jump(code: int) -> bool:
    return code_kind(code) == MONKEY and code_captured(code) != 0


def _taken_in_order(code: int, path: tuple[int, ...]) -> tuple[int, ...]:
    """Return the squares of the captured pieces in the order in which they are taken."""
    if _is_jump(code):
        return tuple((here + landing) // 2 for here, landing in pairwise(path))
    return tuple(bits(code_captured(code)))


def _swimmers(position: Position) -> int:
    """Return the pieces of the side to move that drown this turn unless they leave the river."""
    record = position.record
    return int(record["sides"][position.side] & ~record["kinds"][CROCODILE]) & RIVER


def _drowned(position: Position, pieces: dict[int, Piece], path: tuple[int, ...]) -> tuple[Placed, ...]:
    start, end = path[0], path[-1]
    wet = _swimmers(position)
    drowned = [Placed(square, pieces[square]) for square in bits(wet & ~(1 << start))]
    if wet >> start & 1 and RIVER >> end & 1:
        drowned.append(Placed(end, pieces[start]))
    return tuple(drowned)


def _lion_attacked(position: Position) -> tuple[Notice, ...]:
    """Tell from where the other side could capture the mover's lion, were it to move now."""
    lion = int(position.record["kinds"][LION] & position.record["sides"][position.side])
    codes = RULES.core().moves(RULES.passed(position).record)
    codes = [code for code in codes if code_captured(code) & lion]
    sources = tuple(sorted({code_start(code) for code in codes}))
    return (Notice(Danger.UNDER_ATTACK, lion.bit_length() - 1, sources),) if sources else ()


RULES = Congo()
