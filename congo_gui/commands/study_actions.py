"""The commands of the search tree, the analysis and the editor."""

from __future__ import annotations

from functools import partial

import pygame

from congo_gui.commands.command import Action, CommandGroup, Key, Where, character, letter

_position = partial(Action, group=CommandGroup.POSITION)
_analysis = partial(Action, group=CommandGroup.ANALYSIS)
_search_tree = partial(Action, group=CommandGroup.ANALYSIS, where=(Where.SEARCH,))
_in_analysis = partial(Action, group=CommandGroup.ANALYSIS, where=(Where.ANALYSIS,))
_in_editor = partial(Action, group=CommandGroup.POSITION, where=(Where.EDITOR,))

SEARCH_ACTIONS: tuple[Action, ...] = (
    _search_tree("legend", "Legend", "What the shapes and lines of the tree mean", (letter("g"),)),
    _search_tree(
        "next_cut", "Next cut-off", "Go on to where the search next leaves something out", (letter("c"),)
    ),
    _search_tree(
        "whole_tree",
        "Whole tree",
        "The whole tree of the search, or only what leads to this step",
        (letter("u"),),
    ),
    _search_tree("examples", "Examples", "Small positions whose search is good to look at", (letter("k"),)),
    _search_tree(
        "deeper", "Deeper", "Let the search look one ply further", (Key("Page Up", pygame.K_PAGEUP),)
    ),
    _search_tree(
        "shallower",
        "Shallower",
        "Let the search look one ply less far",
        (Key("Page Down", pygame.K_PAGEDOWN),),
    ),
    _search_tree("only_alphabeta", "Alpha-beta", "Show the tree of alpha-beta alone", (character("1"),)),
    _search_tree("only_minimax", "Minimax", "Show the tree of minimax alone", (character("2"),)),
    _search_tree("both_trees", "Both trees", "Show alpha-beta and minimax side by side", (character("3"),)),
)

ANALYSIS_ACTIONS: tuple[Action, ...] = (
    _in_analysis("lines", "Lines", "Show another number of the AI's best lines, 1 to 5", (letter("l"),)),
    _in_analysis(
        "threat", "Threat", "Show what the other side would play if it were its turn", (letter("d"),)
    ),
    _in_analysis("arrows", "Arrows", "Show the AI's moves as arrows on the board", (letter("v"),)),
    _in_analysis("promote", "Promote", "Make this variation the line that goes on", (letter("p"),)),
    _in_analysis(
        "remove_move",
        "Delete move",
        "Take this move and what follows it out of the tree",
        (Key("Delete", pygame.K_DELETE),),
    ),
    _analysis(
        "comment",
        "Comment",
        "Write about the move on the board; it is kept with the game",
        (letter("q"),),
        where=(Where.GAME, Where.ANALYSIS),
        hints={Where.GAME: "Write about the move on the board, in the analysis; it is kept with the game"},
    ),
)

EDITOR_ACTIONS: tuple[Action, ...] = (
    _position(
        "play_from",
        "Play from here",
        "Choose who plays, and start from this position",
        (letter("n"),),
        where=(Where.ANALYSIS, Where.EDITOR),
        short="Play here",
    ),
    _in_editor(
        "both_sides",
        "Play both sides",
        "Move the pieces of both sides yourself, from this position",
        (letter("b"),),
        short="Both sides",
    ),
    _in_editor("set_start", "Start", "Set up the start of the game", (letter("s"),)),
    _in_editor("clear", "Clear", "Take everything off the board", (letter("c"),)),
    _in_editor("mirror", "Mirror", "Exchange left and right", (letter("r"),)),
    _in_editor("swap", "Swap", "Each side gets the other one's pieces and turn", (letter("o"),)),
    _in_editor("other_turn", "Other turn", "Let the other side be to move", (letter("u"),)),
    _in_editor("move_pieces", "Move", "Drag pieces to other squares, or off the board", (letter("g"),)),
    _in_editor("remove_pieces", "Remove", "Click what is to go", (letter("d"),)),
    _in_editor(
        "remove_piece",
        "Remove from square",
        "Take away what stands under the keyboard's cursor or the pointer",
        (Key("Delete", pygame.K_DELETE), Key("Backspace", pygame.K_BACKSPACE)),
    ),
)
