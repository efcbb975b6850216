"""The tree of variations: built from a record, walked, edited, and recorded again."""

from __future__ import annotations

from random import Random

import pytest

from engine import rules
from engine.game.game import Game
from engine.record.parse import parse_games
from engine.record.record import GameNode, GameRecord, GameTree
from engine.record.remark import Remark
from engine.rules.values import Reason

CONGO = rules.get("congo")
GAME = """
[Event "test"]
[Game "congo"]

1. d2d3 {first} (1. c2c3 d6d5 (1... c6c5 2. c3c4) 2. e2e3 $6) 1... d6d5 $2 2. e2e3 *
"""


def tree() -> GameTree:
    return GameTree(CONGO, CONGO.start(), parse_games(GAME)[0].moves)


def find(tree: GameTree, *texts: str) -> GameNode:
    """Return the node after these moves."""
    node = tree.root
    for text in texts:
        node = next(child for child in node.children if child.move is not None and child.move.text == text)
    return node


def test_a_record_round_trips_through_text() -> None:
    assert tree().record() == parse_games(GAME)[0].moves


def test_first_children_form_the_main_line() -> None:
    moves = [node.move.text for node in tree().main if node.move]
    assert moves == ["d2d3", "d6d5", "e2e3"]


def test_existing_move_is_not_added_twice() -> None:
    one = tree()
    move = CONGO.parse_move(one.root.position, "c2c3")
    assert one.add(one.root, move) is find(one, "c2c3")
    new = one.add_line(one.root, [CONGO.parse_move(one.root.position, "a2a3")])
    assert new.is_variation
    assert new.plies == 1


def test_a_promoted_variation_becomes_the_main_line() -> None:
    one = tree()
    node = find(one, "c2c3", "c6c5", "c3c4")
    one.promote(node)
    assert not find(one, "c2c3", "c6c5").is_variation
    one.promote(node)
    assert [each.move.text for each in one.main if each.move] == ["c2c3", "c6c5", "c3c4"]
    one.set_main([CONGO.parse_move(one.root.position, "d2d3")])
    assert one.record()[0].move.text == "d2d3"
    assert {line[0].move.text for line in one.record()[0].variations} == {"c2c3"}


def test_lines_that_begin_with_the_same_moves_lose_no_comment_and_stay_in_order() -> None:
    text = """[Game "congo"]

1. d2d3 {main} (1. e2e3 {first} d6d5 $1) (1. e2e3 {other} c6c5 $2) ({no more than this})
(1. d2d3 $3 {again} b6b5) (1. d2d3 d6d5 {expected}) 1... d6d5 {+0.35, depth 5} *"""
    (game,) = parse_games(text)
    one = GameTree(CONGO, game.start, game.moves)
    assert [(node.move.text, node.comment, node.nags) for node in one.main if node.move] == [
        ("d2d3", "main no more than this again", (3,)),
        ("d6d5", "+0.35, depth 5; expected", ()),
    ]
    assert find(one, "e2e3").comment == "first other"
    assert [child.nags for child in find(one, "e2e3").children] == [(1,), (2,)]
    assert find(one, "d2d3", "b6b5").is_variation


def test_comments_of_many_lines_that_begin_with_the_same_move_are_parsed_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = " ".join(f"(1. d2d3 {{comment {number}}})" for number in range(20))
    (game,) = parse_games(f'[Game "congo"]\n\n1. c2c3 {lines} *')
    parsed: list[str] = []
    parse = Remark.parse

    def count(comment: str) -> Remark:
        parsed.append(comment)
        return parse(comment)

    monkeypatch.setattr(Remark, "parse", count)
    one = GameTree(CONGO, game.start, game.moves)
    text = find(one, "d2d3").comment
    assert text == " ".join(f"comment {number}" for number in range(20))
    assert sum(map(len, parsed)) <= 2 * len(text)


def test_removing_a_move_removes_its_continuation() -> None:
    one = tree()
    assert one.remove(find(one, "c2c3")) is one.root
    assert one.record()[0].variations == ()


def test_a_node_knows_its_game() -> None:
    one = GameTree(CONGO, CONGO.start())
    node = one.root
    for text in ("a1a3", "a7a5", "a3a1", "a5a7") * 2:
        node = one.add(node, CONGO.parse_move(node.position, text))
    outcome = one.game_at(node).outcome
    assert outcome is not None
    assert outcome.reason is Reason.REPETITION
    assert one.game_at(node.line[3]).outcome is None


def test_lines_beyond_the_end_of_a_game_are_written_as_variations_of_its_last_move() -> None:
    one = tree()
    last = find(one, "d2d3", "d6d5", "e2e3")
    for text in ("e6e5", "c6c5"):
        one.add(last, CONGO.parse_move(last.position, text))
    written = one.record(3)
    assert [recorded.move.text for recorded in written] == ["d2d3", "d6d5", "e2e3"]
    assert [[move.move.text for move in line] for line in written[2].variations] == [
        ["e2e3", "e6e5"],
        ["e2e3", "c6c5"],
    ]
    again = GameTree(CONGO, CONGO.start(), written)
    assert again.record(3) == written
    children = find(again, "d2d3", "d6d5", "e2e3").children
    assert [child.move.text for child in children if child.move] == ["e6e5", "c6c5"]


def test_a_tree_is_restored_from_its_snapshot() -> None:
    one = tree()
    line, root = one.record(), one.root
    one.remove(find(one, "d2d3"))
    assert one.record() != line
    one.restore(line, "before it all")
    assert one.record() == line
    assert one.root is root
    assert root.comment == "before it all"
    moves = [node.move for node in one.main if node.move]
    assert one.node_at(moves) is one.main[-1]
    assert one.node_at([*moves[:1], moves[0]]) is one.main[0]


@pytest.mark.parametrize(
    ("name", "start", "draws"),
    [
        ("congo", "2l3e/7/7/7/7/7/E3L2 w 1", {Reason.REPETITION, CONGO.facts.no_progress}),
        ("conga", "w1,w1,-,-/-,-,-,-/-,-,-,-/-,-,b1,b1 b", {Reason.REPETITION}),
        ("minichess", "", set()),
        ("bonzee", "", set()),
    ],
)
def test_the_main_line_of_a_record_ends_with_the_game(name: str, start: str, draws: set[Reason]) -> None:
    """An analysis can go on after a draw; in a record the rest is a variation, so that it can be replayed."""
    kind = rules.get(name)
    begin = kind.notation.parse(start) if start else kind.start()
    found = set()
    for seed in range(12):
        rng, one, game = Random(seed), GameTree(kind, begin), Game(kind, begin)
        node, end = one.root, None
        seen = {begin}
        while node.plies < 160 and (moves := kind.legal_moves(node.position)):
            after = {move: kind.play_with_progress(node.position, move) for move in moves}
            repeats = [move for move in moves if after[move][0] in seen]
            quiet = [move for move in moves if not after[move][1] and move not in repeats]
            move = rng.choice((repeats if seed % 2 else quiet) or moves)
            node = one.add(node, move)
            seen.add(node.position)
            game.play(move, after_draw=True)
            if game.outcome is not None and end is None:
                end = node.plies
                found.add(game.outcome.reason)
        record = one.record()
        assert len(record) == (end or node.plies)
        assert one.game_at(node).position == node.position == game.position
        again = GameTree(kind, begin, record)
        assert [each.move for each in again.root.onward()] == [each.move for each in one.root.onward()]
        GameRecord(kind, begin, record).replay()
    assert draws <= found


def test_with_progress_a_line_is_longer_than_the_limit() -> None:
    rng, one, seen = Random(1), GameTree(CONGO, CONGO.start()), {CONGO.start()}
    node = one.root
    while node.plies < 2 * CONGO.facts.progress_limit:
        after = {
            move: CONGO.play_with_progress(node.position, move) for move in CONGO.legal_moves(node.position)
        }
        wanted = node.progress_clock > CONGO.facts.progress_limit // 2
        moves = [
            (progress is wanted, rng.random(), move)
            for move, (position, progress) in after.items()
            if position not in seen and CONGO.outcome(position) is None
        ]
        node = one.add(node, max(moves)[2])
        seen.add(node.position)
        assert node.progress_clock < CONGO.facts.progress_limit
    assert len(one.record()) == node.plies
