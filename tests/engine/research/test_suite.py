"""The suites of positions with proved best moves: parsing, and the minimum solved."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.research.suite import SuitePosition, read_suite, solve, solve_all
from engine.rules.congo import tablebase
from engine.search.limits import Limits, SearchOptions
from engine.system.errors import UserError
from tests.engine.rules.congo.support import CONGO
from tests.engine.search.support import NO_KEY_HISTORY, searcher, without

SUITE = Path(__file__).parents[2] / "data" / "congo_suite.txt"
HARD_SUITE = SUITE.with_name("congo_hard_suite.txt")
NODES = 50_000
FLOOR = 60
HARD_FLOOR = 27
"""How many of the hard suite are solved."""
WINS, HARD_CHOICES = 27, 19
"""Positions that a search proves, or that a long one decides; the others are tablebase positions."""


def entries(suite: Path = SUITE) -> list[SuitePosition]:
    return read_suite(suite, CONGO)


def from_tablebase(entry: SuitePosition) -> bool:
    return entry.proof.endswith("no other move wins")


def proved_moves(entry: SuitePosition) -> int:
    """Return the number of moves to the win according to the suite."""
    words = entry.proof.split()
    assert words[:2] == ["wins", "in"]
    return int(words[2])


@pytest.mark.parametrize(("suite", "number"), [(SUITE, 60), (HARD_SUITE, 100)])
def test_a_suites_positions_are_distinct(suite: Path, number: int) -> None:
    positions = [entry.position for entry in entries(suite)]
    assert len(set(positions)) == len(positions) >= number


@pytest.mark.parametrize("off", [("tablebase", "network"), ("tablebase",)], ids=["hand", "network"])
def test_the_suite_is_solved_within_fixed_node_counts(off: tuple[str, ...]) -> None:
    """Without the tablebase, which would know some of the answers."""
    solutions = list(solve_all(CONGO, entries(), NODES, without(*off)))
    missed = [CONGO.notation.format(one.entry.position) for one in solutions if one.nodes is None]
    assert len(solutions) - len(missed) >= FLOOR, missed


def test_the_hard_suite_is_solved_within_fixed_node_counts() -> None:
    solutions = list(solve_all(CONGO, entries(HARD_SUITE), NODES, without("tablebase")))
    missed = [CONGO.notation.format(one.entry.position) for one in solutions if one.nodes is None]
    assert len(solutions) - len(missed) >= HARD_FLOOR, missed


@pytest.mark.parametrize(("suite", "others"), [(SUITE, WINS), (HARD_SUITE, HARD_CHOICES)])
def test_suite_endings_match_the_tablebase(suite: Path, others: int) -> None:
    endings = [entry for entry in entries(suite) if from_tablebase(entry)]
    assert len(endings) == len(entries(suite)) - others > 20
    for entry in endings:
        ranked = tablebase.shared().ranked_moves(CONGO, entry.position)
        winning = [(move, worth) for move, worth in ranked if worth.wins]
        assert tuple(move for move, _ in winning) == entry.moves
        assert winning[0][1].moves == proved_moves(entry)


PROOF = without("tablebase", "lmp", "futility", "nullmove", "lmr", "iir", "see")
"""No guesses: what is left of the search proves the wins that it finds within its depth."""


@pytest.mark.slow
@pytest.mark.parametrize("number", range(WINS))
def test_suite_wins_are_proved(number: int) -> None:
    entry = [one for one in entries() if not from_tablebase(one)][number]
    shared, moves = searcher(), proved_moves(entry)
    others = tuple(move for move in CONGO.legal_moves(entry.position) if move not in entry.moves)
    for tried, wins in ((entry.moves, True), (others, False)):
        shared.clear_stop()
        shared.clear()
        info = shared.search(entry.position, NO_KEY_HISTORY, Limits(depth=2 * moves - 1, moves=tried), PROOF)
        assert info is not None
        assert (info.score.mate == moves) is wins


# --- reading and solving


def written(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "suite.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


FLYING = "3l3/7/7/7/7/3L3/4Z2 w 1"


def test_skips_comments_and_empty_lines(tmp_path: Path) -> None:
    (entry,) = read_suite(written(tmp_path, "# flying", "", f"{FLYING}; d2d7; wins in 1 moves"), CONGO)
    assert [move.text for move in entry.moves] == ["d2d7"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (FLYING, "a line of a suite is 'FEN; MOVES; PROOF', and this has 1 part"),
        (f"{FLYING}; ; because", "the best move is missing"),
        (f"{FLYING}; d2d6; because", "d2"),
        ("nonsense; d2d6; because", "board: "),
    ],
)
def test_explains_a_bad_line(tmp_path: Path, line: str, sentence: str) -> None:
    with pytest.raises(UserError, match="line 1: ") as error:
        read_suite(written(tmp_path, line), CONGO)
    assert sentence in str(error.value)


def test_explains_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"missing\.txt cannot be read: No such file"):
        read_suite(tmp_path / "missing.txt", CONGO)


def test_puzzle_counts_the_nodes_until_its_move_was_found_and_kept(tmp_path: Path) -> None:
    right, wrong = (
        read_suite(written(tmp_path, f"{FLYING}; {move}; it is said"), CONGO)[0] for move in ("d2d7", "e1d3")
    )
    found = solve(searcher(), right, 500, SearchOptions())
    assert found.answer is not None
    assert found.answer.text == "d2d7"
    assert found.nodes is not None
    assert found.nodes <= 500
    missed = solve(searcher(), wrong, 500, SearchOptions())
    assert (missed.nodes, missed.time_ms) == (None, None)
