"""Playing worse on purpose, as people do: short sight, and turns in which one does not look properly.

In a turn with a lapse a level does not calculate. It glances (glance.py) at a part of its moves, likes what
is on the board right after them, with an error, and overlooks what the other side may answer. In all other
turns it searches, but not far. As people do, it has good days and bad ones: lapses are rarer in some games
than in others.
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
    From game to game the root of the lapses varies by a standard deviation of `form`. (What decides
    between two levels is the difference of these roots, as a game's lapses add up like a random walk.)
    """

    lapse: float
    nodes: int
    sight: float = 0.5
    error: int = 100
    care: float = 1.0
    form: float = 0.08

    def lapses(self, form: float) -> float:
        """Return the part of the turns that are lapses in a game of which `form` is the normal deviate."""
        return min(max(self.lapse**0.5 - self.form * form, 0.0), 1.0) ** 2


SKILLS = {
    1: Skill(lapse=1.0, nodes=1, sight=0.09, error=350, care=0.55, form=0.0),
    2: Skill(lapse=0.967, nodes=1_000, sight=0.18, error=320, care=0.82),
    3: Skill(lapse=0.815, nodes=1_500, sight=0.21, error=290),
    4: Skill(lapse=0.6, nodes=2_500, sight=0.23, error=270),
    5: Skill(lapse=0.381, nodes=4_000, sight=0.25, error=250),
    6: Skill(lapse=0.221, nodes=7_000, sight=0.27, error=230),
    7: Skill(lapse=0.106, nodes=12_000, sight=0.3, error=210),
    8: Skill(lapse=0.041, nodes=25_000, sight=0.33, error=190),
    9: Skill(lapse=0.009, nodes=70_000, sight=0.36, error=170),
}
"""By level; FULL has no entry."""
