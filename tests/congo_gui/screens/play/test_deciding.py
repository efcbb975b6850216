"""The AI moves for a human, and games between AIs are adjudicated."""

from __future__ import annotations

import pygame
import pytest

from congo_gui.play.game_state import GameState
from congo_gui.screens.play import texts as play_texts
from congo_gui.screens.play.demo_dialogs import AdjudicateScreen
from engine.game.clocks import TimeControl
from engine.record.format import format_game
from engine.record.parse import parse_games
from engine.record.remark import Remark
from engine.rules.values import Outcome, Reason
from tests.congo_gui.driver import Driver, Starter


@pytest.mark.parametrize("key", ["g", " "])
def test_the_ai_makes_the_humans_move(driver: Driver, key: str) -> None:
    driver.press(ord(key), key)
    assert driver.thinker.thinking
    assert driver.moves == []
    driver.thinker.answer("d2d3", cp=20)
    driver.run_loop()
    assert driver.moves == ["d2d3"]
    assert Remark.parse(driver.session.current.remarks[0].comment).finding == "+0.20, depth 5"
    driver.reply("d6d5")
    assert driver.moves == ["d2d3", "d6d5"]
    driver.press(pygame.K_z, "z")
    assert driver.moves == []


def test_the_move_of_a_hint_is_made_at_once(driver: Driver) -> None:
    driver.press(pygame.K_h, "h")
    driver.thinker.answer("e2e3")
    driver.run_loop()
    asked = len(driver.thinker.asked)
    driver.press(pygame.K_g, "g")
    assert driver.moves == ["e2e3"]
    assert driver.thinker.asked[asked:] == driver.thinker.asked[-1:]


def test_a_move_made_meanwhile_counts_as_the_humans(driver: Driver) -> None:
    driver.press(pygame.K_g, "g")
    driver.click_squares("c2", "c3")
    driver.reply("d6d5")
    assert driver.moves == ["c2c3", "d6d5"]


def test_space_never_replaces_later_moves(start: Starter) -> None:
    driver = start(black="human")
    driver.click_squares("d2", "d3")
    driver.press(pygame.K_LEFT)
    driver.press(pygame.K_SPACE, " ")
    assert not driver.thinker.thinking
    assert len(driver.session.game.plies) == 1


def test_with_a_clock_space_holds_it(start: Starter) -> None:
    driver = start(black="human")
    players = tuple(
        type(player)(player.level, player.program, clock=TimeControl(60))
        for player in driver.session.current.players
    )
    driver.session.games.new((players[0], players[1]))
    driver.click_squares("d2", "d3")
    driver.press(pygame.K_SPACE, " ")
    assert driver.session.state is GameState.PAUSED
    assert not driver.thinker.thinking


@pytest.mark.parametrize(("label", "winner"), [("White wins", 0), (play_texts.DRAW, None), ("Black wins", 1)])
def test_a_demo_is_adjudicated_undone_and_saved(start: Starter, label: str, winner: int | None) -> None:
    driver = start(demo=True)
    driver.session.demo.set_pace(0.0)
    driver.reply("d2d3", cp=50)
    driver.press(pygame.K_e, "\x05", pygame.KMOD_LCTRL)
    assert isinstance(driver.app.stack[-1], AdjudicateScreen)
    driver.tool(label)
    driver.run_loop()
    assert driver.session.outcome == Outcome(winner, Reason.ADJUDICATION)
    assert "adjudicated" in driver.status
    kept = parse_games(format_game(driver.play.autosave.record))[0]
    assert kept.replay().outcome == Outcome(winner, Reason.ADJUDICATION)
    driver.press(pygame.K_z, "z")
    assert driver.session.outcome is None
    assert driver.moves == ["d2d3"]


def test_a_demo_waits_for_adjudication_and_resumes_without_one(start: Starter) -> None:
    driver = start(demo=True)
    driver.session.demo.set_pace(0.0)
    driver.reply("d2d3")
    driver.press(pygame.K_e, "\x05", pygame.KMOD_LCTRL)
    driver.run_loop()
    assert not driver.thinker.thinking
    driver.press(pygame.K_ESCAPE)
    driver.reply("d6d5")
    assert driver.moves == ["d2d3", "d6d5"]


def test_adjudicating_warns_that_undone_moves_are_discarded(start: Starter) -> None:
    driver = start(demo=True)
    driver.session.demo.set_pace(0.0)
    driver.reply("d2d3")
    driver.reply("d6d5")
    driver.control("e")
    assert play_texts.DISCARDS_UNDONE not in driver.top(AdjudicateScreen).lines
    driver.press(pygame.K_ESCAPE)
    driver.command("undo")
    driver.control("e")
    assert play_texts.DISCARDS_UNDONE in driver.top(AdjudicateScreen).lines


def test_only_games_between_ais_are_adjudicated(driver: Driver) -> None:
    driver.press(pygame.K_e, "\x05", pygame.KMOD_LCTRL)
    assert driver.app.stack == [driver.play]
    assert driver.play.toast.text == play_texts.NOT_TO_ADJUDICATE
