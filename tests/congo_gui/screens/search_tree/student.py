"""A simulated user of the search tree."""

from __future__ import annotations

import pygame

from congo_gui.screens.search_tree.examples import EXAMPLES, ExamplesScreen
from congo_gui.screens.search_tree.screen import SearchTreeScreen
from engine import rules
from engine.trace.trace import SearchMethod, Trace, TraceNode
from tests.congo_gui.driver import Driver

PAWN_ENDING = "2l4/7/7/7/7/P6/4L2 w 1"
KONANE = rules.get("konane")
OF_KONANE = next(each for each in EXAMPLES if each.game == "konane")


class Student:
    """A simulated user of the search tree."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        driver.press(pygame.K_b, "b")
        self.wait()

    @property
    def screen(self) -> SearchTreeScreen:
        screen = self.driver.app.stack[-1]
        assert isinstance(screen, SearchTreeScreen)
        return screen

    @property
    def trace(self) -> Trace:
        assert self.screen.stepper.shown is not None
        return self.screen.stepper.shown

    @property
    def step(self) -> int:
        return self.screen.stepper.here

    @property
    def board(self) -> str:
        return self.screen.board.display.rules.notation.format(self.screen.board.display.position)

    def wait(self) -> None:
        """Wait until both searches are finished."""
        self.driver.until(lambda: not self.screen.stepper.working)
        self.driver.run_loop()

    def choose(self, example: int) -> None:
        """Choose an example in the dialog."""
        self.driver.command("examples")
        dialog = self.driver.app.stack[-1]
        assert isinstance(dialog, ExamplesScreen)
        self.driver.click(dialog.buttons[example + 1].rect.center)
        self.driver.until(lambda: not self.screen.is_loading_example)
        self.wait()

    def click(self, node: TraceNode, method: SearchMethod = SearchMethod.ALPHA_BETA) -> None:
        """Click a position of the tree."""
        self.driver.click(self.screen.panel.trees[method].place_of(node))
