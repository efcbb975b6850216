"""An experiment: a measurement in many parts, each saved in its folder, that ends with a report.

Finished parts are not repeated, so an experiment can be stopped at any time and resumed later.
The command line and the window run the same experiments.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from engine import rules as registry
from engine.game.game import KeyHistory
from engine.jobs.runner import poll
from engine.research import checks, reports
from engine.research.plan_file import reserved
from engine.research.step_file import MAX_LINE_BYTES, read_lines
from engine.rules.rules import Rules
from engine.search.bench import positions as bench_positions
from engine.search.limits import Limits, SearchOptions
from engine.search.searcher import Searcher
from engine.system.errors import UserError
from engine.system.files import file_state, is_there, read_file, replace_file, replace_generated
from engine.system.texts import not_readable

RESULTS, REPORT = "results.json", "report.md"
SIGNATURE_DEPTH = 6
MAX_BYTES = 1 << 26
"""The largest file of results that is read, not counting the games in it."""
MAX_VALUES = 1_000_000
"""The most values in it, not counting those either."""
GAMES_BEGIN = b' "games": ['
"""The line before the games in a file of results, of which there may be any number."""

Job = TypeVar("Job")
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class ExperimentStep:
    """The progress of an experiment: `label` names the finished part, `note` is a line to show."""

    done: int
    total: int
    label: str = ""
    note: str = ""


Steps = Generator[ExperimentStep | None, None, None]


class Experiment(ABC):
    """A measurement of a game; all its results are in `folder`."""

    kind: ClassVar[str]
    """The command that makes it."""
    parts: ClassVar[tuple[str, str]]
    """What its parts are called, singular and plural."""
    names: ClassVar[tuple[str, ...]]
    """The files of its report, pictures included, but for `RESULTS` and `REPORT`."""

    def __init__(self, rules: Rules, folder: Path, machine: Mapping[str, str] | None = None) -> None:
        self.rules, self.folder = rules, folder
        self.machine = machine
        """The machine that produced the results, None for this one."""
        self.has_unreported = False
        """True if it has results of an interrupted run, which are in no table of its report yet."""
        self.has_begun = False
        """True once its run has read what its folder holds."""
        self._known: object = None
        """The state of the file of results when this has read or written it, None if it has done neither."""

    @property
    def has_read(self) -> bool:
        """True if this has read or written the results in its folder."""
        return self._known is not None

    @property
    def is_current(self) -> bool:
        """True if the folder has the results that this has read or written, so that `write` loses none."""
        return self.has_read and self._known == file_state(self.folder / RESULTS)

    def note_results(self, known: object = None) -> None:
        """Note the state of the file of results that this has read; by default, that it has written it."""
        self._known = known or file_state(self.folder / RESULTS)

    @property
    @abstractmethod
    def done(self) -> int:
        """The number of finished parts."""

    @property
    @abstractmethod
    def total(self) -> int:
        """The number of all parts."""

    @abstractmethod
    def require_same(self) -> None:
        """Check that the folder holds no other results, which would be lost.

        Raises:
            UserError: it holds some.
        """

    @abstractmethod
    def _run(self, in_process: bool, replaces: bool) -> Steps:
        """Implement `poll`."""

    @abstractmethod
    def markdown(self, plots: bool) -> str:
        """Return the text of the report, with references to its pictures if it has any."""

    @abstractmethod
    def files(self) -> dict[str, str]:
        """Return all texts of the report but `REPORT` itself, by the names of their files."""

    @abstractmethod
    def snapshot(self) -> Experiment:
        """Return a copy for another thread: the work on this one does not change its results."""

    @abstractmethod
    def draw(self) -> None:
        """Draw the report's pictures; needs matplotlib."""

    def poll(self, in_process: bool = True, replaces: bool = True) -> Steps:
        """Do the remaining parts, yielding a step for each when it is finished, and None in pauses.

        Closing the generator stops the work; finished parts are kept. Without `in_process` nothing is
        computed in this process, so the caller never waits for a part. What another version of the search
        has measured is measured again if this `replaces` it.

        Raises:
            UserError: the folder holds other results or is in use, or the work cannot be done.
            OSError: the results cannot be written.
        """
        with reserved(self.folder):
            self.has_begun = False
            self.require_same()
            yield from self._run(in_process, replaces)

    def _save_plan(self) -> None:
        """Save the plan and the results so far, so that the folder can be opened and continued."""
        self.machine, self.has_begun = None, True
        self._write_files({RESULTS: self.files()[RESULTS]})

    def _write_files(self, files: Mapping[str, str]) -> None:
        reports.write_files(self.folder, files)
        self.note_results()

    def _keep_report(self) -> None:
        """Rename the files of a report that cannot be written again; the results are copied.

        Without a file of results, the folder would count as one of the user's. The results come last: if a
        file cannot be renamed, the next try does not copy them twice.
        """
        results = self.folder / RESULTS
        paths = [path for path in map(self.folder.joinpath, (*self.names, REPORT)) if path.is_file()]
        number = next(
            each
            for each in count(2)
            if not any(is_there(_numbered(path, each)) for path in (*paths, results))
        )
        for path in paths:
            path.rename(_numbered(path, number))
        replace_file(_numbered(results, number), read_file(results, results.stat().st_size))

    def write(self, plots: bool) -> Path:
        """Write all files of the report; return the one to read, beside which an edited one is kept.

        Raises:
            OSError: a file cannot be written.
        """
        self._write_files(self.files())
        self.has_unreported = False
        replace_generated(self.folder / REPORT, self.markdown(plots))
        if plots:
            self.draw()
        return self.folder / REPORT


def _numbered(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}-{number}{path.suffix}")


def run_job(work: Callable[[Job], Answer], job: Job, in_process: bool) -> Generator[None, None, Answer]:
    """Do one job: yield None in pauses, as `poll` does, and return the answer."""
    for step in poll(work, [job], 1, in_process=in_process):
        if step is not None:
            return step[1]
        yield None
    raise AssertionError("a job without an answer")


def signature(game: str) -> int:
    """Return a number that identifies this search and evaluation: the nodes of a fixed search."""
    rules = registry.get(game)
    searcher = Searcher(rules, 1)
    options = SearchOptions(without=frozenset({"tablebase"}))
    total = 0
    for position in bench_positions(rules):
        searcher.clear()
        searcher.clear_stop()
        searcher.search(position, KeyHistory(), Limits(depth=SIGNATURE_DEPTH), options)
        total += searcher.nodes
    return total


def read_json(path: Path, damaged: str) -> dict[str, Any]:
    """Return the object that a JSON file holds.

    Raises:
        UserError: there is none; its message is `damaged`.
    """
    try:
        return _object(read_file(path, MAX_BYTES))
    except OSError as error:
        raise UserError(not_readable(path, error.strerror)) from None
    except (ValueError, RecursionError):
        raise UserError(f"{path} {damaged}") from None


def read_results(path: Path) -> tuple[dict[str, Any], Iterator[Any]]:
    """Return the object that a file of results holds, and the games at its end, which are read one by one.

    Raises:
        UserError: the file cannot be read.
        ValueError, LookupError, RecursionError: the file is damaged; also while the games are read.
    """
    lines = read_lines(path, MAX_BYTES)
    text = bytearray()
    for line in lines:
        if line.rstrip() == GAMES_BEGIN:
            return _object(text + GAMES_BEGIN + b"]}"), _games(lines)
        text += line
        if len(text) > MAX_BYTES:
            raise ValueError(len(text))
    data = _object(text)
    return data, iter(checks.items(data.get("games", []), MAX_BYTES))


def _object(text: bytes | bytearray) -> dict[str, Any]:
    values = sum(map(text.count, (b",", b"[", b"{")))
    if values > MAX_VALUES:  # to parse them would hold all threads for seconds
        raise ValueError(values)
    data = json.loads(text.decode("utf-8"))
    if not isinstance(data, dict):
        raise ValueError(type(data))
    return data


def _games(lines: Iterator[bytes]) -> Iterator[Any]:
    """Yield the games in the rest of a file; each ends with a line."""
    game = bytearray()
    for line in lines:
        part = line.strip()
        if not game and part == b"]":
            break
        game += part
        if len(game) > MAX_LINE_BYTES:
            raise ValueError(len(game))
        if part.endswith((b"}", b"},")):
            yield json.loads(game.removesuffix(b",").decode("utf-8"))
            game.clear()
    if next(lines, b"").strip() != b"}" or next(lines, b"").strip():
        raise ValueError("the end is missing")
