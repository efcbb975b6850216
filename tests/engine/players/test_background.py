"""Background players: moves arrive, cancelled ones do not, and nothing is left behind."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from engine.game.game import Game
from engine.players import uci_client
from engine.players.background import BackgroundPlayer
from engine.players.base import Choice, Player, PlayerFailure
from engine.players.parse import parse_player
from engine.players.program import Program
from engine.rules.values import Move
from engine.search.limits import Limits
from engine.search.thinker import Failed, Finished
from engine.system.texts import NO_MORE_THREADS
from tests.engine.players.background_driver import Background
from tests.engine.rules.congo.support import CONGO
from tests.waiting import PATIENCE, Signal

FAKE = Path(__file__).with_name("fake_uci.py")


class Scripted(Player):
    """Plays the move that a function returns."""

    name = "scripted"

    def __init__(self, play: Callable[[Game], Move]) -> None:
        self._play = play
        self.closed = False

    def choose(self, game: Game, limits: Limits) -> Choice:
        return Choice(self._play(game))

    def close(self) -> None:
        self.closed = True


def test_without_a_thread_a_request_fails_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    woken: list[bool] = []
    player = BackgroundPlayer(
        lambda: Scripted(lambda game: game.legal_moves()[0]), lambda: woken.append(True)
    )
    player.new_game(1)
    assert (player.ready, player.could_begin) == (True, False)
    number = player.go(Game(CONGO))
    (event,) = player.events()
    assert isinstance(event, Failed)
    assert (event.search_id, event.message) == (number, NO_MORE_THREADS)
    assert len(woken) == 2
    player.close()


Start = Callable[[Callable[[], Player]], Background]


@pytest.fixture
def start() -> Iterator[Start]:
    """Provide a function that makes background players, which are closed at the end."""
    made = []

    def make(player: Callable[[], Player]) -> Background:
        made.append(Background(player))
        made[-1].new_game(1)
        return made[-1]

    yield make
    for player in made:
        player.close()


def scripted(play: Callable[[Game], Move]) -> Callable[[], Player]:
    return lambda: Scripted(play)


def uci(*mode: str, startup: float = 60.0) -> Callable[[], Player]:
    command = f'"{sys.executable}" -I -S "{FAKE}" {" ".join(mode)}'
    return lambda: parse_player(f"uci:{command}", CONGO, startup_s=startup)


def first_move(game: Game) -> Move:
    return game.legal_moves()[0]


def test_ready_only_for_the_latest_game(start: Start) -> None:
    begun = {1: threading.Event(), 2: threading.Event()}
    go_on = {1: threading.Event(), 2: threading.Event()}

    class SlowToBegin(Scripted):
        def new_game(self, seed: int) -> None:
            begun[seed].set()
            assert go_on[seed].wait(PATIENCE)

    player = start(lambda: SlowToBegin(first_move))
    player.new_game(2)
    go_on[1].set()
    assert begun[2].wait(PATIENCE)
    assert not player.ready
    go_on[2].set()
    player.woken.wait_until(lambda: player.ready)


def test_a_player_is_made_anew_only_when_its_source_has_changed() -> None:
    made: list[Scripted] = []
    ready = Signal()
    source = [1]

    def make() -> Player:
        made.append(Scripted(first_move))
        return made[-1]

    player = BackgroundPlayer(make, ready, lambda: tuple(source))
    for seed, version in enumerate((1, 1, 2, 2)):
        source[0] = version
        player.new_game(seed)
        ready.wait_until(lambda: player.ready)
    player.close()
    assert len(made) == 2
    assert made[0].closed


def test_not_ready_until_a_stopped_player_has_started_again(start: Start) -> None:
    """So that its clock does not run meanwhile."""
    asked, stopped, starting, started = (threading.Event() for _ in range(4))

    class SlowToStart(Scripted):
        def choose(self, game: Game, limits: Limits) -> Choice:
            asked.set()
            assert stopped.wait(PATIENCE)
            raise PlayerFailure("did not answer 'stop'")

        def prepare(self) -> None:
            starting.set()
            assert started.wait(PATIENCE)

    player = start(lambda: SlowToStart(first_move))
    player.go(Game(CONGO))
    assert asked.wait(PATIENCE)
    player.cancel()
    assert not player.ready
    stopped.set()
    assert starting.wait(PATIENCE)
    assert not player.ready
    started.set()
    player.woken.wait_until(lambda: player.ready)


def test_a_player_that_cannot_be_started_again_has_not_failed_in_play(start: Start) -> None:
    asked, stopped = threading.Event(), threading.Event()

    class Once(Scripted):
        def choose(self, game: Game, limits: Limits) -> Choice:
            asked.set()
            assert stopped.wait(PATIENCE)
            raise PlayerFailure("did not answer 'stop'")

        def prepare(self) -> None:
            raise PlayerFailure("no licence")

    player = start(lambda: Once(first_move))
    player.go(Game(CONGO))
    assert asked.wait(PATIENCE)
    player.cancel()
    stopped.set()
    player.go(Game(CONGO))
    event = player.last_event()
    assert isinstance(event, Failed)
    assert event.message == "no licence"
    assert not player.could_begin


def test_a_move_arrives_with_the_number_of_its_request(start: Start) -> None:
    player = start(scripted(first_move))
    game = Game(CONGO)
    number = player.go(game)
    event = player.last_event()
    assert isinstance(event, Finished)
    assert (event.search_id, event.move) == (number, first_move(game))


def test_cancelled_answers_never_arrive(start: Start) -> None:
    held = threading.Event()

    def wait(game: Game) -> Move:
        held.wait(PATIENCE)
        return first_move(game)

    player = start(scripted(wait))
    player.go(Game(CONGO))
    player.cancel()
    second = Game(CONGO)
    second.play(first_move(second))
    number = player.go(second)
    held.set()
    event = player.last_event()
    assert isinstance(event, Finished)
    assert (event.search_id, event.move) == (number, first_move(second))
    assert player.events() == []


def test_player_sees_the_game_as_of_the_request(start: Start) -> None:
    held = threading.Event()
    seen: list[int] = []

    def look(game: Game) -> Move:
        held.wait(PATIENCE)
        seen.append(game.cursor)
        return first_move(game)

    player = start(scripted(look))
    game = Game(CONGO)
    player.go(game)
    game.play(first_move(game))
    held.set()
    player.last_event()
    assert seen == [0]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (scripted(lambda game: Move(code=1, text="a1a1", path=(0, 0))), "played an illegal move: a1a1"),
        (scripted(lambda game: 1 // 0), "stopped with an error: ZeroDivisionError"),  # type: ignore[arg-type,return-value]
        (
            lambda: parse_player("uci:no-such-program-here", CONGO),
            "there is no program 'no-such-program-here'",
        ),
        (uci("dead"), "ended with status 3 (out of luck)"),
        (uci("deaf", startup=0.2), "did not answer 'uci' within 0.2 s"),
        (uci("chess"), "does not play congo"),
        (uci("good", "a1g7"), "played an illegal move: a1g7"),
        (uci("crash"), "ended with status 3 (out of luck)"),
    ],
    ids=["illegal", "error", "missing", "dead", "deaf", "variant", "illegal-uci", "crash"],
)
def test_every_failure_is_described_in_words(start: Start, make: Callable[[], Player], words: str) -> None:
    player = start(make)
    player.go(Game(CONGO))
    event = player.last_event()
    assert isinstance(event, Failed)
    assert words in event.message


def test_player_failing_to_start_can_play_the_next_game(start: Start) -> None:
    broken = [True]

    class FailingOnce(Scripted):
        def new_game(self, seed: int) -> None:
            if broken.pop() if broken else False:
                raise PlayerFailure("not today")

    player = start(lambda: FailingOnce(first_move))
    player.go(Game(CONGO))
    assert isinstance(player.last_event(), Failed)
    player.new_game(2)
    player.go(Game(CONGO))
    assert isinstance(player.last_event(), Finished)


@pytest.mark.parametrize("mode", ["hang", "deaf", "stubborn"])
def test_closing_returns_at_once_and_leaves_no_program(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    started: SimpleQueue[Program] = SimpleQueue()
    go_on = threading.Event()

    class Observed(Program):
        """Ends only after the caller of `close` has continued."""

        def __init__(self, *arguments: Any, **more: Any) -> None:
            super().__init__(*arguments, **more)
            started.put(self)

        def close(self, *arguments: Any) -> None:
            assert go_on.wait(PATIENCE)
            super().close(*arguments)

    monkeypatch.setattr(uci_client, "Program", Observed)
    player = Background(uci(mode, "d2d3", startup=2 * PATIENCE))
    player.new_game(1)
    player.go(Game(CONGO))
    program = started.get(timeout=PATIENCE)
    player.close()
    go_on.set()
    program.wait(PATIENCE)  # raises if it still runs


def test_limits_reach_the_player() -> None:
    given: list[Limits] = []

    class Limited(Scripted):
        def choose(self, game: Game, limits: Limits) -> Choice:
            given.append(limits)
            return super().choose(game, limits)

    background = Background(lambda: Limited(lambda game: game.legal_moves()[0]))
    background.new_game(1)
    background.go(Game(CONGO), Limits.strict(3000))
    assert isinstance(background.last_event(), Finished)
    assert given == [Limits.strict(3000)]
    background.close()
