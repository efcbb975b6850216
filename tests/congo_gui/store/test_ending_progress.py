"""The progress with endings: distance, counts, and its file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from congo_gui.store.ending_progress import FILE, EndingProgress
from engine.learn.endings import FIRST_DISTANCE, MAX_DISTANCE, MIN_WIN

TODAY = 700_000


def write(path: Path, change: Callable[[bytes], bytes], done: Callable[[], None]) -> None:
    path.write_bytes(change(path.read_bytes() if path.exists() else b""))
    done()


@pytest.fixture
def progress(tmp_path: Path) -> EndingProgress:
    return EndingProgress(tmp_path, write)


def test_a_newcomer_has_done_nothing(progress: EndingProgress) -> None:
    assert progress.distance("congo") == FIRST_DISTANCE
    assert progress.done("congo") == (0, 0)
    assert progress.last_success("congo") == 0


def test_endings_are_counted_by_material(progress: EndingProgress) -> None:
    progress.note("congo", "LZ-L", True, 2, TODAY)
    progress.note("congo", "LZ-L", False, -2, TODAY + 1)
    progress.note("congo", "LS-LG", True, 2, TODAY + 2)
    assert progress.done("congo", "LZ-L") == (1, 2)
    assert progress.done("congo") == (2, 3)
    assert progress.done("congo", "LC-L") == (0, 0)
    assert progress.distance("congo") == 7
    assert progress.last_success("congo") == TODAY + 2
    assert progress.done("minichess") == (0, 0)


def test_progress_survives_a_restart(progress: EndingProgress, tmp_path: Path) -> None:
    progress.note("congo", "LZ-L", True, 4, TODAY)
    progress.note("congo", "LZ-L", False, -2, TODAY)
    again = EndingProgress(tmp_path, write)
    assert again.done("congo", "LZ-L") == (1, 2)
    assert (again.distance("congo"), again.last_success("congo")) == (7, TODAY)


def test_progress_can_be_forgotten(progress: EndingProgress, tmp_path: Path) -> None:
    progress.note("congo", "LZ-L", True, 2, TODAY)
    progress.forget("congo")
    for each in (progress, EndingProgress(tmp_path, write)):
        assert each.done("congo") == (0, 0)
        assert each.distance("congo") == FIRST_DISTANCE


def test_nothing_is_written_to_forget_nothing(progress: EndingProgress, tmp_path: Path) -> None:
    progress.forget("congo")
    assert not (tmp_path / FILE).exists()


def test_two_windows_add_to_the_same_file(progress: EndingProgress, tmp_path: Path) -> None:
    progress.note("congo", "LZ-L", True, 2, TODAY)
    first, second = EndingProgress(tmp_path, write), EndingProgress(tmp_path, write)
    first.note("congo", "LZ-L", True, 2, TODAY)
    second.note("congo", "LZ-L", False, -2, TODAY + 1)
    second.note("congo", "LC-LG", True, 2, TODAY + 2)
    first.note("minichess", "KQ-K", True, 2, TODAY)
    again = EndingProgress(tmp_path, write)
    assert again.done("congo", "LZ-L") == (2, 3)
    assert again.done("congo", "LC-LG") == (1, 1)
    assert again.done("minichess") == (1, 1)
    assert (again.distance("congo"), again.last_success("congo")) == (FIRST_DISTANCE + 4, TODAY + 2)


def test_each_window_sees_what_the_other_has_done(progress: EndingProgress, tmp_path: Path) -> None:
    other = EndingProgress(tmp_path, write)
    progress.note("congo", "LZ-L", True, 2, TODAY)
    other.refresh()
    assert (other.distance("congo"), other.done("congo")) == (FIRST_DISTANCE + 2, (1, 1))
    other.note("congo", "LZ-L", True, 2, TODAY)
    progress.note("congo", "LC-L", False, -2, TODAY)
    assert (progress.distance("congo"), progress.done("congo")) == (FIRST_DISTANCE + 2, (2, 3))


def test_a_file_damaged_meanwhile_is_not_taken_in(progress: EndingProgress, tmp_path: Path) -> None:
    progress.note("congo", "LZ-L", True, 2, TODAY)
    (tmp_path / FILE).write_text("[")
    progress.refresh()
    assert progress.done("congo") == (1, 1)


def test_the_distance_has_limits(progress: EndingProgress) -> None:
    progress.note("congo", "LZ-L", False, -10, TODAY)
    assert progress.distance("congo") == MIN_WIN
    progress.note("congo", "LZ-L", True, 10**6, TODAY)
    assert progress.distance("congo") == MAX_DISTANCE


@pytest.mark.parametrize("has_own", [True, False])
def test_what_another_window_added_is_forgotten_too(
    progress: EndingProgress, tmp_path: Path, has_own: bool
) -> None:
    if has_own:
        progress.note("congo", "LZ-L", True, 2, TODAY)
    EndingProgress(tmp_path, write).note("congo", "LC-L", True, 2, TODAY)
    progress.forget("congo")
    assert EndingProgress(tmp_path, write).done("congo") == (0, 0)


def test_a_file_damaged_in_the_meantime_is_replaced(progress: EndingProgress, tmp_path: Path) -> None:
    progress.note("congo", "LZ-L", True, 2, TODAY)
    (tmp_path / FILE).write_text("[")
    progress.note("congo", "LZ-L", True, 2, TODAY)
    assert EndingProgress(tmp_path, write).done("congo") == (2, 2)
    assert (tmp_path / "endings.unreadable.json").read_text() == "["


SOUND: dict[str, Any] = {"distance": 9, "day": TODAY, "materials": {"LZ-L": [2, 3]}}


def damaged(**changes: object) -> str:
    return json.dumps({"congo": {**SOUND, **changes}})


@pytest.mark.parametrize(
    "text",
    [
        *("[]", "3", "null", "[" * 100_000, '{"congo": 3}', '{"congo": {}}', '{"congo": null}', "\x00"),
        *(damaged(distance=1), damaged(distance=10**400), damaged(distance="x"), damaged(distance=None)),
        *(damaged(distance=float("inf")), damaged(distance=float("nan")), damaged(distance=201)),
        *(damaged(day=-1), damaged(day=10**7), damaged(day=[]), damaged(materials=3)),
        *(damaged(materials={"LZ-L": 3}), damaged(materials={"LZ-L": [1]}), damaged(materials=[1])),
        *(damaged(materials={"LZ-L": [3, 2]}), damaged(materials={"LZ-L": [-1, 2]})),
        *(damaged(materials={"LZ-L": [1, 10**30]}), damaged(materials={"LZ-L": [float("inf"), 3]})),
    ],
)
def test_a_damaged_file_is_kept_under_another_name(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    progress = EndingProgress(tmp_path, write)
    assert not (tmp_path / FILE).exists()
    assert (tmp_path / "endings.unreadable.json").read_text() == text
    assert progress.distance("congo") == FIRST_DISTANCE
    progress.note("congo", "LZ-L", True, 2, TODAY)
    assert EndingProgress(tmp_path, write).done("congo") == (1, 1)


def test_binary_files_are_kept_too(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"\xff\xfe\x00{")
    EndingProgress(tmp_path, write)
    assert (tmp_path / "endings.unreadable.json").exists()


def test_a_sound_file_is_read(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(damaged())
    progress = EndingProgress(tmp_path, write)
    assert progress.distance("congo") == 9
    assert progress.done("congo") == (2, 3)


def test_many_games_and_materials_are_cut(tmp_path: Path) -> None:
    many = {str(at): {**SOUND, "materials": {str(kind): [0, 1] for kind in range(1500)}} for at in range(30)}
    (tmp_path / FILE).write_text(json.dumps(many))
    assert EndingProgress(tmp_path, write).done("0") == (0, 1000)
