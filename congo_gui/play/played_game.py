"""A game with its players and remarks, on the board or in the history. No pygame."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field

from congo_gui.play import texts
from congo_gui.play.clocks import clock_text, low_below
from congo_gui.play.player import PlayerConfig, PlayerConfigs
from congo_gui.play.rated import RatedGame
from engine.game.game import Game, Ply
from engine.record.record import GameRecord, RecordedMove
from engine.record.remark import Remark
from engine.rules.rules import Rules
from engine.rules.values import Outcome, Position


def _new_seed() -> int:
    return random.randrange(1 << 31)


def new_uid() -> str:
    """Return a new identity for a game, by which the library knows it."""
    return secrets.token_hex(8)


@dataclass(eq=False)
class PlayedGame:
    """A game with its players and remarks; kept in the history when another game replaces it."""

    game: Game
    players: PlayerConfigs
    auto: bool = True
    """False if AIs and clocks are paused."""
    remarks: list[RecordedMove] = field(default_factory=list)
    """The remarks on each ply, including undone ones."""
    introduction: str = ""
    """The comment before the first move."""
    origin: GameRecord | None = None
    """The record that the game was opened from."""
    begun: str = ""
    """The day of its first move in this window, as in files; empty before."""
    undone_to: int | None = None
    """The number of plies after the last `undo`, None once another position was shown."""
    undone_end: tuple[Ply, Outcome | None] | None = None
    """`last` when `undo` led back from it, None once it was redone."""
    seed: int = field(default_factory=_new_seed)
    """The random seed for the mistakes of weak levels."""
    rated: RatedGame | None = None
    """Set in a game that was begun as a rated one."""

    uid: str = field(default_factory=new_uid)
    """Its identity in files and in the library."""

    # --- players and turn

    @property
    def rules(self) -> Rules:
        """The kind of game."""
        return self.game.rules

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.game.position

    @property
    def to_move(self) -> PlayerConfig:
        """The player to move."""
        return self.players[self.position.side]

    @property
    def has_human(self) -> bool:
        """True if a human plays."""
        return any(player.is_human for player in self.players)

    @property
    def has_ai(self) -> bool:
        """True if an AI plays."""
        return any(not player.is_human for player in self.players)

    @property
    def is_demo(self) -> bool:
        """True if only AIs play."""
        return not self.has_human

    @property
    def is_timed(self) -> bool:
        """True if there are clocks for the whole game, not only limits per move."""
        controls = (player.clock for player in self.players)
        return any(control is not None and not control.per_move for control in controls)

    @property
    def counts(self) -> bool:
        """True if it is a rated game whose result will count."""
        return self.rated is not None and self.rated.counts

    # --- undo and redo

    @property
    def at_end(self) -> bool:
        """True if the latest position is on the board."""
        return self.game.cursor == len(self.game.plies)

    @property
    def is_undone(self) -> bool:
        """True if `undo` led to the position on the board, and there are moves to redo."""
        return self.undone_to == self.game.cursor and not self.at_end

    @property
    def last(self) -> tuple[Ply, Outcome | None]:
        """The latest move and the game's end without one; there has to be a move."""
        return self.game.plies[-1], self.game.end

    @property
    def is_taken_back(self) -> bool:
        """True if `undo` has led back from the latest move, whatever positions were shown since."""
        if self.at_end or self.undone_end is None:
            return False
        return all(now is then for now, then in zip(self.last, self.undone_end, strict=True))

    @property
    def undo_cursor(self) -> int | None:
        """The number of plies after `undo`, None if there is nothing to undo."""
        return next((at for at in range(self.game.cursor - 1, -1, -1) if self.is_stop(at)), None)

    @property
    def redo_cursor(self) -> int | None:
        """The number of plies after `redo`, None if there is nothing to redo."""
        last = len(self.game.plies)
        stops = (at for at in range(self.game.cursor + 1, last) if self.is_stop(at))
        return next(stops, last if self.game.cursor < last else None)

    def is_stop(self, cursor: int) -> bool:
        """Return whether undo and redo stop after `cursor` plies: a human is to move, or only AIs play."""
        return self.is_demo or self.players[self.game.position_at(cursor).side].is_human

    # --- remarks and clocks

    @property
    def comment(self) -> str:
        """The user's comment on the move that led to the position on the board, or on the start."""
        cursor = self.game.cursor
        text = self.remarks[cursor - 1].comment if cursor else self.introduction
        return Remark.parse(text).text

    @property
    def commented(self) -> Iterator[int]:
        """Yield the numbers of plies after which there is a comment by the user."""
        for cursor, remark in enumerate(self._comments):
            if remark.text:
                yield cursor

    @property
    def has_writing(self) -> bool:
        """True if there are comments by the user, circles or arrows, marks such as !, or variations."""
        return _is_writing(self.introduction) or self.has_writing_after(0)

    def has_writing_after(self, ply: int) -> bool:
        """Return whether there are such on the moves after that many plies."""
        return any(
            recorded.nags or recorded.variations or _is_writing(recorded.comment)
            for recorded in self.remarks[ply:]
        )

    @property
    def _comments(self) -> Iterator[Remark]:
        """Yield the parsed comments on the start and on each ply."""
        return map(Remark.parse, [self.introduction, *(recorded.comment for recorded in self.remarks)])

    def clock_text(self, side: int) -> str:
        """Return the text of a side's clock; empty if it has none."""
        left = None if self.game.clocks is None else self.game.clocks.remaining(side)
        return "" if left is None or self.players[side].clock is None else clock_text(left)

    def clock_is_low(self, side: int) -> bool:
        """Return whether a side is low on time."""
        control = self.players[side].clock
        left = None if self.game.clocks is None else self.game.clocks.remaining(side)
        return left is not None and control is not None and left <= low_below(control)

    @property
    def description(self) -> str:
        """The position and the moves that led to it, for a crash report."""
        rules, game = self.rules, self.game
        moves = " ".join(ply.move.text for ply in game.plies)
        players = ", ".join(player.name for player in self.players)
        return texts.for_crash_report(
            rules.facts.title,
            players,
            rules.notation.format(game.start),
            moves,
            game.cursor,
            rules.notation.format(game.position),
        )


def _is_writing(comment: str) -> bool:
    """Return whether a comment has words of the user, circles or arrows."""
    remark = Remark.parse(comment)
    return bool(remark.text or remark.shapes)
