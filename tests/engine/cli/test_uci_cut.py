"""The UCI loop when its input ends after any byte of a session, as when the other program dies."""

from __future__ import annotations

import io
import sys
import threading

import pytest

from engine.cli.main import main
from tests.waiting import PATIENCE

SESSION = """\
uci
setoption name Hash value 1
setoption name Threads value 2
setoption name Ponder value true
isready
ucinewgame
position startpos moves d2d3 d6d5
go infinite é
{go} searchmoves e2e3
ponderhit
stop
isready
go nodes 99
d
quit
"""


def ends(session: bytes, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    """Return the command's exit status and output for an input; it must leave no thread."""
    out, status = io.StringIO(), []
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(session), encoding="utf-8"))
    monkeypatch.setattr(sys, "stdout", out)
    before = set(threading.enumerate())
    talk = threading.Thread(target=lambda: status.append(main(["uci"])), daemon=True)
    talk.start()
    talk.join(PATIENCE)
    assert not talk.is_alive(), f"it goes on after {session[-40:]!r}"
    assert set(threading.enumerate()) <= before, session[-40:]
    return status[0], out.getvalue()


@pytest.mark.parametrize("every", ["line", pytest.param("byte", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("go", ["go ponder wtime 50 btime 50", "go infinite"])
def test_uci_ends_after_any_truncated_input(
    go: str, every: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A started search is answered, except after ``quit``."""
    session = SESSION.format(go=go).encode()
    for length in range(len(session) + 1):
        if every == "line" and not session[:length].endswith(b"\n"):
            continue
        status, out = ends(session[:length], monkeypatch)
        assert status == 0, session[:length]
        if b"e2e3" in session[:length] and b"quit" not in session[:length]:
            assert "bestmove e2e3" in out, session[:length]
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("go", ["infinite", "ponder"])
def test_uci_ends_after_ponderhit_without_limits(go: str, monkeypatch: pytest.MonkeyPatch) -> None:
    status, out = ends(f"go {go}\nponderhit".encode(), monkeypatch)
    assert status == 0
    assert "bestmove " in out
