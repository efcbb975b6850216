"""The constants of a game: names, sizes, limits, hints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.rules import texts
from engine.rules.values import FIRST, Piece, Reason

NO_PROGRESS = Reason(texts.NO_PROGRESS, in_words=texts.NO_PROGRESS_SHOWN)


@dataclass(frozen=True)
class SearchExample:
    """A position to step through a search of: its text as the command line takes it, and the depth."""

    label: str
    text: str
    depth: int


class NetworkInputs(NamedTuple):
    """What the network of a game sees: bitboards, written by `core.input_boards`, and their size.

    The first half of the bitboards belongs to the first side, the second half, in the same order, to the
    other one. Bit ``rank * files + file`` of each is one input.
    """

    boards: int
    files: int
    ranks: int
    at_start: int
    """The active inputs in the start position; the game phase follows from how many are left."""
    min_active: int = 0
    """The minimum of active inputs with which the network evaluates a position; with fewer the handcrafted
    evaluation does, since of the tablebase's positions training sees hardly any but the drawn ones."""
    royal: tuple[int, ...] = ()
    """The bitboards of the royal pieces, whose capture ends the game."""

    @property
    def squares(self) -> int:
        """The inputs of one bitboard."""
        return self.files * self.ranks

    @property
    def total(self) -> int:
        """The number of inputs."""
        return self.boards * self.squares


@dataclass(frozen=True, kw_only=True)
class Facts:
    """The facts of one game."""

    name: str
    """Lower-case name, as on the command line: that of the game's folder."""
    title: str
    """The name as shown."""
    side_names: tuple[str, str]
    """Lower-case names of the sides, the one that moves first in front."""
    kind_names: Mapping[str, str]
    """The pieces' names by FEN letter, e.g. ``{"L": "lion"}``."""
    help: str
    """The game in a few plain sentences: the goal, how one moves, how a move is typed."""
    origin: str
    """In a sentence or two: who made the game, or where its rules come from."""
    sizes: tuple[int, ...]
    """Board sizes that `Rules.start` offers, the default in front."""
    start_text: str = ""
    """The start position as text; a game with several sizes has a `Rules.start` of its own instead."""
    repetitions: int = 0
    """The occurrence of a position that makes a draw; 0 for no such rule."""
    progress_limit: int = 0
    """Plies without progress that make a draw; 0 for no such rule."""
    position_progress_limit: int = 0
    """The same where positions count these plies, in a field `progress_clock`; 0 for no such rule."""
    draws: bool = True
    """Whether a game can be drawn at all."""
    no_progress: Reason = NO_PROGRESS
    """The reason for a draw at `progress_limit`."""
    ends: tuple[Reason, ...] = ()
    """The reasons that only this game has for being over."""
    chance_scale_cp: float = 300.0
    """Centipawns that multiply the odds of winning by e, fitted by `tests/winning_chances.py`."""
    reply_time_ms: int | None = None
    """Milliseconds within which the engine has to move, if the game's source says so."""
    stones: tuple[str, ...] = ()
    """The kinds of the first and of the second side, in games where each side has but one of its own."""
    max_stones: int = 1
    """How many stones may lie on a square."""
    side_below: int = FIRST
    """The side whose home is the lower edge of the board when row 1 of the notation is at the bottom."""
    has_own_edges: bool = True
    """True if each side's home is an edge of the board, so that the window turns it for a player."""
    piece_words: tuple[str, str] = ("piece", "pieces")
    """What the game calls one and several of its pieces."""
    what_pieces_do: Mapping[str, str] = field(default_factory=dict)
    """What each kind does, by FEN letter: what `Prose.about` puts between a colon and a full stop."""
    first_hint: str = texts.FIRST_HINT
    """How to make the first move in the window, for a new player."""
    term_titles: Mapping[str, str] = field(default_factory=dict)
    """The terms of the evaluation that can be switched off: their titles by name."""
    other_terms: str = ""
    """The part of the evaluation that cannot be switched off; empty if all of it can."""
    network_inputs: NetworkInputs | None = None
    """What the game's network sees; None if the game has no network."""
    search_margins: Mapping[str, int] = field(default_factory=dict)
    """The search's margins that differ from the usual ones (`engine.search.margins.Margins`), by name."""
    unused_features: frozenset[str] = frozenset()
    """The features of the search (`engine.search.features`) that matches showed to be worth nothing here."""
    search_examples: tuple[SearchExample, ...] = ()
    """Small searches to step through."""

    @property
    def counts_in_pawns(self) -> bool:
        """True if scores are in pawns, a unit that players know."""
        return "pawn" in self.kind_names.values()

    def sample(self, kind: str) -> Piece:
        """Return a piece of a kind: the first side's, unless only the other one has that kind."""
        return Piece(self.stones.index(kind) if self.stones else FIRST, kind)
