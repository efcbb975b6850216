"""The games of a file as a list that can be searched and sorted, without playing their moves. No pygame."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from pathlib import Path

from congo_gui.play import texts
from congo_gui.play.file_players import player_title
from congo_gui.play.game_file import GAME_TAGS, MAX_BYTES, WINDOW_EVENT, FileGame, games_in, shown_date
from congo_gui.play.wording import reason_shown
from engine.library.entry import leading_comment
from engine.library.query import MAX_WORDS, level_in, names_level, search_words
from engine.record.parse import main_moves
from engine.record.record import GameResult
from engine.rules.rules import Rules
from engine.system.files import read_file, with_line_feeds

OPENING_PLIES = 12
"""The number of first plies of a game that a search covers."""
REPORT_INTERVAL = 500
"""The number of games between two progress reports."""


class Column(Enum):
    """The columns of the list, by which games can be sorted."""

    NUMBER = "number"
    FIRST = "first"
    SECOND = "second"
    RESULT = "result"
    DATE = "date"
    LENGTH = "length"


@dataclass(frozen=True)
class ListedGame:
    """A game in a file, with the values that a list shows."""

    number: int
    """Its number in the file, from 1."""
    game: FileGame
    players: tuple[str, str]
    plies: int
    opening: str
    """Its first moves."""
    searched: str
    """The text to search, in lower case."""

    @property
    def event(self) -> str:
        """The event at which it was played, empty for a game in this program's window."""
        event = self._tag("Event")
        return "" if event == WINDOW_EVENT else event

    @cached_property
    def comment(self) -> str:
        """The comment before the first move."""
        return leading_comment(self.game.text)

    @property
    def result(self) -> str:
        """Its result as in PGN."""
        return self._tag("Result")

    @property
    def reason(self) -> str:
        """The reason for its end, as text."""
        reason = self._tag("Reason")
        return reason_shown(self.game.rules, reason) if self.game.rules else reason

    @property
    def date(self) -> str:
        """The date as year, month and day; parts may be unknown."""
        return self._tag("Date")

    def _tag(self, name: str) -> str:
        """Return the value of a tag, empty if there is none."""
        value = self.game.tags.get(name, "")
        return re.sub(r"\\(.)", r"\1", value) if "\\" in value else value

    @property
    def moves(self) -> int:
        """The number of moves, including an incomplete last one."""
        return (self.plies + 1) // 2


def listed(
    games: Sequence[FileGame], rules: Rules, report: Callable[[int], None] = lambda done: None
) -> list[ListedGame]:
    """Return the list entries of games; a game without a `Game` tag is assumed to have these `rules`.

    `report` is called every `REPORT_INTERVAL` games with the number of games done.
    """
    names = cache(player_title)
    found = []
    for number, game in enumerate(games, start=1):
        found.append(_listed(number, game, rules, names))
        if number % REPORT_INTERVAL == 0:
            report(number)
    return found


def _listed(number: int, game: FileGame, rules: Rules, names: Callable[[str], str]) -> ListedGame:
    first, second = game.players(game.rules or rules)
    moves = main_moves(game.text)
    opening = " ".join(moves[:OPENING_PLIES])
    tags = [game.tags.get(name, "") for name in ("Event", "Result", "Date")]
    shown = names(first), names(second)
    searched = "\n".join((first, second, *shown, *tags, shown_date(tags[-1]), opening)).lower()
    return ListedGame(number, game, shown, len(moves), opening, searched)


def matching_games(games: Iterable[ListedGame], text: str) -> list[ListedGame]:
    """Return the games that contain every word of a text, or the first `MAX_WORDS` of a long one.

    A result is compared with the game's result.
    """
    words = list(dict.fromkeys(search_words(text)))[:MAX_WORDS]
    return [game for game in games if all(_has(game, word) for word in words)]


def _has(game: ListedGame, word: str) -> bool:
    if word in _RESULTS:
        return game.result == word
    level = level_in(word)
    if level:
        return names_level(game.searched, level)
    return word in game.searched or game.result == _RESULT_WORDS.get(word)


_RESULTS = frozenset(result.value for result in GameResult)
_RESULT_WORDS = {texts.DRAW_RESULT: GameResult.DRAW.value, texts.NO_RESULT: GameResult.NONE.value}


def sort_games(games: Iterable[ListedGame], column: Column, reverse: bool = False) -> list[ListedGame]:
    """Sort games by a column; equal ones keep the order of the file."""
    keys: dict[Column, Callable[[ListedGame], str | int]] = {
        Column.NUMBER: lambda game: game.number,
        Column.FIRST: lambda game: game.players[0].lower(),
        Column.SECOND: lambda game: game.players[1].lower(),
        Column.RESULT: lambda game: game.result,
        Column.DATE: lambda game: game.date,
        Column.LENGTH: lambda game: game.plies,
    }
    key = keys[column]
    in_order = sorted(games, key=lambda game: game.number)
    return sorted(in_order, key=key, reverse=reverse)


def read_list(path: Path, rules: Rules, report: Callable[[int], None]) -> list[ListedGame]:
    """Return the list entries of the games in a file, at least one.

    Raises:
        UnreadableGame: the file cannot be read or has no game.
    """
    return listed(games_in(path), rules, report)


def count_games(path: Path) -> int:
    """Estimate the number of games in a file, at least one, without parsing them.

    Raises:
        OSError: the file cannot be read.
    """
    text = b"\n" + with_line_feeds(read_file(path, MAX_BYTES)).removeprefix(codecs.BOM_UTF8)
    return max(1, *(text.count(b"\n[" + tag.encode() + b" ") for tag in GAME_TAGS))
