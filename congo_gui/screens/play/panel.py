"""The controls beside the board: cards, status, move list, FEN field, toolbar, demo controls."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.commands.actions import BY_ID
from congo_gui.draw.drawing import place_text
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.events import PositionChanged
from congo_gui.play.game_state import GameState
from congo_gui.play.player import PlayerConfig
from congo_gui.play.session import Session
from congo_gui.screens.analysis.pasted import is_moves_or_game
from congo_gui.screens.play import texts
from congo_gui.screens.play.game_commands import NewGames
from congo_gui.screens.play.layout import PlayLayout
from congo_gui.screens.play.move_log import describe_ply
from congo_gui.screens.play.player_card import PlayerCard, card_text
from congo_gui.screens.shared.base import Screen, copy_position, pasted_text
from congo_gui.screens.shared.commands import ScreenCommands, command_button, icon_button
from congo_gui.screens.shared.fen_row import FenRow
from congo_gui.screens.shared.layout import Stack, fen_label_height
from congo_gui.screens.shared.move_list import MoveList
from congo_gui.screens.shared.status_box import StatusBox
from congo_gui.widgets.base import Widget
from congo_gui.widgets.button import Button, Look, place_all
from congo_gui.widgets.choices import Slider
from congo_gui.widgets.text_field import TextField
from engine.rules import parse_position
from engine.rules.values import SECOND, Position
from engine.system.errors import UserError

TOOLBAR = (
    "new_game",
    "open_game",
    "save_game",
    "undo",
    "hint",
    "resign",
    "flip",
    "analyse",
    "options",
    "learn",
    "help",
    "menu",
)
PACES = (0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0)
"""The choices of the minimum seconds for which a demo shows a position."""


class PositionField:
    """Synchronises a text field beside the board with a session's game."""

    def __init__(self, screen: Screen, session: Session, new_games: NewGames) -> None:
        self._screen, self._session, self._new_games = screen, session, new_games
        self._position = session.game.position
        self.field = TextField(
            self.set_up, focus_lost=self.restore, pasted=self._pasted, tip=texts.FEN_TIP, role=Role.CODE
        )
        self.restore()
        session.events.subscribe(lambda _: self._follow(), PositionChanged)

    def _format(self, position: Position) -> str:
        return self._session.game.rules.notation.format(position)

    def _follow(self) -> None:
        """Show the current position, unless the player is editing the text."""
        before, self._position = self._position, self._session.game.position
        if not (self.field.focused and self.field.text != self._format(before)):
            self.restore()

    def restore(self) -> None:
        """Show the position on the board."""
        self.field.set_text(self._format(self._position))

    def set_up(self, text: str) -> None:
        """Set up a position from text; show an error beside the field if it is invalid."""
        try:
            position = parse_position(self._session.game.rules, text)
        except UserError as error:
            self._show_error(text, texts.MOVES_PASTED if is_moves_or_game(text) else str(error))
            return
        self._screen.group.set_focus(None)
        self._new_games.set_up(position)
        self.restore()

    def _pasted(self, text: str) -> bool:
        """Set up a position pasted into the field; show an error if it was to replace the whole text."""
        whole = self.field.line.selected == self.field.text
        try:
            self._session.game.rules.notation.parse(text.strip())
        except UserError as error:
            if whole and text.strip():
                self._show_error(text, texts.MOVES_PASTED if is_moves_or_game(text) else str(error))
            return whole
        self.set_up(text.strip())
        return True

    def _show_error(self, text: str, error: str) -> None:
        self._screen.group.set_focus(self.field)
        self.field.set_text(text.strip())
        # What is pasted or typed next replaces the text.
        self.field.line.select_all()
        self.field.error = error
        self._screen.invalidate()

    def copy(self) -> None:
        """Copy the position on the board."""
        copy_position(self._screen, self._format(self._position))

    def paste(self) -> None:
        """Set up the position on the clipboard."""
        text = pasted_text(self._screen)
        if text:
            self.set_up(text)


class Panel:
    """Makes the controls, lays them out, and draws the labels."""

    def __init__(
        self,
        commands: ScreenCommands,
        session: Session,
        skin: Skin,
        position: PositionField,
        new_games: NewGames,
        title: Callable[[PlayerConfig], str],
        start_engine: Callable[[], None],
    ) -> None:
        self._session, self._title = session, title
        self._flipped = False
        self.cards = [self._player_card(skin, row, new_games) for row in (0, 1)]
        self.status = StatusBox(self._status_buttons(commands, start_engine))
        self.moves = MoveList(session.view, self._describe_ply, skin)
        self.position, self.fen = position, position.field
        self.tools = [command_button(commands, name, icon=BY_ID[name].icon) for name in TOOLBAR]
        self._fen_row = FenRow(commands, position.field)
        self.play = icon_button(
            commands, "play_or_pause", lambda: "play" if self._is_waiting else "pause", Look.PRIMARY
        )
        self.step = icon_button(commands, "step")
        self.pace = Slider(PACES, session.demo.pace, session.demo.set_pace, _pace_tip)
        self._pace_label = pygame.Rect(0, 0, 0, 0)
        self._drawn: dict[Widget, object] = {}

    def _status_buttons(
        self, commands: ScreenCommands, start_engine: Callable[[], None]
    ) -> dict[str, Button]:
        """Return the buttons of the status box; `start_engine` retries to load the engine."""
        resume = self._session.resume
        return {
            "retry_engine": Button(texts.TRY_AGAIN, start_engine, look=Look.PRIMARY),
            "try_again": Button(texts.TRY_AGAIN, resume, look=Look.PRIMARY),
            "continue": Button(texts.CONTINUE_HERE, resume, look=Look.PRIMARY, tip=texts.CONTINUE_TIP),
            "redo": command_button(commands, "redo", role=Role.STRONG),
            "latest": command_button(commands, "last", role=Role.STRONG),
            "learn": command_button(commands, "learn", texts.LEARN, look=Look.PRIMARY, role=Role.STRONG),
            "rematch": command_button(
                commands, "restart", texts.REMATCH, look=Look.PRIMARY, role=Role.STRONG
            ),
            "next_rated": command_button(
                commands, "my_level", texts.NEXT_RATED, look=Look.PRIMARY, role=Role.STRONG
            ),
            "swapped": command_button(commands, "swap_sides", role=Role.STRONG),
            "replay_end": command_button(commands, "replay_end", role=Role.STRONG),
            "another": command_button(commands, "new_game", role=Role.STRONG),
            "review": command_button(commands, "review", role=Role.STRONG),
            "share": command_button(commands, "share", role=Role.STRONG),
            "score": command_button(commands, "score", role=Role.STRONG),
        }

    def _player_card(self, skin: Skin, row: int, new_games: NewGames) -> PlayerCard:
        """Return the player card in a row; a click on it asks for another player."""
        text = lambda: card_text(self._session, self._side(row), self._title)  # noqa: E731
        return PlayerCard(skin, text, lambda: new_games.ask_about(self._side(row)))

    def _side(self, row: int) -> int:
        """Return the side whose card is in a row: the one at that edge of the board."""
        side_below = self._session.game.rules.facts.side_below
        return row if self._flipped != (side_below == SECOND) else 1 - row

    def _describe_ply(self, cursor: int) -> str:
        """Describe the ply before `cursor`; nothing if the list is older than the game."""
        plies = self._session.game.plies
        return describe_ply(plies[cursor - 1]) if cursor <= len(plies) else ""

    @property
    def _is_waiting(self) -> bool:
        """True if the AI or the clocks are paused."""
        state = self._session.state
        return state is GameState.PAUSED or (state is GameState.FAILED and not self._session.current.auto)

    @property
    def widgets(self) -> list[Widget]:
        """All controls in the order in which Tab goes through them."""
        upper = [*self.cards, self.status, *self.status.buttons.values(), self.play, self.step, self.pace]
        return [*upper, self.moves, *self._fen_row.widgets, *self.tools]

    def set_skin(self, skin: Skin) -> None:
        """Show the pieces in another skin."""
        for card in self.cards:
            card.skin = skin
        self.moves.skin = skin

    def set_flipped(self, flipped: bool) -> None:
        """Set whether the board is flipped: each side's card is at its edge of the board."""
        self._flipped = flipped

    def place(self, layout: PlayLayout, theme: Theme) -> None:
        """Arrange the controls."""
        place_all(self.cards, layout.cards, theme)
        self.status.place(layout.status, theme)
        self.moves.place(layout.moves, theme)
        for widget in self._fen_row.widgets:
            widget.visible = layout.fen is not None
        if layout.fen is not None:
            self._fen_row.place(layout.fen, theme)
        place_all(self.tools, layout.toolbar, theme)
        labels = layout.labels and all(button.label_fits_below_icon(theme) for button in self.tools)
        for button in self.tools:
            button.show_label = labels
        for widget in (self.play, self.step, self.pace):
            widget.visible = layout.demo is not None
        if layout.demo is not None:
            self._place_demo(layout.demo, theme)

    def _place_demo(self, rect: pygame.Rect, theme: Theme) -> None:
        row = Stack(rect, theme.px(6))
        for button in (self.play, self.step):
            button.place(row.left(theme.px(52)), theme)
        longest = texts.seconds(0.75) if rect.width < theme.px(300) else texts.per_move(texts.seconds(0.75))
        self._pace_label = row.right(theme.width(longest, Role.SMALL))
        height = min(rect.height, theme.px(28))
        top = rect.centery - height // 2
        self.pace.place(pygame.Rect(row.rest.x, top, row.rest.width, height), theme)

    def changes(self, theme: Theme) -> list[pygame.Rect]:
        """Return the rectangles of changed controls since the last call, including focus frames."""
        border = theme.px(4)
        shown = {widget: widget.appearance for widget in self.widgets if widget.visible}
        differ = [widget for widget in self.widgets if shown.get(widget) != self._drawn.get(widget)]
        self._drawn = shown
        areas = [widget.rect.inflate(2 * border, 2 * border) for widget in differ]
        return [*areas, self._pace_label] if self.pace in differ else areas

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw everything within the surface's clip."""
        clip, border = surface.get_clip(), theme.px(4)
        for widget in self.widgets:
            if widget.visible and widget.rect.inflate(2 * border, 2 * border).colliderect(clip):
                widget.draw(surface, theme)
        self._draw_labels(surface, theme)

    def draw_error(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the error in the text of the FEN field."""
        self.fen.draw_error(surface, theme, fen_label_height(theme), above=False)

    def _draw_labels(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the labels of FEN field and slider."""
        if self.fen.visible:
            self._fen_row.draw_label(surface, theme)
        if self.pace.visible:
            seconds = texts.seconds(self.pace.value)
            long = texts.per_move(seconds)
            words = long if theme.width(long, Role.SMALL) <= self._pace_label.width else seconds
            ink, right = theme.colours.text, self._pace_label.midright
            place_text(surface, theme, words, Role.SMALL, ink, midright=right)


def _pace_tip() -> str:
    keys = " and ".join(BY_ID[name].keys[0].text for name in ("slower", "faster"))
    return texts.pace_tip(keys)
