"""Minichess's board in the form of its source, and functions that take it: agents.

A board is a dictionary, ``{("d", 0): ("King", "White"), ...}``. An agent, ``studentAgent(board)``, answers
with the squares that a piece leaves and reaches, ``(("d", 0), ("d", 1))``. It always plays White: as Black
it is given the board mirrored top to bottom with the colours exchanged, and its answer is mirrored back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from engine import rules
from engine.game.game import Game
from engine.players.base import AgentAdapter, PlayerFailure
from engine.rules import fen
from engine.rules.minichess.players import texts
from engine.rules.values import Position
from engine.system.errors import UserError, quoted

ROWS = 7
COLUMNS = "abcdefg"
COLOURS = ("White", "Black")
GAME_S = 30.0
"""Seconds of its own that an agent has for a whole game."""

Cell = tuple[str, int]
Board = Mapping[Cell, tuple[str, str]]
AgentMove = tuple[Cell, Cell]


@cache
def start_board() -> Board:
    """Return the board at the start of a game."""
    return board_of(rules.get("minichess").start())


def board_of(position: Position) -> dict[Cell, tuple[str, str]]:
    """Return a position as the dictionary that the interface takes."""
    game = rules.get("minichess")
    found = {}
    for square, piece in game.notation.pieces(position).items():
        name = game.notation.square_name(position, square)
        found[name[0], int(name[1])] = (game.facts.kind_names[piece.kind].title(), COLOURS[piece.side])
    return found


def position_of(gameboard: Board, progress_clock: int = 0) -> Position:
    """Return the position with White to move on a board.

    Raises:
        UserError: the board has a piece or a square that minichess does not have.
        FenError: the pieces make no position; see `Notation.parse`.
    """
    game = rules.get("minichess")
    letters = {name: letter for letter, name in game.facts.kind_names.items()}
    cells = {}
    for cell, (kind, colour) in gameboard.items():
        letter = letters.get(kind.lower())
        if letter is None or colour not in COLOURS:
            raise UserError(texts.no_such_piece(colour, kind))
        if cell not in ALL_CELLS:
            raise UserError(texts.no_such_square(cell))
        cells[cell] = letter if colour == COLOURS[0] else letter.lower()
    rows = (fen.format_row([cells.get((column, row), "") for column in COLUMNS]) for row in range(ROWS))
    return game.notation.parse(" ".join(["/".join(rows), "w", str(progress_clock), "1"]))


ALL_CELLS = {(column, row) for column in COLUMNS for row in range(ROWS)}


def mirrored(board: Board) -> dict[Cell, tuple[str, str]]:
    """Return a board as the other side sees it: upside down, and with the colours exchanged."""
    other = dict(zip(COLOURS, reversed(COLOURS), strict=True))
    return {
        (column, ROWS - 1 - row): (kind, other[colour]) for (column, row), (kind, colour) in board.items()
    }


def ask_agent(game: Game, call: Callable[[object], object]) -> str:
    """Return the move that an agent answers in a game, as text, legal or not.

    Raises:
        PlayerFailure: the answer is not a pair of squares.
    """
    board, is_black = board_of(game.position), game.position.side == 1
    answer = call(mirrored(board) if is_black else board)
    cells = [_cell(each) for each in answer] if isinstance(answer, tuple | list) else []
    if len(cells) != 2 or None in cells:
        raise PlayerFailure(texts.not_a_pair(quoted(repr(answer))[1:-1]))
    return "".join(f"{column}{ROWS - 1 - row if is_black else row}" for column, row in filter(None, cells))


def _cell(answer: object) -> Cell | None:
    """Return a cell that an agent names, None if it is none."""
    if isinstance(answer, tuple | list) and len(answer) == 2:
        column, row = answer
        if isinstance(column, str) and isinstance(row, int) and (column, row) in ALL_CELLS:
            return column, int(row)
    return None


AGENT_ADAPTERS = {"studentAgent": AgentAdapter(ask_agent, GAME_S)}
