"""Colours, type and spacing of the window. The board's own colours belong to its skin."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from enum import Enum

import pygame

from congo_gui.assets import load_font

Colour = tuple[int, int, int]

BASE_LONG, BASE_SHORT = 1180, 800
"""The window size, long and short side, at which the scale is 1."""
SMALLEST_SCALE, LARGEST_SCALE = 0.8, 5.0
SMALLEST_FONT = 11
"""Pixels; smaller text is not readable on any screen."""
TEXTS_KEPT = 600


class Role(Enum):
    """What a text is for; the value is its size at scale 1 and whether it is bold."""

    CAPTION = (12, False)
    SMALL = (13, False)
    BODY = (15, False)
    STRONG = (15, True)
    HEADING = (18, True)
    TITLE = (24, True)


@dataclass(frozen=True)
class Palette:
    """The colours of the user interface."""

    background: Colour
    panel: Colour
    raised: Colour
    sunken: Colour
    outline: Colour
    text: Colour
    muted: Colour
    accent: Colour
    accent_hover: Colour
    accent_soft: Colour
    on_accent: Colour
    river: Colour
    danger: Colour
    danger_soft: Colour
    shade: Colour
    white_side: Colour
    black_side: Colour

    @property
    def faded(self) -> Colour:
        """The ink of what cannot be used now."""
        red, green, blue = ((a + 2 * b) // 3 for a, b in zip(self.muted, self.panel, strict=True))
        return red, green, blue


DAY = Palette(
    background=(235, 219, 189),
    panel=(250, 243, 228),
    raised=(255, 250, 240),
    sunken=(243, 232, 208),
    outline=(214, 193, 155),
    text=(58, 40, 27),
    muted=(110, 88, 66),
    accent=(176, 78, 44),
    accent_hover=(152, 63, 33),
    accent_soft=(246, 219, 194),
    on_accent=(255, 249, 240),
    river=(38, 118, 135),
    danger=(158, 38, 32),
    danger_soft=(252, 228, 218),
    shade=(46, 30, 18),
    white_side=(252, 244, 226),
    black_side=(66, 46, 36),
)


def scale_for(width: int, height: int) -> float:
    """Return the one factor for fonts and margins in a window of that size."""
    factor = min(max(width, height) / BASE_LONG, min(width, height) / BASE_SHORT)
    return min(LARGEST_SCALE, max(SMALLEST_SCALE, factor))


class Theme:
    """Fonts, spacing and colours at one scale; renders and measures text."""

    def __init__(self, scale: float, colours: Palette = DAY) -> None:
        self.scale = scale
        self.colours = colours
        self._texts: OrderedDict[tuple[str, Role, Colour], pygame.Surface] = OrderedDict()

    def px(self, units: float) -> int:
        """Return a length in pixels; units are pixels at scale 1, multiples of 4 or 8 for spacing."""
        return max(1, round(units * self.scale)) if units > 0 else 0

    def font(self, role: Role) -> pygame.font.Font:
        """Return the font for a kind of text."""
        size, bold = role.value
        return load_font(max(SMALLEST_FONT, round(size * self.scale)), bold)

    def line_height(self, role: Role) -> int:
        """Return the distance between two lines in pixels."""
        return int(self.font(role).get_linesize())

    def width(self, text: str, role: Role) -> int:
        """Return how wide a text is in pixels."""
        return int(self.font(role).size(text)[0])

    def text(self, text: str, role: Role, colour: Colour) -> pygame.Surface:
        """Return a text as a picture; the last few hundred are kept."""
        key = (text, role, colour)
        picture = self._texts.pop(key, None)
        if picture is None:
            picture = self.font(role).render(text, True, colour)
        self._texts[key] = picture
        if len(self._texts) > TEXTS_KEPT:
            self._texts.popitem(last=False)
        return picture

    def shorten(self, text: str, role: Role, width: int, kept: int = 0) -> str:
        """Return the text, part of it replaced by an ellipsis if it is wider than `width` pixels.

        That part is the end, but for the last `kept` characters, which stay.
        """
        if self.width(text, role) <= width:
            return text
        end = "…" + text[len(text) - kept :]
        low, high = 0, len(text) - kept
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(text[:middle].rstrip() + end, role) <= width:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + end

    def wrap(self, text: str, role: Role, width: int) -> list[str]:
        """Break a text into lines of at most `width` pixels; a longer word is broken."""
        lines: list[str] = []
        for paragraph in text.split("\n"):
            line = ""
            for word in paragraph.split(" "):
                for piece in self._pieces(word, role, width):
                    longer = f"{line} {piece}" if line else piece
                    if line and self.width(longer, role) > width:
                        lines.append(line)
                        longer = piece
                    line = longer
            lines.append(line)
        return lines

    def _pieces(self, word: str, role: Role, width: int) -> list[str]:
        pieces = []
        while len(word) > 1 and self.width(word, role) > width:
            end = len(word) - 1
            while end > 1 and self.width(word[:end], role) > width:
                end -= 1
            pieces.append(word[:end])
            word = word[end:]
        return [*pieces, word]
