"""The form of a tournament: game, players, format, number of games, and limit for a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from time import strftime

import pygame

from congo_gui import games as skins
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.player import AGENT, UCI, PlayerConfig, switched_off
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import ConfirmScreen, Dialog
from congo_gui.screens.tournament import texts
from congo_gui.screens.tournament.background import TournamentConfig
from congo_gui.screens.tournament.limits import (
    LimitChoice,
    LimitScreen,
    MoveLimit,
    UseLimit,
    limit_from_settings,
)
from congo_gui.screens.tournament.stored import OpenTournamentScreen, StoredTournament
from congo_gui.store.programs import Programs
from congo_gui.widgets.base import Widget
from congo_gui.widgets.button import Button, Look, place_from_right
from congo_gui.widgets.choices import ChoiceSegments, Segments
from congo_gui.widgets.text_field import TextField
from engine import rules as registry
from engine.players.base import function_forms
from engine.players.levels import LEVELS
from engine.players.parse import check_player, split_command, split_name
from engine.players.simple_players import find_simple_player, simple_players
from engine.rules.rules import Rules
from engine.rules.words import sentence
from engine.system.errors import UserError

FORMS = ((texts.ROUND_ROBIN, "round-robin"), (texts.GAUNTLET, "gauntlet"), (texts.SWISS, "swiss"))
SHORT_FORMS = {
    texts.ROUND_ROBIN: texts.SHORT_ROUND_ROBIN,
    texts.GAUNTLET: texts.SHORT_GAUNTLET,
    texts.SWISS: texts.SHORT_SWISS,
}
GAMES = (2, 4, 10, 20, 50)
TESTS: tuple[tuple[str, tuple[float, float] | None], ...] = (
    (texts.NO_TEST, None),
    (texts.TEST_10, (0.0, 10.0)),
    (texts.TEST_30, (0.0, 30.0)),
    (texts.TEST_100, (0.0, 100.0)),
)
"""What a test of two players decides between, in Elo points."""
SPRT_MAX_GAMES = 400
"""Games after which a test ends undecided."""
TEST_TIP = texts.test_tip(SPRT_MAX_GAMES)
DEPTHS = {"alphabeta": 4}
DEFAULT_DEPTH = 2
"""The depth of the simple players on buttons; other depths can be typed."""
MAX_SHOWN = 7
"""Programs that have a button; more can be typed."""
MAX_PLAYERS = 12
LEVEL = "engine:level="
COMMANDS = (UCI, AGENT)
"""How names begin in which a comma has no meaning."""
ROW, BUTTON = 34, 40
ROWS, LABELS = 7, 5
"""Without the row of programs, which is there if there are any."""
MAX_CHECK_S = 2.0
"""Maximum seconds for which the window is blocked while it checks a Python function."""


class TournamentChoices:
    """Segments with one answer each, at first for `rules`; `changed` is called for another game.

    The `limit` for a move is the one of the last tournament at first; `ask` asks for a custom one.
    """

    def __init__(
        self,
        rules: Rules,
        limit: MoveLimit,
        ask: Callable[[MoveLimit, UseLimit], None],
        changed: Callable[[], None],
    ) -> None:
        self.rules, self._changed = rules, changed
        games = [registry.get(name) for name in skins.names()]
        self.game = Segments(
            [each.facts.title for each in games],
            lambda: games.index(self.rules),
            lambda index: self._choose_game(games[index]),
        )
        self.form = ChoiceSegments([title for title, _ in FORMS], short=SHORT_FORMS)
        self.games = ChoiceSegments([str(each) for each in GAMES], 1)
        self.limit = LimitChoice(limit, ask)
        self.board = ChoiceSegments(())
        self.test = ChoiceSegments([title for title, _ in TESTS], tip=TEST_TIP)
        self._offer_sizes()

    def _choose_game(self, rules: Rules) -> None:
        self.rules = rules
        self._offer_sizes()
        self._changed()

    def _offer_sizes(self) -> None:
        """Offer the sizes of the board if there are several; the game's default is chosen."""
        sizes = sorted(self.rules.facts.sizes)
        self.board.texts = tuple(map(str, sizes))
        self.board.visible = len(sizes) > 1
        self.board.chosen = sizes.index(self.rules.facts.sizes[0])

    @property
    def is_test(self) -> bool:
        """Whether it is a test of two players."""
        return TESTS[self.test.chosen][1] is not None

    def games_of(self, players: int) -> int:
        """Return the number of games of a number of players."""
        couples = (players * (players - 1) // 2, players - 1, players // 2 * (players - 1).bit_length())
        return couples[self.form.chosen] * GAMES[self.games.chosen]

    def config(self, players: tuple[str, ...], folder: Path) -> TournamentConfig:
        """Return the tournament of these players; its file goes to `folder`."""
        test = TESTS[self.test.chosen][1]
        name = texts.file_name(strftime("%Y-%m-%d %H.%M.%S"))
        return TournamentConfig(
            self.rules.name,
            players,
            FORMS[self.form.chosen][1],
            SPRT_MAX_GAMES if test else GAMES[self.games.chosen],
            self.limit.limit,
            str(folder / name),
            rounds=max(1, (len(players) - 1).bit_length()),
            size=sorted(self.rules.facts.sizes)[self.board.chosen],
            sprt=test,
        )


def title_of(player: str, programs: Programs) -> str:
    """Return what a player is called for people."""
    given, player = split_name(player)
    if given:
        return given
    if player.startswith(LEVEL):
        return texts.level(player.removeprefix(LEVEL))
    if programs.may_start(player):
        return programs.title(player)
    with suppress(UserError):
        found = PlayerConfig.named(player)
        if found.simple is not None or switched_off(player):
            return found.short_title
    return player


def _is_strange(player: str, programs: Programs) -> bool:
    """Return whether a player is a program that has not been added here."""
    try:
        player = split_name(player)[1]
        return PlayerConfig.named(player).needs_permission and not programs.may_start(player)
    except UserError:
        return True  # the engine may know it


def names_in(text: str) -> list[str]:
    """Return the players' names in a text, separated by blanks or commas.

    A comma before a setting, as in ``engine:nodes=5,depth=3``, does not end a name.

    Raises:
        UserError: a name is cut off.
    """
    found: list[str] = []
    for word in split_command(text) if text.strip(" ,") else ():
        for part in [word.rstrip(",")] if word.startswith(COMMANDS) else word.split(","):
            if found and "=" in part.partition(":")[0]:
                found[-1] += f",{part}"
            elif part:
                found.append(part)
    return found


class TournamentSetup(Dialog):
    """Asks for a tournament, at first of one game; `start` is called with it. Files go to `folder`.

    `view` is called with an earlier one that is only to be looked at.
    """

    _size = (700, 530)

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
        self._last = TournamentConfig.read(host.settings.tournament)
        limit = limit_from_settings(host.settings.tournament)
        self.choices = TournamentChoices(rules, limit, self._ask_limit, self._offer)
        self._chosen = ["engine:level=3", "engine:level=4", "engine:level=5", "greedy"]
        self.problem = ""
        self._levels = [self._toggle(level.name, LEVEL + level.name, level.title) for level in LEVELS]
        self._programs: list[Button] = []
        self._simple: list[Button] = []
        self.field = TextField(lambda text: self._accept(), placeholder=texts.MORE_PLAYERS)
        self.start_button = Button(
            texts.START, self._accept, look=Look.MAIN, enabled=lambda: self._is_possible
        )
        self._cancel_button = Button(texts.CANCEL, self.dismiss)
        self.go_on = Button(texts.RESUME, self._resume, tip=self._tell_last)
        self.go_on.visible = self._last is not None
        self.open = Button(texts.OPEN, self._open, tip=texts.OPEN_TIP)
        self._labels: list[tuple[str, pygame.Rect]] = []
        self._remark = self._window = pygame.Rect(0, 0, 0, 0)
        self._offer()

    def _offer(self) -> None:
        """Offer the simple players and programs that can play the game, and drop those that cannot."""
        players = simple_players(self.choices.rules.name)
        programs = Programs(self._host.settings).all()
        if not function_forms(self.choices.rules.name):
            programs = {title: name for title, name in programs.items() if not name.startswith(AGENT)}
            self._chosen = [name for name in self._chosen if not name.startswith(AGENT)]
        shown = list(programs.items())[-MAX_SHOWN:]
        self._programs = [self._toggle(title, name, name) for title, name in shown]
        kinds = {name: name.partition(":")[0] for name in self._chosen}
        self._chosen = [
            name for name, kind in kinds.items() if kind in players or not find_simple_player(kind)
        ]
        self._simple = []
        for name, player in players.items():
            depth = f":{DEPTHS.get(name, DEFAULT_DEPTH)}" if player.takes_depth else ""
            title = PlayerConfig.named(name + depth).short_title
            self._simple.append(self._toggle(title, name + depth, player.sentence))
        one, players_asked = self.choices, [*self._levels, *self._simple, *self._programs, self.field]
        asked = (one.form, one.games, one.limit, one.board, one.test)
        buttons = (self.open, self.go_on, self._cancel_button, self.start_button)
        self._use_widgets([one.game, *players_asked, *asked, *buttons])
        if self.theme is not None:
            self.layout(self._window, self.theme)

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self._window = window
        super().layout(window, theme)

    def _toggle(self, title: str, name: str, tip: str) -> Button:
        chosen = lambda: name in self._chosen  # noqa: E731
        return Button(title, lambda: self._turn(name), tip=tip, chosen=chosen, role=Role.SMALL)

    def _turn(self, name: str) -> None:
        if name in self._chosen:
            self._chosen.remove(name)
        else:
            self._chosen.append(name)

    def _ask_limit(self, limit: MoveLimit, use: UseLimit) -> None:
        """Ask for a custom limit."""
        self._host.push(LimitScreen(self._host, limit, use))

    def _tell_last(self) -> str:
        if self._last is None:
            return ""
        return texts.last_tournament(registry.get(self._last.game).facts.title, Path(self._last.path).name)

    # --- parameters

    @property
    def players(self) -> tuple[str, ...]:
        """Who takes part, in the order of the buttons and then as typed.

        Raises:
            UserError: a typed name is not a player.
        """
        order = [LEVEL + level.name for level in LEVELS]
        chosen = sorted(self._chosen, key=lambda name: order.index(name) if name in order else len(order))
        return (*chosen, *names_in(self.field.text))

    @property
    def config(self) -> TournamentConfig:
        """The tournament.

        Raises:
            UserError: a value is invalid.
        """
        return self.choices.config(self.players, self._folder)

    @property
    def _is_possible(self) -> bool:
        try:
            return 2 <= len(self.players) <= (2 if self.choices.is_test else MAX_PLAYERS)
        except UserError:
            return False

    @property
    def remark(self) -> str:
        """A remark on the choice: its size, or what is wrong with it."""
        try:
            count = len(self.players)
        except UserError as error:
            return sentence(str(error))
        if count < 2:
            return texts.TOO_FEW
        if count > MAX_PLAYERS:
            return texts.too_many(count, MAX_PLAYERS)
        if self.choices.is_test:
            return texts.plan_of_test(SPRT_MAX_GAMES) if count == 2 else texts.TEST_NEEDS_TWO
        return texts.plan(count, self.choices.games_of(count))

    def _accept(self) -> None:
        """Start it, unless a player's name makes no sense."""
        try:
            config = self.config
            for name in config.players:
                if not name.startswith(LEVEL):
                    _check(name, self.choices.rules)
            config.plan()
        except UserError as error:
            self.problem = sentence(str(error))
            self.invalidate()
            return
        self._begin(config)

    def _resume(self) -> None:
        """Resume the last tournament; ask first if it would start programs that the player has not added."""
        if (last := self._last) is None:
            return
        strange = [name for name in last.players if _is_strange(name, Programs(self._host.settings))]
        if not strange:
            self._begin(last)
            return
        words = texts.strange_players(strange)
        begin = lambda: self._begin(last)  # noqa: E731
        self._host.push(ConfirmScreen(self._host, texts.START_QUESTION, words, texts.START_THEM, begin))

    def _open(self) -> None:
        """Look at an earlier tournament."""
        self._host.push(OpenTournamentScreen(self._host, self._folder, self._show_stored))

    def _show_stored(self, stored: StoredTournament) -> None:
        self._host.pop(self)
        self._view(stored)

    def _begin(self, config: TournamentConfig) -> None:
        self._host.settings.tournament = config.kept()
        self._host.pop(self)
        self._start(config)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            self.problem = ""
        return super().handle(event)

    # --- layout and drawing

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        self._labels, choices = [], self.choices
        label, gap, button = theme.line_height(Role.SMALL) + theme.px(2), theme.px(8), theme.px(BUTTON)
        available = inside.height - button - theme.line_height(Role.SMALL) - 3 * gap
        simple, programs = _rows(self._simple, inside.width, theme), 1 if self._programs else 0
        rows = ROWS - 1 + len(simple) + programs
        height = min(theme.px(ROW), (available - (LABELS + programs) * label) // rows - gap)
        top = inside.y

        def row(*cells: tuple[str, tuple[int, int], Sequence[Widget]]) -> None:
            """Place controls between a left and a right edge, below what they are called if they are."""
            nonlocal top
            above = label if any(text for text, *_ in cells) else 0
            for text, (left, right), widgets in cells:
                if text and widgets[0].visible:
                    self._labels.append((text, pygame.Rect(left, top, right - left, label)))
                _spread(widgets, pygame.Rect(left, top + above, right - left, height), theme)
            top += above + height + gap

        whole, middle = (inside.x, inside.right), inside.x + (inside.width - gap) * 2 // 7
        left, right = (inside.x, middle), (middle + gap, inside.right)
        row(("", whole, (choices.game,)))
        row((texts.LEVELS_LABEL, whole, self._levels))
        for at, buttons in enumerate(simple):
            row(("" if at else texts.SIMPLE_LABEL, whole, buttons))
        if self._programs:
            row((texts.PROGRAMS_LABEL, whole, self._programs))
        row(("", whole, (self.field,)))
        row((texts.FORM_LABEL, whole, (choices.form,)))
        row((texts.GAMES_LABEL, left, (choices.games,)), (texts.LIMIT_LABEL, right, (choices.limit,)))
        test = (texts.TEST_LABEL, right, (choices.test,))
        row((texts.BOARD_LABEL, left, (choices.board,)), test)
        self._place_buttons(inside, theme, button)

    def _place_buttons(self, inside: pygame.Rect, theme: Theme, height: int) -> None:
        buttons, top = (self.start_button, self._cancel_button, self.open, self.go_on), inside.bottom - height
        place_from_right(buttons, inside.bottomright, height, theme, 100)
        line = theme.line_height(Role.SMALL)
        self._remark = pygame.Rect(inside.x, top - theme.px(6) - line, inside.width, line)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        for text, place in self._labels:
            surface.blit(theme.text(text, Role.SMALL, theme.colours.muted), place)
        colour = theme.colours.danger if self.problem else theme.colours.muted
        words = theme.shorten(self.problem or self.remark, Role.SMALL, self._remark.width)
        surface.blit(theme.text(words, Role.SMALL, colour), self._remark)


def _check(name: str, rules: Rules) -> None:
    if split_name(name)[1].lower() == "human":
        raise UserError(texts.NO_PEOPLE)
    try:
        check_player(name, rules, MAX_CHECK_S)
    except UserError as error:
        # The list of all players has no room in a line, and names people.
        unknown, listed, _ = str(error).partition("; players are ")
        raise UserError(texts.try_some(unknown) if listed else unknown) from None


def _rows(buttons: Sequence[Button], width: int, theme: Theme) -> list[Sequence[Button]]:
    """Divide buttons into two rows if they have no room in one."""
    if sum(button.natural_width(theme) for button in buttons) <= width:
        return [buttons]
    half = -(-len(buttons) // 2)
    return [buttons[:half], buttons[half:]]


def _spread(widgets: Sequence[Widget], place: pygame.Rect, theme: Theme) -> None:
    """Place controls next to each other: equally wide, or as their labels want if one has no room so."""
    gap, count = theme.px(4), len(widgets)
    wanted = [each.natural_width(theme) if isinstance(each, Button) else 1 for each in widgets]
    shares = wanted if max(wanted) > place.width // count - gap else [1] * count
    ends = [0, *accumulate(shares)]
    for at, widget in enumerate(widgets):
        left, right = (place.x + end * (place.width + gap) // ends[-1] for end in ends[at : at + 2])
        widget.place(pygame.Rect(left, place.y, right - gap - left, place.height), theme)
