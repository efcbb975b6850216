"""Comments before the first move, written in the library and on boards: which replaces which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from engine.library.entry import Entry, commented, imported_entry
from engine.library.importing import keep
from engine.library.library import Library
from engine.library.query import GameQuery
from engine.record.format import format_game
from engine.record.parse import parse_games

HEAD = '[Event "x"]\n[Game "congo"]\n[Date "2026.11.28"]\n[Id "one"]\n'


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """An empty library."""
    with Library(tmp_path / "library") as opened:
        yield opened


def game(*comments: str, moves: str = "1. d2d3 d6d5", tag: str = "") -> Entry:
    written = "".join(f"{{{comment}}} " for comment in comments)
    return imported_entry(f"{HEAD}{tag}\n{written}{moves} *\n")


def latest(library: Library) -> Entry:
    (found,) = library.find(GameQuery())
    return library.entry(found)


def as_on_board(entry: Entry) -> Entry:
    """Return a game as the board has it after it was opened."""
    return imported_entry(format_game(parse_games(entry.text)[0]))


def write(library: Library, comment: str, seen: Entry | None = None) -> Callable[[], None]:
    """Write a comment in the library's dialog, which shows that of `seen`; return how to undo it."""
    with library.locked():
        now = library.latest((seen or latest(library)).uid)
        assert now is not None
        written = commented(now, [comment], (seen or now).comments)
        library.put([written])

    def undo() -> None:
        with library.locked():
            after = library.latest(written.uid)
            assert after is not None
            library.put([commented(after, now.comments, written.comments)])

    return undo


def test_undo_takes_back_only_what_was_written(library: Library) -> None:
    keep(library, game())
    undo = write(library, "library")
    assert keep(library, game("board"), game())
    assert latest(library).comments == ("library", "board")
    undo()
    for before in (game("board"), None):
        assert keep(library, game("board"), before)
        assert latest(library).comments == ("board",)


def test_the_dialog_replaces_only_what_it_has_shown(library: Library) -> None:
    keep(library, game())
    write(library, "library")
    shown = latest(library)
    assert keep(library, game("board"), game())
    write(library, "library, corrected", shown)
    for before in (game("board"), None):
        assert keep(library, game("board"), before)
        assert latest(library).comments == ("library, corrected", "board")


def test_undo_restores_each_of_the_comments(library: Library) -> None:
    """So that the board may correct its own."""
    keep(library, game())
    write(library, "library")
    keep(library, game("board"), game())
    undo = write(library, "one for all")
    assert latest(library).comments == ("one for all",)
    assert keep(library, game("board"))
    undo()
    keep(library, game("corrected"), game("board"))
    assert latest(library).comments == ("library", "corrected")


def test_a_comment_corrected_on_the_board_replaces_its_earlier_state(library: Library) -> None:
    """Beside one of the library; it may also be deleted, and come back."""
    keep(library, game())
    write(library, "library")
    states = [game(), game("wrld"), game("world"), game("world!"), game("world"), game(), game("wrld")]
    for number, (before, entry) in enumerate(pairwise(states), 1):
        assert keep(library, entry, before)
        for old in states[:number]:  # as files of previous games
            assert keep(library, old, on_board=False)
        assert latest(library).comments == ("library", *entry.comments)


def test_a_board_that_shows_the_comments_as_one_replaces_and_repeats_them(library: Library) -> None:
    keep(library, game())
    write(library, "library")
    keep(library, game("board"), game())
    opened = as_on_board(latest(library))
    assert opened.comments == ("library board",)
    keep(library, game("corrected"), game("board"))
    assert keep(library, opened, opened)  # another window has only shown it
    assert latest(library).comments == ("library", "corrected")
    opened = as_on_board(latest(library))
    keep(library, game("third"), game())
    keep(library, game("both"), opened)
    assert latest(library).comments == ("both", "third")
    for old in (game("corrected"), game("library"), opened):
        assert keep(library, old, on_board=False)
    assert latest(library).comments == ("both", "third")


def test_a_comment_in_the_words_of_several_replaces_none_of_them(library: Library) -> None:
    keep(library, game())
    write(library, "library")
    keep(library, game("board"), game())
    undo = write(library, "one for all")
    keep(library, game("library board"), game())
    undo()
    assert latest(library).comments == ("library", "board", "library board")
    keep(library, game("corrected"), game("library board"))
    assert latest(library).comments == ("library", "board", "corrected")


OLD = {
    "replaced": ('[Commented "{board}"]\n', ["library"], ["library"]),
    "replaced nothing": ('[Commented "{nothing}"]\n', ["library"], ["library", "board"]),
    "has it": ('[Commented "{nothing} {board}"]\n', ["library", "board"], ["library", "board"]),
    "has it joined": ('[Commented "{nothing} {board}"]\n', ["library board"], ["library board"]),
}


@pytest.mark.parametrize(("tag", "comments", "kept"), OLD.values(), ids=OLD)
def test_tags_of_earlier_versions_are_understood(
    library: Library, tag: str, comments: list[str], kept: list[str]
) -> None:
    """They listed the comments that were replaced, and those that the game had."""
    tag = tag.format(board="5523898095c25fca5a83f0d5", nothing="b8e1dda3ac0aa3820ad2990b")
    library.put([game(*comments, tag=tag)])
    keep(library, game("board"))
    assert latest(library).comments == tuple(kept)


@dataclass
class Board:
    """The board of a window, as it is and as it was last kept, or opened."""

    words: list[str] = field(default_factory=list)
    note: str = ""
    """The comment on the first move; different ones make versions of the game."""
    before: Entry | None = None
    past: list[list[str]] = field(default_factory=list)
    """Its earlier comments."""

    @property
    def entry(self) -> Entry:
        note = f"{{{self.note}}} 1..." if self.note else ""
        return game(*filter(None, [" ".join(self.words)]), moves=f"1. d2d3 {note} d6d5")


class Windows:
    """Two boards and two windows with the library, which change the comment on one game at random."""

    def __init__(self, library: Library, chance: Random, notes: list[str]) -> None:
        self.library, self.chance, self.notes = library, chance, notes
        self.typed = 0
        self.takers: dict[str, set[object]] = {}
        """For each word that was in the library, the changes that have removed it and are not undone."""
        self.repeated: set[str] = set()
        """Words that were in several comments at once, and may be removed with any of them."""
        self.boards = [Board(), Board()]
        self.files = [game()]
        self.shown = game()
        """The game in the dialog."""
        self.undos: list[Callable[[], None]] = []
        keep(library, game())

    @property
    def entries(self) -> list[Entry]:
        return [self.library.entry(found) for found in self.library.find(GameQuery())]

    def missing(self) -> set[str]:
        """Return the words that the library does not have, though nobody who saw them removed them."""
        entries = self.entries
        found = {word for entry in entries for word in entry.comment.split()}
        for entry in entries:
            counts = Counter(word for comment in entry.comments for word in {*comment.split()})
            self.repeated.update(word for word, count in counts.items() if count > 1)
        return {word for word, takers in self.takers.items() if not takers} - found - self.repeated

    def step(self) -> None:
        board = self.chance.choice(self.boards)
        self.chance.choice(
            [
                lambda: self.type(board),
                lambda: self.retype(board),
                lambda: self.keep(board),
                lambda: self.keep(board),
                lambda: self.open(board),
                self.tidy,
                self.show,
                self.write,
                self.undo,
            ]
        )()

    def edited(self, words: list[str]) -> list[str]:
        """Return a comment without some of the words, perhaps with a new one."""
        left = [word for word in words if self.chance.random() < 0.7]
        if self.chance.random() < 0.7:
            self.typed += 1
            left.insert(self.chance.randint(0, len(left)), f"word{self.typed}")
        return left

    def type(self, board: Board) -> None:
        board.past.append(board.words)
        board.words, board.note = self.edited(board.words), self.chance.choice([board.note, *self.notes])

    def retype(self, board: Board) -> None:
        """Type an earlier comment again, as by *Undo* on the board."""
        if board.past:
            board.words = self.chance.choice(board.past)

    def keep(self, board: Board) -> None:
        entry, change = board.entry, object()
        before = entry.comment.split() if board.before is None else board.before.comment.split()
        assert keep(self.library, entry, board.before)
        for word in board.words:
            if word not in before:
                self.takers[word] = set()
            self.takers.setdefault(word, set())
        for word in set(before).difference(board.words):
            self.takers.setdefault(word, set()).add(change)
        board.before = entry
        self.files.append(entry)

    def open(self, board: Board) -> None:
        entry = as_on_board(self.chance.choice(self.entries))
        note = next((note for note in self.notes if note and f"{{{note}}}" in entry.text), "")
        board.words, board.note, board.before, board.past = entry.comment.split(), note, entry, []

    def tidy(self) -> None:
        """Keep an old copy, such as the file of a previous game that is removed then."""
        assert keep(self.library, self.chance.choice(self.files), on_board=False)

    def show(self) -> None:
        self.shown = self.chance.choice(self.entries)

    def write(self) -> None:
        seen, change = self.shown.comment.split(), object()
        words = self.edited(seen)
        undo = write(self.library, " ".join(words), self.shown)
        new, gone = set(words).difference(seen), set(seen).difference(words)
        for word in new:
            self.takers[word] = set()
        for word in gone:
            self.takers[word].add(change)

        def undone() -> None:
            undo()
            for word in new:
                self.takers[word].add(change)
            for word in gone:
                self.takers[word].discard(change)

        self.undos.append(undone)

    def undo(self) -> None:
        if self.undos:
            self.undos.pop(self.chance.randrange(len(self.undos)))()


@pytest.mark.parametrize("notes", [[""], ["", "here", "there"]], ids=["one version", "several versions"])
@pytest.mark.parametrize("seed", range(20))
def test_no_comment_is_lost_between_windows(library: Library, notes: list[str], seed: int) -> None:
    """Unless one who saw it has removed it, and not undone that."""
    windows = Windows(library, Random(seed), notes)
    windows.write()
    for _ in range(40):
        windows.step()
        assert not windows.missing()
