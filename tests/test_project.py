"""The metadata in pyproject.toml agrees with other files."""

from __future__ import annotations

import re
import sys
from typing import Any

import pytest
from packaging.requirements import Requirement

from engine.system import preflight
from tests.imports import ROOT

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # comes with pytest there


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    """The table [project]."""
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return table


def requirements() -> list[str]:
    """Return the package lines of requirements.txt."""
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_requirements_cover_playing_and_the_tests(project: dict[str, Any]) -> None:
    listed = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    assert sorted(line.replace("'", '"') for line in listed) == sorted(requirements())


def test_lock_file_covers_every_package_needed_to_play(project: dict[str, Any]) -> None:
    lock = (ROOT / ".packaging" / "requirements.lock").read_text(encoding="utf-8")
    pinned = re.findall(r"^([\w-]+)==([\w.]+)", lock, re.MULTILINE)
    for needed in map(Requirement, project["dependencies"]):
        versions = [version for name, version in pinned if name == needed.name]
        assert versions, needed
        assert all(version in needed.specifier for version in versions), needed


def test_documented_python_versions_match_the_start_check(project: dict[str, Any]) -> None:
    (major, oldest), (_, newest) = preflight.OLDEST, preflight.NEWEST
    assert project["requires-python"] == f">={major}.{oldest},<{major}.{newest + 1}"
    named = re.findall(r"Python :: (\d+\.\d+)", "\n".join(project["classifiers"]))
    assert named == [f"{major}.{minor}" for minor in range(oldest, newest + 1)]


def test_the_oldest_numba_is_that_of_the_start_check(project: dict[str, Any]) -> None:
    (needed,) = (line for line in project["dependencies"] if line.startswith("numba"))
    assert needed.startswith("numba>={}.{},".format(*preflight.OLDEST_NUMBA))


def test_packages_checked_at_the_start_are_required(project: dict[str, Any]) -> None:
    named = {re.split(r"[<>=;\s]", line)[0] for line in project["dependencies"]}
    brought_along = {"llvmlite"}  # by numba
    assert set(preflight.PACKAGES) - brought_along <= named
