"""Games that the engine must win: ``python -m tests.engine.players.opponents GAME`` prints the table.

Each game begins with different random plies, four of them, that a short search finds balanced, and no two
games of an opponent are alike.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from functools import cache
from random import Random

from engine import rules
from engine.game.game import Game
from engine.match.openings import Opening, opening_scorer, random_openings
from engine.players.base import Choice, Player
from engine.players.parse import parse_player
from engine.rules.minichess import AB
from engine.rules.minichess.players.gameboard import board_of
from engine.search.limits import Limits

PLIES, SEED = 4, 20


@dataclass(frozen=True)
class OpponentEvent:
    """An opponent of the engine, the number of games, and whether the engine always moves first."""

    opponents: tuple[str, ...]
    nodes: int
    games: int
    moves_first: bool = False


EVENTS = {
    "minichess": OpponentEvent(
        ("first", "random", "greedy", "smart", "minimax:4", "sourceminimax:4"), 100_000, 50, moves_first=True
    ),
    "conga": OpponentEvent(("random",), 20_000, 100),
    "bonzee": OpponentEvent(("random", "greedy"), 20_000, 100),
}


@dataclass
class Tally:
    """The results against one opponent; `thinking` is the engine's time in each game.

    That is in seconds of the processor, which do not depend on what else the machine does.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    lengths: list[int] = field(default_factory=list)
    thinking: list[float] = field(default_factory=list)
    games: set[tuple[str, ...]] = field(default_factory=set)
    """The moves of each game, so one of two that are alike."""

    def add(self, game: Game, side: int, thinking: float) -> None:
        """Add a finished game in which the engine had `side`."""
        assert game.outcome is not None
        winner = game.outcome.winner
        self.wins += winner == side
        self.losses += winner == 1 - side
        self.draws += winner is None
        self.lengths.append(len(game.plies))
        self.thinking.append(thinking)
        self.games.add(tuple(ply.move.text for ply in game.plies))

    @property
    def counts(self) -> tuple[int, int, int]:
        """Wins, draws and losses."""
        return self.wins, self.draws, self.losses

    @property
    def mean_length(self) -> float:
        """Plies of each game, including the opening."""
        return sum(self.lengths) / len(self.lengths)

    def row(self, name: str) -> str:
        """Return a line of the table."""
        numbers = " | ".join(map(str, self.counts))
        lengths = f"{self.mean_length:.1f} | {max(self.lengths)}"
        mean = sum(self.thinking) / len(self.thinking)
        return f"| `{name}` | {numbers} | {lengths} | {mean:.2f} s | {max(self.thinking):.2f} s |"


HEAD = "| opponent | won | drawn | lost | mean length | longest | mean thinking | most thinking |"


@cache
def openings(name: str, count: int) -> list[Opening]:
    """Return different openings of a game."""
    game, chance = rules.get(name), Random(SEED)
    return random_openings(game.start(), PLIES, count, chance, game, opening_scorer(game), print)


def play(game: Game, engine: Player, opponent: Player, side: int) -> float:
    """Play a game with the engine on `side`; return the engine's thinking time."""
    thinking = 0.0
    while game.outcome is None:
        mine = game.position.side == side
        began = time.process_time()
        move = (engine if mine else opponent).choose(game, Limits()).move
        thinking += time.process_time() - began if mine else 0.0
        game.play(move)
    return thinking


class ExampleAgent(Player):
    """Minichess's agent in one file, in this process, so that its time can be measured."""

    name = "AB.py"

    def new_game(self, seed: int) -> None:
        """See `Player`."""
        AB._memory = AB.Memory()

    def choose(self, game: Game, limits: Limits) -> Choice:
        """See `Player`; it plays White only."""
        answer = AB.studentAgent(dict(board_of(game.position)))
        assert answer is not None
        text = "".join(f"{column}{row}" for column, row in answer)
        return Choice(game.rules.parse_move(game.position, text))


def play_games(
    name: str, against: str, games: int = 0, nodes: int = 0, player: Player | None = None
) -> Tally:
    """Play the games against an opponent, with the engine or `player`."""
    event, played = EVENTS[name], rules.get(name)
    engine = player or parse_player(f"engine:nodes={nodes or event.nodes}", played)
    opponent = parse_player(against, played)
    tally = Tally()
    for number, opening in enumerate(openings(name, games or event.games)):
        for player in (engine, opponent):
            player.new_game(SEED + number)
        game, side = opening.game(played), 0 if event.moves_first else number % 2
        thinking = play(game, engine, opponent, side)
        tally.add(game, side, thinking)
    return tally


def main(name: str, opponents: list[str]) -> None:
    """Print a game's table of some or all opponents."""
    print(HEAD, "|---" * HEAD.count(" | ") + "|---|", sep="\n")
    for opponent in opponents or EVENTS[name].opponents:
        tally = play_games(name, opponent)
        assert len(tally.games) == len(tally.lengths)
        print(tally.row(opponent), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
