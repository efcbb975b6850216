"""Published test cases of a university course, from the folder in ``CONGO_CASES``.

A line is a JSON object: ``legal_moves`` with the whole list (of one kind of piece where one is named) in
``moves`` or a part of it in ``includes``; ``apply`` with a move and the position after it; ``fen`` with a
text that has to be read and written as it is.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from engine.rules.errors import GameError
from engine.rules.values import Position
from tests.engine.rules.congo.support import CONGO

FOLDER = os.environ.get("CONGO_CASES")
CASES_PER_TEST = 100
SHOWN = 10


def read_cases() -> list[tuple[int, dict[str, Any]]]:
    """Return the cases with their line numbers; none without the folder."""
    if not FOLDER:
        return []
    lines = (Path(FOLDER) / "congo.jsonl").read_text().splitlines()
    return [(number, json.loads(line)) for number, line in enumerate(lines, 1) if line.strip()]


CASES = read_cases()
CHUNKS = [CASES[at : at + CASES_PER_TEST] for at in range(0, len(CASES), CASES_PER_TEST)]


def codes_of(position: Position, texts: Iterable[str]) -> set[int]:
    """Return the moves of these texts, which may use any equivalent path."""
    return {CONGO.parse_move(position, text).code for text in texts}


def wrong_listing(case: dict[str, Any]) -> str:
    """Return what is wrong with a list of legal moves, or nothing."""
    position = CONGO.notation.parse(case["fen"])
    if "includes" in case:
        codes_of(position, case["includes"])
        return ""
    legal = CONGO.legal_moves(position)
    if "piece" in case:
        pieces = CONGO.notation.pieces(position)
        legal = tuple(
            one for one in legal if CONGO.facts.kind_names[pieces[one.path[0]].kind] == case["piece"]
        )
    expected = codes_of(position, case["moves"])
    surplus = sorted(one.text for one in legal if one.code not in expected)
    if surplus or len(expected) != len(legal) or len(expected) != len(case["moves"]):
        return f"surplus {surplus}, {len(legal)} moves instead of {len(case['moves'])}"
    return ""


def wrong_after(case: dict[str, Any]) -> str:
    """Return what is wrong with the position after a move, or nothing."""
    position = CONGO.notation.parse(case["fen"])
    move, expected = case["move"], case["result_fen"]
    found = CONGO.notation.format(CONGO.play(position, CONGO.parse_move(position, move)))
    return "" if found == expected else f"after {move}: {found} instead of {expected}"


def wrong_fen(case: dict[str, Any]) -> str:
    """Return what is wrong with a FEN's round trip, or nothing."""
    written = CONGO.notation.format(CONGO.notation.parse(case["fen"]))
    return "" if written == case["fen"] else f"written as {written}"


CHECKS = {"legal_moves": wrong_listing, "apply": wrong_after, "fen": wrong_fen}


def complaint(case: dict[str, Any]) -> str:
    """Return what is wrong with a case, an error of the rules included, or nothing."""
    try:
        return CHECKS[case["kind"]](case)
    except GameError as error:
        return str(error)


@pytest.mark.skipif(not FOLDER, reason="CONGO_CASES names no folder")
@pytest.mark.parametrize("chunk", CHUNKS, ids=lambda chunk: f"lines {chunk[0][0]}-{chunk[-1][0]}")
def test_published_cases(chunk: list[tuple[int, dict[str, Any]]]) -> None:
    wrong = [(number, case, text) for number, case in chunk if (text := complaint(case))]
    if wrong:
        shown = [f"line {number}, {case}: {text}" for number, case, text in wrong[:SHOWN]]
        pytest.fail("\n".join([f"{len(wrong)} of {len(chunk)} wrong", *shown]), pytrace=False)


@pytest.mark.skipif(not FOLDER, reason="CONGO_CASES names no folder")
def test_all_published_cases_are_present() -> None:
    assert len(CASES) == 1727
    assert {case["kind"] for _, case in CASES} == set(CHECKS)
