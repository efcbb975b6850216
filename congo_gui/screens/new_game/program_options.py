"""The options of a UCI program, the folder in which it runs, and the log of the conversation with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from congo_gui.draw.drawing import draw_label
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.new_game import texts
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import RemarkDialog
from congo_gui.store.program_options import OfferedOptions
from congo_gui.widgets.button import Button, Look, place_from_right
from congo_gui.widgets.list_view import ListRow, ListView
from congo_gui.widgets.text_field import TextField
from engine.players.parse import split_command
from engine.players.program_settings import ProgramSettings, UciOption, join_command, split_settings
from engine.rules.rules import Rules
from engine.rules.words import sentence

FIELD, BUTTON = 34, 38
CHECK, COMBO = "check", "combo"
TRUE, FALSE = "true", "false"
SET_BY_US = ("UCI_Variant",)
"""Options that are not listed, because we set them ourselves."""


class ProgramOptionsScreen(RemarkDialog):
    """Lists the options of a program with their values; `use` is called with the new command.

    Raises:
        UserError: the command cannot be split into words.
    """

    _size = (640, 560)

    def __init__(self, host: Host, command: str, rules: Rules, use: Callable[[str], None]) -> None:
        super().__init__(host, texts.OPTIONS_TITLE)
        self._use = use
        settings, self._command = split_settings(split_command(command))
        self.values = dict(settings.options)
        self.options: list[UciOption] = []
        self._picked: int | None = None
        """The index of the option being changed, regardless of the pointer."""
        self.list = ListView((), self._chosen, empty=texts.NO_OPTIONS)
        self.value = TextField(self._entered, placeholder=texts.VALUE_HINT)
        self.default = Button(texts.OPTION_DEFAULT, self._reset, tip=texts.OPTION_DEFAULT_TIP, role=Role.BODY)
        self.folder = TextField(lambda text: self._accept(), placeholder=texts.FOLDER_HINT)
        self.folder.set_text(settings.folder)
        self.log = TextField(lambda text: self._accept(), placeholder=texts.LOG_HINT)
        self.log.set_text(settings.log)
        self._ok = Button(texts.OK, self._accept, look=Look.PRIMARY)
        self._cancel = Button(texts.CANCEL, self.dismiss)
        fields = (self.value, self.default, self.folder, self.log)
        self._use_widgets([self.list, *fields, self._cancel, self._ok])
        self.group.set_focus(self.list)
        asked = join_command([*ProgramSettings(folder=settings.folder).arguments(), *self._command])
        self._asked: OfferedOptions | None = OfferedOptions(asked, rules, host.wake)
        self._list_options(())
        self._show_message(texts.ASKING)

    # --- the options

    def _list_options(self, announced: Sequence[UciOption]) -> None:
        """List the program's options, and others that have a value."""
        names = {option.name for option in announced}
        others = [UciOption(name, "string") for name in self.values if name not in names]
        picked = self._option
        self.options = [option for option in (*announced, *others) if option.name not in SET_BY_US]
        found = [at for at, option in enumerate(self.options) if picked and option.name == picked.name]
        self._picked = found[0] if found else None
        self._show_values()

    def _show_values(self) -> None:
        offset = self.list.scroller.offset
        self.list.set_rows([ListRow(option.name, self._note(option)) for option in self.options])
        self.list.scroller.scroll_to(offset)
        self.list.current = self._picked
        self.invalidate()

    def _note(self, option: UciOption) -> str:
        default = texts.of_check(option.default == TRUE) if option.kind == CHECK else option.default
        if option.name not in self.values:
            return texts.option_at_default(default)
        value = self.values[option.name]
        value = texts.of_check(value == TRUE) if option.kind == CHECK else value
        return texts.option_value(value, default)

    @property
    def _option(self) -> UciOption | None:
        return self.options[self._picked] if self._picked is not None else None

    def _chosen(self, row: int) -> None:
        """Toggle a check, select the next choice of a combo, or ask for any other value.

        What was typed for the option chosen before is set first; an invalid value has to be corrected.
        """
        if self._is_typed and not self._set_value():
            self.list.current = self._picked
            self.group.set_focus(self.value)
            return
        self._picked = row
        option = self.options[row]
        value = self.values.get(option.name, option.default)
        if option.kind == CHECK:
            self._set_option(option, FALSE if value == TRUE else TRUE)
        elif option.kind == COMBO and option.choices:
            at = option.choices.index(value) if value in option.choices else -1
            self._set_option(option, option.choices[(at + 1) % len(option.choices)])
        else:
            self.group.set_focus(self.value)
        self.value.set_text(self.values.get(option.name, option.default))
        self._show_message(texts.option_range(option.low, option.high) if option.low is not None else "")

    @property
    def _is_typed(self) -> bool:
        """True if the field has another value than the chosen option."""
        option = self._option
        return option is not None and self.value.text != self.values.get(option.name, option.default)

    def _set_option(self, option: UciOption, value: str) -> None:
        """Set an option; the default value is not stored."""
        if value == option.default:
            self.values.pop(option.name, None)
        else:
            self.values[option.name] = value
        self._show_values()

    def _entered(self, text: str) -> None:
        """Set the chosen option to the value in the field, on Enter."""
        del text
        self._set_value()

    def _set_value(self) -> bool:
        """Set the chosen option to the value in the field; return whether that is valid."""
        option, value = self._option, " ".join(self.value.text.split())
        if option is None:
            return True
        known = {CHECK: (TRUE, FALSE), COMBO: option.choices}.get(option.kind, ())
        problem = option.problem(value) if not known or value in known else texts.one_of(option.name, known)
        if problem:
            self._show_error(sentence(problem))
            return False
        self._set_option(option, value)
        return True

    def _reset(self) -> None:
        """Reset the chosen option to its default."""
        option = self._option
        if option is not None:
            self.values.pop(option.name, None)
            self.value.set_text(option.default)
            self._show_values()

    def _accept(self) -> None:
        if not self._set_value():
            return
        settings = replace(
            ProgramSettings(tuple(self.values.items())),
            folder=self.folder.text.strip(),
            log=self.log.text.strip(),
        )
        self.dismiss()
        self._use(join_command([*settings.arguments(), *self._command]))

    # --- asking

    def update(self, seconds: float) -> None:
        super().update(seconds)
        asked = self._asked
        if asked is None or (asked.found is None and not asked.problem):
            return
        self._asked = None
        if asked.problem:
            self._show_error(asked.problem)
        else:
            self._list_options(asked.found or ())
            self._show_message(texts.OPTIONS_HELP if self.options else "")

    def close(self) -> None:
        if self._asked is not None:
            self._asked.close()

    # --- layout and drawing

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        gap, field, label = theme.px(8), theme.px(FIELD), theme.line_height(Role.SMALL) + theme.px(2)
        place_from_right((self._ok, self._cancel), inside.bottomright, theme.px(BUTTON), theme)
        text = self._remark_lines * theme.line_height(Role.BODY)
        bottom = self._ok.rect.y - gap - text
        self._message_place = pygame.Rect(inside.x, bottom, inside.width, text)
        half = (inside.width - gap) // 2
        bottom -= gap + field
        self.folder.place(pygame.Rect(inside.x, bottom, half, field), theme)
        self.log.place(pygame.Rect(inside.right - half, bottom, half, field), theme)
        bottom -= label + gap + field
        width = max(theme.px(110), self.default.natural_width(theme))
        self.value.place(pygame.Rect(inside.x, bottom, inside.width - width - gap, field), theme)
        self.default.place(pygame.Rect(inside.right - width, bottom, width, field), theme)
        height = max(1, bottom - label - gap - inside.y)
        self.list.place(pygame.Rect(inside.x, inside.y, inside.width, height), theme)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        option = self._option
        draw_label(surface, theme, texts.value_of(option.name) if option else texts.VALUE, self.value.rect)
        draw_label(surface, theme, texts.WORKING_FOLDER, self.folder.rect)
        draw_label(surface, theme, texts.LOG_FILE, self.log.rect)
        self._draw_remark(surface, theme, self._message)
