"""The controls beside the board of an analysis."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.wording import side_name, view_text
from congo_gui.screens.analysis import texts
from congo_gui.screens.analysis.caption import Caption
from congo_gui.screens.analysis.engine_commands import EngineCommands
from congo_gui.screens.analysis.eval_bar import EvalBar, EvalGraph, EvalPoint
from congo_gui.screens.analysis.explorer import ExplorerControl
from congo_gui.screens.analysis.game_heading import GameHeading
from congo_gui.screens.analysis.known_move_list import KnownMoveList
from congo_gui.screens.analysis.line_list import LineList, LineSpot
from congo_gui.screens.analysis.move_text import BAD_MARKS
from congo_gui.screens.analysis.review_card import ReviewCard
from congo_gui.screens.analysis.term_list import TermList
from congo_gui.screens.analysis.terms import PositionTerms
from congo_gui.screens.analysis.tree_cursor import TreeCursor
from congo_gui.screens.analysis.tree_view import TreeView
from congo_gui.screens.shared.commands import ScreenCommands, TitleBar, command_button
from congo_gui.screens.shared.layout import Stack, grid
from congo_gui.widgets.base import Widget
from congo_gui.widgets.button import place_all
from congo_gui.widgets.group import WidgetGroup
from congo_gui.widgets.text_field import TextField
from engine.record.record import GameNode
from engine.rules.values import FIRST, SECOND, Move

PANEL = (300, 520)
"""Narrowest and widest panel at scale 1."""
TALL_PANEL = 420
"""Height of the panel below the board at scale 1."""
ROOMY = 560
"""Height of the panel at scale 1 from which rows have their usual height."""
TIGHT = 380
"""Height of the panel at scale 1 below which there is no graph."""
COMMENT, MIN_MOVES_HEIGHT = 30, 34
"""Heights at scale 1 of the field for a comment, and of the moves that it must leave visible."""
ENOUGH_MOVES = 130
"""Height of five rows of moves at scale 1, for which other controls are left out."""
GRAPH = 36, 70
"""Lowest and highest graph at scale 1."""
BAR = 30
"""Width of the bar of chances at scale 1."""
HEAD = ("play_or_pause", "lines", "threat", "arrows", "terms")
TASK_HEAD = ("solution", "next_mistake", "learn_mistakes")
"""The commands that replace `HEAD` while the player learns from mistakes."""
TOOLS = (
    *("review", "next_mistake", "learn_mistakes", "flip"),
    *("open_game", "edit_here", "play_from", "copy_fen"),
)
COLUMNS = 4


class AnalysisPanel:
    """Makes the controls and places them. `point` and `choose` are called with a move of the engine's lines.

    `read` is called with what the keyboard points at in the explorer, in words, `show` with a message.
    `terms` returns those of the position on the board, None while they are computed; `heading` what is
    known of the game.
    """

    def __init__(
        self,
        commands: ScreenCommands,
        group: WidgetGroup,
        cursor: TreeCursor,
        engine: EngineCommands,
        leave: Callable[[], None],
        point: Callable[[LineSpot | None], None],
        choose: Callable[[LineSpot], None],
        menu: Callable[[tuple[int, int]], None],
        point_known: Callable[[Move | None], None],
        explorer: ExplorerControl,
        read: Callable[[str], None],
        show: Callable[[str], None],
        terms: Callable[[], PositionTerms | None],
        heading: Callable[[], GameHeading],
        skin: Skin,
    ) -> None:
        analyst, dark_side = engine.analyst, skin.dark_side
        self._group, self._cursor, self._engine, self._analyst = group, cursor, engine, analyst
        self._heading = heading
        self.players = Caption()
        self.title_bar = TitleBar(texts.TITLE, texts.LEAVE, leave)
        self.bar = EvalBar(
            lambda: analyst.findings.chance(cursor.node, cursor.node.plies),
            engine.bar_score,
            engine.verdict,
            dark_side,
        )
        self.lines = LineList(view_text(analyst.rules), point, choose)
        self.known = KnownMoveList(
            point_known, cursor.add, explorer.add_sample, explorer.choose_source, read, dark_side
        )
        self.terms = TermList(terms, side_name(analyst.rules, FIRST))
        self.moves = TreeView(cursor.go_to, menu, skin)
        self.comment = TextField(
            self._comment_entered,
            focus_lost=self.keep_comment,
            cut_off=show,
            tip=lambda: commands.tip("comment"),
            placeholder=texts.COMMENT_FIELD,
            selects=False,
            rests=self.keep_comment,
        )
        self._graphed: tuple[int, GameNode, int] | None = None
        """The tree's revision, the node and the results' revision for which the graph was made."""
        self.graph = EvalGraph(lambda ply: cursor.go_to(cursor.main_line[ply]), dark_side)
        labels = {
            "play_or_pause": lambda: texts.AI_ON if analyst.on else texts.AI_OFF,
            "lines": lambda: texts.lines(analyst.line_count),
            "play_from": lambda: texts.PLAY_HERE,
        }
        task_labels = {
            "solution": texts.SHOW_SOLUTION,
            "next_mistake": texts.NEXT_TASK,
            "learn_mistakes": texts.END_TASKS,
        }
        self.card = ReviewCard(
            (side_name(analyst.rules, FIRST), side_name(analyst.rules, SECOND)), engine.step_to_mistake
        )
        self._read_at, self._ending = -1, ""
        """The revision of the tree for which the heading was read, and the game's result."""
        self.second_lines = 0
        """The number of lines of the second engine that fit."""
        self.placed_for = 0
        """The number of lines of the second engine at the last layout."""
        self.has_task = False
        """True if the controls are those for learning from mistakes."""
        self._task_head = [command_button(commands, name, task_labels[name]) for name in TASK_HEAD]
        extra_tip = {"arrows": texts.ARROWS_TIP}
        self._head = [
            command_button(commands, name, labels.get(name, ""), extra_tip=extra_tip.get(name, ""))
            for name in HEAD
        ]
        self._tools = [command_button(commands, name, labels.get(name, "")) for name in TOOLS]

    @property
    def widgets(self) -> list[Widget]:
        """All controls in the order of Tab."""
        head: list[Widget] = [self.bar, self.title_bar.close, *self._head, *self._task_head]
        below = [self.moves, self.comment, self.graph, self.card, *self._tools]
        return [*head, self.players, self.lines, self.known, self.terms, *below]

    # --- the comment

    def keep_comment(self) -> None:
        """Store the comment that is being edited in the tree."""
        self._cursor.set_comment(self.comment.text)

    def _comment_entered(self, text: str) -> None:
        self._cursor.set_comment(text)
        self._group.set_focus(None)

    # --- display

    def show_node(self) -> None:
        """Show the comment on the move on the board."""
        self.comment.set_text(self._cursor.comment)

    def show_tree(self) -> None:
        """Update the list of moves."""
        cursor = self._cursor
        if self._read_at != cursor.revision:
            self._read_at, heading = cursor.revision, self._heading()
            self.players.text = heading.title(cursor.tree)
            self._ending = heading.ending(cursor.tree)
        self.moves.show(cursor.tree, cursor.node, self.has_task, cursor.revision, self._ending)

    def show_graph(self) -> None:
        """Update the graph of the main line, as far as it is known."""
        cursor, findings = self._cursor, self._analyst.findings
        known = cursor.revision, cursor.node, findings.revision
        if known == self._graphed:  # every movement of the mouse may call this; a game may be long
            return
        self._graphed, nodes = known, cursor.main_line
        current = nodes.index(self._cursor.node) if self._cursor.node in nodes else None
        points = [
            EvalPoint(findings.chance(node, node.plies), bool(BAD_MARKS.intersection(node.nags)))
            for node in nodes
        ]
        self.graph.show(points, current)

    def show_card(self) -> bool:
        """Update the card of the review; return whether the layout has to change."""
        return self.card.show(self._engine.card)

    # --- layout

    @property
    def area_beside_board(self) -> pygame.Rect:
        """Where the engine's lines, the moves and all below them are."""
        return self.lines.rect.unionall([self.moves.rect, *(button.rect for button in self._tools)])

    def place(self, area: pygame.Rect, board: pygame.Rect, upside_down: bool, theme: Theme) -> None:
        """Arrange the controls; the bar is beside the `board`, with the side below at its bottom."""
        short, gap = area.height < theme.px(ROOMY), theme.px(4)
        row, line = (theme.px(28), theme.px(20)) if short else (theme.px(36), theme.px(25))
        self.bar.flipped = upside_down
        bar = pygame.Rect(board.right + theme.px(6), board.y, theme.px(BAR), board.height)
        self.bar.place(bar, theme)
        column = Stack(area, theme.px(6))
        above, below = _free_space(area, board.union(bar), theme)
        self.title_bar.place(column.top(row), theme)
        self._place_players(column, above, short, theme)
        self._place_head(column.top(row), gap, theme)
        tools = grid(column.bottom(2 * row + gap), COLUMNS, len(TOOLS) // COLUMNS, gap)
        place_all(self._tools, tools, theme)
        self._place_lines(column, line, short, theme)
        is_below = self._place_graph_below(below, theme)
        self._place_card(column, below, theme)
        self._place_known(column, theme)
        self._place_terms(column, theme)
        if not is_below:
            self._place_graph(column, area, short, theme)
        self.comment.visible = column.rest.height >= theme.px(COMMENT + MIN_MOVES_HEIGHT)
        if self.comment.visible:
            self.comment.place(column.bottom(theme.px(COMMENT)), theme)
        self.moves.place(column.rest, theme)

    def _place_players(self, column: Stack, above: pygame.Rect, short: bool, theme: Theme) -> None:
        """Place the players above the board if they fit, else below the title."""
        height = theme.line_height(Role.SMALL)
        fits = above.height >= height
        self.players.visible = bool(self.players.text) and (fits or not short)
        if self.players.visible:
            place = pygame.Rect(above.x, above.bottom - height, above.width, height)
            self.players.place(place if fits else column.top(height), theme)

    def _place_lines(self, column: Stack, line: int, short: bool, theme: Theme) -> None:
        """Place the lines of both engines; the second one has fewer if the moves would not fit."""
        engine, small = self._engine, theme.line_height(Role.SMALL)
        has_second = bool(engine.second.title)
        self.lines.footer_lines = has_second * (1 if short else self._footer_lines(theme, column.rest.width))
        self.placed_for = engine.second.lines
        own = self._analyst.line_count + self._analyst.wants_threat
        rest = small * (1 + self.lines.footer_lines) + own * line + theme.px(14)
        spare = column.rest.height - rest - self._wanted_below(theme)
        fitting = max(1, min(self.placed_for, spare // line))
        self.second_lines = int(has_second) if short else min(self.placed_for, fitting)
        self.lines.place(column.top(rest + self.second_lines * line), theme)

    def _footer_lines(self, theme: Theme, width: int) -> int:
        """Return the number of lines for the status of the second engine."""
        return 1 if self.lines.footer_fits(theme, self._engine.longest_second_note, width) else 2

    def _wanted_below(self, theme: Theme) -> int:
        """Return the height of the controls below the lines except the graph, with some moves."""
        wanted = theme.px(COMMENT + ENOUGH_MOVES) + 2 * theme.px(6)
        if self.card.reviews:
            wanted += ReviewCard.height(theme) + theme.px(6)
        if self._engine.shows_terms:
            wanted += TermList.height(theme, (self.terms.rows + 1) // 2) + theme.px(6)
        return wanted

    def _place_graph_below(self, below: Stack, theme: Theme) -> bool:
        """Place the graph below the board if it fits; return whether it does."""
        min_height, space = theme.px(GRAPH[0]), below.rest.height
        with_card = space - ReviewCard.height(theme) - below.gap
        if self.card.reviews and with_card >= min_height:
            space = with_card
        if space >= min_height:
            self.graph.visible = True
            self.graph.place(below.top(min(space, theme.px(GRAPH[1]))), theme)
        return space >= min_height

    def _place_graph(self, column: Stack, area: pygame.Rect, short: bool, theme: Theme) -> None:
        """Place the graph below the moves, if enough of them stay visible."""
        height, rest = theme.px(GRAPH[0] if short else GRAPH[1]), column.rest.height
        self.graph.visible = area.height >= theme.px(TIGHT)
        if self.terms.visible or self.known.visible or not short:
            min_moves = MIN_MOVES_HEIGHT if short else ENOUGH_MOVES
            self.graph.visible &= rest >= height + theme.px(COMMENT + min_moves)
        if self.graph.visible:
            self.graph.place(column.bottom(height), theme)

    def _place_head(self, area: pygame.Rect, gap: int, theme: Theme) -> None:
        for buttons, visible in ((self._head, not self.has_task), (self._task_head, self.has_task)):
            for button in buttons:
                button.visible = visible
            if visible:
                place_all(buttons, grid(area, len(buttons), 1, gap), theme)

    def _place_card(self, column: Stack, below: Stack, theme: Theme) -> None:
        """Place the card of the review, if there is one and it fits, below the board or the moves."""
        height = ReviewCard.height(theme)
        if self.card.reviews and below.rest.height >= height:
            self.card.visible = True
            self.card.place(below.top(height), theme)
            return
        self.card.visible = bool(self.card.reviews) and column.rest.height >= height + theme.px(
            MIN_MOVES_HEIGHT
        )
        if self.card.visible:
            self.card.place(column.bottom(height), theme)

    def _place_known(self, column: Stack, theme: Theme) -> None:
        """Place the known moves in as many rows as fit; an empty box of the engine only in spare space."""
        known, width = self.known.known, column.rest.width
        is_spare = not known.moves and known.own is False
        taken = self._wanted_below(theme) if is_spare else theme.px(COMMENT + MIN_MOVES_HEIGHT)
        space = column.rest.height - taken
        heights = [self.known.height(theme, width, rows) for rows in range(self.known.max_rows, 0, -1)]
        height = next((height for height in heights if height <= space), None)
        self.known.visible = bool(known.caption) and not self.has_task and height is not None
        if height is not None and self.known.visible:
            self.known.place(column.top(height), theme)

    def _place_terms(self, column: Stack, theme: Theme) -> None:
        """Place the terms of the evaluation, if they are shown; in two columns if there is little space."""
        self.terms.visible = self._engine.shows_terms
        if self.terms.visible:
            height, available = TermList.height(theme, self.terms.rows), column.rest.height
            if available < 2 * height:
                height = min(available, TermList.height(theme, (self.terms.rows + 1) // 2))
            self.terms.place(column.top(height), theme)


def _free_space(area: pygame.Rect, board: pygame.Rect, theme: Theme) -> tuple[pygame.Rect, Stack]:
    """Return the free space above and below the board, if the panel in `area` is beside it."""
    gap = theme.px(6)
    if area.x < board.right:
        return pygame.Rect(board.x, area.y, board.width, 0), Stack(pygame.Rect(0, 0, 0, 0), gap)
    above = pygame.Rect(board.x, area.y, board.width, max(0, board.y - area.y - theme.px(2)))
    top = board.bottom + gap
    return above, Stack(pygame.Rect(board.x, top, board.width, max(0, area.bottom - top)), gap)
