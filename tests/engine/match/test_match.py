"""Matches: fair, reproducible, and robust against failing players."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.game.clocks import TimeControl
from engine.game.game import Game
from engine.match import game_runner, texts
from engine.match.game_runner import MAX_KEPT_PLAYERS, GameFeed, GameView, LastScore, _compile, _GameRunner
from engine.match.match import MatchScore, play_match
from engine.match.openings import Opening
from engine.match.pairing import EventSettings, FinishedGame, ScheduledGame, limits_text, schedule
from engine.players.base import Choice, Player, PlayerFailure
from engine.players.parse import parse_player
from engine.record import record
from engine.record.format import append_game
from engine.record.parse import load_games, parse_games
from engine.record.record import GameResult
from engine.rules.rules import Rules
from engine.rules.values import Move, Reason
from engine.search.limits import Limits
from engine.system import stopped
from tests.engine.rules.congo.support import CONGO

FAKE = Path(__file__).parents[1] / "players" / "fake_uci.py"
START = CONGO.notation.format(CONGO.start())
OPENINGS = [
    Opening(START, ("d2d3", "d6d5")),
    Opening(START, ("c2c3", "g7f5")),
    Opening(START, ("g1f3",)),
    Opening("2gl3/ppp4/7/7/4P2/7/C2L3 w 1"),
]
NODES = Limits(nodes=300)


def play(
    *players: str, games: int = 4, limits: Limits = NODES, workers: int = 1, seed: int = 1
) -> list[FinishedGame]:
    """Return the games of a match, in their order."""
    setup = EventSettings("congo", players, limits, seed)
    return sorted(play_match(setup, schedule(OPENINGS, games), workers), key=lambda each: each.number)


def score(games: list[FinishedGame]) -> MatchScore:
    """Return the score of some games."""
    total = MatchScore()
    for game in games:
        total.add(game)
    return total


def saved(game: FinishedGame) -> record.GameRecord:
    """Return a game written and parsed again."""
    (found,) = parse_games(game.text)
    return found


def line(game: FinishedGame) -> list[str]:
    """Return the moves of a game."""
    return [one.move.text for one in saved(game).moves]


# --- pairs, colours, chance


def test_each_opening_is_played_with_both_colours() -> None:
    assert [pairing.players_by_side for pairing in schedule(OPENINGS, 3)] == [(0, 1), (1, 0), (0, 1)]
    games = play("engine:nodes=300", "greedy", games=8)
    for game in games:
        opening = OPENINGS[game.number // 2]
        names = ("engine:nodes=300", "greedy")
        found = saved(game)
        assert found.players == (names if game.number % 2 == 0 else names[::-1])
        assert line(game)[: len(opening.moves)] == list(opening.moves)
        assert CONGO.notation.format(found.start) == opening.start
        assert game.plies == len(found.moves)
        winner = {GameResult.FIRST: 0, GameResult.SECOND: 1, GameResult.DRAW: None}[found.result]
        assert game.winner == (winner if winner is None or game.number % 2 == 0 else 1 - winner)
        assert found.tags["Round"] == f"{game.number // 2 + 1}.{game.number % 2 + 1}"
        assert found.replay().outcome is not None
    assert score(games).tally.count(1) >= 6


def test_a_player_against_itself_is_exactly_even() -> None:
    games = play("engine:nodes=300", "engine:nodes=300", games=8)
    assert [line(game) for game in games[::2]] == [line(game) for game in games[1::2]]
    assert score(games).line("engine").endswith("elo 0 +- 241")
    wins, losses = (score(games).tally.count(points) for points in (1, 0))
    assert wins == losses


@pytest.mark.thorough
def test_the_same_seed_gives_the_same_games_in_any_order_and_process() -> None:
    games = play("engine:nodes=200", "random", games=6)
    moves = [line(game) for game in games]
    assert [line(game) for game in play("engine:nodes=200", "random", games=6)] == moves
    assert [line(game) for game in play("engine:nodes=200", "random", games=6, workers=2)] == moves
    assert [line(game) for game in play("engine:nodes=200", "random", games=6, seed=2)] != moves
    setup = EventSettings("congo", ("engine:nodes=200", "random"), NODES, 1)
    backwards = list(play_match(setup, schedule(OPENINGS, 6)[::-1], 1))
    assert [line(game) for game in backwards] == moves[::-1]


def test_random_players_differ_between_games() -> None:
    games = play("random", "random", games=2)
    assert line(games[0]) != line(games[1])


def test_comments_contain_the_search_result() -> None:
    (game,) = play("engine:nodes=300", "greedy", games=1)
    moves = saved(game).moves
    assert re.fullmatch(r"depth \d+, \d+ nodes, [\d.]+ s, score .*", moves[2].comment)
    assert moves[0].comment == moves[1].comment == moves[3].comment == ""
    assert saved(game).tags["Limits"] == "300 nodes a move"


# --- players that fail


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("crash", "its program ended with status 3 (out of luck)"),
        ("dead", "its program ended with status 3 (out of luck)"),
        ("good d4d5", "its program played an illegal move: d4d5 is not possible: there is no animal on d4"),
    ],
)
def test_a_failing_program_loses_its_game_and_the_match_continues(mode: str, reason: str) -> None:
    name = f'uci:"{sys.executable}" -I -S "{FAKE}" {mode}'
    games = play(name, "first", games=4)
    assert len(games) == 4
    for game in games:
        assert (game.fault, game.winner) == (True, 1)
        assert game.reason == saved(game).reason == f"{name}: {reason}"
    assert score(games).line("P").startswith("P wins 0, losses 4, draws 0, elo <")


class Odd(Player):
    """Plays the first move, or does what the test specifies."""

    def __init__(self, name: str, doing: Callable[[Game], Move]) -> None:
        self.name = name
        self._doing = doing
        self.closed = False

    def choose(self, game: Game, limits: Limits) -> Choice:
        return Choice(self._doing(game))

    def movetime(self, limits: Limits) -> int | None:
        return limits.movetime

    def close(self) -> None:
        self.closed = True


class MatchClock:
    """A clock advanced by the test."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def perf_counter(self) -> float:
        return self.seconds


def first(game: Game) -> Move:
    return game.legal_moves()[0]


@pytest.fixture
def enter(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Odd], None]]:
    """Provide a function that registers a player by name."""
    known: dict[str, Odd] = {}

    def parse(text: str, rules: Rules, seed: int, timeout: float, startup: float) -> Player:
        return known[text] if text in known else parse_player(text, rules, seed, timeout, startup)

    monkeypatch.setattr(game_runner, "parse_player", parse)
    yield lambda player: known.update({player.name: player})
    assert all(player.closed for player in known.values())


def test_everything_is_compiled_before_a_players_clock_runs(
    enter: Callable[[Odd], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = MatchClock()
    done: list[str] = []

    def compile_something() -> None:
        clock.seconds += 7
        done.append("compiled")

    def move(game: Game) -> Move:
        assert done
        return first(game)

    _compile.cache_clear()
    monkeypatch.setattr(game_runner, "steps", lambda name: [("search", compile_something)])
    monkeypatch.setattr("time.perf_counter", clock.perf_counter)
    enter(Odd("odd", move))
    games = play("odd", "odd", games=2, limits=Limits(movetime=100))
    _compile.cache_clear()
    assert done == ["compiled"]  # once in a process
    assert all(game.seconds == (0, 0) and not game.fault for game in games)


def test_an_error_inside_a_player_loses_its_game(enter: Callable[[Odd], None]) -> None:
    def raising(game: Game) -> Move:
        raise ZeroDivisionError("oh")

    enter(Odd("odd", raising))
    (game,) = play("odd", "first", games=1)
    assert (game.winner, game.fault) == (1, True)
    assert game.reason == "odd: stopped with an error: ZeroDivisionError('oh')"


def test_an_illegal_move_loses_the_game(enter: Callable[[Odd], None]) -> None:
    enter(Odd("odd", lambda game: Move(1, "a1a1", (0, 0))))
    games = play("first", "odd", games=2)
    assert [game.winner for game in games] == [0, 0]
    assert games[0].reason.startswith("odd: played an illegal move: a1a1 is not a legal move in ")


def test_time_limits_are_kept_within_the_grace(
    enter: Callable[[Odd], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = MatchClock()
    took = [0.04, 0.13, 0.149, 0.151]

    def slow(game: Game) -> Move:
        clock.seconds += took.pop(0) if took else 0.0
        return first(game)

    monkeypatch.setattr("time.perf_counter", clock.perf_counter)
    enter(Odd("odd", slow))
    setup = EventSettings("congo", ("odd", "first"), Limits(movetime=100), grace_ms=50)
    (game,) = play_match(setup, schedule(OPENINGS, 1), 1)
    assert took == []
    assert (game.winner, game.fault) == (1, True)
    assert game.reason == "odd: exceeded its time limit of 100 ms by 51 ms"
    assert game.overruns == (pytest.approx(51), None)
    details = list(score([game]).details(("odd", "first")))
    assert details[0] == "game 1: odd: exceeded its time limit of 100 ms by 51 ms"
    assert texts.LOST_ON_TIME in details
    assert "ends: 1 x a player failed" in details
    assert "largest overrun of a time limit, first player (odd): 51 ms" in details


def test_strict_limit_binds_players_ignoring_time(
    enter: Callable[[Odd], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A limit of three seconds also binds a player that does not respect limits."""
    clock = MatchClock()
    took = [2.9, 3.0, 3.001]

    def slow(game: Game) -> Move:
        clock.seconds += took.pop(0) if took else 0.0
        return first(game)

    monkeypatch.setattr("time.perf_counter", clock.perf_counter)
    for limits, expected in ((Limits(movetime=3000), None), (Limits.strict(3000), 1)):
        took[:] = [2.9, 3.0, 3.001]
        odd = Odd("odd", slow)
        monkeypatch.setattr(odd, "movetime", lambda limits: None)
        enter(odd)
        (game,) = play_match(
            EventSettings("congo", ("odd", "first"), limits, grace_ms=0), schedule(OPENINGS, 1), 1
        )
        assert took == []
        if expected is not None:
            assert (game.winner, game.fault) == (expected, True)
            assert game.reason == "odd: exceeded its time limit of 3000 ms by 1 ms"
        else:
            assert not game.fault


def test_running_out_of_time_loses_the_game(
    enter: Callable[[Odd], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, left = MatchClock(), list[float | None]()
    took = [0.4, 0.3, 0.6]

    def slow(game: Game) -> Move:
        assert game.clocks is not None
        left.append(game.clocks.remaining(game.position.side))
        clock.seconds += took.pop(0) if took else 0.0
        return first(game)

    monkeypatch.setattr("time.perf_counter", clock.perf_counter)
    enter(Odd("odd", slow))
    control = TimeControl(1, 0.1)
    setup = EventSettings("congo", ("odd", "first"), Limits(), grace_ms=0, control=control)
    (game,) = play_match(setup, schedule(OPENINGS[:1], 1), 1)
    assert took == []
    assert (game.winner, game.fault) == (1, False)
    assert game.reason == Reason.TIME.value
    saved_game = saved(game)
    assert saved_game.controls == (control, control)
    assert left[0] == pytest.approx(1.0)
    increments = [0.1 if OPENINGS[0].moves else 0.0, 0.1]
    assert left[1:] == pytest.approx([0.6 + increments[0], 0.3 + sum(increments)])


@pytest.mark.skipif(sys.platform == "win32", reason="Windows stops no process")
@pytest.mark.parametrize("control", [None, TimeControl(1, 0.1)])
def test_the_time_of_a_move_is_measured_again_when_the_match_is_continued(
    enter: Callable[[Odd], None], monkeypatch: pytest.MonkeyPatch, control: TimeControl | None
) -> None:
    """As after Ctrl+Z and `fg`: how long it was stopped is not known."""
    clock, left = MatchClock(), list[float | None]()

    def interrupted(game: Game) -> Move:
        if game.clocks is not None:
            left.append(game.clocks.remaining(game.position.side))
        if game.cursor < 6:
            clock.seconds += 8
            os.kill(os.getpid(), signal.SIGCONT)
        return first(game)

    monkeypatch.setattr(stopped, "_continued_at", float("-inf"))
    monkeypatch.setattr("time.perf_counter", clock.perf_counter)
    monkeypatch.setattr("time.monotonic", lambda: 0.5)
    enter(Odd("odd", interrupted))
    limits = Limits(movetime=100) if control is None else Limits()
    setup = EventSettings("congo", ("odd", "odd"), limits, grace_ms=0, control=control)
    (game,) = play_match(setup, schedule(OPENINGS[:1], 1), 1)
    assert game.reason not in (Reason.TIME.value, texts.late(100, 7900))
    assert (game.fault, game.seconds) == (False, (0, 0))
    assert left[:4] == ([] if control is None else pytest.approx([1, 1, 1.1, 1.1]))


def test_searches_keep_a_margin_of_a_strict_limit() -> None:
    limits = Limits.strict(3000)
    assert limits.move_limit_ms == 3000
    for name in ("engine", "engine:nodes=100000000", "engine:movetime=5000"):
        player = parse_player(name, CONGO)
        assert player.movetime(limits) == limits.movetime == 2800
        player.close()
    quick = parse_player("engine:movetime=100", CONGO)
    assert quick.movetime(limits) == 100
    quick.close()
    assert Limits.strict(10).movetime == 8


def test_player_failing_to_start_loses(enter: Callable[[Odd], None]) -> None:
    class Late(Odd):
        def new_game(self, seed: int) -> None:
            raise PlayerFailure("is not awake")

    enter(Late("late", first))
    games = play("first", "late", games=2)
    assert [(game.winner, game.reason, game.plies) for game in games] == [
        (0, "late: is not awake", 2),
        (0, "late: is not awake", 2),
    ]


# --- the score and the file


def played(number: int, winner: int | None, reason: str = "the lion was captured") -> FinishedGame:
    """Return a game that was never played."""
    return FinishedGame(number, winner, reason, False, 50, (None, 3.0 * number), f"game {number}\n\n")


def test_the_score() -> None:
    total = score([played(0, 0), played(1, None, "agreed"), played(2, 1), played(3, 0)])
    assert total.line("P 1") == "P 1 wins 2, losses 1, draws 1, elo 89 +- 352"
    assert list(total.details(("a", "b"))) == [
        "ends: 3 x the lion was captured, 1 x agreed",
        "mean length: 50.0 plies",
        "players thought for 0.0 s; overhead 0.00 s",
        "largest overrun of a time limit, second player (b): 9 ms",
        texts.pairs("0 0 1 1 0"),
    ]
    assert MatchScore().line("P") == "P wins 0, losses 0, draws 0, elo unknown"


@pytest.mark.parametrize(
    ("games", "winner", "words"),
    [
        (2, 0, "a won every game; too few games to say more"),
        (8, 1, "a lost every game; too few games to say more"),
        (10, 0, "a won every game: it is at least 34 Elo stronger (95% confidence)"),
        (10, 1, "a lost every game: it is at least 34 Elo weaker (95% confidence)"),
    ],
)
def test_a_perfect_score_reports_a_bound(games: int, winner: int, words: str) -> None:
    won = [played(number, winner) for number in range(games)]
    assert words in list(score(won).details(("a", "b")))


def test_the_record_of_a_match_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    for game in play("greedy", "first", games=4):
        append_game(path, game.text)
    assert [found.tags["Round"] for found in load_games(path)] == ["1.1", "1.2", "2.1", "2.2"]


def test_unplayable_game_is_recorded_and_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(table: object) -> None:
        raise ZeroDivisionError("a defect")

    with monkeypatch.context() as patch:
        patch.setattr(_GameRunner, "_decided", broken)
        (game,) = play("first", "greedy", games=1)
    assert (game.not_played, game.fault, game.winner) == (True, False, None)
    found = saved(game)
    assert (found.result, found.players) == (GameResult.NONE, ("first", "greedy"))
    assert found.reason == "stopped with an error: ZeroDivisionError('a defect')"
    total = score([game])
    assert total.line("first") == "first wins 0, losses 0, draws 0, elo unknown"
    assert list(total.details(("first", "greedy")))[:2] == [
        "game 1: stopped with an error: ZeroDivisionError('a defect')",
        "ends: 1 x the game could not be played",
    ]


def test_the_time_of_each_player_is_counted(
    enter: Callable[[Odd], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = MatchClock()

    def slow(game: Game) -> Move:
        clock.seconds += 2.0004
        return first(game)

    monkeypatch.setattr("time.perf_counter", clock.perf_counter)
    enter(Odd("odd", slow))
    games = play("first", "odd", games=2)
    for game in games:
        moves = len(line(game)) - len(OPENINGS[0].moves)
        assert game.seconds[0] == 0
        assert game.seconds[1] in (round(2.0004 * (moves // 2), 3), round(2.0004 * (moves - moves // 2), 3))
    assert [float(each) for each in saved(games[0]).tags["Seconds"].split()] == [0, games[0].seconds[1]]
    assert [float(each) for each in saved(games[1]).tags["Seconds"].split()] == [games[1].seconds[1], 0]


def test_overhead_counts_as_neither_thinking_nor_start_up(
    enter: Callable[[Odd], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = MatchClock()

    class SlowToStart(Odd):
        def new_game(self, seed: int) -> None:
            clock.seconds += 30

    def slow(game: Game) -> Move:
        clock.seconds += 2
        return first(game)

    def watch(pairing: ScheduledGame, game: Game, last_scores: Sequence[LastScore | None]) -> None:
        clock.seconds += 0.25

    monkeypatch.setattr("time.perf_counter", clock.perf_counter)
    monkeypatch.setattr(game_runner, "_watchers", [watch])
    enter(SlowToStart("slow", slow))
    (game,) = play("slow", "slow", games=1)
    turns = len(line(game)) - len(OPENINGS[0].moves)
    assert sum(game.seconds) == 2 * turns
    assert game.overhead_s == 0.25 * (1 + turns)
    share = 100 * game.overhead_s / (2 * turns)
    cost = f"players thought for {2 * turns:.1f} s; overhead {game.overhead_s:.2f} s ({share:.1f} %)"
    assert cost in score([game]).details(("slow", "slow"))


def test_views_of_a_running_game_have_scores_clocks_and_the_last_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[GameView] = []

    monkeypatch.setattr(game_runner, "INTERVAL_S", 0)
    feed = GameFeed(SimpleNamespace(send=sent.append))  # type: ignore[arg-type]
    monkeypatch.setattr(game_runner, "_watchers", [feed])
    control = TimeControl(60_000, 1)
    settings = EventSettings("congo", ("alphabeta:1", "random"), Limits(), control=control)
    (game,) = play_match(settings, schedule(OPENINGS, 1), 1)
    played, opening = tuple(line(game)), len(OPENINGS[0].moves)
    assert [view.plies for view in sent] == list(range(opening, len(played) + 1))
    view: GameView | None = None
    for one in sent:
        view = one.after(view)
        assert view.moves == played[: view.plies]
        assert one.start == sent[0].start
    assert sent[0].last_scores == (None, None)
    assert all(view.last_scores[0][1] == 1 for view in sent[2:] if view.last_scores[0])
    assert any(view.last_scores[0] for view in sent)
    assert all(view.last_scores[1] is None for view in sent)
    assert all(view.clocks and view.clocks[0] > 59 for view in sent)


def test_the_moves_of_a_game_are_sent_once_and_in_short_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[GameView] = []

    monkeypatch.setattr(game_runner, "INTERVAL_S", 0)
    monkeypatch.setattr(game_runner, "MAX_SENT_MOVES", 1)
    feed = GameFeed(SimpleNamespace(send=sent.append))  # type: ignore[arg-type]
    first, second = schedule(OPENINGS, 2)[:2]
    game = first.opening.game(CONGO)
    moves = tuple(ply.move.text for ply in game.plies)
    assert len(moves) > 1
    feed(first, game)
    feed(first, game)
    feed(second, game)
    assert max(len(view.moves) for view in sent) == 1
    view: GameView | None = None
    for one in sent:
        view = one.after(view)
        assert view.moves == moves[: view.plies]
        assert view.position == game.rules.notation.format(game.position_at(view.plies))
    assert len(sent) == 2 * len(moves) + 1


def test_a_process_keeps_few_players(enter: Callable[[Odd], None]) -> None:
    names = [f"odd {number}" for number in range(MAX_KEPT_PLAYERS + 2)]
    odd = [Odd(name, first) for name in names]
    for player in odd:
        enter(player)
    setup = EventSettings("congo", tuple(names), NODES)
    meetings = [ScheduledGame(2 * number, OPENINGS[0], (0, number)) for number in range(1, len(names))]
    games = play_match(setup, meetings, 1)
    for game in games:
        assert game.players[1] == game.number // 2
        assert not odd[0].closed
    assert all(player.closed for player in odd)


def test_limits_in_words() -> None:
    assert limits_text(Limits(depth=3)) == "3 plies a move"
    assert limits_text(Limits(depth=1)) == "1 ply a move"
    assert limits_text(Limits(nodes=1)) == "1 node a move"
    assert limits_text(Limits(movetime=100)) == "100 ms a move"
    assert ScheduledGame(5, OPENINGS[0]).players_by_side == (1, 0)
