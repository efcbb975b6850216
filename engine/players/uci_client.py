"""Another program that speaks the Universal Chess Interface, as a player.

Whatever it does wrong becomes a `PlayerFailure` with the reason, and then it is started again for the next
game: it may crash, hang, send garbage or play illegal moves.
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

HANG_MARGIN_S = 5.0
"""Seconds above a move's time limit after which a program counts as hanging, not as slow."""
MAX_FAILED_STARTS = 2
"""Failed starts in a row after which a program is not started again."""
STOP_TIMEOUT_S = 1.0
"""Seconds that a program has to answer `stop`."""
POLL_S = 0.05
"""Seconds between two checks for a stop request."""
REPORT_INTERVAL_S = 0.1
"""Seconds between two reports at least: parsing lines takes time, and some programs print a lot."""
MAX_TITLE_LENGTH = 60
LINES_OPTION = "MultiPV"
"""The option for the number of lines that a program reports."""
INFO_NUMBERS = ("depth", "seldepth", "nodes", "nps", "time")

Answer = TypeVar("Answer")


class UciPlayer(ProgramPlayer):
    """A program started by `words`; `timeout` is how long it may take for a move without a time limit.

    It runs in `environment`, if one is given, and is sent the commands `settings` once it is there.
    """

    def __init__(
        self,
        name: str,
        words: Sequence[str],
        rules: Rules,
        startup: float = STARTUP_TIMEOUT_S,
        timeout: float = MOVE_TIMEOUT_S,
        margin: float = HANG_MARGIN_S,
        environment: Mapping[str, str] | None = None,
        settings: Sequence[str] = (),
    ) -> None:
        super().__init__(name)
        self._words, self._rules = words, rules
        self._startup, self._timeout, self._margin = startup, timeout, margin
        self._environment, self._settings = environment, tuple(settings)
        self._failed_starts = 0
        self._start_failure = ""
        self._wanted: dict[str, int] = {}
        self._sent: dict[str, int] = {}
        self.options: dict[str, UciOption] = {}
        """Its options by name, once it is there."""
        self._folder: str | None = None
        self._log: Path | None = None

    def use(self, settings: Sequence[str], folder: str | None, log: Path | None) -> None:
        """Send these commands once it is there, run it in a folder, and log what is sent and answered."""
        self._settings, self._folder, self._log = tuple(settings), folder, log

    def set_option(self, name: str, value: int) -> None:
        """Set one of the program's numeric options before its next search, if it offers it.

        A value beyond its limits becomes the nearest one. It may be called from any thread.
        """
        self._wanted = {**self._wanted, name: value}

    def new_game(self, seed: int) -> None:
        program = self._program or self._start()
        self._kill_on_failure(lambda: self._begin(program))

    def choose(self, game: Game, limits: Limits) -> Choice:
        program = self._program
        if program is None:
            raise PlayerFailure(texts.NOT_RUNNING)
        limits = DEFAULT_LIMITS if limits == Limits() else limits
        return self._kill_on_failure(lambda: self._ask(program, game, limits))

    def movetime(self, limits: Limits) -> int | None:
        return (DEFAULT_LIMITS if limits == Limits() else limits).movetime

    def _kill_on_failure(self, exchange: Callable[[], Answer]) -> Answer:
        """Run an `exchange` with the program, and kill the program if that fails."""
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
            self._program = Program(self._words, self._environment, False, self._folder, self._log)
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
        for words in self._answers(program, "uciok", self._startup, "uci"):
            if words[:2] == ["id", "name"]:
                self.title = " ".join(words[2:])[:MAX_TITLE_LENGTH]
            if words[:3] == ["option", "name", "UCI_Variant"]:
                self._choose_variant(program, words[3:])
            if option := parse_option(words):
                self.options[option.name] = option
        for setting in self._settings:
            program.send(setting)
        self._synchronise(program)

    def _send_options(self, program: Program) -> None:
        """Send the options that were set since they were sent last."""
        for name, value in self._wanted.items():
            option = self.options.get(name)
            if option is not None and option.kind == "spin" and self._sent.get(name) != value:
                self._sent[name] = value
                value = option.nearest(value)
                program.send(f"setoption name {name} value {value}")

    def _choose_variant(self, program: Program, words: list[str]) -> None:
        # A program that does not offer the option is taken to play the one game that we ask for.
        offered = [value for key, value in pairwise(words) if key == "var"]
        known = next((name for name in offered if name.lower() == self._rules.name), None)
        if known is None:
            raise PlayerFailure(texts.other_game(self._rules.name))
        program.send(f"setoption name UCI_Variant value {known}")

    def _begin(self, program: Program) -> None:
        program.send("ucinewgame")
        self._synchronise(program)

    def _synchronise(self, program: Program) -> None:
        """Wait until the program has processed all commands, and skip its output until then."""
        program.send("isready")
        for _ in self._answers(program, "readyok", self._startup, "isready"):
            pass

    def _answers(self, program: Program, last: str, seconds: float, asked: str) -> Iterator[list[str]]:
        """Yield the program's lines as words, up to and including one that begins with `last`."""
        deadline = time.monotonic() + seconds
        while True:
            line = self._line(program, deadline)
            if line is None or time.monotonic() > deadline:
                raise PlayerFailure(texts.no_answer(asked, seconds))
            words = line.split()
            yield words
            if words[:1] == [last]:
                return

    def _line(self, program: Program, deadline: float) -> str | None:
        """Return the program's next line, None if there is none in time; raise `PlayerFailure` if aborted."""
        while True:
            if self._aborted.is_set():
                raise PlayerFailure(texts.PROGRAM_STOPPED)
            line = program.line(min(deadline, time.monotonic() + POLL_S))
            if line is not None or time.monotonic() >= deadline:
                return line

    # --- moving

    def _ask(self, program: Program, game: Game, limits: Limits) -> Choice:
        self._send_options(program)
        program.send(position_command(game))
        self._synchronise(program)
        command = go_command(game, limits)
        program.send(command)
        lines = {rank: SearchReport(rank) for rank in range(1, self._sent.get(LINES_OPTION, 1) + 1)}
        for words in self._search(program, self._timeout_s(game, limits), command):
            for found in lines.values():
                found.read(words)
                self._report(game, found)
        return self._choice(game, words[1:2], lines[1])

    def _search(self, program: Program, seconds: float, command: str) -> Iterator[list[str]]:
        """Yield the lines of the program's search, up to its move; send `stop` when we are stopped.

        While it says nothing an empty line comes now and then.
        """
        began = time.monotonic()
        deadline, stopped = began + seconds, False
        while True:
            if self._stopped.is_set() and not stopped:
                program.send("stop")
                deadline, stopped = min(deadline, time.monotonic() + STOP_TIMEOUT_S), True
            line = self._line(program, min(deadline, time.monotonic() + POLL_S))
            if line is None:
                if time.monotonic() >= deadline:
                    asked, timeout = ("stop", STOP_TIMEOUT_S) if stopped else (command, seconds)
                    raise PlayerFailure(texts.no_answer(asked, timeout))
                yield []
                continue
            yield line.split()
            if line.split()[:1] == ["bestmove"]:
                return

    def _report(self, game: Game, found: SearchReport) -> None:
        """Report the program's search now and then, if `report` is set."""
        if (
            self.report is not None
            and found.has_news
            and time.monotonic() - found.reported_at >= REPORT_INTERVAL_S
        ):
            info = found.line_info(game)
            if info is not None:
                found.has_news, found.reported_at = False, time.monotonic()
                self.report(info)

    def _timeout_s(self, game: Game, limits: Limits) -> float:
        """Return the seconds after which the program is considered to hang."""
        left = game.clocks.remaining(game.position.side) if game.clocks else None
        if left is not None and clock_words(game):
            return left + self._margin
        return self._timeout if limits.movetime is None else limits.movetime / 1000 + self._margin

    def _choice(self, game: Game, words: list[str], found: SearchReport) -> Choice:
        if words in ([], ["(none)"], ["0000"]):
            raise PlayerFailure(texts.PROGRAM_GAVE_NO_MOVE)
        try:
            move = self._rules.parse_move(game.position, words[0])
        except UserError as error:
            raise PlayerFailure(texts.program_illegal_move(error)) from None
        return Choice(move, found.info(game, move))


def position_command(game: Game) -> str:
    """Return the command that sets up the game's current position, with the moves that led there."""
    rules, start = game.rules, game.start
    text = rules.notation.format(start)
    where = "startpos" if text == rules.notation.format(rules.start()) else f"fen {text}"
    moves = " ".join(ply.move.text for ply in game.plies[: game.cursor])
    return f"position {where} moves {moves}" if moves else f"position {where}"


def go_command(game: Game, limits: Limits) -> str:
    """Return the command that starts a search with these limits, or by the clock of the side to move."""
    named = clock_words(game) or {"depth": limits.depth, "nodes": limits.nodes, "movetime": limits.movetime}
    return " ".join(["go", *(f"{name} {value}" for name, value in named.items() if value is not None)])


def clock_words(game: Game) -> dict[str, int | None]:
    """Return what both clocks show and add, in milliseconds; nothing if the side to move has none.

    A limit per move is not a clock: it is sent to the program as ``movetime``.
    """
    clocks = game.clocks
    if clocks is None or not _has_clock(clocks.controls[game.position.side]):
        return {}
    words: dict[str, int | None] = {}
    for side, colour in enumerate("wb"):
        left, control = clocks.remaining(side), clocks.controls[side]
        if left is not None and control is not None and _has_clock(control):
            words[f"{colour}time"] = round(left * 1000)
            words[f"{colour}inc"] = round(control.increment * 1000)
    return words


def _has_clock(control: TimeControl | None) -> bool:
    return control is not None and not control.per_move


class SearchReport:
    """Collects a line from the output of one search, by default the best one; invalid values are ignored."""

    def __init__(self, rank: int = 1) -> None:
        self._rank = rank
        self._numbers = dict.fromkeys(INFO_NUMBERS, 0)
        self._score = Score(0)
        self._line: list[str] = []
        self._has_info = False
        self.has_news = False
        """True if its moves were not reported since they were read last."""
        self.reported_at = 0.0

    def read(self, words: list[str]) -> None:
        """Read a line of the program's output."""
        if words[:1] != ["info"] or words[1:2] == ["string"]:
            return
        if _after("multipv", words, ["1"]) != [str(self._rank)]:
            return
        for name in INFO_NUMBERS:
            value = _after(name, words)
            if value and value[0].isascii() and value[0].isdigit():
                self._numbers[name] = int(value[0][:18])
                self._has_info = True
        if "score" in words:
            at = words.index("score")
            self._score = parse_score(words[at + 1 : at + 3]) or self._score
        if "pv" in words:
            self._line = words[words.index("pv") + 1 :]
            self.has_news = self._has_info

    def line_info(self, game: Game) -> SearchInfo | None:
        """Return the result so far, None while no legal move was given."""
        try:
            return self.info(game, game.rules.parse_move(game.position, self._line[0]))
        except (UserError, IndexError):
            return None

    def info(self, game: Game, move: Move) -> SearchInfo | None:
        """Return the result, None if the program reported none; the best line begins with `move`."""
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


def _after(name: str, words: list[str], default: Sequence[str] = ()) -> list[str]:
    """Return the word after `name` as a list of one, `default` if `name` is not there."""
    return words[words.index(name) + 1 :][:1] if name in words else list(default)


def parse_score(words: list[str]) -> Score | None:
    """Read ``cp 35`` or ``mate -2``; None if it is neither."""
    digits = words[1].removeprefix("-") if len(words) == 2 else ""
    if not (digits.isascii() and digits.isdigit() and len(digits) < 7):
        return None
    value = int(words[1])
    if words[0] == "cp":
        return Score(value)
    if words[0] == "mate":
        worth = max(WIN - 2 * abs(value), 0)
        return Score(worth if value > 0 else -worth, value)
    return None


def _legal_line(game: Game, move: Move, texts: list[str]) -> tuple[Move, ...]:
    """Return the legal beginning of a line; only `move` if the line begins with another move."""
    line: list[Move] = []
    position = game.position
    for text in texts:
        try:
            line.append(game.rules.parse_move(position, text))
        except UserError:
            break
        position = game.rules.play(position, line[-1])
    return tuple(line) if line[:1] == [move] else (move,)
