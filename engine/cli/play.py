"""``python -m engine play``: a game in the terminal."""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from engine.cli import texts
from engine.cli.arguments import (
    Commands,
    add_game_command,
    add_shared,
    input_lines,
    players_by_side,
    seed_of,
    side_names,
)
from engine.cli.terminal_commands import TerminalCommands, TurnUndone, board_text
from engine.game.game import Game
from engine.match.tournament_file import no_tournament
from engine.players.base import Player, PlayerFailure
from engine.players.human import HumanPlayer, InputEnded, Resigned
from engine.players.parse import parse_player
from engine.players.player_files import require_separate_files
from engine.players.saved_programs import with_saved_program
from engine.players.texts import PLAYER_NAMES
from engine.record.format import GrowingGame, format_game
from engine.rules.rules import Rules
from engine.search.limits import Limits
from engine.system.errors import UserError, printable
from engine.system.files import require_writable
from engine.system.status import print_status

FAILED = 1


def command_play(args: argparse.Namespace) -> int:
    """Play one game in the terminal; return 1 if a player failed."""
    with no_tournament(args.save):
        return _play_and_save(args)


def _play_and_save(args: argparse.Namespace) -> int:
    game = Game(args.game, args.game.start(args.size))
    names = player_names(args)
    commands = TerminalCommands([name.strip() for name in names])
    require_separate_files(args.save, names)
    require_writable(args.save)
    players = [_player(name, args.game, commands) for name in names]
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # undecodable input is an illegal move
    saved = GrowingGame(args.save) if args.save else None

    def save() -> None:
        if saved is not None:
            with suppress(UserError):  # the disk may have space again at the end
                saved.save(format_game(commands.record(game)))

    try:
        return _play(game, players, Random(seed_of(args)), save)
    finally:
        for player in players:
            player.close()
        if saved is not None:
            _finish(saved, format_game(commands.record(game)))


def _finish(saved: GrowingGame, text: str) -> None:
    """Save the finished game; if that fails, print it, so that it is not lost."""
    try:
        saved.finish(text)
    except UserError:
        print_status(text)
        raise


def _player(name: str, rules: Rules, commands: TerminalCommands) -> Player:
    player = parse_player(name, rules)
    return HumanPlayer(_ask, print, commands.by_name) if isinstance(player, HumanPlayer) else player


def _ask(prompt: str) -> str:
    """Return the next line, as `input` does; an endless one that no terminal sends raises `UserError`."""
    if sys.stdin.isatty():
        return input(prompt)
    print(prompt, end="", flush=True)
    for line in input_lines():
        return line.rstrip("\n")
    raise EOFError


def player_names(args: argparse.Namespace) -> tuple[str, str]:
    """Return the players of both sides; by default a human against the engine.

    Raises:
        UserError: the game has no such side, a side is given twice, or there is no such program.
    """
    first, second = players_by_side(args.game, args)
    return with_saved_program(first or "human"), with_saved_program(second or "engine")


def _play(game: Game, players: Sequence[Player], rng: Random, save: Callable[[], None]) -> int:
    """Play the game and save it after each turn: a closed terminal or Ctrl-C ends the program at once."""
    side = 0
    try:
        for side in range(len(players)):
            players[side].new_game(rng.getrandbits(63))
        while game.outcome is None:
            _show(game)
            side = game.position.side
            with suppress(TurnUndone):
                _move(game, players[side])
            save()
    except Resigned:
        game.resign(side)
    except InputEnded:
        print(f"\n{texts.GOODBYE}")
        return 0
    except PlayerFailure as failure:
        game.forfeit(side, str(failure))
        print(printable(texts.loses(_name(game, side), players[side].name, failure)))
        return FAILED
    _show(game)
    return 0


def _name(game: Game, side: int) -> str:
    return game.rules.facts.side_names[side].title()


def _show(game: Game) -> None:
    """Print the board and the side to move, or the result."""
    print(board_text(game))
    outcome = game.outcome
    if outcome is None:
        print(texts.to_move(_name(game, game.position.side)), flush=True)
    elif outcome.winner is None:
        print(texts.draw(outcome.reason.value))
    else:
        winner, loser = (_name(game, side) for side in (outcome.winner, 1 - outcome.winner))
        print(texts.wins(winner, outcome.reason_about(loser)))


def _move(game: Game, player: Player) -> None:
    """Let a player move; print the move and the search effort."""
    began = time.perf_counter()
    choice = player.choose(game, Limits())
    seconds = time.perf_counter() - began
    name = _name(game, game.position.side)
    game.play(choice.move)
    effort = "" if isinstance(player, HumanPlayer) else texts.effort(player.name, choice.effort(seconds))
    print(texts.plays(name, choice.move) + effort, flush=True)


# --- the parser


def add_commands(commands: Commands) -> None:
    """Add ``play`` to the command line's parser."""
    parser = add_game_command(commands, "play", command_play, texts.PLAY)
    parser.epilog = f"{texts.players(PLAYER_NAMES)} {texts.COLOURS} {texts.IN_THE_GAME}"
    parser.add_argument("--first", metavar="P", help=texts.FIRST)
    parser.add_argument("--second", metavar="P", help=texts.SECOND)
    for colour in side_names():
        parser.add_argument(f"--{colour}", metavar="P", help=argparse.SUPPRESS)
    parser.add_argument("--save", type=Path, metavar="FILE", help=texts.SAVE_GAME)
    add_shared(parser)
