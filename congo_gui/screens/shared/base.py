"""The interfaces of a screen and of the program that shows it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pygame

from congo_gui.commands.command import Handlers, Where
from congo_gui.draw.theme import Theme
from congo_gui.play.clocks import Timing
from congo_gui.play.player import PlayerConfigs
from congo_gui.play.rated import RatedGame
from congo_gui.screens.shared import texts
from congo_gui.screens.shared.commands import ScreenCommands
from congo_gui.store.autosave import Autosave
from congo_gui.store.ending_progress import EndingProgress
from congo_gui.store.game_library import GameLibrary
from congo_gui.store.puzzle_progress import PuzzleProgress
from congo_gui.store.rated_games import RatedGames
from congo_gui.store.settings import Settings
from congo_gui.system import clipboard
from congo_gui.system.sound import Sounds
from congo_gui.widgets.base import earliest
from congo_gui.widgets.bubbles import Toast
from congo_gui.widgets.group import WidgetGroup
from engine.rules.rules import Rules
from engine.rules.values import Position

MAX_PASTED = 1_000_000
"""Maximum characters of a pasted text, which is read on the window's thread."""


class BackgroundJob(Protocol):
    """Work on a file, on a thread."""

    path: Path
    is_over: bool
    problem: str
    """Why there is no file, as a sentence."""


class Host(Protocol):
    """The running program, as screens see it."""

    settings: Settings
    autosave: Autosave
    library: GameLibrary
    puzzle_progress: PuzzleProgress
    ending_progress: EndingProgress
    rated_games: RatedGames
    sounds: Sounds
    timing: Timing
    screen_reader: Callable[[str], None]
    """Writes a line for a screen reader, if `--aloud` is given."""
    handlers: Handlers
    """The handlers of the whole window's commands."""

    @property
    def wake(self) -> Callable[[], None]:
        """A function that wakes the event loop; it may be called from any thread."""

    @property
    def key_repeats(self) -> bool:
        """True while the event that is handled is the repetition of a key that is held."""

    def push(self, screen: Screen) -> None:
        """Open a screen above the others."""

    def pop(self, screen: Screen) -> None:
        """Close a screen, which frees its resources."""

    def pop_with_dialogs(self, screen: Screen) -> None:
        """Close a screen that may lie below others, and the dialogs that belong to it."""

    def leave_screens(self, question: str, leave: Callable[[], None]) -> None:
        """Call `leave`, which closes screens above the game, unless one of them asks first."""

    def close_above_game(self) -> bool:
        """Close all screens above the game; return whether that left an analysis, which *Open* lists now."""

    def show_toast(self, text: str, seconds: float | None = None) -> None:
        """Show a message on the top screen for `seconds`, or as long as it takes to read."""

    def export(self, path: Path, write: Callable[[], str]) -> None:
        """Call `write` on a thread, unless `path` is being written; then show its sentence, or its error.

        The screen that exports may be closed meanwhile: disks can be slow.
        """

    def follow(self, job: BackgroundJob, finish: Callable[[], None]) -> None:
        """Call `finish` when a job is over, whatever is open by then; the window closes only after that."""

    def is_writing(self, path: Path) -> bool:
        """Return whether a job that is followed has yet to write a file."""

    def change_game(
        self,
        rules: Rules,
        players: PlayerConfigs,
        start: Position | None,
        *,
        offer: bool = False,
        rated: RatedGame | None = None,
    ) -> None:
        """Switch the window to another game; None for `start` is the game's own start position.

        `offer` asks whether to continue the last game of this kind instead; `rated` makes it a rated game.
        """

    def toggle_full_screen(self) -> None:
        """Toggle full screen."""

    def apply_settings(self) -> None:
        """Apply the current settings to every screen."""

    def quit(self) -> None:
        """Close the window, unless a screen asks first."""


class Screen:
    """A layer of the stack: the top one gets the events, all are drawn from the bottom up."""

    _where = Where.DIALOG
    """The commands that are available on it, besides those of the whole window."""
    covers = False
    """True if it fills the window, so that what lies below need not be drawn."""
    stands_alone = False
    """True if it uses nothing of the screen below, which may be closed before it."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.theme: Theme | None = None
        self.toast = Toast(host.timing.now)
        self.pages_opened = 0
        """Raised by a click that shows something else at its place, for which a second click is not meant."""
        self.group = WidgetGroup(screen_reader=lambda words: host.screen_reader(words))
        self.commands = ScreenCommands(
            self._where, self._handlers, lambda: host.handlers, self.toast.show, self._command_run
        )
        self._full = self._dirty = True

    # --- commands

    def _handlers(self) -> Handlers:
        """Return the handlers of its own commands; they may override commands of the whole window."""
        return {}

    def _command_run(self) -> None:
        """React after a command has run."""

    def apply_settings(self) -> None:
        """Apply the current settings."""

    # --- the screen

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        """Lay out everything for a window of that size; called before the first drawing and on resizing."""
        raise NotImplementedError

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event; return whether it was used. A key that was not may be a command's."""
        raise NotImplementedError

    def set_covered(self, covered: bool) -> None:
        """Note that another screen has opened above, or that the last one above has closed."""
        del covered
        self.group.release_pointer()

    def update(self, seconds: float) -> None:
        """Advance by `seconds`; called once per iteration of the loop, also while covered."""

    def dismiss(self) -> None:
        """Close it like Escape."""
        self._host.pop(self)

    def ask_before_closing(
        self, question: str, close: Callable[[], None], later: Callable[[], None] | None
    ) -> bool:
        """Ask before closing if something would be lost; return whether it asks.

        `close` goes on closing. So does `later` some time after, by asking all screens again; only the end
        of the program can wait for that.
        """
        del question, close, later
        return False

    def stay(self) -> None:
        """Forget to close later."""

    def invalidate(self) -> None:
        """Mark everything for redrawing."""
        self._full = True

    @property
    def needs_drawing(self) -> bool:
        """True if something changed since it was drawn."""
        return self._full or self._dirty

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Draw what changed; return the changed parts of the window."""
        assert self.theme is not None
        areas = self._changed_areas(surface, self.theme)
        for area in areas:
            surface.set_clip(area)
            self._draw_all(surface, self.theme)
        surface.set_clip(None)
        self._full = self._dirty = False
        return areas

    def _changed_areas(self, surface: pygame.Surface, theme: Theme) -> list[pygame.Rect]:
        """Return the changed parts of the window, without overlaps."""
        del theme
        return [surface.get_rect()]

    def _draw_all(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw everything, within the surface's clip."""
        raise NotImplementedError

    @property
    def next_change(self) -> float | None:
        """Seconds until `update` has to be called; 0 while something moves, None if only events matter."""
        return earliest(self.group.next_change, self.toast.next_change)

    def close(self) -> None:
        """Free its resources; called when it leaves the stack."""


def copy_position(screen: Screen, text: str) -> None:
    """Copy a position's text, and show a message."""
    done = clipboard.copy(text)
    screen.toast.show(texts.POSITION_COPIED if done else texts.NO_CLIPBOARD)


def pasted_text(screen: Screen) -> str:
    """Return the text on the clipboard; without one, or with a huge one, show a message and return none."""
    text = clipboard.paste().strip()
    if len(text) > MAX_PASTED:
        text = ""
        screen.toast.show(texts.clipboard_too_long(MAX_PASTED))
    elif not text:
        screen.toast.show(texts.CLIPBOARD_EMPTY)
    return text
