"""The opening explorer's file: its contents, and rejected files."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine import rules as registry
from engine.game.game import Game
from engine.learn import texts
from engine.learn.explorer import (
    HEADER,
    MAX_BYTES,
    ExploredMove,
    ExploredPosition,
    Explorer,
    SampleGame,
    explorer_bytes,
    explorer_of,
    openings_path,
    read_explorer,
)
from engine.record.record import GameResult
from engine.rules.values import Position
from engine.search.limits import Score
from engine.search.searcher import to_score
from engine.search.state import WIN
from engine.system.errors import UserError
from engine.system.files import with_checksum

CONGO = registry.get("congo")
START = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w"
AFTER = "gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ b"
SAMPLE = SampleGame(GameResult.FIRST, 500, 7, ("d2d3", "d6d5", "c2c3", "c6c5"))
MOVE = ExploredMove("d2d3", 3, 2, 1, Score(12), 0)


def position(text: str) -> Position:
    return CONGO.notation.parse(text)


def written(folder: Path, positions: dict[str, ExploredPosition], *samples: SampleGame) -> Explorer:
    path = folder / "openings.txt"
    path.write_bytes(explorer_bytes(6, samples, positions))
    return read_explorer(path)


def sealed(path: Path, body: str) -> Path:
    """Write a file with a right checksum."""
    path.write_bytes(with_checksum(HEADER, body))
    return path


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    lost = ExploredMove("c2c3", 0, 0, 2, Score(-WIN + 6, -3), 0)
    explored = ExploredPosition(20_000, (MOVE, lost))
    explorer = written(tmp_path, {START: explored}, SAMPLE)
    assert explorer.games == 6
    assert explorer.size == 1
    assert explorer.position(CONGO, CONGO.start()) == explored
    assert explored.games == 8
    assert explorer.sample(0) == SAMPLE


@pytest.mark.parametrize("plies", [1, 2, 5, 8])
def test_forced_wins_are_scored_as_the_search_does(plies: int) -> None:
    score = to_score(WIN - plies if plies % 2 else plies - WIN)
    assert ExploredMove.parse(str(ExploredMove("d2d3", 1, 0, 0, score, 0))).score == score


def test_an_unknown_position_has_no_moves(tmp_path: Path) -> None:
    explorer = written(tmp_path, {START: ExploredPosition(0, (MOVE,))}, SAMPLE)
    assert explorer.position(CONGO, position(f"{AFTER} 1")) is None


def test_a_mirror_image_has_the_mirrored_moves_and_sample(tmp_path: Path) -> None:
    game = Game(CONGO)
    for text in SAMPLE.moves[:2]:
        game.play(CONGO.parse_move(game.position, text))
    turned = position("zcelemg/ppp1ppp/3p3/7/3P3/PPP1PPP/ZCELEMG w 1")
    key = "gmelecz/ppp1ppp/3p3/7/3P3/PPP1PPP/GMELECZ w"
    explorer = written(
        tmp_path, {key: ExploredPosition(0, (ExploredMove("c2c3", 1, 0, 0, Score(0), 0),))}, SAMPLE
    )
    for where, move, line in ((game.position, "c2c3", "c2c3 c6c5"), (turned, "e2e3", "e2e3 e6e5")):
        found = explorer.position(CONGO, where)
        assert found is not None
        assert [each.move for each in found.moves] == [move]
        onward = explorer.sample(0).moves_from(CONGO, where, move)
        assert " ".join(each.text for each in onward) == line


def test_a_sample_game_is_a_game_with_its_result() -> None:
    record = SAMPLE.record(CONGO)
    assert [each.move.text for each in record.moves] == list(SAMPLE.moves)
    assert record.result is GameResult.FIRST
    assert record.replay().outcome is not None


def test_rejects_a_sample_game_without_the_move() -> None:
    with pytest.raises(UserError, match=texts.NO_SAMPLE):
        SAMPLE.moves_from(CONGO, position("7/3l3/7/7/7/3L3/7 w 1"), "d2d3")
    with pytest.raises(UserError, match=texts.NO_SAMPLE):
        SAMPLE.moves_from(CONGO, CONGO.start(), "c2c3")


def test_moves_that_are_impossible_or_have_no_sample_are_left_out(tmp_path: Path) -> None:
    wrong = ExploredMove("d2d7", 1, 0, 0, Score(0), 0)
    loose = ExploredMove("c2c3", 1, 0, 0, Score(0), 7)
    found = written(tmp_path, {START: ExploredPosition(0, (wrong, loose, MOVE))}, SAMPLE).position(
        CONGO, CONGO.start()
    )
    assert found is not None
    assert found.moves == (MOVE,)


BODIES = {
    "nothing": "",
    "no counts": "games\n",
    "too many samples": f"6 2\n{SAMPLE}\n",
    "no sample": f"6 1\n{START}\t0\t{MOVE}\n",
    "no moves": f"6 0\n{START}\t0\n",
    "no score": f"6 0\n{START}\t0\td2d3 1 2 3 0\n",
    "no number": f"6 0\n{START}\t0\td2d3 1 2 x 0 0\n",
    "other digits": f"6 0\n{START}\t0\td2d3 1 2 3 0 ٣\n",
    "huge number": f"6 0\n{START}\t0\td2d3 {'9' * 5000} 2 3 0 0\n",
    "long line": f"6 0\n{START}\t0" + f"\t{MOVE}" * 1000 + "\n",
    "empty line": f"6 0\n\n{START}\t0\t{MOVE}\n",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_file_with_a_wrong_line_is_refused(tmp_path: Path, body: str) -> None:
    with pytest.raises(UserError, match=r"openings\.txt"):
        read_explorer(sealed(tmp_path / "openings.txt", body))


def test_a_file_with_another_checksum_version_or_size_is_refused(tmp_path: Path) -> None:
    path = sealed(tmp_path / "openings.txt", f"6 1\n{SAMPLE}\n{START}\t0\t{MOVE}\n")
    assert read_explorer(path).size == 1
    good = path.read_text()
    for text, reason in (
        (good.replace("d2d3 3", "d2d3 4"), "checksum"),
        (good.replace(HEADER, "congo-openings 2"), "does not begin with"),
        (good + "x" * MAX_BYTES, "cannot be read"),
    ):
        path.write_text(text)
        with pytest.raises(UserError, match=reason):
            read_explorer(path)
    with pytest.raises(UserError, match="cannot be read"):
        read_explorer(tmp_path)


# --- the files that come with the program


@pytest.mark.parametrize("name", [name for name in registry.names() if openings_path(name).exists()])
def test_shipped_openings_fit_their_game(name: str) -> None:
    rules = registry.get(name)
    explorer = explorer_of(name)
    assert explorer is not None
    keys = sorted(explorer.keys())
    for key in Random(1).sample(keys, min(len(keys), 25)):
        where = rules.notation.parse(key)
        found = explorer.position(rules, where)
        assert found is not None
        for each in found.moves[:3]:
            assert each.games
            line = explorer.sample(each.sample).moves_from(rules, where, each.move)
            assert line[0].text == each.move
    start = explorer.position(rules, rules.start(explorer.sample(0).size))
    assert start is not None
    assert start.games <= explorer.games
