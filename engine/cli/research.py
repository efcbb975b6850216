"""The commands for research: tune, prove, suite, trace, ablation, growth. Light to import for the parser."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.cli.arguments import (
    Commands,
    add_command,
    add_game_command,
    add_number,
    add_optional_game,
    add_worker_options,
    reader,
)
from engine.cli.output import ProgressBar, make_folder, print_status, reporting_write_errors
from engine.research.ablation.defaults import DEFAULT_BUDGET, DEFAULT_GAMES, DEFAULT_NODES, DEFAULT_SEED
from engine.research.growth.depths import DEFAULT_DEPTH, depths_of, parse_depths, parse_sizes
from engine.rules import first, read_position
from engine.rules.words import count_text, noun
from engine.system.errors import UserError, quoted
from engine.system.files import require_writable
from engine.trace.prose import explain, saving, side_name, tree_lines, value_text
from engine.trace.trace import MAX_DEPTH, MAX_POSITIONS, SearchMethod, TooLarge, Trace

if TYPE_CHECKING:
    from engine.research.experiment import Experiment, ExperimentStep

MAX_OPENING_PLIES = 20
NO_PLOTS = "leave the plots out (matplotlib is not needed then)"
KEPT = "The report's folder keeps the results: the same command continues where it stopped."


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
    _add_tune(commands)
    _add_prove(commands)
    _add_suite(commands)
    _add_trace(commands)
    _add_ablation(commands)
    _add_growth(commands)


# --- tune


def _add_tune(commands: Commands) -> None:
    text = "play self-play games and fit the weights of the evaluation to them"
    parser = add_command(commands, "tune", _tune, text, position=False)
    add_optional_game(parser, f"a game whose weights are fitted ({first().name})")
    add_number(parser, "--games", "number of games", default=4000, lowest=10)
    add_number(parser, "--nodes", "nodes per move", default=2000, lowest=10)
    add_number(parser, "--seed", "seed of the random choices", default=1, lowest=0)
    add_worker_options(parser)
    parser.add_argument("--base", default="hand", metavar="NAME", help="weights to begin with (hand)")
    text = "file of the positions (.npz), read if it exists, else written"
    parser.add_argument("--data", type=Path, metavar="FILE", help=text)
    parser.add_argument("--out", type=Path, metavar="FILE", help="file of the fitted weights (printed)")


def _tune(args: argparse.Namespace) -> int:
    from engine.research import tune

    name = args.game.name
    tuning = tune.tuning_of(name)
    _check(args, tuning)
    samples = tune.load(args.data) if args.data and args.data.exists() else None
    if samples is None:
        samples = tune.collect(name, args.games, args.nodes, args.seed, args.workers, _report, args.dask)
        if args.data:
            tune.save(samples, args.data)
    fit = tune.fit(name, samples, args.base, args.seed)
    print_status(f"loss {fit.loss_before:.5f} before, {fit.loss_after:.5f} after")
    how = f"--games {args.games} --nodes {args.nodes} --seed {args.seed} --base {args.base}"
    origin = {
        "command": f"tune {name} {how}",
        "positions": len(samples.labels),
        "loss": [round(fit.loss_before, 5), round(fit.loss_after, 5)],
    }
    text = tuning.text(fit.pairs, origin)
    if args.out:
        args.out.write_text(text, encoding="utf-8", newline="\n")
    else:
        print(text, end="")
    return 0


def _check(args: argparse.Namespace, tuning: Any) -> None:
    """Raise `UserError` for whatever would only come out after hours of games."""
    try:
        tuning.start(args.base)
    except FileNotFoundError:
        raise UserError(f"{args.game.name} has no weights called {quoted(args.base)}") from None
    for path in (args.out, args.data):
        if path is not None and not path.exists():
            require_writable(path)
            path.unlink()  # an empty file is no data, and no weights
        elif path is args.out:
            require_writable(path)


def _report(done: int, games: int) -> None:
    print_status(f"{done}/{games} games")


# --- prove


def _add_prove(commands: Commands) -> None:
    text = "prove which side can force a win within a number of plies, or that neither can"
    parser = add_command(commands, "prove", command_prove, text)
    add_number(parser, "--plies", "number of plies, both sides counted", default=12, highest=62)
    text = "memory for known positions, in MiB"
    add_number(parser, "--hash", text, default=256, highest=1 << 16, metavar="MIB")


def command_prove(args: argparse.Namespace) -> int:
    """Look for a win of either side in fewer plies first; stop at the first win that is found."""
    from engine.research.prove import Prover

    game = args.game
    position = read_position(game, args.position)
    prover = Prover(game, args.hash)
    for plies in range(1, args.plies + 1):
        side = position.side if plies % 2 else 1 - position.side
        finding = prover.wins_within(position, plies)
        answer = "can" if finding.wins else "cannot"
        within = count_text(plies, "ply", "plies")
        print(f"{game.facts.side_names[side]} {answer} force a win within {within}", flush=True)
        print_status(f"{count_text(finding.nodes, 'node')}, {finding.seconds:.1f} s")
        if finding.wins:
            break
    return 0


# --- suite


def _add_suite(commands: Commands) -> None:
    text = "solve positions with proved best moves, and print the work that each took"
    parser = add_game_command(commands, "suite", command_suite, text)
    parser.add_argument("file", type=Path, metavar="FILE", help="one position a line: FEN; MOVES; PROOF")
    add_number(parser, "--nodes", "nodes per position", default=200_000)
    text = "parts of the search to switch off, besides the endgame tables"
    parser.add_argument("--without", nargs="+", default=[], metavar="NAME", help=text)


def command_suite(args: argparse.Namespace) -> int:
    """Print each puzzle's answer; the last line is how many are solved, and the nodes and time of these."""
    from engine.research.suite import read_suite, solve_all
    from engine.search.limits import SearchOptions

    game = args.game
    puzzles = read_suite(args.file, game)
    options = SearchOptions(without=frozenset(args.without) | {"tablebase"})
    solved, nodes, time_ms = 0, 0, 0
    for solution in solve_all(game, puzzles, args.nodes, options):
        puzzle = solution.puzzle
        told = "not solved"
        if solution.nodes is not None and solution.time_ms is not None:
            told = f"{solution.nodes} {noun(solution.nodes, 'node')}, {solution.time_ms} ms"
            solved, nodes, time_ms = solved + 1, nodes + solution.nodes, time_ms + solution.time_ms
        print(f"{game.notation.format(puzzle.position)}  {solution.answer}  {told}", flush=True)
    print(f"solved {solved} of {len(puzzles)}, nodes {nodes}, time {time_ms}")
    return 0


# --- trace


def _add_trace(commands: Commands) -> None:
    text = "print a small search as a tree with windows and cut-offs, or step by step in words"
    parser = add_command(commands, "trace", command_trace, text)
    add_number(parser, "--depth", "depth in plies", default=3, highest=MAX_DEPTH)
    parser.add_argument("--minimax", action="store_true", help="plain minimax instead of alpha-beta")
    parser.add_argument("--steps", action="store_true", help="print every step in words instead of the tree")


def command_trace(args: argparse.Namespace) -> int:
    """Print a search; the last lines are what it found and how many positions each method looks at."""
    position = read_position(args.game, args.position)
    method = SearchMethod.MINIMAX if args.minimax else SearchMethod.ALPHA_BETA
    trace = Trace(args.game, position, args.depth, method).finish()
    mover = side_name(trace, maximises=True)
    print(f"{method.value} to depth {args.depth}, {mover} is max; values are {mover}'s, in pawns")
    if args.steps:
        for at in range(len(trace.steps)):
            print(f"{at + 1}. {explain(trace, at)}".replace("∞", "inf"))
    else:
        for line in tree_lines(trace):
            print(line)
    print(f"value {value_text(trace.value)}")
    print(f"bestmove {trace.best_move}")
    _print_positions(trace)
    return 0


def _print_positions(trace: Trace) -> None:
    """Print what both methods look at."""
    if trace.method is SearchMethod.ALPHA_BETA:
        print(f"cut-offs {len(trace.cut_offs)}")
        alpha_beta = trace
    else:
        alpha_beta = Trace(trace.rules, trace.position, trace.depth).finish()
    print(f"positions alpha-beta {alpha_beta.positions}")
    try:
        minimax = Trace(trace.rules, trace.position, trace.depth, SearchMethod.MINIMAX).finish().positions
    except TooLarge:
        share = saving(alpha_beta.positions, MAX_POSITIONS)
        print(f"positions minimax more than {MAX_POSITIONS}, so alpha-beta saves more than {share}")
    else:
        print(f"positions minimax {minimax}, so alpha-beta saves {saving(alpha_beta.positions, minimax)}")


# --- ablation and growth


def _check_report(args: argparse.Namespace) -> None:
    """Raise `UserError` for what no report can be made with."""
    from engine.research.reports import check_matplotlib

    if not args.no_plots:
        check_matplotlib()
    if args.games % 2:
        raise UserError("games are played in pairs, colours reversed: --games takes an even number")


def _run(experiment: Experiment, args: argparse.Namespace) -> Iterator[ExperimentStep]:
    """Do an experiment, yielding its steps, write the report, and print its path."""
    from engine.jobs.runner import without_pauses

    with reporting_write_errors(experiment.folder):
        for step in without_pauses(experiment.poll()):
            if step.note:
                print_status(step.note)
            yield step
        path = experiment.write(not args.no_plots)
    print(path)


def _add_ablation(commands: Commands) -> None:
    text = "measure what each improvement of the search is worth, and write a report"
    parser = add_game_command(commands, "ablation", command_ablation, text)
    parser.epilog = KEPT
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder of the report (ablation-GAME)")
    add_number(parser, "--games", "games per row", default=DEFAULT_GAMES, lowest=0, highest=10**5)
    add_number(parser, "--nodes", "nodes per move", default=DEFAULT_NODES)
    add_number(parser, "--budget", "nodes per searched position", default=DEFAULT_BUDGET, lowest=100)
    text = "rows, or groups: added, left-out, evaluation, book, control, source (all); none: only the report"
    parser.add_argument("--rows", nargs="+", default=[], metavar="ROW", help=text)
    add_number(parser, "--seed", "seed of the random choices", default=DEFAULT_SEED, lowest=0)
    add_number(parser, "--workers", "number of processes", default=1, highest=64)
    parser.add_argument("--no-plots", action="store_true", help=NO_PLOTS)


def command_ablation(args: argparse.Namespace) -> int:
    """Measure the chosen rows, write the report, and print its path."""
    from engine.research.ablation.measure import AblationPlan
    from engine.research.ablation.run import AblationExperiment
    from engine.research.ablation.variants import chosen, variants_of

    _check_report(args)
    rows = variants_of(args.game, args.nodes)
    wanted = [] if args.rows == ["none"] else chosen(rows, args.rows)
    folder = make_folder(args.out or Path(f"ablation-{args.game.name}"))
    plan = AblationPlan(args.game, folder, args.games, args.nodes, args.budget, args.seed, args.workers)
    for _ in _run(AblationExperiment(plan, wanted), args):
        pass
    return 0


def _add_growth(commands: Commands) -> None:
    text = "count the nodes of minimax and alpha-beta by depth, board size and turn, and write a report"
    parser = add_game_command(commands, "growth", command_growth, text)
    parser.epilog = KEPT
    parser.add_argument(
        "--sizes", type=reader(parse_sizes), default=[], metavar="N,N", help="board sizes (all)"
    )
    text = f"the greatest depth ({DEFAULT_DEPTH}); SIZE:N,SIZE:N gives each board size its own"
    parser.add_argument("--depth", type=reader(parse_depths), default={}, metavar="N", help=text)
    text = "depth of the tables by turn (the greatest), written as for --depth"
    parser.add_argument("--turn-depth", type=reader(parse_depths), default={}, metavar="N", help=text)
    text = "games for each size and depth; if more than 2, they begin after random plies"
    add_number(parser, "--games", text, default=2, lowest=2, highest=10**4)
    text = "random plies that these games begin after"
    add_number(parser, "--opening-plies", text, default=4, highest=MAX_OPENING_PLIES)
    add_number(parser, "--plies", "greatest length of a game in plies", default=200, highest=10**4)
    add_number(parser, "--seed", "seed of the random choices", default=2026, lowest=0)
    add_number(parser, "--workers", "number of processes", default=1, highest=64)
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder of the report (growth-GAME)")
    parser.add_argument("--no-plots", action="store_true", help=NO_PLOTS)


def command_growth(args: argparse.Namespace) -> int:
    """Play the games, write the report, and print its path."""
    from engine.research.growth.growth import GrowthSettings
    from engine.research.growth.run import GrowthExperiment

    _check_report(args)
    depths, turn_depths = depths_of(args.game, args.sizes, args.depth, args.turn_depth)
    settings = GrowthSettings(
        args.game, depths, turn_depths, args.games, args.seed, args.plies, args.opening_plies
    )
    folder = make_folder(args.out or Path(f"growth-{args.game.name}"))
    progress = ProgressBar(settings.total)
    for step in _run(GrowthExperiment(settings, folder, args.workers), args):
        if step.label:
            progress.step(step.label, step.done)
    return 0
