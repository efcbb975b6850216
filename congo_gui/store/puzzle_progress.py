"""The player's progress with puzzles: a rating, and which puzzles come again. No pygame.

It is kept in a file of its own, on this computer alone, and can be deleted at any time.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from congo_gui.store.progress_file import read_progress
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


class PuzzleProgress:
    """The progress of a player in all games; `write` writes a file in the background.

    Days are numbers as `date.toordinal` gives them.
    """

    def __init__(self, folder: Path, write: Callable[[Path, Callable[[], str]], None]) -> None:
        self._path, self._write = folder / FILE, write
        self._ratings: dict[str, Rating] = {}
        self._attempts: dict[str, dict[str, PuzzleAttempt]] = {}
        self._runs: dict[str, dict[str, int]] = {}
        self._own: dict[str, set[str]] = {}
        """The positions of the puzzles tried in this window, by game."""
        self.choices: dict[str, tuple[str, str]] = {}
        """The theme and the name of the difficulty chosen last in each game, while the window is open."""
        self._forgotten: set[str] = set()
        """The games whose progress is to be deleted in the file."""
        read_progress(self._path, MAX_BYTES, self._take)

    def rating(self, game: str) -> Rating:
        """Return the player's rating in a game's puzzles."""
        return self._ratings.get(game, NEWCOMER)

    def attempts(self, game: str) -> Mapping[str, PuzzleAttempt]:
        """Return the last attempt at each puzzle that was tried, by its position."""
        return self._attempts.get(game, {})

    def note(self, game: str, puzzle: Puzzle, solved: bool, today: int) -> None:
        """Note how an attempt at a puzzle ended; only the first one at each puzzle changes the rating.

        Practice in between changes nothing: a solved puzzle stays solved until it is due again.
        """
        attempts = self._attempts.setdefault(game, {})
        before = attempts.get(puzzle.fen)
        if before is not None and not before.is_due(today) and (before.due if solved else before.solved):
            return
        self._own.setdefault(game, set()).add(puzzle.fen)
        if before is None:
            self._ratings[game] = after_game(self.rating(game), rating_of(puzzle), float(solved))
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
        self._write(self._path, self._text)

    def best_run(self, game: str, kind: RunKind) -> int:
        """Return the most puzzles that were solved in one run of a kind."""
        return self._runs.get(game, {}).get(kind.value, 0)

    def note_run(self, game: str, kind: RunKind, solved: int) -> None:
        """Note how many puzzles were solved in a run."""
        if solved > self.best_run(game, kind):
            self._runs.setdefault(game, {})[kind.value] = solved
            self._write(self._path, self._text)

    def forget(self, game: str) -> None:
        """Delete the progress in a game."""
        for part in (self._ratings, self._attempts, self._runs, self._own):
            part.pop(game, None)
        self._forgotten.add(game)
        self._write(self._path, self._text)

    # --- the file

    def _text(self) -> str:
        """Return the contents of the file: what it has by now, with the changes of this window.

        Another window may have written to it. Called on another thread, so from copies.
        """
        other = PuzzleProgress(self._path.parent, self._write)
        while self._forgotten:
            forgotten = self._forgotten.pop()
            for part in (other._ratings, other._attempts, other._runs):
                part.pop(forgotten, None)
        for game, own in list(self._own.items()):
            other._ratings[game] = self.rating(game)
            tried = self._attempts.get(game, {})
            attempts = {fen: tried[fen] for fen in list(own) if fen in tried}
            other._attempts.setdefault(game, {}).update(attempts)
        for game, runs in list(self._runs.items()):
            known = other._runs.setdefault(game, {})
            known.update({kind: max(solved, known.get(kind, 0)) for kind, solved in list(runs.items())})
        games = {
            game: {
                "rating": astuple(other.rating(game)),
                "puzzles": {fen: astuple(attempt) for fen, attempt in attempts.items()},
                "runs": other._runs.get(game, {}),
            }
            for game, attempts in other._attempts.items()
        }
        return json.dumps(games, indent=1) + "\n"

    def _take(self, data: Any) -> None:
        for game, found in data.items():
            self._ratings[str(game)] = _rating(found["rating"])
            puzzles = list(found["puzzles"].items())[:MAX_PUZZLES]
            self._attempts[str(game)] = {str(fen): _attempt(fields) for fen, fields in puzzles}
            runs = list(found.get("runs", {}).items())[:MAX_RUNS]
            self._runs[str(game)] = {str(kind): min(int(solved), MAX_PUZZLES) for kind, solved in runs}


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
