"""Congo's rules: legal moves, their effects, and the end of a game."""

from __future__ import annotations

from engine.compiled.bitboards import bits
from engine.rules import texts as common_texts
from engine.rules.congo import texts
from engine.rules.congo.board import (
    ENDS,
    LION,
    MONKEY,
    ZOBRIST_SIDE,
    code_captured,
    code_start,
    move_code,
    square_name,
)
from engine.rules.congo.clicks import CongoClicks, drownable, transition_along
from engine.rules.congo.facts import BARE_LIONS, LION_CAPTURED
from engine.rules.congo.jumps import first_path, is_jump, jumped_along
from engine.rules.congo.notation import CongoNotation, pieces_of
from engine.rules.congo.prose import CongoProse
from engine.rules.errors import AmbiguousMove, IllegalMove
from engine.rules.rules import Rules
from engine.rules.values import Danger, Move, Outcome, PieceWarning, Position, Transition, moves_with_ends


class CongoRules(Rules):
    """See `Rules`."""

    notation = CongoNotation()
    compiled_modules = ("moves", "evaluate", "exchange", "network", "tablebase_index")

    def move_from_code(self, position: Position, code: int) -> Move:
        if not is_jump(code):
            return super().move_from_code(position, code)
        # How a jump is written depends on the other jumps.
        path = first_path(code, [each for each in self.legal_codes(position) if is_jump(each)])
        return Move(code, self.notation.move_text(position, path), path)

    def next_move_number(self, position: Position) -> int:
        return position.move_number + position.side

    def outcome(self, position: Position) -> Outcome | None:
        lions = int(position.record["kinds"][LION])
        white, black = position.record["sides"].tolist()
        if not (lions & white and lions & black):
            return Outcome(0 if lions & white else 1, LION_CAPTURED)
        if white | black == lions:
            return Outcome(None, BARE_LIONS)
        return super().outcome(position)

    def parse_move(self, position: Position, text: str) -> Move:
        path = self.notation.parse_path(position, text)
        code = self._code_along(position, path)
        if code is not None:
            return self.move_from_code(position, code)
        self._require_mover(position, text, path[0])
        moves = self.legal_moves(position)
        same_ends = moves_with_ends(moves, path[0], path[-1]) if len(path) == 2 else ()
        if same_ends:
            message = texts.every_landing(text, ", ".join(move.text for move in same_ends[:6]))
            raise AmbiguousMove(message, same_ends) if len(same_ends) > 1 else IllegalMove(message)
        raise IllegalMove(common_texts.not_possible(text, self._why_not(position, path)))

    def _code_along(self, position: Position, path: tuple[int, ...]) -> int | None:
        """Return the code of the legal move that follows exactly this path, None if there is none."""
        codes = self.legal_codes(position)
        taken = jumped_along(position, path) if codes else 0
        if taken:
            return move_code(path[0], path[-1], MONKEY, taken)
        if len(path) != 2:
            return None
        ends = move_code(*path, 0, 0)
        with_ends = (code for code in codes if code & ENDS == ends)
        return next((code for code in with_ends if not is_jump(code)), None)

    def _why_not(self, position: Position, path: tuple[int, ...]) -> str:
        if len(path) == 2:
            return self.prose.reason(position, path[:1], path[1])
        if pieces_of(position)[path[0]].kind != "M":
            return texts.NOT_A_MONKEY
        bad = next(at for at in range(2, len(path) + 1) if jumped_along(position, path[:at]) is None)
        here, landing = square_name(path[bad - 2]), square_name(path[bad - 1])
        reason = self.prose.reason(position, path[: bad - 1], path[bad - 1])
        return texts.on_this_leg(here, landing, reason)

    def transition(self, position: Position, move: Move) -> Transition:
        return transition_along(position, move, move.path)

    def warnings(self, position: Position) -> tuple[PieceWarning, ...]:
        if self.outcome(position) is not None:
            return ()
        drowning = (PieceWarning(Danger.WILL_DROWN, square) for square in bits(drownable(position)))
        return (*drowning, *self._lion_attacked(position))

    def _lion_attacked(self, position: Position) -> tuple[PieceWarning, ...]:
        """Return from where the other side could capture the mover's lion, were it to move now."""
        lion = int(position.record["kinds"][LION] & position.record["sides"][position.side])
        codes = self.core().moves(self.null_move(position).record)
        codes = [code for code in codes if code_captured(code) & lion]
        sources = tuple(sorted({code_start(code) for code in codes}))
        return (PieceWarning(Danger.UNDER_ATTACK, lion.bit_length() - 1, sources),) if sources else ()

    def null_move(self, position: Position) -> Position:
        record = position.copy_record()
        record["side"] = 1 - position.side
        record["key"] ^= ZOBRIST_SIDE
        return Position(record, position.move_number + position.side)


RULES = CongoRules(CongoClicks, CongoProse)
