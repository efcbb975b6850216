"""Compiled code is cached, recompiled when its dependencies change, and replaced when damaged.

A tiny game in a folder of the test's own, launched as processes of their own: compiling it takes a moment.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]

GAME = {
    "__init__.py": '"""A game of which the engine knows nothing."""\n',
    "board.py": """
import numpy as np
POSITION = np.dtype([("tiny", np.int64), ("stones", np.int64)])
STEP = 10
""",
    "weights.py": """
import json
from pathlib import Path
COMPILED_DATA = "weights.json"
WEIGHT = json.loads(Path(__file__).with_name("weights.json").read_text())
""",
    "weights.json": "100",
    "steps.py": """
from engine.compiled.jit import jit
from engine.rules.tiny.board import STEP
@jit
def step(stones):
    return stones + STEP
""",
    "moves.py": """
from engine.compiled.jit import jit
from engine.rules import core
from engine.rules.tiny.steps import step
from engine.rules.tiny.weights import WEIGHT
@jit
def evaluate(position, alpha, beta):
    return step(position.stones) + WEIGHT
@jit
def terminal_result(position):
    return core.ONGOING
""",
    "notation.py": 'TEXT = "a stone"\n',
    "use.py": """
import json, sys
from engine.rules import core
from engine.rules.tiny import notation
import numpy as np
functions = (core._evaluate, core._terminal_result)
game = core.load_core("tiny", ("moves",))
record = np.zeros(1, game.dtype)[0]
answers = [game.evaluate(record), game.terminal_result(record)]
compiled = [sum(f.stats.cache_misses.values()) for f in functions]
print(json.dumps([notation.TEXT, *answers, compiled]))
""",
}
ANSWERS = ["a stone", 110, 0]
NOTHING, EVERYTHING = [0, 0], [1, 1]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a tiny game that has been launched once."""
    folder = tmp_path_factory.mktemp("games") / "rules" / "tiny"
    folder.mkdir(parents=True)
    for name, text in GAME.items():
        (folder / name).write_text(text)
    elsewhere = folder.parent / "elsewhere"
    elsewhere.mkdir()
    assert launch(folder, NUMBA_CACHE_DIR=str(elsewhere)) == [*ANSWERS, EVERYTHING]
    assert not list(elsewhere.iterdir())
    return folder


def run(folder: Path, *code: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the game, or code, with the compiled code cached beside the game's folder."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "CONGO_GAMES": str(folder.parents[1]),
        "CONGO_CACHE_DIR": str(folder.parent / "cache"),
        **variables,
    }
    command = [sys.executable, *(code or ("-m", "engine.rules.tiny.use"))]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=folder.parent)
    assert done.returncode == 0, done.stderr
    return done


def launch(folder: Path, *code: str, **variables: str) -> list[Any]:
    done = run(folder, *code, **variables)
    assert done.stderr == ""
    report: list[Any] = json.loads(done.stdout)
    return report


def kept(folder: Path) -> list[Path]:
    return sorted((folder.parent / "cache").rglob("*.code"))


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_cached_code_depends_on_sources_but_not_on_texts(tiny: Path) -> None:
    before = kept(tiny)
    change(tiny / "notation.py", "a stone", "a pebble")
    assert launch(tiny) == ["a pebble", *ANSWERS[1:], NOTHING]

    change(tiny / "notation.py", "a pebble", "a stone")
    change(tiny / "board.py", "STEP = 10", "STEP = 20")  # a constant of a callee in another file
    change(tiny / "weights.json", "100", "300")
    change(tiny / "moves.py", "+ WEIGHT", "- WEIGHT")
    assert launch(tiny) == ["a stone", 20 - 300, 0, EVERYTHING]
    assert kept(tiny) == before  # the code is replaced and does not pile up

    for name in ("board.py", "weights.json", "moves.py"):
        (tiny / name).write_text(GAME[name])


@pytest.mark.thorough
def test_damaged_code_is_recompiled(tiny: Path) -> None:
    damages: list[Callable[[bytes], bytes]] = [
        lambda data: b"",
        lambda data: data[:-9],
        lambda data: data[:-100] + bytes([data[-100] ^ 1]) + data[-99:],
        lambda data: b"nonsense",
        lambda data: data + b"more",
    ]
    files = kept(tiny)
    for first in range(0, len(damages), len(files)):
        for path, damage in zip(files, (damages[first:] + damages)[: len(files)], strict=True):
            path.write_bytes(damage(path.read_bytes()))
        assert launch(tiny) == [*ANSWERS, EVERYTHING]
    assert launch(tiny) == [*ANSWERS, NOTHING]


@pytest.mark.skipif(os.name != "posix", reason="there are no pipes in folders")
def test_a_pipe_or_device_in_the_cache_is_not_read(tiny: Path) -> None:
    pipe, device = kept(tiny)
    for path in (pipe, device):
        path.unlink()
    os.mkfifo(pipe)
    device.symlink_to("/dev/zero")
    code = (
        "import resource, runpy, signal\n"
        "signal.alarm(300)\n"  # else it would wait for the pipe for ever
        "resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))\n"
        "runpy.run_module('engine.rules.tiny.use', run_name='__main__')"
    )
    done = run(tiny, "-c", code)
    assert json.loads(done.stdout) == [*ANSWERS, EVERYTHING]
    for path in (pipe, device):
        path.unlink()
    assert launch(tiny) == [*ANSWERS, EVERYTHING]


@pytest.mark.skipif(os.name != "posix", reason="there are no such limits")
def test_full_disk_does_not_stop_compilation(tiny: Path) -> None:
    code = (
        "import resource, runpy, signal\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))\n"
        "runpy.run_module('engine.rules.tiny.use', run_name='__main__')"
    )
    done = run(tiny, "-c", code, CONGO_CACHE_DIR=str(tiny.parent / "full"), PYTHONDONTWRITEBYTECODE="1")
    assert json.loads(done.stdout) == [*ANSWERS, EVERYTHING]
    assert done.stderr.count("cannot be kept") == 1
    assert not list((tiny.parent / "full").rglob("*.code"))


COUNTING = """
import json, sys
import numpy as np
from engine.compiled.jit import jit
from engine.rules.core import evaluate, load_core
@jit
def count(position, depth):
    return evaluate(position, 0, 0) + (count(position, depth - 1) if depth else 0)
@jit
def count_from(position, depth):
    return count(position, depth)
def main(games):
    records = [np.zeros(1, load_core(game, ("moves",)).dtype)[0] for game in games]
    print(json.dumps([count_from(record, 2) for record in records]))
"""
"""A recursive function that all games share: compiled, one part of its code calls another by name."""


@pytest.mark.thorough
def test_code_compiled_by_several_processes_links_correctly(tiny: Path) -> None:
    """The linker distinguishes functions only by name, regardless of the process that compiled them."""
    small = tiny.with_name("small")
    shutil.copytree(tiny, small)
    for path in small.glob("*.py"):
        path.write_text(path.read_text().replace("tiny", "small"))
    change(small / "weights.json", "100", "500")
    (tiny / "counting.py").write_text(COUNTING)
    code = "import sys; from engine.rules.tiny.counting import main; main(sys.argv[1:])"
    counts = {"tiny": 3 * 110, "small": 3 * 510}
    for games in (["tiny"], ["small"], ["tiny", "small"], ["small", "tiny"]):
        assert launch(tiny, "-c", code, *games) == [counts[game] for game in games]
