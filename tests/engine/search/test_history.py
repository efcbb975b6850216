"""Draws by history in the search: repetitions in the line and the game, and the progress limit."""

from __future__ import annotations

import pytest

from engine import rules
from engine.compiled.jit import int64
from engine.game.game import KeyHistory
from engine.rules.values import Position
from engine.search.alphabeta import drawn_by_rule, score_without_search
from engine.search.limits import Limits, SearchOptions
from engine.search.searcher import Searcher
from engine.search.state import MAX_GAME_HISTORY, MAX_PLY, WIN
from tests.engine.rules.congo.support import CONGO
from tests.engine.search.support import SearchMemory


def drawn(past: str, line: str, quiet: int | None = None, repetitions: int = 3, limit: int = 100) -> bool:
    """Return whether the last position is a draw; equal letters are equal positions.

    `past` is what the game went through before the root, with which `line` begins. `quiet` plies were made
    without progress, by default all of them.
    """
    state = SearchMemory(CONGO.start(), mib=0).state
    keys = [ord(letter) for letter in past + line]
    ply = len(line) - 1
    state["past"], state["repetitions"], state["progress_limit"] = len(past), repetitions, limit
    state["keys"][: len(keys)] = keys
    state["progress_clock"][ply] = len(keys) - 1 if quiet is None else quiet
    return bool(drawn_by_rule(state, int64(ply)))


@pytest.mark.parametrize(
    ("past", "line", "result"),
    [
        ("", "abcde", False),
        ("", "abcda", True),  # back at the root
        ("", "abcdebcf", False),
        ("", "xabcda", True),  # back at a position of the line
        ("", "abcdefa", True),
        ("abcd", "a", False),  # once before the root: the second time
        ("abcda", "bcda", True),  # twice before the root: the third time
        ("abcd", "efgb", False),  # once before, once below
        ("abcdefabcdef", "abcdef", True),
        ("ab", "cdef", False),
    ],
)
def test_repetitions(past: str, line: str, result: bool) -> None:
    assert drawn(past, line) is result


def test_the_same_board_with_the_other_side_to_move_is_no_repetition() -> None:
    # Keys differ by the side, so that a key can only return after an even number of plies.
    assert not drawn("", "abca")


@pytest.mark.parametrize(("quiet", "result"), [(3, False), (4, True), (40, True)])
def test_positions_before_the_last_progress_are_ignored(quiet: int, result: bool) -> None:
    assert drawn("", "abcda", quiet=quiet) is result


def test_more_quiet_plies_than_are_remembered() -> None:
    assert not drawn("ab", "cd", quiet=90)
    assert drawn("ab", "cdefc", quiet=90)


def test_games_without_the_rule_have_no_repetition() -> None:
    assert not drawn("abcdabcd", "abcda", repetitions=0)


def test_a_game_can_require_more_earlier_occurrences() -> None:
    assert not drawn("abcda", "bcda", repetitions=4)
    assert drawn("abcda", "bcda", repetitions=3)


@pytest.mark.parametrize(
    ("quiet", "limit", "result"), [(99, 100, False), (100, 100, True), (101, 100, True), (500, 0, False)]
)
def test_quiet_plies(quiet: int, limit: int, result: bool) -> None:
    assert drawn("", "abcde", quiet=quiet, limit=limit) is result


def test_the_longest_past_and_the_deepest_ply() -> None:
    past = "".join(chr(1_000 + number) for number in range(MAX_GAME_HISTORY))
    line = "".join(chr(5_000 + number) for number in range(MAX_PLY - 1))
    assert not drawn(past, line + "z", limit=0)
    assert drawn(past, line + line[-2], limit=0)
    assert drawn(past, line + line[-2], limit=0, quiet=2)
    assert not drawn(past, line + past[1], limit=0)


@pytest.mark.parametrize(
    ("fen", "score"), [("7/7/ssslsss/sssssss/MMMMLMM/PPPPPPP/7 w 1", 1 - WIN), ("3l3/7/7/7/7/7/C2L3 w 1", 0)]
)
def test_search_scores_no_legal_move_at_the_hundredth_quiet_ply_as_a_loss(fen: str, score: int) -> None:
    state = SearchMemory(CONGO.notation.parse(fen), mib=0).state
    state["positions"][1], state["progress_clock"][1], state["moves_start"][1] = state["positions"][0], 100, 0
    state["progress_limit"] = 100
    assert int(score_without_search(state, int64(1))) == score


@pytest.mark.parametrize("name", ["congo", "conga"])
def test_what_was_found_before_a_position_occurred_twice_is_not_believed(name: str) -> None:
    """Else the search announces wins and losses through a position that may not occur again."""
    game = rules.get(name)
    position = game.start()
    repeated = game.play(position, game.legal_moves(position)[0])
    keys = (repeated.key, -1, repeated.key, -2)
    twice, once = KeyHistory(keys, (repeated,)), KeyHistory(keys[1:])

    options = SearchOptions(without=frozenset({"history"}))  # which is kept from search to search, too

    def nodes(searcher: Searcher, history: KeyHistory) -> int:
        found = searcher.search(position, history, Limits(depth=6), options)
        assert found is not None
        return found.nodes

    searcher, fresh = Searcher(game, 16), Searcher(game, 16)
    first = nodes(searcher, once)
    assert nodes(searcher, once) < first
    assert nodes(searcher, twice) == nodes(fresh, twice)
    assert nodes(searcher, twice) < nodes(Searcher(game, 16), twice)


@pytest.mark.parametrize("plies", [MAX_GAME_HISTORY // 2, 2 * MAX_GAME_HISTORY, 2 * MAX_GAME_HISTORY + 1])
@pytest.mark.parametrize("others", [0, 5, 3000])
def test_a_third_occurrence_is_a_draw_however_long_ago_the_others_were(plies: int, others: int) -> None:
    """In Conga nothing is progress, and games can be long."""
    conga = rules.get("conga")
    position = conga.start()
    first, second, *_ = conga.legal_moves(position)
    drawing = conga.play(position, first)
    keys = [-1 - number for number in range(plies)]
    for ago in (plies - plies % 2 - 1, plies - plies % 2 - 7):  # after the move the distances are even
        keys[-ago] = drawing.key
    exhausted = (*[conga.play(position, second)] * others, drawing)

    def score(*exhausted: Position) -> int:
        found = Searcher(conga, 1).search(
            position, KeyHistory(tuple(keys), exhausted), Limits(depth=3, moves=(first,))
        )
        assert found is not None
        return found.score.cp

    assert score(*exhausted) == 0
    assert (score() == 0) is (plies < MAX_GAME_HISTORY)
