"""Leaving an analysis: back, to a game, to another position, to a file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from congo_gui.commands.command import Handler, Handlers
from congo_gui.draw.skin import Skin
from congo_gui.screens.analysis import texts
from congo_gui.screens.analysis.context import AnalysisContext
from congo_gui.screens.analysis.pasted import PastedGame, PastedLine, parse_pasted
from congo_gui.screens.analysis.tree_cursor import TreeCursor
from congo_gui.screens.edit.screen import EditScreen
from congo_gui.screens.shared.base import Host, Screen, pasted_text
from congo_gui.screens.shared.board_area import BoardArea
from congo_gui.screens.shared.dialog import ConfirmScreen
from engine.rules.values import Position
from engine.rules.words import sentence
from engine.system.errors import UserError


class AnalysisExits:
    """Leads from the screen of an analysis; `keep_comment` stores the comment that is being written."""

    def __init__(
        self,
        screen: Screen,
        host: Host,
        skin: Skin,
        context: AnalysisContext,
        cursor: TreeCursor,
        board: BoardArea,
        keep_comment: Callable[[], None],
    ) -> None:
        self._screen, self._host, self._skin, self._context = screen, host, skin, context
        self._cursor, self._board, self._keep_comment = cursor, board, keep_comment
        self._rules = context.tree.rules

    @property
    def handlers(self) -> Handlers:
        """The handlers of the commands."""
        return {
            "analyse": Handler(self.leave),
            "open_game": Handler(lambda: self._context.open(self.leave)),
            "find_position": Handler(self._find_games),
            "save_game": Handler(self._save),
            "share": Handler(self._share),
            "copy_picture": Handler(self._copy_picture),
            "next_game": self._to_game(1, texts.LAST_GAME),
            "previous_game": self._to_game(-1, texts.FIRST_GAME),
            "paste_fen": Handler(self._paste),
            "play_from": Handler(self._play_from_here),
            "edit_here": Handler(self._edit),
        }

    def _to_game(self, step: int, at_the_end: str) -> Handler:
        """Return the handler that goes to another game of the file, or of those pasted."""
        has_game = self._context.has_game
        return Handler(
            partial(self._go_to_game, step),
            lambda: has_game(step),
            lambda: at_the_end if has_game(0) else texts.NO_FILE,
        )

    def _go_to_game(self, step: int) -> None:
        try:
            self._context.analyse_other_game(step, self.leave, self._board.display.flipped)
        except UserError as error:
            self._screen.toast.show(sentence(str(error)))

    def leave(
        self, then: Callable[[], object] = lambda: None, before: Callable[[], None] = lambda: None
    ) -> None:
        """Call `before`, go back to the game and call `then`; ask first if unsaved changes would be lost."""

        def go() -> None:
            before()
            self._screen.dismiss()
            self._context.saved_tree.discard()
            then()

        self._keep_comment()
        if not self._context.saved_tree.unsaved:
            go()
            return
        question, words = texts.LEAVE_QUESTION, texts.UNSAVED
        leave, stay, save = texts.LEAVE_ANALYSIS, texts.STAY, (texts.SAVE, lambda: self._context.save(go))
        self._host.push(ConfirmScreen(self._host, question, words, leave, go, stay, save))

    def _find_games(self) -> None:
        """Find games with the position on the board, to analyse one."""
        self._keep_comment()
        self._context.find(self._cursor.position, self.leave)

    def _close(self) -> None:
        """Close the analysis without a question; unsaved changes stay autosaved."""
        self._keep_comment()
        self._screen.dismiss()

    def _save(self) -> None:
        self._keep_comment()
        self._context.save(lambda: None)
        self._cursor.note()  # the main line of a game on the board is again what was played

    def _share(self) -> None:
        self._keep_comment()
        self._context.share(self._cursor.node, self._board.display.flipped)

    def _copy_picture(self) -> None:
        self._keep_comment()
        self._context.copy_picture(self._cursor.node, self._board.display.flipped)

    def _paste(self) -> None:
        """Add the moves on the clipboard, or analyse its position or game instead."""
        text = pasted_text(self._screen)
        if not text:
            return
        self._keep_comment()
        try:
            found = parse_pasted(text, self._cursor.tree, self._cursor.node)
        except UserError as error:
            self._screen.toast.show(sentence(str(error)))
            return
        if isinstance(found, PastedLine):
            self._cursor.insert(found.start, found.moves)
        elif isinstance(found, PastedGame):
            self.leave(partial(self._open_pasted, found))
        else:
            self.leave(lambda: self._context.analyse(found, self._board.display.flipped))

    def _open_pasted(self, pasted: PastedGame) -> None:
        """Analyse a game that was pasted."""
        self._context.analyse_pasted(pasted)
        if pasted.has_neighbour(1):
            self._host.show_toast(texts.first_of_games(len(pasted.games)))

    def _play_from_here(self) -> None:
        """Ask for the players of a game from the position on the board; leave when it begins."""
        self._context.play(self._cursor.position, self._close)

    def _edit(self) -> None:
        """Edit the position on the board, to analyse or to play it; closing the editor leads back here."""
        leave, context = self.leave, self._context
        here = self._cursor.position
        editor: EditScreen

        def close_both() -> None:
            editor.leave_used()
            self._close()

        def analyse(position: Position) -> None:
            if position == here:
                editor.leave_used()
            else:
                leave(
                    lambda: context.analyse_set_up(position, self._board.display.flipped), editor.leave_used
                )

        actions = {
            "play_from": lambda position: context.play(position, close_both),
            "both_sides": lambda position: context.play_both_sides(position, close_both),
            "analyse": analyse,
        }
        flipped = self._board.display.flipped
        editor = EditScreen(self._host, self._rules, self._skin, here, lambda: True, actions, flipped)
        self._host.push(editor)
