"""The player's progress with endings: their distance, and how many were solved. No pygame.

It is kept in a file of its own, on this computer alone, and can be deleted at any time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from congo_gui.store.progress_file import ChangeFile, ProgressFile
from engine.learn.endings import FIRST_DISTANCE, MAX_DISTANCE, MIN_WIN

FILE = "endings.json"
MAX_BYTES, MAX_GAMES, MAX_MATERIALS, MAX_COUNT = 1 << 20, 100, 1000, 10**9
MAX_DAY = 10**7


@dataclass
class _GameEndings:
    """The progress in one game; `done` has solved and tried endings by material, `day` the last success."""

    distance: int = FIRST_DISTANCE
    day: int = 0
    done: dict[str, tuple[int, int]] = field(default_factory=dict)

    def add(self, material: str, solved: bool, step: int, today: int) -> None:
        """Count an attempt, and change the player's distance by `step`."""
        before, tried = self.done.get(material, (0, 0))
        self.done[material] = before + solved, tried + 1
        self.distance = min(max(self.distance + step, MIN_WIN), MAX_DISTANCE)
        self.day = max(self.day, today) if solved else self.day


class EndingProgress:
    """The progress of a player in all games; `change` changes a file in the background.

    Other windows may use the same file, so only what this window adds is written to it. What they have added
    is known after `refresh`.
    Days are numbers as `date.toordinal` gives them.
    """

    def __init__(self, folder: Path, change: ChangeFile) -> None:
        self.path = folder / FILE
        self._file = ProgressFile(self.path, MAX_BYTES, _games, _text, deepcopy, change)

    def refresh(self) -> None:
        """Take in what other windows have added."""
        self._file.refresh()

    @property
    def _games(self) -> dict[str, _GameEndings]:
        return self._file.known

    def _of(self, game: str) -> _GameEndings:
        return self._games.get(game, _GameEndings())

    def distance(self, game: str) -> int:
        """Return the distance, in plies, of the endings that the player is given."""
        return self._of(game).distance

    def last_success(self, game: str) -> int:
        """Return the day on which an ending was last solved, 0 for never."""
        return self._of(game).day

    def done(self, game: str, material: str = "") -> tuple[int, int]:
        """Return how many endings were solved and tried, with one material or with all."""
        done = self._of(game).done
        counts = done.values() if not material else [done.get(material, (0, 0))]
        return sum(solved for solved, _ in counts), sum(tried for _, tried in counts)

    def by_material(self, game: str) -> Mapping[str, tuple[int, int]]:
        """Return how many endings with each material were solved and tried."""
        return self._of(game).done

    def note(self, game: str, material: str, solved: bool, step: int, today: int) -> None:
        """Note how an ending went, and by how many plies the player's distance changes."""

        def add(games: dict[str, _GameEndings]) -> None:
            games.setdefault(game, _GameEndings()).add(material, solved, step, today)

        self._file.change(add)

    def forget(self, game: str) -> None:
        """Delete the progress in a game, also what other windows have added."""
        if self._games.pop(game, None) is not None or os.path.lexists(self.path):
            self._file.change(lambda games: games.pop(game, None))


def _text(games: dict[str, _GameEndings]) -> bytes:
    """Return the contents of the file."""
    values = {
        game: {"distance": own.distance, "day": own.day, "materials": own.done} for game, own in games.items()
    }
    return (json.dumps(values, indent=1) + "\n").encode()


def _games(data: Any) -> dict[str, _GameEndings]:
    return {str(game): _game(found) for game, found in list(data.items())[:MAX_GAMES]}


def _game(found: Any) -> _GameEndings:
    distance, day = int(found["distance"]), int(found["day"])
    if not (MIN_WIN <= distance <= MAX_DISTANCE and 0 <= day < MAX_DAY):
        raise ValueError(found)
    materials = list(found["materials"].items())[:MAX_MATERIALS]
    return _GameEndings(distance, day, {str(name): _counts(counts) for name, counts in materials})


def _counts(fields: Any) -> tuple[int, int]:
    solved, tried = (int(field) for field in fields)
    if not 0 <= solved <= tried <= MAX_COUNT:
        raise ValueError(fields)
    return solved, tried
