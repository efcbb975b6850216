"""Where the assets are: the files that come with the program, such as pictures, sounds and fonts."""

from __future__ import annotations

import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def find_assets(package: Path, bundle: str | None) -> Path:
    """Return the folder of the assets, given the folders of the engine and of a frozen program's files.

    An installed package has them inside, a checkout beside itself.
    """
    if bundle is not None:
        return Path(bundle) / "assets"
    inside = package / "assets"
    return inside if inside.is_dir() else package.parent / "assets"


def asset_path(*parts: str) -> Path:
    """Return the path of an asset, such as ``asset_path("board", "fish.svg")``."""
    return find_assets(PACKAGE, getattr(sys, "_MEIPASS", None)).joinpath(*parts)
