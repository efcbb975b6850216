"""Which commands the running game allows now. No pygame, and nothing that changes anything."""

from __future__ import annotations

from congo_gui.play.game_state import State
from congo_gui.play.running_game import RunningGame


class Permissions:
    """Answers whether a command of a session makes sense."""

    def __init__(self, run: RunningGame) -> None:
        self._run = run

    def engine_ready(self) -> bool:
        """Tell whether the engine is there; without it nobody can move."""
        return self._run.state is not State.LOADING

    def _goes_on(self) -> bool:
        return self.engine_ready() and self._run.outcome is None

    def movable_sides(self) -> frozenset[int]:
        """Return the sides whose pieces a person may move now."""
        if not self._goes_on():
            return frozenset()
        return frozenset(side for side in (0, 1) if self._run.current.players[side].is_human)

    # --- going through the game

    def can_undo(self) -> bool:
        """Tell whether there is something to take back."""
        current = self._run.current
        ended = current.game.end is not None and current.at_end
        return self.engine_ready() and (ended or current.undo_cursor is not None or self.has_earlier_game())

    def can_redo(self) -> bool:
        """Tell whether there is something to play again."""
        has_more = self._run.current.redo_cursor is not None or self._run.history.can_redo
        return self.engine_ready() and has_more

    def has_earlier_game(self) -> bool:
        """Tell whether `undo` can bring an earlier game back, once this one has nothing to take back."""
        return self._run.history.can_undo

    # --- holding the AI

    def ai_to_move(self) -> bool:
        """Tell whether an AI has to move in the position on the board."""
        return self._run.ai_to_move

    def can_pause(self) -> bool:
        """Tell whether the game can be held, or let go on: an AI is to move, or a clock runs or could."""
        current = self._run.current
        timed = current.is_timed and current.game.cursor > 0
        return self._goes_on() and (timed or self.ai_to_move())

    def can_resume(self) -> bool:
        """Tell whether the game waits for the player's word, be it that the AI failed."""
        return self._run.state in (State.PAUSED, State.FAILED)

    # --- help, and ends that no move makes

    def can_hint(self) -> bool:
        """Tell whether a person is to move and could be told what is best."""
        return self._run.waits_for_person

    def can_play_best(self) -> bool:
        """Tell whether the AI could make the move of a person, who is to move in the latest position."""
        return self.can_hint() and self._run.current.at_end

    def can_adjudicate(self) -> bool:
        """Tell whether a person who watches may end a game between AIs."""
        return self.engine_ready() and self._run.current.is_demo and self._is_at_last_move()

    def can_end(self) -> bool:
        """Tell whether a person may give up or offer a draw: in a game that has begun, at its end."""
        return self._run.current.has_human and self._is_at_last_move()

    def _is_at_last_move(self) -> bool:
        current = self._run.current
        return self._run.outcome is None and bool(current.game.cursor) and current.at_end
