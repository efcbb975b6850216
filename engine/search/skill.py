"""The weaker levels: how often they blunder, what they overlook, and how far they search.

In a blunder a level does not search. It judges some of its moves by the handcrafted evaluation right after
them, with an error, and overlooks the reply (weak_play.py). In all other turns it searches a few nodes. Its
form varies from game to game, so that it blunders less often in some games than in others.
"""

from __future__ import annotations

from dataclasses import dataclass

MAX_LEVEL = 10
"""The highest level: the search as it is."""
FULL_NODES = 2_000_000
"""The nodes that the highest level searches for a move, unless another limit is set."""


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
_FULL = Skill(blunder_rate=0.0, nodes=FULL_NODES, visibility=0.36, error=170, form=0.0)
"""What the levels between the last of these and `MAX_LEVEL` approach."""


def skill_of(level: float) -> Skill | None:
    """Return how a level plays, None for the full search; 3.4 plays between levels 3 and 4.

    Nodes are interpolated on a logarithmic scale and blunders by the square root of their rate, since these
    are what strength is roughly linear in.
    """
    if level >= MAX_LEVEL:
        return None
    low = int(level)
    share, below, above = level - low, SKILLS[low], SKILLS.get(low + 1, _FULL)
    if not share:
        return below

    def between(low: float, high: float) -> float:
        return low + share * (high - low)

    return Skill(
        blunder_rate=between(below.blunder_rate**0.5, above.blunder_rate**0.5) ** 2,
        nodes=round(below.nodes * (above.nodes / below.nodes) ** share),
        visibility=between(below.visibility, above.visibility),
        error=round(between(below.error, above.error)),
        care=between(below.care, above.care),
        form=between(below.form, above.form),
    )
