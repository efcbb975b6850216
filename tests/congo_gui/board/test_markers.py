"""Marks scale with the cell size, and are distinguishable without colours."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pygame
import pytest

from congo_gui.board import items, markers
from congo_gui.board.actors import EffectKind
from tests.congo_gui.pictures import opacity

Mark = Callable[[int], pygame.Surface]

SQUARE_MARKS: dict[str, Mark] = {
    "quiet target": markers.dot,
    "deadly target": markers.deadly,
    "capture": markers.ring,
    "landing": lambda cell: markers.landing(cell, 1),
    "walked": lambda cell: markers.walked(cell, 1),
    "victim": markers.victim,
    "threatened": markers.threatened,
    "could go": markers.could_go,
    "could take": markers.could_take,
    "selection": markers.selection,
    "aimed": markers.aimed,
    "moved from": markers.moved_from,
    "moved to": markers.moved_to,
    "cursor": markers.cursor,
    "alarm": markers.alarm,
    "taken": markers.cross,
    "drowned": markers.waves,
}
BADGES: dict[str, Mark] = {
    "drowning": markers.drowning,
    "warning": markers.warning,
    "stop here": markers.stop_here,
}
GROUNDS = {"sand": (226, 200, 140), "grass": (160, 190, 120), "river": (70, 150, 190), "dark": (50, 44, 40)}
CELL = 64


def grey(mark: pygame.Surface, ground: tuple[int, int, int]) -> np.ndarray:
    """Return the luminance of a mark on a ground, 0 to 255."""
    surface = pygame.Surface(mark.get_size())
    surface.fill(ground)
    surface.blit(mark, (0, 0))
    return pygame.surfarray.array3d(surface) @ np.array([0.299, 0.587, 0.114])


def differing(first: np.ndarray, second: np.ndarray) -> int:
    """Count the pixels that clearly differ in luminance."""
    return int(np.count_nonzero(abs(first - second) > 40))


@pytest.mark.parametrize("ground", GROUNDS.values(), ids=GROUNDS)
@pytest.mark.parametrize("name", [*SQUARE_MARKS, *BADGES])
def test_a_mark_is_seen_on_every_ground_in_greyscale(name: str, ground: tuple[int, int, int]) -> None:
    mark = (SQUARE_MARKS | BADGES)[name](CELL)
    plain = grey(pygame.Surface(mark.get_size(), pygame.SRCALPHA), ground)
    assert differing(grey(mark, ground), plain) > 0.02 * CELL * CELL


@pytest.mark.parametrize("ground", GROUNDS.values(), ids=GROUNDS)
@pytest.mark.parametrize("marks", [SQUARE_MARKS, BADGES], ids=["squares", "badges"])
def test_marks_differ_from_each_other_in_greyscale(
    marks: dict[str, Mark], ground: tuple[int, int, int]
) -> None:
    pictures = {name: mark(CELL) for name, mark in marks.items()}
    for (name, first), (other, second) in combinations(pictures.items(), 2):
        size = (CELL, CELL)
        first, second = (pygame.transform.scale(mark, size) for mark in (first, second))
        assert differing(grey(first, ground), grey(second, ground)) > 0.015 * CELL * CELL, (name, other)


@pytest.mark.parametrize("cell", [1, 7, 20, 33, 90, 250])
def test_marks_are_one_cell_large_at_every_size(cell: int) -> None:
    for mark in SQUARE_MARKS.values():
        assert mark(cell).get_size() == (cell, cell)
    for badge in BADGES.values():
        assert badge(cell).get_width() <= cell


def test_marks_are_smooth() -> None:
    alphas = pygame.surfarray.array_alpha(markers.dot(90))
    soft = np.count_nonzero((alphas > 0) & (alphas < 200))
    assert soft > 40
    assert alphas[45, 45] > 200
    assert alphas[0, 0] == 0


def test_marks_are_symmetric() -> None:
    for name in ("quiet target", "capture", "selection", "cursor", "moved to", "moved from"):
        alphas = pygame.surfarray.array_alpha(SQUARE_MARKS[name](80)).astype(int)
        assert abs(alphas - alphas[::-1]).max() <= 2, name
        assert abs(alphas - alphas[:, ::-1]).max() <= 2, name


def test_marks_are_drawn_once() -> None:
    assert markers.ring(77) is markers.ring(77)


def drawn_arrow(across: int, down: int, cell: int = 40, alpha: int = 255) -> np.ndarray:
    """Return the visibility of an arrow, 0 to 255, on the cells between its ends."""
    surface = pygame.Surface(((abs(across) + 1) * cell, (abs(down) + 1) * cell))
    white = (255, 255, 255)
    for picture, offset in items.arrow_strips(cell, across, down, white, 0.1, (0.0, 0.0), alpha):
        assert surface.get_rect().contains(picture.get_rect(topleft=offset))
        surface.blit(picture, offset)
    return pygame.surfarray.array3d(surface)[..., 0].astype(int)


@pytest.mark.parametrize(("across", "down"), [(3, 0), (0, -4), (2, 2), (-1, 2), (-6, -6), (5, -1)])
def test_an_arrow_runs_from_start_to_end(across: int, down: int) -> None:
    cell = 40
    seen = drawn_arrow(across, down)
    corner = np.array([max(-across, 0), max(-down, 0)]) * cell + cell // 2
    for part in np.linspace(0.02, 0.98, 60):
        x, y = (corner + part * cell * np.array([across, down])).astype(int)
        assert seen[x, y] > 200, part
    columns, rows = np.nonzero(seen)
    assert abs(across) * cell - 4 <= columns.max() - columns.min() <= abs(across) * cell + 0.6 * cell
    assert abs(down) * cell - 4 <= rows.max() - rows.min() <= abs(down) * cell + 0.6 * cell


def test_an_arrow_has_no_seams() -> None:
    seen = drawn_arrow(3, 3)
    widths = np.count_nonzero(seen > 128, axis=0)[25:120]
    assert widths.max() - widths.min() <= 1


def test_a_faint_arrow_is_faint() -> None:
    assert drawn_arrow(2, 1, alpha=100).max() == pytest.approx(100, abs=3)


def test_the_head_of_an_arrow_is_at_its_end() -> None:
    heights = np.count_nonzero(drawn_arrow(3, 0), axis=1)
    assert heights[120:140].max() > 2 * heights[40:80].max()


@pytest.mark.parametrize("kind", EffectKind)
def test_effects_grow_and_fade(kind: EffectKind) -> None:
    pictures = [markers.effect(60, kind, step) for step in range(markers.EFFECT_STEPS)]
    assert {picture.get_size() for picture in pictures} == {(114, 114)}
    first, *_, last = (pygame.surfarray.array_alpha(picture).astype(int) for picture in pictures)
    assert first.max() > 200
    assert last.sum() < 0.5 * max(
        pygame.surfarray.array_alpha(picture).astype(int).sum() for picture in pictures
    )


def test_a_faint_mark_leaves_the_full_one_alone() -> None:
    full = markers.ring(50)
    before = opacity(full)
    assert opacity(markers.faint(full, 80)) == pytest.approx(before * 80 / 255, abs=0.01)
    assert (opacity(full) == before).all()
