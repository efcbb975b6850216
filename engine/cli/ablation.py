"""``python -m engine ablation``: what each improvement of the search is worth. Light to import."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.cli.arguments import Commands, add_game_command, number
from engine.cli.output import make_folder, print_status, reporting_write_errors
from engine.system.errors import UserError

GAMES, NODES, BUDGET, SEED = 400, 20_000, 2_000_000, 2026


def add_commands(commands: Commands) -> None:
    """Add the command of this module."""
    text = "measure what each improvement of the search is worth, and write a report"
    parser = add_game_command(commands, "ablation", command_ablation, text)
    parser.epilog = "What is done is kept in the report's folder and not done again; run it again to go on."
    parser.add_argument("--out", type=Path, metavar="DIR", help="the report's folder (ablation-GAME)")
    parser.add_argument("--games", type=number(0, 10**5), default=GAMES, metavar="N", help=f"a row ({GAMES})")
    parser.add_argument("--nodes", type=number(1), default=NODES, metavar="N", help=f"a move ({NODES})")
    text = f"nodes for each position that is searched ({BUDGET})"
    parser.add_argument("--budget", type=number(100), default=BUDGET, metavar="N", help=text)
    text = "rows by name, or added, left-out, evaluation, book, control, source (all); none: just the report"
    parser.add_argument("--rows", nargs="+", default=[], metavar="ROW", help=text)
    parser.add_argument("--seed", type=number(0), default=SEED, metavar="N", help=f"({SEED})")
    parser.add_argument("--workers", type=number(1, 64), default=1, metavar="N", help="processes (1)")
    parser.add_argument(
        "--no-plots", action="store_true", help="leave the pictures out: no matplotlib needed"
    )


def command_ablation(args: argparse.Namespace) -> int:
    """Measure the chosen rows, write the report, and print its path."""
    from engine.research.ablation.measure import (
        AblationPlan,
        VariantOpenings,
        is_outdated,
        load_result,
        play_variant,
        require_same,
        search_variant,
        signature,
    )
    from engine.research.ablation.report import write_report
    from engine.research.ablation.variants import chosen, variants_of
    from engine.research.plots import check_matplotlib

    if not args.no_plots:
        check_matplotlib()
    if args.games % 2:
        raise UserError("games are played in pairs, colours reversed: --games takes an even number")
    rows = variants_of(args.game, args.nodes)
    wanted = [] if args.rows == ["none"] else chosen(rows, args.rows)
    folder = make_folder(args.out or Path(f"ablation-{args.game.name}"))
    plan = AblationPlan(
        args.game, folder, args.games, args.nodes, args.budget, args.seed, args.workers, signature(args.game)
    )
    require_same(plan)
    outdated = [row.name for row in rows if is_outdated(plan, row)]
    if outdated:
        print_status(f"made by another version of the search, so not used: {', '.join(outdated)}")
    for row in wanted:
        search_variant(plan, row)
        print_status(f"{row.name}: searched")
    openings = VariantOpenings(plan, print_status)
    for row in wanted if args.games else []:
        play_variant(plan, row, openings.of(row), print_status)
    results = [load_result(plan, row) for row in rows]
    with reporting_write_errors(folder):
        path = write_report(plan, results, not args.no_plots)
    print(path)
    return 0
