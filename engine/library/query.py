"""Queries of the library's index: the conditions, the games found, and the SQL in between.

Every value is bound as a parameter.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from engine.library import texts
from engine.library.journal import LibraryError, Place
from engine.library.positions import position_key
from engine.record.record import GameResult
from engine.rules.rules import Rules
from engine.rules.values import Position

MAX_WORDS, MAX_LENGTH = 100, 10_000
"""The most words and characters to search for: SQLite takes about ten times as many."""


class Order(Enum):
    """The order of the games found; the value is the column."""

    ADDED = "id"
    FIRST = "shown(first)"
    SECOND = "shown(second)"
    RESULT = "result"
    DATE = "date"
    LENGTH = "plies"


@dataclass(frozen=True)
class GameQuery:
    """What to search for; fields that are empty or None match every game."""

    words: str = ""
    """Each must be found in players, event, date, comments or first moves, or be the result.

    A level with its number, such as ``level 1``, is one word.
    """
    uid: str = ""
    """The identity of a game."""
    kind: str = ""
    """The name of a kind of game, such as congo."""
    player: str = ""
    """A part of the name of either player."""
    result: GameResult | None = None
    since: str = ""
    """The first date, as 2026.09.01 or its beginning."""
    until: str = ""
    """The last date, likewise."""
    min_moves: int | None = None
    max_moves: int | None = None
    opening: str = ""
    """The first moves, as texts."""
    position: tuple[Rules, Position] | None = None
    """A position that the game reached; mirror images count."""
    order: Order = Order.ADDED
    descending: bool = False
    limit: int = -1
    """The largest number of games to return; all if negative."""


class FoundGame(NamedTuple):
    """A game as the index has it."""

    uid: str
    kind: str
    players: tuple[str, str]
    result: str
    reason: str
    date: str
    event: str
    plies: int
    opening: str
    place: Place
    number: int
    """Its number in the order in which games were added; rebuilding the index may change it."""
    ply: int | None = None
    """The plies before the position that was searched for."""

    @property
    def moves(self) -> int:
        """The number of moves, including an incomplete last one."""
        return (self.plies + 1) // 2


COLUMNS = (
    *("uid", "kind", "first", "second", "result", "reason", "date", "event", "plies", "opening"),
    *("file", "start", "length", "id"),
)
_TYPES = [int if name in ("plies", "start", "length", "id") else str for name in COLUMNS]


def find(connection: sqlite3.Connection, query: GameQuery) -> list[FoundGame]:
    """Return the games that match a query.

    The SQL function ``shown`` must return a player's shown name, and ``lowered`` a text in lower case:
    SQLite's own ``lower`` leaves letters outside ASCII as they are.
    """
    return [_found(row) for row in connection.execute(*statement(query))]


def statement(query: GameQuery) -> tuple[str, list[str | int]]:
    """Return the SQL of a query and its parameters.

    Raises:
        LibraryError: it is too long.
    """
    length = len(query.words) + len(query.player) + len(query.opening)
    if length > MAX_LENGTH or len(query.words.split()) > MAX_WORDS:
        raise LibraryError(texts.SEARCH_TOO_LONG)
    ply, source = "NULL", "games"
    values: list[str | int] = []
    if query.position is not None:
        ply = "ply"
        reached = "SELECT game, MIN(ply) AS ply FROM positions WHERE key = ? GROUP BY game"
        source = f"({reached}) JOIN games ON game = id"
        values.append(position_key(*query.position))
    conditions = []
    for condition, *bound in (("deleted = ?", 0), *_conditions(query)):
        conditions.append(str(condition))
        values += bound
    direction = "DESC" if query.descending else "ASC"
    sql = (
        f"SELECT {', '.join(COLUMNS)}, {ply} FROM {source} WHERE {' AND '.join(conditions)}"
        f" ORDER BY {query.order.value} {direction}, id {direction} LIMIT ?"
    )
    return sql, [bindable(value) for value in (*values, query.limit)]


def bindable(value: str | int) -> str | int:
    """Return the value or, if SQLite could not store it, one like it: valid UTF-8, or a number of 64 bits."""
    if isinstance(value, str):
        return value.encode(errors="backslashreplace").decode()
    return min(max(value, -(1 << 63)), (1 << 63) - 1)


def _conditions(query: GameQuery) -> Iterator[tuple[str | int, ...]]:
    """Yield the SQL conditions, each with its parameters."""
    for word in search_words(query.words):
        yield _word_condition(word)
    if query.uid:
        yield "uid = ?", query.uid
    if query.kind:
        yield "kind = ?", query.kind
    if query.player:
        like = _like(query.player.lower())
        names = " OR ".join(f"lowered({name}) LIKE ? ESCAPE '\\'" for name in _NAMES)
        yield f"({names})", *[like] * len(_NAMES)
    if query.result is not None:
        yield "result = ?", query.result.value
    if query.since:
        yield "date >= ? AND date GLOB '[0-9]*'", query.since
    if query.until:
        yield "substr(date, 1, ?) <= ? AND date GLOB '[0-9]*'", len(query.until), query.until
    if query.min_moves is not None:
        yield "(plies + 1) / 2 >= ?", query.min_moves
    if query.max_moves is not None:
        yield "(plies + 1) / 2 <= ?", query.max_moves
    if query.opening:
        yield "opening || ' ' LIKE ? ESCAPE '\\'", _like(f"{' '.join(query.opening.split())} ")[1:]


_NAMES = ("first", "second", "shown(first)", "shown(second)")
_RESULT_WORDS = {"draw": GameResult.DRAW, "unfinished": GameResult.NONE}


_WORD = re.compile(r"level[ =]+([0-9]+(?:\.[0-9]+)?)(?!\S)|\S+")
_NAMED_LEVEL = re.compile(r"level[ =]([0-9.]+)")
_LEVEL = "level="


def search_words(text: str) -> list[str]:
    """Return the words to search for, in lower case; a level with its number is one word."""
    found = _WORD.finditer(text.lower())
    return [f"{_LEVEL}{word[1]}" if word[1] else word[0] for word in found]


def level_in(word: str) -> str:
    """Return the number of a level that is searched for, empty if the word is another one."""
    found = _WORD.fullmatch(word)
    return (found[1] or "") if found else ""


def names_level(text: str, level: str) -> bool:
    """Return whether a text in lower case names a level, not one whose number only begins like that."""
    return any(named[1].rstrip(".") == level for named in _NAMED_LEVEL.finditer(text))


def _word_condition(word: str) -> tuple[str, ...]:
    results = {result.value: result for result in GameResult}
    if word in results:
        return "result = ?", word
    level = level_in(word)
    if level:
        columns = ("searched", "lowered(shown(first))", "lowered(shown(second))")
        patterns = f"*level?{level}[^0-9.]*", f"*level?{level}.[^0-9.]*"  # a full stop may end a sentence
        found = " OR ".join(f"{column} || ' ' GLOB ?" for column in columns for _ in patterns)
        return f"({found})", *patterns * len(columns)
    like = _like(word)
    found = "searched LIKE ? ESCAPE '\\' OR lowered(shown(first)) LIKE ? ESCAPE '\\'"
    found += " OR lowered(shown(second)) LIKE ? ESCAPE '\\'"
    if word in _RESULT_WORDS:
        return f"({found} OR result = ?)", like, like, like, _RESULT_WORDS[word].value
    return f"({found})", like, like, like


def _like(text: str) -> str:
    """Return a pattern for texts that contain `text`."""
    for sign in "\\%_":
        text = text.replace(sign, f"\\{sign}")
    return f"%{text}%"


def _found(row: Sequence[Any]) -> FoundGame:
    if list(map(type, row[: len(_TYPES)])) != _TYPES:
        raise sqlite3.DatabaseError(texts.WRONG_TYPE)  # SQLite puts any value into any column
    uid, kind, first, second, result, reason, date, event, plies, opening, *place, number, ply = row
    players, where = (first, second), Place(*place)
    return FoundGame(uid, kind, players, result, reason, date, event, plies, opening, where, number, ply)


# --- the moves played in a position


@dataclass(frozen=True)
class PlayedMove:
    """A move played in a position: how often, with which results, and in which game last."""

    move: str
    """As text, in the position that was searched for."""
    count: int
    wins: tuple[int, int]
    """The games that the first and the second side won."""
    draws: int
    sample: str
    """The identity of the newest of these games."""


def count_played(connection: sqlite3.Connection, key: int) -> int:
    """Return the number of games in which some move was played in a position."""
    return int(connection.execute(PLAYED_SQL, (key,)).fetchone()[0])


def played_rows(connection: sqlite3.Connection, key: int) -> list[tuple[Any, ...]]:
    """Return a row of `MOVES_SQL` for each move played in a position."""
    rows = connection.execute(MOVES_SQL, (key,)).fetchall()
    if any(type(row[0]) is not str for row in rows):
        raise sqlite3.DatabaseError(texts.WRONG_TYPE)
    return rows


MOVES_SQL = """
    SELECT move, COUNT(*), SUM(result = '1-0'), SUM(result = '0-1'), SUM(result = '1/2-1/2'), MAX(id)
    FROM (SELECT DISTINCT game, move FROM positions WHERE key = ? AND move <> '')
    JOIN games ON game = id
    WHERE deleted = 0
    GROUP BY move
"""
"""A game that repeats the position counts once for each of the moves that it played there."""
PLAYED_SQL = """
    SELECT COUNT(DISTINCT game) FROM positions JOIN games ON game = id
    WHERE key = ? AND move <> '' AND deleted = 0
"""
"""The games in which some move was played in a position."""
