"""Fifty games of the engine, as White, against each of minichess's opponents: ``python -m`` prints the table.

The games begin with different random plies, four of them, that a short search finds balanced, and no two
games of an opponent are alike.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from random import Random

from engine import rules
from engine.game import Game
from engine.lab.openings import Opening, random_openings, short_search
from engine.players.base import Player
from engine.players.parse import parse_player
from engine.search.limits import Limits

OPPONENTS = ("first", "random", "greedy", "smart", "minimax:4", "sourceminimax:4")
ENGINE = "engine:nodes=100000"
GAMES, PLIES, SEED = 50, 4, 20


@dataclass
class Tally:
    """What came of the games against one opponent; `thinking` is the engine's most in a game."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    plies: int = 0
    longest: int = 0
    thinking: float = 0.0
    """Seconds of the processor, which do not depend on what else the machine does."""

    def row(self, name: str) -> str:
        """Return a line of the table."""
        games = self.wins + self.draws + self.losses
        mean = f"{self.plies / games:.1f}"
        return (
            f"| `{name}` | {self.wins} | {self.draws} | {self.losses} | {mean} | {self.longest} "
            f"| {self.thinking:.1f} s |"
        )


def openings(count: int = GAMES) -> list[Opening]:
    """Return different openings."""
    game = rules.get("minichess")
    chance = Random(SEED)
    return random_openings(game.start(), PLIES, count, chance, game, short_search(game), print)


def play(opening: Opening, engine: Player, opponent: Player, seed: int) -> tuple[Game, float]:
    """Play a game; return it and the engine's thinking in seconds of the processor."""
    game = opening.game(rules.get("minichess"))
    thinking = 0.0
    for player in (engine, opponent):
        player.new_game(seed)
    while game.outcome is None:
        began = time.process_time()
        side = game.position.side
        move = (engine, opponent)[side].choose(game, Limits()).move
        thinking += 0.0 if side else time.process_time() - began
        game.play(move)
    return game, thinking


def face(name: str, started: list[Opening]) -> tuple[Tally, list[tuple[str, ...]]]:
    """Play an opponent from every opening; return what came of it, and the games' moves."""
    game = rules.get("minichess")
    engine, opponent = parse_player(ENGINE, game), parse_player(name, game)
    tally, played = Tally(), []
    for number, opening in enumerate(started):
        finished, thinking = play(opening, engine, opponent, SEED + number)
        assert finished.outcome is not None
        winner = finished.outcome.winner
        tally.wins += winner == 0
        tally.losses += winner == 1
        tally.draws += winner is None
        tally.plies += len(finished.plies)
        tally.longest = max(tally.longest, len(finished.plies))
        tally.thinking = max(tally.thinking, thinking)
        played.append(tuple(ply.move.text for ply in finished.plies))
    return tally, played


def main(names: list[str]) -> None:
    """Print the table, of some opponents or of all."""
    started = openings()
    print("| opponent | won | drawn | lost | mean length | longest | thinking |")
    print("|---|---|---|---|---|---|---|")
    for name in names or OPPONENTS:
        tally, played = face(name, started)
        assert len(set(played)) == len(played)
        print(tally.row(name), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
