"""Keeps the play screen's game: saves and opens files, writes it after every ply, offers it back."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from congo_gui import games as skins
from congo_gui.draw.skin import Skin
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
from congo_gui.play.game_file import (
    FileGame,
    UnreadableGame,
    file_name,
    games_in,
    players_of,
    read_game,
    shown_cursor,
    to_record,
)
from congo_gui.play.player import Players
from congo_gui.play.session import Session
from congo_gui.screens.files.dialogs import OpenScreen, SaveScreen
from congo_gui.screens.files.welcome import WelcomeScreen
from congo_gui.screens.shared.base import Host
from congo_gui.store.autosave import Autosave, games_dir
from engine.game.clocks import Times
from engine.game.game import Game
from engine.record import record
from engine.record.record import GameRecord, RecordedMove
from engine.rules.outcome import Outcome
from engine.rules.position import Position
from engine.rules.rules import Rules
from engine.system.errors import UserError

LONG_MESSAGE = 8.0
"""Seconds for a message that explains something."""
CLOCKS_EVERY_S = 5.0
"""Seconds after which a running clock is written again: kill -9 gives back no more than that."""
WORTH_KEEPING = 2
"""So many plies make a game that is kept when another one takes its place."""

GAME_KEPT = "Your last game was kept: Open brings it back."
ANALYSIS_KEPT = "Your last analysis was kept: Open brings it back."
BOTH_KEPT = "Your last game and your last analysis were kept: Open brings them back."

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
Tell = Callable[[str, float], None]


class KeepingHost(Host, Protocol):
    """A program in whose window the game of a file may be of another kind than the one before."""

    def open_other_game(self, rules: Rules, open_it: Callable[[Keeper], None]) -> None:
        """Let another game have the window, where `open_it` shows it."""


@dataclass(frozen=True)
class _Kept:
    """What of the game was written last."""

    game: Game
    plies: int
    cursor: int
    position: Position
    outcome: Outcome | None
    players: Players
    remarks: tuple[RecordedMove, ...]
    introduction: str
    clocks: Times | None
    """What the clocks show where they stand, None while one runs."""


class Keeper:
    """Call `update` once per turn of the loop. `knows` tells which programs may be started."""

    def __init__(
        self,
        host: KeepingHost,
        session: Session,
        skin: Skin,
        autosave: Autosave,
        tell: Tell,
        knows: Callable[[str], bool],
    ) -> None:
        self._host, self._session, self._skin = host, session, skin
        self._autosave, self._tell, self._knows = autosave, tell, knows
        self._now = host.timing.now
        self._path: Path | None = None
        self._in_file: _Kept | None = None
        """What of the game is in the file of that path."""
        self._kept = self._state()
        self._record: GameRecord | None = None
        self._changed = False
        """Whether something has happened in the game since it was written."""
        self._written_at = self._now()
        session.events.subscribe(self._note_change, *CHANGES)
        session.events.subscribe(lambda _: self._make_way(), GameReplaced)

    # --- after every ply

    def update(self) -> None:
        """Write the game if it has changed, and now and then what its clocks show."""
        if not self._changed and not self._clocks_are_due:
            return
        self._changed, self._written_at = False, self._now()
        self._kept = self._state()
        if self._kept.plies:
            self._record = to_record(self._session.current, self._knows, clocks=True)
            self._autosave.keep(partial(record.write, self._record))
        else:
            self._autosave.forget()

    def _note_change(self, event: object) -> None:
        self._changed = True

    def _state(self) -> _Kept:
        one = self._session
        game, clocks = one.game, one.game.clocks
        current = one.current
        standing = clocks.times if clocks is not None and clocks.running is None else None
        return _Kept(
            game,
            len(game.plies),
            game.cursor,
            current.position,
            one.outcome,
            current.players,
            tuple(current.remarks),
            current.introduction,
            standing,
        )

    @property
    def _clocks_are_due(self) -> bool:
        """Whether a clock runs and was not written for a while."""
        clocks = self._session.game.clocks
        running = clocks is not None and clocks.running is not None
        return running and self._now() - self._written_at >= CLOCKS_EVERY_S

    def _make_way(self) -> None:
        """Keep the game that another one replaces, so that it can be brought back."""
        if self.is_played and self._record is not None:
            self._autosave.set_earlier(partial(record.write, self._record))
        self._path = self._record = None

    @property
    def is_played(self) -> bool:
        """Whether the game is kept when another one takes its place."""
        return self._kept.plies >= WORTH_KEEPING and any(player.is_human for player in self._kept.players)

    def set_aside(self) -> None:
        """Keep the game because another one is about to take the window."""
        self.update()
        self._make_way()

    def close(self) -> None:
        """Leave the game to the next start, unless nobody played it, or it is over and in a file."""
        self._session.pause()
        self.update()
        in_file = self._session.outcome is not None and self._state() == self._in_file
        if in_file or self._session.current.is_demo:
            self._autosave.forget()

    @property
    def record(self) -> GameRecord:
        """The game on the board with all that is known of it."""
        return to_record(self._session.current, self._knows, clocks=True)

    def bring_back(self, kept: GameRecord, why: str) -> None:
        """Show a game that had to leave the window, and say why it is back."""
        self._show(kept)
        self._tell(why, LONG_MESSAGE)

    # --- offering back what the last run left

    def offer(self) -> None:
        """Ask whether to go on with the game that was left; if it is over, only say where it is."""
        if not self._autosave.leftover:
            self._tell_kept()
            return
        try:
            left = record.read(self._autosave.leftover)[0]
            game = left.replay()
        except (UserError, IndexError):
            self._autosave.put_off()
            self._tell("The last game was damaged and cannot be brought back.", LONG_MESSAGE)
            return
        if left.rules is not self._session.game.rules or not game.plies:
            self._autosave.put_off()
            self._tell_kept()
            return
        cursor = shown_cursor(left)
        if cursor != game.cursor:
            game.go_to(cursor)
        if game.outcome is not None:
            self.decline()
            return
        first, second = players_of(left, self._knows)
        titles = (first.title, second.title)
        go_on = lambda: self._go_on(left)  # noqa: E731
        note = ANALYSIS_KEPT if self._autosave.left_analysis else ""
        self._autosave.left_analysis = False
        put_off = self._autosave.put_off
        self._host.push(WelcomeScreen(self._host, self._skin, game, titles, go_on, put_off, note))

    def decline(self) -> None:
        """Keep what the last run left for later, and say where it is."""
        has_game = bool(self._autosave.leftover)
        self._autosave.put_off()
        self._tell_kept(has_game)

    def _tell_kept(self, game: bool = False) -> None:
        """Say where the analysis is that the last run left, if it did, and the game if that is kept, too."""
        if self._autosave.left_analysis:
            told = BOTH_KEPT if game else ANALYSIS_KEPT
            self._tell(told, LONG_MESSAGE)
        elif game:
            self._tell(GAME_KEPT, LONG_MESSAGE)
        self._autosave.left_analysis = False

    def _go_on(self, left: GameRecord) -> None:
        self._autosave.leftover = ""
        self._show(left, go_on=True)

    def _show(self, found: GameRecord, go_on: bool = False) -> None:
        players = players_of(found, self._knows)
        self._session.games.open(found, players, shown_cursor(found), go_on)

    # --- files

    def save(self) -> None:
        """Ask for a name and save the game."""
        path = self._path or self.folder() / file_name(self._session.current, self._knows)
        self._host.push(SaveScreen(self._host, path, self._save_as))

    def save_other(self, other: GameRecord, saved: Callable[[], None]) -> None:
        """Ask for a name and save what is not the game on the board; call `saved` when that is done."""

        def save_as(path: Path) -> str:
            problem = self._write(path, other)
            if not problem:
                saved()
            return problem

        path = self.folder() / f"{other.rules.facts.title} {time.strftime('%Y-%m-%d %H.%M')} analysis.txt"
        self._host.push(SaveScreen(self._host, path, save_as))

    def open(self) -> None:
        """Ask for a file and open it."""
        rules = self._session.game.rules
        kept = {
            "The game before this one": self._autosave.earlier,
            "The last analysis": self._autosave.analysis,
        }
        self._host.push(OpenScreen(self._host, self.folder(), kept, rules, self._open))

    def open_file(self, path: Path) -> None:
        """Open a file that was dropped on the window: its only game, or let one be chosen."""
        try:
            games = games_in(path)
            if len(games) == 1:
                self._open(path, games[0])
                return
        except UnreadableGame as error:
            self._tell(str(error), LONG_MESSAGE)
            return
        self.open()
        screen = self._host.stack[-1]
        assert isinstance(screen, OpenScreen)
        screen.file_chosen(path)

    def folder(self) -> Path:
        """Return where games are saved."""
        last = Path(str(self._host.settings["games_folder"]))
        if last.is_absolute() and last.is_dir():
            return last
        with contextlib.suppress(OSError):
            games_dir().mkdir(parents=True, exist_ok=True)
        return games_dir()

    def _save_as(self, path: Path) -> str:
        """Save the game; return what went wrong, as a sentence, or nothing."""
        problem = self._write(path, to_record(self._session.current, self._knows))
        if not problem:
            self._settle(path)
        return problem

    def _write(self, path: Path, game: GameRecord) -> str:
        """Write a game to a file; return what went wrong, as a sentence, or nothing."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            record.save(path, [game])
        except OSError as error:
            return f"The game cannot be saved here: {(error.strerror or str(error)).lower()}."
        self._tell(f"Saved as “{path.name}”.", LONG_MESSAGE / 2)
        return ""

    def _open(self, path: Path, game: FileGame) -> None:
        """Show a game of a file; raise `UnreadableGame`, and then the game on the board stays.

        For one of another kind that game takes the window first, and gives it back if that fails.
        """
        rules = game.rules
        if rules is None or rules is self._session.game.rules or rules.name not in skins.names():
            self._open_here(path, game)
        else:
            self._host.open_other_game(rules, lambda keeper: keeper._open_here(path, game))

    def _open_here(self, path: Path, game: FileGame) -> None:
        self._show(read_game(path, game, self._session.game.rules))
        if path not in (self._autosave.earlier, self._autosave.analysis):
            self.update()
            self._settle(path)

    def _settle(self, path: Path) -> None:
        """Remember where the game is, and its folder for the next one."""
        self._path, self._in_file = path, self._state()
        self._host.settings["games_folder"] = str(path.parent)
