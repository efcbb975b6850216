"""Texts about tested programs and stored files."""

from __future__ import annotations

# The library


def games_imported(games: int) -> str:
    return f"Saved games added to the library: {games:,}. Find them under Open."


def not_in_library(reason: str) -> str:
    return f"The game is not in the library: {reason}. Open lists it among the previous games."


LIBRARY_FAILED = "The library failed because of an error in the program; the log has the details."

# Programs


def too_many_programs(limit: int) -> str:
    return f"there are {limit} programs already: remove one first"


def program_too_long(limit: int) -> str:
    return f"a name or command can have at most {limit:,} characters"


# The test of a program

STARTING = "Starting it"
WAITING = "It answers. Waiting for a move"


def waiting(what: str, seconds: int, limit: float) -> str:
    return f"{what}… {seconds} s. The test gives up after {limit:g} s."


def named(title: str) -> str:
    return f"“{title}”"


UNNAMED = "It"


def found(depth: int, score: str) -> str:
    return f" (depth {depth}, {score})"


def works(subject: str, seconds: float, move: str, side: str, found: str) -> str:
    return f"{subject} works: it played {move} as {side} after {seconds:.1f} s{found}"


def cannot_play(problem: str) -> str:
    return f"It cannot play: {problem}"


NOT_READY = "was not ready"
NO_MOVE = "gave no move"


def too_late(problem: str, limit: float) -> str:
    return f"it {problem} within {limit:g} s"


def no_function_in(file: str) -> str:
    return f"there is no function in {file}; write one such as choose(game), which returns a move"


# Files

NOT_KEPT = "This window cannot save your game now: save it yourself (Ctrl+S)."


def not_written(path: object, reason: object) -> str:
    return f"{path} cannot be written: {reason}."


NO_SETTINGS = "it contains no settings"


# The command line's help

DESCRIPTION = "Play Congo, chess with African animals, and other games."
FILE_HELP = "a saved game to open"
GAME_HELP = "which game (default: the last one chosen, at first congo)"
SIZE_HELP = "size of the board"
FEN_HELP = "the position to start from, in quotes"


def levels(weakest: str, strongest: str, others: str) -> str:
    return f"the AI's level, {weakest} (weakest) to {strongest}, or between two, such as 3.4; also {others}"


SIMPLE_PLAYERS = (
    "random, first, greedy, minimax:DEPTH, alphabeta:DEPTH or the game's own; engine:without=PARTS"
)


def programs(simple: str) -> str:
    commands = "uci:COMMAND, python:MODULE:FUNCTION, student:FILE"
    return f"{simple}; or a program, {commands} or program:NAME (one of yours)"


def player_help(place: str, levels: str, programs: str) -> str:
    return f"who moves {place}: human, {levels}; or {programs}"


def side_help(side: str) -> str:
    return f"who plays {side}, in games that have this side"


CLOCK_HELP = "a clock for each side: minutes and seconds added per move, as in 3+2"
MOVE_LIMIT_HELP = (
    "seconds per move for AIs and programs, which lose if they take longer; people have no limit"
)
SCREEN_READER_HELP = "write every move to the terminal in words, for a screen reader"
EXPORT_HELP = (
    "write FILE (or the position of --fen) to OUT instead of opening the window: the position as .png or "
    ".svg, the game as .gif or as .html, a page that plays it"
)
PLY_HELP = "with --export: the position after N turns (default: where the game was saved)"
GAME_NUMBER_HELP = "with --export: which game in a file of several (default: 1)"
THEMES = ("day", "night", "contrast")
THEME_HELP = "with --export: the colours (default: day)"
FLIP_HELP = "with --export: turn the board"
DEMO_HELP = "watch two AIs play"


def no_board(game: str, command: str) -> str:
    return f"{game} has no board in the window; play it in the terminal: {command}"


def no_such_game(number: int, name: str, count: int) -> str:
    return f"There is no game {number} in {name}: it has {count}."
