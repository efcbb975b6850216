"""Endings as exercises: played out against perfect defence, with a judgement of every move. No pygame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from random import Random

from congo_gui.play.wording import side_name
from congo_gui.screens.learn import texts
from congo_gui.screens.learn.course import FeedbackTone, Page, Series
from congo_gui.screens.learn.ending_finder import FoundEnding
from congo_gui.screens.learn.ending_words import goal_of, material_title, record_words, task_of
from congo_gui.screens.learn.move_hint import move_hint
from congo_gui.store.ending_progress import EndingProgress
from engine.learn.ending_play import EndingPlay, MoveJudgement, MoveQuality
from engine.learn.endings import (
    EndingGoal,
    EndingQuery,
    MaterialFigures,
    material_of,
    next_distance,
    with_goal,
)
from engine.learn.lessons import AttemptStage
from engine.record.record import GameRecord
from engine.rules.rules import Rules
from engine.rules.values import FIRST, Move, Outcome, Reason
from engine.rules.words import sentence
from engine.tablebase.tablebase import Tablebase, TablebaseValue

HOLD_MOVES = 15
"""The number of the player's moves after which a drawn ending is held."""
WARNING_PLIES = 40
"""The plies left before a draw without progress at which the player is warned."""
SEEDS = 1 << 31
"""The number of seeds by which endings are found."""

FindEnding = Callable[[EndingQuery, int], FoundEnding | None]
"""Finds an ending for a query and a seed; None while it is searched for."""


class EndingCourse(Series):
    """Endings one after another, at the player's distance or at another, with any pieces or some.

    `today` returns the day as a number, `closed` is called when the course is left.
    """

    no_solution = texts.NO_LINE

    def __init__(
        self,
        rules: Rules,
        progress: EndingProgress,
        find: FindEnding,
        today: Callable[[], int],
        rng: Random | None = None,
        closed: Callable[[], None] = lambda: None,
    ) -> None:
        self.rules, self._progress, self._find = rules, progress, find
        self._today, self._rng, self._closed = today, rng or Random(), closed
        self.query = EndingQuery()
        """What to find; without a distance, the player's own."""
        self.tablebase: Tablebase | None = None
        self.bare: tuple[MaterialFigures, ...] = ()
        """The figures of one piece against the bare royal one; empty until the first ending is found."""
        self.index = 0
        self.position, self.last = rules.start(), None
        self._play: EndingPlay | None = None
        self._problem = ""
        self._forget_ending()
        self.next()

    def close(self) -> None:
        self._closed()

    def reopen(self, find: FindEnding, closed: Callable[[], None]) -> None:
        """Go on after `close`; an ending that is over makes way for the next one."""
        self._find, self._closed = find, closed
        if self._play is None or self.stage is not AttemptStage.OPEN:
            self.next()

    # --- choosing

    @property
    def own_distance(self) -> int:
        """The player's distance, in plies."""
        return self._progress.distance(self.rules.name)

    def choose(self, query: EndingQuery) -> None:
        """Find endings of this kind, beginning with the next one."""
        self.query = query
        self.next()

    def choose_goal(self, goal: EndingGoal) -> None:
        """Find endings with this goal, if need be with the sides' pieces exchanged."""
        self.choose(with_goal(self.tablebase, self.query, goal))

    def next(self) -> None:
        self._progress.refresh()
        self.index = self._rng.randrange(SEEDS)
        self._searching, self._problem = True, ""
        self._forget_ending()

    def go_to(self, index: int) -> None:
        self.index = index % SEEDS
        self._searching, self._problem = True, ""
        self._forget_ending()

    def _open_found(self) -> bool:
        """Open the ending that was found; return False while it is searched for."""
        query = self.query
        if query.distance is None and query.goal is not EndingGoal.HOLD:
            one_more = query.goal is EndingGoal.RESIST  # a loss takes an even number of plies
            query = replace(query, distance=self.own_distance + one_more)
        found = self._find(query, self.index)
        if found is None:
            return False
        self._searching, self._problem = False, found.problem
        self.tablebase, self.bare = found.tablebase, found.bare
        self._play = None
        if found.tablebase is not None and found.position is not None:
            self._play = EndingPlay(self.rules, found.tablebase, found.position)
            self._best = self._play.value
            self.material = material_of(self.rules, found.tablebase, found.position)
            self._first_try: bool | None = None
            self._done_before = record_words(
                self._progress, self.rules.name, self.material
            )  # a screen reader reads the page again if it changes
            self.reset()
        return True

    # --- playing

    def _forget_ending(self) -> None:
        """Forget the attempts; help and lost plies count until the first result, also after another try."""
        self._forget_attempt()
        self._plies_lost, self._helped = 0, False

    def _forget_attempt(self) -> None:
        self._judged: MoveJudgement | None = None
        self._words = self._warning = ""  # the last reply, and how near a draw is
        self._shown_move: Move | None = None  # the move of the hint
        self._following = ""  # the player's next distance, if the last move changed it
        self._hints = 0
        self._shows = self._taken_back = False

    def reset(self) -> None:
        if self._play is None:
            return
        self._play.game.go_to(0)
        self._forget_attempt()
        self._update()

    def _update(self) -> None:
        """Show the position of the game."""
        assert self._play is not None
        game = self._play.game
        self.position = game.position
        self.last = game.plies[game.cursor - 1].transition if game.cursor else None
        self._value = self._play.value
        self._shown_move = None

    @property
    def solver(self) -> int:
        return FIRST if self._play is None else self._play.game.start.side

    @property
    def _outcome(self) -> Outcome | None:
        return None if self._play is None else self._play.game.outcome

    @property
    def _moves(self) -> int:
        """How many moves the player has made."""
        return 0 if self._play is None else (self._play.game.cursor + 1) // 2

    @property
    def has_ending(self) -> bool:
        """True if an ending is open."""
        return self._play is not None and not self._searching

    @property
    def _goal(self) -> EndingGoal:
        """What the player could reach in the first position."""
        return goal_of(self._best)

    @property
    def stage(self) -> AttemptStage:
        if self._play is None or self._searching:
            return AttemptStage.OPEN
        outcome = self._outcome
        if outcome is None:
            held = self._goal is EndingGoal.HOLD and self._moves >= HOLD_MOVES and self._is_drawn
            return AttemptStage.SOLVED if held else AttemptStage.OPEN
        return AttemptStage.SOLVED if self._reached(outcome) else AttemptStage.MISSED

    @property
    def _is_drawn(self) -> bool:
        return self._judged is not None and self._judged.value.plies == 0

    def _reached(self, outcome: Outcome) -> bool:
        """Return whether the goal was reached in a game that is over."""
        if self._shows:
            return True
        if self._goal is EndingGoal.WIN:
            return outcome.winner == self.solver
        if self._goal is EndingGoal.HOLD:
            return outcome.winner != 1 - self.solver
        return outcome.winner != 1 - self.solver or self._moves >= self._best.moves

    @property
    def open(self) -> bool:
        if self._play is None or self._searching or self.stage is not AttemptStage.OPEN:
            return False
        return self.position.side == self.solver and not self._shows

    @property
    def pending(self) -> bool:
        if self._searching:
            return True
        if self._play is None or self.stage is not AttemptStage.OPEN:
            return False
        return self._shows or self.position.side != self.solver

    def play(self, move: Move, path: tuple[int, ...]) -> None:
        assert self._play is not None
        self._judged = judged = self._play.judge(move)
        self._plies_lost += judged.plies_lost
        self._words, self._following, self._taken_back, self._hints = "", "", False, 0
        self._play.game.play(move, path)
        self._update()
        self._warning = self._draw_warning()
        if not judged.keeps_result or judged.quality is MoveQuality.SHORTER:
            self._note(solved=False)
        self._note_end()

    def _note_end(self) -> None:
        if self.stage is not AttemptStage.OPEN:
            self._note(self.stage is AttemptStage.SOLVED and not self._shows)

    def _note(self, solved: bool) -> None:
        """Note the first result of this ending since it was opened, and change the player's distance."""
        if self._first_try is not None:
            return
        self._first_try = solved
        self._progress.refresh()
        distance = self.own_distance
        counts = self._goal is EndingGoal.WIN and self.query.distance is None
        if counts and self._best.plies == distance and not (solved and self._helped):
            distance = next_distance(distance, solved, self._plies_lost)
        step = distance - self.own_distance
        if step:
            self._following = texts.following_distance(distance)
        self._progress.note(self.rules.name, str(self.material), solved, step, self._today())

    def step(self) -> bool:
        if self._searching:
            return self._open_found()
        assert self._play is not None
        move = self._play.reply()
        before = self._play.position
        self._play.game.play(move)
        self._update()
        assert self.last is not None
        self._words = self.rules.prose.describe(before, self.last)
        self._note_end()
        return True

    # --- take back, help

    @property
    def can_undo(self) -> bool:
        return self._play is not None and self._play.game.cursor > 0 and not self._searching

    def undo(self) -> None:
        """Take the player's last move back, and the answer to it."""
        if self._play is None or not self.can_undo:
            return
        game = self._play.game
        while game.undo() and game.position.side != self.solver:
            pass
        self._judged, self._words, self._warning = None, "", ""
        self._shows, self._taken_back, self._hints = False, True, 0
        self._update()

    @property
    def can_hint(self) -> bool:
        return self.open and self._hints < 2

    def hint(self) -> None:
        """Name the piece to move, then show the move; after a hint the distance does not grow."""
        if self.can_hint:
            assert self._play is not None
            self._hints += 1
            self._helped = True
            self._shown_move = self._shown_move or self._play.reply()

    @property
    def can_show(self) -> bool:
        return self.open and self._value.plies > 0

    def show_solution(self) -> None:
        if self.can_show:
            self._following = ""
            self._note(solved=False)
            self._shows, self._taken_back, self._judged, self._words = True, False, None, ""

    @property
    def arrows(self) -> tuple[tuple[int, int], ...]:
        if self._hints < 2 or not self.open or self._shown_move is None:
            return ()
        return tuple(pairwise(self._shown_move.path))

    @property
    def circles(self) -> tuple[int, ...]:
        named = self._shown_move if self._hints == 1 and self.open else None
        return () if named is None else named.path[:1]

    @property
    def study(self) -> GameRecord | None:
        """The moves played, once the ending was solved or missed."""
        return (
            GameRecord.of(self._play.game) if self._play is not None and self._first_try is not None else None
        )

    # --- words

    @property
    def page(self) -> Page:
        kind = next(iter(self.rules.facts.kind_names))
        if self._searching or self._play is None:
            words = texts.SEARCHING if self._searching else self._problem
            tone = FeedbackTone.PLAIN if self._searching else FeedbackTone.BAD
            record, task = record_words(self._progress, self.rules.name), texts.ENDING_TASK
            return Page(kind, texts.ENDINGS, "", record, task, words, tone, teaches=False, on_board=False)
        material = self.material
        pieces = material.mover[1:] or material.other[1:]
        side = self.solver if material.mover[1:] else 1 - self.solver
        note = texts.ending_note(side_name(self.rules, self.solver), self._moves, self._best.moves)
        task = task_of(self.rules, material, self._best, HOLD_MOVES)
        words, tone = self._feedback(self._best)
        title = material_title(self.rules, material)
        return Page(pieces[0], title, note, self._done_before, task, words, tone, side=side, teaches=False)

    def _feedback(self, best: TablebaseValue) -> tuple[str, FeedbackTone]:
        if self.stage is not AttemptStage.OPEN:
            words, tone = self._result(best)
            missed_first = self.stage is AttemptStage.SOLVED and self._first_try is False and not self._shows
            first = texts.FIRST_TRY if missed_first else ""
            return " ".join(filter(None, (words, first, self._following))), tone
        if self._shows:
            return " ".join(filter(None, (texts.SHOWING_LINE, self._words))), FeedbackTone.PLAIN
        if self._hints and self.open and self._shown_move is not None:
            whole = self._hints > 1
            return move_hint(self.rules, self.position, self._shown_move, whole), FeedbackTone.PLAIN
        if self._judged is None:
            return (self._taken_back_words() if self._taken_back else ""), FeedbackTone.PLAIN
        judged = self._judged
        mark, tone = "", FeedbackTone.PLAIN
        if judged.quality is MoveQuality.BEST:
            mark, tone = "✓", FeedbackTone.GOOD
        elif not judged.keeps_result:
            mark, tone = "✗", FeedbackTone.BAD
        advice = "" if judged.keeps_result else texts.TAKE_BACK_OR_GO_ON
        to_go = texts.moves_to_go(judged.value.moves - 1) if judged.value.wins else ""
        parts = (mark, judged.describe(), to_go, self._warning, advice, self._following, self._words)
        return " ".join(part for part in parts if part), tone

    def _taken_back_words(self) -> str:
        """Return what to do after taking back; an earlier move may have given the result away."""
        keeps = MoveJudgement(self._best, self._value).keeps_result
        return texts.TAKEN_BACK if keeps else texts.TAKEN_BACK_TOO_LITTLE

    def _draw_warning(self) -> str:
        """Return how near the draw without progress is, empty if it is far."""
        assert self._play is not None
        limit = self.rules.facts.progress_limit
        left = limit - self._play.game.progress_clock
        if not limit or left > WARNING_PLIES or self._goal is not EndingGoal.WIN:
            return ""
        return texts.too_slow(limit) if self._play.is_cursed else texts.turns_to_draw(left)

    def _result(self, best: TablebaseValue) -> tuple[str, FeedbackTone]:
        """Return how the game ended, counted against the optimum."""
        moves, outcome = self._moves, self._outcome
        if self._shows:
            return texts.line_shown(best.moves), FeedbackTone.PLAIN
        if outcome is None:
            return texts.held(moves), FeedbackTone.GOOD
        reason = sentence(outcome.reason_about("", to_loser=outcome.winner == 1 - self.solver))
        solved = self.stage is AttemptStage.SOLVED
        if self._goal is EndingGoal.WIN and solved:
            return texts.won_in(moves, best.moves), FeedbackTone.GOOD
        if self._goal is EndingGoal.RESIST and outcome.winner == 1 - self.solver:
            words, tone = texts.resisted(moves, best.moves), FeedbackTone.GOOD
            return (words, tone) if solved else (f"{self._words} {words}", FeedbackTone.PLAIN)
        if outcome.winner is None:
            words = (
                texts.drawn_as_expected(reason)
                if solved
                else texts.only_drawn(self._words, outcome.reason.shown)
            )
            return words, FeedbackTone.GOOD if solved else FeedbackTone.BAD
        ways = (self._words, reason if outcome.reason is Reason.NO_MOVES or not self._words else "")
        return texts.ending_lost(" ".join(filter(None, ways))), FeedbackTone.BAD
