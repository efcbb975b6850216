"""The window reads data of earlier versions: settings, games, analyses, a tournament."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import astuple, replace
from pathlib import Path

import pygame
import pytest

from congo_gui.commands import actions
from congo_gui.commands.actions import BY_ID
from congo_gui.commands.command import CUSTOM_KEYS, Key
from congo_gui.play.player import PlayerConfig
from congo_gui.screens.files import texts as files_texts
from congo_gui.screens.files.file_games_screen import FileGamesScreen
from congo_gui.screens.files.game_autosave import WelcomeScreen
from congo_gui.screens.tournament.background import TournamentConfig, openings_for
from congo_gui.store.launch_options import LaunchOptions, first_players
from congo_gui.store.programs import Programs
from congo_gui.store.settings import SAVED_FIELDS, Settings, SettingsFile
from engine import rules
from engine.game.clocks import TimeControl
from engine.match.tournament import Tournament
from engine.record.remark import Remark
from engine.rules.values import Outcome, Reason
from engine.search.limits import Score
from tests.congo_gui.driver import CONGO, Driver, Opener, Starter
from tests.congo_gui.game_files import drop, start_again
from tests.earlier import EARLIER, copied

MINICHESS = rules.get("minichess")

# --- settings

CHANGED = {
    "analysis_arrows": False,
    "analysis_lines": 5,
    "animation": False,
    "animation_speed": "slow",
    "auto_flip": True,
    "black": "7",
    "black_clock": "-",
    "board_size": 90,
    "coordinates": False,
    "explain": False,
    "fullscreen": False,
    "game": "minichess",
    "games_folder": "/tmp/earlier/games",
    "keys": {
        "flip": [[";", 0, False, ";"]],
        "hint": [["F14", pygame.K_F14, False, ""]],
        "new_game": [["B", pygame.K_b, True, ""]],
        "warnings": [["F13", pygame.K_F13, False, ""]],
    },
    "lessons": {"congo": ["pawn-step", "win"], "konane": []},
    "maximised": False,
    "move_method": "drag",
    "pace": 2.5,
    "programs": {
        "Minichess friend": 'uci:"a folder/friend" -q',
        "My bot": "python:my_bot:choose",
        "Zebra": "uci:./zebra --fast",
    },
    "sounds": False,
    "theme": "night",
    "turned": False,
    "ui_scale": 125,
    "volume": 40,
    "warnings": False,
    "white": "human",
    "white_clock": "300+3",
    "window": (1000, 700),
}


@pytest.fixture
def settings_file(tmp_path: Path) -> SettingsFile:
    """The settings of an earlier version, in the program's folder."""
    return SettingsFile(copied("settings/settings.json", tmp_path / "config" / "settings.json"))


@pytest.fixture
def settings(settings_file: SettingsFile) -> Settings:
    return settings_file.settings


@pytest.fixture
def default_keys() -> Iterator[None]:
    actions.reset_all_keys()
    yield
    actions.reset_all_keys()


def test_every_setting_has_its_value(settings_file: SettingsFile) -> None:
    assert {name: getattr(settings_file.settings, name) for name in CHANGED} == CHANGED
    assert settings_file.change() is None
    assert set(json.loads(settings_file.path.read_bytes())) <= {one.name for one in SAVED_FIELDS}
    assert settings_file.path.read_bytes() == (EARLIER / "settings" / "settings.json").read_bytes()


def test_the_settings_of_a_full_screen_have_their_values(tmp_path: Path) -> None:
    settings_file = SettingsFile(copied("settings/full-screen.json", tmp_path / "settings.json"))
    changed = {
        "animation_speed": "fast",
        "black": "uci:./zebra --fast",
        "fullscreen": True,
        "maximised": True,
        "move_method": "click",
        "theme": "contrast",
        "turned": True,
        "white": "minimax:3",
    }
    assert {name: getattr(settings_file.settings, name) for name in changed} == changed
    # Its tournament, a test of two players in the Swiss system, had no game yet.
    kept = settings_file.settings.tournament
    assert TournamentConfig.from_settings(kept) is None
    begun = tmp_path / "begun.txt"
    begun.touch()
    assert TournamentConfig.from_settings({**kept, "path": str(begun)}) == TournamentConfig(
        "congo",
        ("engine:level=3", "engine:level=4"),
        "swiss",
        400,
        ("movetime", 100),
        str(begun),
        seed=7,
        rounds=3,
        size=None,
        sprt=(0.0, 30.0),
    )


@pytest.mark.usefixtures("default_keys")
def test_chosen_keys_belong_to_their_commands(settings: Settings) -> None:
    actions.load_keys(settings.keys)
    assert {name: BY_ID[name].keys for name in CUSTOM_KEYS} == {
        "flip": (Key(";", character=";"),),
        "hint": (Key("F14", pygame.K_F14),),
        "new_game": (Key("B", pygame.K_b, control=True),),
        "warnings": (Key("F13", pygame.K_F13),),
    }
    assert actions.custom_keys() == settings.keys


def test_added_programs_can_play(settings: Settings) -> None:
    programs = Programs(settings)
    assert programs.all() == CHANGED["programs"]
    assert programs.title("uci:./zebra --fast") == "Zebra"
    assert programs.may_start("python:my_bot:choose")
    assert not programs.may_start("uci:./other")


def test_last_players_are_restored_for_their_game(settings: Settings) -> None:
    players = first_players(LaunchOptions(MINICHESS), settings)
    assert players == (PlayerConfig(clock=TimeControl(300, 3)), PlayerConfig("7"))


@pytest.mark.usefixtures("settings", "default_keys")
def test_window_state_is_restored(start: Starter) -> None:
    driver = start()
    assert pygame.display.get_surface().get_width() == 1000  # the height is limited by the desktop
    flipped = driver.play.board.display.flipped
    driver.press(pygame.K_SEMICOLON, ";")
    assert driver.play.board.display.flipped != flipped


# --- the running game


def left(name: str, tmp_path: Path) -> None:
    """Set up the files of an earlier version with a game and more."""
    copied(f"autosave/{name}", tmp_path / "state")


def test_a_game_on_clocks_resumes(start: Starter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left("congo-on-clocks", tmp_path)
    driver = start_again(start, monkeypatch)
    assert isinstance(driver.app.stack[-1], WelcomeScreen)
    driver.press(pygame.K_RETURN, "\r")
    session = driver.session
    assert session.current.players == (
        PlayerConfig(clock=TimeControl(180, 2)),
        PlayerConfig("5", clock=TimeControl(60)),
    )
    assert session.current.auto is False  # two moves were taken back, so the AI waits
    assert driver.moves == ["d2d3", "d6d5"]
    assert [ply.move.text for ply in session.game.plies] == ["d2d3", "d6d5", "c2c3", "c6c5"]
    assert [CONGO.notation.format(session.game.position_at(at)) for at in (2, 4)] == [
        "gmelecz/ppp1ppp/3p3/7/3P3/PPP1PPP/GMELECZ w 2",
        "gmelecz/pp2ppp/2pp3/7/2PP3/PP2PPP/GMELECZ w 3",
    ]
    clocks = session.game.clocks
    assert clocks is not None
    assert clocks.times == pytest.approx((180, 59.882))
    assert [clocks.after(at) for at in range(5)] == [
        pytest.approx(times)
        for times in ((180, 60), (180, 60), (180, 59.882), (181.991, 59.882), (181.991, 59.879))
    ]
    remarks = [Remark.parse(move.comment) for move in session.current.remarks]
    assert [(one.text, one.score, one.depth) for one in remarks] == [
        ("", None, 0),
        ("A quiet answer", Score(-21), 9),
        ("", None, 0),
        ("", Score(12), 5),
    ]


@pytest.mark.parametrize(
    ("folder", "game", "moves", "position"),
    [
        (
            "konane-six",
            "konane",
            "c4 c3 c6c4 e3c3 d5d3 b4d4 e6c6",
            "bwb2w/wb2wb/b2wbw/wbwb1b/bwbwbw/wbwbwb w 7",
        ),
        (
            "minichess",
            "minichess",
            "a0b2 a6b4 b2a4 c5c4 f1f2 b6c5",
            "1BQKAER/FPPPP1F/5P1/7/Nnp4/fpbpppf/2qkaer w 6 4",
        ),
        ("conga", "conga", "a4E d1N b4S d3S b3SE d2SW", "-,-,b2,b7/-,-,-,-/-,-,b1,-/-,-,w2,w8 b"),
        (
            "bonzee",
            "bonzee",
            "C4C5 B6C6 C5C4 B5C5 D7C7 B8C9",
            "rrrrrr1rr/rrrr4r/ggggr1g1r/gggg3gg/gggg2ggg g 1",
        ),
    ],
    ids=lambda value: value if "-" not in value and " " not in value else "",
)
def test_a_game_of_each_kind_resumes(
    opened: Opener, tmp_path: Path, folder: str, game: str, moves: str, position: str
) -> None:
    left(folder, tmp_path)
    driver = opened("congo", pick=True)
    driver.run_loop()
    assert isinstance(driver.app.stack[-1], WelcomeScreen)
    driver.press(pygame.K_RETURN, "\r")
    session = driver.session
    assert session.game.rules is rules.get(game)
    assert (driver.moves, session.game.rules.notation.format(session.game.position)) == (
        moves.split(),
        position,
    )
    assert session.current.players == (PlayerConfig(), PlayerConfig())


def bring_back(driver: Driver, button: str) -> None:
    """Open the list of autosaved games."""
    driver.control("o")
    driver.tool(button)
    driver.run_loop()
    assert driver.app.stack == [driver.play]


LONELY = "3l3/7/7/7/7/7/3L1P1 w 1"


@pytest.mark.parametrize(
    ("button", "moves", "comments", "beginning"),
    [
        (files_texts.PREVIOUS_GAME, ["g2g3", "g6g5"], ["", ""], CONGO.notation.format(CONGO.start())),
        (files_texts.LAST_ANALYSIS, ["f1f2"], ["slow"], LONELY),
    ],
)
def test_a_replaced_game_can_be_restored(
    start: Starter,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    button: str,
    moves: list[str],
    comments: list[str],
    beginning: str,
) -> None:
    left("closed", tmp_path)
    driver = start_again(start, monkeypatch)
    assert driver.app.stack == [driver.play]
    bring_back(driver, button)
    assert driver.moves == moves
    assert [remark.comment for remark in driver.session.current.remarks] == comments
    assert CONGO.notation.format(driver.session.game.start) == beginning


def test_game_and_analysis_of_a_killed_program_are_offered(
    start: Starter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left("killed-in-analysis", tmp_path)
    driver = start_again(start, monkeypatch)
    welcome = driver.app.stack[-1]
    assert isinstance(welcome, WelcomeScreen)
    assert "analysis" in welcome.note
    driver.press(pygame.K_RETURN, "\r")
    assert driver.moves == ["g2g3", "g6g5"]
    driver.app.writer.close()
    bring_back(driver, files_texts.LAST_ANALYSIS)
    assert driver.moves == ["f1f2"]
    assert driver.session.current.remarks[0].comment == "slow"


# --- saved games


@pytest.mark.parametrize(
    ("game", "moves", "position"),
    [
        (
            "konane",
            "e4 e5 g4e4 g5e5 g2g4 h4f4 f7f5 d6f6 h7f7 e3g3",
            "bwbwbwbw/wbwbwb2/bwb2wbw/wbwbwb1b/bwbwbw2/wbwb2wb/bwbwbw1w/wbwbwbwb b 10",
        ),
        (
            "minichess",
            "f0g2 d5d4 g2g5 e6a2 g5g6 c6g2 a0b2 g2e2 d1e2",
            "1BQKA1R/FPP1PPF/aN2P2/7/3p3/fpp1pp1/nb1k1eE b 0 5",
        ),
        ("conga", "a4SE d1W c2NW b1NE b3SW a1E a4SE c2SW", "-,-,-,-/-,b8,-,w1/b2,-,-,-/-,w2,w3,w4 b"),
        (
            "bonzee",
            "D5C5 B6B5 D4D5 C6B6 C3D4 C7C6 D4C5",
            "1rrr1r1rr/r1rrr1rrr/gg2gr1rr/ggg1g1ggg/ggggg1ggg r 0",
        ),
    ],
    ids=["konane", "minichess", "conga", "bonzee"],
)
def test_a_saved_game_of_each_kind_is_opened(opened: Opener, game: str, moves: str, position: str) -> None:
    driver = opened("congo")
    drop(driver, EARLIER / "games" / f"{game}.txt")
    session = driver.session
    assert session.game.rules is rules.get(game)
    assert (driver.moves, session.game.rules.notation.format(session.game.position)) == (
        moves.split(),
        position,
    )
    assert session.outcome is None


def test_a_saved_game_keeps_clocks_comments_marks_and_variations(opened: Opener) -> None:
    driver = opened("congo")
    drop(driver, EARLIER / "games" / "congo.txt")
    session = driver.session
    assert driver.moves == ["d2d3", "d6d5", "e2e3"]
    assert driver.fen == "gmelecz/ppp1ppp/3p3/7/3PP2/PPP2PP/GMELECZ b 2"
    assert session.outcome == Outcome(0, Reason.RESIGNATION)
    assert session.current.introduction == "Played on a rainy day"
    remarks = [Remark.parse(move.comment) for move in session.current.remarks]
    assert [(one.text, one.score, one.depth) for one in remarks] == [
        ("", Score(0), 5),
        ("", Score(-500), 5),
        ("Takes (the) centre?", Score(500), 5),
    ]
    assert [move.nags for move in session.current.remarks] == [(), (4,), ()]
    assert [
        [[move.move.text for move in line] for line in one.variations] for one in session.current.remarks
    ] == [[], [["c6c5"]], []]
    clocks = session.game.clocks
    assert clocks is not None
    assert clocks.controls == (TimeControl(600, 5), TimeControl(600, 5))
    assert clocks.times == pytest.approx((604.972, 604.93))


def test_saved_game_from_a_position_keeps_its_end(opened: Opener) -> None:
    driver = opened("congo")
    drop(driver, EARLIER / "games" / "congo-from-a-position.txt")
    session = driver.session
    assert CONGO.notation.format(session.game.start) == "7/4l2/7/4c2/7/2p4/1M1L3 w 1"
    assert driver.moves == ["b1d3f5d7"]
    assert session.outcome is not None
    assert session.outcome.winner == 0
    assert session.current.players == (PlayerConfig(), PlayerConfig(program="minimax:2"))


def test_a_saved_analysis_keeps_its_lines(opened: Opener) -> None:
    driver = opened("congo")
    drop(driver, EARLIER / "games" / "analysis.txt")
    assert CONGO.notation.format(driver.session.game.start) == LONELY
    (played,) = driver.session.current.remarks
    ((other,),) = played.variations
    assert (played.move.text, other.move.text, other.comment) == ("f1f2", "d1e1", "or so")


def test_one_of_several_games_in_a_file_is_opened(opened: Opener) -> None:
    driver = opened("minichess")
    drop(driver, EARLIER / "tournaments" / "match.txt")
    screen = driver.top(FileGamesScreen)
    assert [row.text for row in screen.list.rows] == [
        "1.  AI – nodes=200 v Greedy",
        "2.  Greedy v AI – nodes=200",
        "3.  AI – nodes=200 v Greedy",
        "4.  Greedy v AI – nodes=200",
    ]
    driver.double_click(screen.list.row_rect(2).center)
    assert driver.app.stack == [driver.play]
    written = MINICHESS.notation.format(driver.session.game.position)
    assert written == "N1QK1R1/1P1PPPF/1F5/3P3/1p1Apf1/f1pp3/nb1k2E b 0 10"


# --- a tournament that was left


def test_an_interrupted_tournament_is_offered_and_resumes(settings: Settings, tmp_path: Path) -> None:
    kept = settings.tournament
    assert Path(kept["path"]).parent == Path("/tmp/earlier/games")
    path = copied("tournaments/from-the-window.txt", tmp_path / "games" / "tournament.txt")
    config = TournamentConfig.from_settings({**kept, "path": str(path)})
    assert config == TournamentConfig(
        "konane",
        ("greedy", "random", "minimax:2"),
        "round-robin",
        4,
        ("nodes", 2000),
        str(path),
        seed=227765262,
        rounds=2,
        size=6,
        sprt=None,
    )
    plan = config.plan()
    # Its openings are not in the file: the same search has to choose the same ones from the seed.
    openings = openings_for(plan.needed_openings, config.game, config.seed, config.size)
    tournament = Tournament(replace(plan, openings=openings), path)
    assert (tournament.resumed, tournament.unreadable) == (6, 0)
    results = tournament.results
    assert sorted(results.played) == list(range(6))
    assert [astuple(results.score(player)) for player in range(3)] == [(1, 0, 3), (1, 0, 3), (4, 0, 0)]
    left = [pairing.number for pairing in tournament.jobs() if pairing is not None]
    assert left == list(range(6, 12))
