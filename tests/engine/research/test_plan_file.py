"""Long work in a folder: one process at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.research import texts as research_texts
from engine.research.ablation import texts as ablation_texts
from engine.research.growth import texts as growth_texts
from engine.research.plan_file import reserved
from engine.system import shared_file
from engine.system.files import hidden_beside


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


@pytest.mark.parametrize(
    "command",
    [
        "puzzles mine conga --games 1",
        "openings build conga --games 1",
        "train congo --generations 1 --games 2 --chance-games 2 --match-games 2 --nodes 10 --epochs 1",
        "spsa conga --pairs 1",
        "growth conga --games 2 --depth 1 --no-plots",
        "ablation conga --games 0 --rows control --no-plots",
    ],
)
def test_a_folder_with_other_files_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    """Such as games in a file of the same name, which would be replaced, or lose their last line."""
    theirs = {"games.txt": "mine", "report.md": "mine", "games.jsonl": "{}\n{", "steps.jsonl": "{}\n{"}
    for name, text in theirs.items():
        (tmp_path / name).write_text(text)
    assert main([*command.split(), "--out", str(tmp_path)]) == 2
    assert f"{tmp_path} has other files, which could be replaced" in capsys.readouterr().err
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == theirs


GROWTH = "growth conga --games 2 --depth 1 --no-plots"
ABLATION = "ablation conga --games 0 --rows none --no-plots"


@pytest.mark.parametrize(
    ("command", "theirs", "sentence"),
    [
        (GROWTH, {"played.jsonl": "x", "report.md": "mine"}, research_texts.other_files),
        (GROWTH, {"played.jsonl": "mine"}, growth_texts.other_kind),
        (GROWTH, {"results.json": "{}", "report.md": "mine"}, growth_texts.other_kind),
        (ABLATION, {"raw/data.csv": "1", "report.md": "mine"}, research_texts.other_files),
        (
            ABLATION,
            {"raw/data.csv": "1", "results.json": "{}", "report.md": "mine"},
            ablation_texts.other_kind,
        ),
        (ABLATION, {"raw/data.json": "{}", "results.json": "{}"}, lambda path: ablation_texts.DAMAGED),
    ],
)
def test_a_folder_with_other_files_of_the_same_names_is_refused(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    command: str,
    theirs: dict[str, str],
    sentence: Callable[[object], str],
) -> None:
    for name, text in theirs.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert main([*command.split(), "--out", str(tmp_path)]) == 2
    words = sentence("").strip()
    assert words in capsys.readouterr().err
    files = {str(path.relative_to(tmp_path)): path for path in tmp_path.rglob("*") if path.is_file()}
    assert {name: path.read_text() for name, path in files.items()} == theirs


@pytest.mark.parametrize("name", ["/", "a" * 250])
@pytest.mark.parametrize("command", ["spsa conga --pairs 1", "growth conga --games 2 --depth 1 --no-plots"])
def test_a_folder_that_cannot_be_used_gets_one_sentence(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    name: str,
) -> None:
    """Neither the root nor a long name has room for the name of a lock file beside it."""

    def in_own_folder(path: Path, suffix: str) -> Path:
        """Return a lock file that other runs of the tests do not share: there is only one root."""
        return tmp_path / hidden_beside(path, suffix).name

    monkeypatch.setattr(shared_file, "hidden_beside", in_own_folder)
    (tmp_path / name).mkdir(exist_ok=True)
    if name != "/":
        (tmp_path / name / "mine.txt").touch()
    assert main([*command.split(), "--out", str(tmp_path / name)]) == 2
    assert "has other files, which could be replaced" in capsys.readouterr().err
