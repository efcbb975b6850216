"""Static exchange evaluation, compared with exchanges played out in Python."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine.compiled.bitboards import bits
from engine.compiled.jit import int64
from engine.rules.congo import moves
from engine.rules.congo.board import (
    KINDS,
    LETTERS,
    LION,
    MONKEY,
    POSITION,
    code_captured,
    code_end,
    code_kind,
    code_start,
)
from engine.rules.congo.exchange import attackers, loses_material, monkey_attacks
from engine.rules.congo.moves import gain
from engine.rules.congo.weights import VALUES
from engine.rules.values import Position
from tests.engine.rules.congo.support import CONGO, at, flipped, flipped_squares, move, place
from tests.engine.search.support import benchmark, fens, random_positions

Pieces = dict[int, tuple[int, int]]
"""Side and kind by square."""
CAPACITY = 20_000


def pieces_of(position: Position) -> Pieces:
    return {
        square: (piece.side, LETTERS.index(piece.kind))
        for square, piece in CONGO.notation.pieces(position).items()
    }


def crowd(chance: random.Random) -> Position:
    """Return a position with many pieces of any kind, attacked and guarded."""
    squares = chance.sample(range(7, 42), 22)
    lions = chance.choice(["c1", "d1", "e2"]), chance.choice(["c7", "d7", "e6"])
    tokens = [f"L{lions[0]}", f"l{lions[1]}"]
    for number, square in enumerate(squares):
        name = CONGO.notation.square_name(CONGO.start(), square)
        letter = chance.choice("ZEGCMPSCCE")
        if name not in lions:
            tokens.append((letter if number % 2 else letter.lower()) + name)
    return place(" ".join(tokens), chance.choice("wb"))


def captors(pieces: Pieces, side: int, square: int) -> list[int]:
    """Return the pieces of a side that could capture a zebra on a square by moving there."""
    record = np.zeros(1, dtype=POSITION)[0]
    for where, (owner, kind) in (pieces | {square: (1 - side, 1)}).items():
        moves.put(record, int64(owner), int64(kind), int64(where))
    record["side"] = side
    buffer = np.empty(CAPACITY, dtype=np.int64)
    end = moves.generate_tactical(record, buffer, int64(0), int64(CAPACITY))
    assert end >= 0
    codes = [int(code) for code in buffer[:end]]
    return [code_start(code) for code in codes if code_end(code) == square and code_kind(code) != MONKEY]


def best_reply(pieces: Pieces, side: int, square: int) -> int:
    """Return the gain of a side by captures on a square, each with its least valuable piece."""
    able = captors(pieces, side, square)
    if not able:
        return 0
    prize = int(VALUES[pieces[square][1]])
    cheapest = min(able, key=lambda where: (int(VALUES[pieces[where][1]]), pieces[where][1], where))
    after = {where: piece for where, piece in pieces.items() if where != cheapest}
    after[square] = pieces[cheapest]
    return max(0, prize - best_reply(after, 1 - side, square))


def loses(position: Position, code: int) -> bool:
    """Return whether the exchange that a capture begins loses something."""
    pieces = pieces_of(position)
    mover = pieces[code_start(code)]
    for square in (*bits(code_captured(code)), code_start(code)):
        del pieces[square]
    pieces[code_end(code)] = mover
    won = int(gain(position.record, int64(code)))
    return won - best_reply(pieces, 1 - position.side, code_end(code)) < 0


def judged(position: Position, code: int) -> bool:
    return bool(loses_material(position.record, int64(code)))


def many() -> list[Position]:
    chance = random.Random(11)
    return [*benchmark(), *fens()[::6], *random_positions(60)[::3], *(crowd(chance) for _ in range(40))]


def test_exchange_values_match_played_exchanges() -> None:
    seen = {True: 0, False: 0}
    for position in many():
        for code in CONGO.core().tactical_moves(position.record)[:25]:
            expected = loses(position, code)
            assert judged(position, code) == expected, (CONGO.notation.format(position), code)
            seen[expected] += 1
    assert min(seen.values()) > 100


def test_the_board_is_unchanged() -> None:
    for position in many()[::5]:
        before = position.record.tobytes()
        for code in CONGO.core().tactical_moves(position.record):
            judged(position, code)
        assert position.record.tobytes() == before


@pytest.mark.parametrize(
    ("layout", "text", "really"),
    [
        ("Lc1 le7 Ed3 pd5", "d3d5", False),  # it is unprotected
        ("Lc1 le7 Ed3 pd5 pc6", "d3d5", True),
        ("Lc1 le7 Ed3 cd5 pc6", "d3d5", False),  # dearer than what takes it
        ("Lc1 le7 Ed3 ed5 pc6", "d3d5", False),
        ("Lc1 le7 Pd4 pd5 pc6 pe6 ed7", "d4d5", False),  # as cheap as can be
        ("Lc1 le7 Ed3 pd5 pc6 Pc4", "d3d5", True),  # guarded once more, and still not worth it
        ("Lc1 le7 Ed3 Zf4 pd5 cd7", "d3d5", False),  # the crocodile will not take a guarded piece
        ("Ld1 le6 Ed3 pd5", "d3d5", True),  # a lion takes what is unprotected
        ("Ld1 le6 Ed3 Pc4 pd5", "d3d5", False),  # but nothing that is guarded
        ("Lc1 le7 Gb5 pd5 cd7 pc7", "b5d5", True),
        ("Ld3 le7 pd2 zb1", "d3d2", True),  # a lion is not given for a pawn
        ("Ld3 le7 pd2", "d3d2", False),
    ],
)
def test_losing_captures(layout: str, text: str, really: bool) -> None:
    position = place(layout)
    assert judged(position, move(position, text).code) is really
    other = place(flipped(layout), "b")
    assert judged(other, move(other, flipped_squares(text)).code) is really


def test_taking_the_lion_never_loses_anything() -> None:
    found = 0
    for position in many():
        lion = int(position.record["kinds"][LION])
        for code in CONGO.core().tactical_moves(position.record):
            if code_captured(code) & lion:
                assert not judged(position, code)
                found += 1
    assert found > 20


# --- monkeys


@pytest.mark.parametrize(
    ("layout", "text", "really"),
    [
        ("Lc1 le7 Mb3 pc4 ed7", "b3d5", True),  # for a pawn, and is taken where it lands
        ("Lc1 le7 Mb3 pc4 cc6", "b3d5", True),
        ("Lc1 le7 Mb3 pc4 cc7", "b3d5", False),  # a piece beside its path is no danger
        ("Lc1 le7 Mb3 pc4 pb5", "b3d5", False),
        ("Lc1 le7 Mb3 cc4 ed7", "b3d5", False),  # a crocodile is worth a monkey
        ("Lc1 le7 Mb1 pc2 pe4 gd7 ef7", "b1d3", True),
        ("Lc1 le7 Mb1 pc2 ce4 zd7", "b1d3f5", False),
        ("Lc1 le7 Mb3 pc4 md6", "b3d5", False),  # a monkey captures nothing by moving there
    ],
)
def test_a_landed_monkey_can_be_captured_but_its_captures_are_gone(
    layout: str, text: str, really: bool
) -> None:
    position = place(layout)
    assert judged(position, move(position, text).code) is really


def test_jumped_pieces_no_longer_guard() -> None:
    # The elephant that would take back is the one that was jumped over.
    guarded, gone = place("Lc1 le7 Mc3 ec4 ee5"), place("Lc1 le7 Mc3 ec4")
    assert judged(guarded, move(guarded, "c3c5").code)
    assert not judged(gone, move(gone, "c3c5").code)


def test_monkeys_reach_over_a_square_as_the_generator_says() -> None:
    found = 0
    for position in many():
        side = position.side
        pieces = pieces_of(position)
        jumps = {
            (code_start(code), code_captured(code))
            for code in CONGO.core().tactical_moves(position.record)
            if code_kind(code) == MONKEY and code_captured(code).bit_count() == 1
        }
        over = {square for _, captured in jumps for square in bits(captured)}
        for square, (owner, _) in pieces.items():
            if owner != side:
                reached = bool(monkey_attacks(position.record, int64(square), int64(side)))
                assert reached == (square in over), (CONGO.notation.format(position), square)
                found += reached
    assert found > 30


# --- attackers


def test_attackers_match_the_generator() -> None:
    for position in many():
        pieces = pieces_of(position)
        occupied = int64(int(position.record["sides"][0]) | int(position.record["sides"][1]))
        for square, (owner, _) in pieces.items():
            found = attackers(position.record, int64(square), int64(1 - owner), occupied)
            others = {where: piece for where, piece in pieces.items() if where != square}
            expected = set(captors(others, 1 - owner, square))
            assert set(bits(int(found))) == expected, (CONGO.notation.format(position), square)


def test_a_removed_piece_neither_attacks_nor_blocks() -> None:
    # The crocodile on d1 slides up to the river over d2 and d3.
    position = place("Lc1 le7 Cd1 Zd2 pd4")
    square, side = int64(at("d4")), int64(0)
    everything = sum(1 << where for where in pieces_of(position))
    crocodile, zebra = 1 << at("d1"), 1 << at("d2")
    assert not attackers(position.record, square, side, int64(everything)) & crocodile
    assert attackers(position.record, square, side, int64(everything ^ zebra)) & crocodile
    assert not attackers(position.record, square, side, int64(everything ^ zebra ^ crocodile)) & crocodile


def test_every_kind_has_a_value_and_the_lion_more_than_all_others_together() -> None:
    assert len(VALUES) == KINDS
    assert VALUES[LION] > 14 * max(int(value) for value in VALUES[1:])
