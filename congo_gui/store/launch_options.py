"""The options of the command line, and the first players."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from congo_gui.play.player import PlayerConfig, PlayerConfigs
from congo_gui.store.programs import Programs
from congo_gui.store.settings import Settings
from engine.game.clocks import NO_CLOCK, TimeControl
from engine.players.levels import DEFAULT_LEVEL, FIRST_LEVEL
from engine.rules import first
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.system.errors import UserError

PLAYERS = ("white", "black", "white_clock", "black_clock")
"""The settings that say who plays the game that was chosen last."""


@dataclass(frozen=True)
class LaunchOptions:
    """What the command line asks for; None leaves it to the settings."""

    rules: Rules
    start: Position | None = None
    first: str | None = None
    second: str | None = None
    demo: bool = False
    clock: TimeControl | None = None
    move_limit: TimeControl | None = None
    """How long every move of an AI or a program may take."""
    file: Path | None = None
    """A saved game to open."""
    pick: bool = False
    """True if the player is shown the games, if they have never chosen one."""
    named: bool = False
    """True if the game is named, not the one that was chosen last."""
    screen_reader: bool = False
    """True if moves are written to the terminal in words: `--aloud`, which keeps the name it first had."""

    @property
    def asks_for_a_game(self) -> bool:
        """True if the command line asks for a game, so that the last one is not offered."""
        return any((self.start, self.first, self.second, self.demo, self.clock, self.move_limit, self.file))


def player_or_default(name: str, rules: Rules) -> PlayerConfig:
    """Return the player with that name in the settings, the default AI for a name unknown to this version."""
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
    """Return the level of the AI that the player meets unless they choose: the one played last."""
    return settings.level or FIRST_LEVEL


def default_players(settings: Settings) -> PlayerConfigs:
    """Return the players of a game that is begun without choosing any."""
    return PlayerConfig(), PlayerConfig(preferred_level(settings))


def choose_game(settings: Settings, name: str) -> None:
    """Choose the game of the next launch, with the players that were chosen for it last."""
    settings.level = preferred_level(settings)
    before = settings.game or first().name
    if name != before:
        here = [getattr(settings, one) for one in PLAYERS]
        chosen = settings.game is not None or here != [getattr(Settings(), one) for one in PLAYERS]
        kept = {**settings.players, **({before: here} if chosen else {})}
        players = _kept_players(settings, name)
        settings.players = {game: what for game, what in kept.items() if game != name}
        for one, value in players.items():
            setattr(settings, one, value)
    settings.game = name


def note_players(settings: Settings, name: str, players: PlayerConfigs) -> None:
    """Remember the players of a game. A demo is not remembered: the next launch has a person again."""
    if any(player.is_human for player in players):
        settings.level = next((player.level for player in players if player.level), settings.level)
        values = [
            *(player.name for player in players),
            *(str(player.clock or NO_CLOCK) for player in players),
        ]
        if name == (settings.game or first().name):
            for one, value in zip(PLAYERS, values, strict=True):
                setattr(settings, one, value)
        else:
            settings.players = {**settings.players, name: values}


def _kept_players(settings: Settings, name: str) -> dict[str, str]:
    """Return the players and clocks chosen last for another game, or else the defaults."""
    kept = settings.players.get(name)
    if isinstance(kept, list) and len(kept) == len(PLAYERS) and all(isinstance(one, str) for one in kept):
        return dict(zip(PLAYERS, kept, strict=True))
    return {one: getattr(Settings(black=preferred_level(settings)), one) for one in PLAYERS}


def first_players(options: LaunchOptions, settings: Settings) -> PlayerConfigs:
    """Return the players of the first game, from the command line or the settings."""
    first, second = (
        _player(options, settings, side, asked)
        for side, asked in (("white", options.first), ("black", options.second))
    )
    return first, second


def _player(options: LaunchOptions, settings: Settings, side: str, asked: str | None) -> PlayerConfig:
    """Return the player of a side, from the command line or the settings; a demo has no people."""
    if options.demo:
        name = asked if asked not in (None, "human") else DEFAULT_LEVEL
    else:
        name = asked or _last_player(options.rules, settings, side)
    player, programs = player_or_default(name, options.rules), Programs(settings)
    if player.needs_permission and name == asked:
        programs.allow(player.program)
    elif player.needs_permission and not programs.may_start(player.program):
        # It played last because the command line named it then.
        player = PlayerConfig.named(DEFAULT_LEVEL)
    anew = options.named or options.first or options.second or options.demo
    kept = None if anew else clock_or_none(getattr(settings, f"{side}_clock"))
    limit = None if player.is_human else options.move_limit
    return replace(player, clock=limit or options.clock or kept)


def _last_player(rules: Rules, settings: Settings, side: str) -> str:
    """Return the last player of a side, if that can play this game."""
    last = (settings.game or first().name) == rules.name
    return str(getattr(settings, side)) if last else _kept_players(settings, rules.name)[side]
