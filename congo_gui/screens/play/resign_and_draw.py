"""Ending a game otherwise than by a move: giving up, agreeing on a draw, deciding a game between AIs."""

from __future__ import annotations

from congo_gui.commands.command import Handler, Handlers
from congo_gui.play.session import Session
from congo_gui.play.wording import score_text
from congo_gui.screens.play.decide import DecideScreen
from congo_gui.screens.play.replies import TOLD_SECONDS, unless_over
from congo_gui.screens.shared.base import Host
from congo_gui.widgets.toast import Toast

NO_END = "Only people can end a game early, and only at its last position."
NOT_TO_DECIDE = "That is for a game between AIs that has begun, at its last position."
TAKEN_BACK = "Undo takes that back."


class ResignAndDraw:
    """Ends a session's game; the toast says what came of it."""

    def __init__(self, host: Host, session: Session, toast: Toast) -> None:
        self._host, self._session, self._toast = host, session, toast

    @property
    def handlers(self) -> Handlers:
        """What each command does, when it is possible, and why not else."""
        session = self._session
        can_end = lambda: session.may.can_end  # noqa: E731
        no_end = lambda: unless_over(session, NO_END)  # noqa: E731
        no_decision = lambda: unless_over(session, NOT_TO_DECIDE)  # noqa: E731
        return {
            "resign": Handler(self.resign, can_end, no_end),
            "offer_draw": Handler(self.offer_draw, can_end, no_end),
            "decide": Handler(self.decide, lambda: session.may.can_adjudicate, no_decision),
        }

    def resign(self) -> None:
        """Give up for a person."""
        self._session.ends.resign()
        self._ended()

    def offer_draw(self) -> None:
        """Agree on a draw, if the AI wants one."""
        if not self._session.ends.offer_draw():
            self._toast.show("The AI wants to play on.", TOLD_SECONDS)

    def decide(self) -> None:
        """Ask how a game between AIs ends, and hold it meanwhile."""
        session, thought = self._session, self._session.report.info
        words = score_text(session.game.rules, thought.score, session.report.position.side) if thought else ""
        # The game in question must not be over, nor another one on the board, when the answer comes.
        go_on = session.resume if session.current.auto else (lambda: None)
        session.pause()
        self._host.push(DecideScreen(self._host, session.game.rules, words, self._decided, go_on))

    def _decided(self, winner: int | None) -> None:
        self._session.ends.adjudicate(winner)
        self._ended()

    def _ended(self) -> None:
        self._toast.show(TAKEN_BACK, TOLD_SECONDS)
