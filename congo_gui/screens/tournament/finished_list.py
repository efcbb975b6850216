"""The list of a tournament's finished games, which can be limited to some players and to a kind of end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from congo_gui.draw.drawing import place_text
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.tournament import texts
from congo_gui.screens.tournament.finished_games import FinishedGameTexts
from congo_gui.screens.tournament.game_list import GameList
from congo_gui.screens.tournament.standings_view import Games, StandingsView
from congo_gui.widgets.button import Button
from congo_gui.widgets.list_view import ListRow

if TYPE_CHECKING:
    from engine.match.pairing import FinishedGame

FILTER = 130
"""Minimum width at scale 1 of the buttons beside the heading."""


class FinishedList:
    """Lists finished games, those of the cell that `table` shows, latest first.

    `open_game` is called with a game that is clicked, `changed` when the controls need another layout.
    """

    def __init__(
        self,
        descriptions: FinishedGameTexts,
        names: Sequence[str],
        table: StandingsView,
        open_game: Callable[[FinishedGame], None],
        changed: Callable[[], None],
    ) -> None:
        self._descriptions, self._names, self._table = descriptions, names, table
        self._open_game, self._changed = open_game, changed
        self.by_number: dict[int, FinishedGame] = {}
        """All finished games."""
        self._rows: dict[int, tuple[ListRow, str]] = {}
        """By number, the row of a game and its kind of end; to find them for thousands takes long."""
        self._endings: Counter[str] = Counter()
        """The numbers of games by kind of end."""
        self._listed: list[FinishedGame] = []
        self._ending = ""
        """The kind of end by which games are filtered, empty for all."""
        self.endings = Button(self._ending_label, self._next_ending, tip=texts.ENDINGS_TIP, role=Role.SMALL)
        self.all_games = Button(
            texts.ALL_GAMES, lambda: self.filter(None), tip=texts.ALL_GAMES_TIP, role=Role.SMALL
        )
        self.endings.visible = self.all_games.visible = False
        self.games = GameList([], self.open)

    def open(self, row: int) -> None:
        """Open the game in a row."""
        self._open_game(self._listed[row])

    # --- what is listed

    def set_games(self, games: Sequence[FinishedGame]) -> None:
        """Set the finished games, keeping filters, scroll position and the chosen game."""
        if len(games) != len(self.by_number):
            from engine.match.failures import ending_of

            for game in games:
                if self.by_number.get(game.number) is not game:
                    self._rows[game.number] = self._descriptions.row(game), ending_of(game)
            self.by_number = {game.number: game for game in games}
            self._endings = Counter(self._rows[game.number][1] for game in games)
            self.endings.visible = len(self._endings) > 1
            self._list()

    def _list(self) -> None:
        games = [game for game in self.by_number.values() if self._is_listed(game)]
        offset, row = self.games.scroller.offset, self.games.current
        chosen = None if row is None else self._listed[row].number
        self._listed = sorted(games, key=lambda game: -game.number)
        self.games.set_rows([self._rows[game.number][0] for game in self._listed])
        self.games.scroller.scroll_to(offset)
        numbers = [game.number for game in self._listed]
        self.games.current = numbers.index(chosen) if chosen in numbers else None

    def _is_listed(self, game: FinishedGame) -> bool:
        if self._ending and self._rows[game.number][1] != self._ending:
            return False
        if self._table.shown is None:
            return True
        player, other = self._table.shown
        return player in game.players and (other is None or other in game.players)

    def _ending_label(self) -> str:
        if not self._ending:
            return texts.ALL_ENDINGS
        return texts.ending(self._ending, self._endings[self._ending])

    def _next_ending(self) -> None:
        """List the games with the next kind of end, most common first; after the last kind, list all."""
        known = ["", *(ending for ending, _ in self._endings.most_common())]
        at = known.index(self._ending) if self._ending in known else 0
        self._ending = known[(at + 1) % len(known)]
        self._list_from_top()

    def filter(self, games: Games | None) -> None:
        """List the games of a cell of the standings, all for None."""
        self._table.shown = games
        self.all_games.visible = games is not None
        self._list_from_top()

    def _list_from_top(self) -> None:
        self.games.scroller.scroll_to(0)
        self.games.current = None
        self._list()
        self._changed()

    # --- the heading

    @property
    def heading(self) -> str:
        """The heading of the list: all games, or those of a cell of the standings."""
        if self._table.shown is None:
            return texts.FINISHED_GAMES
        player, other = self._table.shown
        if other is None:
            return texts.games_of(self._names[player])
        return texts.games_between(self._names[player], self._names[other])

    def place_heading(self, place: pygame.Rect, theme: Theme) -> None:
        """Place the buttons at the right of the heading."""
        button = max(theme.px(FILTER), self.all_games.natural_width(theme))
        self.all_games.place(pygame.Rect(place.right - button, place.y, button, place.height), theme)
        right = self.all_games.rect.x - theme.px(8) if self.all_games.visible else place.right
        width = min(max(theme.px(FILTER), self.endings.natural_width(theme)), place.width // 2)
        self.endings.place(pygame.Rect(right - width, place.y, width, place.height), theme)

    def draw_heading(self, surface: pygame.Surface, theme: Theme, place: pygame.Rect) -> None:
        """Draw the heading, and a hint if there is room."""
        shown = [button.rect.x for button in (self.all_games, self.endings) if button.visible]
        right = min(shown) - theme.px(8) if shown else place.right
        title = theme.shorten(self.heading, Role.STRONG, right - place.x)
        place_text(surface, theme, title, Role.STRONG, theme.colours.text, midleft=place.midleft)
        if self.all_games.visible:
            return
        available = right - place.x - theme.width(title, Role.STRONG) - theme.px(12)
        hints = texts.CLICKS if self._listed else (texts.NONE_YET,)
        hint = next((words for words in hints if theme.width(words, Role.SMALL) <= available), "")
        place_text(surface, theme, hint, Role.SMALL, theme.colours.muted, midright=(right, place.centery))
