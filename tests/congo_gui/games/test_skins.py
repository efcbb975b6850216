"""Skins: found by name, distinguishable without colours, and the river of Congo's board."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from congo_gui import games as skins
from congo_gui.draw.geometry import Geometry, margin_of
from congo_gui.draw.theme import Scheme
from congo_gui.games import Skin, SkinError
from engine import rules
from engine.rules.values import Piece
from tests.congo_gui.pictures import colours, luminance

CONGO = skins.get("congo")
RULES = rules.get("congo")
A1, D1, A4, D4, D6, G7 = 0, 3, 21, 24, 38, 48
SAND_SQUARE, RIVER_SQUARE, CASTLE_SQUARE = 7, 22, 9
UNTOUCHED = (255, 0, 255)
CELL = 60


def geometry(cell: int, flipped: bool = False) -> Geometry:
    margin = round(0.42 * cell)
    return Geometry(margin, margin, cell, 7, 7, flipped, margin)


def canvas(place: Geometry) -> pygame.Surface:
    surface = pygame.Surface(place.outer_rect[2:])
    surface.fill(UNTOUCHED)
    return surface


def board(cell: int, flipped: bool = False) -> pygame.Surface:
    place = geometry(cell, flipped)
    surface = canvas(place)
    CONGO.draw_board(surface, place)
    return surface


def square(surface: pygame.Surface, place: Geometry, number: int) -> pygame.Surface:
    return surface.subsurface(place.square_rect(number))


def changed(before: pygame.Surface, after: pygame.Surface) -> npt.NDArray[np.bool_]:
    return np.asarray((colours(before) != colours(after)).any(axis=2))


# --- finding skins


def test_every_shown_game_has_a_skin() -> None:
    assert "congo" in skins.names()
    for name in skins.names():
        assert isinstance(skins.get(name), Skin)


def test_an_unknown_skin_is_named() -> None:
    with pytest.raises(SkinError, match="okapi"):
        skins.get("okapi")


def test_names_an_invalid_skin_module(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skins, "import_module", ModuleType)
    with pytest.raises(SkinError, match=r"games\.okapi\.skin"):
        skins.get("okapi")


def test_explains_an_unimportable_skin(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise ModuleNotFoundError("No module named 'paint'", name="paint")

    monkeypatch.setattr(skins, "import_module", fail)
    with pytest.raises(ModuleNotFoundError, match="paint"):
        skins.get("half_done")


def test_a_damaged_game_does_not_keep_the_others_from_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []

    def load(name: str) -> ModuleType:
        loaded.append(name)
        raise SyntaxError(name)

    monkeypatch.setattr(skins, "import_module", load)
    skins.get.cache_clear()
    skins.load_all()
    assert len(loaded) == len(skins.names())


def test_a_board_without_animation_stays_still() -> None:
    class Plain(Skin):
        def draw_board(self, surface: pygame.Surface, geometry: Geometry) -> None:
            pass

        def draw_piece(self, surface: pygame.Surface, piece: Piece, rect: pygame.Rect) -> None:
            pass

        def avatar(self, side: int) -> Piece:
            return Piece(side, "L")

    place = geometry(40)
    assert Plain().animated_area(place) is None


# --- every game's pieces without colours


def opposites(game: str) -> list[tuple[Piece, Piece]]:
    """Return the pairs of pieces that differ only in their side."""
    played, skin = rules.get(game), skins.get(game)
    if played.facts.stones:
        return [(skin.avatar(0), skin.avatar(1))]
    return [(Piece(0, kind), Piece(1, kind)) for kind in played.facts.kind_names]


PAIRS = [(name, pair) for name in skins.names() for pair in opposites(name)]
MIDDLE, BESIDE = (slice(15, 45), slice(15, 45)), (slice(9, 14), slice(24, 36))
"""The compared parts of a piece: its middle, and its token left of the figure."""


@pytest.mark.parametrize("scheme", Scheme)
@pytest.mark.parametrize(("game", "pair"), PAIRS, ids=str)
def test_every_piece_differs_in_grey_from_the_other_sides_and_from_the_board(
    display: pygame.Surface, game: str, pair: tuple[Piece, Piece], scheme: Scheme
) -> None:
    del display
    played, skin = rules.get(game), skins.get(game).with_scheme(scheme)
    columns, rows = played.notation.shape(played.start())
    margin = margin_of(CELL)
    place = Geometry(margin, margin, CELL, columns, rows, False, margin)
    surface = canvas(place)
    skin.draw_board(surface, place)
    light: dict[int, list[list[float]]] = {0: [], 1: []}
    for number in (0, 1):
        ground = square(surface, place, number)
        assert UNTOUCHED not in {tuple(ground.get_at((x, x)))[:3] for x in range(CELL)}
        before = luminance(ground)
        for piece in pair:
            shown = ground.copy()
            skin.draw_piece(shown, piece, shown.get_rect())
            after = luminance(shown)
            assert (np.abs(after - before) > 0.2).mean() > 0.1
            light[piece.side].append([float(after[where].mean()) for where in (MIDDLE, BESIDE)])
    lighter, darker = sorted((np.array(light[side]) for side in (0, 1)), key=np.sum, reverse=True)
    assert max(lighter.min(axis=0) - darker.max(axis=0)) > 0.15


# --- Congo's board


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("cell", [1, 9, 36, 200])
def test_the_board_covers_its_rectangle(cell: int, flipped: bool) -> None:
    pixels = colours(board(cell, flipped))
    assert not (pixels == UNTOUCHED).all(axis=2).any()


def test_the_board_is_drawn_the_same_each_time() -> None:
    assert not changed(board(50), board(50)).any()


def test_nothing_is_drawn_beside_the_board() -> None:
    place = geometry(40).moved(30, 20)
    surface = pygame.Surface((400, 380))
    surface.fill(UNTOUCHED)
    CONGO.draw_board(surface, place)
    surface.fill(UNTOUCHED, place.outer_rect)
    assert (colours(surface) == UNTOUCHED).all()


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("cell", [36, 200])
def test_river_castle_and_sand_differ_without_colour(cell: int, flipped: bool) -> None:
    place, surface = geometry(cell, flipped), board(cell, flipped)
    sand, castle, river = (
        float(luminance(square(surface, place, number)).mean())
        for number in (SAND_SQUARE, CASTLE_SQUARE, RIVER_SQUARE)
    )
    assert sand > castle + 0.1
    assert castle > river + 0.1


@pytest.mark.parametrize("flipped", [False, True])
def test_river_and_castles_lie_where_the_rules_have_them(flipped: bool) -> None:
    place, surface = geometry(60, flipped), board(60, flipped)
    light = {number: float(luminance(square(surface, place, number)).mean()) for number in range(49)}
    river = {number for number in range(49) if light[number] < 0.55}
    castles = {number for number in range(49) if 0.55 <= light[number] < 0.74}
    assert river == set(range(21, 28))
    assert castles == {7 * row + column for row in (0, 1, 2, 4, 5, 6) for column in (2, 3, 4)}


@pytest.mark.parametrize("cell", [36, 90])
def test_neighbouring_squares_can_be_distinguished(cell: int) -> None:
    place, surface = geometry(cell), board(cell)
    for number in range(49):
        if number % 7 == 6:
            continue
        one, other = (
            np.median(colours(square(surface, place, n)), axis=(0, 1)) for n in (number, number + 1)
        )
        assert np.abs(one - other).max() >= 8


def test_coordinates_turn_with_the_board() -> None:
    def letter(flipped: bool, number: int) -> npt.NDArray[np.float64]:
        place, surface = geometry(60, flipped), board(60, flipped)
        x = place.center(number)[0]
        margin = pygame.Rect(x - 12, place.outer_rect[3] - place.margin, 24, place.margin)
        return colours(surface.subsurface(margin))

    assert (letter(False, A1) == letter(True, A1)).all()
    assert (letter(False, A1) != letter(True, G7)).any()


def test_ranks_turn_with_the_board() -> None:
    def number(flipped: bool, of: int) -> npt.NDArray[np.float64]:
        place, surface = geometry(60, flipped), board(60, flipped)
        y = place.center(of)[1]
        return colours(surface.subsurface(pygame.Rect(0, y - 12, place.margin, 24)))

    assert (number(False, A1) == number(True, A1)).all()
    assert (number(False, A1) != number(True, G7)).any()


# --- Congo's pieces


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("kind", sorted(RULES.facts.kind_names))
def test_every_piece_is_drawn_inside_its_rectangle(kind: str, side: int) -> None:
    before, after = pygame.Surface((100, 100)), pygame.Surface((100, 100))
    rect = pygame.Rect(20, 30, 50, 50)
    CONGO.draw_piece(after, Piece(side, kind), rect)
    where = changed(before, after)
    assert where[20:70, 30:80].mean() > 0.4
    where[20:70, 30:80] = False
    assert not where.any()


# --- life in Congo's river


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("cell", [36, 90])
def test_only_the_river_moves(cell: int, flipped: bool) -> None:
    place, still = geometry(cell, flipped), board(cell, flipped)
    area = CONGO.animated_area(place)
    assert area is not None
    left, y, across, height = area
    assert area.contains(place.square_rect(D4))
    for seconds in (0.0, 3.3, 1000.7):
        alive = still.copy()
        CONGO.animate_board(alive, place, seconds)
        where = changed(still, alive)
        assert where[left : left + across, y : y + height].any()
        where[left : left + across, y : y + height] = False
        assert not where.any()


def test_the_river_moves() -> None:
    place = geometry(60)
    frames = [board(60), board(60)]
    for frame, seconds in zip(frames, (2.0, 2.5), strict=True):
        CONGO.animate_board(frame, place, seconds)
    assert changed(*frames).any()


def test_the_river_respects_and_restores_the_clip() -> None:
    place, still = geometry(60), board(60)
    alive = still.copy()
    clip = pygame.Rect(place.square_rect(A4))
    alive.set_clip(clip)
    for seconds in range(12):
        CONGO.animate_board(alive, place, float(seconds))
        assert alive.get_clip() == clip
    where = changed(still, alive)
    where[clip.left : clip.right, clip.top : clip.bottom] = False
    assert not where.any()


# --- colour schemes


def mean(picture: pygame.Surface) -> float:
    return float(luminance(picture).mean())


def middle_of(surface: pygame.Surface, place: Geometry, number: int) -> pygame.Surface:
    rect = pygame.Rect(place.square_rect(number))
    return surface.subsurface(rect.inflate(-rect.width // 3, -rect.height // 3))


@pytest.mark.parametrize("scheme", Scheme)
def test_grounds_differ_in_grey_in_every_scheme(display: pygame.Surface, scheme: Scheme) -> None:
    del display
    place = geometry(80)
    surface = canvas(place)
    CONGO.with_scheme(scheme).draw_board(surface, place)
    assert UNTOUCHED not in {tuple(surface.get_at((x, x)))[:3] for x in range(surface.get_width())}
    sand, river, castle = (mean(middle_of(surface, place, one)) for one in (SAND_SQUARE, RIVER_SQUARE, 10))
    assert sand - river > 0.12
    assert castle - river > 0.06
    assert sand - castle > 0.05


@pytest.mark.parametrize("scheme", Scheme)
@pytest.mark.parametrize("kind", "PLZEGMCS")
def test_the_sides_differ_in_grey_from_each_other_and_the_board(
    display: pygame.Surface, scheme: Scheme, kind: str
) -> None:
    """A good part of every piece differs clearly in lightness from any ground and from the other side."""
    del display
    skin, place = CONGO.with_scheme(scheme), geometry(80)
    surface = canvas(place)
    skin.draw_board(surface, place)
    shown: dict[int, list[float]] = {0: [], 1: []}
    for number in (SAND_SQUARE, RIVER_SQUARE, CASTLE_SQUARE):
        for side in (0, 1):
            ground = square(surface, place, number).copy()
            before = luminance(ground)
            skin.draw_piece(ground, Piece(side, kind), ground.get_rect())
            after = luminance(ground)
            assert (np.abs(after - before) > 0.25).mean() > 0.1
            shown[side].append(float(after[13:67, 13:67].mean()))
    assert min(shown[0]) - max(shown[1]) > 0.15


def test_at_high_contrast_every_piece_has_an_outline(display: pygame.Surface) -> None:
    del display
    skin = CONGO.with_scheme(Scheme.CONTRAST)
    for side, ground, line in ((0, (128, 128, 128), (0, 0, 0)), (1, (128, 128, 128), (255, 255, 255))):
        surface = pygame.Surface((80, 80))
        surface.fill(ground)
        skin.draw_piece(surface, Piece(side, "L"), surface.get_rect())
        row = [tuple(surface.get_at((x, 40)))[:3] for x in range(80)]
        first = next(colour for colour in row if colour != ground and colour in ((0, 0, 0), (255, 255, 255)))
        assert first == line


def test_the_river_rests_at_high_contrast() -> None:
    assert CONGO.with_scheme(Scheme.CONTRAST).animated_area(geometry(40)) is None
    assert CONGO.with_scheme(Scheme.NIGHT).animated_area(geometry(40)) is not None
    assert CONGO.with_scheme(Scheme.NIGHT).with_scheme(Scheme.DAY) is CONGO
