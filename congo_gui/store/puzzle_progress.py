"""The player's progress with puzzles: a rating, and which puzzles come again. No pygame.

It is kept in a file of its own, on this computer alone, and can be deleted at any time.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import astuple, dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from congo_gui.store.progress_file import ChangeFile, ProgressFile
from engine.learn.glicko import Rating, after_game
from engine.learn.puzzles import Puzzle

FILE = "puzzles.json"
MAX_BYTES, MAX_PUZZLES, MAX_RUNS = 4 << 20, 20_000, 10
FIRST_INTERVAL, INTERVAL_FACTOR, MAX_INTERVAL = 1, 3, 30
"""Days until a failed puzzle comes again; each success multiplies them, until they exceed the maximum."""
NEWCOMER = Rating(1200)
"""The rating of a player who has not tried a puzzle yet."""
DEVIATION = 80.0
"""How well a puzzle's difficulty is known, in rating points."""
EASIEST, PER_FOURFOLD_NODES, PER_TURN = 900, 200, 60
"""A puzzle's rating: that of the easiest, and what is added for four times the nodes and for each turn."""
EASIEST_NODES, UNSOLVED_NODES = 50, 819_200
"""The nodes of the easiest puzzles, and those counted for one that no search has solved."""


class RunKind(Enum):
    """The kinds of runs of puzzles; the values are the names of their records."""

    STREAK = "streak"
    """Until the first mistake."""
    TIMED = "timed"
    """As many as can be solved in a fixed time."""


@dataclass(frozen=True)
class PuzzleAttempt:
    """The last attempt at a puzzle: whether it was solved, and on what day it comes again, 0 for never."""

    solved: bool
    due: int = 0
    interval: int = 0
    """Days from the attempt to `due`."""

    def is_due(self, today: int) -> bool:
        """Return whether the puzzle comes again by today."""
        return 0 < self.due <= today


def rating_of(puzzle: Puzzle) -> Rating:
    """Return a puzzle's own rating, from the nodes with which the search solves it and from its length."""
    effort = math.log(max(puzzle.nodes or UNSOLVED_NODES, EASIEST_NODES) / EASIEST_NODES, 4)
    return Rating(EASIEST + PER_FOURFOLD_NODES * effort + PER_TURN * (len(puzzle.moves) // 2), DEVIATION)


@dataclass
class _Known:
    """What is known of a player, by game: the rating, the last attempts by position, and the best runs."""

    ratings: dict[str, Rating] = field(default_factory=dict)
    attempts: dict[str, dict[str, PuzzleAttempt]] = field(default_factory=dict)
    runs: dict[str, dict[str, int]] = field(default_factory=dict)

    def copy(self) -> _Known:
        """Return a copy that shares nothing that changes."""
        attempts = {game: dict(own) for game, own in self.attempts.items()}
        return _Known(dict(self.ratings), attempts, {game: dict(own) for game, own in self.runs.items()})

    def note(self, game: str, puzzle: Puzzle, solved: bool, today: int) -> None:
        """Note how an attempt at a puzzle ended, as `PuzzleProgress.note` describes it."""
        attempts = self.attempts.setdefault(game, {})
        before = attempts.get(puzzle.fen)
        if before is not None and not before.is_due(today) and (before.due if solved else before.solved):
            return
        if before is None:
            rating = self.ratings.get(game, NEWCOMER)
            self.ratings[game] = after_game(rating, rating_of(puzzle), float(solved))
        if not solved:
            attempts[puzzle.fen] = PuzzleAttempt(False, today + FIRST_INTERVAL, FIRST_INTERVAL)
        elif before is not None and before.due:
            interval = before.interval * INTERVAL_FACTOR
            again = interval <= MAX_INTERVAL
            attempts[puzzle.fen] = (
                PuzzleAttempt(True, today + interval, interval) if again else PuzzleAttempt(True)
            )
        else:
            attempts[puzzle.fen] = PuzzleAttempt(True)

    def note_run(self, game: str, kind: RunKind, solved: int) -> None:
        """Note how many puzzles were solved in a run."""
        runs = self.runs.setdefault(game, {})
        runs[kind.value] = max(solved, runs.get(kind.value, 0))

    def forget(self, game: str) -> None:
        """Delete what is known in a game."""
        for part in (self.ratings, self.attempts, self.runs):
            part.pop(game, None)


class PuzzleProgress:
    """The progress of a player in all games; `change` changes a file in the background.

    Other windows may use the same file, so each change is made to what it has by now. What they have added
    is known after `refresh`.
    Days are numbers as `date.toordinal` gives them.
    """

    def __init__(self, folder: Path, change: ChangeFile) -> None:
        self.path = folder / FILE
        self._file = ProgressFile(self.path, MAX_BYTES, _parse, _text, _Known.copy, change)
        self.choices: dict[str, tuple[str, str]] = {}
        """The theme and the name of the difficulty chosen last in each game, while the window is open."""

    def refresh(self) -> None:
        """Take in what other windows have added."""
        self._file.refresh()

    def rating(self, game: str) -> Rating:
        """Return the player's rating in a game's puzzles."""
        return self._file.known.ratings.get(game, NEWCOMER)

    def attempts(self, game: str) -> Mapping[str, PuzzleAttempt]:
        """Return the last attempt at each puzzle that was tried, by its position."""
        return self._file.known.attempts.get(game, {})

    def note(self, game: str, puzzle: Puzzle, solved: bool, today: int) -> None:
        """Note how an attempt at a puzzle ended; only the first one at each puzzle changes the rating.

        Practice in between changes nothing: a solved puzzle stays solved until it is due again.
        """
        self._file.change(lambda known: known.note(game, puzzle, solved, today))

    def best_run(self, game: str, kind: RunKind) -> int:
        """Return the most puzzles that were solved in one run of a kind."""
        return self._file.known.runs.get(game, {}).get(kind.value, 0)

    def note_run(self, game: str, kind: RunKind, solved: int) -> None:
        """Note how many puzzles were solved in a run."""
        if solved > self.best_run(game, kind):
            self._file.change(lambda known: known.note_run(game, kind, solved))

    def forget(self, game: str) -> None:
        """Delete the progress in a game, also what other windows have added."""
        self._file.change(lambda known: known.forget(game))


def _text(known: _Known) -> bytes:
    """Return the contents of the file."""
    games = {
        game: {
            "rating": astuple(known.ratings.get(game, NEWCOMER)),
            "puzzles": {fen: astuple(attempt) for fen, attempt in attempts.items()},
            "runs": known.runs.get(game, {}),
        }
        for game, attempts in known.attempts.items()
    }
    return (json.dumps(games, indent=1) + "\n").encode()


def _parse(data: Any) -> _Known:
    known = _Known()
    for game, found in data.items():
        known.ratings[str(game)] = _rating(found["rating"])
        puzzles = list(found["puzzles"].items())[:MAX_PUZZLES]
        known.attempts[str(game)] = {str(fen): _attempt(fields) for fen, fields in puzzles}
        runs = list(found.get("runs", {}).items())[:MAX_RUNS]
        known.runs[str(game)] = {str(kind): min(int(solved), MAX_PUZZLES) for kind, solved in runs}
    return known


def _rating(fields: Any) -> Rating:
    values = [float(field) for field in fields]
    if not all(map(math.isfinite, values)):
        raise ValueError(fields)
    return Rating.within_limits(*values)


def _attempt(fields: Any) -> PuzzleAttempt:
    solved, due, interval = fields
    if type(solved) is not bool or not (0 <= int(due) < 10**7 and 0 <= int(interval) < 1000):
        raise ValueError(fields)
    return PuzzleAttempt(solved, int(due), int(interval))
