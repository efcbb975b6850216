"""Special opponents: the simple players of a game, and the engine with parts switched off."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from congo_gui.draw.drawing import draw_label, draw_lines, draw_text, fitted_lines
from congo_gui.draw.theme import Colour, Role, Theme
from congo_gui.play.player import PlayerConfig, custom_ai, parts_off
from congo_gui.screens.new_game import texts
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.screens.shared.layout import Stack, grid
from congo_gui.widgets.button import Button, Chip, Look, place_all, place_from_right
from congo_gui.widgets.choices import ChoiceSegments
from engine.players.base import PlayerFactory
from engine.players.simple_players import simple_players
from engine.rules.rules import Rules
from engine.search.improvements import assignment_parts
from engine.search.texts import ASSIGNMENT_PARTS

Use = Callable[[str], None]
"""Called with the name of the chosen player."""
BUTTON, FIELD, TALLEST = 38, 34, 48
NOTE_LINES = 2
MAX_DEPTH, DEFAULT_DEPTH = 10, 4
"""The maximum and the default depth of simple players, in plies."""


class PlayerRow(Button):
    """A button with a player's title and description."""

    def __init__(self, player: PlayerFactory, run: Callable[[], None], chosen: Callable[[], bool]) -> None:
        super().__init__(player.title, run, chosen=chosen)
        self._description = player.description

    def _draw_content(self, surface: pygame.Surface, theme: Theme, ink: Colour) -> None:
        left, half = self.rect.x + theme.px(12), self.rect.height // 4
        middle = self.rect.centery
        draw_text(surface, theme, self.label, Role.STRONG, ink, left, middle - half + theme.px(1))
        words = theme.shorten(self._description, Role.SMALL, self.rect.right - left - theme.px(8))
        draw_text(surface, theme, words, Role.SMALL, theme.colours.muted, left, middle + half - theme.px(1))


class OpponentScreen(Dialog):
    """Options in columns above a note; `use` is called with the name that `chosen_name` returns."""

    _size = (600, 548)
    _columns = 1

    def __init__(self, host: Host, title: str, options: Sequence[Button], use: Use) -> None:
        super().__init__(host, title)
        self.options, self._use = options, use
        depths = [str(depth) for depth in range(1, MAX_DEPTH + 1)]
        self.depths = ChoiceSegments(depths, DEFAULT_DEPTH - 1)
        self.use_button = Button(texts.OK, self._accept, look=Look.PRIMARY, tip=texts.PLAY_TIP)
        self._cancel_button = Button(texts.CANCEL, self.dismiss)
        self._use_widgets([*options, self.depths, self._cancel_button, self.use_button])
        self._note_place = pygame.Rect(0, 0, 0, 0)

    @property
    def chosen_name(self) -> str:
        """The chosen player's command-line name."""
        raise NotImplementedError

    @property
    def note(self) -> str:
        """A remark on the choice."""
        return ""

    def _accept(self) -> None:
        name = self.chosen_name
        self.dismiss()
        self._use(name)

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        gap = theme.px(6)
        column = Stack(inside, gap)
        row = column.bottom(theme.px(BUTTON))
        place_from_right((self.use_button, self._cancel_button), row.bottomright, row.height, theme)
        self._note_place = column.bottom(NOTE_LINES * theme.line_height(Role.SMALL))
        self.depths.place(self._note_place, theme)
        rows = -(-len(self.options) // self._columns)
        height = min(column.rest.height, rows * (theme.px(TALLEST) + gap))
        area = pygame.Rect(column.rest.topleft, (column.rest.width, height))
        place_all(self.options, grid(area, self._columns, rows, gap)[: len(self.options)], theme)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        place = self._note_place
        lines = fitted_lines(theme, self.note, Role.SMALL, place.width, NOTE_LINES)
        draw_lines(surface, theme, lines, Role.SMALL, theme.colours.muted, place.topleft)


class SimpleScreen(OpponentScreen):
    """The simple players of a game, each with its description, and a depth for those that look ahead."""

    def __init__(self, host: Host, rules: Rules, chosen: str, use: Use) -> None:
        self._players = simple_players(rules.name)
        self._chosen = chosen.partition(":")[0] or next(iter(self._players))
        rows = [self._row(name, player) for name, player in self._players.items()]
        super().__init__(host, texts.SIMPLE_TITLE, rows, use)
        depth = PlayerConfig(program=chosen).depth or DEFAULT_DEPTH
        self.depths.chosen = min(depth, MAX_DEPTH) - 1
        self._choose(self._chosen)

    def _row(self, name: str, player: PlayerFactory) -> PlayerRow:
        return PlayerRow(player, lambda: self._choose(name), lambda: name == self._chosen)

    def _choose(self, name: str) -> None:
        self._chosen = name
        self.depths.visible = self._players[name].takes_depth

    @property
    def chosen_name(self) -> str:
        takes_depth = self._players[self._chosen].takes_depth
        return f"{self._chosen}:{self.depths.chosen + 1}" if takes_depth else self._chosen

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        super()._arrange(inside, theme)
        field = self._note_place.copy()
        field.height = min(theme.px(FIELD), field.height)
        field.bottom = self._note_place.bottom
        self.depths.place(field, theme)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        if self.depths.visible:
            draw_label(surface, theme, texts.DEPTH_TIP, self.depths.rect)


class CustomAIScreen(OpponentScreen):
    """The engine's parts as toggles."""

    _size = (600, 400)
    _columns = 2

    def __init__(self, host: Host, rules: Rules, chosen: str, use: Use) -> None:
        self._rules, self._chosen, self.off = rules, chosen, parts_off(chosen, rules)
        toggles = [self._toggle_button(name) for name in assignment_parts(rules)]
        super().__init__(host, texts.CUSTOM_AI_TITLE, toggles, use)
        self.depths.visible = False

    def _toggle_button(self, name: str) -> Button:
        used = lambda: name not in self.off  # noqa: E731
        return Chip(
            ASSIGNMENT_PARTS[name], lambda: self._toggle(name), tip=texts.PART_TIP, chosen=used, done=used
        )

    def _toggle(self, name: str) -> None:
        self.off ^= {name}

    @property
    def chosen_name(self) -> str:
        return custom_ai(self._rules, self.off, self._chosen)

    @property
    def note(self) -> str:
        if "alphabeta" in self.off:
            return texts.MINIMAX_NOTE
        if "material" in self.off:
            return texts.MATERIAL_NOTE
        return texts.custom_ai_help(PlayerConfig(program=self.chosen_name).thinking_time)
