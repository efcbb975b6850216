"""The commands of one screen: carries them out, says why one is impossible now, and gives tooltips."""

from __future__ import annotations

from collections.abc import Callable

from congo_gui.commands.actions import BY_ID
from congo_gui.commands.command import Handler, Handlers, Where


class ScreenCommands:
    """Dispatches the commands that can be given `where` a screen is.

    `own` makes the screen's handlers when one is wanted first; they go before those of the whole `window`.
    `refuse` gets the reason why a command is impossible; `done` is called after a command was given.
    """

    def __init__(
        self,
        where: Where,
        own: Callable[[], Handlers],
        window: Callable[[], Handlers],
        refuse: Callable[[str], None],
        done: Callable[[], None],
    ) -> None:
        self.where = where
        self._make_own, self._window = own, window
        self._refuse, self._done = refuse, done
        self._own: Handlers | None = None

    @property
    def own(self) -> Handlers:
        """The handlers of the screen by the ids of commands, without those of the whole window."""
        if self._own is None:
            self._own = self._make_own()
        return self._own

    def handler(self, name: str) -> Handler:
        """Return what a command does here."""
        return self.own.get(name) or self._window()[name]

    def give(self, name: str) -> None:
        """Carry out a command, or say why it cannot be done now."""
        handler = self.handler(name)
        if handler.possible():
            handler.run()
        else:
            self._refuse(handler.reason)
        self._done()

    def tip(self, name: str) -> str:
        """Return what the tooltip of a command says here."""
        reason, tip = self.handler(name).reason, BY_ID[name].tip_in(self.where)
        return f"{tip}. {reason}" if reason else tip
