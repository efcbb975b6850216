"""The best reply to a wrong move, found by a short search. No pygame."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game.game import KeyHistory
from engine.rules.rules import Rules
from engine.rules.values import Move, Position
from engine.search.limits import Limits
from engine.tablebase.tablebase import tablebase_of

REPLY_NODES, HASH_MIB = 50_000, 4
"""The limit of the search, and the size of its transposition table."""


@dataclass(frozen=True)
class BestReply:
    """The best reply to a move, as one move or none, and what is proved about the move."""

    moves: tuple[Move, ...] = ()
    wins: bool = False
    """The move wins, too: by the tablebase, or because a forced win was found."""
    draws: bool = False
    """The move draws, by the tablebase."""
    loses: bool = False
    """The move loses, by the tablebase or because a forced win for the other side was found."""


def best_reply(rules: Rules, position: Position) -> BestReply:
    """Return the best reply to the move that led to a position, after a short search."""
    from engine.search.searcher import Searcher  # it loads the compiler, which the first frame does not need

    info = Searcher(rules, HASH_MIB).search(position, KeyHistory(), Limits(nodes=REPLY_NODES))
    if info is None:
        return BestReply()
    tablebase = tablebase_of(rules)
    value = tablebase.probe(rules, position) if tablebase is not None else None
    mate = info.score.mate or 0
    draws = value is not None and value.plies == 0
    return BestReply(info.pv[:1], mate < 0, draws, mate > 0 or (value is not None and value.wins))
