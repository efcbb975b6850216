"""The ten levels of the AI, weakest first."""

from __future__ import annotations

from dataclasses import dataclass

from engine.players import texts
from engine.search.limits import Limits, SearchOptions
from engine.search.skill import MAX_LEVEL
from engine.system.errors import UserError, quoted

DEFAULT_LEVEL = "5"
"""The level of AIs playing each other, and of players with an unknown name."""
FIRST_LEVEL = "2"
"""The level of a new user's first opponent."""
ALIASES = {"easy": "2", "medium": "5", "hard": "10"}
"""Former names of levels, from when there were three; old settings and files contain them."""


@dataclass(frozen=True)
class Level:
    """A level: its number, title and description, and how it searches."""

    number: int
    title: str
    description: str
    limits: Limits

    @property
    def name(self) -> str:
        """Its name in settings, files and on the command line."""
        return str(self.number)

    def options(self, seed: int) -> SearchOptions:
        """Return the search options; `seed` decides a weak level's mistakes and the choice of book moves.

        Only the strongest level uses the book: with it a weak level would play the opening like a master.
        """
        return SearchOptions(level=self.number, book=self.number == MAX_LEVEL, seed=seed)


CHAMPION_LIMITS = Limits(nodes=2_000_000)
LEVELS = tuple(
    Level(number, title, description, CHAMPION_LIMITS if number == MAX_LEVEL else Limits())
    for number, (title, description) in enumerate(texts.LEVELS, start=1)
)


def level(name: str) -> Level:
    """Return the level of that name, ignoring case.

    Raises:
        UserError: there is none.
    """
    wanted = ALIASES.get(name.lower(), name)
    for known in LEVELS:
        if known.name == wanted:
            return known
    raise UserError(texts.no_level(quoted(name), MAX_LEVEL, ALIASES))
