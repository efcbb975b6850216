"""Congo's evaluation: colour symmetry, window bounds, river and lion terms."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine.compiled.jit import int64
from engine.rules import core
from engine.rules.congo import evaluate, exchange
from engine.rules.congo.board import LETTERS
from engine.rules.congo.weights import IN_RIVER, LION_ATTACKED, MAX_ACTIVITY, STUCK, WEIGHTS
from engine.rules.values import Danger, Position
from tests.engine.rules.congo.support import CONGO, SIDES, at, flipped, layout_of, place
from tests.engine.search.support import benchmark, fens, random_positions

CORE = CONGO.core()


def full(position: Position) -> int:
    return CORE.evaluate(position.record)


def in_window(position: Position, alpha: int, beta: int) -> int:
    return int(core._evaluate(position.record, int64(alpha), int64(beta)))


def pair(packed: int) -> tuple[int, int]:
    """Return the opening and the ending part of a packed number."""
    ending = (packed + (1 << 31)) % (1 << 32) - (1 << 31)
    return (packed - ending) >> 32, ending


def only_weight(index: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return weights with a single 1, so that the sum tells how often that weight counts."""
    weights = np.zeros_like(WEIGHTS)
    weights[index] = 1
    return weights


def river(layout: str, side: int = 0) -> dict[str, int]:
    """Return how often each river weight counts for a side."""
    record = place(layout).record
    names = {IN_RIVER: "wet", **{STUCK + kind: letter for kind, letter in enumerate(LETTERS)}}
    counts = {n: int(evaluate.river(record, int64(side), only_weight(i))) for i, n in names.items()}
    return {name: count for name, count in counts.items() if count}


def river_costs(layout: str, side: int = 0) -> tuple[int, int]:
    """Return the river penalty of a side in the opening and in the ending."""
    return pair(-int(evaluate.river(place(layout).record, int64(side), WEIGHTS)))


def pinned(layout: str) -> int:
    return int(evaluate.pinned_side(place(layout).record))


def attacked(position: Position) -> bool:
    return bool(exchange.is_in_check(position.record))


def many() -> tuple[Position, ...]:
    return (*benchmark(), *fens(), *random_positions(60))


def mirrored(position: Position) -> Position:
    """Return the position with colours swapped and ranks mirrored."""
    return place(flipped(layout_of(position)), SIDES[1 - position.side])


# --- symmetry and windows


def test_swapped_colours_evaluate_alike() -> None:
    for position in many():
        assert full(position) == full(mirrored(position)), CONGO.notation.format(position)


def test_left_and_right_evaluate_alike() -> None:
    for position in many():
        layout = layout_of(position)
        turned = " ".join(t[0] + "gfedcba"["abcdefg".index(t[1])] + t[2] for t in layout.split())
        assert full(position) == full(place(turned, SIDES[position.side])), CONGO.notation.format(position)


def test_scores_are_exact_inside_the_window_and_bounds_outside() -> None:
    chance = random.Random(3)
    cut = 0
    for position in many():
        exact = full(position)
        for _ in range(40):
            alpha = exact + chance.randrange(-700, 700)
            beta = alpha + chance.choice([1, 2, 50, 400])
            found = in_window(position, alpha, beta)
            cut += found != exact
            if alpha < exact < beta:
                assert found == exact
            elif exact >= beta:
                assert beta <= found <= exact
            else:
                assert exact <= found <= alpha
    assert cut > 1_000  # or nothing was tried


def test_a_window_round_the_score_gives_the_score() -> None:
    for position in many():
        exact = full(position)
        assert in_window(position, exact - 1, exact + 1) == exact


def test_activity_is_within_its_bounds() -> None:
    for position in many():
        record = position.record
        packed = int(record["psqt_score"]) * (1 - 2 * position.side) + int(
            evaluate.cheap_terms(record, WEIGHTS)
        )
        bare = int(evaluate.taper(int64(packed), evaluate.phase(record)))
        more = int(evaluate.taper(evaluate.costly_terms(record, WEIGHTS), evaluate.phase(record)))
        assert full(position) == bare + max(-MAX_ACTIVITY, min(more, MAX_ACTIVITY))


def test_opening_and_ending_are_mixed_by_the_pieces_left() -> None:
    assert int(evaluate.phase(CONGO.start().record)) == evaluate.OPENING_PIECES
    assert int(evaluate.phase(place("Lc1 le7 Pa2 pa6 pb6").record)) == 0
    assert int(evaluate.phase(place("Lc1 le7 Zc3 sb1 ga6").record)) == 3
    for opening, ending in ((5, -7), (-300, 20), (0, 0), (-1, -1), (10000, -10000)):
        packed = int64((opening << 32) + ending)
        whole = evaluate.OPENING_PIECES
        assert [int(evaluate.taper(packed, int64(part))) for part in (whole, 0)] == [opening, ending]
        assert int(evaluate.taper(packed, int64(whole // 2))) == (opening + ending) // 2


# --- material


@pytest.mark.parametrize("kind", "ZEGCMPS")
def test_a_piece_more_is_better(kind: str) -> None:
    even = "Lc1 le7 Pa2 pa6"
    assert full(place(f"{even} {kind}d2")) > full(place(even)) > full(place(f"{even} {kind.lower()}d6"))


def test_evaluation_is_symmetric_in_colour() -> None:
    assert full(place("Lc1 le7 Pa2 pg6")) == full(place("Lc1 le7 Pa2 pg6", "b"))


def test_pawns_are_worth_more_the_farther_they_are() -> None:
    near, far = (full(place(f"Ld1 ld7 pa6 Pg{rank}")) for rank in (2, 6))
    assert far > near


# --- the river


def test_a_dry_side_pays_nothing() -> None:
    assert river("Lc1 le7 Za2 Ec3 Mg5 za4") == {}


def test_crocodiles_pay_nothing() -> None:
    assert river("Lc1 le7 Ca4 Cd4") == {}


def test_wet_piece_able_to_leave_costs_a_turn() -> None:
    assert river("Lc1 le7 Zd4") == {"wet": 1}


@pytest.mark.parametrize(
    "layout",
    [
        "Lc1 le7 Za4 Mb6 Pc5 Pb2 Pc3",  # all its jumps end on its own pieces
        "Lc1 le7 Pa4 Ma5 Mb5",
        "Lc1 le7 Ea4 Ga5 Ga6 Ga3 Ga2",
    ],
)
def test_a_trapped_piece_counts_as_lost(layout: str) -> None:
    letter = next(token[0] for token in layout.split() if token[1:] == "a4")
    counts = river(layout)
    assert counts.pop(letter) == 1
    assert {name for name in counts if name != "wet"} <= {"E"}  # its neighbours along the river


def test_most_valuable_wet_piece_is_saved() -> None:
    assert river("Lc1 le7 Zb4 Ee4") == {"wet": 1, "Z": 1}
    assert river("Lc1 le7 Zb4 Ee4 Pg4") == {"wet": 1, "Z": 1, "P": 1}
    assert river("Lc1 le7 Zb4 Zd4 Zf4") == {"wet": 1, "Z": 2}
    # The elephant is hemmed in: the zebra goes, the elephant drowns.
    assert river("Lc1 le7 Ea4 Ga5 Ga6 Ga3 Ga2 Zf4") == {"wet": 1, "E": 1}


def test_to_drown_costs_more_than_to_be_wet() -> None:
    costs = [river_costs(f"Lc1 le7 {wet}") for wet in ("", "Zb4 Ze4", "Zb4 Ze4 Zg4")]
    for part in range(2):
        assert costs[0][part] < costs[1][part] < costs[2][part]


def test_a_monkey_beside_an_enemy_may_jump_out() -> None:
    fenced = "Lc1 le7 Ma4 Pa5 Pb5 Pa3 Pb3"
    assert river(fenced) == {"wet": 1, "M": 1}
    assert river(f"{fenced} pb4") == {"wet": 1}


def test_the_other_side_pays_for_its_own() -> None:
    assert river("Lc1 le7 zb4 ee4", side=0) == {}
    assert river("Lc1 le7 zb4 ee4", side=1) == river("Lc1 le7 Zb4 Ee4", side=0)


# --- the lion


def danger(position: Position) -> tuple[int, ...]:
    """Return the squares from which the mover's lion could be captured, according to the generator."""
    warnings = [warning for warning in CONGO.warnings(position) if warning.danger is Danger.UNDER_ATTACK]
    return warnings[0].sources if warnings else ()


def at_once(position: Position, source: int) -> bool:
    """Return whether the lion is taken by a step, or by a monkey's first jump."""
    pieces = CONGO.notation.pieces(position)
    if pieces[source].kind != "M":
        return True
    lion = next(s for s, p in pieces.items() if p.kind == "L" and p.side == position.side)
    right, up = lion % 7 - source % 7, lion // 7 - source // 7
    behind = (lion % 7 + right, lion // 7 + up)
    return (
        max(abs(right), abs(up)) == 1
        and min(behind) >= 0
        and max(behind) < 7
        and 7 * behind[1] + behind[0] not in pieces
    )


def test_lion_attacks_match_the_generator() -> None:
    positions = (*many(), *map(mirrored, many()))
    found = [any(at_once(position, source) for source in danger(position)) for position in positions]
    assert [attacked(position) for position in positions] == found
    assert sum(found) > 20


@pytest.mark.parametrize(
    ("attacker", "really"),
    [
        ("zb3", True),
        ("zb4", False),
        ("ea1", True),
        ("ec3", True),
        ("eb1 ma1", True),
        ("gc3", True),
        ("ga3", True),
        ("gb1", False),  # a giraffe's step takes nothing
        ("cb1", True),
        ("cc7", False),  # a crocodile slides towards the river, not past it
        ("pb2", True),
        ("pc2", True),
        ("pc3", False),
        ("sb1", True),
        ("sc2", True),
        ("mb1", True),
        ("mb1 ed4 Pd1", False),  # nowhere to land
        ("mc2", False),  # there is no board behind the lion
        ("md2", False),
        ("ma1", False),
    ],
)
def test_attackers_of_the_lion(attacker: str, really: bool) -> None:
    layout = f"Lc1 le7 {attacker}"
    assert attacked(place(layout)) is really
    assert bool(danger(place(layout))) is really
    assert attacked(place(flipped(layout), "b")) is really


@pytest.mark.parametrize(
    ("layout", "really"),
    [
        ("Lc1 lc7 Pa1", True),
        ("Lc1 lc7 Pa1 pc4", False),
        ("Lc3 le5 Pa1", True),
        ("Lc3 le5 Pa1 Pd4", False),
        ("Lc2 le7 Pa1", False),
        ("Lc3 le5 Pa1 cc4", True),
        ("Lc1 le7 cc4", False),
        ("Lc3 le7 cc4", True),
    ],
)
def test_open_lines_to_the_lion(layout: str, really: bool) -> None:
    assert attacked(place(layout)) is really
    assert bool(danger(place(layout))) is really


def test_monkey_attacks_the_lion_if_it_can_land_behind_it() -> None:
    found = []
    for lion in ("c1", "d1", "e1", "c2", "d2", "e2", "c3", "d3", "e3"):
        for monkey in (f"{file}{rank}" for file in "abcdefg" for rank in (1, 2, 3, 4)):
            if monkey != lion:
                position = place(f"L{lion} m{monkey} lc7 pc5")
                assert attacked(position) == (at(monkey) in danger(position)), (lion, monkey)
                found.append(attacked(position))
    assert found.count(True) == 6 * 8 + 3 * 2


def test_to_be_attacked_counts_for_the_side_to_move() -> None:
    calm, hit = place("Lc1 le7 Zf2 zc6"), place("Lc1 le7 Zf2 zb3")
    for position, count in ((calm, 0), (hit, 1)):
        assert int(evaluate.costly_terms(position.record, only_weight(LION_ATTACKED))) == count


# --- the piece between the lions


def test_a_single_piece_between_the_lions_is_pinned() -> None:
    assert pinned("Ld1 ld7 Zd3") == 0
    assert pinned("Ld1 ld7 zd3") == 1
    assert pinned("Lc3 le5 Cd4") == 0


@pytest.mark.parametrize(
    "layout",
    ["Ld1 ld7 Zd3 zd5", "Ld1 ld7 Zd3 Zd4", "Ld1 ld7 Pa1", "Ld1 le7 Zd3", "Lc2 le5 Zd4", "Lc1 lc7 Zd4"],
)
def test_two_pieces_or_no_line_are_no_pin(layout: str) -> None:
    assert pinned(layout) == -1
