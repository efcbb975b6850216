"""A fake UCI program, correct or misbehaving: ``fake_uci.py MODE [MOVE]``. It knows no rules."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable


def say(line: str) -> None:
    print(line, flush=True)


def hang() -> None:
    time.sleep(600)


def crash() -> None:
    print("first complaint\nout of luck", file=sys.stderr, flush=True)
    os._exit(3)


def flood() -> None:
    while True:
        sys.stdout.write("info string what a nice day\nx" * 100)


def chatter(move: str) -> None:
    sys.stdout.buffer.write(b"\xff\xfe\x00 garbage\n" + b"y" * 300_000 + b"\n")
    say("info depth seldepth score cp\ninfo depth x nodes -4 score mate\ninfo\n\nbestmoves a1a1")
    say("info depth 2 multipv 2 score cp 999 nodes 1 pv a1a2")
    say("info depth 7 seldepth 12 multipv 1 score mate -2 nodes 4321 nps 1000 time 17 pv d2d3 d6d5 nonsense")
    say("info nodes 5000 time 18")
    say(f"bestmove {move} ponder d6d5")
    say("bestmove g7g7\n" * 50)


def several() -> None:
    for rank, move in ((1, "d2d3"), (2, "c2c3"), (3, "a2a3"), (4, "b2b3")):
        say(f"info depth 5 multipv {rank} score cp {-rank} nodes 9 pv {move}")


def answer(mode: str, move: str, words: list[str]) -> None:
    if words[0] == "uci":
        if mode == "options":
            say(f"option name Long type combo default a var {'a' * 60_000}")
            for number in range(5000):
                say(f"option name {number} type check default true")
        variant = "chess" if mode == "chess" else "congo"
        say(f"id name fake\noption name UCI_Variant type combo default {variant} var {variant}")
        say("option name MultiPV type spin default 1 min 1 max 3\noption name Clear Hash type button\nuciok")
    elif words[0] == "isready":
        say("readyok")
    elif words == ["setoption", "name", "MultiPV", "value", "3"] and mode == "several":
        several()
    elif words[0] == "setoption" and words[-1] != "congo":
        crash()
    elif words[0] == "go":
        go(mode, move, words)
    elif words[0] == "stop" and mode == "stoppable":
        say(f"bestmove {move}")


def go(mode: str, move: str, words: list[str]) -> None:
    doings: dict[str, Callable[[], None]] = {
        "crash": crash,
        "hang": hang,
        "flood": flood,
        "close": lambda: os.close(1),
    }
    if mode in doings:
        doings[mode]()
    elif mode == "chatter":
        chatter(move)
    elif mode == "several":
        several()
        say(f"bestmove {move}")
    elif mode == "stoppable":
        say("info depth 1")
    elif mode == "slow":
        time.sleep(int(words[2]) / 1000 + 0.2)
        say(f"bestmove {move}")
    elif mode == "echo":  # says the command, in a form that the caller sees
        say(f"info depth {len(words)}")
        say(f"bestmove {'-'.join(words[1:])}")
    else:
        say(f"bestmove {move}".strip())


def main() -> None:
    mode, move = sys.argv[1], " ".join(sys.argv[2:])
    if mode == "dead":
        crash()
    if mode == "deaf":
        hang()
    for line in sys.stdin:
        words = line.split()
        if words[0] == "quit" and mode != "stubborn":
            return
        answer(mode, move, words)
    if mode == "stubborn":
        hang()


main()
