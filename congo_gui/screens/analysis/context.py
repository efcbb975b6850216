"""What an analysis is about, and where it leads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from congo_gui.screens.analysis.analyst import Findings
from engine.record.record import GameNode, GameTree
from engine.rules.values import Position


@dataclass(frozen=True)
class AnalysisContext:
    """What an analysis is about: a tree and the node it begins with, and what was found out before."""

    tree: GameTree
    node: GameNode
    findings: Findings


@dataclass(frozen=True)
class AnalysisActions:
    """Where an analysis leads: a position to play on or to analyse, a file; `closed` is called at its end.

    `unsaved` tells whether what was found would be lost then, `changed` is called when something was, and
    `discard` when it is lost because the player wants it so.
    """

    play: Callable[[Position], None]
    analyse: Callable[[Position, bool], None]
    save: Callable[[], None]
    closed: Callable[[], None]
    unsaved: Callable[[], bool]
    changed: Callable[[], None]
    discard: Callable[[], None]
