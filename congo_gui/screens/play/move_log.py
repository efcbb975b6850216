"""The log of a game: its moves as sentences, to read, to copy, and for a screen reader."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from string import ascii_lowercase

import pygame

from congo_gui.commands.command import is_control, key_code
from congo_gui.draw.drawing import clipped, draw_box, draw_lines
from congo_gui.draw.theme import MAX_WRAPPED, Role, Theme
from congo_gui.play.events import EndChanged, PositionChanged
from congo_gui.play.session import Session
from congo_gui.play.wording import result_sentence
from congo_gui.screens.play import texts
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import RemarkDialog
from congo_gui.screens.shared.layout import Stack
from congo_gui.system import clipboard
from congo_gui.widgets.base import LEFT_BUTTON, Widget, wheel_steps
from congo_gui.widgets.button import Button, Look, place_from_right
from congo_gui.widgets.scroll import BAR, Scroller
from engine.game.game import Ply
from engine.record.remark import Remark

BUTTON = 38
SCROLL_STEP = 60


def describe_ply(ply: Ply) -> str:
    """Describe a ply."""
    return ply.rules.prose.describe(ply.before, ply.transition)


def log_lines(session: Session) -> Iterator[str]:
    """Yield the introduction of the game, a description of each ply, and the result."""
    game = session.game
    yield Remark.parse(session.current.introduction).text or texts.game_of(game.rules.facts.title)
    for cursor, (ply, remark) in enumerate(zip(game.plies, session.current.remarks, strict=True), 1):
        words = Remark.parse(remark.comment).text
        line = f"{game.number_of(cursor)}. {describe_ply(ply)}"
        yield f"{line} ({words})" if words else line
    if session.current.at_end and session.outcome is not None:
        yield result_sentence(session.game.rules, session.outcome)


class LogText(Widget):
    """Paragraphs, one of which is current; a click on one calls `jump` with its number."""

    focusable = True

    def __init__(self, jump: Callable[[int], None]) -> None:
        super().__init__()
        self._jump = jump
        self.lines: tuple[str, ...] = ()
        self.current = 0
        self._tops: list[int] = [0]
        self._theme: Theme | None = None
        self._wrapped: dict[str, list[str]] = {}
        """The lines of the paragraphs that have been in view, at the present width."""
        self._wrapped_for: tuple[int, float] = (0, 0.0)
        """The width and the scale of these lines."""
        self.scroller = Scroller()

    def show(self, lines: Sequence[str], current: int) -> None:
        """Set the paragraphs, and scroll to the current one."""
        self.lines, self.current = tuple(lines), current
        if self._theme is not None:
            self.place(self.rect, self._theme)

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        super().place(rect, theme)
        self._theme = theme
        self._view = rect.inflate(-2 * theme.px(6), -2 * theme.px(6))
        wrapped_for = self._view.width - theme.px(BAR + 10), theme.scale
        if wrapped_for != self._wrapped_for:
            self._wrapped_for = wrapped_for
            self._wrapped.clear()
        self._stack(theme)
        self._reveal()
        self._wrap_view(theme, self._reveal)

    def _stack(self, theme: Theme) -> None:
        """Stack the paragraphs; the heights of those that have not been in view are estimated.

        To wrap the long comments of a whole game takes seconds.
        """
        width, _ = self._wrapped_for
        letters = max(1, len(ascii_lowercase) * width // theme.width(ascii_lowercase, Role.BODY))
        line_height, gap = theme.line_height(Role.BODY), theme.px(5)
        heights = (self._count(line, letters) * line_height + gap for line in self.lines)
        self._tops = [*accumulate(heights, initial=0)]
        self.scroller.place(self._view, self._tops[-1], theme)

    def _count(self, line: str, letters: int) -> int:
        """Return the number of lines of a paragraph, about if it has not been in view."""
        wrapped = self._wrapped.get(line)
        return len(wrapped) if wrapped is not None else 1 + min(len(line), MAX_WRAPPED) // letters

    def _wrap_view(self, theme: Theme, scroll: Callable[[], None]) -> None:
        """Wrap the paragraphs in view; call `scroll` whenever heights have changed."""
        width, _ = self._wrapped_for
        while new := {self.lines[index] for index in self._in_view()} - self._wrapped.keys():
            self._wrapped.update((line, theme.wrap(line, Role.BODY, width)) for line in new)
            self._stack(theme)
            scroll()

    def _reveal(self) -> None:
        """Scroll as little as needed to show the current paragraph, or the beginning of a longer one."""
        if self.current < len(self.lines):
            top, bottom = self._tops[self.current : self.current + 2]
            self.scroller.reveal(top, min(bottom, top + self._view.height))

    def _hold(self) -> Callable[[], None]:
        """Return a function that scrolls to what is in view now, for when heights have changed."""
        scroller, first = self.scroller, self._in_view().start
        if scroller.offset == 0:
            return lambda: None
        if scroller.offset == scroller.last:
            return lambda: scroller.scroll_to(scroller.last)
        after = min(first + 1, len(self.lines))
        below = self._tops[after] - scroller.offset
        return lambda: scroller.scroll_to(self._tops[after] - below)

    def _in_view(self) -> range:
        """Return the indexes of the paragraphs in view."""
        top = self.scroller.offset
        first = bisect_right(self._tops, top) - 1
        return range(first, min(len(self.lines), bisect_left(self._tops, top + self._view.height)))

    def place_of(self, index: int) -> pygame.Rect:
        """Return the rectangle of a paragraph, visible or not."""
        top = self._view.y + self._tops[index] - self.scroller.offset
        width = self._view.width - (self._theme.px(BAR) if self._theme else 0)
        return pygame.Rect(self._view.x, top, width, self._tops[index + 1] - self._tops[index])

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            self.scroller.scroll_to(self.scroller.offset - round(wheel_steps(event) * SCROLL_STEP))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            if not self.scroller.press(event.pos):
                self._click(event.pos)
        elif event.type == pygame.MOUSEMOTION:
            return self.pressed and self.scroller.drag(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            self.scroller.release()
        else:
            return event.type == pygame.KEYDOWN and self._key(event.key)
        return True

    def _click(self, position: tuple[int, int]) -> None:
        for index in self._in_view():
            if self._view.collidepoint(position) and self.place_of(index).collidepoint(position):
                self._jump(index)
                return

    def _key(self, key: int) -> bool:
        steps = {
            pygame.K_UP: self.current - 1,
            pygame.K_DOWN: self.current + 1,
            pygame.K_HOME: 0,
            pygame.K_END: len(self.lines) - 1,
        }
        if key in steps:
            self._jump(max(0, min(len(self.lines) - 1, steps[key])))
        return key in steps

    # --- drawing

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours = theme.colours
        draw_box(surface, self.rect, theme.px(10), colours.raised, colours.outline, theme.px(1.2))
        self._wrap_view(theme, self._hold())
        with clipped(surface, self._view):
            for index in self._in_view():
                self._draw_paragraph(surface, theme, index)
        self.scroller.draw(surface, theme)
        self._draw_focus(surface, theme)

    def _draw_paragraph(self, surface: pygame.Surface, theme: Theme, index: int) -> None:
        colours, place = theme.colours, self.place_of(index)
        if index == self.current:
            draw_box(surface, place.inflate(0, -2), theme.px(5), colours.accent_soft, colours.accent)
        corner = place.x + theme.px(6), place.y + theme.px(2)
        draw_lines(surface, theme, self._wrapped[self.lines[index]], Role.BODY, colours.text, corner)


class MoveLogScreen(RemarkDialog):
    """Shows the log of a session's game; a click on a move shows the position after it."""

    _size = (640, 560)
    _remark_lines = 1

    def __init__(self, host: Host, session: Session) -> None:
        super().__init__(host, texts.LOG_TITLE)
        self._session = session
        self._unsubscribe = session.events.subscribe(lambda _: self._follow(), PositionChanged, EndChanged)
        self.text = LogText(self._jump)
        self.copying = Button(texts.COPY, self.copy, tip=texts.COPY_TIP, role=Role.BODY)
        self.done = Button(texts.DONE, self.dismiss, look=Look.PRIMARY)
        self._use_widgets([self.text, self.copying, self.done])
        self.group.set_focus(self.text)
        self._follow()

    def close(self) -> None:
        self._unsubscribe()
        super().close()

    def _follow(self) -> None:
        """Show the current game: an AI may move while the log is open."""
        session = self._session
        self.text.show(list(log_lines(session)), session.game.cursor)
        self._show_message("" if session.game.plies else texts.NO_MOVES)

    def _jump(self, index: int) -> None:
        self.group.set_focus(self.text)
        self._session.view(min(index, len(self._session.game.plies)))

    def copy(self) -> None:
        """Copy all paragraphs to the clipboard."""
        if clipboard.copy("\n".join(self.text.lines)):
            self._show_message(texts.LOG_COPIED)
        else:
            self._show_error(texts.NO_CLIPBOARD)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and is_control(event.mod) and key_code(event) == pygame.K_c:
            self.copy()
            return True
        return super().handle(event)

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        column = Stack(inside, theme.px(8))
        row = column.bottom(theme.px(BUTTON))
        right = place_from_right((self.done, self.copying), row.bottomright, row.height, theme, min_width=90)
        line = theme.line_height(Role.BODY)
        self._message_place = pygame.Rect(row.x, row.y + (row.height - line) // 2, right - row.x, line)
        self.text.place(column.rest, theme)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        self._draw_remark(surface, theme, self._message)
