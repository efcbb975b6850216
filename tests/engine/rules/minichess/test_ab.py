"""The example agent in one file, AB.py: allowed imports, rules, and strength."""

from __future__ import annotations

import ast
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from engine.game.game import Game
from engine.players.parse import parse_player
from engine.rules.minichess import AB
from engine.rules.minichess.players.gameboard import Board, board_of, mirrored, start_board
from engine.rules.values import Position
from tests.engine.players import opponents
from tests.engine.rules.games import going_on
from tests.engine.rules.minichess.support import MINICHESS, place

ALLOWED = {
    *("sys", "queue", "collections", "heapq", "array", "copy", "enum", "string"),
    *("numbers", "math", "decimal", "fractions", "random", "itertools", "functools", "operator"),
    *("types", "typing"),
}
SOURCE = Path(str(AB.__file__)).read_text(encoding="utf-8")
MANY_GAMES, FEW_GAMES = 50, 2


@pytest.fixture(autouse=True)
def _new_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AB, "_memory", AB.Memory())


def text_of(answer: object) -> str:
    assert isinstance(answer, tuple)
    return "".join(f"{column}{row}" for column, row in answer)


def test_agent_file_uses_only_allowed_imports() -> None:
    tree = ast.parse(SOURCE)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= ALLOWED
        assert not isinstance(node, ast.ImportFrom) or node.module in ALLOWED
        assert not isinstance(node, ast.Raise | ast.Assert)
    assert not any(word in SOURCE for word in ("print", "raise", "stdout", "std.out"))


def test_agent_file_has_the_parts_named_by_its_source() -> None:
    for name in ("studentAgent", "ab", "setUpBoard", "State", "Board", "Piece"):
        assert callable(getattr(AB, name)), name


def test_agent_file_runs_silently_as_a_program(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    import runpy

    config = tmp_path / "config.txt"
    config.write_text("d0 King White\nb3 Rook White\ng1 Rook White\nd6 King Black\n\nnot a piece\n")
    before = sys.argv
    sys.argv = ["AB.py", str(config)]
    try:
        ran = runpy.run_path(str(AB.__file__), run_name="__main__")
    finally:
        sys.argv = before
    assert ran["answer"] is not None
    assert capfd.readouterr() == ("", "")


def test_a_missing_file_gets_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import runpy

    missing = tmp_path / "missing.txt"
    monkeypatch.setattr(sys, "argv", ["AB.py", str(missing)])
    with pytest.raises(SystemExit) as left:
        runpy.run_path(str(AB.__file__), run_name="__main__")
    assert left.value.code == f"The file {missing} cannot be read. Name a text file such as config.txt."


def test_agent_sets_up_its_boards(tmp_path: Path) -> None:
    assert AB.setUpBoard() == start_board()
    config = tmp_path / "config.txt"
    lines = (
        "d0 King White",
        "d6 King Black",
        "nonsense",
        "a3 Dragon White",
        "dx King White",
        "h9 King White",
    )
    config.write_text("\n".join(lines))
    assert AB.setUpBoard(str(config)) == {("d", 0): ("King", "White"), ("d", 6): ("King", "Black")}


def moves_of(position: Position) -> set[str]:
    board = AB.Board(dict(board_of(position)))
    colour = ("White", "Black")[position.side]
    cells = [(f"{AB.COLUMNS[s % 7]}{s // 7}", f"{AB.COLUMNS[t % 7]}{t // 7}") for s, t in board.moves(colour)]
    return {start + target for start, target in cells}


def test_agent_moves_legally() -> None:
    for position in going_on("minichess"):
        assert moves_of(position) == {move.text for move in MINICHESS.legal_moves(position)}


def test_make_and_undo_restore_the_board() -> None:
    for position in going_on("minichess")[::5]:
        state = AB.State(AB.Board(dict(board_of(position))), ("White", "Black")[position.side])
        before = (list(state.board.squares), state.key, state.evaluate(), dict(state.board.kings))
        for move in state.board.moves(state.colour):
            state.play(move)
            text = f"{AB._cell(move[0])[0]}{AB._cell(move[0])[1]}{AB._cell(move[1])[0]}{AB._cell(move[1])[1]}"
            after = MINICHESS.play(position, MINICHESS.parse_move(position, text))
            fresh = AB.Board(dict(board_of(after)))
            assert (state.board.squares, state.board.worth, state.board.key) == (
                fresh.squares,
                fresh.worth,
                fresh.key,
            )
            state.take_back()
        assert (state.board.squares, state.key, state.evaluate(), state.board.kings) == before


def test_alpha_beta_finds_mates_and_takes_hanging_pieces() -> None:
    for layout, expected in (
        ("Kd0 Rd3 kd6 qa3", "d3d6"),
        ("Kd0 Rb5 Rg1 kd6", "g1g6"),
        ("Kd0 Qa2 Pb1 kd6 rg2 pb5 pf5", "a2g2"),
    ):
        board = dict(board_of(MINICHESS.notation.parse(place(layout))))
        assert text_of(AB.studentAgent(board)) == expected


def test_the_same_boards_get_the_same_answers_without_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AB, "GAME_WORK", 20_000)
    boards: list[Board] = [
        start_board(),
        board_of(MINICHESS.notation.parse(place("Kd0 Qa3 kd6 rg3 Pb1 pb5"))),
    ]
    answers = []
    for _ in range(2):
        monkeypatch.setattr(AB, "_memory", AB.Memory())
        answers.append([AB.studentAgent(dict(board)) for board in boards])
    assert answers[0] == answers[1]


def test_the_work_of_a_game_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """In games of any length: each move uses a share of the remaining work."""
    monkeypatch.setattr(AB, "GAME_WORK", AB.GAME_WORK // 10)
    monkeypatch.setattr(AB, "_memory", AB.Memory())
    board = dict(board_of(MINICHESS.notation.parse(place("Kd0 Pb1 Pc1 kd6 pb5 pc5"))))
    left = [AB._memory.work]
    for _ in range(4):
        assert AB.studentAgent(board) is not None
        left.append(AB._memory.work)
    assert all(
        before > after >= before - AB.GAME_WORK // AB.MOVES_TO_GO - 100 for before, after in pairwise(left)
    )


@pytest.mark.thorough
def test_a_new_game_is_known_by_the_pieces_at_home() -> None:
    """As Black the agent never sees the start board, because White has already moved."""
    game = Game(MINICHESS)
    game.play(MINICHESS.parse_move(game.position, "d1d2"))
    board = mirrored(board_of(game.position))
    answers = [AB.studentAgent(dict(board)) for _ in range(2)]
    assert answers[0] == answers[1]
    assert AB._memory.work > AB.GAME_WORK * 0.9


def test_agent_without_a_move_returns_none() -> None:
    board = board_of(MINICHESS.notation.parse(place("Pa6 kd6 Kg0 pf0")))
    only_pawn = {cell: piece for cell, piece in board.items() if cell == ("a", 6)}
    assert AB.studentAgent(only_pawn) is None


def play_against(name: str, number: int) -> Game:
    """Return the game from the opening of that number, AB.py being White."""
    game = opponents.openings("minichess", MANY_GAMES)[number].game(MINICHESS)
    opponent = parse_player(name, MINICHESS)
    opponent.new_game(number)
    opponents.play(game, opponents.ExampleAgent(), opponent, 0)
    return game


OPPONENTS = ("first", "random", "greedy", "smart", "sourceminimax:4")


@pytest.mark.thorough
def test_agent_beats_the_smart_agent_with_a_tenth_of_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AB, "GAME_WORK", AB.GAME_WORK // 10)
    for number in range(FEW_GAMES):
        monkeypatch.setattr(AB, "_memory", AB.Memory())
        outcome = play_against("smart", number).outcome
        assert outcome is not None
        assert outcome.winner == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", OPPONENTS)
def test_agent_wins_its_sources_tournament(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    won = 0
    for number in range(MANY_GAMES):
        monkeypatch.setattr(AB, "_memory", AB.Memory())
        outcome = play_against(name, number).outcome
        assert outcome is not None
        won += outcome.winner == 0
    assert won >= 45
