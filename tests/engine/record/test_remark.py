"""Comments are split into a search result and the user's text, and joined again."""

from __future__ import annotations

import pytest

from engine.record.remark import Remark, joined
from engine.search.limits import Score, SearchInfo

EFFORT = "depth 7, 1234 nodes, 0.10 s, score +0.35"
NO_EFFORT = "depth 0, 0 nodes, 0.00 s, score +0.00"
COMMENTS = {
    "+0.16, depth 9": Remark("", Score(16), 9),
    "-1.30, depth 12; a pity": Remark("a pity", Score(-130), 12),
    "wins in 3, endgame table": Remark("", Score(0, 3)),
    "loses in 2, depth 7; forced": Remark("forced", Score(0, -2), 7),
    "book": Remark(from_book=True),
    "book; as always": Remark("as always", from_book=True),
    "book, +0.05, depth 8; as always": Remark("as always", Score(5), 8, from_book=True),
    "bookish": Remark("bookish"),
    "book says so": Remark("book says so"),
    "+0.16, depth 9a": Remark("+0.16, depth 9a"),
    "+0.16, depth 0": Remark("+0.16, depth 0"),
    f"+{'9' * 400}.00, depth 2": Remark(f"+{'9' * 400}.00, depth 2"),
    f"+0.16, depth {'9' * 5000}": Remark(f"+0.16, depth {'9' * 5000}"),
    "wins in 3, depth 4 I hope": Remark("wins in 3, depth 4 I hope"),
    "; book": Remark("book"),
    EFFORT: Remark("", Score(35), 7, effort=EFFORT),
    f"{EFFORT}; a pity": Remark("a pity", Score(35), 7, effort=EFFORT),
    NO_EFFORT: Remark(effort=NO_EFFORT),
    f"{EFFORT} or so": Remark(f"{EFFORT} or so"),
    "; wins in 3, depth 4": Remark("wins in 3, depth 4"),
    "": Remark(),
    "[%csl Ga1,Rb12] [%cal Gd1d4]": Remark(shapes=("Ga1", "Rb12", "Gd1d4")),
    "+0.16, depth 9; a pity [%cal Yd1d4]": Remark("a pity", Score(16), 9, shapes=("Yd1d4",)),
    "book [%csl Ga1]": Remark(from_book=True, shapes=("Ga1",)),
    "[%csl nonsense]": Remark("[%csl nonsense]"),
}


def test_circles_and_arrows_may_stand_anywhere_in_a_comment() -> None:
    remark = Remark.parse("see [%cal Ga1b2,Rc3c4] here [%csl Gd4] now")
    assert remark == Remark("see here now", shapes=("Ga1b2", "Rc3c4", "Gd4"))
    assert remark.with_text("other").comment == "other [%csl Gd4] [%cal Ga1b2,Rc3c4]"


@pytest.mark.parametrize("comment", COMMENTS)
def test_comments_round_trip(comment: str) -> None:
    assert Remark.parse(comment) == COMMENTS[comment]
    assert Remark.parse(comment).comment == comment


@pytest.mark.parametrize("text", ["book", "book; ", "wins in 3, depth 4", "+0.16, depth 9; so", "; so"])
def test_text_resembling_an_engine_score_stays_text(text: str) -> None:
    for before in ("", "fine", "book", "+0.16, depth 9; bad"):
        message = Remark.parse(before).with_text(text)
        assert Remark.parse(message.comment) == message
        assert message.text == text.strip()
        assert message.finding == Remark.parse(before).finding


def test_a_search_result_round_trips_through_its_comment() -> None:
    for source, expected in (("search", Remark("", Score(35), 5)), ("book", Remark(from_book=True))):
        info = SearchInfo(5, 7, Score(35), 1, 1, 1, (), source)
        assert Remark.parse(Remark.of(info).comment) == Remark.of(info) == expected


@pytest.mark.parametrize("nodes", ["1 node", "1 nodes", "2 nodes"])
def test_the_effort_of_a_match_is_a_finding_in_files_of_every_version(nodes: str) -> None:
    comment = f"depth 1, {nodes}, 0.00 s, score +0.35"
    assert Remark.parse(comment).effort == comment


def test_a_search_without_a_finished_depth_has_no_comment() -> None:
    info = SearchInfo(0, 0, Score(35), 1, 1, 1, ())
    assert Remark.of(info) == Remark()
    assert Remark("fine", Score(5), 3).with_deeper_finding(Remark.of(info)).comment == "+0.05, depth 3; fine"
    table = Remark.of(SearchInfo(5, 5, Score(0, 3), 0, 0, 0, (), "tablebase"))
    assert Remark("fine", Score(5), 30).with_deeper_finding(table).comment == "wins in 3, endgame table; fine"


def test_other_words_leave_the_finding() -> None:
    assert (
        Remark.parse("+0.16, depth 9; bad").with_text("  quite\n good ").comment
        == "+0.16, depth 9; quite good"
    )
    assert Remark.parse("+0.16, depth 9; bad").with_text("").comment == "+0.16, depth 9"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "-0.20, depth 10"),
        ("fine", "-0.20, depth 10; fine"),
        ("book", "book, -0.20, depth 10"),
        ("+0.50, depth 3; fine", "-0.20, depth 10; fine"),
        ("+0.50, depth 14", "+0.50, depth 14"),
        (f"{EFFORT}; fine", "-0.20, depth 10; fine"),
        (EFFORT.replace("7", "11"), EFFORT.replace("7", "11")),
        (NO_EFFORT, "-0.20, depth 10"),
        ("wins in 3, endgame table", "wins in 3, endgame table"),
    ],
)
def test_a_deeper_search_replaces_a_finding(before: str, after: str) -> None:
    assert Remark.parse(before).with_deeper_finding(Remark(score=Score(-20), depth=10)).comment == after


def test_a_win_replaces_a_centipawn_score_of_any_depth() -> None:
    remark = Remark.parse("depth 1, 36 nodes, 0.01 s, score +2.95; fine")
    won = remark.with_deeper_finding(Remark(score=Score(0, 1), depth=1))
    assert won.comment == "wins in 1, depth 1; fine"
    assert won.with_deeper_finding(Remark(score=Score(0, 2), depth=1)) == won


@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        ("mine", "", "mine"),
        ("mine", "mine", "mine"),
        ("mine", "theirs", "mine theirs"),
        (
            "+0.20, depth 5; mine",
            "-0.30, depth 9; theirs [%csl Gd4]",
            "-0.30, depth 9; mine theirs [%csl Gd4]",
        ),
        ("+0.20, depth 5; mine", "book", "book, +0.20, depth 5; mine"),
        ("book; mine", "+0.20, depth 5", "book, +0.20, depth 5; mine"),
        ("mine [%csl Gd4]", "book; theirs [%csl Gd4,Re5]", "book; mine theirs [%csl Gd4,Re5]"),
    ],
)
def test_two_comments_are_joined(first: str, second: str, both: str) -> None:
    assert joined(first, second) == both


def test_more_comments_are_joined_as_two_are() -> None:
    many = ("one", "+0.35, depth 5; two", "", "one", "-0.10, depth 7", "three [%csl Gd4]")
    assert joined(*many) == "-0.10, depth 7; one two three [%csl Gd4]"
