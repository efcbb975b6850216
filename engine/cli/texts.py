"""Texts of the command line: help of commands and options, answers in words, progress, errors.

Programs read the answers, so these keep their words.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.rules.words import count_text, listed, noun

# All commands

DESCRIPTION = "Congo's engine on the command line."


def version(number: str) -> str:
    return f"congo {number}"


def bad_arguments(prog: str, problem: str) -> str:
    return f"{prog}: {problem}; see {prog} --help"


def unknown_arguments(arguments: list[str]) -> str:
    return f"unrecognized arguments: {' '.join(arguments)}"


def dashes_as_value(word: str) -> str:
    option = word.partition("=")[0]
    return "'--' cannot be an argument" if option == "--" else f"'--' cannot be the value of {option}"


STANDARD_INPUT = "standard input"
STANDARD_OUTPUT = "standard output"
OUT_OF_MEMORY = "there is not enough memory"
OUTPUT_CLOSED = "standard output is closed; there is nowhere to write the answer"


def stream_failed(name: str, reason: object) -> str:
    return f"{name}: {reason}"


def folder_not_made(folder: Path, reason: object) -> str:
    return f"the folder {folder} cannot be created: {reason}"


# Arguments and options of several commands

POSITION = "a FEN in quotes, or startpos"
POSITIONS = "a FEN in quotes, or startpos, or - for one in each line of standard input"
BOARD_SIZE = "board size"
SEED = "seed of the random choices"
WORKERS = "number of processes"
DASK = "use the workers of a Dask cluster; ADDRESS is its scheduler, such as tcp://HOST:8786"
DEPTH = "depth in plies"
THREADS = "number of threads"
GAMES = "number of games"
NODES_PER_MOVE = "nodes per move"
NODES_PER_POSITION = "nodes per position"
WITHOUT = "parts of the search to switch off"
MINIMAX = "use plain minimax instead of alpha-beta"


def with_default(text: str, default: float) -> str:
    return f"{text} ({default:.0f})".lstrip()


def no_side(game: str, colour: str, sides: Sequence[str]) -> str:
    return f"{game} has no side '{colour}'; it has {listed(sides)}"


def same_side(game: str, colour: str, order: str) -> str:
    return f"--{colour} and --{order} are the same side of {game}; give only one of them"


def long_line(characters: int) -> str:
    return f"a line of standard input is longer than {characters:,} characters"


# moves, after, result, perft

MOVES = "print the legal moves of a position"
AFTER = "print the position after some moves"
RESULT = "print the winner, draw or none"
PERFT = "count the leaf nodes of the tree of legal moves"
DIVIDE = "also print the count of each move"
MOVES_IN_INPUT = "with -, write the moves in the lines of standard input, after a tab"


def tab_missing(moves: str) -> str:
    return f"write a tab, not a space, between the position and the moves ({moves})"


# evaluate, value

EVALUATE = "print the static evaluation, term by term"
VALUE = "print the value of a position at an exact depth, with the static evaluation at the leaves"

# analyse, bench, uci

ANALYSE = "search a position and print what it finds"
SEARCH_TIME = "milliseconds (1000 if no limit is set)"
SEARCH_NODES = "number of nodes: moves made by the search"
LINES = "number of best lines"
BENCH = "measure the search; the node count is its signature"
UCI = "speak the Universal Chess Interface with another program"


def calibration(steps: float) -> str:
    return f"calibration {steps:.0f} million steps a second"


def perft_speed(leaves: int) -> str:
    return f"perft {leaves} leaves a second"


def simple_speed(nodes: int) -> str:
    return f"simple search {nodes} nodes a second"


# Refusals of UCI


def not_true_or_false(option: str, written: str) -> str:
    return f"{option} is true or false, not {written}"


def not_a_number(name: str, written: str) -> str:
    return f"{name} takes a whole number, not {written}"


def not_in_range(option: str, lowest: int, highest: int, written: str) -> str:
    return f"{option} takes a whole number from {lowest} to {highest}, not {written}"


def unknown_command(written: str) -> str:
    return f"unknown command {written}"


def unknown_option(written: str) -> str:
    return f"there is no option {written}"


def searching(command: str) -> str:
    return f"'{command}' is ignored while searching; send stop first"


def own_evaluation(problem: object, game: str) -> str:
    return f"{problem}; {game} uses its own evaluation instead"


SETOPTION_USAGE = "write: setoption name NAME [value VALUE]"
POSITION_USAGE = "write: position startpos [moves MOVE ...], or position fen FEN [moves MOVE ...]"


def unknown_limit(written: str) -> str:
    return f"go has no parameter {written}"


# play

PLAY = "play a game in the terminal"


def players(names: str) -> str:
    return f"P is one of {names}, or the game's own."


COLOURS = "Sides may also be given by their colours."
IN_THE_GAME = (
    "In the game type a move, or board, hint, undo, save FILE, moves, resign or quit; help says what they do."
)
FIRST = "who moves first (human)"
SECOND = "who moves second (engine)"
GOODBYE = "The game ends here, unfinished. Goodbye."


def loses(side: str, player: str, failure: Exception) -> str:
    return f"{side} loses: {player}: {failure}"


SAVE_GAME = "append the game to this file, turn by turn"
NOTHING_TO_UNDO = "there is no move of yours to take back"
NO_FILE_TO_SAVE = "write the name of the file, such as: save my-game.txt"


def written_beside(path: Path, other: Path) -> str:
    return f"{path} has been written by another program meanwhile: writing {other} instead"


def file_exists(path: Path) -> str:
    return f"the file {path} exists already; write another name"


def saved(path: Path) -> str:
    return f"The game is saved in {path}."


def hint(move: object, score: str) -> str:
    return f"Try {move} (score {score})."


def to_move(side: str) -> str:
    return f"{side} to move."


def draw(reason: str) -> str:
    return f"Draw: {reason}."


def wins(side: str, reason: str) -> str:
    return f"{side} wins: {reason}."


def plays(side: str, move: object) -> str:
    return f"{side} plays {move}"


def effort(player: str, effort: str) -> str:
    return f" ({player}: {effort})"


# Options of match and tournament

LIMITS_RULE = "The limits of a player override those of the event."
EVENT_WORKERS = "number of games played at once, each in its own process"
SEARCH_DEPTH = "search depth in plies"


def openings(plies: int, book_plies: int) -> str:
    return (
        f"number of random plies ({plies}); book or book:N for N plies of the opening book ({book_plies}); "
        "or a file with one opening per line: FEN, MOVE ..., or FEN moves MOVE ..."
    )


STANDINGS = "print the table of a tournament from its file, finished or not"
STANDINGS_FILE = "file written by the command tournament or by the window"


def games_in_file(tournament_format: str, games: int, of: int) -> str:
    return f"{tournament_format}, {games} of {of} games"


EVENT_NAME = "a name for the event, written in its games and tables"
ORDER = "order of the openings in a file; a file with too few is repeated (sequential)"
MATCH_SPRT = (
    "stop as soon as it is clear whether P1 is ELO1 stronger than P2, or only ELO0 (alpha and beta are 0.05; "
    "at most 2000 games)"
)
EVENT_CLOCK = "play with clocks instead: minutes and the seconds added per move, such as 3+2"
END_BY_TABLEBASE = "end a game as soon as the endgame tablebase knows its result"
END_BY_WIN = (
    "end a game as won when both players give the same side CP centipawns or more for MOVES moves in a row"
)
END_BY_DRAW = (
    "end a game as drawn when both players give neither side more than CP centipawns for MOVES moves in a "
    "row, from move number FROM on; players that report no score never agree"
)


def movetime(default_ms: int) -> str:
    return f"milliseconds per move ({default_ms})"


def grace(default_ms: int) -> str:
    return (
        f"milliseconds by which a move may exceed its time limit ({default_ms}); if given, --movetime "
        "applies to every player, including functions and fixed depths: with --movetime 3000 --grace 0 a "
        "player that takes more than 3 seconds loses"
    )


def timeout(startup_s: float) -> str:
    return (
        "seconds after which a program or function without a time limit counts as hanging; if given, also "
        f"the limit for its start, which may otherwise take {startup_s:g}"
    )


NO_HUMANS = "humans cannot play here; use the command play"


# match

MATCH = "play pairs of games with colours reversed, each pair from a different opening; --sprt stops early"
SAVE = "append the games to this file"


def event_begins(games: int, limits: str, seed: int) -> str:
    return f"{count_text(games, 'game')}, {limits}, seed {seed}"


def interrupted(score: str) -> str:
    return f"interrupted: {score}"


def broken_off(problem: Exception, score: str) -> str:
    return f"{problem}; until then: {score}"


# tournament

TOURNAMENT = "play a round robin, a gauntlet or a Swiss tournament, and print the table with ratings"
CONTINUES = "The same command with the same FILE continues."
FORMAT = (
    "who plays whom: all against all (round-robin), the first against all others (gauntlet), players with "
    "about equal points (swiss)"
)
ROUNDS = "rounds of a Swiss tournament (enough to leave one unbeaten player)"
SPRT = "for two players: stop when it is clear whether the first is ELO1 or only ELO0 points stronger"
FILE = "file for the games, from which a stopped tournament continues"
ROUNDS_NEED_SWISS = "--rounds needs --format swiss; the other formats have as many as they need"


def games_per_pairing(default: int) -> str:
    return f"games per pairing, an even number ({default})"


def not_elo(written: str) -> str:
    return f"{written} is not a number of Elo points from -1000 to 1000"


def tournament_begins(tournament_format: str, event: str) -> str:
    return f"{tournament_format}, {event}"


def resumed(games: int) -> str:
    return f"{games} of them are in the file"


def unreadable(games: int) -> str:
    are = "is" if games == 1 else "are"
    return f"{count_text(games, 'game')} in the file {are} incomplete and will be played again"


TOURNAMENT_INTERRUPTED = "interrupted"
TOURNAMENT_KEPT = "interrupted; the same command continues from here"


def thinking_share(percent: float, workers: int) -> str:
    of = count_text(workers, "worker")
    return f"players used {percent:.1f}% of the time of {of}, startup included"


def leader(done: int, total: int, player: str, points: float) -> str:
    return f"{done}/{total}  {player} leads with {points:g} {'point' if points == 1 else 'points'}"


def lines_only(library: str) -> str:
    return f"progress is shown in lines, because {library} is not installed"


# book

BOOK = "build or query the opening book"
BOOK_BUILD = "build the opening book from the data of the opening explorer"
BOOK_OUT = "file of the book (the program's own)"
BOOK_PROBE = "print the book moves of a position, with their weights"


def book_not_writable(folder: Path) -> str:
    return f"{folder} cannot be written to; name another file with --out"


# tablebase

TABLEBASE_BUILD = (
    "build all files of the tablebase that are missing or damaged; or, named, a larger ending, and those that"
    " promotions in it lead to"
)
TABLEBASE_ENDING = "both sides of an ending of five pieces, such as LZE-LC; it is kept in your own folder"
TABLEBASE_REBUILD = "build all files again"
TABLEBASE_VERIFY = "check every entry against those that its moves lead to"
TABLEBASE_STATS = "print the results and longest wins of every ending"
TABLEBASE_PROBE = "print the value of a position and its moves, best first"
TABLEBASE_FOLDER = "folder of the tablebase (the program's own, and your own for larger endings)"


def tablebase(game: str) -> str:
    return f"build, check or query {game}'s endgame tablebase"


def tablebase_position(game: str) -> str:
    return f"a position of {game} in quotes"


def tablebase_right(positions: int) -> str:
    return f"{positions} positions are correct"


def tablebase_game_over(reason: str) -> str:
    return f"the game is over in this position: {reason}"


# tune

TUNE = "play self-play games and fit the weights of the evaluation to them"
TUNE_BASE = "weights to start from (hand)"
TUNE_DATA = "file of the positions (.npz), read if it exists, else written"
TUNE_OUT = "file of the fitted weights, replaced if it exists (printed)"


def tune_game(default: str) -> str:
    return f"the game whose weights to fit ({default})"


def positions_of_file(positions: int, path: object) -> str:
    return f"{count_text(positions, 'position')} from {path}; no games are played"


def loss(before: float, after: float) -> str:
    return f"loss {before:.5f} before, {after:.5f} after"


def games_done(done: int, games: int) -> str:
    return f"{done}/{games} games"


# spsa

SPSA = "tune the margins of the search by games against itself (SPSA), and print them"
SPSA_OUT = "folder of the steps, continued if it exists (spsa-GAME)"
SPSA_PAIRS = "pairs of games in all"

# train

TRAIN = "train an evaluation network on games of the engine against itself"
TRAIN_OUT = "folder of the games and networks, continued if it exists (train-GAME)"
TRAIN_GENERATIONS = "generations: each plays games with the best network so far, and learns from all games"
TRAIN_GAMES = "games per generation"
TRAIN_WIDTH = "width of the network's hidden layer, a multiple of 32"
TRAIN_EPOCHS = "epochs: passes over all positions"
TRAIN_RESULT = (
    "weight of the game's result in the training target, in percent; the rest is the search's score"
)
TRAIN_CHANCE_GAMES = "games that calibrate the network's scores as winning chances"
TRAIN_MATCH_GAMES = "games of the match that decides whether a network is accepted"
TRAIN_MATCH_NODES = "nodes per move in that match"
ODD_WIDTH = "--width must be a multiple of 32"
NO_NETWORK_ACCEPTED = "no network was better than the handcrafted evaluation"

# prove

PROVE = "prove which side can force a win within a number of plies, or that neither can"
PROVE_GAME_OVER = "the game is over in this position, so there is nothing to prove"
PROVE_PLIES = "number of plies, both sides counted"
PROVE_HASH = "memory for known positions, in MiB"


def proof(side: str, wins: bool, plies: int) -> str:
    return f"{side} {'can' if wins else 'cannot'} force a win within {count_text(plies, 'ply', 'plies')}"


def proof_effort(nodes: int, seconds: float) -> str:
    return f"{count_text(nodes, 'node')}, {seconds:.1f} s"


# suite

SUITE = "solve positions with proven best moves, and print the nodes and time that each took"
SUITE_FILE = "one position per line: FEN; MOVES; PROOF"
SUITE_WITHOUT = "parts of the search to switch off, besides the endgame tablebase"
NOT_SOLVED = "not solved"


def solved(nodes: int, time_ms: int) -> str:
    return f"{nodes} {noun(nodes, 'node')}, {time_ms} ms"


def suite_total(solved: int, positions: int, nodes: int, time_ms: int) -> str:
    return f"solved {solved} of {positions}, nodes {nodes}, time {time_ms}"


# trace

TRACE = "print a small search as a tree with windows and cut-offs, or step by step in words"
TRACE_STEPS = "print every step in words instead of the tree"


def trace_head(method: str, depth: int, mover: str) -> str:
    return f"{method} to depth {depth}, {mover} is max; values are {mover}'s, in pawns"


def cut_offs(count: int) -> str:
    return f"cut-offs {count}"


def alpha_beta_positions(count: int) -> str:
    return f"positions alpha-beta {count}"


def minimax_positions(count: int, saved: str) -> str:
    return f"positions minimax {count}, so alpha-beta saves {saved}"


def minimax_too_large(limit: int, saved: str) -> str:
    return f"positions minimax more than {limit}, so alpha-beta saves more than {saved}"


# ablation and growth

ABLATION = "measure what each improvement of the search is worth, and write a report"
ABLATION_OUT = "folder of the report (ablation-GAME)"
ABLATION_GAMES = "games per row"
ABLATION_BUDGET = "nodes per searched position"
ABLATION_ROWS = (
    "rows, or groups: added, left-out, evaluation, book, control, source (all); none: only the report"
)
GROWTH = "count the nodes of minimax and alpha-beta by depth, board size and turn, and write a report"
GROWTH_SIZES = "board sizes (all)"
GROWTH_TURN_DEPTH = "depth of the tables by turn (the maximum), written as for --depth"
GROWTH_GAMES = "games for each size and depth; if more than 2, all but the first pair begin with random plies"
GROWTH_OPENING_PLIES = "number of random plies at the start of these games"
GROWTH_PLIES = "maximum length of a game in plies"
GROWTH_OUT = "folder of the report (growth-GAME)"
NO_PLOTS = "leave out the plots (then matplotlib is not needed)"
REPORT_KEPT = "The report's folder keeps the results: the same command continues where it stopped."


def growth_depth(default: int) -> str:
    return f"the maximum depth ({default}); SIZE:N,SIZE:N gives each board size its own"


# --- puzzles

PUZZLES = "mine puzzles from games between the levels, and check them"
PUZZLES_MINE = "play games, and turn the mistakes in them into puzzles with exactly one solution"
PUZZLES_CHECK = "search puzzles again, and print those with another solution or several"
PUZZLES_OUT = "folder of the puzzles, continued if it exists (puzzles-GAME)"
PUZZLES_GAMES = "games in all"
PUZZLES_NODES = "nodes of the search that finds a puzzle"
PUZZLES_CONFIRM = "nodes of the searches that confirm each of its moves"
PUZZLES_FILE = "file of puzzles (the program's own)"
PUZZLES_SAMPLE = "check only this many, chosen at random (all)"


def wrong_puzzle(fen: str, problem: str) -> str:
    return f"{fen}: {problem}"


# --- lessons

LESSONS = "check the strategy lessons and the model games"
LESSONS_CHECK = "search the tasks and model games again, and print those with wrong answers or comments"
LESSONS_NODES = "nodes for each right move and for the best other one"


def wrong_lesson(lesson: str, problem: str) -> str:
    return f"{lesson}: {problem}"


def model_games_right(right: int, games: int) -> str:
    return f"{right} of {count_text(games, 'model game')} right"


def lessons_right(right: int, lessons: int) -> str:
    return f"{right} of {count_text(lessons, 'lesson')} right"


def puzzles_right(right: int, puzzles: int) -> str:
    return f"{right} of {count_text(puzzles, 'puzzle')} right"


# --- endings

ENDINGS = "find endings to practise in the endgame tablebase, and judge moves in them"
ENDINGS_LIST = (
    "print how many positions are won, drawn and lost for the side to move, and the longest win in plies"
)
ENDINGS_FIND = "print random positions, all equally likely"
ENDINGS_JUDGE = "print the moves of a position, best first, and say what each keeps or gives away"
ENDINGS_PIECES = "only these pieces, those of the side to move first, such as LZ-L (all)"
ENDINGS_GOAL = "what the side to move can reach: a win, a draw or only a later loss (win)"
ENDINGS_DISTANCE = "plies to the end with best play: odd for a win, even for a loss (any)"
ENDINGS_THEME = "only positions with this in the best line, or in which only one move keeps the result"
ENDINGS_NUMBER = "number of positions, all different"
ENDINGS_MOVES = "only these moves"
NO_ENDING = "the endgame tablebase does not have this position"


def ending_figures(material: str, positions: int, counts: tuple[int, int, int], longest: int) -> str:
    won, drawn, lost = (f"{count} ({100 * count / positions:.2f}%)" for count in counts)
    return f"{material}: {positions} positions, {won} won, {drawn} drawn, {lost} lost, longest win {longest}"


def no_ending_distance(wanted: int, goal: str, shortest: int, longest: int) -> str:
    parity = "odd" if goal == "win" else "even"
    return f"there is no such ending at {wanted} plies: distances are {parity}, from {shortest} to {longest}"


def no_ending_distances(goal: str) -> str:
    return f"endings with these pieces and the goal {goal!r} have no distance; leave out --distance"


def no_ending_found(theme: str) -> str:
    return (
        f"no ending with the theme {theme!r} was found; try another seed"
        if theme
        else "there is no such ending"
    )


def ending_move(move: str, value: str, judgement: str) -> str:
    return f"{move}: {value}. {judgement}"


# library

LIBRARY = "list, search, import, export and check the library of all games played"
LIBRARY_LIST = (
    "list all games, the newest first: id, date, game, players, result and moves, separated by tabs"
)
LIBRARY_FIND = "list the games that match every condition, as list does"
LIBRARY_IMPORT = (
    "add the games of text files to the library, except those it already has in the same or a newer version; "
    "the files stay as they are"
)
LIBRARY_RESTORE = "also add games that were deleted from the library"
LIBRARY_EXPORT = (
    "write the games that match every condition, by default all, to a text file, the oldest first; "
    "an existing file is replaced, except in a library folder"
)
LIBRARY_CHECK = "compare the index with the text files; the exit status is 1 if they differ"
LIBRARY_REBUILD = "rebuild the index from the text files"
LIBRARY_FOLDER = "folder of the library"
LIBRARY_WORDS = "a word in the players' names, the event, the date, comments or first moves, or a result"
LIBRARY_PLAYER = "part of a player's name"
LIBRARY_RESULT = "result of the game; 1-0 is a win of the side that moves first"
LIBRARY_SINCE = "first date, such as 2026-09-01 or 2026-09"
LIBRARY_UNTIL = "last date"
LIBRARY_MIN = "minimum number of moves"
LIBRARY_MAX = "maximum number of moves"
LIBRARY_OPENING = "first moves, at most 12, in quotes"
LIBRARY_POSITION = (
    "a position that the game reached, as a FEN in quotes or startpos; in Congo also its mirror image"
)
NO_GAMES_FOUND = "no game matches, so no file was written"


def not_a_date(text: str) -> str:
    return f"{text} is not a date, such as 2026-09-01, 2026-09 or 2026"


def not_first_moves(word: str) -> str:
    return f'{word} is not a move; write the first moves of the game, such as "d2d3 d6d5"'


def many_first_moves(most: int) -> str:
    return f"write at most {most} moves; --position finds games by a later position"


def min_above_max(lowest: int, highest: int) -> str:
    return f"--min-moves {lowest} is more than --max-moves {highest}"


def no_library(folder: object) -> str:
    return f"there is no library in {folder}"


def positions_left(games: int) -> str:
    return f"{count_text(games, 'game')} to index"


def importing(path: Path, games: int) -> str:
    return f"{path}: {count_text(games, 'game')}"


def imported(added: int, known: int, damaged: int) -> str:
    return f"{added} added, {known} already in the library, {damaged} damaged"


def exported(games: int, path: Path) -> str:
    return f"{count_text(games, 'game')} written to {path}"


def library_sound(games: int) -> str:
    return f"{count_text(games, 'game')}, nothing wrong"


def rebuilt(games: int) -> str:
    return f"{count_text(games, 'game')} indexed"


# --- openings

OPENINGS = "build a game's opening explorer, and show what it has"
OPENINGS_BUILD = (
    "play games of the engine against itself, analyse their openings, and write the explorer's file"
)
OPENINGS_SHOW = "print the moves played from a position, the most frequent first, with results and scores"
OPENINGS_OUT = "folder of the games, continued if it exists (openings-GAME)"
OPENINGS_GAMES = "games in all"
OPENINGS_MIN_NODES = "nodes per move of the weakest games"
OPENINGS_MAX_NODES = "nodes per move of the strongest games"
OPENINGS_POSITIONS = "how many of the most visited positions are analysed"
OPENINGS_NODES = "nodes of each analysis"
OPENINGS_SIZES = "board sizes, in turn from game to game (the usual one)"
OPENINGS_SAMPLE = "print a sample game in which this move was played, instead of the moves"
OPENINGS_FILE = "explorer's file (the program's own)"


def nodes_in_wrong_order(least: int, most: int) -> str:
    return f"--min-nodes {least} is more than --max-nodes {most}"


def no_openings(game: str) -> str:
    return f"there is no opening explorer for {game}"


def no_sample(move: str) -> str:
    return f"no sample game plays {move} here"
