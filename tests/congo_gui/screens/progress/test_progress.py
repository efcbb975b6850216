"""The progress page: its texts and charts, exporting, and deleting."""

from __future__ import annotations

import csv
import json
import math
import threading
import time
from pathlib import Path

import pygame
import pytest

from congo_gui.screens.experiment.charts import BandChart, BarChart
from congo_gui.screens.files import texts as files_texts
from congo_gui.screens.learn import texts as learn_texts
from congo_gui.screens.learn.screen import ExerciseScreen
from congo_gui.screens.play import rated_review
from congo_gui.screens.play.rated_review import RatedReviewer
from congo_gui.screens.progress import screen as progress_screen
from congo_gui.screens.progress import texts
from congo_gui.screens.progress.report import accuracies, days_in_a_row
from congo_gui.screens.progress.screen import ProgressScreen
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.store.puzzle_progress import RunKind
from congo_gui.store.rated_games import FILE, HEADER, RatedGames, RatedResult
from engine.learn.game_review import GameReview, PhaseAccuracy
from engine.learn.puzzles import puzzles_of
from engine.rules.rules import Rules
from engine.system.errors import UserError
from engine.system.folders import games_dir
from tests.congo_gui.driver import CONGO, Driver, Starter
from tests.waiting import PATIENCE

DAY = 86_400
REVIEW = GameReview({"opening": PhaseAccuracy(90.0, 8), "middle": PhaseAccuracy(70.0, 2)}, ("fork",))


def result(number: int, score: float = 1.0, **values: object) -> RatedResult:
    fields: dict[str, object] = {"level": 2.5, "ended": 1e9 + number * DAY, "moves": "d2d3 d6d5", **values}
    return RatedResult(f"{number:032x}", "congo", side=number % 2, score=score, **fields)  # type: ignore[arg-type]


def fill(driver: Driver) -> RatedGames:
    """Add four rated games, three of them reviewed, and some puzzles."""
    games = driver.app.rated_games
    for number, score in enumerate((1.0, 1.0, 0.5, 0.0)):
        games.add(result(number, score, level=2.5 + number))
        if number:
            games.note_reviews({result(number).id: REVIEW})
    for puzzle in puzzles_of("congo")[:5]:
        driver.app.puzzle_progress.note("congo", puzzle, True, 700_000)
    return games


def opened(driver: Driver) -> ProgressScreen:
    driver.learn(learn_texts.PROGRESS)
    return driver.top(ProgressScreen)


def test_an_empty_page_says_what_will_be_here(driver: Driver) -> None:
    screen = opened(driver)
    assert texts.EMPTY in screen.words
    assert texts.EMPTY_PUZZLES in screen.words
    assert not screen.export.enabled
    assert not screen.delete.enabled
    driver.press(pygame.K_RETURN)
    assert driver.app.stack[-1] is not screen


def test_the_page_has_rating_results_accuracy_puzzles_and_streaks(driver: Driver) -> None:
    games = fill(driver)
    screen = opened(driver)
    rating = games.history("congo")[-1]
    assert f"{rating.points:.0f}"[:-1] in screen.words
    assert f"level {games.next_level('congo'):g}" in screen.words
    for words in ("after 4 rated games", "As White: +1 =1 −0.", "As Black: +1 =0 −1.", "Level 2: +1 =0 −0."):
        assert words in screen.words
    for words in ("Opening: 90% of 24 moves.", "Middlegame: 70% of 6 moves.", "fork (3 games)", "Win: "):
        assert words in screen.words
    for words in (texts.wins_in_a_row(2, 0), texts.days_in_a_row(4), texts.being_reviewed(1)):
        assert words in screen.words
    (band,) = screen.charts[texts.RATING]
    assert isinstance(band, BandChart)
    assert len(band.points) == 4
    assert all(low < value < high for value, low, high in band.points)
    levels, sides = screen.charts[texts.RESULTS]
    assert isinstance(levels, BarChart)
    assert isinstance(sides, BarChart)
    assert [bar.value for bar in sides.bars] == [75.0, 50.0]
    assert all(0 <= bar.low <= (bar.value or 0) <= bar.high <= 100 for bar in (*levels.bars, *sides.bars))


def test_only_puzzles_make_a_page_too(driver: Driver) -> None:
    driver.app.puzzle_progress.note("congo", puzzles_of("congo")[0], False, 700_000)
    screen = opened(driver)
    assert texts.NO_GAMES in screen.words
    assert "0 of 1" in screen.words


def test_endings_are_shown_by_kind(driver: Driver) -> None:
    endings = driver.app.ending_progress
    for material, solved in (("LZ-L", True), ("LC-LG", False), ("LC-LG", True), ("L?-L", True), ("L-", True)):
        endings.note("congo", material, solved, 0, 700_000)
    screen = opened(driver)
    assert "Crocodile against giraffe: 1 of 2. Zebra against lion: 1 of 1." in screen.words
    (chart,) = screen.charts[texts.ENDINGS]
    assert isinstance(chart, BarChart)
    assert [bar.value for bar in chart.bars] == [50.0, 100.0]
    driver.click(screen.export.rect.center)
    (table,) = games_dir().rglob("endings.csv")
    rows = list(csv.reader(table.read_text().splitlines()))
    assert rows[1:] == [["Crocodile against giraffe", "1", "2"], ["Zebra against lion", "1", "1"]]


def test_the_best_runs_of_puzzles_are_shown(driver: Driver) -> None:
    progress = driver.app.puzzle_progress
    progress.note("congo", puzzles_of("congo")[0], True, 700_000)
    progress.note_run("congo", RunKind.STREAK, 4)
    progress.note_run("congo", RunKind.TIMED, 7)
    screen = opened(driver)
    assert texts.puzzles_in_a_row(4) in screen.words
    assert texts.puzzles_in_three_minutes(7) in screen.words


def test_the_hub_shows_the_rating(driver: Driver) -> None:
    fill(driver)
    driver.press(pygame.K_F2)
    assert "±" in getattr(driver.app.stack[-1], "words")  # noqa: B009


def test_export_writes_tables_and_a_picture(driver: Driver) -> None:
    games = fill(driver)
    screen = opened(driver)
    driver.tool(texts.EXPORT)
    folder = Path(games_dir()) / "progress-congo"
    assert screen.toast.text == texts.exported(folder)
    with (folder / "rated-games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["level"] for row in rows] == ["2.5", "3.5", "4.5", "5.5"]
    assert [row["opening"] for row in rows] == ["", "90.0", "90.0", "90.0"]
    assert [int(row["rating"]) for row in rows] == [round(one.points) for one in games.history("congo")[1:]]
    assert (folder / "puzzles.csv").read_text(encoding="utf-8").startswith("theme,solved,tried\n")
    assert pygame.image.load(str(folder / "progress.png")).get_width() == 1500


def test_a_failed_export_is_reported(driver: Driver) -> None:
    fill(driver)
    games_dir().parent.mkdir(parents=True, exist_ok=True)
    games_dir().write_text("a file where the folder should be", encoding="utf-8")
    screen = opened(driver)
    driver.tool(texts.EXPORT)
    assert screen.toast.text.startswith("Not exported: ")


def test_an_export_does_not_wait_for_a_slow_disk(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one meanwhile does nothing, and leaving the screen loses nothing."""
    fill(driver)
    screen = opened(driver)
    with driver.slow_disk(monkeypatch, progress_screen, "write_files"):
        driver.tool(texts.EXPORT)
        driver.tool(texts.EXPORT)
        assert screen.toast.text == files_texts.EXPORTING
        driver.press(pygame.K_ESCAPE)
        assert screen not in driver.app.stack
    (folder,) = games_dir().iterdir()
    assert driver.app.stack[-1].toast.text == texts.exported(folder)


def test_an_export_keeps_the_last_one(driver: Driver) -> None:
    """It may be the only copy of results that were deleted meanwhile."""
    games = fill(driver)
    screen = opened(driver)
    driver.tool(texts.EXPORT)
    table = games_dir() / "progress-congo" / "rated-games.csv"
    before = table.read_bytes()
    games.forget("congo")
    driver.run_loop()
    driver.tool(texts.EXPORT)
    assert table.read_bytes() == before
    folder = games_dir() / "progress-congo-2"
    assert screen.toast.text == texts.exported(folder)
    assert [path.name for path in folder.iterdir() if path.suffix == ".csv"] == ["puzzles.csv"]


def test_deleting_asks_first_and_keeps_the_puzzles(driver: Driver) -> None:
    fill(driver)
    screen = opened(driver)
    driver.tool(texts.DELETE)
    driver.press(pygame.K_RETURN)  # Enter alone cancels
    assert len(driver.app.rated_games.results("congo")) == 4
    driver.tool(texts.DELETE)
    driver.top(ConfirmScreen)
    driver.tool(texts.DELETE_VERB)
    assert driver.app.rated_games.results("congo") == ()
    assert texts.NO_GAMES in screen.words
    assert screen.toast.text == texts.DELETED
    assert driver.app.puzzle_progress.attempts("congo")


def test_the_page_follows_a_review_in_the_background(driver: Driver) -> None:
    games = fill(driver)
    screen = opened(driver)
    assert texts.being_reviewed(1) in screen.words
    games.note_reviews({result(0).id: REVIEW})
    driver.run_loop()
    assert texts.being_reviewed(1) not in screen.words
    assert "Opening: 90% of 32 moves." in screen.words


def test_the_page_scrolls_with_the_keyboard(driver: Driver) -> None:
    fill(driver)
    screen = opened(driver)
    driver.press(pygame.K_PAGEDOWN)
    assert screen.paper.scroller.offset > 0


def test_puzzles_with_missed_motifs_come_first(driver: Driver) -> None:
    driver.app.rated_games.add(result(1))
    rare = next(
        theme
        for theme in ("triple-jump", "flying-lion")
        if any(theme in p.themes for p in puzzles_of("congo"))
    )
    driver.app.rated_games.note_reviews({result(1).id: GameReview({}, (rare,))})
    driver.learn(learn_texts.PUZZLES)
    screen = driver.top(ExerciseScreen)
    assert screen.puzzles is not None
    for _ in range(3):
        assert rare in screen.puzzles.puzzle.themes
        assert learn_texts.MISSED_IN_GAMES in screen.puzzles.page.text
        screen.puzzles.next()


def test_accuracy_is_the_mean_of_moves_not_of_games() -> None:
    long = GameReview({"opening": PhaseAccuracy(100.0, 3)})
    short = GameReview({"opening": PhaseAccuracy(60.0, 1)})
    games = [result(1, review=long), result(2, review=short), result(3)]
    assert accuracies(games) == {"opening": (90.0, 4)}


@pytest.mark.parametrize(("days", "longest"), [((0,), 1), ((0, 0, 1, 2), 3), ((0, 2, 3, 9), 2)])
def test_days_in_a_row(days: tuple[int, ...], longest: int) -> None:
    assert (
        days_in_a_row([result(number, ended=1e9 + day * DAY) for number, day in enumerate(days)]) == longest
    )


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the system has no time zones to choose from")
def test_days_begin_at_midnight_in_summer_time(monkeypatch: pytest.MonkeyPatch) -> None:
    nine_in_the_evening = 1_750_017_600  # 15 June 2025, 20:00 in UTC
    after_midnight = nine_in_the_evening + 3 * 3600 + 900
    monkeypatch.setenv("TZ", "XST-0XDT-1,M3.5.0,M10.5.0")
    time.tzset()
    try:
        played = [result(1, ended=nine_in_the_evening), result(2, ended=after_midnight)]
        assert days_in_a_row(played) == 2
    finally:
        monkeypatch.undo()
        time.tzset()


def test_games_are_reviewed_in_the_background_and_each_once(tmp_path: Path) -> None:
    seen: list[str] = []
    woken = threading.Event()

    def review(rules: Rules, each: RatedResult, stopped: object) -> GameReview:
        del rules, stopped
        seen.append(each.id)
        return REVIEW

    games = RatedGames(tmp_path, lambda path, change: None)
    games.add(result(1))
    games.add(result(2, review=None))
    reviewer = RatedReviewer(CONGO, games, woken.set, review)
    reviewer.look_for_games()
    while games.missed_motifs("congo") != {"fork": 2}:
        assert woken.wait(PATIENCE)
        reviewer.update()
    reviewer.look_for_games()
    assert seen == [result(2).id, result(1).id]
    reviewer.close()


@pytest.mark.parametrize(("seconds", "times"), [(math.inf, 2), (0.0, 9)])
def test_reviews_that_end_soon_are_written_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, times: int
) -> None:
    """They fail one right after the other, and the moves on the board would wait for each."""
    woken, written = threading.Event(), []

    def review(rules: Rules, each: RatedResult, stopped: object) -> GameReview:
        raise UserError("no such move")

    games = RatedGames(tmp_path, lambda path, change: written.append(change(b"")))
    for number in range(9):
        games.add(result(number))
    written.clear()
    monkeypatch.setattr(rated_review, "STORE_INTERVAL_S", seconds)
    reviewer = RatedReviewer(CONGO, games, woken.set, review)
    reviewer.look_for_games()
    while any(each.review is None for each in games.results("congo")):
        assert woken.wait(PATIENCE)
        reviewer.update()
    reviewer.close()
    assert len(written) == times
    assert written[-1].count(b'"reviewed"') == 9


def test_results_that_no_rating_fits_do_not_end_the_program(start: Starter, tmp_path: Path) -> None:
    """A file in which the strongest level was beaten again and again, and the weakest one was not."""
    lines = [HEADER]
    for number in range(2500):
        level, score = ((10, 1.0), (1, 0.0))[number % 2]
        each = result(number, score, level=level)
        fields = ("id", "game", "level", "side", "score", "ended", "moves")
        lines.append(json.dumps({name: getattr(each, name) for name in fields}))
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / FILE).write_text("\n".join(lines))
    screen = opened(start())
    assert "after 2500 rated games" in screen.words.replace(",", "")
