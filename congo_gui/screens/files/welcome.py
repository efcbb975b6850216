"""The game that was on the board when the program ended last is offered back."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.board.animation import Animator
from congo_gui.board.state import BoardState
from congo_gui.board.view import BoardView
from congo_gui.draw.geometry import Geometry
from congo_gui.draw.skin import Skin
from congo_gui.draw.texts import draw_lines
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.wording import result_title, side_name
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.widgets.button import Button, Look
from engine.game.game import Game
from engine.rules.words import count_text

BUTTON = 40


def lines_about(game: Game, players: tuple[str, str]) -> tuple[str, ...]:
    """Return who plays, how far the game is and who is to move."""
    sides = (f"{side_name(game.rules, side)}: {players[side]}" for side in (0, 1))
    turns = f"{count_text(game.cursor, 'turn')} played"
    outcome = game.outcome
    state = (
        result_title(game.rules, outcome)
        if outcome
        else f"{side_name(game.rules, game.position.side)} to move"
    )
    return (*sides, turns, state)


class WelcomeScreen(Dialog):
    """Shows where the game stands and asks: `go_on` with it, or `leave` it for a new one.

    Closing it any other way leaves the game, too. `note` is what else was left.
    """

    _size = (620, 360)

    def __init__(
        self,
        host: Host,
        skin: Skin,
        game: Game,
        players: tuple[str, str],
        go_on: Callable[[], None],
        leave: Callable[[], None],
        note: str = "",
    ) -> None:
        super().__init__(host, "Go on with your last game?")
        self._game, self._lines = game, lines_about(game, players)
        self._go_on, self._leave, self.note = go_on, leave, note
        self._view = BoardView(game.rules, skin)
        self._board = Geometry.fit((0, 0, 100, 100), *game.rules.notation.shape(game.position))
        self._text = pygame.Rect(0, 0, 0, 0)
        self.yes = Button("Go on", self._accept, look=Look.MAIN, tip="Play on from here (Enter)")
        self.no = Button("New game", self.dismiss, tip="Open brings the last game back later")
        self._use_widgets([self.yes, self.no])

    def _accept(self) -> None:
        self._host.pop(self)
        self._go_on()

    def dismiss(self) -> None:
        super().dismiss()
        self._leave()

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        self._view.skin = self._view.skin.dressed(theme.scheme)
        gap, height = theme.px(16), theme.px(BUTTON)
        side = min(inside.height, inside.width // 2)
        columns, rows = self._game.rules.notation.shape(self._game.position)
        self._board = Geometry.fit((inside.x, inside.y, side, side), columns, rows)
        self._text = pygame.Rect(inside.x + side + gap, inside.y, inside.width - side - gap, inside.height)
        top = inside.bottom - height
        for button in (self.no, self.yes):
            button.place(pygame.Rect(self._text.x, top, self._text.width, height), theme)
            top -= height + theme.px(8)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        items = self._view.compose(
            self._board, self._game.position, BoardState(), Animator(self._board.columns)
        )
        self._view.draw(surface, self._board, items, 0.0)
        y = self._text.y
        for row, words in enumerate(self._lines):
            role = Role.STRONG if row == len(self._lines) - 1 else Role.BODY
            text = theme.shorten(words, role, self._text.width)
            surface.blit(theme.text(text, role, theme.colours.text), (self._text.x, y))
            y += theme.line_height(role) + theme.px(4)
        y += theme.px(8)
        lines = theme.wrap(self.note, Role.SMALL, self._text.width)
        draw_lines(surface, theme, lines, Role.SMALL, theme.colours.muted, (self._text.x, y))
