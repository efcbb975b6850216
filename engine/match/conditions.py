"""The conditions of an event as text, from the tags of its games: for its screen and its saved table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from engine.match import texts

if TYPE_CHECKING:
    from engine.match.pairing import EventSettings

DATE, NAME_TAG, SOURCE_TAG, WORKERS_TAG = "Date", "EventName", "OpeningSource", "Concurrency"
OPENINGS_TAG = "Openings"
"""The checksum of the openings."""
DATE_TAG = re.compile(rf'^\[{DATE} "([0-9.]{{1,10}})"\]', re.MULTILINE)
MAX_DIGITS = 6
MAX_NAME = 80
"""The longest name of an event in characters; longer ones are cut off."""


def today() -> str:
    """Return today's date as tags have it."""
    return date.today().strftime("%Y.%m.%d")


def event_name(text: str) -> str:
    """Return the name of an event on one line, without quotation marks, as a tag can have it."""
    return " ".join(text.replace('"', "'").split())[:MAX_NAME]


def event_notes(name: str, source: str, workers: int) -> tuple[tuple[str, str], ...]:
    """Return the tags for the name, the source of the openings and the number of workers, where known."""
    found = ((NAME_TAG, event_name(name)), (SOURCE_TAG, source), (WORKERS_TAG, str(workers or "")))
    return tuple((tag, text) for tag, text in found if text)


def tags_of(settings: EventSettings) -> dict[str, str]:
    """Return the tags that all games of an event have."""
    own = {"Game": settings.game, "Limits": settings.time, "Seed": str(settings.seed)}
    return {**own, **dict(settings.tags), **dict(settings.notes)}


@dataclass(frozen=True)
class Conditions:
    """The conditions of an event, each a text; empty where its file does not have it."""

    name: str
    time: str
    openings: str
    adjudication: str
    sprt: str
    seed: str
    concurrency: str
    date: str

    @classmethod
    def of(cls, tags: Mapping[str, str]) -> Conditions:
        """Read the conditions from the tags of a game of the event."""
        source, plies = tags.get(SOURCE_TAG, ""), tags.get("OpeningPlies", "")
        workers, test = tags.get(WORKERS_TAG, ""), tags.get("Sprt", "").split()
        is_count = workers.isascii() and workers.isdigit() and len(workers) < MAX_DIGITS
        return cls(
            tags.get(NAME_TAG, ""),
            tags.get("Limits", ""),
            texts.opening_source(source) if source else texts.opening_plies(plies) if plies else "",
            texts.adjudication(tags["Adjudication"]) if tags.get("Adjudication") else "",
            texts.test_of(*test) if len(test) == 2 else "",
            texts.seed(tags["Seed"]) if tags.get("Seed") else "",
            texts.concurrency(int(workers)) if is_count else "",
            tags.get(DATE, "").replace(".", "-"),
        )

    def parts(self) -> Iterator[str]:
        """Yield the conditions except the name, the most important first."""
        parts = (
            self.time,
            self.openings,
            self.adjudication,
            self.sprt,
            self.seed,
            self.concurrency,
            self.date,
        )
        return (part for part in parts if part)
