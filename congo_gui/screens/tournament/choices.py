"""How a tournament is played: of which game, who meets whom, how often, and how long a move may take."""

from __future__ import annotations

from pathlib import Path
from time import strftime

from congo_gui import games as skins
from congo_gui.screens.tournament.background import TournamentConfig
from congo_gui.widgets.segments import ChoiceSegments, Segments
from engine import rules as registry
from engine.rules.rules import Rules

FORMS = (("All against all", "round-robin"), ("First against all", "gauntlet"), ("Swiss system", "swiss"))
SHORT_FORMS = {"All against all": "All", "First against all": "First", "Swiss system": "Swiss"}
GAMES = (2, 4, 10, 20, 50)
LIMITS = (
    ("0.1 s", ("movetime", 100)),
    ("0.5 s", ("movetime", 500)),
    ("2,000 nodes", ("nodes", 2000)),
    ("20,000 nodes", ("nodes", 20_000)),
)
SHORT_LIMITS = {"2,000 nodes": "2k nodes", "20,000 nodes": "20k nodes"}
TESTS: tuple[tuple[str, tuple[float, float] | None], ...] = (
    ("None", None),
    ("0 or 10", (0.0, 10.0)),
    ("0 or 30", (0.0, 30.0)),
    ("0 or 100", (0.0, 100.0)),
)
"""What a test of two players decides between, in Elo points."""
GAMES_OF_TEST = 400
"""Games after which a test ends undecided."""
TEST_TIP = (
    "Two players: play until it is clear whether the first is so many Elo points stronger, "
    f"or only so many; at most {GAMES_OF_TEST} games (SPRT)"
)


class TournamentChoices:
    """Segments with one answer each, at first for a tournament of `rules`."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        games = [registry.get(name) for name in skins.names()]
        self.game = Segments(
            [each.facts.title for each in games],
            lambda: games.index(self.rules),
            lambda index: self._choose_game(games[index]),
        )
        self.form = ChoiceSegments([title for title, _ in FORMS], short=SHORT_FORMS)
        self.games = ChoiceSegments([str(each) for each in GAMES], 1)
        self.limit = ChoiceSegments([title for title, _ in LIMITS], 2, short=SHORT_LIMITS)
        self.board = ChoiceSegments(())
        self.test = ChoiceSegments([title for title, _ in TESTS], tip=TEST_TIP)
        self._offer_sizes()

    def _choose_game(self, rules: Rules) -> None:
        self.rules = rules
        self._offer_sizes()

    def _offer_sizes(self) -> None:
        """Let the size of the board be chosen, the game's usual one at first, where there are several."""
        sizes = sorted(self.rules.facts.sizes)
        self.board.texts = tuple(map(str, sizes))
        self.board.visible = len(sizes) > 1
        self.board.chosen = sizes.index(self.rules.facts.sizes[0])

    @property
    def is_test(self) -> bool:
        """Whether it is a test of two players."""
        return TESTS[self.test.chosen][1] is not None

    def games_of(self, players: int) -> int:
        """Return how many games so many players play."""
        couples = (players * (players - 1) // 2, players - 1, players // 2 * (players - 1).bit_length())
        return couples[self.form.chosen] * GAMES[self.games.chosen]

    def config(self, players: tuple[str, ...], folder: Path) -> TournamentConfig:
        """Return the tournament of these players; its file goes to `folder`."""
        test = TESTS[self.test.chosen][1]
        name = f"Tournament {strftime('%Y-%m-%d %H.%M.%S')}.txt"
        return TournamentConfig(
            self.rules.name,
            players,
            FORMS[self.form.chosen][1],
            GAMES_OF_TEST if test else GAMES[self.games.chosen],
            LIMITS[self.limit.chosen][1],
            str(folder / name),
            rounds=max(1, (len(players) - 1).bit_length()),
            size=sorted(self.rules.facts.sizes)[self.board.chosen],
            sprt=test,
        )
