"""Texts of the lessons and playgrounds."""

from __future__ import annotations

from engine.rules.words import count_text, noun

# Lessons


def lesson(number: int, of: int, solved: int) -> str:
    return f"Lesson {number} of {of} · {solved} solved"


def in_chapter(chapter: str, what: str) -> str:
    return f"{chapter}: {what}" if chapter else what


def solved(done: str) -> str:
    return f"✓ Solved! {done}"


def missed(problem: str) -> str:
    return f"✗ Not quite. {problem} Try again."


def turns_left(other: str, left: int) -> str:
    return f"{other} waits. You have {left} more {noun(left, 'turn')}."


# Playgrounds

TRY_FREELY = "Move it as often as you like; the other side waits."


def would_have_won(reason: str) -> str:
    return f"{reason} You would have won. Start again."


def playground_over(reason: str) -> str:
    return f"{reason} Start again."


def captured(piece: str) -> str:
    return f"captured the {piece}"


def became(piece: str) -> str:
    return f"became a {piece}"


def it_did(parts: list[str]) -> str:
    return f"It {' and '.join(parts)}."


def drowned(pieces: list[str]) -> str:
    return f"The {' and the '.join(pieces)} drowned in the river."


# Controls

LESSONS = "Lessons"
LEAVE = "Back to the game"
PREVIOUS = "Back"


def next_tip(key: str) -> str:
    return f"Continue ({key})"


TRY_AGAIN = "Try again"
START_AGAIN = "Start again"
PLAY_FIRST_GAME = "Play level 1"
NEXT = "Next"
SKIP = "Skip"

# Why a command is not possible

LOADING = "The rules are still loading. One moment."
LESSON_SOLVED = "This lesson is solved."
NO_HINT = "There is no hint here."
FIRST_LESSON = "This is the first lesson."
LAST_LESSON = "This is the last lesson."
ANSWER_FIRST = "Solve the task on the board first."

# Puzzles

PUZZLES = "Puzzles"
THEMES = {
    "win": "win",
    "defence": "defence",
    "lion-hunt": "lion hunt",
    "double-jump": "double jump",
    "triple-jump": "triple jump",
    "flying-lion": "flying lion",
    "drowning": "drowning",
    "promotion": "promotion",
    "fork": "fork",
    "quiet": "quiet move",
    "ending": "ending",
}
ANY_THEME = "Any theme"
CHOOSE_THEME = "Choose a theme"
THEME_TIP = "Practise puzzles of one theme"
DIFFICULTIES = ("For you", "Easy", "Medium", "Hard")
DIFFICULTY_TIP = "For you: puzzles of about your rating"
RUNS = {"streak": "Streak", "timed": "3 minutes"}
RUN_TIPS = {
    "streak": "How many puzzles can you solve in a row?",
    "timed": "How many puzzles can you solve in three minutes?",
}
DAILY = "Puzzle of the day"
DAILY_TIP = "The same puzzle for everybody today"
FORGET = "Forget my progress"
FORGET_TIP = "Delete your rating and all results of these puzzles"
FORGET_QUESTION = "Forget your progress?"
FORGET_WORDS = "Your rating and the results of all these puzzles will be deleted. You cannot undo this."
FORGET_VERB = "Delete"
WIN_TASK = "Find the only move that wins. The other side defends as well as it can."
HOLD_TASK = "Find the only move that does not lose."
GO_ON = "Right. Go on."
PUZZLE_SOLVED = "✓ Solved!"
SHOWN = "That is the solution."
NEXT_PUZZLE_FIRST = "Next shows another puzzle."
PUZZLE_OVER = "This puzzle is over. Next shows another one."
ONLY_IN_PUZZLES = "Only in a puzzle."


def to_play(side: str) -> str:
    return f"{side} to move"


def puzzle_note(rating: int, own: int) -> str:
    return f"Puzzle {rating} · you {own}"


def puzzle_count(puzzles: int, solved: int) -> str:
    return f"{solved} of {puzzles} puzzles solved. A puzzle that you miss comes again after a day."


def puzzle_done(done: str, themes: list[str]) -> str:
    return f"{done} Themes: {', '.join(themes)}."


def puzzle_missed(reply: str) -> str:
    return f"✗ Not the best. {reply} Try again." if reply else "✗ Not the best."


def puzzle_hint(piece: str, square: str) -> str:
    return f"Look at the {piece} on {square}."


def run_so_far(run: str, solved: int, left: int | None) -> str:
    time = "" if left is None else f" · {left // 60}:{left % 60:02} left"
    return f"{run}: {solved} solved{time}."


def run_over(run: str, solved: int, best: int) -> str:
    return f"{run}: over with {count_text(solved, 'puzzle')} solved. Your best: {best}."


def theme_label(theme: str) -> str:
    return THEMES[theme].capitalize() if theme else ANY_THEME


def theme_count(theme: str, count: int) -> str:
    return f"{theme[:1].upper()}{theme[1:]} ({count})"
