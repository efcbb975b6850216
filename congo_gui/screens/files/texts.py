"""Texts about opening, saving and sharing games."""

from __future__ import annotations

from engine.rules.words import count_text

# A folder

FOLDER_TIP = "The folder. Type another one and press Enter"
FOLDER_ABOVE_TIP = "Go to the parent folder"
NO_GAMES = "There are no games in this folder."
NO_GAMES_TO_OPEN = "There are no games in this folder. Saved games end with .txt or .pgn."
NO_SAVED_GAMES = "There are no saved games in this folder. Games that you have finished are in the Library."
ONLY_PART = "This folder is very large: only a part of it is shown."
LOOKING = "Looking into the folder…"
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
    return count_text(count, "game")


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
    return f"Reading the file… {count_text(games, 'game')}"


def sort_tip(sorted_by: str) -> str:
    return f"Click a heading to sort; click it again to reverse. Sorted by: {sorted_by}"


def found_games(found: int, of: int, delete_key: str) -> str:
    shown = count_text(of, "game") if found == of else f"{found:,} of {count_text(of, 'game')}"
    return f"{shown}. Double-click opens one; {delete_key} removes the selected one."


def delete_words(number: int, players: str, file: str) -> str:
    return f"Game {number}, {players}, will be deleted from “{file}”. You cannot undo this."


DELETING = "Deleting…"
WAIT = "Wait a moment: the disk is still busy with this."


def not_deleted(reason: str) -> str:
    return f"The game could not be deleted: {reason}."


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

FILE_APPEARED = "A file with this name exists by now, and was not replaced."


def replaces_one(count: int) -> str:
    if count == 1:
        return "Only your game in this file will be replaced."
    return f"This file contains {count} games. Only yours will be replaced."


def replaces_all(count: int) -> str:
    return f"This file contains {count} games. All of them will be replaced."


SAVING = "Saving…"


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
STOPPED = "Export stopped. No file was written."
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
SEVERAL = {PREVIOUS_GAME: "Previous games", LAST_ANALYSIS: "Last analyses"}
LATEST_FIRST = "Latest first. Click one to continue it."
GAME_KEPT = "Your last game is saved; find it under Open."
ANALYSIS_KEPT = "Your last analysis is saved; find it under Open."
BOTH_KEPT = "Your last game and analysis are saved; find them under Open."
GAME_DAMAGED = "Your last game is damaged. Its file is kept as damaged.txt."


def to_move(side: str) -> str:
    return f"{side} to move"


def moves_played(moves: int) -> str:
    return f"{count_text(moves, 'move')} played"


CONTINUE_QUESTION = "Continue your last game?"
CONTINUE = "Continue"
CONTINUE_TIP = "Continue from here (Enter)"
NEW_GAME = "New game"
NEW_GAME_TIP = "The last game stays under Open"


# The library

LIBRARY = "Library"
WAITING_FOR_LIBRARY = "Waiting for the library…"
NOT_SEARCHED = "The library was not searched."
NO_MATCH_FILTERED = "No game matches. Try fewer words or filters."
LIBRARY_TIP = "All your games: search by player, date, result, length or position"
ALL_KINDS = "All kinds"
ANY_RESULT = "Any result"
DRAWN = "Drawn"
UNFINISHED = "Unfinished"
ANY_DATE = "Any date"
TODAY = "Today"
YESTERDAY = "Yesterday"
LAST_WEEK = "Last 7 days"
LAST_MONTH = "Last 30 days"
ANY_LENGTH = "Any length"
ANY_POSITION = "Any position"
THIS_POSITION = "This position"
KIND_TIP = "Kinds of games to list. Click for the next choice"
RESULT_TIP = "Results to list. Click for the next choice"
DATE_TIP = "When the games were played. Click for the next choice"
LENGTH_TIP = "How long the games were. Click for the next choice"
POSITION_TIP = "Only games that reached the position on the board, by any move order"
COMMENT = "Comment"
COMMENT_LABEL = "Comment on this game"
COMMENT_TIP = "The search finds words in comments, too"
OK = "OK"
COMMENTED = "Comment changed"
COMMENT_RESTORED = "Previous comment restored."
UNDO = "Undo"
EXPORT_ONE = "Export game"
EXPORT_ALL = "Export all listed"
EXPORT_TITLE = "Export games"
IMPORT = "Import file"
IMPORT_TITLE = "Import games"
NOTHING_CHANGED = "Nothing to undo."


def unwritten_comment(text: str) -> str:
    return f"Your comment was: “{text}”"


def not_exported(file: str) -> str:
    return f"“{file}” was not written."


def not_imported(file: str) -> str:
    return f"Not all games of “{file}” are in the library."


def only_kind(title: str) -> str:
    return f"{title} only"


def won_by(side: str) -> str:
    return f"{side} won"


def up_to(moves: int) -> str:
    return f"Up to {moves} moves"


def between(least: int, most: int) -> str:
    return f"{least}–{most} moves"


def at_least(moves: int) -> str:
    return f"{moves}+ moves"


def in_library(found: int, count: int, pending: int) -> str:
    shown = count_text(count, "game") if found == count else f"{found:,} of {count_text(count, 'game')}"
    if pending:
        return f"{shown}. {count_text(pending, 'game')} not yet indexed by position."
    return f"{shown}. Double-click one to open it." if found else f"{shown}."


def game_deleted(players: str) -> str:
    return f"Game deleted: {players}"


def game_restored(players: str) -> str:
    return f"Game restored: {players}."


def undoable(done: str) -> str:
    return f"{done}. You can undo this."


def exported_games(games: int, name: str) -> str:
    return f"{count_text(games, 'game')} saved as “{name}”."


def export_name(game: str, games: int) -> str:
    return f"{game} {count_text(games, 'game')}.txt"


def imported(added: int, known: int, damaged: int) -> str:
    if not added + known + damaged:
        return "This file has no games."
    parts = [f"{count_text(added, 'game')} added"]
    if known:
        parts.append(f"{known:,} already in the library")
    if damaged:
        parts.append(f"{damaged:,} damaged")
    return f"{', '.join(parts)}."
