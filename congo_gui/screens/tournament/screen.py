"""A tournament in the window: the games that are played, the table, and all games that are finished."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from congo_gui import games as skins
from congo_gui.commands.command import Handler, Handlers, Where
from congo_gui.draw.drawing import draw_box, draw_lines, place_text
from congo_gui.draw.theme import Colour, Role, Theme
from congo_gui.draw.window_surface import merged
from congo_gui.screens.shared.base import Host, Screen
from congo_gui.screens.shared.commands import close_button, command_button, icon_button
from congo_gui.screens.tournament import texts
from congo_gui.screens.tournament.background import LiveTournament, TournamentStage, TournamentStatus
from congo_gui.screens.tournament.layout import TournamentLayout, row_height, tournament_layout
from congo_gui.screens.tournament.notes import notes
from congo_gui.screens.tournament.setup import FORMS, title_of
from congo_gui.screens.tournament.small_board import DRAWN, LOST, WON, SmallBoard
from congo_gui.store.programs import Programs
from congo_gui.widgets.button import place_all
from congo_gui.widgets.list_view import ListRow, ListView
from engine.record import record
from engine.record.parse import parse_games
from engine.rules import get
from engine.rules.words import count_text
from engine.system.files import replace_file

if TYPE_CHECKING:
    from engine.match.pairing import FinishedGame
    from engine.match.tournament_table import StandingsRow as TableRow

COLUMNS = {
    texts.POINTS: 62,
    texts.GAMES: 52,
    texts.WON: 46,
    texts.DRAWN: 56,
    texts.LOST: 46,
    texts.ELO: 84,
    texts.TIME: 60,
}
"""Columns of the table behind the names, with their widths at scale 1."""
REQUIRED_COLUMNS, OPTIONAL_COLUMNS = (
    (texts.POINTS, texts.ELO),
    ((texts.TIME,), (texts.GAMES,), (texts.WON, texts.DRAWN, texts.LOST)),
)
"""What is always shown, and what is, together, if there is room beside the cross table."""
CROSS = 44
"""Width of a column of the cross table at scale 1."""
NAME, RANK = 94, 26
"""Least width of the names, and width of the ranks, at scale 1."""


class TournamentScreen(Screen):
    """Shows a tournament and ends it when it closes; `analyse` opens a finished game, if that is `ready`."""

    _where = Where.TOURNAMENT
    covers = True

    def __init__(
        self,
        host: Host,
        live: LiveTournament,
        ready: Callable[[], bool],
        analyse: Callable[[record.GameRecord], None],
    ) -> None:
        super().__init__(host)
        self.live, self._ready, self._analyse = live, ready, analyse
        self.rules = get(live.config.game)
        programs = Programs(host.settings)
        self.names = [title_of(name, programs) for name in live.config.players]
        skin = skins.get(self.rules.name)
        self.boards = [SmallBoard(self.rules, skin) for _ in range(live.workers)]
        self._at: list[int | None] = [None] * live.workers
        label = lambda: texts.CONTINUE if live.paused else texts.PAUSE  # noqa: E731
        self.pause = command_button(self.commands, "play_or_pause", label, role=Role.STRONG)
        self.save = icon_button(self.commands, "save_game")
        self.back = close_button(texts.BACK_TIP, self.dismiss)
        self.games = ListView([], self._open)
        self._on_board: list[int | None] = [None] * live.workers
        self._finished: list[FinishedGame] = []
        self._ends: dict[int, FinishedGame] = {}
        self.group.widgets = [*self.boards, self.pause, self.save, self.back, self.games]
        self._layout: TournamentLayout | None = None
        self._seen: TournamentStatus | None = None
        self._changed: list[pygame.Rect] = []
        live.start()

    # --- commands

    def _handlers(self) -> Handlers:
        return {
            "play_or_pause": Handler(self._turn_pause, self._goes_on, texts.OVER),
            "analyse": Handler(
                self._open_current, lambda: self.games.current is not None, texts.CHOOSE_FIRST
            ),
            "save_game": Handler(self._save, lambda: bool(self.games.rows), texts.NO_GAMES),
            "cancel": Handler(self.dismiss),
        }

    def _goes_on(self) -> bool:
        return self.live.news.stage in (TournamentStage.PREPARING, TournamentStage.PLAYING)

    def _turn_pause(self) -> None:
        self.live.pause(not self.live.paused)
        self.invalidate()

    def _save(self) -> None:
        """Write the table beside the file of the games."""
        path = Path(self.live.config.path)
        path = path.with_name(texts.table_file(path.stem))
        try:
            replace_file(path, self.live.news.report.encode())
        except OSError as error:
            self.toast.show(texts.not_written(path.name, error.strerror))
            return
        self.toast.show(texts.table_saved(path.name))

    def _open_current(self) -> None:
        assert self.games.current is not None
        self._open(self.games.current)

    def _open(self, row: int) -> None:
        if not self._ready():
            self.toast.show(texts.AI_LOADING)
            return
        (game,) = parse_games(self._finished[row].text)
        self._analyse(game)

    # --- display

    @property
    def title(self) -> str:
        """The tournament's name and progress."""
        news, config = self.live.news, self.live.config
        form = next(title for title, form in FORMS if form == config.form)
        head = texts.title(self.rules.facts.title, form.lower())
        if news.stage is TournamentStage.PREPARING:
            return f"{head}: {texts.LOOKING_FOR_OPENINGS}"
        if news.stage is TournamentStage.FAILED:
            return news.problem
        done = texts.played(len(news.played), news.total)
        if news.stage is TournamentStage.OVER:
            games, limit = len(news.played), news.total
            return f"{head}: {texts.decided(games, limit) if games < limit else texts.finished(games)}"
        return f"{head}: {done}{texts.PAUSED if self.live.paused else ''}"

    def _game_row(self, game: FinishedGame) -> ListRow:
        one, other = (self.names[player] for player in game.players)
        first, second = (other, one) if game.number % 2 else (one, other)
        if game.crashed:
            return ListRow(f"{first} – {second}", texts.NOT_PLAYED)
        result = " – ".join(self._points(game))
        told = texts.FAILED if game.fault else count_text(game.plies, "turn")
        return ListRow(f"{first} – {second}   {result}", told)

    def _refresh_boards(self) -> None:
        """Assign a board to every running game until it ends."""
        live_positions = {sight.number: sight for sight in self.live.live_positions}
        self._at = [number if number in live_positions else None for number in self._at]
        new = [number for number in live_positions if number not in self._at]
        for place, number in enumerate(self._at):
            if number is None and new:
                self._at[place] = new.pop(0)
        for board, number in zip(self.boards, self._at, strict=True):
            if number is not None:
                sight = live_positions[number]
                names = (self.names[sight.players_by_side[0]], self.names[sight.players_by_side[1]])
                if board.show(names, sight.position):
                    self._changed.append(board.rect)
        self._on_board = [
            number if number is not None else before
            for number, before in zip(self._at, self._on_board, strict=True)
        ]
        for board, number in zip(self.boards, self._on_board, strict=True):
            game = self._ends.get(number) if number is not None else None
            if game is not None and not game.crashed and board.end(self._points(game)):
                board.show_last(parse_games(game.text)[0].replay().position)
                self._changed.append(board.rect)

    def _points(self, game: FinishedGame) -> tuple[str, str]:
        """Return what the first and the second side have made of a game."""
        if game.winner is None:
            return DRAWN, DRAWN
        return (WON, LOST) if game.winner == game.players[game.number % 2] else (LOST, WON)

    def update(self, seconds: float) -> None:
        if self.toast.update() | self.group.update(seconds):
            self.invalidate()
        news = self.live.news
        if news is not self._seen:
            self._seen = news
            self._show_games(news)
            self._clear_if_over(news)
            self.invalidate()
        if self._layout is not None:
            self._refresh_boards()

    def _clear_if_over(self, news: TournamentStatus) -> None:
        """Clear the saved tournament once it is over, so that the set-up no longer offers to resume it."""
        settings = self._host.settings
        if news.stage is TournamentStage.OVER and settings.tournament.get("path") == self.live.config.path:
            settings.tournament = {"limit": settings.tournament["limit"]}  # which the next one begins with

    def _show_games(self, news: TournamentStatus) -> None:
        games = sorted(news.played, key=lambda game: -game.number)
        if len(games) == len(self._finished):
            return
        offset, current = self.games.scroller.offset, self.games.current
        self._finished, self._ends = games, {game.number: game for game in games}
        self.games.set_rows([self._game_row(game) for game in games])
        self.games.scroller.scroll_to(offset)
        self.games.current = current

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        used = self.group.handle(event)
        if used:
            self.invalidate()
        return used

    def close(self) -> None:
        self.live.close()

    # --- layout and drawing

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self.theme = theme
        width = max(theme.px(100), self.pause.natural_width(theme))
        layout = tournament_layout(window, theme, len(self.boards), len(self.names), width)
        self._layout = layout
        place_all(self.boards, layout.boards, theme)
        self.pause.place(layout.pause, theme)
        self.save.place(layout.save, theme)
        self.back.place(layout.back, theme)
        self.games.place(layout.games, theme)
        self.invalidate()

    @property
    def needs_drawing(self) -> bool:
        return super().needs_drawing or bool(self._changed)

    def _changed_areas(self, surface: pygame.Surface, theme: Theme) -> list[pygame.Rect]:
        changed, self._changed = self._changed, []
        return [surface.get_rect()] if super().needs_drawing else merged(changed)

    def _draw_all(self, surface: pygame.Surface, theme: Theme) -> None:
        layout = self._layout
        assert layout is not None
        surface.fill(theme.colours.background)
        failed = self.live.news.stage is TournamentStage.FAILED
        colour = theme.colours.danger if failed else theme.colours.text
        self._draw_title(surface, theme, layout.title, colour)
        self._draw_table(surface, theme, layout.table)
        self._draw_notes(surface, theme, layout.notes)
        self.group.draw(surface, theme)
        self._draw_heading(surface, theme, layout.heading)
        self.toast.draw(surface, theme, surface.get_rect())
        self.group.draw_tip(surface, theme)

    def _draw_title(self, surface: pygame.Surface, theme: Theme, place: pygame.Rect, colour: Colour) -> None:
        """Draw it in one large line, or in two small ones where that is too wide."""
        role, lines = Role.HEADING, [self.title]
        if theme.width(self.title, role) > place.width:
            role = Role.SMALL
            first, *others = theme.wrap(self.title, role, place.width)
            lines = [first, theme.shorten(" ".join(others), role, place.width)] if others else [first]
        height = theme.line_height(role)
        top = place.centery - len(lines) * height // 2
        draw_lines(surface, theme, lines, role, colour, (place.x, top))

    def _draw_heading(self, surface: pygame.Surface, theme: Theme, place: pygame.Rect) -> None:
        """Say what is listed below, and what can be done with it."""
        ink, corner = theme.colours.text, place.bottomleft
        place_text(surface, theme, texts.FINISHED_GAMES, Role.STRONG, ink, bottomleft=corner)
        words = texts.CLICK_TO_ANALYSE if self._finished else texts.NONE_YET
        corner = place.right, place.bottom - theme.px(2)
        place_text(surface, theme, words, Role.SMALL, theme.colours.muted, bottomright=corner)

    def _draw_notes(self, surface: pygame.Surface, theme: Theme, place: pygame.Rect) -> None:
        """Draw as many whole sentences as there is room for."""
        height, top = theme.line_height(Role.SMALL), place.y
        for note in notes(self.live.news, self.names):
            lines = theme.wrap(note, Role.SMALL, place.width)
            if top + len(lines) * height > place.bottom:
                continue
            top = draw_lines(surface, theme, lines, Role.SMALL, theme.colours.muted, (place.x, top))

    # --- the table

    def _draw_table(self, surface: pygame.Surface, theme: Theme, place: pygame.Rect) -> None:
        colours, height = theme.colours, row_height(theme)
        draw_box(surface, place, theme.px(8), colours.panel, colours.outline, theme.px(1.2))
        inside = place.inflate(-theme.px(16), 0)
        heads, crossed = self._columns(theme, inside.width)
        ranks = [str(rank) for rank in range(1, len(self.names) + 1)] if crossed else []
        widths = [theme.px(COLUMNS[head]) for head in heads] + [theme.px(CROSS)] * len(ranks)
        self._draw_row(surface, theme, inside, ("", texts.PLAYER, [*heads, *ranks]), widths, Role.SMALL)
        rows: Iterable[TableRow] = self.live.news.rows
        for row in rows:
            inside = inside.move(0, height)
            if inside.y + height > place.bottom:
                break
            pygame.draw.line(surface, colours.outline, inside.topleft, inside.topright)
            told = _cells(row)
            cells = [*(told[head] for head in heads), *(_halves(cell) for cell in row.against if crossed)]
            content = (str(row.rank), self.names[row.player], cells)
            self._draw_row(surface, theme, inside, content, widths, Role.BODY)

    def _columns(self, theme: Theme, width: int) -> tuple[list[str], bool]:
        """Return which columns have room behind the names, and whether the cross table has."""
        left = width - theme.px(NAME + RANK) - sum(theme.px(COLUMNS[head]) for head in REQUIRED_COLUMNS)
        cross = len(self.names) * theme.px(CROSS)
        crossed = cross <= left
        left -= cross if crossed else 0
        shown = list(REQUIRED_COLUMNS)
        for group in OPTIONAL_COLUMNS:
            left -= sum(theme.px(COLUMNS[head]) for head in group)
            if left < 0:
                break
            shown += group
        return [head for head in COLUMNS if head in shown], crossed

    def _draw_row(
        self,
        surface: pygame.Surface,
        theme: Theme,
        place: pygame.Rect,
        content: tuple[str, str, list[str]],
        widths: list[int],
        role: Role,
    ) -> None:
        rank, name, cells = content
        ink = theme.colours.muted if role is Role.SMALL else theme.colours.text
        middle = place.y + row_height(theme) // 2
        place_text(surface, theme, rank, role, theme.colours.muted, midleft=(place.x, middle))
        left, right = place.x + theme.px(RANK), place.right - sum(widths)
        place_text(surface, theme, theme.shorten(name, role, right - left), role, ink, midleft=(left, middle))
        for cell, width in zip(cells, widths, strict=True):
            right += width
            place_text(surface, theme, cell, role, ink, midright=(right, middle))


def _cells(row: TableRow) -> dict[str, str]:
    """Return what stands in `COLUMNS`."""
    score = row.score
    counts = {
        texts.GAMES: score.games,
        texts.WON: score.wins,
        texts.DRAWN: score.draws,
        texts.LOST: score.losses,
    }
    return {
        texts.POINTS: _halves(f"{row.points:g}"),
        texts.ELO: _written(row.elo.rating) if row.elo else "",
        texts.TIME: texts.seconds_used(row.seconds),
        **{head: str(count) for head, count in counts.items()},
    }


def _written(elo: str) -> str:
    """Return a rating of the table in the signs of print."""
    for typed, printed in (("+- ", "±"), (">=", "≥"), ("<=", "≤"), ("-", "−"), ("=0", "0")):
        elo = elo.replace(typed, printed)
    return elo


def _halves(points: str) -> str:
    """Return points with halves as people write them."""
    return points.replace("0.5", "½") if points.startswith("0.5") else points.replace(".5", "½")
