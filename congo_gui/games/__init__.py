"""The looks of each game: a folder for each, found by its name."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from congo_gui.draw.skin import Skin
from congo_gui.games import texts
from engine import rules
from engine.system.errors import UserError
from engine.system.files import registered

__all__ = ["Skin", "SkinError", "get", "load_all", "names"]

__path__.extend(str(folder / "window") for folder in registered())


class SkinError(UserError):
    """A game's board cannot be drawn, because it has no skin."""


def names() -> tuple[str, ...]:
    """Return the names of the games that the window can show."""
    return tuple(filter(_has_skin, rules.names()))


def _has_skin(name: str) -> bool:
    folder = f"{__name__}.{name}"  # without which its modules cannot be looked for
    return find_spec(folder) is not None and find_spec(f"{folder}.skin") is not None


@cache
def get(name: str) -> Skin:
    """Return the skin of the game `name`, from ``congo_gui/games/<name>/skin.py``.

    Raises:
        SkinError: there is no such skin.
    """
    module_name = f"{__name__}.{name}.skin"
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name not in (module_name, module_name.removesuffix(".skin")):
            raise
        raise SkinError(texts.no_skin(name)) from None
    try:
        skin = module.SKIN
    except AttributeError:
        raise SkinError(texts.empty_skin(module_name)) from None
    assert isinstance(skin, Skin)
    return skin


def load_all() -> None:
    """Import all games' parts of the window, in case the program is moved or updated meanwhile."""
    for name in names():
        with suppress(Exception):  # a damaged one fails when it is opened, with its reason
            get(name)
            import_module(f"{__name__}.{name}.help_page")


def folder_of(name: str) -> Path:
    """Return the folder with the window's part of a game."""
    spec = find_spec(f"{__name__}.{name}")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent
