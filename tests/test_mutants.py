"""The mutation testing of the rules: its mutants, and that it tells the killed from the living."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutations import mutants_of

ROOT = Path(__file__).parents[1]
SOURCE = '''def bits(word: int) -> int:
    """Count the bits."""
    found = 0
    while word and found < 8:
        word &= word - 1
        found += 1
    return found
'''
MUTANTS = """\
found = 0 -> pass
0 -> 1
0 -> -1
not (word and found < 8)
word or found < 8
found <= 8
found >= 8
8 -> 9
8 -> 7
word |= word - 1
pass
word + 1
1 -> 2
1 -> 0
found -= 1
pass
1 -> 2
1 -> 0
return 0
"""


def test_mutants_change_one_operator_number_condition_or_statement() -> None:
    mutants = mutants_of("bits.py", SOURCE)
    assert len(mutants) == MUTANTS.count("\n")
    for line in MUTANTS.splitlines():
        assert any(str(mutant).endswith(line) for mutant in mutants), line
    changed = {mutant.applied(SOURCE.encode()).decode() for mutant in mutants}
    assert SOURCE.replace("found < 8", "(found <= 8)") in changed
    assert SOURCE.replace("found += 1", "pass") in changed
    for source in changed:
        compile(source, "bits.py", "exec")
    assert len({mutant.key for mutant in mutants}) == len(mutants)
    assert mutants_of("bits.py", SOURCE, left_out={"bits"}) == []


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(os, "fork"), reason="runs mutants in forks")
def test_a_run_notes_the_killed_and_is_resumed(tmp_path: Path) -> None:
    results = tmp_path / "results.txt"
    command = [sys.executable, "-m", "tests.mutants", "conga", "--seconds", "0", "--results", str(results)]
    for sample in ("2", "6", "6"):
        done = subprocess.run(
            [*command, "--sample", sample], cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert f"{sample} of " in done.stdout
        states = [line.split()[0] for line in results.read_text("utf-8").splitlines()]
        assert len(states) == int(sample)
        assert done.stdout.count(" -> ") == states.count("quick")
    assert "killed" in states
