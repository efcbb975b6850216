"""The review's card, its mistakes one by one, and learning from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from congo_gui.screens.analysis import texts
from congo_gui.screens.analysis.analyst import REVIEW_NODES, Findings, Reached, SearchTarget
from congo_gui.screens.analysis.node_menu import NodeMenu
from congo_gui.screens.analysis.review import BLUNDER
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.analysis.side_choice import SideChoice
from congo_gui.screens.shared.move_chooser import TypeMoveScreen
from engine.game.game import Game, KeyHistory, Ply
from engine.learn.game_review import accuracy
from engine.record.record import GameTree
from engine.rules.values import FIRST, SECOND, Move
from engine.search.limits import Score, SearchInfo
from tests.congo_gui.driver import CONGO, Driver, Starter
from tests.congo_gui.game_files import OPENING, drop, written
from tests.waiting import PATIENCE

SCORES = {0: ("d2d3", 0), 1: ("c6c5", 0), 2: ("e2e3", 500), 3: ("a6a5", -500)}
"""The best move and its score for the side to move after so many plies: Black's d6d5 loses five pawns."""


def review(start: Starter, scores: Mapping[int, tuple[str, int]], count: int | None = None) -> Driver:
    """Review a game of two humans, with these moves and scores by the AI, or the first `count` of them."""
    driver = start(black="human")
    for move in (("d2", "d3"), ("d6", "d5"), ("e2", "e3")):
        driver.click_squares(*move)
    driver.press(pygame.K_r, "r")
    game = driver.session.game
    for _ in range(len(scores) if count is None else count):
        asked, limits = driver.thinker.asked[-1]
        assert limits.nodes == REVIEW_NODES
        driver.thinker.answer(*scores[next(at for at in scores if game.position_at(at) == asked)])
        driver.run_loop()
    return driver


def test_a_review_finds_the_history_of_a_position_when_its_search_begins(
    start: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them at once stopped the window, as they are as long as the game."""
    found: list[int] = []
    key_history = Game.key_history

    def counted(game: Game) -> KeyHistory:
        found.append(game.cursor)
        return key_history(game)

    monkeypatch.setattr(Game, "key_history", counted)
    review(start, SCORES, count=2)
    assert found[-3:] == [3, 2, 1]
    assert 0 not in found


def test_the_graph_is_made_anew_only_for_new_results_and_changes(
    start: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made at each movement of the mouse, it stopped the window in a game of thousands of moves."""
    driver = review(start, SCORES)
    screen = screen_of(driver)
    driver.run_loop(3)
    asked: list[int] = []
    chance = Findings.chance

    def counted(findings: Findings, reached: Reached, plies: int) -> float | None:
        asked.append(plies)
        return chance(findings, reached, plies)

    monkeypatch.setattr(Findings, "chance", counted)
    for name in ("a4", "b4", "c4", "d4"):
        square = CONGO.notation.square_at(screen.cursor.position, name)
        assert square is not None
        driver.point(screen.board.display.geometry.center(square))
    assert 3 not in asked, "the last position is only in the graph and among the mistakes"
    before = screen.panel.graph.points
    driver.thinker.report(CONGO.legal_moves(screen.cursor.position)[0], cp=-700, depth=30)
    driver.run_loop()
    assert screen.panel.graph.points != before
    driver.press(pygame.K_END)
    driver.press(pygame.K_6, "6")
    assert screen.panel.graph.points[3].marked


def test_a_review_searches_all_positions_of_a_finished_game_but_its_end(start: Starter) -> None:
    driver = start("3l3/7/7/7/7/7/3L1P1 w 1", black="human")
    for move in (("f1", "f2"), ("d7", "d1")):
        driver.click_squares(*move)
    driver.press(pygame.K_r, "r")
    game, asked = driver.session.game, len(driver.thinker.asked) - 1
    assert game.outcome is not None
    for _ in range(game.cursor):
        driver.thinker.answer()
        driver.run_loop()
    searched = [position for position, limits in driver.thinker.asked[asked:] if limits.nodes == REVIEW_NODES]
    assert searched == [game.position_at(at) for at in reversed(range(game.cursor))]


@pytest.fixture
def reviewed(start: Starter) -> Driver:
    return review(start, SCORES)


def screen_of(driver: Driver) -> AnalyseScreen:
    screen = driver.app.stack[-1]
    assert isinstance(screen, AnalyseScreen)
    return screen


def play(driver: Driver, start: str, end: str) -> None:
    screen = screen_of(driver)
    for name in (start, end):
        square = CONGO.notation.square_at(screen.cursor.position, name)
        assert square is not None
        driver.click(screen.board.display.geometry.center(square))
    driver.run_loop()


def test_a_review_replays_the_game_once(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Replaying it for each of its positions would stop the window."""
    moves = " ".join(f"{file}2{file}3 {file}6{file}5" for file in "abcdefg")
    drop(driver, written(tmp_path / "game.pgn", OPENING + moves + " *"))
    driver.press(pygame.K_a, "a")
    played, play_move = [], Game.play

    def play(game: Game, move: Move, after_draw: bool = False) -> Ply:
        played.append(move)
        return play_move(game, move, after_draw=after_draw)

    monkeypatch.setattr(Game, "play", play)
    driver.press(pygame.K_r, "r")
    assert 14 <= len(played) < 3 * 14


def test_the_accuracy_of_a_move_falls_with_its_cost() -> None:
    assert accuracy(0.0) == pytest.approx(100, abs=1e-3)
    assert accuracy(-0.1) == accuracy(0.0)
    assert accuracy(0.1) == pytest.approx(63.6, abs=0.1)
    assert accuracy(1.0) == 0.0


def test_the_card_of_a_review_stays_and_counts_by_side(reviewed: Driver) -> None:
    screen = screen_of(reviewed)
    white, black = screen.panel.card.reviews
    assert white is not None
    assert black is not None
    assert (white.counts, black.counts) == ((0, 0, 0), (1, 0, 0))
    assert white.accuracy > 99 > 60 > black.accuracy
    reviewed.press(pygame.K_ESCAPE)
    reviewed.press(pygame.K_a, "a")
    assert screen_of(reviewed).panel.card.reviews == (white, black)


def test_the_card_counts_marks_despite_later_searches(reviewed: Driver) -> None:
    """A deeper search finds the mistake to be the best move; the list still has the mark."""
    screen = screen_of(reviewed)
    node = screen.cursor.main_line[2]
    assert node.parent is not None
    assert node.move is not None
    known = screen.analyst.findings.lines(node.parent)[0]
    screen.analyst.findings.note(node.parent, (replace(known, depth=known.depth + 1, pv=(node.move,)),))
    screen.cursor.set_comment("again")
    black = screen.panel.card.reviews[1]
    assert black is not None
    assert black.counts == (1, 0, 0)
    assert not screen._engine.mistakes  # there is nothing better to find
    node.nags = ()
    screen.cursor.note()
    black = screen.panel.card.reviews[1]
    assert black is not None
    assert black.counts == (0, 0, 0)


def test_a_game_without_marked_mistakes_is_not_reviewed(reviewed: Driver) -> None:
    screen = screen_of(reviewed)
    assert screen.panel.card.reviews
    screen.cursor.main_line[2].nags = ()
    screen.cursor.note()
    assert screen.panel.card.reviews == ()


def test_clicking_a_count_visits_the_sides_mistakes(reviewed: Driver) -> None:
    screen = screen_of(reviewed)
    for at in (3, 2):
        screen.cursor.main_line[at].nags = (BLUNDER,)
    screen.cursor.main_line[1].nags = (BLUNDER,)
    screen.cursor.go_to(screen.cursor.tree.root)
    reviewed.run_loop()
    visited = []
    for _ in range(3):
        reviewed.click(screen.panel.card.counts[FIRST, BLUNDER].center)
        visited.append(screen.cursor.main_line.index(screen.cursor.node))
    assert visited == [1, 3, 1]
    reviewed.click(screen.panel.card.counts[SECOND, BLUNDER].center)
    assert screen.cursor.node is screen.cursor.main_line[2]


def test_next_mistake_continues_from_a_variation(reviewed: Driver) -> None:
    screen = screen_of(reviewed)
    reviewed.press(pygame.K_HOME)
    play(reviewed, "e2", "e3")
    assert screen.cursor.in_variation
    reviewed.press(pygame.K_j, "j")
    assert screen.cursor.node is screen.cursor.main_line[2]


def test_next_mistake_visits_every_mistake(reviewed: Driver) -> None:
    screen = screen_of(reviewed)
    reviewed.press(pygame.K_HOME)
    reviewed.press(pygame.K_j, "j")
    assert [node.move.text for node in screen.cursor.node.line if node.move] == ["d2d3", "d6d5"]
    reviewed.press(pygame.K_j, "j")
    assert screen.toast.text == texts.NO_MORE_MISTAKES


def test_the_engine_judges_answers_to_a_mistake(reviewed: Driver) -> None:
    reviewed.press(pygame.K_k, "k")
    screen = screen_of(reviewed)
    lines = screen.panel.lines
    assert lines.note == texts.find_better("Black", "d6d5", "blunder")
    assert not lines.rows
    assert "c6c5" not in [part.text for part in screen.panel.moves._parts]
    play(reviewed, "d6", "d5")
    assert lines.note == texts.same_move("d6d5")
    play(reviewed, "a6", "a5")
    assert lines.note == texts.CHECKING
    task = screen.cursor.position
    assert screen.board.display.position != task
    reviewed.thinker.answer("e2e3", cp=400)
    reviewed.run_loop()
    assert lines.note.startswith("a6a5 costs ")
    assert "e2e3" in lines.note
    assert screen.board.display.position == task
    play(reviewed, "c6", "c5")
    assert lines.caption == texts.best_found("c6c5")
    assert screen.cursor.node.move is not None
    assert screen.cursor.node.move.text == "c6c5"
    reviewed.press(pygame.K_j, "j")
    assert screen.toast.text == texts.ALL_TASKS_DONE
    assert not screen.panel.has_task


def finish_review(driver: Driver) -> None:
    """Let the engine answer what `review` has left open."""
    game = driver.session.game
    asked, _ = driver.thinker.asked[-1]
    driver.thinker.answer(*SCORES[next(at for at in SCORES if game.position_at(at) == asked)])
    driver.run_loop()


@pytest.fixture
def nearly(start: Starter) -> Driver:
    """A review with one position left to search, in the analysis at the end of the game."""
    return review(start, SCORES, count=len(SCORES) - 1)


def test_the_end_of_a_review_goes_to_the_worst_mistake(nearly: Driver) -> None:
    finish_review(nearly)
    screen = screen_of(nearly)
    assert screen.cursor.node is screen.cursor.main_line[1]


def test_the_end_of_a_review_leaves_the_position_of_an_open_question(nearly: Driver) -> None:
    nearly.press(pygame.K_HOME)
    nearly.press(pygame.K_SLASH, "/")
    nearly.type("e2e3")
    nearly.top(TypeMoveScreen)
    finish_review(nearly)
    nearly.press(pygame.K_RETURN)
    moves = [node.move.text for node in screen_of(nearly).cursor.node.line if node.move]
    assert moves == ["e2e3"]


def test_the_end_of_a_review_leaves_the_comment_that_is_being_written(nearly: Driver) -> None:
    screen = screen_of(nearly)
    node = screen.cursor.node
    nearly.press(pygame.K_q, "q")
    nearly.type("to ")
    finish_review(nearly)
    nearly.type("the end")
    nearly.press(pygame.K_RETURN)
    assert node.comment.endswith("to the end")  # after the score
    assert not any("the end" in each.comment for each in screen.cursor.main_line if each is not node)


def test_the_menu_of_a_move_closes_when_another_one_is_shown(reviewed: Driver) -> None:
    """Such as the sample of an opening, which the library delivers at any time."""
    screen = screen_of(reviewed)
    reviewed.press(pygame.K_END)
    end = screen.cursor.node
    reviewed.button(pygame.MOUSEBUTTONDOWN, screen.panel.moves.place_of(end).center, 3)
    reviewed.top(NodeMenu)
    screen.cursor.go_to(screen.cursor.main_line[1])
    reviewed.run_loop()
    assert screen_of(reviewed) is screen
    assert end in screen.cursor.main_line


def test_the_mistake_itself_does_not_belong_to_its_task(reviewed: Driver) -> None:
    reviewed.press(pygame.K_k, "k")
    screen = screen_of(reviewed)
    reviewed.press(pygame.K_RIGHT)
    assert not screen.panel.has_task
    line = screen.cursor.node.line
    reviewed.press(pygame.K_g, "g")
    assert screen.cursor.node.line == line


def test_escape_ends_the_tasks_and_then_the_analysis(reviewed: Driver) -> None:
    reviewed.press(pygame.K_k, "k")
    screen = screen_of(reviewed)
    reviewed.press(pygame.K_g, "g")
    assert screen.panel.has_task
    reviewed.press(pygame.K_ESCAPE)
    assert screen_of(reviewed) is screen
    assert not screen.panel.has_task
    reviewed.press(pygame.K_ESCAPE)
    assert reviewed.app.stack == [reviewed.play]


def test_tasks_that_end_while_a_move_is_checked_show_their_position_again(reviewed: Driver) -> None:
    reviewed.press(pygame.K_k, "k")
    screen = screen_of(reviewed)
    play(reviewed, "a6", "a5")
    assert screen.board.display.position != screen.cursor.position
    reviewed.press(pygame.K_ESCAPE)
    assert not screen.panel.has_task
    assert screen.board.display.position == screen.cursor.position
    play(reviewed, "a6", "a5")
    assert screen.cursor.node.move is not None
    assert screen.cursor.node.move.text == "a6a5"


def test_a_review_ends_the_tasks_and_none_begins_while_it_runs(reviewed: Driver) -> None:
    """To judge a move is a review as well, and would replace it."""
    reviewed.press(pygame.K_k, "k")
    screen = screen_of(reviewed)
    play(reviewed, "a6", "a5")
    reviewed.press(pygame.K_r, "r")
    assert not screen.panel.has_task
    reviewed.press(pygame.K_k, "k")
    assert screen.toast.text == texts.REVIEW_RUNS
    assert not screen.panel.has_task
    for _ in SCORES:
        finish_review(reviewed)
    assert screen.analyst.reviewing is None
    reviewed.press(pygame.K_k, "k")
    assert screen.panel.has_task


def test_a_failed_search_ends_a_review_and_the_next_one_begins_anew(reviewed: Driver) -> None:
    screen = screen_of(reviewed)
    screen.toast.show("no summary", PATIENCE)
    reviewed.press(pygame.K_r, "r")
    finish_review(reviewed)
    reviewed.thinker.fail("no memory")
    reviewed.run_loop(3)
    assert (screen.analyst.reviewing, screen.toast.text) == (None, "no summary")
    reviewed.press(pygame.K_k, "k")
    play(reviewed, "a6", "a5")
    assert screen.panel.lines.note == texts.CHECKING
    reviewed.thinker.answer()
    reviewed.run_loop(3)
    assert screen.panel.lines.note != texts.CHECKING
    asked = len(reviewed.thinker.asked)
    reviewed.press(pygame.K_r, "r")
    for _ in SCORES:
        finish_review(reviewed)
    searched = [limits.nodes for _, limits in reviewed.thinker.asked[asked:]]
    assert searched.count(REVIEW_NODES) == len(SCORES)
    assert screen.toast.text


def test_a_review_starts_a_failed_search_of_the_board_again(reviewed: Driver) -> None:
    screen = screen_of(reviewed)
    reviewed.thinker.fail("no memory")
    reviewed.run_loop()
    assert not screen.analyst.searching
    screen.analyst.review(reviewed.session.game.copy(), ())
    reviewed.run_loop()
    assert screen.analyst.searching


def test_a_move_whose_search_was_dropped_is_not_judged_by_an_old_score(reviewed: Driver) -> None:
    """Another game in the same window may have a score of the position, but no line."""
    reviewed.press(pygame.K_k, "k")
    screen = screen_of(reviewed)
    play(reviewed, "a6", "a5")
    course = screen._learning.course
    assert course is not None
    assert course.tried is not None
    findings = screen.analyst.findings
    findings._saved[findings._key(course.tried)] = Score(cp=400)
    screen.analyst.review(course.tried, ())
    reviewed.run_loop()
    assert screen.panel.lines.note == texts.NOT_JUDGED


def test_a_move_is_typed_while_another_one_is_checked(reviewed: Driver) -> None:
    reviewed.press(pygame.K_k, "k")
    screen = screen_of(reviewed)
    play(reviewed, "a6", "a5")
    assert screen.board.display.position != screen.cursor.position
    reviewed.press(pygame.K_SLASH, "/")
    reviewed.type("a6a5")
    reviewed.press(pygame.K_RETURN)
    assert screen.panel.lines.note == texts.CHECKING


def test_a_human_learns_only_from_own_mistakes_against_an_ai(reviewed: Driver) -> None:
    screen = screen_of(reviewed)
    screen._learning._learners = frozenset({0})
    reviewed.press(pygame.K_k, "k")
    assert screen.toast.text == texts.NO_MISTAKES_TO_LEARN
    assert not screen.panel.has_task
    screen._learning._learners = frozenset({1})
    reviewed.press(pygame.K_k, "k")
    assert screen.panel.has_task
    assert not screen.toast.text


def test_the_side_to_learn_from_is_chosen_if_both_made_mistakes(start: Starter) -> None:
    driver = review(start, SCORES | {0: ("c2c3", 500)})  # White's d2d3 loses five pawns, too
    screen = screen_of(driver)
    driver.press(pygame.K_k, "k")
    driver.press(pygame.K_ESCAPE)
    assert screen._learning.course is None
    for label, tasks in (
        (texts.mistakes_of("White", 1), [1]),
        (texts.mistakes_of("Black", 1), [2]),
        (texts.BOTH_SIDES, [1, 2]),
    ):
        driver.press(pygame.K_k, "k")
        driver.top(SideChoice)
        driver.tool(label)
        course = screen._learning.course
        assert course is not None
        assert [screen.cursor.main_line.index(loss.node) for loss in course._losses] == tasks
        assert screen.cursor.node is screen.cursor.main_line[tasks[0] - 1]
        driver.press(pygame.K_k, "k")
        assert screen._learning.course is None


def test_a_nearly_best_move_is_a_solution_too(reviewed: Driver) -> None:
    reviewed.press(pygame.K_k, "k")
    screen = screen_of(reviewed)
    play(reviewed, "a6", "a5")
    reviewed.thinker.answer("e2e3", cp=10)
    reviewed.run_loop()
    assert screen.panel.lines.caption == texts.good_enough("a6a5", "c6c5")
    reviewed.press(pygame.K_LEFT)
    reviewed.press(pygame.K_LEFT)
    assert not screen.panel.has_task


def test_the_solution_can_be_shown(reviewed: Driver) -> None:
    reviewed.press(pygame.K_k, "k")
    reviewed.press(pygame.K_g, "g")
    screen = screen_of(reviewed)
    assert screen.panel.lines.caption == texts.solution("c6c5")
    assert screen.cursor.node.move is not None
    assert screen.cursor.node.move.text == "c6c5"
    reviewed.press(pygame.K_g, "g")
    assert screen.toast.text == texts.TASK_SOLVED


@pytest.mark.parametrize("key", [pygame.K_UP, pygame.K_DOWN])
def test_arrow_keys_in_the_list_of_moves_after_a_solution(reviewed: Driver, key: int) -> None:
    """The solution is a variation, and the list has only the main line while a task is shown."""
    reviewed.press(pygame.K_k, "k")
    reviewed.press(pygame.K_g, "g")
    screen = screen_of(reviewed)
    solution = screen.cursor.node
    screen.group.set_focus(screen.panel.moves)
    reviewed.press(key)
    assert screen.cursor.node in (solution, *screen.cursor.main_line)


def test_hovering_the_graph_shows_a_move(reviewed: Driver) -> None:
    screen = screen_of(reviewed)
    graph = screen.panel.graph
    before = pygame.image.tobytes(pygame.display.get_surface(), "RGB")
    reviewed.point(graph.place_of(2))
    assert graph.pointed == 2
    assert screen._engine.caption(screen.cursor.main_line[2]) == "1… d6d5??   +5.00"
    assert pygame.image.tobytes(pygame.display.get_surface(), "RGB") != before
    reviewed.point((2, 2))
    assert graph.pointed is None


def test_an_undone_change_ends_the_tasks_even_at_the_start(start: Starter) -> None:
    """It makes new nodes: what is added to old ones would be lost."""
    driver = review(start, SCORES | {0: ("c2c3", 500)})
    driver.press(pygame.K_k, "k")
    driver.press(pygame.K_RETURN)
    screen = screen_of(driver)
    assert screen._learning.course is not None
    stale = screen._learning.course.node
    assert stale is screen.cursor.tree.root
    later = screen.cursor.main_line[2]
    driver.control("z")
    assert screen._learning.course is None
    screen.cursor.go_to(later)
    assert screen.cursor.node is screen.cursor.main_line[2]


def test_a_repeated_position_is_a_draw_only_where_the_game_ends() -> None:
    game = Game(CONGO)
    for move in 2 * ("g1f3", "g7f5", "f3g1", "f5g7"):
        game.play(CONGO.parse_move(game.position, move))
    game.adjudicate(None)
    findings = Findings(CONGO)
    findings.note_end(game)
    findings.note(game, (SearchInfo(5, 5, Score(500), 1, 1, 0, ()),))
    assert findings.chance(game, 8) == 0.5
    chance = findings.chance(game, 4)
    assert chance is not None
    assert chance > 0.8


def test_a_score_does_not_hold_for_the_position_with_fewer_plies_left() -> None:
    """After 94 quiet plies a far win is a draw, and at the start of a game it is none."""
    game = Game(CONGO)
    for move in ("g1f3", "g7f5", "f3g1", "f5g7"):
        game.play(CONGO.parse_move(game.position, move))
    findings = Findings(CONGO)
    findings.note(game, (SearchInfo(100, 100, Score(0), 1, 1, 0, ()),))
    assert findings.score(game) == Score(0)
    assert findings.score(Game(CONGO)) is None
    findings.note(Game(CONGO), (SearchInfo(9, 9, Score(40), 1, 1, 0, ()),))
    assert findings.score(Game(CONGO)) == Score(40)
    assert SearchTarget.of(game).past_key == game.past_key > 0


def test_a_score_does_not_hold_for_the_position_on_another_way() -> None:
    """A line that wins from it may repeat a position of the other way, which is a draw."""
    quiet = "g1f3", "g7f5", "f3g1", "f5g7"
    ways = (*quiet, *quiet), ("g1f3", "g7f5", "a1a3", "a7a5", "a3a1", "a5a7", "f3g1", "f5g7")
    findings = Findings(CONGO)
    games, nodes = [], []
    for way in ways:
        game = Game(CONGO)
        for move in way:
            game.play(CONGO.parse_move(game.position, move))
        tree = GameTree(CONGO, CONGO.start())
        games.append(game)
        nodes.append(tree.add_line(tree.root, [ply.move for ply in game.plies]))
    first, second = games
    assert (first.position, first.progress_clock) == (second.position, second.progress_clock)
    findings.note(first, (SearchInfo(9, 9, Score(0, 3), 1, 1, 0, ()),))
    for reached in (first, SearchTarget.of(first), nodes[0]):
        assert findings.score(reached) == Score(0, 3)
    for reached in (second, SearchTarget.of(second), nodes[1]):
        assert findings.score(reached) is None
