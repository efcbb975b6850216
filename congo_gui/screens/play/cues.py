"""What is heard of a game beside its moves: how it ends, and that a person's time is short."""

from __future__ import annotations

from congo_gui.play.session import Session
from congo_gui.system.sound import Cue, Sounds
from engine.game.game import Game

END_PAUSE = 0.35
"""Seconds between the last move of a game and the sound for its end."""


class GameCues:
    """Plays the sounds for a session's game."""

    def __init__(self, session: Session, sounds: Sounds) -> None:
        self._session, self._sounds = session, sounds
        self._rung: tuple[Game, frozenset[int]] = (session.game, frozenset())
        """The game in which it rang last, and for the clocks of which sides."""

    def announce_end(self, arrival: float) -> None:
        """Let it be heard that the game is over, if it is, a little after the last move has arrived."""
        session, outcome = self._session, self._session.outcome
        if outcome is None:
            return
        winner = None if outcome.winner is None else session.players[outcome.winner]
        happy = winner is not None and (winner.is_human or not session.has_human)
        self._sounds.play((Cue.WIN if happy else Cue.OVER,), arrival + END_PAUSE)

    def warn_of_time(self) -> None:
        """Let it be heard, once a game for each side, that a person's clock is low."""
        session = self._session
        clocks, (game, rung) = session.game.clocks, self._rung
        if game is not session.game:
            rung = frozenset()
        side = None if clocks is None else clocks.running
        if side is None or side in rung or not session.to_move.is_human or not session.clock_is_low(side):
            return
        self._rung = session.game, rung | {side}
        self._sounds.play((Cue.LOW_CLOCK,))
