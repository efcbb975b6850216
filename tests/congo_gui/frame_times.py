"""The smoothness of the window: frames per second in animations, and response times of clicks.

``python -m tests.congo_gui.frame_times`` goes through a game with animated moves, without a screen (on the
screen that there is with ``SDL_VIDEODRIVER=x11``): while the AI rests, while it searches without limit at
full strength, and while a tournament is played on all processors but one. For every window size it prints
the frames a second, what the slowest hundredth took at least, and how long a click waited for its mark.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from tests.congo_gui.long_session import hide

SIZES = ("1180x800", "2560x1440", "3840x2160")
PLIES = 12
CLICKS = 30
SETTLED = 1.0
"""Seconds after a click until all animations are over."""


class Measured:
    """The running program, driven by posted events."""

    def __init__(self, size: tuple[int, int]) -> None:
        from congo_gui.app import SWITCH_INTERVAL_S, App
        from congo_gui.store.launch_options import LaunchOptions
        from congo_gui.store.settings import SettingsFile
        from congo_gui.system.startup import EngineStage
        from engine import rules

        sys.setswitchinterval(SWITCH_INTERVAL_S)  # as `App.run` does
        settings_file = SettingsFile()
        settings_file.settings.window = size
        self.game = rules.get("congo")
        self.app = App(LaunchOptions(self.game, None, "human", "human"), settings_file)
        self.app.running = True
        self.app.loader.start()
        self.wait(lambda: self.app.loader.stage is EngineStage.READY)
        self.rest(SETTLED)

    @property
    def board(self) -> Any:
        """The board of the uppermost screen."""
        return self.app.stack[-1].board  # type: ignore[attr-defined]

    def close(self) -> None:
        """Close the window."""
        self.app.close()

    def wait(self, done: Callable[[], bool]) -> None:
        """Run the loop until a condition holds."""
        while not done():
            self.app.run_once(0.05)

    def rest(self, seconds: float) -> None:
        """Run the loop for some seconds."""
        end = time.monotonic() + seconds
        self.wait(lambda: time.monotonic() > end)

    def press(self, key: int, text: str = "") -> None:
        """Press a key and run the loop once."""
        import pygame

        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=key, mod=0, unicode=text, scancode=0))
        self.app.run_once(0.0)

    def play(self, plies: int) -> None:
        """Play the first legal moves, for a game to browse."""
        session = self.app.play.session
        for _ in range(plies):
            session.play(self.game.legal_moves(session.game.position)[0])
            self.rest(SETTLED)

    # --- what is measured

    def frames(self) -> list[float]:
        """Browse back and forth through the game; return the seconds between frames during animations."""
        import pygame

        found = []
        for key in [pygame.K_LEFT] * PLIES + [pygame.K_RIGHT] * PLIES:
            self.press(key)
            last, shown = time.monotonic(), self.app.painter.frames_drawn
            while self.board.display.animator.running:
                self.app.run_once(0.05)
                if self.app.painter.frames_drawn != shown:
                    now, shown = time.monotonic(), self.app.painter.frames_drawn
                    found.append(now - last)
                    last = now
        return found

    def answers(self) -> list[float]:
        """Click movable pieces in turn; return the seconds until each new frame."""
        import pygame

        found = []
        movable = self.game.clicks.after(self.app.play.session.game.position, ()).onward
        for at in range(CLICKS):
            square = movable[at % len(movable)].square
            place = self.board.display.geometry.center(square)
            shown, began = self.app.painter.frames_drawn, time.monotonic()
            pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1, touch=False))
            while self.app.painter.frames_drawn == shown:
                self.app.run_once(0.05)
            found.append(time.monotonic() - began)
            pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=place, button=1, touch=False))
            self.rest(0.1)
        return found


@contextmanager
def tournament() -> Iterator[None]:
    """Run a tournament in the background, as the window does."""
    from congo_gui.screens.tournament.background import LiveTournament, TournamentConfig, TournamentStage

    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "tournament.txt")
        config = TournamentConfig(
            "congo", ("engine:level=8", "engine:level=9"), "round-robin", 50, ("movetime", 100), path
        )
        live = LiveTournament(config, lambda: None)
        live.start()
        try:
            while live.news.stage is TournamentStage.PREPARING or not live.live_positions:
                if live.news.stage is TournamentStage.FAILED:
                    raise RuntimeError(live.news.problem)
                time.sleep(0.1)
            yield
        finally:
            live.close()


def show(name: str, size: str, frames: list[float], answers: list[float]) -> None:
    """Print the measurements of one state."""
    frames, answers = sorted(frames), sorted(answers)
    rate = len(frames) / sum(frames)
    slow, middle = frames[-len(frames) // 100], answers[len(answers) // 2]
    print(
        f"{size:9}  {name:22}  {rate:5.1f} frames/s  slowest hundredth {1000 * slow:5.1f} ms"
        f"  click {1000 * middle:5.1f} ms, at most {1000 * answers[-1]:5.1f} ms",
        flush=True,
    )


def measure(size: str) -> None:
    """Measure one size of the window in all three states."""
    import pygame

    width, height = map(int, size.split("x"))
    with closing(Measured((width, height))) as window:
        window.play(PLIES)
        show("AI at rest", size, window.frames(), window.answers())
        with tournament():
            show("tournament", size, window.frames(), window.answers())
        window.press(pygame.K_a, "a")
        window.rest(SETTLED)
        show("AI at full strength", size, window.frames(), window.answers())


def main() -> None:
    """Run the measurements requested on the command line."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("sizes", nargs="*", default=SIZES, metavar="WIDTHxHEIGHT")
    asked = reader.parse_args()
    hide()
    for size in asked.sizes:
        measure(size)


if __name__ == "__main__":
    main()
