"""Files and folders: writable folders, limits, and replacing a file."""

from __future__ import annotations

import codecs
import errno
import os
import random
import re
import secrets
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from engine.system import files
from engine.system.errors import UserError, quoted, quoted_path
from engine.system.files import (
    is_writable,
    read_file,
    read_lines,
    read_text,
    replace_file,
    replace_generated,
    replace_with_checksum,
    require_writable,
    typed_path,
    with_checksum,
    with_line_feeds,
)
from tests.imports import ROOT


def test_a_missing_folder_is_created(tmp_path: Path) -> None:
    assert is_writable(tmp_path / "new" / "folder")
    assert list((tmp_path / "new" / "folder").iterdir()) == []


def test_a_file_is_not_a_writable_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert not is_writable(tmp_path / "file")
    assert not is_writable(tmp_path / "file" / "folder")


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    assert read_file(tmp_path / "file", 5) == b"12345"
    with pytest.raises(OSError, match=rf"Errno {errno.EFBIG}\b"):
        read_file(tmp_path / "file", 4)


def test_a_file_without_a_size_is_read_whole(tmp_path: Path) -> None:
    """As in /proc; no more memory is allocated than a file needs, and none for one that is too large."""
    (tmp_path / "large").touch()
    os.truncate(tmp_path / "large", 1 << 40)
    with pytest.raises(OSError, match=rf"Errno {errno.EFBIG}\b"):
        read_file(tmp_path / "large", 1 << 39)
    (tmp_path / "small").write_bytes(b"12345")
    assert read_file(tmp_path / "small", 1 << 50) == b"12345"
    limits = Path("/proc/self/limits")
    if limits.exists():
        assert read_file(limits, 100_000) == limits.read_bytes()
        with pytest.raises(OSError, match=rf"Errno {errno.EFBIG}\b"):
            read_file(limits, 100)


def test_a_file_of_any_size_is_read_line_by_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"123\n\n12")
    assert list(read_lines(tmp_path / "file", 4)) == [b"123\n", b"\n", b"12"]
    os.truncate(tmp_path / "file", 1 << 40)
    lines = read_lines(tmp_path / "file", 4)
    assert [next(lines), next(lines)] == [b"123\n", b"\n"]
    with pytest.raises(OSError, match=rf"Errno {errno.EFBIG}\b"):
        next(lines)


def test_rejects_a_folder_as_a_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        read_file(tmp_path, 5)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_a_pipe_and_a_device_are_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path(os.devnull)):
        with pytest.raises(OSError, match="not a file"):
            read_file(path, 5)
        with pytest.raises(UserError, match="not a file"):
            read_text(path)
    with pytest.raises(UserError, match="not a file"):
        require_writable(tmp_path / "pipe")


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there are no devices among files")
def test_a_device_that_replaces_a_file_before_it_is_opened_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"text")
    status = path.stat()
    path.unlink()
    path.symlink_to("/dev/zero")
    monkeypatch.setattr(Path, "stat", lambda path: status)
    with pytest.raises(OSError, match="not a file"):
        read_file(path, 100)


def test_rejects_an_impossible_file_name(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=os.strerror(errno.EINVAL)):
        read_file(tmp_path / "a\0b", 10)


def test_a_typed_path_can_have_an_impossible_name() -> None:
    assert typed_path(' "~a\0b" ') == Path("~a\0b")


WRITE_ONLY = """
import os, sys
from pathlib import Path
from engine.system.errors import UserError
from engine.system.files import require_writable

path = Path(sys.argv[1])
if os.geteuid() == 0:
    os.chown(path.parent, 65534, 65534)
    os.setuid(65534)
path.touch(0o200)
require_writable(path, "ab")
try:
    require_writable(path)
except UserError as error:
    print(error)
"""


@pytest.mark.skipif(os.name != "posix", reason="there are no such permissions")
def test_games_cannot_be_added_to_a_file_that_cannot_be_read() -> None:
    # Not in `tmp_path`: other users cannot enter its parents.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.txt"
        command = [sys.executable, "-c", WRITE_ONLY, str(path)]
        said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert said == f"{path} cannot be written: Permission denied\n"


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_name_that_the_locale_cannot_hold_is_not_writable(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"The system's character set has no \ud83d$"):  # not even in UTF-8
        require_writable(tmp_path / "\ud83d")


def test_replacing_leaves_no_temporary_file(tmp_path: Path) -> None:
    for data in (b"old", b"new"):
        replace_file(tmp_path / "file", data)
    replace_file(tmp_path / "other", b"of a cache", sync=False)
    assert (tmp_path / "file").read_bytes() == b"new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "other"]


@pytest.mark.skipif(os.name != "posix", reason="folders cannot be synced")
def test_a_replaced_file_and_its_folder_are_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file before its folder has its name, or a power failure could leave an empty file."""
    synced: list[tuple[bool, list[str]]] = []

    def sync(file: int) -> None:
        synced.append(
            (stat.S_ISDIR(os.fstat(file).st_mode), sorted(path.name for path in tmp_path.iterdir()))
        )

    monkeypatch.setattr(os, "fsync", sync)
    replace_file(tmp_path / "cache", b"new", sync=False)
    assert synced == []
    monkeypatch.setattr(secrets, "token_hex", lambda length: "77")
    replace_file(tmp_path / "file", b"new")
    assert synced == [(False, [".file.77.tmp", "cache"]), (True, ["cache", "file"])]


@pytest.mark.skipif(os.name != "posix", reason="there are no such permissions")
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes among files")
def test_replaces_regular_files_only(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not a file"):
        replace_file(tmp_path / "pipe", b"new")
    assert (tmp_path / "pipe").is_fifo()


def test_a_replaced_file_keeps_its_permissions_and_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    file, link = tmp_path / "dotfiles" / "settings", tmp_path / "settings.json"
    file.write_text("old")
    file.chmod(0o600)
    link.symlink_to(file)
    replace_file(link, b"new")
    assert link.is_symlink()
    assert (file.read_bytes(), file.stat().st_mode & 0o777) == (b"new", 0o600)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dotfiles", "settings.json"]


def test_a_link_planted_beside_a_file_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others may be allowed to write to the folder."""
    (tmp_path / "letter").write_bytes(b"precious")
    (tmp_path / ".file.77.tmp").symlink_to(tmp_path / "letter")
    monkeypatch.setattr(secrets, "token_hex", lambda length: "77")
    monkeypatch.setattr(os, "getpid", lambda: 77)
    with pytest.raises(FileExistsError):
        replace_file(tmp_path / "file", b"new")
    assert (tmp_path / "letter").read_bytes() == b"precious"


def test_leftovers_of_a_killed_process_are_removed_later(tmp_path: Path) -> None:
    old, young, *others = (
        tmp_path / name
        for name in (".file.0123cdef.tmp", ".file.77777777.tmp", ".another.77777777.tmp", ".file.mine.tmp")
    )
    for path in (old, young, *others):
        path.write_bytes(b"")
    for path in (old, *others):
        os.utime(path, (0, 0))
    replace_file(tmp_path / "file", b"new")
    assert sorted(tmp_path.iterdir()) == sorted([young, *others, tmp_path / "file"])


def test_the_end_of_a_long_path_is_quoted() -> None:
    assert quoted_path("short/AB.py") == "'short/AB.py'"
    assert quoted_path("/home/someone/projects/minichess/AB.py") == "'…rojects/minichess/AB.py'"


def test_quoted_text_stays_on_one_line() -> None:
    assert quoted("con\ngo\0") == r"'con\ngo\x00'"


@pytest.mark.parametrize(
    ("name", "old", "is_kept"),
    [
        ("report.md", b"", False),
        ("report.md", b"new\n", False),  # of an earlier version, which wrote no checksum
        ("report.md", b"old\n", True),
        ("report.md", b"old\n\n<!-- checksum 00000000 -->\n", True),
        ("table.txt", b"\xff\n", True),
    ],
)
def test_a_generated_text_is_kept_only_if_it_was_edited(
    tmp_path: Path, name: str, old: bytes, is_kept: bool
) -> None:
    path = tmp_path / name
    path.write_bytes(old)
    for text in ("new\n", "newer\n", "newer\n"):
        replace_generated(path, text)
        assert path.read_text("utf-8").startswith(text)
    others = [other for other in tmp_path.iterdir() if other != path]
    assert [other.read_bytes() for other in others] == [old] * is_kept


@pytest.mark.parametrize(
    ("old", "is_kept"),
    [
        (b"", False),
        (with_checksum("LIST 1", "old\n"), False),
        (b"LIST 1 00000000\nold\n", True),
        (b"\xff", True),
    ],
)
def test_a_text_with_a_checksum_is_kept_only_if_it_was_edited(
    tmp_path: Path, old: bytes, is_kept: bool
) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(old)
    for body in ("new\n", "", "newer\n"):
        replace_with_checksum(path, with_checksum("LIST 1", body))
        assert path.read_bytes() == with_checksum("LIST 1", body)
    others = [other for other in tmp_path.iterdir() if other != path]
    assert [other.read_bytes() for other in others] == [old] * is_kept


def test_an_edited_text_stays_in_place_if_it_is_read_only(tmp_path: Path) -> None:
    path = tmp_path / "report.md"
    path.write_text("mine")
    path.chmod(0o444)
    with pytest.raises(PermissionError):
        replace_generated(path, "new\n")
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_text() == "mine"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1 << 20])
def test_lone_crs_become_line_feeds_piece_by_piece(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """A text of 100 MB that was changed as a whole held all threads for seconds."""
    monkeypatch.setattr(files, "PIECE_BYTES", size)
    choose = random.Random(size)
    for length in range(60):
        data = b"a\r\rb\n" + bytes(choose.choice(b"\r\nab") for _ in range(length))
        assert with_line_feeds(data) == re.sub(rb"\r(?!\n)", b"\n", data)
        pieces = files._pieces_with_line_feeds(data)
        assert max(map(len, pieces)) <= size + 1


@pytest.mark.parametrize("size", [1, 2, 3, 1 << 20])
def test_what_is_no_text_is_decoded_piece_by_piece(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """200 MB of it, decoded as a whole, held all threads for seconds."""
    lengths: list[int] = []

    def decode(pieces: Iterable[bytes], encoding: str, errors: str) -> Iterator[str]:
        all_pieces = list(pieces)
        lengths.extend(map(len, all_pieces))
        return iterdecode(all_pieces, encoding, errors)

    iterdecode = codecs.iterdecode
    monkeypatch.setattr(files, "PIECE_BYTES", size)
    monkeypatch.setattr(codecs, "iterdecode", decode)
    choose = random.Random(size)
    letters = [b"\xef\xbb\xbf", b"\xff", b"\xef", b"a", "é".encode(), "🦁".encode(), "€".encode()[:2]]
    for length in range(60):
        data = b"".join(choose.choices(letters, k=length))
        assert files.decoded(data) == data.removeprefix(b"\xef\xbb\xbf").decode(errors="replace")
    assert 0 < max(lengths) <= size
    assert files.decoded("\ufeffé🦁".encode()) == "é🦁"


def test_a_generated_text_is_known_by_its_checksum(tmp_path: Path) -> None:
    path = tmp_path / "report.md"
    for text in ("é\n", "", "a\r\nb"):
        replace_generated(path, text)
        written = path.read_bytes()
        assert files._is_as_generated(path, written)
        first, last = written[:-1].rsplit(b"\n", 1)
        for other in (
            b"\xff" + written,
            first + last,
            first + b"x\n" + last + b"\n",
            written + b"\n",
            last + b"\n",
        ):
            assert not files._is_as_generated(path, other)
        assert not files._is_as_generated(path, written[:-1])


def test_a_text_of_too_many_lines_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To split it holds all threads for seconds."""
    monkeypatch.setattr(files, "MAX_TEXT_LINES", 5)
    path = tmp_path / "games.txt"
    path.write_text("ab\n" * 5)
    assert read_text(path)
    path.write_text("ab\n" * 6)
    with pytest.raises(UserError, match="cannot be read"):
        read_text(path)


def test_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(b"mine")
    path.chmod(0o444)
    with pytest.raises(PermissionError):
        replace_file(path, b"other")
    assert path.read_bytes() == b"mine"
    assert [each.name for each in tmp_path.iterdir()] == ["games.txt"]
    path.chmod(0o644)
    replace_file(path, b"other")
    assert path.read_bytes() == b"other"
