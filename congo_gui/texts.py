"""What the command line's help, and the window that says why the program ends says."""

from __future__ import annotations

# The command line's help

DESCRIPTION = "Play Congo, chess with African animals, and other games."
FILE_HELP = "a saved game to open"
GAME_HELP = "which game (by default the last one chosen, at first congo)"
SIZE_HELP = "size of the board"
FEN_HELP = "the position to start from, in quotes"


def levels(weakest: str, strongest: str, others: str) -> str:
    return f"the AI's level from {weakest}, the weakest, to {strongest}; also {others}"


SIMPLE_PLAYERS = (
    "random, first, greedy, minimax:DEPTH, alphabeta:DEPTH or the game's own; engine:without=PARTS"
)


def programs(simple: str) -> str:
    return f"{simple}; or a program, uci:COMMAND, python:MODULE:FUNCTION or student:FILE"


def player_help(place: str, levels: str, programs: str) -> str:
    return f"who moves {place}: human, {levels}; or {programs}"


def side_help(side: str) -> str:
    return f"who plays {side}, in games that have this side"


CLOCK_HELP = "a clock for each side: minutes and the seconds that a move adds, as in 3+2"
MOVE_LIMIT_HELP = "seconds that every move of an AI or a program may take, or it loses; people have no limit"
ALOUD_HELP = "write every move to the terminal in words, for a screen reader"
DEMO_HELP = "watch two AIs play"


def no_board(game: str, command: str) -> str:
    return f"{game} has no board in the window; play it in the terminal: {command}"


# The window that says why the program ends


def must_close(game: str) -> str:
    return f"{game} has to close."


PRESS_ANY_KEY = "Press any key or close the window."
