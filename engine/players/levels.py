"""The strengths that a person can choose from, weakest first."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rules.base import GameError, quoted
from engine.search.limits import Limits, SearchOptions
from engine.search.skill import FULL


@dataclass(frozen=True)
class Level:
    """A strength: what it is called, what to expect of it, and how it searches."""

    name: str
    title: str
    blurb: str
    skill: int
    limits: Limits

    def options(self, seed: int) -> SearchOptions:
        """Return how to search; `seed` decides which mistakes a weak level makes."""
        return SearchOptions(skill=self.skill, seed=seed)


LEVELS = (
    Level("easy", "Easy", "plays sensibly and overlooks a lot", 3, Limits()),
    Level("medium", "Medium", "sees what you threaten next", 6, Limits()),
    Level("hard", "Hard", "thinks for about a second and rarely errs", FULL, Limits(nodes=2_000_000)),
)


def level(name: str) -> Level:
    """Return the level of that name, in either case; raise `GameError` for an unknown one."""
    for known in LEVELS:
        if known.name == name.lower():
            return known
    names = ", ".join(known.name for known in LEVELS)
    raise GameError(f"there is no level called {quoted(name)}; the levels are {names}")
