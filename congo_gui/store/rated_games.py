"""The results of rated games, in a file to which every window appends. No pygame.

The file is text: a line with its version, then one JSON object per line: a result, the review of a game, or
the id of one whose result was deleted. Ratings are computed from the results, never stored. Lines that
cannot be read are skipped, and stay in the file.
"""

from __future__ import annotations

import json
import logging
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

from congo_gui.store.last_answer import WatchedFile
from congo_gui.store.progress_file import DAMAGED
from engine.learn.game_review import GameReview, PhaseAccuracy
from engine.learn.glicko import Rating
from engine.learn.player_rating import fair_level, rating_history
from engine.search.skill import MAX_LEVEL

LOG = logging.getLogger(__name__)
FILE = "rated-games.txt"
HEADER = "congo-rated-games 1"
MAX_BYTES, MAX_LINE, MAX_GAMES = 64 << 20, 100_000, 5_000
"""The size of the file, the characters of a line, and the games of each kind that count, the latest ones."""
MAX_LINES = 60_000
"""The lines that are read, the last ones; of all kinds of games."""
MAX_READ_BYTES = 12 << 20
"""How much of the end of the file is read, some 10,000 results: the window waits for that."""
MAX_TEXT, MAX_PARTS = 20_000, 20
"""The maximum characters of a text in a line, and the maximum number of phases or themes."""
SCORES = (0.0, 0.5, 1.0)
RECENT_GAMES = 10
"""The number of last games whose missed motifs count."""


@dataclass(frozen=True)
class RatedResult:
    """A finished rated game; `score` is the player's: 1, 0.5 or 0, `ended` a Unix time in seconds."""

    id: str
    game: str
    level: float
    side: int
    score: float
    ended: float
    moves: str
    """All moves in the game's notation, separated by spaces."""
    review: GameReview | None = None
    """None until the game is reviewed."""


class RatedGames:
    """The rated games of this user; `change` changes a file in the background."""

    def __init__(self, folder: Path, change: Callable[[Path, Callable[[bytes], bytes]], None]) -> None:
        self.path, self._change = folder / FILE, change
        self._games: dict[str, RatedResult] = {}
        self._lines: list[tuple[str, str]] = []
        """The lines of this window, each with its game: those that could not be written are tried again."""
        self._deleted: set[str] = set()
        """Games whose results were deleted: they never count again."""
        self._file = WatchedFile(self.path, MAX_BYTES)
        self._take_data(self._file.first())

    # --- reading

    def results(self, game: str) -> tuple[RatedResult, ...]:
        """Return the results in a game, the oldest first."""
        self._read()
        return tuple(result for result in self._games.values() if result.game == game)

    def knows(self, id: str) -> bool:
        """Return whether the result of a rated game is known."""
        self._read()
        return id in self._games

    def has_counted(self, id: str) -> bool:
        """Return whether the result of a rated game is known, or was and has been deleted."""
        return self.knows(id) or id in self._deleted

    def history(self, game: str) -> list[Rating]:
        """Return the rating before the first, and after each rated game."""
        return rating_history([(result.level, result.score) for result in self.results(game)])

    def next_level(self, game: str) -> float:
        """Return the level of the next opponent."""
        return fair_level(self.history(game)[-1], len(self.results(game)))

    def next_side(self, game: str) -> int:
        """Return the side that the player has next: sides alternate, and a newcomer moves first."""
        results = self.results(game)
        return 1 - results[-1].side if results else 0

    def missed_motifs(self, game: str) -> dict[str, int]:
        """Return in how many of the last games each motif was missed, the most frequent first."""
        recent = self.results(game)[-RECENT_GAMES:]
        counts = Counter(motif for result in recent if result.review for motif in result.review.missed)
        return dict(counts.most_common())

    # --- changing

    def add(self, result: RatedResult) -> None:
        """Add the result of a game, unless it has been counted."""
        if not self.has_counted(result.id):
            self._games[result.id] = result
            values = {name: value for name, value in asdict(result).items() if name != "review"}
            self._append((result.game, json.dumps(values)))

    def note_reviews(self, reviews: Mapping[str, GameReview]) -> None:
        """Store what the reviews of games, by their ids, have found."""
        added = []
        for id, review in reviews.items():
            if id in self._games:
                self._games[id] = replace(self._games[id], review=review)
                added.append((self._games[id].game, json.dumps({"reviewed": id, **asdict(review)})))
        if added:
            self._append(*added)

    def _append(self, *added: tuple[str, str]) -> None:
        self._lines += added
        lines = [line for _, line in self._lines]
        self._change(self.path, lambda data: _with(data, lines))

    def forget(self, game: str) -> None:
        """Delete the results in a game."""
        gone = {result.id for result in self.results(game)}
        self._deleted |= gone
        self._games = {id: result for id, result in self._games.items() if id not in gone}
        self._lines = [(of_game, line) for of_game, line in self._lines if of_game != game]
        self._change(self.path, lambda data: _without(data, game, gone))

    # --- the file

    def _read(self) -> None:
        """Read the file if another window has changed it; results that are not in it yet are kept."""
        if (data := self._file.news()) is not None:
            self._take_data(data)

    def _take_data(self, data: bytes) -> None:
        self._games = {}
        lines, unread = data[-MAX_READ_BYTES:].decode(errors="replace").split("\n"), 0
        for line in [*lines[-MAX_LINES:], *(line for _, line in self._lines)]:
            if line.strip() and not line.startswith(HEADER.partition(" ")[0]):
                unread += not self._take(line)
        counts: Counter[str] = Counter()
        for result in reversed(list(self._games.values())):
            counts[result.game] += 1
            if counts[result.game] > MAX_GAMES:
                del self._games[result.id]
        if unread:
            LOG.warning("%s: %d lines could not be read", self.path, unread)

    def _take(self, line: str) -> bool:
        """Apply a line of the file; return whether it could be read."""
        try:
            values = json.loads(line[:MAX_LINE])
            if "deleted" in values:
                self._deleted.add(_text(values["deleted"]))
                self._games.pop(values["deleted"], None)
            elif "reviewed" in values:
                known = self._games.get(values["reviewed"])
                if known is not None:
                    self._games[known.id] = replace(known, review=_parse_review(values))
            else:
                result = _result(values)
                if result.id not in self._deleted:
                    self._games.setdefault(result.id, result)
        except DAMAGED:
            return False
        return True


def _result(values: Any) -> RatedResult:
    id, game, moves = (_text(values[name]) for name in ("id", "game", "moves"))
    level, score, ended = (_number(values[name]) for name in ("level", "score", "ended"))
    side = values["side"]
    known = id and game and 1 <= level <= MAX_LEVEL and score in SCORES and ended >= 0
    if not known or type(side) is not int or side not in (0, 1):
        raise ValueError(values)
    return RatedResult(id, game, level, side, score, ended, moves)


def _parse_review(values: Any) -> GameReview:
    phases = {}
    for name, phase in list(values["phases"].items())[:MAX_PARTS]:
        accuracy, moves = _number(phase["accuracy"]), int(_number(phase["moves"]))
        if not (0 <= accuracy <= 100 and 0 < moves <= MAX_TEXT):
            raise ValueError(values)
        phases[_text(name)] = PhaseAccuracy(accuracy, moves)
    return GameReview(phases, tuple(_text(theme) for theme in values["missed"][:MAX_PARTS]))


def _text(value: Any) -> str:
    if type(value) is not str or len(value) > MAX_TEXT:
        raise ValueError(value)
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise ValueError(value)
    return float(value)


def _with(data: bytes, lines: Iterable[str]) -> bytes:
    """Return the contents of a file with these lines appended, unless it has them."""
    known = b"\n" + data + b"\n"
    missing = b"".join(line + b"\n" for line in map(str.encode, lines) if b"\n" + line + b"\n" not in known)
    start = data or f"{HEADER}\n".encode()
    return start + (b"" if start.endswith(b"\n") else b"\n") + missing


def _without(data: bytes, game: str, ids: Iterable[str]) -> bytes:
    """Return the contents of a file without the lines about a game, also those that another window added.

    Instead, it says which games they were: a game on the disk may have ended with such a result.
    """
    gone = set(ids)
    kept = bytearray()
    for line in BytesIO(data or f"{HEADER}\n".encode()):
        try:
            is_object = line.lstrip().startswith(b"{") and len(line.rstrip(b"\n")) <= MAX_LINE
            values = json.loads(line) if is_object else {}
            if values.get("game") == game:
                gone.add(str(values.get("id")))
                continue
            if values.get("reviewed") in gone:
                continue
        except (*DAMAGED, UnicodeDecodeError):
            pass
        kept += line
    kept += b"" if kept.endswith(b"\n") or not kept else b"\n"
    return bytes(kept) + b"".join(json.dumps({"deleted": id}).encode() + b"\n" for id in sorted(gone))
