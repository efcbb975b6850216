"""Comments on moves: shown in the game, written in the analysis, undone, saved and opened."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from congo_gui.screens.analysis import texts as analysis_texts
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.analysis.tree_view import parts
from congo_gui.screens.play.move_log import log_lines
from engine.match.game_runner import play_game
from engine.match.openings import Opening
from engine.match.pairing import EventSettings, ScheduledGame
from engine.record.parse import load_games, parse_games
from engine.record.remark import Remark
from engine.search.limits import Limits, Score, winning_chance
from tests.congo_gui.driver import CONGO, Driver, Starter

NOTED = """[Event "an evening"]
[Game "congo"]

{What a day} 1. d2d3 {solid} d6d5 {+0.20, depth 6; as always} 2. e2e3 *
"""


@pytest.fixture
def game(start: Starter, tmp_path: Path) -> Driver:
    """A game opened from a file with comments, at its end."""
    driver = start(black="human")
    path = tmp_path / "noted.txt"
    path.write_text(NOTED)
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    driver.run_loop(5)
    assert driver.moves == ["d2d3", "d6d5", "e2e3"]
    return driver


def analysis(driver: Driver) -> AnalyseScreen:
    screen = driver.app.stack[-1]
    assert isinstance(screen, AnalyseScreen)
    return screen


def text(driver: Driver) -> str:
    return " ".join(part.text for part in parts(analysis(driver).cursor.tree))


def shown(driver: Driver) -> str:
    """Return the comment that is drawn below the moves."""
    moves = driver.play.panel.moves
    assert driver.play.theme is not None
    return " ".join(moves._comment_lines(driver.play.theme)) if moves._comment.height else ""


def test_the_comment_of_the_move_on_the_board_is_shown(game: Driver) -> None:
    message = []
    for _ in range(4):
        message.append(shown(game))
        game.press(pygame.K_LEFT)
    assert message == ["", "as always", "solid", "What a day"]
    assert game.play.panel.moves.table.commented == {0, 1, 2}


def test_a_truncated_comment_is_complete_in_the_tooltip(game: Driver) -> None:
    words = "a long story " * 40
    game.session.games.annotate(game.session.current.remarks, words.strip())
    game.press(pygame.K_HOME)
    moves = game.play.panel.moves
    assert moves._comment.height <= moves.rect.height // 2
    assert shown(game).endswith("…")
    game.point(moves._comment.center)
    assert moves.tip == words.strip()


def test_comments_are_read_in_the_tree_of_an_analysis(game: Driver) -> None:
    game.press(pygame.K_a, "a")
    assert text(game) == "Start What a day 1. d2d3 solid 1… d6d5 as always 2. e2e3"
    assert analysis(game).panel.comment.text == ""
    game.press(pygame.K_LEFT)
    assert analysis(game).panel.comment.text == "as always"


def test_a_comment_is_written_with_the_keyboard_and_kept_in_the_file(game: Driver, tmp_path: Path) -> None:
    game.press(pygame.K_a, "a")
    game.press(pygame.K_q, "q")
    game.type("too slow?")
    game.press(pygame.K_RETURN)
    assert analysis(game).group.focus is None
    assert text(game).endswith("2. e2e3 too slow?")
    game.press(pygame.K_ESCAPE)
    game.run_loop()
    assert shown(game) == "too slow?"
    game.control("s")
    game.press(pygame.K_RETURN)
    game.press(pygame.K_RETURN)
    (saved,) = load_games(tmp_path / "noted.txt")
    assert saved.comment == "What a day"
    assert [move.comment for move in saved.moves] == ["solid", "+0.20, depth 6; as always", "too slow?"]


def test_the_key_of_comments_opens_the_analysis_of_the_move_on_the_board(game: Driver) -> None:
    game.press(pygame.K_LEFT)
    game.press(pygame.K_q, "q")
    comment = analysis(game).panel.comment
    assert analysis(game).group.focus is comment
    assert comment.text == "as always"
    game.control("a")
    game.type("Better is c6c5")
    game.press(pygame.K_ESCAPE)
    game.press(pygame.K_ESCAPE)
    game.run_loop()
    assert shown(game) == "Better is c6c5"


def test_the_key_of_comments_says_that_the_analysis_has_no_room_for_them(driver: Driver) -> None:
    driver.app.settings.ui_scale = 200
    driver.resize(1024, 768)
    driver.press(pygame.K_q, "q")
    driver.run_loop()
    assert analysis(driver).group.focus is None
    assert analysis(driver).toast.text == analysis_texts.NO_ROOM


@pytest.mark.parametrize("key", [pygame.K_END, pygame.K_HOME])
def test_text_resembling_a_score_round_trips_as_text(game: Driver, tmp_path: Path, key: int) -> None:
    game.press(key)
    game.press(pygame.K_a, "a")
    game.press(pygame.K_q, "q")
    for _ in "What a day":
        game.press(pygame.K_BACKSPACE)
    game.type("book")
    game.press(pygame.K_RETURN)
    game.press(pygame.K_ESCAPE)
    game.run_loop()
    assert shown(game) == "book"
    game.control("s")
    game.press(pygame.K_RETURN)
    game.press(pygame.K_RETURN)
    game.play.files.open_file(tmp_path / "noted.txt")
    game.run_loop()
    game.press(key)
    assert shown(game) == "book"
    assert "book" in [line.split(" (")[-1].rstrip(")") for line in log_lines(game.session)]
    game.press(pygame.K_a, "a")
    assert analysis(game).panel.comment.text == "book"


def test_a_comment_is_changed_with_the_mouse_and_undone_with_the_tree(game: Driver) -> None:
    game.press(pygame.K_a, "a")
    game.press(pygame.K_LEFT)
    game.click(analysis(game).panel.comment.rect.center)
    game.control("a")
    game.type("dull")
    moves = analysis(game).panel.moves
    game.click(moves.place_of(analysis(game).cursor.tree.main[0]).center)
    assert text(game) == "Start What a day 1. d2d3 solid 1… d6d5 dull 2. e2e3"
    assert Remark.parse(analysis(game).cursor.tree.main[1].comment).finding == "+0.20, depth 6"
    game.control("z")
    assert "as always" in text(game)
    assert analysis(game).panel.comment.text == "as always"
    game.control("y")
    assert "dull" in text(game)


def test_undo_first_reverts_the_text_being_typed(game: Driver) -> None:
    game.press(pygame.K_a, "a")
    game.press(pygame.K_DELETE)
    analysis(game).commands.run("comment")
    game.run_loop()
    game.type("!?")
    field = analysis(game).panel.comment
    game.control("z")
    assert "!?" not in field.text
    assert "e2e3" not in text(game)
    game.control("y")
    assert field.text.endswith("!?")


def test_every_change_of_the_tree_is_undone(game: Driver) -> None:
    game.press(pygame.K_a, "a")
    before = text(game)
    game.press(pygame.K_DELETE)
    game.press(pygame.K_DELETE)
    assert text(game) == "Start What a day 1. d2d3 solid"
    screen = analysis(game)
    for name in ("e6", "e5"):
        square = screen.cursor.tree.rules.notation.square_at(screen.cursor.node.position, name)
        assert square is not None
        game.click(screen.board.display.geometry.center(square))
    changed = text(game)
    assert changed.endswith("1… e6e5")
    for _ in range(3):
        game.press(pygame.K_z, "z")
    assert text(game) == before
    assert screen.cursor.node is screen.cursor.tree.main[-1]
    for _ in range(3):
        game.press(pygame.K_y, "y")
    assert text(game) == changed


@pytest.fixture
def played() -> str:
    """A game of a match, as in its file."""
    setup = EventSettings("congo", ("alphabeta:1", "alphabeta:2"), Limits())
    return play_game(setup, ScheduledGame(0, Opening(CONGO.notation.format(CONGO.start())))).text


@pytest.mark.parametrize("opened", [True, False])
def test_the_scores_of_a_game_of_a_match_are_in_its_analysis(
    start: Starter, tmp_path: Path, played: str, opened: bool
) -> None:
    (game,) = parse_games(played)
    assert game.moves[0].comment.startswith("depth 1, ")
    driver = start(black="human")
    if opened:
        path = tmp_path / "match.txt"
        path.write_text(played)
        driver.play.files.open_file(path)
        driver.run_loop(2)
        driver.press(pygame.K_a, "a")
    else:
        driver.play.analyses.analyse_record(game)
        driver.run_loop()
    screen = analysis(driver)
    assert len(screen.panel.graph.points) == len(game.moves) + 1
    assert all(point.chance is not None for point in screen.panel.graph.points[1:])
    driver.press(pygame.K_HOME)
    driver.press(pygame.K_RIGHT)
    assert screen.panel.comment.text == ""
    assert "nodes" not in text(driver)


def test_the_review_is_saved_with_the_moves_and_comes_back(start: Starter, tmp_path: Path) -> None:
    driver = start(black="human")
    for move in (("d2", "d3"), ("d6", "d5")):
        driver.click_squares(*move)
    driver.press(pygame.K_r, "r")
    game = driver.session.game
    scores = {game.position_at(ply): score for ply, score in enumerate((10, -20, 30))}
    for _ in scores:
        driver.thinker.answer(cp=scores[driver.thinker.asked[-1][0]])
        driver.run_loop()
    driver.press(pygame.K_ESCAPE)
    comments = [move.comment for move in driver.session.current.remarks]
    assert comments == ["+0.20, depth 5", "-0.30, depth 5"]
    path = tmp_path / "games" / "reviewed.txt"
    driver.control("s")
    driver.type("reviewed")
    driver.press(pygame.K_RETURN)
    driver.app.close()
    other = start(black="human")
    other.play.files.open_file(path)
    other.run_loop()
    other.press(pygame.K_a, "a")
    shares = [point.chance for point in analysis(other).panel.graph.points]
    scale = CONGO.facts.chance_scale_cp
    assert shares[1:] == [pytest.approx(winning_chance(Score(cp), scale)) for cp in (20, 30)]
