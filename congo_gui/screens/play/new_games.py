"""Beginning games: asking what is played and by whom, in this window's game or in another."""

from __future__ import annotations

from congo_gui.commands.command import Handler, Handlers
from congo_gui.play.engine_service import missing_book
from congo_gui.play.player import PlayerConfig, PlayerConfigs
from congo_gui.play.session import Session
from congo_gui.screens.new_game.games import GamesScreen, all_games
from congo_gui.screens.new_game.screen import SetupScreen
from congo_gui.screens.play.replies import AI_NOT_READY, TOLD_SECONDS
from congo_gui.screens.shared.base import Host
from congo_gui.widgets.toast import Toast
from engine.game.clocks import NO_CLOCK
from engine.players.levels import DEFAULT_LEVEL
from engine.rules.rules import Rules
from engine.rules.values import Position

USUAL_PLAYERS = PlayerConfig(), PlayerConfig(DEFAULT_LEVEL)
"""Who plays a game that is begun without a word about them."""
UNDO_BRINGS_BACK = "Undo brings the game before back."


class NewGames:
    """Begins games in a session, or has the host open another window's game.

    The toast says what became of the game before.
    """

    def __init__(self, host: Host, session: Session, toast: Toast) -> None:
        self._host, self._session, self._toast = host, session, toast

    @property
    def handlers(self) -> Handlers:
        """What each command does, when it is possible, and why not else."""
        return {
            "new_game": Handler(self.ask_for_players),
            "games": Handler(self.ask_for_game),
            "restart": Handler(self.restart, lambda: self._session.may.engine_ready, AI_NOT_READY),
        }

    # --- asking

    def ask_for_game(self) -> None:
        """Show all games to choose from."""
        host, rules = self._host, self._session.game.rules
        host.push(GamesScreen(host, all_games(), rules, self._choose_game, self._note_game))

    def _choose_game(self, rules: Rules, size: int) -> None:
        """Go to a board of a game; if it is the one that is there already, its game goes on."""
        session, settings = self._session, self._host.settings
        settings.game = rules.name
        if (
            rules is not session.game.rules
            or session.game.rules.notation.shape(session.game.position)[0] != size
        ):
            players = session.current.players if rules is session.game.rules else USUAL_PLAYERS
            self._begin(rules, players, rules.start(size))

    def _note_game(self) -> None:
        """Remember what is played here for the next launch."""
        self._host.settings.game = self._session.game.rules.name

    def ask_for_players(self, text: str = "") -> None:
        """Ask who plays, from the start or from a position given as text."""
        session = self._session
        size = session.game.rules.notation.shape(session.game.position)[0]
        ready = lambda: session.may.engine_ready  # noqa: E731
        self._host.push(
            SetupScreen(
                self._host, session.game.rules, session.current.players, self._begin, ready, text, size
            )
        )

    def play_from(self, position: Position) -> None:
        """Ask who plays from a position on."""
        self.ask_for_players(self._session.game.rules.notation.format(position))

    # --- beginning

    def _begin(self, rules: Rules, players: PlayerConfigs, position: Position | None) -> None:
        """Begin a game of any kind."""
        self._host.settings.game = rules.name
        if rules is self._session.game.rules:
            self.start(players, position)
        else:
            self.note_players(players)
            self._host.change_game(rules, players, position)

    def start(self, players: PlayerConfigs, position: Position | None) -> None:
        """Begin a game of the kind that is on the board."""
        self._session.games.new(players, position)
        self._tell("")

    def play_both_sides(self, position: Position) -> None:
        """Let people play both sides from a position on."""
        self.start((PlayerConfig(), PlayerConfig()), position)

    def restart(self) -> None:
        """Play the same game again from its start."""
        self._session.games.restart()
        self._tell("")

    def set_up(self, position: Position) -> None:
        """Begin anew from a position, with the same players."""
        self._session.games.set_up(position)
        self._tell("The position is set up.")

    def note_players(self, players: PlayerConfigs) -> None:
        """Remember who plays for the next launch. A demo is watched once; then that is a game again."""
        settings = self._host.settings
        if not any(player.is_human for player in players):
            return
        settings.white, settings.black = (player.name for player in players)
        settings.white_clock, settings.black_clock = (str(player.clock or NO_CLOCK) for player in players)

    def _tell(self, done: str) -> None:
        """Say what was done, that the game before it is not lost, and what the AI has to do without."""
        back = UNDO_BRINGS_BACK if self._session.may.has_earlier_game else ""
        said = " ".join(part for part in (done, back, missing_book(self._session.current)) if part)
        if said:
            self._toast.show(said, TOLD_SECONDS)
