"""The commands of a game: starting it, its moves, the position on the board, and the AI."""

from __future__ import annotations

from functools import partial

import pygame

from congo_gui.commands.command import Action, CommandGroup, Key, Where, character, ctrl, letter

_game = partial(Action, group=CommandGroup.GAME)
_moves = partial(Action, group=CommandGroup.MOVES)
_view = partial(Action, group=CommandGroup.VIEW)
_position = partial(Action, group=CommandGroup.POSITION)
_analysis = partial(Action, group=CommandGroup.ANALYSIS)
_ai = partial(Action, group=CommandGroup.AI)

GAME_ACTIONS: tuple[Action, ...] = (
    _game("new_game", "New game", "Choose who plays, and start", (ctrl("n"),), icon="new", short="New"),
    _game(
        "games",
        "Games",
        "Look at all the games, and choose one",
        (Key("F3", pygame.K_F3),),
        where=(Where.GAME, Where.GAMES),
        icon="game",
    ),
    _game(
        "restart",
        "Restart",
        "Play this game again from its first position",
        (ctrl("r"),),
        where=(Where.GAME, Where.LESSONS),
        icon="restart",
        hints={Where.LESSONS: "Begin this position again"},
    ),
    _game("open_game", "Open", "Open a game that was saved", (ctrl("o"),), icon="open"),
    _game(
        "save_game",
        "Save",
        "Save this game as a file",
        (ctrl("s"),),
        where=(Where.GAME, Where.ANALYSIS, Where.TOURNAMENT),
        icon="save",
        hints={
            Where.ANALYSIS: "Save what is analysed, with its variations, as a file",
            Where.TOURNAMENT: "Save the table, with all there is to say about the games, as a text file",
        },
    ),
    _moves(
        "undo",
        "Undo",
        "Take back to your last turn; at the start of a game, bring the one before back",
        (letter("z"), ctrl("z")),
        where=(Where.GAME, Where.ANALYSIS, Where.EDITOR, Where.LESSONS),
        icon="undo",
        hints={
            Where.ANALYSIS: "Take the last change of the tree back",
            Where.EDITOR: "Take the last change back",
            Where.LESSONS: "Begin this position again",
        },
    ),
    _moves(
        "redo",
        "Redo",
        "Play again what was taken back",
        (letter("y"), ctrl("y")),
        where=(Where.GAME, Where.ANALYSIS),
        icon="redo",
        hints={Where.ANALYSIS: "Make the change of the tree again that was taken back"},
    ),
    _moves(
        "hint",
        "Hint",
        "Show a good move, and what it leads to",
        (letter("h"),),
        where=(Where.GAME, Where.LESSONS),
        hints={Where.LESSONS: "Get help with the task"},
    ),
    _moves(
        "type_move",
        "Type a move",
        "Enter a move by its text",
        (character("/"),),
        where=(Where.GAME, Where.ANALYSIS),
    ),
    _moves("tell_game", "In words", "Read the moves of this game as sentences, or copy them", (letter("o"),)),
    _moves("play_best", "Play best", "Have the AI make this move for you", (letter("g"),)),
    _game("decide", "Decide", "End this game between AIs by your word: a win or a draw", (ctrl("e"),)),
    _game("resign", "Resign", "Give the game up", (ctrl("g"),)),
    _game(
        "offer_draw",
        "Offer a draw",
        "The AI agrees if it does not stand better; two people agree at once",
        (ctrl("d"),),
    ),
    _view(
        "flip",
        "Flip",
        "Turn the board round",
        (letter("f"),),
        where=(Where.GAME, Where.ANALYSIS, Where.EDITOR),
        icon="flip",
    ),
    _position(
        "copy_fen",
        "Copy FEN",
        "Copy the position as text",
        (ctrl("c"),),
        where=(Where.GAME, Where.ANALYSIS, Where.EDITOR),
        icon="copy",
    ),
    _position(
        "paste_fen",
        "Paste FEN",
        "Set up the position that was copied as text",
        (ctrl("v"),),
        where=(Where.GAME, Where.ANALYSIS, Where.EDITOR),
        icon="paste",
        hints={Where.ANALYSIS: "Analyse the position that was copied as text"},
    ),
    _position(
        "edit",
        "Set up",
        "Edit the position by hand, and play from there or analyse it",
        (letter("e"),),
        icon="edit",
    ),
    _analysis(
        "analyse",
        "Analyse",
        "See what the AI thinks of every position, and try variations",
        (letter("a"),),
        where=(Where.GAME, Where.ANALYSIS, Where.EDITOR, Where.TOURNAMENT),
        icon="analyse",
        hints={
            Where.ANALYSIS: "Back to the game",
            Where.EDITOR: "See what the AI thinks of this position",
            Where.TOURNAMENT: "Analyse the finished game that is chosen in the list",
        },
    ),
    _analysis(
        "review",
        "Review",
        "Mark the moves of this game that cost most, with a better line",
        (letter("r"),),
        where=(Where.GAME, Where.ANALYSIS),
    ),
    _ai(
        "tournament",
        "Tournament",
        "Let AIs and programs meet, and watch games, table and ratings",
        (ctrl("t"),),
    ),
    _analysis(
        "see_search",
        "See a search",
        "Step through minimax and alpha-beta on this position, as a tree that grows",
        (letter("b"),),
        where=(Where.GAME, Where.ANALYSIS, Where.SEARCH),
        hints={Where.SEARCH: "Back to where this was opened"},
    ),
)

AI_ACTIONS: tuple[Action, ...] = (
    _ai(
        "play_or_pause",
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
    _ai(
        "step",
        "Step",
        "Let the AI make one move, then hold it",
        (character("."),),
        where=(Where.GAME, Where.SEARCH),
        icon="step",
        hints={Where.SEARCH: "One step of the search, then hold it"},
    ),
    _ai(
        "faster",
        "Faster",
        "Show each move for a shorter time",
        (character("+"), character("=")),
        where=(Where.GAME, Where.SEARCH),
        hints={Where.SEARCH: "Play more steps in a second"},
    ),
    _ai(
        "slower",
        "Slower",
        "Show each move for a longer time",
        (character("-"),),
        where=(Where.GAME, Where.SEARCH),
        hints={Where.SEARCH: "Play fewer steps in a second"},
    ),
    _ai("endless", "Endless", "Let two AIs play game after game, and keep the score", (letter("i"),)),
    _ai(
        "score", "Score table", "Wins, draws and losses of the AIs that play game after game", (letter("s"),)
    ),
    _ai(
        "programs",
        "Programs",
        "Add an engine of your own as a player, test it, or remove it",
        (ctrl("p"),),
        where=(Where.WINDOW,),
    ),
    _ai("take_over", "Take over", "Play on yourself for the AI that is to move", (letter("j"),)),
)

MOVE_ACTIONS: tuple[Action, ...] = (
    _moves(
        "back",
        "One move back",
        "Look at the position before",
        (Key("Left", pygame.K_LEFT),),
        where=(Where.GAME, Where.ANALYSIS, Where.SEARCH, Where.LESSONS),
        hints={Where.SEARCH: "One step of the search back", Where.LESSONS: "The lesson or the piece before"},
    ),
    _moves(
        "forward",
        "One move forward",
        "Look at the position after",
        (Key("Right", pygame.K_RIGHT),),
        where=(Where.GAME, Where.ANALYSIS, Where.SEARCH, Where.LESSONS),
        hints={Where.SEARCH: "One step of the search on", Where.LESSONS: "The lesson or the piece after"},
    ),
    _moves(
        "first",
        "First position",
        "Look at the start of the game",
        (Key("Home", pygame.K_HOME), Key("Up", pygame.K_UP)),
        where=(Where.GAME, Where.ANALYSIS, Where.SEARCH),
        hints={Where.SEARCH: "To the beginning of the search"},
    ),
    _moves(
        "last",
        "Latest position",
        "Go to the end of the game",
        (Key("End", pygame.K_END), Key("Down", pygame.K_DOWN)),
        where=(Where.GAME, Where.ANALYSIS, Where.SEARCH),
        hints={Where.ANALYSIS: "Go to the end of this line", Where.SEARCH: "To the end of the search"},
    ),
    _moves(
        "commit",
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
    _moves(
        "cancel",
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
    _game("quit", "Quit", "Close the window", (ctrl("q"),), where=(Where.WINDOW,)),
)
