"""Texts of the experiment screens."""

from __future__ import annotations

from engine.rules.words import count_text

# The form

TITLE = "Experiment"
GROWTH = "Node growth"
IMPROVEMENTS = "Value of improvements"
GROWTH_SHORT = "Growth"
IMPROVEMENTS_SHORT = "Improvements"
MAIN_TEN = "The assignment's ten"
ADDED = "Added"
LEFT_OUT = "Left out"
EVALUATION = "Evaluation"
BOOK = "Book"
CONTROL = "Control"
ALL_ROWS = "All"
LEFT_OUT_SHORT = "Out"
EVALUATION_SHORT = "Eval"
CONTROL_SHORT = "Ctrl"
GROUP_TIP = "The rows to measure"
TEN_TIP = "The rows to measure. The assignment's ten: the improvements that Congo's assignment names"

SEED = "Seed"
SEED_TIP = "The same seed gives the same games"
PROCESSES = "Processes"
PROCESSES_TIP = "How many games are played at the same time"
DEPTH = "Depth"
DEPTH_TIP = "All depths from 1 to this one; 4:8,6:6 sets it for each board size"
TURN_DEPTH = "Turn depth"
TURN_DEPTH_TIP = "The depth for the turn-by-turn tables"
GREATEST = "maximum"
ALL_SIZES = "all"
NO_ROWS = "none"
SIZES = "Board sizes"
SIZES_TIP = "Sizes separated by commas, such as 4,6"
GAMES = "Games"
GAMES_TIP = "For each board size and depth, in pairs with colours reversed"
RANDOM_PLIES = "Random plies"
RANDOM_PLIES_TIP = "Played before each pair of games but the first"
PLY_LIMIT = "Ply limit"
PLY_LIMIT_TIP = "A game is stopped after this many plies"
ROW_GAMES = "Games per row"
ROW_GAMES_TIP = "Against the full search, in pairs with colours reversed"
NODES = "Nodes per move"
NODES_TIP = "For both players"
BUDGET = "Nodes per position"
BUDGET_TIP = "For each position of the benchmark"
ROWS = "Rows by name"
ROWS_TIP = "Such as no-pvs no-lmr, instead of a group"

FOLDER_NAME = "Experiments"
FOLDER = "Report folder"
FOLDER_TIP = "Choose the folder of a stopped experiment to resume it"
START = "Start"
START_TIP = "Start the experiment (Enter)"
OPEN_REPORT = "Open report…"
OPEN_REPORT_TIP = "Open a report made here or on the command line"
CANCEL = "Cancel"

WHOLE_PATH = "Enter the full path of the folder."
EVEN_GAMES = "games are played in pairs, so enter an even number"


def not_usable(reason: str | None) -> str:
    return f"The folder cannot be used: {reason}."


def of_parameter(label: str, problem: str) -> str:
    return f"{label}: {problem}"


def growth_cost(games: int) -> str:
    return f"{count_text(games, 'game')}. Each extra ply takes several times as long."


def ablation_cost(rows: int, games: int, time: str) -> str:
    parts = f"{count_text(rows, 'row')}, {count_text(games, 'game')}"
    return f"{parts}. At a million nodes a second the games take {time}."


A_MINUTE = "about a minute"


def minutes(count: int) -> str:
    return f"about {count_text(count, 'minute')}"


def hours(count: int) -> str:
    return f"about {count_text(count, 'hour')}"


# Words of the command line, and what they are in the window

OTHER_FOLDER_HERE = "choose another folder"
TURN_DEPTH_HERE = "turn depth"
RANDOM_PLIES_HERE = "random plies"

# The list of reports

OPEN_TITLE = "Open a report"
LOOKING = "Looking for reports…"
NO_REPORTS = "There are no reports yet."
OTHER = "Another folder"
OTHER_TIP = "Full path of a report folder"
OPEN = "Open"
OPEN_TIP = "Open the report (Enter)"
OPENING = "Opening…"
CHOOSE_ONE = "Choose a report from the list, or enter the path of its folder."
YOURS = "yours"
INCLUDED = "included"
WHAT = {"growth": "node growth", "ablation": "improvements"}


def report_title(game: str, what: str) -> str:
    return f"{game}: {what}"


# The screen

STOP = "Stop"
RESUME = "Resume"
BACK = "Back to the game; a running experiment continues"
GETTING_READY = "getting ready"
DRAWING = "drawing the plots"
STOPPING = "Stopping. Finished parts are kept."
FINISHED = "The experiment has finished."
ALL_DONE = "This experiment is complete."
ONE_AT_A_TIME = "Another experiment is running. Stop it first, or wait until it ends."
AT_WORK = "Stop the experiment first, or wait until it ends."
NOTHING_YET = "There are no results yet."
NO_TABLE = "There is no table on this page."
NO_CLIPBOARD = "The clipboard is not available."


def show_folder(folder: object) -> str:
    return f"Show the folder {folder}"


def folder_is(folder: object) -> str:
    return f"The folder is {folder}"


def copied(tables: int) -> str:
    return f"Copied {count_text(tables, 'table')} as Markdown."


def exported(folder: object) -> str:
    return f"Report, tables and plots are in {folder}."


def report_changed(folder: object) -> str:
    return f"The results in {folder} have changed: open the report again, then export it"


def file_problem(name: object, reason: str | None) -> str:
    return f"{name} cannot be written: {reason}."


def failed(error: object) -> str:
    return f"The experiment failed: {error!r}."


def complete(parts: str) -> str:
    return f"Complete: {parts}"


def so_far(done: int, parts: str) -> str:
    return f"{done:,} of {parts} done"


def stopped(progress: str) -> str:
    return f"Stopped: {progress}"


def in_folder(progress: str, folder: object) -> str:
    return f"{progress}, in {folder}"


# Pages and plots

FINDINGS = "Findings"
NAMED = "The assignment's ten"

TO_A_DEPTH = "Nodes to reach a depth (grey: got no deeper than a labelled row)"
NODES_UP = "nodes"
TURN_ACROSS = "turn"
WORTH = "What each improvement is worth (Elo, 95%)"
FEWER = "Fewer nodes to the same depth (times, 95%)"
PART_OF_IT = "of which:"
TERM = "eval:"
