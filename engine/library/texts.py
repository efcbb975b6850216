"""Texts of the library of games."""

from __future__ import annotations

from engine.rules.words import count_text


def not_read(path: object, reason: object) -> str:
    return f"{path} cannot be read: {reason}"


NAME_NOT_TEXT = "its name is not text in UTF-8"
WRONG_TYPE = "a column has a value of another type"
NOT_MARKED = "a game cannot be marked as indexed"
NO_KNOWN_GAME = "The tag Game is missing, or names an unknown game"
AFTER_RESULT = "Nothing may follow the result of a game"
SEARCH_TOO_LONG = "That is too long to search for"
IMPORT_STOPPED = "The import was stopped; the rest of the file is not in the library"
IN_USE = "The library is in use by another window; try again"
DISK_FULL = "The library cannot be written: the disk is full"


def in_library(path: object) -> str:
    return f"{path} is in the folder of a library: choose another one"


def appeared(path: object) -> str:
    return f"{path} exists by now, and was not replaced"


def not_written(reason: str) -> str:
    return f"The library cannot be written: {reason}"


def set_aside(path: object) -> str:
    return f"The library's index was damaged; it is kept as {path} and was rebuilt from the text files"


def newer(path: object, version: int, known: int) -> str:
    versions = f"schema {version}; this one knows {known}"
    return f"{path} is from a newer version of Congo ({versions}) and was left unchanged: update Congo"


def in_memory(path: object, reason: str) -> str:
    return f"The library's index {path} cannot be used ({reason}); it is built in memory instead"


def no_such_game(uid: str) -> str:
    return f"The library has no game {uid}"


# What is wrong, for `library check`


def index_damaged(reason: str) -> str:
    return f"the index is damaged: {reason}"


def index_differs(games: int) -> str:
    return f"the index differs from the text files in {count_text(games, 'game')}"


def damaged_games(games: int) -> str:
    return f"{count_text(games, 'game')} cannot be played through"


def unfinished_games(games: int) -> str:
    return f"a crash has left {count_text(games, 'game')} unfinished in the text files"
