"""A short review of a finished game: the accuracy of a player's moves by phase, and missed motifs.

The accuracy of a move is that of lichess.org, with the game's own curve of winning chances. A phase's
accuracy is the mean of its moves, so that one blunder among twenty moves costs at most five percent.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from engine.game.game import Game
from engine.learn.themes import themes_of
from engine.rules.rules import Rules
from engine.rules.values import Move, Position
from engine.search.limits import SearchInfo, winning_chance

OPENING, MIDDLEGAME, ENDING = PHASES = ("opening", "middle", "ending")
OPENING_MOVES = 8
"""How many of a player's first moves are the opening, unless the ending begins earlier."""
ENDING_SHARE = 0.3
"""The ending begins when at most this share of the pieces is left."""
BLUNDER_COST = 0.3
"""The smallest loss of winning chances (0 to 1) that makes a move a blunder."""
MAX_LINE_PLIES = 5
"""How many plies of a line are searched for motifs, an odd number."""
MOTIFS = frozenset(
    ("lion-hunt", "double-jump", "triple-jump", "flying-lion", "drowning", "promotion", "fork")
)
"""The themes that say what was overlooked; the others fit almost any position."""

SearchFunction = Callable[[Game], SearchInfo | None]
"""Searches the position of a game; returns None if the game is over or the search was stopped."""


@dataclass(frozen=True)
class PhaseAccuracy:
    """The accuracy in percent in a phase of a game: the mean over its `moves`."""

    accuracy: float
    moves: int


@dataclass(frozen=True)
class GameReview:
    """The result of a review: the accuracy by phase, and the motifs that were missed or allowed."""

    phases: dict[str, PhaseAccuracy]
    missed: tuple[str, ...] = ()


def accuracy(cost: float) -> float:
    """Return the accuracy of a move in percent, from the winning chances (0 to 1) that it lost."""
    return max(0.0, min(100.0, 103.1668 * math.exp(-4.354 * max(0.0, cost)) - 3.1669))


def review_game(rules: Rules, moves: Sequence[str], side: int, search: SearchFunction) -> GameReview | None:
    """Review the moves of one side in a game from the start position; None if the search was stopped.

    Raises:
        UserError: a move is not legal.
    """
    game = Game(rules)
    pieces_at_start = len(rules.notation.pieces(game.position))
    found: dict[str, list[float]] = {phase: [] for phase in PHASES}
    missed: Counter[str] = Counter()
    own = 0
    for text in moves:
        position = game.position
        move = rules.parse_move(position, text)
        if position.side != side:
            game.play(move)
            continue
        best = search(game)
        game.play(move)
        if best is None:
            return None
        reply, cost = None, 0.0
        if best.pv[:1] != (move,):
            reply = None if game.outcome is not None else search(game)
            if reply is None and game.outcome is None:
                return None
            cost = _chance(rules, best) - _chance_after(rules, game, side, reply)
        pieces = len(rules.notation.pieces(position)) / pieces_at_start
        phase = ENDING if pieces <= ENDING_SHARE else OPENING if own < OPENING_MOVES else MIDDLEGAME
        found[phase].append(accuracy(cost))
        own += 1
        if cost >= BLUNDER_COST:
            missed.update(_motifs(rules, position, best))
            missed.update(_motifs(rules, game.position, reply))
    accuracies = {
        phase: PhaseAccuracy(fmean(values), len(values)) for phase, values in found.items() if values
    }
    return GameReview(accuracies, tuple(sorted(missed)))


def _chance(rules: Rules, info: SearchInfo) -> float:
    return winning_chance(info.score, rules.facts.chance_scale_cp)


def _chance_after(rules: Rules, game: Game, side: int, reply: SearchInfo | None) -> float:
    """Return the winning chances of the side that has just moved."""
    outcome = game.outcome
    if outcome is not None:
        return 0.5 if outcome.winner is None else float(outcome.winner == side)
    assert reply is not None
    return 1.0 - _chance(rules, reply)


def _motifs(rules: Rules, position: Position, info: SearchInfo | None) -> frozenset[str]:
    """Return the motifs of a line that wins something."""
    if info is None or not info.pv or (info.score.mate or info.score.cp) <= 0:
        return frozenset()
    length = min(MAX_LINE_PLIES, len(info.pv) - 1 + len(info.pv) % 2)
    line: tuple[Move, ...] = info.pv[:length]
    return MOTIFS.intersection(themes_of(rules, position, line, True, info.score.mate is not None))
