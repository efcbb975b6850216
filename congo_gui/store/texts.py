"""What the test of a program and what is kept in files says."""

from __future__ import annotations

# The test of a program

STARTING = "Starting it"
WAITING = "It answers. Waiting for a move"


def waiting(what: str, seconds: int, limit: float) -> str:
    return f"{what} … {seconds} s. The test gives up after {limit:g} s."


def named(title: str) -> str:
    return f"It is called {title} and"


UNNAMED = "It"


def found(depth: int, score: str) -> str:
    return f" (depth {depth}, {score})"


def works(subject: str, seconds: float, move: str, side: str, found: str) -> str:
    return f"{subject} works: after {seconds:.1f} s it moved {move} as {side}{found}"


def cannot_play(problem: str) -> str:
    return f"It cannot play: {problem}"


NOT_READY = "was not ready"
NO_MOVE = "gave no move"


def too_late(problem: str, limit: float) -> str:
    return f"it {problem} within {limit:g} s"


# Files


def not_written(path: object, reason: object) -> str:
    return f"{path} cannot be written: {reason}."


NO_SETTINGS = "it contains no settings"
