"""Puzzles: their file, and the themes of their moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import rules as registry
from engine.learn import puzzles
from engine.learn.puzzles import HEADER, Puzzle, read_puzzles, save_puzzles
from engine.learn.themes import themes_of
from engine.rules.values import Move
from engine.system.errors import UserError
from engine.system.files import with_checksum

CONGO = registry.get("congo")
ESCAPE = Puzzle("3l3/7/7/7/7/2p4/1ZL4 w 9", ("b1c3",), ("win", "fork"), 200)
JUMPS = "7/4l2/7/4c2/7/2p4/1M1L3 w 1"
JUMP = Puzzle(JUMPS, ("b1d3f5d7",), ("win",), 0)
QUIET = "3l3/7/7/7/7/7/2L3Z"


def themes(fen: str, *texts: str, wins: bool = True, forced: bool = False) -> set[str]:
    position = start = CONGO.notation.parse(fen)
    moves: list[Move] = []
    for text in texts:
        moves.append(CONGO.parse_move(position, text))
        position = CONGO.play(position, moves[-1])
    return set(themes_of(CONGO, start, moves, wins=wins, forced=forced))


def test_a_saved_file_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    save_puzzles(path, [ESCAPE, JUMP])
    assert read_puzzles(path) == (ESCAPE, JUMP)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "no fields",
        "3l3/7/7/7/7/7/3L3 w 1\td1d2\twin",
        "3l3/7/7/7/7/7/3L3 w 1\td1d2 d7d6\twin\t50",
        "3l3/7/7/7/7/7/3L3 w 1\td1d2\tno-theme\t50",
        "3l3/7/7/7/7/7/3L3 w 1\td1d2\t\t50",
        "3l3/7/7/7/7/7/3L3 w 1\td1d2\twin\t-5",
        "3l3/7/7/7/7/7/3L3 w 1\td1d2\twin\t²",
        "3l3/7/7/7/7/7/3L3 w 1\td1d2\twin\t" + "9" * 900,
        "3l3/7/7/7/7/7/3L3 w 1\t" + "d1d2 " * 43 + "\twin\t50",
        "x" * 2000 + "\td1d2\twin\t50",
    ],
)
def test_rejects_an_invalid_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "puzzles.txt"
    body = f"{ESCAPE}\n{line}\n"
    path.write_bytes(with_checksum(HEADER, body))
    with pytest.raises(UserError, match="line 3: this is not a puzzle"):
        read_puzzles(path)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "does not begin with"),
        (b"\xff\xfe", "not a text file"),
        (b"congo-puzzles 1 00000000\nx", "damaged"),
        (b"congo-puzzles 2 00000000\n", "does not begin with"),
        (b"x" * (puzzles.MAX_BYTES + 1), "cannot be read"),
    ],
)
def test_rejects_a_foreign_or_damaged_file(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_bytes(content)
    with pytest.raises(UserError, match=reason):
        read_puzzles(path)


def test_an_illegal_move_is_an_error() -> None:
    with pytest.raises(UserError):
        list(Puzzle("3l3/7/7/7/7/7/3L3 w 1", ("a1a2",), ("win",), 0).line(CONGO))


def test_a_line_has_the_position_before_each_move() -> None:
    (first, move), (second, reply), (third, last) = Puzzle(
        f"{QUIET} w 1", ("c1c2", "d7e7", "c2c3"), ("defence",), 0
    ).line(CONGO)
    assert [str(each) for each in (move, reply, last)] == ["c1c2", "d7e7", "c2c3"]
    assert [each.side for each in (first, second, third)] == [0, 1, 0]


# --- themes


def test_theme_win_or_defence() -> None:
    assert themes(f"{QUIET} w 1", "c1c2") >= {"win"}
    assert themes(f"{QUIET} w 1", "c1c2", wins=False) >= {"defence"}


def test_theme_lion_hunt() -> None:
    assert "lion-hunt" in themes(f"{QUIET} w 1", "c1c2", forced=True)
    assert "lion-hunt" not in themes(f"{QUIET} w 1", "c1c2")
    assert "lion-hunt" not in themes(f"{QUIET} w 1", "c1c2", wins=False, forced=True)


def test_theme_forced_win_where_there_are_no_lions() -> None:
    rules = registry.get("konane")
    position = rules.notation.parse("bwbw/wbwb/bwbw/wbwb b 0")
    move = rules.legal_moves(position)[0]
    assert "forced-win" in themes_of(rules, position, [move], wins=True, forced=True)
    assert "forced-win" not in themes_of(rules, position, [move], wins=True, forced=False)


def test_theme_flying_lion() -> None:
    assert "flying-lion" in themes("3l3/7/7/7/7/7/3L2Z w 1", "d1d7")
    assert "flying-lion" not in themes("3l3/7/2Z4/7/7/7/2L4 w 1", "c5d7")


def test_theme_quiet() -> None:
    assert "quiet" in themes(f"{QUIET} w 1", "c1c2")
    assert "quiet" not in themes("3l3/7/7/7/5p1/7/2L3Z w 1", "g1f3")


def test_theme_promotion() -> None:
    assert "promotion" in themes("4l2/1P5/7/7/7/7/2L4 w 1", "b6b7")
    assert "promotion" not in themes("4l2/7/1P5/7/7/7/2L4 w 1", "b5b6")


def test_theme_drowning() -> None:
    assert "drowning" in themes("3l3/7/7/1z5/7/7/2L1Z2 w 1", "e1d3", "d7d6")
    assert "drowning" not in themes("3l3/7/7/1z5/7/7/2L1Z2 w 1", "e1d3", "b4c6")


def test_theme_fork() -> None:
    assert "fork" in themes("3l3/2e1g2/7/7/7/4Z2/2L4 w 1", "e2d4")
    assert "fork" not in themes("3l3/7/7/7/7/4Z2/2L4 w 1", "e2d4")


@pytest.mark.parametrize(
    ("move", "theme"), [("b1d3", set()), ("b1d3f5", {"double-jump"}), ("b1d3f5d7", {"triple-jump"})]
)
def test_theme_jumps(move: str, theme: set[str]) -> None:
    assert themes(JUMPS, move) & {"double-jump", "triple-jump"} == theme


def test_theme_ending() -> None:
    assert "ending" in themes(f"{QUIET} w 1", "c1c2")
    assert "ending" not in themes("gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 1", "d2d3")
