"""What the last run left: its game is offered back, and the player is told where the rest is."""

from __future__ import annotations

from congo_gui.draw.skin import Skin
from congo_gui.play.game_file import players_of, shown_cursor
from congo_gui.play.session import Session
from congo_gui.screens.files.game_files import LONG_MESSAGE_S, GameFiles
from congo_gui.screens.files.welcome import WelcomeScreen
from congo_gui.screens.shared.base import Host
from engine.record.parse import parse_games
from engine.record.record import GameRecord
from engine.system.errors import UserError

GAME_KEPT = "Your last game was kept: Open brings it back."
ANALYSIS_KEPT = "Your last analysis was kept: Open brings it back."
BOTH_KEPT = "Your last game and your last analysis were kept: Open brings them back."
DAMAGED = "The last game was damaged and cannot be brought back."


class Leftover:
    """Offers the game of the last run, or puts it off; call one of the two when the engine is there."""

    def __init__(self, host: Host, session: Session, files: GameFiles, skin: Skin) -> None:
        self._host, self._session, self._files, self._skin = host, session, files, skin
        self._store = host.autosave

    def offer(self) -> None:
        """Ask whether to go on with the game that was left; if it is over, only say where it is."""
        if not self._store.leftover:
            self._say_kept()
            return
        try:
            left = parse_games(self._store.leftover)[0]
            game = left.replay()
        except (UserError, IndexError):
            self._store.put_off()
            self._host.say(DAMAGED, LONG_MESSAGE_S)
            return
        if left.rules is not self._session.game.rules or not game.plies:
            self._store.put_off()
            self._say_kept()
            return
        cursor = shown_cursor(left)
        if cursor != game.cursor:
            game.go_to(cursor)
        if game.outcome is not None:
            self.decline()
            return
        first, second = players_of(left, self._files.knows)
        titles = (first.title, second.title)
        go_on = lambda: self._go_on(left)  # noqa: E731
        note = ANALYSIS_KEPT if self._store.left_analysis else ""
        self._store.left_analysis = False
        put_off = self._store.put_off
        self._host.push(WelcomeScreen(self._host, self._skin, game, titles, go_on, put_off, note))

    def decline(self) -> None:
        """Keep what the last run left for later, and say where it is."""
        has_game = bool(self._store.leftover)
        self._store.put_off()
        self._say_kept(has_game)

    def _say_kept(self, game: bool = False) -> None:
        """Say where the analysis is that the last run left, if it did, and the game if that is kept, too."""
        if self._store.left_analysis:
            self._host.say(BOTH_KEPT if game else ANALYSIS_KEPT, LONG_MESSAGE_S)
        elif game:
            self._host.say(GAME_KEPT, LONG_MESSAGE_S)
        self._store.left_analysis = False

    def _go_on(self, left: GameRecord) -> None:
        self._store.leftover = ""
        self._files.show(left, go_on=True)
