"""Puzzles in the lessons' screen: solving, refutations, hints, solutions, choosing, and progress."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pygame
import pytest

from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.learn import puzzle_choice, puzzle_course, recent_puzzles, sections, texts
from congo_gui.screens.learn import screen as learn_screen
from congo_gui.screens.learn.best_reply import BestReply, best_reply
from congo_gui.screens.learn.course import FeedbackTone, Page, page_words
from congo_gui.screens.learn.hub import LearnHub
from congo_gui.screens.learn.puzzle_choice import Difficulty, daily_puzzle
from congo_gui.screens.learn.puzzle_course import PuzzleCourse
from congo_gui.screens.learn.puzzle_run import RUN_S
from congo_gui.screens.learn.screen import ExerciseScreen
from congo_gui.screens.learn.theme_choice import ThemeChoice
from congo_gui.screens.shared.texts import TYPE_A_MOVE
from congo_gui.store.puzzle_progress import NEWCOMER, PuzzleProgress, RunKind
from congo_gui.widgets.button import Look
from engine import rules as registry
from engine.learn.lessons import AttemptStage
from engine.learn.puzzles import Puzzle, puzzles_of
from engine.rules.values import Move, Position
from tests.congo_gui.driver import CONGO, Driver, Opener, Starter

SHORT = Puzzle("3l3/7/7/7/7/7/3L2Z w 1", ("d1d7",), ("win", "flying-lion"), 50)
LONG = Puzzle("3l3/7/7/7/7/7/2L3Z w 1", ("c1c2", "d7d6", "g1f3"), ("defence", "quiet"), 12_800)
BLACK = Puzzle("3l2z/7/7/7/7/7/2L4 b 1", ("d7d6",), ("win", "quiet"), 200)
PUZZLES = (SHORT, LONG, BLACK)
HELD = Puzzle("7/4l2/7/7/1ML1c2/7/7 w 72", ("c3c2",), ("defence", "quiet", "ending"), 200)
"""By the tablebase every other move loses here; none of LONG's first moves does."""
TODAY = 700_000


@pytest.fixture
def progress(tmp_path: Path) -> PuzzleProgress:
    return PuzzleProgress(tmp_path, lambda path, change, done: None)


def write(path: Path, change: Callable[[bytes], bytes], done: Callable[[], None]) -> None:
    path.write_bytes(change(path.read_bytes() if path.exists() else b""))
    done()


def course_of(
    progress: PuzzleProgress, puzzles: Sequence[Puzzle] = PUZZLES, day: int = TODAY
) -> PuzzleCourse:
    return PuzzleCourse(CONGO, puzzles, progress, "L", lambda: day, refuted, lambda: RunClock.now, Random(1))


def refuted(position: Position) -> BestReply:
    """Answer with any move; nothing is proved."""
    return BestReply(CONGO.legal_moves(position)[:1])


class RunClock:
    """The time of the timed runs."""

    now = 0.0


def play(course: PuzzleCourse, text: str) -> None:
    move = CONGO.parse_move(course.position, text)
    course.play(move, move.path)


def test_the_other_side_answers_until_the_line_ends(progress: PuzzleProgress) -> None:
    course = course_of(progress, [LONG])
    play(course, "c1c2")
    assert course.pending
    assert not course.open
    assert course.step()
    assert course.page.feedback == texts.go_on("Black's lion moves from d7 to d6.")
    play(course, "g1f3")
    assert course.stage is AttemptStage.SOLVED
    assert course.page.tone is FeedbackTone.GOOD
    assert progress.attempts("congo")[LONG.fen].solved


def test_another_move_that_wins_at_once_is_right(progress: PuzzleProgress) -> None:
    other = Puzzle(SHORT.fen, ("g1f3",), SHORT.themes, SHORT.nodes)
    course = course_of(progress, [other])
    play(course, "d1d7")
    assert course.stage is AttemptStage.SOLVED


@pytest.mark.parametrize(
    ("themes", "reply", "words"),
    [
        (("win",), BestReply(wins=True), texts.WINS_TOO),
        (("win",), BestReply(draws=True), None),
        (("defence",), BestReply(draws=True), texts.HOLDS_TOO),
        (("defence",), BestReply(wins=True), texts.HOLDS_TOO),
        (("defence",), BestReply(), None),
    ],
)
def test_another_move_that_is_proved_to_be_good_is_right(
    progress: PuzzleProgress, themes: tuple[str, ...], reply: BestReply, words: str | None
) -> None:
    puzzle = replace(LONG, themes=themes)
    course = PuzzleCourse(CONGO, [puzzle], progress, "L", lambda: TODAY, lambda position: reply)
    play(course, "g1e2")
    assert course.pending
    assert puzzle.fen not in progress.attempts("congo")
    course.step()
    assert (course.stage is AttemptStage.SOLVED) == (words is not None)
    assert progress.attempts("congo")[puzzle.fen].solved == (words is not None)
    if words is not None:
        assert course.page.feedback.startswith(words)
        assert course.page.tone is FeedbackTone.GOOD


@pytest.mark.parametrize("leave", [PuzzleCourse.reset, PuzzleCourse.next, PuzzleCourse.close])
def test_a_wrong_move_counts_though_its_reply_is_not_awaited(
    progress: PuzzleProgress, leave: Callable[[PuzzleCourse], None]
) -> None:
    course = course_of(progress, [LONG, BLACK])
    course.go_to(0)
    play(course, "g1e2")
    assert course.pending
    leave(course)
    assert not progress.attempts("congo")[LONG.fen].solved
    assert progress.rating("congo").points < NEWCOMER.points


def test_a_wrong_move_ends_a_streak_though_its_reply_is_not_awaited(progress: PuzzleProgress) -> None:
    course = course_of(progress, [LONG])
    course.start_run(RunKind.STREAK)
    play(course, "g1e2")
    course.reset()
    assert not course.in_run


def test_another_choice_ends_a_streak_and_keeps_its_record(progress: PuzzleProgress) -> None:
    choices: list[Callable[[PuzzleCourse], None]] = [
        lambda course: course.filter("", Difficulty.EASY),
        lambda course: course.start_run(RunKind.TIMED),
        lambda course: course.go_to(course.daily),
    ]
    for solved, choose in enumerate(choices, start=1):
        course = course_of(progress, [SHORT])
        course.start_run(RunKind.STREAK)
        for _ in range(solved):
            play(course, "d1d7")
            course.step()
        choose(course)
        assert progress.best_run("congo", RunKind.STREAK) == solved


@pytest.mark.parametrize(
    ("themes", "reply", "verdict"),
    [
        (("win",), BestReply(), texts.NOT_WINNING),
        (("win",), BestReply(draws=True), texts.MOVE_DRAWS),
        (("win",), BestReply(loses=True), texts.MOVE_LOSES),
        (("defence",), BestReply(), texts.MOVE_LOSES),
    ],
)
def test_a_wrong_move_is_judged_once_its_reply_is_known(
    progress: PuzzleProgress, themes: tuple[str, ...], reply: BestReply, verdict: str
) -> None:
    puzzle = replace(LONG, themes=themes)
    course = PuzzleCourse(CONGO, [puzzle], progress, "L", lambda: TODAY, lambda position: reply)
    play(course, "g1e2")
    assert course.page.feedback == texts.CHECKING
    course.step()
    assert course.page.feedback.startswith(verdict)


def test_a_wrong_move_says_what_drowned_and_how_the_game_ended(progress: PuzzleProgress) -> None:
    bare = Puzzle("3l3/7/7/1Z5/7/7/2L4 w 1", ("b4c6",), ("win",), 50)
    course = course_of(progress, [bare])
    play(course, "c1c2")
    feedback = course.page.feedback
    assert feedback.startswith(f"{texts.MOVE_DRAWS} {texts.own_drowned(['zebra'])}")
    assert "two lions" in feedback


def test_a_reply_that_ends_the_game_says_so(progress: PuzzleProgress) -> None:
    def captures(position: Position) -> BestReply:
        return BestReply((CONGO.parse_move(position, "d7d1"),), loses=True)

    course = PuzzleCourse(CONGO, [LONG], progress, "L", lambda: TODAY, captures)
    play(course, "c1d1")
    course.step()
    assert "White's lion was captured." in course.page.feedback


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (SHORT, "Black's lion was captured."),
        (replace(LONG, themes=("defence",)), texts.GAME_SAVED),
        (replace(LONG, themes=("win",)), texts.winning("White")),
        (replace(LONG, themes=("win", "lion-hunt")), texts.lion_lost("Black")),
        (replace(LONG, themes=("win", "forced-win")), texts.win_forced("White")),
    ],
)
def test_a_solved_puzzle_says_what_was_reached(progress: PuzzleProgress, puzzle: Puzzle, words: str) -> None:
    course = course_of(progress, [puzzle])
    solve(course)
    assert words in course.page.feedback


def test_a_puzzle_says_that_it_was_tried_before(progress: PuzzleProgress) -> None:
    day = next(day for day in range(TODAY, TODAY + 100) if daily_puzzle("congo", day, len(PUZZLES)) == 2)
    course = course_of(progress, day=day)
    course.go_to(0)
    assert texts.HELP_COUNTS in course.page.text
    play(course, "d1d7")
    course.go_to(0)
    assert texts.SOLVED_BEFORE in course.page.text
    course.go_to(1)
    miss(course)
    course.step()
    course.go_to(1)
    assert texts.MISSED_BEFORE in course.page.text


def test_a_solution_found_after_a_miss_is_not_called_solved(progress: PuzzleProgress) -> None:
    course = course_of(progress, [SHORT])
    course.hint()
    play(course, "d1d7")
    assert course.page.feedback.startswith(texts.SOLVED_LATE)


def test_a_large_change_of_the_rating_is_explained() -> None:
    small, large = texts.rating_change(1200, 1210), texts.rating_change(1200, 1004)
    assert small == "Your rating: 1210 (+10)."
    assert large.startswith("Your rating: 1004 (−196). ")


def test_theme_and_difficulty_are_kept_while_the_window_is_open(progress: PuzzleProgress) -> None:
    course_of(progress).filter("quiet", Difficulty.EASY)
    course = course_of(progress)
    assert course.choice.names == ("quiet", Difficulty.EASY.name)
    assert "quiet" in course.puzzle.themes


def test_a_streak_says_what_ends_it(progress: PuzzleProgress) -> None:
    course = course_of(progress)
    course.start_run(RunKind.STREAK)
    assert texts.STREAK_RULE in course.page.text
    solve(course)
    assert texts.STREAK_RULE not in course.page.text


def test_a_new_last_turn_before_the_draw_does_not_repeat_the_whole_page() -> None:
    page = Page("L", "White to move", "", "1 of 2 puzzles solved.", "Find it. 3 turns.", number=4)
    after = replace(page, task="Find it. 1 turn.", feedback="Right!")
    position = CONGO.notation.parse(SHORT.fen)
    assert page_words(CONGO, position, after, page) == "Right! Find it. 1 turn."
    assert page_words(CONGO, position, page, after) == page.task


def test_a_solved_puzzle_is_counted_at_once(progress: PuzzleProgress) -> None:
    course = course_of(progress, [SHORT])
    before = course.page.text
    play(course, "d1d7")
    assert course.page.text != before
    assert course.page.text.startswith(texts.puzzles_solved(1, 1))


def test_a_draw_at_once_holds_but_does_not_win(progress: PuzzleProgress) -> None:
    two_lions = Puzzle("3l3/7/7/7/7/3c3/3L3 w 1", ("d1c1",), ("defence",), 50)
    for themes, stage in ((("defence",), AttemptStage.SOLVED), (("win",), AttemptStage.MISSED)):
        course = course_of(progress, [replace(two_lions, themes=themes)])
        play(course, "d1d2")
        assert course.stage is stage


def test_a_wrong_move_is_refuted_and_taken_back(progress: PuzzleProgress) -> None:
    course = course_of(progress, [LONG])
    start = course.position
    play(course, "g1e2")
    assert course.pending
    assert not course.is_wrong
    assert course.step()
    assert course.is_wrong
    assert "Black's lion" in course.page.feedback
    assert "Try again" in course.page.feedback
    course.put_back()
    assert course.position == start
    assert course.open
    assert course.page.tone is FeedbackTone.BAD
    play(course, "c1c2")
    course.step()
    play(course, "g1f3")
    assert course.stage is AttemptStage.SOLVED
    assert not progress.attempts("congo")[LONG.fen].solved


def test_the_refutation_may_take_a_while(progress: PuzzleProgress) -> None:
    course = PuzzleCourse(CONGO, [LONG], progress, "L", lambda: TODAY, lambda position: None)
    play(course, "g1e2")
    assert not course.step()
    assert course.pending


@pytest.mark.parametrize(("clock", "words"), [(3, ""), (7, texts.draw_after(3))])
def test_a_puzzle_says_when_a_draw_is_near(progress: PuzzleProgress, clock: int, words: str) -> None:
    puzzle = Puzzle(f"9/9/2g6/2g1gg2r/g1g6 g {clock}", ("D6C7",), ("win",), 200)
    course = PuzzleCourse(registry.get("bonzee"), [puzzle], progress, "G", lambda: TODAY, refuted)
    assert course.page.task == f"{texts.WIN_TASK} {words}".rstrip()


def test_the_last_turn_before_a_draw_is_not_counted_down_to_zero(progress: PuzzleProgress) -> None:
    bonzee = registry.get("bonzee")
    puzzle = Puzzle("9/9/2g6/2g1gg2r/g1g6 g 9", ("D6C7",), ("win",), 200)
    course = PuzzleCourse(bonzee, [puzzle], progress, "G", lambda: TODAY, refuted)
    move = bonzee.parse_move(course.position, "E1D1")
    course.play(move, move.path)
    assert course.page.task == texts.WIN_TASK
    assert course.page.feedback.startswith(texts.MOVE_DRAWS)


def test_hints_name_the_piece_and_then_show_the_move(progress: PuzzleProgress) -> None:
    course = course_of(progress, [LONG])
    course.hint()
    assert course.page.feedback.startswith("Look at the lion on c1.")
    assert not course.arrows
    course.hint()
    assert course.arrows
    assert course.page.feedback.startswith("The move: White's lion moves from c1 to c2.")
    assert not course.can_hint
    assert not progress.attempts("congo")[LONG.fen].solved


def test_a_hint_is_for_one_move_only(progress: PuzzleProgress) -> None:
    course = course_of(progress, [LONG])
    course.hint()
    play(course, "c1c2")
    course.step()
    assert course.page.tone is FeedbackTone.GOOD
    course.hint()
    assert course.page.feedback == "Look at the zebra on g1."


def test_every_change_of_the_rating_is_shown(progress: PuzzleProgress) -> None:
    """A hint, a solution, a wrong and a right move each change it once."""
    course = course_of(progress)
    for fail in (True, False):
        for puzzle in PUZZLES:
            progress.forget("congo")
            course.go_to(PUZZLES.index(puzzle))
            before = round(progress.rating("congo").points)
            if fail:
                course.hint()
            else:
                solve(course)
            after = round(progress.rating("congo").points)
            assert (after < before) == fail
            assert texts.rating_change(before, after) in course.page.feedback
    course.reset()
    course.hint()
    assert "Your rating" not in course.page.feedback  # only the first attempt counts


def test_a_puzzle_solved_after_a_hint_comes_back(progress: PuzzleProgress) -> None:
    course = course_of(progress, [SHORT])
    course.hint()
    play(course, "d1d7")
    assert texts.comes_back(1, solved=False) in course.page.feedback
    course = course_of(progress, [SHORT], TODAY + 1)
    play(course, "d1d7")
    assert texts.comes_back(3, solved=True) in course.page.feedback


def test_the_solution_is_played_on_the_board(progress: PuzzleProgress) -> None:
    course = course_of(progress, [LONG])
    course.show_solution()
    assert texts.SHOWING in course.page.feedback
    moves = []
    while course.pending:
        assert course.step()
        moves.append(course.page.feedback)
    assert moves[:2] == ["White's lion moves from c1 to c2.", "Black's lion moves from d7 to d6."]
    assert course.page.feedback.startswith(texts.solution(list(LONG.moves)))
    assert not progress.attempts("congo")[LONG.fen].solved


# --- choosing


def test_new_puzzles_near_the_rating_come_first(
    progress: PuzzleProgress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzle_choice, "CHOICES", 1)
    course = course_of(progress)
    assert course.puzzle == BLACK
    progress.note("congo", BLACK, True, TODAY)
    course.next()
    assert course.puzzle == LONG


def test_missed_puzzles_come_again_first(progress: PuzzleProgress) -> None:
    progress.note("congo", LONG, False, TODAY)
    assert course_of(progress, day=TODAY + 1).puzzle == LONG


def test_a_missed_puzzle_can_be_skipped(progress: PuzzleProgress) -> None:
    progress.note("congo", LONG, False, TODAY)
    course = course_of(progress, day=TODAY + 1)
    course.next()
    assert course.puzzle != LONG
    course.filter("", Difficulty.OWN)
    assert course.puzzle != LONG
    assert course_of(progress, day=TODAY + 1).puzzle == LONG


def test_a_missed_puzzle_that_another_choice_replaces_comes_again(progress: PuzzleProgress) -> None:
    progress.note("congo", LONG, False, TODAY)
    course = course_of(progress, day=TODAY + 1)
    course.filter("", Difficulty.OWN)
    assert course.puzzle == LONG


def test_puzzles_solved_in_another_window_are_not_new(tmp_path: Path) -> None:
    here, there = (PuzzleProgress(tmp_path, write) for _ in range(2))
    course = course_of(here, [LONG, SHORT, BLACK])
    for puzzle in (SHORT, BLACK):
        there.note("congo", puzzle, True, TODAY)
    course.go_to(1)
    assert texts.puzzle_count(3, 2) in course.page.text
    course.next()
    assert course.puzzle == LONG


def test_the_change_of_the_rating_is_that_of_this_puzzle_alone(tmp_path: Path) -> None:
    here, there = (PuzzleProgress(tmp_path, write) for _ in range(2))
    course = course_of(here, [SHORT])
    there.note("congo", BLACK, True, TODAY)
    before = round(there.rating("congo").points)
    course.hint()
    there.refresh()
    assert texts.rating_change(before, round(there.rating("congo").points)) in course.page.feedback


def test_puzzles_in_a_row_are_unlike_each_other(
    progress: PuzzleProgress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LONG is SHORT with one piece elsewhere."""
    monkeypatch.setattr(recent_puzzles, "MAX_RECENT", 1)
    other = Puzzle("3l3/2z4/2p4/7/2P4/1PG4/2L4 b 1", ("d7d6",), ("win",), 50)
    course = course_of(progress, [SHORT, LONG, other])
    for _ in range(10):
        before = course.index
        course.next()
        assert (before == 2) != (course.index == 2)


def test_puzzles_are_filtered_by_theme_and_difficulty(progress: PuzzleProgress) -> None:
    course = course_of(progress)
    course.filter("flying-lion", Difficulty.OWN)
    assert course.puzzle == SHORT
    course.filter("", Difficulty.HARD)
    assert course.puzzle == LONG
    assert [course.choice.fitting(theme) for theme in ("", "quiet", "win")] == [1, 1, 0]


def test_without_a_fitting_puzzle_any_is_proposed(progress: PuzzleProgress) -> None:
    course = course_of(progress, [SHORT])
    course.filter("promotion", Difficulty.HARD)
    assert course.puzzle == SHORT


def test_the_puzzle_of_the_day_is_the_same_all_day(progress: PuzzleProgress) -> None:
    many = [Puzzle(SHORT.fen, SHORT.moves, SHORT.themes, nodes) for nodes in range(100)]
    days = [course_of(progress, many, day).daily for day in range(TODAY, TODAY + 5)]
    assert days == [course_of(progress, many, day).daily for day in range(TODAY, TODAY + 5)]
    assert len(set(days)) > 1


def test_the_puzzle_of_the_day_says_what_it_is(progress: PuzzleProgress) -> None:
    course = course_of(progress)
    course.go_to(course.daily)
    assert course.is_daily
    assert course.page.text == f"{texts.daily_puzzle(was_solved=False)} {texts.HELP_COUNTS}"
    solve(course)
    assert course.page.text == texts.daily_puzzle(was_solved=False)
    course.go_to(course.daily)
    assert course.page.text == texts.daily_puzzle(was_solved=True)
    course.next()
    assert not course.is_daily


def test_the_best_reply_is_searched() -> None:
    reply = best_reply(CONGO, CONGO.notation.parse("3l3/7/7/7/7/7/3L2Z b 1"))
    assert [move.text for move in reply.moves] == ["d7d1"]
    assert not reply.wins
    start = CONGO.notation.parse(SHORT.fen)
    assert best_reply(CONGO, CONGO.play(start, CONGO.parse_move(start, "d1d7"))) == BestReply()


@pytest.mark.parametrize(
    ("fen", "wins", "draws"),
    [("3l3/7/7/7/7/7/2L3Z b 1", True, False), ("7/4l2/7/7/1M2c2/2L4/7 b 72", False, True)],
)
def test_the_reply_includes_proved_results(fen: str, wins: bool, draws: bool) -> None:
    reply = best_reply(CONGO, CONGO.notation.parse(fen))
    assert (reply.wins, reply.draws) == (wins, draws)


# --- runs


def solve(course: PuzzleCourse) -> None:
    """Solve the puzzle on the board, and open the next one."""
    while course.stage is AttemptStage.OPEN:
        if course.open:
            play(course, course.puzzle.moves[course._at])
        else:
            course.step()
    if course.pending:
        course.step()


def miss(course: PuzzleCourse) -> None:
    right = course.puzzle.moves[0]
    wrong = [move for move in CONGO.legal_moves(course.position) if move.text not in (right, "d1d7")]
    move = max(wrong, key=lambda move: loses_at_once(course.position, move))
    course.play(move, move.path)


def loses_at_once(position: Position, move: Move) -> bool:
    after = CONGO.play(position, move)
    outcomes = (CONGO.outcome(CONGO.play(after, reply)) for reply in CONGO.legal_moves(after))
    return any(outcome is not None and outcome.winner == after.side for outcome in outcomes)


def test_a_streak_ends_with_the_first_mistake(progress: PuzzleProgress) -> None:
    course = course_of(progress)
    course.start_run(RunKind.STREAK)
    solve(course)
    solve(course)
    assert course.in_run
    assert "2 solved" in course.page.text
    assert progress.best_run("congo", RunKind.STREAK) == 2  # at once: the program may be killed
    miss(course)
    course.step()
    assert not course.in_run
    assert not course.open
    assert course.step()
    assert "Try again" not in course.page.feedback
    assert course.page.text == texts.run_over("streak", 2, 2)
    assert progress.best_run("congo", RunKind.STREAK) == 2
    course.put_back()
    assert course.can_show
    course.next()
    assert course.run is None
    assert course.open


def test_no_puzzle_of_a_streak_is_skipped(progress: PuzzleProgress) -> None:
    course = course_of(progress)
    assert course.can_skip
    course.start_run(RunKind.STREAK)
    assert not course.can_skip
    course.start_run(RunKind.TIMED)
    assert course.can_skip


def test_the_puzzle_that_ended_a_run_can_be_tried_again(progress: PuzzleProgress) -> None:
    course = course_of(progress)
    course.start_run(RunKind.STREAK)
    miss(course)
    course.step()
    puzzle = course.puzzle
    course.reset()
    assert course.puzzle == puzzle
    assert course.open
    assert course.can_hint


@pytest.mark.parametrize("kind", RunKind)
def test_a_run_counts_each_puzzle_once(progress: PuzzleProgress, kind: RunKind) -> None:
    course = course_of(progress)
    course.start_run(kind)
    puzzle = course.puzzle
    play(course, puzzle.moves[0])
    while course.stage is AttemptStage.OPEN:
        course.step() if course.pending else play(course, puzzle.moves[2])
    course.retry()
    assert course.puzzle != puzzle
    assert course.run is not None
    assert course.run.solved == 1


def test_a_puzzle_that_was_missed_in_a_timed_run_does_not_count(progress: PuzzleProgress) -> None:
    course = course_of(progress)
    course.start_run(RunKind.TIMED)
    puzzle = course.puzzle
    miss(course)
    course.step()
    course.retry()
    assert course.puzzle != puzzle
    assert course.in_run


def test_a_run_that_is_left_counts(progress: PuzzleProgress) -> None:
    course = course_of(progress)
    course.start_run(RunKind.STREAK)
    solve(course)
    course.close()
    assert progress.best_run("congo", RunKind.STREAK) == 1


def test_a_timed_run_continues_after_mistakes_until_its_time_is_up(
    progress: PuzzleProgress, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = course_of(progress)
    course.start_run(RunKind.TIMED)
    solve(course)
    miss(course)
    course.step()
    assert course.page.feedback.startswith("✗")
    assert "Try again" not in course.page.feedback
    course.put_back()
    assert course.open
    monkeypatch.setattr(RunClock, "now", RUN_S - 1)
    assert "0:01 left" in course.page.text
    assert not course.check_time()
    monkeypatch.setattr(RunClock, "now", RUN_S)
    assert course.check_time()
    assert not course.check_time()
    assert not course.open
    assert progress.best_run("congo", RunKind.TIMED) == 1


def test_the_result_of_a_timed_run_stays_if_it_ended_on_a_wrong_move(
    progress: PuzzleProgress, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = course_of(progress)
    course.start_run(RunKind.TIMED)
    miss(course)
    course.step()
    monkeypatch.setattr(RunClock, "now", RUN_S)
    assert course.check_time()
    course.put_back()
    assert course.page.text == texts.run_over("timed", 0, 0)
    assert not course.open


def test_a_run_gives_no_help_and_grows_harder(
    progress: PuzzleProgress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzle_choice, "CHOICES", 1)
    course = course_of(progress)
    course.start_run(RunKind.STREAK)
    assert course.puzzle == SHORT
    assert not course.can_hint
    assert not course.can_show
    monkeypatch.setattr(puzzle_course, "RUN_STEP", 1000)
    solve(course)
    assert course.puzzle == LONG


def test_choosing_a_theme_or_the_puzzle_of_the_day_ends_a_run(progress: PuzzleProgress) -> None:
    course = course_of(progress)
    course.start_run(RunKind.STREAK)
    course.filter("win", Difficulty.OWN)
    assert course.run is None
    course.start_run(RunKind.TIMED)
    course.go_to(course.daily)
    assert course.run is None


# --- on the screen


class Solver:
    """A simulated solver."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        driver.learn(texts.PUZZLES)

    @property
    def screen(self) -> ExerciseScreen:
        return self.driver.top(ExerciseScreen)

    @property
    def course(self) -> PuzzleCourse:
        assert self.screen.puzzles is not None
        return self.screen.puzzles

    def open(self, puzzle: Puzzle) -> None:
        self.course.go_to((*PUZZLES, HELD).index(puzzle))
        self.screen._show()
        self.driver.run_loop()

    def click(self, *names: str) -> None:
        for name in names:
            square = CONGO.notation.square_at(self.course.position, name)
            assert square is not None
            self.driver.click(self.screen.board.display.geometry.center(square))
        self.driver.run_loop()


@pytest.fixture
def solver(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Solver:
    monkeypatch.setattr(sections, "puzzles_of", lambda game: (*PUZZLES, HELD))
    monkeypatch.setattr(learn_screen, "REPLY_DELAY_S", 0.0)
    return Solver(driver)


def test_a_puzzle_is_solved_by_clicks(solver: Solver) -> None:
    solver.open(LONG)
    solver.click("c1", "c2")
    solver.driver.until(lambda: solver.course.open)
    solver.click("g1", "f3")
    assert solver.course.stage is AttemptStage.SOLVED
    solver.driver.press(pygame.K_RETURN)
    assert solver.course.open


def test_a_wrong_move_is_answered_and_taken_back(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn_screen, "REFUTED_DELAY_S", 0.0)
    solver.open(HELD)
    solver.click("c3", "d2")
    solver.driver.until(lambda: solver.course.open)
    assert solver.screen.panel.text.page.tone is FeedbackTone.BAD
    assert "Black's" in solver.screen.panel.text.page.feedback


def test_the_reply_to_a_wrong_move_can_be_read(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn_screen, "RESET_DELAY_S", 0.0)
    monkeypatch.setattr(learn_screen, "REFUTED_DELAY_S", math.inf)
    solver.open(HELD)
    solver.click("c3", "d2")
    solver.driver.until(lambda: solver.course.is_wrong)
    solver.driver.run_loop()
    assert solver.course.is_wrong
    solver.driver.press(pygame.K_RETURN)
    assert solver.course.open


def test_another_winning_move_is_accepted_on_the_screen(solver: Solver) -> None:
    solver.open(LONG)
    solver.click("g1", "e2")
    solver.driver.until(lambda: solver.course.stage is AttemptStage.SOLVED)
    assert solver.screen.panel.text.page.feedback.startswith(texts.HOLDS_TOO)


def test_a_black_puzzle_is_seen_from_blacks_side(solver: Solver) -> None:
    solver.open(BLACK)
    assert solver.screen.board.display.flipped
    assert solver.course.page.side == 1


def test_keys_give_hints_and_the_solution(solver: Solver) -> None:
    solver.open(LONG)
    solver.driver.press(pygame.K_h, "h")
    assert solver.screen.panel.text.page.feedback.startswith("Look at")
    solver.driver.press(pygame.K_g, "g")
    solver.driver.until(lambda: solver.course.stage is AttemptStage.SOLVED)


def test_a_theme_is_chosen_in_a_dialog(solver: Solver) -> None:
    solver.driver.tool(texts.ANY_THEME)
    dialog = solver.driver.top(ThemeChoice)
    label = texts.theme_count(texts.theme_label("flying-lion"), 1)
    solver.driver.click(next(each for each in dialog.buttons if each.label == label).rect.center)
    assert solver.course.puzzle == SHORT
    assert solver.course.choice.theme == "flying-lion"


def test_a_streak_opens_the_next_puzzle_by_itself(solver: Solver) -> None:
    solver.driver.tool("Streak")
    solver.driver.run_loop()
    run = solver.course.run
    assert run is not None
    move = CONGO.parse_move(solver.course.position, solver.course.puzzle.moves[0])
    solver.click(*(CONGO.notation.square_name(solver.course.position, square) for square in move.path))
    if len(solver.course.puzzle.moves) > 1:
        solver.driver.until(lambda: solver.course.open)
    else:
        solver.driver.until(lambda: run.solved == 1 and solver.course.open)


def test_a_move_is_typed_and_the_cursor_is_read(solver: Solver) -> None:
    spoken: list[str] = []
    solver.driver.app.screen_reader = spoken.append
    solver.open(SHORT)
    solver.screen.group.set_focus(solver.screen.board)
    spoken.clear()
    solver.driver.press(pygame.K_UP)
    solver.driver.press(pygame.K_DOWN)
    assert spoken == ["d2: empty.", "d1: White, lion."]
    solver.driver.press(pygame.K_SLASH, "/")
    assert spoken[-2] == f"{TYPE_A_MOVE}."
    solver.driver.type("d1d7")
    solver.driver.press(pygame.K_RETURN)
    assert solver.course.stage is AttemptStage.SOLVED
    assert spoken[-1].startswith(solver.course.page.feedback)


def test_a_puzzle_is_analysed_once_it_was_tried(solver: Solver) -> None:
    solver.open(LONG)
    learn = list(solver.driver.app.stack)
    solver.driver.press(pygame.K_a, "a")
    assert solver.screen.toast.text == texts.TRY_FIRST
    assert not solver.screen.panel.analyse.visible
    solver.driver.press(pygame.K_g, "g")
    solver.driver.until(lambda: solver.course.stage is AttemptStage.SOLVED)
    solver.driver.run_loop()
    assert not solver.screen.panel.solution.visible
    solver.driver.click(solver.screen.panel.analyse.rect.center)
    analysis = solver.driver.top(AnalyseScreen)
    assert analysis.cursor.node.position == CONGO.notation.parse(LONG.fen)
    assert [node.move.text for node in analysis.cursor.tree.main if node.move] == list(LONG.moves)
    solver.driver.press(pygame.K_ESCAPE)
    assert solver.driver.app.stack == learn


def test_a_puzzle_that_has_come_back_is_analysed_once_it_was_tried_again(progress: PuzzleProgress) -> None:
    course = course_of(progress, [LONG])
    course.show_solution()
    assert course.study is not None
    again = course_of(progress, [LONG], TODAY + 1)
    assert again.study is None
    play(again, "g1e2")
    assert again.study is None
    again.step()
    assert again.study is not None


def test_a_wrong_move_says_that_the_analysis_shows_the_solution(progress: PuzzleProgress) -> None:
    course = course_of(progress, [LONG])
    play(course, "g1e2")
    course.step()
    assert course.page.feedback.endswith(texts.ANALYSE_SHOWS)
    course.start_run(RunKind.TIMED)
    play(course, "g1e2")
    course.step()
    assert texts.ANALYSE_SHOWS not in course.page.feedback


def test_a_game_from_an_analysed_puzzle_closes_learn(solver: Solver) -> None:
    solver.open(LONG)
    solver.course.show_solution()
    solver.driver.press(pygame.K_a, "a")
    solver.driver.command("play_from")
    solver.driver.press(pygame.K_RETURN)  # the players
    assert solver.driver.app.stack == [solver.driver.play]
    assert solver.driver.fen == LONG.fen


def test_after_a_run_next_is_highlighted(solver: Solver) -> None:
    solver.driver.tool("Streak")
    solver.driver.run_loop()
    panel = solver.screen.panel
    assert not panel.next.enabled
    solver.driver.press(pygame.K_RIGHT)
    assert solver.screen.toast.text == texts.NO_SKIPPING
    miss(solver.course)
    solver.driver.until(lambda: not solver.course.in_run)
    solver.driver.run_loop()
    assert panel.next.look is Look.PRIMARY
    assert panel.again.look is Look.PLAIN
    solver.driver.press(pygame.K_RETURN)
    assert solver.course.run is None


def test_a_screen_reader_says_the_end_of_a_run_but_not_its_clock(
    solver: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken: list[str] = []
    solver.driver.app.screen_reader = spoken.append
    monkeypatch.setattr(solver.course, "_now", lambda: RunClock.now)
    solver.driver.tool(texts.RUNS["timed"])
    solver.driver.run_loop()
    assert "3:00 left" in spoken[-1]
    monkeypatch.setattr(RunClock, "now", 90.0)
    solver.driver.run_loop()
    assert "1:30 left" in solver.screen.panel.text.page.text
    assert "3:00 left" in spoken[-1]
    monkeypatch.setattr(RunClock, "now", RUN_S)
    solver.driver.run_loop()
    assert spoken[-1] == texts.run_over("timed", 0, 0)


def test_progress_is_saved(solver: Solver, tmp_path: Path) -> None:
    solver.open(SHORT)
    solver.click("d1", "d7")
    solver.driver.until(lambda: (tmp_path / "config" / "puzzles.json").exists())


@pytest.mark.parametrize(
    "progress",
    [
        '{"rating": [9999, 350, 0.06], "puzzles": {}}',
        '{"rating": [1200, 350, 1e-170], "puzzles": {}}',
        '{"rating": [1200, 350, 0.06], "puzzles": {"x": [true, 1e999, 0]}}',
    ],
)
def test_damaged_progress_does_no_harm(
    start: Starter, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, progress: str
) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "puzzles.json").write_text(f'{{"congo": {progress}}}')
    monkeypatch.setattr(sections, "puzzles_of", lambda game: PUZZLES)
    solver = Solver(start())
    solver.open(SHORT)
    solver.driver.press(pygame.K_h, "h")
    assert not solver.driver.app.puzzle_progress.attempts("congo")[SHORT.fen].solved


@pytest.mark.parametrize("size", [(640, 480), (480, 640), (1180, 800)], ids=str)
def test_controls_lie_apart_inside_the_window(solver: Solver, size: tuple[int, int]) -> None:
    solver.driver.resize(*size)
    widgets = [each for each in solver.screen.group.widgets if each.visible]
    window = pygame.display.get_surface().get_rect()
    for at, one in enumerate(widgets):
        assert window.contains(one.rect)
        assert one.rect.collidelist([other.rect for other in widgets[at + 1 :]]) == -1


def test_damaged_puzzles_are_explained(
    opened: Opener, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "puzzles.txt").write_text("nonsense")
    monkeypatch.setattr("engine.learn.puzzles.puzzles_path", lambda game: tmp_path / "puzzles.txt")
    monkeypatch.setattr(sections, "puzzles_of", puzzles_of.__wrapped__)
    driver = opened("congo")
    driver.press(pygame.K_F2)
    assert "is not a file of puzzles" in driver.top(LearnHub).toast.text
    assert texts.PUZZLES not in [card.label for card in driver.top(LearnHub).cards]
