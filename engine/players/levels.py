"""The ten levels of the AI, weakest first."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.search.limits import Limits, SearchOptions
from engine.system.errors import UserError, quoted

MAX_LEVEL = SearchOptions().skill
"""The level that is the search as it is."""
DEFAULT_LEVEL = "5"
"""The level where nobody has chosen one."""
ALIASES = {"easy": "2", "medium": "5", "hard": "10"}
"""Levels by the names that they had when there were three: old settings and old files have them."""


@dataclass(frozen=True)
class Level:
    """A strength: what it is called, what to expect of it, and how it searches."""

    skill: int
    title: str
    blurb: str
    limits: Limits = field(default_factory=Limits)

    @property
    def name(self) -> str:
        """What settings, files and command line call it."""
        return str(self.skill)

    def options(self, seed: int) -> SearchOptions:
        """Return how to search; `seed` decides which mistakes a weak level makes, and which book move comes.

        The levels below the strongest find their opening moves themselves, or they would begin like a master.
        """
        return SearchOptions(skill=self.skill, book=self.skill == MAX_LEVEL, seed=seed)


CHAMPION_LIMITS = Limits(nodes=2_000_000)
LEVELS = (
    Level(1, "First steps", "Moves almost at random, and may let you win at once."),
    Level(2, "Beginner", "Takes what it happens to see, and seldom looks at what you could do next."),
    Level(3, "Learner", "Does not let you win at once, but gives much away in most turns."),
    Level(4, "Casual", "Finds simple captures, and often overlooks your answer."),
    Level(5, "Medium", "Plays well every other turn, and overlooks something in between."),
    Level(6, "Practised", "Looks ahead most of the time. Wait for its careless turns."),
    Level(7, "Skilled", "Punishes careless moves, and makes one now and then."),
    Level(8, "Expert", "Calculates well. Its mistakes are rare, and you have to notice them."),
    Level(9, "Master", "Sees very far and hardly ever errs."),
    Level(MAX_LEVEL, "Champion", "The AI at its best. Thinks for about a second a move.", CHAMPION_LIMITS),
)


def level(name: str) -> Level:
    """Return the level of that name, in either case; raise `UserError` for an unknown one."""
    wanted = ALIASES.get(name.lower(), name)
    for known in LEVELS:
        if known.name == wanted:
            return known
    others = ", ".join(ALIASES)
    raise UserError(f"there is no level called {quoted(name)}; the levels are 1 to {MAX_LEVEL}, and {others}")
