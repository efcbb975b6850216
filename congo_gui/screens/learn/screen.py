"""Learning the game: lessons, and a playground for every piece, on a board that knows the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from congo_gui.board.controller import Chosen
from congo_gui.board.state import Arrow
from congo_gui.commands.actions import BY_ID
from congo_gui.commands.command import Handler, Handlers, Where
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.wording import JUMP_ON, kind_title
from congo_gui.screens.learn.course import Course, Exercise, Page, Pieces, Tone
from congo_gui.screens.learn.layout import LearnLayout, learn_layout
from congo_gui.screens.learn.lesson_text import LessonText
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.board_area import BoardArea
from congo_gui.screens.shared.board_screen import BoardScreen
from congo_gui.screens.shared.choose import ChooseScreen
from congo_gui.screens.shared.command_button import close_button, command_button
from congo_gui.screens.shared.move_dialog import MoveQuestion
from congo_gui.widgets.base import Widget
from congo_gui.widgets.button import Button, Look
from congo_gui.widgets.chip import Chip
from congo_gui.widgets.piece_button import PieceButton
from engine.learn import lessons
from engine.learn.lessons import LessonStage
from engine.rules.move import Move
from engine.rules.position import FIRST
from engine.rules.rules import Rules

CHIP, PIECE = 30, 56
"""Width at scale 1 from which the buttons of lessons and of pieces go into one more row."""
NOT_YET = "One moment: the rules are being prepared."
SOLVED = "This lesson is solved."
NO_HINT = "There is no task to help with here."
AT_FIRST, AT_LAST = "This is the first lesson.", "This is the last lesson."


class LearnScreen(BoardScreen):
    """Shows the course, or the pieces with `kind` first. `ready` tells whether the engine is there."""

    _where = Where.LESSONS
    board: BoardArea

    def __init__(
        self, host: Host, rules: Rules, skin: Skin, ready: Callable[[], bool], kind: str = ""
    ) -> None:
        super().__init__(host)
        self.rules, self._ready = rules, ready
        found = lessons.load(rules)
        self.course = Course(rules, found.lessons, self._solved_before(), self._note_solved)
        self.playgrounds = Pieces(rules, found.playgrounds)
        self.exercise: Exercise = self.course
        self.board = BoardArea(rules, skin, self.course.position, self._moved, self._asked, self._explain)
        self.board.display.turn(rules.facts.side_below != FIRST)
        self.board.display.heard = host.sounds.play
        self.text = LessonText(skin, rules.facts.sample)
        self._build_controls(skin)
        self.group.widgets = self._widgets()
        self._places: LearnLayout | None = None
        self._was_ready = ready()
        self.board.display.animate(host.settings.animation_pace)
        if kind:
            self.show_piece(kind)
        else:
            self._show()

    # --- controls

    def _build_controls(self, skin: Skin) -> None:
        course, pieces = self.course, self.playgrounds
        several = self.rules.facts.piece_words[1]
        self.tabs = [
            Button("Lessons", lambda: self._turn_to(course), chosen=lambda: self.exercise is course),
            Button(
                several.capitalize(), lambda: self._turn_to(pieces), chosen=lambda: self.exercise is pieces
            ),
        ]
        self.back = close_button("Back to the game", self.dismiss)
        self.chips = [self._chip(index) for index in range(len(course.lessons))]
        self.pieces = [self._piece(skin, index) for index in range(len(pieces.playgrounds))]
        self.hint = command_button(self.commands, "hint", role=Role.STRONG)
        self.again = command_button(self.commands, "restart", self._again_label, role=Role.STRONG)
        self.previous = command_button(self.commands, "back", "Back", role=Role.STRONG)
        tip = lambda: f"Go on ({BY_ID['commit'].keys[0].text})"  # noqa: E731
        self.next = Button(self._next_label, self._next, tip=tip, enabled=self._has_next)

    def _chip(self, index: int) -> Chip:
        lesson = self.course.lessons[index]
        return Chip(
            str(index + 1),
            lambda: self._go_to(index),
            tip=lesson.title,
            chosen=lambda: self.course.index == index,
            done=lambda: lesson.id in self.course.solved,
        )

    def _piece(self, skin: Skin, index: int) -> PieceButton:
        kind = self.playgrounds.playgrounds[index].kind
        name = kind_title(self.rules, kind)
        return PieceButton(
            skin,
            self.rules.facts.sample(kind),
            name,
            lambda: self._choose(index),
            chosen=lambda: self.playgrounds.index == index,
        )

    def _widgets(self) -> list[Widget]:
        steps = (self.hint, self.again, self.previous, self.next)
        return [self.board, *self.tabs, self.back, *self.chips, *self.pieces, self.text, *steps]

    @property
    def _in_course(self) -> bool:
        return self.exercise is self.course

    def _again_label(self) -> str:
        return "Try again" if self._in_course else "Start again"

    def _next_label(self) -> str:
        if self.course.all_solved and self.course.is_last:
            return "To the game"
        return "Next" if self.course.lesson.id in self.course.solved else "Skip"

    def _has_next(self) -> bool:
        return not self.course.is_last or self.course.stage is LessonStage.SOLVED

    # --- the exercise

    def _turn_to(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self._show()
        self._relayout()

    def show_piece(self, kind: str) -> None:
        """Open the playground of a kind of piece."""
        kinds = [playground.kind for playground in self.playgrounds.playgrounds]
        self.playgrounds.choose(kinds.index(kind) if kind in kinds else 0)
        self._turn_to(self.playgrounds)

    def _choose(self, index: int) -> None:
        self.playgrounds.choose(index)
        self._show()

    def _go_to(self, index: int) -> None:
        self.course.go_to(index)
        self._show()

    def _next(self) -> None:
        if self.course.all_solved and self.course.is_last:
            self.dismiss()
        elif self.course.stage is LessonStage.SOLVED:
            self.course.go_on()
            self._show()
        else:
            self._go_to(self.course.index + 1)

    def _hint(self) -> None:
        self.course.hint()
        self._refresh()

    def _reset(self) -> None:
        self.exercise.reset()
        self._show()

    def _show(self, shown: int | None = None) -> None:
        """Bring the board up to date; `shown` tells how far the last move's path has been seen already."""
        exercise, board = self.exercise, self.board
        may_move = exercise.open and self._ready()
        sides = frozenset({exercise.position.side}) if may_move else frozenset[int]()
        before = board.display.position
        board.show(exercise.position, sides, exercise.last)
        if shown is not None and exercise.last is not None:
            board.display.glide(exercise.last, shown)
        else:
            board.display.change_from(before)
        self.toast.hide()
        self._refresh()

    def _refresh(self) -> None:
        """Bring arrows, text and buttons up to date."""
        state = self.board.controller.state
        state.arrows = tuple(Arrow(start, end) for start, end in self.exercise.arrows)
        solved = self._in_course and self.course.stage is LessonStage.SOLVED
        missed = self._in_course and self.course.stage is LessonStage.MISSED
        self.next.look = Look.MAIN if solved else Look.PLAIN
        self.again.look = Look.MAIN if missed or (not self.exercise.open and not solved) else Look.PLAIN
        self._dirty |= self.text.show(self._page())

    def _page(self) -> Page:
        page = self.exercise.page
        if not self._ready():
            return _with(page, NOT_YET, Tone.PLAIN)
        if self.board.controller.waiting:
            return _with(page, JUMP_ON, Tone.PLAIN)
        return _with(page, self.board.help.caution, Tone.BAD) if self.board.help.caution else page

    # --- moves

    def _moved(self, chosen: Chosen) -> None:
        self.exercise.play(chosen.move, chosen.path)
        self._show(chosen.shown)

    def _asked(self, moves: tuple[Move, ...]) -> None:
        position, preview = self.exercise.position, self.board.controller.preview
        question = MoveQuestion(self.rules, position, moves, self._text_place, preview, self._play)
        self._host.push(ChooseScreen(self._host, question))

    def _text_place(self) -> pygame.Rect:
        assert self._places is not None
        return self._places.text

    def _play(self, move: Move) -> None:
        self.exercise.play(move, move.path)
        self._show(0)

    # --- what is remembered

    def _solved_before(self) -> list[str]:
        solved = self._host.settings.lessons.get(self.rules.name, [])
        return [one for one in solved if isinstance(one, str)] if isinstance(solved, list) else []

    def _note_solved(self, lesson: str) -> None:
        before = self._host.settings.lessons
        self._host.settings.lessons = {**before, self.rules.name: [*self._solved_before(), lesson]}

    # --- the screen

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self._window, self.theme = window, theme
        chips: Sequence[Button] = self.chips
        shown, hidden = (chips, self.pieces) if self._in_course else (self.pieces, chips)
        smallest = theme.px(CHIP if self._in_course else PIECE)
        rows = partial(_grid_height, len(shown), smallest)
        places = self._places = learn_layout(window, theme, rows)
        for widget in (self.hint, self.previous, self.next):
            widget.visible = self._in_course
        for widget in (*shown, *hidden):
            widget.visible = widget in shown
        self.board.place(places.board, theme)
        self.text.place(places.text, theme)
        self._place_tabs(places.tabs, theme)
        for widget, rect in zip(shown, _grid(places.choices, len(shown), smallest), strict=True):
            widget.place(rect, theme)
        steps = (self.hint, self.again, self.previous, self.next)
        for button, rect in zip(steps, places.buttons, strict=True):
            button.place(rect, theme)
        self.invalidate()

    def _place_tabs(self, row: pygame.Rect, theme: Theme) -> None:
        self.back.place(pygame.Rect(row.right - row.height, row.y, row.height, row.height), theme)
        left, gap = row.x, theme.px(8)
        for tab in self.tabs:
            width = min(tab.natural_width(theme) + theme.px(8), (self.back.rect.x - 2 * gap - row.x) // 2)
            tab.place(pygame.Rect(left, row.y, width, row.height), theme)
            left += width + gap

    def _settle(self) -> None:
        self._refresh()

    def _handlers(self) -> Handlers:
        course = self.course
        return {
            "cancel": Handler(self._cancel),
            "commit": Handler(self._enter, self._can_enter, "That needs an answer on the board first."),
            "restart": Handler(self._reset),
            "undo": Handler(self._reset),
            "hint": Handler(self._hint, lambda: self._in_course and course.can_hint, self._no_hint),
            "back": Handler(
                lambda: self._turn_page(-1), lambda: not self._in_course or course.index > 0, AT_FIRST
            ),
            "forward": Handler(
                lambda: self._turn_page(1), lambda: not (self._in_course and course.is_last), AT_LAST
            ),
        }

    def _no_hint(self) -> str:
        return SOLVED if self._in_course and self.course.stage is LessonStage.SOLVED else NO_HINT

    def _cancel(self) -> None:
        if not self.board.cancel():
            self.dismiss()

    def _turn_page(self, steps: int) -> None:
        """Open another lesson, or the playground of another piece."""
        if self._in_course:
            self._go_to(self.course.index + steps)
        else:
            self._choose((self.playgrounds.index + steps) % len(self.playgrounds.playgrounds))

    def _can_enter(self) -> bool:
        return self.board.controller.waiting or Look.MAIN in (self.again.look, self.next.look)

    def _enter(self) -> None:
        """Finish a chain of jumps, or do what the coloured button does."""
        if self.board.controller.waiting:
            self.board.commit()
        elif self.again.look is Look.MAIN:
            self._reset()
        elif self.next.look is Look.MAIN:
            self._next()

    def update(self, seconds: float) -> None:
        if self._ready() != self._was_ready:
            self._was_ready = self._ready()
            self._show()
        self.board.help.enabled = self._ready() and self._host.settings.explain
        super().update(seconds)
        self._refresh()


def _with(page: Page, feedback: str, tone: Tone) -> Page:
    return Page(page.kind, page.title, page.note, page.text, page.task, feedback, tone)


def _columns(count: int, smallest: int, width: int) -> int:
    """Return how many buttons go into a row, in rows as equal as can be."""
    most = max(1, min(count, width // smallest))
    rows = -(-count // most)
    return -(-count // rows)


def _grid_height(count: int, smallest: int, width: int) -> int:
    columns = _columns(count, smallest, width)
    return -(-count // columns) * (min(width // columns, smallest))


def _grid(area: pygame.Rect, count: int, smallest: int) -> list[pygame.Rect]:
    """Divide an area into buttons of whole pixels, row by row."""
    columns = _columns(count, smallest, area.width)
    rows = -(-count // columns)
    gap = max(2, smallest // 10)
    places = []
    for index in range(count):
        row, column = divmod(index, columns)
        left, top = area.x + column * area.width // columns, area.y + row * area.height // rows
        right, bottom = (
            area.x + (column + 1) * area.width // columns,
            area.y + (row + 1) * area.height // rows,
        )
        places.append(pygame.Rect(left, top, right - left - gap, bottom - top - gap))
    return places
