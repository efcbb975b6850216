"""Open the search tree above a game or an analysis."""

from __future__ import annotations

from congo_gui.screens.shared.base import Host
from engine.game.game import KeyHistory
from engine.rules.rules import Rules
from engine.rules.values import Position


def open_search_tree(
    host: Host, rules: Rules, position: Position, history: KeyHistory, flipped: bool
) -> None:
    """Step through a search of a position reached by `history`; `flipped` as the current board."""
    # ImportCounts late: it loads the compiled core, for which the window's first frame must not wait.
    from congo_gui.screens.search_tree.screen import SearchTreeScreen
    from congo_gui.screens.search_tree.stepper import Subject

    host.push(SearchTreeScreen(host, Subject(rules, position, history), flipped))
