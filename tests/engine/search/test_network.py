"""The network: evaluation compared with numpy, its file, and searching without one."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.compiled import vectors
from engine.compiled.jit import int64
from engine.game.game import KeyHistory
from engine.rules.values import Position
from engine.search import network_file, network_layout, networks
from engine.search.alphabeta import make_move, make_null_move
from engine.search.evaluation import evaluation_terms, piece_values, static_eval
from engine.search.limits import Limits, SearchOptions
from engine.search.network import network_score
from engine.search.network import static_eval as search_static_eval
from engine.search.network_file import MAGIC, Network, read, write
from engine.search.searcher import Searcher
from engine.search.state import INFINITE, MAX_PLY
from engine.system.errors import UserError
from tests.engine.cli.uci_talk import answers, complaints
from tests.engine.rules.congo.support import CONGO, place
from tests.engine.search.network_support import some_network
from tests.engine.search.support import SearchMemory, random_positions

INPUTS = CONGO.facts.network_inputs
HANDCRAFTED = SearchOptions(without=frozenset({"network"}))


@pytest.fixture(name="file")
def make_file(tmp_path: Path) -> Path:
    """Return the path of a network's file."""
    path = tmp_path / "some.nnue"
    write(some_network(), path)
    return path


@pytest.fixture(autouse=True)
def forget_networks() -> Iterator[None]:
    """Forget which files were read."""
    yield
    networks.clear_cache()


# --- its score


def best_moves(variety_cp: int, seeds: range) -> list[str]:
    """Return the best move of the start position for each seed."""
    searcher, found = Searcher(CONGO, 1), []
    for seed in seeds:
        searcher.clear()
        searcher.clear_stop()
        options = SearchOptions(variety_cp=variety_cp, seed=seed)
        info = searcher.search(CONGO.start(), KeyHistory(), Limits(nodes=3000), options)
        assert info is not None
        found.append(info.pv[0].text)
    return found


def test_a_seed_varies_moves_that_are_about_equally_good() -> None:
    moves = best_moves(4, range(12))
    assert len(set(moves)) >= 3
    assert best_moves(4, range(12)) == moves
    assert len(set(best_moves(0, range(3)))) == 1


def test_variety_changes_scores_by_no_more_than_its_centipawns() -> None:
    loaded = networks.network_of_game(CONGO)
    assert loaded is not None
    changes = set()
    for position in random_positions(60):
        state: Any = SearchMemory(position).state
        state["network"], state["variety_seed"] = loaded.address, 12345
        scores = []
        for state["variety_cp"] in (0, 3):
            scores.append(search_static_eval(state, int64(0), int64(-INFINITE), int64(INFINITE)))
        changes.add(scores[1] - scores[0])
    assert changes == set(range(-3, 4))


@pytest.mark.parametrize("width", [32, 64, 256])
def test_network_matches_numpy_along_a_line(width: int) -> None:
    """Regardless of earlier evaluations: some plies are scored, some skipped, some lines undone."""
    loaded = networks.LoadedNetwork(CONGO, some_network(width))
    chance = random.Random(3)
    for position in random_positions(12):
        memory = SearchMemory(position)
        state: Any = memory.state
        state["network"] = loaded.address
        ply = 0
        for _ in range(60):
            record = state["positions"][ply].copy()
            over = CONGO.core().terminal_result(record)
            if ply and (over or chance.random() < 0.3 or ply > MAX_PLY - 3):
                ply -= chance.randint(1, ply)
                continue
            moves = CONGO.core().moves(record)
            if not moves:
                break
            if chance.random() < 0.1 and make_null_move(state, int64(ply)):
                ply += 1
            else:
                make_move(state, int64(ply), int64(chance.choice(moves)))
                ply += 1
            if chance.random() < 0.5:
                assert network_score(state, int64(ply)) == loaded.score(state["positions"][ply])


def test_a_position_and_its_mirror_of_colours_are_worth_the_same() -> None:
    loaded = networks.LoadedNetwork(CONGO, some_network())
    for white, black in (("Ld1 ld7 Za2 Zb2", "Ld1 ld7 za6 zb6"), ("Lc2 le7 Mc4 pd6", "Le1 lc6 mc4 Pd2")):
        turned = CONGO.null_move(place(black))
        assert turned is not None
        assert loaded.score(place(white).record) == loaded.score(turned.record)


def test_few_pieces_use_the_handcrafted_evaluation(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    monkeypatch.setenv(networks.NETWORK_VARIABLE, str(file))
    loaded = networks.network_of_game(CONGO)
    assert loaded is not None
    for placed, judges in (("Ld1 ld7 Za2 zb6", False), ("Ld1 ld7 Za2 Zb2 zb6", True)):
        position = place(placed)
        memory = SearchMemory(position)
        state: Any = memory.state
        state["network"] = loaded.address
        handcrafted = CONGO.core().evaluate(position.record)
        wanted = loaded.score(position.record) if judges else handcrafted
        assert loaded.score(position.record) != handcrafted
        assert search_static_eval(state, int64(0), int64(-INFINITE), int64(INFINITE)) == wanted
        assert static_eval(CONGO, position) == wanted
        assert bool(piece_values(CONGO, position)) == judges


def test_layout_matches_the_vectors() -> None:
    assert network_layout.LANES == vectors.LANES


def test_a_searcher_follows_its_options(file: Path) -> None:
    searcher = Searcher(CONGO, 1)

    def nodes(options: SearchOptions) -> int:
        searcher.clear()
        searcher.clear_stop()
        searcher.search(CONGO.start(), KeyHistory(), Limits(depth=5), options)
        return searcher.nodes

    handcrafted = nodes(HANDCRAFTED)
    assert nodes(SearchOptions(eval_file=str(file))) != handcrafted
    assert nodes(replace(HANDCRAFTED, eval_file=str(file))) == handcrafted


def test_another_network_needs_no_compiling(file: Path) -> None:
    searcher = Searcher(CONGO, 1)
    before = len(network_score.signatures)  # type: ignore[attr-defined]
    wider = file.with_name("wider.nnue")
    write(some_network(128), wider)
    searcher.search(CONGO.start(), KeyHistory(), Limits(depth=2), SearchOptions(eval_file=str(file)))
    searcher.search(CONGO.start(), KeyHistory(), Limits(depth=2), SearchOptions(eval_file=str(wider)))
    assert len(network_score.signatures) == before  # type: ignore[attr-defined]


# --- what users see


def test_terms_are_material_and_the_rest(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(networks.NETWORK_VARIABLE, str(file))
    position = place("Ld1 ld7 Za2 Zb2 pa5")
    terms = evaluation_terms(CONGO, position)
    assert list(terms) == ["material", "network"]
    assert round(sum(terms.values()), 1) == static_eval(CONGO, position)
    assert terms["material"] > 400


def test_piece_value_is_the_evaluation_lost_without_it(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(networks.NETWORK_VARIABLE, str(file))
    pawns = "Pf2 pf5 pg5"
    position, without = place(f"Ld1 ld7 Za2 mc6 {pawns}"), place(f"Ld1 ld7 mc6 {pawns}")
    worths = piece_values(CONGO, position)
    zebra, monkey = 7, 5 * 7 + 2
    assert len(worths) == 5, "lions cannot be taken off"
    assert worths[zebra] == static_eval(CONGO, position) - static_eval(CONGO, without)
    lost = static_eval(CONGO, place(f"Ld1 ld7 Za2 {pawns}")) - static_eval(CONGO, position)
    assert worths[monkey] == lost


# --- the file


def test_a_file_round_trips(file: Path) -> None:
    assert INPUTS is not None
    found, written = read(file, "congo", INPUTS), some_network()
    for name in ("first", "first_bias", "second", "second_bias"):
        assert np.array_equal(getattr(found, name), getattr(written, name))
    assert (found.scale_cp, found.origin, found.inputs) == (235, {"seed": 1}, INPUTS)


def with_header(data: bytes, **changes: Any) -> bytes:
    """Return the file with another header and a matching checksum."""
    at = len(MAGIC) + network_file.LENGTH_BYTES
    end = at + int.from_bytes(data[len(MAGIC) : at], "little")
    header = json.dumps(json.loads(data[at:end]) | changes).encode()
    body = MAGIC + len(header).to_bytes(network_file.LENGTH_BYTES, "little") + header
    return signed(body + data[end : -network_file.CHECKSUM_BYTES])


def signed(body: bytes) -> bytes:
    """Return bytes with their checksum."""
    return body + hashlib.sha256(body).digest()


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut": lambda data: data[:-1],
    "cut early": lambda data: data[:20],
    "flipped": lambda data: data[:5000] + bytes([data[5000] ^ 1]) + data[5001:],
    "other": lambda data: b"GIF89a" + data,
    "weights missing": lambda data: signed(data[: -network_file.CHECKSUM_BYTES - 2]),
    "long header": lambda data: signed(MAGIC + b"\xff\xff\xff\xff{}"),
    "no json": lambda data: signed(MAGIC + b"\2\0\0\0{{" + data[200:]),
    "no table": lambda data: signed(MAGIC + b"\2\0\0\0[]" + data[200:]),
    "deep": lambda data: signed(MAGIC + (9000).to_bytes(4, "little") + b"[" * 9000),
    "other game": lambda data: with_header(data, game="minichess"),
    "other inputs": lambda data: with_header(data, inputs={"boards": 2}),
    "wider": lambda data: with_header(data, width=256),
    "huge": lambda data: with_header(data, width=1 << 40),
    "scale is true": lambda data: with_header(data, scale_cp=True),
    "no width": lambda data: with_header(data, width="64"),
    "odd width": lambda data: with_header(data, width=63),
    "negative": lambda data: with_header(data, scale_cp=-3),
    "no origin": lambda data: with_header(data, origin=None),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_rejects_a_damaged_file_in_one_sentence(file: Path, damage: Callable[[bytes], bytes]) -> None:
    assert INPUTS is not None
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(UserError, match=r"the network some\.nnue is damaged or made for another version"):
        read(file, "congo", INPUTS)


def extreme_network(sign: int = 1) -> Network:
    """Return a network with the largest weights that a file may have, and the widest."""
    wide = some_network(256)
    squares = wide.inputs.squares
    bias = network_file.MAX_INT16 % squares
    return replace(
        wide,
        scale_cp=1,
        first=np.full_like(wide.first, network_file.MAX_INT16 // squares),
        first_bias=np.full_like(wide.first_bias, bias),
        second=np.full_like(wide.second, 128 * sign),
    )


@pytest.mark.parametrize("sign", [1, -1])
def test_the_largest_weights_of_a_file_do_not_overflow(tmp_path: Path, sign: int) -> None:
    assert INPUTS is not None
    file = tmp_path / "extreme.nnue"
    write(extreme_network(sign), file)
    loaded = networks.LoadedNetwork(CONGO, read(file, "congo", INPUTS))
    memory = SearchMemory(CONGO.start())
    memory.state["network"] = loaded.address
    score = int(network_score(memory.state, int64(0)))
    assert score == loaded.score(CONGO.start().record)
    assert abs(score) > 1000, "all values are clipped, and none of their products has wrapped"


@pytest.mark.parametrize("part", ["first", "first_bias", "second"])
@pytest.mark.parametrize("sign", [1, -1])
def test_rejects_weights_prone_to_overflow(tmp_path: Path, part: str, sign: int) -> None:
    assert INPUTS is not None
    network, file = extreme_network(sign), tmp_path / "some.nnue"
    getattr(network, part).flat[-1] += 1 if part != "second" else sign
    write(network, file)
    with pytest.raises(UserError, match="damaged or made for another version"):
        read(file, "congo", INPUTS)


def test_rejects_a_file_too_large(file: Path) -> None:
    assert INPUTS is not None
    file.write_bytes(bytes(network_file.MAX_BYTES + 1))
    with pytest.raises(UserError, match="cannot be read"):
        read(file, "congo", INPUTS)


# --- without one


def best(position: Position, options: SearchOptions) -> str:
    """Return the report of a search to a depth, without its time."""
    searcher = Searcher(CONGO, 1)
    info = searcher.search(position, KeyHistory(), Limits(depth=4), options)
    assert info is not None
    return str(replace(info, time_ms=0, nps=0))


@pytest.mark.parametrize("content", [None, b"", b"nonsense"], ids=["missing", "empty", "damaged"])
def test_falls_back_to_the_handcrafted_evaluation_without_a_valid_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, content: bytes | None
) -> None:
    path = tmp_path / "mine.nnue"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setenv(networks.NETWORK_VARIABLE, str(path))
    expected = best(CONGO.start(), HANDCRAFTED)
    assert best(CONGO.start(), SearchOptions()) == expected
    assert best(CONGO.start(), SearchOptions()) == expected
    warnings = [record.getMessage() for record in caplog.records]
    assert len(warnings) == 1, "one sentence, once"
    assert "mine.nnue" in warnings[0]
    assert warnings[0].endswith("the AI uses its handcrafted evaluation instead")
    assert networks.network_problem(CONGO) == warnings[0]


def test_uci_reports_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(networks.NETWORK_VARIABLE, str(tmp_path / "none.nnue"))
    found = answers("position startpos\ngo depth 1\n< bestmove .*")
    (reported,) = [line for line in found if line.startswith("info string")]
    assert "none.nnue" in reported
    assert "handcrafted evaluation" in reported


def test_uci_chooses_the_evaluation(file: Path) -> None:
    def last_info(*options: str) -> list[str]:
        lines = [*options, "position startpos", "go depth 4", "< bestmove .*"]
        infos = [line for line in answers("\n".join(lines)) if line.startswith("info depth 4")]
        return infos[0].split(" nps ")[:1]

    by_file = f"setoption name EvalFile value {file}"
    off = "setoption name Use NNUE value false"
    assert last_info(by_file, off) == last_info(off) != last_info(by_file)
    on_again = "setoption name Use NNUE value true"
    assert last_info(by_file, off, on_again) == last_info(by_file)
    assert last_info(by_file, "setoption name EvalFile value <empty>", off) == last_info(off)


def test_uci_reads_a_network_again_that_was_replaced(file: Path) -> None:
    script = f"setoption name EvalFile value {file}\nposition startpos\ngo depth 2\n< bestmove .*"

    def scores() -> list[str]:
        return re.findall(r"score cp (\S+)", "\n".join(answers(script)))

    before = scores()
    write(some_network(seed=2), file)
    assert scores() != before


def test_uci_rejects_an_invalid_network(tmp_path: Path) -> None:
    (reported,) = complaints(f"setoption name EvalFile value {tmp_path / 'no.nnue'}")
    assert "the network no.nnue cannot be read" in reported


def test_uci_takes_file_and_game_in_any_order(file: Path) -> None:
    def last_info(*options: str) -> str:
        lines = [*options, "position startpos", "go depth 2", "< bestmove [a-g].*"]
        (info,) = [line for line in answers("\n".join(lines)) if line.startswith("info depth 2")]
        return info.split(" nps ")[0]

    by_file = f"setoption name EvalFile value {file}"
    konane, congo = (f"setoption name UCI_Variant value {name}" for name in ("konane", "congo"))
    assert last_info(by_file, konane) == last_info(konane, by_file) == last_info(konane)
    assert last_info(konane, by_file, congo) == last_info(by_file, konane, congo) == last_info(by_file)
    (reported,) = complaints(f"{by_file}\n{konane}\nsetoption name EvalFile value <empty>\n{konane}")
    assert reported == "Konane is not evaluated by a network; Konane uses its own evaluation instead"
