"""Playing out an ending against the tablebase: what each move keeps or loses, and the best reply.

Values are those of the tablebase, corrected for the history of the game: a move that completes a repetition,
or that reaches the limit of moves without progress, is a draw whatever the tablebase says, and so is a move
that lets the other side do so at once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum

from engine.game.game import Game
from engine.learn import texts
from engine.rules.rules import Rules
from engine.rules.values import Move, Position
from engine.tablebase.tablebase import Tablebase, TablebaseValue

DRAW = TablebaseValue(0)


class MoveQuality(Enum):
    """What a move does to the result that its side can reach."""

    BEST = "best"
    """It keeps the result, and no move wins faster or resists longer."""
    LONGER = "longer"
    """It still wins, but later."""
    SHORTER = "shorter"
    """It loses sooner than necessary."""
    TO_DRAW = "to-draw"
    """It turns a win into a draw."""
    TO_LOSS = "to-loss"
    """It turns a win or a draw into a loss."""


@dataclass(frozen=True)
class MoveJudgement:
    """What the side to move could reach before a move (`best`) and can reach after it (`value`)."""

    best: TablebaseValue
    value: TablebaseValue

    @property
    def quality(self) -> MoveQuality:
        """What the move does to the result."""
        best, value = self.best, self.value
        if value.rank >= best.rank:
            return MoveQuality.BEST
        if value.loses:
            return MoveQuality.SHORTER if best.loses else MoveQuality.TO_LOSS
        return MoveQuality.LONGER if value.wins else MoveQuality.TO_DRAW

    @property
    def keeps_result(self) -> bool:
        """True if a win is still a win, and a draw still a draw."""
        return self.quality not in (MoveQuality.TO_DRAW, MoveQuality.TO_LOSS)

    @property
    def plies_lost(self) -> int:
        """By how many plies the win takes longer, or the loss comes sooner; 0 if the result changes."""
        same = self.quality in (MoveQuality.LONGER, MoveQuality.SHORTER)
        return abs(self.value.plies - self.best.plies) if same else 0

    def describe(self) -> str:
        """Return the judgement as a sentence: ``Still winning, but 2 moves longer.``"""
        quality, best = self.quality, self.best
        if quality is MoveQuality.BEST:
            return texts.BEST_LOSS if best.loses else texts.BEST_WIN if best.wins else texts.STILL_DRAWN
        if quality is MoveQuality.LONGER:
            return texts.still_winning(self.plies_lost // 2)
        if quality is MoveQuality.SHORTER:
            return texts.loses_sooner(self.plies_lost // 2)
        if quality is MoveQuality.TO_DRAW:
            return texts.WIN_TO_DRAW
        return texts.WIN_TO_LOSS if best.wins else texts.DRAW_TO_LOSS


class EndingPlay:
    """A game that begins in a position of the tablebase, and both sides' best moves in it."""

    def __init__(self, rules: Rules, tablebase: Tablebase, start: Position) -> None:
        self.rules, self._tablebase = rules, tablebase
        self.game = Game(rules, start)

    @property
    def position(self) -> Position:
        """The current position."""
        return self.game.position

    def moves(self) -> tuple[tuple[Move, TablebaseValue], ...]:
        """Return the legal moves, best first, each with its value for the mover; none if the game is over."""
        return self._moves(self.game.copy(), looks_further=True)

    def _moves(self, game: Game, looks_further: bool) -> tuple[tuple[Move, TablebaseValue], ...]:
        if game.outcome is not None:
            return ()
        ranked = self._tablebase.ranked_moves(self.rules, game.position)
        if not self._is_near_draw(game):
            return ranked
        valued = [(move, self._value_in(game, move, value, looks_further)) for move, value in ranked]
        return tuple(sorted(valued, key=lambda pair: -pair[1].rank))

    def _is_near_draw(self, game: Game) -> bool:
        """Return whether a move or the reply to it may be a draw by repetition or by the progress limit."""
        facts = self.rules.facts
        times = Counter((*game.key_history().keys, game.position.key)).values()
        repeats = bool(facts.repetitions) and max(times) >= facts.repetitions - 1
        return repeats or (bool(facts.progress_limit) and game.progress_clock + 2 >= facts.progress_limit)

    def _value_in(self, game: Game, move: Move, value: TablebaseValue, looks_further: bool) -> TablebaseValue:
        """Return what a move is worth in this game, where the tablebase says `value`."""
        game.play(move)
        try:
            if game.outcome is not None:
                return DRAW if game.outcome.winner is None else value
            if looks_further and value.wins:
                (_, reply), *_ = self._moves(game, looks_further=False)
                return value if reply.loses else DRAW
            return value
        finally:
            game.undo()

    @property
    def value(self) -> TablebaseValue:
        """The value of the current position for the side to move, a draw if the game is over."""
        moves = self.moves()
        return moves[0][1] if moves else DRAW

    def judge(self, move: Move) -> MoveJudgement:
        """Return what a legal move does to the result.

        Raises:
            KeyError: the move is not legal.
        """
        moves = self.moves()
        return MoveJudgement(moves[0][1], dict(moves)[move])

    def reply(self) -> Move:
        """Return the best move: the fastest win, else the move that makes the other side's task hardest.

        In a lost position the longest resistance, which leaves the fewest winning moves; in a drawn one a
        move that has not been tried here and after which most moves lose.

        Raises:
            IndexError: the game is over.
        """
        moves = self.moves()
        best = moves[0][1]
        if best.wins:
            return moves[0][0]
        return min((move for move, value in moves if value == best), key=self._ease)

    def _ease(self, move: Move) -> tuple[int, float]:
        """Return how often the position after a move was on the board, and the share of good replies."""
        game = self.game.copy()
        game.play(move)
        if game.outcome is not None:
            return self.rules.facts.repetitions, 1.0
        ranked = self._tablebase.ranked_moves(self.rules, game.position)
        good = sum(MoveJudgement(ranked[0][1], value).keeps_result for _, value in ranked)
        return game.repetitions, good / len(ranked)

    def best_line(self) -> tuple[Move, ...]:
        """Return best play from here to the end of the game, or one move that keeps a draw."""
        play = EndingPlay(self.rules, self._tablebase, self.position)
        play.game = self.game.copy()
        value = play.value
        moves: list[Move] = []
        while play.game.outcome is None and (not moves or value.plies):
            moves.append(play.reply())
            play.game.play(moves[-1])
        return tuple(moves)

    @property
    def is_cursed(self) -> bool:
        """True if the tablebase's win, for either side, is a draw in this game: it takes too many plies."""
        limit, value = self.rules.facts.progress_limit, self.value
        if not value.plies or self.game.progress_clock + value.plies < limit:
            return False
        game = self.game.copy()
        for move in self.best_line():
            game.play(move)
        return game.outcome is not None and game.outcome.winner is None
