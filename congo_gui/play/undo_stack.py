"""A stack of states to undo and redo."""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

State = TypeVar("State")


class UndoStack(Generic[State]):
    """Up to `max_steps` states before the current one, and the states after it that can be redone."""

    def __init__(self, max_steps: int) -> None:
        self._earlier: deque[State] = deque(maxlen=max_steps)
        self._later: deque[State] = deque()

    @property
    def can_undo(self) -> bool:
        """True if there is a state before the current one."""
        return bool(self._earlier)

    @property
    def can_redo(self) -> bool:
        """True if there is a state after the current one."""
        return bool(self._later)

    def keep(self, state: State) -> None:
        """Push a state without dropping the later ones."""
        self._earlier.append(state)

    def drop_later(self) -> None:
        """Drop the later states, so that nothing can be redone."""
        self._later.clear()

    def push(self, state: State) -> None:
        """Push the state before a change and drop the later ones."""
        self.keep(state)
        self.drop_later()

    def undo(self, present: State) -> State | None:
        """Return the previous state, and keep `present` for `redo`; None if there is none."""
        return _change(present, self._later, self._earlier)

    def redo(self, present: State) -> State | None:
        """Return the next state, and keep `present` for `undo`; None if there is none."""
        return _change(present, self._earlier, self._later)


def _change(present: State, behind: deque[State], ahead: deque[State]) -> State | None:
    if not ahead:
        return None
    state = ahead.pop()
    behind.append(present)
    return state
