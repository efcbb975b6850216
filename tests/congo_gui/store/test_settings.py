"""Settings survive new versions, damaged files and folders that cannot be written."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from congo_gui.store.settings import DEFAULTS, Settings, config_dir


def write(path: Path, values: Any) -> None:
    path.write_text(values if isinstance(values, str) else json.dumps(values), encoding="utf-8")


def test_defaults_without_a_file(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "settings.json")
    assert {name: settings[name] for name in DEFAULTS} == DEFAULTS


def test_values_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.json"
    settings = Settings(path)
    settings["turned"] = True
    settings["window"] = [900, 700]
    assert settings.save()
    again = Settings(path)
    assert again["turned"] is True
    assert again["window"] == [900, 700]
    assert [one.name for one in path.parent.iterdir()] == ["settings.json"]


def test_names_of_other_versions_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    write(path, {"from the future": 7})
    Settings(path).save()
    assert json.loads(path.read_text())["from the future"] == 7


@pytest.mark.parametrize("text", ["{", "[1, 2]", "", "\x00\xff"])
def test_a_damaged_file_is_set_aside(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    write(path, text)
    settings = Settings(path)
    assert settings["turned"] is False
    assert (tmp_path / "settings.unreadable.json").read_text(encoding="utf-8") == text
    assert settings.save()
    assert json.loads(path.read_text()) == {}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("turned", "yes"),
        ("window", [1]),
        ("window", ["a", "b"]),
        ("window", 5),
        ("pace", True),
        ("pace", "1"),
        ("white", 3),
    ],
)
def test_a_value_of_a_wrong_type_is_not_used(tmp_path: Path, name: str, value: Any) -> None:
    path = tmp_path / "settings.json"
    write(path, {name: value})
    assert Settings(path)[name] == DEFAULTS[name]


def test_a_whole_number_may_stand_for_seconds(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    write(path, {"pace": 2})
    assert Settings(path)["pace"] == 2


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a folder that cannot be written")
def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    settings = Settings(tmp_path / "settings.json")
    settings["turned"] = True
    assert not settings.save()
    assert settings["turned"] is True


def test_a_file_in_the_place_of_the_folder_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("here lives a file")
    settings = Settings(tmp_path / "config" / "settings.json")
    assert settings["turned"] is False
    assert not settings.save()


def test_an_unknown_name_is_a_mistake(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "settings.json")
    with pytest.raises(KeyError):
        settings["colour"] = 1


def test_the_folder_can_be_chosen(tmp_path: Path) -> None:
    assert config_dir() == tmp_path / "config"
