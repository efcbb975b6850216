"""The interface of players: humans, the engine, Python functions and other programs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.game.game import Game
from engine.rules.rules import Rules
from engine.rules.values import Move
from engine.rules.words import noun
from engine.search.limits import Limits, SearchInfo
from engine.system.errors import UserError
from engine.system.files import load_module

DEFAULT_LIMITS = Limits(movetime=1000)
"""The limits of a player that needs some, if none are set."""

MOVE_TIMEOUT_S = 120.0
"""Seconds for a move without a time limit."""
STARTUP_TIMEOUT_S = 300.0
"""Seconds for starting up, and for each `isready` in UCI: a program may compile itself first."""


@dataclass(frozen=True)
class Choice:
    """The chosen move, and the search result if the player searched."""

    move: Move
    info: SearchInfo | None = None

    def effort(self, seconds: float) -> str:
        """Return the depth, nodes and time of the move as text; it took `seconds`."""
        depth, nodes = (self.info.depth, self.info.nodes) if self.info else (0, 0)
        text = f"depth {depth}, {nodes} {noun(nodes, 'node')}, {seconds:.2f} s"
        return f"{text}, score {self.info.score.describe()}" if self.info else text


class PlayerFailure(Exception):
    """A player crashed, hung or gave an invalid answer; the message gives the reason, without its name."""


class StartupTimeout(UserError):
    """A player did not start in time, so it is unknown whether it is valid."""


class Player(ABC):
    """Chooses moves in one game after another; `name` is its name on the command line."""

    name: str
    title = ""
    """The name that the player reports itself, empty until then."""
    report: Callable[[SearchInfo], None] | None = None
    """Called during `choose` with intermediate search results, if the player reports them."""

    def new_game(self, seed: int) -> None:
        """Prepare for a new game; `seed` seeds the player's random choices.

        Raises:
            PlayerFailure: the player cannot play.
        """
        del seed

    @abstractmethod
    def choose(self, game: Game, limits: Limits) -> Choice:
        """Return a move for the current position of a game that is not over.

        A player's own limits, if any, take precedence over `limits`.

        Raises:
            PlayerFailure: the player failed.
        """

    def movetime(self, limits: Limits) -> int | None:
        """Return the milliseconds within which `choose` answers with these limits, None without a bound."""
        del limits
        return None

    def stop(self) -> None:
        """Ask a `choose` running on another thread to return soon; do not wait for it."""
        return

    def clear_stop(self) -> None:
        """Cancel the effect of `stop` for the next `choose`."""
        return

    def prepare(self) -> None:
        """Get ready for the next `choose` after a stopped one; it may have cost the player its process.

        Raises:
            PlayerFailure: the player cannot play.
        """
        return

    def abort(self) -> None:
        """Abort whatever runs on another thread; afterwards only `close` may be called."""
        self.stop()

    def close(self) -> None:
        """Free the player's resources; it cannot be used again."""
        return


@dataclass(frozen=True)
class PlayerFactory:
    """Makes a player without settings: `make` takes the rules, a seed and a depth (0 without `takes_depth`).

    `title` and `description` are what users see. `make` does its imports when it is
    called, because titles are shown before anything is compiled.
    """

    make: Callable[[Rules, int, int], Player]
    takes_depth: bool = False
    title: str = ""
    description: str = ""


def game_players(game: str) -> Mapping[str, PlayerFactory]:
    """Return a game's own players by name; they take precedence over the common ones."""
    module = load_module(game, "players")
    if module is None:
        return {}
    found: Mapping[str, PlayerFactory] = module.PLAYERS
    return found


@dataclass(frozen=True)
class AgentAdapter:
    """How to call an agent function of a certain name, as a game's assignment specifies.

    Other agents are called with a `Game`. `call` takes the game and a wrapper of the function, and returns
    the move's text or raises `PlayerFailure`. `seconds` is the function's thinking time for a whole game.
    """

    call: Callable[[Game, Callable[[object], object]], str]
    seconds: float


def agent_adapters(game: str) -> Mapping[str, AgentAdapter]:
    """Return a game's agent adapters by function name: ``AGENT_ADAPTERS`` in its ``players`` module."""
    module = load_module(game, "players")
    found: Mapping[str, AgentAdapter] = getattr(module, "AGENT_ADAPTERS", {})
    return found
