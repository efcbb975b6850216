"""Texts of the analysis."""

from __future__ import annotations

from engine.rules.words import count_text

# The panel

TITLE = "Analysis"
LEAVE = "Back"
COMMENT_FIELD = "Comment on this move"
AI_ON = "AI on"
AI_OFF = "AI off"


def lines(count: int) -> str:
    return f"{count} lines" if count > 1 else "1 line"


PLAY_HERE = "Play here"
ARROWS_TIP = (
    "Solid arrows with a number: the lines. Dashed: the threat. Hollow arrows and double rings: yours, "
    "drawn with the right button; Shift, Alt or both change the colour."
)
START = "Start"

# The game


def players(first: str, second: str) -> str:
    return f"{first} v {second}"


def game_of(number: int, count: int) -> str:
    return f"game {number:,} of {count:,}"


NO_FILE = "Only for a game from a file, or after pasting several games."
FIRST_GAME = "This is the first game."
LAST_GAME = "This is the last game."

# What the AI does


def ai_stopped(problem: str) -> str:
    return f"The AI stopped: {problem}"


SEARCHING = "Searching…"


def ai_off(key: str) -> str:
    return f"The AI is off ({key})."


def depth(plies: int, effort: str) -> str:
    return f"Depth {plies} · {effort}"


# Engines

ENGINES = "Engines"
SECOND_ENGINE = "Second engine, alongside the AI"
NO_SECOND = "None"
THREADS = "Threads for each engine"
THREADS_TIP = "More threads search deeper in the same time, and leave less of the computer for other work"
MEMORY = "Memory for each engine"
MEMORY_TIP = "How much the engine remembers of what it has searched"
ADD_PROGRAM = "Programs…"
DONE = "Done"


def memory(mebibytes: int) -> str:
    return f"{mebibytes} MiB"


def threads(count: int) -> str:
    return count_text(count, "thread")


def second_found(title: str, depth: int, effort: str, *options: str) -> str:
    return " · ".join(part for part in (f"{title}: depth {depth}", effort, *options) if part)


def second_off(title: str) -> str:
    return f"{title}: stopped"


def second_starting(title: str) -> str:
    return f"{title}: starting…"


def second_failed(title: str, problem: str) -> str:
    return f"{title}: {problem}"


# Review


def not_changed(reason: str) -> str:
    return f"This change would make the game too large to open again: {reason}."


def reviewing(done: str) -> str:
    return f"Reviewing the game: {done}"


RUN_REVIEW = "Run Review to see who was better."
GRAPH_TIP = "Who was better from the start (left) to the end: the more of a colour, the better for that side"
NO_MISTAKES = "No serious mistakes."


def graph_caption(move: str, score: str) -> str:
    return f"{move}   {score}".rstrip()


def worst_move(move: str, better: str) -> str:
    return f"Worst move: {move}; better was {better}."


ACCURACY = "accuracy"
CARD_TIP = (
    "Blunders (??), mistakes (?) and inaccuracies (?!) of each side: moves that cost at least 30, 18"
    " or 9 percentage points of its winning chances. Click a number to go from one to the next."
    " Accuracy is 100% for a side that gives none away."
)
NO_MORE_MISTAKES = "No more mistakes after this position."
REVIEW_FIRST = "Run Review first."
REVIEW_RUNS = "Wait until the review is over."

# Learning from mistakes

NO_MISTAKES_TO_LEARN = "The review found no mistakes of yours."
NO_TASK = "Only while you learn from mistakes."
TASK_SOLVED = "You have solved this one. Next shows the next mistake."
ALL_TASKS_DONE = "That was the last mistake. Well done!"
CHECKING = "Checking your move…"
NOT_JUDGED = "The AI could not judge this move. Try another one."
SHOW_SOLUTION = "Solution"
NEXT_TASK = "Next"
END_TASKS = "End"


def task(number: int, of: int) -> str:
    return f"Learn from mistakes: {number} of {of}"


def find_better(side: str, move: str, kind: str) -> str:
    article = "an" if kind[0] in "aeiou" else "a"
    return f"{side} played {move}, {article} {kind}. Find a better move on the board."


def solution(move: str) -> str:
    return f"{move} was best."


def best_found(move: str) -> str:
    return f"Well done: {move} is the best move."


def good_enough(move: str, best: str) -> str:
    return f"Well done: {move} is good. The AI prefers {best}."


def same_move(move: str) -> str:
    return f"{move} was the mistake. Try another move."


def too_costly(move: str, cost: int, answer: str) -> str:
    points = count_text(cost, "percentage point")
    return f"{move} costs {points} of winning chances. {answer} Try another move."


def answered_by(line: str, score: str) -> str:
    return f"Then {line}: {score}."


def by_tablebase(result: str) -> str:
    return f"The tablebase says: {result}."


# The opening explorer, the opening book and the tablebase

BOOK_CAPTION = "Opening book"
ADD_SAMPLE = "Add a sample game with this move as a variation (Undo removes it)."


def book_alone(problem: str) -> str:
    return f"{BOOK_CAPTION}; {problem}"


def engine_games(games: int) -> str:
    return count_text(games, "game")


def explorer_tip(first: str, second: str, nodes: int) -> str:
    scores = f"a search of {nodes:,} nodes" if nodes else "the games themselves"
    return (
        "The engine's games against itself from here: for each move the number of games, how many were won by"
        f" {first}, drawn or won by {second}, and the move's score, from {scores}. A blue stripe marks moves"
        " of the opening book. Click a move to play it, or its page icon to add a sample game."
    )


def named(opening: str, caption: str) -> str:
    return f"{opening} · {caption}" if opening and caption else caption


def played_move(move: str, games: int, first: tuple[str, str], drawn: str, second: tuple[str, str]) -> str:
    results = f"{first[0]} won {first[1]}, {drawn} drawn, {second[0]} won {second[1]}"
    return f"{move}: {count_text(games, 'game')}. {results}."


def explored_move(played: str, score: str, book: str) -> str:
    in_book = f" In the opening book ({book})." if book else ""
    return f"{played} Score: {score}.{in_book}"


# The player's own games

ENGINE_GAMES = "Engine games"
OWN_GAMES = "My games"
ENGINE_SHORT = "Engine"
OWN_SHORT = "Mine"
ASKING_LIBRARY = "Searching your games…"
NO_GAMES = "No games"
NO_ENGINE_GAMES = "The engine's games did not reach this position."
NO_OWN_GAMES = "None of your games continued from here."
OWN_GAMES_TIP = (
    "The games in your library that reached this position, by any move order: for each move the number of"
    " games and their results. Click a move to play it, or its page icon to add the latest game with it."
)
GAME_DELETED = "it has been deleted"


def own_games(count: int) -> str:
    return count_text(count, "game")


def own_sample_comment(first: str, second: str, result: str, date: str) -> str:
    return " · ".join(part for part in (players(first, second), date, result) if part)


NEVER = "–"


def only_in_book(move: str, share: str) -> str:
    return f"{move}: in the opening book ({share}), never played in these games."


def sample_comment(nodes: int, result: str) -> str:
    return f"Sample game of the engine, {nodes:,} nodes per move: {result}"


def sample_added(moves: int) -> str:
    return f"Sample game added: {count_text(moves, 'move')}. Undo removes it."


def no_sample(reason: object) -> str:
    return f"There is no sample game: {reason}."


DRAWS = "draw"


def tablebase_caption(side: str) -> str:
    return f"Endgame tablebase: {side}'s moves"


TABLEBASE_TIP = (
    "Results count from this position on: a repetition, or quiet turns played before, can turn a win into a"
    " draw."
)


def without_quiet(turns: int) -> str:
    return f"Tablebase, not counting {turns} quiet turns"


def wins_in(moves: int) -> str:
    return f"wins in {moves}"


def loses_in(moves: int) -> str:
    return f"loses in {moves}"


def tablebase_failed(error: Exception) -> str:
    return f"The tablebase cannot be read: {error!r}"


# The static evaluation

TERMS = "Static evaluation"
WORKING_OUT = "Calculating…"


def terms_tip(side: str) -> str:
    return f"The position's value without looking ahead, term by term; + favours {side}"


def piece_on(kind: str, square: str) -> str:
    return f"{kind} {square}"


PIECES = "What each piece is worth to its owner where it stands: "
ACTIVITY_CAP = "Activity cap: what mobility, threats and safety add beyond their maximum does not count."


def terms_failed(error: Exception) -> str:
    return f"it stopped with an error: {error!r}"


# Why a command is not possible

NO_PASSING = "There is no threat to show here."
AI_LOADING = "The AI is still loading."
NOTHING_TO_REVIEW = "Make some moves first; then you can review them."
FIRST_POSITION = "This is the first position."
LAST_POSITION = "This is the last position."
MAIN_LINE = "This is already the main line."
NO_MOVE_TO_MARK = "There is no move to mark here."
NO_LINE_TO_COPY = "There is no move to copy here."
LINE_COPIED = "Line copied."
NOTHING_TO_DELETE = "There is no move to delete here."
NO_ROOM = "The window is too small for comments."
NOTHING_TO_UNDO = "Nothing to undo."
NOTHING_TO_REDO = "Nothing to redo."
NO_PIECE = "No piece is selected."


def no_move_follows(note: str) -> str:
    return f"{note} No move can follow."


# Pasting


def other_game(pasted: str, analysed: str) -> str:
    return f"This is a game of {pasted}, not of {analysed}"


def moves_do_not_fit(reason: str) -> str:
    return f"These moves do not fit here: {reason}"


def nothing_pasted(game: str) -> str:
    return f"The clipboard has no position, moves or game of {game}"


def first_of_games(count: int) -> str:
    return f"The clipboard has {count} games. This is the first; Page Down shows the next."


# From whose mistakes to learn

LEARN_QUESTION = "Learn from mistakes"
LEARN_FROM = "Whose mistakes would you like to correct?"
BOTH_SIDES = "Both sides"


def mistakes_of(side: str, count: int) -> str:
    return f"{side} ({count})"


# Leaving

LEAVE_QUESTION = "Leave this analysis?"
BEGIN_QUESTION = "Begin the game?"
STAY = "Stay"
SAVE = "Save…"
UNSAVED = "This analysis has not been saved."
LEAVE_ANALYSIS = "Leave"
KEPT_UNDER_OPEN = "Your analysis is saved; find it under Open."
