"""Pictures and fonts, loaded at the required size.

The results are cached and shared: do not change them. All files are read at the first use, because they may
be replaced or removed while the window is open.
"""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from enum import Enum
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import pygame

from congo_gui.draw import texts
from engine.system import files

MAX_CACHED_PICTURES = 160
"""Two sizes of all pieces of the largest game and some spare; at 250 pixels a picture takes 250 kB."""
MAX_CACHED_FONTS = 32
MAX_CACHED_WIDTHS = 20_000
"""Enough for all texts that the largest screens measure to wrap them; an entry takes some 200 bytes."""

MAX_LETTERS = 2_000
"""No window shows a longer line, so no more of a text is measured or drawn."""
MAX_TEXT_WIDTH = 16_000
"""Pixels."""
REPLACEMENT = "\ufffd"

_KEPT = ("*.svg", "board/*", "icons/*", "sprites/**/*.svg", "fonts/*", "share/*")
"""The files that are read at the first use, 0.9 MB."""
_ROOT_TAG = re.compile(rb"<svg\b[^>]*>")
_SIZE = re.compile(rb"""\s(width|height)\s*=\s*["']\s*([\d.]+)[^"']*["']""")


class AssetError(RuntimeError):
    """A picture or font is missing or damaged; the message names the file."""


@lru_cache(maxsize=MAX_CACHED_PICTURES)
def load_svg(name: str, width: int, height: int) -> pygame.Surface:
    """Return the picture ``assets/<name>`` drawn at exactly `width` by `height` pixels, with alpha.

    Raises:
        AssetError: the picture is missing or damaged.
    """
    path = files.asset_path(*name.split("/"))
    drawing = _resized(_read(name), width, height, path)
    try:
        picture = pygame.image.load(BytesIO(drawing), "picture.svg")
    except pygame.error as error:
        raise AssetError(texts.damaged_picture(path, error)) from error
    return picture.convert_alpha() if pygame.display.get_surface() else picture


class Face(Enum):
    """The fonts; the value is the file's name."""

    REGULAR = "Inter-Regular.otf"
    BOLD = "Inter-Bold.otf"
    FIXED = "DejaVuSansMono.ttf"
    """Monospaced, with distinct l, I and 1: for FENs."""


def read_asset(name: str) -> str:
    """Return the text of ``assets/<name>``, such as the SVG source of a picture.

    Raises:
        AssetError: it cannot be read.
    """
    return _read(name).decode("utf-8", "replace")


def load_font(size: int, face: Face = Face.REGULAR) -> pygame.font.Font:
    """Return the program's own font at `size` pixels.

    Raises:
        AssetError: the font is missing or damaged.
    """
    if not pygame.font.get_init():
        _open_font.cache_clear()
        pygame.font.init()
    return _open_font(size, face)


@lru_cache(maxsize=MAX_CACHED_WIDTHS)
def text_width(text: str, size: int, face: Face = Face.REGULAR) -> int:
    """Return the width of a text in the program's own font, in pixels."""
    return int(load_font(size, face).size(_drawable(text))[0])


def text_picture(text: str, size: int, face: Face, colour: tuple[int, int, int]) -> pygame.Surface:
    """Return a text of any contents in the program's own font; one without width is an empty picture."""
    font, text = load_font(size, face), _drawable(text)
    while (width := font.size(text)[0]) > MAX_TEXT_WIDTH:
        text = text[: len(text) // 2]
    return font.render(text if width else "", True, colour)


def _drawable(text: str) -> str:
    """Return the beginning of a text, with `REPLACEMENT` for characters that no font can draw."""
    text = text[:MAX_LETTERS]
    if text.isprintable():
        return text
    return "".join(REPLACEMENT if unicodedata.category(letter) in ("Cc", "Cs") else letter for letter in text)


@lru_cache(maxsize=MAX_CACHED_FONTS)
def _open_font(size: int, face: Face) -> pygame.font.Font:
    # A font that outlives pygame.quit() crashes the process when it is used after the next init.
    pygame.register_quit(_open_font.cache_clear)
    name = f"fonts/{face.value}"
    try:
        return pygame.font.Font(BytesIO(_read(name)), size)
    except pygame.error as error:
        raise AssetError(texts.damaged_font(files.asset_path(*name.split("/")), error)) from error


@lru_cache(maxsize=1)
def _kept(package: Path) -> dict[str, bytes]:
    """Return the files in the assets of a package that can be read, by name."""
    folder, found = files.find_assets(package), {}
    for path in (path for pattern in _KEPT for path in folder.glob(pattern)):
        with suppress(OSError):
            found[path.relative_to(folder).as_posix()] = path.read_bytes()
    return found


def _read(name: str) -> bytes:
    kept = _kept(files.PACKAGE).get(name)
    if kept is not None:
        return kept
    path = files.asset_path(*name.split("/"))
    try:
        return path.read_bytes()
    except OSError as error:
        raise AssetError(texts.unreadable(path, error.strerror)) from error


def _resized(drawing: bytes, width: int, height: int, path: Path) -> bytes:
    """Return the SVG with another nominal size: SDL rasterises at that size and no other."""
    root = _ROOT_TAG.search(drawing)
    # SDL silently ignores what follows an error, so a truncated file has to be detected here.
    if root is None or b"</svg>" not in drawing:
        raise AssetError(texts.incomplete_picture(path))
    tag = root.group()
    size = dict(_SIZE.findall(tag))
    attributes = _SIZE.sub(b"", tag)[len(b"<svg") : -1]
    if b"viewBox" not in tag and len(size) == 2:
        attributes += b' viewBox="0 0 %s %s"' % (size[b"width"], size[b"height"])
    new_tag = b'<svg width="%d" height="%d"%s>' % (width, height, attributes)
    return drawing[: root.start()] + new_tag + drawing[root.end() :]
