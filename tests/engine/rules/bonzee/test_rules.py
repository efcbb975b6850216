"""Bonzee's rules and rulings, one test each; figure numbers are those of the source."""

from __future__ import annotations

import pytest

from engine.rules.bonzee import texts as bonzee_texts
from engine.rules.bonzee.facts import NO_ATTACK, NO_TOKENS
from engine.rules.errors import GameError
from engine.rules.values import FIRST, SECOND, Outcome, Reason
from engine.rules.words import sentence
from tests.engine.rules.bonzee.support import BONZEE, after, board, layout_of, place, texts
from tests.engine.rules.games import going_on

# --- board and start


def test_start_has_red_on_rows_a_b_green_on_d_e_and_both_on_c() -> None:
    start = board("rrrrrrrrr", "rrrrrrrrr", "gggg.rrrr", "ggggggggg", "ggggggggg")
    assert BONZEE.start() == start
    assert len(BONZEE.notation.pieces(start)) == 44


def test_ruling_c5_is_the_empty_cell() -> None:
    (empty,) = set(range(45)) - set(BONZEE.notation.pieces(BONZEE.start()))
    assert BONZEE.notation.square_name(BONZEE.start(), empty) == "C5"


def test_green_moves_first() -> None:
    assert BONZEE.facts.side_names == ("green", "red")
    assert BONZEE.start().side == FIRST


def test_only_one_board_size() -> None:
    assert BONZEE.notation.shape(BONZEE.start()) == (9, 5)
    with pytest.raises(GameError, match="9x5 squares, not on 8x8"):
        BONZEE.start(8)


# --- steps


@pytest.mark.parametrize(
    ("cell", "targets"),
    [
        ("A2", "A1 A3 B2"),
        ("A3", "A2 A4 B2 B3 B4"),
        ("C4", "B4 C3 C5 D4"),
        ("C5", "B4 B5 B6 C4 C6 D4 D5 D6"),
        ("E9", "D8 D9 E8"),
        ("A1", "A2 B1 B2"),
    ],
)
def test_from_black_cells_tokens_go_in_eight_directions_and_from_white_ones_in_four(
    cell: str, targets: str
) -> None:
    position = place(f"g{cell} rE1" if cell != "E1" else f"g{cell} rA9")
    assert [text[2:] for text in texts(position, cell)] == targets.split()


def test_only_empty_cells_can_be_entered() -> None:
    assert texts(place("gC4 gC3 rB4 rD4 rA9"), "C4") == ["C4C5"]


def test_the_start_has_four_moves() -> None:
    assert texts(BONZEE.start()) == ["C4C5", "D4C5", "D5C5", "D6C5"]


# --- attacks


def test_figure_3_a_forward_attack() -> None:
    assert after(place("gD4 rB6 rA7 rB1"), "D4C5") == "rB1 gC5"


def test_figure_4_a_backward_attack() -> None:
    assert after(place("rB7 gC7 gD7 gE7 gA1", "r"), "B7A7") == "gA1 rA7"


def test_figure_5_a_defensive_move_and_its_punishment() -> None:
    position = place("gE4 rD6 rA1")
    assert after(position, "E4E5") == "rA1 rD6 gE5"
    moved = BONZEE.play(position, BONZEE.parse_move(position, "E4E5"))
    assert after(moved, "D6C7") == "rA1 rC7"


def test_figure_6_an_ambiguous_attack_is_a_forward_attack() -> None:
    position = place("gC4 rC6 rC7 rC8 rC3 rC2 rA1")
    assert after(position, "C4C5") == "rA1 rC2 rC3 gC5"


def test_the_run_ends_at_an_empty_cell_an_own_token_or_the_edge() -> None:
    assert after(place("gC1 rC3 rC4 rC6"), "C1C2") == "gC2 rC6"
    assert after(place("gC1 rC3 rC4 gC5 rC6"), "C1C2") == "gC2 gC5 rC6"
    assert after(place("gC6 rC8 rC9 rA1"), "C6C7") == "rA1 gC7"


def test_a_gap_before_the_enemy_prevents_an_attack() -> None:
    assert after(place("gC1 rC4"), "C1C2") == "gC2 rC4"
    assert after(place("gC3 rC1"), "C3C4") == "rC1 gC4"


def test_only_the_line_of_the_move_counts() -> None:
    assert after(place("gC5 rB5 rD7 rC7 rB9"), "C5C6") == "rB5 rB9 gC6 rD7"


def test_diagonal_attacks_go_along_the_diagonal() -> None:
    assert after(place("gE1 rC3 rB4 rA5 rA1"), "E1D2") == "rA1 gD2"
    assert after(place("gC3 rD4 rE5 rA9"), "C3B2") == "rA9 gB2"


def test_both_sides_attack_alike() -> None:
    assert after(place("rD4 gB6 gA7 gB1", "r"), "D4C5") == "gB1 rC5"


def test_attacking_is_not_compulsory() -> None:
    position = place("gD4 rB6 rA1")
    assert {"D4C5", "D4D5"} <= set(texts(position))
    assert after(position, "D4D5") == "rA1 rB6 gD5"


def test_an_attacking_move_always_captures() -> None:
    position = place("gD4 rB6 rA1")
    assert texts(position, "D4").count("D4C5") == 1
    assert after(position, "D4C5") == "rA1 gC5"


def test_ruling_attacks_do_not_chain() -> None:
    # Another attack would be possible from C5, and it is Red's turn.
    position = place("gD4 rB6 rC7 rA1")
    moved = BONZEE.play(position, BONZEE.parse_move(position, "D4C5"))
    assert layout_of(moved) == "rA1 gC5 rC7"
    assert moved.side == SECOND


def test_transition_lists_captures_nearest_first() -> None:
    for layout, text, expected in (
        ("gC4 rC6 rC7 rC8", "C4C5", ["C6", "C7", "C8"]),
        ("gC6 rC5 rC4 rC3", "C6C7", ["C5", "C4", "C3"]),
        ("gD4 rB6 rA7", "D4C5", ["B6", "A7"]),
    ):
        position = place(layout)
        done = BONZEE.transition(position, BONZEE.parse_move(position, text))
        assert [BONZEE.notation.square_name(position, one.square) for one in done.captured] == expected
        assert done.progress


def test_a_click_shows_its_captures() -> None:
    position = place("gC4 rC6 rC7 rA1")
    start = BONZEE.notation.square_at(position, "C4") or 0
    taken = {target.square: target.captures for target in BONZEE.clicks.after(position, (start,)).onward}
    assert taken[start + 1] == (start + 2, start + 3)
    assert taken[start - 1] == ()


# --- the end


@pytest.mark.parametrize("side", "gr")
def test_a_player_without_tokens_has_lost(side: str) -> None:
    assert BONZEE.outcome(place("gC4", side)) == Outcome(FIRST, NO_TOKENS)
    assert BONZEE.outcome(place("rC4", side)) == Outcome(SECOND, NO_TOKENS)
    assert texts(place("gC4", side)) == []


def test_taking_the_last_token_wins() -> None:
    position = place("gD4 rB6")
    assert BONZEE.outcome(BONZEE.play(position, BONZEE.parse_move(position, "D4C5"))) == Outcome(
        FIRST, NO_TOKENS
    )


def test_ten_plies_without_an_attack_are_a_draw() -> None:
    position = place("gE1 rA9", quiet=9)
    assert BONZEE.outcome(position) is None
    drawn = BONZEE.play(position, BONZEE.parse_move(position, "E1E2"))
    assert BONZEE.notation.format(drawn) == "8r/9/9/9/1g7 r 10"
    assert BONZEE.outcome(drawn) == Outcome(None, NO_ATTACK)
    assert texts(drawn) == []


def test_having_no_tokens_comes_before_the_draw() -> None:
    assert BONZEE.outcome(place("gC4", "r", quiet=10)) == Outcome(FIRST, NO_TOKENS)


def test_the_draw_comes_before_having_no_move() -> None:
    assert BONZEE.outcome(place("gA1 rA2 rB1 rB2", quiet=10)) == Outcome(None, NO_ATTACK)


def test_an_attack_resets_the_counter() -> None:
    position = place("gD4 rB6 rA1", quiet=9)
    assert BONZEE.notation.format(BONZEE.play(position, BONZEE.parse_move(position, "D4C5"))).endswith(" r 0")
    assert BONZEE.notation.format(BONZEE.play(position, BONZEE.parse_move(position, "D4D5"))).endswith(
        " r 10"
    )


def test_the_counter_is_part_of_the_position() -> None:
    one, other = place("gE1 rA9", quiet=3), place("gE1 rA9", quiet=4)
    assert one != other
    assert one.key != other.key


def test_ruling_a_player_without_a_move_loses() -> None:
    blocked = place("gA1 rA2 rB1 rB2")
    assert texts(blocked) == []
    assert BONZEE.outcome(blocked) == Outcome(SECOND, Reason.NO_MOVES)
    assert BONZEE.outcome(place("gA1 rA2 rB1 rB2", "r")) is None


# --- in words


@pytest.mark.parametrize(
    ("start", "end", "reason"),
    [
        ("C4", "C4", "The token has to leave C4."),
        ("C4", "C6", "C6 is not next to C4."),
        ("C4", "B5", sentence(bonzee_texts.light_cell("C4"))),
        ("C4", "B4", "B4 is not empty."),
        ("C4", "C5", ""),
    ],
)
def test_explains_a_click_without_a_move(start: str, end: str, reason: str) -> None:
    position = place("gC4 rB4")
    cells = [BONZEE.notation.square_at(position, name) or 0 for name in (start, end)]
    assert BONZEE.prose.why_not(position, (cells[0],), cells[1]) == reason


@pytest.mark.parametrize(
    ("layout", "text", "verb"),
    [
        ("gC3 rC5 rC6 rA1", "C3C4", "steps up"),
        ("gC3 rC5 rA1", "C3C4", "steps up"),
        ("gC5 rC4 rC3 rA1", "C5C6", "steps away"),
        ("gC5 rC4 rA1", "C5C6", "steps away"),
        ("gC5 rA1", "C5C6", "moves"),
    ],
)
def test_a_token_captures_by_approach_or_withdrawal(layout: str, text: str, verb: str) -> None:
    position = place(layout)
    done = BONZEE.transition(position, BONZEE.parse_move(position, text))
    assert BONZEE.prose.verb(done) == verb


def test_a_token_is_described() -> None:
    assert BONZEE.prose.about(place("gC4 rB4"), 17 + 4).startswith("Green's token: one step to an empty cell")


def test_the_same_board_with_the_other_side_to_move() -> None:
    passed = BONZEE.null_move(place("gC4 rB4", quiet=3))
    assert passed == place("gC4 rB4", "r", quiet=3)


def test_edited_board_resets_the_counter() -> None:
    drawn = place("gC4 rB4", quiet=10)
    pieces = BONZEE.notation.pieces(drawn)
    assert BONZEE.notation.set_up_counters(drawn, pieces, 1) == ["10"]
    del pieces[next(iter(pieces))]
    assert BONZEE.notation.set_up_counters(drawn, pieces, 1) == ["0"]


def test_the_source_allows_three_seconds_for_a_move() -> None:
    assert BONZEE.facts.reply_time_ms == 3000


# --- what quiescence looks at


def test_quiescence_searches_the_largest_capture() -> None:
    for position in going_on("bonzee"):
        taken = {
            move.code: len(BONZEE.transition(position, move).captured)
            for move in BONZEE.legal_moves(position)
        }
        most = max(taken.values())
        greatest = {code for code, count in taken.items() if count == most > 0}
        found = set(BONZEE.core().tactical_moves(position.record))
        assert found <= greatest
        assert bool(found) == bool(greatest)
