"""A game with its variations as a tree that can be walked and changed; written down as `RecordedMove`s.

The first child of a node is how the game, or the variation, goes on; the others are variations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game.game import Game
from engine.record.record import RecordedMove
from engine.rules.rules import Rules
from engine.rules.values import Move, Position


class GameNode:
    """A position of the tree, and the move that led to it: None at the root alone."""

    def __init__(self, position: Position, parent: GameNode | None = None, move: Move | None = None) -> None:
        self.position, self.parent, self.move = position, parent, move
        self.children: list[GameNode] = []
        self.comment = ""
        self.nags: tuple[int, ...] = ()
        self.clock: float | None = None

    @property
    def next(self) -> GameNode | None:
        """How it goes on, None at the end of a line."""
        return self.children[0] if self.children else None

    @property
    def line(self) -> list[GameNode]:
        """The nodes from the root to this one, without the root."""
        nodes = []
        node: GameNode | None = self
        while node is not None and node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    @property
    def plies(self) -> int:
        """How many plies lead here from the root."""
        return len(self.line)

    @property
    def is_variation(self) -> bool:
        """Whether another move than this one is how its line goes on."""
        return self.parent is not None and self.parent.next is not self

    def onward(self) -> Iterator[GameNode]:
        """Yield the nodes of the line that goes on from here."""
        node = self.next
        while node is not None:
            yield node
            node = node.next


class GameTree:
    """The tree of a game from its start position; `line` is what was written down of it.

    `comment` is what was said before the first move.
    """

    def __init__(
        self, rules: Rules, start: Position, line: Sequence[RecordedMove] = (), comment: str = ""
    ) -> None:
        self.rules = rules
        self.root = GameNode(start)
        self.restore(line, comment)

    def restore(self, line: Sequence[RecordedMove], comment: str) -> None:
        """Make the tree anew from what was written down of it; its root stays, all other nodes are new."""
        self.root.children.clear()
        self.root.comment = comment
        self._read(self.root, line)

    def _read(self, node: GameNode, line: Sequence[RecordedMove]) -> None:
        for recorded in line:
            child = self.add(node, recorded.move)
            child.comment = recorded.comment or child.comment
            child.nags = recorded.nags or child.nags
            child.clock = recorded.clock if recorded.clock is not None else child.clock
            for variation in recorded.variations:
                self._read(node, variation)
            node = child

    @property
    def main(self) -> list[GameNode]:
        """The nodes of the main line, without the root."""
        return list(self.root.onward())

    def add(self, node: GameNode, move: Move) -> GameNode:
        """Return the node after a legal move, made if it was not there."""
        known = next((child for child in node.children if child.move == move), None)
        if known is not None:
            return known
        child = GameNode(self.rules.play(node.position, move), node, move)
        node.children.append(child)
        return child

    def add_line(self, node: GameNode, moves: Sequence[Move]) -> GameNode:
        """Return the node after several moves, made as far as it was not there."""
        for move in moves:
            node = self.add(node, move)
        return node

    def node_at(self, moves: Sequence[Move]) -> GameNode:
        """Return the node after these moves, or the last one that is there on the way."""
        node = self.root
        for move in moves:
            after = next((child for child in node.children if child.move == move), None)
            if after is None:
                return node
            node = after
        return node

    def set_main(self, moves: Sequence[Move]) -> None:
        """Make these moves the beginning of the main line."""
        node = self.root
        for move in moves:
            node = self.add(node, move)
            self._put_first(node)

    def _put_first(self, node: GameNode) -> None:
        if node.parent is not None:
            node.parent.children.remove(node)
            node.parent.children.insert(0, node)

    def promote(self, node: GameNode) -> None:
        """Make the variation that a node belongs to the line that goes on in its place."""
        first = next((each for each in reversed(node.line) if each.is_variation), None)
        if first is not None:
            self._put_first(first)

    def remove(self, node: GameNode) -> GameNode:
        """Take a move and all that follows it out of the tree; return the node before it."""
        assert node.parent is not None
        node.parent.children.remove(node)
        return node.parent

    def game_at(self, node: GameNode) -> Game:
        """Return the game as it is when a node is reached: its counters, its history and its result."""
        game = Game(self.rules, self.root.position)
        for each in node.line:
            assert each.move is not None
            game.play(each.move)
        return game

    # --- writing it down

    def record(self, plies: int | None = None) -> tuple[RecordedMove, ...]:
        """Return the main line with all variations.

        With `plies` the main line is no longer than that, and each line that goes on from its end is written
        as a variation that begins with its last move once more.
        """
        return self._record(self.root, plies)

    def _record(self, node: GameNode, plies: int | None = None) -> tuple[RecordedMove, ...]:
        line: list[RecordedMove] = []
        while node.next is not None and len(line) != plies:
            variations = tuple(self._record_from(other) for other in node.children[1:])
            node = node.next
            if len(line) + 1 == plies:
                variations += tuple(self._beyond(node, after) for after in node.children)
            line.append(self._recorded(node, variations))
        return tuple(line)

    def _beyond(self, last: GameNode, after: GameNode) -> tuple[RecordedMove, ...]:
        """Return a line that goes on after the last move of the game, with that move in front."""
        assert last.move is not None
        return (RecordedMove(last.move), *self._record_from(after))

    def _record_from(self, first: GameNode) -> tuple[RecordedMove, ...]:
        return (self._recorded(first, ()), *self._record(first))

    def _recorded(self, node: GameNode, variations: tuple[tuple[RecordedMove, ...], ...]) -> RecordedMove:
        assert node.move is not None
        return RecordedMove(node.move, node.comment, node.nags, variations, node.clock)
