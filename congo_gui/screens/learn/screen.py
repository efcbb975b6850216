"""The lessons, and a playground for every piece, on a board with the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from congo_gui.board.controller import MoveEntered
from congo_gui.board.state import Arrow
from congo_gui.commands.command import Handler, Handlers, Where
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Theme
from congo_gui.play import texts as session_texts
from congo_gui.screens.learn import texts
from congo_gui.screens.learn.course import Course, Exercise, LessonTone, Page, Pieces
from congo_gui.screens.learn.panel import LessonPanel
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.board_area import BoardArea
from congo_gui.screens.shared.board_screen import BoardScreen
from congo_gui.screens.shared.move_chooser import MoveChooser
from congo_gui.widgets.base import earliest
from congo_gui.widgets.button import Look
from engine.learn import lessons
from engine.learn.lessons import LessonStage
from engine.rules.rules import Rules
from engine.rules.values import FIRST

RESET_DELAY_S = 1.5
"""Seconds for which a wrong move is shown before it is reset."""


class LearnScreen(BoardScreen):
    """Shows the course, or the pieces with `kind` first. `ready` returns whether the engine is loaded.

    `finished` is called when the course is over and the learner wants to play.
    """

    _where = Where.LESSONS
    board: BoardArea

    def __init__(
        self,
        host: Host,
        rules: Rules,
        skin: Skin,
        ready: Callable[[], bool],
        finished: Callable[[], None],
        kind: str = "",
    ) -> None:
        super().__init__(host)
        self._rules, self._ready, self._finished = rules, ready, finished
        self._missed_s = 0.0
        """Seconds since a wrong move arrived."""
        self._refusal = ""
        """Why the last click was refused."""
        found = lessons.load(rules)
        self.course = course = Course(rules, found.lessons, self._solved_before(), self._note_solved)
        self.playgrounds = pieces = Pieces(rules, found.playgrounds)
        self.exercise: Exercise = self.course
        chooser = MoveChooser(
            host, rules, skin, lambda: self.exercise.position, self._moved, self._explain, self._list_place
        )
        self.board = chooser.board
        self.board.display.reader_side = lambda: self.exercise.position.side
        self.board.display.turn(rules.facts.has_own_edges and rules.facts.side_below != FIRST)
        current = lambda: self.exercise  # noqa: E731
        self.panel = LessonPanel(
            self.commands, skin, course, pieces, current, self.dismiss, self._turn_to, self._go_to, self._next
        )
        self.group.widgets = [self.board, *self.panel.widgets]
        self._was_ready = ready()
        if kind:
            self.show_piece(kind)
        else:
            self._show()

    @property
    def _in_course(self) -> bool:
        return self.exercise is self.course

    # --- the exercise

    def _turn_to(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self._show()
        self._relayout()

    def show_piece(self, kind: str) -> None:
        """Open the playground of a kind of piece."""
        kinds = [playground.kind for playground in self.playgrounds.playgrounds]
        self.playgrounds.go_to(kinds.index(kind) if kind in kinds else 0)
        self._turn_to(self.playgrounds)

    def _go_to(self, index: int) -> None:
        self.exercise.go_to(index)
        self._show()

    def _next(self) -> None:
        if self.course.all_solved and self.course.is_last:
            self.dismiss()
            self._finished()
        elif self.course.stage is LessonStage.SOLVED:
            self.course.go_to_unsolved()
            self._show()
        else:
            self._go_to(self.course.index + 1)

    def _hint(self) -> None:
        self.course.hint()
        self._after_input()

    def _reset(self) -> None:
        self.exercise.reset()
        self._show()

    def _show(self, shown: int | None = None) -> None:
        """Update the board; `shown` is the index in the last move's path at which the piece is displayed."""
        exercise, board = self.exercise, self.board
        may_move = exercise.open and self._ready()
        sides = frozenset({exercise.position.side}) if may_move else frozenset[int]()
        before = board.display.position
        board.show(exercise.position, sides, exercise.last)
        if shown is not None and exercise.last is not None:
            board.display.glide(exercise.last, shown)
        else:
            board.display.change_from(before)
        self._refusal = ""
        self._after_input()

    def _after_input(self) -> None:
        """Update arrows, text and buttons."""
        state = self.board.controller.state
        state.arrows = tuple(Arrow(start, end) for start, end in self.exercise.arrows)
        self.panel.mark_step()
        self._dirty |= self.panel.text.show(self._page())

    def _page(self) -> Page:
        page = self.exercise.page
        if not self._ready():
            return replace(page, feedback=texts.LOADING, tone=LessonTone.PLAIN)
        if self.board.controller.waiting:
            return replace(page, feedback=session_texts.JUMP_ON, tone=LessonTone.PLAIN)
        caution = self.board.help.caution or self._refusal
        return replace(page, feedback=caution, tone=LessonTone.BAD) if caution else page

    def _explain(self, text: str) -> None:
        """Explain a refused click in the lesson's text; an empty text removes the explanation."""
        self._refusal = text
        self._after_input()

    # --- moves

    def _list_place(self) -> pygame.Rect:
        return self.panel.text.rect

    def _moved(self, chosen: MoveEntered) -> None:
        self.exercise.play(chosen.move, chosen.path)
        self._show(chosen.shown)

    # --- settings

    def _solved_before(self) -> list[str]:
        solved = self._host.settings.lessons.get(self._rules.name, [])
        return [one for one in solved if isinstance(one, str)] if isinstance(solved, list) else []

    def _note_solved(self, lesson: str) -> None:
        before = self._host.settings.lessons
        self._host.settings.lessons = {**before, self._rules.name: [*self._solved_before(), lesson]}

    # --- the screen

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self._window, self.theme = window, theme
        self.board.place(self.panel.layout(window, theme), theme)
        self.invalidate()

    def _handlers(self) -> Handlers:
        course = self.course
        return {
            "cancel": Handler(self._cancel),
            "commit": Handler(self._enter, self._can_enter, texts.ANSWER_FIRST),
            "restart": Handler(self._reset),
            "undo": Handler(self._reset),
            "hint": Handler(self._hint, lambda: self._in_course and course.can_hint, self._no_hint),
            "back": Handler(
                lambda: self._turn_page(-1),
                lambda: not self._in_course or course.index > 0,
                texts.FIRST_LESSON,
            ),
            "forward": Handler(
                lambda: self._turn_page(1),
                lambda: not (self._in_course and course.is_last),
                texts.LAST_LESSON,
            ),
        }

    def _no_hint(self) -> str:
        return (
            texts.LESSON_SOLVED
            if self._in_course and self.course.stage is LessonStage.SOLVED
            else texts.NO_HINT
        )

    def _cancel(self) -> None:
        if not self.board.cancel():
            self.dismiss()

    def _turn_page(self, steps: int) -> None:
        """Open another lesson, or the playground of another piece."""
        self._go_to(self.exercise.index + steps)

    def _can_enter(self) -> bool:
        return self.board.controller.waiting or Look.PRIMARY in (self.panel.again.look, self.panel.next.look)

    def _enter(self) -> None:
        """Finish a chain of jumps, or do what the highlighted button does."""
        if self.board.controller.waiting:
            self.board.commit()
        elif self.panel.again.look is Look.PRIMARY:
            self._reset()
        elif self.panel.next.look is Look.PRIMARY:
            self._next()

    def update(self, seconds: float) -> None:
        if self._ready() != self._was_ready:
            self._was_ready = self._ready()
            self._show()
        self.board.help.enabled = self._ready() and bool(self._host.settings.explain)
        super().update(seconds)
        self._put_back(seconds)
        self._after_input()

    @property
    def _is_missed(self) -> bool:
        return self._in_course and self.course.stage is LessonStage.MISSED

    def _put_back(self, seconds: float) -> None:
        """Put the piece back a moment after a wrong move."""
        if not self._is_missed or self.board.display.animator.running:
            self._missed_s = 0.0
            return
        self._missed_s += seconds
        if self._missed_s >= RESET_DELAY_S:
            self.course.put_back()
            self._show()

    @property
    def next_change(self) -> float | None:
        waits = max(0.0, RESET_DELAY_S - self._missed_s) if self._is_missed else None
        return earliest(super().next_change, waits)
