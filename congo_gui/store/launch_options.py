"""The command line's options, and the first game's players."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from congo_gui.play.player import PlayerConfig, PlayerConfigs
from congo_gui.store.programs import Programs
from congo_gui.store.settings import PLAYERS, Settings
from engine.game.clocks import NO_CLOCK, TimeControl
from engine.players.levels import DEFAULT_LEVEL, FIRST_LEVEL, nearest_level
from engine.rules import first
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.system.errors import UserError


@dataclass(frozen=True)
class LaunchOptions:
    """The command line's options; None leaves a value to the settings."""

    rules: Rules
    start: Position | None = None
    first: str | None = None
    second: str | None = None
    demo: bool = False
    clock: TimeControl | None = None
    move_limit: TimeControl | None = None
    """The limit per move of AIs and programs."""
    file: Path | None = None
    """A saved game to open."""
    pick: bool = False
    """True if the start screen offers all games, unless the player has chosen one before."""
    named: bool = False
    """True if the command line names the game, instead of using the last one."""
    screen_reader: bool = False
    """True if moves are written to the terminal in words (`--aloud`)."""

    @property
    def asks_for_a_game(self) -> bool:
        """True if the command line requests a new game, so that the last one is not offered."""
        return any((self.start, self.first, self.second, self.demo, self.clock, self.move_limit, self.file))


def player_or_default(name: str, rules: Rules) -> PlayerConfig:
    """Return the player with that name in the settings, or the default AI if the name is unknown."""
    try:
        return PlayerConfig.named(name, rules=rules)
    except UserError:
        return PlayerConfig.named(DEFAULT_LEVEL)


def clock_or_none(text: str) -> TimeControl | None:
    """Return the clock of a setting, None for an invalid value."""
    try:
        return TimeControl.parse(text)
    except UserError:
        return None


def preferred_level(settings: Settings) -> str:
    """Return the default level of the AI: the one played last."""
    return settings.level or FIRST_LEVEL


def default_players(settings: Settings) -> PlayerConfigs:
    """Return the players of a game started without choosing players."""
    return PlayerConfig(), PlayerConfig(preferred_level(settings))


def choose_game(settings: Settings, name: str) -> None:
    """Set the game of the next launch, with the players last chosen for it."""
    settings.level = preferred_level(settings)
    before = settings.game or first().name
    if name != before:
        here = [getattr(settings, field) for field in PLAYERS]
        chosen = settings.game is not None or here != [getattr(Settings(), field) for field in PLAYERS]
        kept = {**settings.players, **({before: here} if chosen else {})}
        players = _kept_players(settings, name)
        settings.players = {game: what for game, what in kept.items() if game != name}
        for field, value in players.items():
            setattr(settings, field, value)
    settings.game = name


def note_players(settings: Settings, name: str, players: PlayerConfigs) -> None:
    """Remember the players of a game, unless it is a demo: the next launch should have a human player."""
    if any(player.is_human for player in players):
        settings.level = next(
            (nearest_level(player.level).name for player in players if player.level), settings.level
        )
        values = [
            *(player.name for player in players),
            *(str(player.clock or NO_CLOCK) for player in players),
        ]
        if name == (settings.game or first().name):
            for field, value in zip(PLAYERS, values, strict=True):
                setattr(settings, field, value)
        else:
            settings.players = {**settings.players, name: values}


def _kept_players(settings: Settings, name: str) -> dict[str, str]:
    """Return the players and clocks chosen last for another game, or else the defaults."""
    kept = settings.players.get(name)
    if isinstance(kept, list) and len(kept) == len(PLAYERS) and all(isinstance(value, str) for value in kept):
        return dict(zip(PLAYERS, kept, strict=True))
    return {field: getattr(Settings(black=preferred_level(settings)), field) for field in PLAYERS}


def first_players(options: LaunchOptions, settings: Settings) -> PlayerConfigs:
    """Return the players of the first game, from the command line or the settings."""
    first, second = (
        _player(options, settings, side, asked)
        for side, asked in (("white", options.first), ("black", options.second))
    )
    return first, second


def _player(options: LaunchOptions, settings: Settings, side: str, asked: str | None) -> PlayerConfig:
    """Return the player of a side, from the command line or the settings; a demo has no human players."""
    if options.demo:
        name = asked if asked not in (None, "human") else DEFAULT_LEVEL
    else:
        name = asked or _last_player(options.rules, settings, side)
    player, programs = player_or_default(name, options.rules), Programs(settings)
    if player.needs_permission and name == asked:
        programs.allow(player.program)
    elif player.needs_permission and not programs.may_start(player.program):
        # It played in the last run because that command line named it.
        player = PlayerConfig.named(DEFAULT_LEVEL)
    overridden = options.named or options.first or options.second or options.demo
    saved = None if overridden else clock_or_none(getattr(settings, f"{side}_clock"))
    limit = None if player.is_human else options.move_limit
    return replace(player, clock=limit or options.clock or saved)


def _last_player(rules: Rules, settings: Settings, side: str) -> str:
    """Return the name of the last player of a side in this game."""
    last = (settings.game or first().name) == rules.name
    return str(getattr(settings, side)) if last else _kept_players(settings, rules.name)[side]
