"""Choosing endings: the controls above the text, and their dialogs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Role
from congo_gui.screens.learn import texts
from congo_gui.screens.learn.choice_grid import ChoiceGrid, GridChoice
from congo_gui.screens.learn.ending_course import EndingCourse
from congo_gui.screens.learn.ending_pieces import EndingPieces
from congo_gui.screens.learn.ending_words import material_title
from congo_gui.screens.shared.base import Host
from congo_gui.widgets.base import Widget
from congo_gui.widgets.button import Button
from congo_gui.widgets.choices import Segments
from engine.learn.endings import ENDING_THEMES, EndingGoal, EndingQuery, MaterialFigures, distances

GOALS = tuple(EndingGoal)
THEME_COLUMNS, DISTANCE_COLUMNS = 2, 3


def ending_filters(host: Host, skin: Skin, course: EndingCourse, changed: Callable[[], None]) -> list[Widget]:
    """Return the controls for goal, pieces, theme, distance, and what one piece more is worth.

    `changed` is called after a choice.
    """
    pieces = course.rules.facts.piece_words[1]

    def choose(query: EndingQuery) -> None:
        course.choose(query)
        changed()

    def choose_goal(at: int) -> None:
        course.choose_goal(GOALS[at])
        changed()

    def pieces_label() -> str:
        materials = course.query.materials
        return material_title(course.rules, materials[0]) if materials else texts.any_pieces(pieces)

    def is_loaded() -> bool:
        return course.tablebase is not None

    def has_distances() -> bool:
        return is_loaded() and course.query.goal is not EndingGoal.HOLD

    return [
        Segments(texts.GOALS, lambda: GOALS.index(course.query.goal), choose_goal, texts.GOALS_TIP),
        Button(
            pieces_label,
            lambda: host.push(EndingPieces(host, skin, course, choose)),
            tip=texts.pieces_tip(pieces),
            enabled=is_loaded,
            role=Role.SMALL,
        ),
        Button(
            lambda: texts.ENDING_THEMES[course.query.theme],
            lambda: host.push(_themes(host, course, choose)),
            tip=texts.ENDING_THEME_TIP,
            role=Role.SMALL,
        ),
        Button(
            lambda: texts.distance_label(course.query.distance, course.own_distance),
            lambda: host.push(_distances(host, course, choose)),
            tip=texts.DISTANCE_TIP,
            enabled=has_distances,
            role=Role.SMALL,
        ),
        Button(
            texts.BARE,
            lambda: host.push(_bare(host, course, choose)),
            tip=texts.bare_tip(pieces),
            enabled=lambda: bool(course.bare),
            role=Role.SMALL,
        ),
    ]


Choose = Callable[[EndingQuery], None]


def _themes(host: Host, course: EndingCourse, choose: Choose) -> ChoiceGrid:
    query = course.query
    choices = [
        GridChoice(
            texts.ENDING_THEMES[theme], partial(choose, replace(query, theme=theme)), theme == query.theme
        )
        for theme in ("", *ENDING_THEMES)
    ]
    return ChoiceGrid(host, texts.CHOOSE_THEME, choices, THEME_COLUMNS)


def _distances(host: Host, course: EndingCourse, choose: Choose) -> ChoiceGrid:
    """Return the dialog with the distances that the chosen goal and pieces have."""
    assert course.tablebase is not None
    query = course.query
    choices = [
        GridChoice(
            texts.distance_label(plies, course.own_distance),
            partial(choose, replace(query, distance=plies)),
            plies == query.distance,
        )
        for plies in (None, *distances(course.tablebase, query))
    ]
    title = texts.CHOOSE_LOSS if query.goal is EndingGoal.RESIST else texts.CHOOSE_WIN
    return ChoiceGrid(host, title, choices, DISTANCE_COLUMNS)


def _bare(host: Host, course: EndingCourse, choose: Choose) -> ChoiceGrid:
    """Return the dialog with the share of wins with one piece more; a choice opens an exception."""
    names = course.rules.facts.kind_names
    royal = names[course.bare[0].material.other]

    def choice(figures: MaterialFigures) -> GridChoice:
        goal = EndingGoal.HOLD if figures.drawn else EndingGoal.WIN
        query = EndingQuery(goal, (figures.material,))
        share = figures.won / figures.positions
        label = texts.bare_label(names[figures.material.mover[1]], share, figures.drawn)
        return GridChoice(label, partial(choose, query), query == course.query)

    title = texts.bare_title(royal, course.rules.facts.piece_words[0])
    return ChoiceGrid(host, title, [choice(figures) for figures in course.bare], 1)
