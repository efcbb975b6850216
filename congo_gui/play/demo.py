"""Games between AIs: their pace, the score of a series, and taking over a side. No pygame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple
from weakref import WeakKeyDictionary, WeakSet

from congo_gui.play.events import Cause, GameReplaced, PaceChanged, PlayersChanged, SeriesChanged
from congo_gui.play.game_state import GameState, Trigger
from congo_gui.play.game_switcher import GameSwitcher
from congo_gui.play.played_game import PlayedGame
from congo_gui.play.player import names_of
from congo_gui.play.running_game import RunningGame
from congo_gui.play.wording import move_count
from engine.match.pairing import WinDrawLoss
from engine.rules.values import Outcome, Reason


class CountedGame(NamedTuple):
    """A game in a score: the players' names by side, how it ended, and its moves."""

    names: tuple[str, ...]
    outcome: Outcome
    moves: int


class DemoSeries:
    """The score of a series of games; two players with the same name are the same player."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(sorted(names))
        self.reasons: Counter[str] = Counter()
        """The number of games that ended for each reason."""
        self._results: Counter[tuple[str, int, int]] = Counter()
        self._lengths: Counter[int] = Counter()

    def add(self, game: CountedGame, times: int = 1) -> None:
        """Add a game to the score, or remove it if `times` is -1."""
        for side, name in enumerate(game.names):
            winner = game.outcome.winner
            self._results[name, side, 0 if winner is None else 1 if winner == side else -1] += times
        self._lengths[game.moves] += times
        self.reasons[game.outcome.reason.shown] += times
        self._lengths, self.reasons = +self._lengths, +self.reasons

    @property
    def games(self) -> int:
        """The number of games in the score."""
        return sum(self.reasons.values())

    @property
    def lengths(self) -> tuple[int, float, int]:
        """The moves of the shortest, the average and the longest game."""
        average = sum(moves * count for moves, count in self._lengths.items()) / max(1, self.games)
        return min(self._lengths, default=0), average, max(self._lengths, default=0)

    def tally(self, name: str, side: int) -> WinDrawLoss:
        """Return a player's wins, draws and losses as one side."""
        wins, draws, losses = (self._results[name, side, result] for result in (1, 0, -1))
        return WinDrawLoss(wins, draws, losses)

    @property
    def is_against_itself(self) -> bool:
        """True if both players are the same, so that only their sides differ."""
        return self.names[0] == self.names[-1]


class DemoMode:
    """Runs games between AIs: pace, endless series and score."""

    def __init__(self, run: RunningGame, games: GameSwitcher) -> None:
        self._run, self._games = run, games
        self.pace = 1.0
        """Minimum seconds for which each position is shown."""
        self.endless = False
        """True if another game starts when a game between AIs is over."""
        self.series = DemoSeries(names_of(run.current.players))
        """The score of the current pair of AIs or programs, regardless of sides."""
        self._counted: WeakKeyDictionary[PlayedGame, tuple[DemoSeries, CountedGame] | None] = (
            WeakKeyDictionary()
        )
        """The games that are in a score, as they are there; None for those that must not be added to one."""
        self._ran: WeakSet[PlayedGame] = WeakSet()
        """The finished games that another one may follow: they had not been paused when they ended."""
        self._series_of: WeakKeyDictionary[PlayedGame, DemoSeries] = WeakKeyDictionary()
        """The series of games that were replaced."""
        run.events.subscribe(self._game_replaced, GameReplaced)
        run.events.subscribe(lambda _: self._players_changed(), PlayersChanged)

    def set_pace(self, seconds: float) -> None:
        """Set the minimum seconds for which each position is shown."""
        self.pace = seconds
        self._run.events.emit(PaceChanged(seconds))

    def set_endless(self, endless: bool) -> None:
        """Set whether another game starts when a game between AIs is over."""
        self.endless = endless
        if endless and not self._run.current.auto:
            self._run.current.auto = True
            if self._run.state is GameState.PAUSED:
                self._run.fire(Trigger.RESUMED)
        self._run.done(SeriesChanged())

    def take_over(self) -> None:
        """Replace the AI to move by a human, in a game between AIs."""
        run, current = self._run, self._run.current
        if not current.is_demo or run.outcome is not None:
            return
        current.auto, self.endless = True, False
        human = replace(current.to_move, level="", program="")
        self._games.change_player(current.position.side, human)

    def reset_scores(self) -> None:
        """Reset the score."""
        self.series = DemoSeries(names_of(self._run.current.players))
        self._run.events.emit(SeriesChanged())

    def _game_replaced(self, event: GameReplaced) -> None:
        """Reset the score if the players have changed; restore it for a restored game."""
        current = self._run.current
        self._series_of[event.before] = self.series
        if event.cause is Cause.OPENED and self._run.outcome is not None:
            self._counted[current] = None
        if event.cause is Cause.RESTORED:
            self._ran.discard(current)  # it waits for the user
        if event.cause is Cause.RESTORED and current in self._series_of:
            self.series = self._series_of[current]
            self._run.events.emit(SeriesChanged())
        elif sorted(names_of(event.before.players)) != sorted(names_of(current.players)):
            self.reset_scores()

    def _players_changed(self) -> None:
        """Reset the score if another AI goes on with the game, such as a program with a new command."""
        current = self._run.current
        if current.is_demo and self.series.names != tuple(sorted(names_of(current.players))):
            self.reset_scores()

    # --- time

    def update(self) -> None:
        """Add a finished game to the score, and start the next one when it is due."""
        self._count()
        due = self.next_game_due
        if due is not None and self._run.timing.now() >= due:
            first, second = self._run.current.players
            self._games.new((second, first), self._run.current.game.start, Cause.NEXT)

    def _count(self) -> None:
        """Add a finished game to the score, once: one that has ended anew replaces its earlier result."""
        current, outcome = self._run.current, self._run.outcome
        if outcome is None or not current.is_demo:
            return
        found = CountedGame(tuple(names_of(current.players)), outcome, move_count(current.game.cursor))
        if current in self._counted:
            counted = self._counted[current]
            if counted is None or counted[0] is not self.series or counted[1] == found:
                return
            self.series.add(counted[1], times=-1)
        (self._ran.add if current.auto else self._ran.discard)(current)
        self._counted[current] = self.series, found
        self.series.add(found)
        self._run.events.emit(SeriesChanged())

    @property
    def next_game_due(self) -> float | None:
        """The time at which the next game of an endless series starts, None if there is none."""
        run = self._run
        current = run.current
        continues = self.endless and current.is_demo and (current.auto or current in self._ran)
        if run.state is not GameState.GAME_OVER or not continues:
            return None
        if run.outcome is None or run.outcome.reason == Reason.FAILURE:
            return None  # let the user read the reason; the next game would fail, too
        return run.shown_at + max(self.pace, run.timing.next_game_after_s)
