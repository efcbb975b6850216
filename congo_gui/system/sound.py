"""The sounds of a game; silence without a sound card."""

from __future__ import annotations

import contextlib
import logging
import os
import time
from collections.abc import Callable, Iterator
from enum import Enum

import pygame

from engine.rules.values import Transition
from engine.system.files import asset_path
from engine.system.threads import answer_within

LOG = logging.getLogger(__name__)
RATE, CHANNELS, BUFFER = 44_100, 2, 1024
"""The buffer delays sounds by 23 ms; a shorter one would use more CPU time, even in silence."""

WAIT_S = 0.5
"""Seconds to wait for the sound system, which mostly takes less than a tenth of that."""


class Cue(Enum):
    """A sound; the value is the name of its file."""

    STEP = "step"
    CAPTURE = "capture"
    SPLASH = "splash"
    DROWNING = "drowning"
    WIN = "win"
    OVER = "over"
    LOW_CLOCK = "low_clock"


def cues(transition: Transition, is_water: Callable[[int], bool]) -> tuple[Cue, ...]:
    """Return the sounds of a move, played when the piece arrives."""
    arrival = (
        Cue.CAPTURE if transition.captured else Cue.SPLASH if is_water(transition.path[-1]) else Cue.STEP
    )
    return (arrival, Cue.DROWNING) if transition.drowned else (arrival,)


class Sounds:
    """Plays cues, at once or after a delay; nothing plays before `start`.

    `volume` is a percentage; at 0 the sound card is not opened.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.volume = 0
        self._clock = clock
        self._ready = False
        self._started = False
        self._missing = False  # True if there is no sound card; we look for it only once
        self._loaded: dict[Cue, pygame.mixer.Sound] = {}
        self._waiting: list[tuple[float, Cue]] = []

    def start(self) -> None:
        """Enable sounds; call it when the window is open, because opening the sound card can take a while."""
        if not self._started:
            self._started = True
            self._open()

    def set_volume(self, percent: int) -> None:
        """Set the volume of all following sounds, in percent."""
        self.volume = percent
        self._open()
        for sound in self._loaded.values():
            sound.set_volume(percent / 100)

    def play(self, wanted: tuple[Cue, ...], delay: float = 0.0) -> None:
        """Play sounds after `delay` seconds."""
        if not self._ready or not self.volume:
            return
        self._waiting += [(self._clock() + delay, cue) for cue in wanted]
        self.update()

    def update(self) -> None:
        """Play the cues that are due."""
        now = self._clock()
        due = [cue for when, cue in self._waiting if when <= now]
        if due:
            self._waiting = [cue for cue in self._waiting if cue[0] > now]
        for cue in due:
            self._sound(cue)

    @property
    def next_change(self) -> float | None:
        """Seconds until `update` has to be called, None for never."""
        times = [when for when, _ in self._waiting]
        return max(0.001, min(times) - self._clock()) if times else None

    def close(self) -> bool:
        """Close the sound card; return False if the system's sound server hangs, so that it stays open."""
        self._waiting.clear()
        self._loaded.clear()
        was_ready, self._ready, self._started = self._ready, False, False
        return not was_ready or answer_within(WAIT_S, _quit, False)

    def _open(self) -> None:
        """Open the sound card, once, unless the volume is 0."""
        if self._ready or self._missing or not self._started or not self.volume:
            return
        try:
            with _quiet():
                pygame.mixer.init(RATE, -16, CHANNELS, BUFFER)
        except (pygame.error, NotImplementedError) as error:
            LOG.info("there is no sound: %s", error)
            self._missing = True
            return
        self._ready = True

    def _sound(self, cue: Cue) -> None:
        try:
            if cue not in self._loaded:
                self._loaded[cue] = pygame.mixer.Sound(str(asset_path("sounds", f"{cue.value}.wav")))
                self._loaded[cue].set_volume(self.volume / 100)
            self._loaded[cue].play()
        except (pygame.error, OSError) as error:
            LOG.warning("the sound %s cannot be played: %s", cue.value, error)


def _quit() -> bool:
    pygame.mixer.quit()
    return True


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Redirect stderr of system libraries: without a sound card ALSA prints many error messages."""
    with contextlib.ExitStack() as opened:
        try:
            saved = os.dup(2)
            opened.callback(os.close, saved)
            nothing = os.open(os.devnull, os.O_WRONLY)
            opened.callback(os.close, nothing)
        except OSError:  # the program has no stderr, or no more files can be opened
            yield
            return
        os.dup2(nothing, 2)
        try:
            yield
        finally:
            os.dup2(saved, 2)
