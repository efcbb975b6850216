"""The games in a tournament's file, from which it is resumed and its table is made."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

from engine.match import texts
from engine.match.conditions import OPENINGS_TAG
from engine.match.game_runner import SEATS_TAG
from engine.match.pairing import EventSettings, FinishedGame
from engine.record import record
from engine.record.parse import RecordError, Token, split_games, split_tokens
from engine.record.record import TOURNAMENT_HEAD
from engine.system.errors import UserError
from engine.system.files import MAX_TEXT_BYTES, NotText, is_there, read_text, require_writable
from engine.system.shared_file import shared_use, sole_use

Tags = Mapping[str, str]

MAX_SEED_DIGITS = 20
MAX_SECONDS = 1e9


def tournament_lock(path: Path | None) -> AbstractContextManager[None]:
    """Reserve the file of a tournament for this block: no other process may add games to it meanwhile.

    Raises:
        UserError: another process is doing so.
    """
    return _lock(path, sole_use)


@contextmanager
def no_tournament(path: Path | None) -> Iterator[None]:
    """Keep tournaments out of a file for this block, which adds other games: with them none could be resumed.

    Several processes may add other games to a file at the same time.

    Raises:
        UserError: the file is that of a tournament, a process is playing one in it, or it is not in UTF-8,
            so that no game in it could be read.
    """
    with _lock(path, shared_use):
        if path is not None and _is_tournament(path):
            raise UserError(texts.holds_tournament(path))
        yield


@contextmanager
def _lock(path: Path | None, use: Callable[[Path], AbstractContextManager[bool]]) -> Iterator[None]:
    if path is None:
        yield
        return
    with use(path) as is_free:
        if not is_free:
            raise UserError(texts.in_use(path))
        yield


def read_games(
    path: Path, settings: EventSettings, reading: Callable[[], None] = lambda: None
) -> tuple[list[FinishedGame], int]:
    """Return the finished games in a tournament's file, and the number of incomplete ones.

    A file that does not exist has no games. `reading` is called for each game; an exception from it stops
    the reading.

    Raises:
        UserError: the file holds something else, or cannot be read or written.
    """
    games, broken = [], 0
    for text, tokens in _parts(path):
        reading()
        tags = _tags(tokens)
        if tokens:
            _require_same(tags, settings, path)
        if tokens and tokens[-1].kind == "result":
            games.append(_played(text, tags, tokens))
        else:
            broken += 1
    require_writable(path)
    return games, broken


def stored_games(path: Path) -> list[tuple[Mapping[str, str], FinishedGame]]:
    """Return the finished games of a tournament's file with their tags.

    Raises:
        UserError: the file cannot be read, or holds something else.
    """
    read = ((text, tokens, _tags(tokens)) for text, tokens in _parts(path))
    whole = ((text, tokens, tags) for text, tokens, tags in read if tokens and tokens[-1].kind == "result")
    return [(tags, _played(text, tags, tokens)) for text, tokens, tags in whole]


def tournament_text(path: Path) -> str:
    """Return the text of a tournament's file.

    A power failure may have cut a name in the middle of a letter, or left NULs where text should be.

    Raises:
        UserError: the file cannot be read.
    """
    return read_text(path, strict=False).replace("\0", "")


def seed_of(path: Path) -> int | None:
    """Return the seed of the tournament in a file, None if there is no such file or no game in it."""
    for _, tokens in _parts(path):
        seed = _tags(tokens).get("Seed", "")
        if seed.isascii() and seed.isdigit() and len(seed) <= MAX_SEED_DIGITS:
            return int(seed)
    return None


def _is_tournament(path: Path) -> bool:
    try:
        known = read_text(path).replace("\0", "")
    except NotText:
        raise
    except UserError:
        # What is no file, is too large for a tournament, or may only be written can be added to.
        if os.path.isfile(path) and os.path.getsize(path) <= MAX_TEXT_BYTES and os.access(path, os.R_OK):
            raise
        return False
    games = [text for _, text in split_games(known)]
    return bool(games) and all(text.startswith(TOURNAMENT_HEAD) for text in games)


def _parts(path: Path) -> Iterator[tuple[str, list[Token]]]:
    """Yield the text and the tokens of each game in a file; no tokens if it ends in the middle of one."""
    if not is_there(path):
        return
    contents, has_games = tournament_text(path), False
    for line, text in split_games(contents):
        if not text.startswith(TOURNAMENT_HEAD) and not TOURNAMENT_HEAD.startswith(text.strip()):
            raise UserError(texts.not_a_tournament(path, line))
        has_games = True
        yield text, _tokens(text, line)
    if not has_games and contents.strip():  # a comment, for which the reader of games takes JSON, too
        raise UserError(texts.not_a_tournament(path, 1))


def _tokens(text: str, line: int) -> list[Token]:
    with suppress(RecordError):
        return split_tokens(text, line)
    return []


def _tags(tokens: list[Token]) -> dict[str, str]:
    return {token.name: token.text for token in tokens if token.kind == "tag"}


def _legacy_limits(limits: str) -> str:
    """Return limits as earlier versions wrote them, always in the plural."""
    return re.sub(r"\b1 node\b", "1 nodes", re.sub(r"\b1 ply\b", "1 plies", limits))


def _require_same(tags: Tags, settings: EventSettings, path: Path) -> None:
    """Check that a game belongs to this tournament; a truncated tag is ignored.

    Raises:
        UserError: it belongs to another one.
    """
    wanted = {"Game": settings.game, "Seed": str(settings.seed), "Limits": settings.time}
    for name, ours in (wanted | dict(settings.tags)).items():
        ours = " ".join(ours.split()).encode(errors="replace").decode()  # as it is written
        theirs = tags.get(name, ours)
        if name == OPENINGS_TAG and theirs != ours:
            raise UserError(texts.other_openings(path))
        if theirs not in (ours, _legacy_limits(ours)):
            raise UserError(texts.other_tournament(path, name, theirs, ours))


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 <= seconds <= MAX_SECONDS:
        raise ValueError(text)
    return seconds


def _plies(tokens: list[Token]) -> int:
    """Return the number of moves of a game, without those of its variations."""
    plies = depth = 0
    for token in tokens:
        depth += (token.kind == "open") - (token.kind == "close")
        plies += token.kind == "move" and depth <= 0
    return plies


def _played(text: str, tags: Tags, tokens: list[Token]) -> FinishedGame:
    """Return a game from its text.

    Raises:
        UserError: the text is not as the program wrote it.
    """
    try:
        pair, game = (int(part) for part in tags["Round"].split("."))
        by_side = [int(number) - 1 for number in tags[SEATS_TAG].split()]
        seconds = [_seconds(each) for each in tags.get("Seconds", "0 0").split()]
        if pair < 1 or game not in (1, 2) or min(by_side) < 0 or len(set(by_side)) != 2:
            raise ValueError(tags["Round"])
        result = record.GameResult(tokens[-1].text)
        one, other = (1, 0) if game == 2 else (0, 1)
        players, thinking_s = (by_side[one], by_side[other]), (seconds[one], seconds[other])
    except (IndexError, KeyError, ValueError):
        raise UserError(texts.bad_game(tags.get("Round", "?"))) from None
    won = {record.GameResult.FIRST: 0, record.GameResult.SECOND: 1}
    return FinishedGame(
        number=2 * (pair - 1) + game - 1,
        winner=by_side[won[result]] if result in won else None,
        reason=tags.get("Reason", ""),
        fault="Fault" in tags,
        plies=_plies(tokens),
        overruns=(None, None),
        text=text,
        players=players,
        seconds=thinking_s,
        not_played=result is record.GameResult.NONE,
    )
