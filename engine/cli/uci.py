"""The Universal Chess Interface (UCI), through which other programs use the engine.

The protocol is Stefan Meyer-Kahlen's (2006), with the option UCI_Variant for the game. Invalid lines are
answered with ``info string``, and the loop continues.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from engine import __version__, rules
from engine.book import opening_book
from engine.cli import texts
from engine.game.game import Game
from engine.rules.diagram import diagram
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.search.limits import Limits, SearchInfo, SearchOptions, allocate_time
from engine.search.networks import network_from_file
from engine.search.skill import MAX_LEVEL
from engine.search.thinker import Failed, Finished, SearchProgress, Thinker
from engine.system.errors import UserError, quoted

DEFAULT_HASH_MIB, MAX_HASH_MIB = 64, 4096
MAX_THREADS = 64
STOP_WAIT_S = 2.0
"""Seconds that a command after ``stop`` waits for the end of the search: some programs do not."""
MAX_MULTIPV = 500


def parse_check(name: str, text: str) -> bool:
    """Parse the value of a UCI option of type check.

    Raises:
        UserError: the text is neither true nor false.
    """
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    raise UserError(texts.not_true_or_false(name, quoted(text)))


@dataclass(frozen=True)
class SpinOption:
    """A UCI option of type spin."""

    default: int
    minimum: int
    maximum: int

    def parse(self, name: str, text: str) -> int:
        """Parse the value of the option `name`.

        Raises:
            UserError: the text is not a number of this range.
        """
        if text.isascii() and text.isdigit() and len(text) < 12 and self.minimum <= int(text) <= self.maximum:
            return int(text)
        raise UserError(texts.not_in_range(name, self.minimum, self.maximum, quoted(text)))


SPINS = {
    "Hash": SpinOption(DEFAULT_HASH_MIB, 1, MAX_HASH_MIB),
    "Threads": SpinOption(1, 1, MAX_THREADS),
    "MultiPV": SpinOption(1, 1, MAX_MULTIPV),
    "Skill Level": SpinOption(MAX_LEVEL, 1, MAX_LEVEL),
}
GO_LIMITS = ("depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo")


class _Warnings(logging.Handler):
    """Sends log warnings of the search, for instance about memory, as ``info string``."""

    def __init__(self, inform: Callable[[str], None]) -> None:
        super().__init__()
        self._inform = inform

    def emit(self, record: logging.LogRecord) -> None:
        self._inform(record.getMessage())


class UciLoop:
    """A UCI session; `write` is called with each line to send, from several threads.

    The search features in `without` are switched off.
    """

    def __init__(self, write: Callable[[str], None], without: frozenset[str] = frozenset()) -> None:
        self._write_line = write
        self._writing = threading.Lock()
        self._connected = True
        self._idle = threading.Event()
        self._idle.set()
        self._thinker = Thinker(wake=self._send_events)
        self._game = Game(rules.get(rules.names()[0]))
        self._last_position: tuple[Game, list[str], list[str]] = (self._game, ["startpos"], [])
        """The game of the last `position` command, with its arguments: start position and moves."""
        self._options = SearchOptions(without=without)
        self._eval_file = ""
        """The value of the option EvalFile, whether it fits the game or not."""
        self._best_line: SearchInfo | None = None
        """The last report of the running search about its best line."""
        self._needs_stop = self._is_stopped = False
        self._limits = Limits()
        self._ponder = False
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._uci,
            "isready": self._isready,
            "ucinewgame": self._ucinewgame,
            "setoption": self._setoption,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponderhit,
            "d": self._d,
        }

    def run(self, lines: Iterable[str]) -> None:
        """Handle lines until ``quit``; at the end of the input let a search with limits finish."""
        log, warnings = logging.getLogger("engine.search"), _Warnings(self.inform)
        log.addHandler(warnings)
        try:
            for line in lines:
                tokens = line.split()
                if tokens and tokens[0] == "quit":
                    self._thinker.cancel()
                    break
                if tokens:
                    self._handle(tokens)
            else:
                self._finish()
            self._thinker.close()
        finally:
            log.removeHandler(warnings)

    def _handle(self, tokens: list[str]) -> None:
        command = self._commands.get(tokens[0])
        if command is None:
            self.inform(texts.unknown_command(quoted(tokens[0])))
            return
        try:
            command(tokens[1:])
        except UserError as error:
            self.inform(error)

    def _finish(self) -> None:
        if self._needs_stop or not self._connected:
            self._thinker.stop()
        self._idle.wait()

    def inform(self, message: object) -> None:
        """Write a message."""
        self._write(f"info string {message}")

    def _write(self, line: str) -> None:
        with self._writing:
            if not self._connected:
                return
            try:
                self._write_line(line)
            except OSError:  # the other program has ended: stop the search; the input will end, too
                self._connected = False
                self._thinker.stop()

    # --- commands

    def _uci(self, tokens: list[str]) -> None:
        self._write(f"id name Congo {__version__}")
        self._write("id author the authors of Congo")
        variants = " ".join(f"var {name}" for name in rules.names())
        self._write(f"option name UCI_Variant type combo default {rules.names()[0]} {variants}")
        for name, spin in SPINS.items():
            self._write(
                f"option name {name} type spin default {spin.default} min {spin.minimum} max {spin.maximum}"
            )
        self._write("option name Ponder type check default false")
        self._write("option name OwnBook type check default false")
        self._write("option name Use NNUE type check default true")
        self._write("option name EvalFile type string default <empty>")
        self._write("option name Clear Hash type button")
        self._write("uciok")

    def _isready(self, tokens: list[str]) -> None:
        if self._idle.is_set():
            self._thinker.prepare(
                self._game.rules, self._options
            )  # so that `go` does not have to, on the clock
        self._write("readyok")

    def _ucinewgame(self, tokens: list[str]) -> None:
        self._require_idle("ucinewgame")
        self._thinker.new_game()
        # Weak levels vary their games, but a UCI session is reproducible.
        self._options = replace(self._options, seed=self._options.seed + 1)

    def _setoption(self, tokens: list[str]) -> None:
        self._require_idle("setoption")
        name, value = _named_value(tokens)
        if name == "clear hash":
            self._thinker.new_game()
        elif name == "ponder":
            self._ponder = parse_check("Ponder", value)
        elif name == "ownbook":
            self._use_book(parse_check("OwnBook", value))
        elif name == "use nnue":
            self._use_network(parse_check("Use NNUE", value))
        elif name == "evalfile":
            self._use_file("" if value == "<empty>" else value)
        elif name == "uci_variant":
            self._game = Game(rules.get(value))
            self._use_file(self._eval_file)
        elif name == "hash":
            self._thinker.set_hash(SPINS["Hash"].parse("Hash", value))
        elif name == "threads":
            self._options = replace(self._options, threads=SPINS["Threads"].parse("Threads", value))
        elif name == "multipv":
            self._options = replace(self._options, multipv=SPINS["MultiPV"].parse("MultiPV", value))
        elif name == "skill level":
            self._options = replace(self._options, level=SPINS["Skill Level"].parse("Skill Level", value))
        else:
            raise UserError(texts.unknown_option(quoted(name)))

    def _use_book(self, wanted: bool) -> None:
        problem = opening_book.shared(self._game.rules.name).problem if wanted else None
        if problem is not None:
            raise UserError(problem)
        self._options = replace(self._options, book=wanted)

    def _use_network(self, wanted: bool) -> None:
        """Switch the network on or off, and clear the hash table, whose scores are no longer valid."""
        without = self._options.without - {"network"} if wanted else self._options.without | {"network"}
        self._options = replace(self._options, without=without)
        self._thinker.new_game()

    def _use_file(self, name: str) -> None:
        """Evaluate with the network in a file as long as it fits the game; another game may follow.

        The file is read again, since a training may have replaced it.
        """
        self._eval_file = name
        network_from_file.cache_clear()
        try:
            if name:
                network_from_file(self._game.rules, name)
        except UserError as problem:
            self.inform(texts.own_evaluation(problem, self._game.rules.facts.title))
            name = ""
        if name or self._options.eval_file:
            self._options = replace(self._options, eval_file=name)
            self._thinker.new_game()

    def _position(self, tokens: list[str]) -> None:
        self._require_idle("position")
        at = tokens.index("moves") if "moves" in tokens else len(tokens)
        start, moves = tokens[:at], tokens[at + 1 :]
        game, played = self._game_so_far(start, moves)
        for text in moves[played:]:
            if game.outcome is not None and game.rules.outcome(game.position) is None:
                # A draw by repetition, say: the other program plays on, from here with new counters.
                game = Game(game.rules, game.position)
            game.play(game.rules.parse_move(game.position, text))
        self._game = game
        self._last_position = (game, start, moves)

    def _game_so_far(self, start: list[str], moves: list[str]) -> tuple[Game, int]:
        """Return the game with the number of moves already played: a copy of the last game, if continued."""
        game, last_start, last_moves = self._last_position
        played = len(last_moves)
        if game is self._game and start == last_start and moves[:played] == last_moves:
            return game.copy(), played
        return Game(self._game.rules, _parse_start(self._game.rules, start)), 0

    def _go(self, tokens: list[str]) -> None:
        self._require_idle("go")
        self._limits = limits = parse_go(tokens, self._game)
        self._needs_stop = limits.infinite or limits.ponder
        self._is_stopped = False
        self._idle.clear()
        game = self._game
        self._thinker.go(game.rules, game.position, game.key_history(), limits, self._options)

    def _stop(self, tokens: list[str]) -> None:
        self._is_stopped = True
        self._thinker.stop()

    def _ponderhit(self, tokens: list[str]) -> None:
        limits = self._limits
        self._needs_stop = limits.infinite or limits == Limits(ponder=True, moves=limits.moves)
        self._thinker.ponderhit()

    def _d(self, tokens: list[str]) -> None:
        self._write(diagram(self._game.rules, self._game.position))
        self._write(f"Fen: {self._game.rules.notation.format(self._game.position)}")

    def _require_idle(self, command: str) -> None:
        if not self._idle.wait(STOP_WAIT_S if self._is_stopped else 0):
            self._is_stopped = False  # do not wait again
            raise UserError(texts.searching(command))

    # --- on the search thread

    def _send_events(self) -> None:
        for event in self._thinker.events():
            if isinstance(event, SearchProgress):
                if event.info.multipv == 1:
                    self._best_line = event.info
                self._write(str(event.info))
                continue
            if isinstance(event, Failed):
                self.inform(event.message)
            elif event.info not in (None, self._best_line) and self._options.level == MAX_LEVEL:
                self._write(str(event.info))  # the total nodes and time of an interrupted search
            self._best_line = None
            # Idle first: a program that has read the move may send the next command at once.
            self._idle.set()
            self._write(self._bestmove(event if isinstance(event, Finished) else None))

    def _bestmove(self, event: Finished | None) -> str:
        if event is None or event.move is None:
            return "bestmove (none)"
        line = event.info.pv if event.info else ()
        expected = f" ponder {line[1]}" if self._ponder and len(line) > 1 else ""
        return f"bestmove {event.move}{expected}"


def _named_value(tokens: list[str]) -> tuple[str, str]:
    """Split ``name NAME [value VALUE]``; names are case-insensitive and may contain spaces."""
    if tokens[:1] != ["name"]:
        raise UserError(texts.SETOPTION_USAGE)
    at = tokens.index("value") if "value" in tokens else len(tokens)
    return " ".join(tokens[1:at]).lower(), " ".join(tokens[at + 1 :])


def _parse_start(game: Rules, tokens: list[str]) -> Position:
    if tokens[:1] == ["fen"] and len(tokens) > 1:
        return game.notation.parse(" ".join(tokens[1:]))
    if len(tokens) == 1 and tokens[0].partition(":")[0] == "startpos":
        return rules.parse_position(game, tokens[0])
    raise UserError(texts.POSITION_USAGE)


def parse_go(tokens: list[str], game: Game) -> Limits:
    """Parse the arguments of ``go`` in the current position.

    Raises:
        UserError: a word is unknown, a number is missing, or a move is not legal.
    """
    values: dict[str, int] = {}
    names: dict[str, None] = {}
    flags = set()
    rest = deque(tokens)
    while rest:
        name = rest.popleft()
        if name in ("infinite", "ponder"):
            flags.add(name)
        elif name in GO_LIMITS:
            values[name] = _whole_number(name, rest.popleft() if rest else "")
        elif name == "searchmoves":
            while rest and rest[0] not in (*GO_LIMITS, "infinite", "ponder"):
                names[rest.popleft()] = None
        else:
            raise UserError(texts.unknown_limit(quoted(name)))
    share = _time_for_move(values, game.position.side)
    depth, nodes, movetime = (values.get(name) for name in ("depth", "nodes", "movetime"))
    has_limit = share is not None or any(value is not None for value in (depth, nodes, movetime))
    unbounded, ponder = "infinite" in flags or not has_limit, "ponder" in flags
    infinite = unbounded and not ponder
    chosen = tuple(dict.fromkeys(game.rules.parse_move(game.position, name) for name in names))
    limits = Limits(depth, nodes, movetime, infinite=infinite, ponder=ponder, moves=chosen)
    if not unbounded:
        limits = limits.within(game.rules.facts.reply_time_ms)
    return limits.on_clock(*share) if share else limits


def _time_for_move(values: dict[str, int], side: int) -> tuple[int, int] | None:
    """Return the soft and hard time limits in milliseconds; None without a clock or with `movetime`."""
    remaining = values.get("btime" if side else "wtime")
    if "movetime" in values or remaining is None:
        return None
    increment = values.get("binc" if side else "winc", 0)
    return allocate_time(remaining, increment, values.get("movestogo"))


def _whole_number(name: str, text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 16):
        raise UserError(texts.not_a_number(name, quoted(text)))
    return max(int(text), 0 if "time" in name or "inc" in name else 1)
