"""Bonzee and Conga in the window: appearance, move previews, help."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pygame
import pytest

from congo_gui import games as skins
from congo_gui.board import markers
from congo_gui.board.animation import Animator
from congo_gui.board.controller import BoardController, MoveEntered
from congo_gui.board.items import Item
from congo_gui.board.scene import LEAVING_ALPHA, Scene
from congo_gui.board.view import BoardView
from congo_gui.draw.geometry import Geometry, margin_of
from congo_gui.games.help_card import Card
from congo_gui.screens.help.screen import rules_cards
from engine import rules as registry
from engine.rules.rules import Rules
from engine.rules.values import Piece

CELL = 60
GAMES = ("bonzee", "conga")
SPREAD = "b6,b1,-,-/-,w1,b3,-/-,-,w5,-/-,w2,-,w2 b"


class BoardUser:
    """A board with a simulated user."""

    def __init__(self, game: str, text: str) -> None:
        self.rules: Rules = registry.get(game)
        self.position = self.rules.notation.parse(text)
        self.controller = BoardController(self.rules)
        self.controller.set_position(self.position, frozenset({0, 1}))
        columns, rows = self.rules.notation.shape(self.position)
        self.geometry = Geometry.fit((0, 0, (columns + 1) * CELL, (rows + 1) * CELL), columns, rows)
        self.animator = Animator(columns)
        self.view = BoardView(self.rules, skins.get(game))

    def square(self, name: str) -> int:
        square = self.rules.notation.square_at(self.position, name)
        assert square is not None
        return square

    def click(self, name: str) -> object:
        square = self.square(name)
        answer = self.controller.press(square, (0, 0))
        return self.controller.release(square) or answer

    def point(self, name: str) -> None:
        self.controller.motion(self.square(name), (0, 0))

    def items(self) -> list[Item]:
        pieces = self.rules.notation.pieces(self.position)
        scene = Scene(self.geometry, self.controller.state, self.animator, pieces, self.view.picture)
        return scene.compose()

    def stamped(self, mark: Callable[..., pygame.Surface], *number: int) -> set[str]:
        """Return the names of the marked squares."""
        picture = mark(self.geometry.cell, *number)
        places = [item[:2] for item in self.items() if item.what is picture]
        return {
            self.rules.notation.square_name(self.position, one)
            for one in map(self._square_at, places)
            if one is not None
        }

    def _square_at(self, place: tuple[int, ...]) -> int | None:
        # A badge lies in a corner, less than half a cell from the middle.
        half = self.geometry.cell // 2
        return self.geometry.square_at((place[0] + half, place[1] + half))

    def shown(self, name: str) -> list[tuple[Piece, int]]:
        """Return the piece on a square, and its opacity."""
        left, top = self.geometry.square_rect(self.square(name))[:2]
        return [
            (item.what, item.alpha)
            for item in self.items()
            if isinstance(item.what, Piece) and item[:2] == (left, top)
        ]


# --- Bonzee: what an attack takes


def test_a_target_shows_its_number_of_captures() -> None:
    table = BoardUser("bonzee", "9/4g1r2/9/9/g8 g 0")
    table.click("B5")
    assert table.stamped(markers.attack, 1) == {"B6"}
    assert "A5" in table.stamped(markers.dot)


def test_hovering_a_step_crosses_out_its_captures() -> None:
    table = BoardUser("bonzee", "9/2rrg4/9/9/g8 g 0")
    table.click("B5")
    assert table.stamped(markers.threatened) == {"B3", "B4"}
    assert table.stamped(markers.victim) == set()
    table.point("B6")
    assert table.stamped(markers.victim) == {"B3", "B4"}


def test_a_forward_attack_leaves_the_tokens_behind() -> None:
    table = BoardUser("bonzee", "9/2rrg1rr1/9/9/g8 g 0")
    table.click("B5")
    table.point("B6")
    assert table.stamped(markers.victim) == {"B7", "B8"}
    answer = table.click("B6")
    assert isinstance(answer, MoveEntered)
    after = table.rules.notation.pieces(table.rules.play(table.position, answer.move))
    assert {table.square("B3"), table.square("B4")} <= set(after)


def test_the_keyboard_cursor_shows_captures_too() -> None:
    table = BoardUser("bonzee", "9/2rrg4/9/9/g8 g 0")
    table.click("B5")
    table.controller.state.cursor = table.square("B6")
    assert table.stamped(markers.victim) == {"B3", "B4"}


# --- Conga: how a stack is laid out


def test_hovering_a_direction_previews_the_stacks() -> None:
    table = BoardUser("conga", SPREAD)
    table.click("a4")
    table.point("b4")
    black = table.rules.notation.pieces(table.position)[table.square("a4")]
    stones = {name: [piece.count for piece, _ in table.shown(name)] for name in ("b4", "c4", "d4")}
    assert stones == {"b4": [2], "c4": [2], "d4": [3]}
    assert table.shown("a4") == [(black, LEAVING_ALPHA)]


def test_a_stack_can_be_aimed_at_any_square_it_fills() -> None:
    near, far = BoardUser("conga", SPREAD), BoardUser("conga", SPREAD)
    for table, name in ((near, "b4"), (far, "d4")):
        table.click("a4")
        table.point(name)
    assert [item[:5] for item in near.items()] == [item[:5] for item in far.items()]
    answer = far.click("d4")
    assert isinstance(answer, MoveEntered)
    assert answer.move.text == "a4E"


def test_no_preview_before_a_direction_is_hovered() -> None:
    table = BoardUser("conga", SPREAD)
    table.click("a4")
    assert table.shown("c4") == []
    assert {"a3"} <= table.stamped(markers.dot)


def test_a_listed_candidate_is_previewed_too() -> None:
    table = BoardUser("conga", SPREAD)
    table.controller.preview(table.rules.parse_move(table.position, "a4S"))
    assert [piece.count for piece, _ in table.shown("a1")] == [3]


def test_stones_arrive_on_their_squares_one_after_the_other() -> None:
    table = BoardUser("conga", SPREAD)
    move = table.rules.parse_move(table.position, "a4E")
    transition = table.rules.transition(table.position, move)
    table.position = table.rules.play(table.position, move)
    table.animator.start(transition)
    seen = []
    while table.animator.running:
        walking = [sprite.piece.count for sprite in table.animator.sprites()]
        lying = [sum(piece.count for piece, _ in table.shown(name)) for name in ("b4", "c4", "d4")]
        assert sum(walking) + sum(lying) == 7
        seen.append(tuple(lying))
        table.animator.update(0.02)
    assert list(dict.fromkeys(seen)) == [(1, 0, 0), (2, 0, 0), (2, 2, 0)]
    assert table.shown("d4")[0][0].count == 3


# --- looks


def test_stack_height_is_its_number_of_stones() -> None:
    def height(count: int) -> int:
        surface = pygame.Surface((100, 100), pygame.SRCALPHA)
        skins.get("conga").draw_piece(surface, Piece(0, "B", count), surface.get_rect())
        return surface.get_bounding_rect().height

    heights = [height(count) for count in range(1, 11)]
    assert all(3 <= after - before <= 6 for before, after in pairwise(heights))
    assert heights[-1] < 92


def test_lines_lead_where_the_rules_let_tokens_step() -> None:
    """A diagonal line leaves a black cell at its corner, and none a white one."""
    skin, margin = skins.get("bonzee"), margin_of(CELL)
    place = Geometry(margin, margin, CELL, 9, 5, False, margin)
    surface = pygame.Surface(place.outer_rect[2:])
    skin.draw_board(surface, place)
    for cell in (10, 11, 20, 21, 30):
        x, y, width, _ = place.square_rect(cell)
        diagonal, beside = (x + width // 4, y + width // 4), (x + width // 4, y + width // 4 + 8)
        dark = surface.get_at(diagonal).r < surface.get_at(beside).r - 25
        assert dark == ((cell // 9 + cell % 9) % 2 == 0)


# --- help


@pytest.mark.parametrize("game", GAMES)
def test_diagrams_are_well_formed(game: str) -> None:
    signs = set("*ox#+~=!.") | set("123456789")
    letters = {letter for kind in registry.get(game).facts.kind_names for letter in (kind, kind.lower())}
    for card in rules_cards(game)[1]:
        assert card.text.endswith((".", "!", ":"))
        assert len({len(row) for row in card.diagram}) <= 1
        drawn = {sign for row in card.diagram for sign in row}
        assert drawn <= signs | letters
        assert card.stones or not any(sign.isdigit() for sign in drawn)


@pytest.mark.parametrize(
    "card", [card for card in rules_cards("conga")[1] if len(card.diagram) == 3], ids=lambda card: card.title
)
def test_congas_diagrams_show_a_stack_before_and_after_a_move(card: Card) -> None:
    before, _, after = card.diagram

    def fen(row: str) -> str:
        cells = ("w1" if sign == "w" else "-" if sign == "." else f"b{sign}" for sign in row)
        return f"{','.join(cells)}/-,-,-,-/-,-,-,-/-,-,-,w1 b"

    rules = registry.get("conga")
    position = rules.notation.parse(fen(before))
    assert (
        rules.notation.format(rules.play(position, rules.parse_move(position, "a4E")))
        == fen(after)[:-1] + "w"
    )


@pytest.mark.parametrize(
    "card", [card for card in rules_cards("bonzee")[1] if len(card.diagram) == 1], ids=lambda card: card.title
)
def test_bonzees_diagrams_show_the_attacks_in_the_text(card: Card) -> None:
    row = card.diagram[0]
    cells = "".join("g" if sign == "G" else "r" if sign == "r" else "1" for sign in row)
    rules = registry.get("bonzee")
    position = rules.notation.parse(f"9/{cells}2/9/9/9 g 0")
    start = f"B{row.index('G') + 1}B{row.index('o') + 1}"
    taken = rules.transition(position, rules.parse_move(position, start)).captured
    reported = {"Stepping up to enemies": 2, "Stepping away from enemies": 3, "In front comes first": 1}
    assert len(taken) == reported[card.title]
