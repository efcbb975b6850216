"""The analysis screen: lines, arrows and evaluation of any position, a tree of variations, a review."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.board.controller import MoveEntered
from congo_gui.board.state import Arrow
from congo_gui.commands.command import Handler, Handlers, Where
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Theme
from congo_gui.play.engine_service import SearchThread
from congo_gui.play.wording import view_text
from congo_gui.screens.analysis import texts
from congo_gui.screens.analysis.analyst import Analyst
from congo_gui.screens.analysis.context import AnalysisContext
from congo_gui.screens.analysis.drawings import Drawings
from congo_gui.screens.analysis.engine_commands import DEFAULT_HASH_MIB, EngineCommands
from congo_gui.screens.analysis.engines_dialog import EnginesDialog
from congo_gui.screens.analysis.exits import AnalysisExits
from congo_gui.screens.analysis.explorer import ExplorerControl
from congo_gui.screens.analysis.graph_preview import GraphPreview
from congo_gui.screens.analysis.learning import Learning
from congo_gui.screens.analysis.line_list import LineSpot, ShownLines
from congo_gui.screens.analysis.move_text import node_text
from congo_gui.screens.analysis.node_menu import NodeMenu
from congo_gui.screens.analysis.panel import BAR, PANEL, TALL_PANEL, AnalysisPanel
from congo_gui.screens.analysis.second_engine import SecondEngine
from congo_gui.screens.analysis.side_choice import SideChoice
from congo_gui.screens.analysis.terms import PositionTerms, TermsThread
from congo_gui.screens.analysis.tree_commands import TreeCommands
from congo_gui.screens.analysis.tree_cursor import TreeCursor
from congo_gui.screens.edit import texts as edit_texts
from congo_gui.screens.search_tree.opening import open_search_tree
from congo_gui.screens.shared.base import Host, copy_position
from congo_gui.screens.shared.board_area import BoardArea
from congo_gui.screens.shared.board_screen import BoardScreen
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.screens.shared.layout import Stack, beside_or_above
from congo_gui.screens.shared.move_chooser import MoveChooser
from congo_gui.system import texts as system_texts
from congo_gui.widgets.wheel import StepWheel
from engine.record.record import GameNode
from engine.rules.values import SECOND, Move

REVIEW_TOAST_S = 12.0
"""Seconds for which the result of a review is shown."""


class AnalyseScreen(BoardScreen):
    """Works with a borrowed `searcher`."""

    _where = Where.ANALYSIS
    board: BoardArea

    def __init__(
        self, host: Host, skin: Skin, context: AnalysisContext, searcher: SearchThread, flipped: bool
    ) -> None:
        super().__init__(host)
        self._rules = rules = context.tree.rules
        self._context, self._saved_tree = context, context.saved_tree
        self.cursor = TreeCursor(
            context.tree,
            context.node,
            self._keep_comment,
            self._node_changed,
            self._tree_changed,
            self._refused,
        )
        self.analyst = Analyst(self._rules, searcher, context.findings)
        self.analyst.set_line_count(int(host.settings.analysis_lines))
        self._searcher = searcher
        self._second = SecondEngine(rules, host.settings, host.wake)
        self._engine = EngineCommands(self.analyst, self._second, self.cursor, host.settings, self._relayout)
        self._engine.follow_settings()
        self._terms = TermsThread(rules, host.wake)
        self._explorer = ExplorerControl(host, self.cursor, self.toast.show)
        self._is_covered = False
        self._preview: LineSpot | None = None
        self._shown_terms: PositionTerms | None = None
        """The terms of the position that the board shows, once they are computed."""
        self._shown = ShownLines(self._rules, self.cursor.position)
        self._chooser = MoveChooser(
            host, rules, skin, lambda: self.cursor.position, self._moved, self._explain, self._list_place
        )
        self.board = self._chooser.board
        self.board.display.set_flipped(flipped)
        self._drawings = Drawings(self.board, self.cursor.set_shapes)
        self._tree_commands = TreeCommands(self.cursor, self._keep_comment, self.toast.show)
        self._wheel = StepWheel(self._tree_commands.walk)
        self._exits = AnalysisExits(self, host, skin, context, self.cursor, self.board, self._keep_comment)
        self._graph_preview = GraphPreview(rules, skin)
        self._learning = Learning(
            self._engine,
            self.cursor,
            context.learners,
            self.board,
            self.toast,
            self._show,
            self._learning_changed,
            lambda counts, start: host.push(SideChoice(host, self._rules, counts, start)),
        )
        self.panel = AnalysisPanel(
            self.commands,
            self.group,
            self.cursor,
            self._engine,
            self._exits.leave,
            self._point,
            self._choose,
            self._open_menu,
            self._point_known,
            self._explorer,
            host.screen_reader,
            self.toast.show,
            lambda: self._shown_terms,
            context.heading,
            skin,
        )
        self.group.widgets = [self.board, *self.panel.widgets]
        self.cursor.go_to(self.cursor.node)

    # --- walking through the tree

    def _moved(self, chosen: MoveEntered) -> None:
        if not self._learning.try_move(chosen.move):
            self.cursor.add(chosen.move)

    def _node_changed(self, before: GameNode) -> None:
        """Show the node that is on the board now."""
        self._learning.node_changed(self.cursor.node)
        self.analyst.set_game(self.cursor.game)
        self._second.set_game(self.cursor.game)
        self._drawings.show(self.cursor.shapes, self.cursor.position)
        self._preview = None
        self._show(glides=self.cursor.node.parent is before)
        self.cursor.note()
        self.panel.show_node()
        self._after_input()

    def _tree_changed(self) -> None:
        self._saved_tree.autosave()
        self._show_review()
        self._dirty = True

    def _refused(self, words: str) -> None:
        self.toast.show(words, REVIEW_TOAST_S)

    def _show_review(self) -> None:
        """Update the moves and the card, which may appear or disappear."""
        self.panel.show_tree()
        if self.panel.show_card():
            self._relayout()

    def _show(self, glides: bool = False) -> None:
        """Show the position on the board, with `glides` after animating the move that leads there."""
        node = self.cursor.node
        sides = frozenset({node.position.side}) if self.cursor.outcome is None else frozenset[int]()
        last = None
        if node.parent is not None and node.move is not None:
            last = self._rules.transition(node.parent.position, node.move)
        self.board.show(node.position, sides, last)
        if glides and last is not None:
            self.board.display.glide(last, 0)

    def _list_place(self) -> pygame.Rect:
        return self.panel.area_beside_board

    # --- the engine's lines

    def _point(self, spot: LineSpot | None) -> None:
        """Show the position after a line's first moves, or the one on the board again."""
        self._preview = spot
        if spot is None:
            self._show()
            return
        position, last = self._shown.after(spot)
        self.board.show(position, frozenset(), last)

    def _point_known(self, move: Move | None) -> None:
        """Show the position after a known move, or the one on the board again."""
        if move is None:
            self._show()
            return
        position = self.cursor.position
        last = self._rules.transition(position, move)
        self.board.show(self._rules.play(position, move), frozenset(), last)

    def _choose(self, spot: LineSpot) -> None:
        """Add a line's first moves to the tree and go there."""
        if not self._shown.is_threat(spot):
            self.cursor.add(*self._shown.moves(spot))

    # --- engines

    def _ask_for_engines(self) -> None:
        self._host.push(
            EnginesDialog(self._host, self._engines_chosen, lambda: self.commands.run("programs"))
        )

    def _engines_chosen(self) -> None:
        """Continue with other engines or settings."""
        self._engine.follow_settings()
        self._relayout()

    # --- marks

    def _open_menu(self, pixel: tuple[int, int]) -> None:
        """Open the menu of the move on the board."""
        node = self.cursor.node
        title = texts.START if node.parent is None else node_text(self.cursor.tree, node)
        self._host.push(NodeMenu(self._host, title, self.commands, pixel, lambda: self.cursor.node is node))

    def _learning_changed(self) -> None:
        """Show the controls for learning from mistakes, or the usual ones."""
        self.panel.has_task = self._learning.course is not None
        self.panel.show_tree()
        self._relayout()

    # --- updating

    def _after_input(self) -> None:
        if self.panel.known.show(self._explorer.known):
            self._relayout()
        course = self._learning.course
        if course is not None and course.is_open:
            self._shown = ShownLines(self._rules, self.cursor.position)
            self.panel.lines.caption, self.panel.lines.footer = course.heading, ""
            self._dirty |= self.panel.lines.show((), course.caption)
            self._show_marks(())
            return
        self.panel.lines.caption = view_text(self._rules) if course is None else course.caption
        if self._preview is None:  # else the lines stay, since one of their moves is pointed at
            threat = self.analyst.threat if self.analyst.wants_threat else None
            others = self._second.infos[: self.panel.second_lines]
            self._shown = ShownLines(self._rules, self.cursor.position, self.analyst.lines, others, threat)
        self.panel.lines.footer = self._engine.second_note
        self._dirty |= self.panel.lines.show(self._shown.rows(), self._engine.note)
        shows = self._engine.shows_arrows and not self.board.controller.state.path
        self._show_marks(self._shown.arrows() if shows else ())

    def _show_marks(self, lines: tuple[Arrow, ...]) -> None:
        """Show the arrows of the lines, and what the player has drawn."""
        state = self.board.controller.state
        previewing = self._preview is not None or self.panel.known.pointed is not None
        state.arrows = () if previewing else (*lines, *self._drawings.arrows)
        state.circles = () if previewing else self._drawings.circles
        self.panel.show_graph()
        self._show_terms()

    def _show_terms(self) -> None:
        """Show the terms of the position on the board, if they are enabled."""
        if not self._engine.shows_terms:
            self._shown_terms = None
            return
        spot = self._preview
        position = self.cursor.position if spot is None else self._shown.after(spot)[0]
        found = self._terms.of(position)
        self._dirty |= found != self._shown_terms
        self._shown_terms = found
        if self.panel.terms.count():
            self._relayout()

    # --- commands

    def _handlers(self) -> Handlers:
        state = self.board.controller.state
        return {
            **self._tree_commands.handlers,
            **self._exits.handlers,
            **self._engine.handlers,
            **self._learning.handlers,
            **self._explorer.handlers,
            "see_search": Handler(self._see_search, lambda: self._searcher.is_ready, texts.AI_LOADING),
            "copy_fen": Handler(
                lambda: copy_position(self, self._rules.notation.format(self.cursor.position))
            ),
            "engines": Handler(self._ask_for_engines),
            "flip": Handler(self._flip),
            "cancel": Handler(self._cancel),
            "comment": Handler(self._write_comment, lambda: self.panel.comment.visible, texts.NO_ROOM),
            "commit": Handler(self.board.commit, lambda: bool(state.path), texts.NO_PIECE),
            "type_move": Handler(
                self._chooser.type,
                lambda: self.cursor.outcome is None,
                lambda: texts.no_move_follows(self._engine.note),
            ),
        }

    def ask_before_closing(
        self, question: str, close: Callable[[], None], later: Callable[[], None] | None
    ) -> bool:
        """Keep the comment that is being written; ask at the end about a position that was set up here."""
        self._keep_comment()
        if later is None or not self._context.is_set_up or self._saved_tree.is_kept:
            return False
        words = edit_texts.POSITION_LOST, system_texts.CLOSE, close, system_texts.STAY
        self._host.push(ConfirmScreen(self._host, question, *words))
        return True

    def _keep_comment(self) -> None:
        """Keep the comment that is being written."""
        self.panel.keep_comment()

    def _write_comment(self) -> None:
        self.group.set_focus(self.panel.comment)

    def _see_search(self) -> None:
        history = self.cursor.game.key_history()
        open_search_tree(self._host, self._rules, self.cursor.position, history, self.board.display.flipped)

    def set_covered(self, covered: bool) -> None:
        super().set_covered(covered)
        self._is_covered = covered
        if covered:  # what is above belongs to the position, not to one that a key points at
            self.panel.lines.pointer_left()
            self.panel.known.pointer_left()

    # --- leaving

    def _cancel(self) -> None:
        if not self.board.cancel() and not self._learning.stop():
            self._exits.leave()

    def close(self) -> None:
        self.panel.keep_comment()
        self.analyst.close()
        self._second.close()
        if self._host.settings.analysis_hash != DEFAULT_HASH_MIB:
            self._searcher.set_hash(DEFAULT_HASH_MIB)
        self._terms.close()
        self._explorer.close()
        self._context.closed()

    # --- the screen

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self._window, self.theme = window, theme
        area, panel = beside_or_above(window, theme, PANEL, TALL_PANEL)
        row, display = Stack(area, theme.px(6)), self.board.display
        row.right(theme.px(BAR))
        self.board.place(row.rest, theme)
        # The panel may use the space above and below the board.
        outer = display.outer_rect
        self.board.rect = pygame.Rect(row.rest.x, outer.y, row.rest.width, outer.height)
        upside_down = display.flipped != (self._rules.facts.side_below == SECOND)
        self.panel.place(panel, display.outer_rect, upside_down, theme)
        if self.group.focus is self.panel.comment and not self.panel.comment.visible:
            self.group.set_focus(None)
            self.toast.show(texts.NO_ROOM)
        self.invalidate()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL and self.group.hovered is self.board:
            self._wheel.handle(event)
            return True
        if self._drawings.handle(event):
            self._after_input()
            return True
        return super().handle(event)

    def update(self, seconds: float) -> None:
        self._wheel.update()
        if self.analyst.update() | self._second.update():
            self._dirty = True
        if self._second.lines != self.panel.placed_for:
            self._relayout()
        if self._engine.is_review_complete():
            self.panel.keep_comment()
            is_busy = self._is_covered or self.group.focus is self.panel.comment
            self.toast.show(self._engine.finish_review(goes_to_worst=not is_busy), REVIEW_TOAST_S)
            self._show_review()
        self._dirty |= self._learning.update()
        self._explorer.update()
        super().update(seconds)
        self._after_input()

    def _draw_labels(self, surface: pygame.Surface, theme: Theme) -> None:
        self.panel.title_bar.draw(surface, theme, self._engine.headline(self._shown.infos))

    def _draw_all(self, surface: pygame.Surface, theme: Theme) -> None:
        super()._draw_all(surface, theme)
        at, graph = self.panel.graph.pointed, self.panel.graph
        if at is None or not graph.visible or at >= len(self.cursor.main_line):
            return
        node = self.cursor.main_line[at]
        place = graph.place_of(at)[0], graph.rect.y
        self._graph_preview.draw(surface, theme, node.position, self._engine.caption(node), place)

    @property
    def _overlaid(self) -> tuple[object, ...]:
        return *super()._overlaid, self.panel.graph.pointed
