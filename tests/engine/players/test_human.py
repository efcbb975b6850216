"""A human at the terminal, simulated by a list of lines."""

from __future__ import annotations

import pytest

from engine.game.game import Game
from engine.players.human import HumanPlayer, InputEnded, Resigned
from engine.search.limits import Limits
from tests.engine.rules.congo.support import CONGO, place


class ScriptedTerminal:
    """Types lines, and records the messages."""

    def __init__(self, *lines: str) -> None:
        self._lines = list(lines)
        self.prompts: list[str] = []
        self.messages: list[str] = []

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if not self._lines:
            raise EOFError
        return self._lines.pop(0)

    def move(self, game: Game) -> str:
        """Return the move that the human makes."""
        return HumanPlayer(self.ask, self.messages.append).choose(game, Limits()).move.text


def test_a_move_in_any_case() -> None:
    terminal = ScriptedTerminal("  D2D3 ")
    assert terminal.move(Game(CONGO)) == "d2d3"
    assert terminal.prompts == ["White: "]
    assert terminal.messages == []


def test_illegal_entries_are_explained_and_asked_again() -> None:
    terminal = ScriptedTerminal("d2d9", "d2d5", "d6d5", "♞", "d2d3")
    assert terminal.move(Game(CONGO)) == "d2d3"
    assert len(terminal.prompts) == 5
    assert terminal.messages[0] == "'d2d9' is not a move: there is no square d9; the board goes from a1 to g7"
    assert terminal.messages[1].startswith("d2d5 is not possible: ")
    assert terminal.messages[2] == "d6d5 is not possible: the pawn on d6 is Black's; it is White's turn"
    assert terminal.messages[3].startswith("'♞' is not a move")


def test_an_ambiguous_entry_names_the_candidates() -> None:
    terminal = ScriptedTerminal("b2d4", "b2d2d4")
    game = Game(CONGO, place("Le1 le7 Mb2 pc2 pd3 pc4 pb3"))
    assert terminal.move(game) == "b2d2d4"
    assert "b2b4d4" in terminal.messages[0]
    assert "b2d2d4" in terminal.messages[0]


def test_invalid_words_are_not_moves() -> None:
    terminal = ScriptedTerminal("", "help", "Moves")
    with pytest.raises(InputEnded):
        terminal.move(Game(CONGO, place("Lc1 le7 Pa1 pa7", "b")))
    assert terminal.prompts[0] == "Black: "
    assert terminal.messages[1] == f"{CONGO.facts.help}\n{terminal.messages[0]}"
    assert "resign" in terminal.messages[0]
    assert terminal.messages[2] == "a7a6 a7b6 e7d6 e7d7 e7e6"


def test_quit_ends_the_game() -> None:
    with pytest.raises(Resigned):
        ScriptedTerminal("resign").move(Game(CONGO))
    for lines in (("quit",), ("EXIT",), ()):
        with pytest.raises(InputEnded):
            ScriptedTerminal(*lines).move(Game(CONGO))
