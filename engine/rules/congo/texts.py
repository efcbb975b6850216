"""Texts about Congo."""

from __future__ import annotations

# The game

TITLE = "Congo"
ORIGIN = (
    "Congo was invented by Demian Freeling in 1982. The rules here follow the overview of an assignment in "
    "Advanced Analysis of Algorithms (2021); where it is silent, the program's documents decide."
)
HELP = (
    "Capture your opponent's lion and you win. Animals capture by moving onto an enemy, only the monkey by "
    "jumping over it. An animal that stays in the river (rank 4) for a whole turn drowns, unless it is a "
    "crocodile. Type the square that a piece leaves and the one it goes to, such as d2d3; for a monkey's "
    "capture every landing square, such as b5b3d3f5."
)
FIRST_HINT = "Click an animal, then a marked square."
WHAT_IT_DOES = {
    "L": "one step in any direction, but it never leaves its castle. If nothing stands between the two "
    "lions, one may fly across the river and capture the other",
    "Z": "jumps two squares straight and one to the side, over anything",
    "E": "one or two squares straight, never diagonally. With two squares it jumps over what is between",
    "G": "one step without capturing, or a jump of exactly two squares. Only the jump captures",
    "C": "one step in any direction, or any distance straight to the river; in the river, any distance "
    "along it. It never drowns",
    "M": "one step without capturing. It captures by jumping over an enemy next to it onto the empty "
    "square behind, and may then jump on",
    "P": "one step forward, straight or diagonally. Past the river also one or two straight back, without "
    "capturing",
    "S": "one step forward or sideways. One or two squares back, straight or diagonally, without capturing",
}
PAWN_EXAMPLE = "Congo: a pawn ending"
JUMP_EXAMPLE = "Congo: a jump that wins"

# Why a game is over: saved games have these words in them, so they stay as they are

LION_CAPTURED = "the lion was captured"
BARE_LIONS = "only the two lions are left"
NO_PROGRESS = "100 plies without a capture, a drowning or a promotion"

# The same as shown in the window

NO_PROGRESS_SHOWN = "100 turns in a row without a capture, a drowning or a new superpawn"

# The same of the loser, who is filled in or is the reader

LION_CAPTURED_OF = "{loser}'s lion was captured"
LION_CAPTURED_OF_YOU = "your lion was captured"

# The terms of the evaluation; reports of experiments have these words in them

TERM_TITLES = {
    "places": "piece placement",
    "mobility": "mobility",
    "threats": "threats",
    "lion": "lion safety",
    "river": "the river",
    "tempo": "tempo",
}
OTHER_TERMS = "material"

# Positions

EMPTY = "the FEN is empty; it starts with seven ranks separated by /"
NO_SIDE = "it is missing; write w or b after the board"
LAST_FIELD = "last field"
LIONS = "lions"
PIECES = "pieces"
NO_LION = "there is no lion on any rank; at least one side must have its lion"
EITHER_CASTLE = "c1-e3 or c5-e7"


def in_a_jump(value: str) -> str:
    return f"{value} must be -1; a position in the middle of a monkey's jump cannot be set up"


def superpawn_there(side: str, square: str) -> str:
    return f"the {side} pawn on {square} must be a superpawn there"


def outside_castle(side: str, square: str, castle: str) -> str:
    return f"the {side} lion on {square} is outside its castle ({castle})"


# Moves


def not_a_move(text: str) -> str:
    return f"{text} is not a move; write its squares, such as d2d3 or b5b3d3f5"


def every_landing(text: str, moves: str) -> str:
    return f"{text}: write every landing square of a monkey's capture; here {moves}"


NOT_A_MONKEY = "only a monkey's capture goes over several squares"


def on_this_leg(start: str, end: str, reason: str) -> str:
    return f"from {start} to {end}: {reason}"


# Why an animal cannot go there


def lion_blocked(obstacle: str) -> str:
    return f"{obstacle}: a lion flies only if nothing stands between the lions"


LION_FLIES = "a lion flies to the other only straight along its file, or diagonally through d4"
LION_ONE_STEP = "the lion goes only one step"
LION_ONE_STEP_INSIDE = "the lion goes only one step, and never out of its castle"
LION_INSIDE = "the lion never leaves its castle"

ZEBRA = "the zebra always jumps two squares straight and one to the side"


def elephant_too_far(square: str, distance: int) -> str:
    return f"the elephant goes one or two squares, and {square} is {distance} away"


ELEPHANT_STRAIGHT = "the elephant goes straight up, down or sideways, one or two squares"

GIRAFFE_CAPTURES = "the giraffe only captures two squares away, not right beside it"
GIRAFFE_STRAIGHT = "the giraffe jumps exactly two squares in a straight line"


def giraffe_too_far(square: str) -> str:
    return f"the giraffe goes one step or jumps exactly two squares; {square} is further away"


CROCODILE_ALONG = "the crocodile slides sideways only while it is in the river"
CROCODILE_STRAIGHT = "the crocodile goes one step, or slides straight to the river, or along the river"
CROCODILE_OUT = "out of the river the crocodile goes only one step"
CROCODILE_AWAY = "the crocodile slides only towards the river; away from it, it goes one step"
CROCODILE_BEYOND = "the crocodile slides only as far as the river, not beyond it"


def does_not_jump(obstacle: str, name: str) -> str:
    return f"{obstacle}: the {name} does not jump"


MONKEY_CAPTURES = "the monkey captures only what is right beside it, by jumping over it"
MONKEY_MOVES = "the monkey goes one step, or jumps over an enemy beside it to the square behind"
MONKEY_STEPPED = "a step ends the monkey's turn; it may go on only after a jump"
MONKEY_JUMPED = "after a jump the monkey may only jump on, or stop where it is"


def monkey_at_edge(square: str) -> str:
    return f"the monkey captures by jumping over, and behind {square} the board ends"


def monkey_blocked(behind: str) -> str:
    return f"the monkey captures by jumping over, and {behind} behind it is not empty"


def monkey_click_behind(behind: str) -> str:
    return f"the monkey captures by jumping over: click {behind}, the empty square behind it"


def monkey_cannot_land(square: str) -> str:
    return f"the monkey cannot land on {square}: it is not empty"


def monkey_no_enemy(square: str) -> str:
    return f"there is no enemy on {square} for the monkey to jump over"


def monkey_over_own(name: str, square: str) -> str:
    return f"the monkey jumps only over enemies, and your own {name} stands on {square}"


def monkey_jumped_there(square: str) -> str:
    return f"the monkey has already jumped over {square} in this turn"


PAWN_FORWARD = "the pawn goes only one step forward, straight or diagonally"
PAWN_SIDEWAYS = "the pawn does not go sideways; only a superpawn does"
PAWN_BACK = "the pawn goes back only when it is past the river"
PAWN_STRAIGHT_BACK = "the pawn goes straight back, not diagonally; only a superpawn does"
SUPERPAWN_FORWARD = "the superpawn goes only one step forward, straight or diagonally"
SUPERPAWN_SIDEWAYS = "the superpawn goes only one step sideways"
SUPERPAWN_BACK = "the superpawn goes back only straight or diagonally"


def retreat_too_far(name: str, distance: int) -> str:
    return f"the {name} goes back one or two squares, not {distance}"


def no_capture_backward(name: str) -> str:
    return f"the {name} does not capture backward"


# The river


def drowns_after_this_turn(name: str) -> str:
    return f"The river: the {name} drowns if it is still there after this turn."


def must_leave_river(name: str) -> str:
    return f"The river: the {name} must leave it on your next turn, or it drowns."


def stands_in_river(turn: str) -> str:
    return f"It is in the river: it drowns if it is still there after {turn}."


THIS_TURN = "this turn"


YOUR_NEXT_TURN = "your next turn"


def next_turn_of(owner: str) -> str:
    return f"{owner}'s next turn"


FLIES = "flies"
SLIDES = "slides"
FLEW = "flew"
FLIGHT = (
    "A lion may fly to the other lion along its file, or diagonally through d4, if nothing is between them."
)
SLID = "slid"

# The endgame tablebase

NOT_KNOWN = (
    "this position is not in the endgame tablebase (the two lions and one or two other pieces, or three in an"
    " ending that you have built)"
)


def no_larger_ending(name: str, pieces: int) -> str:
    return (
        f"{name} is no ending to build: name both sides with their lions and {pieces} other pieces, such as"
        " LZE-LC"
    )


def not_weights(path: object) -> str:
    return f"{path} does not hold weights for {TITLE}"


def table_missing(path: object) -> str:
    return f"the tablebase file {path} is missing"


def table_unreadable(path: object, reason: str | None) -> str:
    return f"the tablebase file {path} cannot be read: {reason}"


def table_damaged(path: object, larger: str = "") -> str:
    command = f"python -m engine tablebase build {larger}".rstrip()
    return f"the tablebase file {path} is damaged; build it again with `{command}`"


def not_in_tables(position: str) -> str:
    return f"the endgame tablebase lacks {position}, but has the position before it"


def no_tablebase(folder: object) -> str:
    return f"there is no endgame tablebase in {folder}"


def no_memory(ending: str, megabytes: int) -> str:
    return f"{ending} needs {megabytes} MB of memory, which are not there"


def too_long_a_win(ending: str) -> str:
    return f"{ending}: a win takes more plies than a byte can hold"


def missing_ending(ending: str) -> str:
    return f"{ending}: an ending that it leads to is not built yet"


def kept(ending: str) -> str:
    return f"{ending} (kept)"


def not_writable(folder: object, reason: str | None) -> str:
    return f"{folder} cannot be written to: {reason}"


def wrong_value(ending: str, position: str) -> str:
    return f"{ending} is wrong: {position} does not follow from its moves"


# The statistics of the endgame tablebase, in Markdown

FIGURES_HEAD = "| ending | to move | positions | won | drawn | lost | longest win | longest loss |"
REMARK = '"A lion and any piece will win against just a lion": in figures.'
REMARK_HEAD = "| piece | its side to move: wins | draws | loses | lone lion to move: loses | draws | wins |"


def longest(win: int, win_ending: str, won: str, loss: int, loss_ending: str, lost: str) -> str:
    return (
        f"The longest win takes {win} plies ({win_ending}, `{won}`), the longest loss {loss} "
        f"({loss_ending}, `{lost}`)."
    )
