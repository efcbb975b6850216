"""A game as an animated GIF: a frame for each turn, with the players above and the move below."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame

from congo_gui.draw.geometry import Geometry
from congo_gui.draw.surfaces import opaque_surface
from congo_gui.draw.theme import Role, Theme
from congo_gui.share.gif import GifFile, GifPalette, Pixels
from congo_gui.share.pictures import BoardPainter
from congo_gui.share.shared_game import SharedGame
from engine.rules.values import FIRST, SECOND

MOVE_S, END_S = 1.0, 4.0
"""Seconds for which a turn and the last position are shown."""
BOARD, TEXT_SCALE, BAR, GAP = 448, 1.2, 34, 12
"""Pixels of the longer side of the squares, the texts' scale, and pixels of their bars and margins."""
SAMPLES = 12
"""The frames from which the colours are taken."""


class Frames:
    """Draws the frames of a game."""

    def __init__(self, shared: SharedGame) -> None:
        self._shared, self._theme = shared, Theme(TEXT_SCALE, shared.scheme)
        board = shared.geometry(_cell(shared))
        _, _, width, height = board.outer_rect
        self.size = width, height + 2 * BAR
        self._geometry: Geometry = board.moved(0, BAR)
        self._painter = BoardPainter(shared, self._geometry)
        self._surface = opaque_surface(self.size)

    def draw(self, at: int) -> Pixels:
        """Return the pixels of the frame after `at` plies."""
        shared, surface = self._shared, self._surface
        surface.fill(self._theme.colours.panel)
        ended = at == len(shared.plies) and shared.result
        caption = f"{shared.numbered(at)}   {shared.result}" if ended else shared.numbered(at)
        self._line(0, " · ".join(shared.side_title(side) for side in (FIRST, SECOND)), Role.STRONG)
        self._line(self.size[1] - BAR, caption, Role.BODY)
        self._painter.draw(surface, at)
        return pygame.surfarray.array3d(surface)

    def _line(self, top: int, caption: str, role: Role) -> None:
        theme = self._theme
        text = theme.text(theme.shorten(caption, role, self.size[0] - 2 * GAP), role, theme.colours.text)
        self._surface.blit(text, (GAP, top + (BAR - text.get_height()) // 2))


def _cell(shared: SharedGame) -> int:
    """Return the size of a square that makes all games' animations about the same size."""
    columns, rows = shared.rules.notation.shape(shared.record.start)
    return BOARD // max(columns, rows)


def animation(shared: SharedGame, progress: Callable[[int, int], None]) -> bytes:
    """Return the game as a GIF file; `progress` is called with the number of finished frames and of all."""
    frames, last = Frames(shared), len(shared.plies)
    file = GifFile(frames.size, GifPalette(frames.draw(at) for at in _samples(last)))
    for at in range(last + 1):
        progress(at, last + 1)
        file.add(frames.draw(at), END_S if at == last else MOVE_S)
    return file.data()


def _samples(last: int) -> Iterator[int]:
    return iter(sorted({round(at * last / SAMPLES) for at in range(SAMPLES + 1)}))
