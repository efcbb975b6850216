"""A parsed comment on a move: a search result, the user's text, and arrows and circles on the board."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from engine.search.limits import Score, SearchInfo

BOOK, TABLEBASE = "book", "endgame table"
TEXT_SEPARATOR = ";"
"""Separates the search result from the user's text; precedes a text that looks like a search result."""
_SCORE = r"(?P<points>[+-]\d{1,6}\.\d\d)|(?P<ahead>wins|loses) in (?P<moves>\d{1,6})"
_DEPTH = rf"depth (?P<depth>[1-9]\d{{0,5}})|{TABLEBASE}"
_END = rf"(?:{TEXT_SEPARATOR} *|$)"
_FOUND = re.compile(rf"(?:(?P<book>{BOOK}), )?(?:{_SCORE}), (?:{_DEPTH}){_END}")
_BOOK_ALONE = re.compile(rf"{BOOK}{_END}")
_EFFORT = re.compile(
    rf"(?P<effort>depth (?P<depth>\d{{1,6}}), \d+ nodes?, \d+\.\d\d s, score (?:{_SCORE})){_END}"
)
"""A search result as formatted by `Choice.effort`, with a score."""
_SHAPES = re.compile(r"\s?\[%c[as]l\s([^\[\]]*)\]\s?")
"""Each part has one way to match, so the time is linear in a comment that never closes its brackets."""
_SQUARE = r"[A-Za-z]\d{1,2}"
SHAPE = re.compile(rf"(?P<colour>[A-Z])(?P<start>{_SQUARE})(?P<end>{_SQUARE})?")
"""A circle or an arrow as in ``[%csl Gd4]`` and ``[%cal Gd1d4]``: a colour, and one or two squares."""


@dataclass(frozen=True)
class Remark:
    """A parsed comment; `Remark.parse(comment).comment` has the same meaning."""

    text: str = ""
    """The user's text."""
    score: Score | None = None
    """The score of the move, from the mover's view."""
    depth: int = 0
    """The depth of the search in plies; 0 for a score from the tablebase."""
    from_book: bool = False
    """True if the move was taken from the opening book."""
    effort: str = ""
    """The search result as written by a match, with nodes and time; without a depth it has no score."""
    shapes: tuple[str, ...] = ()
    """Circles and arrows, each in the form of `SHAPE`."""

    @classmethod
    def parse(cls, comment: str) -> Remark:
        """Parse a comment."""
        if not comment:
            return NOTHING
        bare, shapes = _without_shapes(comment)
        return replace(cls._parse(bare), shapes=shapes)

    @classmethod
    def _parse(cls, comment: str) -> Remark:
        if comment.startswith(TEXT_SEPARATOR):
            return cls(comment[len(TEXT_SEPARATOR) :].lstrip())
        alone = _BOOK_ALONE.match(comment)
        if alone:
            return cls(comment[alone.end() :], from_book=True)
        effort = _EFFORT.match(comment)
        if effort:
            depth = int(effort["depth"])
            score = _score(effort) if depth else None
            return cls(comment[effort.end() :], score, depth, effort=effort["effort"])
        found = _FOUND.match(comment)
        if found is None:
            return cls(comment)
        return cls(comment[found.end() :], _score(found), int(found["depth"] or 0), bool(found["book"]))

    @classmethod
    def of(cls, info: SearchInfo) -> Remark:
        """Return a remark with a search result; empty if the search did not even finish depth 1."""
        if info.source == "book":
            return cls(from_book=True)
        if info.source == "tablebase":
            return cls(score=info.score)
        return cls(score=info.score, depth=info.depth) if info.depth else cls()

    @property
    def finding(self) -> str:
        """The search result as text; empty for none."""
        if self.effort:
            return self.effort
        parts = [BOOK] if self.from_book else []
        if self.score is not None:
            parts += [self.score.describe(), f"depth {self.depth}" if self.depth else TABLEBASE]
        return ", ".join(parts)

    @property
    def comment(self) -> str:
        """The whole comment."""
        finding = self.finding
        if not finding and Remark.parse(self.text).text != self.text:
            text = f"{TEXT_SEPARATOR} {self.text}"
        else:
            text = f"{TEXT_SEPARATOR} ".join(part for part in (finding, self.text) if part)
        return " ".join(part for part in (text, *_shape_texts(self.shapes)) if part)

    def with_text(self, text: str) -> Remark:
        """Return the remark with another text."""
        return replace(self, text=" ".join(text.split()))

    def with_deeper_finding(self, found: Remark) -> Remark:
        """Return the remark with a new search result, unless the present one is deeper or from the tablebase.

        A forced win replaces a centipawn score of any depth.
        """
        if found.score is None:
            return self
        decides = found.score.mate is not None and self.score is not None and self.score.mate is None
        deep = 0 < found.depth <= self.depth and not decides
        if self.score is not None and (not self.depth or deep):
            return self
        return replace(self, score=found.score, depth=found.depth, effort="")


NOTHING = Remark()
"""The remark of a move without a comment."""


def _without_shapes(comment: str) -> tuple[str, tuple[str, ...]]:
    """Split a comment into the rest and its circles and arrows; invalid ones stay in the rest."""
    shapes: list[str] = []

    def take(found: re.Match[str]) -> str:
        words = found[1].replace(",", " ").split()
        if not all(SHAPE.fullmatch(word) for word in words):
            return found[0]
        shapes.extend(words)
        return " "

    bare = _SHAPES.sub(take, comment)
    return (bare.strip(), tuple(shapes)) if shapes else (comment, ())


def _shape_texts(shapes: tuple[str, ...]) -> list[str]:
    arrows = [shape for shape in shapes if (found := SHAPE.fullmatch(shape)) and found["end"]]
    circles = [shape for shape in shapes if shape not in arrows]
    parts = (("csl", circles), ("cal", arrows))
    return [f"[%{name} {','.join(some)}]" for name, some in parts if some]


def _score(found: re.Match[str]) -> Score:
    """Return the score in a match of `_FOUND` or `_EFFORT`."""
    if found["points"]:
        return Score(round(float(found["points"]) * 100))
    return Score(0, int(found["moves"]) * (1 if found["ahead"] == "wins" else -1))


def joined(*comments: str) -> str:
    """Return the comments on a move as one; of several search results, the deepest one."""
    different = [*dict.fromkeys(filter(None, comments))]
    if len(different) < 2:
        return "".join(different)
    remarks = [Remark.parse(comment) for comment in different]
    both = NOTHING
    for remark in remarks:
        both = both.with_deeper_finding(remark) if both.finding else remark
    texts = dict.fromkeys(remark.text for remark in remarks if remark.text)
    shapes = dict.fromkeys(shape for remark in remarks for shape in remark.shapes)
    from_book = any(remark.from_book for remark in remarks)
    return replace(both, text=" ".join(texts), from_book=from_book, shapes=(*shapes,)).comment
