"""Positions of chess, or of another game than the requested one."""

from __future__ import annotations

import pytest

from engine import rules
from engine.rules.errors import FenError

CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.mark.parametrize("name", rules.names())
def test_recognises_a_position_of_another_game(name: str) -> None:
    others = [other for other in rules.names() if other != name]
    for other in others:
        game = rules.get(other)
        text = game.notation.format(game.start())
        with pytest.raises(FenError, match=f"this is a position of {game.facts.title}"):
            rules.parse_position(rules.get(name), text)


def test_a_chess_position_is_recognised() -> None:
    message = "board: this is a chess position with 8 ranks; Congo has 7"
    with pytest.raises(FenError, match=message):
        rules.parse_position(rules.get("congo"), CHESS)


def test_keeps_the_games_own_error() -> None:
    congo = rules.get("congo")
    bad = congo.notation.format(congo.start()).replace("gmelecz", "gmelec9")
    with pytest.raises(FenError, match="rank 7"):
        rules.parse_position(congo, bad)
