"""Who searches for a game in the window: what is wanted of the engine's thinking thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from engine.game.game import History
from engine.rules.position import Position
from engine.rules.rules import Rules
from engine.search.limits import Limits, SearchOptions

if TYPE_CHECKING:
    # Importing it loads the compiler, which has to wait until the first frame is on the screen.
    from engine.search.thinker import Event


class Searcher(Protocol):
    """What the window needs of `engine.search.thinker.Thinker`."""

    def go(
        self, rules: Rules, position: Position, history: History, limits: Limits, options: SearchOptions
    ) -> int: ...
    def cancel(self) -> None: ...
    def events(self) -> list[Event]: ...
    def close(self) -> None: ...
