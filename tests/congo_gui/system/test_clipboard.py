"""The clipboard works where there is one, and is silent where there is none."""

from __future__ import annotations

import types

import pygame
import pytest

from congo_gui.system import clipboard

FEN = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 1"


def test_text_goes_there_and_back(display: pygame.Surface) -> None:
    del display
    assert clipboard.copy(FEN)
    assert clipboard.paste() == FEN


def test_without_a_display_nothing_happens() -> None:
    pygame.quit()
    assert not clipboard.copy(FEN)
    assert clipboard.paste() == ""


class OldScrap:
    """pygame 2.6's clipboard on a system where the types are as given."""

    def __init__(self) -> None:
        self.held: dict[str, bytes] = {}

    def put(self, kind: str, data: bytes) -> None:
        self.held[kind] = data

    def get(self, kind: str) -> bytes | None:
        return self.held.get(kind)


def test_windows_takes_plain_text_with_a_nul(monkeypatch: pytest.MonkeyPatch) -> None:
    scrap = OldScrap()
    monkeypatch.setattr(clipboard, "_clipboard", lambda: scrap)
    monkeypatch.setattr(clipboard, "sys", types.SimpleNamespace(platform="win32"))
    assert clipboard.copy(FEN)
    assert scrap.held == {pygame.SCRAP_TEXT: FEN.encode() + b"\0"}
    scrap.held[pygame.SCRAP_TEXT] += b"garbage"
    assert clipboard.paste() == FEN


def test_the_newer_functions_are_preferred(monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[str] = []
    scrap = types.SimpleNamespace(put_text=held.append, get_text=lambda: held[-1])
    monkeypatch.setattr(clipboard, "_clipboard", lambda: scrap)
    assert clipboard.copy(FEN)
    assert clipboard.paste() == FEN


@pytest.mark.parametrize("error", [pygame.error("no"), OSError(), NotImplementedError(), TypeError()])
def test_a_failing_clipboard_is_no_error(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr(clipboard, "_clipboard", fail)
    assert not clipboard.copy(FEN)
    assert clipboard.paste() == ""


def test_an_empty_clipboard_gives_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "_clipboard", OldScrap)
    assert clipboard.paste() == ""
