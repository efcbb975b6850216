"""The form of a tournament: players, games and conditions."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence, Set
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any

import pygame

from congo_gui.draw.theme import Role, Theme
from congo_gui.play.player import AGENT, PlayerConfig
from congo_gui.screens.files.find_file_screen import FindFileScreen
from congo_gui.screens.files.reading import FileReader
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.screens.tournament import texts
from congo_gui.screens.tournament.background import MoveLimit, TournamentConfig
from congo_gui.screens.tournament.choices import WANTED, TournamentChoices
from congo_gui.screens.tournament.limits import LimitScreen, UseLimit, limit_from_settings
from congo_gui.screens.tournament.names import (
    LEVEL,
    MAX_CHECK_S,
    check_all,
    named,
    names_in,
    python_player,
    whole,
    with_whole_names,
)
from congo_gui.screens.tournament.python_file import FindPythonScreen
from congo_gui.screens.tournament.stored import OpenTournamentScreen, StoredTournament
from congo_gui.screens.tournament.unfinished import UnfinishedTournaments, resume
from congo_gui.store.programs import Programs
from congo_gui.widgets.base import Widget
from congo_gui.widgets.button import Button, Look, place_from_right
from congo_gui.widgets.text_field import TextField
from engine import rules as registry
from engine.match.openings import OpeningSource
from engine.players.base import agent_adapters
from engine.players.levels import LEVELS
from engine.players.parse import MAX_COMMAND
from engine.players.simple_players import simple_players
from engine.rules.rules import Rules
from engine.rules.words import sentence
from engine.system.errors import UserError, quoted
from engine.system.files import current_folder

DEPTHS = {"alphabeta": 4}
DEFAULT_DEPTH = 2
"""The depth of the simple players on buttons; other depths can be typed."""
MAX_SHOWN = 7
"""Programs that have a button; more can be typed."""
MAX_PLAYERS = 12
FIRST_PLAYERS = ("engine:level=3", "engine:level=4", "engine:level=5", "greedy")
TAB, ROW, BUTTON = 32, 36, 40
PAGES = (texts.PLAYERS_PAGE, texts.GAMES_PAGE, texts.ADJUDICATION_PAGE, texts.ADVANCED_PAGE)

Cell = tuple[str, Sequence[Widget], int]
"""A label, the controls below it, and their share of the row's width."""


class TournamentSetup(Dialog):
    """Asks for a tournament, initially of `rules`; `start` is called with it. Files go to `folder`.

    `view` is called with an earlier tournament to show. The choices are remembered.
    """

    _size = (720, 500)

    def __init__(
        self,
        host: Host,
        rules: Rules,
        folder: Path,
        start: Callable[[TournamentConfig], None],
        view: Callable[[StoredTournament], None],
    ) -> None:
        super().__init__(host, texts.TITLE)
        self._folder, self._start, self._view = folder, start, view
        self._last: TournamentConfig | None = None
        """The last tournament, if it is not over."""
        unfinished = UnfinishedTournaments(host.settings)
        self._finder = FileReader(folder, lambda note: unfinished.last, host.wake)
        self._checker: FileReader[TournamentConfig] | None = None
        """What checks the tournament that is to start."""
        saved = host.settings.tournament_form
        limit = limit_from_settings(saved if "limit" in saved else host.settings.tournament)
        self.choices = TournamentChoices(
            rules, limit, self._ask_limit, self._offer, self._accept, self._find_openings
        )
        self.problem = ""
        self._offered: Set[str] = frozenset()
        self._levels = [self._toggle_button(level.name, LEVEL + level.name, level.title) for level in LEVELS]
        self._programs: list[Button] = []
        self._simple: list[Button] = []
        self.field = TextField(lambda text: self._accept(), placeholder=texts.MORE_PLAYERS)
        self.python = Button(texts.PYTHON_FILE, self._find_python, tip=texts.PYTHON_FILE_TIP, role=Role.SMALL)
        self.start_button = Button(
            texts.START, self._accept, look=Look.PRIMARY, enabled=lambda: self._is_possible
        )
        self._cancel_button = Button(texts.CANCEL, self.dismiss)
        self.resume_button = Button(texts.RESUME, self._resume, tip=self._resume_tip)
        self.resume_button.visible = False
        self.open = Button(texts.OPEN, self._open, tip=texts.OPEN_TIP)
        self.page = 0
        self.tabs = [self._tab(index, name) for index, name in enumerate(PAGES)]
        self._label_places: list[pygame.Rect] = []
        self._remark = self._window = pygame.Rect(0, 0, 0, 0)
        self._restore(saved)
        self._offer()
        self._show_last()

    def _show_last(self) -> None:
        """Offer to resume the last tournament, once its file is found."""
        if self._last is None and self._finder.found is not None:
            self._last, self.resume_button.visible = self._finder.found, True
            self._show_page()

    def _tab(self, index: int, name: str) -> Button:
        return Button(name, lambda: self._turn_to(index), chosen=lambda: self.page == index)

    def _turn_to(self, page: int) -> None:
        self.page = page
        self._show_page()

    def _restore(self, saved: dict[str, Any]) -> None:
        """Restore the last choices."""
        self.choices.restore(saved)
        players, typed = saved.get("players"), saved.get("typed")
        if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
            players = FIRST_PLAYERS
        self._chosen = list(dict.fromkeys(players))
        self.field.set_text(typed[:MAX_COMMAND] if isinstance(typed, str) else "")
        self._restored = self.field.text

    def _remember(self) -> None:
        """Remember the choices; players that were only shown, and may be of another folder, stay as typed."""
        typed = self.field.text
        if typed != self._restored:
            typed = with_whole_names(typed, Programs(self._host.settings))
        asked = {"players": list(self._chosen), "typed": typed}
        self._host.settings.tournament_form = {**self.choices.to_settings(), **asked}

    def close(self) -> None:
        self._remember()
        super().close()

    def _offer(self) -> None:
        """Offer the simple players and programs that can play the game; others stay chosen."""
        players = simple_players(self.choices.rules.name)
        programs = Programs(self._host.settings).all()
        if not agent_adapters(self.choices.rules.name):
            programs = {title: name for title, name in programs.items() if not name.startswith(AGENT)}
        shown = list(programs.items())[-MAX_SHOWN:]
        self._programs = [self._toggle_button(title, name, name) for title, name in shown]
        simple = {}
        for name, player in players.items():
            depth = f":{DEPTHS.get(name, DEFAULT_DEPTH)}" if player.takes_depth else ""
            title = PlayerConfig.named(name + depth).short_title
            simple[name + depth] = self._toggle_button(title, name + depth, player.description)
        self._simple = list(simple.values())
        self._offered = {LEVEL + level.name for level in LEVELS} | {name for _, name in shown} | simple.keys()
        self._show_page()

    def _show_page(self) -> None:
        """Show the controls of the page."""
        asked = [widget for row in self._rows() for _, widgets, _ in row for widget in widgets]
        buttons = (self.open, self.resume_button, self._cancel_button, self.start_button)
        self._use_widgets([*self.tabs, *asked, *buttons])
        if self.theme is not None:
            self.layout(self._window, self.theme)

    def _rows(self) -> list[list[Cell]]:
        """Return the rows of the page."""
        pages = (self._player_rows, self._game_rows, self._adjudication_rows, self._advanced_rows)
        return pages[self.page]()

    def _player_rows(self) -> list[list[Cell]]:
        half = -(-len(self._simple) // 2)
        simple = [self._simple] if len(self._simple) < 6 else [self._simple[:half], self._simple[half:]]
        rows: list[list[Cell]] = [[("", (self.choices.game,), 1)], [(texts.LEVELS_LABEL, self._levels, 1)]]
        rows += [[("" if at else texts.SIMPLE_LABEL, buttons, 1)] for at, buttons in enumerate(simple)]
        if self._programs:
            rows.append([(texts.PROGRAMS_LABEL, self._programs, 1)])
        return [*rows, [(texts.MORE_LABEL, (self.field,), 5), ("", (self.python,), 2)]]

    def _game_rows(self) -> list[list[Cell]]:
        choices = self.choices
        board: list[Cell] = [(texts.BOARD_LABEL, (choices.board,), 1)] if choices.board.visible else []
        return [
            [(texts.FORMAT_LABEL, (choices.format,), 1), self._number_cell("rounds")],
            [(texts.GAMES_LABEL, (choices.games,), 1), self._number_cell("games")],
            [(texts.PARALLEL_LABEL, (choices.parallel,), 1), *board],
            [(texts.LIMIT_LABEL, (choices.limit,), 1)],
            [
                (texts.OPENINGS_LABEL, (choices.source,), 3),
                (choices.opening_label, (choices.opening,), 2),
                *([("", (choices.shuffle,), 2)] if choices.has_file else []),
            ],
        ]

    def _adjudication_rows(self) -> list[list[Cell]]:
        choices = self.choices
        return [
            [("", (choices.tablebase,), 1)],
            [self._number_cell("win")],
            [self._number_cell("draw")],
            [(texts.TEST_LABEL, (choices.test,), 1), self._number_cell("sprt")],
        ]

    def _advanced_rows(self) -> list[list[Cell]]:
        return [
            [(texts.NAME_LABEL, (self.choices.name,), 1)],
            [self._number_cell("grace"), self._number_cell("timeout")],
            [self._number_cell("seed"), (texts.DASK_LABEL, (self.choices.dask,), 1)],
        ]

    def _number_cell(self, name: str) -> Cell:
        """Return a field of numbers below its label."""
        return WANTED[name].label, (self.choices.numbers[name],), 1

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self._window = window
        super().layout(window, theme)

    def _toggle_button(self, title: str, name: str, tip: str) -> Button:
        chosen = lambda: name in self._chosen  # noqa: E731
        return Button(title, lambda: self._toggle(name), tip=tip, chosen=chosen, role=Role.SMALL)

    def _toggle(self, name: str) -> None:
        if name in self._chosen:
            self._chosen.remove(name)
        else:
            self._chosen.append(name)

    def _ask_limit(self, limit: MoveLimit, use: UseLimit) -> None:
        """Ask for a custom limit."""
        self._host.push(LimitScreen(self._host, limit, use))

    def _find_openings(self) -> None:
        """Ask for a file of openings."""
        found = self.choices.use_file
        title, empty = texts.FILE_LABEL, texts.NO_OPENINGS
        self._host.push(
            FindFileScreen(self._host, title, self._folder, ".txt", empty, found, texts.is_file_name)
        )
        self._show_page()

    def _find_python(self) -> None:
        """Ask for a file with a player in Python."""
        read, title, empty = (
            partial(python_player, rules=self.choices.rules),
            texts.PYTHON_TITLE,
            texts.NO_PYTHON,
        )
        self._host.push(FindPythonScreen(self._host, title, current_folder(), empty, read, self._add_python))

    def _add_python(self, player: str) -> None:
        before = self.field.text.strip().rstrip(",")
        self.field.set_text(f"{before}, {player}" if before else player)
        self.invalidate()

    def _resume_tip(self) -> str:
        if self._last is None:
            return ""
        return texts.last_tournament(registry.get(self._last.game).facts.title, Path(self._last.path).name)

    # --- parameters

    @property
    def players(self) -> tuple[str, ...]:
        """The players, in the order of the buttons and then as typed.

        Raises:
            UserError: the typed names cannot be split.
        """
        order = [LEVEL + level.name for level in LEVELS]
        offered = (name for name in self._chosen if name in self._offered)
        chosen = sorted(offered, key=lambda name: order.index(name) if name in order else len(order))
        return (*chosen, *names_in(self.field.text))

    @property
    def config(self) -> TournamentConfig:
        """The tournament.

        Raises:
            UserError: a value is invalid.
        """
        programs = Programs(self._host.settings)
        players = tuple(named(whole(name, programs), programs) for name in self.players)
        return self.choices.config(players, self._folder)

    @property
    def _is_possible(self) -> bool:
        try:
            return 2 <= len(self.players) <= (2 if self.choices.sprt else MAX_PLAYERS)
        except UserError:
            return False

    @property
    def remark(self) -> str:
        """A remark on the choice: its size, or an error."""
        if self._checker is not None:
            return texts.CHECKING
        try:
            return self._plan()
        except UserError as error:
            return sentence(str(error))

    def _plan(self) -> str:
        """Return the numbers of players and games.

        Raises:
            UserError: an entry is invalid.
        """
        count = len(self.players)
        if count < 2:
            return texts.TOO_FEW
        if count > MAX_PLAYERS:
            return texts.too_many(count, MAX_PLAYERS)
        if self.choices.sprt:
            max_games = self.choices.games_per_pairing
            return texts.plan_of_test(max_games) if count == 2 else texts.TEST_NEEDS_TWO
        return texts.plan(count, self.choices.games_of(count))

    def _accept(self) -> None:
        """Start the tournament, unless an entry is invalid."""
        if self._checker is not None:
            return
        try:
            config = self.config
        except UserError as error:
            self.problem = sentence(str(error))
        else:
            self._checker = FileReader(Path(config.path), lambda note: checked(config), self._host.wake)
            self._follow(self._checker)
        self.invalidate()

    def _follow(self, checker: FileReader[TournamentConfig]) -> None:
        """Start the tournament once it is checked, or show what is wrong."""
        if not checker.is_over:
            return
        self._checker = None
        if checker.found is not None:
            self._begin(checker.found)
        else:
            self.problem = sentence(checker.problem)
            self.invalidate()

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self._show_last()
        if self._checker is not None:
            self._follow(self._checker)

    def _resume(self) -> None:
        """Resume the last tournament."""
        if self._last is not None:
            resume(self._host, self._last, self._begin)

    def _open(self) -> None:
        """Choose an earlier tournament to show."""
        self._host.push(OpenTournamentScreen(self._host, self._folder, self._show_stored))

    def _show_stored(self, stored: StoredTournament) -> None:
        self._host.pop(self)
        self._view(stored)

    def _begin(self, config: TournamentConfig) -> None:
        self._host.pop_with_dialogs(self)
        self._start(config)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            self.problem = ""
        return super().handle(event)

    # --- layout and drawing

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        self._label_places = []
        gap, tab, button = theme.px(8), theme.px(TAB), theme.px(BUTTON)
        label = theme.line_height(Role.SMALL) + theme.px(2)
        _spread(self.tabs, pygame.Rect(inside.x, inside.y, inside.width, tab), theme)
        rows = self._rows()
        top = inside.y + tab + gap
        available = inside.bottom - button - theme.line_height(Role.SMALL) - 2 * gap - top
        labelled = sum(any(text for text, *_ in row) for row in rows)
        height = min(theme.px(ROW), (available - labelled * label) // len(rows) - gap)
        for row in rows:
            above = label if any(text for text, *_ in row) else 0
            place = pygame.Rect(inside.x, top + above, inside.width, height)
            self._place_row(row, place, label, theme)
            top += above + height + gap
        self._place_buttons(inside, theme, button)

    def _place_row(self, row: Sequence[Cell], place: pygame.Rect, label: int, theme: Theme) -> None:
        gap = theme.px(10)
        ends = [0, *accumulate(share for *_, share in row)]
        for at, (text, widgets, _) in enumerate(row):
            left, right = (place.x + end * (place.width + gap) // ends[-1] for end in ends[at : at + 2])
            cell = pygame.Rect(left, place.y, right - gap - left, place.height)
            if text:
                self._label_places.append(pygame.Rect(left, place.y - label, cell.width, label))
            _spread(widgets, cell, theme)

    def _place_buttons(self, inside: pygame.Rect, theme: Theme, height: int) -> None:
        buttons = (self.start_button, self._cancel_button, self.open, self.resume_button)
        top = inside.bottom - height
        place_from_right(buttons, inside.bottomright, height, theme, 90)
        line = theme.line_height(Role.SMALL)
        self._remark = pygame.Rect(inside.x, top - theme.px(6) - line, inside.width, line)

    def _label_texts(self) -> list[str]:
        """Return the labels of the page; that of the openings changes with their kind."""
        return [text for row in self._rows() for text, *_ in row if text]

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        for text, place in zip(self._label_texts(), self._label_places, strict=True):
            words = theme.shorten(text, Role.SMALL, place.width)
            surface.blit(theme.text(words, Role.SMALL, theme.colours.muted), place)
        colour = theme.colours.danger if self.problem else theme.colours.muted
        words = theme.shorten(self.problem or self.remark, Role.SMALL, self._remark.width)
        surface.blit(theme.text(words, Role.SMALL, colour), self._remark)


def checked(config: TournamentConfig) -> TournamentConfig:
    """Return a tournament that can be played; Python functions and the file of openings have some seconds.

    Raises:
        UserError: a player, a value or the file is invalid.
    """
    rules = registry.get(config.game)
    check_all(config.players, rules)
    config.plan()
    source = OpeningSource.parse(config.openings)
    if source.file is not None and not os.path.isfile(source.file):
        raise UserError(texts.no_openings_file(quoted(config.openings)))
    source.check(rules, rules.start(config.size), MAX_CHECK_S)
    return config


def _spread(widgets: Sequence[Widget], place: pygame.Rect, theme: Theme) -> None:
    """Place controls side by side: equally wide, or by the widths of their labels if one does not fit."""
    gap, count = theme.px(4), len(widgets)
    wanted = [widget.natural_width(theme) if isinstance(widget, Button) else 1 for widget in widgets]
    shares = wanted if max(wanted) > place.width // count - gap else [1] * count
    ends = [0, *accumulate(shares)]
    for at, widget in enumerate(widgets):
        left, right = (place.x + end * (place.width + gap) // ends[-1] for end in ends[at : at + 2])
        widget.place(pygame.Rect(left, place.y, right - gap - left, place.height), theme)
