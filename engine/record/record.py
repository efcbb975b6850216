"""The format of saved games, `GameRecord`, and the game tree; format.py writes it, parse.py reads it.

It is PGN, the format of chess games, with each game's own move notation::

    [Event "match"]
    [Game "congo"]
    [Date "2026.09.01"]
    [White "engine:nodes=2000"]
    [Black "greedy"]
    [Result "1-0"]
    [Reason "the lion was captured"]

    1. d2d3 {+0.16, depth 4} d6d5 2. g1f3 (2. c2c3 d5d4) g7f5 $2 1-0

*Tags* come first, one per line. ``Game``, the game's name, is required. The players' tags are named after the
game's sides, or ``First`` and ``Second``. ``FEN`` is the start position if it differs from the default, and
thus determines the board size. ``Reason`` says how the game ended. All other tags are kept, for instance
settings of the event. In a value, ``"`` and ``\\`` are escaped by ``\\``.

*Clocks*: ``TimeControl`` is the initial time and the increment in seconds, ``180+2``, or the limit in seconds
for every move of a computer player, ``1/3``. If the sides differ, the tags are ``WhiteTimeControl`` and
``BlackTimeControl``, named after the game's sides, with ``-`` for no clock. ``[%clk 0:02:59.8]`` in the
comment on a move is the time on the mover's clock after it. The tag ``Clocks``, in the file of a running
game, has the current times of both clocks.

*Drawings*: ``[%csl Ga7]`` and ``[%cal Gd1d4,Ra1a2]`` in a comment are circles and arrows on the board.

*Moves* are in the game's notation (README.md in its folder), from the start position on. Move numbers are
not checked. ``{...}`` and ``;`` to the end of the line are comments on the preceding move (a comment with a
``}`` needs the second form). ``(...)`` is a variation: an alternative to the preceding move. ``$2`` is a NAG
(numeric annotation glyph); ``!``, ``?``, ``!!``, ``??``, ``!?`` and ``?!`` after a move are read as NAGs.

*Result*: ``1-0`` is a win of the side that moves first, whatever its colour; ``0-1`` a win of the other,
``1/2-1/2`` a draw, ``*`` an unfinished game.

A file contains any number of games. A line that begins with ``[Event `` always begins a new game, so a
truncated game does not affect the games before and after it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain

from engine.game.clocks import Controls, Times, clocks_for
from engine.game.game import Game, key_of_past
from engine.record.remark import joined
from engine.rules.rules import Rules
from engine.rules.values import Move, Outcome, Position, Reason

ORDERS = ("First", "Second")
CONTROL_TAG, CLOCKS_TAG = "TimeControl", "Clocks"
TOURNAMENT_EVENT = "tournament"
TOURNAMENT_HEAD = f'[Event "{TOURNAMENT_EVENT}"]'
"""How the games of a tournament's file begin."""
OWN_TAGS = ("Event", "Game", "Result", "Reason", "FEN", *ORDERS)
"""Tags for the fields of `GameRecord`, besides those named after the game's sides."""


class GameResult(Enum):
    """The result of a game; the value is its text in files."""

    FIRST = "1-0"
    SECOND = "0-1"
    DRAW = "1/2-1/2"
    NONE = "*"

    @classmethod
    def of(cls, outcome: Outcome | None) -> GameResult:
        """Return the result of a game with this outcome."""
        if outcome is None:
            return cls.NONE
        return cls.won_by(outcome.winner)

    @classmethod
    def won_by(cls, side: int | None) -> GameResult:
        """Return the result of a game won by `side`, or drawn if it is None."""
        return cls.DRAW if side is None else (cls.FIRST, cls.SECOND)[side]


@dataclass(frozen=True)
class RecordedMove:
    """A move with its comment, NAGs and the variations to it."""

    move: Move
    comment: str = ""
    nags: tuple[int, ...] = ()
    variations: tuple[tuple[RecordedMove, ...], ...] = ()
    clock: float | None = None
    """Seconds left on the mover's clock after it."""


@dataclass(frozen=True)
class GameRecord:
    """A game as saved; `tags` are the tags that have no field."""

    rules: Rules
    start: Position
    moves: tuple[RecordedMove, ...] = ()
    players: tuple[str, str] = ("?", "?")
    result: GameResult = GameResult.NONE
    reason: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)
    comment: str = ""
    """The comment before the first move."""
    event: str = "game"
    controls: Controls = (None, None)
    clock_times: Times | None = None
    """The current times of the clocks, if they differ from the times when the last position arose."""

    @classmethod
    def of(
        cls,
        game: Game,
        players: tuple[str, str] = ("?", "?"),
        tags: Mapping[str, str] | None = None,
        comments: Sequence[str] = (),
        event: str = "game",
        ended: tuple[GameResult, str] | None = None,
    ) -> GameRecord:
        """Return the record of a game up to its current position; `comments` are those on its plies.

        `ended` is the result and the reason, if they do not follow from the rules.
        """
        outcome = game.outcome
        by_rules = GameResult.of(outcome), outcome.detailed_reason if outcome else ""
        result, reason = by_rules if ended is None else ended
        padded = [*comments, *[""] * game.cursor]
        plies = enumerate(zip(game.plies[: game.cursor], padded, strict=False), start=1)
        return cls(
            rules=game.rules,
            start=game.start,
            moves=tuple(
                RecordedMove(ply.move, " ".join(comment.split()), clock=clock_after(game, at, ply.side))
                for at, (ply, comment) in plies
            ),
            players=players,
            result=result,
            reason=reason,
            tags=dict(tags or {}),
            event=event,
            controls=game.clocks.controls if game.clocks else (None, None),
        )

    def replay(self, now: Callable[[], float] = time.monotonic) -> Game:
        """Return the game with all its plies played.

        Its clocks, if any, are stopped; `now` is their time source.

        Raises:
            GameError: it was over before the last ply.
        """
        game = Game(self.rules, self.start, clocks_for(self.controls, now))
        for recorded in self.moves:
            game.play(recorded.move)
        self._restore_clocks(game)
        self._restore_end(game)
        return game

    def _restore_clocks(self, game: Game) -> None:
        if game.clocks is None:
            return
        times: list[Times] = []
        shown = game.clocks.after(0)
        for ply, recorded in zip(game.plies, self.moves, strict=True):
            left = shown[ply.side] if recorded.clock is None else recorded.clock
            shown = (left, shown[1]) if ply.side == 0 else (shown[0], left)
            times.append(shown)
        game.clocks.restore(times)

    def _restore_end(self, game: Game) -> None:
        """Restore an end without a move, such as resignation, from the reason."""
        if self.reason == Reason.ADJUDICATION.value and self.result is not GameResult.NONE:
            game.adjudicate({GameResult.FIRST: 0, GameResult.SECOND: 1}.get(self.result))
        if self.result is GameResult.DRAW and self.reason == Reason.AGREEMENT.value:
            game.agree_draw()
        if self.result not in (GameResult.FIRST, GameResult.SECOND):
            return
        loser = 1 if self.result is GameResult.FIRST else 0
        reason, _, detail = self.reason.partition(": ")
        if reason == Reason.RESIGNATION.value:
            game.resign(loser)
        elif reason in (Reason.TIME.value, Reason.MOVE_TIME.value):
            game.lose_on_time(loser)
        elif reason == Reason.FAILURE.value:
            game.forfeit(loser, detail)


def clock_after(game: Game, cursor: int, side: int) -> float | None:
    """Return the seconds on a side's clock after `cursor` plies, rounded to milliseconds.

    None without a clock, and with a limit per move, whose clock is always full after a move.
    """
    control = game.clocks.controls[side] if game.clocks else None
    if game.clocks is None or control is None or control.per_move:
        return None
    return round(max(0.0, game.clocks.after(cursor)[side]), 3)


def control_tags(rules: Rules) -> list[str]:
    """Return the names of the time-control tags of both sides."""
    return [f"{name.title()}{CONTROL_TAG}" for name in rules.facts.side_names]


# --- a game with its variations as an editable tree
#
# The first child of a node continues its line; the other children are variations.


class GameNode:
    """A position in the tree and the move that led to it, which is None only at the root."""

    def __init__(
        self,
        position: Position,
        parent: GameNode | None = None,
        move: Move | None = None,
        progress_clock: int = 0,
        past_key: int = 0,
    ) -> None:
        self.position, self.parent, self.move = position, parent, move
        self.progress_clock = progress_clock
        """The number of plies since the last progress (see `Transition.progress`)."""
        self.past_key = past_key
        """The key of the positions since then, without this one (see `engine.game.game.key_of_past`)."""
        self.plies: int = 0 if parent is None else parent.plies + 1
        """The number of plies from the root."""
        self.children: list[GameNode] = []
        self.comment = ""
        self.nags: tuple[int, ...] = ()
        self.clock: float | None = None

    @property
    def next(self) -> GameNode | None:
        """The next node of its line, None at the end."""
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
    def is_variation(self) -> bool:
        """True if it begins a variation: its parent's line continues with another move."""
        return self.parent is not None and self.parent.next is not self

    def onward(self) -> Iterator[GameNode]:
        """Yield the following nodes of this line."""
        node = self.next
        while node is not None:
            yield node
            node = node.next


class GameTree:
    """The tree of a game from its start position; `line` are its recorded moves.

    `comment` is the comment before the first move.
    """

    def __init__(
        self, rules: Rules, start: Position, line: Sequence[RecordedMove] = (), comment: str = ""
    ) -> None:
        self.rules = rules
        self.root = GameNode(start)
        self.restore(line, comment)

    def restore(self, line: Sequence[RecordedMove], comment: str) -> None:
        """Rebuild the tree from recorded moves; the root is kept, all other nodes are new."""
        self.root.children.clear()
        self.root.comment = comment
        self.insert(self.root, line)

    def insert(self, node: GameNode, line: Sequence[RecordedMove]) -> GameNode:
        """Add recorded moves with their variations after a node; return the last node of the line.

        An existing move keeps its comment and NAGs beside those of the recorded move, as do lines that begin
        with the same moves; it keeps its clock unless the recorded move has one.
        """
        found: dict[GameNode, list[RecordedMove]] = {}
        last = self._insert(node, line, found)
        for child, recorded in found.items():  # together: many lines may begin with the same move
            child.comment = joined(child.comment, *(each.comment for each in recorded))
            child.nags = (*dict.fromkeys(chain(child.nags, *(each.nags for each in recorded))),)
        return last

    def _insert(
        self, node: GameNode, line: Sequence[RecordedMove], found: dict[GameNode, list[RecordedMove]]
    ) -> GameNode:
        """Add moves; note in `found`, for each node, all the recorded moves that lead to it."""
        variations: list[tuple[GameNode, tuple[RecordedMove, ...]]] = []
        for recorded in line:
            child = self.add(node, recorded.move)
            found.setdefault(child, []).append(recorded)
            child.clock = recorded.clock if recorded.clock is not None else child.clock
            variations += ((node, variation) for variation in recorded.variations)
            node = child
        for before, variation in variations:  # one may repeat moves of the line, and go on otherwise
            self._insert(before, variation, found)
        return node

    @property
    def main(self) -> list[GameNode]:
        """The nodes of the main line, without the root, up to a draw: after that an analysis may go on."""
        nodes, facts = [], self.rules.facts
        occurrences = Counter([self.root.position])
        for node in self.root.onward():
            nodes.append(node)
            if not node.progress_clock:
                occurrences.clear()
            occurrences[node.position] += 1
            is_repeated = 0 < facts.repetitions <= occurrences[node.position]
            if is_repeated or 0 < facts.progress_limit <= node.progress_clock:
                break
        return nodes

    def add(self, node: GameNode, move: Move) -> GameNode:
        """Return the node after a legal move, adding it if it does not exist."""
        known = next((child for child in node.children if child.move == move), None)
        if known is not None:
            return known
        position, progress = self.rules.play_with_progress(node.position, move)
        clock, past_key = node.progress_clock + 1, key_of_past((node.past_key, node.position.key))
        child = GameNode(position, node, move, *((0, 0) if progress else (clock, past_key)))
        node.children.append(child)
        return child

    def add_line(self, node: GameNode, moves: Sequence[Move]) -> GameNode:
        """Return the node after several moves, adding the nodes that do not exist."""
        for move in moves:
            node = self.add(node, move)
        return node

    def node_at(self, moves: Sequence[Move]) -> GameNode:
        """Return the node after these moves, or the last existing one on the way."""
        node = self.root
        for move in moves:
            after = next((child for child in node.children if child.move == move), None)
            if after is None:
                return node
            node = after
        return node

    def move_number(self, node: GameNode) -> int:
        """Return the number of a move made at a node; not every game's FEN contains it."""
        start = self.root.position
        return start.move_number + (node.plies + start.side) // 2

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
        """Make the variation of a node the main continuation where it branches off."""
        first = next((each for each in reversed(node.line) if each.is_variation), None)
        if first is not None:
            self._put_first(first)

    def remove(self, node: GameNode) -> GameNode:
        """Delete a move and everything after it; return the node before it."""
        assert node.parent is not None
        node.parent.children.remove(node)
        return node.parent

    def game_at(self, node: GameNode, other: Game | None = None) -> Game:
        """Return the game up to a node, with its counters, history and result.

        If `other` is the game up to another node, their common plies are reused.
        """
        game = Game(self.rules, self.root.position) if other is None else other.copy()
        line = node.line
        pairs = zip(game.plies, line, strict=False)
        common = next((at for at, (ply, each) in enumerate(pairs) if ply.move != each.move), None)
        game.go_to(min(len(game.plies), len(line)) if common is None else common)
        for each in line[game.cursor :]:
            assert each.move is not None
            game.play(each.move, after_draw=True)
        return game

    # --- recording

    def record(self, plies: int | None = None) -> tuple[RecordedMove, ...]:
        """Return the main line with all variations.

        With `plies` the main line ends after that many plies, and every continuation becomes a variation that
        repeats the last move; without, after all of `main`.
        """
        return self._record(self.root, len(self.main) if plies is None else plies)

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
        """Return a continuation beyond the last move of the game, beginning with that move."""
        assert last.move is not None
        return (RecordedMove(last.move), *self._record_from(after))

    def _record_from(self, first: GameNode) -> tuple[RecordedMove, ...]:
        return (self._recorded(first, ()), *self._record(first))

    def _recorded(self, node: GameNode, variations: tuple[tuple[RecordedMove, ...], ...]) -> RecordedMove:
        assert node.move is not None
        return RecordedMove(node.move, node.comment, node.nags, variations, node.clock)
