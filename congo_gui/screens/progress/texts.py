"""Texts of the progress page."""

from __future__ import annotations

from collections.abc import Sequence

from engine.rules.words import count_text

PROGRESS = "Progress"


def progress_title(game: str) -> str:
    return f"Progress – {game}"


EMPTY = (
    "Here you will see your rating and how it changes, your results by level and side, how accurate your "
    "moves are in the opening, the middlegame and the endgame, and your streaks. To begin, choose Play at my "
    "level in New game."
)
EMPTY_PUZZLES = "Solve a puzzle in Learn to see your puzzle rating, and what you solve by theme."
NO_GAMES = "No rated games yet. To begin one, choose Play at my level in New game."

RATING = "Rating"
RATING_OVER_TIME = "Rating after each rated game, with its 95% margin"


def rating_is(game: str, rating: str, sureness: str, games: int) -> str:
    return f"Your rating in {game} is {rating}: {sureness}, after {count_text(games, 'rated game')}."


def next_opponent(level: str) -> str:
    return f"Your next opponent is the AI at level {level}."


def plays_like(level: str) -> str:
    return f"You play about as well as the AI at level {level}, which is your next opponent."


def games_between(first: str, last: str) -> str:
    return f"Rated games, {first} to {last}" if first != last else f"Rated games, {first}"


RESULTS = "Results"
RESULTS_HELP = (
    "The bars show your share of the points, with its 95% margin; wins, draws and losses are on the right."
)
BY_LEVEL = "Points by opponent's level, in percent"
BY_SIDE = "Points by side, in percent"


def level(number: int) -> str:
    return f"Level {number}"


def as_side(side: str) -> str:
    return f"As {side}"


def wins_draws_losses(wins: int, draws: int, losses: int) -> str:
    return f"+{wins} ={draws} −{losses}"


ACCURACY = "Accuracy"
BY_PHASE = "Accuracy by phase, in percent"
PHASES = {"opening": "Opening", "middle": "Middlegame", "ending": "Endgame"}
ACCURACY_HELP = (
    "100% is a move that costs no winning chances. The opening is your first eight moves; the endgame begins "
    "when fewer than a third of the pieces are left."
)


def accuracy_of(percent: float, moves: int) -> str:
    return f"{percent:.0f}% of {count_text(moves, 'move')}"


def being_reviewed(games: int) -> str:
    return f"{count_text(games, 'game')} still to be reviewed; that takes a few seconds in the background."


def missed(themes: Sequence[tuple[str, int]], come_first: bool) -> str:
    listed = ", ".join(f"{theme} ({count_text(count, 'game')})" for theme, count in themes)
    after = " Puzzles with these themes come first." if come_first else ""
    return f"Missed in your last games: {listed}.{after}"


PUZZLES = "Puzzles"
SOLVED_BY_THEME = "Solved by theme, in percent"
ENDINGS = "Endings"
SOLVED_BY_KIND = "Solved by kind, in percent"
SHARES_HELP = "The bars show the share that you solved, the thin lines its 95% margin."


def puzzle_rating(points: int, first: int) -> str:
    return f"Your puzzle rating is {points}; everyone starts at {first}."


def part_of(part: int, whole: int) -> str:
    return f"{part} of {whole}"


STREAKS = "Streaks"


def wins_in_a_row(best: int, now: int) -> str:
    return f"Rated games won in a row: {best} at best, {now} now."


def days_in_a_row(days: int) -> str:
    return f"Days in a row with a rated game: {days} at best."


def puzzles_in_a_row(best: int) -> str:
    return f"Puzzles solved in a row: {best} at best."


def puzzles_in_three_minutes(best: int) -> str:
    return f"Puzzles solved in three minutes: {best} at best."


EXPORT = "Export"
EXPORT_TIP = "Save the tables as CSV files and the charts as a picture"
DELETE = "Delete…"
DELETE_TIP = "Delete your rating in this game and the results of your rated games"
DELETE_QUESTION = "Delete your rating?"


def delete_words(game: str, games: int) -> str:
    return (
        f"Your rating in {game} and {count_text(games, 'result')} will be deleted. You cannot undo this. "
        "Saved games, puzzles and endings stay."
    )


DELETE_VERB = "Delete"
DELETED = "Deleted. Your next rated game will be your first."
DONE = "Done"


def exported(folder: object) -> str:
    return f"Exported to {folder}"
