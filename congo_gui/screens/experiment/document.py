"""The text of ``report.md`` as pages of blocks. No pygame."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from congo_gui.screens.experiment import texts
from engine.research.ablation.texts import NAMED_SECTION

SHORT_TITLES = {NAMED_SECTION: texts.NAMED}
"""Short titles of pages for sections with long titles."""
_PICTURE = re.compile(r"!\[[^\]]*\]\((\w+)\.png\)")
_ITEM = re.compile(r"\s*(-|\d+\.)\s+(.*)")
_MARKS = ((re.compile(r"\[([^\]]*)\]\([^)]*\)"), r"\1"), (re.compile(r"(\*\*|\*|`)(\S.*?)\1"), r"\2"))
"""Links and emphasis, and what they become in plain text."""
BULLET = "•"
LINK_INSIDE = "](#"
"""The mark of paragraphs that only link within the report, whose sections are pages here."""


class TextKind(Enum):
    """The kind of a text in a report."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"


@dataclass(frozen=True)
class TextBlock:
    """A text; an item of a list has a bullet or a number as its `mark`."""

    kind: TextKind
    text: str
    mark: str = ""


@dataclass(frozen=True)
class TableBlock:
    """A table; the first `left` columns are texts, the others numbers."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: int
    markdown: str
    """The table as in the report."""


@dataclass(frozen=True)
class PictureBlock:
    """A picture, by the name of its file without extension."""

    name: str


Block = TextBlock | TableBlock | PictureBlock


@dataclass(frozen=True)
class ReportPage:
    """A section of a report."""

    title: str
    blocks: tuple[Block, ...]

    @property
    def tables(self) -> list[TableBlock]:
        """Its tables."""
        return [block for block in self.blocks if isinstance(block, TableBlock)]


def pages_of(markdown: str) -> tuple[ReportPage, ...]:
    """Return the sections of a report as pages; the next section joins a first page of text alone."""
    title, *sections = re.split(r"^## ", markdown, flags=re.MULTILINE)
    pages = [ReportPage(texts.FINDINGS, tuple(_blocks(title.partition("\n")[2])))]
    for section in sections:
        heading, _, text = section.partition("\n")
        page = ReportPage(SHORT_TITLES.get(heading, heading), tuple(_blocks(text)))
        if len(pages) == 1 and all(isinstance(block, TextBlock) for block in pages[0].blocks):
            pages[0] = _joined(pages[0], page)
        else:
            pages.append(page)
    return tuple(pages)


def _joined(first: ReportPage, other: ReportPage) -> ReportPage:
    """Return both as one page, the other's pictures in front of its text."""
    pictures = [block for block in other.blocks if isinstance(block, PictureBlock)]
    rest = [block for block in other.blocks if not isinstance(block, PictureBlock)]
    head = TextBlock(TextKind.HEADING, other.title)
    return ReportPage(first.title, (*first.blocks, *pictures, head, *rest))


def _blocks(text: str) -> Iterable[Block]:
    """Yield the blocks of a section, in their order."""
    for part in re.split(r"\n\s*\n", text.strip("\n")):
        lines = [line.rstrip() for line in part.splitlines() if line.strip()]
        if not lines or LINK_INSIDE in part:
            continue
        picture = _PICTURE.match(lines[0])
        if picture:
            yield PictureBlock(picture[1])
        elif lines[0].startswith("|") and lines[0].count("|") > 1 and len(lines) > 1:
            yield _table(lines)
        else:
            yield from _texts(lines)


def _texts(lines: Iterable[str]) -> Iterable[TextBlock]:
    """Yield paragraphs and items, which may span several lines."""
    kind, mark, words = TextKind.PARAGRAPH, "", [""]
    for line in lines:
        item = _ITEM.match(line)
        if item:
            if any(words):
                yield TextBlock(kind, plain(" ".join(words)), mark)
            kind, mark, words = TextKind.ITEM, BULLET if item[1] == "-" else item[1], [item[2]]
        else:
            words.append(line.strip())
    if any(words):
        yield TextBlock(kind, plain(" ".join(words).strip()), mark)


def plain(text: str) -> str:
    """Return a text without Markdown markup."""
    for pattern, replacement in _MARKS:
        text = pattern.sub(replacement, text)
    return text


def _table(lines: list[str]) -> TableBlock:
    cells = [
        [plain(cell.replace("\\|", "|").strip()) for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in lines
    ]
    head, rule, *rows = cells
    left = sum(not cell.endswith(":") for cell in rule)
    return TableBlock(tuple(head), tuple(map(tuple, rows)), left, "\n".join(lines) + "\n")
