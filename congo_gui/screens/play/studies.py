"""Open the screens that study a game: analysis, review, search tree, editor, tournaments, experiments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from congo_gui.commands.command import Handler, Handlers
from congo_gui.draw.skin import Skin
from congo_gui.play.session import Session
from congo_gui.screens.analysis.controller import AnalysisController
from congo_gui.screens.edit.screen import EditScreen
from congo_gui.screens.experiment.controller import Experiments
from congo_gui.screens.files.game_autosave import GameAutosave
from congo_gui.screens.files.game_files import GameFiles
from congo_gui.screens.play import texts
from congo_gui.screens.play.game_commands import TOAST_S, NewGames
from congo_gui.screens.search_tree.opening import open_search_tree
from congo_gui.screens.shared.base import Host
from congo_gui.screens.tournament.background import LiveTournament, TournamentConfig
from congo_gui.screens.tournament.screen import TournamentScreen
from congo_gui.screens.tournament.setup import TournamentSetup
from congo_gui.screens.tournament.stored import ShownTournament
from congo_gui.screens.tournament.unfinished import UnfinishedTournaments
from engine.rules.values import Position


class Studies:
    """Opens screens above a session's game; `flipped` returns whether their boards are flipped."""

    def __init__(
        self,
        host: Host,
        session: Session,
        analyses: AnalysisController,
        new_games: NewGames,
        skin: Callable[[], Skin],
        flipped: Callable[[], bool],
        before_help: Callable[[Callable[[], None]], None],
    ) -> None:
        self._before_help = before_help
        """Calls a function that helps the player, perhaps after a question."""
        self._host, self._session, self._analyses, self._new_games = host, session, analyses, new_games
        self._skin, self._flipped = skin, flipped

    @property
    def handlers(self) -> Handlers:
        """The handlers of the commands."""
        session, ready = self._session, self._session.may.engine_ready
        return {
            "edit": Handler(self.edit),
            "analyse": Handler(self.analyse, ready, texts.AI_LOADING),
            "comment": Handler(self.write_comment, ready, texts.AI_LOADING),
            "review": Handler(
                self.review,
                lambda: ready() and bool(session.game.plies),
                lambda: texts.NOTHING_TO_REVIEW if ready() else texts.AI_LOADING,
            ),
            "see_search": Handler(self.see_search, session.may.search_ready, texts.AI_LOADING),
        }

    def edit(self) -> None:
        """Edit the position on the board, to play or to analyse it."""
        game, ready, games = self._session.game, self._session.may.engine_ready, self._new_games
        editor: EditScreen

        def leave() -> str:
            editor.leave_used()
            return ""

        def both_sides(position: Position) -> None:
            leave()
            games.play_both_sides(position)

        actions = {
            "play_from": lambda position: games.play_from(position, leave),
            "both_sides": both_sides,
            "analyse": lambda position: self._analyse_position(position, editor),
        }
        editor = EditScreen(
            self._host, game.rules, self._skin(), game.position, ready, actions, self._flipped()
        )
        self._host.push(editor)

    def _analyse_position(self, position: Position, editor: EditScreen) -> None:
        def analyse() -> None:
            saved = self._analyses.analyse_position(position, editor.board.display.flipped)
            editor.note_analysed(lambda: saved is not None and saved.is_kept)

        if self._analyses.is_of_game(position):
            self._before_help(analyse)
        else:
            analyse()

    def analyse(self) -> None:
        """Analyse the game from the position on the board on."""
        self._analyses.analyse_game(self._flipped())

    def review(self) -> None:
        """Analyse the game, and review all its moves."""
        self.analyse()
        self._analyses.run("review")

    def write_comment(self) -> None:
        """Analyse the game, and edit the comment on the move on the board."""
        self.analyse()
        self._analyses.run("comment")

    def see_search(self) -> None:
        """Step through a search of the position on the board."""
        game = self._session.game
        self._session.rating.stop_for_analysis()
        open_search_tree(self._host, game.rules, game.position, game.key_history(), self._flipped())


class TournamentHost(Host, Protocol):
    """A program that can show a tournament of any game."""

    def show_tournament(self, live: ShownTournament) -> None:
        """Show a tournament above a board of its game."""


class ExperimentHost(Host, Protocol):
    """A program that keeps its experiments, whatever game is on the board."""

    experiments: Experiments


class ExperimentCommand:
    """Opens experiments on a session's game."""

    def __init__(self, host: ExperimentHost, session: Session, files: GameFiles) -> None:
        self._host, self._session, self._files = host, session, files

    @property
    def handlers(self) -> Handlers:
        """The handler of the command."""
        return {"experiment": Handler(self.open, self._session.may.engine_ready, texts.AI_LOADING)}

    def open(self) -> None:
        """Show the running experiment, or the form for one."""
        self._host.experiments.open(self._session.game.rules, self._files.folder())


class Tournaments:
    """Opens tournaments above a session's game."""

    def __init__(
        self,
        host: TournamentHost,
        session: Session,
        files: GameFiles,
        autosave: GameAutosave,
        analyses: AnalysisController,
    ) -> None:
        self._host, self._session, self._analyses = host, session, analyses
        self._files, self._autosave = files, autosave

    @property
    def handlers(self) -> Handlers:
        """The handler of the command."""
        return {"tournament": Handler(self.ask, self._session.may.engine_ready, texts.AI_LOADING)}

    def ask(self) -> None:
        """Ask for the players and the format of a tournament."""
        folder = self._files.folder()
        self._host.push(
            TournamentSetup(self._host, self._session.game.rules, folder, self._start, self._show_other)
        )

    def _start(self, config: TournamentConfig) -> None:
        """Play a tournament, switching to a board of its game if necessary."""
        UnfinishedTournaments(self._host.settings).add(config)
        self._show_other(LiveTournament(config, self._host.wake))

    def _show_other(self, live: ShownTournament) -> None:
        """Show a tournament, switching to a board of its game if necessary."""
        own = self._session.game.rules
        switches_game = live.config.game != own.name and self._autosave.is_played
        self._host.show_tournament(live)
        if switches_game:
            self._host.show_toast(texts.game_saved(own.facts.title), TOAST_S)

    def show(self, live: ShownTournament) -> None:
        """Show a tournament of this game; its finished games can be analysed once the engine is loaded."""
        ready, analyse = self._session.may.engine_ready, self._analyses.analyse_record
        self._host.push(TournamentScreen(self._host, live, ready, analyse, self._start))
