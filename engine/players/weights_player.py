"""The engine with other weights, in a separate process because weights are compiled in."""

from __future__ import annotations

from engine.players import program, texts
from engine.players.searching import HASH_MIB
from engine.players.uci_client import UciPlayer
from engine.rules.rules import Rules
from engine.rules.texts import no_weights
from engine.search.limits import SearchOptions
from engine.system.errors import UserError, quoted
from engine.system.files import load_module
from engine.system.own_python import own_command

OWN_WEIGHTS = "weights"
"""The name of a game's default weights."""


def check_weights(rules: Rules, name: str) -> None:
    """Check that a game has weights of that name, and every term that the name switches off.

    Raises:
        UserError: weights or a term do not exist.
    """
    file, *off = name.split("-")
    module = load_module(rules.name, "weights")
    known = getattr(module, "FILES", (OWN_WEIGHTS,)) if module else ()
    if file not in known:
        raise UserError(no_weights(rules.facts.title, quoted(file), known))
    if len(set(off)) < len(off):
        raise UserError(texts.term_off_twice(quoted(name)))
    for term in off:
        if term not in rules.facts.term_titles:
            raise UserError(texts.no_term(quoted(term), rules.facts.term_titles))


def environment(name: str) -> dict[str, str]:
    """Return the environment variables that give the engine those weights.

    Its compiled code has a separate folder; otherwise several sets of weights would evict each other.
    """
    from engine.compiled import cache

    return program.environment(CONGO_WEIGHTS=name, CONGO_CACHE_DIR=str(cache.base() / "weights" / name))


def weights_player(text: str, rules: Rules, name: str, options: SearchOptions) -> UciPlayer:
    """Return the engine with those weights, called `text`; of `options` only `without` and `book` apply.

    Raises:
        UserError: there are no such weights.
    """
    check_weights(rules, name)
    # Weights belong to the handcrafted evaluation, so the network is off.
    arguments = own_command("engine", "uci", "--without", *sorted(options.without | {"network"}))
    settings = [f"setoption name Hash value {HASH_MIB}"]
    settings += ["setoption name OwnBook value true"] if options.book else []
    return UciPlayer(text, arguments, rules, environment=environment(name), settings=settings)
