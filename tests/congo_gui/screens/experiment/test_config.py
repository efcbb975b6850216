"""The experiment's form: typed values and the resulting settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from congo_gui.screens.experiment import texts
from congo_gui.screens.experiment.config import (
    ABLATION,
    GROWTH,
    ExperimentConfig,
    duration,
    free_folder,
    in_window,
    saved_parameters,
)
from engine.research.ablation.run import AblationExperiment
from engine.research.growth.run import GrowthExperiment
from engine.rules import get
from engine.system.errors import UserError

KONANE, CONGO = get("konane"), get("congo")


def growth(**texts: str) -> ExperimentConfig:
    return ExperimentConfig(GROWTH, KONANE, texts, folder=Path("/reports/one"))


def ablation(group: str = "", **texts: str) -> ExperimentConfig:
    return ExperimentConfig(ABLATION, CONGO, texts, group, Path("/reports/one"))


def test_growth_settings_match_the_form() -> None:
    config = growth(
        sizes="4, 6", depth="4:6,6:5", turn_depth="4:3", games="20", opening_plies="2", workers="3"
    )
    found = config.experiment()
    assert isinstance(found, GrowthExperiment)
    settings = found.settings
    assert (settings.depths, settings.turn_depths) == ({4: 6, 6: 5}, {4: 3, 6: 5})
    assert (settings.games, settings.seed, settings.max_plies, settings.opening_plies) == (20, 2026, 200, 2)
    assert (found.workers, found.folder, found.total) == (3, Path("/reports/one"), 220)


def test_empty_fields_use_their_placeholders() -> None:
    found = growth(depth=" ", games="").experiment()
    assert isinstance(found, GrowthExperiment)
    assert found.settings.depths == {4: 4, 6: 4, 8: 4}
    assert found.total == 24


def test_a_game_with_one_board_has_no_sizes() -> None:
    config = ExperimentConfig(GROWTH, CONGO, {"sizes": "5", "depth": "2"})
    assert "sizes" not in {each.name for each in config.parameters()}
    assert config.experiment().total == 4


def test_an_ablation_is_of_a_group_or_of_rows_by_name() -> None:
    found = ablation("book", games="10", nodes="1,000").experiment()
    assert isinstance(found, AblationExperiment)
    assert [row.name for row in found.chosen] == ["book"]
    assert (found.plan.games, found.plan.nodes, found.total) == (10, 1000, 10)
    named = ablation("book", rows="no-pvs, no-lmr").experiment()
    assert isinstance(named, AblationExperiment)
    assert [row.name for row in named.chosen] == ["full", "no-pvs", "no-lmr"]
    whole = ablation().experiment()
    assert isinstance(whole, AblationExperiment)
    assert whole.chosen == whole.rows


@pytest.mark.parametrize(
    ("config", "sentence"),
    [
        (growth(games="x"), "Games: 'x' is not a whole number from 2 to 10000"),
        (growth(games="3"), texts.EVEN_GAMES),
        (growth(sizes="4,x"), "Board sizes: 'x' is not a whole number from 1 to 99"),
        (growth(turn_depth="x"), "Turn depth: 'x' is not a whole number from 1 to 20"),
        (growth(depth="99"), "Depth: '99' is not a whole number from 1 to 20"),
        (growth(depth="3", turn_depth="5"), "--turn-depth 5 is deeper than --depth 3, the maximum depth"),
        (growth(sizes="5"), "not on 5x5"),
        (growth(workers="0"), "Processes: '0' is not a whole number from 1 to 64"),
        (ablation(rows="no-such"), "there is no row 'no-such'"),
        (ablation(nodes="many"), "Nodes per move: 'many' is not a whole number from 1 up"),
        (ExperimentConfig(ABLATION, KONANE, {}, "book"), "there is no row 'book'"),
    ],
)
def test_explains_invalid_values(config: ExperimentConfig, sentence: str) -> None:
    with pytest.raises(UserError) as problem:
        config.experiment()
    assert sentence in str(problem.value)
    with pytest.raises(UserError):
        config.cost()


def test_command_line_and_window_share_messages() -> None:
    reported = "--turn-depth 5 is deeper than --depth 3: choose another folder with --out"
    assert in_window(reported) == "turn depth 5 is deeper than depth 3: choose another folder"


def test_the_cost_is_shown() -> None:
    assert growth(sizes="4", depth="3").cost().startswith("6 games. ")
    assert (
        ablation("book", games="100", nodes="20000")
        .cost()
        .startswith("1 row, 100 games. At a million nodes a second the games take about 2 minutes.")
    )
    assert [duration(each) for each in (3, 600, 7200)] == [
        "about a minute",
        "about 10 minutes",
        "about 2 hours",
    ]


def test_nonsense_in_the_settings_is_not_remembered() -> None:
    kept = {"growth": {"depth": "5", "games": 7, "seed": "9" * 1000}, "ablation": [1]}
    assert saved_parameters(kept, GROWTH) == {"depth": "5"}
    assert saved_parameters(kept, ABLATION) == {}


def test_each_report_has_its_own_folder(tmp_path: Path) -> None:
    assert free_folder(tmp_path, GROWTH, KONANE) == tmp_path / "growth-konane"
    (tmp_path / "growth-konane").mkdir()
    assert free_folder(tmp_path, GROWTH, KONANE) == tmp_path / "growth-konane-2"
