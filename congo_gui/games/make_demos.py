"""Write the engine's games for the start screen.

``python -m congo_gui.games.make_demos [GAME …]``, from the project's folder. A file has the first
position, and then a line for each turn: the move and the position after it.
"""

from __future__ import annotations

import sys
from random import Random

from congo_gui.games import folder_of
from engine import rules
from engine.game.game import Game, KeyHistory
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.search.limits import Limits
from engine.search.searcher import Searcher

OPENING_PLIES, MAX_PLIES = 2, 70
NODES = 20_000


def played(game: Rules, size: int) -> Game:
    """Return a game of the engine against itself, after `OPENING_PLIES` random plies."""
    chance, searcher, one = Random(7), Searcher(game, 8), Game(game, game.start(size))
    while one.outcome is None and len(one.plies) < MAX_PLIES:
        if len(one.plies) < OPENING_PLIES:
            move = chance.choice(game.legal_moves(one.position))
        else:
            searcher.clear_stop()
            found = searcher.search(one.position, KeyHistory(), Limits(nodes=NODES))
            assert found is not None
            move = found.pv[0]
        one.play(move)
    return one


def text_of(game: Rules, one: Game) -> str:
    """Return the lines of a file."""
    turns = [
        f"{ply.move.text}\t{game.notation.format(after)}"
        for ply, after in zip(one.plies, _after(one), strict=True)
    ]
    return "\n".join([game.notation.format(one.start), *turns]) + "\n"


def _after(one: Game) -> list[Position]:
    return [*(ply.before for ply in one.plies[1:]), one.position]


def main() -> None:
    """Write the files of the games named on the command line, by default all."""
    for name in sys.argv[1:] or rules.names():
        game = rules.get(name)
        for size in game.facts.sizes:
            path = folder_of(name) / f"demo-{size}.txt"
            path.write_text(text_of(game, played(game, size)), encoding="utf-8")


if __name__ == "__main__":
    main()
