"""Tuning the search's margins: tiny runs, whole and resumed."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.research import spsa
from engine.research.spsa import STEPS, Spsa, SpsaPlan
from engine.search.margin_layout import Margins
from engine.search.margins import RANGES
from engine.system.errors import UserError

PLAN = SpsaPlan("minichess", pairs=4, nodes=500, seed=3)


@pytest.fixture(autouse=True)
def _small_steps() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spsa, "PAIRS_PER_JOB", 1)
        patch.setattr(spsa, "JOBS_PER_STEP", 2)
        patch.setattr(spsa, "GAIN", 1.0)  # few games have to move something
        yield


def tune(folder: Path) -> Margins:
    return Spsa(PLAN, folder, report=lambda text: None).run()


def test_a_tuning_moves_the_margins_and_can_be_resumed(tmp_path: Path) -> None:
    whole = tune(tmp_path / "whole")
    assert whole != Margins()
    lines = (tmp_path / "whole" / STEPS).read_text().splitlines()
    assert [json.loads(line)["pairs"] for line in lines] == [2, 4]

    stopped = tmp_path / "stopped"
    Spsa(PLAN, stopped)
    (stopped / STEPS).write_text(lines[0] + "\n")
    assert tune(stopped) == whole
    assert (stopped / STEPS).read_text().splitlines() == lines
    assert tune(stopped) == whole  # nothing is left to play


def test_no_more_pairs_are_played_than_planned(tmp_path: Path) -> None:
    Spsa(replace(PLAN, pairs=3), tmp_path, report=lambda text: None).run()
    assert [json.loads(line)["pairs"] for line in (tmp_path / STEPS).read_text().splitlines()] == [2, 3]


def test_results_move_every_margin_towards_the_winner(tmp_path: Path) -> None:
    tuning = Spsa(PLAN, tmp_path)
    start = dict(tuning.values)
    moved = tuning._perturbation(0)
    tuning._take([[2], [0]])
    for name in RANGES:
        assert (tuning.values[name] - start[name]) * moved[name] > 0


def test_different_tuning_needs_a_different_folder(tmp_path: Path) -> None:
    Spsa(PLAN, tmp_path)
    with pytest.raises(UserError, match="other settings"):
        Spsa(replace(PLAN, seed=4), tmp_path)


def test_a_step_cut_off_by_a_full_disk_is_played_again(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    margins = tune(whole)
    Spsa(PLAN, cut)
    (cut / STEPS).write_text((whole / STEPS).read_text()[:-10])
    assert tune(cut) == margins
    assert (cut / STEPS).read_text() == (whole / STEPS).read_text()


def step(pairs: object = 2, **margins: float) -> str:
    return json.dumps({"pairs": pairs, "margins": {**Margins()._asdict(), **margins}})


DAMAGED = ["x", "{}", '{"pairs": 2, "margins": {"rfp": "x"}}', "[]", "[" * 100_000]
DAMAGED += [step(math.inf), step(-2), step(rfp=math.nan), step(rfp=math.inf), step(rfp=-1.0)]


@pytest.mark.parametrize("text", DAMAGED, ids=range(len(DAMAGED)))
def test_rejects_damaged_steps(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    Spsa(PLAN, tmp_path)
    (tmp_path / STEPS).write_text(text + "\n")
    words = f"spsa minichess --pairs {PLAN.pairs} --nodes {PLAN.nodes} --seed {PLAN.seed} --out {tmp_path}"
    assert main(words.split()) == 2
    assert "is damaged" in capsys.readouterr().err
