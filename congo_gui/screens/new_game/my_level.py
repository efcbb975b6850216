"""Play at my level: the player's rating, the opponent that fits it, the side and the clock."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.draw.drawing import draw_label, draw_lines, fitted_lines
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.clocks import control_text
from congo_gui.play.wording import rating_sureness, rating_text, side_name
from congo_gui.screens.new_game import texts
from congo_gui.screens.new_game.player_choice import CLOCKS
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import BUTTON, Dialog
from congo_gui.screens.shared.layout import Stack
from congo_gui.widgets.button import Button, Look, place_from_right
from congo_gui.widgets.choices import ChoiceSegments
from engine.game.clocks import TimeControl
from engine.rules.rules import Rules

Begin = Callable[[int, TimeControl | None], None]
"""Begins a rated game with the player on a side, and a clock for both."""
FIELD = 34


class MyLevelScreen(Dialog):
    """Shows the player's rating in a game and offers a rated game."""

    _size = (560, 316)

    def __init__(self, host: Host, rules: Rules, begin: Begin) -> None:
        super().__init__(host, texts.MY_LEVEL)
        self._rules, self._begin = rules, begin
        sides = [side_name(rules, side) for side in (0, 1)]
        self.side = ChoiceSegments(sides, host.rated_games.next_side(rules.name), texts.MY_SIDE_TIP)
        self.clock = ChoiceSegments([control_text(clock) for clock in CLOCKS], 0, texts.CLOCK_TIP)
        self.start_button = Button(texts.START, self._accept, look=Look.PRIMARY, tip=texts.START_TIP)
        self._cancel_button = Button(texts.CANCEL, self.dismiss)
        self._use_widgets([self.side, self.clock, self._cancel_button, self.start_button])
        self._text = pygame.Rect(0, 0, 0, 0)

    @property
    def words(self) -> tuple[str, str]:
        """The rating as a heading, and what follows from it."""
        games, name = self._host.rated_games, self._rules.name
        title, count = self._rules.facts.title, len(games.results(name))
        opponent = texts.fair_opponent(f"{games.next_level(name):g}")
        if not count:
            return texts.no_rating(title), f"{texts.FIRST_RATED_GAMES} {opponent} {texts.WHAT_IS_RATED}"
        rating = games.history(name)[-1]
        sureness = texts.after_games(rating_sureness(rating), count)
        return texts.own_rating(title, rating_text(rating)), f"{sureness} {opponent} {texts.WHAT_IS_RATED}"

    def _accept(self) -> None:
        side, clock = self.side.chosen, CLOCKS[self.clock.chosen]
        self._host.pop(self)
        self._begin(side, clock)

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        label, field = theme.line_height(Role.SMALL) + theme.px(2), theme.px(FIELD)
        column = Stack(inside, theme.px(8))
        buttons = column.bottom(theme.px(BUTTON))
        place_from_right((self.start_button, self._cancel_button), buttons.bottomright, buttons.height, theme)
        row = column.bottom(field)
        half = (row.width - column.gap) // 2
        self.side.place(pygame.Rect(row.x, row.y, half, field), theme)
        self.clock.place(pygame.Rect(row.right - half, row.y, half, field), theme)
        column.bottom(label)
        self._text = column.rest

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        draw_label(surface, theme, texts.MY_SIDE, self.side.rect)
        draw_label(surface, theme, texts.MY_CLOCK, self.clock.rect)
        place, (title, words) = self._text, self.words
        heading = theme.shorten(title, Role.STRONG, place.width)
        surface.blit(theme.text(heading, Role.STRONG, theme.colours.text), place.topleft)
        top = place.y + theme.line_height(Role.STRONG) + theme.px(4)
        fits = (
            len(theme.wrap(words, Role.BODY, place.width)) * theme.line_height(Role.BODY)
            <= place.bottom - top
        )
        role = Role.BODY if fits else Role.SMALL
        max_lines = max(1, (place.bottom - top) // theme.line_height(role))
        lines = fitted_lines(theme, words, role, place.width, max_lines)
        draw_lines(surface, theme, lines, role, theme.colours.text, (place.x, top))
