"""The memory use of long sessions, and the CPU use of an idle window.

``python -m tests.congo_gui.long_session`` plays demo games of weak levels one after another, with the real
search thread, through the real loop, without a screen; every position is drawn. It prints the memory in use
after every so many games, then the share of a core that an idle window takes.
"""

from __future__ import annotations

import argparse
import gc
import os
import tempfile
import time
from pathlib import Path

REPORT_EVERY = 20


def memory_mib() -> float:
    """Return the memory used by this process (resident set) in MiB."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("this system does not tell how much memory is in use")


def hide() -> None:
    """Set up a headless window without sound, and temporary folders."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    folder = tempfile.mkdtemp(prefix="congo-session-")
    for name in ("CONFIG", "DATA", "GAMES", "LOG", "STATE"):
        os.environ[f"CONGO_{name}_DIR"] = os.path.join(folder, name.lower())


def play(games: int, first: str, second: str, every: int) -> list[float]:
    """Play games; print the memory use at intervals and return these figures."""
    from congo_gui.app import App
    from congo_gui.play.clocks import Timing
    from congo_gui.store.launch_options import LaunchOptions
    from congo_gui.store.settings import SettingsFile
    from congo_gui.system.startup import EngineStage
    from engine import rules

    settings_file = SettingsFile()
    settings_file.settings.animation = False
    app = App(
        LaunchOptions(rules.get("congo"), None, first, second, demo=True),
        settings_file,
        Timing(next_game_after_s=0.0),
    )
    app.running = True
    app.loader.start()
    figures: list[float] = []
    try:
        while app.loader.stage is not EngineStage.READY:
            app.run_once(0.05)
            if app.loader.stage is EngineStage.FAILED:
                raise RuntimeError(app.loader.error)
        session = app.play.session
        session.demo.set_pace(0.0)
        session.demo.set_endless(True)
        reported, began = 0, time.monotonic()
        while session.demo.series.games < games:
            app.run_once(0.01)
            played = session.demo.series.games
            if played != reported and played % every == 0:
                reported = played
                gc.collect()
                figures.append(memory_mib())
                seconds = time.monotonic() - began
                print(f"{played:4} games  {figures[-1]:7.1f} MiB  {seconds:6.1f} s", flush=True)
        print(f"mean length {session.demo.series.lengths[1]:.1f} moves")
    finally:
        app.close()
    return figures


def idle(seconds: float, resting: bool) -> float:
    """Return the CPU share of an idle window.

    `resting` is a window that is not being worked with: then the river stands still.
    """
    from congo_gui.app import App
    from congo_gui.store.launch_options import LaunchOptions
    from congo_gui.store.settings import SettingsFile
    from congo_gui.system.startup import EngineStage
    from engine import rules

    app = App(LaunchOptions(rules.get("congo"), None, "human", "5"), SettingsFile())
    app.running = True
    app.loader.start()
    try:
        end = time.monotonic() + 3.0  # until everything has settled
        while app.loader.stage is not EngineStage.READY or time.monotonic() < end:
            app.run_once(0.05)
        app.play.set_unfocused(resting)
        spent, began = time.process_time(), time.monotonic()
        while time.monotonic() - began < seconds:
            app.run_once(1.0)
        return (time.process_time() - spent) / (time.monotonic() - began)
    finally:
        app.close()


def main() -> None:
    """Run the measurements requested on the command line."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--games", type=int, default=200)
    reader.add_argument("--first", default="1")
    reader.add_argument("--second", default="2")
    reader.add_argument("--every", type=int, default=REPORT_EVERY)
    reader.add_argument("--idle", type=float, default=20.0, metavar="SECONDS")
    asked = reader.parse_args()
    hide()
    if asked.games:
        play(asked.games, asked.first, asked.second, asked.every)
    if asked.idle:
        for resting, words in ((False, "in front"), (True, "behind another window")):
            print(f"idle, {words}: {idle(asked.idle, resting):.2%} of a core")


if __name__ == "__main__":
    main()
