"""A Python function as a player: ``python:my_bot:choose``, or an evaluation with a depth.

An *agent* is a function ``choose(game)`` that returns a legal move, as text or as a `Move`; `game` is a copy
of the `engine.game.game.Game`, which it can modify. With ``depth=N`` the function is an *evaluation*
``evaluate(position)``: it returns the value in centipawns for the side to move, and a plain alpha-beta search
in Python looks N plies ahead with it. If the module defines ``new_game(seed)``, it is called before each
game; use the seed for random choices. subprocess_player.py runs all this in a separate process.

Agents of a certain name can be called as a game's assignment specifies; see `AgentAdapter`.
"""

from __future__ import annotations

import importlib
import math
import os
import sys
import time
import traceback
from collections.abc import Callable
from functools import partial
from importlib.machinery import SourceFileLoader
from numbers import Real
from types import ModuleType
from typing import Any, ClassVar

from engine.game.game import Game
from engine.players import texts
from engine.players.base import Choice, Player, PlayerFailure, agent_adapters
from engine.players.material import material_gain
from engine.players.module_finder import find_beside
from engine.rules.values import Move, Outcome, Position
from engine.search.limits import Limits, SearchInfo
from engine.search.searcher import to_score
from engine.search.state import INFINITE, WIN, WIN_BOUND
from engine.system.errors import UserError, quoted

MAX_VALUE = WIN_BOUND
"""Evaluations are clamped to ± this value, so that none outranks a won game."""

Function = Callable[[Any], Any]


def load(module: str, function: str) -> tuple[ModuleType, Function]:
    """Import a module, or a file by its full path; return it and its function.

    The current folder is searched, too.

    Raises:
        UserError: it cannot be loaded.
    """
    found = _module(module)
    source = texts.source_name(module, os.path.isabs(module))
    try:
        called = getattr(found, function, None)
    except BaseException as error:
        raise UserError(texts.not_loaded(source, _explained(error, module))) from None
    if not callable(called):
        raise UserError(texts.no_function(source, quoted(function)))
    return found, called


def _module(name: str) -> ModuleType:
    is_file = os.path.isabs(name)
    folder = os.path.dirname(name) if is_file else os.getcwd()
    find_beside(folder, _name_of(name) if is_file else name)
    importlib.invalidate_caches()  # the file may be younger than this process
    try:
        return _from_file(name) if is_file else importlib.import_module(name)
    except BaseException as error:  # such as SystemExit; Ctrl-C does not reach this process
        if isinstance(error, ModuleNotFoundError) and error.name and f"{name}.".startswith(f"{error.name}."):
            if name.endswith(".py"):
                raise UserError(texts.named_with_py(quoted(name[:-3]), quoted(name))) from None
            raise UserError(texts.no_module(quoted(name), folder)) from None
        source = texts.source_name(name, is_file)
        raise UserError(texts.not_loaded(source, _explained(error, name))) from None


def _from_file(path: str) -> ModuleType:
    """Import a file of any name."""
    name = _name_of(path)
    loader = SourceFileLoader(name, path)
    module = sys.modules[name] = ModuleType(name)
    module.__file__, module.__loader__ = path, loader
    loader.exec_module(module)
    return module


def _name_of(path: str) -> str:
    """Return the name of the module in a file; the prefix keeps it from shadowing an installed module.

    It has no dots: before one, pickle and multiprocessing would look for a package.
    """
    return f"file:{os.path.basename(path).replace('.', '_')}"


def _explained(error: BaseException, module: str) -> str:
    """Describe an error; if it passed through the module, name the line in it."""
    file = os.path.basename(module) if os.path.isabs(module) else f"{module.rpartition('.')[2]}.py"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if os.path.basename(frame.filename) == file]
    where = texts.at_line(lines[-1], file) if lines else ""
    try:
        text = " ".join(str(error).split())
    except BaseException:
        text = ""
    return f"{where}{type(error).__name__}{': ' if text else ''}{text}"


class _PythonPlayer(Player):
    """Common parts of agents and evaluations; `name` is the player's command-line name."""

    ARGUMENT_HINT: ClassVar = ""
    """What the function is called with: a hint for authors who mix up agents and evaluations."""

    def __init__(self, name: str, module: str, function: str) -> None:
        self.name = name
        self._module_name, self._function_name = module, function
        self._module, self._function = load(module, function)

    def new_game(self, seed: int) -> None:
        begin = getattr(self._module, "new_game", None)
        if callable(begin):
            self._call(begin, seed)

    def _call(self, function: Function, argument: object) -> Any:
        try:
            return function(argument)
        except BaseException as error:
            explained = _explained(error, self._module_name)
            mistaken = isinstance(error, AttributeError) and isinstance(error.obj, Game | Position)
            hint = f" ({self.ARGUMENT_HINT})" if mistaken else ""
            raise PlayerFailure(texts.stopped(f"{explained}{hint}")) from None


class AgentPlayer(_PythonPlayer):
    """A function that chooses a move, called through an `AgentAdapter` if the game has one for its name."""

    ARGUMENT_HINT: ClassVar = texts.GIVEN_GAME

    def choose(self, game: Game, limits: Limits) -> Choice:
        adapter = agent_adapters(game.rules.name).get(self._function_name)
        if adapter is None:
            return Choice(_legal(game, self._call(self._function, game.copy())))
        return Choice(_legal(game, adapter.call(game, partial(self._call, self._function))))


def _legal(game: Game, answer: object) -> Move:
    """Return an agent's answer as a legal move; raise `PlayerFailure` if it is not one."""
    if isinstance(answer, Move):
        if answer not in game.legal_moves():
            raise PlayerFailure(texts.illegal_move(answer))
        return answer
    if not isinstance(answer, str):
        raise PlayerFailure(texts.returned_no_move(_written(answer)))
    try:
        return game.rules.parse_move(game.position, answer)
    except UserError as error:
        raise PlayerFailure(texts.illegal_move(error)) from None


class EvaluationPlayer(_PythonPlayer):
    """Fixed-depth alpha-beta in plain Python with a function as the evaluation.

    Moves are ordered by the material they win, then by their text; draws by repetition and for lack of
    progress are recognised. Among equally good moves the first is played.
    """

    ARGUMENT_HINT: ClassVar = texts.GIVEN_POSITION

    def __init__(self, name: str, module: str, function: str, depth: int) -> None:
        super().__init__(name, module, function)
        self._depth = depth
        self._nodes = 0

    def choose(self, game: Game, limits: Limits) -> Choice:
        began, self._nodes = time.perf_counter(), 0
        score, line = self._search(game.copy(), self._depth, -INFINITE, INFINITE)
        seconds = time.perf_counter() - began
        speed = round(self._nodes / max(seconds, 1e-6))
        shown = to_score(score)
        info = SearchInfo(self._depth, self._depth, shown, self._nodes, speed, round(1000 * seconds), line)
        return Choice(line[0], info)

    def _search(self, game: Game, depth: int, alpha: int, beta: int) -> tuple[int, tuple[Move, ...]]:
        """Return the value of the current position (fail-soft) and its best line."""
        outcome = game.outcome
        if outcome is not None:
            return self._result(outcome, game.position.side, depth), ()
        if depth == 0:
            return self._evaluate(game.position), ()
        best, line = -INFINITE, tuple[Move, ...]()
        for move in self._ordered(game):
            game.play(move)
            self._nodes += 1
            below, rest = self._search(game, depth - 1, -beta, -max(alpha, best))
            game.undo()
            if -below > best:
                best, line = -below, (move, *rest)
                if best >= beta:
                    break
        return best, line

    def _result(self, outcome: Outcome, side: int, depth: int) -> int:
        """Return the value of a finished game; faster wins are better."""
        if outcome.winner is None:
            return 0
        plies = self._depth - depth
        return WIN - plies if outcome.winner == side else plies - WIN

    def _ordered(self, game: Game) -> list[Move]:
        rules, position = game.rules, game.position
        return sorted(game.legal_moves(), key=lambda move: -material_gain(rules, position, move))

    def _evaluate(self, position: Position) -> int:
        value = self._call(self._function, position)
        number = _number(value)
        if number is None:
            raise PlayerFailure(texts.evaluated_as(_written(value)))
        return max(min(round(number), MAX_VALUE), -MAX_VALUE)


def _written(answer: object) -> str:
    """Return the `repr` of a function's result, shortened if it is long."""
    return quoted(repr(answer))[1:-1]


def _number(value: object) -> float | None:
    """Return the result of an evaluation as a finite number; None if it is not one."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    try:
        number = float(value)
    except OverflowError:  # an integer larger than any float
        return -MAX_VALUE if value < 0 else MAX_VALUE
    return number if math.isfinite(number) else None
