"""The clipboard, including systems without one."""

from __future__ import annotations

import sys
import types
from io import BytesIO
from pathlib import Path

import pygame
import pytest

from congo_gui.draw.paper import png
from congo_gui.system import clipboard

FEN = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 1"


def test_text_round_trips(display: pygame.Surface) -> None:
    del display
    assert clipboard.copy(FEN)
    assert clipboard.paste() == FEN


@pytest.fixture
def picture(display: pygame.Surface) -> bytes:
    """A PNG picture."""
    del display
    surface = pygame.Surface((3, 2))
    surface.fill((200, 100, 50))
    return png(surface)


def test_windows_takes_a_picture_as_a_bitmap(monkeypatch: pytest.MonkeyPatch, picture: bytes) -> None:
    scrap = OldScrap()
    monkeypatch.setattr(clipboard, "_clipboard", lambda: scrap)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "windows")
    assert clipboard.copy_picture(picture)
    pasted = pygame.image.load(BytesIO(scrap.held[pygame.SCRAP_BMP]), "pasted.bmp")
    assert pasted.get_size() == (3, 2)
    assert pasted.get_at((2, 1))[:3] == (200, 100, 50)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows needs no program")
@pytest.mark.parametrize("driver", clipboard.PICTURE_PROGRAMS)
def test_a_program_of_the_system_takes_a_picture(
    monkeypatch: pytest.MonkeyPatch, picture: bytes, tmp_path: Path, driver: str
) -> None:
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not clipboard.copy_picture(picture)
    assert clipboard.missing_program() == clipboard.PICTURE_PROGRAMS[driver][0]
    program = tmp_path / clipboard.PICTURE_PROGRAMS[driver][0]
    program.write_text(
        f'#!{sys.executable} -IS\nimport sys\nopen(sys.argv[0] + ".png", "wb")'
        + (".write(sys.stdin.buffer.read())\nsys.exit(len(sys.argv) < 3)\n"),
        encoding="utf-8",
    )
    program.chmod(0o755)
    assert clipboard.copy_picture(picture)
    assert clipboard.missing_program() == ""
    assert program.with_suffix(".png").read_bytes() == picture
    program.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    assert not clipboard.copy_picture(picture)


def test_other_systems_take_no_picture(picture: bytes) -> None:
    assert pygame.display.get_driver() == "dummy"
    assert not clipboard.copy_picture(picture)
    assert clipboard.missing_program() == ""


def test_without_a_display_nothing_happens() -> None:
    pygame.quit()
    assert not clipboard.copy(FEN)
    assert not clipboard.copy_picture(b"")
    assert clipboard.paste() == ""
    assert clipboard.missing_program() == ""


class OldScrap:
    """A fake of pygame 2.6's clipboard with these types."""

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


@pytest.mark.parametrize(
    "error", [pygame.error("no"), OSError(), NotImplementedError(), TypeError(), ValueError("a NUL")]
)
def test_a_failing_clipboard_is_not_an_error(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr(clipboard, "_clipboard", fail)
    assert not clipboard.copy(FEN)
    assert clipboard.paste() == ""


def test_an_empty_clipboard_gives_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "_clipboard", OldScrap)
    assert clipboard.paste() == ""
