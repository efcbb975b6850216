"""The one object that owns the search thread: start, stop, and a queue of what the search reports.

Who may start a search, and what happens to its events:

    window, uci --go()--> request --> search thread --> SearchProgress*, then Finished or Failed --> events()
                  stop()   the current request ends within 50 ms and still delivers Finished
                  cancel() the current request ends, and what it delivers is dropped
                  go()     cancels the current request first

Every event carries the number that `go` returned. `events` drops those of any request but the current one, so
undoing, pasting or starting a new game while the engine thinks needs no special case.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue

from engine.game.game import KeyHistory
from engine.rules.rules import Rules
from engine.rules.values import Move, Position
from engine.search import texts
from engine.search.limits import Limits, SearchInfo, SearchOptions
from engine.search.searcher import Searcher
from engine.system.threads import join_or_leave, start_thread

LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class SearchProgress:
    """A line of a finished depth."""

    search_id: int
    info: SearchInfo


@dataclass(frozen=True)
class Finished:
    """The search is over; `move` is None only in a terminal position."""

    search_id: int
    move: Move | None
    info: SearchInfo | None
    at: float = field(default_factory=time.monotonic, compare=False)
    """When it ended, on the monotonic clock: the event may be read late."""


@dataclass(frozen=True)
class Failed:
    """The search raised an error: a defect, to be shown and not to be swallowed."""

    search_id: int
    message: str


Event = SearchProgress | Finished | Failed


def drain(events: SimpleQueue[Event]) -> Iterator[Event]:
    """Yield and remove the events of a queue until it is empty."""
    while True:
        try:
            yield events.get_nowait()
        except Empty:
            return


def _set_event() -> threading.Event:
    event = threading.Event()
    event.set()
    return event


@dataclass
class _SearchRequest:
    """One search: what to search, and whether it was asked to stop."""

    search_id: int
    rules: Rules
    position: Position
    history: KeyHistory
    limits: Limits
    options: SearchOptions
    stopped: threading.Event = field(default_factory=threading.Event)
    released: threading.Event = field(default_factory=threading.Event)
    """Set when the search may deliver its move: when stopped, or on a ponder hit."""


class Thinker:
    """Runs one search at a time on a thread of its own.

    `wake` is called from that thread after each event, for instance to wake a window's event loop; if it
    raises an error before the search has ended, the search fails with that error. The
    transposition table has `hash_mib` mebibytes and is kept from search to search of the same game. Searches
    wait until `compiled` is set: another process may still be compiling what they need.
    """

    def __init__(
        self,
        wake: Callable[[], None] | None = None,
        hash_mib: int = 64,
        compiled: threading.Event | None = None,
    ) -> None:
        self._wake = wake
        self._compiled = compiled or _set_event()
        self._hash_mib = hash_mib
        self._requests: SimpleQueue[_SearchRequest | None] = SimpleQueue()
        self._events: SimpleQueue[Event] = SimpleQueue()
        self._lock = threading.Lock()
        self._searcher: Searcher | None = None
        self._request: _SearchRequest | None = None  # the current one, None once its last event was fetched
        self._last_id = 0
        self._thread = threading.Thread(target=self._work, name="thinker", daemon=True)
        start_thread(self._thread)

    # --- for the owner's thread

    def go(
        self,
        rules: Rules,
        position: Position,
        history: KeyHistory,
        limits: Limits,
        options: SearchOptions | None = None,
    ) -> int:
        """Start a search and return its number at once; a running one is cancelled."""
        self.cancel()
        self._last_id += 1
        request = _SearchRequest(self._last_id, rules, position, history, limits, options or SearchOptions())
        with self._lock:
            self._request = request
        self._requests.put(request)
        return request.search_id

    def stop(self) -> None:
        """Make the current search end; returns at once. Its `Finished` still comes."""
        with self._lock:
            if self._request is not None:
                self._request.stopped.set()
                self._request.released.set()
                if self._searcher is not None:
                    self._searcher.stop()

    def ponderhit(self) -> None:
        """Tell a search begun with `ponder` that the expected move was played: its time runs from now on."""
        with self._lock:
            if self._request is not None and self._request.limits.ponder:
                self._request.released.set()
                if self._searcher is not None:
                    self._searcher.start_clock()

    def cancel(self) -> None:
        """Make the current search end and drop what it delivers; returns at once."""
        self.stop()
        with self._lock:
            self._request = None

    @property
    def is_ready(self) -> bool:
        """True if a search would begin at once, as its code is compiled."""
        return self._compiled.is_set()

    @property
    def thinking(self) -> bool:
        """True if there is a search whose last event has not been fetched."""
        return self._request is not None

    def events(self) -> list[Event]:
        """Return what the current search has reported since the last call."""
        return [event for event in drain(self._events) if self._accept(event)]

    def _accept(self, event: Event) -> bool:
        with self._lock:
            if self._request is None or event.search_id != self._request.search_id:
                return False
            if not isinstance(event, SearchProgress):
                self._request = None
            return True

    def prepare(self, rules: Rules, options: SearchOptions | None = None) -> None:
        """Compile and fill memory now, for seconds perhaps, so that no search has to; while none runs."""
        self._searcher_for(rules).prepare(options or SearchOptions())

    def new_game(self) -> None:
        """Forget what earlier searches learnt; cancels a running search."""
        self.cancel()
        self.set_hash(self._hash_mib)

    def set_hash(self, hash_mib: int) -> None:
        """Change the table's size, in mebibytes; what it held is lost. Cancels a running search."""
        self.cancel()
        with self._lock:
            self._hash_mib = hash_mib
            self._searcher = None

    def close(self, wait_s: float | None = None) -> None:
        """End the search and the thread; the thinker cannot be used afterwards.

        Wait at most `wait_s` seconds for the thread, which may be compiling; without a limit for None.
        """
        self.cancel()
        self._compiled.set()
        self._requests.put(None)
        join_or_leave(self._thread, wait_s)
        self._searcher = None  # gives its table back now, even if the thinker is still referenced

    # --- on the search thread

    def _work(self) -> None:
        while (request := self._requests.get()) is not None:
            try:
                event = self._search(request)
            except Exception as error:
                event = Failed(request.search_id, texts.stopped(error))
            try:
                self._deliver(event)
            except Exception:
                # The event waits to be fetched; the thread has to live on for the next search.
                LOG.exception("the owner could not be woken for the end of search %d", request.search_id)

    def _search(self, request: _SearchRequest) -> Event:
        searcher = self._begin(request)
        if searcher is None:
            return Finished(request.search_id, None, None)  # superseded by a later request: this is dropped
        info = searcher.search(
            request.position,
            request.history,
            request.limits,
            request.options,
            report=lambda found: self._deliver(SearchProgress(request.search_id, found)),
        )
        if request.limits.infinite or request.limits.ponder:
            request.released.wait()
        return Finished(request.search_id, info.pv[0] if info else None, info)

    def _begin(self, request: _SearchRequest) -> Searcher | None:
        """Make the searcher ready for a request, unless the request was cancelled meanwhile."""
        self._compiled.wait()
        with self._lock:
            if request is not self._request:
                return None
        searcher = self._searcher_for(request.rules)
        with self._lock:
            if request is not self._request:
                return None
            searcher.clear_stop()
            if request.released.is_set():
                searcher.start_clock()
            if request.stopped.is_set():
                searcher.stop()
            return searcher

    def _searcher_for(self, rules: Rules) -> Searcher:
        """Return the searcher for these rules; a new one is also kept for later searches."""
        with self._lock:
            searcher = self._searcher
            hash_mib = self._hash_mib
        if searcher is not None and searcher.rules is rules:
            return searcher
        searcher = Searcher(rules, hash_mib)  # may compile for seconds: not under the lock
        with self._lock:
            if hash_mib == self._hash_mib:
                self._searcher = searcher
        return searcher

    def _deliver(self, event: Event) -> None:
        self._events.put(event)
        if self._wake is not None:
            self._wake()
