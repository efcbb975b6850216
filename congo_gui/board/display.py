"""A board on the screen: position, animation, flowing river, and which parts to redraw."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial

import pygame

from congo_gui.board import markers
from congo_gui.board.actors import EffectKind
from congo_gui.board.animation import Animator
from congo_gui.board.items import Item, changes
from congo_gui.board.state import BoardState
from congo_gui.board.view import BoardView
from congo_gui.draw.drawing import draw_focus
from congo_gui.draw.geometry import Geometry
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Theme
from congo_gui.system.sound import Cue, cues
from congo_gui.widgets.base import earliest
from engine.rules.prose import Prose
from engine.rules.rules import Rules
from engine.rules.values import Piece, Position, Transition

RIVER_INTERVAL_S = 0.18
"""Seconds between two frames of the river."""
PREPARATION_DELAY_S, PREPARATION_INTERVAL_S = 0.2, 0.01
"""Seconds of idleness before marks are drawn in advance, and between two of them."""


class River:
    """The clock of the river's animation; it stops while `can_flow` returns False."""

    def __init__(self, can_flow: Callable[[], bool]) -> None:
        self._can_flow = can_flow
        self.enabled = True
        """False if the player has turned animations off."""
        self.unfocused = False
        """True if the window has lost the focus."""
        self.covered = False
        """True if something lies above the board."""
        self.second = 0.0
        """The displayed time in seconds."""
        self._waited = 0.0

    @property
    def flows(self) -> bool:
        """True if the animation is running."""
        return self.enabled and not self.unfocused and not self.covered and self._can_flow()

    def update(self, seconds: float) -> None:
        """Advance by `seconds`."""
        if self.flows:
            self._waited += seconds

    @property
    def is_due(self) -> bool:
        """True if the next frame is due."""
        return self.flows and self._waited >= RIVER_INTERVAL_S

    def advance(self) -> None:
        """Advance the picture to the current time."""
        self.second += self._waited
        self._waited = 0.0

    @property
    def next_change(self) -> float | None:
        """Seconds until its next picture, None while it is not animated."""
        return RIVER_INTERVAL_S - self._waited if self.flows else None


class MarkPreparation:
    """Draws the marks for a board size in advance, one by one, while the window is idle."""

    def __init__(self) -> None:
        self._calls: deque[Callable[[], object]] = deque()
        self._wait = 0.0

    def start(self, cell: int) -> None:
        """Prepare the marks for squares of that many pixels."""
        self._calls = deque(_common_marks(cell))
        self._wait = PREPARATION_DELAY_S

    @property
    def remaining(self) -> int:
        """The number of marks not drawn yet."""
        return len(self._calls)

    def update(self, seconds: float) -> None:
        """Advance by `seconds`, and draw a mark if one is due."""
        self._wait -= seconds
        if self._calls and self._wait <= 0:
            self._calls.popleft()()
            self._wait = PREPARATION_INTERVAL_S

    @property
    def next_change(self) -> float | None:
        """Seconds until the next mark is drawn, None if all are."""
        return self._wait if self._calls else None


def _common_marks(cell: int) -> list[Callable[[], object]]:
    """Return functions that draw the marks of every game, each in a few milliseconds."""
    calls: list[Callable[[], object]] = [partial(mark, cell) for mark in markers.MARKS]
    for number in (1, 2, 3):
        calls += [partial(markers.landing, cell, number), partial(markers.walked, cell, number)]
    size = min(cell, markers.MAX_EFFECT_CELL)
    for kind in EffectKind:
        calls += [partial(markers.effect, size, kind, step) for step in range(markers.EFFECT_STEPS)]
    return calls


class BoardDisplay:
    """Shows a position with the marks of `state`; `pieces` replaces the pieces of the position.

    `play_sounds` is called with sound cues and the delay in seconds.
    """

    def __init__(
        self,
        rules: Rules,
        skin: Skin,
        position: Position,
        state: BoardState,
        pieces: Callable[[], dict[int, Piece]] | None = None,
    ) -> None:
        self.rules, self.position = rules, position
        self._state, self._pieces = state, pieces
        self.animator = Animator(columns=rules.notation.shape(position)[0])
        self.view = BoardView(rules, skin)
        self.geometry = Geometry.fit((0, 0, 100, 100), *rules.notation.shape(position))
        self.flipped = False
        self.focused = False
        """True if it has the focus, which is drawn as a frame."""
        self.reader_side: Callable[[], int | None] = lambda: None
        """Returns the side of the only human player, for `Prose.addressing`."""
        self.play_sounds: Callable[[tuple[Cue, ...], float], None] = lambda cues, delay: None
        self.river = River(self._can_flow)
        self.preparation = MarkPreparation()
        self._rect = pygame.Rect(0, 0, 0, 0)
        self._shows_coordinates = True
        self._composed: tuple[int, bool] | None = None  # the revision and the focus that were drawn last
        self._items: list[Item] = []

    @property
    def prose(self) -> Prose:
        """The prose of the game, addressed to its reader."""
        return self.rules.prose.addressing(self.reader_side())

    # --- the position

    def show(self, position: Position) -> None:
        """Show a position at once; what is still moving in another one has arrived."""
        if position != self.position:
            self.animator.finish()
        before, self.position = self.rules.notation.shape(self.position), position
        if self.rules.notation.shape(position) != before:
            self.animator = Animator(self.rules.notation.shape(position)[0], self.animator.pace)
            self._fit()

    def glide(self, transition: Transition, shown: int) -> None:
        """Animate the move that led to the position, from the square `shown` of its path on."""
        self.animator.start(transition, shown)
        self.play_sounds(cues(transition, self.view.skin.is_water), self.animator.arrival)

    def change_from(self, before: Position) -> None:
        """Animate the change from another position to the current one."""
        if self.rules.notation.shape(before) != self.rules.notation.shape(self.position):
            return
        self.animator.start_diff(
            self.rules.notation.pieces(before), self.rules.notation.pieces(self.position)
        )

    def follow_path(self, before: tuple[int, ...], after: tuple[int, ...]) -> None:
        """Animate a piece to the last square of the clicked path."""
        piece = self.rules.notation.pieces(self.position).get(before[0]) if before else None
        if piece is not None and after != before:
            self.animator.follow(piece, before, after)
            if len(after) > len(before):
                self.play_sounds((Cue.STEP,), 0.0)

    # --- layout

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        """Set its rectangle in the window and its colours."""
        self._rect, self._shows_coordinates = rect, theme.coordinates
        self.view.set_scheme(theme.scheme)
        self._fit()

    def _fit(self) -> None:
        """Make the board as large as its rectangle allows."""
        cell = self.geometry.cell
        columns, rows = self.rules.notation.shape(self.position)
        self.geometry = Geometry.fit(self._rect, columns, rows, self.flipped, self._shows_coordinates)
        self.refresh()
        if self.geometry.cell != cell:
            self.preparation.start(self.geometry.cell)

    def set_flipped(self, flipped: bool) -> None:
        """Set whether the board is flipped."""
        self.flipped = flipped
        self.geometry = self.geometry.with_orientation(flipped)
        self.refresh()

    # --- time

    def animate(self, pace: float) -> None:
        """Set the duration of animations as a factor of the normal one; 0 turns all of them off."""
        self.river.enabled = pace > 0
        self.animator.pace = pace

    def _can_flow(self) -> bool:
        # While pieces move, the whole frame budget is theirs.
        return not self.animator.running and self.view.animated_area(self.geometry) is not None

    def update(self, seconds: float) -> bool:
        """Advance by `seconds`; return whether it has to be redrawn."""
        if self.animator.running:
            self.animator.update(seconds)
            return True
        self.preparation.update(seconds)
        self.river.update(seconds)
        return self.river.is_due

    @property
    def next_change(self) -> float | None:
        """Seconds until `update` has something to do without input; 0 while pieces move."""
        if self.animator.running:
            return 0.0
        due = earliest(self.river.next_change, self.preparation.next_change)
        return None if due is None else max(0.001, due)

    # --- drawing

    @property
    def outer_rect(self) -> pygame.Rect:
        """The board's rectangle in the window, its frame included."""
        return pygame.Rect(self.geometry.outer_rect)

    def refresh(self) -> None:
        """Redraw it."""
        self._composed = None

    @property
    def changed(self) -> bool:
        """True if it may have changed since it was last drawn."""
        return self._composed != self._drawn_state or self.animator.running

    @property
    def _drawn_state(self) -> tuple[int, bool]:
        return self._state.revision, self.focused

    def compose(self) -> list[pygame.Rect]:
        """Compose the next frame; return the rectangles in which it differs from the last one."""
        whole = self._composed is None or self._composed[1] != self.focused
        areas = [self._rect.copy()] if whole else []
        pieces = None if self._pieces is None else self._pieces()
        items = self.view.compose(self.geometry, self.position, self._state, self.animator, pieces)
        areas += changes(self._items, items)
        if self.river.is_due:
            self.river.advance()
            area = self.view.animated_area(self.geometry)
            areas += [area] if area else []
        self._composed, self._items = self._drawn_state, items
        return areas

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the last composed frame, within the surface's clip."""
        self.view.draw(surface, self.geometry, self._items, self.river.second)
        if self.focused:
            thickness = theme.px(1.5)
            frame = self.outer_rect.inflate(-6 * thickness, -6 * thickness)
            draw_focus(surface, frame, theme.colours, thickness)
