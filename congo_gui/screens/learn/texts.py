"""Texts of the lessons and playgrounds."""

from __future__ import annotations

from collections.abc import Sequence

from engine.rules.words import count_text, listed, noun, with_article

# What there is to learn

RULES = "Rules"
RULES_ABOUT = "Short lessons from your first move to your first game"
STRATEGY = "Strategy"
STRATEGY_ABOUT = "What strong players do, and why"
MODEL_GAMES = "Model games"
MODEL_GAMES_ABOUT = "Engine games with comments, move by move"
PRESS_NEXT = "Press Next, or the right arrow key, for the first move."
NEXT_GAME = "Next game"
FIRST_MOVE = "This is the start of the game."
LAST_MOVE = "This is the end of the game."
ONLY_IN_MODEL_GAMES = "Only in a model game."
PUZZLES_ABOUT = "Find the only move that wins, or that saves the game"
NEXT_TIP = "Continue where you are (Enter)"
ALL_DONE = "All done for today: back to the game"
OPENS_WHEN_LOADED = "Opens when the engine is loaded"


def learn_title(game: str) -> str:
    return f"Learn {game}"


def pieces_about(piece: str) -> str:
    return f"Try out how each {piece} moves"


def next_is(step: str) -> str:
    return f"Next: {step}"


def next_lesson(section: str, number: int, title: str) -> str:
    return f"{section}, lesson {number}: {title}"


def lessons_solved(solved: int, of: int) -> str:
    return f"All {of} lessons solved" if solved == of else f"{solved} of {of} lessons solved"


def model_game(number: int, of: int, ply: int, plies: int) -> str:
    return f"Game {number} of {of} · turn {ply} of {plies}"


def games_seen(seen: int, of: int) -> str:
    return f"{seen} of {of} games seen"


def next_game(title: str) -> str:
    return f"model game “{title}”"


def puzzles_solved(solved: int, of: int) -> str:
    return f"{solved:,} of {of:,} puzzles solved"


def puzzles_due(due: int) -> str:
    return f"{count_text(due, 'puzzle')} to try again"


def hub_words(title: str, step: str, sections: list[tuple[str, str]]) -> str:
    parts = [f"{name}: {progress}" if progress else name for name, progress in sections]
    return f"{title}. {step}. {'. '.join(parts)}."


# Lessons


def lesson(number: int, of: int, solved: int) -> str:
    return f"Lesson {number} of {of} · {solved} solved"


def in_chapter(chapter: str, what: str) -> str:
    return f"{chapter}: {what}" if chapter else what


def solved(done: str) -> str:
    return f"✓ Solved! {done}"


def missed(problem: str) -> str:
    return f"✗ Not quite. {problem} Try again."


ALL_LESSONS_SOLVED = "You have solved all lessons of this course."


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
    return f"became {with_article(piece)}"


def it_did(parts: list[str]) -> str:
    return f"It {' and '.join(parts)}."


def drowned(pieces: list[str]) -> str:
    return f"The {' and the '.join(pieces)} drowned in the river."


# Controls

LEAVE = "Back to Learn"
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
NO_MOVE_NOW = "There is no move to make now."

# Puzzles

PUZZLES = "Puzzles"
WIN_AIM = "Find the only move that wins"
HOLD_AIM = "Find the only move that does not lose"
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
    "forced-win": "forced win",
}
THEME_TIPS = {
    "win": WIN_AIM,
    "defence": HOLD_AIM,
    "lion-hunt": "The lion is captured by force",
    "double-jump": "Two captures by jumps in one move",
    "triple-jump": "Three or more captures by jumps in one move",
    "flying-lion": "A lion captures the other one from afar",
    "drowning": "The river takes an animal of the other side",
    "promotion": "A pawn reaches the last rank",
    "fork": "A piece attacks two others at once",
    "quiet": "The first move captures nothing",
    "ending": "Few pieces are left",
    "forced-win": "The game is won by force, to its end",
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
RUN_ENDS = {"streak": "The streak is over", "timed": "Time is up"}
DAILY = "Puzzle of the day"
DAILY_TIP = "Today's puzzle, the same for everyone"
MISSED_IN_GAMES = "You missed a motif like this in a game."
WIN_TASK = f"{WIN_AIM}. The other side defends as best it can."
HOLD_TASK = f"{HOLD_AIM}."
PUZZLE_SOLVED = "✓ Solved!"


def draw_after(turns: int) -> str:
    return f"After {count_text(turns, 'more turn')} without a capture the game is a draw."


CHECKING = "Checking your move."
RIGHT = "Right!"
WINS_TOO = "✓ Solved! That wins, too."
HOLDS_TOO = "✓ Solved! That saves the game, too."
SOLVED_LATE = "✓ That is right."
GAME_SAVED = "That saves the game."
SHOWING = "The solution:"
NEXT_PUZZLE_FIRST = "Next shows another puzzle."
PUZZLE_OVER = "This puzzle is over. Next shows another one."
TRY_FIRST = "Try it first; then you can analyse it."
NOTHING_TO_ANALYSE = "There is nothing to analyse here."
ANALYSE_SHOWS = "Analyse shows the solution."
ONLY_IN_PUZZLES = "Only in a puzzle."
NO_SKIPPING = "No skipping in a streak: it goes on until your first wrong move."


def to_play(side: str) -> str:
    return f"{side} to move"


def puzzle_note(rating: int, own: int) -> str:
    return f"Puzzle rating {rating} · yours {own}"


def puzzle_count(puzzles: int, solved: int) -> str:
    return f"{puzzles_solved(solved, puzzles)}."


HELP_COUNTS = "Help counts as a miss; what you miss comes back tomorrow."
MISSED_BEFORE = "You missed this one before; now it does not change your rating."
SOLVED_BEFORE = "You have solved this one before; now it does not change your rating."


def daily_puzzle(was_solved: bool) -> str:
    return f"{DAILY}. You have solved it already." if was_solved else f"{DAILY}."


def go_on(reply: str) -> str:
    return f"{RIGHT} {reply} Keep going." if reply else f"{RIGHT} Keep going."


def themes(names: list[str]) -> str:
    return f"Themes: {', '.join(names)}."


LARGE_CHANGE = 90
"""A change of the rating by one puzzle that is possible only as long as few were tried."""


def rating_change(before: int, after: int) -> str:
    """Return the new rating, empty if it is the old one; a large change is explained."""
    change = f"{after - before:+}".replace("-", "−")
    why = " The first puzzles change it most." if abs(after - before) >= LARGE_CHANGE else ""
    return "" if after == before else f"Your rating: {after} ({change}).{why}"


def with_rating(words: str, rated: str) -> str:
    return f"{words} Help counts as a miss. {rated}" if rated else words


def solution_so_far(move: str, rated: str) -> str:
    return move or " ".join(part for part in (rated, SHOWING) if part)


def solution(moves: list[str]) -> str:
    return f"The solution: {', '.join(moves)}."


def comes_back(days: int, solved: bool) -> str:
    when = "tomorrow" if days == 1 else f"in {count_text(days, 'day')}"
    return f"It comes back {when}." if solved else f"It counts as missed and comes back {when}."


NOT_BEST = "✗ Not the best."
ONLY_DRAWS = "✗ That only draws."
LOSES = "✗ That loses."
NOT_WINNING = "✗ That does not win."
MOVE_DRAWS = "✗ That only draws."
MOVE_LOSES = "✗ That loses."


def own_drowned(names: Sequence[str]) -> str:
    return f"Your {listed(names)} drowned."


def lion_lost(side: str) -> str:
    return f"{side}'s lion can no longer be saved."


def win_forced(side: str) -> str:
    return f"Nothing can stop {side} from winning now."


def winning(side: str) -> str:
    return f"{side} has a winning position."


def move_missed(wrong: str, reply: str, again: bool, rated: str = "") -> str:
    parts = (wrong, f"The reply: {reply}" if reply else "", rated, "Try again." if again else "")
    return " ".join(part for part in parts if part)


def puzzle_hint(piece: str, square: str) -> str:
    return f"Look at the {piece} on {square}."


def move_shown(move: str) -> str:
    return f"The move: {move}"


def run_so_far(run: str, solved: int, left: int | None) -> str:
    time = "" if left is None else f" · {left // 60}:{left % 60:02} left"
    return f"{run}: {solved} solved{time}."


STREAK_RULE = "It ends with your first wrong move."


def run_over(run: str, solved: int, best: int) -> str:
    record = f" Your best: {best}." if best else ""
    return f"{RUN_ENDS[run]}: {count_text(solved, 'puzzle')} solved.{record}"


def theme_label(theme: str) -> str:
    return THEMES[theme].capitalize() if theme else ANY_THEME


def theme_count(theme: str, count: int) -> str:
    return f"{theme[:1].upper()}{theme[1:]} ({count:,})"


# Endings

ENDINGS = "Endings"
ENDING_TASK = "Play out an ending against perfect defence."
SEARCHING = "Looking for an ending. One moment."
GOALS = ("Win", "Hold", "Resist")
GOALS_TIP = "Hold: defend a drawn ending. Resist: lose a lost one as late as possible"
GOALS_ABOUT = (
    "Win: finish a won ending. Hold: defend a drawn one. Resist: lose a lost one as late as possible."
)
TAKE_BACK = "Take back"
NOTHING_TO_TAKE_BACK = "There is no move to take back."
NO_ENDING_YET = "There is no ending on the board yet."
NO_LINE = "There is no best line to show now. A hint shows a good move."
TAKEN_BACK = "Taken back. Try another move."
TAKEN_BACK_TOO_LITTLE = "Taken back. An earlier move gave the result away: take back more, or play on."
FIRST_TRY = "The first try counts, so this ending stays unsolved."
TAKE_BACK_OR_GO_ON = "Take it back, or play on."
BEST_LINE = "Best line"
SHOWING_LINE = "This is the best line."
ENDING_THEMES = {
    "": ANY_THEME,
    "only-move": "Only one good move",
    "promotion": "Promotion",
    "drowning": "Drowning",
    "flying-lion": "Flying lion",
}
ENDING_THEME_TIP = "Practise endings of one theme"
CHOOSE_WIN = "Choose how long the win takes"
CHOOSE_LOSS = "Choose how long the loss takes"
DISTANCE_TIP = "How many moves the win takes with best play; for you: more after each success"
BARE = "Is one enough?"
CLEAR = "Clear"
PRACTISE = "Practise"


def endings_about(pieces: str) -> str:
    return f"With few {pieces} left: win, or defend, against perfect play"


def endings_failed(error: object) -> str:
    return f"The endings could not be loaded: {error}"


def no_ending(pieces: str) -> str:
    return f"No such ending was found. Choose other {pieces}, another theme or another distance."


NO_ENDING_TRIED = "None tried yet"


def next_ending(moves: int) -> str:
    return f"an ending, a win in {count_text(moves, 'move')}"


def endings_solved(solved: int, tried: int) -> str:
    return f"{count_text(tried, 'ending')} tried, {solved} solved" if tried else ""


def kind_solved(solved: int, tried: int) -> str:
    return f"This kind: {tried} tried, {solved} solved." if tried else ""


def in_all(record: str) -> str:
    return f"In all: {record}."


def following_distance(plies: int) -> str:
    return f"Next for you: a win in {count_text((plies + 1) // 2, 'move')}."


def ending_note(side: str, moves: int, best: int) -> str:
    count = f" · {count_text(moves, 'move')} made" if moves else " to move"
    return f"{side}{count}{f' · best {best}' if best else ''}"


def ending_win_task(moves: int) -> str:
    return f"Win: best play takes {count_text(moves, 'move')}. The other side resists as long as it can."


def ending_resist_task(moves: int) -> str:
    return f"This is lost in {count_text(moves, 'move')}. Resist as long as you can."


def ending_hold_task(moves: int) -> str:
    return f"Hold the draw for {count_text(moves, 'move')}, or until the game is drawn."


def exception_task(piece: str, moves: int) -> str:
    return (
        f"An exception: you have an extra {piece}, but the other side can draw. "
        f"Hold the draw for {count_text(moves, 'move')}, or until the game is drawn."
    )


def moves_to_go(moves: int) -> str:
    return f"{count_text(moves, 'move')} to go."


def too_slow(limit: int) -> str:
    return f"But the shortest win now comes too late: {limit} turns without progress are a draw."


def turns_to_draw(left: int) -> str:
    return f"A draw after {left} more {noun(left, 'turn')} without progress."


def line_shown(moves: int) -> str:
    return f"That is the best line. From the start it takes {count_text(moves, 'move')}."


def won_in(moves: int, best: int) -> str:
    if moves <= best:
        return f"✓ Won in {count_text(moves, 'move')}, as fast as possible."
    return f"✓ Won in {count_text(moves, 'move')}; best is {best}."


def held(moves: int) -> str:
    return f"✓ Held for {count_text(moves, 'move')}: a draw."


def resisted(moves: int, best: int) -> str:
    if moves >= best:
        return f"✓ You resisted for {count_text(moves, 'move')}, as long as possible."
    return f"You resisted for {count_text(moves, 'move')}; best is {best}."


def drawn_as_expected(reason: str) -> str:
    return f"✓ A draw, as with best play. {reason}"


def only_drawn(reply: str, reason: str) -> str:
    return f"✗ {reply}{' ' * bool(reply)}A draw ends the game: {reason}. Take back, or try again."


def ending_lost(how: str) -> str:
    return f"✗ Lost. {how} Take back, or try again."


# Choosing endings


def any_pieces(pieces: str) -> str:
    return f"Any {pieces}"


def choose_pieces(pieces: str) -> str:
    return f"Choose the {pieces}"


def pieces_tip(pieces: str) -> str:
    return f"Choose the {pieces} of each side"


def you_have(royal: str) -> str:
    return f"You: {with_article(royal)} and"


def they_have(royal: str) -> str:
    return f"The other side: {with_article(royal)} and"


def none_chosen(piece: str, pieces: str) -> str:
    return f"Choose one {piece}, or two {pieces} in all."


def none_with_goal(material: str, goal: str) -> str:
    return f"{material}: nothing to {goal} here."


def no_goal(material: str, goal: str, pieces: str) -> str:
    return f"{none_with_goal(material, goal)} Choose other {pieces}."


def distance_label(plies: int | None, own: int) -> str:
    moves = count_text(((own if plies is None else plies) + 1) // 2, "move")
    return f"For you: {moves}" if plies is None else moves


def bare_title(royal: str, piece: str) -> str:
    return f"One {piece} against a lone {royal}, you to move"


def bare_tip(pieces: str) -> str:
    return f"How often one of the {pieces} is enough to win, and the exceptions to try"


def bare_label(name: str, share: float, exceptions: int) -> str:
    """Return how many positions with a piece more are won: `share` is from 0 to 1."""
    what = f"Try one of the {exceptions} exceptions" if exceptions > 1 else "Try the only exception"
    if not exceptions:
        return f"{name.capitalize()}: always wins"
    return f"{name.capitalize()}: wins {share:.2%}. {what}"


# Progress

PROGRESS = "Progress"
PROGRESS_ABOUT = "Your rating, results, accuracy, puzzles and streaks"
PROGRESS_WITHOUT_PUZZLES = "Your rating, results, accuracy and streaks"
NO_RATING = "No rated games yet"


def own_rating(rating: str) -> str:
    return f"Your rating: {rating}"


FORGET = "Reset progress"
FORGET_TIP = "Delete what you have solved in this game, and your rating"
FORGET_QUESTION = "Reset your progress?"
FORGET_WORDS = (
    "Your progress in this game's lessons, model games, puzzles and endings, and your rating, will be "
    "deleted. You cannot undo this."
)
FORGET_VERB = "Reset"
