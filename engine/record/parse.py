"""Parse games from text: a tokenizer and a parser; record.py describes the format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from engine import rules as registry
from engine.game.clocks import NO_CLOCK, Controls, TimeControl, Times, parse_time
from engine.record import limits, texts
from engine.record.record import (
    CLOCKS_TAG,
    CONTROL_TAG,
    ORDERS,
    OWN_TAGS,
    GameRecord,
    GameResult,
    RecordedMove,
    control_tags,
)
from engine.rules.errors import GameError
from engine.rules.rules import Rules
from engine.rules.values import Move, Position
from engine.system.errors import UserError, quoted
from engine.system.files import read_text

NAGS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""The symbols that may follow a move, with their NAGs (numeric annotation glyphs of PGN)."""


class RecordError(GameError):
    """A text is not a valid game; `line` counts from 1."""

    def __init__(self, line: int, reason: str, source: str = "") -> None:
        self.line, self.reason = line, reason
        super().__init__(texts.in_line(line, reason, source))


@dataclass(frozen=True)
class Token:
    """A token of a game: a tag (`text` is its value), comment, move, number, result, bracket or NAG."""

    line: int
    kind: str
    text: str
    name: str = ""
    """A tag's name."""


def split_games(text: str) -> Iterator[tuple[int, str]]:
    """Yield the number of the first line and the text of each game.

    Text between two games is yielded separately, unless it is blank or a comment.
    """
    part: list[str] = []
    first, in_comment, in_moves, ended = 1, False, False, False
    for number, line in enumerate(text.split("\n"), start=1):
        is_tag = line.lstrip().startswith("[") and not in_comment
        begins = line.startswith("[Event ") or _ends_comment(line, part, in_comment)
        if begins or (is_tag and in_moves) or (ended and _is_between_games(line, part)):
            yield from _unless_empty(first, part)
            part, first, in_comment, in_moves, ended = [], number, False, False, False
        if not (begins or is_tag) and line.strip():
            ended = _ends_game(line, in_comment, ended)
            in_comment, in_moves = _open_comment(line, in_comment), True
        part.append(line)
    yield from _unless_empty(first, part)


_TAG_LINE = re.compile(r'\s*\[\s*\w+\s+".*"\s*\]\s*$')


def _ends_comment(line: str, before: list[str], in_comment: bool) -> bool:
    """Return whether a line begins a game despite an unclosed comment: a tag after a blank line."""
    is_possible = in_comment and len(line) <= limits.MAX_LENGTH and not before[-1].strip()
    return is_possible and _TAG_LINE.match(line) is not None


_RESULTS = tuple(result.value for result in GameResult)


def _ends_game(line: str, in_comment: bool, ended: bool) -> bool:
    """Return whether the last word outside comments is a result; `ended` is the answer before this line.

    A line that is longer than any game is not looked through: that could hold all threads for seconds.
    """
    if len(line) > limits.MAX_LENGTH:
        return False
    if in_comment or "{" in line or ";" in line:
        line = _COMMENT.sub(" ", "{" + line if in_comment else line)
    words = line.rsplit(maxsplit=1)
    return words[-1] in _RESULTS if words else ended


def _is_between_games(line: str, before: list[str]) -> bool:
    """Return whether a line after a result belongs to no game: a comment, or text after a blank line."""
    return line.startswith(("{", ";", "%")) or (bool(line.strip()) and not before[-1].strip())


_COMMENT = re.compile(r"\{[^}]*\}?|;.*")
_INK = re.compile(r"\S")


def _unless_empty(first: int, lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield the first line's number and the text, unless it has only comments and white space."""
    text = "\n".join(lines)
    if not _has_only_comments(text):
        yield first, text


def _has_only_comments(text: str) -> bool:
    """Return whether a text has only comments that end, and blanks; one pattern for all takes much memory."""
    at = 0
    while (found := _INK.search(text, at)) is not None:
        end = {"{": "}", ";": "\n"}.get(found[0])
        at = 0 if end is None else text.find(end, found.end()) + 1
        if at == 0:
            return found[0] == ";"  # such a comment may end with the text
    return True


def _open_comment(line: str, in_comment: bool) -> bool:
    """Return whether a comment in braces continues after a line."""
    at = 0
    while found := (_CLOSING if in_comment else _OPENING).search(line, at):
        if found[0] == ";":
            return False
        in_comment, at = not in_comment, found.end()
    return in_comment


_OPENING, _CLOSING = re.compile("[{;]"), re.compile("}")
_TOKEN = re.compile(
    r"""
      (?P<blank> \s+ )
    | (?P<tag> \[ \s* (?P<name> \w+ ) \s+ "(?P<value> [^"\\\n]* (?: \\. [^"\\\n]* )* )" \s* \] )
    | (?P<comment> \{ [^}]* \} | ; [^\n]* )
    | (?P<open> \( )
    | (?P<close> \) )
    | \$ (?P<nag> [0-9]{1,3} )
    | (?P<result> (?: 1-0 | 0-1 | 1/2-1/2 | \* ) (?= [\s(){};] | $ ) )
    | (?P<number> [0-9]+ \.+ )
    | (?P<move> [^\s(){}\[\];$*!?]+ ) (?P<suffix> [!?]{0,2} )
    """,
    re.VERBOSE,
)


def split_tokens(text: str, line: int, source: str = "") -> list[Token]:
    """Split a game's text, which begins in this line of its file, into tokens.

    Raises:
        RecordError: the text is not a game.
    """
    if len(text.strip()) > limits.MAX_LENGTH:
        raise RecordError(line, texts.too_long(limits.MAX_LENGTH), source)
    tokens: list[Token] = []
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise RecordError(line, _why_unreadable(text[at:]), source)
        if len(tokens) > limits.MAX_TOKENS:
            raise RecordError(line, texts.too_many_tokens(limits.MAX_TOKENS), source)
        tokens += _tokens_of(found, line)
        line += text.count("\n", at, found.end())
        at = found.end()
    return tokens


def _tokens_of(found: re.Match[str], line: int) -> Iterator[Token]:
    if found["tag"]:
        yield Token(line, "tag", re.sub(r"\\(.)", r"\1", found["value"]), found["name"])
    elif found["comment"]:
        comment = found["comment"]
        yield Token(line, "comment", " ".join((comment[1:-1] if comment[0] == "{" else comment[1:]).split()))
    elif found["move"]:
        yield Token(line, "move", found["move"])
        if found["suffix"]:
            yield Token(line, "nag", str(NAGS[found["suffix"]]))
    elif not found["blank"]:
        kind = next(kind for kind in ("open", "close", "nag", "result", "number") if found[kind] is not None)
        yield Token(line, kind, found[kind])


def _why_unreadable(text: str) -> str:
    if text[0] == "{":
        return texts.OPEN_COMMENT
    if text[0] == "[":
        return texts.BAD_TAG
    return texts.not_understood(quoted(text.split(maxsplit=1)[0]))


_WORD = re.compile(r"\{[^}]*\}?|;[^\n]*|[()]|[^\s(){};]+")
_NO_MOVE = re.compile(r"^[0-9]{1,9}\.+|\$[0-9]+|[!?]+|^(?:1-0|0-1|1/2-1/2|\*)$")
MAX_WORD = 40
"""Maximum characters of a move in a list."""


def main_moves(text: str) -> list[str]:
    """Return a game's main line as move texts, without checking that they are legal.

    For lists of many games, and for moves that the program has written itself. The time is linear in the
    length of the text.
    """
    found, depth = [], 0
    lines = (line for line in text[: limits.MAX_LENGTH].split("\n") if not _TAG_LINE.match(line))
    for word in _WORD.finditer("\n".join(lines)):
        if word[0] in "()":
            depth = max(0, depth + (1 if word[0] == "(" else -1))
        elif depth == 0 and word[0][0] not in "{;":
            found.append(_NO_MOVE.sub("", word[0][:MAX_WORD]))
    return [move for move in found if move]


_CLOCK = re.compile(r"\s*\[%clk\s+([0-9:.]+)\]\s*")

Value = TypeVar("Value")


def parse_games(text: str, source: str = "", first_line: int = 1) -> list[GameRecord]:
    """Parse all games of a text, which begins in line `first_line` of its file.

    Raises:
        RecordError: a game is damaged; the message begins with `source`.
    """
    return [_parse_game(part, first_line - 1 + line, source) for line, part in split_games(text)]


def parse_line(rules: Rules, start: Position, text: str) -> tuple[RecordedMove, ...]:
    """Parse moves without tags, played from `start` on, with their comments, NAGs and variations.

    Raises:
        RecordError: a move is illegal, or the text is not a line of moves.
    """
    return _GameParser(split_tokens(text, 1), "").line_from(rules, start)


def salvage(text: str, source: str = "") -> tuple[list[GameRecord], list[RecordError]]:
    """Parse a text; return its valid games, and the errors of the others."""
    records, errors = [], []
    for line, part in split_games(text):
        try:
            records.append(_parse_game(part, line, source))
        except RecordError as error:
            errors.append(error)
    return records, errors


def _parse_game(text: str, line: int, source: str) -> GameRecord:
    return _GameParser(split_tokens(text, line, source), source).record()


class _MoveBuilder:
    """A move with its comments, NAGs and variations parsed so far."""

    def __init__(self, move: Move) -> None:
        self._move = move
        self._comments: list[str] = []
        self.nags: list[int] = []
        self.variations: list[tuple[RecordedMove, ...]] = []
        self._clock: float | None = None

    def add_comment(self, text: str) -> None:
        """Add a comment; a clock time in it is set as the mover's clock."""
        found = _CLOCK.search(text)
        if found and (seconds := parse_time(found[1])) is not None:
            self._clock = seconds
            text = f"{text[: found.start()]} {text[found.end() :]}".strip()
        self._comments.append(text)

    @property
    def recorded(self) -> RecordedMove:
        comment = " ".join(filter(None, self._comments))
        return RecordedMove(self._move, comment, tuple(self.nags), tuple(self.variations), self._clock)


class _GameParser:
    """Parses one game from its tokens; there must be at least one."""

    def __init__(self, tokens: Sequence[Token], source: str) -> None:
        self._tokens = tokens
        self._source = source
        self._at = self._moves = self._choices = 0
        self._tags: dict[str, Token] = {}

    def record(self) -> GameRecord:
        """Parse a game with its tags.

        Raises:
            RecordError: the game is damaged.
        """
        self._read_tags()
        if "Game" not in self._tags:
            raise self._error(self._tokens[0], texts.NO_GAME_TAG)
        rules = self._parsed_tag("Game", registry.get)
        start = self._parsed_tag("FEN", rules.notation.parse) if "FEN" in self._tags else rules.start()
        comment = self._comments()
        moves, last = self._line(rules, start, 0, "")
        sides = [name.title() for name in rules.facts.side_names]
        controls = self._controls(rules)
        own = {*OWN_TAGS, *sides}
        if controls != (None, None):
            own |= {CONTROL_TAG, CLOCKS_TAG, *control_tags(rules)}
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
            clock_times=self._times() if controls != (None, None) else None,
        )

    def line_from(self, rules: Rules, start: Position) -> tuple[RecordedMove, ...]:
        """Parse moves without tags.

        Raises:
            RecordError: the text is damaged.
        """
        moves, last = self._line(rules, start, 0, self._comments())
        self._result(rules, last)
        return moves

    def _error(self, token: Token, reason: str) -> RecordError:
        return RecordError(token.line, reason, self._source)

    def _parsed(self, token: Token, parse: Callable[[str], Value]) -> Value:
        try:
            return parse(token.text)
        except UserError as error:
            raise self._error(token, str(error)) from None

    def _next(self, *kinds: str) -> Token | None:
        """Consume and return the next token if it is of one of these kinds, else return None."""
        if self._at < len(self._tokens) and self._tokens[self._at].kind in kinds:
            self._at += 1
            return self._tokens[self._at - 1]
        return None

    # --- tags

    def _read_tags(self) -> None:
        while tag := self._next("tag"):
            if tag.name in self._tags:
                raise self._error(tag, texts.second_tag(tag.name))
            self._tags[tag.name] = tag

    def _tag(self, name: str, default: str = "") -> str:
        return self._tags[name].text if name in self._tags else default

    def _parsed_tag(self, name: str, parse: Callable[[str], Value]) -> Value:
        return self._parsed(self._tags[name], parse)

    def _controls(self, rules: Rules) -> Controls:
        """Return the time controls; None if the tags are in another program's format."""
        both = self._tag(CONTROL_TAG, NO_CLOCK)
        try:
            first, second = (TimeControl.parse(self._tag(name, both)) for name in control_tags(rules))
        except UserError:
            return None, None
        return first, second

    def _times(self) -> Times | None:
        times = [parse_time(word) for word in self._tag(CLOCKS_TAG).split()]
        if len(times) != 2 or times[0] is None or times[1] is None:
            return None
        return times[0], times[1]

    # --- moves

    def _comments(self) -> str:
        comments = []
        while token := self._next("comment"):
            comments.append(token.text)
        return " ".join(comments)

    def _line(
        self, rules: Rules, start: Position, depth: int, comment: str
    ) -> tuple[tuple[RecordedMove, ...], Position]:
        """Parse moves from `start` on, the first with a comment; return them and the position after them."""
        line: list[_MoveBuilder] = []
        before = position = start
        while token := self._next("move", "number", "comment", "nag", "open"):
            if token.kind == "move":
                self._moves += 1
                if self._moves > limits.MAX_MOVES:
                    raise self._error(token, texts.too_many_moves(limits.MAX_MOVES))
                before = position
                move = self._parsed(token, partial(rules.parse_move, before))
                self._choices += len(rules.legal_codes(before))
                if self._choices > limits.MAX_CHOICES:
                    raise self._error(token, texts.too_many_choices(limits.MAX_CHOICES))
                position = rules.play(before, move)
                line.append(_MoveBuilder(move))
                line[-1].add_comment(comment)
                comment = ""
            elif token.kind != "number":
                if not line:
                    raise self._error(token, texts.before_first_move(quoted(token.text)))
                self._annotate(token, line[-1], rules, before, depth)
        return tuple(builder.recorded for builder in line), position

    def _annotate(self, token: Token, last: _MoveBuilder, rules: Rules, before: Position, depth: int) -> None:
        """Add a token's comment, NAG or variation to the last move, which was played in `before`."""
        if token.kind == "comment":
            last.add_comment(token.text)
            return
        if token.kind == "nag":
            last.nags.append(int(token.text))
            return
        if depth >= limits.MAX_VARIATION_DEPTH:
            raise self._error(token, texts.too_deep(limits.MAX_VARIATION_DEPTH))
        comment = self._comments()
        variation, _ = self._line(rules, before, depth + 1, comment)
        if self._next("close") is None:
            raise self._error(token, texts.OPEN_VARIATION)
        if variation:
            last.variations.append(variation)
        else:
            last.add_comment(comment)

    # --- the end

    def _result(self, rules: Rules, last: Position) -> GameResult:
        """Parse the result and check it against its tag and the last position."""
        tag, end = self._tags.get("Result"), self._next("result")
        if self._at < len(self._tokens):
            token = self._tokens[self._at]
            raise self._error(token, texts.misplaced(quoted(token.text)))
        if tag and end and tag.text != end.text:
            raise self._error(end, texts.two_results(end.text, tag.text))
        given = end or tag
        if given is None:
            return GameResult.NONE
        result = self._parsed(given, _parse_result)
        decided = GameResult.of(rules.outcome(last))
        if GameResult.NONE not in (result, decided) and result is not decided:
            raise self._error(given, texts.wrong_result(given.text, decided.value))
        return result


def _parse_result(text: str) -> GameResult:
    try:
        return GameResult(text)
    except ValueError:
        known = (each.value for each in GameResult)
        raise GameError(texts.no_result(quoted(text), known)) from None


def load_games(path: Path) -> list[GameRecord]:
    """Load all games of a file.

    Raises:
        UserError: the file cannot be read, or a game is damaged.
    """
    return parse_games(read_text(path), str(path))
