"""Winning chances by score, fitted to self-play games: ``python -m tests.winning_chances GAME``.

The games begin with random plies. Every position after them that is no found win gives a sample: its score
and the game's result, both for the side that moves first. Each game is a line of the file that `--keep`
names; with the same file a stopped run continues. The curve is that of `engine.search.limits.winning_chance`;
the standard error of its scale is from resampling whole games, as the samples of a game belong together.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine import rules as registry
from engine.research.training.calibration import fitted_scale
from engine.research.tune import random_opening
from engine.rules.rules import Rules
from engine.search.limits import Limits, logistic
from engine.search.searcher import Searcher

Floats = npt.NDArray[np.float64]

OPENING_PLIES = (2, 10)
"""Fewest and most random plies that a game begins with."""
HASH_MIB = 2
RESAMPLES = 100
BUCKETS_CP = (0, 25, 50, 100, 150, 200, 300, 400, 600, 800, 1200)


def play(rules: Rules, searcher: Searcher, nodes: int, seed: int) -> dict[str, Any]:
    """Play a game; return its result and the score of each ply, from the first side's view."""
    game = random_opening(rules, random.Random(seed), OPENING_PLIES)
    searcher.clear()
    scores: list[int | None] = []
    while game.outcome is None:
        searcher.clear_stop()
        info = searcher.search(game.position, game.key_history(), Limits(nodes=nodes))
        assert info is not None
        sign = 1 if game.position.side == 0 else -1
        scores.append(sign * info.score.cp if info.score.mate is None else None)
        game.play(info.pv[0])
    winner = game.outcome.winner
    result = 0.5 if winner is None else 1.0 - winner
    return {"seed": seed, "result": result, "plies": game.cursor, "scores": scores}


def collect(name: str, games: int, nodes: int, keep: Path) -> list[dict[str, Any]]:
    """Play until the file has that many games, and return them."""
    rules = registry.get(name)
    done = list(read(keep)) if keep.exists() else []
    searcher = Searcher(rules, HASH_MIB)
    with keep.open("a", encoding="utf-8") as file:
        for seed in range(len(done), games):
            done.append(play(rules, searcher, nodes, seed))
            print(json.dumps(done[-1]), file=file, flush=True)
    return done[:games]


def read(keep: Path) -> Iterator[dict[str, Any]]:
    """Yield the games of a file, up to a truncated line."""
    text = keep.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        keep.write_text(whole, encoding="utf-8")
    yield from map(json.loads, whole.splitlines())


def samples(game: dict[str, Any]) -> tuple[Floats, Floats]:
    """Return a game's scores and results for the first side."""
    scores = np.array([score for score in game["scores"] if score is not None], dtype=np.float64)
    return scores, np.full(len(scores), game["result"])


def report(games: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the fit, and for each range of scores the actual and the fitted result."""
    parts = [samples(game) for game in games]
    scores, results = (np.concatenate(column) for column in zip(*parts, strict=True))
    scale = fitted_scale(scores, results)
    chance = np.random.default_rng(1)
    resampled = []
    for _ in range(RESAMPLES):
        chosen = chance.integers(len(parts), size=len(parts))
        some = [np.concatenate([parts[at][column] for at in chosen]) for column in (0, 1)]
        resampled.append(fitted_scale(*some))
    ends = [game["result"] for game in games]
    yield (
        f"{len(games):,} games, {ends.count(1.0):,} won by the first side, {ends.count(0.5):,} drawn, "
        f"{ends.count(0.0):,} lost; {len(scores):,} positions"
    )
    yield f"scale {scale:.1f} cp, standard error {np.std(resampled):.1f}"
    yield "| score for the better side | positions | scored | curve |\n|---|---|---|---|"
    size, scored = np.abs(scores), np.where(scores >= 0, results, 1 - results)
    for low, high in zip(BUCKETS_CP, (*BUCKETS_CP[1:], 1 << 30), strict=True):
        inside = (size >= low) & (size < high)
        if inside.any():
            span = f"{low / 100:.2f} to {high / 100:.2f}" if high < 1 << 30 else f"{low / 100:.2f} and more"
            curve = logistic(size[inside] / scale).mean()
            yield f"| {span} | {inside.sum():,} | {scored[inside].mean():.1%} | {curve:.1%} |"


def main() -> None:
    """Play the games missing from the file, and print the report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--nodes", type=int, default=500)
    parser.add_argument("--keep", type=Path, required=True, help="the file of the games")
    chosen = parser.parse_args()
    print("\n".join(report(collect(chosen.game, chosen.games, chosen.nodes, chosen.keep))))


if __name__ == "__main__":
    main()
