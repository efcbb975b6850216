"""The search's working memory: one record, because a record is passed down the recursion as one pointer."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from engine.search.features import FEATURES
from engine.search.margin_layout import REDUCTIONS, Margins

MAX_PLY = 128
"""How far below the root the search may go."""
MAX_GAME_HISTORY = 1024
"""How many earlier positions of the game are kept for detecting repetitions."""
MOVE_BUFFER_SIZE = 1 << 16
"""The maximum number of moves of all positions on the current line together."""

NO_NODE_LIMIT = 1 << 62
"""A number of nodes that no search reaches."""

WIN = 32000
"""The score of a won game; a win n plies ahead scores n less."""
WIN_BOUND = WIN - 2 * MAX_PLY
"""Scores above this are wins, scores below minus this are losses."""
INFINITE = WIN + 1
MAX_NETWORK_WIDTH, MAX_NETWORK_BOARDS = 256, 16
"""The largest network that the record has space for: accumulators by side, and input bitboards."""
MAX_STATIC_SCORE_CP = 20000
"""The largest absolute static score, in centipawns: a board of queens is worth more than a win scores."""

(
    ORDERING,
    TT,
    KILLERS,
    HISTORY,
    QUIESCENCE,
    PVS,
    ASPIRATION,
    SEE,
    EXTENSIONS,
    LMR,
    NULL_MOVE,
    FUTILITY,
    LMP,
    IIR,
    TABLEBASE,
) = (1 << bit for bit in range(len(FEATURES)))


@cache
def search_type(position: np.dtype[Any]) -> np.dtype[Any]:
    """Return the search record for games with this position record; docs/records.md describes its fields."""
    return np.dtype(
        [
            ("stop", np.int64),
            ("nodes", np.int64),
            ("node_limit", np.int64),
            ("seldepth", np.int64),
            ("extension_limit", np.int64),  # in plies from the root
            ("features", np.int64),
            ("margins", np.int64, (len(Margins._fields),)),
            ("reductions", np.int64, (REDUCTIONS, REDUCTIONS)),
            ("exact_depth", np.int64),  # a flag
            ("table", np.int64),
            ("table_mask", np.int64),
            ("key_salt", np.int64),  # of the keys in the table: see `Searcher._set_up`
            ("generation", np.int64),
            ("tablebase", np.int64),  # its address, 0 for none
            ("exhausted_plies", np.int64),
            ("repetitions", np.int64),
            ("progress_limit", np.int64),
            ("past", np.int64),
            ("root_moves", np.int64),
            ("root_is_partial", np.int64),  # a flag: these are not all legal moves
            ("keys", np.int64, (MAX_GAME_HISTORY + MAX_PLY,)),
            ("progress_clock", np.int64, (MAX_PLY,)),
            ("moves_start", np.int64, (MAX_PLY,)),
            ("after_null_move", np.int64, (MAX_PLY,)),
            ("killers", np.int64, (MAX_PLY, 2)),
            ("pv_end", np.int64, (MAX_PLY,)),
            ("pv", np.int64, (MAX_PLY, MAX_PLY)),
            ("history", np.int64, (2 << 12,)),
            ("positions", position, (MAX_PLY,)),
            ("network", np.int64),  # the address of its weights, 0 for none
            ("variety_cp", np.int64),
            ("variety_seed", np.int64),
            ("accumulator_valid", np.int64, (MAX_PLY,)),
            ("active_inputs", np.int64, (MAX_PLY,)),
            ("input_boards", np.int64, (MAX_PLY, MAX_NETWORK_BOARDS)),
            ("accumulators", np.int16, (MAX_PLY, 2, MAX_NETWORK_WIDTH)),
            ("moves", np.int64, (MOVE_BUFFER_SIZE,)),
            ("ranks", np.int64, (MOVE_BUFFER_SIZE,)),
        ]
    )
