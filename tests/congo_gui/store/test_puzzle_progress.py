"""The progress with puzzles: rating, repetition, and its file."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from congo_gui.store import progress_file
from congo_gui.store.puzzle_progress import FILE, NEWCOMER, PuzzleAttempt, PuzzleProgress, RunKind, rating_of
from engine.learn.puzzles import Puzzle

EASY = Puzzle("3l3/7/7/7/7/7/3L2Z w 1", ("d1d7",), ("win",), 50)
HARD = Puzzle("3l3/7/7/7/7/7/2L3Z w 1", ("c1c2", "d7d6", "c2c3"), ("win",), 0)
TODAY = 700_000


def write(path: Path, change: Callable[[bytes], bytes], done: Callable[[], None]) -> None:
    path.write_bytes(change(path.read_bytes() if path.exists() else b""))
    done()


@pytest.fixture
def progress(tmp_path: Path) -> PuzzleProgress:
    return PuzzleProgress(tmp_path, write)


def test_more_nodes_and_more_turns_make_a_puzzle_harder() -> None:
    longer = Puzzle(EASY.fen, HARD.moves, EASY.themes, EASY.nodes)
    assert rating_of(EASY).points < rating_of(longer).points < rating_of(HARD).points


def test_the_first_attempt_changes_the_rating(progress: PuzzleProgress) -> None:
    progress.note("congo", EASY, True, TODAY)
    raised = progress.rating("congo").points
    assert raised > NEWCOMER.points
    progress.note("congo", EASY, False, TODAY)
    assert progress.rating("congo").points == raised
    progress.note("congo", HARD, False, TODAY)
    assert progress.rating("congo").points < raised
    assert progress.rating("minichess") == NEWCOMER


def test_a_missed_puzzle_comes_again_at_growing_intervals(progress: PuzzleProgress) -> None:
    progress.note("congo", EASY, False, TODAY)
    days, today = [], TODAY
    while (due := progress.attempts("congo")[EASY.fen].due) > today:
        days.append(due - today)
        today = due
        progress.note("congo", EASY, True, today)
    assert days == [1, 3, 9, 27]
    assert progress.attempts("congo")[EASY.fen] == PuzzleAttempt(True)


def test_solving_right_after_a_miss_does_not_count(progress: PuzzleProgress) -> None:
    progress.note("congo", EASY, False, TODAY)
    progress.note("congo", EASY, True, TODAY)
    assert progress.attempts("congo")[EASY.fen] == PuzzleAttempt(False, TODAY + 1, 1)


def test_practice_does_not_take_a_solved_puzzle_away(progress: PuzzleProgress) -> None:
    progress.note("congo", EASY, True, TODAY)
    progress.note("congo", EASY, False, TODAY + 1)
    assert progress.attempts("congo")[EASY.fen] == PuzzleAttempt(True)
    progress.note("congo", HARD, False, TODAY)
    progress.note("congo", HARD, True, TODAY + 1)
    solved = progress.attempts("congo")[HARD.fen]
    progress.note("congo", HARD, False, solved.due - 1)
    assert progress.attempts("congo")[HARD.fen] == solved
    progress.note("congo", HARD, False, solved.due)
    assert not progress.attempts("congo")[HARD.fen].solved


def test_progress_survives_a_restart(progress: PuzzleProgress, tmp_path: Path) -> None:
    progress.note("congo", EASY, True, TODAY)
    progress.note("congo", HARD, False, TODAY)
    again = PuzzleProgress(tmp_path, write)
    assert again.rating("congo") == progress.rating("congo")
    assert again.attempts("congo") == progress.attempts("congo")


def test_the_best_run_is_kept(progress: PuzzleProgress, tmp_path: Path) -> None:
    progress.note("congo", EASY, True, TODAY)
    for solved in (3, 7, 5):
        progress.note_run("congo", RunKind.STREAK, solved)
    assert progress.best_run("congo", RunKind.STREAK) == 7
    assert PuzzleProgress(tmp_path, write).best_run("congo", RunKind.STREAK) == 7
    assert progress.best_run("congo", RunKind.TIMED) == 0


def test_two_windows_keep_each_others_progress(progress: PuzzleProgress, tmp_path: Path) -> None:
    other = PuzzleProgress(tmp_path, write)
    progress.note("congo", EASY, True, TODAY)
    progress.note_run("congo", RunKind.STREAK, 7)
    other.note("congo", HARD, False, TODAY)
    other.note_run("congo", RunKind.STREAK, 3)
    again = PuzzleProgress(tmp_path, write)
    assert again.attempts("congo").keys() == {EASY.fen, HARD.fen}
    assert again.best_run("congo", RunKind.STREAK) == 7
    other.forget("congo")
    progress.note("minichess", HARD, True, TODAY)
    assert PuzzleProgress(tmp_path, write).attempts("minichess").keys() == {HARD.fen}


def test_two_windows_change_one_rating(progress: PuzzleProgress, tmp_path: Path) -> None:
    """The second one has read the file before the first attempt."""
    other = PuzzleProgress(tmp_path, write)
    progress.note("congo", HARD, True, TODAY)
    other.note("congo", EASY, False, TODAY)
    once = PuzzleProgress(tmp_path / "once", lambda path, change, done: None)
    for puzzle, solved in ((HARD, True), (EASY, False)):
        once.note("congo", puzzle, solved, TODAY)
    assert PuzzleProgress(tmp_path, write).rating("congo") == once.rating("congo")


def test_each_window_sees_what_the_other_has_done(progress: PuzzleProgress, tmp_path: Path) -> None:
    other = PuzzleProgress(tmp_path, write)
    progress.note("congo", EASY, True, TODAY)
    progress.note_run("congo", RunKind.STREAK, 7)
    other.refresh()
    assert other.rating("congo") == progress.rating("congo")
    assert other.best_run("congo", RunKind.STREAK) == 7
    other.note("congo", HARD, False, TODAY)
    progress.note("congo", EASY, False, TODAY)  # nothing new, but the other attempt is read
    assert progress.attempts("congo") == other.attempts("congo")


def test_changes_that_wait_to_be_written_are_not_forgotten(progress: PuzzleProgress, tmp_path: Path) -> None:
    jobs: list[tuple[Path, Callable[[bytes], bytes], Callable[[], None]]] = []
    slow = PuzzleProgress(tmp_path, lambda path, change, done: jobs.append((path, change, done)))
    slow.note("congo", EASY, True, TODAY)
    progress.note("congo", HARD, True, TODAY)
    slow.refresh()
    assert slow.attempts("congo").keys() == {EASY.fen}
    write(*jobs.pop())
    slow.refresh()
    assert slow.attempts("congo").keys() == {EASY.fen, HARD.fen}


def test_forgotten_progress_does_not_come_back_from_another_window(
    progress: PuzzleProgress, tmp_path: Path
) -> None:
    other = PuzzleProgress(tmp_path, write)
    progress.note("congo", EASY, True, TODAY)
    other.forget("congo")
    progress.note("congo", HARD, True, TODAY)
    assert PuzzleProgress(tmp_path, write).attempts("congo").keys() == {HARD.fen}


def test_two_windows_that_write_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    """Each change is made from the contents that the change before it has left."""
    changes: list[Callable[[bytes], bytes]] = []
    windows = [PuzzleProgress(tmp_path, lambda path, change, done: changes.append(change)) for _ in range(2)]
    for window, puzzle in zip(windows, (EASY, HARD), strict=True):
        window.note("congo", puzzle, True, TODAY)
    data = b""
    for change in changes:
        data = change(data)
    (tmp_path / FILE).write_bytes(data)
    assert PuzzleProgress(tmp_path, write).attempts("congo").keys() == {EASY.fen, HARD.fen}


def test_a_file_that_another_program_holds_at_the_start_is_read_later(
    progress: PuzzleProgress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a virus scanner may on Windows."""

    def refuse(path: Path, max_bytes: int) -> bytes:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    progress.note("congo", EASY, True, TODAY)
    with monkeypatch.context() as held:
        held.setattr(progress_file, "read_file", refuse)
        held.setattr(progress_file, "PATIENCE_S", 0.0)
        second = PuzzleProgress(tmp_path, write)
        assert not second.attempts("congo")
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    second.note("congo", HARD, True, TODAY)
    for window in (second, PuzzleProgress(tmp_path, write)):
        assert window.attempts("congo").keys() == {EASY.fen, HARD.fen}


@pytest.mark.parametrize("text", ["[" * 100_000, '{"congo": 3}', "cut o"])
def test_a_file_damaged_meanwhile_is_kept_under_another_name(
    progress: PuzzleProgress, tmp_path: Path, text: str
) -> None:
    progress.note("congo", EASY, True, TODAY)
    (tmp_path / FILE).write_text(text)
    progress.note("congo", HARD, True, TODAY)
    assert (tmp_path / "puzzles.unreadable.json").read_text() == text
    assert PuzzleProgress(tmp_path, write).attempts("congo").keys() == {EASY.fen, HARD.fen}


def test_progress_can_be_forgotten(progress: PuzzleProgress, tmp_path: Path) -> None:
    progress.note("congo", EASY, True, TODAY)
    progress.forget("congo")
    assert PuzzleProgress(tmp_path, write).attempts("congo") == progress.attempts("congo") == {}
    assert progress.rating("congo") == NEWCOMER


SOUND = {"congo": {"rating": [1300.0, 100.0, 0.06], "puzzles": {EASY.fen: [True, 0, 0]}}}


def damaged(**changes: object) -> str:
    return json.dumps({"congo": {**SOUND["congo"], **changes}})


@pytest.mark.parametrize(
    "text",
    [
        *("[]", "3", "[" * 100_000, '{"congo": 3}', '{"congo": {}}'),
        *(damaged(rating=[1]), damaged(rating=[float("nan"), 1, 0.06]), damaged(rating=["x", 1, 1])),
        *(damaged(puzzles=3), damaged(puzzles={"x": [1, 0, 0]}), damaged(puzzles={"x": [True, -1, 0]})),
        *(damaged(rating=[10**400, 350, 0.06]), damaged(puzzles={"x": [True, float("inf"), 0]})),
        *(damaged(puzzles={"x": [True, 0, float("inf")]}), damaged(runs={"streak": float("inf")})),
        *(damaged(puzzles={"x": [True]}), damaged(runs=3), damaged(runs={"streak": "x"})),
    ],
)
def test_a_damaged_file_is_kept_under_another_name(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    progress = PuzzleProgress(tmp_path, write)
    assert not (tmp_path / FILE).exists()
    assert (tmp_path / "puzzles.unreadable.json").read_text() == text
    progress.note("congo", EASY, True, TODAY)
    assert (tmp_path / FILE).exists()


@pytest.mark.parametrize("points", [-1e300, -5000, 5000, 9999])
@pytest.mark.parametrize("deviation", [-1, 1e-320, 5, 350, 1e300])
@pytest.mark.parametrize("volatility", [-1, 0, 1e-170, 0.9, 1e300])
def test_any_rating_in_a_file_can_change(
    tmp_path: Path, points: float, deviation: float, volatility: float
) -> None:
    (tmp_path / FILE).write_text(damaged(rating=[points, deviation, volatility], puzzles={}))
    progress = PuzzleProgress(tmp_path, write)
    progress.note("congo", EASY, False, TODAY)
    progress.note("congo", HARD, True, TODAY)
    assert len(PuzzleProgress(tmp_path, write).attempts("congo")) == 2


def test_a_file_whose_first_write_failed_is_not_damaged(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    PuzzleProgress(tmp_path, lambda path, change, done: None)
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_a_sound_file_is_read(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(json.dumps(SOUND))
    progress = PuzzleProgress(tmp_path, write)
    assert progress.rating("congo").points == 1300
    assert progress.attempts("congo") == {EASY.fen: PuzzleAttempt(True)}
