"""The tournaments that can be resumed, stored in the settings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.screens.tournament import texts
from congo_gui.screens.tournament.background import TournamentConfig
from congo_gui.screens.tournament.names import is_unregistered
from congo_gui.store.programs import Programs
from congo_gui.store.settings import MAX_STOPPED, Settings
from engine.system.files import absolute


class UnfinishedTournaments:
    """The tournaments started in the window and not known to be finished, identified by their files."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def last(self) -> TournamentConfig | None:
        """The last tournament, None if it is over or its file is missing."""
        return TournamentConfig.from_settings(self._settings.tournament)

    def find(self, path: str) -> TournamentConfig | None:
        """Return the tournament with this file."""
        saved = (saved for saved in self._all() if _is_of(saved, path))
        return next(filter(None, map(TournamentConfig.from_settings, saved)), None)

    def add(self, config: TournamentConfig) -> None:
        """Remember a tournament as the last one."""
        others = [saved for saved in self._all() if not _is_of(saved, config.path)]
        self._settings.stopped_tournaments = others[:MAX_STOPPED]
        self._settings.tournament = config.to_settings()

    def remove(self, path: str) -> None:
        """Forget a finished tournament, but keep the limit of the last one."""
        settings = self._settings
        settings.stopped_tournaments = [
            saved for saved in settings.stopped_tournaments if not _is_of(saved, path)
        ]
        if _is_of(settings.tournament, path):
            settings.tournament = {
                name: value for name, value in settings.tournament.items() if name == "limit"
            }

    def _all(self) -> list[Any]:
        """Return the tournaments in the settings, latest first."""
        return [
            saved
            for saved in (self._settings.tournament, *self._settings.stopped_tournaments)
            if _path(saved)
        ]


def _path(saved: Any) -> str:
    path = saved.get("path") if isinstance(saved, dict) else None
    return path if isinstance(path, str) else ""


def _is_of(saved: Any, path: str) -> bool:
    return bool(_path(saved)) and absolute(Path(_path(saved))) == absolute(Path(path))


def resume(host: Host, config: TournamentConfig, begin: Callable[[TournamentConfig], None]) -> None:
    """Call `begin`; ask first if that would start programs that the user has not added."""
    programs = Programs(host.settings)
    unregistered = [name for name in config.players if is_unregistered(name, programs)]
    if not unregistered:
        begin(config)
        return
    words = texts.unregistered_players(unregistered)
    question = ConfirmScreen(host, texts.START_QUESTION, words, texts.START_THEM, lambda: begin(config))
    host.push(question)
