"""A tournament's table and notes, for the terminal and the window."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine.match.elo import TOO_FEW, Elo
from engine.match.pairing import WinDrawLoss
from engine.match.tournament import Tournament, TournamentResults
from engine.rules.words import noun

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
    """How long it has thought per game, on average."""
    against: tuple[str, ...]


def short(name: str) -> str:
    """Return a player's name, shortened in the middle if it is long."""
    if len(name) <= MAX_NAME_LENGTH:
        return name
    return f"{name[: MAX_NAME_LENGTH // 2]}…{name[1 - MAX_NAME_LENGTH // 2 :]}"


def number_text(points: float) -> str:
    """Return points without needless zeros."""
    return f"{points:.1f}".removesuffix(".0")


def standings(tournament: Tournament) -> list[StandingsRow]:
    """Return the table, the best first."""
    results, names = tournament.results, tournament.plan.players
    elos = results.ratings().elos
    ranking = results.ranking()
    seconds = _seconds(results)
    return [
        StandingsRow(
            rank,
            player,
            names[player],
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


def heads(players: int) -> list[str]:
    """Return the heads of the table's columns."""
    ranks = [str(rank) for rank in range(1, players + 1)]
    return ["#", "player", "points", "games", "+", "=", "-", "elo (95 %)", "s/game", *ranks]


def cells(row: StandingsRow) -> list[str]:
    """Return a line of the table."""
    games = f"{row.score.games}+{row.byes}" if row.byes else str(row.score.games)
    counts = [str(each) for each in (row.score.wins, row.score.draws, row.score.losses)]
    points = number_text(row.points)
    start = [str(row.rank), short(row.name), points, games, *counts, row.elo.rating if row.elo else ""]
    return [*start, f"{row.seconds:.2f}", *row.against]


def table_lines(tournament: Tournament) -> Iterator[str]:
    """Yield the table as lines of text."""
    table = [heads(len(tournament.plan.players)), *(cells(row) for row in standings(tournament))]
    widths = [max(len(line[at]) for line in table) for at in range(len(table[0]))]
    for line in table:
        padded = [
            cell.ljust(width) if at == 1 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        yield "  ".join(padded).rstrip()


def report(tournament: Tournament) -> str:
    """Return the table and what else there is to say as one text."""
    return "\n".join((*table_lines(tournament), "", *details(tournament))) + "\n"


def details(tournament: Tournament) -> Iterator[str]:
    """Yield what else there is to say, line by line."""
    results = tournament.results
    for game in (game for _, game in sorted(results.played.items()) if game.fault or game.crashed):
        yield f"game {game.number // 2 + 1}.{game.number % 2 + 1}: {game.reason}"
    reasons = Counter(game.kind_of_end for game in results.played.values())
    yield f"ends: {', '.join(f'{count} x {reason}' for reason, count in reasons.most_common()) or 'none'}"
    games = results.games()
    if games:
        draws, lengths = sum(game.winner is None for game in games), [game.plies for game in games]
        yield f"draws: {draws} of {len(games)} {noun(len(games), 'game')} ({100 * draws / len(games):.0f} %)"
        mean = sum(lengths) / len(lengths)
        yield f"length: {mean:.1f} plies on average, {min(lengths)} to {max(lengths)}"
        yield f"time: {sum(sum(game.seconds) for game in games):.1f} s of thinking in all"
    if results.byes:
        yield f"a bye counts {tournament.plan.games} points"
    ratings = results.ratings()
    known = [elo for elo in ratings.elos if elo is not None]
    if any(elo.bound in ("<", ">") and elo.tells for elo in known):
        yield "elo >= and <=: who won, or lost, every game has no rating but a one-sided 95 % bound"
    if any(not elo.tells for elo in known):
        yield f"elo {TOO_FEW}: won, or lost, every game, but so few games do not show who is stronger"
    if ratings.helped:
        yield (
            "some players won everything against some others, so for the ratings each two who met count "
            "with one more drawn game"
        )
    if tournament.sprt:
        yield str(tournament.sprt)
