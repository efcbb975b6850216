"""Texts of the lessons and playgrounds."""

from __future__ import annotations

from engine.rules.words import noun

# Lessons


def lesson(number: int, of: int, solved: int) -> str:
    return f"Lesson {number} of {of} · {solved} solved"


def in_chapter(chapter: str, what: str) -> str:
    return f"{chapter}: {what}" if chapter else what


def solved(done: str) -> str:
    return f"✓ Solved! {done}"


def missed(problem: str) -> str:
    return f"✗ Not quite. {problem} Try again."


def turns_left(other: str, left: int) -> str:
    return f"{other} waits. You have {left} more {noun(left, 'turn')}."


# Playgrounds

TRY_FREELY = "Move it as often as you like; the other side waits."


def would_have_won(reason: str) -> str:
    return f"{reason} You would have won. Start again."


def playground_over(reason: str) -> str:
    return f"{reason} Start again."


def captured(piece: str) -> str:
    return f"captured the {piece}"


def became(piece: str) -> str:
    return f"became a {piece}"


def it_did(parts: list[str]) -> str:
    return f"It {' and '.join(parts)}."


def drowned(pieces: list[str]) -> str:
    return f"The {' and the '.join(pieces)} drowned in the river."


# Controls

LESSONS = "Lessons"
LEAVE = "Back to the game"
PREVIOUS = "Back"


def next_tip(key: str) -> str:
    return f"Continue ({key})"


TRY_AGAIN = "Try again"
START_AGAIN = "Start again"
PLAY_FIRST_GAME = "Play level 1"
NEXT = "Next"
SKIP = "Skip"

# Why a command is not possible

LOADING = "The rules are still loading. One moment."
LESSON_SOLVED = "This lesson is solved."
NO_HINT = "There is no hint here."
FIRST_LESSON = "This is the first lesson."
LAST_LESSON = "This is the last lesson."
ANSWER_FIRST = "Solve the task on the board first."
