"""Random use of the whole window: every line and every comment is on the disk, after kill -9, too."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pygame
import pytest

from congo_gui import app as app_module
from congo_gui.app import App
from congo_gui.commands.actions import BY_ID, available_in
from congo_gui.play.clocks import Timing
from congo_gui.play.game_file import to_record
from congo_gui.screens.analysis import texts as analysis_texts
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.files.save_screen import SaveScreen
from congo_gui.screens.play.screen import PlayScreen
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.store.launch_options import LaunchOptions
from congo_gui.store.settings import SettingsFile
from engine import rules as registry
from engine.library.library import Library
from engine.library.query import GameQuery
from engine.record.parse import parse_games
from engine.record.record import GameRecord, RecordedMove
from engine.record.remark import Remark
from tests.congo_gui.driver import Driver, FakeLoader, FakeThinker
from tests.congo_gui.game_files import die
from tests.engine.rules.games import NAMES
from tests.waiting import PATIENCE

WORDS = ("no", "good", "move", "lion", "here")
"""The words of all comments: many comments have words of others."""
BOTH = ("undo", "redo", "back", "first", "last", "analyse", "save_game")
GAME = (*BOTH, "restart", "swap_sides", "review", "resign")
ANALYSIS = (*BOTH, "forward", "remove_move", "promote")
DELETING = frozenset(("undo", "redo", "remove_move"))
SLOW = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 5)]
Line = tuple[str, ...]
"""The kind of game, its start, and moves."""


@dataclass(frozen=True)
class Note:
    """A whole comment on the last move of a line, or on the start."""

    line: Line
    text: str


Fact = Line | Note


def facts(records: Iterable[GameRecord]) -> set[Fact]:
    """Return all beginnings of all lines of some games, and the comments on them."""
    found: set[Fact] = set()

    def note(line: Line, comment: str) -> None:
        if text := " ".join(Remark.parse(comment).text.split()):
            found.add(Note(line, text))

    def walk(line: Line, moves: Sequence[RecordedMove]) -> None:
        for recorded in moves:
            for variation in recorded.variations:
                walk(line, variation)
            line = (*line, recorded.move.text)
            found.add(line)
            note(line, recorded.comment)

    for record in records:
        start = record.rules.name, record.rules.notation.format(record.start)
        note(start, record.comment)
        walk(start, record.moves)
    return found


def analysed(screen: AnalyseScreen) -> GameRecord:
    """Return what an analysis shows."""
    tree = screen.cursor.tree
    return GameRecord(tree.rules, tree.root.position, tree.record(), comment=tree.root.comment)


def on_disk(folder: Path) -> Iterator[GameRecord]:
    """Yield the autosaved and saved games, and those that the library finds."""
    for path in (*folder.glob("state/**/*.txt"), *folder.glob("games/*.txt")):
        yield from parse_games(path.read_text(encoding="utf-8"))
    yield from in_library()


def in_library() -> Iterator[GameRecord]:
    with Library() as library:
        for found in library.find(GameQuery()):
            yield from parse_games(library.text(found))


class Ledger:
    """What was seen in the window, and has to be found."""

    def __init__(self) -> None:
        self.seen: set[Fact] = set()
        self.deleted: set[Fact] = set()
        """What the user has deleted, typed over or replaced."""
        self._shown: dict[object, set[Fact]] = {}
        """By game and analysis; they are kept, so that no other one is taken for them."""

    def see(self, place: object, record: GameRecord, deletes: bool, replaces: bool = False) -> None:
        """Note what a game or an analysis shows; what it no longer shows may be gone if the user deletes.

        If they may have played another move in place of later ones, only these may be gone, not comments.
        """
        before, now = self._shown.get(place, set()), facts([record])
        self._shown[place] = now
        self.seen |= now
        self.deleted -= now - before
        if deletes:
            self.deleted |= before - now
        elif replaces:
            self.deleted |= {each for each in before - now if not isinstance(each, Note)}

    def type_over(self, before: set[Fact], now: set[Fact]) -> None:
        """Note that the user has typed: a comment may be gone that is another one now."""
        noted = {each.line for each in now if isinstance(each, Note)}
        self.deleted |= {each for each in before - now if isinstance(each, Note) and each.line in noted}

    def discard(self, place: object, known: set[Fact]) -> None:
        """Note that the user left a place without saving; what is `known` elsewhere stays."""
        self.deleted |= self._shown.get(place, set()) - known

    def lost(self, found: set[Fact]) -> set[Fact]:
        """Return what should have been found."""
        return self.seen - self.deleted - found


class RandomUse:
    """A random user of the program; `seed` decides what they do."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path, name: str, seed: int) -> None:
        self.chance, self.folder, self.name = Random(f"{name} {seed}"), folder, name
        self.now, self.done = 1000.0, list[str]()
        self.ledger, self.monkeypatch = Ledger(), monkeypatch
        self.driver = self._start()

    def _start(self) -> Driver:
        """Start the program like ``python main.py --game NAME``."""
        thinker = FakeThinker()
        loader = type("Loader", (FakeLoader,), {"thinker": thinker})
        self.monkeypatch.setattr(app_module, "EngineLoader", loader)
        settings = SettingsFile()
        settings.settings.animation, settings.settings.black = False, "human"
        options = LaunchOptions(registry.get(self.name), named=True)
        return Driver(App(options, settings, Timing(lambda: self.now, 0.0, 0.1)), thinker)

    def perform(self, times: int) -> None:
        for _ in range(times):
            self._step()
        self._end()

    def _step(self) -> None:
        driver = self.driver
        top = driver.app.stack[-1]
        played = driver.session.current
        undone = not played.at_end
        self.now += self.chance.choice((0.1, 1.0))
        common = [(4, self._any_command), (3, self._escape), (1, self._checkpoint), (1, self._end)]
        actions: dict[type, list[tuple[int, Callable[[], str]]]] = {
            PlayScreen: [(20, self._move), (8, self._comment), (12, self._game_command)],
            AnalyseScreen: [(12, self._variation), (12, self._comment), (12, self._analysis_command)],
            SaveScreen: [(20, self._save)],
            ConfirmScreen: [(20, self._confirm)],
        }
        choices = [*actions.get(type(top), [(8, self._widget)]), *common]
        _, action = self.chance.choices(choices, [weight for weight, _ in choices])[0]
        self.done.append(action())
        if self.driver is not driver:
            return
        if not driver.app.running:
            self._end()
            return
        self._observe(top, played, undone)

    def _observe(self, top: object, played: object, undone: bool) -> None:
        current, stack = self.driver.session.current, self.driver.app.stack
        deletes = self.done[-1] in DELETING
        if current.has_human:
            replaces = undone and played is current
            self.ledger.see(current, to_record(current), deletes, replaces)
        for screen in stack:
            if isinstance(screen, AnalyseScreen):
                self.ledger.see(screen, analysed(screen), deletes)

    # --- actions

    def _move(self) -> str:
        session = self.driver.session
        moves = session.game.legal_moves()
        if not moves or session.game.position.side not in session.may.movable_sides():
            return "no move"
        return self._click_path(self.driver.play, self.chance.choice(moves).path)

    def _variation(self) -> str:
        screen = self.driver.top(AnalyseScreen)
        moves = screen.cursor.game.legal_moves()
        return self._click_path(screen, self.chance.choice(moves).path) if moves else "no move"

    def _click_path(self, screen: PlayScreen | AnalyseScreen, path: tuple[int, ...]) -> str:
        board = screen.board
        for square in (*path, path[-1]):
            is_over = square == path[-1] and not board.controller.state.path
            if self.driver.app.stack[-1] is screen and not is_over:
                self.driver.click(board.display.geometry.center(square))
        return "move"

    def _comment(self) -> str:
        self.driver.press(pygame.K_q, "q")
        screen = self.driver.app.stack[-1]
        if not isinstance(screen, AnalyseScreen) or not screen.panel.comment.focused:
            return "no comment"
        before = facts([analysed(screen)])
        words = " ".join(self.chance.sample(WORDS, self.chance.choice([2, 3])))
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=f" {words}"))
        self.driver.run_loop()
        self.driver.press(pygame.K_RETURN, "\r")
        self.ledger.type_over(before, facts([analysed(screen)]))
        return f"typed {words}"

    def _command(self, ids: Sequence[str]) -> str:
        id = self.chance.choice(ids)
        key = BY_ID[id].keys[0]
        self.driver.press(key.code or ord(key.character), key.character, pygame.KMOD_LCTRL * key.control)
        return id

    def _any_command(self) -> str:
        where = self.driver.app.stack[-1].commands.where
        keyed = [each.id for each in available_in(where) if each.keys]
        return self._command([id for id in keyed if id != "full_screen"])

    def _game_command(self) -> str:
        return self._command(GAME)

    def _analysis_command(self) -> str:
        return self._command(ANALYSIS)

    def _escape(self) -> str:
        self.driver.press(pygame.K_ESCAPE, "\x1b")
        return "escape"

    def _save(self) -> str:
        self.driver.press(pygame.K_a, "\x01", pygame.KMOD_LCTRL)
        self.driver.type(f"game {len(self.done)}")
        self.driver.press(pygame.K_RETURN, "\r")
        return "save"

    def _confirm(self) -> str:
        dialog = self.driver.top(ConfirmScreen)
        button = self.chance.choice([dialog.cancel_button, dialog.action_button])
        analysis = next((each for each in self.driver.app.stack if isinstance(each, AnalyseScreen)), None)
        if dialog.title == analysis_texts.LEAVE_QUESTION and button is dialog.action_button:
            self.ledger.discard(analysis, facts(in_library()))
        self.driver.click(button.rect.center)
        return f"confirm {dialog.title!r}"

    def _widget(self) -> str:
        shown = [each for each in self.driver.app.stack[-1].group.widgets if each.visible and each.rect.width]
        if shown:
            self.driver.click(self.chance.choice(shown).rect.center)
        return "widget"

    # --- the end

    def _checkpoint(self) -> str:
        """Check what kill -9 would leave now."""
        done = threading.Event()
        self.driver.app.writer.close()
        self.driver.app.library.ask(lambda _: done.set())
        assert done.wait(PATIENCE)
        lost = self.ledger.lost(facts(on_disk(self.folder)))
        assert not lost, f"lost {lost} after {self.done}"
        return "check"

    def _end(self) -> str:
        """End the program, check, and start it again."""
        app = self.driver.app
        self._checkpoint()
        if self.chance.random() < 0.5:
            die(self.driver)
            app.library.close()
        else:
            app.close()
        self.driver = self._start()
        self._checkpoint()
        return "end"


@pytest.mark.parametrize("seed", [pytest.param(0, marks=pytest.mark.thorough), *SLOW])
@pytest.mark.parametrize("name", NAMES)
def test_nothing_that_the_user_made_is_lost(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, seed: int
) -> None:
    use = RandomUse(monkeypatch, tmp_path, name, seed)
    try:
        use.perform(150)
    finally:
        use.driver.app.close()
