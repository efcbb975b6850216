"""A game between people and AIs, as the window runs it: whose turn it is, when the AI thinks and moves.

No pygame here. Only this module starts or stops a search. It thinks when all of this holds: the engine is
there, the game is not over, an AI is to move, nobody holds it (`auto` or a single `step`), it has not
failed, and no search runs and no answer waits already. Whatever changes the position first calls
`_abandon`, so no answer to an old question can land.
"""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from engine import book
from engine.game import Game, History, Ply
from engine.players.levels import level
from engine.record import GameRecord, RecordedMove
from engine.rules.base import Move, Outcome, Position, Rules
from engine.search.limits import Limits, SearchInfo, SearchOptions

if TYPE_CHECKING:
    # Importing it loads the compiler, which has to wait until the first frame is on the screen.
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
    """Who plays a side: a person, or the AI at the named level."""

    level: str = ""

    @property
    def is_human(self) -> bool:
        """Whether a person plays."""
        return not self.level

    @property
    def title(self) -> str:
        """The name on the card."""
        return f"AI – level {self.level}" if self.level else "Human"

    @classmethod
    def named(cls, name: str) -> Player:
        """Return the player that settings and command line call `name`: human, or a level."""
        return cls() if name == "human" else cls(level(name).name)

    @property
    def name(self) -> str:
        """What `named` reads."""
        return self.level or "human"


Players = tuple[Player, Player]


@dataclass(frozen=True)
class _Table:
    """A game with its players, as it was when another one took its place."""

    game: Game
    players: Players
    auto: bool
    remarks: list[RecordedMove] = field(default_factory=list)
    origin: GameRecord | None = None


class Session:
    """One game and its players. Call `update` whenever the searcher woke the window or `deadline` came."""

    def __init__(
        self,
        rules: Rules,
        players: Players,
        start: Position | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.rules, self.players = rules, players
        self.game = Game(rules, start)
        self.remarks: list[RecordedMove] = []
        """What is said about each of the game's plies, also those that `redo` would replay."""
        self.origin: GameRecord | None = None
        """What the game was opened from."""
        self.pace = 1.0
        """Seconds that each position is shown at least when only AIs play."""
        self.auto = True
        """Whether the AI moves by itself."""
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
        self.score = [0, 0, 0]
        """How many games between these two AIs the first side has won, the second has, and were drawn."""
        self._counted: Game | None = None
        self._lent = False
        self._hint_id: int | None = None
        self.hint: SearchInfo | None = None
        """What is best for the person to move, if they have asked."""
        self._judgement: tuple[Game, int, int] | None = None
        self._earlier: deque[_Table] = deque(maxlen=GAMES_KEPT)
        self._later: deque[_Table] = deque()
        self._clock = clock
        self._shown_at = clock()
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
    def deadline(self) -> float | None:
        """Seconds until `update` has something to do by itself, None for never."""
        due = self._next_game_due if self._answer is None else self._due
        return None if due is None else max(0.0, due - self._clock())

    @property
    def book_problem(self) -> str:
        """What to say if an AI here plays by the opening book, and that cannot be read; else nothing."""
        strengths = (level(player.level) for player in self.players if not player.is_human)
        wanted = any(strength.options(self._seed).book for strength in strengths)
        return WITHOUT_BOOK if wanted and book.problem(self.rules.name) else ""

    # --- setting up

    def attach(self, searcher: Searcher) -> None:
        """Take the engine: from now on moves can be made."""
        self._searcher = searcher
        self._shown_at = self._clock()

    def new_game(self, players: Players, start: Position | None = None) -> None:
        """Begin anew, with other players; `undo` brings the present game back, if there is anything in it."""
        game = Game(self.rules, start)
        self._make_way(game)
        if players != self.players:
            self.score = [0, 0, 0]
        self._seed = random.randrange(1 << 31)
        self._sit_down(_Table(game, players, auto=True))

    def open(self, record: GameRecord, players: Players, cursor: int) -> None:
        """Show a game that was written down, after `cursor` plies; the AI waits for the player's word.

        Raises `GameError` if its moves cannot be replayed, and then leaves everything as it is.
        """
        game = record.replay()
        if cursor != game.cursor:
            game.go_to(cursor)
        self._make_way(game)
        self._sit_down(_Table(game, players, False, list(record.moves), record))

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
        return _Table(self.game, self.players, self.auto, self.remarks, self.origin)

    def _sit_down(self, table: _Table) -> None:
        """Go on with another game."""
        self._abandon()
        self.game, self.players, self.auto = table.game, table.players, table.auto
        self.remarks, self.origin = table.remarks, table.origin
        self.info, self.info_position = None, self.position
        self._shown_at = self._clock()

    def _return_to(self, table: _Table) -> None:
        """Take up another game where it was left; two AIs wait for the player's word."""
        self._sit_down(table)
        self.auto = table.auto and self.has_human

    def close(self) -> None:
        """End the search and its thread."""
        self._abandon()
        if self._searcher is not None:
            self._searcher.close()
            self._searcher = None

    # --- moving

    def play(self, move: Move, path: tuple[int, ...] | None = None) -> Ply:
        """Make a person's move; what came after an earlier position is dropped."""
        self._abandon()
        self._later.clear()
        self.auto = True
        return self._play(move, path)

    def _play(self, move: Move, path: tuple[int, ...] | None = None, comment: str = "") -> Ply:
        ply = self.game.play(move, path)
        self.remarks[self.game.cursor - 1 :] = [RecordedMove(move, comment)]
        self._shown_at = self._clock()
        return ply

    def undo(self) -> None:
        """Take back: to a person's turn; one move between two persons; between AIs one move, and hold.

        Where the game has nothing to take back, the one before it comes back as it was left.
        """
        self._step_to(self._undo_cursor, self._earlier, self._later)

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
        return self.ready and (self._undo_cursor is not None or self.has_earlier_game)

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
        """Hold the AI."""
        self._abandon()
        self.auto = False

    def resume(self) -> None:
        """Let the AI play on from the position on the board, also after it failed."""
        self.failure = ""
        self.auto = True
        self._shown_at = self._clock()

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
            self._hint_id = self._searcher.go(
                self.rules, self.position, history, HINT_LIMITS, SearchOptions()
            )

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
            first, second = (Player() if each == side else player for each, player in enumerate(self.players))
            self.players, self.auto, self.endless = (first, second), True, False

    @property
    def _next_game_due(self) -> float | None:
        """When the next game of an endless series begins, None if there is none."""
        if not (self.endless and self.is_demo and self.auto) or self._lent or self.outcome is None:
            return None
        return self._shown_at + max(self.pace, NEXT_GAME_AFTER)

    def _count(self) -> None:
        """Add a game between AIs that is over to the score, once."""
        outcome = self.outcome
        if outcome is not None and self.is_demo and self._counted is not self.game:
            self._counted = self.game
            self.score[2 if outcome.winner is None else outcome.winner] += 1

    # --- the AI

    def update(self) -> bool:
        """Take what the AI found, move when it is time, start it when it is its turn.

        Returns whether any of that changed what can be seen.
        """
        changed = self._listen()
        if self._answer is not None and self._clock() >= self._due:
            self._make_ai_move(self._answer)
            changed = True
        self._count()
        due = self._next_game_due
        if due is not None and self._clock() >= due:
            self.restart()
            changed = True
        return self._start_thinking() or changed

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

        events = self._searcher.events()
        for event in events:
            if event.search_id == self._hint_id and not isinstance(event, Progress):
                self._hint_id = None
                self.hint = None if isinstance(event, Failed) else event.info
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

    def _fail(self, message: str) -> None:
        self._search_id, self._single = None, False
        self.failure = message

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
        strength = level(self.to_move.level)
        limits = strength.limits.within(self.rules.reply_time)
        self._search_id = self._searcher.go(
            self.rules, self.position, self.game.history(), limits, strength.options(self._seed)
        )
        return True

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
        if self.info.source == "book":
            return "book"
        known = "endgame table" if self.info.source == "tablebase" else f"depth {self.info.depth}"
        return f"{self.info.score.words()}, {known}"

    def _go_to(self, cursor: int) -> None:
        self._abandon()
        self.game.go_to(cursor)
        self._shown_at = self._clock()

    def _abandon(self) -> None:
        """Drop the search and its answer."""
        if self._search_id is not None and self._searcher is not None:
            self._searcher.cancel()
        if self._hint_id is not None and self._searcher is not None:
            self._searcher.cancel()
        self._search_id = self._hint_id = self._answer = self.hint = None
        self._single = False
        self.failure = ""
