"""Who plays a side: a person or the AI, and how strong the AI is."""

from __future__ import annotations

import pygame

from congo_gui import skins
from congo_gui.screens.session import Player
from congo_gui.screens.wording import side_name
from congo_gui.theme import Role, Theme
from congo_gui.widgets.base import Widget
from congo_gui.widgets.segments import Segments
from congo_gui.widgets.shapes import draw_box
from engine.players.levels import LEVELS
from engine.rules.base import Rules

PERSON = "Somebody at this computer, with the mouse or the keyboard."
PAD, GAP, PICTURE, CONTROL = 10, 8, 36, 34
BLURB_LINES = 3
"""So many lines are kept free for what a level says of itself."""


class PlayerChoice:
    """The controls for one side, in a box; `level` is chosen where an AI takes over."""

    def __init__(self, rules: Rules, side: int, player: Player, level: str) -> None:
        self.rules, self._side = rules, side
        self._human = player.is_human
        self._level = [one.name for one in LEVELS].index(level if player.is_human else player.level)
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.who = Segments(("Human", "AI"), lambda: int(not self._human), self._choose_who)
        numbers = [one.name for one in LEVELS]
        self.levels = Segments(numbers, lambda: self._level, self._choose_level)
        self.levels.visible = not self._human

    @property
    def widgets(self) -> list[Widget]:
        """The controls in the order of Tab."""
        return [self.who, self.levels]

    @property
    def player(self) -> Player:
        """Who is chosen."""
        return Player() if self._human else Player(LEVELS[self._level].name)

    def _choose_who(self, index: int) -> None:
        self._human = index == 0
        self.levels.visible = not self._human

    def _choose_level(self, index: int) -> None:
        self._level = index

    @staticmethod
    def height(theme: Theme) -> int:
        """Return how high the box has to be."""
        text = theme.line_height(Role.STRONG) + BLURB_LINES * theme.line_height(Role.SMALL)
        return theme.px(PICTURE) + 2 * theme.px(CONTROL) + 3 * theme.px(GAP) + 2 * theme.px(PAD) + text

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        """Arrange everything in a place that is as high as `height` says."""
        self.rect = rect
        pad, gap, height = theme.px(PAD), theme.px(GAP), theme.px(CONTROL)
        row = pygame.Rect(rect.x + pad, rect.y + pad + theme.px(PICTURE) + gap, rect.width - 2 * pad, height)
        self.who.place(row, theme)
        self.levels.place(row.move(0, height + gap), theme)

    def text(self) -> tuple[str, str]:
        """Return the title and the sentences about who is chosen."""
        if self._human:
            return "", PERSON
        level = LEVELS[self._level]
        return f"Level {level.name} – {level.title}", level.blurb

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the box, its head and the text; the controls are drawn by their group."""
        colours = theme.colours
        draw_box(surface, self.rect, theme.px(10), colours.sunken, colours.outline, max(1, theme.px(1.2)))
        self._draw_head(surface, theme)
        title, blurb = self.text()
        left, width = self.who.rect.x, self.who.rect.width
        y = (self.who if self._human else self.levels).rect.bottom + theme.px(GAP)
        if title:
            surface.blit(theme.text(title, Role.STRONG, colours.text), (left, y))
            y += theme.line_height(Role.STRONG)
        for line in theme.wrap(blurb, Role.SMALL, width):
            surface.blit(theme.text(line, Role.SMALL, colours.muted), (left, y))
            y += theme.line_height(Role.SMALL)

    def _draw_head(self, surface: pygame.Surface, theme: Theme) -> None:
        size = theme.px(PICTURE)
        picture = pygame.Rect(self.who.rect.x, self.rect.y + theme.px(PAD), size, size)
        skin = skins.get(self.rules.name).dressed(theme.scheme)
        skin.draw_piece(surface, skin.avatar(self._side), picture)
        name = theme.text(side_name(self.rules, self._side), Role.HEADING, theme.colours.text)
        order = ("moves first", "moves second")[self._side]
        note = theme.text(order, Role.SMALL, theme.colours.muted)
        left = picture.right + theme.px(GAP)
        top = picture.centery - (name.get_height() + note.get_height()) // 2
        surface.blit(name, (left, top))
        surface.blit(note, (left, top + name.get_height()))
