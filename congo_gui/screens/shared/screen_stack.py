"""The stack of screens: opening, leaving and closing them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import takewhile

from congo_gui.screens.shared.base import Screen
from congo_gui.screens.shared.screen_painter import ScreenPainter
from congo_gui.store.settings import Settings


class ScreenStack:
    """The open screens; the top one gets the events."""

    def __init__(self, settings: Settings) -> None:
        self.stack: list[Screen] = []
        """The lowest one first."""
        self.painter = ScreenPainter(self.stack, settings)

    def push(self, screen: Screen) -> None:
        """Open a screen above the others."""
        if self.stack:
            self.stack[-1].set_covered(True)
        self.stack.append(screen)
        self.painter.relayout()

    def pop(self, screen: Screen) -> None:
        """Close a screen."""
        if screen in self.stack:
            self.stack.remove(screen)
            try:
                screen.close()
            finally:
                self.stack[-1].toast.inherit(screen.toast)
                self.stack[-1].set_covered(False)
                self.painter.invalidate()

    def pop_with_dialogs(self, screen: Screen) -> None:
        """Close a screen that may lie below others, and the dialogs that belong to it."""
        above = self.stack[self.stack.index(screen) + 1 :]
        dialogs = [*takewhile(lambda each: not each.stands_alone, above)]
        for dialog in reversed(dialogs):
            dialog.dismiss()
            self.pop(dialog)  # one that still writes a file has only been stopped
        self.pop(screen)

    def leave(self, question: str, leave: Callable[[], None], can_wait: bool) -> None:
        """Call `leave`, which closes screens above the game, unless one of them asks first.

        If it `can_wait`, that may happen only after the games of a tournament; then all are asked again.
        """
        for screen in self.stack:
            screen.stay()
        later = partial(self.leave, question, leave, can_wait) if can_wait else None
        self._ask((), question, leave, later)

    def _ask(
        self,
        answered: tuple[Screen, ...],
        question: str,
        leave: Callable[[], None],
        later: Callable[[], None] | None,
    ) -> None:
        """Let the other screens ask, each after the answer to the one before, and call `leave`."""
        for screen in self.stack[::-1]:
            go_on = partial(self._ask, (*answered, screen), question, leave, later)
            if screen not in answered and screen.ask_before_closing(question, go_on, later):
                return
        leave()

    def drop_above(self, lowest: Screen, report: Callable[[Exception], object]) -> None:
        """Close all screens above one, even those that raise an error at that, which is reported."""
        while (screen := self.stack[-1]) is not lowest:
            for leave in (screen.dismiss, partial(self.pop, screen)):  # an export has only been stopped
                try:
                    leave()
                except Exception as error:
                    report(error)

    def clear(self) -> None:
        """Close all screens, for others."""
        for screen in reversed(self.stack):
            screen.close()
        self.stack.clear()

    def show_toast(self, text: str, seconds: float | None) -> None:
        """Show a message on the top screen for `seconds`, or as long as it takes to read."""
        if self.stack:
            self.stack[-1].toast.show(text, seconds)
