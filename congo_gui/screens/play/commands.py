"""The commands that belong to the board of a game: what each does, when it is possible, and why not else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from congo_gui.commands import Handler, Handlers

if TYPE_CHECKING:
    from congo_gui.screens.play.screen import PlayScreen
    from congo_gui.session.session import Session

PREPARING = "The AI is still being prepared."
NOT_YOUR_TURN = "That needs a turn of yours in a game that goes on."
NO_PATH = "No piece is chosen."
GAME_OVER = "The game is over."
NO_END = "Only people can end a game early, and only at its last position."
NOT_TO_DECIDE = "That is for a game between AIs that has begun, at its last position."
NO_DEMO = "That is for games in which the AI plays both sides."


def play_handlers(play: PlayScreen) -> Handlers:
    """Return what the commands of a game do."""
    return {**_game(play), **_moves(play), **_ai(play), **_position(play)}


def _unless_over(session: Session, reason: str) -> str:
    """Return why something cannot be done: that the game is over, or another reason if it is not."""
    return reason if session.outcome is None else GAME_OVER


def _game(play: PlayScreen) -> Handlers:
    session = play.session
    ready = lambda: session.ready  # noqa: E731
    can_end = lambda: session.can_end  # noqa: E731
    no_end = lambda: _unless_over(session, NO_END)  # noqa: E731
    no_decision = lambda: _unless_over(session, NOT_TO_DECIDE)  # noqa: E731
    return {
        "new_game": Handler(play.new_game),
        "games": Handler(play.games),
        "restart": Handler(play.restart, ready, PREPARING),
        "open_game": Handler(play.open_game, ready, PREPARING),
        "save_game": Handler(play.save_game, ready, PREPARING),
        "tournament": Handler(play.tournament, ready, PREPARING),
        "resign": Handler(play.resign, can_end, no_end),
        "offer_draw": Handler(play.offer_draw, can_end, no_end),
        "decide": Handler(play.decide, lambda: session.can_adjudicate, no_decision),
    }


def _moves(play: PlayScreen) -> Handlers:
    session = play.session
    past, future = lambda: session.game.cursor > 0, lambda: not session.at_end
    no_turn = lambda: _unless_over(session, NOT_YOUR_TURN) if session.ready else PREPARING  # noqa: E731
    no_path = lambda: _unless_over(session, NO_PATH)  # noqa: E731
    at_start, at_end = "This is the first position.", "This is the latest position."
    return {
        "undo": Handler(play.undo, lambda: session.can_undo, "There is nothing to take back."),
        "redo": Handler(play.redo, lambda: session.can_redo, "Nothing was taken back."),
        "hint": Handler(play.hint, lambda: session.can_hint, no_turn),
        "play_best": Handler(session.play_best, lambda: session.can_play_best, no_turn),
        "type_move": Handler(play.type_move, lambda: session.can_hint, no_turn),
        "tell_game": Handler(play.tell_game, lambda: session.ready, PREPARING),
        "back": Handler(play.back, past, at_start),
        "forward": Handler(play.forward, future, at_end),
        "first": Handler(play.first, past, at_start),
        "last": Handler(play.last, future, at_end),
        "commit": Handler(play.board.commit, lambda: bool(play.board.controller.state.path), no_path),
        "cancel": Handler(play.cancel, lambda: play.can_cancel, "There is nothing to cancel."),
    }


def _ai(play: PlayScreen) -> Handlers:
    session = play.session
    demo = lambda: session.is_demo  # noqa: E731
    return {
        "play_or_pause": Handler(
            play.play_or_pause,
            lambda: session.can_pause or play.space_plays_best,
            "Neither an AI nor a clock waits here.",
        ),
        "step": Handler(play.step, lambda: session.ai_to_move, "It is not the AI's turn."),
        "faster": Handler(play.faster, demo, NO_DEMO),
        "slower": Handler(play.slower, demo, NO_DEMO),
        "endless": Handler(play.toggle_endless, demo, NO_DEMO, is_on=lambda: session.endless),
        "take_over": Handler(play.take_over, lambda: session.is_demo and session.can_pause, NO_DEMO),
        "score": Handler(
            play.score,
            lambda: session.is_demo or session.series.games > 0,
            "No game between AIs has been played.",
        ),
    }


def _position(play: PlayScreen) -> Handlers:
    ready = lambda: play.session.ready  # noqa: E731
    return {
        "flip": Handler(play.flip),
        "copy_fen": Handler(play.copy_fen),
        "paste_fen": Handler(play.paste_fen),
        "edit": Handler(play.edit),
        "analyse": Handler(play.analyse, ready, PREPARING),
        "see_search": Handler(play.see_search, ready, PREPARING),
        "comment": Handler(play.write_comment, ready, PREPARING),
        "review": Handler(
            play.review,
            lambda: play.session.ready and bool(play.session.game.plies),
            lambda: "There is no game to review yet: make moves first." if play.session.ready else PREPARING,
        ),
    }
