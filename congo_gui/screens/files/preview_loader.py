"""Loads previews of games on a thread: the position and the players. No pygame."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from congo_gui import games as skins
from congo_gui.play.game_file import FileGame, UnreadableGame, games_in, read_game, shown_cursor
from congo_gui.screens.files import texts
from engine.players import warmup
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.system.errors import UserError
from engine.system.threads import start_thread

MAX_BYTES = 300_000
"""Larger files are not single games, and would take seconds to read."""
MAX_WAITING = 24
"""The maximum queue length: only recently visible rows matter."""


@dataclass(frozen=True)
class PreviewSource:
    """A file, or one of its games, at the time of listing."""

    path: Path
    changed: float
    game: FileGame | None = field(default=None, compare=False)
    line: int = 0
    """Where that game begins."""

    @classmethod
    def of(cls, path: Path, changed: float, game: FileGame | None = None) -> PreviewSource:
        """Return the source of a file, or of one of its games."""
        return cls(path, changed, game, game.line if game else 0)


@dataclass(frozen=True)
class Preview:
    """The position of a saved game, if it can be shown, and its caption."""

    rules: Rules
    title: str
    position: Position | None = None


class PreviewLoader:
    """Loads previews one by one, latest requests first; `wake` is called after each.

    What cannot be read has none; that of a game that would have to be compiled first has no position.
    """

    def __init__(self, rules: Rules, wake: Callable[[], None]) -> None:
        self._rules, self._wake = rules, wake
        self.found: dict[PreviewSource, Preview | None] = {}
        """The previews loaded so far."""
        self._waiting: list[PreviewSource] = []
        self._changed = threading.Condition()
        self._closed = False
        self._thread: threading.Thread | None = None
        self._is_warm = cache(warmup.is_warm)

    def preview(self, source: PreviewSource) -> Preview | None:
        """Return a preview, None if it is not loaded yet."""
        if source in self.found:
            return self.found[source]
        with self._changed:
            if source not in self._waiting:
                self._waiting = [*self._waiting[1 - MAX_WAITING :], source]
                self._changed.notify()
        if self._thread is None:
            thread = threading.Thread(target=self._run, name="previews", daemon=True)
            with suppress(UserError):  # there is none until the system allows a thread
                start_thread(thread)
                self._thread = thread
        return None

    def close(self) -> None:
        """End the thread after the current preview."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._waiting)
                if self._closed:
                    return
                source = self._waiting[-1]
            self.found[source] = self._read(source)
            with self._changed:
                self._waiting = [other for other in self._waiting if other != source]
            self._wake()

    def _read(self, source: PreviewSource) -> Preview | None:
        try:
            if source.game is None and source.path.stat().st_size > MAX_BYTES:
                return None
            game = source.game or games_in(source.path)[0]
            rules = game.rules
            if rules is None:
                return None
            several = source.game is None and game.count > 1
            title = texts.games_in_file(game.count) if several else game.title(rules)
            return Preview(rules, title, self._position(source.path, game, rules))
        except (UnreadableGame, OSError):
            return None

    def _position(self, path: Path, game: FileGame, rules: Rules) -> Position | None:
        """Return the position in which a game was saved; raise `UnreadableGame`."""
        if not self._can_replay(rules):
            return None
        record = read_game(path, game, rules)
        played = record.replay()
        return played.position_at(min(shown_cursor(record), len(played.plies)))

    def _can_replay(self, rules: Rules) -> bool:
        """Return whether a game's moves can be played without compiling them first."""
        return rules is self._rules or (rules.name in skins.names() and self._is_warm(rules.name))
