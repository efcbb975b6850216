"""The window's log, which a terminal that takes nothing must not stop."""

from __future__ import annotations

import logging
import sys
import threading

import pytest

from congo_gui.system import log
from congo_gui.system.log import logging_in_background
from tests.waiting import PATIENCE


def test_a_terminal_that_takes_nothing_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stopped:
        def write(self, text: str) -> None:
            assert going.wait(PATIENCE)
            written.append(text)

        def flush(self) -> None:
            pass

    going, written = threading.Event(), list[str]()
    monkeypatch.setattr(sys, "stderr", Stopped())
    monkeypatch.setattr(log, "LAST_WAIT_S", 0.0)
    before = set(threading.enumerate())
    with logging_in_background():
        logging.getLogger("congo_gui").warning("the disk is full")
    going.set()
    for thread in set(threading.enumerate()) - before:
        thread.join(PATIENCE)
    assert "".join(written) == "the disk is full\n"


def test_the_log_is_written_before_the_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "LAST_WAIT_S", PATIENCE)
    with logging_in_background():
        logging.getLogger("congo_gui").warning("the disk is full")
        logging.getLogger("congo_gui").info("a move was made")
    assert capsys.readouterr().err == "the disk is full\n"
