"""Proofs that a side can or cannot force a win within a number of plies."""

from __future__ import annotations

import pytest

from engine import rules
from engine.cli.main import main
from engine.compiled.jit import int64
from engine.research.prove import Prover
from engine.rules.conga.moves import canonical_key, lasting_liberties
from engine.rules.conga.moves import could_win_within as could_win
from engine.rules.conga.rules import RULES as CONGA
from engine.rules.rules import Rules
from engine.rules.values import Position
from tests.engine.rules.games import Symmetry, going_on, symmetries

BLACK_WINS_AT_ONCE = "w10,-,-,-/b1,b1,-,-/b5,b2,-,-/-,-,-,- b"
BLACK_FILLS_THE_LAST_OF_FIVE = "b1,w10,-,b6/b1,b1,b1,-/-,-,-,-/-,-,-,- b"
"""Black wins at once, next to a stack with more neighbours than a move can fill."""


def by_rules_alone(game: Rules, position: Position, plies: int) -> bool:
    """Return the result of `Prover.wins_within`, computed only with `Rules`."""
    outcome = game.outcome(position)
    attacking = plies % 2
    if outcome is not None:
        return outcome.winner is not None and (outcome.winner == position.side) == bool(attacking)
    if plies == 0:
        return False
    after = (
        by_rules_alone(game, game.play(position, move), plies - 1) for move in game.legal_moves(position)
    )
    return any(after) if attacking else all(after)


@pytest.mark.parametrize("name", ["conga", pytest.param("congo", marks=pytest.mark.slow)])
def test_findings_match_a_reference_in_python(name: str) -> None:
    game, prover = rules.get(name), Prover(rules.get(name), 1)
    found = set()
    for position in going_on(name)[:: 5 if name == "congo" else 2]:
        for plies in (1, 2):
            expected = by_rules_alone(game, position, plies)
            assert prover.wins_within(position, plies).wins == expected, (
                game.notation.format(position),
                plies,
            )
            found.add((plies, expected))
    assert {(1, True), (1, False), (2, False)} <= found


def test_longer_wins_agree_with_python_too() -> None:
    prover = Prover(CONGA, 1)
    answers = []
    for position in going_on("conga"):
        few = len(CONGA.legal_moves(position)) * len(CONGA.legal_moves(CONGA.null_move(position))) <= 90
        for plies in (3, 4) if few else (3,):
            answers.append(by_rules_alone(CONGA, position, plies))
            assert prover.wins_within(position, plies).wins == answers[-1], CONGA.notation.format(position)
    assert True in answers
    assert False in answers


def test_quick_test_never_misses_a_win() -> None:
    sure = 0
    for position in (*going_on("conga"), CONGA.notation.parse(BLACK_FILLS_THE_LAST_OF_FIVE)):
        for plies in (1, 3):
            if not could_win(position.record, int64(plies)):
                assert not by_rules_alone(CONGA, position, plies), CONGA.notation.format(position)
                sure += plies == 3
    assert sure > 5


def around(square: int) -> set[int]:
    """Return the squares next to a square of Conga's board."""
    return {
        other for other in range(16) if max(abs(other % 4 - square % 4), abs(other // 4 - square // 4)) == 1
    }


def test_lasting_liberties_survive_any_departing_stack() -> None:
    for position in going_on("conga"):
        pieces = CONGA.notation.pieces(position)
        for side in (0, 1):
            own = {square for square, piece in pieces.items() if piece.side == side}
            left = [
                set().union(*(around(square) for square in own - {gone})) - (pieces.keys() - own)
                for gone in own
            ]
            assert lasting_liberties(position.record, int64(side)) == min(map(len, left))


def test_tiny_hash_table_changes_no_result() -> None:
    for position in going_on("conga")[::4]:
        small, large = Prover(CONGA, 1), Prover(CONGA, 64)
        small._state["table_mask"] = 7
        for plies in (3, 4, 5):
            assert small.wins_within(position, plies).wins == large.wins_within(position, plies).wins


@pytest.mark.parametrize("symmetry", symmetries("conga"), ids=str)
def test_symmetric_positions_share_a_table_entry(symmetry: Symmetry) -> None:
    prover = Prover(CONGA, 1)
    for position in going_on("conga")[::4]:
        first = prover.wins_within(position, 3)
        turned = CONGA.notation.parse(symmetry.position(CONGA.notation.format(position)))
        again = prover.wins_within(turned, 3)
        assert again.wins == first.wins
        assert again.nodes == 1


def forms_of(text: str) -> frozenset[str]:
    """Return the position with this text under every symmetry, as texts."""
    found, new = {text}, [text]
    while new:
        form = new.pop()
        turned = {symmetry.position(form) for symmetry in symmetries("conga")} - found
        found |= turned
        new += turned
    return frozenset(found)


def test_only_symmetric_positions_share_a_canonical_key() -> None:
    forms_by_key: dict[int, frozenset[str]] = {}
    for position in going_on("conga")[::2]:
        forms = forms_of(CONGA.notation.format(position))
        (key,) = {int(canonical_key(CONGA.notation.parse(form).record)) for form in forms}
        assert forms_by_key.setdefault(key, forms) == forms
    assert len(forms_by_key) > 20


def test_neither_side_can_force_a_win_from_the_start_within_fourteen_plies() -> None:
    prover = Prover(CONGA, 16)
    assert not any(prover.wins_within(CONGA.start(), plies).wins for plies in range(1, 15))


@pytest.mark.slow
def test_neither_side_can_force_a_win_from_the_start_within_twenty_plies() -> None:
    prover = Prover(CONGA, 1024)
    assert not any(prover.wins_within(CONGA.start(), plies).wins for plies in range(1, 21))


def test_the_command_reports_a_found_win(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "conga", BLACK_WINS_AT_ONCE, "--plies", "7", "--hash", "1"]) == 0
    assert capsys.readouterr().out == "black can force a win within 1 ply\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["conga", "nonsense"], ""),
        (["congo", "2ml3/7/7/7/7/7/7 w 0"], "the game is over in this position"),
        (["congo", "3l3/7/7/7/7/7/3L3 w 1"], "the game is over in this position"),
    ],
)
def test_explains_bad_input(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", *arguments]) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err
    assert printed.out == ""
    assert printed.err.count("\n") == 1
