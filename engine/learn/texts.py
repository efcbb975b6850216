"""Texts of lessons, puzzles, endings and openings: what a turn missed or lost, and problems with files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from engine.rules.words import count_text, listed, noun

# What a turn missed, as clauses


def wrong_piece(moved: str, wanted: str) -> str:
    return f"that was the {moved}; move the {wanted}"


CAPTURED_NOTHING = "that turn captured nothing"


def captured_too_few(captured: int, count: int) -> str:
    return f"that turn captured {captured} of {count}"


def not_captured(names: Sequence[str]) -> str:
    return f"the {' and the '.join(names)} {'was' if len(names) == 1 else 'were'} not captured"


def not_attacked(names: Sequence[str]) -> str:
    return f"the {' and the '.join(names)} {'is' if len(names) == 1 else 'are'} not attacked"


def removed_elsewhere(end: str, wanted: Iterable[str]) -> str:
    return f"that removed {end}, not {' or '.join(wanted)}"


def went_elsewhere(end: str, wanted: Iterable[str]) -> str:
    return f"it went to {end}, not to {' or '.join(wanted)}"


NOT_PROMOTED = "nothing was promoted"
NOT_WON = "the game is not won yet"
NOT_DRAWN = "the game is not a draw yet"


def is_drawn(reason: str) -> str:
    return f"that is a draw: {reason}"


def wrong_stones(found: int, square: str, wanted: int) -> str:
    has = count_text(found, "stone") if found else "no stones"
    return f"you have {has} on {square}, but the task asks for {wanted or 'none'}"


def drowned(names: Iterable[str]) -> str:
    return f"your {listed(names)} drowned"


def could_be_captured(attacker: str, square: str, attacked: str) -> str:
    return f"the {attacker} on {square} could capture your {attacked} now"


# What is wrong with a file of lessons


def not_readable(path: object, reason: object) -> str:
    return f"the lessons in {path} cannot be read: {reason}"


def incomplete(game: str, missing: object) -> str:
    return f"the lessons of {game} are incomplete: {missing}"


NO_LESSONS = "there are none"
WRONG_TURNS = "turns, answers and replies do not fit each other"


def in_lesson(lesson: str, reason: object) -> str:
    return f"lesson {lesson!r}: {reason}"


def in_playground(kind: str, reason: object) -> str:
    return f"playground of {kind!r}: {reason}"


def no_square(name: str, game: str) -> str:
    return f"there is no square {name!r} on this board of {game}"


def no_piece(game: str, kind: str) -> str:
    return f"{game} has no piece {kind!r}"


def no_condition(name: str, known: Iterable[str]) -> str:
    return f"there is no condition {name!r}; conditions are {', '.join(known)}"


def wrong_value(condition: str, expected: str, value: object) -> str:
    return f"the condition {condition!r} takes {expected}, not {value!r}"


# --- puzzles


def puzzles_unreadable(path: Path, reason: str | None) -> str:
    return f"the puzzles in {path} cannot be read: {reason or 'it is not a text file'}"


def no_puzzle_file(path: Path, header: str) -> str:
    return f"{path} is not a file of puzzles: it does not begin with '{header}'"


def puzzles_damaged(path: Path) -> str:
    return f"the puzzles in {path} are damaged: the checksum is wrong"


def bad_puzzle(path: Path, line: int) -> str:
    return f"{path}, line {line}: this is not a puzzle"


# --- endings

BEST_WIN = "Still winning, and no move is faster."
BEST_LOSS = "No move holds out longer."
STILL_DRAWN = "Still a draw."
WIN_TO_DRAW = "That gives away the win: now a draw."
WIN_TO_LOSS = "That turns the win into a loss."
DRAW_TO_LOSS = "That gives away the draw: now a loss."


def still_winning(moves: int) -> str:
    return f"Still winning, but {count_text(moves, 'move')} longer."


def loses_sooner(moves: int) -> str:
    return f"That loses {count_text(moves, 'move')} sooner."


def several(piece: str, count: int) -> str:
    return piece if count == 1 else f"two {noun(count, piece)}"


def against(mover: list[str], other: list[str]) -> str:
    return f"{listed(mover)} against {listed(other)}"


def no_endings(game: str) -> str:
    return f"{game} has no endgame tablebase, so it has no endings to practise"


def no_material(game: str, text: str, example: str) -> str:
    return f"the endgame tablebase of {game} does not have {text}; write it like {example}"


# --- openings

OPENINGS_EVENT = "opening explorer"
NO_SAMPLE = "the sample game does not contain this move in this position"


def openings_unreadable(path: Path, reason: str | None) -> str:
    return f"the openings in {path} cannot be read: {reason or 'it is not a text file'}"


def no_openings_file(path: Path, header: str) -> str:
    return f"{path} is not a file of openings: it does not begin with '{header}'"


def openings_damaged(path: Path) -> str:
    return f"the openings in {path} are damaged: the checksum is wrong"


def bad_openings(path: Path, line: int) -> str:
    return f"{path}, line {line}: this is not a line of explored openings"


def no_model_games(path: object, game: str) -> str:
    return f"{path} has no game, or one that is not a game of {game}"
