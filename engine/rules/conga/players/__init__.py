"""Conga's own players, by name."""

from __future__ import annotations

from engine.players.base import OwnPlayer, Player
from engine.rules.conga.players import texts
from engine.rules.rules import Rules


def _source(rules: Rules, seed: int, depth: int) -> Player:
    from engine.rules.conga.players.source import SourcePlayer

    return SourcePlayer(rules, seed, depth)


PLAYERS = {"source": OwnPlayer(_source, takes_depth=True, title=texts.SOURCE, sentence=texts.SOURCE_SENTENCE)}
