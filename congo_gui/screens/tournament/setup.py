"""What a tournament is asked to be: which game, who meets whom, how often, and how long a move may take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from time import strftime

import pygame

from congo_gui import games as skins
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.screens.tournament.background import TournamentConfig
from congo_gui.store.programs import Programs
from congo_gui.widgets.base import Widget
from congo_gui.widgets.button import Button, Look, place_from_right
from congo_gui.widgets.choices import ChoiceSegments, Segments
from congo_gui.widgets.text_field import TextField
from engine import rules as registry
from engine.players.levels import LEVELS
from engine.players.parse import check_player, split_command
from engine.rules.rules import Rules
from engine.rules.words import sentence
from engine.system.errors import UserError

FORMS = (("All against all", "round-robin"), ("First against all", "gauntlet"), ("Swiss system", "swiss"))
SHORT_FORMS = {"All against all": "All", "First against all": "First", "Swiss system": "Swiss"}
GAMES = (2, 4, 10, 20, 50)
LIMITS = (
    ("0.1 s", ("movetime", 100)),
    ("0.5 s", ("movetime", 500)),
    ("2,000 nodes", ("nodes", 2000)),
    ("20,000 nodes", ("nodes", 20_000)),
)
SHORT_LIMITS = {"2,000 nodes": "2k nodes", "20,000 nodes": "20k nodes"}
TESTS: tuple[tuple[str, tuple[float, float] | None], ...] = (
    ("None", None),
    ("0 or 10", (0.0, 10.0)),
    ("0 or 30", (0.0, 30.0)),
    ("0 or 100", (0.0, 100.0)),
)
"""What a test of two players decides between, in Elo points."""
GAMES_OF_TEST = 400
"""Games after which a test ends undecided."""
TEST_TIP = (
    "Two players: play until it is clear whether the first is so many Elo points stronger, "
    f"or only so many; at most {GAMES_OF_TEST} games (SPRT)"
)
SIMPLE = {"Random": "random", "Greedy": "greedy", "Minimax 2": "minimax:2", "Alpha-beta 4": "alphabeta:4"}
MOST_SHOWN = 7
"""Other players that have a button; more can be typed."""
MOST_PLAYERS = 12
LEVEL = "engine:level="
ROW, BUTTON = 34, 40
ROWS, LABELS = 7, 5
LONGEST_CHECK = 2.0
"""Seconds that the window stands still at most to see whether somebody's function is there."""
SOME_PLAYERS = "first, minimax:3 or engine:nodes=5000"
HINT = "More by name, such as engine:nodes=5000"


class TournamentChoices:
    """Segments with one answer each, at first for a tournament of `rules`."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        games = [registry.get(name) for name in skins.names()]
        self.game = Segments(
            [each.facts.title for each in games],
            lambda: games.index(self.rules),
            lambda index: self._choose_game(games[index]),
        )
        self.form = ChoiceSegments([title for title, _ in FORMS], short=SHORT_FORMS)
        self.games = ChoiceSegments([str(each) for each in GAMES], 1)
        self.limit = ChoiceSegments([title for title, _ in LIMITS], 2, short=SHORT_LIMITS)
        self.board = ChoiceSegments(())
        self.test = ChoiceSegments([title for title, _ in TESTS], tip=TEST_TIP)
        self._offer_sizes()

    def _choose_game(self, rules: Rules) -> None:
        self.rules = rules
        self._offer_sizes()

    def _offer_sizes(self) -> None:
        """Let the size of the board be chosen, the game's usual one at first, where there are several."""
        sizes = sorted(self.rules.facts.sizes)
        self.board.texts = tuple(map(str, sizes))
        self.board.visible = len(sizes) > 1
        self.board.chosen = sizes.index(self.rules.facts.sizes[0])

    @property
    def is_test(self) -> bool:
        """Whether it is a test of two players."""
        return TESTS[self.test.chosen][1] is not None

    def games_of(self, players: int) -> int:
        """Return how many games so many players play."""
        couples = (players * (players - 1) // 2, players - 1, players // 2 * (players - 1).bit_length())
        return couples[self.form.chosen] * GAMES[self.games.chosen]

    def config(self, players: tuple[str, ...], folder: Path) -> TournamentConfig:
        """Return the tournament of these players; its file goes to `folder`."""
        test = TESTS[self.test.chosen][1]
        name = f"Tournament {strftime('%Y-%m-%d %H.%M.%S')}.txt"
        return TournamentConfig(
            self.rules.name,
            players,
            FORMS[self.form.chosen][1],
            GAMES_OF_TEST if test else GAMES[self.games.chosen],
            LIMITS[self.limit.chosen][1],
            str(folder / name),
            rounds=max(1, (len(players) - 1).bit_length()),
            size=sorted(self.rules.facts.sizes)[self.board.chosen],
            sprt=test,
        )


def title_of(player: str, programs: Programs) -> str:
    """Return what a player is called for people."""
    if player.startswith(LEVEL):
        return f"Level {player.removeprefix(LEVEL)}"
    simple = next((title for title, name in SIMPLE.items() if name == player), "")
    return simple or (programs.title(player) if programs.knows(player) else player)


class TournamentSetup(Dialog):
    """Asks for a tournament, at first of one game; `start` is called with it. Files go to `folder`."""

    _size = (700, 530)

    def __init__(
        self, host: Host, rules: Rules, folder: Path, start: Callable[[TournamentConfig], None]
    ) -> None:
        super().__init__(host, "Tournament")
        self._folder, self._start = folder, start
        self._last = TournamentConfig.read(host.settings.tournament)
        self.choices = TournamentChoices(rules)
        self._chosen = ["engine:level=3", "engine:level=4", "engine:level=5", "greedy"]
        self.problem = ""
        self._levels = [self._toggle(level.name, LEVEL + level.name, level.title) for level in LEVELS]
        known = {**SIMPLE, **Programs(host.settings).all()}
        self._others = [self._toggle(title, name, name) for title, name in list(known.items())[-MOST_SHOWN:]]
        self.field = TextField(lambda text: self._accept(), placeholder=HINT)
        self.start_button = Button("Start", self._accept, look=Look.MAIN, enabled=lambda: self._is_possible)
        self._cancel_button = Button("Cancel", self.dismiss)
        self.go_on = Button("Go on with the last", self._resume, tip=self._tell_last)
        self.go_on.visible = self._last is not None
        one, players = self.choices, [*self._levels, *self._others, self.field]
        asked = (one.form, one.games, one.limit, one.board, one.test)
        buttons = (self.go_on, self._cancel_button, self.start_button)
        self._use_widgets([one.game, *players, *asked, *buttons])
        self._labels: list[tuple[str, pygame.Rect]] = []
        self._remark = pygame.Rect(0, 0, 0, 0)

    def _toggle(self, title: str, name: str, tip: str) -> Button:
        chosen = lambda: name in self._chosen  # noqa: E731
        return Button(title, lambda: self._turn(name), tip=tip, chosen=chosen, role=Role.SMALL)

    def _turn(self, name: str) -> None:
        if name in self._chosen:
            self._chosen.remove(name)
        else:
            self._chosen.append(name)

    def _tell_last(self) -> str:
        if self._last is None:
            return ""
        return f"{registry.get(self._last.game).facts.title}, in the file {Path(self._last.path).name}"

    # --- what is asked for

    @property
    def players(self) -> tuple[str, ...]:
        """Who takes part, in the order of the buttons and then as typed; raises `UserError`."""
        order = [LEVEL + level.name for level in LEVELS]
        chosen = sorted(self._chosen, key=lambda name: order.index(name) if name in order else len(order))
        text = self.field.text.strip()
        return (*chosen, *(split_command(text) if text else ()))

    @property
    def config(self) -> TournamentConfig:
        """The tournament; raises `UserError`."""
        return self.choices.config(self.players, self._folder)

    @property
    def _is_possible(self) -> bool:
        try:
            return 2 <= len(self.players) <= (2 if self.choices.is_test else MOST_PLAYERS)
        except UserError:
            return False

    @property
    def remark(self) -> str:
        """What there is to say about the choice."""
        try:
            count = len(self.players)
        except UserError as error:
            return sentence(str(error))
        if count < 2:
            return "Choose two players or more."
        if count > MOST_PLAYERS:
            return f"That are {count} players; {MOST_PLAYERS} have room."
        if self.choices.is_test:
            return (
                f"2 players, at most {GAMES_OF_TEST} games." if count == 2 else "A test is for two players."
            )
        return f"{count} players, {self.choices.games_of(count)} games."

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
        if self._last is not None:
            self._begin(self._last)

    def _begin(self, config: TournamentConfig) -> None:
        self._host.settings.tournament = config.kept()
        self._host.pop(self)
        self._start(config)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            self.problem = ""
        return super().handle(event)

    # --- the looks

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        self._labels, choices = [], self.choices
        label, gap, button = theme.line_height(Role.SMALL) + theme.px(2), theme.px(8), theme.px(BUTTON)
        room = inside.height - button - theme.line_height(Role.SMALL) - 3 * gap
        height = min(theme.px(ROW), (room - LABELS * label) // ROWS - gap)
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
        row(("AI levels, 1 the weakest", whole, self._levels))
        row(("Other players", whole, self._others))
        row(("", whole, (self.field,)))
        row(("Who meets whom", whole, (choices.form,)))
        row(("Games when two meet", left, (choices.games,)), ("For each move", right, (choices.limit,)))
        test = ("A test of two players (Elo)", right, (choices.test,))
        row(("Size of the board", left, (choices.board,)), test)
        self._place_buttons(inside, theme, button)

    def _place_buttons(self, inside: pygame.Rect, theme: Theme, height: int) -> None:
        buttons, top = (self.start_button, self._cancel_button, self.go_on), inside.bottom - height
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
    if name.strip().lower() == "human":
        raise UserError("a person cannot play in a tournament")
    try:
        check_player(name, rules, LONGEST_CHECK)
    except UserError as error:
        # The list of all players has no room in a line, and names people.
        unknown, listed, _ = str(error).partition("; players are ")
        raise UserError(f"{unknown}; try {SOME_PLAYERS}" if listed else unknown) from None


def _spread(widgets: Sequence[Widget], place: pygame.Rect, theme: Theme) -> None:
    """Place controls of equal width next to each other."""
    gap, count = theme.px(4), len(widgets)
    for at, widget in enumerate(widgets):
        left = place.x + at * (place.width + gap) // count
        right = place.x + (at + 1) * (place.width + gap) // count - gap
        widget.place(pygame.Rect(left, place.y, right - left, place.height), theme)
