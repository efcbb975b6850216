"""The cache folder of compiled code: name, location, permissions, and deletion of old versions."""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
import threading
from importlib import metadata
from pathlib import Path

import pytest

from engine.compiled import cache
from engine.research import reports

POSIX = pytest.mark.skipif(os.name != "posix", reason="folders have no owner and mode elsewhere")


def choose() -> Path:
    """Return the cache folder of a new process."""
    cache.code_folder.cache_clear()
    folder = cache.code_folder()
    assert folder is not None
    return folder


@pytest.fixture(autouse=True)
def restore() -> object:
    yield
    cache.code_folder.cache_clear()


@pytest.fixture
def chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that is now the base for caches."""
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path))
    return tmp_path


def test_a_good_folder_leaves_no_temporary_one(
    chosen: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path_factory.mktemp("temporary")
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    assert choose().is_relative_to(chosen)
    assert not list(temporary.iterdir())


@pytest.mark.parametrize("found", [None, KeyError("Version"), PermissionError("METADATA")], ids=repr)
def test_a_package_whose_version_is_unknown_does_not_matter(
    found: Exception | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after an upgrade that pip did not finish."""

    def version(package: str) -> str | None:
        if found is not None:
            raise found
        return None

    monkeypatch.setattr(metadata, "version", version)
    assert len(cache.environment_hash()) == 16
    assert reports.description()["numba"] == ""


# --- its name


@pytest.mark.parametrize("variable", ["NUMBA_OPT", "CONGO_WEIGHTS"])
def test_code_changing_variables_select_another_folder(
    variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = cache.environment_hash()
    monkeypatch.setenv(variable, "1")
    assert cache.environment_hash() != before


def test_numbas_own_cache_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.environment_hash()
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/somewhere/else")
    assert cache.environment_hash() == before


@POSIX
@pytest.mark.parametrize("name", [b"caf\xe9", b"caf\xc3\xa9"], ids=["not UTF-8", "UTF-8"])
def test_the_program_may_be_in_a_folder_of_any_name(name: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "__file__", os.fsdecode(b"/home/" + name + b"/engine/compiled/cache.py"))
    monkeypatch.setenv("NUMBA_OPT", os.fsdecode(name))
    assert len(cache.environment_hash()) == 16


def test_a_frozen_program_is_known_by_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "congo"
    program.write_bytes(b"one")
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys.executable", str(program))
    before = cache.environment_hash()
    assert cache.environment_hash() == before
    program.write_bytes(b"another")
    assert cache.environment_hash() != before


# --- its place


def test_cache_is_in_the_folder_of_the_variable(chosen: Path) -> None:
    assert choose() == chosen / "compiled" / f"code-{cache.environment_hash()}"


def test_cache_is_in_the_users_cache_without_the_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(cache.CACHE_VARIABLE, raising=False)
    monkeypatch.setattr(cache, "user_cache_path", lambda *_, **__: tmp_path / "of the user")
    assert tmp_path / "of the user" in choose().parents


@pytest.fixture
def unwritable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the temporary folder, with the cache folder unwritable."""
    (tmp_path / "file").write_text("")
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path / "file" / "below"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    return tmp_path / "temporary"


def test_falls_back_to_a_temporary_folder(unwritable: Path, caplog: pytest.LogCaptureFixture) -> None:
    made = choose()
    assert unwritable in made.parents
    assert "cannot be kept" in caplog.text
    assert choose() == made  # so that the second launch finds what the first one compiled


def test_skips_an_unwritable_temporary_folder(unwritable: Path) -> None:
    usual = choose().parents[1]
    shutil.rmtree(usual)
    usual.write_text("in the way")
    assert unwritable in choose().parents


@POSIX
@pytest.mark.parametrize("is_shared", [False, True])
def test_the_current_folder_is_no_temporary_one_unless_it_is_shared(
    unwritable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_shared: bool
) -> None:
    """Python takes it for one if it can write to no other; compiled code in it may be from elsewhere."""
    here = tmp_path / "downloads"
    here.mkdir()
    here.chmod(0o1777 if is_shared else 0o755)
    monkeypatch.chdir(here)
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(here))
    monkeypatch.setenv("USER", "me")
    names = [folder.name for folder in cache._private_folders()]
    assert names[:1] == ["congo-compiled-me"] * is_shared
    assert bool(names) == is_shared


@POSIX
def test_a_temporary_folder_is_used_if_the_current_folder_was_deleted(
    unwritable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "deleted"
    here.mkdir()
    monkeypatch.chdir(here)
    here.rmdir()
    assert unwritable in next(cache._private_folders()).parents


def test_keeps_nothing_without_any_folder(
    unwritable: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(unwritable.parent / "file"))
    cache.code_folder.cache_clear()
    assert cache.code_folder() is None
    assert "every start compiles again" in caplog.text


def test_keeps_nothing_without_space_for_a_temporary_file(
    unwritable: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> str:
        raise FileNotFoundError("no usable temporary directory")

    monkeypatch.setattr(tempfile, "gettempdir", full)
    cache.code_folder.cache_clear()
    assert cache.code_folder() is None
    monkeypatch.delenv(cache.CACHE_VARIABLE)
    monkeypatch.setattr(cache, "_of_user", lambda: None)
    cache.code_folder.cache_clear()
    assert cache.code_folder() is None


# --- who may write to it


@POSIX
def test_other_users_may_not_enter_the_new_folders(chosen: Path) -> None:
    chosen.rmdir()
    old = os.umask(0)
    try:
        made = choose()
    finally:
        os.umask(old)
    assert [folder.stat().st_mode & 0o777 for folder in (made, made.parent, chosen)] == [0o700] * 3


@POSIX
@pytest.mark.parametrize("level", [0, 2], ids=["the folder itself", "the one for caches"])
def test_skips_a_folder_writable_by_others(
    level: int, chosen: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Code from there is executed: a user who can write there could run anything.
    temporary = tmp_path_factory.mktemp("temporary")
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    made = choose()
    (made, *made.parents)[level].chmod(0o777)
    assert temporary in choose().parents


@POSIX
@pytest.mark.parametrize("level", [0, 2], ids=["the folder itself", "the one for caches"])
def test_skips_a_temporary_folder_writable_by_others(level: int, unwritable: Path) -> None:
    usual = choose()
    (usual, *usual.parents)[level].chmod(0o777)
    made = choose()
    assert usual.parents[1] not in made.parents
    assert unwritable in made.parents


@POSIX
def test_does_not_follow_a_link_in_a_world_writable_folder(unwritable: Path, tmp_path: Path) -> None:
    usual = choose().parents[1]
    shutil.rmtree(usual)
    (tmp_path / "target").mkdir()
    unwritable.chmod(0o1777)
    usual.symlink_to(tmp_path / "target")
    made = choose()
    assert unwritable in made.parents
    assert list((tmp_path / "target").rglob("*.code")) == []
    assert made.parents[1] != usual


@POSIX
def test_accepts_a_sticky_world_writable_folder(chosen: Path) -> None:
    chosen.chmod(0o1777)  # as /tmp
    assert chosen in choose().parents


@POSIX
def test_earlier_versions_folder_is_closed_to_others(chosen: Path) -> None:
    (chosen / "compiled").mkdir()
    (chosen / "compiled").chmod(0o777)
    assert chosen in choose().parents
    assert (chosen / "compiled").stat().st_mode & 0o077 == 0


@POSIX
def test_a_folder_of_another_user_is_not_used(
    chosen: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path_factory.mktemp("temporary")
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    made = choose()
    stranger = os.getuid() + 1
    whole = Path.lstat

    def lstat(path: Path) -> os.stat_result:
        status = whole(path)
        if path != made:
            return status
        return os.stat_result((*status[:4], stranger, *status[5:]))

    monkeypatch.setattr(Path, "lstat", lstat)
    assert temporary in choose().parents


# --- what is deleted


def versions(chosen: Path, count: int) -> list[Path]:
    """Return folders of other versions, oldest first."""
    made = [chosen / "compiled" / f"code-{number:016x}" for number in range(count)]
    for age, path in enumerate(made):
        path.mkdir(parents=True)
        (path / cache.TAG).write_text(cache.TAG_TEXT)
        os.utime(path, (age, age))
    return made


def test_the_oldest_versions_are_deleted_and_the_newest_kept(chosen: Path) -> None:
    made = versions(chosen, cache.MAX_OLDER + 3)
    current = choose()
    assert [path.exists() for path in made] == [False] * 3 + [True] * cache.MAX_OLDER
    assert current.is_dir()


def test_folders_of_the_first_version_are_known(chosen: Path) -> None:
    old = chosen / "compiled" / "0123456789abcdef"
    old.mkdir(parents=True)
    (old / "congo.ready").touch()
    os.utime(old, (0, 0))
    versions(chosen, cache.MAX_OLDER)
    choose()
    assert not old.exists()


def test_the_current_folder_is_never_the_oldest(chosen: Path) -> None:
    current = choose()
    os.utime(current, (0, 0))
    versions(chosen, 3 * cache.MAX_OLDER)
    assert choose() == current
    assert current.stat().st_mtime > 1_000_000


@pytest.mark.parametrize("name", ["a", "code-0", "code-0123456789abcdef", "0123456789abcdef"])
def test_leaves_foreign_files_alone(name: str, chosen: Path) -> None:
    foreign = chosen / "compiled" / name
    foreign.mkdir(parents=True)
    (foreign / "thesis.txt").write_text("mine")
    if name == "code-0123456789abcdef":
        (foreign / cache.TAG).write_text("Signature: 8a477f597d28d172789f06886806bc55\n# of another program")
    os.utime(foreign, (0, 0))
    versions(chosen, 2 * cache.MAX_OLDER)
    choose()
    assert (foreign / "thesis.txt").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes among files")
def test_a_pipe_in_place_of_the_tag_is_not_read(chosen: Path) -> None:
    """Otherwise the start would wait until something is written to it."""
    oldest, *_ = versions(chosen, 2 * cache.MAX_OLDER)
    pipe = oldest / cache.TAG
    pipe.unlink()
    os.mkfifo(pipe)
    os.utime(oldest, (0, 0))
    writer = threading.Thread(target=pipe.write_text, args=(cache.TAG_TEXT,), daemon=True)
    writer.start()
    choose()
    assert pipe.is_fifo()
    assert pipe.read_text() == cache.TAG_TEXT
    writer.join()


def test_another_process_may_delete_old_versions_at_the_same_time(
    chosen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = versions(chosen, 2 * cache.MAX_OLDER)
    whole = Path.is_dir

    def vanishing(path: Path) -> bool:
        found = whole(path)
        if path == made[2]:
            shutil.rmtree(path, ignore_errors=True)
        return found

    monkeypatch.setattr(Path, "is_dir", vanishing)
    assert whole(choose())


def test_only_user_folders_are_used_without_owner_information(
    chosen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "getuid", raising=False)
    monkeypatch.setattr(Path, "home", lambda: chosen.parent)
    assert cache.code_folder() is not None
    cache.code_folder.cache_clear()
    monkeypatch.setattr(Path, "home", lambda: chosen / "somebody")
    assert cache.code_folder() is None


def test_usable_folder_is_not_mentioned(chosen: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        choose()
    assert caplog.records == []


def test_a_user_without_a_home_has_a_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(*arguments: object, **named: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv(cache.CACHE_VARIABLE, raising=False)
    monkeypatch.setattr(cache, "user_cache_path", find)
    assert cache.base().is_absolute()
