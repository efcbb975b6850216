"""Exporting the progress of a player: tables as CSV files, charts as a picture."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from congo_gui.draw.paper import png
from congo_gui.screens.experiment.charts import Charts
from congo_gui.screens.experiment.export import charts_picture
from congo_gui.screens.progress.report import PlayerProgress, date_text
from engine.learn.game_review import PHASES
from engine.system.files import free_path, replace_file
from engine.system.folders import games_dir

GAMES, PUZZLES, ENDINGS, PICTURE = "rated-games.csv", "puzzles.csv", "endings.csv", "progress.png"


def exported_files(progress: PlayerProgress, charts: Charts) -> dict[str, bytes]:
    """Return what there is, by the names of the files.

    Raises:
        pygame.error: the charts cannot be drawn.
    """
    files = {}
    if progress.results:
        files[GAMES] = games_csv(progress).encode()
    if themes := progress.by_theme():
        rows = ((theme, solved, tried) for theme, (solved, tried) in themes.items())
        files[PUZZLES] = _csv(("theme", "solved", "tried"), rows).encode()
    if progress.endings:
        rows = ((kind, solved, tried) for kind, (solved, tried) in progress.endings.items())
        files[ENDINGS] = _csv(("ending", "solved", "tried"), rows).encode()
    shown = tuple(chart for charts_of_section in charts.values() for chart in charts_of_section)
    if shown:
        files[PICTURE] = png(charts_picture(shown))
    return files


def write_files(files: Mapping[str, bytes], last: Path, name: str) -> Path:
    """Write files to a new folder, in that of the `last` game if it is there; return the folder.

    Raises:
        OSError: they cannot be written.
    """
    base = last if last.is_absolute() and os.path.isdir(last) else games_dir()
    folder = free_path(base / name)
    folder.mkdir(parents=True)
    for file, data in files.items():
        replace_file(folder / file, data, sync=False)
    return folder


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
