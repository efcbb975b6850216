"""A board to look at, with the players' names above and below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from congo_gui.board.view import BoardView
from congo_gui.draw.drawing import draw_box, draw_lines, place_text
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.wording import bar_score, side_name
from congo_gui.screens.tournament import texts
from congo_gui.widgets.base import Widget
from engine.rules.rules import Rules
from engine.rules.values import Position

if TYPE_CHECKING:
    from engine.match.game_runner import GameView

MOVES_COLUMN = 110
"""The width of the moves beside a board, at scale 1."""
MOVE_LINES, LEAST_FOR_MOVES = 2, 230
"""Lines of moves below a board, and from which height of its card on, at scale 1."""
WON, LOST, DRAWN = "1", "0", "½"


class SmallBoard(Widget):
    """Shows a position, and who plays; nothing can be moved on it."""

    def __init__(self, rules: Rules, skin: Skin) -> None:
        super().__init__()
        self._rules = rules
        self._view = BoardView(rules, skin)
        self._position: Position | None = None
        self._game: GameView | None = None
        self._since = 0.0
        """Seconds since the game was seen."""
        self._names = ("", "")
        self._end: tuple[str, str] | None = None

    def show(self, names: tuple[str, str], view: GameView) -> bool:
        """Show a running game; return whether anything has changed."""
        if (names, view) == (self._names, self._game):
            return False
        self._position = self._rules.notation.parse(view.position)
        self._names, self._game, self._end, self._since = names, view, None, 0.0
        return True

    @property
    def is_ticking(self) -> bool:
        """True if a clock runs."""
        return self._game is not None and self._game.clocks is not None and self._end is None

    def tick(self, seconds: float) -> bool:
        """Let the running clock go on; return whether it shows another time."""
        if not self.is_ticking:
            return False
        before = self._clock_texts()
        self._since += seconds
        return before != self._clock_texts()

    def _clock_texts(self) -> tuple[str, str]:
        """Return what the clocks show, by side; nothing without clocks."""
        if self._game is None or self._game.clocks is None or self._position is None:
            return "", ""
        first, second = (
            texts.time_left(max(0, round(left - self._since * (self._position.side == side))))
            for side, left in enumerate(self._game.clocks)
        )
        return first, second

    def end(self, points: tuple[str, str]) -> bool:
        """Show each side's points of a finished game; return whether anything has changed."""
        changed, self._end = points != self._end, points
        return changed

    def show_last(self, position: Position) -> None:
        """Show the final position of the game, which may not have been shown while it was played."""
        self._position = position

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        super().place(rect, theme)
        self._view.set_scheme(theme.scheme)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours, line = theme.colours, theme.line_height(Role.SMALL) + theme.px(4)
        draw_box(surface, self.rect, theme.px(8), colours.panel, colours.outline, theme.px(1.2))
        inside = self.rect.inflate(-theme.px(12), -theme.px(8))
        if self._position is None:
            words = theme.shorten(texts.WAITING, Role.BODY, inside.width)
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
        """Return where the board with the names goes, and the moves: beside it, or else below."""
        board, column, gap = inside.height - 2 * line, theme.px(MOVES_COLUMN), theme.px(8)
        if inside.width - board >= column + gap:
            wide = inside.width - column - gap
            left = pygame.Rect(inside.x, inside.y, wide, inside.height)
            return left, pygame.Rect(left.right + gap, inside.y + line, column, board)
        height = MOVE_LINES * theme.line_height(Role.SMALL)
        if inside.height < theme.px(LEAST_FOR_MOVES):
            height = 0
        upper = pygame.Rect(inside.x, inside.y, inside.width, inside.height - height)
        return upper, pygame.Rect(inside.x, upper.bottom, inside.width, height)

    def _draw_moves(self, surface: pygame.Surface, theme: Theme, place: pygame.Rect) -> None:
        """Draw as many of the last moves as there is room for."""
        height = theme.line_height(Role.SMALL)
        room = place.height // height
        if self._game is None or not self._game.moves or not room:
            return
        words = numbered_moves(self._game.plies, self._game.moves)
        lines = theme.wrap(words, Role.SMALL, place.width)[-room:]
        draw_lines(surface, theme, lines, Role.SMALL, theme.colours.muted, place.topleft)

    def _draw_name(
        self, surface: pygame.Surface, theme: Theme, side: int, place: pygame.Rect, is_above: bool
    ) -> None:
        """Draw who plays a side, the result or else score and clock, and above the game's number."""
        assert self._position is not None
        words, strong = f"{side_name(self._rules, side)}: {self._names[side]}", self._position.side == side
        if is_above and self._game is not None:
            words = texts.numbered_game(self._game.number, words)
        more = self._facts(side) if self._end is None else self._end[side]
        if self._end is not None:
            strong = self._end[side] == WON
        words = f"{words}   {more}" if more else words
        role = Role.STRONG if strong else Role.BODY
        words = theme.shorten(words, role, place.width, len(more))
        place_text(surface, theme, words, role, theme.colours.text, center=place.center)

    def _facts(self, side: int) -> str:
        """Return the score and the depth of a side's last move, and what is left on its clock."""
        if self._game is None:
            return ""
        thought, clock = self._game.thoughts[side], self._clock_texts()[side]
        score = texts.score_at_depth(bar_score(thought[0], side), thought[1]) if thought is not None else ""
        return "   ".join(part for part in (score, clock) if part)


def numbered_moves(plies: int, moves: Sequence[str]) -> str:
    """Return the last moves of a game of so many plies, with the numbers of the turns of both sides."""
    first = plies - len(moves)
    parts = []
    for ply, move in enumerate(moves, start=first):
        number, is_second = ply // 2 + 1, ply % 2
        parts.append(
            move if is_second and ply > first else texts.numbered_move(number, move, bool(is_second))
        )
    return " ".join(parts)
