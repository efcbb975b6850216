"""Tournaments: resuming gives the same result, and no failure stops them."""

from __future__ import annotations

import errno
import re
import sys
import threading
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from engine.match import game_runner, texts
from engine.match.game_runner import _GameRunner, _player_of, close_players, play_game, unplayed_game
from engine.match.pairing import EventSettings, FinishedGame, ScheduledGame, WinDrawLoss
from engine.match.tournament import Tournament, TournamentPlan
from engine.match.tournament_file import seed_of, stored_games
from engine.match.tournament_summary import summary_of
from engine.match.tournament_table import details, standings, table_lines
from engine.record.parse import load_games, parse_games
from engine.search.limits import Limits
from engine.system.errors import UserError
from tests.engine.match.small_tournament import FIRST_THREE, NODES, PLAN, finished, lines, openings


def test_the_first_openings_match_the_rules() -> None:
    assert openings(3) == FIRST_THREE


# --- what is played


def test_all_games_are_played_with_both_colours_from_the_same_openings() -> None:
    tournament = Tournament(PLAN)
    games = sorted(tournament.play(1), key=lambda game: game.number)
    assert len(games) == PLAN.total == 12
    played = Counter[tuple[str, str]]()
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.players == other.players
        first, second = (parse_games(game.text)[0] for game in (one, other))
        assert first.players == second.players[::-1]
        assert [each.move for each in first.moves[:2]] == [each.move for each in second.moves[:2]]
        played[first.players] += 1
        played[second.players] += 1
    assert set(played.values()) == {2}
    assert len(played) == 6
    assert sum(row.points for row in standings(tournament)) == 12


def test_a_game_is_running_until_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The window leaves a tournament when no game is running, and must not miss that the disk is full."""
    running = []

    def full(path: Path, text: str) -> None:
        running.append(tournament.running)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("engine.match.tournament.append_game", full)
    tournament = Tournament(PLAN, tmp_path / "games.txt")
    with pytest.raises(OSError, match="No space left"):
        list(tournament.play(1))
    assert running == [tournament.running] == [1]


def test_a_gauntlet_counts_its_games() -> None:
    plan = replace(PLAN, format="gauntlet")
    tournament = finished(plan)
    assert plan.total == len(tournament.results.played) == 8
    assert tournament.results.score(0).games == 8
    assert tournament.results.score(1, 2) == WinDrawLoss()


@pytest.mark.parametrize(
    ("games", "ratings", "reported"),
    [
        (2, ["too few", "too few"], texts.UNRATED),
        (8, ["too few", "too few"], texts.UNRATED),
        (20, [">= +183", "=0"], texts.BOUNDS),
    ],
)
def test_a_perfect_score_has_a_bound_after_enough_games(
    games: int, ratings: list[str], reported: str
) -> None:
    plan = replace(PLAN, players=("first", "random"), games=games, openings=openings(games // 2))
    tournament = Tournament(plan)
    for number in range(games):
        game = FinishedGame(number, 0, "no moves are left", False, 30, (None, None), "", players=(0, 1))
        tournament.results.add(game)
    assert [row.elo.rating for row in standings(tournament) if row.elo] == ratings
    assert all(
        rating in line for rating, line in zip(ratings, list(table_lines(tournament))[1:], strict=True)
    )
    explained = [line for line in details(tournament) if line.startswith("elo ")]
    assert explained == ([reported, texts.REFERENCE] if "=0" in ratings else [reported])


def test_a_swiss_tournament_with_an_odd_number_gives_byes() -> None:
    plan = replace(PLAN, format="swiss", games=2, rounds=2)
    tournament = finished(plan)
    assert plan.total == len(tournament.results.played) == 4
    assert list(tournament.results.byes.values()) == [1, 1]
    assert sum(row.points for row in standings(tournament)) == 4 + 2 * 2
    assert "a bye counts 2 points" in details(tournament)


@pytest.mark.thorough
def test_games_are_the_same_in_any_number_of_processes() -> None:
    plan = replace(PLAN, format="swiss", games=2, rounds=2)
    assert lines(Tournament(plan).play(2)) == lines(Tournament(plan).play(1))


def test_a_paused_tournament_starts_no_game() -> None:
    asked = iter([False, True, True, False, False, True, False])
    jobs = Tournament(PLAN).jobs(lambda: next(asked))
    assert [job and job.number for job in islice(jobs, 6)] == [0, None, None, 1, 2, None]


# --- stopped and continued


@pytest.mark.parametrize("form", ["round-robin", "gauntlet", "swiss"])
def test_resuming_after_any_game_gives_the_same_result(form: str, tmp_path: Path) -> None:
    plan = replace(PLAN, format=form)
    if form == "swiss":
        plan = replace(PLAN, format=form, games=2, rounds=2, players=("first", "random", "greedy") * 2)
    whole = finished(plan)
    path = tmp_path / "games.txt"
    played: list[FinishedGame] = []
    for _ in range(plan.total + 1):
        tournament = Tournament(plan, path)
        assert tournament.resumed == len(played)
        games = tournament.play(1)
        played += islice(games, 1)
        games.close()  # type: ignore[attr-defined]  # a generator, left as Ctrl-C leaves it
    again = Tournament(plan, path)
    assert list(again.play(1)) == []
    assert lines(played) == lines(list(whole.results.played.values()))
    assert len(list(table_lines(again))) == 1 + len(plan.players)
    for old, new in zip(standings(whole), standings(again), strict=True):
        assert replace(old, seconds=0) == replace(new, seconds=0)
    assert len(load_games(path)) == plan.total


def test_games_are_in_the_file_as_soon_as_they_are_finished(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    for count, _ in enumerate(Tournament(PLAN, path).play(1), start=1):
        assert len(load_games(path)) == count


def test_reads_back_the_played_game(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    plan = replace(PLAN, players=("first", "first", "python:no_such_bot:choose"))
    setup = plan.settings()
    games = [play_game(setup, ScheduledGame(number, plan.openings[0], (1, 0))) for number in (4, 5)] + [
        unplayed_game(setup, ScheduledGame(7, plan.openings[0], (0, 2)), "no worker came")
    ]
    path.write_text("".join(game.text for game in games))
    found = Tournament(plan, path).results.played
    for game in games:
        same = replace(game, seconds=(0, 0), overhead_s=0, text="", overruns=(None, None))
        assert replace(found[game.number], seconds=(0, 0), text="") == same
        assert found[game.number].seconds == pytest.approx(game.seconds, abs=0.001)


@pytest.mark.parametrize("left", [10, 25, 200, 330, 400])
def test_truncated_game_is_replayed(left: int, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    whole = finished(PLAN, path)
    text = path.read_text()
    last = text.rindex("[Event ")
    path.write_text(text[: last + left])
    again = Tournament(PLAN, path)
    assert (again.resumed, again.unreadable) == (PLAN.total - 1, 1)
    (game,) = again.play(1)
    assert game.number == PLAN.total - 1
    assert [row.points for row in standings(again)] == [row.points for row in standings(whole)]
    third = Tournament(PLAN, path)
    assert third.resumed == PLAN.total
    assert list(third.play(1)) == []


def test_game_truncated_within_a_letter_is_replayed(tmp_path: Path) -> None:
    """Letters have several bytes, and a file cut between them is not UTF-8."""
    path = tmp_path / "games.txt"
    plan = replace(PLAN, players=("李四=first", "first"))
    finished(plan, path)
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.rindex("李".encode()) + 1])
    assert seed_of(path) == plan.seed
    assert summary_of(path).played == plan.total - 1
    again = Tournament(plan, path)
    assert (again.resumed, again.unreadable) == (plan.total - 1, 1)
    list(again.play(1))
    assert Tournament(plan, path).resumed == plan.total


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (replace(PLAN, seed=4), "its Seed is '3', not '4'"),
        (replace(PLAN, limits=Limits(depth=2)), "its Limits is '50 nodes a move', not '2 plies a move'"),
        (
            replace(PLAN, players=("first", "greedy", "random")),
            "its Entrants is 'first | random | greedy', no",
        ),
        (replace(PLAN, games=2), "its Format is 'round-robin, 4 games a meeting', not 'round-robin, 2 gam"),
        (replace(PLAN, openings=FIRST_THREE[1:]), "its openings differ. Another version"),
    ],
)
def test_rejects_another_tournaments_file(other: TournamentPlan, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    finished(PLAN, path)
    before = path.read_bytes()
    with pytest.raises(UserError) as caught:
        Tournament(other, path)
    assert str(caught.value).startswith(f"{path} holds another tournament: {reason}")
    assert path.read_bytes() == before
    assert seed_of(path) == 3
    path.write_text(path.read_text().replace('[Seed "3"]', f'[Seed "{"1" * 5000}"]'))
    assert seed_of(path) is None


def test_file_with_a_name_that_is_not_utf8_resumes(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    plan = replace(PLAN, players=("caf\udce9=first", "first"))
    finished(plan, path)
    assert Tournament(plan, path).resumed == plan.total


def test_moves_of_variations_do_not_count_as_played(tmp_path: Path) -> None:
    """A game that was analysed is saved in its place with them."""
    path = tmp_path / "games.txt"
    finished(PLAN, path)
    plies = [game.plies for game in Tournament(PLAN, path).results.games()]
    text, numbers = path.read_text(), re.compile(r"^(1\. \S+ )", re.MULTILINE)
    assert len(numbers.findall(text)) == len(plies)
    path.write_text(numbers.sub(r"\1(1. b2a2 (1. c3a3) b3a3 2. a1a2) ", text))
    assert [game.plies for game in Tournament(PLAN, path).results.games()] == plies


@pytest.mark.parametrize("kept", [1.0, 0.97], ids=["after a game", "within a game"])
def test_file_that_ends_with_nuls_resumes(tmp_path: Path, kept: float) -> None:
    """A power failure can leave them where the last text should be."""
    path, whole = tmp_path / "games.txt", tmp_path / "whole.txt"
    games = finished(PLAN, whole).results.games()
    text = whole.read_bytes()
    path.write_bytes(text[: int(kept * len(text))] + bytes(100))
    assert Tournament(PLAN, path).resumed == len(games) - (kept < 1)
    finished(PLAN, path)
    assert len(stored_games(path)) == len(games)


def test_file_with_old_plural_limits_resumes(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    plan = replace(PLAN, players=("first", "greedy"), limits=Limits(depth=1, nodes=1))
    finished(plan, path)
    text = path.read_text()
    assert '[Limits "1 ply, 1 node a move"]' in text
    path.write_text(text.replace("1 ply, 1 node a move", "1 plies, 1 nodes a move"))
    assert Tournament(plan, path).resumed == plan.total


@pytest.mark.parametrize(
    "text", ["Dear diary,\n", '{"games": 2}\n', "; a comment", '[Event "match"]\n[Game "konane"]\n\n*\n\n']
)
def test_rejects_any_other_file(text: str, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    with pytest.raises(UserError, match=re.escape(texts.not_a_tournament(path, 1))):
        Tournament(PLAN, path)
    assert path.read_text() == text


@pytest.mark.parametrize(
    ("old", "new"),
    [('[Seats "1 2"]', '[Seats "1"]'), ('[Seats "1 2"]', '[Seats "one two"]'), ("[Round ", "[Rond ")],
)
def test_rejects_a_game_with_changed_tags(old: str, new: str, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    finished(PLAN, path)
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(UserError, match=texts.bad_game(".*")):
        Tournament(PLAN, path)


def test_parallel_threads_keep_their_own_players() -> None:
    mishaps = []

    def play(thread: int) -> None:
        try:
            for seed in range(80):
                _player_of(EventSettings("konane", ("first", "random"), NODES, seed), (thread + seed) % 2)
        except RuntimeError as error:
            mishaps.append(error)

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=play, args=(each,)) for each in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(usual)
        close_players()
    assert not mishaps


# --- what goes wrong


def test_a_crashed_game_is_recorded_and_the_event_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = _GameRunner.play

    def broken(table: _GameRunner) -> FinishedGame:
        if table._scheduled.number == 5:
            raise MemoryError("too little")
        return play(table)

    monkeypatch.setattr(_GameRunner, "play", broken)
    path = tmp_path / "games.txt"
    tournament = finished(PLAN, path)
    assert len(tournament.results.played) == 12
    assert sum(row.points for row in standings(tournament)) == 11
    assert next(iter(details(tournament))) == "game 3.2: stopped with an error: MemoryError('too little')"
    assert "1 x the game could not be played" in list(details(tournament))[1]
    assert list(Tournament(PLAN, path).play(1)) == []


def test_a_failing_player_loses_and_the_event_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot_that_fails.py").write_text("def choose(game): return 'a1'\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    tournament = finished(replace(PLAN, players=("first", "random", "python:bot_that_fails:choose")))
    assert tournament.results.score(2) == WinDrawLoss(losses=8)
    assert "8 x a player failed" in list(details(tournament))[8]


def test_a_player_whose_file_is_being_edited_does_not_end_the_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process does not keep all players, and makes one again after others have played."""
    bot = tmp_path / "bot_that_is_edited.py"
    bot.write_text("def choose(game): return game.legal_moves()[0]\n")
    monkeypatch.setattr(game_runner, "MAX_KEPT_PLAYERS", 2)
    monkeypatch.chdir(tmp_path)
    plan = replace(PLAN, players=("first", "random", f"python:{bot}:choose"))
    tournament = Tournament(plan)
    for count, _ in enumerate(tournament.play(1), start=1):
        if count == 6:
            bot.write_text("def choose(game: return\n")
            close_players()
    unplayed = [game for game in tournament.results.played.values() if game.not_played]
    assert len(tournament.results.played) == plan.total
    assert 0 < len(unplayed) < 8
    assert all(2 in game.players and "SyntaxError" in game.reason for game in unplayed)


# --- plans


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": ("first",)}, texts.TOO_FEW_PLAYERS),
        ({"sprt": (0, 5)}, texts.SPRT_NEEDS_TWO),
        ({"players": ("first", "random"), "sprt": (5, 5)}, texts.SPRT_ORDER),
        ({"games": 3}, texts.ODD_GAMES),
        ({"games": 6}, texts.too_few_openings(2, 3)),
        ({"format": "swiss", "rounds": 2}, texts.too_few_openings(2, 4)),
    ],
)
def test_rejects_impossible_setups(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError) as caught:
        Tournament(replace(PLAN, **changes))
    assert str(caught.value).startswith(message)


# --- the test for two


def plan_of_test(games: int = 40, elos: tuple[float, float] = (0, 300)) -> TournamentPlan:
    players = ("engine:nodes=200", "first")
    return replace(PLAN, players=players, sprt=elos, games=games, openings=openings(games // 2))


def test_the_test_ends_a_tournament_early_and_it_stays_ended(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    plan = plan_of_test()
    tournament = finished(plan, path)
    assert tournament.sprt is not None
    assert tournament.sprt.decision == "H1"
    assert len(tournament.results.played) == 2 * tournament.sprt.pairs < plan.total
    assert list(details(tournament))[-1].startswith("sprt elo 0 against 300: elo 300 is accepted, llr ")
    again = Tournament(plan, path)
    assert again.decided
    assert list(again.play(1)) == []


def test_resumed_test_decides_as_if_uninterrupted(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    plan = plan_of_test()
    whole = finished(plan)
    for _ in range(plan.total):
        games = Tournament(plan, path).play(1)
        if not list(islice(games, 3)):
            break
        games.close()  # type: ignore[attr-defined]
    again = Tournament(plan, path)
    assert again.sprt is not None
    assert whole.sprt is not None
    assert (again.sprt.counts, again.sprt.decision) == (whole.sprt.counts, "H1")


def test_a_player_against_itself_is_not_stronger() -> None:
    plan = replace(plan_of_test(), players=("engine:nodes=200", "engine:nodes=200"))
    tournament = finished(plan)
    assert tournament.sprt is not None
    assert tournament.sprt.decision == "H0"
    assert [row.elo.rating[:6] for row in standings(tournament) if row.elo] == ["+0 +- ", "+0 +- "]


def test_the_setup_identifies_a_tournament() -> None:
    setup = PLAN.settings()
    assert isinstance(setup, EventSettings)
    assert setup.event == "tournament"
    assert [name for name, _ in setup.tags] == ["Format", "Entrants", "Openings"]
