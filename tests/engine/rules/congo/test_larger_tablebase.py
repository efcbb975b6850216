"""Congo's endings of five pieces: their numbers, their files, and what is built."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from engine.cli.main import main
from engine.rules.congo import tablebase, tablebase_check, tablebase_positions
from engine.rules.congo.tablebase import Ending, TablebaseError, larger_ending, with_promotions
from engine.rules.congo.tablebase_index import NUMBER_BITS, NUMBER_MASK, SIZES, TABLES, entry
from tests.engine import naive_congo as naive
from tests.engine.rules.congo.support import CONGO
from tests.engine.rules.congo.test_tablebase import (
    backed_up,
    mirrored,
    normal_form,
    random_position,
    to_engine,
    value,
)

NAMES = [name for name, ending in tablebase._every_ending().items() if ending.pieces == 5]
CROCODILES = larger_ending("LCCC-L")


def stored(position: naive.NaiveCongoPosition) -> int:
    """Return what stands for a position's entry."""
    return int(entry(to_engine(position).record))


def written(folder: Path, ending: Ending, value: int) -> None:
    """Write a file of an ending whose entries have one value."""
    folder.mkdir(exist_ok=True)
    tablebase.write_ending(folder, ending, np.full(ending.entries, value, dtype=np.uint8))


# --- their numbers


def test_they_are_all_of_three_pieces() -> None:
    assert len(NAMES) == 84 + 7 * 28
    tables = [table for name in NAMES for table in larger_ending(name).tables]
    assert sorted(tables) == list(range(14 + 105, TABLES))
    assert TABLES == 14 + 105 + 560


def test_their_entries_are_numbered_one_to_one_and_shared_by_images() -> None:
    chance = random.Random(5)
    for name in NAMES:
        forms = {}
        for position in (random_position(name, chance) for _ in range(4)):
            at = stored(position)
            table, number = at >> NUMBER_BITS, at & NUMBER_MASK
            assert table in larger_ending(name).tables
            assert number < SIZES[table]
            images = (mirrored(position), naive.flip(position), mirrored(naive.flip(position)))
            assert {stored(image) for image in images} == {at}
            found = tablebase_positions.position_of(table, number)
            assert normal_form(naive.parse(CONGO.notation.format(found))) == normal_form(position)
            forms[at] = normal_form(position)
        assert len(set(forms.values())) == len(forms)


@pytest.mark.parametrize("text", ["LZE-LC", "lc-lez", "LC-LZE"])
def test_an_ending_is_named_in_any_order(text: str) -> None:
    assert larger_ending(text).name == "LZE-LC"


@pytest.mark.parametrize("text", ["", "LZE", "LZ-L", "LZE-LCC", "ZE-LC", "LZX-LC", "LZE-LC-L", "LL-ZEC"])
def test_other_names_are_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tablebase", "build", text]) == 2
    error = capsys.readouterr().err
    assert "is no ending to build: name both sides with their lions and 3 other pieces" in error
    assert error.count("\n") == 1


def test_an_ending_comes_after_those_that_promotions_lead_to() -> None:
    assert [ending.name for ending in with_promotions(larger_ending("LZE-LC"))] == ["LZE-LC"]
    names = [ending.name for ending in with_promotions(larger_ending("LPP-LP"))]
    assert names[0] == "LSS-LS"
    assert names[-1] == "LPP-LP"
    assert {*names[1:3]} == {"LPS-LS", "LSS-LP"}
    assert {*names[3:5]} == {"LPS-LP", "LPP-LS"}


# --- files


def test_a_file_in_the_users_folder_is_probed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONGO_DATA_DIR", str(tmp_path))
    position = to_engine(random_position(CROCODILES.name, random.Random(1)))
    assert tablebase.load().probe(CONGO, position) is None
    written(tablebase.own_folder(), CROCODILES, 7)
    found = tablebase.load().probe(CONGO, position)
    assert found is not None
    assert found.plies == 7
    assert tablebase.load().materials == tablebase.load_supplied().materials


def test_a_damaged_file_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONGO_DATA_DIR", str(tmp_path))
    tablebase.own_folder().mkdir()
    (tablebase.own_folder() / CROCODILES.file_name).write_bytes(b"half of")
    with pytest.raises(TablebaseError, match=r"LCCC-L.table is damaged.* build LCCC-L`"):
        tablebase.load()
    loaded = tablebase.load_if_sound()
    assert loaded.problem is None
    assert loaded.address
    assert not loaded.has(CROCODILES)


def test_a_file_of_wrong_values_ends_no_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONGO_DATA_DIR", str(tmp_path))
    tablebase.own_folder().mkdir()
    wrong = np.random.default_rng(1).integers(0, 250, CROCODILES.entries, dtype=np.uint8)
    tablebase.write_ending(tablebase.own_folder(), CROCODILES, wrong)
    loaded, chance = tablebase.load(), random.Random(2)
    for _ in range(100):
        position = to_engine(random_position(CROCODILES.name, chance))
        for move in loaded.best_line(CONGO, position):
            position = CONGO.play(position, move)


def test_an_ending_is_left_out_without_those_that_it_promotes_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONGO_DATA_DIR", str(tmp_path))
    pawns = larger_ending("LPPP-L")
    written(tablebase.own_folder(), pawns, 0)
    with pytest.raises(TablebaseError, match=r"LSSS-L.table is missing"):
        tablebase.load()
    assert not tablebase.load_if_sound().has(pawns)
    for needed in with_promotions(pawns):
        written(tablebase.own_folder(), needed, 0)
    assert tablebase.load_if_sound().has(pawns)


# --- building


@pytest.mark.thorough
def test_a_built_ending_follows_from_the_naive_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CONGO_DATA_DIR", str(tmp_path))
    for name in ("LCCC-L", "LPPP-L", "LMM-LM"):
        assert main(["tablebase", "build", name]) == 0
    assert capsys.readouterr().out.splitlines() == 3 * [str(tablebase.own_folder())]
    loaded = tablebase.load()
    names = ["LCCC-L", "LSSS-L", "LPSS-L", "LPPS-L", "LPPP-L", "LMM-LM"]
    assert {ending.name for ending in loaded.endings if ending.pieces == 5} == {*names}
    chance = random.Random(6)
    for name in names:
        for position in (random_position(name, chance) for _ in range(60)):
            assert value(position, loaded) == backed_up(position, loaded), naive.format_position(position)
    assert tablebase_check.verify(loaded, print) > 10_000_000
