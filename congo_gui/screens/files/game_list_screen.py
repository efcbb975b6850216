"""The base of the dialogs that list games: a search field, a table that can be sorted, and a preview."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from congo_gui.commands.command import Handler, Handlers
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.game_list import Column, ListedGame
from congo_gui.screens.files import texts
from congo_gui.screens.files.file_screen import BUTTON, FIELD
from congo_gui.screens.files.game_preview import GamePreview
from congo_gui.screens.files.game_table import GameTable, Headings, column_places
from congo_gui.screens.files.preview_loader import PreviewLoader
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import RemarkDialog
from congo_gui.widgets.base import Widget
from congo_gui.widgets.button import Button, Look, place_from_right
from congo_gui.widgets.text_field import TextField
from engine.rules.rules import Rules

HEADINGS, PREVIEW = 26, 220
MIN_WIDTH = 540
"""The least width at scale 1 of a box with a picture beside the games."""
MIN_REMARK = 240
LIST_KEYS = (pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN)
"""Keys that move the selection also while the search field has the focus, or nothing, as after a click."""


class GameListScreen(RemarkDialog):
    """Lists games, to search, sort, open and delete them."""

    _size = (1000, 760)
    _order = Column.NUMBER, False
    """The column by which the games are sorted, and whether the order is reversed."""
    _no_match = texts.NO_MATCH

    def __init__(self, host: Host, title: str, rules: Rules) -> None:
        super().__init__(host, title)
        self._rules = rules
        self._query = ""
        self._loader = PreviewLoader(rules, host.wake)
        self._previews = 0
        self.search = TextField(lambda text: self._accept(), tip=texts.SEARCH_TIP, placeholder=texts.SEARCH)
        self.headings = Headings(rules, self._sort_by, lambda: self._order)
        delete = lambda: self.commands.run("delete_game")  # noqa: E731
        self.list = GameTable(self._open_row, self._selected, delete, self._no_match)
        self.preview = GamePreview(self._loader)
        self.open_button = Button(
            texts.OPEN, self._accept, look=Look.PRIMARY, enabled=lambda: self.list.game is not None
        )
        self.back_button = Button(texts.BACK, self.dismiss)

    def _use_game_widgets(
        self, below_search: Sequence[Widget] = (), below_list: Sequence[Widget] = (), focuses: bool = True
    ) -> None:
        """Set the controls, with those between search field and list, and those below the list."""
        own = (self.headings, self.list, self.preview)
        self._use_widgets([self.search, *below_search, *own, *below_list, self.back_button, self.open_button])
        if focuses:
            self.group.set_focus(self.search)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        loaded = len(self._loader.found)
        if loaded != self._previews or self.preview.pictures.is_behind:
            self._previews = loaded
            self.invalidate()

    @property
    def next_change(self) -> float | None:
        return 0.0 if self.preview.pictures.is_behind else super().next_change

    def close(self) -> None:
        self._loader.close()

    # --- what subclasses do

    def _show(self) -> None:
        """List the games that match the search, in their order, the first of them selected."""
        raise NotImplementedError

    def _open(self, game: ListedGame) -> None:
        """Open a game, or show why that is not possible."""
        raise NotImplementedError

    def _selected(self, row: int | None) -> None:
        """Show the preview of the selected game."""
        del row
        self.preview.game = self.list.game
        self.invalidate()

    # --- sorting and opening

    def _sort_by(self, column: Column) -> None:
        """Sort by a column, or reverse the order if it is sorted by that already."""
        now, reverse = self._order
        self._order = column, column is now and not reverse
        self._show()

    def _sort_by_next(self) -> None:
        """Sort by the next column that is shown."""
        assert self.theme is not None
        columns = list(column_places(self.list.rect, self.theme))
        at = columns.index(self._order[0]) if self._order[0] in columns else -1
        self._order = columns[(at + 1) % len(columns)], False
        self._show()

    def _accept(self) -> None:
        if self.list.current is None:
            self.toast.show(texts.NO_GAME_CHOSEN)
        else:
            self._open_row(self.list.current)

    def _open_row(self, row: int) -> None:
        game = self.list.rows[row].key
        assert isinstance(game, ListedGame)
        self._open(game)

    def _handlers(self) -> Handlers:
        return {
            **super()._handlers(),
            "sort_games": Handler(self._sort_by_next),
            "reverse_games": Handler(lambda: self._sort_by(self._order[0])),
        }

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and self.group.focus in (self.search, None):
            if event.key in LIST_KEYS:
                return self.list.handle(event)
            if event.key == pygame.K_DELETE and not self.search.text:
                return False  # there is nothing to delete but the game
        used = super().handle(event)
        if self.search.text != self._query:
            self._query = self.search.text
            self._show()
        return used

    # --- layout

    def _arrange_filters(self, inside: pygame.Rect, top: int, theme: Theme) -> int:
        """Place the controls below the search field; return where the list begins."""
        del inside, theme
        return top

    def _arrange_actions(self, inside: pygame.Rect, bottom: int, theme: Theme) -> int:
        """Place the controls below the list, above the last row; return where the list ends."""
        del inside, theme
        return bottom

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        field, gap = theme.px(FIELD), theme.px(8)
        self.search.place(pygame.Rect(inside.x, inside.y, inside.width, field), theme)
        place_from_right((self.open_button, self.back_button), inside.bottomright, theme.px(BUTTON), theme)
        bottom = self._arrange_actions(inside, self._place_message(inside, gap, theme), theme)
        top = self._arrange_filters(inside, inside.y + field + gap, theme)
        self.preview.visible = inside.width >= theme.px(MIN_WIDTH)
        width = inside.width
        if self.preview.visible:
            beside = min(theme.px(PREVIEW), inside.width // 3)
            width -= beside + gap
            self.preview.place(pygame.Rect(inside.right - beside, top, beside, bottom - top), theme)
        heading = theme.px(HEADINGS)
        self.headings.place(pygame.Rect(inside.x, top, width, heading), theme)
        self.list.place(pygame.Rect(inside.x, top + heading, width, max(1, bottom - top - heading)), theme)

    def _place_message(self, inside: pygame.Rect, gap: int, theme: Theme) -> int:
        """Place the message beside the buttons, else above them; return where the list ends."""
        button, beside = theme.px(BUTTON), self.back_button.rect.x - gap - inside.x
        top = inside.bottom - button
        if beside >= theme.px(MIN_REMARK):
            self._message_place = pygame.Rect(inside.x, top, beside, button)
            return top - gap
        height = 2 * theme.line_height(Role.BODY)
        self._message_place = pygame.Rect(inside.x, top - gap - height, inside.width, height)
        return self._message_place.y - gap

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        self._draw_remark(surface, theme, self._message)
