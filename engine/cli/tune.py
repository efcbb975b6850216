"""``python -m engine tune``: fit a game's evaluation to games against oneself. Light to import."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from engine.cli.arguments import Commands, game_named, number
from engine.cli.event_options import add_worker_options
from engine.rules import first
from engine.system.errors import UserError, quoted

GAMES, NODES, SEED = 4000, 2000, 1


def add_commands(commands: Commands) -> None:
    """Add ``tune`` to the command line's parser."""
    text = "play games against oneself and fit the evaluation's weights to them"
    parser = commands.add_parser("tune", help=text, description=text)
    parser.set_defaults(run=_tune)
    text = f"a game whose weights are fitted ({first().name})"
    parser.add_argument("game", nargs="?", type=game_named, default=first(), metavar="GAME", help=text)
    parser.add_argument("--games", type=number(10), default=GAMES, metavar="N", help=f"({GAMES})")
    text = f"for each move ({NODES})"
    parser.add_argument("--nodes", type=number(10), default=NODES, metavar="N", help=text)
    parser.add_argument("--seed", type=number(0), default=SEED, metavar="N", help=f"({SEED})")
    add_worker_options(parser)
    parser.add_argument("--base", default="hand", metavar="NAME", help="weights to start from (hand)")
    parser.add_argument("--data", type=Path, metavar="FILE", help="keep the positions (.npz); read if there")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the fitted weights; if missing, printed")


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
    print(f"loss {fit.loss_before:.5f} before, {fit.loss_after:.5f} after", file=sys.stderr)
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
    from engine.system.files import require_writable

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
    print(f"{done}/{games} games", file=sys.stderr, flush=True)
