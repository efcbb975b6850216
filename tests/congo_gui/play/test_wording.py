"""Formatting of moves, results, scores and counters."""

from __future__ import annotations

import pytest

from congo_gui.play import texts as session_texts
from congo_gui.play.wording import (
    bar_score,
    best_line,
    counters_text,
    effort_text,
    move_count,
    percent,
    ply_text,
    reason_shown,
    result_reason,
    result_sentence,
    result_title,
    score_text,
    search_line,
    short_score,
    signed,
    view_text,
)
from congo_gui.screens.shared.move_list import move_rows
from engine import rules as registry
from engine.game.game import Game
from engine.rules.bonzee.facts import NO_TOKENS
from engine.rules.congo.facts import BARE_LIONS, LION_CAPTURED
from engine.rules.values import FIRST, SECOND, Outcome, Reason
from engine.search.limits import Score, SearchInfo
from tests.congo_gui.driver import CONGO
from tests.engine.rules.games import EVERY_GAME_ENDS


@pytest.mark.parametrize(
    ("game", "written", "shown"),
    [
        ("congo", "100 plies without a capture, a drowning or a promotion", "100 turns in a row without "),
        ("minichess", "50 plies without a capture", "50 turns in a row without a capture"),
        ("bonzee", "all tokens of the other side were taken", "all tokens of the other side were captured"),
        ("konane", "the time was over", "time ran out"),
        ("conga", "the game was decided by hand", "the game was adjudicated"),
        ("conga", "agreed over tea", "agreed over tea"),
    ],
)
def test_stored_reasons_are_shown_in_plain_words(game: str, written: str, shown: str) -> None:
    assert reason_shown(registry.get(game), written).startswith(shown)


def test_bonzees_loser_has_no_tokens_left() -> None:
    bonzee = registry.get("bonzee")
    outcome = Outcome(FIRST, NO_TOKENS)
    assert result_sentence(bonzee, outcome) == "Green wins! Red has no tokens left."
    assert result_reason(bonzee, outcome, reader=SECOND) == "You have no tokens left."


@pytest.mark.parametrize(
    ("fen", "move", "text"),
    [
        ("gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 1", "d2d3", "d2d3"),
        ("3l3/7/7/7/1p5/P6/3L3 w 1", "a2b3", "a2b3 ×"),
        ("7/4l2/7/4c2/7/2p4/1M1L3 w 1", "b1d3f5d7", "b1d3f5d7 ×3"),
        ("3l3/7/7/2P4/7/P6/3L3 w 1", "a2a3", "a2a3 ~"),
        ("3l3/7/7/2P1P2/7/P6/3L3 w 1", "a2a3", "a2a3 ~2"),
        ("3l3/P6/7/7/7/7/3L3 w 1", "a6a7", "a6a7 =S"),
    ],
)
def test_moves_are_described(fen: str, move: str, text: str) -> None:
    game = Game(CONGO, CONGO.notation.parse(fen))
    assert ply_text(game.play(CONGO.parse_move(game.position, move))) == text


@pytest.mark.parametrize(
    ("outcome", "title", "reason"),
    [
        (Outcome(0, LION_CAPTURED), "White wins!", "Black's lion was captured."),
        (Outcome(1, Reason.NO_MOVES), "Black wins!", "White has no legal move."),
        (Outcome(1, Reason.RESIGNATION), "Black wins!", "White resigned."),
        (Outcome(None, BARE_LIONS), "A draw", "Only the two lions are left."),
        (Outcome(None, Reason.REPETITION), "A draw", "The same position occurred for the third time."),
    ],
)
def test_results(outcome: Outcome, title: str, reason: str) -> None:
    assert result_title(CONGO, outcome) == title
    assert result_reason(CONGO, outcome) == reason


def test_a_result_in_one_line() -> None:
    drawn, won = Outcome(None, BARE_LIONS), Outcome(0, LION_CAPTURED)
    assert result_sentence(CONGO, drawn) == "A draw: only the two lions are left."
    assert result_sentence(CONGO, won) == "White wins! Black's lion was captured."


@pytest.mark.parametrize("reason", [*EVERY_GAME_ENDS, *CONGO.facts.ends], ids=lambda reason: reason.value)
@pytest.mark.parametrize("winner", [0, 1, None])
def test_every_result_has_a_sentence(reason: Reason, winner: int | None) -> None:
    sentence = result_reason(CONGO, Outcome(winner, reason))
    assert sentence[0].isupper() or sentence[0].isdigit()
    assert sentence.endswith(".")


@pytest.mark.parametrize(
    ("score", "side", "text"),
    [
        (Score(0), 0, "about even (0.00)"),
        (Score(20), 0, "about even (+0.20)"),
        (Score(-20), 0, "about even (−0.20)"),
        (Score(90), 0, "White is slightly better (+0.90)"),
        (Score(90), 1, "Black is slightly better (−0.90)"),
        (Score(-250), 0, "Black is better (−2.50)"),
        (Score(-500), 1, "White is much better (+5.00)"),
        (Score(20), 1, "about even (−0.20)"),
        (Score(1200), 0, "White is winning (+12.00)"),
        (Score(0, 3), 1, "Black wins in 3 moves"),
        (Score(0, -2), 1, "White wins in 2 moves"),
        (Score(0, 1), 0, "White wins in 1 move"),
    ],
)
def test_scores_in_words(score: Score, side: int, text: str) -> None:
    assert score_text(CONGO, score, side) == text


@pytest.mark.parametrize(
    ("score", "side", "short", "bar"),
    [
        (Score(0, 1), 0, "#1", "#1"),
        (Score(0, 2), 1, "−#2", "−#2"),
        (Score(0, -3), 1, "#3", "#3"),
        (Score(-4), 0, "−0.04", "0.0"),
        (Score(4), 0, "+0.04", "0.0"),
        (Score(60), 1, "−0.60", "−0.6"),
        (Score(-1072), 0, "−10.72", "−11"),
    ],
)
def test_scores_and_wins_are_written_alike_everywhere(score: Score, side: int, short: str, bar: str) -> None:
    assert (short_score(score, side), bar_score(score, side)) == (short, bar)


def test_a_share_has_no_blank_before_its_percent_sign() -> None:
    assert percent(0.336) == "34%"


def test_search_effort_text() -> None:
    def effort(nodes: int, milliseconds: int) -> str:
        return effort_text(SearchInfo(1, 1, Score(0), nodes, 1, milliseconds, ()))

    assert effort(1, 0) == "1 position in 0.00\N{NO-BREAK SPACE}s"
    assert effort(207_629, 49) == "207,629 positions in 0.05\N{NO-BREAK SPACE}s"
    assert effort(3_665_899, 12_340) == "3.7\N{NO-BREAK SPACE}M positions in 12.34\N{NO-BREAK SPACE}s"


def test_a_search_in_a_line() -> None:
    moves = CONGO.legal_moves(CONGO.start())[:2]
    info = SearchInfo(9, 12, Score(35), 1000, 5_200_000, 20, moves)
    assert (
        search_line(CONGO, info, 0)
        == "Depth 9 · about even (+0.35) · 1,000 positions in 0.02\N{NO-BREAK SPACE}s"
    )
    assert best_line(info) == f"Best line: {moves[0].text} {moves[1].text}"
    assert best_line(SearchInfo(1, 1, Score(0), 1, 1, 1, ())) == ""


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score(29_000, 9), "Tablebase: Black wins in 9 moves"),
        (Score(-29_000, -9), "Tablebase: White wins in 9 moves"),
        (Score(0), "Tablebase: draw"),
    ],
)
def test_tablebase_result_is_shown(score: Score, text: str) -> None:
    info = SearchInfo(17, 17, score, 0, 0, 0, CONGO.legal_moves(CONGO.start())[:1], source="tablebase")
    assert search_line(CONGO, info, 1) == text


def test_the_opening_book_is_named_without_a_line_to_follow() -> None:
    info = SearchInfo(0, 0, Score(0), 0, 0, 0, CONGO.legal_moves(CONGO.start())[:1], source="book")
    assert search_line(CONGO, info, 0) == session_texts.FROM_BOOK
    assert best_line(info) == ""


def test_draw_counters_show_when_they_matter() -> None:
    assert counters_text(CONGO, 1, (19, 100), short=False) == ""
    assert counters_text(CONGO, 2, (10, 100), short=False) == "Repetition 2 of 3"
    assert counters_text(CONGO, 1, (20, 100), short=False) == "Quiet turns 20 of 100"
    assert counters_text(CONGO, 2, (99, 100), short=True) == "rep. 2 of 3 · quiet 99 of 100"
    assert counters_text(CONGO, 1, (0, 0), short=False) == ""


@pytest.mark.parametrize(
    ("name", "fen", "words"),
    [
        ("bonzee", "9/9/3rg1r2/9/9 g 3", ""),
        ("bonzee", "9/9/3rg1r2/9/9 g 4", "Quiet turns 4 of 10"),
        ("minichess", "3K3/7/7/7/7/7/3k3 w 19 30", ""),
        ("minichess", "3K3/7/7/7/7/7/3k3 w 20 30", "Quiet turns 20 of 50"),
        ("konane", "startpos", ""),
    ],
)
def test_a_counter_that_belongs_to_the_position_shows_too(name: str, fen: str, words: str) -> None:
    rules = registry.get(name)
    game = Game(rules, registry.parse_position(rules, fen))
    assert counters_text(rules, game.repetitions, game.quiet_plies, short=False) == words


def test_rows_of_a_game_started_by_white() -> None:
    rows = move_rows(["a", "b", "c"], 0, 1)
    assert [(row.number, row.texts, row.cursors) for row in rows] == [
        ("1.", ("a", "b"), (1, 2)),
        ("2.", ("c", ""), (3, None)),
    ]


def test_rows_of_a_game_started_by_black() -> None:
    rows = move_rows(["a", "b"], 1, 7)
    assert [(row.number, row.texts, row.cursors) for row in rows] == [
        ("7.", ("…", "a"), (None, 1)),
        ("8.", ("b", ""), (2, None)),
    ]
    assert move_rows([], 1, 7) == ()


@pytest.mark.parametrize(
    ("score", "side", "text"),
    [
        (Score(35), 0, "+0.3"),
        (Score(-120), 1, "+1.2"),
        (Score(2060), 1, "−21"),
        (Score(0), 1, "0.0"),
        (Score(29_000, 3), 0, "#3"),
        (Score(29_000, 3), 1, "−#3"),
        (Score(994), FIRST, "+9.9"),
        (Score(995), FIRST, "+10"),
        (Score(1072), SECOND, "−11"),
    ],
)
def test_the_score_in_the_bar_is_the_first_sides(score: Score, side: int, text: str) -> None:
    assert bar_score(score, side) == text


def test_scores_are_shown_with_two_decimals() -> None:
    assert [signed(value) for value in (35, -120, 0)] == ["+0.35", "−1.20", "0.00"]


def test_scores_are_in_pawns_in_games_with_pawns() -> None:
    units = {name: view_text(registry.get(name)) for name in registry.names()}
    assert units["congo"] == "Scores in pawns: + favours White, − Black"
    assert units["bonzee"] == "Scores in points: + favours Green, − Red"
    assert {name for name, text in units.items() if "pawns" in text} == {"congo", "minichess"}


def test_moves_are_counted_as_in_chess() -> None:
    assert [move_count(plies) for plies in range(5)] == [0, 1, 1, 2, 2]
