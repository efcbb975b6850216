"""The games of one file: searched, sorted, opened, and deleted from the file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame

from congo_gui.commands.actions import BY_ID
from congo_gui.commands.command import Handler, Handlers, Where
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.game_file import FileGame, UnreadableGame, remove_game
from congo_gui.play.game_list import Column, ListedGame, matching, read_list, sort_games
from congo_gui.screens.files import texts
from congo_gui.screens.files.file_screen import BUTTON, FIELD
from congo_gui.screens.files.game_preview import GamePreview
from congo_gui.screens.files.game_table import GameTable, Headings, column_places, row_of
from congo_gui.screens.files.preview_loader import PreviewLoader
from congo_gui.screens.files.reading import FileReader
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import ConfirmScreen, RemarkDialog
from congo_gui.widgets.button import Button, Look, place_from_right
from congo_gui.widgets.list_view import ListRow
from congo_gui.widgets.text_field import TextField
from engine.rules.rules import Rules

PROBLEM_S = 8.0
HEADINGS, PREVIEW = 26, 220
MIN_WIDTH = 540
"""The least width at scale 1 of a box with a picture beside the games."""
MIN_REMARK = 240
LIST_KEYS = (pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN)
"""Keys that move the selection even while the search field has the focus."""

_GamesAndRows = tuple[list[ListedGame], dict[int, ListRow]]


def _read(path: Path, rules: Rules, report: Callable[[int], None]) -> _GamesAndRows:
    """Return the games of a file, and their rows by number; see `read_list`."""
    games = read_list(path, rules, report)
    return games, {game.number: row_of(game) for game in games}


class FileGamesScreen(RemarkDialog):
    """Lists the games of a file, of which `number` is selected.

    `opened` is called with the file and a game; if it raises `UnreadableGame`, the message is shown.
    """

    _size = (1000, 760)
    _where = Where.FILE_GAMES

    def __init__(
        self, host: Host, path: Path, rules: Rules, opened: Callable[[Path, FileGame], None], number: int = 1
    ) -> None:
        super().__init__(host, path.name)
        self._path, self._rules, self._opened = path, rules, opened
        self._all: list[ListedGame] = []
        self._rows: dict[int, ListRow] = {}
        """By the numbers of the games."""
        self._query = ""
        self._order = Column.NUMBER, False
        self._sorted_by: tuple[Column, bool] | None = None
        """How the games are sorted."""
        self._selected_next = number - 1
        """The row to select after the file is read."""
        self._loader = PreviewLoader(rules, host.wake)
        self._previews = 0
        self.search = TextField(lambda text: self._accept(), tip=texts.SEARCH_TIP, placeholder=texts.SEARCH)
        self.headings = Headings(rules, self._sort_by, lambda: self._order)
        self.list = GameTable(self._open_row, self._selected, lambda: self.commands.run("delete_game"))
        self.preview = GamePreview(path, self._loader)
        self.open_button = Button(
            texts.OPEN, self._accept, look=Look.PRIMARY, enabled=lambda: self.list.game is not None
        )
        self.back_button = Button(texts.BACK, self.dismiss)
        self._use_widgets(
            [self.search, self.headings, self.list, self.preview, self.back_button, self.open_button]
        )
        self.group.set_focus(self.search)
        self._reader: FileReader[_GamesAndRows] | None = None
        self._read()

    # --- the file

    def _read(self) -> None:
        """Read the file, in the background if it is large."""
        self.preview.file_changed()
        self._show_message(texts.READING)
        self._reader = FileReader(self._path, partial(_read, self._path, self._rules), self._host.wake)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        reader, loaded = self._reader, len(self._loader.found)
        if reader is not None:
            self._follow(reader)
        if loaded != self._previews or self.preview.pictures.is_behind:
            self._previews = loaded
            self.invalidate()

    def _follow(self, reader: FileReader[_GamesAndRows]) -> None:
        """Show the progress of reading the file, and then its games."""
        if reader.problem:
            self._reader = None
            self._host.pop(self)
            self._host.show_toast(reader.problem, PROBLEM_S)
        elif reader.found is not None:
            self._reader = None
            (self._all, self._rows), self._sorted_by = reader.found, None
            self._show()
            if self.list.rows:
                self.list.point_at(self._selected_next)
        elif reader.done:
            self._show_message(texts.reading(reader.done))

    @property
    def next_change(self) -> float | None:
        return 0.0 if self.preview.pictures.is_behind else super().next_change

    def close(self) -> None:
        self._loader.close()
        if self._reader is not None:
            self._reader.close()

    # --- searching and sorting

    def _show(self) -> None:
        """List the games that match, in their order, the first of them selected."""
        if self._sorted_by != self._order:
            self._sorted_by = self._order
            self._all = sort_games(self._all, *self._order)
        found = matching(self._all, self._query)
        self.list.set_rows([self._rows[game.number] for game in found])
        self.preview.game = None
        if found:
            self.list.point_at(0)
        self._show_message(texts.found_games(len(found), len(self._all), BY_ID["delete_game"].key_text))

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

    def _selected(self, row: int | None) -> None:
        del row
        self.preview.game = self.list.game
        self.invalidate()

    # --- opening and deleting

    def _accept(self) -> None:
        if self.list.current is None:
            self.toast.show(texts.NO_GAME_CHOSEN)
        else:
            self._open_row(self.list.current)

    def _open_row(self, row: int) -> None:
        game = self.list.rows[row].key
        assert isinstance(game, ListedGame)
        try:
            self._opened(self._path, game.game)
        except UnreadableGame as error:
            self._show_error(str(error))
            return
        self.dismiss()

    def _ask_to_delete(self) -> None:
        game = self.list.game
        assert game is not None
        words = texts.delete_words(game.number, texts.versus(*game.players), self._path.name)
        question = texts.DELETE_QUESTION
        self._host.push(ConfirmScreen(self._host, question, words, texts.DELETE, lambda: self._delete(game)))

    def _delete(self, game: ListedGame) -> None:
        """Delete a game from the file, and read the file again."""
        try:
            remove_game(self._path, game.game)
        except UnreadableGame as error:
            self._show_error(str(error))
            return
        except OSError as error:
            self._show_error(texts.not_saved((error.strerror or str(error)).lower()))
            return
        self._selected_next = self.list.current or 0
        self.toast.show(texts.deleted(game.number))
        self._read()

    def _handlers(self) -> Handlers:
        return {
            **super()._handlers(),
            "sort_games": Handler(self._sort_by_next),
            "reverse_games": Handler(lambda: self._sort_by(self._order[0])),
            "delete_game": Handler(
                self._ask_to_delete,
                lambda: self.list.game is not None and self._reader is None and len(self._all) > 1,
                lambda: texts.LAST_GAME if self.list.game is not None else texts.NO_GAME_CHOSEN,
            ),
        }

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and self.group.focus is self.search:
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

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        field, gap = theme.px(FIELD), theme.px(8)
        self.search.place(pygame.Rect(inside.x, inside.y, inside.width, field), theme)
        place_from_right((self.open_button, self.back_button), inside.bottomright, theme.px(BUTTON), theme)
        bottom = self._place_message(inside, gap, theme)
        top = inside.y + field + gap
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
