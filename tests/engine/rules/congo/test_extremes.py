"""Positions with thousands of moves: complete lists, and no buffer overflow."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.rules.congo import jumps
from engine.search.perft import perft
from tests.engine import naive_congo as naive
from tests.engine.rules.congo.support import CONGO, at

MOST_MOVES = [
    ("1M3M1/1GpplG1/2p1p1G/GpppppG/G1p1p2/1CpLpC1/1M1M1M1 w 1", 4888),
    ("G1p1p2/GppplpG/2pMp1G/1Gpppp1/G1G1p1G/2GLG2/1G3G1 w 1", 3553),
    ("1p1l2S/ppppp1G/1pMp1PS/pppp3/1p1G3/5S1/3L1PZ w 1", 3503),
]
ONE_IN = 23
"""Of so many moves this share is played and read back one by one."""


def check_against_naive(fen: str) -> int:
    """Check the list of moves, and some of the moves; return their number."""
    position, plain = CONGO.notation.parse(fen), naive.parse(fen)
    moves, expected = CONGO.legal_moves(position), naive.legal_moves(plain)
    assert [move.text for move in moves] == [move.text for move in expected]
    for ours, theirs in list(zip(moves, expected, strict=True))[::ONE_IN]:
        after = CONGO.play(position, ours)
        assert CONGO.notation.format(after) == naive.format_position(naive.play(plain, theirs))
        assert after.key == CONGO.core().compute_key(after.copy_record())
        assert CONGO.parse_move(position, ours.text) == ours
    return len(moves)


@pytest.mark.parametrize(("fen", "count"), MOST_MOVES)
def test_positions_with_the_most_moves_are_listed_completely(fen: str, count: int) -> None:
    assert check_against_naive(fen) == count


@pytest.mark.parametrize(("fen", "count"), MOST_MOVES)
def test_positions_with_the_most_moves_with_swapped_colours(fen: str, count: int) -> None:
    assert check_against_naive(naive.format_position(naive.flip(naive.parse(fen)))) == count


@pytest.mark.parametrize(("fen", "count"), MOST_MOVES)
def test_perft_grows_its_buffer_until_the_moves_fit(fen: str, count: int) -> None:
    position = CONGO.notation.parse(fen)
    assert perft(CONGO, position, 1) == count
    replies = sum(perft(CONGO, CONGO.play(position, move), 1) for move in CONGO.legal_moves(position))
    assert perft(CONGO, position, 2) == replies


@pytest.mark.parametrize(("fen", "monkey"), [(MOST_MOVES[1][0], "d5"), (MOST_MOVES[2][0], "c5")])
def test_one_monkey_with_53622_paths(fen: str, monkey: str) -> None:
    board, start = naive.parse(fen).board, naive.square_of(monkey)
    paths = list(naive.monkey_paths(board, start))
    assert len(paths) == 53_622
    assert len({(path[-1], captured) for path, captured in paths}) == 3_460
    # The longest walks, clicked, mean the move that is written for them.
    longest = max(len(path) for path, _ in paths)
    position = CONGO.notation.parse(fen)
    for path, captured in [one for one in paths if len(one[0]) == longest][:: 10 * ONE_IN]:
        (move,) = CONGO.clicks.after(position, tuple(at(naive.name(square)) for square in path)).moves
        assert CONGO.parse_move(position, "".join(map(naive.name, path))) == move
        assert len(move.path) == len(captured) + 1


def test_naming_one_jump_examines_only_its_own_path(monkeypatch: pytest.MonkeyPatch) -> None:
    position = CONGO.notation.parse(MOST_MOVES[0][0])
    looked: list[int] = []
    shortened = jumps._shortened

    def look(code: int) -> Iterator[int]:
        looked.append(code)
        return shortened(code)

    monkeypatch.setattr(jumps, "_shortened", look)
    for code in CONGO.legal_codes(position)[::600]:
        looked.clear()
        move = CONGO.move_from_code(position, code)
        assert len(looked) == (len(move.path) - 1 if jumps.is_jump(code) else 0)


def crowd(seed: int) -> naive.NaiveCongoPosition:
    """Return a board with several monkeys amid enemies on the squares that are good to jump over."""
    chance = random.Random(seed)
    board: naive.Board = {(chance.choice([2, 3, 4]), 1): "L", (chance.choice([2, 3, 4]), 6): "l"}
    squares = [(file, rank) for file in range(7) for rank in range(1, 8) if (file, rank) not in board]
    jumped = [square for square in squares if square[0] % 2 == 1 or square[1] % 2 == 0]
    for square in chance.sample(jumped, 13):
        board[square] = "s"
    landings = [square for square in squares if square not in board]
    for square in chance.sample(landings, chance.randint(2, 6)):
        board[square] = "M"
    return naive.NaiveCongoPosition(board, "w", 1)


@pytest.mark.parametrize("seed", range(40))
def test_many_monkeys_amid_many_enemies(seed: int) -> None:
    position = crowd(seed)
    naive.check(position.board)
    check_against_naive(naive.format_position(position))


@pytest.mark.parametrize(("fen", "count"), MOST_MOVES)
def test_reading_a_move_does_not_name_all_of_them(
    fen: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game of a few kilobytes can have hundreds of positions with thousands of moves."""
    position = CONGO.notation.parse(fen)
    quiet = [code for code in CONGO.legal_codes(position) if not jumps.is_jump(code)]
    some = [CONGO.move_from_code(position, code) for code in (*CONGO.legal_codes(position)[::60], *quiet)]
    monkeypatch.setattr(type(CONGO), "legal_moves", None)
    assert [CONGO.parse_move(position, move.text) for move in some] == some
    assert len(some) > count / 60
