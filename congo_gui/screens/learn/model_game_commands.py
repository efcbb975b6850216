"""The commands of the model games, beyond those of all exercises."""

from __future__ import annotations

from collections.abc import Callable

from congo_gui.commands.command import Handler, Handlers
from congo_gui.screens.learn import texts
from congo_gui.screens.learn.model_games import ModelGames


def model_game_handlers(games: ModelGames | None, show: Callable[[int | None], None]) -> Handlers:
    """Return the handlers of the jumps in a model game; `show` updates the board, as for a move with 0.

    They do nothing in other exercises, where `games` is None.
    """

    def next_comment() -> None:
        assert games is not None
        games.next_comment()
        show(0)

    def rewind() -> None:
        assert games is not None
        games.reset()
        show(None)

    def can_read_on() -> bool:
        return games is not None and not games.at_end

    def can_rewind() -> bool:
        return games is not None and games.can_undo

    elsewhere = texts.ONLY_IN_MODEL_GAMES
    return {
        "next_comment": Handler(next_comment, can_read_on, texts.LAST_MOVE if games else elsewhere),
        "first": Handler(rewind, can_rewind, texts.FIRST_MOVE if games else elsewhere),
    }
