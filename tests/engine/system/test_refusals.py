"""What the system refuses to tell is not taken for "there is nothing"."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Any, NoReturn

import pytest

from engine.cli.main import main
from engine.match.tournament_file import no_tournament
from engine.research.plan_file import keep_plan, require_own
from engine.system import shared_file
from engine.system.errors import UserError
from engine.system.files import (
    checksum_of_file,
    files_in,
    free_path,
    hidden_beside,
    is_there,
    replace_generated,
    require_no_links,
)
from engine.system.shared_file import sole_use
from engine.system.texts import IS_LINK, NOT_A_FILE


def refused(*_: Any, **__: Any) -> NoReturn:
    raise OSError(errno.EIO, os.strerror(errno.EIO))


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights")
def test_a_link_that_leads_nowhere_is_there(tmp_path: Path) -> None:
    link = tmp_path / "link"
    assert not is_there(link)
    link.symlink_to("nowhere")
    assert is_there(link, follow_links=False)
    assert not is_there(link)  # a file that is yet to be made
    assert not is_there(tmp_path / "a\0b")
    assert free_path(link) == tmp_path / "link-2"


def test_a_name_is_free_only_if_the_system_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or else the copy of an edited file would replace the one before."""
    path = tmp_path / "report.md"
    path.write_text("edited", encoding="utf-8")
    monkeypatch.setattr(os, "stat", refused)
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        free_path(path)
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        replace_generated(path, "new")
    assert path.read_text(encoding="utf-8") == "edited"


def test_a_checksum_is_empty_only_for_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table.csv"
    assert checksum_of_file(path) == checksum_of_file(tmp_path) == ""
    path.write_text("edited", encoding="utf-8")
    assert checksum_of_file(path)
    monkeypatch.setattr(Path, "stat", refused)
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        checksum_of_file(path)


def test_a_folder_that_cannot_be_listed_is_not_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or else rows of an experiment would count as missing, and networks be trained on fewer games."""
    for name in ("2.json", "1.json", "notes.txt"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    assert files_in(tmp_path, "*.json") == [tmp_path / "1.json", tmp_path / "2.json"]
    assert files_in(tmp_path / "missing", "*") == []
    monkeypatch.setattr(os, "listdir", refused)
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        files_in(tmp_path, "*.json")


def test_a_plan_that_cannot_be_looked_up_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_plan(tmp_path, {"games": 1}, "another plan")
    before = (tmp_path / "plan.json").read_text(encoding="utf-8")
    monkeypatch.setattr(os, "stat", refused)
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        keep_plan(tmp_path, {"games": 2}, "another plan")
    assert (tmp_path / "plan.json").read_text(encoding="utf-8") == before


def test_a_file_that_cannot_be_read_may_be_that_of_a_tournament(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.txt"
    command = ["tournament", "minichess", "random", "first", "--games", "2", "--file", str(path)]
    assert main(command) == 0
    with pytest.raises(UserError, match="tournament"), no_tournament(path):
        pytest.fail("it holds one")
    opened = os.open
    monkeypatch.setattr(
        os,
        "open",
        lambda name, *args, **named: refused() if str(name) == str(path) else opened(name, *args, **named),
    )
    with pytest.raises(UserError, match="cannot be read"), no_tournament(path):
        pytest.fail("nobody knows")


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="a device of Unix")
def test_games_are_saved_to_what_cannot_be_synced() -> None:
    assert main(["match", "minichess", "random", "first", "--games", "2", "--save", "/dev/null"]) == 0


def test_a_lock_that_cannot_be_tried_is_not_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.txt"

    def no_more(*_: Any) -> NoReturn:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    with monkeypatch.context() as patch:
        patch.setattr(shared_file, "_claim", no_more)
        with sole_use(path) as is_free:
            assert not is_free
    with sole_use(path) as is_free:
        assert is_free


@pytest.mark.skipif(sys.platform == "win32", reason="there an open file is locked for its owner")
def test_the_lock_file_of_another_user_is_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.txt"
    opened = os.open

    def read_only(path: Any, flags: int, *args: Any, **named: Any) -> int:
        if str(path).endswith(".lock") and flags & os.O_APPEND:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return opened(path, flags, *args, **named)

    with sole_use(path) as is_free:
        assert is_free
        monkeypatch.setattr(os, "open", read_only)
        with sole_use(path) as is_free_again:
            assert not is_free_again


needs_links = pytest.mark.skipif(sys.platform == "win32", reason="links need rights")


@needs_links
@pytest.mark.parametrize(
    "name", [".checksums.json", "report.md", "raw/pvs.json", "played.jsonl", "steps.jsonl"]
)
def test_nothing_is_written_through_a_link_in_a_report(tmp_path: Path, name: str) -> None:
    """An archive keeps links, and the files of the user that they lead to would be replaced."""
    thesis, folder = tmp_path / "thesis.md", tmp_path / "report"
    thesis.write_text("mine", encoding="utf-8")
    (folder / name).parent.mkdir(parents=True)
    (folder / "plan.json").write_text("{}", encoding="utf-8")
    require_no_links(folder)
    require_no_links(tmp_path / "missing")
    (folder / name).symlink_to(thesis)
    for check in (require_no_links, lambda folder: require_own(folder, "plan.json")):
        with pytest.raises(UserError, match="is a link"):
            check(folder)
    with pytest.raises(OSError, match=IS_LINK):
        replace_generated(folder / name, "new")
    assert thesis.read_text(encoding="utf-8") == "mine"


@needs_links
def test_a_lock_is_not_created_through_a_link(tmp_path: Path) -> None:
    path, victim = tmp_path / "t.txt", tmp_path / "victim"
    hidden_beside(path, "lock").symlink_to(victim)
    with sole_use(path):
        assert not victim.exists()


@needs_links
def test_a_pipe_in_the_place_of_a_lock_is_not_opened(tmp_path: Path) -> None:
    """It could block the program for ever; here another process has it open."""
    lock = hidden_beside(tmp_path / "t.txt", "lock")
    os.mkfifo(lock)
    writer = os.open(lock, os.O_RDWR)
    try:
        with pytest.raises(OSError, match=NOT_A_FILE):
            shared_file._open_lock(lock)
        with sole_use(tmp_path / "t.txt") as is_free:
            assert is_free
    finally:
        os.close(writer)


@needs_links
def test_a_hidden_folder_of_a_disk_is_not_looked_into(tmp_path: Path) -> None:
    (tmp_path / ".Trashes").mkdir()
    (tmp_path / ".Trashes" / "old").symlink_to("nowhere")
    require_no_links(tmp_path)
