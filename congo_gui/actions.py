"""Every command once: its name, keys, picture, when it can be used and what it does.

Buttons, the menu, tooltips, the key handling and the list of keys in the help are all made from `ACTIONS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

import pygame

from congo_gui.keys import Key


class Commands(Protocol):
    """What the play screen can do; the actions call it."""

    def new_game(self) -> None: ...
    def games(self) -> None: ...
    def restart(self) -> None: ...
    def open_game(self) -> None: ...
    def save_game(self) -> None: ...
    def undo(self) -> None: ...
    def redo(self) -> None: ...
    def back(self) -> None: ...
    def forward(self) -> None: ...
    def first(self) -> None: ...
    def last(self) -> None: ...
    def play_or_pause(self) -> None: ...
    def step(self) -> None: ...
    def faster(self) -> None: ...
    def slower(self) -> None: ...
    def flip(self) -> None: ...
    def toggle_warnings(self) -> None: ...
    def toggle_explanations(self) -> None: ...
    def toggle_sounds(self) -> None: ...
    def copy_fen(self) -> None: ...
    def paste_fen(self) -> None: ...
    def edit(self) -> None: ...
    def analyse(self) -> None: ...
    def review(self) -> None: ...
    def see_search(self) -> None: ...
    def tell_game(self) -> None: ...
    def hint(self) -> None: ...
    def toggle_endless(self) -> None: ...
    def take_over(self) -> None: ...
    def score(self) -> None: ...
    def manage_programs(self) -> None: ...
    def tournament(self) -> None: ...
    def type_move(self) -> None: ...
    def resign(self) -> None: ...
    def offer_draw(self) -> None: ...
    def in_analysis(self, command: str) -> None: ...
    def in_search(self, command: str) -> None: ...
    def commit(self) -> None: ...
    def cancel(self) -> None: ...
    def help(self) -> None: ...
    def learn(self) -> None: ...
    def menu(self) -> None: ...
    def full_screen(self) -> None: ...
    def options(self) -> None: ...
    def change_keys(self) -> None: ...
    def next_theme(self) -> None: ...
    def larger(self) -> None: ...
    def smaller(self) -> None: ...
    def quit(self) -> None: ...

    @property
    def ready(self) -> bool: ...
    @property
    def can_learn(self) -> bool: ...
    @property
    def can_undo(self) -> bool: ...
    @property
    def can_redo(self) -> bool: ...
    @property
    def can_go_back(self) -> bool: ...
    @property
    def can_go_forward(self) -> bool: ...
    @property
    def can_play_or_pause(self) -> bool: ...
    @property
    def can_step(self) -> bool: ...
    @property
    def is_endless(self) -> bool: ...
    @property
    def has_score(self) -> bool: ...
    @property
    def can_hint(self) -> bool: ...
    @property
    def can_end(self) -> bool: ...
    @property
    def is_analysing(self) -> bool: ...
    @property
    def is_seeing_search(self) -> bool: ...
    @property
    def is_demo(self) -> bool: ...
    def is_on(self, setting: str) -> bool: ...


def _letter(letter: str, control: bool = False) -> Key:
    return Key(letter.upper(), ord(letter), control)


def _character(character: str) -> Key:
    return Key(character, character=character)


class Group(Enum):
    """The headings under which commands are listed, in this order."""

    GAME = "Game"
    MOVES = "Moves"
    AI = "The AI"
    POSITION = "Position"
    ANALYSIS = "Analysis"
    VIEW = "View"
    HELP = "Help"


def _always(commands: Commands) -> bool:
    del commands
    return True


@dataclass(frozen=True)
class Action:
    """A command. `hint` is one sentence for tooltip and help; `is_on` is there for what is on or off."""

    id: str
    group: Group
    label: str
    hint: str
    usual_keys: tuple[Key, ...]
    run: Callable[[Commands], None]
    enabled: Callable[[Commands], bool] = _always
    icon: str = ""
    is_on: Callable[[Commands], bool] | None = None
    short: str = ""
    """What it is called where there is no room for the label."""

    fixed: bool = False
    """Whether its keys mean the same everywhere, so that they cannot be changed."""

    @property
    def keys(self) -> tuple[Key, ...]:
        """Its keys as the player has chosen them."""
        return CHOSEN.get(self.id, self.usual_keys)

    @property
    def key_text(self) -> str:
        """Its keys, written for people."""
        return " or ".join(key.text for key in self.keys)

    @property
    def tip(self) -> str:
        """What the tooltip says."""
        return f"{self.hint} ({self.key_text})"


CHOSEN: dict[str, tuple[Key, ...]] = {}
"""By the ids of commands: the keys that the player has given them in place of the usual ones."""


ACTIONS: tuple[Action, ...] = (
    Action(
        "new_game",
        Group.GAME,
        "New game",
        "Choose who plays, and start",
        (_letter("n", True),),
        lambda c: c.new_game(),
        icon="new",
        short="New",
    ),
    Action(
        "games",
        Group.GAME,
        "Games",
        "Look at all the games, and choose one",
        (Key("F3", pygame.K_F3),),
        lambda c: c.games(),
        icon="game",
    ),
    Action(
        "restart",
        Group.GAME,
        "Restart",
        "Play this game again from its first position",
        (_letter("r", True),),
        lambda c: c.restart(),
        lambda c: c.ready,
        icon="restart",
    ),
    Action(
        "open_game",
        Group.GAME,
        "Open",
        "Open a game that was saved",
        (_letter("o", True),),
        lambda c: c.open_game(),
        lambda c: c.ready,
        icon="open",
    ),
    Action(
        "save_game",
        Group.GAME,
        "Save",
        "Save this game as a file",
        (_letter("s", True),),
        lambda c: c.save_game(),
        lambda c: c.ready,
        icon="save",
    ),
    Action(
        "undo",
        Group.MOVES,
        "Undo",
        "Take back to your last turn; at the start of a game, bring the one before back",
        (_letter("z"), _letter("z", True)),
        lambda c: c.undo(),
        lambda c: c.can_undo,
        icon="undo",
    ),
    Action(
        "redo",
        Group.MOVES,
        "Redo",
        "Play again what was taken back",
        (_letter("y"), _letter("y", True)),
        lambda c: c.redo(),
        lambda c: c.can_redo,
        icon="redo",
    ),
    Action(
        "hint",
        Group.MOVES,
        "Hint",
        "Show a good move, and what it leads to",
        (_letter("h"),),
        lambda c: c.hint(),
        lambda c: c.can_hint,
    ),
    Action(
        "type_move",
        Group.MOVES,
        "Type a move",
        "Enter a move by its text",
        (_character("/"),),
        lambda c: c.type_move(),
        lambda c: c.can_hint,
    ),
    Action(
        "tell_game",
        Group.MOVES,
        "In words",
        "Read the moves of this game as sentences, or copy them",
        (_letter("o"),),
        lambda c: c.tell_game(),
        lambda c: c.ready,
    ),
    Action(
        "resign",
        Group.GAME,
        "Resign",
        "Give the game up",
        (_letter("g", True),),
        lambda c: c.resign(),
        lambda c: c.can_end,
    ),
    Action(
        "offer_draw",
        Group.GAME,
        "Offer a draw",
        "The AI agrees if it does not stand better; two people agree at once",
        (_letter("d", True),),
        lambda c: c.offer_draw(),
        lambda c: c.can_end,
    ),
    Action(
        "flip",
        Group.VIEW,
        "Flip",
        "Turn the board round",
        (_letter("f"),),
        lambda c: c.flip(),
        icon="flip",
    ),
    Action(
        "copy_fen",
        Group.POSITION,
        "Copy FEN",
        "Copy the position as text",
        (_letter("c", True),),
        lambda c: c.copy_fen(),
        icon="copy",
    ),
    Action(
        "paste_fen",
        Group.POSITION,
        "Paste FEN",
        "Set up the position that was copied as text",
        (_letter("v", True),),
        lambda c: c.paste_fen(),
        icon="paste",
    ),
    Action(
        "edit",
        Group.POSITION,
        "Set up",
        "Edit the position by hand, and play from there or analyse it",
        (_letter("e"),),
        lambda c: c.edit(),
        icon="edit",
    ),
    Action(
        "analyse",
        Group.ANALYSIS,
        "Analyse",
        "See what the AI thinks of every position, and try variations",
        (_letter("a"),),
        lambda c: c.analyse(),
        lambda c: c.ready,
        icon="analyse",
    ),
    Action(
        "review",
        Group.ANALYSIS,
        "Review",
        "Mark the moves of this game that cost most, with a better line",
        (_letter("r"),),
        lambda c: c.review(),
        lambda c: c.can_go_back or c.can_go_forward,
    ),
    Action(
        "tournament",
        Group.AI,
        "Tournament",
        "Let AIs and programs meet, and watch games, table and ratings",
        (_letter("t", True),),
        lambda c: c.tournament(),
        lambda c: c.ready,
    ),
    Action(
        "see_search",
        Group.ANALYSIS,
        "See a search",
        "Step through minimax and alpha-beta on this position, as a tree that grows",
        (_letter("b"),),
        lambda c: c.see_search(),
        lambda c: c.ready,
    ),
    Action(
        "next_cut",
        Group.ANALYSIS,
        "Next cut-off",
        "Go on to where the search next leaves something out",
        (_letter("c"),),
        lambda c: c.in_search("next_cut"),
        lambda c: c.is_seeing_search,
    ),
    Action(
        "whole_tree",
        Group.ANALYSIS,
        "Whole tree",
        "The whole tree of the search, or only what leads to this step",
        (_letter("u"),),
        lambda c: c.in_search("whole_tree"),
        lambda c: c.is_seeing_search,
    ),
    Action(
        "examples",
        Group.ANALYSIS,
        "Examples",
        "Small positions whose search is good to look at",
        (_letter("k"),),
        lambda c: c.in_search("examples"),
        lambda c: c.is_seeing_search,
    ),
    Action(
        "deeper",
        Group.ANALYSIS,
        "Deeper",
        "Let the search look one ply further",
        (Key("Page Up", pygame.K_PAGEUP),),
        lambda c: c.in_search("deeper"),
        lambda c: c.is_seeing_search,
    ),
    Action(
        "shallower",
        Group.ANALYSIS,
        "Shallower",
        "Let the search look one ply less far",
        (Key("Page Down", pygame.K_PAGEDOWN),),
        lambda c: c.in_search("shallower"),
        lambda c: c.is_seeing_search,
    ),
    Action(
        "only_alphabeta",
        Group.ANALYSIS,
        "Alpha-beta",
        "Show the tree of alpha-beta alone",
        (_character("1"),),
        lambda c: c.in_search("only_alphabeta"),
        lambda c: c.is_seeing_search,
    ),
    Action(
        "only_minimax",
        Group.ANALYSIS,
        "Minimax",
        "Show the tree of minimax alone",
        (_character("2"),),
        lambda c: c.in_search("only_minimax"),
        lambda c: c.is_seeing_search,
    ),
    Action(
        "both_trees",
        Group.ANALYSIS,
        "Both trees",
        "Show alpha-beta and minimax side by side",
        (_character("3"),),
        lambda c: c.in_search("both_trees"),
        lambda c: c.is_seeing_search,
    ),
    Action(
        "lines",
        Group.ANALYSIS,
        "Lines",
        "Show another number of the AI's best lines, 1 to 5",
        (_letter("l"),),
        lambda c: c.in_analysis("lines"),
        lambda c: c.is_analysing,
    ),
    Action(
        "threat",
        Group.ANALYSIS,
        "Threat",
        "Show what the other side would play if it were its turn",
        (_letter("d"),),
        lambda c: c.in_analysis("threat"),
        lambda c: c.is_analysing,
    ),
    Action(
        "arrows",
        Group.ANALYSIS,
        "Arrows",
        "Show the AI's moves as arrows on the board",
        (_letter("v"),),
        lambda c: c.in_analysis("arrows"),
        lambda c: c.is_analysing,
    ),
    Action(
        "promote",
        Group.ANALYSIS,
        "Promote",
        "Make this variation the line that goes on",
        (_letter("p"),),
        lambda c: c.in_analysis("promote"),
        lambda c: c.is_analysing,
    ),
    Action(
        "remove_move",
        Group.ANALYSIS,
        "Delete move",
        "Take this move and what follows it out of the tree",
        (Key("Delete", pygame.K_DELETE),),
        lambda c: c.in_analysis("remove_move"),
        lambda c: c.is_analysing,
    ),
    Action(
        "comment",
        Group.ANALYSIS,
        "Comment",
        "Write about the move on the board; it is kept with the game",
        (_letter("q"),),
        lambda c: c.in_analysis("comment"),
        lambda c: c.is_analysing,
    ),
    Action(
        "warnings",
        Group.VIEW,
        "Warnings",
        "Mark what you are about to lose",
        (_letter("w"),),
        lambda c: c.toggle_warnings(),
        icon="warning",
        is_on=lambda c: c.is_on("warnings"),
    ),
    Action(
        "explain",
        Group.VIEW,
        "Explain",
        "Say what a piece can do when the pointer rests on it",
        (_letter("x"),),
        lambda c: c.toggle_explanations(),
        is_on=lambda c: c.is_on("explain"),
    ),
    Action(
        "full_screen",
        Group.VIEW,
        "Full screen",
        "Fill the whole screen, or go back to a window",
        (Key("F11", pygame.K_F11),),
        lambda c: c.full_screen(),
        icon="full_screen",
        is_on=lambda c: c.is_on("fullscreen"),
    ),
    Action(
        "learn",
        Group.HELP,
        "Learn",
        "Lessons with tasks, and every piece to try out",
        (Key("F2", pygame.K_F2),),
        lambda c: c.learn(),
        lambda c: c.can_learn,
        icon="learn",
    ),
    Action(
        "sounds",
        Group.VIEW,
        "Sounds",
        "Let steps, captures and splashes be heard, or be quiet",
        (_letter("m"),),
        lambda c: c.toggle_sounds(),
        icon="sound",
        is_on=lambda c: c.is_on("sounds"),
    ),
    Action(
        "theme",
        Group.VIEW,
        "Next colours",
        "Day, night or high contrast",
        (_letter("t"),),
        lambda c: c.next_theme(),
    ),
    Action(
        "larger",
        Group.VIEW,
        "Larger text",
        "Make text and buttons larger",
        (Key("+", pygame.K_PLUS, True), Key("=", pygame.K_EQUALS, True)),
        lambda c: c.larger(),
    ),
    Action(
        "smaller",
        Group.VIEW,
        "Smaller text",
        "Make text and buttons smaller",
        (Key("-", pygame.K_MINUS, True),),
        lambda c: c.smaller(),
    ),
    Action(
        "keys",
        Group.VIEW,
        "Keys",
        "Give commands other keys",
        (Key("F4", pygame.K_F4),),
        lambda c: c.change_keys(),
    ),
    Action(
        "options",
        Group.VIEW,
        "Settings",
        "Colours, sizes, movement and sound",
        (Key(",", pygame.K_COMMA, True),),
        lambda c: c.options(),
        icon="settings",
    ),
    Action(
        "help",
        Group.HELP,
        "Help",
        "The rules, and all keys",
        (_character("?"), Key("F1", pygame.K_F1)),
        lambda c: c.help(),
        icon="help",
    ),
    Action(
        "menu",
        Group.HELP,
        "Menu",
        "All commands with their keys: type to find one",
        (_letter("k", True), Key("F10", pygame.K_F10)),
        lambda c: c.menu(),
        icon="menu",
    ),
    Action(
        "play_or_pause",
        Group.AI,
        "Play or pause",
        "Let the AI play on, or hold it; the clocks stand meanwhile",
        (Key("Space", pygame.K_SPACE),),
        lambda c: c.play_or_pause(),
        lambda c: c.can_play_or_pause,
        icon="play",
    ),
    Action(
        "step",
        Group.AI,
        "Step",
        "Let the AI make one move, then hold it",
        (_character("."),),
        lambda c: c.step(),
        lambda c: c.can_step,
        icon="step",
    ),
    Action(
        "faster",
        Group.AI,
        "Faster",
        "Show each move for a shorter time",
        (_character("+"), _character("=")),
        lambda c: c.faster(),
        lambda c: c.is_demo,
    ),
    Action(
        "slower",
        Group.AI,
        "Slower",
        "Show each move for a longer time",
        (_character("-"),),
        lambda c: c.slower(),
        lambda c: c.is_demo,
    ),
    Action(
        "endless",
        Group.AI,
        "Endless",
        "Let two AIs play game after game, and keep the score",
        (_letter("i"),),
        lambda c: c.toggle_endless(),
        lambda c: c.is_demo,
        is_on=lambda c: c.is_endless,
    ),
    Action(
        "score",
        Group.AI,
        "Score table",
        "Wins, draws and losses of the AIs that play game after game",
        (_letter("s"),),
        lambda c: c.score(),
        lambda c: c.has_score,
    ),
    Action(
        "programs",
        Group.AI,
        "Programs",
        "Add an engine of your own as a player, test it, or remove it",
        (_letter("p", True),),
        lambda c: c.manage_programs(),
    ),
    Action(
        "take_over",
        Group.AI,
        "Take over",
        "Play on yourself for the AI that is to move",
        (_letter("j"),),
        lambda c: c.take_over(),
        lambda c: c.is_demo and c.can_play_or_pause,
    ),
    Action(
        "back",
        Group.MOVES,
        "One move back",
        "Look at the position before",
        (Key("Left", pygame.K_LEFT),),
        lambda c: c.back(),
        lambda c: c.can_go_back,
    ),
    Action(
        "forward",
        Group.MOVES,
        "One move forward",
        "Look at the position after",
        (Key("Right", pygame.K_RIGHT),),
        lambda c: c.forward(),
        lambda c: c.can_go_forward,
    ),
    Action(
        "first",
        Group.MOVES,
        "First position",
        "Look at the start of the game",
        (Key("Home", pygame.K_HOME), Key("Up", pygame.K_UP)),
        lambda c: c.first(),
        lambda c: c.can_go_back,
    ),
    Action(
        "last",
        Group.MOVES,
        "Latest position",
        "Go to the end of the game",
        (Key("End", pygame.K_END), Key("Down", pygame.K_DOWN)),
        lambda c: c.last(),
        lambda c: c.can_go_forward,
    ),
    Action(
        "commit",
        Group.MOVES,
        "Finish the move",
        "End a chain of jumps where the piece stands",
        (Key("Enter", pygame.K_RETURN), Key("Keypad Enter", pygame.K_KP_ENTER)),
        lambda c: c.commit(),
        fixed=True,
    ),
    Action(
        "cancel",
        Group.MOVES,
        "Cancel",
        "Put the piece back, close what is open, or leave full screen",
        (Key("Escape", pygame.K_ESCAPE),),
        lambda c: c.cancel(),
        fixed=True,
    ),
    Action(
        "quit",
        Group.GAME,
        "Quit",
        "Close the window",
        (_letter("q", True),),
        lambda c: c.quit(),
    ),
)

BY_ID = {action.id: action for action in ACTIONS}


def by_group() -> dict[Group, tuple[Action, ...]]:
    """Return all commands, each under its heading."""
    return {group: tuple(action for action in ACTIONS if action.group is group) for group in Group}


def action_for(event: pygame.event.Event) -> Action | None:
    """Return the command that a KEYDOWN event is bound to."""
    return next((action for action in ACTIONS if any(key.matches(event) for key in action.keys)), None)
