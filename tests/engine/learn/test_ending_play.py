"""Judging moves of an ending, the defence, and the draws that belong to a game."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from engine import rules as registry
from engine.learn import texts
from engine.learn.ending_play import EndingPlay, MoveQuality
from engine.learn.endings import EndingGoal, EndingQuery, endings_of, find_endings
from engine.rules.values import Position
from tests.engine import naive_congo as naive

CONGO = registry.get("congo")
TABLEBASE = endings_of(CONGO)
LONGEST = "3l3/7/7/6z/7/2L4/4C2 w 1"


def endings(goal: EndingGoal, count: int, distance: int | None = None, seed: int = 1) -> list[Position]:
    query = EndingQuery(goal, distance=distance)
    return list(islice(find_endings(CONGO, TABLEBASE, query, Random(seed)), count))


def play_of(fen: str) -> EndingPlay:
    return EndingPlay(CONGO, TABLEBASE, CONGO.notation.parse(fen))


def play(ending: EndingPlay, *moves: str) -> None:
    for text in moves:
        ending.game.play(CONGO.parse_move(ending.position, text))


# --- an independent calculation


def naive_score(position: naive.NaiveCongoPosition, depth: int) -> int:
    """Return the score for the side to move: 1000 minus the plies to a win, the opposite for a loss, else 0.

    `depth` plies by the naive rules, then the tablebase.
    """
    result = naive.lions_result(position.board)
    if result is not None:
        return 0 if result == "draw" else 1000 if result == position.side else -1000
    if depth == 0:
        value = TABLEBASE.probe(CONGO, CONGO.notation.parse(naive.format_position(position)))
        assert value is not None
        return value.rank
    scores = [-naive_score(naive.play(position, move), depth - 1) for move in naive.legal_moves(position)]
    best = max(scores, default=-1000)
    return best - (best > 0) + (best < 0)


def expected_sentence(best: int, score: int) -> str:
    """Return the expected sentence about a move with this score if the best move has score `best`."""
    if score == best:
        return texts.BEST_WIN if best > 0 else texts.BEST_LOSS if best < 0 else texts.STILL_DRAWN
    if score > 0:
        return texts.still_winning((best - score) // 2)
    if best < 0:
        return texts.loses_sooner((best - score) // 2)
    if score == 0:
        return texts.WIN_TO_DRAW
    return texts.WIN_TO_LOSS if best > 0 else texts.DRAW_TO_LOSS


@pytest.mark.parametrize("goal", EndingGoal)
def test_every_judgement_follows_from_the_naive_rules(goal: EndingGoal) -> None:
    for position in endings(goal, 12):
        fen = CONGO.notation.format(position)
        before = naive.parse(fen)
        scores = {}
        for move in CONGO.legal_moves(position):
            after = naive.parse(CONGO.notation.format(CONGO.play(position, move)))
            assert after in [naive.play(before, each) for each in naive.legal_moves(before)]
            score = -naive_score(after, 1)
            scores[move] = score - (score > 0) + (score < 0)
        ending = EndingPlay(CONGO, TABLEBASE, position)
        for move, score in scores.items():
            judged = ending.judge(move)
            assert judged.describe() == expected_sentence(max(scores.values()), score), f"{fen} {move}"


def test_short_wins_are_wins_by_the_naive_rules_alone() -> None:
    for position in endings(EndingGoal.WIN, 4, distance=3):
        assert naive_score(naive.parse(CONGO.notation.format(position)), 3) == 997


# --- play-outs


@pytest.mark.parametrize("distance", [3, 9, 15, 27, 43])
def test_best_play_wins_in_exactly_the_optimum(distance: int) -> None:
    for position in endings(EndingGoal.WIN, 4, distance):
        ending = EndingPlay(CONGO, TABLEBASE, position)
        assert len(ending.best_line()) == distance
        for left in range(distance, 0, -1):
            assert ending.value.plies == left
            ending.game.play(ending.reply())
        assert ending.game.outcome is not None
        assert ending.game.outcome.winner == 0


def test_the_defence_never_shortens_the_win() -> None:
    rng = Random(5)
    for position in endings(EndingGoal.WIN, 12):
        ending = EndingPlay(CONGO, TABLEBASE, position)
        for _ in range(15):
            winning = [move for move, value in ending.moves() if value.wins]
            if not winning:
                break
            ending.game.play(rng.choice(winning))
            if ending.game.outcome is not None:
                break
            before = TABLEBASE.probe(CONGO, ending.position)
            ending.game.play(ending.reply())
            if ending.game.outcome is not None:
                break  # the player let positions repeat: a draw
            after = TABLEBASE.probe(CONGO, ending.position)
            assert before is not None
            assert after is not None
            assert after.plies == before.plies - 1


def test_the_defence_leaves_few_good_moves() -> None:
    for position in endings(EndingGoal.WIN, 10, distance=11):
        ending = EndingPlay(CONGO, TABLEBASE, position)
        ending.game.play(ending.reply())
        choices = {}
        ranked = TABLEBASE.ranked_moves(CONGO, ending.position)
        for move, value in ranked:
            if value == ranked[0][1]:
                replies = [
                    each for _, each in TABLEBASE.ranked_moves(CONGO, CONGO.play(ending.position, move))
                ]
                choices[move] = sum(each.wins for each in replies) / len(replies)
        assert choices[ending.reply()] == min(choices.values())


def test_a_drawn_ending_is_not_lost_by_the_other_side() -> None:
    for position in endings(EndingGoal.HOLD, 5):
        ending = EndingPlay(CONGO, TABLEBASE, position)
        while ending.game.outcome is None:
            assert ending.value.plies == 0
            ending.game.play(ending.reply())
        assert ending.game.outcome.winner is None


def test_a_lost_ending_is_lost_as_late_as_possible() -> None:
    for position in endings(EndingGoal.RESIST, 3, distance=20):
        line = EndingPlay(CONGO, TABLEBASE, position).best_line()
        assert len(line) == 20


def test_one_move_shows_how_to_hold() -> None:
    (position,) = endings(EndingGoal.HOLD, 1)
    (move,) = EndingPlay(CONGO, TABLEBASE, position).best_line()
    assert EndingPlay(CONGO, TABLEBASE, position).judge(move).quality is MoveQuality.BEST


# --- draws of the game

SHUFFLE = ("c1c2", "e7e6", "c2c1", "e6e7")


def test_a_move_that_lets_the_position_repeat_lets_the_win_go() -> None:
    ending = play_of("4l2/7/Z6/7/7/7/2L4 w 1")
    back = CONGO.parse_move(CONGO.notation.parse("7/4l2/Z6/7/7/2L4/7 w 1"), "c2c1")
    play(ending, *SHUFFLE[:2])
    assert ending.judge(back).value.wins
    play(ending, *SHUFFLE[2:], *SHUFFLE[:2])
    judged = ending.judge(back)
    assert judged.best.wins
    assert judged.quality is MoveQuality.TO_DRAW
    play(ending, "c2c1")
    assert ending.reply().text == "e6e7"
    play(ending, "e6e7")
    assert ending.game.outcome is not None
    assert ending.moves() == ()
    assert ending.value.plies == 0


def test_a_win_may_come_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    ending = play_of(LONGEST)
    assert not ending.is_cursed
    monkeypatch.setattr(type(CONGO), "facts", replace(CONGO.facts, progress_limit=20))
    assert ending.is_cursed
    assert not play_of("4l2/7/Z6/7/7/7/2L4 w 1").is_cursed


def test_the_last_ply_without_progress_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    ending = play_of("4l2/7/Z6/7/7/7/2L4 w 1")
    play(ending, *SHUFFLE)
    monkeypatch.setattr(type(CONGO), "facts", replace(CONGO.facts, progress_limit=5))
    assert {value.plies for _, value in ending.moves()} == {0}


def test_an_illegal_move_is_not_judged() -> None:
    ending = play_of(LONGEST)
    with pytest.raises(KeyError):
        ending.judge(CONGO.legal_moves(CONGO.start())[0])
