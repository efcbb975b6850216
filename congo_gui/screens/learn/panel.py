"""The controls beside the board of an exercise: the choices, the text, and the steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from congo_gui.commands.actions import BY_ID
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.wording import kind_title
from congo_gui.screens.learn import texts
from congo_gui.screens.learn.course import Course, Exercise, Series
from congo_gui.screens.learn.ending_course import EndingCourse
from congo_gui.screens.learn.model_games import ModelGames, name_of
from congo_gui.screens.learn.page_text import PageText
from congo_gui.screens.learn.pieces import Pieces
from congo_gui.screens.learn.puzzle_choice import Difficulty
from congo_gui.screens.learn.puzzle_course import PuzzleCourse
from congo_gui.screens.learn.strategy_course import StrategyCourse
from congo_gui.screens.shared.commands import ScreenCommands, TitleBar, command_button
from congo_gui.screens.shared.layout import Stack, beside_or_above
from congo_gui.store.puzzle_progress import RunKind
from congo_gui.widgets.base import Widget
from congo_gui.widgets.button import Button, Chip, Look, PieceButton, place_all
from congo_gui.widgets.choices import Segments
from engine.learn.lessons import AttemptStage

PANEL = (260, 430)
"""Narrowest and widest panel at scale 1."""
TALL_PANEL = 400
"""Height of the panel below the board at scale 1."""
TITLE, BUTTON = 36, 40
FILTER = 36
MIN_TEXT = 150
"""Height of the text at scale 1 below which the other controls go into fewer rows."""
CHIP, PIECE = 30, 56
"""Width at scale 1 from which the buttons of lessons and of pieces go into one more row."""


class PanelCallbacks(NamedTuple):
    """The functions that the controls call."""

    leave: Callable[[], None]
    go_to: Callable[[int], None]
    """Opens a lesson, a piece or a puzzle by its number."""
    next_step: Callable[[], None]
    """Goes to the next lesson or puzzle."""
    filter: Callable[[Difficulty], None]
    """Proposes puzzles of a difficulty."""
    choose_theme: Callable[[], None]
    start_run: Callable[[RunKind], None]


class ExercisePanel:
    """Makes the controls of an exercise and places them."""

    def __init__(
        self,
        commands: ScreenCommands,
        skin: Skin,
        title: str,
        exercise: Exercise,
        calls: PanelCallbacks,
        filters: Sequence[Widget] = (),
    ) -> None:
        self._exercise = exercise
        self._course = exercise if isinstance(exercise, Course) else None
        self._puzzles = exercise if isinstance(exercise, PuzzleCourse) else None
        self.text = PageText(skin, exercise.rules.facts.sample)
        self._title_bar = TitleBar(title, texts.LEAVE, calls.leave)
        self.chips: list[Chip] = []
        self.pieces: list[PieceButton] = []
        self.filters = list(filters)
        if isinstance(exercise, Course):
            self.chips += [_chip(exercise, index, calls.go_to) for index in range(len(exercise.lessons))]
        elif isinstance(exercise, ModelGames):
            self.chips += [_game_chip(exercise, index, calls.go_to) for index in range(len(exercise.games))]
        elif isinstance(exercise, Pieces):
            count = len(exercise.playgrounds)
            self.pieces += [_piece(skin, exercise, index, calls.go_to) for index in range(count)]
        elif isinstance(exercise, PuzzleCourse):
            self.filters += _filters(exercise, calls)
        label = texts.BEST_LINE if isinstance(exercise, EndingCourse) else ""
        self.solution = command_button(commands, "solution", label, role=Role.STRONG)
        self.analyse = command_button(commands, "analyse", role=Role.STRONG)
        self.comment = command_button(commands, "next_comment", role=Role.STRONG)
        self.hint = command_button(commands, "hint", role=Role.STRONG)
        self.again = command_button(commands, "restart", self._again_label, role=Role.STRONG)
        self.previous = command_button(commands, "back", texts.PREVIOUS, role=Role.STRONG)
        tip = lambda: texts.next_tip(BY_ID["commit"].keys[0].text)  # noqa: E731
        self.next = Button(self._next_label, calls.next_step, tip=tip, enabled=self._has_next)
        self.undo = command_button(commands, "undo", texts.TAKE_BACK, role=Role.STRONG)
        self.steps = _steps(self, exercise)
        steps = (self.hint, self.undo, self.again, self.previous, self.solution, self.next)
        for button in (*steps, self.analyse, self.comment):
            button.visible = button in self.steps

    @property
    def widgets(self) -> list[Widget]:
        """All controls in the order of Tab."""
        chosen: list[Widget] = [self._title_bar.close, *self.chips, *self.pieces, *self.filters]
        analyse = [] if self.analyse in self.steps else [self.analyse]
        return [*chosen, self.text, *self.steps, *analyse]

    # --- the steps

    def _again_label(self) -> str:
        return texts.START_AGAIN if isinstance(self._exercise, Pieces) else texts.TRY_AGAIN

    def _next_label(self) -> str:
        course = self._course
        if course is None:
            at_end = isinstance(self._exercise, ModelGames) and self._exercise.at_end
            return texts.NEXT_GAME if at_end else texts.NEXT
        if course.ends:
            return course.last_step
        return texts.NEXT if course.lesson.id in course.solved else texts.SKIP

    def _has_next(self) -> bool:
        course = self._course
        if self._puzzles is not None:
            return self._puzzles.can_skip
        return course is None or not course.is_last or course.stage is AttemptStage.SOLVED

    def mark_step(self) -> None:
        """Highlight the button of the next step."""
        exercise = self._exercise
        solved = exercise.stage is AttemptStage.SOLVED
        missed = exercise.stage is AttemptStage.MISSED and not exercise.pending
        is_game = isinstance(exercise, ModelGames)
        run = None if self._puzzles is None else self._puzzles.run
        is_over = run is not None and run.over
        self.next.look = Look.PRIMARY if solved or is_game or is_over else Look.PLAIN
        again = missed or not (exercise.open or exercise.pending or solved)
        again = again and not is_game and run is None and self.again.enabled
        self.again.look = Look.PRIMARY if again else Look.PLAIN
        if isinstance(exercise, Series):  # after the solution, its button makes way for the analysis
            over = not exercise.can_show and not exercise.pending
            self.analyse.visible = over and exercise.study is not None
            self.solution.visible = not self.analyse.visible
        elif isinstance(exercise, StrategyCourse):  # once there is no hint left to give, as above
            self.analyse.visible = not exercise.open and not exercise.pending
            self.hint.visible = not self.analyse.visible

    # --- layout

    def layout(self, window: pygame.Rect, theme: Theme) -> pygame.Rect:
        """Arrange the controls; return where the board is."""
        board, panel = beside_or_above(window, theme, PANEL, TALL_PANEL)
        column = Stack(panel, theme.px(8))
        self._title_bar.place(column.top(theme.px(TITLE)), theme)
        if self.filters:
            self._place_filters(column, theme)
        else:
            buttons: Sequence[Button] = self.chips or self.pieces
            smallest = theme.px(CHIP if self.chips else PIECE)
            choices = column.top(_grid_height(len(buttons), smallest, panel.width))
            place_all(buttons, _grid(choices, len(buttons), smallest), theme)
        self._place_steps(column, theme)
        if self.analyse not in self.steps:
            given = self.solution if self.solution in self.steps else self.hint
            self.analyse.role = given.role
            self.analyse.place(given.rect, theme)
        self.text.place(column.rest, theme)
        return board

    def _place_steps(self, column: Stack, theme: Theme) -> None:
        """Place the steps in pairs, or in fewer rows where there is little room."""
        rows = -(-len(self.steps) // 2)
        is_low = column.rest.height - rows * (theme.px(BUTTON) + column.gap) < theme.px(MIN_TEXT)
        for button in self.steps:
            button.role = Role.SMALL if is_low else Role.STRONG
        for columns in range(len(self.steps), 2, -1) if is_low else ():
            parts = _rows(self.steps, columns)
            if all(_fits_in_row(part, column, theme) for part in parts):
                for part in reversed(parts):
                    _place_in_row(part, column.bottom(theme.px(FILTER)), column.gap, theme)
                return
        for part in reversed(_rows(self.steps, 2)):
            _place_equally(part, column.bottom(theme.px(BUTTON)), column.gap, theme)

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
            _place_equally(buttons[at : at + 2], column.top(theme.px(FILTER)), column.gap, theme)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the title."""
        self._title_bar.draw(surface, theme)


def _steps(panel: ExercisePanel, exercise: Exercise) -> list[Button]:
    """Return the buttons of the steps that an exercise has."""
    if isinstance(exercise, EndingCourse):
        return [panel.hint, panel.undo, panel.again, panel.solution, panel.next]
    if isinstance(exercise, Series):
        return [panel.hint, panel.again, panel.solution, panel.next]
    if isinstance(exercise, ModelGames):
        return [panel.comment, panel.analyse, panel.previous, panel.next]
    if isinstance(exercise, Course):
        return [panel.hint, panel.again, panel.previous, panel.next]
    return [panel.again]


def _chip(course: Course, index: int, go_to: Callable[[int], None]) -> Chip:
    lesson = course.lessons[index]
    return Chip(
        str(index + 1),
        lambda: go_to(index),
        tip=texts.in_chapter(course.chapters[index], lesson.title),
        chosen=lambda: course.index == index,
        done=lambda: lesson.id in course.solved,
    )


def _game_chip(games: ModelGames, index: int, go_to: Callable[[int], None]) -> Chip:
    game = games.games[index]
    return Chip(
        str(index + 1),
        lambda: go_to(index),
        tip=game.event,
        chosen=lambda: games.index == index,
        done=lambda: name_of(game) in games.seen,
    )


def _piece(skin: Skin, pieces: Pieces, index: int, go_to: Callable[[int], None]) -> PieceButton:
    rules, kind = pieces.rules, pieces.playgrounds[index].kind
    name, sample = kind_title(rules, kind), rules.facts.sample(kind)
    return PieceButton(skin, sample, name, lambda: go_to(index), chosen=lambda: pieces.index == index)


def _filters(puzzles: PuzzleCourse, calls: PanelCallbacks) -> list[Widget]:
    """Return the controls that choose puzzles: difficulty, theme, runs, and the puzzle of the day."""
    levels = list(Difficulty)
    return [
        Segments(
            texts.DIFFICULTIES,
            lambda: levels.index(puzzles.choice.difficulty) if puzzles.is_chosen else -1,
            lambda part: calls.filter(levels[part]),
            texts.DIFFICULTY_TIP,
        ),
        Button(
            lambda: texts.theme_label(puzzles.choice.theme if puzzles.is_chosen else ""),
            calls.choose_theme,
            tip=texts.THEME_TIP,
            role=Role.SMALL,
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
        Button(
            texts.DAILY,
            lambda: calls.go_to(puzzles.daily),
            tip=texts.DAILY_TIP,
            chosen=lambda: puzzles.is_daily,
            role=Role.SMALL,
        ),
    ]


def _is_run(puzzles: PuzzleCourse, kind: RunKind) -> bool:
    return puzzles.in_run and puzzles.run is not None and puzzles.run.kind is kind


def _fits_in_row(buttons: Sequence[Widget], column: Stack, theme: Theme) -> bool:
    wanted = sum(button.natural_width(theme) for button in buttons if isinstance(button, Button))
    return wanted + (len(buttons) - 1) * column.gap <= column.rest.width


def _place_in_row(buttons: Sequence[Widget], row: pygame.Rect, gap: int, theme: Theme) -> None:
    """Place buttons side by side, with the spare width in equal shares."""
    wanted = [button.natural_width(theme) for button in buttons if isinstance(button, Button)]
    spare = row.width - sum(wanted) - (len(wanted) - 1) * gap
    left = row.x
    for at, (button, width) in enumerate(zip(buttons, wanted, strict=True)):
        share = spare * (at + 1) // len(wanted) - spare * at // len(wanted)
        button.place(pygame.Rect(left, row.y, width + share, row.height), theme)
        left += width + share + gap


def _place_equally(widgets: Sequence[Widget], row: pygame.Rect, gap: int, theme: Theme) -> None:
    """Place controls side by side, equally wide."""
    width = (row.width - gap * (len(widgets) - 1)) // len(widgets)
    for at, widget in enumerate(widgets, start=1):
        left = row.right - width - (len(widgets) - at) * (width + gap)
        widget.place(pygame.Rect(left, row.y, width, row.height), theme)


def _rows(widgets: Sequence[Button], columns: int) -> list[Sequence[Button]]:
    """Divide controls into rows of so many, and a last one of the rest."""
    return [widgets[at : at + columns] for at in range(0, len(widgets), columns)]


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
