"""The engine comes up beside the window: progress, readiness, failure and a second attempt."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable

import pytest

from congo_gui.startup import EngineLoader, Stage
from engine import warmup
from tests.congo_gui.driver import CONGO

PATIENCE = 60.0


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def script(text: str) -> list[str]:
    return [sys.executable, "-c", text]


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that nothing is compiled."""
    monkeypatch.setattr(warmup, "is_warm", lambda name: False)


@pytest.mark.usefixtures("cold")
def test_progress_is_read_and_the_engine_gets_ready() -> None:
    shares = []
    loader: EngineLoader

    def woken() -> None:
        if loader.stage is Stage.COMPILING:
            shares.append(loader.share)

    loader = EngineLoader(CONGO, woken, script("print('1 4 rules'); print('noise'); print('4 4 ready')"))
    loader.start()
    wait_for(lambda: loader.stage in (Stage.READY, Stage.FAILED))
    assert loader.stage is Stage.READY, loader.error
    assert [share for share in shares if share] == [0.25, 1.0]
    loader.searcher.close()
    loader.close()


@pytest.mark.usefixtures("cold")
def test_a_failure_shows_the_last_line_and_can_be_repeated() -> None:
    text = (
        "import sys; print('one', file=sys.stderr); print('no compiler today', file=sys.stderr); sys.exit(3)"
    )
    loader = EngineLoader(CONGO, lambda: None, script(text))
    loader.start()
    wait_for(lambda: loader.stage is Stage.FAILED)
    assert loader.error == "no compiler today"
    loader._command = script("print('1 1 ready')")
    loader.start()
    wait_for(lambda: loader.stage is not Stage.FAILED)
    wait_for(lambda: loader.stage is Stage.READY)
    assert loader.error == ""
    loader.searcher.close()
    loader.close()


@pytest.mark.usefixtures("cold")
def test_a_silent_failure_names_the_status() -> None:
    loader = EngineLoader(CONGO, lambda: None, script("import sys; sys.exit(7)"))
    loader.start()
    wait_for(lambda: loader.stage is Stage.FAILED)
    assert "status 7" in loader.error
    loader.close()


@pytest.mark.usefixtures("cold")
def test_a_program_that_is_not_there_is_a_failure() -> None:
    loader = EngineLoader(CONGO, lambda: None, ["/nowhere/python"])
    loader.start()
    wait_for(lambda: loader.stage is Stage.FAILED)
    assert loader.error
    loader.close()


@pytest.mark.usefixtures("cold")
def test_closing_ends_a_running_compilation() -> None:
    loader = EngineLoader(
        CONGO, lambda: None, script("import time; print('0 1 x', flush=True); time.sleep(600)")
    )
    loader.start()
    wait_for(lambda: loader._process is not None)
    loader.close()
    assert loader._process is not None
    wait_for(lambda: loader._process is not None and loader._process.poll() is not None)
    assert not any(thread.name == "engine loader" for thread in threading.enumerate())
    assert loader.stage is not Stage.READY
