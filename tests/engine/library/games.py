"""Games for the tests of the library."""

from __future__ import annotations

from random import Random

from engine import rules as registry
from engine.game.game import Game
from engine.record.record import GameRecord, GameResult, RecordedMove

CONGO = registry.get("congo")


def played(*moves: str, players: tuple[str, str] = ("human", "engine:level=5"), **tags: str) -> GameRecord:
    """Return a game of Congo with these moves."""
    game = Game(CONGO)
    for move in moves:
        game.play(CONGO.parse_move(game.position, move))
    return GameRecord.of(game, players=players, tags={"Date": "2026.09.01", **tags})


def mirrored(*moves: str, **tags: str) -> GameRecord:
    """Return a game from the mirror image of Congo's start position."""
    start = CONGO.notation.parse("zcelemg/ppppppp/7/7/7/PPPPPPP/ZCELEMG w 1")
    game = Game(CONGO, start)
    for move in moves:
        game.play(CONGO.parse_move(game.position, move))
    return GameRecord.of(game, tags=tags)


def resigned(*moves: str, players: tuple[str, str] = ("human", "engine:level=5"), **tags: str) -> GameRecord:
    """Return a game of Congo that the second side resigned."""
    record = played(*moves, players=players, **tags)
    game = record.replay()
    ended = GameResult.FIRST, "resignation"
    return GameRecord.of(game, players, record.tags, ended=ended)


def random_games(number: int, plies: int, seed: int = 1) -> list[GameRecord]:
    """Return games of random moves."""
    rng = Random(seed)
    found = []
    for at in range(number):
        position, moves = CONGO.start(), list[RecordedMove]()
        while CONGO.outcome(position) is None and len(moves) < plies:
            moves.append(RecordedMove(rng.choice(CONGO.legal_moves(position))))
            position = CONGO.play(position, moves[-1].move)
        tags = {"Date": f"2026.{at % 12 + 1:02}.{at % 28 + 1:02}", "Round": str(at + 1)}
        players = f"engine:level={at % 10 + 1}", "human"
        first, second = players if at % 2 else players[::-1]
        result = GameResult.of(CONGO.outcome(position))
        record = GameRecord(CONGO, CONGO.start(), tuple(moves), (first, second), result, tags=tags)
        found.append(record)
    return found
