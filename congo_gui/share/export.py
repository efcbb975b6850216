"""Writing a position or a game to a file for other programs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from congo_gui.share import texts
from congo_gui.share.shared_game import SharedGame
from engine.system.errors import UserError
from engine.system.files import checksum, checksum_of_file, replace_file

Progress = Callable[[int, int], None]
"""Called with the work done and the total; an exception from it stops the work."""
POSITION_SUFFIXES, GAME_SUFFIXES = (".png", ".svg"), (".gif", ".html")
SUFFIXES = (*POSITION_SUFFIXES, *GAME_SUFFIXES)


def suffix_of(path: Path) -> str:
    """Return the extension of a file name, which determines the format.

    Raises:
        UserError: the extension is none of `SUFFIXES`.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise UserError(texts.unknown_format(path.name, ", ".join(SUFFIXES[:-1]), SUFFIXES[-1]))
    return suffix


def contents(shared: SharedGame, suffix: str, ply: int | None, progress: Progress) -> bytes:
    """Return the bytes of a file: the position after `ply` plies, as saved if it is None, or the game.

    Raises:
        UserError: the game has fewer than `ply` plies, or cannot be replayed.
    """
    from congo_gui.share.animation import animation
    from congo_gui.share.page import page
    from congo_gui.share.pictures import png_picture, svg_picture

    if suffix == ".gif":
        return animation(shared, progress)
    if suffix == ".html":
        return page(shared)
    at = shared.shown if ply is None else ply
    if at > len(shared.plies):
        raise UserError(texts.no_such_ply(at, len(shared.plies)))
    return png_picture(shared, at) if suffix == ".png" else svg_picture(shared, at)


def export(
    path: Path,
    shared: SharedGame,
    ply: int | None = None,
    progress: Progress = lambda done, total: None,
    *,
    replaces: bool = True,
) -> None:
    """Write a file in the format of its name's extension: a new one, or one whose contents this `replaces`.

    Raises:
        UserError: the extension or the ply is invalid, the file cannot be written, or has other contents.
    """
    data = contents(shared, suffix_of(path), ply, progress)
    try:
        if not replaces and checksum_of_file(path) not in ("", checksum(data)):
            raise UserError(texts.file_exists(path))
        replace_file(path, data)
    except OSError as error:
        raise UserError(texts.not_written(path.name, (error.strerror or str(error)).lower())) from None
