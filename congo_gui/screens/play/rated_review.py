"""Reviews finished rated games in the background, one after another. No pygame."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue

from congo_gui.store.rated_games import RatedGames, RatedResult
from engine.game.game import Game
from engine.learn.game_review import GameReview, review_game
from engine.rules.rules import Rules
from engine.search.limits import Limits, SearchInfo
from engine.system.errors import UserError
from engine.system.threads import start_thread

LOG = logging.getLogger(__name__)
NODES, HASH_MIB = 20_000, 4
"""The limit of the search of each position, and the size of its transposition table."""
STORE_INTERVAL_S = 1.0
"""Reviews that end sooner, as of games whose moves are not possible, are stored together."""

Review = Callable[[Rules, RatedResult, Callable[[], bool]], GameReview | None]
"""Reviews a game until it is stopped, in which case it returns None."""


def review_result(rules: Rules, result: RatedResult, stopped: Callable[[], bool]) -> GameReview | None:
    """Review a rated game with short searches."""
    from engine.search.searcher import Searcher  # it loads the compiler, which the first frame does not need

    searcher = Searcher(rules, HASH_MIB)

    def search(game: Game) -> SearchInfo | None:
        if stopped():
            return None
        searcher.clear_stop()  # the limit of the last search stopped it
        return searcher.search(game.position, game.key_history(), Limits(nodes=NODES))

    return review_game(rules, result.moves.split(), result.side, search)


class RatedReviewer:
    """Reviews the rated games of a kind that have not been reviewed; call `update` in the event loop."""

    def __init__(
        self, rules: Rules, games: RatedGames, wake: Callable[[], None], review: Review = review_result
    ) -> None:
        self._rules, self._games, self._wake, self._review = rules, games, wake, review
        self._tried: set[str] = set()
        self._done: SimpleQueue[dict[str, GameReview]] = SimpleQueue()
        self._jobs: SimpleQueue[RatedResult | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def look_for_games(self) -> None:
        """Review all games that wait for it, the latest first."""
        for result in reversed(self._games.results(self._rules.name)):
            if result.review is None and result.id not in self._tried:
                self._tried.add(result.id)
                self._jobs.put(result)
        if self._thread is None and not self._jobs.empty():
            thread = threading.Thread(target=self._run, name="review", daemon=True)
            with suppress(UserError):  # the next look tries it again
                start_thread(thread)
                self._thread = thread

    def update(self) -> None:
        """Store the reviews that are finished."""
        while not self._done.empty():
            self._games.note_reviews(self._done.get())

    def close(self) -> None:
        """End the thread; what it has not reviewed is reviewed after the next start."""
        self.update()
        self._is_closed = True
        self._jobs.put(None)

    def _run(self) -> None:
        done: dict[str, GameReview] = {}
        due = 0.0
        while not self._is_closed and (result := self._jobs.get()) is not None:
            try:
                review = self._review(self._rules, result, lambda: self._is_closed)
            except UserError as error:
                LOG.warning("a rated game cannot be reviewed: %s", error)
                review = GameReview({})
            if review is not None and not self._is_closed:
                done[result.id] = review
                if time.monotonic() >= due or self._jobs.empty():
                    self._done.put(done)
                    done, due = {}, time.monotonic() + STORE_INTERVAL_S
                    self._wake()
