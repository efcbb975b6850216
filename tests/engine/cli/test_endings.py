"""``python -m engine endings``."""

from __future__ import annotations

import pytest

from engine.cli import texts
from engine.cli.main import main

LONGEST = "3l3/7/7/6z/7/2L4/4C2 w 1"


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["endings", *arguments]) == 0
    message = capsys.readouterr()
    assert message.err == ""
    return message.out.splitlines()


def test_list_prints_counts_and_percentages(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "list", "congo", "--pieces", "lz-l") == [
        "LZ-L: 1926 positions, 1895 (98.39%) won, 31 (1.61%) drawn, 0 (0.00%) lost, longest win 17"
    ]
    lines = output(capsys, "list")
    assert len(lines) == 14 + 105
    assert any(line.startswith("LC-LZ: 87651 positions") and line.endswith("win 43") for line in lines)


def test_find_prints_positions_by_seed(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["find", "congo", "--distance", "43", "--number", "3", "--seed", "1"]
    lines = output(capsys, *options)
    assert len(set(lines)) == 3
    assert output(capsys, *options) == lines
    for line in lines:
        assert main(["tablebase", "probe", line]) == 0
        assert capsys.readouterr().out.startswith("wins in 22 moves (43 plies)")


def test_find_prints_as_many_as_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(output(capsys, "find", "--pieces", "LG-L", "--goal", "hold", "--number", "50")) == 7


def test_judge_prints_all_moves_or_some(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "judge", "congo", LONGEST)
    assert lines[0] == "e1e4: wins in 22 moves. Still winning, and no move is faster."
    assert output(capsys, "judge", "congo", LONGEST, "c2c1", "e1e4")[0] == lines[0]
    assert len(output(capsys, "judge", "congo", LONGEST, "c2c1", "e1e4")) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["list", "konane"], "Konane has no endgame tablebase, so it has no endings to practise"),
        (["list", "--pieces", "LX-L"], "does not have 'LX-L'; write it like LZ-L"),
        (["find", "--distance", "4"], "distances are odd, from 3 to 43"),
        (["find", "--goal", "hold", "--distance", "3"], "leave out --distance"),
        (["find", "--pieces", "L-LZ"], "there is no such ending"),
        (["find", "--pieces", "L-LZ", "--distance", "3"], "leave out --distance"),
        (
            ["find", "--theme", "promotion", "--pieces", "LZ-L", "--distance", "3"],
            "with the theme 'promotion' was found",
        ),
        (["find", "--distance", "0"], "--distance"),
        (["find", "--goal", "lose"], "--goal"),
        (["judge", "congo", "startpos"], texts.NO_ENDING),
        (["judge", "congo", "3l3/7/7/7/7/7/3L3 w 1"], "the game is over in this position"),
        (["judge", "congo", LONGEST, "a1a2"], "a1a2"),
        (["judge", "congo", "nonsense"], "board"),
    ],
)
def test_bad_input_is_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(["endings", *arguments])
    except SystemExit as stop:
        status = int(stop.code or 0)
    message = capsys.readouterr()
    assert status == 2
    assert sentence in message.err
    assert message.err.count("\n") == 1
    assert message.out == ""
