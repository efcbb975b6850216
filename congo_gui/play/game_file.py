"""Saving and loading the window's games, and files of several games. No pygame."""

from __future__ import annotations

import codecs
import errno
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path

from congo_gui.play import texts
from congo_gui.play.file_players import player_name, player_title
from congo_gui.play.played_game import PlayedGame
from congo_gui.play.rated import RATED_TAG
from engine import rules as registry
from engine.game.game import Game
from engine.library.entry import ID_TAG
from engine.match.conditions import today
from engine.record.format import format_game
from engine.record.limits import MAX_LENGTH, excess
from engine.record.parse import parse_games, split_games
from engine.record.record import ORDERS, GameRecord, GameResult, GameTree, RecordedMove
from engine.rules.errors import GameError, IllegalMove
from engine.rules.rules import Rules
from engine.rules.values import Move
from engine.system.errors import UserError
from engine.system.files import read_file, with_line_feeds
from engine.system.shared_file import change_file

MAX_BYTES = 100_000_000
"""Maximum size of a file."""
HEAD_BYTES = 200_000
"""The part of a large file that is read to find the kind of its first game; of a game, to find its tags."""
NAME_BYTES = 200
"""Maximum size of the name of a new file, without its extension; most systems allow 255 in all."""
TAG_BYTES = 10_000
"""The part of an autosaved file that is read to list it."""
MAX_LINES = 4_000_000
MAX_GAMES = 50_000
WINDOW_EVENT = "game in the window"
"""The event of a game that was played in the window."""
SHOWN_TAG = "Shown"
"""The tag with the number of plies before the position on the board, if that is not the latest."""
UNDONE_TAG = "Undone"
"""The tag with the number of plies after that position, if moves were taken back."""
GAME_TAGS = frozenset({"Event", "Game"})
"""A part of a file with neither of these tags is not a game."""
FIRST_CHARACTERS = ("[", "{", ";")
"""The characters that a file of games may begin with."""
_TAG = re.compile(r'^\[\s*(\w+)\s+"([^"\\\n]*(?:\\.[^"\\\n]*)*)"\s*\]', re.MULTILINE)


class UnreadableGame(GameError):
    """A file cannot be opened; the message is one sentence for the user."""


class GameGone(UnreadableGame):
    """A game is no longer in its file as it was read from it."""


@dataclass(frozen=True)
class FileGame:
    """A game in a file, not yet parsed: its line, text and tags."""

    line: int
    text: str
    tags: Mapping[str, str]
    count: int = 1
    """The number of games in the file."""
    after_prose: bool = False
    """True if the file begins with something other than a game."""
    number: int = 1
    """Its number among the games in the file, from 1."""
    games: Sequence[FileGame] = field(default=(), compare=False, repr=False)
    """All games in the file, including this one, as they were when the file was read."""

    @property
    def rules(self) -> Rules | None:
        """The rules of its game, None if the tags name no known game."""
        try:
            return registry.get(self.tags.get("Game", ""))
        except UserError:
            return None

    def players(self, rules: Rules) -> list[str]:
        """Return the names of both players as in the file."""
        sides = zip(rules.facts.side_names, ORDERS, strict=True)
        return [self.tags.get(side.title(), self.tags.get(order, "?")) for side, order in sides]

    def title(self, rules: Rules) -> str:
        """Return players, result and date as one line."""
        players = self.players(rules)
        details = self.tags.get("Result", ""), shown_date(self.tags.get("Date", ""))
        return "   ".join(part for part in (_versus(players), *details) if part)


def _versus(names: Sequence[str]) -> str:
    return " v ".join(player_title(name) for name in names)


@lru_cache(1 << 12)
def shown_date(date: str) -> str:
    """Format a game's date for display; an incomplete date is returned unchanged."""
    try:
        return time.strftime("%d %b %Y", time.strptime(date, "%Y.%m.%d"))
    except ValueError:
        return date


# --- writing


def to_record(played: PlayedGame, clocks: bool = False) -> GameRecord:
    """Return the record of a game, with the remarks on its moves and the ply on the board.

    Undone moves are included; the result is that after the latest move. With `clocks` everything is included
    that only the running game needs: the current times of the clocks, and whether it is rated.
    """
    game, origin = played.game, played.origin
    end = game.final_outcome
    result = GameRecord.of(game, ended=(GameResult.of(end), end.detailed_reason if end else ""))
    tags = dict(origin.tags) if origin else {}
    if origin is None or _moves(played.remarks) != _moves(origin.moves):  # only reading is not playing
        tags.setdefault("Date", played.begun or today())
    tags[ID_TAG] = _identity(played)
    if not tags[ID_TAG]:
        del tags[ID_TAG]
    for of_running_game in (SHOWN_TAG, UNDONE_TAG, RATED_TAG):
        tags.pop(of_running_game, None)
    if clocks and played.rated is not None:
        tags[RATED_TAG] = played.rated.tag
    if not played.at_end:
        tags[SHOWN_TAG] = str(game.cursor)
    if played.is_taken_back:
        tags[UNDONE_TAG] = str(len(game.plies) - game.cursor)
    times = game.clocks.times if clocks and game.clocks is not None else None
    written = replace(
        result,
        players=_player_names(played),
        moves=tuple(played.remarks[: len(game.plies)]),
        tags=tags,
        event=WINDOW_EVENT,
        comment=played.introduction,
        clock_times=times,
    )
    return written if origin is None else _with_origin(written, origin, has_end=game.end is not None)


def _identity(played: PlayedGame) -> str:
    """Return the identity of a game: another one than in its file if other moves were played."""
    origin, moves = played.origin, _moves(played.remarks)
    if origin is None or moves[: len(origin.moves)] != _moves(origin.moves):
        return played.uid
    return origin.tags.get(ID_TAG, "")


def _moves(recorded: Iterable[RecordedMove]) -> list[Move]:
    return [each.move for each in recorded]


def _player_names(played: PlayedGame) -> tuple[str, str]:
    """Return the players' names for a file; unknown names are kept until the players change."""
    first, second = (player.absent or player_name(player) for player in played.players)
    return first, second


def _with_origin(written: GameRecord, origin: GameRecord, has_end: bool) -> GameRecord:
    """Restore the event of the file that a game is from, and its result if no move was played since.

    Not the result if the game `has_end` of its own, without a move.
    """
    written = replace(written, event=origin.event)
    moves = [[recorded.move for recorded in game.moves] for game in (written, origin)]
    if not has_end and moves[0] == moves[1] and written.result in (GameResult.NONE, origin.result):
        return replace(written, result=origin.result, reason=origin.reason)
    return written


def file_name(played: PlayedGame) -> str:
    """Return a file name for a game that has not been saved yet."""
    clean = re.sub(r"[^\w .,()+-]+", "-", _versus(_player_names(played)))
    name = f"{played.rules.facts.title} {time.strftime('%Y-%m-%d %H.%M')} {clean}"[:120]
    return name.encode()[:NAME_BYTES].decode(errors="ignore").strip() + ".txt"


# --- reading


def _tags(text: str) -> dict[str, str]:
    """Return the tags in the head of a game's text."""
    return dict(_TAG.findall(text[:HEAD_BYTES]))


def rules_in(text: str) -> Rules | None:
    """Return the rules of the first game in a text, None if its tags name no known game."""
    return FileGame(1, text, _tags(text)).rules


def first_rules(path: Path) -> Rules | None:
    """Return the rules of the first game in a file, None if its tags name no known game.

    Only the first `HEAD_BYTES` of a large file are read.

    Raises:
        UnreadableGame: a file that is not large contains no game.
    """
    try:
        if path.is_file() and path.stat().st_size > HEAD_BYTES:
            game = first_game(path, HEAD_BYTES)
            return None if game is None else game.rules
    except OSError:
        pass  # games_in raises and reports the same error
    return games_in(path)[0].rules


def first_game(path: Path, max_bytes: int) -> FileGame | None:
    """Return the first game in a file as far as the first `max_bytes` go; None if there is none.

    Raises:
        OSError: the file cannot be read.
    """
    if not path.is_file():
        return None
    with path.open("rb") as file:
        head = with_line_feeds(file.read(max_bytes)).decode("utf-8-sig", errors="replace")
    games = (FileGame(1, part, _tags(part)) for _, part in split_games(head))
    return next((game for game in games if not GAME_TAGS.isdisjoint(game.tags)), None)


def kept_game(text: str) -> GameRecord | None:
    """Return the game in an autosaved text, the first one, None if it is damaged."""
    try:
        first = next(split_games(text if len(text) <= MAX_LENGTH else ""), None)
        return playable(parse_games(first[1])[0]) if first is not None else None
    except UserError:
        return None


def games_in(path: Path) -> list[FileGame]:
    """Return the games in a file, at least one.

    Raises:
        UnreadableGame: the file cannot be read or has no game.
    """
    try:
        text = with_line_feeds(read_file(path, MAX_BYTES)).decode("utf-8-sig")
    except IsADirectoryError:
        raise UnreadableGame(_sentence(path, texts.IS_FOLDER)) from None
    except OSError as error:
        reason = texts.TOO_LARGE if error.errno == errno.EFBIG else error.strerror or texts.NOT_READABLE
        raise UnreadableGame(_sentence(path, reason.lower())) from None
    except UnicodeDecodeError:
        raise UnreadableGame(_sentence(path, texts.NOT_TEXT)) from None
    if text.count("\n") > MAX_LINES:
        raise UnreadableGame(_sentence(path, texts.TOO_LARGE.lower()))
    split = islice(split_games(text), MAX_GAMES + 1)
    parts = [FileGame(line, part, _tags(part)) for line, part in split]
    if not text.strip():
        raise UnreadableGame(_sentence(path, texts.EMPTY))
    if len(parts) > MAX_GAMES:
        raise UnreadableGame(_sentence(path, texts.too_many_games(MAX_GAMES)))
    games = [part for part in parts if not GAME_TAGS.isdisjoint(part.tags)]
    if not games:
        raise UnreadableGame(_sentence(path, texts.NO_GAME_TAG))
    after_prose = not text.lstrip().startswith(FIRST_CHARACTERS)
    found: list[FileGame] = []
    for number, game in enumerate(games, start=1):
        found.append(replace(game, count=len(games), after_prose=after_prose, number=number, games=found))
    return found


def written_game(record: GameRecord) -> FileGame:
    """Return a record as the only game of a file."""
    return FileGame(1, _text_of(record), {})


def write_back(path: Path, game: FileGame, record: GameRecord) -> FileGame:
    """Rewrite one game in a file, leaving the rest of the file unchanged; return the new game.

    Raises:
        GameGone: the game is no longer in the file.
        OSError: the file cannot be written.
    """
    text = _text_of(record)
    line, blank = _replace_lines(path, game, text.rstrip("\n"))
    return replace(game, line=line, text=text.rstrip("\n") + "\n" * blank)


def _text_of(record: GameRecord) -> str:
    """Return a game's text as it will be read back: unencodable characters are replaced."""
    return format_game(record).encode(errors="replace").decode()


def remove_game(path: Path, game: FileGame) -> None:
    """Remove one game from a file, leaving the rest of the file unchanged.

    Raises:
        GameGone: the game is no longer in the file.
        OSError: the file cannot be written.
    """
    try:
        _replace_lines(path, game, "")
    except GameGone:
        raise GameGone(texts.NOT_DELETED) from None


def _replace_lines(path: Path, game: FileGame, text: str) -> tuple[int, int]:
    """Replace a game by a text; return its line and the number of line ends after it.

    The blank lines after the game are kept unless the text is empty.
    """
    old = game.text.encode().split(b"\n")
    lines = len(old)
    while not old[-1].strip():
        old.pop()
    blank = lines - len(old)
    place = 1, blank

    def change(data: bytes) -> bytes:
        nonlocal place
        bom = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
        found = with_line_feeds(data.removeprefix(bom)).split(b"\n")
        start = _start_of(found, old, game.line - 1)
        end = start + len(old)
        # Appending another game reduces the number of blank lines after the last one.
        after = next((n for n, line in enumerate(found[end : end + blank]) if line.strip()), blank)
        place = start + 1, max(1, after)
        found[start : end + after] = [text.encode(), *[b""] * place[1]] if text else []
        if found and found[-1].strip() and start == len(found):  # the game before a deleted last one
            found.append(b"")
        changed = b"\n".join(found)
        has_only_cr = b"\r" in data and b"\n" not in data
        return bom + (changed.replace(b"\n", b"\r") if has_only_cr else changed)

    change_file(path, MAX_BYTES, change)
    return place


def _start_of(lines: list[bytes], old: list[bytes], expected: int) -> int:
    """Return the index of lines, nearest to the expected one: earlier games may have been removed.

    Raises:
        GameGone: the lines are no longer in the file.
    """
    if lines[expected : expected + len(old)] == old:
        return expected
    text, wanted = b"\n".join([b"", *lines, b""]), b"\n".join([b"", *old, b""])
    starts: list[int] = []
    line = seen = 0
    at = text.find(wanted)
    while at >= 0:
        line += text.count(b"\n", seen, at)
        starts.append(line)
        seen, at = at, text.find(wanted, at + 1)
    if not starts:
        raise GameGone(texts.FILE_CHANGED)
    return min(starts, key=lambda at: abs(at - expected))


def read_game(path: Path, game: FileGame, rules: Rules) -> GameRecord:
    """Parse one of the games in a file, which must be a game of `rules`.

    Raises:
        UnreadableGame: it is invalid, or a game with other rules.
    """
    try:
        found = playable(parse_games(game.text, first_line=game.line)[0])  # errors name the line in the file
    except UserError as error:
        reason = texts.not_a_game(str(error)) if game.after_prose else str(error)
        raise UnreadableGame(_sentence(path, reason)) from None
    if found.rules is not rules:
        raise UnreadableGame(_sentence(path, texts.other_game(found.rules.facts.title, rules.facts.title)))
    return found


def playable(record: GameRecord) -> GameRecord:
    """Return a game that can be replayed: itself, or an analysis with moves after a draw as a variation.

    Earlier versions have saved analyses with such a main line.

    Raises:
        GameError: it was over before the last ply.
    """
    try:
        record.replay()
    except IllegalMove:
        moves = GameTree(record.rules, record.start, record.moves, record.comment).record()
        if record.result is not GameResult.NONE or record.reason or excess(moves, record.comment):
            raise
        found = replace(record, moves=moves)
        found.replay()
        return found
    return record


def _sentence(path: Path, reason: str) -> str:
    return texts.not_opened(path.name, reason)


def shown_cursor(game: GameRecord) -> int:
    """Return the ply that was on the board when the game was saved."""
    text = game.tags.get(SHOWN_TAG, "")
    return int(text) if text.isdecimal() and len(text) < 6 else len(game.moves)


def was_taken_back(record: GameRecord, game: Game) -> bool:
    """Return whether the last moves of a saved game, which `game` replays, were taken back.

    Earlier versions wrote no result then, nor while an earlier position was shown, and they kept the tag.
    """
    if record.result is GameResult.NONE and game.final_outcome is not None:
        return True
    return record.tags.get(UNDONE_TAG) == str(len(record.moves) - shown_cursor(record))
