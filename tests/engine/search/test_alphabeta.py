"""Alpha-beta and its improvements against plain minimax, and minimax against one written in Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest

from engine.compiled.jit import int64
from engine.game.game import Game, KeyHistory
from engine.rules.core import DRAWN, LOST, ONGOING, WON
from engine.rules.facts import Facts
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.search import alphabeta
from engine.search import searcher as searching
from engine.search.evaluation import static_eval_of_record
from engine.search.limits import ALPHA_BETA, Limits, SearchInfo, SearchOptions
from engine.search.margins import RANGES
from engine.search.searcher import Searcher
from engine.search.state import MAX_GAME_HISTORY, WIN
from tests.engine.game.quiet_games import quiet_game
from tests.engine.rules.congo.support import CONGO, place
from tests.engine.search.support import (
    NO_KEY_HISTORY,
    PRESERVING,
    TIMELESS,
    WINS,
    Timeless,
    benchmark,
    fens,
    only,
    random_positions,
    run,
    searcher,
    without,
)

ORDERED = tuple(
    ("ordering", *more) for count in range(4) for more in combinations(("killers", "history", "pvs"), count)
)
SUBSETS = (("pvs",), *ORDERED)
"""What can be switched on beside plain alpha-beta; killers and history mean nothing without ordering."""


BARE_ENDINGS = ("Lc1 le7 Pa1 pa7", "Ld1 ld7 Pa6 pg2", "Lc3 le6 Za4", "Lc1 lc5 ed4 Pb4", "Le2 lc6 cd4 Cd3")


def fixed(position: Position, depth: int, options: SearchOptions, timeless: bool = False) -> int:
    """Return the score of one depth of alpha-beta."""
    shared = searcher(timeless)
    shared.clear_stop()
    info = shared.fixed_depth(position, NO_KEY_HISTORY, depth, options)
    assert info is not None
    return info.score.cp


@cache
def minimax(
    position: Position, depth: int, history: KeyHistory = NO_KEY_HISTORY, timeless: bool = False
) -> int:
    """Return the score of minimax."""
    shared = searcher(timeless)
    shared.clear_stop()
    info = shared.minimax(position, history, depth)
    assert info is not None
    return info.score.cp


def python_minimax(game: Rules, line: list[Position], quiet: list[int], depth: int) -> int:
    """Return minimax's score of the last position of the line, computed only with `Rules`.

    `quiet` holds the quiet plies before each position. The line begins at the root.
    """
    position, ply = line[-1], len(line) - 1
    result = game.core().terminal_result(position.record)
    if result != ONGOING:
        return {LOST: ply - WIN, DRAWN: 0, WON: WIN - ply}[result]
    if ply and (
        (game.facts.repetitions and position in line[:-1]) or quiet[-1] >= (game.facts.progress_limit or 1000)
    ):
        return 0 if game.legal_moves(position) else ply - WIN
    if depth == 0:
        return static_eval_of_record(game, position.record)
    best = ply - WIN  # no legal move loses
    for move in game.legal_moves(position):
        progress = game.transition(position, move).progress
        below = [*line, game.play(position, move)]
        best = max(best, -python_minimax(game, below, [*quiet, 0 if progress else quiet[-1] + 1], depth - 1))
    return best


# --- minimax is what it should be


def test_minimax_at_depth_one_is_the_best_child_evaluation() -> None:
    for position in (*fens()[::2], *random_positions(60)[::4]):
        assert minimax(position, 1) == python_minimax(CONGO, [position], [0], 1), CONGO.notation.format(
            position
        )


def test_minimax_at_depth_two_matches_a_reference_in_python() -> None:
    for position in (*fens()[::12], *random_positions(6)):
        assert minimax(position, 2) == python_minimax(CONGO, [position], [0], 2), CONGO.notation.format(
            position
        )


@pytest.mark.parametrize("layout", BARE_ENDINGS[:3])
def test_minimax_at_depth_four_with_repetitions_below_the_root(layout: str) -> None:
    position = place(layout)
    assert minimax(position, 4) == python_minimax(CONGO, [position], [0], 4)


@pytest.mark.parametrize("quiet", [96, 97, 98, 99])
def test_minimax_counts_the_quiet_plies(quiet: int) -> None:
    game = quiet_game(quiet, "Ea1 pa3")
    line = [game.position]
    # The lions' tours repeat nothing, so that the past counts for nothing but its length.
    assert minimax(game.position, 3, game.key_history()) == python_minimax(CONGO, line, [quiet], 3)


def test_minimax_reports_a_best_move_and_the_nodes_of_the_whole_tree() -> None:
    shared = searcher()
    shared.clear_stop()
    info = shared.minimax(CONGO.start(), NO_KEY_HISTORY, 3)
    assert info is not None
    assert info.nodes == 24 + 576 + 14332
    scores = {m.text: -minimax(CONGO.play(CONGO.start(), m), 2) for m in CONGO.legal_moves(CONGO.start())}
    assert info.score.cp == max(scores.values()) == scores[info.pv[0].text]


# --- alpha-beta without quiescence is minimax


def assert_minimax_scores(
    positions: Iterable[Position], depths: Sequence[int], *options: SearchOptions
) -> None:
    for position in positions:
        for depth in depths:
            expected = minimax(position, depth)
            for option in options:
                assert fixed(position, depth, option) == expected, (
                    CONGO.notation.format(position),
                    depth,
                    option.without,
                )


@pytest.mark.thorough
def test_plain_alpha_beta_has_the_score_of_minimax() -> None:
    assert_minimax_scores((*benchmark(), *fens(), *random_positions(60)), (1, 2, 3), ALPHA_BETA)


@pytest.mark.parametrize("features", SUBSETS, ids="+".join)
def test_every_improvement_keeps_the_score_of_minimax(features: tuple[str, ...]) -> None:
    assert_minimax_scores(
        (*benchmark()[::2], *fens()[::2], *random_positions(60)[::2]), (2, 3), only(*features)
    )


@pytest.mark.thorough
def test_all_improvements_keep_the_score_of_minimax_at_depth_four() -> None:
    endings = [place(layout, side) for layout in BARE_ENDINGS for side in "wb"]
    few = (*benchmark()[::4], *fens()[::12], *random_positions(60)[::6], *endings)
    assert_minimax_scores(few, (4,), ALPHA_BETA, only(*ORDERED[-1]))


def test_deepening_keeps_the_score_of_minimax() -> None:
    for position in (*benchmark()[::3], *fens()[::8]):
        info = run(position, options=only(*PRESERVING), depth=3)
        assert info is not None
        assert info.score.cp == minimax(position, 3), CONGO.notation.format(position)


def test_narrow_windows_round_the_last_score_keep_the_score_of_minimax() -> None:
    # The narrowest windows, so that most of them have to be widened.
    narrow = (("aspiration", RANGES["aspiration"][0]),)
    endings = [place(layout, side) for layout in BARE_ENDINGS for side in "wb"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searching, "ASPIRATION_DEPTH", 2)
        for features in (PRESERVING, ("aspiration",), ("aspiration", "pvs"), ("aspiration", "ordering")):
            for position in (*benchmark()[::4], *random_positions(60)[::8], *endings):
                info = run(position, options=replace(only(*features), margins=narrow), depth=3)
                assert info is not None
                assert info.score.cp == minimax(position, 3), (CONGO.notation.format(position), features)


def test_alpha_beta_searches_fewer_nodes_than_minimax_and_ordering_fewer_still() -> None:
    def nodes(*features: str) -> int:
        total = 0
        for position in benchmark():
            fixed(position, 4, only(*features))
            total += searcher().nodes
        return total

    fixed(CONGO.start(), 4, ALPHA_BETA)
    assert searcher().nodes < (24 + 576 + 14332 + 356456) // 4
    assert nodes("ordering", "killers", "history") < nodes("ordering") < nodes() // 2


def test_bounds_are_on_the_right_side() -> None:
    shared = searcher()
    for position in (*benchmark()[::3], *random_positions(30)[::3]):
        depth = 3
        true = fixed(position, depth, only("ordering", "killers", "history", "pvs", "quiescence"))
        state = shared._state
        for alpha in (true - 60, true - 1, true, true + 45):
            arguments = (int64(0), int64(depth), int64(alpha), int64(alpha + 1))
            found = int(alphabeta.search(state, *arguments))
            assert (found <= alpha) == (true <= alpha), CONGO.notation.format(position)
            assert found >= true if found <= alpha else found <= true


# --- the table


def test_the_table_changes_no_score_where_only_equal_depths_count() -> None:
    full = only("ordering", "table", "killers", "history", "pvs", exact_depth=True)
    searcher(timeless=True).clear()
    for position in (*benchmark(), *fens()[::3], *random_positions(60)[::2]):
        for depth in (1, 2, 3):
            expected = minimax(position, depth, timeless=True)
            assert fixed(position, depth, full, timeless=True) == expected, (
                TIMELESS.notation.format(position),
                depth,
            )


@pytest.mark.parametrize("layout", BARE_ENDINGS)
def test_the_table_changes_no_score_of_an_ending_full_of_transpositions(layout: str) -> None:
    full = only("ordering", "table", "killers", "history", "pvs", exact_depth=True)
    searcher(timeless=True).clear()
    position = place(layout)
    for depth in (1, 2, 3, 4, 5):
        bare = fixed(position, depth, only("ordering", "killers", "pvs"), timeless=True)
        assert fixed(position, depth, full, timeless=True) == bare


def test_the_table_changes_no_score_with_quiescence() -> None:
    with_table = only(*PRESERVING, "quiescence", "see", "table", "tablebase", exact_depth=True)
    no_table = only(*PRESERVING, "quiescence", "see", "tablebase")
    searcher(timeless=True).clear()
    for position in (*benchmark(), *fens()[::4], *random_positions(60)[::3]):
        for depth in (2, 4):
            bare = fixed(position, depth, no_table, timeless=True)
            assert fixed(position, depth, with_table, timeless=True) == bare, CONGO.notation.format(position)


def test_table_entries_of_other_depths_change_no_exact_score() -> None:
    with_table = only(*PRESERVING, "quiescence", "see", "table", "tablebase", exact_depth=True)
    for position in benchmark()[::3]:
        shared = searcher(timeless=True)
        shared.clear()
        first = [fixed(position, depth, with_table, timeless=True) for depth in (2, 3, 4)]
        again = [fixed(position, depth, with_table, timeless=True) for depth in (4, 3, 2)]
        assert first == again[::-1]


def test_the_table_saves_nodes() -> None:
    sound = only(*PRESERVING, "quiescence"), only(*PRESERVING, "quiescence", "table")
    for position in benchmark()[::4]:
        bare, helped = (run(position, options=options, depth=5) for options in sound)
        assert bare is not None
        assert helped is not None
        assert helped.nodes < bare.nodes


# --- wins by their distance


@pytest.mark.parametrize(("moves", "fen"), WINS)
def test_wins_and_losses_are_counted_in_the_moves_of_the_winner(moves: int, fen: str) -> None:
    position = CONGO.notation.parse(fen)
    plies = 2 * abs(moves) - (1 if moves > 0 else 0)
    proven = minimax(position, plies)
    assert proven == (WIN - plies if moves > 0 else plies - WIN)
    assert plies == 1 or abs(minimax(position, plies - 1)) < WIN - 100  # nothing faster
    for options in (SearchOptions(), ALPHA_BETA, without("table")):
        info = run(position, options=options, depth=plies + 2)
        assert info is not None
        assert (info.score.mate, info.score.cp) == (moves, proven)
        assert len(info.pv) == plies
        assert info.depth <= plies  # and then it stops: nothing is to be found beyond


def test_a_line_of_a_win_ends_with_the_capture_of_the_lion() -> None:
    for moves, fen in WINS:
        position = CONGO.notation.parse(fen)
        info = run(position, depth=6)
        assert info is not None
        for move in info.pv:
            position = CONGO.play(position, move)
        outcome = CONGO.outcome(position)
        assert outcome is not None
        assert (outcome.winner == CONGO.notation.parse(fen).side) == (moves > 0)


@pytest.mark.parametrize("options", [SearchOptions(multipv=100), replace(ALPHA_BETA, multipv=100)])
def test_a_side_without_moves_has_lost(options: SearchOptions) -> None:
    # The superpawn's step to a5 takes the last square that a monkey could land on.
    position = CONGO.notation.parse("7/s6/1sslsss/ccccccc/MMMMLMM/PPPPPPP/7 b 1")
    lines: dict[str, SearchInfo] = {}
    shared = searcher()
    shared.clear_stop()
    shared.search(
        position,
        NO_KEY_HISTORY,
        Limits(depth=2),
        options,
        report=lambda info: lines.update({info.pv[0].text: info}),
    )
    assert lines["a6a5"].score.mate == 1
    assert len(lines["a6a5"].pv) == 1
    assert lines["a6b6"].score.mate != 1


# --- the draws that belong to a game


def shuffled(layout: str, cut: int) -> Game:
    """Return a game in which the lions have moved back and forth twice, without the last `cut` plies."""
    game = Game(CONGO, place(layout))
    shuffle = ["c1c2", "e7e6", "c2c1", "e6e7"] * 2
    for text in shuffle[: len(shuffle) - cut]:
        game.play(CONGO.parse_move(game.position, text))
    return game


def search_game(game: Game, depth: int, options: SearchOptions | None = None) -> SearchInfo:
    info = run(game.position, game.key_history(), options, depth=depth)
    assert info is not None
    return info


ALL_WAYS_TO_SEARCH = [SearchOptions(), without("table"), ALPHA_BETA]


@pytest.mark.parametrize("options", ALL_WAYS_TO_SEARCH)
def test_a_lost_side_takes_the_third_occurrence(options: SearchOptions) -> None:
    game = shuffled("Lc1 le7 Ca1 Ea2 Gb1 pa7", cut=1)
    info = search_game(game, 4, options)
    assert (str(info.pv[0]), info.score.cp) == ("e6e7", 0)
    fresh = run(game.position, NO_KEY_HISTORY, options, depth=4)
    assert fresh is not None
    assert fresh.score.cp < -300


@pytest.mark.parametrize("options", ALL_WAYS_TO_SEARCH)
def test_a_winning_side_avoids_the_third_occurrence(options: SearchOptions) -> None:
    # After c2c1 the other side would come back to the start for the third time.
    game = shuffled("Lc1 le7 Ca1 Ea2 Gb1 pa7", cut=2)
    info = search_game(game, 4, options)
    assert str(info.pv[0]) != "c2c1"
    assert info.score.cp > 300


def test_one_earlier_occurrence_is_not_yet_a_draw() -> None:
    # Before the root the position stood once; to return to it makes it the second time, not the third.
    game = Game(CONGO, place("Lc1 le7 Ca1 Ea2 Gb1 pa7"))
    for text in ("c1c2", "e7e6", "c2c1"):
        game.play(CONGO.parse_move(game.position, text))
    assert search_game(game, 1, ALPHA_BETA).score.cp < -300


def test_repetition_below_the_root_is_a_draw() -> None:
    # Black has nothing but its lion, White nothing but a guarded draw: depth 4 sees the circle close.
    position = place("Lc1 le7 Pa1 pa7")
    with_rule, rules_off = minimax(position, 4), minimax(position, 4, timeless=True)
    assert with_rule == python_minimax(CONGO, [position], [0], 4)
    assert rules_off == python_minimax(TIMELESS, [position], [0], 4)


def test_other_positions_of_the_past_are_no_repetition() -> None:
    game = shuffled("Lc1 le7 Ca1 Ea2 Gb1 pa7", cut=1)
    strangers = KeyHistory(tuple(key ^ 1 for key in game.key_history().keys))
    info = run(game.position, strangers, depth=4)
    assert info is not None
    assert info.score.cp < -300


@pytest.mark.parametrize("options", ALL_WAYS_TO_SEARCH)
def test_after_99_quiet_plies_only_progress_avoids_the_draw(options: SearchOptions) -> None:
    game = quiet_game(99, "Ca1 Ea2 pa7")  # Black to move, a pawn against half an army, and nothing to take
    assert search_game(game, 3, options).score.cp == 0


@pytest.mark.parametrize("options", ALL_WAYS_TO_SEARCH)
def test_after_98_quiet_plies_the_winning_side_captures(options: SearchOptions) -> None:
    game = quiet_game(98, "Ca1 Ea2 pa3 eg7")
    info = search_game(game, 3, options)
    assert info.score.cp > 200
    ply = game.play(info.pv[0])
    assert ply.transition.progress


@pytest.mark.parametrize("quiet", [95, 96, 97, 98, 99])
def test_agrees_with_minimax_close_to_the_progress_limit(quiet: int) -> None:
    game = quiet_game(quiet, "Ca1 pa6 ed4 Pb4")
    expected = minimax(game.position, 4, game.key_history())
    bare = only(*PRESERVING)
    assert search_game(game, 4, bare).score.cp == expected
    assert search_game(game, 4, ALPHA_BETA).score.cp == expected


def test_a_win_on_the_hundredth_ply_counts() -> None:
    game = quiet_game(99, "Pa1 zb5")
    info = search_game(game, 3)
    assert (str(info.pv[0]), info.score.mate) == ("b5c3", 1)


def test_table_entries_do_not_hide_the_progress_limit() -> None:
    # Black can take an elephant and still lose, or wait: White cannot stop three more quiet plies.
    game = quiet_game(97, "Ca1 Ea2 Ga3 Ef3 zg5")
    shared = searcher()
    shared.clear_stop()
    shared.clear()
    far = shared.search(game.position, NO_KEY_HISTORY, Limits(depth=6))
    near = shared.search(game.position, game.key_history(), Limits(depth=6))
    assert far is not None
    assert near is not None
    assert far.score.cp < -200
    assert near.score.cp == 0


def test_a_win_in_the_table_that_the_progress_limit_forbids_is_not_announced() -> None:
    position = CONGO.notation.parse("4l2/3p3/7/7/7/1GL4/2Z4 w 1")
    shared = searcher()
    shared.clear_stop()
    shared.clear()
    far = shared.search(position, NO_KEY_HISTORY, Limits(nodes=60_000))
    near = shared.search(position, KeyHistory(tuple(range(1, 95))), Limits(depth=3))
    assert far is not None
    assert near is not None
    assert far.score.mate is not None
    assert near.score.mate is None


def test_a_won_ending_is_won_and_not_repeated() -> None:
    game = Game(CONGO, place("Ld1 ld7 Ca1 Sb2"))
    for _ in range(120):
        if game.outcome:
            break
        if game.position.side == 0:
            game.play(search_game(game, 6).pv[0])
        else:
            game.play(search_game(game, 3).pv[0])
    assert game.outcome is not None
    assert game.outcome.winner == 0


class Unhurried(Timeless):
    """Congo with only the repetition rule, so that games can be long."""

    @property
    def facts(self) -> Facts:
        return replace(super().facts, repetitions=3)


def test_long_history_keeps_its_newest_part() -> None:
    game = shuffled("Lc1 le7 Ca1 Ea2 Gb1 pa7", cut=1)
    recent = game.key_history().keys
    strangers = tuple(range(1, 3 * MAX_GAME_HISTORY + 1))
    unhurried = Searcher(Unhurried(), hash_mib=1)
    long = unhurried.search(game.position, KeyHistory((*strangers, *recent)), Limits(depth=4))
    assert long is not None
    assert (str(long.pv[0]), long.score.cp) == ("e6e7", 0)
    forgotten = unhurried.search(game.position, KeyHistory((*recent, *strangers, 0)), Limits(depth=4))
    assert forgotten is not None
    assert forgotten.score.cp < -300


def test_full_history_is_searched_to_the_deepest_ply() -> None:
    unhurried = Searcher(Unhurried(), hash_mib=1)
    past = KeyHistory(tuple(range(1, MAX_GAME_HISTORY + 1)))
    info = unhurried.search(place("Lc1 le7"), past, Limits(depth=100, nodes=2_000_000))
    assert info is None  # bare lions: over
    info = unhurried.search(place("Lc1 le7 Pa6 pa2"), past, Limits(nodes=300_000))
    assert info is not None
    assert info.depth > 5
