"""Texts of a program that cannot start or has to close."""

from __future__ import annotations

from collections.abc import Sequence

# A crash


def unreadable(reason: str) -> str:
    return f"It cannot be read: {reason}."


def version_of_pygame(version: str) -> str:
    return f"pygame {version}"


def no_description(error: Exception) -> str:
    return f"the game could not be described: {error!r}"


# The window cannot open


def no_display(reason: object) -> str:
    return f"Congo cannot open a window: no display found ({reason})."


NO_DISPLAY_NAMED = "neither DISPLAY nor WAYLAND_DISPLAY is set"
NO_SERVER = "no X11 or Wayland server answers"

# Closing the window, or what is open above the game

CLOSE_QUESTION = "Close the window?"
NOT_SAVED = (
    "A game, or its analysis, could not be saved: the folder is full or cannot be written. Stay and make "
    "room, or save it elsewhere (Ctrl+S); otherwise it is lost."
)
PROGRESS_NOT_SAVED = (
    "Your progress, programs, keys or tournaments could not be saved: the folder is full or cannot be "
    "written. Stay and make room; otherwise the last changes are lost."
)
CLOSE = "Close"
STAY = "Stay"
LAST_MOVES = "The disk is still busy with the last moves. Close the window again to quit without waiting."
LIBRARY_WRITES = "The library is still writing. Close the window again to quit without waiting."
LAST_FILE_ALONE = "Only the last of the dropped files was opened."
OPEN_QUESTION = "Open the dropped file?"
MISSING_PART = "This part of the program is missing. If you have moved or updated the program, restart it."
UNREADABLE_INPUT = (
    "What was dropped is not UTF-8 and cannot be read. A file with such a name must be renamed first."
)
GAME_PAUSED = "Your game and its clocks are paused."
FILE_WAITS = "The AI is still loading. The file will open in a moment."


def stays_open(names: Sequence[str]) -> str:
    return f"Could not be written: {', '.join(names)}. Close the window again to quit anyway."


def system_refused(reason: str) -> str:
    return f"The system did not allow that: {reason}."


# The engine cannot start

COMPILING_STOPPED = "Compiling the engine was stopped."


def both_packages(command: str) -> str:
    return (
        "pygame and pygame-ce are both installed and overwrite each other's files. "
        f"Run: python -m pip uninstall pygame pygame-ce, and then: {command}"
    )


# The window that says why the program ends


def must_close(game: str) -> str:
    return f"{game} has to close."


PRESS_ANY_KEY = "Press any key or close the window."
