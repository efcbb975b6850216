"""Open an analysis of a game: borrow the engine, and give the results back to the game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from congo_gui.draw.skin import Skin
from congo_gui.play.game_file import shown_cursor
from congo_gui.play.session import Session
from congo_gui.screens.analysis import texts
from congo_gui.screens.analysis.analyst import Findings
from congo_gui.screens.analysis.context import AnalysisContext, Leave, SavedTree, line_through
from congo_gui.screens.analysis.game_heading import GameHeading
from congo_gui.screens.analysis.pasted import PastedGame
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.files.game_files import FileSource, GameFiles
from congo_gui.screens.shared.base import Host
from engine.game.game import Game
from engine.record.record import GameNode, GameRecord, GameTree
from engine.rules.values import FIRST, SECOND, Position


class GameStarter(Protocol):
    """Begins games from positions."""

    def play_from(self, position: Position, before: Callable[[], str]) -> None:
        """Ask for the players of a game from a position.

        `before` is called if the game begins, before that; it returns a message to show, or nothing.
        """

    def play_both_sides(self, position: Position) -> None:
        """Let humans play both sides from a position on."""


class AnalysisController:
    """The analyses of a session's games; one is open at a time.

    It keeps the tree of the last analysed game, and the results for all positions.
    """

    def __init__(
        self, host: Host, skin: Callable[[], Skin], session: Session, files: GameFiles, new_games: GameStarter
    ) -> None:
        self._host, self._skin, self._session, self._files = host, skin, session, files
        self._new_games = new_games
        self._findings = Findings(session.game.rules)
        self._analysed: tuple[Game, GameTree] | None = None
        """The game that was analysed last, and its tree."""
        self._screen: AnalyseScreen | None = None

    def run(self, command: str) -> None:
        """Run a command in the open analysis; do nothing if there is none."""
        if self._screen is not None:
            self._screen.commands.run(command)

    def _leave(self) -> bool:
        """Close the open analysis and its dialogs, also below *Learn*; return whether there was one."""
        if self._screen is None:
            return False
        self._host.pop_with_dialogs(self._screen)
        return True

    def analyse_game(self, flipped: bool) -> None:
        """Analyse the game, from the position on the board on; its variations are kept with its moves.

        Those of a game without moves are kept like the analysis of a position, or in the game's file.
        """
        tree, game = self._tree_of_game(), self._session.game
        node = [tree.root, *tree.main][game.cursor]
        if game.plies:
            self._open(tree, node, flipped, of_game=True)
        else:
            source, origin = self._files.source, self._files.record()
            self._open(tree, node, flipped, of_game=True, source=source, origin=origin)

    def analyse_position(
        self, position: Position, flipped: bool, is_set_up: bool = False
    ) -> SavedTree | None:
        """Analyse a position that belongs to no game; return what is saved of it, None without an engine."""
        rules = self._session.game.rules
        is_known = position == rules.start() or self.is_of_game(position)
        tree = GameTree(rules, position)
        return self._open(tree, tree.root, flipped, is_set_up=is_set_up and not is_known)

    def analyse_record(
        self,
        game: GameRecord,
        source: FileSource | None = None,
        ply: int | None = None,
        flipped: bool = False,
        pasted: PastedGame | None = None,
    ) -> None:
        """Analyse a game that is not the one on the board, at `ply`, or else where it was saved."""
        tree = GameTree(self._session.game.rules, game.start, game.moves, game.comment)
        self._findings.load(tree)
        shown = shown_cursor(game) if ply is None else ply
        node = [tree.root, *tree.main][min(shown, len(tree.main))]
        self._open(tree, node, flipped, source=source, origin=game, pasted=pasted)

    def _analyse_file_game(self, source: FileSource, leave: Leave, flipped: bool) -> None:
        """Leave the present analysis for another game of the file.

        Raises:
            UnreadableGame: it cannot be read.
        """
        game = self._files.read(source)
        leave(lambda: self.analyse_record(game, source, 0, flipped))

    def _analyse_pasted(self, pasted: PastedGame, flipped: bool = False) -> None:
        self.analyse_record(pasted.record, ply=0, flipped=flipped, pasted=pasted)

    def _ask_for_game(self, leave: Leave) -> None:
        """Ask for a game of a file, leave the present analysis and analyse that."""
        self._files.open_other(lambda game, source: leave(lambda: self.analyse_record(game, source, 0)))

    def _find_games(self, position: Position, leave: Leave) -> None:
        """Ask for a game of the library with a position, leave the present analysis and analyse that."""
        self._files.find_other(position, lambda game: leave(lambda: self.analyse_record(game)))

    def _tree_of_game(self) -> GameTree:
        """Return the tree of the game in the window; its main line begins with the game's plies."""
        played, game = self._session.current, self._session.game
        if self._analysed is None or self._analysed[0] is not game:
            self._analysed = game, GameTree(game.rules, game.start, played.remarks, played.introduction)
        tree = self._analysed[1]
        tree.set_main([ply.move for ply in game.plies])
        # The tree may be older than the game's last moves, and than what was noted with them.
        for node, remark in zip(tree.main, played.remarks, strict=False):
            node.comment = node.comment or remark.comment
            node.clock = remark.clock
        self._findings.load(tree)
        return tree

    def _write_back(self) -> None:
        """Copy the tree's variations and NAGs to the game's moves."""
        if self._analysed is not None and self._analysed[0] is self._session.game:
            game, tree = self._analysed
            tree.set_main([ply.move for ply in game.plies])
            self._session.games.annotate(tree.record(len(game.plies)), tree.root.comment)

    def _open(
        self,
        tree: GameTree,
        node: GameNode,
        flipped: bool,
        of_game: bool = False,
        source: FileSource | None = None,
        origin: GameRecord | None = None,
        pasted: PastedGame | None = None,
        is_set_up: bool = False,
    ) -> SavedTree | None:
        """Show a tree; that of a game with moves is saved with the game, any other one separately."""
        has_left = self._leave()  # *Learn* can be opened above an analysis, and has moves to analyse
        searcher = self._session.borrow_engine()
        if searcher is None:
            return None
        is_archived = self._host.autosave.archive_analysis()
        with_game = of_game and bool(self._session.game.plies)
        kept = SavedTree(tree, self._host.autosave, of_game, with_game, origin)
        games = self._new_games

        def closed() -> None:
            self._screen = None
            kept.is_closed = True
            if of_game:
                is_unsaved = kept.unsaved
                self._write_back()
                if is_unsaved:
                    self._analysed = None
                else:
                    kept.give_to_game()
            self._session.return_engine()

        def save(then: Callable[[], None]) -> None:
            if with_game:
                self._write_back()
                self._files.save()
                return
            found = kept.record()

            def saved() -> None:
                kept.is_in_file = True
                if kept.is_closed:  # a slow disk has taken it only now
                    return
                kept.note_saved(found)
                if of_game:  # the file has more now than the game on the board
                    self._files.source = None
                if not kept.unsaved:
                    then()

            self._files.save_other(found, saved, source)

        def share(shown: GameNode, is_flipped: bool) -> None:
            game = self._files.record() if with_game else kept.record()
            self._files.share_analysis(line_through(tree, shown, game), is_flipped)

        def copy_picture(shown: GameNode, is_flipped: bool) -> None:
            game = self._files.record() if with_game else kept.record()
            self._files.copy_picture_of(line_through(tree, shown, game), is_flipped)

        def heading() -> GameHeading:
            place = from_file()
            number, count = (place.place.number, len(place.games)) if place else (0, 0)
            if pasted is not None:
                number, count = pasted.index + 1, len(pasted.games)
            return GameHeading(self._files.record() if with_game else kept.record(), number, count)

        def from_file() -> FileSource | None:
            return self._files.source if with_game else source

        def has_game(step: int) -> bool:
            place = from_file()
            in_file = place is not None and place.neighbour(step) is not None
            return in_file or (pasted is not None and pasted.has_neighbour(step))

        def analyse_other_game(step: int, leave: Leave, is_flipped: bool) -> None:
            if pasted is not None:
                other = pasted.neighbour(step)
                leave(lambda: self._analyse_pasted(other, is_flipped))
                return
            place = from_file()
            neighbour = None if place is None else place.neighbour(step)
            if neighbour is not None:
                self._analyse_file_game(neighbour, leave, is_flipped)

        humans = frozenset(side for side in (FIRST, SECOND) if self._session.current.players[side].is_human)
        learners = humans if of_game and humans else frozenset((FIRST, SECOND))

        def leave_by(leave: Callable[[], None]) -> str:
            leave()
            return texts.KEPT_UNDER_OPEN if self._host.close_above_game() else ""

        def play(position: Position, leave: Callable[[], None]) -> None:
            self._host.leave_screens(
                texts.BEGIN_QUESTION, lambda: games.play_from(position, lambda: leave_by(leave))
            )

        def play_both_sides(position: Position, leave: Callable[[], None]) -> None:
            self._host.leave_screens(texts.BEGIN_QUESTION, lambda: both_sides_from(position, leave))

        def both_sides_from(position: Position, leave: Callable[[], None]) -> None:
            note = leave_by(leave)
            games.play_both_sides(position)
            if note:
                self._host.show_toast(note)

        context = AnalysisContext(
            tree=tree,
            node=node,
            findings=self._findings,
            saved_tree=kept,
            learners=learners,
            play=play,
            play_both_sides=play_both_sides,
            heading=heading,
            has_game=has_game,
            analyse_other_game=analyse_other_game,
            find=self._find_games,
            open=self._ask_for_game,
            analyse=self.analyse_position,
            analyse_set_up=partial(self.analyse_position, is_set_up=True),
            analyse_pasted=self._analyse_pasted,
            save=save,
            share=share,
            copy_picture=copy_picture,
            closed=closed,
            is_set_up=is_set_up,
        )
        self._screen = AnalyseScreen(self._host, self._skin(), context, searcher, flipped)
        self._host.push(self._screen)
        if has_left and is_archived:
            self._host.show_toast(texts.KEPT_UNDER_OPEN)
        if of_game or self.is_of_game(node.position):
            self._session.rating.stop_for_analysis()
        return kept

    def is_of_game(self, position: Position) -> bool:
        """Return whether the game on the board has reached a position, other than by beginning with it."""
        return any(ply.after == position for ply in self._session.game.plies)
