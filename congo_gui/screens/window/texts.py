"""Texts of the whole window: About, exports, keys, menu, settings."""

from __future__ import annotations

# Exports


def not_exported(reason: object) -> str:
    return f"Not exported: {reason}."


# About: pages and headings

ABOUT = "About"
FONT_LICENCE = "Font licences"
CRASH_REPORT = "Crash report"


def program(version: str) -> str:
    return f"Congo {version}"


def versions(python: str, pygame: str, system: str) -> str:
    return f"Python {python}, pygame {pygame}, {system}"


GAMES = "The games"
ORIGINS_HEADING = "Pictures, sounds and typeface"
PICTURES = "All pictures, animals, boards, icons and sounds were made for this program."
FONT = (
    "The typefaces are Inter, copyright 2020 The Inter Project Authors, under the SIL Open Font "
    "License 1.1, and for positions DejaVu Sans Mono, copyright Bitstream and Tavmjong Bah (see Font "
    "licences)."
)
LIBRARIES_HEADING = "Libraries"
LIBRARIES = (
    "The window is drawn with pygame (LGPL); the engine is compiled by numba and calculates with "
    "numpy (both BSD); platformdirs (MIT) finds the folders for files, rich (MIT) writes to the "
    "terminal."
)
FILES_HEADING = "Your files"


def games_folder(path: object) -> str:
    return f"Games: {path}"


def settings_file(path: str) -> str:
    return f"Settings: {path}"


def reports_folder(path: object) -> str:
    return f"Crash reports: {path}"


def no_report(path: object) -> str:
    return f"There is no crash report. Reports are written to {path}."


DISK_IS_SLOW = "The disk does not answer at the moment. Open About again later."


def last_report(path: object) -> str:
    return f"The last report is {path}"


REPORT_ENDS = "These are its last lines. Please attach the whole file when you report the problem."
DONE = "Done"

# What a command of the window has done, or why it is not possible

IS_OPEN = "This is already open."
NO_LESSONS = "This game has no lessons."


def sounds(on: bool) -> str:
    return f"Sounds are {'on' if on else 'off'}."


def warnings(on: bool) -> str:
    return f"Warnings are {'on' if on else 'off'}."


def theme(name: str) -> str:
    return f"Theme: {name}."


def text_size(per_cent: int) -> str:
    return f"Text size: {per_cent}%."


def explanations(on: bool) -> str:
    return f"Explanations are {'on' if on else 'off'}."


# Keys: controls

KEYS = "Keys"
DEFAULT_KEY = "Default key"
DEFAULT_KEY_TIP = "Restore this command's default key"
RESET_KEYS = "Reset all keys"
RESET_KEYS_TIP = "Restore the default keys of all commands"

# Keys: what to do, and what has happened

KEYS_HINT = "Pick a command, then press its new key. A tick marks keys you changed."
NOT_THIS_KEY = "That key is reserved. Press another one, or Escape to cancel."


def fixed_key(command: str) -> str:
    return f"The key of {command} cannot be changed."


def key_kept(command: str, keys: str) -> str:
    return f"{command} keeps {keys}."


def key_taken(key: str, owner: str) -> str:
    return f"{key} is the key of {owner}. Press another one, or Escape to cancel."


def key_changed(command: str, keys: str) -> str:
    return f"{command} now has the key {keys}."


def default_taken(owner: str) -> str:
    return f"{owner} uses that key now: give it another one first."


def key_restored(command: str, keys: str) -> str:
    return f"{command} has its default key {keys} again."


KEYS_RESET = "All keys are reset."


def press_key(command: str) -> str:
    return f"Press the new key for {command}, or Escape to cancel."


# The menu

FIND = "Type to find a command"
MENU = "Menu"
ALL_COMMANDS = "All commands"
FEWER_COMMANDS = "Fewer commands"
ALL_COMMANDS_TIP = "List all commands, or only the everyday ones; typing finds any"
NOTHING_FOUND = "No command found. Press Escape to close."

# Settings: controls

SETTINGS = "Settings"
DEFAULTS = "Defaults"
DEFAULTS_TIP = "Reset all of these settings"
PROGRAMS = "Programs…"
KEYS_BUTTON = "Keys…"

POINT_AT_A_SETTING = "Point at a setting to see what it does."

# Settings: rows

THEME = "Theme"
DAY = "Day"
NIGHT = "Night"
HIGH_CONTRAST = "High contrast"


def theme_tip(keys: str) -> str:
    return f"Colours of the window and the board. Next theme: {keys}"


TEXT_SIZE = "Text size"
TEXT_SIZE_TIP = "Text and buttons, as far as they fit"
BOARD = "Board size"
BOARD_TIP = "Share of the available space"
COORDINATES = "Coordinates"
HIDDEN = "Hidden"
SHOWN = "Shown"
COORDINATES_TIP = "Letters and numbers at the edge of the board"
TWO_PLAYERS = "Two players"
KEEP_BOARD = "Keep board"
AUTO_FLIP = "Auto-flip"
TWO_PLAYERS_TIP = "When two people play: turn the board to the side to move"
STUDY = "Analysis boards"
AS_IN_RULES = "As in Help"
AS_IN_PLAY = "As in the game"
STUDY_TIP = "Which way up the board starts in Analyse, Set up and Search tree; Flip turns it"
MOUSE = "Mouse"
CLICK_OR_DRAG = "Click or drag"
CLICK_ONLY = "Click only"
DRAG_ONLY = "Drag only"
MOUSE_TIP = "How the mouse moves pieces"
ANIMATION = "Animation"
NO_ANIMATION = "Off"
FAST = "Fast"
NORMAL = "Normal"
SLOW = "Slow"
ANIMATION_TIP = "How fast pieces move; Off also stops the water"
SOUNDS = "Sounds"
OFF = "Off"


def volume_tip(keys: str) -> str:
    return f"Volume. {keys} turns sounds on and off"


DISPLAY = "Display"
WINDOW = "Window"
FULL_SCREEN = "Full screen"
WARNINGS = "Warnings"
EXPLANATIONS = "Explanations"
THOUGHTS = "AI's thoughts"
ASK_FIRST = "Risky moves"
ASK_FIRST_TIP = "Ask before a move that lets your lion or king be captured"
NEVER_ASK = "Never ask"
ASK_WEAK = "Levels 1–4"
ALWAYS_ASK = "Always ask"
ON = "On"
