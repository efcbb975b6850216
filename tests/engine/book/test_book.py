"""The opening book: format, errors, mirror images, building, and use at the root."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from engine import rules
from engine.book import opening_book
from engine.book.build import MAX_LOSS_CP, SelfPlay, build, reweight
from engine.book.opening_book import Book, BookError, BookMove, book_path
from engine.game.game import KeyHistory
from engine.rules.congo.book import mirrored_position
from engine.search.limits import Limits, SearchOptions
from engine.search.searcher import Searcher

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


def test_rejects_an_invalid_line_despite_its_checksum(tmp_path: Path) -> None:
    body = f"{START_FIELDS}\tg1f3 often\n"
    path = tmp_path / "congo.txt"
    path.write_text(f"{opening_book.HEADER} {opening_book.checksum(body)}\n{body}", encoding="utf-8")
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
    with pytest.raises(BookError, match="cannot be read"):
        Book.load(tmp_path / "none.txt")


def test_built_book_has_legal_sound_moves_from_the_start() -> None:
    built = build("congo", positions=4, nodes=2000, workers=1, report=lambda: None)
    assert START_FIELDS in built.entries
    for fen, entries in built.entries.items():
        position = CONGO.notation.parse(fen)
        for entry in entries:
            assert CONGO.parse_move(position, entry.move).text == entry.move
            assert 1 <= entry.weight <= 100
    assert MAX_LOSS_CP > 0


@pytest.mark.parametrize("name", [name for name in rules.names() if name != "congo"])
def test_a_book_can_be_built_for_every_game(name: str) -> None:
    game = rules.get(name)
    built = build(name, positions=3, nodes=500, workers=1, report=lambda: None)
    assert len(built.entries) == 3
    for fen in built.entries:
        position = game.notation.parse(fen)
        assert {move for move, _ in built.moves(game, position)} <= set(game.legal_moves(position))
    assert built.choose(game, game.start(), Random(1)) in game.legal_moves(game.start())


CAPTURE_OR_NOT = "3l3/7/7/7/3c3/7/2LC3 w"
"""The crocodile takes and wins, or steps aside."""


def test_games_raise_the_weight_of_winning_moves() -> None:
    played = Book({CAPTURE_OR_NOT: (BookMove("d1e1", 50), BookMove("d1d3", 50))})
    reweighted = reweight("congo", played, SelfPlay(games=12, nodes=500))
    best, other = reweighted.entries[CAPTURE_OR_NOT]
    assert best.move == "d1d3"
    assert best.weight > 50 >= other.weight


@pytest.mark.thorough
def test_book_games_depend_on_the_seed_but_not_on_the_workers() -> None:
    how = SelfPlay(games=4, nodes=300, seed=5)
    assert reweight("congo", SMALL, how).entries == reweight("congo", SMALL, how, workers=2).entries


def test_an_unplayed_move_keeps_its_weight() -> None:
    assert reweight("congo", SMALL, SelfPlay(games=0, nodes=300)).entries == SMALL.entries


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
