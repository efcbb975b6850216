"""The question before a move that exposes the lion or king; arrows on the board show why."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.board.controller import MoveEntered
from congo_gui.board.state import Arrow, BoardState, Purpose, arrows_along
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.exposure import Exposure, exposure, is_weak
from congo_gui.play.session import Session
from congo_gui.screens.play import texts
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.board_area import BoardArea
from congo_gui.screens.shared.dialog import BUTTON, TITLE_HEIGHT, ConfirmScreen
from engine.rules.values import Move

Play = Callable[..., None]
"""Plays a move along a path; the piece is already displayed on the square at that index of the path."""
MARGIN, PADDING, GAP = 8, 16, 8


class ExposureScreen(ConfirmScreen):
    """Asks whether to play a move along `path`; `board` returns the rectangle that must not be covered."""

    _dims_below = False

    def __init__(
        self,
        host: Host,
        exposed: Exposure,
        path: tuple[int, ...],
        state: BoardState,
        board: Callable[[], pygame.Rect],
        play: Callable[[], None],
    ) -> None:
        names = exposed.attacker, exposed.source_name, exposed.kind, exposed.square_name
        question, words = texts.exposes(exposed.kind), texts.could_capture(*names)
        super().__init__(host, question, words, texts.PLAY_ANYWAY, play, texts.TAKE_BACK)
        self._board, self._state, self._arrows = board, state, state.arrows
        threat = Arrow(exposed.source, exposed.square, Purpose.THREAT)
        state.arrows = (*arrows_along(path), threat)

    def close(self) -> None:
        self._state.arrows = self._arrows

    def _place_box(self, window: pygame.Rect, theme: Theme) -> pygame.Rect:
        board, margin = self._board(), 2 * theme.px(MARGIN)
        right = pygame.Rect(board.right, 0, window.right - board.right, window.height)
        below = pygame.Rect(0, board.bottom, window.width, window.bottom - board.bottom)
        free = max(right, below, key=lambda rect: rect.width * rect.height)
        width = min(theme.px(self._size[0]), free.width - margin)
        box = pygame.Rect(0, 0, width, min(self._height(width, theme), window.height - margin))
        box.center = free.center
        return box.clamp(window.inflate(-margin, -margin))

    def _height(self, width: int, theme: Theme) -> int:
        """Return the height of a box of that width, in pixels."""
        lines = theme.wrap(self.message, Role.BODY, width - 2 * theme.px(PADDING))
        text = len(lines) * theme.line_height(Role.BODY)
        rows = 1 if self._in_a_row(width - 2 * theme.px(PADDING), theme) else 2
        return theme.px(TITLE_HEIGHT) + text + rows * theme.px(BUTTON + GAP) + theme.px(PADDING)

    def _in_a_row(self, width: int, theme: Theme) -> bool:
        """Return whether both buttons fit beside each other."""
        return (
            sum(button.natural_width(theme) for button in (self.action_button, self.cancel_button))
            + theme.px(GAP)
            <= width
        )

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        super()._arrange(inside, theme)
        if self._in_a_row(inside.width, theme):
            return
        height = theme.px(BUTTON)
        place = pygame.Rect(inside.x, inside.bottom - height, inside.width, height)
        self.cancel_button.place(place, theme)
        self.action_button.place(place.move(0, -height - theme.px(GAP)), theme)
        self._text.height = self.action_button.rect.y - theme.px(GAP) - self._text.y


class MoveGuard:
    """Plays the moves of a human; asks first if one exposes the lion or king."""

    def __init__(self, host: Host, session: Session, board: BoardArea, play: Play) -> None:
        self._host, self._session, self._board, self._play = host, session, board, play

    def enter(self, chosen: MoveEntered) -> None:
        """Play a move, or ask whether to."""
        session, exposed = self._session, self._exposure(chosen.move)
        if exposed is None:
            self._play(chosen.move, chosen.path, chosen.shown)
            return
        at = session.game, session.game.cursor

        def play() -> None:
            if at == (session.game, session.game.cursor) and session.outcome is None:
                self._play(chosen.move, chosen.path)

        state, board = self._board.controller.state, lambda: self._board.display.outer_rect
        self._host.push(ExposureScreen(self._host, exposed, chosen.path, state, board, play))

    def _exposure(self, move: Move) -> Exposure | None:
        """Return the piece that a human's move exposes, if the settings ask for a question."""
        current, wanted = self._session.current, self._host.settings.ask_before_exposing
        weak = current.has_human and any(is_weak(player.level) for player in current.players)
        if wanted == "never" or (wanted == "weak" and not weak):
            return None
        return exposure(current.rules, current.position, move)
