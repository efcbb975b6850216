"""Programs that the user added as players, stored in the settings; and testing one. No pygame."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from congo_gui.play.file_players import players_of
from congo_gui.play.player import UCI, PlayerConfigs, is_custom_ai, program_title
from congo_gui.store import texts
from congo_gui.store.settings import Settings
from engine.game.game import Game
from engine.players.base import agent_adapters
from engine.players.parse import parse_player, split_command
from engine.players.program_settings import join_command
from engine.players.saved_programs import valid_programs
from engine.record.record import GameRecord
from engine.rules.rules import Rules
from engine.rules.words import sentence
from engine.search.limits import SearchInfo
from engine.system.errors import UserError
from engine.system.files import read_text

if TYPE_CHECKING:
    # Importing it loads the compiler, which has to wait until the first frame is on the screen.
    from engine.players.background import BackgroundPlayer

MAX_PROGRAMS, MAX_LENGTH, MAX_FORMER = 50, 1000, 100
CHANGES = ("changed_programs", "former_programs")
"""The settings with the commands of changed programs now, by those before: in this run, and ever."""
NAMING_FIELDS = ("white", "black", "players", "analysis_program", "tournament_form", *CHANGES)
"""The settings in which programs are chosen, in the form of the command line."""
NAMING_DEPTH = 3
"""How deep their lists are nested at most; a file may have anything."""
TEST_STARTUP_S = 60.0
"""Seconds that a tested program has to start; it may compile itself first."""
TEST_MOVE_S = 60.0
"""Seconds that it then has for a move."""
TEST_MARGIN_S = 1.0
"""Extra seconds before the test itself gives up, because the player's own message is more precise."""

MAX_PYTHON_BYTES = 10_000_000
"""The largest Python file that is looked through for functions, which holds all threads."""
DEFAULT_FUNCTION = "choose"
_FUNCTION = re.compile(r"^def ([a-z]\w*)\(", re.MULTILINE | re.ASCII | re.IGNORECASE)


class Programs:
    """The user's programs by their titles; invalid entries, as of newer versions, stay in the settings."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def all(self) -> dict[str, str]:
        """Return the programs, in the form of the command line, by title."""
        return valid_programs(self._settings.programs)

    def add(self, title: str, program: str) -> None:
        """Add a program, replacing one with the same title, also where it is chosen as a player.

        Raises:
            UserError: there are too many, its title or command is too long, or has an unclosed quote.
        """
        title, known = " ".join(title.split()), self.all()
        if title not in known and len(known) >= MAX_PROGRAMS:
            raise UserError(texts.too_many_programs(MAX_PROGRAMS))
        if max(len(title), len(program)) > MAX_LENGTH:
            raise UserError(texts.program_too_long(MAX_LENGTH))
        if program.startswith(UCI):
            split_command(program.removeprefix(UCI))
        before = known.get(title)
        self._settings.programs = {**self._settings.programs, title: program}
        for name in CHANGES:
            changed = getattr(self._settings, name).items()
            setattr(self._settings, name, {old: new for old, new in changed if old != program})
        if before is not None and before not in self.all().values():
            self._follow(before, program)

    def _follow(self, before: str, program: str) -> None:
        """Name a program by its new command in all settings, and note the change."""
        for name in NAMING_FIELDS:
            setattr(self._settings, name, _replaced(getattr(self._settings, name), before, program))
        for name in CHANGES:
            changed = [*getattr(self._settings, name).items()][1 - MAX_FORMER :]
            setattr(self._settings, name, {**dict(changed), before: program})

    def remove(self, title: str) -> None:
        """Remove a program."""
        known = self._settings.programs
        self._settings.programs = {name: what for name, what in known.items() if name != title}

    def allow(self, program: str) -> None:
        """Allow a program named on the command line until the window is closed."""
        self._settings.allowed_programs |= {program}

    def may_start(self, program: str) -> bool:
        """Return whether a file may start a program: only if the player has added or named it.

        A custom AI without evaluation is our own engine and reads no file, so it is always allowed.
        """
        named = program in self._settings.allowed_programs or program in self.all().values()
        return named or is_custom_ai(program)

    def current(self, program: str) -> str:
        """Return the command that has replaced that of a program in this run, or else the same one."""
        return self._settings.changed_programs.get(program, program)

    def players_of(self, game: GameRecord) -> PlayerConfigs:
        """Return the players to continue a game of a file with, also if their commands have changed since."""
        return players_of(game, self.may_start, self._successor)

    def _successor(self, program: str) -> str:
        """Return the command that has replaced that of a program in a file, or else the same one."""
        successor = self._settings.former_programs.get(program)
        known = self.may_start(program) or not isinstance(successor, str)
        return program if known else str(successor)

    def title(self, program: str) -> str:
        """Return the title of a program."""
        current = self.current(program)
        names = (title for title, known in self.all().items() if known == current)
        return next(names, program_title(program))


def _replaced(value: Any, before: str, after: str, depth: int = NAMING_DEPTH) -> Any:
    """Return a value of the settings with a text in it replaced wherever it is a whole text."""
    if depth and isinstance(value, list):
        return [_replaced(each, before, after, depth - 1) for each in value]
    if depth and isinstance(value, dict):
        return {name: _replaced(each, before, after, depth - 1) for name, each in value.items()}
    return after if value == before else value


def command_for(path: Path, windows: bool = os.name == "nt") -> str:
    """Return the command that starts a file; a Python source is run by this Python."""
    words = [sys.executable, str(path)] if path.suffix.lower() == ".py" else [str(path)]
    return join_command(words, windows)


def python_function(path: Path, rules: Rules) -> str:
    """Return the player in a Python file: its function `DEFAULT_FUNCTION`, or else its last function.

    Raises:
        UserError: the file has no function or cannot be read.
    """
    functions = _FUNCTION.findall(read_text(path, MAX_PYTHON_BYTES))
    if not functions:
        raise UserError(texts.no_function_in(path.name))
    known = [name for name in (*agent_adapters(rules.name), DEFAULT_FUNCTION) if name in functions]
    return f"{path}:{(known or functions[-1:])[0]}"


class ProgramTest:
    """Starts a program and asks it for a move in a new game; `status` describes the progress.

    `problem` is the reason if the program cannot play.
    """

    def __init__(
        self,
        program: str,
        rules: Rules,
        wake: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        from engine.players.background import BackgroundPlayer

        self.program = program
        self._game, self._clock, self._began = Game(rules), clock, clock()
        self._asked: float | None = None
        self.problem = ""
        self.over = False
        self.passed = False
        self.status = self._waiting()
        make = lambda: parse_player(program, rules, timeout_s=TEST_MOVE_S, startup_s=TEST_STARTUP_S)  # noqa: E731
        self._player: BackgroundPlayer = BackgroundPlayer(make, wake)
        self._player.new_game(1)
        self._player.go(self._game)

    @property
    def title(self) -> str:
        """The name that the program reports, if any."""
        return self._player.title

    def update(self) -> bool:
        """Handle the program's answers; return whether `status` has changed."""
        if self.over:
            return False
        from engine.search.thinker import Failed, Finished

        before = self.status
        if self._player.ready and self._asked is None:
            self._asked = self._clock()
        self.status = self._waiting()
        for event in self._player.events():
            if isinstance(event, Failed):
                self._fail(event.message)
            elif isinstance(event, Finished) and event.move is not None:
                self._end(self._success(event.move.text, event.info), True)
        if not self.over and self._waited > self._timeout_s + TEST_MARGIN_S:
            wanted = texts.NOT_READY if self._asked is None else texts.NO_MOVE
            self._fail(texts.too_late(wanted, self._timeout_s))
        return self.status != before

    @property
    def _timeout_s(self) -> float:
        return TEST_STARTUP_S if self._asked is None else TEST_MOVE_S

    @property
    def _waited(self) -> float:
        return self._clock() - (self._began if self._asked is None else self._asked)

    def _waiting(self) -> str:
        """Describe the current step, its seconds so far, and its time limit."""
        what = texts.STARTING if self._asked is None else texts.WAITING
        seconds = min(int(self._waited), int(self._timeout_s))
        return texts.waiting(what, seconds, self._timeout_s)

    def _success(self, move: str, info: SearchInfo | None) -> str:
        seconds = self._clock() - self._began
        name = texts.named(self.title) if self.title else texts.UNNAMED
        found = texts.found(info.depth, info.score.describe()) if info else ""
        side = self._game.rules.facts.side_names[self._game.position.side].capitalize()
        return texts.works(name, seconds, move, side, found)

    def _fail(self, problem: str) -> None:
        self.problem = sentence(problem)
        self._end(texts.cannot_play(problem), False)

    def _end(self, status: str, passed: bool) -> None:
        self.status, self.passed, self.over = sentence(status), passed, True
        self._player.close()

    def close(self) -> None:
        """End the program if it is still running."""
        self._player.close()
