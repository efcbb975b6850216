"""Looking closer at a game: its analysis and review, a search step by step, the editor for positions."""

from __future__ import annotations

from collections.abc import Callable

from congo_gui.commands.command import Handler, Handlers
from congo_gui.draw.skin import Skin
from congo_gui.play.session import Session
from congo_gui.screens.analysis.controller import AnalysisController
from congo_gui.screens.edit.screen import EditActions, EditScreen
from congo_gui.screens.play.new_games import NewGames
from congo_gui.screens.play.replies import AI_NOT_READY
from congo_gui.screens.search_tree.see_search import see_search
from congo_gui.screens.shared.base import Host
from engine.rules.values import Position

NOTHING_TO_REVIEW = "There is no game to review yet: make moves first."


class Studies:
    """Opens screens above a session's game; they show the board as it is turned, `flipped` or not."""

    def __init__(
        self,
        host: Host,
        session: Session,
        desk: AnalysisController,
        new_games: NewGames,
        skin: Callable[[], Skin],
        flipped: Callable[[], bool],
    ) -> None:
        self._host, self._session, self._desk, self._new_games = host, session, desk, new_games
        self._skin, self._flipped = skin, flipped

    @property
    def handlers(self) -> Handlers:
        """What each command does, when it is possible, and why not else."""
        session = self._session
        return {
            "edit": Handler(self.edit),
            "analyse": Handler(self.analyse, self._is_ready, AI_NOT_READY),
            "comment": Handler(self.write_comment, self._is_ready, AI_NOT_READY),
            "review": Handler(
                self.review,
                lambda: session.may.engine_ready and bool(session.game.plies),
                lambda: NOTHING_TO_REVIEW if session.may.engine_ready else AI_NOT_READY,
            ),
            "see_search": Handler(self.see_search, self._is_ready, AI_NOT_READY),
        }

    def _is_ready(self) -> bool:
        return self._session.may.engine_ready

    def edit(self) -> None:
        """Change the position on the board, to play or to analyse it."""
        session, games = self._session, self._new_games
        ways = EditActions(games.play_from, games.play_both_sides, self._analyse_from)
        self._host.push(
            EditScreen(
                self._host,
                session.game.rules,
                self._skin(),
                session.game.position,
                self._is_ready,
                ways,
                self._flipped(),
            )
        )

    def _analyse_from(self, position: Position) -> None:
        self._desk.analyse_position(position, self._flipped())

    def analyse(self) -> None:
        """Analyse the game from the position on the board on."""
        self._desk.analyse_game(self._flipped())

    def review(self) -> None:
        """Analyse the game, and have the whole of it looked through."""
        self.analyse()
        self._desk.give("review")

    def write_comment(self) -> None:
        """Analyse the game, and write about the move on the board."""
        self.analyse()
        self._desk.give("comment")

    def see_search(self) -> None:
        """Step through a search of the position on the board."""
        game = self._session.game
        see_search(self._host, self._session.game.rules, game.position, game.history(), self._flipped())
