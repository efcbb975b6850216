"""Those of the window's twelve acceptance checks that are tested nowhere else."""

from __future__ import annotations

import ast
import gc
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path

import pygame
import pytest

from congo_gui.board.controller import BoardController, Chosen
from congo_gui.play import session as session_module
from congo_gui.play.game_history import GAMES_KEPT
from engine import rules as registry
from engine.game.game import Game
from engine.rules.move import Move
from engine.rules.position import Position
from engine.rules.rules import Rules
from engine.system.errors import UserError
from tests.congo_gui.driver import CONGO, Driver, Starter
from tests.engine.rules.games import NAMES, random_games

ROOT = Path(__file__).parents[2]
POSITIONS = 200
GAMES = 16
"""Random games that have so many positions, in every game."""
LAST_MOVE = "3l3/7/7/7/7/7/3L1P1 w 1"

# --- 1: every move, in every way


def positions(name: str) -> list[Position]:
    """Return random positions of a game in which there is something to move."""
    rules, chance = registry.get(name), random.Random(name)
    found = [ply.before for game in random_games(name, GAMES) for ply in game.plies]
    chance.shuffle(found)
    return [position for position in found if rules.legal_moves(position)][:POSITIONS]


def every_move(name: str) -> Iterator[tuple[BoardController, Position, Move]]:
    """Yield each move with a board of its own; asking the rules for all clicks anew takes long."""
    rules = registry.get(name)
    for position in positions(name):
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
        answer = board.press(square, (0, 0)) or board.release(square, (0, 0))
    if board.waiting:
        answer = board.press(move.path[-1], (0, 0)) or board.release(move.path[-1], (0, 0))
    return answer


def dragged(board: BoardController, move: Move) -> object:
    if len(move.path) != 2:
        return clicked(board, move)
    board.press(move.path[0], (0, 0))
    board.motion(move.path[1], (50, 50))
    answer = board.release(move.path[1], (50, 50))
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


@pytest.mark.parametrize("enter", [clicked, dragged, entered])
@pytest.mark.parametrize("name", NAMES)
def test_every_move_of_every_game_can_be_entered(
    name: str, enter: Callable[[BoardController, Move], object]
) -> None:
    for board, _, move in every_move(name):
        answer = enter(board, move)
        assert isinstance(answer, Chosen), (name, move)
        assert answer.move == move


@pytest.mark.parametrize("name", NAMES)
def test_every_move_of_every_game_can_be_typed(name: str) -> None:
    rules = registry.get(name)
    for position in positions(name):
        for move in rules.legal_moves(position):
            assert rules.parse_move(position, move.text) == move


# --- 4: game after game


def test_fifty_demo_games_leave_nothing_behind(start: Starter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "NEXT_GAME_AFTER", 0.0)
    driver = start(LAST_MOVE, demo=True)
    driver.session.pace = 0.0
    driver.press(pygame.K_i, "i")
    threads, alive = threading.active_count(), []
    for games in range(1, 51):
        driver.until(lambda: driver.thinker.thinking)
        driver.thinker.answer("d1d7")
        driver.until(lambda games=games: driver.session.series.games == games)
        if games in (25, 50):
            gc.collect()
            alive.append(sum(type(one) is Game for one in gc.get_objects()))
    assert GAMES_KEPT < 25
    assert alive[0] == alive[1]
    assert threading.active_count() <= threads + 1  # the one that writes files


# --- 6: texts that are no positions


def mangled(text: str, chance: random.Random) -> str:
    """Return a text in which a few signs were changed, left out or put in."""
    letters = "/0123456789wbPpLlMm |-+é\t" + text
    for _ in range(chance.randint(1, 5)):
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chance.choice(["", chance.choice(letters)]) + text[at + chance.randint(0, 2) :]
    return text


def explained(rules: Rules, text: str) -> str:
    """Return why a text is no position; nothing if it is one, which then comes back."""
    try:
        position = rules.notation.parse(text)
    except UserError as error:
        return str(error)
    assert rules.notation.parse(rules.notation.format(position)) == position
    return ""


@pytest.mark.parametrize("name", NAMES)
def test_a_thousand_texts_are_positions_or_explained(name: str) -> None:
    rules, chance = registry.get(name), random.Random(name)
    known = [rules.notation.format(position) for position in positions(name)[:20]]
    reasons = [explained(rules, mangled(chance.choice(known), chance)) for _ in range(1000)]
    wrong = [reason for reason in reasons if reason]
    assert len(wrong) > 100
    assert all("\n" not in reason and len(reason) > 10 for reason in wrong)
    assert any("rank" in reason or "row" in reason for reason in wrong), sorted(set(wrong))[:20]


def test_the_field_explains_what_it_cannot_read_and_the_game_stays(driver: Driver) -> None:
    chance, start = random.Random(6), CONGO.notation.format(CONGO.start())
    for _ in range(150):
        text, before = mangled(start, chance), driver.session.position
        driver.play.set_up_text(text)
        driver.turn(1)
        field = driver.play.panel.fen
        if explained(CONGO, text):
            assert field.error
            assert driver.session.position == before
        else:
            assert not field.error
            assert driver.session.position == CONGO.notation.parse(text)


# --- 12: the engine alone

WITHOUT_WINDOW = """
import sys
class Closed:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("pygame", "congo_gui"):
            raise ModuleNotFoundError(f"{name} is out of reach")
sys.meta_path.insert(0, Closed())
import pytest
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[1:]]))
"""


def test_the_engines_tests_pass_where_there_is_no_window() -> None:
    files = [
        "tests/engine/game/test_clocks.py",
        "tests/engine/record/test_tree.py",
        "tests/engine/players/test_human.py",
    ]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_WINDOW, *files], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_engines_tests_ask_for_no_window() -> None:
    for source in (ROOT / "tests" / "engine").rglob("*.py"):
        tree = ast.parse(source.read_text(encoding="utf-8"))
        imports = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
        names = [
            name
            for node in imports
            for name in (
                [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else [alias.name for alias in node.names]
            )
        ]
        assert not any(name.split(".")[0] in ("pygame", "congo_gui") for name in names), source
