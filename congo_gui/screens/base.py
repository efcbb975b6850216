"""What a screen is, and what it may ask of the program that shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import pygame

from congo_gui.keeping import Autosave
from congo_gui.settings import Settings
from congo_gui.sound import Sounds
from congo_gui.theme import Theme
from engine.rules.base import Position, Rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from congo_gui.screens.keeper import Keeper
    from congo_gui.screens.session import Players


class Host(Protocol):
    """The running program, as screens see it."""

    settings: Settings
    autosave: Autosave
    sounds: Sounds
    stack: list[Screen]
    aloud: Callable[[str], None]
    """Tells a screen reader what has happened, if that is wanted."""

    @property
    def wake(self) -> Callable[[], None]:
        """What wakes the event loop; it may be called from any thread."""

    def push(self, screen: Screen) -> None: ...
    def pop(self, screen: Screen) -> None: ...
    def change_game(self, rules: Rules, players: Players, start: Position | None) -> None: ...
    def open_other_game(self, rules: Rules, open_it: Callable[[Keeper], None]) -> None: ...
    def toggle_full_screen(self) -> None: ...
    def quit(self) -> None: ...


class Screen:
    """One layer of the stack: the uppermost gets the events, all are drawn from the lowest up."""

    shows_search = False
    """Whether it steps through a search."""
    covers = False
    """Whether it fills the window, so that what lies below need not be drawn."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._full = True

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        """Arrange everything for a window of that size; called before the first drawing and on resizing."""
        raise NotImplementedError

    def handle(self, event: pygame.event.Event) -> None:
        """React to an event."""
        raise NotImplementedError

    def do(self, command: str) -> None:
        """Do what an action of that id means here, if it means anything."""

    def covered(self) -> None:
        """Called when another screen opens above."""

    def uncovered(self) -> None:
        """Called when the last screen above has closed."""

    def update(self, seconds: float) -> None:
        """Let time pass; called once per turn of the loop, uppermost or not."""

    def dismiss(self) -> None:
        """Close it as Escape does."""
        self.host.pop(self)

    def invalidate(self) -> None:
        """Have everything drawn again."""
        self._full = True

    @property
    def needs_drawing(self) -> bool:
        """Whether something changed since it was drawn."""
        return self._full

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Draw what changed; return the changed parts of the window."""
        raise NotImplementedError

    @property
    def next_change(self) -> float | None:
        """Seconds until `update` is wanted again; 0 while something moves, None if only events matter."""
        return None

    def close(self) -> None:
        """Give back what it holds; called when it leaves the stack."""
