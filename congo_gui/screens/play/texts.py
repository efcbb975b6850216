"""Texts of the game's screen."""

from __future__ import annotations

from engine.rules.words import count_text

# The engine is not ready

AI_FAILED = "The AI could not start"
AI_FOLLOWS = "The AI is still getting ready (first start only)."
COMPILING_TITLE = "Getting the AI ready"
COMPILING = "Compiling the engine for your computer (first start only)."


def compiling_time(time: str) -> str:
    return f"{time}. May take a few minutes on a slow computer."


LOADING_TITLE = "One moment…"
LOADING = "Loading the AI."

# Whose turn it is


def your_turn(side: str) -> str:
    return f"Your turn – you play {side}"


def to_move(side: str) -> str:
    return f"{side} to move"


RULES = "See Help for the rules."
RULES_AND_LEVEL = "See Help for the rules; click a player's card to change the level."
NEWCOMER_OFFER = "New here? Learn the rules in short lessons."

# What the AI does


def getting_ready(side: str) -> str:
    return f"{side} is getting ready…"


STARTING = "Starting the program."
COMPILING_PLAYER = "Compiling this player (first time only). May take a minute."


def thinking(side: str) -> str:
    return f"{side} is thinking…"


def cannot_move(side: str) -> str:
    return f"{side} cannot move"


def ai_stopped(problem: str) -> str:
    return f"The AI stopped: {problem}"


def program_not_started(problem: str) -> str:
    return f"The program could not start: {problem}. Change it in Programs, or try again."


# What it found

FROM_BOOK = "The AI's move is from the opening book."


def found(player: str, score: str, depth: int, effort: str) -> str:
    return f"{player[:1].upper()}{player[1:]}: {score}, depth {depth} · {effort}"


AI = "AI"
PROGRAM = "program"
LOOKING_FOR_HINT = "Looking for the best move…"


def no_hint(problem: str) -> str:
    return f"No best move: {problem}"


def hint(move: str) -> str:
    return f"Try this: {move}"


def hint_score(move: str, score: str) -> str:
    return f"{move}: {score}."


def likely_line(moves: str) -> str:
    return f"Likely line: {moves}"


# Paused, or looking back


def paused(side: str) -> str:
    return f"Paused – {side} to move"


CLOCKS_PAUSED = "Clocks paused."
LOOKING_BACK = "Looking back"
AT_START = "Start position."


def position_after(side: str, move: int, of: int) -> str:
    return f"Position after {side}'s move {move} of {of}."


TURN_TAKEN_BACK = "Your last turn was undone."
MOVE_TAKEN_BACK = "Last move undone."
REPLAYING = "Replaying the end"
REPLACES = "Moving here discards the later moves."


def ai_to_move(player: str, side: str) -> str:
    return f"It is the {player}'s turn here ({side})."


# The AI's thoughts


def thoughts(shown: bool) -> str:
    return f"The AI's thoughts are {'shown' if shown else 'hidden'}."


# A series of games between AIs


def won(player: str, games: int) -> str:
    return f"{player} won {games}"


def series(wins: str, draws: int) -> str:
    return f"Games: {wins}, {count_text(draws, 'draw')}."


# Warnings

NOT_AUTOSAVED = "This game could not be saved automatically."


def will_drown(piece: str, square: str) -> str:
    return f"Your {piece} on {square} will drown unless it leaves the river now."


def in_danger(piece: str, square: str) -> str:
    return f"Careful: your {piece} on {square} can be captured next."


# Buttons of the status

TRY_AGAIN = "Try again"
CONTINUE_HERE = "Continue from here"
CONTINUE_TIP = "Continue the game"
LEARN = "Learn to play"
REMATCH = "Rematch"

# Before a move that exposes the lion


def exposes(kind: str) -> str:
    return f"That exposes your {kind}"


def could_capture(attacker: str, source: str, kind: str, square: str) -> str:
    return f"The {attacker} on {source} could capture your {kind} on {square} next, and you would lose."


PLAY_ANYWAY = "Play anyway"
TAKE_BACK = "Choose again"

# The end of a game

YOU_WON = "You won!"
YOU_LOST = "You lost"
RESIGN_QUESTION = "Resign this game?"
RESIGN_TEXT = "Your opponent wins. You can undo this."


def side_resigns(side: str, other: str) -> str:
    return f"{side} resigns, and {other} wins. You can undo this."


RESIGN_RATED_TEXT = "Your opponent wins, and the result counts for your rating."
RESIGN = "Resign"
PLAY_ON = "Play on"
DRAW_QUESTION = "Offer a draw?"
OFFER_DRAW = "Offer a draw"
DISCARDS_UNDONE = "Ending the game discards the moves that you have undone."
DRAW_DISCARDS_UNDONE = "If it is accepted, the moves that you have undone are discarded."
NOT_OVER = "The game is not over."


def length(moves: int) -> str:
    return f"The game took {count_text(moves, 'move')}."


# The panel

MOVES_PASTED = "Moves and games can be pasted in the analysis (A)."
FEN_TIP = "The position as text. Edit it or paste another one, then press Enter."


def seconds(count: float) -> str:
    return f"{count:g} s"


def per_move(time: str) -> str:
    return f"at least {time}"


def pace_tip(keys: str) -> str:
    return f"Minimum time for each position ({keys})"


NO_PIECE = "No piece is selected."
NOT_READY = "The AI is still loading. One moment."
NO_SERIES = "No AI games finished yet."

# The cards of players


def captured(count: int) -> str:
    return f"captured {count}"


def drowned_count(count: int) -> str:
    return f"lost {count} in the river"


CHANGE_PLAYER = "click to change"
WINNER = "winner"
TO_MOVE = "to move"


def move_limit(limit: str) -> str:
    return f"at most {limit} per move, or it loses"


def clock(left: str, control: str, running: bool) -> str:
    return f"{left} left on a {control} clock, {'running' if running else 'stopped'}"


# Why a command is not possible

AI_LOADING = "The AI is still loading."
NOT_YOUR_TURN = "Only on your turn in a running game."
GAME_OVER = "The game is over."
NO_DEMO = "Only when AIs play both sides."
FIRST_POSITION = "This is the first position."
LATEST_POSITION = "This is the latest position."
NOTHING_TO_PAUSE = "No AI or clock is running."
NOT_IN_RATED_GAME = "Nothing to pause. In a rated game, this does not let the AI move for you."
NOT_BEGUN = "The game has not begun yet."
NO_END = "Only a human player can do this, at the latest position."
NOT_TO_ADJUDICATE = "Only for a running AI game, at its latest position."
NOTHING_TO_UNDO = "Nothing to undo."
NOTHING_TO_REDO = "Nothing to redo."
NOT_THE_AIS_TURN = "It is not the AI's turn."
NOTHING_TO_REVIEW = "Make some moves first; then you can review them."

# What a command has done


def game_saved(game: str) -> str:
    return f"Your {game} game is saved. Choose {game} again to continue it, or find it under Open."


UNDO_BRINGS_BACK = "Undo brings back the previous game."


def level_changed(player: str) -> str:
    return f"You now play against {player}."


CAN_UNDO = "You can undo this."
PREVIOUS_GAME = "Previous game restored."
LATER_GAME = "Later game restored."
GAMES_FOLLOW = "A new game will start after each one."
GAMES_STOP = "The AIs stop after this game."
POSITION_SET = "Position set up."
DRAW_DECLINED = "The AI declines the draw."

# Rated games

NEXT_RATED = "Next opponent"
RATED_GAME = "This game is rated."
WOULD_NOT_BE_RATED = "A different move here makes the game unrated."
UNRATED_QUESTION = "Get help in a rated game?"
UNRATED_TEXT = "If you get help, this game no longer counts for your rating."
GET_HELP = "Get help"
NO_HELP = "No help"
NOT_RATED = {
    "takeback": "Not rated: you took back a move.",
    "hint": "Not rated: you asked for a hint.",
    "analysis": "Not rated: you analysed the game.",
    "opponent": "Not rated: you changed the opponent.",
    "position": "Not rated: you changed the position.",
    "counted": "This game has already been rated.",
}
"""By why a game that was begun as a rated one does not count."""


def first_rating(rating: str) -> str:
    return f"Your first rating: {rating}."


def new_rating(rating: str, before: str) -> str:
    return f"Your rating: {rating} (it was {before})."


def next_opponent(level: str) -> str:
    return f"Next opponent: level\N{NO-BREAK SPACE}{level}."


UNFINISHED_RATED = "Finish your rated game?"


def unfinished_rated(opponent: str, moves: int) -> str:
    return (
        f"Your rated game against {opponent} ({count_text(moves, 'move')}) is not finished. Continue it, or "
        "resign it and begin another one."
    )


CONTINUE_RATED = "Continue it"
RESIGN_RATED = "Resign it"
CANCEL = "Cancel"

# The score table

SCORE = "Score"
GAMES = "Games"
WON = "Won"
DRAWN = "Drawn"
LOST = "Lost"
POINTS = "Points"
NO_GAMES = "No AI games finished yet. Start one, then turn on Endless."


def player_as(player: str, side: str) -> str:
    return f"{player} as {side}"


def as_side(side: str) -> str:
    return f"as {side}"


def lengths(games: int, mean: float, shortest: int, longest: int) -> str:
    return (
        f"{count_text(games, 'game')}: {mean:.1f} moves on average (shortest {shortest}, longest {longest})."
    )


def ends(reasons: str) -> str:
    return f"How they ended: {reasons}."


RESET = "Reset scores"
RESET_TIP = "Clear these results"
DONE = "Done"

# Adjudicating a game

ADJUDICATE = "Adjudicate the game"
QUESTION = "How does this game end?"


def last_evaluation(score: str) -> str:
    return f"The AI's last evaluation: {score}."


def wins(side: str) -> str:
    return f"{side} wins"


DRAW = "Draw"

# The move log

LOG_TITLE = "The game in words"
NO_MOVES = "No moves yet."


def game_of(game: str) -> str:
    return f"A game of {game}."


COPY = "Copy"
COPY_TIP = "Copy the whole text"
LOG_COPIED = "Game copied."
NO_CLIPBOARD = "The clipboard is not available."
