"""Texts about players: titles, failures, and errors in their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

# Names of players on the command line

PLAYER_NAMES = (
    "human, random, first, greedy, minimax:DEPTH, alphabeta:DEPTH, engine (or engine: with any of level=, "
    "movetime=, nodes=, depth=, threads=, without=, book=, network=FILE, margins=, separated by commas), "
    "engine:weights=NAME (with without=, book=), uci:COMMAND (or uci:option.NAME=VALUE dir=FOLDER "
    "log=FILE COMMAND), python:MODULE:FUNCTION "
    "or python:FILE.py:FUNCTION (with ,depth=N if it evaluates positions), program:NAME (a program that was "
    "added in the window); "
    "NAME= before a player names it, as in Rex=greedy"
)
"""The players of all games. A game may have its own (`players.py` in its folder), listed for a wrong name."""
ENGINE_SETTINGS = (
    "level=, movetime=, nodes=, depth=, threads=, without=, book=, network=, margins= "
    "and, by itself, weights="
)
PYTHON_SETTINGS = "depth="


def student_name(function: str) -> str:
    return f"student:FILE (with a function {function})"


def no_player(name: str, known: Iterable[str]) -> str:
    return f"there is no player {name}; players are {', '.join(known)}"


def no_saved_program(name: str, known: Sequence[str]) -> str:
    if not known:
        return f"there is no program {name}: none has been added in the window (Programs, Ctrl+P)"
    return f"no program {name} has been added in the window; its programs are {', '.join(known)}"


def no_settings(player: str, text: str) -> str:
    return f"{player} takes no settings; write {player}, not {text}"


def no_setting(player: str, setting: str, known: str) -> str:
    return f"{player} has no setting {setting}; it has {known}"


def needs_depth(player: str) -> str:
    return f"{player} needs a depth, as in {player}:3"


def depth_of(player: str) -> str:
    return f"the depth of {player}"


def no_whole_number(what: str, highest: int, text: str) -> str:
    return f"{what} takes a whole number from 1 to {highest}, not {text}"


def set_twice(setting: str) -> str:
    return f"engine has {setting}= twice"


def bad_book(text: str) -> str:
    return f"book= takes on or off, not {text}"


def beside_weights(settings: str) -> str:
    return f"with weights=, engine takes only without= and book=, not {settings}"


def term_off_twice(weights: str) -> str:
    return f"{weights} switches a term off twice"


def no_term(name: str, known: Iterable[str]) -> str:
    return f"the evaluation has no term {name}; it has {', '.join(known)}"


def bad_level(highest: int, written: str) -> str:
    return f"level= takes a number from 1 to {highest}, with at most one decimal, not {written}"


def no_level(name: str, highest: int, others: Iterable[str]) -> str:
    return f"there is no level called {name}; the levels are 1 to {highest}, and {', '.join(others)}"


# Programs and functions that are not there

NO_COMMAND = "uci needs the command of a program, as in uci:./engine"
NO_FUNCTION_NAMED = (
    "python needs a module or file and a function, as in python:my_bot:choose or python:FILE.py:choose"
)
NO_FILE_NAMED = "student needs a file, as in student:AB.py"


def no_program(name: str) -> str:
    return f"there is no program '{name}' to run"


def no_folder(path: str) -> str:
    return f"there is no folder {path}"


def log_failed(path: str, reason: object) -> str:
    return f"its log {path} cannot be written: {reason}"


def bad_option(name: str, low: int, high: int) -> str:
    return f"{name} must be a whole number from {low} to {high}"


def not_executable(file: str, is_python: bool) -> str:
    permit = f"run chmod +x {file}"
    return f"the file '{file}' is not executable; {f'write python3 {file}, or ' if is_python else ''}{permit}"


def not_in_path(file: str) -> str:
    return f"'{file}' is not in the PATH; for the file in this folder write ./{file}"


TOO_LONG = "it is too long"


def not_split(command: str, reason: str) -> str:
    return f"the command {command} cannot be split into words: {reason}"


def no_agents(game: str, text: str) -> str:
    return f"{game} does not support agent files such as {text}"


def is_a_log(path: object) -> str:
    return f"{path} is a player's log file; choose another file for the games"


def no_file(path: str) -> str:
    return f"there is no file {path}"


def source_name(name: str, is_file: bool) -> str:
    return f"the {'file' if is_file else 'module'} {name}"


def no_function(source: str, function: str) -> str:
    return f"{source} has no function {function}"


def named_with_py(name: str, text: str) -> str:
    return f"name the module without .py: {name}, not {text}"


def no_module(name: str, folder: str) -> str:
    return f"there is no module {name} in {folder} or elsewhere on Python's path"


def not_loaded(source: str, reason: str) -> str:
    return f"{source} cannot be loaded: {reason}"


def at_line(line: int | None, file: str) -> str:
    return f"line {line} of {file}: "


# How a player fails; its name stands before

NOT_STARTED = "it was not started"
NO_MOVE = "found no move"
WAS_STOPPED = "was stopped"
UNREADABLE_ANSWER = "its process gave an unreadable answer"


def stopped(error: str) -> str:
    return f"stopped with an error: {error}"


def illegal_move(reason: object) -> str:
    return f"played an illegal move: {reason}"


def returned_no_move(answer: str) -> str:
    return f"returned {answer}, which is not a move"


def evaluated_as(answer: str) -> str:
    return f"evaluated a position as {answer}, which is not a number"


GIVEN_GAME = "without ,depth=N after its name it is given a game, not a position"
GIVEN_POSITION = "with ,depth=N after its name it is given a position, not a game"


def no_move_in_time(seconds: float) -> str:
    return f"its function gave no move within {seconds:g} s"


def game_time_used(seconds: float) -> str:
    return f"its function has used up its {seconds:g} s for the game"


def not_ready(seconds: float) -> str:
    return f"its function was not ready within {seconds:g} s"


def not_ready_for_game(seconds: float) -> str:
    return f"its function was not ready for a game within {seconds:g} s"


def start_failed(reason: str | None) -> str:
    return f"could not be started: {reason}"


OUTPUT_CLOSED = "its program has closed its output"
PROGRAM_STOPPED = "its program was ended"
PROGRAM_GAVE_NO_MOVE = "its program gave no move, although it has legal moves"


def ended_by_signal(signal: int, last_error: str) -> str:
    return f"its program was ended by signal {signal}{last_error}"


def ended_with_status(status: int, last_error: str) -> str:
    return f"its program ended with status {status}{last_error}"


def other_game(game: str) -> str:
    return f"its program does not play {game}"


def no_answer(question: str, seconds: float) -> str:
    question = "go" if "time " in question and "inc " in question else question  # the clocks say no more
    return f"its program did not answer '{question}' within {round(seconds, 2):g} s"


def program_illegal_move(reason: object) -> str:
    return f"its program played an illegal move: {reason}"


# A human at the terminal

COMMANDS = {
    "board": "board (shows it again)",
    "hint": "hint (a good move)",
    "undo": "undo (takes your last move back)",
    "save": "save FILE (writes the game to a file)",
}


def terminal_help(commands: Iterable[str]) -> str:
    more = "".join(f"{COMMANDS[name]}, " for name in commands)
    return f"Type a move, or: moves (lists them), {more}help (the rules in short), resign, quit."


# The players of every game: title and description

RANDOM = "Random", "Plays any legal move."
FIRST = "First", "Plays the move that comes first in the alphabet."
GREEDY = "Greedy", "Wins at once if it can, else captures the most."
MINIMAX = "Minimax", "Looks at every line; each step deeper takes far longer."
ALPHA_BETA = "Alpha-beta", "Plays like minimax, but looks at far fewer positions."

# The levels, weakest first: title and description

LEVELS = (
    ("First steps", "Moves almost at random, and may let you win at once."),
    ("Beginner", "Grabs what it sees, rarely thinks ahead."),
    ("Learner", "Won't lose at once, but gives a lot away."),
    ("Casual", "Finds simple captures, and often overlooks your answer."),
    ("Medium", "Plays sensibly, but often overlooks things."),
    ("Practised", "Usually looks ahead; wait for its slips."),
    ("Skilled", "Punishes careless moves, and makes one now and then."),
    ("Expert", "Calculates well and rarely slips."),
    ("Master", "Sees very far and hardly ever errs."),
    ("Champion", "The AI at its best. Thinks for about a second per move."),
)
