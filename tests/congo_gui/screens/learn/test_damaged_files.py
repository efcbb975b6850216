"""Damaged files of what a game offers to learn: *Learn* says what is wrong, and the program goes on."""

from __future__ import annotations

import json
import shutil
import zlib
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from congo_gui.screens.learn.hub import LearnHub
from engine.learn import lessons, model_games, puzzles
from engine.system.files import folder_of
from tests.congo_gui.driver import START, Driver

LESSON = {
    "id": "one",
    "title": "t",
    "text": "x",
    "task": "y",
    "hint": "h",
    "done": "d",
    "kind": "L",
    "fen": START,
    "answers": [["d2d3"]],
}
PUZZLES = "".join(f"{START}\t{move}\twin\t50\n" for move in ("d2d7", "zz", "d2d3"))
GAME = '[Event "e"]\n[Game "{kind}"]\n\n1. {moves} *\n'


def strategy(**changes: object) -> str:
    return json.dumps({"lessons": [{**LESSON, **changes}]})


DAMAGED = {
    "model games": ("model_games.pgn", ""),
    "notes": ("model_games.pgn", "{only a comment}"),
    "an illegal move": ("model_games.pgn", GAME.format(kind="congo", moves="d2d7")),
    "another game": ("model_games.pgn", GAME.format(kind="conga", moves="")),
    "bytes": ("model_games.pgn", "\udcff\udcfe"),
    "a list": ("strategy.json", "[]"),
    "a deep list": ("strategy.json", "[" * 100_000),
    "no lessons": ("strategy.json", '{"lessons": []}'),
    "other types": ("strategy.json", '{"lessons": ["x", 7, null]}'),
    "a title that is no text": ("strategy.json", strategy(title=["x"])),
    "no answer": ("strategy.json", strategy(answers=[[]])),
    "no reply": ("strategy.json", strategy(answers=[["d2d3"], ["d3d4"]])),
    "impossible answers": ("strategy.json", strategy(answers=[["zz"], ["d2d3"]], replies=["zz"])),
    "impossible marks": ("strategy.json", strategy(marks=["z9", 7])),
    "no rules": ("lessons.json", "{}"),
    "no playgrounds": ("lessons.json", strategy()),
    "impossible puzzles": ("puzzles.txt", f"{puzzles.HEADER} {zlib.crc32(PUZZLES.encode()):08x}\n{PUZZLES}"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of Congo's files, with lessons alone."""
    folder = tmp_path / "rules" / "congo"
    folder.mkdir(parents=True)
    shutil.copy(folder_of("congo") / lessons.RULES_FILE, folder)
    caches = lessons.load, lessons.strategy_of, model_games.model_games_of, puzzles.puzzles_of
    for module in (lessons, model_games, puzzles):
        monkeypatch.setattr(module, "folder_of", lambda game: folder)
    for cached in caches:
        cached.cache_clear()
    yield folder
    for cached in caches:
        cached.cache_clear()


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_file_is_reported_and_the_program_goes_on(
    folder: Path, driver: Driver, damage: str
) -> None:
    name, text = DAMAGED[damage]
    (folder / name).write_bytes(text.encode(errors="surrogateescape"))
    driver.press(pygame.K_F2)
    hub = driver.top(LearnHub)
    driver.run_loop(30)
    for card in hub.cards:
        driver.click(card.rect.center)
        for key in (pygame.K_h, pygame.K_h, pygame.K_g, pygame.K_RETURN, pygame.K_RIGHT, pygame.K_RETURN):
            driver.press(key, chr(key) if key < 127 else "")
        while not isinstance(driver.app.stack[-1], LearnHub):
            driver.press(pygame.K_ESCAPE)
            if driver.app.stack[-1] is driver.play:
                driver.press(pygame.K_F2)
    assert driver.top(LearnHub).words
