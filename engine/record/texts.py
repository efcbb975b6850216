"""Texts about errors in files of games."""

from __future__ import annotations

from collections.abc import Iterable


def in_line(line: int, reason: str, source: str) -> str:
    return f"{source}, line {line}: {reason}" if source else f"line {line}: {reason}"


# Limits


def too_long(characters: int) -> str:
    return f"a game has at most {characters:,} characters"


def too_many_tokens(count: int) -> str:
    return f"a game has at most {count:,} moves, comments and marks"


def too_many_moves(count: int) -> str:
    return f"a game has at most {count:,} moves"


def too_many_choices(count: int) -> str:
    return f"the positions of a game have at most {count:,} legal moves in all"


def too_deep(depth: int) -> str:
    return f"variations are nested more than {depth} deep"


# Form

OPEN_COMMENT = "the comment that begins here is not closed"
OPEN_VARIATION = "the variation that begins here is not closed"
BAD_TAG = 'a tag is a name and a value in quotes, as in [Game "congo"]'
NO_GAME_TAG = 'the tag Game is missing; it names the game, as in [Game "congo"]'


def second_tag(name: str) -> str:
    return f"the tag {name} occurs twice"


def not_understood(word: str) -> str:
    return f"{word} is not understood"


def misplaced(word: str) -> str:
    return f"{word} does not belong here"


def before_first_move(word: str) -> str:
    return f"{word} comes before the first move of its line"


# Results


def no_result(word: str, known: Iterable[str]) -> str:
    return f"{word} is not a result; results are {', '.join(known)}"


def two_results(end: str, tag: str) -> str:
    return f"the moves end with {end}, but the tag Result says {tag}"


def wrong_result(result: str, decided: str) -> str:
    return f"the result is {result}, but the moves end the game with {decided}"
