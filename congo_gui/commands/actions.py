"""Every command once, and finding them.

Buttons, the menu, tooltips, the keys, and the list of them in the help are all made from `ACTIONS`. What a
command does is said by the screens on which it can be given.
"""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from congo_gui.commands.command import CHOSEN, Action, CommandGroup, Key, Where
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


def owner_of(key: Key, action: Action) -> Action | None:
    """Return the other command that keeps a key from an action: it has it where the action has its own."""
    others = (other for other in ACTIONS if other is not action and other.meets(action))
    return next((other for other in others if any(key.clashes(one) for one in other.keys)), None)


def choose_key(action: Action, key: Key) -> Action | None:
    """Make a key the only one of a command; return the command that has it already, and change nothing."""
    owner = owner_of(key, action)
    if owner is not None:
        return owner
    CHOSEN[action.id] = (key,)
    _forget_usual()
    return None


def restore_keys(action: Action) -> Action | None:
    """Give a command its usual keys; return the command that has one of them now, and change nothing."""
    owners = (owner_of(key, action) for key in action.usual_keys)
    taken = next((owner for owner in owners if owner is not None), None)
    if taken is None:
        CHOSEN.pop(action.id, None)
    return taken


def restore_all_keys() -> None:
    """Give every command its usual keys."""
    CHOSEN.clear()


def _forget_usual() -> None:
    for name in [name for name, keys in CHOSEN.items() if keys == BY_ID[name].usual_keys]:
        del CHOSEN[name]


def chosen_keys() -> dict[str, list[object]]:
    """Return the keys that are not the usual ones, as JSON can hold them, for `use_keys`."""
    return {name: [key.written for key in keys] for name, keys in CHOSEN.items()}


def use_keys(written: object) -> None:
    """Take the keys that `chosen_keys` wrote; what cannot be understood or is used twice stays as usual."""
    restore_all_keys()
    found = written.items() if isinstance(written, dict) else ()
    for name, values in found:
        keys = tuple(Key.read(value) for value in values) if isinstance(values, list) else ()
        known = BY_ID.get(name)
        if known is not None and not known.fixed and keys and None not in keys:
            CHOSEN[name] = tuple(key for key in keys if key is not None)
    while (clashing := _clashing()) is not None:
        del CHOSEN[clashing]
    _forget_usual()


def _clashing() -> str | None:
    """Return a command with chosen keys of which one is another command's, too."""
    found = (name for name, keys in CHOSEN.items() if any(owner_of(key, BY_ID[name]) for key in keys))
    return next(found, None)
