"""What there is to say about a tournament below its table, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from congo_gui.screens.tournament.background import News

if TYPE_CHECKING:
    from engine.match.pairing import FinishedGame
    from engine.match.sprt import Sprt

RATINGS = (
    "Elo: strength, 0 being the players' average; the truth lies within ± in 19 of 20 tournaments like this."
)
BOUNDS = "≥ and ≤: who has won, or lost, every game is stronger, or weaker, than that, in 19 of 20 as well."
FEW = "Too few: every game was won, or lost, and so few games leave open who is the stronger."


def notes(news: News, names: Sequence[str]) -> Iterator[str]:
    """Yield what there is to say, the most important first; `names` are the players'."""
    if news.sprt is not None:
        yield _test(news.sprt, names[0])
    yield from _failures(news.played)
    elos = [row.elo for row in news.rows if row.elo is not None]
    if any(elo.tells for elo in elos):
        yield RATINGS
    if any(elo.bound in ("<", ">") and elo.tells for elo in elos):
        yield BOUNDS
    if any(not elo.tells for elo in elos):
        yield FEW
    if news.played:
        yield _ends(news.played)
        yield _totals([game for game in news.played if not game.crashed])


def _failures(played: Sequence[FinishedGame]) -> Iterator[str]:
    """Yield who failed and why, the first time that each player did."""
    told: set[int] = set()
    for game in played:
        losers = set(game.players) - {game.winner} if game.fault else set()
        if losers - told:
            told |= losers
            yield f"Failed: {game.reason}."


def _test(sprt: Sprt, first: str) -> str:
    low, high = sprt.bounds
    question = f"Test: is {first} {sprt.elo1:g} Elo stronger, or only {sprt.elo0:g}?"
    if sprt.decision:
        answer = "Yes" if sprt.decision == "H1" else f"Only {sprt.elo0:g}"
        return f"{question} {answer}, after {sprt.pairs} pairs of games."
    where = f"{_signed(sprt.ratio)}, where {_signed(high)} says yes and {_signed(low)} no"
    return f"{question} Not clear after {sprt.pairs} pairs of games: {where}."


def _signed(number: float) -> str:
    return f"{number:+.2f}".replace("-", "−")


def _ends(played: Sequence[FinishedGame]) -> str:
    reasons = Counter(game.kind_of_end for game in played)
    return f"Ends: {', '.join(f'{count} × {reason}' for reason, count in reasons.most_common())}."


def _totals(games: Sequence[FinishedGame]) -> str:
    if not games:
        return "No game has been played to its end."
    drawn, lengths = sum(game.winner is None for game in games), [game.plies for game in games]
    mean = sum(lengths) / len(lengths)
    thought = sum(sum(game.seconds) for game in games)
    length = f"{mean:.0f} turns on average, {min(lengths)} to {max(lengths)}"
    time = f"{thought:.1f} s in all; Time is per game"
    return f"Drawn: {drawn} of {len(games)}. Length: {length}. Thinking: {time}."
