"""A running game of a tournament: large board, all moves, clocks, scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from congo_gui.commands.command import Handler, Handlers, Where
from congo_gui.draw.drawing import draw_box, place_text
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.wording import counters_text, side_name
from congo_gui.screens.shared.base import Host, copy_position
from congo_gui.screens.shared.board_area import BoardArea
from congo_gui.screens.shared.board_screen import BoardScreen
from congo_gui.screens.shared.commands import TitleBar
from congo_gui.screens.shared.layout import Stack, beside_or_above
from congo_gui.screens.shared.move_list import MoveList, MoveTable, rows_of
from congo_gui.screens.tournament import texts
from congo_gui.screens.tournament.finished_games import EndedGame
from congo_gui.screens.tournament.live_facts import LiveFacts
from congo_gui.screens.tournament.small_board import WON
from congo_gui.widgets.base import earliest
from engine.game.game import Game
from engine.rules.rules import Rules
from engine.system.errors import UserError

if TYPE_CHECKING:
    from engine.match.game_runner import GameView

TICK_S = 0.25
"""Seconds between two updates of the clocks."""
PLIES_PER_FRAME = 500
"""The maximum number of plies played in a frame; all those of a long game would take seconds."""
PANEL, TALL_PANEL = (250, 400), 230
"""The narrowest and the widest panel, and its height below the board, at scale 1."""
ROW, CARD = 34, 40


def _continues(moves: tuple[str, ...], before: tuple[str, ...]) -> bool:
    """Return whether moves begin with earlier ones; those of a game whose process died do not."""
    return moves[: len(before)] == before


class LiveGameScreen(BoardScreen):
    """Follows the game that `seen` returns until `ended` returns its end; then `analyse` opens it.

    `stopped` returns True if it is no longer played, though it has not ended.
    """

    _where = Where.LIVE_GAME
    board: BoardArea

    def __init__(
        self,
        host: Host,
        rules: Rules,
        skin: Skin,
        names: tuple[str, str],
        view: GameView,
        seen: Callable[[], GameView | None],
        ended: Callable[[], EndedGame | None],
        stopped: Callable[[], bool],
        analyse: Callable[[], None],
    ) -> None:
        super().__init__(host)
        self._rules, self._skin, self._names = rules, skin, names
        self._seen, self._ended, self._stopped, self._analyse = seen, ended, stopped, analyse
        self.game = Game(rules, rules.notation.parse(view.start))
        self._moves: tuple[str, ...] = ()
        """The moves received, of which `game` may still lack the last ones."""
        self.end: EndedGame | None = None
        self._is_running = True
        self._facts = LiveFacts()
        self._cursor: int | None = None
        """The number of plies before the viewed position, None to follow the game."""
        self._bar = TitleBar(texts.game_heading(view.number), texts.TO_TOURNAMENT, self.dismiss)
        self._cards = [pygame.Rect(0, 0, 0, 0), pygame.Rect(0, 0, 0, 0)]
        self.board = BoardArea(
            rules, skin, self.game.position, lambda entered: None, lambda moves: None, lambda text: None
        )
        self.board.focusable = False
        self.board.display.animate(host.settings.animation_pace)
        self.moves = MoveList(self._go_to, self._describe, skin)
        self.group.widgets = [self.board, self.moves, self._bar.close]
        self._take(view)
        self._play_on()
        self._show()

    def _describe(self, cursor: int) -> str:
        """Describe the last of a number of plies."""
        ply = self.game.plies[cursor - 1]
        return self._rules.prose.describe(ply.before, ply.transition)

    # --- the game

    @property
    def cursor(self) -> int:
        """The number of plies before the position on the board."""
        return self.game.cursor if self._cursor is None else self._cursor

    @property
    def _played(self) -> tuple[str, ...]:
        """The moves of the game so far."""
        return tuple(ply.move.text for ply in self.game.plies[: self.game.cursor])

    def _take(self, view: GameView) -> None:
        """Take the moves and facts of a view; ignore one that lacks earlier moves."""
        if len(view.moves) == view.plies:
            self._set_moves(view.moves)
            self._facts.show(view, self._rules.notation.parse(view.position).side)

    def _receive(self) -> bool:
        """Take the latest state; return whether there is a new one."""
        if self.end is not None:
            return False
        view, self.end = self._seen(), self._ended()
        if self.end is not None:
            self._set_moves(self.end.moves)
        elif view is not None and view is not self._facts.game:
            self._take(view)
        else:
            return False
        return True

    def _set_moves(self, moves: tuple[str, ...]) -> None:
        """Set the moves received; a game that was played again begins anew."""
        self._moves = moves
        if not _continues(moves, self._played):
            self.game, self._cursor = Game(self._rules, self.game.start), None
            self._show()

    @property
    def _is_behind(self) -> bool:
        """True if the game lacks moves that were received."""
        return self.game.cursor != len(self._moves)

    def _play_on(self) -> None:
        """Play the next moves that the game lacks."""
        played = self.game.cursor
        try:
            for text in self._moves[played : played + PLIES_PER_FRAME]:
                self.game.play(self._rules.parse_move(self.game.position, text))
        except UserError:  # show what can be played
            self._moves = self._played

    def _follow(self) -> None:
        """Show the latest state, once all moves are played."""
        if not self._receive() and not self._is_behind:
            return
        before = self.game.cursor
        self._play_on()
        self._dirty = True
        if self._is_behind:
            return
        if self._cursor is None and self.game.cursor != before:
            self._show(steps=self.game.cursor - before)
        else:
            self._list_moves()

    def _show(self, steps: int = 0) -> None:
        """Show the viewed position; one step forward is animated as its move."""
        before, position = self.board.display.position, self.game.position_at(self.cursor)
        last = self.game.plies[self.cursor - 1].transition if self.cursor else None
        self.board.show(position, frozenset(), last)
        if steps == 1 and last is not None:
            self.board.display.glide(last, 0)
        elif position != before:
            self.board.display.change_from(before)
        self._list_moves()
        self._dirty = True

    def _list_moves(self) -> None:
        short, long = ("", "")
        if self._cursor is None:
            counts = self.game.repetitions, self.game.quiet_plies
            long, short = (counters_text(self._rules, *counts, short=is_short) for is_short in (False, True))
        comment = self.end.reason if self.end is not None and self._cursor is None else ""
        self.moves.show(MoveTable(rows_of(self.game), self.cursor, long, short, comment))

    # --- commands

    def _handlers(self) -> Handlers:
        not_first = lambda: self.cursor > 0  # noqa: E731
        not_last = lambda: self._cursor is not None  # noqa: E731
        return {
            "cancel": Handler(self.dismiss),
            "flip": Handler(self._flip),
            "copy_fen": Handler(self._copy),
            "back": Handler(lambda: self._go_to(self.cursor - 1), not_first, texts.AT_START),
            "forward": Handler(lambda: self._go_to(self.cursor + 1), not_last, texts.AT_END),
            "first": Handler(lambda: self._go_to(0), not_first, texts.AT_START),
            "last": Handler(lambda: self._go_to(self.game.cursor), not_last, texts.AT_END),
            "analyse": Handler(self._to_analysis, lambda: self.end is not None, self._why_not),
        }

    def _why_not(self) -> str:
        return texts.NOT_OVER if self._is_running else texts.NOT_FINISHED

    def _copy(self) -> None:
        copy_position(self, self._rules.notation.format(self.game.position_at(self.cursor)))

    def _to_analysis(self) -> None:
        self.dismiss()
        self._analyse()

    def _go_to(self, cursor: int) -> None:
        """View the position after a number of plies; at the last one, follow the game again."""
        steps = cursor - self.cursor
        self._cursor = cursor if cursor < self.game.cursor else None
        self._show(steps)

    # --- the screen

    def update(self, seconds: float) -> None:
        self._follow()
        was_running, self._is_running = self._is_running, self.end is None and not self._stopped()
        if was_running != self._is_running or (self._is_running and self._facts.tick(seconds)):
            self._dirty = True
        super().update(seconds)

    @property
    def next_change(self) -> float | None:
        if self._is_behind:
            return 0.0
        is_ticking = self._is_running and self._facts.has_clocks
        return earliest(super().next_change, TICK_S if is_ticking else None)

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self._window, self.theme = window, theme
        board, panel = beside_or_above(window, theme, PANEL, TALL_PANEL)
        self.board.place(board, theme)
        column = Stack(panel, theme.px(6))
        self._bar.place(column.top(theme.px(ROW)), theme)
        above = 1 - self._rules.facts.side_below
        height = max(theme.px(CARD), theme.line_height(Role.STRONG) + theme.line_height(Role.SMALL))
        self._cards[above] = column.top(height)
        self._cards[1 - above] = column.top(height)
        self.moves.place(column.rest, theme)
        self.invalidate()

    @property
    def note(self) -> str:
        """The state of the game, beside the title."""
        if self.end is not None:
            return " – ".join(self.end.points) if all(self.end.points) else ""
        if not self._is_running:
            return texts.STOPPED
        return texts.FOLLOWING if self._cursor is None else texts.LOOKING_BACK

    def _draw_labels(self, surface: pygame.Surface, theme: Theme) -> None:
        self._bar.draw(surface, theme, self.note)
        for side, place in enumerate(self._cards):
            self._draw_card(surface, theme, side, place)

    def _draw_card(self, surface: pygame.Surface, theme: Theme, side: int, place: pygame.Rect) -> None:
        """Draw a side's player with its score and clock, or its points."""
        colours = theme.colours
        to_move = self.end is None and self.game.position_at(self.cursor).side == side
        active = to_move or (self.end is not None and self.end.points[side] == WON)
        fill, outline = (colours.raised, colours.accent) if active else (colours.panel, colours.outline)
        draw_box(surface, place, theme.px(8), fill, outline, theme.px(2 if active else 1.2))
        pad, size = theme.px(8), place.height - theme.px(6)
        picture = pygame.Rect(place.x + pad, place.centery - size // 2, size, size)
        self._skin.draw_piece(surface, self._skin.avatar(side), picture)
        left, right = picture.right + pad, place.right - pad
        more = self._facts.line(side) if self.end is None else self.end.points[side]
        words, ink = f"{side_name(self._rules, side)}: {self._names[side]}", colours.text
        if theme.width(words, Role.STRONG) + theme.width(more, Role.STRONG) + pad <= right - left:
            place_text(surface, theme, words, Role.STRONG, ink, midleft=(left, place.centery))
            place_text(surface, theme, more, Role.STRONG, ink, midright=(right, place.centery))
            return
        if theme.width(words, Role.STRONG) > right - left:  # the picture says which side it is
            words = theme.shorten(self._names[side], Role.STRONG, right - left)
        place_text(surface, theme, words, Role.STRONG, ink, bottomleft=(left, place.centery + theme.px(2)))
        more = theme.shorten(more, Role.SMALL, right - left)
        place_text(surface, theme, more, Role.SMALL, colours.muted, topleft=(left, place.centery))
