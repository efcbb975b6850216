"""Plain minimax, the reference for tests of the real search: no pruning, no table, no ordering."""

from __future__ import annotations

from typing import Any

from engine.compiled.jit import int64, jit
from engine.rules.core import EVAL_INFINITE, generate, result_without_moves, terminal_result
from engine.search.alphabeta import bring_forward, draw_score, drawn_by_rule, make_move, result_score
from engine.search.network import static_eval
from engine.search.state import INFINITE, MOVE_BUFFER_SIZE, WIN_BOUND


@jit
def minimax(s: Any, ply: int, depth: int) -> int:
    """Return the score of the position at `ply` from all lines of `depth` plies; meaningless once stopped."""
    position = s.positions[ply]
    result = terminal_result(position)
    if result:
        return result_score(result, ply)
    if ply > 0 and drawn_by_rule(s, ply):
        return draw_score(s, ply)
    if depth <= 0:
        return static_eval(s, ply, int64(-EVAL_INFINITE), int64(EVAL_INFINITE))
    start = s.moves_start[ply]
    end = generate(position, s.moves, start, int64(MOVE_BUFFER_SIZE))
    if end < 0:
        return static_eval(s, ply, int64(-EVAL_INFINITE), int64(EVAL_INFINITE))
    if end == start:
        return result_score(result_without_moves(position), ply)
    best = int64(-INFINITE)
    for at in range(start, end):
        make_move(s, ply, s.moves[at])
        s.moves_start[ply + 1] = end
        best = max(best, -minimax(s, ply + 1, depth - 1))
        if s.stop:
            break
    return best


@jit
def minimax_root(s: Any, depth: int) -> int:
    """Search the root moves by minimax; return the best score, and the best move in front.

    When stopped, this is as after `search_root`.
    """
    s.pv_end[0] = 0
    best = int64(-INFINITE)
    for at in range(s.root_moves):
        move = s.moves[at]
        make_move(s, int64(0), move)
        s.moves_start[1] = s.root_moves
        score = -minimax(s, int64(1), depth - 1)
        if s.stop:
            if best < -WIN_BOUND:
                bring_forward(s, at, 0)
                best = int64(-INFINITE)
            break
        if score > best:
            best = score
            s.pv[0, 0], s.pv_end[0] = move, 1
            bring_forward(s, at, 0)
    return best
