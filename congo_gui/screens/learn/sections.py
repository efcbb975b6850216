"""The sections of *Learn*, in the order in which to learn.

`SECTIONS` is the list. To add a part, write a function that returns its `LearnSection`, or None for a game
that has nothing of the kind, and add it there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial

from congo_gui.draw.skin import Skin
from congo_gui.play.wording import rating_text
from congo_gui.screens.learn import texts
from congo_gui.screens.learn.best_reply import BestReply, best_reply
from congo_gui.screens.learn.course import Course, Exercise
from congo_gui.screens.learn.ending_course import EndingCourse
from congo_gui.screens.learn.ending_finder import EndingFinder
from congo_gui.screens.learn.ending_words import solved_by_kind
from congo_gui.screens.learn.model_games import ModelGames
from congo_gui.screens.learn.pieces import Pieces
from congo_gui.screens.learn.puzzle_choice import Difficulty, daily_puzzle
from congo_gui.screens.learn.puzzle_course import PuzzleCourse
from congo_gui.screens.learn.screen import ExerciseScreen
from congo_gui.screens.learn.strategy_course import StrategyCourse
from congo_gui.screens.progress.report import PlayerProgress
from congo_gui.screens.progress.screen import ProgressScreen
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.position_thread import PositionThread
from congo_gui.store.lesson_progress import LessonProgress
from engine.learn import lessons
from engine.learn.endings import EndingQuery
from engine.learn.model_games import has_model_games, model_games_of
from engine.learn.puzzles import HOLD_THEME, Puzzle, puzzles_of
from engine.record.record import GameRecord
from engine.rules.rules import Rules
from engine.rules.words import sentence
from engine.system.errors import UserError
from engine.tablebase.tablebase import has_tablebase


@dataclass(frozen=True)
class LearnContext:
    """The window and the game to learn; `ready` returns whether its engine is loaded.

    `play_first_game` starts a game against the weakest level, `analyse` opens moves in the analysis, after so
    many of them, on a board that may be flipped.
    """

    host: Host
    rules: Rules
    skin: Skin
    ready: Callable[[], bool]
    play_first_game: Callable[[], None]
    analyse: Callable[[GameRecord, int, bool], None]
    endings: dict[str, EndingCourse] = field(default_factory=dict)
    """The endings of each game, as they were left in this window."""
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Where the model games of each game were left in this window."""

    @property
    def progress(self) -> LessonProgress:
        """The lessons that the player has solved."""
        return LessonProgress(self.host.settings, self.rules.name)

    def open(self, title: str, exercise: Exercise, finished: Callable[[], None] = lambda: None) -> None:
        """Open an exercise in a screen of its own; `finished` is called after its last step."""
        screen = ExerciseScreen(self.host, title, exercise, self.skin, self.ready, finished, self.analyse)
        self.host.push(screen)


@dataclass(frozen=True)
class LearnStep:
    """What to do next in a section, as a label, and a function that opens it."""

    label: str
    open: Callable[[], None]


@dataclass(frozen=True)
class LearnSection:
    """A part of *Learn*; its functions are called whenever it is shown."""

    title: str
    about: str
    kind: str
    """The kind of piece in its picture."""
    open: Callable[[], None]
    progress: Callable[[], str]
    """Returns the progress made, in words."""
    next_step: Callable[[], LearnStep | None] = lambda: None
    """Returns what to do next; None if nothing is left to do today."""
    forget: Callable[[], None] = lambda: None
    """Deletes the player's progress in this section."""
    replays_moves: bool = False
    """True if it plays moves when it opens, for which the compiled rules have to be loaded."""


def show_errors(host: Host, action: Callable[[], None]) -> None:
    """Call a function that reads a game's files; show what is wrong with them, if anything is."""
    try:
        action()
    except UserError as error:
        host.show_toast(sentence(str(error)))


def guarded(host: Host, section: LearnSection) -> LearnSection:
    """Return a section whose functions show what is wrong with a file that they read, and do nothing else."""

    def progress() -> str:
        try:
            return section.progress()
        except UserError as error:
            return sentence(str(error))

    def next_step() -> LearnStep | None:
        try:
            step = section.next_step()
        except UserError:
            return None
        return None if step is None else replace(step, open=partial(show_errors, host, step.open))

    opening = partial(show_errors, host, section.open)
    return replace(section, open=opening, progress=progress, next_step=next_step)


def _replies(context: LearnContext) -> PositionThread[BestReply]:
    """Return a thread that finds the best replies to wrong moves; it starts with the first one."""
    return PositionThread(context.rules, context.host.wake, best_reply, lambda error: BestReply())


def _kind(context: LearnContext, wanted: str) -> str:
    """Return this kind of piece, or the game's first one where there is no such piece."""
    kinds = context.rules.facts.kind_names
    return wanted if wanted in kinds else next(iter(kinds))


# --- the lessons


def _lessons_section(
    context: LearnContext,
    words: tuple[str, str],
    kind: str,
    course_of: Callable[[], Course],
    finished: Callable[[], None] = lambda: None,
) -> LearnSection:
    """Return the section of a course with lessons; `words` are its title and what it is about."""
    title, about = words

    def open_course() -> None:
        context.open(title, course_of(), finished)

    def next_step() -> LearnStep | None:
        course = course_of()
        if course.all_solved:
            return None
        return LearnStep(texts.next_lesson(title, course.index + 1, course.lesson.title), open_course)

    def progress() -> str:
        course = course_of()
        return texts.lessons_solved(len(course.solved), len(course.lessons))

    return LearnSection(
        title, about, _kind(context, kind), open_course, progress, next_step, context.progress.forget
    )


def rules_section(context: LearnContext) -> LearnSection:
    """Return the lessons about the rules."""

    def course() -> Course:
        progress = context.progress
        return Course(context.rules, lessons.load(context.rules).lessons, progress.solved, progress.note)

    words = texts.RULES, texts.RULES_ABOUT
    return _lessons_section(context, words, "L", course, context.play_first_game)


def strategy_section(context: LearnContext) -> LearnSection | None:
    """Return the lessons about strategy, for games that have some."""
    found = lessons.strategy_of(context.rules)
    if not found:
        return None

    def course() -> StrategyCourse:
        progress, replies = context.progress, _replies(context)
        return StrategyCourse(context.rules, found, progress.solved, progress.note, replies.of, replies.close)

    return _lessons_section(context, (texts.STRATEGY, texts.STRATEGY_ABOUT), "E", course)


def model_games_section(context: LearnContext) -> LearnSection | None:
    """Return the model games, for games that have some."""
    rules = context.rules
    if not has_model_games(rules):
        return None

    def exercise() -> ModelGames:
        games, progress = model_games_of(rules), context.progress
        return ModelGames(rules, games, progress.solved, progress.note, context.places)

    def open_games() -> None:
        context.open(texts.MODEL_GAMES, exercise())

    def next_step() -> LearnStep | None:
        shown = exercise()
        if len(shown.seen) == len(shown.games):
            return None
        return LearnStep(texts.next_game(shown.game.event), open_games)

    def progress() -> str:
        shown = exercise()
        return texts.games_seen(len(shown.seen), len(shown.games))

    return LearnSection(
        texts.MODEL_GAMES,
        texts.MODEL_GAMES_ABOUT,
        _kind(context, "G"),
        open_games,
        progress,
        next_step,
        context.progress.forget,
        replays_moves=True,
    )


def pieces_section(context: LearnContext) -> LearnSection:
    """Return the playgrounds of the pieces."""
    words = context.rules.facts.piece_words
    return LearnSection(
        words[1].capitalize(),
        texts.pieces_about(words[0]),
        _kind(context, "Z"),
        partial(open_piece, context),
        lambda: "",
    )


def open_piece(context: LearnContext, kind: str = "") -> None:
    """Open the playground of a kind of piece, the first one by default."""
    pieces = Pieces(context.rules, lessons.load(context.rules).playgrounds)
    kinds = [playground.kind for playground in pieces.playgrounds]
    pieces.go_to(kinds.index(kind) if kind in kinds else 0)
    context.open(context.rules.facts.piece_words[1].capitalize(), pieces)


# --- puzzles


def _today() -> int:
    return date.today().toordinal()


def _puzzle_course(context: LearnContext, puzzles: tuple[Puzzle, ...]) -> PuzzleCourse:
    host, rules, replies = context.host, context.rules, _replies(context)
    kind = _kind(context, "M")
    answer, now = replies.of, host.timing.now
    missed = host.rated_games.missed_motifs(rules.name)
    return PuzzleCourse(
        rules, puzzles, host.puzzle_progress, kind, _today, answer, now, closed=replies.close, missed=missed
    )


def puzzles_section(context: LearnContext) -> LearnSection | None:
    """Return the puzzles.

    Raises:
        UserError: their file is damaged.
    """
    puzzles = puzzles_of(context.rules.name)
    if not puzzles:
        return None
    progress, game = context.host.puzzle_progress, context.rules.name

    def open_course(daily: bool = False, due: bool = False) -> None:
        course = _puzzle_course(context, puzzles)
        if daily:
            course.go_to(course.daily)
        elif due:
            course.filter("", Difficulty.OWN)
        context.open(texts.PUZZLES, course)

    def next_step() -> LearnStep | None:
        attempts = progress.attempts(game)
        due = sum(attempt.is_due(_today()) for attempt in attempts.values())
        if due:
            return LearnStep(texts.puzzles_due(due), partial(open_course, due=True))
        daily = puzzles[daily_puzzle(game, _today(), len(puzzles))]
        return None if daily.fen in attempts else LearnStep(texts.DAILY, partial(open_course, daily=True))

    def progress_words() -> str:
        solved = sum(attempt.solved for attempt in progress.attempts(game).values())
        return texts.puzzles_solved(solved, len(puzzles))

    return LearnSection(
        texts.PUZZLES,
        texts.PUZZLES_ABOUT if any(HOLD_THEME in puzzle.themes for puzzle in puzzles) else texts.WIN_AIM,
        _kind(context, "M"),
        open_course,
        progress_words,
        next_step,
        partial(progress.forget, game),
        replays_moves=True,
    )


# --- endings


def endings_section(context: LearnContext) -> LearnSection | None:
    """Return the endings of the game's tablebase."""
    rules, progress = context.rules, context.host.ending_progress
    if not has_tablebase(rules):
        return None

    kept = context.endings

    def open_course(chosen: bool = True) -> None:
        """Go on where the endings were left; unless `chosen`, only with endings of the player's distance."""
        finder = EndingFinder(rules, context.host.wake)
        course = kept.get(rules.name)
        if course is None or not (chosen or course.query == EndingQuery()):
            course = EndingCourse(rules, progress, finder.of, _today, closed=finder.close)
        else:
            course.reopen(finder.of, finder.close)
        kept[rules.name] = course
        context.open(texts.ENDINGS, course)

    def next_step() -> LearnStep | None:
        if progress.last_success(rules.name) == _today():
            return None
        label = texts.next_ending((progress.distance(rules.name) + 1) // 2)
        return LearnStep(label, partial(open_course, chosen=False))

    def forget() -> None:
        kept.pop(rules.name, None)
        progress.forget(rules.name)

    return LearnSection(
        texts.ENDINGS,
        texts.endings_about(rules.facts.piece_words[1]),
        _kind(context, "C"),
        open_course,
        lambda: texts.endings_solved(*progress.done(rules.name)) or texts.NO_ENDING_TRIED,
        next_step,
        forget,
    )


# --- progress


def progress_section(context: LearnContext) -> LearnSection:
    """Return the progress page."""
    host, rules = context.host, context.rules
    games = host.rated_games

    try:
        known = puzzles_of(rules.name)
    except UserError:  # their section reports it
        known = ()

    def open_page() -> None:
        endings = solved_by_kind(rules, host.ending_progress)
        progress = PlayerProgress(rules, games, host.puzzle_progress, known, texts.THEMES, endings)
        host.push(ProgressScreen(host, progress))

    def rating_words() -> str:
        if not games.results(rules.name):
            return texts.NO_RATING
        return texts.own_rating(rating_text(games.history(rules.name)[-1]))

    about = texts.PROGRESS_ABOUT if known else texts.PROGRESS_WITHOUT_PUZZLES
    return LearnSection(texts.PROGRESS, about, _kind(context, "P"), open_page, rating_words)


SECTIONS: tuple[Callable[[LearnContext], LearnSection | None], ...] = (
    rules_section,
    pieces_section,
    strategy_section,
    model_games_section,
    puzzles_section,
    endings_section,
    progress_section,
)
"""The sections in the order in which they are shown and learned."""
