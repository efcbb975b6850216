"""The evaluation for tuning: the counts of weights, and saving them."""

from __future__ import annotations

import json

import numpy as np
import pytest

from engine.compiled.jit import int64
from engine.rules.congo import evaluate, tuning, weights
from engine.rules.congo.board import KINDS, LETTERS, SQUARES, WIDTH
from engine.rules.congo.evaluate import OPENING_PIECES
from engine.rules.congo.weights import FILE, HALF, MAX_ACTIVITY, WEIGHTS
from engine.rules.values import Position
from tests.engine.rules.congo.support import CONGO, place
from tests.engine.search.support import benchmark, fens, random_positions


def many() -> list[Position]:
    return [*benchmark(), *fens(), *random_positions(60)]


def counted(positions: list[Position]) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.int64]], list[float]]:
    records = np.array([position.record for position in positions], dtype=CONGO.core().dtype)
    counts, openings = tuning.count_weights(records)
    return counts.astype(np.int64), [float(part) for part in openings]


def test_counts_times_weights_are_the_evaluation() -> None:
    pairs = tuning.read_pairs(FILE).astype(np.int64)
    counts, openings = counted(many())
    free = 0
    for position, row, opening in zip(many(), counts, openings, strict=True):
        first, second = (int(part) for part in row @ pairs)
        record, left = position.record, round(opening * OPENING_PIECES)
        assert left == int(evaluate.phase(record))
        more = int(evaluate.taper(evaluate.costly_terms(record, WEIGHTS), int64(left)))
        expected = (first * left + second * (OPENING_PIECES - left)) / OPENING_PIECES
        if abs(more) <= MAX_ACTIVITY:
            free += 1
            # Two parts are rounded down, each by less than one.
            assert -2 < CONGO.core().evaluate(record) - expected <= 0, CONGO.notation.format(position)
    assert free > 0.9 * len(many())


def test_a_piece_counts_on_its_square_as_its_side_sees_it() -> None:
    position = place("Lc1 le7 Zb3 zf5")
    counts, openings = counted([position])
    # The zebras stand on mirrored squares and cancel, and so do the lions, but for their files.
    assert not counts[0, (1 * WIDTH + 2) * HALF + 1]
    assert openings == pytest.approx([2 / OPENING_PIECES])
    alone, _ = counted([place("Lc1 le7 Zb3")])
    assert alone[0, (1 * WIDTH + 2) * HALF + 1] == 1
    black, _ = counted([place("Lc1 le7 Zb3", "b")])
    assert black[0, (1 * WIDTH + 2) * HALF + 1] == -1


def test_swapped_sides_count_the_other_way() -> None:
    counts, _ = counted([place("Lc1 le7 Zb3 pa6"), place("Lc1 le7 Zb3 pa6", "b")])
    psqt = slice(0, tuning.PSQT_WEIGHTS)
    assert (counts[0, psqt] == -counts[1, psqt]).all()


# --- files of weights


@pytest.mark.parametrize("name", ["weights", "hand"])
def test_weights_round_trip(name: str) -> None:
    text = tuning.format_weights(tuning.read_pairs(name), {"made": "for a test"})
    found = json.loads(text)
    assert found.pop("origin") == {"made": "for a test"}
    expected = weights.read(name)
    expected.pop("origin", None)
    assert found == expected


def test_fitted_numbers_are_rounded() -> None:
    pairs = tuning.read_pairs("hand")
    assert json.loads(tuning.format_weights(pairs + np.float32(0.4), {})) == json.loads(
        tuning.format_weights(pairs, {})
    )


def test_the_evaluation_reads_a_written_file() -> None:
    read = json.loads(tuning.format_weights(tuning.read_pairs(FILE), {}))
    assert (weights.piece_square_table(read) == weights.PSQT).all()
    assert (weights.vector(read) == WEIGHTS).all()


def test_every_weight_has_its_own_number() -> None:
    pairs = np.arange(2 * tuning.COUNT, dtype=np.float32).reshape(-1, 2)
    found = json.loads(tuning.format_weights(pairs, {}))
    assert weights.vector(found).tolist() == [
        weights.pack([2 * number, 2 * number + 1]) for number in range(tuning.PSQT_WEIGHTS, tuning.COUNT)
    ]
    assert len({str(pair) for letter in LETTERS for row in found["places"][letter] for pair in row}) == (
        KINDS * WIDTH * HALF
    )


def test_places_are_mirrored_for_black_and_from_file_to_file() -> None:
    table = weights.PSQT
    assert table.shape == (2, KINDS, SQUARES)
    for square in range(SQUARES):
        file, rank = square % WIDTH, square // WIDTH
        assert (table[0, :, square] == -table[1, :, (WIDTH - 1 - rank) * WIDTH + file]).all()
        assert (table[:, :, square] == table[:, :, rank * WIDTH + WIDTH - 1 - file]).all()


@pytest.mark.parametrize("values", [[12, 25], [-16, -16], [500, -1], [-1, 500], [0, 0]])
def test_packed_pairs_add_up(values: list[int]) -> None:
    total = int64(3 * weights.pack(values) - weights.pack([7, -9]))
    expected = [3 * values[0] - 7, 3 * values[1] + 9]
    whole = int64(OPENING_PIECES)
    assert [int(evaluate.taper(total, part)) for part in (whole, int64(0))] == expected
