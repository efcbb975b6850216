"""Settings survive new versions, damaged files and unwritable folders."""

from __future__ import annotations

import configparser
import errno
import json
import os
import threading
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import platformdirs
import pytest

from congo_gui.play.player import PlayerConfig
from congo_gui.store import progress_file
from congo_gui.store import writer as writer_module
from congo_gui.store.launch_options import choose_game, note_players
from congo_gui.store.lesson_progress import LessonProgress
from congo_gui.store.programs import Programs
from congo_gui.store.settings import (
    MAX_BYTES,
    MAX_NESTING,
    MAX_VALUES,
    SAVED_FIELDS,
    Settings,
    SettingsFile,
    settings_from,
)
from engine.system.folders import config_dir, games_dir, log_dir, state_dir
from tests.congo_gui.game_files import Feed


def write(path: Path, values: Any) -> None:
    path.write_text(values if isinstance(values, str) else json.dumps(values), encoding="utf-8")


def test_defaults_without_a_file(tmp_path: Path) -> None:
    assert SettingsFile(tmp_path / "settings.json").settings == Settings()


def test_values_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.json"
    file = SettingsFile(path)
    file.settings.turned = True
    file.settings.window = (900, 700)
    assert file.save()
    assert SettingsFile(path).settings == Settings(turned=True, window=(900, 700))
    assert json.loads(path.read_text()) == {"turned": True, "window": [900, 700]}
    assert [one.name for one in path.parent.iterdir()] == ["settings.json"]


def test_every_value_is_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    others = {
        "theme": "night",
        "ask_before_exposing": "never",
        "move_method": "drag",
        "animation_speed": "slow",
        "window": (900, 700),
        "level": "7",
    }
    file = SettingsFile(path)
    for one in SAVED_FIELDS:
        usual = getattr(file.settings, one.name)
        values: dict[type, Any] = {bool: not usual, dict: {"a": ["b"]}, list: [{"a": 1}], int: 79, float: 2.5}
        other = values.get(type(usual), "other")
        setattr(file.settings, one.name, others.get(one.name, 4 if one.name == "analysis_lines" else other))
    assert file.save()
    assert SettingsFile(path).settings == file.settings
    assert len(json.loads(path.read_text())) == len(SAVED_FIELDS)


def test_a_full_file_without_blanks_stays_readable(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    lessons = {f"{number}": True for number in range(70_000)}
    path.write_text(json.dumps({"lessons": lessons}, separators=(",", ":")), encoding="utf-8")
    assert MAX_BYTES * 3 // 4 < path.stat().st_size < MAX_BYTES
    file = SettingsFile(path)
    file.settings.theme = "night"
    assert file.save()
    assert SettingsFile(path).settings == Settings(theme="night", lessons=lessons)


def test_a_file_that_would_grow_too_large_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    lessons = {"ü" * 1000 + f"{number}": True for number in range(500)}
    written = json.dumps({"lessons": lessons}, ensure_ascii=False)
    path.write_text(written, encoding="utf-8")
    assert path.stat().st_size < MAX_BYTES
    file = SettingsFile(path)
    file.settings.theme = "night"
    assert not file.save()
    assert path.read_text(encoding="utf-8") == written


def test_a_change_is_reported_once(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "settings.json")
    assert file.change() is None
    file.settings.theme = "night"
    change = file.change()
    assert change is not None
    assert json.loads(change(b"")) == {"theme": "night"}
    assert file.change() is None
    file.settings.theme = "day"
    change = file.change()
    assert change is not None
    assert json.loads(change(b"")) == {"theme": "day"}


def test_two_windows_keep_each_others_changes(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    first, second = SettingsFile(path), SettingsFile(path)
    first.settings.theme = "night"
    assert first.save()
    second.settings.sounds = not second.settings.sounds
    assert second.save()
    assert json.loads(path.read_text()) == {"theme": "night", "sounds": second.settings.sounds}
    first.settings.theme = "day"
    assert first.save()
    assert SettingsFile(path).settings == second.settings


def test_what_a_window_has_written_is_left_to_others(tmp_path: Path) -> None:
    """The second window opens later, and changes what the first one has set."""
    path = tmp_path / "settings.json"
    first = SettingsFile(path)
    first.settings.theme = "night"
    first.settings.keys = {"hint": [["i"]]}
    LessonProgress(first.settings, "congo").note("pawn")
    for title in ("Rex", "Old"):
        Programs(first.settings).add(title, f"uci:./{title}")
    assert first.save()
    second = SettingsFile(path)
    second.settings.theme, second.settings.keys = "contrast", {}
    LessonProgress(second.settings, "congo").forget()
    Programs(second.settings).add("Rex", "uci:./rex --fast")
    Programs(second.settings).remove("Old")
    assert second.save()
    first.settings.volume = 50
    LessonProgress(first.settings, "congo").note("lion")
    assert first.save()
    second.settings.volume = 50
    second.settings.lessons = {"congo": ["lion"]}
    assert SettingsFile(path).settings == second.settings


def chosen(path: Path) -> tuple[str | None, list[str], dict[str, Any]]:
    """Return the game and the players of the next start, and those of the other games."""
    settings = SettingsFile(path).settings
    return settings.game, [settings.white, settings.black], settings.players


def test_the_players_that_two_windows_choose_are_not_mixed(tmp_path: Path) -> None:
    """Both sides' players belong together: otherwise no human would be left."""
    path = tmp_path / "settings.json"
    human, ai = PlayerConfig(), [PlayerConfig(level) for level in ("3", "5")]
    one, two = SettingsFile(path), SettingsFile(path)
    note_players(one.settings, "congo", (ai[0], human))
    assert one.save()
    note_players(two.settings, "congo", (human, ai[1]))
    assert two.save()
    assert chosen(path)[1] == ["human", "5"]


def test_a_window_keeps_the_players_of_the_game_that_another_has_chosen(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    human, ai = PlayerConfig(), [PlayerConfig(level) for level in ("2", "5")]
    one, two = SettingsFile(path), SettingsFile(path)
    choose_game(one.settings, "konane")
    note_players(one.settings, "konane", (human, ai[0]))
    assert one.save()
    note_players(two.settings, "congo", (ai[1], human))
    assert two.save()
    game, players, others = chosen(path)
    assert (game, players) == ("konane", ["human", "2"])
    assert others["congo"][:2] == ["5", "human"]
    choose_game(two.settings, "congo")
    assert two.save()
    game, players, others = chosen(path)
    assert (game, players) == ("congo", ["5", "human"])
    assert others["konane"][:2] == ["human", "2"]


def test_a_change_that_was_not_written_is_made_again(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "settings.json")
    file.settings.theme = "night"
    first = file.change()
    file.settings.volume = 50
    second = file.change()
    assert first is not None
    assert second is not None
    assert json.loads(second(b"{}")) == {"theme": "night", "volume": 50}
    first.done()
    file.settings.sounds = False
    third = file.change()
    assert third is not None
    assert json.loads(third(b"{}")) == {"volume": 50, "sounds": False}


def test_a_file_damaged_while_the_window_is_open_is_kept(tmp_path: Path) -> None:
    """By a comma too many, say; the next change replaces it."""
    file = SettingsFile(tmp_path / "settings.json")
    damaged = '{"programs": [1, 2],}'
    write(file.path, damaged)
    file.settings.theme = "night"
    assert file.save()
    assert json.loads(file.path.read_text()) == {"theme": "night"}
    assert file.path.with_suffix(".unreadable.json").read_text() == damaged


def test_two_windows_that_write_at_once_lose_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.json"
    write(path, {})
    file, others = SettingsFile(path), iter([{"lessons": {"congo": ["zebra"]}}])

    def let_another_window_write(_file: int) -> None:
        """After this window has read the file."""
        for values in others:
            write(path, values)

    LessonProgress(file.settings, "congo").note("lion")
    monkeypatch.setattr(os, "fsync", let_another_window_write)
    assert file.save()
    assert sorted(SettingsFile(path).settings.lessons["congo"]) == ["lion", "zebra"]


def test_of_waiting_changes_only_the_last_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A window that is being resized changes them with each frame."""
    file, written, go_on = SettingsFile(tmp_path / "settings.json"), [], threading.Event()

    def change_file(path: Path, _max_bytes: int, change: Callable[[bytes], bytes]) -> None:
        go_on.wait()
        written.append(json.loads(change(b""))["window"])

    monkeypatch.setattr(writer_module, "change_file", change_file)
    writer = writer_module.Writer()
    for width in range(700, 800):
        file.settings.window = (width, 600)
        change = file.change()
        assert change is not None
        writer.change(file.path, change, replaces=True)
    go_on.set()
    writer.close()
    assert len(written) <= 3
    assert written[-1] == [799, 600]


@pytest.mark.parametrize(("depth", "is_kept"), [(MAX_NESTING, True), (MAX_NESTING + 1, False), (900, False)])
def test_values_that_are_nested_deeply_are_set_aside(tmp_path: Path, depth: int, is_kept: bool) -> None:
    """They take long to write, or cannot be written."""
    path = tmp_path / "settings.json"
    text = '{"x": ' + "[" * (depth - 1) + "]" * (depth - 1) + "}"
    path.write_text(text)
    file = SettingsFile(path)
    file.settings.theme = "night"
    assert file.save()
    assert ("x" in json.loads(path.read_text())) == is_kept
    assert path.with_suffix(".unreadable.json").exists() == (not is_kept)


@pytest.mark.parametrize("room", [-1, 0, 1000])
def test_settings_of_too_many_values_are_set_aside(tmp_path: Path, room: int) -> None:
    """They take seconds to write; those that would be too many are not written."""
    path = tmp_path / "settings.json"
    write(path, {"x": [0] * (MAX_VALUES - 1 - room)})
    file = SettingsFile(path)
    file.settings.theme = "night"
    assert file.save() == (room != 0)
    assert ("x" in json.loads(path.read_text())) == (room >= 0)
    assert path.with_suffix(".unreadable.json").exists() == (room < 0)
    again = SettingsFile(path).settings.theme
    assert (again == "night") == (room != 0)


def test_two_windows_add_to_the_solved_lessons(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    write(path, {"lessons": {"congo": ["pawn"], "konane": ["first"]}})
    first, second = SettingsFile(path), SettingsFile(path)
    LessonProgress(first.settings, "congo").note("zebra")
    assert first.save()
    LessonProgress(second.settings, "congo").note("lion")
    LessonProgress(second.settings, "bonzee").note("first")
    assert second.save()
    lessons = SettingsFile(path).settings.lessons
    assert sorted(lessons["congo"]) == ["lion", "pawn", "zebra"]
    assert (lessons["konane"], lessons["bonzee"]) == (["first"], ["first"])


def test_forgotten_lessons_stay_forgotten(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "settings.json")
    progress = LessonProgress(file.settings, "congo")
    progress.note("pawn")
    assert file.save()
    progress.forget()
    assert file.save()
    assert SettingsFile(file.path).settings.lessons == {}
    progress.note("pawn")
    assert file.save()
    assert SettingsFile(file.path).settings.lessons == {"congo": ["pawn"]}


@pytest.mark.parametrize("damaged", [3, [], {"congo": 3}, {"congo": [3, None]}, None])
def test_damaged_lessons_are_replaced(tmp_path: Path, damaged: object) -> None:
    file = SettingsFile(tmp_path / "settings.json")
    write(file.path, {"lessons": damaged})
    LessonProgress(file.settings, "congo").note("pawn")
    assert file.save()
    assert SettingsFile(file.path).settings.lessons == {"congo": ["pawn"]}


def test_two_windows_add_programs(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    write(path, {"programs": {"Old": "uci:./old", "Rex": "uci:./rex"}})
    first, second = SettingsFile(path), SettingsFile(path)
    Programs(first.settings).add("One", "uci:./one")
    assert first.save()
    Programs(second.settings).add("Two", "uci:./two")
    Programs(second.settings).remove("Old")
    assert second.save()
    assert sorted(SettingsFile(path).settings.programs) == ["One", "Rex", "Two"]
    Programs(second.settings).remove("Two")
    assert second.save()
    assert sorted(SettingsFile(path).settings.programs) == ["One", "Rex"]


def test_two_windows_change_keys(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    write(path, {"keys": {"hint": [["h"]], "undo": [["u"]]}})
    first, second = SettingsFile(path), SettingsFile(path)
    first.settings.keys = {"hint": [["i"]], "undo": [["u"]], "redo": [["r"]]}
    assert first.save()
    second.settings.keys = {"hint": [["h"]], "flip": [["f"]]}
    assert second.save()
    assert SettingsFile(path).settings.keys == {"hint": [["i"]], "redo": [["r"]], "flip": [["f"]]}


def test_two_windows_add_tournaments(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    write(path, {"tournament": {"path": "old"}})
    first, second, third = (SettingsFile(path) for _ in range(3))
    for file, new in ((first, "one"), (second, "two")):
        file.settings.tournament = {"path": new}
        file.settings.stopped_tournaments = [{"path": "old"}]
        assert file.save()
    assert stopped(path) == ["two", "one", "old"]
    first.settings.tournament = {"limit": 1}  # it is over
    assert first.save()
    assert stopped(path) == ["two", "old"]
    third.settings.stopped_tournaments = [{"path": "three"}]
    assert third.save()
    assert stopped(path) == ["old", "two", "three"]


def stopped(path: Path) -> list[str]:
    """Return the tournaments that can be resumed, latest first."""
    settings = SettingsFile(path).settings
    return [saved["path"] for saved in (settings.tournament, *settings.stopped_tournaments)]


def test_programs_of_this_run_are_not_kept(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "settings.json")
    file.settings.allowed_programs |= {"uci:./mine"}
    assert file.save()
    assert json.loads(file.path.read_text()) == {}


def test_names_of_other_versions_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    write(path, {"from the future": 7, "theme": "sepia"})
    file = SettingsFile(path)
    file.settings.turned = True
    file.save()
    assert json.loads(path.read_text()) == {"from the future": 7, "theme": "sepia", "turned": True}


@pytest.mark.parametrize("text", ["{", "[1, 2]", "\x00\xff", "[" * 100_000, '"' + "x" * MAX_BYTES + '"'])
def test_a_damaged_file_is_set_aside(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    write(path, text)
    file = SettingsFile(path)
    assert file.settings == Settings()
    assert (tmp_path / "settings.unreadable.json").read_text(encoding="utf-8") == text
    assert file.save()
    assert json.loads(path.read_text()) == {}


@pytest.mark.skipif(os.name != "posix", reason="there are no pipes among files")
def test_does_not_read_a_pipe(tmp_path: Path, fed: Feed) -> None:
    fed(tmp_path / "settings.json", '{"game": "konane"}')
    assert SettingsFile(tmp_path / "settings.json").settings == Settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("turned", "yes"),
        ("turned", 1),
        ("window", [1]),
        ("window", [1, 2, 3]),
        ("window", ["a", "b"]),
        ("window", 5),
        ("window", None),
        ("pace", True),
        ("pace", "1"),
        ("pace", float("inf")),
        ("pace", 10**400),
        ("white", 3),
        ("theme", "sepia"),
        ("theme", ["day"]),
        ("ui_scale", 100.0),
        ("game", 7),
        ("lessons", []),
    ],
)
def test_ignores_impossible_values(name: str, value: Any) -> None:
    assert settings_from({name: value}) == Settings()


@pytest.mark.parametrize(("value", "used"), [(1000, 200), (-5, 75), (125, 125)])
def test_out_of_range_size_becomes_the_nearest(value: int, used: int) -> None:
    assert settings_from({"ui_scale": value}).ui_scale == used


def test_a_whole_number_may_stand_for_seconds() -> None:
    assert settings_from({"pace": 2}).pace == 2


def test_unsaved_settings_are_not_read() -> None:
    names = {one.name for one in fields(Settings)} - {one.name for one in SAVED_FIELDS}
    assert names == {"allowed_programs", "changed_programs", "program_draft"}
    settings = settings_from({name: {"uci:./good": "uci:./evil"} for name in names})
    assert not any(getattr(settings, name) for name in names)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a folder that cannot be written")
def test_an_unwritable_folder_is_not_an_error(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    file = SettingsFile(tmp_path / "settings.json")
    file.settings.turned = True
    assert not file.save()


def test_a_file_in_place_of_the_folder_is_not_an_error(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("here lives a file")
    file = SettingsFile(tmp_path / "config" / "settings.json")
    assert file.settings == Settings()
    assert not file.save()


def test_unknown_setting_name_raises() -> None:
    with pytest.raises(AttributeError):
        Settings().colour = 1  # type: ignore[attr-defined]


def test_the_folder_can_be_chosen(tmp_path: Path) -> None:
    assert config_dir() == tmp_path / "config"


def test_settings_that_another_program_holds_at_the_start_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, max_bytes: int) -> bytes:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    path = tmp_path / "settings.json"
    write(path, {"theme": "night"})
    with monkeypatch.context() as held:
        held.setattr(progress_file, "read_file", refuse)
        held.setattr(progress_file, "PATIENCE_S", 0.0)
        file = SettingsFile(path)
    assert file.settings == Settings()
    file.settings.volume = 7
    assert file.save()
    settings = SettingsFile(path).settings
    assert (settings.theme, settings.volume) == ("night", 7)


def test_every_unreadable_file_is_kept(tmp_path: Path) -> None:
    for text in ("{first", "{second", "{second", "{third"):
        write(tmp_path / "settings.json", text)
        assert SettingsFile(tmp_path / "settings.json").settings == Settings()
    kept = [path.read_text("utf-8") for path in sorted(tmp_path.glob("settings.unreadable*.json"))]
    assert sorted(kept) == ["{first", "{second", "{second", "{third"]


def test_skips_an_impossible_documents_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CONGO_GAMES_DIR", raising=False)
    monkeypatch.setattr(platformdirs, "user_documents_path", lambda: Path("/home/me/a\0b"))
    assert games_dir() == Path.home() / "Congo"


@pytest.mark.parametrize(
    "error",
    [
        configparser.DuplicateOptionError("user-dirs", "XDG_DOCUMENTS_DIR"),
        PermissionError("user-dirs.dirs"),
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_damaged_list_of_folders_leaves_the_home_folder(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find() -> Path:
        raise error

    monkeypatch.delenv("CONGO_GAMES_DIR", raising=False)
    monkeypatch.setattr(platformdirs, "user_documents_path", find)
    assert games_dir() == Path.home() / "Congo"


@pytest.mark.parametrize("found", [Path("~/.config/congo"), None])
def test_a_user_without_a_home_has_folders_for_the_run(
    found: Path | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(*arguments: object, **named: object) -> Path:
        if found is None:
            raise RuntimeError("could not determine the home directory")
        return found

    for name in ("CONFIG", "STATE", "LOG", "GAMES"):
        monkeypatch.delenv(f"CONGO_{name}_DIR", raising=False)
    for function in ("user_config_path", "user_state_path", "user_log_path"):
        monkeypatch.setattr(platformdirs, function, find)
    for folder in (config_dir(), state_dir(), log_dir()):
        assert folder.is_absolute()
        assert folder.is_dir()


@pytest.mark.parametrize(
    ("written", "black", "level"),
    [
        ({}, "2", ""),
        ({"theme": "night"}, "2", ""),
        ({"game": "congo"}, "5", "5"),
        ({"game": "konane", "white": "hard", "black": "human"}, "human", "10"),
        ({"game": "congo", "black": "uci:./zebra"}, "uci:./zebra", "5"),
        ({"game": "congo", "level": "7"}, "2", "7"),
        ({"level": "11"}, "2", ""),
        ({"level": 7}, "2", ""),
    ],
)
def test_first_opponent_is_weak_but_earlier_settings_keep_theirs(
    written: dict[str, Any], black: str, level: str
) -> None:
    settings = settings_from(written)
    assert (settings.black, settings.level) == (black, level)
