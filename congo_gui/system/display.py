"""The display: opening the window, full screen, waking the event loop, and detecting a missing display."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager, suppress
from typing import Any

import pygame

from congo_gui.draw.assets import load_svg
from congo_gui.draw.window_surface import MIN_WINDOW_SIZE
from congo_gui.store.settings import Settings
from congo_gui.system import texts
from engine import PROGRAM

WAKE = pygame.event.custom_type()
MAX_EVENTS = 1000
"""How many events are taken at once: more may come faster than they are read."""
UNREADABLE = pygame.event.custom_type()
"""An event whose text is not UTF-8, such as a dropped file of such a name."""
DEFAULT_SIZE = (1180, 800)
"""The size of the first window."""
ROOMY_DESKTOP = (1920, 1080)
"""On desktops larger than this, the first window is enlarged in proportion."""
FRAME = (16, 80)
"""Pixels of the desktop's width and height reserved for the window's frame and the desktop's panels."""
WINDOW_CLASS = PROGRAM
HIDDEN_DRIVER = "offscreen"


class SystemWindow:
    """The window created by `pygame.display.set_mode`; keep a reference to it while the window exists."""

    def __init__(self) -> None:
        # pygame 2.6 attaches this object to its events; without our reference it would be freed, and the
        # next event would crash the process.
        self._handle: Any = _find()

    def fill_screen(self, full: bool) -> None:
        """Switch to full screen, or back to the previous size.

        `pygame.display.set_mode` does not restore the size, and `toggle_fullscreen` scales the picture up.
        """
        if full:
            self._handle.set_fullscreen(True)
        else:
            self._handle.set_windowed()

    def maximise(self) -> None:
        """Maximise the window."""
        self._handle.maximize()

    def limit_size(self, smallest: tuple[int, int]) -> None:
        """Set the window's minimum size, if pygame supports it."""
        if hasattr(self._handle, "minimum_size"):
            self._handle.minimum_size = smallest


def _find() -> Any:
    """Return pygame's window object, whose location depends on the version."""
    kind: Any = getattr(pygame, "Window", None)
    if kind is None:
        from pygame._sdl2 import video

        kind = video.Window
    with warnings.catch_warnings():
        # pygame-ce has deprecated this, but offers no alternative for windows created by set_mode.
        warnings.simplefilter("ignore")
        return kind.from_display_module()


class Waker:
    """Wakes the event loop from any thread, with at most one event in the queue."""

    def __init__(self) -> None:
        self._posted = False

    def __call__(self) -> None:
        """Wake the loop."""
        if self._posted:
            return
        self._posted = True
        try:
            pygame.event.post(pygame.event.Event(WAKE))
        except pygame.error:
            # The window is closed, or the queue is full and the loop is awake anyway.
            self._posted = False

    def taken(self) -> None:
        """Note that the event has been received."""
        self._posted = False


def close_at_signals() -> None:
    """Let Ctrl+C and the closing of the terminal close the window, as SIGTERM does by SDL, unless ignored.

    Not on Windows: Ctrl+C would end the workers that compute for the window, whatever the user answers.
    """
    if sys.platform == "win32":
        return
    for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(number) is usual:
            signal.signal(number, lambda *_: _post_quit())


@contextmanager
def ending_once() -> Iterator[None]:
    """Ignore SIGTERM in this block: SDL, once it is closed, would let it kill a process that still saves."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL if before is None else before)  # None is that of SDL


def _post_quit() -> None:
    with suppress(pygame.error):  # the window is closed
        pygame.event.post(pygame.event.Event(pygame.QUIT))


def waiting_events() -> list[pygame.event.Event]:
    """Return the events that wait, a key that is held only once: slow repetitions must not pile up.

    One by one: pygame raises an error for an event that is `UNREADABLE`, and its `get` loses those before.
    """
    events: list[pygame.event.Event] = []
    held: set[int] = set()
    while len(events) < MAX_EVENTS and (event := _next_event()).type != pygame.NOEVENT:
        if event.type == pygame.KEYUP:
            held.discard(event.key)
        elif event.type == pygame.KEYDOWN:
            if event.key in held:
                continue
            held.add(event.key)
        events.append(event)
    return events


def _next_event() -> pygame.event.Event:
    try:
        return pygame.event.poll()
    except (SystemError, UnicodeDecodeError):
        return pygame.event.Event(UNREADABLE)


class NoDisplay(RuntimeError):
    """There is no screen to show a window on."""


def choose_driver(environment: MutableMapping[str, str], system: str = sys.platform) -> None:
    """Keep SDL from trying displays that cannot exist.

    It would print messages and finally draw into an invisible window.

    Raises:
        NoDisplay: there is no display.
    """
    if system != "linux" or "SDL_VIDEODRIVER" in environment:
        return
    wayland = "WAYLAND_DISPLAY" in environment and "XDG_RUNTIME_DIR" in environment
    if not wayland and "DISPLAY" not in environment:
        raise NoDisplay(texts.no_display(texts.NO_DISPLAY_NAMED))
    if not wayland:
        environment["SDL_VIDEODRIVER"] = "x11"
        # Otherwise SDL uploads every frame as a texture of the whole window: 11 ms instead of 0.2 ms at
        # 1180x800, and 85 ms instead of 5 ms at 4K, without a graphics card.
        environment.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")


def open_window(title: str, settings: Settings) -> SystemWindow:
    """Open the window.

    Raises:
        NoDisplay: there is no display.
    """
    choose_driver(os.environ)
    # Overwrite it: importing pygame sets it to the name of the script.
    os.environ["SDL_VIDEO_X11_WMCLASS"] = WINDOW_CLASS
    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoDisplay(texts.no_display(error)) from error
    # SDL silently falls back to this driver without a display; the window would be invisible.
    if pygame.display.get_driver() == HIDDEN_DRIVER != os.environ.get("SDL_VIDEODRIVER"):
        raise NoDisplay(texts.no_display(texts.NO_SERVER))
    pygame.font.init()
    pygame.display.set_caption(title)
    pygame.display.set_icon(load_svg("icon.svg", 64, 64))
    try:
        pygame.display.set_mode(first_size(settings), pygame.RESIZABLE)
    except pygame.error as error:
        raise NoDisplay(texts.no_display(error)) from error
    survive_x_errors()
    window = SystemWindow()
    window.limit_size(MIN_WINDOW_SIZE)
    if settings.maximised:
        window.maximise()
    if settings.fullscreen:
        window.fill_screen(True)
    return window


_IGNORE_ERROR = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda display, error: 0)


def survive_x_errors() -> None:
    """Keep X11 from ending the program at an error: another program's window may vanish before the answer."""
    if pygame.display.get_driver() == "x11":
        with suppress(OSError):
            ctypes.CDLL("libX11.so.6").XSetErrorHandler(_IGNORE_ERROR)


def first_size(settings: Settings) -> tuple[int, int]:
    """Return the window's last size, or the default one, limited to the desktop."""
    width, height = settings.window or DEFAULT_SIZE
    desktop = pygame.display.get_desktop_sizes()[0]
    available = desktop[0] - FRAME[0], desktop[1] - FRAME[1]
    if settings.window is None:
        larger = max(1.0, min(desktop[0] / ROOMY_DESKTOP[0], desktop[1] / ROOMY_DESKTOP[1]))
        width, height = round(width * larger), round(height * larger)
    return (
        max(MIN_WINDOW_SIZE[0], min(width, available[0])),
        max(MIN_WINDOW_SIZE[1], min(height, available[1])),
    )
