"""Pictures of effects that pass on the board: a capture, a piece that drowns, a promotion."""

from __future__ import annotations

import math
from functools import lru_cache, reduce

import pygame

from congo_gui.board.actors import EffectKind
from congo_gui.board.colours import AMBER, BLUE, INK, PAPER
from congo_gui.draw.ink import Canvas, both, either, quickened

EFFECT_STEPS = 16
"""Into how many pictures an effect's progress is divided."""
EFFECT_CELLS = 1.9
"""The width of an effect's picture in cells."""
LARGEST_EFFECT = 96
"""Cells larger than that get enlarged effects: they pass too quickly to be seen as soft."""
EFFECTS_KEPT = EFFECT_STEPS * len(EffectKind)


def effect(cell: int, kind: EffectKind, step: int) -> pygame.Surface:
    """An effect at that many of `EFFECT_STEPS`; its picture is `EFFECT_CELLS` wide."""
    picture = _effect(min(cell, LARGEST_EFFECT), kind, step)
    return picture if cell <= LARGEST_EFFECT else _enlarged(picture, round(cell * EFFECT_CELLS))


@lru_cache(maxsize=EFFECTS_KEPT)
def _effect(cell: int, kind: EffectKind, step: int) -> pygame.Surface:
    canvas = Canvas(cell, EFFECT_CELLS)
    _EFFECTS[kind](canvas, (step + 0.5) / EFFECT_STEPS)
    return canvas.surface()


@lru_cache(maxsize=EFFECTS_KEPT)
def _enlarged(picture: pygame.Surface, size: int) -> pygame.Surface:
    return quickened(pygame.transform.smoothscale(picture, (size, size)))


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
