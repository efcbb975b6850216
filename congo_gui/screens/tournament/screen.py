"""A tournament in the window: running games, standings, and all finished games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from congo_gui import games as skins
from congo_gui.commands.command import Handler, Handlers, Where
from congo_gui.draw.drawing import draw_lines
from congo_gui.draw.theme import Colour, Role, Theme
from congo_gui.draw.window_surface import merged
from congo_gui.screens.files.folder import TABLE_SUFFIX
from congo_gui.screens.files.reading import FileReader
from congo_gui.screens.shared.base import Host, Screen
from congo_gui.screens.shared.commands import close_button, command_button, icon_button
from congo_gui.screens.tournament import texts
from congo_gui.screens.tournament.background import (
    MAX_BOARDS,
    TournamentConfig,
    TournamentStage,
    TournamentStatus,
)
from congo_gui.screens.tournament.choices import FORMATS
from congo_gui.screens.tournament.finished_games import EndedGame, FinishedGameTexts
from congo_gui.screens.tournament.finished_list import FinishedList
from congo_gui.screens.tournament.layout import TournamentLayout, tournament_layout
from congo_gui.screens.tournament.leaving import LeaveScreen
from congo_gui.screens.tournament.live_boards import LiveBoards
from congo_gui.screens.tournament.live_game import LiveGameScreen
from congo_gui.screens.tournament.names import title_of
from congo_gui.screens.tournament.notes import notes
from congo_gui.screens.tournament.standings_view import StandingsView
from congo_gui.screens.tournament.stored import ShownTournament
from congo_gui.screens.tournament.unfinished import UnfinishedTournaments, resume
from congo_gui.store.programs import Programs
from congo_gui.widgets.base import earliest
from congo_gui.widgets.button import place_all
from engine.record import record
from engine.record.parse import parse_games
from engine.rules import get
from engine.rules.words import sentence
from engine.system.errors import UserError
from engine.system.files import replace_generated

if TYPE_CHECKING:
    from engine.match.game_runner import GameView
    from engine.match.pairing import FinishedGame

TICK_S = 0.25
"""Seconds between two updates of the running games' clocks."""
MAX_CONDITION_LINES = 2


class TournamentScreen(Screen):
    """Shows a tournament and ends it when it closes.

    `analyse` opens a finished game, once the AI is `ready`; `resume` resumes a stopped tournament.
    """

    _where = Where.TOURNAMENT
    covers = True

    def __init__(
        self,
        host: Host,
        live: ShownTournament,
        ready: Callable[[], bool],
        analyse: Callable[[record.GameRecord], None],
        resume: Callable[[TournamentConfig], None],
    ) -> None:
        super().__init__(host)
        self.live, self._ready, self._analyse, self._resume = live, ready, analyse, resume
        self.rules = get(live.config.game)
        self._stopped: TournamentConfig | None = None
        """The settings for resuming the displayed tournament, if it has stopped and they are known."""
        self._finder: FileReader[TournamentConfig | None] | None = None
        """What looks for them, and for the file of the games."""
        programs = Programs(host.settings)
        self.names = [title_of(name, programs) for name in live.config.players]
        self.descriptions = FinishedGameTexts(self.rules, live.config.players, self.names)
        self._skin = skins.get(self.rules.name)
        count = min(live.workers, MAX_BOARDS)
        self.live_boards = LiveBoards(
            self.rules, self._skin, count, self.names, self._open_number, lambda: self._is_playing
        )
        self.pause = command_button(self.commands, "play_or_pause", self._next_step, role=Role.STRONG)
        self.save = icon_button(self.commands, "save_game")
        self.back = close_button(texts.BACK_TIP, self.dismiss)
        self.table = StandingsView(self.names, lambda games: self.finished.filter(games))
        self.finished = FinishedList(
            self.descriptions, self.names, self.table, self._open_game, self._relayout
        )
        self.group.widgets = [
            *self.live_boards.boards,
            *(self.pause, self.save, self.back, self.table),
            *(self.finished.endings, self.finished.all_games, self.finished.games),
        ]
        self._layout: TournamentLayout | None = None
        self._window = pygame.Rect(0, 0, 0, 0)
        self._conditions: list[str] = []
        self._notes: list[str] = []
        self._notes_for: tuple[object, ...] | None = None
        """What the lines of the remarks depend on."""
        self._seen: TournamentStatus | None = None
        self._changed: list[pygame.Rect] = []
        self._leave: Callable[[], None] | None = None
        """The action after the running games are over, None to stay."""
        self._question: LeaveScreen | None = None
        self._is_covered = False
        if self._is_stopped:
            self._look_for_settings()
        live.start()

    # --- commands

    def _handlers(self) -> Handlers:
        return {
            "play_or_pause": Handler(self._toggle_pause, self._can_pause_or_resume, self._why_not),
            "analyse": Handler(
                self._open_current, lambda: self.finished.games.current is not None, texts.CHOOSE_FIRST
            ),
            "save_game": Handler(self._save, lambda: bool(self.live.news.played), texts.NO_GAMES),
            "cancel": Handler(self.dismiss),
        }

    @property
    def _is_stopped(self) -> bool:
        return self.live.news.stage is TournamentStage.STOPPED

    @property
    def _is_playing(self) -> bool:
        """True if games that have begun are played to their ends."""
        return self.live.news.stage in (TournamentStage.PREPARING, TournamentStage.PLAYING)

    def _look_for_settings(self) -> None:
        path, unfinished = self.live.config.path, UnfinishedTournaments(self._host.settings)
        self._finder = FileReader(Path(path), lambda note: unfinished.find(path), self._host.wake)
        self._use_settings(self._finder)

    def _use_settings(self, finder: FileReader[TournamentConfig | None]) -> None:
        """Offer to resume the tournament once its settings are found."""
        if finder.found is not None:
            self._finder, self._stopped = None, finder.found
            self._relayout()

    def _next_step(self) -> str:
        """Return the label of the pause button."""
        if self._is_stopped or self._stopped is not None:
            return texts.RESUME_THIS
        return texts.CONTINUE if self.live.paused else texts.PAUSE

    def _can_pause_or_resume(self) -> bool:
        return self._stopped is not None or self._is_playing

    def _why_not(self) -> str:
        if self.live.news.stage is TournamentStage.FAILED:
            return self.live.news.problem
        return texts.UNKNOWN_SETTINGS if self._is_stopped else texts.OVER

    def _toggle_pause(self) -> None:
        if self._stopped is not None:
            resume(self._host, self._stopped, self._resume_stopped)
            return
        self.live.pause(not self.live.paused)
        self._leave = None
        self.invalidate()

    def dismiss(self) -> None:
        """Close the tournament; ask first what to do with running games."""
        self.stay()
        leave = self._close_if_on_top
        if not self.ask_before_closing(texts.LEAVE_QUESTION, leave, leave):
            super().dismiss()

    def _close_if_on_top(self) -> None:
        if self._is_covered:
            self._leave = self._close_if_on_top
        else:
            super().dismiss()

    def ask_before_closing(
        self, question: str, close: Callable[[], None], later: Callable[[], None] | None
    ) -> bool:
        if not self.live.running:
            return False
        if self._question is not None:
            self._host.pop(self._question)
        wait = None if later is None else partial(self._leave_later, later)
        now = partial(self._stop, close)
        self._question = LeaveScreen(self._host, question, self.live.running, wait, now)
        self._host.push(self._question)
        return True

    def _stop(self, leave: Callable[[], None]) -> None:
        self._leave = None
        self.live.close()
        self.live.news = replace(self.live.news, stage=TournamentStage.STOPPED)
        self._look_for_settings()
        leave()

    def stay(self) -> None:
        self._leave = None
        self.invalidate()

    def _leave_later(self, leave: Callable[[], None]) -> None:
        """Start no further games, and leave once the running ones are over."""
        self.live.pause(True)
        self._leave = leave
        if self._is_covered:
            self._host.show_toast(texts.CLOSING_LATER)
        self.invalidate()

    def set_covered(self, covered: bool) -> None:
        super().set_covered(covered)
        self._is_covered = covered

    def _resume_stopped(self, config: TournamentConfig) -> None:
        """Resume the displayed tournament."""
        self.dismiss()
        self._resume(config)

    def _save(self) -> None:
        """Save the standings beside the file of the games; an older table that was edited is kept."""
        path = Path(self.live.config.path)
        path, report = path.with_name(path.stem + TABLE_SUFFIX), self.live.news.report

        def write() -> str:
            replace_generated(path, report, sync=False)
            return texts.table_saved(path.name)

        self._host.export(path, write)

    def _open_current(self) -> None:
        current = self.finished.games.current
        assert current is not None
        self.finished.open(current)

    def _open_number(self, number: int | None) -> None:
        """Show a game that is on a board: enlarged while it is running, in the analysis once it is over."""
        view = next((view for view in self.live.live_positions if view.number == number), None)
        if number is not None and number in self.finished.by_number:
            self._open_game(self.finished.by_number[number])
        elif not self._ready():
            self.toast.show(texts.AI_LOADING)
        elif view is not None:
            self._follow(view)

    def _follow(self, first: GameView) -> None:
        """Show a running game with all its moves."""
        number, (one, other) = first.number, first.players_by_side

        def seen() -> GameView | None:
            return next((view for view in self.live.live_positions if view.number == number), None)

        def ended() -> EndedGame | None:
            game = self.finished.by_number.get(number)
            return None if game is None else self.descriptions.end(game)

        def stopped() -> bool:
            return not self._is_playing

        names, analyse = (self.names[one], self.names[other]), partial(self._open_number, number)
        self._host.push(
            LiveGameScreen(self._host, self.rules, self._skin, names, first, seen, ended, stopped, analyse)
        )

    def _open_game(self, finished: FinishedGame) -> None:
        if not self._ready():
            self.toast.show(texts.AI_LOADING)
            return
        try:
            (game,) = parse_games(finished.text)
        except UserError as error:
            self.toast.show(sentence(str(error)))
            return
        if game.rules is not self.rules:
            self.toast.show(texts.OTHER_GAME)
            return
        self._analyse(game)

    # --- display

    @property
    def title(self) -> str:
        """The tournament's name and progress."""
        news, config = self.live.news, self.live.config
        format_title = next(title for title, name in FORMATS if name == config.form)
        head = texts.title(self.rules.facts.title, format_title.lower())
        head = texts.named(name, head) if (name := news.name or config.name) else head
        if news.stage is TournamentStage.PREPARING:
            return f"{head}: {texts.LOOKING_FOR_OPENINGS}"
        if news.stage is TournamentStage.FAILED:
            return news.problem
        done = texts.played(len(news.played), news.total)
        if news.stage is TournamentStage.FINISHED:
            games, limit = len(news.played), news.total
            return f"{head}: {texts.decided(games, limit) if games < limit else texts.finished(games)}"
        if news.stage is TournamentStage.STOPPED:
            return f"{head}: {texts.stopped(len(news.played), news.total)}"
        if self._leave is not None:
            return f"{head}: {done}{texts.LEAVING}"
        return f"{head}: {done}{texts.PAUSED if self.live.paused else ''}"

    def update(self, seconds: float) -> None:
        if self.toast.update() | self.group.update(seconds):
            self.invalidate()
        if self._finder is not None:
            self._use_settings(self._finder)
        news = self.live.news
        if news is not self._seen:
            if self.theme is not None and (self._seen is None or news.conditions != self._seen.conditions):
                self._seen = news
                self.layout(self._window, self.theme)
            self._seen = news
            self.table.set_rows(news.rows)
            self.finished.set_games(news.played)
            self._clear_if_over(news)
            if news.stage is TournamentStage.FAILED:
                self._stay_after_failure(news.problem)
            self.invalidate()
        if self._layout is not None:
            self._changed += self.live_boards.refresh(self.live.live_positions, self.finished.by_number)
            if self._is_playing:
                self._changed += self.live_boards.tick(seconds)
        is_idle = not self.live.running and self.live.news.stage is not TournamentStage.FAILED
        if self._leave is not None and is_idle:
            leave, self._leave = self._leave, None
            leave()

    def _stay_after_failure(self, problem: str) -> None:
        """Show why the tournament has failed, even if it was to be left; offer to resume it."""
        self._leave = None
        self._look_for_settings()
        if self._is_covered:
            self._host.show_toast(problem)

    def _clear_if_over(self, news: TournamentStatus) -> None:
        """Forget the tournament once it is over, so that it can no longer be resumed."""
        if news.stage is TournamentStage.FINISHED:
            UnfinishedTournaments(self._host.settings).remove(self.live.config.path)

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        used = self.group.handle(event)
        if used:
            self.invalidate()
        return used

    def close(self) -> None:
        self.live.close()
        self._clear_if_over(self.live.news)  # it may have finished since the last frame

    # --- layout and drawing

    def _relayout(self) -> None:
        """Repeat the layout in the same window."""
        if self.theme is not None:
            self.layout(self._window, self.theme)

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self.theme = theme
        width = max(theme.px(100), self.pause.natural_width(theme))
        self._window = window
        available = window.width - 2 * theme.px(10)
        self._conditions = theme.wrap(self._condition_words(), Role.SMALL, available)[:MAX_CONDITION_LINES]
        counts = len(self.live_boards.boards), len(self.names), len(self._conditions)
        layout = tournament_layout(window, theme, counts, width)
        self._layout = layout
        place_all(self.live_boards.boards, layout.boards, theme)
        self.pause.place(layout.pause, theme)
        self.save.place(layout.save, theme)
        self.back.place(layout.back, theme)
        self.table.place(layout.table, theme)
        self.finished.games.place(layout.games, theme)
        self.finished.place_heading(layout.heading, theme)
        self.invalidate()

    @property
    def needs_drawing(self) -> bool:
        return super().needs_drawing or bool(self._changed)

    @property
    def next_change(self) -> float | None:
        is_ticking = self._is_playing and self.live_boards.is_ticking
        return earliest(super().next_change, TICK_S if is_ticking else None)

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
        muted = theme.colours.muted
        draw_lines(surface, theme, self._conditions, Role.SMALL, muted, layout.conditions.topleft)
        self._draw_notes(surface, theme, layout.notes)
        self.group.draw(surface, theme)
        self.finished.draw_heading(surface, theme, layout.heading)
        self.toast.draw(surface, theme, surface.get_rect())
        self.group.draw_tip(surface, theme)

    def _draw_title(self, surface: pygame.Surface, theme: Theme, place: pygame.Rect, colour: Colour) -> None:
        """Draw the title in one large line, or in two small ones if that is too wide."""
        role, lines = Role.HEADING, [self.title]
        if theme.width(self.title, role) > place.width:
            role = Role.SMALL
            first, *others = theme.wrap(self.title, role, place.width)
            lines = [first, theme.shorten(" ".join(others), role, place.width)] if others else [first]
        height = theme.line_height(role)
        top = place.centery - len(lines) * height // 2
        draw_lines(surface, theme, lines, role, colour, (place.x, top))

    def _condition_words(self) -> str:
        """Return the conditions, and the reason if the tournament cannot be resumed here."""
        unknown = (texts.UNKNOWN_SETTINGS,) if self._is_stopped and self._stopped is None else ()
        return texts.conditions((*self.live.news.conditions, *unknown))

    def _draw_notes(self, surface: pygame.Surface, theme: Theme, place: pygame.Rect) -> None:
        """Draw as many whole sentences as fit."""
        shown_for = self.live.news, theme, place.size
        if shown_for != self._notes_for:
            self._notes_for, self._notes = shown_for, self._fitting_notes(theme, place)
        draw_lines(surface, theme, self._notes, Role.SMALL, theme.colours.muted, place.topleft)

    def _fitting_notes(self, theme: Theme, place: pygame.Rect) -> list[str]:
        room, found = place.height // theme.line_height(Role.SMALL), list[str]()
        for note in notes(self.live.news, self.names, self.rules):
            lines = theme.wrap(note, Role.SMALL, place.width)
            if len(found) + len(lines) <= room:
                found += lines
        return found
