"""The contents of the board as a list of pictures and places, lowest first.

Comparing two such lists gives what has to be redrawn: the items that are in only one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

import pygame

from congo_gui.board import markers
from congo_gui.board.actors import Effect, EffectKind, Sprite
from congo_gui.board.animation import Animator, is_between
from congo_gui.board.items import BoardItems, Item
from congo_gui.board.markers import BROWN, RED
from congo_gui.board.state import BoardState
from congo_gui.draw.geometry import Geometry
from engine.rules.values import Danger, Piece, PieceWarning, Placed, Target

LEAVING_ALPHA = 70
"""Alpha of a piece on the square that it is about to leave."""
CAPTURED_ALPHA = 165
"""Alpha of a piece that the path so far takes."""
LAST_MOVE_ALPHA = 170
"""Alpha of the last move's marks beside its own squares."""
PREVIEW_ALPHA = 200
"""Alpha of a stack as it will be after the move."""
THIN_WIDTH = 0.045
"""Width of arrows from attackers, in cells."""
LANDING_GAP, PIECE_GAP = 0.24, 0.4
"""The gaps between arrows and a numbered disc, and between arrows and a piece, in cells."""
DROWNED_TINT = (64, 128, 176)
MAX_CACHED_SPRITES = 24
"""Dimmed pieces that wait for the end of a move are cached, not drawn again for each frame."""


@dataclass
class Scene:
    """One frame. `picture` gives a piece as a picture of the cell's size."""

    geometry: Geometry
    state: BoardState
    animator: Animator
    standing: dict[int, Piece]
    picture: Callable[[Piece, int], pygame.Surface]

    def __post_init__(self) -> None:
        self._items = BoardItems(self.geometry)

    @property
    def cell(self) -> int:
        """The side of a square in pixels."""
        return self.geometry.cell

    @property
    def _animation_over(self) -> bool:
        """True if the last move's animation is over; the animation of a leg being entered hides no marks."""
        return bool(self.state.path) or not self.animator.running

    @property
    def _pointed(self) -> int | None:
        """The square that the player points at, by keyboard or mouse."""
        return self.state.hover if self.state.cursor is None else self.state.cursor

    def _aimed(self, target: Target) -> bool:
        """Return whether the player points at a target, or at a square that it would fill."""
        return self._pointed in (target.square, *(placed.square for placed in target.spread))

    def _coming(self) -> tuple[Placed, ...]:
        """Return the stones that the move that is shown or pointed at would lay out."""
        if self.state.preview is not None:
            return self.state.preview.spread
        return next((target.spread for target in self.state.targets if self._aimed(target)), ())

    def compose(self) -> list[Item]:
        """Return everything on the board, the lowest first."""
        self._add_last_move()
        self._add_grounds()
        self._add_pieces()
        self._add_sprites()
        if self._animation_over:
            self._add_notices()
        if self.state.preview is not None:
            self._add_preview()
        else:
            self._add_path()
            self._add_targets()
        self._items.add_arrows(self.state.arrows, self.state.circles)
        self._add_cursor()
        self._add_drag()
        return self._items.all

    # --- below the pieces

    def _add_last_move(self) -> None:
        last = self.state.last
        if last is None:
            return
        self._items.stamp(markers.moved_from(self.cell), last.path[0])
        if len(last.path) > 1:
            self._items.stamp(markers.moved_to(self.cell), last.path[-1])
        if not self._animation_over:
            return
        paths = self.state.end_paths or ((last.path,) if len(last.path) > 2 else ())
        for path in paths:
            self._items.add_legs(path, 0.0, PIECE_GAP, BROWN, LAST_MOVE_ALPHA)
        for placed in last.jumped:
            self._items.stamp(markers.faint(markers.cross(self.cell), LAST_MOVE_ALPHA), placed.square)
        for placed in last.drowned:
            self._items.stamp(markers.faint(markers.waves(self.cell), LAST_MOVE_ALPHA), placed.square)

    def _add_grounds(self) -> None:
        state = self.state
        if state.preview is not None:
            self._items.stamp(markers.selection(self.cell), state.preview.path[0])
            self._items.add_legs(state.preview.path, LANDING_GAP, LANDING_GAP)
            return
        if state.path:
            self._items.stamp(markers.selection(self.cell), state.path[-1])
            self._items.add_legs(state.path, LANDING_GAP, PIECE_GAP)
        aimed = next((target for target in state.targets if self._aimed(target)), None)
        if aimed is not None:
            for square in {aimed.square, *(placed.square for placed in aimed.spread)}:
                self._items.stamp(markers.aimed(self.cell), square)
        elif state.hover is None:
            return
        elif state.hover_targets or state.explained:
            self._items.stamp(markers.hovered(self.cell), state.hover)

    # --- pieces

    def _add_pieces(self) -> None:
        taken, missing_stones = self._taken(), self.animator.missing_stones
        coming = {placed.square for placed in self._coming()}
        shown = self._shown()
        if shown is not self.standing:
            self._piece(self.standing[self.state.path[0]], self.state.path[0], LEAVING_ALPHA)
        for square, piece in shown.items():
            if square in self.animator.hidden or square in coming:
                continue
            if missing_stones.get(square):
                piece = replace(piece, count=piece.count - missing_stones[square])
            if not piece.count:
                continue
            held = self.state.drag is not None and self.state.drag.square == square
            leaves = bool(coming) and square == self._path_shown[0]
            alpha = LEAVING_ALPHA if held or leaves else CAPTURED_ALPHA if square in taken else 255
            self._piece(piece, square, alpha)
        for placed in self._coming():
            there = self.standing.get(placed.square)
            stones = placed.piece.count + (there.count if there else 0)
            self._piece(replace(placed.piece, count=stones), placed.square, PREVIEW_ALPHA)

    @property
    def _path_shown(self) -> tuple[int, ...]:
        return self.state.path if self.state.preview is None else self.state.preview.path

    def _shown(self) -> dict[int, Piece]:
        """Return the pieces as displayed: one that moves along a path is at the path's end."""
        path = self.state.path
        if self.state.preview is not None or len(path) < 2 or path[0] not in self.standing:
            return self.standing
        shown = dict(self.standing)
        shown[path[-1]] = shown.pop(path[0])
        return shown

    def _taken(self) -> frozenset[int]:
        if self.state.preview is not None:
            return frozenset(placed.square for placed in self.state.preview.captured)
        return frozenset(self.state.taken)

    def _piece(self, piece: Piece, square: int, alpha: int = 255) -> None:
        self._items.all.append(Item(*self.geometry.square_rect(square), piece, alpha))

    def _add_sprites(self) -> None:
        effects = self.animator.effects()
        for effect in effects:
            if effect.kind is EffectKind.RIPPLES:
                self._effect(effect)
        for sprite in self.animator.sprites():
            self._sprite(sprite)
        for effect in effects:
            if effect.kind is not EffectKind.RIPPLES:
                self._effect(effect)

    def _effect(self, effect: Effect) -> None:
        step = int(effect.progress * markers.EFFECT_STEPS)
        self._items.blit(
            markers.effect(self.cell, effect.kind, step), self.geometry.point(effect.column, effect.row)
        )

    def _sprite(self, sprite: Sprite) -> None:
        x, y = self.geometry.point(sprite.column, sprite.row)
        if sprite.lift > 0:
            self._items.blit(markers.shadow(self.cell), (x, y))
        self._items.blit(self._sprite_picture(sprite), (x, y - sprite.lift * self.cell))

    def _sprite_picture(self, sprite: Sprite) -> pygame.Surface:
        size = max(1, round(self.cell * sprite.scale))
        picture = self.picture(sprite.piece, self.cell)
        return _altered(picture, size, sprite.water, round(255 * sprite.opacity))

    # --- above the pieces

    def _add_notices(self) -> None:
        for warning in self.state.warnings:
            if warning.danger is Danger.UNDER_ATTACK and self.state.show_attack:
                self._add_attack(warning)
            elif warning.danger is Danger.WILL_DROWN and self.state.show_drowning and not self._left(warning):
                self._items.badge(markers.drowning(self.cell), warning.square, -1, 1)

    def _left(self, warning: PieceWarning) -> bool:
        return len(self.state.path) > 1 and warning.square == self.state.path[0]

    def _add_attack(self, warning: PieceWarning) -> None:
        taken = self._taken()
        attackers = [source for source in warning.sources if source not in taken]
        if not attackers:
            return
        self._items.stamp(markers.alarm(self.cell), warning.square)
        for source in attackers:
            self._items.arrow(source, warning.square, RED, THIN_WIDTH, (0.34, 0.46))
        self._items.badge(markers.warning(self.cell), warning.square, 1, -1)

    def _add_path(self) -> None:
        path = self.state.path
        for square in self.state.taken:
            self._items.stamp(markers.victim(self.cell), square)
        if len(path) < 2:
            return
        for number, square in enumerate(path[1:-1], 1):
            self._items.stamp(markers.walked(self.cell, number), square)
        if path[-1] not in self.animator.hidden:
            self._items.badge(markers.walked(self.cell, len(path) - 1), path[-1], -1, -1)
            if self.state.complete:
                self._items.badge(markers.stop_here(self.cell), path[-1], 1, 1)

    def _add_preview(self) -> None:
        preview = self.state.preview
        assert preview is not None
        for placed in preview.captured:
            self._items.stamp(markers.victim(self.cell), placed.square)
        self._add_gains(preview.spread)
        for number, square in enumerate(() if preview.spread else preview.path[1:], 1):
            self._items.stamp(markers.walked(self.cell, number), square)
        for placed in preview.drowned:
            self._items.badge(markers.drowning(self.cell), placed.square, -1, 1)

    def _add_gains(self, spread: Iterable[Placed]) -> None:
        """Draw how many stones each square of a line gains."""
        for placed in spread:
            self._items.badge(markers.gain(self.cell, placed.piece.count), placed.square, 1, 1)

    def _add_targets(self) -> None:
        if not self.state.show_targets:
            return
        number = len(self.state.path)
        for target in self.state.targets:
            self._add_target(target, number, self._aimed(target))
        for target in self.state.explained or self.state.hover_targets:
            self._add_reach(target)

    def _add_reach(self, target: Target) -> None:
        """Draw the targets of an unselected piece, with other marks than those of the selected piece."""
        if target.square not in target.captures:
            self._items.stamp(markers.could_go(self.cell), target.square)
        if self._deadly(target):
            self._items.badge(markers.drowning(self.cell), target.square, -1, 1)
        for square in target.captures:
            self._items.stamp(markers.could_take(self.cell), square)

    def _add_target(self, target: Target, number: int, aimed: bool) -> None:
        """Draw a target, by shape a quiet move, a capture on the square or captures elsewhere."""
        if aimed and target.spread:
            self._add_gains(target.spread)
            return
        mark = self._mark(target, number)
        if target.square in self.standing and target.square not in target.captures:
            self._items.badge(mark, target.square, -1, -1)
        else:
            self._items.stamp(mark, target.square)
        if target.captures and self._deadly(target):
            self._items.badge(markers.drowning(self.cell), target.square, -1, 1)
        for square in target.captures:
            if square != target.square:
                self._items.stamp(
                    markers.victim(self.cell) if aimed else markers.threatened(self.cell), square
                )

    def _mark(self, target: Target, number: int) -> pygame.Surface:
        if target.square in target.captures:
            return markers.ring(self.cell)
        if target.captures and self._jumps(target):
            return markers.landing(self.cell, number)
        if target.captures:
            return markers.attack(self.cell, len(target.captures))
        return markers.deadly(self.cell) if self._deadly(target) else markers.dot(self.cell)

    def _jumps(self, target: Target) -> bool:
        """Return whether the way to a target leads over a piece that it takes."""
        start, end, *taken = map(
            self.geometry.column_row, (self.state.path[-1], target.square, *target.captures)
        )
        return any(is_between(start, place, end) for place in taken)

    def _deadly(self, target: Target) -> bool:
        return target.drowns and self.state.show_drowning

    def _add_cursor(self) -> None:
        if self.state.cursor is not None:
            self._items.stamp(markers.cursor(self.cell), self.state.cursor)

    def _add_drag(self) -> None:
        drag = self.state.drag
        piece = None if drag is None else self._shown().get(drag.square)
        if drag is None or piece is None:
            return
        x, y = drag.xy
        self._items.blit(markers.shadow(self.cell), (x, y + self.cell * 0.08))
        rect = pygame.Rect(0, 0, self.cell, self.cell)
        rect.center = x, y
        self._items.all.append(Item(*rect.topleft, *rect.size, piece))


@lru_cache(maxsize=MAX_CACHED_SPRITES)
def _altered(picture: pygame.Surface, size: int, water: float, alpha: int) -> pygame.Surface:
    """Return a piece's picture scaled, tinted by `water` (0 to 1) and with alpha."""
    if (size, water, alpha) == (picture.get_width(), 0.0, 255):
        return picture
    altered = pygame.transform.smoothscale(picture, (size, size))
    if water:
        tint = [round(255 + (channel - 255) * water) for channel in DROWNED_TINT]
        altered.fill(tint, special_flags=pygame.BLEND_RGB_MULT)
    altered.set_alpha(alpha)
    return altered
