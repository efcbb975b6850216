"""Alpha-beta, compiled, for every game: principal variation search with a table, and quiescence.

A score is fail-soft and from the view of the side to move: a result at or below alpha is an upper bound of
the true score, one at or above beta a lower bound. Knuth and Moore 1975 for alpha-beta, Marsland and
Campbell 1982 for the null windows of principal variation search.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.compiled.jit import int64, jit, prefetch
from engine.rules.core import (
    DRAWN,
    LOST,
    NO_MOVE,
    UNKNOWN,
    count,
    generate,
    generate_tactical,
    is_in_check,
    loses_material,
    move_from_key,
    play,
    play_null_move,
    probe_tablebase,
    result_without_moves,
    terminal_result,
)
from engine.search.network import static_eval
from engine.search.ordering import (
    KILLER,
    TABLE_MOVE,
    pick,
    rank_captures,
    rank_moves,
    rank_of,
    set_rank,
    update_quiet_stats,
)
from engine.search.state import (
    EXTENSIONS,
    FUTILITY,
    IIR,
    INFINITE,
    LMP,
    LMR,
    MAX_PLY,
    MOVE_BUFFER,
    NULL_MOVE,
    ORDERING,
    PVS,
    QUIESCENCE,
    SEE,
    TABLE,
    TABLEBASE,
    WIN,
    WIN_BOUND,
)
from engine.search.transposition import (
    EXACT,
    LOWER,
    MISS,
    UPPER,
    cluster_address,
    entry_bound,
    entry_depth,
    entry_move_key,
    entry_score,
    probe,
    store,
)

RFP_DEPTH, RFP_MARGIN = 5, 80
NULL_DEPTH, NULL_REDUCTION = 3, 2
FUTILITY_DEPTH, FUTILITY_MARGIN, FUTILITY_BASE = 4, 70, 80
LMP_DEPTH, LMP_FIRST = 4, 6
IIR_DEPTH = 4

UNKNOWN_SCORE = 2 * INFINITE

REDUCTIONS = np.array(
    [[int(0.4 + np.log(max(d, 1)) * np.log(max(n, 1)) / 2.2) for n in range(64)] for d in range(64)],
    dtype=np.int64,
)
"""Late-move reductions in plies, by depth and the number of the move."""


@jit
def result_score(result: int, ply: int) -> int:
    """Return the score of a game that is over `ply` plies below the root."""
    if result == DRAWN:
        return int64(0)
    return ply - WIN if result == LOST else WIN - ply


@jit
def drawn_by_rule(s: Any, ply: int) -> bool:
    """Return whether repetition or the progress limit makes the position at `ply` a draw.

    A position that occurs twice below the root, the root included, counts as a draw at once: what can be
    forced once can be forced again. One from before the root must occur `repetitions` times in all.
    """
    if s.progress_limit and s.progress_clock[ply] >= s.progress_limit:
        return True
    if s.repetitions == 0:
        return False
    now = s.past + ply
    seen = 1
    for at in range(now - 2, max(now - s.progress_clock[ply], 0) - 1, -2):
        if s.keys[at] == s.keys[now]:
            seen += 1
            if at >= s.past or seen >= s.repetitions:
                return True
    return False


@jit
def draw_score(s: Any, ply: int) -> int:
    """Return the score of a draw by repetition or progress limit; having no legal move comes first."""
    if count(s.positions[ply], s.moves, s.moves_start[ply], int64(MOVE_BUFFER)) == 0:
        return result_score(result_without_moves(s.positions[ply]), ply)
    return int64(0)


@jit
def tablebase_score(s: Any, ply: int) -> int:
    """Return the score that the tablebase has for the position at `ply`, UNKNOWN_SCORE if none.

    Not where the progress limit may come first: the tablebase does not know of it.
    """
    if not s.features & TABLEBASE:
        return int64(UNKNOWN_SCORE)
    plies = probe_tablebase(s.positions[ply], s.tablebase)
    if plies == UNKNOWN or (s.progress_limit and s.progress_clock[ply] + plies > s.progress_limit):
        return int64(UNKNOWN_SCORE)
    if plies == 0:
        return int64(0)
    return WIN - ply - plies if plies & 1 else ply + plies - WIN


@jit
def make_move(s: Any, ply: int, move: int) -> None:
    """Make a move: write the position at `ply + 1`. This counts as one node."""
    s.positions[ply + 1] = s.positions[ply]
    progress = play(s.positions[ply + 1], move)
    s.after_null_move[ply + 1] = 0
    s.accumulated[ply + 1] = 0
    s.progress_clock[ply + 1] = 0 if progress else s.progress_clock[ply] + 1
    s.keys[s.past + ply + 1] = s.positions[ply + 1].key
    prefetch(cluster_address(s, s.positions[ply + 1].key))
    s.nodes += 1
    if s.nodes >= s.node_limit:
        s.stop = 1


@jit
def make_null_move(s: Any, ply: int) -> bool:
    """Make a null move; return whether that was possible (see `play_null_move`)."""
    s.positions[ply + 1] = s.positions[ply]
    if not play_null_move(s.positions[ply + 1]):
        return False
    s.after_null_move[ply + 1] = 1
    s.accumulated[ply + 1] = 0
    s.progress_clock[ply + 1] = 0
    s.keys[s.past + ply + 1] = s.positions[ply + 1].key
    s.moves_start[ply + 1] = s.moves_start[ply]
    return True


@jit
def update_pv(s: Any, ply: int, move: int) -> None:
    """Make `move` and the PV below it the PV at `ply`."""
    s.pv[ply, ply] = move
    length = s.pv_length[ply + 1]
    for at in range(ply + 1, length):
        s.pv[ply, at] = s.pv[ply + 1, at]
    s.pv_length[ply] = max(length, ply + 1)


@jit
def score_without_search(s: Any, ply: int) -> int:
    """Return the score of the position at `ply` if it needs no search, else UNKNOWN_SCORE.

    It needs none when the game is over, the draw rules end it, or the tablebase has it.
    """
    s.pv_length[ply] = ply
    result = terminal_result(s.positions[ply])
    if result:
        return result_score(result, ply)
    if drawn_by_rule(s, ply):
        return draw_score(s, ply)
    return tablebase_score(s, ply)


@jit
def quiesce(s: Any, ply: int, alpha: int, beta: int) -> int:
    """Return the quiescence score: captures only, and the side to move may stand pat.

    Call it, like `search`, only where `score_without_search` has no score.
    """
    s.pv_length[ply] = ply
    position = s.positions[ply]
    s.seldepth = max(s.seldepth, ply)
    best = static_eval(s, ply, alpha, beta)
    if best >= beta or ply >= MAX_PLY - 1 or s.stop:
        return best
    end = generate_tactical(position, s.moves, s.moves_start[ply], int64(MOVE_BUFFER))
    if s.features & ORDERING:
        rank_captures(s, ply, end)
    alpha = max(alpha, best)
    for at in range(s.moves_start[ply], end):
        move = pick(s, at, end) if s.features & ORDERING else s.moves[at]
        if s.features & SEE and loses_material(position, move):
            continue
        make_move(s, ply, move)
        s.moves_start[ply + 1] = end
        score = -score_without_search(s, ply + 1)
        if score == -UNKNOWN_SCORE:
            score = -quiesce(s, ply + 1, -beta, -alpha)
        if s.stop:
            return best
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                update_pv(s, ply, move)
                if score >= beta:
                    break
    return best


@jit
def limit_is_near(s: Any, ply: int, depth: int) -> bool:
    """Return whether the progress limit may end the game within the depth: static scores do not know it."""
    return s.progress_limit != 0 and s.progress_clock[ply] + depth >= s.progress_limit


@jit
def entry_cuts_off(s: Any, ply: int, data: int, depth: int, alpha: int, beta: int) -> bool:
    """Return whether a table entry has a score that may be returned for the position at `ply` at once.

    Not in a full window, so that best lines stay whole, and not where the progress limit may end the
    game within the depth: an entry does not know the progress clock.
    """
    stored_depth = entry_depth(data)
    if beta - alpha != 1 or stored_depth < depth or (s.proof and stored_depth != depth):
        return False
    if limit_is_near(s, ply, depth):
        return False
    score = entry_score(data, ply)
    return bool(entry_bound(data) & (LOWER if score >= beta else UPPER))


@jit
def reverse_futile(s: Any, static_score: int, depth: int, beta: int) -> bool:
    """Return whether reverse futility pruning applies: far above beta at a shallow depth."""
    return depth <= RFP_DEPTH and static_score - RFP_MARGIN * depth >= beta and abs(beta) < WIN_BOUND


@jit
def futility_margin(depth: int) -> int:
    """Return the most that quiet moves are expected to add to the static evaluation at a shallow depth."""
    return FUTILITY_MARGIN * min(depth, FUTILITY_DEPTH) + FUTILITY_BASE


@jit
def late_move_reduction(s: Any, depth: int, number: int, null_window: bool) -> int:
    """Return by how many plies to reduce move `number` of a position in its first search."""
    if not s.features & LMR or depth < 3 or number < 2:
        return int64(0)
    plies = REDUCTIONS[min(depth, 63), min(number, 63)] - (0 if null_window else 1)
    return max(min(plies, depth - 2), int64(0))


@jit
def place_table_move(s: Any, ply: int, table_move_key: int) -> int:
    """Write the table move where the moves of `ply` begin; return how many moves are there, 1 or 0.

    Where it refutes the position, as it mostly does, the others need not be generated.
    """
    move = int64(NO_MOVE)
    if s.features & ORDERING and table_move_key:
        move = move_from_key(s.positions[ply], table_move_key)
    if move == NO_MOVE:
        return int64(0)
    s.moves[s.moves_start[ply]] = move
    set_rank(s, s.moves_start[ply], int64(TABLE_MOVE))
    return int64(1)


@jit
def search(s: Any, ply: int, depth: int, alpha: int, beta: int) -> int:
    """Return the score of the position at `ply`, searched `depth` plies deep; meaningless once stopped.

    Call it only where `score_without_search` has no score: asking that first saves most nodes a call.
    """
    s.pv_length[ply] = ply
    position = s.positions[ply]
    in_check = s.features & EXTENSIONS != 0 and is_in_check(position)
    if in_check and ply < s.extension_limit:
        depth += 1
    if depth <= 0 or ply >= MAX_PLY - 1:
        if s.features & QUIESCENCE:
            return quiesce(s, ply, alpha, beta)
        s.seldepth = max(s.seldepth, ply)
        return static_eval(s, ply, alpha, beta)
    if s.stop:
        return int64(0)
    key = position.key
    table_move_key = int64(0)
    if s.features & TABLE:
        data = probe(s, key)
        if data != MISS:
            if entry_cuts_off(s, ply, data, depth, alpha, beta):
                return entry_score(data, ply)
            table_move_key = entry_move_key(data)
    null_window = beta - alpha == 1
    static_score = int64(-INFINITE)
    prunes = null_window and not in_check and not limit_is_near(s, ply, depth)
    if prunes and s.features & (FUTILITY | NULL_MOVE):
        static_score = static_eval(
            s, ply, alpha - futility_margin(depth), beta + RFP_MARGIN * min(depth, RFP_DEPTH + 1)
        )
        if s.features & FUTILITY and reverse_futile(s, static_score, depth, beta):
            return static_score
        try_null_move = (
            s.features & NULL_MOVE
            and static_score >= beta
            and depth >= NULL_DEPTH
            and not s.after_null_move[ply]
        )
        if try_null_move and make_null_move(s, ply):
            # If even doing nothing is good enough, some move will be (Donninger 1993). Called from here and
            # not from a function of its own: mutual recursion does not survive numba's cache.
            score = -search(s, ply + 1, depth - 1 - NULL_REDUCTION - depth // 4, -beta, 1 - beta)
            if s.stop:
                return int64(0)
            if score >= beta:
                return min(score, int64(WIN_BOUND))
    if s.features & IIR and table_move_key == 0 and depth >= IIR_DEPTH:
        depth -= 1  # internal iterative reduction: this shallower search finds a table move for the next
    start = s.moves_start[ply]
    end = start + place_table_move(s, ply, table_move_key)
    generated = False
    best, best_move = int64(-INFINITE), int64(0)
    old_alpha = alpha
    at = start
    while True:
        if at == end:
            if generated:
                break
            generated = True
            end = generate(position, s.moves, start, int64(MOVE_BUFFER))
            if end < 0:
                return max(best, static_eval(s, ply, alpha, beta))  # no space for its moves: not expanded
            if end == start:
                return result_score(result_without_moves(position), ply)
            if s.features & ORDERING:
                rank_moves(s, ply, end, table_move_key)
            if at > start:
                pick(s, start, end)  # the table's move, which has been searched
            continue
        move = pick(s, at, end) if s.features & ORDERING else s.moves[at]
        number = at - start
        reduction = int64(0)
        quiet = s.features & ORDERING != 0 and rank_of(s, at) < KILLER
        if quiet and number > 0 and not in_check and best > -WIN_BOUND:
            # The moves after this one rank lower still, so pruning it prunes all of them.
            if prunes and s.features & LMP and depth <= LMP_DEPTH and number >= LMP_FIRST + depth * depth:
                break
            if prunes and s.features & FUTILITY and depth <= FUTILITY_DEPTH:
                futility_value = static_score + futility_margin(depth)
                if futility_value <= alpha:
                    best = max(best, futility_value)
                    break
            reduction = late_move_reduction(s, depth, number, null_window)
        make_move(s, ply, move)
        s.moves_start[ply + 1] = end
        score = -score_without_search(s, ply + 1)
        if score != -UNKNOWN_SCORE:
            pass
        elif number > 0 and s.features & PVS:
            score = -search(s, ply + 1, depth - 1 - reduction, -alpha - 1, -alpha)
            if reduction and score > alpha and not s.stop:
                score = -search(s, ply + 1, depth - 1, -alpha - 1, -alpha)
            if alpha < score < beta and not s.stop:
                score = -search(s, ply + 1, depth - 1, -beta, -alpha)
        else:
            score = -search(s, ply + 1, depth - 1, -beta, -alpha)
        if s.stop:
            return best
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                alpha = score
                update_pv(s, ply, move)
                if score >= beta:
                    if s.features & ORDERING:
                        update_quiet_stats(s, ply, at, depth)
                    break
        at += 1
    if s.features & TABLE:
        bound = LOWER if best >= beta else (EXACT if best > old_alpha else UPPER)
        store(s, key, ply, best_move, best, depth, int64(bound))
    return best


@jit
def bring_forward(s: Any, at: int, place: int) -> None:
    """Move root move number `at` forward to `place`, and those in between back by one."""
    move = s.moves[at]
    for other in range(at, place, -1):
        s.moves[other] = s.moves[other - 1]
    s.moves[place] = move


@jit
def search_root(s: Any, depth: int, pv_index: int, alpha: int, beta: int) -> int:
    """Search the root's moves, from number `pv_index` on (MultiPV), and return the best score among them.

    The best move is brought to number `pv_index`, so that after a stop the best one known is there; its line
    is in `pv[0]`. Returns -INFINITE when stopped before a first move was searched to its end, or when all
    that were searched lose: then the next one is brought to the front. As ever, a score at or outside the
    window is a bound.
    """
    root = int64(0)
    s.pv_length[root] = 0
    s.extension_limit = min(2 * depth, int64(MAX_PLY - 32))
    best, old_alpha = int64(-INFINITE), alpha
    for at in range(pv_index, s.root_moves):
        move = s.moves[at]
        make_move(s, root, move)
        s.moves_start[1] = s.root_moves
        score = -score_without_search(s, root + 1)
        if score != -UNKNOWN_SCORE:
            pass
        elif at > pv_index and s.features & PVS:
            score = -search(s, root + 1, depth - 1, -alpha - 1, -alpha)
            if alpha < score < beta and not s.stop:
                score = -search(s, root + 1, depth - 1, -beta, -alpha)
        else:
            score = -search(s, root + 1, depth - 1, -beta, -alpha)
        if s.stop:
            if at > pv_index and best < -WIN_BOUND:
                bring_forward(s, at, pv_index)
                best = int64(-INFINITE)
            return best
        if score > best:
            best = score
            if at == pv_index or score > alpha:
                update_pv(s, root, move)
                bring_forward(s, at, pv_index)
            alpha = max(alpha, score)
            if score >= beta:
                break
    if s.features & TABLE and pv_index == 0:
        bound = LOWER if best >= beta else (EXACT if best > old_alpha else UPPER)
        store(s, s.positions[root].key, root, s.moves[0], best, depth, int64(bound))
    return best


@jit
def order_root(s: Any) -> None:
    """Order the root moves for the first iteration."""
    if s.features & ORDERING:
        data = probe(s, s.positions[0].key) if s.features & TABLE else int64(MISS)
        rank_moves(s, int64(0), s.root_moves, entry_move_key(data))
        for at in range(s.root_moves):
            pick(s, at, s.root_moves)
