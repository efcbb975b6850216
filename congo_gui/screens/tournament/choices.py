"""The choices of a tournament besides its players: format, limits, openings, adjudication."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import strftime
from typing import Any

from congo_gui import games as skins
from congo_gui.screens.tournament import texts
from congo_gui.screens.tournament.background import MoveLimit, TournamentConfig
from congo_gui.screens.tournament.limits import LimitChoice, UseLimit
from congo_gui.widgets.button import Chip
from congo_gui.widgets.choices import ChoiceSegments, Segments
from congo_gui.widgets.text_field import TextField
from engine import rules as registry
from engine.book.opening_book import format_of
from engine.match.sprt import ALPHA
from engine.rules.rules import Rules
from engine.system.errors import UserError, quoted
from engine.system.files import absolute, typed_path

FORMATS = ((texts.ROUND_ROBIN, "round-robin"), (texts.GAUNTLET, "gauntlet"), (texts.SWISS, "swiss"))
SHORT_FORMATS = {
    texts.ROUND_ROBIN: texts.SHORT_ROUND_ROBIN,
    texts.GAUNTLET: texts.SHORT_GAUNTLET,
    texts.SWISS: texts.SHORT_SWISS,
}
GAMES = (2, 4, 10, 20, 50)
TESTS: tuple[tuple[str, tuple[float, float] | None], ...] = (
    (texts.NO_TEST, None),
    (texts.TEST_10, (0.0, 10.0)),
    (texts.TEST_30, (0.0, 30.0)),
    (texts.TEST_100, (0.0, 100.0)),
)
"""The hypotheses of an SPRT of two players, in Elo points."""
SPRT_MAX_GAMES = 400
"""The number of games after which an SPRT ends undecided."""
TEST_TIP = texts.test_tip(SPRT_MAX_GAMES, ALPHA)
RANDOM, BOOK, FILE = range(3)
OPENINGS = (texts.RANDOM, texts.BOOK, texts.FILE)
SHORT_OPENINGS = {texts.RANDOM: texts.SHORT_RANDOM, texts.BOOK: texts.SHORT_BOOK}
FIRST_PLIES = ("6", "8", "")
"""The default plies of openings, by source; a file has none."""
MAX_PLIES = 200
PARALLEL = (0, 1, 2, 3, 4, 8)
"""The numbers of games at once; 0 is as many as boards and cores allow."""


@dataclass(frozen=True)
class NumbersField:
    """A field for numbers: how many, and their bounds; it may be empty."""

    label: str
    hint: str
    count: int = 1
    lowest: int = 0
    highest: int = 100_000

    def parse(self, text: str) -> tuple[int, ...] | None:
        """Return the numbers, None if the field is empty.

        Raises:
            UserError: the text is not that many numbers within the bounds.
        """
        words = text.replace(",", " ").split()
        if not words:
            return None
        numbers = tuple(int(word) for word in words if _is_whole(word))
        fits = len(numbers) == len(words) == self.count
        if not fits or not all(self.lowest <= number <= self.highest for number in numbers):
            example = texts.whole_numbers(self.count, self.lowest, self.highest)
            raise UserError(texts.bad_numbers(self.label, quoted(text.strip()), example))
        return numbers


def _is_whole(word: str) -> bool:
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 12


WANTED = {
    "win": NumbersField(texts.WIN_LABEL, texts.WIN_HINT, 2, 1),
    "draw": NumbersField(texts.DRAW_LABEL, texts.DRAW_HINT, 3),
    "games": NumbersField(texts.OTHER_GAMES_LABEL, texts.OTHER_GAMES_HINT, 1, 2, 1_000_000),
    "rounds": NumbersField(texts.ROUNDS_LABEL, texts.ROUNDS_HINT, 1, 1, 1000),
    "sprt": NumbersField(texts.OTHER_TEST_LABEL, texts.OTHER_TEST_HINT, 2, -1000, 1000),
    "seed": NumbersField(texts.SEED_LABEL, texts.SEED_HINT, 1, 0, (1 << 31) - 1),
    "grace": NumbersField(texts.GRACE_LABEL, "500", 1, 0, 1_000_000),
    "timeout": NumbersField(texts.TIMEOUT_LABEL, "120", 1, 1, 1_000_000),
}
"""The fields of numbers, by the names under which they are remembered."""


class TournamentChoices:
    """The controls; `changed` is called for another game, `accept` on Enter in a field.

    `ask` asks for a custom limit for a move, `find` for a file of openings.
    """

    def __init__(
        self,
        rules: Rules,
        limit: MoveLimit,
        ask: Callable[[MoveLimit, UseLimit], None],
        changed: Callable[[], None],
        accept: Callable[[], None],
        find: Callable[[], None],
    ) -> None:
        self.rules, self._changed, self._find = rules, changed, find
        games = [registry.get(name) for name in skins.names()]
        self.game = Segments(
            [game.facts.title for game in games],
            lambda: games.index(self.rules),
            lambda index: self._choose_game(games[index]),
        )
        self.format = ChoiceSegments([title for title, _ in FORMATS], short=SHORT_FORMATS)
        self.games = ChoiceSegments([str(count) for count in GAMES], 1)
        self.limit = LimitChoice(limit, ask)
        self.board = ChoiceSegments(())
        self.test = ChoiceSegments([title for title, _ in TESTS], tip=TEST_TIP)
        self._source = RANDOM
        self._sources = list(FIRST_PLIES)
        self.source = Segments(OPENINGS, lambda: self._source, self._choose_source)
        self.source.short, self.source.repeatable = SHORT_OPENINGS, FILE
        self.opening = TextField(lambda text: accept())
        self.opening.set_text(FIRST_PLIES[RANDOM])
        counts = [texts.AUTOMATIC if count == 0 else str(count) for count in PARALLEL]
        self.parallel = ChoiceSegments(counts)
        self._tablebase = False
        is_on = lambda: self._tablebase  # noqa: E731
        tip = texts.TABLEBASE_TIP
        self.tablebase = Chip(texts.TABLEBASE, self._toggle_tablebase, tip=tip, chosen=is_on, done=is_on)
        self.dask = TextField(lambda text: accept(), placeholder=texts.DASK_HINT, tip=texts.DASK_TIP)
        self._shuffled = False
        is_shuffled = lambda: self._shuffled  # noqa: E731
        tip = texts.SHUFFLE_TIP
        self.shuffle = Chip(
            texts.SHUFFLE, self._toggle_shuffle, tip=tip, chosen=is_shuffled, done=is_shuffled
        )
        self.name = TextField(lambda text: accept(), placeholder=texts.NAME_HINT)
        tips = {"win": texts.WIN_TIP, "draw": texts.DRAW_TIP, "sprt": TEST_TIP}
        self.numbers = {
            name: TextField(lambda text: accept(), placeholder=wanted.hint, tip=tips.get(name, ""))
            for name, wanted in WANTED.items()
        }
        self._offer()

    def _toggle_tablebase(self) -> None:
        self._tablebase = not self._tablebase

    def _toggle_shuffle(self) -> None:
        self._shuffled = not self._shuffled

    @property
    def has_file(self) -> bool:
        """True if the openings come from a file."""
        return self._source == FILE

    def _choose_game(self, rules: Rules) -> None:
        self.rules = rules
        self._offer()
        self._changed()

    def _offer(self) -> None:
        """Offer the sizes of the board, if the game has several."""
        sizes = sorted(self.rules.facts.sizes)
        self.board.texts = tuple(map(str, sizes))
        self.board.visible = len(sizes) > 1
        self.board.chosen = sizes.index(self.rules.facts.sizes[0])

    def _choose_source(self, source: int) -> None:
        self._sources[self._source] = self.opening.text
        self._source = source
        self.opening.set_text(self._sources[source])
        if source == FILE:
            self._find()
        else:
            self._changed()

    def use_file(self, path: Path) -> None:
        """Take the openings from a file."""
        self.opening.set_text(str(path))

    @property
    def opening_label(self) -> str:
        """The label of the field beside the openings."""
        return texts.FILE_LABEL if self._source == FILE else texts.PLIES_LABEL

    # --- what is chosen

    @property
    def sprt(self) -> tuple[float, float] | None:
        """The two Elo differences that an SPRT compares, None without one.

        Raises:
            UserError: the typed ones are invalid.
        """
        typed = self._typed("sprt")
        return TESTS[self.test.chosen][1] if typed is None else (float(typed[0]), float(typed[1]))

    @property
    def games_per_pairing(self) -> int:
        """The number of games per pairing.

        Raises:
            UserError: the typed number is invalid.
        """
        typed = self._typed("games")
        if typed is not None and typed[0] % 2:
            raise UserError(texts.bad_numbers(texts.OTHER_GAMES_LABEL, str(typed[0]), texts.EVEN))
        if typed is not None:
            return typed[0]
        return SPRT_MAX_GAMES if self.sprt else GAMES[self.games.chosen]

    def _typed(self, name: str) -> tuple[int, ...] | None:
        return WANTED[name].parse(self.numbers[name].text)

    def _number(self, name: str) -> int | None:
        typed = self._typed(name)
        return None if typed is None else typed[0]

    def rounds(self, players: int) -> int:
        """Return the number of rounds of a Swiss tournament.

        Raises:
            UserError: the typed number is invalid.
        """
        return self._number("rounds") or max(1, (players - 1).bit_length())

    def games_of(self, players: int) -> int:
        """Return the total number of games for that many players.

        Raises:
            UserError: a typed number is invalid.
        """
        couples = (players * (players - 1) // 2, players - 1, players // 2 * self.rounds(players))
        return couples[self.format.chosen] * self.games_per_pairing

    @property
    def openings(self) -> str:
        """The openings as the command line takes them.

        Raises:
            UserError: no file is named, or a number is invalid.
        """
        text = self.opening.text.strip()
        if self._source == FILE:
            if not text:
                raise UserError(texts.no_openings_file(quoted(text)))
            return str(absolute(typed_path(text)))
        if self._source == BOOK and not format_of(self.rules).supplied:
            raise UserError(texts.no_book(self.rules.facts.title))
        found = NumbersField(texts.PLIES_LABEL, "", 1, 0, MAX_PLIES).parse(text)
        plies = FIRST_PLIES[self._source] if found is None else str(found[0])
        return f"book:{plies}" if self._source == BOOK else plies

    def config(self, players: tuple[str, ...], folder: Path) -> TournamentConfig:
        """Return the tournament of these players; its file goes to `folder`.

        Raises:
            UserError: a typed value is invalid.
        """
        name = texts.file_name(strftime("%Y-%m-%d %H.%M.%S"))
        seed = self._number("seed")
        chosen: dict[str, Any] = {} if seed is None else {"seed": seed}
        return TournamentConfig(
            self.rules.name,
            players,
            FORMATS[self.format.chosen][1],
            self.games_per_pairing,
            self.limit.limit,
            str(folder / name),
            rounds=self.rounds(len(players)),
            size=sorted(self.rules.facts.sizes)[self.board.chosen],
            sprt=self.sprt,
            openings=self.openings,
            parallel=PARALLEL[self.parallel.chosen],
            tablebase=self._tablebase,
            win=self._typed("win"),
            draw=self._typed("draw"),
            grace=self._number("grace"),
            timeout=self._number("timeout"),
            shuffled=self._shuffled and self._source == FILE,
            name=" ".join(self.name.text.split()),
            dask=self.dask.text.strip(),
            **chosen,
        )

    # --- what settings keep

    def to_settings(self) -> dict[str, Any]:
        """Return all choices as a value for the settings."""
        self._sources[self._source] = self.opening.text
        return {
            "form": self.format.chosen,
            "games": self.games.chosen,
            "limit": list(self.limit.limit),
            "board": self.board.chosen,
            "test": self.test.chosen,
            "parallel": self.parallel.chosen,
            "source": self._source,
            "sources": list(self._sources),
            "tablebase": self._tablebase,
            "dask": self.dask.text,
            "name": self.name.text,
            "shuffled": self._shuffled,
            "numbers": {name: field.text for name, field in self.numbers.items()},
        }

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Restore choices from the settings; invalid values are ignored."""
        choices = {
            "form": self.format,
            "games": self.games,
            "board": self.board,
            "test": self.test,
            "parallel": self.parallel,
        }
        for name, segments in choices.items():
            segments.chosen = _index(saved.get(name), len(segments.texts), segments.chosen)
        sources = saved.get("sources")
        if isinstance(sources, list) and [type(source) for source in sources] == [str] * len(OPENINGS):
            self._sources = list(sources)
        self._source = _index(saved.get("source"), len(OPENINGS), self._source)
        self.opening.set_text(self._sources[self._source])
        self._tablebase = saved.get("tablebase") is True
        self._shuffled = saved.get("shuffled") is True
        for name, field in (("dask", self.dask), ("name", self.name)):
            text = saved.get(name)
            field.set_text(text if isinstance(text, str) else "")
        numbers = saved.get("numbers")
        for name, field in self.numbers.items():
            text = numbers.get(name) if isinstance(numbers, dict) else None
            field.set_text(text if isinstance(text, str) else "")


def _index(value: Any, count: int, otherwise: int) -> int:
    return value if type(value) is int and 0 <= value < count else otherwise
