"""The registry of games. Importing it, or a game, compiles nothing and needs no numba."""

from __future__ import annotations

import logging
import re
from functools import cache
from importlib import import_module
from pathlib import Path

from engine.rules import texts
from engine.rules.errors import FenError, GameError
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.system.errors import quoted
from engine.system.files import GAMES_VARIABLE, add_registered, folders, not_folders, registered

__all__ = ["Rules", "first", "folders", "get", "names", "parse_position", "register"]

__path__.extend(str(folder / "rules") for folder in registered())

LOG = logging.getLogger(__name__)

_FIRST = ("congo", "minichess", "konane", "conga", "bonzee")
"""The order in which games are listed; any others follow by name."""


def register(folder: Path) -> None:
    """Make the games in another folder known to this process and to those that it starts.

    ``folder/rules/<name>`` becomes the package ``engine.rules.<name>`` and ``folder/window/<name>`` becomes
    ``congo_gui.games.<name>``. The variable CONGO_GAMES does the same from outside.
    """
    add_registered(folder)
    __path__.append(str(folder.resolve() / "rules"))
    names.cache_clear()


@cache
def names() -> tuple[str, ...]:
    """Return the names of all games: their folders, each with a `RULES` of its own.

    A registered game that cannot be loaded is left out with a warning, as is a folder that does not exist.
    """
    for name in not_folders():
        LOG.warning("%s", texts.no_games_in(GAMES_VARIABLE, quoted(name)))
    found = {folder.name for folder in folders() if folder.name in _FIRST or _is_sound(folder)}
    known = tuple(name for name in _FIRST if name in found)
    return known + tuple(sorted(found.difference(known)))


def _is_sound(folder: Path) -> bool:
    """Return whether the rules of a registered game, which may hold any code, can be loaded."""
    try:
        rules = import_module(f"engine.rules.{folder.name}.rules").RULES
        reason = "" if isinstance(rules, Rules) else texts.NO_RULES
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {ascii(str(error))[1:-1]}"
    if reason:
        LOG.warning("%s", texts.game_left_out(folder, reason))
    return not reason


@cache
def get(name: str) -> Rules:
    """Return a game's rules by its name, in either case.

    Raises:
        GameError: there is no game of that name.
    """
    if name.lower() not in names():
        raise GameError(texts.no_such_game(quoted(name), ", ".join(names())))
    rules = import_module(f"engine.rules.{name.lower()}.rules").RULES
    assert isinstance(rules, Rules)
    return rules


def first() -> Rules:
    """Return the default game."""
    return get(names()[0])


_CHESS_ROW = re.compile(r"[pnbrqk1-8]{1,8}", re.ASCII | re.IGNORECASE)
CHESS_ROWS = 8


def parse_position(game: Rules, text: str) -> Position:
    """Return the position of a FEN or of ``startpos``, which may have a board size after a colon.

    Raises:
        GameError: the text is neither, or the game has no board of that size.
    """
    name, _, size = text.strip().partition(":")
    if name.lower() != "startpos":
        return _parse_fen(game, text)
    if size and not (size.isascii() and size.isdigit() and len(size) < 4):
        sizes = ", ".join(map(str, game.facts.sizes))
        raise GameError(texts.not_a_size(quoted(size), game.facts.title, sizes))
    return game.start(int(size) if size else None)


def _parse_fen(game: Rules, text: str) -> Position:
    try:
        return game.notation.parse(text)
    except FenError as error:
        raise _of_another_game(game, text) or error from None


def _of_another_game(game: Rules, text: str) -> FenError | None:
    """Return the error for a position of another game, or of chess; None if it is neither."""
    rows = text.split(maxsplit=1)[0].split("/") if text.strip() else []
    if len(rows) == CHESS_ROWS and all(map(_CHESS_ROW.fullmatch, rows)) and "k" in "".join(rows).lower():
        ours = game.notation.shape(game.start())[1]
        return FenError(texts.BOARD, texts.chess_position(CHESS_ROWS, game.facts.title, ours))
    for other in names():
        if other != game.name and _is_position(get(other), text):
            return FenError(texts.BOARD, texts.position_of(get(other).facts.title, game.facts.title))
    return None


def _is_position(game: Rules, text: str) -> bool:
    try:
        game.notation.parse(text)
    except GameError:
        return False
    return True
