"""A player's card: side, name, turn, clock, captured and drowned pieces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from congo_gui.draw.drawing import draw_box, draw_disc, place_text
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.clocks import control_text
from congo_gui.play.player import PlayerConfig
from congo_gui.play.session import Session
from congo_gui.play.wording import side_name
from congo_gui.screens.play import texts
from congo_gui.widgets.button import Clickable
from engine.game.game import Ply
from engine.rules.values import Piece


@dataclass(frozen=True)
class CardText:
    """The contents of a player card."""

    side: int
    name: str
    player: str
    to_move: bool
    winner: bool
    captured: tuple[Piece, ...]
    drowned: tuple[Piece, ...]
    clock: str = ""
    """The time left, empty if there is no clock."""
    running: bool = False
    low: bool = False
    """True if little time is left."""
    short_player: str = ""
    """A shorter name for small cards."""
    control: str = ""
    """The time control, as text."""
    is_limit: bool = False
    """True if the clock is a limit per move, which a computer player must not exceed."""


class PlayerCard(Clickable):
    """Draws what `text` returns, beside the piece that represents the side; a click calls `run`."""

    def __init__(self, skin: Skin, text: Callable[[], CardText], run: Callable[[], None]) -> None:
        super().__init__(run)
        self.skin, self._text = skin, text

    @property
    def text(self) -> CardText:
        """Its current text."""
        return self._text()

    @property
    def tip(self) -> str:
        text = self.text
        parts = [f"{text.name}: {text.player}"]
        if text.captured:
            parts.append(texts.captured(len(text.captured)))
        if text.drowned:
            parts.append(texts.drowned_count(len(text.drowned)))
        if text.clock:
            parts.append(_clock_words(text))
        parts.append(texts.CHANGE_PLAYER)
        return ", ".join(parts)

    @property
    def appearance(self) -> object:
        return self.text, self.hovered, self.focused

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        text, colours = self.text, theme.colours
        active = text.to_move or text.winner
        fill = colours.raised if active else colours.panel
        outline = colours.accent if active or self.hovered else colours.outline
        draw_box(surface, self.rect, theme.px(10), fill, outline, theme.px(2 if active else 1.2))
        self._draw_focus(surface, theme)
        pad = theme.px(8)
        size = self.rect.height - 2 * theme.px(6)
        picture = pygame.Rect(self.rect.x + pad, self.rect.centery - size // 2, size, size)
        self.skin.draw_piece(surface, self.skin.avatar(text.side), picture)
        inside = pygame.Rect(picture.right + pad, self.rect.y, 0, self.rect.height)
        inside.width = self.rect.right - pad - inside.x
        if text.clock:
            inside.width -= self._draw_clock(surface, theme, text) + pad
        self._draw_lines(surface, theme, text, inside)

    def _draw_clock(self, surface: pygame.Surface, theme: Theme, text: CardText) -> int:
        """Draw the time left at the right edge; return its width in pixels.

        A running clock is framed and a low one is filled, so that neither relies on colour.
        """
        colours, pad = theme.colours, theme.px(8)
        box = pygame.Rect(0, 0, theme.width("00:00", Role.TITLE) + 2 * theme.px(6), 0)
        box.height = min(self.rect.height - 2 * theme.px(7), theme.line_height(Role.TITLE) + theme.px(8))
        box.midright = (self.rect.right - pad, self.rect.centery)
        ink, fill, outline = colours.muted, colours.sunken, colours.sunken
        if text.low:
            ink, fill, outline = colours.danger_soft, colours.danger, colours.danger
        elif text.running:
            ink, fill, outline = colours.text, colours.raised, colours.text
        draw_box(surface, box, theme.px(6), fill, outline, theme.px(2))
        available = box.width - theme.px(8)
        fitting = (
            role for role in (Role.TITLE, Role.HEADING) if _fits(theme, text.clock, role, available, box)
        )
        role = next(fitting, Role.STRONG)
        place_text(surface, theme, theme.shorten(text.clock, role, available), role, ink, center=box.center)
        return box.width

    def _draw_lines(self, surface: pygame.Surface, theme: Theme, text: CardText, inside: pygame.Rect) -> None:
        colours = theme.colours
        role = Role.STRONG
        name = theme.text(text.name, role, colours.text)
        line = name.get_height()
        taken = bool(text.captured or text.drowned)
        small = min(theme.px(26), inside.height - line - theme.px(10))
        top = inside.centery - (line + (small if taken else 0)) // 2
        surface.blit(name, (inside.x, top))
        left = inside.x + name.get_width() + theme.px(8)
        available = inside.right - left - theme.width(text.player, Role.BODY) - theme.px(8)
        mark = self._draw_mark(surface, theme, text, (inside.right, top + line // 2), available)
        available = mark - left - theme.px(4)
        fits = theme.width(text.player, Role.BODY) <= available or not text.short_player
        player = theme.shorten(text.player if fits else text.short_player, Role.BODY, available)
        if mark - left > theme.px(24):
            surface.blit(theme.text(player, Role.BODY, colours.muted), (left, top))
        if taken:
            row = pygame.Rect(inside.x, top + line, inside.width, small)
            self._draw_losses(surface, theme, text, row)

    def _draw_mark(
        self, surface: pygame.Surface, theme: Theme, text: CardText, end: tuple[int, int], available: int
    ) -> int:
        """Draw "to move" or "winner", or a disc if that does not fit, up to `end`; return its left edge."""
        word = texts.WINNER if text.winner else texts.TO_MOVE if text.to_move else ""
        if not word:
            return end[0]
        colours = theme.colours
        label = theme.text(word, Role.SMALL, colours.on_accent)
        box = pygame.Rect(0, 0, label.get_width() + theme.px(14), label.get_height() + theme.px(4))
        if box.width > available:
            radius = theme.px(6)
            draw_disc(surface, (end[0] - radius, end[1]), radius, colours.accent)
            return end[0] - 2 * radius
        box.midright = end
        box.top = max(box.top, self.rect.y + theme.px(4))
        draw_box(surface, box, box.height // 2, colours.accent)
        surface.blit(label, (box.x + theme.px(7), box.centery - label.get_height() // 2))
        return box.x

    def _draw_losses(self, surface: pygame.Surface, theme: Theme, text: CardText, row: pygame.Rect) -> None:
        """Draw the captured pieces from the left, then a wave and the drowned pieces."""
        colours = theme.colours
        count = len(text.captured) + len(text.drowned)
        wave = theme.text("~", Role.STRONG, colours.focus)
        available = row.width - (wave.get_width() + theme.px(6) if text.drowned else 0) - row.height
        step = min(float(row.height), available / max(1, count - 1))
        left = float(row.x)
        for piece in text.captured:
            self._draw_small(surface, piece, left, row)
            left += step
        if text.drowned:
            if text.captured:
                left += row.height - step + theme.px(2)
            surface.blit(wave, (left, row.centery - wave.get_height() // 2))
            left += wave.get_width() + theme.px(2)
        for piece in text.drowned:
            self._draw_small(surface, piece, left, row)
            left += step

    def _draw_small(self, surface: pygame.Surface, piece: Piece, left: float, row: pygame.Rect) -> None:
        self.skin.draw_piece(surface, piece, pygame.Rect(round(left), row.y, row.height, row.height))


def _clock_words(text: CardText) -> str:
    if text.is_limit:
        return texts.move_limit(text.control)
    return texts.clock(text.clock, text.control, text.running)


def _fits(theme: Theme, text: str, role: Role, available: int, box: pygame.Rect) -> bool:
    """Return whether a text in a role fits into a box."""
    return theme.width(text, role) <= available and theme.line_height(role) <= box.height


def lost_pieces(plies: tuple[Ply, ...], side: int) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Return the pieces captured by `side`, and its own drowned pieces, in order."""
    own = [ply.transition for ply in plies if ply.side == side]
    captured = tuple(placed.piece for transition in own for placed in transition.captured)
    drowned = tuple(placed.piece for transition in own for placed in transition.drowned)
    return captured, drowned


def card_text(session: Session, side: int, title: Callable[[PlayerConfig], str]) -> CardText:
    """Return the contents of the card of a side; `title` returns the title of its player."""
    outcome, clocks, player = session.outcome, session.game.clocks, session.current.players[side]
    captured, drowned = lost_pieces(session.game.plies[: session.game.cursor], side)
    limit = player.clock if player.clock and player.clock.per_move else None
    return CardText(
        side,
        side_name(session.game.rules, side),
        title(player),
        to_move=outcome is None and session.game.position.side == side,
        winner=outcome is not None and outcome.winner == side,
        captured=captured,
        drowned=drowned,
        clock=session.current.clock_text(side),
        running=clocks is not None and clocks.running == side,
        low=session.current.clock_is_low(side),
        short_player="" if player.is_program else player.short_title,
        control=texts.seconds(limit.seconds) if limit else control_text(player.clock),
        is_limit=limit is not None,
    )
