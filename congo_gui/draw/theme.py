"""Colours of the three themes, type and spacing. The board's own colours belong to its skin."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from enum import Enum

import pygame

from congo_gui.draw.assets import MAX_LETTERS, Face, load_font, text_picture, text_width
from congo_gui.draw.surfaces import clear_surface

Colour = tuple[int, int, int]

BASE_LONG, BASE_SHORT = 1180, 800
"""The window size, long and short side, at which the scale is 1."""
MIN_SCALE, MAX_SCALE = 0.8, 5.0
MIN_LONG, MIN_SHORT = 620, 460
"""The pixels that every screen needs at scale 1; the scale is limited so that the window has them."""
MIN_FONT_PX = 11
"""Pixels; smaller text is not readable on any screen."""
MAX_CACHED_TEXTS = 600
MAX_WRAPPED = 10_000
"""Letters; no text in a window can be longer."""


class Scheme(Enum):
    """The colour schemes that a player can choose."""

    DAY = "day"
    NIGHT = "night"
    CONTRAST = "contrast"

    @classmethod
    def named(cls, name: str) -> Scheme:
        """Return the scheme with that name in the settings, the default for an unknown one."""
        return next((scheme for scheme in cls if scheme.value == name), cls.DAY)


class Role(Enum):
    """The role of a text; the value is its size at scale 1 and its font."""

    CAPTION = (12, Face.REGULAR)
    SMALL = (13, Face.REGULAR)
    BODY = (15, Face.REGULAR)
    STRONG = (15, Face.BOLD)
    HEADING = (18, Face.BOLD)
    TITLE = (24, Face.BOLD)
    CODE = (13, Face.FIXED)
    """Positions as text."""


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
    faded: Colour
    accent: Colour
    accent_hover: Colour
    accent_soft: Colour
    on_accent: Colour
    focus: Colour
    """For the frame round the focused control, and for marks that must differ from the accent."""
    danger: Colour
    danger_soft: Colour
    good: Colour
    good_soft: Colour
    shade: Colour
    bubble: Colour
    on_bubble: Colour


_COLOURS: dict[str, tuple[Colour, Colour, Colour]] = {
    "background": ((235, 219, 189), (20, 22, 28), (255, 255, 255)),
    "panel": ((250, 243, 228), (33, 36, 45), (255, 255, 255)),
    "raised": ((255, 250, 240), (44, 48, 59), (255, 255, 255)),
    "sunken": ((243, 232, 208), (27, 29, 37), (226, 226, 226)),
    "outline": ((214, 193, 155), (80, 86, 102), (0, 0, 0)),
    "text": ((58, 40, 27), (238, 233, 222), (0, 0, 0)),
    "muted": ((110, 88, 66), (178, 175, 168), (44, 44, 44)),
    "faded": ((154, 138, 116), (124, 126, 132), (118, 118, 118)),
    "accent": ((176, 78, 44), (230, 150, 92), (0, 58, 150)),
    "accent_hover": ((152, 63, 33), (246, 178, 124), (0, 34, 96)),
    "accent_soft": ((246, 219, 194), (78, 59, 47), (255, 226, 96)),
    "on_accent": ((255, 249, 240), (32, 19, 11), (255, 255, 255)),
    "focus": ((38, 118, 135), (112, 196, 214), (176, 0, 98)),
    "danger": ((158, 38, 32), (255, 150, 134), (156, 0, 0)),
    "danger_soft": ((252, 228, 218), (74, 37, 37), (255, 226, 224)),
    "good": ((30, 98, 48), (150, 222, 160), (0, 84, 24)),
    "good_soft": ((218, 239, 208), (28, 62, 42), (202, 255, 202)),
    "shade": ((46, 30, 18), (4, 5, 8), (0, 0, 0)),
    "bubble": ((46, 30, 18), (74, 80, 98), (0, 0, 0)),
    "on_bubble": ((255, 249, 240), (250, 246, 238), (255, 255, 255)),
}
"""By their names in `Palette`: by day, by night, and at high contrast."""
PALETTES = {
    scheme: Palette(**{name: colours[at] for name, colours in _COLOURS.items()})
    for at, scheme in enumerate(Scheme)
}


def scale_for(width: int, height: int, percent: int = 100) -> float:
    """Return the one factor for fonts and margins in a window of that size.

    `percent` is the player's text size. The result is limited so that text stays readable and the contents
    of every screen fit.
    """
    long, short = max(width, height), min(width, height)
    usual = max(MIN_SCALE, min(long / BASE_LONG, short / BASE_SHORT))
    largest = max(usual, min(long / MIN_LONG, short / MIN_SHORT))
    return min(MAX_SCALE, largest, max(MIN_SCALE, usual * percent / 100))


def _padded(font: pygame.font.Font, picture: pygame.Surface) -> pygame.Surface:
    """Return a line of text padded to the height of one with descenders, so that baselines agree."""
    width, height = picture.get_width(), font.size("gjpqy")[1]
    if picture.get_height() >= height:
        return picture
    padded = clear_surface((width, height))
    padded.blit(picture, (0, 0))
    return padded


class Theme:
    """Fonts, spacing and colours at one scale; renders and measures text.

    `board_share` is the share of the space for the board that it takes, `coordinates` whether it shows them.
    """

    def __init__(
        self, scale: float, scheme: Scheme = Scheme.DAY, board_share: float = 1.0, coordinates: bool = True
    ) -> None:
        self.scale, self.scheme = scale, scheme
        self.board_share, self.coordinates = board_share, coordinates
        self.colours = PALETTES[scheme]
        self._texts: OrderedDict[tuple[str, Role, Colour], pygame.Surface] = OrderedDict()

    def px(self, units: float) -> int:
        """Return a length in pixels; units are pixels at scale 1, multiples of 4 or 8 for spacing."""
        return max(1, round(units * self.scale)) if units > 0 else 0

    def font(self, role: Role) -> pygame.font.Font:
        """Return the font for a kind of text."""
        return load_font(*self._font(role))

    def _font(self, role: Role) -> tuple[int, Face]:
        """Return the size in pixels, and the face."""
        size, face = role.value
        return max(MIN_FONT_PX, round(size * self.scale)), face

    def line_height(self, role: Role) -> int:
        """Return the distance between two lines in pixels."""
        return int(self.font(role).get_linesize())

    def width(self, text: str, role: Role) -> int:
        """Return the width of a text in pixels."""
        return text_width(text[:MAX_LETTERS], *self._font(role))  # the cache keeps the text

    def text(self, text: str, role: Role, colour: Colour) -> pygame.Surface:
        """Return a text as a picture; the last few hundred are cached."""
        text = text[:MAX_LETTERS]
        key = (text, role, colour)
        picture = self._texts.pop(key, None)
        if picture is None:
            picture = _padded(self.font(role), text_picture(text, *self._font(role), colour))
        self._texts[key] = picture
        if len(self._texts) > MAX_CACHED_TEXTS:
            self._texts.popitem(last=False)
        return picture

    def shorten(self, text: str, role: Role, width: int, kept: int = 0) -> str:
        """Return the text, part of it replaced by an ellipsis if it is wider than `width` pixels.

        That part is the end, but for the last `kept` characters, which stay.
        """
        if self.width(text, role) <= width:
            return text
        end = "…" + text[len(text) - kept :]
        low, high = 0, min(len(text) - kept, MAX_LETTERS)
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(text[:middle].rstrip() + end, role) <= width:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + end

    def wrap(self, text: str, role: Role, width: int) -> list[str]:
        """Break a text into lines of at most `width` pixels; a longer word is broken."""
        if len(text) > MAX_WRAPPED:
            text = text[:MAX_WRAPPED] + "…"
        lines: list[str] = []
        for paragraph in text.split("\n"):
            if self.width(paragraph, role) <= width:
                lines.append(paragraph)
                continue
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
        while len(word) > 1:
            low, high = 1, 2
            while high < len(word) and self.width(word[:high], role) <= width:
                low, high = high, 2 * high
            if high >= len(word) and self.width(word, role) <= width:
                break
            while low < (end := (low + high) // 2):
                low, high = (end, high) if self.width(word[:end], role) <= width else (low, end)
            pieces.append(word[:low])
            word = word[low:]
        return [*pieces, word]
