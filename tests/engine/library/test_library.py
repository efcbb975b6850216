"""The library: adding, versions, deleting, searching, and the moves of a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.library.entry import Entry, entry_of
from engine.library.journal import LibraryError
from engine.library.library import Library
from engine.library.query import FoundGame, GameQuery, Order
from engine.record.record import GameRecord, GameResult
from engine.rules import get
from tests.engine.library.games import CONGO, mirrored, played, resigned


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """An empty library."""
    with Library(tmp_path / "library") as opened:
        yield opened


def index_all(library: Library) -> None:
    while library.index_positions():
        pass


def only(library: Library) -> FoundGame:
    (game,) = library.find(GameQuery())
    return game


def test_a_game_is_kept_as_text_and_found(library: Library) -> None:
    uid = library.add(resigned("d2d3", "d6d5", "e2e3", Rated="yes"))
    game = only(library)
    assert (game.uid, game.kind, game.players) == (uid, "congo", ("human", "engine:level=5"))
    assert (game.result, game.reason, game.date) == ("1-0", "resignation", "2026.09.01")
    assert (game.plies, game.moves, game.opening) == (3, 2, "d2d3 d6d5 e2e3")
    assert library.tags(uid)["Rated"] == "yes"
    entry = Entry.parse(library.text(game))
    assert entry is not None
    assert [move.move.text for move in entry.record().moves] == ["d2d3", "d6d5", "e2e3"]


def test_the_text_file_alone_restores_the_library(library: Library) -> None:
    for record in (played("d2d3"), played("c2c3"), resigned("e2e3", "e6e5")):
        library.add(record)
    library.delete(library.find(GameQuery(opening="c2c3")))
    before = library.find(GameQuery())
    library.close()
    library.path.unlink()
    with Library(library.folder) as again:
        assert again.find(GameQuery()) == before
        assert again.check() == []


def test_the_same_game_is_kept_once(library: Library) -> None:
    record = resigned("d2d3", "d6d5")
    library.add(record)
    size = library.journal.size(library.journal.files()[0])
    library.add(record)
    assert library.count() == 1
    assert library.journal.size(library.journal.files()[0]) == size


def test_another_version_replaces_a_game(library: Library) -> None:
    unfinished = played("d2d3", Id="game-1")
    library.add(unfinished)
    library.add(played("a2a3", Id="game-2"))
    library.add(resigned("d2d3", "d6d5", Id="game-1"))
    assert [game.uid for game in library.find(GameQuery(descending=False))] == ["game-1", "game-2"]
    found = library.game("game-1")
    assert found is not None
    assert (found.result, found.plies) == ("1-0", 2)


def test_a_comment_makes_another_version_with_the_same_identity(library: Library) -> None:
    uid = library.add(resigned("d2d3", "d6d5"))
    entry = Entry.parse(library.text(only(library)))
    assert entry is not None
    commented = replace(entry.record(), comment="A slip in the endgame")
    assert library.add(commented) == uid
    assert library.count() == 1
    assert [game.uid for game in library.find(GameQuery(words="endgame slip"))] == [uid]


@pytest.mark.parametrize("name", ["Иван", "иван", "ИВАН", "Élise", "élise", "ÉL"])
def test_names_are_found_in_either_case_in_every_alphabet(tmp_path: Path, name: str) -> None:
    with Library(tmp_path / "library", player_title=lambda player: f"{player}Б") as library:
        library.add(played("d2d3", players=("Иван", "Élise"), Id="1"))
        library.add(played("d2d3", players=("Anna", "Bert"), Id="2"))
        assert [game.uid for game in library.find(GameQuery(player=name))] == ["1"]
        assert [game.uid for game in library.find(GameQuery(player="ИванБ"))] == ["1"]
        assert len(library.find(GameQuery(words="annaБ"))) == 1


def test_a_deleted_game_is_restored(library: Library) -> None:
    library.add(played("a2a3", Id="other"))
    library.add(resigned("d2d3", "d6d5", Id="deleted"))
    index_all(library)
    found = library.game("deleted")
    assert found is not None
    entries = library.delete([found])
    assert library.game("deleted") is None
    assert [game.uid for game in library.find(GameQuery())] == ["other"]
    assert len(library.moves_from(CONGO, CONGO.start())) == 1
    library.put(entries)
    index_all(library)
    restored = library.game("deleted")
    assert restored is not None
    assert restored.opening == found.opening
    assert len(library.moves_from(CONGO, CONGO.start())) == 2


@pytest.mark.parametrize(
    ("search", "found"),
    [
        (GameQuery(), ["won", "drawn", "open", "konane"]),
        (GameQuery(words="1-0"), ["won"]),
        (GameQuery(words="draw"), ["drawn"]),
        (GameQuery(words="unfinished"), ["open", "konane"]),
        (GameQuery(words="ANNA congo"), ["won", "open"]),
        (GameQuery(words="anna draw"), []),
        (GameQuery(words="sep 2026"), ["won"]),
        (GameQuery(words="2026-10"), ["drawn", "open"]),
        (GameQuery(words="d2d3"), ["won", "open"]),
        (GameQuery(words="Level 5"), ["won"]),
        (GameQuery(words="level 1"), []),
        (GameQuery(words="level=7 100%"), ["drawn"]),
        (GameQuery(words="level 3"), ["won"]),
        (GameQuery(words="level 4"), []),
        (GameQuery(words="level"), ["won", "drawn"]),
        (GameQuery(words="50% _"), []),
        (GameQuery(words="100%"), ["drawn"]),
        (GameQuery(player="ann"), ["won", "open"]),
        (GameQuery(player="Level 7"), ["drawn"]),
        (GameQuery(kind="konane"), ["konane"]),
        (GameQuery(result=GameResult.FIRST), ["won"]),
        (GameQuery(since="2026.10"), ["drawn", "open"]),
        (GameQuery(since="2026.10.02"), ["open"]),
        (GameQuery(until="2026.09"), ["won"]),
        (GameQuery(until="2026.10.01"), ["won", "drawn"]),
        (GameQuery(min_moves=2), ["won"]),
        (GameQuery(max_moves=1), ["drawn", "open", "konane"]),
        (GameQuery(opening="d2d3 d6d5"), ["won"]),
        (GameQuery(opening="d2d3"), ["won", "open"]),
        (GameQuery(opening="d6d5"), []),
        (GameQuery(order=Order.LENGTH), ["drawn", "konane", "open", "won"]),
        (GameQuery(order=Order.FIRST), ["drawn", "konane", "won", "open"]),
        (GameQuery(order=Order.DATE, descending=True), ["open", "drawn", "won", "konane"]),
        (GameQuery(limit=2, descending=True), ["konane", "open"]),
    ],
)
def test_searches(tmp_path: Path, search: GameQuery, found: list[str]) -> None:
    konane = get("konane")
    games = [
        replace(
            resigned("d2d3", "d6d5", "c2c3", players=("Anna", "engine:level=5"), Id="won"),
            reason="after level 3. Level 4.2",
        ),
        replace(
            played(players=("100% luck", "engine:level=7"), Date="2026.10.01", Id="drawn"),
            result=GameResult.DRAW,
            reason="agreement",
        ),
        played("d2d3", players=("Bert", "Anna"), Date="2026.10.02", Id="open"),
        GameRecord(konane, konane.start(), tags={"Id": "konane"}),
    ]
    with Library(tmp_path, lambda name: name.replace("engine:level=", "Level ")) as library:
        library.put([entry_of(game) for game in games])
        assert [game.uid for game in library.find(search)] == found


def test_a_position_is_found_by_any_order_of_moves_and_in_the_mirror(library: Library) -> None:
    library.add(played("c2c3", "c6c5", "d2d3", "d6d5", Id="one"))
    library.add(mirrored("d2d3", "d6d5", "e2e3", "e6e5", "a2a3", Id="mirrored"))
    library.add(played("d2d3", "d6d5", Id="neither"))
    index_all(library)
    reached = played("d2d3", "c6c5", "c2c3", "d6d5").replay().position
    games = library.find(GameQuery(position=(CONGO, reached)))
    assert [(game.uid, game.ply) for game in games] == [("one", 4), ("mirrored", 4)]
    assert [game.uid for game in library.find(GameQuery(words="mirrored", position=(CONGO, reached)))] == []


def test_the_moves_of_a_position_are_counted_with_their_results(library: Library) -> None:
    library.add(resigned("c2c3", "c6c5", "d2d3", Id="one"))
    library.add(mirrored("e2e3", "e6e5", "g2g3", Id="mirrored"))
    library.add(replace(played("c2c3", "c6c5", "d2d3", Id="drawn"), result=GameResult.DRAW))
    index_all(library)
    position = played("c2c3", "c6c5").replay().position
    moves = library.moves_from(CONGO, position)
    assert [(each.move, each.count, each.wins, each.draws) for each in moves] == [
        ("d2d3", 2, (1, 0), 1),
        ("a2a3", 1, (0, 0), 0),
    ]
    assert [each.sample for each in moves] == ["drawn", "mirrored"]
    other = library.moves_from(CONGO, mirrored("e2e3", "e6e5").replay().position)
    assert [each.move for each in other] == ["d2d3", "g2g3"]


def test_a_game_that_repeats_a_position_counts_once_in_it(library: Library) -> None:
    there_and_back = "a1a3", "a7a5", "a3a1", "a5a7"
    library.add(played(*there_and_back, "a1a3", "a7a5", "a3a1", Id="one"))
    library.add(played(*there_and_back, "d2d3", Id="two"))
    index_all(library)
    moves = library.moves_from(CONGO, CONGO.start())
    assert [(each.move, each.count) for each in moves] == [("a1a3", 2), ("d2d3", 1)]
    assert library.games_from(CONGO, CONGO.start()) == 2


def test_positions_are_found_through_the_index(library: Library) -> None:
    from engine.library.query import MOVES_SQL, statement

    sql, values = statement(GameQuery(position=(CONGO, CONGO.start())))
    plans = [library.query_plan(sql, values), library.query_plan(MOVES_SQL, [0])]
    for query_plan in plans:
        assert any("positions USING PRIMARY KEY (key=?)" in step for step in query_plan)
        assert not any(step.startswith("SCAN positions") for step in query_plan)


def test_a_game_with_an_illegal_move_is_listed_but_not_found_by_position(library: Library) -> None:
    text = entry_of(played("d2d3", Id="game-1")).text.replace("d2d3", "d2d7")
    entry = Entry.parse(text)
    assert entry is not None
    library.put([entry])
    index_all(library)
    assert only(library).opening == "d2d7"
    assert library.moves_from(CONGO, CONGO.start()) == []
    assert library.check() == ["1 game cannot be played through"]


def test_two_windows_share_a_library(library: Library) -> None:
    with Library(library.folder) as other:
        library.add(played("d2d3"))
        other.add(played("c2c3"))
        library.catch_up()
        assert library.find(GameQuery()) == other.find(GameQuery())
        assert library.count() == 2


def test_a_changed_text_file_is_noticed(library: Library) -> None:
    library.add(played("d2d3", Id="game-1"))
    library.add(played("c2c3", Id="game-2"))
    path = library.folder / library.journal.files()[0]
    path.write_text(path.read_text().replace('[Event "game"]', '[Event "casual game"]', 1))
    library.add(played("e2e3", Id="game-3"))
    assert [game.event for game in library.find(GameQuery())] == ["casual game", "game", "game"]
    assert library.check() == []


def test_a_missing_game_is_explained(library: Library) -> None:
    library.add(played("d2d3", Id="game-1"))
    game = only(library)
    path = library.folder / library.journal.files()[0]
    path.write_text(entry_of(played("c2c3", Id="game-2")).text)
    with pytest.raises(LibraryError, match="The library has no game game-1"):
        library.text(game)
    assert [game.uid for game in library.find(GameQuery())] == ["game-2"]


def test_a_comment_cannot_pose_as_a_tag(library: Library) -> None:
    comment = 'first words [Deleted "yes"] [Id "other"] [Event "x"] ' + "long " * 40
    uid = library.add(replace(played("d2d3"), comment=comment))
    library.close()
    with Library(library.folder) as again:
        assert [game.uid for game in again.find(GameQuery())] == [uid]
