"""Files of games."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from engine.record.format import format_game
from engine.record.parse import parse_games
from engine.record.record import GameRecord
from engine.system.files import read_text, replace_file


def _bytes(text: str) -> bytes:
    # A name from the command line may hold what is no text; a match must not fail for that.
    return text.encode(errors="replace")


def append_game(path: Path, text: str) -> None:
    """Add a game, as `format_game` returns it, to the end of a file and see to it that it is on the disk."""
    with path.open("ab+") as file:
        length = file.seek(0, os.SEEK_END)
        file.seek(max(length - 2, 0))
        unfinished = length > 0 and file.read() != b"\n\n"
        file.write((b"\n\n" if unfinished else b"") + _bytes(text))
        file.flush()
        os.fsync(file.fileno())


def save_games(path: Path, records: Sequence[GameRecord]) -> None:
    """Write a file anew; whatever happens, it then holds the old games or the new ones."""
    replace_file(path, _bytes("".join(format_game(record) for record in records)))


def load_games(path: Path) -> list[GameRecord]:
    """Return all games of a file; raise `UserError`."""
    return parse_games(read_text(path), str(path))
