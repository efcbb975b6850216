"""The review of a finished game: accuracy by phase, and the motifs that were missed."""

from __future__ import annotations

import pytest

from engine import rules as registry
from engine.game.game import Game
from engine.learn.game_review import (
    ENDING,
    MIDDLEGAME,
    MOTIFS,
    OPENING,
    OPENING_MOVES,
    GameReview,
    accuracy,
    review_game,
)
from engine.learn.puzzles import THEMES
from engine.rules.rules import Rules
from engine.search.limits import Limits, Score, SearchInfo
from engine.search.searcher import Searcher
from engine.system.errors import UserError
from tests.engine.rules.congo.support import CONGO


def found(game: Game, *moves: str, cp: int = 0, mate: int | None = None) -> SearchInfo:
    """Return a search result with these moves as its line."""
    position, line = game.position, []
    for text in moves:
        line.append(CONGO.parse_move(position, text))
        position = CONGO.play(position, line[-1])
    return SearchInfo(5, 5, Score(cp, mate), 100, 100, 1, tuple(line))


def test_moves_without_cost_are_fully_accurate() -> None:
    review = review_game(CONGO, ["d2d3", "d6d5", "c2c3"], 0, lambda game: found(game, cp=0))
    assert review is not None
    assert review.phases[OPENING].moves == 2
    assert review.phases[OPENING].accuracy == pytest.approx(100, abs=0.01)
    assert review.missed == ()


def test_one_blunder_does_not_dominate() -> None:
    turns = ["a2a3", "a6a5", "b2b3", "b6b5", "c2c3", "c6c5"]
    scores = iter([0, 0, 0, 2000])  # Black wins after the second move
    review = review_game(CONGO, turns, 0, lambda game: found(game, cp=next(scores, 0)))
    assert review is not None
    values = review.phases[OPENING]
    assert values.moves == 3
    assert values.accuracy == pytest.approx((2 * accuracy(0.0) + accuracy(0.5)) / 3, abs=0.1)


def test_the_engines_own_choice_costs_nothing() -> None:
    def search(game: Game) -> SearchInfo:
        assert game.cursor == 0, "the reply is searched for nothing"
        return found(game, "d2d3", cp=300)

    review = review_game(CONGO, ["d2d3", "d6d5"], 0, search)
    assert review is not None
    assert review.phases[OPENING].accuracy == pytest.approx(100, abs=0.01)


def test_a_missed_win_and_what_was_allowed_are_motifs() -> None:
    """A blunder: its better line, and its refutation, promote a pawn."""

    def search(game: Game) -> SearchInfo:
        return found(game, cp=900) if game.cursor == 0 else found(game, "d6d5", cp=900)

    review = review_game(CONGO, ["d2d3", "d6d5"], 0, search)
    assert review is not None
    assert set(review.missed) <= MOTIFS < set(THEMES)


def test_a_stopped_review_finds_nothing() -> None:
    assert review_game(CONGO, ["d2d3", "d6d5"], 0, lambda game: None) is None


def test_an_illegal_move_is_an_error() -> None:
    with pytest.raises(UserError):
        review_game(CONGO, ["d2d5"], 0, lambda game: found(game))


def played_by_engine(rules: Rules, plies: int) -> list[str]:
    game, searcher = Game(rules), Searcher(rules, 1)
    while game.outcome is None and game.cursor < plies:
        info = searcher.search(game.position, game.key_history(), Limits(nodes=300))
        assert info is not None
        game.play(info.pv[0])
    return [ply.move.text for ply in game.plies]


@pytest.mark.parametrize("name", registry.names())
def test_games_of_every_kind_can_be_reviewed(name: str) -> None:
    rules = registry.get(name)
    moves = played_by_engine(rules, 40)
    searcher = Searcher(rules, 1)
    for side in (0, 1):
        review = review_game(
            rules,
            moves,
            side,
            lambda game: searcher.search(game.position, game.key_history(), Limits(nodes=500)),
        )
        assert isinstance(review, GameReview)
        assert sum(phase.moves for phase in review.phases.values()) == len(moves[side::2])
        assert review.phases[OPENING].moves == min(OPENING_MOVES, len(moves[side::2]))
        assert set(review.phases) <= {OPENING, MIDDLEGAME, ENDING}
        assert all(0 <= phase.accuracy <= 100 for phase in review.phases.values())
