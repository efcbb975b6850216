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

    A level either sees `depth` plies ahead, judges what it sees with an error of about `error` centipawns,
    and for a part `blind` of its moves overlooks the last of these plies; or it searches `nodes` nodes like
    the full engine. A `careful` level does not leave its lion to be captured next if it need not.
    """

    depth: int = 0
    error: int = 0
    blind: float = 0.0
    careful: bool = True
    nodes: int | None = None


SKILLS = {
    1: Skill(depth=1, error=260, blind=0.5, careful=False),
    2: Skill(depth=1, error=120, blind=0.2, careful=False),
    3: Skill(depth=2, error=130, blind=0.3),
    4: Skill(depth=2, error=70, blind=0.1),
    5: Skill(depth=3, error=60, blind=0.1),
    6: Skill(depth=4, error=40, blind=0.05),
    7: Skill(nodes=1_200),
    8: Skill(nodes=5_000),
    9: Skill(nodes=25_000),
}
"""By level; FULL has no entry."""


def choose(skill: Skill, deep: list[SearchInfo], shallow: list[SearchInfo], chance: Random) -> SearchInfo:
    """Return the line that a level prefers.

    `deep` has a line for each move, searched as far as the level sees, `shallow` the same a ply less deep.
    """
    seen_less = {line.pv[0]: line.score.cp for line in shallow}
    candidates = [line for line in deep if not skill.careful or line.score.mate != -1] or deep

    def judged(line: SearchInfo) -> float:
        overlooks = chance.random() < skill.blind
        score = seen_less.get(line.pv[0], line.score.cp) if overlooks else line.score.cp
        return score + chance.gauss(0, skill.error)

    return max(sorted(candidates, key=lambda line: line.pv[0].text), key=judged)
