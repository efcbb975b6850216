"""Endings in *Learn*: playing them out, judgements, help, choosing, and the player's distance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pygame
import pytest

from congo_gui.play.wording import position_words
from congo_gui.screens.learn import screen as learn_screen
from congo_gui.screens.learn import sections, texts
from congo_gui.screens.learn.choice_grid import ChoiceGrid
from congo_gui.screens.learn.course import FeedbackTone
from congo_gui.screens.learn.ending_course import HOLD_MOVES, EndingCourse
from congo_gui.screens.learn.ending_finder import EndingFinder, FoundEnding
from congo_gui.screens.learn.ending_pieces import EndingPieces
from congo_gui.screens.learn.ending_words import EXPLAINED, material_title
from congo_gui.screens.learn.hub import LearnHub
from congo_gui.screens.learn.screen import ExerciseScreen
from congo_gui.store.ending_progress import EndingProgress
from congo_gui.widgets.button import Look
from engine.learn import texts as engine_texts
from engine.learn.ending_play import EndingPlay
from engine.learn.endings import (
    FIRST_DISTANCE,
    EndingGoal,
    EndingQuery,
    against_bare,
    endings_of,
    figures_of,
    parse_material,
)
from engine.learn.lessons import AttemptStage
from engine.tablebase.tablebase import Material
from tests.congo_gui.driver import CONGO, Driver, Opener, Starter

TABLEBASE = endings_of(CONGO)
BARE = tuple(figures_of(TABLEBASE, each) for each in against_bare(TABLEBASE.materials))
WIN = "7/3l3/7/7/3Z3/2L4/7 w 1"
DRAWN = "2l4/2Z4/7/7/7/7/2L4 w 1"
TODAY = 700_000


class EndingList:
    """Returns the endings of a list in turn, and records the queries."""

    def __init__(self, *fens: str) -> None:
        self.fens = list(fens)
        self.asked: list[EndingQuery] = []

    def of(self, query: EndingQuery, seed: int) -> FoundEnding | None:
        del seed
        self.asked.append(query)
        fen = self.fens[min(len(self.asked), len(self.fens)) - 1]
        if not fen:
            return FoundEnding(TABLEBASE, None, BARE, "nothing")
        return FoundEnding(TABLEBASE, CONGO.notation.parse(fen), BARE)


@pytest.fixture
def progress(tmp_path: Path) -> EndingProgress:
    return EndingProgress(tmp_path, lambda path, change, done: None)


def write(path: Path, change: Callable[[bytes], bytes], done: Callable[[], None]) -> None:
    path.write_bytes(change(path.read_bytes() if path.exists() else b""))
    done()


def course_of(progress: EndingProgress, *fens: str) -> EndingCourse:
    course = EndingCourse(CONGO, progress, EndingList(*fens).of, lambda: TODAY, Random(1))
    assert course.pending
    assert course.step()
    return course


def an_ending(goal: EndingGoal, distance: int | None = None, pieces: str = "", seed: int = 3) -> str:
    materials = (parse_material(CONGO, TABLEBASE, pieces),) if pieces else ()
    finder = EndingFinder(CONGO, lambda: None)
    found = finder._find((EndingQuery(goal, materials, distance), seed))
    assert found.position is not None
    return CONGO.notation.format(found.position)


def play(course: EndingCourse, text: str) -> None:
    move = CONGO.parse_move(course.position, text)
    course.play(move, move.path)


def play_best(course: EndingCourse) -> None:
    move = TABLEBASE.ranked_moves(CONGO, course.position)[0][0]
    course.play(move, move.path)


def play_out(course: EndingCourse) -> None:
    while course.stage is AttemptStage.OPEN:
        if course.pending:
            assert course.step()
        else:
            play_best(course)


def move_with(course: EndingCourse, wanted: Callable[[int], bool]) -> str:
    """Return a move after which the distance to the end is as wanted."""
    for move, value in TABLEBASE.ranked_moves(CONGO, course.position):
        if wanted(value.plies if not value.loses else -value.plies):
            return move.text
    raise AssertionError("no such move")


# --- playing out


@pytest.mark.parametrize("distance", [3, 9, 21, 43])
def test_best_play_is_counted_against_the_optimum(progress: EndingProgress, distance: int) -> None:
    course = course_of(progress, an_ending(EndingGoal.WIN, distance))
    play_out(course)
    assert course.stage is AttemptStage.SOLVED
    assert course.page.feedback.startswith(texts.won_in((distance + 1) // 2, (distance + 1) // 2))
    assert course.page.tone is FeedbackTone.GOOD
    assert progress.done("congo") == (1, 1)


def test_each_move_is_judged_at_once(progress: EndingProgress) -> None:
    course = course_of(progress, an_ending(EndingGoal.WIN, 9, "LZ-L"))
    play(course, move_with(course, lambda plies: plies == 9))
    assert course.page.feedback == f"✓ {engine_texts.BEST_WIN} {texts.moves_to_go(4)}"
    course.step()
    assert "Black's lion" in course.page.feedback
    assert course.page.tone is FeedbackTone.GOOD


def test_a_slower_win_says_by_how_much(progress: EndingProgress) -> None:
    course = course_of(progress, an_ending(EndingGoal.WIN, 9, "LC-L"))
    slower = move_with(course, lambda plies: plies > 9)
    after = {move.text: value for move, value in TABLEBASE.ranked_moves(CONGO, course.position)}[slower]
    play(course, slower)
    lost = (after.plies - 9) // 2
    assert course.page.feedback.startswith(engine_texts.still_winning(lost))
    play_out(course)
    assert course.page.feedback.startswith(texts.won_in(5 + lost, 5))


def test_a_move_that_lets_the_win_go_can_be_taken_back(progress: EndingProgress) -> None:
    course = course_of(progress, an_ending(EndingGoal.WIN, 5, "LZ-LE"))
    start = course.position
    play(course, move_with(course, lambda plies: plies == 0))
    assert course.page.feedback.startswith(f"✗ {engine_texts.WIN_TO_DRAW}")
    assert texts.TAKE_BACK_OR_GO_ON in course.page.feedback
    assert course.page.tone is FeedbackTone.BAD
    judged = course.page.feedback
    course.step()
    assert course.page.feedback.startswith(f"{judged} Black's")  # a screen reader reads only the reply
    course.undo()
    assert course.position == start
    assert course.page.feedback == texts.TAKEN_BACK
    assert not course.can_undo
    play_out(course)
    assert course.stage is AttemptStage.SOLVED
    assert progress.done("congo") == (0, 1)
    assert texts.FIRST_TRY in course.page.feedback


def test_taking_back_too_little_is_explained(progress: EndingProgress) -> None:
    course = course_of(progress, an_ending(EndingGoal.WIN, 5, "LZ-LE"))
    play(course, move_with(course, lambda plies: plies == 0))
    course.step()
    play_best(course)
    course.step()
    course.undo()
    assert course.page.feedback == texts.TAKEN_BACK_TOO_LITTLE
    course.undo()
    assert course.page.feedback == texts.TAKEN_BACK


def test_a_win_on_the_first_try_says_nothing_about_tries(progress: EndingProgress) -> None:
    course = course_of(progress, an_ending(EndingGoal.WIN, 5))
    play_out(course)
    assert texts.FIRST_TRY not in course.page.feedback


def test_what_was_done_with_these_pieces_is_shown(progress: EndingProgress) -> None:
    fen = an_ending(EndingGoal.WIN, 5, "LZ-LE")
    assert course_of(progress, fen).page.text == texts.GOALS_ABOUT
    progress.note("congo", "LC-L", True, 0, TODAY)
    text = course_of(progress, fen).page.text
    assert texts.GOALS_ABOUT in text
    assert texts.in_all(texts.endings_solved(1, 1)) in text
    for _ in range(EXPLAINED):
        progress.note("congo", "LZ-LE", True, 0, TODAY)
    text = course_of(progress, fen).page.text
    assert texts.GOALS_ABOUT not in text
    assert texts.kind_solved(EXPLAINED, EXPLAINED) in text


def test_a_move_is_taken_back_before_it_is_answered(progress: EndingProgress) -> None:
    course = course_of(progress, an_ending(EndingGoal.WIN, 9))
    start = course.position
    play_best(course)
    course.undo()
    assert course.position == start
    assert course.open


def test_trying_again_restarts_the_ending(progress: EndingProgress) -> None:
    course = course_of(progress, an_ending(EndingGoal.WIN, 9))
    start = course.position
    play_best(course)
    course.step()
    course.reset()
    assert course.position == start
    assert course.page.feedback == ""


def test_a_draw_instead_of_a_win_is_missed(progress: EndingProgress) -> None:
    course = course_of(progress, "2l4/7/2Z4/7/7/2L4/7 w 1")
    while course.stage is AttemptStage.OPEN:
        if course.pending:
            course.step()
        else:  # let the position repeat
            moves = [
                move for move, value in TABLEBASE.ranked_moves(CONGO, course.position) if not value.loses
            ]
            course.play(moves[-1], moves[-1].path)
    assert course.stage is AttemptStage.MISSED
    assert course.page.tone is FeedbackTone.BAD
    assert progress.done("congo") == (0, 1)


# --- defending


def test_a_drawn_ending_is_held_for_so_many_moves(progress: EndingProgress) -> None:
    course = course_of(progress, an_ending(EndingGoal.HOLD, pieces="LZ-LZ"))
    assert course.page.task == texts.ending_hold_task(HOLD_MOVES)
    play_out(course)
    assert course.stage is AttemptStage.SOLVED
    assert not course.can_show


def test_losing_a_drawn_ending_is_missed(progress: EndingProgress) -> None:
    course = course_of(progress, an_ending(EndingGoal.HOLD, pieces="LZ-LZ"))
    play(course, move_with(course, lambda plies: plies < 0))
    assert course.page.feedback.startswith(f"✗ {engine_texts.DRAW_TO_LOSS}")
    play_out(course)
    assert course.stage is AttemptStage.MISSED
    assert course.page.feedback.startswith("✗ Lost.")


def test_a_lost_ending_is_resisted(progress: EndingProgress) -> None:
    course = course_of(progress, an_ending(EndingGoal.RESIST, 12))
    assert course.page.task == texts.ending_resist_task(6)
    play_out(course)
    assert course.stage is AttemptStage.SOLVED
    assert course.page.feedback == texts.resisted(6, 6)


def test_resisting_too_little_is_missed(progress: EndingProgress) -> None:
    course = course_of(progress, an_ending(EndingGoal.RESIST, 12))
    play(course, move_with(course, lambda plies: -12 < plies < 0))
    assert "sooner" in course.page.feedback
    play_out(course)
    assert course.stage is AttemptStage.MISSED
    assert "capturing the lion. You resisted for" in course.page.feedback


def test_resisting_well_after_taking_back_is_praised_but_does_not_count(progress: EndingProgress) -> None:
    course = course_of(progress, an_ending(EndingGoal.RESIST, 12))
    play(course, move_with(course, lambda plies: -12 < plies < 0))
    course.undo()
    play_out(course)
    assert course.stage is AttemptStage.SOLVED
    assert course.page.feedback == f"{texts.resisted(6, 6)} {texts.FIRST_TRY}"
    assert course.page.tone is FeedbackTone.GOOD
    assert progress.done("congo") == (0, 1)


def test_a_loss_says_how_it_came(progress: EndingProgress) -> None:
    course = course_of(progress, "7/3l1C1/7/7/4L2/7/7 w 1")
    play(course, "e3d3")
    course.step()
    how = "Black's lion flies from d6 to d3, capturing the lion."
    assert course.page.feedback.startswith(texts.ending_lost(how))


def test_a_draw_with_the_lions_alone_ends_the_game(progress: EndingProgress) -> None:
    course = course_of(progress, "7/3l3/7/3C3/3L3/7/7 w 1")
    play(course, "d4d5")
    course.step()
    reply = "Black's lion moves from d6 to d5, capturing the crocodile."
    assert course.page.feedback.startswith(texts.only_drawn(reply, "only the two lions are left"))


def test_an_exception_is_a_draw_although_one_piece_more_is_there(progress: EndingProgress) -> None:
    course = course_of(progress, DRAWN)
    assert course.page.task == texts.exception_task("animal", HOLD_MOVES)
    play_out(course)
    assert course.stage is AttemptStage.SOLVED
    assert course.page.feedback.startswith("✓ A draw")


# --- the player's distance


def test_the_distance_grows_and_shrinks(progress: EndingProgress) -> None:
    found = EndingList(an_ending(EndingGoal.WIN, 5), an_ending(EndingGoal.WIN, 7, "LZ-LE"))
    course = EndingCourse(CONGO, progress, found.of, lambda: TODAY, Random(1))
    course.step()
    assert found.asked[-1].distance == 5
    play_out(course)
    assert course.own_distance == 7
    course.next()
    course.step()
    assert found.asked[-1].distance == 7
    play(course, move_with(course, lambda plies: plies <= 0))
    assert course.own_distance == 5
    assert progress.last_success("congo") == TODAY


def test_the_distance_follows_another_window(tmp_path: Path) -> None:
    here, there = (EndingProgress(tmp_path, write) for _ in range(2))
    course = course_of(here, an_ending(EndingGoal.WIN, 5))
    there.note("congo", "LZ-L", True, 4, TODAY)
    course.next()
    assert course.own_distance == FIRST_DISTANCE + 4


def test_a_loss_takes_as_many_moves_as_the_players_wins(progress: EndingProgress) -> None:
    finder = EndingFinder(CONGO, lambda: None)
    course = EndingCourse(CONGO, progress, finder.of, lambda: TODAY, Random(1), finder.close)
    course.choose_goal(EndingGoal.RESIST)
    while not course.step():
        pass
    assert course.page.task == texts.ending_resist_task(3)
    assert course.own_distance == 5
    course.close()


def test_another_goal_exchanges_the_pieces_if_need_be(progress: EndingProgress) -> None:
    course = course_of(progress, an_ending(EndingGoal.WIN, 5))
    course.choose(EndingQuery(materials=(Material("LZ", "L"),)))
    course.choose_goal(EndingGoal.HOLD)
    assert course.query.materials == (Material("LZ", "L"),)
    course.choose_goal(EndingGoal.RESIST)
    assert course.query.materials == (Material("L", "LZ"),)
    course.choose_goal(EndingGoal.WIN)
    assert course.query.materials == (Material("LZ", "L"),)


def test_a_win_with_a_hint_leaves_the_distance(progress: EndingProgress) -> None:
    course = course_of(progress, an_ending(EndingGoal.WIN, 5))
    course.hint()
    play_out(course)
    assert course.own_distance == 5
    assert progress.done("congo") == (1, 1)


def test_a_win_with_a_hint_leaves_the_distance_after_another_try_too(progress: EndingProgress) -> None:
    course = course_of(progress, an_ending(EndingGoal.WIN, 5))
    course.hint()
    play_best(course)
    course.step()
    course.reset()
    play_out(course)
    assert course.own_distance == 5


def test_slow_tries_before_another_one_leave_the_distance(progress: EndingProgress) -> None:
    course = course_of(progress, an_ending(EndingGoal.WIN, 5))
    for _ in range(2):
        play(course, move_with(course, lambda plies: plies > 5))
        course.reset()
    play_out(course)
    assert course.own_distance == 5


def test_showing_the_best_line_shrinks_the_distance(progress: EndingProgress) -> None:
    course = course_of(progress, an_ending(EndingGoal.WIN, 5))
    course.show_solution()
    moves = 0
    while course.pending:
        assert course.step()
        moves += 1
    assert moves == 5
    assert course.stage is AttemptStage.SOLVED
    assert course.page.feedback == f"{texts.line_shown(3)} {texts.following_distance(3)}"
    assert course.own_distance == 3
    assert progress.done("congo") == (0, 1)


def test_a_chosen_distance_does_not_change_the_players(progress: EndingProgress) -> None:
    course = course_of(progress, an_ending(EndingGoal.WIN, 5))
    course.choose(replace(course.query, distance=5))
    course.step()
    play_out(course)
    assert course.own_distance == 5


# --- help


def test_hints_name_the_piece_and_then_show_the_move(progress: EndingProgress) -> None:
    course = course_of(progress, an_ending(EndingGoal.WIN, 9))
    best = EndingPlay(CONGO, TABLEBASE, course.position).reply()
    course.hint()
    assert course.page.feedback.startswith("Look at the")
    assert not course.arrows
    assert course.circles == best.path[:1]
    course.hint()
    assert not course.circles
    assert course.arrows[0] == (best.path[0], best.path[1])
    assert not course.can_hint


# --- the draw without progress


def test_the_draw_without_progress_is_announced(
    progress: EndingProgress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(CONGO), "facts", replace(CONGO.facts, progress_limit=30))
    course = course_of(progress, an_ending(EndingGoal.WIN, 9, "LC-L"))
    play(course, move_with(course, lambda plies: plies > 0))
    assert texts.turns_to_draw(29) in course.page.feedback
    monkeypatch.setattr(type(CONGO), "facts", replace(CONGO.facts, progress_limit=6))
    course.reset()
    play(course, move_with(course, lambda plies: plies > 0))
    assert texts.too_slow(6) in course.page.feedback


# --- finding


def test_an_ending_is_found_on_a_thread(progress: EndingProgress) -> None:
    finder = EndingFinder(CONGO, lambda: None)
    course = EndingCourse(CONGO, progress, finder.of, lambda: TODAY, Random(1), finder.close)
    assert course.page.feedback == texts.SEARCHING
    while not course.step():
        pass
    assert course.open
    assert [each.drawn for each in course.bare] == [31, 1, 7, 0, 2, 2, 9]
    course.close()


def test_a_query_without_endings_is_explained(progress: EndingProgress) -> None:
    course = course_of(progress, "")
    assert course.page.feedback == "nothing"
    assert course.page.tone is FeedbackTone.BAD
    assert not course.open
    assert not course.pending
    course.reset()
    course.undo()
    course.hint()
    course.show_solution()
    query = EndingQuery(theme="promotion", materials=(Material("LC", "L"),), distance=3)
    found = EndingFinder(CONGO, lambda: None)._find((query, 1))
    assert found.problem == texts.no_ending("animals")
    query = EndingQuery(EndingGoal.WIN, (Material("L", "LZ"),))
    found = EndingFinder(CONGO, lambda: None)._find((query, 1))
    assert found.problem == texts.no_goal("Lion against zebra", "win", "animals")


def test_a_damaged_tablebase_is_explained(progress: EndingProgress, monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.rules.congo import tablebase

    broken = tablebase.CongoTablebase("the tablebase is damaged")
    monkeypatch.setattr(tablebase, "shared", lambda: broken)
    finder = EndingFinder(CONGO, lambda: None)
    course = EndingCourse(CONGO, progress, lambda query, seed: finder._find((query, seed)), lambda: TODAY)
    course.step()
    assert course.page.feedback == "The tablebase is damaged."


def test_titles_leave_out_the_lions() -> None:
    titles = [
        material_title(CONGO, parse_material(CONGO, TABLEBASE, text)) for text in ("LZ-LG", "LS-L", "L-LZE")
    ]
    assert titles == ["Zebra against giraffe", "Superpawn against lion", "Lion against zebra and elephant"]


# --- on the screen


class EndingLearner:
    """A simulated player of endings."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        driver.learn(texts.ENDINGS)
        driver.until(lambda: self.course.open)

    @property
    def screen(self) -> ExerciseScreen:
        return self.driver.top(ExerciseScreen)

    @property
    def course(self) -> EndingCourse:
        course = next(each for each in self.driver.app.stack if isinstance(each, ExerciseScreen)).endings
        assert course is not None
        return course

    def click_best(self) -> None:
        move = TABLEBASE.ranked_moves(CONGO, self.course.position)[0][0]
        for square in move.path:
            self.driver.click(self.screen.board.display.geometry.center(square))
        self.driver.run_loop()

    def choose(self, label: str) -> None:
        """Click a button of the dialog on top, and wait for the next ending."""
        dialog = self.driver.top(ChoiceGrid)
        self.driver.click(next(each for each in dialog.buttons if each.label == label).rect.center)
        self.driver.until(lambda: self.course.open)


@pytest.fixture
def player(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> EndingLearner:
    monkeypatch.setattr(learn_screen, "REPLY_DELAY_S", 0.0)
    return EndingLearner(driver)


def test_an_ending_is_won_by_clicks(player: EndingLearner) -> None:
    while player.course.stage is AttemptStage.OPEN:
        player.click_best()
        player.driver.until(lambda: not player.course.pending)
    assert player.course.stage is AttemptStage.SOLVED
    assert player.driver.app.ending_progress.distance("congo") == 7
    player.driver.press(pygame.K_RETURN)
    player.driver.until(lambda: player.course.open)
    assert TABLEBASE.ranked_moves(CONGO, player.course.position)[0][1].plies == 7


def test_keys_take_back_hint_and_show_the_line(player: EndingLearner) -> None:
    start = player.course.position
    player.click_best()
    player.driver.until(lambda: player.course.open)
    player.driver.press(pygame.K_z, "z")
    assert player.course.position == start
    player.driver.press(pygame.K_h, "h")
    assert player.screen.panel.text.page.feedback.startswith("Look at")
    player.driver.press(pygame.K_g, "g")
    player.driver.until(lambda: player.course.stage is AttemptStage.SOLVED)
    assert "best line" in player.screen.panel.text.page.feedback


def test_a_screen_reader_says_the_ending_its_judgements_and_answers(driver: Driver) -> None:
    spoken: list[str] = []
    driver.app.screen_reader = spoken.append
    player = EndingLearner(driver)
    course = player.course
    driver.run_loop()
    assert texts.ending_win_task(3) in spoken[-1]
    assert position_words(CONGO, course.position) in spoken[-1]
    spoken.clear()
    player.click_best()
    driver.until(lambda: course.open)
    driver.run_loop()
    assert sum(engine_texts.BEST_WIN in words for words in spoken) == 1
    assert "Black's" in spoken[-1]
    spoken.clear()
    driver.press(pygame.K_g, "g")
    driver.until(lambda: course.stage is AttemptStage.SOLVED)
    driver.run_loop()
    assert any(words.startswith("White's") for words in spoken)
    assert spoken[-1] == course.page.feedback


def test_an_ending_is_still_there_after_leaving_it(player: EndingLearner) -> None:
    driver = player.driver
    player.course.choose(EndingQuery(EndingGoal.WIN, (Material("LC", "L"),), 13))
    driver.until(lambda: player.course.open)
    player.click_best()
    driver.until(lambda: player.course.open)
    position = player.course.position
    driver.press(pygame.K_ESCAPE)
    driver.press(pygame.K_ESCAPE)
    again = EndingLearner(driver)
    assert again.course.position == position
    assert again.course.query.materials == (Material("LC", "L"),)
    driver.press(pygame.K_g, "g")
    driver.until(lambda: again.course.stage is AttemptStage.SOLVED)
    driver.press(pygame.K_ESCAPE)
    driver.press(pygame.K_ESCAPE)
    next_one = EndingLearner(driver).course
    assert not next_one.can_undo
    assert next_one.query.materials == (Material("LC", "L"),)
    assert next_one.material == Material("LC", "L")


def test_what_comes_next_is_an_ending_of_the_players_distance(player: EndingLearner) -> None:
    driver = player.driver
    player.course.choose(EndingQuery(EndingGoal.WIN, (Material("LC", "L"),), 13))
    driver.until(lambda: player.course.open)
    driver.press(pygame.K_ESCAPE)
    card = next(card for card in driver.top(LearnHub).cards if card.label == texts.ENDINGS)
    step = card.section.next_step()
    assert step is not None
    step.open()
    driver.until(lambda: player.course.open)
    assert player.course.query == EndingQuery()
    course = player.course
    driver.press(pygame.K_ESCAPE)
    step.open()
    assert player.course is course
    driver.press(pygame.K_ESCAPE)
    card.section.forget()
    card.section.open()
    assert player.course is not course


def test_nothing_to_take_back_is_explained(player: EndingLearner) -> None:
    player.driver.press(pygame.K_z, "z")
    assert player.screen.toast.text == texts.NOTHING_TO_TAKE_BACK


def test_pieces_are_chosen_by_clicks(player: EndingLearner) -> None:
    player.driver.tool(texts.any_pieces("animals"))
    dialog = player.driver.top(EndingPieces)
    assert not dialog.practise.enabled
    kinds = [button.label for button in dialog.rows[0]]
    player.driver.click(dialog.rows[0][kinds.index("Superpawn")].rect.center)
    player.driver.click(dialog.rows[1][kinds.index("Giraffe")].rect.center)
    assert dialog.words == "Superpawn against giraffe"
    player.driver.click(dialog.practise.rect.center)
    player.driver.until(lambda: player.course.open)
    assert player.course.material == Material("LS", "LG")
    player.driver.tool("Superpawn against giraffe")
    player.driver.click(player.driver.top(EndingPieces).any.rect.center)
    assert player.course.query.materials == ()


def test_pieces_that_cannot_win_are_refused_in_words(player: EndingLearner) -> None:
    player.driver.tool(texts.any_pieces("animals"))
    dialog = player.driver.top(EndingPieces)
    player.driver.press(pygame.K_RETURN)
    assert dialog.toast.text == texts.none_chosen("animal", "animals")
    player.driver.click(dialog.rows[1][0].rect.center)
    assert dialog.words == texts.none_with_goal("Lion against zebra", "win")
    assert not dialog.practise.enabled
    for _ in range(3):
        player.driver.click(dialog.rows[0][0].rect.center)
    assert dialog.chosen == [(0, "Z"), (0, "Z")]
    assert dialog.words == "Two zebras against lion"
    player.driver.click(dialog.clear.rect.center)
    assert dialog.chosen == []


def test_trying_again_waits_for_an_ending(player: EndingLearner) -> None:
    player.course.choose(EndingQuery(EndingGoal.WIN, (Material("L", "LZ"),)))
    player.driver.until(lambda: not player.course.pending)
    player.driver.run_loop()
    assert not player.screen.panel.again.enabled
    assert player.screen.panel.again.look is Look.PLAIN
    player.driver.press(pygame.K_RETURN)
    assert not player.course.open


def test_a_distance_is_chosen_in_a_dialog(player: EndingLearner) -> None:
    player.driver.tool(texts.distance_label(None, 5))
    player.choose(texts.distance_label(43, 5))
    assert TABLEBASE.ranked_moves(CONGO, player.course.position)[0][1].plies == 43


def test_a_theme_is_chosen_in_a_dialog(player: EndingLearner) -> None:
    player.driver.tool(texts.ANY_THEME)
    player.choose(texts.ENDING_THEMES["only-move"])
    winning = [value.wins for _, value in TABLEBASE.ranked_moves(CONGO, player.course.position)]
    assert winning.count(True) == 1


def test_an_exception_is_chosen_in_a_dialog(player: EndingLearner) -> None:
    player.driver.tool(texts.BARE)
    player.choose(texts.bare_label("giraffe", 1919 / 1926, 7))
    assert player.course.material == Material("LG", "L")
    assert TABLEBASE.ranked_moves(CONGO, player.course.position)[0][1].plies == 0
    player.driver.tool(texts.BARE)
    player.choose(texts.bare_label("crocodile", 1.0, 0))
    assert player.course.query.goal is EndingGoal.WIN


def test_defending_is_only_on_request(player: EndingLearner) -> None:
    for seed in range(5):
        player.course.go_to(seed)
        player.driver.until(lambda: player.course.open)
        assert TABLEBASE.ranked_moves(CONGO, player.course.position)[0][1].wins


@pytest.mark.parametrize("goal", [EndingGoal.HOLD, EndingGoal.RESIST])
def test_defending_is_chosen_by_a_segment(player: EndingLearner, goal: EndingGoal) -> None:
    segments = player.screen.panel.filters[0]
    player.screen.group.set_focus(segments)
    for _ in range([EndingGoal.HOLD, EndingGoal.RESIST].index(goal) + 1):
        player.driver.press(pygame.K_RIGHT)
    player.driver.until(lambda: player.course.open)
    value = TABLEBASE.ranked_moves(CONGO, player.course.position)[0][1]
    assert value.loses if goal is EndingGoal.RESIST else not value.plies


def test_the_overview_has_the_progress_and_the_next_ending(driver: Driver) -> None:
    driver.press(pygame.K_F2)
    hub = driver.top(LearnHub)
    card = next(card for card in hub.cards if card.label == texts.ENDINGS)
    assert card.progress == texts.NO_ENDING_TRIED
    driver.app.ending_progress.note("congo", "LZ-L", True, 4, 1)
    assert card.section.progress() == texts.endings_solved(1, 1)
    step = card.section.next_step()
    assert step is not None
    assert step.label == texts.next_ending(5)
    driver.app.ending_progress.note("congo", "LZ-L", True, 0, sections._today())
    assert card.section.next_step() is None
    card.section.forget()
    assert driver.app.ending_progress.done("congo") == (0, 0)


def test_a_game_without_a_tablebase_has_no_endings(opened: Opener) -> None:
    driver = opened("konane")
    driver.press(pygame.K_F2)
    assert texts.ENDINGS not in [card.label for card in driver.top(LearnHub).cards]


def test_progress_is_saved(player: EndingLearner, tmp_path: Path) -> None:
    player.driver.press(pygame.K_g, "g")
    player.driver.until(lambda: (tmp_path / "config" / "endings.json").exists())


def test_damaged_progress_does_no_harm(start: Starter, tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "endings.json").write_text('{"congo": {"distance": 1e999}}')
    driver = start()
    driver.learn(texts.ENDINGS)
    driver.until(lambda: driver.top(ExerciseScreen).exercise.open)


@pytest.mark.parametrize("size", [(640, 480), (480, 640), (1180, 800)], ids=str)
def test_controls_lie_apart_inside_the_window(player: EndingLearner, size: tuple[int, int]) -> None:
    player.driver.resize(*size)
    widgets = [each for each in player.screen.group.widgets if each.visible]
    window = pygame.display.get_surface().get_rect()
    for at, one in enumerate(widgets):
        assert window.contains(one.rect)
        assert one.rect.collidelist([other.rect for other in widgets[at + 1 :]]) == -1
