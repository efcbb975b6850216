"""Python functions as players, and their failures."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.game.clocks import Clocks, TimeControl
from engine.game.game import Game
from engine.players import subprocess_player, texts
from engine.players.base import Player, PlayerFailure
from engine.players.parse import parse_player
from engine.players.python_code import MAX_VALUE, AgentPlayer, EvaluationPlayer, load
from engine.search.limits import Limits
from engine.search.thinker import Finished
from engine.system.errors import UserError
from tests.engine.players.background_driver import Background
from tests.engine.rules.congo.support import CONGO
from tests.waiting import ProcessSignal

TRIPLE_JUMP = "7/4l2/7/4c2/7/2p4/1M1L3 w 1"
"""White's monkey takes the lion by way of two pieces."""
COUNTING = """
from engine import rules
CONGO = rules.get("congo")

def evaluate(position):
    sides = [piece.side for piece in CONGO.notation.pieces(position).values()]
    return 100 * (sides.count(position.side) - sides.count(1 - position.side))
"""

Make = Callable[[str], Player]
Module = Callable[..., str]


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Module:
    """Provide a function that writes a module into the current folder and returns its name."""
    folder = tmp_path / "student"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(str(folder))
    made = 0

    def write(text: str) -> str:
        nonlocal made
        made += 1
        name = f"bot_{tmp_path.name}_{made}"
        (folder / f"{name}.py").write_text(text)
        return name

    return write


@pytest.fixture
def reached() -> Iterator[ProcessSignal]:
    """A signal for when a function in another process has reached a line."""
    made = ProcessSignal()
    yield made
    made.close()


def stopped_while_it_thinks(chosen: Player, game: Game, reached: ProcessSignal) -> None:
    """Ask a player for a move, and stop it once it has rung."""

    def stop() -> None:
        reached.wait()
        chosen.stop()

    threading.Thread(target=stop, daemon=True).start()
    with pytest.raises(PlayerFailure, match="was stopped"):
        chosen.choose(game, Limits())


@pytest.fixture
def player() -> Iterator[Callable[[str], Player]]:
    """Provide a function that makes players and closes them at the end."""
    made: list[Player] = []

    def make(text: str) -> Player:
        made.append(parse_player(text, CONGO))
        return made[-1]

    yield make
    for chosen in made:
        chosen.close()


def local(text: str) -> Player:
    """Return a player that runs its function in this process."""
    _, module, function = text.split(":")
    function, _, depth = function.partition(",depth=")
    if depth:
        return EvaluationPlayer(text, module, function, int(depth))
    return AgentPlayer(text, module, function)


def failure(chosen: Player, game: Game) -> str:
    """Return why a player loses the game that it is asked to move in."""
    with pytest.raises(PlayerFailure) as caught:
        chosen.choose(game, Limits())
    assert "\n" not in str(caught.value)
    return str(caught.value)


# --- agents


@pytest.mark.parametrize("answer", ["game.legal_moves()[3]", "game.legal_moves()[3].text"])
def test_agent_can_return_a_move_or_its_text(module: Module, answer: str) -> None:
    game = Game(CONGO)
    name = f"python:{module(f'def choose(game): return {answer}')}:choose"
    chosen = local(name)
    assert chosen.name == name
    assert chosen.choose(game, Limits()).move == game.legal_moves()[3]


def test_blanks_around_the_parts_of_a_name_do_not_matter(module: Module, player: Make) -> None:
    name = module("def choose(game): return game.legal_moves()[0]")
    game = Game(CONGO)
    assert player(f"python: {name} : choose").choose(game, Limits()).move == game.legal_moves()[0]


def test_agent_cannot_change_the_callers_game(module: Module) -> None:
    name = module(
        "def choose(game):\n"
        "    move = game.legal_moves()[0]\n"
        "    game.play(move)\n"
        "    game.undo()\n"
        "    game.play(game.legal_moves()[1])\n"
        "    game.resign(0)\n"
        "    return move\n"
    )
    game = Game(CONGO)
    game.play(CONGO.parse_move(game.position, "d2d3"))
    before = game.plies, game.cursor
    local(f"python:{name}:choose").choose(game, Limits())
    assert (game.plies, game.cursor, game.outcome) == (*before, None)


def test_calls_new_game_if_the_module_defines_it(module: Module) -> None:
    name = module(
        "import random\n"
        "chance = random.Random()\n"
        "def new_game(seed): chance.seed(seed)\n"
        "def choose(game): return chance.choice(game.legal_moves())\n"
    )
    chosen = local(f"python:{name}:choose")

    def moves(seed: int) -> list[str]:
        chosen.new_game(seed)
        return [chosen.choose(Game(CONGO), Limits()).move.text for _ in range(5)]

    assert moves(1) == moves(1) != moves(2)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("'a1a9'", "played an illegal move: 'a1a9' is not a move"),
        ("'d2d5'", "played an illegal move: "),
        ("None", texts.returned_no_move("None")),
        ("5", texts.returned_no_move("5")),
        ("Move(1, 'a1a1', (0, 0))", "played an illegal move: a1a1"),
    ],
)
def test_agent_mistakes_fail_with_the_reason(module: Module, text: str, reason: str) -> None:
    name = module(f"from engine.rules.values import Move\ndef choose(game):\n    return {text}\n")
    assert failure(local(f"python:{name}:choose"), Game(CONGO)).startswith(reason)


@pytest.mark.parametrize("error", ["BaseException", "KeyboardInterrupt", "GeneratorExit"])
def test_errors_that_are_no_exceptions_fail_with_the_reason(module: Module, player: Make, error: str) -> None:
    name = module(f"def choose(game): raise {error}('enough')\n")
    reason = texts.stopped(f"{texts.at_line(1, f'{name}.py')}{error}: enough")
    assert failure(player(f"python:{name}:choose"), Game(CONGO)) == reason


def test_answer_without_a_repr_fails_with_the_reason(module: Module, player: Make) -> None:
    name = module("class Odd:\n    def __repr__(self): raise LookupError\ndef choose(game): return Odd()\n")
    assert failure(player(f"python:{name}:choose"), Game(CONGO)) == texts.stopped("LookupError")


def test_a_function_that_closes_all_files_fails_without_a_traceback(
    module: Module, player: Make, capfd: pytest.CaptureFixture[str]
) -> None:
    name = module("import os\ndef choose(game):\n    os.closerange(3, 99)\n    return 'd2d3'\n")
    assert failure(player(f"python:{name}:choose"), Game(CONGO)).startswith("its program ")
    assert capfd.readouterr().err == ""


def test_agent_errors_fail_with_the_reason(module: Module, player: Make) -> None:
    name = module("def choose(game):\n    return 1 // 0 if game.cursor else quit()\n")
    failing, game = player(f"python:{name}:choose"), Game(CONGO)
    assert failure(failing, game).startswith("stopped with an error: ")
    game.play(game.legal_moves()[0])
    expected = f"stopped with an error: line 2 of {name}.py: ZeroDivisionError: "
    assert failure(failing, game).startswith(expected)


def test_function_without_a_move_in_time_fails(module: Module) -> None:
    name = module("def choose(game):\n    while True: pass\n")
    chosen = parse_player(f"python:{name}:choose", CONGO, timeout_s=0)
    assert failure(chosen, Game(CONGO)) == "its function gave no move within 0 s"
    chosen.close()


def test_function_out_of_time_fails_but_can_play_the_next_game(
    module: Module, player: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subprocess_player, "CLOCK_MARGIN_S", 0)
    name = module(
        "asked = []\n"
        "def new_game(seed): asked.append(seed)\n"
        "def choose(game):\n"
        "    while game.cursor == 0: pass\n"
        "    print('thinking of', input, flush=True)\n"
        "    return game.legal_moves()[len(asked) - 1]\n"
    )
    chosen = player(f"python:{name}:choose")
    chosen.new_game(1)
    timed = Game(CONGO, clocks=Clocks((TimeControl(0, 0), None)))
    assert failure(chosen, timed) == "its function gave no move within 0 s"
    game = Game(CONGO)
    game.play(game.legal_moves()[0])
    assert chosen.choose(game, Limits()).move == game.legal_moves()[0]


def test_an_unneeded_function_is_stopped(module: Module, player: Make, reached: ProcessSignal) -> None:
    name = module(f"def choose(game):\n    {reached.code}\n    while True: pass\n")
    chosen = player(f"python:{name}:choose")
    stopped_while_it_thinks(chosen, Game(CONGO), reached)


def test_stopped_function_is_reloaded_before_the_next_request(
    module: Module, player: Make, reached: ProcessSignal, tmp_path: Path
) -> None:
    """So that loading time does not count as thinking time."""
    seeds = tmp_path / "loaded"
    name = module(
        "asked = []\n"
        f"open({str(seeds)!r}, 'a').write('x')\n"
        f"{reached.code}\n"
        "def new_game(seed): asked.append(seed)\n"
        "def choose(game):\n"
        f"    {reached.code}\n"
        "    while game.cursor == 0: pass\n"
        "    return game.legal_moves()[asked[0]]\n"
    )
    chosen = player(f"python:{name}:choose")
    reached.wait()
    chosen.new_game(2)
    game = Game(CONGO)
    stopped_while_it_thinks(chosen, game, reached)
    reached.wait()
    chosen.clear_stop()
    game.play(game.legal_moves()[0])
    assert chosen.choose(game, Limits()).move == game.legal_moves()[2]
    assert seeds.read_text() == "xx"


def test_function_stopped_while_thinking_plays_the_next_game(module: Module, reached: ProcessSignal) -> None:
    name = module(
        f"def choose(game):\n    {reached.code}\n"
        "    while game.cursor == 0: pass\n"
        "    return game.legal_moves()[0]\n"
    )
    background = Background(lambda: parse_player(f"python:{name}:choose", CONGO))
    background.new_game(1)
    background.go(Game(CONGO))
    reached.wait()
    background.new_game(2)
    background.woken.wait_until(lambda: background.ready)
    game = Game(CONGO)
    game.play(game.legal_moves()[0])
    background.go(game)
    assert isinstance(background.last_event(), Finished)
    background.close()


def test_never_loading_module_is_not_a_player(module: Module) -> None:
    name = module("while True: pass\n")
    with pytest.raises(UserError, match=r"^its function was not ready within 0 s$"):
        parse_player(f"python:{name}:choose", CONGO, startup_s=0)


def test_a_crashing_player_loses_one_game(module: Module, player: Make) -> None:
    name = module(
        "import os\n"
        "def choose(game):\n"
        "    if game.cursor == 0: os._exit(3)\n"
        "    return game.legal_moves()[0]\n"
    )
    chosen = player(f"python:{name}:choose")
    game = Game(CONGO)
    with pytest.raises(PlayerFailure, match="its program ended with status 3"):
        chosen.choose(game, Limits())
    game.play(game.legal_moves()[0])
    assert chosen.choose(game, Limits()).move == game.legal_moves()[0]


@pytest.mark.parametrize(
    "answer", ["b'rubbish\\n'", "b64encode(dumps(5)) + b'\\n'", "b64encode(dumps(('done',))) + b'\\n'"]
)
def test_a_player_writing_to_the_answer_pipe_loses_one_game(
    answer: str, module: Module, player: Make
) -> None:
    name = module(
        "import os\n"
        "from base64 import b64encode\n"
        "from contextlib import suppress\n"
        "from pickle import dumps\n"
        "def choose(game):\n"
        "    for number in range(3, 30) if game.cursor else ():\n"
        "        with suppress(OSError):\n"
        f"            os.write(number, {answer})\n"
        "    return game.legal_moves()[0]\n"
    )
    crashing = player(f"python:{name}:choose")
    game = Game(CONGO)
    game.play(game.legal_moves()[0])
    assert failure(crashing, game) == texts.UNREADABLE_ANSWER
    crashing.new_game(2)
    assert crashing.choose(Game(CONGO), Limits()).move == Game(CONGO).legal_moves()[0]


def test_an_agent_sees_the_whole_game(module: Module, player: Make) -> None:
    name = module(
        "def choose(game):\n"
        "    from engine import rules\n"
        "    assert game.rules is rules.get('congo')\n"
        "    assert [ply.move.text for ply in game.plies] == ['d2d3', 'd6d5']\n"
        "    assert game.position == game.rules.notation.parse(game.rules.notation.format(game.position))\n"
        "    assert game.clocks.remaining(0) == 60\n"
        "    return game.legal_moves()[0]\n"
    )
    now = 0.0
    game = Game(CONGO, clocks=Clocks((TimeControl(60, 0), None), lambda: now))
    for text in ("d2d3", "d6d5"):
        game.play(CONGO.parse_move(game.position, text))
    assert player(f"python:{name}:choose").choose(game, Limits()).move == game.legal_moves()[0]


# --- evaluations


def test_an_evaluation_is_searched_to_its_depth(module: Module, player: Make) -> None:
    name = module(COUNTING)
    choice = player(f"python:{name}:evaluate,depth=2").choose(Game(CONGO), Limits())
    assert choice.info is not None
    assert (choice.info.depth, choice.info.score.cp, choice.info.pv[0]) == (2, 0, choice.move)
    assert choice.info.nodes > len(Game(CONGO).legal_moves())


def test_wins_outrank_any_evaluation(module: Module) -> None:
    name = module("def evaluate(position): return 1e9")
    game = Game(CONGO, CONGO.notation.parse(TRIPLE_JUMP))
    choice = local(f"python:{name}:evaluate,depth=1").choose(game, Limits())
    assert choice.info is not None
    assert choice.info.score.mate == 1
    game.play(choice.move)
    assert game.outcome is not None


@pytest.mark.parametrize(("text", "sign"), [("10**400", 1), ("-(10**400)", -1)])
def test_an_evaluation_may_be_larger_than_any_float(module: Module, text: str, sign: int) -> None:
    name = module(f"def evaluate(position): return {text}")
    choice = local(f"python:{name}:evaluate,depth=1").choose(Game(CONGO), Limits())
    assert choice.info is not None
    assert choice.info.score.cp == -sign * MAX_VALUE


def test_alpha_beta_in_python_finds_what_minimax_finds(module: Module) -> None:
    name = module(COUNTING)
    scope: dict[str, Callable[..., int]] = {}
    exec(COUNTING, scope)

    def minimax(game: Game, depth: int) -> int:
        if depth == 0:
            return scope["evaluate"](game.position)
        worths = []
        for move in game.legal_moves():
            game.play(move)
            worths.append(-minimax(game, depth - 1))
            game.undo()
        return max(worths)

    game = Game(CONGO, CONGO.notation.parse("3l3/1pe1p2/3p3/2zm3/1P1P3/2P1P2/2EL3 w 1"))
    choice = local(f"python:{name}:evaluate,depth=2").choose(game, Limits())
    assert choice.info is not None
    assert choice.info.score.cp == minimax(game.copy(), 2)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("'good'", texts.evaluated_as("'good'")),
        ("None", texts.evaluated_as("None")),
        ("float('nan')", texts.evaluated_as("nan")),
        ("position.nothing", "stopped with an error: line 2 of {name}.py: AttributeError: "),
    ],
)
def test_evaluation_mistakes_fail_with_the_reason(module: Module, text: str, reason: str) -> None:
    name = module(f"def evaluate(position):\n    return {text}\n")
    assert failure(local(f"python:{name}:evaluate,depth=1"), Game(CONGO)).startswith(reason.format(name=name))


def test_explains_agents_and_evaluations_mixed_up(module: Module) -> None:
    name = module(
        "from engine import rules\n"
        "def choose(game):\n    return game.legal_moves()[0]\n"
        "def evaluate(position):\n    return len(rules.get('congo').notation.pieces(position))\n"
    )
    agent = failure(local(f"python:{name}:evaluate"), Game(CONGO))
    assert agent.endswith(" (without ,depth=N after its name it is given a game, not a position)")
    evaluation = failure(local(f"python:{name}:choose,depth=1"), Game(CONGO))
    assert evaluation.endswith(" (with ,depth=N after its name it is given a position, not a game)")


# --- what cannot be loaded


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("python:", "python needs a module or file and a function, as in python:my_bot:choose"),
        ("python:my_bot", "python needs a module or file and a function"),
        ("python:my bot:choose", "python needs a module or file and a function"),
        ("python:no_such_bot:choose", "there is no module 'no_such_bot' in "),
        ("python:math:sin,speed=3", "python has no setting 'speed=3'; it has depth="),
        ("python:math:sin,depth=0", "depth= takes a whole number from 1 to 60, not '0'"),
    ],
)
def test_explains_an_invalid_python_player(text: str, message: str) -> None:
    with pytest.raises(UserError, match="^" + re.escape(message)) as caught:
        parse_player(text, CONGO)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("module_name", "function", "message"),
    [
        ("no_such.bot", "choose", "there is no module 'no_such.bot' in "),
        ("no_such.py", "choose", "name the module without .py: 'no_such', not 'no_such.py'"),
        ("math", "choose", "the module math has no function 'choose'"),
        ("math", "pi", "the module math has no function 'pi'"),
    ],
)
def test_explains_an_unloadable_function(module_name: str, function: str, message: str) -> None:
    with pytest.raises(UserError, match="^" + re.escape(message)):
        load(module_name, function)


def test_explains_an_unloadable_module(module: Module) -> None:
    name = module("def choose(game)\n    return None\n")
    with pytest.raises(UserError, match=f"^the module {name} cannot be loaded: SyntaxError: "):
        load(name, "choose")
    name = module("x = 1\nimport no_such_library\n")
    with pytest.raises(UserError, match=f"cannot be loaded: line 2 of {name}.py: ModuleNotFoundError: No mo"):
        load(name, "choose")
    name = module("import sys\nsys.exit('not here')\n")
    with pytest.raises(UserError, match=f"cannot be loaded: line 2 of {name}.py: SystemExit: not here"):
        load(name, "choose")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("class E(Exception):\n    def __str__(self): raise ValueError\nraise E", "line 3 of {}.py: E"),
        ("def __getattr__(name): raise LookupError(name)", "line 1 of {}.py: LookupError: choose"),
        (
            "import sys, types\nclass Odd(types.ModuleType):\n    def __getattribute__(self, _): 1 / 0\n"
            "sys.modules[__name__].__class__ = Odd",
            "line 3 of {}.py: ZeroDivisionError: division by zero",
        ),
        (
            "class Odd:\n    def __bool__(self): raise SystemExit\nraise ModuleNotFoundError(name=Odd())",
            "SystemExit",
        ),
    ],
)
def test_a_module_that_resists_is_not_a_player(
    module: Module, text: str, reason: str, capfd: pytest.CaptureFixture[str]
) -> None:
    name = module(text)
    with pytest.raises(UserError) as caught:
        parse_player(f"python:{name}:choose", CONGO)
    assert str(caught.value) == texts.not_loaded(texts.source_name(name, False), reason.format(name))
    assert capfd.readouterr().err == ""


def test_loading_again_adds_no_finder(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("def choose(game): return None\n")
    load(str(file), "choose")
    finders = len(sys.meta_path)
    load(str(file), "choose")
    assert len(sys.meta_path) == finders


def test_recognises_a_file_name_given_for_a_module(module: Module) -> None:
    name = module("def choose(game): return game.legal_moves()[0]\n")
    with pytest.raises(UserError, match=r"^name the module without \.py: 'bot_"):
        load(f"{name}.py", "choose")


# --- in games


def test_a_python_player_plays_a_match(module: Module, capsys: pytest.CaptureFixture[str]) -> None:
    name = module("def choose(game): return game.legal_moves()[0]\n")
    arguments = [f"python:{name}:choose", "first", "--games", "2", "--openings", "2", "--seed", "1"]
    assert main(["match", "congo", *arguments]) == 0
    assert capsys.readouterr().out.splitlines()[-1].rpartition(", ")[2].startswith("elo 0 +- ")


def test_failing_python_player_loses_its_game(module: Module, capsys: pytest.CaptureFixture[str]) -> None:
    name = module("def choose(game): raise ValueError('no idea')\n")
    assert main(["play", "congo", "--first", f"python:{name}:choose", "--second", "first"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == (
        f"White loses: python:{name}:choose: stopped with an error: line 1 of {name}.py: ValueError: no idea"
    )


def test_function_over_a_strict_limit_gives_no_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sleepy.py").write_text("import time\ndef choose(game):\n    time.sleep(600)\n")
    monkeypatch.chdir(tmp_path)
    player = parse_player("python:sleepy:choose", CONGO)
    try:
        player.new_game(1)
        with pytest.raises(PlayerFailure, match=r"its function gave no move within 0\.1 s"):
            player.choose(Game(CONGO), Limits.strict(50, grace_ms=50))
    finally:
        player.close()
