"""Layout: nothing overlaps or leaves the window at any size; board and status stay complete."""

from __future__ import annotations

import itertools
from typing import Any

import pygame
import pytest

from congo_gui.commands.actions import BY_ID
from congo_gui.draw.geometry import Geometry
from congo_gui.draw.theme import Role, Theme, scale_for
from congo_gui.screens.new_game.games import GameCard
from congo_gui.screens.play import texts as play_texts
from congo_gui.screens.play.layout import play_layout
from congo_gui.screens.play.screen import PlayScreen
from congo_gui.screens.search_tree import examples
from congo_gui.screens.shared.status_box import StatusBox
from congo_gui.screens.window.settings_screen import UI_SCALES
from congo_gui.widgets.base import Widget
from tests.congo_gui.driver import Driver, FakeLoader, FakeThinker, Starter
from tests.congo_gui.every_screen import OPENERS, open_screen
from tests.congo_gui.window_sizes import ODD_SIZES, SIZES, parts_of, scales


@pytest.mark.parametrize("percent", UI_SCALES)
def test_parts_lie_apart_inside_the_window(display: pygame.Surface, percent: int) -> None:
    del display
    for size, share, demo in itertools.product(SIZES, (0.6, 1.0), (False, True)):
        theme = Theme(scale_for(*size, percent), board_share=share)
        for over, fen in itertools.product((False, True), (False, True)):
            check_parts(size, theme, demo, over, fen, percent)


def test_buttons_keep_their_words_with_large_text_where_there_is_room(display: pygame.Surface) -> None:
    del display
    for size, has_words in (((1366, 768), True), ((1920, 1080), True), ((640, 480), False)):
        window, theme = pygame.Rect((0, 0), size), Theme(scale_for(*size, 150))
        assert play_layout(window, theme, False, False, True).labels == has_words, size


def check_parts(size: tuple[int, int], theme: Theme, demo: bool, over: bool, fen: bool, percent: int) -> None:
    """Check that the parts of the window do not overlap, lie inside it, and are large enough."""
    window = pygame.Rect((0, 0), size)
    layout = play_layout(window, theme, demo, over, fen)
    parts = parts_of(layout)
    case = f"at {size}, board share {theme.board_share}, {demo=}, {over=}, {fen=}"
    for name, rect in parts.items():
        assert window.contains(rect), f"{name} leaves the window {case}: {rect}"
        assert rect.width > 0, f"{name} {case}"
        assert rect.height > 0, f"{name} {case}"
    for (first, one), (second, other) in itertools.combinations(parts.items(), 2):
        assert not one.colliderect(other), f"{first} {one} overlaps {second} {other} {case}"
    board = Geometry.fit((*layout.board.topleft, *layout.board.size), 7, 7)
    assert window.contains(pygame.Rect(board.outer_rect)), case
    assert board.cell >= min(size) * theme.board_share // (13 if percent <= 100 else 18), case
    text = theme.line_height(Role.HEADING) + 2 * theme.line_height(Role.SMALL)
    assert layout.status.height >= text, case
    assert layout.moves.height >= 2 * theme.line_height(Role.BODY), case
    assert min(button.width for button in layout.toolbar) >= 24, case


@pytest.mark.parametrize("demo", [False, True], ids=["game", "demo"])
def test_controls_stay_in_their_window(start: Starter, demo: bool) -> None:
    driver = start(demo=demo)
    for size in SIZES:
        driver.resize(*size, times=1)
        window = pygame.Rect((0, 0), size)
        visible = [widget for widget in driver.play.group.widgets if widget.visible]
        for widget in visible:
            assert window.contains(widget.rect), size
        for one, other in itertools.combinations(visible, 2):
            nested = driver.play.panel.status in (one, other)
            assert nested or not one.rect.colliderect(other.rect), size
        outer = pygame.Rect(driver.play.board.display.geometry.outer_rect)
        assert driver.play.board.rect.contains(outer), size


def test_buttons_of_the_status_lie_inside_it(start: Starter) -> None:
    driver = start("3l3/7/7/7/7/7/3L3 w 1", black="human")
    status = driver.play.panel.status
    for size in SIZES:
        driver.resize(*size, times=1)
        buttons = [button for button in status.buttons.values() if button.visible]
        names = ("review", "share", "swap_sides", "replay_end")
        labels = [play_texts.REMATCH, *(BY_ID[name].label for name in names)]
        assert buttons
        assert {button.label for button in buttons} == set(labels[: len(buttons)])
        for one, other in itertools.combinations(buttons, 2):
            assert not one.rect.colliderect(other.rect), size
        assert all(status.rect.contains(button.rect) for button in buttons), size


@pytest.mark.parametrize("key", ["n", "o", "s", "k", "?"])
def test_dialogs_keep_their_controls_inside(start: Starter, key: str) -> None:
    driver = start()
    if key == "?":
        driver.press(pygame.K_QUESTION, "?")
    else:
        driver.control(key)
    dialog: Any = driver.app.stack[-1]
    assert dialog is not driver.play
    for size in ODD_SIZES:
        driver.resize(*size, times=1)
        assert pygame.Rect((0, 0), size).contains(dialog.box), size
        widgets = [one for one in dialog.group.widgets if one.visible]
        for widget in widgets:
            assert dialog.box.contains(widget.rect), size
        for one, other in itertools.combinations(widgets, 2):
            assert not one.rect.colliderect(other.rect), size


def test_the_best_line_is_shown_in_the_smallest_window_too(driver: Driver) -> None:
    driver.app.settings.thoughts = True
    driver.resize(640, 480)
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    driver.run_loop()
    theme, status = driver.play.theme, driver.play.panel.status
    assert theme is not None
    top, bottom = status._text_span(theme)
    available = bottom - top - theme.line_height(Role.HEADING)
    shown = " ".join(text for text, _ in status._body(theme, available)[1])
    for part in ("Black's pawn moved", "depth 5", "Best line"):
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
    driver.play.panel.position.set_up("gmelecz/pppppppp/7/7/7/PPPPPPP/GMELECZ w 1")
    driver.run_loop()
    assert field.error
    assert pygame.image.tobytes(surface.subsurface(label), "RGB") == before


@pytest.mark.parametrize("size", [(640, 480), (1180, 800)], ids=str)
def test_an_error_in_the_fen_leaves_the_captured_pieces_to_be_seen(
    driver: Driver, size: tuple[int, int]
) -> None:
    driver.resize(*size)
    surface, card = pygame.display.get_surface(), driver.play.panel.cards[1].rect
    before = pygame.image.tobytes(surface.subsurface(card), "RGB")
    driver.play.panel.position.set_up("gmelecz/pppppppp/7/7/7/PPPPPPP/GMELECZ w 1")
    driver.run_loop()
    assert pygame.image.tobytes(surface.subsurface(card), "RGB") == before


def test_messages_are_beside_the_board_where_they_fit(driver: Driver) -> None:
    driver.resize(800, 600)
    surface, board = pygame.display.get_surface(), pygame.Rect(driver.play.board.display.geometry.outer_rect)
    driver.run_loop(6)
    before = pygame.image.tobytes(surface, "RGB"), pygame.image.tobytes(surface.subsurface(board), "RGB")
    driver.play.toast.show("The giraffe only captures two squares away, not right beside it.")
    driver.run_loop()
    assert pygame.image.tobytes(surface, "RGB") != before[0]
    assert pygame.image.tobytes(surface.subsurface(board), "RGB") == before[1]


def test_labels_become_icons_if_too_narrow(start: Starter) -> None:
    driver = start()
    driver.resize(640, 480)
    assert not any(button.show_label for button in driver.play.panel.tools)
    driver.resize(1180, 800)
    assert all(button.show_label for button in driver.play.panel.tools)


FREE_TEXTS = ("gmelecz/", "/", "Congo 20", "3M3/", "b1d3f5d7", "Dee with", "Pawn c3, Pawn b5")
"""The beginnings of texts that may be cut: in fields that scroll, and in lists (positions, folders, files,
moves, names of players and openings)."""

UNUSED_COLOUR = (255, 0, 255)
"""A colour that no theme uses."""

BEARERS = (GameCard, StatusBox)
"""Controls that contain other controls."""


def apart(one: Widget, other: Widget) -> bool:
    """Return whether two controls do not overlap, or are meant to."""
    if isinstance(one, BEARERS) and one.rect.contains(other.rect):
        return True
    return not one.rect.colliderect(other.rect) or (isinstance(other, BEARERS) and apart(other, one))


def check_drawing(widget: Widget, size: tuple[int, int], theme: Theme) -> None:
    """Check that a control draws only in its rectangle, also when focused."""
    surface = pygame.Surface(size)
    surface.fill(UNUSED_COLOUR)
    focused, widget.focused = widget.focused, True
    widget.draw(surface, theme)
    widget.focused = focused
    drawn = pygame.mask.from_threshold(surface, UNUSED_COLOUR, (1, 1, 1))
    drawn.invert()
    rects: Any = drawn.get_bounding_rects()
    for rect in rects:
        assert widget.drawn_rect(theme).contains(rect), (size, widget, rect)


@pytest.mark.thorough
@pytest.mark.parametrize("name", OPENERS)
def test_at_every_scale_controls_lie_apart_and_texts_are_whole(
    start: Starter, monkeypatch: pytest.MonkeyPatch, thinker: FakeThinker, name: str
) -> None:
    cut: list[str] = []
    shorten = Theme.shorten

    def note(theme: Theme, text: str, *place: Any, **more: Any) -> str:
        shown = shorten(theme, text, *place, **more)
        if shown != text and not text.startswith(FREE_TEXTS):
            cut.append(text)
        return shown

    monkeypatch.setattr(examples, "EngineLoader", type("Loader", (FakeLoader,), {"thinker": thinker}))
    driver = start(black="5")
    screen = open_screen(driver, name)
    monkeypatch.setattr(Theme, "shorten", note)
    if not isinstance(screen, PlayScreen):  # what lies below is looked at by itself
        monkeypatch.setattr(PlayScreen, "draw", lambda screen, surface: [])
    for size, percent in scales():
        driver.app.settings.ui_scale = percent
        driver.resize(*size, times=1)
        inside = getattr(screen, "box", pygame.Rect((0, 0), size))
        assert pygame.Rect((0, 0), size).contains(inside), (size, percent)
        visible = [widget for widget in screen.group.widgets if widget.visible]
        for widget in visible:
            assert inside.contains(widget.rect), (size, percent, widget)
            assert min(widget.rect.size) > 0, (size, percent, widget)
            if size == (640, 480):
                check_drawing(widget, size, screen.theme)
        for one, other in itertools.combinations(visible, 2):
            assert apart(one, other), (size, percent, one, other)
        assert cut == [], (size, percent)


@pytest.mark.parametrize("share", [60, 80, 100])
def test_the_board_size_follows_the_setting(start: Starter, share: int) -> None:
    driver = start()
    driver.resize(1280, 800)
    whole = driver.play.board.rect.width
    driver.app.settings.board_size = share
    driver.run_loop()
    assert driver.play.board.rect.width == pytest.approx(whole * share / 100, abs=1)
