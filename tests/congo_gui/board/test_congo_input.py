"""Every legal move of real Congo positions can be entered by clicks, by drag and with the keyboard."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from congo_gui.board.controller import Ask, BoardController, Chosen
from engine import rules
from engine.rules.move import Move
from engine.rules.position import Position
from engine.rules.rules import Rules

TRIPLE = "7/4l2/7/4c2/7/2p4/1M1L3 w 1"
SAME_ENDS = "3l3/7/7/2pp3/7/1pp4/1M1L3 w 1"
THERE_AND_BACK = "3l3/7/2p4/1p1p3/2p4/7/1M1L3 w 1"


@pytest.fixture(scope="module")
def congo() -> Rules:
    return rules.get("congo")


@pytest.fixture(scope="module")
def positions(congo: Rules) -> list[Position]:
    """Positions from random games, and some with much to jump over."""
    chance = random.Random(4)
    found = [congo.notation.parse(text) for text in (TRIPLE, SAME_ENDS, THERE_AND_BACK)]
    for _ in range(12):
        found += _random_game(congo, chance)
    return [position for position in found if congo.legal_moves(position)]


def _random_game(congo: Rules, chance: random.Random) -> list[Position]:
    position, visited = congo.start(), []
    for ply in range(60):
        moves = congo.legal_moves(position)
        if not moves:
            break
        if ply % 12 == 5:
            visited.append(position)
        position = congo.play(position, chance.choice(moves))
    return visited


def every_move(congo: Rules, positions: list[Position]) -> Iterator[tuple[BoardController, Position, Move]]:
    for position in positions:
        for move in congo.legal_moves(position):
            board = BoardController(congo)
            board.set_position(position, frozenset({position.side}))
            yield board, position, move


def test_every_move_can_be_clicked(congo: Rules, positions: list[Position]) -> None:
    for board, _, move in every_move(congo, positions):
        answer = None
        for square in move.path:
            assert answer is None
            answer = board.press(square, (0, 0)) or board.release(square, (0, 0))
        if board.waiting:
            answer = board.press(move.path[-1], (0, 0)) or board.release(move.path[-1], (0, 0))
        assert isinstance(answer, Chosen)
        assert (answer.move, answer.path) == (move, move.path)


def test_every_move_of_two_squares_can_be_dragged(congo: Rules, positions: list[Position]) -> None:
    for board, _, move in every_move(congo, positions):
        if len(move.path) == 2:
            board.press(move.path[0], (0, 0))
            board.motion(move.path[1], (50, 50))
            answer = board.release(move.path[1], (50, 50))
            if board.waiting:
                answer = board.commit()
            assert answer == Chosen(move, move.path, shown=1)


def test_a_drag_along_a_longer_path_plays_the_only_move_or_asks(
    congo: Rules, positions: list[Position]
) -> None:
    asked = 0
    for board, position, move in every_move(congo, positions):
        start, end = move.path[0], move.path[-1]
        candidates = congo.clicks.moves_between(position, start, end)
        if len(move.path) == 2 or start == end or any(len(other.path) == 2 for other in candidates):
            continue
        board.press(start, (0, 0))
        answer = board.release(end, (50, 50))
        if len(candidates) == 1:
            assert answer == Chosen(move, move.path, shown=len(move.path) - 1)
        else:
            asked += 1
            assert isinstance(answer, Ask)
            assert move in answer.candidates
    assert asked


def test_every_move_can_be_entered_with_the_cursor(congo: Rules, positions: list[Position]) -> None:
    for board, _, move in every_move(congo, positions):
        answer = None
        board.move_cursor(0, 0)
        for square in move.path:
            cursor = board.state.cursor
            assert cursor is not None
            board.move_cursor(square % 7 - cursor % 7, square // 7 - cursor // 7)
            answer = board.enter()
        if board.waiting:
            answer = board.enter()
        assert isinstance(answer, Chosen)
        assert answer.move == move


def test_the_triple_jump_takes_three_animals(congo: Rules) -> None:
    position = congo.notation.parse(TRIPLE)
    board = BoardController(congo)
    board.set_position(position, frozenset({0}))
    taken = []
    for name in ("b1", "d3", "f5"):
        square = congo.notation.square_at(position, name)
        assert board.press(square, (0, 0)) is None
        assert board.release(square, (0, 0)) is None
        taken.append([congo.notation.square_name(position, place) for place in board.state.taken])
    assert taken == [[], ["c2"], ["c2", "e4"]]
    last = board.press(congo.notation.square_at(position, "d7"), (0, 0))
    assert isinstance(last, Chosen)
    assert str(last.move) == "b1d3f5d7"


def test_pieces_that_will_drown_and_attackers_are_reported(congo: Rules) -> None:
    board = BoardController(congo)
    board.set_position(congo.notation.parse("3l3/7/7/1Z1C3/7/2p4/3L3 w 1"), frozenset({0}))
    notices = {notice.square: notice.sources for notice in board.state.notices}
    assert notices == {22: (), 3: (9,)}
