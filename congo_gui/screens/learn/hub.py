"""*Learn*: the sections that a game offers, what comes next, and the progress made."""

from __future__ import annotations

import pygame

from congo_gui.commands.command import Handler, Handlers
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.learn import texts
from congo_gui.screens.learn.section_card import SectionCard
from congo_gui.screens.learn.sections import SECTIONS, LearnContext, LearnSection, LearnStep, guarded
from congo_gui.screens.shared.dialog import ConfirmScreen, Dialog
from congo_gui.screens.shared.layout import grid
from congo_gui.widgets.button import Button, Look
from engine.rules.words import sentence
from engine.system.errors import UserError

NEXT, FOOT, GAP = 46, 32, 8
CARD, CARD_WIDTH = 92, 230
"""Height of a card, and the narrowest one beside another, at scale 1."""
COLUMNS = 2
FOCUS_STEPS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}


class LearnHub(Dialog):
    """Lists the sections as cards below a button that opens what comes next for this player."""

    stands_alone = True
    _reads_itself = True

    def __init__(self, context: LearnContext) -> None:
        super().__init__(context.host, texts.learn_title(context.rules.facts.title))
        self._context = context
        sample = context.rules.facts.sample
        self.cards = [
            SectionCard(section, context.skin, sample(section.kind), context.ready)
            for section in self._sections()
        ]
        self._was_ready = context.ready()
        self._size = (640, 48 + NEXT + FOOT + -(-len(self.cards) // COLUMNS) * (CARD + GAP) + 5 * GAP)
        self._columns = COLUMNS
        self._step: LearnStep | None = None
        self.next = Button(self._next_label, self._open_next, tip=texts.NEXT_TIP, look=Look.PRIMARY)
        self.forget = Button(texts.FORGET, self._ask_to_forget, tip=texts.FORGET_TIP, role=Role.SMALL)
        self._use_widgets([self.next, *self.cards, self.forget])
        self._refresh()

    def _sections(self) -> list[LearnSection]:
        """Return the sections that the game has; a damaged file is reported and its section left out."""
        found = []
        for section in SECTIONS:
            try:
                found.append(section(self._context))
            except UserError as error:
                self.toast.show(sentence(str(error)))
        return [guarded(self._context.host, section) for section in found if section is not None]

    # --- what comes next

    def _refresh(self) -> None:
        """Update the progress made, also in other windows, and what comes next."""
        self._host.puzzle_progress.refresh()
        self._host.ending_progress.refresh()
        for card in self.cards:
            card.refresh()
        self._step = next((card.step for card in self.cards if card.step is not None), None)
        self._host.screen_reader(self.words)
        self.invalidate()

    @property
    def words(self) -> str:
        """What the screen shows, for a screen reader."""
        return texts.hub_words(
            self.title, self._next_label(), [(card.label, card.progress) for card in self.cards]
        )

    def _next_label(self) -> str:
        return texts.ALL_DONE if self._step is None else texts.next_is(self._step.label)

    def _open_next(self) -> None:
        if self._step is None:
            self.dismiss()
        else:
            self._step.open()

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self._context.ready() != self._was_ready:
            self._was_ready = self._context.ready()
            self._refresh()

    def set_covered(self, covered: bool) -> None:
        super().set_covered(covered)
        if not covered:
            self._refresh()

    # --- forgetting

    def _ask_to_forget(self) -> None:
        question = texts.FORGET_QUESTION, texts.FORGET_WORDS, texts.FORGET_VERB
        self._host.push(ConfirmScreen(self._host, *question, self._forget))

    def _forget(self) -> None:
        for card in self.cards:
            card.section.forget()
        self._refresh()

    # --- keys

    def _handlers(self) -> Handlers:
        return {**super()._handlers(), "commit": Handler(self._open_next)}

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in FOCUS_STEPS:
            self._move_focus(*FOCUS_STEPS[event.key])
            self.invalidate()
            return True
        return super().handle(event)

    def _move_focus(self, across: int, down: int) -> None:
        """Move the focus among the cards; from the first row it goes up to the button above."""
        focus = self.group.focus
        if not isinstance(focus, SectionCard):
            self.group.set_focus(self.cards[0])
            return
        to = self.cards.index(focus) + across + down * self._columns
        if 0 <= to < len(self.cards):
            self.group.set_focus(self.cards[to])
        elif to < 0:
            self.group.set_focus(self.next)

    # --- layout

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        gap, foot = theme.px(GAP), theme.px(FOOT)
        self.next.place(pygame.Rect(inside.x, inside.y, inside.width, theme.px(NEXT)), theme)
        width = min(self.forget.natural_width(theme), inside.width)
        self.forget.place(pygame.Rect(inside.right - width, inside.bottom - foot, width, foot), theme)
        top = self.next.rect.bottom + gap
        cards = pygame.Rect(inside.x, top, inside.width, self.forget.rect.y - gap - top)
        self._columns = COLUMNS if inside.width >= COLUMNS * theme.px(CARD_WIDTH) + gap else 1
        rows = -(-len(self.cards) // self._columns)
        for card, place in zip(self.cards, grid(cards, self._columns, rows, gap), strict=False):
            card.place(place, theme)
