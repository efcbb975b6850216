"""Experiments in the window: set up, run, stopped, resumed, reopened and exported."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from congo_gui.screens.experiment import background, choice, texts
from congo_gui.screens.experiment import screen as experiment_screen
from congo_gui.screens.experiment import setup as form_module
from congo_gui.screens.experiment.background import ExperimentStage, ExperimentStatus, LiveExperiment
from congo_gui.screens.experiment.choice import ReportChoice
from congo_gui.screens.experiment.screen import ExperimentScreen
from congo_gui.screens.experiment.setup import ExperimentSetup
from congo_gui.screens.files import texts as files_texts
from congo_gui.system import clipboard
from engine import rules as registry
from engine.research import experiment as experiment_module
from engine.research.experiment import Experiment, ExperimentStep, Steps
from engine.research.growth.run import GrowthExperiment
from engine.research.saved import open_report
from engine.system.files import asset_path
from tests.congo_gui.driver import CONGO, Driver, Starter
from tests.congo_gui.every_screen import open_screen
from tests.waiting import PATIENCE, Signal, ended


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> list[LiveExperiment]:
    """Run experiments without any work; return those that were started."""
    begun: list[LiveExperiment] = []

    def run(live: LiveExperiment, ended: Callable[[str], None]) -> None:
        begun.append(live)
        live.news = ExperimentStatus(ExperimentStage.RUNNING, 3, 8)

    monkeypatch.setattr(LiveExperiment, "run", run)
    monkeypatch.setattr(LiveExperiment, "running", property(lambda live: live in begun))
    monkeypatch.setattr(LiveExperiment, "stop", lambda live: begun.remove(live))
    monkeypatch.setattr(LiveExperiment, "close", lambda live: None)
    return begun


def setup(driver: Driver) -> ExperimentSetup:
    driver.control("l")
    return driver.top(ExperimentSetup)


# --- the form


def test_the_form_remembers_its_values(driver: Driver, idle: list[LiveExperiment]) -> None:
    form = setup(driver)
    form._choose_kind(1)
    form.group_choice.chosen = 4
    form.fields["ablation", "games"].set_text("6")
    driver.tool("Start")
    (live,) = idle
    assert live.experiment is not None
    assert live.folder.name == "ablation-congo"
    assert driver.top(ExperimentScreen).live is live
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]
    live.stop()
    form = setup(driver)
    assert form.config.kind == "ablation"
    assert form.config.group == "book"
    assert form.fields["ablation", "games"].text == "6"
    assert form.fields["growth", "games"].text == "2"
    form.fields["ablation", "nodes"].set_text("500")
    driver.press(pygame.K_ESCAPE)
    assert setup(driver).fields["ablation", "nodes"].text == "500"


def test_a_typed_folder_stays_when_another_game_or_kind_is_chosen(driver: Driver, tmp_path: Path) -> None:
    form = setup(driver)
    form._choose_game(registry.get("minichess"))
    assert form.config.folder.name == "growth-minichess"
    form.folder.set_text(str(tmp_path / "chapter-3"))
    form._choose_game(CONGO)
    form._choose_kind(1)
    assert form.config.folder == tmp_path / "chapter-3"


def test_the_form_remembers_the_values_of_both_kinds(driver: Driver) -> None:
    form = setup(driver)
    form.fields["growth", "games"].set_text("44")
    form._choose_kind(1)
    form.fields["ablation", "nodes"].set_text("500")
    driver.press(pygame.K_ESCAPE)
    fields = setup(driver).fields
    assert fields["growth", "games"].text == "44"
    assert fields["ablation", "nodes"].text == "500"


def test_assigned_improvements_are_offered_only_if_all_exist(driver: Driver) -> None:
    form = setup(driver)
    form._choose_kind(1)
    assert form.group_choice.texts[0] == texts.MAIN_TEN
    form.group_choice.chosen = form.group_choice.texts.index(texts.EVALUATION)
    form._choose_game(registry.get("konane"))
    assert texts.MAIN_TEN not in form.group_choice.texts
    assert form.config.group == "evaluation"
    form.group_choice.chosen = 0
    assert form.config.group == "added"
    form._choose_game(registry.get("congo"))
    assert form.config.group == "added"


def test_errors_are_shown_in_the_form(
    driver: Driver, idle: list[LiveExperiment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = setup(driver)
    form.fields["growth", "depth"].set_text("deep")
    driver.run_loop()
    assert form.remark == "Depth: 'deep' is not a whole number from 1 to 20."
    driver.tool("Start")
    assert form.problem == form.remark
    form.fields["growth", "depth"].set_text("2")
    form.folder.set_text("somewhere")
    driver.tool("Start")
    assert form.problem == texts.WHOLE_PATH
    with monkeypatch.context() as locale:
        locale.setattr(os, "fsencode", lambda name: os.fspath(name).encode("latin-1"))
        form.folder.set_text(str(tmp_path / "Łódź"))
        driver.tool("Start")
    assert form.problem == "The folder cannot be used: The system's character set has no Ł."
    form.folder.set_text(str(asset_path("reports", "growth-congo")))
    driver.tool("Start")
    assert (
        "holds a report made with plies 120, not 200, which would be lost: choose another folder."
        in form.problem
    )
    assert not idle


def test_large_results_are_not_read_by_the_form(
    driver: Driver, idle: list[LiveExperiment], monkeypatch: pytest.MonkeyPatch
) -> None:
    form = setup(driver)
    folder = asset_path("reports", "growth-congo")
    monkeypatch.setattr(form_module, "MAX_CHECKED_BYTES", (folder / "results.json").stat().st_size - 1)
    form.folder.set_text(str(folder))
    driver.tool("Start")
    assert [live.folder for live in idle] == [folder]  # it refuses them itself, on its thread


def test_only_one_experiment_runs(driver: Driver, idle: list[LiveExperiment]) -> None:
    setup(driver)
    driver.tool("Start")
    screen = driver.top(ExperimentScreen)
    driver.press(pygame.K_ESCAPE)
    driver.control("l")
    assert driver.top(ExperimentScreen).live is screen.live
    driver.control("n")
    form = driver.top(ExperimentSetup)
    driver.tool("Start")
    assert form.problem == texts.ONE_AT_A_TIME
    driver.press(pygame.K_ESCAPE)
    assert driver.top(ExperimentScreen).live is screen.live
    assert len(idle) == 1


# --- a report


def test_pages_are_turned_with_the_keyboard(driver: Driver) -> None:
    screen = open_screen(driver, "report on growth")
    fresh = ExperimentScreen(
        driver.app, screen.live, screen._base, lambda live: "", lambda: None, lambda: None
    )
    assert [row.text for row in fresh.list.rows][:2] == ["Findings", "Nodes per turn, by depth"]  # at once
    assert fresh.list.current == screen.list.current == 0
    driver.press(pygame.K_DOWN)
    assert screen.paper.scroller.offset > 0 or screen.paper.scroller.last == 0
    while not screen.list.focused:
        driver.press(pygame.K_TAB)
    driver.press(pygame.K_DOWN)
    assert screen.page == 1
    assert screen.paper.scroller.offset == 0
    driver.press(pygame.K_ESCAPE)
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]


def test_tables_are_copied(driver: Driver) -> None:
    screen = open_screen(driver, "report on growth")
    driver.control("c")
    assert screen.toast.text == texts.NO_TABLE
    screen._turn_to(1)
    driver.control("c")
    assert clipboard.paste().startswith("| max. depth | 4 × 4 minimax |")
    assert screen.toast.text == "Copied 1 table as Markdown."


def test_shipped_report_is_exported_to_a_copy(driver: Driver, tmp_path: Path) -> None:
    """Not over the user's own report of that name."""
    base = tmp_path / "games" / "Experiments"
    (base / "growth-konane").mkdir(parents=True)
    (base / "growth-konane" / "results.json").write_text("{}")
    screen = open_screen(driver, "report on growth")
    for copy in (base / "growth-konane-2", base / "growth-konane-3"):
        driver.control("s")
        assert screen.toast.text == texts.exported(copy)
        assert (copy / "report.md").is_file()
    assert [path.name for path in (base / "growth-konane").iterdir()] == ["results.json"]
    driver.control("o")
    dialog = driver.top(ReportChoice)
    rows = [(row.text, row.note) for row in dialog.list.rows]
    assert {name for name, note in rows if note == texts.YOURS} == {path.name for path in base.iterdir()}
    assert ("Congo: improvements", texts.INCLUDED) in rows


def test_an_export_does_not_wait_for_a_slow_disk(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another one meanwhile does nothing, and leaving the screen loses nothing."""
    screen = open_screen(driver, "report on growth")
    with driver.slow_disk(monkeypatch, experiment_screen, "free_path"):
        driver.control("s")
        driver.control("s")
        assert screen.toast.text == files_texts.EXPORTING
        driver.press(pygame.K_ESCAPE)
        assert driver.app.stack == [driver.play]
    (copy,) = (tmp_path / "games" / "Experiments").iterdir()
    assert (copy / "report.md").is_file()
    assert driver.play.toast.text == texts.exported(copy)


def test_a_failed_export_is_reported(driver: Driver, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir(exist_ok=True)
    (tmp_path / "games" / "Experiments").write_text("a file where the folder should be", encoding="utf-8")
    screen = open_screen(driver, "report on growth")
    driver.control("s")
    assert screen.toast.text.startswith("Not exported: ")


def test_a_folder_that_cannot_be_entered_hides_no_reports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as lost+found at the top of a disk."""
    for name in ("a report", "lost+found", "notes"):
        (tmp_path / name).mkdir()
    report = tmp_path / "a report"
    (report / choice.RESULTS).write_text("{}", encoding="utf-8")
    is_file = Path.is_file

    def refused(path: Path) -> bool:
        if path.parent.name == "lost+found":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return is_file(path)

    monkeypatch.setattr(Path, "is_file", refused)
    assert choice.reports_in(tmp_path) == [report]


def test_the_list_of_reports_does_not_wait_for_a_slow_disk(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup(driver)
    with driver.slow_disk(monkeypatch, choice, "reports_in"):
        driver.tool(texts.OPEN_REPORT)
        dialog = driver.top(ReportChoice)
        assert (dialog.list.rows, dialog.list.empty) == ((), texts.LOOKING)
        driver.tool(texts.OPEN)
        assert dialog.message == texts.CHOOSE_ONE
    assert ("Congo: improvements", texts.INCLUDED) in [(row.text, row.note) for row in dialog.list.rows]


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda folder: None, "holds no report of an experiment."),
        (lambda folder: (folder / "results.json").write_text("{"), "is damaged."),
        (lambda folder: (folder / "results.json").write_text("[]"), "is damaged."),
        (lambda folder: (folder / "results.json").write_text('{"settings": 1}'), "or a damaged one."),
        (lambda folder: (folder / "results.json").mkdir(), "holds no report of an experiment."),
    ],
)
def test_explains_a_folder_without_a_report(
    driver: Driver, tmp_path: Path, make: Callable[[Path], object], sentence: str
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    make(folder)
    open_screen(driver, "open a report")
    dialog = driver.top(ReportChoice)
    dialog.field.set_text(str(folder))
    driver.tool("Open")
    driver.until(lambda: not dialog.is_opening)
    assert dialog.message.endswith(sentence)
    assert driver.app.stack[-1] is dialog


# --- from the beginning to the end


def test_an_experiment_that_is_stopped_while_it_gets_ready_replaces_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def get_ready(experiment: GrowthExperiment, *given: bool) -> Steps:
        yield ExperimentStep(0, 20, note="9 of 9 openings are not balanced")
        live.stop()
        yield None

    shutil.copytree(asset_path("reports", "growth-konane"), tmp_path, dirs_exist_ok=True)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    shown = open_report(tmp_path)
    assert isinstance(shown, GrowthExperiment)
    live = LiveExperiment(tmp_path, lambda: None, GrowthExperiment(shown.settings, tmp_path))
    monkeypatch.setattr(GrowthExperiment, "_run", get_ready)
    live.run(lambda words: None)
    live.close()
    assert live.news.stage is ExperimentStage.STOPPED
    assert live.news.report is None, "to export it would replace the report"
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def opened(folder: Path) -> LiveExperiment:
    """Open the report in a folder."""
    news = Signal()
    live = LiveExperiment(folder, news)
    live.open()
    news.wait_until(lambda: live.news.stage is not ExperimentStage.OPENING)
    return live


def test_a_report_is_shown_though_its_last_run_has_no_results_yet(tmp_path: Path) -> None:
    data = json.loads(asset_path("reports", "growth-konane", "results.json").read_text("utf-8"))
    (tmp_path / "results.json").write_text(json.dumps(data | {"games": []}))
    live = opened(tmp_path)
    assert (live.news.stage, live.news.done) == (ExperimentStage.STOPPED, 0)
    assert live.news.report is not None


def test_a_report_whose_pictures_could_not_be_drawn_can_be_exported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing_left(*given: object, **options: object) -> Iterator[None]:
        yield None

    def draw(work: object, experiment: Experiment, in_process: bool) -> Iterator[None]:
        experiment.write(plots=False)
        os.utime(tmp_path / "results.json", (0, 0))  # as another process writes it
        yield None
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "depths.svg")

    shutil.copytree(asset_path("reports", "growth-konane"), tmp_path, dirs_exist_ok=True)
    shown = open_report(tmp_path)
    news = Signal()
    live = LiveExperiment(tmp_path, news, shown)
    monkeypatch.setattr(GrowthExperiment, "poll", nothing_left)
    monkeypatch.setattr(background, "find_spec", lambda name: "matplotlib")
    monkeypatch.setattr(experiment_module, "run_job", draw)
    shown.has_begun = True
    live.run(lambda words: None)
    news.wait_until(lambda: not live.running)
    assert os.strerror(errno.ENOSPC) in live.news.problem
    assert shown.is_current


def test_an_export_of_changed_results_is_refused_in_one_sentence(driver: Driver, tmp_path: Path) -> None:
    folder = tmp_path / "report"
    shutil.copytree(asset_path("reports", "growth-konane"), folder)
    live = opened(folder)
    driver.app.push(ExperimentScreen(driver.app, live, tmp_path, lambda live: "", lambda: None, lambda: None))
    (folder / "results.json").touch()
    driver.control("s")
    driver.until(lambda: bool(driver.app.stack[-1].toast.text))
    assert driver.app.stack[-1].toast.text.endswith("have changed: open the report again, then export it.")


@pytest.mark.thorough
def test_an_experiment_is_run_stopped_resumed_and_opened_after_a_restart(
    start: Starter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "find_spec", lambda name: None)  # as without matplotlib
    tell = LiveExperiment._publish

    def held_at_three(live: LiveExperiment, news: ExperimentStatus) -> None:
        tell(live, news)
        if news.stage is ExperimentStage.RUNNING and news.done == 3:
            assert live._stopped.wait(PATIENCE)

    monkeypatch.setattr(LiveExperiment, "_publish", held_at_three)
    driver = start()
    form = setup(driver)
    form._choose_game(next(rules for rules in form._games if rules.name == "konane"))
    for name, text in {"sizes": "4", "depth": "3", "games": "4"}.items():
        form.fields["growth", name].set_text(text)
    assert form.remark.startswith("12 games.")
    driver.tool("Start")
    live = driver.top(ExperimentScreen).live
    driver.until(lambda: live.news.done == 3)
    processes = multiprocessing.active_children()
    assert processes
    driver.app.close()  # with the experiment at work
    assert live.news.stage is ExperimentStage.STOPPED
    assert all(ended(process) for process in processes)
    folder = tmp_path / "games" / "Experiments" / "growth-konane"
    played = (folder / "played.jsonl").read_text("utf-8").count('"log"')
    assert 3 <= played < 12
    edited = (folder / "report.md").read_text("utf-8") + "My conclusions\n"
    assert "The report is not finished" in edited
    (folder / "report.md").write_text(edited, "utf-8")

    driver = start()
    open_screen(driver, "open a report")
    dialog = driver.top(ReportChoice)
    driver.click(dialog.list.row_rect(0).center)
    driver.until(lambda: driver.app.stack[-1] is not dialog)
    screen = driver.top(ExperimentScreen)
    assert screen.live.news.stage is ExperimentStage.STOPPED
    assert screen.status.startswith("Stopped: ")
    monkeypatch.setattr(LiveExperiment, "_publish", tell)
    driver.tool("Resume")
    driver.press(pygame.K_ESCAPE)  # it continues without its screen
    driver.until(lambda: texts.FINISHED in driver.play.toast.text)
    assert (folder / "played.jsonl").read_text("utf-8").count('"log"') == 12
    assert not (folder / "depths.png").exists()
    open_screen(driver, "open a report")
    dialog = driver.top(ReportChoice)
    driver.click(dialog.list.row_rect(0).center)
    driver.until(lambda: driver.app.stack[-1] is not dialog)
    driver.control("s")
    assert (folder / "depths.png").is_file()
    assert (folder / "turns.png").is_file()
    assert len(json.loads((folder / "results.json").read_text("utf-8"))["games"]) == 12
    assert {path.name for path in folder.glob("*.md")} == {"report.md", "report-2.md"}
    assert (folder / "report-2.md").read_text("utf-8") == edited
