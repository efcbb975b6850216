"""Nothing overlaps and nothing leaves the window, at any size; board and status stay whole."""

from __future__ import annotations

import itertools
from typing import Any

import pygame
import pytest

from congo_gui.board.geometry import Geometry
from congo_gui.screens.layout import play_layout
from congo_gui.theme import Role, Theme, scale_for
from engine.rules.base import Outcome, Reason
from tests.congo_gui.driver import Driver, Starter

SIZES = [
    (640, 480),
    (800, 600),
    (1024, 600),
    (1024, 768),
    (1180, 800),
    (1280, 800),
    (1366, 768),
    (1920, 1080),
    (2560, 1440),
    (3440, 1440),
    (3840, 2160),
    (480, 640),
    (800, 1180),
    (1080, 1920),
    (2160, 3840),
    (900, 900),
    (640, 2000),
    (3000, 480),
]


SCALES = [75, 100, 125, 150, 200]


@pytest.mark.parametrize("percent", SCALES)
@pytest.mark.parametrize("share", [0.6, 1.0], ids=["small board", "large board"])
@pytest.mark.parametrize("demo", [False, True], ids=["game", "demo"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_parts_lie_apart_inside_the_window(
    display: pygame.Surface, size: tuple[int, int], demo: bool, share: float, percent: int
) -> None:
    del display
    window = pygame.Rect((0, 0), size)
    theme = Theme(scale_for(*size, percent), board_share=share)
    places = play_layout(window, theme, demo)
    parts = places.parts()
    for name, rect in parts.items():
        assert window.contains(rect), f"{name} leaves the window: {rect}"
        assert rect.width > 0, name
        assert rect.height > 0, name
    for (first, one), (second, other) in itertools.combinations(parts.items(), 2):
        assert not one.colliderect(other), f"{first} {one} overlaps {second} {other}"
    board = Geometry.fit(tuple(places.board), 7, 7)
    assert window.contains(pygame.Rect(board.outer_rect))
    assert board.cell >= min(size) * share // (13 if percent <= 100 else 18)
    text = theme.line_height(Role.HEADING) + 2 * theme.line_height(Role.SMALL)
    assert places.status.height >= text
    assert places.moves.height >= 2 * theme.line_height(Role.BODY)
    assert min(button.width for button in places.toolbar) >= 24


@pytest.mark.parametrize("demo", [False, True], ids=["game", "demo"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_controls_stay_in_their_window(start: Starter, size: tuple[int, int], demo: bool) -> None:
    driver = start(demo=demo)
    driver.resize(*size)
    window = pygame.Rect((0, 0), size)
    visible = [widget for widget in driver.play.group.widgets if widget.visible]
    for widget in visible:
        assert window.contains(widget.rect)
    for one, other in itertools.combinations(visible, 2):
        nested = driver.play.panel.status in (one, other)
        assert nested or not one.rect.colliderect(other.rect)
    assert driver.play.board.rect.contains(pygame.Rect(driver.play.board.geometry.outer_rect))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_buttons_of_the_status_lie_inside_it(start: Starter, size: tuple[int, int]) -> None:
    driver = start("3l3/7/7/7/7/7/3L3 w 1", black="human")
    driver.resize(*size)
    status = driver.play.panel.status
    buttons = [button for button in status.buttons.values() if button.visible]
    assert [button.label for button in buttons] == ["Rematch", "New game", "Review"]
    for one, other in itertools.combinations(buttons, 2):
        assert not one.rect.colliderect(other.rect)
    assert all(status.rect.contains(button.rect) for button in buttons)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("key", ["n", "o", "s", "k", "?"])
def test_dialogs_keep_their_controls_inside(start: Starter, size: tuple[int, int], key: str) -> None:
    driver = start()
    driver.resize(*size)
    if key == "?":
        driver.press(pygame.K_QUESTION, "?")
    else:
        driver.control(key)
    dialog = driver.app.stack[-1]
    assert dialog is not driver.play
    box = dialog.box  # type: ignore[attr-defined]
    assert pygame.Rect((0, 0), size).contains(box)
    widgets = [one for one in dialog.group.widgets if one.visible]  # type: ignore[attr-defined]
    for widget in widgets:
        assert box.contains(widget.rect)
    for one, other in itertools.combinations(widgets, 2):
        assert not one.rect.colliderect(other.rect)


def test_the_best_line_is_shown_in_the_smallest_window_too(driver: Driver) -> None:
    driver.resize(640, 480)
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    driver.turn()
    theme, status = driver.play.theme, driver.play.panel.status
    assert theme is not None
    top, bottom = status._text_span(theme)
    room = bottom - top - theme.line_height(Role.HEADING)
    shown = " ".join(text for text, _ in status._body(theme, room)[1])
    for part in ("Black played d6d5", "depth 5", "Best line"):
        assert part in shown
    assert "…" not in shown


@pytest.mark.parametrize("size", [(640, 480), (1180, 800)], ids=str)
def test_an_error_in_the_fen_leaves_the_label_of_the_field_to_be_read(
    driver: Driver, size: tuple[int, int]
) -> None:
    driver.resize(*size)
    theme, field = driver.play.theme, driver.play.panel.fen
    assert theme is not None
    height = theme.line_height(Role.SMALL)
    label = pygame.Rect(field.rect.x + 4, field.rect.y - height + 1, field.rect.width // 2, height - 6)
    surface = pygame.display.get_surface()
    before = pygame.image.tobytes(surface.subsurface(label), "RGB")
    driver.play.set_up_text("gmelecz/pppppppp/7/7/7/PPPPPPP/GMELECZ w 1")
    driver.turn()
    assert field.error
    assert pygame.image.tobytes(surface.subsurface(label), "RGB") == before


def test_labels_give_way_to_pictures_where_they_do_not_fit(start: Starter) -> None:
    driver = start()
    driver.resize(640, 480)
    assert not any(button.show_label for button in driver.play.panel.tools)
    driver.resize(1180, 800)
    assert all(button.show_label for button in driver.play.panel.tools)


MANY_SIZES = [(640, 480), (800, 600), (1280, 800), (480, 640), (1080, 1920), (3840, 2160)]
FREE_TEXTS = ("gmelecz/", "/", "Congo 20")
"""How texts begin that scroll in their fields: a position, a folder, a file's name."""


def open_screen(driver: Driver, key: str) -> None:
    """Open one of the screens above the game by its key."""
    if key == "?":
        driver.press(pygame.K_QUESTION, "?")
    elif key == ",":
        driver.press(pygame.K_COMMA, ",", pygame.KMOD_LCTRL)
    elif key == "score":
        driver.session.series.add(("human", "5"), Outcome(0, Reason.REPETITION), 12)
        driver.press(pygame.K_s, "s")
    elif key:
        driver.control(key)
    driver.turn()


@pytest.mark.parametrize("key", ["", "k", "n", "o", "s", "p", ",", "?", "score"])
@pytest.mark.parametrize("size", MANY_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_at_every_scale_controls_lie_apart_and_texts_are_whole(
    start: Starter, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], key: str
) -> None:
    cut: list[str] = []
    shorten = Theme.shorten

    def note(theme: Theme, text: str, *place: Any, **more: Any) -> str:
        shown = shorten(theme, text, *place, **more)
        if shown != text and not text.startswith(FREE_TEXTS):
            cut.append(text)
        return shown

    monkeypatch.setattr(Theme, "shorten", note)
    driver = start(black="medium")
    driver.resize(*size)
    open_screen(driver, key)
    screen: Any = driver.app.stack[-1]
    assert (screen is driver.play) == (key == "")
    inside = screen.box if key else pygame.Rect((0, 0), size)
    for percent in SCALES:
        driver.app.settings["ui_scale"] = percent
        driver.turn()
        inside = screen.box if key else inside
        assert pygame.Rect((0, 0), size).contains(inside)
        visible = [widget for widget in screen.group.widgets if widget.visible]
        for widget in visible:
            assert inside.contains(widget.rect), (percent, widget)
            assert min(widget.rect.size) > 0, (percent, widget)
        for one, other in itertools.combinations(visible, 2):
            if driver.play.panel.status not in (one, other):
                assert not one.rect.colliderect(other.rect), (percent, one, other)
        assert cut == [], percent


@pytest.mark.parametrize("share", [60, 80, 100])
def test_the_board_takes_the_part_of_its_room_that_is_set(start: Starter, share: int) -> None:
    driver = start()
    driver.resize(1280, 800)
    whole = driver.play.board.rect.width
    driver.app.settings["board_size"] = share
    driver.turn()
    assert driver.play.board.rect.width == pytest.approx(whole * share / 100, abs=1)
