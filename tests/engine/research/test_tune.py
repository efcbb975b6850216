"""Tuning: self-play is reproducible, and fitting finds weights that explain the results better."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile

import numpy as np
import pytest

from engine.cli import research
from engine.cli.main import main
from engine.research import texts, tune
from engine.research.tune import TuningSamples, load, save
from engine.rules.congo import tuning
from engine.system.errors import UserError
from tests.engine.rules.congo.support import CONGO
from tests.engine.search.support import benchmark, fens, random_positions


def positions(count: int) -> np.ndarray[tuple[int], np.dtype[np.void]]:
    records = [position.record for position in (*random_positions(120), *benchmark(), *fens())[:count]]
    return np.array(records, dtype=CONGO.core().dtype)


def made_up(count: int) -> TuningSamples:
    """Return positions with the expected results if pawns were worth three times as much."""
    records = positions(count)
    counts, opening = tuning.count_weights(records)
    true = tuning.read_pairs("hand")
    pawns = slice(6 * 28, 7 * 28)
    true[pawns] *= 3
    return TuningSamples(records, tune._predict(true, counts, opening))


# --- fitting


@pytest.mark.thorough
def test_fitting_lowers_the_loss_on_unseen_positions() -> None:
    fit = tune.fit_weights("congo", made_up(250), "hand", seed=1)
    assert fit.loss_after < fit.loss_before - 0.005
    pawns = slice(6 * 28, 7 * 28)
    assert fit.pairs[pawns].mean() > tuning.read_pairs("hand")[pawns].mean()


@pytest.mark.thorough
def test_a_fit_repeats_exactly() -> None:
    samples = made_up(150)
    first, second = (tune.fit_weights("congo", samples, "hand", seed=2) for _ in range(2))
    assert (first.pairs == second.pairs).all()
    assert (first.loss_before, first.loss_after) == (second.loss_before, second.loss_after)


def test_fitting_leaves_explained_targets_unchanged() -> None:
    records = positions(150)
    counts, opening = tuning.count_weights(records)
    start = tuning.read_pairs("hand")
    fit = tune.fit_weights(
        "congo", TuningSamples(records, tune._predict(start, counts, opening)), "hand", seed=3
    )
    assert np.abs(fit.pairs - start).max() < 1


def test_unused_weight_is_left_unchanged() -> None:
    samples = made_up(150)
    counts, _ = tuning.count_weights(samples.positions)
    idle = ~counts.any(axis=0)
    fit = tune.fit_weights("congo", samples, "hand", seed=1)
    assert idle.any()
    assert (fit.pairs[idle] == tuning.read_pairs("hand")[idle]).all()


# --- games


def test_the_same_seeds_play_the_same_games() -> None:
    first, second = (tune.play_games("congo", 40, [1, 2]) for _ in range(2))
    assert first.positions.tobytes() == second.positions.tobytes()
    assert (first.labels == second.labels).all()
    assert len(first.labels) == len(first.positions) > 20
    other = tune.play_games("congo", 40, [3, 4])
    assert other.positions.tobytes() != first.positions.tobytes()


def test_labels_lie_between_loss_and_win() -> None:
    samples = tune.play_games("congo", 40, [5])
    assert ((samples.labels >= 0) & (samples.labels <= 1)).all()
    assert len(set(samples.labels.tolist())) > 1


# --- files of positions


def test_positions_round_trip_through_a_file(tmp_path: Path) -> None:
    samples = made_up(20)
    tune.save(samples, tmp_path / "positions.npz")
    found = tune.load(tmp_path / "positions.npz", "congo")
    assert found.positions.tobytes() == samples.positions.tobytes()
    assert found.positions.dtype == samples.positions.dtype
    with np.load(tmp_path / "positions.npz") as data:
        assert "score" in data["positions"].dtype.names  # earlier versions read it by this name
    assert (found.labels == samples.labels).all()


def test_rejects_a_foreign_file(tmp_path: Path) -> None:
    for content in (b"", b"no archive", b"\x93NUMPY\x01\x00", b"PK\x03\x04 half an archive"):
        (tmp_path / "bad.npz").write_bytes(content)
        with pytest.raises(UserError, match=r"bad\.npz is not a file of positions"):
            tune.load(tmp_path / "bad.npz", "congo")
    with pytest.raises(UserError, match="cannot be read"):
        tune.load(tmp_path / "missing.npz", "congo")


def test_file_with_any_bit_flipped_is_read_or_rejected(tmp_path: Path) -> None:
    tune.save(made_up(1), tmp_path / "good.npz")
    good, bad = (tmp_path / "good.npz").read_bytes(), tmp_path / "bad.npz"
    headers = [at for at in range(len(good)) if good[at : at + 2] == b"PK"]
    places = sorted({at + step for at in headers for step in range(6, 13)} & set(range(len(good))))
    refused = 0
    for at in places:
        for bit in range(8):
            bad.write_bytes(good[:at] + bytes([good[at] ^ 1 << bit]) + good[at + 1 :])
            try:
                tune.load(bad, "congo")
            except UserError:
                refused += 1
    assert refused > len(places)


@pytest.mark.parametrize(
    "header", ["{'descr': (", "{'descr': '<f4', 'fortran_order': False, 'shape': (9" + "9" * 22 + ",)}"]
)
def test_rejects_an_array_with_an_invalid_header(header: str, tmp_path: Path) -> None:
    text = header.ljust(117) + "\n"
    with ZipFile(tmp_path / "bad.npz", "w") as archive:
        for name in ("positions.npy", "labels.npy"):
            archive.writestr(name, b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode())
    with pytest.raises(UserError, match="not a file of positions"):
        tune.load(tmp_path / "bad.npz", "congo")


@pytest.mark.parametrize("bad", ["positions.npy", "labels.npy"])
def test_rejects_what_is_no_array(bad: str, tmp_path: Path) -> None:
    tune.save(made_up(2), tmp_path / "samples.npz")
    with ZipFile(tmp_path / "samples.npz") as good, ZipFile(tmp_path / "bad.npz", "w") as archive:
        for name in good.namelist():
            archive.writestr(name, b"0.5" if name == bad else good.read(name))
    with pytest.raises(UserError, match="not a file of positions"):
        tune.load(tmp_path / "bad.npz", "congo")


def test_rejects_damaged_data_in_every_compression(tmp_path: Path) -> None:
    tune.save(made_up(20), tmp_path / "samples.npz")
    for method in (ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA):
        with ZipFile(tmp_path / "bad.npz", "w", method) as archive:
            archive.writestr("positions.npy", ZipFile(tmp_path / "samples.npz").read("positions.npy"))
        damaged = bytearray((tmp_path / "bad.npz").read_bytes())
        damaged[60:110] = bytes(byte ^ 0x5A for byte in damaged[60:110])
        (tmp_path / "bad.npz").write_bytes(damaged)
        with pytest.raises(UserError, match=r"bad\.npz is not a file of positions"):
            tune.load(tmp_path / "bad.npz", "congo")


def test_no_more_is_written_than_is_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tune, "collect", lambda *arguments: made_up(1))
    most, positions_per_game = 10**5, 80
    size = positions(1).dtype.itemsize + np.dtype(np.float32).itemsize
    assert most * positions_per_game * size < tune.MAX_BYTES
    with pytest.raises(SystemExit):
        main(["tune", "congo", "--games", str(most + 1)])
    assert f"from 10 to {most}" in capsys.readouterr().err


def test_rejects_a_zip_bomb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tune.save(made_up(20), tmp_path / "samples.npz")
    assert len(tune.load(tmp_path / "samples.npz", "congo").labels) == 20
    monkeypatch.setattr(tune, "MAX_BYTES", 3000)
    with ZipFile(tmp_path / "bomb.npz", "w", ZIP_DEFLATED) as archive:
        for name in ("positions.npy", "labels.npy"):
            archive.writestr(name, ZipFile(tmp_path / "samples.npz").read(name) + bytes(100_000))
    assert (tmp_path / "bomb.npz").stat().st_size < 3000
    with pytest.raises(UserError, match="not a file of positions"):
        tune.load(tmp_path / "bomb.npz", "congo")


def no_lion(samples: TuningSamples) -> None:
    samples.positions["kinds"][3, 0] = 0


def off_the_board(samples: TuningSamples) -> None:
    samples.positions["kinds"][3, 6] |= np.int64(1 << 60)
    samples.positions["sides"][3, 0] |= np.int64(1 << 60)


def two_kinds_on_a_square(samples: TuningSamples) -> None:
    samples.positions["kinds"][3, 6] |= samples.positions["kinds"][3, 0]


def third_side(samples: TuningSamples) -> None:
    samples.positions["side"][3] = 2


def no_chance(samples: TuningSamples) -> None:
    samples.labels[3] = np.nan


@pytest.mark.parametrize("damage", [no_lion, off_the_board, two_kinds_on_a_square, third_side, no_chance])
def test_damaged_positions_do_not_reach_compiled_code(
    damage: Callable[[TuningSamples], None], tmp_path: Path
) -> None:
    samples = made_up(20)
    damage(samples)
    tune.save(samples, tmp_path / "bad.npz")
    with pytest.raises(UserError, match="not a file of positions"):
        tune.load(tmp_path / "bad.npz", "congo")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--base", "nope"], "Congo has no weights called 'nope', only 'hand' and 'weights'"),
        (["--base", "./weights"], "Congo has no weights called './weights', only 'hand' and 'weights'"),
        (["--base", "strategy"], "Congo has no weights called 'strategy', only 'hand' and 'weights'"),
        (["--out", "{}/nowhere/weights.json"], "cannot be written: No such file or directory"),
        (["--data", "{}/nowhere/games.npz"], "cannot be written: No such file or directory"),
        (["--data", f"{{}}/{'a' * 256}"], "cannot be written: File name too long"),
        (["--data", "{}/junk.npz"], "is not a file of positions"),
        (["--out", "{}/junk.npz"], "junk.npz holds something else, which would be lost"),
    ],
)
def test_reports_unwritable_output_before_the_first_game(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def collect(*given: object) -> NoReturn:
        raise AssertionError(f"played with {given}")

    monkeypatch.setattr(tune, "collect", collect)
    (tmp_path / "junk.npz").write_text("junk")
    assert main(["tune", "congo", *(each.format(tmp_path) for each in arguments)]) == 2
    assert sentence in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["junk.npz"]
    assert (tmp_path / "junk.npz").read_text() == "junk"


def full_disk(*given: object, **known: object) -> NoReturn:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_weights_that_cannot_be_written_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "weights.json"
    monkeypatch.setattr(tune, "collect", lambda *given: made_up(20))
    monkeypatch.setattr(research, "replace_file", full_disk)
    assert main(["tune", "congo", "--out", str(out)]) == 2
    printed = capsys.readouterr()
    assert printed.err.endswith(f"{out} cannot be written: No space left on device\n")
    assert json.loads(printed.out)["origin"]["positions"] == 20


def test_games_that_cannot_be_saved_are_fitted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data, out = tmp_path / "games.npz", tmp_path / "weights.json"
    monkeypatch.setattr(tune, "collect", lambda *given: made_up(20))
    monkeypatch.setattr(tune, "save", full_disk)
    assert main(["tune", "congo", "--data", str(data), "--out", str(out)]) == 2
    assert f"{data} cannot be written: No space left on device\n" in capsys.readouterr().err
    assert json.loads(out.read_text())["origin"]["positions"] == 20


def test_files_that_come_while_it_works_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As when it is started twice with the same names."""

    def collect(*given: object) -> TuningSamples:
        data.write_text("other positions")
        out.write_text("other weights")
        return made_up(20)

    data, out = tmp_path / "games.npz", tmp_path / "weights.json"
    monkeypatch.setattr(tune, "collect", collect)
    assert main(["tune", "congo", "--data", str(data), "--out", str(out)]) == 0
    assert (data.read_text(), out.read_text()) == ("other positions", "other weights")
    assert len(load(tmp_path / "games-2.npz", "congo").labels) == 20
    assert json.loads((tmp_path / "weights-2.json").read_text())["origin"]["positions"] == 20
    assert f"writing {tmp_path / 'games-2.npz'} instead" in capsys.readouterr().err


def test_positions_are_saved_in_the_named_file(tmp_path: Path) -> None:
    samples = TuningSamples(np.zeros(0, CONGO.core().dtype), np.zeros(0, np.float32))
    save(samples, tmp_path / "positions")
    assert len(load(tmp_path / "positions", "congo").labels) == 0


@pytest.mark.parametrize("link", [False, True])
def test_weights_do_not_replace_the_positions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], link: bool
) -> None:
    data = out = tmp_path / "samples.npz"
    save(made_up(20), data)
    before = data.read_bytes()
    if link:
        out = tmp_path / "link"
        out.symlink_to(data)
    assert main(["tune", "congo", "--data", str(data), "--out", str(out)]) == 2
    assert f"{out} cannot be both read and written" in capsys.readouterr().err
    assert data.read_bytes() == before


def test_weights_name_the_file_of_their_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "my samples.npz"
    save(made_up(20), data)
    assert main(["tune", "congo", "--data", str(data), "--games", "77"]) == 0
    printed = capsys.readouterr()
    assert f"20 positions from {data}; no games are played\n" in printed.err
    assert f"tune congo --data '{data}' --seed 1 --base hand" in printed.out
    assert "--games" not in printed.out


@pytest.mark.parametrize("count", [0, 9])
def test_too_few_positions_get_one_sentence(
    count: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    samples = made_up(10)
    save(TuningSamples(samples.positions[:count], samples.labels[:count]), tmp_path / "few.npz")
    assert main(["tune", "congo", "--data", str(tmp_path / "few.npz")]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.splitlines()[-1] == texts.too_few_samples(count, 10)


def test_a_link_to_no_file_stays_a_link(tmp_path: Path) -> None:
    save(made_up(20), tmp_path / "samples.npz")
    link = tmp_path / "link"
    link.symlink_to("weights.json")
    assert main(["tune", "congo", "--data", str(tmp_path / "samples.npz"), "--out", str(link)]) == 0
    assert link.is_symlink()
    assert "loss" in (tmp_path / "weights.json").read_text()


def test_a_game_without_weights_is_not_tuned() -> None:
    with pytest.raises(UserError, match="konane has no weights to tune"):
        tune.tuning_of("konane")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
def test_a_full_disk_leaves_the_earlier_weights(tmp_path: Path) -> None:
    data, out, earlier = tmp_path / "samples.npz", tmp_path / "weights.json", '{\n "origin": {} ' * 1000
    tune.save(made_up(20), data)
    out.write_text(earlier)
    words = (sys.executable, "-m", "engine", "tune", "congo", "--data", data, "--out", out)
    shell = ["/bin/sh", "-c", 'ulimit -f 1; exec "$@"', "sh", *map(str, words)]
    done = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, f"{out} cannot be written: File too large\n")
    assert out.read_text() == earlier
    assert sorted(tmp_path.iterdir()) == [data, out]
