"""The moves of an analysis with variations, as flowing text; a click goes to a move."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import pygame

from congo_gui.draw.drawing import clipped, draw_box, draw_text
from congo_gui.draw.skin import Skin, piece_picture
from congo_gui.draw.theme import Colour, Palette, Role, Theme
from congo_gui.screens.analysis import texts
from congo_gui.screens.analysis.move_text import (
    BAD_MARKS,
    GOOD_MARKS,
    MARKS,
    move_number_text,
    moved_piece,
    node_text,
)
from congo_gui.widgets.base import COMMAND_KEYS, LEFT_BUTTON, RIGHT_BUTTON, Widget, wheel_steps
from congo_gui.widgets.scroll import Scroller
from engine.record.record import GameNode, GameTree
from engine.record.remark import Remark
from engine.rules.values import FIRST, Piece

LINE = 23
INDENT = 14
MAX_INDENTS = 4
PICTURE, SMALL_PICTURE = 22, 18
"""Widths at scale 1 of the pieces' pictures, in the main line and in variations."""
WHEEL_LINES = 3
MAX_COMMENT = 2000
"""Characters of a comment shown among the moves; a player can type no more."""
MAX_COMMENTS, MEAN_WORD = 200_000, 6
"""The characters of all comments that are shown, and those of a usual word."""


@dataclass(frozen=True)
class Part:
    """A piece of the text: a move, or without a node a number, or a word of a comment.

    `begins` starts a new line.
    """

    text: str
    node: GameNode | None
    depth: int
    begins: bool = False
    is_comment: bool = False
    is_result: bool = False
    piece: Piece | None = None
    """The piece that moved, in games with different pieces."""


def parts(tree: GameTree, main_only: bool = False, ending: str = "") -> Iterator[Part]:
    """Yield the tree as text: every variation on separate lines, after the move that it replaces.

    With `main_only` the variations are left out. The `ending`, how the game ended, follows the main line; an
    analysis may go on after it.
    """
    yield Part(texts.START, tree.root, 0)
    yield from _comment(tree.root, 0)
    ended = Ending(next(reversed(tree.main), tree.root), ending)
    yield from ended.after(tree.root)
    yield from _line(tree, tree.root, 0, needs_number=True, begins=True, main_only=main_only, ended=ended)


@dataclass(frozen=True)
class Ending:
    """How a game ended, in words, after its last move."""

    last: GameNode
    words: str

    def after(self, node: GameNode) -> Iterator[Part]:
        """Yield the words if the node is the last one."""
        for at, word in enumerate(_cut(self.words).split() if node is self.last else ()):
            yield Part(word, None, 0, begins=at == 0, is_comment=at > 0, is_result=True)


def _line(
    tree: GameTree,
    before: GameNode,
    depth: int,
    needs_number: bool,
    begins: bool,
    main_only: bool = False,
    ended: Ending | None = None,
) -> Iterator[Part]:
    """Yield the line that continues from a node; `needs_number` if its first move has a number."""
    while (node := before.next) is not None:
        yield from _move(tree, before, node, depth, needs_number, begins)
        others = [] if main_only else before.children[1:]
        begins = bool(others)
        needs_number = begins or bool(_text(node))
        for other in others:
            yield from _move(tree, before, other, depth + 1, needs_number=True, begins=True)
            yield from _line(tree, other, depth + 1, needs_number=bool(_text(other)), begins=False)
        if ended is not None and node is ended.last:
            yield from ended.after(node)
            begins = needs_number = True
        before = node


def _move(
    tree: GameTree, before: GameNode, node: GameNode, depth: int, needs_number: bool, begins: bool
) -> Iterator[Part]:
    if needs_number or before.position.side == FIRST:
        yield Part(move_number_text(tree, before), None, depth, begins)
        begins = False
    yield Part(node_text(tree, node), node, depth, begins, piece=moved_piece(tree, node))
    yield from _comment(node, depth)


def shortened(text: Iterable[Part]) -> Iterator[Part]:
    """Yield a text without the comments behind the first `MAX_COMMENTS` characters of comments, but with "…".

    A short word takes as long to place as one of `MEAN_WORD` characters, and counts as much.
    """
    length, is_cut = 0, False
    for part in text:
        if part.is_comment and not part.is_result:
            length += max(MEAN_WORD, len(part.text))
            if length > MAX_COMMENTS:
                if not is_cut:
                    is_cut = True
                    yield replace(part, text="…")
                continue
        yield part


def units(text: Iterable[Part]) -> Iterator[list[Part]]:
    """Yield the parts that stay in one line if they fit: a number with its move, or with both of a pair."""
    unit: list[Part] = []
    for part in text:
        numbered = bool(unit) and unit[0].node is None and not unit[0].is_comment
        if unit and (part.begins or part.node is None or not numbered):
            yield unit
            unit = []
        unit.append(part)
    if unit:
        yield unit


def _text(node: GameNode) -> str:
    return Remark.parse(node.comment).text


def _comment(node: GameNode, depth: int) -> Iterator[Part]:
    """Yield the comment on a move, word by word; the field below the moves has the rest of a long one."""
    for word in _cut(_text(node)).split():
        yield Part(word, None, depth, is_comment=True)


def _cut(text: str) -> str:
    return text if len(text) <= MAX_COMMENT else f"{text[:MAX_COMMENT]}…"


class TreeView(Widget):
    """Shows a tree; calls `jump` with the node that is clicked, or that the arrow keys lead to.

    After a click of the right button `menu` is called, too, with its pixel. Where pieces differ, `skin` draws
    what moved.
    """

    focusable = True

    def __init__(
        self, jump: Callable[[GameNode], None], menu: Callable[[tuple[int, int]], None], skin: Skin
    ) -> None:
        super().__init__()
        self._jump, self._menu, self._skin = jump, menu, skin
        self._shown: tuple[GameTree, bool, int | None] | None = None
        self._parts: list[Part] = []
        self._rects: list[pygame.Rect] = []
        self._flowed_for: tuple[Theme, int] | None = None
        """The theme and the width for which the parts are placed; None if they have changed since then."""
        self.current: GameNode | None = None
        self._pointed: GameNode | None = None
        self._theme: Theme | None = None
        self.scroller = Scroller()

    def show(
        self,
        tree: GameTree,
        current: GameNode,
        main_only: bool = False,
        revision: int | None = None,
        ending: str = "",
    ) -> None:
        """Set the tree, its game's result, and the node on the board, which is scrolled into view.

        A tree of the same `revision` is as it was.
        """
        self.current = current
        shown = tree, main_only, revision
        if revision is not None and shown == self._shown:
            self._reveal()
            return
        self._shown, self._parts = shown, list(shortened(parts(tree, main_only, ending)))
        self._flowed_for = None
        if self._theme is not None:
            self.place(self.rect, self._theme)

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        super().place(rect, theme)
        self._theme = theme
        self._view = rect.inflate(-2 * theme.px(10), -2 * theme.px(7))
        if self._flowed_for != (theme, self._view.width):  # it takes long with many comments
            self._flowed_for, self._rects = (theme, self._view.width), self._flow(theme)
        bottom = max((place.bottom for place in self._rects), default=0)
        self.scroller.place(self._view, bottom, theme)
        self._reveal()

    def _flow(self, theme: Theme) -> list[pygame.Rect]:
        """Return where the parts go, from the upper left corner of the text."""
        height, step = theme.px(LINE), theme.px(INDENT)
        available = self._view.width - theme.px(14)
        rects: list[pygame.Rect] = []
        x = y = 0
        for unit in units(self._parts):
            widths = [
                self._picture_width(part, theme) + theme.width(part.text, self._role(part)) for part in unit
            ]
            gaps = [self._gap(part, theme) for part in unit]
            indent = min(unit[0].depth, MAX_INDENTS) * step
            together = sum(widths) + sum(gaps[:-1])
            if unit[0].begins or (x + together > available and x > indent):
                x, y = indent, y + (height if rects else 0)
            for width, behind in zip(widths, gaps, strict=True):
                if x + width > available and x > indent:
                    x, y = indent, y + height
                rects.append(pygame.Rect(x, y, width, height))
                x += width + behind
        return rects

    @staticmethod
    def _gap(part: Part, theme: Theme) -> int:
        """Return the gap after a part: a space between words, and little between a number and its move."""
        if part.is_comment:
            return theme.width(" ", Role.SMALL)
        return theme.px(6 if part.node is None else 8)

    def _picture_width(self, part: Part, theme: Theme) -> int:
        """Return the width of the piece's picture before a move's text."""
        if part.piece is None:
            return 0
        return theme.px(PICTURE if part.depth == 0 else SMALL_PICTURE)

    def _role(self, part: Part) -> Role:
        return Role.BODY if part.depth == 0 and not part.is_comment else Role.SMALL

    def place_of(self, node: GameNode) -> pygame.Rect:
        """Return the rectangle of a move in the window, visible or not."""
        at = next(at for at, part in enumerate(self._parts) if part.node is node)
        return self._rects[at].move(self._view.x, self._view.y - self.scroller.offset)

    def _reveal(self) -> None:
        for part, place in zip(self._parts, self._rects, strict=True):
            if part.node is self.current:
                self.scroller.reveal(place.top, place.bottom)

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL and self._theme is not None:
            step = round(wheel_steps(event) * WHEEL_LINES * self._theme.px(LINE))
            self.scroller.scroll_to(self.scroller.offset - step)
        elif event.type == pygame.MOUSEMOTION:
            if not (self.pressed and self.scroller.drag(event.pos)):
                self._pointed = self.at(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            self.scroller.press(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT_BUTTON:
            self._open_menu(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            node = self.at(event.pos)
            if not self.scroller.release() and node is not None:
                self._jump(node)
        else:
            return event.type == pygame.KEYDOWN and not event.mod & COMMAND_KEYS and self._key(event.key)
        return True

    def _open_menu(self, position: tuple[int, int]) -> None:
        node = self.at(position)
        if node is not None:
            self._jump(node)
            self._menu(position)

    def _key(self, key: int) -> bool:
        """Handle the arrow keys: left and right move along the line, up and down from row to row."""
        current = self.current
        if current is None or key not in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN):
            return False
        if key in (pygame.K_LEFT, pygame.K_RIGHT):
            node = current.parent if key == pygame.K_LEFT else current.next
        else:
            node = self._beyond(current, below=key == pygame.K_DOWN)
        if node is not None:
            self._jump(node)
        return True

    def _beyond(self, node: GameNode, below: bool) -> GameNode | None:
        """Return the nearest move in the next row with moves above or below.

        A move that is not listed, such as the solution of a task, counts as where its variation begins.
        """
        placed = zip(self._parts, self._rects, strict=True)
        moves = [(part.node, place) for part, place in placed if part.node is not None]
        places = {id(move): place for move, place in moves}
        listed: GameNode | None = node
        while listed is not None and id(listed) not in places:
            listed = listed.parent
        if listed is None:
            return None
        here = places[id(listed)]
        others = [(move, place) for move, place in moves if (place.y > here.y if below else place.y < here.y)]

        def distance(found: tuple[GameNode, pygame.Rect]) -> tuple[int, int]:
            return abs(found[1].y - here.y), abs(found[1].centerx - here.centerx)

        return min(others, key=distance)[0] if others else None

    def pointer_left(self) -> None:
        self._pointed = None

    def at(self, position: tuple[int, int]) -> GameNode | None:
        """Return the move at a pixel."""
        if not self.rect.collidepoint(position):
            return None
        x, y = position[0] - self._view.x, position[1] - self._view.y + self.scroller.offset
        for part, place in self._between(y, y + 1):
            if part.node is not None and place.collidepoint(x, y):
                return part.node
        return None

    def _between(self, top: int, bottom: int) -> Iterator[tuple[Part, pygame.Rect]]:
        """Return the parts of the rows between two heights of the text, with their places."""
        first = bisect_right(self._rects, top, key=lambda place: place.bottom)
        end = bisect_left(self._rects, bottom, key=lambda place: place.top)
        return zip(self._parts[first:end], self._rects[first:end], strict=True)

    # --- drawing

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours = theme.colours
        draw_box(surface, self.rect, theme.px(10), colours.panel, colours.outline, theme.px(1.2))
        with clipped(surface, self._view):
            top = self.scroller.offset
            visible = list(self._between(top, top + self._view.height))
            self._draw_guides(surface, theme, visible)
            for part, place in visible:
                self._draw_part(surface, theme, part, place.move(self._view.x, self._view.y - top))
        self.scroller.draw(surface, theme)
        self._draw_focus(surface, theme)

    def _draw_guides(
        self, surface: pygame.Surface, theme: Theme, visible: list[tuple[Part, pygame.Rect]]
    ) -> None:
        """Draw a line left of every variation, one for each level of its depth."""
        width, indent = theme.px(1.2), theme.px(INDENT)
        rows = {rect.y: part.depth for part, rect in visible}
        for y, depth in rows.items():
            for level in range(1, min(depth, MAX_INDENTS) + 1):
                x, top = self._view.x + level * indent - theme.px(7), self._view.y + y - self.scroller.offset
                surface.fill(theme.colours.outline, (x, top, width, theme.px(LINE)))

    def _draw_part(self, surface: pygame.Surface, theme: Theme, part: Part, place: pygame.Rect) -> None:
        colours = theme.colours
        box = place.inflate(theme.px(6), -theme.px(2))
        if part.node is not None and part.node is self.current:
            draw_box(surface, box, theme.px(4), colours.accent_soft, colours.accent)
        elif part.node is not None and part.node is self._pointed:
            draw_box(surface, box, theme.px(4), colours.sunken)
        left, size = place.x, self._picture_width(part, theme)
        if part.piece is not None:
            picture = piece_picture(self._skin.with_scheme(theme.scheme), part.piece, size)
            surface.blit(picture, (left - theme.px(1), place.centery - size // 2))
            left += size
        draw_text(surface, theme, part.text, self._role(part), _ink(part, colours), left, place.centery)


def _ink(part: Part, colours: Palette) -> Colour:
    """Return the colour of a part: comments and marked moves have their own."""
    if part.is_result:
        return colours.text
    if part.is_comment:
        return colours.focus
    nags = set(part.node.nags) if part.node is not None else set()
    if nags & BAD_MARKS:
        return colours.danger
    if nags & GOOD_MARKS:
        return colours.good
    if nags & set(MARKS):
        return colours.accent
    return colours.muted if part.node is None or part.depth else colours.text
