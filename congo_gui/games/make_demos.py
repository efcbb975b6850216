"""Write the engine's games for the start screen.

``python -m congo_gui.games.make_demos [GAME …]``, from the project's folder. A file has the first
position, and then a line for each turn: the move and the position after it.
"""

from __future__ import annotations

import sys
from random import Random

from congo_gui.games import folder_of
from engine import rules as registry
from engine.game.game import Game, KeyHistory
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.search.limits import Limits
from engine.search.searcher import Searcher

OPENING_PLIES, MAX_PLIES = 2, 70
NODES = 20_000


def played(rules: Rules, size: int) -> Game:
    """Return a game of the engine against itself, after `OPENING_PLIES` random plies."""
    chance, searcher, game = Random(7), Searcher(rules, 8), Game(rules, rules.start(size))
    while game.outcome is None and len(game.plies) < MAX_PLIES:
        if len(game.plies) < OPENING_PLIES:
            move = chance.choice(rules.legal_moves(game.position))
        else:
            searcher.clear_stop()
            found = searcher.search(game.position, KeyHistory(), Limits(nodes=NODES))
            assert found is not None
            move = found.pv[0]
        game.play(move)
    return game


def text_of(rules: Rules, game: Game) -> str:
    """Return the lines of a file."""
    turns = [
        f"{ply.move.text}\t{rules.notation.format(after)}"
        for ply, after in zip(game.plies, _after(game), strict=True)
    ]
    return "\n".join([rules.notation.format(game.start), *turns]) + "\n"


def _after(game: Game) -> list[Position]:
    return [*(ply.before for ply in game.plies[1:]), game.position]


def main() -> None:
    """Write the files of the games named on the command line, by default all."""
    for name in sys.argv[1:] or registry.names():
        rules = registry.get(name)
        for size in rules.facts.sizes:
            path = folder_of(name) / f"demo-{size}.txt"
            path.write_text(text_of(rules, played(rules, size)), encoding="utf-8")


if __name__ == "__main__":
    main()
