"""Every command once: its name, keys, picture, and where it belongs.

Buttons, the menu, tooltips, the keys, and the list of them in the help are all made from `ACTIONS`. What a
command does is said by the screens on which it can be given.
"""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from congo_gui.commands import Action, Group, Where
from congo_gui.keys import Key


def _letter(letter: str, control: bool = False) -> Key:
    return Key(letter.upper(), ord(letter), control)


def _character(character: str) -> Key:
    return Key(character, character=character)


_WINDOW, _ANALYSIS, _EDITOR, _SEARCH = (
    (where,) for where in (Where.WINDOW, Where.ANALYSIS, Where.EDITOR, Where.SEARCH)
)

ACTIONS: tuple[Action, ...] = (
    Action(
        "new_game",
        Group.GAME,
        "New game",
        "Choose who plays, and start",
        (_letter("n", True),),
        icon="new",
        short="New",
    ),
    Action(
        "games",
        Group.GAME,
        "Games",
        "Look at all the games, and choose one",
        (Key("F3", pygame.K_F3),),
        where=(Where.GAME, Where.GAMES),
        icon="game",
    ),
    Action(
        "restart",
        Group.GAME,
        "Restart",
        "Play this game again from its first position",
        (_letter("r", True),),
        where=(Where.GAME, Where.LESSONS),
        icon="restart",
        hints={Where.LESSONS: "Begin this position again"},
    ),
    Action("open_game", Group.GAME, "Open", "Open a game that was saved", (_letter("o", True),), icon="open"),
    Action(
        "save_game",
        Group.GAME,
        "Save",
        "Save this game as a file",
        (_letter("s", True),),
        where=(Where.GAME, Where.ANALYSIS),
        icon="save",
        hints={Where.ANALYSIS: "Save what is analysed, with its variations, as a file"},
    ),
    Action(
        "undo",
        Group.MOVES,
        "Undo",
        "Take back to your last turn; at the start of a game, bring the one before back",
        (_letter("z"), _letter("z", True)),
        where=(Where.GAME, Where.ANALYSIS, Where.EDITOR, Where.LESSONS),
        icon="undo",
        hints={
            Where.ANALYSIS: "Take the last change of the tree back",
            Where.EDITOR: "Take the last change back",
            Where.LESSONS: "Begin this position again",
        },
    ),
    Action(
        "redo",
        Group.MOVES,
        "Redo",
        "Play again what was taken back",
        (_letter("y"), _letter("y", True)),
        where=(Where.GAME, Where.ANALYSIS),
        icon="redo",
        hints={Where.ANALYSIS: "Make the change of the tree again that was taken back"},
    ),
    Action(
        "hint",
        Group.MOVES,
        "Hint",
        "Show a good move, and what it leads to",
        (_letter("h"),),
        where=(Where.GAME, Where.LESSONS),
        hints={Where.LESSONS: "Get help with the task"},
    ),
    Action(
        "type_move",
        Group.MOVES,
        "Type a move",
        "Enter a move by its text",
        (_character("/"),),
        where=(Where.GAME, Where.ANALYSIS),
    ),
    Action(
        "tell_game",
        Group.MOVES,
        "In words",
        "Read the moves of this game as sentences, or copy them",
        (_letter("o"),),
    ),
    Action(
        "play_best",
        Group.MOVES,
        "Play best",
        "Have the AI make this move for you",
        (_letter("g"),),
    ),
    Action(
        "decide",
        Group.GAME,
        "Decide",
        "End this game between AIs by your word: a win or a draw",
        (_letter("e", True),),
    ),
    Action("resign", Group.GAME, "Resign", "Give the game up", (_letter("g", True),)),
    Action(
        "offer_draw",
        Group.GAME,
        "Offer a draw",
        "The AI agrees if it does not stand better; two people agree at once",
        (_letter("d", True),),
    ),
    Action(
        "flip",
        Group.VIEW,
        "Flip",
        "Turn the board round",
        (_letter("f"),),
        where=(Where.GAME, Where.ANALYSIS, Where.EDITOR),
        icon="flip",
    ),
    Action(
        "copy_fen",
        Group.POSITION,
        "Copy FEN",
        "Copy the position as text",
        (_letter("c", True),),
        where=(Where.GAME, Where.ANALYSIS, Where.EDITOR),
        icon="copy",
    ),
    Action(
        "paste_fen",
        Group.POSITION,
        "Paste FEN",
        "Set up the position that was copied as text",
        (_letter("v", True),),
        where=(Where.GAME, Where.ANALYSIS, Where.EDITOR),
        icon="paste",
        hints={Where.ANALYSIS: "Analyse the position that was copied as text"},
    ),
    Action(
        "edit",
        Group.POSITION,
        "Set up",
        "Edit the position by hand, and play from there or analyse it",
        (_letter("e"),),
        icon="edit",
    ),
    Action(
        "analyse",
        Group.ANALYSIS,
        "Analyse",
        "See what the AI thinks of every position, and try variations",
        (_letter("a"),),
        where=(Where.GAME, Where.ANALYSIS, Where.EDITOR, Where.TOURNAMENT),
        icon="analyse",
        hints={
            Where.ANALYSIS: "Back to the game",
            Where.EDITOR: "See what the AI thinks of this position",
            Where.TOURNAMENT: "Analyse the finished game that is chosen in the list",
        },
    ),
    Action(
        "review",
        Group.ANALYSIS,
        "Review",
        "Mark the moves of this game that cost most, with a better line",
        (_letter("r"),),
        where=(Where.GAME, Where.ANALYSIS),
    ),
    Action(
        "tournament",
        Group.AI,
        "Tournament",
        "Let AIs and programs meet, and watch games, table and ratings",
        (_letter("t", True),),
    ),
    Action(
        "see_search",
        Group.ANALYSIS,
        "See a search",
        "Step through minimax and alpha-beta on this position, as a tree that grows",
        (_letter("b"),),
        where=(Where.GAME, Where.ANALYSIS, Where.SEARCH),
        hints={Where.SEARCH: "Back to where this was opened"},
    ),
    Action(
        "legend",
        Group.ANALYSIS,
        "Legend",
        "What the shapes and lines of the tree mean",
        (_letter("g"),),
        where=_SEARCH,
    ),
    Action(
        "next_cut",
        Group.ANALYSIS,
        "Next cut-off",
        "Go on to where the search next leaves something out",
        (_letter("c"),),
        where=_SEARCH,
    ),
    Action(
        "whole_tree",
        Group.ANALYSIS,
        "Whole tree",
        "The whole tree of the search, or only what leads to this step",
        (_letter("u"),),
        where=_SEARCH,
    ),
    Action(
        "examples",
        Group.ANALYSIS,
        "Examples",
        "Small positions whose search is good to look at",
        (_letter("k"),),
        where=_SEARCH,
    ),
    Action(
        "deeper",
        Group.ANALYSIS,
        "Deeper",
        "Let the search look one ply further",
        (Key("Page Up", pygame.K_PAGEUP),),
        where=_SEARCH,
    ),
    Action(
        "shallower",
        Group.ANALYSIS,
        "Shallower",
        "Let the search look one ply less far",
        (Key("Page Down", pygame.K_PAGEDOWN),),
        where=_SEARCH,
    ),
    Action(
        "only_alphabeta",
        Group.ANALYSIS,
        "Alpha-beta",
        "Show the tree of alpha-beta alone",
        (_character("1"),),
        where=_SEARCH,
    ),
    Action(
        "only_minimax",
        Group.ANALYSIS,
        "Minimax",
        "Show the tree of minimax alone",
        (_character("2"),),
        where=_SEARCH,
    ),
    Action(
        "both_trees",
        Group.ANALYSIS,
        "Both trees",
        "Show alpha-beta and minimax side by side",
        (_character("3"),),
        where=_SEARCH,
    ),
    Action(
        "lines",
        Group.ANALYSIS,
        "Lines",
        "Show another number of the AI's best lines, 1 to 5",
        (_letter("l"),),
        where=_ANALYSIS,
    ),
    Action(
        "threat",
        Group.ANALYSIS,
        "Threat",
        "Show what the other side would play if it were its turn",
        (_letter("d"),),
        where=_ANALYSIS,
    ),
    Action(
        "arrows",
        Group.ANALYSIS,
        "Arrows",
        "Show the AI's moves as arrows on the board",
        (_letter("v"),),
        where=_ANALYSIS,
    ),
    Action(
        "promote",
        Group.ANALYSIS,
        "Promote",
        "Make this variation the line that goes on",
        (_letter("p"),),
        where=_ANALYSIS,
    ),
    Action(
        "remove_move",
        Group.ANALYSIS,
        "Delete move",
        "Take this move and what follows it out of the tree",
        (Key("Delete", pygame.K_DELETE),),
        where=_ANALYSIS,
    ),
    Action(
        "comment",
        Group.ANALYSIS,
        "Comment",
        "Write about the move on the board; it is kept with the game",
        (_letter("q"),),
        where=_ANALYSIS,
    ),
    Action(
        "play_from",
        Group.POSITION,
        "Play from here",
        "Choose who plays, and start from this position",
        (_letter("n"),),
        where=(Where.ANALYSIS, Where.EDITOR),
        short="Play here",
    ),
    Action(
        "both_sides",
        Group.POSITION,
        "Play both sides",
        "Move the pieces of both sides yourself, from this position",
        (_letter("b"),),
        where=_EDITOR,
        short="Both sides",
    ),
    Action(
        "set_start", Group.POSITION, "Start", "Set up the start of the game", (_letter("s"),), where=_EDITOR
    ),
    Action("clear", Group.POSITION, "Clear", "Take everything off the board", (_letter("c"),), where=_EDITOR),
    Action("mirror", Group.POSITION, "Mirror", "Exchange left and right", (_letter("r"),), where=_EDITOR),
    Action(
        "swap",
        Group.POSITION,
        "Swap",
        "Each side gets the other one's pieces and turn",
        (_letter("o"),),
        where=_EDITOR,
    ),
    Action(
        "other_turn",
        Group.POSITION,
        "Other turn",
        "Let the other side be to move",
        (_letter("u"),),
        where=_EDITOR,
    ),
    Action(
        "move_pieces",
        Group.POSITION,
        "Move",
        "Drag pieces to other squares, or off the board",
        (_letter("g"),),
        where=_EDITOR,
    ),
    Action("remove_pieces", Group.POSITION, "Remove", "Click what is to go", (_letter("d"),), where=_EDITOR),
    Action(
        "warnings",
        Group.VIEW,
        "Warnings",
        "Mark what you are about to lose",
        (_letter("w"),),
        where=_WINDOW,
        icon="warning",
    ),
    Action(
        "explain",
        Group.VIEW,
        "Explain",
        "Say what a piece can do when the pointer rests on it",
        (_letter("x"),),
        where=_WINDOW,
    ),
    Action(
        "full_screen",
        Group.VIEW,
        "Full screen",
        "Fill the whole screen, or go back to a window",
        (Key("F11", pygame.K_F11),),
        where=_WINDOW,
        icon="full_screen",
    ),
    Action(
        "learn",
        Group.HELP,
        "Learn",
        "Lessons with tasks, and every piece to try out",
        (Key("F2", pygame.K_F2),),
        where=_WINDOW,
        icon="learn",
    ),
    Action(
        "sounds",
        Group.VIEW,
        "Sounds",
        "Let steps, captures and splashes be heard, or be quiet",
        (_letter("m"),),
        where=_WINDOW,
        icon="sound",
    ),
    Action(
        "theme", Group.VIEW, "Next colours", "Day, night or high contrast", (_letter("t"),), where=_WINDOW
    ),
    Action(
        "larger",
        Group.VIEW,
        "Larger text",
        "Make text and buttons larger",
        (Key("+", pygame.K_PLUS, True), Key("=", pygame.K_EQUALS, True)),
        where=_WINDOW,
    ),
    Action(
        "smaller",
        Group.VIEW,
        "Smaller text",
        "Make text and buttons smaller",
        (Key("-", pygame.K_MINUS, True),),
        where=_WINDOW,
    ),
    Action("keys", Group.VIEW, "Keys", "Give commands other keys", (Key("F4", pygame.K_F4),), where=_WINDOW),
    Action(
        "options",
        Group.VIEW,
        "Settings",
        "Colours, sizes, movement and sound",
        (Key(",", pygame.K_COMMA, True),),
        where=_WINDOW,
        icon="settings",
    ),
    Action(
        "help",
        Group.HELP,
        "Help",
        "The rules, and all keys",
        (_character("?"), Key("F1", pygame.K_F1)),
        where=_WINDOW,
        icon="help",
    ),
    Action(
        "menu",
        Group.HELP,
        "Menu",
        "All commands with their keys: type to find one",
        (_letter("k", True), Key("F10", pygame.K_F10)),
        where=_WINDOW,
        icon="menu",
    ),
    Action(
        "play_or_pause",
        Group.AI,
        "Play or pause",
        "Let the AI play on, or hold it and the clocks; on your turn, have it move for you",
        (Key("Space", pygame.K_SPACE),),
        where=(Where.GAME, Where.ANALYSIS, Where.SEARCH, Where.TOURNAMENT),
        icon="play",
        hints={
            Where.ANALYSIS: "Let the AI search, or hold it",
            Where.SEARCH: "Let the search go on by itself, or hold it",
            Where.TOURNAMENT: "Begin no more games, or go on; games that are played come to their end",
        },
    ),
    Action(
        "step",
        Group.AI,
        "Step",
        "Let the AI make one move, then hold it",
        (_character("."),),
        where=(Where.GAME, Where.SEARCH),
        icon="step",
        hints={Where.SEARCH: "One step of the search, then hold it"},
    ),
    Action(
        "faster",
        Group.AI,
        "Faster",
        "Show each move for a shorter time",
        (_character("+"), _character("=")),
        where=(Where.GAME, Where.SEARCH),
        hints={Where.SEARCH: "Play more steps in a second"},
    ),
    Action(
        "slower",
        Group.AI,
        "Slower",
        "Show each move for a longer time",
        (_character("-"),),
        where=(Where.GAME, Where.SEARCH),
        hints={Where.SEARCH: "Play fewer steps in a second"},
    ),
    Action(
        "endless",
        Group.AI,
        "Endless",
        "Let two AIs play game after game, and keep the score",
        (_letter("i"),),
    ),
    Action(
        "score",
        Group.AI,
        "Score table",
        "Wins, draws and losses of the AIs that play game after game",
        (_letter("s"),),
    ),
    Action(
        "programs",
        Group.AI,
        "Programs",
        "Add an engine of your own as a player, test it, or remove it",
        (_letter("p", True),),
        where=_WINDOW,
    ),
    Action(
        "take_over", Group.AI, "Take over", "Play on yourself for the AI that is to move", (_letter("j"),)
    ),
    Action(
        "back",
        Group.MOVES,
        "One move back",
        "Look at the position before",
        (Key("Left", pygame.K_LEFT),),
        where=(Where.GAME, Where.ANALYSIS, Where.SEARCH, Where.LESSONS),
        hints={Where.SEARCH: "One step of the search back", Where.LESSONS: "The lesson or the piece before"},
    ),
    Action(
        "forward",
        Group.MOVES,
        "One move forward",
        "Look at the position after",
        (Key("Right", pygame.K_RIGHT),),
        where=(Where.GAME, Where.ANALYSIS, Where.SEARCH, Where.LESSONS),
        hints={Where.SEARCH: "One step of the search on", Where.LESSONS: "The lesson or the piece after"},
    ),
    Action(
        "first",
        Group.MOVES,
        "First position",
        "Look at the start of the game",
        (Key("Home", pygame.K_HOME), Key("Up", pygame.K_UP)),
        where=(Where.GAME, Where.ANALYSIS, Where.SEARCH),
        hints={Where.SEARCH: "To the beginning of the search"},
    ),
    Action(
        "last",
        Group.MOVES,
        "Latest position",
        "Go to the end of the game",
        (Key("End", pygame.K_END), Key("Down", pygame.K_DOWN)),
        where=(Where.GAME, Where.ANALYSIS, Where.SEARCH),
        hints={Where.ANALYSIS: "Go to the end of this line", Where.SEARCH: "To the end of the search"},
    ),
    Action(
        "commit",
        Group.MOVES,
        "Finish the move",
        "End a chain of jumps where the piece stands",
        (Key("Enter", pygame.K_RETURN), Key("Keypad Enter", pygame.K_KP_ENTER)),
        where=(Where.GAME, Where.ANALYSIS, Where.LESSONS, Where.GAMES, Where.DIALOG),
        fixed=True,
        hints={
            Where.LESSONS: "End a chain of jumps, or do what the coloured button does",
            Where.GAMES: "Play the game that is chosen",
            Where.DIALOG: "Do what the coloured button does",
        },
    ),
    Action(
        "cancel",
        Group.MOVES,
        "Cancel",
        "Put the piece back, close what is open, or leave full screen",
        (Key("Escape", pygame.K_ESCAPE),),
        where=(
            Where.GAME,
            Where.ANALYSIS,
            Where.EDITOR,
            Where.LESSONS,
            Where.SEARCH,
            Where.TOURNAMENT,
            Where.GAMES,
            Where.DIALOG,
        ),
        fixed=True,
    ),
    Action("quit", Group.GAME, "Quit", "Close the window", (_letter("q", True),), where=_WINDOW),
)

BY_ID = {action.id: action for action in ACTIONS}


def in_reach(where: Where) -> tuple[Action, ...]:
    """Return the commands that can be given in a place."""
    return tuple(action for action in ACTIONS if action.reaches(where))


def by_group(actions: Iterable[Action] = ACTIONS) -> dict[Group, tuple[Action, ...]]:
    """Return commands, each under its heading; headings without commands are left out."""
    listed = tuple(actions)
    groups = {group: tuple(action for action in listed if action.group is group) for group in Group}
    return {group: found for group, found in groups.items() if found}


def action_for(event: pygame.event.Event, where: Where) -> Action | None:
    """Return the command that a KEYDOWN event is bound to in a place."""
    return next(
        (action for action in in_reach(where) if any(key.matches(event) for key in action.keys)), None
    )
