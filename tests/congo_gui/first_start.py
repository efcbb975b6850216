"""The duration of the first start: until the window is open, humans can play, and the AI has answered.

``python -m tests.congo_gui.first_start`` starts the program with an empty cache, without a screen, in games
against the AI in which it moves first, and prints the seconds of each run. The processor's time beside them
counts all processes of the program, and hardly depends on what else the computer does.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from tests.imports import ROOT

CHILD = "--child"
LEVEL = "1"
ITERATION_S = 0.02


def measure(game: str, began: float) -> None:
    """Start the program in this process, and print the seconds since `began` at each stage."""
    from congo_gui.app import App
    from congo_gui.store.launch_options import LaunchOptions
    from congo_gui.store.settings import SettingsFile
    from engine import rules

    app = App(LaunchOptions(rules.get(game), None, LEVEL, "human"), SettingsFile())

    def reach(stage: str, done: Callable[[], bool]) -> None:
        while not done():
            app.run_once(ITERATION_S)
        print(f"{stage:22}{time.time() - began:6.1f} s", flush=True)

    app.running = True
    app.run_once(0.0)
    reach("window up", lambda: True)
    app.loader.start()
    reach("humans can play", app.play.session.may.engine_ready)
    reach("the AI's first answer", lambda: bool(app.play.session.game.plies))
    app.close()


def main() -> None:
    """Run as a program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="congo")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    for run in range(1, options.runs + 1):
        with tempfile.TemporaryDirectory() as folder:
            before = os.times()
            command = [
                sys.executable,
                "-m",
                "tests.congo_gui.first_start",
                CHILD,
                options.game,
                str(time.time()),
            ]
            drivers = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
            folders = {"CONGO_CACHE_DIR": folder, "XDG_CONFIG_HOME": folder, "CONGO_DATA_DIR": folder}
            print(f"run {run}", flush=True)
            subprocess.run(command, cwd=ROOT, env={**os.environ, **drivers, **folders}, check=True)
            after = os.times()
        spent = after.children_user + after.children_system - before.children_user - before.children_system
        print(f"{'processor time':22}{spent:6.1f} s")


if __name__ == "__main__":
    if sys.argv[1:2] == [CHILD]:
        measure(sys.argv[2], float(sys.argv[3]))
    else:
        main()
