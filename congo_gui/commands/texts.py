"""Texts of the commands: labels, one-sentence hints, and the headings of the groups."""

from __future__ import annotations

from typing import NamedTuple


class CommandText(NamedTuple):
    """A command's label, its hint for tooltip and help, and what it is called where there is little room."""

    label: str
    hint: str
    short: str = ""


COMMANDS = {
    # The game
    "new_game": CommandText("New game", "Choose the players and start", "New"),
    "my_level": CommandText("Play at my level", "Play for a rating, against an opponent as strong as you"),
    "games": CommandText("Games", "Choose a game"),
    "restart": CommandText("Restart", "Restart this game from its first position"),
    "open_game": CommandText("Open", "Open a saved game, or one from the library"),
    "save_game": CommandText("Save", "Save this game as a file"),
    "share": CommandText("Share", "Export the position as a picture, or the game as a GIF or web page"),
    "sort_games": CommandText("Sort", "Sort the games of a file by the next column"),
    "reverse_games": CommandText("Reverse order", "Reverse the order of the games of a file"),
    "delete_game": CommandText("Delete game", "Delete the selected game from its file"),
    "decide": CommandText("Adjudicate", "Declare a result for this AI game"),
    "resign": CommandText("Resign", "Resign this game"),
    "offer_draw": CommandText(
        "Offer a draw",
        "The AI accepts if clearly worse, or about even in a quiet position; two people draw at once",
    ),
    "quit": CommandText("Quit", "Close the window"),
    # Its moves
    "undo": CommandText("Undo", "Take back your last turn; at the start, bring back the previous game"),
    "redo": CommandText("Redo", "Play the undone moves again"),
    "hint": CommandText("Hint", "Show a good move and what it leads to"),
    "type_move": CommandText("Type a move", "Enter a move as text"),
    "tell_game": CommandText("Game in words", "Read the moves of this game as sentences, or copy them"),
    "play_best": CommandText("Play best", "Let the AI make this move for you"),
    "back": CommandText("One move back", "Go to the previous position"),
    "next_comment": CommandText("Next comment", "Go to the next move of the model game with a comment"),
    "forward": CommandText("One move forward", "Go to the next position"),
    "first": CommandText("First position", "Go to the start of the game"),
    "last": CommandText("Latest position", "Go to the end of the game"),
    "commit": CommandText("Finish the move", "End the move here, even if it could go on"),
    "cancel": CommandText("Cancel", "Cancel the move, close what is open, or leave full screen"),
    # The AI
    "play_or_pause": CommandText(
        "Play or pause",
        "Start or pause the AI and the clocks; on your turn in an unrated game, let the AI move",
    ),
    "step": CommandText("Step", "Let the AI make one move, then pause"),
    "faster": CommandText("Faster", "Show each move for a shorter time"),
    "slower": CommandText("Slower", "Show each move for a longer time"),
    "endless": CommandText("Endless", "Let two AIs play game after game and keep the score"),
    "score": CommandText("Score table", "Wins, draws and losses in Endless games"),
    "programs": CommandText("Programs", "Add, test or remove your own engines"),
    "take_over": CommandText("Take over", "Play the side to move yourself"),
    "tournament": CommandText("Tournament", "Let AIs and programs play each other"),
    "experiment": CommandText("Experiments", "Measure what alpha-beta and other improvements gain"),
    # The position
    "flip": CommandText("Flip", "Turn the board round"),
    "copy_fen": CommandText("Copy FEN", "Copy the position as text"),
    "copy_picture": CommandText("Copy as picture", "Copy the position as a picture"),
    "paste_fen": CommandText("Paste FEN", "Set up the position on the clipboard"),
    "find_position": CommandText(
        "Find games", "Find games in the library that reached this position", "Find games"
    ),
    "edit": CommandText("Set up", "Edit the position, then play or analyse it"),
    "play_from": CommandText(
        "Play from here", "Choose the players and start from this position", "Play here"
    ),
    "edit_here": CommandText("Set up", "Edit this position, then analyse or play it"),
    "both_sides": CommandText(
        "Play both sides", "Move the pieces of both sides yourself, from this position", "Both sides"
    ),
    "set_start": CommandText("Start position", "Set up the start position", "Reset"),
    "clear": CommandText("Clear", "Remove all pieces"),
    "mirror": CommandText("Mirror", "Swap left and right"),
    "swap": CommandText("Swap colours", "Give each side's pieces, and the turn, to the other side", "Swap"),
    "other_turn": CommandText("Change turn", "Give the turn to the other side", "Turn"),
    "move_pieces": CommandText("Move", "Drag pieces to other squares, or off the board"),
    "remove_pieces": CommandText("Remove", "Click a piece to remove it"),
    "remove_piece": CommandText(
        "Remove from square", "Remove the piece under the keyboard cursor or the pointer"
    ),
    # The analysis
    "analyse": CommandText(
        "Analyse", "See what the AI thinks of every position, explore openings, and try variations"
    ),
    "review": CommandText("Review", "Mark the worst moves of this game, each with a better line"),
    "next_mistake": CommandText("Next mistake", "Go to the next mistake that the review found", "Next"),
    "learn_mistakes": CommandText(
        "Learn from mistakes", "Find a better move for each mistake that the review found", "Learn"
    ),
    "solution": CommandText(
        "Show solution", "Show the better move, while you learn from mistakes", "Solution"
    ),
    "lines": CommandText("Lines", "Change the number of lines (1–5)"),
    "engines": CommandText("Engines", "Choose a second engine, threads and memory"),
    "threat": CommandText("Threat", "Show what the other side would play now"),
    "arrows": CommandText("Arrows", "Show the AI's moves as arrows on the board"),
    "terms": CommandText("Evaluation", "Show the static evaluation, term by term", "Eval"),
    "own_games": CommandText(
        "My games", "Opening explorer: show what was played here in your own games, or in the engine's"
    ),
    "promote": CommandText("Promote line", "Make this variation the main line", "Promote"),
    "remove_move": CommandText("Delete move", "Delete this move and everything after it", "Delete"),
    "mark_1": CommandText("Mark !", "Mark this move as good, or remove that mark"),
    "mark_2": CommandText("Mark ?", "Mark this move as a mistake, or remove that mark"),
    "mark_3": CommandText("Mark !!", "Mark this move as brilliant, or remove that mark"),
    "mark_4": CommandText("Mark ??", "Mark this move as a blunder, or remove that mark"),
    "mark_5": CommandText("Mark !?", "Mark this move as interesting, or remove that mark"),
    "mark_6": CommandText("Mark ?!", "Mark this move as dubious, or remove that mark"),
    "copy_line": CommandText("Copy line", "Copy the moves that lead to this position"),
    "next_game": CommandText("Next game", "Analyse the next game of the file, or of those pasted"),
    "previous_game": CommandText(
        "Previous game", "Analyse the previous game of the file, or of those pasted"
    ),
    "comment": CommandText("Comment", "Comment on this move; saved with the game"),
    # The search tree
    "see_search": CommandText("Search tree", "Step through minimax and alpha-beta on this position"),
    "legend": CommandText("Legend", "Explain the shapes and lines of the tree"),
    "next_cut": CommandText("Next cut-off", "Go to the next cut-off"),
    "whole_tree": CommandText("Whole tree", "Show the whole tree, or only the current line"),
    "examples": CommandText("Examples", "Choose a small position with an instructive search"),
    "deeper": CommandText("Deeper", "Search one ply deeper"),
    "shallower": CommandText("Shallower", "Search one ply less deep"),
    "only_alphabeta": CommandText("Alpha-beta", "Show only the alpha-beta tree"),
    "only_minimax": CommandText("Minimax", "Show only the minimax tree"),
    "both_trees": CommandText("Both trees", "Show alpha-beta and minimax side by side"),
    # The window
    "warnings": CommandText("Warnings", "Mark pieces that you are about to lose"),
    "swap_sides": CommandText("Switch sides", "Start a rematch in which each player has the other side"),
    "replay_end": CommandText("Replay the end", "Play the last moves again"),
    "fen_field": CommandText("Position as text", "Show the FEN beside the board"),
    "thoughts": CommandText("AI's thoughts", "Show what your AI opponent has found"),
    "explain": CommandText("Explanations", "Explain a piece when you point at it"),
    "full_screen": CommandText("Full screen", "Switch between full screen and a window"),
    "sounds": CommandText("Sounds", "Turn sounds on or off"),
    "theme": CommandText("Next theme", "Day, night or high contrast"),
    "larger": CommandText("Larger text", "Make text and buttons larger"),
    "smaller": CommandText("Smaller text", "Make text and buttons smaller"),
    "keys": CommandText("Keys", "Change the keys of commands"),
    "options": CommandText("Settings", "Theme, sizes, animation and sound"),
    # Help
    "learn": CommandText("Learn", "Lessons, puzzles and endings; your rating and progress; what comes next"),
    "help": CommandText("Help", "The rules and all keys"),
    "about": CommandText("About", "Authors, licences, your files and crash reports"),
    "menu": CommandText("Menu", "All commands with their keys: type to find one"),
}

# What a command does in another place, if that is something else

IN_GAME = {"comment": "Comment on this move in the analysis; saved with the game"}
IN_ANALYSIS = {
    "open_game": "Analyse a saved game",
    "save_game": "Save this analysis with its variations as a file",
    "share": "Export the position as a picture, or this line as a GIF or web page",
    "undo": "Undo the last change to the tree",
    "redo": "Redo the last change to the tree",
    "paste_fen": "Add the moves on the clipboard, or analyse the position or game there",
    "analyse": "Back to the game",
    "play_or_pause": "Start or pause the AI",
    "last": "Go to the end of this line",
}
IN_EDITOR = {"undo": "Undo the last change", "analyse": "See what the AI thinks of this position"}
IN_LESSONS = {
    "restart": "Restart this position",
    "undo": "Restart this position; in an ending, take back your last move",
    "hint": "Get help with the task",
    "solution": "Show the solution of the puzzle, or the best line of the ending",
    "back": "Go to the previous lesson or piece; in a model game, one move back",
    "forward": "Go to the next lesson, piece, puzzle or ending; in a model game, one move forward",
    "first": "Go to the start of the model game",
    "analyse": "Analyse a strategy lesson or an ending that you have tried, or a model game; "
    "after a try at a puzzle, see its solution",
    "commit": "End the move here, or press the coloured button",
}
IN_SEARCH = {
    "see_search": "Close the search tree",
    "play_or_pause": "Start or pause the search",
    "step": "Search one step, then pause",
    "faster": "Show more steps per second",
    "slower": "Show fewer steps per second",
    "back": "Go one step back",
    "forward": "Go one step forward",
    "first": "Go to the start of the search",
    "last": "Go to the end of the search",
}
IN_TOURNAMENT = {
    "save_game": "Save the table with all statistics as a text file",
    "analyse": "Analyse the finished game chosen in the list",
    "play_or_pause": "Pause or resume the tournament; running games finish first",
}
IN_LIVE_GAME = {
    "analyse": "Analyse this game once it is over",
    "last": "Go to the latest position, and follow the game",
}
IN_EXPERIMENT = {
    "new_game": "Set up another experiment",
    "open_game": "Open another report",
    "save_game": "Export the report with its tables and plots",
    "copy_fen": "Copy the tables of this page",
    "play_or_pause": "Stop the experiment and keep its results, or resume it",
}
IN_GAMES = {"commit": "Play the chosen game"}
IN_FILE_GAMES = {"commit": "Open the selected game"}
IN_LIBRARY = {
    "commit": "Open the selected game",
    "sort_games": "Sort the games by the next column",
    "reverse_games": "Reverse the order of the games",
    "delete_game": "Delete the selected game; Undo brings it back",
    "comment": "Comment on the selected game",
    "undo": "Undo the last deletion or comment",
    "save_game": "Export the selected game to a file",
    "share": "Export all listed games to a file",
    "open_game": "Import the games of a file",
}
IN_DIALOG = {"commit": "Press the coloured button"}

# Headings of commands

GAME_GROUP = "Game"
MOVES_GROUP = "Moves"
AI_GROUP = "The AI"
POSITION_GROUP = "Position"
ANALYSIS_GROUP = "Analysis"
VIEW_GROUP = "View"
HELP_GROUP = "Help"

# Places, as they stand behind a command

EVERYWHERE = "everywhere"
AT_GAME = "in a game"
AT_ANALYSIS = "in the analysis"
AT_EDITOR = "when setting up a position"
AT_LESSONS = "in the lessons"
AT_SEARCH = "in the search tree"
AT_TOURNAMENT = "in a tournament"
AT_LIVE_GAME = "in a running game of a tournament"
AT_EXPERIMENT = "in an experiment"
AT_GAMES = "when choosing a game"
AT_FILE_GAMES = "in a list of saved games"
AT_LIBRARY = "in the library"
AT_DIALOG = "in a dialog box"
