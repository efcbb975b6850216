"""A game to share: its positions, their texts, and the look of its board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from congo_gui import games as skins
from congo_gui.board.shapes import shapes_on
from congo_gui.board.state import Arrow, Circle
from congo_gui.draw.geometry import Geometry
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Scheme
from congo_gui.play.file_players import player_title
from congo_gui.play.game_file import shown_cursor
from congo_gui.play.wording import ply_text, reason_shown, result_sentence, side_name
from congo_gui.share import texts
from congo_gui.share.variations import marks_text, variation_text
from engine.game.game import Game, Ply
from engine.record.record import GameRecord, GameResult
from engine.record.remark import Remark
from engine.rules.rules import Rules
from engine.rules.values import Position, Transition

CELL = 64
"""Pixels of a square in pictures and animations."""


@dataclass(frozen=True)
class SharedGame:
    """A game with the colours in which its board is drawn, and the side from which it is seen."""

    record: GameRecord
    scheme: Scheme = Scheme.DAY
    flipped: bool = False

    @cached_property
    def game(self) -> Game:
        """The game, replayed.

        Raises:
            GameError: its moves cannot be replayed.
        """
        return self.record.replay()

    @property
    def rules(self) -> Rules:
        """The rules of its game."""
        return self.record.rules

    @property
    def skin(self) -> Skin:
        """The skin of its board."""
        return skins.get(self.rules.name).with_scheme(self.scheme)

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The plies of the game."""
        return self.game.plies

    @property
    def shown(self) -> int:
        """The ply on the board when the game was saved."""
        return min(shown_cursor(self.record), len(self.record.moves))

    @property
    def positions(self) -> list[Position]:
        """The position before the first ply, and that after each."""
        return [self.game.position_at(at) for at in range(len(self.plies) + 1)]

    def geometry(self, cell: int = CELL, flipped: bool | None = None) -> Geometry:
        """Return where the squares are on a picture of the board."""
        columns, rows = self.rules.notation.shape(self.record.start)
        flipped = self.flipped if flipped is None else flipped
        board = Geometry(0, 0, cell, columns, rows, flipped, round(0.42 * cell))
        return board.moved(board.margin, board.margin)

    # --- words

    @property
    def names(self) -> tuple[str, str]:
        """The players' names."""
        first, second = self.record.players
        return player_title(first), player_title(second)

    @property
    def players(self) -> str:
        """Both players in a line."""
        return texts.players(self.names)

    @property
    def result(self) -> str:
        """The result as text; empty if there is none."""
        if self.game.outcome is not None:
            return result_sentence(self.rules, self.game.outcome)
        written = self.record.result
        if written is GameResult.NONE:
            return ""
        reason = reason_shown(self.rules, self.record.reason)
        return f"{written.value} {reason}".strip()

    def side_title(self, side: int) -> str:
        """Return a side with its player."""
        return texts.side_and_player(side_name(self.rules, side), self.names[side])

    def move_text(self, ply: int) -> str:
        """Return the text of the last of `ply` plies, with its marks."""
        plain = self.plies[ply - 1].move.text
        return (
            plain + marks_text(self.record.moves[ply - 1].nags) + ply_text(self.plies[ply - 1])[len(plain) :]
        )

    def number(self, ply: int) -> int:
        """Return the number of that move."""
        start = self.record.start
        return start.move_number + (ply - 1 + start.side) // 2

    def numbered(self, ply: int) -> str:
        """Return that move with its number; the beginning has none."""
        if not ply:
            return texts.START
        return texts.numbered(self.number(ply), self.plies[ply - 1].side, self.move_text(ply))

    def comment(self, ply: int) -> str:
        """Return the user's comment on that move, or on the game for 0."""
        return self._remark(ply).text

    def _remark(self, ply: int) -> Remark:
        return Remark.parse(self.record.moves[ply - 1].comment if ply else self.record.comment)

    # --- what is drawn

    def last(self, ply: int) -> Transition | None:
        """Return that move's transition, None for the beginning."""
        return self.plies[ply - 1].transition if ply else None

    def shapes(self, ply: int) -> tuple[tuple[Arrow, ...], tuple[Circle, ...]]:
        """Return the arrows and circles that the player has drawn on the position after `ply` plies."""
        return shapes_on(self.rules, self.game.position_at(ply), self._remark(ply).shapes)

    def variations(self, ply: int) -> list[str]:
        """Return the variations to that move as text."""
        side = self.plies[ply - 1].side
        return [
            variation_text(line, self.number(ply), side) for line in self.record.moves[ply - 1].variations
        ]
