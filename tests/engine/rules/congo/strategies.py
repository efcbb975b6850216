"""Random positions: boards of every kind that a FEN may describe, and positions of random games."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.engine import naive_congo as naive

SQUARES = [(file, rank) for rank in range(1, 8) for file in range(7)]
CASTLES = {side: [square for square in SQUARES if naive.in_castle(square, side)] for side in "wb"}
MIXTURES = ("ZEGCMPSzegcmps", "MMmmPpSsEe", "Mpszegcmm", "Ccz", "mPPPPSSSSEEZZ")
"""Letters to draw from; the later ones make monkeys that have much to jump over."""
FULL_SIDE = 14


def allowed(board: naive.Board) -> naive.Board:
    """Return the board with pawns promoted where they must be, and no side over-full."""
    counts = {"w": 0, "b": 0}
    kept: naive.Board = {}
    lions_first = sorted(board.items(), key=lambda item: item[1] not in "Ll")
    for square, piece in lions_first:
        counts[naive.owner(piece)] += 1
        if counts[naive.owner(piece)] <= FULL_SIDE:
            kept[square] = {("P", 7): "S", ("p", 1): "s"}.get((piece, square[1]), piece)
    return kept


@st.composite
def boards(draw: st.DrawFn) -> naive.Board:
    """Draw a board with both lions, sparse or crowded."""
    letters = st.sampled_from(draw(st.sampled_from(MIXTURES)))
    fewest = draw(st.sampled_from([0, 0, 12, 20]))
    board = draw(st.dictionaries(st.sampled_from(SQUARES), letters, min_size=fewest, max_size=26))
    board[draw(st.sampled_from(CASTLES["w"]))] = "L"
    board[draw(st.sampled_from(CASTLES["b"]))] = "l"
    return allowed(board)


@st.composite
def terminal_boards(draw: st.DrawFn) -> naive.Board:
    """Draw a board with a missing lion, or with only lions."""
    if draw(st.booleans()):
        return {draw(st.sampled_from(CASTLES["w"])): "L", draw(st.sampled_from(CASTLES["b"])): "l"}
    board = draw(boards())
    gone = draw(st.sampled_from("Ll"))
    return {square: piece for square, piece in board.items() if piece != gone}


def positions(
    board: st.SearchStrategy[naive.Board] | None = None,
) -> st.SearchStrategy[naive.NaiveCongoPosition]:
    """Draw a position, by default one in which both lions are on the board."""
    numbers = st.integers(min_value=0, max_value=300)
    return st.builds(
        naive.NaiveCongoPosition, boards() if board is None else board, st.sampled_from("wb"), numbers
    )


choices = st.lists(st.integers(min_value=0, max_value=10_000), max_size=60)
"""Random games: each number picks one of the legal moves, counted round and round."""
