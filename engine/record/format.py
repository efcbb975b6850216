"""Format games as text and write them to files; record.py describes the format."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.game.clocks import NO_CLOCK, format_time
from engine.record.record import CLOCKS_TAG, CONTROL_TAG, GameRecord, RecordedMove, control_tags
from engine.system.errors import UserError
from engine.system.files import MAX_TEXT_BYTES
from engine.system.shared_file import GAME_END, append_data, change_file, replace_end, write_shared
from engine.system.texts import not_writable

LINE_LENGTH = 100
BLANK, LINE_END = "\1", "\2"
"""Placeholders in a comment: a non-breaking space, and a line end."""
_MARKS = str.maketrans({BLANK: " ", LINE_END: " "})


def format_game(record: GameRecord) -> str:
    """Return a game as text that ends with an empty line; the inverse of `parse_games`."""
    tags = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in _all_tags(record))
    moves = _lines(" ".join([*_move_texts(record), record.result.value]).split())
    return f"{tags}\n{moves}\n\n"


def _lines(words: Sequence[str]) -> str:
    """Wrap words into lines of at most `LINE_LENGTH` characters; `textwrap` is many times slower."""
    lines: list[list[str]] = [[]]
    length = -1
    for word in words:
        if word[0] == LINE_END:
            lines.append([])
            length, word = -1, word[1:]
            if not word:
                continue
        length += 1 + len(word)
        if length > LINE_LENGTH and lines[-1]:
            lines.append([])
            length = len(word)
        lines[-1].append(word)
    return "\n".join(" ".join(line) for line in lines if line).replace(BLANK, " ")


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
        yield from zip(control_tags(record.rules), (first, second), strict=True)
    if record.clock_times is not None:
        yield CLOCKS_TAG, " ".join(format_time(seconds) for seconds in record.clock_times)


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _move_texts(record: GameRecord) -> Iterator[str]:
    if record.comment:
        yield _comment_text(record.comment)
    yield from _line_texts(record.moves, record.start.move_number, record.start.side)


def _line_texts(line: Sequence[RecordedMove], number: int, side: int) -> Iterator[str]:
    """Yield the parts of a line; its first move has this `number` and is made by `side`."""
    interrupted = True
    for recorded in line:
        if side == 0:
            yield f"{number}."
        elif interrupted:
            yield f"{number}..."
        yield recorded.move.text
        yield from (f"${nag}" for nag in recorded.nags)
        comment = _with_clock(recorded)
        if comment:
            yield _comment_text(comment)
        for variation in recorded.variations:
            yield f"({' '.join(_line_texts(variation, number, side))})"
        interrupted = bool(comment or recorded.variations)
        number, side = number + side, 1 - side


def _with_clock(recorded: RecordedMove) -> str:
    """Return the comment on a move, with the mover's clock time if it is recorded."""
    if recorded.clock is None:
        return recorded.comment
    return f"[%clk {format_time(recorded.clock)}] {recorded.comment}".strip()


def format_comment(comment: str) -> str:
    """Return a comment as it stands in the text of a game."""
    return _lines(_comment_text(comment).split())


def _comment_text(comment: str) -> str:
    """Return a comment in braces, or after a semicolon if it contains a closing brace."""
    words = comment.translate(_MARKS).split()
    if "}" in comment:
        return f";{BLANK}{BLANK.join(words)} {LINE_END}"
    # No line of it may look like the beginning of a game.
    return f"{{{' '.join(words).replace('[Event', '(Event')}}}"


# --- files


def _bytes(text: str) -> bytes:
    # Names from the command line may contain invalid Unicode; a match must not fail because of that.
    return text.encode(errors="replace")


def append_game(path: Path, text: str) -> None:
    """Append a game formatted by `format_game` to a file, and sync the file to disk: all of it or nothing.

    Raises:
        UserError: the file cannot be written.
    """
    try:
        append_data(path, _bytes(text))
    except OSError as error:
        raise UserError(not_writable(path, error.strerror or error)) from None


class GrowingGame:
    """A game at the end of a file of games, saved again and again as it grows.

    Whatever ends the program, the game is in the file as it was saved last.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: list[bytes] = []
        """What is in the file: what was saved last, or before that if saving was interrupted."""

    def save(self, text: str) -> None:
        """Save the game, formatted by `format_game`, in place of what was saved of it before.

        Raises:
            UserError: the file cannot be written.
        """
        grown = _bytes(text)
        known = self._known
        self._known = [grown, *known[:1]]
        try:
            if not known or not os.path.isfile(self._path):
                append_data(self._path, grown)
            elif not any(replace_end(self._path, saved, grown) for saved in known):
                change_file(self._path, MAX_TEXT_BYTES, lambda games: _with(games, known, grown))
        except OSError as error:
            self._known = known
            raise UserError(not_writable(self._path, error.strerror or error)) from None
        self._known = [grown]

    def finish(self, text: str) -> None:
        """Save the whole game, once more than before if the file can only be appended to.

        Raises:
            UserError: the file cannot be written.
        """
        try:
            self.save(text)
        except UserError:
            append_game(self._path, text)


def _with(games: bytes, known: Sequence[bytes], grown: bytes) -> bytes:
    """Return a file's games with a grown one, which another process may have added games behind."""
    for saved in known:
        before, found, after = games.rpartition(saved)
        if found:
            return before + grown + after
    return games + (b"" if not games or games.endswith(GAME_END) else GAME_END) + grown


def save_games(path: Path, records: Sequence[GameRecord]) -> None:
    """Write games to a file atomically: after a crash it has either the old games or the new ones."""
    write_shared(path, _bytes("".join(format_game(record) for record in records)))
