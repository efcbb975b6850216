"""Draws the board: the skin's board and pieces, and every mark that the state asks for."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import pygame

from congo_gui.board import markers
from congo_gui.board.animation import Animator, Effect, EffectKind, Sprite
from congo_gui.board.geometry import Geometry
from congo_gui.board.ink import Colour
from congo_gui.board.state import BoardState
from congo_gui.skins.base import Skin
from engine.rules.base import Danger, Notice, Piece, Position, Rules, Target

GHOST = 70
"""Alpha of a piece on the square that it is about to leave."""
TAKEN = 165
"""Alpha of a piece that the path so far takes."""
HINT = 110
"""Alpha of marks that only hint at what a piece could do."""
TRACE = 170
"""Alpha of what is left of the last move beside its squares."""
CORNER = 0.31
"""How far badges lie from the middle of a square, in cells."""
LANDING_GAP, PIECE_GAP = 0.24, 0.4
"""What arrows leave free round a numbered disc and round a piece, in cells."""
PATH_WIDTH, THIN_WIDTH, HINT_WIDTH = 0.07, 0.045, 0.13
DROWNED_TINT = (64, 128, 176)


class BoardView:
    """Draws one game's board. Keeps pictures of the empty board and of the pieces for the last cell size."""

    def __init__(self, rules: Rules, skin: Skin) -> None:
        self._rules = rules
        self._skin = skin
        self._board: tuple[Geometry, pygame.Surface] | None = None
        self._pictures: dict[tuple[Piece, int], pygame.Surface] = {}
        self._pieces: tuple[Position, dict[int, Piece]] | None = None

    @property
    def skin(self) -> Skin:
        """The looks of board and pieces."""
        return self._skin

    @skin.setter
    def skin(self, skin: Skin) -> None:
        self._skin = skin
        self._board = None
        self._pictures.clear()

    def draw(
        self,
        surface: pygame.Surface,
        geometry: Geometry,
        position: Position,
        state: BoardState,
        animator: Animator,
        seconds: float,
    ) -> bool:
        """Draw everything; `seconds` is a running clock for the life on the board.

        `position` is the one after the move that `animator` shows. Returns whether the board itself is
        alive, so that it is worth drawing again although nothing happened.
        """
        self._draw_board(surface, geometry)
        alive = self._skin.animate_board(surface, geometry, seconds)
        scene = _Scene(self, surface, geometry, state, animator, self._standing(position))
        scene.draw()
        return alive

    # --- pictures

    def _draw_board(self, surface: pygame.Surface, geometry: Geometry) -> None:
        x, y, width, height = geometry.outer_rect
        local = geometry.moved(-x, -y)
        if self._board is None or self._board[0] != local:
            picture = pygame.Surface((width, height), pygame.SRCALPHA)
            self._skin.draw_board(picture, local)
            self._board = local, _opaque_if_full(picture)
        surface.blit(self._board[1], (x, y))

    def _standing(self, position: Position) -> dict[int, Piece]:
        if self._pieces is None or self._pieces[0] is not position:
            self._pieces = position, self._rules.pieces(position)
        return self._pieces[1]

    def draw_piece(self, surface: pygame.Surface, piece: Piece, rect: pygame.Rect, alpha: int = 255) -> None:
        """Draw a standing piece."""
        self._skin.draw_piece(surface, piece, rect, alpha)

    def picture(self, piece: Piece, cell: int) -> pygame.Surface:
        """Return a picture of a piece, one cell large, to be scaled or tinted."""
        key = piece, cell
        if key not in self._pictures:
            if any(size != cell for _, size in self._pictures):
                self._pictures.clear()
            picture = pygame.Surface((cell, cell), pygame.SRCALPHA)
            self._skin.draw_piece(picture, piece, picture.get_rect())
            self._pictures[key] = picture
        return self._pictures[key]


@dataclass(frozen=True)
class _Scene:
    """One frame."""

    view: BoardView
    surface: pygame.Surface
    geometry: Geometry
    state: BoardState
    animator: Animator
    standing: dict[int, Piece]

    @property
    def cell(self) -> int:
        return self.geometry.cell

    def draw(self) -> None:
        self._draw_last_move()
        self._draw_grounds()
        self._draw_pieces()
        self._draw_sprites()
        # The last move is seen first; a leg being entered is no reason for the warnings to blink.
        if self.state.path or not self.animator.running:
            self._draw_notices()
        if self.state.preview is not None:
            self._draw_preview()
        else:
            self._draw_path()
            self._draw_targets()
        for arrow in self.state.arrows:
            self._arrow(arrow.start, arrow.end, markers.BLUE, HINT_WIDTH, (0.2, 0.1))
        self._draw_cursor()
        self._draw_drag()

    # --- below the pieces

    def _draw_last_move(self) -> None:
        last = self.state.last
        if last is None:
            return
        self._stamp(markers.moved_from(self.cell), last.path[0])
        self._stamp(markers.moved_to(self.cell), last.path[-1])
        if len(last.path) > 2:
            self._draw_legs(last.path, 0.0, PIECE_GAP, markers.BROWN, TRACE)
        if self.animator.running:
            return
        for placed in last.jumped:
            self._stamp(markers.faint(markers.cross(self.cell), TRACE), placed.square)
        for placed in last.drowned:
            self._stamp(markers.faint(markers.waves(self.cell), TRACE), placed.square)

    def _draw_grounds(self) -> None:
        state = self.state
        if state.preview is not None:
            self._stamp(markers.selection(self.cell), state.preview.path[0])
            self._draw_legs(state.preview.path, LANDING_GAP, LANDING_GAP)
            return
        if state.path:
            self._stamp(markers.selection(self.cell), state.path[-1])
            self._draw_legs(state.path, LANDING_GAP, PIECE_GAP)
        if state.hover is None:
            return
        if any(target.square == state.hover for target in state.targets):
            self._stamp(markers.aimed(self.cell), state.hover)
        elif state.hover_targets:
            self._stamp(markers.hovered(self.cell), state.hover)

    # --- pieces

    def _draw_pieces(self) -> None:
        taken = self._taken()
        shown = self._shown()
        if shown is not self.standing:
            self._piece(self.standing[self.state.path[0]], self.state.path[0], GHOST)
        for square, piece in shown.items():
            if square in self.animator.hidden:
                continue
            held = self.state.drag is not None and self.state.drag.square == square
            alpha = GHOST if held else TAKEN if square in taken else 255
            self._piece(piece, square, alpha)

    def _shown(self) -> dict[int, Piece]:
        """Return the pieces where the player sees them: the one that walks a path stands at its end."""
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
        rect = pygame.Rect(self.geometry.square_rect(square))
        self.view.draw_piece(self.surface, piece, rect, alpha)

    def _draw_sprites(self) -> None:
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
        self._blit(
            markers.effect(self.cell, effect.kind, step), self.geometry.point(effect.column, effect.row)
        )

    def _sprite(self, sprite: Sprite) -> None:
        x, y = self.geometry.point(sprite.column, sprite.row)
        if sprite.lift > 0:
            self._blit(markers.shadow(self.cell), (x, y))
        self._blit(self._sprite_picture(sprite), (x, y - sprite.lift * self.cell))

    def _sprite_picture(self, sprite: Sprite) -> pygame.Surface:
        picture = self.view.picture(sprite.piece, self.cell)
        if sprite.scale != 1:
            size = max(1, round(self.cell * sprite.scale))
            picture = pygame.transform.smoothscale(picture, (size, size))
        elif sprite.water or sprite.opacity < 1:
            picture = picture.copy()
        if sprite.water:
            tint = [round(255 + (channel - 255) * sprite.water) for channel in DROWNED_TINT]
            picture.fill(tint, special_flags=pygame.BLEND_RGB_MULT)
        if sprite.opacity < 1:
            picture.set_alpha(round(255 * sprite.opacity))
        return picture

    # --- above the pieces

    def _draw_notices(self) -> None:
        for notice in self.state.notices:
            if notice.danger is Danger.UNDER_ATTACK and self.state.show_attack:
                self._draw_attack(notice)
            elif notice.danger is Danger.WILL_DROWN and self.state.show_drowning and not self._left(notice):
                self._badge(markers.drowning(self.cell), notice.square, -1, 1)

    def _left(self, notice: Notice) -> bool:
        return len(self.state.path) > 1 and notice.square == self.state.path[0]

    def _draw_attack(self, notice: Notice) -> None:
        taken = self._taken()
        attackers = [source for source in notice.sources if source not in taken]
        if not attackers:
            return
        self._stamp(markers.alarm(self.cell), notice.square)
        for source in attackers:
            self._arrow(source, notice.square, markers.RED, THIN_WIDTH, (0.34, 0.46))
        self._badge(markers.warning(self.cell), notice.square, 1, -1)

    def _draw_path(self) -> None:
        path = self.state.path
        for square in self.state.taken:
            self._stamp(markers.victim(self.cell), square)
        if len(path) < 2:
            return
        for number, square in enumerate(path[1:-1], 1):
            self._stamp(markers.walked(self.cell, number), square)
        if path[-1] not in self.animator.hidden:
            self._badge(markers.walked(self.cell, len(path) - 1), path[-1], -1, -1)
            if self.state.complete:
                self._badge(markers.stop_here(self.cell), path[-1], 1, 1)

    def _draw_legs(
        self,
        path: tuple[int, ...],
        gap: float,
        end_gap: float,
        colour: Colour = markers.INK,
        alpha: int = 255,
    ) -> None:
        """Draw arrows along a path, leaving so many cells free round its inner squares and its end."""
        for leg, (start, end) in enumerate(pairwise(path), 1):
            gaps = (0.0 if leg == 1 else gap, end_gap if leg == len(path) - 1 else gap)
            self._arrow(start, end, colour, PATH_WIDTH, gaps, alpha)

    def _draw_preview(self) -> None:
        preview = self.state.preview
        assert preview is not None
        for placed in preview.captured:
            self._stamp(markers.victim(self.cell), placed.square)
        for number, square in enumerate(preview.path[1:], 1):
            self._stamp(markers.walked(self.cell, number), square)
        for placed in preview.drowned:
            self._badge(markers.drowning(self.cell), placed.square, -1, 1)

    def _draw_targets(self) -> None:
        if not self.state.show_targets:
            return
        number = len(self.state.path)
        for target in self.state.targets:
            self._draw_target(target, number, target.square == self.state.hover, 255)
        for target in self.state.hover_targets:
            self._draw_target(target, 1, False, HINT)

    def _draw_target(self, target: Target, number: int, aimed: bool, alpha: int) -> None:
        """Draw where a click may go; the shape tells a quiet move, a capture there and a jump over others."""
        if target.square in target.captures:
            mark = markers.ring(self.cell)
        elif target.captures:
            mark = markers.landing(self.cell, number)
        else:
            mark = markers.dot(self.cell)
        self._stamp(mark if alpha == 255 else markers.faint(mark, alpha), target.square)
        for square in target.captures:
            if square != target.square:
                over = markers.victim(self.cell) if aimed else markers.threatened(self.cell)
                self._stamp(over if alpha == 255 else markers.faint(over, alpha), square)

    def _draw_cursor(self) -> None:
        if self.state.cursor is not None:
            self._stamp(markers.cursor(self.cell), self.state.cursor)

    def _draw_drag(self) -> None:
        drag = self.state.drag
        piece = None if drag is None else self._shown().get(drag.square)
        if drag is None or piece is None:
            return
        x, y = drag.xy
        self._blit(markers.shadow(self.cell), (x, y + self.cell * 0.08))
        rect = pygame.Rect(0, 0, self.cell, self.cell)
        rect.center = x, y
        self.view.draw_piece(self.surface, piece, rect)

    # --- placing pictures

    def _stamp(self, picture: pygame.Surface, square: int) -> None:
        self.surface.blit(picture, self.geometry.square_rect(square)[:2])

    def _badge(self, picture: pygame.Surface, square: int, right: int, down: int) -> None:
        x, y = self.geometry.point(*self.geometry.column_row(square))
        offset = CORNER * self.cell
        self._blit(picture, (x + right * offset, y + down * offset))

    def _blit(self, picture: pygame.Surface, center: tuple[float, float]) -> None:
        width, height = picture.get_size()
        self.surface.blit(picture, (round(center[0] - width / 2), round(center[1] - height / 2)))

    def _arrow(
        self,
        start: int,
        end: int,
        colour: Colour,
        width: float,
        gaps: tuple[float, float],
        alpha: int = 255,
    ) -> None:
        (x, y, *_), (to_x, to_y, *_) = self.geometry.square_rect(start), self.geometry.square_rect(end)
        across, down = (to_x - x) // self.cell, (to_y - y) // self.cell
        if not across and not down:
            return
        left, top = min(x, to_x), min(y, to_y)
        for picture, offset in markers.arrow(self.cell, across, down, colour, width, gaps, alpha):
            self.surface.blit(picture, (left + offset[0], top + offset[1]))


def _opaque_if_full(picture: pygame.Surface) -> pygame.Surface:
    """Return the picture without an alpha channel if it needs none, which is drawn several times faster."""
    width, height = picture.get_size()
    if not pygame.display.get_surface():
        return picture
    if pygame.mask.from_surface(picture, 254).count() == width * height:
        return picture.convert()
    return picture.convert_alpha()
