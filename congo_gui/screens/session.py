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
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from congo_gui.screens.clock_text import clock_text, low_below, next_tick
from congo_gui.screens.series import Series
from engine import book
from engine.clocks import TimeControl, clocks_for
from engine.game import Game, History, Ply
from engine.players.levels import level
from engine.players.parse import parse_player, read_depth, split_command
from engine.record import GameRecord, RecordedMove, clock_after
from engine.remark import Remark
from engine.rules.base import GameError, Move, Outcome, Position, Reason, Rules
from engine.search.clock import share_of_clock
from engine.search.limits import Limits, SearchInfo, SearchOptions

if TYPE_CHECKING:
    # Importing it loads the compiler, which has to wait until the first frame is on the screen.
    from engine.players.background import BackgroundPlayer
    from engine.thinker import Event, Finished

WIN = 100_000
"""Hundredths of a pawn; a forced win is worth more than any other advantage."""
HINT_LIMITS = Limits(nodes=1_000_000)
WORSE, EVEN = -60, 20
"""Hundredths of a pawn, as the AI sees itself: with less than the first it agrees to a draw, and with less
than the second if nothing has happened for `LONG` turns."""
LONG = 16
NEXT_GAME_AFTER = 2.0
"""Seconds for which the end of a game is shown at least before two AIs begin the next one."""
GAMES_KEPT = 20
"""Games before the present one that can be brought back."""
WITHOUT_BOOK = "The file of the opening book is missing or damaged: the AI plays without it."
REPLY_DELAY = 0.8
"""Seconds between a person's move and the AI's answer at least, even if it did not have to think."""
PROGRAMS = ("uci:", "python:")
"""How players begin that are other programs, as the command line calls them."""
METHODS = {"minimax": "Minimax", "alphabeta": "Alpha-beta"}
"""The searches to a fixed depth, as the command line and as people call them."""
STARTUP = 60.0
"""Seconds that a program may take to get ready."""
CLOCK_MARGIN = 120
"""Milliseconds of its clock that the AI leaves unused: the window may be busy when its answer comes."""


class Searcher(Protocol):
    """What a session needs of `engine.thinker.Thinker`."""

    def go(
        self, rules: Rules, position: Position, history: History, limits: Limits, options: SearchOptions
    ) -> int: ...
    def cancel(self) -> None: ...
    def events(self) -> list[Event]: ...
    def close(self) -> None: ...


@dataclass(frozen=True)
class Player:
    """Who plays a side, and on which clock: a person, the AI at the named level, or a program.

    A program is given as the command line calls it: `uci:COMMAND` or `python:MODULE:FUNCTION`, or
    `minimax:DEPTH` or `alphabeta:DEPTH`, which are our own.
    """

    level: str = ""
    program: str = ""
    clock: TimeControl | None = None

    @property
    def is_human(self) -> bool:
        """Whether a person plays."""
        return not self.level and not self.program

    @property
    def method(self) -> str:
        """The name of the search to a fixed depth that plays, empty if somebody else does."""
        name = self.program.partition(":")[0]
        return name if name in METHODS else ""

    @property
    def depth(self) -> int:
        """How deep that search goes."""
        return int(self.program.partition(":")[2]) if self.method else 0

    @property
    def is_program(self) -> bool:
        """Whether a program plays that is none of ours."""
        return bool(self.program) and not self.method

    @property
    def title(self) -> str:
        """The name on the card, unless the player has given the program another one."""
        if self.method:
            return f"{METHODS[self.method]}, depth {self.depth}"
        if self.program:
            return program_title(self.program)
        return f"AI – level {self.level}" if self.level else "Human"

    @property
    def short_title(self) -> str:
        """What to call it where there is little room."""
        if self.method:
            return f"{METHODS[self.method]} {self.depth}"
        return f"AI {self.level}" if self.level else self.title

    @classmethod
    def named(cls, name: str, clock: TimeControl | None = None) -> Player:
        """Return the player that settings and command line call `name`; raise `GameError` if none is."""
        if name == "human":
            return cls(clock=clock)
        method, colon, depth = name.partition(":")
        if colon and method in METHODS:
            return cls(program=f"{method}:{read_depth(method, depth)}", clock=clock)
        if name.startswith(PROGRAMS):
            return cls(program=name, clock=clock)
        return cls(level(name).name, clock=clock)

    @property
    def name(self) -> str:
        """What `named` reads."""
        return self.program or self.level or "human"


def program_title(program: str) -> str:
    """Return what to call a program that nobody has given a name: its command without folders.

    Of a Python source it is the file, not the Python that runs it.
    """
    try:
        words = split_command(program.partition(":")[2], windows=True)  # which takes a path of either kind
    except GameError:
        return program
    if len(words) > 1 and _file(words[0]).lower().startswith("python"):
        del words[0]
    return " ".join([_file(words[0]) or words[0], *words[1:]])


def _file(path: str) -> str:
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2]


Players = tuple[Player, Player]


def names_of(players: Players) -> tuple[str, str]:
    """Return the players' names, as `Player.named` reads them."""
    return players[0].name, players[1].name


@dataclass(frozen=True)
class _Table:
    """A game with its players, as it was when another one took its place."""

    game: Game
    players: Players
    auto: bool
    remarks: list[RecordedMove] = field(default_factory=list)
    introduction: str = ""
    origin: GameRecord | None = None


class Session:
    """One game and its players. Call `update` whenever the searcher woke the window or `deadline` came."""

    def __init__(
        self,
        rules: Rules,
        players: Players,
        start: Position | None = None,
        clock: Callable[[], float] = time.monotonic,
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        self.rules, self.players = rules, players
        self._clock, self._wake = clock, wake
        self.game = self._new(players, start)
        self.remarks: list[RecordedMove] = []
        """What is said about each of the game's plies, also those that `redo` would replay."""
        self.introduction = ""
        """What is said before the first move."""
        self.origin: GameRecord | None = None
        """What the game was opened from."""
        self.pace = 1.0
        """Seconds that each position is shown at least when only AIs play."""
        self.auto = True
        """Whether the AI moves by itself."""
        self.knows: Callable[[str], bool] = lambda program: False
        """Tells of a program whether it may be started because a file names it as a player."""
        self.info: SearchInfo | None = None
        self.info_position = self.game.position
        """The position that `info` is about."""
        self.failure = ""
        self._searcher: Searcher | None = None
        self._search_id: int | None = None
        self._answer: Move | None = None
        self._single = False
        self.endless = False
        """Whether two AIs begin another game when one is over."""
        self.series = Series(names_of(players))
        """The games that these two AIs or programs have played, whichever side they had."""
        self._counted: Game | None = None
        self._lent = False
        self._hint_id: int | None = None
        self._takes_hint = False
        self.hint: SearchInfo | None = None
        """What is best for the person to move, if they have asked."""
        self._judgement: tuple[Game, int, int] | None = None
        self._earlier: deque[_Table] = deque(maxlen=GAMES_KEPT)
        self._later: deque[_Table] = deque()
        self._programs: dict[int, BackgroundPlayer] = {}
        self._seated: dict[int, str] = {}
        self._asked: Searcher | BackgroundPlayer | None = None
        """Who looks for a move, or for a hint."""
        self._shown_at = clock()
        self._clocks_shown = ("", "")
        self._seed = random.randrange(1 << 31)
        """Where the mistakes of weak levels come from: others in every game."""

    # --- what is

    @property
    def ready(self) -> bool:
        """Whether the engine is there; without it nobody can move."""
        return self._searcher is not None

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.game.position

    @property
    def outcome(self) -> Outcome | None:
        """The result, None while the game goes on."""
        return self.game.outcome if self.ready else None

    @property
    def to_move(self) -> Player:
        """Who is to move."""
        return self.players[self.position.side]

    @property
    def has_human(self) -> bool:
        """Whether a person plays."""
        return any(player.is_human for player in self.players)

    @property
    def has_ai(self) -> bool:
        """Whether an AI plays."""
        return any(not player.is_human for player in self.players)

    @property
    def is_demo(self) -> bool:
        """Whether only AIs play."""
        return not self.has_human

    @property
    def at_end(self) -> bool:
        """Whether the latest position is on the board, not an earlier one."""
        return self.game.cursor == len(self.game.plies)

    @property
    def ai_to_move(self) -> bool:
        """Whether an AI has to move in the position on the board."""
        return self.ready and not self.to_move.is_human and self.outcome is None

    @property
    def thinking(self) -> bool:
        """Whether the AI is at it: it thinks, or holds its answer back until it is time."""
        return self._search_id is not None or self._answer is not None

    @property
    def held(self) -> bool:
        """Whether an AI is to move and waits for the player's word."""
        return self.ai_to_move and not self.auto and not self._single

    @property
    def movable_sides(self) -> frozenset[int]:
        """The sides whose pieces a person may move now."""
        if not self.ready or self.outcome is not None:
            return frozenset()
        return frozenset(side for side in (0, 1) if self.players[side].is_human)

    @property
    def paused(self) -> bool:
        """Whether the game waits for the player's word: an AI that is held, or clocks that stand."""
        timed = self.game.clocks is not None and self.ready and self.outcome is None
        return self.held or (timed and not self.auto and not self._single)

    @property
    def can_pause(self) -> bool:
        """Whether the game can be held, or let go on: an AI is to move, or a clock is running or could."""
        timed = self.game.clocks is not None and self.game.cursor > 0
        return self.ready and self.outcome is None and (timed or self.ai_to_move)

    @property
    def starting(self) -> bool:
        """Whether the program to move is still getting ready."""
        one = self._programs.get(self.position.side)
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

    def clock_text(self, side: int) -> str:
        """Return what the clock of a side shows; empty if it has none."""
        left = None if self.game.clocks is None else self.game.clocks.remaining(side)
        return "" if left is None else clock_text(left)

    def clock_is_low(self, side: int) -> bool:
        """Whether a side should hurry."""
        control = self.players[side].clock
        left = None if self.game.clocks is None else self.game.clocks.remaining(side)
        return left is not None and control is not None and left <= low_below(control)

    @property
    def book_problem(self) -> str:
        """What to say if an AI here plays by the opening book, and that cannot be read; else nothing."""
        strengths = (level(player.level) for player in self.players if player.level)
        wanted = any(strength.options(self._seed).book for strength in strengths)
        return WITHOUT_BOOK if wanted and book.problem(self.rules.name) else ""

    # --- setting up

    def attach(self, searcher: Searcher) -> None:
        """Take the engine: from now on moves can be made."""
        self._searcher = searcher
        self._shown_at = self._clock()
        self._seat_programs()

    def _new(self, players: Players, start: Position | None) -> Game:
        return Game(self.rules, start, clocks_for((players[0].clock, players[1].clock), self._clock))

    def new_game(self, players: Players, start: Position | None = None) -> None:
        """Begin anew, with other players; `undo` brings the present game back, if there is anything in it."""
        game = self._new(players, start)
        self._make_way(game)
        if sorted(names_of(players)) != sorted(names_of(self.players)):
            self.series = Series(names_of(players))
        self._seed = random.randrange(1 << 31)
        self._sit_down(_Table(game, players, auto=True))

    def open(self, record: GameRecord, players: Players, cursor: int) -> None:
        """Show a game that was written down, after `cursor` plies; the AI waits for the player's word.

        Raises `GameError` if its moves cannot be replayed, and then leaves everything as it is.
        """
        game = record.replay(self._clock)
        if cursor != game.cursor:
            game.go_to(cursor)
        if game.clocks is not None and record.now is not None:
            game.clocks.set(record.now)
        self._make_way(game)
        self._sit_down(_Table(game, players, False, list(record.moves), record.comment, record))

    def _make_way(self, game: Game) -> None:
        """Put the present game, if there is anything in it, where `undo` finds it."""
        if self.game.plies or self.game.start not in (game.start, self.rules.start()):
            self._earlier.append(self._table)
        self._later.clear()

    def set_up(self, position: Position) -> None:
        """Begin anew from a position, with the same players."""
        self.new_game(self.players, position)

    def restart(self) -> None:
        """Play the same game again from its start."""
        self.new_game(self.players, self.game.start)

    @property
    def _table(self) -> _Table:
        return _Table(self.game, self.players, self.auto, self.remarks, self.introduction, self.origin)

    def _sit_down(self, table: _Table) -> None:
        """Go on with another game; the one before costs nobody time until it comes back."""
        self._abandon()
        if self.game.clocks is not None:
            self.game.clocks.run(None)
        self.game, self.players, self.auto = table.game, table.players, table.auto
        self.remarks, self.introduction, self.origin = table.remarks, table.introduction, table.origin
        self.info, self.info_position = None, self.position
        self._shown_at = self._clock()
        self._seat_programs()

    def _seat_programs(self) -> None:
        """Start the programs that play, and end those that do not play any more."""
        for side, player in enumerate(self.players):
            if side in self._programs and (not player.program or self._seated[side] != player.program):
                self._programs.pop(side).close()
            if side in self._programs:
                self._programs[side].new_game(self._seed)
            elif player.program and self.ready:
                self._program(side)

    def _program(self, side: int) -> BackgroundPlayer:
        """Return who plays for a side whose player is a program; a new one has begun this game."""
        if side not in self._programs:
            from engine.players.background import BackgroundPlayer

            name, rules = self.players[side].program, self.rules
            make = lambda: parse_player(name, rules, startup=STARTUP)  # noqa: E731
            self._programs[side] = BackgroundPlayer(make, self._wake)
            self._seated[side] = name
            self._programs[side].new_game(self._seed)
        return self._programs[side]

    def _return_to(self, table: _Table) -> None:
        """Take up another game where it was left; two AIs wait for the player's word."""
        self._sit_down(table)
        self.auto = table.auto and self.has_human

    def close(self) -> None:
        """End the search and its thread."""
        self._abandon()
        while self._programs:
            self._programs.popitem()[1].close()
        if self._searcher is not None:
            self._searcher.close()
            self._searcher = None

    # --- moving

    @property
    def comment(self) -> str:
        """What somebody wrote about the move that led to the position on the board, or about the first."""
        cursor = self.game.cursor
        return Remark.read(self.remarks[cursor - 1].comment).text if cursor else self.introduction

    @property
    def commented(self) -> Iterator[int]:
        """Yield after how many plies there is something that somebody wrote."""
        if self.introduction:
            yield 0
        for cursor, recorded in enumerate(self.remarks, 1):
            if Remark.read(recorded.comment).text:
                yield cursor

    def play(self, move: Move, path: tuple[int, ...] | None = None, comment: str = "") -> Ply | None:
        """Make a person's move; what came after an earlier position is dropped.

        Returns None, and makes none, if their time was over before.
        """
        if self._flag_falls():
            return None
        self._abandon()
        self._later.clear()
        self.auto = True
        return self._play(move, path, comment)

    def _play(self, move: Move, path: tuple[int, ...] | None = None, comment: str = "") -> Ply:
        ply = self.game.play(move, path)
        cursor = self.game.cursor
        self.remarks[cursor - 1 :] = [RecordedMove(move, comment, clock=clock_after(self.game, cursor))]
        self._shown_at = self._clock()
        self._run_clocks()
        return ply

    def undo(self) -> None:
        """Take back: to a person's turn; one move between two persons; between AIs one move, and hold.

        An end that no move made is taken back alone. Where the game has nothing to take back, the one before
        it comes back as it was left.
        """
        if self.outcome is not None and self.outcome is self.game.end:
            self._take_end_back(self.outcome)
            return
        self._step_to(self._undo_cursor, self._earlier, self._later)

    def _take_end_back(self, end: Outcome) -> None:
        """Let a game go on that no move ended.

        After a loss on time, the turn begins anew with the clock that it began with, once somebody lets the
        game go on; what a failed player was to answer goes back to a person's turn.
        """
        self._abandon()
        self.game.take_back_end()
        if end.reason == Reason.TIME and self.game.clocks is not None:
            self.game.clocks.renew()
        if end.reason in (Reason.TIME, Reason.FAILURE) and not self._is_stop(self.game.cursor):
            self._step_to(self._undo_cursor, deque(), deque())
        self.auto = self.has_human and end.reason != Reason.TIME
        self._shown_at = self._clock()

    def redo(self) -> None:
        """Play again what was taken back, up to a person's turn or the end; at last go on to a later game."""
        self._step_to(self._redo_cursor, self._later, self._earlier)

    def _step_to(self, cursor: int | None, ahead: deque[_Table], behind: deque[_Table]) -> None:
        """Go to a ply of this game; where there is none, to the next game `ahead`, this one then `behind`."""
        if cursor is not None:
            self._go_to(cursor)
            self.auto = self.has_human
        elif ahead:
            behind.append(self._table)
            self._return_to(ahead.pop())

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        ended = self.game.end is not None and self.at_end
        return self.ready and (ended or self._undo_cursor is not None or self.has_earlier_game)

    @property
    def can_redo(self) -> bool:
        """Whether there is something to play again."""
        return self.ready and (self._redo_cursor is not None or bool(self._later))

    @property
    def has_earlier_game(self) -> bool:
        """Whether `undo` can bring an earlier game back, once this one has nothing to take back."""
        return bool(self._earlier)

    @property
    def _undo_cursor(self) -> int | None:
        return next((at for at in range(self.game.cursor - 1, -1, -1) if self._is_stop(at)), None)

    @property
    def _redo_cursor(self) -> int | None:
        last = len(self.game.plies)
        stops = (at for at in range(self.game.cursor + 1, last) if self._is_stop(at))
        return next(stops, last if self.game.cursor < last else None)

    def _is_stop(self, cursor: int) -> bool:
        """Tell whether undo and redo stop there: a person is to move, or only AIs play."""
        return self.is_demo or self.players[self.game.position_at(cursor).side].is_human

    def view(self, cursor: int) -> None:
        """Show the position after `cursor` plies.

        The AI goes on by itself only from the end of a game with a person in it.
        """
        cursor = max(0, min(len(self.game.plies), cursor))
        if cursor != self.game.cursor:
            self._go_to(cursor)
            self.auto = self.has_human and self.at_end

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

    @property
    def hinting(self) -> bool:
        """Whether a hint is being looked for."""
        return self._hint_id is not None

    @property
    def can_hint(self) -> bool:
        """Whether a person is to move and could be told what is best."""
        return self.ready and not self._lent and self.to_move.is_human and self.outcome is None

    def ask_hint(self) -> None:
        """Look for the best move; `hint` has it when it is found, until the position changes."""
        if self.can_hint and self._searcher is not None:
            self._abandon()
            history = self.game.history()
            self._asked = self._searcher
            self._hint_id = self._searcher.go(
                self.rules, self.position, history, HINT_LIMITS, SearchOptions()
            )

    @property
    def can_play_best(self) -> bool:
        """Whether the AI could make the move of a person, who is to move in the latest position."""
        return self.can_hint and self.at_end

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

    @property
    def can_adjudicate(self) -> bool:
        """Whether somebody who watches may end a game between AIs."""
        return self.ready and self.is_demo and bool(self.game.cursor) and self.at_end and self.outcome is None

    def adjudicate(self, winner: int | None) -> None:
        """End a game between AIs with a win for a side, or a draw."""
        self._abandon()
        self.game.adjudicate(winner)

    @property
    def can_end(self) -> bool:
        """Whether a person may give up or offer a draw: in a game that has begun, at its end."""
        return self.has_human and bool(self.game.cursor) and self.at_end and self.outcome is None

    def resign(self) -> None:
        """Give up for the only person, or for the one who is to move."""
        people = [side for side in (0, 1) if self.players[side].is_human]
        self._abandon()
        self.game.resign(people[0] if len(people) == 1 else self.position.side)

    def offer_draw(self) -> bool:
        """Offer a draw; tell whether it was accepted. Two people are taken to have agreed."""
        if self.has_ai and not self._ai_wants_draw:
            return False
        self._abandon()
        self.game.agree_draw()
        return True

    @property
    def _ai_wants_draw(self) -> bool:
        """Whether the AI, by what it found at its last move, is content with a draw."""
        if self._judgement is None or self._judgement[0] is not self.game:
            return False
        _, cursor, points = self._judgement
        recent = 0 <= self.game.cursor - cursor <= 2
        quiet = self.game.quiet_plies >= LONG or self.game.repetitions > 1
        return recent and (points < WORSE or (points < EVEN and quiet))

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
        self.new_game((self.players[1], self.players[0]), self.game.start)

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
        if clocks is not None:
            clocks.run(self.position.side if self._time_counts else None)

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
        return True

    def _clocks_changed(self) -> bool:
        """Tell whether the clocks show something else than at the last call."""
        before, self._clocks_shown = self._clocks_shown, (self.clock_text(0), self.clock_text(1))
        return before != self._clocks_shown

    # --- the AI and programs

    @property
    def _due(self) -> float:
        """When the AI's answer may be shown."""
        if self._single:
            return self._shown_at
        return self._shown_at + (self.pace if self.is_demo else REPLY_DELAY)

    def _listen(self) -> bool:
        if self._searcher is None or self._lent:
            return False
        from engine.thinker import Failed, Progress

        events = self._asked.events() if self._asked is not None else []
        for event in events:
            if event.search_id == self._hint_id and not isinstance(event, Progress):
                self._hint_id = None
                self.hint = None if isinstance(event, Failed) else event.info
                if self._takes_hint and self.hint is not None:
                    self._take_hint(self.hint)
        asked = self._hint_id is not None or self.hint is not None
        events = [event for event in events if event.search_id == self._search_id]
        for event in events:
            if isinstance(event, Progress):
                self._note(event.info)
            elif isinstance(event, Failed):
                self._fail(event.message)
            else:
                self._finish(event)
        return bool(events) or asked

    def _note(self, info: SearchInfo | None) -> None:
        if info is not None:
            self.info, self.info_position = info, self.position

    def _finish(self, event: Finished) -> None:
        self._note(event.info)
        if event.move is None:
            self._fail("it found no move")
        else:
            self._search_id = None
            self._answer = event.move
            if self.game.clocks is not None:
                self.game.clocks.stop_at(event.at)

    def _fail(self, message: str) -> None:
        """Note that the AI could not find a move; a program that cannot has lost its game."""
        self._search_id, self._single = None, False
        side = self.position.side
        if side not in self._programs:
            self.failure = message
            return
        # The next game begins with a new one.
        self._programs.pop(side).close()
        self.game.forfeit(side, message)
        self._run_clocks()

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
            one = self._program(self.position.side)
            self._asked, self._search_id = one, one.go(self.game)
            return True
        strength = level(self.to_move.level)
        self._asked = self._searcher
        self._search_id = self._searcher.go(
            self.rules,
            self.position,
            self.game.history(),
            self._within_clock(strength.limits.within(self.rules.reply_time)),
            strength.options(self._seed),
        )
        return True

    def _within_clock(self, limits: Limits) -> Limits:
        """Return limits that also heed the clock of the side to move, if it has one."""
        side, clocks = self.position.side, self.game.clocks
        left = None if clocks is None else clocks.remaining(side)
        control = self.players[side].clock
        if left is None or control is None:
            return limits
        remaining, increment = round(left * 1000), round(control.increment * 1000)
        return limits.on_clock(*share_of_clock(remaining, increment, margin=CLOCK_MARGIN))

    def _make_ai_move(self, move: Move) -> None:
        if self.info is not None and self.info_position == self.position:
            points = self.info.score.cp if self.info.score.mate is None else self.info.score.mate * WIN
            self._judgement = self.game, self.game.cursor + 1, points
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
        self.game.go_to(cursor)
        self._shown_at = self._clock()

    def _abandon(self) -> None:
        """Drop the search and its answer."""
        if self._asked is not None:
            self._asked.cancel()
            self._asked = None
        self._search_id = self._hint_id = self._answer = self.hint = None
        self._single = self._takes_hint = False
        self.failure = ""
