"""Programs as players: added, tested, removed, playing, failing, and leaving nothing behind."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest

from congo_gui import games as skins
from congo_gui.app import App
from congo_gui.play.game_file import to_record
from congo_gui.play.game_state import GameState
from congo_gui.play.player import PlayerConfig, program_title
from congo_gui.screens.files import texts as files_texts
from congo_gui.screens.files.find_file_screen import FindFileScreen
from congo_gui.screens.files.game_autosave import WelcomeScreen
from congo_gui.screens.new_game import programs as programs_screen
from congo_gui.screens.new_game import texts as new_game_texts
from congo_gui.screens.new_game.player_choice import PROGRAM
from congo_gui.screens.new_game.programs import AGENT, KINDS, PYTHON, ProgramsScreen
from congo_gui.screens.new_game.screen import NewGameScreen
from congo_gui.screens.play import texts as play_texts
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.screens.tournament import texts as tournament_texts
from congo_gui.screens.tournament.background import TournamentConfig
from congo_gui.screens.tournament.python_file import FindPythonScreen
from congo_gui.screens.tournament.setup import TournamentSetup
from congo_gui.store import programs
from congo_gui.store import texts as store_texts
from congo_gui.store.launch_options import LaunchOptions, first_players, player_or_default
from congo_gui.store.programs import MAX_FORMER, MAX_LENGTH, MAX_PROGRAMS, Programs, ProgramTest, command_for
from congo_gui.store.settings import SettingsFile
from congo_gui.store.typed_programs import from_any_folder
from engine import rules
from engine.game.clocks import TimeControl
from engine.players.levels import FIRST_LEVEL
from engine.players.parse import split_command
from engine.players.program import Program
from engine.record.format import format_game
from engine.record.parse import load_games, parse_games
from engine.rules.values import Outcome, Reason
from engine.system.errors import UserError
from tests.congo_gui.driver import CONGO, Driver, FakeThinker, Opener, Starter, opener
from tests.congo_gui.game_files import OPENING, drop, written
from tests.waiting import PATIENCE

FAKE = Path(__file__).parents[3] / "engine" / "players" / "fake_uci.py"


def program(*mode: str) -> str:
    return f'uci:"{sys.executable}" -I -S "{FAKE}" {" ".join(mode)}'


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Record the processes of all started programs."""
    started: list[Any] = []
    begin = Program.__init__

    def note(self: Program, *words: Any) -> None:
        begin(self, *words)
        started.append(self._process)

    monkeypatch.setattr(Program, "__init__", note)
    return started


@pytest.fixture
def start_game(monkeypatch: pytest.MonkeyPatch, thinker: FakeThinker) -> Iterator[Opener]:
    """Start the program with any game."""
    yield from opener(monkeypatch, thinker)


def gone(processes: list[Any]) -> None:
    """Wait until no program is left."""
    for process in processes:
        process.wait(PATIENCE)


def against(start: Starter, *mode: str, black: bool = True) -> Driver:
    """Start a game of a human against the fake program."""
    name = program(*mode)
    return start(black=name) if black else start(white=name, black="human")


# --- the list in the settings


def test_programs_are_kept_in_the_settings_and_invalid_ones_skipped(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    settings_file = SettingsFile(path)
    Programs(settings_file.settings).add(" My  engine ", "uci:./mine")
    settings_file.save()
    again = Programs(SettingsFile(path).settings)
    assert again.all() == {"My engine": "uci:./mine"}
    assert again.title("uci:./mine") == "My engine"
    again.remove("My engine")
    assert again.all() == {}
    for nonsense in ({"a": 1, "": "uci:x", "b": "rm -rf", "c": "python:m:f"}, ["uci:x"], None, 7):
        path.write_text(json.dumps({"programs": nonsense}))
        assert set(Programs(SettingsFile(path).settings).all()) <= {"c"}


def test_entries_of_newer_versions_stay(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    newer = {"Cloud": {"address": "bots.example"}}
    path.write_text(json.dumps({"programs": newer}))
    settings_file = SettingsFile(path)
    programs = Programs(settings_file.settings)
    programs.add("Rex", "uci:./rex")
    programs.add("Old", "uci:./old")
    programs.remove("Old")
    settings_file.save()
    assert SettingsFile(path).settings.programs == {**newer, "Rex": "uci:./rex"}


def test_no_program_is_removed_or_cut_off_to_fit() -> None:
    programs = Programs(SettingsFile().settings)
    titles = [f"Bot {number:02d}" for number in range(MAX_PROGRAMS)]
    for title in titles:
        programs.add(title, "uci:./bot")
    programs.add(titles[0], "uci:" + "x" * (MAX_LENGTH - 4))
    for title, command, problem in (
        ("Another", "uci:./bot", store_texts.too_many_programs(MAX_PROGRAMS)),
        (titles[0], "uci:" + "x" * MAX_LENGTH, store_texts.program_too_long(MAX_LENGTH)),
        (titles[0], 'uci:./bot "x', "no closing quotation"),
    ):
        with pytest.raises(UserError, match=problem):
            programs.add(title, command)
    assert list(programs.all()) == titles


def test_unnamed_program_is_named_by_its_command() -> None:
    assert program_title("uci:/opt/engines/zebra --fast") == "zebra --fast"
    assert program_title("python:my_bot:choose") == "my_bot:choose"
    assert program_title('uci:"/opt/my engines/zebra" --fast') == "zebra --fast"
    assert program_title(r"uci:C:\\engines\\zebra.exe") == "zebra.exe"
    assert program_title("uci:/usr/bin/python3.11 /home/me/bots/zebra.py") == "zebra.py"
    assert program_title("uci:/usr/bin/python3.11 -m zebra") == "python3.11 -m zebra"
    assert program_title("uci:/opt/zebra/") == "zebra"
    assert program_title("student:zebra.py") == "zebra.py"
    assert program_title("student:/home/me/my bots/zebra.py") == "zebra.py"
    for nothing in ("student:", "uci:/", "uci:", "uci: ", 'uci:"'):
        assert program_title(nothing).strip()
    assert PlayerConfig.named("uci:./zebra") == PlayerConfig(program="uci:./zebra")


def test_a_program_on_the_command_line_plays_in_this_run_alone(start: Starter, running: list[Any]) -> None:
    driver = against(start, "good", "d6d5")
    driver.click_squares("d2", "d3")
    driver.until(lambda: len(driver.moves) == 2)
    # Another game against it is begun in the window, which remembers who played last.
    driver.control("n")
    driver.press(pygame.K_RETURN)
    assert driver.session.current.players[1].program == program("good", "d6d5")
    assert driver.app.settings.black == program("good", "d6d5")
    assert Programs(driver.app.settings).all() == {}
    driver.app.close()
    running.clear()
    later = App(LaunchOptions(CONGO), SettingsFile())
    try:
        assert later.play.session.current.players[1] == PlayerConfig("5")
        assert running == []
    finally:
        later.close()


# --- the screen


def opened(driver: Driver) -> ProgramsScreen:
    driver.control("p")
    screen = driver.app.stack[-1]
    assert isinstance(screen, ProgramsScreen)
    return screen


def test_a_program_is_added_tested_and_removed(driver: Driver, running: list[Any]) -> None:
    screen = opened(driver)
    driver.type(program("chatter", "d2d3").partition(":")[2])
    driver.tool(new_game_texts.TEST)
    driver.until(lambda: screen.trial is not None and screen.trial.over)
    assert screen.message.startswith("“fake” works: it played d2d3 as White after ")
    assert screen.message.endswith(" s (depth 7, loses in 2).")
    assert screen.name.text == "fake"
    driver.tool(new_game_texts.ADD)
    assert list(Programs(driver.app.settings).all()) == ["fake"]
    driver.click(screen.list.row_rect(0).center)
    driver.tool(new_game_texts.REMOVE)
    driver.press(pygame.K_RETURN, "\r")
    assert list(Programs(driver.app.settings).all()) == ["fake"]
    driver.tool(new_game_texts.REMOVE)
    assert isinstance(driver.app.stack[-1], ConfirmScreen)
    driver.tool(new_game_texts.REMOVE)
    assert driver.app.stack[-1] is screen
    assert Programs(driver.app.settings).all() == {}
    driver.tool(new_game_texts.DONE)
    assert driver.app.stack == [driver.play]
    gone(running)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("no-such-program", "There is no program"),
        (program("dead"), "ended with status 3 (out of luck)"),
        (program("chess"), "does not play congo"),
        (program("good", "a1g7"), "played an illegal move: a1g7"),
        (program("deaf"), "did not answer 'uci' within 0.3 s"),
        (program("crash"), "ended with status 3"),
    ],
    ids=["missing", "dead", "chess", "illegal", "deaf", "crash"],
)
def test_a_failed_test_is_explained(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, running: list[Any], command: str, words: str
) -> None:
    if "deaf" in command:
        monkeypatch.setattr("congo_gui.store.programs.TEST_STARTUP_S", 0.3)
    screen = opened(driver)
    screen.command.set_text(command.removeprefix("uci:"))
    driver.tool(new_game_texts.TEST)
    driver.until(lambda: screen.trial is not None and screen.trial.over)
    assert screen.message.startswith("It cannot play: ")
    assert words.lower() in screen.message.lower()
    gone(running)


def test_a_test_counts_the_seconds_and_can_be_stopped(
    driver: Driver, running: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    timed = partial(ProgramTest, clock=lambda: now[0])
    monkeypatch.setattr("congo_gui.screens.new_game.programs.ProgramTest", timed)
    screen = opened(driver)
    screen.command.set_text(program("deaf").removeprefix("uci:"))
    driver.tool(new_game_texts.TEST)
    now[0] += 1.0
    driver.until(lambda: "Starting it… 1 s. The test gives up after 60 s." in screen.message)
    assert screen.next_change is not None
    driver.tool(new_game_texts.STOP)
    assert screen.message == new_game_texts.TEST_STOPPED
    assert screen.test.label == new_game_texts.TEST
    gone(running)


def test_never_returning_function_fails_its_test(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "def choose(game):\n    while True: pass\n"
    (tmp_path / "bot_that_hangs.py").write_text(source)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("congo_gui.store.programs.TEST_MOVE_S", 0)
    monkeypatch.setattr("congo_gui.store.programs.TEST_MARGIN_S", 60.0)
    screen = opened(driver)
    driver.click(screen.kind.part_rect(1).center)
    screen.command.set_text("bot_that_hangs:choose")
    driver.tool(new_game_texts.TEST)
    driver.until(lambda: screen.trial is not None and screen.trial.over)
    assert screen.message == "It cannot play: its function gave no move within 0 s."


def test_a_program_that_cannot_be_added_is_explained(driver: Driver) -> None:
    screen = opened(driver)
    driver.type('./rex "x')
    driver.tool(new_game_texts.ADD)
    assert "cannot be split into words: no closing quotation" in screen.message
    driver.tool(new_game_texts.DONE)
    assert Programs(driver.app.settings).all() == {}


def test_adding_a_program_reports_a_failed_test(driver: Driver) -> None:
    screen = opened(driver)
    driver.type("no-such-program")
    driver.tool(new_game_texts.TEST)
    driver.until(lambda: screen.trial is not None and screen.trial.over)
    driver.tool(new_game_texts.ADD)
    assert screen.message.startswith(new_game_texts.added_untested("no-such-program", "There is no prog"))
    screen.command.set_text("another")
    screen.name.set_text("")
    driver.tool(new_game_texts.ADD)
    assert screen.message == new_game_texts.added("another")


def test_saving_during_the_test_is_reported_beside_the_test(driver: Driver, running: list[Any]) -> None:
    screen = opened(driver)
    screen.command.set_text(program("deaf").removeprefix("uci:"))
    screen.name.set_text("Deaf")
    driver.tool(new_game_texts.TEST)
    driver.tool(new_game_texts.ADD)
    assert screen.message.startswith(f"{new_game_texts.added('Deaf')} {store_texts.STARTING}… ")
    driver.tool(new_game_texts.STOP)
    gone(running)


def test_each_kind_of_player_keeps_its_own_texts(driver: Driver, running: list[Any]) -> None:
    screen = opened(driver)
    screen.command.set_text(program("deaf").removeprefix("uci:"))
    screen.name.set_text("Zebra")
    driver.tool(new_game_texts.TEST)
    driver.click(screen.kind.part_rect(1).center)
    assert (screen.command.text, screen.name.text, screen.trial) == ("", "", None)
    assert "Starting it" not in screen.message
    screen.command.set_text("my_bot:choose")
    driver.click(screen.kind.part_rect(0).center)
    assert "deaf" in screen.command.text
    assert screen.name.text == "Zebra"
    driver.click(screen.kind.part_rect(1).center)
    assert screen.command.text == "my_bot:choose"
    gone(running)


@pytest.mark.thorough
def test_an_agents_file_is_found_added_and_plays(
    start_game: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "my agents" / "agent.py"
    path.parent.mkdir()
    path.write_text("def studentAgent(gameboard):\n    return (('d', 1), ('d', 2))\n", encoding="utf-8")
    for home in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(home, str(path.parent))
    driver = start_game("minichess")
    driver.control("n")
    setup = driver.top(NewGameScreen)
    driver.click(setup.choices[0].who.part_rect(PROGRAM).center)
    screen = driver.top(ProgramsScreen)
    driver.click(screen.kind.part_rect(AGENT).center)
    driver.tool(new_game_texts.FIND)
    driver.click(driver.top(FindFileScreen).list.row_rect(0).center)
    assert screen.command.text == str(path)
    driver.tool(new_game_texts.PLAY)
    assert Programs(driver.app.settings).all() == {"agent.py": f"student:{path}"}
    assert setup.choices[0].player.name == f"student:{path}"
    driver.tool(new_game_texts.START)
    driver.until(lambda: driver.moves == ["d1d2"])


def test_an_agents_file_is_kept_by_its_whole_path(
    start_game: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next run may start in another folder."""
    (tmp_path / "agent.py").write_text("def studentAgent(gameboard):\n    return None\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    driver = start_game("minichess")
    driver.control("n")
    setup = driver.top(NewGameScreen)
    driver.click(setup.choices[0].who.part_rect(PROGRAM).center)
    screen = driver.top(ProgramsScreen)
    driver.click(screen.kind.part_rect(AGENT).center)
    screen.command.set_text("agent.py")
    driver.tool(new_game_texts.PLAY)
    assert Programs(driver.app.settings).all() == {"agent.py": f"student:{tmp_path / 'agent.py'}"}


def test_agent_named_in_settings_plays_in_no_other_game() -> None:
    assert player_or_default("student:/zebra.py", rules.get("minichess")).program == "student:/zebra.py"
    assert player_or_default("student:/zebra.py", rules.get("congo")).level


def test_an_agent_is_replaced_in_a_game_without_agents(start_game: Opener) -> None:
    driver = start_game("minichess", first="student:/zebra.py", second="uci:./zebra")
    programs = Programs(driver.app.settings)
    programs.add("Agent", "student:/zebra.py")
    programs.add("Zebra", "uci:./zebra")
    driver.control("n")
    setup = driver.top(NewGameScreen)
    for game, players, known in (
        ("minichess", ["student:/zebra.py", "uci:./zebra"], ["Agent", "Zebra"]),
        ("congo", [FIRST_LEVEL, "uci:./zebra"], ["Zebra"]),
    ):
        driver.click(setup.game.part_rect(skins.names().index(game)).center)
        assert [choice.player.name for choice in setup.choices] == players
        driver.click(setup.choices[1].other.rect.center)
        screen = driver.top(ProgramsScreen)
        assert [row.text for row in screen.list.rows] == known
        driver.click(screen.list.row_rect(len(known) - 1).center)
        assert screen.command.text == "./zebra"
        driver.press(pygame.K_ESCAPE)


def test_agents_are_offered_only_for_minichess(driver: Driver) -> None:
    screen = opened(driver)
    assert len(screen.kind.texts) == AGENT
    Programs(driver.app.settings).add("Zebra", "student:/zebra.py")
    screen._list_programs()
    driver.click(screen.list.row_rect(0).center)
    assert (screen.kind.texts[screen.kind.index], screen.command.text) == (
        new_game_texts.AGENT_FILE,
        "/zebra.py",
    )
    driver.tool(new_game_texts.TEST)
    driver.until(lambda: screen.trial is not None and screen.trial.over)
    assert "Congo does not support agent files" in screen.message


def test_without_a_command_there_is_nothing_to_test_or_add(driver: Driver) -> None:
    screen = opened(driver)
    for button in (new_game_texts.TEST, new_game_texts.ADD):
        driver.tool(button)
        assert screen.message == new_game_texts.NEEDS_COMMAND
    assert Programs(driver.app.settings).all() == {}


def test_closing_the_screen_ends_the_test(driver: Driver, running: list[Any]) -> None:
    screen = opened(driver)
    screen.command.set_text(program("hang").removeprefix("uci:"))
    driver.tool(new_game_texts.TEST)
    driver.until(lambda: bool(running))
    driver.press(pygame.K_ESCAPE)
    gone(running)


def test_the_file_of_a_program_is_found_in_its_folder(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "my engines"
    folder.mkdir()
    (folder / "zebra").write_text("")
    for home in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(home, str(folder))
    screen = opened(driver)
    driver.tool(new_game_texts.FIND)
    finder = driver.app.stack[-1]
    assert isinstance(finder, FindFileScreen)
    driver.click(finder.list.row_rect(0).center)
    assert driver.app.stack[-1] is screen
    assert screen.command.text == f"'{folder / 'zebra'}'"


def test_another_program_of_the_same_name_replaces_only_after_a_question(driver: Driver) -> None:
    screen, kept = opened(driver), Programs(driver.app.settings)
    driver.type("/zoo/zebra")
    driver.tool(new_game_texts.ADD)
    screen.command.set_text("/zoo/okapi")
    screen.name.set_text("zebra")
    driver.tool(new_game_texts.CHANGE)
    question = driver.app.stack[-1]
    assert isinstance(question, ConfirmScreen)
    driver.press(pygame.K_RETURN, "\r")
    assert kept.all() == {"zebra": "uci:/zoo/zebra"}
    driver.tool(new_game_texts.CHANGE)
    driver.tool(new_game_texts.CHANGE)
    assert kept.all() == {"zebra": "uci:/zoo/okapi"}
    assert screen.message == new_game_texts.changed("zebra")
    driver.tool(new_game_texts.NEW)
    assert (screen.command.text, screen.name.text, screen.list.current) == ("", "", None)
    driver.type("/zoo/lion")
    driver.tool(new_game_texts.ADD)
    assert kept.all() == {"lion": "uci:/zoo/lion", "zebra": "uci:/zoo/okapi"}


def test_the_program_that_was_clicked_is_removed_though_another_has_its_command(driver: Driver) -> None:
    screen, kept = opened(driver), Programs(driver.app.settings)
    driver.type("/zoo/zebra")
    for name in ("Rex", "Bob"):
        screen.name.set_text(name)
        driver.tool(new_game_texts.ADD)
        assert screen.list.rows[screen.list.current or 0].text == name
    driver.click(screen.list.row_rect(1).center)
    assert (screen.list.rows[1].text, screen.list.current, screen.name.text) == ("Rex", 1, "Rex")
    driver.tool(new_game_texts.REMOVE)
    driver.tool(new_game_texts.REMOVE)
    assert kept.all() == {"Bob": "uci:/zoo/zebra"}


def test_the_file_of_a_python_function_is_found(driver: Driver, tmp_path: Path) -> None:
    screen = opened(driver)
    driver.click(screen.kind.part_rect(PYTHON).center)
    driver.tool(new_game_texts.FIND)
    finder = driver.app.stack[-1]
    assert isinstance(finder, FindFileScreen)
    assert not finder._is_shown("zebra")
    source = tmp_path / "zebra.py"
    source.write_text("def think(game): pass\n")
    finder.file_chosen(source)
    assert screen.command.text == f"{source}:think"


def test_a_python_file_beyond_all_limits_is_not_looked_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "zebra.py"
    source.write_text("def think(game): pass\n")
    monkeypatch.setattr(programs, "MAX_PYTHON_BYTES", 10)
    with pytest.raises(UserError, match="cannot be read"):
        programs.python_function(source, CONGO)


def test_choosing_a_python_file_does_not_wait_for_a_slow_disk(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, source = opened(driver), tmp_path / "zebra.py"
    source.write_text("")
    driver.click(screen.kind.part_rect(PYTHON).center)
    with driver.slow_disk(monkeypatch, programs_screen, "python_function"):
        driver.tool(new_game_texts.FIND)
        finder = driver.top(FindPythonScreen)
        finder.file_chosen(source)
        driver.run_loop()
        assert finder.message == files_texts.READING
    assert finder.message.startswith("There is no function in zebra.py; write one")


def test_typing_a_program_does_not_wait_for_a_slow_disk(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only adding and testing it look for its files, and only for those without a whole path."""
    screen = opened(driver)
    with driver.slow_disk(monkeypatch, programs_screen, "from_any_folder"):
        driver.type("/zoo/zebra --fast")
        driver.run_loop()
        assert screen.test.enabled
    command = f"uci:{sys.executable} {os.path.abspath('rex.py')}"
    with driver.slow_disk(monkeypatch, os.path, "isfile"):
        assert from_any_folder(command) == command


def test_a_file_becomes_a_parsable_command() -> None:
    plain, spaced = Path("/opt/zebra"), Path("/opt/my engines/zebra")
    for windows in (False, True):
        assert split_command(command_for(plain, windows), windows) == [str(plain)]
        assert split_command(command_for(spaced, windows), windows) == [str(spaced)]
        source = Path("/opt/my engines/zebra.py")
        assert split_command(command_for(source, windows), windows) == [sys.executable, str(source)]


@pytest.mark.parametrize("prefix", ["", "uci:"])
def test_a_program_is_added_with_the_keyboard_alone(driver: Driver, prefix: str) -> None:
    screen = opened(driver)
    driver.type(f"{prefix}/zoo/zebra --fast")
    for _ in range(2):
        driver.press(pygame.K_TAB, "\t")
    driver.type("Zebra")
    driver.press(pygame.K_RETURN, "\r")
    assert Programs(driver.app.settings).all() == {"Zebra": "uci:/zoo/zebra --fast"}
    assert new_game_texts.added("Zebra") in screen.message
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]


def test_a_program_is_chosen_in_new_game(driver: Driver) -> None:
    driver.control("n")
    setup = driver.app.stack[-1]
    assert isinstance(setup, NewGameScreen)
    driver.click(setup.choices[1].who.part_rect(PROGRAM).center)
    screen = driver.app.stack[-1]
    assert isinstance(screen, ProgramsScreen)
    screen.command.set_text(program("good", "d6d5").removeprefix("uci:"))
    screen.name.set_text("Zebra")
    driver.tool(new_game_texts.PLAY)
    assert driver.app.stack[-1] is setup
    assert setup.choices[1].other.label == "Zebra"
    driver.tool(new_game_texts.START)
    assert driver.card(1).player == "Zebra"
    driver.click_squares("d2", "d3")
    driver.until(lambda: driver.moves == ["d2d3", "d6d5"])


def test_a_changed_program_stays_chosen_as_a_player(driver: Driver) -> None:
    """As with other options: in the game on the board, in the analysis and at the next start."""
    before, after = (program("good", "d6d5", option) for option in ("--slow", "--fast"))
    settings = driver.app.settings
    settings.game, settings.analysis_program = "congo", before
    settings.players = {"konane": ["human", before, "-", "-"]}
    settings.tournament_form = {"players": ["engine:level=1", before]}
    programs = Programs(settings)
    programs.add("Zebra", before)
    driver.control("n")
    setup = driver.top(NewGameScreen)
    driver.click(setup.choices[1].who.part_rect(PROGRAM).center)
    driver.tool(new_game_texts.PLAY)
    driver.tool(new_game_texts.START)
    assert settings.black == before
    programs.add("Zebra", after)
    driver.run_loop()
    assert driver.session.current.players[1].program == after
    assert driver.card(1).player == "Zebra"
    assert settings.black == settings.analysis_program == after
    assert settings.players["konane"][1] == settings.tournament_form["players"][1] == after
    driver.click_squares("d2", "d3")
    driver.until(lambda: driver.moves == ["d2d3", "d6d5"])


def test_a_game_in_a_file_follows_a_program_changed_since(tmp_path: Path) -> None:
    """Also one changed in an earlier run; but a file starts no program that is not added."""
    game = parse_games(OPENING.replace("engine:level=hard", "uci:./rex") + "1. d2d3 *")[0]
    for number, command in enumerate(("uci:./rex", "uci:./rex --fast", "uci:./rex --slow")):
        settings_file = SettingsFile(tmp_path / "settings.json")
        programs = Programs(settings_file.settings)
        programs.add("Rex", command)
        assert programs.players_of(game)[1].program == command, number
        settings_file.save()
    programs = Programs(SettingsFile(tmp_path / "settings.json").settings)
    assert programs.players_of(game)[1].program == "uci:./rex --slow"
    programs.remove("Rex")
    assert programs.players_of(game)[1] == PlayerConfig(absent="uci:./rex")


def test_a_program_can_be_changed_whatever_is_nested_in_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    form = '{"players": ["uci:./rex"], "x": ' + "[" * 17 + "]" * 17 + "}"
    path.write_text(f'{{"programs": {{"Rex": "uci:./rex"}}, "tournament_form": {form}}}')
    settings = SettingsFile(path).settings
    Programs(settings).add("Rex", "uci:./rex --fast")
    assert settings.tournament_form["players"] == ["uci:./rex --fast"]
    assert settings.tournament_form["x"]


def test_former_commands_have_a_limit() -> None:
    settings = SettingsFile().settings
    for number in range(MAX_FORMER + 5):
        Programs(settings).add("Rex", f"uci:./rex {number}")
    assert len(settings.former_programs) == MAX_FORMER
    assert settings.former_programs[f"uci:./rex {MAX_FORMER}"] == f"uci:./rex {MAX_FORMER + 4}"


def test_a_command_that_another_program_has_too_is_left(tmp_path: Path) -> None:
    settings = SettingsFile(tmp_path / "settings.json").settings
    programs = Programs(settings)
    programs.add("Rex", "uci:./rex")
    programs.add("Tyrannosaurus", "uci:./rex")
    settings.black = "uci:./rex"
    programs.add("Rex", "uci:./rex --fast")
    assert (settings.black, programs.current("uci:./rex")) == ("uci:./rex", "uci:./rex")


def test_a_typed_program_is_there_again_until_it_is_added(driver: Driver) -> None:
    def shown() -> tuple[str, str, str]:
        driver.control("p")
        screen = driver.top(ProgramsScreen)
        return screen.command.placeholder, screen.command.text, screen.name.text

    empty = new_game_texts.COMMAND_HINT, "", ""
    assert shown() == empty
    screen = driver.top(ProgramsScreen)
    driver.click(screen.kind.part_rect(PYTHON).center)
    screen.command.set_text("rex.py:choose")
    screen.name.set_text("Rex")
    driver.click((screen.box.x - 10, screen.box.centery))
    assert shown() == (new_game_texts.FUNCTION_HINT, "rex.py:choose", "Rex")
    driver.tool(new_game_texts.ADD)
    driver.press(pygame.K_ESCAPE)
    assert shown() == empty


def test_leaving_the_programs_leaves_the_player_as_it_was(driver: Driver) -> None:
    driver.control("n")
    setup = driver.app.stack[-1]
    assert isinstance(setup, NewGameScreen)
    driver.click(setup.choices[1].who.part_rect(PROGRAM).center)
    driver.press(pygame.K_ESCAPE)
    assert setup.choices[1].player == PlayerConfig("5")


# --- playing


def test_a_program_plays_and_shows_its_thinking(start: Starter) -> None:
    driver = against(start, "chatter", "d6d5")
    driver.app.settings.thoughts = True
    driver.click_squares("d2", "d3")
    driver.until(lambda: len(driver.moves) == 2)
    assert driver.moves == ["d2d3", "d6d5"]
    assert "Depth 7" in driver.status or "depth 7" in driver.status
    assert driver.session.current.remarks[1].comment == "loses in 2, depth 7"


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        (("crash",), "Black's player failed: its program ended with status 3 (out of luck)."),
        (("good", "a1a2"), "played an illegal move"),
        (("good", "(none)"), "gave no move, although it has legal moves"),
    ],
    ids=["crash", "illegal", "none"],
)
def test_failing_program_loses_its_game_with_the_reason(
    start: Starter, running: list[Any], mode: tuple[str, ...], words: str
) -> None:
    driver = against(start, *mode)
    driver.click_squares("d2", "d3")
    driver.until(lambda: driver.session.outcome is not None)
    outcome = driver.session.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, Reason.FAILURE)
    driver.run_loop()
    assert play_texts.YOU_WON in driver.status
    assert words in driver.status
    gone(running)


def test_a_game_waits_for_a_program_that_cannot_start(driver: Driver) -> None:
    """As after a typing error in its command: the game must not be lost by that."""
    programs = Programs(driver.app.settings)
    good, mistyped = program("good", "d6d5"), program("dead")
    programs.add("Zebra", good)
    driver.session.games.new((PlayerConfig(), PlayerConfig(program=good)))
    driver.run_loop()
    programs.add("Zebra", mistyped)
    driver.run_loop()
    driver.click_squares("d2", "d3")
    driver.until(lambda: driver.session.state is GameState.FAILED)
    driver.run_loop()
    assert "could not start: its program ended with status 3 (out of luck)." in driver.status
    programs.add("Zebra", good)
    driver.until(lambda: driver.moves == ["d2d3", "d6d5"])


def test_hanging_program_loses_on_time(start: Starter, running: list[Any]) -> None:
    driver = against(start, "hang")
    clock = TimeControl(0.4)
    driver.session.games.new((PlayerConfig(clock=clock), PlayerConfig(program=program("hang"), clock=clock)))
    driver.run_loop()
    driver.click_squares("d2", "d3")
    driver.until(lambda: driver.session.outcome is not None)
    assert driver.session.outcome == Outcome(0, Reason.TIME)
    driver.app.close()
    gone(running)


def test_undo_after_a_failure_restarts_the_program(start: Starter, running: list[Any]) -> None:
    driver = against(start, "crash")
    for _ in range(2):
        driver.click_squares("d2", "d3")
        driver.until(lambda: driver.session.outcome is not None)
        driver.press(pygame.K_z, "z")
        assert driver.session.outcome is None
        assert driver.moves == []
    assert len(running) >= 2


def test_undo_new_game_and_quit_while_a_program_thinks_are_instant_and_leave_nothing_behind(
    start: Starter, running: list[Any]
) -> None:
    driver = against(start, "hang")
    driver.click_squares("d2", "d3")
    driver.until(lambda: bool(running) and not driver.session.program_is_starting)
    driver.press(pygame.K_z, "z")
    assert driver.moves == []
    driver.click_squares("e2", "e3")
    driver.run_loop(5)
    driver.control("r")
    assert driver.moves == []
    driver.click_squares("d2", "d3")
    driver.run_loop(5)
    assert driver.moves == ["d2d3"]
    driver.app.close()
    gone(running)


def test_program_stopped_by_undo_plays_on(start: Starter) -> None:
    driver = against(start, "stoppable", "d6d5")
    driver.click_squares("d2", "d3")
    driver.until(lambda: not driver.session.program_is_starting)
    driver.run_loop(5)
    driver.press(pygame.K_z, "z")
    assert driver.moves == []
    driver.run_loop(5)
    assert driver.moves == []


def test_two_programs_play_each_other(start: Starter) -> None:
    driver = start()
    players = (PlayerConfig(program=program("good", "d2d3")), PlayerConfig(program=program("good", "d6d5")))
    driver.session.games.new(players)
    driver.session.demo.set_pace(0.0)
    driver.until(lambda: driver.session.outcome is not None)
    assert driver.moves == ["d2d3", "d6d5"]
    assert driver.session.outcome is not None
    assert driver.session.outcome.reason is Reason.FAILURE  # d2d3 cannot be played twice


def test_a_series_stops_when_a_program_fails(start: Starter) -> None:
    driver = start()
    driver.session.games.new((PlayerConfig(program=program("crash")), PlayerConfig("5")))
    driver.session.demo.set_pace(0.0)
    driver.session.demo.set_endless(True)
    driver.until(lambda: driver.session.outcome is not None)
    driver.run_loop(10)
    assert driver.session.demo.series.games == 1
    assert "White's player failed" in driver.status


def test_file_cannot_start_an_unadded_program(driver: Driver, tmp_path: Path, running: list[Any]) -> None:
    name = program("good", "d6d5").replace("\\", "\\\\").replace('"', '\\"')
    text = OPENING.replace("engine:level=hard", name) + "1. d2d3 *"
    path = written(tmp_path / "trap.txt", text)
    drop(driver, path)
    assert all(player.is_human for player in driver.session.current.players)
    driver.run_loop(5)
    assert running == []
    assert load_games(path)[0].players[1] == program("good", "d6d5")
    Programs(driver.app.settings).add("Known", program("good", "d6d5"))
    drop(driver, path)
    driver.tool(play_texts.CONTINUE_HERE)
    driver.until(lambda: driver.moves == ["d2d3", "d6d5"])


def test_a_file_keeps_a_program_that_is_added_while_its_game_is_open(driver: Driver, tmp_path: Path) -> None:
    """It became a human in the next save, since a human plays in its place."""
    text = OPENING.replace("engine:level=hard", "uci:./rex") + "1. d2d3 *"
    drop(driver, written(tmp_path / "game.txt", text))
    Programs(driver.app.settings).add("Rex", "uci:./rex")
    assert driver.play.files.record().players[1] == "uci:./rex"


STRANGERS = (
    "uci:false",
    "python:os:abort",
    "student:nowhere.py",
    "engine:weights=weights",
    "engine:network=other.nnue",
    "UCI:false",
    " uci:false",
)


@pytest.mark.parametrize("tags", [("White", "Black"), ("First", "Second"), ("Event", "Site")])
@pytest.mark.parametrize("name", STRANGERS)
def test_no_tag_of_a_file_starts_a_program(
    start_game: Opener, tmp_path: Path, running: list[Any], name: str, tags: tuple[str, str]
) -> None:
    driver = start_game("minichess")
    both = "".join(f'[{tag} "{name}"]\n' for tag in tags)
    drop(driver, written(tmp_path / "trap.txt", f'[Game "minichess"]\n{both}\n1. c1c2 *'))
    driver.run_loop(3)
    assert not any(player.needs_permission for player in driver.session.current.players)
    driver.session.resume()
    driver.run_loop(3)
    assert running == []


@pytest.mark.parametrize("name", STRANGERS)
def test_no_kept_game_starts_a_program(
    start_game: Opener, state: Path, running: list[Any], name: str
) -> None:
    """This includes the game offered at the start, the previous one, and an analysis."""
    state.mkdir()
    kept = f'[Event "e"]\n[Game "minichess"]\n[White "{name}"]\n[Black "{name}"]\n\n1. c1c2 *\n'
    for file in ("game-1.txt", "analysis-1.txt", "earlier.txt"):
        written(state / file, kept)
    driver = start_game("minichess", pick=False)
    driver.top(WelcomeScreen)
    driver.press(pygame.K_RETURN, "\r")
    for button in (None, files_texts.PREVIOUS_GAME, files_texts.LAST_ANALYSIS):
        if button is not None:
            driver.app.writer.close()
            driver.control("o")
            driver.tool(button)
        driver.run_loop(3)
        assert driver.moves == ["c1c2"]
        assert not any(player.needs_permission for player in driver.session.current.players)
    driver.app.close()
    assert running == []


@pytest.mark.parametrize("name", STRANGERS)
def test_no_settings_list_starts_a_program(
    start_game: Opener, tmp_path: Path, running: list[Any], name: str
) -> None:
    driver = start_game("minichess")
    settings = driver.app.settings
    path = str(written(tmp_path / "games.txt", ""))
    config = TournamentConfig("minichess", (name, "random"), "round-robin", 2, ("nodes", 5), path)
    settings.tournament = config.to_settings()
    settings.game, settings.white, settings.players = "minichess", name, {"congo": [name, "human", "-", "-"]}
    for game in ("minichess", "congo"):
        players = first_players(LaunchOptions(rules.get(game), named=True), settings)
        assert not any(player.needs_permission for player in players)
    driver.play.commands.run("tournament")
    driver.run_loop()
    setup = driver.top(TournamentSetup)
    assert setup.resume_button.visible
    driver.tool(tournament_texts.RESUME)
    assert name.partition(":")[2] in driver.top(ConfirmScreen).message
    driver.press(pygame.K_RETURN)
    assert driver.top(TournamentSetup) is setup
    assert running == []


def test_a_game_against_a_program_is_saved_with_its_command(start: Starter) -> None:
    driver = against(start, "good", "d6d5")
    driver.click_squares("d2", "d3")
    driver.until(lambda: len(driver.moves) == 2)
    text = format_game(to_record(driver.session.current))
    assert parse_games(text)[0].players == ("human", program("good", "d6d5"))


def test_python_functions_play(start: Starter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bot_for_the_window.py").write_text("def choose(game):\n    return game.legal_moves()[0]\n")
    monkeypatch.chdir(tmp_path)
    driver = start(black="python:bot_for_the_window:choose")
    driver.click_squares("d2", "d3")
    driver.until(lambda: len(driver.moves) == 2)
    assert driver.moves[1] == CONGO.legal_moves(driver.session.game.position_at(1))[0].text


def test_programs_key_shows_those_of_the_chosen_game(driver: Driver) -> None:
    driver.control("n")
    setup = driver.app.stack[-1]
    assert isinstance(setup, NewGameScreen)
    driver.click(setup.game.part_rect(1).center)
    assert KINDS[AGENT] in opened(driver).kind.texts


def test_first_program_is_the_default(driver: Driver) -> None:
    for title in ("Ape", "Zebra"):
        Programs(driver.app.settings).add(title, f"uci:./{title.lower()}")
    driver.control("n")
    setup = driver.app.stack[-1]
    assert isinstance(setup, NewGameScreen)
    driver.click(setup.choices[1].who.part_rect(4).center)
    screen = driver.app.stack[-1]
    assert isinstance(screen, ProgramsScreen)
    assert (screen.list.current, screen.command.text, screen.name.text) == (0, "./ape", "Ape")
    driver.tool(new_game_texts.PLAY)
    assert setup.choices[1].player.program == "uci:./ape"


@pytest.mark.skipif(os.name != "posix", reason="paths of another form")
def test_a_relative_program_of_an_earlier_version_stays_known(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rex").touch()
    Programs(driver.app.settings).add("Rex", "uci:./rex")
    driver.app.push(ProgramsScreen(driver.app, CONGO, lambda: True, chosen="uci:./rex"))
    driver.press(pygame.K_ESCAPE)
    assert driver.app.settings.program_draft is None


def test_a_draft_stays_while_another_program_is_shown(driver: Driver) -> None:
    Programs(driver.app.settings).add("Rex", "uci:rex")
    driver.app.settings.program_draft = draft = (0, "zebra --fast", "")
    driver.app.push(ProgramsScreen(driver.app, CONGO, lambda: True, chosen="uci:rex"))
    driver.press(pygame.K_ESCAPE)
    assert driver.app.settings.program_draft == draft
    driver.app.push(ProgramsScreen(driver.app, CONGO, lambda: True))
    assert driver.top(ProgramsScreen).command.text == "zebra --fast"
