"""Opens the analysis over a game: lends it the engine, and takes back what was found."""

from __future__ import annotations

from collections.abc import Callable

from congo_gui.screens.analyse import AnalyseScreen, Table
from congo_gui.screens.base import Host
from congo_gui.screens.session import Session
from congo_gui.screens.trees import Trees
from congo_gui.skins.base import Skin
from engine.record import GameRecord
from engine.rules.base import Position
from engine.tree import Node, Tree


class AnalysisDesk:
    """The analyses of a session's games; one is open at a time. `play_from` plays a position on."""

    def __init__(
        self, host: Host, skin: Callable[[], Skin], session: Session, play_from: Callable[[Position], None]
    ) -> None:
        self._host, self._skin, self._session, self._play_from = host, skin, session, play_from
        self._trees = Trees()
        self._screen: AnalyseScreen | None = None

    @property
    def is_open(self) -> bool:
        """Whether a position is being analysed."""
        return self._screen is not None

    def do(self, command: str) -> None:
        """Have the open analysis carry out a command; without one nothing happens."""
        if self._screen is not None:
            self._screen.do(command)

    def analyse_game(self, flipped: bool) -> None:
        """Analyse the game, from the position on the board on; its variations are kept with it."""
        tree = self._trees.tree(self._session)
        node = [tree.root, *tree.main][self._session.game.cursor]
        self._open(tree, node, lambda: self._trees.write_back(self._session), flipped)

    def analyse_position(self, position: Position, flipped: bool) -> None:
        """Analyse a position that belongs to no game."""
        tree = Tree(self._session.rules, position)
        self._open(tree, tree.root, lambda: None, flipped)

    def analyse_record(self, game: GameRecord) -> None:
        """Analyse a game that was played elsewhere, from its end on."""
        tree = Tree(self._session.rules, game.start, game.moves)
        self._open(tree, [tree.root, *tree.main][-1], lambda: None, False)

    def _open(self, tree: Tree, node: Node, keep: Callable[[], None], flipped: bool) -> None:
        searcher = self._session.lend()
        if searcher is None:
            return

        def closed() -> None:
            self._screen = None
            keep()
            self._session.take_back()

        table = Table(tree, node, self._trees.findings)
        self._screen = AnalyseScreen(
            self._host, self._skin(), table, searcher, self._play_from, closed, flipped
        )
        self._host.push(self._screen)
