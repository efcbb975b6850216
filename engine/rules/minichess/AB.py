"""A minichess agent in one file of plain Python: alpha-beta and the techniques that make it strong.

``studentAgent(gameboard)`` is given the pieces on the board, ``{("d", 0): ("King", "White"), ...}``, and
returns White's move, ``(("d", 0), ("d", 1))``. White is always to move. Columns are letters, rows are
numbers, and row 0, White's, is at the top. Nothing here needs anything but Python: copy the file, change it.

How it chooses a move: ``studentAgent`` makes a `State` of the board, ``ab`` searches it to depth 1, 2, 3 and
so on until this move's share of the game's work is used up, and ``alpha_beta`` is the search. There is no
clock: the work is counted in positions, so the same boards in the same order always get the same answers.
"""

import random
import sys

Cell = tuple[str, int]
GameBoard = dict[Cell, tuple[str, str]]
Move = tuple[int, int]
"""The squares that a piece leaves and reaches, from 0 to 48: seven times the row, plus the column."""
Step = tuple[int, int]

COLUMNS = "abcdefg"
ROWS = 7
SIZE = len(COLUMNS) * ROWS
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
KINDS: dict[str, tuple[int, tuple[Step, ...], tuple[Step, ...]]] = {
    "King": (0, STRAIGHT + DIAGONAL, ()),
    "Pawn": (100, (), ()),
    "Ferz": (150, DIAGONAL, ()),
    "Knight": (300, KNIGHT, ()),
    "Bishop": (320, (), DIAGONAL),
    "Rook": (500, (), STRAIGHT),
    "Princess": (700, KNIGHT, DIAGONAL),
    "Empress": (900, KNIGHT, STRAIGHT),
    "Queen": (950, (), STRAIGHT + DIAGONAL),
}
"""By kind: its value in hundredths of a pawn, its single steps, and its lines. Pawns have their own rules."""
START = (
    ("Knight", "Bishop", "Queen", "King", "Princess", "Empress", "Rook"),
    ("Ferz", "Pawn", "Pawn", "Pawn", "Pawn", "Pawn", "Ferz"),
)
"""White's rows 0 and 1; Black's rows 6 and 5 are the same."""

CELLS = {f"{column}{row}": (column, row) for column in COLUMNS for row in range(ROWS)}
"""The cells by their names, such as d0."""

GAME_WORK = 2_000_000
"""How many positions may be searched in a whole game."""
MOVES_TO_GO = 25
"""The work that is left is divided by this number of moves."""
MIN_WORK = 4000
MAX_DEPTH = 24
QUIET_PLIES = 50
"""This many plies in a row without a capture are a draw."""
WIN = 1_000_000
"""The score of a win, reduced by the number of plies until then."""
SURE_WIN = WIN - 1000
MARGIN = 200
"""How much a capture may improve the score beyond the value of the captured piece."""


def _reached(square: int, steps: tuple[Step, ...]) -> tuple[int, ...]:
    """Return the squares on the board that these steps lead to."""
    row, column = divmod(square, len(COLUMNS))
    found = [(row + down, column + right) for down, right in steps]
    return tuple(r * len(COLUMNS) + c for r, c in found if 0 <= r < ROWS and 0 <= c < len(COLUMNS))


def _lines(square: int, directions: tuple[Step, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the lines from a square to the edges, each from near to far."""
    lines = (_reached(square, tuple((d * n, r * n) for n in range(1, ROWS))) for d, r in directions)
    return tuple(line for line in lines if line)


class Piece:
    """A kind of piece in one colour: how it moves from each square, and what it is worth there."""

    def __init__(self, kind: str, colour: str, keys: random.Random) -> None:
        self.kind, self.colour = kind, colour
        self.value, steps, directions = KINDS[kind]
        forward = 1 if colour == "White" else -1
        is_pawn = kind == "Pawn"
        squares = range(SIZE)
        self.attacks = [_reached(s, ((forward, 1), (forward, -1)) if is_pawn else steps) for s in squares]
        self.advances = [_reached(s, ((forward, 0),) if is_pawn else ()) for s in squares]
        """Where it moves and does not capture. Where it captures it also moves, unless it is a pawn."""
        self.lines = [_lines(s, directions) for s in squares]
        self.worth = [(self.value + self._bonus(s)) * forward for s in squares]
        """What it is worth to White: Black's pieces count below zero."""
        self.keys = [keys.getrandbits(64) for _ in squares]
        """A random number for each square; see `Board.key`."""

    def _bonus(self, square: int) -> int:
        row, column = divmod(square, len(COLUMNS))
        from_centre = abs(row - ROWS // 2) + abs(column - len(COLUMNS) // 2)
        if self.kind == "Pawn":
            return 5 * (row if self.colour == "White" else ROWS - 1 - row)
        return 5 * from_centre if self.kind == "King" else -6 * from_centre


class Nothing(Piece):
    """An empty square: no colour, no moves and no value."""

    def __init__(self) -> None:
        self.kind, self.colour, self.value = "", "", 0
        self.attacks = self.advances = [()] * SIZE
        self.lines = [()] * SIZE
        self.worth = self.keys = [0] * SIZE


_keys = random.Random(7)
NOTHING = Nothing()
PIECES = {(kind, colour): Piece(kind, colour, _keys) for colour in ("White", "Black") for kind in KINDS}
BLACK_TO_MOVE = _keys.getrandbits(64)
OTHER = {"White": "Black", "Black": "White"}


class Board:
    """The board. Its value and its key are updated move by move."""

    def __init__(self, gameboard: GameBoard) -> None:
        self.squares: list[Piece] = [NOTHING] * SIZE
        self.kings = {"White": 0, "Black": 0}
        """Where the kings stand."""
        self.worth = 0
        """The sum of what the pieces are worth to White."""
        self.key = 0
        """The keys of all pieces, combined by exclusive or: the same board has the same key."""
        for (column, row), piece in gameboard.items():
            self._put(row * len(COLUMNS) + COLUMNS.index(column), PIECES[piece])

    def _put(self, square: int, piece: Piece) -> None:
        self.squares[square] = piece
        self.worth += piece.worth[square]
        self.key ^= piece.keys[square]
        if piece.kind == "King":
            self.kings[piece.colour] = square

    def play(self, move: Move) -> Piece:
        """Move a piece; return what it captures, which may be `NOTHING`."""
        origin, target = move
        piece, captured = self.squares[origin], self.squares[target]
        self.squares[origin], self.squares[target] = NOTHING, piece
        self._count(piece, captured, origin, target, 1)
        if piece.kind == "King":
            self.kings[piece.colour] = target
        return captured

    def take_back(self, move: Move, captured: Piece) -> None:
        """Undo `play`, which returned `captured`."""
        origin, target = move
        piece = self.squares[target]
        self.squares[origin], self.squares[target] = piece, captured
        self._count(piece, captured, origin, target, -1)
        if piece.kind == "King":
            self.kings[piece.colour] = origin

    def _count(self, piece: Piece, captured: Piece, origin: int, target: int, sign: int) -> None:
        self.worth += sign * (piece.worth[target] - piece.worth[origin] - captured.worth[target])
        self.key ^= piece.keys[origin] ^ piece.keys[target] ^ captured.keys[target]

    def moves(self, colour: str, captures_only: bool = False) -> list[Move]:
        """Return the moves of a side, whether they leave its king safe or not."""
        squares, enemy = self.squares, OTHER[colour]
        found = []
        for origin, piece in enumerate(squares):
            if piece.colour != colour:
                continue
            for target in piece.attacks[origin]:
                victim = squares[target]
                if victim.colour == enemy or (
                    victim is NOTHING and not captures_only and piece.kind != "Pawn"
                ):
                    found.append((origin, target))
            for line in piece.lines[origin]:
                for target in line:
                    victim = squares[target]
                    if victim.colour == enemy or (victim is NOTHING and not captures_only):
                        found.append((origin, target))
                    if victim is not NOTHING:
                        break
            if not captures_only:
                found += [(origin, target) for target in piece.advances[origin] if squares[target] is NOTHING]
        return found

    def is_attacked(self, square: int, by: str) -> bool:
        """Return whether the side `by` could capture a piece on a square."""
        squares = self.squares
        for near in AROUND[square]:
            piece = squares[near]
            if piece.colour == by and square in piece.attacks[near]:
                return True
        for line, gliders in LINES[square]:
            for far in line:
                piece = squares[far]
                if piece is not NOTHING:
                    if piece.colour == by and piece.kind in gliders:
                        return True
                    break
        return False


class State:
    """A position: the board, the side to move, and the plies since the last capture."""

    def __init__(self, board: Board, colour: str = "White", progress_clock: int = 0) -> None:
        self.board, self.progress_clock = board, progress_clock
        self.colour, self.enemy = colour, OTHER[colour]
        self._undo: list[tuple[Move, Piece, int]] = []

    @property
    def key(self) -> int:
        """The same number for the same board and side to move, and hardly ever for another."""
        return self.board.key if self.colour == "White" else self.board.key ^ BLACK_TO_MOVE

    @property
    def ply(self) -> int:
        """How many moves have been played since the search began."""
        return len(self._undo)

    def play(self, move: Move) -> None:
        """Play a move and pass the turn."""
        captured = self.board.play(move)
        self._undo.append((move, captured, self.progress_clock))
        self.progress_clock = self.progress_clock + 1 if captured is NOTHING else 0
        self.colour, self.enemy = self.enemy, self.colour

    def take_back(self) -> None:
        """Undo the last `play`."""
        move, captured, self.progress_clock = self._undo.pop()
        self.board.take_back(move, captured)
        self.colour, self.enemy = self.enemy, self.colour

    def in_check(self) -> bool:
        """Return whether the king of the side to move is attacked."""
        return self.board.is_attacked(self.board.kings[self.colour], self.enemy)

    def king_hangs(self) -> bool:
        """Return whether the side to move can capture the king: the last move left it attacked."""
        return self.board.is_attacked(self.board.kings[self.enemy], self.colour)

    def is_quiet(self, move: Move) -> bool:
        """Return whether a move captures nothing."""
        return self.board.squares[move[1]] is NOTHING

    def evaluate(self) -> int:
        """Return what the position is worth to the side to move, in hundredths of a pawn."""
        return self.board.worth if self.colour == "White" else -self.board.worth


class Search:
    """What a search remembers from position to position, and how much work it may still do."""

    def __init__(self, work: int, seen: frozenset[int] = frozenset()) -> None:
        self.work = work
        self.seen = seen
        """The keys of earlier positions of the game: returning to one is no progress."""
        self.table: dict[int, tuple[int, int, int, Move | None]] = {}
        """By key: depth, score, kind of bound, best move. Several orders of moves lead to one position."""
        self.killers: dict[int, Move] = {}
        """By ply: the last quiet move that refuted the other side's move there."""
        self.history: dict[Move, int] = {}
        """By move: how much work its refutations have saved."""

    def ordered(self, state: State, moves: list[Move], first: Move | None) -> list[Move]:
        """Return moves with the most promising first: the earlier a cut, the less work."""
        squares, killer, history = state.board.squares, self.killers.get(state.ply), self.history

        def promise(move: Move) -> int:
            victim = squares[move[1]]
            if move == first:
                return 1 << 40
            if victim is not NOTHING:
                return (1 << 30) + 16 * victim.value - squares[move[0]].value
            return 1 << 29 if move == killer else history.get(move, 0)

        return sorted(moves, key=promise, reverse=True)

    def note_cut(self, state: State, move: Move, depth: int) -> None:
        """Note that a move caused a cut: it was good enough to end the search of a position."""
        if state.is_quiet(move):
            self.killers[state.ply] = move
            self.history[move] = self.history.get(move, 0) + depth * depth


EXACT, AT_LEAST, AT_MOST = range(3)
"""The kind of a score in the table: exact, or a lower or an upper bound."""


def alpha_beta(state: State, search: Search, depth: int, alpha: int, beta: int) -> int:
    """Return the score of a position, `depth` plies deep, for the side to move.

    Only scores between `alpha` and `beta` are exact. If it is at least `beta`, the other side would have
    avoided this position; if it is at most `alpha`, the side to move has a better move earlier.
    """
    search.work -= 1
    if state.progress_clock >= QUIET_PLIES or state.key in search.seen:
        return 0
    in_check = state.in_check()
    depth += in_check
    if depth <= 0:
        return quiesce(state, search, alpha, beta)
    known, score, bound, first = search.table.get(state.key, (-1, 0, EXACT, None))
    is_enough = bound == EXACT or (score >= beta if bound == AT_LEAST else score <= alpha)
    if known >= depth and is_enough and abs(score) < SURE_WIN:
        return score
    moves = state.board.moves(state.colour)
    if not moves:
        return 0
    best, best_move, earlier = state.ply - WIN, first, 0
    for move in search.ordered(state, moves, first):
        reduction = 1 if earlier >= 4 and depth >= 3 and not in_check and state.is_quiet(move) else 0
        state.play(move)
        hangs = state.king_hangs()
        score = (
            -WIN if hangs else score_played(state, search, depth, reduction, max(best, alpha), beta, earlier)
        )
        state.take_back()
        if search.work <= 0:
            return 0
        earlier += not hangs
        if score > best:
            best, best_move = score, move
        if best >= beta:
            search.note_cut(state, move, depth)
            break
    bound = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
    search.table[state.key] = depth, best, bound, best_move
    return best


def score_played(
    state: State, search: Search, depth: int, reduction: int, alpha: int, beta: int, earlier: int
) -> int:
    """Return the score of the move that was just played, for the side that played it.

    After the first move a window without width asks only whether this one is better, and moves that are
    unlikely to be are searched less deep by `reduction` plies (principal variation search, late move
    reductions).
    """
    if earlier:
        score = -alpha_beta(state, search, depth - 1 - reduction, -alpha - 1, -alpha)
        if score <= alpha or (score >= beta and not reduction):
            return score
    return -alpha_beta(state, search, depth - 1, -beta, -alpha)


def quiesce(state: State, search: Search, alpha: int, beta: int) -> int:
    """Return the score of a position when all captures that help are made: none ends half-way."""
    search.work -= 1
    best = state.evaluate()
    if best >= beta or search.work <= 0:
        return best
    captures = state.board.moves(state.colour, captures_only=True)
    for move in search.ordered(state, captures, None):
        victim = state.board.squares[move[1]]
        if victim.kind == "King":
            return WIN - state.ply
        if best + victim.value + MARGIN < alpha:
            break  # the captures come by the value of what is captured
        state.play(move)
        best = max(best, -quiesce(state, search, -beta, -max(best, alpha)))
        state.take_back()
        if best >= beta:
            break
    return best


def ab(state: State, search: Search) -> Move | None:
    """Return the best move that the search finds for the side to move; None if it has no move."""
    moves = state.board.moves(state.colour)
    for move in moves:
        if move[1] == state.board.kings[state.enemy]:
            return move
    if not moves:
        return None
    moves = search.ordered(state, moves, None)
    for depth in range(1, MAX_DEPTH + 1):
        scores: dict[Move, int] = {}
        for move in moves:
            best = max(scores.values(), default=-WIN)
            state.play(move)
            hangs = state.king_hangs()
            score = -WIN if hangs else score_played(state, search, depth, 0, best, WIN, len(scores))
            state.take_back()
            if search.work <= 0:
                break
            scores[move] = score
        # The best move comes first at the next depth. Of an unfinished depth, the finished part counts.
        moves.sort(key=lambda move: scores.get(move, -WIN), reverse=True)
        if search.work <= 0 or abs(scores[moves[0]]) >= SURE_WIN:
            break
    return moves[0]


class Memory:
    """What the board does not show: the game so far, as far as this agent has seen it."""

    def __init__(self) -> None:
        self.pieces = 0
        self.progress_clock = 0
        self.work = GAME_WORK
        self.seen: set[int] = set()

    def note(self, gameboard: GameBoard) -> None:
        """Note the board before our move; with our pieces at home, or more than before, a new game begins."""
        at_home = all(gameboard.get(cell) == piece for cell, piece in HOME.items())
        if len(gameboard) > self.pieces or at_home:
            self.progress_clock, self.work, self.seen = 0, GAME_WORK, set()
        elif len(gameboard) == self.pieces:
            self.progress_clock += 2
        else:
            self.progress_clock = 0
        self.pieces = len(gameboard)


_memory = Memory()


def studentAgent(gameboard: GameBoard) -> tuple[Cell, Cell] | None:  # noqa: N802  # the name that is called
    """Return White's move on a board: the cells that a piece leaves and reaches; None if there is none."""
    _memory.note(gameboard)
    state = State(Board(gameboard), "White", _memory.progress_clock)
    share = max(MIN_WORK, _memory.work // MOVES_TO_GO)
    search = Search(share, frozenset(_memory.seen))
    move = ab(state, search)
    if move is None:
        return None
    _memory.work -= share - search.work
    state.play(move)
    _memory.seen.add(state.key)
    return _cell(move[0]), _cell(move[1])


def _cell(square: int) -> Cell:
    row, column = divmod(square, len(COLUMNS))
    return COLUMNS[column], row


def setUpBoard(config: str | None = None) -> dict[Cell, tuple[str, str]]:  # noqa: N802
    """Return the board that a file describes; without one the start of the game.

    Each line of the file is a cell, a piece and its colour: ``d0 King White``. Other lines are skipped.
    """
    board: dict[Cell, tuple[str, str]] = {}
    if config is None:
        for row, kinds in enumerate(START):
            for column, kind in zip(COLUMNS, kinds, strict=True):
                board[column, row] = kind, "White"
                board[column, ROWS - 1 - row] = kind, "Black"
        return board
    with open(config, encoding="utf-8") as file:
        for line in file:
            words = line.split()
            if len(words) == 3 and words[0] in CELLS and (words[1], words[2]) in PIECES:
                board[CELLS[words[0]]] = words[1], words[2]
    return board


HOME = {cell: piece for cell, piece in setUpBoard().items() if piece[1] == "White"}
"""White's pieces at the start of a game."""
AROUND = [_reached(square, STRAIGHT + DIAGONAL + KNIGHT) for square in range(SIZE)]
"""By square: the squares from which a piece could reach it in one step."""
GLIDERS = (
    (STRAIGHT, frozenset({"Rook", "Empress", "Queen"})),
    (DIAGONAL, frozenset({"Bishop", "Princess", "Queen"})),
)
LINES = [
    [(line, kinds) for directions, kinds in GLIDERS for line in _lines(square, directions)]
    for square in range(SIZE)
]
"""By square: the lines from it, each with the kinds of pieces that move along them."""

if __name__ == "__main__":  # python -i AB.py config.txt; then look at `answer`
    try:
        answer = studentAgent(setUpBoard(*sys.argv[1:2]))
    except (OSError, UnicodeError):
        sys.exit(f"The file {sys.argv[1]} cannot be read. Name a text file such as config.txt.")
