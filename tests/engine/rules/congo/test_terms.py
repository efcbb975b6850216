"""Terms of the evaluation can be switched off by the name of the weights, in a separate process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.players.parse import parse_player
from engine.players.uci_client import UciPlayer
from engine.players.weights_player import check_weights, environment
from engine.rules import get
from engine.rules.congo import weights
from engine.rules.congo.weights import BY_KIND, SINGLE, TERMS
from engine.system.errors import UserError
from tests.engine.rules.congo.support import CONGO

ROOT = Path(__file__).parents[4]


def test_every_weight_belongs_to_one_term() -> None:
    assert sorted(name for names in TERMS.values() for name in names) == sorted((*SINGLE, *BY_KIND))


@pytest.mark.parametrize("term", [term for term in TERMS if term != "places"])
def test_switched_off_term_is_zero_and_leaves_the_others(term: str) -> None:
    before, after = weights.read("weights"), weights.read(f"weights-{term}")
    for name in (*SINGLE, *BY_KIND):
        if name in TERMS[term]:
            assert not weights.vector(after)[weights_of(name)].any()
        else:
            assert after[name] == before[name]
    assert after["places"] == before["places"]


def weights_of(name: str) -> list[int]:
    """Return the index of a weight."""
    if name in SINGLE:
        return [SINGLE.index(name)]
    first = len(SINGLE) + 8 * BY_KIND.index(name)
    return list(range(first, first + 8))


def test_without_places_a_piece_is_worth_the_mean_of_its_squares() -> None:
    before, after = weights.read("weights"), weights.read("weights-places")
    for letter, ranks in before["places"].items():
        board = np.array([[rank[min(file, 6 - file)] for file in range(7)] for rank in ranks])
        level = np.array(after["places"][letter])
        assert (level == level[0, 0]).all()
        assert np.abs(level[0, 0] - board.mean(axis=(0, 1))).max() <= 0.5


def test_terms_add_up_in_the_name() -> None:
    gone = weights.read("weights-river-tempo")
    assert (gone["tempo"], gone["in_river"]) == ([0, 0], [0, 0])


def test_the_engine_of_another_process_has_the_other_weights() -> None:
    words = "from engine.rules.congo import weights; print(weights.WEIGHTS.tolist())"
    done = subprocess.run(
        [sys.executable, "-c", words],
        env=environment("weights-river"),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == str(weights.vector(weights.read("weights-river")).tolist())


def test_a_player_with_other_weights_is_a_program() -> None:
    player = parse_player("engine:weights=weights-river", CONGO)
    assert isinstance(player, UciPlayer)
    assert player.name == "engine:weights=weights-river"


@pytest.mark.parametrize(
    ("game", "name", "sentence"),
    [
        ("congo", "weights-luck", "the evaluation has no term 'luck'; it has places"),
        ("congo", "../weights", "Congo has no weights called"),
        ("congo", "lessons", "Congo has no weights called 'lessons'"),
        ("congo", "weights-river-river", "switches a term off twice"),
        ("bonzee", "lessons-patience", "Bonzee has no weights called"),
        ("congo", "", "Congo has no weights called"),
        ("konane", "weights-luck", "the evaluation has no term 'luck'; it has jumps"),
        ("konane", "hand", "Konane has no weights called 'hand', only 'weights'"),
    ],
)
def test_explains_unknown_weights(game: str, name: str, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        check_weights(get(game), name)


@pytest.mark.slow
def test_other_weights_play(capsys: pytest.CaptureFixture[str]) -> None:
    from engine.cli.main import main

    players = ["engine:weights=weights", "engine"]
    assert main(["match", "congo", *players, "--games", "2", "--nodes", "500", "--seed", "3"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].rpartition(", ")[2].startswith("elo 0 +- ")
