"""Alpha-beta, compiled, for every game: principal variation search with a hash table, and quiescence.

A score is fail-soft and from the view of the side to move: a result at or below alpha is an upper bound of
the true score, one at or above beta a lower bound. Knuth and Moore 1975 for alpha-beta, Marsland and
Campbell 1982 for the null windows of principal variation search.
"""

from __future__ import annotations

from typing import Any

from engine.compiled.jit import int64, jit, prefetch
from engine.rules.core import (
    DRAWN,
    KNOWN_DRAW,
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
from engine.search.margin_layout import FUTILITY_BASE, FUTILITY_STEP, LMP_BASE, REDUCTIONS, RFP
from engine.search.network import static_eval
from engine.search.ordering import (
    HASH_MOVE,
    KILLER,
    pick,
    rank_moves,
    rank_of,
    rank_tactical,
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
    MOVE_BUFFER_SIZE,
    NULL_MOVE,
    ORDERING,
    PVS,
    QUIESCENCE,
    SEE,
    TABLEBASE,
    TT,
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

RFP_MAX_DEPTH, FUTILITY_MAX_DEPTH, LMP_MAX_DEPTH = 5, 4, 4
"""The highest depths of reverse futility, futility and late-move pruning."""
NMP_MIN_DEPTH, NMP_BASE_REDUCTION = 3, 2
"""Null-move pruning: the lowest depth, and the constant part of R = 2 + depth // 4."""
IIR_MIN_DEPTH = 4
"""The lowest depth of internal iterative reduction."""

NO_SCORE = 2 * INFINITE
"""Stands for no score: outside the range of scores, also when negated."""


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
    forced once can be forced again. One from before the root must occur `repetitions` times in total.
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
    """Return the score of a draw by repetition or progress limit.

    Unless the side to move has no legal move: that ends the game first.
    """
    if count(s.positions[ply], s.moves, s.moves_start[ply], int64(MOVE_BUFFER_SIZE)) == 0:
        return result_score(result_without_moves(s.positions[ply]), ply)
    return int64(0)


@jit
def tablebase_score(s: Any, ply: int) -> int:
    """Return the score that the tablebase has for the position at `ply`, NO_SCORE if none.

    Not where the progress limit may come first, or, without progress since the root, an earlier position
    whose next occurrence is a draw: the tablebase does not know of them.
    """
    if not s.features & TABLEBASE:
        return int64(NO_SCORE)
    plies = probe_tablebase(s.positions[ply], s.tablebase)
    if plies == UNKNOWN or (s.progress_limit and s.progress_clock[ply] + plies > s.progress_limit):
        return int64(NO_SCORE)
    if s.exhausted_plies and plies > s.exhausted_plies and s.progress_clock[ply] > ply:
        return int64(NO_SCORE)
    if plies == KNOWN_DRAW:
        return int64(0)
    return WIN - ply - plies if plies & 1 else ply + plies - WIN


@jit
def make_move(s: Any, ply: int, move: int) -> None:
    """Make a move: write the position at `ply + 1`. This counts as one node."""
    s.positions[ply + 1] = s.positions[ply]
    progress = play(s.positions[ply + 1], move)
    s.after_null_move[ply + 1] = 0
    s.accumulator_valid[ply + 1] = 0
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
    s.accumulator_valid[ply + 1] = 0
    s.progress_clock[ply + 1] = 0
    s.keys[s.past + ply + 1] = s.positions[ply + 1].key
    s.moves_start[ply + 1] = s.moves_start[ply]
    return True


@jit
def update_pv(s: Any, ply: int, move: int) -> None:
    """Make `move` and the PV below it the PV at `ply`."""
    s.pv[ply, ply] = move
    end = s.pv_end[ply + 1]
    for at in range(ply + 1, end):
        s.pv[ply, at] = s.pv[ply + 1, at]
    s.pv_end[ply] = max(end, ply + 1)


@jit
def score_without_search(s: Any, ply: int) -> int:
    """Return the score of the position at `ply` if it needs no search, else NO_SCORE.

    It needs none when the game is over, the draw rules end it, or the tablebase has it.
    """
    s.pv_end[ply] = ply
    result = terminal_result(s.positions[ply])
    if result:
        return result_score(result, ply)
    if drawn_by_rule(s, ply):
        return draw_score(s, ply)
    return tablebase_score(s, ply)


@jit
def quiesce(s: Any, ply: int, alpha: int, beta: int) -> int:
    """Return the quiescence score: of tactical moves only, and the side to move may stand pat.

    Tactical moves are those of `core.generate_tactical`. Call it, like `search`, only where
    `score_without_search` has no score.
    """
    s.pv_end[ply] = ply
    position = s.positions[ply]
    s.seldepth = max(s.seldepth, ply)
    best = static_eval(s, ply, alpha, beta)
    if best >= beta or ply >= MAX_PLY - 1 or s.stop:
        return best
    end = generate_tactical(position, s.moves, s.moves_start[ply], int64(MOVE_BUFFER_SIZE))
    if s.features & ORDERING:
        rank_tactical(s, ply, end)
    alpha = max(alpha, best)
    for at in range(s.moves_start[ply], end):
        move = pick(s, at, end) if s.features & ORDERING else s.moves[at]
        if s.features & SEE and loses_material(position, move):
            continue
        make_move(s, ply, move)
        s.moves_start[ply + 1] = end
        score = -score_without_search(s, ply + 1)
        if score == -NO_SCORE:
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

    Not at PV nodes, so that PVs are not truncated, and not where the progress limit may end the game within
    the depth, or before a win that the entry has found: an entry does not know the progress clock.
    """
    stored_depth = entry_depth(data)
    if beta - alpha != 1 or stored_depth < depth or (s.exact_depth and stored_depth != depth):
        return False
    score = entry_score(data, ply)
    if limit_is_near(s, ply, max(depth, WIN - abs(score) - ply if abs(score) > WIN_BOUND else int64(0))):
        return False
    return bool(entry_bound(data) & (LOWER if score >= beta else UPPER))


@jit
def can_prune_reverse_futility(s: Any, static_score: int, depth: int, beta: int) -> bool:
    """Return whether reverse futility pruning applies: far above beta at a low depth."""
    return depth <= RFP_MAX_DEPTH and static_score - s.margins[RFP] * depth >= beta and abs(beta) < WIN_BOUND


@jit
def futility_margin(s: Any, depth: int) -> int:
    """Return how much a late move, quiet or losing, is expected to add at most to the static score."""
    return s.margins[FUTILITY_STEP] * min(depth, FUTILITY_MAX_DEPTH) + s.margins[FUTILITY_BASE]


@jit
def late_move_reduction(s: Any, depth: int, number: int, null_window: bool) -> int:
    """Return by how many plies to reduce move `number` of a position in its first search."""
    if not s.features & LMR or depth < 3 or number < 2:
        return int64(0)
    plies = s.reductions[min(depth, REDUCTIONS - 1), min(number, REDUCTIONS - 1)] - (0 if null_window else 1)
    return max(min(plies, depth - 2), int64(0))


@jit
def place_hash_move(s: Any, ply: int, hash_move_key: int) -> int:
    """Write the hash move where the moves of `ply` begin; return how many moves are there, 1 or 0.

    If it causes a cut-off, as it usually does, no other moves are generated.
    """
    move = int64(NO_MOVE)
    if s.features & ORDERING and hash_move_key:
        move = move_from_key(s.positions[ply], hash_move_key)
    if move == NO_MOVE or s.moves_start[ply] >= MOVE_BUFFER_SIZE:
        return int64(0)
    s.moves[s.moves_start[ply]] = move
    set_rank(s, s.moves_start[ply], int64(HASH_MOVE))
    return int64(1)


@jit
def search(s: Any, ply: int, depth: int, alpha: int, beta: int) -> int:
    """Return the score of the position at `ply`, searched `depth` plies deep; meaningless once stopped.

    Call it only where `score_without_search` has no score: asking first spares most nodes a call.
    """
    s.pv_end[ply] = ply
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
    hash_move_key = int64(0)
    if s.features & TT:
        data = probe(s, key)
        if data != MISS:
            if entry_cuts_off(s, ply, data, depth, alpha, beta):
                return entry_score(data, ply)
            hash_move_key = entry_move_key(data)
    null_window = beta - alpha == 1
    static_score = int64(-INFINITE)
    prunes = null_window and not in_check and not limit_is_near(s, ply, depth)
    if prunes and s.features & (FUTILITY | NULL_MOVE):
        static_score = static_eval(
            s, ply, alpha - futility_margin(s, depth), beta + s.margins[RFP] * min(depth, RFP_MAX_DEPTH + 1)
        )
        if s.features & FUTILITY and can_prune_reverse_futility(s, static_score, depth, beta):
            return static_score
        try_null_move = (
            s.features & NULL_MOVE
            and static_score >= beta
            and depth >= NMP_MIN_DEPTH
            and not s.after_null_move[ply]
            and not s.exhausted_plies  # which count from the root: a null move hides what was played before
        )
        if try_null_move and make_null_move(s, ply):
            # If even passing is good enough, some move will be (Beal 1989, Donninger 1993). Called from here
            # and not from a function of its own: mutual recursion does not survive numba's cache.
            score = -search(s, ply + 1, depth - 1 - NMP_BASE_REDUCTION - depth // 4, -beta, 1 - beta)
            if s.stop:
                return int64(0)
            if score >= beta:
                return min(score, int64(WIN_BOUND))
    if s.features & IIR and hash_move_key == 0 and depth >= IIR_MIN_DEPTH:
        depth -= 1  # internal iterative reduction: this shallower search finds a hash move for the next
    start = s.moves_start[ply]
    end = start + place_hash_move(s, ply, hash_move_key)
    generated = False
    best, best_move = int64(-INFINITE), int64(0)
    old_alpha = alpha
    at = start
    while True:
        if at == end:
            if generated:
                break
            generated = True
            end = generate(position, s.moves, start, int64(MOVE_BUFFER_SIZE))
            if end < 0:
                return max(best, static_eval(s, ply, alpha, beta))  # no space for its moves: not expanded
            if end == start:
                return result_score(result_without_moves(position), ply)
            if s.features & ORDERING:
                rank_moves(s, ply, end, hash_move_key)
            if at > start:
                pick(s, start, end)  # the hash move, which has been searched
            continue
        move = pick(s, at, end) if s.features & ORDERING else s.moves[at]
        number = at - start
        reduction = int64(0)
        # A losing capture, or a quiet move that is no killer.
        late = s.features & ORDERING != 0 and rank_of(s, at) < KILLER
        if late and number > 0 and not in_check and best > -WIN_BOUND:
            # The moves after this one rank lower still, so pruning it prunes all of them.
            if (
                prunes
                and s.features & LMP
                and depth <= LMP_MAX_DEPTH
                and number >= s.margins[LMP_BASE] + depth * depth
            ):
                break
            if prunes and s.features & FUTILITY and depth <= FUTILITY_MAX_DEPTH:
                futility_value = static_score + futility_margin(s, depth)
                if futility_value <= alpha:
                    best = max(best, futility_value)
                    break
            reduction = late_move_reduction(s, depth, number, null_window)
        make_move(s, ply, move)
        s.moves_start[ply + 1] = end
        score = -score_without_search(s, ply + 1)
        if score != -NO_SCORE:
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
    if s.features & TT:
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

    The best move is brought to number `pv_index`, so that after a stop the best one known is there; its PV
    is in `pv[0]`. Returns -INFINITE when stopped before a first move was searched to its end, or when all
    that were searched lose: then the next one is brought to the front. As ever, a score at or outside the
    window is a bound.
    """
    root = int64(0)
    s.pv_end[root] = 0
    s.extension_limit = min(2 * depth, int64(MAX_PLY - 32))
    best, old_alpha = int64(-INFINITE), alpha
    for at in range(pv_index, s.root_moves):
        move = s.moves[at]
        make_move(s, root, move)
        s.moves_start[1] = s.root_moves
        score = -score_without_search(s, root + 1)
        if score != -NO_SCORE:
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
    if s.features & TT and pv_index == 0 and not s.root_is_partial:
        bound = LOWER if best >= beta else (EXACT if best > old_alpha else UPPER)
        store(s, s.positions[root].key, root, s.moves[0], best, depth, int64(bound))
    return best


@jit
def order_root(s: Any) -> None:
    """Order the root moves for the first iteration."""
    if s.features & ORDERING:
        data = probe(s, s.positions[0].key) if s.features & TT else int64(MISS)
        rank_moves(s, int64(0), s.root_moves, entry_move_key(data))
        for at in range(s.root_moves):
            pick(s, at, s.root_moves)
