"""Texts about positions, moves and results of every game; those of one game are in its folder."""

from __future__ import annotations

from collections.abc import Sequence

from engine.rules.words import listed, noun, number, with_article

# Games and their boards


def no_such_game(name: str, games: str) -> str:
    return f"there is no game called {name}; the games are {games}"


NO_RULES = "rules.py has no RULES of the class Rules"


def game_left_out(folder: object, reason: str) -> str:
    return f"The game in {folder} cannot be loaded ({reason}); the program runs without it"


def no_games_in(variable: str, name: str) -> str:
    return f"{variable} names {name}, which is not a folder that can be read; the program runs without it"


def no_weights(game: str, name: str, known: Sequence[str]) -> str:
    missing = f"{game} has no weights called {name}"
    return f"{missing}, only {listed(map(repr, known))}" if known else missing


def not_a_size(size: str, game: str, sizes: str) -> str:
    return f"{size} is not a board size; {game} has {sizes}"


def other_size(game: str, columns: int, rows: int, size: int | None) -> str:
    return f"{game} is played on {columns}x{rows} squares, not on {size}x{size}"


FIRST_HINT = "Click a piece, then a marked square."

# The fields of a position's text, and the rows of its board

BOARD = "board"
SIDE = "side to move"
MOVE_NUMBER = "move number"
END = "end"


def rank(label: int) -> str:
    return f"rank {label}"


def row(label: str) -> str:
    return f"row {label}"


# What is wrong with a position's text


def chess_position(rows: int, game: str, ours: int) -> str:
    return f"this is a chess position with {rows} ranks; {game} has {ours}"


def position_of(other: str, game: str) -> str:
    return f"this is a position of {other}, not of {game}"


def field_missing(fields: Sequence[str]) -> str:
    return f"it is missing; a FEN has {listed(fields)}"


def unexpected(text: str, fields: Sequence[str]) -> str:
    return f"unexpected {text}; a FEN has {listed(fields)}"


def side_letter(letter: str, side: str) -> str:
    return f"{letter} ({side})"


def not_a_side(text: str, letters: Sequence[str]) -> str:
    return f"{text} is neither {' nor '.join(letters)}"


def not_a_counter(text: str) -> str:
    return f"{text} must be a whole number, 0 or more"


def too_many_digits(digits: int, maximum: int) -> str:
    return f"it has {digits} digits; write at most {maximum}"


def above_any_game(maximum: int) -> str:
    return f"it is above {maximum}, which no game reaches"


def wrong_rows(rows: int, word: str, expected: int) -> str:
    return f"it has {rows} {noun(rows, word)} instead of {expected}, separated by /"


def not_a_piece(sign: str, pieces: str, width: int) -> str:
    return f"'{sign}' is neither a piece ({pieces}) nor 1 to {width}"


def wrong_squares(row: str, squares: int, expected: int) -> str:
    return f"{row} has {squares} {noun(squares, 'square')} instead of {expected}"


def letters(upper: str, lower: str) -> str:
    return f"{upper} or {lower}"


def too_many(side: str, count: int, pieces: str, maximum: int) -> str:
    return f"{side} has {count} {pieces}; at most {maximum} are allowed"


def several(side: str, count: int, pieces: str, squares: str) -> str:
    return f"{side} has {count} {pieces}, on {squares}; at most one is allowed"


# Why a move or a click is not possible

GAME_OVER = "The game is over."
GAME_OVER_HERE = "the game is over in this position"


def not_possible(move: str, reason: str) -> str:
    return f"{move} is not possible: {reason}"


def not_a_move(text: str, example: str) -> str:
    return f"{text} is not a move; write the two squares, such as {example}"


def no_square(text: str, square: str, first: str, last: str) -> str:
    return f"{text} is not a move: there is no square {square}; the board goes from {first} to {last}"


def nothing_there(pieces: str, square: str) -> str:
    return f"there is no {pieces} on {square}"


def nothing_to_move(square: str) -> str:
    return f"there is nothing on {square} that could move"


def piece_on(kind: str, square: str) -> str:
    return f"the {kind} on {square}"


def that_piece(kind: str) -> str:
    return f"that {kind}"


def not_yours(piece: str, owner: str, mover: str) -> str:
    return f"{piece} is {owner}'s; it is {mover}'s turn"


def is_opponents(piece: str) -> str:
    return f"{piece} is your opponent's; it is your turn"


def opponents_turn(piece: str) -> str:
    return f"{piece} is yours; it is your opponent's turn"


def cannot_go(piece: str, square: str) -> str:
    return f"{piece} cannot go to {square} now"


def cannot_move(kind: str) -> str:
    return f"this {kind} cannot move anywhere now"


def must_leave(kind: str, square: str) -> str:
    return f"the {kind} has to leave {square}"


def own_piece_on(kind: str, square: str) -> str:
    return f"your own {kind} stands on {square}"


def in_the_way(kind: str, square: str) -> str:
    return f"the {kind} on {square} is in the way"


# What a piece is, and what a move does


def piece_of(owner: str, kind: str) -> str:
    return f"{owner}'s {kind}"


def your_piece(kind: str) -> str:
    return f"your {kind}"


MOVES = "moves"
JUMPS = "jumps"


def removes(owner: str, kind: str, square: str) -> str:
    return f"{owner} removes {with_article(kind)} from {square}."


def goes(piece: str, verb: str, start: str, over: Sequence[str], end: str) -> str:
    return f"{piece} {verb} from {start}{f' over {listed(over)}' if over else ''} to {end}"


def taking(pieces: str) -> str:
    return f", capturing {pieces}"


def on(squares: Sequence[str]) -> str:
    return f" on {listed(squares)}"


def becomes(kind: str) -> str:
    return f", and becomes {with_article(kind)}"


AND_DROWNS = ", and drowns"


def kind_on(kind: str, square: str) -> str:
    return f"{kind} on {square}"


def drown(owner: str, pieces: Sequence[str]) -> str:
    return f" {owner}'s {listed(pieces)} {'drowns' if len(pieces) == 1 else 'drown'}."


def one_laid_out(owner: str, start: str, end: str) -> str:
    return f"{owner} moves a stone from {start} to {end}."


def laid_out(owner: str, stack: str, stones: int, square: str, shares: Sequence[str]) -> str:
    return f"{owner} lays out the {stack} of {number(stones)} from {square}: {listed(shares)}."


def share(stones: int, square: str) -> str:
    return f"{number(stones)} on {square}"


def the_kind(kind: str) -> str:
    return f"the {kind}"


# The last move, for those who play

YOU = "You"
OPPONENT = "your opponent"
YOUR = "Your"
MOVED = "moved"
JUMPED = "jumped"


def owned(owner: str) -> str:
    return f"{owner}'s"


def removed(owner: str, kind: str, square: str) -> str:
    return f"{owner} removed {with_article(kind)} from {square}."


def went(whose: str, kind: str, verb: str, start: str, end: str) -> str:
    return f"{whose} {kind} {verb} from {start} to {end}"


def went_over(whose: str, kind: str, verb: str, pieces: str, start: str, end: str) -> str:
    return f"{whose} {kind} {verb} over {pieces} from {start} to {end}"


def and_took(pieces: str) -> str:
    return f" and captured {pieces}"


def became(kind: str) -> str:
    return f" It became {with_article(kind)}."


IT_DROWNED = " It drowned."


def drowned(whose: str, pieces: Sequence[str]) -> str:
    return f" {whose} {listed(pieces)} drowned."


def one_spread_out(owner: str, start: str, end: str) -> str:
    return f"{owner} moved a stone from {start} to {end}."


def spread_out(owner: str, stack: str, stones: int, square: str, shares: Sequence[str]) -> str:
    return f"{owner} laid out the {stack} of {number(stones)} from {square}: {listed(shares)}."


# Why a game is over: saved games have these words in them, so they stay as they are

NO_PROGRESS = "too many plies without progress"
NO_MOVES = "there is no legal move"
REPETITION = "the same position occurred for the third time"
RESIGNATION = "resignation"
AGREEMENT = "both sides agreed to a draw"
TIME = "the time was over"
MOVE_TIME = "a move took longer than allowed"
FAILURE = "a player failed"
ADJUDICATION = "the game was decided by hand"
LENGTH = "20,000 plies were played"

# The same as shown in the window

NO_PROGRESS_SHOWN = "too many turns without progress"
TIME_SHOWN = "time ran out"
ADJUDICATION_SHOWN = "the game was adjudicated"

# The same of the loser, who is filled in or is the reader, and with details

NO_MOVES_OF = "{loser} has no legal move"
RESIGNATION_OF = "{loser} resigned"
TIME_OF = "{loser} ran out of time"
MOVE_TIME_OF = "{loser} took longer than {detail} for a move"
NO_MOVES_OF_YOU = "you have no legal move"
RESIGNATION_OF_YOU = "you resigned"
TIME_OF_YOU = "you ran out of time"
FAILURE_OF = "{loser}'s player failed: {detail}"
