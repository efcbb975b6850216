"""The result of a generation of a training run."""

from __future__ import annotations

from dataclasses import dataclass

Curve = tuple[tuple[float, float], ...]
"""By epoch: the loss, and the held-out loss."""


@dataclass(frozen=True)
class Generation:
    """The result of a generation; `wins`, `losses`, `draws` and `rating` (Elo) are those of its match."""

    number: int
    positions: int
    loss: float
    held_out_loss: float
    wins: int
    losses: int
    draws: int
    taken: bool
    """True if the network was accepted."""
    rating: str = ""
    curve: Curve = ()
