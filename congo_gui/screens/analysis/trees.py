"""The trees of the games that were analysed, and all that was found out about positions. No pygame."""

from __future__ import annotations

from congo_gui.play.session import Session
from congo_gui.screens.analysis.analyst import Findings
from engine.game.game import Game
from engine.record.record import GameTree


class Trees:
    """Keeps the last analysed game's tree, and the findings of all."""

    def __init__(self) -> None:
        self.findings = Findings()
        self._kept: tuple[Game, GameTree] | None = None

    def tree(self, session: Session) -> GameTree:
        """Return the tree of the game in the window; its main line begins with the game's plies."""
        game = session.game
        if self._kept is None or self._kept[0] is not game:
            self._kept = (
                game,
                GameTree(
                    session.game.rules, game.start, session.current.remarks, session.current.introduction
                ),
            )
        tree = self._kept[1]
        tree.set_main([ply.move for ply in game.plies])
        # The tree may be older than the game's last moves, and than what was noted with them.
        for node, remark in zip(tree.main, session.current.remarks, strict=False):
            node.comment = node.comment or remark.comment
            node.clock = remark.clock
        self.findings.take_in(tree)
        return tree

    def write_back(self, session: Session) -> None:
        """Give the game's moves the variations and marks of its tree."""
        if self._kept is not None and self._kept[0] is session.game:
            game, tree = self._kept
            tree.set_main([ply.move for ply in game.plies])
            session.games.annotate(tree.record(len(game.plies)), tree.root.comment)
