"""The documents: valid links, a short README, and commands that match the parser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import command_line_document
from tests.imports import ROOT

OWN = ("engine", "congo_gui", "docs", "assets", ".github", ".packaging")
DOCUMENTS = [*ROOT.glob("*.md"), *(file for folder in OWN for file in (ROOT / folder).rglob("*.md"))]


def anchors(file: Path) -> set[str]:
    """Return the anchors of a document's headings, in GitHub's form."""
    headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def broken_links(file: Path) -> Iterator[str]:
    """Yield the broken links of a document."""
    for link in re.findall(r"\]\(([^)\s]+)\)", file.read_text(encoding="utf-8")):
        if re.match("[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = file.parent / path if path else file
        if not target.exists() or (anchor and anchor not in anchors(target)):
            yield link


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_links_are_valid(file: Path) -> None:
    assert not list(broken_links(file))


def test_the_readme_is_short_and_leads_to_every_document() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(readme.splitlines()) < 150
    for document in (ROOT / "docs").glob("*.md"):
        reported = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
        assert f"docs/{document.name}" in readme or f"({document.name})" in reported, document.name


def test_tests_named_in_the_security_document_exist() -> None:
    named = re.findall(r"`(tests/[^`]+)`", (ROOT / "docs" / "security.md").read_text(encoding="utf-8"))
    assert len(named) >= 10
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_documented_commands_match_the_parser() -> None:
    _, _, commands = command_line_document.DOCUMENT.read_text(encoding="utf-8").partition(
        command_line_document.MARK
    )
    assert commands == command_line_document.document(), "run python -m tests.command_line_document"


def test_the_glossary_has_each_word_once() -> None:
    words = re.findall(r"^\| (\*\*.+?) \|", (ROOT / "docs" / "glossary.md").read_text("utf-8"), re.MULTILINE)
    each = [word for row in words for word in re.findall(r"\*\*([^*]+)\*\*", row)]
    assert len(each) >= 40
    assert len(each) == len(set(each))


IN_FOLDER = "## In this folder\n"
LISTING = [
    file for file in (ROOT / "engine" / "rules").glob("*/README.md") if IN_FOLDER in file.read_text("utf-8")
]


@pytest.mark.parametrize("file", LISTING, ids=lambda file: file.parent.name)
def test_a_games_document_lists_all_its_modules(file: Path) -> None:
    _, _, listing = file.read_text(encoding="utf-8").partition(IN_FOLDER)
    modules = {module.name for module in file.parent.glob("*.py")} - {"__init__.py"}
    assert set(re.findall(r"`(\w+\.py)`", listing)) == modules
