"""The end of a game: described, shown by arrows, and replayed. No pygame."""

from __future__ import annotations

from collections.abc import Callable

from congo_gui.play.session import Session
from congo_gui.play.wording import move_count, result_reason, result_title
from congo_gui.screens.play import texts
from engine.game.game import Ply
from engine.rules.values import Outcome, Reason

REPLAYED_PLIES = 6
"""The number of last plies to replay."""
PAUSE_S = 0.6
"""Seconds between two of them, after each has arrived."""
REPEATED_PLIES = 4
"""The usual number of plies between two occurrences of a repeated position."""


def only_human(session: Session) -> int | None:
    """Return the side of the only human who plays against an AI, None if there is none."""
    current = session.current
    humans = [side for side in (0, 1) if current.players[side].is_human]
    return humans[0] if current.has_ai and len(humans) == 1 else None


def end_title(session: Session, outcome: Outcome) -> str:
    """Return the winner as text; for a human against an AI, whether they won."""
    reader = only_human(session)
    if reader is None or outcome.winner is None:
        return result_title(session.game.rules, outcome)
    return texts.YOU_WON if outcome.winner == reader else texts.YOU_LOST


def end_reason(session: Session, outcome: Outcome) -> str:
    """Return why the game is over, as a sentence."""
    return result_reason(session.game.rules, outcome, only_human(session))


def end_lines(session: Session, outcome: Outcome) -> tuple[str, ...]:
    """Return the move that ended the game, if one did, the reason unless the move says it, and the length."""
    game, reader, reason = session.game, only_human(session), end_reason(session, outcome)
    length = texts.length(move_count(len(game.plies)))
    if not _ended_by_move(session):
        return reason, length
    ply, prose = game.plies[-1], game.rules.prose.addressing(reader)
    moved = prose.describe_past(ply.before, ply.transition, ply.side == reader)
    shown_reason = "" if _is_capture_of_royal(outcome, ply) else reason
    lines = moved, prose.explain(ply.transition), shown_reason, length
    return tuple(line for line in lines if line)


def _is_capture_of_royal(outcome: Outcome, ply: Ply) -> bool:
    """True if the last move captured the loser's lion or king."""
    facts = ply.rules.facts
    own = outcome.reason in facts.ends and bool(outcome.reason.of_you) and not facts.stones
    return own and outcome.winner == ply.side and bool(ply.transition.captured)


def end_paths(session: Session) -> tuple[tuple[int, ...], ...]:
    """Return the paths that show how the game ended: its last move, or those that led back to a position."""
    outcome = session.outcome
    if outcome is None or not _ended_by_move(session):
        return ()
    count = REPEATED_PLIES if outcome.reason == Reason.REPETITION else 1
    plies = session.game.plies[-count:]
    return tuple(ply.transition.path for ply in plies)


def _ended_by_move(session: Session) -> bool:
    """Return whether the last move ended the game, and not a resignation, an agreement or the clock."""
    return session.current.at_end and session.game.end is None and bool(session.game.plies)


class EndReplay:
    """Replays the last moves of a finished game; call `update` once per iteration of the event loop."""

    def __init__(self, session: Session, now: Callable[[], float]) -> None:
        self._session, self._now = session, now
        self._expected: tuple[object, int] | None = None
        """The game and the ply that must be on the board; anything else ends the replay."""
        self._due = 0.0

    @property
    def possible(self) -> bool:
        """True if the game is over and has moves."""
        return self._session.outcome is not None and bool(self._session.game.plies)

    @property
    def running(self) -> bool:
        """True if the last moves are being replayed."""
        return self._expected is not None

    @property
    def next_change(self) -> float | None:
        """Seconds until the next move is played, None if nothing is replayed."""
        return None if self._expected is None else max(0.0, self._due - self._now())

    def start(self) -> None:
        """Go back, and replay the last moves."""
        self._go_to(max(0, len(self._session.game.plies) - REPLAYED_PLIES))

    def update(self, moving: bool) -> None:
        """Play the next move when the last one has arrived; stop if the user does something else."""
        game = self._session.game
        if self._expected is None:
            return
        if self._expected != (game, game.cursor):
            self._expected = None
        elif moving:
            self._due = self._now() + PAUSE_S
        elif self._now() >= self._due:
            self._go_to(game.cursor + 1)

    def _go_to(self, cursor: int) -> None:
        game = self._session.game
        self._session.view(cursor)
        self._expected = (game, cursor) if cursor < len(game.plies) else None
        self._due = self._now() + PAUSE_S
