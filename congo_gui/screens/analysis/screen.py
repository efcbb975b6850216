"""Analysing: the engine's lines, arrows and chances for any position, a tree of variations, and a review."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.board.controller import Chosen
from congo_gui.commands.actions import BY_ID
from congo_gui.commands.command import Handler, Handlers, Where
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.engine_service import SearchThread
from congo_gui.play.wording import percent, result_sentence, score_text, search_line, speed_text, view_text
from congo_gui.screens.analysis import review
from congo_gui.screens.analysis.analyst import MOST_LINES, Analyst
from congo_gui.screens.analysis.context import Table, Ways
from congo_gui.screens.analysis.drawings import Drawings
from congo_gui.screens.analysis.eval_bar import EvalBar, EvalGraph, Point
from congo_gui.screens.analysis.history import TreeHistory
from congo_gui.screens.analysis.layout import AnalyseLayout, analyse_layout
from congo_gui.screens.analysis.line_list import LineList, Spot
from congo_gui.screens.analysis.shown_lines import ShownLines
from congo_gui.screens.analysis.tree_view import TreeView
from congo_gui.screens.search_tree.see_search import see_search
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.board_area import BoardArea
from congo_gui.screens.shared.board_screen import BoardScreen
from congo_gui.screens.shared.choose import ChooseScreen
from congo_gui.screens.shared.clipboard_commands import copy_position, pasted_text
from congo_gui.screens.shared.command_button import close_button, command_button
from congo_gui.screens.shared.confirm import ConfirmScreen
from congo_gui.screens.shared.layout import grid
from congo_gui.screens.shared.move_dialog import MoveQuestion
from congo_gui.screens.shared.typing import TypeScreen
from congo_gui.widgets.base import Widget
from congo_gui.widgets.text_field import TextField
from engine.record.remark import Remark
from engine.record.tree import GameNode
from engine.rules.move import Move
from engine.rules.position import SECOND
from engine.rules.rules import Rules
from engine.rules.words import sentence
from engine.system.errors import UserError

HEAD = ("play_or_pause", "lines", "threat", "arrows")
TOOLS = ("review", "promote", "remove_move", "play_from", "copy_fen", "flip")
AT_ROOT, AT_END = "This is the first position.", "No move follows here."
NO_VARIATION = "This is the line that goes on already."
NO_PASSING = "In this game nobody can tell what passing would mean."
ARROWS_TOLD = (
    "A solid arrow with a number is that line's move, a dashed one the threat; hollow arrows and double "
    "rings are yours, drawn with the right button."
)
UNSAVED = "Its moves and comments are in no game and in no file. To keep them, cancel and save the game ({})."
REVIEW_TOLD = 12.0
"""Seconds for which a review's result is shown."""


class AnalyseScreen(BoardScreen):
    """Works with a borrowed `searcher`."""

    _where = Where.ANALYSIS
    board: BoardArea

    def __init__(
        self,
        host: Host,
        skin: Skin,
        table: Table,
        searcher: SearchThread,
        ways: Ways,
        flipped: bool,
    ) -> None:
        super().__init__(host)
        self.tree, self.node, self.findings = table.tree, table.node, table.findings
        self.history = TreeHistory(self.tree, self.node)
        self.rules: Rules = table.tree.rules
        self.analyst = Analyst(self.rules, searcher, self.findings)
        self.analyst.look_for(host.settings.analysis_lines)
        self._ways = ways
        self._reviewing = self._just_opened = False
        self._preview: Spot | None = None
        self._shown = ShownLines(self.rules, self.node.position)
        self.board = BoardArea(self.rules, skin, self.node.position, self._moved, self._asked, self._explain)
        self.board.display.heard = host.sounds.play
        self.board.display.animate(host.settings.animation_pace)
        self.board.display.turn(flipped)
        self._drawings = Drawings(self.board)
        self._build_controls()
        self.group.widgets = self._widgets()
        self._places: AnalyseLayout | None = None
        self.go_to(self.node)

    # --- controls

    def _build_controls(self) -> None:
        self.back = close_button("Back to the game", self.leave)
        self.bar = EvalBar(lambda: self.findings.share(self.node.position), self._bar_words)
        self.lines = LineList(view_text(self.rules), self._point, self._choose)
        self.moves = TreeView(self.go_to)
        self.comment = TextField(
            self._comment_given,
            lost=lambda: self._say(self.comment.text),
            tip=lambda: self.commands.tip("comment"),
            placeholder="Comment on this move",
        )
        self.graph = EvalGraph(self._jump)
        labels = {
            "play_or_pause": lambda: "AI on" if self.analyst.on else "AI off",
            "lines": lambda: f"Lines: {self.analyst.wanted}",
            "play_from": lambda: "Play here",
        }
        told = {"arrows": ARROWS_TOLD}
        self.head = [
            command_button(self.commands, name, labels.get(name, ""), told=told.get(name, ""))
            for name in HEAD
        ]
        self.tools = [command_button(self.commands, name, labels.get(name, "")) for name in TOOLS]

    def _widgets(self) -> list[Widget]:
        shown: list[Widget] = [self.board, self.bar, self.back, *self.head, self.lines, self.moves]
        return [*shown, self.comment, self.graph, *self.tools]

    # --- walking through the tree

    def go_to(self, node: GameNode) -> None:
        """Show the position of a node."""
        before, self.node = self.node, node
        game = self.tree.game_at(node)
        self.outcome = game.outcome
        self.analyst.look_at(game)
        self._drawings.wipe()
        self._preview = None
        self._show(glides=node.parent is before)
        self._tree_changed()
        self.comment.set_text(Remark.parse(node.comment).text)
        self._refresh()

    def _tree_changed(self) -> None:
        """Show the tree as it is now, and remember how it was."""
        self.history.note(self.node)
        self._ways.changed()
        self.moves.show(self.tree, self.node)
        self._dirty = True

    def _show(self, glides: bool = False) -> None:
        node = self.node
        sides = frozenset({node.position.side}) if self.outcome is None else frozenset[int]()
        last = None
        if node.parent is not None and node.move is not None:
            last = self.rules.transition(node.parent.position, node.move)
        self.board.show(node.position, sides, last)
        if glides and last is not None:
            self.board.display.glide(last, 0)

    def _step(self, node: GameNode | None) -> None:
        if node is not None:
            self.go_to(node)

    def _end(self) -> GameNode:
        return next(reversed([self.node, *self.node.onward()]))

    def _jump(self, ply: int) -> None:
        """Show the main line's position after so many plies."""
        self.go_to([self.tree.root, *self.tree.main][ply])

    # --- moves

    def _moved(self, chosen: Chosen) -> None:
        self.go_to(self.tree.add(self.node, chosen.move))

    def _asked(self, moves: tuple[Move, ...]) -> None:
        self._host.push(ChooseScreen(self._host, self._question(moves)))

    def _question(self, moves: tuple[Move, ...]) -> MoveQuestion:
        """Return the question which of some moves is to be added."""
        position, preview = self.node.position, self.board.controller.preview
        return MoveQuestion(self.rules, position, moves, self._panel_place, preview, self._add)

    def _add(self, move: Move) -> None:
        self.go_to(self.tree.add(self.node, move))

    def _panel_place(self) -> pygame.Rect:
        assert self._places is not None
        return self._places.moves.unionall([self._places.lines, self._places.graph, self._places.tools])

    def type_move(self) -> None:
        """Let a move be typed, and add it to the tree."""
        moves = self.rules.legal_moves(self.node.position)
        self._host.push(TypeScreen(self._host, self._question(moves)))

    def remove_move(self) -> None:
        """Take the move on the board and what follows it out of the tree."""
        self.go_to(self.tree.remove(self.node))

    def promote(self) -> None:
        """Make the variation on the board the line that goes on."""
        self.tree.promote(self.node)
        self.go_to(self.node)

    def undo(self) -> None:
        """Take the last change of the tree back; that may be a comment which is still being written."""
        self._say(self.comment.text)
        self.go_to(self.history.undo())

    def redo(self) -> None:
        """Make the last change that was taken back again, unless something was written since."""
        self._say(self.comment.text)
        self.go_to(self.history.redo())

    # --- comments

    def write_comment(self) -> None:
        """Give the keyboard to the comment on the move on the board."""
        self.group.set_focus(self.comment)
        self._just_opened = True

    def _comment_given(self, text: str) -> None:
        self._say(text)
        self.group.set_focus(None)

    def _say(self, text: str) -> None:
        """Have this be the comment on the move on the board."""
        said = Remark.parse(self.node.comment).saying(text).comment
        if said != self.node.comment:
            self.node.comment = said
            self._tree_changed()

    # --- the engine

    def toggle_engine(self) -> None:
        """Let the engine search, or hold it."""
        self.analyst.turn_on(not self.analyst.on)

    def more_lines(self) -> None:
        """Look for one line more, after the last number for one again."""
        self.analyst.look_for(self.analyst.wanted % MOST_LINES + 1)
        self._host.settings.analysis_lines = self.analyst.wanted
        self._relayout()

    def toggle_threat(self) -> None:
        """Show what the other side would play if it were its turn, or stop that."""
        self.analyst.show_threat(not self.analyst.wants_threat)
        self._relayout()

    def toggle_arrows(self) -> None:
        """Show the engine's moves as arrows on the board, or not."""
        self._host.settings.analysis_arrows = not self._host.settings.analysis_arrows

    def review(self) -> None:
        """Look at every position of the main line for a moment, and mark what cost much."""
        self._reviewing = True
        self.analyst.review([self.tree.game_at(node) for node in reversed([self.tree.root, *self.tree.main])])

    def see_search(self) -> None:
        """Step through a search of the position on the board."""
        history = self.tree.game_at(self.node).history()
        see_search(self._host, self.rules, self.node.position, history, self.board.display.flipped)

    def _finish_review(self) -> None:
        self._reviewing = False
        self._say(self.comment.text)  # it may still be being written
        judged = review.mark(self.tree, self.findings)
        self.findings.write_down(self.tree.main)
        if judged:
            worst = judged[0].node
            assert worst.parent is not None
            self.go_to(worst.parent)
        self._tree_changed()
        self.toast.show(review.summary(judged), REVIEW_TOLD)

    # --- the engine's lines

    def _point(self, spot: Spot | None) -> None:
        """Show the position after a line's first moves, or the one on the board again."""
        self._preview = spot
        if spot is None:
            self._show()
            return
        position, last = self._shown.after(spot)
        self.board.show(position, frozenset(), last)

    def _choose(self, spot: Spot) -> None:
        """Add a line's first moves to the tree and go there."""
        if not self._shown.is_threat(spot):
            self.go_to(self.tree.add_line(self.node, self._shown.moves(spot)))

    def _note(self) -> str:
        if self.outcome is not None:
            return result_sentence(self.rules, self.outcome)
        if self.analyst.failure:
            return f"The AI stopped: {self.analyst.failure}"
        return "Searching…" if self.analyst.on else f"The AI is off ({BY_ID['play_or_pause'].key_text})."

    def _bar_words(self) -> str:
        score = self.findings.score(self.node.position)
        if self.outcome is not None or score is None:
            return self._note()
        words = score_text(self.rules, score, self.node.position.side)
        return f"{words[0].upper()}{words[1:]}"

    def _headline(self) -> str:
        share = self.analyst.reviewing
        if self._reviewing and share is not None:
            return f"Reviewing the game: {percent(share)}"
        if not self._shown.infos:
            return ""
        best = self._shown.infos[0]
        if best.source != "search":
            return search_line(self.rules, best, self.node.position.side)
        return f"Depth {best.depth} · {speed_text(best.nps)}"

    # --- bringing everything up to date

    def _refresh(self) -> None:
        infos = self.analyst.lines if self._preview is None else self._shown.infos
        threat = self.analyst.threat if self.analyst.wants_threat else None
        self._shown = ShownLines(self.rules, self.node.position, infos, threat)
        self._dirty |= self.lines.show(self._shown.rows(), self._note())
        state = self.board.controller.state
        lines = self._shown.arrows() if self._shows_arrows and not state.path else ()
        state.arrows = () if self._preview is not None else (*lines, *self._drawings.arrows)
        state.circles = () if self._preview is not None else self._drawings.circles
        nodes = [self.tree.root, *self.tree.main]
        current = nodes.index(self.node) if self.node in nodes else None
        points = [Point(self.findings.share(node.position), bool(node.nags)) for node in nodes]
        self.graph.show(points, current)

    @property
    def _shows_arrows(self) -> bool:
        return self._host.settings.analysis_arrows

    # --- the screen

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self._window, self.theme = window, theme
        rows = self.analyst.wanted + self.analyst.wants_threat
        places = self._places = analyse_layout(window, theme, rows)
        self.board.place(places.board, theme)
        outer = pygame.Rect(self.board.display.geometry.outer_rect)
        self.bar.flipped = self.board.display.flipped != (self.rules.facts.side_below == SECOND)
        self.bar.place(pygame.Rect(outer.right + theme.px(6), outer.y, places.bar.width, outer.height), theme)
        title, gap = places.title, theme.px(4)
        self.back.place(pygame.Rect(title.right - title.height, title.y, title.height, title.height), theme)
        for button, rect in zip(self.head, grid(places.head, len(self.head), 1, gap), strict=True):
            button.place(rect, theme)
        self.lines.place(places.lines, theme)
        self.moves.place(places.moves, theme)
        self.comment.visible = places.comment.height > 0
        self.comment.place(places.comment, theme)
        self.graph.visible = places.graph.height > 0
        self.graph.place(places.graph, theme)
        for button, rect in zip(self.tools, grid(places.tools, 3, 2, gap), strict=True):
            button.place(rect, theme)
        self.invalidate()

    def handle(self, event: pygame.event.Event) -> bool:
        if self._just_opened and event.type == pygame.TEXTINPUT:
            return True  # the key of the command; it arrives as text, too
        if self._drawings.handle(event):
            self._settle()
            return True
        return super().handle(event)

    def _settle(self) -> None:
        self._refresh()

    def _handlers(self) -> Handlers:
        analyst = self.analyst
        return {
            **self._walking(),
            **self._with_tree(),
            "play_or_pause": Handler(self.toggle_engine, is_on=lambda: analyst.on),
            "lines": Handler(self.more_lines),
            "threat": Handler(
                self.toggle_threat,
                lambda: self.rules.null_move(self.node.position) is not None,
                NO_PASSING,
                lambda: analyst.wants_threat,
            ),
            "arrows": Handler(self.toggle_arrows, is_on=lambda: self._shows_arrows),
            "see_search": Handler(self.see_search),
            "copy_fen": Handler(lambda: copy_position(self, self.rules.notation.format(self.node.position))),
            "paste_fen": Handler(self.paste),
            "save_game": Handler(self.save),
            "play_from": Handler(self.play_from_here),
            "flip": Handler(self.flip),
            "analyse": Handler(self.leave),
            "cancel": Handler(self._cancel),
        }

    def _walking(self) -> Handlers:
        """Return what the commands do that lead through the tree."""
        back, on = lambda: self.node.parent is not None, lambda: self.node.next is not None
        return {
            "back": Handler(lambda: self._step(self.node.parent), back, AT_ROOT),
            "forward": Handler(lambda: self._step(self.node.next), on, AT_END),
            "first": Handler(lambda: self._step(self.tree.root), back, AT_ROOT),
            "last": Handler(lambda: self._step(self._end()), on, AT_END),
        }

    def _with_tree(self) -> Handlers:
        """Return what the commands do that change the tree."""
        return {
            "undo": Handler(self.undo, lambda: self.history.can_undo, "Nothing was changed."),
            "redo": Handler(self.redo, lambda: self.history.can_redo, "Nothing was taken back."),
            "comment": Handler(
                self.write_comment, lambda: self.comment.visible, "This window has no room for comments."
            ),
            "commit": Handler(
                self.board.commit, lambda: bool(self.board.controller.state.path), "No piece is chosen."
            ),
            "type_move": Handler(
                self.type_move, lambda: self.outcome is None, lambda: f"{self._note()} No move can follow."
            ),
            "review": Handler(
                self.review, lambda: bool(self.tree.main), "There is no game to review yet: make moves first."
            ),
            "promote": Handler(
                self.promote, lambda: any(node.is_variation for node in self.node.line), NO_VARIATION
            ),
            "remove_move": Handler(
                self.remove_move, lambda: self.node.parent is not None, "No move leads here that could go."
            ),
        }

    def _cancel(self) -> None:
        if not self.board.cancel():
            self.leave()

    def leave(self, then: Callable[[], None] = lambda: None) -> None:
        """Go back to the game, and do what is to be done `then`; ask before, if something would be lost."""

        def go() -> None:
            self.dismiss()
            self._ways.discard()
            then()

        self._say(self.comment.text)  # it may still be being written
        if self._ways.unsaved():
            words = UNSAVED.format(BY_ID["save_game"].key_text)
            self._host.push(ConfirmScreen(self._host, "Leave this analysis?", words, "Leave", go))
        else:
            go()

    def flip(self) -> None:
        """Turn the board round."""
        self.board.display.turn(not self.board.display.flipped)
        self._relayout()

    def save(self) -> None:
        """Save what is analysed, the comment that is being written too."""
        self._say(self.comment.text)
        self._ways.save()

    def paste(self) -> None:
        """Analyse the position on the clipboard in the place of what is analysed now."""
        text = pasted_text(self)
        if not text:
            return
        try:
            position = self.rules.notation.parse(text)
        except UserError as error:
            self.toast.show(sentence(str(error)))
            return
        self.leave(lambda: self._ways.analyse(position, self.board.display.flipped))

    def play_from_here(self) -> None:
        """Leave, and ask who plays from the position on the board."""
        position = self.node.position
        self.leave(lambda: self._ways.play(position))

    def close(self) -> None:
        self._say(self.comment.text)
        self.analyst.close()
        self._ways.closed()

    def update(self, seconds: float) -> None:
        self._just_opened = False
        if self.analyst.update():
            self._dirty = True
        if self._reviewing and self.analyst.reviewing is None:
            self._finish_review()
        super().update(seconds)
        self._refresh()

    def _draw_labels(self, surface: pygame.Surface, theme: Theme) -> None:
        assert self._places is not None
        title, colours = self._places.title, theme.colours
        room = self.back.rect.x - title.x - theme.px(8)
        words = self._headline()
        head = theme.text("Analysis", Role.HEADING, colours.text)
        if not words or theme.width(words, Role.SMALL) + head.get_width() + theme.px(10) <= room:
            surface.blit(head, (title.x + theme.px(2), title.centery - head.get_height() // 2))
            left = title.x + head.get_width() + theme.px(12)
        else:
            left = title.x + theme.px(2)
        if words:
            text = theme.shorten(words, Role.SMALL, self.back.rect.x - theme.px(6) - left)
            picture = theme.text(text, Role.SMALL, colours.muted)
            surface.blit(picture, (left, title.centery - picture.get_height() // 2))
