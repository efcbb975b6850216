"""Makes the sounds in this folder, from nothing but sines and noise: ``python assets/sounds/make.py``.

Every sound is mono, 16 bits, at 22,050 samples a second, and comes out the same each time.
"""

from __future__ import annotations

import wave
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

RATE = 22_050
Signal = npt.NDArray[np.float64]
"""Samples between -1 and 1."""


def times(seconds: float) -> Signal:
    """Return the moment of each sample."""
    return np.arange(round(seconds * RATE)) / RATE


def tone(pitch: float, seconds: float, fade: float, overtones: tuple[float, ...] = (1.0,)) -> Signal:
    """Return a struck tone: its overtones' strengths from the pitch upwards, dying away in `fade` seconds."""
    t = times(seconds)
    parts = [
        strength * np.sin(2 * np.pi * pitch * number * t) * np.exp(-t * number / fade)
        for number, strength in enumerate(overtones, start=1)
    ]
    return np.asarray(np.sum(parts, axis=0))


def glide(start: float, end: float, seconds: float) -> Signal:
    """Return a tone whose pitch goes evenly from one to another."""
    t = times(seconds)
    return np.asarray(np.sin(2 * np.pi * (start * t + (end - start) * t * t / (2 * seconds))))


def noise(seconds: float, low: float, high: float, seed: int) -> Signal:
    """Return a hiss of the pitches between two."""
    count = round(seconds * RATE)
    spectrum = np.fft.rfft(np.random.default_rng(seed).standard_normal(count))
    pitches = np.fft.rfftfreq(count, 1 / RATE)
    spectrum[(pitches < low) | (pitches > high)] = 0
    hiss = np.fft.irfft(spectrum, count)
    return np.asarray(hiss / np.abs(hiss).max())


def swell(signal: Signal, rise: float, fade: float) -> Signal:
    """Return a signal that comes up in `rise` seconds and dies away in `fade` seconds."""
    t = np.arange(len(signal)) / RATE
    return np.asarray(signal * np.minimum(t / rise, 1) * np.exp(-np.maximum(t - rise, 0) / fade))


def mix(seconds: float, *parts: tuple[float, float, Signal]) -> Signal:
    """Lay signals over each other; each part is a second, a strength and a signal."""
    whole = np.zeros(round(seconds * RATE))
    for start, strength, signal in parts:
        first = round(start * RATE)
        available = len(whole) - first
        whole[first : first + len(signal)] += strength * signal[:available]
    return whole


def knock(pitch: float, seed: int) -> Signal:
    """Return a piece of wood that is put down."""
    body = tone(pitch, 0.12, 0.028, (1.0, 0.35, 0.2))
    return mix(0.12, (0, 0.8, body), (0, 0.45, swell(noise(0.03, 900, 5000, seed), 0.001, 0.006)))


def bubble(pitch: float, seconds: float) -> Signal:
    """Return an air bubble that rises to the surface."""
    return swell(glide(pitch, pitch * 1.9, seconds), 0.012, seconds / 2.5)


def step() -> Signal:
    """An animal walks: a soft knock."""
    return knock(210, seed=1)


def capture() -> Signal:
    """An animal is taken: a sharp knock and a deep one."""
    snap = swell(noise(0.06, 1500, 9000, seed=2), 0.001, 0.012)
    return mix(
        0.3, (0, 0.6, snap), (0, 0.8, knock(330, seed=3)), (0.065, 1.0, tone(92, 0.23, 0.06, (1, 0.5)))
    )


def splash() -> Signal:
    """An animal steps into the river."""
    spray = swell(noise(0.42, 700, 6500, seed=4), 0.025, 0.085)
    return mix(0.42, (0, 0.9, spray), (0.09, 0.35, bubble(420, 0.1)), (0.2, 0.25, bubble(560, 0.09)))


def drowning() -> Signal:
    """An animal goes under: a sinking tone and bubbles."""
    sinking = swell(glide(330, 110, 0.7), 0.03, 0.28)
    water = swell(noise(0.6, 200, 1600, seed=5), 0.06, 0.2)
    bubbles = [(0.22 + 0.11 * at, 0.42 - 0.05 * at, bubble(300 + 70 * at, 0.13)) for at in range(6)]
    return mix(1.05, (0, 0.5, sinking), (0, 0.4, water), *bubbles)


def chime(pitch: float) -> Signal:
    """Return one bar of a thumb piano."""
    return tone(pitch, 1.0, 0.3, (1.0, 0.0, 0.35, 0.0, 0.0, 0.12))


def win() -> Signal:
    """The game is won: a rising figure of a thumb piano."""
    pitches = (392.0, 493.88, 587.33, 783.99)
    return mix(1.5, *[(0.13 * at, 0.5, chime(pitch)) for at, pitch in enumerate(pitches)])


def over() -> Signal:
    """The game is drawn or lost: a falling figure."""
    pitches = (440.0, 349.23, 293.66)
    return mix(1.4, *[(0.17 * at, 0.45, chime(pitch)) for at, pitch in enumerate(pitches)])


def low_clock() -> Signal:
    """Time runs out: a tick and a tock, twice."""
    ticks = [(0.25 * at, 0.6, tone((1250, 940)[at % 2], 0.09, 0.018, (1, 0.4))) for at in range(4)]
    return mix(0.9, *ticks)


SOUNDS: dict[Callable[[], Signal], float] = {
    step: 0.4,
    capture: 0.75,
    splash: 0.5,
    drowning: 0.7,
    win: 0.7,
    over: 0.6,
    low_clock: 0.5,
}
"""All sounds, and how loud each is."""


def samples(sound: Callable[[], Signal], loudness: float) -> npt.NDArray[np.int16]:
    """Return a sound as it is stored, its end without a click."""
    signal = sound()
    ramp = round(0.01 * RATE)
    signal[-ramp:] *= np.linspace(1, 0, ramp)
    return np.rint(signal / np.abs(signal).max() * loudness * 32767).astype("<i2")


def main() -> None:
    """Write all sounds."""
    for sound, loudness in SOUNDS.items():
        path = Path(__file__).with_name(f"{sound.__name__}.wav")
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(samples(sound, loudness).tobytes())


if __name__ == "__main__":
    main()
