"""Strange texts on every screen: shown, typed into every field, and entered."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from congo_gui.commands.actions import ACTIONS
from congo_gui.screens.experiment.background import LiveExperiment
from congo_gui.screens.shared.base import Screen
from congo_gui.screens.tournament.background import LiveTournament
from congo_gui.widgets.text_field import TextField
from tests.congo_gui.driver import Starter
from tests.congo_gui.every_screen import open_screen, run_command
from tests.congo_gui.game_files import drop
from tests.congo_gui.random_input import STRANGE_TEXTS

PATHS = ("~no-such-user/x", "/dev/null", ".", "/" + "d/" * 900)


@pytest.fixture(autouse=True)
def isolated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Start no process, find no program, and write only to test folders."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(LiveTournament, "start", lambda live: None)
    monkeypatch.setattr(LiveExperiment, "run", lambda live, ended: None)


def fields(screen: Screen) -> list[TextField]:
    return [one for one in screen.group.widgets if isinstance(one, TextField) and one.visible]


WITH_FIELDS = (
    "play",
    "open",
    *(
        pytest.param(name, marks=pytest.mark.thorough)
        for name in (
            *("analyse", "keys", "menu", "new game", "programs", "save", "set up"),
            *("new tournament", "new experiment", "open a report"),
        )
    ),
)


@pytest.mark.parametrize("name", WITH_FIELDS)
def test_any_text_can_be_entered_into_every_field(start: Starter, name: str) -> None:
    driver, entered = start(), 0
    screen = open_screen(driver, name)
    for number in range(len(fields(screen))):
        for text in (*STRANGE_TEXTS, *PATHS):
            if driver.app.stack[-1] is not screen or number >= len(fields(screen)):
                driver.app.close()  # so that no texts from before are there, and the place is free
                driver = start()
                screen = open_screen(driver, name)
            field = fields(screen)[number]
            screen.group.set_focus(field)
            field.line.select_all()
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
            driver.click(field.rect.center)
            driver.press(pygame.K_RETURN, "\r")
            entered += 1
    assert entered >= len(STRANGE_TEXTS)


@pytest.mark.thorough
@pytest.mark.parametrize("text", STRANGE_TEXTS[:9], ids=range(9))
def test_any_game_and_program_texts_are_shown_on_every_screen(
    start: Starter, tmp_path: Path, text: str
) -> None:
    driver = start()
    driver.app.settings.programs = {text: "uci:" + text, "b": "python:" + text}
    words = text.replace('"', "'").replace("\n", " ").replace("}", ")").replace("\\", "/")
    tags = "".join(f'[{tag} "{words}"]\n' for tag in ("Event", "White", "Black", "Result", "Date", "Site"))
    game = f'{tags}[Game "congo"]\n\n{{{words}}} 1. d2d3 {{{words}}} d6d5 ({{{words}}} 1... e6e5) *\n'
    path = tmp_path / "nasty.txt"
    path.write_text(game, encoding="utf-8", errors="replace")
    drop(driver, path)
    for action in ACTIONS:
        if action.keys and action.id not in ("quit", "full_screen"):
            run_command(action.id)(driver)
            driver.run_loop()
            for _ in range(4):
                if driver.app.stack[-1] is not driver.play:
                    driver.press(pygame.K_ESCAPE)
    assert driver.app.running
