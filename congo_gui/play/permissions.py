"""Checks which commands the running game allows now, without side effects. No pygame."""

from __future__ import annotations

from congo_gui.play.game_state import GameState
from congo_gui.play.running_game import RunningGame


class Permissions:
    """Checks which commands of a session are possible now."""

    def __init__(self, run: RunningGame) -> None:
        self._run = run

    def engine_ready(self) -> bool:
        """Return whether the engine is attached; without it no move can be made."""
        return self._run.state is not GameState.LOADING

    def search_ready(self) -> bool:
        """Return whether positions can be evaluated and searched at once, without compiling anything."""
        return self._run.engine.is_compiled

    def _is_running(self) -> bool:
        return self.engine_ready() and self._run.outcome is None

    def movable_sides(self) -> frozenset[int]:
        """Return the sides whose pieces a human may move now."""
        if not self._is_running():
            return frozenset()
        return frozenset(side for side in (0, 1) if self._run.current.players[side].is_human)

    # --- undo and redo

    def can_undo(self) -> bool:
        """Return whether there is a move to undo."""
        current = self._run.current
        ended = current.game.end is not None and current.at_end
        return self.engine_ready() and (ended or current.undo_cursor is not None or self.has_earlier_game())

    def can_redo(self) -> bool:
        """Return whether there is a move to redo."""
        has_more = self._run.current.redo_cursor is not None or self._run.history.can_redo
        return self.engine_ready() and has_more

    def has_earlier_game(self) -> bool:
        """Return whether there is a previous game that `undo` can restore."""
        return self._run.history.can_undo

    # --- pausing

    def ai_to_move(self) -> bool:
        """Return whether an AI is to move in the position on the board."""
        return self._run.ai_to_move

    def can_pause(self) -> bool:
        """Return whether the game can be paused or resumed: an AI is to move, or there are clocks."""
        current = self._run.current
        timed = current.is_timed and current.game.cursor > 0
        return self._is_running() and (timed or self.ai_to_move())

    def can_resume(self) -> bool:
        """Return whether the game can be resumed, including after the AI failed."""
        return self._run.state in (GameState.PAUSED, GameState.FAILED)

    # --- hints, and ends without a move

    def can_hint(self) -> bool:
        """Return whether a human is to move and may request a hint."""
        return self._run.waits_for_human

    def can_play_best(self) -> bool:
        """Return whether the AI may move for a human: on their turn in the latest position."""
        return self.can_hint() and self._run.current.at_end

    def can_adjudicate(self) -> bool:
        """Return whether a game between AIs may be adjudicated."""
        return self.engine_ready() and self._run.current.is_demo and self._is_at_last_move()

    def can_end(self) -> bool:
        """Return whether a human may resign or offer a draw.

        They may at the latest position of a started game, and after `undo`; later moves are then dropped.
        """
        return self._run.current.has_human and self._is_at_last_move()

    def _is_at_last_move(self) -> bool:
        current = self._run.current
        latest = current.at_end or current.is_undone
        return self._run.outcome is None and bool(current.game.cursor) and latest
