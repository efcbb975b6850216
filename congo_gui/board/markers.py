"""The marks on the board. Each has its own shape, so that none relies on colour.

Each function takes a cell size in pixels and returns a cached picture, which must not be changed.
Most are one cell large; badges and effects say otherwise. Each mark has a dark and a light line, so that it
stands out on sand, grass and water, over light and dark pieces, and in greyscale.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache, reduce, wraps

import pygame

from congo_gui.board.actors import EffectKind
from congo_gui.board.state import Ink
from congo_gui.draw.assets import Face, text_picture
from congo_gui.draw.ink import Canvas, Colour, Field, Place, accelerated, both, either

INK: Colour = (26, 30, 28)
PAPER: Colour = (255, 252, 242)
RED: Colour = (190, 26, 20)
AMBER: Colour = (255, 200, 40)
BLUE: Colour = (20, 106, 184)
BROWN: Colour = (120, 74, 10)
GREEN: Colour = (24, 128, 66)
GOLD: Colour = (176, 116, 0)
INKS = {Ink.GREEN: GREEN, Ink.RED: RED, Ink.BLUE: BLUE, Ink.YELLOW: GOLD}
"""The colours in which players draw."""
VICTIM_BADGE = (0.3, -0.3)
LABEL_SIZES = (1.5, 1.2, 0.95)
"""The size of the letters on a disc, as a part of its radius, by how many letters there are."""
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
# Only one cell size is in use at a time; resizing the window leaves a few others.
MAX_CACHED_SIZES = 4
MAX_CACHED_NUMBERS, MAX_CACHED_HINTS = 24, 24
MARKS: list[Callable[[int], pygame.Surface]] = []
"""All marks without parameters."""
EFFECT_STEPS = 16
"""The number of frames of an effect."""
EFFECT_CELLS = 1.9
"""The width of an effect's picture in cells."""
MAX_EFFECT_CELL = 96
"""For larger cells the effects are enlarged: they pass too quickly for the blur to be seen."""
MAX_CACHED_EFFECTS = EFFECT_STEPS * len(EffectKind)


def _mark(width: float = 1.0) -> Callable[[Callable[[Canvas], None]], Callable[[int], pygame.Surface]]:
    """Return a decorator that makes a drawing function return a cached picture, `width` cells wide."""

    def make(draw: Callable[[Canvas], None]) -> Callable[[int], pygame.Surface]:
        @lru_cache(maxsize=MAX_CACHED_SIZES)
        @wraps(draw)
        def picture(cell: int) -> pygame.Surface:
            canvas = Canvas(cell, width)
            draw(canvas)
            return canvas.surface()

        MARKS.append(picture)
        return picture

    return make


@_mark()
def dot(canvas: Canvas) -> None:
    """A quiet target: a dark dot with a light rim."""
    disc = canvas.circle(0.135)
    canvas.fill(disc - 0.03, PAPER, 0.85)
    canvas.fill(disc, INK, 0.9)


@_mark()
def ring(canvas: Canvas) -> None:
    """A target with a piece to capture: a ring round the piece."""
    circle = canvas.circle(0.435)
    canvas.stroke(circle, 0.13, PAPER)
    canvas.stroke(circle, 0.085, RED)


@lru_cache(maxsize=MAX_CACHED_NUMBERS)
def landing(cell: int, number: int) -> pygame.Surface:
    """A target that a jump leads to: a dark disc with the number of the leg."""
    return _labelled(cell, str(number), 0.2, INK, PAPER)


@lru_cache(maxsize=MAX_CACHED_NUMBERS)
def attack(cell: int, count: int) -> pygame.Surface:
    """A target from which pieces elsewhere are taken: a red disc with their number, as in the move list."""
    return _labelled(cell, f"×{count}", 0.22, RED, PAPER)


@lru_cache(maxsize=MAX_CACHED_NUMBERS)
def gain(cell: int, count: int) -> pygame.Surface:
    """A badge with the number of stones that will be laid on a stack."""
    return _labelled(cell, f"+{count}", 0.19, PAPER, INK)


@lru_cache(maxsize=MAX_CACHED_NUMBERS)
def walked(cell: int, number: int) -> pygame.Surface:
    """A square that the path has touched: a light disc with the number of the leg."""
    return _labelled(cell, str(number), 0.17, PAPER, INK)


@_mark()
def victim(canvas: Canvas) -> None:
    """A piece that the path takes: a ring, and a cross on a badge that leaves the animal to be seen."""
    circle = canvas.circle(0.42)
    canvas.stroke(circle, 0.1, PAPER)
    canvas.stroke(circle, 0.06, RED)
    badge = canvas.circle(0.15, VICTIM_BADGE)
    canvas.fill(badge - 0.03, PAPER)
    canvas.fill(badge, RED)
    canvas.fill(_cross(canvas, 0.07, 0.05, VICTIM_BADGE), PAPER)


@_mark()
def cross(canvas: Canvas) -> None:
    """Where the last move took a piece without ending there: a small cross."""
    shape = _cross(canvas, 0.13, 0.06)
    _rimmed(canvas, shape, 0.025, PAPER, RED)


@_mark()
def waves(canvas: Canvas) -> None:
    """Where a piece drowned in the last move: two waves."""
    shape = either(_wave(canvas, 0.2, -0.07, 0.05), _wave(canvas, 0.2, 0.07, 0.05))
    _rimmed(canvas, shape, 0.025, PAPER, BLUE)


@_mark()
def threatened(canvas: Canvas) -> None:
    """A piece that a possible jump would take: a broken ring."""
    broken = both(abs(canvas.circle(0.42)) - 0.035, canvas.sectors(12, 0.6))
    _rimmed(canvas, broken, 0.025, PAPER, RED)


@_mark()
def could_go(canvas: Canvas) -> None:
    """A square that the piece under the pointer could go to: a small hollow diamond."""
    diamond = canvas.polygon([(0, -0.15), (0.15, 0), (0, 0.15), (-0.15, 0)])
    canvas.stroke(diamond, 0.075, PAPER, 0.8)
    canvas.stroke(diamond, 0.04, INK, 0.85)


@_mark()
def could_take(canvas: Canvas) -> None:
    """A piece that the one under the pointer could capture: a cross-hair round it."""
    ring = abs(canvas.circle(0.42)) - 0.02
    arms = (canvas.line((x * 0.47, y * 0.47), (x * 0.3, y * 0.3), 0.055) for x, y in STRAIGHT)
    shape = reduce(either, arms, ring)
    _rimmed(canvas, shape, 0.03, PAPER, INK, 0.8)


@_mark()
def selection(canvas: Canvas) -> None:
    """The selected piece's square: filled, with a heavy frame."""
    frame = canvas.box(0.46, 0.07)
    canvas.fill(frame, AMBER, 0.75)
    canvas.stroke(frame, 0.085, INK)
    canvas.stroke(frame, 0.04, PAPER)


@_mark()
def aimed(canvas: Canvas) -> None:
    """The target square under the mouse."""
    canvas.fill(canvas.box(0.5), AMBER, 0.4)
    canvas.stroke(canvas.box(0.48, 0.06), 0.04, PAPER, 0.9)


@_mark()
def hovered(canvas: Canvas) -> None:
    """A piece under the mouse that could be selected."""
    canvas.fill(canvas.box(0.5), PAPER, 0.22)


@_mark()
def moved_from(canvas: Canvas) -> None:
    """Where the last move began: a broken frame."""
    canvas.fill(canvas.box(0.5), AMBER, 0.28)
    dashes = both(abs(canvas.box(0.455, 0.04)) - 0.02, canvas.stripes(6, 0.6))
    _rimmed(canvas, dashes, 0.016, PAPER, INK, 0.85)


@_mark()
def moved_to(canvas: Canvas) -> None:
    """Where the last move ended: a thin frame."""
    canvas.fill(canvas.box(0.5), AMBER, 0.42)
    frame = canvas.box(0.455, 0.04)
    canvas.stroke(frame, 0.065, PAPER, 0.7)
    canvas.stroke(frame, 0.04, INK, 0.85)


@_mark()
def cursor(canvas: Canvas) -> None:
    """The keyboard's cursor: four corners."""
    far, near = 0.44, 0.22
    corners = (
        canvas.lines([(x * near, y * far), (x * far, y * far), (x * far, y * near)], 0.075)
        for x in (-1, 1)
        for y in (-1, 1)
    )
    shape = reduce(either, corners)
    _rimmed(canvas, shape, 0.035, INK, PAPER)


@_mark(0.5)
def drowning(canvas: Canvas) -> None:
    """A badge for a piece that will drown this turn: a drop."""
    _drop(canvas, 1.0)


@_mark()
def deadly(canvas: Canvas) -> None:
    """A quiet target where the piece drowns: a large drop in the place of the dot."""
    _drop(canvas, 1.35)


@_mark(0.5)
def warning(canvas: Canvas) -> None:
    """A badge for a piece that can be captured next: a triangle with an exclamation mark."""
    triangle = canvas.polygon([(0, -0.15), (0.165, 0.125), (-0.165, 0.125)], 0.03)
    canvas.fill(triangle - 0.045, INK)
    canvas.fill(triangle - 0.025, PAPER)
    canvas.fill(triangle, RED)
    canvas.fill(canvas.line((0, -0.07), (0, 0.025), 0.05), PAPER)
    canvas.fill(canvas.circle(0.028, (0, 0.093)), PAPER)


@_mark()
def alarm(canvas: Canvas) -> None:
    """A ring of red and white stripes round a piece that can be captured next."""
    circle = canvas.circle(0.435)
    canvas.stroke(circle, 0.115, INK, 0.9)
    canvas.stroke(circle, 0.08, PAPER)
    canvas.fill(both(abs(circle) - 0.04, canvas.sectors(14, 0.5)), RED)


@_mark(0.46)
def stop_here(canvas: Canvas) -> None:
    """A badge for a piece whose path may end where it is: a tick."""
    canvas.fill(canvas.circle(0.2), INK)
    canvas.fill(canvas.circle(0.178), PAPER)
    canvas.fill(canvas.circle(0.155), GREEN)
    canvas.fill(canvas.lines([(-0.075, 0.005), (-0.022, 0.06), (0.08, -0.06)], 0.048), PAPER)


@lru_cache(maxsize=MAX_CACHED_SIZES * len(Ink))
def own_circle(cell: int, colour: Colour) -> pygame.Surface:
    """A circle that the player has drawn: a double ring."""
    canvas = Canvas(cell)
    canvas.stroke(canvas.circle(0.44), 0.075, PAPER)
    canvas.stroke(canvas.circle(0.44), 0.045, colour)
    canvas.stroke(canvas.circle(0.36), 0.05, PAPER)
    canvas.stroke(canvas.circle(0.36), 0.022, colour)
    return canvas.surface()


@_mark()
def shadow(canvas: Canvas) -> None:
    """The shadow under a piece that is held or hops."""
    canvas.blur(canvas.circle(0.3), 0.24, INK, 0.42)


@lru_cache(maxsize=MAX_CACHED_HINTS)
def faint(mark: pygame.Surface, alpha: int) -> pygame.Surface:
    """Return a translucent copy of a mark."""
    return accelerated(mark.copy(), alpha)


def _labelled(cell: int, label: str, radius: float, ground: Colour, figure: Colour) -> pygame.Surface:
    canvas = Canvas(cell)
    canvas.fill(canvas.circle(radius + 0.05), ground)
    canvas.fill(canvas.circle(radius + 0.025), figure)
    canvas.fill(canvas.circle(radius), ground)
    picture = canvas.surface()
    size = cell * radius * LABEL_SIZES[min(len(label), len(LABEL_SIZES)) - 1]
    text = text_picture(label, max(6, round(size)), Face.BOLD, figure)
    ink = text.get_bounding_rect()
    middle = picture.get_rect().center
    picture.blit(text, (middle[0] - ink.centerx, middle[1] - ink.centery))
    return picture


def _drop(canvas: Canvas, size: float) -> None:
    """Draw a drop on a light disc; at size 1 it is 0.4 cells wide."""
    canvas.fill(canvas.circle(0.205 * size), INK)
    canvas.fill(canvas.circle(0.18 * size), PAPER)
    tip = canvas.polygon([(x * size, y * size) for x, y in ((0, -0.14), (0.082, -0.005), (-0.082, -0.005))])
    middle = (0, 0.045 * size)
    canvas.fill(either(canvas.circle(0.1 * size, middle), tip), BLUE)
    inner = abs(canvas.circle(0.058 * size, middle)) - 0.014 * size
    canvas.fill(both(inner, canvas.circle(0.07 * size, (-0.06 * size, 0.085 * size))), PAPER)


def _rimmed(
    canvas: Canvas, shape: Field, rim: float, edge: Colour, colour: Colour, opacity: float = 1.0
) -> None:
    """Fill a shape with a rim of another colour round it."""
    canvas.fill(shape - rim, edge, opacity)
    canvas.fill(shape, colour, opacity)


def _cross(canvas: Canvas, reach: float, width: float, at: Place = (0, 0)) -> Field:
    left, right, top, bottom = at[0] - reach, at[0] + reach, at[1] - reach, at[1] + reach
    falling = canvas.line((left, top), (right, bottom), width)
    return either(falling, canvas.line((left, bottom), (right, top), width))


def _wave(canvas: Canvas, reach: float, y: float, width: float) -> Field:
    steps = [step / 12 for step in range(-12, 13)]
    return canvas.lines([(step * reach, y - reach * 0.16 * math.cos(step * 9.4)) for step in steps], width)


def effect(cell: int, kind: EffectKind, step: int) -> pygame.Surface:
    """Return frame `step` of the `EFFECT_STEPS` of an effect, `EFFECT_CELLS` wide."""
    picture = _effect(min(cell, MAX_EFFECT_CELL), kind, step)
    return picture if cell <= MAX_EFFECT_CELL else _enlarged(picture, round(cell * EFFECT_CELLS))


@lru_cache(maxsize=MAX_CACHED_EFFECTS)
def _effect(cell: int, kind: EffectKind, step: int) -> pygame.Surface:
    canvas = Canvas(cell, EFFECT_CELLS)
    _EFFECTS[kind](canvas, (step + 0.5) / EFFECT_STEPS)
    return canvas.surface()


@lru_cache(maxsize=MAX_CACHED_EFFECTS)
def _enlarged(picture: pygame.Surface, size: int) -> pygame.Surface:
    return accelerated(pygame.transform.smoothscale(picture, (size, size)))


def _burst(canvas: Canvas, progress: float) -> None:
    near, far = 0.38 + 0.42 * progress, 0.52 + 0.4 * progress
    width = 0.11 * (1 - progress)
    rays = [(math.cos(ray * math.tau / 9), math.sin(ray * math.tau / 9)) for ray in range(9)]
    shape = reduce(either, (canvas.line((x * near, y * near), (x * far, y * far), width) for x, y in rays))
    canvas.fill(shape - 0.025, INK, 1 - progress**3)
    canvas.fill(shape, AMBER, 1 - progress**3)


def _ripples(canvas: Canvas, progress: float) -> None:
    for wave in range(3):
        age = progress * 1.5 - wave * 0.25
        if 0 < age < 1:
            circle = canvas.circle(0.12 + 0.72 * age)
            canvas.stroke(circle, 0.11 - 0.08 * age, BLUE, 0.8 - 0.8 * age**3)
            canvas.stroke(circle, 0.06 - 0.045 * age, PAPER, 1 - age**3)


def _flash(canvas: Canvas, progress: float) -> None:
    canvas.blur(canvas.circle(0.35 + 0.3 * progress), 0.3, PAPER, 0.6 * (1 - progress))
    far = 0.55 + 0.35 * progress
    rays = canvas.sectors(10, 0.35 * (1 - progress))
    halo = both(canvas.circle(far), -canvas.circle(0.42 + 0.2 * progress))
    canvas.fill(both(rays, halo) - 0.012, INK, 0.8 * (1 - progress))
    canvas.fill(both(rays, halo), AMBER, 1 - progress)


_EFFECTS = {EffectKind.BURST: _burst, EffectKind.RIPPLES: _ripples, EffectKind.FLASH: _flash}
