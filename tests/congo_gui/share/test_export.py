"""Exported pictures, animations and pages show the game, with any texts."""

from __future__ import annotations

import errno
import json
import os
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pygame
import pytest

from congo_gui import __main__ as program
from congo_gui.draw.theme import Scheme
from congo_gui.share import animation, pictures
from congo_gui.share import export as exporting
from congo_gui.share.export import SUFFIXES, export
from congo_gui.share.gif import UNCHANGED, GifFile, GifPalette
from congo_gui.share.lzw import compress
from congo_gui.share.shared_game import SharedGame
from engine import rules
from engine.game.game import Game
from engine.record.format import save_games
from engine.record.parse import parse_games
from engine.record.record import GameRecord
from engine.system.errors import UserError
from engine.system.folders import log_dir
from engine.system.own_python import ROOT

MARKUP = "</script><script>alert(1)</script><b>&amp; \u2028 \"'"
PLIES = 4
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw small pictures: compressing large ones takes most of the time."""
    monkeypatch.setattr(pictures, "PICTURE_CELL", 24)
    monkeypatch.setattr(animation, "BOARD", 90)


def played(name: str, plies: int = PLIES) -> GameRecord:
    game = Game(rules.get(name))
    for _ in range(plies):
        game.play(game.legal_moves()[-1])
    return GameRecord.of(game, (f"Ann {MARKUP}", "engine:level=5"), comments=[MARKUP, "fine"])


def exported(tmp_path: Path, suffix: str, name: str = "congo", **look: Any) -> bytes:
    path = tmp_path / f"out{suffix}"
    export(path, SharedGame(played(name), **look))
    return path.read_bytes()


# --- positions


@pytest.mark.parametrize("scheme", Scheme)
@pytest.mark.parametrize("name", rules.names())
def test_a_position_is_drawn_as_picture_and_as_drawing(name: str, scheme: Scheme, tmp_path: Path) -> None:
    exported(tmp_path, ".png", name, scheme=scheme)
    picture = pygame.image.load(tmp_path / "out.png")
    drawing = ElementTree.fromstring(exported(tmp_path, ".svg", name, scheme=scheme))
    width, height = (int(drawing.get(part) or 0) for part in ("width", "height"))
    assert picture.get_width() / picture.get_height() == pytest.approx(width / height, rel=0.05)
    symbols = {symbol.get("id") for symbol in drawing.iter(f"{SVG}symbol")}
    used = [use.get("href", "")[1:] for use in drawing.iter(f"{SVG}use")]
    assert set(used) == symbols
    game = SharedGame(played(name)).game
    figures = [one for one in used if re.fullmatch(r"sprites-[a-z_-]*(?<!-000000)(?<!-ffffff)", one)]
    pieces = game.rules.notation.pieces(game.position)
    assert len(figures) >= len(pieces), used
    assert not list(drawing.iter(f"{SVG}image")), "a part of it is no drawing"


def test_the_board_can_be_flipped(tmp_path: Path) -> None:
    assert exported(tmp_path, ".png") != exported(tmp_path, ".png", flipped=True)


def test_any_position_of_the_game_can_be_chosen(tmp_path: Path) -> None:
    shared = SharedGame(played("congo"))
    start, end = (shared.rules.notation.format(shared.game.position_at(at)) for at in (0, PLIES))
    for ply, text in ((0, start), (PLIES, end)):
        export(tmp_path / "out.svg", shared, ply)
        title = ElementTree.parse(tmp_path / "out.svg").getroot().findtext(f"{SVG}title")
        assert title == text
    with pytest.raises(UserError, match="no position after 5 turns: the game has 4"):
        export(tmp_path / "out.svg", shared, PLIES + 1)


# --- pages


class Reader(HTMLParser):
    """Collects the elements, addresses and texts of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.addresses: list[str] = []
        self._open = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._open = tag
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "data", "action")]

    def handle_data(self, data: str) -> None:
        self.texts.setdefault(self._open, []).append(data)


DRAWN = (
    '[Event "e"]\n[Game "congo"]\n\n1. d2d3 {good [%cal Ra1b3,Ga1b3] [%csl Bd4]} d6d5 '
    "2. e2e3 (2. c2c3?! {slow} (2. a2a3) c6c5 3. b2b3) e6e5 *"
)


def drawn_game(comment: bool = True) -> SharedGame:
    (record,) = parse_games(DRAWN if comment else re.sub(r"\[%\w+ [^]]*\]", "", DRAWN))
    return SharedGame(record)


def test_pictures_include_the_last_move_and_drawn_marks(tmp_path: Path) -> None:
    def picture(shared: SharedGame, ply: int) -> Any:
        export(tmp_path / "one.png", shared, ply)
        return pygame.surfarray.array3d(pygame.image.load(tmp_path / "one.png"))

    def tags(ply: int) -> list[str]:
        export(tmp_path / "one.svg", drawn_game(), ply)
        drawing = ElementTree.parse(tmp_path / "one.svg").getroot()
        return [each.tag.removeprefix(SVG) for each in drawing.iter()]

    with_shapes, without = picture(drawn_game(), 1), picture(drawn_game(comment=False), 1)
    assert (with_shapes != without).any()
    squares = drawn_game().geometry(pictures.PICTURE_CELL)
    moved_from = pygame.Rect(squares.square_rect(3 + 7))  # d2 at the start, and as a square just left
    before, after = (
        shown[moved_from.left : moved_from.right, moved_from.top : moved_from.bottom]
        for shown in (picture(drawn_game(comment=False), 0), without)
    )
    assert (before != after).any()
    # Two arrows, each outlined twice; two rings, each drawn twice; frames and grounds of two squares.
    assert tags(1).count("polygon") == 4 + tags(0).count("polygon")
    assert tags(1).count("circle") == 4 + tags(0).count("circle")
    assert tags(1).count("rect") == 4 + tags(0).count("rect")
    assert tags(2).count("polygon") == tags(0).count("polygon")


def test_a_page_includes_variations_comments_and_drawn_marks(tmp_path: Path) -> None:
    export(tmp_path / "one.html", drawn_game())
    page = Reader((tmp_path / "one.html").read_text(encoding="utf-8"))
    game = json.loads(page.texts["script"][0])
    assert game["comments"] == ["", "good", "", "", ""]
    assert game["variations"] == [[], [], ["2. c2c3?! [slow] (2. a2a3) 2... c6c5 3. b2b3"], []]
    assert [len(drawn) for drawn in game["drawn"]] == [0, 2, 0, 0, 0]
    seen, turned = game["drawn"][1]
    assert seen.count("<polygon") == turned.count("<polygon") == 4
    assert seen != turned


@pytest.mark.parametrize("name", rules.names())
def test_a_page_holds_all_positions_and_loads_nothing(name: str, tmp_path: Path) -> None:
    page = Reader(exported(tmp_path, ".html", name).decode())
    game = json.loads(page.texts["script"][0])
    shared = SharedGame(played(name))
    assert [move["text"] for move in game["moves"]] == [shared.move_text(at) for at in range(1, PLIES + 1)]
    expected = [len(shared.rules.notation.pieces(position)) for position in shared.positions]
    assert [len(pieces) for pieces in game["positions"]] == expected
    assert all(address.startswith("#") for address in page.addresses)


def test_names_and_comments_are_never_read_as_html(tmp_path: Path) -> None:
    page = Reader(exported(tmp_path, ".html").decode())
    assert page.tags.count("script") == 2
    assert "b" not in page.tags
    assert page.texts["h1"] == [f"Ann {MARKUP} v AI – level 5 – Congo"]
    assert json.loads(page.texts["script"][0])["comments"][1] == " ".join(MARKUP.split())
    assert "alert" not in page.texts["script"][-1]


def test_unencodable_character_is_replaced(tmp_path: Path) -> None:
    record = replace(played("congo", 0), players=("Ann \ud800", "Ben"))
    export(tmp_path / "out.html", SharedGame(record))
    assert (
        Reader((tmp_path / "out.html").read_text(encoding="utf-8")).texts["h1"][0].startswith("Ann ? v Ben")
    )


# --- animations


def decoded(data: bytes, size: int) -> list[int]:
    """Decode LZW data according to the specification."""
    bits, count, at, width = int.from_bytes(data, "little"), len(data) * 8, 0, 9
    table: list[list[int]] = []
    found: list[int] = []
    before: list[int] = []
    while at < count:
        code, at = bits >> at & (1 << width) - 1, at + width
        if code == 256:
            table, before, width = [[one] for one in range(256)] + [[], []], [], 9
            continue
        if code == 257:
            break
        entry = table[code] if code < len(table) else [*before, before[0]]
        found += entry
        if before and len(table) < 4096:
            table.append([*before, entry[0]])
        width = min(12, max(9, len(table).bit_length()))
        before = entry
    assert len(found) == size
    return found


@pytest.mark.parametrize("colours", [2, 256])
@pytest.mark.parametrize("size", [1, 2, 253, 254, 255, 256, 257, 5000, 12_000])
def test_compressed_pixels_are_found_again(size: int, colours: int) -> None:
    pixels = np.random.default_rng(size).integers(0, colours, size).astype(np.uint8)
    assert decoded(compress(pixels), size) == pixels.tolist()


def frames(data: bytes) -> Iterator[tuple[int, int, int, int, float]]:
    """Yield the box and duration of every image in a GIF file, by parsing its blocks."""
    at, seconds = 13 + 3 * 256, 0.0
    while data[at] != 0x3B:
        if data[at] == 0x21:
            if data[at + 1] == 0xF9:
                seconds = struct.unpack_from("<H", data, at + 4)[0] / 100
            at += 2
        else:
            yield (*struct.unpack_from("<HHHH", data, at + 1), seconds)
            at += 11
        while data[at]:
            at += data[at] + 1
        at += 1


@pytest.mark.parametrize("name", rules.names())
def test_an_animation_has_a_frame_for_each_position(name: str, tmp_path: Path) -> None:
    data = exported(tmp_path, ".gif", name)
    found, size = list(frames(data)), struct.unpack_from("<HH", data, 6)
    assert len(found) == PLIES + 1
    assert found[0][:4] == (0, 0, *size)
    assert all(x + width <= size[0] and y + height <= size[1] for x, y, width, height, _ in found)
    assert found[-1][4] > found[0][4], "the last position is shown longest"
    first = pygame.image.load(tmp_path / "out.gif")
    assert first.get_size() == size


def test_only_changed_frames_are_written() -> None:
    one = np.zeros((40, 30, 3), np.uint8)
    other = one.copy()
    other[5:9, 20:22] = 200
    palette = GifPalette([one, other])
    assert len(palette.colours) == 2
    file = GifFile((40, 30), palette)
    for pixels in (one, other, other):
        file.add(pixels, 0.5)
    assert list(frames(file.data())) == [(0, 0, 40, 30, 0.5), (5, 20, 4, 2, 0.5), (0, 0, 1, 1, 0.5)]


def test_colours_can_be_distinguished() -> None:
    ramp = np.stack([np.arange(256, dtype=np.uint8)] * 3, axis=1)[:, None, :]
    palette = GifPalette([ramp])
    shown = palette.colours[palette.indices(ramp)].astype(int)
    assert abs(shown - ramp).max() <= 8
    assert palette.indices(ramp).max() < UNCHANGED


# --- files


@pytest.mark.parametrize("name", ["out.bmp", "out", "out.svg.txt"])
def test_rejects_another_file_extension(name: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=re.escape(f"Cannot export {name}: the file name must end in .png")):
        export(tmp_path / name, SharedGame(played("congo", 0)))


def test_full_disk_gets_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(exporting, "replace_file", full)
    with pytest.raises(UserError, match=r"^Could not write out\.svg: no space left on device\.$"):
        export(tmp_path / "out.svg", SharedGame(played("congo", 0)))


def test_stopped_work_leaves_no_file(tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export(tmp_path / "out.gif", SharedGame(played("congo")), progress=stop)
    assert not list(tmp_path.iterdir())


# --- the command line


def test_the_command_line_exports_a_game_of_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "games.txt", tmp_path / "out.svg"
    save_games(file, [played("congo"), played("bonzee")])
    options = ["--export", str(out), "--game-number", "2", "--ply", "1", "--theme", "contrast", "--flip"]
    assert program.main([str(file), *options]) == 0
    assert capsys.readouterr().out == f"{out}\n"
    shared = SharedGame(played("bonzee"), Scheme.CONTRAST, flipped=True)
    export(tmp_path / "same.svg", shared, 1)
    assert out.read_bytes() == (tmp_path / "same.svg").read_bytes()


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_command_line_replaces_no_other_file(
    tmp_path: Path, suffix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / f"out{suffix}"
    words = ["--game", "congo", "--export", str(out)]
    out.touch()
    assert program.main(words) == program.main(words) == 0  # empty, then the same
    exported = out.read_bytes()
    assert program.main([*words, "--flip"]) == 2
    refusal = f"The file {out} exists already: delete it first, or choose another name.\n"
    assert capsys.readouterr().err == refusal
    assert out.read_bytes() == exported


def test_the_command_line_exports_a_position(tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    text = "3l3/7/7/7/7/7/3L3 w 1"
    assert program.main(["--game", "congo", "--fen", text, "--export", str(out)]) == 0
    assert ElementTree.parse(out).getroot().findtext(f"{SVG}title") == text


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device")
@pytest.mark.parametrize(
    ("output", "status", "errors"),
    [
        ("/dev/full", 2, "standard output: No space left on device\n"),
        ("closed pipe", 0, ""),
        ("/dev/null", 0, ""),
    ],
)
def test_an_unusable_standard_output_is_no_traceback(
    output: str, status: int, errors: str, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "congo_gui", "--game", "congo", "--export", str(tmp_path / "é.svg")]
    variables = {**os.environ, "PYTHONIOENCODING": "ascii:strict", "PYTHONPATH": str(ROOT)}
    if output == "closed pipe":
        reader, file = os.pipe()
        os.close(reader)
    else:
        file = os.open(output, os.O_WRONLY)
    done = subprocess.run(command, env=variables, stdout=file, stderr=subprocess.PIPE, text=True, check=False)
    os.close(file)
    assert (done.returncode, done.stderr) == (status, errors)
    assert (tmp_path / "é.svg").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["games.txt", "--export", "out.jpg"], "Cannot export out.jpg"),
        (["missing.txt", "--export", "out.svg"], "missing.txt"),
        (["games.txt", "--export", "out.svg", "--game-number", "3"], "no game 3 in games.txt: it has 1"),
        (["games.txt", "--export", "out.svg", "--ply", "9"], "no position after 9 turns"),
        (["games.txt", "--export", "none/out.svg"], "Could not write out.svg"),
        (["game.svg", "--export", "game.svg"], "game.svg cannot be both read and written"),
    ],
)
def test_command_line_explains_errors(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("games.txt", "game.svg"):
        save_games(Path(name), [played("congo")])
    before = Path("game.svg").read_text()
    assert program.main(words) == 2
    assert Path("game.svg").read_text() == before
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_an_error_in_the_program_is_one_sentence_and_a_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(arguments: object) -> NoReturn:
        raise ZeroDivisionError("a bad day")

    monkeypatch.setattr(program, "export", fail)
    assert program.main(["--export", "out.svg"]) == 1
    (report,) = log_dir().iterdir()
    assert capsys.readouterr().err.endswith(f"(ZeroDivisionError: a bad day). A report is in {report}.\n")
