"""Properties that hold in every position, tried on random ones and on random games."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import assume, example, given
from hypothesis import strategies as st

from engine.game.game import Game
from engine.rules.errors import FenError, IllegalMove
from engine.rules.values import Clicks, Danger, Move, Placed, Position, Transition
from engine.search.perft import perft
from tests.engine import naive_congo as naive
from tests.engine.rules.congo.perft_data import LINES
from tests.engine.rules.congo.strategies import choices, positions, terminal_boards
from tests.engine.rules.congo.support import (
    CONGO,
    SIDES,
    as_set,
    at,
    flipped_squares,
    name,
    path,
    piece_letter,
    to_naive,
    winner,
)

WALKS_CLICKED = 60
"""How many of a position's walks are clicked through."""

Identity = tuple[str, str, frozenset[str]]


def engine_position(position: naive.NaiveCongoPosition) -> Position:
    """Return the position for the engine."""
    return CONGO.notation.parse(naive.format_position(position))


def identity(position: Position, move: Move) -> Identity:
    """Return the key that is equal for equivalent paths."""
    captured = CONGO.transition(position, move).captured
    return name(move.path[0]), name(move.path[-1]), frozenset(name(one.square) for one in captured)


def by_text(position: naive.NaiveCongoPosition) -> dict[str, naive.NaiveCongoMove]:
    """Return the naive generator's moves."""
    return {move.text: move for move in naive.legal_moves(position)}


# --- FEN

FEN_SIGNS = st.sampled_from("LlPpSsMmEeZzGgCc1234567890/ wb-\tx²")


@st.composite
def damaged_fens(draw: st.DrawFn) -> str:
    """Draw a FEN with a few characters replaced, inserted or removed."""
    text = draw(
        st.one_of(st.sampled_from([line.fen for line in LINES]), positions().map(naive.format_position))
    )
    for _ in range(draw(st.integers(1, 4))):
        where = draw(st.integers(0, len(text)))
        inserted, dropped = draw(st.one_of(FEN_SIGNS, st.just(""))), draw(st.integers(0, 2))
        text = text[:where] + inserted + text[where + dropped :]
    return text


composed_fens = st.tuples(
    st.lists(st.text(FEN_SIGNS, max_size=7), min_size=6, max_size=8).map("/".join),
    st.sampled_from([" w", " b", "/w", " x", ""]),
    st.sampled_from(["", " 1", " 0", "/-1", " -1", " 12 ", "/3"]),
).map("".join)


@given(st.one_of(st.text(), damaged_fens(), composed_fens))
@example("²l5/7/7/7/7/7/3L3 w 1")
@example("3l3/7/7/7/7/7/3L3 w ²")
@example("3l3/7/7/7/7/7/3L3 w " + "9" * 5000)
@example("\x00")
@example("3l3/7/7/7/7/7/3L3 w 1\x00")
def test_any_text_is_rejected_or_round_trips(text: str) -> None:
    try:
        position = CONGO.notation.parse(text)
    except FenError:
        return
    written = CONGO.notation.format(position)
    assert CONGO.notation.parse(written) == position
    assert CONGO.notation.parse(written).move_number == position.move_number
    assert CONGO.notation.format(CONGO.notation.parse(written)) == written


@given(st.one_of(damaged_fens(), composed_fens))
def test_the_same_fens_are_accepted_and_mean_the_same(text: str) -> None:
    try:
        expected: str | None = naive.format_position(naive.parse(text))
    except naive.BadFen:
        expected = None
    try:
        found: str | None = CONGO.notation.format(CONGO.notation.parse(text))
    except FenError:
        found = None
    assert found == expected


@given(st.one_of(positions(), positions(terminal_boards())))
def test_every_position_round_trips(position: naive.NaiveCongoPosition) -> None:
    text = naive.format_position(position)
    assert CONGO.notation.format(CONGO.notation.parse(text)) == text
    pieces = CONGO.notation.pieces(CONGO.notation.parse(text))
    found = {name(square): piece_letter(Placed(square, piece)) for square, piece in pieces.items()}
    assert found == {naive.name(square): piece for square, piece in position.board.items()}


# --- moves


@given(positions())
def test_legal_moves_are_the_naive_generators(position: naive.NaiveCongoPosition) -> None:
    ours = engine_position(position)
    moves = CONGO.legal_moves(ours)
    assert [move.text for move in moves] == list(by_text(position))
    assert [identity(ours, move) for move in moves] == [move.identity for move in naive.legal_moves(position)]
    assert all(move.path == path(move.text) for move in moves)
    assert len({move.code for move in moves}) == len(moves)


@given(positions())
def test_counting_and_the_tactical_moves_agree_with_the_list_of_moves(
    position: naive.NaiveCongoPosition,
) -> None:
    ours = engine_position(position)
    moves = CONGO.legal_moves(ours)
    assert perft(CONGO, ours, 1) == len(moves)
    tactical = CONGO.core().tactical_moves(ours.record)
    assert len(set(tactical)) == len(tactical)
    assert set(tactical) <= {move.code for move in moves}
    captures = {move.code for move in moves if CONGO.transition(ours, move).captured}
    assert captures <= set(tactical)


@given(positions())
def test_every_move_text_reads_back_as_its_move(position: naive.NaiveCongoPosition) -> None:
    ours = engine_position(position)
    for move in CONGO.legal_moves(ours):
        assert CONGO.parse_move(ours, move.text) == move
        assert CONGO.parse_move(ours, move.text.upper()) == move


def rebuilt(before: dict[int, str], done: Transition) -> dict[int, str]:
    """Return the board after a move, computed from the board before and the transition."""
    start, end = done.path[0], done.path[-1]
    taken = {one.square for one in done.captured}
    board = {square: letter for square, letter in before.items() if square not in taken and square != start}
    board[end] = piece_letter(Placed(end, done.promoted or done.piece))
    for one in done.drowned:
        assert board.pop(one.square) == piece_letter(one)
    return board


def letters(position: Position) -> dict[int, str]:
    """Return the FEN letters on the board."""
    return {
        square: piece_letter(Placed(square, piece))
        for square, piece in CONGO.notation.pieces(position).items()
    }


@given(positions())
def test_playing_every_move(position: naive.NaiveCongoPosition) -> None:
    ours = engine_position(position)
    before, text = letters(ours), CONGO.notation.format(ours)
    expected = by_text(position)
    for move in CONGO.legal_moves(ours):
        after = CONGO.play(ours, move)
        assert CONGO.notation.format(after) == naive.format_position(
            naive.play(position, expected[move.text])
        )
        assert after == CONGO.notation.parse(CONGO.notation.format(after))
        assert (
            after.key
            == CONGO.core().compute_key(after.copy_record())
            == CONGO.notation.parse(CONGO.notation.format(after)).key
        )
        done = CONGO.transition(ours, move)
        assert rebuilt(before, done) == letters(after)
        assert all(before[one.square] == piece_letter(one) for one in done.captured)
        assert set(done.jumped) in (set(), set(done.captured))
        assert CONGO.core().play(ours.copy_record(), move.code) == done.progress
    assert (letters(ours), CONGO.notation.format(ours)) == (before, text)


@given(positions())
def test_the_key_depends_on_the_side_and_is_recomputed_for_each_board(
    position: naive.NaiveCongoPosition,
) -> None:
    ours = engine_position(position)
    other = engine_position(
        naive.NaiveCongoPosition(position.board, naive.other(position.side), position.number)
    )
    assert ours.key == CONGO.core().compute_key(ours.copy_record())
    assert ours.key != other.key
    assert ours != other


@given(positions())
def test_swapped_colours_have_the_mirrored_moves_and_result(position: naive.NaiveCongoPosition) -> None:
    ours, theirs = engine_position(position), engine_position(naive.flip(position))
    mirrored = {
        (flipped_squares(start), flipped_squares(end), frozenset(map(flipped_squares, captured)))
        for start, end, captured in (identity(ours, move) for move in CONGO.legal_moves(ours))
    }
    assert mirrored == {identity(theirs, move) for move in CONGO.legal_moves(theirs)}
    swapped = {"w": "b", "b": "w", "draw": "draw", None: None}
    assert winner(theirs) == swapped[winner(ours)]


# --- results


@given(positions())
def test_result_is_the_naive_one(position: naive.NaiveCongoPosition) -> None:
    assert winner(engine_position(position)) == naive.result(position)


@given(positions(terminal_boards()))
def test_terminal_positions_have_a_result_and_no_moves(position: naive.NaiveCongoPosition) -> None:
    ours = engine_position(position)
    assert winner(ours) == naive.result(position) is not None
    assert CONGO.legal_moves(ours) == ()


@given(positions(), st.integers(0, 10_000))
def test_the_result_after_a_move_is_the_naive_one(position: naive.NaiveCongoPosition, choice: int) -> None:
    ours = engine_position(position)
    moves = CONGO.legal_moves(ours)
    assume(moves)
    after = CONGO.play(ours, moves[choice % len(moves)])
    assert winner(after) == naive.result(to_naive(after))


# --- move texts and clicks


def walked(
    position: naive.NaiveCongoPosition, squares: tuple[naive.Square, ...]
) -> naive.NaiveCongoMove | None:
    """Return the naive generator's move along exactly these squares."""
    for move in naive.legal_moves(position):
        if move.path == squares:
            return move
    if naive.result(position) or naive.owner(position.board.get(squares[0], "-")) != position.side:
        return None
    if position.board[squares[0]] not in "Mm":
        return None
    captured: frozenset[naive.Square] = frozenset()
    for here, landing in pairwise(squares):
        open_jumps = naive.jumps(position.board, squares[0], here, captured)
        over = {far: near for near, far in open_jumps}.get(landing)
        if over is None:
            return None
        captured |= {over}
    wanted = (squares[0], squares[-1], captured)
    return next(one for one in naive.legal_moves(position) if (one.start, one.end, one.captured) == wanted)


@given(positions(), st.data())
def test_texts_parse_exactly_if_they_are_legal_paths(
    position: naive.NaiveCongoPosition, data: st.DataObject
) -> None:
    start = data.draw(st.sampled_from(sorted(position.board)))
    steps = data.draw(st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), min_size=1, max_size=4))
    squares = [start]
    for step in steps:
        squares.append((squares[-1][0] + step[0], squares[-1][1] + step[1]))
    assume(all(naive.on_board(square) for square in squares))
    expected = walked(position, tuple(squares))
    text = "".join(map(naive.name, squares))
    try:
        found: str | None = CONGO.parse_move(engine_position(position), text).text
    except IllegalMove:
        found = None
    assert found == (expected.text if expected else None)


@given(positions(), st.text())
def test_any_other_text_is_rejected_as_a_move(position: naive.NaiveCongoPosition, text: str) -> None:
    ours = engine_position(position)
    try:
        move = CONGO.parse_move(ours, text)
    except IllegalMove:
        return
    assert move in CONGO.legal_moves(ours)


@given(positions())
def test_clicks_offer_every_piece_and_every_first_square(position: naive.NaiveCongoPosition) -> None:
    ours = engine_position(position)
    moves = naive.legal_moves(position)
    opening = CONGO.clicks.after(ours, ())
    assert opening.moves == ()
    assert {target.square for target in opening.onward} == {at(naive.name(move.start)) for move in moves}
    for square in range(49):
        own = [move for move in moves if at(naive.name(move.start)) == square and len(move.path) == 2]
        clicks = CONGO.clicks.after(ours, (square,))
        assert clicks.moves == ()
        found = {(name(one.square), frozenset(map(name, one.captures))) for one in clicks.onward}
        assert found == {move.identity[1:] for move in own}
        for move in own:
            assert [one.text for one in CONGO.clicks.after(ours, path(move.text)).moves] == [move.text]


@given(positions())
def test_every_walk_can_be_clicked_jump_by_jump(position: naive.NaiveCongoPosition) -> None:
    if naive.result(position) is not None:
        return
    ours = engine_position(position)
    monkeys = [s for s, piece in position.board.items() if piece == ("M" if position.side == "w" else "m")]
    walks = (walk for monkey in monkeys for walk in naive.monkey_paths(position.board, monkey))
    for (squares, captured), _ in zip(walks, range(WALKS_CLICKED), strict=False):
        prefix = tuple(at(naive.name(square)) for square in squares)
        clicks = CONGO.clicks.after(ours, prefix)
        (move,) = clicks.moves
        ends = naive.name(squares[0]), naive.name(squares[-1])
        assert identity(ours, move) == (*ends, frozenset(map(naive.name, captured)))
        onward = naive.jumps(position.board, squares[0], squares[-1], captured)
        found = {(name(target.square), *map(name, target.captures)) for target in clicks.onward}
        assert found == {(naive.name(landing), naive.name(over)) for over, landing in onward}
        done = CONGO.clicks.path_transition(ours, move, prefix)
        assert done.path == prefix
        assert as_set(done.captured) == as_set(CONGO.transition(ours, move).captured)
        assert as_set(done.drowned) == as_set(CONGO.transition(ours, move).drowned)


@given(positions())
def test_a_drag_means_the_moves_with_its_ends(position: naive.NaiveCongoPosition) -> None:
    ours = engine_position(position)
    ends: dict[tuple[int, int], list[str]] = {}
    for move in naive.legal_moves(position):
        ends.setdefault((at(naive.name(move.start)), at(naive.name(move.end))), []).append(move.text)
    for (start, end), expected in ends.items():
        assert [move.text for move in CONGO.clicks.moves_between(ours, start, end)] == expected


@given(positions(), st.lists(st.integers(0, 48), max_size=5))
def test_any_clicks_give_a_move_or_nothing(position: naive.NaiveCongoPosition, squares: list[int]) -> None:
    ours = engine_position(position)
    clicks = CONGO.clicks.after(ours, tuple(squares))
    assert set(clicks.moves) <= set(CONGO.legal_moves(ours))


@given(positions(terminal_boards()))
def test_nothing_can_be_clicked_in_a_terminal_position(position: naive.NaiveCongoPosition) -> None:
    ours = engine_position(position)
    for prefix in [(), *((square,) for square in range(49))]:
        assert CONGO.clicks.after(ours, prefix) == Clicks()


@given(positions())
def test_warning_lists_every_piece_able_to_capture_the_lion(position: naive.NaiveCongoPosition) -> None:
    assume(naive.result(position) is None)
    lion = next(s for s, piece in position.board.items() if piece == ("L" if position.side == "w" else "l"))
    enemy = naive.NaiveCongoPosition(position.board, naive.other(position.side))
    attackers = {naive.name(move.start) for move in naive.legal_moves(enemy) if lion in move.captured}
    warnings = [one for one in CONGO.warnings(engine_position(position)) if one.danger is Danger.UNDER_ATTACK]
    assert {name(square) for warning in warnings for square in warning.sources} == attackers
    assert [name(warning.square) for warning in warnings] == ([naive.name(lion)] if attackers else [])


# --- games


def random_game(start: Position, picks: list[int]) -> Game:
    """Play a random game, up to its end."""
    game = Game(CONGO, start)
    for pick in picks:
        moves = game.legal_moves()
        if not moves:
            break
        game.play(moves[pick % len(moves)])
    return game


starts = st.one_of(st.just(CONGO.start()), positions().map(engine_position))


@given(starts, choices)
def test_undo_and_redo_return_the_same_states_and_keys(start: Position, picks: list[int]) -> None:
    game = random_game(start, picks)
    states = [game.position_at(cursor) for cursor in range(len(game.plies) + 1)]
    keys = [state.key for state in states]
    for cursor in reversed(range(len(game.plies))):
        assert game.undo()
        assert (game.cursor, game.position, game.position.key) == (cursor, states[cursor], keys[cursor])
        assert CONGO.notation.format(game.position) == CONGO.notation.format(states[cursor])
    assert not game.undo()
    for cursor in range(1, len(game.plies) + 1):
        assert game.redo()
        assert (game.cursor, game.position, game.position.key) == (cursor, states[cursor], keys[cursor])
    assert not game.redo()


@given(starts, choices)
def test_random_games_match_the_naive_rules(start: Position, picks: list[int]) -> None:
    game = random_game(start, picks)
    position = to_naive(start)
    for ply in game.plies:
        assert ply.side == SIDES.index(position.side)
        position = naive.play(position, by_text(position)[ply.move.text])
        assert CONGO.notation.format(ply.after) == naive.format_position(position)
        assert ply.after.key == CONGO.core().compute_key(ply.after.copy_record())
    if game.outcome is None:
        assert naive.result(position) is None


@given(starts, choices)
def test_game_counters_match_its_positions(start: Position, picks: list[int]) -> None:
    game = random_game(start, picks)
    quiet, seen = 0, [start]
    for cursor, ply in enumerate(game.plies, 1):
        game.go_to(cursor)
        quiet = 0 if ply.transition.progress else quiet + 1
        seen.append(ply.after)
        assert game.progress_clock == quiet
        assert game.repetitions == seen.count(ply.after)
        assert game.key_history().keys == tuple(state.key for state in seen[-quiet - 1 : -1])
