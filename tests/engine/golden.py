"""Golden games: the output of the rules along a few random games, saved and compared as text.

``python -m tests.engine.golden GAME`` writes tests/data/<game>_golden.txt anew; the diff is what to review.
The moves are read back from the file, so that the games stay the same whatever the random generator does.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from engine import rules
from engine.game.game import Game
from engine.rules.rules import Rules
from engine.rules.values import Piece, Placed, Transition
from tests.engine.rules.games import LEADERS, data_file, play_at_random

PLIES = 60
GAMES_A_SIZE = 3


def path_of(game: str) -> Path:
    """Return the path of a game's golden games."""
    return data_file(game, "golden")


def games_of(game: Rules) -> Iterator[Game]:
    """Yield random games, a few for each size of the board."""
    for size in game.facts.sizes:
        for number in range(GAMES_A_SIZE):
            chance = random.Random(f"golden {game.name} {size} {number}")
            played = Game(game, game.start(size))
            play_at_random(played, PLIES, LEADERS[number % len(LEADERS)], chance)
            yield played


def read(game: Rules) -> Iterator[Game]:
    """Yield the games of the file, played again."""
    for block in path_of(game.name).read_text(encoding="utf-8").split("\n\n"):
        lines = [line.split() for line in block.splitlines()]
        start = next(" ".join(words) for key, *words in lines if key == "position")
        played = Game(game, game.notation.parse(start))
        for key, *words in lines:
            if key == "plays":
                played.play(game.parse_move(played.position, words[0]))
        yield played


def text_of(played: Game) -> str:
    """Return the output of the rules along a game."""
    lines = []
    for cursor in range(len(played.plies) + 1):
        played.go_to(cursor)
        lines += _state(played)
        if cursor < len(played.plies):
            ply = played.plies[cursor]
            lines.append(f"plays {ply.move} {_effect(played, ply.transition)}")
    return "\n".join(lines)


def _state(played: Game) -> list[str]:
    game, outcome = played.rules, played.outcome
    lines = [f"position {game.notation.format(played.position)}"]
    if outcome is not None:
        winner = "draw" if outcome.winner is None else game.facts.side_names[outcome.winner]
        lines.append(f"result {winner}: {outcome.reason.value}")
    else:
        lines.append(f"moves {' '.join(move.text for move in played.legal_moves())}")
    return lines


def _effect(played: Game, done: Transition) -> str:
    def kind(piece: Piece) -> str:
        return piece.kind if piece.count == 1 else f"{piece.count}{piece.kind}"

    def name(square: int) -> str:
        return played.rules.notation.square_name(played.position, square)

    def names(placed: tuple[Placed, ...]) -> str:
        return ",".join(f"{kind(one.piece)}{name(one.square)}" for one in placed)

    parts = {
        "captured": done.captured,
        "jumped": done.jumped,
        "drowned": done.drowned,
        "spread": done.spread,
        "removed": done.removed,
    }
    words = [f"{kind(done.piece)} over {'-'.join(map(name, done.path))}"]
    words += [f"{key} {names(placed)}" for key, placed in parts.items() if placed]
    words += [f"promoted {done.promoted.kind}"] if done.promoted else []
    return "; ".join(words)


def main(names: list[str]) -> None:
    """Rewrite the files of these games, by default of all."""
    for name in names or rules.names():
        text = "\n\n".join(text_of(played) for played in games_of(rules.get(name)))
        path_of(name).write_text(text + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
