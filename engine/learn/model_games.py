"""Model games: games of the engine with comments, in the file ``model_games.pgn`` in a game's folder.

A game's name in this file is the tag ``Event``; the comment before the first move introduces it. Standard
NAGs state what a search confirms: ``$2`` a mistake, ``$10`` even, ``$18`` and ``$19`` won for the first or
the second side.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine.learn import texts
from engine.record.parse import parse_games
from engine.record.record import GameRecord
from engine.rules.rules import Rules
from engine.system.errors import UserError
from engine.system.files import folder_of, read_text

FILE = "model_games.pgn"
MAX_BYTES = 1_000_000
NAG_MISTAKE, NAG_EVEN, NAG_FIRST_WINS, NAG_SECOND_WINS = 2, 10, 18, 19


def has_model_games(rules: Rules) -> bool:
    """Return whether a game has model games, without reading them."""
    return _path(rules).is_file()


def _path(rules: Rules) -> Path:
    return folder_of(rules.name) / FILE


@cache
def model_games_of(rules: Rules) -> tuple[GameRecord, ...]:
    """Return a game's model games; none if it has no file of them.

    Raises:
        UserError: the file is damaged, or has no game of this kind.
    """
    return read_model_games(rules, _path(rules)) if has_model_games(rules) else ()


def read_model_games(rules: Rules, path: Path) -> tuple[GameRecord, ...]:
    """Return the model games of a file, at least one.

    Raises:
        UserError: the file is damaged, or has no game of this kind.
    """
    found = tuple(parse_games(read_text(path, MAX_BYTES), path.name))
    if not found or any(game.rules is not rules for game in found):
        raise UserError(texts.no_model_games(path, rules.facts.title))
    return found
