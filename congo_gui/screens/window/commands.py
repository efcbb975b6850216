"""The commands of the whole window, which do the same on every screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from congo_gui.commands.command import Handler, Handlers, always
from congo_gui.screens.analysis import texts as analysis_texts
from congo_gui.screens.help.screen import HelpScreen
from congo_gui.screens.learn.ending_course import EndingCourse
from congo_gui.screens.learn.hub import LearnHub
from congo_gui.screens.learn.sections import LearnContext, open_piece, show_errors
from congo_gui.screens.new_game.programs import ProgramsScreen
from congo_gui.screens.play.screen import PlayScreen
from congo_gui.screens.shared.base import Host, Screen
from congo_gui.screens.window import texts
from congo_gui.screens.window.about import AboutScreen
from congo_gui.screens.window.key_choice import KeysScreen
from congo_gui.screens.window.menu import MenuScreen
from congo_gui.screens.window.settings_screen import THEMES, UI_SCALES, SettingsScreen
from engine.learn.lessons import has_lessons
from engine.record.record import GameRecord


class WindowHost(Host, Protocol):
    """A program whose lowest screen is a game."""

    play: PlayScreen
    stack: list[Screen]


class WindowCommands:
    """Opens screens above any other, and changes settings by key."""

    def __init__(self, host: WindowHost) -> None:
        self._host = host
        self._unfinished: dict[str, EndingCourse] = {}
        self._places: dict[str, tuple[int, int]] = {}

    @property
    def handlers(self) -> Handlers:
        """The handlers of the commands."""
        host = self._host
        return {
            "help": self._opens(HelpScreen, self._help),
            "about": self._opens(AboutScreen, lambda: host.push(AboutScreen(host))),
            "menu": self._opens(MenuScreen, lambda: host.push(MenuScreen(host, host.stack[-1]))),
            "options": self._opens(SettingsScreen, lambda: host.push(SettingsScreen(host))),
            "keys": self._opens(KeysScreen, lambda: host.push(KeysScreen(host))),
            "programs": self._opens(ProgramsScreen, self._programs),
            "learn": self._opens(LearnHub, self.learn, lambda: self.can_learn, texts.NO_LESSONS),
            "full_screen": Handler(host.toggle_full_screen, is_on=self._is_on("fullscreen")),
            "theme": Handler(self._next_theme),
            "larger": Handler(lambda: self._scale(1)),
            "smaller": Handler(lambda: self._scale(-1)),
            "sounds": self._toggles("sounds", texts.sounds),
            "warnings": self._toggles("warnings", texts.warnings),
            "explain": self._toggles("explain", texts.explanations),
            "quit": Handler(host.quit),
        }

    def _opens(
        self,
        kind: type[Screen],
        open_it: Callable[[], None],
        possible: Callable[[], bool] = always,
        refusal: str = "",
    ) -> Handler:
        """Return a handler that opens a kind of screen, or closes it if it is on top."""

        def is_open() -> bool:
            return any(isinstance(screen, kind) for screen in self._host.stack[:-1])

        def toggle() -> None:
            top = self._host.stack[-1]
            if isinstance(top, kind):
                top.dismiss()
            else:
                open_it()

        return Handler(
            toggle, lambda: possible() and not is_open(), lambda: texts.IS_OPEN if possible() else refusal
        )

    def _is_on(self, setting: str) -> Callable[[], bool]:
        return lambda: bool(getattr(self._host.settings, setting))

    # --- opening screens

    def _help(self) -> None:
        host, play = self._host, self._host.play
        try_piece = self._try_piece if self.can_learn else None
        host.push(
            HelpScreen(host, play.session.game.rules, play.skin, try_piece, host.stack[-1].commands.where)
        )

    @property
    def can_learn(self) -> bool:
        """True if there are lessons for the game in the window."""
        return has_lessons(self._host.play.session.game.rules)

    @property
    def _learn_context(self) -> LearnContext:
        play = self._host.play
        may = play.session.may
        return LearnContext(
            self._host,
            play.session.game.rules,
            play.skin,
            may.engine_ready,
            self._play_first_game,
            self._analyse_study,
            self._unfinished,
            self._places,
        )

    def learn(self) -> None:
        """Open what the game in the window offers to learn."""
        self._host.push(LearnHub(self._learn_context))

    def _try_piece(self, kind: str = "") -> None:
        """Open the playground of a kind of piece."""
        show_errors(self._host, lambda: open_piece(self._learn_context, kind))

    def _play_first_game(self) -> None:
        """Close *Learn* and what is open below it, and start a game against the weakest level."""

        def begin() -> None:
            left_analysis = self._host.close_above_game()
            self._host.play.play_weakest()
            if left_analysis:
                self._host.show_toast(analysis_texts.KEPT_UNDER_OPEN)

        self._host.leave_screens(analysis_texts.BEGIN_QUESTION, begin)

    def _analyse_study(self, study: GameRecord, ply: int, flipped: bool) -> None:
        """Analyse moves of *Learn*."""
        self._host.play.analyses.analyse_record(study, ply=ply, flipped=flipped)

    def _programs(self) -> None:
        play = self._host.play
        self._host.push(ProgramsScreen(self._host, play.session.game.rules, play.session.may.engine_ready))

    # --- settings

    def _next_theme(self) -> None:
        settings, names = self._host.settings, list(THEMES)
        chosen = names[(list(THEMES.values()).index(settings.theme) + 1) % len(names)]
        settings.theme = THEMES[chosen]
        self._host.show_toast(texts.theme(chosen))

    def _scale(self, steps: int) -> None:
        """Make text and buttons larger or smaller."""
        settings = self._host.settings
        after = [size for size in UI_SCALES if (size - settings.ui_scale) * steps > 0]
        if after:
            settings.ui_scale = after[0] if steps > 0 else after[-1]
        self._host.show_toast(texts.text_size(settings.ui_scale))

    def _toggles(self, setting: str, text: Callable[[bool], str]) -> Handler:
        """Return a handler that toggles a setting, and shows the new state as `text`."""

        def toggle() -> None:
            on = not getattr(self._host.settings, setting)
            setattr(self._host.settings, setting, on)
            self._host.apply_settings()
            self._host.show_toast(text(on))

        return Handler(toggle, is_on=self._is_on(setting))
