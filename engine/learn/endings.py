"""Endings to practise, found at random in the tablebase: by pieces, by theme or by distance to the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice
from random import Random

from engine.learn import texts
from engine.learn.ending_play import EndingPlay, MoveJudgement, MoveQuality
from engine.learn.themes import themes_of
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.system.errors import UserError, quoted
from engine.tablebase.tablebase import Material, Tablebase, tablebase_of

MIN_WIN, MIN_LOSS = 3, 4
"""The shortest win and the shortest loss that are worth playing out, in plies."""
FIRST_DISTANCE, DISTANCE_STEP, MAX_DISTANCE = 5, 2, 199
"""The distance at which a player begins, the step by which it changes, and its limit, in plies."""
MAX_SAMPLE = 400
"""How many random positions are examined for a theme, or for a move that loses a drawn ending."""
ONLY_MOVE = "only-move"
ENDING_THEMES = (ONLY_MOVE, "promotion", "drowning", "flying-lion")
"""The themes of endings; all but the first are found in the best line as those of puzzles are."""


class EndingGoal(Enum):
    """What the player, who is to move, can reach."""

    WIN = "win"
    HOLD = "hold"
    """A drawn ending."""
    RESIST = "resist"
    """A lost ending: to lose as late as possible."""

    def fits(self, plies: int) -> bool:
        """Return whether an ending at this distance has the goal and is worth playing out."""
        if self is EndingGoal.HOLD:
            return plies == 0
        first = MIN_WIN if self is EndingGoal.WIN else MIN_LOSS
        return plies >= first and plies % 2 == first % 2


@dataclass(frozen=True)
class EndingQuery:
    """Which ending to find; without materials any, without a distance any."""

    goal: EndingGoal = EndingGoal.WIN
    materials: tuple[Material, ...] = ()
    distance: int | None = None
    """In plies; if no ending has this distance, the nearest one that some have is used."""
    theme: str = ""


def endings_of(rules: Rules) -> Tablebase:
    """Return the tablebase of a game, which all endings are from.

    Raises:
        UserError: the game has none, or it cannot be read.
    """
    tablebase = tablebase_of(rules)
    if tablebase is None:
        raise UserError(texts.no_endings(rules.facts.title))
    if tablebase.problem is not None:
        raise UserError(tablebase.problem)
    return tablebase


def parse_material(rules: Rules, tablebase: Tablebase, text: str) -> Material:
    """Return the material that a text such as ``lz-le`` names, in either case and any order of letters.

    Raises:
        UserError: the tablebase does not have it.
    """
    wanted = [sorted(side) for side in text.upper().split("-")]
    for material in tablebase.materials:
        if [sorted(material.mover), sorted(material.other)] == wanted:
            return material
    raise UserError(texts.no_material(rules.facts.title, quoted(text), str(tablebase.materials[0])))


def material_of(rules: Rules, tablebase: Tablebase, position: Position) -> Material:
    """Return the material of a position that the tablebase has."""
    sides: tuple[list[str], list[str]] = ([], [])
    for piece in rules.notation.pieces(position).values():
        sides[piece.side != position.side].append(piece.kind)
    return parse_material(rules, tablebase, "-".join("".join(side) for side in sides))


def material_words(rules: Rules, material: Material) -> str:
    """Return a material in words: ``lion and zebra against lion``."""
    names = rules.facts.kind_names
    sides = (
        [texts.several(names[letter], count) for letter, count in Counter(side).items()]
        for side in (material.mover, material.other)
    )
    return texts.against(*sides)


# --- finding


def distances(tablebase: Tablebase, query: EndingQuery) -> tuple[int, ...]:
    """Return the distances, in plies, at which there are endings with a query's goal and materials."""
    materials = query.materials or tablebase.materials
    found = {plies for material in materials for plies in tablebase.distances(material)}
    return tuple(sorted(plies for plies in found if query.goal.fits(plies)))


def with_goal(tablebase: Tablebase | None, query: EndingQuery, goal: EndingGoal) -> EndingQuery:
    """Return a query with another goal, at any distance: one to a win means nothing for a loss.

    If the materials have no such endings, but have them with the sides exchanged, they are exchanged.
    """
    asked = replace(query, goal=goal, distance=None)
    swapped = replace(asked, materials=tuple(Material(each.other, each.mover) for each in query.materials))
    if tablebase is None or distances(tablebase, asked) or not distances(tablebase, swapped):
        return asked
    return swapped


def find_endings(rules: Rules, tablebase: Tablebase, query: EndingQuery, rng: Random) -> Iterator[Position]:
    """Yield the positions that match a query, in random order and none twice; few if its theme is rare.

    Drawn positions in which some move loses come first, of those that are examined.
    """
    materials, found = query.materials or tablebase.materials, distances(tablebase, query)
    wanted = query.distance
    if wanted is not None and found:
        found = (min(found, key=lambda plies: (abs(plies - wanted), plies)),)
    positions = tablebase.sample(materials, found, rng)
    if query.goal is not EndingGoal.HOLD and not query.theme:
        yield from positions
        return
    others = []
    for position in islice(positions, MAX_SAMPLE):
        if not _has_theme(rules, tablebase, query, position):
            continue
        if query.goal is EndingGoal.HOLD and not _can_lose(rules, tablebase, position):
            others.append(position)
        else:
            yield position
    yield from others
    if not query.theme:
        yield from positions


def _can_lose(rules: Rules, tablebase: Tablebase, position: Position) -> bool:
    """Return whether some move in a drawn position loses."""
    return not all(judged.keeps_result for judged in judge_all(rules, tablebase, position))


def _has_theme(rules: Rules, tablebase: Tablebase, query: EndingQuery, position: Position) -> bool:
    """Return whether a position has the theme of a query, if it names one."""
    if not query.theme:
        return True
    if query.theme == ONLY_MOVE:
        judged = judge_all(rules, tablebase, position)
        return sum(each.keeps_result and each.quality is not MoveQuality.SHORTER for each in judged) == 1
    line = EndingPlay(rules, tablebase, position).best_line()
    return query.theme in themes_of(rules, position, line, wins=query.goal is EndingGoal.WIN, forced=True)


def judge_all(rules: Rules, tablebase: Tablebase, position: Position) -> tuple[MoveJudgement, ...]:
    """Return the judgements of all moves in a position, best first."""
    ranked = tablebase.ranked_moves(rules, position)
    return tuple(MoveJudgement(ranked[0][1], value) for _, value in ranked)


# --- the player's distance


def next_distance(distance: int, won: bool, plies_lost: int) -> int:
    """Return a player's distance after an ending at `distance`, in plies.

    It grows after a win in which the moves lost few plies, and shrinks if the ending was not won.
    """
    if not won:
        return max(MIN_WIN, distance - DISTANCE_STEP)
    allowed = max(DISTANCE_STEP, distance // 4)
    return min(MAX_DISTANCE, distance + DISTANCE_STEP) if plies_lost <= allowed else distance


# --- figures


@dataclass(frozen=True)
class MaterialFigures:
    """How many positions with a material are won, drawn and lost for the side to move.

    `longest` is the longest win in plies, 0 without any. A position and its mirror image count once.
    """

    material: Material
    won: int
    drawn: int
    lost: int
    longest: int

    @property
    def positions(self) -> int:
        """The number of positions."""
        return self.won + self.drawn + self.lost


def figures_of(tablebase: Tablebase, material: Material) -> MaterialFigures:
    """Return the figures of a material."""
    counts = tablebase.count(material)
    won = {plies: count for plies, count in counts.items() if plies % 2}
    drawn = counts.get(0, 0)
    lost = sum(counts.values()) - sum(won.values()) - drawn
    return MaterialFigures(material, sum(won.values()), drawn, lost, max(won, default=0))


def against_bare(materials: Iterable[Material]) -> tuple[Material, ...]:
    """Return the materials in which the mover has one piece besides the royal one and the other side none."""
    return tuple(each for each in materials if len(each.mover) == 2 and len(each.other) == 1)
