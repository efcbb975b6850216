"""Every command of the command line in every registered game."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from engine import rules
from engine.cli.main import main
from engine.rules.rules import Rules
from engine.search import bench
from tests.engine.rules.games import NAMES, going_on, positions
from tests.engine.rules.perft_data import perft_lines

every_game = pytest.mark.parametrize("name", NAMES)

Run = Callable[..., list[str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a command, with lines on standard input, and returns its output lines."""

    def run_command(*arguments: str, lines: str = "", status: int = 0) -> list[str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        assert main(list(arguments)) == status
        return capsys.readouterr().out.splitlines()

    return run_command


def sample(name: str) -> list[str]:
    game = rules.get(name)
    return [game.notation.format(position) for position in positions(name)[::5]]


@every_game
def test_moves_of_one_position_and_of_many(name: str, run: Run) -> None:
    game, fens = rules.get(name), sample(name)
    answers = [[move.text for move in game.legal_moves(game.notation.parse(fen))] for fen in fens]
    for fen, answer in zip(fens, answers, strict=True):
        assert run("moves", name, fen) == answer
    assert run("moves", name, "-", lines="\n".join(fens) + "\n") == [" ".join(answer) for answer in answers]
    for size in game.facts.sizes:
        assert run("moves", name, f"startpos:{size}") == [m.text for m in game.legal_moves(game.start(size))]


@every_game
def test_after(name: str, run: Run) -> None:
    game = rules.get(name)
    lines, answers = [], []
    for position in going_on(name)[::5]:
        move = game.legal_moves(position)[-1]
        after = game.notation.format(game.play(position, move))
        assert run("after", name, game.notation.format(position), move.text) == [after]
        lines.append(f"{game.notation.format(position)}\t{move.text}")
        answers.append(after)
    assert run("after", name, "-", lines="\n".join(lines) + "\n") == answers


@every_game
def test_results(name: str, run: Run) -> None:
    fens = sample(name)
    answers = [result(rules.get(name), fen) for fen in fens]
    assert "none" in answers
    assert [run("result", name, fen) for fen in fens] == [[answer] for answer in answers]
    assert run("result", name, "-", lines="\n".join(fens) + "\n") == answers


def result(game: Rules, fen: str) -> str:
    outcome = game.outcome(game.notation.parse(fen))
    if outcome is None:
        return "none"
    return "draw" if outcome.winner is None else game.facts.side_names[outcome.winner]


@every_game
def test_perft(name: str, run: Run) -> None:
    lines = perft_lines(name)[:5]
    for line in lines:
        *counts, total = run("perft", name, line.fen, "2", "--divide")
        assert total == str(line.depths[2])
        assert sum(int(count.split(": ")[1]) for count in counts) == line.depths[2]
    many = run("perft", name, "-", "1", lines="".join(f"{line.fen}\n" for line in lines))
    assert many == [str(line.depths[1]) for line in lines]


@every_game
def test_bad_line_is_reported_in_its_place(name: str, run: Run) -> None:
    fen = sample(name)[0]
    first, second, third = run("moves", name, "-", lines=f"{fen}\nnonsense\n{fen}\n", status=2)
    assert first == third
    assert second.startswith("error: ")


@every_game
def test_analyse(name: str, run: Run) -> None:
    game = rules.get(name)
    for size in game.facts.sizes:
        *infos, best = run("analyse", name, f"startpos:{size}", "--depth", "3", "--multipv", "2")
        assert infos[-1].startswith("info depth 3 ")
        assert best.removeprefix("bestmove ") in [m.text for m in game.legal_moves(game.start(size))]
    over = next(p for p in positions(name) if game.outcome(p))
    assert run("analyse", name, game.notation.format(over), "--depth", "3") == ["bestmove (none)"]


@every_game
def test_bench(name: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "CALIBRATION_STEPS", 30_000)
    monkeypatch.setattr(bench, "PERFT_DEPTH", 3)
    first, second = (run("bench", name, "--depth", "3")[-2:] for _ in range(2))
    assert first[0].startswith("nodes ")
    assert first[0] == second[0]
    assert first[1].startswith("nps ")


@every_game
def test_play_shows_board_turn_and_effort_and_explains_an_illegal_entry(name: str, run: Run) -> None:
    game = rules.get(name)
    move = game.legal_moves(game.start())[0].text
    lines = f"nonsense\nhelp\nmoves\n{move}\nquit\n"
    text = "\n".join(run("play", name, "--first", "human", "--second", "alphabeta:2", lines=lines))
    assert "'nonsense'" in text
    assert game.facts.help in text
    first, second = (side.title() for side in game.facts.side_names)
    assert f"{first} plays {move}" in text
    assert f"{second} plays " in text
    assert "(alphabeta:2: depth 2, " in text
    assert text.count(f"{first} to move.") == 2


@every_game
def test_play_to_the_end_on_every_size(name: str, run: Run) -> None:
    for size in rules.get(name).facts.sizes:
        play = ("play", name, "--first", "engine:nodes=200", "--second", "random", "--seed", "3")
        text = "\n".join(run(*play, "--size", str(size)))
        assert " wins: " in text or "Draw: " in text
        assert ", score " in text


@every_game
def test_match(name: str, run: Run) -> None:
    found = run("match", name, "engine:nodes=300", "random", "--games", "4", "--openings", "2", "--seed", "5")
    assert found[-1].startswith("engine:nodes=300 wins ")


@every_game
def test_uci(name: str, run: Run) -> None:
    game = rules.get(name)
    fen = game.notation.format(going_on(name)[1])
    lines = f"uci\nsetoption name UCI_Variant value {name}\nposition fen {fen}\nd\ngo nodes 300\n"
    found = run("uci", lines=lines)
    assert any(line.startswith("option name UCI_Variant") and f" var {name}" in line for line in found)
    assert f"Fen: {fen}" in found
    assert found[-1].removeprefix("bestmove ") in [m.text for m in game.legal_moves(game.notation.parse(fen))]


@every_game
def test_evaluate_terms_add_up(name: str, run: Run) -> None:
    game = rules.get(name)
    fens = [game.notation.format(position) for position in going_on(name)[::5]]
    totals = []
    for fen in fens:
        *terms, total = (line.split() for line in run("evaluate", name, fen))
        assert total[0] == "total"
        assert round(sum(float(value) for _, value in terms), 1) == int(total[1])
        totals.append(total[1])
    assert run("evaluate", name, "-", lines="\n".join(fens) + "\n") == totals


@every_game
def test_value_is_the_same_by_alpha_beta_and_by_minimax(name: str, run: Run) -> None:
    game = rules.get(name)
    fens = "\n".join(game.notation.format(position) for position in positions(name)[::9])
    for depth in ("0", "1", "2"):
        by_alpha_beta = run("value", name, "-", "--depth", depth, lines=fens)
        assert by_alpha_beta == run("value", name, "-", "--depth", depth, "--minimax", lines=fens)
    assert run("value", name, "startpos", "--depth", "0") == [
        run("evaluate", name, "startpos")[-1].split()[1]
    ]
