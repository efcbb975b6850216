"""Help: the rules of the game as cards with pictures, and the list of all keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module

import pygame

from congo_gui.commands.actions import ACTIONS, available_in, by_group
from congo_gui.commands.command import Action, Where
from congo_gui.draw.drawing import draw_lines
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Role, Theme
from congo_gui.games.help_card import PICTURE, Card, draw_card
from congo_gui.screens.help import texts
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import PagedDialog
from congo_gui.widgets.button import Button, Look
from engine.learn.puzzles import puzzles_of
from engine.rules.rules import Rules
from engine.tablebase.tablebase import has_tablebase

TWO_COLUMNS = 660
"""Width at scale 1 from which two cards are side by side."""
PAGES = (texts.RULES, texts.KEYS)
Line = tuple[str, str]
Section = tuple[str, tuple[Line, ...]]


def rules_cards(game: str) -> tuple[str, tuple[Card, ...]]:
    """Return a game's introduction and cards, from ``games/<game>/help_page.py``."""
    page = import_module(f"congo_gui.games.{game}.help_page")
    return page.INTRODUCTION, page.CARDS


def tagline(game: str) -> str:
    """Return a game's tagline."""
    words: str = import_module(f"congo_gui.games.{game}.help_page").TAGLINE
    return words


def with_small_first_letter(text: str) -> str:
    """Return a sentence for after a colon, with a small first letter; names such as AI keep theirs."""
    return text[:1].lower() + text[1:]


def key_lines(actions: Iterable[Action], where: Where) -> tuple[Line, ...]:
    """Return the keys of commands with their hints on a screen."""
    return tuple(
        (action.key_text, f"{action.label}: {with_small_first_letter(action.hint_in(where))}")
        for action in actions
    )


def _differs(action: Action, place: Where, here: Where) -> bool:
    """Return whether a command does something else on another screen."""
    return not action.fixed and not (action.is_available_in(here) and place not in action.hints)


def key_sections(
    where: Where, piece: str, has_endings: bool = False, has_puzzles: bool = False
) -> Iterator[Section]:
    """Yield the effects of mouse and keys by headings: first those of a screen, then others.

    `piece` is what the game calls its pieces, `has_endings` and `has_puzzles` whether *Learn* has
    endings and puzzles.
    """
    if has_puzzles and where is Where.LESSONS:
        yield texts.PUZZLES, texts.PUZZLE_LINES
    if has_endings and where is Where.LESSONS:
        yield texts.ENDINGS, texts.ENDING_LINES
    yield texts.MOUSE, texts.mouse_lines(piece)
    for group, actions in by_group(available_in(where)).items():
        yield group.value, key_lines(actions, where)
    for place in Where:
        others = [action for action in ACTIONS if place in action.where and _differs(action, place, where)]
        if others and place not in (where, Where.WINDOW):
            yield texts.elsewhere(place.value), key_lines(others, place)
    yield texts.ARROWS, texts.ARROW_LINES
    yield texts.CLOCKS, texts.CLOCK_LINES


class HelpScreen(PagedDialog):
    """Two pages: rules, and keys, beginning with those of the current screen.

    `try_piece` opens a board on which to try a piece, if there is one.
    """

    stands_alone = True
    _size = (960, 740)

    def __init__(
        self,
        host: Host,
        rules: Rules,
        skin: Skin,
        try_piece: Callable[[str], None] | None = None,
        asked_from: Where = Where.GAME,
    ) -> None:
        super().__init__(host, texts.title(rules.facts.title), PAGES)
        self._asked_from = asked_from
        self._try_piece = try_piece
        self._card_places: list[tuple[pygame.Rect, str]] = []
        self._introduction, self._cards = rules_cards(rules.name)
        self._skin = skin
        piece, several = rules.facts.piece_words
        self._piece, self._has_endings = piece, has_tablebase(rules)
        self._has_puzzles = bool(puzzles_of(rules.name))
        self.try_button = Button(
            texts.try_pieces(several),
            lambda: self._try(""),
            look=Look.PRIMARY,
            tip=texts.try_pieces_tip(piece),
        )
        self.try_button.visible = try_piece is not None
        self._use_widgets([*self.tabs, self.try_button, self.paper])

    def clicked(self, place: tuple[int, int]) -> None:
        """Handle a click on the page: clicking a piece's card opens its playground."""
        kinds = (kind for rect, kind in self._card_places if rect.collidepoint(place))
        kind = next(kinds, "")
        if kind and self.page == 0:
            self._try(kind)

    def _try(self, kind: str) -> None:
        if self._try_piece is not None:
            self.dismiss()
            first = next((card.kind for card in self._cards if card.kind), "")
            self._try_piece(kind or first)

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        height = theme.px(34)
        left = inside.x
        for tab in self.tabs:
            width = max(theme.px(90), tab.natural_width(theme))
            tab.place(pygame.Rect(left, inside.y, width, height), theme)
            left += width + theme.px(8)
        width = self.try_button.natural_width(theme)
        self.try_button.place(pygame.Rect(inside.right - width, inside.y, width, height), theme)
        top = inside.y + height + theme.px(10)
        self.paper.place(pygame.Rect(inside.x, top, inside.width, max(1, inside.bottom - top)), theme)

    def draw_page(self, surface: pygame.Surface | None, theme: Theme, paper: pygame.Rect) -> int:
        return (self._draw_rules if self.page == 0 else self._draw_keys)(surface, theme, paper)

    def _draw_rules(self, surface: pygame.Surface | None, theme: Theme, paper: pygame.Rect) -> int:
        lines = theme.wrap(self._introduction, Role.BODY, paper.width)
        y = draw_lines(surface, theme, lines, Role.BODY, theme.colours.text, paper.topleft) + theme.px(10)
        columns = 2 if paper.width >= theme.px(TWO_COLUMNS) else 1
        gap = theme.px(10)
        width = (paper.width - gap * (columns - 1)) // columns
        self._card_places = []
        for index in range(0, len(self._cards), columns):
            row = self._cards[index : index + columns]
            size = pygame.Rect(0, 0, width, 0)
            height = max(draw_card(None, theme, card, size, self._skin) for card in row)
            for column, card in enumerate(row):
                place = pygame.Rect(paper.x + column * (width + gap), y, width, height)
                if card.kind and self._try_piece is not None:
                    self._card_places.append((place, card.kind))
                if surface is not None:
                    draw_card(surface, theme, card, place, self._skin)
                    self._draw_offer(surface, theme, card, place)
            y += height + gap
        return y - paper.y

    def _draw_offer(self, surface: pygame.Surface, theme: Theme, card: Card, place: pygame.Rect) -> None:
        """Draw the offer to try a piece on its card."""
        if card.kind and self._try_piece is not None:
            text = theme.text(texts.TRY_IT, Role.SMALL, theme.colours.accent)
            x = place.x + theme.px(10) + (theme.px(PICTURE) - text.get_width()) // 2
            surface.blit(text, (x, place.bottom - theme.px(4) - text.get_height()))

    def _draw_keys(self, surface: pygame.Surface | None, theme: Theme, paper: pygame.Rect) -> int:
        y = paper.y
        left = theme.px(190) if paper.width >= theme.px(480) else paper.width * 2 // 5
        sections = key_sections(self._asked_from, self._piece, self._has_endings, self._has_puzzles)
        for heading, lines in sections:
            y = draw_lines(surface, theme, [heading], Role.HEADING, theme.colours.text, (paper.x, y))
            y += theme.px(4)
            for keys, words in lines:
                if surface is not None:
                    name = theme.shorten(keys, Role.STRONG, left - theme.px(8))
                    surface.blit(theme.text(name, Role.STRONG, theme.colours.accent), (paper.x, y))
                wrapped, place = theme.wrap(words, Role.BODY, paper.width - left), (paper.x + left, y)
                y = draw_lines(surface, theme, wrapped, Role.BODY, theme.colours.text, place) + theme.px(4)
            y += theme.px(10)
        return y - paper.y
