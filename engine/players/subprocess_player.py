"""A Python function in its own process, so that it can hang or crash without harm.

Requests and answers are lines, each a pickled tuple in Base64. The function's output goes to standard error,
and its standard input is empty. The process ends with its parent, even from an endless loop.
"""

from __future__ import annotations

import base64
import os
import pickle
import sys
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from engine.game.game import Game
from engine.players import texts
from engine.players.base import Choice, Player, PlayerFailure, StartupTimeout
from engine.players.program import Program, ProgramPlayer, environment
from engine.search.limits import Limits
from engine.system.errors import UserError
from engine.system.own_python import own_command
from engine.system.stopped import Deadline, elapsed

POLL_S = 0.05
"""Seconds between two checks for a stop request."""
CLOCK_MARGIN_S = 5.0
"""Seconds that a function has to answer after its flag has fallen; then it is considered to hang."""
READY, DONE, FAILED, NOT_A_PLAYER = "ready", "done", "failed", "unfit"

Message = tuple[Any, ...]


class _AnswerTimeout(PlayerFailure):
    """There was no answer in time."""


def encode(message: Message) -> str:
    """Encode a message as a line."""
    return base64.b64encode(pickle.dumps(message)).decode()


def decode(line: str) -> Message:
    """Decode a line as a message.

    Raises:
        PlayerFailure: it is not a message; the code in the process can write anything.
    """
    try:
        message = pickle.loads(base64.b64decode(line))  # from a process that we have started
    except Exception:
        raise PlayerFailure(texts.UNREADABLE_ANSWER) from None
    if not (isinstance(message, tuple) and message):
        raise PlayerFailure(texts.UNREADABLE_ANSWER)
    return message


class SubprocessPlayer(ProgramPlayer):
    """Runs this module as a program with `arguments`, and asks it for moves.

    The function has `startup_s` seconds to load and to start a game, `timeout_s` seconds for a move without a
    clock, and `game_time_s` seconds, if given, for all moves of a game. After being stopped it is reloaded at
    once, so that loading does not count as its thinking time.

    Raises:
        UserError: there is no such player.
        StartupTimeout: it does not load in time.
    """

    def __init__(
        self,
        name: str,
        arguments: list[str],
        startup_s: float,
        timeout_s: float,
        game_time_s: float | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(name)
        self._now = now
        self._arguments, self._startup_s, self._timeout_s = arguments, startup_s, timeout_s
        self._game_time_s, self._thinking_s = game_time_s, 0.0
        self._seed: int | None = None
        self._loaded = False
        self._start()

    def new_game(self, seed: int) -> None:
        self._seed, self._thinking_s = seed, 0.0
        if self._is_ready:
            self._begin(seed)
        else:
            self._start_again()

    def prepare(self) -> None:
        if not self._is_ready:
            self._start_again()

    def choose(self, game: Game, limits: Limits) -> Choice:
        self.prepare()
        left = game.clocks.remaining(game.position.side) if game.clocks else None
        seconds = self._timeout_s if left is None else left + CLOCK_MARGIN_S
        if limits.move_limit_ms is not None:
            seconds = min(seconds, (limits.move_limit_ms + limits.grace_ms) / 1000)
        timeout_message = texts.no_move_in_time(round(seconds, 1))
        if self._game_time_s is not None and self._game_time_s - self._thinking_s < seconds:
            seconds = self._game_time_s - self._thinking_s
            timeout_message = texts.game_time_used(self._game_time_s)
            if seconds <= 0:  # even if an answer could still come at once
                raise PlayerFailure(timeout_message)
        began = self._now()
        choice = self._ask(("choose", game.copy(), limits), seconds, timeout_message)
        self._thinking_s += elapsed(began, self._now)
        if not isinstance(choice, Choice):
            self._kill_program()  # the answer belongs to something else
            raise PlayerFailure(texts.UNREADABLE_ANSWER)
        return choice

    # --- the process

    @property
    def _is_ready(self) -> bool:
        return self._program is not None and self._loaded

    def _launch(self) -> None:
        """Start loading the function; do not wait for it."""
        arguments = own_command("engine.players.subprocess_player", *self._arguments)
        self._loaded = False
        self._program = Program(arguments, environment(), shows_errors=True)

    def _start(self) -> None:
        try:
            if self._program is None:
                self._launch()
            answer = self._answer(self._startup_s, texts.not_ready(self._startup_s))
        except PlayerFailure as failure:
            if not self._will_be_reused:
                self._kill_program()
            raise (StartupTimeout if isinstance(failure, _AnswerTimeout) else UserError)(
                str(failure)
            ) from None
        if answer[0] == NOT_A_PLAYER:
            self._kill_program()
            raise UserError(answer[1])
        self._loaded = True

    def _start_again(self) -> None:
        try:
            self._start()
        except UserError as error:
            raise PlayerFailure(str(error)) from None
        if self._seed is not None:
            self._begin(self._seed)

    def _begin(self, seed: int) -> None:
        timeout_message = texts.not_ready_for_game(self._startup_s)
        self._ask(("new_game", seed), self._startup_s, timeout_message)

    # --- requests

    def _ask(self, message: Message, seconds: float, timeout_message: str) -> object:
        assert self._program is not None
        try:
            self._program.send(encode(message))
            kind, *values = self._answer(seconds, timeout_message)
        except PlayerFailure:
            self._kill_program()
            if self._will_be_reused:
                self._launch()  # now, so that loading does not count as thinking time
            raise
        if kind == FAILED:
            raise PlayerFailure(*values)
        return values[0] if values else None

    def _answer(self, seconds: float, timeout_message: str) -> Message:
        """Return the next answer; raise `PlayerFailure` if it takes too long or was stopped."""
        assert self._program is not None
        deadline = Deadline(seconds)
        while True:
            if self._stopped.is_set() or self._aborted.is_set():
                raise PlayerFailure(texts.WAS_STOPPED)
            line = self._program.line(min(deadline.moment, time.monotonic() + POLL_S))
            if line is not None:
                return decode(line)
            if deadline.is_over:
                raise _AnswerTimeout(timeout_message)


# --- in the process


def main(arguments: list[str]) -> int:
    """Run as a program; the arguments are a module, a function and optionally a depth."""
    requests, answers = _streams()

    def send(*message: object) -> None:
        line = encode(message)
        try:
            answers.write(f"{line}\n")
            answers.flush()
        except BaseException:  # such as OSError: the function has closed all files
            os._exit(1)

    try:
        player = _make_player(*arguments)
    except BaseException as error:  # from the module's or the error's own methods, such as __getattr__
        source = texts.source_name(arguments[0], os.path.isabs(arguments[0]))
        own = type(error) is UserError
        send(NOT_A_PLAYER, str(error) if own else texts.not_loaded(source, type(error).__name__))
        return 0
    send(READY)
    while True:
        name, *rest = requests.get()
        try:
            send(DONE, getattr(player, name)(*rest))
        except PlayerFailure as failure:
            send(FAILED, str(failure))
        except BaseException as error:  # from the answer's or the error's own methods, such as repr
            send(FAILED, texts.stopped(type(error).__name__))


def _make_player(module: str, function: str, depth: str = "") -> Player:
    from engine.players.python_code import AgentPlayer, EvaluationPlayer

    name = f"python:{module}:{function}"
    return (
        EvaluationPlayer(name, module, function, int(depth)) if depth else AgentPlayer(name, module, function)
    )


def _streams() -> tuple[SimpleQueue[Message], Any]:
    """Return a queue of requests and a stream for answers, separate from the function's input and output."""
    lines, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    requests: SimpleQueue[Message] = SimpleQueue()

    def listen() -> None:
        try:
            for line in lines:
                if line.strip() == b"quit":
                    break
                requests.put(decode(line.decode()))
        finally:  # the parent is gone, or the function has closed all files; it may never return
            os._exit(0)

    threading.Thread(target=listen, name="requests", daemon=True).start()
    return requests, answers


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
