"""Texts about opening, saving and sharing games."""

from __future__ import annotations

from engine.rules.words import count_text

# A folder

FOLDER_TIP = "The folder. Type another one and press Enter"
FOLDER_ABOVE_TIP = "Go to the parent folder"
NO_GAMES = "There are no games in this folder."
NO_GAMES_TO_OPEN = "There are no games in this folder. Saved games end with .txt or .pgn."
FOLDER = "Folder"


def no_such_path(path: object) -> str:
    return f"There is no file or folder {path}."


NOT_READABLE = "it cannot be read"


def folder_problem(folder: object, reason: str) -> str:
    return f"The folder {folder} cannot be shown: {reason}."


# Opening a game

OPEN_TITLE = "Open a game"
CANCEL = "Cancel"
KEPT_TIP = "Open what was saved automatically"
CLICK_OR_DROP = "Click a game, or drop a file on the window."
DROP = "Drop a file on the window to open it."


def games_in_file(count: int) -> str:
    return f"{count} games"


# The games of a file

READING = "Reading the file…"
PROGRAM_ERROR = "an error in the program; the log has the details"
SEARCH = "Search: player, event, result (1-0, draw), date, first moves"
SEARCH_TIP = "Every word must be found. Results: 1-0, 0-1, 1/2-1/2, draw, unfinished"
OPEN = "Open"
BACK = "Back"
NO_MATCH = "No game matches. Try fewer words."
NUMBER = "No."
RESULT = "Result"
DATE = "Date"
MOVES = "Moves"
NO_GAME_CHOSEN = "Choose a game first."
LAST_GAME = "This is the only game in the file. Delete the file instead."
DELETE_QUESTION = "Delete this game?"
DELETE = "Delete"


def reading(games: int) -> str:
    return f"Reading the file… {games:,} games"


def sort_tip(sorted_by: str) -> str:
    return f"Click a heading to sort; click it again to reverse. Sorted by: {sorted_by}"


def found_games(found: int, of: int, delete_key: str) -> str:
    shown = f"{of:,} games" if found == of else f"{found:,} of {of:,} games"
    return f"{shown}. {delete_key} removes the selected one."


def delete_words(number: int, players: str, file: str) -> str:
    return f"Game {number}, {players}, will be deleted from “{file}”. You cannot undo this."


def deleted(number: int) -> str:
    return f"Game {number} deleted."


def versus(first: str, second: str) -> str:
    return f"{first} v {second}"


# Saving a game

SAVE_TITLE = "Save the game"
NAME_TIP = "File name"
REPLACE = "Replace"
SAVE = "Save"
NAME = "Name"
NO_NAME = "The game needs a name."


def bad_letter(letter: str) -> str:
    return f"A name cannot contain {letter}"


LONG_NAME = "This name is too long."


def analysis_file(game: str, date: str) -> str:
    return f"{game} {date} analysis.txt"


FILE_EXISTS = "A file with this name already exists and will be replaced."


def replaces_one(count: int) -> str:
    if count == 1:
        return "Only your game in this file will be replaced."
    return f"This file contains {count} games. Only yours will be replaced."


def replaces_all(count: int) -> str:
    return f"This file contains {count} games. All of them will be replaced."


def not_saved(reason: str) -> str:
    return f"The game cannot be saved here: {reason}."


def saved(name: str) -> str:
    return f"Saved as “{name}”."


# Sharing a game

SHARE_TITLE = "Share"
WHAT = "Format"
EXPORT = "Export"
NO_EXPORTS = "Exported files of this kind will be listed here."
EXPORTING = "Exporting…"
FORMATS = {
    ".png": ("PNG image", "The position as a PNG image."),
    ".svg": ("SVG image", "The position as an SVG image, which stays sharp at any size."),
    ".gif": ("GIF", "The game as an animated GIF, one second per move."),
    ".html": ("Web page", "The game as a page that plays it in any browser, without the Internet."),
}


def exporting(done: int, total: int) -> str:
    return f"Drawing position {done} of {total}…"


PICTURE_COPIED = "Picture copied."
NO_PICTURE_COPIED = "Pictures cannot be copied here; Share saves them as files."


def picture_needs(program: str) -> str:
    return f"To copy pictures, install {program}; Share saves them as files."


# What was saved automatically

PREVIOUS_GAME = "Previous game"
LAST_ANALYSIS = "Last analysis"


def several(kept: str) -> str:
    return f"{kept}s"


def earlier_games(count: int) -> str:
    return f"{count} earlier games, the latest first. Click one to continue it."


GAME_KEPT = "Your last game is saved; find it under Open."
ANALYSIS_KEPT = "Your last analysis is saved; find it under Open."
BOTH_KEPT = "Your last game and analysis are saved; find them under Open."
GAME_DAMAGED = "Your last game is damaged. Its file is kept as damaged.txt."
NOT_KEPT = "This window will not save your game when it closes: save it yourself (Ctrl+S)."


def to_move(side: str) -> str:
    return f"{side} to move"


def turns_played(turns: int) -> str:
    return f"{count_text(turns, 'turn')} played"


CONTINUE_QUESTION = "Continue your last game?"
CONTINUE = "Continue"
CONTINUE_TIP = "Continue from here (Enter)"
NEW_GAME = "New game"
NEW_GAME_TIP = "The last game stays under Open"
