"""The progress of a player in a game as a page of texts and charts, and as tables. No pygame."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby, pairwise

from congo_gui.play.game_file import shown_date
from congo_gui.play.wording import GUESS_DEVIATION, rating_sureness, rating_text, side_name
from congo_gui.screens.experiment.charts import BandChart, BarChart, Chart, ChartBar, Charts
from congo_gui.screens.experiment.document import BULLET, Block, PictureBlock, ReportPage, TextBlock, TextKind
from congo_gui.screens.progress import texts
from congo_gui.store.puzzle_progress import NEWCOMER, PuzzleProgress, RunKind
from congo_gui.store.rated_games import RatedGames, RatedResult
from engine.learn.game_review import PHASES
from engine.learn.glicko import Rating
from engine.learn.puzzles import Puzzle
from engine.rules.rules import Rules

Z = 1.96
"""Standard errors of a 95% interval."""
MAX_KINDS = 20
"""The number of kinds of endings that are shown."""


@dataclass(frozen=True)
class PlayerProgress:
    """Everything that is known of a player in a game; `themes` are the names of the puzzles' themes."""

    rules: Rules
    games: RatedGames
    puzzles: PuzzleProgress
    known_puzzles: Sequence[Puzzle]
    themes: Mapping[str, str]
    endings: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """How many endings of each kind were solved, and tried; the most tried first."""

    @property
    def results(self) -> tuple[RatedResult, ...]:
        """The rated games, the oldest first."""
        return self.games.results(self.rules.name)

    @property
    def ratings(self) -> list[Rating]:
        """The ratings after the rated games."""
        return self.games.history(self.rules.name)[1:]

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to show yet."""
        return not self.results and not self.puzzles.attempts(self.rules.name) and not self.endings

    def by_theme(self) -> dict[str, tuple[int, int]]:
        """Return how many puzzles of each theme were solved, and tried."""
        attempts = self.puzzles.attempts(self.rules.name)
        tried: Counter[str] = Counter()
        solved: Counter[str] = Counter()
        for puzzle in self.known_puzzles:
            if puzzle.fen in attempts:
                tried.update(puzzle.themes)
                solved.update(puzzle.themes if attempts[puzzle.fen].solved else ())
        return {theme: (solved[theme], tried[theme]) for theme in self.themes if tried[theme]}


def page_of(progress: PlayerProgress) -> tuple[ReportPage, Charts]:
    """Return the page, and the charts that it names."""
    if progress.is_empty:
        puzzles = [texts.EMPTY_PUZZLES] if progress.known_puzzles else []
        return ReportPage(texts.PROGRESS, tuple(_paragraphs(texts.EMPTY, *puzzles))), {}
    charts: Charts = {}
    blocks: list[Block] = []
    for heading, words, shown in _sections(progress):
        known = tuple(chart for chart in shown if chart.is_known)
        blocks += [TextBlock(TextKind.HEADING, heading), *words]
        if known:
            charts[heading] = known
            blocks.append(PictureBlock(heading))
    return ReportPage(texts.PROGRESS, tuple(blocks)), charts


Section = tuple[str, list[TextBlock], list[Chart]]
"""A heading, the texts and the charts below it."""


def _sections(progress: PlayerProgress) -> Iterator[Section]:
    if progress.results:
        yield _rating_section(progress)
        yield _results_section(progress)
        yield _accuracy_section(progress)
    else:
        yield texts.RATING, [*_paragraphs(texts.NO_GAMES)], []
    themes = progress.by_theme()
    if themes:
        bars = [_share_bar(progress.themes[theme].capitalize(), *counts) for theme, counts in themes.items()]
        points = round(progress.puzzles.rating(progress.rules.name).points)
        rating = texts.puzzle_rating(points, round(NEWCOMER.points))
        words = [*_paragraphs(rating, texts.SHARES_HELP)]
        yield texts.PUZZLES, words, [_percent_chart(texts.SOLVED_BY_THEME, bars)]
    if progress.endings:
        shown = list(progress.endings.items())[:MAX_KINDS]
        words = [*_paragraphs(texts.SHARES_HELP)]
        yield (
            texts.ENDINGS,
            words,
            [_percent_chart(texts.SOLVED_BY_KIND, [_share_bar(kind, *counts) for kind, counts in shown])],
        )
    yield texts.STREAKS, [*_streaks(progress)], []


def _percent_chart(title: str, bars: Sequence[ChartBar]) -> BarChart:
    return BarChart(title, tuple(bars), end=100.0)


def _rating_section(progress: PlayerProgress) -> Section:
    results, ratings, rules = progress.results, progress.ratings, progress.rules
    sureness, number = rating_sureness(ratings[-1]).lower(), f"{progress.games.next_level(rules.name):g}"
    words = texts.rating_is(rules.facts.title, rating_text(ratings[-1]), sureness, len(results))
    is_guess = ratings[-1].deviation >= GUESS_DEVIATION
    following = texts.next_opponent(number) if is_guess else texts.plays_like(number)
    return texts.RATING, [*_paragraphs(words, following)], [_rating_chart(ratings, results)]


def _results_section(progress: PlayerProgress) -> Section:
    results = progress.results
    levels = [_score_bar(texts.level(number), own) for number, own in _by_level(results)]
    by_side = [(side, [result for result in results if result.side == side]) for side in (0, 1)]
    sides = [_score_bar(texts.as_side(side_name(progress.rules, side)), own) for side, own in by_side if own]
    charts: list[Chart] = [_percent_chart(texts.BY_LEVEL, levels), _percent_chart(texts.BY_SIDE, sides)]
    return texts.RESULTS, [*_paragraphs(texts.RESULTS_HELP)], charts


def _paragraphs(*words: str) -> Iterator[TextBlock]:
    return (TextBlock(TextKind.PARAGRAPH, text) for text in words)


def _items(words: Iterable[str]) -> Iterator[TextBlock]:
    return (TextBlock(TextKind.ITEM, text, BULLET) for text in words)


def _rating_chart(ratings: Sequence[Rating], results: Sequence[RatedResult]) -> BandChart:
    points = tuple(
        (rating.points, rating.points - 2 * rating.deviation, rating.points + 2 * rating.deviation)
        for rating in ratings
    )
    return BandChart(texts.RATING_OVER_TIME, texts.games_between(*_dates(results)), points)


def _dates(results: Sequence[RatedResult]) -> tuple[str, str]:
    first, last = (shown_date(date_text(each.ended).replace("-", ".")) for each in (results[0], results[-1]))
    return first, last


def date_text(ended: float) -> str:
    """Return the day of a Unix time in the user's time zone; empty if there is no such day."""
    try:
        return time.strftime("%Y-%m-%d", time.localtime(ended))
    except (OverflowError, ValueError, OSError):
        return ""


def _by_level(results: Sequence[RatedResult]) -> Iterator[tuple[int, list[RatedResult]]]:
    """Yield the results by the nearest whole level of the opponent."""
    in_order = sorted(results, key=lambda result: round(result.level))
    for number, own in groupby(in_order, key=lambda result: round(result.level)):
        yield number, list(own)


def _score_bar(label: str, results: Sequence[RatedResult]) -> ChartBar:
    points, wins = sum(result.score for result in results), sum(result.score == 1.0 for result in results)
    draws = sum(result.score == 0.5 for result in results)
    return _bar(
        label, points, len(results), texts.wins_draws_losses(wins, draws, len(results) - wins - draws)
    )


def _share_bar(label: str, part: int, whole: int) -> ChartBar:
    return _bar(label, part, whole, texts.part_of(part, whole))


def _bar(label: str, part: float, whole: int, text: str) -> ChartBar:
    """Return a bar of a share in percent, with its 95% interval (Wilson's, which fits few games)."""
    share, spread = part / whole, Z * Z / whole
    middle = (share + spread / 2) / (1 + spread)
    margin = math.sqrt(share * (1 - share) * spread + spread * spread / 4) / (1 + spread)
    low, high = max(0.0, middle - margin), min(1.0, middle + margin)
    return ChartBar(label, 100 * share, 100 * low, 100 * high, text)


def _accuracy_section(progress: PlayerProgress) -> Section:
    results = progress.results
    waiting = sum(result.review is None for result in results)
    bars = [
        ChartBar(texts.PHASES[phase], value, value, value, texts.accuracy_of(value, moves))
        for phase, (value, moves) in accuracies(results).items()
    ]
    words = [*_paragraphs(texts.ACCURACY_HELP)] if bars else []
    words += _paragraphs(texts.being_reviewed(waiting)) if waiting else ()
    counts = progress.games.missed_motifs(progress.rules.name)
    names = [(progress.themes.get(theme, theme), count) for theme, count in counts.items()]
    if names:
        words += _paragraphs(texts.missed(names, bool(progress.known_puzzles)))
    return texts.ACCURACY, words, [_percent_chart(texts.BY_PHASE, bars)]


def accuracies(results: Iterable[RatedResult]) -> dict[str, tuple[float, int]]:
    """Return the accuracy in percent by phase, and of how many moves it is the mean."""
    figures = [result.review.phases for result in results if result.review is not None]
    found = {}
    for phase in PHASES:
        own = [phases[phase] for phases in figures if phase in phases]
        moves = sum(figure.moves for figure in own)
        if moves:
            found[phase] = sum(figure.accuracy * figure.moves for figure in own) / moves, moves
    return found


# --- streaks


def _streaks(progress: PlayerProgress) -> Iterator[TextBlock]:
    words = []
    results = progress.results
    if results:
        now, best = _runs(results, lambda result: result.score == 1.0)
        words.append(texts.wins_in_a_row(best, now))
        words.append(texts.days_in_a_row(days_in_a_row(results)))
    runs = {kind: progress.puzzles.best_run(progress.rules.name, kind) for kind in RunKind}
    words.append(texts.puzzles_in_a_row(runs[RunKind.STREAK]))
    if runs[RunKind.TIMED]:
        words.append(texts.puzzles_in_three_minutes(runs[RunKind.TIMED]))
    return _items(words)


def _runs(results: Iterable[RatedResult], belongs: Callable[[RatedResult], bool]) -> tuple[int, int]:
    """Return the lengths of the run at the end, and of the longest one."""
    now = best = 0
    for result in results:
        now = now + 1 if belongs(result) else 0
        best = max(best, now)
    return now, best


def _day_number(ended: float) -> int:
    """Return the number of a Unix time's day in the user's time zone; 0 if there is no such day."""
    try:
        return date.fromtimestamp(ended).toordinal()
    except (OverflowError, ValueError, OSError):
        return 0


def days_in_a_row(results: Sequence[RatedResult]) -> int:
    """Return the most consecutive days, in the user's time zone, with a rated game."""
    days = sorted({_day_number(result.ended) for result in results})
    best = run = 1
    for before, after in pairwise(days):
        run = run + 1 if after == before + 1 else 1
        best = max(best, run)
    return best
