"""The opening book: format, errors, mirror images, building, and use at the root."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from engine import rules
from engine.book import opening_book
from engine.book.opening_book import Book, BookError, BookMove, book_path
from engine.cli.main import main
from engine.game.game import KeyHistory
from engine.learn.explorer import Explorer
from engine.research.openings.book import book_from_explorer
from engine.rules.congo.book import mirrored_position
from engine.search.limits import Limits, SearchOptions
from engine.search.searcher import Searcher
from engine.system import texts
from engine.system.files import with_checksum

CONGO = rules.get("congo")
START = CONGO.start()
START_FIELDS = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w"
LOPSIDED = "gmelecz/ppppppp/7/7/6P/PPPPPP1/GMELECZ b 1"
SMALL = Book({START_FIELDS: (BookMove("g1f3", 100), BookMove("a1c3", 50))})


def saved(tmp_path: Path) -> Path:
    path = tmp_path / "congo.txt"
    SMALL.save(path)
    return path


def test_a_saved_book_is_read_back(tmp_path: Path) -> None:
    assert Book.load(saved(tmp_path)).entries == SMALL.entries


def test_the_checksum_is_the_one_in_the_file(tmp_path: Path) -> None:
    header = saved(tmp_path).read_text(encoding="utf-8").splitlines()[0]
    assert header == f"{opening_book.HEADER} {SMALL.checksum}"
    assert SMALL.checksum != Book({}).checksum


@pytest.mark.parametrize("weight", ["often", "0", "-1"])
def test_rejects_an_invalid_weight_despite_its_checksum(tmp_path: Path, weight: str) -> None:
    body = f"{START_FIELDS}\tg1f3 {weight}\n"
    path = tmp_path / "congo.txt"
    path.write_bytes(with_checksum(opening_book.HEADER, body))
    with pytest.raises(BookError, match="damaged"):
        Book.load(path)


def test_the_moves_of_a_position_come_best_first_with_their_weights() -> None:
    assert [(move.text, weight) for move, weight in SMALL.moves(CONGO, START)] == [
        ("g1f3", 100),
        ("a1c3", 50),
    ]


def test_a_position_and_its_mirror_image_share_an_entry() -> None:
    position = CONGO.notation.parse(LOPSIDED)
    fen = opening_book.board_and_side(CONGO, position)
    mirrored_fen = mirrored_position(fen)
    own = Book({min(fen, mirrored_fen): (BookMove("c6d5" if fen < mirrored_fen else "e6d5", 1),)})
    assert [move.text for move, _ in own.moves(CONGO, position)] == ["c6d5"]
    assert [move.text for move, _ in own.moves(CONGO, CONGO.notation.parse(mirrored_fen))] == ["e6d5"]


def test_unknown_position_has_no_book_moves() -> None:
    assert SMALL.moves(CONGO, CONGO.notation.parse(LOPSIDED)) == ()
    assert SMALL.choose(CONGO, CONGO.notation.parse(LOPSIDED), Random(1)) is None


def test_moves_are_chosen_in_proportion_to_their_weights() -> None:
    chance = Random(1)
    chosen = [str(SMALL.choose(CONGO, START, chance)) for _ in range(3000)]
    assert set(chosen) == {"g1f3", "a1c3"}
    assert 1.7 < chosen.count("g1f3") / chosen.count("a1c3") < 2.3


@pytest.mark.parametrize("damage", [lambda text: text[:-3], lambda text: text.replace("g1f3", "g1e2")])
def test_play_continues_without_a_damaged_book(tmp_path: Path, damage: Callable[[str], str]) -> None:
    path = saved(tmp_path)
    path.write_text(damage(path.read_text()))
    with pytest.raises(BookError, match="damaged"):
        Book.load(path)
    without = Book.load_if_sound(path)
    assert without.moves(CONGO, START) == ()
    assert "damaged" in str(without.problem)


@pytest.mark.parametrize("content", [b"", b"something else\n", b"\xff\xfe\x00"])
def test_rejects_an_invalid_book(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "congo.txt"
    path.write_bytes(content)
    with pytest.raises(BookError):
        Book.load(path)


def test_rejects_a_missing_book(tmp_path: Path) -> None:
    path = tmp_path / "none.txt"
    with pytest.raises(
        BookError, match=f"^{re.escape(texts.not_readable(path, os.strerror(errno.ENOENT)))}$"
    ):
        Book.load(path)


# --- drawn from an explorer


def drawn(*moves: str) -> tuple[BookMove, ...]:
    """Return the book's moves of the start position from an explorer's line with these moves."""
    line = "\t".join(["200000", *moves])
    book = book_from_explorer(CONGO, Explorer(100, ["1-0 500 7 d2c3"], {START_FIELDS: line}))
    return book.entries.get(START_FIELDS, ())


def test_a_book_move_weighs_less_the_worse_it_is() -> None:
    moves = drawn("d2c3 0 90 0 10 0", "g1f3 0 50 0 20 0", "c1c3 0 40 0 -4 0", "e2e3 0 40 0 -5 0")
    assert moves == (BookMove("g1f3", 100), BookMove("d2c3", 60), BookMove("c1c3", 4))


def test_results_of_games_change_the_weight_of_a_book_move() -> None:
    moves = drawn("d2c3 0 92 0 0 0", "g1f3 0 46 46 0 0", "c1c3 92 0 0 -10 0")
    assert moves == (BookMove("d2c3", 100), BookMove("c1c3", 100), BookMove("g1f3", 54))


def test_only_analysed_moves_are_book_moves() -> None:
    analysed = [f"{move} 0 9 0 0 0" for move in ("d2c3", "g1f3", "c1c3", "a2a3", "b2b3", "g2g3")]
    assert {each.move for each in drawn(*analysed, "f2f3 0 1 0 90 0")} == {
        each.split()[0] for each in analysed
    }
    unanalysed = Explorer(100, ["1-0 500 7 d2c3"], {START_FIELDS: "0\td2c3 0 9 0 0 0"})
    assert book_from_explorer(CONGO, unanalysed).entries == {}


@pytest.mark.parametrize("name", [name for name in rules.names() if name != "congo"])
def test_a_book_can_be_drawn_for_every_game(name: str, tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    assert main(["book", "build", name, "--out", str(path)]) == 0
    built, game = Book.load(path), rules.get(name)
    assert len(built.entries) > 100
    assert built.choose(game, game.start(), Random(1)) in game.legal_moves(game.start())


@pytest.mark.skipif(os.name != "posix", reason="folders cannot be synced")
def test_a_built_book_and_its_folder_are_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.fstat(file).st_ino))
    path = tmp_path / "book.txt"
    assert main(["book", "build", "minichess", "--out", str(path)]) == 0
    assert synced == [path.stat().st_ino, tmp_path.stat().st_ino]


def test_the_shipped_book_is_drawn_from_the_shipped_explorer(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    assert main(["book", "build", "congo", "--out", str(path)]) == 0
    assert path.read_bytes() == book_path("congo").read_bytes()


def test_a_book_replaces_only_a_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "2026-11.txt"
    path.write_text('[Event "x"]\n')
    assert main(["book", "build", "konane", "--out", str(path)]) == 2
    assert capsys.readouterr().err == f"{texts.holds_something_else(path)}\n"
    assert path.read_text() == '[Event "x"]\n'
    path.write_text("congo-book 1 damaged")
    assert main(["book", "build", "konane", "--out", str(path)]) == 0
    assert Book.load(path).entries


def test_a_book_does_not_replace_the_openings_it_is_drawn_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("the product of many games")
    assert main(["book", "build", "congo", "--openings", str(path), "--out", str(path)]) == 2
    assert f"{path} cannot be both read and written" in capsys.readouterr().err
    assert path.read_text() == "the product of many games"


def test_search_plays_from_an_enabled_book(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening_book, "shared", lambda game: SMALL)
    searcher = Searcher(CONGO, 1)
    info = searcher.search(START, KeyHistory(), Limits(depth=2), SearchOptions(book=True))
    assert info is not None
    assert info.source == "book"
    assert info.pv[0].text in ("g1f3", "a1c3")
    plain = searcher.search(START, KeyHistory(), Limits(depth=2), SearchOptions())
    assert plain is not None
    assert plain.source == "search"


# --- the book that is shipped


def test_the_shipped_book_is_small_and_sound() -> None:
    path = book_path("congo")
    shipped = Book.load(path)
    assert path.stat().st_size < 2_000_000
    assert len(shipped.entries) >= 400
    for fen in shipped.entries:
        position = CONGO.notation.parse(fen)
        moves = shipped.moves(CONGO, position)
        assert len({move for move, _ in moves}) == len(moves) >= 1
        assert all(move in CONGO.legal_moves(position) for move, _ in moves)


def test_the_shipped_book_has_several_moves_for_the_start() -> None:
    moves = Book.load(book_path("congo")).moves(CONGO, CONGO.start())
    assert len(moves) > 1
    assert all(weight >= 1 for _, weight in moves)
