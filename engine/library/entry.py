"""A game of the library as its tags and moves describe it, without playing through the moves."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from itertools import accumulate

from engine import rules as registry
from engine.library import texts
from engine.library.content import Content
from engine.library.journal import LibraryError, is_complete
from engine.record import limits
from engine.record.format import format_comment, format_game
from engine.record.parse import main_moves, parse_games, split_tokens
from engine.record.record import ORDERS, GameRecord, GameResult
from engine.record.remark import Remark
from engine.rules.rules import Rules
from engine.system.errors import UserError

ID_TAG, DELETED_TAG = "Id", "Deleted"
COMMENTED_TAG = "Commented"
"""The tag of a game on which a comment was written in the library: hashes of comments that were replaced."""
OPENING_PLIES = 12
"""How many of a game's first plies a search for words covers."""
MAX_COMMENT_CHARS = 4000
"""How many characters of a game's comments a search for words covers."""
VOLATILE_TAGS = ("Shown", "Undone", "Clocks")
"""Tags that belong to a saved game in progress, and are not kept."""
_TAG = re.compile(r'\s*\[\s*(\w+)\s+"([^"\\\n]*(?:\\.[^"\\\n]*)*)"\s*\]')
_COMMENT = re.compile(r"\{([^}]*)\}?|;([^\n]*)")
"""A comment that is never closed goes to the end, so that finding all of them takes linear time."""
_LEADING = re.compile(r"(?:\s*(?:\{[^}]*\}|;[^\n]*))*\s*")
MAX_DELETION = 2000
"""More characters than a deletion has."""
_IDENTITY = re.compile(r"[0-9A-Za-z_-]{1,64}")
_RESULTS = tuple(result.value for result in GameResult)


@dataclass(frozen=True)
class Entry:
    """A game as the index has it; `text` is its whole text."""

    uid: str
    """Its identity, which all versions of it share."""
    kind: str
    """The kind of game, such as congo."""
    players: tuple[str, str]
    result: str
    date: str
    """As in PGN: 2026.09.01."""
    text: str
    reason: str = ""
    event: str = ""
    moves: tuple[str, ...] = ()
    """The main line, not checked."""
    deleted: bool = False
    tags: Mapping[str, str] = field(default_factory=dict)
    """All tags, including those of the fields."""

    @classmethod
    def parse(cls, text: str) -> Entry | None:
        """Return the entry of a game's text; None if the kind of game is unknown."""
        tags, body = _split(text)
        rules = _rules(tags.get("Game", ""))
        if rules is None:
            return None
        sides = zip(rules.facts.side_names, ORDERS, strict=True)
        first, second = (tags.get(side.title(), tags.get(order, "?")) for side, order in sides)
        result = tags.get("Result", "")
        uid = tags.get(ID_TAG, "")
        entry = cls(
            uid=uid,
            kind=rules.name,
            players=(first, second),
            result=result if result in _RESULTS else GameResult.NONE.value,
            date=tags.get("Date", ""),
            text=text,
            reason=tags.get("Reason", ""),
            event=tags.get("Event", ""),
            moves=tuple(main_moves(body)),
            deleted=DELETED_TAG in tags,
            tags=tags,
        )
        return entry if _IDENTITY.fullmatch(uid) else replace(entry, uid=entry.fingerprint)

    @property
    def fingerprint(self) -> str:
        """The identity of a game without the tag ``Id``: a hash of tags and moves, not of comments."""
        tags = (self.tags.get(name, "") for name in ("FEN", "Round"))
        parts = (self.kind, *self.players, self.result, self.date, self.event, *tags, *self.moves)
        return _hash("\n".join(parts))

    @cached_property
    def digest(self) -> str:
        """A hash of the text, by which a new version is noticed."""
        return _hash(self.text.strip())

    @cached_property
    def content(self) -> Content:
        """What the game has beside its tags."""
        return Content.parse(self.text, _start(self.kind, self.tags.get("FEN", "")))

    @property
    def content_hash(self) -> str:
        """A hash of `content`."""
        return _hash(repr(sorted(self.content.facts)))

    @property
    def comments(self) -> tuple[str, ...]:
        """The comments before the first move."""
        return tuple(_leading_comments(self.text))

    @property
    def comment(self) -> str:
        """The comments before the first move as one, as on the board."""
        return leading_comment(self.text)

    @property
    def opening(self) -> str:
        """The first moves."""
        return " ".join(self.moves[:OPENING_PLIES])

    @property
    def search_text(self) -> str:
        """The text in which words are searched for, in lower case."""
        body = _split(self.text[: limits.MAX_LENGTH])[1]
        comments = (Remark.parse(" ".join(part)).text for part in _COMMENT.findall(body))
        title = registry.get(self.kind).facts.title
        parts = (title, self.event, *self.players, *_dates(self.date), self.reason, self.opening)
        return "\n".join((*parts, " ".join(filter(None, comments))[:MAX_COMMENT_CHARS])).lower()

    def record(self) -> GameRecord:
        """Return the record of the game.

        Raises:
            UserError: a move is illegal, or the text is otherwise damaged.
        """
        return parse_games(self.text)[0]


def _hash(text: str) -> str:
    return blake2b(text.encode(errors="replace"), digest_size=12).hexdigest()


def leading_comment(text: str) -> str:
    """Return the comments before the first move of a game's text as one."""
    return " ".join(_leading_comments(text))


def _leading_comments(text: str) -> Iterator[str]:
    # A longer text is no game: to look through it could hold all threads for seconds.
    leading = _LEADING.match(_split(text[: limits.MAX_LENGTH])[1])
    assert leading is not None  # it matches the empty text
    comments = (" ".join(" ".join(part).split()) for part in _COMMENT.findall(leading[0]))
    return filter(None, comments)


def _split(text: str) -> tuple[dict[str, str], str]:
    """Return the tags and the rest of a game's text."""
    tags: dict[str, str] = {}
    at = 0
    while found := _TAG.match(text, at):
        tags.setdefault(found[1], re.sub(r"\\(.)", r"\1", found[2]))
        at = found.end()
    return tags, text[at:]


def _rules(name: str) -> Rules | None:
    try:
        return registry.get(name)
    except UserError:
        return None


def _start(kind: str, fen: str) -> str:
    """Return the FEN of a game's start in one form, the usual start included."""
    notation, start = registry.get(kind).notation, registry.get(kind).start()
    try:
        return notation.format(notation.parse(fen) if fen else start)
    except UserError:
        return fen


def _dates(date: str) -> tuple[str, ...]:
    """Return a date in the forms in which it may be typed."""
    try:
        found = time.strptime(date, "%Y.%m.%d")
    except ValueError:
        return (date,)
    return date, *(time.strftime(form, found) for form in ("%Y-%m-%d", "%d %b %Y", "%B"))


# --- texts to append


def entry_of(record: GameRecord) -> Entry:
    """Return the entry of a game, with its identity in the text.

    A record without the tag ``Id`` gets its fingerprint as identity.
    """
    tags = {name: value for name, value in record.tags.items() if name not in VOLATILE_TAGS}
    plain = replace(record, tags=tags, clock_times=None)
    found = Entry.parse(format_game(plain))
    assert found is not None  # its rules are known
    return _parsed(format_game(replace(plain, tags={**tags, ID_TAG: found.uid})))


def imported_entry(text: str) -> Entry:
    """Return the entry of a game from a file, with its identity in the text; its moves are not played.

    It is never deleted, whatever its tags say.

    Raises:
        LibraryError: it is not a game of a known kind.
        UserError: its text is damaged.
    """
    kinds = [token.kind for token in split_tokens(text, 1)]  # refuses what is too long, before all else
    found = Entry.parse(text)
    if found is None:
        raise LibraryError(texts.NO_KNOWN_GAME)
    if "result" in kinds[:-1]:
        raise LibraryError(texts.AFTER_RESULT)
    moves = _split(text)[1].strip()
    end = "" if kinds[-1:] == ["result"] else f"\n{found.result}"
    names = {"Event": found.event or "game", **found.tags, ID_TAG: found.uid}
    for name in (*VOLATILE_TAGS, DELETED_TAG):
        names.pop(name, None)
    return _parsed("".join(f"{_tag(*tag)}\n" for tag in names.items()) + f"\n{moves}{end}\n\n")


def identified(entry: Entry, uid: str) -> Entry:
    """Return a game with another identity."""
    tags = "".join(f"{_tag(*tag)}\n" for tag in {**entry.tags, ID_TAG: uid}.items())
    return _parsed(f"{tags}\n{_split(entry.text)[1].strip()}\n\n")


def commented(entry: Entry, comments: Sequence[str], seen: Sequence[str]) -> Entry:
    """Return a new version of a game: before its first move, `comments` were written where `seen` were shown.

    The library (its dialog and its *Undo*) and each board own the comments that they have shown or written:
    one that is in `seen` but not in `comments` is *replaced*. It is removed, and the tag ``Commented`` gets
    its hash. All other comments stay.
    One that is in both is not new, as it may be from an old copy of the game: it is added unless the game has
    it, or it was replaced.
    """
    return _merged(entry, entry, comments, seen)


def with_comments_of(latest: Entry, entry: Entry, before: Entry | None = None) -> Entry:
    """Return a game from a board or a file, with the comments before the first move of `latest` and its own.

    `latest` is the version in the library. If no comment was written on it there, the game stays as it is.
    The board has shown the comments of `before`: see `commented`. None of a file's are new.
    """
    if COMMENTED_TAG not in latest.tags:
        return entry
    return _merged(entry, latest, entry.comments, (before or entry).comments)


def _merged(entry: Entry, latest: Entry, comments: Sequence[str], seen: Sequence[str]) -> Entry:
    """Return a game with the comments of `latest`, on which `comments` were written: see `commented`."""
    known, replaced = latest.comments, latest.tags.get(COMMENTED_TAG, "").split()
    written, read = (dict.fromkeys(_separated(each, known)) for each in (comments, seen))
    has, had, kept = {*known}, {*replaced}, {*comments, *written}
    new = [each for each in written if each not in has and (each not in read or _hash(each) not in had)]
    gone = dict.fromkeys(each for each in (*read, *seen) if each not in kept)
    place = next((at for at, each in enumerate(known) if each in gone), len(known))
    after = (each for each in known[place:] if each not in gone)
    if gone:  # another board may have all of them, as one
        replaced += map(_hash, (latest.comment, *gone))
    merged = [*known[:place], *new, *after]
    there = {*map(_hash, merged)}
    replaced += (each for each in entry.tags.get(COMMENTED_TAG, "").split() if each not in there)
    return _introduced(entry, merged, replaced)


def _separated(comments: Sequence[str], known: Sequence[str]) -> Iterator[str]:
    """Yield comments; one that is not in `known`, but its first few as a board has joined them, as these."""
    joined, whole = " ".join(known), {*known}
    counts = {end: count for count, end in enumerate(accumulate(len(each) + 1 for each in known), 1)}
    for comment in comments:
        is_joined = comment not in whole and joined.startswith(comment)
        yield from known[: counts.get(len(comment) + 1, 0) if is_joined else 0] or [comment]


def _introduced(entry: Entry, comments: Sequence[str], replaced: Sequence[str]) -> Entry:
    """Return a game with these comments before the first move, and these hashes of replaced ones."""
    _, body = _split(entry.text)
    tags = {**entry.tags, COMMENTED_TAG: " ".join(dict.fromkeys(replaced))}
    header = "".join(f"{_tag(*tag)}\n" for tag in tags.items())
    leading = _LEADING.match(body)
    assert leading is not None  # it matches the empty text
    moves = body[leading.end() :]
    introduction = "\n".join(format_comment(comment) for comment in comments if comment.strip())
    return _parsed(f"{header}\n{introduction}\n{moves.strip()}\n\n".replace("\n\n\n", "\n\n"))


def deletion(entry: Entry) -> Entry:
    """Return an entry that deletes a game; its tag has the hashes by which the game is recognised."""
    tags = {
        "Event": entry.event or "game",
        "Game": entry.kind,
        ID_TAG: entry.uid,
        DELETED_TAG: f"{entry.fingerprint} {entry.content_hash}",
    }
    header = "".join(f"{_tag(*tag)}\n" for tag in tags.items())
    return _parsed(f"{header}\n{GameResult.NONE.value}\n\n")


def is_deletion(text: str) -> bool:
    """Return whether a text of a library's file only says that a game was deleted."""
    if len(text) > MAX_DELETION or f"[{DELETED_TAG} " not in text:
        return False
    found = Entry.parse(text)
    return found is not None and found.deleted and not found.moves


def is_deleted_by(deletion: Entry, entry: Entry, exactly: bool) -> bool:
    """Return whether a deleted game had the moves and the result of this one, or `exactly` its content."""
    fingerprint, _, content = deletion.tags.get(DELETED_TAG, "").partition(" ")
    return content == entry.content_hash if exactly else fingerprint == entry.fingerprint


def _tag(name: str, value: str) -> str:
    escaped = " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _parsed(text: str) -> Entry:
    """Return the entry of a text to append, which must be complete."""
    found = Entry.parse(text)
    if found is None or not is_complete(text.encode(errors="replace")):
        raise LibraryError(texts.NO_KNOWN_GAME)
    return found
