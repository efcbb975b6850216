"""Games as text: written, appended to a file, and read back.

The form follows that of chess, PGN, with the games' own moves::

    [Event "match"]
    [Game "congo"]
    [Date "2026.09.01"]
    [White "engine:nodes=2000"]
    [Black "greedy"]
    [Result "1-0"]
    [Reason "the lion was captured"]

    1. d2d3 {+0.16, depth 4} d6d5 2. g1f3 (2. c2c3 d5d4) g7f5 $2 1-0

*Tags* come first, one a line. ``Game`` is the game's name and must be there. The players' tags are called
as the game's sides are, or ``First`` and ``Second``. ``FEN`` is the start position where it is not the
game's own, so it also says the board's size. ``Reason`` says how the game ended. Any other tag is kept:
settings of the event, for instance. In a value, ``\\`` stands before ``"`` and ``\\``.

*Clocks*: ``TimeControl`` says what each clock shows at first and what a move adds, in seconds: ``180+2``.
Where the sides differ it is ``WhiteTimeControl`` and ``BlackTimeControl``, called after the game's sides,
with ``-`` for no clock. ``[%clk 0:02:59.8]`` in the comment on a move is what the mover's clock showed after
it, and the tag ``Clocks``, in the file of a running game, what both clocks show now.

*Moves* are in the notation of RULES.md, all from the start position on, with numbers, which are not
checked. ``{...}`` and ``;`` to the end of the line are comments on the move before, ``(...)`` is a
variation: another line from the position in which the move before it was played. ``$2`` is a judgement by
its PGN number; ``!``, ``?``, ``!!``, ``??``, ``!?`` and ``?!`` behind a move are read as such.

*The end*: ``1-0`` says that the side that moves first has won, whatever its colour; ``0-1`` the other,
``1/2-1/2`` a draw, ``*`` that the game was not finished.

A file holds any number of games. A line that begins with ``[Event `` always begins a new one, so a game
that was cut off in the middle of writing spoils neither those before nor those after it.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TypeVar

from engine import rules as registry
from engine.game.clocks import NO_CLOCK, Controls, TimeControl, Times, clocks_for, read_time, write_time
from engine.game.game import Game
from engine.record.tokens import RecordError, Token, split_games, split_tokens
from engine.rules.errors import GameError
from engine.rules.move import Move
from engine.rules.outcome import Outcome, Reason
from engine.rules.position import Position
from engine.rules.rules import Rules
from engine.system.errors import UserError, quoted
from engine.system.files import replace_file

COLUMNS = 100
DEEPEST_VARIATION = 50
ORDERS = ("First", "Second")
CONTROL_TAG, CLOCKS_TAG = "TimeControl", "Clocks"
OWN_TAGS = ("Event", "Game", "Result", "Reason", "FEN", *ORDERS)
"""Tags that say what the fields of `GameRecord` hold, beside those called after the game's sides."""

_CLOCK = re.compile(r"\s*\[%clk\s+([0-9:.]+)\]\s*")

Value = TypeVar("Value")


class Result(Enum):
    """How a game ended; the value is its written form."""

    FIRST = "1-0"
    SECOND = "0-1"
    DRAW = "1/2-1/2"
    NONE = "*"

    @classmethod
    def of(cls, outcome: Outcome | None) -> Result:
        """Return the result of a game with this outcome."""
        if outcome is None:
            return cls.NONE
        return cls.won_by(outcome.winner)

    @classmethod
    def won_by(cls, side: int | None) -> Result:
        """Return the result of a game that `side` has won, a draw for None."""
        return cls.DRAW if side is None else (cls.FIRST, cls.SECOND)[side]


@dataclass(frozen=True)
class RecordedMove:
    """A move, what is said about it, and the lines that could have been played in its place."""

    move: Move
    comment: str = ""
    judgements: tuple[int, ...] = ()
    variations: tuple[tuple[RecordedMove, ...], ...] = ()
    clock: float | None = None
    """Seconds that the mover had left after it."""


@dataclass(frozen=True)
class GameRecord:
    """A game as it is written down; `tags` are those that no other field stands for."""

    rules: Rules
    start: Position
    moves: tuple[RecordedMove, ...] = ()
    players: tuple[str, str] = ("?", "?")
    result: Result = Result.NONE
    reason: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)
    comment: str = ""
    """What is said before the first move."""
    event: str = "game"
    controls: Controls = (None, None)
    now: Times | None = None
    """What the clocks show in the position on the board, if that is not what they showed when it arose."""

    @classmethod
    def of(
        cls,
        game: Game,
        players: tuple[str, str] = ("?", "?"),
        tags: Mapping[str, str] | None = None,
        comments: Sequence[str] = (),
        event: str = "game",
        ended: tuple[Result, str] | None = None,
    ) -> GameRecord:
        """Return the record of a game as far as it is played; `comments` are those on its plies.

        `ended` is its result and the reason, if these are not what the game's rules say.
        """
        outcome = game.outcome
        by_rules = Result.of(outcome), outcome.words if outcome else ""
        result, reason = by_rules if ended is None else ended
        said = [*comments, *[""] * game.cursor]
        plies = enumerate(zip(game.plies[: game.cursor], said, strict=False), start=1)
        return cls(
            rules=game.rules,
            start=game.start,
            moves=tuple(
                RecordedMove(ply.move, " ".join(comment.split()), clock=clock_after(game, at))
                for at, (ply, comment) in plies
            ),
            players=players,
            result=result,
            reason=reason,
            tags=dict(tags or {}),
            event=event,
            controls=game.clocks.controls if game.clocks else (None, None),
        )

    def replay(self, now: Callable[[], float] = time.monotonic) -> Game:
        """Return the game with all its plies played; raise `GameError` if it was over before its last one.

        Its clocks, if it has any, stand; should they run, it is by `now`.
        """
        game = Game(self.rules, self.start, clocks_for(self.controls, now))
        for recorded in self.moves:
            game.play(recorded.move)
        self._restore_clocks(game)
        self._restore_end(game)
        return game

    def _restore_clocks(self, game: Game) -> None:
        if game.clocks is None:
            return
        times: list[Times] = []
        now = game.clocks.after(0)
        for ply, recorded in zip(game.plies, self.moves, strict=True):
            left = now[ply.side] if recorded.clock is None else recorded.clock
            now = (left, now[1]) if ply.side == 0 else (now[0], left)
            times.append(now)
        game.clocks.restore(times)

    def _restore_end(self, game: Game) -> None:
        """End a game that no move ended as it says that it ended."""
        if self.reason == Reason.ADJUDICATION.value and self.result is not Result.NONE:
            game.adjudicate({Result.FIRST: 0, Result.SECOND: 1}.get(self.result))
        if self.result is Result.DRAW and self.reason == Reason.AGREEMENT.value:
            game.agree_draw()
        if self.result not in (Result.FIRST, Result.SECOND):
            return
        loser = 1 if self.result is Result.FIRST else 0
        reason, _, detail = self.reason.partition(": ")
        if reason == Reason.RESIGNATION.value:
            game.resign(loser)
        elif reason == Reason.TIME.value:
            game.lose_on_time(loser)
        elif reason == Reason.FAILURE.value:
            game.forfeit(loser, detail)


def clock_after(game: Game, cursor: int) -> float | None:
    """Return what the mover's clock showed after so many plies, to the millisecond; None without a clock."""
    side = game.plies[cursor - 1].side
    if game.clocks is None or game.clocks.controls[side] is None:
        return None
    return round(max(0.0, game.clocks.after(cursor)[side]), 3)


# --- writing


def write(record: GameRecord) -> str:
    """Return a game as text that ends with an empty line; `read` gives it back."""
    tags = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in _all_tags(record))
    moves = _lines(" ".join([*_move_texts(record), record.result.value]).split())
    return f"{tags}\n{moves}\n\n"


def _lines(words: Sequence[str]) -> str:
    """Return words in lines of at most `COLUMNS` characters; `textwrap` takes many times as long."""
    lines: list[list[str]] = [[]]
    length = -1
    for word in words:
        length += 1 + len(word)
        if length > COLUMNS and lines[-1]:
            lines.append([])
            length = len(word)
        lines[-1].append(word)
    return "\n".join(" ".join(line) for line in lines)


def _all_tags(record: GameRecord) -> Iterator[tuple[str, str]]:
    rest = dict(record.tags)
    yield "Event", record.event
    yield "Game", record.rules.name
    for name in ("Date", "Round"):
        if name in rest:
            yield name, rest.pop(name)
    yield from zip((name.title() for name in record.rules.facts.side_names), record.players, strict=True)
    yield "Result", record.result.value
    if record.reason:
        yield "Reason", record.reason
    start = record.rules.notation.format(record.start)
    if start != record.rules.notation.format(record.rules.start()):
        yield "FEN", start
    yield from _clock_tags(record)
    yield from rest.items()


def _clock_tags(record: GameRecord) -> Iterator[tuple[str, str]]:
    if record.controls == (None, None):
        return
    first, second = (str(control or NO_CLOCK) for control in record.controls)
    if first == second:
        yield CONTROL_TAG, first
    else:
        yield from zip(_control_tags(record.rules), (first, second), strict=True)
    if record.now is not None:
        yield CLOCKS_TAG, " ".join(write_time(seconds) for seconds in record.now)


def _control_tags(rules: Rules) -> list[str]:
    return [f"{name.title()}{CONTROL_TAG}" for name in rules.facts.side_names]


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _move_texts(record: GameRecord) -> Iterator[str]:
    if record.comment:
        yield _comment_text(record.comment)
    yield from _line_texts(record.moves, record.start.move_number, record.start.side)


def _line_texts(line: Sequence[RecordedMove], number: int, side: int) -> Iterator[str]:
    """Yield the parts of a line whose first move has this number and is made by `side`."""
    interrupted = True
    for recorded in line:
        if side == 0:
            yield f"{number}."
        elif interrupted:
            yield f"{number}..."
        yield recorded.move.text
        yield from (f"${judgement}" for judgement in recorded.judgements)
        comment = _with_clock(recorded)
        if comment:
            yield _comment_text(comment)
        for variation in recorded.variations:
            yield f"({' '.join(_line_texts(variation, number, side))})"
        interrupted = bool(comment or recorded.variations)
        number, side = number + side, 1 - side


def _with_clock(recorded: RecordedMove) -> str:
    """Return the comment on a move with what its mover's clock showed."""
    if recorded.clock is None:
        return recorded.comment
    return f"[%clk {write_time(recorded.clock)}] {recorded.comment}".strip()


def _comment_text(comment: str) -> str:
    # Neither may end the comment, nor may one of its lines look like the beginning of a game.
    harmless = comment.replace("{", "(").replace("}", ")").replace("[Event", "(Event")
    return f"{{{' '.join(harmless.split())}}}"


def _bytes(text: str) -> bytes:
    # A name from the command line may hold what is no text; a match must not fail for that.
    return text.encode(errors="replace")


def append(path: Path, text: str) -> None:
    """Add a game, as `write` returns it, to the end of a file and see to it that it is on the disk."""
    with path.open("ab+") as file:
        length = file.seek(0, os.SEEK_END)
        file.seek(max(length - 2, 0))
        unfinished = length > 0 and file.read() != b"\n\n"
        file.write((b"\n\n" if unfinished else b"") + _bytes(text))
        file.flush()
        os.fsync(file.fileno())


def save(path: Path, records: Sequence[GameRecord]) -> None:
    """Write a file anew; whatever happens, it then holds the old games or the new ones."""
    replace_file(path, _bytes("".join(write(record) for record in records)))


# --- reading


def read(text: str, source: str = "") -> list[GameRecord]:
    """Return all games of a text; raise `RecordError`, whose message begins with `source`."""
    records, errors = salvage(text, source)
    if errors:
        raise errors[0]
    return records


def salvage(text: str, source: str = "") -> tuple[list[GameRecord], list[RecordError]]:
    """Return the games of a text that can be read, and what is wrong with the others."""
    records, errors = [], []
    for line, part in split_games(text):
        try:
            records.append(_Reader(split_tokens(part, line, source), source).record())
        except RecordError as error:
            errors.append(error)
    return records, errors


def load(path: Path) -> list[GameRecord]:
    """Return all games of a file; raise `UserError`."""
    return read(file_text(path), str(path))


def file_text(path: Path) -> str:
    """Return what is in a text file; raise `UserError`."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UserError(f"{path} is no text in UTF-8") from None


class _Reader:
    """Reads one game from its tokens, of which there is one at least."""

    def __init__(self, tokens: Sequence[Token], source: str) -> None:
        self._tokens = tokens
        self._source = source
        self._at = 0
        self._tags: dict[str, Token] = {}

    def record(self) -> GameRecord:
        """Return the game; raise `RecordError`."""
        self._read_tags()
        if "Game" not in self._tags:
            raise self._error(self._tokens[0], "the tag Game is missing, which says what game it is")
        rules = self._of_tag("Game", registry.get)
        start = self._of_tag("FEN", rules.notation.parse) if "FEN" in self._tags else rules.start()
        comment = self._comments()
        moves, last = self._line(rules, start, 0)
        sides = [name.title() for name in rules.facts.side_names]
        controls = self._controls(rules)
        own = {*OWN_TAGS, *sides}
        if controls != (None, None):
            own |= {CONTROL_TAG, CLOCKS_TAG, *_control_tags(rules)}
        players = [self._tag(side, self._tag(order, "?")) for side, order in zip(sides, ORDERS, strict=True)]
        return GameRecord(
            rules=rules,
            start=start,
            moves=moves,
            players=(players[0], players[1]),
            result=self._result(rules, last),
            reason=self._tag("Reason"),
            tags={name: tag.text for name, tag in self._tags.items() if name not in own},
            comment=comment,
            event=self._tag("Event", "game"),
            controls=controls,
            now=self._times() if controls != (None, None) else None,
        )

    def _error(self, token: Token, reason: str) -> RecordError:
        return RecordError(token.line, reason, self._source)

    def _checked(self, token: Token, work: Callable[[str], Value]) -> Value:
        try:
            return work(token.text)
        except UserError as error:
            raise self._error(token, str(error)) from None

    def _next(self, *kinds: str) -> Token | None:
        """Return the next token and step over it, if it is of one of these kinds."""
        if self._at < len(self._tokens) and self._tokens[self._at].kind in kinds:
            self._at += 1
            return self._tokens[self._at - 1]
        return None

    # --- tags

    def _read_tags(self) -> None:
        while tag := self._next("tag"):
            if tag.name in self._tags:
                raise self._error(tag, f"the tag {tag.name} is there twice")
            self._tags[tag.name] = tag

    def _tag(self, name: str, otherwise: str = "") -> str:
        return self._tags[name].text if name in self._tags else otherwise

    def _of_tag(self, name: str, work: Callable[[str], Value]) -> Value:
        return self._checked(self._tags[name], work)

    def _controls(self, rules: Rules) -> Controls:
        """Return the time controls; none where tags of other programs say what is no control here."""
        both = self._tag(CONTROL_TAG, NO_CLOCK)
        try:
            first, second = (TimeControl.read(self._tag(name, both)) for name in _control_tags(rules))
        except UserError:
            return None, None
        return first, second

    def _times(self) -> Times | None:
        times = [read_time(word) for word in self._tag(CLOCKS_TAG).split()]
        if len(times) != 2 or times[0] is None or times[1] is None:
            return None
        return times[0], times[1]

    # --- moves

    def _comments(self) -> str:
        said = []
        while token := self._next("comment"):
            said.append(token.text)
        return " ".join(said)

    def _line(self, rules: Rules, start: Position, depth: int) -> tuple[tuple[RecordedMove, ...], Position]:
        """Read moves from `start` on; return them and the position after them."""
        line: list[RecordedMove] = []
        before = position = start
        said = self._comments()
        while token := self._next("move", "number", "comment", "judgement", "open"):
            if token.kind == "move":
                before = position
                move = self._checked(token, partial(rules.parse_move, before))
                position = rules.play(before, move)
                line.append(_commented(RecordedMove(move), said))
                said = ""
            elif token.kind != "number":
                if not line:
                    raise self._error(token, f"{quoted(token.text)} stands before the first move of its line")
                line[-1] = self._remark(token, line[-1], rules, before, depth)
        return tuple(line), position

    def _remark(
        self, token: Token, last: RecordedMove, rules: Rules, before: Position, depth: int
    ) -> RecordedMove:
        """Return the last move, played in the position `before`, with what a token adds to it."""
        if token.kind == "comment":
            return _commented(last, token.text)
        if token.kind == "judgement":
            return replace(last, judgements=(*last.judgements, int(token.text)))
        if depth >= DEEPEST_VARIATION:
            raise self._error(token, f"variations are nested more than {DEEPEST_VARIATION} deep")
        variation, _ = self._line(rules, before, depth + 1)
        if self._next("close") is None:
            raise self._error(token, "a variation begins here that is not closed")
        return replace(last, variations=(*last.variations, variation))

    # --- the end

    def _result(self, rules: Rules, last: Position) -> Result:
        """Return the result, which has to agree with itself and with the last position."""
        tag, end = self._tags.get("Result"), self._next("result")
        if self._at < len(self._tokens):
            token = self._tokens[self._at]
            raise self._error(token, f"{quoted(token.text)} does not belong here")
        if tag and end and tag.text != end.text:
            raise self._error(end, f"the moves end with {end.text}, but the tag Result says {tag.text}")
        said = end or tag
        if said is None:
            return Result.NONE
        result = self._checked(said, _read_result)
        decided = Result.of(rules.outcome(last))
        if Result.NONE not in (result, decided) and result is not decided:
            raise self._error(
                said, f"the result is {said.text}, but by its moves the game ended {decided.value}"
            )
        return result


def _commented(recorded: RecordedMove, text: str) -> RecordedMove:
    """Return a move with one more comment, or with what that says of the mover's clock."""
    clock = recorded.clock
    found = _CLOCK.search(text)
    if found and (seconds := read_time(found[1])) is not None:
        clock = seconds
        text = f"{text[: found.start()]} {text[found.end() :]}".strip()
    return replace(recorded, comment=f"{recorded.comment} {text}".strip(), clock=clock)


def _read_result(text: str) -> Result:
    try:
        return Result(text)
    except ValueError:
        known = ", ".join(each.value for each in Result)
        raise GameError(f"{quoted(text)} is no result; there are {known}") from None
