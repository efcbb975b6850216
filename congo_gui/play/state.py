"""What can be asked of a game in the window: whose turn it is, who waits for whom, what may be done now.

No pygame here, and nothing that changes anything: that is the business of session.py.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from congo_gui.play.clock_text import clock_text, low_below
from congo_gui.play.game_history import Shelf
from congo_gui.play.player import Player, Players, names_of
from congo_gui.play.question import Question
from congo_gui.play.searcher import Searcher
from congo_gui.play.series import Series
from engine.book import opening_book
from engine.game.game import Game
from engine.players.levels import level
from engine.record.record import GameRecord, RecordedMove
from engine.record.remark import Remark
from engine.rules.move import Move
from engine.rules.outcome import Outcome
from engine.rules.position import Position
from engine.rules.rules import Rules
from engine.search.limits import SearchInfo

WITHOUT_BOOK = "The file of the opening book is missing or damaged: the AI plays without it."


class SessionState:
    """One game, its players and what is known of it; `Session` lets it go on."""

    def __init__(self, rules: Rules, players: Players, game: Game, clock: Callable[[], float]) -> None:
        self.rules, self.players, self.game = rules, players, game
        self._clock = clock
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
        self.info_position = game.position
        """The position that `info` is about."""
        self.failure = ""
        self.endless = False
        """Whether two AIs begin another game when one is over."""
        self.series = Series(names_of(players))
        """The games that these two AIs or programs have played, whichever side they had."""
        self.hint: SearchInfo | None = None
        """What is best for the person to move, if they have asked."""
        self._searcher: Searcher | None = None
        self._question: Question | None = None
        self._answer: Move | None = None
        self._single = self._lent = False
        self._shelf = Shelf()
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
    def description(self) -> str:
        """The position and the moves that led to it, for a crash report."""
        rules, game = self.rules, self.game
        moves = " ".join(ply.move.text for ply in game.plies)
        players = ", ".join(player.name for player in self.players)
        return (
            f"game: {rules.facts.title}\nplayers: {players}\n"
            f"start: {rules.notation.format(game.start)}\nmoves: {moves}\n"
            f"shown: after {game.cursor} plies, {rules.notation.format(game.position)}"
        )

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
        question = self._question
        searching = question is not None and question.is_open and not question.is_for_hint
        return searching or self._answer is not None

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
        return WITHOUT_BOOK if wanted and opening_book.problem(self.rules.name) else ""

    # --- what was said

    @property
    def comment(self) -> str:
        """What somebody wrote about the move that led to the position on the board, or about the first."""
        cursor = self.game.cursor
        said = self.remarks[cursor - 1].comment if cursor else self.introduction
        return Remark.read(said).text

    @property
    def commented(self) -> Iterator[int]:
        """Yield after how many plies there is something that somebody wrote."""
        comments = [self.introduction, *(recorded.comment for recorded in self.remarks)]
        for cursor, comment in enumerate(comments):
            if Remark.read(comment).text:
                yield cursor

    # --- what may be done

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        ended = self.game.end is not None and self.at_end
        return self.ready and (ended or self._undo_cursor is not None or self.has_earlier_game)

    @property
    def can_redo(self) -> bool:
        """Whether there is something to play again."""
        return self.ready and (self._redo_cursor is not None or self._shelf.has_later)

    @property
    def has_earlier_game(self) -> bool:
        """Whether `undo` can bring an earlier game back, once this one has nothing to take back."""
        return self._shelf.has_earlier

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

    @property
    def hinting(self) -> bool:
        """Whether a hint is being looked for."""
        return self._question is not None and self._question.is_open and self._question.is_for_hint

    @property
    def can_hint(self) -> bool:
        """Whether a person is to move and could be told what is best."""
        return self.ready and not self._lent and self.to_move.is_human and self.outcome is None

    @property
    def can_play_best(self) -> bool:
        """Whether the AI could make the move of a person, who is to move in the latest position."""
        return self.can_hint and self.at_end

    @property
    def can_adjudicate(self) -> bool:
        """Whether somebody who watches may end a game between AIs."""
        return self.ready and self.is_demo and bool(self.game.cursor) and self.at_end and self.outcome is None

    @property
    def can_end(self) -> bool:
        """Whether a person may give up or offer a draw: in a game that has begun, at its end."""
        return self.has_human and bool(self.game.cursor) and self.at_end and self.outcome is None
