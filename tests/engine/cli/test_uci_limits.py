"""The effects of `go` and the options: clocks, searchmoves, pondering, levels."""

from __future__ import annotations

import re
import threading
from typing import Any

import pytest

from engine.cli.uci import SPINS, parse_go
from engine.game.game import Game
from engine.search import thinker
from engine.search.limits import MOVE_OVERHEAD_MS, Limits, allocate_time
from engine.search.searcher import Searcher
from engine.system.errors import UserError
from tests.engine.cli.uci_talk import BEST, answers, best_move, complaints
from tests.engine.rules.congo.support import CONGO

GAME = Game(CONGO)


# --- clocks


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("depth 5", Limits(depth=5)),
        ("nodes 700 depth 5", Limits(depth=5, nodes=700)),
        ("movetime 250", Limits(movetime=250)),
        ("infinite", Limits(infinite=True)),
        ("", Limits(infinite=True)),
        ("depth 0", Limits(depth=1)),
        ("depth -3", Limits(depth=1)),
        ("nodes 0", Limits(nodes=1)),
        ("movetime -7", Limits(movetime=0)),
    ],
)
def test_limits_are_read(words: str, limits: Limits) -> None:
    assert parse_go(words.split(), GAME) == limits


def times(words: str, game: Game = GAME) -> tuple[int | None, int | None]:
    """Return the parsed soft and hard limits."""
    limits = parse_go(words.split(), game)
    return limits.soft_limit_ms, limits.movetime


def test_each_side_has_its_own_clock() -> None:
    words = "wtime 100000 btime 50000 winc 0 binc 300"
    black = Game(CONGO)
    black.play(black.legal_moves()[0])
    assert times(words) == allocate_time(100_000, 0, None)
    assert times(words, black) == allocate_time(50_000, 300, None)


def test_moves_to_go_and_increments_are_read() -> None:
    assert times("wtime 9000 winc 70 movestogo 3") == allocate_time(9000, 70, 3)


def test_movetime_takes_precedence_over_the_clock() -> None:
    assert times("wtime 100000 movetime 70") == (None, 70)


def test_the_other_sides_clock_alone_sets_no_limit() -> None:
    assert parse_go(["btime", "50000"], GAME).infinite


@pytest.mark.parametrize("remaining", [0, 1, 20, 31, 100, 1_000, 60_000, 3_600_000])
@pytest.mark.parametrize("increment", [0, 100, 10_000])
@pytest.mark.parametrize("moves", [None, 1, 2, 40])
def test_no_single_move_uses_up_the_clock(remaining: int, increment: int, moves: int | None) -> None:
    target, hard = allocate_time(remaining, increment, moves)
    left = max(remaining - MOVE_OVERHEAD_MS, 1)
    assert 1 <= target <= hard <= left
    assert hard <= max(left // 2, 1) or moves == 1  # two moves in a row cannot use it up either


def test_clock_without_increment_lasts_a_long_ending() -> None:
    """Each move takes an extra millisecond, like that of a program and its pipes."""
    remaining, moves = 1000.0, 0
    while remaining > 0:
        remaining -= allocate_time(int(remaining), 0)[0] + 1
        moves += 1
    assert moves > 150


def test_fewer_moves_to_go_and_more_increment_give_more_time() -> None:
    assert allocate_time(60_000, 0, 5) > allocate_time(60_000, 0, 40)
    assert allocate_time(60_000, 1_000, None) > allocate_time(60_000, 0, None)


def test_a_search_on_a_clock_ends_by_itself() -> None:
    found = answers("position startpos\ngo wtime 2500 btime 2500\n< bestmove .*")
    assert re.fullmatch(BEST, found[-1])


def test_rejects_options_without_a_number() -> None:
    with pytest.raises(UserError, match="wtime takes a whole number"):
        parse_go(["wtime"], GAME)


# --- only some moves


def test_moves_to_search_are_read_up_to_the_next_word() -> None:
    limits = parse_go(["searchmoves", "d2d3", "a2a3", "d2d3", "depth", "4"], GAME)
    assert [move.text for move in limits.moves] == ["d2d3", "a2a3"]
    assert limits.depth == 4


@pytest.mark.parametrize("level", [1, 5, 8, 10])
def test_only_the_searchmoves_are_searched(level: int) -> None:
    for moves in ("a2a3", "g2g3 a1a3"):
        found = answers(
            f"setoption name Skill Level value {level}\ngo depth 4 searchmoves {moves}\n< bestmove .*"
        )
        assert best_move(found) in moves.split()
        assert all(line.split(" pv ")[1].split()[0] in moves for line in found if " pv " in line)


def test_a_losing_move_is_searched_on_request() -> None:
    # Everything but taking the zebra loses the lion.
    found = answers("position fen 3l3/7/7/7/3L3/1z5/Ez5 w 1\ngo depth 3 searchmoves a1a2\n< bestmove .*")
    assert best_move(found) == "a1a2"


@pytest.mark.parametrize("word", ["d2d5", "e7e6", "x"])
def test_an_invalid_move_is_not_searched(word: str) -> None:
    (message,) = complaints(f"go searchmoves {word}")
    assert word in message


# --- thinking on the other side's time


def test_pondering_lasts_until_ponderhit() -> None:
    script = """
        position startpos moves d2d3
        go ponder wtime 300 btime 300
        < info depth 4 .*
        isready
        < readyok
        ponderhit
        < bestmove .*
    """
    found = answers(script)
    assert re.fullmatch(BEST, found[-1])


@pytest.mark.parametrize(
    "go", ["go ponder movetime 30", "go ponder depth 2", "go ponder wtime 500 btime 500"]
)
def test_immediate_ponderhit(go: str) -> None:
    found = answers(f"{go}\nponderhit\n< {BEST}\nisready")
    assert len([line for line in found if line.startswith("bestmove")]) == 1


def test_finished_search_waits_for_ponderhit() -> None:
    found = answers("go ponder depth 2\n< info depth 2 .*\nisready\n< readyok\nponderhit\n< bestmove .*")
    assert found.index("readyok") < len(found) - 1
    assert found[-1].startswith("bestmove ")


def test_pondering_ends_on_stop_when_another_move_was_played() -> None:
    assert re.fullmatch(
        BEST, answers("go ponder wtime 900 btime 900\n< info depth 3 .*\nstop\n< bestmove .*")[-1]
    )


def test_at_the_end_of_the_input_pondering_is_stopped() -> None:
    assert re.fullmatch(BEST, answers("go ponder movetime 5")[-1])


@pytest.mark.parametrize(
    "reported", ["isready", "ucinewgame\nisready", "setoption name Hash value 2\nisready"]
)
def test_once_ready_no_search_has_to_make_memory_first(
    reported: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def make(*args: Any) -> Searcher:
        made.append(threading.current_thread().name)
        return Searcher(*args)

    monkeypatch.setattr(thinker, "Searcher", make)
    answers(f"{reported}\n< readyok\ngo depth 1\n< bestmove .*")
    assert made == [threading.current_thread().name]


def test_ponderhit_without_a_search_is_ignored() -> None:
    assert answers("ponderhit\nisready") == ["readyok"]


def test_the_ponder_move_is_sent_if_pondering_is_on() -> None:
    found = answers("setoption name Ponder value true\ngo depth 4\n< bestmove .*")
    line = found[-2].split(" pv ")[1].split()
    assert found[-1] == f"bestmove {line[0]} ponder {line[1]}"


# --- playing worse on purpose


def test_skill_level_sets_the_playing_level() -> None:
    game = "position startpos moves d2d3 d6d5\ngo depth 6\n< bestmove .*"
    weak = answers(f"setoption name Skill Level value 1\n{game}")
    assert [line.split()[0] for line in weak] == ["bestmove"]
    assert weak == answers(f"setoption name Skill Level value 1\n{game}")
    full = answers(f"setoption name Skill Level value 10\n{game}")
    assert best_move(full) == best_move(answers(game))


def test_weak_level_varies_its_moves_between_games() -> None:
    go = "position startpos\ngo depth 6\n< bestmove .*"
    games = answers("setoption name Skill Level value 2" + f"\nucinewgame\n{go}" * 8)
    assert len({line for line in games if line.startswith("bestmove")}) > 1


@pytest.mark.parametrize("value", ["0", "11", "easy", ""])
def test_ten_skill_levels(value: str) -> None:
    (message,) = complaints(f"setoption name Skill Level value {value}")
    assert message.startswith(f"Skill Level takes a whole number from 1 to 10, not '{value}'")


def test_every_option_accepts_its_bounds_and_its_default() -> None:
    for name, spin in SPINS.items():
        for value in (spin.default, spin.minimum, spin.maximum):
            assert spin.parse(name, str(value)) == value
