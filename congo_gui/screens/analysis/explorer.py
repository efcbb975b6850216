"""The opening explorer of an analysis, with the engine's games or the player's own. No pygame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from congo_gui.commands.command import Handler, Handlers
from congo_gui.screens.analysis import texts
from congo_gui.screens.analysis.known_moves import KnownMove, KnownMoves, KnownMovesThread
from congo_gui.screens.analysis.own_games import OwnGames
from congo_gui.screens.analysis.tree_cursor import TreeCursor
from congo_gui.screens.shared.base import Host
from congo_gui.store.game_library import LibraryJob
from engine.book.opening_names import opening_name
from engine.record.record import GameNode, RecordedMove
from engine.rules.values import Move
from engine.system.errors import UserError


class ExplorerControl:
    """Looks up the known moves at a cursor, and adds sample games; `show_message` shows a sentence."""

    def __init__(self, host: Host, cursor: TreeCursor, show_message: Callable[[str], None]) -> None:
        rules = cursor.tree.rules
        self._settings, self._cursor, self._show_message = host.settings, cursor, show_message
        self._engine = KnownMovesThread(rules, host.wake)
        self._own = OwnGames(rules, host.library)
        self._wanted: tuple[GameNode, LibraryJob[tuple[tuple[Move, ...], str]]] | None = None
        """The node at which a sample game is to be added, once the library has found it."""
        self._named: tuple[GameNode, str] | None = None
        """The last node with the name of its opening."""

    @property
    def handlers(self) -> Handlers:
        """The handlers of its command."""
        return {
            "own_games": Handler(
                lambda: self.choose_source(not self._settings.explorer_own), is_on=self._shows_own
            )
        }

    def _shows_own(self) -> bool:
        return self._settings.explorer_own

    def choose_source(self, own: bool) -> None:
        """Show the player's own games, or the engine's."""
        self._settings.explorer_own = own

    @property
    def known(self) -> KnownMoves:
        """The known moves of the position on the board, if any with the name of its opening."""
        source = self._own if self._shows_own() else self._engine
        found = source.of(self._cursor.position)
        quiet, limit = self._cursor.node.progress_clock, self._cursor.tree.rules.facts.progress_limit
        if found.longest and quiet + found.longest > limit > 0:  # the draw may come first
            found = replace(found, caption=texts.without_quiet(quiet))
        return replace(found, caption=texts.named(self._opening, found.caption)) if found.moves else found

    @property
    def _opening(self) -> str:
        """The name of the opening up to the position on the board."""
        node = self._cursor.node
        if self._named is None or self._named[0] is not node:
            self._named = node, opening_name(self._cursor.game)
        return self._named[1]

    # --- sample games

    def add_sample(self, chosen: KnownMove) -> None:
        """Add a sample game with a move as a variation, and go to that move."""
        node, rules = self._cursor.node, self._cursor.tree.rules
        if self._cursor.refuses():
            return
        if isinstance(chosen.sample, str):
            self._wanted = node, self._own.sample(node.position, chosen.move, chosen.sample)
            return
        if chosen.sample is None or self._engine.explorer is None:
            return
        sample = self._engine.explorer.sample(chosen.sample)
        try:
            line = sample.moves_from(rules, node.position, chosen.move.text)
        except UserError as error:
            self._show_message(texts.no_sample(error))
            return
        self._add(node, line, texts.sample_comment(sample.nodes, sample.result.value))

    def update(self) -> None:
        """Add the sample game that the library has found, unless another position is on the board."""
        if self._wanted is None or not self._wanted[1].is_over:
            return
        (node, job), self._wanted = self._wanted, None
        if job.result is None:
            self._show_message(texts.no_sample(job.problem))
        elif node is self._cursor.node:
            self._add(node, *job.result)

    def _add(self, node: GameNode, line: Sequence[Move], comment: str) -> None:
        *moves, last = (RecordedMove(move) for move in line)
        self._show_message(texts.sample_added(len(line)))  # a refusal replaces this
        self._cursor.insert(node, [*moves, replace(last, comment=comment)])
        self._cursor.go_to(next((child for child in node.children if child.move == line[0]), None))

    def close(self) -> None:
        """End the thread that reads the tablebase."""
        self._engine.close()
