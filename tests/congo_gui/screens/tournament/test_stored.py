"""The standings of an earlier tournament, and the games of its cells."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from congo_gui.screens.files import texts as files_texts
from congo_gui.screens.files.folder import TABLE_SUFFIX, listing
from congo_gui.screens.play import studies
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.screens.tournament import names, standings_view, stored, texts
from congo_gui.screens.tournament import screen as tournament_screen
from congo_gui.screens.tournament.background import LiveTournament, TournamentConfig, TournamentStage
from congo_gui.screens.tournament.screen import TournamentScreen
from congo_gui.screens.tournament.setup import TournamentSetup
from congo_gui.screens.tournament.stored import OpenTournamentScreen, StoredTournament
from congo_gui.screens.tournament.unfinished import UnfinishedTournaments
from congo_gui.widgets.list_view import ListRow
from engine.match.tournament import Tournament
from engine.system.errors import UserError
from tests.congo_gui.driver import Driver

GAME = """[Event "tournament"]
[Game "congo"]
[Round "{round}"]
[White "{white}"]
[Black "{black}"]
[Result "{result}"]
[Reason "{reason}"]
[Seats "{seats}"]
[Format "round-robin, 2 games a meeting"]
[Entrants "Rex=greedy | random | engine:level=3"]

1. d2d3 {result}

"""
NAMES = ("Rex", "random", "engine:level=3")
RESULTS = {"1.1": ("1 2", "1-0"), "1.2": ("2 1", "0-1"), "2.1": ("1 3", "1-0"), "2.2": ("3 1", "1/2-1/2")}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the file of a tournament of three players, stopped after four of six games."""
    path = tmp_path / texts.file_name("2026")
    games = []
    for number, (seats, result) in RESULTS.items():
        white, black = (NAMES[int(seat) - 1] for seat in seats.split())
        reason = "lion captured" if result != "1/2-1/2" else "agreed"
        games.append(
            GAME.format(round=number, white=white, black=black, result=result, reason=reason, seats=seats)
        )
    path.write_text("".join(games))
    return path


@pytest.fixture
def screen(driver: Driver, file: Path) -> TournamentScreen:
    """Return the screen of that tournament, opened from the form."""
    return open_stored(driver, file)


def open_stored(driver: Driver, file: Path) -> TournamentScreen:
    """Open the file of a tournament, and return its screen."""
    driver.control("t")
    assert isinstance(driver.app.stack[-1], TournamentSetup)
    driver.tool(texts.OPEN)
    dialog = driver.app.stack[-1]
    assert isinstance(dialog, OpenTournamentScreen)
    dialog.file_chosen(file)
    driver.until(lambda: driver.app.stack[-1] is not dialog)
    driver.run_loop()
    return driver.top(TournamentScreen)


def test_summaries_and_tournaments_are_read_on_threads(
    driver: Driver, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers: list[str] = []

    class Noted(StoredTournament):
        def __init__(self, path: Path) -> None:
            readers.append(threading.current_thread().name)
            super().__init__(path)

    def row(path: Path, before: ListRow) -> ListRow:
        readers.append(threading.current_thread().name)
        return before

    monkeypatch.setattr(stored, "StoredTournament", Noted)
    monkeypatch.setattr(stored, "_summary_row", row)
    dialog = OpenTournamentScreen(driver.app, file.parent, lambda found: readers.append(found.config.game))
    driver.app.push(dialog)
    driver.until(lambda: not dialog.is_reading)
    dialog.file_chosen(file)
    driver.until(lambda: "congo" in readers)
    assert readers == ["summaries", "reader", "congo"]


def rows(screen: TournamentScreen) -> list[tuple[str, str]]:
    return [(row.text, row.note) for row in screen.finished.games.rows]


ALL = [
    ("Level 3 – Rex   ½ – ½", "agreed, 1 move"),
    ("Rex – Level 3   1 – 0", "lion captured, 1 move"),
    ("Random – Rex   0 – 1", "lion captured, 1 move"),
    ("Rex – Random   1 – 0", "lion captured, 1 move"),
]


def test_a_stopped_tournament_shows_its_table_and_how_its_games_ended(screen: TournamentScreen) -> None:
    assert screen.title == "Congo tournament, round robin: stopped after 4 of 6 games"
    assert [screen.names[row.player] for row in screen.table.rows] == ["Rex", "Level 3", "Random"]
    assert [row.points for row in screen.table.rows] == [3.5, 0.5, 0]
    assert rows(screen) == ALL
    assert not screen.pause.enabled  # as nothing is known of how it was to be played
    assert not screen.live_boards.boards


class NeverStarted(LiveTournament):
    """A tournament that is prepared but not played."""

    def start(self) -> None:
        """Do nothing."""


def config_of(path: Path, *players: str) -> TournamentConfig:
    return TournamentConfig("congo", players, "round-robin", 2, ("nodes", 100), str(path))


def test_any_tournament_stopped_here_can_be_resumed(
    driver: Driver, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies, "LiveTournament", NeverStarted)
    other = tmp_path / "other.txt"
    other.touch()
    unfinished = UnfinishedTournaments(driver.app.settings)
    unfinished.add(config_of(file, "greedy", "random", "engine:level=3"))
    unfinished.add(config_of(other, "greedy", "random"))
    open_stored(driver, file)
    driver.tool(texts.RESUME_THIS)
    live = driver.top(TournamentScreen).live
    assert isinstance(live, NeverStarted)
    assert live.config.players == ("greedy", "random", "engine:level=3")
    assert unfinished.last == live.config
    assert unfinished.find(str(other)) is not None
    unfinished.remove(str(other))
    assert unfinished.find(str(other)) is None
    unfinished.remove(str(file))
    assert unfinished.last is None


def test_looking_for_a_stopped_tournament_does_not_wait_for_a_slow_disk(
    driver: Driver, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    UnfinishedTournaments(driver.app.settings).add(config_of(file, "greedy", "random"))
    with driver.slow_disk(monkeypatch, TournamentConfig, "from_settings"):
        driver.control("t")
        setup = driver.top(TournamentSetup)
        assert not setup.resume_button.visible
    assert setup.resume_button.visible
    found = StoredTournament(file)
    with driver.slow_disk(monkeypatch, TournamentConfig, "from_settings"):
        driver.app.show_tournament(found)
        screen = driver.top(TournamentScreen)
        driver.run_loop()
        assert not screen.pause.enabled
    assert screen.pause.enabled


def test_resuming_asks_before_starting_an_unadded_program(
    driver: Driver, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies, "LiveTournament", NeverStarted)
    UnfinishedTournaments(driver.app.settings).add(config_of(file, "greedy", "uci:./rex"))
    open_stored(driver, file)
    driver.tool(texts.RESUME_THIS)
    assert isinstance(driver.app.stack[-1], ConfirmScreen)
    driver.press(pygame.K_ESCAPE)
    assert isinstance(driver.top(TournamentScreen).live, StoredTournament)
    driver.tool(texts.RESUME_THIS)
    driver.tool(texts.START_THEM)
    assert isinstance(driver.top(TournamentScreen).live, NeverStarted)


@pytest.mark.parametrize("size", [(640, 480), (1000, 800)])
def test_the_question_lists_every_unadded_program(
    size: tuple[int, int], driver: Driver, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"uci:/home/player/bots/rex --style {number:02}" for number in range(12)]
    UnfinishedTournaments(driver.app.settings).add(config_of(file, *names))
    open_stored(driver, file)
    driver.tool(texts.RESUME_THIS)
    driver.resize(*size)
    question = driver.top(ConfirmScreen)
    assert question.theme is not None
    shown = " ".join(question.shown_lines(question.theme))
    assert [name for name in names if name not in shown] == []


def test_saving_the_table_does_not_wait_for_a_slow_disk(
    driver: Driver, screen: TournamentScreen, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another time meanwhile does nothing, and leaving the screen loses nothing."""
    with driver.slow_disk(monkeypatch, tournament_screen, "replace_generated"):
        driver.control("s")
        driver.control("s")
        assert screen.toast.text == files_texts.EXPORTING
        driver.press(pygame.K_ESCAPE)
        assert driver.app.stack == [driver.play]
    table = file.with_name(file.stem + TABLE_SUFFIX)
    assert table.read_text(encoding="utf-8").startswith(screen.live.news.report)
    assert driver.play.toast.text == texts.table_saved(table.name)


def test_an_edited_table_is_kept(driver: Driver, screen: TournamentScreen, file: Path) -> None:
    driver.control("s")
    driver.control("s")
    table = file.with_name(file.stem + TABLE_SUFFIX)
    assert list(file.parent.glob("* table*")) == [table]
    written = table.read_bytes()
    table.write_bytes(written + b"my notes\n")
    driver.control("s")
    assert screen.toast.text == texts.table_saved(table.name)
    kept = table.with_stem(f"{table.stem}-2")
    assert set(file.parent.glob("* table*")) == {table, kept}
    assert table.read_bytes() == written
    assert kept.read_bytes() == written + b"my notes\n"


def test_a_table_that_cannot_be_saved_is_reported(
    driver: Driver, screen: TournamentScreen, file: Path
) -> None:
    file.with_name(file.stem + TABLE_SUFFIX).mkdir()
    driver.control("s")
    assert screen.toast.text.startswith("Not exported: ")


def test_a_damaged_game_is_explained_and_opens_nothing(driver: Driver, file: Path) -> None:
    file.write_text(file.read_text().replace("1. d2d3", "1. zzzz"))
    screen = open_stored(driver, file)
    screen._ready = lambda: True
    for row in range(2):
        screen.finished.open(row)
        assert "'zzzz' is not a move" in screen.toast.text
    assert driver.app.stack[-1] is screen


def test_a_game_of_another_kind_is_not_analysed(driver: Driver, file: Path) -> None:
    head, _, rest = file.read_text().rpartition('[Game "congo"]')
    file.write_text(f'{head}[Game "bonzee"]{rest.replace("1. d2d3", "")}')
    screen = open_stored(driver, file)
    screen._ready = lambda: True
    screen.finished.open(0)
    assert screen.toast.text == texts.OTHER_GAME
    assert driver.app.stack[-1] is screen


def test_a_deleted_folder_does_not_end_the_program(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    monkeypatch.setattr(names, "MAX_CHECK_S", 60.0)
    driver.control("t")
    setup = driver.top(TournamentSetup)
    driver.tool(texts.PYTHON_FILE)
    assert driver.app.stack[-1] is not setup
    driver.press(pygame.K_ESCAPE)
    for typed in ("python:x.py:choose", f"python:{'x' * 300}.py:choose", "student:x.py"):
        setup.field.set_text(typed)
        setup._accept()
        assert setup.problem


def test_games_on_a_cluster_are_handed_to_it_and_have_no_boards(
    driver: Driver, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Any, ...]] = []

    def refuse(tournament: Tournament, *options: Any) -> Iterator[None]:
        asked.append(options)
        raise UserError("there is no scheduler at tcp://lab:8786")
        yield

    monkeypatch.setattr(Tournament, "poll", refuse)
    config = replace(config_of(file.with_name("new.txt"), "greedy", "random"), dask="tcp://lab:8786")
    driver.app.play.tournaments._start(config)
    screen = driver.top(TournamentScreen)
    driver.until(lambda: screen.live.news.stage is TournamentStage.FAILED)
    assert screen.title == "There is no scheduler at tcp://lab:8786."
    assert not screen.live_boards.boards
    assert asked[0][1:3] == ("tcp://lab:8786", None)


def test_leaving_does_not_wait_for_an_unresponsive_cluster(
    driver: Driver, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached, answered = threading.Event(), threading.Event()

    def wait(tournament: Tournament, *options: Any) -> Iterator[None]:
        reached.set()
        answered.wait()
        yield

    monkeypatch.setattr(Tournament, "poll", wait)
    config = replace(config_of(file.with_name("new.txt"), "greedy", "random"), dask="tcp://lab:8786")
    driver.app.play.tournaments._start(config)
    driver.until(reached.is_set)
    driver.press(pygame.K_ESCAPE)
    assert not isinstance(driver.app.stack[-1], TournamentScreen)
    assert not answered.is_set()
    answered.set()


def test_a_cell_lists_the_games_of_two_players(screen: TournamentScreen, driver: Driver) -> None:
    assert screen.theme is not None
    cells = screen.table._cross_rects(screen.theme, 0)
    driver.click(cells[2].center)
    assert rows(screen) == ALL[2:]
    assert screen.finished.heading == "Rex against Random"
    driver.click(cells[0].center)  # no player plays itself
    assert rows(screen) == ALL[2:]
    name = screen.table._row_rect(screen.theme, 1)
    driver.click((name.x + 40, name.centery))
    assert (rows(screen), screen.finished.heading) == (ALL[:2], "Games of Level 3")
    driver.tool(texts.ALL_GAMES)
    assert (rows(screen), screen.finished.heading) == (ALL, texts.FINISHED_GAMES)


def test_games_are_listed_by_how_they_ended(screen: TournamentScreen, driver: Driver) -> None:
    assert screen.finished.endings.label == texts.ALL_ENDINGS
    driver.click(screen.finished.endings.rect.center)
    assert screen.finished.endings.label == "lion captured (3)"
    assert rows(screen) == ALL[1:]
    driver.click(screen.finished.endings.rect.center)
    assert rows(screen) == ALL[:1]
    driver.click(screen.finished.endings.rect.center)
    assert rows(screen) == ALL


def test_each_cell_of_the_table_is_formatted_once_in_a_frame(
    screen: TournamentScreen, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    formatted, halves = list[str](), standings_view._halves

    def noted(points: str) -> str:
        formatted.append(points)
        return halves(points)

    monkeypatch.setattr(standings_view, "_halves", noted)
    screen.invalidate()
    driver.run_loop()
    assert len(formatted) == 3 * 3 + 3  # and the points


def test_the_cells_by_keyboard(screen: TournamentScreen, driver: Driver) -> None:
    screen.group.set_focus(screen.table)
    for key in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_RIGHT, pygame.K_RETURN):
        driver.press(key)
    assert screen.table.shown == (2, 0)
    assert rows(screen) == ALL[:2]
    driver.press(pygame.K_RETURN)
    assert rows(screen) == ALL


def test_the_list_describes_each_tournament(driver: Driver, file: Path) -> None:
    text = file.read_text()
    named = file.with_name(texts.file_name("2025"))
    tags = '[EventName "Old \\"x\\""]\n'
    last = [
        GAME.format(round=f"3.{at}", white="", black="", result="*", reason="", seats="2 3") for at in (1, 2)
    ]
    named.write_text((text + "".join(last)).replace("[Round", tags + "[Round"))
    file.with_name(texts.file_name("2024")).write_text("no tournament")
    screen = OpenTournamentScreen(driver.app, file.parent, lambda stored: None)
    driver.app.push(screen)
    driver.until(lambda: not screen.is_reading)
    players = "Congo, Rex, random, Level 3"
    reported = {row.text: row.note.partition("   ")[0] for row in screen.list.rows if row.icon == "game"}
    assert reported.pop(texts.file_name("2024"))
    assert reported == {
        f'Old "x": {players}': "6 of 6 games, finished",
        players.replace(",", ":", 1): "4 of 6 games, stopped",
    }


def test_rejects_another_file_in_one_sentence(driver: Driver, tmp_path: Path) -> None:
    driver.control("t")
    driver.tool(texts.OPEN)
    dialog = driver.app.stack[-1]
    assert isinstance(dialog, OpenTournamentScreen)
    other = tmp_path / "diary.txt"
    other.write_text("Dear diary\n")
    dialog.file_chosen(other)
    driver.until(lambda: dialog.message != texts.READING)
    assert driver.app.stack[-1] is dialog
    assert "is not a tournament file" in dialog.message


def test_standings_files_are_not_listed_as_games(file: Path) -> None:
    file.with_name(file.stem + TABLE_SUFFIX).write_text("#")
    file.with_name("dinner table.txt").write_text("#")
    assert {entry.path.name for entry in listing(file.parent).entries} == {file.name, "dinner table.txt"}
