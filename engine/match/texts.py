"""Texts of matches and tournaments: results, tables, notes, errors."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from engine.rules.words import count_text, noun

# Names

FIRST_PLAYER = "first player"
SECOND_PLAYER = "second player"


def strict_limit(limit_ms: int) -> str:
    return per_move(f"{limit_ms} ms")


def per_move(limits: str) -> str:
    return f"{limits} a move"


def clock(control: object) -> str:
    return f"{control} s on the clock"


# Why a game ended; files keep these words

PROCESS_DIED = "the process that played it died"
NOT_PLAYED = "the game could not be played"
PLAYER_FAILED = "a player failed"
LATE = "exceeded its time limit of"


# How a player failed

ILLEGAL_MOVE = "illegal move"
ON_TIME = "lost on time"
NO_ANSWER = "no answer"
CRASH = "crash"
PLAYED_ILLEGAL = "played an illegal move"
DID_NOT_ANSWER = "did not answer"
GAVE_NO_MOVE_IN = "gave no move within"


def lost_by_failure(player: str, lost: int, games: int, kinds: Iterable[tuple[str, int]]) -> str:
    counts = ", ".join(f"{count} x {kind}" for kind, count in kinds)
    return f"lost by failure: {player} {lost} of {games} {noun(games, 'game')} ({counts})"


ADJUDICATED_TABLEBASE = "adjudicated by the tablebase"
ADJUDICATED_SCORES = "adjudicated by the scores"


def late(limit_ms: int, overrun_ms: float) -> str:
    return f"{LATE} {limit_ms} ms by {overrun_ms:.0f} ms"


# Results; programs read the line of a match

TOO_FEW = "too few"
NO_ELO = "elo unknown"


def elo_bound(points: str) -> str:
    return f"elo {points}"


def elo_estimate(points: str, margin: int) -> str:
    return f"elo {points} +- {margin}"


def match_result(player: str, wins: int, losses: int, draws: int, elo: object) -> str:
    return f"{player} wins {wins}, losses {losses}, draws {draws}, {elo}"


# Notes on a match or a tournament


def game_note(number: object, reason: str) -> str:
    return f"game {number}: {reason}"


def played_game(done: int, total: int, number: str, first: str, second: str, result: str, reason: str) -> str:
    return f"{done}/{total}  game {number}: {first} - {second}  {result}, {reason}"


def ends(reasons: Iterable[tuple[str, int]]) -> str:
    return f"ends: {', '.join(f'{count} x {reason}' for reason, count in reasons) or 'none'}"


def mean_length(plies: float) -> str:
    return f"mean length: {plies:.1f} plies"


def time_cost(thinking_s: float, overhead_s: float) -> str:
    return f"players thought for {thinking_s:.1f} s; overhead {overhead_s:.2f} s"


def largest_overrun(order: str, player: str, overrun_ms: float) -> str:
    return f"largest overrun of a time limit, {order} ({player}): {overrun_ms:.0f} ms"


LOST_ON_TIME = "games were lost on time; try a larger --movetime or --grace"
WON = "won"
LOST = "lost"
STRONGER = "stronger"
WEAKER = "weaker"


def too_few_games(player: str, result: str) -> str:
    return f"{player} {result} every game; too few games to say more"


def at_least(player: str, result: str, points: int, side: str) -> str:
    return f"{player} {result} every game: it is at least {points} Elo {side} (95% confidence)"


def pairs(counts: str) -> str:
    return f"pairs with 0, 1/2, 1, 3/2, 2 points: {counts} (the 95% margin of error is from these pairs)"


# The table of a tournament, and its notes

PLAYER = "player"
HEADERS = ("#", PLAYER, "points", "games", "+", "=", "-", "elo (95 %)", "s/game")


def draws(count: int, games: int) -> str:
    return f"draws: {count} of {games} {noun(games, 'game')} ({100 * count / games:.0f} %)"


def lengths(mean: float, shortest: int, longest: int) -> str:
    return f"length: {mean:.1f} plies on average, {shortest} to {longest}"


def thinking(seconds: float) -> str:
    return f"time: {seconds:.1f} s of thinking in all"


def byes(points: int) -> str:
    return f"a bye counts {points} points"


BOUNDS = "elo >= and <=: a player who won (lost) every game; only a 95 % lower (upper) limit is known"
REFERENCE = "elo =0: the others' limits are relative to this player, which has no rating of its own"
UNRATED = f"elo {TOO_FEW}: all games that could rate the player were won, or all lost; play more"
DRAWS_ADDED = (
    "some players won all their games against some others, so for the ratings one more drawn game "
    "counts for every two players who met"
)

# The conditions of an event


def opening_source(source: str) -> str:
    kind, colon, plies = source.partition(":")
    if kind == "book":
        return f"book openings of {plies} plies" if colon else "book openings"
    if source.isascii() and source.isdigit():
        return f"openings of {source} random {'ply' if source == '1' else 'plies'}"
    return f"openings from {Path(source).name}"


def opening_plies(plies: str) -> str:
    return f"openings of {plies} {'ply' if plies == '1' else 'plies'}"


def adjudication(rules: str) -> str:
    return f"adjudication: {rules}"


def test_of(elo0: str, elo1: str) -> str:
    return f"SPRT [{elo0}, {elo1}]"


def seed(number: str) -> str:
    return f"seed {number}"


def concurrency(count: int) -> str:
    return f"{count} {noun(count, 'game')} at once"


def event_head(game: str, tournament_format: str, players: int, games: int) -> str:
    return f"{game}, {tournament_format}, {players} players, {games} games per pairing"


def games_finished(done: int, total: int) -> str:
    return f"{done} of {total} games finished"


# The test of two players (SPRT)

UNDECIDED = "not decided"


def accepted(elo: float) -> str:
    return f"elo {elo:g} is accepted"


def sprt(elo0: float, elo1: float, verdict: str, where: str, alpha: float, beta: float) -> str:
    result = f"sprt elo {elo0:g} against {elo1:g}: {verdict}, {where}"
    return f"{result}; elo0 {elo0:g}, elo1 {elo1:g}, alpha {alpha:g}, beta {beta:g}"


def llr(ratio: float, low: float, high: float, pairs: int) -> str:
    return f"llr {ratio:.2f} ({low:.2f} to {high:.2f}) after {pairs} pairs"


# Why an event cannot be played

TOO_FEW_PLAYERS = "a tournament needs at least two players"


def too_many_players(limit: int) -> str:
    return f"a tournament can have at most {limit} players"


SPRT_NEEDS_TWO = "--sprt needs exactly two players"
SPRT_ORDER = "--sprt takes two differences in Elo, the lower one first"
ODD_GAMES = "--games must be even, because each opening is played with both colours"


def too_few_openings(found: int, needed: int) -> str:
    return f"{needed} different openings are needed, but there are only {found}"


def no_tablebase(game: str) -> str:
    return f"{game} has no endgame tablebase to adjudicate by"


# Openings


def no_book(game: str) -> str:
    return f"there is no opening book for {game}"


def too_few_book_lines(found: int, plies: int, needed: int) -> str:
    return (
        f"{needed} different openings of {count_text(plies, 'ply', 'plies')} from the book are needed, but"
        f" only {found} were found; choose more plies or fewer games"
    )


def bad_plies(text: str, maximum: int) -> str:
    return f"the plies of an opening must be a whole number from 0 to {maximum}, not {text}"


def repeated(path: Path, found: int, needed: int) -> str:
    has = f"{found} different {noun(found, 'opening')}"
    return f"{path} has only {has} for {needed} pairs of games, so openings are repeated"


def no_openings_in(path: Path) -> str:
    return f"{path} has no opening"


def openings_not_found(found: int, plies: int, needed: int) -> str:
    return (
        f"{needed} different openings of {plies} random {noun(plies, 'ply', 'plies')} are needed, but only"
        f" {found} were found; choose more plies or fewer games"
    )


def unbalanced(count: int, of: int) -> str:
    verb = "is" if count == 1 else "are"
    return f"{count} of {of} openings {verb} not balanced: no better ones were found"


def bad_line(path: Path, line: int, problem: Exception) -> str:
    return f"{path}, line {line}: {problem}"


def same_opening(path: Path, line: int, earlier: int) -> str:
    return f"{path}, line {line} is skipped: it leads to the same position as line {earlier}"


OPENING_OVER = "the game is over at the end of this opening"

# The file of a tournament


def not_a_tournament(path: Path, line: int) -> str:
    return f"{path} is not a tournament file: see line {line}"


def holds_tournament(path: Path) -> str:
    return f"{path} is a tournament file; other games in it would stop it from resuming. Choose another file"


def in_use(path: Path) -> str:
    return f"another window or command is saving games to {path}. Wait until it ends, or choose another file"


def other_tournament(path: Path, what: str, theirs: str, ours: str) -> str:
    return (
        f"{path} holds another tournament: its {what} is '{theirs}', not '{ours}'; "
        "to continue that one, use its settings, or else name another file"
    )


def other_openings(path: Path) -> str:
    return (
        f"{path} holds another tournament: its openings differ. Another version of the program chose them, "
        "or their file or its order has changed. To begin a new one, name another file"
    )


def no_file(path: Path) -> str:
    return f"there is no file {path}"


def no_games_in(path: Path) -> str:
    return f"{path} has no finished game of a tournament"


def not_a_table(path: Path) -> str:
    return f"{path} does not say which tournament its games belong to"


def bad_game(number: str) -> str:
    return f"game {number} in the tournament's file cannot be read"
