"""The screen of an exercise: a board to move on, and the panel beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

import pygame

from congo_gui.board.controller import MoveEntered
from congo_gui.board.state import Arrow, Circle
from congo_gui.commands.command import Handler, Handlers, Where
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Theme
from congo_gui.play import texts as session_texts
from congo_gui.screens.learn import texts
from congo_gui.screens.learn.course import Course, Exercise, FeedbackTone, Page, Series, page_words
from congo_gui.screens.learn.ending_choices import ending_filters
from congo_gui.screens.learn.ending_course import EndingCourse
from congo_gui.screens.learn.model_game_commands import model_game_handlers
from congo_gui.screens.learn.model_games import ModelGames
from congo_gui.screens.learn.panel import ExercisePanel, PanelCallbacks
from congo_gui.screens.learn.puzzle_choice import Difficulty
from congo_gui.screens.learn.puzzle_course import PuzzleCourse
from congo_gui.screens.learn.strategy_course import StrategyCourse
from congo_gui.screens.learn.theme_choice import ThemeChoice
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.board_area import BoardArea
from congo_gui.screens.shared.board_screen import BoardScreen
from congo_gui.screens.shared.move_chooser import MoveChooser
from congo_gui.store.puzzle_progress import RunKind
from congo_gui.widgets.base import COMMAND_KEYS, ENTER_KEYS, LEFT_BUTTON, earliest
from congo_gui.widgets.button import Look
from engine.learn.lessons import AttemptStage
from engine.record.record import GameRecord
from engine.rules.values import FIRST
from engine.rules.words import sentence
from engine.system.errors import UserError

Value = TypeVar("Value")
RESET_DELAY_S, REFUTED_DELAY_S, REPLY_DELAY_S = 1.5, 5.0, 0.4
"""Seconds until a wrong move is taken back, also with a reply in a puzzle, and until the other side moves."""
CLOCK_S = 0.5
"""Seconds between two updates of the clock of a timed run."""


class ExerciseScreen(BoardScreen):
    """Shows an exercise under a title. `ready` returns whether the engine is loaded.

    `finished` is called when the lessons are over and the learner wants to play, `analyse` with moves to
    analyse, after how many of them to begin, and whether the board is flipped.
    """

    _where = Where.LESSONS
    board: BoardArea

    def __init__(
        self,
        host: Host,
        title: str,
        exercise: Exercise,
        skin: Skin,
        ready: Callable[[], bool],
        finished: Callable[[], None],
        analyse: Callable[[GameRecord, int, bool], None],
    ) -> None:
        super().__init__(host)
        self.exercise, self._rules = exercise, exercise.rules
        self._ready, self._finished, self._analyse_record = ready, finished, analyse
        self._waited_s = 0.0
        """Seconds since a wrong move, or one that the other side answers, arrived."""
        self._refusal = ""
        """Why the last click was rejected."""
        self.course = exercise if isinstance(exercise, Course) else None
        self.series = exercise if isinstance(exercise, Series) else None
        self.games = exercise if isinstance(exercise, ModelGames) else None
        self.puzzles = exercise if isinstance(exercise, PuzzleCourse) else None
        self.endings = exercise if isinstance(exercise, EndingCourse) else None
        self._chooser = MoveChooser(
            host, self._rules, skin, lambda: exercise.position, self._moved, self._explain, self._list_place
        )
        self.board = self._chooser.board
        self.board.display.reader_side = lambda: exercise.position.side
        self.panel = ExercisePanel(
            self.commands,
            skin,
            title,
            exercise,
            PanelCallbacks(
                leave=self.dismiss,
                go_to=self._go_to,
                next_step=self._next,
                filter=self._filter,
                choose_theme=self._choose_theme,
                start_run=self._start_run,
            ),
            [] if self.endings is None else ending_filters(host, skin, self.endings, self._show),
        )
        self.group.widgets = [self.board, *self.panel.widgets]
        self._was_ready = ready()
        self._show()

    # --- the exercise

    def _go_to(self, index: int) -> None:
        self.exercise.go_to(index)
        self._show()

    def _next(self) -> None:
        course = self.course
        if self.games is not None:
            if self.games.at_end and self._host.key_repeats:
                return  # holding Enter runs through one game, not through all
            self.games.next()
            self._show(None if self.games.last is None else 0)
        elif self.series is not None:
            self.series.next()
            self._show()
        elif course is None:
            return
        elif course.ends:
            self.dismiss()
            self._finished()
        elif course.stage is AttemptStage.SOLVED:
            course.go_to_unsolved()
            self._show()
        else:
            self._go_to(course.index + 1)

    def _hint(self) -> None:
        self.exercise.hint()
        self._after_input()

    def _show_solution(self) -> None:
        assert self.series is not None
        self.series.show_solution()
        self._show()

    def _analyse(self) -> None:
        study = self.exercise.study
        assert study is not None
        self._analyse_record(study, self.exercise.study_ply, self._is_flipped)

    def _filter(self, difficulty: Difficulty) -> None:
        assert self.puzzles is not None
        self.puzzles.filter(self.puzzles.choice.theme, difficulty)
        self._show()

    def _start_run(self, kind: RunKind) -> None:
        assert self.puzzles is not None
        self.puzzles.start_run(kind)
        self._show()

    def _choose_theme(self) -> None:
        assert self.puzzles is not None
        self._host.push(ThemeChoice(self._host, self.puzzles, self._show))

    def _retry(self) -> None:
        self.exercise.retry()
        self._show()

    def _undo(self) -> None:
        self.exercise.undo()
        self._show()

    def _show(self, shown: int | None = None) -> None:
        """Update the board; `shown` is the index in the last move's path at which the piece is displayed."""
        exercise, board = self.exercise, self.board
        sides = frozenset({exercise.position.side}) if self._may_move() else frozenset[int]()
        before = board.display.position
        board.display.set_flipped(self._is_flipped)
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
        if self.series is not None:
            return self.series.solver != facts.side_below
        return facts.has_own_edges and facts.side_below != FIRST

    def _may_move(self) -> bool:
        return self.exercise.open and self._ready()

    def _after_input(self) -> None:
        """Update arrows, text and buttons."""
        state = self.board.controller.state
        thin = isinstance(self.exercise, StrategyCourse)  # they go over the animals of the task
        state.arrows = tuple(Arrow(start, end, thin=thin) for start, end in self.exercise.arrows)
        state.circles = tuple(Circle(square) for square in self.exercise.circles)
        self.panel.mark_step()
        before, page = self.panel.text.page, self._page()
        if self.panel.text.show(page):
            self._dirty = True
            words = page_words(self._rules, self.exercise.position, page, before)
            if words and not (self.course is not None and self.exercise.pending):  # the answer follows
                self._host.screen_reader(words)

    def _page(self) -> Page:
        page = self.exercise.page
        if not self._ready():
            return replace(page, feedback=texts.LOADING, tone=FeedbackTone.PLAIN)
        if self.board.controller.waiting:
            return replace(page, feedback=session_texts.JUMP_ON, tone=FeedbackTone.PLAIN)
        caution = self.board.help.caution or self._refusal
        return replace(page, feedback=caution, tone=FeedbackTone.BAD) if caution else page

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

    # --- the screen

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self._window, self.theme = window, theme
        self.board.place(self.panel.layout(window, theme), theme)
        self.invalidate()

    def _draw_labels(self, surface: pygame.Surface, theme: Theme) -> None:
        self.panel.draw(surface, theme)

    def _handlers(self) -> Handlers:
        own = self._own_handlers()
        return {name: replace(each, run=partial(self._safely, each.run, None)) for name, each in own.items()}

    def _own_handlers(self) -> Handlers:
        return {
            "cancel": Handler(self._cancel),
            "learn": Handler(self.dismiss),
            "commit": Handler(self._enter, self._can_enter, texts.ANSWER_FIRST),
            "restart": Handler(self._retry, self._can_restart, texts.NO_ENDING_YET),
            "type_move": Handler(self._chooser.type, self._may_move, texts.NO_MOVE_NOW),
            "undo": Handler(self._undo, lambda: self.exercise.can_undo, texts.NOTHING_TO_TAKE_BACK),
            "hint": Handler(self._hint, lambda: self._ready() and self.exercise.can_hint, self._no_hint),
            "solution": Handler(self._show_solution, self._can_show_solution, self._no_solution),
            "analyse": Handler(
                self._analyse,
                lambda: self._ready() and self.exercise.study is not None,
                lambda: self.exercise.no_study if self._ready() else texts.LOADING,
            ),
            **model_game_handlers(self.games, self._show),
            "back": Handler(
                lambda: self._turn_page(-1) if self.games is None else self._undo(),
                self._can_go_back,
                self._no_way_back,
            ),
            "forward": Handler(self._forward, self._can_go_on, self._no_way_on),
        }

    def _forward(self) -> None:
        if self.series is None and self.games is None:
            self._turn_page(1)
        else:
            self._next()

    def _can_go_back(self) -> bool:
        if self.games is not None:
            return self.games.can_undo
        return self.series is None and (self.course is None or self.course.index > 0)

    def _no_way_back(self) -> str:
        if self.games is not None:
            return texts.FIRST_MOVE
        return texts.FIRST_LESSON if self.series is None else texts.NEXT_PUZZLE_FIRST

    def _can_go_on(self) -> bool:
        if self.puzzles is not None:
            return self.puzzles.can_skip
        return self.course is None or not self.course.is_last

    def _no_way_on(self) -> str:
        return texts.LAST_LESSON if self.puzzles is None else texts.NO_SKIPPING

    def _can_restart(self) -> bool:
        return self.endings is None or self.endings.has_ending

    def _can_show_solution(self) -> bool:
        return self.series is not None and self.series.can_show

    def _no_solution(self) -> str:
        return texts.ONLY_IN_PUZZLES if self.series is None else self.series.no_solution

    def _no_hint(self) -> str:
        if not self._ready():
            return texts.LOADING
        is_solved = self.course is not None and self.course.stage is AttemptStage.SOLVED
        return texts.LESSON_SOLVED if is_solved else texts.NO_HINT

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
            self._retry()
        elif self.panel.next.look is Look.PRIMARY:
            self._next()

    def _safely(self, action: Callable[[], Value], otherwise: Value) -> Value:
        """Return what a function returns; leave the screen if a move in the exercise's file is illegal."""
        try:
            return action()
        except UserError as error:
            self.dismiss()
            self._host.show_toast(sentence(str(error)))
            return otherwise

    def handle(self, event: pygame.event.Event) -> bool:
        handled = partial(super().handle, event)
        return self._safely(lambda: self._goes_on(event) or handled(), True)

    def _goes_on(self, event: pygame.event.Event) -> bool:
        """After the learner's last move, let Enter on the board, or a click on a refutation, go on."""
        if self.exercise.open or self.exercise.pending or not self._can_enter():
            return False
        if event.type == pygame.KEYDOWN and event.key in ENTER_KEYS and not event.mod & COMMAND_KEYS:
            entered = self.board.focused
        else:
            missed = self.exercise.stage is AttemptStage.MISSED and not self.exercise.is_wrong
            clicked = event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON
            entered = missed and clicked and self.board.rect.collidepoint(event.pos)
        if entered:
            self._enter()
        return entered

    def update(self, seconds: float) -> None:
        self._safely(partial(self._update, seconds), None)

    def _update(self, seconds: float) -> None:
        if self._ready() != self._was_ready:
            self._was_ready = self._ready()
            self._show()
        self.board.help.enabled = self._ready() and bool(self._host.settings.explain)
        super().update(seconds)
        self._advance(seconds)
        self._after_input()

    @property
    def _delay(self) -> float | None:
        """Seconds until the other side moves or a wrong move is taken back; None if neither is pending."""
        if self.exercise.is_wrong:
            return RESET_DELAY_S if self.puzzles is None or self.puzzles.in_run else REFUTED_DELAY_S
        return REPLY_DELAY_S if self.exercise.pending else None

    def _advance(self, seconds: float) -> None:
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
        left = self.puzzles.seconds_left if self.puzzles is not None else None
        clock = None if left is None else min(left, CLOCK_S)
        delay = self._delay
        if delay is None or (self.exercise.pending and self._waited_s >= delay):
            return earliest(super().next_change, clock)  # the answer to a wrong move wakes the loop
        return earliest(super().next_change, clock, max(0.0, delay - self._waited_s))

    def close(self) -> None:
        self.exercise.close()
