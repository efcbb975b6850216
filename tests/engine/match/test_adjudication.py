"""Adjudication: by the tablebase, or by the scores of both players."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine import rules
from engine.game.game import Game
from engine.match import texts
from engine.match.adjudication import AdjudicatedResult, Adjudication, Adjudicator, ScoreRule
from engine.rules import parse_position
from engine.search.limits import Score, SearchInfo
from engine.system.errors import UserError

CONGO = rules.get("congo")
LINE = ["d2d3", "d6d5", "g1f3", "g7f5", "c2c3", "c6c5"]


def message(cp: int, source: str = "search") -> SearchInfo:
    """Return a search result with a score."""
    return SearchInfo(1, 1, Score(cp), 1, 1, 1, (), source)


def verdicts(rule: Adjudication, infos: Iterable[SearchInfo | None]) -> list[AdjudicatedResult | None]:
    """Return the verdict after each move of `LINE` with these scores."""
    game, adjudicator, found = Game(CONGO), Adjudicator(rule), []
    for text, info in zip(LINE, infos, strict=False):
        side = game.position.side
        game.play(CONGO.parse_move(game.position, text))
        found.append(adjudicator.add(game, side, info))
    return found


def test_a_win_needs_both_players_scores_for_so_many_moves() -> None:
    rule = Adjudication(win=ScoreRule(300, 2))
    black = AdjudicatedResult(1, texts.ADJUDICATED_SCORES)
    scores = [-300, 310, -900, 400, -350]
    assert verdicts(rule, map(message, scores)) == [None, None, None, black, black]
    assert verdicts(rule, map(message, [-300, 310, -299, 400, -350])) == [None] * 5
    assert verdicts(rule, map(message, [-300, 310, 900, -400, 350]))[3:] == [None, None]


def test_a_win_after_no_moves_needs_a_side_that_leads() -> None:
    rule = Adjudication(win=ScoreRule(300, 0))
    black = AdjudicatedResult(1, texts.ADJUDICATED_SCORES)
    assert verdicts(rule, [None, *map(message, [10, -300])]) == [None, None, black]


def test_moves_without_a_score_reset_the_count() -> None:
    rule = Adjudication(win=ScoreRule(300, 1), draw=ScoreRule(10, 1))
    assert verdicts(rule, [message(-300), None, message(-300), None]) == [None] * 4
    assert verdicts(rule, [message(0), message(0, "book"), message(0)]) == [None] * 3


def test_draws_are_adjudicated_from_a_minimum_turn() -> None:
    drawn = AdjudicatedResult(None, texts.ADJUDICATED_SCORES)
    rule = Adjudication(draw=ScoreRule(10, 1, 3))
    assert verdicts(rule, map(message, [5, -10, 0, 0, 0])) == [None, None, None, drawn, drawn]


def test_the_tablebase_adjudicates() -> None:
    game = Game(CONGO, parse_position(CONGO, "3l3/7/7/7/7/7/2ZL3 w 1"))
    game.play(game.legal_moves()[0])
    verdict = Adjudicator(Adjudication(tablebase=True)).add(game, 0, None)
    assert verdict is not None
    assert verdict.reason == texts.ADJUDICATED_TABLEBASE
    assert Adjudicator(Adjudication()).add(game, 0, None) is None


@pytest.mark.parametrize(("clock", "is_adjudicated"), [(57, True), (58, False)])
def test_no_win_is_adjudicated_that_the_progress_limit_may_prevent(
    clock: int, is_adjudicated: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(CONGO, parse_position(CONGO, "3l3/7/7/6z/7/2L4/4C2 w 1"))  # won in 43 plies
    assert CONGO.facts.progress_limit == 100
    monkeypatch.setattr(Game, "progress_clock", clock)
    verdict = Adjudicator(Adjudication(tablebase=True)).add(game, 1, None)
    assert (verdict is not None) is is_adjudicated


def test_only_games_with_a_tablebase_are_adjudicated_by_it() -> None:
    Adjudication(tablebase=True).require_possible(CONGO)
    with pytest.raises(UserError, match="Konane has no endgame tablebase"):
        Adjudication(tablebase=True).require_possible(rules.get("konane"))


def test_the_tag_in_files() -> None:
    rule = Adjudication(True, ScoreRule(600, 4), ScoreRule(10, 8, 30))
    assert str(rule) == "tablebase, win 600 4, draw 10 8 30"
    assert str(Adjudication()) == ""
