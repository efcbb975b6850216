"""Long work in a folder: one process at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cli.main import main
from engine.research.plan_file import reserved


@pytest.mark.parametrize(
    "command",
    [
        "puzzles mine congo --games 1",
        "openings build congo --games 1",
        "spsa minichess --pairs 1",
        "train congo --games 1 --generations 1",
    ],
)
def test_two_processes_do_not_work_in_one_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    folder = tmp_path / "new" / "work"
    with reserved(folder):
        assert main([*command.split(), "--out", str(folder)]) == 2
    assert f"another command is working in {folder}" in capsys.readouterr().err
    assert not folder.exists()
    assert not list(folder.parent.iterdir())
