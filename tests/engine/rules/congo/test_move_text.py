"""Moves as texts: formatting, parsing, and errors."""

from __future__ import annotations

import pytest

from engine.rules.errors import AmbiguousMove, IllegalMove
from tests.engine.rules.congo.support import CONGO, as_set, move, path, place, placed, texts

RING = "Le1 le7 Mb5 pc5 pc4 pb4"
WALK = "Lc1 le7 Mb5 pb4 pc3 pe4"


def refusal(layout: str, text: str, side: str = "w") -> str:
    """Return why a text is rejected."""
    with pytest.raises(IllegalMove) as caught:
        CONGO.parse_move(place(layout, side), text)
    return str(caught.value)


def test_a_move_is_written_as_from_square_and_to_square() -> None:
    assert "d2d3" in [move.text for move in CONGO.legal_moves(CONGO.start())]
    assert str(move(CONGO.start(), "d2d3")) == "d2d3"
    assert move(CONGO.start(), "d2d3").path == path("d2d3")


def test_a_monkey_capture_lists_every_landing_square() -> None:
    found = move(place(WALK), "b5b3d3f5")
    assert found.text == "b5b3d3f5"
    assert found.path == path("b5b3d3f5")


@pytest.mark.parametrize("text", ["D2D3", "d2D3", "D2d3"])
def test_moves_are_read_in_either_case_and_written_in_lower_case(text: str) -> None:
    assert move(CONGO.start(), text).text == "d2d3"
    assert move(place(WALK), "B5b3D3F5").text == "b5b3d3f5"


def test_of_equivalent_paths_the_first_as_text_is_written() -> None:
    written = texts(place(RING), "b5")
    assert "b5b3d5b5" in written
    assert "b5d5b3b5" not in written


@pytest.mark.parametrize("text", ["b5d5b3b5", "b5b3d5b5"])
def test_any_legal_path_is_read(text: str) -> None:
    assert move(place(RING), text).text == "b5b3d5b5"
    assert move(place(RING), text.upper()).text == "b5b3d5b5"


def test_a_written_move_means_exactly_itself() -> None:
    # Over c5 alone, although a longer walk also ends on d5.
    position = place("Le1 le7 Mb5 pc5 pc4 pb4 pc6 pd6")
    longer = [text for text in texts(position, "b5") if text.endswith("d5") and text != "b5d5"]
    assert longer
    single = move(position, "b5d5")
    assert single.text == "b5d5"
    assert as_set(CONGO.transition(position, single).captured) == placed("pc5")


def test_bare_ends_of_a_jump_are_an_error_naming_the_move() -> None:
    assert "b5b3d3f5" in refusal(WALK, "b5f5")
    assert "b1d3f5d7" in refusal("Ld1 Mb1 pc2 ce4 le6", "b1d7")


def test_bare_ends_of_several_jumps_list_the_candidates() -> None:
    position = place("Le1 le7 Mb2 pc2 pd3 pc4 pb3")
    with pytest.raises(AmbiguousMove) as caught:
        CONGO.parse_move(position, "b2d4")
    assert {one.text for one in caught.value.candidates} == {"b2b4d4", "b2d2d4"}
    assert "b2b4d4" in str(caught.value)
    assert "b2d2d4" in str(caught.value)


def test_rejects_a_path_missing_a_jump() -> None:
    assert "b5d3f5" in refusal(WALK, "b5d3f5")


def test_bare_ends_are_unambiguous_for_other_pieces() -> None:
    assert "a1a7" in refusal("Lc1 le7 Ea1", "a1a7")


@pytest.mark.parametrize(
    "text", ["", "d", "d2", "d2d", "d2d3d", "d2d8", "d0d1", "h2h3", "2d3d", "d2-d3", "d2 d3", "0000", "²²²²"]
)
def test_rejects_invalid_move_text(text: str) -> None:
    assert f"{text!r} is not a move" in refusal("Lc1 le7 Pd2", text)


@pytest.mark.parametrize(
    ("layout", "text", "reason"),
    [
        ("Lc1 le7 Pd2", "a1a2", "no animal on a1"),
        ("Lc1 le7 Pd2", "e7e6", "White's turn"),
        ("Lc1 le7 Pd2", "c1c2d2", "monkey"),
        ("Lc1 le7 Pd2", "d2d4", "pawn"),
        ("Lc1 le7 Pd2", "d2d1", "pawn"),
        ("Lc1 le7 Pd2", "d2d2", "d2"),
        ("Lc1 le7 Pd2", "c1d2", "own"),
        ("Lc3 le7 Pd2", "c3c4", "castle"),
        ("Lc1 le7 Za2", "a2a3", "zebra"),
        ("Lc1 le7 Ea2", "a2b3", "elephant"),
        ("Lc1 le7 Ga2 pb3", "a2b3", "giraffe"),
        ("Lc1 le7 Ca2", "a2a5", "crocodile"),
        ("Lc1 le7 Sa2", "a2c2", "superpawn"),
        ("Lc1 le7 Mb5", "b5b7", "no enemy on b6"),
        ("Lc1 le7 Mb5 pb6", "b5b6", "jump"),
        ("Lc1 le7 Mb5 pb6 zb7", "b5b7", "b7"),
        ("Lc1 le7 Mb5 pb4", "b5b3d3", "from b3 to d3: there is no enemy on c3"),
        ("Lc1 le7 Mb5 pb4 pc3", "b5b3d3b3", "from d3 to b3"),
        ("Lc1 le7 Mb5 pb4 pc3", "b5b3d3f3", "from d3 to f3"),
        ("Lc1 le7", "c1c2", "over"),
        ("Lc1 ee7", "c1c2", "over"),
    ],
)
def test_rejects_an_illegal_move_with_one_sentence(layout: str, text: str, reason: str) -> None:
    message = refusal(layout, text)
    assert text in message
    assert reason in message
    assert "\n" not in message


def test_rejections_name_the_side_to_move() -> None:
    assert "Black's turn" in refusal("Lc1 le7 Pd2", "d2d3", "b")


def test_legal_moves_are_sorted_by_text() -> None:
    for layout in (WALK, RING, "Lc1 le7 Ga1 Zb1 Md4 pd5 pe5"):
        listed = texts(place(layout))
        assert listed == sorted(set(listed))


def test_every_listed_text_reads_back_as_its_move() -> None:
    position = place("Le1 le7 Mb2 pc2 pd3 pc4 pb3 pc3 Ga1 Cf4")
    for one in CONGO.legal_moves(position):
        assert CONGO.parse_move(position, one.text) == one


def test_a_text_longer_than_any_move_is_shortened() -> None:
    assert len(refusal(WALK, "b5b3" * 20_000)) < 120
    longest = "".join(f"{file}{rank}" for file in "abcdefg" for rank in range(1, 8))
    assert "not possible" in refusal(WALK, longest)
