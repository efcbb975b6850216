"""Where the games are: the folders beside the engine's rules, and folders that are registered."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

BUILT_IN = Path(__file__).resolve().parents[1] / "rules"
VARIABLE = "CONGO_GAMES"
"""Names the registered folders, separated as in PATH, so that processes started later know them, too."""


def registered() -> tuple[Path, ...]:
    """Return the folders that were registered, each with games in ``rules/<name>`` and ``window/<name>``."""
    return tuple(
        Path(folder).resolve() for folder in os.environ.get(VARIABLE, "").split(os.pathsep) if folder
    )


def add_registered(folder: Path) -> None:
    """Register a folder of games in this process and those that it starts; see `engine.rules.register`."""
    known = (*registered(), folder.resolve())
    os.environ[VARIABLE] = os.pathsep.join(map(str, dict.fromkeys(known)))


def folders() -> tuple[Path, ...]:
    """Return the folder with the rules of every game, the built-in ones in front; its name is the game's."""
    places = (BUILT_IN, *(folder / "rules" for folder in registered()))
    return tuple(path.parent for place in places for path in sorted(place.glob("*/rules.py")))


def folder_of(game: str) -> Path:
    """Return the folder with the rules of a game."""
    return next(folder for folder in folders() if folder.name == game)


def has_module(game: str, name: str) -> bool:
    """Return whether there is a game that has a module of that name in its folder."""
    known = any(folder.name == game for folder in folders())
    return known and find_spec(f"engine.rules.{game}.{name}") is not None


def load_module(game: str, name: str) -> ModuleType | None:
    """Return the module of that name in a game's folder, None if it has none.

    So ``players``, ``tablebase`` and ``book`` are found, which import what lies above the rules.
    """
    return import_module(f"engine.rules.{game}.{name}") if has_module(game, name) else None
