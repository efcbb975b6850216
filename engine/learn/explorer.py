"""The opening explorer: the moves of the engine's games against itself in a position, and their results.

Its data come with the program as ``openings.txt`` in a game's folder, which `python -m engine openings build`
makes. The file is text. Its first line is ``congo-openings 1 CHECKSUM``, the CRC-32 of all the rest in
hexadecimal. The second line has two numbers: of the games played, and of the sample games that follow, each
on its own line: the result, the nodes per move, the size of the board and the moves, separated by spaces.
Every other line is a position and its moves, separated by tabs: the position as in the opening book
(`engine.book.opening_book.book_key`); the nodes of its deep analysis, 0 without one; and for each move the
text, the wins, draws and losses of the side that makes it, its score for that side (centipawns, ``#3`` for a
win in 3, ``#-3`` for a loss), and the number of a sample game, from 0. The most frequent move comes first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.book.opening_book import book_key, book_move_text
from engine.game.game import Game
from engine.learn import texts
from engine.record.record import GameRecord, GameResult
from engine.rules.rules import Rules
from engine.rules.values import Move, Position, Reason
from engine.search.limits import Score
from engine.search.state import WIN
from engine.system.errors import UserError
from engine.system.files import checksum, folder_of, read_file, with_checksum

HEADER = "congo-openings 1"
MAX_BYTES = 3_000_000
MAX_LINE_CHARS = 10_000
_COUNTS = re.compile(r"(\d{1,7}) (\d{1,7})", re.ASCII)
_SAMPLE = re.compile(r"(1-0|0-1|1/2-1/2) (\d{1,9}) (\d{1,2})((?: [!-~]+)*)", re.ASCII)
_POSITION = re.compile(
    r"[!-~][ -~]{0,299}\t\d{1,9}"
    r"(?:\t[!-~]{1,40} \d{1,7} \d{1,7} \d{1,7} (?:-?\d{1,5}|#-?\d{1,3}) \d{1,6}){1,200}",
    re.ASCII,
)
PLAYER = "engine:nodes={}"


@dataclass(frozen=True)
class ExploredMove:
    """A move with the results of the games in which it was played, for the side that makes it."""

    move: str
    wins: int
    draws: int
    losses: int
    score: Score
    sample: int
    """The number of a game in which it was played."""

    @property
    def games(self) -> int:
        """The number of games in which it was played."""
        return self.wins + self.draws + self.losses

    def __str__(self) -> str:
        """Return its text in a file."""
        score = f"#{self.score.mate}" if self.score.mate is not None else str(self.score.cp)
        return f"{self.move} {self.wins} {self.draws} {self.losses} {score} {self.sample}"

    @classmethod
    def parse(cls, text: str) -> ExploredMove:
        """Parse its text in a file."""
        move, wins, draws, losses, score, sample = text.split(" ")
        return cls(move, int(wins), int(draws), int(losses), _parse_score(score), int(sample))


def _parse_score(text: str) -> Score:
    if not text.startswith("#"):
        return Score(int(text))
    mate = int(text[1:])
    return Score(WIN - 2 * mate + 1 if mate > 0 else -WIN - 2 * mate, mate)


@dataclass(frozen=True)
class ExploredPosition:
    """The moves of a position, the most frequent first; `nodes` are those of its analysis, 0 without one."""

    nodes: int
    moves: tuple[ExploredMove, ...]

    @property
    def games(self) -> int:
        """The number of games that reached the position and continued with one of the moves."""
        return sum(each.games for each in self.moves)


@dataclass(frozen=True)
class SampleGame:
    """A game of the engine against itself; `nodes` are those per move, `size` is that of the board."""

    result: GameResult
    nodes: int
    size: int
    moves: tuple[str, ...]

    def __str__(self) -> str:
        """Return its line in a file."""
        return " ".join([self.result.value, str(self.nodes), str(self.size), *self.moves])

    def record(self, rules: Rules) -> GameRecord:
        """Return the record of the game.

        Raises:
            UserError: a move is impossible.
        """
        game = Game(rules, rules.start(self.size))
        for text in self.moves:
            game.play(rules.parse_move(game.position, text))
        player = PLAYER.format(self.nodes)
        ended = None if game.outcome else (self.result, Reason.ADJUDICATION.value)
        return GameRecord.of(game, (player, player), event=texts.OPENINGS_EVENT, ended=ended)

    def moves_from(self, rules: Rules, position: Position, move: str) -> tuple[Move, ...]:
        """Return the moves that were played from a position on, `move` first; see `moves_from`.

        Raises:
            UserError: a move is impossible, or was not played in the position.
        """
        return moves_from(self.record(rules), position, move)


def moves_from(record: GameRecord, position: Position, move: str) -> tuple[Move, ...]:
    """Return a game's moves from a position on, `move` first; mirrored if the game has its mirror image.

    Raises:
        UserError: the move was not played in the position.
    """
    rules, (key, mirrored) = record.rules, book_key(record.rules, position)
    before = record.start
    for at, recorded in enumerate(record.moves):
        found, mirrored_there = book_key(rules, before)
        differs = mirrored != mirrored_there
        if found == key and book_move_text(rules, recorded.move.text, differs) == move:
            onward = [each.move.text for each in record.moves[at:]]
            return _parse_line(rules, position, onward, differs)
        before = rules.play(before, recorded.move)
    raise UserError(texts.NO_SAMPLE)


def _parse_line(rules: Rules, position: Position, moves: Sequence[str], mirrored: bool) -> tuple[Move, ...]:
    """Return the moves of a line from a position on, written as in the book or its mirror image."""
    game = Game(rules, position)
    for text in moves:
        game.play(rules.parse_move(game.position, book_move_text(rules, text, mirrored)))
    return tuple(ply.move for ply in game.plies)


class Explorer:
    """The explored positions of a game; `games` were played for them.

    Positions and sample games are parsed when they are needed.
    """

    def __init__(self, games: int, samples: Sequence[str], positions: Mapping[str, str]) -> None:
        self.games = games
        self._samples, self._positions = samples, positions

    @property
    def size(self) -> int:
        """The number of positions."""
        return len(self._positions)

    def keys(self) -> Iterator[str]:
        """Yield the positions as the opening book writes them."""
        yield from self._positions

    def position(self, rules: Rules, position: Position) -> ExploredPosition | None:
        """Return what was played from a position, or its mirror image; None if that is not known."""
        key, mirrored = book_key(rules, position)
        line = self._positions.get(key)
        if line is None:
            return None
        nodes, *moves = line.split("\t")
        legal = {move.text for move in rules.legal_moves(position)}
        found = []
        for each in map(ExploredMove.parse, moves):
            text = book_move_text(rules, each.move, mirrored)
            if text in legal and each.sample < len(self._samples):
                found.append(ExploredMove(text, each.wins, each.draws, each.losses, each.score, each.sample))
        return ExploredPosition(int(nodes), tuple(found)) if found else None

    def sample(self, number: int) -> SampleGame:
        """Return a sample game by its number."""
        found = _SAMPLE.fullmatch(self._samples[number])
        assert found is not None
        result, nodes, size, moves = found.groups()
        return SampleGame(GameResult(result), int(nodes), int(size), tuple(moves.split()))


def openings_path(game: str) -> Path:
    """Return the path of the explorer's data that come with the program for a game."""
    return folder_of(game) / "openings.txt"


def read_explorer(path: Path) -> Explorer:
    """Read a file of explored openings, without parsing their positions and moves.

    Raises:
        UserError: it cannot be read, is not a file of openings, or is damaged.
    """
    try:
        text = read_file(path, MAX_BYTES).decode("ascii")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise UserError(texts.openings_unreadable(path, reason)) from None
    header, _, body = text.partition("\n")
    if not header.startswith(f"{HEADER} "):
        raise UserError(texts.no_openings_file(path, HEADER))
    if header != f"{HEADER} {checksum(body)}":
        raise UserError(texts.openings_damaged(path))
    return _parse(path, body.removesuffix("\n").split("\n"))


def _parse(path: Path, lines: list[str]) -> Explorer:
    counts = _COUNTS.fullmatch(lines[0])
    if counts is None:
        raise UserError(texts.bad_openings(path, 2))
    games, samples = map(int, counts.groups())
    positions: dict[str, str] = {}
    for number, line in enumerate(lines[1:], start=1):
        is_sample = number <= samples
        good = len(line) <= MAX_LINE_CHARS and (_SAMPLE if is_sample else _POSITION).fullmatch(line)
        if not good:
            raise UserError(texts.bad_openings(path, number + 2))
        if not is_sample:
            key, _, moves = line.partition("\t")
            positions[key] = moves
    if len(lines) <= samples:
        raise UserError(texts.bad_openings(path, 2))
    return Explorer(games, lines[1 : samples + 1], positions)


def explorer_bytes(
    games: int, samples: Iterable[SampleGame], positions: Mapping[str, ExploredPosition]
) -> bytes:
    """Return a file of explored openings; its positions are sorted by key."""
    written = [str(sample) for sample in samples]
    lines = [f"{games} {len(written)}", *written]
    for key, explored in sorted(positions.items()):
        lines.append("\t".join([key, str(explored.nodes), *map(str, explored.moves)]))
    body = "".join(f"{line}\n" for line in lines)
    return with_checksum(HEADER, body)


@cache
def explorer_of(game: str) -> Explorer | None:
    """Return the explorer's data that come with the program for a game, read once; None if there are none.

    Raises:
        UserError: its file is damaged.
    """
    path = openings_path(game)
    return read_explorer(path) if path.exists() else None
