"""Properties of every position of every registered game, checked along random games."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import rules
from engine.compiled.jit import int64
from engine.game.game import Game
from engine.players.parse import parse_player
from engine.record import record
from engine.record.format import format_game
from engine.record.parse import parse_games
from engine.record.remark import Remark
from engine.rules.core import LOST, WON, _all_moves, _evaluate, _generate, _generate_tactical
from engine.rules.diagram import diagram
from engine.rules.errors import FenError, GameError, IllegalMove
from engine.rules.fen import MAX_DIGITS
from engine.rules.rules import Rules
from engine.rules.values import Clicks, Position, Transition
from engine.search.limits import Limits
from engine.search.perft import perft
from tests.engine.rules.games import NAMES, Symmetry, going_on, positions, random_games, with_symmetries
from tests.engine.rules.perft_data import perft_lines

every_game = pytest.mark.parametrize("name", NAMES)


# --- moves


@every_game
def test_moves_are_sorted_and_differ_in_text_code_and_path(name: str) -> None:
    game = rules.get(name)
    for position in positions(name):
        moves = game.legal_moves(position)
        texts = [move.text for move in moves]
        assert texts == sorted(set(texts))
        assert len({move.code for move in moves}) == len({move.path for move in moves}) == len(moves)
        assert all(move.code != 0 for move in moves)


@every_game
def test_naming_one_move_matches_the_move_list(name: str) -> None:
    game = rules.get(name)
    for position in positions(name):
        moves = game.legal_moves(position)
        assert sorted(game.legal_codes(position)) == sorted(move.code for move in moves)
        for move in moves:
            assert game.move_from_code(position, move.code) == move
            assert game.is_legal(position, move)
            assert not game.is_legal(position, replace(move, text="another"))


@every_game
def test_a_position_is_over_exactly_when_it_has_no_moves(name: str) -> None:
    game = rules.get(name)
    over = 0
    for position in positions(name):
        outcome = game.outcome(position)
        assert (outcome is None) == bool(game.legal_moves(position))
        if outcome is not None:
            over += 1
            for squares in [(), *((square,) for square in range(columns_and_rows(game, position)))]:
                assert game.clicks.after(position, squares) == Clicks()
    assert over > 0


def columns_and_rows(game: Rules, position: Position) -> int:
    columns, rows = game.notation.shape(position)
    return columns * rows


@every_game
def test_core_results_agree_with_outcomes(name: str) -> None:
    game, core = rules.get(name), rules.get(name).core()
    for position in positions(name):
        outcome = game.outcome(position)
        terminal = core.terminal_result(position.record)
        if outcome is None:
            assert not terminal
            continue
        result = terminal or core.result_without_moves(position.record)
        if outcome.winner is None:
            assert result not in (LOST, WON)
        else:
            assert (result == LOST) == (outcome.winner != position.side)


WITHOUT_A_MOVE = {
    "congo": "7/ppppppp/mmmmlmm/SSSSSSS/SSSLSSS/7/7 b 1",
    "konane": "b3/4/4/4 b 2",
    "conga": "b10,w1,-,-/w1,w1,-,-/-,-,-,-/-,-,-,- b",
    "bonzee": "gr7/rr7/9/9/9 g 0",
}


@pytest.mark.parametrize(("name", "fen"), WITHOUT_A_MOVE.items(), ids=WITHOUT_A_MOVE)
def test_a_side_without_a_move_has_lost_for_the_core_too(name: str, fen: str) -> None:
    core, record = rules.get(name).core(), rules.get(name).notation.parse(fen).record
    assert core.moves(record) == []
    assert (core.terminal_result(record) or core.result_without_moves(record)) == LOST


@every_game
def test_counting_agrees_with_the_list_of_moves(name: str) -> None:
    game = rules.get(name)
    for position in positions(name):
        assert perft(game, position, 1) == len(game.legal_moves(position))


@every_game
def test_the_moves_of_quiescence_are_moves(name: str) -> None:
    core = rules.get(name).core()
    for position in positions(name):
        assert set(core.tactical_moves(position.record)) <= set(core.moves(position.record))


@every_game
def test_generation_stays_within_the_move_buffer(name: str) -> None:
    for position in going_on(name):
        for function in (_generate, _generate_tactical):
            everything = _all_moves(function, position.record)
            for start, room in itertools.product((0, 300), (0, 1, len(everything) // 2, len(everything))):
                capacity = start + room
                buffer = np.full(capacity + 600, -7, dtype=np.int64)
                end = function(position.record, buffer[:capacity], int64(start))
                assert list(buffer[:start]) + list(buffer[capacity:]) == [-7] * (start + 600)
                assert end == -1 or [int(code) for code in buffer[start:end]] == everything


# --- texts


@every_game
def test_every_position_round_trips(name: str) -> None:
    game = rules.get(name)
    for position in positions(name):
        text = game.notation.format(position)
        again = game.notation.parse(text)
        assert again == position
        assert game.notation.format(again) == text
        assert again.move_number == position.move_number
        assert rules.parse_position(game, f"  {text} ") == position


HIGHEST = {"congo": ["9" * MAX_DIGITS], "minichess": ["0", "9" * MAX_DIGITS], "konane": [str(10**9)]}
"""The highest counters that the game's positions may have."""


@pytest.mark.parametrize(("name", "counters"), HIGHEST.items(), ids=HIGHEST)
def test_counters_beyond_the_highest_can_still_be_read(name: str, counters: list[str]) -> None:
    game, notation = rules.get(name), rules.get(name).notation
    position = next(one for one in going_on(name) if one.side == 0 and len(game.legal_moves(one)) > 8)
    board = notation.format(position).split()[0]
    position = notation.parse(" ".join([board, notation.format(position).split()[1], *counters]))
    for _ in range(4):
        position = game.play(position, game.legal_moves(position)[0])
        again = notation.parse(notation.format(position))
        assert (notation.pieces(again), again.side) == (notation.pieces(position), position.side)
        assert again.key == position.key


@every_game
def test_every_move_round_trips(name: str) -> None:
    game = rules.get(name)
    for position in positions(name):
        for move in game.legal_moves(position):
            for text in (move.text, move.text.upper(), move.text.lower()):
                assert game.parse_move(position, text) == move


def read(game: Rules, text: str) -> tuple[Position | None, FenError | None]:
    """Return a position, or why its text is rejected."""
    try:
        return game.notation.parse(text), None
    except FenError as error:
        return None, error


@every_game
@given(data=st.data())
def test_damaged_fen_is_explained_or_round_trips(name: str, data: st.DataObject) -> None:
    game = rules.get(name)
    text = data.draw(st.sampled_from([line.fen for line in perft_lines(name)]))
    signs = sorted(set(text) | set("0189/ x²-,"))
    for _ in range(data.draw(st.integers(1, 4))):
        where = data.draw(st.integers(0, len(text)))
        text = (
            text[:where]
            + data.draw(st.sampled_from(["", *signs]))
            + text[where + data.draw(st.integers(0, 2)) :]
        )
    position, problem = read(game, text)
    if position is None:
        assert problem is not None
        assert problem.field
        assert problem.reason
        assert "\n" not in str(problem)
        assert len(str(problem)) < 300
        return
    written = game.notation.format(position)
    assert game.notation.parse(written) == position
    assert game.notation.format(game.notation.parse(written)) == written


@every_game
@given(text=st.text())
def test_any_text_is_explained_or_parsed(name: str, text: str) -> None:
    game = rules.get(name)
    with pytest.raises(FenError) as refused:
        game.notation.parse(text)
    assert len(str(refused.value)) < 300
    with pytest.raises(IllegalMove) as illegal:
        game.parse_move(going_on(name)[0], f"?{text}")
    assert len(str(illegal.value)) < 300


@every_game
def test_no_move_is_played_in_a_finished_game(name: str) -> None:
    game = rules.get(name)
    position = next(position for position in positions(name) if game.outcome(position))
    for text in {move.text for one in going_on(name) for move in game.legal_moves(one)}:
        with pytest.raises(IllegalMove, match="over"):
            game.parse_move(position, text)


@every_game
def test_rejects_an_unknown_board_size(name: str) -> None:
    game = rules.get(name)
    assert game.start() == game.start(game.facts.sizes[0]) == rules.parse_position(game, "startpos")
    for size in game.facts.sizes:
        assert rules.parse_position(game, f"startpos:{size}") == game.start(size)
    for size in (0, 1, 99):
        with pytest.raises(GameError):
            game.start(size)


# --- squares and clicks


@every_game
def test_square_names_are_unique(name: str) -> None:
    game = rules.get(name)
    for size in game.facts.sizes:
        position = game.start(size)
        squares = range(columns_and_rows(game, position))
        names = [game.notation.square_name(position, square) for square in squares]
        assert len(set(names)) == len(names)
        for square, text in zip(squares, names, strict=True):
            assert (
                game.notation.square_at(position, text.lower())
                == game.notation.square_at(position, text.upper())
                == square
            )
        assert game.notation.square_at(position, "z99") is None
        assert game.notation.square_at(position, "") is None


@every_game
def test_the_diagram_has_a_line_for_every_row_and_all_pieces(name: str) -> None:
    game = rules.get(name)
    for position in positions(name):
        columns, rows = game.notation.shape(position)
        lines = diagram(game, position).splitlines()
        assert len(lines) == rows + 1
        assert all(piece.kind in game.facts.kind_names for piece in game.notation.pieces(position).values())
        assert all(0 <= square < columns * rows for square in game.notation.pieces(position))


@every_game
def test_every_move_is_entered_by_clicking_its_path_or_dragging(name: str) -> None:
    game = rules.get(name)
    for position in going_on(name):
        for move in game.legal_moves(position):
            for length, square in enumerate(move.path):
                onward = game.clicks.after(position, move.path[:length]).onward
                assert square in [target.square for target in onward]
            assert move in game.clicks.after(position, move.path).moves
            assert move in game.clicks.moves_between(position, move.path[0], move.path[-1])


@every_game
@given(data=st.data())
def test_any_clicks_give_moves_or_nothing(name: str, data: st.DataObject) -> None:
    game = rules.get(name)
    position = data.draw(st.sampled_from(positions(name)))
    square = st.integers(0, columns_and_rows(game, position) - 1)
    clicked = tuple(data.draw(st.lists(square, max_size=4)))
    clicks = game.clicks.after(position, clicked)
    assert set(clicks.moves) <= set(game.legal_moves(position))
    if not clicked:
        starts = {move.path[0] for move in game.legal_moves(position)}
        assert {target.square for target in clicks.onward} == starts


# --- playing


@every_game
def test_incremental_keys_match_recomputed_ones(name: str) -> None:
    game, core = rules.get(name), rules.get(name).core()
    for position in positions(name):
        for move in game.legal_moves(position):
            after = game.play(position, move)
            assert (
                after.key
                == core.compute_key(after.copy_record())
                == game.notation.parse(game.notation.format(after)).key
            )
            assert after == game.notation.parse(game.notation.format(after))
            assert after.side != position.side


@every_game
def test_null_move_keeps_the_board_and_changes_the_side_to_move(name: str) -> None:
    game = rules.get(name)
    for position in going_on(name):
        passed = game.null_move(position)
        if passed is not None:
            assert passed.side == 1 - position.side
            assert game.notation.pieces(passed) == game.notation.pieces(position)
            assert passed == game.notation.parse(game.notation.format(passed))
            assert game.null_move(passed) == position


@every_game
def test_a_move_changes_the_board_as_its_transition_says(name: str) -> None:
    game, core = rules.get(name), rules.get(name).core()
    for position in going_on(name):
        before = game.notation.pieces(position)
        for move in game.legal_moves(position):
            done = game.transition(position, move)
            there, progress = game.play_with_progress(position, move)
            assert progress == done.progress
            after = game.notation.pieces(there)
            changed = {
                square for square in before.keys() | after.keys() if before.get(square) != after.get(square)
            }
            assert changed <= squares_of(done)
            assert before[done.path[0]] == done.piece
            assert all(before[one.square] == one.piece != after.get(one.square) for one in done.captured)
            assert all(one.piece.side != position.side for one in done.captured)
            assert game.clicks.path_transition(position, move, move.path) == done
            assert core.play(position.copy_record(), move.code) == done.progress


def squares_of(done: Transition) -> set[int]:
    """Return all squares in a transition."""
    return set(done.path) | {
        one.square for one in (*done.captured, *done.drowned, *done.removed, *done.spread)
    }


@every_game
def test_undo_reaches_the_root_and_redo_the_end(name: str) -> None:
    for game in random_games(name):
        states = [game.position_at(cursor) for cursor in range(len(game.plies) + 1)]
        while game.undo():
            assert game.position == states[game.cursor]
        assert game.cursor == 0
        assert game.position == game.start
        while game.redo():
            assert game.position == states[game.cursor]
        assert game.position == states[-1]


@every_game
def test_random_games_end(name: str) -> None:
    assert sum(game.outcome is not None for game in random_games(name)) * 3 > len(random_games(name))


@every_game
def test_recorded_games_round_trip(name: str) -> None:
    for game in random_games(name):
        text = format_game(record.GameRecord.of(game))
        (found,) = parse_games(text)
        again = found.replay()
        assert [ply.move for ply in again.plies] == [ply.move for ply in game.plies]
        assert again.position == game.position
        assert format_game(found) == text


# --- symmetries and the evaluation


@pytest.mark.parametrize(("name", "symmetry"), list(with_symmetries()), ids=str)
def test_symmetries_keep_moves_result_and_evaluation(name: str, symmetry: Symmetry) -> None:
    game = rules.get(name)
    for position in positions(name):
        if not symmetry.applies(game.notation.format(position)):
            continue
        turned = game.notation.parse(symmetry.position(game.notation.format(position)))
        assert game.notation.format(
            game.notation.parse(symmetry.position(game.notation.format(turned)))
        ) == game.notation.format(position)
        moves = {symmetry.move(move.text) for move in game.legal_moves(position)}
        assert moves == {move.text for move in game.legal_moves(turned)}
        assert winner_after(game, turned, False) == winner_after(game, position, symmetry.swaps)
        if moves:
            assert game.core().evaluate(position.record) == game.core().evaluate(turned.record)


def winner_after(game: Rules, position: Position, swapped: bool) -> int | str | None:
    outcome = game.outcome(position)
    if outcome is None:
        return "none"
    return outcome.winner if outcome.winner is None or not swapped else 1 - outcome.winner


@every_game
def test_outside_its_window_the_evaluation_is_a_bound_on_the_right_side(name: str) -> None:
    for position in going_on(name):
        exact = rules.get(name).core().evaluate(position.record)
        assert abs(exact) < 30_000
        for alpha in (exact - 500, exact - 1, exact, exact + 300):
            found = int(_evaluate(position.record, int64(alpha), int64(alpha + 1)))
            assert (found <= alpha) == (exact <= alpha)


# --- games as they are played


@every_game
def test_players_of_every_kind_play_a_game_to_its_end(name: str) -> None:
    game = Game(rules.get(name))
    players = [parse_player(text, game.rules, 3) for text in ("greedy", "engine:nodes=150")]
    for player in players:
        player.new_game(5)
    while game.outcome is None and len(game.plies) < 150:
        game.play(players[game.position.side].choose(game, Limits()).move)
    assert game.outcome is not None


@every_game
def test_arrows_and_circles_are_read_back(name: str) -> None:
    game = rules.get(name)
    for position in positions(name)[:5]:
        names = [game.notation.square_name(position, square) for square in game.notation.pieces(position)]
        shapes = (*(f"G{square}" for square in names), *(f"R{names[0]}{square}" for square in names[1:]))
        assert Remark.parse(Remark("see here", shapes=shapes).comment) == Remark("see here", shapes=shapes)
