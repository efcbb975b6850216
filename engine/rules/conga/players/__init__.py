"""Conga's own players, by name."""

from __future__ import annotations

from engine.players.base import Player, PlayerFactory
from engine.rules.conga.players import texts
from engine.rules.rules import Rules


def _source(rules: Rules, seed: int, depth: int) -> Player:
    from engine.rules.conga.players.source import SourcePlayer

    return SourcePlayer(rules, seed, depth)


PLAYERS = {
    "source": PlayerFactory(
        _source, takes_depth=True, title=texts.SOURCE, description=texts.SOURCE_DESCRIPTION
    )
}
