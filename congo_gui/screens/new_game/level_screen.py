"""Another level for the AI of the running game, reached by a click on its card."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.draw.drawing import draw_lines, fitted_lines
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.new_game import texts
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import BUTTON, Dialog
from congo_gui.widgets.button import Button, Look, place_from_right
from congo_gui.widgets.choices import ChoiceSegments
from engine.players.levels import LEVELS, nearest_level

SEGMENTS, GAP, TEXT_LINES = 36, 12, 3


class LevelScreen(Dialog):
    """Asks for a level: `use` is called with the name of a new one, `begin` to begin a new game instead."""

    _size = (480, 250)

    def __init__(self, host: Host, level: str, use: Callable[[str], None], begin: Callable[[], None]) -> None:
        super().__init__(host, texts.LEVEL_TITLE)
        self._use, self._begin = use, begin
        names = [level.name for level in LEVELS]
        self._first = names.index(nearest_level(level).name)
        self.levels = ChoiceSegments(names, self._first)
        self.use_button = Button(texts.PLAY_ON, self._accept, look=Look.PRIMARY, tip=texts.LEVEL_TIP)
        self.new_game = Button(texts.NEW_GAME, self._new_game, role=Role.BODY)
        self._use_widgets([self.levels, self.new_game, self.use_button])
        self._text = pygame.Rect(0, 0, 0, 0)

    def _accept(self) -> None:
        chosen = self.levels.chosen
        self.dismiss()
        if chosen != self._first:
            self._use(LEVELS[chosen].name)

    def _new_game(self) -> None:
        self.dismiss()
        self._begin()

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        height, button = theme.px(SEGMENTS), theme.px(BUTTON)
        self.levels.place(pygame.Rect(inside.x, inside.y, inside.width, height), theme)
        place_from_right((self.use_button, self.new_game), inside.bottomright, button, theme)
        top = self.levels.rect.bottom + theme.px(GAP)
        self._text = pygame.Rect(inside.x, top, inside.width, self.use_button.rect.y - theme.px(GAP) - top)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        level, place = LEVELS[self.levels.chosen], self._text
        title = theme.shorten(texts.level(level.name, level.title), Role.STRONG, place.width)
        surface.blit(theme.text(title, Role.STRONG, theme.colours.text), place.topleft)
        top = place.y + theme.line_height(Role.STRONG)
        max_lines = max(0, min(TEXT_LINES, (place.bottom - top) // theme.line_height(Role.SMALL)))
        lines = (
            fitted_lines(theme, level.description, Role.SMALL, place.width, max_lines) if max_lines else []
        )
        draw_lines(surface, theme, lines, Role.SMALL, theme.colours.muted, (place.x, top))
