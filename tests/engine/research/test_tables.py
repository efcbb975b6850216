"""Formatting of tables and numbers in reports."""

from __future__ import annotations

import pytest

from engine.research.reports import comma_separated, markdown, seconds, short, signed, times


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (987, "987"),
        (999.6, "1.00k"),
        (1234, "1.23k"),
        (45_600, "45.6k"),
        (123_456, "123k"),
        (999_600, "1.00M"),
        (7e9, "7.00G"),
        (None, "–"),
    ],
)
def test_counts_have_three_digits(number: float | None, text: str) -> None:
    assert short(number) == text


@pytest.mark.parametrize(
    ("time", "text"), [(0.0000123, "12 µs"), (0.00123, "1.23 ms"), (0.0456, "45.6 ms"), (1.5, "1.50 s")]
)
def test_times_have_fitting_units(time: float, text: str) -> None:
    assert seconds(time) == text


def test_signs_and_factors() -> None:
    assert [signed(number) for number in (-12.4, 0.2, 7)] == ["−12", "0", "+7"]
    assert [times(number) for number in (0.5, 12.34, 1234, None)] == ["×0.50", "×12.3", "×1.23k", "–"]


def test_tables() -> None:
    assert markdown(("a", "b"), [("x|y", "1")]) == "| a | b |\n| --- | ---: |\n| x\\|y | 1 |\n"
    assert comma_separated(("a", "b"), [("x, y", None), (1, 2.5)]) == 'a,b\n"x, y",\n1,2.5\n'
