"""A label on the board with the result of the game, placed where it hides as little as possible."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pygame

from congo_gui.board.display import BoardDisplay
from congo_gui.board.state import BoardState
from congo_gui.draw.drawing import draw_box, fitted_lines, place_text
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.session import Session
from congo_gui.screens.play.game_end import end_reason, end_title

MAX_LINES = 3
MAX_SHARE = 0.8
"""The maximum share of the board's width."""
ARROW_WEIGHT = 2
"""The cost of crossing an arrow, in hidden pieces."""


class EndPlaque:
    """Draws the result of a session's game, and its reason, on a board."""

    def __init__(self, session: Session, display: BoardDisplay, state: BoardState) -> None:
        self._session, self._display, self._state = session, display, state

    @property
    def lines(self) -> tuple[str, str]:
        """The result and its reason; both empty unless a game's final position is shown at rest."""
        outcome = self._session.outcome
        if outcome is None or not self._session.current.at_end or self._display.animator.running:
            return "", ""
        return end_title(self._session, outcome), end_reason(self._session, outcome)

    def draw(self, surface: pygame.Surface, theme: Theme) -> pygame.Rect | None:
        """Draw the label if the game is over; return its rectangle."""
        title, reason = self.lines
        if not title:
            return None
        board = pygame.Rect(self._display.geometry.board_rect)
        widest = round(MAX_SHARE * board.width)
        lines = [(theme.shorten(title, Role.HEADING, widest), Role.HEADING)]
        lines += [(line, Role.BODY) for line in fitted_lines(theme, reason, Role.BODY, widest, MAX_LINES)]
        width = max(theme.width(line, role) for line, role in lines)
        height = sum(theme.line_height(role) for _, role in lines)
        box = self._place(pygame.Rect(0, 0, width + 2 * theme.px(16), height + 2 * theme.px(8)), board)
        colours = theme.colours
        draw_box(surface, box, theme.px(10), colours.bubble, colours.on_bubble, theme.px(1))
        y = box.y + theme.px(8)
        for line, role in lines:
            y = place_text(surface, theme, line, role, colours.on_bubble, midtop=(box.centerx, y)).bottom
        return box

    def _place(self, box: pygame.Rect, board: pygame.Rect) -> pygame.Rect:
        """Return the box moved to where it hides least, as near to the middle as possible."""
        geometry, pieces = self._display.geometry, self._session.game.rules.notation.pieces
        taken = [pygame.Rect(geometry.square_rect(at)) for at in pieces(self._session.game.position)]
        legs = [leg for way in self._state.end_paths for leg in pairwise(way)]
        arrows = [(geometry.center(start), geometry.center(end)) for start, end in legs]

        def cost(place: pygame.Rect) -> tuple[int, int]:
            parts = (place.clip(rect) for rect in taken)
            hidden = sum(part.width * part.height for part in parts)
            crossed = sum(bool(place.clipline(*arrow)) for arrow in arrows)
            away = abs(place.centerx - board.centerx) + abs(place.centery - board.centery)
            return hidden + ARROW_WEIGHT * geometry.cell**2 * crossed, away

        return min(_places(box, board, geometry.cell), key=cost)


def _places(box: pygame.Rect, board: pygame.Rect, cell: int) -> Iterator[pygame.Rect]:
    """Yield places for a box within the board, half a square apart."""
    step = max(1, cell // 2)
    for y in range(0, board.height + 1, step):
        for x in range(0, board.width + 1, step):
            place = box.copy()
            place.center = (board.x + x, board.y + y)
            yield place.clamp(board)
