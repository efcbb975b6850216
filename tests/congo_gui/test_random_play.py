"""Random games in the window: undone, resigned, drawn, flagged, taken over and read, in any order."""

from __future__ import annotations

from random import Random

import pygame
import pytest

from congo_gui import app as app_module
from congo_gui.app import App
from congo_gui.commands.actions import BY_ID
from congo_gui.play.clocks import Timing
from congo_gui.play.game_file import to_record
from congo_gui.screens.play.move_log import log_lines
from congo_gui.store.launch_options import LaunchOptions
from congo_gui.store.settings import SettingsFile
from engine import rules as registry
from engine.game.clocks import TimeControl
from engine.record.format import format_game
from engine.record.parse import parse_games
from tests.congo_gui.driver import Driver, FakeLoader, FakeThinker
from tests.engine.rules.games import NAMES

PLAYERS = ("human", "human", "engine:level=5")
CLOCKS = (None, TimeControl(30.0), TimeControl(5.0, 1.0), TimeControl(2.0, per_move=True))
COMMANDS = (
    *("undo", "undo", "redo", "back", "forward", "first", "last", "hint", "play_best", "take_over", "step"),
    *("resign", "offer_draw", "decide", "play_or_pause", "swap_sides", "restart", "tell_game", "comment"),
    *("commit", "cancel", "analyse", "edit", "paste_fen", "copy_fen", "endless", "faster"),
)


class RandomPlay:
    """Performs random actions of a game, which depend on `seed`, on a running program."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str, seed: int) -> None:
        self.chance, self.now = Random(f"{name} {seed}"), 1000.0
        self.thinker = FakeThinker()
        loader = type("Loader", (FakeLoader,), {"thinker": self.thinker})
        monkeypatch.setattr(app_module, "EngineLoader", loader)
        one, other = (self.chance.choice(PLAYERS) for _ in range(2))
        settings = SettingsFile()
        settings.settings.animation = seed % 2 == 0
        options = LaunchOptions(registry.get(name), None, one, other, clock=self.chance.choice(CLOCKS))
        self.driver = Driver(App(options, settings, Timing(lambda: self.now, 0.0, 0.1)), self.thinker)
        self.done: list[str] = []

    def perform(self, times: int) -> None:
        """Perform that many actions, and check the game after each."""
        for _ in range(times):
            self.now += self.chance.choice((0.01, 0.1, 1.0, 8.0 if self.chance.random() < 0.2 else 0.0))
            action = self.chance.choice((self._move, self._move, self._answer, self._command, self._close))
            try:
                self.done.append(action())
                self.driver.app.running = True
                self.driver.run_loop(1)
                self._check()
            except Exception as error:
                raise AssertionError(f"after {self.done[-12:]}") from error

    def _move(self) -> str:
        session = self.driver.session
        if session.game.position.side not in session.may.movable_sides():
            return "no move"
        move = self.chance.choice(session.game.legal_moves())
        session.play(move)
        return f"move {move}"

    def _answer(self) -> str:
        if not self.thinker.thinking:
            return "no answer"
        rules, (position, _) = self.driver.session.game.rules, self.thinker.asked[-1]
        moves = rules.legal_moves(position)
        if not moves or self.chance.random() < 0.05:
            self.thinker.fail("it broke")
            return "failure"
        move = self.chance.choice(moves)
        self.thinker.answer_with(move, cp=self.chance.choice((-500, 0, 35)))
        return f"answer {move}"

    def _command(self) -> str:
        id = self.chance.choice(COMMANDS)
        (key, *_) = BY_ID[id].keys
        held = pygame.KMOD_LCTRL if key.control else 0
        self.driver.press(key.code or ord(key.character), key.character, held)
        return id

    def _close(self) -> str:
        stack = self.driver.app.stack
        if len(stack) == 1 or self.chance.random() < 0.5:
            return "wait"
        stack[-1].dismiss()
        return "close"

    def _check(self) -> None:
        """Check that the game on the board can be told, saved and read again."""
        session = self.driver.session
        assert len(session.current.remarks) == len(session.game.plies)
        assert len(list(log_lines(session))) > len(session.game.plies)
        (record,) = parse_games(format_game(to_record(session.current)))
        assert [recorded.move for recorded in record.moves] == [ply.move for ply in session.game.plies]


@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 9), marks=pytest.mark.slow)], ids=len)
@pytest.mark.parametrize("name", NAMES)
def test_a_random_game_can_always_be_told_and_saved(
    monkeypatch: pytest.MonkeyPatch, name: str, seeds: range
) -> None:
    for seed in seeds:
        play = RandomPlay(monkeypatch, name, seed)
        try:
            play.perform(150)
        finally:
            play.driver.app.close()
