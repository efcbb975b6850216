"""The question which side's mistakes to learn from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from congo_gui.play.wording import side_name
from congo_gui.screens.analysis import texts
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.widgets.button import Button
from engine.rules.rules import Rules


class SideChoice(ConfirmScreen):
    """Calls `start` with one side or with both; `counts` are the mistakes of each."""

    def __init__(
        self, host: Host, rules: Rules, counts: Mapping[int, int], start: Callable[[frozenset[int]], None]
    ) -> None:
        both = partial(start, frozenset(counts))
        super().__init__(host, texts.LEARN_QUESTION, texts.LEARN_FROM, texts.BOTH_SIDES, both)
        self.sides = [
            Button(
                texts.mistakes_of(side_name(rules, side), counts[side]),
                partial(self._close_and_call, partial(start, frozenset((side,)))),
            )
            for side in sorted(counts, reverse=True)
        ]
        self._buttons = [self.action_button, *self.sides]
        self._use_widgets(reversed(self._buttons))
        self.group.set_focus(self.action_button)
