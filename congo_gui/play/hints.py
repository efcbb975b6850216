"""Hints for a human player: the best move, shown or played. No pygame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from congo_gui.play import texts
from congo_gui.play.engine_service import Request
from congo_gui.play.events import HintChanged, HintFailed
from congo_gui.play.running_game import RunningGame
from engine.record.remark import Remark
from engine.search.limits import SearchInfo

if TYPE_CHECKING:
    # Importing it loads the compiler, which has to wait until the first frame is on the screen.
    from engine.search.thinker import Event


class Hints:
    """Searches for the best move on a human's turn; the result is kept until the position changes."""

    def __init__(self, run: RunningGame) -> None:
        self._run = run
        self._to_play: Request | None = None
        """The request whose answer is played as soon as it arrives."""

    @property
    def found(self) -> SearchInfo | None:
        """The best move for the human to move, if requested."""
        return self._run.hint

    @property
    def searching(self) -> bool:
        """True while a hint is being searched for."""
        return self._run.request is not None and self._run.request.is_for_hint

    def ask(self) -> None:
        """Request the best move."""
        run = self._run
        if run.waits_for_human:
            run.interrupt()
            run.request = run.engine.ask_hint(run.current.game)
            run.done(HintChanged())

    def play_best(self) -> None:
        """Play the best move for the human, as soon as it is found."""
        if self._run.hint is not None:
            self._play(self._run.hint)
            return
        if not self.searching:
            self.ask()
        self._to_play = self._run.request

    def handle(self, event: Event) -> None:
        """Handle an event of the search for a hint."""
        from engine.search.thinker import Failed, Finished, SearchProgress

        run = self._run
        if isinstance(event, SearchProgress):
            return
        plays_it, run.request = run.request is self._to_play, None
        run.hint = event.info if isinstance(event, Finished) else None
        run.events.emit(HintChanged())
        if run.hint is None:
            problem = event.message if isinstance(event, Failed) else texts.NO_MOVE_FOUND
            run.events.emit(HintFailed(problem))
        if plays_it and run.hint is not None:
            self._play(run.hint)

    def _play(self, hint: SearchInfo) -> None:
        if hint.pv:
            self._run.play(hint.pv[0], comment=Remark.of(hint).comment)
