"""The help has a card for every animal, and every diagram matches the rules."""

from __future__ import annotations

import pytest

from congo_gui import games as skins
from congo_gui.board import markers
from congo_gui.commands.actions import BY_ID
from congo_gui.commands.command import Where
from congo_gui.games.help_card import MARKS, Card
from congo_gui.screens.help import texts
from congo_gui.screens.help.screen import key_sections, rules_cards
from engine import rules as registry
from tests.congo_gui.driver import CONGO

SIGNS = set("*ox#+~=!.")
CARDS = rules_cards("congo")[1]
ANIMALS = [card for card in CARDS if card.kind and card.kind != "C"]
THE_RIVER = next(card for card in CARDS if card.title == "The river")


def test_every_game_of_the_window_has_a_page() -> None:
    for name in skins.names():
        introduction, cards = rules_cards(name)
        assert introduction
        names = registry.get(name).facts.kind_names
        assert {names[card.kind] for card in cards if card.kind} == set(names.values())


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.title)
def test_diagrams_are_well_formed(card: Card) -> None:
    letters = set(CONGO.facts.kind_names) | {letter.lower() for letter in CONGO.facts.kind_names}
    assert card.text.endswith((".", "!"))
    assert len({len(row) for row in card.diagram}) <= 1
    assert {sign for row in card.diagram for sign in row} <= SIGNS | letters


@pytest.mark.parametrize("word", ["river", "drowns", "castle", "flying lion", "monkey", "jump", "draw"])
def test_lessons_cover_the_essentials(word: str) -> None:
    introduction, cards = rules_cards("congo")
    text = " ".join([introduction, *(f"{card.title} {card.text}" for card in cards)])
    assert word in text.lower()


def test_diagrams_bear_the_marks_of_the_board() -> None:
    assert MARKS["o"] == (markers.dot,)
    assert MARKS["x"] == (markers.ring,)
    assert MARKS["*"] == (markers.ring, markers.dot)
    introduction, _ = rules_cards("congo")
    assert "A dot marks a square to move to, a ring a capture, a dot in a ring either." in introduction
    assert MARKS["!"] == (markers.deadly,)
    assert "A drop marks" in THE_RIVER.text


def test_the_diagram_of_the_river_shows_where_an_animal_drowns() -> None:
    rows = [row.replace("~", ".") for row in THE_RIVER.diagram]
    position = CONGO.notation.parse("3l3/7/7/2E4/7/7/3L3 w 1")
    for target in CONGO.clicks.after(position, (3 * 7 + 2,)).onward:
        sign = rows[2 - (target.square // 7 - 3)][target.square % 7]
        assert sign == ("!" if target.drowns else "*")
    assert sum(row.count("*") + row.count("!") for row in rows) == 8


@pytest.mark.parametrize("sign", ["×", "~", "=S"])
def test_the_signs_of_the_move_list_are_explained(sign: str) -> None:
    assert sign in rules_cards("congo")[0]


def test_names_keep_their_capitals_among_the_keys() -> None:
    lines = [line for _, lines in key_sections(Where.GAME, "piece") for line in lines]
    words = next(words for key, words in lines if key == "Space")
    hint = BY_ID["play_or_pause"].hint
    assert "the AI" in hint
    assert words == f"{BY_ID['play_or_pause'].label}: {hint[0].lower()}{hint[1:]}"


@pytest.mark.parametrize("card", ANIMALS, ids=lambda card: card.title)
def test_diagrams_match_the_rules(card: Card) -> None:
    """Set up the diagram on the board, and compare it with the legal moves."""
    column, row = (3, 1) if card.kind == "L" else (3, 4)
    ends = _free_ends(card, column, row)
    drawn = _drawn_ends(card, column, row)
    assert {end for end in ends if end in drawn or _inside(card, end, column, row)} == drawn


def _centre(card: Card) -> tuple[int, int]:
    """Return where the animal is in its diagram: column, and row from the top."""
    return next((line.index(card.kind), down) for down, line in enumerate(card.diagram) if card.kind in line)


def _inside(card: Card, end: tuple[int, int], column: int, row: int) -> bool:
    x, y = _centre(card)
    across, down = x + end[0] - column, y - end[1] + row
    return 0 <= down < len(card.diagram) and 0 <= across < len(card.diagram[0])


def _drawn_ends(card: Card, column: int, row: int) -> set[tuple[int, int]]:
    x, y = _centre(card)
    return {
        (column + across - x, row - down + y)
        for down, line in enumerate(card.diagram)
        for across, sign in enumerate(line)
        if sign in "*o#="
    }


def _free_ends(card: Card, column: int, row: int) -> set[tuple[int, int]]:
    """Return the squares (column, row) that the animal reaches, with the diagram's enemies on the board."""
    x, y = _centre(card)
    squares = {(column, row): card.kind}
    for down, line in enumerate(card.diagram):
        for across, sign in enumerate(line):
            if sign.islower() and sign.upper() in CONGO.facts.kind_names and sign != "o":
                squares[column + across - x, row - down + y] = sign
    if card.kind != "L":
        squares.setdefault((2, 0), "L")
    squares.setdefault((2, 6), "l")
    squares.setdefault((0, 0), "P")
    ranks = []
    for rank in range(6, -1, -1):
        ranks.append("".join(squares.get((file, rank), "1") for file in range(7)))
    position = CONGO.notation.parse("/".join(ranks) + " w 1")
    start = row * 7 + column
    moves = [move for move in CONGO.legal_moves(position) if move.path[0] == start and len(move.path) == 2]
    return {(move.path[-1] % 7, move.path[-1] // 7) for move in moves}


def test_the_mouse_page_has_the_right_article() -> None:
    assert ("Click", "Choose an animal, then where it goes") in texts.mouse_lines("animal")
    assert ("Click", "Choose a stone, then where it goes") in texts.mouse_lines("stone")


def test_endings_are_explained_in_learn() -> None:
    explained = (texts.ENDINGS, texts.ENDING_LINES)
    assert next(key_sections(Where.LESSONS, "piece", has_endings=True)) == explained
    assert explained not in key_sections(Where.GAME, "piece", has_endings=True)
    assert explained not in key_sections(Where.LESSONS, "piece")


def test_puzzles_are_explained_in_learn() -> None:
    explained = (texts.PUZZLES, texts.PUZZLE_LINES)
    assert next(key_sections(Where.LESSONS, "piece", has_puzzles=True)) == explained
    assert explained not in key_sections(Where.GAME, "piece", has_puzzles=True)
    assert explained not in key_sections(Where.LESSONS, "piece", has_endings=True)
