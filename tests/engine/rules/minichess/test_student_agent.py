"""Minichess's program interface: a dictionary in, two squares out, always for White."""

from __future__ import annotations

import pytest

from engine.game.game import Game
from engine.players.parse import parse_player
from engine.rules.minichess.players import student_agent
from engine.rules.minichess.players.gameboard import AgentMove, Board, board_of, position_of
from engine.rules.minichess.players.student_agent import studentAgent
from engine.rules.minichess.players.texts import no_such_piece
from engine.search.limits import Limits
from engine.system.errors import UserError
from tests.engine.rules.minichess.support import MINICHESS, START, place

THINKING = student_agent.limits_for


@pytest.fixture(autouse=True)
def _think_briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(student_agent, "limits_for", lambda seconds: Limits(nodes=3000))
    monkeypatch.setattr(student_agent, "_memory", student_agent._Memory())


def test_the_start_as_its_source_gives_it() -> None:
    order = ["Knight", "Bishop", "Queen", "King", "Princess", "Empress", "Rook"]
    board: dict[tuple[str, int], tuple[str, str]] = {}
    for column, kind in zip("abcdefg", order, strict=True):
        small = "Ferz" if column in "ag" else "Pawn"
        board |= {(column, 0): (kind, "White"), (column, 1): (small, "White")}
        board |= {(column, 6): (kind, "Black"), (column, 5): (small, "Black")}
    assert position_of(board) == MINICHESS.notation.parse(START)
    move = studentAgent(board)
    assert move_text(move) in [each.text for each in MINICHESS.legal_moves(MINICHESS.start())]


def move_text(move: AgentMove) -> str:
    ((from_column, from_row), (to_column, to_row)) = move
    assert all(isinstance(row, int) for row in (from_row, to_row))
    return f"{from_column}{from_row}{to_column}{to_row}"


def test_event_agent_takes_the_king_and_mates() -> None:
    for layout, expected in (("Kd0 Rd3 kd6 qa3", "d3d6"), ("Kd0 Rb5 Rg1 kd6", "g1g6")):
        assert move_text(studentAgent(board_of(MINICHESS.notation.parse(place(layout))))) == expected


def test_the_given_board_is_unchanged() -> None:
    board = board_of(MINICHESS.start())
    before = dict(board)
    studentAgent(board)
    assert board == before


def test_plies_since_the_last_capture_are_counted_across_calls() -> None:
    memory = student_agent._Memory()
    board = board_of(MINICHESS.start())
    assert [memory.progress_clock(board) for _ in range(3)] == [0, 2, 4]
    del board["a", 6]
    assert memory.progress_clock(board) == 0
    assert [memory.progress_clock(board) for _ in range(40)][-1] == student_agent.MAX_PROGRESS_CLOCK


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        ({("d", 0): ("King", "White")}, "black has no king"),
        ({("d", 0): ("King", "White"), ("d", 6): ("Lion", "Black")}, no_such_piece("Black", "Lion")),
        ({("d", 0): ("King", "Green"), ("d", 6): ("King", "Black")}, no_such_piece("Green", "King")),
        ({("h", 0): ("King", "White"), ("d", 6): ("King", "Black")}, "no square"),
        ({("d", 6): ("King", "Black")}, "the game is over"),
    ],
)
def test_an_invalid_board_gets_one_sentence(board: Board, reason: str) -> None:
    with pytest.raises(UserError, match=reason):
        studentAgent(board)


@pytest.mark.parametrize("slowness", [1.0, 2.0])
def test_a_whole_game_stays_within_thirty_seconds(slowness: float) -> None:
    """Of any length, even if the machine is slow."""
    memory, used = student_agent._Memory(), 0.0
    for _ in range(300):
        reported = memory.seconds()
        assert reported >= student_agent.MIN_MOVE_S
        used += slowness * reported
        memory.use(slowness * reported)
    assert used < 28.0


def test_the_first_moves_of_a_game_get_the_longest_time() -> None:
    memory = student_agent._Memory()
    board = board_of(MINICHESS.start())
    memory.progress_clock(board)
    for _ in range(20):
        assert memory.seconds() == student_agent.MAX_MOVE_S
        memory.use(student_agent.MAX_MOVE_S)
    memory.use(100.0)
    del board["a", 6]
    memory.progress_clock(board)
    assert memory.seconds() == student_agent.MIN_MOVE_S
    assert memory.begins(board_of(MINICHESS.start()))
    assert memory.seconds() == student_agent.MAX_MOVE_S, "all pieces are back: this is another game"


def test_the_thinking_time_becomes_a_time_limit_of_the_search() -> None:
    assert THINKING(0.3) == Limits(movetime=300)


def play(seed: int) -> list[str]:
    """Play a game through the interface against a random player; return its moves."""
    game, opponent = Game(MINICHESS), parse_player("random", MINICHESS, seed)
    while game.outcome is None:
        if game.position.side == 1:
            game.play(opponent.choose(game, Limits()).move)
        else:
            text = move_text(studentAgent(board_of(game.position)))
            game.play(MINICHESS.parse_move(game.position, text))
    assert game.outcome.winner == 0
    return [ply.move.text for ply in game.plies]


def test_plays_and_wins_a_whole_game() -> None:
    assert len(play(1)) > 6


def test_start_board_resets_the_agent() -> None:
    first = play(2)
    play(3)
    assert play(2) == first


def test_start_board_begins_a_new_game_without_a_capture() -> None:
    memory, board = student_agent._Memory(), board_of(MINICHESS.start())
    assert memory.begins(board)
    memory.progress_clock(board)
    memory.use(15.0)
    moved = board_of(MINICHESS.play(MINICHESS.start(), MINICHESS.legal_moves(MINICHESS.start())[0]))
    assert not memory.begins(moved)
    assert memory.progress_clock(moved) == 2
    assert memory.seconds() < student_agent.MAX_MOVE_S
    assert memory.begins(board)
    assert memory.progress_clock(board) == 0
    assert memory.seconds() == student_agent.MAX_MOVE_S


def test_repeated_start_board_gives_no_more_time() -> None:
    """Both sides move a knight out and back: it could be a new game, but need not be."""
    memory, position = student_agent._Memory(), MINICHESS.start()
    assert memory.begins(board_of(position))
    for ours, answer in (("a0b2", "a6b4"), ("b2a0", "b4a6")):
        memory.progress_clock(board_of(position))
        memory.use(8.0)
        position = MINICHESS.play(position, MINICHESS.parse_move(position, ours))
        memory.leave(position)
        position = MINICHESS.play(position, MINICHESS.parse_move(position, answer))
        assert not memory.begins(board_of(position))
    assert board_of(position) == board_of(MINICHESS.start())
    assert memory.seconds() < student_agent.MAX_MOVE_S
    assert memory.progress_clock(board_of(position)) == 4


def test_another_game_begins_however_its_pieces_are_written() -> None:
    board = board_of(MINICHESS.start())
    studentAgent(board)
    student_agent._memory.use(15.0)
    studentAgent({cell: (kind.lower(), colour) for cell, (kind, colour) in board.items()})
    assert student_agent._memory.seconds() == student_agent.MAX_MOVE_S
