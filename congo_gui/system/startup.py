"""Loading the compiled engine while the window is already open.

The first launch compiles in other processes, so that the window stays responsive, and fills the cache on
disk. Then the rules are imported on a thread, which takes half a second even from the cache. From then on
humans can play, while the search is still being compiled.
"""

from __future__ import annotations

import logging
import math
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Any

from congo_gui.system import texts
from engine.book import opening_book
from engine.players.warmup import RULES, SEARCH
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.rules.words import sentence
from engine.system.errors import UserError
from engine.system.own_python import own_command
from engine.system.signals import signals_blocked
from engine.system.threads import join_or_leave, start_thread

LOG = logging.getLogger(__name__)
ROOT = Path(__file__).resolve().parents[2]
DEFAULT_COMPILE_S = 30.0
"""The estimated seconds of compilation, until the first report."""
STEP_PERCENT = {
    RULES: 18,
    "evaluation": 11,
    "tablebase": 4,
    "captures": 5,
    "gains": 2,
    "move counting": 6,
    "minimax": 22,
    SEARCH: 32,
}
"""The share of each step of `engine.players.warmup` in the total time, in percent, for Congo and Konane."""


class EngineStage(Enum):
    """The stage of loading the engine."""

    LOADING = "loading"
    COMPILING = "compiling"
    PLAYABLE = "playable"
    """The rules are loaded, so that humans can play; the search is still being compiled."""
    READY = "ready"
    FAILED = "failed"

    @property
    def is_playable(self) -> bool:
        """True if humans can play, even if the AI is not loaded yet."""
        return self in (EngineStage.PLAYABLE, EngineStage.READY)


class CompileProgress:
    """The progress of work with occasional reports, extrapolated between them.

    The extrapolation stays below the next report.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began = self._noted = clock()
        self._done = self._next = 0.0

    def note(self, done: float, following: float) -> None:
        """Note a report: the share done (0 to 1), and the share at the next report."""
        self._noted, self._done, self._next = self._clock(), done, following

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return self._clock() - self._began

    @property
    def share(self) -> float:
        """The estimated share done, 0 to 1."""
        spent = self._noted - self._began
        whole = spent / self._done if self._done else DEFAULT_COMPILE_S
        coming = self._next - self._done
        expected = max(whole * coming, 1e-6)
        return self._done + coming * (1.0 - math.exp(-(self._clock() - self._noted) / expected))


class CompilingStopped(RuntimeError):
    """The compiler process was killed from outside."""


class EngineLoader:
    """Loads the engine of one game on a thread, which calls `wake` after each change."""

    def __init__(self, rules: Rules, wake: Callable[[], None], command: list[str] | None = None) -> None:
        self.rules = rules
        self.stage = EngineStage.LOADING
        self.progress = CompileProgress()
        """The compiler's progress, while it runs."""
        self.error = ""
        self.searcher: Any = None
        """The `engine.search.thinker.Thinker`, once the stage is PLAYABLE or READY."""
        self._wake = wake
        self._command = command or own_command("engine.players.warmup", rules.name)
        self._process: subprocess.Popen[str] | None = None
        self._thread: threading.Thread | None = None
        self._closed = False
        self._step = ""
        """The compiler's current step."""
        self._compiled = threading.Event()
        """Set when the search can be loaded."""

    def start(self) -> None:
        """Start loading, or retry after a failure."""
        self.stage, self.progress, self.error = EngineStage.LOADING, CompileProgress(), ""
        thread = threading.Thread(target=self._run, name="engine loader", daemon=True)
        try:
            start_thread(thread)
            self._thread = thread
        except UserError as error:
            self.error = sentence(str(error))
            self._advance(EngineStage.FAILED)

    def close(self, wait_s: float | None = None) -> None:
        """Stop a running compilation, and end the threads; wait at most `wait_s` seconds for each."""
        self._closed = True
        self._compiled.set()
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
        if self._thread is not None:
            join_or_leave(self._thread, wait_s)
        if self.searcher is not None:
            self.searcher.close(wait_s)

    # --- on the thread

    def _run(self) -> None:
        try:
            from engine.compiled.cache import code_folder
            from engine.players.warmup import is_warm

            has_cache = code_folder() is not None
            if not is_warm(self.rules.name) and has_cache:
                self._compile()
            if not self._closed and self.searcher is None:
                self._advance(EngineStage.LOADING)
                self._load()
            if not self._closed:
                if not has_cache:  # the search is compiled here, and humans can play meanwhile
                    self._advance(EngineStage.PLAYABLE)
                self._get_ready()
        except Exception as error:
            # Show the player any error, with the option to retry.
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        self.error = str(error) or type(error).__name__
        # If the whole program was ended with a signal, do not report the compiler's end.
        if not (self._closed or isinstance(error, CompilingStopped)):
            LOG.error("The engine could not start: %s", self.error)
            LOG.debug("Traceback:", exc_info=error)
        if self.searcher is None:
            self._advance(EngineStage.FAILED)
        else:  # humans can already play, and the search is compiled when the AI is first asked
            self._get_ready(prepare=False)

    def _advance(self, stage: EngineStage) -> None:
        self.stage = stage
        self._wake()

    def _compile(self) -> None:
        self._advance(EngineStage.COMPILING)
        with signals_blocked("SIGINT", "SIGHUP"):  # the window may stay
            self._process = subprocess.Popen(
                self._command,
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        if self._closed:  # close() was called before it could see the process
            self._process.terminate()
        errors: list[str] = []
        reader = threading.Thread(target=_collect, args=(self._process.stderr, errors), daemon=True)
        reader.start()
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._note(line)
        status = self._process.wait()
        reader.join()
        if status == -signal.SIGTERM and not self._closed:
            raise CompilingStopped(texts.COMPILING_STOPPED)
        if status != 0 and not self._closed:
            raise RuntimeError(errors[-1] if errors else f"compiling ended with status {status}")

    def _note(self, line: str) -> None:
        """Handle a progress line, ``DONE TOTAL LABEL``: the step of this label begins."""
        words = line.split(maxsplit=2)
        if len(words) >= 2 and words[0].isdigit() and words[1].isdigit() and int(words[1]) > 0:
            label = "".join(words[2:]).strip()
            self.progress.note(*_shares(label, int(words[0]) / int(words[1])))
            finished, self._step = self._step, label
            if finished == RULES and not self._closed:
                self._load()
                self._advance(EngineStage.PLAYABLE)
            elif finished == SEARCH and self.stage is EngineStage.PLAYABLE:
                self._get_ready()
            else:
                self._wake()

    def _load(self) -> None:
        """Import the rules and call the functions that the window needs, so that no click has to wait."""
        from engine.search.thinker import Thinker

        _touch(self.rules, self.rules.start())
        if problem := opening_book.problem(self.rules.name):
            LOG.warning("%s; the game goes on without it", problem)
        if not self._closed:
            self.searcher = Thinker(wake=self._wake, compiled=self._compiled)
            if self._closed:  # close() did not wait for the searcher
                self.searcher.close()

    def _get_ready(self, prepare: bool = True) -> None:
        """Load the parts of the search that the window calls; compile them on this thread if necessary.

        With `prepare` load the search, too: otherwise the first move does, with the AI's clock running.
        """
        position = self.rules.start()
        with suppress(Exception):  # reported when it is used
            self.rules.core().evaluate(position.record)
            if prepare and not self._compiled.is_set():
                self.searcher.prepare(self.rules)
        self._compiled.set()
        self._advance(EngineStage.READY)


def _shares(label: str, steps: float) -> tuple[float, float]:
    """Return the shares of the time done when a step begins and ends; `steps` is the share of steps done."""
    if label not in STEP_PERCENT:
        return steps, steps
    before = sum(list(STEP_PERCENT.values())[: list(STEP_PERCENT).index(label)])
    whole = sum(STEP_PERCENT.values())
    return before / whole, (before + STEP_PERCENT[label]) / whole


def _touch(rules: Rules, position: Position) -> None:
    move = rules.legal_moves(position)[0]
    rules.clicks.after(position, move.path[:1])
    rules.transition(position, move)
    rules.play(position, move)
    rules.warnings(position)
    rules.outcome(position)
    rules.core().result_without_moves(position.record)


def _collect(stream: Any, lines: list[str]) -> None:
    with stream:
        lines.extend(line.strip() for line in stream if line.strip())
