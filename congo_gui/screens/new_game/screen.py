"""New game: players, clocks and the first position."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui import games as skins
from congo_gui.commands.command import Handler, Handlers
from congo_gui.draw.drawing import draw_lines, fitted_lines
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.player import WEIGHTS, PlayerConfigs
from congo_gui.screens.new_game import texts
from congo_gui.screens.new_game.opponents import CustomAIScreen, SimpleScreen
from congo_gui.screens.new_game.player_choice import PROGRAM, SIMPLE, ClockScreen, PlayerChoice
from congo_gui.screens.new_game.programs import ProgramsScreen
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.screens.shared.layout import fen_label_height
from congo_gui.store.launch_options import preferred_level
from congo_gui.store.programs import Programs
from congo_gui.widgets.button import Button, Look, place_from_right
from congo_gui.widgets.choices import ChoiceSegments, Segments
from congo_gui.widgets.text_field import TextField
from engine import rules as registry
from engine.game.clocks import TimeControl
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.rules.words import sentence
from engine.system.errors import UserError

Start = Callable[[Rules, PlayerConfigs, Position | None], None]
CHOICE_HEIGHT = 34
"""Height at scale 1 of the rows that choose a game and the size of its board."""


class NewGameScreen(Dialog):
    """Asks for game and players; `start` is called with them and the position, None for the usual one.

    `ready` returns whether the engine is loaded; `text` is the proposed position, and `board` the number of
    columns of the last board. `at_my_level` offers a rated game instead, where that is possible.
    """

    _size = (840, 498)

    def __init__(
        self,
        host: Host,
        rules: Rules,
        players: PlayerConfigs,
        start: Start,
        ready: Callable[[], bool],
        text: str = "",
        board: int = 0,
        at_my_level: Callable[[Rules], None] | None = None,
    ) -> None:
        super().__init__(host, texts.TITLE)
        self._ready = ready
        self._rules, self._start = rules, start
        self._games = [registry.get(name) for name in skins.names()]
        titles = [game.facts.title for game in self._games]
        self.game = Segments(titles, lambda: self._games.index(self._rules), self._choose_game)
        self.sizes = {game.name: _sizes_of(game) for game in self._games if len(game.facts.sizes) > 1}
        if board in rules.facts.sizes and rules.name in self.sizes:
            self.sizes[rules.name].chosen = rules.facts.sizes.index(board)
        self._programs = Programs(host.settings)
        level = next((player.level for player in players if player.level), preferred_level(host.settings))
        self.choices = tuple(
            PlayerChoice(rules, side, player, level, self._programs.title, self._ask, self._clock)
            for side, player in enumerate(players)
        )
        self.choices[0].follower = self.choices[1]
        self.choices[1].has_own_clock = players[0].clock != players[1].clock
        hint = texts.FEN_HINT
        self.fen = TextField(lambda text: self._accept(), placeholder=hint, role=Role.CODE)
        self.fen.set_text(text)
        self._proposed, self._proposed_for = text, rules
        self.start_button = Button(texts.START, self._accept, look=Look.PRIMARY, tip=texts.START_TIP)
        self.cancel_button = Button(texts.CANCEL, self.dismiss)
        self._at_my_level = at_my_level
        self.my_level = Button(texts.MY_LEVEL, self._play_at_my_level, tip=texts.MY_LEVEL_TIP)
        self.my_level.visible = at_my_level is not None
        sides = [widget for choice in self.choices for widget in choice.widgets]
        self._use_widgets(
            [
                self.game,
                *self.sizes.values(),
                *sides,
                self.fen,
                self.my_level,
                self.cancel_button,
                self.start_button,
            ]
        )
        self._window = pygame.Rect(0, 0, 0, 0)

    def _handlers(self) -> Handlers:
        return {**super()._handlers(), "programs": Handler(self._show_programs)}

    def _show_programs(self) -> None:
        """Show the programs, tested in the game that is chosen here."""
        self._host.push(ProgramsScreen(self._host, self._rules, self._ready))

    def _ask(self, who: int, name: str, use: Callable[[str], None]) -> None:
        """Ask for an opponent of a kind, at first the named one."""
        if who == PROGRAM:
            self._host.push(ProgramsScreen(self._host, self._rules, self._ready, use, name))
        elif who == SIMPLE:
            self._host.push(SimpleScreen(self._host, self._rules, name, use))
        else:
            self._host.push(CustomAIScreen(self._host, self._rules, name, use))

    def _clock(self, control: TimeControl | None, use: Callable[[TimeControl], None], computer: bool) -> None:
        """Ask for a custom clock."""
        self._host.push(ClockScreen(self._host, control, use, computer))

    def _choose_game(self, index: int) -> None:
        self._rules = self._games[index]
        for sizes in self.sizes.values():
            sizes.chosen = 0
        if self.fen.text in ("", self._proposed):  # not typed
            self.fen.set_text(self._proposed if self._rules is self._proposed_for else "")
        self.fen.error = ""
        for choice in self.choices:
            choice.play(self._rules)
        assert self.theme is not None
        self.layout(self._window, self.theme)

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self._window = window
        super().layout(window, theme)

    def _arrange_games(self, inside: pygame.Rect, theme: Theme) -> pygame.Rect:
        """Place the choice of game and size; return what is left."""
        height, gap = theme.px(CHOICE_HEIGHT), theme.px(12)
        shown = self.sizes.get(self._rules.name)
        size_width = inside.width // 3 if shown else 0
        width = inside.width - (size_width + gap if shown else 0)
        self.game.place(pygame.Rect(inside.x, inside.y, width, height), theme)
        for choice in self.sizes.values():
            choice.visible = choice is shown
            choice.place(pygame.Rect(inside.right - size_width, inside.y, size_width, height), theme)
        used = height + gap
        return pygame.Rect(inside.x, inside.y + used, inside.width, inside.height - used)

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        inside = self._arrange_games(inside, theme)
        gap = theme.px(16)
        width = (inside.width - gap) // 2
        label, field, buttons = fen_label_height(theme), theme.px(34), theme.px(40)
        below = label + field + buttons + theme.px(12)
        height = min(PlayerChoice.height(theme), inside.height - below - theme.px(4))
        for index, choice in enumerate(self.choices):
            choice.place(pygame.Rect(inside.x + index * (width + gap), inside.y, width, height), theme)
        between = min(theme.px(12), inside.height - height - below)
        top = inside.y + height + between + label
        self.fen.place(pygame.Rect(inside.x, top, inside.width, field), theme)
        place_from_right((self.start_button, self.cancel_button), inside.bottomright, buttons, theme)
        width = min(self.my_level.natural_width(theme), self.cancel_button.rect.x - inside.x - theme.px(12))
        self.my_level.place(pygame.Rect(inside.x, inside.bottom - buttons, width, buttons), theme)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        for choice in self.choices:
            choice.draw(surface, theme)
        label = theme.text(texts.FEN_LABEL, Role.SMALL, theme.colours.muted)
        field = self.fen.rect
        surface.blit(label, (field.x + theme.px(2), field.y - fen_label_height(theme)))
        if self.fen.error:
            self._draw_problem(surface, theme)

    def _draw_problem(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the error in the position: below the field, beside the buttons."""
        field, buttons, height = self.fen.rect, self.cancel_button.rect, theme.line_height(Role.SMALL)
        left = self.my_level.rect.right + theme.px(12) if self.my_level.visible else field.x + theme.px(2)
        right = buttons.x - theme.px(12)
        place = pygame.Rect(left, field.bottom, right - left, buttons.bottom - field.bottom)
        words, max_lines = sentence(self.fen.error), place.height // height
        taken = len(theme.wrap(words, Role.SMALL, place.width)[:max_lines]) * height
        top = min(buttons.centery - taken // 2, place.bottom - taken)
        lines = fitted_lines(theme, words, Role.SMALL, place.width, max_lines)
        draw_lines(surface, theme, lines, Role.SMALL, theme.colours.danger, (place.x, top))

    def _play_at_my_level(self) -> None:
        """Offer a rated game of the chosen kind instead."""
        assert self._at_my_level is not None
        self._host.pop(self)
        self._at_my_level(self._rules)

    def _accept(self) -> None:
        """Start the game, unless the position cannot be read."""
        sizes = self.sizes.get(self._rules.name)
        size = self._rules.facts.sizes[sizes.chosen] if sizes and sizes.chosen else None
        position = self._rules.start(size) if size else None
        if self.fen.text.strip():
            try:
                position = registry.parse_position(self._rules, self.fen.text)
            except UserError as error:
                self.fen.error = str(error)
                self.invalidate()
                return
        first, second = (choice.player for choice in self.choices)
        for player in (first, second):
            if player.program.startswith(WEIGHTS):  # which is chosen here, not added to the programs
                self._programs.allow(player.program)
        self._host.pop(self)
        self._start(self._rules, (first, second), position)


def _sizes_of(game: Rules) -> ChoiceSegments:
    titles = [f"{size} × {size}" for size in game.facts.sizes]
    return ChoiceSegments(titles, tip=texts.BOARD_SIZE_TIP)
