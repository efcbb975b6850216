"""Commands on the record of a game: files, the move log, the score of a series, replaying the end."""

from __future__ import annotations

from collections.abc import Callable

from congo_gui.commands.command import Handler, Handlers
from congo_gui.play.player import PlayerConfig
from congo_gui.play.session import Session
from congo_gui.screens.files.game_files import GameFiles
from congo_gui.screens.play import texts
from congo_gui.screens.play.demo_dialogs import ScoreScreen
from congo_gui.screens.play.game_commands import GameCommands
from congo_gui.screens.play.game_end import EndReplay
from congo_gui.screens.play.move_log import MoveLogScreen
from congo_gui.screens.shared.base import Host
from congo_gui.widgets.bubbles import Toast


class RecordCommands(GameCommands):
    """Saves, opens, shares and describes a session's game.

    `flipped` returns whether the board is flipped, `title` the title of a player.
    """

    def __init__(
        self,
        host: Host,
        session: Session,
        toast: Toast,
        files: GameFiles,
        replay: EndReplay,
        flipped: Callable[[], bool],
        title: Callable[[PlayerConfig], str],
    ) -> None:
        super().__init__(host, session, toast)
        self._files, self._replay, self._flipped, self._title = files, replay, flipped, title

    @property
    def handlers(self) -> Handlers:
        """The handlers of the commands."""
        session, ready = self._session, self._session.may.engine_ready
        played = lambda: session.current.is_demo or session.demo.series.games > 0  # noqa: E731
        return {
            "open_game": Handler(self._files.open, ready, texts.AI_LOADING),
            "save_game": Handler(self._files.save, ready, texts.AI_LOADING),
            "share": Handler(lambda: self._files.share(self._flipped()), ready, texts.AI_LOADING),
            "copy_picture": Handler(
                lambda: self._files.copy_picture(self._flipped()), ready, texts.AI_LOADING
            ),
            "find_position": Handler(self._files.find_position, ready, texts.AI_LOADING),
            "tell_game": Handler(self.show_move_log, ready, texts.AI_LOADING),
            "score": Handler(self.show_score, played, texts.NO_SERIES),
            "replay_end": Handler(self._replay.start, lambda: self._replay.possible, texts.NOT_OVER),
            "thoughts": Handler(self.toggle_thoughts, is_on=lambda: self._host.settings.thoughts),
        }

    def show_move_log(self) -> None:
        """Show the log of the game."""
        self._host.push(MoveLogScreen(self._host, self._session))

    def show_score(self) -> None:
        """Show the score of the games between AIs."""
        session = self._session
        title = lambda name: self._title(PlayerConfig.named(name))  # noqa: E731
        self._host.push(ScoreScreen(self._host, session.game.rules, session.demo, title))

    def toggle_thoughts(self) -> None:
        """Show or hide the AI's search results."""
        settings = self._host.settings
        settings.thoughts = not settings.thoughts
        self._host.apply_settings()
        self._toast.show(texts.thoughts(settings.thoughts))
