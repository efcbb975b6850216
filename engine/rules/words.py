"""Building English phrases: numbers, plurals, lists, sentences."""

from __future__ import annotations

from collections.abc import Iterable

MINUS = "−"

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    "twelve",
)

VOWELS = "aeiou"


def number(count: int) -> str:
    """Return a small number as a word."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def noun(count: int, one: str, several: str = "") -> str:
    """Return the noun after a number: `one`, or its plural `several`, which is given if it is irregular."""
    return one if count == 1 else several or plural(one)


def count_text(count: int, one: str, several: str = "") -> str:
    """Return a number in figures with its `noun`."""
    return f"{count:,} {noun(count, one, several)}"


def with_article(noun: str) -> str:
    """Return a noun with a or an."""
    return f"{'an' if noun[0] in VOWELS else 'a'} {noun}"


def plural(noun: str) -> str:
    """Return the plural of a noun."""
    return f"{noun}es" if noun.endswith("s") else f"{noun}s"


def listed(words: Iterable[str]) -> str:
    """Return words with commas, and an "and" before the last."""
    *first, last = words
    return " and ".join((", ".join(first), last)) if first else last


def sentence(clause: str) -> str:
    """Return a clause with a capital and a full stop."""
    return f"{clause[:1].upper()}{clause[1:]}."
