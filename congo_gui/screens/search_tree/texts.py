"""Texts of the search tree."""

from __future__ import annotations

from engine.rules.words import count_text, noun

# Titles and notes of a tree

NO_WINDOW = "Minimax has no window"


def nothing_to_search(problem: str, key: str) -> str:
    return f"{problem} Examples ({key}) has positions to search."


def searching(positions: int) -> str:
    return f"Searching… {count_text(positions, 'position')}"


def method_title(name: str, so_far: int, positions: int) -> str:
    return f"{name}: {so_far:,} of {count_text(positions, 'position')}"


def comparison(positions: int) -> str:
    return f"Minimax searches {positions:,} and finds the same move and value."


MORE_THAN = "more than "


def saved(cut_offs: int, share: str) -> str:
    return f"{count_text(cut_offs, 'cut-off')} {noun(cut_offs, 'saves', 'save')} {share}"


HINT = "Wheel zooms · drag pans · click inspects"

# The list of examples

EXAMPLES_TITLE = "Examples"
CURRENT_POSITION = "Position on the board"


def not_loaded(game: str, error: str) -> str:
    return f"{game} could not be loaded: {error}"


def loading(game: str, share: str) -> str:
    return f"Loading {game}: {share}"


# The number line and the counts

WINDOW = "Window of alpha and beta"
WINDOW_TIP = "Only values between alpha and beta can still change the choice at the root"
WINDOW_OPEN = "Window"
WINDOW_CLOSED = "Closed"


def bounds(alpha: str, beta: str) -> str:
    return f"alpha {alpha}, beta {beta}"


def span(alpha: str, beta: str) -> str:
    return f"{alpha} to {beta}"


def more_than(total: int) -> str:
    return f"over {total:,}"


def so_far(done: int, total: int) -> str:
    return f"{done:,} of {total:,}"


# The legend: {max} and {min} stand for the sides

LEGEND_MAX = "{max}: takes the largest value"
LEGEND_MIN = "{min}: takes the smallest value"
LEGEND_LEAF = "Leaf: evaluated"
LEGEND_BOUND = "Best so far; ≤ at most, ≥ at least"
LEGEND_LINE = "The line being searched"
LEGEND_BEST = "Best line so far"
LEGEND_CUT = "Cut off, not searched"


# The boxes of positions

EQUALS_BETA = "= beta"
EQUALS_ALPHA = "= alpha"


def cut(count: int) -> str:
    return f"{count} cut"


# The controls

ALPHA_BETA = "Alpha-beta"
MINIMAX = "Minimax"
BOTH = "Both"
SPEED = "Speed"
VIEW_TIP = "Which search to show"
BACK = "Back"
TIMELINE_TIP = "Go to any step"
SPEED_TIP = "Speed"


def depth(plies: int) -> str:
    return f"Depth {plies}"


def step(number: int, of: int) -> str:
    return f"Step {number:,} of {of:,}"


TITLE = "Search tree"


def title_with_game(game: str) -> str:
    return f"Search tree: {game}"


# Why a command is not possible, and the message at the start

AT_FIRST_STEP = "This is the first step."
AT_LAST_STEP = "This is the last step."
DEEPEST = "This is the maximum depth."
SHALLOWEST = "The depth is already 1."
NO_MORE_CUT_OFFS = "No more cut-offs after this step."
NO_SEARCH = "No search has finished yet."
LEGEND_SHOWN = "The legend is already visible."


def keys(play: str, forward: str, back: str, cut: str) -> str:
    return f"{play} plays, {forward} and {back} step, {cut} jumps to the next cut-off."
