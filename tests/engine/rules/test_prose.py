"""Descriptions of moves, for every game."""

from __future__ import annotations

import pytest

from engine import rules
from engine.rules.words import listed, plural, with_article
from tests.engine.rules.games import NAMES, random_games

RIVER, JUMPS = "3l3/7/7/E2P3/7/7/3L3 w 1", "7/4l2/7/4c2/7/2p4/1M1L3 w 1"
ONE_STONE = "-,w6,w1,-/-,b3,-,w2/-,-,b2,w1/-,-,-,b5 w"
SENTENCES = (
    ("congo", "", "d2d3", "White's pawn moves from d2 to d3."),
    ("congo", "", "g1f3", "White's zebra jumps from g1 to f3."),
    ("congo", "", "c1c3", "White's elephant jumps from c1 to c3."),
    ("congo", "", "a1a3", "White's giraffe jumps from a1 to a3."),
    ("congo", "3l3/7/7/7/7/7/G2L3 w 1", "a1b2", "White's giraffe moves from a1 to b2."),
    (
        *("congo", JUMPS, "b1d3f5d7"),
        "White's monkey jumps from b1 over c2, e4 and e6 to d7, "
        "capturing the pawn, the crocodile and the lion.",
    ),
    ("congo", RIVER, "d4d5", "White's pawn moves from d4 to d5. White's elephant on a4 drowns."),
    (
        *("congo", RIVER, "a4b4"),
        "White's elephant moves from a4 to b4, and drowns. White's pawn on d4 drowns.",
    ),
    ("congo", "3l3/P6/7/7/7/7/3L3 w 1", "a6a7", "White's pawn moves from a6 to a7, and becomes a superpawn."),
    ("congo", "3l3/7/7/7/7/7/3L1P1 w 1", "d1d7", "White's lion flies from d1 to d7, capturing the lion."),
    ("congo", "3l3/7/7/7/7/7/C2L3 w 1", "a1a4", "White's crocodile slides from a1 to a4."),
    ("congo", "3l3/7/7/7/7/7/C2L3 w 1", "a1a2", "White's crocodile moves from a1 to a2."),
    ("congo", "3l3/P6/7/7/7/7/3L3 w 1", "a6a4", "White's pawn moves from a6 to a4."),
    ("konane", "", "d5", "Black removes a stone from d5."),
    ("conga", "", "a4SE", "Black lays out the stack of ten from a4: one on b3 and nine on c2."),
    ("conga", ONE_STONE, "c4E", "White moves a stone from c4 to d4."),
    ("minichess", "", "c1c2", "White's pawn moves from c1 to c2."),
)


@pytest.mark.parametrize(("game", "fen", "text", "description"), SENTENCES, ids=lambda value: str(value)[:20])
def test_a_move_is_described(game: str, fen: str, text: str, description: str) -> None:
    one = rules.get(game)
    position = one.notation.parse(fen) if fen else one.start()
    move = one.parse_move(position, text)
    assert one.prose.describe(position, one.transition(position, move)) == description


def test_a_token_attacks_by_running_up_or_backing_off() -> None:
    one, verbs = rules.get("bonzee"), set()
    for game in random_games("bonzee", 8):
        for ply in game.plies:
            description = one.prose.describe(ply.before, ply.transition)
            verbs.add(one.prose.verb(ply.transition))
            assert ("capturing" in description) == (one.prose.verb(ply.transition) != "moves")
    assert verbs == {"moves", "steps up", "steps away"}


@pytest.mark.parametrize("name", NAMES)
def test_every_move_is_described_with_its_squares(name: str) -> None:
    one = rules.get(name)
    for game in random_games(name, 4):
        for ply in game.plies:
            description = one.prose.describe(ply.before, ply.transition)
            assert description.endswith(".")
            assert description.startswith(one.facts.side_names[ply.side].capitalize())
            touched = (*ply.transition.path[:: len(ply.transition.path)], ply.transition.path[-1])
            for square in (*touched, *(placed.square for placed in ply.transition.jumped)):
                assert one.notation.square_name(ply.before, square) in description


RECOUNTED = (
    ("congo", JUMPS, "b1d3f5", "Your monkey jumped over the pawn and the crocodile from b1 to f5."),
    ("congo", RIVER, "a4b4", "Your elephant moved from a4 to b4. It drowned. Your pawn on d4 drowned."),
    ("congo", "3l3/7/7/7/7/7/3L1P1 w 1", "d1d7", "Your lion flew from d1 to d7 and captured the lion."),
    (*("congo", "3l3/P6/7/7/7/7/3L3 w 1", "a6a7"), "Your pawn moved from a6 to a7. It became a superpawn."),
    ("konane", "", "d5", "You removed a stone from d5."),
    ("conga", "", "a4SE", "You laid out the stack of ten from a4: one on b3 and nine on c2."),
    ("conga", ONE_STONE, "c4E", "You moved a stone from c4 to d4."),
)


@pytest.mark.parametrize(("game", "fen", "text", "description"), RECOUNTED, ids=lambda value: str(value)[:20])
def test_own_moves_are_described_in_the_second_person(
    game: str, fen: str, text: str, description: str
) -> None:
    one = rules.get(game)
    position = one.notation.parse(fen) if fen else one.start()
    done = one.transition(position, one.parse_move(position, text))
    assert one.prose.describe_past(position, done, by_reader=True) == description


@pytest.mark.parametrize("name", NAMES)
def test_every_move_is_described_for_the_opponent(name: str) -> None:
    one = rules.get(name)
    for game in random_games(name, 2):
        for ply in game.plies:
            description = one.prose.describe_past(ply.before, ply.transition, by_reader=False)
            assert description.startswith(one.facts.side_names[ply.side].capitalize())
            assert (
                one.notation.square_name(ply.before, ply.transition.path[-1]) in description
                or ply.transition.spread
            )


def test_lists_of_words_are_joined() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert with_article("elephant") == "an elephant"
    assert plural("empress") == "empresses"
