"""The choice of a side's player and clock: a human, a level of the AI, or another opponent."""

from __future__ import annotations

import re
from collections.abc import Callable

import pygame

from congo_gui import games as skins
from congo_gui.draw.drawing import draw_box, draw_label, draw_lines
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.clocks import control_text
from congo_gui.play.player import AGENT, ENGINE, PlayerConfig, custom_ai_for, own_weights, parts_off
from congo_gui.play.wording import side_name
from congo_gui.screens.new_game import texts
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import EntryDialog
from congo_gui.widgets.base import Widget
from congo_gui.widgets.button import Button, Look, place_from_right
from congo_gui.widgets.choices import ChoiceSegments, Segments
from congo_gui.widgets.text_field import TextField
from engine.game.clocks import TimeControl, parse_minutes, parse_move_limit
from engine.players.base import agent_adapters
from engine.players.levels import LEVELS, nearest_level
from engine.players.simple_players import simple_players
from engine.rules.rules import Rules
from engine.search.texts import ASSIGNMENT_PARTS
from engine.system.errors import UserError, quoted

FIELD, BUTTON = 36, 38
_NUMBER = re.compile(r"[0-9]+(\.[0-9]*)?|\.[0-9]+")
PAD, GAP, PICTURE, CONTROL = 10, 8, 36, 34
BLURB_LINES = 3
"""Lines kept free for the description of a level."""


CLOCKS = (None, TimeControl(180, 2), TimeControl(600, 5))
"""The clocks to choose from; a custom one follows."""
MOVE_LIMIT = TimeControl(3, per_move=True)
"""One more choice for computer players."""
CLOCK_KINDS = (texts.WHOLE_GAME, texts.EACH_MOVE)
WHOLE_GAME, EACH_MOVE = range(len(CLOCK_KINDS))
WHO = (texts.HUMAN, texts.AI, texts.SIMPLE, texts.CUSTOM_AI, texts.PROGRAM)
SHORT_WHO = {texts.CUSTOM_AI: texts.SHORT_CUSTOM_AI, texts.PROGRAM: texts.SHORT_PROGRAM}
"""Short labels, if the full ones do not fit."""
WHO_SHARES = (10, 6, 10, 13, 11)
"""The relative widths of the parts of `WHO`, so that all words fit into a window of 640x480."""
WHO_GAP = 4
HUMAN, AI, SIMPLE, CUSTOM_AI, PROGRAM = range(len(WHO))
Ask = Callable[[int, str, Callable[[str], None]], None]
"""Asks for an opponent of a kind in `WHO`, initially the named one, and calls back with its name."""
TIPS = {SIMPLE: texts.SIMPLE_TIP, CUSTOM_AI: texts.CUSTOM_AI_TIP, PROGRAM: texts.PROGRAM_TIP}


class ClockScreen(EntryDialog):
    """Asks for a clock; `chosen` is called with it. For the `computer` it may also be a limit per move."""

    _size = (420, 300)

    def __init__(
        self,
        host: Host,
        control: TimeControl | None,
        chosen: Callable[[TimeControl], None],
        computer: bool = False,
    ) -> None:
        super().__init__(host, texts.CUSTOM_CLOCK)
        self._chosen = chosen
        is_limit = computer and control is not None and control.per_move
        self.kind = Segments(CLOCK_KINDS, lambda: self._kind, self._choose_kind)
        self.kind.visible = computer
        self.minutes = TextField(lambda text: self._accept(), placeholder="5")
        self.seconds = TextField(lambda text: self._accept(), placeholder="0")
        self.limit = TextField(lambda text: self._accept(), placeholder=f"{MOVE_LIMIT.seconds:g}")
        if control is not None and control.per_move:
            self.limit.set_text(f"{control.seconds:g}")
        elif control is not None:
            self.minutes.set_text(f"{control.seconds / 60:g}")
            self.seconds.set_text(f"{control.increment:g}")
        self.use = Button(texts.OK, self._accept, look=Look.PRIMARY, tip=texts.USE_CLOCK_TIP)
        self.cancel_button = Button(texts.CANCEL, self.dismiss)
        fields = [self.minutes, self.seconds, self.limit]
        self._use_widgets([self.kind, *fields, self.cancel_button, self.use])
        self._words = pygame.Rect(0, 0, 0, 0)
        self._choose_kind(EACH_MOVE if is_limit else WHOLE_GAME)

    def _choose_kind(self, kind: int) -> None:
        """Ask for the numbers of a clock for the whole game, or for the limit of each move."""
        self._kind, self.error = kind, ""
        self.minutes.visible = self.seconds.visible = kind == WHOLE_GAME
        self.limit.visible = kind == EACH_MOVE
        self.group.set_focus(self._labelled[0][1])

    @property
    def _labelled(self) -> tuple[tuple[str, TextField], ...]:
        if self._kind == EACH_MOVE:
            return ((texts.SECONDS_PER_MOVE, self.limit),)
        return (texts.MINUTES, self.minutes), (texts.SECONDS_ADDED, self.seconds)

    def _entered(self) -> Callable[[], None]:
        numbers = [_number(words, field) for words, field in self._labelled]
        is_limit = self._kind == EACH_MOVE
        control = parse_move_limit(numbers[0]) if is_limit else parse_minutes("+".join(numbers))
        return lambda: self._chosen(control)

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        gap, label = theme.px(12), theme.line_height(Role.SMALL) + theme.px(2)
        kind = pygame.Rect(inside.x, inside.y, inside.width, theme.px(FIELD))
        self.kind.place(kind, theme)
        above = kind.height + gap if self.kind.visible else 0
        width, top = (inside.width - gap) // 2, inside.y + above + label
        self.limit.place(pygame.Rect(inside.x, top, inside.width, theme.px(FIELD)), theme)
        self.minutes.place(pygame.Rect(inside.x, top, width, theme.px(FIELD)), theme)
        self.seconds.place(pygame.Rect(inside.right - width, top, width, theme.px(FIELD)), theme)
        place_from_right((self.use, self.cancel_button), inside.bottomright, theme.px(BUTTON), theme)
        bottom = inside.bottom - theme.px(BUTTON)
        top = self.minutes.rect.bottom + theme.px(8)
        self._words = pygame.Rect(inside.x, top, inside.width, bottom - theme.px(8) - top)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        for words, field in self._labelled:
            draw_label(surface, theme, words, field.rect)
        colour = theme.colours.danger if self.error else theme.colours.muted
        height = theme.line_height(Role.SMALL)
        usual = texts.LIMIT_HELP if self._kind == EACH_MOVE else texts.CLOCK_HELP
        lines = theme.wrap(self.error or usual, Role.SMALL, self._words.width)
        lines = lines[: max(1, self._words.height // height)]
        draw_lines(surface, theme, lines, Role.SMALL, colour, self._words.topleft)


def _number(label: str, field: TextField) -> str:
    """Return the number in a field, as text; that of its placeholder if it is empty.

    Raises:
        UserError: it is not a number.
    """
    text = field.text.strip().replace(",", ".") or field.placeholder
    if not _NUMBER.fullmatch(text):
        written = quoted(field.text.strip())
        many = texts.not_from_zero if label == texts.SECONDS_ADDED else texts.not_above_zero
        raise UserError(many(label, written))
    return text


class PlayerChoice:
    """The controls for one side, in a box; `level` is the first choice for an AI.

    `title` returns the title of a program. `ask` asks for an opponent of a kind, `ask_clock` for a clock, of
    a computer player or a human; both pass the answer to the given function.
    """

    def __init__(
        self,
        rules: Rules,
        side: int,
        player: PlayerConfig,
        level: str,
        title: Callable[[str], str],
        ask: Ask,
        ask_clock: Callable[[TimeControl | None, Callable[[TimeControl], None], bool], None],
    ) -> None:
        self.rules, self._side = rules, side
        self._title, self._ask, self._ask_clock = title, ask, ask_clock
        self._who, self._clock = _who(player), player.clock
        self._names = {self._who: player.program}
        """The command-line names of the last chosen opponents, by kind."""
        self._custom_ai = self._names.get(CUSTOM_AI, ""), rules
        """The last chosen custom AI and its game: other games may have fewer parts."""
        self.follower: PlayerChoice | None = None
        """The side whose clock follows the other one, until it is changed itself."""
        self.has_own_clock = False
        self.rect = pygame.Rect(0, 0, 0, 0)
        tip = texts.KINDS_TIP
        self.who = Segments(WHO, lambda: self._who, self._choose_who, tip)
        self.who.short = SHORT_WHO
        numbers = [level.name for level in LEVELS]
        self.levels = ChoiceSegments(numbers, numbers.index(nearest_level(player.level or level).name))
        self.other = Button(
            lambda: self._other_title, self._ask_other, tip=lambda: TIPS[self._who], role=Role.BODY
        )
        clock_tip = lambda: texts.CLOCK_TIP if self._who == HUMAN else texts.LIMIT_TIP  # noqa: E731
        self.clock = Segments((), self._clock_index, self._choose_clock, clock_tip)
        self._show()

    @property
    def widgets(self) -> list[Widget]:
        """The controls in the order of Tab."""
        return [self.who, self.levels, self.other, self.clock]

    @property
    def player(self) -> PlayerConfig:
        """The chosen player."""
        if self._who in (HUMAN, AI):
            level = LEVELS[self.levels.chosen].name if self._who == AI else ""
            return PlayerConfig(level, clock=self._clock)
        return PlayerConfig(program=self._names[self._who], clock=self._clock)

    @property
    def _other_title(self) -> str:
        return self._title(self.player.name) if self._who == PROGRAM else self.player.title

    def _show(self) -> None:
        """Show the controls for the chosen kind of player."""
        self._show_clock()
        self.levels.visible, self.other.visible = self._who == AI, self._who > AI

    def _choose_who(self, index: int) -> None:
        if index > AI and not self._names.get(index):
            self._ask_for(index)
            return
        self._who = index
        self._show()

    def _ask_other(self) -> None:
        self._ask_for(self._who)

    def _ask_for(self, who: int) -> None:
        self._ask(who, self._names.get(who, ""), lambda name: self._take(who, name))

    def _take(self, who: int, name: str) -> None:
        self._who, self._names[who] = who, name
        if who == CUSTOM_AI:
            self._custom_ai = name, self.rules
        self._show()

    def play(self, rules: Rules) -> None:
        """Switch to another game; an opponent that it does not have is replaced by the AI."""
        self.rules = rules
        chosen, home = self._custom_ai
        if chosen:
            self._names[CUSTOM_AI] = chosen if rules is home else custom_ai_for(chosen, home, rules)
        if self._names.get(SIMPLE, "").partition(":")[0] not in simple_players(rules.name):
            self._drop(SIMPLE)
        if self._names.get(PROGRAM, "").startswith(AGENT) and not agent_adapters(rules.name):
            self._drop(PROGRAM)
        self._show()

    def _drop(self, who: int) -> None:
        self._names.pop(who, None)
        self._who = AI if self._who == who else self._who

    # --- the clock

    @property
    def _clocks(self) -> tuple[TimeControl | None, ...]:
        """The clocks to choose from: humans have no limit per move."""
        return CLOCKS if self._who == HUMAN else (*CLOCKS, MOVE_LIMIT)

    def _show_clock(self) -> None:
        """Show the clocks for the chosen kind of player."""
        control = self.player.clock
        titles = [control_text(clock) for clock in self._clocks]
        custom = texts.CUSTOM if control in self._clocks else control_text(control)
        self.clock.texts, self.clock.repeatable = (*titles, custom), len(titles)
        limits = [limit for limit in (MOVE_LIMIT, control) if limit is not None and limit.per_move]
        short = {control_text(limit): texts.strict_short(limit.seconds) for limit in limits}
        self.clock.short = {control_text(None): texts.OFF, texts.CUSTOM: "…", **short}

    def _clock_index(self) -> int:
        control = self.player.clock
        return self._clocks.index(control) if control in self._clocks else len(self._clocks)

    def _choose_clock(self, index: int) -> None:
        if index == len(self._clocks):
            self._ask_clock(self.player.clock, self._take_clock, self._who != HUMAN)
        else:
            self._take_clock(self._clocks[index])

    def _take_clock(self, control: TimeControl | None) -> None:
        """Set the clock chosen for this side."""
        self.has_own_clock = True
        self.set_clock(control)
        if self.follower is not None and not self.follower.has_own_clock:
            self.follower.set_clock(control)

    def set_clock(self, control: TimeControl | None) -> None:
        """Show a clock."""
        self._clock = control
        self._show_clock()

    @staticmethod
    def height(theme: Theme) -> int:
        """Return the height of the box in pixels."""
        text = theme.line_height(Role.STRONG) + BLURB_LINES * theme.line_height(Role.SMALL)
        return theme.px(PICTURE) + 3 * theme.px(CONTROL) + 4 * theme.px(GAP) + 2 * theme.px(PAD) + text

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        """Lay out everything in a rectangle of the height that `height` returns."""
        self.rect = rect
        pad, gap, height = theme.px(PAD), theme.px(GAP), theme.px(CONTROL)
        row = pygame.Rect(rect.x + pad, rect.y + pad + theme.px(PICTURE) + gap, rect.width - 2 * pad, height)
        self.who.shares = _who_shares(row.width, theme)
        self.who.place(row, theme)
        for widget in (self.levels, self.other):
            widget.place(row.move(0, height + gap), theme)
        clock = row.copy()
        clock.bottom = rect.bottom - pad
        self.clock.place(clock, theme)

    def text(self) -> tuple[str, str]:
        """Return the title and description of the chosen player."""
        if self._who == HUMAN:
            return "", texts.PERSON
        if self._who == PROGRAM:
            return "", self.player.name.partition(":")[2]
        if self._who == SIMPLE:
            return "", simple_players(self.rules.name)[self.player.name.partition(":")[0]].description
        if self._who == CUSTOM_AI:
            return "", self._custom_ai_text()
        level = LEVELS[self.levels.chosen]
        return texts.level(level.name, level.title), level.description

    def _custom_ai_text(self) -> str:
        name = self.player.name
        weights, off = own_weights(name), parts_off(name, self.rules)
        missing = [title for part, title in ASSIGNMENT_PARTS.items() if part in off] + sorted(
            off - {*ASSIGNMENT_PARTS}
        )
        head = texts.weights(weights) if weights else ""
        return texts.switched_off(head, missing, self.player.thinking_time.capitalize())

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the box, its head and the text; the controls are drawn by their group."""
        colours = theme.colours
        draw_box(surface, self.rect, theme.px(10), colours.sunken, colours.outline, theme.px(1.2))
        self._draw_head(surface, theme)
        title, blurb = self.text()
        left, width = self.who.rect.x, self.who.rect.width
        y = (self.who if self._who == HUMAN else self.levels).rect.bottom + theme.px(GAP)
        if title:
            surface.blit(theme.text(title, Role.STRONG, colours.text), (left, y))
            y += theme.line_height(Role.STRONG)
        lines, height = theme.wrap(blurb, Role.SMALL, width)[:BLURB_LINES], theme.line_height(Role.SMALL)
        if y + len(lines) * height > self.clock.rect.y:
            return  # in a small window with large text only the title fits
        draw_lines(surface, theme, lines, Role.SMALL, colours.muted, (left, y))
        self._draw_limit(surface, theme, y + len(lines) * height)

    def _draw_limit(self, surface: pygame.Surface, theme: Theme, top: int) -> None:
        """Explain a limit per move above the clocks, if that fits below `top`."""
        control, row = self.player.clock, self.clock.rect
        y = row.y - theme.line_height(Role.SMALL) - theme.px(4)
        if control is not None and control.per_move and y >= top:
            words = theme.shorten(texts.limit_note(control.seconds), Role.SMALL, row.width)
            surface.blit(theme.text(words, Role.SMALL, theme.colours.text), (row.x, y))

    def _draw_head(self, surface: pygame.Surface, theme: Theme) -> None:
        size = theme.px(PICTURE)
        picture = pygame.Rect(self.who.rect.x, self.rect.y + theme.px(PAD), size, size)
        skin = skins.get(self.rules.name).with_scheme(theme.scheme)
        skin.draw_piece(surface, skin.avatar(self._side), picture)
        name = theme.text(side_name(self.rules, self._side), Role.HEADING, theme.colours.text)
        order = (texts.MOVES_FIRST, texts.MOVES_SECOND)[self._side]
        note = theme.text(order, Role.SMALL, theme.colours.muted)
        left = picture.right + theme.px(GAP)
        top = picture.centery - (name.get_height() + note.get_height()) // 2
        surface.blit(name, (left, top))
        surface.blit(note, (left, top + name.get_height()))


def _who(player: PlayerConfig) -> int:
    """Return which of `WHO` a player is."""
    if player.is_human or player.level:
        return AI if player.level else HUMAN
    if player.simple is not None:
        return SIMPLE
    return CUSTOM_AI if player.name.startswith(ENGINE) else PROGRAM


def _who_shares(width: int, theme: Theme) -> tuple[int, ...]:
    """Return the relative widths of the parts of `WHO`; where full words do not fit, as short ones need."""
    total, gap = sum(WHO_SHARES), theme.px(WHO_GAP)
    places = [width * share // total for share in WHO_SHARES]
    words = [theme.width(word, Role.SMALL) + gap for word in WHO]
    if all(word <= place for word, place in zip(words, places, strict=True)):
        return WHO_SHARES
    return tuple(theme.width(SHORT_WHO.get(word, word), Role.SMALL) + gap for word in WHO)
