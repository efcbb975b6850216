"""The commands of a human player in the terminal, besides moves: board, hint, undo, save."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing
from datetime import date
from pathlib import Path

from engine.cli import texts
from engine.game.game import Game
from engine.players.base import PlayerFailure
from engine.players.human import Command
from engine.players.parse import parse_player, shown_name, split_name
from engine.record.format import GrowingGame, format_game
from engine.record.record import GameRecord
from engine.rules.diagram import diagram
from engine.search.limits import Limits
from engine.system.errors import UserError
from engine.system.files import reason_of, typed_path
from engine.system.texts import not_writable

HINT_LIMITS = Limits(movetime=1000)
HUMAN = "human"


class TurnUndone(Exception):
    """The player has undone a turn, so the position has changed."""


class TerminalCommands:
    """The commands of a game between these players, by side, in the form of the command line."""

    def __init__(self, players: Sequence[str]) -> None:
        self._names = shown_name(players[0]), shown_name(players[1])
        self._plies = 1 if all(split_name(player)[1].lower() == HUMAN for player in players) else 2
        """The number of plies to undo, back to the last turn of a human."""
        self._saved: dict[Path, GrowingGame] = {}

    @property
    def by_name(self) -> dict[str, Command]:
        """The commands for `HumanPlayer`, by name."""
        return {"board": _show_board, "hint": _hint, "undo": self._undo, "save": self._save}

    def _undo(self, game: Game, rest: str) -> None:
        """Undo the last move, and against a program also the previous one."""
        if game.cursor < self._plies:
            raise UserError(texts.NOTHING_TO_UNDO)
        for _ in range(self._plies):
            game.undo()
        raise TurnUndone

    def _save(self, game: Game, rest: str) -> None:
        if not rest:
            raise UserError(texts.NO_FILE_TO_SAVE)
        path = typed_path(rest)
        saved = self._saved.get(path)
        if saved is None and os.path.exists(path):
            raise UserError(texts.file_exists(path))
        saved = saved or GrowingGame(path)
        try:
            saved.save(format_game(self.record(game)))
        except ValueError as error:  # a NUL in its name
            raise UserError(not_writable(path, reason_of(error))) from None
        self._saved[path] = saved
        print(texts.saved(path))

    def record(self, game: Game) -> GameRecord:
        """Return the record of the game."""
        return GameRecord.of(game, self._names, {"Date": date.today().strftime("%Y.%m.%d")})


def board_text(game: Game) -> str:
    """Return the board with an empty line above and below it."""
    return f"\n{diagram(game.rules, game.position)}\n"


def _show_board(game: Game, rest: str) -> None:
    print(board_text(game))


def _hint(game: Game, rest: str) -> None:
    """Print the engine's best move."""
    with closing(parse_player("engine", game.rules)) as engine:
        try:
            choice = engine.choose(game, HINT_LIMITS)
        except PlayerFailure as failure:
            raise UserError(str(failure)) from None
    assert choice.info is not None
    print(texts.hint(choice.move, choice.info.score.describe()))
