"""Tournaments in the window: set up, watched, paused, stopped, resumed, and their games analysed."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from congo_gui import games as skins
from congo_gui.draw.theme import Theme
from congo_gui.screens.analysis import texts as analysis_texts
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.edit import texts as edit_texts
from congo_gui.screens.edit.screen import EditScreen
from congo_gui.screens.play import texts as play_texts
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.screens.tournament import background, live_game
from congo_gui.screens.tournament import texts as tournament_texts
from congo_gui.screens.tournament.background import (
    LiveTournament,
    TournamentConfig,
    TournamentStage,
    TournamentStatus,
    openings_for,
)
from congo_gui.screens.tournament.choices import FORMATS, GAMES
from congo_gui.screens.tournament.layout import tournament_layout
from congo_gui.screens.tournament.leaving import LeaveScreen
from congo_gui.screens.tournament.limits import (
    DEFAULT_LIMIT,
    LIMITS,
    LimitScreen,
    limit_from_settings,
    limit_title,
    parse_limit,
)
from congo_gui.screens.tournament.live_game import LiveGameScreen
from congo_gui.screens.tournament.names import names_in, title_of
from congo_gui.screens.tournament.notes import notes
from congo_gui.screens.tournament.screen import TournamentScreen
from congo_gui.screens.tournament.setup import PAGES, TournamentSetup
from congo_gui.screens.tournament.small_board import LOST, WON, SmallBoard, numbered_moves
from congo_gui.screens.tournament.standings_view import COLUMNS, row_texts
from congo_gui.screens.tournament.unfinished import UnfinishedTournaments
from congo_gui.screens.window import closing
from congo_gui.store.programs import Programs
from congo_gui.system import texts as system_texts
from congo_gui.widgets.button import Button
from engine.game.clocks import TimeControl
from engine.match import texts as match_texts
from engine.match import tournament_file
from engine.match.elo import Elo
from engine.match.game_runner import GameView, unplayed_game
from engine.match.pairing import FinishedGame, ScheduledGame, WinDrawLoss
from engine.match.sprt import Sprt
from engine.match.tournament import Tournament
from engine.match.tournament_file import no_tournament, tournament_lock, tournament_text
from engine.match.tournament_table import StandingsRow as TableRow
from engine.record.parse import load_games, parse_games
from engine.record.record import GameRecord
from engine.rules.konane.rules import RULES as KONANE
from engine.rules.values import Move, Position
from engine.rules.words import sentence
from engine.search.limits import Limits, Score
from engine.system.errors import UserError
from engine.system.texts import is_its_source
from engine.system.threads import join_or_leave
from tests.congo_gui.driver import CONGO, START, Driver
from tests.congo_gui.game_files import OPENING, drop, written
from tests.waiting import PATIENCE


@pytest.fixture(autouse=True)
def one_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play with a single process."""
    monkeypatch.setattr(background, "default_workers", lambda: 1)


@pytest.fixture
def begin(
    driver: Driver, open_setup: Callable[[], TournamentSetup]
) -> Iterator[Callable[..., TournamentScreen]]:
    """Return a function that starts a tournament of two instant players."""

    def start(games: int = 4) -> TournamentScreen:
        setup = open_setup()
        setup.choices.games.chosen = GAMES.index(games)
        for label in ("3", "4", "5", "Random"):
            driver.tool(label)
        assert setup.players == ("greedy", "random")
        driver.tool(tournament_texts.START)
        screen = driver.app.stack[-1]
        assert isinstance(screen, TournamentScreen)
        return screen

    yield start
    for screen in driver.app.stack:
        if isinstance(screen, TournamentScreen):
            screen.close()


def test_following_ends_with_the_last_playing_process() -> None:
    reader, writer = multiprocessing.Pipe(duplex=False)
    writer.close()
    live = LiveTournament(
        TournamentConfig("congo", ("greedy", "random"), "round-robin", 2, ("nodes", 1), ""), print
    )
    live._listen(reader)
    assert not live.live_positions


# --- choosing


def test_players_are_chosen_by_button_and_by_name(
    driver: Driver, open_setup: Callable[[], TournamentSetup]
) -> None:
    setup = open_setup()
    assert setup.players == ("engine:level=3", "engine:level=4", "engine:level=5", "greedy")
    assert setup.remark == "4 players, 24 games."
    driver.tool("10")
    driver.tool("4")
    driver.tool("Greedy")
    driver.click(setup.field.rect.center)
    driver.type("first engine:nodes=300")
    assert setup.players == (
        *("engine:level=3", "engine:level=5", "engine:level=10"),
        *("first", "engine:nodes=300"),
    )
    driver.tool(tournament_texts.GAMES_PAGE)
    driver.click(setup.choices.format.part_rect(1).center)
    assert setup.remark == "5 players, 16 games."


def test_every_games_simple_players_have_a_button(
    driver: Driver, open_setup: Callable[[], TournamentSetup]
) -> None:
    setup = open_setup()
    index = list(skins.names()).index("minichess")
    driver.click(setup.choices.game.part_rect(index).center)
    for label in ("Smart", "Assignment minimax 2"):
        driver.tool(label)
    assert setup.players[-3:] == ("greedy", "smart", "sourceminimax:2")
    driver.click(setup.choices.game.part_rect(0).center)
    assert setup.players[-2:] == ("engine:level=5", "greedy")


def test_agent_files_are_offered_only_in_their_game(
    driver: Driver, open_setup: Callable[[], TournamentSetup]
) -> None:
    programs = Programs(driver.app.settings)
    programs.add("Agent", "student:AB.py")
    programs.add("Mine", "uci:./mine")
    setup = open_setup()

    def labels() -> list[str]:
        return [button.label for button in setup._programs]

    assert labels() == ["Mine"]
    games = list(skins.names())
    driver.click(setup.choices.game.part_rect(games.index("minichess")).center)
    assert labels() == ["Agent", "Mine"]
    driver.tool("Agent")
    assert "student:AB.py" in setup.players
    driver.click(setup.choices.game.part_rect(games.index("congo")).center)
    assert labels() == ["Mine"]
    assert "student:AB.py" not in setup.players
    driver.press(pygame.K_ESCAPE)
    setup = open_setup()
    driver.click(setup.choices.game.part_rect(games.index("minichess")).center)
    assert "student:AB.py" in setup.players


def test_names_are_separated_by_spaces_or_commas() -> None:
    assert names_in("random, first,greedy") == ["random", "first", "greedy"]
    assert names_in("engine:nodes=5,without=pvs+see, python:m:f,depth=2 ,first") == [
        *("engine:nodes=5,without=pvs+see", "python:m:f,depth=2", "first")
    ]
    assert names_in("'uci:./zebra --a,b', minimax:3") == ["uci:./zebra --a,b", "minimax:3"]
    assert names_in("engine:nodes=5,network=a.nnue") == ["engine:nodes=5,network=a.nnue"]
    assert names_in("uci:./zebra, random") == ["uci:./zebra", "random"]
    assert names_in(" , ") == names_in("") == []


def test_players_have_the_names_of_their_cards(driver: Driver) -> None:
    programs = Programs(driver.app.settings)
    programs.add("Zebra", "uci:./zebra")
    names = ("engine:level=3", "minimax:4", "smart", "engine:without=pvs", "engine:nodes=9", "uci:./zebra")
    assert [title_of(name, programs) for name in names] == [
        *("Level 3", "Minimax 4", "Smart", "AI, no PVS", "engine:nodes=9", "Zebra")
    ]


def test_explains_an_unplayable_tournament(driver: Driver, open_setup: Callable[[], TournamentSetup]) -> None:
    setup = open_setup()
    for label in ("3", "4", "5"):
        driver.tool(label)
    assert setup.remark == tournament_texts.TOO_FEW
    assert not setup.start_button.enabled
    driver.click(setup.field.rect.center)
    driver.type("random, nobody")
    driver.tool(tournament_texts.START)
    assert driver.app.stack[-1] is setup
    assert setup.problem == "There is no player 'nobody'; try first, minimax:3 or engine:nodes=5000."


def test_long_reasons_are_cut_and_wrapped_once(driver: Driver, wrapped: list[str]) -> None:
    """To wrap the errors of many bots, of thousands of letters each, at each frame takes seconds."""
    reasons = [f"bot {at} " + "a b c d " * 2000 for at in range(30)]
    failed = [
        FinishedGame(at, 0, reason, True, 7, (None, None), "", (0, 1 + at))
        for at, reason in enumerate(reasons)
    ]
    players = ("greedy", *(f"python:bot{at}:choose" for at in range(30)))
    config = TournamentConfig("congo", players, "gauntlet", 1, ("nodes", 50), "")
    live = LiveTournament(config, driver.app.wake)
    live.start = lambda: None  # type: ignore[method-assign]
    live.news = TournamentStatus(TournamentStage.FINISHED, played=tuple(failed), total=30)
    assert max(map(len, notes(live.news, players, CONGO))) < 1000
    wrapped.clear()
    screen = TournamentScreen(driver.app, live, lambda: True, print, print)
    driver.app.push(screen)
    driver.run_loop()
    assert any("bot 29" in text for text in wrapped)
    wrapped.clear()
    screen.invalidate()
    driver.run_loop()
    assert not [text for text in wrapped if "bot" in text]


def test_failed_player_is_listed_with_the_reason(driver: Driver) -> None:
    text = "python:bot:choose: stopped with an error: ZeroDivisionError('division by zero')"
    failed = [FinishedGame(at, 0, text, True, 7 + at, (None, None), "", (0, 1)) for at in (0, 1)]
    news = TournamentStatus(TournamentStage.PLAYING, played=tuple(failed), total=4)
    message = list(notes(news, ("Greedy", "Bot"), CONGO))
    assert message[0] == f"Failed: {text}."
    assert [note for note in message if note.startswith("Failed")] == message[:1]
    config = TournamentConfig("congo", ("greedy", "python:bot:choose"), "round-robin", 2, ("nodes", 50), "")
    live = LiveTournament(config, driver.app.wake)
    live.start = lambda: None  # type: ignore[method-assign]
    screen = TournamentScreen(driver.app, live, lambda: True, print, print)
    assert message[1] == "Bot lost 2 of 2 games by failing: 2 × crash."
    reported = [screen.descriptions.row(game).note for game in failed]
    who = screen.names[1]
    why = f"{who}: crash (stopped with an error: ZeroDivisionError('division by zero'))"
    assert reported == [f"{why}, 4 moves"] * 2


def test_the_choice_is_complete_at_every_size(
    driver: Driver, open_setup: Callable[[], TournamentSetup]
) -> None:
    setup = open_setup()
    sizes = ((640, 480), (1280, 800), (2560, 1440), (700, 1000))
    for size, page in product(sizes, PAGES):
        driver.resize(*size)
        driver.tool(page)
        shown = [widget.rect for widget in setup.group.widgets if widget.visible]
        assert all(setup.box.contains(rect) for rect in shown)
        for at, rect in enumerate(shown):
            assert rect.collidelist(shown[at + 1 :]) == -1


def test_a_board_of_another_size_and_a_test_can_be_chosen(
    driver: Driver, open_setup: Callable[[], TournamentSetup]
) -> None:
    setup = open_setup()
    assert not setup.choices.board.visible
    assert setup.config.sprt is None
    driver.tool(tournament_texts.ADJUDICATION_PAGE)
    driver.click(setup.choices.test.part_rect(2).center)
    assert setup.remark == tournament_texts.TEST_NEEDS_TWO
    assert not setup.start_button.enabled
    driver.tool(tournament_texts.PLAYERS_PAGE)
    for label in ("3", "4"):
        driver.tool(label)
    assert setup.remark == "2 players, at most 400 games."
    driver.click(setup.choices.game.part_rect(setup.choices.game.texts.index("Konane")).center)
    driver.tool(tournament_texts.GAMES_PAGE)
    assert (setup.choices.board.texts, setup.config.size) == (("4", "6", "8"), 8)
    driver.click(setup.choices.board.part_rect(1).center)
    assert (setup.config.size, setup.config.sprt) == (6, (0, 30))
    plan = setup.config.plan()
    assert (plan.sprt, plan.games) == ((0, 30), 400)
    (opening,) = background.openings_for(1, "konane", 1, 6)
    assert opening.start == KONANE.notation.format(KONANE.start(6))


# --- the screen


@pytest.mark.parametrize("size", [(640, 480), (1280, 800), (2560, 1440), (600, 1000)])
@pytest.mark.parametrize("boards", [1, 2, 3, 4])
def test_nothing_overlaps_and_nothing_is_outside(size: tuple[int, int], boards: int) -> None:
    pygame.font.init()
    window = pygame.Rect((0, 0), size)
    layout = tournament_layout(window, Theme(size[1] / 800), (boards, 8, 2), 100)
    heads = [layout.title, layout.pause, layout.save, layout.back]
    low = [layout.conditions, layout.notes, layout.heading]
    shown = [*heads, *layout.boards, *low, layout.table, layout.games]
    assert len(layout.boards) == boards
    for at, rect in enumerate(shown):
        assert window.contains(rect)
        assert rect.width > 20
        assert rect.height > (8 if rect in low else 20)
        assert rect.collidelist(shown[at + 1 :]) == -1


@pytest.mark.thorough
def test_a_tournament_is_watched_to_its_end_and_its_games_are_analysed(
    driver: Driver, begin: Callable[[], TournamentScreen]
) -> None:
    screen = begin()
    seen: list[str] = []
    assert isinstance(screen.live, LiveTournament)
    wake = screen.live._wake

    def look_and_wake() -> None:  # these games may be over before the loop has gone round
        seen.extend(sight.position for sight in screen.live.live_positions)
        wake()

    screen.live._wake = look_and_wake
    driver.until(lambda: screen.live.news.stage in (TournamentStage.FINISHED, TournamentStage.FAILED))
    driver.run_loop()
    news = screen.live.news
    assert news.stage is TournamentStage.FINISHED, news.problem
    assert screen.title == "Congo tournament, round robin: finished after 4 games"
    assert [screen.names[row.player] for row in news.rows] == ["Greedy", "Random"]
    assert sum(row.points for row in news.rows) == 4
    assert seen, "no game was seen while it was played"
    assert not screen.pause.enabled
    games = load_games(Path(screen.live.config.path))
    assert len(games) == len(screen.finished.games.rows) == 4
    for board, number in zip(screen.live_boards.boards, screen.live_boards.numbers, strict=True):
        if number is not None:  # no board has a game that was over before the loop went round
            assert board._position == games[number].replay().position
    message = list(notes(news, screen.names, screen.rules))
    assert any(note.startswith(tournament_texts.ends([]).removesuffix(".")) for note in message)
    assert any(
        note.startswith("Drawn: ") and note.endswith(" s in total (Time is per game).") for note in message
    )

    driver.control("s")
    table = Path(screen.live.config.path).with_name(f"{Path(screen.live.config.path).stem} table.txt")
    assert screen.toast.text == f"Table saved as {table.name}, next to the games."
    text = table.read_text(encoding="utf-8")
    head, _, table_text = text.partition("\n\n")
    assert head.splitlines()[0] == "Congo, round-robin, 2 players, 4 games per pairing"
    assert set(news.conditions) < set(head.splitlines())
    assert table_text.split()[:3] == ["#", "player", "points"]
    assert "\nends: " in text

    driver.click(screen.finished.games.row_rect(0).center)
    analysis = driver.app.stack[-1]
    assert isinstance(analysis, AnalyseScreen)
    played = [one.move.text for one in parse_games(news.played[3].text)[0].moves]
    assert [node.move and node.move.text for node in analysis.cursor.node.line] == played
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack[-1] is screen
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack[-1] is driver.play


def test_won_drawn_and_lost_are_shown_together_or_not_at_all(
    driver: Driver, begin: Callable[[], TournamentScreen]
) -> None:
    screen, results = begin(), {tournament_texts.WON, tournament_texts.DRAWN, tournament_texts.LOST}
    assert screen.theme is not None
    seen = set()
    for width in range(250, 1400, 10):
        heads, _ = screen.table.columns(screen.theme, width)
        seen.add(len(results & set(heads)))
        assert heads == [head for head in COLUMNS if head in heads]
    assert seen == {0, 3}
    driver.press(pygame.K_ESCAPE)


def test_a_board_shows_the_winner_until_its_next_game() -> None:
    pygame.font.init()
    board, theme = SmallBoard(KONANE, skins.get("konane")), Theme(1.0)
    board.place(pygame.Rect(0, 0, 300, 360), theme)
    surface = pygame.Surface((300, 360))
    pictures = []

    def draw() -> None:
        surface.fill("white")
        board.draw(surface, theme)
        pictures.append(pygame.image.tobytes(surface, "RGB"))

    view = GameView(0, (0, 1), KONANE.notation.format(KONANE.start(4)))
    assert board.show(("Zebra", "Greedy"), view)
    assert not board.show(("Zebra", "Greedy"), view)
    draw()
    assert board.end((LOST, WON))
    assert not board.end((LOST, WON))
    draw()
    assert board.show(("Greedy", "Zebra"), view)
    assert board.show(("Zebra", "Greedy"), view)
    draw()
    assert pictures[0] == pictures[2] != pictures[1]
    assert not board.tick(100)


def test_a_board_has_its_games_number_scores_clocks_and_moves() -> None:
    board = SmallBoard(KONANE, skins.get("konane"))
    start = KONANE.notation.format(KONANE.start(4))
    last_scores = ((Score(35), 8), (Score(-120, None), 9))
    board.show(("Zebra", "Greedy"), GameView(5, (0, 1), start, 4, ("a1", "b2"), last_scores, (61.2, 9.0)))
    assert [board._facts.line(side) for side in (0, 1)] == ["+0.3/8   1:01", "+1.2/9   0:09"]
    assert not board.tick(0.1)
    assert board.tick(1)
    assert [board._facts.line(side) for side in (0, 1)] == ["+0.3/8   1:00", "+1.2/9   0:09"]
    board.tick(1000)
    assert board._facts.line(0).endswith(" 0:00")
    board.end((LOST, WON))
    assert not board.is_ticking
    assert numbered_moves(4, ("a1", "b2")) == "2.\xa0a1 b2"
    assert numbered_moves(6, ("b2", "c3", "d4")) == "2…\xa0b2 3.\xa0c3 d4"


@pytest.mark.thorough
def test_a_paused_tournament_starts_no_game_until_resumed(
    driver: Driver, begin: Callable[[], TournamentScreen]
) -> None:
    screen = begin()
    driver.press(pygame.K_SPACE, " ")
    assert screen.live.paused
    assert screen.pause.label == tournament_texts.CONTINUE
    driver.until(lambda: screen.live.news.stage is TournamentStage.PLAYING)
    for _ in range(10):
        driver.app.run_once(0.05)
    assert screen.live.news.played == ()
    assert screen.title.endswith("0 of 4 games, paused")
    driver.tool(tournament_texts.CONTINUE)
    driver.until(lambda: len(screen.live.news.played) == 4)


def test_a_tournament_that_finishes_in_the_frame_of_its_closing_is_not_resumed(
    driver: Driver, begin: Callable[[], TournamentScreen], open_setup: Callable[[], TournamentSetup]
) -> None:
    screen = begin()
    screen.live.close()
    Path(screen.live.config.path).touch()
    screen.live.news = replace(screen.live.news, stage=TournamentStage.FINISHED)
    screen.dismiss()
    assert not open_setup().resume_button.visible


@pytest.mark.thorough
def test_an_abandoned_tournament_resumes_later(
    driver: Driver, begin: Callable[..., TournamentScreen], open_setup: Callable[[], TournamentSetup]
) -> None:
    screen = begin(games=50)  # they take longer than the window to notice the first
    driver.until(lambda: len(screen.live.news.played) >= 1)
    driver.press(pygame.K_ESCAPE)
    if isinstance(driver.app.stack[-1], LeaveScreen):
        driver.tool(tournament_texts.LEAVE_NOW)
    before = len(load_games(Path(screen.live.config.path)))
    assert 1 <= before < 50
    setup = open_setup()
    assert setup.resume_button.visible
    driver.tool(tournament_texts.RESUME)
    again = driver.app.stack[-1]
    assert isinstance(again, TournamentScreen)
    driver.until(lambda: again.live.news.stage is TournamentStage.FINISHED)
    assert again.live.config == screen.live.config
    games = load_games(Path(again.live.config.path))
    assert len({game.tags["Round"] for game in games}) == len(games) == 50
    driver.press(pygame.K_ESCAPE)
    assert not open_setup().resume_button.visible


class PlayedTournament:
    """A fake tournament with two running games."""

    def __init__(self) -> None:
        self.config = TournamentConfig(
            "congo", ("greedy", "random"), "round-robin", 4, ("nodes", 50), "", name="Old against new"
        )
        self.workers, self.running, self.paused, self.closed = 2, 2, False, False
        self.news = TournamentStatus(
            TournamentStage.PLAYING, total=4, conditions=("50 nodes a move", "seed 3")
        )
        self.live_positions: list[GameView] = []

    def start(self) -> None:
        pass

    def pause(self, on: bool) -> None:
        self.paused = on

    def close(self) -> None:
        self.closed, self.running = True, 0


@pytest.fixture
def played(driver: Driver) -> tuple[PlayedTournament, TournamentScreen]:
    """Return a tournament with running games, and its screen."""
    live = PlayedTournament()
    screen = TournamentScreen(driver.app, live, lambda: True, print, print)
    driver.app.push(screen)
    driver.run_loop()
    return live, screen


def test_leaving_running_games_asks_and_can_wait_for_them(
    driver: Driver, played: tuple[PlayedTournament, TournamentScreen]
) -> None:
    live, screen = played
    assert screen.title == "Old against new: Congo tournament, round robin: 0 of 4 games"
    assert screen._conditions == ["50 nodes a move · seed 3"]
    for answer in (pygame.K_ESCAPE, pygame.K_RETURN):
        driver.press(pygame.K_ESCAPE)
        assert "2 games are running" in driver.top(LeaveScreen).message
        driver.press(answer)
        assert driver.app.stack[-1] is screen
        assert not live.paused
    driver.press(pygame.K_ESCAPE)
    driver.tool(tournament_texts.LEAVE_LATER)
    driver.run_loop()
    assert live.paused
    assert screen.title.endswith(tournament_texts.LEAVING)
    assert driver.app.stack[-1] is screen
    assert not live.closed
    driver.tool(tournament_texts.CONTINUE)
    live.running = 0
    driver.run_loop()
    assert driver.app.stack[-1] is screen
    live.running = 1
    driver.press(pygame.K_ESCAPE)
    driver.tool(tournament_texts.LEAVE_LATER)
    live.running = 0
    driver.run_loop()
    assert driver.app.stack[-1] is driver.play
    assert live.closed


def test_a_failure_is_shown_instead_of_leaving_and_can_be_resumed(driver: Driver, tmp_path: Path) -> None:
    live, resumed = PlayedTournament(), list[TournamentConfig]()
    live.config = replace(live.config, path=str(tmp_path / "games.txt"))
    Path(live.config.path).touch()
    UnfinishedTournaments(driver.app.settings).add(live.config)
    screen = TournamentScreen(driver.app, live, lambda: True, print, resumed.append)
    driver.app.push(screen)
    driver.press(pygame.K_ESCAPE)
    driver.tool(tournament_texts.LEAVE_LATER)
    driver.press(pygame.K_F1)
    live.running, live.news = 0, replace(live.news, stage=TournamentStage.FAILED, problem="No space left.")
    driver.run_loop()
    assert driver.app.stack[-1].toast.text == "No space left."
    driver.press(pygame.K_ESCAPE)
    driver.run_loop()
    assert driver.app.stack[-1] is screen
    assert screen.title == "No space left."
    driver.tool(tournament_texts.RESUME_THIS)
    assert resumed == [live.config]


def test_running_games_can_be_stopped_at_once(
    driver: Driver, played: tuple[PlayedTournament, TournamentScreen]
) -> None:
    driver.press(pygame.K_ESCAPE)
    driver.tool(tournament_texts.LEAVE_NOW)
    assert driver.app.stack[-1] is driver.play
    assert played[0].closed


def view_after(*moves: str) -> GameView:
    """Return a view of the first game after moves."""
    position = CONGO.start()
    for text in moves:
        position = CONGO.play(position, CONGO.parse_move(position, text))
    return GameView(1, (0, 1), CONGO.notation.format(position), len(moves), moves, start=START)


def test_a_clicked_board_follows_its_game_with_all_moves(
    driver: Driver, played: tuple[PlayedTournament, TournamentScreen]
) -> None:
    live, screen = played
    moves = ("d2d3", "d6d5", "g1f3", "g7f5")
    score = ((Score(35), 8), None)

    def see(plies: int) -> None:
        live.live_positions = [replace(view_after(*moves[:plies]), last_scores=score, clocks=(61.2, 9.0))]
        driver.run_loop()

    see(2)
    driver.click(screen.live_boards.boards[0].rect.center)
    shown = driver.top(LiveGameScreen)
    assert shown.moves.table.rows[0].texts == moves[:2]
    assert [shown._facts.line(side) for side in (0, 1)] == ["+0.3/8   1:01", "0:09"]
    see(3)
    assert shown.cursor == shown.moves.table.current == 3
    driver.press(pygame.K_LEFT)
    see(4)
    assert shown.cursor == 2
    assert len(shown.moves.table.rows) == 2
    assert CONGO.notation.format(shown.board.display.position) == CONGO.notation.format(
        shown.game.position_at(2)
    )
    driver.press(pygame.K_END)
    assert shown.cursor == 4
    driver.press(pygame.K_HOME)
    driver.click(shown.moves.cell_of(4).center)
    assert shown._cursor is None
    driver.press(ord("a"), "a")
    assert shown.toast.text == tournament_texts.NOT_OVER
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack[-1] is screen
    driver.click(screen.live_boards.boards[0].rect.center)
    shown = driver.top(LiveGameScreen)
    text = f"{OPENING}1. d2d3 d6d5 2. g1f3 g7f5 3. e2e3 0-1"
    over = FinishedGame(1, 0, "resignation", False, 5, (None, None), text, (1, 0))
    live.news = replace(live.news, played=(over,))
    live.live_positions = []
    driver.run_loop()
    assert shown.cursor == 5
    assert shown.end is not None
    assert shown.end.points == (WON, LOST)
    assert shown.moves.table.comment == "Resignation."
    analysed: list[object] = []
    screen._analyse = analysed.append
    driver.press(ord("a"), "a")
    assert driver.app.stack[-1] is screen
    assert len(analysed) == 1
    driver.click(screen.live_boards.boards[0].rect.center)
    assert len(analysed) == 2


def test_the_chosen_game_stays_chosen_when_another_one_ends(
    driver: Driver, played: tuple[PlayedTournament, TournamentScreen]
) -> None:
    live, screen = played
    texts_of = [f"{OPENING}1. {move} 0-1" for move in ("a2a3", "b2b3", "c2c3")]
    over = [FinishedGame(at, 0, "", False, 1, (None, None), text, (1, 0)) for at, text in enumerate(texts_of)]
    live.news = replace(live.news, played=tuple(over[:2]))
    driver.run_loop()
    driver.point(screen.finished.games.row_rect(1).center)
    analysed: list[GameRecord] = []
    screen._analyse = analysed.append
    live.news = replace(live.news, played=tuple(over))
    driver.run_loop()
    driver.press(pygame.K_a, "a")
    assert [move.move.text for move in analysed[0].moves] == ["a2a3"]


def follow_three_plies(driver: Driver, live: PlayedTournament, screen: TournamentScreen) -> LiveGameScreen:
    live.live_positions = [view_after("d2d3", "d6d5", "g1f3")]
    driver.run_loop()
    driver.click(screen.live_boards.boards[0].rect.center)
    return driver.top(LiveGameScreen)


@pytest.mark.parametrize("again", ["c2c3", "c2c3 c6c5 b2b3", "c2c3 c6c5 b2b3 b6b5 b3b4"])
@pytest.mark.parametrize("looks_back", [False, True])
def test_a_followed_game_that_is_played_again_is_followed_from_its_start(
    driver: Driver, played: tuple[PlayedTournament, TournamentScreen], again: str, looks_back: bool
) -> None:
    live, shown = played[0], follow_three_plies(driver, *played)
    if looks_back:
        driver.press(pygame.K_LEFT)
    live.live_positions = [view_after(*again.split())]
    driver.run_loop()
    assert " ".join(ply.move.text for ply in shown.game.plies) == again
    assert CONGO.notation.format(shown.board.display.position) == live.live_positions[0].position


def test_the_end_of_a_followed_game_that_was_played_again_is_shown(
    driver: Driver, played: tuple[PlayedTournament, TournamentScreen]
) -> None:
    live, shown = played[0], follow_three_plies(driver, *played)
    driver.press(pygame.K_LEFT)
    text = f"{OPENING}1. c2c3 0-1"
    over = FinishedGame(1, 0, "resignation", False, 1, (None, None), text, (1, 0))
    live.news = replace(live.news, played=(over,))
    driver.run_loop()
    assert shown.board.display.position == CONGO.play(CONGO.start(), CONGO.parse_move(CONGO.start(), "c2c3"))


def test_a_board_shows_the_last_moves_of_its_game_though_they_were_not_received(
    driver: Driver, played: tuple[PlayedTournament, TournamentScreen]
) -> None:
    live, screen = played
    live.live_positions = [view_after("d2d3")]
    driver.run_loop()
    text = f"{OPENING}1. d2d3 d6d5 1-0"
    over = FinishedGame(1, 0, "resignation", False, 2, (None, None), text, (1, 0))
    live.live_positions, live.news = [], replace(live.news, played=(over,))
    driver.run_loop()
    game = screen.live_boards.boards[0]._facts.game
    assert game is not None
    assert (game.plies, game.moves) == (2, ("d2d3", "d6d5"))


@pytest.fixture
def parsed_moves(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list to which each parsed move is added from now on."""
    parsed: list[str] = []
    parse_move = type(CONGO).parse_move

    def noted(rules: Any, position: Position, text: str) -> Move:
        parsed.append(text)
        return parse_move(rules, position, text)

    monkeypatch.setattr(type(CONGO), "parse_move", noted)
    return parsed


@pytest.mark.parametrize(
    ("received", "text", "missing"),
    [
        ("d2d3 d6d5", "1. d2d3 d6d5", []),
        ("d2d3 d6d5", "1. d2d3 d6d5 2. g1f3", ["g1f3"]),
        ("c2c3 c6c5", "1. d2d3 d6d5 2. g1f3", ["d2d3", "d6d5", "g1f3"]),
    ],
    ids=["all received", "one missing", "played again"],
)
def test_at_a_games_end_only_the_moves_that_its_board_lacks_are_played(
    driver: Driver,
    played: tuple[PlayedTournament, TournamentScreen],
    parsed_moves: list[str],
    received: str,
    text: str,
    missing: list[str],
) -> None:
    """All those of a game of thousands of moves stopped the window."""
    live, screen = played
    live.live_positions = [view_after(*received.split())]
    driver.run_loop()
    over = FinishedGame(1, 0, "resignation", False, 3, (None, None), f"{OPENING}{text} 1-0", (1, 0))
    live.live_positions, live.news = [], replace(live.news, played=(over,))
    parsed_moves.clear()
    driver.run_loop()
    assert parsed_moves == missing
    shown = screen.live_boards.boards[0]._position
    assert shown == parse_games(over.text)[0].replay().position


def test_a_board_that_lacks_earlier_moves_shows_the_end(
    driver: Driver, played: tuple[PlayedTournament, TournamentScreen], parsed_moves: list[str]
) -> None:
    live, screen = played
    live.live_positions = [replace(view_after("d2d3", "d6d5", "g1f3"), moves=("d6d5", "g1f3"))]
    driver.run_loop()
    text = f"{OPENING}1. d2d3 d6d5 2. g1f3 g7f5 1-0"
    live.live_positions = []
    live.news = replace(live.news, played=(FinishedGame(1, 0, "", False, 4, (None, None), text, (1, 0)),))
    parsed_moves.clear()
    driver.run_loop()
    assert parsed_moves == ["g7f5"]
    game = screen.live_boards.boards[0]._facts.game
    assert game is not None
    assert (game.plies, game.moves) == (4, ("d2d3", "d6d5", "g1f3", "g7f5"))
    assert game.position == CONGO.notation.format(parse_games(text)[0].replay().position)


def test_the_end_of_a_followed_game_is_shown_as_far_as_it_can_be_played(
    driver: Driver, played: tuple[PlayedTournament, TournamentScreen]
) -> None:
    live, shown = played[0], follow_three_plies(driver, *played)
    text = f"{OPENING}1. d2d3 d6d5 2. g1f3 g7f5 3. a1a9 0-1"
    over = FinishedGame(1, 0, "resignation", False, 5, (None, None), text, (1, 0))
    live.live_positions, live.news = [], replace(live.news, played=(over,))
    driver.run_loop()
    assert shown.cursor == 4
    assert shown.moves.table.comment == "Resignation."
    assert shown.next_change != 0.0


def test_a_long_game_that_is_followed_is_played_over_several_frames(
    driver: Driver,
    played: tuple[PlayedTournament, TournamentScreen],
    parsed_moves: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live_game, "PLIES_PER_FRAME", 2)
    live, screen = played
    moves = ("d2d3", "d6d5", "g1f3", "g7f5", "e2e3", "e6e5", "a2a3")
    live.live_positions = [view_after(*moves)]
    driver.run_loop()
    parsed_moves.clear()
    screen._open_number(1)
    shown = driver.top(LiveGameScreen)
    for plies in (2, 4, 6, 7):
        assert parsed_moves == list(moves[:plies])
        assert (shown.next_change == 0.0) is (plies < len(moves))
        assert len(shown.moves.table.rows) == (1 if plies < len(moves) else 4)
        shown.update(0.01)
    assert shown.cursor == len(moves)
    assert CONGO.notation.format(shown.board.display.position) == live.live_positions[0].position


@pytest.mark.parametrize("stage", [TournamentStage.FAILED, TournamentStage.STOPPED, TournamentStage.FINISHED])
def test_a_followed_game_that_is_stopped_says_so(
    driver: Driver, played: tuple[PlayedTournament, TournamentScreen], stage: TournamentStage
) -> None:
    live, shown = played[0], follow_three_plies(driver, *played)
    assert shown.note == tournament_texts.FOLLOWING
    live.news = replace(live.news, stage=stage)
    driver.run_loop()
    assert shown.note == tournament_texts.STOPPED
    driver.press(pygame.K_a, "a")
    assert shown.toast.text == tournament_texts.NOT_FINISHED


@pytest.mark.parametrize("stage", [TournamentStage.FAILED, TournamentStage.STOPPED, TournamentStage.FINISHED])
def test_an_empty_board_waits_for_a_game_only_while_there_are_more(
    driver: Driver, played: tuple[PlayedTournament, TournamentScreen], stage: TournamentStage
) -> None:
    live, screen = played
    board = screen.live_boards.boards[-1]
    assert board.no_game == tournament_texts.WAITING
    live.news = replace(live.news, stage=stage)
    driver.run_loop()
    assert board.no_game == tournament_texts.NO_GAME


def close_window(driver: Driver) -> None:
    """Close the window with its close button."""
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    driver.run_loop()


def test_closing_the_window_asks_while_games_are_running(
    driver: Driver, played: tuple[PlayedTournament, TournamentScreen]
) -> None:
    live, screen = played
    close_window(driver)
    for key in (pygame.K_LEFT, pygame.K_LEFT, pygame.K_RETURN):  # to the leftmost answer
        driver.press(key)
    assert live.paused
    driver.tool(tournament_texts.CONTINUE)
    for by_key in (True, False):
        if by_key:
            driver.control("q")
        else:
            close_window(driver)
        assert driver.top(LeaveScreen).title == system_texts.CLOSE_QUESTION
        driver.tool(tournament_texts.STAY)
        assert driver.app.stack[-1] is screen
        assert driver.app.running
        assert not live.paused
    close_window(driver)
    driver.tool(tournament_texts.LEAVE_LATER)
    driver.run_loop()
    assert live.paused
    assert driver.app.running
    live.running = 0
    driver.run_loop()
    assert not driver.app.running


def test_closing_the_window_waits_for_running_games_below_another_screen(
    driver: Driver, played: tuple[PlayedTournament, TournamentScreen]
) -> None:
    live, _ = played
    driver.press(pygame.K_F1)
    help_screen = driver.app.stack[-1]
    close_window(driver)
    driver.tool(tournament_texts.LEAVE_LATER)
    assert driver.app.stack[-1] is help_screen
    assert help_screen.toast.text == tournament_texts.CLOSING_LATER
    live.running = 0
    driver.run_loop()
    assert not driver.app.running


@pytest.mark.parametrize("is_repeated", [False, True])
def test_a_file_that_failed_while_the_window_waited_is_named_unless_it_is_written_by_then(
    driver: Driver,
    played: tuple[PlayedTournament, TournamentScreen],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_repeated: bool,
) -> None:
    def full() -> str:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    live, screen = played
    now = 100.0
    monkeypatch.setattr(closing, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(closing, "AGAIN_S", 1.0)
    close_window(driver)
    driver.tool(tournament_texts.LEAVE_LATER)
    now = 200.0
    for write in (full, lambda: "Saved.")[: 1 + is_repeated]:
        driver.app.export(tmp_path / "table.md", write)
        driver.until(lambda: not driver.app.writing.paths)
    screen.toast.show("Copied.")
    live.running = 0
    driver.run_loop()
    assert driver.app.running is not is_repeated
    if not is_repeated:
        assert driver.app.stack[-1].toast.text == system_texts.stays_open(["table.md"])
        now = 200.5
        close_window(driver)  # as by a double click
        assert driver.app.running
        now = 202.0
        close_window(driver)
        assert not driver.app.running


@pytest.mark.parametrize("is_answered", [False, True])
def test_a_set_up_that_is_changed_while_the_window_waits_is_asked_about(
    driver: Driver, played: tuple[PlayedTournament, TournamentScreen], is_answered: bool
) -> None:
    live, _ = played
    if is_answered:
        edit(driver)
    close_window(driver)
    if is_answered:
        driver.tool(system_texts.CLOSE)
    driver.tool(tournament_texts.LEAVE_LATER)
    if not is_answered:
        edit(driver)
    driver.top(EditScreen).commands.run("mirror")
    live.running = 0
    driver.run_loop()
    close_window(driver)  # a click that was meant before the question came
    assert driver.app.running
    assert driver.top(ConfirmScreen).message == edit_texts.POSITION_LOST
    driver.tool(system_texts.CLOSE)
    driver.run_loop()
    assert not driver.app.running


def edit(driver: Driver) -> None:
    """Set up a position above a tournament."""
    driver.play.commands.run("edit")
    driver.top(EditScreen).commands.run("other_turn")


@pytest.mark.parametrize("way", ["again", "set-up", "Escape"])
def test_a_window_that_waits_stays_after_stay(
    driver: Driver, played: tuple[PlayedTournament, TournamentScreen], way: str
) -> None:
    live, _ = played
    close_window(driver)
    driver.tool(tournament_texts.LEAVE_LATER)
    if way == "set-up":
        edit(driver)
    if way == "Escape":
        driver.press(pygame.K_ESCAPE)
    else:
        close_window(driver)
    driver.tool(system_texts.STAY)
    live.running = 0
    driver.run_loop()
    assert driver.app.running


def test_closing_the_window_twice_stops_running_games(
    driver: Driver, played: tuple[PlayedTournament, TournamentScreen]
) -> None:
    close_window(driver)
    assert driver.app.running
    close_window(driver)
    assert not driver.app.running


def test_dropped_file_waits_for_the_answer_while_games_run(
    driver: Driver, played: tuple[PlayedTournament, TournamentScreen], tmp_path: Path
) -> None:
    live, screen = played
    path = written(tmp_path / "game.pgn", OPENING + "1. d2d3 *")
    for answer in (tournament_texts.STAY, tournament_texts.LEAVE_NOW):
        assert driver.app.stack[-1] is screen
        drop(driver, path)
        assert driver.top(LeaveScreen).title == system_texts.OPEN_QUESTION
        driver.tool(answer)
    assert live.closed
    assert driver.app.stack[-1] is driver.play
    assert driver.moves == ["d2d3"]


@pytest.mark.parametrize("begins", [True, False])
def test_a_game_from_an_analysis_asks_while_games_run_and_closes_the_tournament(
    driver: Driver, played: tuple[PlayedTournament, TournamentScreen], begins: bool
) -> None:
    live, screen = played
    driver.play.analyses.analyse_position(CONGO.start(), flipped=False)
    analysis = driver.top(AnalyseScreen)
    driver.run_loop()
    for answer in (tournament_texts.STAY, tournament_texts.LEAVE_NOW):
        assert driver.app.stack[-1] is analysis
        driver.press(pygame.K_n, "n")
        question = driver.top(LeaveScreen)
        assert question.title == analysis_texts.BEGIN_QUESTION
        labels = [widget.label for widget in question.group.widgets if isinstance(widget, Button)]
        assert tournament_texts.LEAVE_LATER not in labels  # nobody knows what is on the board by then
        driver.tool(answer)
        assert live.closed == (answer == tournament_texts.LEAVE_NOW)
    if begins:
        driver.press(pygame.K_RETURN)
        assert driver.app.stack == [driver.play]
        return
    for _ in range(2):  # the form for the game, and the analysis
        driver.press(pygame.K_ESCAPE)
    assert driver.app.stack[-1] is screen
    assert screen.pause.label == tournament_texts.RESUME_THIS


def test_stopping_the_games_forgets_that_the_window_should_close_after_them(
    driver: Driver, played: tuple[PlayedTournament, TournamentScreen]
) -> None:
    _, screen = played
    close_window(driver)
    driver.tool(tournament_texts.LEAVE_LATER)
    driver.play.analyses.analyse_position(CONGO.start(), flipped=False)
    driver.run_loop()
    driver.press(pygame.K_n, "n")
    driver.tool(tournament_texts.LEAVE_NOW)
    driver.run_loop()
    assert driver.app.running
    for _ in range(2):  # the form for the game, and the analysis
        driver.press(pygame.K_ESCAPE)
    driver.run_loop()
    assert driver.app.running
    assert driver.app.stack[-1] is screen


def test_closing_the_window_while_another_question_is_open_asks_itself(
    driver: Driver, played: tuple[PlayedTournament, TournamentScreen]
) -> None:
    driver.play.analyses.analyse_position(CONGO.start(), flipped=False)
    driver.run_loop()
    driver.press(pygame.K_n, "n")
    close_window(driver)
    assert driver.app.running
    assert driver.top(LeaveScreen).title == system_texts.CLOSE_QUESTION


def test_close_button_ends_a_preparing_tournament(
    driver: Driver, begin: Callable[[], TournamentScreen]
) -> None:
    screen = begin()
    driver.click(screen.back.rect.center)
    assert driver.app.stack[-1] is driver.play
    assert isinstance(screen.live, LiveTournament)
    assert not screen.live._thread.is_alive()


def test_closing_does_not_wait_until_a_file_of_many_games_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, begun = tmp_path / "games.txt", threading.Event()
    config = TournamentConfig("congo", ("random", "first"), "round-robin", 2, ("nodes", 50), str(path))
    (opening,) = openings_for(1, "congo", config.seed)
    settings = config.plan((opening,)).settings()
    path.write_text(unplayed_game(settings, ScheduledGame(0, opening)).text * 2000)

    def read(path: Path) -> str:
        begun.set()
        return tournament_text(path)

    monkeypatch.setattr(tournament_file, "tournament_text", read)
    live = LiveTournament(config, lambda: None)
    live.start()
    assert begun.wait(120)
    live.close()
    assert live.news.stage is TournamentStage.PREPARING


def test_leaving_a_tournament_does_not_wait_for_a_slow_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting, disk = threading.Event(), threading.Event()
    waits: list[float] = []

    def write(live: LiveTournament) -> None:
        waiting.set()
        disk.wait(PATIENCE)

    def leave(thread: threading.Thread, seconds: float) -> None:
        waits.append(seconds)
        join_or_leave(thread, 0.0)

    monkeypatch.setattr(LiveTournament, "_play", write)
    monkeypatch.setattr(background, "join_or_leave", leave)
    earlier = set(threading.enumerate())
    config = TournamentConfig("congo", ("random", "first"), "round-robin", 2, ("nodes", 50), "games.txt")
    live = LiveTournament(config, lambda: None)
    live.start()
    assert waiting.wait(PATIENCE)
    live.close()
    live.close()  # *Stop now* closes it, and so does leaving its screen
    assert waits == [background.CLOSE_WAIT_S]
    left = set(threading.enumerate()) - earlier
    assert not all(thread.daemon for thread in left)  # Python waits for the game to be written
    disk.set()
    for thread in left:
        thread.join(PATIENCE)


def test_explains_an_unplayable_tournament_file(driver: Driver, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("Dear diary\n")
    config = TournamentConfig("congo", ("random", "first"), "round-robin", 2, ("nodes", 50), str(notes))
    screen = TournamentScreen(driver.app, LiveTournament(config, driver.app.wake), lambda: True, print, print)
    driver.app.push(screen)
    driver.until(lambda: screen.live.news.stage is TournamentStage.FAILED)
    driver.run_loop()
    assert "is not a tournament file" in screen.title
    assert notes.read_text() == "Dear diary\n"


def test_a_tournament_whose_program_is_gone_can_be_resumed_later(driver: Driver, tmp_path: Path) -> None:
    """Otherwise the program would lose all its remaining games, as if it had failed to start in each."""
    path = tmp_path / "games.txt"
    path.touch()
    players = (f"Python=uci:{sys.executable}", "Rex=uci:/nowhere/rex")
    config = TournamentConfig("congo", players, "round-robin", 2, ("nodes", 50), str(path))
    UnfinishedTournaments(driver.app.settings).add(config)
    driver.control("t")
    setup = driver.top(TournamentSetup)
    driver.until(lambda: setup.resume_button.visible)
    driver.run_loop()
    driver.tool(tournament_texts.RESUME)
    driver.tool(tournament_texts.START_THEM)
    live = driver.top(TournamentScreen).live
    driver.until(lambda: live.news.stage is TournamentStage.FAILED)
    assert "no program '/nowhere/rex'" in live.news.problem
    driver.press(pygame.K_ESCAPE)
    assert path.read_text() == ""
    assert UnfinishedTournaments(driver.app.settings).last == config


def test_a_tournament_that_fails_has_no_running_games(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(games: Tournament, *_: object) -> Iterator[None]:
        games.running = 2
        yield None
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Tournament, "poll", fail)
    path = str(tmp_path / "games.txt")
    config = TournamentConfig("congo", ("random", "first"), "round-robin", 2, ("nodes", 50), path)
    live = LiveTournament(config, driver.app.wake)
    live.start()
    driver.until(lambda: live.news.stage is TournamentStage.FAILED)
    assert live.running == 0


@pytest.mark.parametrize("typed", ["{}", '"{}"'])
def test_a_program_does_not_log_to_the_file_of_openings(driver: Driver, tmp_path: Path, typed: str) -> None:
    openings = tmp_path / "openings.txt"
    openings.write_text("d2d3 d6d5\n")
    players = ("random", f"uci:log={openings} rex")
    live = LiveTournament(
        TournamentConfig(
            *("congo", players, "round-robin", 2, ("nodes", 50), str(tmp_path / "games.txt")),
            openings=typed.format(openings),
        ),
        driver.app.wake,
    )
    live.start()
    driver.until(lambda: live.news.stage is TournamentStage.FAILED)
    assert live.news.problem == sentence(is_its_source(openings))


@pytest.mark.parametrize("lock", [tournament_lock, no_tournament])
def test_tournament_of_another_window_is_not_played_again(
    tmp_path: Path, lock: Callable[[Path], AbstractContextManager[None]]
) -> None:
    path = tmp_path / "games.txt"
    live = LiveTournament(
        TournamentConfig("congo", ("random", "first"), "round-robin", 2, ("nodes", 50), str(path)),
        lambda: None,
    )
    with lock(path):
        live._work()
    assert live.news.stage is TournamentStage.FAILED
    assert live.news.problem == sentence(match_texts.in_use(path))
    assert not path.exists()


def test_a_tournament_without_files_left_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(tournament_file, "tournament_lock", refuse)
    config = TournamentConfig(
        "congo", ("random", "first"), "round-robin", 2, ("nodes", 50), str(tmp_path / "games.txt")
    )
    live = LiveTournament(config, lambda: None)
    live._work()
    assert (live.news.stage, live.news.problem) == (TournamentStage.FAILED, "Too many open files.")
    assert not caplog.records


def begin_konane(driver: Driver, setup: TournamentSetup) -> TournamentScreen:
    driver.click(setup.choices.game.part_rect(setup.choices.game.texts.index("Konane")).center)
    for label in ("3", "4", "5", "Random"):
        driver.tool(label)
    driver.tool(tournament_texts.START)
    screen = driver.app.stack[-1]
    assert isinstance(screen, TournamentScreen)
    return screen


@pytest.mark.parametrize("is_played", [True, False])
def test_tournament_of_another_game_tells_where_the_running_game_is(
    driver: Driver, open_setup: Callable[[], TournamentSetup], is_played: bool
) -> None:
    if is_played:
        driver.click_squares("d2", "d3")
        driver.reply("d6d5")
    screen = begin_konane(driver, open_setup())
    reported = play_texts.game_saved("Congo")
    assert screen.toast.text == (reported if is_played else "")
    screen.close()


@pytest.mark.thorough
def test_a_tournament_of_another_game_opens_that_game(
    driver: Driver, open_setup: Callable[[], TournamentSetup]
) -> None:
    screen = begin_konane(driver, open_setup())
    assert screen.rules.name == driver.session.game.rules.name == "konane"
    driver.until(lambda: len(screen.live.news.played) >= 1)
    driver.run_loop()
    is_ready, screen._ready = screen._ready, lambda: False
    driver.click(screen.finished.games.row_rect(0).center)
    assert driver.app.stack[-1] is screen
    assert screen.toast.text == tournament_texts.AI_LOADING
    screen._ready = is_ready
    driver.click(screen.finished.games.row_rect(0).center)
    analysis = driver.app.stack[-1]
    assert isinstance(analysis, AnalyseScreen)
    assert analysis.cursor.tree.rules.name == "konane"
    analysis.dismiss()
    screen.close()


def game(number: int, winner: int | None, reason: str = "the lion was captured") -> FinishedGame:
    """Return a game that was never played."""
    return FinishedGame(number, winner, reason, False, 30 + number, (None, None), "", seconds=(1.0, 0.5))


def test_remarks_explain_the_table() -> None:
    elos = (Elo(210.4, bound=">"), Elo(-210.4, bound="<"))
    rows = tuple(
        TableRow(1 + at, at, f"p{at}", elo, WinDrawLoss(wins=2), 0, 2.0, 0.5, ("-", "2/2"))
        for at, elo in enumerate(elos)
    )
    slow = CONGO.facts.no_progress
    sprt = Sprt(0, 30)
    news = TournamentStatus(
        TournamentStage.PLAYING, rows, (game(0, 0), game(1, None, slow.value)), 400, sprt=sprt
    )
    message = list(notes(news, ("Zebra", "Greedy"), CONGO))
    question = tournament_texts.test_question("Zebra", 30, 0)
    bounds = tournament_texts.test_bounds("+0.00", "+2.94", "−2.94")
    assert message[0] == tournament_texts.test_open(question, 0, bounds)
    assert message[1:3] == [tournament_texts.ELO_NOTE, tournament_texts.BOUNDS_NOTE]
    assert [row_texts(row)[tournament_texts.ELO] for row in rows] == ["≥ +210", "≤ −210"]
    assert message[3] == tournament_texts.ends([("the lion was captured", 1), (slow.shown, 1)])
    lengths, thinking = tournament_texts.lengths(15.5, 15, 16), tournament_texts.thinking(3)
    assert message[4] == tournament_texts.totals(1, 2, lengths, thinking)
    for number in range(200):
        sprt.add(number, float(number % 7 != 0))
    answer = f"{question} {tournament_texts.YES}, "
    assert next(notes(news, ("Zebra", "Greedy"), CONGO)).startswith(answer)
    plain = replace(news, sprt=None, rows=tuple(replace(row, elo=Elo(5, 20)) for row in rows))
    assert tournament_texts.BOUNDS_NOTE not in list(notes(plain, ("Zebra", "Greedy"), CONGO))
    assert [row_texts(row)[tournament_texts.ELO] for row in plain.rows] == ["+5 ±20"] * 2
    few = (Elo(-216, bound=">"), Elo(0, bound="?"))
    young = replace(plain, rows=tuple(replace(row, elo=elo) for row, elo in zip(rows, few, strict=True)))
    assert [row_texts(row)[tournament_texts.ELO] for row in young.rows] == ["too few"] * 2
    message = list(notes(young, ("Zebra", "Greedy"), CONGO))
    assert tournament_texts.FEW_NOTE in message
    assert not {tournament_texts.BOUNDS_NOTE, tournament_texts.ELO_NOTE} & set(message)


# --- what settings keep


def test_saved_setup_is_restored_if_its_file_exists(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    config = TournamentConfig(
        "congo", ("random", "first"), "swiss", 4, ("nodes", 50), str(path), 7, 2, 7, (0.0, 10.0)
    )
    assert TournamentConfig.from_settings(config.to_settings()) is None
    config = replace(config, sprt=None)
    path.write_text("")
    assert TournamentConfig.from_settings(json.loads(json.dumps(config.to_settings()))) == config
    config = replace(config, form="round-robin", sprt=(0.0, 10.0))
    assert TournamentConfig.from_settings(json.loads(json.dumps(config.to_settings()))) == config


@pytest.mark.parametrize(
    "kept",
    [
        *({}, {"x": 1}, {"game": "chess"}, {"game": 5}, {"players": 3}, {"players": ["first"]}),
        *({"form": "knockout"}, {"games": 3}, {"limit": ["nodes"]}, {"limit": ["speed", 3]}, {"path": 5}),
        *({"size": 5}, {"size": "big"}, {"sprt": 3}, {"sprt": [10, 0]}, {"sprt": ["a", "b"]}),
        *({"limit": ["nodes", float("inf")]}, {"rounds": 1e308}, {"seed": None}, {"path": "/" + "x" * 5000}),
    ],
)
def test_invalid_settings_give_no_tournament(kept: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("")
    config = TournamentConfig("congo", ("random", "first"), "swiss", 4, ("nodes", 50), str(path), 7, 2)
    assert TournamentConfig.from_settings({**config.to_settings(), **kept} if kept else {}) is None


def test_every_limit_and_form_makes_a_plan() -> None:
    for limit in (*LIMITS, ("depth", 3)):
        for _, name_of_format in FORMATS:
            plan = TournamentConfig("congo", ("random", "first"), name_of_format, 2, limit, "x").plan()
            if limit[0] == "clock":
                assert (plan.control, plan.limits) == (TimeControl(60, 1), Limits())
                continue
            name = "move_limit_ms" if limit[0] == "limit" else limit[0]
            assert (plan.format, getattr(plan.limits, name)) == (name_of_format, limit[1])


# --- limits


def test_a_strict_limit_binds_every_player_without_grace() -> None:
    plan = TournamentConfig("congo", ("random", "first"), "swiss", 2, ("limit", 3000), "x").plan()
    assert (plan.limits.move_limit_ms, plan.limits.movetime, plan.limits.grace_ms, plan.grace_ms) == (
        3000,
        2800,
        0,
        0,
    )
    assert TournamentConfig("congo", ("random", "first"), "swiss", 2, ("movetime", 3000), "x").plan().grace_ms


@pytest.mark.parametrize(
    ("kind", "text", "limit", "title"),
    [
        ("movetime", "0,25", ("movetime", 250), "0.25 s"),
        ("limit", "5", ("limit", 5000), "5 s strict"),
        ("nodes", "1,500", ("nodes", 1500), "1,500 nodes"),
        ("depth", "6", ("depth", 6), "depth 6"),
    ],
)
def test_limits_are_typed(kind: str, text: str, limit: tuple[str, int], title: str) -> None:
    assert parse_limit(kind, text) == limit
    assert limit_title(limit) == title
    assert limit_from_settings({"limit": list(limit)}) == limit


@pytest.mark.parametrize(
    ("kind", "text", "problem"),
    [
        ("movetime", "", "Seconds must be a number from 0.01 to 3600, not ''"),
        ("limit", "0.05", "Seconds must be a number from 0.1 to 3600, not '0.05'"),
        ("nodes", "1.5", "Nodes must be a whole number from 1 to 1,000,000,000, not '1.5'"),
        ("depth", "61", "Depth must be a whole number from 1 to 60, not '61'"),
        ("depth", "six", "Depth must be a whole number from 1 to 60, not 'six'"),
    ],
)
def test_explains_an_invalid_limit(kind: str, text: str, problem: str) -> None:
    with pytest.raises(UserError) as error:
        parse_limit(kind, text)
    assert str(error.value) == problem


@pytest.mark.parametrize("kept", [{}, {"limit": 3}, {"limit": ["speed", 3]}, {"limit": ["nodes", "5"]}])
def test_an_invalid_limit_in_settings_becomes_the_default(kept: dict[str, object]) -> None:
    assert limit_from_settings(kept) == DEFAULT_LIMIT


def test_a_custom_limit_is_chosen_changed_and_remembered(
    open_setup: Callable[[], TournamentSetup], driver: Driver
) -> None:
    setup = open_setup()
    driver.tool(tournament_texts.GAMES_PAGE)
    choice = setup.choices.limit
    custom = choice.part_rect(len(choice.texts) - 1).center
    driver.click(custom)
    dialog = driver.app.stack[-1]
    assert isinstance(dialog, LimitScreen)
    for kind in (1, 0):
        driver.click(dialog.kind.part_rect(kind).center)
    driver.type("x")
    driver.press(pygame.K_RETURN)
    assert dialog.error == "Seconds must be a number from 0.01 to 3600, not 'x'."
    driver.press(pygame.K_BACKSPACE)
    assert dialog.error == ""
    driver.type("2")
    driver.tool(tournament_texts.STRICT)
    driver.press(pygame.K_RETURN)
    assert setup.config.limit == ("limit", 2000)
    assert choice.texts[choice.index] == "2 s strict"
    driver.click(custom)
    assert isinstance(driver.app.stack[-1], LimitScreen)
    driver.press(pygame.K_ESCAPE)
    driver.app.settings.tournament = setup.config.to_settings()
    driver.press(pygame.K_ESCAPE)
    assert open_setup().choices.limit.limit == ("limit", 2000)
