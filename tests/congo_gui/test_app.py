"""The event loop: sleeping, waking, resizing, crashing."""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from congo_gui.app import App
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.edit import texts as edit_texts
from congo_gui.screens.edit.screen import EditScreen
from congo_gui.screens.files import texts as files_texts
from congo_gui.screens.help.screen import HelpScreen
from congo_gui.screens.play.screen import PlayScreen
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.screens.shared.screen_painter import ScreenPainter
from congo_gui.store.launch_options import LaunchOptions
from congo_gui.store.settings import SettingsFile
from congo_gui.system import clipboard, crash
from congo_gui.system import texts as system_texts
from congo_gui.system.display import WAKE, NoDisplay, SystemWindow, Waker, close_at_signals
from engine.system import texts as engine_texts
from engine.system.folders import log_dir, state_dir
from tests.congo_gui.driver import CONGO, Driver, Starter
from tests.congo_gui.game_files import OPENING, drop, written
from tests.congo_gui.resources import HAS_PROC
from tests.congo_gui.screens.analysis.analysis_user import LONELY, AnalysisUser
from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]


def test_wakes_a_sleeping_loop(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    driver.run_loop()
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        driver.app.wake()

    monkeypatch.setattr("congo_gui.app.time.sleep", sleep)
    driver.app.run_once(3600.0)
    assert len(slept) == 1


def test_the_window_goes_on_without_threads(start: Starter, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system may allow no more: what they would do waits, or the window does it."""

    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    driver = start(black="human")
    driver.app.writer.close()  # its thread is only started with the first move
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        driver.click_squares("d2", "d3")
        driver.run_loop()
        assert "d2d3" in (state_dir() / "game-1.txt").read_text()
        for keys in ("a", "o", "s"):  # the analysis, My games, Set up
            driver.press(pygame.key.key_code(keys), keys)
            driver.run_loop()
        for _ in range(2):
            driver.press(pygame.K_ESCAPE)
        for letter in ("o", "t"):  # Open, with previews, and the tournament, with those that were stopped
            driver.control(letter)
            driver.run_loop()
            driver.press(pygame.K_ESCAPE)
        for letter in ("t", "l"):  # neither a tournament nor an experiment can run
            driver.control(letter)
            driver.tool("Start")
            driver.run_loop()
            assert driver.app.stack[-1] is not driver.play
            while driver.app.stack[-1] is not driver.play:
                driver.press(pygame.K_ESCAPE)
        driver.press(pygame.K_F2)
        driver.run_loop()
        driver.press(pygame.K_ESCAPE)
        driver.click_squares("d6", "d5")
        driver.run_loop()
        assert "d2d3 d6d5" in (state_dir() / "game-1.txt").read_text()
        driver.app.close()
    assert not list(log_dir().glob("crash*"))


def test_new_screen_receives_the_next_key(driver: Driver) -> None:
    driver.run_loop()
    for key in (pygame.K_F10, pygame.K_DOWN, pygame.K_RETURN):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0))
    driver.app.run_once(0.0)
    assert driver.app.running


def push_drop(name: bytes) -> None:
    """Push a dropped file of any name, as the system does; `pygame.event.post` takes only text."""
    maps = Path("/proc/self/maps").read_text("utf-8")
    sdl = ctypes.CDLL(next(line.split()[-1] for line in maps.splitlines() if "libSDL2-2" in line))
    sdl.SDL_strdup.restype = ctypes.c_void_p
    event = struct.pack("@IIPI", pygame.DROPFILE, 0, sdl.SDL_strdup(name), 0).ljust(64, b"\0")
    assert sdl.SDL_PushEvent(event) == 1


@pytest.mark.skipif(not HAS_PROC, reason="this system does not tell where SDL is")
def test_dropped_file_whose_name_is_not_utf8(driver: Driver) -> None:
    driver.run_loop()
    driver.app.wake()
    push_drop(b"/tmp/caf\xe9.txt")
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F1, mod=0, unicode="", scancode=0))
    driver.app.run_once(0.0)
    driver.top(HelpScreen)
    assert system_texts.UNREADABLE_INPUT in {screen.toast.text for screen in driver.app.stack}
    driver.app.wake()
    assert pygame.event.peek(WAKE), "the wake-up before the file was lost"


def test_many_wakes_are_one_event(display: pygame.Surface) -> None:
    del display
    pygame.event.clear()
    waker = Waker()
    for _ in range(1000):
        waker()
    assert len(pygame.event.get()) == 1
    waker.taken()
    waker()
    assert len(pygame.event.get()) == 1


def test_waking_a_closed_window_does_nothing() -> None:
    pygame.quit()
    Waker()()


@pytest.mark.parametrize("size", [(640, 480), (1920, 1080), (700, 1200)])
def test_the_screen_follows_the_window(driver: Driver, size: tuple[int, int]) -> None:
    driver.resize(*size)
    assert driver.play._window.size == size
    driver.click_squares("d2", "d3")
    assert driver.moves == ["d2d3"]


def test_the_window_closes_before_the_last_files_are_written(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program may lock them for a while."""
    close = driver.app.writer.close

    def close_writer() -> None:
        assert not pygame.display.get_init()
        close()

    monkeypatch.setattr(driver.app.writer, "close", close_writer)
    driver.app.close()


def test_the_game_is_free_for_the_next_start_while_the_library_still_imports(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    close, imported = driver.app.autosave.close, threading.Event()

    def close_autosave() -> None:
        close()
        assert not job.is_over
        imported.set()

    monkeypatch.setattr(driver.app.autosave, "close", close_autosave)
    job = driver.app.library.ask(lambda library: imported.wait(PATIENCE))
    driver.app.close()
    assert job.result


def test_the_window_size_is_remembered(start: Starter) -> None:
    driver = start()
    driver.resize(900, 700)
    driver.app.close()
    assert SettingsFile().settings.window == (900, 700)


@pytest.mark.parametrize("desktop", [(1280, 800), (1366, 768), (1024, 600)], ids=str)
@pytest.mark.parametrize("last", [None, (1280, 800), (4000, 3000)], ids=str)
def test_the_window_and_its_frame_fit_the_desktop(
    start: Starter, monkeypatch: pytest.MonkeyPatch, desktop: tuple[int, int], last: tuple[int, int] | None
) -> None:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [desktop])
    if last is not None:
        settings_file = SettingsFile()
        settings_file.settings.window = last
        settings_file.save()
    start()
    width, height = pygame.display.get_surface().get_size()
    assert width <= desktop[0] - 16
    assert height <= desktop[1] - 80


def test_a_maximised_window_is_maximised_again_and_keeps_its_former_size(
    start: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[SystemWindow] = []
    monkeypatch.setattr(SystemWindow, "maximise", lambda window: asked.append(window))
    driver = start()
    driver.resize(900, 640)
    pygame.event.post(pygame.event.Event(pygame.WINDOWMAXIMIZED))
    driver.run_loop()
    driver.resize(1270, 720)
    driver.app.close()
    assert not asked
    again = start()
    assert len(asked) == 1
    assert pygame.display.get_surface().get_size() == (900, 640)
    pygame.event.post(pygame.event.Event(pygame.WINDOWRESTORED))
    again.run_loop()
    again.app.close()
    assert not SettingsFile().settings.maximised


def test_flipped_board_is_remembered_unless_the_command_line_names_players(start: Starter) -> None:
    driver = start()
    driver.press(pygame.K_f, "f")
    driver.app.close()
    app = App(LaunchOptions(CONGO))
    assert app.play.board.display.flipped
    app.close()
    assert not start(white="human", black="easy").play.board.display.flipped


@pytest.mark.skipif(os.name != "posix", reason="files have no mode, and folders cannot be synced")
def test_the_settings_keep_their_link_and_mode_and_nothing_is_left_beside_them(
    start: Starter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, file = tmp_path / "config" / "settings.json", tmp_path / "dotfiles" / "congo.json"
    for path in (link, file):
        path.parent.mkdir()
    file.write_text("{}")
    file.chmod(0o600)
    link.symlink_to(file)
    left = file.with_name(f".{file.name}.77777777.tmp")  # by a program that was killed
    left.touch()
    os.utime(left, (0, 0))
    synced = []
    monkeypatch.setattr(os, "fsync", lambda opened: synced.append(os.fstat(opened).st_ino))
    driver = start()
    driver.app.settings.turned = True
    driver.app.close()
    assert link.is_symlink()
    assert '"turned"' in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(file.parent.iterdir()) == [file]
    assert {file.stat().st_ino, file.parent.stat().st_ino} <= set(synced)


def test_only_a_manual_flip_is_remembered(start: Starter) -> None:
    """The board flipped for a human playing Black is not flipped for one playing White."""
    driver = start(white="easy", black="human")
    assert driver.play.board.display.flipped
    driver.press(pygame.K_w, "w")
    assert driver.play.board.display.flipped
    driver.app.close()
    app = App(LaunchOptions(CONGO))
    assert not app.play.board.display.flipped
    app.close()


def test_board_is_flipped_for_the_last_games_player(start: Starter) -> None:
    driver = start()
    driver.press(pygame.K_f, "f")
    driver.press(pygame.K_f, "f")
    driver.app.settings.white, driver.app.settings.black = "easy", "human"
    driver.app.close()
    app = App(LaunchOptions(CONGO))
    assert app.play.board.display.flipped
    app.close()


def test_full_screen_and_back(driver: Driver) -> None:
    driver.press(pygame.K_F11)
    assert driver.app.settings.fullscreen
    driver.press(pygame.K_F11)
    assert not driver.app.settings.fullscreen


def test_a_window_leaves_alone_what_another_one_has_set_since(driver: Driver) -> None:
    def save(**values: object) -> None:
        for name, value in values.items():
            setattr(driver.app.settings, name, value)
        driver.run_loop()
        driver.app.writer.close()

    save(theme="night")
    other = SettingsFile()
    other.settings.theme = "contrast"
    other.save()
    save(volume=50)
    driver.app.close()
    assert (SettingsFile().settings.theme, SettingsFile().settings.volume) == ("contrast", 50)


def test_settings_with_unknown_players_still_start(start: Starter) -> None:
    driver = start(white="human", black="from the future")
    assert driver.session.current.players[1].level == "5"


def test_settings_of_the_version_with_three_levels_are_understood(start: Starter) -> None:
    driver = start(white="easy", black="hard")
    assert [player.name for player in driver.session.current.players] == ["2", "10"]


def test_the_hidden_driver_counts_as_no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.quit()
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    with pytest.raises(NoDisplay, match="no display found"):
        App(LaunchOptions(CONGO))
    pygame.quit()


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself these signals there")
@pytest.mark.parametrize("name", ["SIGHUP", "SIGINT"])
def test_ctrl_c_and_a_closed_terminal_ask_as_the_windows_own_button_does(driver: Driver, name: str) -> None:
    before = {each: signal.getsignal(each) for each in (signal.SIGHUP, signal.SIGINT)}
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    driver.press(pygame.K_e, "e")
    driver.top(EditScreen).commands.run("other_turn")
    try:
        close_at_signals()
        os.kill(os.getpid(), getattr(signal, name))
        driver.app.run_once(0.0)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    assert driver.app.running
    assert driver.top(ConfirmScreen).message == edit_texts.POSITION_LOST


@pytest.fixture
def run_until_told(monkeypatch: pytest.MonkeyPatch) -> Callable[[Driver, int], int]:
    """Return a function that presses a key and runs the program until it has told of an error.

    It returns the exit status.
    """

    def run(driver: Driver, key: int) -> int:
        run_once = App.run_once

        def quit_when_told(app: App, *arguments: float) -> None:
            run_once(app, *arguments)
            if "a bad day" in app.play.toast.text:
                app.quit()

        monkeypatch.setattr(App, "run_once", quit_when_told)
        monkeypatch.setattr(sys, "excepthook", sys.excepthook)
        monkeypatch.setattr(threading, "excepthook", threading.excepthook)
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0))
        return driver.app.run()

    return run


def bad_day(*arguments: object) -> None:
    """Stand for any fault in a screen."""
    raise ZeroDivisionError("a bad day")


def test_a_fault_in_a_screen_closes_it_and_the_game_goes_on(
    driver: Driver,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    run_until_told: Callable[[Driver, int], int],
) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    before = driver.play
    monkeypatch.setattr(HelpScreen, "update", bad_day)
    assert run_until_told(driver, pygame.K_F1) == 0
    assert driver.play is not before
    assert driver.moves == ["d2d3", "d6d5"]
    (report,) = log_dir().iterdir()
    assert driver.play.toast.text == capsys.readouterr().err.rstrip()
    assert str(report) in driver.play.toast.text


def test_a_fault_is_survived_when_nobody_reads_standard_error_any_more(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, run_until_told: Callable[[Driver, int], int]
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    monkeypatch.setattr(HelpScreen, "update", bad_day)
    with open(writer, "w", encoding="utf-8", buffering=1) as gone:
        monkeypatch.setattr(sys, "stderr", gone)
        assert run_until_told(driver, pygame.K_F1) == 0
    assert driver.moves == ["d2d3", "d6d5"]


@pytest.mark.parametrize("method", ["dismiss", "close"])
def test_a_fault_in_closing_a_screen_is_survived(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, run_until_told: Callable[[Driver, int], int], method: str
) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    monkeypatch.setattr(HelpScreen, "update", bad_day)
    monkeypatch.setattr(HelpScreen, method, bad_day)
    assert run_until_told(driver, pygame.K_F1) == 0
    assert driver.moves == ["d2d3", "d6d5"]
    assert len(list(log_dir().iterdir())) == 2


def test_a_fault_in_closing_a_screen_does_not_keep_a_file_from_opening(
    driver: Driver, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[HelpScreen] = []
    monkeypatch.setattr(HelpScreen, "dismiss", bad_day)
    monkeypatch.setattr(HelpScreen, "close", lambda screen: closed.append(screen))
    driver.press(pygame.K_F1)
    screen = driver.top(HelpScreen)
    drop(driver, written(games / "one.txt", OPENING + "1. c2c3 d6d5 *"))
    assert driver.moves == ["c2c3", "d6d5"]
    assert closed == [screen]
    assert driver.app.stack == [driver.play]


def test_a_fault_at_the_end_costs_no_file(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    driver.click_squares("d2", "d3")
    monkeypatch.setattr(PlayScreen, "close", bad_day)
    with pytest.raises(ZeroDivisionError):
        driver.app.close()
    assert "d2d3" in (state_dir() / "game-1.txt").read_text("utf-8")


def test_a_second_fault_while_the_engine_loads_costs_no_game(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, run_until_told: Callable[[Driver, int], int]
) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    update, faults = PlayScreen.update, iter([bad_day] * 3)
    monkeypatch.setattr(PlayScreen, "update", lambda *arguments: next(faults, update)(*arguments))
    assert run_until_told(driver, pygame.K_UNKNOWN) == 0
    assert driver.moves == ["d2d3", "d6d5"]
    assert not driver.app.autosave.earlier.paths()


def test_a_fault_in_the_analysis_loses_no_variation(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, run_until_told: Callable[[Driver, int], int]
) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    analysis = AnalysisUser(driver)
    driver.press(pygame.K_LEFT)
    analysis.click("e6", "e5")
    monkeypatch.setattr(AnalyseScreen, "update", bad_day)
    assert run_until_told(driver, pygame.K_F12) == 0
    (variation,) = driver.session.current.remarks[1].variations
    assert variation[0].move.text == "e6e5"


def test_an_analysis_of_another_position_is_kept_in_spite_of_a_fault(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, run_until_told: Callable[[Driver, int], int]
) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    analysis = AnalysisUser(driver)
    assert clipboard.copy(LONELY)
    driver.control("v")
    analysis.click("f1", "f2")
    monkeypatch.setattr(AnalyseScreen, "update", bad_day)
    assert run_until_told(driver, pygame.K_F12) == 0
    assert driver.moves == ["d2d3", "d6d5"]
    assert driver.play.toast.text.endswith(files_texts.ANALYSIS_KEPT)
    driver.app.writer.close()
    assert "f1f2" in driver.app.autosave.analyses.paths()[0].read_text("utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_a_second_sigterm_does_not_end_a_window_that_still_saves(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SDL restores the system's action as soon as it is closed."""
    ended = []
    before = signal.signal(signal.SIGTERM, lambda *_: ended.append(True))
    try:
        monkeypatch.setattr(driver.app.writer, "close", lambda: os.kill(os.getpid(), signal.SIGTERM))
        driver.app.close()
        assert not ended
        os.kill(os.getpid(), signal.SIGTERM)
        assert ended
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_fault_that_does_not_go_leaves_a_report_with_the_game(
    driver: Driver, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    driver.click_squares("d2", "d3")
    shown: list[str] = []
    monkeypatch.setattr(PlayScreen, "update", bad_day)
    monkeypatch.setattr(ScreenPainter, "show_message", lambda painter, *texts: shown.extend(texts))
    assert driver.app.run() == 1
    printed = capsys.readouterr().err
    first = Path(printed.splitlines()[0].rpartition(" ")[2].removesuffix("."))
    text = first.read_text(encoding="utf-8")
    assert "d2d3" in text
    assert "ZeroDivisionError: a bad day" in text
    assert printed.splitlines()[-1] == shown[1]
    assert "Traceback" not in printed
    (kept,) = driver.app.autosave.earlier.paths()
    assert "d2d3" in kept.read_text("utf-8")


def test_an_error_on_a_thread_is_reported_and_shown(
    driver: Driver, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    crash.install(lambda: driver.session.current.description, driver.app.notify)

    def fail() -> None:
        raise RuntimeError("lost thread")

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    driver.run_loop()
    assert "lost thread" in driver.play.toast.text
    assert "lost thread" in capsys.readouterr().err
    assert len(list(log_dir().iterdir())) == 1


def test_survives_an_unwritable_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("here lives a file")
    monkeypatch.setenv("CONGO_LOG_DIR", str(tmp_path / "file"))
    assert crash.write_report(ValueError("x"), lambda: "") is None
    assert engine_texts.NO_REPORT in crash.report(ValueError("x"), lambda: "")


def test_an_indescribable_game_is_not_an_error() -> None:
    def fail() -> str:
        raise ValueError("broken game")

    path = crash.write_report(KeyError("first"), fail)
    assert path is not None
    assert "broken game" in path.read_text(encoding="utf-8")


def test_a_report_of_an_error_with_any_text_is_written() -> None:
    path = crash.write_report(ValueError("a name that is not text: \udcff"), lambda: "a game \ud800")
    assert path is not None
    assert "not text: \\udcff" in path.read_text(encoding="utf-8")


@pytest.mark.thorough
@pytest.mark.parametrize("words", [[], ["--demo"]], ids=["game", "demo"])
def test_the_real_program_starts_thinks_and_ends_cleanly(words: list[str], tmp_path: Path) -> None:
    """The real engine, until it has moved; no thread or process keeps the program running."""
    code = (
        "import sys, main\n"
        "from congo_gui.system.packages import import_pygame\n"
        "import_pygame()\n"
        "from congo_gui.app import App\n"
        "run_once = App.run_once\n"
        "def until_it_has_moved(app, *arguments):\n"
        "    run_once(app, *arguments)\n"
        "    if app.play.session.game.plies: app.quit()\n"
        "App.run_once = until_it_has_moved\n"
        f"sys.exit(main.main({words!r} + ['--white', 'easy']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"SDL_VIDEODRIVER": "dummy", "CONGO_CONFIG_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


def test_a_missing_part_of_the_program_is_explained(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some parts are imported when they are first opened."""
    commands = driver.play.commands

    def open_tournament(name: str) -> None:
        raise ModuleNotFoundError(name="engine.match.tournament")

    monkeypatch.setattr(commands, "run", open_tournament)
    driver.press(pygame.K_F4)
    assert driver.play.toast.text == system_texts.MISSING_PART


def test_what_the_system_refuses_is_explained(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a free file handle even the import of a screen fails."""

    def open_help(name: str) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE), "screen.py")

    monkeypatch.setattr(driver.play.commands, "run", open_help)
    driver.press(pygame.K_F1)
    assert driver.play.toast.text == "The system did not allow that: Too many open files."


MOVED = """
# The window, whose folder is renamed before screens are opened.
import os, sys, main
from congo_gui.system.packages import import_pygame
import_pygame()
import pygame
from congo_gui.app import App
from congo_gui.system.startup import EngineLoader

run_once, frames = App.run_once, []
KEYS = [pygame.K_F1, pygame.K_F2, pygame.K_F3, pygame.K_F4, pygame.K_F7, pygame.K_F12]

def open_screens(app, *arguments):
    frames.append(run_once(app, 0.0))
    if len(frames) == 2:
        os.rename(sys.argv[1], sys.argv[1] + "-moved")
        for key in KEYS:
            for pressed in (key, pygame.K_ESCAPE):
                for kind in (pygame.KEYDOWN, pygame.KEYUP):
                    pygame.event.post(pygame.event.Event(kind, key=pressed, mod=0, unicode="", scancode=0))
                run_once(app, 0.0)
                print(type(app.stack[-1]).__name__)
        app.quit()

def fail(app, text):
    sys.exit(text)  # instead of showing it until a key is pressed

App.run_once, App._show_crash, EngineLoader.start = open_screens, fail, lambda loader: None
sys.exit(main.main(["--game", "congo"]))
"""


def test_a_program_whose_folder_is_moved_goes_on(tmp_path: Path) -> None:
    """Screens opened after that still work."""
    program = tmp_path / "program"
    for name in ("assets", "congo_gui", "engine"):
        shutil.copytree(ROOT / name, program / name, ignore=shutil.ignore_patterns("__pycache__", "reports"))
    shutil.copy(ROOT / "main.py", program)
    done = subprocess.run(
        [sys.executable, "-c", MOVED, str(program)],
        cwd=tmp_path,
        env=os.environ | {"SDL_VIDEODRIVER": "dummy", "PYTHONPATH": str(program)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    opened = ["HelpScreen", "LearnHub", "GamesScreen", "KeysScreen", "MyLevelScreen", "AboutScreen"]
    assert done.stdout.splitlines()[-12:] == [name for screen in opened for name in (screen, "PlayScreen")]
