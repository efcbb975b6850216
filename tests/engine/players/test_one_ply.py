"""The players that look at most one ply ahead."""

from __future__ import annotations

import pytest

from engine.game.game import Game
from engine.players.base import Player
from engine.players.one_ply import FirstMovePlayer, GreedyPlayer, RandomPlayer, best_at_once, wins
from engine.search.limits import Limits
from tests.engine.rules.congo.support import CONGO, place


def move(player: Player, game: Game) -> str:
    """Return the move of a player."""
    choice = player.choose(game, Limits())
    assert choice.info is None
    assert player.movetime(Limits(movetime=5)) is None
    return choice.move.text


def best(layout: str, side: str = "w") -> list[str]:
    """Return the moves among which the greedy player chooses at random."""
    position = place(layout, side)
    return [found.text for found in best_at_once(CONGO, position, CONGO.legal_moves(position))]


def test_first_plays_the_first_move_by_text() -> None:
    assert move(FirstMovePlayer(), Game(CONGO)) == "a1a3"


@pytest.mark.parametrize("kind", [RandomPlayer, GreedyPlayer])
def test_random_moves_depend_on_the_seed(kind: type[RandomPlayer]) -> None:
    game = Game(CONGO)
    player = kind(1)
    line = [move(player, game) for _ in range(30)]
    assert len(set(line)) > 8
    player.new_game(1)
    assert [move(player, game) for _ in range(30)] == line
    player.new_game(2)
    assert [move(player, game) for _ in range(30)] != line


def test_greedy_prefers_a_win_to_any_material() -> None:
    assert best("Ld1 ld7 Ea5 ca6 mb7 Ga1") == ["d1d7"]
    assert best("Ld1 ld7 ea3 Ca2 Mb2 pa6", "b") == ["d7d1"]


def test_greedy_captures_the_most_valuable_piece() -> None:
    assert best("Lc1 le7 Ea5 ca6 pb5") == ["a5a6"]
    assert best("Lc1 le7 Ma1 pb2 pd4 zb1") == ["a1c3e5"]


def test_a_promotion_is_a_gain() -> None:
    assert best("Lc1 le7 Pa6 Gg1 pg3") == ["a6a7", "a6b7"]


def test_leaving_the_other_side_without_a_move_is_a_win() -> None:
    position = CONGO.notation.parse("7/s6/1sslsss/ccccccc/MMMMLMM/PPPPPPP/7 b 1")
    assert wins(CONGO, position, CONGO.parse_move(position, "a6a5"))
    assert not wins(CONGO, position, CONGO.parse_move(position, "a6a7"))


def test_a_draw_is_not_a_win() -> None:
    position = place("Lc1 le7 pc2")
    assert not wins(CONGO, position, CONGO.parse_move(position, "c1c2"))


def test_equal_gains_are_chosen_at_random() -> None:
    assert best("Lc1 le7 Ea5 pa6 pb5") == ["a5a6", "a5b5"]
    quiet = CONGO.legal_moves(CONGO.start())
    assert best_at_once(CONGO, CONGO.start(), quiet) == list(quiet)
