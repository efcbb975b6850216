"""Changing one game of a file leaves the rest unchanged."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from congo_gui.play import game_file
from congo_gui.play.game_file import (
    HEAD_BYTES,
    GameGone,
    first_rules,
    games_in,
    read_game,
    remove_game,
    rules_in,
    shown_date,
    write_back,
)
from congo_gui.play.game_list import count_games
from engine import rules as registry
from engine.game.game import Game
from engine.record.format import append_game, format_game, save_games
from engine.record.record import GameRecord
from tests.engine.rules.congo.support import CONGO

GAME = GameRecord.of(Game(CONGO), ("Ann", "Ben"))
OTHER = GameRecord.of(Game(CONGO), ("Cid", "Dee"))
LATER = format_game(GameRecord.of(Game(CONGO), ("Eve", "Fay")))


def test_last_game_can_change_after_others_were_appended(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    save_games(path, [GAME, OTHER])
    last = games_in(path)[1]
    append_game(path, LATER)
    last = write_back(path, last, GAME)
    assert path.read_text() == format_game(GAME) * 2 + LATER
    append_game(path, LATER)
    remove_game(path, last)
    assert path.read_text() == format_game(GAME) + LATER * 2


def test_a_game_appended_while_another_is_deleted_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.txt"
    save_games(path, [GAME, OTHER])
    found, late = game_file._start_of, [LATER]

    def slow(lines: list[bytes], old: list[bytes], usual: int) -> int:
        while late:  # another program's, which knows no lock
            with path.open("ab") as file:
                file.write(late.pop().encode())
        return found(lines, old, usual)

    monkeypatch.setattr(game_file, "_start_of", slow)
    remove_game(path, games_in(path)[0])
    assert path.read_text() == format_game(OTHER) + LATER


def test_games_whose_lines_end_with_cr_alone_can_be_counted_and_changed(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes((format_game(GAME) + format_game(OTHER)).replace("\n", "\r").encode())
    append_game(path, LATER)
    assert count_games(path) == 3
    write_back(path, games_in(path)[1], GAME)
    assert path.read_text().split() == (format_game(GAME) * 2 + LATER).split()


@pytest.mark.parametrize(
    ("first", "end"),
    [(format_game(GAME), "\r"), ('[Event "a\rb"]\n[Game "congo"]\n\n1. d2d3 ; a\rb\nd6d5 *\n\n', "\n")],
    ids=["CR", "CR in lines"],
)
def test_saving_a_game_changes_no_cr_of_another_one(tmp_path: Path, first: str, end: str) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes((first + format_game(OTHER)).replace("\n", end).encode())
    read_game(path, games_in(path)[0], CONGO)
    write_back(path, games_in(path)[1], GAME)
    assert path.read_bytes() == (first + format_game(GAME)).replace("\n", end).encode()


def test_text_between_two_games_survives_deleting_either(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    between = "{the next one is\n[Event of Dee]}\n% kept\n"
    path.write_text(format_game(GAME) + between + format_game(OTHER))
    first, second = games_in(path)
    read_game(path, first, CONGO)
    write_back(path, first, GAME)
    assert path.read_text() == format_game(GAME) + between + format_game(OTHER)
    remove_game(path, second)
    assert path.read_text() == format_game(GAME) + between
    remove_game(path, first)
    assert path.read_text() == between


def test_a_game_that_has_changed_in_its_file_is_not_deleted(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    save_games(path, [GAME])
    (game,) = games_in(path)
    save_games(path, [OTHER])
    with pytest.raises(GameGone, match="none was deleted"):
        remove_game(path, game)
    assert path.read_text() == format_game(OTHER)


def test_only_the_head_of_a_large_file_is_read_to_find_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.txt"
    path.write_text('{of konane}\n[Event "a"]\n[Game "konane"]\n\n*\n' + LATER * 2)
    assert first_rules(path) is registry.get("konane")
    monkeypatch.setattr(game_file, "HEAD_BYTES", 60)
    monkeypatch.setattr(game_file, "games_in", print)
    assert first_rules(path) is registry.get("konane")
    path.write_text("no game " * 10)
    assert first_rules(path) is None


class Line(bytes):
    """A line that counts comparisons."""

    compared = 0

    def __eq__(self, other: object) -> bool:
        Line.compared += 1
        return super().__eq__(other)

    __hash__ = bytes.__hash__


@pytest.mark.parametrize("moved", [0, 1])
def test_a_game_is_found_in_linear_time_after_many_blank_lines(moved: int) -> None:
    blank = 1000
    game: list[bytes] = [*map(Line, [b""] * blank), Line(b'[Game "congo"]'), Line(b"*")]
    Line.compared = 0
    lines: list[bytes] = [*map(Line, [b""] * blank), *game, Line(b""), *game]
    assert game_file._start_of(lines, game, blank + moved) == blank
    assert Line.compared <= 4 * blank


def test_tags_are_looked_for_only_in_the_head_of_a_game() -> None:
    """A search for the end of a tag without one takes seconds in a large text, and no other thread runs."""
    tag = f'[Game "{CONGO.name}"]'
    assert rules_in("\n" * (HEAD_BYTES - len(tag)) + tag) is CONGO
    assert rules_in("\n" * HEAD_BYTES + tag) is None


@pytest.mark.parametrize("begin", [b"", codecs.BOM_UTF8])
@pytest.mark.parametrize("event", [True, False])
def test_games_are_counted_however_they_begin(tmp_path: Path, begin: bytes, event: bool) -> None:
    text = format_game(GAME)
    game = text if event else text.split("\n", 1)[1]
    path = tmp_path / "games.txt"
    path.write_bytes(begin + game.encode() * 3)
    assert count_games(path) == 3


@pytest.mark.parametrize(
    ("date", "shown"),
    [("2026.11.23", "23 Nov 2026"), ("2026.??.??", "2026.??.??"), ("", ""), ("2026.02.30",) * 2],
)
def test_dates_have_one_form_in_the_window(date: str, shown: str) -> None:
    assert shown_date(date) == shown
