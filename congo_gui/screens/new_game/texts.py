"""Texts of the start screen, New game and Programs."""

from __future__ import annotations

from collections.abc import Iterable

from engine.rules.words import count_text

# The start screen

CHOOSE_GAME = "Choose a game"
BOARD_SIZE_TIP = "Size of the board"
BACK_TIP = "Back to the board"

# The form

TITLE = "New game"
FEN_LABEL = "Start from a position (optional)"
FEN_HINT = "Paste a position (FEN), or leave empty"
START = "Start"
START_TIP = "Start the game (Enter)"
CANCEL = "Cancel"

# Who plays

HUMAN = "Human"
AI = "AI"
SIMPLE = "Simple"
CUSTOM_AI = "Custom AI"
PROGRAM = "Program"
SHORT_CUSTOM_AI = "Cust."
SHORT_PROGRAM = "Prog."
KINDS_TIP = "Simple: players for comparison. Custom AI: the AI with parts switched off"
SIMPLE_TIP = "Choose a simple player"
CUSTOM_AI_TIP = "Choose the parts to switch off"
PROGRAM_TIP = "Choose, test or add a program"
PERSON = "Someone at this computer."


def level(name: str, title: str) -> str:
    return f"Level {name} – {title}"


def weights(name: str) -> str:
    return f"Weights: {name}. "


def switched_off(head: str, parts: list[str], pace: str) -> str:
    return f"{head}Switched off: {', '.join(parts) or 'nothing'}. {pace}."


# Play at my level

MY_LEVEL = "Play at my level"
MY_LEVEL_TIP = "Play a rated game against an opponent as strong as you"
MY_SIDE = "You play"
MY_SIDE_TIP = "Your side; it changes from game to game"
MY_CLOCK = "Clock"


def no_rating(game: str) -> str:
    return f"You have no rating in {game} yet"


FIRST_RATED_GAMES = "The first opponent is an easy one; in three to five games you will meet your match."


def own_rating(game: str, rating: str) -> str:
    return f"Your rating in {game}: {rating}"


def after_games(sureness: str, games: int) -> str:
    return f"{sureness}, after {count_text(games, 'game')}; ± is a 95% margin of error."


def fair_opponent(level: str) -> str:
    return f"You play the AI at level {level}, and the result changes your rating."


WHAT_IS_RATED = (
    "You may look back; but if you play another move there, ask for a hint or analyse, the game is not rated."
)

# Another level for the running game

LEVEL_TITLE = "Level of the AI"
PLAY_ON = "Play on"
LEVEL_TIP = "Continue this game at the chosen level (Enter)"
NEW_GAME = "New game…"

# Who moves first

MOVES_FIRST = "moves first"
MOVES_SECOND = "moves second"

# Clocks

OFF = "Off"
CUSTOM = "Custom…"
CLOCK_TIP = "Minutes, and seconds added per move. If your time runs out, you lose."
LIMIT_TIP = "Minutes, and seconds added per move. Strict: a move that takes longer loses the game"


def limit_note(seconds: float) -> str:
    return f"Loses if a move takes longer than {seconds:g} s."


CUSTOM_CLOCK = "Custom clock"
WHOLE_GAME = "Whole game"
EACH_MOVE = "Each move"
SECONDS_PER_MOVE = "Seconds per move"
MINUTES = "Minutes"
SECONDS_ADDED = "Seconds added per move"
CLOCK_HELP = "Decimals are fine: 0.5 = 30 seconds. If your time runs out, you lose."
LIMIT_HELP = "The computer loses if any of its moves takes longer. People have no limit."


def not_above_zero(what: str, written: str) -> str:
    return f"{what}: {written} must be a number above 0"


def not_from_zero(what: str, written: str) -> str:
    return f"{what}: {written} must be a number, 0 or more"


def strict_short(seconds: float) -> str:
    return f"{seconds:g} s!"


OK = "OK"
USE_CLOCK_TIP = "Use this clock (Enter)"

# Simple players and custom AIs

SIMPLE_TITLE = "Simple players"
DEPTH_TIP = "Depth: how far it looks ahead, counting both sides' moves"
CUSTOM_AI_TITLE = "Custom AI: what it uses"


def custom_ai_help(pace: str) -> str:
    return f"Click a part to switch it off. The AI {pace}."


PART_TIP = "Ticked: the AI uses it"
MINIMAX_NOTE = "Without alpha-beta pruning it is plain minimax and uses only the evaluation."
MATERIAL_NOTE = "Without evaluation it only counts pieces. Compiling it may take a minute the first time."
PLAY_TIP = "Play against it (Enter)"

# Programs

PROGRAMS_TITLE = "Programs"
UCI_PROGRAM = "UCI program"
PYTHON_FUNCTION = "Python function"
AGENT_FILE = "Agent file"
SHORT_PYTHON = "Python"
SHORT_AGENT = "Agent"
COMMAND = "Command"
MODULE_AND_FUNCTION = "File or module, and function"
FILE = "File"
COMMAND_HINT = "Such as ./my_engine --fast"
FUNCTION_HINT = "FILE.py:function, such as my_bot.py:choose"
FILE_HINT = "Such as my_agent.py"
KIND_TIP = "Kind of player"
NAME = "Name"
NAME_TIP = "Name in the list"
FIND = "Browse…"
FIND_TIP = "Choose the file"
TEST = "Test"
STOP = "Stop"
TEST_TIP = "Start it and ask for a move"
STOP_TIP = "Stop the test"
OPTIONS = "Options…"
OPTIONS_TIP = "The program's own options, its working folder, and a log of the conversation"
OPTIONS_TITLE = "Options of the program"
NO_OPTIONS = "No options."
ASKING = "Asking the program for its options…"
OPTIONS_HELP = "Click an option to change it. Options keep their defaults unless you change them."
VALUE = "Value"
VALUE_HINT = "choose an option first"
OPTION_DEFAULT = "Default"
OPTION_DEFAULT_TIP = "Give the chosen option its default value"
WORKING_FOLDER = "Working folder"
FOLDER_HINT = "the current folder"
LOG_FILE = "Log file"
LOG_HINT = "no log"
CANCEL = "Cancel"


def value_of(option: str) -> str:
    return f"Value of {option}"


def of_check(is_on: bool) -> str:
    return "on" if is_on else "off"


def option_at_default(default: str) -> str:
    return f"default: {default or 'empty'}"


def option_value(value: str, default: str) -> str:
    return f"{value or 'empty'}   (default: {default or 'empty'})"


def option_range(low: int, high: int | None) -> str:
    return f"A whole number from {low}." if high is None else f"A whole number from {low} to {high}."


def one_of(option: str, known: Iterable[str]) -> str:
    return f"{option} must be one of: {', '.join(known)}"


ADD = "Add"
CHANGE = "Change"
ADD_TIP = "Add it to the players"
CHANGE_TIP = "Change the program of this name; another name adds another program"
NEW = "New"
NEW_TIP = "Clear the fields for another program"
NEW_HELP = "Enter the command of the new program, or press Browse to choose its file."
REMOVE = "Remove"
REMOVE_TIP = "Remove it from the list; its file stays"
PLAY = "Play it"
DONE = "Done"
NO_PROGRAMS = "No programs yet."
PROGRAMS_HELP = (
    "UCI programs and Python functions can play, at 1 s per move if there is no clock. Test shows whether "
    "they work."
)
NEEDS_COMMAND = "Enter the command first, or press Browse to choose the file."
TEST_STOPPED = "Test stopped."
AI_LOADING = "The AI is still loading; you can test programs in a moment."


def added(title: str) -> str:
    return f"You can now choose “{title}” in New game."


def changed(title: str) -> str:
    return f"“{title}” was changed."


CHANGE_QUESTION = "Replace this program?"


def change_words(title: str, before: str, after: str) -> str:
    return f"“{title}” is now {before}. It will become {after}. To keep both, cancel and enter another name."


def added_untested(title: str, problem: str) -> str:
    return f"“{title}” was added, although its test failed: {problem}"


REMOVE_QUESTION = "Remove this program?"


def remove_words(title: str) -> str:
    return f"“{title}” will no longer be a player. Its file stays where it is."


def removed(title: str) -> str:
    return f"“{title}” is no longer a player. Its file is untouched."


# Finding a program's file

FIND_TITLE = "Choose the program"
NO_FILES = "There are no files in this folder."
