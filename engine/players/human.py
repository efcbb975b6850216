"""A person at the terminal."""

from __future__ import annotations

from collections.abc import Callable

from engine.game.game import Game
from engine.players import texts
from engine.players.base import Choice, Player
from engine.search.limits import Limits
from engine.system.errors import UserError


class Resigned(Exception):
    """The person resigns."""


class InputEnded(Exception):
    """The person has quit, or the input has ended."""


class HumanPlayer(Player):
    """Asks through `ask`, which shows its text and returns a line, and explains through `tell`."""

    name = "human"

    def __init__(self, ask: Callable[[str], str], tell: Callable[[str], None]) -> None:
        self._ask, self._tell = ask, tell

    def choose(self, game: Game, limits: Limits) -> Choice:
        """Ask until a legal move is typed; raise `Resigned`, or `InputEnded` at the end of the input."""
        while True:
            choice = self._entry(game, self._line(game))
            if choice is not None:
                return choice

    def _line(self, game: Game) -> str:
        try:
            return self._ask(f"{game.rules.facts.side_names[game.position.side].title()}: ").strip()
        except EOFError:
            raise InputEnded from None

    def _entry(self, game: Game, line: str) -> Choice | None:
        """Run the command on a line; return the move if it is one."""
        word = line.lower()
        if word == "resign":
            raise Resigned
        if word in ("quit", "exit"):
            raise InputEnded
        if word in ("", "help", "?"):
            about = f"{game.rules.facts.help}\n" if word else ""
            self._tell(f"{about}{texts.TERMINAL_HELP}")
        elif word == "moves":
            self._tell(" ".join(move.text for move in game.legal_moves()))
        else:
            try:
                return Choice(game.rules.parse_move(game.position, line))
            except UserError as error:
                self._tell(str(error))
        return None
