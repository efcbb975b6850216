"""Writes the game on the board after every ply, so that not even kill -9 loses it."""

from __future__ import annotations

from functools import partial

from congo_gui.play.events import (
    ClockSwitched,
    GameOver,
    GameReopened,
    GameReplaced,
    MovePlayed,
    PlayersChanged,
    PositionShown,
    RemarksChanged,
)
from congo_gui.play.session import Session
from congo_gui.screens.files.game_files import GameFiles
from congo_gui.screens.shared.base import Host
from engine.record.format import format_game
from engine.record.record import GameRecord

CLOCKS_EVERY_S = 5.0
"""After so long a running clock is written again: kill -9 gives back no more than that."""
MIN_PLIES_KEPT = 2
"""So many plies make a game that is kept when another one takes its place."""
CHANGES = (
    MovePlayed,
    PositionShown,
    GameReplaced,
    PlayersChanged,
    GameOver,
    GameReopened,
    RemarksChanged,
    ClockSwitched,
)
"""Events after which the game is written again."""


class GameAutosave:
    """Call `update` once per turn of the loop."""

    def __init__(self, host: Host, session: Session, files: GameFiles) -> None:
        self._store, self._now = host.autosave, host.timing.now
        self._session, self._files = session, files
        self._written: GameRecord | None = None
        """What was written last of the game on the board."""
        self._is_played = False
        """Whether what was written is kept when another game takes its place."""
        self._changed = False
        """Whether something has happened in the game since it was written."""
        self._written_at = self._now()
        session.events.subscribe(self._note_change, *CHANGES)
        session.events.subscribe(lambda _: self._make_way(), GameReplaced)

    def update(self) -> None:
        """Write the game if it has changed, and now and then what its clocks show."""
        if not self._changed and not self._clocks_are_due:
            return
        self._changed, self._written_at = False, self._now()
        self._is_played = self.is_played
        if self._session.game.plies:
            self._written = self.record
            self._store.keep(partial(format_game, self._written))
        else:
            self._store.forget()

    def _note_change(self, event: object) -> None:
        self._changed = True

    @property
    def _clocks_are_due(self) -> bool:
        """Whether a clock runs and was not written for a while."""
        clocks = self._session.game.clocks
        running = clocks is not None and clocks.running is not None
        return running and self._now() - self._written_at >= CLOCKS_EVERY_S

    @property
    def record(self) -> GameRecord:
        """The game on the board with all that is known of it."""
        return self._files.record(clocks=True)

    @property
    def is_played(self) -> bool:
        """Whether the game is kept when another one takes its place."""
        return len(self._session.game.plies) >= MIN_PLIES_KEPT and self._session.current.has_human

    # --- when the game leaves the board

    def _make_way(self) -> None:
        """Keep the game that another one replaces, so that it can be brought back."""
        if self._is_played and self._written is not None:
            self._store.set_earlier(partial(format_game, self._written))
        self._written, self._is_played = None, False

    def set_aside(self) -> None:
        """Keep the game because another one is about to take the window."""
        self.update()
        self._make_way()

    def close(self) -> None:
        """Leave the game to the next start, unless nobody played it, or it is over and in a file."""
        self._session.pause()
        self.update()
        in_file = self._session.outcome is not None and self._files.is_saved
        if in_file or self._session.current.is_demo:
            self._store.forget()
