"""Opens the analysis over a game: lends it the engine, and takes back what was found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from congo_gui.draw.skin import Skin
from congo_gui.play.session import Session
from congo_gui.screens.analysis.context import AnalysisActions, AnalysisContext
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.analysis.trees import Trees
from congo_gui.screens.files.game_files import GameFiles
from congo_gui.screens.shared.base import Host
from congo_gui.store.autosave import Autosave
from engine.record.format import format_game
from engine.record.record import GameNode, GameRecord, GameTree, RecordedMove
from engine.rules.values import Position

_State = tuple[Sequence[RecordedMove], str]
"""The moves of a tree and what was said before them, written down."""


class _OwnTree:
    """A tree as one that is no game's, and what of it is in a file or was there at first."""

    def __init__(self, tree: GameTree, autosave: Autosave) -> None:
        self._tree, self._autosave = tree, autosave
        self._autosaved: _State | None = None
        self.kept_as(self.record())

    def record(self) -> GameRecord:
        """Return the tree as it is written down."""
        tree = self._tree
        start, said = tree.root.position, tree.root.comment
        return GameRecord(tree.rules, start, tree.record(), comment=said, event="analysis")

    def kept_as(self, record: GameRecord) -> None:
        """Note how the tree was when it was kept last."""
        self._kept = record.moves, record.comment
        self._autosaved = None
        self.autosave()

    @property
    def unsaved(self) -> bool:
        """Whether something was found since."""
        return self._state != self._kept

    @property
    def _state(self) -> _State:
        record = self.record()
        return record.moves, record.comment

    def autosave(self) -> None:
        """Have what was found since outlive the program, if it has changed."""
        state = self._state
        if state == self._autosaved:
            return
        self._autosaved = state
        if state == self._kept:
            self._autosave.forget_analysis()
        else:
            self._autosave.keep_analysis(partial(format_game, self.record()))


class AnalysisController:
    """The analyses of a session's games; one is open at a time. `play_from` plays a position on."""

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
        self._trees = Trees()
        self._screen: AnalyseScreen | None = None

    def give(self, command: str) -> None:
        """Give a command in the open analysis; without one nothing happens."""
        if self._screen is not None:
            self._screen.commands.give(command)

    def analyse_game(self, flipped: bool) -> None:
        """Analyse the game, from the position on the board on; its variations are kept with it."""
        tree = self._trees.tree(self._session)
        node = [tree.root, *tree.main][self._session.game.cursor]
        self._open(tree, node, flipped, lambda: self._trees.write_back(self._session), self._files.save)

    def analyse_position(self, position: Position, flipped: bool) -> None:
        """Analyse a position that belongs to no game."""
        tree = GameTree(self._session.game.rules, position)
        self._open(tree, tree.root, flipped)

    def analyse_record(self, game: GameRecord) -> None:
        """Analyse a game that was played elsewhere, from its end on."""
        tree = GameTree(self._session.game.rules, game.start, game.moves, game.comment)
        self._trees.findings.take_in(tree)
        self._open(tree, [tree.root, *tree.main][-1], False)

    def _open(
        self,
        tree: GameTree,
        node: GameNode,
        flipped: bool,
        keep: Callable[[], None] = lambda: None,
        save: Callable[[], None] | None = None,
    ) -> None:
        """Show a tree; `keep` takes what was found, `save` saves it as something else than a tree."""
        searcher = self._session.borrow_engine()
        if searcher is None:
            return
        self._host.autosave.put_off_analysis()
        own = _OwnTree(tree, self._host.autosave)

        def closed() -> None:
            self._screen = None
            keep()
            if save is not None:
                self._host.autosave.forget_analysis()  # the game has it
            self._session.return_engine()

        def save_it() -> None:
            keep()
            if save is not None:
                save()
            else:
                found = own.record()
                self._files.save_other(found, lambda: own.kept_as(found))

        unsaved = lambda: save is None and own.unsaved  # noqa: E731
        actions = AnalysisActions(
            self._play_from,
            self.analyse_position,
            save_it,
            closed,
            unsaved,
            own.autosave,
            self._host.autosave.forget_analysis,
        )
        context = AnalysisContext(tree, node, self._trees.findings)
        self._screen = AnalyseScreen(self._host, self._skin(), context, searcher, actions, flipped)
        self._host.push(self._screen)
