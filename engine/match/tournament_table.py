"""A tournament's table and notes, for the terminal and the window."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine import rules
from engine.match import texts
from engine.match.conditions import Conditions
from engine.match.elo import Elo
from engine.match.failures import failures
from engine.match.pairing import FinishedGame, WinDrawLoss
from engine.match.tournament import TournamentResults, TournamentState
from engine.players.parse import shown_name

MAX_NAME_LENGTH = 36
NO_GAMES = "-"


@dataclass(frozen=True)
class StandingsRow:
    """A player's line in the table; `against` are its points against each of the others, by rank."""

    rank: int
    player: int
    name: str
    elo: Elo | None
    score: WinDrawLoss
    byes: int
    points: float
    seconds: float
    """Its mean thinking time per game."""
    against: tuple[str, ...]


def short(name: str) -> str:
    """Return a player's name, shortened in the middle if it is long."""
    if len(name) <= MAX_NAME_LENGTH:
        return name
    return f"{name[: MAX_NAME_LENGTH // 2]}…{name[1 - MAX_NAME_LENGTH // 2 :]}"


def number_text(points: float) -> str:
    """Return points without needless zeros."""
    return f"{points:.1f}".removesuffix(".0")


def standings(tournament: TournamentState) -> list[StandingsRow]:
    """Return the table, the best first."""
    results, names = tournament.results, tournament.plan.players
    elos = results.ratings().elos
    ranking = results.ranking()
    seconds = _seconds(results)
    return [
        StandingsRow(
            rank,
            player,
            shown_name(names[player]),
            elos[player],
            results.score(player),
            results.byes[player],
            results.points(player),
            seconds[player] / max(results.score(player).games, 1),
            tuple(_cell(results, player, other) for other in ranking),
        )
        for rank, player in enumerate(ranking, start=1)
    ]


def _seconds(results: TournamentResults) -> Counter[int]:
    """Return how long each player has thought in all."""
    total: Counter[int] = Counter()
    for game in results.games():
        for player, seconds in zip(game.players, game.seconds, strict=True):
            total[player] += seconds  # type: ignore[assignment]  # a Counter of seconds
    return total


def _cell(results: TournamentResults, player: int, other: int) -> str:
    score = results.score(player, other)
    return f"{number_text(score.points)}/{score.games}" if score.games else NO_GAMES


def headers(players: int) -> list[str]:
    """Return the headers of the table's columns."""
    ranks = [str(rank) for rank in range(1, players + 1)]
    return [*texts.HEADERS, *ranks]


def cells(row: StandingsRow) -> list[str]:
    """Return a line of the table."""
    games = f"{row.score.games}+{row.byes}" if row.byes else str(row.score.games)
    counts = [str(each) for each in (row.score.wins, row.score.draws, row.score.losses)]
    points = number_text(row.points)
    start = [str(row.rank), short(row.name), points, games, *counts, row.elo.rating if row.elo else ""]
    return [*start, f"{row.seconds:.2f}", *row.against]


def table_lines(tournament: TournamentState) -> Iterator[str]:
    """Yield the table as lines of text."""
    table = [headers(len(tournament.plan.players)), *(cells(row) for row in standings(tournament))]
    widths = [max(len(line[at]) for line in table) for at in range(len(table[0]))]
    for line in table:
        padded = [
            cell.ljust(width) if at == 1 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        yield "  ".join(padded).rstrip()


def heading(tournament: TournamentState) -> Iterator[str]:
    """Yield the name and the conditions of an event, line by line, for the top of its table."""
    plan, conditions = tournament.plan, Conditions.of(tournament.tags)
    if conditions.name:
        yield conditions.name
    title = rules.get(plan.game).facts.title
    yield texts.event_head(title, plan.format, len(plan.players), plan.games)
    yield from conditions.parts()
    yield texts.games_finished(len(tournament.results.played), plan.total)


def report(tournament: TournamentState) -> str:
    """Return the table and what else there is to say as one text."""
    return "\n".join((*table_lines(tournament), "", *details(tournament))) + "\n"


def game_line(tournament: TournamentState, game: FinishedGame) -> str:
    """Return who played whom in a finished game, its result, and how it ended."""
    one, other = (shown_name(tournament.plan.players[player]) for player in game.players)
    first, second = (other, one) if game.number % 2 else (one, other)
    number = f"{game.number // 2 + 1}.{game.number % 2 + 1}"
    done, total = len(tournament.results.played), tournament.plan.total
    return texts.played_game(done, total, number, first, second, game.result, game.reason)


def details(tournament: TournamentState) -> Iterator[str]:
    """Yield what else there is to say, line by line."""
    results = tournament.results
    for game in (game for _, game in sorted(results.played.items()) if game.fault or game.not_played):
        yield texts.game_note(f"{game.number // 2 + 1}.{game.number % 2 + 1}", game.reason)
    reasons = Counter(game.termination for game in results.played.values())
    yield texts.ends(reasons.most_common())
    games = results.games()
    if games:
        draws, lengths = sum(game.winner is None for game in games), [game.plies for game in games]
        yield texts.draws(draws, len(games))
        yield texts.lengths(sum(lengths) / len(lengths), min(lengths), max(lengths))
        yield texts.thinking(sum(sum(game.seconds) for game in games))
    for player, kinds in sorted(failures(games).items()):
        name, played = shown_name(tournament.plan.players[player]), results.score(player).games
        counts = [(kind.value, count) for kind, count in kinds.most_common()]
        yield texts.lost_by_failure(name, kinds.total(), played, counts)
    if results.byes:
        yield texts.byes(tournament.plan.games)
    ratings = results.ratings()
    known = [elo for elo in ratings.elos if elo is not None]
    if any(elo.bound in ("<", ">") and elo.is_informative for elo in known):
        yield texts.BOUNDS
    if any(elo.bound == "=" for elo in known):
        yield texts.REFERENCE
    if any(not elo.is_informative for elo in known):
        yield texts.UNRATED
    if ratings.draws_added:
        yield texts.DRAWS_ADDED
    if tournament.sprt:
        yield str(tournament.sprt)
