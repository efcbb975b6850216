"""Playing worse on purpose, as people do: short sight, overlooked replies, a rough idea of what is good."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engine.search.limits import SearchInfo

FULL = 10
"""The highest skill: the search as it is."""


@dataclass(frozen=True)
class Skill:
    """How well a level plays.

    A level either considers the part `sight` of its moves (and one at least), looks `depth` plies ahead,
    judges what it sees with an error of about `error` centipawns, and for a part `blind` of these moves
    overlooks the last ply; or it searches `nodes` nodes like the full engine. A `careful` level does not
    leave its lion to be captured next if it need not.
    """

    depth: int = 0
    sight: float = 1.0
    error: int = 0
    blind: float = 0.0
    careful: bool = True
    nodes: int | None = None


SKILLS = {
    1: Skill(depth=1, sight=0.12, error=300, careful=False),
    2: Skill(depth=1, sight=0.35, error=200, careful=False),
    3: Skill(depth=2, sight=0.5, error=200, blind=0.5),
    4: Skill(depth=2, sight=0.75, error=120, blind=0.2),
    5: Skill(depth=2, error=80, blind=0.1),
    6: Skill(depth=3, error=50, blind=0.1),
    7: Skill(nodes=500),
    8: Skill(nodes=2_000),
    9: Skill(nodes=8_000),
}
"""By level; FULL has no entry."""


def choose(skill: Skill, deep: list[SearchInfo], shallow: list[SearchInfo], chance: Random) -> SearchInfo:
    """Return the line that a level prefers.

    `deep` has a line for each move, searched as far as the level sees, `shallow` the same a ply less deep.
    """
    seen = [line for line in deep if chance.random() < skill.sight] or [chance.choice(deep)]
    seen_less = {line.pv[0]: line.score.cp for line in shallow}
    if skill.careful:
        safe = [line for line in deep if line.score.mate != -1]
        seen = [line for line in seen if line in safe] or safe or seen

    def judged(line: SearchInfo) -> float:
        overlooks = chance.random() < skill.blind
        score = seen_less.get(line.pv[0], line.score.cp) if overlooks else line.score.cp
        return score + chance.gauss(0, skill.error)

    return max(seen, key=judged)
