"""The real program: started under Xvfb, driven by xdotool, checked by screenshots."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from congo_gui.draw.geometry import Geometry
from congo_gui.draw.theme import PALETTES, Colour, Scheme, Theme, scale_for
from congo_gui.screens.play.layout import PlayLayout, play_layout
from engine.game.clocks import TimeControl
from engine.record.parse import load_games
from tests.congo_gui.driver import TRIPLE_JUMP
from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
DAY = PALETTES[Scheme.DAY]
NEEDED = ("Xvfb", "xdotool", "import")
MISSING = [name for name in NEEDED if shutil.which(name) is None]

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]


def wait_for(condition: Callable[[], bool], what: str) -> None:
    """Poll until a condition holds: there is no signal for what a screen shows."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.1)


@pytest.fixture
def screen(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """Yield the name, such as ``:7``, of an X server on a free display; its parameter is the bits a pixel."""
    size = f"1280x900x{getattr(request, 'param', 24)}"
    read, write = os.pipe()
    with (tmp_path / "xvfb.log").open("w") as log:
        # A server whose last client leaves resets and refuses others: xdotool leaves after each call.
        server = subprocess.Popen(
            ["Xvfb", "-noreset", "-displayfd", str(write), "-screen", "0", size, "-nolisten", "tcp"],
            pass_fds=[write],
            stdout=log,
            stderr=log,
        )
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    assert number, (tmp_path / "xvfb.log").read_text()
    try:
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


def desktop_environment(display: str) -> dict[str, str]:
    """Return a desktop's environment on that display, without variables set by pygame and the tests."""
    hidden = ("WAYLAND_DISPLAY", "PYTEST_CURRENT_TEST")
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in hidden and not name.startswith(("SDL_", "PYGAME_"))
    }
    return kept | {"DISPLAY": display}


class DesktopUser:
    """Starts the program and plays it with mouse and keyboard; positions are pixels of its window."""

    def __init__(self, display: str, tmp_path: Path, *words: str) -> None:
        self.environment = desktop_environment(display)
        self.tmp_path = tmp_path
        self.program = subprocess.Popen(
            [sys.executable, str(ROOT / "main.py"), *words],
            env=self.environment,
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            self._note_layout("--demo" in words)
        except BaseException:
            self.end()
            raise

    def _note_layout(self, demo: bool) -> None:
        """Wait for the window, and note the layout."""
        wait_for(self._find_window, "the window")
        pygame.font.init()
        self.layout = self.layout_with(demo=demo)
        self.board = Geometry.fit((*self.layout.board.topleft, *self.layout.board.size), 7, 7)

    def layout_with(self, demo: bool = False, fen: bool = False) -> PlayLayout:
        """Return the layout during a game."""
        window, theme = pygame.Rect((0, 0), self.size), Theme(scale_for(*self.size))
        return play_layout(window, theme, demo, over=False, fen=fen)

    def tool(self, *words: object) -> str:
        """Run xdotool; return what it prints."""
        done = subprocess.run(
            ["xdotool", *map(str, words)],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        return done.stdout

    def _find_window(self) -> bool:
        assert self.program.poll() is None, self.program.communicate()
        found = self.tool("search", "--onlyvisible", "--class", "congo").split()
        if not found:
            return False
        lines = self.tool("getwindowgeometry", "--shell", found[-1]).split()
        facts = dict(line.split("=") for line in lines)
        self.corner = int(facts["X"]), int(facts["Y"])
        self.size = int(facts["WIDTH"]), int(facts["HEIGHT"])
        return True

    # --- hands

    def click(self, place: tuple[int, int]) -> None:
        self.tool("mousemove", self.corner[0] + place[0], self.corner[1] + place[1])
        self.tool("click", 1)

    def click_squares(self, *names: str) -> None:
        for name in names:
            self.click(self.board.center(self.square(name)))

    def keys(self, *names: str) -> None:
        self.tool("key", *names)

    def type(self, text: str) -> None:
        self.tool("type", "--delay", 5, text)

    # --- eyes

    @staticmethod
    def square(name: str) -> int:
        return (int(name[1]) - 1) * 7 + ord(name[0]) - ord("a")

    def screenshot(self) -> pygame.Surface:
        """Return a screenshot, cropped to the window."""
        path = self.tmp_path / "screen.png"
        command = ["import", "-silent", "-window", "root", str(path)]
        subprocess.run(command, env=self.environment, check=True, timeout=PATIENCE)
        return pygame.image.load(str(path)).subsurface((self.corner, self.size))

    def picture(self, place: pygame.Rect) -> bytes:
        """Return the pixels of a part of the window."""
        return pygame.image.tobytes(self.screenshot().subsurface(place), "RGB")

    def settled(self, place: pygame.Rect) -> bytes:
        """Return the pixels of a part of the window once two consecutive screenshots agree."""
        wait_for(lambda: not self.differs(place, self.picture(place)), "a picture that stays")
        return self.picture(place)

    def inside(self, name: str) -> pygame.Rect:
        """Return the middle of a square, where its piece is visible."""
        rect = pygame.Rect(self.board.square_rect(self.square(name)))
        return rect.inflate(-rect.width // 2, -rect.height // 2)

    def colours(self, place: pygame.Rect) -> int:
        """Return the number of colours in a part of the window."""
        pixels = self.picture(place)
        return len({pixels[at : at + 3] for at in range(0, len(pixels), 3)})

    def count(self, place: pygame.Rect, colour: Colour) -> int:
        """Return the number of pixels of exactly that colour in a part of the window."""
        pixels = self.picture(place)
        return sum(pixels[at : at + 3] == bytes(colour) for at in range(0, len(pixels), 3))

    def differs(self, place: pygame.Rect, before: bytes) -> bool:
        return self.picture(place) != before

    # --- the end

    def quit(self) -> None:
        """Close the program with its key; it must exit without output."""
        self.keys("ctrl+q")
        out, err = self.program.communicate(timeout=PATIENCE)
        assert (self.program.returncode, out, err) == (0, "", "")

    def end(self) -> None:
        """Kill the program if it is still running."""
        if self.program.poll() is None:
            self.program.kill()
            self.program.communicate()

    def children(self) -> list[str]:
        """Return the program's running child processes."""
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue  # it ended while we looked
            if int(fields[1]) == self.program.pid:
                found.append(stat.parent.name)
        return found


@pytest.fixture
def launch(screen: str, tmp_path: Path) -> Iterator[Callable[..., DesktopUser]]:
    """Return a function that starts the program; kill it at the end."""
    players: list[DesktopUser] = []

    def start(*words: str) -> DesktopUser:
        players.append(DesktopUser(screen, tmp_path, *words))
        return players[-1]

    try:
        yield start
    finally:
        for player in players:
            player.end()


def test_the_child_gets_a_desktops_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEO_X11_WMCLASS", "__main__.py")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    environment = desktop_environment(":4")
    assert environment["DISPLAY"] == ":4"
    assert not [name for name in environment if name.startswith("SDL_")]


def test_a_program_without_a_window_is_ended(screen: str, tmp_path: Path) -> None:
    """If its window is not found, the program is killed."""
    started: list[DesktopUser] = []

    class Blind(DesktopUser):
        def _find_window(self) -> bool:
            started.append(self)
            raise AssertionError("no window")

    with pytest.raises(AssertionError, match="no window"):
        Blind(screen, tmp_path)
    assert started[0].program.returncode is not None


def wait_for_engine(player: DesktopUser) -> None:
    """Wait until the buttons that need the engine are enabled: Open is the second one."""
    button = player.layout.toolbar[1]
    wait_for(lambda: player.count(button, DAY.text) > 20, "the engine")


def test_a_game_by_mouse_and_by_fen(launch: Callable[..., DesktopUser]) -> None:
    player = launch("--black", "easy")
    board = pygame.Rect(player.board.board_rect)
    wait_for(lambda: player.colours(board) > 200, "a drawn board")
    wait_for_engine(player)

    empty, moves = player.picture(player.inside("d3")), player.picture(player.layout.moves)
    far_bank = pygame.Rect(player.board.square_rect(player.square("a7")))
    far_bank.union_ip(player.board.square_rect(player.square("g5")))
    untouched = player.picture(far_bank)
    player.click_squares("d2", "d3")
    wait_for(lambda: player.differs(player.inside("d3"), empty), "the pawn on d3")
    wait_for(lambda: player.differs(player.layout.moves, moves), "the move in the list")
    wait_for(lambda: player.differs(far_bank, untouched), "the answer of the AI")

    player.keys("u")
    field = player.layout_with(fen=True).fen
    assert field is not None
    player.click((field.centerx, field.bottom - 8))
    player.type(TRIPLE_JUMP)
    player.keys("Return")
    wait_for(lambda: player.colours(player.inside("a2")) < 200, "the new position")
    status = player.picture(player.layout.status)
    player.click_squares("b1", "d3", "f5", "d7")
    place = player.layout.status
    wait_for(lambda: player.count(place, DAY.accent) > 500, "the button for a rematch")
    assert player.differs(place, status)
    player.quit()
    assert player.children() == []


@pytest.mark.parametrize("screen", [15, 16], indirect=True)
def test_a_move_on_a_screen_with_few_colours(launch: Callable[..., DesktopUser]) -> None:
    """As remote desktops have it."""
    player = launch("--black", "human")
    wait_for(lambda: player.colours(pygame.Rect(player.board.board_rect)) > 200, "a drawn board")
    empty = player.settled(player.inside("d3"))
    wait_for(lambda: player.colours(player.layout.toolbar[1]) > 2, "the buttons")
    player.click_squares("d2", "d3")
    wait_for(lambda: player.differs(player.inside("d3"), empty), "the pawn on d3")
    game = player.settled(player.layout.status)
    player.keys("a")
    wait_for(lambda: player.differs(player.layout.status, game), "the analysis")
    player.quit()


def test_the_position_of_the_command_line_is_won_by_the_triple_jump(
    launch: Callable[..., DesktopUser],
) -> None:
    player = launch("--fen", TRIPLE_JUMP, "--black", "hard")
    wait_for_engine(player)
    lion = player.picture(player.inside("e6"))
    player.click_squares("b1", "d3", "f5", "d7")
    wait_for(lambda: player.differs(player.inside("e6"), lion), "the captured lion")
    card = player.layout.cards[1]
    drawn = player.picture(card)
    wait_for(lambda: player.count(player.layout.status, DAY.accent) > 500, "the button for a rematch")
    assert player.picture(card) == drawn
    player.quit()


def test_window_opens_while_the_engine_compiles(
    launch: Callable[..., DesktopUser], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With an empty cache the board shows before anything is compiled, and closing stops the compiler."""
    monkeypatch.setenv("CONGO_CACHE_DIR", str(tmp_path / "cache"))
    player = launch()
    wait_for(lambda: player.colours(pygame.Rect(player.board.board_rect)) > 200, "a drawn board")
    wait_for(lambda: player.children() != [], "the compiler")
    compiler = player.children()
    player.quit()
    wait_for(lambda: not any(Path("/proc", one).exists() for one in compiler), "the compiler's end")


def test_the_first_start_shows_the_games_and_one_click_leads_to_congo(
    launch: Callable[..., DesktopUser], tmp_path: Path
) -> None:
    """The games are demonstrated before one is chosen; the next start goes to the board."""
    player = launch()
    window = pygame.Rect((0, 0), player.size)
    wait_for(lambda: player.colours(window) > 2000, "the small boards")
    before = player.picture(window)
    wait_for(lambda: player.differs(window, before), "a move on one of them")
    player.click((window.width // 6, window.height // 3))
    wait_for_engine(player)
    empty = player.picture(player.inside("d3"))
    player.click_squares("d2", "d3")
    wait_for(lambda: player.differs(player.inside("d3"), empty), "the pawn on d3")
    player.quit()
    settings = json.loads((tmp_path / "config" / "settings.json").read_text(encoding="utf-8"))
    assert settings["game"] == "congo"


X_ERROR = """
import ctypes
from congo_gui.store.settings import Settings
from congo_gui.system.display import open_window

window, x11 = open_window("Congo", Settings()), ctypes.CDLL("libX11.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
display = ctypes.c_void_p(x11.XOpenDisplay(None))
x11.XMapWindow(display, ctypes.c_ulong(0x7fffff))
x11.XSync(display, 0)
print("alive")
"""


def test_an_error_of_x11_does_not_end_the_program(screen: str) -> None:
    """As when a program asks for the clipboard, and closes its window before the answer."""
    done = subprocess.run(
        [sys.executable, "-c", X_ERROR],
        cwd=ROOT,
        env=desktop_environment(screen),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("alive\n")


def test_a_killed_program_offers_its_game_back(launch: Callable[..., DesktopUser], tmp_path: Path) -> None:
    """Played by mouse with clocks, killed by kill -9, restarted: the same game, position and clocks."""
    player = launch("--game", "congo", "--clock", "60+5")
    wait_for_engine(player)
    player.click_squares("d2", "d3")
    kept = tmp_path / "state" / "game-1.txt"
    wait_for(lambda: kept.exists() and "d2d3 " in kept.read_text(), "the game on the disk")
    wait_for(lambda: len(load_games(kept)[0].moves) == 2, "the answer of the AI")
    moves = player.settled(player.layout.moves)
    player.end()
    assert player.program.returncode == -9
    (killed,) = load_games(kept)
    assert killed.controls == (TimeControl(3600, 5), TimeControl(3600, 5))
    assert killed.clock_times is not None

    player = launch()
    # Not the whole window: the bar that shows how far the engine is has the same colour.
    middle = pygame.Rect(0, 0, player.size[0] // 3, player.size[1] // 3)
    middle.center = (player.size[0] // 2, player.size[1] // 2)
    wait_for(lambda: player.count(middle, DAY.accent) > 2000, "the button to go on")
    player.keys("Return")
    wait_for(lambda: not player.differs(player.layout.moves, moves), "the moves of the killed game")
    player.quit()
    (left,) = load_games(kept)
    assert left.moves == killed.moves
    assert left.controls == killed.controls
    assert left.clock_times is not None
    assert killed.clock_times[0] - 600 < left.clock_times[0] <= killed.clock_times[0]
    assert left.clock_times[1] == killed.clock_times[1]
