"""Ends of a game that no move makes: resigning, agreeing to a draw, adjudication. No pygame."""

from __future__ import annotations

from congo_gui.play.draw_offers import DrawOfferPolicy
from congo_gui.play.running_game import RunningGame
from engine.search.limits import Score


class GameEnds:
    """Ends the running game; `Session.undo` takes that back."""

    def __init__(self, run: RunningGame) -> None:
        self._run = run
        self._policy = DrawOfferPolicy()

    def note_score(self, score: Score) -> None:
        """Remember how the AI sees itself, which is about to move."""
        self._policy.note_score(self._run.current.game, score)

    def resign(self) -> None:
        """Give up for the only person, or for the one who is to move."""
        run, current = self._run, self._run.current
        people = [side for side in (0, 1) if current.players[side].is_human]
        run.interrupt()
        current.game.resign(people[0] if len(people) == 1 else current.position.side)
        run.done()

    def offer_draw(self) -> bool:
        """Offer a draw; tell whether it was accepted. Two people are taken to have agreed."""
        run, current = self._run, self._run.current
        if current.has_ai and not self._policy.accepts(current.game):
            return False
        run.interrupt()
        current.game.agree_draw()
        run.done()
        return True

    def adjudicate(self, winner: int | None) -> None:
        """End a game between AIs with a win for a side, or a draw."""
        self._run.interrupt()
        self._run.current.game.adjudicate(winner)
        self._run.done()
