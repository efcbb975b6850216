"""What a player's card says of a game."""

from __future__ import annotations

from collections.abc import Callable

from congo_gui.play.clocks import control_text
from congo_gui.play.player import PlayerConfig
from congo_gui.play.session import Session
from congo_gui.play.wording import side_name
from congo_gui.screens.play.player_card import CardText
from engine.game.game import Ply
from engine.rules.values import Piece


def losses(plies: tuple[Ply, ...], side: int) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Return what `side` captured and which pieces of its own the river took, in order."""
    own = [ply.transition for ply in plies if ply.side == side]
    captured = tuple(placed.piece for transition in own for placed in transition.captured)
    drowned = tuple(placed.piece for transition in own for placed in transition.drowned)
    return captured, drowned


def card_text(session: Session, side: int, title: Callable[[PlayerConfig], str]) -> CardText:
    """Return what the card of a side says; `title` returns what its player is called."""
    outcome, clocks, player = session.outcome, session.game.clocks, session.current.players[side]
    captured, drowned = losses(session.game.plies[: session.game.cursor], side)
    return CardText(
        side,
        side_name(session.game.rules, side),
        title(player),
        to_move=outcome is None and session.game.position.side == side,
        winner=outcome is not None and outcome.winner == side,
        captured=captured,
        drowned=drowned,
        clock=session.current.clock_text(side),
        running=clocks is not None and clocks.running == side,
        low=session.current.clock_is_low(side),
        short="" if player.is_program else player.short_title,
        control=control_text(player.clock),
    )
