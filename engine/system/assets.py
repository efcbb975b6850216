"""Where the assets are: the files that come with the program, such as pictures, sounds and fonts."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def find_assets(package: Path) -> Path:
    """Return the folder of the assets: an installed or frozen engine has it inside, a checkout beside it."""
    inside = package / "assets"
    return inside if inside.is_dir() else package.parent / "assets"


def asset_path(*parts: str) -> Path:
    """Return the path of an asset, such as ``asset_path("board", "fish.svg")``."""
    return find_assets(PACKAGE).joinpath(*parts)
