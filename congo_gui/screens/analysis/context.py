"""The subject of an analysis, and where it returns to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from congo_gui.screens.analysis.analyst import Findings
from congo_gui.store.autosave import Autosave
from engine.record.format import format_game
from engine.record.record import GameNode, GameRecord, GameTree, RecordedMove
from engine.rules.values import Position

_State = tuple[Sequence[RecordedMove], str]
"""The moves of a tree and what was said before them, written down."""


class KeptTree:
    """A tree with what of it is in a file or was there at first; one that is of a game is kept by that."""

    def __init__(self, tree: GameTree, autosave: Autosave, of_game: bool) -> None:
        self._tree, self._autosave, self._of_game = tree, autosave, of_game
        self._autosaved: _State | None = None
        self.kept_as(self.record())

    def record(self) -> GameRecord:
        """Return the tree as it is written down."""
        tree = self._tree
        start, said = tree.root.position, tree.root.comment
        return GameRecord(tree.rules, start, tree.record(), comment=said, event="analysis")

    def kept_as(self, record: GameRecord) -> None:
        """Note how the tree was when it was kept last."""
        self._kept = record.moves, record.comment
        self._autosaved = None
        self.autosave()

    @property
    def unsaved(self) -> bool:
        """Whether something was found since that would be lost."""
        return not self._of_game and self._state != self._kept

    @property
    def _state(self) -> _State:
        record = self.record()
        return record.moves, record.comment

    def autosave(self) -> None:
        """Have what was found since outlive the program, if it has changed."""
        state = self._state
        if state == self._autosaved:
            return
        self._autosaved = state
        if state == self._kept:
            self._autosave.forget_analysis()
        else:
            self._autosave.keep_analysis(partial(format_game, self.record()))

    def discard(self) -> None:
        """Let what was found since be lost, as the player wants it, or be kept by the game alone."""
        self._autosave.forget_analysis()


@dataclass(frozen=True)
class AnalysisContext:
    """What an analysis is about: a tree and the node it begins with, and what was found out before.

    It leads to a position to play on or to analyse, and to a file; `closed` is called at its end.
    """

    tree: GameTree
    node: GameNode
    findings: Findings
    kept: KeptTree
    play: Callable[[Position], None]
    analyse: Callable[[Position, bool], None]
    save: Callable[[], None]
    closed: Callable[[], None]
