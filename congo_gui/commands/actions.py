"""Every command once, and finding them.

Buttons, the menu, tooltips, the keys, and the list of them in the help are all made from `ACTIONS`. What a
command does is said by the screens on which it can be given.
"""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from congo_gui.commands.command import Action, CommandGroup, Where
from congo_gui.commands.game_actions import AI_ACTIONS, GAME_ACTIONS, MOVE_ACTIONS
from congo_gui.commands.study_actions import ANALYSIS_ACTIONS, EDITOR_ACTIONS, SEARCH_ACTIONS
from congo_gui.commands.window_actions import WINDOW_ACTIONS

ACTIONS = (
    *GAME_ACTIONS,
    *SEARCH_ACTIONS,
    *ANALYSIS_ACTIONS,
    *EDITOR_ACTIONS,
    *WINDOW_ACTIONS,
    *AI_ACTIONS,
    *MOVE_ACTIONS,
)
BY_ID = {action.id: action for action in ACTIONS}


def in_reach(where: Where) -> tuple[Action, ...]:
    """Return the commands that can be given in a place."""
    return tuple(action for action in ACTIONS if action.reaches(where))


def by_group(actions: Iterable[Action] = ACTIONS) -> dict[CommandGroup, tuple[Action, ...]]:
    """Return commands, each under its heading; headings without commands are left out."""
    listed = tuple(actions)
    groups = {group: tuple(action for action in listed if action.group is group) for group in CommandGroup}
    return {group: found for group, found in groups.items() if found}


def action_for(event: pygame.event.Event, where: Where) -> Action | None:
    """Return the command that a KEYDOWN event is bound to in a place."""
    return next(
        (action for action in in_reach(where) if any(key.matches(event) for key in action.keys)), None
    )
