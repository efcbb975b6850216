"""Pasting moves, games and positions into an analysis."""

from __future__ import annotations

import pytest

from congo_gui.screens.analysis import pasted
from congo_gui.screens.analysis.pasted import PastedGame, PastedLine, parse_pasted
from engine import rules as registry
from engine.record.record import GameTree
from engine.rules.values import Position
from engine.system.errors import UserError
from tests.congo_gui.driver import CONGO, START

PLAYED = ("d2d3", "b6b5", "e2e3", "e6e5")


def tree_of(*texts: str) -> GameTree:
    """Return the tree of a game from the start."""
    tree = GameTree(CONGO, CONGO.start())
    node = tree.root
    for text in texts:
        node = tree.add(node, CONGO.parse_move(node.position, text))
    return tree


@pytest.mark.parametrize(
    ("text", "shown", "start", "moves"),
    [
        ("1. d2d3 b6b5 2. c2c3", 4, 0, "d2d3 b6b5 c2c3"),
        ("1… b6b5 2. c2c3", 4, 1, "b6b5 c2c3"),
        ("2. c2c3 {a note} (2. a2a3 a6a5) c6c5 *", 0, 2, "c2c3 c6c5"),
        ("c2c3 c6c5", 4, 4, "c2c3 c6c5"),
        ("d2d3 b6b5", 4, 0, "d2d3 b6b5"),
        ("7. c2c3!? c6c5", 4, 4, "c2c3 c6c5"),
        ("3. c2c3 c6c5 1-0", 4, 4, "c2c3 c6c5"),
    ],
)
def test_pasted_moves_are_added_at_their_number_or_here(
    text: str, shown: int, start: int, moves: str
) -> None:
    tree = tree_of(*PLAYED)
    nodes = [tree.root, *tree.main]
    found = parse_pasted(text, tree, nodes[shown])
    assert isinstance(found, PastedLine)
    assert found.start is nodes[start]
    assert " ".join(each.move.text for each in found.moves) == moves


def test_comments_in_pasted_moves_are_kept() -> None:
    tree = tree_of(*PLAYED)
    found = parse_pasted("2. c2c3?! {a note} (2. a2a3) c6c5", tree, tree.root)
    assert isinstance(found, PastedLine)
    end = tree.insert(found.start, found.moves)
    assert end.parent is not None
    assert (end.parent.nags, end.parent.comment) == ((6,), "a note")
    assert [child.move.text for child in tree.main[1].children if child.move] == ["e2e3", "c2c3", "a2a3"]


def test_a_position_and_games_are_recognised() -> None:
    tree = tree_of()
    assert parse_pasted("startpos", tree, tree.root) == CONGO.start()
    assert isinstance(parse_pasted(f" {START}\n", tree, tree.root), Position)
    named = '[Event "a"]\n[Game "congo"]\n[White "Ada"]\n\n1. a2a3 1-0\n'
    found = parse_pasted(named * 2, tree, tree.root)
    assert isinstance(found, PastedGame)
    assert (len(found.games), found.record.players[0], len(found.record.moves)) == (2, "Ada", 1)
    unnamed = parse_pasted(named.replace('[Game "congo"]\n', ""), tree, tree.root)
    assert isinstance(unnamed, PastedGame)
    assert unnamed.record.rules is CONGO


def test_pasted_games_lead_to_each_other() -> None:
    tree = tree_of()
    text = "".join(f'[Event "{name}"]\n[White "{name}"]\n\n1. a2a3 *\n' for name in ("Ada", "Ben"))
    first = parse_pasted(f'{text}[Game "konane"]\n\n*\n', tree, tree.root)
    assert isinstance(first, PastedGame)
    assert [first.has_neighbour(step) for step in (-1, 0, 1, 2, 3)] == [False, True, True, True, False]
    second = first.neighbour(1)
    assert (second.record.players[0], second.record.rules) == ("Ben", CONGO)
    assert second.neighbour(-1) == first
    with pytest.raises(UserError, match="Konane"):
        first.neighbour(2)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("some words", "no position, moves or game of Congo"),
        ("https://example.org/game", "no position"),
        ("gmelecz/ppppppp w 1", "2 ranks"),
        ("1. d2d3 d2d4", "d2d4"),
        ("e1e9", "e1e9"),
        ('[Game "konane"]\n\n*', "Konane"),
        ('[Game "congo"]\n\n1. d2d7 *', "d2d7"),
        ('[Event "a', "tag"),
        ("1.", "no position, moves or game of Congo"),
    ],
)
def test_the_message_names_the_mismatch(text: str, words: str) -> None:
    tree = tree_of()
    with pytest.raises(UserError, match=words) as refused:
        parse_pasted(text, tree, tree.root)
    assert not str(refused.value).endswith(".")


def test_a_pasted_text_is_read_only_once_from_each_position(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = tree_of()
    starts: list[Position] = []

    def read(_rules: object, start: Position, _text: str) -> list[object]:
        starts.append(start)
        return []

    monkeypatch.setattr(pasted, "parse_line", read)
    with pytest.raises(UserError):
        parse_pasted("1. nonsense", tree, tree.root)
    assert len(starts) == 1


@pytest.mark.parametrize("name", registry.names())
def test_moves_of_every_game_are_pasted(name: str) -> None:
    rules = registry.get(name)
    tree = GameTree(rules, rules.start())
    node, texts = tree.root, []
    for _ in range(6):
        move = rules.legal_moves(node.position)[-1]
        texts.append(move.text)
        node = tree.add(node, move)
    found = parse_pasted(" ".join(texts), tree, node)
    assert isinstance(found, PastedLine)
    assert [each.move.text for each in found.moves] == texts
