"""The moves played in a position in the player's own games, from the library. No pygame."""

from __future__ import annotations

from typing import NamedTuple

from congo_gui.play.file_players import player_title
from congo_gui.play.wording import percent, side_name
from congo_gui.screens.analysis import texts
from congo_gui.screens.analysis.known_moves import NOTHING, KnownMove, KnownMoves, KnownMoveTone, ResultShares
from congo_gui.store.game_library import GameLibrary, LibraryJob
from engine.learn.explorer import moves_from
from engine.library.entry import Entry
from engine.library.library import Library
from engine.library.query import PlayedMove
from engine.record.record import GameRecord
from engine.rules.rules import Rules
from engine.rules.values import FIRST, SECOND, Move, Position
from engine.system.errors import UserError

INDEXED_AT_ONCE = 100
"""The maximum number of games whose positions are indexed before each answer."""


class _Answer(NamedTuple):
    """The moves played in a position, in how many games, and how many games are not indexed yet."""

    played: list[PlayedMove]
    games: int
    pending: int


class OwnGames:
    """Asks the library about one position after another, without waiting for its answers."""

    def __init__(self, rules: Rules, library: GameLibrary) -> None:
        self._rules, self._library = rules, library
        self._asked: tuple[Position, LibraryJob[_Answer]] | None = None
        self._read: LibraryJob[_Answer] | None = None
        """The last job whose result was read."""
        self._known = NOTHING

    def of(self, position: Position) -> KnownMoves:
        """Return the moves of a position, or a note that the library is still searching."""
        if self._asked is None or self._asked[0] != position:
            self._known = KnownMoves(texts.ASKING_LIBRARY, own=True)
            self._ask(position)
        job = self._asked[1] if self._asked else None
        if job is not None and job.is_over and job is not self._read:
            self._read = job
            self._known = (
                self._moves(position, job.result) if job.result else KnownMoves(job.problem, own=True)
            )
            if job.result and job.result.pending:
                self._ask(position)
        return self._known

    def _ask(self, position: Position) -> None:
        """Ask about a position, after reading new games of other windows and indexing some positions."""
        rules = self._rules

        def find(library: Library) -> _Answer:
            library.catch_up()
            library.index_positions([rules.name], INDEXED_AT_ONCE)
            played, games = library.moves_from(rules, position), library.games_from(rules, position)
            return _Answer(played, games, library.pending([rules.name]))

        self._asked = position, self._library.ask(find)

    def _moves(self, position: Position, answer: _Answer) -> KnownMoves:
        legal = {move.text: move for move in self._rules.legal_moves(position)}
        played = [counted for counted in answer.played if counted.move in legal]
        if not played:
            if answer.pending:
                return KnownMoves(texts.ASKING_LIBRARY, own=True)
            return KnownMoves(texts.NO_GAMES, tip=texts.NO_OWN_GAMES, own=True)
        moves = tuple(self._move(legal[counted.move], counted) for counted in played)
        caption = texts.own_games(answer.games)
        return KnownMoves(caption, moves, texts.OWN_GAMES_TIP, own=True)

    def _move(self, move: Move, each: PlayedMove) -> KnownMove:
        rules = self._rules
        results = ResultShares(*(count / each.count for count in (each.wins[0], each.draws, each.wins[1])))
        words = texts.played_move(
            move.text,
            each.count,
            (side_name(rules, FIRST), percent(results.first)),
            percent(results.drawn),
            (side_name(rules, SECOND), percent(results.second)),
        )
        return KnownMove(move, f"{each.count:,}", KnownMoveTone.PLAYED, words, results, sample=each.sample)

    def sample(self, position: Position, move: Move, uid: str) -> LibraryJob[tuple[tuple[Move, ...], str]]:
        """Ask for the moves of a game from a position on, and for a comment that describes the game."""

        def read(library: Library) -> tuple[tuple[Move, ...], str]:
            record = _record(library, uid)
            first, second = (player_title(name) for name in record.players)
            date = record.tags.get("Date", "")
            comment = texts.own_sample_comment(first, second, record.result.value, date)
            return moves_from(record, position, move.text), comment

        return self._library.ask(read)


def _record(library: Library, uid: str) -> GameRecord:
    """Return a game of the library.

    Raises:
        UserError: it has been deleted, or cannot be read.
    """
    found = library.game(uid)
    entry = Entry.parse(library.text(found)) if found else None
    if entry is None:
        raise UserError(texts.GAME_DELETED)
    return entry.record()
