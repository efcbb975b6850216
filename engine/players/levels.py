"""The strengths at which the engine plays, weakest first."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rules.base import GameError, quoted
from engine.search.limits import Limits


@dataclass(frozen=True)
class Level:
    """A strength: what it is called, what to expect of it, and how far it may think per move."""

    name: str
    title: str
    blurb: str
    limits: Limits


LEVELS = (
    Level("easy", "Easy", "looks a few plies ahead and overlooks the rest", Limits(nodes=500)),
    Level("medium", "Medium", "sees the tactics of the next few turns", Limits(nodes=20_000)),
    Level("hard", "Hard", "thinks for about a second and rarely errs", Limits(nodes=3_000_000)),
)


def level(name: str) -> Level:
    """Return the level of that name, in either case; raise `GameError` for an unknown one."""
    for known in LEVELS:
        if known.name == name.lower():
            return known
    names = ", ".join(known.name for known in LEVELS)
    raise GameError(f"there is no level called {quoted(name)}; the levels are {names}")
