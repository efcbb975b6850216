"""The file of a tournament: its games as record.py writes them, whose tags say to what they belong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from engine.match.pairing import EventSettings, FinishedGame, limits_text
from engine.record import record
from engine.record.tokens import RecordError, Token, split_games, split_tokens
from engine.system.errors import UserError
from engine.system.files import read_text, require_writable

Tags = Mapping[str, str]

EVENT = "tournament"
HEAD = f'[Event "{EVENT}"]'


def read_games(path: Path, settings: EventSettings) -> tuple[list[FinishedGame], int]:
    """Return the finished games of a tournament's file, and how many in it were not written to their end.

    A file that does not exist has none. Raises `UserError` if the file has anything else in it, or can be
    neither read nor written.
    """
    games, broken = [], 0
    for text, tokens in _parts(path):
        tags = _tags(tokens)
        if tokens:
            _require_same(tags, settings, path)
        if tokens and tokens[-1].kind == "result":
            games.append(_played(text, tags, tokens))
        else:
            broken += 1
    require_writable(path)
    return games, broken


def seed_of(path: Path) -> int | None:
    """Return the seed of the tournament in a file, None if there is no such file or no game in it."""
    for _, tokens in _parts(path):
        seed = _tags(tokens).get("Seed", "")
        if seed.isascii() and seed.isdigit():
            return int(seed)
    return None


def _parts(path: Path) -> Iterator[tuple[str, list[Token]]]:
    """Yield the text and the signs of each game in a file; no signs if it ends in the middle of one."""
    if not path.exists():
        return
    for line, text in split_games(read_text(path)):
        if not text.startswith(HEAD) and not HEAD.startswith(text.strip()):
            raise UserError(f"{path} is no file of a tournament: see its line {line}")
        yield text, _tokens(text, line)


def _tokens(text: str, line: int) -> list[Token]:
    with suppress(RecordError):
        return split_tokens(text, line)
    return []


def _tags(tokens: list[Token]) -> dict[str, str]:
    return {token.name: token.text for token in tokens if token.kind == "tag"}


def _as_once_written(limits: str) -> str:
    """Return limits as in the files of versions that knew no singular."""
    return re.sub(r"\b1 node\b", "1 nodes", re.sub(r"\b1 ply\b", "1 plies", limits))


def _require_same(tags: Tags, settings: EventSettings, path: Path) -> None:
    """Raise `UserError` if a game belongs to another tournament; a tag that is cut off says nothing."""
    wanted = {"Game": settings.game, "Seed": str(settings.seed), "Limits": limits_text(settings.limits)}
    for name, ours in (wanted | dict(settings.tags)).items():
        ours = " ".join(ours.split())  # as it is written
        theirs = tags.get(name, ours)
        if theirs not in (ours, _as_once_written(ours)):
            other = f"{path} holds another tournament: its {name} is '{theirs}', not '{ours}'"
            raise UserError(f"{other}; give what it was begun with to go on with it, or another file")


def _played(text: str, tags: Tags, tokens: list[Token]) -> FinishedGame:
    """Return a game from its text; raise `UserError` if somebody has changed what we wrote."""
    try:
        pair, game = (int(part) for part in tags["Round"].split("."))
        seats = [int(seat) - 1 for seat in tags["Seats"].split()]
        seconds = [float(each) for each in tags.get("Seconds", "0 0").split()]
        result = record.GameResult(tokens[-1].text)
        one, other = (1, 0) if game == 2 else (0, 1)
        players, thought = (seats[one], seats[other]), (seconds[one], seconds[other])
    except (IndexError, KeyError, ValueError):
        raise UserError(f"game {tags.get('Round', '?')} of the tournament's file cannot be read") from None
    won = {record.GameResult.FIRST: 0, record.GameResult.SECOND: 1}
    return FinishedGame(
        number=2 * (pair - 1) + game - 1,
        winner=seats[won[result]] if result in won else None,
        reason=tags.get("Reason", ""),
        fault="Fault" in tags,
        plies=sum(token.kind == "move" for token in tokens),
        overruns=(None, None),
        text=text,
        players=players,
        seconds=thought,
        crashed=result is record.GameResult.NONE,
    )
