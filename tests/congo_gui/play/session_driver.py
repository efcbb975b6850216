"""Drives a session without a window: a fake AI, and a clock set by the test."""

from __future__ import annotations

from dataclasses import dataclass, field

from congo_gui.play.clocks import Timing
from congo_gui.play.player import PlayerConfig
from congo_gui.play.session import Session
from engine.game.clocks import TimeControl
from tests.congo_gui.driver import CONGO, FakeThinker

BLITZ = TimeControl(180, 2)
HUMAN, EASY, HARD = PlayerConfig(), PlayerConfig("2"), PlayerConfig("10")


@dataclass
class SessionDriver:
    """A session, its fake AI, and a clock set by the test."""

    session: Session
    thinker: FakeThinker
    now: list[float] = field(default_factory=lambda: [100.0])

    def wait(self, seconds: float) -> None:
        self.now[0] += seconds
        self.session.update()

    def play(self, *texts: str) -> None:
        """Play moves for humans and AIs alike."""
        for text in texts:
            if self.session.current.to_move.is_human:
                self.session.play(CONGO.parse_move(self.session.game.position, text))
                self.session.update()
            else:
                self.wait(0.0)
                self.thinker.answer(text)
                self.wait(10.0)

    @property
    def moves(self) -> list[str]:
        game = self.session.game
        return [ply.move.text for ply in game.plies[: game.cursor]]


def timing_of(now: list[float]) -> Timing:
    """Return a clock whose time is the only item of a list."""
    return Timing(lambda: now[0])


def start_session(*players: PlayerConfig, fen: str | None = None) -> SessionDriver:
    now = [100.0]
    start = CONGO.notation.parse(fen) if fen else None
    session = Session(CONGO, (players[0], players[1]), start, timing_of(now))
    thinker = FakeThinker()
    session.attach_engine(thinker)
    session.update()
    return SessionDriver(session, thinker, now)


def start_timed_session(*players: PlayerConfig, control: TimeControl = BLITZ) -> SessionDriver:
    """Return a game in which both players have a clock."""
    first, second = (PlayerConfig(player.level, player.program, control) for player in players)
    return start_session(first, second)
