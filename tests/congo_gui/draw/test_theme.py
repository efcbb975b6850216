"""The theme: scale, and measuring and wrapping of text."""

from __future__ import annotations

import pygame
import pytest

from congo_gui.draw import theme as theme_module
from congo_gui.draw.assets import MAX_LETTERS, Face
from congo_gui.draw.theme import (
    MAX_SCALE,
    MIN_FONT_PX,
    MIN_SCALE,
    PALETTES,
    Colour,
    Palette,
    Role,
    Scheme,
    Theme,
    scale_for,
)

WORDS = "Your zebra on d4 drowns unless it leaves the river now."


@pytest.fixture
def theme(display: pygame.Surface) -> Theme:
    del display
    return Theme(1.0)


def test_the_usual_window_has_scale_one() -> None:
    assert scale_for(1180, 800) == 1.0
    assert scale_for(800, 1180) == 1.0


def test_the_scale_grows_with_the_window_and_has_bounds() -> None:
    assert scale_for(640, 480) == MIN_SCALE
    assert scale_for(3840, 2160) == pytest.approx(2.7)
    assert scale_for(30000, 30000) == MAX_SCALE


@pytest.mark.parametrize("role", Role)
def test_text_is_never_too_small_to_read(display: pygame.Surface, role: Role) -> None:
    del display
    assert Theme(MIN_SCALE).font(role).get_height() >= MIN_FONT_PX


def test_wrapped_text_fits_and_keeps_every_word(theme: Theme) -> None:
    lines = theme.wrap(WORDS, Role.BODY, 150)
    assert all(theme.width(line, Role.BODY) <= 150 for line in lines)
    assert " ".join(lines) == WORDS


def test_a_long_word_is_broken(theme: Theme) -> None:
    lines = theme.wrap("gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ", Role.BODY, 80)
    assert all(theme.width(line, Role.BODY) <= 80 for line in lines)
    assert "".join(lines) == "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ"


def test_a_word_is_broken_in_linear_time(theme: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[int] = []
    width = Theme.width

    def counted(theme: Theme, text: str, role: Role) -> int:
        measured.append(len(text))
        return width(theme, text, role)

    monkeypatch.setattr(Theme, "width", counted)
    letters = []
    for length in (500, 2000):
        measured.clear()
        theme.wrap("m" * length, Role.BODY, 80)
        letters.append(sum(measured))
    assert letters[1] < 5 * letters[0]


def test_the_caches_keep_no_long_texts(theme: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    """A comment of two million letters was kept at each key, for gigabytes."""
    kept: list[int] = []

    def counted(text: str, size: int, face: Face) -> int:
        kept.append(len(text))
        return len(text)

    monkeypatch.setattr(theme_module, "text_width", counted)
    assert theme.width("a" * 10 * MAX_LETTERS, Role.BODY) == MAX_LETTERS
    theme.text("a" * 10 * MAX_LETTERS, Role.BODY, (0, 0, 0))
    kept += [len(text) for text, _, _ in theme._texts]
    assert max(kept) == MAX_LETTERS


def test_shortened_text_fits(theme: Theme) -> None:
    short = theme.shorten(WORDS, Role.BODY, 100)
    assert short.endswith("…")
    assert theme.width(short, Role.BODY) <= 100
    assert theme.shorten("d4", Role.BODY, 100) == "d4"


def test_shortened_text_may_keep_its_end(theme: Theme) -> None:
    short = theme.shorten("a1c3a5c7e5c3e1g3e5g7 ×9", Role.BODY, 100, kept=5)
    assert short.startswith("a1")
    assert short.endswith("…g7 ×9")
    assert theme.width(short, Role.BODY) <= 100
    assert theme.shorten("b1d3 ×", Role.BODY, 100, kept=4) == "b1d3 ×"


def contrast(first: Colour, second: Colour) -> float:
    """Return the contrast ratio of two colours as defined by the WCAG."""

    def luminance(colour: Colour) -> float:
        parts = [value / 255 for value in colour]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


EVERY_PALETTE = pytest.mark.parametrize("palette", PALETTES.values(), ids=[one.value for one in PALETTES])


@EVERY_PALETTE
@pytest.mark.parametrize("ground", ["background", "panel", "raised", "sunken", "accent_soft"])
@pytest.mark.parametrize("ink", ["text", "muted"])
def test_text_contrasts_with_its_background(palette: Palette, ground: str, ink: str) -> None:
    assert contrast(getattr(palette, ground), getattr(palette, ink)) >= 4.5


@EVERY_PALETTE
def test_warnings_main_buttons_and_tooltips_can_be_read(palette: Palette) -> None:
    assert contrast(palette.panel, palette.danger) >= 4.5
    assert contrast(palette.danger_soft, palette.danger) >= 4.5
    assert contrast(palette.accent, palette.on_accent) >= 4.5
    assert contrast(palette.accent_hover, palette.on_accent) >= 4.5
    assert contrast(palette.bubble, palette.on_bubble) >= 4.5
    assert contrast(palette.panel, palette.accent) >= 3
    assert contrast(palette.panel, palette.focus) >= 3


@EVERY_PALETTE
def test_disabled_controls_are_readable_and_look_different(palette: Palette) -> None:
    for ground in (palette.panel, palette.raised):
        assert contrast(ground, palette.faded) >= 2.8
        assert contrast(ground, palette.text) >= 2 * contrast(ground, palette.faded)


def test_high_contrast_has_high_contrast() -> None:
    palette = PALETTES[Scheme.CONTRAST]
    for ground in (palette.background, palette.panel, palette.raised, palette.sunken, palette.accent_soft):
        assert contrast(ground, palette.text) >= 15
        assert contrast(ground, palette.muted) >= 7
    assert contrast(palette.panel, palette.outline) == 21
    assert contrast(palette.panel, palette.faded) >= 3


def test_every_scheme_has_colours_and_an_unknown_one_is_day() -> None:
    assert set(PALETTES) == set(Scheme)
    assert Scheme.named("night") is Scheme.NIGHT
    assert Scheme.named("sunset") is Scheme.DAY


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1280, 800), (2560, 1440), (3840, 2160)])
def test_requested_scale_is_limited_by_the_window(size: tuple[int, int]) -> None:
    scales = [scale_for(*size, percent) for percent in range(75, 201, 5)]
    assert scales == sorted(scales)
    assert scales[5] == scale_for(*size)
    assert scales[0] == pytest.approx(max(MIN_SCALE, 0.75 * scale_for(*size)))
    assert size[0] / scales[-1] >= 615
    assert size[1] / scales[-1] >= 455


@pytest.mark.parametrize("scale", [0.75, 0.9, 1.0, 1.25, 1.85, 2.3])
def test_centred_texts_share_a_baseline(display: pygame.Surface, scale: float) -> None:
    del display
    theme = Theme(scale)
    for role in Role:
        plain, low = (theme.text(words, role, (0, 0, 0)) for words in ("b4a3", "g7g7"))
        assert plain.get_height() == low.get_height(), role
