"""The controls beside the board of an analysis."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.draw.theme import Theme
from congo_gui.play.wording import view_text
from congo_gui.screens.analysis.analyst import Analyst
from congo_gui.screens.analysis.eval_bar import EvalBar, EvalGraph, EvalPoint
from congo_gui.screens.analysis.layout import AnalyseLayout
from congo_gui.screens.analysis.line_list import LineList, LineSpot
from congo_gui.screens.analysis.tree_cursor import TreeCursor
from congo_gui.screens.analysis.tree_view import TreeView
from congo_gui.screens.shared.commands import ScreenCommands, TitleBar, command_button
from congo_gui.screens.shared.layout import grid
from congo_gui.widgets.base import Widget
from congo_gui.widgets.button import place_all
from congo_gui.widgets.text_field import TextField

HEAD = ("play_or_pause", "lines", "threat", "arrows")
TOOLS = ("review", "promote", "remove_move", "play_from", "copy_fen", "flip")
ARROWS_TOLD = (
    "A solid arrow with a number is that line's move, a dashed one the threat; hollow arrows and double "
    "rings are yours, drawn with the right button."
)


class AnalysisPanel:
    """Makes the controls and places them. `point` and `choose` get a move of the engine's lines."""

    def __init__(
        self,
        commands: ScreenCommands,
        cursor: TreeCursor,
        analyst: Analyst,
        leave: Callable[[], None],
        verdict: Callable[[], str],
        point: Callable[[LineSpot | None], None],
        choose: Callable[[LineSpot], None],
        comment_done: Callable[[], None],
    ) -> None:
        self._cursor, self._analyst, self._comment_done = cursor, analyst, comment_done
        self.title_bar = TitleBar("Analysis", "Back to the game", leave)
        self.bar = EvalBar(lambda: analyst.findings.share(cursor.position), verdict)
        self.lines = LineList(view_text(analyst.rules), point, choose)
        self.moves = TreeView(cursor.go_to)
        self.comment = TextField(
            self._comment_entered,
            lost=self.keep_comment,
            tip=lambda: commands.tip("comment"),
            placeholder="Comment on this move",
        )
        self.graph = EvalGraph(lambda ply: cursor.go_to(cursor.main_line[ply]))
        labels = {
            "play_or_pause": lambda: "AI on" if analyst.on else "AI off",
            "lines": lambda: f"Lines: {analyst.wanted}",
            "play_from": lambda: "Play here",
        }
        told = {"arrows": ARROWS_TOLD}
        self._head = [
            command_button(commands, name, labels.get(name, ""), told=told.get(name, "")) for name in HEAD
        ]
        self._tools = [command_button(commands, name, labels.get(name, "")) for name in TOOLS]

    @property
    def widgets(self) -> list[Widget]:
        """All controls in the order of Tab."""
        shown: list[Widget] = [self.bar, self.title_bar.close, *self._head, self.lines, self.moves]
        return [*shown, self.comment, self.graph, *self._tools]

    # --- the comment

    def keep_comment(self) -> None:
        """Put the comment into the tree that may still be being written."""
        self._cursor.set_comment(self.comment.text)

    def _comment_entered(self, text: str) -> None:
        self._cursor.set_comment(text)
        self._comment_done()

    # --- what is shown

    def show_node(self) -> None:
        """Show the comment on the move on the board."""
        self.comment.set_text(self._cursor.comment)

    def show_tree(self) -> None:
        """Show the moves as they are now."""
        self.moves.show(self._cursor.tree, self._cursor.node)

    def show_graph(self) -> None:
        """Show who stood better along the main line, as far as it is known."""
        nodes, findings = self._cursor.main_line, self._analyst.findings
        current = nodes.index(self._cursor.node) if self._cursor.node in nodes else None
        points = [EvalPoint(findings.share(node.position), bool(node.nags)) for node in nodes]
        self.graph.show(points, current)

    # --- places

    def place(self, places: AnalyseLayout, board: pygame.Rect, upside_down: bool, theme: Theme) -> None:
        """Arrange the controls; the bar stands beside the `board`, from the side below up."""
        gap = theme.px(4)
        self.bar.flipped = upside_down
        bar = pygame.Rect(board.right + theme.px(6), board.y, places.bar.width, board.height)
        self.bar.place(bar, theme)
        self.title_bar.place(places.title, theme)
        place_all(self._head, grid(places.head, len(self._head), 1, gap), theme)
        self.lines.place(places.lines, theme)
        self.moves.place(places.moves, theme)
        self.comment.visible = places.comment.height > 0
        self.comment.place(places.comment, theme)
        self.graph.visible = places.graph.height > 0
        self.graph.place(places.graph, theme)
        place_all(self._tools, grid(places.tools, 3, 2, gap), theme)
