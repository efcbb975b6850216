"""Previews of positions in the list of games, loaded on a thread."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from congo_gui.screens.files import preview_loader
from congo_gui.screens.files.preview_list import PreviewList
from congo_gui.screens.files.preview_loader import MAX_WAITING, Preview, PreviewLoader, PreviewSource
from engine import rules
from engine.game.game import Game
from engine.players import warmup
from engine.record.format import save_games
from engine.record.record import GameRecord
from tests.congo_gui.driver import Driver
from tests.congo_gui.game_files import open_screen

CONGO = rules.get("congo")


def saved(path: Path, plies: int = 3, name: str = "congo", copies: int = 1, **tags: str) -> Game:
    game = Game(rules.get(name))
    for _ in range(plies):
        game.play(game.legal_moves()[-1])
    save_games(path, [GameRecord.of(game, ("Ann", "Ben"), tags=tags)] * copies)
    return game


def loaded(*paths: Path) -> list[Preview | None]:
    """Return the previews of files once all are loaded."""
    news = threading.Event()
    loader = PreviewLoader(CONGO, news.set)
    sources = [PreviewSource.of(path, 0.0) for path in paths]
    for source in sources:
        loader.preview(source)
    while len(loader.found) < len(sources):
        news.wait()
        news.clear()
    loader.close()
    return [loader.preview(source) for source in sources]


def test_preview_shows_the_position_at_saving(tmp_path: Path) -> None:
    last = saved(tmp_path / "last.txt")
    shown = saved(tmp_path / "shown.txt", Shown="1")
    many = saved(tmp_path / "many.txt", copies=2)
    found = loaded(*(tmp_path / f"{name}.txt" for name in ("last", "shown", "many")))
    assert [one.position for one in found if one] == [last.position, shown.position_at(1), many.position]
    assert [one.title for one in found if one] == ["Ann v Ben   *"] * 2 + ["2 games"]


def test_unreadable_files_have_no_preview(tmp_path: Path) -> None:
    (tmp_path / "damaged.txt").write_text('[Event "x"]\n[Game "congo"]\n\n1. a1a9 *\n')
    (tmp_path / "notes.txt").write_text("milk, bread\n")
    (tmp_path / "large.txt").write_text("\n" * (preview_loader.MAX_BYTES + 1))
    names = "damaged", "notes", "large", "missing"
    assert loaded(*(tmp_path / f"{name}.txt" for name in names)) == [None] * 4


@pytest.mark.parametrize("compiled", [False, True])
def test_preview_never_compiles_another_game(
    compiled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = saved(tmp_path / "other.txt", name="bonzee")
    monkeypatch.setattr(warmup, "is_warm", lambda name: compiled)
    (found,) = loaded(tmp_path / "other.txt")
    assert found == Preview(game.rules, "Ann v Ben   *", game.position if compiled else None)


def test_only_the_latest_preview_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    may_read, read = threading.Event(), []

    def slow(loader: PreviewLoader, source: PreviewSource) -> None:
        may_read.wait()
        read.append(source)

    monkeypatch.setattr(PreviewLoader, "_read", slow)
    news = threading.Event()
    loader = PreviewLoader(CONGO, news.set)
    sources = [PreviewSource.of(tmp_path / f"{at}", 0.0) for at in range(2 * MAX_WAITING)]
    for source in sources:
        loader.preview(source)
    may_read.set()
    while sources[-MAX_WAITING] not in loader.found:
        news.wait()
        news.clear()
    loader.close()
    assert read[-MAX_WAITING + 1 :] == sources[: -MAX_WAITING - 1 : -1][-MAX_WAITING + 1 :]
    assert len(read) <= MAX_WAITING + 1


@pytest.mark.thorough
def test_open_draws_the_positions_and_the_players(driver: Driver, games: Path) -> None:
    for at in range(3):
        saved(games / f"{at}.txt", plies=at)
    (games / "damaged.txt").write_text('[Event "x"]\n[Game "congo"]\n\n1. a1a9 *\n')
    screen = open_screen(driver)
    shown = screen.list
    assert isinstance(shown, PreviewList)
    driver.until(lambda: len(shown.pictures.drawn) == 3)
    assert {source.path.name for source, _, _ in shown.pictures.drawn} == {"0.txt", "1.txt", "2.txt"}
