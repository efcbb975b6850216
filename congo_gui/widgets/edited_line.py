"""The text, caret and selection of an edited line, and its undo. No pygame."""

from __future__ import annotations

from congo_gui.play.undo_stack import UndoStack

MAX_STEPS, FEW_STEPS = 200, 5
"""The maximum number of changes that can be undone, the second of a text longer than `MAX_LENGTH`."""
MAX_LENGTH = 2000
"""Maximum characters, which is what can be drawn; a text that was longer from the start may stay as long."""
JOINERS = "\u200c\u200d"
"""Letters without width that Persian and Hindi words, and composed emoji, need."""
BETWEEN_WORDS = " /"


class EditedLine:
    """A text; the selection lies between `anchor` and `caret`, and is empty where they are equal."""

    def __init__(self) -> None:
        self.text = ""
        self.caret = 0
        self.anchor = 0
        self._max_length = MAX_LENGTH
        self._steps: UndoStack[tuple[str, int]] = UndoStack(MAX_STEPS)
        """The text and the caret before each change; a word that is typed is one change."""
        self._word_end = -1
        """Where a letter continues the word that is being typed."""

    def set_text(self, text: str) -> None:
        """Replace the text, and put the caret at its end."""
        self.text = text
        self._max_length = max(MAX_LENGTH, len(text))
        self.caret = self.anchor = len(text)
        self.forget_steps()

    def forget_steps(self) -> None:
        """Let nothing be undone from here on."""
        self._steps = UndoStack(MAX_STEPS if len(self.text) <= MAX_LENGTH else FEW_STEPS)
        self._word_end = -1

    @property
    def has_steps(self) -> bool:
        """True if there is a change to undo or to redo."""
        return self._steps.can_undo or self._steps.can_redo

    @property
    def selection(self) -> tuple[int, int]:
        """The start and the end of the selection, as for a slice; equal when nothing is selected."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    @property
    def selected(self) -> str:
        """The selected part of the text."""
        start, end = self.selection
        return self.text[start:end]

    def select(self, anchor: int, caret: int) -> None:
        """Select the text between two indices."""
        self.anchor, self.caret = anchor, caret

    def select_all(self) -> None:
        """Select the whole text."""
        self.select(0, len(self.text))

    def select_word(self, place: int) -> None:
        """Select the word at an index."""
        start = end = place
        while start > 0 and self.text[start - 1] not in BETWEEN_WORDS:
            start -= 1
        while end < len(self.text) and self.text[end] not in BETWEEN_WORDS:
            end += 1
        self.select(start, end)

    def insert(self, text: str) -> bool:
        """Replace the selection by a text; line breaks become spaces. Return whether all of the text fits."""
        start, end = self.selection
        text, room = text.strip("\r\n"), max(0, self._max_length - len(self.text) + end - start)
        added = "".join(
            letter if letter.isprintable() or letter in JOINERS else " " for letter in text[:room]
        )
        new = self.text[:start] + added + self.text[end:]
        if new != self.text and not (start == end == self._word_end and added.strip()):
            self._steps.push((self.text, self.caret))
        self.text = new
        self.caret = self.anchor = start + len(added)
        self._word_end = self.caret if len(added) == 1 else -1
        return len(text) <= room

    def undo(self) -> None:
        """Undo the last change, if there is one."""
        self._restore(self._steps.undo((self.text, self.caret)))

    def redo(self) -> None:
        """Redo the last undone change, if there is one."""
        self._restore(self._steps.redo((self.text, self.caret)))

    def _restore(self, step: tuple[str, int] | None) -> None:
        if step is not None:
            self.text, self.caret = step
            self.anchor, self._word_end = self.caret, -1

    def erase(self, step: int) -> None:
        """Delete the selection, or without one the character before the caret (-1) or behind it (1)."""
        self._erase_to(self.caret + step)

    def erase_word(self, direction: int) -> None:
        """Delete the selection, or without one up to where the next word begins in that direction."""
        self._erase_to(self.next_word(direction))

    def _erase_to(self, place: int) -> None:
        if self.caret == self.anchor:
            self.anchor = self._within(place)
        self.insert("")

    def move(self, to: int, extend: bool) -> None:
        """Move the caret; `extend` keeps the other end of the selection where it is."""
        self.caret = self._within(to)
        if not extend:
            self.anchor = self.caret

    def next_word(self, direction: int) -> int:
        """Return where the next word begins in that direction."""
        place = self.caret + direction
        while 0 < place < len(self.text):
            if self.text[place - 1] in BETWEEN_WORDS and self.text[place] not in BETWEEN_WORDS:
                break
            place += direction
        return place

    def _within(self, place: int) -> int:
        return max(0, min(len(self.text), place))
