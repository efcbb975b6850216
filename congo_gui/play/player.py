"""The player of a side in the window: a human, a level of the AI, or a program. No pygame."""

from __future__ import annotations

from dataclasses import dataclass, replace

from congo_gui.play import texts
from engine import rules as registry
from engine.game.clocks import TimeControl
from engine.players.base import DEFAULT_LIMITS, PlayerFactory, agent_adapters
from engine.players.levels import ALIASES, LEVELS, level
from engine.players.parse import WEIGHTS_PREFIX, parse_engine_settings, simple_depth, split_command
from engine.players.program_settings import ProgramSettings, split_settings
from engine.players.simple_players import COMMON_PLAYERS, find_simple_player, simple_players
from engine.rules.rules import Rules
from engine.rules.words import count_text
from engine.search.improvements import assignment_parts, material_only_weights
from engine.search.limits import Limits, SearchOptions
from engine.search.texts import ASSIGNMENT_PARTS
from engine.system.errors import UserError, quoted

ENGINE = "engine"
WEIGHTS = f"{ENGINE}:{WEIGHTS_PREFIX}"
"""The prefix of the engine with other weights, which runs in a separate process like a program."""
UCI, PYTHON, AGENT = "uci:", "python:", "student:"
PROGRAMS = (UCI, PYTHON, AGENT)
"""The prefixes of the names of external programs on the command line."""


@dataclass(frozen=True)
class PlayerConfig:
    """The player of a side and its clock: a human, the AI at a level, or another player.

    `program` is another player in the form of the command line: a simple player such as `greedy` or
    `minimax:4`, the engine with settings such as `engine:without=killers`, or a program.
    """

    level: str = ""
    program: str = ""
    clock: TimeControl | None = None
    absent: str = ""
    """The name of an unavailable player from a file that a human replaces; else empty."""

    def __post_init__(self) -> None:
        if self.is_human and self.clock is not None and self.clock.per_move:
            object.__setattr__(self, "clock", None)  # limits per move never apply to humans

    @property
    def is_human(self) -> bool:
        """True if a human plays."""
        return not self.level and not self.program

    @property
    def is_program(self) -> bool:
        """True if an external program plays."""
        return self.program.startswith(PROGRAMS)

    @property
    def needs_permission(self) -> bool:
        """True if it starts a process or reads a network, which a file alone must not trigger."""
        return self.is_program or self.program.startswith(WEIGHTS) or "network" in _settings(self.program)

    @property
    def is_engine(self) -> bool:
        """True if our own search plays, at a level or with settings."""
        return bool(self.level) or (_kind(self.program) == ENGINE and not self.program.startswith(WEIGHTS))

    @property
    def simple(self) -> PlayerFactory | None:
        """The simple player, None if it is not one."""
        return find_simple_player(_kind(self.program)) if self.program and not self.is_program else None

    @property
    def depth(self) -> int:
        """The search depth of a simple player, 0 if it has none."""
        return 0 if self.simple is None else simple_depth(self.program, self.simple)

    def search(self, seed: int) -> tuple[Limits, SearchOptions]:
        """Return the limits and options of our search, if it plays; `seed` seeds its random choices."""
        if self.level:
            strength = level(self.level)
            return strength.limits, strength.options(seed)
        limits, options = parse_engine_settings(self.program.partition(":")[2])
        return limits if limits != Limits() else DEFAULT_LIMITS, replace(options, seed=seed)

    @property
    def thinking_time(self) -> str:
        """The engine's thinking time as text, to follow its name."""
        limits = self.search(0)[0] if self.is_engine else DEFAULT_LIMITS
        if limits == DEFAULT_LIMITS:
            return texts.A_SECOND
        ends = [texts.seconds(limits.movetime / 1000)] if limits.movetime else []
        ends += [count_text(limits.nodes, "node")] if limits.nodes else []
        ends += [texts.depth(limits.depth)] if limits.depth else []
        return texts.thinks_to(ends)

    @property
    def title(self) -> str:
        """The name on the player card, unless the user has named the program."""
        if self.level:
            return texts.ai_level(self.level)
        simple = self.simple
        if simple is not None:
            return texts.with_depth(simple.title, self.depth) if simple.takes_depth else simple.title
        if self.absent:
            return texts.not_here(program_title(self.absent)) if _is_machine(self.absent) else self.absent
        return program_title(self.program) if self.program else texts.HUMAN

    @property
    def short_title(self) -> str:
        """A shorter name for small places."""
        if self.level:
            return texts.ai_short(self.level)
        off = switched_off(self.program)
        if off and not own_weights(self.program):
            only = texts.ai_without_part(texts.PARTS.get(off[0], off[0]))
            return only if len(off) == 1 else texts.parts_off(len(off))
        simple = self.simple
        if simple is not None and simple.takes_depth:
            return texts.short_with_depth(simple.title, self.depth)
        return self.title

    @classmethod
    def named(cls, name: str, clock: TimeControl | None = None, rules: Rules | None = None) -> PlayerConfig:
        """Return the player with this name in settings and on the command line.

        With `rules` it must be able to play that game. It is not checked whether a program exists.

        Raises:
            UserError: there is no such player.
        """
        kind, program = _kind(name), name
        simple = find_simple_player(kind) if rules is None else simple_players(rules.name).get(kind)
        if name == "human":
            program = ""
        elif simple is not None:
            depth = simple_depth(name, simple)
            program = f"{kind}:{depth}" if depth else kind
        elif name.startswith(AGENT) and rules is not None and not agent_adapters(rules.name):
            raise UserError(texts.no_agents(rules.facts.title, quoted(name)))
        elif kind == ENGINE and not name.startswith(WEIGHTS):
            parse_engine_settings(name.partition(":")[2])
        elif not name.startswith((*PROGRAMS, WEIGHTS)):
            try:
                return cls(level(name).name, clock=clock)
            except UserError:
                known = ", ".join(player_names(rules))
                raise UserError(texts.not_a_player(quoted(name), known)) from None
        return cls(program=program, clock=clock)

    @property
    def name(self) -> str:
        """The name that `named` parses."""
        return self.program or self.level or "human"


def _kind(name: str) -> str:
    return name.partition(":")[0]


def _is_machine(name: str) -> bool:
    """Return whether a player's name in a file is that of a program, not of a human."""
    return name.startswith(PROGRAMS) or _kind(name) == ENGINE or _kind(name) in COMMON_PLAYERS


def player_names(rules: Rules | None) -> list[str]:
    """Return the names of players on the command line, those of one game if `rules` are given."""
    simple = simple_players(rules.name) if rules else COMMON_PLAYERS
    depths = [f"{name}:DEPTH" if player.takes_depth else name for name, player in simple.items()]
    levels = [level.name for level in LEVELS]
    has_agents = rules is None or bool(agent_adapters(rules.name))
    programs = [f"{program}..." for program in PROGRAMS if has_agents or program != AGENT]
    return ["human", *levels, *ALIASES, *depths, f"{ENGINE}:without=...", *programs]


# --- the engine with parts switched off


def custom_ai(rules: Rules, off: set[str], chosen: str = "") -> str:
    """Return the name of the engine with the parts in `off` switched off, if the game has them.

    The other settings, and the parts outside `ASSIGNMENT_PARTS`, are those of the custom AI `chosen`.
    """
    has = assignment_parts(rules)
    off = {name for name in off if name in has or name not in ASSIGNMENT_PARTS}
    weights = material_only_weights(rules) if "material" in off else own_weights(chosen)
    settings = [WEIGHTS_PREFIX + weights] if weights else []
    if without := _in_order(off - {"material", "book"}):
        settings.append("without=" + "+".join(without))
    if "book" in has:
        settings.append("book=" + ("off" if "book" in off else "on"))
    if not weights:  # the engine accepts no other settings beside weights
        others = _settings(chosen).items()
        settings += [f"{name}={value}" for name, value in others if name not in _PARTS_SETTINGS]
    return ":".join([ENGINE, ",".join(settings)]) if settings else ENGINE


def is_custom_ai(program: str) -> bool:
    """Return whether it is a name by `custom_ai` of the engine without evaluation, in any game."""
    games = [registry.get(name) for name in registry.names()]
    weights = {material_only_weights(rules): rules for rules in games}
    rules = weights.get(_settings(program).get("weights", ""))
    return rules is not None and program == custom_ai(rules, parts_off(program, rules), program)


def custom_ai_for(chosen: str, home: Rules, rules: Rules) -> str:
    """Convert a custom AI chosen for the game `home` to another game: without its weights."""
    others = [f"{name}={value}" for name, value in _settings(chosen).items() if name not in _PARTS_SETTINGS]
    return custom_ai(rules, parts_off(chosen, home), f"{ENGINE}:{','.join(others)}")


_PARTS_SETTINGS = ("weights", "without", "book")
"""The settings that switch parts of the engine on or off."""


def _settings(program: str) -> dict[str, str]:
    """Return the engine's settings in a player's name; empty for any other player."""
    if _kind(program) != ENGINE:
        return {}
    settings = (setting.partition("=") for setting in program.partition(":")[2].split(","))
    return {name.strip(): value.strip() for name, equals, value in settings if equals}


def own_weights(program: str) -> str:
    """Return the weights in a player's name, unless they are the material-only weights."""
    weights = _settings(program).get("weights", "")
    return "" if _is_material_alone(weights) else weights


def _is_material_alone(weights: str) -> bool:
    games = registry.names() if "-" in weights else ()
    return any(weights == material_only_weights(registry.get(name)) for name in games)


def switched_off(program: str) -> list[str]:
    """Return the parts of the engine that a player's name switches off."""
    settings = _settings(program)
    off = {*settings.get("without", "").lower().split("+")} - {""}
    off |= {"book"} if settings.get("book", "").lower() == "off" else set()
    off |= {"material"} if _is_material_alone(settings.get("weights", "")) else set()
    return _in_order(off)


def parts_off(program: str, rules: Rules) -> set[str]:
    """Return all parts that are off in a game: `switched_off`, and the book unless it is requested."""
    sets_book = not program or "book" in _settings(program) or "book" not in assignment_parts(rules)
    return {*switched_off(program)} | (set() if sets_book else {"book"})


def _in_order(off: set[str]) -> list[str]:
    return [name for name in (*ASSIGNMENT_PARTS, *sorted(off - {*ASSIGNMENT_PARTS})) if name in off]


def _engine_title(program: str) -> str:
    off = [texts.PARTS.get(name, name) for name in switched_off(program)]
    if off and not own_weights(program):
        return texts.ai_without(texts.AND.join(off) if len(off) < 3 else texts.parts(len(off)))
    return texts.ai_with(program.partition(":")[2] or ENGINE)


def program_title(program: str) -> str:
    """Return the title of an unnamed program: its command without folders.

    The title of a Python source does not include the Python interpreter.
    """
    if _kind(program) == ENGINE:
        return _engine_title(program)
    if program.startswith(AGENT):
        return _file(program.removeprefix(AGENT)) or program
    try:
        command = program.partition(":")[2]
        settings, words = split_settings(split_command(command))
        if settings == ProgramSettings():
            words = split_command(command, windows=True)  # which accepts paths of Windows and POSIX
    except UserError:
        return program
    if not words:
        return program
    if len(words) > 1 and _file(words[0]).lower().startswith("python") and words[1].endswith(".py"):
        del words[0]
    return " ".join([_file(words[0]) or words[0], *words[1:]])


def _file(path: str) -> str:
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2]


PlayerConfigs = tuple[PlayerConfig, PlayerConfig]


def present_players(players: PlayerConfigs) -> PlayerConfigs:
    """Return the players for another game, in which humans no longer replace absent players."""
    first, second = (replace(player, absent="") for player in players)
    return first, second


def is_human_against_level(players: PlayerConfigs) -> bool:
    """Return whether a human plays against a level of the AI, as in rated games."""
    first, second = players
    return (first.is_human and bool(second.level)) or (second.is_human and bool(first.level))


def names_of(players: PlayerConfigs) -> tuple[str, str]:
    """Return the players' names, as parsed by `PlayerConfig.named`."""
    return players[0].name, players[1].name
