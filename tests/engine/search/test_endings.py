"""The tablebase in the search: at the root, below it, and when it is ignored."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from engine.game.game import Game, KeyHistory
from engine.rules.congo import tablebase
from engine.rules.errors import FenError
from engine.rules.values import Move, Position
from engine.search.limits import Limits, Score, SearchInfo, SearchOptions
from engine.search.searcher import Searcher
from engine.search.state import WIN
from engine.tablebase.tablebase import TablebaseValue
from tests.engine.rules.congo.support import CONGO, place
from tests.engine.search.support import PRESERVING, only, run, searcher, without

TABLEBASE = tablebase.shared()


def value(position: Position) -> TablebaseValue | None:
    return TABLEBASE.probe(CONGO, position)


@cache
def endings(pieces: int, count: int) -> tuple[Position, ...]:
    """Return non-terminal positions with two lions and a few pieces."""
    chance = random.Random(pieces)
    found: list[Position] = []
    while len(found) < count:
        lions = chance.choice("cde") + chance.choice("123"), chance.choice("cde") + chance.choice("567")
        free = [f"{file}{rank}" for file in "abcdefg" for rank in "1234567"]
        squares = chance.sample([square for square in free if square not in lions], pieces)
        tokens = [f"L{lions[0]}", f"l{lions[1]}", *(chance.choice("ZEGCMPSzegcmps") + s for s in squares)]
        try:
            position = place(" ".join(tokens), chance.choice("wb"))
        except FenError:
            continue  # a pawn on its last rank
        if CONGO.outcome(position) is None:
            found.append(position)
    return tuple(found)


def known(position: Position) -> TablebaseValue:
    found = value(position)
    assert found is not None
    return found


def found(position: Position, options: SearchOptions | None = None, **limits: Any) -> SearchInfo:
    info = run(position, options=options, **limits)
    assert info is not None
    return info


# --- at the root


def test_tablebase_knows_a_drawn_ending() -> None:
    drawn = [position for position in endings(2, 150) if not known(position).plies][:20]
    assert drawn
    for position in drawn:
        info = found(position, depth=3)
        assert (info.source, info.score) == ("tablebase", Score(0))
        assert known_after(position, info) == 0
        without = found(position, SearchOptions(without=frozenset({"tablebase"})), depth=3)
        assert without.source == "search"


def test_decided_ending_is_played_fastest_without_a_search() -> None:
    decided = [position for position in endings(2, 150) if known(position).plies]
    assert len(decided) > 50
    for position in decided:
        info = found(position, depth=4)
        worth = known(position)
        assert (info.source, info.nodes) == ("tablebase", 0)
        assert info.score.mate == (worth.moves if worth.wins else -worth.moves)
        assert info.score.cp == (WIN - worth.plies if worth.wins else worth.plies - WIN)
        assert len(info.pv) == worth.plies
        assert known_after(position, info) == worth.plies - 1


def known_after(position: Position, info: SearchInfo) -> int:
    """Return the number of plies to the end after the chosen move."""
    after = CONGO.play(position, info.pv[0])
    return 0 if CONGO.outcome(after) else known(after).plies


def tempting_draws() -> list[Position]:
    """Return drawn endings in which some moves lose."""
    drawn = [position for position in endings(2, 400) if not known(position).plies]
    return [p for p in drawn if any(worth.plies for _, worth in TABLEBASE.ranked_moves(CONGO, p))]


def keeping(position: Position) -> set[Move]:
    """Return the moves that keep a draw."""
    return {move for move, worth in TABLEBASE.ranked_moves(CONGO, position) if not worth.plies}


def test_a_drawn_ending_stays_a_draw() -> None:
    assert len(tempting_draws()) > 20
    for position in tempting_draws():
        assert found(position, nodes=1).pv[0] in keeping(position)
        deeper = found(position, depth=3)
        assert deeper.pv[0] in keeping(position)
        assert deeper.score.cp == 0


def test_all_multipv_lines_keep_the_draw_in_a_drawn_ending() -> None:
    position = tempting_draws()[0]
    shared = searcher()
    shared.clear_stop()
    reported: list[SearchInfo] = []
    shared.search(position, KeyHistory(), Limits(depth=2), SearchOptions(multipv=100), reported.append)
    assert {info.pv[0] for info in reported if info.depth == 2} == keeping(position)


def test_searchmoves_are_searched_in_tablebase_positions() -> None:
    position = next(p for p in endings(2, 150) if known(p).wins and known(p).plies > 5)
    worst, worth = TABLEBASE.ranked_moves(CONGO, position)[-1]
    shared = searcher()
    shared.clear_stop()
    info = shared.search(position, KeyHistory(), Limits(depth=2, moves=(worst,)))
    assert info is not None
    assert info.pv[0] == worst
    assert info.score.cp == (WIN - worth.plies if worth.wins else worth.plies - WIN if worth.plies else 0)


def test_a_won_ending_is_won_in_the_minimum_number_of_moves() -> None:
    for position in [p for p in endings(1, 60) if known(p).wins][:6]:
        plies, left = 0, known(position).plies
        while CONGO.outcome(position) is None:
            position = CONGO.play(position, found(position, depth=3).pv[0])
            plies += 1
        assert plies == left


# --- where they do not count


def test_without_tablebases_everything_is_searched() -> None:
    for position in endings(2, 30):
        info = found(position, without("tablebase"), depth=2)
        assert info.source == "search"
        assert info.nodes > 0


def test_win_beyond_the_progress_limit_is_a_draw() -> None:
    position = next(p for p in endings(1, 200) if known(p).wins and 9 <= known(p).plies <= 15)
    plies = known(position).plies
    for quiet, expected in ((100 - plies, "tablebase"), (101 - plies, "search")):
        past = KeyHistory(tuple(range(1, quiet + 1)))
        info = run(position, past, depth=3)
        assert info is not None
        assert info.source == expected
    assert info is not None
    assert info.score.mate is None


def test_no_win_below_the_root_lies_beyond_the_progress_limit() -> None:
    # The same, seen from the ply before: of the moves to the won ending none wins in time.
    position = next(p for p in endings(1, 200) if known(p).wins and 9 <= known(p).plies <= 15)
    quiet = 101 - known(position).plies
    info = run(position, KeyHistory(tuple(range(1, quiet + 1))), only(*PRESERVING, "tablebase"), depth=1)
    assert info is not None
    assert info is not None
    assert info.score.mate is None
    before = run(position, KeyHistory(tuple(range(1, quiet))), only(*PRESERVING, "tablebase"), depth=1)
    assert before is not None
    assert before.score.mate is not None


def game_after(fen: str, moves: str) -> Game:
    game = Game(CONGO, CONGO.notation.parse(fen))
    for text in moves.split():
        game.play(CONGO.parse_move(game.position, text))
    return game


def search_game(game: Game) -> SearchInfo:
    info = run(game.position, game.key_history(), nodes=100_000)
    assert info is not None
    return info


@pytest.mark.parametrize(
    ("fen", "moves", "mate"),
    [
        ("3Z3/4l2/7/7/6S/7/3L3 b 1", "e6d5 d1c2 d5e6 c2d1 e6d5 d1c2 d5e6", 3),
        ("7/3l3/7/7/7/4L1G/6C b 1", "d6c5 e2e3 c5d6 e3e2 d6c5 e2e3 c5d6", 6),
        ("3l3/1PE4/7/7/7/4L2/7 b 1", "d7c7 c6a6 c7d7 a6c6 d7c7 c6a6 c7d7", 4),
        ("3l3/7/7/7/3M3/4Ls1/7 b 1", "d7c6 d3e4 c6d7 e4d3 d7c6 d3e4 c6d7", None),
    ],
)
def test_the_third_repetition_is_avoided_by_the_winner_and_found_by_the_loser(
    fen: str, moves: str, mate: int | None
) -> None:
    game = game_after(fen, moves)
    info = search_game(game)
    assert info.score.mate == mate
    game.play(info.pv[0])
    assert (game.outcome is None) == (mate is not None)


def all_after(position: Position) -> list[Position]:
    return [CONGO.play(position, move) for move in CONGO.legal_moves(position)]


@cache
def wins_within(position: Position, plies: int, exhausted: frozenset[int]) -> bool:
    """Return whether the side to move can win in so many plies, if an exhausted position is a draw."""
    if CONGO.outcome(position) is not None or known(position).plies > plies or not known(position).wins:
        return False
    return any(
        after.key not in exhausted and loses_within(after, plies - 1, exhausted)
        for after in all_after(position)
    )


@cache
def loses_within(position: Position, plies: int, exhausted: frozenset[int]) -> bool:
    """Return whether the side to move cannot avoid losing in so many plies."""
    if CONGO.outcome(position) is not None:
        return True
    if known(position).plies > plies or not known(position).loses:
        return False
    return all(
        after.key not in exhausted and wins_within(after, plies - 1, exhausted)
        for after in all_after(position)
    )


def shuffled(position: Position, chance: random.Random) -> Game | None:
    """Return a game in which both sides have moved to and fro until a position may not occur again."""
    game = Game(CONGO, position)
    there = []
    for _ in range(2):
        there.append(chance.choice(game.legal_moves()))
        game.play(there[-1])
        if game.outcome or not game.progress_clock:
            return None
    back = [f"{move.text[-2:]}{move.text[:2]}" for move in there]
    for text in [*back, *(move.text for move in there), *back[: chance.randrange(2)]]:
        if text not in [move.text for move in game.legal_moves()]:
            return None
        game.play(CONGO.parse_move(game.position, text))
    return game if game.outcome is None and game.progress_clock >= 6 else None


def test_announced_wins_near_a_third_repetition_exist() -> None:
    chance, seen = random.Random(7), Counter[str]()
    for position in endings(2, 700):
        game = shuffled(position, chance)
        if game is None or not 0 < known(game.position).plies < 8:
            continue
        info = search_game(game)
        exhausted = frozenset(one.key for one in game.key_history().exhausted)
        assert position.key in exhausted
        mate, worth = info.score.mate, known(game.position)
        if mate is None:
            checked = wins_within if worth.wins else loses_within
            assert not checked(game.position, worth.plies, exhausted)
            seen["drawn"] += 1
        elif abs(mate) > 5:
            continue  # too long for the check
        elif mate > 0:
            assert wins_within(game.position, 2 * mate - 1, exhausted)
        else:
            assert loses_within(game.position, -2 * mate, exhausted)
        seen[info.source] += 1
    assert min(seen["tablebase"], seen["search"], seen["drawn"]) > 5


@pytest.mark.parametrize(
    ("fen", "moves", "chosen", "mate"),
    [
        ("7/5G1/2l4/7/3L3/7/1M5 w 1", "f6g6 c5d5 g6f6 d5c5 f6g6 c5d5 g6f6", "d5e5", None),
        ("7/G3l2/7/7/7/2LE3/7 b 1", "e6d6 a6b6 d6e6 b6a6 e6d6 a6b6 d6e6", "b6c5", None),
        ("7/z2l3/7/7/4s2/4L2/7 w 1", "e2e1 e3d2 e1e2 d2e3 e2e1 e3d2 e1e2", "d2d3", None),
        ("4l2/7/7/7/2L3G/3z3/7 b 1", "d2b1 g3f3 b1d2 f3g3 d2b1 g3f3 b1d2", "f3f4", -8),
    ],
)
def test_the_search_of_a_given_move_counts_the_third_repetition(
    fen: str, moves: str, chosen: str, mate: int | None
) -> None:
    """The tablebase, which does not, has a win for one side each time, in the last one in fewer moves."""
    game = game_after(fen, moves)
    move = CONGO.parse_move(game.position, chosen)
    after = CONGO.play(game.position, move)
    worth, exhausted = known(after), frozenset(one.key for one in game.key_history().exhausted)
    checked = wins_within if worth.wins else loses_within
    assert checked(after, worth.plies, frozenset())
    assert not checked(after, worth.plies, exhausted)
    shared = searcher()
    shared.clear_stop()
    info = shared.search(game.position, game.key_history(), Limits(depth=2, moves=(move,)))
    assert info is not None
    assert info.score.mate == mate


def test_a_program_without_tables_searches() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tablebase, "shared", lambda: tablebase.CongoTablebase("none here"))
        alone = Searcher(CONGO, hash_mib=1)
    for position in endings(2, 20):
        alone.clear_stop()
        info = alone.search(position, KeyHistory(), Limits(depth=2))
        assert info is not None
        assert info.source == "search"


# --- below the root


def test_captures_into_a_decided_ending_use_the_tablebase() -> None:
    seen = 0
    for position in endings(3, 300):
        won = [
            known(after).plies
            for after in (CONGO.play(position, move) for move in CONGO.legal_moves(position))
            if CONGO.outcome(after) is None and value(after) is not None and known(after).loses
        ]
        if won:
            seen += 1
            for options in (SearchOptions(), only(*PRESERVING, "tablebase")):
                assert found(position, options, depth=1).score.cp >= WIN - 1 - min(won), (
                    CONGO.notation.format(position)
                )
    assert seen > 20
