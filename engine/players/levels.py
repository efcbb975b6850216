"""The ten levels of the AI, weakest first."""

from __future__ import annotations

from dataclasses import dataclass

from engine.players import texts
from engine.search.limits import Limits, SearchOptions
from engine.system.errors import UserError, quoted

MAX_LEVEL = SearchOptions().skill
"""The level that is the search as it is."""
DEFAULT_LEVEL = "5"
"""The level of AIs that play each other, and where a player has a name that is not known here."""
FIRST_LEVEL = "2"
"""The level of a person's first opponent."""
ALIASES = {"easy": "2", "medium": "5", "hard": "10"}
"""Levels by the names that they had when there were three: old settings and old files have them."""


@dataclass(frozen=True)
class Level:
    """A level: its name, title and description, and how it searches."""

    skill: int
    title: str
    description: str
    limits: Limits

    @property
    def name(self) -> str:
        """Its name in settings, files and on the command line."""
        return str(self.skill)

    def options(self, seed: int) -> SearchOptions:
        """Return how to search; `seed` decides which mistakes a weak level makes, and which book move comes.

        The levels below the strongest find their opening moves themselves, or they would begin like a master.
        """
        return SearchOptions(skill=self.skill, book=self.skill == MAX_LEVEL, seed=seed)


CHAMPION_LIMITS = Limits(nodes=2_000_000)
LEVELS = tuple(
    Level(skill, title, description, CHAMPION_LIMITS if skill == MAX_LEVEL else Limits())
    for skill, (title, description) in enumerate(texts.LEVELS, start=1)
)


def level(name: str) -> Level:
    """Return the level of that name, in either case.

    Raises:
        UserError: there is none.
    """
    wanted = ALIASES.get(name.lower(), name)
    for known in LEVELS:
        if known.name == wanted:
            return known
    raise UserError(texts.no_level(quoted(name), MAX_LEVEL, ALIASES))
