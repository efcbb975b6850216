"""Hostile files, and every entry point that reads files; run in a process with limits.

``python -m tests.hostile_files FOLDER [STEP]`` makes the files there, has each read at each entry point (or
only every STEPth of these pairs), and prints a line for each: the entry point, the file, the seconds of
processor time, and how it ended.
"""

from __future__ import annotations

import io
import json
import os
import random
import resource
import sys
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

from congo_gui.play.game_file import games_in, kept_game, read_game
from congo_gui.screens.analysis.pasted import PastedGame, parse_pasted
from congo_gui.store.ending_progress import EndingProgress
from congo_gui.store.puzzle_progress import PuzzleProgress
from congo_gui.store.rated_games import RatedGames
from congo_gui.store.settings import SettingsFile
from engine import rules
from engine.book.opening_book import Book
from engine.learn.explorer import HEADER as EXPLORER_HEADER
from engine.learn.explorer import read_explorer
from engine.learn.lessons import RULES_FILE, read_lessons
from engine.learn.model_games import read_model_games
from engine.learn.puzzles import HEADER as PUZZLES_HEADER
from engine.learn.puzzles import read_puzzles
from engine.library.importing import MAX_WINDOW_BYTES, import_file
from engine.library.library import INDEX, Library
from engine.match.openings import read_openings
from engine.match.tournament_file import seed_of
from engine.record.parse import load_games
from engine.record.record import TOURNAMENT_HEAD, GameTree
from engine.record.remark import Remark
from engine.research import tune
from engine.research.puzzles.finding import MiningPlan
from engine.research.puzzles.mining import GAMES, Mining
from engine.research.saved import open_report
from engine.research.suite import read_suite
from engine.rules.congo import tablebase
from engine.system.errors import UserError
from engine.system.files import read_file

MORE_MEMORY = 1 << 30
"""So many bytes more than at the start may be taken."""
MAX_CPU_S = 600
MAX_SENTENCE = 1000
HUNDRED_KIB, MIB = 100_000, 1_000_000
CONGO = rules.get("congo")
GAME = b'[Event "e"]\n[Game "congo"]\n[White "human"]\n[Black "human"]\n\n'


def contents() -> dict[str, bytes]:
    """Return the contents of hostile files by name."""
    noise = random.Random(1).randbytes(MIB)
    moves = b"1. d2d3 "
    return {
        "empty": b"",
        "nuls": b"\0" * MIB,
        "noise": noise,
        "utf-16": "\ufeff[Event]".encode("utf-16") * 1000,
        "one line": b"x" * 3 * MIB,
        "digits": b"9" * 3 * MIB,
        "blanks": b" " * 10 * MIB,
        "lines": b"\n" * 3 * MIB,
        "carriage returns": b"\r\n\r" * MIB,
        "brackets": b"[" * 3 * MIB,
        "braces": GAME + b"{" * 3 * MIB,
        "parentheses": GAME + moves + b"(" * 3 * MIB,
        "nested": GAME + moves + b"( d6d5 " * HUNDRED_KIB + b")" * HUNDRED_KIB,
        "marks": GAME + moves + b"$1 " * HUNDRED_KIB,
        "comments": GAME + moves + b"{abcdefgh} " * HUNDRED_KIB,
        "open arrows": GAME + moves + b"{" + b"[%cal " * HUNDRED_KIB + b"} *",
        "numbers": GAME + b"1. " * MIB,
        "quotes": GAME + b'[White "' + b'\\"' * 9 * MIB,
        "tags": b'[Event "e"]\n' * 2 * HUNDRED_KIB,
        "long tag": b'[Event "' + b"e" * 5 * MIB + b'"]\n\n*\n',
        "half tags": b"[Event \n" * MIB,
        "half tag": b'[Event "e',
        "tag and lines": b'[Event "e"]' + b"\n" * 3 * HUNDRED_KIB + b"1. d2d3 *",
        "long move": GAME + b"1. " + b"d2d3" * MIB,
        "deep list": b"[" * HUNDRED_KIB,
        "deep object": b'{"a":' * HUNDRED_KIB,
        "long number": b'{"pace": ' + b"9" * HUNDRED_KIB + b"}",
        "infinite": b'{"pace": 1e999, "window": [1e999, NaN], "settings": {"rules": Infinity}}',
        "many keys": json.dumps({str(each): each for each in range(HUNDRED_KIB)}).encode(),
        "growth": b'{"settings": {"rules": "congo", "depth": 1e9}, "games": [[]], "machine": {}}',
        "ablation": json.dumps({"game": "congo", "rows": {"a": None}, "games": -1}).encode(),
        "board": b"7" * MIB + b" w 1\n",
        "slashes": b"/" * MIB + b" w 1\n",
        "puzzles": b"7/7/7/7/7/7/7 w 1; a1a2; win\n" * 1000,
        "illegal puzzles": _puzzles(b"3l3/7/7/7/7/7/3L3 w 1\td1d2 a1a2 d2d1\twin\t50\n" * 5000),
        "puzzles without positions": _puzzles(b"7" * 900 + b" w 1\td1d2\twin\t50\n"),
        "puzzle fields": _puzzles(b"\t" * 400_000),
        "results": b"congo-rated-games 1\n" + b"".join(map(_result, range(30_000))),
        "lessons": b'{"playgrounds": [[], {"kind": 7}], "lessons": ["x", 7, null, {"answers": [[]]}]}',
        "strategy": json.dumps({"lessons": [{"id": [], "answers": [["zz"], []], "replies": [7]}]}).encode(),
        "progress": b'{"congo": {"rating": [NaN, 1e999, -1], "puzzles": {"x": [1]}, "runs": []}}',
        "mined": b'[0, [["7/7 w 1", ["a1a2"], ["win"], 1e999]]]\n' * HUNDRED_KIB,
        "seed": f'{TOURNAMENT_HEAD}"]\n[Seed "{"9" * 5000}"]\n\n*\n'.encode(),
        "tournament": f"{TOURNAMENT_HEAD}\n".encode() * HUNDRED_KIB,
        "book": b"congo book 1 00\n" + noise,
        "explorer": _sealed(b"1 0\n" + b"7 w\t0" + b"\ta 1 1 1 1 1" * HUNDRED_KIB),
        "explorer lines": _sealed(b"1 0\n" + b"7 w\t0\ta 1 1 1 1 1\n" * HUNDRED_KIB),
        "zip": _zip({"positions.npy": noise, "labels.npy": b""}),
        "bomb": _zip({"positions.npy": _array(1 << 34), "labels.npy": _array(1)}),
        "zeros bomb": _zip({"positions.npy": _array(1 << 26) + b"\0" * (1 << 29), "labels.npy": _array(1)}),
        "broken zip": _zip({"positions.npy": _array(9) + noise, "labels.npy": _array(1)}, spoilt=True),
        "pickle": _zip({"positions.npy": b"\x80\x04cos\nsystem\n(S'touch pwned'\ntR.", "labels.npy": b""}),
    }


def _result(number: int) -> bytes:
    """Return a result of a rated game: the strongest level loses, and the weakest one wins."""
    fields = {"id": str(number), "game": "congo", "side": 0, "ended": 10.0**number if number < 300 else 0}
    level, score = ((10, 1.0), (1, 0.0))[number % 2]
    return json.dumps({**fields, "level": level, "score": score, "moves": "=1+1"}).encode() + b"\n"


def _array(items: int) -> bytes:
    """Return numpy's header of an array of that many numbers."""
    head = f"{{'descr': '<i8', 'fortran_order': False, 'shape': ({items},), }}".ljust(117).encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head


def _sealed(body: bytes) -> bytes:
    """Return a file of the opening explorer with the right checksum."""
    return f"{EXPLORER_HEADER} {zlib.crc32(body):08x}\n".encode() + body


def _puzzles(body: bytes) -> bytes:
    """Return a file of puzzles with the right checksum."""
    return f"{PUZZLES_HEADER} {zlib.crc32(body):08x}\n".encode() + body


def _zip(files: dict[str, bytes], spoilt: bool = False) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    data = written.getvalue()
    return data[:200] + bytes(60) + data[260:] if spoilt else data


def make(folder: Path) -> list[Path]:
    """Create the files, including some that only look like files."""
    folder.mkdir()
    for name, data in contents().items():
        (folder / name).write_bytes(data)
    with (folder / "sparse").open("wb") as file:
        file.truncate(1 << 33)
    os.mkfifo(folder / "pipe")
    for name, target in (("endless", "/dev/zero"), ("loop", "loop"), ("folder", "."), ("nowhere", "none")):
        (folder / name).symlink_to(target)
    return sorted(folder.iterdir())


def _in_folder(read: Callable[[Path], object], name: str, work: Path) -> Callable[[Path], object]:
    """Return an entry point that expects the file under a certain name in a folder."""

    def entry_point(path: Path) -> None:
        place = work / name
        place.unlink(missing_ok=True)
        place.symlink_to(path)
        read(work)

    return entry_point


def _open_all(path: Path) -> None:
    for game in games_in(path)[:50]:
        read_game(path, game, CONGO)


def _paste(path: Path) -> None:
    """Analyse a pasted text, and look at the moves of its game."""
    tree = GameTree(CONGO, CONGO.start())
    found = parse_pasted(read_file(path, 20_000_000).decode(errors="replace"), tree, tree.root)
    if isinstance(found, PastedGame):
        for recorded in found.record.moves:
            Remark.parse(recorded.comment)


def _play_puzzles(path: Path) -> None:
    """Play the lines of a file's puzzles."""
    for puzzle in read_puzzles(path):
        list(puzzle.line(CONGO))


def _rate(folder: Path) -> None:
    """Compute the ratings after rated games."""
    RatedGames(folder, _change).history("congo")


def _change(path: Path, change: Callable[[bytes], bytes], done: Callable[[], None] = lambda: None) -> None:
    """Change nothing."""


def _import(path: Path) -> None:
    """Import the games of a file as the window does."""
    with tempfile.TemporaryDirectory() as folder, Library(Path(folder)) as library:
        for _ in import_file(library, path, max_bytes=MAX_WINDOW_BYTES):
            pass


def _read_library(work: Path) -> None:
    """Index the games and their positions."""
    with Library(work / "library") as library:
        while library.index_positions(limit=100):
            pass
        library.check()
    for path in (work / "library").iterdir():
        path.unlink()


def entry_points(work: Path) -> dict[str, Callable[[Path], object]]:
    """Return by name all functions that read files from others."""
    ending = tablebase.endings()[0]
    report = work / "report"
    for folder in (report, work / "library"):
        folder.mkdir(parents=True)
    plan = MiningPlan("congo", seed=1, nodes=1000, confirm_nodes=1000)
    return {
        "games in the window": _open_all,
        "games": load_games,
        "kept game": lambda path: kept_game(read_file(path, 20_000_000).decode(errors="replace")),
        "analysis": _paste,
        "puzzle progress": _in_folder(lambda folder: PuzzleProgress(folder, _change), "puzzles.json", work),
        "ending progress": _in_folder(lambda folder: EndingProgress(folder, _change), "endings.json", work),
        "rated games": _in_folder(_rate, "rated-games.txt", work),
        "lessons": _in_folder(lambda folder: read_lessons(CONGO, folder / RULES_FILE), RULES_FILE, work),
        "model games": lambda path: read_model_games(CONGO, path),
        "imported games": _import,
        "settings": _in_folder(lambda folder: SettingsFile(folder / "settings.json"), "settings.json", work),
        "openings": lambda path: read_openings(path, CONGO, CONGO.start(), lambda words: None),
        "tournament": seed_of,
        "suite": lambda path: read_suite(path, CONGO),
        "book": Book.load,
        "explorer": read_explorer,
        "puzzles": _play_puzzles,
        "mined puzzles": _in_folder(lambda at: Mining(plan, at), GAMES, work),
        "endgame table": _in_folder(lambda at: tablebase.read_ending(at, ending), ending.file_name, work),
        "report": _in_folder(open_report, "results.json", report),
        "samples": partial(tune.load, name="congo"),
        "library": _in_folder(_read_library, "library/2026-11.txt", work),
        "index of the library": _in_folder(_read_library, f"library/{INDEX}", work),
    }


def read_all(folder: Path, step: int = 1) -> None:
    """Read every file through every entry point, or every `step`th; only reported errors may be raised."""
    files, readers = make(folder / "files"), entry_points(folder / "work")
    with Path("/proc/self/statm").open() as file:
        taken = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + MORE_MEMORY,) * 2)
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU_S,) * 2)
    pairs = [(*reader, path) for reader in readers.items() for path in files]
    for entry_point, read, path in pairs[::step]:
        began, ended = time.process_time(), "read"
        try:
            read(path)
        except (UserError, OSError, UnicodeDecodeError) as error:
            long = len(str(error)) > MAX_SENTENCE
            ended = "RAISED a long sentence" if long else f"refused: {type(error).__name__}"
        except Exception as error:
            ended = f"RAISED {type(error).__name__}: {str(error)[:200]}"
        print(entry_point, path.name, f"{time.process_time() - began:.3f}", ended, sep="\t", flush=True)


if __name__ == "__main__":
    read_all(Path(sys.argv[1]), *map(int, sys.argv[2:]))
