"""Loading the engine beside the window: progress, readiness, failure and retry."""

from __future__ import annotations

import logging
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from congo_gui.system.startup import STEP_PERCENT, CompileProgress, EngineLoader, EngineStage
from engine.compiled import cache
from engine.game.game import KeyHistory
from engine.players import warmup
from engine.rules.words import sentence
from engine.search import thinker
from engine.search.limits import Limits, SearchOptions
from engine.search.searcher import Searcher
from engine.search.thinker import Event, Finished
from engine.system.texts import NO_MORE_THREADS
from tests.congo_gui.driver import CONGO
from tests.waiting import PATIENCE, Signal


class Loader(EngineLoader):
    """A loader of Congo with a way to wait for its stages."""

    def __init__(self, command: list[str]) -> None:
        self.woken = Signal()
        super().__init__(CONGO, self.woken, command)

    def wait_for(self, *stages: EngineStage) -> None:
        self.woken.wait_until(lambda: self.stage in stages)


def script(text: str) -> list[str]:
    return [sys.executable, "-c", text]


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that nothing is compiled."""
    monkeypatch.setattr(warmup, "is_warm", lambda name: False)


@pytest.mark.usefixtures("cold")
def test_progress_is_read_and_the_engine_gets_ready() -> None:
    shares, signal_given = [], Signal()
    loader: EngineLoader

    def woken() -> None:
        if loader.stage is EngineStage.COMPILING:
            shares.append(loader.progress.share)
        signal_given()

    loader = EngineLoader(CONGO, woken, script("print('1 4 a part'); print('noise'); print('4 4 ready')"))
    loader.start()
    signal_given.wait_until(lambda: loader.stage in (EngineStage.READY, EngineStage.FAILED))
    assert loader.stage is EngineStage.READY, loader.error
    assert [share for share in shares if share] == [0.25, 1.0]
    loader.searcher.close()
    loader.close()


def test_closing_ends_an_unused_search_thread() -> None:
    before = threading.active_count()
    signal_given = Signal()
    loader = EngineLoader(CONGO, signal_given)
    loader.start()
    signal_given.wait_until(lambda: loader.stage in (EngineStage.READY, EngineStage.FAILED))
    loader.close()
    assert threading.active_count() <= before


def test_the_search_is_loaded_before_the_first_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """The AI's clock runs while it searches, so that half a second for a move has to be enough."""
    stages, make = [], Searcher

    def made(*arguments: Any) -> Any:
        stages.append(loader.stage)
        return make(*arguments)

    monkeypatch.setattr(thinker, "Searcher", made)
    loader = Loader([])
    loader.start()
    loader.wait_for(EngineStage.READY, EngineStage.FAILED)
    loader.searcher.go(CONGO, CONGO.start(), KeyHistory(), Limits(depth=1), SearchOptions())
    loader.woken.wait_until(lambda: any(isinstance(event, Finished) for event in loader.searcher.events()))
    loader.close()
    assert stages == [EngineStage.LOADING]


@pytest.mark.usefixtures("cold")
def test_no_compiler_process_without_a_writable_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search is compiled here, with no clock running, and humans can play meanwhile."""
    stages: list[EngineStage] = []

    def made(*arguments: Any) -> Any:
        stages.append(loader.stage)
        return Searcher(*arguments)

    monkeypatch.setattr(cache, "code_folder", lambda: None)
    monkeypatch.setattr(thinker, "Searcher", made)
    loader = Loader(["/nowhere/python"])
    loader.start()
    loader.wait_for(EngineStage.READY, EngineStage.FAILED)
    assert loader.stage is EngineStage.READY, loader.error
    assert stages == [EngineStage.PLAYABLE]
    loader.searcher.close()
    loader.close()


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("end", ["", "; raise SystemExit('no compiler today')"])
def test_code_missing_from_the_cache_is_compiled_before_its_first_call(
    monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    """A search trace evaluates on the window's thread, which must not be blocked by compiling."""
    core = CONGO.core()
    seen = []

    class NotingCore:
        def __getattr__(self, name: str) -> Any:
            if name == "evaluate":
                seen.append((threading.current_thread().name, loader.stage))
            return getattr(core, name)

    monkeypatch.setattr(type(CONGO), "core", lambda rules: NotingCore())
    loader = Loader(script(COMPILES_RULES + end))
    loader.start()
    loader.wait_for(EngineStage.READY, EngineStage.FAILED)
    loader.close()
    assert loader.stage is EngineStage.READY, loader.error
    ((thread, stage),) = seen
    assert thread == "engine loader"
    assert stage is not EngineStage.READY


@pytest.mark.usefixtures("cold")
def test_progress_bar_weights_the_steps() -> None:
    assert list(STEP_PERCENT) == [label for label, _ in warmup.steps("congo")]
    text = "import time; print('9 11 search', flush=True); time.sleep(600)"
    loader = Loader(script(text))
    loader.start()
    loader.woken.wait_until(lambda: loader.progress.share > 0.4)
    assert loader.progress.share < 0.95
    loader.close()


COMPILES_RULES = "print('0 3 rules', flush=True); print('1 3 evaluation', flush=True)"
"""Python code: what a compiler prints until humans can play."""


@pytest.mark.usefixtures("cold")
def test_humans_can_play_before_the_search_is_compiled(tmp_path: Path) -> None:
    may_go_on = tmp_path / "go on"
    text = (
        f"import os, time; {COMPILES_RULES}; print('2 3 search', flush=True)\n"
        f"while not os.path.exists({str(may_go_on)!r}): time.sleep(0.01)\n"
        "print('3 3 ready', flush=True)"
    )
    loader = Loader(script(text))
    loader.start()
    loader.wait_for(EngineStage.PLAYABLE)
    assert not loader.searcher.is_ready
    start = CONGO.start()
    loader.searcher.go(CONGO, start, KeyHistory(), Limits(depth=1), SearchOptions())
    assert loader.searcher.events() == []
    may_go_on.touch()
    loader.wait_for(EngineStage.READY)
    found: list[Event] = []

    def is_over() -> bool:
        found.extend(loader.searcher.events())
        return not loader.searcher.thinking

    loader.woken.wait_until(is_over)
    assert isinstance(found[-1], Finished)
    assert found[-1].move in CONGO.legal_moves(start)
    loader.close()


@pytest.mark.usefixtures("cold")
def test_late_compile_failure_compiles_the_ai_on_demand() -> None:
    loader = Loader(script(f"{COMPILES_RULES}; raise SystemExit('no compiler today')"))
    loader.start()
    loader.wait_for(EngineStage.READY)
    assert loader.searcher.is_ready
    loader.close()


@pytest.mark.usefixtures("cold")
def test_closing_ends_a_search_waiting_for_its_code() -> None:
    before = threading.active_count()
    loader = Loader(script(f"import time; {COMPILES_RULES}; time.sleep(10_000)"))
    loader.start()
    loader.wait_for(EngineStage.PLAYABLE)
    loader.searcher.go(CONGO, CONGO.start(), KeyHistory(), Limits(depth=1), SearchOptions())
    (thread,) = (one for one in threading.enumerate() if one.name == "engine loader")
    loader.close()
    thread.join(PATIENCE)
    assert threading.active_count() <= before


@pytest.mark.usefixtures("cold")
def test_a_failure_shows_the_last_line_and_can_be_repeated() -> None:
    text = (
        "import sys; print('one', file=sys.stderr); print('no compiler today', file=sys.stderr); sys.exit(3)"
    )
    loader = Loader(script(text))
    loader.start()
    loader.wait_for(EngineStage.FAILED)
    assert loader.error == "no compiler today"
    loader._command = script("print('1 1 ready')")
    loader.start()
    loader.wait_for(EngineStage.READY)
    assert loader.error == ""
    loader.searcher.close()
    loader.close()


@pytest.mark.usefixtures("cold")
def test_a_silent_failure_names_the_status() -> None:
    loader = Loader(script("import sys; sys.exit(7)"))
    loader.start()
    loader.wait_for(EngineStage.FAILED)
    assert "status 7" in loader.error
    loader.close()


@pytest.mark.usefixtures("cold")
def test_a_real_failure_is_one_sentence_in_the_terminal(caplog: pytest.LogCaptureFixture) -> None:
    loader = Loader(script("raise SystemExit('no compiler today')"))
    with caplog.at_level(logging.INFO):
        loader.start()
        loader.wait_for(EngineStage.FAILED)
    assert [one.getMessage() for one in caplog.records] == ["The engine could not start: no compiler today"]
    assert all(one.exc_info is None for one in caplog.records)
    loader.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@pytest.mark.usefixtures("cold")
def test_compiler_ended_with_the_program_prints_nothing(caplog: pytest.LogCaptureFixture) -> None:
    text = "import os, signal; os.kill(os.getpid(), signal.SIGTERM)"
    loader = Loader(script(text))
    with caplog.at_level(logging.INFO):
        loader.start()
        loader.wait_for(EngineStage.FAILED)
    assert caplog.records == []
    assert "was stopped" in loader.error
    loader.close()


@pytest.mark.skipif(sys.platform == "win32", reason="signals cannot be blocked there")
@pytest.mark.usefixtures("cold")
def test_signals_of_the_terminal_do_not_reach_the_compiler() -> None:
    """The window asks first, and may stay."""
    loader = Loader(
        script("import signal; raise SystemExit(str(signal.pthread_sigmask(signal.SIG_BLOCK, ())))")
    )
    loader.start()
    loader.wait_for(EngineStage.FAILED)
    assert "SIGINT" in loader.error
    assert "SIGHUP" in loader.error
    loader.close()


def test_a_thread_that_the_system_refuses_can_be_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    loader = Loader(script("pass"))
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        loader.start()
    assert (loader.stage, loader.error) == (EngineStage.FAILED, sentence(NO_MORE_THREADS))
    loader.start()
    loader.wait_for(EngineStage.READY, EngineStage.FAILED)
    assert loader.stage is EngineStage.READY, loader.error
    loader.close()


def test_progress_continues_between_reports_but_not_beyond_the_next() -> None:
    now = 0.0
    progress = CompileProgress(lambda: now)
    progress.note(0.0, 0.2)
    now = 10.0
    assert 0.0 < progress.share < 0.2
    progress.note(0.2, 0.8)
    assert progress.share == pytest.approx(0.2)
    shares = []
    for now in (15.0, 30.0, 60.0, 600.0):  # noqa: B007
        shares.append(progress.share)
    assert shares == sorted(set(shares))
    assert 0.3 < shares[1] < 0.7
    assert shares[-1] < 0.8
    progress.note(1.0, 1.0)
    assert progress.share == 1.0
    assert progress.seconds == 600.0


@pytest.mark.usefixtures("cold")
def test_a_missing_program_is_a_failure() -> None:
    loader = Loader(["/nowhere/python"])
    loader.start()
    loader.wait_for(EngineStage.FAILED)
    assert loader.error
    loader.close()


@pytest.mark.usefixtures("cold")
def test_closing_ends_a_running_compilation() -> None:
    loader = Loader(script("import time; print('0 1 rules', flush=True); time.sleep(10_000)"))
    loader.start()
    loader.wait_for(EngineStage.COMPILING)
    (thread,) = (one for one in threading.enumerate() if one.name == "engine loader")
    loader.close()
    thread.join(PATIENCE)  # it waits for the process
    assert not thread.is_alive()
    assert loader.stage is not EngineStage.READY


class _SlowThinker:
    """Stands for a thinker whose thread compiles until `may_end` is set."""

    made, may_end, closed = threading.Event(), threading.Event(), threading.Event()

    def __init__(self, wake: object, compiled: threading.Event) -> None:
        self.made.set()
        assert self.may_end.wait(PATIENCE)

    def close(self, wait_s: float | None = None) -> None:
        self.closed.set()


def test_closing_leaves_a_thread_that_compiles_to_end_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a cache the rules are compiled on the thread, and the window must not wait for that."""
    monkeypatch.setattr(thinker, "Thinker", _SlowThinker)
    loader = EngineLoader(CONGO, lambda: None)
    loader.start()
    assert _SlowThinker.made.wait(PATIENCE)
    loader.close(wait_s=0.0)
    assert loader.searcher is None
    _SlowThinker.may_end.set()
    assert _SlowThinker.closed.wait(PATIENCE)
