"""The editor: a palette of pieces, the side to move, and the position as editable text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from weakref import WeakKeyDictionary

import pygame

from congo_gui.commands.actions import BY_ID
from congo_gui.commands.command import Handler, Handlers, Where
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.undo_stack import UndoStack
from congo_gui.play.wording import side_name
from congo_gui.screens.edit import texts
from congo_gui.screens.edit.board import EditBoard, EditTool, Tool
from congo_gui.screens.edit.set_up import SetUp, Step
from congo_gui.screens.shared.base import Host, copy_position, pasted_text
from congo_gui.screens.shared.board_screen import BoardScreen
from congo_gui.screens.shared.commands import TitleBar, command_button
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.screens.shared.fen_row import FenRow
from congo_gui.screens.shared.layout import Stack, beside_or_above, fen_label_height, grid
from congo_gui.screens.shared.status_box import Status, StatusBox, StatusTone
from congo_gui.system import texts as system_texts
from congo_gui.widgets.base import Widget
from congo_gui.widgets.button import Button, Look, PieceButton, place_all
from congo_gui.widgets.choices import Segments
from congo_gui.widgets.text_field import TextField
from engine.rules.rules import Rules
from engine.rules.set_up import can_mirror
from engine.rules.values import Piece, Position
from engine.rules.words import sentence

PANEL = (264, 430)
"""Narrowest and widest panel at scale 1."""
TALL_PANEL = 330
"""Height of the panel below the board at scale 1."""
ROOMY = 520
"""Height of the panel at scale 1 from which rows have their usual height."""
HINTS = {EditTool.MOVE: texts.MOVE_HINT, EditTool.REMOVE: texts.REMOVE_HINT}
TOOL_COMMANDS = ("move_pieces", "remove_pieces")
CHANGES = ("set_start", "clear", "undo", "mirror", "swap", "flip")
_left: WeakKeyDictionary[Host, dict[Rules, tuple[UndoStack[Step], bool]]] = WeakKeyDictionary()
"""By window and game: the steps of the last changed set-up, for *Undo*, and whether it was used."""


class EditScreen(BoardScreen):
    """Begins with `start`. `ready` returns whether the engine is loaded.

    `position_actions` are the actions on the position, by the ids of commands. They may ask first, so it
    stays open: they call `note_analysed` or `leave_used` when the position is in an analysis or a game.
    """

    _where = Where.EDITOR
    board: EditBoard

    def __init__(
        self,
        host: Host,
        rules: Rules,
        skin: Skin,
        start: Position,
        ready: Callable[[], bool],
        position_actions: Mapping[str, Callable[[Position], None]],
        flipped: bool = False,
    ) -> None:
        super().__init__(host)
        self._ready = ready
        self.set_up = SetUp(rules, start, ready, self._changed)
        self._rules, self._position_actions = rules, position_actions
        self.tool: Tool = EditTool.MOVE
        self.board = EditBoard(self.set_up, skin, lambda: self.tool)
        self._build_controls(skin)
        self.group.widgets = self._widgets()
        self.board.display.animate(host.settings.animation_pace)
        self.board.display.set_flipped(flipped)
        self._typed = self._error = ""
        self._first = self._used = self._analysed = self.set_up.now
        """What it began with, what was last put into a game or is not wanted, and what was last analysed."""
        self._analysis_is_kept: Callable[[], bool] = lambda: False
        """Returns whether that analysis keeps it."""
        steps, was_used = _left.get(host, {}).get(rules, (None, False))
        if steps is not None:
            self.set_up.steps = steps
            if not was_used:
                self.toast.show(texts.UNDO_BRINGS_BACK)
        self._changed()

    # --- controls

    def _build_controls(self, skin: Skin) -> None:
        rules, set_up = self._rules, self.set_up
        self._title_bar = TitleBar(texts.TITLE, texts.LEAVE, self.dismiss)
        self.palette = [[self._piece(skin, piece) for piece in row] for row in set_up.palette()]
        self._tool_buttons = [command_button(self.commands, name) for name in TOOL_COMMANDS]
        sides = [texts.to_move(side_name(rules, side)) for side in (0, 1)]
        tip = lambda: texts.turn_tip(BY_ID["other_turn"].key_text)  # noqa: E731
        self.side = Segments(sides, lambda: set_up.side, set_up.set_side, tip)
        self._change_buttons = [command_button(self.commands, name) for name in CHANGES]
        self.message = StatusBox({})
        self.fen = TextField(lambda text: self.group.set_focus(None), tip=texts.FEN_TIP, role=Role.CODE)
        self._fen_row = FenRow(self.commands, self.fen)
        self.action_buttons = [
            command_button(self.commands, "play_from", look=Look.PRIMARY, role=Role.STRONG),
            command_button(self.commands, "analyse", role=Role.STRONG),
            command_button(self.commands, "both_sides", role=Role.STRONG),
            Button(texts.CANCEL, self.dismiss, tip=lambda: self._title_bar.close.tip),
        ]

    def _piece(self, skin: Skin, piece: Piece) -> PieceButton:
        name = texts.piece(side_name(self._rules, piece.side), self._rules.facts.kind_names[piece.kind])
        return PieceButton(skin, piece, name, lambda: self._choose(piece), chosen=lambda: self.tool == piece)

    def _widgets(self) -> list[Widget]:
        palette = [button for row in self.palette for button in row]
        tools: list[Widget] = [*palette, *self._tool_buttons, self.side, *self._change_buttons, self.message]
        return [self.board, self._title_bar.close, *tools, *self._fen_row.widgets, *self.action_buttons]

    # --- commands

    def _choose(self, tool: Tool) -> None:
        self.tool = tool
        self._refresh()

    def _handlers(self) -> Handlers:
        set_up, board = self.set_up, self.board
        return {
            "cancel": Handler(self.dismiss),
            "undo": Handler(set_up.undo, lambda: set_up.can_undo, texts.NOTHING_TO_UNDO),
            "set_start": Handler(set_up.set_start),
            "clear": Handler(set_up.clear),
            "mirror": Handler(set_up.mirror, lambda: can_mirror(self._rules), texts.NO_MIRROR),
            "swap": Handler(set_up.swap_sides),
            "other_turn": Handler(lambda: set_up.set_side(1 - set_up.side)),
            "move_pieces": self._tool_handler(EditTool.MOVE),
            "remove_pieces": self._tool_handler(EditTool.REMOVE),
            "remove_piece": Handler(board.remove, lambda: board.pointed is not None, texts.NOTHING_THERE),
            "flip": Handler(self._flip),
            "copy_fen": Handler(lambda: copy_position(self, set_up.text)),
            "paste_fen": Handler(self._paste),
            **{name: self._action_handler(name) for name in self._position_actions},
        }

    def _tool_handler(self, tool: EditTool) -> Handler:
        return Handler(lambda: self._choose(tool), is_on=lambda: self.tool is tool)

    def _action_handler(self, name: str) -> Handler:
        return Handler(
            lambda: self._run_action(name), lambda: not self._obstacle(name), lambda: self._obstacle(name)
        )

    def _obstacle(self, name: str) -> str:
        """Return why this cannot be done with the position, as a sentence; empty if it can."""
        if name == "analyse" and not self._ready():
            return texts.AI_LOADING
        return self._error or self.set_up.problem or self.set_up.over

    def _run_action(self, name: str) -> None:
        position = self.set_up.position
        if position is not None:
            self._position_actions[name](position)

    def note_analysed(self, is_kept: Callable[[], bool]) -> None:
        """Note that what is set up is analysed; `is_kept` returns whether a file has it by that."""
        self._analysed, self._analysis_is_kept = self.set_up.now, is_kept

    def leave_used(self) -> None:
        """Close, because what is set up is kept elsewhere."""
        self._used = self.set_up.now
        self._host.pop(self)

    @property
    def _is_kept(self) -> bool:
        """True if what is set up is not lost when the window closes."""
        now = self.set_up.now
        return now in (self._first, self._used) or (now == self._analysed and self._analysis_is_kept())

    def _changed(self) -> None:
        """Update text and message from the board."""
        self.fen.set_text(self.set_up.text)
        self._typed = self.fen.text
        self._error = ""
        self._refresh()

    def _after_input(self) -> None:
        """Update the board from the text, if that has been edited."""
        if self.fen.text != self._typed:
            self._typed = self.fen.text
            error = self.set_up.set_text(self._typed)
            self._error = sentence(error) if error else ""
            self._refresh()

    def _refresh(self) -> None:
        shape = self._rules.notation.shape
        if shape(self.set_up.like) != shape(self.board.display.position):
            self.board.controller.set_position(self.set_up.like, frozenset())
            self.board.controller.state.cursor = None  # the other board may not have that square
            self._relayout()
            return
        self.board.display.refresh()
        if self.theme is not None:
            self.message.show(self._status, self.theme)
        self._dirty = True

    @property
    def _status(self) -> Status:
        if self._error:
            return Status(texts.BAD_TEXT, (), (self._error,), (), StatusTone.ERROR)
        if self.set_up.problem:
            return Status(texts.NOT_LEGAL, (), (self.set_up.problem,), (), StatusTone.ERROR)
        if self.set_up.over:
            return Status(texts.GAME_OVER, (self.set_up.over,))
        return Status(texts.READY, tuple(self._hints()))

    def _hints(self) -> Iterator[str]:
        """Yield how to use the tool, and how to edit stacks if the game has them."""
        piled = self._rules.facts.max_stones > 1
        if isinstance(self.tool, EditTool):
            yield HINTS[self.tool]
        else:
            yield f"{texts.PIECE_HINT} {texts.MORE_STONES}" if piled else texts.PIECE_HINT
        if piled:
            yield texts.COUNT_HINT

    def _paste(self) -> None:
        text = pasted_text(self)
        if text:
            self.fen.set_text(text)
            self._after_input()

    # --- the screen

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self._window, self.theme = window, theme
        board, panel = beside_or_above(window, theme, PANEL, TALL_PANEL)
        self.board.display.position = self.set_up.like
        self.board.place(board, theme)
        self._place_panel(panel, theme, in_two=panel.y > board.y)
        self._refresh()
        self.invalidate()

    def _place_panel(self, panel: pygame.Rect, theme: Theme, in_two: bool) -> None:
        """Arrange the controls in one column, or in two below the title."""
        short = panel.height < theme.px(ROOMY)
        gap, row = (theme.px(6), theme.px(28)) if short else (theme.px(8), theme.px(35))
        half = (panel.width - 2 * gap) // 2
        left = rest = Stack(panel, gap)
        if in_two:
            left = Stack(pygame.Rect(panel.x, panel.y, half, panel.height), gap)
        title = left.top(row)
        if in_two:
            rest = Stack(pygame.Rect(panel.right - half, left.rest.y, half, left.rest.height), gap)
            title.width = panel.width
        self._title_bar.place(title, theme)
        self._place_palette(left, theme)
        place_all(self._tool_buttons, grid(left.top(row), 2, 1, theme.px(4)), theme)
        self.side.place(left.top(row), theme)
        place_all(self._change_buttons, grid(left.top(2 * row + theme.px(4)), 3, 2, theme.px(4)), theme)
        place_all(self.action_buttons, grid(rest.bottom(2 * row + theme.px(10)), 2, 2, theme.px(6)), theme)
        self._fen_row.place(rest.bottom(row + fen_label_height(theme)), theme)
        self.message.place(rest.rest, theme)

    def _place_palette(self, column: Stack, theme: Theme) -> None:
        """Put the pieces of each side into a row of squares."""
        width = column.rest.width
        size = min(width // max(6, *(len(row) for row in self.palette)), theme.px(52))
        area = column.top(2 * size)
        for row, buttons in enumerate(self.palette):
            left = area.x + (width - size * len(buttons)) // 2
            for index, button in enumerate(buttons):
                place = pygame.Rect(left + index * size, area.y + row * size, size, size)
                button.place(place.inflate(-theme.px(3), -theme.px(3)), theme)

    def handle(self, event: pygame.event.Event) -> bool:
        if super().handle(event):
            return True
        # A digit is the number of stones for the stack under the pointer.
        return event.type == pygame.KEYDOWN and self.board.set_count(event)

    def ask_before_closing(
        self, question: str, close: Callable[[], None], later: Callable[[], None] | None
    ) -> bool:
        """Ask at the end of the program; at other times, *Undo* brings the position back."""
        if later is None or self._is_kept:
            return False
        words = texts.POSITION_LOST, system_texts.CLOSE, close, system_texts.STAY
        self._host.push(ConfirmScreen(self._host, question, *words))
        return True

    def close(self) -> None:
        super().close()
        if self.set_up.now != self._first:
            self.set_up.steps.push(self.set_up.now)
            was_used = self.set_up.now == self._used
            _left.setdefault(self._host, {})[self._rules] = self.set_up.steps, was_used

    def _draw_labels(self, surface: pygame.Surface, theme: Theme) -> None:
        self._title_bar.draw(surface, theme)
        self._fen_row.draw_label(surface, theme)
