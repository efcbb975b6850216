"""The board as a control: events become what the controller understands, and its answers go to `moved`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import pygame

from congo_gui.board import markers
from congo_gui.board.animation import Animator
from congo_gui.board.controller import Answer, Ask, BoardController, Chosen, Refused
from congo_gui.board.hover_help import Peek, reach
from congo_gui.board.scene import Item, changes
from congo_gui.board.view import BoardView
from congo_gui.draw.geometry import Geometry
from congo_gui.draw.shapes import draw_focus
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Scheme, Theme
from congo_gui.system.sound import Cue, cues
from congo_gui.widgets.base import COMMAND_KEYS, LEFT_BUTTON, PRESS_KEYS, RIGHT_BUTTON, Widget
from congo_gui.widgets.tooltip import draw_note
from engine.rules.move import Move
from engine.rules.position import Position
from engine.rules.rules import Rules
from engine.rules.transition import Transition

ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, 1),
    pygame.K_DOWN: (0, -1),
}
LIFE_INTERVAL = 0.18
"""Seconds between two pictures of the river."""
CHORE_DELAY, CHORE_INTERVAL = 0.2, 0.01
"""Seconds that the board is left alone before marks are drawn in advance, and between two of them."""


class BoardArea(Widget):
    """Shows a position and lets a person move.

    `moved` gets a finished move, `asked` those that fit what was done, `refused` why a click led to nothing,
    and an empty text when that has become old.
    """

    focusable = True

    def __init__(
        self,
        rules: Rules,
        skin: Skin,
        position: Position,
        moved: Callable[[Chosen], None],
        asked: Callable[[tuple[Move, ...]], None],
        refused: Callable[[str], None],
    ) -> None:
        super().__init__()
        self.rules = rules
        self.position = position
        self.controller = BoardController(rules)
        self.controller.set_position(position, frozenset())
        self.animator = Animator(columns=rules.shape(position)[0])
        self.view = BoardView(rules, skin)
        self.geometry = Geometry.fit((0, 0, 100, 100), *rules.shape(position))
        self.flipped = False
        self._named = True
        self.heard: Callable[[tuple[Cue, ...], float], None] = lambda cues, delay: None
        """Gets what is to be heard, and in how many seconds."""
        self.lively = True
        """Whether the river may move while nobody does anything."""
        self.resting = False
        """Whether the window is not the one that the player works with, so that the river rests."""
        self.covered = False
        """Whether something lies above the board, so that the river rests."""
        self.explains = False
        """Whether a piece on which the pointer rests is explained; it needs the engine's moves."""
        self.bubble = ""
        """What is said about the piece that is being explained; empty while none is."""
        self._peek = Peek()
        self._moved, self._asked, self._refused = moved, asked, refused
        self._composed: tuple[int, bool] | None = None  # the revision and the focus that were drawn last
        self._items: list[Item] = []
        self._life = 0.0  # the second at which the river is shown
        self._since_life = 0.0
        self._chores: deque[Callable[[], object]] = deque()
        self._chore_in = 0.0

    # --- the position

    def show(self, position: Position, movable_sides: frozenset[int], last: Transition | None = None) -> None:
        """Show a position at once."""
        before, self.position = self.rules.shape(self.position), position
        if self.rules.shape(position) != before:
            self._reshape()
        self.controller.set_position(position, movable_sides, last)
        self._stop_explaining()

    def glide(self, transition: Transition, shown: int) -> None:
        """Let the move that led to the position on the board be seen."""
        self.animator.start(transition, shown)
        self.heard(cues(transition, self.view.skin.is_water), self.animator.arrival)

    def change_from(self, before: Position) -> None:
        """Let the pieces go from where they stood in another position to where they stand now."""
        if self.rules.shape(before) != self.rules.shape(self.position):
            return
        self.animator.start_diff(self.rules.pieces(before), self.rules.pieces(self.position))

    # --- place

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        super().place(rect, theme)
        self._named = theme.coordinates
        self._dress(theme.scheme)
        self._fit()

    def _fit(self) -> None:
        """Make the board as large as its place allows."""
        cell = self.geometry.cell
        columns, rows = self.rules.shape(self.position)
        x, y, width, height = self.rect
        self.geometry = Geometry.fit((x, y, width, height), columns, rows, self.flipped, self._named)
        self._composed = None
        if self.geometry.cell != cell:
            self._chores = deque(markers.common(self.geometry.cell))
            self._chore_in = CHORE_DELAY

    def _reshape(self) -> None:
        """Take a board of another size."""
        pace = self.animator.pace
        self.animator = Animator(self.rules.shape(self.position)[0], pace)
        self._fit()

    def animate(self, pace: float) -> None:
        """Set how long animations take, as a share of what is usual; with 0 nothing moves by itself."""
        self.lively = pace > 0
        self.animator.pace = pace

    def _dress(self, scheme: Scheme) -> None:
        """Show board and pieces in the colours of the window."""
        skin = self.view.skin.dressed(scheme)
        if skin is not self.view.skin:
            self.view.skin = skin
            self._composed = None

    def turn(self, flipped: bool) -> None:
        """Show the board from the other side."""
        self.flipped = flipped
        self.geometry = self.geometry.turned(flipped)
        self._composed = None

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        state = self.controller.state
        revision, path = state.revision, state.path
        used = self._mouse(event) if hasattr(event, "pos") else self._key(event)
        if state.drag is None:
            self._follow(path)
        return used or state.revision != revision

    def _mouse(self, event: pygame.event.Event) -> bool:
        square = self.geometry.square_at(event.pos)
        if event.type == pygame.MOUSEMOTION:
            self._answer(self.controller.motion(square, event.pos))
            self._point(square)
            return False
        self._stop_explaining()
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._point(square)
            self._peek.press()
            self._refused("")
        else:
            self._peek.release()
        if event.button == RIGHT_BUTTON:
            if event.type == pygame.MOUSEBUTTONDOWN:
                self.controller.right_press()
        elif event.button == LEFT_BUTTON and event.type == pygame.MOUSEBUTTONDOWN:
            self._answer(self.controller.press(square, event.pos))
        elif event.button == LEFT_BUTTON:
            self._answer(self.controller.release(square, event.pos))
        return True

    # --- what a piece can do

    def _point(self, square: int | None) -> None:
        """Take where the pointer is, for explaining what it rests on."""
        state = self.controller.state
        chosen_and_held = self.pressed and state.path[-1:] == (square,)
        if state.drag is not None or (state.path and not chosen_and_held):
            square = None
        before = self._peek.square
        self._peek.point(square if square in self.rules.pieces(self.position) else None)
        if self._peek.square != before:
            self._stop_explaining()

    def _explain(self, square: int) -> None:
        state = self.controller.state
        if not state.path:
            state.peek = reach(self.rules, self.position, square)
        self.bubble = self.rules.about(self.position, square)

    def _stop_explaining(self) -> None:
        self._peek.restart()
        self.controller.state.peek = ()
        self.bubble = ""

    @property
    def caution(self) -> str:
        """What the player may overlook about the target that they point at; empty for nothing."""
        state = self.controller.state
        square = state.hover if state.cursor is None else state.cursor
        if square is None or all(target.square != square for target in state.targets):
            return ""
        return self.rules.caution(self.position, state.path, square)

    def draw_bubble(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw what is said about a piece beside it, above everything else."""
        square = self._peek.square
        if self.bubble and square is not None:
            marks = {target.square for target in self.controller.state.peek}
            marks |= {taken for target in self.controller.state.peek for taken in target.captures}
            place, *rects = (pygame.Rect(self.geometry.square_rect(one)) for one in (square, *marks))
            pieces = [self.geometry.square_rect(one) for one in self.rules.pieces(self.position)]
            draw_note(surface, theme, self.bubble, place, rects, [pygame.Rect(piece) for piece in pieces])

    def _say_why_not(self, refused: Refused) -> None:
        """Say why a click led to nothing, unless the player meant no piece."""
        if not refused.path and refused.square not in self.rules.pieces(self.position):
            return
        reason = self.rules.why_not(self.position, refused.path, refused.square)
        if reason:
            self._refused(reason)

    def _key(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.KEYDOWN or event.mod & COMMAND_KEYS:
            return False
        if event.key in ARROWS:
            self.controller.move_cursor(*ARROWS[event.key], flipped=self.flipped)
            return True
        if event.key in PRESS_KEYS and self.controller.state.cursor is not None:
            self._answer(self.controller.enter())
            return True
        return event.key == pygame.K_ESCAPE and self.controller.cancel()

    def cancel(self) -> bool:
        """Take back one clicked square, or what else Escape takes back; tell whether there was anything."""
        path = self.controller.state.path
        used = self.controller.cancel()
        self._follow(path)
        return used

    def _follow(self, before: tuple[int, ...]) -> None:
        """Let the piece hop to the square that the clicked path ends on now."""
        after = self.controller.state.path
        piece = self.rules.pieces(self.position).get(before[0]) if before else None
        if piece is not None and after != before:
            self.animator.follow(piece, before, after)
            if len(after) > len(before):
                self.heard((Cue.STEP,), 0.0)

    def commit(self) -> None:
        """Finish the clicked path, if it is a move."""
        self._answer(self.controller.commit())

    def _answer(self, answer: Answer) -> None:
        if isinstance(answer, Chosen):
            self._moved(answer)
        elif isinstance(answer, Ask):
            self._asked(answer.candidates)
        elif isinstance(answer, Refused):
            self._say_why_not(answer)

    def pointer_left(self) -> None:
        self.controller.motion(None, (-1, -1))
        self._point(None)

    def focus_changed(self) -> None:
        if self.focused:
            self.controller.move_cursor(0, 0, flipped=self.flipped)
        else:
            self.controller.hide_cursor()

    # --- time and drawing

    @property
    def changed(self) -> bool:
        """Whether it may look different from what was drawn last."""
        return self._composed != self._look or self.animator.running

    @property
    def _look(self) -> tuple[int, bool]:
        return self.controller.state.revision, self.focused

    @property
    def next_change(self) -> float | None:
        """Seconds until `update` has something to do by itself; 0 while pieces move."""
        if self.animator.running:
            return 0.0
        times = [LIFE_INTERVAL - self._since_life] if self._flows else []
        if self.explains and self._peek.next_change is not None:
            times.append(self._peek.next_change)
        if self._chores:
            times.append(self._chore_in)
        return max(0.001, min(times)) if times else None

    @property
    def _flows(self) -> bool:
        """Whether the river moves; while pieces do, every picture is theirs."""
        rests = self.resting or self.covered or not self.lively or self.animator.running
        return not rests and self.view.living_area(self.geometry) is not None

    def update(self, seconds: float) -> bool:
        if self.animator.running:
            self.animator.update(seconds)
            return True
        self._do_chore(seconds)
        if self._flows:
            self._since_life += seconds
        explained = self.explains and self._peek.update(seconds)
        if explained and self._peek.square is not None:
            self._explain(self._peek.square)
        return explained or self._life_due

    @property
    def _life_due(self) -> bool:
        return self._flows and self._since_life >= LIFE_INTERVAL

    def _do_chore(self, seconds: float) -> None:
        """Draw a mark in advance, lest the picture stops when it is needed for the first time."""
        self._chore_in -= seconds
        if self._chores and self._chore_in <= 0:
            self._chores.popleft()()
            self._chore_in = CHORE_INTERVAL

    def compose(self) -> list[pygame.Rect]:
        """Take in what is to be drawn from now on; return where it differs from before."""
        whole = self._composed is None or self._composed[1] != self.focused
        areas = [self.rect.copy()] if whole else []
        items = self.items()
        areas += changes(self._items, items)
        if self._life_due:
            self._life += self._since_life
            self._since_life = 0.0
            river = self.view.living_area(self.geometry)
            areas += [river] if river else []
        self._composed, self._items = self._look, items
        return areas

    def items(self) -> list[Item]:
        """Return what lies on the board now."""
        return self.view.compose(self.geometry, self.position, self.controller.state, self.animator)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw what was composed last, within the surface's clip."""
        self.view.draw(surface, self.geometry, self._items, self._life)
        if self.focused:
            outer = pygame.Rect(self.geometry.outer_rect)
            thickness = max(1, theme.px(1.5))
            draw_focus(surface, outer.inflate(-6 * thickness, -6 * thickness), theme.colours, thickness)
