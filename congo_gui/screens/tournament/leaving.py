"""The question before leaving a tournament with running games."""

from __future__ import annotations

from collections.abc import Callable

from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.screens.tournament import texts
from congo_gui.widgets.button import Button


class LeaveScreen(ConfirmScreen):
    """Asks whether to finish the running games first, if `later` is given, stop at once, or stay."""

    def __init__(
        self,
        host: Host,
        question: str,
        running: int,
        later: Callable[[], None] | None,
        now: Callable[[], None],
    ) -> None:
        words = texts.running_games(running)
        super().__init__(host, question, words, texts.LEAVE_NOW, now, texts.STAY)
        if later is not None:
            self._buttons.append(Button(texts.LEAVE_LATER, lambda: self._close_and_call(later)))
            self._use_widgets(self._buttons)
