"""Engine results for the positions of an analysis, kept for each of them. No pygame.

One search runs at a time: first the remaining positions of a review, then the threat of the other side,
and then, without limit, the position on the board.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from congo_gui.play.engine_service import SearchThread
from engine.game.game import Game, KeyHistory, key_of_past
from engine.record.record import GameNode, GameTree
from engine.record.remark import Remark
from engine.rules.rules import Rules
from engine.rules.values import Outcome, Position
from engine.search.limits import Limits, Score, SearchInfo, SearchOptions, winning_chance

if TYPE_CHECKING:
    from engine.search.thinker import Event

MAX_LINES = 5
REVIEW_NODES = 250_000
"""The node limit of a review for each position of a game and each thread, which all search it together."""
THREAT_NODES = 200_000
"""The node limit for the other side's threat, for each thread."""


class Reached(Protocol):
    """A position as it was reached: a node of a tree, a game, or what is searched.

    The positions since the last progress belong to it: if one is repeated, or with few plies left, a win is a
    draw.
    """

    @property
    def position(self) -> Position: ...

    @property
    def past_key(self) -> int: ...


@dataclass(frozen=True)
class SearchTarget:
    """A position to search, with the game that led to it."""

    position: Position
    history: KeyHistory = field(default_factory=KeyHistory)

    @classmethod
    def of(cls, game: Game) -> SearchTarget:
        """Return the position on the board of a game, with its history."""
        return cls(game.position, game.key_history())

    @property
    def past_key(self) -> int:
        """The key of the positions since the last progress (see `key_of_past`)."""
        return key_of_past(self.history.keys)


Lines = tuple[SearchInfo, ...]
"""The best moves with their lines, the best one in front."""


class Findings:
    """The results for positions as they were reached: the deepest lines, results of games, saved scores."""

    def __init__(self, rules: Rules) -> None:
        self._scale_cp = rules.facts.chance_scale_cp
        self._has_history = bool(rules.facts.progress_limit or rules.facts.repetitions)
        """True if a draw depends on the earlier positions of a game."""
        self._lines: dict[tuple[Position, int], Lines] = {}
        """By position and, where they matter, the positions before it, as are the saved scores."""
        self._over: dict[tuple[tuple[Position, int], int], Outcome] = {}
        """By position and plies: a repeated position is a draw only at its last occurrence."""
        self._saved: dict[tuple[Position, int], Score] = {}
        self.revision = 0
        """Changes with each new result."""

    def load(self, tree: GameTree) -> None:
        """Add the scores that are saved with a game's moves."""
        self.revision += 1
        for node in tree.main:
            score = Remark.parse(node.comment).score
            if score is not None:
                self._saved[self._key(node)] = -score

    def store(self, nodes: Sequence[GameNode]) -> None:
        """Save what is known of the positions with the moves that lead to them."""
        for node in nodes:
            lines = self.lines(node)
            if lines:
                found = Remark.of(replace(lines[0], score=-lines[0].score))
                node.comment = Remark.parse(node.comment).with_deeper_finding(found).comment

    def score(self, reached: Reached) -> Score | None:
        """Return the best move's score from the view of the side to move; None while nothing is known."""
        lines = self.lines(reached)
        return lines[0].score if lines else self._saved.get(self._key(reached))

    def lines(self, reached: Reached) -> Lines:
        """Return the known lines of a position, empty for an unknown one."""
        return self._lines.get(self._key(reached), ())

    def note(self, reached: Reached, lines: Lines) -> None:
        """Store lines, unless deeper ones, or as many of the same depth, are known."""
        known = self.lines(reached)
        if not known or (lines[0].depth, len(lines)) >= (known[0].depth, len(known)):
            self._lines[self._key(reached)] = lines
            self.revision += 1

    def _key(self, reached: Reached) -> tuple[Position, int]:
        return reached.position, reached.past_key if self._has_history else 0

    def note_end(self, game: Game) -> None:
        """Store the outcome of a game that is over."""
        assert game.outcome is not None
        self._over[self._key(game), game.cursor] = game.outcome
        self.revision += 1

    def chance(self, reached: Reached, plies: int) -> float | None:
        """Return the first side's winning chances, 0 to 1, after so many plies; None if unknown."""
        over, score = self._over.get((self._key(reached), plies)), self.score(reached)
        if over is not None:
            return 0.5 if over.winner is None else 1.0 - over.winner
        if score is None:
            return None
        chance = winning_chance(score, self._scale_cp)
        return chance if reached.position.side == 0 else 1.0 - chance


class Analyst:
    """Searches with a borrowed `searcher`. Call `update` whenever it may have reported."""

    def __init__(self, rules: Rules, searcher: SearchThread, findings: Findings) -> None:
        self.rules, self.findings = rules, findings
        self.on = True
        self.line_count = 3
        """The number of lines that are searched (MultiPV)."""
        self.threads = 1
        self.wants_threat = False
        self.failure = ""
        self.threat: SearchInfo | None = None
        """The other side's best move if it were to move."""
        self._searcher = searcher
        self._target: SearchTarget | None = None
        self._over = False
        self._reviewed: deque[tuple[Game, int]] = deque()
        """The positions of the review that are still to be searched: a game, and the number of plies."""
        self._review_size = 0
        self._job: SearchTarget | None = None
        self._kind = ""
        self._id: int | None = None
        self._new_lines: dict[int, SearchInfo] = {}
        self._most_lines: Lines = ()
        """The largest number of lines found so far for the position on the board."""
        self._done = False

    # --- requests

    def set_game(self, game: Game) -> None:
        """Analyse the position on the board of a game from now on."""
        target, outcome = SearchTarget.of(game), game.outcome
        if target == self._target:
            return
        self._target, self._over, self.threat, self._most_lines = target, outcome is not None, None, ()
        if outcome is not None:
            self.findings.note_end(game)
        self._restart()

    def set_line_count(self, lines: int) -> None:
        """Set the number of lines to search."""
        self.line_count = max(1, min(MAX_LINES, lines))
        self._restart()

    def configure(self, threads: int, hash_mib: int) -> None:
        """Search with this number of threads, and this many mebibytes for the transposition table."""
        self.threads = threads
        self._stop()
        self._searcher.set_hash(hash_mib)
        self._restart()

    def set_on(self, on: bool) -> None:
        """Switch infinite analysis on or off."""
        self.on, self.failure = on, ""
        self._restart()

    def show_threat(self, wanted: bool) -> None:
        """Switch the search for the other side's threat on or off."""
        self.wants_threat, self.threat = wanted, None
        self._restart()

    def _restart(self) -> None:
        self._done = False
        if self._kind != "review":
            self._stop()

    def review(self, game: Game, cursors: Iterable[int]) -> None:
        """Search a game's positions after these numbers of plies in turn, until a search fails.

        `game` is moved to them; until the end of the review nobody else may move or change it. Their
        histories are found one by one: in a long game, all of them would fill the memory.
        """
        self._stop()
        self._reviewed.clear()
        self.failure, self._done = "", False
        for cursor in cursors:
            game.go_to(cursor)
            if game.outcome is not None:
                self.findings.note_end(game)
            else:
                self._reviewed.append((game, cursor))
        self._review_size = len(self._reviewed)

    @property
    def reviewing(self) -> float | None:
        """The share of the review that is done, 0 to 1; None without a review."""
        left = len(self._reviewed) + (self._kind == "review")
        return None if not left else 1.0 - left / max(1, self._review_size)

    def close(self) -> None:
        """End the search."""
        self._reviewed.clear()
        self._stop()

    # --- results

    @property
    def lines(self) -> Lines:
        """At most `line_count` lines of the position on the board: the deepest, or more if these are few."""
        known = self.findings.lines(self._target) if self._target else ()
        is_short = len(known) < min(self.line_count, len(self._most_lines))
        return (self._most_lines if is_short else known)[: self.line_count]

    @property
    def searching(self) -> bool:
        """True if the position on the board is being searched."""
        return self._kind == "board"

    # --- the search

    def update(self) -> bool:
        """Handle the search's reports and start the next search; return whether there is news."""
        from engine.search.thinker import Failed, SearchProgress

        events: list[Event] = self._searcher.events() if self._id is not None else []
        for event in events:
            if event.search_id != self._id:
                continue
            if isinstance(event, SearchProgress):
                self._note(event.info)
            elif isinstance(event, Failed):
                self.failure, self._done = event.message, True
                self._reviewed.clear()
                self._end()
            else:
                self._note(event.info)
                self._done |= self._kind == "board"
                self._end()
        return self._begin() or bool(events)

    def _note(self, info: SearchInfo | None) -> None:
        if info is None or self._job is None:
            return
        if self._kind == "threat":
            self.threat = info
            return
        if info.multipv == 1:
            self._new_lines = {}
        self._new_lines[info.multipv] = info
        lines = tuple(self._new_lines[rank] for rank in sorted(self._new_lines))
        self.findings.note(self._job, lines)
        if self._kind == "board" and len(lines) >= len(self._most_lines):
            self._most_lines = lines

    def _begin(self) -> bool:
        if self._id is not None or self.failure:
            return False
        if self._reviewed:
            game, cursor = self._reviewed.popleft()
            game.go_to(cursor)
            self._search("review", SearchTarget.of(game), Limits(nodes=REVIEW_NODES * self.threads), 1)
            return True
        if self._target is None or self._over:
            return False
        null_position = self.rules.null_move(self._target.position)
        needs_threat = self.wants_threat and self.threat is None
        if needs_threat and null_position is not None and self._can_move(null_position):
            limits = Limits(nodes=THREAT_NODES * self.threads)
            self._search("threat", SearchTarget(null_position), limits, 1)
        elif self.on and not self._done:
            self._search("board", self._target, Limits(infinite=True), self.line_count)
        else:
            return False
        return True

    def _can_move(self, position: Position) -> bool:
        return self.rules.outcome(position) is None

    def _search(self, kind: str, job: SearchTarget, limits: Limits, lines: int) -> None:
        self._kind, self._job, self._new_lines, self._most_lines = kind, job, {}, ()
        options = SearchOptions(multipv=lines, threads=self.threads)
        self._id = self._searcher.go(self.rules, job.position, job.history, limits, options)

    def _stop(self) -> None:
        if self._id is not None:
            self._searcher.cancel()
        self._end()

    def _end(self) -> None:
        self._id, self._kind, self._job = None, "", None
