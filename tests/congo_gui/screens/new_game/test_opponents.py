"""The simple players and the engine with parts switched off, as opponents in the window."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pygame
import pytest

from congo_gui import games as skins
from congo_gui.app import App
from congo_gui.draw.drawing import place_text
from congo_gui.draw.theme import Theme
from congo_gui.play import engine_service
from congo_gui.play.file_players import named_player, players_of
from congo_gui.play.game_file import to_record
from congo_gui.play.player import PlayerConfig, custom_ai, names_of, player_names, switched_off
from congo_gui.screens.new_game import texts as new_game_texts
from congo_gui.screens.new_game.opponents import CustomAIScreen, SimpleScreen
from congo_gui.screens.new_game.player_choice import CUSTOM_AI, SIMPLE, WHO
from congo_gui.screens.new_game.screen import NewGameScreen
from congo_gui.store.launch_options import LaunchOptions
from congo_gui.store.programs import Programs
from congo_gui.store.settings import Settings, SettingsFile
from engine import rules as registry
from engine.game.clocks import TimeControl
from engine.players.base import DEFAULT_LIMITS, Player
from engine.players.levels import FIRST_LEVEL
from engine.players.parse import parse_player
from engine.players.program import Program
from engine.players.simple_players import simple_players
from engine.record.format import format_game
from engine.record.parse import parse_games
from engine.search.improvements import assignment_parts, material_only_weights
from engine.search.texts import ASSIGNMENT_PARTS
from engine.system.errors import UserError
from tests.congo_gui.driver import CONGO, Driver, Opener
from tests.congo_gui.game_files import OPENING, drop, written
from tests.congo_gui.window_sizes import scales

OF_A_GAME = [
    ("minichess", "smart"),
    ("minichess", "greedy"),
    ("minichess", "sourceminimax:2"),
    ("conga", "source:2"),
    ("conga", "random"),
    ("congo", "first"),
]
MINICHESS = registry.get("minichess")


def setup(driver: Driver) -> NewGameScreen:
    driver.control("n")
    return driver.top(NewGameScreen)


def ask(driver: Driver, who: int, side: int = 1) -> Any:
    """Open New game, and there the screen for an opponent of a kind."""
    screen = setup(driver)
    driver.click(screen.choices[side].who.part_rect(who).center)
    return driver.app.stack[-1]


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1280, 800), (2560, 1440)])
def test_player_kinds_are_spelled_out(
    driver: Driver, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: set[str] = set()

    def note(surface: pygame.Surface, theme: Theme, text: str, *where: Any, **more: Any) -> Any:
        shown.add(text)
        return place_text(surface, theme, text, *where, **more)

    monkeypatch.setattr("congo_gui.widgets.choices.place_text", note)
    setup(driver)
    driver.resize(*size, times=1)
    assert set(WHO) <= shown


def test_a_typed_position_stays_when_its_game_is_chosen(driver: Driver) -> None:
    screen = setup(driver)
    fen = "bwbwbw/wbwbwb/bw1w1w/wbwbwb/bwbwbw/wbwbwb b 2"
    screen.fen.set_text(fen)
    driver.tool(new_game_texts.START)
    assert screen.fen.error
    driver.click(screen.game.part_rect(list(skins.names()).index("konane")).center)
    assert (screen.fen.text, screen.fen.error) == (fen, "")
    driver.tool(new_game_texts.START)
    game = driver.session.game
    assert game.rules.notation.format(game.position) == fen


def test_the_proposed_position_stays_with_its_game(driver: Driver) -> None:
    players = driver.session.current.players
    screen = NewGameScreen(driver.app, CONGO, players, lambda *_: None, lambda: True, driver.fen)
    driver.app.push(screen)
    driver.run_loop()
    for name, text in (("congo", driver.fen), ("konane", ""), ("congo", driver.fen)):
        driver.click(screen.game.part_rect(list(skins.names()).index(name)).center)
        assert screen.fen.text == text


# --- simple players


@pytest.mark.parametrize("name", skins.names())
def test_new_game_offers_a_games_simple_players_each_with_a_description(opened: Opener, name: str) -> None:
    dialog = ask(opened(name), SIMPLE)
    assert isinstance(dialog, SimpleScreen)
    players = simple_players(name)
    assert [row.label for row in dialog.options] == [player.title for player in players.values()]
    for player in players.values():
        assert player.title
        assert player.description.endswith(".")


@pytest.mark.parametrize("name", ["minichess", "conga"])
def test_the_sentences_of_a_games_own_are_whole_at_every_scale(
    opened: Opener, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    driver = opened(name)
    ask(driver, SIMPLE)
    shown: set[str] = set()
    shorten = Theme.shorten

    def note(theme: Theme, text: str, *place: Any, **more: Any) -> str:
        shown.add(shorten(theme, text, *place, **more))
        return shorten(theme, text, *place, **more)

    monkeypatch.setattr(Theme, "shorten", note)
    for size, percent in scales():
        driver.app.settings.ui_scale = percent
        shown.clear()
        driver.resize(*size, times=1)
        assert {player.description for player in simple_players(name).values()} <= shown, (size, percent)


@pytest.mark.parametrize(("name", "player"), OF_A_GAME)
def test_simple_players_play(opened: Opener, name: str, player: str) -> None:
    parse_player(player, registry.get(name))  # compile it before the test waits for it
    driver = opened(name, first=player, second="human")
    driver.until(lambda: len(driver.moves) == 1)
    assert driver.card(0).player == PlayerConfig.named(player).title
    (saved,) = parse_games(format_game(to_record(driver.session.current)))
    assert names_of(players_of(saved, lambda program: False)) == (player, "human")


def test_simple_player_is_chosen_with_the_mouse_and_remembered(opened: Opener) -> None:
    driver = opened("minichess")
    dialog = ask(driver, SIMPLE)
    driver.tool("Smart")
    assert not dialog.depths.visible
    driver.tool(new_game_texts.OK)
    choice = driver.top(NewGameScreen).choices[1]
    assert (choice.other.label, choice.text()[1]) == (
        "Smart",
        simple_players("minichess")["smart"].description,
    )
    driver.tool(new_game_texts.START)
    assert driver.card(1).player == "Smart"
    assert driver.app.settings.black == "smart"
    driver.app.close()
    later = App(LaunchOptions(MINICHESS), SettingsFile())
    assert later.play.session.current.players[1] == PlayerConfig(program="smart")
    later.close()


def test_leaving_the_choice_leaves_the_player_as_it_was(driver: Driver) -> None:
    ask(driver, SIMPLE)
    driver.tool(new_game_texts.CANCEL)
    assert driver.top(NewGameScreen).choices[1].player == PlayerConfig("5")


def test_the_ai_replaces_a_player_unknown_to_the_other_game(opened: Opener) -> None:
    driver = opened("minichess", first="smart", second="random")
    screen = setup(driver)
    driver.click(screen.game.part_rect(0).center)
    assert [choice.player.name for choice in screen.choices] == [FIRST_LEVEL, "random"]


def test_undo_takes_back_a_simple_players_move(opened: Opener) -> None:
    driver = opened("conga", first="human", second="first")
    game = driver.session.game
    driver.session.play(game.legal_moves()[0])
    driver.until(lambda: len(driver.moves) == 2)
    driver.control("z")
    assert driver.moves == []


# --- the engine with parts switched off


def test_parts_are_switched_off_by_toggles(driver: Driver) -> None:
    dialog = ask(driver, CUSTOM_AI)
    assert isinstance(dialog, CustomAIScreen)
    assert [toggle.label for toggle in dialog.options] == list(ASSIGNMENT_PARTS.values())
    for label in (
        ASSIGNMENT_PARTS["killers"],
        ASSIGNMENT_PARTS["table"],
        ASSIGNMENT_PARTS["pvs"],
        ASSIGNMENT_PARTS["pvs"],
    ):
        driver.tool(label)
    driver.tool(new_game_texts.OK)
    driver.tool(new_game_texts.START)
    assert driver.session.current.players[1].name == "engine:without=table+killers,book=on"
    assert driver.card(1).player == "AI without hash table and killers"
    driver.click_squares("d2", "d3")
    assert driver.thinker.options.without == {"table", "killers"}
    assert driver.thinker.options.book
    assert driver.thinker.asked[-1][1] == DEFAULT_LIMITS
    driver.reply("d6d5")
    driver.control("z")
    assert driver.moves == []


def test_notes_explain_the_choice(driver: Driver) -> None:
    dialog = ask(driver, CUSTOM_AI)
    driver.tool(ASSIGNMENT_PARTS["material"])
    assert dialog.note == new_game_texts.MATERIAL_NOTE
    driver.tool(ASSIGNMENT_PARTS["alphabeta"])
    assert dialog.note == new_game_texts.MINIMAX_NOTE


def test_their_clock_bounds_their_time(opened: Opener) -> None:
    driver = opened("congo", first="engine:without=pvs", second="human", clock=TimeControl(10, 0))
    limits = driver.thinker.asked[-1][1]
    assert limits.soft_limit_ms is not None
    assert limits.soft_limit_ms < 1000


def test_games_offer_only_relevant_switches() -> None:
    assert assignment_parts(CONGO) == list(ASSIGNMENT_PARTS)
    assert set(ASSIGNMENT_PARTS) - {*assignment_parts(registry.get("konane"))} == {"book", "tablebase"}
    assert custom_ai(registry.get("konane"), {"book", "killers"}) == "engine:without=killers"
    for off in (set(), {"book"}, {"killers", "pvs"}, {"material"}, {"material", "table", "book"}):
        assert switched_off(custom_ai(CONGO, off)) == [name for name in ASSIGNMENT_PARTS if name in off]


@pytest.mark.parametrize(
    ("name", "title", "short"),
    [
        ("random", "Random", "Random"),
        ("smart", "Smart", "Smart"),
        ("sourceminimax:4", "Assignment minimax, depth 4", "Assignment minimax 4"),
        ("engine:without=killers", "AI without killers", "AI, no killers"),
        ("engine:without=killers+pvs,book=off", "AI without 3 parts", "AI, 3 parts off"),
        (f"engine:weights={material_only_weights(CONGO)}", "AI without evaluation", "AI, no evaluation"),
        ("engine:weights=weights-tempo", "AI – weights=weights-tempo", "AI – weights=weights-tempo"),
        ("engine:weights=hand,without=pvs", "AI – weights=hand,without=pvs", "AI – weights=hand,without=pvs"),
        ("engine:nodes=5000", "AI – nodes=5000", "AI – nodes=5000"),
        ("engine", "AI – engine", "AI – engine"),
    ],
)
def test_custom_ais_have_titles(name: str, title: str, short: str) -> None:
    player = PlayerConfig.named(name)
    assert (player.name, player.title, player.short_title) == (name, title, short)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "engine:weights=hand,book=on",
            "Weights: hand. Switched off: nothing. Thinks for one second per move.",
        ),
        ("engine:without=killers,book=on", "Switched off: Killer heuristic. Thinks for one second per move."),
        ("engine:movetime=300", "Switched off: Opening book. Thinks up to 0.3 s per move."),
        (
            "engine:nodes=5000,depth=6,book=on",
            "Switched off: nothing. Thinks up to 5,000 nodes or depth 6 per move.",
        ),
        ("engine:without=history,book=on", "Switched off: history. Thinks for one second per move."),
    ],
)
def test_new_game_describes_a_custom_ai(opened: Opener, name: str, text: str) -> None:
    assert setup(opened("congo", first=name, second="human")).choices[0].text() == ("", text)


@pytest.mark.parametrize(
    ("name", "unchanged", "without_killers"),
    [
        (
            "engine:weights=weights-tempo",
            "engine:weights=weights-tempo,book=off",
            "engine:weights=weights-tempo,without=killers,book=off",
        ),
        (
            "engine:weights=hand,book=on",
            "engine:weights=hand,book=on",
            "engine:weights=hand,without=killers,book=on",
        ),
        (
            "engine:movetime=300,without=history,threads=2",
            "engine:without=history,book=off,movetime=300,threads=2",
            "engine:without=killers+history,book=off,movetime=300,threads=2",
        ),
    ],
)
def test_options_without_a_toggle_are_kept(
    opened: Opener, name: str, unchanged: str, without_killers: str
) -> None:
    driver = opened("congo", first=name, second="human")
    choice = setup(driver).choices[0]
    driver.click(choice.other.rect.center)
    driver.tool(new_game_texts.OK)
    assert choice.player.name == unchanged
    driver.click(choice.other.rect.center)
    driver.tool(ASSIGNMENT_PARTS["killers"])
    driver.tool(new_game_texts.OK)
    assert choice.player.name == without_killers


@pytest.mark.parametrize(
    ("name", "konane"),
    [
        ("engine:without=tablebase,book=off", "engine"),
        ("engine:movetime=300,without=killers,threads=2", "engine:without=killers,movetime=300,threads=2"),
        ("engine:weights=hand,without=pvs", "engine:without=pvs"),
        (
            f"engine:weights={material_only_weights(CONGO)}",
            f"engine:weights={material_only_weights(registry.get('konane'))}",
        ),
    ],
)
def test_custom_ai_survives_switching_the_game(opened: Opener, name: str, konane: str) -> None:
    screen = setup(driver := opened("congo", first=name, second="human"))
    games = skins.names()
    for game, expected in (("konane", konane), ("minichess", None), ("congo", name)):
        driver.click(screen.game.part_rect(games.index(game)).center)
        assert expected in (None, screen.choices[0].player.name)


def test_a_custom_ai_of_another_game_uses_the_book(opened: Opener) -> None:
    screen = setup(driver := opened("konane", first="engine:without=killers", second="human"))
    driver.click(screen.game.part_rect(skins.names().index("congo")).center)
    assert screen.choices[0].player.name == "engine:without=killers,book=on"


# --- files


@pytest.mark.parametrize(
    "settings",
    ["nodes=10000000", "depth=60", "movetime=60000,level=3", f"threads={min(os.cpu_count() or 1, 64)}"],
)
def test_file_can_request_a_short_search(settings: str) -> None:
    name = f"engine:{settings}"
    assert named_player(name) == PlayerConfig(program=name)


@pytest.mark.parametrize(
    "settings", ["nodes=10000001", "depth=61", "nodes=9,movetime=60001", "threads=3,movetime=1000000000"]
)
def test_a_file_cannot_keep_the_machine_busy(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: str
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert PlayerConfig.named(f"engine:{settings}").is_engine
    drop(driver, written(tmp_path / "greedy.txt", OPENING.replace("level=hard", settings) + "1. d2d3 *"))
    assert driver.moves == ["d2d3"]
    assert all(player.is_human for player in driver.session.current.players)


@pytest.mark.parametrize(
    ("name", "may"), [("minimax:5", True), ("minimax:6", False), ("alphabeta:11", False)]
)
def test_file_cannot_request_an_endless_search(name: str, may: bool) -> None:
    assert (named_player(name) is not None) == may


def test_file_cannot_request_more_threads_than_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert named_player("engine:threads=2") is not None
    assert named_player("engine:threads=3") is None


def test_player_names_in_a_file_are_read_for_its_game() -> None:
    never = lambda program: False  # noqa: E731
    assert named_player("smart", never, MINICHESS) == PlayerConfig(program="smart")
    assert named_player("smart", never, CONGO) is None
    assert named_player("engine:without=killers", never) == PlayerConfig(program="engine:without=killers")
    assert named_player("engine:level=hard", never) == PlayerConfig("10")
    other = "engine:network=other.nnue"
    for unknown in ("5", "Random", "engine:without=luck", "random:2", "engine:weights=weights-river", other):
        assert named_player(unknown, never) is None
    assert named_player(other, lambda name: name == other) == PlayerConfig(program=other)
    assert PlayerConfig(program=other).is_engine


def test_a_file_starts_no_process_for_other_weights(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*words: object) -> None:
        raise AssertionError(words)

    monkeypatch.setattr(Program, "__init__", fail)
    path = written(
        tmp_path / "trap.txt", OPENING.replace("level=hard", "weights=weights-river") + "1. d2d3 *"
    )
    drop(driver, path)
    driver.run_loop(5)
    assert all(player.is_human for player in driver.session.current.players)


def test_weights_chosen_in_the_form_are_allowed(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    def note(name: str, *place: object, **more: object) -> Player:
        started.append(name)
        raise UserError("none is started here")

    monkeypatch.setattr(engine_service, "parse_player", note)
    ask(driver, CUSTOM_AI)
    driver.tool(ASSIGNMENT_PARTS["material"])
    driver.tool(new_game_texts.OK)
    name = driver.top(NewGameScreen).choices[1].player.program
    assert name.startswith("engine:weights=weights-places-")
    driver.tool(new_game_texts.START)
    driver.until(lambda: started == [name])
    assert Programs(driver.app.settings).all() == {}
    assert driver.card(1).short_player == "AI, no evaluation"
    driver.app.close()
    later = App(LaunchOptions(CONGO), SettingsFile())
    assert later.play.session.current.players[1] == PlayerConfig(program=name)
    later.close()


def test_only_shipped_experiments_are_known_without_being_added() -> None:
    programs, weights = Programs(Settings()), f"engine:weights={material_only_weights(CONGO)}"
    for off in ({"material"}, {"material", "book"}, {"material", "killers", "pvs"}):
        assert programs.may_start(custom_ai(CONGO, off))
    for unknown in (
        weights,
        f"{weights},book=on,threads=64",
        f"{weights}-../luck,book=on",
        "engine:weights=hand,book=on",
        "engine:weights=weights-tempo,book=on",
        "engine:weights=/tmp/weights,book=on",
        "uci:./zebra",
    ):
        assert not programs.may_start(unknown)


def test_the_command_line_names_the_games_players() -> None:
    assert {"smart", "sourceminimax:DEPTH", "random", "student:..."} <= {*player_names(MINICHESS)}
    assert not {"smart", "student:..."} & {*player_names(CONGO)}
