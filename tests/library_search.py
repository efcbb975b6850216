"""``python -m tests.library_search``: make a library of 10,000 games, and report how long searches take.

The games are Congo, of random moves. The library is searched by positions and words, its index damaged, set
aside and rebuilt from the text files, and searched again. Times of searches are those of the processor,
the best of several runs, so that a busy computer matters little.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from engine.library.entry import entry_of
from engine.library.library import Library
from engine.library.query import GameQuery
from engine.rules.rules import Rules
from engine.rules.values import Position
from tests.engine.library.games import CONGO, random_games

RUNS = 7
NOISE = b"damaged " * 1000


def best_ms(action: Callable[[], object]) -> float:
    """Return the milliseconds of processor time of the fastest of `RUNS` runs."""
    times = []
    for _ in range(RUNS):
        begun = time.process_time()
        action()
        times.append(time.process_time() - begun)
    return 1000 * min(times)


def report_searches(library: Library, positions: list[tuple[str, tuple[Rules, Position]]]) -> None:
    """Print the times of searches and how many games they find."""
    for name, position in positions:
        search = GameQuery(position=position)
        found = len(library.find(search))
        print(f"| games with {name} | {found:,} | {best_ms(partial(library.find, search)):.1f} |", flush=True)
        moves = library.moves_from(*position)
        taken = best_ms(partial(library.moves_from, *position))
        print(f"| moves played in {name} | {len(moves):,} | {taken:.1f} |", flush=True)
    search = GameQuery(words="level=7 draw 2026-07")
    found = len(library.find(search))
    print(f"| three words | {found:,} | {best_ms(lambda: library.find(search)):.1f} |", flush=True)


def index_all(library: Library) -> float:
    """Index all positions; return the seconds it took."""
    begun = time.perf_counter()
    while library.index_positions(limit=100):
        pass
    return time.perf_counter() - begun


def main() -> None:
    """Make, search, damage and rebuild a library."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--plies", type=int, default=40)
    parser.add_argument("--dir", type=Path, default=None)
    args = parser.parse_args()
    folder = args.dir or Path(tempfile.mkdtemp(prefix="library-"))
    records = random_games(args.games, args.plies)
    reached = records[args.games // 2]
    position, positions = reached.start, [("the start position", (CONGO, reached.start))]
    for ply, recorded in enumerate(reached.moves, start=1):
        position = CONGO.play(position, recorded.move)
        if ply in (2, 4, 20):
            positions.append((f"a position after {ply} plies", (CONGO, position)))
    with Library(folder) as library:
        begun = time.perf_counter()
        library.put([entry_of(record) for record in records])
        print(f"{args.games:,} games added in {time.perf_counter() - begun:.1f} s", flush=True)
        print(f"positions indexed in {index_all(library):.0f} s", flush=True)
        size = library.path.stat().st_size
        print(f"index of {size / 1e6:.1f} MB\n\n| search | found | ms |\n|---|---|---|", flush=True)
        report_searches(library, positions)
    library.path.write_bytes(NOISE)
    begun = time.perf_counter()
    with Library(folder) as library:
        print(f"\n{library.notices[0]}\n{library.count():,} games in {time.perf_counter() - begun:.1f} s")
        print(f"positions indexed in {index_all(library):.0f} s; wrong: {library.check() or 'nothing'}")
        report_searches(library, positions[:1])


if __name__ == "__main__":
    main()
