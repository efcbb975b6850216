"""Texts from elsewhere in messages."""

from __future__ import annotations

import pytest

from engine.system.errors import printable


@pytest.mark.parametrize("text", ["山田　太郎", "a\xa0b", "👩\u200d🔬", "می\u200cخواهم", "a\u2009b", "é\\"])
def test_letters_spaces_and_joiners_are_printed_as_they_are(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("\x1b[2J\r\n\0\x7f", r"\x1b[2J\r\n\x00\x7f"),
        ("\x85\x9b", r"\x85\x9b"),
        ("\u2028\u2029", r"\u2028\u2029"),
        ("\u061c\u200e\u200f\u202a\u202e\u2066\u2069", r"\u061c\u200e\u200f\u202a\u202e\u2066\u2069"),
        ("\udc80", r"\udc80"),
    ],
)
def test_what_a_terminal_obeys_is_escaped(text: str, escaped: str) -> None:
    assert printable(text) == escaped
