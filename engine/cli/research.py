"""The commands train, tune, spsa, prove, suite, trace, ablation, growth. Quick to import for the parser."""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.cli import texts
from engine.cli.arguments import (
    BAD_INPUT,
    Commands,
    add_command,
    add_game_command,
    add_number,
    add_optional_game,
    add_worker_options,
    reader,
)
from engine.cli.output import ProgressBar, make_folder, print_answer, reporting_write_errors
from engine.match.texts import ODD_GAMES
from engine.research.ablation.defaults import DEFAULT_BUDGET, DEFAULT_GAMES, DEFAULT_NODES, DEFAULT_SEED
from engine.research.growth.depths import DEFAULT_DEPTH, depths_of, parse_depths, parse_sizes
from engine.rules import first, parse_position
from engine.system.errors import UserError
from engine.system.files import (
    file_state,
    free_path,
    is_there,
    replace_file,
    require_other,
    require_replaceable,
)
from engine.system.status import print_status
from engine.trace.prose import explain, in_ascii, saving, side_name, tree_lines, value_text
from engine.trace.trace import MAX_DEPTH, MAX_POSITIONS, SearchMethod, TooLarge, Trace

if TYPE_CHECKING:
    from engine.research.experiment import Experiment, ExperimentStep

MAX_OPENING_PLIES = 20
WEIGHTS_BEGIN = r'\s*\{\s*"(origin|places)"'
"""How a file of weights begins, in this version and in earlier ones."""


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
    _add_tune(commands)
    _add_spsa(commands)
    _add_prove(commands)
    _add_suite(commands)
    _add_trace(commands)
    _add_ablation(commands)
    _add_growth(commands)
    _add_train(commands)


# --- train


def _add_train(commands: Commands) -> None:
    parser = add_game_command(commands, "train", command_train, texts.TRAIN)
    parser.add_argument("--out", type=Path, metavar="DIR", help=texts.TRAIN_OUT)
    add_number(parser, "--generations", texts.TRAIN_GENERATIONS, default=2, highest=99)
    add_number(parser, "--games", texts.TRAIN_GAMES, default=80_000, highest=10**7)
    add_number(parser, "--nodes", texts.NODES_PER_MOVE, default=2000, lowest=10)
    add_number(parser, "--width", texts.TRAIN_WIDTH, default=128, lowest=32, highest=256)
    add_number(parser, "--epochs", texts.TRAIN_EPOCHS, default=20, highest=10**5)
    add_number(parser, "--result-percent", texts.TRAIN_RESULT, default=10, lowest=0, highest=100)
    add_number(parser, "--chance-games", texts.TRAIN_CHANCE_GAMES, default=2000, highest=10**6)
    add_number(parser, "--match-games", texts.TRAIN_MATCH_GAMES, default=400, lowest=2, highest=10**5)
    add_number(parser, "--match-nodes", texts.TRAIN_MATCH_NODES, default=20_000)
    add_number(parser, "--seed", texts.SEED, default=1, lowest=0, highest=10**6)
    add_worker_options(parser)


def command_train(args: argparse.Namespace) -> int:
    """Train a network; print the file of the best one, or that none beats the handcrafted evaluation."""
    from engine.research.plan_file import reserved
    from engine.research.training.fit import TrainingConfig
    from engine.research.training.training import Training, TrainingPlan

    if args.match_games % 2:
        raise UserError(ODD_GAMES)
    if args.width % 32:
        raise UserError(texts.ODD_WIDTH)
    scale = args.game.facts.chance_scale_cp
    fitting = TrainingConfig(
        args.width, args.epochs, args.seed, result_weight=args.result_percent / 100, scale_cp=scale
    )
    plan = TrainingPlan(
        args.game.name,
        args.generations,
        args.games,
        args.nodes,
        args.chance_games,
        args.match_games,
        args.match_nodes,
        args.seed,
        fitting,
    )
    folder = args.out or Path(f"train-{args.game.name}")
    with reporting_write_errors(folder), reserved(folder):
        training = Training(plan, folder, args.workers, args.dask, print_status)
        best = training.best(training.run())
    print(best or texts.NO_NETWORK_ACCEPTED)
    return 0


# --- tune


def _add_tune(commands: Commands) -> None:
    parser = add_command(commands, "tune", _tune, texts.TUNE, position=False)
    add_optional_game(parser, texts.tune_game(first().name))
    add_number(parser, "--games", texts.GAMES, default=4000, lowest=10, highest=10**5)
    add_number(parser, "--nodes", texts.NODES_PER_MOVE, default=2000, lowest=10)
    add_number(parser, "--seed", texts.SEED, default=1, lowest=0)
    add_worker_options(parser)
    parser.add_argument("--base", default="hand", metavar="NAME", help=texts.TUNE_BASE)
    parser.add_argument("--data", type=Path, metavar="FILE", help=texts.TUNE_DATA)
    parser.add_argument("--out", type=Path, metavar="FILE", help=texts.TUNE_OUT)


def _tune(args: argparse.Namespace) -> int:
    from engine.research import tune

    name = args.game.name
    tuning = tune.tuning_of(name)
    _check(args, tuning)
    data = _Output(args.data) if args.data else None
    out = _Output(args.out) if args.out else None
    kept = True
    if data and data.is_there:
        samples = tune.load(args.data, name)
        source = f"--data {shlex.quote(str(args.data))}"
        print_status(texts.positions_of_file(len(samples.labels), args.data))
    else:
        source = f"--games {args.games} --nodes {args.nodes}"
        samples = tune.collect(name, args.games, args.nodes, args.seed, args.workers, _report, args.dask)
        if data:
            kept = data.is_written(partial(tune.save, samples))
    fit = tune.fit_weights(name, samples, args.base, args.seed)
    print_status(texts.loss(fit.loss_before, fit.loss_after))
    origin = {
        "command": f"tune {name} {source} --seed {args.seed} --base {args.base}",
        "positions": len(samples.labels),
        "loss": [round(fit.loss_before, 5), round(fit.loss_after, 5)],
    }
    text = tuning.format_weights(fit.pairs, origin)
    saved = not out or out.is_written(partial(replace_file, data=text.encode()))
    if not (out and saved):
        print_answer(text.removesuffix("\n"))
    return 0 if kept and saved else BAD_INPUT


class _Output:
    """A file to write at the end of long work. What has come there meanwhile is not replaced."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.is_there = is_there(path)
        """True if there was a file at first."""
        self._state = file_state(path)

    def is_written(self, write: Callable[[Path], None]) -> bool:
        """Write the file; if that fails, say so and return False: long work does not end with it."""
        path = self._path
        if file_state(path) != self._state:
            path = free_path(path)
            print_status(texts.written_beside(self._path, path))
        try:
            with reporting_write_errors(path):
                write(path)
        except UserError as error:
            print_status(str(error))
            return False
        return True


def _check(args: argparse.Namespace, tuning: Any) -> None:
    """Check the weights and files in advance, so that nothing fails after hours of games.

    Raises:
        UserError: there are no such weights, or a file cannot be written.
    """
    tuning.read_pairs(args.base)
    if args.out:
        require_other(args.out, args.data)
        require_replaceable(args.out, WEIGHTS_BEGIN)
    if args.data and not os.path.exists(args.data):
        require_replaceable(args.data)


def _report(done: int, games: int) -> None:
    print_status(texts.games_done(done, games))


# --- spsa


def _add_spsa(commands: Commands) -> None:
    parser = add_game_command(commands, "spsa", command_spsa, texts.SPSA)
    add_number(parser, "--pairs", texts.SPSA_PAIRS, default=10_000, highest=10**7)
    add_number(parser, "--nodes", texts.NODES_PER_MOVE, default=5000, lowest=10)
    add_number(parser, "--seed", texts.SEED, default=1, lowest=0, highest=10**6)
    parser.add_argument("--out", type=Path, metavar="DIR", help=texts.SPSA_OUT)
    add_worker_options(parser)


def command_spsa(args: argparse.Namespace) -> int:
    """Tune the margins; print the player that uses them."""
    from engine.research.plan_file import reserved
    from engine.research.spsa import Spsa, SpsaPlan
    from engine.search.margins import format_margins

    folder = args.out or Path(f"spsa-{args.game.name}")
    plan = SpsaPlan(args.game.name, args.pairs, args.nodes, args.seed)
    with reporting_write_errors(folder), reserved(folder):
        margins = Spsa(plan, folder, args.workers, args.dask, print_status).run()
    print(f"engine:margins={format_margins(margins)}")
    return 0


# --- prove


def _add_prove(commands: Commands) -> None:
    parser = add_command(commands, "prove", command_prove, texts.PROVE)
    add_number(parser, "--plies", texts.PROVE_PLIES, default=12, highest=62)
    add_number(parser, "--hash", texts.PROVE_HASH, default=256, highest=1 << 16, metavar="MIB")


def command_prove(args: argparse.Namespace) -> int:
    """Search for a forced win of either side with increasing depth; stop at the first one."""
    from engine.research.prove import Prover

    game = args.game
    position = parse_position(game, args.position)
    if game.outcome(position) is not None:
        raise UserError(texts.PROVE_GAME_OVER)
    prover = Prover(game, args.hash)
    for plies in range(1, args.plies + 1):
        side = position.side if plies % 2 else 1 - position.side
        finding = prover.wins_within(position, plies)
        print_answer(texts.proof(game.facts.side_names[side], finding.wins, plies))
        print_status(texts.proof_effort(finding.nodes, finding.seconds))
        if finding.wins:
            break
    return 0


# --- suite


def _add_suite(commands: Commands) -> None:
    parser = add_game_command(commands, "suite", command_suite, texts.SUITE)
    parser.add_argument("file", type=Path, metavar="FILE", help=texts.SUITE_FILE)
    add_number(parser, "--nodes", texts.NODES_PER_POSITION, default=200_000)
    parser.add_argument("--without", nargs="+", default=[], metavar="NAME", help=texts.SUITE_WITHOUT)


def command_suite(args: argparse.Namespace) -> int:
    """Print the answer to each position; the last line has the number solved, with their nodes and time."""
    from engine.research.suite import read_suite, solve_all
    from engine.search.limits import SearchOptions

    game = args.game
    entries = read_suite(args.file, game)
    options = SearchOptions(without=frozenset(args.without) | {"tablebase"})
    solved, nodes, time_ms = 0, 0, 0
    for solution in solve_all(game, entries, args.nodes, options):
        work = texts.NOT_SOLVED
        if solution.nodes is not None and solution.time_ms is not None:
            work = texts.solved(solution.nodes, solution.time_ms)
            solved, nodes, time_ms = solved + 1, nodes + solution.nodes, time_ms + solution.time_ms
        print_answer(f"{game.notation.format(solution.entry.position)}  {solution.answer}  {work}")
    print_answer(texts.suite_total(solved, len(entries), nodes, time_ms))
    return 0


# --- trace


def _add_trace(commands: Commands) -> None:
    parser = add_command(commands, "trace", command_trace, texts.TRACE)
    add_number(parser, "--depth", texts.DEPTH, default=3, highest=MAX_DEPTH)
    parser.add_argument("--minimax", action="store_true", help=texts.MINIMAX)
    parser.add_argument("--steps", action="store_true", help=texts.TRACE_STEPS)


def command_trace(args: argparse.Namespace) -> int:
    """Print a search; the last lines have its result and the positions searched by each method."""
    position = parse_position(args.game, args.position)
    method = SearchMethod.MINIMAX if args.minimax else SearchMethod.ALPHA_BETA
    trace = Trace(args.game, position, args.depth, method).finish()
    mover = side_name(trace, maximises=True)
    print(texts.trace_head(method.value, args.depth, mover))
    if args.steps:
        for at in range(len(trace.steps)):
            print(in_ascii(f"{at + 1}. {explain(trace, at)}"))
    else:
        for line in tree_lines(trace):
            print(line)
    print(in_ascii(f"value {value_text(trace.value)}"))
    print(f"bestmove {trace.best_move}")
    _print_positions(trace)
    return 0


def _print_positions(trace: Trace) -> None:
    """Print the number of positions that each method searches."""
    if trace.method is SearchMethod.ALPHA_BETA:
        print(texts.cut_offs(len(trace.cut_offs)))
        alpha_beta = trace
    else:
        alpha_beta = Trace(trace.rules, trace.position, trace.depth).finish()
    print(texts.alpha_beta_positions(alpha_beta.positions))
    try:
        minimax = Trace(trace.rules, trace.position, trace.depth, SearchMethod.MINIMAX).finish().positions
    except TooLarge:
        share = saving(alpha_beta.positions, MAX_POSITIONS)
        print(texts.minimax_too_large(MAX_POSITIONS, share))
    else:
        print(texts.minimax_positions(minimax, saving(alpha_beta.positions, minimax)))


# --- ablation and growth


def _check_report(args: argparse.Namespace) -> None:
    """Check that the report can be written.

    Raises:
        UserError: plots need matplotlib, or the number of games is odd.
    """
    from engine.research.reports import check_matplotlib

    if not args.no_plots:
        check_matplotlib()
    if args.games % 2:
        raise UserError(ODD_GAMES)


def _run(experiment: Experiment, args: argparse.Namespace) -> Iterator[ExperimentStep]:
    """Run an experiment, yielding its steps; write the report and print its path."""
    from engine.jobs.runner import without_pauses

    with reporting_write_errors(experiment.folder):
        for step in without_pauses(experiment.poll()):
            if step.note:
                print_status(step.note)
            yield step
        path = experiment.write(not args.no_plots)
    print(path)


def _add_ablation(commands: Commands) -> None:
    parser = add_game_command(commands, "ablation", command_ablation, texts.ABLATION)
    parser.epilog = texts.REPORT_KEPT
    parser.add_argument("--out", type=Path, metavar="DIR", help=texts.ABLATION_OUT)
    add_number(parser, "--games", texts.ABLATION_GAMES, default=DEFAULT_GAMES, lowest=0, highest=10**5)
    add_number(parser, "--nodes", texts.NODES_PER_MOVE, default=DEFAULT_NODES)
    add_number(parser, "--budget", texts.ABLATION_BUDGET, default=DEFAULT_BUDGET, lowest=100)
    parser.add_argument("--rows", nargs="+", default=[], metavar="ROW", help=texts.ABLATION_ROWS)
    add_number(parser, "--seed", texts.SEED, default=DEFAULT_SEED, lowest=0)
    add_number(parser, "--workers", texts.WORKERS, default=1, highest=64)
    parser.add_argument("--no-plots", action="store_true", help=texts.NO_PLOTS)


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
    parser = add_game_command(commands, "growth", command_growth, texts.GROWTH)
    parser.epilog = texts.REPORT_KEPT
    sizes, depths = reader(parse_sizes), reader(parse_depths)
    parser.add_argument("--sizes", type=sizes, default=[], metavar="N,N", help=texts.GROWTH_SIZES)
    text = texts.growth_depth(DEFAULT_DEPTH)
    parser.add_argument("--depth", type=depths, default={}, metavar="N", help=text)
    text = texts.GROWTH_TURN_DEPTH
    parser.add_argument("--turn-depth", type=depths, default={}, metavar="N", help=text)
    add_number(parser, "--games", texts.GROWTH_GAMES, default=2, lowest=2, highest=10**4)
    add_number(parser, "--opening-plies", texts.GROWTH_OPENING_PLIES, default=4, highest=MAX_OPENING_PLIES)
    add_number(parser, "--plies", texts.GROWTH_PLIES, default=200, highest=10**4)
    add_number(parser, "--seed", texts.SEED, default=2026, lowest=0)
    add_number(parser, "--workers", texts.WORKERS, default=1, highest=64)
    parser.add_argument("--out", type=Path, metavar="DIR", help=texts.GROWTH_OUT)
    parser.add_argument("--no-plots", action="store_true", help=texts.NO_PLOTS)


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
