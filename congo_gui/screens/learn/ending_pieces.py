"""Choosing the pieces of both sides in an ending."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from congo_gui.draw.drawing import draw_lines, fitted_lines
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.wording import kind_title
from congo_gui.screens.learn import texts
from congo_gui.screens.learn.ending_course import EndingCourse
from congo_gui.screens.learn.ending_words import material_title
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.screens.shared.layout import grid
from congo_gui.widgets.button import Button, Look, PieceButton, place_all
from engine.learn.endings import EndingQuery, distances, parse_material
from engine.rules.values import Piece
from engine.system.errors import UserError
from engine.tablebase.tablebase import Material, Tablebase

MAX_PIECES = 2
LABEL, PIECE, BUTTON, GAP = 24, 52, 38, 8


class EndingPieces(Dialog):
    """Has a row of pieces for each side; a click adds a piece, and takes away the one chosen longest ago.

    `choose` is called with the changed query.
    """

    _size = (480, 48 + 3 * LABEL + 2 * PIECE + BUTTON + 7 * GAP)

    def __init__(
        self, host: Host, skin: Skin, course: EndingCourse, choose: Callable[[EndingQuery], None]
    ) -> None:
        words = course.rules.facts.piece_words
        super().__init__(host, texts.choose_pieces(words[1]))
        assert course.tablebase is not None
        self._course, self._tablebase, self._choose = course, course.tablebase, choose
        self._kinds = _kinds(self._tablebase)
        self._royal = self._tablebase.materials[0].mover[0]
        self.chosen = self._chosen_before()
        """The side (0: the player's) and the kind of each chosen piece, the oldest in front."""
        self.rows = [[self._piece(skin, side, kind) for kind in self._kinds] for side in (0, 1)]
        self.any = Button(texts.any_pieces(words[1]), lambda: self._take(()))
        self.clear = Button(texts.CLEAR, self._clear, enabled=lambda: bool(self.chosen))
        self.practise = Button(
            texts.PRACTISE, self._accept, enabled=lambda: self.material is not None, look=Look.PRIMARY
        )
        self._use_widgets([*self.rows[0], *self.rows[1], self.any, self.clear, self.practise])
        self._labels: list[pygame.Rect] = []

    def _chosen_before(self) -> list[tuple[int, str]]:
        materials = self._course.query.materials
        if not materials:
            return []
        sides = (materials[0].mover, materials[0].other)
        return [(side, kind) for side, letters in enumerate(sides) for kind in letters[1:]]

    def _piece(self, skin: Skin, side: int, kind: str) -> PieceButton:
        name = kind_title(self._course.rules, kind)
        return PieceButton(
            skin,
            Piece(side, kind),
            name,
            lambda: self._add(side, kind),
            chosen=lambda: (side, kind) in self.chosen,
        )

    def _add(self, side: int, kind: str) -> None:
        self.chosen = [*self.chosen, (side, kind)][-MAX_PIECES:]
        self._changed()

    def _clear(self) -> None:
        self.chosen = []
        self._changed()

    def _changed(self) -> None:
        self._host.screen_reader(self.words)
        self.invalidate()

    # --- what is chosen

    @property
    def _pieces(self) -> Material | None:
        """The material with the chosen pieces; None if none is chosen."""
        chosen = ("".join(kind for owner, kind in self.chosen if owner == side) for side in (0, 1))
        sides = (self._royal + kinds for kinds in chosen)
        try:
            return parse_material(self._course.rules, self._tablebase, "-".join(sides))
        except UserError:
            return None

    @property
    def material(self) -> Material | None:
        """The chosen material; None if it has nothing to practise for the goal."""
        pieces = self._pieces
        if pieces is None or not distances(self._tablebase, self._query(pieces)):
            return None
        return pieces

    def _query(self, *materials: Material) -> EndingQuery:
        return replace(self._course.query, materials=materials, distance=None)

    @property
    def words(self) -> str:
        """What is chosen, or what to do."""
        rules, pieces = self._course.rules, self._pieces
        if pieces is None:
            return texts.none_chosen(*rules.facts.piece_words)
        title = material_title(rules, pieces)
        return title if self.material else texts.none_with_goal(title, self._course.query.goal.value)

    def _accept(self) -> None:
        material = self.material
        if material is None:
            self.toast.show(self.words)
        else:
            self._take((material,))

    def _take(self, materials: tuple[Material, ...]) -> None:
        self.dismiss()
        self._choose(self._query(*materials))

    # --- layout

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        gap, label, button = theme.px(GAP), theme.px(LABEL), theme.px(BUTTON)
        piece = min(theme.px(PIECE), (inside.height - 3 * label - button - 3 * gap) // 2)
        self._labels, y = [], inside.y
        for row in self.rows:
            self._labels.append(pygame.Rect(inside.x, y, inside.width, label))
            place = pygame.Rect(inside.x, y + label, inside.width, piece)
            place_all(row, grid(place, len(row), 1, theme.px(4)), theme)
            y += label + piece + gap
        self._labels.append(pygame.Rect(inside.x, y, inside.width, label))
        foot = pygame.Rect(inside.x, inside.bottom - button, inside.width, button)
        place_all([self.any, self.clear, self.practise], grid(foot, 3, 1, gap), theme)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        royal = self._course.rules.facts.kind_names[self._royal]
        words = (texts.you_have(royal), texts.they_have(royal), self.words)
        roles = (Role.SMALL, Role.SMALL, Role.STRONG)
        for place, text, role in zip(self._labels, words, roles, strict=True):
            lines = fitted_lines(theme, text, role, place.width, 1)
            draw_lines(surface, theme, lines, role, theme.colours.text, place.topleft)


def _kinds(tablebase: Tablebase) -> list[str]:
    """Return the kinds of pieces besides the royal one, in the tablebase's order."""
    return [
        material.mover[1]
        for material in tablebase.materials
        if len(material.mover) == 2 and len(material.other) == 1
    ]
