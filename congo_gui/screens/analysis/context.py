"""The subject of an analysis, and where it returns to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from congo_gui.play.game_file import SHOWN_TAG, UNDONE_TAG
from congo_gui.play.played_game import new_uid
from congo_gui.screens.analysis.analyst import Findings
from congo_gui.screens.analysis.game_heading import GameHeading
from congo_gui.screens.analysis.pasted import PastedGame
from congo_gui.store.autosave import Autosave
from engine.library.entry import ID_TAG
from engine.record.format import format_game
from engine.record.record import GameNode, GameRecord, GameResult, GameTree, RecordedMove
from engine.rules.values import Position

Leave = Callable[[Callable[[], None]], None]
"""Closes an analysis and then calls a function, unless the user decides to stay."""

_State = tuple[Sequence[RecordedMove], str]
"""The recorded moves of a tree, and the comment before them."""


class SavedTree:
    """A tree with its last saved state.

    A game on the board saves the comment at its start, if `with_comment`, and the whole tree if it is
    `with_game`: without moves it has no place for variations. `origin` is the record that the tree is from.
    """

    def __init__(
        self,
        tree: GameTree,
        autosave: Autosave,
        with_comment: bool,
        with_game: bool,
        origin: GameRecord | None = None,
    ) -> None:
        self._tree, self._autosave, self._origin = tree, autosave, origin
        self._with_comment, self._with_game = with_comment, with_game
        self._uid = new_uid()
        self.is_closed = False
        """True once the analysis is closed."""
        self.is_in_file = False
        """True once it has been saved to a file."""
        self._autosaved: _State | None = None
        self.note_saved(self.record())

    def record(self) -> GameRecord:
        """Return the record of the tree."""
        tree = self._tree
        start, comment, moves = tree.root.position, tree.root.comment, tree.record()
        if self._origin is None:
            return GameRecord(tree.rules, start, moves, comment=comment, event="analysis")
        played, main = ([each.move for each in line] for line in (self._origin.moves, moves))
        if played and self._origin.result is not GameResult.NONE and main[: len(played)] == played:
            moves, main = tree.record(len(played)), played  # what was tried after the end is a variation
        found = replace(self._origin, moves=moves, comment=comment)
        if main != played:
            found = replace(found, result=GameResult.NONE, reason="")  # those of the moves that were played
        return found

    def note_saved(self, record: GameRecord) -> None:
        """Note `record` as the saved state."""
        self._kept = record.moves, record.comment
        self._autosaved = None
        self.autosave()

    @property
    def unsaved(self) -> bool:
        """True if there are unsaved changes that would be lost."""
        (moves, comment), (kept_moves, kept_comment) = self._state, self._kept
        is_other_comment = comment != kept_comment and not self._with_comment
        return not self._with_game and (moves != kept_moves or is_other_comment)

    @property
    def is_kept(self) -> bool:
        """True if its start position is in a file, or autosaved with changes of the open analysis."""
        return self.is_in_file or (not self.is_closed and self._state != self._kept)

    @property
    def _state(self) -> _State:
        record = self.record()
        return record.moves, record.comment

    def autosave(self) -> None:
        """Autosave unsaved changes, if there are new ones."""
        state = self._state
        if state == self._autosaved:
            return
        self._autosaved = state
        if state == self._kept:
            self._autosave.forget_analysis()
        else:
            # In the library, which gets it, too, it must replace neither its game nor another analysis.
            found = self.record()
            own = replace(found, tags={**found.tags, ID_TAG: self._uid})
            self._autosave.keep_analysis(partial(format_game, own))

    def discard(self) -> None:
        """Drop the autosave: the player discards the changes."""
        self._autosave.forget_analysis()

    def give_to_game(self) -> None:
        """Drop the autosave as soon as the game, which has all of it, is saved."""
        self._autosave.give_analysis()


def line_through(tree: GameTree, node: GameNode, game: GameRecord) -> GameRecord:
    """Return a game with the line through a node of its tree as the main line; the node's position is shown.

    Of a node after a draw only the position is returned: no game has that line.
    All other lines are variations. Another line than that of the game has no result.
    """
    other = GameTree(tree.rules, tree.root.position, tree.record(), tree.root.comment)
    other.set_main([passed.move for passed in (*node.line, *node.onward()) if passed.move])
    moves = other.record()
    if node.plies > len(moves):
        return GameRecord(tree.rules, node.position, comment=node.comment, event=game.event)
    tags = {**game.tags, SHOWN_TAG: str(node.plies)}
    tags.pop(UNDONE_TAG, None)
    line = replace(game, moves=moves, comment=tree.root.comment, tags=tags)
    if [move.move for move in moves] != [move.move for move in game.moves]:
        line = replace(line, result=GameResult.NONE, reason="")
    return line


@dataclass(frozen=True)
class AnalysisContext:
    """The subject of an analysis: a tree, the node on the board, and earlier results.

    Its functions lead to a game, to another analysis and to files; `closed` is called at its end.
    """

    tree: GameTree
    node: GameNode
    findings: Findings
    saved_tree: SavedTree
    learners: frozenset[int]
    """The sides whose mistakes the player wants to learn from: their own, or both."""
    play: Callable[[Position, Callable[[], None]], None]
    """Ask for the players of a game; the function, which closes the analysis, is called before it begins."""
    play_both_sides: Callable[[Position, Callable[[], None]], None]
    heading: Callable[[], GameHeading]
    """Return the players and the result of the game."""
    has_game: Callable[[int], bool]
    """Return whether there is a game that many games further in the file, or among those pasted."""
    analyse_other_game: Callable[[int, Leave, bool], None]
    """Analyse the game that many games further, with the current orientation of the board.

    Raises:
        UserError: it cannot be read.
    """
    find: Callable[[Position, Leave], None]
    """Ask for a game of the library with a position, to analyse it."""
    open: Callable[[Leave], None]
    """Ask for a game of a file to analyse."""
    analyse: Callable[[Position, bool], object]
    """Analyse a position, with the current orientation of the board."""
    analyse_set_up: Callable[[Position, bool], object]
    """The same for a position that was set up, which is asked about before it is lost."""
    analyse_pasted: Callable[[PastedGame], None]
    """Analyse a game that was pasted, from its start."""
    save: Callable[[Callable[[], None]], None]
    """Save it, and then call the function."""
    share: Callable[[GameNode, bool], None]
    """Export the line through a node, with the current orientation of the board."""
    copy_picture: Callable[[GameNode, bool], None]
    """Copy the position of a node as a picture, with the current orientation of the board."""
    closed: Callable[[], None]
    is_set_up: bool = False
    """True if the position at the start was set up in an analysis."""
