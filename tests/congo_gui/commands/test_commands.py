"""On every screen all commands have an effect or a reason why they are not possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pygame
import pytest

from congo_gui.commands import actions
from congo_gui.commands.actions import ACTIONS, BY_ID, available_in
from congo_gui.commands.command import Action, Key, Where
from congo_gui.play.game_file import games_in
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.edit.screen import EditScreen
from congo_gui.screens.experiment.background import ExperimentStage
from congo_gui.screens.experiment.choice import ReportChoice
from congo_gui.screens.experiment.screen import ExperimentScreen
from congo_gui.screens.files.library_screen import LibraryScreen
from congo_gui.screens.help.screen import HelpScreen
from congo_gui.screens.learn import texts as learn_texts
from congo_gui.screens.learn.screen import ExerciseScreen
from congo_gui.screens.search_tree.screen import SearchTreeScreen
from congo_gui.screens.shared.base import Screen
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.screens.tournament.background import LiveTournament
from congo_gui.screens.tournament.finished_games import EndedGame
from congo_gui.screens.tournament.live_game import LiveGameScreen
from congo_gui.screens.tournament.screen import TournamentScreen
from congo_gui.screens.tournament.small_board import LOST, WON
from congo_gui.screens.window import texts as window_texts
from congo_gui.screens.window.menu import MenuScreen
from congo_gui.store.settings import Settings
from congo_gui.system import clipboard
from congo_gui.widgets.text_field import TextField
from engine.library.entry import entry_of
from engine.library.library import Library
from engine.match.pairing import FinishedGame
from engine.system.folders import games_dir
from tests.congo_gui.driver import AMBIGUOUS, CONGO, Driver, Starter
from tests.congo_gui.every_screen import open_screen
from tests.engine.library.games import played

START = CONGO.notation.format(CONGO.start())
Open = Callable[[Starter], Driver]


@pytest.fixture(autouse=True)
def default_keys() -> Iterator[None]:
    actions.reset_all_keys()
    yield
    actions.reset_all_keys()


@pytest.fixture(autouse=True)
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start tournaments without playing processes."""
    monkeypatch.setattr(LiveTournament, "start", lambda live: None)


def press(driver: Driver, key: Key) -> None:
    """Press a command's key as a keyboard would."""
    code, mod = key.code or ord(key.character), pygame.KMOD_LCTRL if key.control else 0
    mod |= pygame.KMOD_LSHIFT if key.shifted else 0
    typed = key.character or (chr(key.code) if key.code < 127 and not key.control else "")
    driver.press(code, typed, mod)
    driver.run_loop()


def run_command(driver: Driver, name: str) -> None:
    press(driver, BY_ID[name].keys[0])


def top(driver: Driver) -> Screen:
    return driver.app.stack[-1]


# --- how each screen is reached


def game(start: Starter) -> Driver:
    driver = start()
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    return driver


def by(*commands: str) -> Open:
    """Return a function that reaches a screen by a sequence of commands."""

    def opened(start: Starter) -> Driver:
        driver = game(start)
        for name in commands:
            run_command(driver, name)
        return driver

    return opened


def tournament(start: Starter) -> Driver:
    driver = by("tournament")(start)
    for label in ("3", "4", "5", "Random", "Start"):
        driver.tool(label)
    return driver


def experiment(start: Starter) -> Driver:
    driver = by("experiment")(start)
    driver.tool("Open report…")
    dialog = driver.top(ReportChoice)
    driver.press(pygame.K_TAB)
    for key in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN):  # to a report that is read at once
        driver.press(key)
    driver.until(lambda: top(driver) is not dialog)
    driver.run_loop()
    return driver


def score(start: Starter) -> Driver:
    driver = start(demo=True)
    run_command(driver, "score")
    return driver


def which_move(start: Starter) -> Driver:
    driver = start(AMBIGUOUS)
    driver.drag("c1", "c5")
    return driver


def file_games(start: Starter) -> Driver:
    driver = start()
    open_screen(driver, "games of a file")
    return driver


def live_game(start: Starter) -> Driver:
    driver = start()
    open_screen(driver, "running game of a tournament")
    driver.press(pygame.K_LEFT)
    return driver


def library(start: Starter) -> Driver:
    """Delete one of two games from the library."""
    with Library() as filled:
        filled.put([entry_of(played("d2d3")), entry_of(played("c2c3"))])
        filled.index_positions(limit=2)
    driver = start()
    driver.control("f")
    screen = driver.top(LibraryScreen)
    driver.until(lambda: not screen.is_busy)
    driver.press(pygame.K_DELETE)
    driver.until(lambda: not screen.is_busy)
    return driver


def lesson(start: Starter) -> Driver:
    driver = start()
    driver.learn(learn_texts.RULES)
    return driver


SLOTS: dict[Where, Open] = {
    Where.GAME: game,
    Where.ANALYSIS: by("analyse"),
    Where.EDITOR: by("edit"),
    Where.LESSONS: lesson,
    Where.SEARCH: by("see_search"),
    Where.TOURNAMENT: tournament,
    Where.LIVE_GAME: live_game,
    Where.EXPERIMENT: experiment,
    Where.GAMES: by("games"),
    Where.FILE_GAMES: file_games,
    Where.LIBRARY: library,
    Where.DIALOG: by("options"),
}
BOXES: dict[str, Open] = {
    "learn": by("learn"),
    "help": by("help"),
    "about": by("about"),
    "menu": by("menu"),
    "keys": by("keys"),
    "programs": by("programs"),
    "new game": by("new_game"),
    "open": by("open_game"),
    "save": by("save_game"),
    "share": by("share"),
    "tournament setup": by("tournament"),
    "experiment setup": by("experiment"),
    "typed move": by("type_move"),
    "typed move in the analysis": by("analyse", "type_move"),
    "examples": by("see_search", "examples"),
    "score": score,
    "which move": which_move,
}
SCREENS: dict[str, Open] = {**{place.name: opened for place, opened in SLOTS.items()}, **BOXES}


@pytest.fixture(params=SCREENS)
def screen(request: pytest.FixtureRequest, start: Starter) -> Driver:
    return SCREENS[request.param](start)


# --- what is declared


def test_screens_handle_exactly_their_declared_commands(screen: Driver) -> None:
    one = top(screen)
    own = {action.id for action in ACTIONS if one.commands.where in action.where}
    everywhere = {action.id for action in ACTIONS if Where.WINDOW in action.where}
    assert set(one.commands.own) - everywhere == own
    assert set(screen.app.handlers) == everywhere
    assert isinstance(one, Dialog) == (one.commands.where in (Where.DIALOG, Where.FILE_GAMES, Where.LIBRARY))


# --- the commands of the window


def test_commands_of_the_window_work_on_every_screen(screen: Driver) -> None:
    settings, below = screen.app.settings, top(screen)
    run_command(screen, "larger")
    assert settings.ui_scale == 125
    run_command(screen, "smaller")
    assert settings.ui_scale == 100
    run_command(screen, "full_screen")
    assert settings.fullscreen
    run_command(screen, "full_screen")
    assert not settings.fullscreen
    press(screen, BY_ID["help"].keys[1])
    assert isinstance(top(screen), HelpScreen) != isinstance(below, HelpScreen)
    press(screen, BY_ID["help"].keys[1])
    assert isinstance(top(screen), HelpScreen) == isinstance(below, HelpScreen)
    run_command(screen, "menu")
    assert isinstance(top(screen), MenuScreen) != isinstance(below, MenuScreen)
    run_command(screen, "menu")
    assert screen.app.running
    run_command(screen, "quit")
    assert not screen.app.running


def test_letters_are_commands_unless_typed_into_a_field(screen: Driver) -> None:
    settings, focus = screen.app.settings, top(screen).group.focus
    typing = isinstance(focus, TextField)
    run_command(screen, "theme")
    assert settings.theme == ("day" if typing else "night")
    run_command(screen, "sounds")
    assert settings.sounds == typing
    if isinstance(focus, TextField):
        assert focus.text.endswith("tm")


def test_a_screens_opening_key_closes_it(start: Starter) -> None:
    driver = start()
    for name in ("help", "about", "menu", "options", "keys", "learn", "games", "see_search", "analyse"):
        run_command(driver, name)
        assert len(driver.app.stack) == 2, name
        run_command(driver, name)
        assert driver.app.stack == [driver.play], name


def test_a_held_key_runs_its_command_once(start: Starter) -> None:
    driver = start()
    for _ in range(4):
        pygame.event.post(key_down(pygame.K_k, "\x0b", pygame.KMOD_LCTRL))
        driver.run_loop()
    assert isinstance(top(driver), MenuScreen)
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_k, mod=0, unicode="", scancode=0))
    run_command(driver, "menu")
    assert driver.app.stack == [driver.play]


def test_a_held_key_repeats_once_before_the_window_is_drawn(start: Starter) -> None:
    """Otherwise repetitions pile up in a game so large that a step takes longer than their interval."""
    driver = by("menu")(start)
    menu = top(driver)
    assert isinstance(menu, MenuScreen)
    driver.type("abcdef")
    left = []
    for _ in range(2):
        for _ in range(20):
            pygame.event.post(key_down(pygame.K_BACKSPACE, "\b", 0))
        driver.app.run_once(0.0)
        left.append(menu.field.text)
    assert left == ["abcde", "abcd"]


def key_down(key: int, text: str, mod: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, unicode=text, mod=mod, scancode=0)


def test_an_open_screen_is_not_opened_twice(start: Starter) -> None:
    driver = by("options", "keys")(start)
    run_command(driver, "options")
    assert len(driver.app.stack) == 3
    screen = top(driver)
    assert screen.toast.text == window_texts.IS_OPEN


def test_a_dialogs_message_outlives_it(start: Starter) -> None:
    driver = by("options", "sounds")(start)
    driver.press(pygame.K_ESCAPE)
    assert driver.play.toast.text == "Sounds are off."


def test_the_menu_runs_commands_of_the_screen_below(start: Starter) -> None:
    driver = by("edit", "menu")(start)
    menu = top(driver)
    assert isinstance(menu, MenuScreen)
    assert set(menu.grid.shown) == set(available_in(Where.EDITOR))
    driver.type("clear")
    driver.press(pygame.K_RETURN)
    assert driver.top(EditScreen).fen.text.startswith("7/7/7/7/7/7/7")


# --- the commands of each screen


def picture() -> bytes:
    return pygame.image.tobytes(pygame.display.get_surface(), "RGB")


PREPARATIONS = {
    (Where.EDITOR, "move_pieces"): "remove_pieces",
    (Where.SEARCH, "only_alphabeta"): "both_trees",
    (Where.LESSONS, "restart"): "hint",
    (Where.LESSONS, "undo"): "hint",
}
"""Commands to run first, by those that would not change the initial state."""


@pytest.mark.thorough
@pytest.mark.parametrize("place", SLOTS)
def test_every_command_has_an_effect_or_a_reason(start: Starter, place: Where) -> None:
    trial: CommandTrial | None = None
    for action in ACTIONS:
        if action.is_available_in(place):
            if trial is None or (place, action.id) in PREPARATIONS:
                trial = CommandTrial(start, place, PREPARATIONS.get((place, action.id)))
            if not trial.changes_nothing(action):
                trial.driver.app.close()
                trial = None


class CommandTrial:
    """A program that runs the commands of one of its screens in turn."""

    def __init__(self, start: Starter, place: Where, first: str | None) -> None:
        self.driver = SLOTS[place](start)
        if first:
            run_command(self.driver, first)
        self.driver.until(lambda: not getattr(getattr(top(self.driver), "stepper", None), "working", False))
        self.screen, self.stack = top(self.driver), list(self.driver.app.stack)
        self.before = self.shown()

    def shown(self) -> tuple[bytes, Settings]:
        """Return the window's picture, without a message, and the settings."""
        top(self.driver).toast.text = ""
        self.driver.app.painter.invalidate()
        self.driver.run_loop()
        return picture(), replace(self.driver.app.settings)

    def changes_nothing(self, action: Action) -> bool:
        """Run a command and check its effect; return whether nothing changed apart from screens it opened."""
        clipboard.copy("")
        handler = self.screen.commands.handler(action.id)
        possible, reason = handler.possible(), handler.reason
        assert possible == (not reason), action.id
        press(self.driver, action.keys[0])
        message = top(self.driver).toast.text
        if not possible:
            assert top(self.driver) is self.screen, action.id
            assert message == reason, action.id
            assert reason[0].isupper(), action.id
            assert reason.endswith("."), action.id
            assert reason in self.screen.commands.tip(action.id), action.id
            return True
        if not self.driver.app.running:
            return False
        opened = top(self.driver) is not self.screen
        for _ in range(2):  # a screen, and the question whether to leave it
            if top(self.driver) not in self.stack:
                top(self.driver).dismiss()
        changed = self.driver.app.stack != self.stack or self.shown() != self.before
        assert changed or opened or message, action.id
        return not changed


def situations(place: Where, start: Starter) -> Iterator[Driver]:
    """Yield a screen in several states, so that each of its commands is possible in one of them."""
    if place is Where.GAME:
        demo = start(demo=True)
        demo.reply()
        yield demo
        run_command(demo, "play_or_pause")
        yield demo
        demo.app.close()
        driver = game(start)
        yield driver
        run_command(driver, "undo")
        yield driver
        run_command(driver, "first")
        yield driver
        driver.click_squares("d2")
        yield driver
        run_command(driver, "last")
        driver.session.ends.resign()
        yield driver
    elif place is Where.ANALYSIS:
        driver = by("analyse", "back")(start)
        yield driver
        run_command(driver, "type_move")
        driver.type("e6e5")
        driver.press(pygame.K_RETURN)
        yield driver
        analysis = driver.top(AnalyseScreen)
        square = CONGO.notation.square_at(analysis.cursor.node.position, "e2")
        assert square is not None
        driver.click(analysis.board.display.geometry.center(square))
        yield driver
        run_command(driver, "undo")
        yield driver
        run_command(driver, "review")
        while analysis.analyst.reviewing is not None:
            driver.thinker.answer(cp=900)  # for both sides, so that every move is a blunder
            driver.run_loop()
        yield driver
        run_command(driver, "learn_mistakes")
        yield driver
        driver.press(pygame.K_ESCAPE)  # the task
        driver.press(pygame.K_ESCAPE)
        path = games_dir() / "three.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(['[Event "e"]\n[Game "congo"]\n\n1. d2d3 *\n'] * 3), encoding="utf-8")
        driver.play.files.open_here(path, games_in(path)[1])
        run_command(driver, "analyse")
        yield driver
    elif place is Where.EDITOR:
        driver = by("edit", "mirror")(start)
        yield driver
        editor = driver.top(EditScreen)
        driver.point(editor.board.display.geometry.center(next(iter(editor.set_up.pieces))))
        yield driver
    elif place is Where.LESSONS:
        driver = by("learn")(start)
        driver.tool(learn_texts.PUZZLES)
        yield driver
        run_command(driver, "hint")
        yield driver
        driver.press(pygame.K_ESCAPE)
        driver.tool(learn_texts.MODEL_GAMES)
        run_command(driver, "next_comment")
        yield driver
        driver.press(pygame.K_ESCAPE)
        driver.tool(learn_texts.RULES)
        yield driver
        run_command(driver, "forward")
        yield driver
        lesson = driver.top(ExerciseScreen)
        assert lesson.course is not None
        lesson._retry()
        move = lesson.course._attempt.next_of_solution()
        assert move is not None
        for square in move.path:
            driver.click(lesson.board.display.geometry.center(square))
        yield driver
    elif place is Where.SEARCH:
        driver = by("see_search")(start)
        driver.resize(640, 480)
        driver.until(lambda: not driver.top(SearchTreeScreen).stepper.working)
        yield driver
        run_command(driver, "forward")
        run_command(driver, "deeper")
        driver.until(lambda: driver.top(SearchTreeScreen).stepper.shown is not None)
        run_command(driver, "forward")
        yield driver
    elif place is Where.TOURNAMENT:
        driver = tournament(start)
        yield driver
        played = driver.top(TournamentScreen)
        finished = FinishedGame(0, 0, "the lion was captured", False, 3, (None, None), "")
        played.live.news = replace(played.live.news, played=(finished,))
        driver.run_loop()
        top(driver).group.set_focus(played.finished.games)
        driver.press(pygame.K_DOWN)
        yield driver
    elif place is Where.LIVE_GAME:
        driver = live_game(start)
        yield driver
        watched = driver.top(LiveGameScreen)
        watched.end = EndedGame(watched._moves, (WON, LOST), "The lion was captured.")
        yield driver
    elif place is Where.EXPERIMENT:
        driver = experiment(start)
        screen = driver.top(ExperimentScreen)
        screen._turn_to(1)
        yield driver
        screen.live.news = replace(screen.live.news, stage=ExperimentStage.STOPPED)
        yield driver
    else:
        yield SLOTS[place](start)


@pytest.mark.parametrize("place", SLOTS)
def test_no_command_is_always_disabled(start: Starter, place: Where) -> None:
    wanted = {action.id for action in available_in(place)}
    for driver in situations(place, start):
        wanted -= {name for name in wanted if top(driver).commands.handler(name).possible()}
    assert not wanted
