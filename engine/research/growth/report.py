"""The report on the growth of node counts: Markdown, CSV, JSON and plots."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.research import reports
from engine.research.ablation.summary import spread
from engine.research.experiment import GAMES_BEGIN, read_results
from engine.research.growth import texts
from engine.research.growth.findings import board, findings
from engine.research.growth.growth import (
    OPENING_PLIES,
    GrowthCell,
    GrowthLog,
    GrowthSettings,
    by_phase,
    by_turn,
    cells,
    sizes_of,
)
from engine.research.reports import BLUE, ORANGE, WIDTH, count_logarithmically, figure, write_beside
from engine.research.texts import BY_DEPTH, DEPTH_AXIS, in_microseconds
from engine.system.errors import UserError
from engine.system.files import is_there

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TEXTS = reports.read_texts(Path(__file__).with_name("texts.md"))
NAMES = ("minimax", "alpha-beta")
MARKS = ("o", "D")
COLOURS = (ORANGE, BLUE)
HEIGHT = 3.6
TABLES = ("nodes.csv", "turns.csv", "games.csv")
PICTURES = ("depths.png", "depths.svg", "turns.png", "turns.svg")
MOVES = "games.txt"
"""The file with the moves of the games at the depth of the tables by turn."""
OPTIONS = {
    "seed": ("seed", "--seed"),
    "games": ("games", "--games"),
    "most_plies": ("max_plies", "--plies"),
    "opening_plies": ("opening_plies", "--opening-plies"),
}
"""The settings that a report cannot change, by their names in files: the attribute, and the option."""


def require_same(folder: Path, settings: GrowthSettings) -> None:
    """Check that the folder holds no report with games that the new one will not have.

    Raises:
        UserError: it holds one.
    """
    path = folder / "results.json"
    if not is_there(path):
        return
    try:
        data, games = read_results(path)
        saved = {"opening_plies": OPENING_PLIES, **data["settings"]}  # earlier versions had no choice
        old = {name: saved[name] for name in _settings_data(settings)}
        held = {game["size"] for game in games}
        deepest = {size: _old_depth(old["depth"], size) for size in held}
    except (ValueError, LookupError, TypeError, OverflowError, RecursionError):
        raise UserError(texts.other_kind(path)) from None
    if old["rules"] != settings.rules.name:
        raise UserError(texts.other_game(folder, old["rules"]))
    for name, (attribute, option) in OPTIONS.items():
        ours = getattr(settings, attribute)
        if old[name] != ours:
            raise UserError(texts.other_settings(folder, option, old[name], ours))
    if any(depth > settings.depths.get(size, 0) for size, depth in deepest.items()):
        raise UserError(texts.more_games(folder))


def _old_depth(saved: Any, size: int | None) -> int:
    """Return the depth of a size in a report; that of earlier versions has one for all."""
    return int(saved[str(size or "")] if isinstance(saved, dict) else saved)


def _settings_data(settings: GrowthSettings) -> dict[str, Any]:
    return {
        "rules": settings.rules.name,
        "depth": {str(size or ""): depth for size, depth in settings.depths.items()},
        "turn_depth": {str(size or ""): depth for size, depth in settings.turn_depths.items()},
        "games": settings.games,
        "seed": settings.seed,
        "most_plies": settings.max_plies,
        "opening_plies": settings.opening_plies,
    }


def files(settings: GrowthSettings, logs: Sequence[GrowthLog]) -> dict[str, str]:
    """Return the data of the report by the names of their files, without `MOVES` if no game has a text."""
    found = cells(logs, spread)
    moves = "".join(log.text for log in logs if log.depth == settings.turn_depths[log.size])
    return {
        TABLES[0]: reports.comma_separated(NODES_HEAD, map(_nodes_cells, found)),
        TABLES[1]: reports.comma_separated(TURNS_HEAD, _turn_cells(logs)),
        TABLES[2]: reports.comma_separated(GAMES_HEAD, _game_cells(logs)),
        "results.json": _results_text(settings, logs, found),
        **({MOVES: moves} if moves else {}),
    }


def draw(folder: Path, settings: GrowthSettings, logs: Sequence[GrowthLog]) -> None:
    """Draw the pictures of the report."""
    title = settings.rules.facts.title
    draw_by_depth(cells(logs, spread), title, folder / "depths")
    draw_by_turn(logs, settings.turn_depths, title, folder / "turns")


# --- the text


def markdown(
    settings: GrowthSettings, logs: Sequence[GrowthLog], plots: bool, machine: Mapping[str, str] | None = None
) -> str:
    """Return the text of the report on some or all of the games, which `machine` has played."""
    found = cells(logs, spread)
    sizes = sizes_of(found)
    parts = [
        f"# {texts.title(settings.rules.facts.title)}\n",
        _finding(found, sizes),
        _expected(logs, found, settings),
        *(_results(settings, logs, found, plots) if found else []),
        _method(settings, machine),
    ]
    return "\n".join(part for part in parts if part)


def _results(
    settings: GrowthSettings, logs: Sequence[GrowthLog], found: Sequence[GrowthCell], plots: bool
) -> list[str]:
    """Return the pictures and tables with their explanations."""
    sizes = sizes_of(found)
    return [
        reports.picture(BY_DEPTH, "depths") if plots else "",
        f"{TEXTS['depth']}\n{_depth_table(found, sizes)}",
        f"{TEXTS['result']}\n{_result_table(found)}",
        f"{TEXTS['seconds']}\n{_depth_table(found, sizes, in_seconds=True)}",
        f"{TEXTS['phase']}\n{_phase_table(logs, settings)}",
        TEXTS["turn"],
        reports.picture(texts.TURNS_PICTURE, "turns") if plots else "",
        *(_turn_table(logs, size, settings.turn_depths[size]) for size in sizes),
    ]


def _expected(logs: Sequence[GrowthLog], found: Sequence[GrowthCell], settings: GrowthSettings) -> str:
    """Return the expectations and the results; before all games are played, only how many are."""
    if len(logs) < settings.total:
        return f"{texts.unfinished(len(logs), settings.total)}\n"
    seen = findings(logs, found, settings)
    return f"{TEXTS['expected']}{seen}"


def _finding(found: Sequence[GrowthCell], sizes: Sequence[int | None]) -> str:
    lines = []
    for size in sizes:
        last = max((cell for cell in found if cell.size == size), key=lambda cell: cell.depth)
        where = texts.at_depth(board(size), last.depth)
        more, less = map(_mean, last.nodes)
        factor = reports.times(last.factor).removeprefix("×")
        lines.append(f"- {texts.grown(where, more, factor, less)}")
    return "\n".join(lines) + "\n"


def _mean(nodes: float) -> str:
    """Return a mean with enough digits to check the factor of two means."""
    return f"{nodes:.1f}" if nodes < 100 else reports.short(nodes)


def _with_margin(cell: GrowthCell, algorithm: int) -> str:
    margin = cell.margins[algorithm]
    return reports.short(cell.nodes[algorithm]) + (f" ± {reports.short(margin)}" if margin else "")


def _of_cell(cell: GrowthCell | None, in_seconds: bool) -> list[str]:
    if cell is None:
        return [reports.MISSING] * 3
    if in_seconds:
        return [*map(_seconds, cell.seconds), _ratio(*cell.seconds)]
    return [_with_margin(cell, 0), _with_margin(cell, 1), reports.times(cell.factor)]


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f}" if seconds >= 0.001 else in_microseconds(seconds)


def _ratio(more: float, less: float) -> str:
    return reports.times(more / less) if less else reports.MISSING


def _depth_table(found: Sequence[GrowthCell], sizes: Sequence[int | None], in_seconds: bool = False) -> str:
    by_key = {(cell.size, cell.depth): cell for cell in found}
    columns = (*NAMES, "factor")
    head = [texts.MAX_DEPTH, *(f"{board(size)} {name}".strip() for size in sizes for name in columns)]
    rows = []
    for depth in sorted({cell.depth for cell in found}):
        row = [str(depth)]
        for size in sizes:
            row += _of_cell(by_key.get((size, depth)), in_seconds)
        rows.append(row)
    return reports.markdown(head, rows, 0)


def _result_table(found: Sequence[GrowthCell]) -> str:
    head = ["board", "depth", texts.MINIMAX_WON, texts.ALPHA_BETA_WON, "drawn", texts.STOPPED]
    rows = [[board(cell.size), str(cell.depth), *map(str, cell.results)] for cell in found]
    if sizes_of(found) == [None]:
        return reports.markdown(head[1:], [row[1:] for row in rows], 0)
    return reports.markdown(head, rows)


def _phase_table(logs: Sequence[GrowthLog], settings: GrowthSettings) -> str:
    columns = [f"{name} {what}" for what in ("nodes", "s") for name in NAMES]
    head = ["board", "depth", "third", *columns, "factor"]
    rows = []
    for size, depth in settings.turn_depths.items():
        if (size, depth) not in {(log.size, log.depth) for log in logs}:
            continue
        for phase in by_phase(logs, size, depth):
            figures = [*map(reports.short, phase.nodes), *map(_seconds, phase.seconds), _ratio(*phase.nodes)]
            rows.append([board(size), str(depth), phase.name, *figures])
    if list(settings.turn_depths) == [None]:
        return reports.markdown(head[1:], [row[1:] for row in rows], 1)
    return reports.markdown(head, rows, 2)


def _turn_table(logs: Sequence[GrowthLog], size: int | None, depth: int) -> str:
    rows = [
        (str(turn), reports.short(nodes[0]), reports.short(nodes[1]))
        for turn, nodes in enumerate(by_turn(logs, size, depth), start=1)
    ]
    title = f"{texts.turns_of(board(size), depth)}\n\n" if size else ""
    return title + reports.markdown(("turn", *NAMES), rows, 0)


def _method(settings: GrowthSettings, machine: Mapping[str, str] | None) -> str:
    several = settings.games > 2
    others = texts.other_openings(settings.opening_plies, settings.seed)
    margins = texts.MARGINS if several else ""
    text = TEXTS["method"].format(
        games=settings.games, others=others if several else "", max_plies=settings.max_plies, margins=margins
    )
    return f"{text}\n{reports.machine_lines(machine)}"


# --- the same as data

NODES_HEAD = (
    "size",
    "depth",
    *(f"{name}{part}" for name in ("minimax", "alphabeta") for part in ("", "_margin")),
    *(f"{name}_seconds" for name in ("minimax", "alphabeta")),
    "minimax_won",
    "alphabeta_won",
    "drawn",
    "cut_off",
)
TURNS_HEAD = ("size", "depth", "game", "algorithm", "turn", "nodes", "seconds")
GAMES_HEAD = ("size", "depth", "game", "winner", "end", "plies")


def _nodes_cells(cell: GrowthCell) -> tuple[reports.Cell, ...]:
    counted = [round(each, 1) for pair in zip(cell.nodes, cell.margins, strict=True) for each in pair]
    return cell.size, cell.depth, *counted, *(f"{each:.6f}" for each in cell.seconds), *cell.results


def _turn_cells(logs: Iterable[GrowthLog]) -> Iterable[tuple[reports.Cell, ...]]:
    for log in logs:
        for algorithm, name in enumerate(NAMES):
            turns = zip(log.nodes[algorithm], log.seconds[algorithm], strict=True)
            for turn, (nodes, seconds) in enumerate(turns, start=1 + log.skipped[algorithm]):
                yield log.size, log.depth, log.number + 1, name, turn, nodes, f"{seconds:.6f}"


def _game_cells(logs: Iterable[GrowthLog]) -> Iterable[tuple[reports.Cell, ...]]:
    for log in logs:
        winner = None if log.winner is None else NAMES[log.winner]
        yield log.size, log.depth, log.number + 1, winner, log.end, log.plies


def _results_text(settings: GrowthSettings, logs: Iterable[GrowthLog], found: Iterable[GrowthCell]) -> str:
    """Return all results as JSON, as `read_results` takes it: with a line for each game."""
    data = {
        "settings": _settings_data(settings),
        "machine": reports.description(),
        "cells": [asdict(cell) for cell in found],
    }
    head = json.dumps(data, indent=1).removesuffix("\n}")
    games = ",\n".join(json.dumps(asdict(replace(log, text=""))) for log in logs)  # games.txt has the texts
    return f"{head},\n{GAMES_BEGIN.decode()}\n{games}\n ]\n}}\n"


# --- the pictures


def _width(sizes: Sequence[int | None]) -> float:
    return WIDTH if len(sizes) > 1 else 0.65 * WIDTH


def draw_by_depth(found: Sequence[GrowthCell], title: str, path: Path) -> None:
    """Draw the nodes per turn by depth, a panel for each size of the board."""
    sizes = sizes_of(found)
    with figure(_width(sizes), HEIGHT, path, texts.depths_title(title)) as drawn:
        panels = drawn.subplots(1, len(sizes), sharey=True, squeeze=False)[0]
        for axes, size in zip(panels, sizes, strict=True):
            _prepare(axes, board(size), DEPTH_AXIS)
            _depth_curves(axes, [cell for cell in found if cell.size == size])
        _leave_room(panels)
        panels[0].set_ylim(bottom=1, top=3 * panels[0].get_ylim()[1])
        panels[0].set_ylabel(texts.NODES_AXIS)


def _leave_room(panels: Sequence[Axes]) -> None:
    """Make room for the names at the ends of the curves, which take a larger share of a narrower panel."""
    for axes in panels:
        left, right = axes.get_xlim()
        axes.set_xlim(right=right + (0.22 + 0.12 * len(panels)) * (right - left))


def _prepare(axes: Axes, title: str, across: str) -> None:
    count_logarithmically(axes)
    axes.locator_params(axis="x", integer=True)
    axes.set_title(title)
    axes.set_xlabel(across)


def _depth_curves(axes: Axes, cells: Sequence[GrowthCell]) -> None:
    deepest = [cell.depth for cell in cells]
    for algorithm in (0, 1):
        nodes = [cell.nodes[algorithm] for cell in cells]
        axes.errorbar(
            deepest,
            nodes,
            yerr=[cell.margins[algorithm] for cell in cells],
            fmt=f"{MARKS[algorithm]}-",
            color=COLOURS[algorithm],
            markersize=5,
            capsize=2,
        )
        _name(axes, algorithm, deepest[-1], nodes[-1], f"\n{reports.short(nodes[-1])}")
    axes.set_xticks(deepest)
    axes.set_xlim(0.8, deepest[-1])


def _name(axes: Axes, algorithm: int, across: float, nodes: float, more: str = "") -> None:
    """Write an algorithm's name beside the end of its curve, minimax's above that of alpha-beta."""
    points, side = (-4, "top") if algorithm else (4, "bottom")
    text, colour = NAMES[algorithm] + more, COLOURS[algorithm]
    write_beside(axes, text, (across, nodes), (7, points), va=side, color=colour)


def draw_by_turn(logs: Sequence[GrowthLog], depths: Mapping[int | None, int], title: str, path: Path) -> None:
    """Draw the nodes of each turn at a depth for each size of the board, which has a panel."""
    sizes = sizes_of(logs)
    with figure(_width(sizes), HEIGHT, path, texts.turns_title(title)) as drawn:
        panels = drawn.subplots(1, len(sizes), sharey=True, squeeze=False)[0]
        for axes, size in zip(panels, sizes, strict=True):
            _prepare(axes, texts.panel(board(size), depths[size]), "turn")
            _turn_curves(axes, by_turn(logs, size, depths[size]))
        _leave_room(panels)
        panels[0].set_ylim(bottom=0.4)
        panels[0].set_ylabel("nodes")


def _turn_curves(axes: Axes, turns: Sequence[tuple[float, float]]) -> None:
    for algorithm in (0, 1):
        shown = [(at, nodes[algorithm]) for at, nodes in enumerate(turns, start=1) if nodes[algorithm]]
        axes.plot(
            [at for at, _ in shown],
            [nodes for _, nodes in shown],
            f"{MARKS[algorithm]}-",
            color=COLOURS[algorithm],
            markersize=4,
            linewidth=1.3,
        )
        if shown:
            _name(axes, algorithm, *shown[-1])
    axes.set_xticks([tick for tick in axes.get_xticks() if 1 <= tick <= len(turns)])
    axes.set_xlim(0.5, len(turns) + 0.5)
