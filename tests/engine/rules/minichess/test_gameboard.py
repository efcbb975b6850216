"""Student agents as players: their board, answers and time."""

from __future__ import annotations

from functools import partial
from itertools import count
from pathlib import Path

import pytest

from engine import rules
from engine.game.game import Game
from engine.players import texts
from engine.players.base import PlayerFailure
from engine.players.parse import parse_player
from engine.players.subprocess_player import SubprocessPlayer
from engine.rules.minichess.players.gameboard import ask_agent, board_of, mirrored, start_board
from engine.search.limits import Limits
from engine.system.errors import UserError
from tests.engine.rules.games import going_on
from tests.engine.rules.minichess.support import MINICHESS

AGENT = Path(str(rules.__file__)).parent / "minichess" / "AB.py"


def game_as_black() -> Game:
    game = Game(MINICHESS)
    game.play(MINICHESS.parse_move(game.position, "d1d2"))
    return game


def test_white_gets_the_board_as_it_is_and_black_the_mirrored_one() -> None:
    given: list[object] = []

    def agent(board: object) -> object:
        given.append(board)
        return ("b", 1), ("b", 2)

    assert ask_agent(Game(MINICHESS), agent) == "b1b2"
    game = game_as_black()
    assert ask_agent(game, agent) == "b5b4"
    assert given[0] == start_board()
    board = given[1]
    assert isinstance(board, dict)
    assert board["d", 0] == ("King", "White")
    assert board["d", 4] == ("Pawn", "Black")
    assert mirrored(mirrored(board_of(game.position))) == board_of(game.position)


def answer_with(answer: object, board: object) -> object:
    return answer


def test_every_move_can_be_answered_by_either_side() -> None:
    for position in going_on("minichess")[::3]:
        for move in MINICHESS.legal_moves(position):
            cells = ((move.text[0], int(move.text[1])), (move.text[2], int(move.text[3])))
            if position.side:
                cells = ((cells[0][0], 6 - cells[0][1]), (cells[1][0], 6 - cells[1][1]))
            assert ask_agent(Game(MINICHESS, position), partial(answer_with, cells)) == move.text


@pytest.mark.parametrize(
    "answer",
    [None, "d1d2", ("d1", "d2"), (("d", 1),), (("d", "1"), ("d", 2)), (("h", 0), ("d", 2)), ((1, 2), 3)],
)
def test_an_answer_without_two_squares_fails(answer: object) -> None:
    with pytest.raises(PlayerFailure, match="which is not a pair of squares such as"):
        ask_agent(Game(MINICHESS), lambda board: answer)


def agent_file(folder: Path, body: str, name: str = "my agent.py") -> Path:
    path = folder / name
    path.write_text(f"import time\ndef studentAgent(gameboard):\n    {body}\n", encoding="utf-8")
    return path


@pytest.mark.thorough
@pytest.mark.parametrize("moves", [[], ["d1d2"]])
def test_the_example_plays_both_sides_by_its_file(moves: list[str]) -> None:
    game = Game(MINICHESS)
    for text in moves:
        game.play(MINICHESS.parse_move(game.position, text))
    player = parse_player(f"student:{AGENT}", MINICHESS)
    try:
        player.new_game(1)
        assert player.choose(game, Limits()).move in game.legal_moves()
    finally:
        player.close()


def test_python_player_named_student_agent_gets_a_gameboard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    agent_file(
        tmp_path, "return (('b', 1), ('b', 2)) if gameboard['d', 0][1] == 'White' else None", "own_bot.py"
    )
    player = parse_player("python:own_bot:studentAgent", MINICHESS)
    try:
        assert player.choose(game_as_black(), Limits()).move.text == "b5b4"
    finally:
        player.close()


def test_student_agent_gets_a_game_in_other_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    agent_file(tmp_path, "return gameboard.legal_moves()[0]", "plain_bot.py")
    player = parse_player("python:plain_bot:studentAgent", rules.get("congo"))
    try:
        assert player.choose(Game(rules.get("congo")), Limits()).move.text == "a1a3"
    finally:
        player.close()


def test_an_illegal_move_and_an_error_are_reported(tmp_path: Path) -> None:
    for body, reported in (
        ("return (('d', 0), ('d', 5))", "played an illegal move: d0d5"),
        ("return gameboard['z', 9]", "stopped with an error: line 3 of my agent.py: KeyError"),
    ):
        player = parse_player(f"student:{agent_file(tmp_path, body)}", MINICHESS)
        try:
            with pytest.raises(PlayerFailure, match=reported):
                player.choose(Game(MINICHESS), Limits())
        finally:
            player.close()


def test_the_time_of_a_whole_game_is_limited(tmp_path: Path) -> None:
    """Here it is a tenth of a second, which the first move certainly exceeds."""
    path = agent_file(tmp_path, "time.sleep(60)")
    player = SubprocessPlayer("student", [str(path), "studentAgent"], 60.0, 60.0, game_time_s=0.1)
    try:
        player.new_game(1)
        with pytest.raises(PlayerFailure, match=texts.game_time_used(0.1)):
            player.choose(Game(MINICHESS), Limits())
    finally:
        player.close()


@pytest.mark.thorough
def test_the_time_of_a_game_is_a_sum_over_its_moves(tmp_path: Path) -> None:
    """With this clock every move takes twenty seconds."""
    path = agent_file(tmp_path, "return (('b', 1), ('b', 2))")
    clock = count(0, 20)
    words = [str(path), "studentAgent"]
    player = SubprocessPlayer("student", words, 60.0, 60.0, game_time_s=30.0, now=lambda: next(clock))
    try:
        player.new_game(1)
        for _ in range(2):
            assert player.choose(Game(MINICHESS), Limits()).move.text == "b1b2"
        with pytest.raises(PlayerFailure, match=texts.game_time_used(30)):
            player.choose(Game(MINICHESS), Limits())
        player.new_game(2)
        assert player.choose(Game(MINICHESS), Limits()).move.text == "b1b2"
    finally:
        player.close()


def test_rejects_a_missing_file_and_another_game(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"there is no file '….*/AB2\.py'"):
        parse_player(f"student:{tmp_path / 'AB2.py'}", MINICHESS)
    with pytest.raises(UserError, match=r"student needs a file, as in student:AB\.py"):
        parse_player("student:", MINICHESS)
    with pytest.raises(UserError, match="Congo does not support agent files such as 'student:x'"):
        parse_player("student:x", rules.get("congo"))
    empty = tmp_path / "empty.py"
    empty.write_text("")
    with pytest.raises(UserError, match="has no function 'studentAgent'"):
        parse_player(f"student:{empty}", MINICHESS)
