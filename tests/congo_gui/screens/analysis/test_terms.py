"""The terms of the evaluation in the analysis, always of the position on the board."""

from __future__ import annotations

import threading
from pathlib import Path

import pygame
import pytest

from congo_gui.screens.analysis import screen as analysis_screen
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.analysis.term_list import TermList
from congo_gui.screens.analysis.terms import PositionTerms, TermsThread, terms_of
from engine import rules as registry
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.search import networks
from engine.search.evaluation import piece_values, static_eval
from engine.search.network_file import write
from tests.congo_gui.driver import CONGO, Driver, Starter
from tests.engine.search.network_support import some_network
from tests.waiting import Signal

WHITE_UP = "2ml3/7/7/7/7/7/2EL3 {} 5"


@pytest.fixture
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Evaluate without a network."""
    monkeypatch.setenv(networks.NETWORK_VARIABLE, "none")


@pytest.mark.parametrize("side", ["w", "b"])
def test_terms_are_whole_and_from_whites_view_and_add_up(by_hand: None, side: str) -> None:
    position = CONGO.notation.parse(WHITE_UP.format(side))
    found = terms_of(CONGO, position)
    value = static_eval(CONGO, position)
    assert found.total == (value if side == "w" else -value)
    assert [title for title, _ in found.terms][:2] == ["material", "piece placement"]
    assert dict(found.terms)["material"] < 0, "Black's monkey is worth more than White's elephant"


def test_a_network_shows_the_value_of_each_piece(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(networks.NETWORK_VARIABLE, str(tmp_path / "some.nnue"))
    write(some_network(), tmp_path / "some.nnue")
    position = CONGO.notation.parse("2ml3/7/7/6p/7/7/2EL3 b 5")
    found = terms_of(CONGO, position)
    worths = piece_values(CONGO, position)
    assert [title for title, _ in found.terms] == ["material", "placement and activity"]
    assert found.total == -static_eval(CONGO, position)
    elephant, pawn, monkey = 2, 3 * 7 + 6, 6 * 7 + 2
    named = (("elephant c1", elephant), ("monkey c7", monkey), ("pawn g4", pawn))
    assert found.pieces == tuple((name, worths[square]) for name, square in named)
    tip = TermList(lambda: found, "white").tip
    assert f"elephant c1 {worths[elephant] / 100:.1f} · monkey c7" in tip


def test_a_finished_position_has_no_terms() -> None:
    found = terms_of(CONGO, CONGO.notation.parse("2m4/7/7/7/7/7/2EL3 b 5"))
    assert (found.terms, found.total) == ((), 0)
    assert "over" in found.problem


@pytest.mark.parametrize("name", registry.names())
def test_every_term_of_every_game_has_a_title(by_hand: None, name: str) -> None:
    rules = registry.get(name)
    titles = [title for title, _ in terms_of(rules, rules.start()).terms]
    assert len(set(titles)) == len(titles) > 2
    assert not any("_" in title for title in titles)


def test_only_the_latest_position_is_evaluated() -> None:
    first, *others = (CONGO.play(CONGO.start(), move) for move in CONGO.legal_moves(CONGO.start())[:4])
    begun, go_on, woken = threading.Event(), threading.Event(), Signal()
    worked: list[Position] = []

    def work(rules: Rules, position: Position) -> PositionTerms:
        worked.append(position)
        begun.set()
        go_on.wait()
        return PositionTerms((("material", len(worked)),))

    terms = TermsThread(CONGO, woken, work)
    assert terms.of(first) is None
    begun.wait()
    for position in others:
        assert terms.of(position) is None
    go_on.set()
    woken.wait_until(lambda: terms.of(others[-1]) is not None)
    assert worked == [first, others[-1]]
    terms.close()


def test_a_defect_is_shown_and_the_window_stays_open() -> None:
    woken = Signal()

    def work(rules: Rules, position: Position) -> PositionTerms:
        raise ValueError("odd")

    terms = TermsThread(CONGO, woken, work)
    woken.wait_until(lambda: terms.of(CONGO.start()) is not None)
    found = terms.of(CONGO.start())
    assert found is not None
    assert "odd" in found.problem
    terms.close()


class AtOnce(TermsThread):
    """Returns the terms of every position except those held back."""

    held: frozenset[Position] = frozenset()

    def of(self, position: Position) -> PositionTerms | None:
        if position in self.held:
            return None
        return PositionTerms((("material", position.move_number), ("tempo", -1)))


def test_the_terms_follow_the_board_and_are_never_those_of_another_position(
    start: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis_screen, "TermsThread", AtOnce)
    driver = start(black="human")
    for first, last in (("d2", "d3"), ("d6", "d5"), ("e2", "e3")):
        driver.click_squares(first, last)
    screen = opened(driver)
    assert not screen.panel.terms.visible
    driver.press(pygame.K_e, "e")
    assert screen.panel.terms.visible
    assert "Material +0.02 · tempo −0.01." in screen.panel.terms.tip
    monkeypatch.setattr(AtOnce, "held", frozenset({CONGO.start()}))
    driver.press(pygame.K_HOME)
    assert "Material" not in screen.panel.terms.tip
    driver.press(pygame.K_e, "e")
    assert not driver.app.settings.analysis_terms
    assert not screen.panel.terms.visible


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(640, 480), (480, 640), (1100, 760)], ids=str)
@pytest.mark.parametrize("percent", [100, 200])
def test_the_terms_cover_nothing_and_leave_space_for_the_moves(
    start: Starter, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], percent: int
) -> None:
    monkeypatch.setattr(analysis_screen, "TermsThread", AtOnce)
    driver = start(black="human")
    driver.app.settings.ui_scale = percent
    driver.app.settings.analysis_terms = True
    driver.resize(*size)
    screen = opened(driver)
    window, panel = screen._window, screen.panel
    shown = [widget for widget in panel.widgets if widget.visible and widget.rect.height]
    for at, widget in enumerate(shown):
        assert window.contains(widget.rect)
        assert not [other for other in shown[:at] if other.rect.colliderect(widget.rect)]
    assert panel.moves.rect.height > 0


def opened(driver: Driver) -> AnalyseScreen:
    driver.press(pygame.K_a, "a")
    screen = driver.app.stack[-1]
    assert isinstance(screen, AnalyseScreen)
    driver.run_loop(2)
    return screen
