"""What a command is, where it belongs, and what giving it comes to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from congo_gui.commands.keys import Key


class CommandGroup(Enum):
    """The headings under which commands are listed, in this order."""

    GAME = "Game"
    MOVES = "Moves"
    AI = "The AI"
    POSITION = "Position"
    ANALYSIS = "Analysis"
    VIEW = "View"
    HELP = "Help"


class Where(Enum):
    """Where commands belong: everywhere in the window, or on one kind of screen."""

    WINDOW = "everywhere"
    GAME = "on the board of a game"
    ANALYSIS = "in the analysis"
    EDITOR = "where a position is set up"
    LESSONS = "in the lessons"
    SEARCH = "in the search tree"
    TOURNAMENT = "in a tournament"
    GAMES = "among the games"
    DIALOG = "in a box above the others"


CHOSEN: dict[str, tuple[Key, ...]] = {}
"""By the ids of commands: the keys that the player has given them in place of the usual ones."""


@dataclass(frozen=True, eq=False)
class Action:
    """A command. `hint` is one sentence for tooltip and help, `hints` has others for some of its places."""

    id: str
    label: str
    hint: str
    usual_keys: tuple[Key, ...]
    group: CommandGroup
    where: tuple[Where, ...] = (Where.GAME,)
    icon: str = ""
    short: str = ""
    """What it is called where there is no room for the label."""
    fixed: bool = False
    """Whether its keys mean the same everywhere, so that they cannot be changed."""
    hints: Mapping[Where, str] = field(default_factory=dict)

    @property
    def keys(self) -> tuple[Key, ...]:
        """Its keys as the player has chosen them."""
        return CHOSEN.get(self.id, self.usual_keys)

    @property
    def key_text(self) -> str:
        """Its keys, written for people."""
        return " or ".join(key.text for key in self.keys)

    def hint_in(self, where: Where) -> str:
        """Return what it does in a place."""
        return self.hints.get(where, self.hint)

    def tip_in(self, where: Where) -> str:
        """Return what its tooltip says in a place."""
        return f"{self.hint_in(where)} ({self.key_text})"

    @property
    def tip(self) -> str:
        """What its tooltip says in the first of its places."""
        return self.tip_in(self.where[0])

    @property
    def placed_tip(self) -> str:
        """What its tooltip says, with the place that it belongs to."""
        if self.where[0] is Where.WINDOW:
            return self.tip
        return f"{self.hint}: {self.where[0].value} ({self.key_text})"

    def reaches(self, where: Where) -> bool:
        """Tell whether it can be given in a place."""
        return where in self.where or Where.WINDOW in self.where

    def meets(self, other: Action) -> bool:
        """Tell whether there is a place in which both can be given, so that their keys must differ."""
        everywhere = Where.WINDOW in (*self.where, *other.where)
        return everywhere or not set(self.where).isdisjoint(other.where)


def always() -> bool:
    """Tell that a command is possible at any time."""
    return True


@dataclass(frozen=True)
class Handler:
    """What a command does on a screen, whether it can be given now, and why not if it cannot.

    `is_on` is there for what is on or off.
    """

    run: Callable[[], None]
    possible: Callable[[], bool] = always
    why: str | Callable[[], str] = ""
    is_on: Callable[[], bool] | None = None

    @property
    def reason(self) -> str:
        """Why it cannot be given now, as a sentence; empty if it can."""
        if self.possible():
            return ""
        return self.why if isinstance(self.why, str) else self.why()

    @property
    def on(self) -> bool:
        """Whether it is something that is on."""
        return self.is_on is not None and self.is_on()


Handlers = Mapping[str, Handler]
"""By the ids of commands."""
