"""Games without progress."""

from __future__ import annotations

from itertools import cycle, islice

from engine.game.game import Game
from tests.engine.rules.congo.support import CONGO, place

SHUFFLE = ["c1c2", "e7e6", "c2c1", "e6e7"]
"""Four quiet plies back to where they began."""
WHITE_TOUR = ["c1", "c2", "c3", "d3", "e3", "e2", "e1", "d1"]
BLACK_TOUR = ["c5", "c6", "c7", "d7", "e7", "e6", "d6", "e5", "d5"]
"""Rounds of 8 and of 9 steps, so that 144 plies pass before a position returns."""


def game(layout: str = "Lc1 le7 Pa1 pa7", side: str = "w") -> Game:
    """Return a game from a position."""
    return Game(CONGO, place(layout, side))


def play(game: Game, *texts: str) -> Game:
    """Play moves by their texts."""
    for text in texts:
        game.play(CONGO.parse_move(game.position, text))
    return game


def tour(plies: int) -> list[str]:
    """Return that many quiet plies of lions going round in their castles."""
    white = cycle(a + b for a, b in zip(WHITE_TOUR, WHITE_TOUR[1:] + WHITE_TOUR[:1], strict=True))
    black = cycle(a + b for a, b in zip(BLACK_TOUR, BLACK_TOUR[1:] + BLACK_TOUR[:1], strict=True))
    both = (text for pair in zip(white, black, strict=False) for text in pair)
    return list(islice(both, plies))


def quiet_game(plies: int, pieces: str = "Pa1 pa7") -> Game:
    """Return a game in which only the lions have moved."""
    return play(game(f"Lc1 lc5 {pieces}"), *tour(plies))
