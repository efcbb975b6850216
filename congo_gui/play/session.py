"""The running game of the window: its commands and timed updates. No pygame.

When the game is IDLE and an AI is to move, it is asked; its move is held back until the position before it
has been shown for long enough. See `game_state` for the states and transitions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from congo_gui.play import texts
from congo_gui.play.clocks import Timing
from congo_gui.play.demo import DemoMode
from congo_gui.play.engine_service import SearchThread
from congo_gui.play.events import EngineReady, GameReopened, PositionShown, ProgramReady, SearchReported
from congo_gui.play.game_ends import GameEnds
from congo_gui.play.game_state import GameState, Trigger
from congo_gui.play.game_switcher import GameSwitcher, new_game
from congo_gui.play.hints import Hints
from congo_gui.play.permissions import Permissions
from congo_gui.play.played_game import PlayedGame
from congo_gui.play.player import PlayerConfigs
from congo_gui.play.rated import RatedGame
from congo_gui.play.rating_watch import RatingWatch
from congo_gui.play.running_game import LastSearch, RunningGame
from engine.game.game import Game, Ply
from engine.record.remark import Remark
from engine.rules.rules import Rules
from engine.rules.values import Move, Outcome, Position, Reason
from engine.search.limits import SearchInfo

if TYPE_CHECKING:
    # Importing it loads the compiler, which has to wait until the first frame is on the screen.
    from engine.search.thinker import Event, Finished


class Session:
    """Runs one game after another, all with the same rules.

    Call `update` whenever the engine has woken the window or `deadline` is reached.
    """

    def __init__(
        self,
        rules: Rules,
        players: PlayerConfigs,
        start: Position | None = None,
        timing: Timing | None = None,
        wake: Callable[[], None] = lambda: None,
        rated: RatedGame | None = None,
    ) -> None:
        timing = timing or Timing()
        first = new_game(rules, players, start, timing.now)
        first.rated = rated
        self._run = run = RunningGame(first, timing, wake)
        self.events = run.events
        """The events of the running game."""
        self.games = GameSwitcher(run)
        self.ends = GameEnds(run)
        self.hints = Hints(run)
        self.demo = DemoMode(run, self.games)
        self.may = Permissions(run)
        self.rating = RatingWatch(run)

    # --- state

    @property
    def state(self) -> GameState:
        """The state of the game."""
        return self._run.state

    @property
    def current(self) -> PlayedGame:
        """The game on the board with its players and remarks."""
        return self._run.current

    @property
    def game(self) -> Game:
        """The game on the board."""
        return self._run.current.game

    @property
    def outcome(self) -> Outcome | None:
        """The result; None while the game is in progress, and before the engine is attached."""
        return self._run.outcome

    @property
    def report(self) -> LastSearch:
        """The result of an AI's last search."""
        return self._run.report

    @property
    def program_is_starting(self) -> bool:
        """True if the program to move is still starting."""
        return self._run.ai_to_move and self._run.engine.programs.is_starting(self.game.position.side)

    @property
    def deadline(self) -> float | None:
        """Seconds until `update` has something to do without input, None for never."""
        due = self._due if self.state is GameState.HOLDING else self.demo.next_game_due
        tick = self._run.clocks.next_tick(self.current)
        times = [] if due is None else [max(0.0, due - self._run.timing.now())]
        if tick is not None:
            times.append(tick)
        return min(times, default=None)

    # --- the engine

    def attach_engine(self, engine: SearchThread) -> None:
        """Attach the engine, so that moves can be made."""
        run = self._run
        run.engine.attach(engine, run.current)
        run.shown_at = run.timing.now()
        run.fire(Trigger.ENGINE_ATTACHED)
        run.done(EngineReady())

    def borrow_engine(self) -> SearchThread | None:
        """Lend the engine until `return_engine`; None if it is not attached. No AI moves in the meantime."""
        run = self._run
        run.interrupt()
        if self.state is GameState.LOADING:
            return None
        run.fire(Trigger.ENGINE_BORROWED)
        run.done()
        return run.engine.lend()

    def return_engine(self) -> None:
        """Return the borrowed engine; the AI continues as before."""
        run = self._run
        run.engine.reclaim()
        run.shown_at = run.timing.now()
        run.fire(Trigger.ENGINE_RETURNED)
        run.done()

    def close(self) -> None:
        """End the search, its thread, and the programs."""
        self._run.interrupt()
        self._run.engine.close()
        self._run.fire(Trigger.CLOSED)

    # --- moves, undo and redo

    def play(self, move: Move, path: tuple[int, ...] | None = None, comment: str = "") -> Ply | None:
        """Make a human's move; later moves are dropped.

        In a game that counts, a move that was made here before is redone with the answer to it, which the AI
        may not choose anew.

        Return None, without making the move, if the game is over, as when their time had already run out.
        """
        current, cursor = self.current, self.game.cursor
        if self.outcome is None and current.counts and not current.at_end:
            ply = self.game.plies[cursor]
            if ply.move == move:
                self.redo()
                return ply
        return self._run.play(move, path, comment)

    def undo(self) -> None:
        """Undo moves back to a human's turn; between two humans one move; between AIs one move, and pause.

        An end without a move, such as resignation, is undone first. If there is nothing to undo, restore the
        previous game.
        """
        cursor = self.current.undo_cursor
        if self.outcome is not None and self.outcome is self.game.end:
            self._undo_end(self.outcome)
        elif cursor is not None:
            self._undo_to(cursor)
        else:
            self.games.previous()

    def _undo_end(self, end: Outcome) -> None:
        """Reopen a game that ended without a move.

        After a loss on time, the turn restarts with its initial clock time once the player resumes; after a
        player's failure, the game returns to a human's turn.
        """
        run, current, game = self._run, self.current, self.game
        run.interrupt()
        game.undo_end()
        current.undone_end = current.last if game.plies else None
        on_time = end.reason in (Reason.TIME, Reason.MOVE_TIME)
        if on_time and game.clocks is not None:
            game.clocks.reset_turn()
        current.auto = current.has_human and not on_time
        run.shown_at = run.timing.now()
        run.done(GameReopened())
        cursor = current.undo_cursor
        goes_back = (on_time or end.reason == Reason.FAILURE) and not current.is_stop(game.cursor)
        if goes_back and cursor is not None:
            self._go_to(cursor, current.auto)

    def redo(self) -> None:
        """Redo moves up to a human's turn or the end; at the end, go to the next game."""
        cursor = self.current.redo_cursor
        if cursor is not None:
            self._undo_to(cursor)
        else:
            self.games.next()

    def _undo_to(self, cursor: int) -> None:
        """Undo or redo moves; clocks stop while moves can be redone, which a fallen flag would drop."""
        at_end = cursor == len(self.game.plies)
        self._go_to(cursor, self.current.has_human and (at_end or not self.current.is_timed), undoing=True)

    def view(self, cursor: int) -> None:
        """Show the position after `cursor` plies.

        The AI continues automatically only at the latest position of a game with a human player.
        """
        last = len(self.game.plies)
        cursor = max(0, min(last, cursor))
        if cursor != self.game.cursor:
            self._go_to(cursor, self.current.has_human and cursor == last)

    def _go_to(self, cursor: int, auto: bool, undoing: bool = False) -> None:
        run, steps = self._run, cursor - self.game.cursor
        run.interrupt()
        self.game.go_to(cursor)
        self.current.auto = auto
        self.current.undone_to = cursor if undoing else None
        if undoing and self.current.at_end:
            self.current.undone_end = None
        elif undoing and steps < 0:
            self.current.undone_end = self.current.last
        run.shown_at = run.timing.now()
        run.done(PositionShown(steps))

    # --- pausing and resuming

    def pause(self) -> None:
        """Pause the AI and the clocks."""
        self._run.interrupt()
        self.current.auto = False
        self._run.done()

    def pause_clocks(self) -> bool:
        """Pause the game if a human plays it, and a clock runs or is about to; return whether that is so."""
        current = self.current
        runs = self.state in (GameState.IDLE, GameState.THINKING, GameState.HOLDING)
        begins = self.game.cursor == 0 and current.to_move.is_human
        if not (runs and current.is_timed and current.has_human) or begins:
            return False
        self.pause()
        return True

    def resume(self) -> None:
        """Let the AI continue from the position on the board, also after it has failed."""
        self._run.shown_at = self._run.timing.now()
        self._continue(auto=True)

    def step(self) -> None:
        """Let the AI make one move at once, then pause."""
        if self._run.ai_to_move:
            self._run.single_step = True
            self._continue(auto=False)

    def _continue(self, auto: bool) -> None:
        self._run.clear_failure()
        self.current.auto = auto
        self._run.fire(Trigger.RESUMED)
        self._run.done()

    # --- time

    def update(self) -> None:
        """Handle the AI's answers: show its move when due, and ask it when it is its turn."""
        run = self._run
        self._handle_answers()
        run.flag_falls()
        run.clocks.tick(run.current)
        if run.held_move is not None and run.timing.now() >= self._due:
            self._make_ai_move(run.held_move)
        self.demo.update()
        self._ask()
        if run.engine.programs.any_newly_ready():
            run.events.emit(ProgramReady())
        run.run_clocks()

    @property
    def _due(self) -> float:
        """The time at which the AI's answer may be shown."""
        run = self._run
        if run.single_step:
            return run.shown_at
        return run.shown_at + (self.demo.pace if run.current.is_demo else run.timing.reply_delay_s)

    def _ask(self) -> None:
        """Ask the AI for its move if it is its turn."""
        run = self._run
        if run.state is GameState.IDLE and run.ai_to_move:
            run.request = run.engine.ask_move(run.current)
            run.fire(Trigger.MOVE_ASKED)
            run.done()

    def _handle_answers(self) -> None:
        request = self._run.request
        if request is not None:
            for event in request.asked.events():
                if request.is_for_hint:
                    self.hints.handle(event)
                else:
                    self._handle(event)

    def _handle(self, event: Event) -> None:
        from engine.search.thinker import Failed, SearchProgress

        if isinstance(event, SearchProgress):
            self._note(event.info)
        elif isinstance(event, Failed):
            self._fail(event.message)
        else:
            self._finish(event)

    def _note(self, info: SearchInfo) -> None:
        self._run.report = LastSearch(self.game.position, info)
        self.events.emit(SearchReported(info))

    def _finish(self, event: Finished) -> None:
        run = self._run
        if event.info is not None:
            self._note(event.info)
        if event.move is None:
            self._fail(texts.NO_MOVE_FOUND)
            return
        run.request = None
        if self.game.clocks is not None:
            self.game.clocks.stop_at(event.at)
        if not run.flag_falls():
            run.held_move = event.move
            run.fire(Trigger.MOVE_FOUND)
            run.done()

    def _fail(self, message: str) -> None:
        """Handle a failed search; a program that fails loses the game, unless it could not even begin it."""
        run, side = self._run, self.game.position.side
        run.request, run.single_step = None, False
        loses = run.engine.programs.could_begin(side)
        run.engine.programs.end(side)
        if run.flag_falls():
            return
        if loses:
            run.interrupt()
            self.game.forfeit(side, message)
            run.done()
        else:
            run.report = replace(run.report, failure=message)
            run.fire(Trigger.SEARCH_FAILED)
            run.done()

    def _make_ai_move(self, move: Move) -> None:
        report, comment = self.report, ""
        if report.info is not None and report.position == self.game.position:
            self.ends.note_score(report.info.score)
            comment = Remark.of(report.info).comment
        self._run.make(move, comment=comment)
