"""Congo's tablebase: compared with the naive rules and minimax, symmetry, and damaged files."""

from __future__ import annotations

import hashlib
import random
import shutil
import tracemalloc
import zlib
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from engine.compiled.jit import int64, jit
from engine.game.game import Game, KeyHistory
from engine.rules import core
from engine.rules.congo import tablebase, tablebase_build, tablebase_check, tablebase_positions
from engine.rules.congo.facts import LION_CAPTURED
from engine.rules.congo.tablebase import CongoTablebase, Ending, TablebaseError, endings
from engine.rules.congo.tablebase_index import NUMBER_BITS, NUMBER_MASK, SIZES, UNKNOWN_BYTE, entry
from engine.rules.values import Position
from engine.search.searcher import Searcher
from engine.tablebase.tablebase import TablebaseValue
from tests.engine import naive_congo as naive
from tests.engine.rules.congo.support import CONGO, after, place

TABLEBASE = tablebase.load_supplied()
NAMES = [ending.name for ending in endings()]
SINGLES = [name for name in NAMES if len(name) == len("LZ-L")]
BY_NAME = {ending.name: ending for ending in endings()}
ALL_SQUARES = [(file, rank) for file in range(7) for rank in range(1, 8)]
WHITE_CASTLE = [square for square in ALL_SQUARES if naive.in_castle(square, "w")]
BLACK_CASTLE = [square for square in ALL_SQUARES if naive.in_castle(square, "b")]


def to_engine(position: naive.NaiveCongoPosition) -> Position:
    """Return the position for the engine."""
    return CONGO.notation.parse(naive.format_position(position))


def value(position: naive.NaiveCongoPosition, tables: CongoTablebase = TABLEBASE) -> TablebaseValue:
    """Return the value in a tablebase."""
    found = tables.probe(CONGO, to_engine(position))
    assert found is not None, naive.format_position(position)
    return found


def number(position: naive.NaiveCongoPosition) -> int:
    """Return the number of a position's entry."""
    return int(entry(to_engine(position).record))


def pieces_of(name: str, colours: str) -> str:
    """Return an ending's pieces without the lions as FEN letters; `colours[0]` is the first-named side."""
    first, second = (side[1:] for side in name.split("-"))
    return first + second.lower() if colours[0] == "w" else first.lower() + second  # upper case is White


def random_position(name: str, chance: random.Random) -> naive.NaiveCongoPosition:
    """Return a position of an ending: any colours, any squares, either side to move."""
    board = {chance.choice(WHITE_CASTLE): "L", chance.choice(BLACK_CASTLE): "l"}
    for piece in pieces_of(name, chance.choice("wb")):
        last_rank = {"P": 7, "p": 1}.get(piece)
        free = [square for square in ALL_SQUARES if square not in board and square[1] != last_rank]
        board[chance.choice(free)] = piece
    return naive.NaiveCongoPosition(board, chance.choice("wb"))


def sample(name: str, count: int) -> list[naive.NaiveCongoPosition]:
    """Return some positions of an ending, reproducibly."""
    chance = random.Random(name)
    return [random_position(name, chance) for _ in range(count)]


def mirrored(position: naive.NaiveCongoPosition) -> naive.NaiveCongoPosition:
    """Return the position with the files mirrored."""
    board = {(6 - file, rank): piece for (file, rank), piece in position.board.items()}
    return naive.NaiveCongoPosition(board, position.side)


def normal_form(position: naive.NaiveCongoPosition) -> str:
    """Return the same text for a position, its mirror image and both with the colours swapped."""
    seen = position if position.side == "w" else naive.flip(position)
    return min(naive.format_position(seen), naive.format_position(mirrored(seen)))


def backed_up(position: naive.NaiveCongoPosition, tables: CongoTablebase = TABLEBASE) -> TablebaseValue:
    """Return the value by the naive rules one ply before the tablebase."""
    best = None
    for move in naive.legal_moves(position):
        child = naive.play(position, move)
        result = naive.lions_result(child.board)
        if result is None:
            plies = value(child, tables).plies
            mine = TablebaseValue(plies + 1 if plies else 0)
        else:
            mine = TablebaseValue(0 if result == "draw" else 1)
            assert result in ("draw", position.side)
        if best is None or mine.rank > best.rank:
            best = mine
    assert best is not None
    return best


# --- what is in the tables


def test_the_endings_are_all_of_one_or_two_pieces() -> None:
    assert len(NAMES) == 7 + 28 + 28
    assert sorted(table for ending in endings() for table in ending.tables) == list(range(14 + 105))
    assert NAMES[0] == "LZ-L"
    assert {"LZE-L", "LZ-LE", "LPP-L", "LP-LS", "LM-LM"} <= set(NAMES)
    assert BY_NAME["LM-LM"].tables != BY_NAME["LM-LS"].tables


def test_endings_come_after_the_endings_they_lead_to() -> None:
    order = {name: at for at, name in enumerate(NAMES)}
    assert order["LS-L"] < order["LP-L"] < order["LZP-L"] < order["LPP-L"]
    assert order["LPS-L"] < order["LPP-L"]


@pytest.mark.parametrize("name", NAMES)
def test_values_follow_from_the_moves_of_the_naive_rules(name: str) -> None:
    for position in sample(name, 12):
        assert value(position) == backed_up(position), naive.format_position(position)


def test_every_single_piece_ending_follows_from_the_naive_rules_everywhere() -> None:
    for name in ("LM-L", "LP-L"):
        for lions in product(WHITE_CASTLE[::2], BLACK_CASTLE[::3]):
            board = dict(zip(lions, "Ll", strict=True))
            for square in ALL_SQUARES:
                if square not in board and not (name[1] == "P" and square[1] == 7):
                    for side in "wb":
                        position = naive.NaiveCongoPosition({**board, square: name[1]}, side)
                        assert value(position) == backed_up(position), naive.format_position(position)


@pytest.mark.parametrize(("depth", "count"), [(3, 63), (4, 30), (5, 6)])
def test_short_wins_match_minimax(depth: int, count: int) -> None:
    searcher = Searcher(CONGO, 1)
    for name in random.Random(depth).sample(NAMES, count):
        position = sample(name, depth)[-1]
        info = searcher.minimax(to_engine(position), KeyHistory(), depth)
        assert info is not None
        known = value(position)
        signed = known.moves if known.wins else -known.moves
        assert info.score.mate == (signed if 0 < known.plies <= depth else None), naive.format_position(
            position
        )


def test_longest_win_is_won_in_that_many_plies_of_a_game() -> None:
    game = Game(CONGO, CONGO.notation.parse("3l3/7/7/6z/7/2L4/4C2 w 1"))
    for left in range(43, 0, -1):
        ranked = TABLEBASE.ranked_moves(CONGO, game.position)
        assert ranked[0][1].plies == left
        assert ranked[0][1].wins == (left % 2 == 1)
        game.play(ranked[0][0])
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == (0, LION_CAPTURED)


def test_a_line_is_as_long_as_its_distance() -> None:
    for name in ("LM-L", "LC-LP", "LZ-LZ"):
        for position in map(to_engine, sample(name, 5)):
            found = TABLEBASE.probe(CONGO, position)
            assert found is not None
            line = TABLEBASE.best_line(CONGO, position)
            assert len(line) == max(found.plies, 1)
            end = after(position, *(move.text for move in line))
            if found.plies:
                outcome = CONGO.outcome(end)
                assert outcome is not None
                assert outcome.winner == (position.side if found.wins else 1 - position.side)
    assert TABLEBASE.best_line(CONGO, CONGO.start()) == ()


def test_every_win_is_short_of_the_progress_limit() -> None:
    longest = max(int(entries.max()) for entries in TABLEBASE.tables.values())
    assert longest == 44 < CONGO.facts.progress_limit


# --- single positions


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("4S2/2l4/7/7/7/2L4/7 w 1", "wins in 1 move"),  # the lions face each other
        ("4S2/2l4/7/7/7/2L4/7 b 1", "wins in 1 move"),
        ("2l4/2Z4/7/7/7/7/2L4 w 1", "draw"),  # the zebra, attacked, must also stand between the lions
        ("7/4l2/7/3E3/2L4/7/7 w 1", "wins in 7 moves"),
        ("3l3/7/7/7/7/7/3L3 w 1", "draw"),  # bare lions, even face to face
        ("7/2l4/2C4/7/7/7/2L4 w 1", "wins in 1 move"),
    ],
)
def test_known_positions(fen: str, words: str) -> None:
    found = TABLEBASE.probe(CONGO, CONGO.notation.parse(fen))
    assert found is not None
    assert found.describe() == words


def test_two_pieces_drowning_at_once_leave_bare_lions() -> None:
    position = place("Ld1 lc7 Za4 Eg4")
    moves = {move.text: worth for move, worth in TABLEBASE.ranked_moves(CONGO, position)}
    assert moves["d1d2"] == TablebaseValue(0)
    assert CONGO.outcome(after(position, "d1d2")) is not None


def test_drowning_leads_to_the_smaller_ending() -> None:
    position = place("Ld1 lc7 Za4 Eg4")
    moves = {move.text: worth for move, worth in TABLEBASE.ranked_moves(CONGO, position)}
    alone = TABLEBASE.probe(CONGO, place("Ld1 lc7 Eg5", "b"))
    assert alone is not None
    assert moves["g4g5"] == TablebaseValue(alone.plies + 1)


def test_a_crocodile_does_not_drown() -> None:
    found = TABLEBASE.probe(CONGO, place("Ld1 lc7 Ca4"))
    assert found is not None
    assert found.wins


def test_capturing_and_drowning_monkey_leaves_bare_lions() -> None:
    moves = {move.text: worth for move, worth in TABLEBASE.ranked_moves(CONGO, place("Ld1 lc7 ma4 Zb4", "b"))}
    assert moves["a4c4"] == TablebaseValue(0)


def test_a_monkey_may_jump_over_a_piece_and_on_over_the_lion() -> None:
    position = place("Ld2 lc7 ma4 Zb3", "b")
    moves = {move.text: worth for move, worth in TABLEBASE.ranked_moves(CONGO, position)}
    assert moves["a4c2e2"] == TablebaseValue(1)
    assert not moves["a4c2"].wins


def test_moves_are_ranked_by_the_shortest_win_and_the_longest_defence() -> None:
    for name in ("LE-LP", "LCS-L", "LZ-LM"):
        for position in sample(name, 10):
            ranked = TABLEBASE.ranked_moves(CONGO, to_engine(position))
            ranks = [worth.rank for _, worth in ranked]
            assert ranks == sorted(ranks, reverse=True)
            assert {move for move, _ in ranked} == set(CONGO.legal_moves(to_engine(position)))
            assert ranked[0][1] == value(position)


def test_values_in_words() -> None:
    words = [TablebaseValue(plies).describe() for plies in (0, 1, 2, 17, 18)]
    assert words == ["draw", "wins in 1 move", "loses in 1 move", "wins in 9 moves", "loses in 9 moves"]
    ranks = [TablebaseValue(plies).rank for plies in (1, 17, 0, 18, 2)]
    assert ranks == sorted(ranks, reverse=True)


def test_larger_positions_and_finished_games_are_not_known() -> None:
    assert TABLEBASE.probe(CONGO, CONGO.start()) is None
    assert TABLEBASE.ranked_moves(CONGO, CONGO.start()) == ()
    assert TABLEBASE.probe(CONGO, place("Ld1 lc7 Ca2 Zb2 Eg2")) is None
    assert TABLEBASE.probe(CONGO, place("Ld1 ca2 zb2")) is None  # the lion is captured
    assert TABLEBASE.ranked_moves(CONGO, place("Ld1 lc7")) == ()


# --- numbers of entries


@pytest.mark.parametrize("name", SINGLES)
def test_entries_of_one_piece_are_numbered_one_to_one(name: str) -> None:
    form_of: dict[int, str] = {}
    for lions in product(WHITE_CASTLE, BLACK_CASTLE):
        board = dict(zip(lions, "Ll", strict=True))
        for square in ALL_SQUARES:
            if square not in board and not (name[1] == "P" and square[1] == 7):
                for side in "wb":
                    position = naive.NaiveCongoPosition({**board, square: name[1]}, side)
                    form = normal_form(position)
                    assert form_of.setdefault(number(position), form) == form
    assert len(form_of) == len(set(form_of.values()))
    assert all(in_tables_of(BY_NAME[name], at) for at in form_of)


@pytest.mark.parametrize("name", NAMES[7:])
def test_entries_of_two_pieces_are_numbered_one_to_one(name: str) -> None:
    positions = sample(name, 40)
    forms = {number(position): normal_form(position) for position in positions}
    assert len(set(forms.values())) == len(forms)
    for position in positions:
        assert forms[number(position)] == normal_form(position)
        assert in_tables_of(BY_NAME[name], number(position))


def in_tables_of(ending: Ending, at: int) -> bool:
    """Return whether an entry lies in a table of the ending."""
    table = at >> NUMBER_BITS
    return table in ending.tables and at & NUMBER_MASK < SIZES[table]


@pytest.mark.parametrize("name", NAMES)
def test_images_of_a_position_share_its_entry(name: str) -> None:
    for position in sample(name, 5):
        images = (mirrored(position), naive.flip(position), mirrored(naive.flip(position)))
        assert {number(image) for image in images} == {number(position)}


def test_entries_lead_back_to_their_positions() -> None:
    chance = random.Random(3)
    for name in NAMES:
        position = random_position(name, chance)
        at = number(position)
        found = tablebase_positions.position_of(at >> NUMBER_BITS, at & NUMBER_MASK)
        assert normal_form(naive.parse(CONGO.notation.format(found))) == normal_form(position)


# --- files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the shipped tables that a test may damage."""
    return Path(shutil.copytree(tablebase.FOLDER, tmp_path / "tables"))


def refusal(folder: Path) -> str:
    """Return the error message for the tablebase, and check that searching works without it."""
    with pytest.raises(TablebaseError) as caught:
        tablebase.load(folder)
    without = tablebase.load_if_sound(folder)
    assert without.problem == str(caught.value)
    assert without.address == 0
    assert without.probe(CONGO, place("Ld1 lc7 Ca2")) is None
    assert without.ranked_moves(CONGO, place("Ld1 lc7 Ca2")) == ()
    assert "\n" not in without.problem
    return without.problem


def test_shipped_tables_are_small_and_sound() -> None:
    size = sum(path.stat().st_size for path in tablebase.FOLDER.glob("*.table"))
    assert size < 2_000_000
    assert TABLEBASE.problem is None
    assert sum(entries.size for entries in TABLEBASE.tables.values()) == 10_603_845
    assert not any(UNKNOWN_BYTE in entries for entries in TABLEBASE.tables.values())
    assert tablebase.shared().address == tablebase.shared().address != 0


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    assert "there is no endgame tablebase in" in refusal(tmp_path / "nowhere")


def test_a_missing_file_is_reported(folder: Path) -> None:
    (folder / "LZ-LE.table").unlink()
    assert "LZ-LE.table is missing" in refusal(folder)


def test_an_unreadable_file_is_reported(folder: Path) -> None:
    (folder / "LZ-LE.table").unlink()
    (folder / "LZ-LE.table").mkdir()
    assert "LZ-LE.table cannot be read" in refusal(folder)


@pytest.mark.parametrize("at", [0, 8, 16, 20, 40, 52, 53, 60, 200, -5, -1])
def test_finds_a_changed_byte(folder: Path, at: int) -> None:
    path = folder / "LM-LS.table"
    content = bytearray(path.read_bytes())
    content[at] ^= 0x10
    path.write_bytes(content)
    assert "LM-LS.table is damaged" in refusal(folder)


@pytest.mark.parametrize("kept", [0, 7, 52, 53, 100, -1])
def test_finds_a_truncated_file(folder: Path, kept: int) -> None:
    path = folder / "LM-L.table"
    path.write_bytes(path.read_bytes()[:kept])
    assert "LM-L.table is damaged" in refusal(folder)


def test_finds_a_file_with_extra_bytes(folder: Path) -> None:
    path = folder / "LM-L.table"
    path.write_bytes(path.read_bytes() + b"\0")
    assert "LM-L.table is damaged" in refusal(folder)


def test_a_file_that_unpacks_to_far_more_than_an_ending_fills_no_memory(folder: Path) -> None:
    ending = endings()[-1]
    body = zlib.compress(bytes(1 << 26), 9)
    digest = hashlib.sha256(body).digest()
    header = tablebase.HEADER.pack(tablebase.MAGIC, ending.name.encode(), ending.entries, digest)
    (folder / ending.file_name).write_bytes(header + body)
    tracemalloc.start()
    try:
        with pytest.raises(TablebaseError, match="is damaged"):
            tablebase.read_ending(folder, ending)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def test_a_file_far_larger_than_an_ending_is_not_read(folder: Path) -> None:
    with (folder / "LM-L.table").open("rb+") as file:
        file.truncate(1 << 26)
    assert "LM-L.table cannot be read" in refusal(folder)


def test_finds_another_endings_file(folder: Path) -> None:
    shutil.copy(folder / "LM-L.table", folder / "LE-L.table")
    assert "LE-L.table is damaged" in refusal(folder)


# --- building, checking, counting


@pytest.mark.thorough
def test_a_build_gives_the_shipped_entries(tmp_path: Path) -> None:
    few = (BY_NAME["LZ-L"], BY_NAME["LS-L"], BY_NAME["LP-L"], BY_NAME["LZ-LZ"])
    tablebase_build.build(tmp_path, few, CongoTablebase(), print)
    for ending in few:
        built = tablebase.read_ending(tmp_path, ending)
        assert np.array_equal(built, tablebase.read_ending(tablebase.FOLDER, ending))


@pytest.mark.thorough
def test_an_interrupted_build_resumes(tmp_path: Path) -> None:
    few = (BY_NAME["LZ-L"], BY_NAME["LE-L"], BY_NAME["LS-L"], BY_NAME["LP-L"])
    tablebase_build.build(tmp_path, few[:2], CongoTablebase(), print)
    (tmp_path / "LE-L.table").write_bytes(b"half of")
    message: list[str] = []
    tablebase_build.build(tmp_path, few, CongoTablebase(), message.append)
    assert message == ["LZ-L (kept)", "LE-L", "LS-L", "LP-L"]
    message.clear()
    tablebase_build.build(tmp_path, few, CongoTablebase(), message.append, rebuild=True)
    assert message == ["LZ-L", "LE-L", "LS-L", "LP-L"]


def test_an_ending_needs_the_endings_it_leads_to() -> None:
    with pytest.raises(TablebaseError, match="LP-L: an ending that it leads to is not built yet"):
        tablebase_build.solve(BY_NAME["LP-L"], CongoTablebase())


def test_reports_an_unwritable_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TablebaseError, match="cannot be written to"):
        tablebase_build.build(tmp_path / "file" / "below", endings(), CongoTablebase(), print)


@pytest.mark.thorough
def test_verify_finds_a_wrong_entry() -> None:
    changed = CongoTablebase()
    for name in ("LZ-L", "LZ-LZ"):
        changed.add(BY_NAME[name], tablebase.read_ending(tablebase.FOLDER, BY_NAME[name]).copy())
    assert tablebase_check.verify(changed, print) == 3852 + 87651
    at = number(sample("LZ-LZ", 1)[0])
    changed.tables[at >> NUMBER_BITS][at & NUMBER_MASK] ^= 1
    with pytest.raises(TablebaseError, match=r"LZ-LZ is wrong: .* does not follow from its moves"):
        tablebase_check.verify(changed, print)


def test_documented_figures_match_the_tables() -> None:
    text = (tablebase.FOLDER / "FORMAT.md").read_text(encoding="utf-8")
    for line in tablebase_check.lines(TABLEBASE):
        assert line in text


def test_a_game_without_tablebases_has_no_values() -> None:
    @jit
    def ask(position: object, address: int) -> int:
        return core.probe_tablebase(position, address)

    other = np.zeros(1, dtype=[("another_game", np.int64), ("side", np.int64)])
    assert ask(other[0], int64(TABLEBASE.address)) == core.UNKNOWN
