"""Tournaments above a game's board: asking for one, and showing it."""

from __future__ import annotations

from typing import Protocol

from congo_gui.commands.command import Handler, Handlers
from congo_gui.play.session import Session
from congo_gui.screens.analysis.controller import AnalysisController
from congo_gui.screens.files.game_autosave import GameAutosave
from congo_gui.screens.files.game_files import GameFiles
from congo_gui.screens.play.replies import AI_NOT_READY, TOLD_SECONDS
from congo_gui.screens.shared.base import Host
from congo_gui.screens.tournament.background import LiveTournament, TournamentConfig
from congo_gui.screens.tournament.screen import TournamentScreen
from congo_gui.screens.tournament.setup import TournamentSetup

OPEN_BRINGS_BACK = "Your game of {} was kept: Open brings it back, as the game before this one."


class TournamentHost(Host, Protocol):
    """A program that can show a tournament of any game."""

    def show_tournament(self, live: LiveTournament) -> None:
        """Show a tournament above a board of its game."""


class Tournaments:
    """Opens tournaments above a session's game."""

    def __init__(
        self,
        host: TournamentHost,
        session: Session,
        files: GameFiles,
        autosave: GameAutosave,
        desk: AnalysisController,
    ) -> None:
        self._host, self._session, self._desk = host, session, desk
        self._files, self._autosave = files, autosave

    @property
    def handlers(self) -> Handlers:
        """What the command does, when it is possible, and why not else."""
        return {"tournament": Handler(self.ask, lambda: self._session.may.engine_ready, AI_NOT_READY)}

    def ask(self) -> None:
        """Ask who is to meet whom."""
        folder = self._files.folder()
        self._host.push(TournamentSetup(self._host, self._session.game.rules, folder, self._start))

    def _start(self, config: TournamentConfig) -> None:
        """Show a tournament, if need be above the board of another game, which is then opened."""
        live, own = LiveTournament(config, self._host.wake), self._session.game.rules
        made_way = config.game != own.name and self._autosave.is_played
        self._host.show_tournament(live)
        if made_way:
            self._host.say(OPEN_BRINGS_BACK.format(own.facts.title), TOLD_SECONDS)

    def show(self, live: LiveTournament) -> None:
        """Show a tournament of this game; its finished games can be analysed once the engine is there."""
        ready, analyse = lambda: self._session.may.engine_ready, self._desk.analyse_record
        self._host.push(TournamentScreen(self._host, live, ready, analyse))
