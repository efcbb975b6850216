"""A program for the tests of compiled code: it uses all compiled functions, and reports as JSON.

``launch.py GAME`` uses all that the game gives the program; for Congo that is more than for the others. With
the argument ``warm`` the game is compiled first, as at a first launch.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
from typing import Any

from engine.compiled.jit import int64


def dispatchers() -> dict[str, Any]:
    """Return all compiled functions of the engine by name."""
    from numba.core.dispatcher import Dispatcher

    modules = [module for name, module in sys.modules.items() if name.startswith("engine.")]
    functions = [value for module in modules for value in vars(module).values()]
    return {
        f"{function.py_func.__module__}.{function.py_func.__qualname__}": function
        for function in functions
        if isinstance(function, Dispatcher)
    }


def compiled_anew() -> dict[str, int]:
    """Return how often each function was compiled because of a cache miss."""
    misses = {name: sum(f.stats.cache_misses.values()) for name, f in dispatchers().items()}
    return {name: count for name, count in misses.items() if count}


def loaded() -> int:
    """Return the number of functions loaded from the cache."""
    return sum(sum(function.stats.cache_hits.values()) for function in dispatchers().values())


MIDDLE = "1me1l2/1p2p1p/2p1c2/3E3/1PP2Z1/P3P1P/G1ELC2 w 1"
BEFORE_TABLEBASE = "4l2/7/1p5/7/Z6/7/C1L4 w 1"
IN_TABLEBASE = "4l2/7/7/7/Z6/7/C1L4 w 1"
"""Positions that need null moves and exchanges, tables below the root, and tables at the root."""
DEPTH = 6
COMMANDS = {
    "congo": (
        ["analyse", "congo", "startpos", "--depth", "3", "--multipv", "2", "--threads", "2"],
        ["perft", "congo", "startpos", "3", "--divide"],
        ["moves", "congo", "startpos"],
    ),
    "conga": (["prove", "conga", "w10,-,-,-/b1,b1,-,-/b5,b2,-,-/-,-,-,- b", "--plies", "7", "--hash", "1"],),
}
"""What is called on the command line, by the game."""


def search_of(searcher: Any, position: Any, options: Any = None) -> list[Any]:
    """Return the result and nodes of a search from scratch."""
    from engine.game.game import KeyHistory
    from engine.search.limits import Limits

    searcher.clear_stop()
    searcher.clear()
    info = searcher.search(position, KeyHistory(), Limits(depth=DEPTH), options)
    assert info is not None
    return [str(info.score), searcher.nodes, info.source, [move.text for move in info.pv]]


def play_with_everything() -> list[Any]:
    """Use all compiled code that the program needs; return the results."""
    from engine import rules
    from engine.game.game import Game, KeyHistory
    from engine.search.limits import ALPHA_BETA, Limits, SearchOptions
    from engine.search.perft import perft
    from engine.search.searcher import Searcher

    congo = rules.get("congo")
    start, past = congo.start(), KeyHistory()
    searcher = Searcher(congo, 1)
    answers: list[Any] = [perft(congo, start, 3), congo.core().evaluate(start.record)]
    for options in (SearchOptions(), ALPHA_BETA, SearchOptions(multipv=3), SearchOptions(exact_depth=True)):
        info = searcher.search(start, past, Limits(depth=4), options)
        assert info is not None
        answers.append([str(info.score), info.nodes, [move.text for move in info.pv]])
    answers += [
        search_of(searcher, congo.notation.parse(fen)) for fen in (MIDDLE, BEFORE_TABLEBASE, IN_TABLEBASE)
    ]
    for level in (1, 4, 7):
        answers.append(search_of(searcher, congo.notation.parse(MIDDLE), SearchOptions(level=level)))
    searcher.clear_stop()
    helped = searcher.search(start, past, Limits(depth=4), SearchOptions(threads=2))
    reference = searcher.minimax(start, past, 2)
    fixed = searcher.fixed_depth(start, past, 3, ALPHA_BETA)
    assert helped is not None
    assert reference is not None
    assert fixed is not None
    answers += [reference.score.cp, fixed.score.cp]
    game = Game(congo)
    while game.outcome is None and len(game.plies) < 12:
        game.play(game.legal_moves()[7 % len(game.legal_moves())])
    return [
        *answers,
        congo.notation.format(game.position),
        game.position.key,
        len(congo.warnings(game.position)),
    ]


def play_a_game(name: str) -> list[Any]:
    """Use a game's functions for the search and its own players; return the results."""
    from engine import rules
    from engine.game.game import Game, KeyHistory
    from engine.players.base import game_players
    from engine.players.parse import parse_player
    from engine.search.limits import ALPHA_BETA, Limits, SearchOptions
    from engine.search.perft import perft
    from engine.search.searcher import Searcher

    game = rules.get(name)
    searcher = Searcher(game, 1)
    played = Game(game)
    answers: list[Any] = [perft(game, played.position, 3)]
    while played.outcome is None and len(played.plies) < 12:
        played.play(played.legal_moves()[7 % len(played.legal_moves())])
        if played.outcome is None:
            answers += [search_of(searcher, played.position, each) for each in (None, ALPHA_BETA)]
            reference = searcher.minimax(played.position, KeyHistory(), 2)
            answers.append(reference and reference.score.cp)
    answers += [
        game.notation.format(played.position),
        played.position.key,
        len(game.warnings(played.position)),
    ]
    answers.append(game.core().evaluate(game.start().record))
    searcher.clear_stop()
    assert searcher.search(game.start(), KeyHistory(), Limits(depth=3), SearchOptions(threads=2)) is not None
    for each, own in game_players(name).items():
        player = parse_player(f"{each}:2" if own.takes_depth else each, game)
        answers.append(player.choose(Game(game), Limits()).move.text)
    return answers


EXTREMES = (
    "1M3M1/1GpplG1/2p1p1G/GpppppG/G1p1p2/1CpLpC1/1M1M1M1 w 1",
    "G1p1p2/GppplpG/2pMp1G/1Gpppp1/G1G1p1G/2GLG2/1G3G1 w 1",
    "1p1l2S/ppppp1G/1pMp1PS/pppp3/1p1G3/5S1/3L1PZ w 1",
)
"""Positions with thousands of moves."""


def bounds_are_checked() -> bool:
    """Return whether numba detects an out-of-bounds index."""
    import numba
    import numpy as np

    @numba.njit
    def element(values: Any, at: int) -> int:
        return values[at]

    try:
        element(np.zeros(3, dtype=np.int64), int64(3))
    except IndexError:
        return True
    return False


def go_to_extremes() -> dict[str, Any]:
    """Fill every buffer completely; an out-of-bounds index raises IndexError."""
    from engine import rules
    from engine.game.game import KeyHistory
    from engine.search import bench
    from engine.search.limits import ALPHA_BETA, Limits, SearchOptions
    from engine.search.perft import perft
    from engine.search.searcher import Searcher

    congo = rules.get("congo")
    many = [congo.notation.parse(fen) for fen in EXTREMES]
    searcher = Searcher(congo, 1)
    long_past = KeyHistory(tuple(range(1, 1400)))
    legal = 0
    positions = [*bench.positions(congo)[:6], *many, congo.notation.parse("7/4l2/7/7/7/7/CEL4 w 1")]
    for position in positions:
        for past in (KeyHistory(), long_past):
            for options in (SearchOptions(), ALPHA_BETA):
                searcher.clear_stop()
                info = searcher.search(position, past, Limits(nodes=6_000), options)
                legal += info is not None and info.pv[0] in congo.legal_moves(position)
        searcher.clear_stop()
        searcher.minimax(position, KeyHistory(), 1)
    return {
        "checked": bounds_are_checked(),
        "legal": legal == 4 * len(positions),
        "perft": perft(congo, congo.start(), 4),
        "moves": [len(congo.core().moves(position.record)) for position in many],
        "leaves": [perft(congo, position, 1) for position in many],
    }


def run_commands(name: str) -> list[str]:
    """Return the first line of output of each command for a game, without varying parts."""
    from engine.cli.main import main as command_line

    message = []
    for words in COMMANDS.get(name, ()):
        with contextlib.redirect_stdout(io.StringIO()) as output, contextlib.redirect_stderr(io.StringIO()):
            assert command_line(words) == 0
        message.append(re.sub(r"(nodes|nps|time) \d+ ", "", output.getvalue().splitlines()[0]))
    return message


def main(arguments: list[str]) -> None:
    """Run, and print the report."""
    name, *words = arguments
    report: dict[str, Any] = {}
    if "warm" in words:
        from engine.players import warmup

        message: list[tuple[int, int, str]] = []
        after_steps: list[list[str]] = []

        def note(*progress: Any) -> None:
            message.append(progress)
            after_steps.append(sorted(compiled_anew()))

        warmup.warm(name, note)
        report["warmup"], report["compiled by steps"] = message, after_steps
        report["compiled by the warm-up"] = compiled_anew()
    report["answers"] = play_with_everything() if name == "congo" else play_a_game(name)
    report["commands"] = run_commands(name)
    functions = dispatchers()
    report["compiled"] = compiled_anew()
    report["loaded"] = loaded()
    report["signatures"] = {name: len(signatures_of(function)) for name, function in functions.items()}
    report["recursive"] = [name for name, each in functions.items() if calls_itself(each)]
    if "warm" in words:
        texts = {name: llvm_of_what_was_compiled(functions[name]) for name in report["compiled"]}
        report["with code"] = [name for name, text in texts.items() if "define" in text]
        report["unresolved"] = [name for name, text in texts.items() if "numba.unresolved" in text]
    print(json.dumps(report))


def llvm_of_what_was_compiled(function: Any) -> str:
    """Return the LLVM text of a function; cached code has none."""
    return "\n".join(function.inspect_llvm(arguments) for arguments in function.stats.cache_misses)


def signatures_of(function: Any) -> set[Any]:
    """Return the types for which a function was compiled, for calls from Python or compiled code."""
    return {*function.signatures, *function.callee.signatures}


def calls_itself(function: Any) -> bool:
    return function.py_func.__name__ in function.py_func.__code__.co_names


if __name__ == "__main__":
    main(sys.argv[1:])
