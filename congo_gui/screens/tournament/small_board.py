"""A board without controls, with the players' names above and below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from congo_gui.board.view import BoardView
from congo_gui.draw.drawing import draw_box, draw_lines, place_text
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.wording import side_name
from congo_gui.screens.tournament import texts
from congo_gui.screens.tournament.live_facts import LiveFacts
from congo_gui.widgets.button import Clickable
from engine.rules.rules import Rules
from engine.rules.values import Position

if TYPE_CHECKING:
    from engine.match.game_runner import GameView

MOVES_COLUMN = 110
"""The width of the moves beside a board, at scale 1."""
MOVE_LINES, MIN_HEIGHT_FOR_MOVES = 2, 230
"""Lines of moves below a board, and the height of its card at scale 1 from which they are shown."""
MAX_MOVES = 24
"""The maximum number of last moves drawn."""
WON, LOST, DRAWN = "1", "0", "½"


class SmallBoard(Clickable):
    """Shows a position and the players; no moves can be made. A click calls `chosen`.

    Without a game it says so, and whether it `waits` for one.
    """

    def __init__(
        self,
        rules: Rules,
        skin: Skin,
        chosen: Callable[[], None] = lambda: None,
        waits: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__(chosen)
        self._waits = waits
        self._rules = rules
        self._view = BoardView(rules, skin)
        self._position: Position | None = None
        self._facts = LiveFacts()
        self._names = ("", "")
        self._end: tuple[str, str] | None = None

    @property
    def enabled(self) -> bool:
        return self._position is not None

    @property
    def no_game(self) -> str:
        """What it says while it has no game."""
        return texts.WAITING if self._waits() else texts.NO_GAME

    @property
    def tip(self) -> str:
        return texts.BOARD_TIP if self._end is None else texts.OVER_TIP

    def show(self, names: tuple[str, str], view: GameView) -> bool:
        """Show a running game; return whether anything has changed."""
        if (names, view) == (self._names, self._facts.game):
            return False
        self._position = self._rules.notation.parse(view.position)
        self._names, self._end = names, None
        self._facts.show(view, self._position.side)
        return True

    @property
    def is_ticking(self) -> bool:
        """True if a clock runs."""
        return self._facts.has_clocks and self._end is None

    def tick(self, seconds: float) -> bool:
        """Advance the running clock; return whether its text has changed."""
        return self.is_ticking and self._facts.tick(seconds)

    def end(self, points: tuple[str, str]) -> bool:
        """Show each side's points of a finished game; return whether anything has changed."""
        changed, self._end = points != self._end, points
        return changed

    def show_last(self, moves: Sequence[str]) -> None:
        """Show the end of the game, whose last moves may not have been received.

        Only those are played: to replay a long game takes seconds.

        Raises:
            UserError: they cannot be played.
        """
        view, rules = self._facts.game, self._rules
        if view is None:
            return
        begun = view.plies - len(view.moves)
        continues = tuple(moves[begun : view.plies]) == view.moves
        position = rules.notation.parse(view.position if continues else view.start)
        for text in moves[view.plies if continues else 0 :]:
            position = rules.play(position, rules.parse_move(position, text))
        self._position = position
        self._facts.show_end(moves, rules.notation.format(position))

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        super().place(rect, theme)
        self._view.set_scheme(theme.scheme)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours, line = theme.colours, theme.line_height(Role.SMALL) + theme.px(4)
        outline = colours.accent if self.hovered and self.enabled else colours.outline
        draw_box(surface, self.rect, theme.px(8), colours.panel, outline, theme.px(1.2))
        self._draw_focus(surface, theme)
        inside = self.rect.inflate(-theme.px(12), -theme.px(8))
        if self._position is None:
            words = theme.shorten(self.no_game, Role.BODY, inside.width)
            place_text(surface, theme, words, Role.BODY, colours.muted, center=self.rect.center)
            return
        inside, moves = self._divide(inside, line, theme)
        spare = inside.height - inside.width - 2 * line
        inside.inflate_ip(0, -max(0, spare))  # the names belong to the board, not to the edges
        below = self._rules.facts.side_below
        for side in (0, 1):
            top = inside.bottom - line if side == below else inside.y
            place = pygame.Rect(inside.x, top, inside.width, line)
            self._draw_name(surface, theme, side, place, side != below)
        self._view.draw_still(surface, inside.inflate(0, -2 * line), self._position)
        self._draw_moves(surface, theme, moves)

    def _divide(self, inside: pygame.Rect, line: int, theme: Theme) -> tuple[pygame.Rect, pygame.Rect]:
        """Return the rectangles of the board with the names, and of the moves beside or below it."""
        board, column, gap = inside.height - 2 * line, theme.px(MOVES_COLUMN), theme.px(8)
        if inside.width - board >= column + gap:
            wide = inside.width - column - gap
            left = pygame.Rect(inside.x, inside.y, wide, inside.height)
            return left, pygame.Rect(left.right + gap, inside.y + line, column, board)
        height = MOVE_LINES * theme.line_height(Role.SMALL)
        if inside.height < theme.px(MIN_HEIGHT_FOR_MOVES):
            height = 0
        upper = pygame.Rect(inside.x, inside.y, inside.width, inside.height - height)
        return upper, pygame.Rect(inside.x, upper.bottom, inside.width, height)

    def _draw_moves(self, surface: pygame.Surface, theme: Theme, place: pygame.Rect) -> None:
        """Draw as many of the last moves as fit."""
        height = theme.line_height(Role.SMALL)
        max_lines = place.height // height
        game = self._facts.game
        if game is None or not game.moves or not max_lines:
            return
        words = numbered_moves(game.plies, game.moves[-MAX_MOVES:])
        lines = theme.wrap(words, Role.SMALL, place.width)[-max_lines:]
        draw_lines(surface, theme, lines, Role.SMALL, theme.colours.muted, place.topleft)

    def _draw_name(
        self, surface: pygame.Surface, theme: Theme, side: int, place: pygame.Rect, is_above: bool
    ) -> None:
        """Draw a side's player with result or score and clock; above the board also the game's number."""
        assert self._position is not None
        words, strong = f"{side_name(self._rules, side)}: {self._names[side]}", self._position.side == side
        if is_above and self._facts.game is not None:
            words = texts.numbered_game(self._facts.game.number, words)
        more = self._facts.line(side) if self._end is None else self._end[side]
        if self._end is not None:
            strong = self._end[side] == WON
        words = f"{words}   {more}" if more else words
        role = Role.STRONG if strong else Role.BODY
        words = theme.shorten(words, role, place.width, len(more))
        place_text(surface, theme, words, role, theme.colours.text, center=place.center)


def numbered_moves(plies: int, moves: Sequence[str]) -> str:
    """Return the last moves of a game, with the numbers of the turns of both sides."""
    first = plies - len(moves)
    parts = []
    for ply, move in enumerate(moves, start=first):
        number, is_second = ply // 2 + 1, ply % 2
        parts.append(
            move if is_second and ply > first else texts.numbered_move(number, move, bool(is_second))
        )
    return " ".join(parts)
