"""Another program that speaks the Universal Chess Interface (UCI), as a player.

If it crashes, hangs, sends garbage or plays an illegal move, a `PlayerFailure` gives the reason, and it is
restarted for the next game. One that does not react to being stopped is restarted by `prepare`: many simple
programs read nothing while they think.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from engine.game.clocks import TimeControl
from engine.game.game import Game
from engine.players import texts
from engine.players.base import DEFAULT_LIMITS, MOVE_TIMEOUT_S, STARTUP_TIMEOUT_S, Choice, PlayerFailure
from engine.players.program import Program, ProgramPlayer
from engine.players.program_settings import UciOption, parse_option
from engine.rules.rules import Rules
from engine.rules.values import Move
from engine.search.limits import Limits, Score, SearchInfo
from engine.search.state import WIN
from engine.system.errors import UserError
from engine.system.stopped import Deadline

HANG_MARGIN_S = 5.0
"""Seconds beyond a move's time limit after which a program is considered to hang."""
MAX_FAILED_STARTS = 2
"""Consecutive failed starts after which a program is not started again."""
STOP_TIMEOUT_S = 1.0
"""Seconds that a program has to answer `stop`."""
LATE_READING_S = 5.0
"""Seconds for reading what a program has said in time: one that talks without end is faster than we are."""
POLL_S = 0.05
"""Seconds between two checks for a stop request."""
REPORT_INTERVAL_S = 0.1
"""Minimum seconds between two reports: parsing lines takes time, and some programs print a lot."""
MAX_TITLE_LENGTH = 60
MAX_OPTIONS, MAX_OPTION_LENGTH = 1000, 10_000
"""The most options of a program that are kept, and characters of each: it may announce them without end."""
LINES_OPTION = "MultiPV"
"""The UCI option for the number of lines to report."""
INFO_NUMBERS = ("depth", "seldepth", "nodes", "nps", "time")

Answer = TypeVar("Answer")


class UciPlayer(ProgramPlayer):
    """A program started with the command line `arguments`.

    It has `startup_s` seconds to start, `timeout_s` seconds for a move without a time limit, and `margin_s`
    seconds beyond any time limit. It runs in `environment`, if given; at the start it is sent the UCI
    commands `settings`.
    """

    def __init__(
        self,
        name: str,
        arguments: Sequence[str],
        rules: Rules,
        startup_s: float = STARTUP_TIMEOUT_S,
        timeout_s: float = MOVE_TIMEOUT_S,
        margin_s: float = HANG_MARGIN_S,
        environment: Mapping[str, str] | None = None,
        settings: Sequence[str] = (),
    ) -> None:
        super().__init__(name)
        self._arguments, self._rules = arguments, rules
        self._startup_s, self._timeout_s, self._margin_s = startup_s, timeout_s, margin_s
        self._environment, self._settings = environment, tuple(settings)
        self._failed_starts = 0
        self._start_failure = ""
        self._wanted: dict[str, int] = {}
        self._sent: dict[str, int] = {}
        self.options: dict[str, UciOption] = {}
        """The options that it offers by name, once it has started."""
        self._folder: str | None = None
        self._log: Path | None = None

    def use(self, settings: Sequence[str], folder: str | None, log: Path | None) -> None:
        """Set the UCI commands to send at the start, the working folder and the log file."""
        self._settings, self._folder, self._log = tuple(settings), folder, log

    def set_option(self, name: str, value: int) -> None:
        """Set a numeric option before the next search, if the program offers it.

        A value out of range becomes the nearest valid one. May be called from any thread.
        """
        self._wanted = {**self._wanted, name: value}

    def new_game(self, seed: int) -> None:
        self._begin()

    def choose(self, game: Game, limits: Limits) -> Choice:
        program = self._program or self._begin()
        limits = DEFAULT_LIMITS if limits == Limits() else limits
        return self._kill_on_failure(lambda: self._ask(program, game, limits))

    def prepare(self) -> None:
        if self._program is None:
            self._begin()

    def movetime(self, limits: Limits) -> int | None:
        return (DEFAULT_LIMITS if limits == Limits() else limits).movetime

    def _kill_on_failure(self, exchange: Callable[[], Answer]) -> Answer:
        """Return the result of `exchange`; kill the program if it fails."""
        try:
            return exchange()
        except PlayerFailure:
            self._kill_program()
            raise

    # --- starting

    def _start(self) -> Program:
        if self._failed_starts >= MAX_FAILED_STARTS:
            raise PlayerFailure(self._start_failure)
        try:
            self._program = Program(self._arguments, self._environment, False, self._folder, self._log)
            self._handshake(self._program)
        except PlayerFailure as failure:
            self._kill_program()
            self._failed_starts += 1
            self._start_failure = str(failure)
            raise
        self._failed_starts = 0
        return self._program

    def _handshake(self, program: Program) -> None:
        program.send("uci")
        self.options, self._sent = {}, {}
        for tokens in self._answers(program, "uciok", self._startup_s, "uci"):
            if tokens[:2] == ["id", "name"]:
                self.title = " ".join(tokens[2:])[:MAX_TITLE_LENGTH]
            if tokens[:3] == ["option", "name", "UCI_Variant"]:
                self._choose_variant(program, tokens[3:])
            is_kept = len(self.options) < MAX_OPTIONS and sum(map(len, tokens)) <= MAX_OPTION_LENGTH
            if is_kept and (option := parse_option(tokens)):
                self.options[option.name] = option
        for setting in self._settings:
            program.send(setting)
        self._synchronise(program)

    def _send_options(self, program: Program) -> None:
        """Send the options that have changed since they were last sent."""
        for name, value in self._wanted.items():
            option = self.options.get(name)
            if option is not None and option.kind == "spin" and self._sent.get(name) != value:
                self._sent[name] = value
                value = option.nearest(value)
                program.send(f"setoption name {name} value {value}")

    def _choose_variant(self, program: Program, tokens: list[str]) -> None:
        # A program without this option is assumed to play our game.
        offered = [value for key, value in pairwise(tokens) if key == "var"]
        known = next((name for name in offered if name.lower() == self._rules.name), None)
        if known is None:
            raise PlayerFailure(texts.other_game(self._rules.name))
        program.send(f"setoption name UCI_Variant value {known}")

    def _begin(self) -> Program:
        """Begin a game; start the program if it is not running."""
        program = self._program or self._start()
        self._kill_on_failure(lambda: self._send_new_game(program))
        return program

    def _send_new_game(self, program: Program) -> None:
        program.send("ucinewgame")
        self._synchronise(program)

    def _synchronise(self, program: Program) -> None:
        """Wait until the program has processed all commands; skip its output until then."""
        program.send("isready")
        for _ in self._answers(program, "readyok", self._startup_s, "isready"):
            pass

    def _answers(self, program: Program, last: str, seconds: float, asked: str) -> Iterator[list[str]]:
        """Yield the program's lines, split into tokens, up to and including one that begins with `last`."""
        deadline = Deadline(seconds)
        while True:
            line = self._line(program, deadline)
            if deadline.is_over:
                raise PlayerFailure(texts.no_answer(asked, seconds))
            if line is None:
                continue
            tokens = line.split()
            yield tokens
            if tokens[:1] == [last]:
                return

    def _line(self, program: Program, deadline: Deadline) -> str | None:
        """Return the program's next line, None if it is silent for `POLL_S` seconds or until the deadline.

        Raises:
            PlayerFailure: the program was aborted, or has ended.
        """
        if self._aborted.is_set():
            raise PlayerFailure(texts.PROGRAM_STOPPED)
        return program.line(min(deadline.moment, time.monotonic() + POLL_S))

    # --- moving

    def _ask(self, program: Program, game: Game, limits: Limits) -> Choice:
        self._send_options(program)
        program.send(position_command(game))
        self._synchronise(program)
        command = go_command(game, limits)
        program.send(command)
        lines = {rank: SearchReport(rank) for rank in range(1, self._sent.get(LINES_OPTION, 1) + 1)}
        for tokens in self._search(program, self._hang_after_s(game, limits), command):
            for found in lines.values():
                found.read(tokens)
                self._report(game, found)
        return self._choice(game, tokens[1:2], lines[1])

    def _search(self, program: Program, seconds: float, command: str) -> Iterator[list[str]]:
        """Yield the program's lines during a search, up to its move; send `stop` when we are stopped.

        While the program is silent, an empty line is yielded every `POLL_S` seconds. After the deadline the
        move is looked for among the lines that wait, for at most `LATE_READING_S`.
        """
        deadline, stopped = Deadline(seconds), False
        last: Deadline | None = None
        while True:
            if self._stopped.is_set() and not stopped:
                program.send("stop")
                deadline = min(deadline, Deadline(STOP_TIMEOUT_S), key=lambda each: each.moment)
                stopped = True
            line = self._line(program, deadline)
            is_move = line is not None and line.split(maxsplit=1)[:1] == ["bestmove"]
            if deadline.is_over and not is_move:
                last = last or Deadline(LATE_READING_S)
                if line is None or last.is_over:
                    asked, waited_s = ("stop", STOP_TIMEOUT_S) if stopped else (command, seconds)
                    raise PlayerFailure(texts.no_answer(asked, waited_s))
                continue
            yield [] if line is None else line.split()
            if is_move:
                return

    def _report(self, game: Game, found: SearchReport) -> None:
        """Report the search at most every `REPORT_INTERVAL_S` seconds, if `report` is set."""
        if (
            self.report is not None
            and found.has_news
            and time.monotonic() - found.reported_at >= REPORT_INTERVAL_S
        ):
            info = found.line_info(game)
            if info is not None:
                found.has_news, found.reported_at = False, time.monotonic()
                self.report(info)

    def _hang_after_s(self, game: Game, limits: Limits) -> float:
        """Return the seconds after which the program is considered to hang."""
        left = game.clocks.remaining(game.position.side) if game.clocks else None
        if left is not None and clock_arguments(game):
            return left + self._margin_s
        return self._timeout_s if limits.movetime is None else limits.movetime / 1000 + self._margin_s

    def _choice(self, game: Game, tokens: list[str], found: SearchReport) -> Choice:
        if tokens in ([], ["(none)"], ["0000"]):
            raise PlayerFailure(texts.PROGRAM_GAVE_NO_MOVE)
        try:
            move = self._rules.parse_move(game.position, tokens[0])
        except UserError as error:
            raise PlayerFailure(texts.program_illegal_move(error)) from None
        return Choice(move, found.info(game, move))


def position_command(game: Game) -> str:
    """Return the UCI command that sets up the game's current position, with the moves that led to it."""
    rules, start = game.rules, game.start
    text = rules.notation.format(start)
    where = "startpos" if text == rules.notation.format(rules.start()) else f"fen {text}"
    moves = " ".join(ply.move.text for ply in game.plies[: game.cursor])
    return f"position {where} moves {moves}" if moves else f"position {where}"


def go_command(game: Game, limits: Limits) -> str:
    """Return the UCI command that starts a search, on the mover's clock or else with these limits."""
    fixed = {"depth": limits.depth, "nodes": limits.nodes, "movetime": limits.movetime}
    named = clock_arguments(game) or fixed
    return " ".join(["go", *(f"{name} {value}" for name, value in named.items() if value is not None)])


def clock_arguments(game: Game) -> dict[str, int | None]:
    """Return the times and increments of ``go`` in milliseconds; empty if the side to move has no clock.

    A limit per move is not a clock: it is sent as ``movetime``.
    """
    clocks = game.clocks
    if clocks is None or not _has_clock(clocks.controls[game.position.side]):
        return {}
    arguments: dict[str, int | None] = {}
    for side, colour in enumerate("wb"):
        left, control = clocks.remaining(side), clocks.controls[side]
        if left is not None and control is not None and _has_clock(control):
            arguments[f"{colour}time"] = round(left * 1000)
            arguments[f"{colour}inc"] = round(control.increment * 1000)
    return arguments


def _has_clock(control: TimeControl | None) -> bool:
    return control is not None and not control.per_move


class SearchReport:
    """Collects the line of a `rank`, by default the best, from a search's output; ignores invalid values."""

    def __init__(self, rank: int = 1) -> None:
        self._rank = rank
        self._numbers = dict.fromkeys(INFO_NUMBERS, 0)
        self._score = Score(0)
        self._line: list[str] = []
        self._has_info = False
        self.has_news = False
        """True if the line has changed since the last report."""
        self.reported_at = 0.0

    def read(self, tokens: list[str]) -> None:
        """Read a line of the program's output, split into tokens."""
        if tokens[:1] != ["info"] or tokens[1:2] == ["string"]:
            return
        if _after("multipv", tokens, ["1"]) != [str(self._rank)]:
            return
        for name in INFO_NUMBERS:
            value = _after(name, tokens)
            if value and value[0].isascii() and value[0].isdigit():
                self._numbers[name] = int(value[0][:18])
                self._has_info = True
        if "score" in tokens:
            at = tokens.index("score")
            self._score = parse_score(tokens[at + 1 : at + 3]) or self._score
        if "pv" in tokens:
            self._line = tokens[tokens.index("pv") + 1 :]
            self.has_news = self._has_info

    def line_info(self, game: Game) -> SearchInfo | None:
        """Return the result so far, None until there is a legal move."""
        try:
            return self.info(game, game.rules.parse_move(game.position, self._line[0]))
        except (UserError, IndexError):
            return None

    def info(self, game: Game, move: Move) -> SearchInfo | None:
        """Return the result with a line that begins with `move`; None if the program reported nothing."""
        if not self._has_info:
            return None
        numbers = self._numbers
        return SearchInfo(
            depth=numbers["depth"],
            seldepth=max(numbers["seldepth"], numbers["depth"]),
            score=self._score,
            nodes=numbers["nodes"],
            nps=numbers["nps"],
            time_ms=numbers["time"],
            pv=_legal_line(game, move, self._line),
            multipv=self._rank,
        )


def _after(name: str, tokens: list[str], default: Sequence[str] = ()) -> list[str]:
    """Return the word after `name` as a list of one, `default` if there is no `name`."""
    return tokens[tokens.index(name) + 1 :][:1] if name in tokens else list(default)


def parse_score(tokens: list[str]) -> Score | None:
    """Parse ``cp 35`` or ``mate -2``; None if it is neither."""
    digits = tokens[1].removeprefix("-") if len(tokens) == 2 else ""
    if not (digits.isascii() and digits.isdigit() and len(digits) < 7):
        return None
    value = int(tokens[1])
    if tokens[0] == "cp":
        return Score(value)
    if tokens[0] == "mate":
        score = max(WIN - 2 * abs(value), 0)
        return Score(score if value > 0 else -score, value)
    return None


def _legal_line(game: Game, move: Move, texts: list[str]) -> tuple[Move, ...]:
    """Return the longest legal prefix of a line; only `move` if the line begins with another move."""
    line: list[Move] = []
    position = game.position
    for text in texts:
        try:
            line.append(game.rules.parse_move(position, text))
        except UserError:
            break
        position = game.rules.play(position, line[-1])
    return tuple(line) if line[:1] == [move] else (move,)
