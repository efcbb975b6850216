"""A Python function as a player: ``python:my_bot:choose``, or an evaluation with a depth.

An *agent* is a function ``choose(game)`` that returns a legal move, as text or as a `Move`; `game` is an
`engine.game.game.Game`, a copy that it may play on. With ``depth=N`` the function is an *evaluation*
``evaluate(position)``: it returns the position's worth in centipawns for the side to move, and plain
alpha-beta, in Python, looks N plies ahead with it. A module's function ``new_game(seed)`` is called
before each game; its random choices should follow from that seed. subprocess_player.py runs all this
in a process of its own.

A game's source may have a form of its own for functions of a certain name; see `AgentAdapter`.
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
from engine.rules.values import Move, Outcome, Position
from engine.search.limits import Limits, SearchInfo
from engine.search.searcher import to_score
from engine.search.state import INFINITE, WIN, WIN_BOUND
from engine.system.errors import UserError, quoted

MAX_VALUE = WIN_BOUND
"""Evaluations are clamped to this value, so that none is better than a won game."""

Function = Callable[[Any], Any]


def load(module: str, function: str) -> tuple[ModuleType, Function]:
    """Return a file by its full path, or a module, in the current folder too, and its function.

    Raises:
        UserError: it cannot be loaded.
    """
    found = _module(module)
    called = getattr(found, function, None)
    if not callable(called):
        source = texts.source_name(module, os.path.isabs(module))
        raise UserError(texts.no_function(source, quoted(function)))
    return found, called


def _module(name: str) -> ModuleType:
    is_file = os.path.isabs(name)
    folder = os.path.dirname(name) if is_file else os.getcwd()
    if folder not in sys.path:
        sys.path.insert(0, folder)
    importlib.invalidate_caches()  # the file may be younger than this process
    try:
        return _from_file(name) if is_file else importlib.import_module(name)
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and error.name and f"{name}.".startswith(f"{error.name}."):
            if name.endswith(".py"):
                raise UserError(texts.named_with_py(quoted(name[:-3]), quoted(name))) from None
            raise UserError(texts.no_module(quoted(name), folder)) from None
        source = texts.source_name(name, is_file)
        raise UserError(texts.not_loaded(source, _explained(error, name))) from None


def _from_file(path: str) -> ModuleType:
    """Import a file whatever it is called; a name of its own keeps it apart from Python's modules."""
    name = f"file:{os.path.basename(path)}"
    loader = SourceFileLoader(name, path)
    module = sys.modules[name] = ModuleType(name)
    module.__file__, module.__loader__ = path, loader
    loader.exec_module(module)
    return module


def _explained(error: BaseException, module: str) -> str:
    """Return what an error is and, if it was raised on the way through a module, in which of its lines."""
    file = os.path.basename(module) if os.path.isabs(module) else f"{module.rpartition('.')[2]}.py"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if os.path.basename(frame.filename) == file]
    where = texts.at_line(lines[-1], file) if lines else ""
    return f"{where}{type(error).__name__}: {' '.join(str(error).split())}"


class _PythonPlayer(Player):
    """Common parts of agents and evaluations; `name` is the player's command-line name."""

    ARGUMENT_HINT: ClassVar = ""
    """What the function is given, in case its author took it for the other kind."""

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
        except (Exception, SystemExit) as error:
            explained = _explained(error, self._module_name)
            mistaken = isinstance(error, AttributeError) and isinstance(error.obj, Game | Position)
            hint = f" ({self.ARGUMENT_HINT})" if mistaken else ""
            raise PlayerFailure(texts.stopped(f"{explained}{hint}")) from None


class AgentPlayer(_PythonPlayer):
    """A function that chooses a move; called in the form of a game's source if that has one for its name."""

    ARGUMENT_HINT: ClassVar = texts.GIVEN_GAME

    def choose(self, game: Game, limits: Limits) -> Choice:
        adapter = agent_adapters(game.rules.name).get(self._function_name)
        if adapter is None:
            return Choice(_legal(game, self._call(self._function, game.copy())))
        return Choice(_legal(game, adapter.call(game, partial(self._call, self._function))))


def _legal(game: Game, answer: object) -> Move:
    """Return the legal move that an agent's answer means; raise `PlayerFailure`."""
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
    """Alpha-beta to a fixed depth in plain Python, by a function that evaluates.

    Moves that win the most material are searched first, else in the order of their text; draws by
    repetition and for lack of progress count as such. Of equally good moves the first is played.
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
        """Return the value of the current position, and its best line (fail-soft)."""
        outcome = game.outcome
        if outcome is not None:
            return self._result(outcome, game.position.side, depth), ()
        if depth == 0:
            return self._worth(game.position), ()
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
        """Return the value of a finished game: an earlier win is better."""
        if outcome.winner is None:
            return 0
        plies = self._depth - depth
        return WIN - plies if outcome.winner == side else plies - WIN

    def _ordered(self, game: Game) -> list[Move]:
        rules, position = game.rules, game.position
        return sorted(game.legal_moves(), key=lambda move: -material_gain(rules, position, move))

    def _worth(self, position: Position) -> int:
        worth = self._call(self._function, position)
        number = _number(worth)
        if number is None:
            raise PlayerFailure(texts.evaluated_as(_written(worth)))
        return max(min(round(number), MAX_VALUE), -MAX_VALUE)


def _written(answer: object) -> str:
    """Return the `repr` of a function's result, shortened if it is long."""
    return quoted(repr(answer))[1:-1]


def _number(worth: object) -> float | None:
    """Return an evaluation's answer as a number; None if it is none, or no finite one."""
    if isinstance(worth, bool) or not isinstance(worth, Real):
        return None
    try:
        number = float(worth)
    except OverflowError:  # an integer larger than any float
        return -MAX_VALUE if worth < 0 else MAX_VALUE
    return number if math.isfinite(number) else None
