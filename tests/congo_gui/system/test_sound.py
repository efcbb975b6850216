"""What is heard when: made here, played from what a move did, and never in the way."""

from __future__ import annotations

import importlib.util
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from congo_gui.system import sound as sound_module
from congo_gui.system.sound import Cue, Sounds
from engine.system.files import asset_path
from tests.congo_gui.driver import CONGO, TRIPLE_JUMP, Driver, Starter

SMALL_ENOUGH = 400_000
"""Bytes of all sounds together."""


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[Cue]:
    """What was played, in order."""
    cues: list[Cue] = []
    monkeypatch.setattr(Sounds, "_sound", lambda sounds, cue: cues.append(cue))
    return cues


def until_heard(driver: Driver, heard: list[Cue], count: int) -> None:
    driver.until(lambda: len(heard) >= count)


def stored(path: Path) -> np.ndarray[Any, np.dtype[np.int16]]:
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        return np.frombuffer(file.readframes(file.getnframes()), dtype="<i2")


def maker() -> Any:
    """Return the script that made the sounds."""
    spec = importlib.util.spec_from_file_location("make", asset_path("sounds", "make.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- the files


def test_shipped_sounds_match_the_script() -> None:
    make = maker()
    assert {one.__name__ for one in make.SOUNDS} == {cue.value for cue in Cue}
    for one, loudness in make.SOUNDS.items():
        made, kept = make.samples(one, loudness), stored(asset_path("sounds", f"{one.__name__}.wav"))
        assert np.abs(made.astype(int) - kept).max() <= 1


@pytest.mark.parametrize("cue", Cue)
def test_no_sound_is_cut_off_or_ends_with_a_click(cue: Cue) -> None:
    samples = stored(asset_path("sounds", f"{cue.value}.wav"))
    assert 5_000 < np.abs(samples.astype(int)).max() < 32_000
    assert abs(int(samples[0])) < 1_500
    assert abs(int(samples[-1])) < 50


def test_the_sounds_are_small_files() -> None:
    assert sum(path.stat().st_size for path in asset_path("sounds").glob("*.wav")) < SMALL_ENOUGH


# --- when they are heard


@pytest.mark.parametrize(
    ("fen", "squares", "expected"),
    [
        (None, ("d2", "d3"), [Cue.STEP]),
        ("3l3/7/7/7/2P4/7/3L3 w 1", ("c3", "c4"), [Cue.SPLASH]),
        ("3l3/7/2p4/1P5/7/7/3L3 w 1", ("b4", "c5"), [Cue.CAPTURE]),
        ("3l3/7/7/2P4/7/7/3L3 w 1", ("d1", "d2"), [Cue.STEP, Cue.DROWNING]),
    ],
    ids=["step", "splash", "capture", "drowning"],
)
def test_move_sounds_match_the_move(
    start: Starter, heard: list[Cue], fen: str | None, squares: tuple[str, ...], expected: list[Cue]
) -> None:
    driver = start(fen, black="human")
    driver.click_squares(*squares)
    assert heard == expected


def test_each_jump_is_heard_then_the_capture_and_the_win(start: Starter, heard: list[Cue]) -> None:
    driver = start(TRIPLE_JUMP)
    driver.click_squares("b1", "d3", "f5", "d7")
    until_heard(driver, heard, 4)
    assert heard == [Cue.STEP, Cue.STEP, Cue.CAPTURE, Cue.WIN]


def test_winning_and_losing_sound_different(start: Starter, heard: list[Cue]) -> None:
    driver = start(TRIPLE_JUMP, white="easy", black="human")
    driver.reply("b1d3f5d7")
    until_heard(driver, heard, 2)
    assert heard == [Cue.CAPTURE, Cue.OVER]


def test_the_sound_comes_when_the_animal_arrives(
    driver: Driver, heard: list[Cue], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(driver.app.sounds, "_clock", lambda: now[0])
    animator = driver.play.board.display.animator
    animator.pace = 1000.0  # so that it is on its way however slow the machine is
    driver.click_squares("d2", "d3")
    assert animator.running
    for moment, sounds in ((0.99, []), (1.0, [Cue.STEP])):
        now[0] = animator.arrival * moment
        driver.turn()
        assert heard == sounds


def test_undo_is_silent(driver: Driver, heard: list[Cue]) -> None:
    driver.click_squares("d2", "d3")
    driver.reply()
    del heard[:]
    driver.press(pygame.K_z, "z")
    assert driver.moves == []
    assert heard == []


def test_m_turns_sounds_off_and_on(driver: Driver, heard: list[Cue]) -> None:
    driver.press(pygame.K_m, "m")
    driver.click_squares("d2", "d3")
    assert heard == []
    assert driver.app.settings.sounds is False
    driver.press(pygame.K_m, "m")
    driver.reply()
    assert len(heard) == 1


def test_sounds_wait_for_the_first_picture(start: Starter, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[int] = []
    apps: list[Any] = []
    hear = sound_module.Sounds.start

    def note(sounds: Sounds) -> None:
        opened.append(pygame.display.get_surface().get_at((1, 1))[0])
        hear(sounds)

    monkeypatch.setattr(Sounds, "start", note)
    apps.append(start().app)
    assert opened[0] == apps[0]._theme.colours.background[0]


# --- the sound card


@pytest.fixture(autouse=True)
def silent_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """A silent sound card; all other tests have none."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


@pytest.fixture
def mixer(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What the mixer was asked for; it is not opened."""
    asked: list[tuple[Any, ...]] = []
    monkeypatch.setattr(pygame.mixer, "init", lambda *words: asked.append(words))
    monkeypatch.setattr(pygame.mixer, "quit", lambda: None)
    return asked


def test_without_volume_the_sound_card_is_left_alone(mixer: list[tuple[Any, ...]]) -> None:
    sounds = Sounds()
    sounds.start()
    assert mixer == []
    sounds.set_volume(50)
    sounds.set_volume(60)
    assert len(mixer) == 1
    sounds.close()


def test_nothing_is_played_before_the_start(mixer: list[tuple[Any, ...]], heard: list[Cue]) -> None:
    sounds = Sounds()
    sounds.set_volume(50)
    sounds.play((Cue.STEP,))
    assert (mixer, heard) == ([], [])


def test_a_delayed_sound_comes_in_time(mixer: list[tuple[Any, ...]], heard: list[Cue]) -> None:
    del mixer
    now = [10.0]
    sounds = Sounds(lambda: now[0])
    sounds.set_volume(50)
    sounds.start()
    sounds.play((Cue.STEP,), 0.5)
    assert sounds.next_change == pytest.approx(0.5)
    now[0] = 10.4
    sounds.update()
    assert heard == []
    now[0] = 10.6
    sounds.update()
    assert heard == [Cue.STEP]
    assert sounds.next_change is None


@pytest.mark.parametrize("name", ["no such driver", "alsa"])
def test_without_a_sound_card_there_is_silence_and_no_complaint(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], name: str
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", name)
    monkeypatch.setenv("ALSA_CONFIG_PATH", "/nowhere")
    sounds = Sounds()
    sounds.set_volume(50)
    sounds.start()
    sounds.play((Cue.STEP,))
    sounds.close()
    assert capfd.readouterr().err == ""


def test_runs_without_a_sound_card(start: Starter, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*words: object) -> None:
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", fail)
    driver = start()
    driver.click_squares("d2", "d3")
    assert driver.moves == ["d2d3"]


def test_a_damaged_sound_is_silent(driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "sounds").mkdir()
    (tmp_path / "sounds" / "step.wav").write_bytes(b"rubbish")
    find: Callable[..., Path] = lambda *parts: tmp_path.joinpath(*parts)  # noqa: E731
    monkeypatch.setattr(sound_module, "asset_path", find)
    driver.click_squares("d2", "d3")
    assert driver.moves == ["d2d3"]
    driver.reply()
    assert len(driver.moves) == 2


def test_every_square_of_the_river_is_water(driver: Driver) -> None:
    skin = driver.play.skin
    wet = [square for square in range(49) if skin.is_water(square)]
    assert [CONGO.notation.square_name(driver.session.game.position, square)[1] for square in wet] == [
        "4"
    ] * 7
