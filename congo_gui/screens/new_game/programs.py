"""Programs: add your own engine as a player, change it, test it, remove it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from congo_gui.draw.drawing import draw_label
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.player import PROGRAMS, program_title
from congo_gui.screens.files.find_file_screen import FindFileScreen
from congo_gui.screens.new_game import texts
from congo_gui.screens.new_game.program_options import ProgramOptionsScreen
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import ConfirmScreen, RemarkDialog
from congo_gui.screens.tournament.python_file import FindPythonScreen
from congo_gui.store.programs import Programs, ProgramTest, command_for, python_function
from congo_gui.store.typed_programs import from_any_folder
from congo_gui.widgets.base import earliest
from congo_gui.widgets.button import Button, Look
from congo_gui.widgets.choices import Segments
from congo_gui.widgets.list_view import ListRow, ListView
from congo_gui.widgets.text_field import TextField
from engine.players.base import agent_adapters
from engine.rules.rules import Rules
from engine.rules.words import sentence
from engine.system.errors import UserError
from engine.system.files import typed_path

FIELD, BUTTON = 34, 38
KINDS = (texts.UCI_PROGRAM, texts.PYTHON_FUNCTION, texts.AGENT_FILE)
SHORT_KINDS = {
    texts.UCI_PROGRAM: "UCI",
    texts.PYTHON_FUNCTION: texts.SHORT_PYTHON,
    texts.AGENT_FILE: texts.SHORT_AGENT,
}
LABELS = (texts.COMMAND, texts.MODULE_AND_FUNCTION, texts.FILE)
HINTS = (texts.COMMAND_HINT, texts.FUNCTION_HINT, texts.FILE_HINT)
UCI, PYTHON, AGENT = range(len(KINDS))
"""The kinds, in the order of `PROGRAMS`; the last one only in games with agents."""
POLL_INTERVAL_S = 0.1
"""Seconds between two checks of a program that is being tested."""


class ProgramsScreen(RemarkDialog):
    """The known programs above the fields for one of them.

    `ready` returns whether the engine is loaded, which checks moves. `use`, if given, is called with the
    program that is chosen as a player.
    """

    _size = (700, 560)
    _remark_lines = 3

    def __init__(
        self,
        host: Host,
        rules: Rules,
        ready: Callable[[], bool],
        use: Callable[[str], None] | None = None,
        chosen: str = "",
    ) -> None:
        super().__init__(host, texts.PROGRAMS_TITLE)
        self._rules, self._ready, self._use, self._chosen = rules, ready, use, chosen
        self._programs = Programs(host.settings)
        self.trial: ProgramTest | None = None
        self._kind = UCI
        self._window = pygame.Rect(0, 0, 0, 0)
        self._texts = [("", "")] * len(KINDS)
        """The last command and name of each kind."""
        self._saved_note = ""
        """The note about a program that was saved during its test; it precedes the progress of the test."""
        self.list = ListView((), self._select, empty=texts.NO_PROGRAMS)
        self.kind = Segments((), lambda: self._kind, self._choose_kind, texts.KIND_TIP)
        self.kind.short = SHORT_KINDS
        self.command = TextField(lambda text: self._save(), placeholder=HINTS[0])
        self.name = TextField(lambda text: self._save(), placeholder=texts.NAME_TIP)
        self._find_button = Button(texts.FIND, self._find, tip=texts.FIND_TIP, role=Role.BODY)
        self.options = Button(texts.OPTIONS, self._ask_options, tip=texts.OPTIONS_TIP, role=Role.BODY)
        self.test = Button(
            lambda: texts.STOP if self._testing else texts.TEST,
            self._test_or_stop,
            tip=lambda: texts.STOP_TIP if self._testing else texts.TEST_TIP,
            role=Role.BODY,
        )
        tip = lambda: texts.CHANGE_TIP if self._is_known() else texts.ADD_TIP  # noqa: E731
        self._save_button = Button(self._save_label, self._save, tip=tip, role=Role.BODY)
        self._new_button = Button(texts.NEW, self._clear, tip=texts.NEW_TIP, role=Role.BODY)
        self._remove_button = Button(
            texts.REMOVE, self._ask_to_remove, tip=texts.REMOVE_TIP, enabled=self._is_known, role=Role.BODY
        )
        last = texts.PLAY if use else texts.DONE
        self._done = Button(last, self._accept, look=Look.PRIMARY)
        self._buttons = (self.test, self._save_button, self._new_button, self._remove_button, self._done)
        fields = (self.kind, self.options, self.command, self._find_button, self.name)
        self._use_widgets([self.list, *fields, *self._buttons])
        self._show_kind(UCI)
        self._list_programs()
        self._fill(chosen or (next(iter(self._listed.values()), "") if use else ""))
        if not chosen:
            self._restore_draft()
        self.group.set_focus(self.command if not self._listed else self.list)

    # --- the program in the fields

    @property
    def _typed(self) -> str:
        """The program as typed, in the form of the command line; empty if there is none."""
        text = self.command.text.strip().removeprefix(PROGRAMS[self._kind]).strip()
        return PROGRAMS[self._kind] + text if text else ""

    @property
    def _program(self) -> str:
        """The program as it is stored: its files are looked for, which is too slow for every frame."""
        typed = self._typed
        return typed if not typed or typed in self._programs.all().values() else from_any_folder(typed)

    @property
    def _entered_title(self) -> str:
        """The name in the fields, or one derived from the command."""
        return " ".join(self.name.text.split()) or program_title(self._typed)

    def _fill(self, program: str, title: str = "") -> None:
        """Show a program in the fields; without its `title`, which several may have, with the first one."""
        title = title or self._programs.title(program)
        if program:
            self._show_kind(next(kind for kind, start in enumerate(PROGRAMS) if program.startswith(start)))
            self.command.set_text(program[len(PROGRAMS[self._kind]) :])
            self.name.set_text(title)
        self._highlight(title, program)

    def _restore_draft(self) -> None:
        """Show what was typed when the screen was last closed, and not added, in a game that has its kind."""
        draft = self._host.settings.program_draft
        if draft is not None and draft[0] < len(self.kind.texts):
            kind, command, name = draft
            self._show_kind(kind)
            self.command.set_text(command)
            self.name.set_text(name)
            self.list.current = None

    def _highlight(self, title: str, program: str) -> None:
        """Highlight a program in the list."""
        listed = list(self._listed.items())
        self.list.current = listed.index((title, program)) if (title, program) in listed else None

    def _choose_kind(self, index: int) -> None:
        if index != self._kind:
            self._end_test()
            self._show_kind(index)
            self._show_message("")

    def _show_kind(self, kind: int) -> None:
        """Show the fields of a kind, with their former texts."""
        if kind != self._kind:
            self._texts[self._kind] = self.command.text, self.name.text
            command, name = self._texts[kind]
            self.command.set_text(command)
            self.name.set_text(name)
        self._kind = kind
        self.options.visible = kind == UCI
        if self.theme is not None:
            self.layout(self._window, self.theme)
        self.command.placeholder = HINTS[kind]
        self.kind.texts = KINDS if kind == AGENT or self._has_agents else KINDS[:AGENT]
        self.invalidate()

    @property
    def _has_agents(self) -> bool:
        return bool(agent_adapters(self._rules.name))

    @property
    def _listed(self) -> dict[str, str]:
        """The known programs by name; when choosing a player, those that can play the game."""
        known = self._programs.all()
        if self._use is None or self._has_agents:
            return known
        return {title: name for title, name in known.items() if not name.startswith(PROGRAMS[AGENT])}

    def _is_known(self) -> bool:
        return self._entered_title in self._programs.all()

    def _save_label(self) -> str:
        return texts.CHANGE if self._is_known() and self._typed else texts.ADD

    # --- button actions

    def _list_programs(self) -> None:
        known = self._listed.items()
        self.list.set_rows([ListRow(title, program.partition(":")[2], "game") for title, program in known])
        self.invalidate()

    def _select(self, row: int) -> None:
        self._end_test()
        title, program = list(self._listed.items())[row]
        self._fill(program, title)
        self._show_message("")

    def _clear(self) -> None:
        """Clear the fields for another program."""
        self._end_test()
        self._texts = [("", "")] * len(KINDS)
        self.command.set_text("")
        self.name.set_text("")
        self.list.current = None
        self.group.set_focus(self.command)
        self._show_message(texts.NEW_HELP)

    def _save(self, then: Callable[[str], None] = lambda program: None) -> None:
        """Save the program in the fields, if any, and call `then` with it; ask before replacing another."""
        program, title = self._program, self._entered_title
        if not program:
            self._show_error(texts.NEEDS_COMMAND)
            return

        def store() -> None:
            if self._store(title, program):
                then(program)

        before = self._programs.all().get(title, program)
        if before == program:
            store()
            return
        words = texts.change_words(title, *(configured.partition(":")[2] for configured in (before, program)))
        self._host.push(ConfirmScreen(self._host, texts.CHANGE_QUESTION, words, texts.CHANGE, store))

    def _store(self, title: str, program: str) -> bool:
        """Add or change a program; return whether that was possible."""
        words = texts.changed(title) if title in self._programs.all() else texts.added(title)
        try:
            self._programs.add(title, program)
        except UserError as error:
            self._show_error(sentence(str(error)))
            return False
        self.name.set_text(title)
        self._list_programs()
        self._highlight(title, program)
        self._report_saved(title, program, words)
        return True

    def _report_saved(self, title: str, program: str, text: str) -> None:
        """Show that a program was added or changed, and that its test failed if it did."""
        trial = self.trial
        if trial is None or trial.program != program or trial.passed:
            self._show_message(text)
        elif trial.over:
            self._show_error(texts.added_untested(title, trial.problem))
        else:
            self._saved_note = f"{text} "
            self._show_message(self._saved_note + trial.status)

    def _ask_to_remove(self) -> None:
        """Ask whether to remove the program in the fields."""
        words = texts.remove_words(self._entered_title)
        self._host.push(ConfirmScreen(self._host, texts.REMOVE_QUESTION, words, texts.REMOVE, self._remove))

    def _remove(self) -> None:
        self._end_test()
        title = self._entered_title
        self._programs.remove(title)
        self.command.set_text("")
        self.name.set_text("")
        self._list_programs()
        self._show_message(texts.removed(title))

    @property
    def _testing(self) -> bool:
        return self.trial is not None and not self.trial.over

    def _test_or_stop(self) -> None:
        testing = self._testing
        self._end_test()
        if testing:
            self._show_message(texts.TEST_STOPPED)
        elif not self._typed:
            self._show_error(texts.NEEDS_COMMAND)
        elif not self._ready():
            self._show_error(texts.AI_LOADING)
        else:
            self.trial = ProgramTest(self._program, self._rules, self._host.wake)
            self._show_message(self.trial.status)

    def _ask_options(self) -> None:
        """Ask for the options of the program in the fields."""
        command = self._program.removeprefix(PROGRAMS[self._kind])
        if not command:
            self._show_error(texts.NEEDS_COMMAND)
            return
        self._end_test()
        use = partial(self._use_command, self._program)
        try:
            self._host.push(ProgramOptionsScreen(self._host, command, self._rules, use))
        except UserError as error:
            self._show_error(sentence(str(error)))

    def _use_command(self, before: str, command: str) -> None:
        """Show the command with its options; save it if it was saved as it was `before`."""
        is_saved = self._programs.all().get(self._entered_title) == before
        self.command.set_text(command)
        if is_saved:
            self._store(self._entered_title, self._program)
        self.invalidate()

    def _find(self) -> None:
        host, title, home, empty = self._host, texts.FIND_TITLE, typed_path("~"), texts.NO_FILES
        if self._kind == PYTHON:
            read = partial(python_function, rules=self._rules)
            host.push(FindPythonScreen(host, title, home, empty, read, self._found))
        else:
            command = str if self._kind == AGENT else command_for
            found = lambda path: self._found(command(path))  # noqa: E731
            host.push(FindFileScreen(host, title, home, "", empty, found))

    def _found(self, command: str) -> None:
        self.command.set_text(command)
        self.group.set_focus(self.command)
        self.invalidate()

    def _accept(self) -> None:
        """Use the program in the fields, or just close."""
        use = self._use
        if use is None:
            self.dismiss()
            return

        def play(program: str) -> None:
            self.dismiss()
            use(program)

        self._save(play)

    # --- testing

    def update(self, seconds: float) -> None:
        super().update(seconds)
        trial = self.trial
        if trial is None or not trial.update():
            return
        (self._show_error if trial.over and not trial.passed else self._show_message)(
            self._saved_note + trial.status
        )
        if trial.passed and trial.title and not self.name.text.strip():
            self.name.set_text(trial.title)

    @property
    def next_change(self) -> float | None:
        return earliest(super().next_change, POLL_INTERVAL_S if self._testing else None)

    def _end_test(self) -> None:
        if self.trial is not None:
            self.trial.close()
            self.trial = None
        self._saved_note = ""

    def close(self) -> None:
        self._end_test()
        program = self._program
        if program and not self._programs.may_start(program):
            self._host.settings.program_draft = self._kind, self.command.text, self.name.text
        elif not self._chosen:  # else the draft has not been shown
            self._host.settings.program_draft = None

    # --- texts

    @property
    def message(self) -> str:
        """The current message, or a general explanation."""
        return self._message or texts.PROGRAMS_HELP

    # --- layout and drawing

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self._window = window
        super().layout(window, theme)

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        gap, field, label = theme.px(8), theme.px(FIELD), theme.line_height(Role.SMALL) + theme.px(2)
        bottom = self._place_buttons(inside, theme) - gap
        text = self._remark_lines * theme.line_height(Role.BODY)
        self._message_place = pygame.Rect(inside.x, bottom - text, inside.width, text)
        bottom = self._message_place.y - gap - field
        name = round(inside.width * 0.3)
        find = theme.px(84)
        self.command.place(pygame.Rect(inside.x, bottom, inside.width - name - find - 2 * gap, field), theme)
        self._find_button.place(pygame.Rect(self.command.rect.right + gap, bottom, find, field), theme)
        self.name.place(pygame.Rect(inside.right - name, bottom, name, field), theme)
        bottom -= label + gap + field
        wide = max(find, self.options.natural_width(theme)) if self.options.visible else -gap
        self.kind.place(pygame.Rect(inside.x, bottom, inside.width - wide - gap, field), theme)
        self.options.place(pygame.Rect(inside.right - max(wide, 0), bottom, max(wide, 0), field), theme)
        height = max(1, bottom - gap - inside.y)
        self.list.place(pygame.Rect(inside.x, inside.y, inside.width, height), theme)

    def _place_buttons(self, inside: pygame.Rect, theme: Theme) -> int:
        """Place the buttons in a row at the bottom; return their top."""
        height, gap = theme.px(BUTTON), theme.px(8)
        count = len(self._buttons)
        width = min(theme.px(130), (inside.width - gap * (count - 1)) // count)
        top = inside.bottom - height
        for index, button in enumerate(self._buttons):
            left = inside.x + index * (width + gap) if button is not self._done else inside.right - width
            button.place(pygame.Rect(left, top, width, height), theme)
        return top

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        labels = ((LABELS[self._kind], self.command), (texts.NAME, self.name))
        for words, field in labels:
            draw_label(surface, theme, words, field.rect)
        self._draw_remark(surface, theme, self.message)
