"""The rows of an ablation: their features, and completeness."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise

import pytest

from engine import rules
from engine.players.parse import parse_engine_settings
from engine.players.weights_player import check_weights, environment
from engine.research.ablation.variants import Variant, VariantGroup, chosen, names_of, variants_of
from engine.search.features import FEATURES
from engine.search.improvements import has_all_named, terms
from engine.search.limits import SWITCHES
from engine.search.texts import ASSIGNMENT_PARTS, TITLES
from engine.system.errors import UserError
from tests.imports import ROOT

NODES = 20_000


def rows(game: str = "congo") -> list[Variant]:
    return variants_of(rules.get(game), NODES)


def test_every_switch_of_the_search_has_its_rows() -> None:
    assert set(TITLES) == set(SWITCHES) - {"network"}, "which belongs to the evaluation"
    left_out = {row.switch for row in rows() if row.group is VariantGroup.LEFT_OUT}
    added = {row.switch for row in rows() if row.group is VariantGroup.ADDED}
    assert left_out == set(FEATURES) - {"iir"}, "which Congo does not use"
    assert added == set(TITLES) - {"iir"} | {""}


def test_names_are_distinguished() -> None:
    names = [row.name for row in rows()]
    assert len(set(names)) == len(names)


def test_each_added_row_adds_one_feature() -> None:
    ladder = [row for row in rows() if row.group is VariantGroup.ADDED]
    assert (ladder[0].name, ladder[0].without) == ("minimax", frozenset({"alphabeta"}))
    assert ladder[1].without == frozenset(FEATURES) - {"iir"}
    for before, row in pairwise(ladder[1:]):
        assert before.without - row.without == {row.switch}
        assert row.without < before.without
    assert (ladder[-1].name, ladder[-1].without) == ("full", frozenset())


def test_each_left_out_row_lacks_its_feature() -> None:
    for row in rows():
        if row.group is VariantGroup.LEFT_OUT:
            assert row.without == {row.switch}


def test_row_players_search_with_the_rows_features() -> None:
    for row in rows():
        if row.searched and not row.weights:
            settings = row.player.partition(":")[2]
            assert parse_engine_settings(settings)[1].without == row.without


def test_all_ten_assigned_improvements_are_rows() -> None:
    assert len(ASSIGNMENT_PARTS) == 10
    assert {row.source for row in rows() if row.source} == set(ASSIGNMENT_PARTS.values())
    assert len([row for row in chosen(rows(), ["source"]) if row.source]) == 10
    assert [name for name in rules.names() if has_all_named(rules.get(name))] == ["congo"]


def test_games_without_book_or_tablebase_have_no_such_rows() -> None:
    names = {row.name for row in rows("konane")}
    assert not names & {"book", "add-tablebase", "no-tablebase"}
    assert {"minimax", "full", "no-pvs", "control"} <= names


def test_rows_are_chosen_by_name_and_by_group() -> None:
    assert chosen(rows(), []) == rows()
    names = [row.name for row in chosen(rows(), ["control", "no-pvs", "minimax"])]
    assert names == ["minimax", "full", "no-pvs", "control", "control-nodes"]
    assert [row.name for row in chosen(rows(), ["book"])] == ["book"]  # nothing is searched


def test_rows_keep_a_switchs_old_name_and_accept_both() -> None:
    full, row = chosen(rows("minichess"), ["no-iid"])
    assert chosen(rows("minichess"), ["no-iir"]) == [full, row]
    assert (row.name, row.player, row.without) == ("no-iid", "engine:without=iid", frozenset({"iir"}))


@pytest.mark.parametrize(
    "names", [[], ["source"], ["evaluation"], ["left-out", "control"], ["no-pvs", "book"], ["full"]]
)
def test_names_find_their_rows(names: list[str]) -> None:
    assert names_of(rows(), {row.name for row in chosen(rows(), names)}) == names


def test_explains_an_unknown_row() -> None:
    with pytest.raises(UserError, match="there is no row 'no-iir'; rows are"):
        chosen(rows(), ["no-iir"])
    with pytest.raises(UserError, match="there is no row 'no-luck'; rows are added, left-out"):
        chosen(rows(), ["no-luck"])


@pytest.mark.parametrize("name", rules.names())
def test_every_term_of_every_games_evaluation_is_a_row(name: str) -> None:
    game = rules.get(name)
    _, *found = chosen(variants_of(game, 1000), ["evaluation"])
    by_network, handcrafted = (
        [row for row in found if bool(row.weights) == wanted] for wanted in (False, True)
    )
    assert [row.player for row in by_network] == (
        ["engine:without=network"] if game.facts.network_inputs else []
    )
    assert [row.switch for row in handcrafted][1:] == list(terms(game))
    for row in handcrafted:
        check_weights(game, row.weights)
        assert row.opponent == "engine:without=network", "the weights are the handcrafted evaluation's"


def test_every_game_loads_with_another_games_terms_switched_off() -> None:
    """The process knows all games; only the terms of its own game are off."""
    words = (
        "from engine.rules import get, names; [get(name) for name in names()]\n"
        "from engine.rules.konane import weights; print(weights.JUMP, weights.STONE, weights.TEMPO)"
    )
    done = subprocess.run(
        [sys.executable, "-c", words],
        env=environment("weights-jumps-tempo"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.split(), done.stderr) == (["0", "35", "0"], "")


def test_a_group_without_rows_is_not_offered() -> None:
    others = [row for row in rows("konane") if row.group is not VariantGroup.EVALUATION]
    with pytest.raises(UserError, match="there is no row 'evaluation'") as refused:
        chosen(others, ["evaluation"])
    assert "evaluation" not in str(refused.value).partition("rows are")[2]
