"""The weaker levels: how often they blunder, what they overlook, and how far they search.

In a blunder a level does not search. It judges some of its moves by the handcrafted evaluation right after
them, with an error, and overlooks the reply (weak_play.py). In all other turns it searches a few nodes. Its
form varies from game to game, so that it blunders less often in some games than in others.
"""

from __future__ import annotations

from dataclasses import dataclass

MAX_LEVEL = 10
"""The highest level: the search as it is."""


@dataclass(frozen=True)
class Skill:
    """How well a level plays.

    `blunder_rate` is the share of its turns that are blunders. In these it sees the share `visibility` of
    its moves, one at least, and misjudges them with a standard deviation of `error` centipawns. In its other
    turns it searches `nodes` nodes. In the share `care` of its turns it avoids losing at once, where it can.
    `form` is the standard deviation, from game to game, of the square root of the blunder rate. (The
    difference of these roots decides between two levels, as a game's blunders add up like a random walk.)
    """

    blunder_rate: float
    nodes: int
    visibility: float = 0.5
    error: int = 100
    care: float = 1.0
    form: float = 0.08

    def blunder_rate_in(self, form_z: float) -> float:
        """Return the blunder rate in a game whose form is `form_z` standard deviations above average."""
        return min(max(self.blunder_rate**0.5 - self.form * form_z, 0.0), 1.0) ** 2


SKILLS = {
    1: Skill(blunder_rate=1.0, nodes=1, visibility=0.09, error=350, care=0.55, form=0.0),
    2: Skill(blunder_rate=0.967, nodes=1_000, visibility=0.18, error=320, care=0.82),
    3: Skill(blunder_rate=0.815, nodes=1_500, visibility=0.21, error=290),
    4: Skill(blunder_rate=0.6, nodes=2_500, visibility=0.23, error=270),
    5: Skill(blunder_rate=0.381, nodes=4_000, visibility=0.25, error=250),
    6: Skill(blunder_rate=0.221, nodes=7_000, visibility=0.27, error=230),
    7: Skill(blunder_rate=0.106, nodes=12_000, visibility=0.3, error=210),
    8: Skill(blunder_rate=0.041, nodes=25_000, visibility=0.33, error=190),
    9: Skill(blunder_rate=0.009, nodes=70_000, visibility=0.36, error=170),
}
"""How the weaker levels play, by level; `MAX_LEVEL` has no entry."""
