"""The table of all commands, and finding them.

Buttons, the menu, tooltips, the keys, and the list of them in the help are all made from `ACTIONS`. What a
command does is said by the screens on which it can be given.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import pygame

from congo_gui.commands.command import CHOSEN, Action, CommandGroup, Key, Where, keys_named


def _the_same(*names: str) -> dict[str, str]:
    """Return commands that do in another place what they do at home."""
    return dict.fromkeys(names, "")


ELSEWHERE: dict[Where, dict[str, str]] = {
    Where.GAME: {"comment": "Write about the move on the board, in the analysis; it is kept with the game"},
    Where.ANALYSIS: {
        **_the_same("type_move", "flip", "copy_fen", "review", "see_search", "comment"),
        **_the_same("back", "forward", "first", "commit", "cancel"),
        "save_game": "Save what is analysed, with its variations, as a file",
        "undo": "Take the last change of the tree back",
        "redo": "Make the change of the tree again that was taken back",
        "paste_fen": "Analyse the position that was copied as text",
        "analyse": "Back to the game",
        "play_or_pause": "Let the AI search, or hold it",
        "last": "Go to the end of this line",
    },
    Where.EDITOR: {
        **_the_same("flip", "copy_fen", "paste_fen", "play_from", "cancel"),
        "undo": "Take the last change back",
        "analyse": "See what the AI thinks of this position",
    },
    Where.LESSONS: {
        **_the_same("cancel"),
        "restart": "Begin this position again",
        "undo": "Begin this position again",
        "hint": "Get help with the task",
        "back": "The lesson or the piece before",
        "forward": "The lesson or the piece after",
        "commit": "End a chain of jumps, or do what the coloured button does",
    },
    Where.SEARCH: {
        **_the_same("cancel"),
        "see_search": "Back to where this was opened",
        "play_or_pause": "Let the search go on by itself, or hold it",
        "step": "One step of the search, then hold it",
        "faster": "Play more steps in a second",
        "slower": "Play fewer steps in a second",
        "back": "One step of the search back",
        "forward": "One step of the search on",
        "first": "To the beginning of the search",
        "last": "To the end of the search",
    },
    Where.TOURNAMENT: {
        **_the_same("cancel"),
        "save_game": "Save the table, with all there is to say about the games, as a text file",
        "analyse": "Analyse the finished game that is chosen in the list",
        "play_or_pause": "Begin no more games, or go on; games that are played come to their end",
    },
    Where.GAMES: {**_the_same("games", "cancel"), "commit": "Play the game that is chosen"},
    Where.DIALOG: {**_the_same("cancel"), "commit": "Do what the coloured button does"},
}
"""Commands in other places than their home, with what they do there; empty for the same."""


def _action(
    group: CommandGroup,
    id: str,
    label: str,
    hint: str,
    keys: str,
    *,
    home: Where = Where.GAME,
    icon: str = "",
    short: str = "",
    fixed: bool = False,
) -> Action:
    """Return a command that belongs to `home` and to the places where `ELSEWHERE` has it."""
    told = {where: names[id] for where, names in ELSEWHERE.items() if id in names}
    places = tuple(dict.fromkeys((home, *told)))
    hints = {where: words for where, words in told.items() if words}
    return Action(id, label, hint, keys_named(keys), group, places, icon, short, fixed, hints)


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
_help = partial(_action, CommandGroup.HELP, home=Where.WINDOW)

ACTIONS = (
    _game("new_game", "New game", "Choose who plays, and start", "Ctrl+N", icon="new", short="New"),
    _game("games", "Games", "Look at all the games, and choose one", "F3", icon="game"),
    _game("restart", "Restart", "Play this game again from its first position", "Ctrl+R", icon="restart"),
    _game("open_game", "Open", "Open a game that was saved", "Ctrl+O", icon="open"),
    _game("save_game", "Save", "Save this game as a file", "Ctrl+S", icon="save"),
    _moves(
        "undo",
        "Undo",
        "Take back to your last turn; at the start of a game, bring the one before back",
        "Z or Ctrl+Z",
        icon="undo",
    ),
    _moves("redo", "Redo", "Play again what was taken back", "Y or Ctrl+Y", icon="redo"),
    _moves("hint", "Hint", "Show a good move, and what it leads to", "H"),
    _moves("type_move", "Type a move", "Enter a move by its text", "/"),
    _moves("tell_game", "In words", "Read the moves of this game as sentences, or copy them", "O"),
    _moves("play_best", "Play best", "Have the AI make this move for you", "G"),
    _game("decide", "Decide", "End this game between AIs by your word: a win or a draw", "Ctrl+E"),
    _game("resign", "Resign", "Give the game up", "Ctrl+G"),
    _game(
        "offer_draw",
        "Offer a draw",
        "The AI agrees if it does not stand better; two people agree at once",
        "Ctrl+D",
    ),
    _view("flip", "Flip", "Turn the board round", "F", icon="flip"),
    _position("copy_fen", "Copy FEN", "Copy the position as text", "Ctrl+C", icon="copy"),
    _position(
        "paste_fen", "Paste FEN", "Set up the position that was copied as text", "Ctrl+V", icon="paste"
    ),
    _position(
        "edit", "Set up", "Edit the position by hand, and play from there or analyse it", "E", icon="edit"
    ),
    _analysis(
        "analyse",
        "Analyse",
        "See what the AI thinks of every position, and try variations",
        "A",
        icon="analyse",
    ),
    _analysis("review", "Review", "Mark the moves of this game that cost most, with a better line", "R"),
    _ai(
        "tournament", "Tournament", "Let AIs and programs meet, and watch games, table and ratings", "Ctrl+T"
    ),
    _analysis(
        "see_search",
        "See a search",
        "Step through minimax and alpha-beta on this position, as a tree that grows",
        "B",
    ),
    _search("legend", "Legend", "What the shapes and lines of the tree mean", "G"),
    _search("next_cut", "Next cut-off", "Go on to where the search next leaves something out", "C"),
    _search("whole_tree", "Whole tree", "The whole tree of the search, or only what leads to this step", "U"),
    _search("examples", "Examples", "Small positions whose search is good to look at", "K"),
    _search("deeper", "Deeper", "Let the search look one ply further", "Page Up"),
    _search("shallower", "Shallower", "Let the search look one ply less far", "Page Down"),
    _search("only_alphabeta", "Alpha-beta", "Show the tree of alpha-beta alone", "1"),
    _search("only_minimax", "Minimax", "Show the tree of minimax alone", "2"),
    _search("both_trees", "Both trees", "Show alpha-beta and minimax side by side", "3"),
    _in_analysis("lines", "Lines", "Show another number of the AI's best lines, 1 to 5", "L"),
    _in_analysis("threat", "Threat", "Show what the other side would play if it were its turn", "D"),
    _in_analysis("arrows", "Arrows", "Show the AI's moves as arrows on the board", "V"),
    _in_analysis("terms", "Evaluation", "Show the static evaluation, term by term", "E", short="Eval"),
    _in_analysis("promote", "Promote", "Make this variation the line that goes on", "P"),
    _in_analysis(
        "remove_move", "Delete move", "Take this move and what follows it out of the tree", "Delete"
    ),
    _analysis("comment", "Comment", "Write about the move on the board; it is kept with the game", "Q"),
    _position(
        "play_from",
        "Play from here",
        "Choose who plays, and start from this position",
        "N",
        short="Play here",
        home=Where.ANALYSIS,
    ),
    _in_editor(
        "both_sides",
        "Play both sides",
        "Move the pieces of both sides yourself, from this position",
        "B",
        short="Both sides",
    ),
    _in_editor("set_start", "Start", "Set up the start of the game", "S"),
    _in_editor("clear", "Clear", "Take everything off the board", "C"),
    _in_editor("mirror", "Mirror", "Exchange left and right", "R"),
    _in_editor("swap", "Swap", "Each side gets the other one's pieces and turn", "O"),
    _in_editor("other_turn", "Other turn", "Let the other side be to move", "U"),
    _in_editor("move_pieces", "Move", "Drag pieces to other squares, or off the board", "G"),
    _in_editor("remove_pieces", "Remove", "Click what is to go", "D"),
    _in_editor(
        "remove_piece",
        "Remove from square",
        "Take away what stands under the keyboard's cursor or the pointer",
        "Delete or Backspace",
    ),
    _window("warnings", "Warnings", "Mark what you are about to lose", "W", icon="warning"),
    _window("explain", "Explain", "Say what a piece can do when the pointer rests on it", "X"),
    _window(
        "full_screen",
        "Full screen",
        "Fill the whole screen, or go back to a window",
        "F11",
        icon="full_screen",
    ),
    _help("learn", "Learn", "Lessons with tasks, and every piece to try out", "F2", icon="learn"),
    _window("sounds", "Sounds", "Let steps, captures and splashes be heard, or be quiet", "M", icon="sound"),
    _window("theme", "Next colours", "Day, night or high contrast", "T"),
    _window("larger", "Larger text", "Make text and buttons larger", "Ctrl++ or Ctrl+="),
    _window("smaller", "Smaller text", "Make text and buttons smaller", "Ctrl+-"),
    _window("keys", "Keys", "Give commands other keys", "F4"),
    _window("options", "Settings", "Colours, sizes, movement and sound", "Ctrl+,", icon="settings"),
    _help("help", "Help", "The rules, and all keys", "? or F1", icon="help"),
    _help("about", "About", "Who made what, licences, where your files are, and reports of crashes", "F12"),
    _help("menu", "Menu", "All commands with their keys: type to find one", "Ctrl+K or F10", icon="menu"),
    _ai(
        "play_or_pause",
        "Play or pause",
        "Let the AI play on, or hold it and the clocks; on your turn, have it move for you",
        "Space",
        icon="play",
    ),
    _ai("step", "Step", "Let the AI make one move, then hold it", ".", icon="step"),
    _ai("faster", "Faster", "Show each move for a shorter time", "+ or ="),
    _ai("slower", "Slower", "Show each move for a longer time", "-"),
    _ai("endless", "Endless", "Let two AIs play game after game, and keep the score", "I"),
    _ai("score", "Score table", "Wins, draws and losses of the AIs that play game after game", "S"),
    _ai(
        "programs",
        "Programs",
        "Add an engine of your own as a player, test it, or remove it",
        "Ctrl+P",
        home=Where.WINDOW,
    ),
    _ai("take_over", "Take over", "Play on yourself for the AI that is to move", "J"),
    _moves("back", "One move back", "Look at the position before", "Left"),
    _moves("forward", "One move forward", "Look at the position after", "Right"),
    _moves("first", "First position", "Look at the start of the game", "Home or Up"),
    _moves("last", "Latest position", "Go to the end of the game", "End or Down"),
    _moves(
        "commit",
        "Finish the move",
        "End a chain of jumps where the piece stands",
        "Enter or Keypad Enter",
        fixed=True,
    ),
    _moves(
        "cancel",
        "Cancel",
        "Put the piece back, close what is open, or leave full screen",
        "Escape",
        fixed=True,
    ),
    _game("quit", "Quit", "Close the window", "Ctrl+Q", home=Where.WINDOW),
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
