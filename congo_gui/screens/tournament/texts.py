"""Texts of tournaments."""

from __future__ import annotations

from collections.abc import Iterable

from engine.rules.words import count_text

# Setting up a tournament

TITLE = "Tournament"
LEVELS_LABEL = "AI levels (1 is the weakest)"
SIMPLE_LABEL = "Simple players"
PROGRAMS_LABEL = "Programs"


def level(name: str) -> str:
    return f"Level {name}"


MORE_LABEL = "More players, separated by commas"
MORE_PLAYERS = "minimax:3, Rex=uci:./rex"
PYTHON_FILE = "Python file…"
PYTHON_FILE_TIP = "Add a player from a file: its function choose(game), or its last function"
PYTHON_TITLE = "Python player"
NO_PYTHON = "No Python files here."


PLAYERS_PAGE = "Players"
GAMES_PAGE = "Games"
ADJUDICATION_PAGE = "Adjudication"
ADVANCED_PAGE = "Advanced"


def wrong_player(player: str, problem: str) -> str:
    return f"{player}: {problem}"


SOME_PLAYERS = "first, minimax:3 or engine:nodes=5000"
FORMAT_LABEL = "Format"
ROUND_ROBIN = "Round robin"
GAUNTLET = "Gauntlet"
SWISS = "Swiss system"
SHORT_ROUND_ROBIN = "All"
SHORT_GAUNTLET = "First"
SHORT_SWISS = "Swiss"
GAMES_LABEL = "Games per pairing"
LIMIT_LABEL = "Time control"
BOARD_LABEL = "Board size"
TEST_LABEL = "SPRT: Elo0, Elo1"
OPENINGS_LABEL = "Openings"
RANDOM = "Random moves"
BOOK = "Opening book"
FILE = "File"
SHORT_RANDOM = "Random"
SHORT_BOOK = "Book"
PLIES_LABEL = "Plies"
SHUFFLE = "Random order"
SHUFFLE_TIP = "Ticked: the openings of the file come in random order. A file with too few is repeated."
NO_OPENINGS = "No text files here."
FILE_LABEL = "Openings file, one per line"


def no_openings_file(path: str) -> str:
    return f"there is no openings file {path}"


def no_book(game: str) -> str:
    return f"{game} has no opening book; choose random moves or a file"


PARALLEL_LABEL = "Games at once"
AUTOMATIC = "Auto"
TABLEBASE = "Tablebase adjudication"
TABLEBASE_TIP = "Ticked: a game ends as soon as the endgame tablebase knows its result"
WIN_LABEL = "Win adjudication: cp, moves"
WIN_HINT = "off, or such as 600 4"
DRAW_LABEL = "Draw adjudication: cp, moves, from move"
DRAW_HINT = "off, or such as 10 8 30"
WIN_TIP = (
    "End a game as won when both players give the same side that many centipawns, or more, for that many "
    "moves in a row. Players without scores never agree."
)
DRAW_TIP = (
    "End a game as drawn when both players' scores are within that many centipawns for that many moves in a "
    "row, from that turn on"
)
OTHER_GAMES_LABEL = "Other games per pairing"
OTHER_GAMES_HINT = "an even number"
ROUNDS_LABEL = "Swiss rounds"
ROUNDS_HINT = "enough for one winner"
OTHER_TEST_LABEL = "Other SPRT: Elo0, Elo1"
OTHER_TEST_HINT = "such as -5 5"
NAME_LABEL = "Name of the tournament"
NAME_HINT = "such as v2 against v1"
SEED_LABEL = "Seed"
SEED_HINT = "random"
GRACE_LABEL = "Grace period (ms)"
TIMEOUT_LABEL = "Timeout (s)"
DASK_LABEL = "Dask cluster"
DASK_HINT = "tcp://HOST:8786"
DASK_TIP = "The address of a Dask cluster's scheduler. Empty: the games are played on this computer"


def bad_numbers(field: str, written: str, example: str) -> str:
    return f"{field}: {written} is not valid; write {example}"


def whole_numbers(count: int, lowest: int, highest: int) -> str:
    numbers = "a whole number" if count == 1 else f"{count} whole numbers"
    return f"{numbers} from {lowest:,} to {highest:,}"


EVEN = "an even number of games, 2 or more"
NO_TEST = "Off"
TEST_10 = "0, 10"
TEST_30 = "0, 30"
TEST_100 = "0, 100"


def test_tip(games: int, error: float) -> str:
    return (
        "For two players: stop as soon as it is clear whether the first is Elo1 stronger, or only Elo0 "
        f"(alpha = beta = {error:g}); {games} games at most"
    )


START = "Start"
CANCEL = "Cancel"
RESUME = "Resume last tournament"


def last_tournament(game: str, file: str) -> str:
    return f"{game}, in the file {file}"


TOO_FEW = "Choose at least two players."


def too_many(count: int, limit: int) -> str:
    return f"{count} players chosen; the limit is {limit}."


def plan_of_test(games: int) -> str:
    return f"2 players, at most {games} games."


TEST_NEEDS_TWO = f"SPRT (page {ADJUDICATION_PAGE}) needs exactly two players."


def plan(players: int, games: int) -> str:
    return f"{players} players, {games} games."


NO_HUMANS = "humans cannot play in a tournament"


def quotes_needed(player: str) -> str:
    return f'a player with spaces needs quotation marks: "{player} …"'


def try_some(problem: str) -> str:
    return f"{problem}; try {SOME_PLAYERS}"


# Limits

CUSTOM = "Custom…"
SECONDS = "Seconds"
NODES = "Nodes"
DEPTH = "Depth"
CLOCK = "Clock"
CLOCK_LABEL = "Minutes + seconds per move, such as 3+2"
CLOCK_NOTE = (
    "Each player has a clock; a player whose time runs out loses. Simple players do not watch theirs."
)
STRICT_NOTE = "Strict: any player that takes longer loses the game, Python functions too."
OWN_LIMITS = "Players with their own limits keep them."


def seconds(count: float) -> str:
    return f"{count:g} s"


def clock(control: str) -> str:
    return f"clock {control}"


def depth(plies: int) -> str:
    return f"depth {plies}"


def nodes(count: int) -> str:
    return count_text(count, "node")


def strict(number: float) -> str:
    return f"{seconds(number)} strict"


def strict_short(seconds: float) -> str:
    return f"{seconds:g} s!"


def thousand_nodes(thousands: int) -> str:
    return f"{thousands}k"


NUMBER = "a number"
WHOLE_NUMBER = "a whole number"


def bad_limit(what: str, kind: str, lowest: str, highest: str, written: str) -> str:
    return f"{what} must be {kind} from {lowest} to {highest}, not {written}"


def a_move(limit: str) -> str:
    return f"{limit} per move. {OWN_LIMITS}"


LIMIT_TITLE = LIMIT_LABEL
STRICT = "Strict"
STRICT_TIP = "Ticked: a player that takes longer loses the game"
USE_TIP = "Use this time control (Enter)"
OK = "OK"

# The screen of a tournament


def title(game: str, format_title: str) -> str:
    return f"{game} tournament, {format_title}"


LOOKING_FOR_OPENINGS = "looking for openings…"


def played(games: int, of: int) -> str:
    return f"{games} of {count_text(of, 'game')}"


def decided(games: int, limit: int) -> str:
    return f"decided after {count_text(games, 'game')} (limit {limit})"


def stopped(games: int, of: int) -> str:
    return f"stopped after {games} of {count_text(of, 'game')}"


def finished(games: int) -> str:
    return f"finished after {count_text(games, 'game')}"


PAUSED = ", paused"
LEAVING = ", leaving once the running games are over"
CLOSING_LATER = "The window closes once the running games are over."


def named(name: str, head: str) -> str:
    return f"{name}: {head}"


LEAVE_QUESTION = "Leave this tournament?"
LEAVE_LATER = "Finish them first"
LEAVE_NOW = "Stop now"
STAY = "Stay"


def running_games(count: int) -> str:
    verb, them = ("is", "it") if count == 1 else ("are", "they")
    return (
        f"{count_text(count, 'game')} {verb} running. If you stop now, {them} will be played again from the "
        "start when you resume the tournament."
    )


def conditions(parts: Iterable[str]) -> str:
    return " · ".join(parts)


CONTINUE = "Continue"
PAUSE = "Pause"
RESUME_THIS = "Resume"
UNKNOWN_SETTINGS = "This tournament was not started in the window. Resume it where it was started."
BACK_TIP = "Back to the game; the tournament can continue later"
OVER = "The tournament is over."
NO_GAMES = "No games finished yet."
OTHER_GAME = "This game does not belong to the tournament."
CHOOSE_FIRST = "Choose a finished game in the list first (Tab and arrow keys)."


def table_saved(name: str) -> str:
    return f"Table saved as {name}, next to the games."


AI_LOADING = "The AI is still loading. One moment."
WAITING = "Waiting for a game…"
NO_GAME = "No game"


def numbered_game(number: int, description: str) -> str:
    return f"{number // 2 + 1}.{number % 2 + 1} · {description}"


def numbered_move(number: int, move: str, is_second: bool) -> str:
    return f"{number}{'…' if is_second else '.'}\N{NO-BREAK SPACE}{move}"


def score_at_depth(score: str, depth: int) -> str:
    return f"{score}/{depth}"


def time_left(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02d}"


def failed(error: Exception) -> str:
    return f"The tournament failed: {error!r}."


# The boards

BOARD_TIP = "See this game with all its moves"
OVER_TIP = "Analyse this game"
TO_TOURNAMENT = "Back to the tournament"
NOT_OVER = "This game is still being played."
NOT_FINISHED = "This game was stopped before its end."
AT_START = "This is the first position."
AT_END = "This is the latest position."


def game_heading(number: int) -> str:
    return f"Game {number // 2 + 1}.{number % 2 + 1}"


FOLLOWING = "being played"
STOPPED = "stopped"
LOOKING_BACK = "earlier position; End follows the game"

# The list of games

FINISHED_GAMES = "Finished games"
CLICKS = (
    "click one to analyse it, or a cell of the table for its games",
    "click a game to analyse it, a cell for its games",
    "click one to analyse it",
)
"""The longest first: the first that has room is shown."""
ALL_GAMES = "All games"
ALL_GAMES_TIP = "Show the games of all players again"


def games_of(player: str) -> str:
    return f"Games of {player}"


def games_between(player: str, other: str) -> str:
    return f"{player} against {other}"


def how_it_ended(reason: str, moves: int) -> str:
    return f"{reason}, {count_text(moves, 'move')}"


def how_it_failed(player: str, kind: str, detail: str) -> str:
    return f"{player}: {kind} ({detail})" if detail else f"{player}: {kind}"


ALL_ENDINGS = "Any ending"
ENDINGS_TIP = "Show only games that ended this way; click again for the next kind"


def ending(kind: str, count: int) -> str:
    return f"{kind} ({count})"


NONE_YET = "none yet"
NOT_PLAYED = "not played"

# The table

PLAYER = "Player"
POINTS = "Points"
GAMES = "Games"
WON = "Won"
DRAWN = "Drawn"
LOST = "Lost"
ELO = "Elo"
TIME = "Time"


def seconds_used(count: float) -> str:
    return f"{count:.1f} s"


REFERENCE = "ref."


def games_of_tip(player: str) -> str:
    return f"Show the games of {player}"


def games_between_tip(player: str, other: str) -> str:
    return f"Show the games of {player} against {other}"


# Notes below the table

REFERENCE_NOTE = "ref.: the others' limits are relative to this player, which has no rating of its own."

ELO_NOTE = "Elo: 0 is the average player. ± is a 95% margin of error."
BOUNDS_NOTE = (
    "≥ / ≤: all games that could rate this player were won (lost); only a 95% lower (upper) limit is known."
)
FEW_NOTE = "Too few: all games that could rate this player were won, or all lost. Play more games."


def failure(reason: str) -> str:
    return f"Failed: {reason}."


def lost_by_failure(player: str, lost: int, games: int, kinds: list[tuple[str, int]]) -> str:
    counts = ", ".join(f"{count} × {kind}" for kind, count in kinds)
    return f"{player} lost {lost} of {count_text(games, 'game')} by failing: {counts}."


def test_question(first: str, stronger: float, otherwise: float) -> str:
    return f"SPRT: is {first} {stronger:g} Elo stronger, or only {otherwise:g}?"


YES = "Yes"


def only(elo: float) -> str:
    return f"Only {elo:g}"


def test_answer(question: str, answer: str, pairs: int) -> str:
    return f"{question} {answer}, after {count_text(pairs, 'pair')} of games."


def test_bounds(ratio: str, yes: str, no: str) -> str:
    return f"{ratio} ({yes} means yes, {no} means no)"


def test_open(question: str, pairs: int, where: str) -> str:
    return f"{question} Not clear after {count_text(pairs, 'pair')} of games: {where}."


def ends(reasons: list[tuple[str, int]]) -> str:
    return f"How they ended: {', '.join(f'{count} × {reason}' for reason, count in reasons)}."


NO_FINISHED_GAME = "No games finished."


def lengths(mean: float, shortest: int, longest: int) -> str:
    return f"{mean:.0f} moves on average, {shortest} to {longest}"


def thinking(seconds: float) -> str:
    return f"{seconds:.1f} s in total (Time is per game)"


def totals(drawn: int, games: int, length: str, time: str) -> str:
    return f"Drawn: {drawn} of {games}. Length: {length}. Thinking: {time}."


# Files

OPEN = "Open…"
OPEN_TIP = "Show the table and the games of an earlier tournament"
OPEN_TITLE = "Open tournament"
READING = "Reading the tournament…"
CHECKING = "Checking the players and openings…"


def listed_tournament(name: str, game: str, players: str) -> str:
    return f"{name}: {game}, {players}" if name else f"{game}: {players}"


def listed_progress(played: int, total: int, is_over: bool) -> str:
    return f"{played} of {count_text(total, 'game')}, {'finished' if is_over else 'stopped'}"


NO_TOURNAMENTS = "No tournaments here."
_FILE_PREFIX = "Tournament "


def file_name(date: str) -> str:
    return f"{_FILE_PREFIX}{date}.txt"


def is_file_name(name: str) -> bool:
    return name.startswith(_FILE_PREFIX)


# Starting programs that the player has not added

START_QUESTION = "Start these players?"
START_THEM = "Start them"


def unregistered_players(names: list[str]) -> str:
    return f"These are not among your programs: {', '.join(names)}"
