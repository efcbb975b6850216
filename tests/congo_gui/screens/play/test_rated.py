"""Rated games: begun from New game, counted once, and all that stops them from counting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from congo_gui.play.rated import RATED_TAG, NotRated
from congo_gui.play.wording import rating_text
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.edit.screen import EditScreen
from congo_gui.screens.files.game_autosave import WelcomeScreen
from congo_gui.screens.learn import texts as learn_texts
from congo_gui.screens.new_game import texts as new_game_texts
from congo_gui.screens.new_game.level_screen import LevelScreen
from congo_gui.screens.new_game.my_level import MyLevelScreen
from congo_gui.screens.new_game.screen import NewGameScreen
from congo_gui.screens.play import board_follower, texts
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.store.rated_games import FILE, RatedGames, RatedResult
from congo_gui.store.settings import settings_path
from congo_gui.system.startup import EngineStage
from tests.congo_gui.driver import CONGO, START, Driver, Starter


def results(driver: Driver) -> tuple[RatedResult, ...]:
    return driver.app.rated_games.results("congo")


def begin(driver: Driver) -> None:
    """Begin a rated game from *New game*."""
    driver.control("n")
    driver.top(NewGameScreen)
    driver.tool(new_game_texts.MY_LEVEL)
    driver.top(MyLevelScreen)
    driver.tool(new_game_texts.START)
    driver.run_loop()


def play_two_turns(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    driver.click_squares("c2", "c3")
    driver.reply("c6c5")


def resign(driver: Driver) -> None:
    driver.control("g")
    driver.tool(texts.RESIGN)
    driver.run_loop()


def reason(driver: Driver) -> NotRated | None:
    rated = driver.session.current.rated
    assert rated is not None
    return rated.reason


@pytest.fixture
def rated(start: Starter) -> Driver:
    driver = start(black="5")
    begin(driver)
    return driver


def test_a_newcomer_begins_against_an_easy_opponent(start: Starter) -> None:
    driver = start(black="5")
    settings = driver.app.settings
    before = settings.black, settings.level
    driver.control("n")
    driver.tool(new_game_texts.MY_LEVEL)
    heading, words = driver.top(MyLevelScreen).words
    assert heading == new_game_texts.no_rating("Congo")
    assert new_game_texts.fair_opponent("1.8") in words
    driver.press(pygame.K_RETURN)
    assert [player.name for player in driver.session.current.players] == ["human", "1.8"]
    assert texts.RATED_GAME in driver.status
    assert (settings.black, settings.level) == before  # those of other games


def test_a_result_counts_and_the_next_opponent_follows(rated: Driver) -> None:
    play_two_turns(rated)
    resign(rated)
    (result,) = results(rated)
    assert (result.game, result.level, result.side, result.score) == ("congo", 1.8, 0, 0.0)
    assert result.moves == "d2d3 d6d5 c2c3 c6c5"
    level = f"{rated.app.rated_games.next_level('congo'):g}"
    assert float(level) < 1.8
    assert texts.next_opponent(level) in rated.status
    rated.tool(texts.NEXT_RATED)
    screen = rated.top(MyLevelScreen)
    assert screen.side.chosen == 1
    heading, words = screen.words
    assert "after 1 game" in words
    assert "±" in heading
    rated.press(pygame.K_RETURN)
    assert [player.name for player in rated.session.current.players] == [level, "human"]
    assert rated.play.board.display.flipped


def test_a_screen_reader_hears_the_result_before_the_rating(
    rated: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []

    def told(*given: object) -> str:
        heard.append("the result")
        return ""

    monkeypatch.setattr(board_follower, "result_sentence", told)
    monkeypatch.setattr(rated.app, "screen_reader", heard.append)
    play_two_turns(rated)
    resign(rated)
    rating = next(at for at, words in enumerate(heard) if "Next opponent" in words)
    assert heard.index("the result") < rating


def test_the_file_has_the_result_when_the_window_closes(rated: Driver) -> None:
    play_two_turns(rated)
    resign(rated)
    rated.app.close()
    assert len(RatedGames(settings_path().parent, lambda path, change: None).results("congo")) == 1


def test_a_win_raises_the_rating(start: Starter) -> None:
    driver = start("4l2/4P2/7/7/7/7/3L3 w 1", black="5")
    begin(driver)  # from the start position, not from this one
    assert driver.fen == START
    driver.session.game.forfeit(1, "test")
    driver.session.pause()
    driver.run_loop()
    (result,) = results(driver)
    assert result.score == 1.0
    assert driver.app.rated_games.history("congo")[-1].points > 900


def take_back(driver: Driver) -> None:
    driver.press(ord("z"), "z")
    assert reason(driver) is None
    assert texts.WOULD_NOT_BE_RATED in driver.status
    driver.click_squares("e2", "e3")


def look_back_and_move(driver: Driver) -> None:
    driver.press(pygame.K_LEFT)
    driver.press(pygame.K_LEFT)
    driver.click_squares("e2", "e3")


def get_help(driver: Driver, key: str) -> None:
    """Press the key of a command that helps; refuse to play without rating, then agree to it."""
    for answer in (pygame.K_ESCAPE, pygame.K_RETURN):
        driver.press(ord(key), key)
        driver.press(answer)  # Enter alone cancels
        assert driver.app.stack == [driver.play]
        assert reason(driver) is None
    driver.press(ord(key), key)
    driver.tool(texts.GET_HELP)


def ask_for_a_hint(driver: Driver) -> None:
    get_help(driver, "h")


def let_the_ai_move(driver: Driver) -> None:
    get_help(driver, "g")


def analyse(driver: Driver) -> None:
    get_help(driver, "a")
    driver.top(AnalyseScreen).dismiss()


def see_the_search(driver: Driver) -> None:
    get_help(driver, "b")
    driver.app.stack[-1].dismiss()


def change_the_level(driver: Driver) -> None:
    card = next(card for card in driver.play.panel.cards if card.text.side == 1)
    driver.click(card.rect.center)
    screen = driver.top(LevelScreen)
    driver.click(screen.levels.part_rect(0).center)
    driver.click(screen.use_button.rect.center)


def set_up_a_position(driver: Driver) -> None:
    driver.play.panel.position.set_up("3l3/7/7/7/3E3/7/3L1P1 w 1")


@pytest.mark.parametrize(
    ("do", "why"),
    [
        (take_back, NotRated.TAKEBACK),
        (look_back_and_move, NotRated.TAKEBACK),
        (ask_for_a_hint, NotRated.HINT),
        (let_the_ai_move, NotRated.HINT),
        (analyse, NotRated.ANALYSIS),
        (see_the_search, NotRated.ANALYSIS),
        (change_the_level, NotRated.OPPONENT),
        (set_up_a_position, NotRated.POSITION),
    ],
)
def test_help_and_changes_stop_the_rating(rated: Driver, do: Callable[[Driver], None], why: NotRated) -> None:
    play_two_turns(rated)
    do(rated)
    rated.run_loop()
    assert reason(rated) is why
    assert texts.NOT_RATED[why.value] in rated.status
    if do not in (set_up_a_position, see_the_search):  # which say more
        assert rated.app.stack[-1].toast.text.startswith(texts.NOT_RATED[why.value])
    rated.session.ends.resign()
    rated.run_loop()
    assert results(rated) == ()
    assert texts.NOT_RATED[why.value] in rated.status
    assert texts.NEXT_RATED in rated.offered


def analyse_a_model_game(driver: Driver) -> None:
    driver.learn(learn_texts.MODEL_GAMES)
    driver.press(ord("a"), "a")


def analyse_another_position(driver: Driver) -> None:
    for letter in "esa":  # in the editor, the start position
        driver.press(ord(letter), letter)


def analyse_the_edited_position(driver: Driver) -> None:
    for letter in "ea":
        driver.press(ord(letter), letter)
    driver.tool(texts.GET_HELP)


@pytest.mark.parametrize(
    ("do", "why"),
    [
        (analyse_a_model_game, None),
        (analyse_another_position, None),
        (analyse_the_edited_position, NotRated.ANALYSIS),
    ],
)
def test_only_an_analysis_of_the_game_stops_the_rating(
    rated: Driver, do: Callable[[Driver], None], why: NotRated | None
) -> None:
    play_two_turns(rated)
    do(rated)
    analysis = rated.top(AnalyseScreen)
    assert reason(rated) is why
    assert analysis.toast.text == ("" if why is None else texts.NOT_RATED[why.value])


def test_analysing_a_position_that_is_set_up_asks_first(rated: Driver) -> None:
    play_two_turns(rated)
    rated.press(ord("e"), "e")
    rated.top(EditScreen).commands.run("analyse")
    assert rated.top(ConfirmScreen).message == texts.UNRATED_TEXT
    assert reason(rated) is None
    rated.press(pygame.K_ESCAPE)
    rated.top(EditScreen).commands.run("analyse")
    rated.run_loop()
    rated.tool(texts.GET_HELP)
    rated.top(AnalyseScreen)
    assert reason(rated) is not None


def test_a_pause_that_comes_after_the_answer_does_not_move_for_the_player(rated: Driver) -> None:
    rated.click_squares("d2", "d3")
    rated.reply("d6d5")
    rated.press(pygame.K_SPACE, " ")
    assert not rated.session.hints.searching
    assert rated.play.toast.text == texts.NOT_IN_RATED_GAME
    assert reason(rated) is None
    rated.press(ord("g"), "g")
    rated.tool(texts.GET_HELP)
    rated.until(lambda: rated.thinker.thinking)
    rated.thinker.answer("c2c3")
    rated.reply("c6c5")
    rated.press(pygame.K_SPACE, " ")  # it is no longer rated
    assert rated.session.hints.searching


def test_looking_back_and_undoing_keep_the_rating(rated: Driver) -> None:
    play_two_turns(rated)
    for key in (pygame.K_LEFT, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_RIGHT):
        rated.press(key)
    rated.press(ord("z"), "z")
    rated.press(ord("y"), "y")
    rated.click_squares("e2", "e3")
    rated.reply("e6e5")
    assert reason(rated) is None
    resign(rated)
    assert len(results(rated)) == 1


@pytest.mark.parametrize("keys", [[pygame.K_LEFT] * 2, [ord("z")], [pygame.K_HOME]])
def test_the_same_move_again_is_redone_with_its_answer(rated: Driver, keys: list[int]) -> None:
    play_two_turns(rated)
    for key in keys:
        rated.press(key, "z" if key == ord("z") else "")
    undone = len(rated.moves)
    rated.click_squares(*(("c2", "c3") if undone else ("d2", "d3")))
    rated.run_loop()
    assert rated.moves == ["d2d3", "d6d5", "c2c3", "c6c5"][: undone + 2]
    assert len(rated.session.game.plies) == 4
    assert not rated.thinker.thinking
    assert reason(rated) is None
    rated.click_squares("e2", "e3")  # another move, unless the latest position is on the board
    rated.run_loop()
    assert reason(rated) is (None if undone else NotRated.TAKEBACK)


def test_resigning_says_that_the_result_counts(rated: Driver) -> None:
    play_two_turns(rated)
    rated.control("g")
    assert rated.top(ConfirmScreen).message == texts.RESIGN_RATED_TEXT
    rated.tool(texts.RESIGN)
    assert rated.play.toast.text != texts.CAN_UNDO


def test_a_finished_game_that_is_opened_does_not_count(rated: Driver) -> None:
    play_two_turns(rated)
    resign(rated)
    record = rated.play.files.record(clocks=True)
    rated.app.rated_games.forget("congo")
    rated.play.files.show(record)
    rated.run_loop()
    assert reason(rated) is NotRated.COUNTED
    assert results(rated) == ()


def test_a_result_in_another_kind_of_game_is_not_that_of_the_one_on_the_board(rated: Driver) -> None:
    play_two_turns(rated)
    resign(rated)
    record = rated.play.files.record(clocks=True)
    (result,) = results(rated)
    rated.app.rated_games.forget("congo")
    rated.app.rated_games.add(replace(result, id="ab" * 16, game="konane"))
    rated.play.files.show(replace(record, tags={**record.tags, RATED_TAG: "ab" * 16}))
    rated.run_loop()
    assert texts.NOT_RATED["counted"] in rated.status


@pytest.mark.parametrize("players", [("human", "human"), ("engine:level=2", "engine:level=3")])
def test_a_file_with_other_players_is_not_rated(rated: Driver, players: tuple[str, str]) -> None:
    play_two_turns(rated)
    rated.play.files.show(replace(rated.play.files.record(clocks=True), players=players))
    rated.run_loop()
    assert reason(rated) is NotRated.OPPONENT
    rated.app.writer.close()  # the game that was replaced is still being written
    rated.press(pygame.K_F7)
    rated.top(ConfirmScreen)  # about that game


def test_other_games_are_not_rated(start: Starter) -> None:
    driver = start(black="5")
    play_two_turns(driver)
    resign(driver)
    assert results(driver) == ()
    assert driver.session.current.rated is None
    assert texts.REMATCH in driver.offered


def test_the_status_keeps_saying_that_a_game_is_rated(rated: Driver) -> None:
    play_two_turns(rated)
    assert texts.RATED_GAME in rated.status
    resign(rated)
    assert texts.RATED_GAME not in rated.status


def test_an_undone_end_does_not_count_twice(rated: Driver) -> None:
    play_two_turns(rated)
    resign(rated)
    rated.press(ord("z"), "z")
    assert reason(rated) is NotRated.COUNTED
    assert texts.NOT_RATED["counted"] in rated.status
    resign(rated)
    assert len(results(rated)) == 1


def test_an_undone_end_does_not_wait_to_be_finished_after_the_results_are_deleted(rated: Driver) -> None:
    play_two_turns(rated)
    resign(rated)
    rated.press(ord("z"), "z")
    begin(rated)
    rated.until(lambda: bool(rated.app.autosave.earlier.paths("congo")))
    rated.app.rated_games.forget("congo")
    rated.press(pygame.K_F7)
    rated.top(MyLevelScreen)


def test_a_result_that_was_deleted_is_not_counted_at_the_next_start(rated: Driver, start: Starter) -> None:
    play_two_turns(rated)
    resign(rated)
    rated.app.rated_games.forget("congo")
    rated.app.writer.close()
    rated.app.autosave.close()
    rated.app.is_closed = True
    rated.app.stack.clear()
    later = start(white=None, black=None)  # type: ignore[arg-type]
    later.run_loop()
    assert results(later) == ()


def test_a_new_rating_names_the_one_before_as_it_was_shown(rated: Driver) -> None:
    play_two_turns(rated)
    resign(rated)
    (first,) = rated.app.rated_games.history("congo")[1:]
    begin(rated)
    rated.reply("d2d3")
    rated.click_squares("d6", "d5")
    rated.reply("c2c3")
    resign(rated)
    assert f"(it was {rating_text(first).split()[0]})" in rated.status


def test_looking_back_at_a_finished_game_does_not_count_it_again(rated: Driver) -> None:
    play_two_turns(rated)
    resign(rated)
    rated.press(pygame.K_LEFT)
    rated.press(pygame.K_RIGHT)
    rated.press(ord("a"), "a")
    rated.top(AnalyseScreen).dismiss()
    rated.run_loop()
    assert len(results(rated)) == 1
    assert texts.next_opponent(f"{rated.app.rated_games.next_level('congo'):g}") in rated.status


def test_a_killed_game_continues_as_a_rated_one(rated: Driver, start: Starter) -> None:
    play_two_turns(rated)
    rated.app.writer.close()  # what was played is on the disk; then the program is killed
    rated.app.autosave.close()
    rated.app.is_closed = True
    rated.app.stack.clear()
    later = start(white=None, black=None)  # type: ignore[arg-type]
    later.top(WelcomeScreen).continue_button.handle(
        pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r")
    )
    later.run_loop()
    assert later.moves == ["d2d3", "d6d5", "c2c3", "c6c5"]
    assert reason(later) is None
    resign(later)
    assert len(results(later)) == 1


def test_a_result_that_the_killed_program_had_not_written_counts_at_the_next_start(
    rated: Driver, start: Starter
) -> None:
    play_two_turns(rated)
    resign(rated)
    rated.app.writer.close()
    rated.app.autosave.close()
    rated.app.is_closed = True
    rated.app.stack.clear()
    path = settings_path().parent / FILE
    path.unlink()
    later = start(white=None, black=None)  # type: ignore[arg-type]
    assert [result.score for result in results(later)] == [0.0]


@pytest.mark.parametrize("resigns", [True, False])
def test_an_unfinished_game_is_continued_or_lost(rated: Driver, resigns: bool) -> None:
    play_two_turns(rated)
    rated.play.panel.position.set_up(START)  # leaves the game
    rated.run_loop()
    rated.app.writer.close()
    rated.press(pygame.K_F7)
    question = rated.top(ConfirmScreen)
    del question
    rated.tool(texts.RESIGN_RATED if resigns else texts.CONTINUE_RATED)
    rated.run_loop()
    if resigns:
        assert [result.score for result in results(rated)] == [0.0]
        rated.top(MyLevelScreen).dismiss()
        rated.press(pygame.K_F7)
        rated.top(MyLevelScreen)  # it is not asked about again
    else:
        assert rated.moves == ["d2d3", "d6d5", "c2c3", "c6c5"]
        assert reason(rated) is None
        assert results(rated) == ()


def test_the_game_on_the_board_is_finished_before_another_one(rated: Driver) -> None:
    play_two_turns(rated)
    rated.control("r")
    rated.tool(texts.CONTINUE_RATED)
    assert len(rated.moves) == 4
    assert reason(rated) is None
    rated.press(pygame.K_F7)
    rated.tool(texts.RESIGN_RATED)
    rated.run_loop()
    assert [result.score for result in results(rated)] == [0.0]
    rated.top(MyLevelScreen)


@pytest.mark.parametrize("undoes", [False, True])
def test_resigning_it_keeps_its_moves_whatever_position_is_shown(rated: Driver, undoes: bool) -> None:
    play_two_turns(rated)
    if undoes:
        rated.control("z")
    else:
        rated.press(pygame.K_HOME)
    rated.press(pygame.K_F7)
    rated.tool(texts.RESIGN_RATED)
    rated.run_loop()
    assert rated.moves == ["d2d3", "d6d5", "c2c3", "c6c5"]
    assert [result.moves for result in results(rated)] == ["d2d3 d6d5 c2c3 c6c5"]


def test_a_game_of_a_few_moves_is_dropped(rated: Driver) -> None:
    rated.click_squares("d2", "d3")
    rated.reply("d6d5")
    rated.press(pygame.K_F7)
    rated.top(MyLevelScreen)
    rated.press(pygame.K_RETURN)
    assert rated.moves == []
    assert results(rated) == ()


def test_saved_files_are_not_rated(rated: Driver) -> None:
    play_two_turns(rated)
    assert "Rated" not in rated.play.files.record().tags
    assert rated.play.files.record(clocks=True).tags["Rated"]


def test_another_kind_of_game_has_a_rating_of_its_own(rated: Driver) -> None:
    play_two_turns(rated)
    resign(rated)
    rated.control("n")
    screen = rated.top(NewGameScreen)
    screen.game._choose(2)
    rated.run_loop()
    rated.tool(new_game_texts.MY_LEVEL)
    heading, _ = rated.top(MyLevelScreen).words
    assert "Konane" in heading
    rated.press(pygame.K_RETURN)
    rated.run_loop()
    assert rated.session.game.rules.name == "konane"
    assert reason(rated) is None
    assert rated.app.rated_games.results("konane") == ()


def test_a_rated_game_begins_while_the_rules_are_compiled(
    rated: Driver, start: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if an unfinished one waits: to find it, its moves would have to be compiled meanwhile."""
    play_two_turns(rated)
    rated.app.play.autosave.set_aside()
    rated.app.writer.close()
    (kept,) = rated.app.autosave.earlier.paths("congo")
    assert "[Rated " in kept.read_text()
    rated.app.close()
    driver = start(stage=EngineStage.COMPILING)
    monkeypatch.setattr(type(CONGO), "core", lambda rules: pytest.fail("it would be compiled"))
    driver.press(pygame.K_F7)
    driver.top(MyLevelScreen)
    driver.tool(new_game_texts.START)
    driver.run_loop()
    assert driver.session.current.rated is not None
    assert driver.session.current.rated.counts
