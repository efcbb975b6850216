"""The choice of games, each with a demonstration on a small board."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from congo_gui import games as skins
from congo_gui.commands.command import Handler, Handlers, Where
from congo_gui.draw.drawing import draw_box, draw_focus, draw_lines, draw_text
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.help.screen import tagline
from congo_gui.screens.new_game import texts
from congo_gui.screens.new_game.live_board import TURN_S, LiveBoard
from congo_gui.screens.shared.base import Host, Screen
from congo_gui.screens.shared.commands import close_button
from congo_gui.widgets.base import Widget
from congo_gui.widgets.button import Clickable
from congo_gui.widgets.choices import Segments
from engine import rules as registry
from engine.rules.rules import Rules

Choose = Callable[[Rules, int], None]
HEAD, MARGIN, PAD, SIZES = 52, 14, 10, 28
MAX_COLUMNS = 3
STEPS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}


class GameCard(Clickable):
    """A game's card: name, tagline and board. Board sizes, if there are several, are in `sizes`."""

    def __init__(self, rules: Rules, size: int, choose: Choose, pace: float, delay: float) -> None:
        super().__init__(lambda: choose(rules, self.size))
        self.rules, self.size, self.label = rules, size, rules.facts.title
        self.board: LiveBoard | None = None
        """None until there is time to draw it."""
        self.moved = False
        """True if the board has changed since it was drawn."""
        self._pace, self._delay = pace, delay
        self._board_place = pygame.Rect(0, 0, 0, 0)
        self.sizes = Segments(
            [f"{size}×{size}" for size in rules.facts.sizes],
            lambda: rules.facts.sizes.index(self.size),
            self._resize,
            texts.BOARD_SIZE_TIP,
        )
        self.sizes.visible = len(rules.facts.sizes) > 1

    @property
    def words(self) -> str:
        return f"{self.label}. {tagline(self.rules.name)}"

    def _resize(self, index: int) -> None:
        self.size = self.rules.facts.sizes[index]
        if self.board is not None:
            self.board.show(self.size)

    def build_board(self, theme: Theme) -> None:
        """Make the board."""
        skin = skins.get(self.rules.name)
        self.board = LiveBoard(self.rules, skin, self.size, self._pace, self._delay)
        self.board.place(self._board_place, theme)
        self.moved = True

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        super().place(rect, theme)
        pad = theme.px(PAD)
        inside = rect.inflate(-2 * pad, -2 * pad)
        lines = len(theme.wrap(tagline(self.rules.name), Role.SMALL, inside.width))
        head = theme.line_height(Role.HEADING) + lines * theme.line_height(Role.SMALL)
        head += theme.px(PAD) // 2
        self._board_place = pygame.Rect(inside.x, inside.y + head, inside.width, inside.height - head)
        if self.sizes.visible:
            width = min(inside.width - theme.width(self.label, Role.HEADING) - pad, theme.px(150))
            height = min(theme.px(SIZES), theme.line_height(Role.HEADING))
            self.sizes.place(pygame.Rect(inside.right - width, inside.y, width, height), theme)
        if self.board is not None:
            self.board.place(self._board_place, theme)

    def update(self, seconds: float) -> bool:
        """Advance the demonstration; `moved` says whether the board has to be redrawn."""
        self.moved |= self.board is not None and self.board.update(seconds)
        return False

    @property
    def next_change(self) -> float | None:
        """Seconds until the next animation."""
        return 0.01 if self.board is None else self.board.next_change

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours, pad = theme.colours, theme.px(PAD)
        lit = self.hovered or self.focused
        outline = colours.accent if lit else colours.outline
        fill = colours.raised if lit else colours.panel
        draw_box(surface, self.rect, theme.px(12), fill, outline, max(1, theme.px(2 if lit else 1.2)))
        if self.focused:
            draw_focus(surface, self.rect, colours, theme.px(1.5))
        x, y = self.rect.x + pad, self.rect.y + pad
        y = draw_lines(surface, theme, [self.label], Role.HEADING, colours.text, (x, y))
        words = theme.wrap(tagline(self.rules.name), Role.SMALL, self.rect.width - 2 * pad)
        draw_lines(surface, theme, words, Role.SMALL, colours.muted, (x, y))
        if self.board is not None:
            self.board.draw(surface)


class GamesScreen(Screen):
    """Shows all games; calls `choose` with a game and the size of its board, `left` if none is chosen.

    `current` is the game below this screen.
    """

    _where = Where.GAMES
    covers = True

    def __init__(
        self, host: Host, games: Sequence[Rules], current: Rules, choose: Choose, left: Callable[[], None]
    ) -> None:
        super().__init__(host)
        self._chosen, self._left = choose, left
        pace = host.settings.animation_pace
        share = TURN_S / len(games)
        self.cards = [
            GameCard(rules, rules.facts.sizes[0], self._choose, pace, share * (at + 1))
            for at, rules in enumerate(games)
        ]
        self.back = close_button(texts.BACK_TIP, self.dismiss)
        sizes: list[Widget] = [card.sizes for card in self.cards]
        self.group.widgets = [*self.cards, *sizes, self.back]
        self._columns = 1
        self._window = self._title = pygame.Rect(0, 0, 0, 0)
        self._first = next((card for card in self.cards if card.rules is current), self.cards[0])

    def _choose(self, rules: Rules, size: int) -> None:
        self._host.pop(self)
        self._chosen(rules, size)

    def dismiss(self) -> None:
        """Close the screen."""
        super().dismiss()
        self._left()

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        used = self.group.handle(event)
        if not used and event.type == pygame.KEYDOWN and event.key in STEPS:
            self._step(*STEPS[event.key])
            used = True
        self._dirty |= used
        return used

    def _handlers(self) -> Handlers:
        return {
            "games": Handler(self.dismiss),
            "cancel": Handler(self.dismiss),
            "commit": Handler(lambda: self._choose(self._first.rules, self._first.size)),
        }

    def _step(self, across: int, down: int) -> None:
        """Move the focus to the next card in a direction; the first arrow key goes to the current game."""
        focus = self.group.focus
        if focus not in self.cards:
            self.group.set_focus(self._first)
            return
        at = self.cards.index(focus)
        to = at + across + down * self._columns
        if 0 <= to < len(self.cards):
            self.group.set_focus(self.cards[to])

    # --- layout and drawing

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self.theme, self._window = theme, window
        margin, head = theme.px(MARGIN), theme.px(HEAD)
        self._title = pygame.Rect(window.x + margin, window.y, window.width - 2 * margin, head)
        cross = theme.px(32)
        self.back.place(pygame.Rect(window.right - margin - cross, (head - cross) // 2, cross, cross), theme)
        area = pygame.Rect(window.x + margin, head, window.width - 2 * margin, window.height - head - margin)
        self._columns = _columns(area, len(self.cards))
        for card, rect in zip(self.cards, _grid(area, len(self.cards), self._columns, margin), strict=True):
            card.place(rect, theme)
        self.invalidate()

    def update(self, seconds: float) -> None:
        self._dirty |= self.group.update(seconds) | self.toast.update()
        unbuilt = next((card for card in self.cards if card.board is None), None)
        # One board per update, so that the first frame does not wait for all of them.
        if unbuilt is not None and self.theme is not None and not self._full:
            unbuilt.build_board(self.theme)

    @property
    def needs_drawing(self) -> bool:
        return super().needs_drawing or any(card.moved for card in self.cards)

    def _changed_areas(self, surface: pygame.Surface, theme: Theme) -> list[pygame.Rect]:
        moved = [card for card in self.cards if card.moved]
        for card in moved:
            card.moved = False
        return [surface.get_rect()] if super().needs_drawing else [card.rect for card in moved]

    def _draw_all(self, surface: pygame.Surface, theme: Theme) -> None:
        surface.fill(theme.colours.background)
        place = self._title
        draw_text(surface, theme, texts.CHOOSE_GAME, Role.TITLE, theme.colours.text, place.x, place.centery)
        for widget in self.group.widgets:
            if widget.visible and widget.rect.colliderect(surface.get_clip()):
                widget.draw(surface, theme)
        self.toast.draw(surface, theme, self._window)
        self.group.draw_tip(surface, theme)


def all_games() -> list[Rules]:
    """Return the games that the window can show."""
    return [registry.get(name) for name in skins.names()]


def _columns(area: pygame.Rect, count: int) -> int:
    """Return the number of columns for which the smaller side of each card is largest."""

    def smaller_side(columns: int) -> float:
        return min(area.width / columns, area.height / -(-count // columns))

    return max(range(1, min(count, MAX_COLUMNS) + 1), key=smaller_side)


def _grid(area: pygame.Rect, count: int, columns: int, gap: int) -> list[pygame.Rect]:
    """Divide an area into cards, row by row; a shorter last row is centred."""
    rows = -(-count // columns)
    width = (area.width - gap * (columns - 1)) // columns
    height = (area.height - gap * (rows - 1)) // rows
    rects = []
    for index in range(count):
        row, column = divmod(index, columns)
        inset = (area.width - (width + gap) * min(columns, count - row * columns) + gap) // 2
        left = area.x + inset + column * (width + gap)
        rects.append(pygame.Rect(left, area.y + row * (height + gap), width, height))
    return rects
