"""The program: its window, the event loop, and the stack of screens.

Nothing is drawn unless something changed. While something moves the loop runs at 60 frames a second;
otherwise it sleeps until an event comes, or until the earliest time that a screen asks for. Threads wake it
by one posted event and leave their data where the screens look for it.
"""

from __future__ import annotations

import atexit
import queue
import sys
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

import pygame

from congo_gui import games as skins
from congo_gui.commands import actions
from congo_gui.commands.actions import action_for
from congo_gui.play.clocks import Timing
from congo_gui.play.engine_service import CLOSE_WAIT_S
from congo_gui.play.game_file import UnreadableGame
from congo_gui.play.player import PlayerConfigs
from congo_gui.play.rated import RatedGame
from congo_gui.screens.experiment.controller import Experiments
from congo_gui.screens.files import texts as files_texts
from congo_gui.screens.files.game_files import LONG_MESSAGE_S, GameFiles
from congo_gui.screens.play.first_game import FirstGame
from congo_gui.screens.play.screen import PlayScreen
from congo_gui.screens.shared.base import BackgroundJob, Screen
from congo_gui.screens.shared.screen_stack import ScreenStack
from congo_gui.screens.tournament.stored import ShownTournament
from congo_gui.screens.window.closing import Closing
from congo_gui.screens.window.commands import WindowCommands
from congo_gui.screens.window.dropped_file import DroppedFile
from congo_gui.screens.window.writing import Writing
from congo_gui.store.autosave import Autosave
from congo_gui.store.ending_progress import EndingProgress
from congo_gui.store.game_library import GameLibrary
from congo_gui.store.launch_options import LaunchOptions, default_players
from congo_gui.store.puzzle_progress import PuzzleProgress
from congo_gui.store.rated_games import RatedGames
from congo_gui.store.settings import SettingsFile
from congo_gui.store.writer import Writer
from congo_gui.system import crash
from congo_gui.system import texts as system_texts
from congo_gui.system.display import (
    UNREADABLE,
    WAKE,
    Waker,
    close_at_signals,
    ending_once,
    open_window,
    waiting_events,
)
from congo_gui.system.log import logging_in_background
from congo_gui.system.screen_reader import Terminal
from congo_gui.system.sound import Sounds
from congo_gui.system.startup import EngineLoader, EngineStage
from congo_gui.widgets.clicks import Clicks
from congo_gui.widgets.keyboard import Keyboard
from engine import rules as registry
from engine.record.record import GameRecord
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.system.files import reason_of
from engine.system.folders import games_dir
from engine.system.status import print_status

FRAMES_PER_SECOND = 60
MAX_SLEEP_S = 5.0
"""The maximum delay in seconds after a lost wake-up event."""
POLL_INTERVAL_S = 0.008
"""Seconds between two polls for events; `pygame.event.wait` polls every millisecond, for 2% of a core."""
MAX_ERRORS, ERRORS_WITHIN_S = 3, 60.0
"""The program goes on after so many errors within so many seconds; one more ends it."""
OWN_PACKAGES = ("congo_gui", "engine")
MAX_STEP_S = 0.1
"""The most seconds that animations advance in one iteration, however long it took."""
SWITCH_INTERVAL_S = 0.0005
"""Seconds: with Python's default of 0.005 a busy thread costs a quarter of the frames."""


class App:
    """Runs the window; it is the `Host` of the screens. Call `run` once."""

    def __init__(
        self, options: LaunchOptions, settings_file: SettingsFile | None = None, timing: Timing | None = None
    ) -> None:
        self.settings_file = settings_file or SettingsFile()
        self.settings, self.timing = self.settings_file.settings, timing or Timing()
        actions.load_keys(self.settings.keys)
        self.wake = Waker()
        self.running = self.is_closed = False
        self._messages: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._window = open_window(options.rules.facts.title, self.settings)
        self.writer = Writer(self.notify)
        self.library = GameLibrary(self.wake, self.notify)
        self._imports_games = False
        """True if saved games are still to be imported into the library."""
        self.autosave = Autosave(self.writer, archive=self.library.keep, report_error=self.notify)
        self.puzzle_progress = PuzzleProgress(self.settings_file.path.parent, self.writer.change)
        self.ending_progress = EndingProgress(self.settings_file.path.parent, self.writer.change)
        self.rated_games = RatedGames(self.settings_file.path.parent, self.writer.change)
        self.sounds = Sounds(self.timing.now)
        self.screens = ScreenStack(self.settings)
        self.stack, self.painter = self.screens.stack, self.screens.painter
        self.screen_reader: Callable[[str], None] = (
            Terminal() if options.screen_reader else (lambda words: None)
        )
        self.handlers = WindowCommands(self).handlers
        self.experiments = Experiments(self, self.notify)
        self.writing = Writing(self)
        self._errors: deque[float] = deque(maxlen=MAX_ERRORS)
        """The times of the last errors after which the program has gone on."""
        self._returning: tuple[GameRecord, Path | None] | None = None
        """A game that comes back to the board, and its file, until the engine is loaded."""
        self._closing = Closing(self)
        self._dropped = DroppedFile(self)
        self._keyboard, self._clicks = Keyboard(), Clicks()
        self._clock = pygame.time.Clock()
        self._last = time.monotonic()
        self.play = self._open_game(FirstGame.at_launch(options, self.settings, self.autosave.last_game))
        if options.pick and not (self.autosave.last_game or self.settings.game):
            self.play.commands.run("games")
        self.apply_settings()

    def _open_game(self, first: FirstGame) -> PlayScreen:
        """Show a board for a game."""
        rules = first.rules
        self.loader = EngineLoader(rules, self.wake)
        screen = PlayScreen(self, first, skins.get(rules.name), self.loader)
        self.push(screen)
        pygame.display.set_caption(rules.facts.title)
        return screen

    def open_other_game(self, rules: Rules, open_it: Callable[[GameFiles], None]) -> None:
        """Switch the window to another game and call `open_it`; if that fails, restore this game."""
        kept = self.play.autosave.record

        def try_it(files: GameFiles) -> None:
            self._returning = None
            try:
                open_it(files)
            except UnreadableGame as error:
                self._restore(kept, aside, str(error))

        aside = self.play.autosave.set_aside()
        self.change_game(rules, default_players(self.settings), None, try_it)
        self._returning = kept, aside

    def _restore(self, kept: GameRecord, aside: Path | None, message: str) -> None:
        """Put a game that was set aside on a new board, and show a message."""

        def restore(files: GameFiles) -> None:
            self._returning = None
            files.restore_replaced(kept, message, aside)

        self.change_game(kept.rules, self.play.session.current.players, None, restore)
        self._returning = kept, aside

    def show_tournament(self, live: ShownTournament) -> None:
        """Show a tournament above a board of its game, switching the window to that if necessary."""
        rules = registry.get(live.config.game)
        if rules is not self.play.session.game.rules:
            self.change_game(rules, default_players(self.settings), None)
        self.play.tournaments.show(live)

    def change_game(
        self,
        rules: Rules,
        players: PlayerConfigs,
        start: Position | None,
        open_it: Callable[[GameFiles], None] | None = None,
        offer: bool = False,
        rated: RatedGame | None = None,
    ) -> None:
        """Switch the window to another game; the current one is saved and listed under Open.

        `open_it` shows a game of a file in it; `offer` asks about the last game of this kind; `rated` makes
        the new game a rated one.
        """
        self.play.autosave.set_aside()
        self._returning = None
        self.screens.clear()
        self.loader.close(CLOSE_WAIT_S)
        first = FirstGame(rules, players, start, open_it=open_it, offer_earlier=offer, rated=rated)
        self.play = self._open_game(first)
        self.loader.start()

    # --- the window

    def apply_settings(self) -> None:
        """Apply the current settings."""
        self.sounds.set_volume(self.settings.volume if self.settings.sounds else 0)
        for screen in self.stack:
            screen.apply_settings()

    def _note_size(self) -> None:
        """Remember the window's size, unless it fills the screen."""
        if not (self.settings.fullscreen or self.settings.maximised):
            self.settings.window = pygame.display.get_surface().get_size()

    def toggle_full_screen(self) -> None:
        """Fill the screen, or go back to a window."""
        full = not self.settings.fullscreen
        self._note_size()
        self.settings.fullscreen = full
        self._window.fill_screen(full)

    # --- the stack of screens

    def push(self, screen: Screen) -> None:
        """Open a screen above the others."""
        self.screens.push(screen)

    def pop(self, screen: Screen) -> None:
        """Close a screen."""
        self.screens.pop(screen)

    def pop_with_dialogs(self, screen: Screen) -> None:
        """Close a screen that may lie below others, and the dialogs that belong to it."""
        self.screens.pop_with_dialogs(screen)

    def show_toast(self, text: str, seconds: float | None = None) -> None:
        """Show a message on the top screen for `seconds`, or as long as it takes to read."""
        self.screens.show_toast(text, seconds)

    def export(self, path: Path, write: Callable[[], str]) -> None:
        """Call `write` on a thread, and then show its sentence, or its error."""
        self.writing.export(path, write)

    def follow(self, job: BackgroundJob, finish: Callable[[], None]) -> None:
        """Call `finish` when a job is over, whatever is open by then; the window closes only after that."""
        self.writing.follow(job, finish)

    def is_writing(self, path: Path) -> bool:
        """Return whether a job that is followed has yet to write a file."""
        return path in self.writing.paths

    def leave_screens(self, question: str, leave: Callable[[], None], can_wait: bool = False) -> None:
        """Call `leave`, unless a screen asks first; if it `can_wait`, maybe after a tournament's games."""
        self.screens.leave(question, leave, can_wait)

    def close_above_game(self) -> bool:
        """Close all screens above the game; return whether that left an analysis, which *Open* lists now."""
        self.screens.drop_above(self.play, self._report)
        return self.autosave.archive_analysis()

    def quit(self) -> None:
        """End the program, unless a screen asks first; asked again, end it at once."""
        self._closing.quit()

    # --- the loop

    def run(self) -> int:
        """Show the window until it is closed; return the exit status."""
        sys.setswitchinterval(SWITCH_INTERVAL_S)
        crash.install(self._describe, self.notify)
        self.running = self._imports_games = True
        try:
            self._run_on(0.0)
            skins.load_all()
            self.loader.start()
            while self.running:
                self._run_on()
        except Exception as error:
            self._show_crash(self._report(error))
            return 1
        finally:
            self.close()
        return 0

    def _run_on(self, max_wait_s: float = MAX_SLEEP_S) -> None:
        """Run one iteration of the loop; go on after an error in it."""
        try:
            self.run_once(max_wait_s)
        except Exception as error:
            self._go_on_after(error)

    def _go_on_after(self, error: Exception) -> None:
        """Report an error, and put the game on a new board; pass the error on if there have been too many.

        Whatever is wrong in a screen, the window stays, and so do the game and its variations.
        """
        now = time.monotonic()
        if len(self._errors) == MAX_ERRORS and now - self._errors[0] < ERRORS_WITHIN_S:
            raise error
        self._errors.append(now)
        text = self._report(error)
        if self.close_above_game():
            text = f"{text} {files_texts.ANALYSIS_KEPT}"
        kept, aside = self._returning or (self.play.autosave.record, self.play.autosave.set_aside())
        self._restore(kept, aside, text)
        self.show_toast(text)  # the game comes back only when the engine is loaded

    def _report(self, error: Exception) -> str:
        """Write a crash report; return the message for the player, which is also printed."""
        text = crash.report(error, self._describe)
        print_status(text)
        return text

    def _describe(self) -> str:
        """Return the game on the board, for a crash report."""
        return self.play.session.current.description

    def run_once(self, max_wait_s: float = MAX_SLEEP_S) -> None:
        """Run one iteration of the loop, waiting at most `max_wait_s` seconds for an event."""
        for event in self._events(max_wait_s):
            self._dispatch(event)
        now = time.monotonic()
        seconds, self._last = min(MAX_STEP_S, now - self._last), now
        self.library.report_failures()
        while not self._messages.empty():
            toast, text = self.stack[-1].toast, self._messages.get()
            self.show_toast(f"{toast.text} {text}".lstrip(), 30.0)
            self.screen_reader(text)
        self._dropped.update()  # what that closes is saved by the updates
        self.writing.update()
        self._pause_unseen_clocks()
        self.painter.fit()
        for screen in list(self.stack):
            screen.update(seconds)
        self._play_sounds()
        self._import_saved_games()
        self.save_settings()
        self.painter.fit()
        self.painter.draw()
        self._clicks.note_frame()
        self._closing.update()

    def _pause_unseen_clocks(self) -> None:
        """Pause a game whose clocks run below a screen that fills the window."""
        if any(screen.covers for screen in self.stack[1:]) and self.play.session.pause_clocks():
            self.show_toast(system_texts.GAME_PAUSED)
            self.screen_reader(system_texts.GAME_PAUSED)

    def _play_sounds(self) -> None:
        """Play due sounds; the sound card is opened when nothing more important is left to do."""
        if self.painter.frames_drawn and self.loader.stage is EngineStage.READY:
            self.sounds.start()
        self.sounds.update()

    def _import_saved_games(self) -> None:
        """Import the games in the program's own folder into the library, once the engine is loaded.

        Other folders that the user opens, such as one of downloads, may have games of anybody.
        """
        if self._imports_games and self.loader.stage is EngineStage.READY:
            self._imports_games = False
            self.library.start([self.autosave.earlier.folder, games_dir()])

    def save_settings(self) -> None:
        """Write the settings if they have changed, so that kill -9 does not lose them."""
        change = self.settings_file.change()
        if change is not None:
            self.writer.change(self.settings_file.path, change, replaces=True, done=change.done)

    def _events(self, max_wait_s: float) -> list[pygame.event.Event]:
        times = [
            self.sounds.next_change,
            self._closing.next_change,
            *(screen.next_change for screen in self.stack),
        ]
        wait = min([max_wait_s, *(time for time in times if time is not None)])
        if wait <= 0.0:
            if self.painter.frames_drawn:
                self._clock.tick(FRAMES_PER_SECOND)
            return waiting_events()
        end = time.monotonic() + wait
        while not (events := waiting_events()) and (left := end - time.monotonic()) > 0:
            time.sleep(min(left, POLL_INTERVAL_S))
        return events

    def _dispatch(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type == WAKE:
            self.wake.taken()
        elif event.type == pygame.VIDEORESIZE:
            self._note_size()
        elif event.type == pygame.WINDOWMAXIMIZED:
            self.settings.maximised = True
        elif event.type == UNREADABLE:
            self.show_toast(system_texts.UNREADABLE_INPUT, LONG_MESSAGE_S)
        elif event.type == pygame.DROPFILE:
            self._dropped.drop(Path(event.file), self.loader.stage.is_playable)
        elif event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED):
            self._keyboard.clear()
            self.play.set_unfocused(event.type == pygame.WINDOWFOCUSLOST)
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN):
            if event.type == pygame.WINDOWRESTORED and not self.settings.fullscreen:
                self.settings.maximised = False
            self.painter.invalidate()
        else:
            self.painter.fit()  # the event before this one may have opened a screen, which has no places yet
            try:
                self._pass_to_screen(self.painter.placed(event))
            except ModuleNotFoundError as error:
                if str(error.name).partition(".")[0] not in OWN_PACKAGES:
                    raise
                self.show_toast(system_texts.MISSING_PART, LONG_MESSAGE_S)
            except OSError as error:  # such as "Too many open files"
                self.show_toast(system_texts.system_refused(reason_of(error)), LONG_MESSAGE_S)

    @property
    def key_repeats(self) -> bool:
        return self._keyboard.repeats

    def _pass_to_screen(self, event: pygame.event.Event) -> None:
        """Pass an event to the top screen; a key that it ignores can belong to a command.

        A key that is held repeats in controls; a command that opens and closes something must not.
        """
        screen = self.stack[-1]
        focus = screen, screen.group.focus
        if event.type == pygame.TEXTINPUT and not self._keyboard.types(focus):
            return
        repeats = self._keyboard.note(event, focus)
        if self._clicks.follow(event, (weakref.ref(screen), screen.pages_opened)):
            return
        if screen.handle(event) or event.type != pygame.KEYDOWN or repeats:
            return
        action = action_for(event, screen.commands.where)
        if action is not None:
            screen.commands.run(action.id)

    # --- the end

    def notify(self, text: str) -> None:
        """Show a message; may be called from any thread."""
        self._messages.put(text)
        self.wake()

    def _show_crash(self, text: str) -> None:
        """Show why the program ends, until a key is pressed or the window is closed."""
        title = system_texts.must_close(self.play.session.game.rules.facts.title)
        self.painter.show_message(title, text, system_texts.PRESS_ANY_KEY)

    def _close_window(self) -> None:
        """Close the window and the sound card, but leave one whose server hangs to the end of the process."""
        if self.sounds.close():
            pygame.quit()
        else:
            pygame.display.quit()
            atexit.unregister(pygame.quit)

    def close(self) -> None:
        """Save the settings and end all threads and processes; a second call does nothing."""
        if self.is_closed:
            return
        self.is_closed = True
        ends: Sequence[Callable[[], object]] = (
            self._note_size,
            *(screen.close for screen in reversed(self.stack)),
            self.stack.clear,
            self._close_window,  # before those that may wait, as for a locked file
            self.writer.close,
            self.settings_file.save,
            self.autosave.close,
            self.library.close,  # last of those with files: it does what the others have asked for
            self.loader.close,
            self.experiments.close,
        )
        with ending_once(), ExitStack() as stack:
            # It calls all of them, the last one first, even after an error.
            for end in reversed(ends):
                stack.callback(end)


def run(options: LaunchOptions, settings_file: SettingsFile | None = None) -> int:
    """Open the window and run the program.

    Raises:
        NoDisplay: there is no screen.
    """
    with logging_in_background():
        app = App(options, settings_file)
        close_at_signals()
        return app.run()
