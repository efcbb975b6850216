"""The file of rated games: two windows, damaged lines, reviews and deleting."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from congo_gui.store import rated_games
from congo_gui.store.rated_games import FILE, HEADER, RatedGames, RatedResult
from engine.learn.game_review import GameReview, PhaseAccuracy

REVIEW = GameReview({"opening": PhaseAccuracy(91.5, 8)}, ("fork",))


def change(path: Path, change: Callable[[bytes], bytes]) -> None:
    """Change a file at once."""
    path.write_bytes(change(path.read_bytes() if path.exists() else b""))


def opened(folder: Path) -> RatedGames:
    return RatedGames(folder, change)


def won(number: int, game: str = "congo", **values: object) -> RatedResult:
    fields: dict[str, object] = {"level": 2.5, "side": number % 2, "score": 1.0, **values}
    return RatedResult(f"{number:032x}", game, ended=1e9 + number, moves="d2d3 d6d5", **fields)  # type: ignore[arg-type]


def test_results_are_kept_by_game(tmp_path: Path) -> None:
    games = opened(tmp_path)
    for result in (won(1), won(2, "konane"), won(3, score=0.0)):
        games.add(result)
    games.note_reviews({won(3).id: REVIEW})
    for known in (games, opened(tmp_path)):
        assert [result.id for result in known.results("congo")] == [won(1).id, won(3).id]
        assert [result.review for result in known.results("congo")] == [None, REVIEW]
        assert known.results("konane") == (won(2, "konane"),)
        assert known.knows(won(1).id)
        assert not known.knows(won(4).id)
        assert len(known.history("congo")) == 3
    assert (tmp_path / FILE).read_text(encoding="utf-8").startswith(f"{HEADER}\n")


def test_a_result_counts_once(tmp_path: Path) -> None:
    games = opened(tmp_path)
    games.add(won(1))
    games.add(won(1, score=0.0))
    assert games.results("congo") == opened(tmp_path).results("congo") == (won(1),)


def test_two_windows_add_to_one_file(tmp_path: Path) -> None:
    first, second = opened(tmp_path), opened(tmp_path)
    first.add(won(1))
    second.add(won(2))
    first.add(won(3))
    for known in (first, second, opened(tmp_path)):
        assert len(known.results("congo")) == 3


def test_deleted_results_do_not_return_before_the_file_is_written(tmp_path: Path) -> None:
    waiting: list[Callable[[], None]] = []
    games = RatedGames(tmp_path, lambda path, new: waiting.append(lambda: change(path, new)))
    games.add(won(1))
    games.forget("congo")
    for write in waiting:
        assert games.results("congo") == ()
        write()
    assert games.results("congo") == opened(tmp_path).results("congo") == ()
    games.add(won(2))
    waiting[-1]()
    assert games.results("congo") == opened(tmp_path).results("congo") == (won(2),)


def test_a_deleted_result_never_counts_again(tmp_path: Path) -> None:
    games, other = opened(tmp_path), opened(tmp_path)
    other.add(won(1))
    games.forget("congo")
    other.add(won(2))  # it writes its first result, too, if the file has not got it
    for known in (games, other, opened(tmp_path)):
        known.add(won(1))
        assert known.results("congo") == (won(2),)
        assert known.has_counted(won(1).id)
        assert not known.knows(won(1).id)


def test_unwritten_results_are_written_with_the_next_one(tmp_path: Path) -> None:
    full = True

    def unless_full(path: Path, new: Callable[[bytes], bytes]) -> None:
        if not full:
            change(path, new)

    games = RatedGames(tmp_path, unless_full)
    games.add(won(1))
    assert not (tmp_path / FILE).exists()
    full = False
    games.add(won(2))
    assert len(opened(tmp_path).results("congo")) == 2


def test_sides_alternate_and_the_opponent_follows(tmp_path: Path) -> None:
    games = opened(tmp_path)
    assert (games.next_side("congo"), games.next_level("congo")) == (0, 1.8)
    games.add(won(0))
    assert games.next_side("congo") == 1
    assert games.next_level("congo") > 2.5
    assert games.next_level("konane") == 1.8


@pytest.mark.parametrize(
    "damaged",
    [
        *("", "{", "[]", "null", '"id"', "\x00\x01", "{}", '{"reviewed": 5}', '{"reviewed": []}', "[" * 9000),
        json.dumps({**won(5).__dict__, "review": 0, "level": 11}),
        json.dumps({**won(5).__dict__, "review": 0, "level": "2"}),
        json.dumps({**won(5).__dict__, "review": 0, "score": 0.7}),
        json.dumps({**won(5).__dict__, "review": 0, "side": True}),
        json.dumps({**won(5).__dict__, "review": 0, "ended": float("nan")}),
        json.dumps({**won(5).__dict__, "review": 0, "moves": 7}),
        json.dumps({**won(5).__dict__, "review": 0, "id": ""}),
        json.dumps(
            {"reviewed": won(1).id, "phases": {"opening": {"accuracy": 300, "moves": 2}}, "missed": []}
        ),
        json.dumps({"reviewed": won(1).id, "phases": 3, "missed": []}),
        json.dumps({"reviewed": won(1).id, "phases": {}, "missed": [1]}),
        json.dumps({**won(5).__dict__, "review": 0})[:40],
    ],
)
def test_damaged_lines_are_skipped_and_stay(tmp_path: Path, damaged: str) -> None:
    games = opened(tmp_path)
    games.add(won(1))
    path = tmp_path / FILE
    path.write_bytes(path.read_bytes() + damaged.encode(errors="replace"))  # cut off, without an end of line
    later = opened(tmp_path)
    later.add(won(2))
    assert opened(tmp_path).results("congo") == (won(1), won(2))
    assert damaged in path.read_text(encoding="utf-8")
    later.forget("congo")
    assert opened(tmp_path).results("congo") == ()


def test_a_binary_file_is_read_as_far_as_possible(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"\xff\xfe\x00" * 99)
    games = opened(tmp_path)
    assert games.results("congo") == ()
    games.add(won(1))
    assert opened(tmp_path).results("congo") == (won(1),)


def test_additions_of_newer_versions_are_ignored(tmp_path: Path) -> None:
    values = {**won(1).__dict__, "opening": "Monkey c3"}
    del values["review"]
    (tmp_path / FILE).write_text(f"congo-rated-games 2\n{json.dumps(values)}\n", encoding="utf-8")
    assert opened(tmp_path).results("congo") == (won(1),)


def test_deleting_one_games_results_leaves_the_others(tmp_path: Path) -> None:
    games, other = opened(tmp_path), opened(tmp_path)
    games.add(won(1))
    games.note_reviews({won(1).id: REVIEW})
    games.add(won(2, "konane"))
    other.add(won(3))
    games.forget("congo")
    for known in (games, opened(tmp_path)):
        assert known.results("congo") == ()
        assert known.results("konane") == (won(2, "konane"),)
    games.add(won(4))
    assert opened(tmp_path).results("congo") == (won(4),)


def test_the_latest_games_of_each_kind_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rated_games, "MAX_GAMES", 3)
    games = opened(tmp_path)
    for result in (won(1), won(2), *(won(number, "konane") for number in range(3, 8))):
        games.add(result)
    known = opened(tmp_path)
    assert known.results("congo") == (won(1), won(2))
    assert known.results("konane") == tuple(won(number, "konane") for number in (5, 6, 7))


def test_the_work_is_linear_in_the_kinds_of_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = 0

    class Counted(RatedResult):
        def __getattribute__(self, name: str) -> object:
            nonlocal work
            work += 1
            return super().__getattribute__(name)

    monkeypatch.setattr(rated_games, "RatedResult", Counted)
    spent = []
    for kinds in (50, 200):
        lines = [{**won(number, f"kind {number}").__dict__, "review": 0} for number in range(kinds)]
        (tmp_path / FILE).write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
        known, work = opened(tmp_path), 0
        assert len(known.results("kind 7")) == 1
        spent.append(work)
    assert spent[1] < 6 * spent[0]


def test_only_the_end_of_a_huge_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = opened(tmp_path)
    for number in range(20):
        games.add(won(number))
    line = (tmp_path / FILE).read_bytes().splitlines()[-1]
    monkeypatch.setattr(rated_games, "MAX_READ_BYTES", 5 * len(line))
    assert [result.id for result in opened(tmp_path).results("congo")] == [won(at).id for at in range(16, 20)]


def test_deleting_takes_lines_with_blanks_and_of_full_length(tmp_path: Path) -> None:
    line = json.dumps(won(1).__dict__ | {"review": 0})
    full = json.dumps(won(2).__dict__ | {"review": 0, "x": ""})
    full = full[:-2] + "x" * (rated_games.MAX_LINE - len(full)) + full[-2:]
    (tmp_path / FILE).write_text(f"{HEADER}\n \t{line}\n{full}\n")
    games = opened(tmp_path)
    assert len(games.results("congo")) == 2
    games.forget("congo")
    lines = (tmp_path / FILE).read_text().splitlines()
    assert lines == [HEADER, *(json.dumps({"deleted": won(number).id}) for number in (1, 2))]


@pytest.mark.parametrize("end", ["", "\n", "\n\n", "\nno JSON", "\n{"])
def test_deleting_keeps_every_other_line(tmp_path: Path, end: str) -> None:
    games = opened(tmp_path)
    games.add(won(1))
    games.add(won(2, "konane"))
    with (tmp_path / FILE).open("a") as file:
        file.write(end)
    games.forget("congo")
    lines = (tmp_path / FILE).read_text().split("\n")
    konane, deleted = json.loads(lines[1]), json.loads(lines[-2])
    assert (lines[0], konane["id"], deleted) == (HEADER, won(2).id, {"deleted": won(1).id})
    assert "\n".join(lines[2:-2]).strip("\n") == end.strip("\n")
    assert opened(tmp_path).has_counted(won(1).id)


@pytest.mark.parametrize("before", ["", f"{HEADER}\n", f"{HEADER}", "\ufffd\n"])
def test_a_line_is_appended_once(before: str) -> None:
    line = json.dumps({"id": "1"})
    once = rated_games._with(before.encode(), [line])
    assert once.decode().split("\n")[-2:] == [line, ""]
    assert rated_games._with(once, [line]) == once
    assert rated_games._with(once, [line, line[:-1]]).endswith(f"{line}\n{line[:-1]}\n".encode())
