"""The remarks below the standings of a tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from congo_gui.play.wording import move_count, reason_shown
from congo_gui.screens.tournament import texts
from congo_gui.screens.tournament.background import TournamentStatus
from engine.rules.rules import Rules

if TYPE_CHECKING:
    from engine.match.pairing import FinishedGame
    from engine.match.sprt import Sprt

MAX_REASON = 300
"""The longest reason in a remark, in characters: a bot's error may have thousands."""


def notes(news: TournamentStatus, names: Sequence[str], rules: Rules) -> Iterator[str]:
    """Yield the remarks, the most important first; `names` are the players'."""
    if news.sprt is not None:
        yield _test(news.sprt, names[0])
    yield from _failures(news.played)
    yield from _lost_by_failure(news.played, names)
    elos = [row.elo for row in news.rows if row.elo is not None]
    if any(elo.is_informative and elo.bound != "=" for elo in elos):
        yield texts.ELO_NOTE
    if any(elo.bound in ("<", ">") and elo.is_informative for elo in elos):
        yield texts.BOUNDS_NOTE
    if any(elo.bound == "=" for elo in elos):
        yield texts.REFERENCE_NOTE
    if any(not elo.is_informative for elo in elos):
        yield texts.FEW_NOTE
    if news.played:
        yield _ends(news.played, rules)
        yield _totals([game for game in news.played if not game.not_played])


def _failures(played: Sequence[FinishedGame]) -> Iterator[str]:
    """Yield the first failure of each player, with the reason."""
    reported: set[int] = set()
    for game in played:
        losers = set(game.players) - {game.winner} if game.fault else set()
        if losers - reported:
            reported |= losers
            yield texts.failure(_shortened(game.reason))


def _shortened(reason: str) -> str:
    return reason if len(reason) <= MAX_REASON else reason[: MAX_REASON - 1] + "…"


def _lost_by_failure(played: Sequence[FinishedGame], names: Sequence[str]) -> Iterator[str]:
    """Yield the number of games lost by each player's failures, by kind."""
    from engine.match.failures import failures

    games = Counter(player for game in played if not game.not_played for player in game.players)
    for player, kinds in sorted(failures(played).items()):
        counts = [(kind.value, count) for kind, count in kinds.most_common()]
        yield texts.lost_by_failure(names[player], kinds.total(), games[player], counts)


def _test(sprt: Sprt, first: str) -> str:
    low, high = sprt.bounds
    question = texts.test_question(first, sprt.elo1, sprt.elo0)
    if sprt.decision:
        answer = texts.YES if sprt.decision == "H1" else texts.only(sprt.elo0)
        return texts.test_answer(question, answer, sprt.pairs)
    where = texts.test_bounds(_signed(sprt.llr), _signed(high), _signed(low))
    return texts.test_open(question, sprt.pairs, where)


def _signed(number: float) -> str:
    return f"{number:+.2f}".replace("-", "−")


def _ends(played: Sequence[FinishedGame], rules: Rules) -> str:
    reasons = Counter(reason_shown(rules, game.termination) for game in played)
    return texts.ends(reasons.most_common())


def _totals(games: Sequence[FinishedGame]) -> str:
    if not games:
        return texts.NO_FINISHED_GAME
    drawn, lengths = sum(game.winner is None for game in games), [move_count(game.plies) for game in games]
    mean = sum(lengths) / len(lengths)
    thinking_s = sum(sum(game.seconds) for game in games)
    length = texts.lengths(mean, min(lengths), max(lengths))
    time = texts.thinking(thinking_s)
    return texts.totals(drawn, len(games), length, time)
