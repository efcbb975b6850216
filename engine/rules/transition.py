"""What a move did to the board."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rules.piece import Piece, Placed


@dataclass(frozen=True)
class Transition:
    """What a move did, for animation, sounds, the move list and the spoken log.

    `path` holds the squares that `piece` went over, start and destination included. `captured` are the
    enemy pieces removed, in the order in which they were taken; those among them that were jumped over
    are also in `jumped`. `drowned` are the mover's own pieces lost to the river, on the squares where
    they drowned (the moved piece itself, if it drowned, on its destination). `promoted` is what the
    moved piece became. A stack that is spread over the squares of the path has left its first one for good;
    `spread` are the stones that each of the others receives, some of them perhaps on top of others.
    `removed` are the mover's own pieces that are taken off the board as the move itself (then `path` is the
    one square of `piece`).
    """

    piece: Piece
    path: tuple[int, ...]
    captured: tuple[Placed, ...] = ()
    jumped: tuple[Placed, ...] = ()
    drowned: tuple[Placed, ...] = ()
    promoted: Piece | None = None
    spread: tuple[Placed, ...] = ()
    removed: tuple[Placed, ...] = ()

    @property
    def progress(self) -> bool:
        """Whether the counters of the draw rules start anew, because the move cannot be undone."""
        return bool(self.captured or self.drowned or self.promoted or self.removed)
