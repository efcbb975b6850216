"""The canvas for boards and pieces: the pixels of a surface, or the elements of an SVG picture.

A skin draws on a `Paper`, so that a shared picture that can be enlarged looks like the board in the window.
"""

from __future__ import annotations

import base64
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from html import escape
from io import BytesIO

import pygame

from congo_gui.draw.assets import Face, load_svg, read_asset, text_picture

Colour = tuple[int, int, int]
Mirrored = tuple[bool, bool]
"""True if a picture is mirrored horizontally, and True if vertically."""
SUPERSAMPLING = 2
"""An outline is drawn this many times larger and scaled down, for smooth edges."""
SHAPE_ALPHA = 60
"""The least opacity at which a pixel belongs to a picture's shape."""
FONTS, BOLD = "Inter,Arial,sans-serif", 700
BASELINE = 0.36
"""How far the baseline is below the middle of a capital, as a share of the font size."""
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_ELEMENTS = re.compile(r"<svg\b[^>]*?viewBox=\"([^\"]+)\"[^>]*>(?:\s*<title>.*?</title>)?(.*)</svg>", re.S)
_FILL = re.compile(r'fill="#[0-9a-f]{6}"')


class Paper(ABC):
    """The canvas of a skin. Places are in pixels, y downwards."""

    @abstractmethod
    def fill(self, colour: Colour, rect: pygame.Rect | tuple[int, int, int, int]) -> None:
        """Fill a rectangle."""

    @abstractmethod
    def picture(self, name: str, rect: pygame.Rect, mirrored: Mirrored = (False, False)) -> None:
        """Draw a picture of the assets so that it fills `rect`."""

    @abstractmethod
    def outline(self, name: str, rect: pygame.Rect, colour: Colour) -> None:
        """Draw the shape of a picture in one colour."""

    @abstractmethod
    def text(
        self, text: str, size: int, colour: Colour, middle: tuple[int, int], by_ink: bool = False
    ) -> None:
        """Draw bold text centred at `middle`; with `by_ink`, its visible pixels are centred."""

    @abstractmethod
    def shape(
        self,
        rect: pygame.Rect,
        pixels: Callable[[], pygame.Surface],
        elements: Callable[[], str] | None = None,
    ) -> None:
        """Draw `pixels`; `elements` returns the same for an SVG picture, if that is possible."""

    @abstractmethod
    def darken(self, colour: Colour, rect: pygame.Rect | tuple[int, int, int, int]) -> None:
        """Multiply everything drawn so far, which lies in `rect`, with a colour."""


class SurfacePaper(Paper):
    """Draws on a surface."""

    def __init__(self, surface: pygame.Surface) -> None:
        self.surface = surface

    def fill(self, colour: Colour, rect: pygame.Rect | tuple[int, int, int, int]) -> None:
        self.surface.fill(colour, rect)

    def picture(self, name: str, rect: pygame.Rect, mirrored: Mirrored = (False, False)) -> None:
        picture = load_svg(name, *rect.size)
        self.surface.blit(pygame.transform.flip(picture, *mirrored) if any(mirrored) else picture, rect)

    def outline(self, name: str, rect: pygame.Rect, colour: Colour) -> None:
        large = load_svg(name, rect.width * SUPERSAMPLING, rect.height * SUPERSAMPLING)
        mask = pygame.mask.from_surface(large, SHAPE_ALPHA)
        shape = mask.to_surface(setcolor=(*colour, 255), unsetcolor=(*colour, 0))
        self.surface.blit(pygame.transform.smoothscale(shape, rect.size), rect)

    def text(
        self, text: str, size: int, colour: Colour, middle: tuple[int, int], by_ink: bool = False
    ) -> None:
        picture = text_picture(text, size, Face.BOLD, colour)
        if by_ink:
            ink = picture.get_bounding_rect()
            self.surface.blit(picture, (middle[0] - ink.centerx, middle[1] - ink.centery))
        else:
            self.surface.blit(picture, picture.get_rect(center=middle))

    def shape(
        self,
        rect: pygame.Rect,
        pixels: Callable[[], pygame.Surface],
        elements: Callable[[], str] | None = None,
    ) -> None:
        self.surface.blit(pixels(), rect)

    def darken(self, colour: Colour, rect: pygame.Rect | tuple[int, int, int, int]) -> None:
        self.surface.fill(colour, rect, special_flags=pygame.BLEND_RGB_MULT)


class SvgPaper(Paper):
    """Collects SVG elements. A picture that is drawn several times is defined once."""

    def __init__(self) -> None:
        self.elements: list[str] = []
        self.symbols: dict[str, str] = {}
        """By id: pictures that elements refer to."""

    def fill(self, colour: Colour, rect: pygame.Rect | tuple[int, int, int, int]) -> None:
        self.elements.append(element("rect", **rect_attributes(rect), fill=hexadecimal(colour)))

    def picture(self, name: str, rect: pygame.Rect, mirrored: Mirrored = (False, False)) -> None:
        self._use(self._symbol(name, "", lambda drawing: drawing), rect, mirrored)

    def outline(self, name: str, rect: pygame.Rect, colour: Colour) -> None:
        one_colour = f'fill="{hexadecimal(colour)}"'
        of_colour = f"-{hexadecimal(colour)[1:]}"
        self._use(self._symbol(name, of_colour, lambda drawing: _FILL.sub(one_colour, drawing)), rect)

    def text(
        self, text: str, size: int, colour: Colour, middle: tuple[int, int], by_ink: bool = False
    ) -> None:
        x, y = middle
        font = {"font_family": FONTS, "font_weight": BOLD, "font_size": size, "text_anchor": "middle"}
        place = {"x": x, "y": f"{y + BASELINE * size:.1f}"}
        self.elements.append(element("text", escape(text), **place, **font, fill=hexadecimal(colour)))

    def shape(
        self,
        rect: pygame.Rect,
        pixels: Callable[[], pygame.Surface],
        elements: Callable[[], str] | None = None,
    ) -> None:
        if elements is None:
            self.elements.append(element("image", **rect_attributes(rect), href=png_data_url(pixels())))
        else:
            to_middle = f"translate({rect.centerx},{rect.centery})"
            self.elements.append(element("g", elements(), transform=to_middle))

    def darken(self, colour: Colour, rect: pygame.Rect | tuple[int, int, int, int]) -> None:
        self.elements = [_darkened(element, colour) for element in self.elements]
        self.symbols = {name: _darkened(symbol, colour) for name, symbol in self.symbols.items()}

    def _symbol(self, name: str, kind: str, change: Callable[[str], str]) -> str:
        """Return the id of a picture of the assets; define it first if necessary."""
        id = re.sub(r"\W+", "-", name.removesuffix(".svg")) + kind
        if id not in self.symbols:
            found = _ELEMENTS.search(read_asset(name))
            assert found is not None
            view, drawing = found.groups()
            lines = (line.strip() for line in change(drawing).splitlines())
            inside = "".join(lines)
            self.symbols[id] = element("symbol", inside, id=id, viewBox=view, preserveAspectRatio="none")
        return id

    def _use(self, id: str, rect: pygame.Rect, mirrored: Mirrored = (False, False)) -> None:
        turn = {}
        if any(mirrored):
            across, down = (-1 if is_mirrored else 1 for is_mirrored in mirrored)
            x, y = (
                2 * middle if is_mirrored else 0
                for is_mirrored, middle in zip(mirrored, _middle(rect), strict=True)
            )
            turn = {"transform": f"matrix({across},0,0,{down},{x:g},{y:g})"}
        self.elements.append(element("use", href=f"#{id}", **rect_attributes(rect), **turn))


def element(tag: str, inside: str = "", /, **attributes: object) -> str:
    """Return an element of SVG; an underscore in the name of an attribute becomes a hyphen."""
    words = [tag, *(f'{name.replace("_", "-")}="{value}"' for name, value in attributes.items())]
    return f"<{' '.join(words)}>{inside}</{tag}>" if inside else f"<{' '.join(words)}/>"


def rect_attributes(rect: pygame.Rect | tuple[int, int, int, int]) -> dict[str, int]:
    """Return a rectangle as attributes of an element."""
    return dict(zip(("x", "y", "width", "height"), rect, strict=True))


def hexadecimal(colour: Colour) -> str:
    """Return a colour as SVG and HTML write it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def png(surface: pygame.Surface) -> bytes:
    """Return a picture as the contents of a PNG file."""
    file = BytesIO()
    pygame.image.save(surface, file, "picture.png")
    return file.getvalue()


def png_data_url(surface: pygame.Surface) -> str:
    """Return a picture as a ``data:`` URL."""
    return "data:image/png;base64," + base64.b64encode(png(surface)).decode()


def _darkened(element: str, by: Colour) -> str:
    """Return an element with all its colours multiplied with another."""

    def mixed(found: re.Match[str]) -> str:
        parts = bytes.fromhex(found.group()[1:])
        red, green, blue = (part * factor // 255 for part, factor in zip(parts, by, strict=True))
        return hexadecimal((red, green, blue))

    return _COLOUR.sub(mixed, element)


def _middle(rect: pygame.Rect) -> tuple[float, float]:
    return rect.x + rect.width / 2, rect.y + rect.height / 2
