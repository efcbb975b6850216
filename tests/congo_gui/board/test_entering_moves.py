"""Every legal move of every game can be entered by clicks, by dragging and with the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from functools import cache

import pytest

from congo_gui.board.controller import BoardController, MoveAmbiguous, MoveEntered
from engine import rules as registry
from engine.rules.values import Move, Position
from tests.engine.rules.games import NAMES, going_on

TRIPLE = "7/4l2/7/4c2/7/2p4/1M1L3 w 1"
SAME_ENDS = "3l3/7/7/2pp3/7/1pp4/1M1L3 w 1"
THERE_AND_BACK = "3l3/7/2p4/1p1p3/2p4/7/1M1L3 w 1"


CONGO = registry.get("congo")
MUCH_TO_JUMP = [CONGO.notation.parse(text) for text in (TRIPLE, SAME_ENDS, THERE_AND_BACK)]
POSITIONS = 25
"""The number of positions from random games, for each game."""


@cache
def some_positions(name: str) -> list[Position]:
    """Return non-terminal positions of a game."""
    found = going_on(name)
    return [*found[:: max(1, len(found) // POSITIONS)], *(MUCH_TO_JUMP if name == "congo" else [])]


def every_move(name: str) -> Iterator[tuple[BoardController, Position, Move]]:
    """Yield each move with its own board; recomputing all clicks by the rules would be slow."""
    rules = registry.get(name)
    for position in some_positions(name):
        first = BoardController(rules)
        first.set_position(position, frozenset({position.side}))
        for move in rules.legal_moves(position):
            board = copy(first)
            board.state = copy(first.state)
            yield board, position, move


def clicked(board: BoardController, move: Move) -> object:
    answer: object = None
    for square in move.path:
        assert answer is None
        answer = board.press(square, (0, 0)) or board.release(square)
    if board.waiting:
        answer = board.press(move.path[-1], (0, 0)) or board.release(move.path[-1])
    return answer


def dragged(board: BoardController, move: Move) -> object:
    if len(move.path) != 2:
        return clicked(board, move)
    board.press(move.path[0], (0, 0))
    board.motion(move.path[1], (50, 50))
    answer = board.release(move.path[1])
    return board.commit() if board.waiting else answer


def entered(board: BoardController, move: Move) -> object:
    """Enter a move with the keyboard's cursor."""
    position = board._position
    assert position is not None
    columns = board.rules.notation.shape(position)[0]
    answer: object = None
    board.move_cursor(0, 0)
    for square in move.path:
        cursor = board.state.cursor
        assert cursor is not None
        board.move_cursor(square % columns - cursor % columns, square // columns - cursor // columns)
        answer = board.enter()
    return board.enter() if board.waiting else answer


@pytest.mark.thorough
@pytest.mark.parametrize("enter", [clicked, dragged, entered])
@pytest.mark.parametrize("name", NAMES)
def test_every_move_of_every_game_can_be_entered(
    name: str, enter: Callable[[BoardController, Move], object]
) -> None:
    for board, _, move in every_move(name):
        answer = enter(board, move)
        assert isinstance(answer, MoveEntered), (name, move)
        assert (answer.move, answer.path) == (move, move.path)
        if enter is dragged and len(move.path) == 2:
            assert answer.shown == 1


def test_drag_along_a_longer_path_plays_the_only_move_or_asks() -> None:
    asked = 0
    for board, position, move in every_move("congo"):
        start, end = move.path[0], move.path[-1]
        candidates = CONGO.clicks.moves_between(position, start, end)
        if len(move.path) == 2 or start == end or any(len(other.path) == 2 for other in candidates):
            continue
        board.press(start, (0, 0))
        answer = board.release(end)
        if len(candidates) == 1:
            assert answer == MoveEntered(move, move.path, shown=len(move.path) - 1)
        else:
            asked += 1
            assert isinstance(answer, MoveAmbiguous)
            assert move in answer.candidates
    assert asked


def test_the_triple_jump_takes_three_animals() -> None:
    position = CONGO.notation.parse(TRIPLE)
    board = BoardController(CONGO)
    board.set_position(position, frozenset({0}))
    taken = []
    for name in ("b1", "d3", "f5"):
        square = CONGO.notation.square_at(position, name)
        assert board.press(square, (0, 0)) is None
        assert board.release(square) is None
        taken.append([CONGO.notation.square_name(position, place) for place in board.state.taken])
    assert taken == [[], ["c2"], ["c2", "e4"]]
    last = board.press(CONGO.notation.square_at(position, "d7"), (0, 0))
    assert isinstance(last, MoveEntered)
    assert str(last.move) == "b1d3f5d7"


def test_drowning_pieces_and_attackers_are_reported() -> None:
    board = BoardController(CONGO)
    board.set_position(CONGO.notation.parse("3l3/7/7/1Z1C3/7/2p4/3L3 w 1"), frozenset({0}))
    warnings = {warning.square: warning.sources for warning in board.state.warnings}
    assert warnings == {22: (), 3: (9,)}
