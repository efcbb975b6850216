"""The ten levels of the AI, weakest first, and those between them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from engine.players import texts
from engine.search.limits import Limits, SearchOptions
from engine.search.skill import FULL_NODES, MAX_LEVEL
from engine.system.errors import UserError, quoted

DEFAULT_LEVEL = "5"
"""The level of AIs playing each other, and of players with an unknown name."""
FIRST_LEVEL = "2"
"""The level of a new user's first opponent."""
VARIETY_CP = 4
"""So that the strongest level, which makes no mistakes on purpose, does not play the same game every time."""
ALIASES = {"easy": "2", "medium": "5", "hard": "10"}
"""Former names of levels, from when there were three; old settings and files contain them."""


@dataclass(frozen=True)
class Level:
    """A level: its number, title and description, and how it searches."""

    number: float
    title: str
    description: str
    limits: Limits

    @property
    def name(self) -> str:
        """Its name in settings, files and on the command line."""
        return f"{self.number:g}"

    def options(self, seed: int) -> SearchOptions:
        """Return the search options; `seed` decides weak levels' mistakes, and what varies in strong play."""
        variety_cp = VARIETY_CP if self.number == MAX_LEVEL else 0
        return SearchOptions(level=self.number, variety_cp=variety_cp, seed=seed)


CHAMPION_LIMITS = Limits(nodes=FULL_NODES)
LEVELS = tuple(
    Level(number, title, description, CHAMPION_LIMITS if number == MAX_LEVEL else Limits())
    for number, (title, description) in enumerate(texts.LEVELS, start=1)
)


_NUMBER = re.compile(r"(\d|1\d)(\.\d)?", re.ASCII)


def parse_level(text: str) -> float | None:
    """Return the number of a level, such as 3 or 3.4, None if there is none."""
    number = float(text) if _NUMBER.fullmatch(text) else 0.0
    return number if 1 <= number <= MAX_LEVEL else None


def level(name: str) -> Level:
    """Return the level of that name, ignoring case; 3.4 is a little stronger than level 3.

    Raises:
        UserError: there is none.
    """
    number = parse_level(ALIASES.get(name.lower(), name))
    if number is None:
        raise UserError(texts.no_level(quoted(name), MAX_LEVEL, ALIASES))
    whole = LEVELS[round(number) - 1]
    if whole.number == number:
        return whole
    return replace(whole, number=number, limits=Limits())


def nearest_level(name: str) -> Level:
    """Return the one of the ten `LEVELS` that is nearest to a level.

    Raises:
        UserError: there is no such level.
    """
    return LEVELS[round(level(name).number) - 1]
