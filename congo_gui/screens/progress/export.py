"""Exporting the progress of a player: tables as CSV files, charts as a picture."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from congo_gui.draw.paper import png
from congo_gui.screens.experiment.charts import Charts
from congo_gui.screens.experiment.export import charts_picture
from congo_gui.screens.progress.report import PlayerProgress, date_text
from engine.learn.game_review import PHASES
from engine.system.files import replace_file

GAMES, PUZZLES, ENDINGS, PICTURE = "rated-games.csv", "puzzles.csv", "endings.csv", "progress.png"


def export_progress(progress: PlayerProgress, charts: Charts, folder: Path) -> None:
    """Write what there is to a new folder.

    Raises:
        OSError, pygame.error: it cannot be written.
    """
    folder.mkdir(parents=True)
    if progress.results:
        replace_file(folder / GAMES, games_csv(progress).encode(), sync=False)
    if themes := progress.by_theme():
        rows = ((theme, solved, tried) for theme, (solved, tried) in themes.items())
        replace_file(folder / PUZZLES, _csv(("theme", "solved", "tried"), rows).encode(), sync=False)
    if progress.endings:
        rows = ((kind, solved, tried) for kind, (solved, tried) in progress.endings.items())
        replace_file(folder / ENDINGS, _csv(("ending", "solved", "tried"), rows).encode(), sync=False)
    shown = tuple(chart for charts_of_section in charts.values() for chart in charts_of_section)
    if shown:
        replace_file(folder / PICTURE, png(charts_picture(shown)), sync=False)


def games_csv(progress: PlayerProgress) -> str:
    """Return the rated games with the rating after each, and the accuracy by phase in percent."""
    head = ("game", "date", "level", "side", "score", "rating", "deviation", *PHASES, "moves")
    rows = []
    games = zip(progress.results, progress.ratings, strict=True)
    for number, (result, rating) in enumerate(games, start=1):
        phases = result.review.phases if result.review is not None else {}
        figures = [f"{phases[phase].accuracy:.1f}" if phase in phases else "" for phase in PHASES]
        side = progress.rules.facts.side_names[result.side]
        values = (number, date_text(result.ended), f"{result.level:g}", side, f"{result.score:g}")
        rows.append((*values, round(rating.points), round(rating.deviation), *figures, result.moves))
    return _csv(head, rows)


def _csv(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()
