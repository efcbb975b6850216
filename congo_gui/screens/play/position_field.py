"""The position on the board as text: the field follows the game, and what is typed in it is set up."""

from __future__ import annotations

from congo_gui.play.events import GameReplaced, MovePlayed, PositionShown
from congo_gui.play.session import Session
from congo_gui.screens.play.new_games import NewGames
from congo_gui.screens.shared.base import Screen
from congo_gui.screens.shared.clipboard_commands import copy_position, pasted_text
from congo_gui.widgets.text_field import TextField
from engine.rules.values import Position
from engine.system.errors import UserError

TIP = "The position as text. Change it or paste another one, and press Enter to set it up."


class PositionField:
    """Keeps a text field beside the board of a screen in step with a session's game."""

    def __init__(self, screen: Screen, session: Session, new_games: NewGames) -> None:
        self._screen, self._session, self._new_games = screen, session, new_games
        self._position = session.game.position
        self.field = TextField(self.set_up, lost=self.restore, tip=TIP)
        self.restore()
        session.events.subscribe(lambda _: self._follow(), MovePlayed, PositionShown, GameReplaced)

    def _format(self, position: Position) -> str:
        return self._session.game.rules.notation.format(position)

    def _follow(self) -> None:
        """Show the position as it is now, unless the player has begun to change the text."""
        before, self._position = self._position, self._session.game.position
        if not (self.field.focused and self.field.text != self._format(before)):
            self.restore()

    def restore(self) -> None:
        """Show the position on the board."""
        self.field.set_text(self._format(self._position))

    def set_up(self, text: str) -> None:
        """Set up a position given as text; explain it beside the field if that cannot be done."""
        try:
            position = self._session.game.rules.notation.parse(text)
        except UserError as error:
            self._complain(text, str(error))
            return
        self._screen.group.set_focus(None)
        self._new_games.set_up(position)
        self.restore()

    def _complain(self, text: str, error: str) -> None:
        self._screen.group.set_focus(self.field)
        self.field.set_text(text.strip())
        # What is pasted or typed next replaces the text.
        self.field.line.select_all()
        self.field.error = error
        self._screen.invalidate()

    def copy(self) -> None:
        """Copy the position on the board."""
        copy_position(self._screen, self._format(self._position))

    def paste(self) -> None:
        """Set up the position on the clipboard."""
        text = pasted_text(self._screen)
        if text:
            self.set_up(text)
