"""The table of all commands, and functions to look them up.

Buttons, the menu, tooltips, keys and the help are all made from `ACTIONS`. The screens on which a command is
available define what it does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial

import pygame

from congo_gui.commands import texts
from congo_gui.commands.command import CUSTOM_KEYS, Action, CommandGroup, Key, Where, parse_keys

SAME_ELSEWHERE: dict[Where, tuple[str, ...]] = {
    Where.ANALYSIS: (
        *(
            "type_move",
            "find_position",
            "flip",
            "copy_fen",
            "copy_picture",
            "review",
            "see_search",
            "comment",
        ),
        *("back", "forward", "first", "commit", "cancel"),
    ),
    Where.EDITOR: ("flip", "copy_fen", "paste_fen", "play_from", "cancel"),
    Where.LESSONS: ("type_move", "cancel"),
    Where.SEARCH: ("cancel",),
    Where.TOURNAMENT: ("cancel",),
    Where.LIVE_GAME: ("flip", "copy_fen", "back", "forward", "first", "cancel"),
    Where.EXPERIMENT: ("cancel",),
    Where.GAMES: ("games", "cancel"),
    Where.FILE_GAMES: ("cancel",),
    Where.LIBRARY: ("cancel",),
    Where.DIALOG: ("cancel",),
}
"""Commands that do the same on other screens as on their home screen."""
OTHER_ELSEWHERE: dict[Where, dict[str, str]] = {
    Where.GAME: texts.IN_GAME,
    Where.ANALYSIS: texts.IN_ANALYSIS,
    Where.EDITOR: texts.IN_EDITOR,
    Where.LESSONS: texts.IN_LESSONS,
    Where.SEARCH: texts.IN_SEARCH,
    Where.TOURNAMENT: texts.IN_TOURNAMENT,
    Where.LIVE_GAME: texts.IN_LIVE_GAME,
    Where.EXPERIMENT: texts.IN_EXPERIMENT,
    Where.GAMES: texts.IN_GAMES,
    Where.FILE_GAMES: texts.IN_FILE_GAMES,
    Where.LIBRARY: texts.IN_LIBRARY,
    Where.DIALOG: texts.IN_DIALOG,
}
"""Commands that do something else on other screens, with the hints for those screens."""
MAX_CUSTOM_KEYS = 10
"""A file of settings with more keys for a command was not written by this program."""


def _action(
    group: CommandGroup, id: str, keys: str, *, home: Where = Where.GAME, icon: str = "", fixed: bool = False
) -> Action:
    """Return a command of the screen `home`, and of other screens according to the tables above."""
    hints = {where: by_id[id] for where, by_id in OTHER_ELSEWHERE.items() if id in by_id}
    places = [where for where in Where if where in hints or id in SAME_ELSEWHERE.get(where, ())]
    where = tuple(dict.fromkeys((home, *places)))
    label, hint, short = texts.COMMANDS[id]
    return Action(id, label, hint, parse_keys(keys), group, where, icon, short, fixed, hints)


_game = partial(_action, CommandGroup.GAME)
_moves = partial(_action, CommandGroup.MOVES)
_view = partial(_action, CommandGroup.VIEW)
_position = partial(_action, CommandGroup.POSITION)
_analysis = partial(_action, CommandGroup.ANALYSIS)
_ai = partial(_action, CommandGroup.AI)
_search = partial(_analysis, home=Where.SEARCH)
_in_analysis = partial(_analysis, home=Where.ANALYSIS)
_in_editor = partial(_position, home=Where.EDITOR)
_window = partial(_view, home=Where.WINDOW)
_of_file = partial(_game, home=Where.FILE_GAMES)
_help = partial(_action, CommandGroup.HELP, home=Where.WINDOW)

ACTIONS = (
    _game("new_game", "Ctrl+N", icon="new"),
    _game("my_level", "F7"),
    _game("games", "F3", icon="game"),
    _game("restart", "Ctrl+R", icon="restart"),
    _game("swap_sides", "K"),
    _game("open_game", "Ctrl+O", icon="open"),
    _game("save_game", "Ctrl+S", icon="save"),
    _game("share", "Ctrl+H"),
    _of_file("sort_games", "F5"),
    _of_file("reverse_games", "F6"),
    _of_file("delete_game", "Delete"),
    _moves("undo", "Z or Ctrl+Z", icon="undo"),
    _moves("redo", "Y or Ctrl+Y or Ctrl+Shift+Z", icon="redo"),
    _moves("hint", "H", icon="hint"),
    _moves("type_move", "/"),
    _moves("tell_game", "O"),
    _moves("play_best", "G"),
    _game("decide", "Ctrl+E"),
    _game("resign", "Ctrl+G", icon="flag"),
    _game("offer_draw", "Ctrl+D"),
    _view("flip", "F", icon="flip"),
    _position("copy_fen", "Ctrl+C", icon="copy"),
    _position("copy_picture", "Ctrl+Shift+C"),
    _position("paste_fen", "Ctrl+V", icon="paste"),
    _position("find_position", "Ctrl+F"),
    _position("edit", "E", icon="edit"),
    _analysis("analyse", "A", icon="analyse"),
    _analysis("review", "R"),
    _ai("tournament", "Ctrl+T"),
    _ai("experiment", "Ctrl+L"),
    _analysis("see_search", "B"),
    _search("legend", "G"),
    _search("next_cut", "C"),
    _search("whole_tree", "U"),
    _search("examples", "K"),
    _search("deeper", "Page Up"),
    _search("shallower", "Page Down"),
    _search("only_alphabeta", "1"),
    _search("only_minimax", "2"),
    _search("both_trees", "3"),
    _in_analysis("next_mistake", "J"),
    _in_analysis("learn_mistakes", "K"),
    _in_analysis("solution", "G"),
    _in_analysis("lines", "L"),
    _in_analysis("engines", "I"),
    _in_analysis("threat", "D"),
    _in_analysis("arrows", "V"),
    _in_analysis("terms", "E"),
    _in_analysis("own_games", "O"),
    _in_analysis("promote", "P"),
    _in_analysis("remove_move", "Delete"),
    *(_in_analysis(f"mark_{number}", str(number)) for number in range(1, 7)),
    _in_analysis("copy_line", "C"),
    _in_analysis("next_game", "Page Down"),
    _in_analysis("previous_game", "Page Up"),
    _analysis("comment", "Q"),
    _position("play_from", "N", home=Where.ANALYSIS),
    _position("edit_here", "S", home=Where.ANALYSIS),
    _in_editor("both_sides", "B"),
    _in_editor("set_start", "S"),
    _in_editor("clear", "C"),
    _in_editor("mirror", "R"),
    _in_editor("swap", "O"),
    _in_editor("other_turn", "U"),
    _in_editor("move_pieces", "G"),
    _in_editor("remove_pieces", "D"),
    _in_editor("remove_piece", "Delete or Backspace"),
    _window("warnings", "W", icon="warning"),
    _window("explain", "X"),
    _view("thoughts", "V"),
    _view("fen_field", "U"),
    _window("full_screen", "F11", icon="full_screen"),
    _help("learn", "F2", icon="learn"),
    _window("sounds", "M", icon="sound"),
    _window("theme", "T"),
    _window("larger", "Ctrl++ or Ctrl+="),
    _window("smaller", "Ctrl+-"),
    _window("keys", "F4"),
    _window("options", "Ctrl+,", icon="settings"),
    _help("help", "? or F1", icon="help"),
    _help("about", "F12"),
    _help("menu", "Ctrl+K or F10", icon="menu"),
    _ai("play_or_pause", "Space", icon="play"),
    _ai("step", ".", icon="step"),
    _ai("faster", "+ or ="),
    _ai("slower", "-"),
    _ai("endless", "I"),
    _ai("score", "S"),
    _ai("programs", "Ctrl+P", home=Where.WINDOW),
    _ai("take_over", "J"),
    _moves("back", "Left"),
    _moves("forward", "Right"),
    _moves("next_comment", "C", home=Where.LESSONS),
    _moves("first", "Home or Up"),
    _moves("last", "End or Down"),
    _moves("replay_end", "P"),
    _moves("commit", "Enter or Keypad Enter", fixed=True),
    _moves("cancel", "Escape", fixed=True),
    _game("quit", "Ctrl+Q", home=Where.WINDOW),
)


EVERYDAY = frozenset(
    (
        *("new_game", "my_level", "games", "restart", "swap_sides", "open_game", "save_game", "share"),
        *("resign", "offer_draw", "quit", "undo", "redo", "hint", "play_best", "tell_game", "replay_end"),
        *("find_position", "flip", "edit", "analyse", "review", "see_search", "tournament", "experiment"),
        *("sounds", "full_screen", "options", "learn", "help", "about"),
    )
)
"""The commands that the menu of a game lists by default."""

BY_ID = {action.id: action for action in ACTIONS}


def available_in(where: Where) -> tuple[Action, ...]:
    """Return the commands that are available on a screen."""
    return tuple(action for action in ACTIONS if action.is_available_in(where))


def by_group(actions: Iterable[Action] = ACTIONS) -> dict[CommandGroup, tuple[Action, ...]]:
    """Return commands by group; groups without commands are left out."""
    listed = tuple(actions)
    groups = {group: tuple(action for action in listed if action.group is group) for group in CommandGroup}
    return {group: found for group, found in groups.items() if found}


def action_for(event: pygame.event.Event, where: Where) -> Action | None:
    """Return the command bound to a KEYDOWN event on a screen; keys with Shift take precedence."""
    found = [(key, action) for action in available_in(where) for key in action.keys if key.matches(event)]
    return min(found, key=lambda pair: not pair[0].shifted)[1] if found else None


def owner_of(key: Key, action: Action) -> Action | None:
    """Return another command with this key on a screen where `action` is available, too."""
    others = (other for other in ACTIONS if other is not action and other.shares_screen_with(action))
    return next((other for other in others if any(key.clashes(other_key) for other_key in other.keys)), None)


def assign_key(action: Action, key: Key) -> Action | None:
    """Make `key` the only key of a command; if another command has it, return that one instead."""
    owner = owner_of(key, action)
    if owner is not None:
        return owner
    CUSTOM_KEYS[action.id] = (key,)
    _drop_defaults()
    return None


def reset_keys(action: Action) -> Action | None:
    """Reset a command's keys; if another command has one of them, return that one instead."""
    owners = (owner_of(key, action) for key in action.default_keys)
    taken = next((owner for owner in owners if owner is not None), None)
    if taken is None:
        CUSTOM_KEYS.pop(action.id, None)
    return taken


def reset_all_keys() -> None:
    """Reset the keys of all commands to the defaults."""
    CUSTOM_KEYS.clear()


def _drop_defaults() -> None:
    for name in [name for name, keys in CUSTOM_KEYS.items() if keys == BY_ID[name].default_keys]:
        del CUSTOM_KEYS[name]


def custom_keys() -> dict[str, list[object]]:
    """Return the keys that differ from the defaults, as JSON values for `load_keys`."""
    return {name: [key.as_json for key in keys] for name, keys in CUSTOM_KEYS.items()}


def keys_to_save(saved: Mapping[str, object], changed: Collection[Action]) -> dict[str, object]:
    """Return the keys `saved` before with those of the `changed` commands as they are now.

    Keys that this version cannot use, as those of a newer one, stay, unless another command has them now.
    """
    used = [key.as_json for keys in CUSTOM_KEYS.values() for key in keys]
    names = {action.id for action in changed}
    kept = {
        name: keys
        for name, keys in saved.items()
        if name not in names and not (isinstance(keys, list) and any(key in used for key in keys))
    }
    return kept | custom_keys()


def load_keys(saved: object) -> None:
    """Apply a value of `custom_keys`; invalid or duplicate keys are reset to the defaults."""
    reset_all_keys()
    found = saved.items() if isinstance(saved, dict) else ()
    for name, values in found:
        if not isinstance(values, list) or len(values) > MAX_CUSTOM_KEYS:
            continue
        keys = tuple(Key.from_json(value) for value in values)
        known = BY_ID.get(name)
        if known is not None and not known.fixed and keys and None not in keys:
            CUSTOM_KEYS[name] = tuple(key for key in keys if key is not None)
    while (clashing := _clashing()) is not None:
        del CUSTOM_KEYS[clashing]
    _drop_defaults()


def _clashing() -> str | None:
    """Return a command with a custom key that another command has, too."""
    found = (name for name, keys in CUSTOM_KEYS.items() if any(owner_of(key, BY_ID[name]) for key in keys))
    return next(found, None)
