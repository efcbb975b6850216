"""Positions that another engine does not solve: ``python -m tests.hard_positions GAME --against PLAYER``.

Games against it give positions. Short searches with two lines keep those in which one move seems better
than all others by `GAP_CP`; the other engine, asked with `--against-nodes`, must choose another move; and a
search of `--nodes` must prefer the same move by `GAP_CP`. What passes is printed as a line of a suite (see
`engine.research.suite`). Each game is a line of the file that `--keep` names; with the same file a stopped
run continues.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from engine import rules as registry
from engine.book.opening_book import book_key
from engine.game.game import Game
from engine.players.base import Player
from engine.players.parse import parse_player
from engine.research.puzzles.judge import Judge
from engine.research.step_file import read_steps
from engine.research.tune import random_opening
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.search.limits import Limits, Score
from engine.search.searcher import Searcher
from engine.tablebase.tablebase import tablebase_of

GAP_CP = 100
"""How much better the solution is than every other move."""
DECIDED_CP = 300
"""A position is decided where every move wins, or loses, by more than this."""
OPENING_PLIES = (2, 8)
GAME_LIMITS = Limits(nodes=20_000)
MAX_GAME_PLIES = 160
GLANCE_NODES, FILTER_NODES = 30_000, 200_000
HASH_MIB = 4


class Preference(NamedTuple):
    """The best move of a search, its score, and that of the next."""

    move: str
    best: Score
    second: Score

    @property
    def may_become_clear(self) -> bool:
        """True if the move is better by half the gap."""
        return self.best.cp - self.second.cp >= GAP_CP / 2

    @property
    def is_clear(self) -> bool:
        """True if the move is better by the gap, and the game is not decided whatever is played."""
        undecided = self.best.cp > -DECIDED_CP and self.second.cp < DECIDED_CP
        return undecided and self.best.cp - self.second.cp >= GAP_CP


class Finder:
    """Looks for hard positions of a game with a searcher of its own, and asks the other engine."""

    def __init__(self, rules: Rules, other: Player, other_nodes: int, nodes: int) -> None:
        self.rules, self._other = rules, other
        self._other_limits, self._long = Limits(nodes=other_nodes), Limits(nodes=nodes)
        self._judge, self._player = Judge(rules), Searcher(rules, HASH_MIB)
        self._tablebase = tablebase_of(rules)

    def game(self, number: int) -> Iterator[str]:
        """Play game `number` and yield the lines of its hard positions."""
        for position in self._positions(random.Random(number)):
            if self._tablebase is not None and self._tablebase.probe(self.rules, position) is not None:
                continue
            glance = self._prefer(position, Limits(nodes=GLANCE_NODES))
            if glance is None or not glance.may_become_clear:
                continue
            first = self._prefer(position, Limits(nodes=FILTER_NODES))
            if first is None or not first.is_clear or self._other_move(position) == first.move:
                continue
            last = self._prefer(position, self._long)
            if last is not None and last.is_clear and last.move == first.move:
                fen = self.rules.notation.format(position)
                scores = f"{last.best.describe()}. Next best: {last.second.describe()}"
                yield f"{fen}; {last.move}; {scores}"

    def _positions(self, rng: random.Random) -> list[Position]:
        """Return the positions of a game against the other engine."""
        game, own = (
            Game(self.rules, random_opening(self.rules, rng, OPENING_PLIES).position),
            rng.randrange(2),
        )
        self._player.clear()
        self._other.new_game(0)
        positions: list[Position] = []
        while game.outcome is None and len(positions) < MAX_GAME_PLIES:
            positions.append(game.position)
            if game.position.side == own:
                self._player.clear_stop()
                info = self._player.search(game.position, game.key_history(), GAME_LIMITS)
                assert info is not None
                game.play(info.pv[0])
            else:
                game.play(self._other.choose(game, GAME_LIMITS).move)
        return positions

    def _other_move(self, position: Position) -> str:
        self._other.new_game(0)
        return self._other.choose(Game(self.rules, position), self._other_limits).move.text

    def _prefer(self, position: Position, limits: Limits) -> Preference | None:
        """Return what a search from an empty table prefers; None if there is only one move."""
        self._judge.clear()
        lines = self._judge.best_lines(Game(self.rules, position), limits, 2)
        if len(lines) < 2:
            return None
        best, second = lines
        return Preference(best.pv[0].text, best.score, second.score)


def main() -> None:
    """Play the games missing from the file, and print the lines of all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--against", required=True, metavar="PLAYER", help="such as uci:COMMAND")
    parser.add_argument("--against-nodes", type=int, default=300_000, help="about 0.1 seconds")
    parser.add_argument("--nodes", type=int, default=16_000_000, help="about 10 seconds")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--keep", type=Path, required=True, help="the file of the games")
    chosen = parser.parse_args()
    rules = registry.get(chosen.game)
    found: list[list[str]] = list(read_steps(chosen.keep, f"{chosen.keep} is damaged"))
    finder = Finder(rules, parse_player(chosen.against, rules, 0), chosen.against_nodes, chosen.nodes)
    with chosen.keep.open("a", encoding="utf-8") as file:
        while sum(map(len, found)) < chosen.positions:
            found.append(list(finder.game(len(found))))
            print(json.dumps(found[-1]), file=file, flush=True)
    seen = set()
    for line in (line for lines in found for line in lines):
        key = book_key(rules, rules.notation.parse(line.split(";")[0]))[0]
        if key not in seen:
            seen.add(key)
            print(line)


if __name__ == "__main__":
    main()
