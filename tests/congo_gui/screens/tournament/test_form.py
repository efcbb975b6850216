"""The tournament form: fields, the resulting settings, and remembered values."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from congo_gui.draw.theme import Theme
from congo_gui.play.player import PlayerConfig
from congo_gui.screens.files import texts as files_texts
from congo_gui.screens.tournament import names, texts
from congo_gui.screens.tournament import setup as form_module
from congo_gui.screens.tournament.background import TournamentConfig
from congo_gui.screens.tournament.choices import BOOK, FILE, WANTED
from congo_gui.screens.tournament.limits import limit_from_settings, limit_title, parse_limit
from congo_gui.screens.tournament.names import (
    MIN_CHECK_S,
    check,
    check_all,
    is_unregistered,
    names_in,
    python_player,
    title_of,
)
from congo_gui.screens.tournament.python_file import FindPythonScreen
from congo_gui.screens.tournament.setup import TournamentSetup
from congo_gui.store.programs import Programs
from congo_gui.store.settings import Settings
from engine import rules
from engine.game.clocks import TimeControl
from engine.match.adjudication import Adjudication, ScoreRule
from engine.match.openings import OpeningSource
from engine.players import searching
from engine.players.parse import MAX_COMMAND
from engine.search.limits import Limits
from engine.system.errors import UserError
from tests.congo_gui.driver import Driver

CONGO = rules.get("congo")


def test_everything_is_remembered(driver: Driver, open_setup: Callable[[], TournamentSetup]) -> None:
    setup = open_setup()
    driver.tool("7")
    driver.click(setup.field.rect.center)
    driver.type("Rex=minimax:3, random")
    driver.tool(texts.GAMES_PAGE)
    one = setup.choices
    for segments, part in (
        (one.format, 1),
        (one.games, 3),
        (one.parallel, 2),
        (one.limit, 4),
        (one.source, BOOK),
    ):
        driver.click(segments.part_rect(part).center)
    driver.click(one.opening.rect.center)
    driver.type("5")
    driver.click(one.numbers["rounds"].rect.center)
    driver.type("3")
    driver.tool(texts.ADJUDICATION_PAGE)
    driver.tool(texts.TABLEBASE)
    for page, written in (
        (texts.ADJUDICATION_PAGE, {"win": "600 4", "draw": "10, 8, 30"}),
        (texts.ADVANCED_PAGE, {"seed": "7", "grace": "50", "timeout": "9"}),
    ):
        driver.tool(page)
        for name, text in written.items():
            driver.click(one.numbers[name].rect.center)
            driver.type(text)
    driver.click(one.dask.rect.center)
    driver.type("tcp://lab:8786")
    config = setup.config
    assert config.players == (
        *(f"engine:level={each}" for each in "3457"),
        "greedy",
        "Rex=minimax:3",
        "random",
    )
    assert (config.form, config.games, config.parallel, config.openings) == ("gauntlet", 20, 2, "book:5")
    assert (config.win, config.draw, config.seed, config.rounds) == ((600, 4), (10, 8, 30), 7, 3)
    assert config.dask == "tcp://lab:8786"
    driver.press(pygame.K_ESCAPE)

    kept = json.loads(json.dumps(driver.app.settings.tournament_form))
    driver.app.settings.tournament_form = kept
    again = open_setup()
    assert again.config.__dict__ | {"path": ""} == config.__dict__ | {"path": ""}
    plan = config.plan()
    assert (plan.control, plan.limits) == (TimeControl(60, 1), Limits())
    assert plan.adjudication == Adjudication(True, ScoreRule(600, 4), ScoreRule(10, 8, 30))
    assert (plan.grace_ms, plan.timeout_s) == (50, 9)
    assert OpeningSource.parse(config.openings) == OpeningSource("book", 5)


def test_that_no_button_is_chosen_is_remembered(
    driver: Driver, open_setup: Callable[[], TournamentSetup]
) -> None:
    open_setup()
    for chosen in ("3", "4", "5", PlayerConfig.named("greedy").short_title):
        driver.tool(chosen)
    driver.press(pygame.K_ESCAPE)
    assert open_setup().config.players == ()


@pytest.mark.parametrize(
    "kept",
    [
        {"form": 9, "games": "x", "source": -1, "sources": [1], "numbers": 5, "limit": ["clock", -1, 0]},
        {"players": [1], "typed": 5, "limit": ["clock", 1], "numbers": {"win": 3}, "tablebase": "yes"},
        {"players": ["nobody"], "limit": [], "sources": ["a", "b", "c", "d"]},
    ],
)
def test_invalid_remembered_values_are_harmless(
    kept: dict[str, object], driver: Driver, open_setup: Callable[[], TournamentSetup]
) -> None:
    driver.app.settings.tournament_form = dict(kept)
    setup = open_setup()
    for page in (texts.GAMES_PAGE, texts.ADJUDICATION_PAGE, texts.ADVANCED_PAGE, texts.PLAYERS_PAGE):
        driver.tool(page)
    driver.tool("9")
    driver.tool("10")
    assert setup.config.plan().games == 4


def test_an_invalid_entry_names_its_field(driver: Driver, open_setup: Callable[[], TournamentSetup]) -> None:
    setup = open_setup()
    one = setup.choices
    for name, text in (("win", "600"), ("draw", "1 2 x"), ("games", "3"), ("rounds", "0"), ("seed", "-1")):
        one.numbers[name].set_text(text)
        setup._accept()
        assert setup.problem.startswith(f"{WANTED[name].label}: ")
        assert driver.app.stack[-1] is setup
        one.numbers[name].set_text("")
    one._choose_source(BOOK)
    one.rules = rules.get("konane")
    setup._accept()
    assert setup.problem == "Konane has no opening book; choose random moves or a file."


def test_openings_from_a_file(
    driver: Driver, open_setup: Callable[[], TournamentSetup], tmp_path: Path
) -> None:
    setup = open_setup()
    driver.tool(texts.GAMES_PAGE)
    driver.click(setup.choices.source.part_rect(FILE).center)
    setup = open_file(driver, tmp_path / "my openings.txt", setup)
    assert setup.config.openings == str(tmp_path / "my openings.txt")
    driver.tool(texts.SHUFFLE)
    assert setup.config.shuffled
    (tmp_path / "my openings.txt").write_text("d2d3\ne4 e5\n")
    driver.tool(texts.START)
    assert driver.app.stack[-1] is setup
    assert "my openings.txt, line 2" in setup.problem
    setup.choices.opening.set_text("no such file")
    driver.tool(texts.START)
    assert setup.problem.startswith("There is no openings file '")


def open_file(driver: Driver, path: Path, setup: TournamentSetup) -> TournamentSetup:
    """Choose a file in the file dialog."""
    path.write_text("d2d3 d6d5\n")
    dialog = driver.app.stack[-1]
    assert dialog is not setup
    dialog.file_chosen(path)  # type: ignore[attr-defined]
    assert driver.app.stack[-1] is setup
    driver.run_loop()
    return setup


def test_the_label_beside_the_openings_follows_their_kind(
    driver: Driver, open_setup: Callable[[], TournamentSetup], monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = open_setup()
    driver.tool(texts.GAMES_PAGE)
    driver.click(setup.choices.source.part_rect(FILE).center)
    driver.press(pygame.K_ESCAPE)
    shorten, drawn = Theme.shorten, list[str]()

    def note(theme: Theme, text: str, *place: Any, **more: Any) -> str:
        drawn.append(text)
        return shorten(theme, text, *place, **more)

    monkeypatch.setattr(Theme, "shorten", note)
    driver.click(setup.choices.source.part_rect(BOOK).center)
    drawn.clear()
    setup.invalidate()
    driver.run_loop()
    assert texts.PLIES_LABEL in drawn
    assert texts.FILE_LABEL not in drawn


def test_starting_does_not_wait_for_a_slow_disk(
    driver: Driver, open_setup: Callable[[], TournamentSetup], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second click meanwhile starts nothing."""
    started: list[TournamentConfig] = []
    setup = open_setup()
    setup._start = started.append
    with driver.slow_disk(monkeypatch, form_module, "checked"):
        driver.tool(texts.START)
        driver.tool(texts.START)
        assert setup.remark == texts.CHECKING
    assert len(started) == 1
    assert setup not in driver.app.stack


def test_choosing_a_python_file_does_not_wait_for_a_slow_disk(
    driver: Driver, open_setup: Callable[[], TournamentSetup], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup, file = open_setup(), tmp_path / "bot.py"
    with driver.slow_disk(monkeypatch, form_module, "python_player"):
        driver.tool(texts.PYTHON_FILE)
        finder = driver.top(FindPythonScreen)
        file.write_text("x = 1\n")
        finder.file_chosen(file)
        driver.run_loop()
        assert finder.message == files_texts.READING
    assert finder.message.startswith("There is no function in bot.py; write one")
    file.write_text("def choose(game):\n    return 1\n")
    finder.file_chosen(file)
    assert driver.app.stack[-1] is setup
    assert setup.field.text == f"python:{file}:choose"


def test_a_python_player_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("import os\n\ndef choose(game):\n    return 1\n\ndef other(game):\n    pass\n")
    assert python_player(file, CONGO) == f"python:{file}:choose"
    for name in (
        "my bot.py",
        "one,two, three.py",
        *(("it's.py", 'my "bot".py') if os.name == "posix" else ()),
    ):
        spaced = tmp_path / name
        spaced.write_text("def helper(a): pass\ndef think(game): pass\n")
        written = python_player(spaced, CONGO)
        assert names_in(f"first {written},random") == ["first", f"python:{spaced}:think", "random"]
    spaced = tmp_path / "my bot.py"
    spaced.write_text("x = 1\n")
    with pytest.raises(UserError, match=r"no function in my bot\.py"):
        python_player(spaced, CONGO)


def test_parses_names_before_players(driver: Driver) -> None:
    assert names_in("Rex=greedy,Max=engine:nodes=5,depth=3,margins=rfp:60 random") == [
        *("Rex=greedy", "Max=engine:nodes=5,depth=3,margins=rfp:60", "random")
    ]
    assert names_in("'My engine=uci:./x --a,b', first") == ["My engine=uci:./x --a,b", "first"]
    assert title_of("My engine=uci:./x", Programs(Settings())) == "My engine"


def test_programs_play_under_their_given_names(
    driver: Driver, open_setup: Callable[[], TournamentSetup]
) -> None:
    programs = Programs(driver.app.settings)
    programs.add("My engine", "uci:./rex --x=1")
    programs.add("a:b=c", "uci:./odd")
    setup = open_setup()
    for title in ("My engine", "a:b=c"):
        driver.tool(title)
    players = setup.config.players
    assert players[-2:] == ("My engine=uci:./rex --x=1", "uci:./odd")
    assert not any(is_unregistered(player, programs) for player in players)
    assert [title_of(player, programs) for player in players[-2:]] == ["My engine", "a:b=c"]


def test_programs_are_typed_by_name(driver: Driver, open_setup: Callable[[], TournamentSetup]) -> None:
    Programs(driver.app.settings).add("My engine", "uci:./rex --x=1")
    setup = open_setup()
    setup.field.set_text("'program:my engine', \"Old=program:My engine\"")
    assert setup.config.players[-2:] == ("My engine=uci:./rex --x=1", "Old=uci:./rex --x=1")
    kept = setup.field.text
    setup.dismiss()
    assert open_setup().field.text == kept
    setup = open_setup()
    setup.field.set_text("program:Max")
    setup._accept()
    assert "program 'Max'" in setup.problem
    assert "My engine" in setup.problem


@pytest.mark.skipif(os.name != "posix", reason="paths of another form")
def test_typed_programs_are_kept_with_whole_paths(
    driver: Driver, open_setup: Callable[[], TournamentSetup], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In another folder, a file of the same name would be another program."""
    here, there = tmp_path / "it's here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
        for name in ("rex", "bot.py", "AB.py", "ape"):
            (folder / name).touch()
    monkeypatch.chdir(here)
    Programs(driver.app.settings).add("Ape", "uci:./ape")  # as an earlier version did
    setup = open_setup()
    typed = [
        "Rex=uci:./rex --fast",
        "uci:python3 ape",
        "python:bot:f,depth=2",
        "student:AB.py",
        "Ape=UCI:./ape",
        "UCI:ape ./rex",
    ]
    setup.field.set_text(", ".join([*map(shlex.quote, typed), "minimax:3"]))
    found = [
        f"Rex=uci:'dir={here}' '{here}/rex' --fast".replace("'s", "'\"'\"'s"),
        f"uci:'dir={here}' python3 ape".replace("'s", "'\"'\"'s"),
        f"python:{here}/bot.py:f,depth=2",
        f"student:{here}/AB.py",
        "Ape=uci:./ape",
        f"uci:'dir={here}' ape ./rex".replace("'s", "'\"'\"'s"),
        "minimax:3",
    ]
    assert list(setup.config.players[-7:]) == found
    setup.dismiss()
    monkeypatch.chdir(there)
    setup = open_setup()
    assert list(setup.config.players[-7:]) == names_in(setup.field.text) == found


def test_players_that_were_only_shown_do_not_change(
    driver: Driver, open_setup: Callable[[], TournamentSetup]
) -> None:
    """An earlier version kept them as typed; the current folder need not be theirs."""
    driver.app.settings.tournament_form = {"players": [], "typed": "uci:./rex, uci:rex bin"}
    open_setup().dismiss()
    assert driver.app.settings.tournament_form["typed"] == "uci:./rex, uci:rex bin"


@pytest.mark.skipif(os.name != "posix", reason="paths of another form")
def test_whole_paths_that_are_long_are_restored(
    open_setup: Callable[[], TournamentSetup], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / ("x" * 200)
    folder.mkdir()
    monkeypatch.chdir(folder)
    setup = open_setup()
    setup.field.set_text(", ".join(f"uci:./rex{number}" for number in range(12)))
    setup.dismiss()
    setup = open_setup()
    assert len(setup.field.text) > 2400
    assert list(setup.config.players[-12:]) == [f"uci:dir={folder} {folder}/rex{at}" for at in range(12)]


def test_players_that_cannot_be_split_are_kept_as_typed(open_setup: Callable[[], TournamentSetup]) -> None:
    setup = open_setup()
    setup.field.set_text("Rex=uci:./rex 'open")
    setup.dismiss()
    assert open_setup().field.text == "Rex=uci:./rex 'open"


def test_the_first_tournament_can_be_followed(open_setup: Callable[[], TournamentSetup]) -> None:
    assert open_setup().config.limit == ("movetime", 500)


@pytest.mark.parametrize(
    "name", ["nobody", "Rex=nobody", "uci:./no-such-program", "engine:nodes=x", "python:a"]
)
def test_a_wrong_name_is_named(name: str) -> None:
    with pytest.raises(UserError) as error:
        check(name, CONGO)
    assert name.partition("=")[2] in str(error.value) or name in str(error.value)


def test_an_engine_is_checked_without_being_created(monkeypatch: pytest.MonkeyPatch) -> None:
    """Making one could compile the game first."""
    monkeypatch.setattr(searching, "EnginePlayer", None)
    check_all(["engine:nodes=100", "Rex=engine:level=5", "engine:book=on", "engine"], rules.get("konane"))
    with pytest.raises(UserError, match="nodes"):
        check_all(["engine:nodes=x"], CONGO)


def test_words_of_a_program_without_quotation_marks_are_explained() -> None:
    with pytest.raises(UserError, match="needs quotation marks"):
        check_all(names_in(f"Twin=uci:{sys.executable} -m engine uci"), CONGO)
    check_all(names_in(f'"Twin=uci:{sys.executable} -m engine uci"'), CONGO)


def test_all_functions_together_have_one_limit_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    clock = iter(range(100))
    monkeypatch.setattr(names, "monotonic", lambda: float(next(clock)))
    monkeypatch.setattr(names, "check_player", lambda player, game, seconds: given.append(seconds))
    check_all([f"python:a{number}.py:choose" for number in range(5)], CONGO)
    assert given == [0.5, *[MIN_CHECK_S] * 4]


def test_a_clock_is_typed_and_remembered() -> None:
    limit = parse_limit("clock", "3+2")
    assert limit == ("clock", 180_000, 2000)
    assert limit_title(limit) == "clock 3+2"
    assert limit_from_settings({"limit": list(limit)}) == limit
    with pytest.raises(UserError, match="is not a clock"):
        parse_limit("clock", "x")


def test_a_kept_tournament_with_everything_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("")
    config = TournamentConfig(
        *("congo", ("random", "first"), "round-robin", 4, ("clock", 60_000, 500), str(path), 7),
        openings="book:4",
        parallel=3,
        tablebase=True,
        win=(600, 4),
        draw=(10, 8, 30),
        grace=100,
        timeout=5,
        dask="tcp://lab:8786",
    )
    assert TournamentConfig.from_settings(json.loads(json.dumps(config.to_settings()))) == config
    for name, value in (
        ("win", [1]),
        ("draw", "abc"),
        ("parallel", -1),
        ("timeout", "x"),
        ("dask", 5),
        ("limit", ["clock", 5]),
    ):
        assert TournamentConfig.from_settings({**config.to_settings(), name: value}) is None


def test_a_long_text_of_the_settings_is_cut_off(
    driver: Driver, open_setup: Callable[[], TournamentSetup]
) -> None:
    driver.app.settings.tournament_form = {"typed": "1," * MAX_COMMAND}
    assert len(open_setup().field.text) == MAX_COMMAND
