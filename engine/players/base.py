"""The interface of players: people, our search, functions and other programs."""

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
"""The limits of players that need some when none are set."""

MOVE_TIMEOUT_S = 120.0
"""Seconds for a move without a time limit."""
STARTUP_TIMEOUT_S = 300.0
"""Seconds for getting ready, in UCI for each `isready`, too: a program may compile itself first."""


@dataclass(frozen=True)
class Choice:
    """The move that a player wants to make, and what its search found, if it searched."""

    move: Move
    info: SearchInfo | None = None

    def effort(self, seconds: float) -> str:
        """Return depth, nodes and time of the move in words; it took `seconds`."""
        depth, nodes = (self.info.depth, self.info.nodes) if self.info else (0, 0)
        words = f"depth {depth}, {nodes} {noun(nodes, 'node')}, {seconds:.2f} s"
        return f"{words}, score {self.info.score.words()}" if self.info else words


class PlayerFailure(Exception):
    """A player cannot move: it crashed, hung or answered nonsense. The text says which, without its name."""


class StartupTimeout(UserError):
    """A player was not ready in time, so it is unknown whether it is one."""


class Player(ABC):
    """Chooses moves in one game after another; `name` is what the command line calls it."""

    name: str
    title = ""
    """The name that it reports itself, empty until then."""
    report: Callable[[SearchInfo], None] | None = None
    """Called during `choose` with intermediate search results, by players that report them."""

    def new_game(self, seed: int) -> None:
        """Forget the last game and get ready to move without delay.

        The player's random choices then follow from `seed`.

        Raises:
            PlayerFailure: the player cannot play.
        """
        del seed

    @abstractmethod
    def choose(self, game: Game, limits: Limits) -> Choice:
        """Return a move for the current position of a game that is not over.

        A player with limits of its own keeps to those instead.

        Raises:
            PlayerFailure: the player failed.
        """

    def movetime(self, limits: Limits) -> int | None:
        """Return the milliseconds within which `choose` answers with these limits, None without a bound."""
        del limits
        return None

    def stop(self) -> None:
        """Ask a `choose` that runs on another thread to answer soon, if it can; return at once."""
        return

    def clear_stop(self) -> None:
        """Cancel the effect of `stop` for the next `choose`."""
        return

    def abort(self) -> None:
        """Abort whatever runs on another thread, for good: only `close` may follow."""
        self.stop()

    def close(self) -> None:
        """Free the player's resources; it may not be used again."""
        return


@dataclass(frozen=True)
class PlayerFactory:
    """A player without settings: `make` takes the rules, a seed and a depth, 0 without `takes_depth`.

    `title` and `sentence` are its name and its description for people. What `make` needs is imported
    when it is called, because the titles are shown before anything is compiled.
    """

    make: Callable[[Rules, int, int], Player]
    takes_depth: bool = False
    title: str = ""
    sentence: str = ""


def game_players(game: str) -> Mapping[str, PlayerFactory]:
    """Return a game's own players by their names; they take precedence over those of all games."""
    module = load_module(game, "players")
    if module is None:
        return {}
    found: Mapping[str, PlayerFactory] = module.PLAYERS
    return found


@dataclass(frozen=True)
class AgentAdapter:
    """How to call an agent as a game's source does, by the name of its function.

    Other agents are called with a `Game`.

    `call` is given a game and what calls the function; it returns the move's text, or raises `PlayerFailure`.
    `seconds` is how long the function may think in a whole game.
    """

    call: Callable[[Game, Callable[[object], object]], str]
    seconds: float


def agent_adapters(game: str) -> Mapping[str, AgentAdapter]:
    """Return the adapters of a game by the names of the functions: ``FORMS`` of its players."""
    module = load_module(game, "players")
    found: Mapping[str, AgentAdapter] = getattr(module, "FORMS", {})
    return found
