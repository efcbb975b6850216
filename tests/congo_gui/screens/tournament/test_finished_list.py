"""The list of a tournament's finished games: the cost of one more game in a long tournament."""

from __future__ import annotations

from congo_gui.screens.tournament.finished_games import FinishedGameTexts
from congo_gui.screens.tournament.finished_list import FinishedList
from congo_gui.screens.tournament.standings_view import StandingsView
from congo_gui.widgets.list_view import ListRow
from engine.match.pairing import FinishedGame
from engine.rules.values import Reason
from tests.congo_gui.driver import CONGO

NAMES = ["Ann", "Ben"]


class CountedTexts(FinishedGameTexts):
    """Texts that note the games that they describe."""

    described: list[int]

    def row(self, game: FinishedGame) -> ListRow:
        self.described.append(game.number)
        return super().row(game)


def finished(number: int, reason: str = Reason.NO_MOVES.value) -> FinishedGame:
    return FinishedGame(number, 0, reason, False, 10, (None, None), "")


def test_only_games_that_are_new_are_described() -> None:
    """All of them were described after each game, for seconds in a tournament of 40,000 games."""
    texts = CountedTexts(CONGO, NAMES, NAMES)
    texts.described = []
    shown = FinishedList(texts, NAMES, StandingsView(NAMES, lambda _: None), lambda _: None, lambda: None)
    games = [finished(number) for number in range(5)]
    shown.set_games(games)
    assert texts.described == [0, 1, 2, 3, 4]
    games.append(finished(5, Reason.TIME.value))
    shown.set_games(games)
    assert texts.described == [0, 1, 2, 3, 4, 5]
    assert len(shown.games.rows) == len(shown.by_number) == 6
    assert shown.endings.visible
    games[5] = finished(5)
    shown.set_games([*games, finished(6)])
    assert texts.described[6:] == [5, 6]
    assert not shown.endings.visible
