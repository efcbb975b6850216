"""Who plays a side in the window: a person, a level of the AI, or a program. No pygame."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game.clocks import TimeControl
from engine.players.levels import level
from engine.players.parse import parse_depth, split_command
from engine.system.errors import UserError

PROGRAMS = ("uci:", "python:")
"""How players begin that are other programs, as the command line calls them."""
METHODS = {"minimax": "Minimax", "alphabeta": "Alpha-beta"}
"""The searches to a fixed depth, as the command line and as people call them."""


@dataclass(frozen=True)
class PlayerConfig:
    """Who plays a side, and on which clock: a person, the AI at the named level, or a program.

    A program is given as the command line calls it: `uci:COMMAND` or `python:MODULE:FUNCTION`, or
    `minimax:DEPTH` or `alphabeta:DEPTH`, which are our own.
    """

    level: str = ""
    program: str = ""
    clock: TimeControl | None = None

    @property
    def is_human(self) -> bool:
        """Whether a person plays."""
        return not self.level and not self.program

    @property
    def method(self) -> str:
        """The name of the search to a fixed depth that plays, empty if somebody else does."""
        name = self.program.partition(":")[0]
        return name if name in METHODS else ""

    @property
    def depth(self) -> int:
        """How deep that search goes."""
        return int(self.program.partition(":")[2]) if self.method else 0

    @property
    def is_program(self) -> bool:
        """Whether a program plays that is none of ours."""
        return bool(self.program) and not self.method

    @property
    def title(self) -> str:
        """The name on the card, unless the player has given the program another one."""
        if self.method:
            return f"{METHODS[self.method]}, depth {self.depth}"
        if self.program:
            return program_title(self.program)
        return f"AI – level {self.level}" if self.level else "Human"

    @property
    def short_title(self) -> str:
        """What to call it where there is little room."""
        if self.method:
            return f"{METHODS[self.method]} {self.depth}"
        return f"AI {self.level}" if self.level else self.title

    @classmethod
    def named(cls, name: str, clock: TimeControl | None = None) -> PlayerConfig:
        """Return the player that settings and command line call `name`; raise `GameError` if none is."""
        if name == "human":
            return cls(clock=clock)
        method, colon, depth = name.partition(":")
        if colon and method in METHODS:
            return cls(program=f"{method}:{parse_depth(method, depth)}", clock=clock)
        if name.startswith(PROGRAMS):
            return cls(program=name, clock=clock)
        return cls(level(name).name, clock=clock)

    @property
    def name(self) -> str:
        """What `named` reads."""
        return self.program or self.level or "human"


def program_title(program: str) -> str:
    """Return what to call a program that nobody has given a name: its command without folders.

    Of a Python source it is the file, not the Python that runs it.
    """
    try:
        words = split_command(program.partition(":")[2], windows=True)  # which takes a path of either kind
    except UserError:
        return program
    if len(words) > 1 and _file(words[0]).lower().startswith("python") and words[1].endswith(".py"):
        del words[0]
    return " ".join([_file(words[0]) or words[0], *words[1:]])


def _file(path: str) -> str:
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2]


PlayerConfigs = tuple[PlayerConfig, PlayerConfig]


def names_of(players: PlayerConfigs) -> tuple[str, str]:
    """Return the players' names, as `PlayerConfig.named` reads them."""
    return players[0].name, players[1].name
