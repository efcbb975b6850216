"""The program in a situation to be killed in: ``python -m tests.congo_gui.killed_program NAME``.

It prints a line after each iteration of its loop, until it is killed. Only its input is faked.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

PLAYERS = {"search": ("human", "10"), "animation": ("1", "1"), "compile": (None, None)}
"""The players by situation, if not two humans; None for the program's default players."""


def show(situation: str) -> None:
    """Open the window, reach the situation, and stay in it."""
    from congo_gui.app import App
    from congo_gui.store.launch_options import LaunchOptions
    from congo_gui.store.settings import SettingsFile
    from congo_gui.system.startup import EngineStage
    from tests.congo_gui.driver import AT_ONCE, CONGO, Driver, FakeThinker
    from tests.congo_gui.every_screen import run_command

    settings_file = SettingsFile()
    settings_file.settings.animation = situation == "animation"
    settings_file.settings.animation_speed = "slow"
    players = PLAYERS.get(situation, ("human", "human"))
    app = App(LaunchOptions(CONGO, None, *players, named=True), settings_file, AT_ONCE)
    app.loader.start()
    driver = Driver(app, FakeThinker())
    stage = EngineStage.COMPILING if situation == "compile" else EngineStage.READY
    driver.until(lambda: app.loader.stage in (stage, EngineStage.FAILED))
    driver.session.demo.set_pace(0.0)
    if players[0] == "human":
        driver.click_squares("d2", "d3")

    def analyse() -> None:
        if app.stack[-1] is app.play:
            run_command("analyse")(driver)

    def save() -> None:
        driver.control("s")
        driver.type("x")
        driver.press(13, "\r")
        driver.press(27)

    def open_and_close() -> None:
        for command in ("new_game", "options", "menu"):
            run_command(command)(driver)
            driver.press(27)

    steps: dict[str, Callable[[], None]] = {"analysis": analyse, "save": save, "dialog": open_and_close}
    step = steps.get(situation, lambda: None)
    while True:
        step()
        app.run_once(0.01)
        print("turn", flush=True)


if __name__ == "__main__":
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "none"}
    show(sys.argv[1])
