"""A player that runs on its own thread, so that the window does not wait for it.

Results arrive as the events of `engine.search.thinker`: SearchProgress, then Finished or Failed. Each event
carries the number that `go` returned; events of older requests are dropped. If a player crashes, hangs or
plays an illegal move, a Failed event gives the reason.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue

from engine.game.game import Game
from engine.players import texts
from engine.players.base import Player, PlayerFailure
from engine.search.limits import Limits
from engine.search.thinker import Event, Failed, Finished, SearchProgress, drain
from engine.system.errors import UserError
from engine.system.threads import start_thread

NO_LIMITS = Limits()


@dataclass
class _MoveRequest:
    """A request for a move in a position, for a new game if it has a seed, or else to get ready again.

    Requests for moves are numbered separately.
    """

    number: int
    game: Game | None = None
    limits: Limits = NO_LIMITS
    seed: int | None = None
    cancelled: bool = False


class BackgroundPlayer:
    """Makes a player with `make` and runs it on a thread, which calls `wake` after each event.

    `make` may raise `UserError`. If what `source` returns has changed when a game begins, as an edited file
    has, the player is made anew. The public methods are for the owner's thread and return at once.
    """

    def __init__(
        self,
        make: Callable[[], Player],
        wake: Callable[[], None],
        source: Callable[[], object] = lambda: None,
    ) -> None:
        self._make, self._wake, self._source = make, wake, source
        self._made_of: object = None
        self._requests: SimpleQueue[_MoveRequest | None] = SimpleQueue()
        self._events: SimpleQueue[Event] = SimpleQueue()
        self._lock = threading.Lock()
        self._player: Player | None = None
        self._problem = ""
        self._request: _MoveRequest | None = None
        self._last = 0
        self._closed = False
        self._begun = self._got_ready = 0
        self._refused = ""
        """Why there is no thread: the system allows no more. Then each request fails with that."""
        try:
            start_thread(threading.Thread(target=self._work, name="player", daemon=True))
        except UserError as error:
            self._refused = self._problem = str(error)

    # --- called on the owner's thread

    @property
    def title(self) -> str:
        """The name that the player reports, empty until then."""
        with self._lock:
            return "" if self._player is None else self._player.title

    @property
    def ready(self) -> bool:
        """True if the player is ready for the latest game, and again if a request was cancelled."""
        return 0 < self._begun == self._got_ready

    @property
    def could_begin(self) -> bool:
        """False if it could not begin the game, or get ready again; known once `ready` or after a failure."""
        return not self._problem

    def new_game(self, seed: int) -> None:
        """Start another game; `seed` seeds the player's random choices."""
        self.cancel()
        self._request_start(seed)

    def go(self, game: Game, limits: Limits = NO_LIMITS) -> int:
        """Request a move in the game's position; return the request's number."""
        self.cancel()
        self._last += 1
        request = _MoveRequest(self._last, game.copy(), limits)
        with self._lock:
            self._request = request
        self._requests.put(request)
        if self._refused:
            self._deliver(Failed(request.number, self._refused))
        return request.number

    def cancel(self) -> None:
        """Cancel the current request, if any, and stop the player; it may have to be started again."""
        with self._lock:
            if self._request is None:
                return
            self._request.cancelled = True
            self._request = None
            if self._player is not None:
                self._player.stop()
        self._request_start()

    def _request_start(self, seed: int | None = None) -> None:
        """Let the player start a game, or get ready again for the same one."""
        self._begun += 1
        self._requests.put(_MoveRequest(self._begun, seed=seed))
        if self._refused:
            self._got_ready = self._begun
            self._wake()

    def events(self) -> list[Event]:
        """Return the current request's events since the last call."""
        return [event for event in drain(self._events) if self._accept(event)]

    def _accept(self, event: Event) -> bool:
        """Return whether an event belongs to the current request; its last event ends it."""
        with self._lock:
            if self._request is None or event.search_id != self._request.number:
                return False
            if not isinstance(event, SearchProgress):
                self._request = None
            return True

    def close(self) -> None:
        """Close the player and its program in the background; it cannot be used again."""
        self.cancel()
        with self._lock:
            self._closed = True
            if self._player is not None:
                self._player.abort()
        self._requests.put(None)

    # --- on the player's thread

    def _work(self) -> None:
        while (request := self._requests.get()) is not None:
            if request.game is not None:
                if self._take(request):
                    self._deliver(self._answer(request, request.game))
                continue
            if request.seed is not None:
                self._begin(request.seed)
            elif self._player is not None and not self._closed:
                self._prepare(self._player)
            self._got_ready = request.number
            self._wake()
        if self._player is not None:
            self._player.close()

    def _begin(self, seed: int) -> None:
        """Prepare the player; if that fails, the next request fails with the reason."""
        self._problem = ""
        try:
            source = self._source()
            if source != self._made_of:
                self._discard()
            if self._player is None:
                self._made_of = source
                self._create()
            if self._player is not None and not self._closed:
                self._player.clear_stop()  # an earlier stop request was for the previous game
                self._player.new_game(seed)
        except (PlayerFailure, UserError) as failure:
            self._problem = str(failure)
        except Exception as error:
            self._problem = texts.stopped(repr(error))

    def _prepare(self, player: Player) -> None:
        """Get the player ready again; if that fails, the next request fails with the reason."""
        player.clear_stop()
        try:
            player.prepare()
        except PlayerFailure as failure:
            self._problem = str(failure)
        except Exception as error:
            self._problem = texts.stopped(repr(error))

    def _discard(self) -> None:
        with self._lock:
            player, self._player = self._player, None
        if player is not None:
            player.close()

    def _create(self) -> None:
        player = self._make()
        with self._lock:
            self._player = player
            if self._closed:
                player.abort()

    def _take(self, request: _MoveRequest) -> bool:
        """Accept a request; return False if it was cancelled in the meantime."""
        with self._lock:
            if request.cancelled or self._closed:
                return False
            if self._player is not None:
                self._player.clear_stop()
            return True

    def _answer(self, request: _MoveRequest, game: Game) -> Event:
        """Ask the player for a move."""
        number = request.number
        if self._problem or self._player is None:
            return Failed(number, self._problem or texts.NOT_STARTED)
        player = self._player
        player.report = lambda info: self._deliver(SearchProgress(number, info))
        try:
            choice = player.choose(game, request.limits)
        except PlayerFailure as failure:
            return Failed(number, str(failure))
        except Exception as error:  # any exception loses the player the game, but does not end the program
            return Failed(number, texts.stopped(repr(error)))
        if choice.move not in game.legal_moves():
            return Failed(number, texts.illegal_move(choice.move))
        return Finished(number, choice.move, choice.info)

    def _deliver(self, event: Event) -> None:
        self._events.put(event)
        self._wake()
