"""The boards of a tournament's running games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import pygame

from congo_gui.draw.skin import Skin
from congo_gui.screens.tournament.finished_games import points
from congo_gui.screens.tournament.small_board import SmallBoard
from engine.record.parse import main_moves
from engine.rules.rules import Rules
from engine.system.errors import UserError

if TYPE_CHECKING:
    from engine.match.game_runner import GameView
    from engine.match.pairing import FinishedGame


class LiveBoards:
    """Has `count` boards, each of which keeps a game until the next one takes its place.

    `names` are the players' names; `chosen` is called with the number of the game on a board that is clicked,
    `waits` returns whether more games begin.
    """

    def __init__(
        self,
        rules: Rules,
        skin: Skin,
        count: int,
        names: Sequence[str],
        chosen: Callable[[int | None], None],
        waits: Callable[[], bool],
    ) -> None:
        self._names, self._chosen = names, chosen
        self.boards = [SmallBoard(rules, skin, partial(self._choose, at), waits) for at in range(count)]
        self._running: list[int | None] = [None] * count
        """By board: the number of its running game."""
        self.numbers: list[int | None] = [None] * count
        """By board: the number of its game, running or over."""

    def _choose(self, at: int) -> None:
        self._chosen(self.numbers[at])

    def refresh(self, views: Sequence[GameView], finished: Mapping[int, FinishedGame]) -> list[pygame.Rect]:
        """Show the running games and the results of those that are over; return what has changed."""
        running = {view.number: view for view in views}
        self._running = [number if number in running else None for number in self._running]
        new = [number for number in running if number not in self._running]
        for at, number in enumerate(self._running):
            if number is None and new:
                self._running[at] = new.pop(0)
        changed = []
        for board, number in zip(self.boards, self._running, strict=True):
            if number is not None:
                view = running[number]
                first, second = (self._names[player] for player in view.players_by_side)
                if board.show((first, second), view):
                    changed.append(board.rect)
        self.numbers = [
            before if number is None else number
            for number, before in zip(self._running, self.numbers, strict=True)
        ]
        for board, number in zip(self.boards, self.numbers, strict=True):
            game = finished.get(number) if number is not None else None
            if game is not None and not game.not_played and board.end(points(game)):
                with suppress(UserError):  # the board keeps what it has received
                    board.show_last(main_moves(game.text))
                changed.append(board.rect)
        return changed

    def tick(self, seconds: float) -> list[pygame.Rect]:
        """Advance the running clocks; return the boards whose clocks have changed."""
        return [board.rect for board in self.boards if board.tick(seconds)]

    @property
    def is_ticking(self) -> bool:
        """True if a clock runs."""
        return any(board.is_ticking for board in self.boards)
