"""Texts of the running game: results, scores, players, files."""

from __future__ import annotations

from engine.rules.words import count_text, noun

# Results and scores

A_DRAW = "A draw"
OPPONENT = "your opponent"


DRAW_RESULT = "draw"
NO_RESULT = "unfinished"


def pieces_of(piece: str, count: int) -> str:
    return piece if count == 1 else count_text(count, piece)


def pieces_at(piece: str, count: int, square: str) -> str:
    return f"{pieces_of(piece, count)} {square}"


def square_empty(square: str) -> str:
    return f"{square}: empty."


def square_with(square: str, side: str, pieces: str) -> str:
    return f"{square}: {side}, {pieces}."


def side_has(side: str, pieces: list[str]) -> str:
    return f"{side}: {', '.join(pieces)}." if pieces else f"{side}: nothing."


def side_wins(side: str) -> str:
    return f"{side} wins!"


FIRST_ESTIMATE = "A first estimate"
PROVISIONAL = "Provisional"
ESTABLISHED = "Established"
"""How well a rating is known."""


def wins_in(side: str, moves: int) -> str:
    return f"{side} wins in {count_text(moves, 'move')}"


def about_even(points: str) -> str:
    return f"about even ({points})"


SLIGHTLY_BETTER = "slightly better"
BETTER = "better"
MUCH_BETTER = "much better"
WINNING = "winning"


def advantage(side: str, degree: str, points: str) -> str:
    return f"{side} is {degree} ({points})"


PAWNS = "pawns"
POINTS = "points"


def favours(unit: str, first: str, second: str) -> str:
    return f"Scores in {unit}: + favours {first}, − {second}"


# What a search took


FROM_BOOK = "A move from the opening book"


def from_tablebase(result: str) -> str:
    return f"Tablebase: {result}"


def search_found(depth: int, score: str, effort: str) -> str:
    return f"Depth {depth} · {score} · {effort}"


def effort(count: str, positions: int, time: str) -> str:
    return f"{count} {noun(positions, 'position')} in {time}"


def best_line(moves: str) -> str:
    return f"Best line: {moves}"


# Counting towards a draw

REPETITION = "Repetition"
QUIET_TURNS = "Quiet turns"
REPETITION_SHORT = "rep."
QUIET_TURNS_SHORT = "quiet"


def counted(what: str, count: int, limit: int) -> str:
    return f"{what} {count} of {limit}"


# Moves

JUMP_ON = "Jump on, or stop here: click the same square again or press Enter. Escape undoes the jump."
NO_MOVE_FOUND = "it found no move"
NO_BOOK = "The opening book's file is missing or damaged: the AI plays without it."
NO_NETWORK = "The network's file is missing or damaged: the AI uses its handcrafted evaluation instead."

# Clocks

NO_CLOCK = "No clock"


def per_move(seconds: float) -> str:
    return f"{seconds:g} s strict"


# Players

HUMAN = "Human"


def not_here(player: str) -> str:
    return f"{player} (not installed here)"


def ai_level(level: str) -> str:
    return f"AI – level {level}"


def ai_short(level: str) -> str:
    return f"AI {level}"


def with_depth(player: str, depth: int) -> str:
    return f"{player}, depth {depth}"


def short_with_depth(player: str, depth: int) -> str:
    return f"{player} {depth}"


def ai_with(settings: str) -> str:
    return f"AI – {settings}"


def ai_without(parts: str) -> str:
    return f"AI without {parts}"


AND = " and "


def parts(count: int) -> str:
    return f"{count} parts"


def ai_without_part(part: str) -> str:
    return f"AI, no {part}"


def parts_off(count: int) -> str:
    return f"AI, {count} parts off"


A_SECOND = "thinks for one second per move"


def thinks_to(limits: list[str]) -> str:
    return f"thinks up to {' or '.join(limits)} per move"


def seconds(count: float) -> str:
    return f"{count:g} s"


def depth(plies: int) -> str:
    return f"depth {plies}"


def no_agents(game: str, player: str) -> str:
    return f"{game} does not support agent files, so {player} cannot play it"


def not_a_player(name: str, known: str) -> str:
    return f"{name} is not a player; players are {known}"


# Reading files of games

TOO_LARGE = "it is too large to be a game file"
NO_GAME_TAG = 'it contains no game: each needs a tag such as [Game "congo"]'
IS_FOLDER = "it is a folder"
NOT_READABLE = "it cannot be read"
NOT_TEXT = "it is not in UTF-8; save it as UTF-8 in a text editor"


def not_a_game(reason: str) -> str:
    return f"it is not a saved game ({reason})"


EMPTY = "it is empty"
NOT_DELETED = "The file has changed since its games were listed, and none was deleted. Open it again."
FILE_CHANGED = "The file has changed since you opened the game. Save the game under another name."


def too_many_games(limit: int) -> str:
    return f"it contains more than {limit:,} games"


def other_game(game: str, wanted: str) -> str:
    return f"it is a game of {game}, not {wanted}"


def not_opened(name: str, reason: str) -> str:
    return f"“{name}” cannot be opened: {reason}."


# Parts of the engine that can be switched off

PARTS = {
    "alphabeta": "alpha-beta",
    "material": "evaluation",
    "ordering": "move ordering",
    "aspiration": "aspiration",
    "quiescence": "quiescence",
    "pvs": "PVS",
    "table": "hash table",
    "killers": "killers",
    "book": "opening book",
    "tablebase": "tablebases",
}

# The game in a crash report


def for_crash_report(game: str, players: str, start: str, moves: str, plies: int, position: str) -> str:
    return (
        f"game: {game}\nplayers: {players}\nstart: {start}\nmoves: {moves}\n"
        f"shown: after {plies} plies, {position}"
    )
