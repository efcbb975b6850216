"""Search traces: they match the players' searches, and describe each step correctly."""

from __future__ import annotations

from functools import cache

import pytest

from engine import rules
from engine.cli.main import main
from engine.game.game import Game
from engine.players.searching import AlphaBetaPlayer, MinimaxPlayer
from engine.search.limits import Limits
from engine.search.state import INFINITE, WIN
from engine.system.errors import UserError
from engine.trace.prose import explain, heading, tree_lines, value_text
from engine.trace.trace import (
    LeafReason,
    SearchMethod,
    StepKind,
    TooLarge,
    Trace,
    TraceNode,
    TraceStep,
    pruned_moves,
)
from tests.engine.rules.games import NAMES, going_on, random_games

KONANE = rules.get("konane")
CONGO = rules.get("congo")
MAX_POSITIONS = 1500
"""Positions of the trees that are compared."""
METHODS = pytest.mark.parametrize("method", SearchMethod, ids=lambda method: method.value)


def known(trace: Trace, node: TraceNode, at: int) -> TraceStep:
    """Return the state of a node after the step that entered it."""
    step = trace.state(node, at)
    assert step is not None
    return step


@cache
def small(method: SearchMethod) -> Trace:
    """Return a search of Konane's smallest board."""
    return Trace(KONANE, KONANE.start(4), 4, method).finish()


def agrees(game: Game, depth: int, method: SearchMethod) -> bool:
    """Compare a trace with the compiled player; return whether the tree is small enough."""
    trace = Trace(game.rules, game.position, depth, method, game.key_history(), MAX_POSITIONS)
    try:
        trace.finish()
    except TooLarge:
        return False
    maker = MinimaxPlayer if method is SearchMethod.MINIMAX else AlphaBetaPlayer
    player = maker(game.rules, depth)
    player.ignores_time_limit = True  # one search, where a time limit would have one for each depth
    choice = player.choose(game, Limits())
    assert choice.info is not None
    assert (trace.best_move, trace.value) == (choice.move, choice.info.score.cp)
    assert trace.positions == choice.info.nodes
    return True


@METHODS
@pytest.mark.parametrize("name", NAMES)
def test_agrees_with_the_compiled_player_on_value_move_and_positions(name: str, method: SearchMethod) -> None:
    agreed = [
        depth
        for position in going_on(name)[::25]
        for depth in (1, 2, 3)
        if agrees(Game(rules.get(name), position), depth, method)
    ]
    assert {1, 2} <= set(agreed)


@METHODS
@pytest.mark.parametrize("name", NAMES)
def test_draws_by_history_match_the_compiled_player(name: str, method: SearchMethod) -> None:
    for played in random_games(name):
        if played.outcome is not None:
            played.undo()
        if played.legal_moves():
            agrees(played, 2, method)
        played.redo()  # other tests have the same games


def test_a_repeated_position_is_a_draw_in_the_tree() -> None:
    """Both lions step out and back: the root position recurs after four plies."""
    position = CONGO.notation.parse("2l4/7/7/7/7/P6/4L2 w 1")
    trace = Trace(CONGO, position, 4).finish()
    leaves = [step for step in trace.steps if step.leaf_reason is LeafReason.DRAW_RULE]
    assert leaves
    assert {step.value for step in leaves} == {0}
    assert "draw, by repetition" in explain(trace, trace.steps.index(leaves[0]))


def test_position_seen_twice_before_the_root_is_a_draw() -> None:
    game = Game(CONGO, CONGO.notation.parse("2l4/7/7/7/7/P6/4L2 w 1"))
    for text in ["e1e2", "c7c6", "e2e1", "c6c7"] * 2:
        if len(game.plies) == 7:
            break
        game.play(CONGO.parse_move(game.position, text))
    trace = Trace(CONGO, game.position, 1, history=game.key_history()).finish()
    values = {
        str(trace.move(step.node)): step.leaf_reason for step in trace.steps if step.kind is StepKind.LEAF
    }
    assert values["c6c7"] is LeafReason.DRAW_RULE


def test_alpha_beta_visits_a_subset_of_the_minimax_nodes() -> None:
    full, part = small(SearchMethod.MINIMAX), small(SearchMethod.ALPHA_BETA)
    assert part.value == full.value
    assert paths(part) < paths(full)
    assert part.positions == len(paths(part)) - 1
    cut = {(*path(step.node), code) for step in part.steps for code in pruned_moves(step.node)}
    assert cut
    assert not cut & paths(part)
    assert cut < paths(full)


def path(node: TraceNode) -> tuple[int, ...]:
    return tuple(each.code for each in node.line[1:])


def paths(trace: Trace) -> set[tuple[int, ...]]:
    return {path(step.node) for step in trace.steps}


def test_only_alpha_beta_cuts_and_has_a_window() -> None:
    full, part = small(SearchMethod.MINIMAX), small(SearchMethod.ALPHA_BETA)
    assert not full.cut_offs
    assert part.cut_offs
    assert {full.window(step.node) for step in full.steps} == {(-INFINITE, INFINITE)}


def test_cut_off_happens_when_alpha_reaches_beta() -> None:
    trace = small(SearchMethod.ALPHA_BETA)
    for step in trace.steps:
        assert (step.alpha >= step.beta) == (
            step.kind is StepKind.CUT
            or (step.kind is StepKind.RETURN and bool(pruned_moves(step.node)))
            or (step.kind is StepKind.RETURN and trace.steps[step.node.steps[-2]].kind is StepKind.CUT)
        )
    for at in trace.cut_offs:
        assert explain(trace, at).startswith("Cut! ")


def test_children_inherit_the_window() -> None:
    trace = small(SearchMethod.ALPHA_BETA)
    for at, step in enumerate(trace.steps):
        if step.kind is StepKind.ENTER and step.node.parent is not None:
            above = trace.state(step.node.parent, at)
            assert above is not None
            assert (step.alpha, step.beta) == (above.alpha, above.beta)


def test_any_step_can_be_revisited() -> None:
    trace = small(SearchMethod.ALPHA_BETA)
    first = trace.root.children[0]
    assert trace.state(first, 0) is None
    assert not trace.finished(first, 1)
    last = first.steps[-1]
    assert not trace.finished(first, last - 1)
    assert trace.finished(first, last)
    assert known(trace, trace.root, last).best is None
    assert known(trace, trace.root, last + 1).best == trace.steps[last].value
    line = trace.best_line(trace.root, len(trace.steps) - 1)
    assert trace.move(line[0]) == trace.best_move
    assert len(line) == trace.depth
    assert known(trace, line[-1], len(trace.steps)).value == trace.value


def test_positions_of_nodes_are_reached_by_their_lines() -> None:
    trace = small(SearchMethod.ALPHA_BETA)
    for step in trace.steps[::7]:
        position = trace.position
        for node in step.node.line[1:]:
            position = KONANE.play(position, trace.move(node))
        assert trace.position_of(step.node) == position


def test_rejects_a_tree_too_large_and_suggests_a_smaller_one() -> None:
    with pytest.raises(TooLarge, match=r"more than 100 positions, too many .* choose a smaller depth"):
        Trace(CONGO, CONGO.start(), 3, max_positions=100).finish()


def test_rejects_a_finished_game() -> None:
    with pytest.raises(UserError, match="over in this position"):
        Trace(CONGO, CONGO.notation.parse("3l3/7/7/7/7/7/3L3 w 1"), 2)


@METHODS
def test_every_step_is_described_with_move_and_value(method: SearchMethod) -> None:
    trace = small(method)
    for at, step in enumerate(trace.steps):
        text = explain(trace, at)
        assert text.endswith(".")
        if step.child is not None:
            assert text.removeprefix("Cut! ").startswith(f"{trace.move(step.child)} ")
        if step.value is not None:
            assert value_text(step.value).split()[-1] in text
        assert method is SearchMethod.ALPHA_BETA or not {"alpha", "beta"} & set(text.split())
    assert "+∞" in explain(trace, 0) or method is SearchMethod.MINIMAX
    assert explain(trace, len(trace.steps) - 1).startswith(f"Done: {trace.best_move} is best")


def test_cut_off_text_names_the_earlier_choice() -> None:
    """White's second reply to c2 causes a cut-off: Black already has d1."""
    trace = Trace(KONANE, KONANE.start(4), 3).finish()
    assert explain(trace, trace.cut_offs[0]) == (
        "Cut! b2 scores −1.95. That is at most alpha: Black already has d1 above, which scores −1.35."
        " Black will not choose this line, so White's 2 other moves need not be examined."
    )


def test_wins_count_the_winners_moves() -> None:
    assert value_text(WIN - 1) == "win 1"
    assert value_text(WIN - 3) == "win 2"
    assert value_text(2 - WIN) == "loss 1"
    assert value_text(-INFINITE) == "−∞"
    assert value_text(35) == "+0.35"
    assert value_text(0) == "0.00"


def test_the_tree_as_lines() -> None:
    trace = Trace(KONANE, KONANE.start(4), 3).finish()
    lines = list(tree_lines(trace))
    assert lines[:5] == [
        "max [-inf, +inf]",
        "  d1 min [-inf, +inf]",
        "    c1 max [-inf, +inf]",
        "      d3d1 = -1.35  alpha -1.35",
        "    c1 = -1.35  beta -1.35",
    ]
    assert "    b2 <= -1.95  cut by alpha -1.35, not looked at: d2 c3" in lines


# --- the command


def command(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["trace", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_command_ends_with_the_node_counts_of_both_methods(capsys: pytest.CaptureFixture[str]) -> None:
    part = command(capsys, "konane", "startpos:4", "--depth", "3")
    assert part[-5:] == [
        "value -1.35",
        "bestmove d1",
        "cut-offs 3",
        "positions alpha-beta 17",
        "positions minimax 32, so alpha-beta saves 47 %",
    ]
    full = command(capsys, "konane", "startpos:4", "--depth", "3", "--minimax")
    assert full[-2:] == part[-2:]
    assert not any("cut" in line for line in full)


def test_command_prints_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    lines = command(capsys, "konane", "startpos:4", "--depth", "2", "--steps")
    steps = len(Trace(KONANE, KONANE.start(4), 2).finish().steps)
    assert lines[steps].startswith(f"{steps}. Done: ")
    assert all(line.isascii() for line in lines)


@pytest.mark.parametrize(
    ("position", "depth", "message"),
    [("startpos", "6", "choose a smaller depth"), ("3l3/7/7/7/7/7/3L3 w 1", "2", "is over in this position")],
)
def test_command_reports_bad_input_in_one_sentence(
    capsys: pytest.CaptureFixture[str], position: str, depth: str, message: str
) -> None:
    assert main(["trace", "congo", position, "--depth", depth]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert message in printed.err
    assert printed.err.count("\n") == 1


def test_second_side_minimises_when_the_first_is_max() -> None:
    position = KONANE.play(KONANE.start(4), KONANE.legal_moves(KONANE.start(4))[0])
    own, first = (Trace(KONANE, position, 3, max_side=side).finish() for side in (None, 0))
    assert (own.root.maximises, first.root.maximises) == (True, False)
    assert first.best_move == own.best_move
    assert [(step.value, -step.beta) for step in first.steps] == [
        (None if step.value is None else -step.value, step.alpha) for step in own.steps
    ]
    assert "Beta drops" in {heading(first, step) for step in first.steps if step.node is first.root}
