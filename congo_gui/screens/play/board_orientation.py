"""Which side sits at the lower edge of the board: the person's, that of whoever is to move, or as turned."""

from __future__ import annotations

from collections.abc import Callable

from congo_gui.play.session import Session
from congo_gui.store.settings import Settings
from engine.game.game import Game


class BoardOrientation:
    """Turns the board for a session's players; `turn` turns it, to the first side's view or the other."""

    def __init__(self, session: Session, settings: Settings, turn: Callable[[bool], None]) -> None:
        self._session, self._settings, self._turn = session, settings, turn
        self._turned_for: tuple[Game, int] | None = None
        """The turn of two people for which the board was turned last."""

    @property
    def _sits_above(self) -> bool:
        """Whether the only person plays the side whose home is the upper edge of the board."""
        people = [side for side in (0, 1) if self._session.current.players[side].is_human]
        return people == [1 - self._session.game.rules.facts.side_below]

    def restore(self) -> None:
        """Turn the board as the player had it last."""
        self._turn(self._sits_above != self._settings.turned)

    def put_person_below(self) -> None:
        """Turn the board so that the only person sits below, and forget that it was turned by hand."""
        self._settings.turned = False
        self._turn(self._sits_above)

    def put_mover_below(self, moving: bool) -> None:
        """Turn the board to whoever of two people is to move, unless the last move is still to be seen."""
        session = self._session
        wanted = self._settings.auto_flip and not session.current.has_ai
        shown = (session.game, session.game.cursor) if wanted else None
        if shown == self._turned_for or moving or session.outcome is not None:
            return
        self._turned_for = shown
        if wanted:
            self._turn(session.game.position.side != session.game.rules.facts.side_below)
        else:
            self.restore()

    def turn_by_hand(self, flipped: bool) -> None:
        """Turn the board as the player wants it, also at the next launch."""
        self._turn(flipped)
        self._settings.turned = flipped != self._sits_above
