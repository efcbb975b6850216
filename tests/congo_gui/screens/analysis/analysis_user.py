"""A simulated user of the analysis."""

from __future__ import annotations

import pygame

from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.analysis.tree_view import parts
from engine.rules.values import Move, Position
from tests.congo_gui.driver import CONGO, Driver

LONELY = "3l3/7/7/7/7/7/3L1P1 w 1"


class AnalysisUser:
    """A simulated user of the analysis."""

    def __init__(self, driver: Driver, key: str = "a") -> None:
        """Open the analysis with a key: A, or R to review the game."""
        self.driver = driver
        driver.press(ord(key), key)

    @property
    def screen(self) -> AnalyseScreen:
        screen = self.driver.app.stack[-1]
        assert isinstance(screen, AnalyseScreen)
        return screen

    @property
    def position(self) -> Position:
        return self.screen.cursor.node.position

    @property
    def text(self) -> str:
        return " ".join(part.text for part in parts(self.screen.cursor.tree))

    def report(self, *texts: str, cp: int = 35, depth: int = 5, rank: int = 1) -> None:
        """Let the engine report a line for the position on the board."""
        self.driver.thinker.report(*line(self.position, *texts), cp=cp, depth=depth, rank=rank)
        self.driver.run_loop()

    def click(self, *names: str) -> None:
        for name in names:
            square = CONGO.notation.square_at(self.position, name)
            assert square is not None
            self.driver.click(self.screen.board.display.geometry.center(square))
        self.driver.run_loop()

    def at(self, row: int, count: int) -> tuple[int, int]:
        """Return the place of a move of a line in the window."""
        theme, lines = self.screen.theme, self.screen.panel.lines
        assert theme is not None
        return lines._places(theme, row)[count][1].center

    def right_drag(self, start: str, end: str) -> None:
        squares = (CONGO.notation.square_at(self.position, name) for name in (start, end))
        first, last = (self.screen.board.display.geometry.center(square or 0) for square in squares)
        self.driver.button(pygame.MOUSEBUTTONDOWN, first, 3)
        self.driver.button(pygame.MOUSEBUTTONUP, last, 3)


def line(position: Position, *texts: str) -> list[Move]:
    """Return the moves of a line from a position."""
    moves = []
    for text in texts:
        moves.append(CONGO.parse_move(position, text))
        position = CONGO.play(position, moves[-1])
    return moves
