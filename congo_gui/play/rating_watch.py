"""Watches what happens in a rated game, and notes when it stops counting. No pygame."""

from __future__ import annotations

from dataclasses import replace

from congo_gui.play.events import (
    Event,
    GameReplaced,
    HintChanged,
    MovePlayed,
    PlayersChanged,
    PositionShown,
    RatingStopped,
)
from congo_gui.play.rated import NotRated
from congo_gui.play.running_game import RunningGame


class RatingWatch:
    """Stops rating the game on the board as soon as the player has help that the opponent has not.

    Looking back is free, and so is undoing a turn, as long as no other move is made instead.
    """

    def __init__(self, run: RunningGame) -> None:
        self._run = run
        self._is_behind = False
        """True if the next move replaces others."""
        run.events.subscribe(
            self._follow, *(MovePlayed, PositionShown, GameReplaced, HintChanged, PlayersChanged)
        )

    def _follow(self, event: Event) -> None:
        run = self._run
        if isinstance(event, MovePlayed):
            if self._is_behind:
                self.stop(NotRated.TAKEBACK)
            self._is_behind = False
        elif isinstance(event, (PositionShown, GameReplaced)):
            self._is_behind = not run.current.at_end
        elif isinstance(event, HintChanged):
            if run.hint is not None or (run.request is not None and run.request.is_for_hint):
                self.stop(NotRated.HINT)
        else:
            self.stop(NotRated.OPPONENT)

    def stop_for_analysis(self) -> None:
        """Note that the engine's view of the game on the board is shown, which is help while it goes on."""
        if self._run.outcome is None:
            self.stop(NotRated.ANALYSIS)

    def stop(self, reason: NotRated) -> None:
        """Note why the game on the board does not count any more, unless it has stopped counting already."""
        rated = self._run.current.rated
        if rated is not None and rated.counts:
            self._run.current.rated = replace(rated, reason=reason)
            self._run.events.emit(RatingStopped(reason))
