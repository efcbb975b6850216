"""Openings at random and from files."""

from __future__ import annotations

import re
from dataclasses import replace
from math import inf
from pathlib import Path
from random import Random

import pytest

from engine.book.opening_book import shared
from engine.game.game import Game
from engine.match import openings as match_openings
from engine.match import texts
from engine.match.openings import (
    DEFAULT_BOOK_PLIES,
    MAX_BIAS_CP,
    Opening,
    OpeningSource,
    opening_scorer,
    random_openings,
    read_openings,
)
from engine.rules import get
from engine.system.errors import UserError
from engine.system.texts import not_text
from tests.engine.rules.congo.support import CONGO

START = CONGO.start()


def openings(plies: int, count: int, seed: int = 1, **bias: int) -> tuple[list[Opening], list[str]]:
    """Return random openings and the warnings; `bias` is the judge's score of first moves."""
    warnings: list[str] = []

    def judge(game: Game) -> int:
        return bias.get(game.plies[0].move.text, 0) if game.plies else 0

    found = random_openings(START, plies, count, Random(seed), CONGO, judge, warnings.append)
    return found, warnings


def test_random_openings_differ_and_follow_from_the_seed() -> None:
    found, warnings = openings(4, 60)
    assert warnings == []
    assert len({opening.game(CONGO).position for opening in found}) == 60
    assert {len(opening.moves) for opening in found} == {4}
    assert openings(4, 60) == (found, [])
    assert openings(4, 60, seed=2)[0] != found


def test_unbalanced_openings_are_left_out() -> None:
    found, warnings = openings(1, 15, a1a3=51, d2d3=9999, g1f3=50)
    assert warnings == []
    assert not {"a1a3", "d2d3"} & {opening.moves[0] for opening in found}


def test_too_few_balanced_openings_are_filled_up_and_reported() -> None:
    first = [move.text for move in CONGO.legal_moves(START)]
    bias = {text: 100 + at for at, text in enumerate(first)}
    bias[first[-1]] = 0
    found, warnings = openings(1, 3, **bias)
    assert [opening.moves[0] for opening in found] == [first[-1], first[0], first[1]]
    assert warnings == ["2 of 3 openings are not balanced: no better ones were found"]


def test_too_few_different_openings_are_an_error() -> None:
    assert len(openings(0, 1)[0]) == 1
    count = len(CONGO.legal_moves(START))
    with pytest.raises(UserError, match=texts.openings_not_found(count, 1, 99)):
        openings(1, 99)


def test_the_short_search_sees_a_blunder() -> None:
    judge = opening_scorer(CONGO)
    assert judge(Game(CONGO)) <= MAX_BIAS_CP
    assert judge(Game(CONGO, CONGO.notation.parse("gmelecz/ppppppp/7/7/7/PPPPPPP/GMEL1CZ w 1"))) > MAX_BIAS_CP
    assert judge(Game(CONGO)) <= MAX_BIAS_CP


def test_an_opening_leads_to_its_games_position() -> None:
    game = Game(CONGO)
    for text in ("d2d3", "d6d5", "g1f3"):
        game.play(CONGO.parse_move(game.position, text))
    game.undo()
    opening = Opening.of(game)
    assert opening.moves == ("d2d3", "d6d5")
    assert opening.game(CONGO).position == game.position


# --- files

FEN = "3l3/p6/7/7/7/P6/3L3 b 5"


def read(path: Path, text: str) -> tuple[list[Opening], list[str]]:
    """Return the openings of a file with this text, and the warnings."""
    path.write_text(text, encoding="utf-8")
    warnings: list[str] = []
    return read_openings(path, CONGO, START, warnings.append), warnings


def test_a_file_of_openings(tmp_path: Path) -> None:
    text = f"# openings\n\n{FEN}\nd2d3 d6d5  # queen's pawn\n  {FEN} moves d7d6 d1d2\nstartpos moves c2c3\n"
    found, warnings = read(tmp_path / "o.txt", text)
    assert warnings == []
    assert [opening.moves for opening in found] == [(), ("d2d3", "d6d5"), ("d7d6", "d1d2"), ("c2c3",)]
    assert [CONGO.notation.format(opening.game(CONGO).start) for opening in found[:2]] == [
        FEN,
        CONGO.notation.format(START),
    ]


def test_transposed_openings_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "o.txt"
    found, warnings = read(path, "d2d3 d6d5 c2c3\nstartpos\nc2c3 d6d5 d2d3\n")
    assert len(found) == 2
    assert warnings == [texts.same_opening(path, 3, 1)]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("d2d3 d6d9", "'d6d9' is not a move"),
        ("d2d9", "'d2d9' is not a move"),
        ("7/7 w 1", "board: "),
        (f"{FEN} moves d1d2", "d1d2 is not possible: the lion on d1 is White's"),
        ("startpos moves", "board"),
        ("3l3/7/7/7/7/7/3L3 w 1", "the game is over at the end of this opening"),
    ],
)
def test_names_a_bad_line(line: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "o.txt"
    with pytest.raises(UserError) as caught:
        read(path, f"c2c3\n{line}\n")
    assert str(caught.value).startswith(f"{path}, line 2: ")
    assert reason in str(caught.value)


def test_explains_invalid_files(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read: No such file"):
        read_openings(tmp_path / "missing", CONGO, START, print)
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(UserError, match=re.escape(not_text(tmp_path / "binary"))):
        read_openings(tmp_path / "binary", CONGO, START, print)


# --- sources of openings


def test_a_file_with_too_few_openings_is_repeated_in_its_order_or_by_chance(tmp_path: Path) -> None:
    path = tmp_path / "o.txt"
    path.write_text("c2c3\nd2d3\ne2e3\nf2f3\n")
    source, message = OpeningSource.parse(str(path)), list[str]()
    found = source.openings(CONGO, START, 9, 1, message.append)
    assert [opening.moves[0] for opening in found] == ["c2c3", "d2d3", "e2e3", "f2f3"] * 2 + ["c2c3"]
    assert message == [texts.repeated(path, 4, 9)]
    shuffled = replace(source, shuffled=True)
    orders = {
        tuple(opening.moves[0] for opening in shuffled.openings(CONGO, START, 9, seed, print))
        for seed in (1, 1, 2, 3, 4, 5)
    }
    assert 2 < len(orders) <= 5
    assert all(set(order[:4]) == set(order[4:8]) == {"c2c3", "d2d3", "e2e3", "f2f3"} for order in orders)


def test_check_reads_lines_until_its_time_is_up(tmp_path: Path) -> None:
    path = tmp_path / "o.txt"
    path.write_text("c2c3\nnonsense\n")
    source = OpeningSource.parse(str(path))
    with pytest.raises(UserError, match="line 2"):
        source.check(CONGO, START, inf)
    source.check(CONGO, START, -1)
    OpeningSource.parse("6").check(CONGO, START, inf)
    path.write_text("\n")
    with pytest.raises(UserError, match="has no opening"):
        source.check(CONGO, START, inf)
    source.check(CONGO, START, -1)  # comments and empty lines take time, too


def test_an_endless_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "o.txt"
    path.write_text("c2c3\n")
    monkeypatch.setattr(match_openings, "MAX_BYTES", 4)
    with pytest.raises(UserError, match="cannot be read: File too large"):
        read_openings(path, CONGO, START, print)


def test_sources_by_name() -> None:
    assert OpeningSource.parse("4") == OpeningSource("random", 4)
    assert OpeningSource.parse("Book") == OpeningSource("book", DEFAULT_BOOK_PLIES)
    assert OpeningSource.parse("book:3") == OpeningSource("book", 3)
    assert OpeningSource.parse("my openings.txt").path == "my openings.txt"
    for text in ("book:x", "book:", "1000"):
        with pytest.raises(UserError, match="must be a whole number from 0 to 200"):
            OpeningSource.parse(text)


def test_openings_of_the_book_differ_and_are_in_it() -> None:
    source = OpeningSource("book", 4)
    found = source.openings(CONGO, CONGO.start(), 6, 1, print)
    assert found == source.openings(CONGO, CONGO.start(), 6, 1, print)
    games = [opening.game(CONGO) for opening in found]
    assert len({game.position for game in games}) == 6
    for game in games:
        assert 0 < game.cursor <= 4
        for ply in game.plies:
            assert ply.move in [move for move, _ in shared("congo").moves(CONGO, ply.before)]


def test_explains_a_book_with_too_few_openings() -> None:
    with pytest.raises(UserError, match="40 different openings of 1 ply from the book are needed"):
        OpeningSource("book", 1).openings(CONGO, CONGO.start(), 40, 1, print)
    konane = get("konane")
    with pytest.raises(UserError, match="there is no opening book for Konane"):
        OpeningSource("book", 4).openings(konane, konane.start(), 1, 1, print)
