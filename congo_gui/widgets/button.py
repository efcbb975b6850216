"""Buttons with text, a picture, a piece or a tick; and placing buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum

import pygame

from congo_gui.draw.drawing import draw_box, draw_disc, icon, place_text
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Colour, Role, Theme
from congo_gui.widgets import texts
from congo_gui.widgets.base import LEFT_BUTTON, PRESS_KEYS, Widget
from engine.rules.values import Piece

ICON_SIZE = 22
TICK = "✓"
BADGE = 8
"""Radius of the tick's disc at scale 1."""


class Look(Enum):
    """How prominent a button is."""

    PLAIN = "plain"
    PRIMARY = "primary"
    FLAT = "flat"
    """Without a frame."""


class Clickable(Widget):
    """A control that calls `run` on a click, Enter or Space."""

    focusable = True

    def __init__(self, run: Callable[[], None]) -> None:
        super().__init__()
        self._run = run

    def handle(self, event: pygame.event.Event) -> bool:
        if not self.enabled:
            return False
        if event.type == pygame.MOUSEBUTTONDOWN:
            return bool(event.button == LEFT_BUTTON)
        if event.type == pygame.MOUSEBUTTONUP and self.pressed and event.button == LEFT_BUTTON:
            if self.rect.collidepoint(event.pos):
                self._run()
            return True
        if event.type == pygame.KEYDOWN and event.key in PRESS_KEYS:
            self._run()
            return True
        return False


class Button(Clickable):
    """A button; functions for label, state and tooltip are called for every drawing."""

    def __init__(
        self,
        label: str | Callable[[], str],
        run: Callable[[], None],
        *,
        tip: str | Callable[[], str] = "",
        icon_name: str | Callable[[], str] = "",
        enabled: Callable[[], bool] = lambda: True,
        chosen: Callable[[], bool] = lambda: False,
        look: Look = Look.PLAIN,
        role: Role = Role.STRONG,
        short: str = "",
        labels: Sequence[str] = (),
    ) -> None:
        super().__init__(run)
        self._label, self._tip, self._icon = label, tip, icon_name
        self._enabled, self._chosen = enabled, chosen
        self.look, self.role = look, role
        self.show_label = True
        self._short = short
        """A shorter label, used below the picture and if the whole label does not fit."""
        self._labels = labels
        """All labels that it may have, for a width that does not change."""

    @property
    def label(self) -> str:
        """The text on it."""
        return self._label if isinstance(self._label, str) else self._label()

    @property
    def words(self) -> str:
        label = self.label or self.tip
        return texts.chosen(label) if self._chosen() else label

    @property
    def _icon_name(self) -> str:
        return self._icon if isinstance(self._icon, str) else self._icon()

    @property
    def enabled(self) -> bool:
        return self._enabled()

    def label_fits_below_icon(self, theme: Theme) -> bool:
        """Return whether the whole label fits under the picture."""
        return theme.width(self._short or self.label, Role.CAPTION) <= self.rect.width - theme.px(4)

    def natural_width(self, theme: Theme) -> int:
        """Return the width that shows the whole label, in pixels."""
        picture = theme.px(ICON_SIZE + 8) if self._icon_name else 0
        widest = max(theme.width(label, self.role) for label in (self.label, *self._labels))
        return widest + picture + theme.px(28)

    @property
    def appearance(self) -> object:
        shown = self.label, self._icon_name, self.show_label, self.look
        return shown, self.enabled, self._chosen(), self.hovered, self.pressed, self.focused

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        fill, outline, ink = self._colours(theme)
        if fill is not None:
            draw_box(surface, self.rect, theme.px(8), fill, outline, theme.px(1.2))
        self._draw_focus(surface, theme)
        self._draw_content(surface, theme, ink)

    def _colours(self, theme: Theme) -> tuple[Colour | None, Colour | None, Colour]:
        colours = theme.colours
        if not self.enabled:
            fill = colours.panel if self.look is not Look.FLAT else None
            return fill, colours.outline if fill else None, colours.faded
        if self.look is Look.PRIMARY:
            fill = colours.accent_hover if self.hovered else colours.accent
            return fill, None, colours.on_accent
        if self._chosen():
            return colours.accent_soft, colours.accent, colours.text
        if self.pressed:
            return colours.accent_soft, colours.outline, colours.text
        if self.look is Look.FLAT:
            return (colours.sunken if self.hovered else None), None, colours.text
        return (colours.sunken if self.hovered else colours.raised), colours.outline, colours.text

    def _draw_content(self, surface: pygame.Surface, theme: Theme, ink: Colour) -> None:
        name, label = self._icon_name, self.label if self.show_label else ""
        stacked = bool(name and label) and self.rect.height >= theme.px(46)
        size = theme.px(ICON_SIZE)
        if name and not label:
            picture = icon(name, size, ink)
            surface.blit(picture, picture.get_rect(center=self.rect.center))
        elif stacked:
            self._draw_stacked(surface, theme, ink, size)
        else:
            self._draw_row(surface, theme, ink, size if name else 0)

    def _draw_stacked(self, surface: pygame.Surface, theme: Theme, ink: Colour, size: int) -> None:
        label = theme.shorten(self._short or self.label, Role.CAPTION, self.rect.width - theme.px(4))
        text = theme.text(label, Role.CAPTION, ink)
        top = self.rect.y + (self.rect.height - size - text.get_height() - theme.px(2)) // 2
        surface.blit(icon(self._icon_name, size, ink), (self.rect.centerx - size // 2, top))
        surface.blit(text, (self.rect.centerx - text.get_width() // 2, top + size + theme.px(2)))

    def _draw_row(self, surface: pygame.Surface, theme: Theme, ink: Colour, size: int) -> None:
        gap = theme.px(8) if size else 0
        available = self.rect.width - size - gap - theme.px(8)
        label = self.label if theme.width(self.label, self.role) <= available else self._short or self.label
        text = theme.text(theme.shorten(label, self.role, available), self.role, ink)
        left = self.rect.x + (self.rect.width - size - gap - text.get_width()) // 2
        if size:
            picture = icon(self._icon_name, size, ink)
            surface.blit(picture, (left, self.rect.centery - size // 2))
        surface.blit(text, (left + size + gap, self.rect.centery - text.get_height() // 2))


class Chip(Button):
    """A button with a short label; `done` returns whether it is ticked."""

    def __init__(
        self,
        label: str,
        run: Callable[[], None],
        *,
        tip: str,
        chosen: Callable[[], bool],
        done: Callable[[], bool],
    ) -> None:
        super().__init__(label, run, tip=tip, chosen=chosen, role=Role.SMALL)
        self._done = done

    @property
    def done(self) -> bool:
        """True if it is ticked."""
        return self._done()

    @property
    def words(self) -> str:
        return ". ".join(filter(None, (super().words, self.tip)))

    @property
    def appearance(self) -> object:
        return super().appearance, self.done

    def drawn_rect(self, theme: Theme) -> pygame.Rect:
        return super().drawn_rect(theme).inflate(2 * theme.px(BADGE), 2 * theme.px(BADGE))

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        super().draw(surface, theme)
        if self.done:
            radius = min(theme.px(BADGE), self.rect.height // 3)
            middle = (self.rect.right - radius // 2, self.rect.y + radius // 2)
            draw_disc(surface, middle, radius, theme.colours.focus)
            place_text(surface, theme, TICK, Role.CAPTION, theme.colours.on_accent, center=middle)


class PieceButton(Button):
    """Shows a piece instead of a label; the tooltip is its name."""

    def __init__(
        self, skin: Skin, piece: Piece, name: str, run: Callable[[], None], chosen: Callable[[], bool]
    ) -> None:
        super().__init__(name, run, tip=name, chosen=chosen)
        self._skin, self._piece = skin, piece

    def _draw_content(self, surface: pygame.Surface, theme: Theme, ink: Colour) -> None:
        del ink
        side = min(self.rect.size) - theme.px(6)
        place = pygame.Rect(0, 0, side, side)
        place.center = self.rect.center
        self._skin.draw_piece(surface, self._piece, place)


def place_all(widgets: Sequence[Widget], rects: Sequence[pygame.Rect], theme: Theme) -> None:
    """Place controls in as many rectangles."""
    for widget, rect in zip(widgets, rects, strict=True):
        widget.place(rect, theme)


def place_from_right(
    buttons: Iterable[Button], corner: tuple[int, int], height: int, theme: Theme, min_width: int = 110
) -> int:
    """Place buttons in a row that ends at its lower right corner, the first one rightmost.

    Each is as wide as its label, at least `min_width` at scale 1. Returns where the space left of them ends.
    """
    right, bottom = corner
    for button in buttons:
        width = max(theme.px(min_width), button.natural_width(theme))
        button.place(pygame.Rect(right - width, bottom - height, width, height), theme)
        right -= width + theme.px(8)
    return right


def place_in_rows(buttons: Iterable[Button], inside: pygame.Rect, top: int, height: int, theme: Theme) -> int:
    """Place buttons from the left in as many rows as they need; return where the last row ends."""
    gap, left = theme.px(6), inside.x
    for button in buttons:
        width = min(button.natural_width(theme), inside.width)
        if left > inside.x and left + width > inside.right:
            left, top = inside.x, top + height + gap
        button.place(pygame.Rect(left, top, width, height), theme)
        left += width + gap
    return top + height
