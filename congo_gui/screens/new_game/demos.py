"""Games to look at, one for each board of each game: positions that follow each other.

They are read, not worked out, so that they can be shown before the engine of their game is compiled.
"""

from __future__ import annotations

from congo_gui.games import folder_of
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.system.errors import UserError


def texts(rules: Rules, size: int) -> tuple[str, ...]:
    """Return the positions of the demonstration as texts, none if there is no file of it."""
    try:
        lines = (folder_of(rules.name) / f"demo-{size}.txt").read_text(encoding="utf-8").splitlines()
    except OSError:
        return ()
    return tuple(line.rpartition("\t")[2] for line in lines if line)


class Demo:
    """One demonstration, played again and again."""

    def __init__(self, rules: Rules, size: int) -> None:
        self.rules = rules
        self._start = rules.start(size)
        self._texts = texts(rules, size)
        self.turn = 0
        """How many turns have been played."""

    @property
    def position(self) -> Position:
        """The position after `turn` turns."""
        if not self._texts:
            return self._start
        try:
            return self.rules.notation.parse(self._texts[self.turn])
        except UserError:
            # A damaged file: nobody loses anything by looking at the start position.
            return self._start

    @property
    def is_over(self) -> bool:
        """Whether the last position is on the board."""
        return self.turn >= len(self._texts) - 1

    def go_on(self) -> None:
        """Play the next turn; after the last one begin again."""
        self.turn = 0 if self.is_over else self.turn + 1

    def go_to_middle(self) -> None:
        """Show a position from the middle of the game, for a board that stands still."""
        self.turn = max(0, len(self._texts) - 1) // 3
