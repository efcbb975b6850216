"""How the end of a game is described, shown and replayed. No window."""

from __future__ import annotations

from itertools import count

import pytest

from congo_gui.play.player import PlayerConfig
from congo_gui.play.session import Session
from congo_gui.screens.play import texts
from congo_gui.screens.play.game_end import (
    PAUSE_S,
    REPEATED_PLIES,
    REPLAYED_PLIES,
    EndReplay,
    end_lines,
    end_paths,
    end_reason,
    end_title,
)
from engine import rules
from engine.rules.congo.texts import FLIGHT
from engine.rules.rules import Rules
from tests.congo_gui.driver import FakeThinker
from tests.engine.rules.games import NAMES, random_games

HUMAN, AI = PlayerConfig(), PlayerConfig("1")
BACK_AND_FORTH = ("a1a3", "a7a5", "a3a1", "a5a7") * 2


def session_of(game: Rules, *players: PlayerConfig, fen: str | None = None) -> Session:
    start = game.notation.parse(fen) if fen else None
    session = Session(game, (players[0], players[1]), start)
    session.attach_engine(FakeThinker())
    return session


def played(session: Session, *moves: str) -> Session:
    for text in moves:
        session._run.make(session.game.rules.parse_move(session.game.position, text))
    return session


def end_of(session: Session) -> tuple[str, tuple[str, ...]]:
    assert session.outcome is not None
    return end_title(session, session.outcome), end_lines(session, session.outcome)


def reason_of(session: Session) -> str:
    assert session.outcome is not None
    return end_reason(session, session.outcome)


def test_a_flying_lion_is_explained() -> None:
    session = session_of(rules.get("congo"), HUMAN, AI, fen="3l3/7/7/7/7/7/3L1P1 w 1")
    title, lines = end_of(played(session, "d1d7"))
    description = "Your lion flew from d1 to d7 and captured the lion."
    assert (title, lines) == (texts.YOU_WON, (description, FLIGHT, "The game took 1 move."))
    assert reason_of(session) == "Your opponent's lion was captured."
    assert end_paths(session) == (session.game.plies[-1].path,)


def test_a_lost_game_is_described_to_the_loser() -> None:
    session = session_of(rules.get("congo"), HUMAN, AI, fen="3l3/7/7/7/7/7/3L1P1 b 1")
    title, lines = end_of(played(session, "d7d1"))
    description = "Black's lion flew from d7 to d1 and captured your lion."
    assert (title, lines[0], reason_of(session)) == (texts.YOU_LOST, description, "Your lion was captured.")


def test_two_humans_see_the_names_of_both_sides() -> None:
    session = session_of(rules.get("congo"), HUMAN, HUMAN, fen="3l3/7/7/7/7/7/3L1P1 b 1")
    title, lines = end_of(played(session, "d7d1"))
    description = "Black's lion flew from d7 to d1 and captured the lion."
    assert (title, lines[0], reason_of(session)) == ("Black wins!", description, "White's lion was captured.")


def test_moves_repeating_a_position_are_drawn() -> None:
    session = played(session_of(rules.get("congo"), HUMAN, HUMAN), *BACK_AND_FORTH)
    title, lines = end_of(session)
    assert title == "A draw"
    assert ["third time" in line for line in lines] == [False, True, False]
    assert len(end_paths(session)) == REPEATED_PLIES


def test_no_move_is_blamed_for_a_resignation() -> None:
    session = played(session_of(rules.get("congo"), HUMAN, AI), "d2d3", "d6d5")
    session.ends.resign()
    assert end_of(session) == (texts.YOU_LOST, ("You resigned.", "The game took 1 move."))
    assert end_paths(session) == ()


@pytest.mark.parametrize("name", NAMES)
def test_the_end_of_every_game_is_described_and_replayed(name: str) -> None:
    for game in random_games(name, 3):
        if game.outcome is None:
            continue
        session = session_of(game.rules, HUMAN, HUMAN, fen=game.rules.notation.format(game.start))
        played(session, *(ply.move.text for ply in game.plies))
        title, lines = end_of(session)
        assert title
        assert len(lines) >= 2
        replay = EndReplay(session, count(step=PAUSE_S).__next__)
        assert replay.possible
        replay.start()
        seen = [session.game.cursor]
        while replay.next_change is not None:
            replay.update(moving=False)
            seen.append(session.game.cursor)
        last = len(game.plies)
        assert seen == list(range(max(0, last - REPLAYED_PLIES), last + 1))
        assert session.outcome is not None


def test_replay_waits_for_animations_and_ends_on_navigation() -> None:
    session = played(session_of(rules.get("congo"), HUMAN, HUMAN), *BACK_AND_FORTH)
    now = [0.0]
    replay = EndReplay(session, lambda: now[0])
    replay.start()
    first = session.game.cursor
    now[0] += PAUSE_S
    replay.update(moving=True)
    assert session.game.cursor == first
    session.view(0)
    now[0] += 2 * PAUSE_S
    replay.update(moving=False)
    assert (session.game.cursor, replay.next_change) == (0, None)
