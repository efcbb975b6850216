"""How a person says which move is meant: on the board, in a list of those that fit, or by typing it."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.board.controller import Chosen
from congo_gui.draw.skin import Skin
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.board_area import BoardArea
from congo_gui.screens.shared.choose import ChooseScreen
from congo_gui.screens.shared.move_dialog import MoveQuestion
from congo_gui.screens.shared.typing import TypeScreen
from engine.rules.rules import Rules
from engine.rules.values import Move, Position


class MoveChooser:
    """Makes the `board` of a screen; `chosen` gets every move, `refused` why a click led to nothing.

    `position` returns the one in which moves are made. Lists of moves lie over the place that `list_place`
    returns, so that the board stays in sight.
    """

    def __init__(
        self,
        host: Host,
        rules: Rules,
        skin: Skin,
        position: Callable[[], Position],
        chosen: Callable[[Chosen], None],
        refused: Callable[[str], None],
        list_place: Callable[[], pygame.Rect],
    ) -> None:
        self._host, self._rules = host, rules
        self._position, self._chosen, self._list_place = position, chosen, list_place
        self.board = BoardArea(rules, skin, position(), chosen, self._choose, refused)
        self.board.display.heard = host.sounds.play
        self.board.display.animate(host.settings.animation_pace)

    def _choose(self, moves: tuple[Move, ...]) -> None:
        self._host.push(ChooseScreen(self._host, self._question(moves)))

    def type(self) -> None:
        """Let a move be typed."""
        moves = self._rules.legal_moves(self._position())
        self._host.push(TypeScreen(self._host, self._question(moves)))

    def _question(self, moves: tuple[Move, ...]) -> MoveQuestion:
        """Return the question which of some moves is meant."""
        preview = self.board.controller.preview
        return MoveQuestion(
            self._rules,
            self._position(),
            moves,
            self._list_place,
            preview,
            lambda move: self._chosen(Chosen(move, move.path, 0)),
        )
