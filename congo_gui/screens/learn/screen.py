"""The lessons, and a playground for every piece, on a board with the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pygame

from congo_gui.board.controller import MoveEntered
from congo_gui.board.state import Arrow
from congo_gui.commands.command import Handler, Handlers, Where
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Theme
from congo_gui.play import texts as session_texts
from congo_gui.screens.learn import texts
from congo_gui.screens.learn.course import Course, Exercise, LessonTone, Page, Pieces
from congo_gui.screens.learn.panel import LessonPanel, PanelCalls
from congo_gui.screens.learn.puzzle_course import Difficulty, PuzzleCourse, RunKind, best_reply
from congo_gui.screens.learn.theme_choice import ThemeChoice
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.board_area import BoardArea
from congo_gui.screens.shared.board_screen import BoardScreen
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.screens.shared.move_chooser import MoveChooser
from congo_gui.screens.shared.position_thread import PositionThread
from congo_gui.widgets.base import earliest
from congo_gui.widgets.button import Look
from engine.learn import lessons
from engine.learn.lessons import LessonStage
from engine.learn.puzzles import puzzles_of
from engine.rules.rules import Rules
from engine.rules.values import FIRST
from engine.rules.words import sentence
from engine.system.errors import UserError

RESET_DELAY_S, REPLY_DELAY_S = 1.5, 0.4
"""Seconds for which a wrong move is shown before it is taken back, and before the other side answers."""
CLOCK_S = 0.5
"""Seconds between two updates of the clock of a timed run."""


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
        self._waited_s = 0.0
        """Seconds since a wrong move, or one that the other side answers, arrived."""
        self._refusal = ""
        """Why the last click was rejected."""
        self._replies = PositionThread(rules, host.wake, best_reply, lambda error: ())
        found = lessons.load(rules)
        self.course = course = Course(rules, found.lessons, self._solved_before(), self._note_solved)
        self.playgrounds = pieces = Pieces(rules, found.playgrounds)
        self.exercise: Exercise = self.course
        chooser = MoveChooser(
            host, rules, skin, lambda: self.exercise.position, self._moved, self._explain, self._list_place
        )
        self.board = chooser.board
        self.board.display.reader_side = lambda: self.exercise.position.side
        current = lambda: self.exercise  # noqa: E731
        self.puzzles = puzzles = self._puzzle_course(found.playgrounds[0].kind)
        self.panel = LessonPanel(
            self.commands,
            skin,
            (course, pieces, puzzles),
            current,
            PanelCalls(
                leave=self.dismiss,
                turn_to=self._turn_to,
                go_to=self._go_to,
                next_step=self._next,
                filter=self._filter,
                choose_theme=self._choose_theme,
                start_run=self._start_run,
            ),
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

    def _puzzle_course(self, kind: str) -> PuzzleCourse | None:
        """Return the puzzles of the game, with the picture of a `kind` of piece; None if it has none."""
        try:
            puzzles = puzzles_of(self._rules.name)
        except UserError as error:
            self.toast.show(sentence(str(error)))
            return None
        if not puzzles:
            return None
        today = lambda: date.today().toordinal()  # noqa: E731
        return PuzzleCourse(
            self._rules,
            puzzles,
            self._host.puzzle_progress,
            kind,
            today,
            self._replies.of,
            self._host.timing.now,
        )

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
        if self.puzzles is not None and self.exercise is self.puzzles:
            self.puzzles.next()
            self._show()
        elif self.course.all_solved and self.course.is_last:
            self.dismiss()
            self._finished()
        elif self.course.stage is LessonStage.SOLVED:
            self.course.go_to_unsolved()
            self._show()
        else:
            self._go_to(self.course.index + 1)

    def _hint(self) -> None:
        self.exercise.hint()
        self._after_input()

    def _show_solution(self) -> None:
        assert self.puzzles is not None
        self.puzzles.show_solution()
        self._show()

    def _filter(self, difficulty: Difficulty) -> None:
        assert self.puzzles is not None
        self.puzzles.filter(self.puzzles.theme, difficulty)
        self._show()

    def _start_run(self, kind: RunKind) -> None:
        assert self.puzzles is not None
        self.puzzles.start_run(kind)
        self._show()

    def _choose_theme(self) -> None:
        assert self.puzzles is not None
        self._host.push(ThemeChoice(self._host, self.puzzles, self._show, self._forget))

    def _forget(self) -> None:
        """Delete the progress in this game's puzzles, after a question."""
        puzzles = self.puzzles
        assert puzzles is not None
        question = texts.FORGET_QUESTION, texts.FORGET_WORDS, texts.FORGET_VERB
        self._host.push(ConfirmScreen(self._host, *question, puzzles.forget))

    def _reset(self) -> None:
        self.exercise.reset()
        self._show()

    def _show(self, shown: int | None = None) -> None:
        """Update the board; `shown` is the index in the last move's path at which the piece is displayed."""
        exercise, board = self.exercise, self.board
        may_move = exercise.open and self._ready()
        sides = frozenset({exercise.position.side}) if may_move else frozenset[int]()
        before = board.display.position
        board.display.turn(self._is_flipped)
        board.show(exercise.position, sides, exercise.last)
        if shown is not None and exercise.last is not None:
            board.display.glide(exercise.last, shown)
        else:
            board.display.change_from(before)
        self._refusal = ""
        self._after_input()

    @property
    def _is_flipped(self) -> bool:
        """True if the board is flipped: a puzzle is seen from the solver's side."""
        facts = self._rules.facts
        if self.puzzles is not None and self._in_puzzles:
            return self.puzzles.solver != facts.side_below
        return facts.has_own_edges and facts.side_below != FIRST

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
        """Explain a rejected click in the lesson's text; an empty text removes the explanation."""
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
            "hint": Handler(self._hint, lambda: self.exercise.can_hint, self._no_hint),
            "solution": Handler(self._show_solution, self._can_show_solution, self._no_solution),
            "back": Handler(
                lambda: self._turn_page(-1),
                lambda: not self._in_puzzles and (not self._in_course or course.index > 0),
                lambda: texts.NEXT_PUZZLE_FIRST if self._in_puzzles else texts.FIRST_LESSON,
            ),
            "forward": Handler(
                lambda: self._next() if self._in_puzzles else self._turn_page(1),
                lambda: not (self._in_course and course.is_last),
                texts.LAST_LESSON,
            ),
        }

    @property
    def _in_puzzles(self) -> bool:
        return self.puzzles is not None and self.exercise is self.puzzles

    def _can_show_solution(self) -> bool:
        return self._in_puzzles and self.puzzles is not None and self.puzzles.can_show

    def _no_solution(self) -> str:
        return texts.PUZZLE_OVER if self._in_puzzles else texts.ONLY_IN_PUZZLES

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
        self._go_on(seconds)
        self._after_input()

    @property
    def _delay(self) -> float | None:
        """Seconds until the other side moves or a wrong move is taken back; None if neither is pending."""
        if self.exercise.is_wrong:
            return RESET_DELAY_S
        return REPLY_DELAY_S if self.exercise.pending else None

    def _go_on(self, seconds: float) -> None:
        """Take a wrong move back, or let the other side move, a moment after the last move has arrived."""
        if self.puzzles is not None and self.puzzles.check_time():
            self._show()
        delay = self._delay
        if delay is None or self.board.display.animator.running:
            self._waited_s = 0.0
            return
        self._waited_s += seconds
        if self._waited_s < delay:
            return
        if self.exercise.is_wrong:
            self.exercise.put_back()
            self._show()
        elif self.exercise.step():
            self._waited_s = 0.0
            self._show(0)

    @property
    def next_change(self) -> float | None:
        left = self.puzzles.seconds_left if self.puzzles is not None and self._in_puzzles else None
        clock = None if left is None else min(left, CLOCK_S)
        delay = self._delay
        if delay is None or (self.exercise.pending and self._waited_s >= delay):
            return earliest(super().next_change, clock)  # the answer to a wrong move wakes the loop
        return earliest(super().next_change, clock, max(0.0, delay - self._waited_s))

    def close(self) -> None:
        self._replies.close()
