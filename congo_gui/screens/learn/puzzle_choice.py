"""Choosing the next puzzle: due again, of a theme and a difficulty, and unlike the last ones. No pygame."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from random import Random

from congo_gui.screens.learn.recent_puzzles import RecentPuzzles
from congo_gui.store.puzzle_progress import PuzzleAttempt, rating_of
from engine.learn.puzzles import Puzzle
from engine.rules.rules import Rules

CHOICES = 10
"""The next puzzle is chosen from this many that fit best."""


class Difficulty(Enum):
    """The difficulty of proposed puzzles: the lowest and highest rating, none for the player's own."""

    OWN = None
    EASY = (0, 1200)
    MEDIUM = (1200, 1600)
    HARD = (1600, 9999)


def daily_puzzle(game: str, day: int, puzzles: int) -> int:
    """Return the number of the puzzle of a day, the same for all users, of so many."""
    return Random(f"{game} {day}").randrange(puzzles)


class PuzzleChoice:
    """Chooses among puzzles; new ones with a theme in `missed` come first."""

    def __init__(
        self, rules: Rules, puzzles: Sequence[Puzzle], rng: Random, missed: Collection[str] = ()
    ) -> None:
        self.puzzles, self.missed = puzzles, frozenset(missed)
        self._rng, self._recent = rng, RecentPuzzles(rules)
        self.theme = ""
        """The theme that all puzzles have; empty for any."""
        self.difficulty = Difficulty.OWN
        self._skipped: set[int] = set()
        """Puzzles that do not come first any more although they are due."""

    @property
    def names(self) -> tuple[str, str]:
        """The theme and the name of the difficulty."""
        return self.theme, self.difficulty.name

    def restore(self, theme: str, difficulty: str) -> None:
        """Choose a theme and a difficulty by their `names`."""
        self.theme, self.difficulty = theme, Difficulty[difficulty]

    def note(self, index: int) -> None:
        """Note that a puzzle was opened."""
        self._recent.note(self.puzzles[index])

    def skip(self, index: int) -> None:
        """Note that the player wants another puzzle than this one."""
        self._skipped.add(index)

    def fitting(self, theme: str) -> int:
        """Return how many puzzles of the chosen difficulty have a theme; any for an empty one."""
        return sum(self._fits(puzzle, theme) for puzzle in self.puzzles)

    def _fits(self, puzzle: Puzzle, theme: str) -> bool:
        limits = self.difficulty.value
        if theme and theme not in puzzle.themes:
            return False
        return limits is None or limits[0] <= rating_of(puzzle).points < limits[1]

    def of_all(self, rating: float) -> int:
        """Return a puzzle of about this rating, whatever its theme and difficulty."""
        return self._one_of(range(len(self.puzzles)), rating)

    def of_fitting(self, attempts: Mapping[str, PuzzleAttempt], today: int, rating: float) -> int:
        """Return a puzzle that is due again and was not skipped, or else a new one of about this rating."""
        fitting = [at for at, puzzle in enumerate(self.puzzles) if self._fits(puzzle, self.theme)]
        due = [
            at
            for at in fitting
            if at not in self._skipped
            and (tried := attempts.get(self.puzzles[at].fen))
            and tried.is_due(today)
        ]
        new = [at for at in fitting if self.puzzles[at].fen not in attempts]
        new = [at for at in new if self.missed.intersection(self.puzzles[at].themes)] or new
        return self._one_of(due or new or fitting or range(len(self.puzzles)), rating)

    def _one_of(self, numbers: Iterable[int], rating: float) -> int:
        """Return a puzzle of about this rating, unlike the recent ones if there is one."""
        near = sorted(numbers, key=lambda at: abs(rating_of(self.puzzles[at]).points - rating))
        return self._rng.choice(self._recent.unlike(self.puzzles, near, CHOICES) or near[:CHOICES])
