"""A registered game is complete: it has everything that the other games have."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import rules
from engine.book.opening_book import format_of
from engine.search import bench
from engine.system.files import folder_of
from tests.engine import golden
from tests.engine.rules.games import DATA, EVERY_GAME_ENDS, NAMES, going_on, random_games, symmetries
from tests.engine.rules.perft_data import perft_lines

FOLDER = Path(rules.__file__).parent
SECTIONS = ("board", "move", "end", "how moves are written", "how positions are written")


@pytest.mark.parametrize("name", NAMES)
def test_a_game_has_its_folders_name(name: str) -> None:
    game = rules.get(name)
    assert game.name == name
    assert rules.get(name.upper()) is game
    assert len(set(game.facts.side_names)) == 2
    assert game.facts.title.lower() == name


def test_every_folder_is_a_game_and_congo_is_the_first() -> None:
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert set(NAMES) == folders
    assert NAMES[0] == "congo"
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_has_perft_data(name: str) -> None:
    lines = perft_lines(name)
    assert len(lines) >= 10
    assert all(max(line.depths) >= 1 for line in lines)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_has_golden_games(name: str) -> None:
    text = golden.path_of(name).read_text(encoding="utf-8")
    assert text.count("\n\n") + 1 >= golden.GAMES_A_SIZE * len(rules.get(name).facts.sizes)
    assert "\nresult " in text


@pytest.mark.parametrize("name", NAMES)
def test_a_game_has_an_evaluation(name: str) -> None:
    core = rules.get(name).core()
    scores = {core.evaluate(position.record) for position in going_on(name)}
    assert len(scores) > 10
    assert min(scores) < 0 < max(scores)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_has_a_help_text_and_a_document_of_its_rules(name: str) -> None:
    assert 100 < len(rules.get(name).facts.help) < 700
    assert rules.get(name).facts.title in rules.get(name).facts.origin
    text = (folder_of(name) / "README.md").read_text(encoding="utf-8")
    headings = "\n".join(line.lower() for line in text.splitlines() if line.startswith("#"))
    for section in SECTIONS:
        assert section in headings, section
    assert "**Ruling" in text or "no rulings" in text


@pytest.mark.parametrize("name", NAMES)
def test_a_game_ends_only_for_declared_reasons(name: str) -> None:
    game = rules.get(name)
    declared = (*game.facts.ends, *EVERY_GAME_ENDS)
    assert len({reason.value for reason in declared}) == len(declared)
    assert not game.facts.progress_limit or game.facts.no_progress in game.facts.ends
    outcomes = [played.outcome for played in random_games(name)]
    assert any(outcomes)
    assert all(outcome.reason in declared for outcome in outcomes if outcome is not None)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_has_a_search_example(name: str) -> None:
    game = rules.get(name)
    for example in game.facts.search_examples:
        assert game.legal_moves(rules.parse_position(game, example.text))
        assert game.facts.title in example.label
    assert game.facts.search_examples


@pytest.mark.parametrize("name", NAMES)
def test_in_a_games_mirror_moves_stay_legal(name: str) -> None:
    game = rules.get(name)
    book = format_of(game)
    mirror = book.mirror
    for position in going_on(name)[::7] if mirror else ():
        assert mirror is not None
        turned = game.notation.parse(
            mirror.position(" ".join(game.notation.format(position).split()[: book.fields]))
        )
        expected = {mirror.move(move.text) for move in game.legal_moves(position)}
        # A jump that can be walked in several ways may be written by another of them.
        assert {game.parse_move(turned, text) for text in expected} == set(game.legal_moves(turned))


@pytest.mark.parametrize("name", NAMES)
def test_a_game_has_positions_for_the_benchmark(name: str) -> None:
    game = rules.get(name)
    positions = bench.positions(game)
    assert len(set(positions)) == len(positions) >= 8
    assert positions[0] in [game.start(size) for size in game.facts.sizes]
    assert all(game.legal_moves(position) for position in positions)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_declares_its_symmetries(name: str) -> None:
    assert isinstance(symmetries(name), tuple)


@pytest.mark.parametrize("name", NAMES)
def test_golden_games_are_unchanged(name: str) -> None:
    expected = golden.path_of(name).read_text(encoding="utf-8").rstrip("\n")
    found = "\n\n".join(golden.text_of(played) for played in golden.read(rules.get(name)))
    assert found == expected, f"review it, then: python -m tests.engine.golden {name}"


def test_test_data_covers_only_registered_games() -> None:
    for kind in ("perft", "golden"):
        assert {path.stem.removesuffix(f"_{kind}") for path in DATA.glob(f"*_{kind}.txt")} == set(NAMES)
