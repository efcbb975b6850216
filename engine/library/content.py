"""What the text of a game has beside its tags, each at its move; nothing is played."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b

from engine.record.parse import Token, split_tokens
from engine.record.record import GameResult
from engine.record.remark import Remark
from engine.system.errors import UserError

Fact = tuple[str, str, str]
"""A place, which is a hash of the start and the moves up to there; what is there; and its text."""
_CLOCK = re.compile(r"\[%clk\s[^\[\]]*\]")


@dataclass(frozen=True)
class Content:
    """The moves, variations, comments, arrows, circles and NAGs, and the result of a game.

    Of search results and clock times it says only that they are there: a deeper review changes them.
    """

    facts: frozenset[Fact]
    joined: frozenset[tuple[Fact, frozenset[Fact]]] = frozenset()
    """For each move with several comments the one in `facts`, as on the board, and each of them."""

    @classmethod
    def parse(cls, text: str, start: str) -> Content:
        """Return the content of a game's text; `start` is the FEN of its start. Damaged text is one fact."""
        try:
            tokens = split_tokens(text, 1)
        except UserError:
            return cls(frozenset({("", "damaged", text)}))
        moves = list(_annotated(tokens, start))
        facts = {("", each.kind, each.text) for each in tokens if each.kind == "result"}
        facts.discard(("", "result", GameResult.NONE.value))
        facts.update(fact for move in moves for fact in move.facts())
        return cls(frozenset(facts), frozenset(move.joined() for move in moves if move.comments[1:]))

    def has_all(self, other: Content) -> bool:
        """Return whether all that `other` has, each comment whole, is also here at the same move.

        It takes time for the smaller of the two only, so that many games may be compared with a long one.
        """
        return all(fact in self._all or self._has_parts(other, fact) for fact in other.facts)

    def _has_parts(self, other: Content, fact: Fact) -> bool:
        """Return whether a fact of `other` joins several comments on a move that all are here."""
        return any(parts <= self._all for parts in other._parts.get(fact, ()))

    @cached_property
    def _all(self) -> frozenset[Fact]:
        """All facts, each of several comments on a move included."""
        return self.facts.union(*(parts for _, parts in self.joined))

    @cached_property
    def _parts(self) -> dict[Fact, list[frozenset[Fact]]]:
        """`joined` as a table; a move that stands there twice may have comments that joined are the same."""
        found: dict[Fact, list[frozenset[Fact]]] = {}
        for fact, parts in self.joined:
            found.setdefault(fact, []).append(parts)
        return found


@dataclass
class _Annotated:
    """A move, or the start of the game, with what is written on it."""

    place: str
    comments: list[str] = field(default_factory=list)
    nags: set[int] = field(default_factory=set)

    def facts(self) -> Iterator[Fact]:
        yield self.place, "move", ""
        yield from ((self.place, "nag", str(number)) for number in self.nags)
        comment = " ".join(self.comments)
        remark = _remark(comment)
        yield from ((self.place, "shape", shape) for shape in remark.shapes)
        if remark.text:
            yield _comment(self.place, comment)
        if remark.finding:
            yield self.place, "finding", ""
        if _CLOCK.search(comment):
            yield self.place, "clock", ""

    def joined(self) -> tuple[Fact, frozenset[Fact]]:
        """Return all comments as one fact, and each of them."""
        parts = frozenset(_comment(self.place, text) for text in self.comments)
        return _comment(self.place, " ".join(self.comments)), parts


def _annotated(tokens: Iterable[Token], start: str) -> Iterator[_Annotated]:
    """Yield the start and all moves; comments before a variation's first move are on that move."""
    before = at = start
    move = _Annotated(start)
    begins = False
    """True at the beginning of a variation; `move` is then its first one, whose place is not known yet."""
    outside: list[tuple[str, str, _Annotated]] = []
    """`before`, `at` and `move` of the lines around the variation."""
    yield move
    for token in tokens:
        if token.kind == "comment":
            move.comments.append(token.text)
        elif token.kind == "nag":
            move.nags.add(int(token.text))
        elif token.kind == "move":
            before, at = (
                at,
                blake2b(f"{at} {token.text}".encode(errors="replace"), digest_size=12).hexdigest(),
            )
            if begins:
                move.place, begins = at, False
            else:
                move = _Annotated(at)
                yield move
        elif token.kind == "open":
            outside.append((before, at, move))
            at, begins, move = before, True, _Annotated(f"{before} (")
            yield move
        elif token.kind == "close" and outside:
            (before, at, move), begins = outside.pop(), False


def _remark(comment: str) -> Remark:
    return Remark.parse(" ".join(_CLOCK.sub(" ", comment).split()))


def _comment(place: str, comment: str) -> Fact:
    """Return what the user wrote in a comment, white space normalised."""
    return place, "comment", " ".join(_remark(comment).text.split())
