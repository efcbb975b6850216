"""Model games: legal to the end, commented, and with marks that a search confirms."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import rules
from engine.learn.model_games import NAG_EVEN, NAG_FIRST_WINS, NAG_MISTAKE, NAG_SECOND_WINS, model_games_of
from engine.record.record import GameRecord, GameResult
from engine.research.model_game_check import problem
from tests.engine.rules.games import NAMES

CONGO = rules.get("congo")
GAMES = model_games_of(CONGO)
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.event for game in GAMES])


def is_ending(game: GameRecord) -> bool:
    """Return whether a game begins with an ending; both sides may then play without a mistake."""
    return game.start != CONGO.start()


def test_only_congo_has_model_games() -> None:
    assert [name for name in NAMES if model_games_of(rules.get(name))] == ["congo"]
    assert len({game.event for game in GAMES}) == len(GAMES) == 11


@every_game
def test_a_game_is_legal_decided_and_commented(game: GameRecord) -> None:
    outcome = game.replay().outcome
    assert outcome is not None
    assert game.result is GameResult.of(outcome)
    assert 25 <= len(game.moves) <= 80
    comments = [recorded.comment for recorded in game.moves if recorded.comment]
    assert 3 <= len(comments) <= 15
    for comment in (game.comment, *comments):
        assert comment.endswith(".")
        assert len(comment) <= 230
    assert game.moves[-1].comment
    marks = {nag for recorded in game.moves for nag in recorded.nags}
    assert NAG_MISTAKE in marks or is_ending(game)
    assert marks <= {NAG_MISTAKE, NAG_EVEN, NAG_FIRST_WINS, NAG_SECOND_WINS}


def test_a_wrong_mark_is_found() -> None:
    game = GAMES[0]
    winning = next(at for at, recorded in enumerate(game.moves) if NAG_FIRST_WINS in recorded.nags)
    bare = tuple(replace(recorded, nags=()) for recorded in game.moves)
    for nag in (NAG_EVEN, NAG_SECOND_WINS):
        moves = (*bare[:winning], replace(bare[winning], nags=(nag,)), *bare[winning + 1 :])
        assert game.moves[winning].move.text in problem(20_000, replace(game, moves=moves))


@pytest.mark.slow
@every_game
def test_the_marks_are_confirmed(game: GameRecord) -> None:
    assert not problem(1_000_000, game)
