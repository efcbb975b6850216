"""Check the model games again: a search confirms what the NAGs of their moves state."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game.game import Game
from engine.learn.model_games import NAG_EVEN, NAG_FIRST_WINS, NAG_MISTAKE, NAG_SECOND_WINS
from engine.record.record import GameRecord
from engine.research import texts
from engine.research.puzzles.judge import Judge

MIN_MISTAKE_COST = 0.15
"""The smallest loss of the expected score that makes a move a mistake."""
ALLOWED = {NAG_EVEN: (0.4, 0.6), NAG_FIRST_WINS: (0.85, 1.0), NAG_SECOND_WINS: (0.0, 0.15)}
"""The first side's expected score after a move, by NAG: the lowest and the highest."""


def problem(nodes: int, record: GameRecord) -> str:
    """Return what is wrong with the statements about a game, as a clause; empty if nothing is."""
    judge = Judge(record.rules)
    return next(_problems(judge, nodes, record), "")


def _problems(judge: Judge, nodes: int, record: GameRecord) -> Iterator[str]:
    game = Game(record.rules, record.start)
    for number, recorded in enumerate(record.moves, start=1):
        before = 0.0
        if NAG_MISTAKE in recorded.nags:
            before = judge.value(game, nodes)
        game.play(recorded.move)
        if not recorded.nags:
            continue
        value = judge.value(game, nodes)
        if NAG_MISTAKE in recorded.nags and before - (1 - value) < MIN_MISTAKE_COST:
            yield texts.no_mistake(number, recorded.move.text, before, 1 - value)
        first = value if game.position.side == 0 else 1 - value
        for nag in recorded.nags:
            lowest, highest = ALLOWED.get(nag, (0.0, 1.0))
            if not lowest <= first <= highest:
                yield texts.other_value(number, recorded.move.text, first)
