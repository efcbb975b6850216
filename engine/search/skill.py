"""Playing worse on purpose, as people do: short sight, and turns in which one does not look properly.

In a turn with a lapse a level does not calculate. It glances (glance.py) at a part of its moves, likes what
is on the board right after them, with an error, and overlooks what the other side may answer. In all other
turns it searches, but not far.
"""

from __future__ import annotations

from dataclasses import dataclass

FULL = 10
"""The highest skill: the search as it is."""


@dataclass(frozen=True)
class Skill:
    """How well a level plays.

    A part `lapse` of its turns are lapses, in which it sees the part `sight` of its moves (and one at
    least) and errs by about `error` centipawns; in the others it searches `nodes` nodes. In a part `care` of
    its turns it makes sure that it is not beaten by the very next move, if that can be helped.
    """

    lapse: float
    nodes: int
    sight: float = 0.5
    error: int = 100
    care: float = 1.0


SKILLS = {
    1: Skill(lapse=1.0, nodes=1, sight=0.09, error=350, care=0.55),
    2: Skill(lapse=0.947, nodes=1_000, sight=0.19, error=310, care=0.87),
    3: Skill(lapse=0.875, nodes=1_000, sight=0.21, error=290),
    4: Skill(lapse=0.71, nodes=1_000, sight=0.25, error=260),
    5: Skill(lapse=0.55, nodes=1_500, sight=0.3, error=240),
    6: Skill(lapse=0.41, nodes=2_500, sight=0.35, error=220),
    7: Skill(lapse=0.27, nodes=5_000, sight=0.4, error=200),
    8: Skill(lapse=0.17, nodes=10_000, sight=0.5, error=150),
    9: Skill(lapse=0.07, nodes=40_000, sight=0.6, error=100),
}
"""By level; FULL has no entry."""
