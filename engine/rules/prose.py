"""A game in words, for learners: why a click is impossible, what a piece or a move does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from typing import ClassVar, TypeVar

from engine.rules import texts
from engine.rules.move_rules import ClickInput, MoveRules
from engine.rules.values import Piece, Placed, Position, Transition
from engine.rules.words import listed, number, plural, sentence, with_article

Self = TypeVar("Self", bound="Prose")


class Prose:
    """The sentences of one game; a game adds its own reasons, cautions and verbs.

    `_past` has the past of each verb that `verb` returns.
    """

    _reader: int | None = None
    """The side of the reader, whose pieces are called theirs; None where two people read, or none plays."""

    _past: ClassVar[Mapping[str, str]] = {texts.MOVES: texts.MOVED, texts.JUMPS: texts.JUMPED}

    def __init__(self, rules: MoveRules, clicks: ClickInput) -> None:
        self._rules, self._clicks = rules, clicks
        self._facts, self._notation = rules.facts, rules.notation

    def addressing(self: Self, reader: int | None) -> Self:
        """Return the prose that addresses the player of a side, None if no side is the reader's."""
        one = copy(self)
        one._reader = reader
        return one

    def first_hint(self, position: Position) -> str:
        """Return how to move in the window in a game's first position, for a new player."""
        return self._facts.first_hint

    # --- clicks

    def why_not(self, position: Position, path: tuple[int, ...], square: int) -> str:
        """Return, as a sentence, why `square` cannot be clicked after the squares `path`; empty if it can be.

        With an empty path: why the piece there cannot be moved.
        """
        if self._rules.outcome(position) is not None:
            return texts.GAME_OVER
        if self._can_be_clicked(position, path, square):
            return ""
        return sentence(self.reason(position, path, square))

    def _can_be_clicked(self, position: Position, path: tuple[int, ...], square: int) -> bool:
        if any(target.square == square for target in self._clicks.after(position, path).onward):
            return True
        return len(path) == 1 and bool(self._clicks.moves_between(position, path[0], square))

    def reason(self, position: Position, path: tuple[int, ...], square: int) -> str:
        """Return, as a clause, why a click is impossible; it is known to be, and the game is not over."""
        name = self._notation.square_name(position, square)
        piece = self._notation.pieces(position).get(path[0] if path else square)
        if piece is None:
            return texts.nothing_to_move(name)
        kind = self._facts.kind_names[piece.kind]
        if path:
            start = self._notation.square_name(position, path[0])
            return texts.cannot_go(texts.piece_on(kind, start), name)
        if piece.side != position.side:
            return self._not_yours(texts.that_piece(kind), piece.side, position.side)
        return texts.cannot_move(kind)

    def _not_yours(self, piece: str, owner: int, mover: int) -> str:
        """Return a clause that says that a piece belongs to the side that is not to move."""
        if self._reader is None:
            return texts.not_yours(piece, self._owner(owner), self._owner(mover))
        return texts.opponents_turn(piece) if self._reader == owner else texts.is_opponents(piece)

    def _own_piece(self, position: Position, path: tuple[int, ...], square: int) -> Piece | None:
        """Return the piece that would move by that click, None if the side to move has none there."""
        piece = self._notation.pieces(position).get(path[0] if path else square)
        return piece if piece is not None and piece.side == position.side else None

    def caution(self, position: Position, path: tuple[int, ...], square: int) -> str:
        """Return what a beginner may overlook about clicking `square` after `path`, which is possible."""
        del position, path, square
        return ""

    # --- pieces

    def about(self, position: Position, square: int) -> str:
        """Return whose piece is on a square, what it is and what it does; empty for an empty square."""
        piece = self._notation.pieces(position).get(square)
        if piece is None:
            return ""
        whose = self._piece_of(piece)
        name = f"{whose[:1].upper()}{whose[1:]}"
        does = self._facts.what_pieces_do.get(piece.kind, "")
        return f"{name}: {does}." if does else f"{name}."

    def _piece_of(self, piece: Piece) -> str:
        """Return whose piece it is and what: White's zebra; your zebra."""
        kind = self._facts.kind_names[piece.kind]
        if self._reader is None:
            return texts.piece_of(self._owner(piece.side), kind)
        return texts.your_piece(kind) if piece.side == self._reader else texts.piece_of(texts.OPPONENT, kind)

    def _owner(self, side: int) -> str:
        return self._facts.side_names[side].capitalize()

    # --- moves

    def describe(self, position: Position, transition: Transition) -> str:
        """Return sentences about what a move does in a position."""
        owner, kind = self._owner(transition.piece.side), self._facts.kind_names[transition.piece.kind]
        start, end = self._names(position, (transition.path[0], transition.path[-1]))
        if transition.removed:
            return texts.removes(owner, kind, start)
        if transition.spread:
            return self._laid_out(position, transition)
        over = self._names(position, [placed.square for placed in transition.jumped])
        moved = texts.goes(self._piece_of(transition.piece), self.verb(transition), start, over, end)
        return f"{moved}{self._results(position, transition)}.{self._drownings(position, transition)}"

    def describe_past(self, position: Position, transition: Transition, by_reader: bool) -> str:
        """Return short sentences about what a move did; `by_reader` says whether the reader made it."""
        side, kind = transition.piece.side, self._facts.kind_names[transition.piece.kind]
        owner = texts.YOU if by_reader else self._owner(side)
        whose = texts.YOUR if by_reader else texts.owned(self._owner(side))
        start, end = self._names(position, (transition.path[0], transition.path[-1]))
        if transition.removed:
            return texts.removed(owner, kind, start)
        if transition.spread and transition.piece.count == 1:
            return texts.one_spread_out(owner, start, end)
        if transition.spread:
            return texts.spread_out(
                owner, kind, transition.piece.count, start, self._shares(position, transition)
            )
        verb = self._past.get(self.verb(transition), texts.MOVED)
        taken = self._counted(position, transition.captured) if transition.captured else ""
        if transition.jumped:
            sentence = texts.went_over(whose, kind, verb, taken, start, end)
        else:
            sentence = texts.went(whose, kind, verb, start, end) + (texts.and_took(taken) if taken else "")
        sentence += "."
        if transition.promoted is not None:
            sentence += texts.became(self._facts.kind_names[transition.promoted.kind])
        if any(placed.square == transition.path[-1] for placed in transition.drowned):
            sentence += texts.IT_DROWNED
        others = self._drowned_elsewhere(position, transition)
        return sentence + (texts.drowned(whose, others) if others else "")

    def explain(self, transition: Transition) -> str:
        """Return a sentence about a game's last move that a beginner may need; empty if there is none."""
        del transition
        return ""

    def verb(self, transition: Transition) -> str:
        """Return what the moved piece does between its squares: moves, jumps …"""
        return texts.JUMPS if transition.jumped else texts.MOVES

    def _names(self, position: Position, squares: Sequence[int]) -> list[str]:
        return [self._notation.square_name(position, square) for square in squares]

    def _results(self, position: Position, transition: Transition) -> str:
        """Return what the moved piece takes, becomes or suffers."""
        text = ""
        if transition.captured:
            text += texts.taking(self._counted(position, transition.captured))
            away = [placed.square for placed in transition.captured if placed.square != transition.path[-1]]
            if away and not transition.jumped:
                text += texts.on(self._names(position, away))
        if transition.promoted is not None:
            text += texts.becomes(self._facts.kind_names[transition.promoted.kind])
        if any(placed.square == transition.path[-1] for placed in transition.drowned):
            text += texts.AND_DROWNS
        return text

    def _drownings(self, position: Position, transition: Transition) -> str:
        """Return a sentence about the pieces that drown where they are; empty if none do."""
        names = self._drowned_elsewhere(position, transition)
        return texts.drown(self._owner(transition.piece.side), names) if names else ""

    def _drowned_elsewhere(self, position: Position, transition: Transition) -> list[str]:
        """Return the pieces that drown where they are, with their squares."""
        return [
            texts.kind_on(
                self._facts.kind_names[placed.piece.kind], self._notation.square_name(position, placed.square)
            )
            for placed in transition.drowned
            if placed.square != transition.path[-1]
        ]

    def _shares(self, position: Position, transition: Transition) -> list[str]:
        """Return how many stones of a stack each square receives."""
        return [
            texts.share(placed.piece.count, self._notation.square_name(position, placed.square))
            for placed in transition.spread
        ]

    def _laid_out(self, position: Position, transition: Transition) -> str:
        """Return how a stack is laid out."""
        shares = self._shares(position, transition)
        stack = transition.piece
        start, end = self._names(position, (transition.path[0], transition.path[-1]))
        if stack.count == 1:
            return texts.one_laid_out(self._owner(stack.side), start, end)
        kind = self._facts.kind_names[stack.kind]
        return texts.laid_out(self._owner(stack.side), kind, stack.count, start, shares)

    def _counted(self, position: Position, pieces: Sequence[Placed]) -> str:
        """Return how many of each kind there are, in the order in which they come."""
        there = Counter(self._notation.pieces(position).values())
        parts = []
        for piece, count in Counter(placed.piece for placed in pieces).items():
            kind = self._facts.kind_names[piece.kind]
            only = texts.your_piece(kind) if piece.side == self._reader else texts.the_kind(kind)
            one = only if there[piece] == 1 else with_article(kind)
            parts.append(one if count == 1 else f"{number(count)} {plural(kind)}")
        return listed(parts)
