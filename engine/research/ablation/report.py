"""The report of an ablation: Markdown with tables and plots, and the same as CSV and JSON."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.match.openings import JUDGE_LIMITS, MAX_BIAS_CP
from engine.research import reports
from engine.research.ablation import plots as ablation_plots
from engine.research.ablation import texts
from engine.research.ablation.defaults import DEFAULT_BUDGET, DEFAULT_GAMES, DEFAULT_NODES, DEFAULT_SEED
from engine.research.ablation.measure import HASH_MIB, OPENING_PLIES, AblationPlan, VariantResult
from engine.research.ablation.plots import elo_text
from engine.research.ablation.summary import DEPTH_TIME_S, Factor, VariantSummary
from engine.research.ablation.variants import VariantGroup, names_of, saved_name, variants_of
from engine.research.texts import BY_DEPTH
from engine.search.bench import positions
from engine.search.improvements import has_all_named, switches, terms
from engine.search.texts import TITLES

TEXTS = reports.read_texts(Path(__file__).with_name("texts.md"))
SHOWN_DEPTHS = range(2, 100, 2)
TABLES = ("rows.csv", "depths.csv", "games.csv")
PICTURES = tuple(f"{name}.{kind}" for name in ("summary", "ladder", "growth") for kind in ("png", "svg"))
SUMMARY = reports.picture(texts.SUMMARY_PICTURE, "summary")
LADDER = reports.picture(texts.LADDER_PICTURE, "ladder")
GROWTH = reports.picture(BY_DEPTH, "growth")


def files(
    plan: AblationPlan,
    chosen: Sequence[str],
    results: Sequence[VariantResult],
    summaries: Sequence[VariantSummary],
) -> dict[str, str]:
    """Return the data of the report by the names of their files; `chosen` are the requested rows."""
    data = json.dumps(_data(plan, chosen, summaries), indent=1, ensure_ascii=False) + "\n"
    return {
        TABLES[0]: reports.comma_separated(ROW_HEAD, map(_row_cells, summaries)),
        TABLES[1]: reports.comma_separated(DEPTH_HEAD, _depth_cells(results)),
        TABLES[2]: reports.comma_separated(GAME_HEAD, _game_cells(results)),
        "results.json": data,
    }


def draw(plan: AblationPlan, summaries: Sequence[VariantSummary]) -> None:
    """Draw the report's pictures."""
    game, summaries = plan.rules.facts.title, _measured(summaries)
    ablation_plots.summary(summaries, texts.worth_title(game), plan.folder / "summary")
    if _step_by_step(summaries):
        ablation_plots.ladder(summaries, texts.ladder_title(game), plan.folder / "ladder")
        ablation_plots.growth(summaries, texts.growth_title(game), plan.folder / "growth")


def _measured(summaries: Sequence[VariantSummary]) -> list[VariantSummary]:
    """Return the rows with results; sections without any are left out of the report."""
    return [line for line in summaries if line.depth is not None or any(line.games)]


def _step_by_step(summaries: Sequence[VariantSummary]) -> bool:
    """Return whether there are rows of added improvements besides the full search."""
    return any(line.row.group is VariantGroup.ADDED and line.row.name != "full" for line in summaries)


# --- the text


def markdown(
    plan: AblationPlan,
    known: Sequence[VariantSummary],
    plots: bool,
    machine: Mapping[str, str] | None = None,
    unfinished: Sequence[str] = (),
) -> str:
    """Return the text of the report on the rows that are known so far, which `machine` has measured.

    `unfinished` are the requested rows, while some of them are not done.
    """
    summaries = _measured(known)
    part = TEXTS["part"].format(rows=len(summaries), possible=len(known))
    missing = f"{texts.UNFINISHED}\n" if unfinished else part
    pictures = f"{LADDER}\n{GROWTH}" if plots and _step_by_step(summaries) else ""
    parts = [
        f"# {texts.title(plan.rules.facts.title)}\n",
        _summary(summaries) or missing,
        SUMMARY if plots else "",
        _source_section(plan, summaries),
        f"{_section(summaries, VariantGroup.ADDED, TEXTS['added'])}\n{pictures}",
        _section(summaries, VariantGroup.LEFT_OUT, TEXTS["left_out"]),
        _section(summaries, VariantGroup.EVALUATION, _about_evaluation(plan)),
        _match_section(summaries, VariantGroup.BOOK, TEXTS["book"]),
        _match_section(summaries, VariantGroup.CONTROL, TEXTS["control"]),
        _terms(plan),
        _method(plan, summaries, machine, unfinished),
    ]
    return "\n".join(part for part in parts if part)


def _about_evaluation(plan: AblationPlan) -> str:
    """Return the text about the evaluation's rows; only some games have piece-square tables."""
    places = "\n" + TEXTS["places"].rstrip() if "places" in terms(plan.rules) else ""
    return TEXTS["evaluation"].format(places=places)


def _summary(summaries: Sequence[VariantSummary]) -> str:
    """Return how far the full search and minimax look, "" while they are not measured."""
    full = next((line for line in summaries if line.row.name == "full"), None)
    plain = next((line for line in summaries if line.row.name == "minimax"), None)
    if full is None or plain is None or not full.nodes or not plain.nodes:
        return ""
    depth = max(plain.nodes)
    more, less = plain.nodes[depth], full.nodes[depth]
    text = TEXTS["summary"].format(
        seconds=DEPTH_TIME_S,
        plain_depth=plain.depth,
        full_depth=full.depth,
        depth=depth,
        less=reports.short(less),
        more=reports.short(more),
        times=reports.times(more / less).removeprefix("×"),
    )
    if plain.branching and full.branching:
        text += TEXTS["branching"].format(plain=plain.branching, full=full.branching)
    return f"{text}{_alpha_beta(summaries)}\n{TEXTS['pointer']}"


def _alpha_beta(summaries: Sequence[VariantSummary]) -> str:
    added = next((line for line in summaries if line.row.name == "add-alphabeta"), None)
    if added is None or added.fewer is None:
        return ""
    gain = added.fewer
    value, low, high = (reports.times(each)[1:] for each in (gain.value, gain.low, gain.high))
    return TEXTS["alpha_beta"].format(times=value, depth=gain.depth, low=low, high=high)


def _terms(plan: AblationPlan) -> str:
    """Return the definitions of the report's terms, and what each improvement of the game does."""
    explained = dict(line.split(": ", 1) for line in TEXTS["explained"].splitlines())
    does = (f"- **{TITLES[name].capitalize()}**: {explained[name]}." for name in switches(plan.rules))
    return TEXTS["terms"] + "\n".join(does) + "\n"


def _factor(factor: Factor | None) -> str:
    """Return a factor with its interval and its depth."""
    if factor is None:
        return reports.MISSING
    value, low, high = map(reports.times, (factor.value, factor.low, factor.high))
    return texts.factor(value, low[1:], high[1:], factor.depth)


def _games(line: VariantSummary) -> str:
    wins, losses, draws = line.games
    return f"{wins} / {draws} / {losses}" if any(line.games) else reports.MISSING


def _source_section(plan: AblationPlan, summaries: Sequence[VariantSummary]) -> str:
    named = [line for line in summaries if line.row.source]
    if not named or not has_all_named(plan.rules):
        return ""
    head = (
        texts.IMPROVEMENT,
        "row",
        texts.NODES_WITHOUT,
        texts.TIME_WITHOUT,
        texts.ELO_OF_ROW,
        texts.RESULTS,
        "games",
    )
    cells = [
        (line.row.source, line.row.title, _factor(line.fewer), _factor(line.faster), elo_text(line.elo),
         _games(line), str(sum(line.games)))
        for line in named
    ]  # fmt: skip
    return f"## {texts.NAMED_SECTION}\n\n{TEXTS['source']}\n{reports.markdown(head, cells, 2)}"


def _shown_depths(summaries: Sequence[VariantSummary]) -> list[int]:
    deepest = max((max(line.nodes, default=0) for line in summaries), default=0)
    return [depth for depth in SHOWN_DEPTHS if depth <= deepest]


def _depth_tables(rows: Sequence[VariantSummary]) -> str:
    shown = _shown_depths(rows)
    if not shown:
        return ""
    head = ("row", *(texts.at_depth(depth) for depth in shown))
    nodes = [(line.row.title, *(reports.short(line.nodes.get(depth)) for depth in shown)) for line in rows]
    took = [(line.row.title, *(reports.seconds(line.seconds.get(depth)) for depth in shown)) for line in rows]
    return (
        f"{texts.NODES_TO_DEPTHS}\n\n{reports.markdown(head, nodes)}\n"
        f"{texts.TIME_TO_DEPTHS}\n\n{reports.markdown(head, took)}\n"
    )


def _strength_table(rows: Sequence[VariantSummary]) -> str:
    speed = (texts.depth_in(DEPTH_TIME_S), texts.BRANCHING, texts.FEWER_NODES, texts.LESS_TIME)
    head = ("row", "`--rows`", *speed, texts.ELO, texts.RESULTS)
    cells = [
        (
            line.row.title,
            f"`{line.row.name}`",
            reports.MISSING if line.depth is None else f"{line.depth:.1f} ± {line.depth_margin:.1f}",
            reports.MISSING if line.branching is None else f"{line.branching:.2f}",
            _factor(line.fewer),
            _factor(line.faster),
            texts.IS_FULL_SEARCH if line.row.name == "full" else elo_text(line.elo),
            _games(line),
        )
        for line in rows
    ]
    return reports.markdown(head, cells, 2)


def _rows_of(summaries: Sequence[VariantSummary], group: VariantGroup) -> list[VariantSummary]:
    return [line for line in summaries if line.row.group is group]


def _section(summaries: Sequence[VariantSummary], group: VariantGroup, text: str) -> str:
    rows = _rows_of(summaries, group)
    return f"{text}\n{_strength_table(rows)}\n{_depth_tables(rows)}" if rows else ""


def _match_section(summaries: Sequence[VariantSummary], group: VariantGroup, text: str) -> str:
    rows = _rows_of(summaries, group)
    head = ("row", texts.ELO, texts.RESULTS, "games")
    cells = [(line.row.title, elo_text(line.elo), _games(line), str(sum(line.games))) for line in rows]
    return f"{text}\n{reports.markdown(head, cells)}" if rows else ""


def _command(plan: AblationPlan, names: Collection[str]) -> str:
    """Return the command that makes a report on the rows with these names."""
    options = (
        ("--games", plan.games, DEFAULT_GAMES),
        ("--nodes", plan.nodes, DEFAULT_NODES),
        ("--budget", plan.budget, DEFAULT_BUDGET),
        ("--seed", plan.seed, DEFAULT_SEED),
    )
    parts = ["python -m engine ablation", plan.rules.name]
    parts += [f"{option} {value}" for option, value, usual in options if value != usual]
    rows = names_of(variants_of(plan.rules, plan.nodes), names) if names else ["none"]
    return " ".join([*parts, *(["--rows", *rows] if rows else [])])


def _method(
    plan: AblationPlan,
    summaries: Sequence[VariantSummary],
    machine: Mapping[str, str] | None,
    asked: Sequence[str],
) -> str:
    played = sorted({sum(line.games) for line in summaries if any(line.games)})
    games = texts.between(played[0], played[-1]) if len(played) > 1 else "".join(map(str, played)) or "no"
    unfinished = bool(played) and played[0] < plan.games
    text = TEXTS["method"].format(
        unfinished=TEXTS["unfinished"].format(planned=plan.games) if unfinished else "",
        positions=len(positions(plan.rules)),
        game=plan.rules.name,
        command=_command(plan, {*asked, *(line.row.name for line in summaries)}),
        hash=HASH_MIB,
        budget=reports.short(plan.budget),
        games=games,
        nodes=plan.nodes,
        plies=OPENING_PLIES,
        balanced=MAX_BIAS_CP / 100,
        balancing=f"{JUDGE_LIMITS.nodes:,}",
        seconds=DEPTH_TIME_S,
        seed=plan.seed,
        faults=sum(line.faults for line in summaries),
        signature=plan.signature,
    )
    return f"{text}\n{reports.machine_lines(machine)}"


# --- the same as data

FACTOR_HEAD = ("factor", "low", "high", "depth")
ROW_HEAD = (
    "row", "title", "group", "switch", "source", "depth", "depth_margin", "branching",
    *(f"{what}_{part}" for what in ("fewer_nodes", "less_time") for part in FACTOR_HEAD),
    "games", "wins", "draws", "losses", "elo", "elo_margin", "elo_bound", "faults",
)  # fmt: skip
DEPTH_HEAD = ("row", "position", "depth", "nodes", "seconds")
GAME_HEAD = ("row", "game", "points", "plies", "end")


def _factor_cells(factor: Factor | None) -> tuple[reports.Cell, ...]:
    if factor is None:
        return (None,) * 4
    return (round(factor.value, 4), round(factor.low, 4), round(factor.high, 4), factor.depth)


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 3)


def _row_cells(line: VariantSummary) -> tuple[reports.Cell, ...]:
    row, elo = line.row, line.elo
    wins, losses, draws = line.games
    return (
        row.name, row.title, row.group.value, saved_name(row.switch), row.source,
        _rounded(line.depth), _rounded(line.depth_margin), _rounded(line.branching),
        *_factor_cells(line.fewer), *_factor_cells(line.faster),
        sum(line.games), wins, draws, losses,
        *((_rounded(elo.points), _rounded(elo.margin), elo.bound) if elo else (None, None, None)),
        line.faults,
    )  # fmt: skip


def _depth_cells(results: Iterable[VariantResult]) -> Iterable[tuple[reports.Cell, ...]]:
    for result in results:
        for position, run in enumerate(result.runs, start=1):
            for each in run.reached:
                yield result.row.name, position, each.depth, each.nodes, each.seconds


def _game_cells(results: Iterable[VariantResult]) -> Iterable[tuple[reports.Cell, ...]]:
    for result in results:
        for number, (points, plies, end) in sorted(result.match.games.items()):
            yield result.row.name, number + 1, points, plies, end


def _data(plan: AblationPlan, chosen: Sequence[str], summaries: Iterable[VariantSummary]) -> dict[str, Any]:
    settings = {
        "game": plan.rules.name,
        "games": plan.games,
        "chosen": list(chosen),
        "seed": plan.seed,
        "nodes_a_move": plan.nodes,
        "nodes_a_position": plan.budget,
        "seconds": DEPTH_TIME_S,
        "signature": plan.signature,
    }
    rows = []
    for line in summaries:
        data = asdict(line)
        data["row"] = dict(zip(ROW_HEAD[:5], _row_cells(line)[:5], strict=True))
        rows.append(data)
    return {"settings": settings, "machine": reports.description(), "rows": rows}
