"""What is heard of a game beside its moves: how it ends, and that a person's time is short."""

from __future__ import annotations

from congo_gui.play.events import ClockSwitched, ClockTicked, GameReplaced
from congo_gui.play.session import Session
from congo_gui.system.sound import Cue, Sounds

END_PAUSE = 0.35
"""Seconds between the last move of a game and the sound for its end."""


class GameCues:
    """Plays the sounds for a session's game."""

    def __init__(self, session: Session, sounds: Sounds) -> None:
        self._session, self._sounds = session, sounds
        self._rung: set[int] = set()
        """The sides for whose clocks it has rung in this game."""
        session.events.subscribe(lambda _: self._rung.clear(), GameReplaced)
        session.events.subscribe(lambda _: self._warn_of_time(), ClockSwitched, ClockTicked)

    def announce_end(self, arrival: float) -> None:
        """Let it be heard that the game is over, if it is, a little after the last move has arrived."""
        session, outcome = self._session, self._session.outcome
        if outcome is None:
            return
        winner = None if outcome.winner is None else session.current.players[outcome.winner]
        happy = winner is not None and (winner.is_human or not session.current.has_human)
        self._sounds.play((Cue.WIN if happy else Cue.OVER,), arrival + END_PAUSE)

    def _warn_of_time(self) -> None:
        """Let it be heard, once a game for each side, that a person's clock is low."""
        session, clocks = self._session, self._session.game.clocks
        side = None if clocks is None else clocks.running
        if side is None or side in self._rung:
            return
        if session.current.to_move.is_human and session.current.clock_is_low(side):
            self._rung.add(side)
            self._sounds.play((Cue.LOW_CLOCK,))
