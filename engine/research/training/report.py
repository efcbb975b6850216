"""The report on a training run: what each generation gained, with the curve of its loss."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.research import reports
from engine.research.training import texts
from engine.research.training.generation import Generation
from engine.system.files import replace_generated

REPORT, TABLE, CURVE = "report.md", "generations.csv", "curve"


def write_report(folder: Path, title: str, done: Sequence[Generation]) -> None:
    """Write the report, its table and, with matplotlib, its picture."""
    drawn = reports.can_plot()
    if drawn:
        draw_curve(folder / CURVE, title, done)
    rows = [_cells(generation) for generation in done]
    parts = [
        texts.report_title(title),
        reports.markdown(texts.REPORT_HEAD, rows),
        texts.REPORT_EXPLANATION,
        *([reports.picture(texts.CURVE_CAPTION, CURVE)] if drawn else []),
    ]
    reports.write_files(folder, {TABLE: reports.comma_separated(texts.REPORT_HEAD, rows)})
    replace_generated(folder / REPORT, "\n".join(parts))


def _cells(generation: Generation) -> tuple[str, ...]:
    return (
        str(generation.number),
        str(generation.positions),
        f"{generation.loss:.5f}",
        f"{generation.held_out_loss:.5f}",
        str(generation.wins),
        str(generation.draws),
        str(generation.losses),
        generation.rating,
        texts.TAKEN if generation.taken else texts.NOT_TAKEN,
    )


def draw_curve(path: Path, title: str, done: Sequence[Generation]) -> None:
    """Draw the losses by epoch, generation after generation."""
    with reports.figure(reports.WIDTH, 4.2, path, texts.curve_title(title)) as drawn:
        axes = drawn.add_subplot()
        first = 1
        for generation in done:
            epochs = range(first, first + len(generation.curve))
            for column, color in enumerate((reports.BLUE, reports.ORANGE)):
                label = texts.CURVE_LABELS[column] if first == 1 else None
                losses = [point[column] for point in generation.curve]
                axes.plot(epochs, losses, color=color, linestyle=("-", "--")[column], label=label)
            if generation.curve:
                reports.write_beside(axes, str(generation.number), (first, generation.curve[0][0]), (4, 4))
            first += len(generation.curve)
        axes.set_xlabel(texts.CURVE_EPOCH)
        axes.set_ylabel(texts.CURVE_LOSS)
        if first > 1:
            axes.legend()
