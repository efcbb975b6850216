"""The controls beside the lesson's board: lessons or pieces, the text, and the steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import pygame

from congo_gui.commands.actions import BY_ID
from congo_gui.draw.drawing import draw_box, draw_lines
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Colour, Role, Theme
from congo_gui.play.wording import kind_title
from congo_gui.screens.learn import texts
from congo_gui.screens.learn.course import Course, Exercise, LessonTone, Page, Pieces
from congo_gui.screens.learn.puzzle_course import Difficulty, PuzzleCourse, RunKind
from congo_gui.screens.shared.commands import ScreenCommands, TitleBar, command_button
from congo_gui.screens.shared.layout import Stack, beside_or_above
from congo_gui.widgets.base import Widget
from congo_gui.widgets.button import Button, Chip, Look, PieceButton, place_all
from congo_gui.widgets.choices import Segments
from engine.learn.lessons import LessonStage
from engine.rules.values import Piece

ROLES = (Role.BODY, Role.SMALL, Role.CAPTION)
PICTURE = 54
PANEL = (260, 430)
"""Narrowest and widest panel at scale 1."""
TALL_PANEL = 400
"""Height of the panel below the board at scale 1."""
BUTTON = 40
FILTER = 36
MIN_TEXT = 150
"""Height of the text at scale 1 below which the other controls go into fewer rows."""
CHIP, PIECE = 30, 56
"""Width at scale 1 from which the buttons of lessons and of pieces go into one more row."""


class LessonText(Widget):
    """Shows a `Page`, as large as it fits; `sample` returns the piece that represents a kind.

    Where little room is left, the picture, the title and then the text make way for the task.
    """

    def __init__(self, skin: Skin, sample: Callable[[str], Piece]) -> None:
        super().__init__()
        self._skin, self._sample = skin, sample
        self.page = Page("", "", "", "", "")

    def show(self, page: Page) -> bool:
        """Set the page; return whether it has changed."""
        if page == self.page:
            return False
        self.page = page
        return True

    @property
    def appearance(self) -> object:
        return self.page

    def height(self, theme: Theme, role: Role, page: Page) -> int:
        """Return the height in pixels of a page in that role."""
        return self._draw(None, theme, role, page)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        role, page = self.fitting(theme)
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        self._draw(surface, theme, role, page)
        surface.set_clip(clip)

    def fitting(self, theme: Theme) -> tuple[Role, Page]:
        """Return as much of the page as fits, and the largest role in which that fits."""
        page, parts = self.page, [self.page]
        if page.feedback:  # the text was read before there was any
            parts += [replace(page, text=""), replace(page, kind="", text="")]
        plain, bare = replace(page, kind=""), replace(page, title="", text="")
        short = replace(plain, text="", note="", chapter="")
        parts += [plain, replace(page, title="")] if page.teaches else [plain, replace(plain, text=""), short]
        parts.append(bare)
        for part in parts:
            for role in ROLES:
                if self.height(theme, role, part) <= self.rect.height:
                    return role, part
        return ROLES[-1], parts[-1]

    def _draw(self, surface: pygame.Surface | None, theme: Theme, role: Role, page: Page) -> int:
        """Draw the page, or only measure it; return its height."""
        colours = theme.colours
        if surface is not None:
            draw_box(surface, self.rect, theme.px(10), colours.panel, colours.outline, theme.px(1.2))
        y = self.rect.y + theme.px(10 if page.title else 6)
        if page.title:
            y = self._draw_head(surface, theme, page, y) + theme.px(6)
        inset = theme.px(12)
        lines = theme.wrap(page.text, role, self.rect.width - 2 * inset) if page.text else []
        y = draw_lines(surface, theme, lines, role, colours.text, (self.rect.x + inset, y))
        y += theme.px(8) if lines or page.title else 0
        strong = Role.STRONG if role is Role.BODY else role
        y = self._draw_banner(surface, theme, strong, page.task, (colours.sunken, colours.text), y)
        if page.feedback:
            tones = {
                LessonTone.PLAIN: (colours.raised, colours.text),
                LessonTone.GOOD: (colours.good_soft, colours.good),
                LessonTone.BAD: (colours.danger_soft, colours.danger),
            }
            y = self._draw_banner(surface, theme, role, page.feedback, tones[page.tone], y + theme.px(8))
        return y + theme.px(8) - self.rect.y

    def _draw_head(self, surface: pygame.Surface | None, theme: Theme, page: Page, y: int) -> int:
        picture = theme.px(PICTURE) if page.kind else 0
        left = self.rect.x + theme.px(12)
        text_left = left + picture + theme.px(10) if picture else left
        available = self.rect.right - theme.px(8) - text_left
        note = texts.in_chapter(page.chapter, page.note)
        note = note if theme.width(note, Role.SMALL) <= available else page.note
        note_lines = theme.wrap(note, Role.SMALL, available) if note else []
        height = theme.line_height(Role.HEADING) + len(note_lines) * theme.line_height(Role.SMALL)
        if surface is not None and page.kind:
            piece = self._sample(page.kind)
            if page.side is not None:
                piece = replace(piece, side=page.side)
            self._skin.draw_piece(surface, piece, pygame.Rect(left, y, picture, picture))
        if surface is not None:
            top = y + max(0, (picture - height) // 2)
            title = theme.shorten(page.title, Role.HEADING, self.rect.right - theme.px(8) - text_left)
            surface.blit(theme.text(title, Role.HEADING, theme.colours.text), (text_left, top))
            top += theme.line_height(Role.HEADING)
            draw_lines(surface, theme, note_lines, Role.SMALL, theme.colours.muted, (text_left, top))
        return y + max(picture, height)

    def _draw_banner(
        self,
        surface: pygame.Surface | None,
        theme: Theme,
        role: Role,
        text: str,
        colours: tuple[Colour, Colour],
        y: int,
    ) -> int:
        """Draw a text in a box of its own; return where it ends."""
        inset, pad = theme.px(8), theme.px(6)
        lines = theme.wrap(text, role, self.rect.width - 2 * inset - 2 * pad)
        height = len(lines) * theme.line_height(role) + 2 * pad
        if surface is not None:
            place = pygame.Rect(self.rect.x + inset, y, self.rect.width - 2 * inset, height)
            draw_box(surface, place, theme.px(8), colours[0], theme.colours.outline, theme.px(1))
        draw_lines(surface, theme, lines, role, colours[1], (self.rect.x + inset + pad, y + pad))
        return y + height


class PanelCalls(NamedTuple):
    """The functions of the controls."""

    leave: Callable[[], None]
    turn_to: Callable[[Exercise], None]
    """Changes between lessons, pieces and puzzles."""
    go_to: Callable[[int], None]
    """Opens a lesson, a piece or a puzzle by its number."""
    next_step: Callable[[], None]
    """Goes to the next lesson or puzzle."""
    filter: Callable[[Difficulty], None]
    """Proposes puzzles of a difficulty."""
    choose_theme: Callable[[], None]
    start_run: Callable[[RunKind], None]


class LessonPanel:
    """Makes the controls and places them; `exercises` are lessons, pieces and, if there are any, puzzles."""

    def __init__(
        self,
        commands: ScreenCommands,
        skin: Skin,
        exercises: tuple[Course, Pieces, PuzzleCourse | None],
        exercise: Callable[[], Exercise],
        calls: PanelCalls,
    ) -> None:
        course, pieces, puzzles = exercises
        self._course, self._puzzles, self._exercise = course, puzzles, exercise
        rules = course.rules
        self.text = LessonText(skin, rules.facts.sample)
        several = rules.facts.piece_words[1].capitalize()
        titles = (texts.LESSONS, several, texts.PUZZLES)
        self.tabs = [
            self._tab(title, each, calls.turn_to)
            for title, each in zip(titles, exercises, strict=True)
            if each is not None
        ]
        self._title_bar = TitleBar("", texts.LEAVE, calls.leave)
        self.chips = [self._chip(index, calls.go_to) for index in range(len(course.lessons))]
        self.pieces = [
            self._piece(skin, pieces, index, calls.go_to) for index in range(len(pieces.playgrounds))
        ]
        self.filters = [] if puzzles is None else _filters(puzzles, calls)
        self.solution = command_button(commands, "solution", role=Role.STRONG)
        self.hint = command_button(commands, "hint", role=Role.STRONG)
        self.again = command_button(commands, "restart", self._again_label, role=Role.STRONG)
        self.previous = command_button(commands, "back", texts.PREVIOUS, role=Role.STRONG)
        tip = lambda: texts.next_tip(BY_ID["commit"].keys[0].text)  # noqa: E731
        self.next = Button(self._next_label, calls.next_step, tip=tip, enabled=self._has_next)

    def _tab(self, title: str, exercise: Exercise, turn_to: Callable[[Exercise], None]) -> Button:
        return Button(title, lambda: turn_to(exercise), chosen=lambda: self._exercise() is exercise)

    def _chip(self, index: int, go_to: Callable[[int], None]) -> Chip:
        course, lesson = self._course, self._course.lessons[index]
        return Chip(
            str(index + 1),
            lambda: go_to(index),
            tip=texts.in_chapter(course.chapters[index], lesson.title),
            chosen=lambda: course.index == index,
            done=lambda: lesson.id in course.solved,
        )

    def _piece(self, skin: Skin, pieces: Pieces, index: int, go_to: Callable[[int], None]) -> PieceButton:
        kind = pieces.playgrounds[index].kind
        rules = pieces.rules
        name = kind_title(rules, kind)
        return PieceButton(
            skin, rules.facts.sample(kind), name, lambda: go_to(index), chosen=lambda: pieces.index == index
        )

    @property
    def widgets(self) -> list[Widget]:
        """All controls in the order of Tab."""
        chosen: list[Widget] = [*self.tabs, self._title_bar.close, *self.chips, *self.pieces, *self.filters]
        return [*chosen, self.text, self.hint, self.again, self.previous, self.solution, self.next]

    # --- the steps

    @property
    def _in_course(self) -> bool:
        return self._exercise() is self._course

    @property
    def _in_puzzles(self) -> bool:
        return self._puzzles is not None and self._exercise() is self._puzzles

    def _again_label(self) -> str:
        return texts.TRY_AGAIN if self._in_course or self._in_puzzles else texts.START_AGAIN

    def _next_label(self) -> str:
        if self._in_puzzles:
            return texts.NEXT
        if self._course.all_solved and self._course.is_last:
            return texts.PLAY_FIRST_GAME
        return texts.NEXT if self._course.lesson.id in self._course.solved else texts.SKIP

    def _has_next(self) -> bool:
        return self._in_puzzles or not self._course.is_last or self._course.stage is LessonStage.SOLVED

    def mark_step(self) -> None:
        """Highlight the button of the next step."""
        exercise = self._exercise()
        solved = exercise.stage is LessonStage.SOLVED
        missed = exercise.stage is LessonStage.MISSED
        self.next.look = Look.PRIMARY if solved else Look.PLAIN
        again = missed or not (exercise.open or exercise.pending or solved)
        self.again.look = Look.PRIMARY if again else Look.PLAIN

    # --- layout

    def layout(self, window: pygame.Rect, theme: Theme) -> pygame.Rect:
        """Arrange the controls; return where the board is."""
        sets: tuple[Sequence[Widget], ...] = (self.chips, self.pieces, self.filters)
        shown = sets[0 if self._in_course else 2 if self._in_puzzles else 1]
        self.hint.visible = self.next.visible = self._in_course or self._in_puzzles
        self.previous.visible, self.solution.visible = self._in_course, self._in_puzzles
        for widget in (each for some in sets for each in some):
            widget.visible = widget in shown
        board, panel = beside_or_above(window, theme, PANEL, TALL_PANEL)
        column = Stack(panel, theme.px(8))
        self._place_tabs(column.top(theme.px(36)), theme)
        if self._in_puzzles:
            self._place_filters(column, theme)
        else:
            buttons = self.chips if self._in_course else self.pieces
            smallest = theme.px(CHIP if self._in_course else PIECE)
            choices = column.top(_grid_height(len(buttons), smallest, panel.width))
            place_all(buttons, _grid(choices, len(buttons), smallest), theme)
        first = self.solution if self._in_puzzles else self.previous
        steps = [self.hint, self.again, first, self.next]
        below = 2 * (theme.px(BUTTON) + column.gap)
        is_low = column.rest.height - below < theme.px(MIN_TEXT)
        for button in steps:
            button.role = Role.SMALL if is_low else Role.STRONG
        if is_low and _fits_in_row(steps, column, theme):
            _place_in_row(steps, column.bottom(theme.px(FILTER)), column.gap, theme)
        else:
            _place_pair(steps[2:], column.bottom(theme.px(BUTTON)), column.gap, theme)
            _place_pair(steps[:2], column.bottom(theme.px(BUTTON)), column.gap, theme)
        self.text.place(column.rest, theme)
        return board

    def _place_filters(self, column: Stack, theme: Theme) -> None:
        """Place the difficulty above two rows of buttons, or one where there is little room."""
        difficulty, *buttons = self.filters
        difficulty.place(column.top(theme.px(FILTER)), theme)
        others = 2 * (theme.px(FILTER) + theme.px(BUTTON) + 2 * column.gap)
        is_low = column.rest.height - others < theme.px(MIN_TEXT)
        if is_low and _fits_in_row(buttons, column, theme):
            _place_in_row(buttons, column.top(theme.px(FILTER)), column.gap, theme)
            return
        for at in range(0, len(buttons), 2):
            _place_pair(buttons[at : at + 2], column.top(theme.px(FILTER)), column.gap, theme)

    def _place_tabs(self, row: pygame.Rect, theme: Theme) -> None:
        self._title_bar.place(row, theme)
        available = self._title_bar.close.rect.x - row.x
        columns = Stack(row, theme.px(8))
        share = available // len(self.tabs) - columns.gap
        fits = all(theme.width(tab.label, Role.STRONG) <= share - theme.px(8) for tab in self.tabs)
        for tab in self.tabs:
            tab.role = Role.STRONG if fits else Role.SMALL
            tab.place(columns.left(min(tab.natural_width(theme) + theme.px(8), share)), theme)


def _filters(puzzles: PuzzleCourse, calls: PanelCalls) -> list[Widget]:
    """Return the controls that choose puzzles: difficulty, theme, runs, and the puzzle of the day."""
    levels = list(Difficulty)
    return [
        Segments(
            texts.DIFFICULTIES,
            lambda: levels.index(puzzles.difficulty),
            lambda part: calls.filter(levels[part]),
            texts.DIFFICULTY_TIP,
        ),
        Button(
            lambda: texts.theme_label(puzzles.theme), calls.choose_theme, tip=texts.THEME_TIP, role=Role.SMALL
        ),
        *(
            Button(
                texts.RUNS[kind.value],
                partial(calls.start_run, kind),
                tip=texts.RUN_TIPS[kind.value],
                chosen=partial(_is_run, puzzles, kind),
                role=Role.SMALL,
            )
            for kind in RunKind
        ),
        Button(texts.DAILY, lambda: calls.go_to(puzzles.daily), tip=texts.DAILY_TIP, role=Role.SMALL),
    ]


def _is_run(puzzles: PuzzleCourse, kind: RunKind) -> bool:
    return puzzles.run is not None and puzzles.run.kind is kind


def _fits_in_row(buttons: Sequence[Widget], column: Stack, theme: Theme) -> bool:
    wanted = sum(each.natural_width(theme) for each in buttons if isinstance(each, Button))
    return wanted + (len(buttons) - 1) * column.gap <= column.rest.width


def _place_in_row(buttons: Sequence[Widget], row: pygame.Rect, gap: int, theme: Theme) -> None:
    """Place buttons side by side, with the spare width in equal shares."""
    wanted = [each.natural_width(theme) for each in buttons if isinstance(each, Button)]
    spare = row.width - sum(wanted) - (len(wanted) - 1) * gap
    left = row.x
    for at, (button, width) in enumerate(zip(buttons, wanted, strict=True)):
        share = spare * (at + 1) // len(wanted) - spare * at // len(wanted)
        button.place(pygame.Rect(left, row.y, width + share, row.height), theme)
        left += width + share + gap


def _place_pair(pair: Sequence[Widget], row: pygame.Rect, gap: int, theme: Theme) -> None:
    """Place two buttons side by side, equally wide."""
    half = (row.width - gap) // 2
    pair[0].place(pygame.Rect(row.x, row.y, half, row.height), theme)
    pair[1].place(pygame.Rect(row.right - half, row.y, half, row.height), theme)


def _columns(count: int, smallest: int, width: int) -> int:
    """Return the number of buttons in a row, for rows as equal as possible."""
    fitting = max(1, min(count, width // smallest))
    rows = -(-count // fitting)
    return -(-count // rows)


def _grid_height(count: int, smallest: int, width: int) -> int:
    columns = _columns(count, smallest, width)
    return -(-count // columns) * (min(width // columns, smallest))


def _grid(area: pygame.Rect, count: int, smallest: int) -> list[pygame.Rect]:
    """Divide an area into buttons of whole pixels, row by row."""
    columns = _columns(count, smallest, area.width)
    rows = -(-count // columns)
    gap = max(2, smallest // 10)
    lefts = [area.x + column * area.width // columns for column in range(columns + 1)]
    tops = [area.y + row * area.height // rows for row in range(rows + 1)]
    rects = []
    for index in range(count):
        row, column = divmod(index, columns)
        size = lefts[column + 1] - lefts[column] - gap, tops[row + 1] - tops[row] - gap
        rects.append(pygame.Rect((lefts[column], tops[row]), size))
    return rects
