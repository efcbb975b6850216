"""The compiled core: move buffers never overflow, and its functions are consistent."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from engine.compiled.bitboards import bits
from engine.compiled.jit import int64
from engine.rules import core
from engine.rules.congo import moves
from engine.rules.congo.board import CROCODILE, MONKEY, RIVER, code_captured, code_end, code_kind, code_start
from engine.rules.congo.moves import MAX_STEPS
from engine.rules.values import Move, Position
from tests.engine.rules.congo.support import CONGO, name, place, texts
from tests.engine.search.support import MOST_MOVES_4888, fens, random_positions

CORE = CONGO.core()
GUARD = -0x5A5A5A5A5A5A5A5A
BEYOND = 700
"""Guarded words behind the capacity that a generator is given: more than one piece could write."""

ONE_MONKEY_3460 = "G1p1p2/GppplpG/2pMp1G/1Gpppp1/G1G1p1G/2GLG2/1G3G1 w 1"
CROWDED = [CONGO.notation.parse(fen) for fen in (MOST_MOVES_4888, ONE_MONKEY_3460)]
ALL_STEPPING = "GGGGGGG/GGG2GG/2l4/7/3L3/7/7 w 1"
"""Twelve giraffes that reach as far as they can."""

Generator = Callable[..., int]
GENERATORS = [moves.generate, moves.generate_tactical, moves.count]


def fill(generator: Generator, position: Position, start: int, capacity: int) -> tuple[int, list[int]]:
    """Return a generator's result, and its buffer with guard values that must stay unchanged."""
    buffer = np.full(capacity + BEYOND, GUARD, dtype=np.int64)
    end = generator(position.record, buffer, int64(start), int64(capacity))
    return int(end), [int(code) for code in buffer]


def capacities(most: int, seed: int) -> Iterator[tuple[int, int]]:
    """Yield (start, capacity) pairs for writing, especially small ones."""
    chance = random.Random(seed)
    for _ in range(60):
        start = chance.choice([0, 0, 1, chance.randrange(100)])
        yield start, start + chance.choice([0, 1, 255, 256, 257, chance.randrange(most + 300)])


# --- buffers


@pytest.mark.parametrize("generator", GENERATORS, ids=["generate", "generate_tactical", "count"])
def test_nothing_is_written_outside_the_buffer(generator: Generator) -> None:
    for number, position in enumerate((*CROWDED, *fens()[::6], *random_positions(60)[::4])):
        for start, capacity in capacities(len(CORE.moves(position.record)), seed=number):
            end, buffer = fill(generator, position, start, capacity)
            assert buffer[:start] == [GUARD] * start
            assert buffer[capacity:] == [GUARD] * BEYOND
            assert end == -1 or generator is moves.count or start <= end <= capacity


@pytest.mark.parametrize(
    "generator", [moves.generate, moves.generate_tactical], ids=["generate", "generate_tactical"]
)
@pytest.mark.parametrize("position", CROWDED, ids=["4888", "3460"])
def test_a_box_one_word_too_small_is_noticed(generator: Generator, position: Position) -> None:
    enough, buffer = fill(generator, position, 0, 10_000)
    written = buffer[:enough]
    assert enough > 2_000
    assert fill(generator, position, 0, enough - 1)[0] == -1
    end, exact = fill(generator, position, 0, enough)
    assert (end, exact[:end]) == (enough, written)
    end, shifted = fill(generator, position, 77, enough + 77)
    assert (end, shifted[77:end]) == (enough + 77, written)


@pytest.mark.parametrize("position", CROWDED, ids=["4888", "3460"])
def test_counting_reports_too_small_scratch_space(position: Position) -> None:
    total = len(CORE.moves(position.record))
    jumps = total - sum(len(text) == 4 for text in texts(position))
    assert fill(moves.count, position, 0, jumps - 600)[0] == -1
    assert fill(moves.count, position, 9, total + 9)[0] == total


def test_steps_fit_in_the_requested_space() -> None:
    squares = [f"{file}{rank}" for file in "abcdefg" for rank in range(1, 8)]
    most = 0
    for kind in "ZEGCMPS":
        for square in set(squares) - {"c1", "e7"}:
            if (kind, square[1]) != ("P", "7"):
                position = place(f"Lc1 le7 {kind}{square}")
                most = max(most, len(texts(position, square)))
    assert most == 16
    assert 14 * most <= MAX_STEPS


def test_a_board_of_giraffes_fits() -> None:
    position = CONGO.notation.parse(ALL_STEPPING)
    end, buffer = fill(moves.generate, position, 0, MAX_STEPS)
    assert sorted(buffer[:end]) == sorted(move.code for move in CONGO.legal_moves(position))


def test_lists_grow_until_everything_fits() -> None:
    for position in CROWDED:
        found = CORE.moves(position.record)
        assert len(found) == len(set(found)) == fill(moves.count, position, 0, 10_000)[0]
    assert len(CORE.moves(CROWDED[0].record)) == 4888


# --- agreement


def every_position() -> tuple[Position, ...]:
    return (*CROWDED, *fens(), *random_positions(60))


def is_tactical(position: Position, move: Move) -> bool:
    """Return whether a move captures, promotes, or takes the mover out of the river."""
    done = CONGO.transition(position, move)
    start, end = move.path[0], move.path[-1]
    escapes = RIVER >> start & 1 and not RIVER >> end & 1 and code_kind(move.code) != CROCODILE
    return bool(done.captured or done.promoted or escapes)


def test_the_tactical_moves_are_captures_promotions_and_escapes_from_drowning() -> None:
    for position in every_position():
        tactical = [move.code for move in CONGO.legal_moves(position) if is_tactical(position, move)]
        assert sorted(CORE.tactical_moves(position.record)) == sorted(tactical), CONGO.notation.format(
            position
        )


@pytest.mark.parametrize(
    ("fen", "tactical"),
    [
        pytest.param("4l2/7/7/7/7/1p5/1ZL4 w 1", [], id="quiet steps are not"),
        pytest.param("4l2/7/7/7/1p5/7/Z1L4 w 1", ["a1b3"], id="a capture"),
        pytest.param("4l2/7/7/7/p6/M6/2L4 w 1", ["a2a4"], id="a monkey's jump"),
        pytest.param("4l2/P6/7/7/7/7/2L4 w 1", ["a6a7", "a6b7"], id="a promotion"),
        pytest.param("3l3/7/7/7/7/3L3/4Z2 w 1", ["d2d7"], id="a flying capture"),
        pytest.param("4l2/7/7/P6/7/7/2L4 w 1", ["a4a5", "a4b5"], id="an escape from drowning"),
        pytest.param("4l2/7/7/C6/7/7/2L4 w 1", [], id="a crocodile need not escape"),
    ],
)
def test_a_move_is_tactical(fen: str, tactical: list[str]) -> None:
    position = CONGO.notation.parse(fen)
    texts = {move.code: move.text for move in CONGO.legal_moves(position)}
    assert sorted(texts[code] for code in CORE.tactical_moves(position.record)) == tactical


def test_a_move_is_found_by_its_key() -> None:
    """All moves except a monkey's captures are; a move found in another position is legal there."""
    positions = every_position()
    for position, other in itertools.pairwise(positions):
        legal = set(CORE.moves(other.record))
        for code in CORE.moves(position.record)[:200]:
            jumps = code_kind(code) == MONKEY and code_captured(code)
            key = core.move_key(int64(code))
            assert moves.move_from_key(position.record, key) == (core.NO_MOVE if jumps else code)
            assert moves.move_from_key(other.record, key) in legal | {core.NO_MOVE}


def test_move_keys_tell_a_positions_moves_apart() -> None:
    for position in every_position()[3:]:
        codes = CORE.moves(position.record)
        assert len({core.move_key(int64(code)) for code in codes}) == len(codes)


def test_counting_is_generating() -> None:
    for position in every_position():
        generated = len(CORE.moves(position.record))
        assert fill(moves.count, position, 0, 10_000)[0] == generated


def test_codes_name_the_squares_and_the_captured_pieces() -> None:
    for position in every_position():
        pieces = CONGO.notation.pieces(position)
        for move in CONGO.legal_moves(position)[:200]:
            assert (code_start(move.code), code_end(move.code)) == (move.path[0], move.path[-1])
            for square in bits(code_captured(move.code)):
                assert pieces[square].side != position.side, f"{move} takes {name(square)}"


def test_no_legal_move_has_code_zero() -> None:
    assert all(0 not in CORE.moves(position.record) for position in every_position())


def test_a_terminal_position_has_no_moves_at_all() -> None:
    for fen in ("3l3/7/7/7/7/7/3L3 w 1", "7/2pl3/7/7/7/7/P6 w 1", "7/7/7/7/7/2L4/e6 w 1"):
        record = CONGO.notation.parse(fen).record
        assert CORE.terminal_result(record)
        assert CORE.moves(record) == []
        assert CORE.tactical_moves(record) == []


# --- playing


def test_playing_on_a_copy_leaves_the_position_alone() -> None:
    for position in (*fens(), *random_positions(60)):
        before = position.record.tobytes()
        for move in CONGO.legal_moves(position):
            copy = position.copy_record()
            CORE.play(copy, move.code)
            assert copy.tobytes() != before
        assert position.record.tobytes() == before


def test_a_position_cannot_be_played_on_itself() -> None:
    position = CONGO.start()
    with pytest.raises(Exception, match=r"(?i)read-?only|cannot|No matching"):
        position.record["side"] = 1
    assert position.side == 0


def test_progress_matches_the_transition() -> None:
    for position in (*fens()[::3], *random_positions(60)[::2]):
        for move in CONGO.legal_moves(position)[:60]:
            played = CORE.play(position.copy_record(), move.code)
            assert played == CONGO.transition(position, move).progress, (
                CONGO.notation.format(position),
                move.text,
            )


def test_incremental_scores_and_keys_match_recomputed_ones() -> None:
    for position in random_positions(60):
        fresh = CONGO.notation.parse(CONGO.notation.format(position))
        assert position.record["psqt_score"] == fresh.record["psqt_score"]
        assert position.record["key"] == fresh.record["key"] == CORE.compute_key(position.record)
