"""A screen that fills the window with a board and a panel beside it or below it."""

from __future__ import annotations

import pygame

from congo_gui.board.controller import MoveMethod
from congo_gui.draw.theme import Theme
from congo_gui.draw.window_surface import merged
from congo_gui.play.wording import square_words
from congo_gui.screens.shared.base import Host, Screen
from congo_gui.screens.shared.board_area import BoardWidget


class BoardScreen(Screen):
    """Redraws the changed parts of the board, and the whole panel if `_dirty`."""

    covers = True
    board: BoardWidget
    """Set by subclasses."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._window = pygame.Rect(0, 0, 0, 0)
        self._overlay: tuple[object, ...] = ()
        self._read_square: int | None = None
        """The square of the keyboard's cursor that a screen reader has read."""

    def _relayout(self) -> None:
        """Repeat the layout in the same window."""
        if self.theme is not None:
            self.layout(self._window, self.theme)

    def _flip(self) -> None:
        """Flip the board."""
        self.board.display.set_flipped(not self.board.display.flipped)
        self._relayout()

    def handle(self, event: pygame.event.Event) -> bool:
        self.board.controller.method = MoveMethod(self._host.settings.move_method)
        focus, used = self.group.focus, self.group.handle(event)
        self._dirty |= used or self.group.focus is not focus
        self._read_cursor()
        self._after_input()
        return used

    def _read_cursor(self) -> None:
        """Tell a screen reader where the keyboard's cursor is, if it has moved."""
        cursor, display = self.board.controller.state.cursor, self.board.display
        if cursor != self._read_square and cursor is not None:
            self._host.screen_reader(square_words(display.rules, display.position, cursor))
        self._read_square = cursor

    def _command_run(self) -> None:
        self._dirty = True
        self._after_input()

    def _after_input(self) -> None:
        """Update everything after an event or a command."""

    def apply_settings(self) -> None:
        self.board.display.animate(self._host.settings.animation_pace)

    def set_covered(self, covered: bool) -> None:
        super().set_covered(covered)
        self.board.display.river.covered = covered

    def update(self, seconds: float) -> None:
        self._full |= self.toast.update()
        self._dirty |= self.group.update(seconds)

    def _explain(self, text: str) -> None:
        """Explain a rejected click; an empty text removes the explanation."""
        if text:
            self.toast.show(text)
        else:
            self.toast.hide()

    # --- drawing

    @property
    def toast_place(self) -> pygame.Rect:
        """The rectangle at whose bottom toasts appear, or below or above it if there is space."""
        return self.board.display.outer_rect

    @property
    def _occupied(self) -> list[pygame.Rect]:
        """The rectangles of the controls beside the board, which a toast must not hide."""
        return [widget.rect for widget in self.group.widgets if widget.visible and widget is not self.board]

    @property
    def needs_drawing(self) -> bool:
        return super().needs_drawing or self.board.display.changed

    def _changed_areas(self, surface: pygame.Surface, theme: Theme) -> list[pygame.Rect]:
        overlay, self._overlay = self._overlay, self._overlaid
        areas = [*self.board.display.compose(), *self._panel_changes(surface, theme)]
        if self._full or overlay != self._overlay:
            return [surface.get_rect()]
        return merged(area.clip(surface.get_rect()) for area in areas)

    def _panel_changes(self, surface: pygame.Surface, theme: Theme) -> list[pygame.Rect]:
        """Return the changed parts of the panel."""
        return [self._panel_area(surface)] if self._dirty else []

    def _panel_area(self, surface: pygame.Surface) -> pygame.Rect:
        """Return the part to redraw when a control changes: everything right of the board."""
        window, right = surface.get_rect(), self.board.rect.right
        if any(
            widget.visible and widget.rect.x < right
            for widget in self.group.widgets
            if widget is not self.board
        ):
            return window
        return pygame.Rect(right, 0, window.right - right, window.height)

    @property
    def _overlaid(self) -> tuple[object, ...]:
        """The overlays on the whole window."""
        tip = self.group.hovered if self.group.tip_shown else None
        return tip, tip.tip if tip else "", self.board.help.text

    def _draw_all(self, surface: pygame.Surface, theme: Theme) -> None:
        if not self.board.display.outer_rect.contains(surface.get_clip()):
            surface.fill(theme.colours.background)
        self.group.draw(surface, theme)
        self._draw_labels(surface, theme)
        self.toast.draw(surface, theme, self.toast_place, self._occupied)
        self.board.help.draw(surface, theme)
        self.group.draw_tip(surface, theme)

    def _draw_labels(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the labels and other parts that are not controls."""
