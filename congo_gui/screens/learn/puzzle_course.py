"""Puzzles as exercises: the learner finds the only moves, the other side defends. No pygame."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

from congo_gui.play.wording import quiet_turns_matter, side_name
from congo_gui.screens.learn import puzzle_words, texts
from congo_gui.screens.learn.best_reply import BestReply
from congo_gui.screens.learn.course import FeedbackTone, Page, Series
from congo_gui.screens.learn.move_hint import move_hint
from congo_gui.screens.learn.puzzle_choice import CHOICES, Difficulty, PuzzleChoice, daily_puzzle
from congo_gui.screens.learn.puzzle_run import RUN_EASIEST, RUN_S, RUN_STEP, PuzzleRun
from congo_gui.store.puzzle_progress import PuzzleAttempt, PuzzleProgress, RunKind, rating_of
from engine.game.game import Game
from engine.learn.lessons import AttemptStage
from engine.learn.puzzles import HOLD_THEME, Puzzle
from engine.record.record import GameRecord, RecordedMove
from engine.rules.rules import Rules
from engine.rules.values import Move, Outcome, Position


class PuzzleCourse(Series):
    """A series of puzzles chosen by the player's rating, a theme or a difficulty.

    `today` returns the day as a number, `answer` the `best_reply` to a move that is not in the line, None
    while it is searched for. `closed` is called when the course is no longer needed. New puzzles with a theme
    in `missed` come first: the player has missed these in games.
    """

    no_solution = texts.PUZZLE_OVER

    def __init__(
        self,
        rules: Rules,
        puzzles: Sequence[Puzzle],
        progress: PuzzleProgress,
        kind: str,
        today: Callable[[], int],
        answer: Callable[[Position], BestReply | None],
        now: Callable[[], float] = time.monotonic,
        rng: Random | None = None,
        closed: Callable[[], None] = lambda: None,
        missed: Collection[str] = (),
    ) -> None:
        self.rules, self.puzzles, self._progress = rules, puzzles, progress
        self._kind, self._today, self._answer = kind, today, answer
        self._now, self._closed = now, closed
        self.run: PuzzleRun | None = None
        """The streak or timed run, None while single puzzles are solved."""
        self.choice = PuzzleChoice(rules, puzzles, rng or Random(), missed)
        """The theme and difficulty of the puzzles to propose: those chosen last."""
        self.choice.restore(*progress.choices.get(rules.name, self.choice.names))
        self._open(self._choose())

    def close(self) -> None:
        self._settle()
        if self.in_run:
            self._end_run()
        self._closed()

    def _open(self, index: int, is_daily: bool = False) -> None:
        """Open a puzzle, which may be the puzzle of the day."""
        self.choice.note(index)
        self.index, self.is_daily = index, is_daily
        self._before = self._attempts.get(self.puzzle.fen)
        self._begin()

    @property
    def _attempts(self) -> Mapping[str, PuzzleAttempt]:
        return self._progress.attempts(self.rules.name)

    # --- choosing

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is open."""
        return self.puzzles[self.index]

    @property
    def daily(self) -> int:
        """The number of the puzzle of the day."""
        return daily_puzzle(self.rules.name, self._today(), len(self.puzzles))

    @property
    def is_chosen(self) -> bool:
        """True if the puzzle was chosen by theme and difficulty."""
        return self.run is None and not self.is_daily

    def _choose(self) -> int:
        """Return a puzzle that is due again, or else a new one of about the player's rating.

        In a run: one that is a little harder than the one before.
        """
        self._progress.refresh()
        if self.run is not None:
            return self.choice.of_all(RUN_EASIEST + RUN_STEP * self.run.solved)
        return self.choice.of_fitting(self._attempts, self._today(), self._own_rating)

    def next(self) -> None:
        """Open another puzzle; after the end of a run a single one."""
        self.choice.skip(self.index)
        self._open_another()

    def _open_another(self) -> None:
        self._settle()
        if not self.in_run:
            self.run = None
        choices = (self._choose() for _ in range(CHOICES))
        self._open(next((at for at in choices if at != self.index), self.index))

    @property
    def can_skip(self) -> bool:
        """False in a streak until its puzzle is solved."""
        streak = self.in_run and self.run is not None and self.run.kind is RunKind.STREAK
        return not streak or self.stage is AttemptStage.SOLVED

    def filter(self, theme: str, difficulty: Difficulty) -> None:
        """Propose only puzzles of this theme and difficulty, beginning with the next one."""
        self._leave()
        self.choice.restore(theme, difficulty.name)
        self._progress.choices[self.rules.name] = self.choice.names
        self._open_another()

    def start_run(self, kind: RunKind) -> None:
        """Start a run, ending one in progress."""
        self._leave()
        self.run = PuzzleRun(kind, self._now() + RUN_S if kind is RunKind.TIMED else None)
        self._open_another()

    @property
    def in_run(self) -> bool:
        """True if a run is in progress."""
        return self.run is not None and not self.run.over

    @property
    def seconds_left(self) -> float | None:
        """Seconds left in the run, None without a limit."""
        return None if self.run is None else self.run.seconds_left(self._now())

    def check_time(self) -> bool:
        """End a timed run if its time is up; return whether it has just ended."""
        if self.seconds_left != 0.0:
            return False
        self._end_run()
        return True

    def _end_run(self) -> None:
        assert self.run is not None
        self.run.over = True

    def _leave(self) -> None:
        """Leave the puzzle, and end a run in progress."""
        self._settle()
        if self.in_run:
            self._end_run()
        self.run = None

    def go_to(self, index: int) -> None:
        self._leave()
        self._progress.refresh()
        index %= len(self.puzzles)
        self._open(index, index == self.daily)

    # --- solving

    def reset(self) -> None:
        self._settle()
        if self.in_run and self._noted:
            self.next()  # a run counts each puzzle once
            return
        if self.run is not None and self.run.over:
            self.run = None  # the puzzle that ended it is tried again by itself
        self._begin()

    def _settle(self) -> None:
        """Count a wrong move that is left before its reply is known."""
        if self.stage is AttemptStage.MISSED and not self._refuted:
            self._miss()

    def _begin(self) -> None:
        self._line = list(self.puzzle.line(self.rules))
        self.position, self.last = self._line[0][0], None
        self._stage = AttemptStage.OPEN
        self._at = self._hints = 0  # moves of the line on the board; 1: the piece is named, 2: the move, too
        self._noted = self._was_missed = self._shows = self._refuted = self._is_alternative = False
        self._reply = self._rated = ""  # the last move shown, and the change of the rating by the last move
        self._wrong = ""  # how bad the wrong move is

    @property
    def solver(self) -> int:
        return self._line[0][0].side

    @property
    def open(self) -> bool:
        at_turn = self.stage is AttemptStage.OPEN and self._at % 2 == 0 and not self._shows
        return at_turn and (self.run is None or not self.run.over)

    @property
    def pending(self) -> bool:
        """A reply, a refutation, a move of the solution, or the next puzzle of a run."""
        if self.stage is AttemptStage.SOLVED:
            return self.in_run
        if self.stage is AttemptStage.MISSED:
            return not self._refuted
        return self.stage is AttemptStage.OPEN and (self._at % 2 == 1 or self._shows)

    def play(self, move: Move, path: tuple[int, ...]) -> None:
        self.last = self.rules.clicks.path_transition(self.position, move, path)
        self.position = self.rules.play(self.position, move)
        outcome = self.rules.outcome(self.position)
        self._was_missed, self._hints = False, 0
        self._reply = self._rated = ""
        if move == self._line[self._at][1] or (outcome is not None and self._is_enough(outcome)):
            self._advance(over=outcome is not None)
            return
        self._stage, self._refuted = AttemptStage.MISSED, False
        if outcome is not None:
            self._judge(BestReply(draws=outcome.winner is None, loses=outcome.winner is not None))
            self._miss()

    def _judge(self, reply: BestReply) -> None:
        """Note how bad the wrong move on the board is."""
        assert self.last is not None
        self._wrong = puzzle_words.wrong_move(self.rules, self.position, self.last, self._holds, reply)

    def _is_enough(self, outcome: Outcome) -> bool:
        """Return whether a game that is over has ended as the solver has to end it."""
        return outcome.winner == self.solver or (self._holds and outcome.winner is None)

    @property
    def _holds(self) -> bool:
        """True if the solver has to hold the position, and not to win it."""
        return HOLD_THEME in self.puzzle.themes

    def _miss(self) -> None:
        """Count the move on the board as wrong: it has been refuted."""
        self._refuted = True
        self._note(solved=False)
        if self.in_run and self.run is not None and self.run.kind is RunKind.STREAK:
            self._end_run()

    def _advance(self, over: bool = False) -> None:
        self._at += 1
        if over or self._at == len(self._line):
            self._stage = AttemptStage.SOLVED
            self._note(solved=True)
            if self.in_run and self.run is not None:
                self.run.solved += 1
                self._progress.note_run(self.rules.name, self.run.kind, self.run.solved)

    def _note(self, solved: bool) -> None:
        """Note the first result of this puzzle since it was opened."""
        if self._noted:
            return
        self._noted = True
        self._progress.refresh()
        before = self._own_rating
        self._progress.note(self.rules.name, self.puzzle, solved, self._today())
        self._rated = texts.rating_change(before, self._own_rating)

    def step(self) -> bool:
        if self.stage is AttemptStage.MISSED:
            reply = self._answer(self.position)
            if reply is None:
                return False
            if reply.wins or (self._holds and reply.draws):
                self._is_alternative = True
                self._advance(over=True)
                return True
            self._judge(reply)
            self._miss()
            for move in reply.moves:
                self._show(move)
                self._reply += f" {puzzle_words.game_end(self.rules, self.position)}".rstrip()
            return True
        if self.stage is AttemptStage.SOLVED:
            self.next()
            return True
        self._show(self._line[self._at][1])
        self._advance()
        return True

    def _show(self, move: Move) -> None:
        self.last = self.rules.transition(self.position, move)
        self._reply = self.rules.prose.describe(self.position, self.last)
        self.position = self.rules.play(self.position, move)

    @property
    def stage(self) -> AttemptStage:
        return self._stage

    @property
    def is_wrong(self) -> bool:
        return self.stage is AttemptStage.MISSED and self._refuted

    def put_back(self) -> None:
        if self.in_run:  # a timed one: a wrong move has ended a streak
            self.next()
            return
        self.position = self._line[self._at][0]
        self._stage, self.last, self._was_missed = AttemptStage.OPEN, None, True

    # --- help

    @property
    def can_hint(self) -> bool:
        return self.open and self._hints < 2 and self.run is None

    def hint(self) -> None:
        """Name the piece to move, then show the move; with a hint a puzzle does not count as solved."""
        if self.can_hint:
            self._rated, self._was_missed = "", False
            self._note(solved=False)
            self._hints += 1

    @property
    def can_show(self) -> bool:
        return self.stage is AttemptStage.OPEN and not self._shows and not self.in_run

    def show_solution(self) -> None:
        if self.can_show:
            self._reply = self._rated = ""
            self._note(solved=False)
            self._shows, self._was_missed = True, False

    @property
    def arrows(self) -> tuple[tuple[int, int], ...]:
        path = self._line[self._at][1].path if self._hints > 1 and self.open else ()
        return tuple(pairwise(path))

    @property
    def study(self) -> GameRecord | None:
        """The solution, once the puzzle was tried, and again if it has come back."""
        moves = tuple(RecordedMove(move) for _, move in self._line)
        attempt = self._attempts.get(self.puzzle.fen)
        is_hidden = self.in_run or attempt is None or attempt.is_due(self._today())
        return None if is_hidden else GameRecord(self.rules, self._line[0][0], moves)

    # --- words

    @property
    def page(self) -> Page:
        title = texts.to_play(side_name(self.rules, self.solver))
        note = texts.puzzle_note(round(rating_of(self.puzzle).points), self._own_rating)
        task = texts.HOLD_TASK if self._holds else texts.WIN_TASK
        turns, limit = Game(self.rules, self.position).quiet_plies
        if turns < limit and quiet_turns_matter(turns, limit):
            task = f"{task} {texts.draw_after(limit - turns)}"
        page = Page(self._kind, title, note, self._text(), task, *self._feedback(), side=self.solver)
        return replace(page, teaches=False, number=self.index, is_timed=self.seconds_left is not None)

    @property
    def _own_rating(self) -> int:
        return round(self._progress.rating(self.rules.name).points)

    def _text(self) -> str:
        """Return what the puzzle belongs to: a run, the day, or all that there are."""
        if self.run is not None:
            best = self._progress.best_run(self.rules.name, self.run.kind)
            return self.run.words(self.seconds_left, best)
        if self.is_daily:
            return puzzle_words.daily_puzzle(self._before, self.stage)
        solved = sum(attempt.solved for attempt in self._attempts.values())
        count = texts.puzzle_count(len(self.puzzles), solved)
        if self.stage is AttemptStage.SOLVED:
            return count
        text = f"{count} {puzzle_words.known_before(self._before)}"
        is_motif = bool(self.choice.missed.intersection(self.puzzle.themes))
        return f"{text} {texts.MISSED_IN_GAMES}" if is_motif else text

    def _feedback(self) -> tuple[str, FeedbackTone]:
        if self.stage is AttemptStage.SOLVED:
            return self._done(), FeedbackTone.PLAIN if self._shows else FeedbackTone.GOOD
        if self.stage is AttemptStage.MISSED and not self._refuted:
            return texts.CHECKING, FeedbackTone.PLAIN
        if self.stage is AttemptStage.MISSED or self._was_missed:
            again = bool(self._reply) and self.run is None
            words = texts.move_missed(self._wrong, self._reply, again, self._rated)
            return f"{words} {texts.ANALYSE_SHOWS}" if again else words, FeedbackTone.BAD
        if self._shows:
            return texts.solution_so_far(self._reply, self._rated), FeedbackTone.PLAIN
        if self._hints and self.open:
            words = move_hint(self.rules, *self._line[self._at], whole=self._hints > 1)
            return texts.with_rating(words, self._rated), FeedbackTone.PLAIN
        if self._at and self.stage is AttemptStage.OPEN:
            return texts.go_on(self._reply) if self.open else texts.RIGHT, FeedbackTone.GOOD
        return "", FeedbackTone.PLAIN

    def _done(self) -> str:
        """Return how the puzzle ended, what that changed, when it comes back, and its themes."""
        done = texts.PUZZLE_SOLVED
        attempt = self._attempts.get(self.puzzle.fen)
        if self._shows:
            done = texts.solution([move.text for _, move in self._line])
        elif attempt is not None and not attempt.solved:
            done = texts.SOLVED_LATE
        elif self._is_alternative:
            done = texts.HOLDS_TOO if self._holds else texts.WINS_TOO
        end = "" if self._is_alternative else puzzle_words.reached(self.rules, self.puzzle, self.position)
        back = ""
        if attempt is not None and attempt.due and self.run is None:
            back = texts.comes_back(attempt.due - self._today(), attempt.solved)
        themes = texts.themes([texts.THEMES[theme] for theme in self.puzzle.themes])
        return " ".join(part for part in (done, end, self._rated, back, themes) if part)
