"""Entering a move: on the board, from a list of matches, or by typing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from congo_gui.board.controller import MoveEntered
from congo_gui.draw.drawing import draw_lines
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared import texts
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.board_area import BoardArea
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.widgets.list_view import ROW, ListView
from congo_gui.widgets.text_field import TextField
from engine.rules.errors import AmbiguousMove
from engine.rules.rules import Rules
from engine.rules.values import Move, Position
from engine.system.errors import UserError

MAX_DESCRIBED = 60
"""The maximum number of moves with a description; more would be slow and hard to read."""


@dataclass(frozen=True)
class MoveQuestion:
    """A list over `place` for choosing one of several moves, which is passed to `chosen`.

    `preview` shows a move on the board, or none for None. `is_current` returns whether the position is still
    on the board: a hint that is played or the end of a review can replace it.
    """

    rules: Rules
    position: Position
    moves: tuple[Move, ...]
    place: Callable[[], pygame.Rect]
    preview: Callable[[Move | None], None]
    chosen: Callable[[Move], None]
    is_current: Callable[[], bool]


class MoveDialog(Dialog):
    """Lists the moves of a question, each by its line in `rows`; it closes when another position is shown."""

    _size = (420, 420)
    _dims_below = False

    def __init__(self, host: Host, title: str, question: MoveQuestion, rows: tuple[str, ...]) -> None:
        super().__init__(host, title)
        self.moves = question.moves
        self._question, self._is_current = question, question.is_current
        self.list = ListView(rows, lambda row: self.choose(self.moves[row]), self._point)

    def _place_box(self, window: pygame.Rect, theme: Theme) -> pygame.Rect:
        """Cover the panel, so that the board stays visible."""
        return self._question.place().clip(window)

    def dismiss(self) -> None:
        self._question.preview(None)
        super().dismiss()

    def choose(self, move: Move) -> None:
        """Close, and play a move."""
        self.dismiss()
        if self._is_current():
            self._question.chosen(move)

    def _point(self, row: int | None) -> None:
        self._preview(None if row is None else self.moves[row])

    def _preview(self, move: Move | None) -> None:
        self._question.preview(move if self._is_current() else None)


def describe(rules: Rules, position: Position, move: Move) -> str:
    """Return a move's text and what it captures."""
    captured = rules.transition(position, move).captured
    names = [
        f"{rules.facts.kind_names[placed.piece.kind]} {rules.notation.square_name(position, placed.square)}"
        for placed in captured
    ]
    return f"{move.text}  ×  {', '.join(names)}" if names else move.text


class ChooseMoveScreen(MoveDialog):
    """Lets the player choose one of several moves, each shown by its text and what it captures."""

    def __init__(self, host: Host, question: MoveQuestion) -> None:
        rows = tuple(
            describe(question.rules, question.position, move) if index < MAX_DESCRIBED else move.text
            for index, move in enumerate(question.moves)
        )
        super().__init__(host, texts.WHICH_MOVE, question, rows)
        self._use_widgets([self.list])
        self.group.set_focus(self.list)
        self._introduction: list[str] = []
        self._text_top = 0

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        self._introduction = theme.wrap(texts.CHOOSER_HINT, Role.SMALL, inside.width)
        self._text_top = inside.y
        text = len(self._introduction) * theme.line_height(Role.SMALL) + theme.px(8)
        available = max(theme.px(ROW), inside.height - text)
        self.list.place(pygame.Rect(inside.x, inside.y + text, inside.width, available), theme)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        place = self.box.x + theme.px(16), self._text_top
        draw_lines(surface, theme, self._introduction, Role.SMALL, theme.colours.muted, place)


class TypeMoveScreen(MoveDialog):
    """Lets the player type one of the moves; matching ones are listed below."""

    def __init__(self, host: Host, question: MoveQuestion) -> None:
        super().__init__(host, texts.TYPE_A_MOVE, question, tuple(move.text for move in question.moves))
        self._rules, self._position, self._all = question.rules, question.position, question.moves
        self.field = TextField(self._commit, placeholder=texts.example(self._all[0].text))
        self._use_widgets([self.field, self.list])
        self.group.set_focus(self.field)
        self._typed = ""

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        height, gap = theme.px(34), theme.px(8)
        self.field.place(pygame.Rect(inside.x, inside.y, inside.width, height), theme)
        top = inside.y + height + gap + theme.line_height(Role.SMALL)
        self.list.place(pygame.Rect(inside.x, top, inside.width, max(1, inside.bottom - top)), theme)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        words = self.field.error or texts.fitting(len(self.moves), len(self._all))
        colour = theme.colours.danger if self.field.error else theme.colours.muted
        lines = theme.wrap(words, Role.SMALL, self.field.rect.width)
        if self.moves:
            # The list begins below the first line.
            lines = [theme.shorten(words, Role.SMALL, self.field.rect.width)]
        place = self.field.rect.x, self.field.rect.bottom + theme.px(4)
        draw_lines(surface, theme, lines, Role.SMALL, colour, place)

    def handle(self, event: pygame.event.Event) -> bool:
        used = super().handle(event)
        if self.field.text != self._typed:
            self._typed = self.field.text
            self._show_moves(self._matching(self._typed.strip()))
        return used

    def _matching(self, text: str) -> tuple[Move, ...]:
        """Return the moves that start with `text`, or are named by it in another notation."""
        wanted = "".join(text.split()).lower()
        found = tuple(move for move in self._all if move.text.lower().startswith(wanted))
        return (*found, *(move for move in self._parsed(text) if move not in found))

    def _parsed(self, text: str) -> tuple[Move, ...]:
        try:
            return (self._rules.parse_move(self._position, text),) if text else ()
        except AmbiguousMove as error:
            return error.candidates
        except UserError:
            return ()

    def _show_moves(self, moves: tuple[Move, ...]) -> None:
        self.moves = moves
        self.list.set_rows([move.text for move in moves])
        # A single match is previewed before Enter plays it.
        self._preview(moves[0] if len(moves) == 1 else None)
        self.invalidate()

    def _commit(self, text: str) -> None:
        try:
            move = self._rules.parse_move(self._position, text.strip())
        except AmbiguousMove:
            self._show_moves(self._matching(text.strip()))
            self.field.error = texts.AMBIGUOUS
        except UserError as error:
            if len(self.moves) == 1 and text.strip():
                self.choose(self.moves[0])
            else:
                self.field.error = str(error)
        else:
            self.choose(move)
        self.invalidate()

    def _accept(self) -> None:
        self._commit(self.field.text)


class MoveChooser:
    """Makes the `board` of a screen; calls `chosen` with every move, `refused` with why a click was rejected.

    `position` returns the current position. Lists of moves cover the rectangle that `list_place` returns,
    so that the board stays visible.
    """

    def __init__(
        self,
        host: Host,
        rules: Rules,
        skin: Skin,
        position: Callable[[], Position],
        chosen: Callable[[MoveEntered], None],
        refused: Callable[[str], None],
        list_place: Callable[[], pygame.Rect],
    ) -> None:
        self._host, self._rules = host, rules
        self._position, self._chosen, self._list_place = position, chosen, list_place
        self.board = BoardArea(rules, skin, position(), chosen, self._choose, refused)
        self.board.display.play_sounds = host.sounds.play
        self.board.display.animate(host.settings.animation_pace)

    def _choose(self, moves: tuple[Move, ...]) -> None:
        self._host.push(ChooseMoveScreen(self._host, self._question(moves)))

    def type(self) -> None:
        """Open the dialog for typing a move."""
        moves = self._rules.legal_moves(self._position())
        self._host.push(TypeMoveScreen(self._host, self._question(moves)))

    def _question(self, moves: tuple[Move, ...]) -> MoveQuestion:
        """Return the dialog for choosing one of several moves."""
        position = self._position()

        def preview(move: Move | None) -> None:
            """Show a move, but not on a board that shows another position, such as one after a tried move."""
            self.board.controller.preview(move if self.board.display.position == position else None)

        return MoveQuestion(
            self._rules,
            position,
            moves,
            self._list_place,
            preview,
            lambda move: self._chosen(MoveEntered(move, move.path, 0)),
            lambda: self._position() == position,
        )
