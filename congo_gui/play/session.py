"""A game as the window runs it: whose turn it is, who thinks and when they move, and whose clock runs.

No pygame here. Only this module starts or stops a search. It thinks when all of this holds: the engine is
there, the game is not over, an AI is to move, nobody holds it (`auto` or a single `step`), it has not
failed, and no search runs and no answer waits already. Whatever changes the position first calls
`_abandon`, so no answer to an old question can land.

The clock of the side to move runs from the second ply on, unless the game is paused, looked back at or lent
to an analysis. That of an AI or a program stands as soon as its answer has come, shown or not.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from congo_gui.play.clock_text import next_tick
from congo_gui.play.draw_offers import Judgement
from congo_gui.play.events import (
    Cause,
    ClockSwitched,
    ClockTicked,
    EngineReady,
    EventBus,
    GameOver,
    GameReopened,
    GameReplaced,
    MovePlayed,
    PlayersChanged,
    PositionShown,
    RemarksChanged,
)
from congo_gui.play.events import (
    Event as GameEvent,
)
from congo_gui.play.game_history import Table
from congo_gui.play.player import Players, names_of
from congo_gui.play.program_players import Seats
from congo_gui.play.question import Question, within_clock
from congo_gui.play.searcher import Searcher
from congo_gui.play.series import Series
from congo_gui.play.state import SessionState
from engine.game.clocks import clocks_for
from engine.game.game import Game, Ply
from engine.players.levels import level
from engine.record.record import GameRecord, RecordedMove, clock_after
from engine.record.remark import Remark
from engine.rules.move import Move
from engine.rules.outcome import Outcome, Reason
from engine.rules.position import Position
from engine.rules.rules import Rules
from engine.search.limits import Limits, SearchInfo, SearchOptions

if TYPE_CHECKING:
    # Importing it loads the compiler, which has to wait until the first frame is on the screen.
    from engine.search.thinker import Event, Finished

HINT_LIMITS = Limits(nodes=1_000_000)
NEXT_GAME_AFTER = 2.0
"""Seconds for which the end of a game is shown at least before two AIs begin the next one."""
REPLY_DELAY = 0.8
"""Seconds between a person's move and the AI's answer at least, even if it did not have to think."""


def _game_of(rules: Rules, players: Players, start: Position | None, now: Callable[[], float]) -> Game:
    """Return a game that begins, with the players' clocks."""
    return Game(rules, start, clocks_for((players[0].clock, players[1].clock), now))


class Session(SessionState):
    """One game and its players. Call `update` whenever the searcher woke the window or `deadline` came."""

    def __init__(
        self,
        rules: Rules,
        players: Players,
        start: Position | None = None,
        clock: Callable[[], float] = time.monotonic,
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(rules, players, _game_of(rules, players, start, clock), clock)
        self.events = EventBus()
        """Tells its subscribers what happens."""
        self._announced = self.position, False
        """The position that the last event was about, and whether the game was over there."""
        self._running: int | None = None
        """The side whose clock ran at the last event about that."""
        self._takes_hint = False
        self._counted: Game | None = None
        self._judgement = Judgement()
        self._seats = Seats(rules, wake)
        self._shown_at = clock()
        self._clocks_shown = ("", "")

    # --- what is going on

    @property
    def starting(self) -> bool:
        """Whether the program to move is still getting ready."""
        one = self._seats.of(self.position.side)
        return one is not None and self.ai_to_move and not one.ready

    @property
    def deadline(self) -> float | None:
        """Seconds until `update` has something to do by itself, None for never."""
        due = self._next_game_due if self._answer is None else self._due
        times = [] if due is None else [max(0.0, due - self._clock())]
        clocks = self.game.clocks
        if clocks is not None and clocks.running is not None:
            times.append(next_tick(clocks.remaining(clocks.running) or 0.0))
        return min(times, default=None)

    def _tell(self, *events: GameEvent) -> None:
        """Emit what has happened, and that the game is over if it is so since the last event."""
        position, was_over = self._announced
        outcome = self.outcome
        self._announced = self.position, outcome is not None
        for event in events:
            self.events.emit(event)
        if outcome is not None and not was_over:
            self.events.emit(GameOver(outcome, in_place=position == self.position))

    # --- setting up

    def attach(self, searcher: Searcher) -> None:
        """Take the engine: from now on moves can be made."""
        self._searcher = searcher
        self._shown_at = self._clock()
        self._seat_programs()
        self._tell(EngineReady())

    def new_game(self, players: Players, start: Position | None = None, cause: Cause = Cause.NEW) -> None:
        """Begin anew, with other players; `undo` brings the present game back, if there is anything in it."""
        game = _game_of(self.rules, players, start, self._clock)
        self._make_way(game)
        if sorted(names_of(players)) != sorted(names_of(self.players)):
            self.series = Series(names_of(players))
        self._seed = random.randrange(1 << 31)
        self._sit_down(Table(game, players, auto=True), cause)

    def open(self, record: GameRecord, players: Players, cursor: int, go_on: bool = False) -> None:
        """Show a game that was written down, after `cursor` plies.

        The AI waits for the player's word, unless the game is to `go_on`, stands at its end and has a person.

        Raises `GameError` if its moves cannot be replayed, and then leaves everything as it is.
        """
        game = record.replay(self._clock)
        if cursor != game.cursor:
            game.go_to(cursor)
        if game.clocks is not None and record.now is not None:
            game.clocks.set(record.now)
        self._make_way(game)
        go_on = go_on and any(player.is_human for player in players) and game.cursor == len(game.plies)
        opened = Table(game, players, go_on, list(record.moves), record.comment, record)
        self._sit_down(opened, Cause.OPENED)

    def _make_way(self, game: Game) -> None:
        """Put the present game, if there is anything in it, where `undo` finds it."""
        if self.game.plies or self.game.start not in (game.start, self.rules.start()):
            self._shelf.keep(self._table)
        self._shelf.forget_later()

    def set_up(self, position: Position) -> None:
        """Begin anew from a position, with the same players."""
        self.new_game(self.players, position, Cause.SET_UP)

    def restart(self) -> None:
        """Play the same game again from its start."""
        self.new_game(self.players, self.game.start, Cause.RESTART)

    @property
    def _table(self) -> Table:
        return Table(self.game, self.players, self.auto, self.remarks, self.introduction, self.origin)

    def _sit_down(self, table: Table, cause: Cause) -> None:
        """Go on with another game; the one before costs nobody time until it comes back."""
        before = self._table
        self._abandon()
        if self.game.clocks is not None:
            self.game.clocks.run(None)
        self.game, self.players, self.auto = table.game, table.players, table.auto
        self.remarks, self.introduction, self.origin = table.remarks, table.introduction, table.origin
        self.info, self.info_position = None, self.position
        self._shown_at = self._clock()
        self._seat_programs()
        self._tell(GameReplaced(before, cause))

    def _seat_programs(self) -> None:
        """Start the programs that play, and end those that do not play any more."""
        first, second = self.players
        self._seats.begin((first.program, second.program), self._seed, self.ready)

    def _return_to(self, table: Table) -> None:
        """Take up another game where it was left; two AIs wait for the player's word."""
        waits = not any(player.is_human for player in table.players)
        self._sit_down(replace(table, auto=False) if waits else table, Cause.RESTORED)

    def close(self) -> None:
        """End the search and its thread."""
        self._abandon()
        self._seats.close()
        if self._searcher is not None:
            self._searcher.close()
            self._searcher = None

    # --- moving

    def play(self, move: Move, path: tuple[int, ...] | None = None, comment: str = "") -> Ply | None:
        """Make a person's move; what came after an earlier position is dropped.

        Returns None, and makes none, if their time was over before.
        """
        if self._flag_falls():
            return None
        self._abandon()
        self._shelf.forget_later()
        self.auto = True
        return self._play(move, path, comment)

    def _play(self, move: Move, path: tuple[int, ...] | None = None, comment: str = "") -> Ply:
        ply = self.game.play(move, path)
        cursor = self.game.cursor
        self.remarks[cursor - 1 :] = [RecordedMove(move, comment, clock=clock_after(self.game, cursor))]
        self._shown_at = self._clock()
        self._run_clocks()
        self._tell(MovePlayed(ply))
        return ply

    def undo(self) -> None:
        """Take back: to a person's turn; one move between two persons; between AIs one move, and hold.

        An end that no move made is taken back alone. Where the game has nothing to take back, the one before
        it comes back as it was left.
        """
        if self.outcome is not None and self.outcome is self.game.end:
            self._take_end_back(self.outcome)
            return
        self._step_to(self._undo_cursor, self._shelf.back)

    def _take_end_back(self, end: Outcome) -> None:
        """Let a game go on that no move ended.

        After a loss on time, the turn begins anew with the clock that it began with, once somebody lets the
        game go on; what a failed player was to answer goes back to a person's turn.
        """
        self._abandon()
        self.game.take_back_end()
        if end.reason == Reason.TIME and self.game.clocks is not None:
            self.game.clocks.renew()
        self._tell(GameReopened())
        if end.reason in (Reason.TIME, Reason.FAILURE) and not self._is_stop(self.game.cursor):
            self._step_to(self._undo_cursor)
        self.auto = self.has_human and end.reason != Reason.TIME
        self._shown_at = self._clock()

    def redo(self) -> None:
        """Play again what was taken back, up to a person's turn or the end; at last go on to a later game."""
        self._step_to(self._redo_cursor, self._shelf.on)

    def _step_to(
        self, cursor: int | None, change: Callable[[Table], Table | None] = lambda present: None
    ) -> None:
        """Go to a ply of this game; where there is none, to the game for which this one is changed."""
        if cursor is not None:
            self._go_to(cursor)
            self.auto = self.has_human
        else:
            other = change(self._table)
            if other is not None:
                self._return_to(other)

    def view(self, cursor: int) -> None:
        """Show the position after `cursor` plies.

        The AI goes on by itself only from the end of a game with a person in it.
        """
        cursor = max(0, min(len(self.game.plies), cursor))
        if cursor != self.game.cursor:
            self._go_to(cursor)
            self.auto = self.has_human and self.at_end

    def annotate(self, remarks: Sequence[RecordedMove], introduction: str) -> None:
        """Take what is written about the game's moves, and before the first one."""
        self.remarks[:] = remarks
        self.introduction = introduction
        self._tell(RemarksChanged())

    # --- holding the AI and letting it go on

    def pause(self) -> None:
        """Hold the AI, and the clocks."""
        self._abandon()
        self.auto = False
        self._run_clocks()

    def resume(self) -> None:
        """Let the AI play on from the position on the board, also after it failed."""
        self.failure = ""
        self.auto = True
        self._shown_at = self._clock()
        self._run_clocks()

    def step(self) -> None:
        """Let the AI make one move, at once, and then hold it."""
        if self.ai_to_move:
            self.failure = ""
            self.auto = False
            self._single = True

    # --- help, and ends that no move makes

    def ask_hint(self) -> None:
        """Look for the best move; `hint` has it when it is found, until the position changes."""
        if self.can_hint and self._searcher is not None:
            self._abandon()
            history = self.game.history()
            asked = self._searcher.go(self.rules, self.position, history, HINT_LIMITS, SearchOptions())
            self._question = Question(self._searcher, asked, is_for_hint=True)

    def play_best(self) -> None:
        """Have the AI make the person's move: that of the hint, or as soon as it has found one."""
        if self.hint is not None:
            self._take_hint(self.hint)
            return
        if not self.hinting:
            self.ask_hint()
        self._takes_hint = self.hinting

    def _take_hint(self, hint: SearchInfo) -> None:
        self._takes_hint = False
        if hint.pv:
            self.play(hint.pv[0], comment=Remark.of(hint).comment)

    def adjudicate(self, winner: int | None) -> None:
        """End a game between AIs with a win for a side, or a draw."""
        self._abandon()
        self.game.adjudicate(winner)
        self._tell()

    def resign(self) -> None:
        """Give up for the only person, or for the one who is to move."""
        people = [side for side in (0, 1) if self.players[side].is_human]
        self._abandon()
        self.game.resign(people[0] if len(people) == 1 else self.position.side)
        self._tell()

    def offer_draw(self) -> bool:
        """Offer a draw; tell whether it was accepted. Two people are taken to have agreed."""
        if self.has_ai and not self._judgement.wants_draw(self.game):
            return False
        self._abandon()
        self.game.agree_draw()
        self._tell()
        return True

    # --- lending the searcher to an analysis

    def lend(self) -> Searcher | None:
        """Give the searcher away until `take_back`, None if it is not there; nobody thinks meanwhile."""
        self._abandon()
        self._lent = self._searcher is not None
        self._run_clocks()
        return self._searcher

    def take_back(self) -> None:
        """Take the searcher back that was lent; the AI goes on as before."""
        if self._lent and self._searcher is not None:
            self._searcher.cancel()
        self._lent = False
        self._shown_at = self._clock()

    # --- game after game

    def set_pace(self, seconds: float) -> None:
        """Show each position so long at least when only AIs play."""
        self.pace = seconds

    def set_endless(self, endless: bool) -> None:
        """Have two AIs begin another game when one is over, or no longer."""
        self.endless = endless
        self.auto = self.auto or endless

    def take_over(self) -> None:
        """Let a person play on for the AI that is to move in a game between AIs."""
        if self.is_demo and self.outcome is None:
            self._abandon()
            side = self.position.side
            first, second = (
                replace(player, level="", program="") if each == side else player
                for each, player in enumerate(self.players)
            )
            self.players, self.auto, self.endless = (first, second), True, False
            self._seat_programs()
            self._tell(PlayersChanged())

    @property
    def _next_game_due(self) -> float | None:
        """When the next game of an endless series begins, None if there is none."""
        if not (self.endless and self.is_demo and self.auto) or self._lent or self.outcome is None:
            return None
        if self.outcome.reason == Reason.FAILURE:
            return None  # the reason has to be read, and the next game would end likewise
        return self._shown_at + max(self.pace, NEXT_GAME_AFTER)

    def _play_next(self) -> None:
        """Begin the next game of an endless series, with colours exchanged."""
        self.new_game((self.players[1], self.players[0]), self.game.start, Cause.NEXT)

    def count_anew(self) -> None:
        """Forget the games that were counted."""
        self.series = Series(names_of(self.players))

    def _count(self) -> None:
        """Add a game between AIs that is over to the score, once."""
        outcome = self.outcome
        if outcome is not None and self.is_demo and self._counted is not self.game:
            self._counted = self.game
            self.series.add(names_of(self.players), outcome, self.game.cursor)

    # --- time passes

    def update(self) -> bool:
        """Take what the AI found, move when it is time, start it when it is its turn.

        Returns whether any of that changed what can be seen.
        """
        changed = self._listen()
        changed |= self._flag_falls() or self._clocks_changed()
        if self._answer is not None and self._clock() >= self._due:
            self._make_ai_move(self._answer)
            changed = True
        self._count()
        due = self._next_game_due
        if due is not None and self._clock() >= due:
            self._play_next()
            changed = True
        changed |= self._start_thinking()
        self._run_clocks()
        return changed

    # --- the clocks

    def _run_clocks(self) -> None:
        """Let the right clock run, or none."""
        clocks = self.game.clocks
        before = None if clocks is None else clocks.running
        if clocks is not None:
            clocks.run(self.position.side if self._time_counts else None)
        after = None if clocks is None else clocks.running
        if after != before or after != self._running:
            self._running = after
            self.events.emit(ClockSwitched(after))

    @property
    def _time_counts(self) -> bool:
        """Whether the side to move loses time."""
        waits = self.paused or self._lent or self.failure or self.starting or self._answer is not None
        return self.ready and self.game.cursor > 0 and self.outcome is None and not waits

    def _flag_falls(self) -> bool:
        """End the game if the time of the side to move is over; tell whether it was."""
        clocks = self.game.clocks
        side = None if clocks is None else clocks.fallen
        if side is None or self.outcome is not None:
            return False
        self._abandon()
        self.game.lose_on_time(side)
        self._run_clocks()
        self._tell()
        return True

    def _clocks_changed(self) -> bool:
        """Tell whether the clocks show something else than at the last call."""
        before, self._clocks_shown = self._clocks_shown, (self.clock_text(0), self.clock_text(1))
        if before == self._clocks_shown:
            return False
        self.events.emit(ClockTicked())
        return True

    # --- the AI and programs

    @property
    def _due(self) -> float:
        """When the AI's answer may be shown."""
        if self._single:
            return self._shown_at
        return self._shown_at + (self.pace if self.is_demo else REPLY_DELAY)

    def _listen(self) -> bool:
        question = self._question
        if self._searcher is None or self._lent or question is None:
            return False
        events = question.events()
        for event in events:
            if question.is_for_hint:
                self._hear_hint(event)
            else:
                self._hear(event)
        return bool(events) or self.hinting or self.hint is not None

    def _hear_hint(self, event: Event) -> None:
        from engine.search.thinker import Finished, Progress

        if isinstance(event, Progress):
            return
        self._close_question()
        self.hint = event.info if isinstance(event, Finished) else None
        if self._takes_hint and self.hint is not None:
            self._take_hint(self.hint)

    def _hear(self, event: Event) -> None:
        from engine.search.thinker import Failed, Progress

        if isinstance(event, Progress):
            self._note(event.info)
        elif isinstance(event, Failed):
            self._fail(event.message)
        else:
            self._finish(event)

    def _close_question(self) -> None:
        if self._question is not None:
            self._question.answered()

    def _note(self, info: SearchInfo | None) -> None:
        if info is not None:
            self.info, self.info_position = info, self.position

    def _finish(self, event: Finished) -> None:
        self._note(event.info)
        if event.move is None:
            self._fail("it found no move")
        else:
            self._close_question()
            self._answer = event.move
            if self.game.clocks is not None:
                self.game.clocks.stop_at(event.at)

    def _fail(self, message: str) -> None:
        """Note that the AI could not find a move; a program that cannot has lost its game."""
        self._close_question()
        self._single = False
        side = self.position.side
        if side not in self._seats:
            self.failure = message
            return
        self._seats.dismiss(side)
        self.game.forfeit(side, message)
        self._run_clocks()
        self._tell()

    def _start_thinking(self) -> bool:
        if (
            self.thinking
            or self._lent
            or self.failure
            or self._searcher is None
            or not self.ai_to_move
            or self.held
        ):
            return False
        if self.to_move.program:
            one = self._seats.seat(self.position.side, self.to_move.program, self._seed)
            self._question = Question(one, one.go(self.game))
            return True
        strength, side = level(self.to_move.level), self.position.side
        limits = strength.limits.within(self.rules.facts.reply_time)
        asked = self._searcher.go(
            self.rules,
            self.position,
            self.game.history(),
            within_clock(limits, self.game.clocks, side, self.players[side].clock),
            strength.options(self._seed),
        )
        self._question = Question(self._searcher, asked)
        return True

    def _make_ai_move(self, move: Move) -> None:
        if self.info is not None and self.info_position == self.position:
            self._judgement.note(self.game, self.info.score)
        self._answer = None
        self._single = False
        self._play(move, comment=self._finding())

    def _finding(self) -> str:
        """Return what the search found out about the position on the board, for the game's record."""
        if self.info is None or self.info_position != self.position:
            return ""
        return Remark.of(self.info).comment

    def _go_to(self, cursor: int) -> None:
        self._abandon()
        steps = cursor - self.game.cursor
        self.game.go_to(cursor)
        self._shown_at = self._clock()
        self._tell(PositionShown(steps))

    def _abandon(self) -> None:
        """Drop the search and its answer."""
        if self._question is not None:
            self._question.cancel()
        self._question = self._answer = self.hint = None
        self._single = self._takes_hint = False
        self.failure = ""
