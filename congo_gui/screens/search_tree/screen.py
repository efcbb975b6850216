"""The search screen: minimax and alpha-beta of a position, step by step, as a growing tree."""

from __future__ import annotations

import pygame

from congo_gui import games as skins
from congo_gui.board.state import Arrow, Circle, Purpose, arrows_along
from congo_gui.commands.actions import BY_ID
from congo_gui.commands.command import Handler, Handlers, Where
from congo_gui.draw.theme import Theme
from congo_gui.screens.search_tree import captions, texts
from congo_gui.screens.search_tree.examples import Example, ExampleLoader, ExamplesScreen
from congo_gui.screens.search_tree.figures import Legend
from congo_gui.screens.search_tree.labels import SearchView
from congo_gui.screens.search_tree.layout import SearchTreeLayout, search_tree_layout
from congo_gui.screens.search_tree.panel import BOTH, METHODS, SearchControls, SearchPanel
from congo_gui.screens.search_tree.stepper import MAX_DEPTH, SearchStepper, Subject
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.board_area import BoardArea
from congo_gui.screens.shared.board_screen import BoardScreen
from congo_gui.widgets.base import earliest
from engine import rules as registry
from engine.rules import parse_position
from engine.rules.values import Move
from engine.trace.trace import SearchMethod, Trace, TraceNode

SEARCH_SLICE_S = 0.02
"""Seconds of a frame for searching."""
STATUS_INTERVAL_S = 0.25
"""Seconds between two updates of the number of positions during a search."""
MAX_WHOLE_TREE = 160
"""Trees of more positions are shown line by line at first."""
INTRO_S = 6.0


class SearchTreeScreen(BoardScreen):
    """Opened above a game or an analysis for a position of it; `flipped` as the board there is."""

    _where = Where.SEARCH
    board: BoardArea

    def __init__(self, host: Host, subject: Subject, flipped: bool) -> None:
        super().__init__(host)
        self._home, self._flipped = subject, flipped
        self._loader = ExampleLoader(self.toast, self._search_example)
        self._view = 0
        self.selected: TraceNode | None = None
        self.line_only = False
        self._shown_node: TraceNode | None = None
        self._layout: SearchTreeLayout | None = None
        self._last_shown: tuple[object, ...] = ()
        self._status_age_s = 0.0
        self._begin(subject, subject.depth)
        self._intro = _intro_text()
        if not self.stepper.idle:
            self.toast.show(self._intro, INTRO_S)

    # --- the search

    def _begin(self, subject: Subject, depth: int) -> None:
        """Start searching a subject, which may be of another game."""
        skin = skins.get(subject.rules.name)
        self.board = BoardArea(
            subject.rules, skin, subject.position, lambda chosen: None, lambda moves: None, lambda text: None
        )
        self.board.focusable = False
        self.board.display.animate(self._host.settings.animation_pace)
        self.board.display.set_flipped(self._flipped if subject is self._home else False)
        self.stepper = SearchStepper(subject, depth, METHODS[self._view])
        controls = SearchControls(
            self.commands,
            self.dismiss,
            lambda: self.stepper,
            self._hold_at,
            lambda: self._view,
            self._show_view,
        )
        self.panel = SearchPanel(controls, lambda: self.stepper, self._select)
        self.group.set_focus(None)
        self.group.release_pointer()
        self.group.widgets = [self.board, *self.panel.widgets]
        self._start()
        self._relayout()

    def search_to(self, depth: int) -> None:
        """Search the same subject to another depth."""
        speed = self.stepper.speed
        self.stepper = SearchStepper(self.stepper.subject, max(1, min(MAX_DEPTH, depth)), METHODS[self._view])
        self.stepper.speed = speed
        self._start()

    def _start(self) -> None:
        self.selected = self._shown_node = None
        self.stepper.work(SEARCH_SLICE_S)
        self._choose_view_of_tree()
        self._after_input()

    def _choose_view_of_tree(self) -> None:
        trace = self.stepper.shown
        self.line_only = trace is not None and trace.positions > MAX_WHOLE_TREE

    def choose_example(self, example: Example | None) -> None:
        """Search an example; its game's engine may have to be prepared first."""
        self._loader.cancel()
        if example is None:
            self._begin(self._home, self._home.depth)
        elif example.game == self._home.rules.name:
            self._search_example(example)
        else:
            self._loader.load(example)

    def _search_example(self, example: Example) -> None:
        rules = registry.get(example.game)
        self._begin(Subject(rules, parse_position(rules, example.text)), example.depth)

    def close(self) -> None:
        self._loader.close()

    # --- stepping

    def go_to(self, at: int) -> None:
        """Go to a step, and deselect the clicked position."""
        self.selected = None
        self._hide_intro()
        self.stepper.go_to(at)
        self._after_input()

    def _hide_intro(self) -> None:
        if self.toast.text == self._intro:
            self.toast.hide()

    def _hold_at(self, at: float | None) -> None:
        """Pause, and go to a step if there is one."""
        self.stepper.playing = False
        if at is not None:
            self.go_to(int(at))

    def _play_or_pause(self) -> None:
        """Start or pause playing."""
        self.selected = None
        self._hide_intro()
        self.stepper.play_or_pause()
        self._after_input()

    def _change_speed(self, steps: int) -> None:
        self.stepper.change_speed(steps)
        self.panel.controls.follow()

    # --- display

    def _show_view(self, view: int) -> None:
        """Show one of the searches, or both."""
        self._view = view
        self.selected = None
        self.stepper.choose(METHODS[view])
        self._relayout()
        self._after_input()

    def _toggle_whole(self) -> None:
        """Show the whole tree, or only the moves along one line."""
        self.line_only = not self.line_only
        self._after_input()

    def _toggle_legend(self) -> None:
        """Show or hide the legend over the tree, if there is no space beside it."""
        self.panel.wants_legend = not self.panel.wants_legend
        self._relayout()

    def _ask_for_example(self) -> None:
        """Offer the example positions."""
        self.stepper.playing = False
        self._host.push(ExamplesScreen(self._host, self.choose_example))

    def _select(self, method: SearchMethod, node: TraceNode | None) -> None:
        """Show a clicked position, switching to the other search if it belongs to that."""
        if method is not self.stepper.method:
            self.stepper.choose(method)
        self.stepper.playing = False
        self.selected = None if node is self.selected else node
        self._after_input()

    # --- updating

    def _after_input(self) -> None:
        """Update everything, if anything has changed."""
        stepper, note = self.stepper, captions.note(self.stepper, self.stepper.method)
        shown = (stepper, stepper.here, stepper.jobs_left, self.selected, self.line_only, self._view, note)
        if shown == self._last_shown:
            return
        self._last_shown = shown
        for method, canvas in self.panel.trees.items():
            canvas.show(self._view_of(method), captions.note(stepper, method))
        self.panel.show_counts()
        if self.stepper.shown is None:
            self.panel.show_note(note)
        else:
            self._show_step(self.stepper.shown)
        self._dirty = True

    def _view_of(self, method: SearchMethod) -> SearchView | None:
        trace = self.stepper.trace(method)
        if trace is None:
            return None
        chosen = self.selected if method is self.stepper.method else None
        return SearchView(trace, self.stepper.at[method], chosen, self.line_only)

    def _show_step(self, trace: Trace) -> None:
        at = self.stepper.here
        if self.selected is not None:
            at = trace.last_about(self.selected, at) or 0
        self.panel.show_step(trace, at)
        self._show_board(trace, self.selected or trace.steps[at].node)

    def _show_board(self, trace: Trace, node: TraceNode) -> None:
        """Show the position of a node, with the line that leads there and the move being judged."""
        if node is not self._shown_node:
            self._shown_node = node
            last = None
            if node.parent is not None:
                last = trace.rules.transition(trace.position_of(node.parent), trace.move(node))
            self.board.show(trace.position_of(node), frozenset(), last)
        moves = [trace.move(step) for step in node.line[1:]]
        arrows = [arrow for number, move in enumerate(moves, 1) for arrow in _numbered(move, number)]
        step = trace.state(node, self.stepper.here)
        onward = None if step is None else step.child or step.best_child
        if onward is not None:
            moves.append(trace.move(onward))
            arrows += arrows_along(moves[-1].path, Purpose.OWN, thin=True)
        state = self.board.controller.state
        state.arrows = tuple(arrows)
        state.circles = tuple(Circle(move.path[0]) for move in moves if len(move.path) == 1)

    # --- the screen

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self._window, self.theme = window, theme
        layout = self._layout = search_tree_layout(window, theme, Legend.height(theme))
        self.board.place(layout.board, theme)
        self.panel.place(layout, self._view, theme)
        self.invalidate()

    @property
    def toast_place(self) -> pygame.Rect:
        assert self._layout is not None
        return self._layout.tree  # the board is so small that it would lose a rank

    def _draw_labels(self, surface: pygame.Surface, theme: Theme) -> None:
        self.panel.draw_labels(surface, theme)

    # --- keys and time

    def _handlers(self) -> Handlers:
        back, on = lambda: self.stepper.here > 0, lambda: self.stepper.here < self.stepper.last
        return {
            "cancel": Handler(self.dismiss),
            "see_search": Handler(self.dismiss),
            "play_or_pause": Handler(
                self._play_or_pause, lambda: self.stepper.shown is not None, texts.NO_SEARCH
            ),
            "step": Handler(lambda: self._hold_at(self.stepper.here + 1), on, texts.AT_LAST_STEP),
            "forward": Handler(lambda: self._hold_at(self.stepper.here + 1), on, texts.AT_LAST_STEP),
            "back": Handler(lambda: self._hold_at(self.stepper.here - 1), back, texts.AT_FIRST_STEP),
            "first": Handler(lambda: self.go_to(0), back, texts.AT_FIRST_STEP),
            "last": Handler(lambda: self.go_to(self.stepper.last), on, texts.AT_LAST_STEP),
            "faster": Handler(lambda: self._change_speed(1)),
            "slower": Handler(lambda: self._change_speed(-1)),
            "next_cut": Handler(
                lambda: self._hold_at(self.stepper.next_cut),
                lambda: self.stepper.next_cut is not None,
                texts.NO_MORE_CUT_OFFS,
            ),
            **self._views(),
        }

    def _views(self) -> Handlers:
        """Return the handlers of the commands that change the search or the view."""

        def showing(view: int) -> Handler:
            return Handler(lambda: self._show_view(view), is_on=lambda: self._view == view)

        deeper, shallower = lambda: self.stepper.depth < MAX_DEPTH, lambda: self.stepper.depth > 1
        return {
            "whole_tree": Handler(self._toggle_whole, is_on=lambda: not self.line_only),
            "legend": Handler(
                self._toggle_legend,
                lambda: not self.panel.legend_fits,
                texts.LEGEND_SHOWN,
                lambda: self.panel.wants_legend,
            ),
            "examples": Handler(self._ask_for_example),
            "only_alphabeta": showing(0),
            "only_minimax": showing(1),
            "both_trees": showing(BOTH),
            "deeper": Handler(lambda: self.search_to(self.stepper.depth + 1), deeper, texts.DEEPEST),
            "shallower": Handler(lambda: self.search_to(self.stepper.depth - 1), shallower, texts.SHALLOWEST),
        }

    def update(self, seconds: float) -> None:
        self._loader.update()
        if self.stepper.working:
            self._work(seconds)
        if self.stepper.update(seconds):
            self._after_input()
        super().update(seconds)

    @property
    def is_loading_example(self) -> bool:
        """True if the engine of an example is being prepared."""
        return self._loader.is_waiting

    def _work(self, seconds: float) -> None:
        """Continue the searches for a moment; their status is updated less often."""
        had = self.stepper.shown
        jobs = self.stepper.jobs_left
        self.stepper.work(SEARCH_SLICE_S)
        self._status_age_s += seconds
        if self.stepper.jobs_left != jobs or self._status_age_s >= STATUS_INTERVAL_S:
            self._status_age_s = 0.0
            if had is None and self.stepper.shown is not None:
                self._choose_view_of_tree()
            self._after_input()

    @property
    def next_change(self) -> float | None:
        return earliest(super().next_change, self.stepper.next_change, self._loader.next_change)


def _numbered(move: Move, number: int) -> tuple[Arrow, ...]:
    """Return a move's legs as arrows, its number in the line where it ends; MAX's are unlike MIN's."""
    return arrows_along(move.path, Purpose.HINT if number % 2 else Purpose.THREAT, str(number))


def _intro_text() -> str:
    play, on, back, cut = (
        BY_ID[name].keys[0].text for name in ("play_or_pause", "forward", "back", "next_cut")
    )
    return texts.keys(play, on, back, cut)
