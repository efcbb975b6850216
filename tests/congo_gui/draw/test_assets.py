"""Pictures and fonts: every shipped file loads and looks right.

After a picture was redrawn on purpose, ``python -m tests.congo_gui.draw.test_assets`` writes the reference
pictures anew; look at them before committing.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from congo_gui import games as skins
from congo_gui.draw import assets
from congo_gui.draw.assets import AssetError, Face, load_font, load_svg
from congo_gui.draw.theme import Role
from congo_gui.games.tiled import TiledSkin
from congo_gui.screens.window.about import licence_parts
from engine.system.files import asset_path
from tests.congo_gui.pictures import Colour, colours, luminance, on_ground, opacity

REPOSITORY = Path(__file__).parents[3]
REFERENCES = REPOSITORY / "tests" / "data" / "sprites"
REFERENCE_SIZE = 64
SPRITES = tuple(
    path.relative_to(asset_path()).as_posix() for path in sorted(asset_path("sprites").rglob("*.svg"))
)
DRAWINGS = (
    *SPRITES,
    "icon.svg",
    *(f"board/{path.name}" for path in sorted(asset_path("board").glob("*.svg"))),
)


def _by_kind() -> dict[str, list[str]]:
    """Return the pictures of both sides by kind, the first side's first."""
    found: dict[str, list[str]] = {}
    for name in SPRITES:
        folder, _, file = name.rpartition("/")
        found.setdefault(f"{folder}/{file.split('_', 1)[1]}", []).append(name)
    return found


KINDS = _by_kind()
"""By kind: the pictures of the dark side and of the light one, ``black`` before ``white``."""
SHAPES = {"svg", "title", "path", "circle", "ellipse", "rect", "polygon"}
ATTRIBUTES = {
    "width",
    "height",
    "viewBox",
    "fill",
    "fill-opacity",
    "d",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "x",
    "y",
}
MIN_DIFFERENCE = 0.07
"""The share of its square in which a piece looks clearly unlike another kind of its side."""
GROUNDS: dict[str, Colour] = {"sand": (232, 208, 160), "castle": (209, 153, 109), "river": (54, 133, 157)}


# --- loading pictures


@pytest.mark.parametrize("size", [(1, 1), (40, 40), (128, 128), (301, 301), (90, 30)])
def test_a_picture_has_exactly_the_size_asked_for(size: tuple[int, int]) -> None:
    picture = load_svg("sprites/white_lion.svg", *size)
    assert picture.get_size() == size


def test_a_picture_is_rendered_at_each_size_rather_than_scaled() -> None:
    large = opacity(load_svg("sprites/black_lion.svg", 512, 512))
    soft = np.mean((large > 0.05) & (large < 0.95))
    assert soft < 0.01, "the token's edge is smeared over several pixels"


def test_the_same_size_is_rasterised_once() -> None:
    assert load_svg("icon.svg", 32, 32) is load_svg("icon.svg", 32, 32)


def test_the_cache_is_bounded() -> None:
    for size in range(1, assets.MAX_CACHED_PICTURES + 20):
        load_svg("board/ripple.svg", size, 3)
    assert load_svg.cache_info().currsize <= assets.MAX_CACHED_PICTURES


def test_a_missing_picture_is_named() -> None:
    with pytest.raises(AssetError, match=r"white_okapi\.svg"):
        load_svg("sprites/white_okapi.svg", 40, 40)


@pytest.mark.parametrize(
    "text",
    ["", "no picture", "<svg", '<svg width="9" height="9" viewBox="0 0 9 9"><path d="M0 0'],
    ids=["empty", "text", "cut in the tag", "cut in a path"],
)
def test_a_damaged_picture_is_named(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "damaged.svg").write_text(text)
    monkeypatch.setattr("engine.system.files.PACKAGE", tmp_path / "engine")
    with pytest.raises(AssetError, match=r"damaged\.svg"):
        load_svg("damaged.svg", 40, 40)


def test_a_drawing_without_view_box_is_scaled_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "plain.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="10px" height="10px">'
        '<rect x="0" y="0" width="10" height="10" fill="#ff0000"/></svg>'
    )
    monkeypatch.setattr("engine.system.files.PACKAGE", tmp_path / "engine")
    assert load_svg("plain.svg", 50, 50).get_at((48, 48)) == pygame.Color(255, 0, 0)


# --- files that change while the window is open


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copies pictures and fonts into another folder, loads one of them, and returns the folder."""
    folder = tmp_path / "assets"
    for kind in ("icons", "fonts"):
        shutil.copytree(asset_path(kind), folder / kind)
    monkeypatch.setattr("engine.system.files.PACKAGE", tmp_path / "engine")
    load_svg.cache_clear()
    load_svg("icons/new.svg", 20, 20)
    return folder


def _remove(path: Path) -> None:
    path.unlink()


def _damage(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize(("change", "size"), [(_remove, 203), (_damage, 204)], ids=["removed", "damaged"])
def test_the_window_goes_on_with_the_files_that_it_began_with(
    change: Callable[[Path], None], size: int, copied: Path
) -> None:
    for file in copied.rglob("*.*"):
        change(file)
    assert load_svg("icons/new.svg", size, size).get_bounding_rect()
    assert load_svg("icons/undo.svg", size, size).get_bounding_rect(), "not loaded before"
    assert load_font(size, Face.FIXED).size("Congo")[0]
    assert [text for role, text in licence_parts() if role is Role.STRONG]


# --- fonts


def test_fonts_are_loaded_once_a_size() -> None:
    assert load_font(18) is load_font(18)
    assert load_font(18) is not load_font(18, Face.BOLD)


def test_bold_is_heavier() -> None:
    regular, bold = (
        opacity(load_font(40, heavy).render("Congo", True, (0, 0, 0))).sum()
        for heavy in (Face.REGULAR, Face.BOLD)
    )
    assert bold > 1.2 * regular


@pytest.mark.parametrize("sign", "→←↑↓½×−–…’é✓●")
def test_fonts_have_every_used_character(sign: str) -> None:
    def raster(text: str) -> bytes:
        return pygame.image.tobytes(load_font(24).render(text, True, (0, 0, 0)), "RGBA")

    missing = "\U0010fffd"
    assert raster(sign) != raster(missing)


def test_fonts_survive_a_restart_of_pygame() -> None:
    program = (
        "import pygame; from congo_gui.draw.assets import load_font\n"
        "for restart in range(3):\n"
        "    load_font(20).render('lion', True, (0, 0, 0)); pygame.quit(); pygame.display.init()\n"
        "    pygame.font.init()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=REPOSITORY, timeout=60, check=False)
    assert done.returncode == 0


def test_the_fonts_licence_is_shipped() -> None:
    licence = asset_path("fonts", "OFL.txt").read_text(encoding="utf-8")
    assert licence.startswith("Copyright")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert "Bitstream Vera" in asset_path("fonts", "DejaVu-LICENSE.txt").read_text(encoding="utf-8")


def test_l_i_and_1_are_distinguishable() -> None:
    def picture(sign: str) -> bytes:
        return pygame.image.tobytes(load_font(13, Face.FIXED).render(sign, True, (0, 0, 0)), "RGBA")

    assert len({picture(sign) for sign in "lI1|"}) == len("lI1|")
    assert len({load_font(13, Face.FIXED).size(sign) for sign in "lIW/7"}) == 1


# --- what drawings may hold


def test_drawings_are_plain_filled_shapes() -> None:
    for name in DRAWINGS:
        root = ElementTree.parse(asset_path(*name.split("/"))).getroot()
        for element in root.iter():
            assert element.tag.split("}")[1] in SHAPES, name
            assert set(element.attrib) <= ATTRIBUTES, name
        assert root.get("viewBox"), name
        assert root[0].text, f"{name} has no title"


# --- the pieces


@pytest.mark.parametrize("name", SPRITES)
def test_pieces_fill_their_square_and_leave_its_edge_free(name: str) -> None:
    for size in (36, 64, 250):
        check_place(opacity(load_svg(name, size, size)), size)


def check_place(alpha: np.ndarray[Any, Any], size: int) -> None:
    """Check that a piece fills its square, centred and with a free margin."""
    seen = alpha > 0.5
    for across in (seen.any(axis=1), seen.any(axis=0)):
        (where,) = np.nonzero(across)
        first, last = where[0], where[-1]
        assert last - first > 0.72 * size
        assert abs(first + last + 1 - size) < 0.13 * size, "off the middle"
    assert max(edge.max() for edge in (alpha[0], alpha[-1], alpha[:, 0], alpha[:, -1])) == 0


@pytest.mark.parametrize("kind", KINDS)
def test_sides_differ_by_light_and_dark(kind: str) -> None:
    black, white = (load_svg(name, 64, 64) for name in KINDS[kind])
    mean = [float(luminance(piece)[opacity(piece) > 0.9].mean()) for piece in (white, black)]
    assert mean[0] - mean[1] > 0.2


@pytest.mark.parametrize("kind", KINDS)
def test_sides_differ_by_shape(kind: str) -> None:
    black, white = (opacity(load_svg(name, 64, 64)) > 0.5 for name in KINDS[kind])
    assert np.sum(white ^ black) > 0.06 * np.sum(white | black)


def _like(name: str) -> str:
    """Return the common features of all pictures of one side of a game."""
    return name.split("_")[0]


def test_kinds_differ_in_small_and_without_colour() -> None:
    grey = {name: luminance(on_ground(load_svg(name, 40, 40), GROUNDS["sand"])) for name in SPRITES}
    for one, other in combinations(SPRITES, 2):
        if _like(one) == _like(other):
            assert np.mean(np.abs(grey[one] - grey[other]) > 0.15) > MIN_DIFFERENCE, (one, other)


def _grounds(name: str) -> tuple[Colour, ...]:
    """Return the backgrounds of a piece: the squares of its game's board, Congo's if it has no folder."""
    skin = skins.get(name.split("/")[1]) if name.count("/") > 1 else None
    return skin.colours.tones if isinstance(skin, TiledSkin) else tuple(GROUNDS.values())


def test_pieces_stand_out_from_every_ground() -> None:
    for name in SPRITES:
        piece = load_svg(name, 64, 64)
        plain = pygame.Surface(piece.get_size())
        for ground in _grounds(name):
            plain.fill(ground)
            contrast = np.abs(luminance(piece) - luminance(plain))
            assert np.mean(contrast[opacity(piece) > 0.9] > 0.2) > 0.25, (name, ground)


@pytest.mark.parametrize("name", SPRITES)
def test_pieces_look_like_the_reference(name: str) -> None:
    reference = pygame.image.load(_reference(name))
    piece = load_svg(name, REFERENCE_SIZE, REFERENCE_SIZE)
    for ground in ((255, 255, 255), (0, 0, 0)):
        difference = np.abs(colours(on_ground(piece, ground)) - colours(on_ground(reference, ground)))
        assert difference.mean() < 3
        assert np.mean(difference.max(axis=2) > 60) < 0.01


def _reference(name: str) -> Path:
    return (REFERENCES / Path(name).relative_to("sprites")).with_suffix(".png")


def write_references() -> None:
    """Write the reference pictures of the pieces."""
    for name in SPRITES:
        _reference(name).parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(load_svg(name, REFERENCE_SIZE, REFERENCE_SIZE), _reference(name))


if __name__ == "__main__":
    write_references()
