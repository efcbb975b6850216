"""What a puzzle says about a wrong move, and about what its solution has reached. No pygame."""

from __future__ import annotations

from congo_gui.play.wording import result_sentence, side_name
from congo_gui.screens.learn import texts
from congo_gui.screens.learn.best_reply import BestReply
from congo_gui.store.puzzle_progress import PuzzleAttempt
from engine.learn.lessons import AttemptStage
from engine.learn.puzzles import HOLD_THEME, Puzzle
from engine.rules.rules import Rules
from engine.rules.values import Position, Transition

LION_HUNT, FORCED_WIN = "lion-hunt", "forced-win"


def wrong_move(
    rules: Rules, position: Position, transition: Transition, holds: bool, reply: BestReply
) -> str:
    """Return how bad the wrong move that led to a position is, what it drowned, and how the game ended."""
    if holds or reply.loses:
        verdict = texts.MOVE_LOSES
    else:
        verdict = texts.MOVE_DRAWS if reply.draws else texts.NOT_WINNING
    names = [rules.facts.kind_names[placed.piece.kind] for placed in transition.drowned]
    drowned = texts.own_drowned(names) if names else ""
    return " ".join(filter(None, (verdict, drowned, game_end(rules, position))))


def game_end(rules: Rules, position: Position) -> str:
    """Return who has won and why, empty if the game is not over."""
    outcome = rules.outcome(position)
    return "" if outcome is None else result_sentence(rules, outcome)


def reached(rules: Rules, puzzle: Puzzle, position: Position) -> str:
    """Return what a solved puzzle has reached in its last position."""
    end = game_end(rules, position)
    if end:
        return end
    if HOLD_THEME in puzzle.themes:
        return texts.GAME_SAVED
    solver = rules.notation.parse(puzzle.fen).side
    if LION_HUNT in puzzle.themes:
        return texts.lion_lost(side_name(rules, 1 - solver))
    side = side_name(rules, solver)
    return texts.win_forced(side) if FORCED_WIN in puzzle.themes else texts.winning(side)


def daily_puzzle(before: PuzzleAttempt | None, stage: AttemptStage) -> str:
    """Return that a puzzle is that of the day, and what help means as long as a first attempt goes on."""
    words = texts.daily_puzzle(before is not None and before.solved)
    return f"{words} {texts.HELP_COUNTS}" if before is None and stage is not AttemptStage.SOLVED else words


def known_before(before: PuzzleAttempt | None) -> str:
    """Return what an earlier attempt at a puzzle means for this one, or what help means for the first."""
    if before is None:
        return texts.HELP_COUNTS
    return texts.MISSED_BEFORE if before.due or not before.solved else texts.SOLVED_BEFORE
