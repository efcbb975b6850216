"""What the library keeps of the games on the board."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import pytest

from congo_gui.play.played_game import PlayedGame
from congo_gui.play.player import PlayerConfig
from congo_gui.store.game_library import BoardText, GameLibrary
from engine.library import importing
from engine.library import texts as library_texts
from engine.library.entry import Entry, imported_entry
from engine.library.journal import LibraryError
from engine.library.library import Library
from engine.library.query import GameQuery
from engine.record.format import save_games
from engine.record.record import GameRecord
from engine.rules.words import sentence
from engine.system.texts import NO_MORE_THREADS
from tests.congo_gui.driver import Starter
from tests.congo_gui.game_files import OPENING, drop, in_library, written
from tests.engine.library.games import played
from tests.waiting import PATIENCE

GAME = played("d2d3", "d6d5", "e2e3", Id="one")


class Keep(Protocol):
    def __call__(self, board: PlayedGame, comment: str, is_dropped: bool = False) -> int: ...


def on_board(origin: GameRecord | None = None) -> PlayedGame:
    return PlayedGame(GAME.replay(), (PlayerConfig(), PlayerConfig()), origin=origin)


@pytest.fixture
def said() -> list[str]:
    """What the library reports."""
    return []


@pytest.fixture
def library(said: list[str]) -> Iterator[GameLibrary]:
    opened = GameLibrary(lambda: None, said.append)
    yield opened
    opened.close()


@pytest.fixture
def keep(library: GameLibrary) -> Keep:
    """Keep what is on a board, with a comment on the first move; return how often it was said to be kept."""

    def keep(board: PlayedGame, comment: str, is_dropped: bool = False) -> int:
        first, *others = GAME.moves
        kept: list[bool] = []
        record = replace(GAME, moves=(replace(first, comment=comment), *others))
        library.keep(BoardText(record, board, is_dropped), lambda: kept.append(True))
        library.close()
        return len(kept)

    return keep


def found() -> list[str]:
    """Return the first comment of each game in the library."""
    with Library() as library:
        records = [library.entry(game).record() for game in library.find(GameQuery())]
    return sorted(record.moves[0].comment for record in records)


def test_a_correction_replaces_what_the_same_board_has_kept(keep: Keep) -> None:
    board = on_board()
    for comment in ("wrld", "world", ""):
        assert keep(board, comment) == 1
        assert found() == [comment]


def test_a_job_waits_until_the_system_allows_a_thread(
    library: GameLibrary, said: list[str], keep: Keep, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        library.ask(lambda opened: opened.notices.append("done"))
    assert said == [sentence(NO_MORE_THREADS)]
    assert keep(on_board(), "world") == 1
    assert said[1:] == ["Done."]


def test_what_a_board_drops_is_not_replaced(keep: Keep) -> None:
    board = on_board()
    keep(board, "precious", is_dropped=True)
    for comment in ("", "wrld", "world"):
        keep(board, comment)
    assert found() == ["precious", "world"]


def test_two_boards_that_were_opened_from_one_file_take_nothing_from_each_other(keep: Keep) -> None:
    for comment in ("not a good move", "good move"):
        assert keep(on_board(GAME), comment) == 1
    assert found() == ["good move", "not a good move"]


def test_a_correction_replaces_the_kept_version_though_one_between_was_not_written(
    keep: Keep, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(library: Library, entries: Sequence[Entry]) -> int:
        raise LibraryError(library_texts.IN_USE)

    board = on_board()
    keep(board, "wrld")
    with monkeypatch.context() as patch:
        patch.setattr(Library, "put", fail)
        assert keep(board, "wrlld") == 0
    assert [library_texts.IN_USE in text for text in said] == [True]
    assert keep(board, "world") == 1
    assert found() == ["world"]


def test_a_text_is_not_said_to_be_kept_if_only_another_version_of_it_was(
    keep: Keep, library: GameLibrary
) -> None:
    keep(on_board(), "good move")
    library.ask(lambda opened: opened.delete(opened.find(GameQuery())))
    assert keep(on_board(), "not a good move") == 0
    assert keep(on_board(), "good move") == 1
    assert found() == []


def test_an_empty_text_is_no_game(library: GameLibrary, said: list[str]) -> None:
    kept: list[bool] = []
    library.keep(str, lambda: kept.append(True))
    library.close()
    assert (kept, said) == ([], [])


def test_closing_stops_an_import_between_two_games_but_does_what_was_asked_for(
    library: GameLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_games(tmp_path / "games.txt", [played("d2d3", Id=f"{number}") for number in range(3)])
    begun, texts = threading.Event(), list[str]()

    def wait_and_read(text: str) -> Entry:
        texts.append(text)
        begun.set()
        assert library.closing.wait(PATIENCE)
        return imported_entry(text)

    monkeypatch.setattr(importing, "imported_entry", wait_and_read)
    library.start([tmp_path])
    assert begun.wait(PATIENCE)
    job = library.ask(lambda opened: opened.count())
    library.close()
    assert (len(texts), job.result) == (1, 0)


def test_a_file_opened_twice_keeps_the_comments_of_both(start: Starter, tmp_path: Path) -> None:
    path = written(tmp_path / "old.txt", OPENING.replace("engine:level=hard", "human") + "1. d2d3 d6d5 *\n")
    driver = start(white="human", black="human")
    comments = "not a good move", "good move"
    for comment in comments:
        drop(driver, path)
        first, *others = driver.session.current.remarks
        driver.session.games.annotate([replace(first, comment=comment), *others], "")
        driver.run_loop()
        driver.session.games.restart()
        driver.run_loop()
    driver.app.writer.close()
    texts = in_library(driver)
    assert sorted(comment for comment in comments for text in texts if f"{{{comment}}}" in text) == sorted(
        comments
    )
