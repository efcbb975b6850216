"""The status of a game: turn, AI activity, result. No pygame."""

from __future__ import annotations

from dataclasses import dataclass, replace

from congo_gui.play import texts as session_texts
from congo_gui.play.game_state import GameState
from congo_gui.play.player import PlayerConfig
from congo_gui.play.session import Session
from congo_gui.play.wording import NO_BREAK, best_line, effort_text, score_text, search_line, side_name
from congo_gui.screens.play import texts
from congo_gui.screens.play.game_end import end_lines, end_title, only_human
from congo_gui.screens.shared.status_box import Status, StatusTone
from congo_gui.system.startup import EngineLoader, EngineStage
from engine.rules.values import Danger, PieceWarning
from engine.search.limits import SearchInfo

OVER_BUTTONS = ("rematch", "review", "share", "swapped", "replay_end")
RATED_OVER_BUTTONS = ("next_rated", "review", "share", "replay_end")
DEMO_OVER_BUTTONS = ("rematch", "another", "score")
"""The buttons for a finished game, the most useful first, as few of them fit in a small window."""


def engine_status(loader: EngineLoader) -> Status:
    """Return the status while the engine is loading."""
    if loader.stage is EngineStage.FAILED:
        return Status(texts.AI_FAILED, (loader.error,), (), ("retry_engine",), StatusTone.ERROR)
    if loader.stage in (EngineStage.COMPILING, EngineStage.PLAYABLE):
        progress = loader.progress
        lines = (texts.COMPILING, texts.compiling_time(f"{progress.seconds:.0f}{NO_BREAK}s"))
        return Status(texts.COMPILING_TITLE, lines, progress=progress.share)
    return Status(texts.LOADING_TITLE, (texts.LOADING,), progress=1.0)


def with_ai_progress(status: Status, loader: EngineLoader) -> Status:
    """Add to a human's status that the AI is still loading, and its progress."""
    return replace(status, lines=(*status.lines, texts.AI_FOLLOWS), progress=loader.progress.share)


@dataclass(frozen=True)
class BoardSituation:
    """The state of board and settings that affects the status."""

    waiting: bool = False
    """True if a chain of jumps may end here."""
    warnings: tuple[PieceWarning, ...] = ()
    """Warnings for the player to move."""
    caution: str = ""
    """A warning about the square under the pointer."""
    newcomer: bool = False
    """True if the user has solved no lesson yet."""
    replaying: bool = False
    """True if the last moves of a finished game are being replayed."""
    thoughts: bool = True
    """True if a human may see the search results of the opposing AI."""
    rating: tuple[str, ...] = ()
    """What there is to say about the rating of this game."""
    refused: bool = False
    """True if the game could not be written to the disk."""


def game_status(session: Session, board: BoardSituation) -> Status:
    """Return the status of the game."""
    if session.current.is_demo:
        board = replace(board, thoughts=True)
    status = _game_status(session, board)
    if board.refused:
        status = replace(status, warnings=(*status.warnings, texts.NOT_AUTOSAVED))
    if session.outcome is not None and board.rating:  # it is more important than how long the game was
        return replace(status, lines=(*status.lines[:-1], *board.rating, *status.lines[-1:]))
    score = score_line(session)
    more = (*board.rating, *((score,) if score else ()))
    return replace(status, lines=(*status.lines, *more)) if more else status


def _game_status(session: Session, board: BoardSituation) -> Status:
    outcome = session.outcome
    if outcome is not None:
        title, lines = end_title(session, outcome), end_lines(session, outcome)
        return Status(title, lines, (), _over_buttons(session), StatusTone.RESULT)
    if board.replaying:
        return Status(texts.REPLAYING, _last_moves(session, 1))
    mover = side_name(session.game.rules, session.game.position.side)
    if session.report.failure:
        is_program = session.current.to_move.is_program
        words = texts.program_not_started if is_program else texts.ai_stopped
        lines = (words(session.report.failure),)
        return Status(texts.cannot_move(mover), lines, (), ("try_again",), StatusTone.ERROR)
    undone = session.current.is_undone and session.current.to_move.is_human
    if session.state is GameState.PAUSED and not undone:
        return _paused_status(session, mover, board.thoughts)
    if session.program_is_starting:
        why = texts.STARTING if session.current.to_move.is_program else texts.COMPILING_PLAYER
        return Status(texts.getting_ready(mover), (why,))
    if session.may.ai_to_move():
        found = _search_lines(session, is_live=True) if board.thoughts else ()
        return Status(texts.thinking(mover), found or _last_move_lines(session))
    busy = board.waiting or board.warnings or board.caution or session.hints.searching or session.hints.found
    if board.newcomer and session.game.cursor == 0 and session.current.at_end and not busy:
        offer = (_first_hint(session), texts.NEWCOMER_OFFER)
        return Status(_turn_title(session, mover), offer, (), ("learn",))
    return _human_status(session, mover, board)


def _over_buttons(session: Session) -> tuple[str, ...]:
    if session.current.rated is not None:
        return RATED_OVER_BUTTONS
    return DEMO_OVER_BUTTONS if session.current.is_demo else OVER_BUTTONS


def score_line(session: Session) -> str:
    """Return the score of a series of games between AIs; empty before the first one is over."""
    series = session.demo.series
    if not session.current.is_demo or not series.games:
        return ""
    if series.is_against_itself:
        tallies = [series.tally(series.names[0], side) for side in (0, 1)]
        names = [side_name(session.game.rules, side) for side in (0, 1)]
    else:
        tallies = [series.tally(name, 0) + series.tally(name, 1) for name in series.names]
        players = (PlayerConfig.named(name) for name in series.names)
        names = [player.title if player.level else player.short_title for player in players]
    wins = ", ".join(texts.won(name, tally.wins) for name, tally in zip(names, tallies, strict=True))
    return texts.series(wins, tallies[0].draws)


def _paused_status(session: Session, mover: str, thoughts: bool) -> Status:
    if not session.current.at_end:
        if session.current.to_move.is_human:
            lines = (_where(session), texts.REPLACES, texts.CLOCKS_PAUSED)
            return Status(texts.LOOKING_BACK, lines, (), ("latest",))
        whose = texts.ai_to_move(_computer_name(session), mover)
        return Status(texts.LOOKING_BACK, (_where(session), whose), (), ("continue", "latest"))
    buttons = () if session.current.is_demo else ("continue",)
    clocks = (texts.CLOCKS_PAUSED,) if session.current.is_timed else ()
    found = _search_lines(session, is_live=False) if thoughts else ()
    return Status(texts.paused(mover), (*clocks, *(found or _last_moves(session, 1))), (), buttons)


def _first_hint(session: Session) -> str:
    return session.game.rules.prose.first_hint(session.game.position)


def _human_status(session: Session, mover: str, board: BoardSituation) -> Status:
    title, caution = _turn_title(session, mover), board.caution
    if session.hints.searching:
        return Status(title, (texts.LOOKING_FOR_HINT,))
    if session.hints.found is not None and session.hints.found.pv:
        lines = _hint_lines(session, session.hints.found, board.thoughts)
        return Status(title, (*lines, *_last_moves(session, 1)), (caution,) if caution else ())
    if board.waiting:
        return Status(title, (session_texts.JUMP_ON,), (caution,) if caution else ())
    if caution:
        # A warning about the next click goes before the permanent ones.
        return Status(title, _last_moves(session, 1), (caution,))
    warnings = tuple(warning_text(session, warning) for warning in board.warnings)
    if session.current.is_undone:
        taken_back = texts.TURN_TAKEN_BACK if session.current.has_ai else texts.MOVE_TAKEN_BACK
        clocks = (texts.CLOCKS_PAUSED,) if session.state is GameState.PAUSED else ()
        return Status(title, (taken_back, *clocks, *_last_moves(session, 1)), warnings, ("redo",))
    if not session.current.at_end:
        lines = (_where(session), texts.REPLACES)
        return Status(title, lines, warnings, ("latest",))
    if session.game.cursor == 0 and not warnings:
        has_level = session.current.rated is None and any(each.level for each in session.current.players)
        where = texts.RULES_AND_LEVEL if has_level else texts.RULES
        return Status(title, (_first_hint(session), where))
    found = _search_lines(session, is_live=False) if board.thoughts else ()
    return Status(title, (*_last_moves(session, 1 if found else 2), *found), warnings)


def _hint_lines(session: Session, hint: SearchInfo, thoughts: bool) -> tuple[str, ...]:
    """Return the hint's move as text, with `thoughts` also its score and likely line."""
    rules, position, best = session.game.rules, session.game.position, hint.pv[0]
    prose = rules.prose.addressing(only_human(session))
    move = texts.hint(prose.describe(position, rules.transition(position, best)))
    if not thoughts:
        return (move,)
    score = score_text(rules, hint.score, position.side)
    line = " ".join(move.text for move in hint.pv)
    return move, texts.hint_score(best.text, score), texts.likely_line(line)


def _turn_title(session: Session, mover: str) -> str:
    return texts.your_turn(mover) if session.current.has_ai else texts.to_move(mover)


def _last_moves(session: Session, count: int) -> tuple[str, ...]:
    """Describe the last moves, latest first; against an AI, the reader's in the second person."""
    game, players = session.game, session.current.players
    prose, versus_ai = game.rules.prose.addressing(only_human(session)), session.current.has_ai
    plies = game.plies[max(0, game.cursor - count) : game.cursor]
    return tuple(
        prose.describe_past(ply.before, ply.transition, versus_ai and players[ply.side].is_human)
        for ply in reversed(plies)
    )


def _last_move_lines(session: Session) -> tuple[str, ...]:
    """Return the last move; in a game between AIs with its search result."""
    if not session.current.is_demo:
        return _last_moves(session, 1)
    if not _is_of_last_move(session):
        return ()
    return (*_last_moves(session, 1), *_search_lines(session, is_live=False))


def _where(session: Session) -> str:
    game = session.game
    if game.cursor == 0:
        return texts.AT_START
    side = side_name(game.rules, game.plies[game.cursor - 1].side)
    return texts.position_after(side, game.number_of(game.cursor), game.number_of(len(game.plies)))


def _search_lines(session: Session, is_live: bool) -> tuple[str, ...]:
    info = session.report.info
    if info is None or not (_is_of_position(session) if is_live else _is_of_computer(session)):
        return ()
    side = session.report.position.side
    if info.source == "book" and not is_live:
        return (texts.FROM_BOOK,)
    found = search_line(session.game.rules, info, side)
    if not is_live and info.source == "search":
        score = score_text(session.game.rules, info.score, side)
        found = texts.found(_computer_name(session), score, info.depth, effort_text(info))
    return tuple(line for line in (found, best_line(info)) if line)


def _is_of_position(session: Session) -> bool:
    """Return whether the last search was about the position on the board."""
    return session.report.position == session.game.position


def _is_of_last_move(session: Session) -> bool:
    """Return whether the last search was for the move that led to the position on the board."""
    game = session.game
    return game.cursor > 0 and session.report.position == game.position_at(game.cursor - 1)


def _is_of_computer(session: Session) -> bool:
    """Return whether the last search is a computer player's, for the last move or for the next one.

    A human may have taken over since, and moves may have been undone.
    """
    if session.current.players[session.report.position.side].is_human:
        return False
    return _is_of_position(session) or _is_of_last_move(session)


def _computer_name(session: Session) -> str:
    """Return the term for the computer players: AI or program."""
    programs = [player.is_program for player in session.current.players if not player.is_human]
    return texts.PROGRAM if all(programs) else texts.AI


def warning_text(session: Session, warning: PieceWarning) -> str:
    """Return a warning about one of the mover's pieces as a sentence."""
    rules, position = session.game.rules, session.game.position
    name = rules.facts.kind_names[rules.notation.pieces(position)[warning.square].kind]
    square = rules.notation.square_name(position, warning.square)
    if warning.danger is Danger.WILL_DROWN:
        return texts.will_drown(name, square)
    return texts.in_danger(name, square)
