"""Merge games into explored positions: the moves played in each, by whatever move order it was reached."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean

from engine.book.opening_book import book_key, book_move_text
from engine.game.game import Game
from engine.learn.explorer import MAX_BYTES, ExploredMove, ExploredPosition, SampleGame, explorer_bytes
from engine.record.record import GameResult
from engine.research import texts
from engine.research.openings.playing import TREE_PLIES, OpeningGame
from engine.rules.rules import Rules
from engine.search.limits import Score
from engine.search.searcher import to_score
from engine.search.state import WIN_BOUND
from engine.system.errors import UserError

MIN_GAMES = 3
"""A position is kept if at least this many games reached it."""

Analysis = tuple[int, Mapping[str, Score]]
"""The nodes of an analysis, and the score of each move that was searched."""


@dataclass
class _Played:
    """The numbers of the games with a move in a position, and their results for the side that made it."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    scores: list[int] = field(default_factory=list)
    games: list[int] = field(default_factory=list)

    def add(self, number: int, side: int, winner: int | None, score: int) -> None:
        self.wins += winner == side
        self.draws += winner is None
        self.losses += winner == 1 - side
        self.scores.append(score)
        self.games.append(number)

    @property
    def score(self) -> Score:
        """The nearest win or loss that a search has found; if there is none, the mean of the scores."""
        forced = [score for score in self.scores if abs(score) > WIN_BOUND]
        return to_score(max(forced, key=abs) if forced else round(mean(self.scores)))


class OpeningTree:
    """The positions in the first plies of games, mirror images as one; in each, a game counts once.

    Raises:
        UserError: a game has an illegal move; `damaged` is then the message.
    """

    def __init__(self, rules: Rules, games: Mapping[int, OpeningGame], damaged: str) -> None:
        self._rules, self._games = rules, games
        self._positions: dict[str, dict[str, _Played]] = defaultdict(lambda: defaultdict(_Played))
        for number, played in sorted(games.items()):
            for (key, text, side), score in zip(self._steps(played, damaged), played.scores, strict=False):
                if key:
                    self._positions[key][text].add(number, side, played.winner, score)

    def _steps(self, played: OpeningGame, damaged: str) -> Iterator[tuple[str, str, int]]:
        """Yield the key, move and side to move of each of a game's first plies, as in the book.

        The key of a position that recurs is empty.
        """
        rules, seen = self._rules, set[str]()
        position = rules.start(played.size)
        for code in played.codes[:TREE_PLIES]:
            if code not in rules.legal_codes(position):
                raise UserError(damaged)
            move = rules.move_from_code(position, code)
            key, mirrored = book_key(rules, position)
            yield "" if key in seen else key, book_move_text(rules, move.text, mirrored), position.side
            seen.add(key)
            position = rules.play(position, move)

    def frequent(self, at_least: int) -> list[str]:
        """Return the keys of the positions that at least `at_least` games reached, the most visited first."""
        visits = {key: _visits(moves) for key, moves in self._positions.items()}
        return sorted((key for key in visits if visits[key] >= at_least), key=lambda key: (-visits[key], key))

    def moves(self, key: str) -> list[str]:
        """Return the moves played in a position, the most frequent first."""
        moves = self._positions[key]
        return sorted(moves, key=lambda text: (-len(moves[text].games), text))

    def explored(
        self, at_least: int, analyses: Mapping[str, Analysis]
    ) -> tuple[list[SampleGame], dict[str, ExploredPosition]]:
        """Return the sample games, and the positions that at least `at_least` games reached."""
        keys = self.frequent(at_least)
        numbers = self._samples(keys)
        order = {number: at for at, number in enumerate(sorted(set(numbers.values())))}
        positions = {}
        for key in keys:
            nodes, scores = analyses.get(key, (0, {}))
            moves = []
            for text in self.moves(key):
                found = self._positions[key][text]
                score, sample = scores.get(text, found.score), order[numbers[key, text]]
                moves.append(ExploredMove(text, found.wins, found.draws, found.losses, score, sample))
            positions[key] = ExploredPosition(nodes, tuple(moves))
        return [self._sample(number) for number in order], positions

    def _samples(self, keys: Sequence[str]) -> dict[tuple[str, str], int]:
        """Choose a sample game for each move: few games in all, and of these the strongest.

        The rarest moves come first, because they have the least choice.
        """
        found: dict[tuple[str, str], int] = {}
        chosen: set[int] = set()
        pairs = [(key, text) for key in keys for text in self._positions[key]]
        pairs.sort(key=lambda pair: (len(self._positions[pair[0]][pair[1]].games), pair))
        for key, text in pairs:
            games = self._positions[key][text].games
            among = chosen.intersection(games) or set(games)
            found[key, text] = max(among, key=lambda number: (self._games[number].nodes, -number))
            chosen.add(found[key, text])
        return found

    def _sample(self, number: int) -> SampleGame:
        played, rules = self._games[number], self._rules
        game = Game(rules, rules.start(played.size))
        for code in played.codes:
            game.play(rules.move_from_code(game.position, code))
        moves = tuple(ply.move.text for ply in game.plies)
        return SampleGame(GameResult.won_by(played.winner), played.nodes, played.size, moves)

    def to_bytes(self, analyses: Mapping[str, Analysis]) -> bytes:
        """Return the file with the positions of at least `MIN_GAMES` games, of more if it would be too large.

        Raises:
            UserError: it would be too large even with the one position that all games have.
        """
        for at_least in range(MIN_GAMES, max(len(self._games), MIN_GAMES) + 1):
            data = explorer_bytes(len(self._games), *self.explored(at_least, analyses))
            if len(data) <= MAX_BYTES:
                return data
        raise UserError(texts.openings_too_large(MAX_BYTES))


def _visits(moves: Mapping[str, _Played]) -> int:
    return sum(len(each.games) for each in moves.values())
