"""A human player at the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.game.game import Game
from engine.players import texts
from engine.players.base import Choice, Player
from engine.search.limits import Limits
from engine.system.errors import UserError

Command = Callable[[Game, str], None]
"""Runs a command on the running game, with the text after its name."""


class Resigned(Exception):
    """The player resigns."""


class InputEnded(Exception):
    """The player has quit, or the input has ended."""


class HumanPlayer(Player):
    """Reads moves with `ask`, which shows a prompt and returns a line; prints messages with `show`.

    `commands` are further commands by name. A command that changes the game's position raises its own
    exception to end the turn.
    """

    name = "human"

    def __init__(
        self,
        ask: Callable[[str], str],
        show: Callable[[str], None],
        commands: Mapping[str, Command] | None = None,
    ) -> None:
        self._ask, self._show = ask, show
        self._commands = commands or {}

    def choose(self, game: Game, limits: Limits) -> Choice:
        """Ask until a legal move is typed.

        Raises:
            Resigned: the player resigns.
            InputEnded: the input ends.
        """
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
        """Run the command in a line, or return the move in it."""
        word, _, rest = line.partition(" ")
        word = word.lower()
        if line.lower() == "resign":
            raise Resigned
        if line.lower() in ("quit", "exit"):
            raise InputEnded
        try:
            if line.lower() in ("", "help", "?"):
                self._help(game, bool(line))
            elif line.lower() == "moves":
                self._show(" ".join(move.text for move in game.legal_moves()))
            elif word in self._commands:
                self._commands[word](game, rest.strip())
            else:
                return Choice(game.rules.parse_move(game.position, line))
        except UserError as error:
            self._show(str(error))
        return None

    def _help(self, game: Game, about_the_game: bool) -> None:
        about = f"{game.rules.facts.help}\n" if about_the_game else ""
        self._show(f"{about}{texts.terminal_help(self._commands)}")
