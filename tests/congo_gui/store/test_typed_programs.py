"""What is typed in one folder starts the same programs, whatever folder the window is started in later."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from congo_gui.screens.tournament.names import names_in, whole
from congo_gui.store.programs import Programs
from congo_gui.store.settings import Settings
from congo_gui.store.typed_programs import from_any_folder, without_folder
from engine import rules
from engine.players.parse import parse_player
from engine.rules.rules import Rules
from engine.search.limits import Limits, SearchOptions

TYPED = (
    "python:bot.py:choose",
    "python:bot:choose",
    "python:./bot.py:choose",
    "python:bots/bot.py:choose,depth=2",
    "python:bots/../bot.py:choose",
    'python:"my bot.py":choose',
    "python:my bot.py:choose",
    "python:~/bot.py:choose",
    "student:bot.py",
    'student:"my bot.py"',
    "student:./bots/bot.py",
    "student:~/bot.py",
    "uci:./rex",
    "uci:bots/rex --fast",
    "uci:'./my rex' bot.py",
    "uci:python3 bot.py",
    "uci:python3 -m bot",
    'uci:sh -c "./rex --fast"',
    "uci:dir=bots ./rex bot.py",
    "uci:dir=~/bots log=~/rex.log option.Book=bots/bot.py ./rex",
    "uci:log=rex.log ./rex",
    "uci:option.EvalFile=bot.py ./rex",
    "engine:network=bot.py,nodes=5",
    "engine:nodes=5, network = bots/bot.py",
)


class StartedProgram:
    """Takes the place of a UCI program; `meaning` is what would be started."""

    def __init__(self, text: str, arguments: list[str], *others: object) -> None:
        self._program, self._arguments = os.path.abspath(shutil.which(arguments[0]) or ""), arguments[1:]

    def use(self, commands: list[str], folder: str | None, log: Path | None) -> None:
        self.meaning = self._program, self._arguments, commands, folder or os.getcwd(), log


def network_and_limits(text: str, rules: Rules, limits: Limits, options: SearchOptions) -> list[object]:
    """Take the place of an engine with a network."""
    return [os.path.realpath(options.eval_file), limits]


def started(player: str) -> object:
    """Return what the engine would start for a player."""
    found: object = parse_player(player, rules.get("minichess"))
    return found.meaning if isinstance(found, StartedProgram) else found


def spaced(player: str) -> Iterator[str]:
    """Yield a player with blanks wherever they may be typed, and with its kind in capitals."""
    kind, _, rest = player.partition(":")
    yield from (player, f"{kind}: {rest} ", f"  {kind}:{rest}", f"{kind.upper()}:{rest}")
    if kind == "python":
        module, _, function = rest.rpartition(":")
        yield from (f"python:{module} :{function}", f"python:{module}: {function}")
        yield from (f"python: {module} : {function} ", f" Python:\t{module}\t:{function}")


@pytest.mark.parametrize("typed", TYPED)
@pytest.mark.skipif(os.name != "posix", reason="paths of another form")
def test_what_is_stored_starts_the_same_in_every_folder(
    typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        (folder / "bots").mkdir(parents=True)
        for name in ("rex", "my rex", "bots/rex", "bot.py", "my bot.py", "bots/bot.py"):
            (folder / name).touch()
            (folder / name).chmod(0o700)
    monkeypatch.setenv("HOME", str(here))
    monkeypatch.setattr(
        "engine.players.subprocess_player.SubprocessPlayer", lambda text, words, *others: list(words)
    )
    monkeypatch.setattr("engine.players.uci_client.UciPlayer", StartedProgram)
    monkeypatch.setattr("engine.players.searching.EnginePlayer", network_and_limits)
    monkeypatch.setattr("engine.search.networks.network_from_file", lambda rules, name: None)
    programs = Programs(Settings())
    for player in spaced(typed):
        monkeypatch.chdir(here)
        meant = started(player)
        stored = whole(player, programs)
        assert stored == from_any_folder(player), player
        monkeypatch.chdir(there)
        assert started(stored) in (meant, _with_file(meant, here)), player
        assert whole(stored, programs) == stored


def _with_file(meant: object, folder: Path) -> object:
    """Return a module as the file in the folder in which it was typed."""
    return [f"{folder / str(meant[0])}.py", *meant[1:]] if isinstance(meant, list) else meant


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("uci:./rex --fast", "uci:dir={} {}/rex --fast"),
        (
            "uci:option.Hash=64 log=rex.log python3 rex.py",
            "uci:option.Hash=64 dir={} log={}/rex.log python3 rex.py",
        ),
        ("uci:dir=bots ./rex book.bin", "uci:dir={}/bots {}/rex book.bin"),
        ("python:rex.py:choose,depth=2", "python:{}/rex.py:choose,depth=2"),
        ("python:rex:choose", "python:{}/rex.py:choose"),
        ("student:rex.py", "student:{}/rex.py"),
        ("uci:rex --fast --hash=64 --skill=-2.5 -t 4", "uci:rex --fast --hash=64 --skill=-2.5 -t 4"),
        ("uci:java -jar /opt/rex.jar - --", "uci:java -jar /opt/rex.jar - --"),
        ("uci:rex -t 4 -t4 --weights=42850", "uci:rex -t 4 -t4 --weights=42850"),
        ("uci:make -s -fRexmk", "uci:dir={} make -s -fRexmk"),
        ("uci:lua -lape", "uci:dir={} lua -lape"),
        ("uci:rex -wbots", "uci:dir={} rex -wbots"),
        ("uci:rex --weights=10", "uci:dir={} rex --weights=10"),
        ("uci:python3 -u 10", "uci:dir={} python3 -u 10"),
        ("uci:perl -Ibots /opt/rex.pl", "uci:dir={} perl -Ibots /opt/rex.pl"),
        ("uci:'option.Name=Rex 1.2' rex", "uci:'option.Name=Rex 1.2' rex"),
        ("uci:option.Books=/a:/b rex -p /a:/b", "uci:option.Books=/a:/b rex -p /a:/b"),
        ("uci:option.Books=/a:b rex", "uci:option.Books=/a:b dir={} rex"),
        ("uci:option.Net=net.nn rex", "uci:option.Net=net.nn dir={} rex"),
        ("uci:option.Net=rex zebra", "uci:option.Net=rex dir={} zebra"),
        ("uci:rex uci", "uci:dir={} rex uci"),
        ("uci:python3 3", "uci:dir={} python3 3"),
        ("uci:option.Contempt=-2.5 rex -t4", "uci:option.Contempt=-2.5 rex -t4"),
        ("uci:~/rex", "uci:{home}/rex"),
        ("uci:option.Style=Solid rex", "uci:option.Style=Solid rex"),
        ("uci:rex.py", "uci:rex.py"),
        ("uci:nice rex.py", "uci:dir={} nice rex.py"),
        ("python:/bots/10:30 games/ape.py:choose,depth=2", "python:/bots/10:30 games/ape.py:choose,depth=2"),
        ("python:nowhere.py:choose", "python:{}/nowhere.py:choose"),
        ("python:rex", "python:rex"),
        ("student:", "student:"),
        ("uci:nowhere/rex nowhere", "uci:dir={} {}/nowhere/rex nowhere"),
        ("uci:python3 rex", "uci:dir={} python3 rex"),
        ("uci:python3 -m bots.ape", "uci:dir={} python3 -m bots.ape"),
        ("uci:python3 -mrex", "uci:dir={} python3 -mrex"),
        ("uci:python3 ./bots", "uci:dir={} python3 ./bots"),
        ("uci:java -cp bots/classes Rex", "uci:dir={} java -cp bots/classes Rex"),
        ("uci:java -cp /usr/java.jar:bots Rex", "uci:dir={} java -cp /usr/java.jar:bots Rex"),
        ("uci:sh -c './rex --fast'", "uci:dir={} sh -c './rex --fast'"),
        ("uci:env PYTHONPATH=bots rex", "uci:dir={} env PYTHONPATH=bots rex"),
        ("uci:rex --config=./book.bin", "uci:dir={} rex --config=./book.bin"),
        ("uci:rex --config ./book.bin", "uci:dir={} rex --config ./book.bin"),
        ("uci:java -cp later Rex", "uci:dir={} java -cp later Rex"),
        ("uci:dir=bots python3 -m rex", "uci:dir={}/bots python3 -m rex"),
        ("python:package.module:choose", "python:package.module:choose"),
        ('uci:"open', 'uci:"open'),
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="paths of another form")
def test_a_program_is_stored_with_whole_paths(
    typed: str, stored: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In another folder, a file of the same name would be another program."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots").mkdir()
    for name in ("rex", "rex.py", "book.bin", "bots/ape.py", "10"):
        (tmp_path / name).touch()
    expected = stored.replace("{}", str(tmp_path)).replace("{home}", str(Path.home()))
    assert from_any_folder(typed) == expected


def test_names_that_the_system_refuses_stay_as_they_are() -> None:
    """Looking for such a file raises an error, below which the form and what was typed in it were lost."""
    long = f"python:{'a' * 300}:choose"
    assert from_any_folder(long) == long


def test_a_table_shows_a_program_without_its_folder() -> None:
    kept = "uci:option.Hash=4 dir=/bots /bots/rex --fast"
    assert without_folder(kept) == "uci:option.Hash=4 /bots/rex --fast"
    others = "uci:dir=/bots", "python:/bots/rex.py:choose", 'uci:dir=x "open', "engine:nodes=5"
    for player in ("uci:/bots/rex", "uci:dir=/bots/v1 python3 rex.py", *others):
        assert without_folder(player) == player


@pytest.mark.parametrize("name", ["python:bot.py : choose", "Python:a,b/bot.py:choose", "  uci:rex a, b"])
def test_players_with_blanks_and_capitals_are_split(name: str) -> None:
    assert names_in(f'"{name}", random') == [name, "random"]
