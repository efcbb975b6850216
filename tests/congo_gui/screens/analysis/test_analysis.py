"""Analysis: lines, arrows, threats, variations, stored results, and the review of a game."""

from __future__ import annotations

import itertools

import pygame
import pytest

from congo_gui.board.state import Circle, Ink, Purpose
from congo_gui.commands.actions import BY_ID
from congo_gui.play import texts as session_texts
from congo_gui.screens.analysis import texts as analysis_texts
from congo_gui.screens.analysis.analyst import REVIEW_NODES
from congo_gui.screens.analysis.drawings import ink_of
from congo_gui.screens.analysis.line_list import LineSpot
from congo_gui.screens.analysis.node_menu import NodeMenu
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.analysis.second_engine import SecondEngine
from congo_gui.screens.analysis.tree_cursor import TreeCursor
from congo_gui.screens.analysis.tree_view import LINE
from congo_gui.screens.edit.screen import EditScreen
from congo_gui.screens.files.file_games_screen import FileGamesScreen
from congo_gui.screens.files.open_screen import OpenScreen
from congo_gui.screens.files.share_screen import ShareScreen
from congo_gui.screens.new_game.screen import NewGameScreen
from congo_gui.screens.shared import base
from congo_gui.screens.shared import texts as shared_texts
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.screens.shared.move_chooser import TypeMoveScreen
from congo_gui.system import clipboard
from congo_gui.widgets.edited_line import MAX_LENGTH
from congo_gui.widgets.texts import cut_off
from engine.record import limits
from engine.record.format import format_game
from engine.record.parse import load_games, parse_games, parse_line
from engine.system.folders import games_dir
from tests.congo_gui.driver import CONGO, Driver, Starter
from tests.congo_gui.game_files import choose, drop
from tests.congo_gui.screens.analysis.analysis_user import LONELY, AnalysisUser, line
from tests.congo_gui.screens.analysis.test_terms import AtOnce


@pytest.fixture
def analysis(start: Starter) -> AnalysisUser:
    driver = start(black="human")
    driver.click_squares("d2", "d3")
    driver.click_squares("d6", "d5")
    return AnalysisUser(driver)


def test_the_position_on_the_board_is_searched_without_limit(analysis: AnalysisUser) -> None:
    position, limits = analysis.driver.thinker.asked[-1]
    assert position == analysis.driver.session.game.position
    assert limits.infinite
    analysis.driver.press(pygame.K_LEFT)
    assert analysis.driver.thinker.asked[-1][0] == analysis.driver.session.game.position_at(1)


@pytest.mark.parametrize(
    "comment", ["[%csl Gd4][%cal Gd1d4] good", "+0.35, depth 5;good", "good [%csl Gd4][%csl Gd5]"]
)
def test_looking_at_a_move_does_not_rewrite_its_comment(analysis: AnalysisUser, comment: str) -> None:
    cursor = analysis.screen.cursor
    cursor.insert(cursor.tree.root, parse_line(CONGO, CONGO.start(), f"1. d2d3 {{{comment}}} d6d5"))
    steps = cursor.changes.can_undo, cursor.revision
    for key in (pygame.K_LEFT, pygame.K_RIGHT):
        analysis.driver.press(key)
    assert cursor.tree.main[0].comment == comment
    assert (cursor.changes.can_undo, cursor.revision) == steps


def test_the_ai_resumes_its_game_afterwards(start: Starter) -> None:
    driver = start()
    driver.click_squares("d2", "d3")
    driver.until(lambda: driver.thinker.thinking)
    AnalysisUser(driver)
    assert driver.thinker.asked[-1][1].infinite
    driver.press(pygame.K_ESCAPE)
    driver.until(lambda: driver.thinker.thinking)
    assert not driver.thinker.asked[-1][1].infinite
    driver.reply("d6d5")
    assert driver.moves == ["d2d3", "d6d5"]


def test_analysis_findings_do_not_count_as_the_ais_moves(start: Starter) -> None:
    driver = start()
    driver.click_squares("d2", "d3")
    analysis = AnalysisUser(driver)
    analysis.report("d6d5")
    driver.thinker.answer("d6d5")
    driver.run_loop()
    driver.press(pygame.K_ESCAPE)
    driver.run_loop()
    assert driver.moves == ["d2d3"]


def test_lines_have_scores_from_the_first_side_and_arrows(analysis: AnalysisUser) -> None:
    analysis.report("e2e3", "e6e5", cp=120)
    analysis.report("c2c3", cp=-40, rank=2)
    rows = analysis.screen.panel.lines.rows
    assert [(row.score, row.moves) for row in rows] == [("+1.20", ("e2e3", "e6e5")), ("−0.40", ("c2c3",))]
    arrows = analysis.screen.board.controller.state.arrows
    assert [(arrow.label, arrow.badge) for arrow in arrows] == [("+1.20", "1"), ("−0.40", "2")]
    assert [row.badge for row in rows] == ["1", "2"]
    assert session_texts.favours("pawns", "White", "Black") in analysis.screen.panel.lines.caption
    analysis.driver.press(pygame.K_v, "v")
    assert analysis.screen.board.controller.state.arrows == ()
    assert analysis.screen.panel.lines.rows == rows
    analysis.driver.press(pygame.K_LEFT)
    analysis.report("e6e5", cp=120)
    assert analysis.screen.panel.lines.rows[0].score == "−1.20"


def test_hovering_a_move_shows_it_on_the_board(analysis: AnalysisUser) -> None:
    analysis.report("e2e3", "e6e5", "e3e4")
    board = analysis.screen.board
    analysis.driver.point(analysis.at(0, 2))
    moves = line(analysis.position, "e2e3", "e6e5")
    after = CONGO.play(CONGO.play(analysis.position, moves[0]), moves[1])
    assert board.display.position == after
    analysis.driver.point((2, 2))
    assert board.display.position == analysis.position


def test_clicking_a_line_adds_a_variation(analysis: AnalysisUser) -> None:
    analysis.driver.press(pygame.K_LEFT)
    analysis.report("e6e5", "e2e3", "c6c5")
    analysis.driver.click(analysis.at(0, 2))
    assert analysis.text == "Start 1. d2d3 d6d5 1… e6e5 2. e2e3"
    assert analysis.screen.cursor.node.is_variation is False
    assert analysis.screen.cursor.node.plies == 3


def test_moves_on_the_board_grow_an_editable_tree(analysis: AnalysisUser) -> None:
    press = analysis.driver.press
    press(pygame.K_HOME)
    analysis.click("c2", "c3")
    analysis.click("c6", "c5")
    assert analysis.text == "Start 1. d2d3 1. c2c3 c6c5 1… d6d5"
    press(pygame.K_p, "p")
    assert analysis.text == "Start 1. c2c3 1. d2d3 d6d5 1… c6c5"
    press(pygame.K_DELETE)
    assert analysis.text == "Start 1. c2c3 1. d2d3 d6d5"
    press(pygame.K_END)
    press(pygame.K_RIGHT)
    view = analysis.screen.panel.moves
    other = analysis.screen.cursor.tree.root.children[1]
    analysis.driver.click(view.place_of(other).center)
    assert analysis.screen.cursor.node is other


def test_rejects_a_change_making_the_game_unopenable(
    analysis: AnalysisUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = analysis.screen
    before = screen.cursor.tree.record()
    monkeypatch.setattr(limits, "MAX_MOVES", len(before) + 1)
    analysis.driver.click_squares("a2", "a3")
    assert screen.cursor.tree.record() == before
    assert screen.toast.text.startswith("This change would make the game too large to open again: a game has")
    monkeypatch.undo()
    analysis.driver.click_squares("a2", "a3")
    assert screen.cursor.tree.record() != before


def test_variations_stay_with_the_game_and_are_saved_with_it(analysis: AnalysisUser) -> None:
    analysis.driver.press(pygame.K_HOME)
    analysis.click("c2", "c3")
    analysis.driver.press(pygame.K_p, "p")
    analysis.driver.press(pygame.K_ESCAPE)
    first = analysis.driver.session.current.remarks[0]
    assert first.move.text == "d2d3"
    assert first.variations[0][0].move.text == "c2c3"
    assert analysis.driver.moves == ["d2d3", "d6d5"]
    AnalysisUser(analysis.driver)
    assert "c2c3" in analysis.text


def test_variations_beyond_the_end_of_the_game_are_saved_and_come_back(analysis: AnalysisUser) -> None:
    driver = analysis.driver
    analysis.click("e2", "e3")
    analysis.click("e6", "e5")
    driver.press(pygame.K_ESCAPE)
    driver.run_loop()
    assert driver.moves == ["d2d3", "d6d5"]
    written = driver.play.autosave.record
    assert "(1... d6d5 2. e2e3 e6e5)" in format_game(written)
    (left,) = parse_games(format_game(written))
    driver.session.games.open(left, driver.session.current.players, 2)
    assert "e2e3" in AnalysisUser(driver).text
    driver.press(pygame.K_ESCAPE)
    assert driver.moves == ["d2d3", "d6d5"]


def test_results_are_kept_for_each_position(analysis: AnalysisUser) -> None:
    analysis.report("e2e3", cp=77, depth=12)
    analysis.driver.press(pygame.K_LEFT)
    assert not analysis.screen.panel.lines.rows
    analysis.driver.press(pygame.K_RIGHT)
    assert analysis.screen.panel.lines.rows[0].score == "+0.77"
    analysis.report("c2c3", cp=5, depth=2)
    assert analysis.screen.panel.lines.rows[0].score == "+0.77"
    analysis.driver.press(pygame.K_ESCAPE)
    analysis.driver.press(pygame.K_a, "a")
    assert analysis.screen.panel.lines.rows[0].score == "+0.77"


def test_the_number_of_lines_is_kept(analysis: AnalysisUser) -> None:
    for wanted in (4, 5, 1):
        analysis.driver.press(pygame.K_l, "l")
        assert analysis.screen.analyst.line_count == wanted
    assert analysis.driver.app.settings.analysis_lines == 1


def test_an_added_line_appears_before_it_reaches_the_old_depth(analysis: AnalysisUser) -> None:
    for rank, move in enumerate(("e2e3", "c2c3", "a2a3"), start=1):
        analysis.report(move, depth=26, rank=rank)
    analysis.driver.press(pygame.K_l, "l")
    for rank, move in enumerate(("e2e3", "c2c3", "a2a3", "g2g3"), start=1):
        analysis.report(move, depth=3, rank=rank)
    lines, screen = analysis.screen.analyst.lines, analysis.screen
    assert [(info.multipv, info.depth) for info in lines] == [(1, 3), (2, 3), (3, 3), (4, 3)]
    assert screen.analyst.findings.lines(screen.cursor.node)[0].depth == 26


def test_the_ai_can_be_paused(analysis: AnalysisUser) -> None:
    analysis.driver.press(pygame.K_SPACE, " ")
    assert not analysis.driver.thinker.thinking
    analysis.driver.press(pygame.K_LEFT)
    assert not analysis.driver.thinker.thinking
    analysis.driver.press(pygame.K_SPACE, " ")
    assert analysis.driver.thinker.thinking


def test_a_threat_is_the_opponents_best_move(analysis: AnalysisUser) -> None:
    analysis.driver.press(pygame.K_d, "d")
    passed = CONGO.null_move(analysis.position)
    asked, limits = analysis.driver.thinker.asked[-1]
    assert asked == passed
    assert limits.nodes
    analysis.driver.thinker.answer("e6e5", cp=50)
    analysis.driver.run_loop()
    assert analysis.driver.thinker.asked[-1][0] == analysis.position
    row = analysis.screen.panel.lines.rows[-1]
    assert row.threat
    assert (row.score, row.moves) == ("−0.50", ("e6e5",))
    assert analysis.screen.board.controller.state.arrows[0].purpose is Purpose.THREAT


def test_a_threat_that_is_pointed_at_stays_until_the_pointer_leaves(
    analysis: AnalysisUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, driver = analysis.screen, analysis.driver
    monkeypatch.setattr(screen, "_terms", AtOnce(CONGO, driver.app.wake))
    driver.press(pygame.K_e, "e")
    driver.press(pygame.K_d, "d")
    driver.thinker.answer("e6e5", cp=50)
    driver.run_loop()
    driver.point(analysis.at(0, 1))
    shown = screen.board.display.position
    assert shown != analysis.position
    driver.press(pygame.K_d, "d")
    assert screen.board.display.position == shown
    driver.point((2, 2))
    assert screen.board.display.position == analysis.position
    assert not screen.panel.lines.rows


def test_the_right_button_draws_arrows_and_circles(analysis: AnalysisUser) -> None:
    state = analysis.screen.board.controller.state
    analysis.right_drag("d1", "d4")
    analysis.right_drag("a7", "a7")
    assert [(arrow.start, arrow.end, arrow.purpose) for arrow in state.arrows] == [(3, 24, Purpose.OWN)]
    assert state.circles == (Circle(42),)
    analysis.right_drag("d1", "d4")
    assert state.arrows == ()
    analysis.driver.press(pygame.K_LEFT)
    assert state.circles == ()
    analysis.driver.press(pygame.K_RIGHT)
    assert state.circles == (Circle(42),)


@pytest.mark.parametrize(
    ("keys", "ink"),
    [
        (0, Ink.GREEN),
        (pygame.KMOD_LSHIFT, Ink.RED),
        (pygame.KMOD_RCTRL, Ink.RED),
        (pygame.KMOD_LALT, Ink.BLUE),
        (pygame.KMOD_LALT | pygame.KMOD_LSHIFT, Ink.YELLOW),
    ],
)
def test_held_keys_choose_the_colour(keys: int, ink: Ink) -> None:
    assert ink_of(keys) is ink


def test_drawing_again_in_another_colour_changes_it_and_a_selected_piece_does_not_matter(
    analysis: AnalysisUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = analysis.screen.board.controller.state
    analysis.right_drag("d1", "d4")
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_LALT)
    analysis.right_drag("d1", "d4")
    assert [arrow.ink for arrow in state.arrows] == [Ink.BLUE]
    assert analysis.screen.cursor.shapes == ("Bd1d4",)
    analysis.click("e2")
    analysis.right_drag("a7", "a7")  # takes the click back
    assert (state.path, state.circles) == ((), ())
    analysis.click("e2")
    analysis.right_drag("a7", "b7")
    assert analysis.screen.cursor.shapes == ("Bd1d4", "Ba7b7")
    analysis.right_drag("d1", "d4")
    assert analysis.screen.cursor.shapes == ("Ba7b7",)


def test_arrows_and_circles_are_saved_with_the_game(analysis: AnalysisUser) -> None:
    analysis.right_drag("d1", "d4")
    analysis.right_drag("a7", "a7")
    analysis.driver.press(pygame.K_ESCAPE)
    analysis.driver.run_loop()
    written = format_game(analysis.driver.play.autosave.record)
    assert "d6d5 {[%csl Ga7] [%cal Gd1d4]}" in written
    (left,) = parse_games(written)
    analysis.driver.session.games.open(left, analysis.driver.session.current.players, 2)
    state = AnalysisUser(analysis.driver).screen.board.controller.state
    assert (len(state.arrows), state.circles) == (1, (Circle(42),))
    assert analysis.driver.session.current.comment == ""


def test_marks_are_set_by_key_and_replace_one_another(analysis: AnalysisUser) -> None:
    press = analysis.driver.press
    press(pygame.K_1, "1")
    assert analysis.text == "Start 1. d2d3 d6d5!"
    press(pygame.K_4, "4")
    assert analysis.text == "Start 1. d2d3 d6d5??"
    press(pygame.K_4, "4")
    assert analysis.text == "Start 1. d2d3 d6d5"
    press(pygame.K_z, "z", pygame.KMOD_LCTRL)
    assert analysis.text == "Start 1. d2d3 d6d5??"


def test_the_right_button_opens_the_menu_of_a_move(analysis: AnalysisUser) -> None:
    screen, driver = analysis.screen, analysis.driver
    first = screen.cursor.tree.main[0]
    driver.button(pygame.MOUSEBUTTONDOWN, screen.panel.moves.place_of(first).center, 3)
    menu = driver.top(NodeMenu)
    assert screen.cursor.node is first
    assert "promote" not in menu.names
    menu.list._chosen(menu.names.index("mark_3"))
    assert driver.app.stack[-1] is screen
    assert analysis.text == "Start 1. d2d3!! d6d5"
    driver.button(pygame.MOUSEBUTTONDOWN, screen.panel.moves.place_of(screen.cursor.end).center, 3)
    menu = driver.top(NodeMenu)
    menu.list._chosen(menu.names.index("copy_line"))
    assert clipboard.paste() == "1. d2d3!! d6d5"


def test_the_wheel_over_the_board_walks_through_the_moves(analysis: AnalysisUser) -> None:
    driver, screen = analysis.driver, analysis.screen
    for notches, plies in ((1, 1), (1, 0), (1, 0), (-2, 2), (1, 1)):
        driver.wheel(screen.board.rect.center, notches)
        assert screen.cursor.node.plies == plies


def test_a_comment_that_is_being_written_is_kept_when_the_wheel_turns(analysis: AnalysisUser) -> None:
    driver, screen = analysis.driver, analysis.screen
    node = screen.cursor.node
    driver.press(pygame.K_q, "q")
    driver.type("half a")
    driver.wheel(screen.board.rect.center, 1)
    driver.run_loop()
    assert screen.cursor.node is node.parent
    assert node.comment == "half a"


def test_saving_shows_the_game_again_in_place_of_a_longer_line_that_was_promoted(start: Starter) -> None:
    driver = start(black="human")
    driver.click_squares("d2", "d3")
    driver.click_squares("d6", "d5")
    analysis = AnalysisUser(driver)
    driver.press(pygame.K_HOME)
    for squares in (("e2", "e3"), ("e6", "e5"), ("a2", "a3")):
        analysis.click(*squares)
    screen = analysis.screen
    screen.commands.run("promote")
    driver.run_loop()
    assert len(screen.panel.graph.points) == 4
    driver.control("s")
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack[-1] is screen
    assert analysis.text == "Start 1. d2d3 1. e2e3 e6e5 2. a2a3 1… d6d5"
    assert len(screen.panel.graph.points) == 3
    screen.group.set_focus(screen.panel.graph)
    driver.press(pygame.K_END)
    assert [node.move.text for node in screen.cursor.node.line if node.move] == ["d2d3", "d6d5"]


def test_a_comment_that_is_being_written_is_kept_when_its_line_is_promoted(analysis: AnalysisUser) -> None:
    driver, screen = analysis.driver, analysis.screen
    driver.press(pygame.K_HOME)
    analysis.click("a2", "a3")
    driver.press(pygame.K_q, "q")
    driver.type("better")
    screen.commands.run("promote")
    driver.run_loop()
    assert screen.cursor.main_line[1].comment == "better"


def test_a_comment_that_is_being_written_comes_back_with_its_deleted_move(analysis: AnalysisUser) -> None:
    driver, screen = analysis.driver, analysis.screen
    driver.press(pygame.K_q, "q")
    driver.type("half a")
    screen.commands.run("remove_move")
    screen.commands.run("undo")
    driver.run_loop()
    assert screen.cursor.comment == "half a"


def test_a_comment_is_continued_and_not_replaced_by_the_first_key(analysis: AnalysisUser) -> None:
    for words in ("first", " second"):
        analysis.driver.press(pygame.K_q, "q")
        analysis.driver.type(words)
        analysis.driver.press(pygame.K_RETURN)
    assert analysis.screen.cursor.comment == "first second"


def test_a_comment_that_does_not_fit_is_cut_off_with_a_message(analysis: AnalysisUser) -> None:
    analysis.driver.press(pygame.K_q, "q")
    clipboard.copy("x" * (MAX_LENGTH + 1))
    analysis.driver.control("v")
    assert analysis.screen.toast.text == cut_off(MAX_LENGTH)


def test_many_notches_of_the_wheel_are_one_walk(
    analysis: AnalysisUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, noted, note = analysis.screen, list[int](), TreeCursor.note

    def noting(cursor: TreeCursor) -> None:
        noted.append(cursor.node.plies)
        note(cursor)

    screen.cursor.go_to(screen.cursor.tree.root)
    monkeypatch.setattr(TreeCursor, "note", noting)
    analysis.driver.point(screen.board.rect.center)
    for notches in (-1, -1, -1, -1, 1):
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=notches, flipped=False, touch=False))
    analysis.driver.run_loop(1)
    assert noted == [2]


def test_the_current_line_is_shared(analysis: AnalysisUser) -> None:
    driver, screen = analysis.driver, analysis.screen
    rules = driver.session.game.rules
    root = screen.cursor.tree.root
    moves = [rules.parse_move(root.position, "e2e3")]
    moves.append(rules.legal_moves(rules.play(root.position, moves[0]))[0])
    screen.cursor.go_to(screen.cursor.tree.add_line(root, moves))
    driver.press(pygame.K_LEFT)
    driver.control("h")
    shared = driver.top(ShareScreen)._shared
    assert [ply.move for ply in shared.plies] == moves
    assert shared.positions[shared.shown] == rules.play(root.position, moves[0])
    assert shared.names == ("Human", "Human")


def test_pairs_of_moves_stay_together_and_the_current_move_is_in_sight(start: Starter) -> None:
    driver = start(black="human")
    driver.resize(640, 480)
    for file in "abcdefg":
        driver.click_squares(f"{file}2", f"{file}3")
        driver.click_squares(f"{file}6", f"{file}5")
    screen = AnalysisUser(driver).screen
    view = screen.panel.moves
    assert view.rect.contains(view.place_of(screen.cursor.node))
    tops: dict[int, set[int]] = {}
    for node in screen.cursor.tree.main:
        tops.setdefault((node.plies - 1) // 2, set()).add(view.place_of(node).y)
    assert {min(rows) for rows in tops.values()} > {min(tops[0])}
    assert all(len(rows) == 1 for rows in tops.values())


def test_a_review_marks_the_worst_moves_with_a_better_line(start: Starter) -> None:
    driver = start(black="human")
    for move in (("d2", "d3"), ("d6", "d5"), ("e2", "e3")):
        driver.click_squares(*move)
    analysis = AnalysisUser(driver, "r")
    game = driver.session.game
    # From the view of the side to move: Black's d6d5 loses five pawns, the rest is best play.
    scores = {0: ("d2d3", 0), 1: ("c6c5", 0), 2: ("e2e3", 500), 3: ("a6a5", -500)}
    assert analysis.screen.analyst.reviewing is not None
    for _ in scores:
        asked, limits = driver.thinker.asked[-1]
        assert limits.nodes == REVIEW_NODES
        ply = next(at for at in scores if game.position_at(at) == asked)
        driver.thinker.answer(*scores[ply])
        driver.run_loop()
    assert analysis.text == "Start 1. d2d3 d6d5?? 1… c6c5 2. e2e3"
    assert analysis.screen.cursor.node.position == game.position_at(1)
    assert "1 blunder (??)." in analysis.screen.toast.text
    assert analysis_texts.worst_move("d6d5", "c6c5") in analysis.screen.toast.text
    assert [point.marked for point in analysis.screen.panel.graph.points] == [False, False, True, False]
    assert driver.thinker.asked[-1][1].infinite


def test_a_finished_game_offers_its_review(start: Starter) -> None:
    driver = start("3l3/7/7/7/7/7/3L1P1 w 1", black="human")
    driver.click_squares("d1", "d7")
    driver.run_loop()
    assert BY_ID["review"].label in driver.offered
    driver.command("review")
    assert isinstance(driver.app.stack[-1], AnalyseScreen)


def test_the_graph_leads_to_positions(analysis: AnalysisUser) -> None:
    graph = analysis.screen.panel.graph
    analysis.driver.click((graph.rect.x + 2, graph.rect.centery))
    assert analysis.screen.cursor.node is analysis.screen.cursor.tree.root


def test_play_continues_from_an_analysed_position(analysis: AnalysisUser) -> None:
    analysis.driver.press(pygame.K_LEFT)
    text = CONGO.notation.format(analysis.position)
    analysis.driver.command("play_from")
    dialog = analysis.driver.app.stack[-1]
    assert isinstance(dialog, NewGameScreen)
    assert dialog.fen.text == text


def test_a_set_up_position_is_analysed(driver: Driver) -> None:
    driver.press(pygame.K_e, "e")
    driver.command("analyse")
    screen = driver.app.stack[-1]
    assert isinstance(screen, AnalyseScreen)
    driver.press(pygame.K_ESCAPE)
    assert isinstance(driver.app.stack[-1], EditScreen)
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]
    assert driver.moves == []


def test_a_set_up_position_survives_its_analysis(driver: Driver) -> None:
    driver.press(pygame.K_e, "e")
    editor = driver.top(EditScreen)
    driver.press(pygame.K_o, "o")
    text = editor.set_up.text
    driver.command("analyse")
    assert CONGO.notation.format(driver.top(AnalyseScreen).cursor.position) == text
    driver.press(pygame.K_ESCAPE)
    assert driver.top(EditScreen).set_up.text == text
    driver.command("analyse")
    driver.command("play_from")
    dialog = driver.top(NewGameScreen)
    assert dialog.fen.text == text
    assert editor in driver.app.stack
    dialog._accept()
    assert editor not in driver.app.stack


def test_the_editor_opens_from_the_analysis_and_leads_back(analysis: AnalysisUser) -> None:
    driver, screen = analysis.driver, analysis.screen
    driver.press(pygame.K_s, "s")
    assert driver.top(EditScreen).set_up.text == CONGO.notation.format(screen.cursor.position)
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack[-1] is screen
    driver.press(pygame.K_s, "s")
    driver.command("analyse")
    assert driver.app.stack[-1] is screen
    driver.press(pygame.K_s, "s")
    driver.press(pygame.K_c, "c")
    driver.press(pygame.K_s, "s")
    driver.command("analyse")
    assert driver.top(AnalyseScreen) is not screen
    assert driver.top(AnalyseScreen).cursor.position == CONGO.start()


def test_a_game_of_a_file_is_analysed_and_saved_in_its_place(analysis: AnalysisUser) -> None:
    games = [
        '[Event "a"]\n[Game "congo"]\n[White "Ann"]\n[Black "Ben"]\n[Result "*"]\n\n1. d2d3 *\n\n',
        '[Event "b"]\n[Game "congo"]\n[White "Cem"]\n[Black "Dee"]\n[Result "0-1"]\n'
        '[Reason "White resigned"]\n\n1. e2e3 e6e5 0-1\n\n',
    ]
    path = games_dir() / "two.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(games), encoding="utf-8")
    driver, board = analysis.driver, analysis.driver.session.game
    driver.press(pygame.K_o, "", pygame.KMOD_LCTRL)
    driver.top(OpenScreen).file_chosen(path)
    driver.run_loop()
    choose(driver, driver.top(FileGamesScreen), "2.")
    screen = analysis.screen
    assert screen.cursor.node is screen.cursor.tree.root
    assert analysis.text == "Start 1. e2e3 e6e5"
    driver.press(pygame.K_RIGHT)
    driver.press(pygame.K_3, "3")
    driver.press(pygame.K_s, "", pygame.KMOD_LCTRL)
    driver.press(pygame.K_RETURN)
    driver.press(pygame.K_RETURN)
    first, second = load_games(path)
    assert [each.move.text for each in first.moves] == ["d2d3"]
    assert (second.players, second.result.value, second.moves[0].nags) == (("Cem", "Dee"), "0-1", (3,))
    # The other game of the file, which the list selects from then on.
    assert screen.panel.players.text == "Cem v Dee · 0-1 · Pawn e3, Pawn e5 · game 2 of 2"
    driver.press(pygame.K_PAGEDOWN)
    assert screen.toast.text == analysis_texts.LAST_GAME
    driver.press(pygame.K_3, "3")
    driver.press(pygame.K_PAGEUP)
    driver.tool(analysis_texts.LEAVE_ANALYSIS)
    assert analysis.screen is not screen
    assert analysis.screen.panel.players.text == "Ann v Ben · Pawn d3 · game 1 of 2"
    driver.press(pygame.K_o, "", pygame.KMOD_LCTRL)
    driver.top(OpenScreen).file_chosen(path)
    driver.run_loop()
    assert driver.top(FileGamesScreen).list.current == 0
    driver.press(pygame.K_ESCAPE)
    driver.press(pygame.K_ESCAPE)
    driver.press(pygame.K_PAGEDOWN)
    assert analysis.text == "Start 1. e2e3!! e6e5"
    driver.press(pygame.K_o, "", pygame.KMOD_LCTRL)
    driver.top(OpenScreen).file_chosen(path)
    driver.run_loop()
    assert driver.top(FileGamesScreen).list.current == 1
    driver.press(pygame.K_ESCAPE)
    driver.press(pygame.K_ESCAPE)
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]
    assert driver.session.game is board


def test_a_click_on_the_score_points_at_the_first_move(analysis: AnalysisUser) -> None:
    analysis.report("e2e3", "e6e5")
    assert analysis.screen.panel.lines.at(analysis.at(0, 0)) == LineSpot(0, 1)
    assert analysis.screen.panel.lines.at((1, 1)) is None


@pytest.mark.parametrize(
    "size", [(640, 480), (800, 600), (1280, 800), (700, 1000), (480, 640), (3840, 2160)], ids=str
)
@pytest.mark.parametrize("percent", [75, 100, 200])
def test_controls_lie_apart_inside_the_window(start: Starter, size: tuple[int, int], percent: int) -> None:
    driver = start()
    driver.app.settings.ui_scale = percent
    driver.app.settings.analysis_lines = 5
    driver.resize(*size)
    screen = AnalysisUser(driver).screen
    driver.press(pygame.K_d, "d")
    widgets = [widget for widget in screen.group.widgets if widget.visible]
    for widget in widgets:
        assert pygame.Rect((0, 0), size).contains(widget.rect), widget
        assert min(widget.rect.size) >= 8, widget
    for one, other in itertools.combinations(widgets, 2):
        assert not one.rect.colliderect(other.rect), (one, other)


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_the_move_list_keeps_five_rows(start: Starter, monkeypatch: pytest.MonkeyPatch, percent: int) -> None:
    driver = start(black="human")
    driver.click_squares("d2", "d3")
    driver.app.settings.ui_scale = percent
    driver.app.settings.analysis_terms = percent == 100
    driver.app.settings.analysis_lines = 5 if percent == 100 else 3
    driver.resize(1180, 800)
    screen = AnalysisUser(driver).screen
    if percent == 100:  # the most that there can be
        monkeypatch.setattr(screen._second, "title", "A program with a long name")
        monkeypatch.setattr(SecondEngine, "lines", 5)
    driver.press(pygame.K_d, "d")
    panel, theme = screen.panel, screen.theme
    assert theme is not None
    assert panel.moves.rect.height >= 5 * theme.px(LINE)
    assert panel.graph.visible == (percent > 100)
    assert bool(panel.second_lines) == (percent == 100), "how many depends on what the book has shown by then"
    assert not panel.graph.visible or panel.graph.rect.y > screen.board.rect.bottom


# --- by keyboard alone


def focus(analysis: AnalysisUser, widget: object) -> None:
    """Press Tab until a control has the keyboard."""
    group = analysis.screen.group
    for _ in group.widgets:
        if group.focus is widget:
            return
        analysis.driver.press(pygame.K_TAB)
    assert group.focus is widget


def visible_part(rect: pygame.Rect) -> bytes:
    """Return the visible part of a control and its frame."""
    return pygame.image.tobytes(pygame.display.get_surface().subsurface(rect.inflate(8, 8)), "RGB")


def test_the_keyboard_points_at_moves_of_lines_and_adds_them(analysis: AnalysisUser) -> None:
    analysis.report("e2e3", "e6e5", "f2f3", cp=120)
    analysis.report("c2c3", cp=-40, rank=2)
    screen, press = analysis.screen, analysis.driver.press
    before = visible_part(screen.panel.lines.rect)
    focus(analysis, screen.panel.lines)
    assert visible_part(screen.panel.lines.rect) != before
    assert screen.panel.lines.pointed == LineSpot(0, 1)
    press(pygame.K_RIGHT)
    assert screen.panel.lines.pointed == LineSpot(0, 2)
    after = analysis.position
    for move in line(after, "e2e3", "e6e5"):
        after = CONGO.play(after, move)
    assert screen.board.display.position == after
    press(pygame.K_DOWN)
    assert screen.panel.lines.pointed == LineSpot(1, 1)
    press(pygame.K_UP)
    press(pygame.K_RIGHT)
    press(pygame.K_RETURN)
    assert screen.cursor.node.position == after
    assert "e2e3 e6e5" in analysis.text
    press(pygame.K_ESCAPE)
    assert screen.group.focus is None
    assert analysis.driver.app.stack[-1] is screen


def test_the_move_that_a_key_points_at_can_be_typed(analysis: AnalysisUser) -> None:
    """The board showed the position after it, in which it cannot be played again."""
    analysis.report("e2e3", "e6e5")
    before = analysis.position
    focus(analysis, analysis.screen.panel.lines)
    assert analysis.screen.board.display.position != before
    analysis.driver.press(pygame.K_SLASH, "/")
    typing = analysis.driver.top(TypeMoveScreen)
    analysis.driver.type("e2e3")
    assert [row.text for row in typing.list.rows] == ["e2e3"]
    analysis.driver.press(pygame.K_RETURN)
    assert "e2e3" in analysis.text
    assert analysis.position == CONGO.play(before, line(before, "e2e3")[0])


def test_the_board_is_restored_when_focus_leaves_the_lines(analysis: AnalysisUser) -> None:
    analysis.report("e2e3")
    focus(analysis, analysis.screen.panel.lines)
    assert analysis.screen.board.display.position != analysis.position
    analysis.driver.press(pygame.K_TAB)
    assert analysis.screen.board.display.position == analysis.position


def test_the_keyboard_walks_the_tree_and_its_variations(analysis: AnalysisUser) -> None:
    screen, press = analysis.screen, analysis.driver.press
    press(pygame.K_HOME)
    analysis.click("e2", "e3")
    variation = screen.cursor.node
    before = visible_part(screen.panel.moves.rect)
    focus(analysis, screen.panel.moves)
    assert visible_part(screen.panel.moves.rect) != before
    press(pygame.K_UP)
    assert screen.cursor.node is not variation
    press(pygame.K_LEFT)
    press(pygame.K_LEFT)
    assert screen.cursor.node is screen.cursor.tree.root
    press(pygame.K_RIGHT)
    assert screen.cursor.node is screen.cursor.tree.root.next
    press(pygame.K_DOWN)
    assert screen.cursor.node is variation
    press(pygame.K_DELETE)
    assert screen.cursor.node is screen.cursor.tree.root
    assert len(screen.cursor.tree.root.children) == 1


def test_the_keyboard_moves_along_the_graph(analysis: AnalysisUser) -> None:
    screen, press = analysis.screen, analysis.driver.press
    focus(analysis, screen.panel.graph)
    press(pygame.K_HOME)
    assert screen.cursor.node is screen.cursor.tree.root
    press(pygame.K_RIGHT)
    assert screen.cursor.node is screen.cursor.tree.main[0]
    press(pygame.K_END)
    assert screen.cursor.node is screen.cursor.tree.main[-1]
    press(pygame.K_LEFT)
    assert screen.cursor.node is screen.cursor.tree.main[-2]


def test_a_move_is_typed_into_the_tree(analysis: AnalysisUser) -> None:
    analysis.driver.press(pygame.K_SLASH, "/")
    analysis.driver.type("e2e3")
    analysis.driver.press(pygame.K_RETURN)
    assert analysis.screen.cursor.node.move is not None
    assert analysis.screen.cursor.node.move.text == "e2e3"


def test_a_pasted_position_is_analysed_and_the_game_stays(analysis: AnalysisUser) -> None:
    text = "3l3/7/7/7/7/7/3L1P1 w 1"
    assert clipboard.copy(text)
    analysis.driver.control("v")
    assert CONGO.notation.format(analysis.position) == text
    assert analysis.driver.thinker.asked[-1][0] == analysis.position
    analysis.driver.press(pygame.K_ESCAPE)
    assert analysis.driver.moves == ["d2d3", "d6d5"]


def test_copied_moves_are_pasted_again_and_a_game_opens(analysis: AnalysisUser) -> None:
    driver = analysis.driver
    assert clipboard.copy("1... e6e5?! 2. e2e3")
    driver.control("v")
    assert analysis.text == "Start 1. d2d3 d6d5 1… e6e5?! 2. e2e3"
    assert [node.move.text for node in analysis.screen.cursor.node.line if node.move][-1] == "e2e3"
    driver.control("z")
    assert analysis.text == "Start 1. d2d3 d6d5"
    assert clipboard.copy('[Event "a"]\n[Game "congo"]\n\n1. a2a3 (1. b2b3) a6a5 *\n')
    driver.control("v")
    assert analysis.text == "Start 1. a2a3 1. b2b3 1… a6a5"
    assert analysis.screen.cursor.node.parent is None
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]


def test_pasted_comments_arrive_on_the_board_too(analysis: AnalysisUser) -> None:
    assert clipboard.copy("1. d2d3 {a fine move} d6d5 {a reply} 2. e2e3 {and on}")
    assert analysis.screen.cursor.node is analysis.screen.cursor.main_line[2]
    analysis.driver.control("v")
    comments = [node.comment for node in analysis.screen.cursor.main_line]
    assert comments == ["", "a fine move", "a reply", "and on"]


def test_all_pasted_games_can_be_reached(analysis: AnalysisUser) -> None:
    driver = analysis.driver
    games = "".join(
        f'[Event "{at}"]\n[White "Ada {at}"]\n\n1. {move} *\n' for at, move in enumerate(FIRST_MOVES)
    )
    assert clipboard.copy(games)
    driver.control("v")
    assert driver.top(AnalyseScreen).toast.text == analysis_texts.first_of_games(3)
    shown = []
    for key in (pygame.K_PAGEDOWN, pygame.K_PAGEDOWN, pygame.K_PAGEDOWN, pygame.K_PAGEUP):
        driver.press(key)
        screen = driver.top(AnalyseScreen)
        moves = [node.move.text for node in screen.cursor.main_line if node.move]
        shown.append(
            (
                moves,
                screen._context.heading().title(screen.cursor.tree).rpartition(" · ")[2],
                screen.toast.text,
            )
        )
    assert [moves for moves, _, _ in shown] == [["b2b3"], ["c2c3"], ["c2c3"], ["b2b3"]]
    assert [title for _, title, _ in shown] == [analysis_texts.game_of(number, 3) for number in (2, 3, 3, 2)]
    assert [text for _, _, text in shown] == ["", "", analysis_texts.LAST_GAME, ""]


@pytest.mark.parametrize("text", ["some words", '[Event "x', '[Event "x\n\n[Event "y'])
def test_invalid_pasted_text_keeps_the_analysis(analysis: AnalysisUser, text: str) -> None:
    before = analysis.position
    clipboard.copy(text)
    analysis.driver.control("v")
    assert analysis.position == before
    assert analysis.screen.toast.text.endswith(".")


def test_the_tree_is_saved_with_its_variations(analysis: AnalysisUser) -> None:
    analysis.driver.press(pygame.K_LEFT)
    analysis.click("e6", "e5")
    analysis.driver.control("s")
    analysis.driver.press(pygame.K_RETURN, "\r")
    assert analysis.screen.toast.text.startswith("Saved as")
    (saved,) = games_dir().iterdir()
    (game,) = parse_games(saved.read_text(encoding="utf-8"))
    assert [each.move.text for each in game.moves] == ["d2d3", "d6d5"]
    assert game.moves[1].variations[0][0].move.text == "e6e5"


FIRST_MOVES = ("a2a3", "b2b3", "c2c3")


@pytest.fixture
def lonely(analysis: AnalysisUser) -> AnalysisUser:
    """The analysis of a pasted position, with a move and an unfinished comment."""
    assert clipboard.copy(LONELY)
    analysis.driver.control("v")
    analysis.click("f1", "f2")
    analysis.screen.commands.run("comment")
    analysis.driver.run_loop()
    analysis.driver.type("slow")
    return analysis


def lonely_moves(driver: Driver) -> list[tuple[str, str]]:
    (saved,) = games_dir().iterdir()
    (game,) = load_games(saved)
    return [(each.move.text, each.comment) for each in game.moves]


@pytest.mark.parametrize("way", ["cancel", "analyse", "paste_fen", "cross"])
def test_asks_before_leaving_an_unsaved_analysis(lonely: AnalysisUser, way: str) -> None:
    driver, screen = lonely.driver, lonely.screen
    if way == "cross":
        driver.click(screen.panel.title_bar.close.rect.center)
    else:
        screen.commands.run(way)
    driver.run_loop()
    assert isinstance(driver.app.stack[-1], ConfirmScreen)
    driver.press(pygame.K_RETURN)
    assert lonely.screen is screen
    driver.control("s")
    driver.press(pygame.K_RETURN, "\r")
    assert lonely_moves(driver) == [("f1f2", "slow")]
    screen.commands.run("cancel")
    driver.run_loop()
    assert driver.app.stack == [driver.play]


def test_an_analysis_is_left_only_when_its_game_starts(lonely: AnalysisUser) -> None:
    driver, screen = lonely.driver, lonely.screen
    screen.commands.run("play_from")
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack[-1] is screen
    screen.commands.run("play_from")
    driver.top(NewGameScreen)._accept()
    driver.run_loop()
    assert driver.app.stack == [driver.play]
    assert driver.play.toast.text == analysis_texts.KEPT_UNDER_OPEN
    driver.app.writer.close()
    (kept,) = load_games(driver.app.autosave.analyses.paths()[0])
    assert [(each.move.text, each.comment) for each in kept.moves] == [("f1f2", "slow")]


def test_the_question_before_leaving_saves_and_leaves(lonely: AnalysisUser) -> None:
    driver, screen = lonely.driver, lonely.screen
    screen.commands.run("cancel")
    driver.press(pygame.K_LEFT)
    driver.press(pygame.K_RETURN, "\r")
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack[-1] is screen  # not saved after all
    screen.commands.run("cancel")
    driver.run_loop()
    driver.tool(analysis_texts.SAVE)
    driver.press(pygame.K_RETURN, "\r")
    assert driver.app.stack == [driver.play]
    assert lonely_moves(driver) == [("f1f2", "slow")]


def test_an_unsaved_analysis_can_be_left(lonely: AnalysisUser) -> None:
    lonely.screen.commands.run("cancel")
    lonely.driver.run_loop()
    lonely.driver.tool(analysis_texts.LEAVE_ANALYSIS)
    assert lonely.driver.app.stack == [lonely.driver.play]
    assert lonely.driver.moves == ["d2d3", "d6d5"]


@pytest.mark.parametrize("on_board", [False, True])
def test_words_and_tries_leave_the_result_of_a_game_of_a_file(analysis: AnalysisUser, on_board: bool) -> None:
    """Also one without a reason, as of another program."""
    path = games_dir() / "one.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('[Event "a"]\n[Game "congo"]\n[Result "1-0"]\n\n1. d2d3 d6d5 1-0\n\n', encoding="utf-8")
    driver = analysis.driver
    if on_board:
        driver.press(pygame.K_ESCAPE)
        drop(driver, path)
        driver.press(pygame.K_a, "a")
    else:
        driver.press(pygame.K_o, "", pygame.KMOD_LCTRL)
        driver.top(OpenScreen).file_chosen(path)
        driver.run_loop()
    driver.press(pygame.K_END)
    driver.press(pygame.K_q, "q")
    driver.type("why")
    driver.press(pygame.K_RETURN)
    analysis.click("e2", "e3")
    if on_board:
        driver.press(pygame.K_ESCAPE)
    driver.press(pygame.K_s, "", pygame.KMOD_LCTRL)
    driver.press(pygame.K_RETURN)
    driver.press(pygame.K_RETURN)
    (game,) = load_games(path)
    assert [each.move.text for each in game.moves] == ["d2d3", "d6d5"]
    assert (game.result.value, game.moves[1].comment) == ("1-0", "why")
    assert [each.move.text for each in game.moves[1].variations[0]] == ["d6d5", "e2e3"]


def test_two_analyses_saved_one_after_the_other_have_different_names(analysis: AnalysisUser) -> None:
    driver = analysis.driver
    for fen, move in (("3l3/7/7/7/7/7/3L1P1 w 1", "f1f2"), ("3l3/7/7/7/7/7/3L2P w 1", "g1g2")):
        assert clipboard.copy(fen)
        driver.control("v")
        driver.press(pygame.K_SLASH, "/")
        driver.type(move)
        driver.press(pygame.K_RETURN)
        driver.control("s")
        driver.press(pygame.K_RETURN, "\r")
    assert len(list(games_dir().iterdir())) == 2


@pytest.mark.parametrize("length", [0, base.MAX_PASTED + 1])
def test_an_empty_or_huge_clipboard_is_explained(
    analysis: AnalysisUser, monkeypatch: pytest.MonkeyPatch, length: int
) -> None:
    monkeypatch.setattr(clipboard, "paste", lambda: "1" * length)
    analysis.driver.control("v")
    told = shared_texts.clipboard_too_long(base.MAX_PASTED) if length else shared_texts.CLIPBOARD_EMPTY
    assert analysis.screen.toast.text == told


def test_an_analysed_position_is_saved_as_its_own_tree(analysis: AnalysisUser) -> None:
    assert clipboard.copy("3l3/7/7/7/7/7/3L1P1 w 1")
    analysis.driver.control("v")
    analysis.driver.press(pygame.K_SLASH, "/")
    analysis.driver.type("f1f2")
    analysis.driver.press(pygame.K_RETURN)
    analysis.driver.control("s")
    analysis.driver.press(pygame.K_RETURN, "\r")
    (saved,) = games_dir().iterdir()
    (game,) = parse_games(saved.read_text(encoding="utf-8"))
    assert CONGO.notation.format(game.start) == "3l3/7/7/7/7/7/3L1P1 w 1"
    assert [each.move.text for each in game.moves] == ["f1f2"]
