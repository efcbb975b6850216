"""The controls beside the board: cards, status, move list, FEN field, toolbar, demo controls."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.commands.actions import BY_ID
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.game_state import State
from congo_gui.play.player import PlayerConfig
from congo_gui.play.session import Session
from congo_gui.screens.play.card_text import card_text
from congo_gui.screens.play.layout import PlayLayout
from congo_gui.screens.play.move_list import MoveList
from congo_gui.screens.play.move_log import told
from congo_gui.screens.play.player_card import CardText, PlayerCard
from congo_gui.screens.play.position_field import PositionField
from congo_gui.screens.shared.command_button import command_button, icon_button
from congo_gui.screens.shared.layout import fen_label_height
from congo_gui.screens.shared.screen_commands import ScreenCommands
from congo_gui.screens.shared.status_box import StatusBox
from congo_gui.widgets.base import Widget
from congo_gui.widgets.button import Button, Look
from congo_gui.widgets.slider import Slider
from engine.rules.values import SECOND

TOOLBAR = (
    "new_game",
    "open_game",
    "save_game",
    "undo",
    "redo",
    "flip",
    "analyse",
    "edit",
    "options",
    "learn",
    "help",
    "menu",
)
PACES = (0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0)
"""Seconds for which the demo shows a position at least."""


class Panel:
    """Builds the controls, arranges them, and draws what is no control: labels."""

    def __init__(
        self,
        commands: ScreenCommands,
        session: Session,
        skin: Skin,
        position: PositionField,
        title: Callable[[PlayerConfig], str],
        start_engine: Callable[[], None],
    ) -> None:
        self._session, self._title = session, title
        self._flipped = False
        self.cards = [PlayerCard(skin, lambda: self._card(0)), PlayerCard(skin, lambda: self._card(1))]
        self.status = StatusBox(self._status_buttons(commands, start_engine))
        self.moves = MoveList(session.view, self._told)
        self.position, self.fen = position, position.field
        self.tools = [command_button(commands, name, icon=BY_ID[name].icon) for name in TOOLBAR]
        self.fen_tools = [icon_button(commands, name) for name in ("copy_fen", "paste_fen")]
        self.play = icon_button(
            commands, "play_or_pause", lambda: "play" if self._waits else "pause", Look.MAIN
        )
        self.step = icon_button(commands, "step")
        self.pace = Slider(PACES, session.demo.pace, session.demo.set_pace, _pace_tip)
        self._pace_label = pygame.Rect(0, 0, 0, 0)
        self._drawn: dict[Widget, object] = {}

    def _status_buttons(
        self, commands: ScreenCommands, start_engine: Callable[[], None]
    ) -> dict[str, Button]:
        """Return what the status may offer; `start_engine` tries that again."""
        resume = self._session.resume
        return {
            "retry_engine": Button("Try again", start_engine, look=Look.MAIN),
            "try_again": Button("Try again", resume, look=Look.MAIN),
            "continue": Button("Continue from here", resume, look=Look.MAIN, tip="Let the game go on"),
            "latest": command_button(commands, "last", role=Role.STRONG),
            "learn": command_button(commands, "learn", "Learn to play", look=Look.MAIN, role=Role.STRONG),
            "rematch": command_button(commands, "restart", "Rematch", look=Look.MAIN, role=Role.STRONG),
            "another": command_button(commands, "new_game", role=Role.STRONG),
            "review": command_button(commands, "review", role=Role.STRONG),
            "score": command_button(commands, "score", role=Role.STRONG),
        }

    def _card(self, row: int) -> CardText:
        """Return what the card in a row says: that of the side that sits at that edge of the board."""
        side_below = self._session.game.rules.facts.side_below
        side = row if self._flipped != (side_below == SECOND) else 1 - row
        return card_text(self._session, side, self._title)

    def _told(self, cursor: int) -> str:
        """Return the last of so many plies in words."""
        return told(self._session.game.rules, self._session.game.plies[cursor - 1])

    @property
    def _waits(self) -> bool:
        """Whether the AI, or the clocks, wait for the player's word."""
        state = self._session.state
        return state is State.PAUSED or (state is State.FAILED and not self._session.current.auto)

    @property
    def widgets(self) -> list[Widget]:
        """All controls in the order in which Tab goes through them."""
        demo: list[Widget] = [self.play, self.step, self.pace]
        buttons: list[Widget] = list(self.status.buttons.values())
        return [*self.cards, self.status, *buttons, *demo, self.moves, self.fen, *self.fen_tools, *self.tools]

    def wear(self, skin: Skin) -> None:
        """Show the pieces in another skin."""
        for card in self.cards:
            card.skin = skin

    def turn(self, flipped: bool) -> None:
        """Put the cards where the sides sit."""
        self._flipped = flipped

    def place(self, layout: PlayLayout, theme: Theme) -> None:
        """Arrange the controls."""
        for card, rect in zip(self.cards, layout.cards, strict=True):
            card.place(rect, theme)
        self.status.place(layout.status, theme)
        self.moves.place(layout.moves, theme)
        label = fen_label_height(theme)
        fen = layout.fen
        self._place_fen(pygame.Rect(fen.x, fen.y + label, fen.width, fen.height - label), theme)
        for button, rect in zip(self.tools, layout.toolbar, strict=True):
            button.place(rect, theme)
        labels = layout.labels and all(button.has_room_below_icon(theme) for button in self.tools)
        for button in self.tools:
            button.show_label = labels
        for widget in (self.play, self.step, self.pace):
            widget.visible = layout.demo is not None
        if layout.demo is not None:
            self._place_demo(layout.demo, theme)

    def _place_fen(self, rect: pygame.Rect, theme: Theme) -> None:
        """Put the field and its buttons in a row."""
        right = rect.right
        for button in reversed(self.fen_tools):
            button.place(pygame.Rect(right - rect.height, rect.y, rect.height, rect.height), theme)
            right -= rect.height + theme.px(4)
        self.fen.place(pygame.Rect(rect.x, rect.y, right - rect.x, rect.height), theme)

    def _place_demo(self, rect: pygame.Rect, theme: Theme) -> None:
        gap = theme.px(6)
        width = theme.px(52)
        self.play.place(pygame.Rect(rect.x, rect.y, width, rect.height), theme)
        self.step.place(pygame.Rect(rect.x + width + gap, rect.y, width, rect.height), theme)
        left = self.step.rect.right + gap
        text = theme.width("0.75 s a move", Role.SMALL)
        self._pace_label = pygame.Rect(rect.right - text, rect.y, text, rect.height)
        if rect.width < theme.px(300):
            text = theme.width("0.75 s", Role.SMALL)
            self._pace_label = pygame.Rect(rect.right - text, rect.y, text, rect.height)
        height = min(rect.height, theme.px(28))
        top = rect.centery - height // 2
        self.pace.place(pygame.Rect(left, top, self._pace_label.x - gap - left, height), theme)

    def changes(self, theme: Theme) -> list[pygame.Rect]:
        """Return where controls look different from the last call, with the frame of a focused one."""
        border = theme.px(4)
        shown = {widget: widget.appearance for widget in self.widgets if widget.visible}
        differ = [widget for widget in self.widgets if shown.get(widget) != self._drawn.get(widget)]
        self._drawn = shown
        areas = [widget.rect.inflate(2 * border, 2 * border) for widget in differ]
        return [*areas, self._pace_label] if self.pace in differ else areas

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw what lies within the surface's clip."""
        clip, border = surface.get_clip(), theme.px(4)
        for widget in self.widgets:
            if widget.visible and widget.rect.inflate(2 * border, 2 * border).colliderect(clip):
                widget.draw(surface, theme)
        self._draw_labels(surface, theme)

    def draw_error(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw what is wrong with the text in the FEN field."""
        self.fen.draw_error(surface, theme, self.fen.rect.y - self._top_of_fen(theme))

    def _top_of_fen(self, theme: Theme) -> int:
        """Return where the field begins, or a card right above it that has to be seen whole."""
        top = self.fen.rect.y - fen_label_height(theme)
        below = self.cards[1].rect
        above = below.x <= self.fen.rect.x < below.right and top - theme.px(16) < below.bottom <= top
        return below.y if above else top

    def _draw_labels(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the labels of FEN field and slider."""
        colours = theme.colours
        label = theme.text("Position as text (FEN)", Role.SMALL, colours.muted)
        surface.blit(label, (self.fen.rect.x + theme.px(2), self.fen.rect.y - fen_label_height(theme)))
        if self.pace.visible:
            seconds = f"{self.pace.value:g} s"
            long = f"{seconds} a move"
            words = long if theme.width(long, Role.SMALL) <= self._pace_label.width else seconds
            text = theme.text(words, Role.SMALL, colours.text)
            place = self._pace_label
            surface.blit(text, (place.right - text.get_width(), place.centery - text.get_height() // 2))


def _pace_tip() -> str:
    keys = " and ".join(BY_ID[name].keys[0].text for name in ("slower", "faster"))
    return f"How long each position is shown at least ({keys})"
