"""Open an analysis of a game: borrow the engine, and give the results back to the game."""

from __future__ import annotations

from collections.abc import Callable

from congo_gui.draw.skin import Skin
from congo_gui.play.session import Session
from congo_gui.screens.analysis.analyst import Findings
from congo_gui.screens.analysis.context import AnalysisContext, KeptTree
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.files.game_files import GameFiles
from congo_gui.screens.shared.base import Host
from engine.game.game import Game
from engine.record.record import GameNode, GameRecord, GameTree
from engine.rules.values import FIRST, SECOND, Position


class AnalysisController:
    """The analyses of a session's games; one is open at a time. `play_from` plays a position on.

    It keeps the last analysed game's tree, and what was found out about the positions of all.
    """

    def __init__(
        self,
        host: Host,
        skin: Callable[[], Skin],
        session: Session,
        files: GameFiles,
        play_from: Callable[[Position], None],
    ) -> None:
        self._host, self._skin, self._session, self._files = host, skin, session, files
        self._play_from = play_from
        self._findings = Findings(session.game.rules)
        self._analysed: tuple[Game, GameTree] | None = None
        """The game that was analysed last, and its tree."""
        self._screen: AnalyseScreen | None = None

    def give(self, command: str) -> None:
        """Run a command in the open analysis; do nothing if there is none."""
        if self._screen is not None:
            self._screen.commands.give(command)

    def analyse_game(self, flipped: bool) -> None:
        """Analyse the game, from the position on the board on; its variations are kept with it."""
        tree = self._tree_of_game()
        self._open(tree, [tree.root, *tree.main][self._session.game.cursor], flipped, of_game=True)

    def analyse_position(self, position: Position, flipped: bool) -> None:
        """Analyse a position that belongs to no game."""
        tree = GameTree(self._session.game.rules, position)
        self._open(tree, tree.root, flipped)

    def analyse_record(self, game: GameRecord) -> None:
        """Analyse a game that is not the one on the board, starting at its end."""
        tree = GameTree(self._session.game.rules, game.start, game.moves, game.comment)
        self._findings.take_in(tree)
        self._open(tree, [tree.root, *tree.main][-1], False)

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
        self._findings.take_in(tree)
        return tree

    def _write_back(self) -> None:
        """Copy the tree's variations and NAGs to the game's moves."""
        if self._analysed is not None and self._analysed[0] is self._session.game:
            game, tree = self._analysed
            tree.set_main([ply.move for ply in game.plies])
            self._session.games.annotate(tree.record(len(game.plies)), tree.root.comment)

    def _open(self, tree: GameTree, node: GameNode, flipped: bool, of_game: bool = False) -> None:
        """Show a tree; that of the game is written down with it, another one is saved by itself."""
        searcher = self._session.borrow_engine()
        if searcher is None:
            return
        self._host.autosave.put_off_analysis()
        kept = KeptTree(tree, self._host.autosave, of_game)

        def closed() -> None:
            self._screen = None
            if of_game:
                self._write_back()
                kept.discard()  # the game has it
            self._session.return_engine()

        def save() -> None:
            if of_game:
                self._write_back()
                self._files.save()
            else:
                found = kept.record()
                self._files.save_other(found, lambda: kept.kept_as(found))

        people = frozenset(side for side in (FIRST, SECOND) if self._session.current.players[side].is_human)
        learners = people if of_game and people else frozenset((FIRST, SECOND))
        context = AnalysisContext(
            tree, node, self._findings, kept, learners, self._play_from, self.analyse_position, save, closed
        )
        self._screen = AnalyseScreen(self._host, self._skin(), context, searcher, flipped)
        self._host.push(self._screen)
