"""The assets are found in a checkout and in an installed or frozen package."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.system.files import asset_path, find_assets
from tests.imports import ROOT


def test_data_files_are_beside_the_engine_in_a_checkout(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    assert find_assets(tmp_path / "engine") == tmp_path / "assets"


def test_data_files_are_inside_an_installed_package(tmp_path: Path) -> None:
    """Even with assets of other packages beside it."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "engine" / "assets").mkdir(parents=True)
    assert find_assets(tmp_path / "engine") == tmp_path / "engine" / "assets"


def test_data_files_are_found_from_any_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert asset_path() == ROOT / "assets"
    assert asset_path("icon.svg").is_file()
