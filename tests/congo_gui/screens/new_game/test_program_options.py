"""The dialog for a UCI program's options, and the resulting command."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from congo_gui.play.player import program_title
from congo_gui.screens.new_game import program_options, texts
from congo_gui.screens.new_game.program_options import ProgramOptionsScreen
from congo_gui.screens.new_game.programs import ProgramsScreen
from congo_gui.store.programs import Programs
from engine.players.parse import split_command
from engine.players.program_settings import UciOption
from engine.rules.rules import Rules
from engine.system.files import absolute
from tests.congo_gui.driver import CONGO, Driver

OPTIONS = [
    UciOption("UCI_Variant", "combo", "congo", choices=("congo",)),
    UciOption("Hash", "spin", "16", 1, 512),
    UciOption("OwnBook", "check", "true"),
    UciOption("Style", "combo", "Solid", choices=("Solid", "Very Wild")),
    UciOption("Book File", "string"),
]


class Announced:
    """A fake program with options."""

    found: list[UciOption] | None = OPTIONS
    problem = ""

    def __init__(self, command: str, rules: Rules, wake: Callable[[], None]) -> None:
        self.command = command

    def close(self) -> None:
        pass


@pytest.fixture
def dialog(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> ProgramOptionsScreen:
    """Return the dialog of a known program."""
    monkeypatch.setattr(program_options, "OfferedOptions", Announced)
    Programs(driver.app.settings).add("Rex", "uci:option.Old=1 ./rex --fast")
    screen = ProgramsScreen(driver.app, CONGO, lambda: True)
    driver.app.push(screen)
    driver.run_loop()
    screen._select(0)
    driver.tool(texts.OPTIONS)
    driver.run_loop()
    return driver.top(ProgramOptionsScreen)


def test_options_do_not_read_a_command_with_an_unclosed_quote(
    driver: Driver, dialog: ProgramOptionsScreen
) -> None:
    """Earlier versions added such a program."""
    driver.app.settings.programs = {"Rex": 'uci:./rex "x'}
    driver.tool(texts.OK)
    assert driver.top(ProgramsScreen).command.text == "option.Old=1 ./rex --fast"
    assert Programs(driver.app.settings).all() == {"Rex": 'uci:./rex "x'}


def test_a_program_is_asked_for_its_options_in_its_folder(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    class Noting(Announced):
        def __init__(self, command: str, rules: Rules, wake: Callable[[], None]) -> None:
            super().__init__(command, rules, wake)
            asked.append(command)

    monkeypatch.setattr(program_options, "OfferedOptions", Noting)
    command = "option.Hash=64 dir=/bots log=/bots/rex.log python3 rex.py"
    driver.app.push(ProgramOptionsScreen(driver.app, command, CONGO, lambda text: None))
    assert asked == ["dir=/bots python3 rex.py"]
    driver.press(pygame.K_ESCAPE)
    screen = ProgramsScreen(driver.app, CONGO, lambda: True)
    driver.app.push(screen)
    driver.run_loop()
    screen.command.set_text("~/rex --fast")
    driver.tool(texts.OPTIONS)
    assert split_command(asked[-1]) == [str(Path.home() / "rex"), "--fast"]


def test_options_are_changed_by_kind_and_kept_with_the_command(
    driver: Driver, dialog: ProgramOptionsScreen
) -> None:
    names = [option.name for option in dialog.options]
    assert names == ["Hash", "OwnBook", "Style", "Book File", "Old"]
    for name in ("OwnBook", "Style", "Hash"):
        driver.click(dialog.list.row_rect(names.index(name)).center)
    dialog.value.set_text("1000")
    driver.tool(texts.OK)
    assert dialog.is_error
    assert driver.app.stack[-1] is dialog
    dialog.value.set_text("64")
    dialog.folder.set_text("my bots")
    driver.tool(texts.OK)
    program = Programs(driver.app.settings).all()["Rex"]
    assert program == (
        "uci:option.Old=1 option.OwnBook=false 'option.Style=Very Wild' option.Hash=64 "
        f"'dir={absolute(Path('my bots'))}' {absolute(Path('rex'))} --fast"
    )
    assert program_title(program) == "rex --fast"


def test_a_typed_value_is_kept_when_another_option_is_clicked(
    driver: Driver, dialog: ProgramOptionsScreen
) -> None:
    size, style = (dialog.list.row_rect(row).center for row in (0, 2))
    driver.click(size)
    dialog.value.set_text("0")
    driver.click(style)
    assert dialog.is_error
    assert dialog.value.text == "0"
    assert "Style" not in dialog.values
    dialog.value.set_text("64")
    driver.click(style)
    assert dialog.value.text == dialog.values["Style"] == "Very Wild"
    driver.click(size)
    assert dialog.value.text == dialog.values["Hash"] == "64"


def test_the_default_of_an_option_is_not_written(driver: Driver, dialog: ProgramOptionsScreen) -> None:
    driver.click(dialog.list.row_rect(4).center)
    driver.tool(texts.OPTION_DEFAULT)
    for _ in range(2):
        driver.click(dialog.list.row_rect(1).center)
    driver.tool(texts.OK)
    assert driver.top(ProgramsScreen).command.text == "./rex --fast"


def test_another_program_is_not_overwritten(driver: Driver, dialog: ProgramOptionsScreen) -> None:
    driver.tool(texts.CANCEL)
    screen = driver.top(ProgramsScreen)
    screen.command.set_text("./crash")
    driver.tool(texts.OPTIONS)
    driver.tool(texts.OK)
    assert Programs(driver.app.settings).all() == {"Rex": "uci:option.Old=1 ./rex --fast"}


def test_a_program_of_another_folder_is_not_overwritten(
    driver: Driver, dialog: ProgramOptionsScreen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver.tool(texts.CANCEL)
    Programs(driver.app.settings).add("Rex", "uci:dir=/bots python3 rex.py")
    monkeypatch.chdir(tmp_path)
    screen = driver.top(ProgramsScreen)
    screen.command.set_text("python3 rex.py")
    driver.tool(texts.OPTIONS)
    driver.tool(texts.OK)
    assert Programs(driver.app.settings).all() == {"Rex": "uci:dir=/bots python3 rex.py"}
    assert f"dir={tmp_path}" in screen.command.text


@pytest.mark.parametrize(("announced", "picked"), [(OPTIONS, "Hash"), ([], None)], ids=["known", "unknown"])
def test_an_option_chosen_before_the_program_announces_its_own_stays_chosen(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, announced: list[UciOption], picked: str | None
) -> None:
    """It has another row then, or none."""
    monkeypatch.setattr(program_options, "OfferedOptions", Announced)
    monkeypatch.setattr(Announced, "found", None)
    options = "option.Style=Risky option.Hash=64" if picked else "option.Hash=64"
    screen = ProgramOptionsScreen(driver.app, f"{options} ./rex", CONGO, print)
    driver.app.push(screen)
    driver.run_loop()
    row = [option.name for option in screen.options].index("Hash")
    driver.click(screen.list.row_rect(row).center)
    if picked is None:
        driver.tool(texts.OPTION_DEFAULT)
    monkeypatch.setattr(Announced, "found", announced)
    driver.run_loop()
    current = screen.list.current
    assert (None if current is None else screen.options[current].name) == picked
