"""What the system refuses does not cost a game, settings or progress."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any, NoReturn

import pytest

from congo_gui.play import game_file
from congo_gui.play.game_file import FileGame, file_name, games_in
from congo_gui.play.player import PlayerConfig
from congo_gui.screens.files import game_files
from congo_gui.screens.files.save_screen import SaveScreen
from congo_gui.store import autosave, progress_file
from congo_gui.store.settings import SettingsFile
from engine.record.format import format_game
from engine.system.files import replace_file
from tests.congo_gui.driver import Driver, Starter
from tests.engine.library.games import played


def refused(*_: Any, **__: Any) -> NoReturn:
    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def test_a_damaged_game_that_is_held_is_copied(
    start: Starter, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state.mkdir()
    (state / "game-1.txt").write_text("rubbish", encoding="utf-8")
    replace = os.replace

    def held(source: Any, target: Any) -> None:
        if Path(target).name == autosave.DAMAGED:
            refused()
        replace(source, target)

    monkeypatch.setattr(os, "replace", held)
    driver = start()
    driver.click_squares("c2", "c3")
    driver.app.close()
    assert "c2c3" in (state / "game-1.txt").read_text(encoding="utf-8")
    (copy,) = state.glob("damaged-*.txt")
    assert copy.read_text(encoding="utf-8") == "rubbish"


def test_the_name_of_a_new_game_is_suggested_if_the_folder_answers_nothing(
    start: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_files, "free_path", refused)
    driver = start()
    driver.click_squares("c2", "c3")
    driver.control("s")
    assert driver.top(SaveScreen).name.text.startswith("Congo ")


@pytest.mark.parametrize("name", ["Ann", "\u9f8d" * 90, "x" * 300, "\u00e9" * 130])
def test_a_game_with_any_names_is_saved_under_the_suggested_one(
    driver: Driver, tmp_path: Path, name: str
) -> None:
    driver.session.current.players = (PlayerConfig(absent=name), PlayerConfig(absent=name))
    path = tmp_path / file_name(driver.session.current)
    replace_file(path, b"")
    assert name[:20] in path.name


def test_damaged_settings_that_cannot_be_kept_are_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings.json"
    file = SettingsFile(path)
    path.write_text('{"theme": "night",}', encoding="utf-8")  # an editor has added a comma
    file.settings.animation = False
    with monkeypatch.context() as patch:
        patch.setattr(progress_file, "replace_file", refused)
        assert not file.save()
    assert path.read_text(encoding="utf-8") == '{"theme": "night",}'
    assert file.save()
    (copy,) = tmp_path.glob("*.unreadable*")
    assert copy.read_text(encoding="utf-8") == '{"theme": "night",}'


def test_a_file_of_games_that_is_put_back_meanwhile_keeps_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a program does that synchronises folders."""
    path = tmp_path / "games.txt"
    records = [played(move, Id=f"game {move}") for move in ("c2c3", "d2d3", "e2e3")]
    text = "".join(map(format_game, records))
    path.write_text(text, encoding="utf-8")
    place = games_in(path)[1]
    longer = played("d2d3", "d6d5", Id="game d2d3")

    write_back = game_file.write_back

    def put_back(*args: Any) -> FileGame:
        if path.exists():
            return write_back(*args)
        path.write_text(text, encoding="utf-8")
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))

    path.unlink()
    with monkeypatch.context() as patch:
        patch.setattr(game_files, "write_back", put_back)
        game_files._write_game(path, longer, place)
    assert [game.tags["Id"] for game in games_in(path)] == [record.tags["Id"] for record in records]
    assert "d2d3 d6d5" in path.read_text(encoding="utf-8")
    path.unlink()
    game_files._write_game(path, longer, place)
    assert path.read_text(encoding="utf-8") == format_game(longer)
