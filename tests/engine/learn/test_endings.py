"""Endings: finding them in the tablebase, and its figures, compared with the naive rules."""

from __future__ import annotations

from collections import Counter
from itertools import islice, product
from pathlib import Path
from random import Random

import pytest

from engine import rules as registry
from engine.cli import endings as command
from engine.learn import endings
from engine.learn.ending_play import EndingPlay
from engine.learn.endings import (
    EndingGoal,
    EndingQuery,
    against_bare,
    distances,
    endings_of,
    figures_of,
    find_endings,
    material_words,
    next_distance,
    parse_material,
)
from engine.rules.values import Position
from engine.system.errors import UserError
from engine.tablebase.tablebase import Material
from tests.engine import naive_congo as naive

CONGO = registry.get("congo")
TABLEBASE = endings_of(CONGO)
SQUARES = [(file, rank) for file in range(7) for rank in range(1, 8)]
CASTLES = [[square for square in SQUARES if naive.in_castle(square, side)] for side in "wb"]


def material(text: str) -> Material:
    return parse_material(CONGO, TABLEBASE, text)


def found(query: EndingQuery, count: int, seed: int = 1) -> list[Position]:
    return list(islice(find_endings(CONGO, TABLEBASE, query, Random(seed)), count))


def plies(position: Position) -> int:
    value = TABLEBASE.probe(CONGO, position)
    assert value is not None
    return value.plies


def letters(position: Position) -> str:
    pieces = CONGO.notation.pieces(position).values()
    sides = ("".join(sorted(piece.kind for piece in pieces if piece.side == side)) for side in (0, 1))
    return "-".join(sides)


# --- finding


@pytest.mark.parametrize("distance", [3, 5, 17, 31, 43])
def test_a_win_has_the_distance_that_was_asked_for(distance: int) -> None:
    positions = found(EndingQuery(distance=distance), 5)
    assert positions
    for position in positions:
        assert position.side == 0
        assert plies(position) == distance


def test_the_longest_win_takes_43_plies() -> None:
    wins = distances(TABLEBASE, EndingQuery())
    assert (wins[0], wins[-1]) == (3, 43)
    assert wins == tuple(range(3, 44, 2))
    assert distances(TABLEBASE, EndingQuery(EndingGoal.RESIST)) == tuple(range(4, 45, 2))
    assert distances(TABLEBASE, EndingQuery(EndingGoal.HOLD)) == (0,)
    assert found(EndingQuery(distance=199), 1)
    assert plies(found(EndingQuery(distance=199), 1)[0]) == 43


@pytest.mark.parametrize("text", ["LZ-L", "LS-LG", "LZ-LE", "LEP-L", "LP-LP"])
@pytest.mark.parametrize("goal", EndingGoal)
def test_pieces_and_goal_are_those_asked_for(text: str, goal: EndingGoal) -> None:
    wanted = material(text)
    for position in found(EndingQuery(goal, (wanted,)), 10):
        assert letters(position) == "-".join("".join(sorted(side)) for side in text.split("-"))
        assert goal.fits(plies(position))


def test_the_same_seed_finds_the_same_endings_and_another_seed_others() -> None:
    query = EndingQuery(distance=9)
    assert found(query, 5, seed=7) == found(query, 5, seed=7) != found(query, 5, seed=8)


def test_all_positions_are_found_once_and_all_that_are_counted() -> None:
    wanted = material("LG-L")
    positions = found(EndingQuery(materials=(wanted,)), 10_000)
    images = {min(position_text(each), mirrored(position_text(each))) for each in positions}
    wins = {plies: count for plies, count in TABLEBASE.count(wanted).items() if plies % 2 and plies >= 3}
    assert len(images) == len(positions) == sum(wins.values())
    assert Counter(map(plies, positions)) == wins


def position_text(position: Position) -> str:
    return CONGO.notation.format(position).split()[0]


def mirrored(board: str) -> str:
    return "/".join(rank[::-1] for rank in board.split("/"))


def test_each_position_is_found_as_often() -> None:
    query = EndingQuery(EndingGoal.HOLD, (material("LG-L"),))
    times = Counter(
        min(board, mirrored(board))
        for seed in range(420)
        for board in [position_text(found(query, 1, seed)[0])]
    )
    assert len(times) == 7
    assert min(times.values()) > 30


@pytest.mark.parametrize("theme", endings.ENDING_THEMES[1:])
def test_a_theme_is_in_the_best_line(theme: str) -> None:
    (position,) = found(EndingQuery(distance=9, theme=theme), 1, seed=3)
    lion = next(
        square
        for square, piece in CONGO.notation.pieces(position).items()
        if (piece.side, piece.kind) == (1, "L")
    )
    seen = set()
    start = position
    for move in EndingPlay(CONGO, TABLEBASE, start).best_line():
        transition = CONGO.transition(position, move)
        if transition.promoted and position.side == 0:
            seen.add("promotion")
        if transition.drowned and position.side == 1:
            seen.add("drowning")
        if transition.piece.kind == "L" and any(each.piece.kind == "L" for each in transition.captured):
            lion, start_square = transition.path[-1], transition.path[0]
            if max(abs(lion // 7 - start_square // 7), abs(lion % 7 - start_square % 7)) > 1:
                seen.add("flying-lion")
        position = CONGO.play(position, move)
    assert theme in seen


@pytest.mark.parametrize("goal", [EndingGoal.WIN, EndingGoal.HOLD])
def test_the_only_move_is_the_only_one(goal: EndingGoal) -> None:
    for position in found(EndingQuery(goal, theme="only-move"), 5):
        values = [value for _, value in TABLEBASE.ranked_moves(CONGO, position)]
        wanted = [value.wins if goal is EndingGoal.WIN else not value.plies for value in values]
        assert wanted.count(True) == 1


def test_a_drawn_ending_can_be_lost() -> None:
    for position in found(EndingQuery(EndingGoal.HOLD), 5):
        values = [value for _, value in TABLEBASE.ranked_moves(CONGO, position)]
        assert any(value.loses for value in values)
        assert not any(value.wins for value in values)


def test_all_drawn_endings_are_found_even_if_no_move_loses() -> None:
    wanted = material("LZ-L")
    assert (
        len(found(EndingQuery(EndingGoal.HOLD, (wanted,)), 100)) == figures_of(TABLEBASE, wanted).drawn == 31
    )


def test_drawn_endings_are_found_beyond_those_that_are_examined() -> None:
    wanted = EndingQuery(EndingGoal.HOLD, (material("LZ-LE"),))
    positions = found(wanted, endings.MAX_SAMPLE + 50)
    assert len({position_text(each) for each in positions}) == len(positions) == endings.MAX_SAMPLE + 50
    assert {plies(each) for each in positions[-50:]} == {0}


def test_a_query_may_have_no_endings() -> None:
    assert found(EndingQuery(EndingGoal.HOLD, (material("LC-L"),)), 1) == []
    assert found(EndingQuery(materials=(material("L-LC"),)), 1) == []


# --- names


def test_pieces_are_read_in_any_order_and_case() -> None:
    assert material("zl-le") == Material("LZ", "LE")
    assert material("L-SL") == Material("L", "LS")
    assert material_words(CONGO, material("LZ-L")) == "lion and zebra against lion"
    assert material_words(CONGO, material("L-LZE")) == "lion against lion, zebra and elephant"
    assert material_words(CONGO, material("LPP-L")) == "lion and two pawns against lion"


@pytest.mark.parametrize("text", ["", "LZ", "LZ-", "LZ-LE-L", "LZEG-L", "L-L", "XX-L", "lz–l", "-"])
def test_other_pieces_are_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(UserError, match=r"^the endgame tablebase of Congo does not have .*LZ-L$"):
        material(text)


def test_only_one_game_has_endings() -> None:
    for name in registry.names():
        if name != "congo":
            with pytest.raises(UserError, match="has no endgame tablebase"):
                endings_of(registry.get(name))


def test_the_command_knows_all_goals_and_themes() -> None:
    assert tuple(goal.value for goal in EndingGoal) == command.GOALS
    assert endings.ENDING_THEMES == command.THEMES


# --- figures


@pytest.mark.parametrize("piece", "ZEGCMSP")
def test_figures_of_a_piece_against_the_bare_lion_are_those_of_all_placements(piece: str) -> None:
    counts: Counter[str] = Counter()
    for lions in product(*CASTLES):
        board = dict(zip(lions, "Ll", strict=True))
        for square in SQUARES:
            if square in board or (piece == "P" and square[1] == 7):
                continue
            placed = {**board, square: piece}
            text = naive.format_position(naive.NaiveCongoPosition(placed, "w"))
            image = naive.format_position(
                naive.NaiveCongoPosition({(6 - file, rank): x for (file, rank), x in placed.items()}, "w")
            )
            if text <= image:
                value = TABLEBASE.probe(CONGO, CONGO.notation.parse(text))
                assert value is not None
                counts["won" if value.wins else "lost" if value.loses else "drawn"] += 1
    figures = figures_of(TABLEBASE, material(f"L{piece}-L"))
    assert (figures.won, figures.drawn, figures.lost) == (counts["won"], counts["drawn"], counts["lost"])
    assert figures.positions == counts.total()


def test_the_remark_holds_for_the_crocodile_alone() -> None:
    exceptions = {
        each.mover[1]: figures_of(TABLEBASE, each).drawn for each in against_bare(TABLEBASE.materials)
    }
    assert exceptions == {"Z": 31, "E": 1, "G": 7, "C": 0, "M": 2, "S": 2, "P": 9}


# --- the player's distance


def test_the_distance_follows_the_player() -> None:
    assert next_distance(5, won=True, plies_lost=0) == 7
    assert next_distance(5, won=True, plies_lost=2) == 7
    assert next_distance(5, won=True, plies_lost=4) == 5
    assert next_distance(25, won=True, plies_lost=6) == 27
    assert next_distance(7, won=False, plies_lost=0) == 5
    assert next_distance(3, won=False, plies_lost=0) == 3
    assert next_distance(199, won=True, plies_lost=0) == 199


def test_the_document_has_the_figures() -> None:
    text = (Path(__file__).parents[3] / "docs" / "endings.md").read_text(encoding="utf-8")
    for each in against_bare(TABLEBASE.materials):
        figures, name = figures_of(TABLEBASE, each), CONGO.facts.kind_names[each.mover[1]]
        share = 100 * figures.won / figures.positions
        assert f"| {name} | {figures.positions:,} | {share:.2f}% | {figures.drawn} |" in text
        assert figures.lost == 0
    for name in ("zebra", "crocodile"):
        letter = next(letter for letter, kind in CONGO.facts.kind_names.items() if kind == name)
        lone = figures_of(TABLEBASE, material(f"L-L{letter}"))
        won, drawn = (f"{100 * count / lone.positions:.2f}%" for count in (lone.won, lone.drawn))
        assert f"a {name} it wins {won} and draws {drawn}" in " ".join(text.split())
