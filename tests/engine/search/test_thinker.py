"""The search thread: request numbers, progress, stopping, cancelling, failing, and closing."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.game.game import Game, KeyHistory
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.search import thinker as thinker_module
from engine.search.limits import Limits, SearchInfo, SearchOptions
from engine.search.searcher import Searcher
from engine.search.thinker import Event, Failed, Finished, SearchProgress, Thinker
from tests.engine.rules.congo.support import CONGO, place
from tests.engine.search.support import TIMELESS, fens

START = CONGO.start()
OVER = CONGO.notation.parse("3l3/7/7/7/7/7/3L3 w 1")
NO_KEY_HISTORY = KeyHistory()
ENDLESS = Limits(infinite=True)
PATIENCE = 60
"""Seconds after which a test that waits in vain fails instead of hanging."""


class Listener:
    """A thinker with all its reports."""

    def __init__(self) -> None:
        self._heard = threading.Event()
        self.thinker = Thinker(wake=self._heard.set, hash_mib=1)
        self.events: list[Event] = []

    def go(self, position: Position = START, limits: Limits = ENDLESS, **options: Any) -> int:
        return self.thinker.go(CONGO, position, NO_KEY_HISTORY, limits, SearchOptions(**options))

    def wait_for(self, enough: Callable[[Event], bool]) -> Event:
        """Return the first event that satisfies a condition; events that arrive with it are kept, too."""
        while True:
            self._heard.clear()
            fresh = self.thinker.events()
            self.events += fresh
            found = next(filter(enough, fresh), None)
            if found is not None:
                return found
            assert self._heard.wait(PATIENCE), f"nothing came after {self.events[-1:]}"

    def wait_for_depth(self, depth: int = 1) -> Event:
        return self.wait_for(lambda event: isinstance(event, SearchProgress) and event.info.depth >= depth)

    def wait_for_end(self) -> Finished | Failed:
        event = self.wait_for(lambda event: not isinstance(event, SearchProgress))
        assert not isinstance(event, SearchProgress)
        return event

    def wait_for_move(self) -> str:
        event = self.wait_for_end()
        assert isinstance(event, Finished)
        return str(event.move)


@pytest.fixture
def listener() -> Iterator[Listener]:
    before = threading.active_count()
    made = Listener()
    yield made
    made.thinker.close()
    assert threading.active_count() <= before


# --- one search


def test_reports_every_depth_and_then_the_end(listener: Listener) -> None:
    number = listener.go(limits=Limits(depth=4))
    end = listener.wait_for_end()
    *progress, last = listener.events
    assert last is end
    assert [event.search_id for event in listener.events] == [number] * 5
    assert [event.info.depth for event in progress if isinstance(event, SearchProgress)] == [1, 2, 3, 4]
    assert isinstance(end, Finished)
    assert end.info == progress[-1].info  # type: ignore[union-attr]
    assert end.info is not None
    assert end.move == end.info.pv[0]


def test_search_numbers_are_unique(listener: Listener) -> None:
    numbers = []
    for _ in range(3):
        numbers.append(listener.go(limits=Limits(depth=1)))
        assert listener.wait_for_end().search_id == numbers[-1]
    assert len(set(numbers)) == 3


def test_thinking_until_the_end_is_polled(listener: Listener) -> None:
    assert not listener.thinker.thinking
    listener.go(limits=Limits(depth=2))
    assert listener.thinker.thinking
    listener.wait_for_end()
    assert not listener.thinker.thinking
    assert listener.thinker.events() == []


def test_no_move_in_a_finished_game(listener: Listener) -> None:
    number = listener.go(OVER, Limits(depth=3))
    assert listener.wait_for_end() == Finished(number, None, None)
    assert len(listener.events) == 1


def test_options_match_the_search(listener: Listener) -> None:
    listener.go(limits=Limits(depth=1), multipv=3)
    listener.wait_for_end()
    infos = [event.info for event in listener.events if isinstance(event, SearchProgress)]
    assert [info.multipv for info in infos] == [1, 2, 3]


def test_game_history_counts(listener: Listener) -> None:
    game = Game(CONGO, place("Lc1 le7 Ca1 Ea2 Gb1 pa7"))
    for text in ["c1c2", "e7e6", "c2c1", "e6e7"] * 2:
        if len(game.plies) < 7:
            game.play(CONGO.parse_move(game.position, text))
    listener.thinker.go(CONGO, game.position, game.key_history(), Limits(depth=4))
    assert listener.wait_for_move() == "e6e7"


def test_the_table_speeds_up_the_next_search(listener: Listener) -> None:
    def nodes() -> int:
        listener.go(limits=Limits(depth=6))
        end = listener.wait_for_end()
        assert isinstance(end, Finished)
        assert end.info is not None
        return end.info.nodes

    first, second = nodes(), nodes()
    assert second < first
    listener.thinker.new_game()
    assert nodes() == first


# --- stopping


def test_a_stopped_search_returns_the_best_move_so_far(listener: Listener) -> None:
    number = listener.go()
    reached = listener.wait_for_depth(3)
    listener.thinker.stop()
    end = listener.wait_for_end()
    assert isinstance(end, Finished)
    assert end.search_id == number
    assert end.move in CONGO.legal_moves(START)
    assert end.info is not None
    assert end.info.depth >= reached.info.depth  # type: ignore[union-attr]


def test_search_stopped_before_it_starts_still_returns_a_move(listener: Listener) -> None:
    for _ in range(20):
        listener.go()
        listener.thinker.stop()
        assert listener.wait_for_move() in [str(move) for move in CONGO.legal_moves(START)]


def test_repeated_and_unneeded_stops_are_harmless(listener: Listener) -> None:
    listener.thinker.stop()
    listener.go()
    listener.wait_for_depth()
    listener.thinker.stop()
    listener.thinker.stop()
    listener.wait_for_end()
    listener.thinker.stop()
    listener.go(limits=Limits(depth=3))
    end = listener.wait_for_end()
    assert isinstance(end, Finished)
    assert end.info is not None
    assert end.info.depth == 3


@pytest.mark.parametrize("position", [place("Ld1 ld7 Pa1"), OVER], ids=["won", "over"])
def test_an_endless_search_ends_on_stop_alone(listener: Listener, position: Position) -> None:
    listener.go(position)
    if position is not OVER:
        listener.wait_for_depth()
    # Both are searched in no time; that nothing more comes cannot be waited for, but the next search can.
    assert listener.thinker.events() == []
    assert listener.thinker.thinking
    listener.thinker.stop()
    end = listener.wait_for_end()
    assert isinstance(end, Finished)
    assert (end.move is None) == (position is OVER)


def test_a_depth_limit_of_an_endless_search_does_not_end_it(listener: Listener) -> None:
    listener.go(limits=Limits(depth=2, infinite=True))
    listener.wait_for_depth(2)
    assert listener.thinker.thinking
    listener.thinker.stop()
    listener.wait_for_end()


# --- cancelling


def test_after_cancel_nothing_comes(listener: Listener) -> None:
    listener.go()
    listener.wait_for_depth()
    listener.thinker.cancel()
    assert not listener.thinker.thinking
    assert listener.thinker.events() == []
    number = listener.go(limits=Limits(depth=2))
    listener.events.clear()
    listener.wait_for_end()
    assert {event.search_id for event in listener.events} == {number}


def test_unread_events_are_dropped_on_cancel(listener: Listener) -> None:
    listener.go(limits=Limits(depth=3))
    done = listener.go(fens(2)[1], Limits(depth=3))  # the first has been cancelled by this
    assert listener.wait_for_end().search_id == done
    assert {event.search_id for event in listener.events} == {done}


def test_finished_search_can_be_cancelled_before_polling(listener: Listener) -> None:
    woken = threading.Event()
    quiet = Thinker(wake=woken.set, hash_mib=1)
    quiet.go(CONGO, OVER, NO_KEY_HISTORY, Limits(depth=1))
    assert woken.wait(PATIENCE)  # its only event is there
    quiet.cancel()
    assert quiet.events() == []
    quiet.close()


def test_hundreds_of_immediately_cancelled_searches(listener: Listener) -> None:
    positions = fens(5)
    for number in range(300):
        listener.go(positions[number % 5], threads=1 + number % 2)
        if number % 3 == 0:
            listener.thinker.cancel()
        if number % 7 == 0:
            listener.thinker.stop()
    last = listener.go(limits=Limits(depth=3))
    end = listener.wait_for_end()
    assert {event.search_id for event in listener.events} == {last}
    assert isinstance(end, Finished)
    assert end.info is not None
    assert end.info.depth == 3


def test_overtaken_searches_allocate_no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Searcher] = []
    begun, go_on = threading.Event(), threading.Event()

    def slowly(*arguments: Any) -> Searcher:
        begun.set()
        assert go_on.wait(PATIENCE)
        made.append(Searcher(*arguments))
        return made[-1]

    monkeypatch.setattr(thinker_module, "Searcher", slowly)
    listener = Listener()
    for _ in range(100):
        listener.go()
    assert begun.wait(PATIENCE)
    last = listener.go(limits=Limits(depth=1))
    go_on.set()
    assert listener.wait_for_end().search_id == last
    assert len(made) == 1
    listener.thinker.close()


def test_a_table_of_the_old_size_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    begun, go_on = threading.Event(), threading.Event()

    def slowly(rules: Any, hash_mib: int) -> Searcher:
        sizes.append(hash_mib)
        begun.set()
        assert go_on.wait(PATIENCE)
        return Searcher(rules, hash_mib)

    monkeypatch.setattr(thinker_module, "Searcher", slowly)
    listener = Listener()
    listener.go()
    assert begun.wait(PATIENCE)
    listener.thinker.set_hash(2)
    go_on.set()
    listener.go(limits=Limits(depth=1))
    listener.wait_for_end()
    assert sizes == [1, 2]
    listener.thinker.close()


def test_another_game_has_another_searcher(listener: Listener) -> None:
    for game in (CONGO, TIMELESS, CONGO):
        listener.thinker.go(game, START, NO_KEY_HISTORY, Limits(depth=2))
        assert isinstance(listener.wait_for_end(), Finished)


# --- failing


def test_an_error_in_the_search_is_reported_and_the_next_search_works(
    listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a defect")

    with monkeypatch.context() as patch:
        patch.setattr(Searcher, "search", broken)
        number = listener.go()
        end = listener.wait_for_end()
    assert isinstance(end, Failed)
    assert end.search_id == number
    assert "a defect" in end.message
    assert not listener.thinker.thinking
    listener.go(limits=Limits(depth=2))
    assert isinstance(listener.wait_for_end(), Finished)


def test_an_error_while_making_the_searcher_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(*_: object) -> Searcher:
        raise MemoryError("no room for the table")

    listener = Listener()
    with monkeypatch.context() as patch:
        patch.setattr(thinker_module, "Searcher", no_memory)
        listener.go()
        end = listener.wait_for_end()
    assert isinstance(end, Failed)
    assert "no room for the table" in end.message
    listener.go(limits=Limits(depth=1))
    assert isinstance(listener.wait_for_end(), Finished)
    listener.thinker.close()


def test_an_error_midway_keeps_earlier_reports(listener: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
    whole: Any = Searcher.search

    def half_way(*arguments: Any, report: Callable[[SearchInfo], None]) -> None:
        whole(*arguments, report=report)
        raise RuntimeError("afterwards")

    monkeypatch.setattr(Searcher, "search", half_way)
    listener.go(limits=Limits(depth=2))
    assert isinstance(listener.wait_for_end(), Failed)
    assert [type(event) for event in listener.events] == [SearchProgress, SearchProgress, Failed]


@pytest.mark.parametrize("depth", [1, 2])
def test_raising_wake_fails_only_its_search(depth: int) -> None:
    """Before its end the search fails; at its very end the move can still be fetched."""
    listener = Listener()
    calls: list[int] = []
    heard = listener.thinker._wake
    assert heard is not None

    def wake() -> None:
        calls.append(0)
        heard()
        if len(calls) == 2:
            raise RuntimeError("the window is gone")

    listener.thinker._wake = wake
    listener.go(limits=Limits(depth=depth))
    end = listener.wait_for_end()
    if depth == 1:
        assert isinstance(end, Finished)
    else:
        assert isinstance(end, Failed)
        assert "the window is gone" in end.message
    listener.go(limits=Limits(depth=1))
    assert isinstance(listener.wait_for_end(), Finished)
    listener.thinker.close()


def test_always_raising_wake_leaves_the_thread_alive() -> None:
    def wake() -> None:
        raise ZeroDivisionError

    thinker = Thinker(wake=wake, hash_mib=1)
    for _ in range(2):
        thinker.go(CONGO, START, NO_KEY_HISTORY, Limits(depth=1))
        found: list[Event] = []
        while not found or isinstance(found[-1], SearchProgress):
            assert thinker._thread.is_alive()
            found += thinker.events()
        assert isinstance(found[-1], Failed)
    thinker.close()


# --- the end


def test_closing_ends_a_running_search_and_its_threads() -> None:
    before = threading.active_count()
    listener = Listener()
    listener.go(threads=3)
    listener.wait_for_depth(2)
    listener.thinker.close()
    assert threading.active_count() <= before
    assert listener.thinker.events() == []


def test_closing_does_not_wait_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    compiling, compiled = threading.Event(), threading.Event()

    class CompilingSearcher(Searcher):
        def __init__(self, rules: Rules, hash_mib: int) -> None:
            compiling.set()
            assert compiled.wait(PATIENCE)
            super().__init__(rules, hash_mib)

    monkeypatch.setattr(thinker_module, "Searcher", CompilingSearcher)
    before = set(threading.enumerate())
    listener = Listener()
    listener.go(limits=Limits(depth=1))
    assert compiling.wait(PATIENCE)
    listener.thinker.close(wait_s=0.0)
    left = set(threading.enumerate()) - before
    assert left
    compiled.set()
    for thread in left:
        thread.join(PATIENCE)
    assert not set(threading.enumerate()) - before


def test_closing_gives_the_table_back_without_a_collection_of_garbage() -> None:
    listener = Listener()
    listener.go(limits=Limits(depth=2, movetime=60_000))
    listener.wait_for_end()
    searcher = listener.thinker._searcher
    assert searcher is not None
    table, searcher = weakref.ref(searcher._table), None
    gc.disable()
    listener.thinker.close()
    gc.enable()
    assert table() is None


def test_closing_an_unused_thinker() -> None:
    before = threading.active_count()
    Thinker().close()
    assert threading.active_count() <= before


def test_closing_right_after_the_start_of_a_search() -> None:
    before = threading.active_count()
    for _ in range(10):
        listener = Listener()
        listener.go()
        listener.thinker.close()
    assert threading.active_count() <= before


def test_a_wake_function_is_optional() -> None:
    silent = Thinker(hash_mib=1)
    silent.go(CONGO, START, NO_KEY_HISTORY, Limits(depth=1))
    silent.close()
    assert not silent.thinking
