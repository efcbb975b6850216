"""The table of the assignments' requirements names only existing commands."""

from __future__ import annotations

import re
import shlex

import pytest

from engine.cli.main import build_parser
from tests.imports import ROOT

PLACEHOLDERS = {
    "POS": "startpos",
    "FEN": "startpos",
    "MOVE": "a1a2",
    "N": "2",
    "NAME": "killers",
    "FILE": "x",
}
TEXT = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")
QUOTED = set(re.findall(r"`([^`]+)`", TEXT))
COMMANDS = sorted(each for each in QUOTED if re.match("[a-z]+ (congo|minichess|konane|conga|bonzee) ?", each))


@pytest.mark.parametrize("command", COMMANDS)
def test_the_command_exists(command: str) -> None:
    words = [PLACEHOLDERS.get(word, word) for word in shlex.split(command)]
    assert build_parser("engine").parse_args(words)


def test_every_source_has_its_rows() -> None:
    assert len(COMMANDS) > 30
    for source in ("Congo", "Minichess", "Konane", "Conga", "Bonzee"):
        assert re.search(rf"^## {source} \(", TEXT, re.MULTILINE)
