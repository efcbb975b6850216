"""Files of weights: which there are, and what is wrong with others."""

from __future__ import annotations

import json
import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.rules.congo import weights
from engine.rules.errors import GameError
from tests.imports import ROOT

OWN = Path(weights.__file__).with_name("weights.json").read_text("utf-8")


def changed(**values: Any) -> str:
    return json.dumps(json.loads(OWN) | values)


def test_only_weights_are_weights() -> None:
    assert weights.FILES == ("hand", "weights")


def test_weights_may_have_any_other_name(tmp_path: Path) -> None:
    shutil.copy(weights.__file__, tmp_path)
    for name in ("large", "lessons", "small", "strategy", "weights"):
        (tmp_path / f"{name}.json").write_text(OWN, "utf-8")
    assert runpy.run_path(str(tmp_path / "weights.py"))["FILES"] == ("large", "small", "weights")


@pytest.mark.parametrize("name", ["weights", "weights-places"])
@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{", "null", "[" * 100_000),
        *(changed(tempo=3), changed(tempo=[10**30, 1]), changed(places=[]), changed(mobility=None)),
        OWN.replace('"places"', '"squares"'),
    ],
    ids=[
        *("empty", "a list", "cut off", "null", "deep"),
        *("a single number", "a huge number", "a list of piece-square tables", "null for mobility"),
        "without piece-square tables",
    ],
)
def test_damaged_weights_are_refused(
    text: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "weights.json").write_text(text, "utf-8")
    monkeypatch.setattr(weights, "__file__", str(tmp_path / "weights.py"))
    with pytest.raises(GameError) as refused:
        weights.read(name)
    assert str(refused.value) == f"{tmp_path / 'weights.json'} does not hold weights for Congo"


def test_weights_that_cannot_be_read_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "__file__", str(tmp_path / "weights.py"))
    with pytest.raises(GameError, match=r"weights\.json cannot be read: No such file or directory$"):
        weights.read("weights")


@pytest.mark.parametrize("name", ["nonexistent", "./weights", "lessons", "strategy", ""])
@pytest.mark.parametrize(
    "door", [["-m", "engine", "bench", "congo", "--depth", "1"], [str(ROOT / "main.py")]]
)
def test_an_unknown_name_in_the_environment_is_one_sentence(name: str, door: list[str]) -> None:
    environment = os.environ | {"CONGO_WEIGHTS": name}
    command = [sys.executable, *door]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"Congo has no weights called {name!r}, only 'hand' and 'weights'\n"
