"""The engine's search as a player."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from engine import rules
from engine.cli.uci import parse_go
from engine.game.game import Game
from engine.players import searching
from engine.players.base import Choice, PlayerFailure
from engine.players.levels import LEVELS
from engine.players.parse import parse_player
from engine.players.texts import NO_MOVE
from engine.research.growth import growth
from engine.rules.values import Position
from engine.search.limits import REPLY_MARGIN_MS, Limits, SearchInfo
from tests.engine.rules.congo.support import CONGO, place

POSITIONS = [
    CONGO.start(),
    place("Lc1 le7 Ma1 Zb3 pb2 pd4 zb1 ee5 Gc3", "w"),
    place("Ld2 ld6 Ec3 cc5 Pa5 pg3 Mf4", "b"),
]


def info(choice: Choice) -> SearchInfo:
    """Return what a search found."""
    assert choice.info is not None
    assert choice.info.pv[0] == choice.move
    return choice.info


@pytest.mark.parametrize("position", POSITIONS, ids=CONGO.notation.format)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_minimax_and_alpha_beta_play_the_same(position: Position, depth: int) -> None:
    game = Game(CONGO, position)
    full = info(parse_player(f"minimax:{depth}", CONGO).choose(game, Limits(nodes=1)))
    pruned = info(parse_player(f"alphabeta:{depth}", CONGO).choose(game, Limits(nodes=1)))
    assert (full.pv[0], full.score, full.depth) == (pruned.pv[0], pruned.score, pruned.depth)
    assert pruned.nodes <= full.nodes
    if depth == 3:
        assert pruned.nodes < full.nodes


def test_fixed_depths_have_no_time_limit() -> None:
    for name in ("minimax:2", "alphabeta:2"):
        assert parse_player(name, CONGO).movetime(Limits(movetime=10)) is None


def test_ctrl_c_stops_a_search_whatever_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def stopped_at_once(stop: Callable[[], None]) -> Iterator[None]:
        stop()
        yield

    monkeypatch.setattr(searching, "stopped_by_ctrl_c", stopped_at_once)
    game = Game(CONGO)
    assert info(parse_player("engine", CONGO).choose(game, Limits(nodes=5000))).nodes < 100
    with pytest.raises(PlayerFailure, match=NO_MOVE):
        parse_player("minimax:3", CONGO).choose(game, Limits())


def test_engine_uses_the_event_limits_unless_it_has_its_own() -> None:
    game = Game(CONGO)
    plain, own = parse_player("engine", CONGO), parse_player("engine:depth=2", CONGO)
    assert info(plain.choose(game, Limits(depth=3))).depth == 3
    assert info(own.choose(game, Limits(depth=3))).depth == 2
    assert info(parse_player("engine:nodes=300", CONGO).choose(game, Limits(depth=9))).nodes <= 301
    assert plain.movetime(Limits(movetime=70)) == 70
    assert plain.movetime(Limits(nodes=70)) is None
    assert plain.movetime(Limits()) == 1000
    assert own.movetime(Limits(movetime=70)) is None
    assert parse_player("engine:movetime=30", CONGO).movetime(Limits(nodes=70)) == 30


def test_engine_uses_the_games_time_limit_unless_it_has_its_own() -> None:
    bonzee = rules.get("bonzee")
    for name in ("engine:nodes=1000000000", "engine:depth=60", "engine:level=3,depth=60"):
        assert parse_player(name, bonzee).movetime(Limits()) == 3000 - REPLY_MARGIN_MS
    assert parse_player("engine", bonzee).movetime(Limits(nodes=70)) == 3000 - REPLY_MARGIN_MS
    assert parse_player("engine", bonzee).movetime(Limits()) == 1000
    assert parse_player("engine:movetime=5000", bonzee).movetime(Limits()) == 5000


TIMED = [name for name in rules.names() if rules.get(name).facts.reply_time_ms is not None]


def test_bonzees_source_allows_three_seconds() -> None:
    assert TIMED == ["bonzee"]
    assert rules.get("bonzee").facts.reply_time_ms == 3000


@pytest.mark.parametrize("name", TIMED)
def test_every_level_respects_the_games_time_limit(name: str) -> None:
    game = rules.get(name)
    assert game.facts.reply_time_ms is not None
    for one in LEVELS:
        assert (
            one.limits.within(game.facts.reply_time_ms).movetime == game.facts.reply_time_ms - REPLY_MARGIN_MS
        )
        limited = parse_player(f"engine:level={one.name},depth=60", game).movetime(Limits())
        assert limited == game.facts.reply_time_ms - REPLY_MARGIN_MS
        assert one.limits.within(CONGO.facts.reply_time_ms) == one.limits


@pytest.mark.parametrize("name", TIMED)
@pytest.mark.parametrize(
    ("go", "most"),
    [
        ("depth 60", None),
        ("nodes 1000000000", None),
        ("wtime 900000 btime 900000", None),
        ("ponder wtime 900000 btime 900000", None),
        ("wtime 1000 btime 1000", 500),
        ("movetime 5000", 5000),
    ],
)
def test_api_callers_get_a_move_within_the_default_time_limit(name: str, go: str, most: int | None) -> None:
    game = Game(rules.get(name))
    assert game.rules.facts.reply_time_ms is not None
    found = parse_go(go.split(), game).movetime
    assert found is not None
    assert found <= (most or game.rules.facts.reply_time_ms - REPLY_MARGIN_MS)


@pytest.mark.parametrize("name", TIMED)
@pytest.mark.parametrize("go", ["infinite", "", "ponder"])
def test_an_infinite_search_can_be_stopped(name: str, go: str) -> None:
    assert parse_go(go.split(), Game(rules.get(name))).movetime is None


@pytest.mark.parametrize("name", TIMED)
@pytest.mark.parametrize("method", ["minimax", "alphabeta"])
def test_a_fixed_depth_stops_at_the_time_limit(
    name: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = rules.get(name)
    assert game.facts.reply_time_ms is not None
    player = parse_player(f"{method}:60", game)
    assert player.movetime(Limits()) == game.facts.reply_time_ms - REPLY_MARGIN_MS
    monkeypatch.setattr(type(game), "facts", replace(game.facts, reply_time_ms=REPLY_MARGIN_MS + 150))
    for _ in range(2):
        choice = player.choose(Game(game), Limits())
        assert info(choice).time_ms > 100  # the depth that was cut included
        assert choice.move in game.legal_moves(game.start())
        assert 0 < info(choice).depth < 60
    shallow = parse_player(f"{method}:2", game).choose(Game(game), Limits())
    assert info(shallow).depth == 2


@pytest.mark.parametrize("method", ["minimax", "alphabeta"])
def test_fixed_depth_under_a_limit_reports_the_whole_moves_effort(method: str) -> None:
    game = Game(CONGO)
    single = sum(
        info(parse_player(f"{method}:{depth}", CONGO).choose(game, Limits())).nodes for depth in (1, 2)
    )
    limits = Limits(movetime=60_000, move_limit_ms=60_000)
    limited = info(parse_player(f"{method}:2", CONGO).choose(game, limits))
    assert (limited.depth, limited.nodes) == (2, single)


@pytest.mark.parametrize("name", TIMED)
def test_growth_is_measured_at_the_given_depth(name: str) -> None:
    for method in ("minimax", "alphabeta"):
        assert growth._player(name, method, 2).movetime(Limits()) is None


@pytest.mark.parametrize("method", ["minimax", "alphabeta"])
def test_a_fixed_depth_search_can_be_stopped(method: str) -> None:
    player = parse_player(f"{method}:60", CONGO)
    player.stop()
    with pytest.raises(PlayerFailure):
        player.choose(Game(CONGO), Limits())
    player.clear_stop()
    assert parse_player(f"{method}:1", CONGO).choose(Game(CONGO), Limits()).move


def test_new_game_forgets_the_last_one() -> None:
    player = parse_player("engine:nodes=3000", CONGO)

    def figures() -> list[tuple[str, int, int]]:
        player.new_game(1)
        game, found = Game(CONGO), []
        for _ in range(6):
            choice = player.choose(game, Limits())
            found.append((choice.move.text, info(choice).nodes, info(choice).score.cp))
            game.play(choice.move)
        return found

    assert figures() == figures() == figures()


def test_features_can_be_left_out() -> None:
    game = Game(CONGO)
    full = info(parse_player("engine:depth=4", CONGO).choose(game, Limits()))
    plain = info(parse_player("engine:depth=4,without=ordering+table+pvs", CONGO).choose(game, Limits()))
    assert plain.nodes > full.nodes


def test_effort_in_words() -> None:
    choice = parse_player("engine:depth=2", CONGO).choose(Game(CONGO), Limits())
    found = info(choice)
    words = f"depth 2, {found.nodes} nodes, 1.50 s, score {found.score.describe()}"
    assert choice.effort(1.5) == words
    assert Choice(choice.move).effort(0) == "depth 0, 0 nodes, 0.00 s"
    assert Choice(choice.move, replace(found, nodes=1)).effort(0).startswith("depth 2, 1 node, 0.00 s")
