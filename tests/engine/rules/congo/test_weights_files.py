"""Files of weights: which there are, and what is wrong with others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.rules.congo import weights
from engine.rules.errors import GameError

OWN = Path(weights.__file__).with_name("weights.json").read_text("utf-8")


def test_only_weights_are_weights() -> None:
    assert weights.FILES == ("hand", "weights")


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", json.dumps(json.loads(OWN) | {"tempo": 3}), OWN.replace('"places"', '"squares"')],
    ids=["empty", "a list", "cut off", "a single number", "without piece-square tables"],
)
def test_damaged_weights_are_refused(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "weights.json").write_text(text, "utf-8")
    monkeypatch.setattr(weights, "__file__", str(tmp_path / "weights.py"))
    with pytest.raises(GameError, match="does not hold weights"):
        weights.read()


@pytest.mark.parametrize("name", ["nonexistent", "./weights", "lessons", "strategy", ""])
def test_an_unknown_name_in_the_environment_is_one_sentence(name: str) -> None:
    command = [sys.executable, "-m", "engine", "bench", "congo", "--depth", "1"]
    environment = os.environ | {"CONGO_WEIGHTS": name}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"Congo has no weights called {name!r}, only hand and weights\n"
