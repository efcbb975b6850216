"""Going through a game: taking back, looking back, letting the AI go on, and holding it."""

from __future__ import annotations

from collections.abc import Callable

from congo_gui.commands.command import Handler, Handlers
from congo_gui.play.session import Session
from congo_gui.screens.play.replies import NO_DEMO, needs_turn
from congo_gui.widgets.toast import Toast

AT_START, AT_END = "This is the first position.", "This is the latest position."
NOTHING_WAITS = "Neither an AI nor a clock waits here."


class Steering:
    """Gives a session's game its commands; the toast says what came of them."""

    def __init__(self, session: Session, toast: Toast) -> None:
        self._session, self._toast = session, toast

    @property
    def handlers(self) -> Handlers:
        """What each command does, when it is possible, and why not else."""
        session = self._session
        past, future = lambda: session.game.cursor > 0, lambda: not session.current.at_end
        return {
            "undo": Handler(self.undo, lambda: session.may.can_undo, "There is nothing to take back."),
            "redo": Handler(self.redo, lambda: session.may.can_redo, "Nothing was taken back."),
            "back": Handler(lambda: session.view(session.game.cursor - 1), past, AT_START),
            "forward": Handler(lambda: session.view(session.game.cursor + 1), future, AT_END),
            "first": Handler(lambda: session.view(0), past, AT_START),
            "last": Handler(lambda: session.view(len(session.game.plies)), future, AT_END),
            **self._help(),
            **self._holding(),
        }

    def _help(self) -> Handlers:
        """Return what the commands do with which the AI helps a person."""
        session = self._session
        no_turn = lambda: needs_turn(session)  # noqa: E731
        return {
            "hint": Handler(session.hints.ask, lambda: session.may.can_hint, no_turn),
            "play_best": Handler(session.hints.play_best, lambda: session.may.can_play_best, no_turn),
        }

    def _holding(self) -> Handlers:
        """Return what the commands do that hold the AI, or let it go on."""
        session = self._session
        demo = lambda: session.current.is_demo  # noqa: E731
        return {
            "play_or_pause": Handler(
                self.play_or_pause, lambda: session.may.can_pause or self._space_plays_best, NOTHING_WAITS
            ),
            "step": Handler(session.step, lambda: session.may.ai_to_move, "It is not the AI's turn."),
            "endless": Handler(self.toggle_endless, demo, NO_DEMO, is_on=lambda: session.demo.endless),
            "take_over": Handler(
                session.demo.take_over, lambda: session.current.is_demo and session.may.can_pause, NO_DEMO
            ),
        }

    def undo(self) -> None:
        """Take the last turn back, or bring the game before this one back."""
        self._step_through(self._session.undo, "The game before is back.")

    def redo(self) -> None:
        """Play again what was taken back."""
        self._step_through(self._session.redo, "The later game is back.")

    def _step_through(self, step: Callable[[], None], other: str) -> None:
        """Undo or redo; `other` is what to say if that led to another game."""
        game = self._session.game
        step()
        if self._session.game is not game:
            self._toast.show(other)

    @property
    def _space_plays_best(self) -> bool:
        """Whether there is nothing to hold, and it is a person's turn; a running clock is held instead."""
        session = self._session
        return session.may.can_play_best and session.game.clocks is None and not session.may.can_pause

    def play_or_pause(self) -> None:
        """Hold the AI and the clocks, or let them go on; on a person's turn, play what is best."""
        session = self._session
        if self._space_plays_best:
            session.hints.play_best()
        elif session.may.can_resume:
            session.resume()
        else:
            session.pause()

    def toggle_endless(self) -> None:
        """Have two AIs play game after game, or no longer."""
        session = self._session
        session.demo.set_endless(not session.demo.endless)
        after = "the next game follows" if session.demo.endless else "the AIs stop"
        self._toast.show(f"After this game {after}.")
