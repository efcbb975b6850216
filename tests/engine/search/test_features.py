"""Every search feature can be switched by name, has an effect, and never causes an illegal move."""

from __future__ import annotations

import pytest

from engine import rules
from engine.compiled.jit import int64
from engine.rules.congo.moves import play_null_move
from engine.rules.values import Position
from engine.search import alphabeta
from engine.search.features import FEATURES
from engine.search.improvements import switches
from engine.search.limits import SearchOptions
from engine.search.ordering import GOOD_TACTICAL, rank_moves, rank_of
from tests.engine.rules.congo.support import CONGO, place
from tests.engine.search.support import (
    PRESERVING,
    WINS,
    SearchMemory,
    benchmark,
    fens,
    only,
    random_positions,
    run,
    searcher,
    without,
)

NO_TABLEBASE = without("tablebase")
FIVE_PIECES = ("Lc1 le7 Ca1 Za3 pb6", "Ld1 ld7 Ea4 eg5 Pb3", "Lc2 ld6 Gc5 ce4 Pb2")


def nodes(position: Position, options: SearchOptions | None, depth: int) -> int:
    assert run(position, options=options, depth=depth) is not None
    return searcher().nodes


# --- switches


def test_a_renamed_switch_keeps_its_old_name() -> None:
    assert without("iid") == without("iir")
    assert without("iid").mask() != SearchOptions().mask()


@pytest.mark.parametrize("name", sorted(CONGO.facts.unused_features))
def test_a_feature_that_a_game_does_not_use_changes_nothing(name: str) -> None:
    """Its name is still accepted."""
    positions = benchmark()[:6]
    assert [nodes(p, None, 6) for p in positions] == [nodes(p, without(name), 6) for p in positions]
    assert name not in switches(CONGO)
    assert name in switches(rules.get("minichess"))


@pytest.mark.parametrize("name", sorted(set(FEATURES) - CONGO.facts.unused_features))
def test_every_feature_changes_the_node_count(name: str) -> None:
    positions = [place(layout) for layout in FIVE_PIECES] if name == "tablebase" else benchmark()[:6]
    depth = 4 if name in ("ordering", "quiescence") else 6
    assert [nodes(p, None, depth) for p in positions] != [nodes(p, without(name), depth) for p in positions]


@pytest.mark.parametrize("name", ["see", "lmr", "nullmove", "futility", "lmp"])
def test_pruning_saves_nodes(name: str) -> None:
    base = (*PRESERVING, "quiescence", "table")
    more = sum(nodes(position, only(*base), 5) for position in benchmark())
    assert sum(nodes(position, only(*base, name), 5) for position in benchmark()) < more


def test_extensions_search_deeper_if_the_lion_is_attacked() -> None:
    # White can escape from the elephant, but loses the lion to the zebra one ply later.
    position = place("Lc1 le7 ea1 zf3 pg6 Pa6")
    base = (*PRESERVING, "quiescence")
    assert nodes(position, only(*base, "extensions"), 2) > nodes(position, only(*base), 2)


def assert_legal(position: Position, options: SearchOptions, limit: int) -> None:
    """Search, and check that the whole line is playable."""
    info = run(position, options=options, nodes=limit)
    assert info is not None
    for move in info.pv:
        assert move in CONGO.legal_moves(position)
        position = CONGO.play(position, move)


@pytest.mark.parametrize("name", ["", *FEATURES])
def test_a_feature_never_leads_to_an_illegal_move(name: str) -> None:
    options = without(*([name] if name else []))
    for position in (*fens()[::9], *random_positions(60)[::6], *(place(layout) for layout in FIVE_PIECES)):
        for limit in (7, 900):
            assert_legal(position, options, limit)


@pytest.mark.parametrize("name", FEATURES)
def test_a_feature_alone_never_leads_to_an_illegal_move(name: str) -> None:
    for position in (*fens()[::16], *random_positions(60)[::12]):
        for options in (only(name), only("ordering", name)):
            assert_legal(position, options, 700)


# --- what is known to win is found


@pytest.mark.parametrize(("moves", "fen"), WINS)
def test_known_wins_are_found_with_everything_but_the_tables(moves: int, fen: str) -> None:
    plies = 2 * abs(moves) - (1 if moves > 0 else 0)
    info = run(CONGO.notation.parse(fen), options=NO_TABLEBASE, depth=plies + 3)
    assert info is not None
    assert info.source == "search"
    assert info.score.mate == moves


# --- the null move


def passes(position: Position) -> bool:
    return bool(play_null_move(position.copy_record()))


@pytest.mark.parametrize(
    ("layout", "really"),
    [
        ("Lc1 le7 Zb3 pa6", True),
        ("Lc1 le7 Zb4 pa6", False),  # to pass would be to drown
        ("Lc1 le7 Zb3 Pd4 pa6", False),
        ("Lc1 le7 Zb3 pd4 za4", True),  # who is in the river is not the mover's
        ("Lc1 le7 Cb4 pa6", True),  # crocodiles swim
        ("Lc1 le7 Pb3 Pc3 pa6", False),  # with pawns alone it may be bad to have to move
        ("Lc1 le7 pa6", False),
        ("Lc1 le7 Sb3 pa6", True),
    ],
)
def test_null_move_conditions(layout: str, really: bool) -> None:
    assert passes(place(layout)) is really


def test_null_move_only_changes_the_side_to_move() -> None:
    passed = 0
    for position in (*benchmark(), *random_positions(60)):
        record = position.copy_record()
        if not play_null_move(record):
            assert record.tobytes() == position.record.tobytes()
            continue
        passed += 1
        assert record["key"] == CONGO.core().compute_key(record)
        fields = CONGO.notation.format(position).split()
        other = CONGO.notation.parse(f"{fields[0]} {'bw'[position.side]} 1")
        assert record.tobytes() == other.record.tobytes()
    assert passed > 40


def test_no_two_null_moves_in_a_row() -> None:
    position = CONGO.start()
    memory = SearchMemory(position)
    state = memory.state
    assert not state["after_null_move"][0]
    assert alphabeta.make_null_move(state, int64(0))
    assert state["after_null_move"][1]
    code = CONGO.core().moves(state["positions"][1])[0]
    alphabeta.make_move(state, int64(1), int64(code))
    assert not state["after_null_move"][2]


def test_null_move_switch_has_no_effect_in_unsound_positions() -> None:
    for layout in ("Lc1 le7 Pa2 Pb2 pa6 pf6", "Lc1 ld7 Pa3 Pg2 pb6 pd6"):
        for depth in (3, 4):
            assert nodes(place(layout), NO_TABLEBASE, depth) == nodes(
                place(layout), without("tablebase", "nullmove"), depth
            )


# --- static exchanges in the order of moves


def test_losing_captures_come_after_the_killers() -> None:
    position = place("Lc1 le7 Ed3 pd5 pc6 pg4")
    texts = {move.text: move.code for move in CONGO.legal_moves(position)}
    for options, early in ((SearchOptions(), False), (without("see"), True)):
        memory = SearchMemory(position, options)
        memory.state["moves"][0] = texts["d3d5"]
        rank_moves(memory.state, int64(0), int64(1), int64(0))
        assert (rank_of(memory.state, int64(0)) >= GOOD_TACTICAL // 2) is early
