"""Editing a line of text with keys, mouse and clipboard."""

from __future__ import annotations

import tracemalloc

import pygame
import pytest

from congo_gui.draw.theme import Role, Theme
from congo_gui.system import clipboard
from congo_gui.widgets import texts
from congo_gui.widgets.edited_line import MAX_LENGTH
from congo_gui.widgets.group import WidgetGroup
from congo_gui.widgets.text_field import REST_S, TextField, nearest_index


class Typist:
    """A focused text field with a simulated user."""

    def __init__(self, text: str, selects: bool = True) -> None:
        self.committed: list[str] = []
        self.left = 0
        self.messages: list[str] = []
        self.field = TextField(
            self.committed.append, focus_lost=self._lost, cut_off=self.messages.append, selects=selects
        )
        self.field.place(pygame.Rect(10, 10, 200, 30), Theme(1.0))
        self.field.set_text(text)
        self.group = WidgetGroup([self.field])

    def _lost(self) -> None:
        self.left += 1

    def key(self, code: int, mod: int = 0, text: str = "") -> bool:
        return self.group.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=text))

    def type(self, text: str) -> None:
        for letter in text:
            self.key(ord(letter), text=letter)
            self.group.handle(pygame.event.Event(pygame.TEXTINPUT, text=letter))

    def control(self, letter: str) -> None:
        self.key(ord(letter), pygame.KMOD_LCTRL)

    def mouse(self, kind: int, x: int) -> None:
        if kind == pygame.MOUSEMOTION:
            event = pygame.event.Event(kind, pos=(x, 20), rel=(0, 0), buttons=(1, 0, 0))
        else:
            event = pygame.event.Event(kind, pos=(x, 20), button=1)
        self.group.handle(event)

    def selected(self) -> str:
        start, end = self.field.line.selection
        return self.field.text[start:end]


@pytest.fixture
def typist(display: pygame.Surface) -> Typist:
    del display
    one = Typist("abc def")
    one.group.set_focus(one.field)
    return one


def test_focus_selects_everything(typist: Typist) -> None:
    assert typist.selected() == "abc def"
    typist.type("x")
    assert typist.field.text == "x"


def test_undo_and_redo_go_word_by_word(typist: Typist) -> None:
    typist.key(pygame.K_END)
    typist.type(" one two")
    assert clipboard.copy("copied")
    typist.control("a")
    typist.control("v")
    typist.key(pygame.K_BACKSPACE)
    texts = []
    while typist.field.text != "abc def":
        texts.append(typist.field.text)
        assert typist.key(pygame.K_z, pygame.KMOD_LCTRL)
    assert texts == ["copie", "copied", "abc def one two", "abc def one"]
    typist.control("z")
    for text in texts[::-1]:
        typist.key(pygame.K_z, pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT)
        assert typist.field.text == text
    typist.control("y")
    typist.control("z")
    typist.type("!")
    typist.control("y")
    assert typist.field.text == "copied!"


def test_what_has_not_been_typed_is_undone_elsewhere(typist: Typist) -> None:
    """As a deletion in the library is, whose search field has the focus."""
    assert not typist.key(pygame.K_z, pygame.KMOD_LCTRL)
    typist.type("x")
    typist.control("z")
    assert typist.key(pygame.K_z, pygame.KMOD_LCTRL)
    typist.control("y")
    typist.field.set_text("new")
    assert not typist.key(pygame.K_z, pygame.KMOD_LCTRL)
    typist.type("x")
    typist.group.set_focus(None)
    typist.group.set_focus(typist.field)
    assert not typist.key(pygame.K_z, pygame.KMOD_LCTRL)


def test_the_undo_of_a_long_text_takes_little_memory(typist: Typist) -> None:
    long = "x" * 100_000
    typist.field.set_text(long)
    typist.key(pygame.K_END)
    tracemalloc.start()
    for _ in range(50):
        typist.key(pygame.K_BACKSPACE)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10 * len(long)
    typist.control("z")
    assert len(typist.field.text) == len(long) - 49


def test_a_russian_keyboard_has_the_same_commands(typist: Typist) -> None:
    assert clipboard.copy("copied")
    russian_v = {"key": 0x43C, "mod": pygame.KMOD_LCTRL, "unicode": "", "scancode": 25}
    assert typist.group.handle(pygame.event.Event(pygame.KEYDOWN, russian_v))
    assert typist.field.text == "copied"


@pytest.mark.parametrize("letter", ["a", "c", "v", "x"])
def test_altgr_types_letters(typist: Typist, letter: str) -> None:
    """On Windows it is Control with Alt; a Polish keyboard types ą and ć with it."""
    assert clipboard.copy("copied")
    typist.key(pygame.K_END)
    typist.key(ord(letter), pygame.KMOD_LCTRL | pygame.KMOD_RALT, "ą")
    typist.group.handle(pygame.event.Event(pygame.TEXTINPUT, text="ą"))
    assert typist.field.text == "abc defą"
    assert clipboard.paste() == "copied"


@pytest.mark.parametrize(
    "text", ["\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\U0001f468\u200d\U0001f469"]
)
def test_letters_without_width_are_kept(typist: Typist, text: str) -> None:
    assert clipboard.copy(text)
    typist.control("v")
    assert typist.field.text == text


def test_caret_and_selection_move_by_keys(typist: Typist) -> None:
    typist.key(pygame.K_HOME)
    typist.key(pygame.K_RIGHT)
    typist.type("-")
    assert typist.field.text == "a-bc def"
    typist.key(pygame.K_END, pygame.KMOD_LSHIFT)
    assert typist.selected() == "bc def"
    typist.key(pygame.K_LEFT, pygame.KMOD_LSHIFT)
    assert typist.selected() == "bc de"
    typist.key(pygame.K_BACKSPACE)
    assert typist.field.text == "a-f"
    typist.key(pygame.K_DELETE)
    assert typist.field.text == "a-"


def test_control_and_arrow_moves_by_words(typist: Typist) -> None:
    typist.key(pygame.K_HOME)
    typist.key(pygame.K_RIGHT, pygame.KMOD_LCTRL)
    typist.type("|")
    assert typist.field.text == "abc |def"


def test_control_erases_words(typist: Typist) -> None:
    typist.field.set_text("one two three")
    typist.field.line.move(7, extend=False)
    assert typist.key(pygame.K_BACKSPACE, pygame.KMOD_LCTRL)
    assert typist.field.text == "one  three"
    assert typist.key(pygame.K_DELETE, pygame.KMOD_LCTRL)
    assert typist.field.text == "one three"
    typist.control("z")
    typist.control("z")
    assert typist.field.text == "one two three"
    typist.field.line.move(0, extend=False)
    assert typist.key(pygame.K_BACKSPACE, pygame.KMOD_LCTRL)
    assert typist.field.text == "one two three"


def test_a_double_click_selects_a_word(typist: Typist, monkeypatch: pytest.MonkeyPatch) -> None:
    def click(time: int) -> str:
        monkeypatch.setattr(pygame.time, "get_ticks", lambda: time)
        typist.mouse(pygame.MOUSEBUTTONDOWN, middle)
        typist.mouse(pygame.MOUSEBUTTONUP, middle)
        return typist.field.line.selected

    typist.field.set_text("one two three")
    middle = 10 + Theme(1.0).px(8) + Theme(1.0).width("one tw", Role.SMALL)
    selected = [click(time) for time in (1000, 1100, 1200, 5000, 9000, 9100)]
    assert selected == ["", "two", "", "", "", "two"]


def test_copy_cut_and_paste(typist: Typist) -> None:
    typist.control("c")
    assert clipboard.paste() == "abc def"
    typist.control("x")
    assert typist.field.text == ""
    clipboard.copy("one\ntwo\r\n")
    typist.control("v")
    assert typist.field.text == "one two"


@pytest.mark.parametrize("letter", ["x", "v"])
def test_without_a_clipboard_the_selected_text_stays(
    typist: Typist, monkeypatch: pytest.MonkeyPatch, letter: str
) -> None:
    monkeypatch.setattr(clipboard, "copy", lambda text: False)
    monkeypatch.setattr(clipboard, "paste", lambda: "")
    typist.control("a")
    typist.control(letter)
    assert typist.field.text == "abc def"


@pytest.mark.parametrize(("extra", "messages"), [(0, []), (500, [texts.cut_off(MAX_LENGTH)])])
def test_a_pasted_text_that_is_too_long_is_cut_off_with_a_message(
    typist: Typist, extra: int, messages: list[str]
) -> None:
    clipboard.copy("x" * (MAX_LENGTH + extra))
    typist.control("v")
    assert len(typist.field.text) == MAX_LENGTH
    assert typist.messages == messages


def test_part_of_a_text_that_was_too_long_from_the_start_can_be_replaced(typist: Typist) -> None:
    typist.field.set_text("old" + "x" * MAX_LENGTH)
    typist.field.line.select(0, 3)
    typist.type("new")
    assert typist.field.text == "new" + "x" * MAX_LENGTH
    assert typist.messages == []


def test_enter_commits_and_an_edit_forgets_the_error(typist: Typist) -> None:
    typist.key(pygame.K_RETURN)
    assert typist.committed == ["abc def"]
    typist.field.error = "wrong"
    typist.type("y")
    assert typist.field.error == ""


def test_the_first_click_selects_all_and_the_next_sets_the_caret(
    display: pygame.Surface, monkeypatch: pytest.MonkeyPatch
) -> None:
    del display
    typist = Typist("abc def")
    typist.mouse(pygame.MOUSEBUTTONDOWN, 20)
    typist.mouse(pygame.MOUSEBUTTONUP, 20)
    assert typist.selected() == "abc def"
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: 1 << 40)
    typist.mouse(pygame.MOUSEBUTTONDOWN, 18)
    typist.mouse(pygame.MOUSEBUTTONUP, 18)
    assert typist.selected() == ""
    assert typist.field.line.caret == 0


def test_in_a_field_that_does_not_select_the_first_click_sets_the_caret(display: pygame.Surface) -> None:
    one = Typist("abc def", selects=False)
    one.mouse(pygame.MOUSEBUTTONDOWN, 11)
    assert (one.selected(), one.field.line.caret) == ("", 0)


def test_dragging_selects(display: pygame.Surface) -> None:
    del display
    typist = Typist("abc def")
    typist.mouse(pygame.MOUSEBUTTONDOWN, 18)
    typist.mouse(pygame.MOUSEMOTION, 200)
    typist.mouse(pygame.MOUSEBUTTONUP, 200)
    assert typist.selected() == "abc def"
    assert typist.field.line.selection == (0, 7)


def test_a_text_rests_once_after_a_pause_while_it_has_the_focus(display: pygame.Surface) -> None:
    del display
    rests: list[str] = []
    field = TextField(lambda text: None, rests=lambda: rests.append(field.text))
    group = WidgetGroup([field])
    field.update(2 * REST_S)
    group.set_focus(field)
    for text in ("a", "b"):
        field.update(REST_S / 2)
        field.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))
    for _ in range(6):
        field.update(REST_S / 2)
    assert rests == ["ab"]


def test_escape_returns_the_focus(typist: Typist) -> None:
    typist.key(pygame.K_ESCAPE)
    assert typist.group.focus is None
    assert typist.left == 1


def test_a_long_text_is_drawn_inside_the_field(typist: Typist, display: pygame.Surface) -> None:
    display.fill((1, 2, 3))
    typist.field.set_text("gmelecz/" * 40)
    typist.field.draw(display, Theme(1.0))
    assert display.get_at((300, 25))[:3] == (1, 2, 3)
    typist.key(pygame.K_HOME)
    typist.field.draw(display, Theme(1.0))
    assert typist.field._scroll == 0


@pytest.mark.parametrize("text", ["", "abc def", "x" * 100_000])
def test_a_click_finds_its_letter_with_few_measurements(text: str) -> None:
    measured: list[str] = []

    def width(part: str) -> int:
        measured.append(part)
        return 7 * len(part)

    for letters in {0, len(text) // 2, len(text)}:
        for near in (-3, 0, 3):
            assert nearest_index(text, 7 * letters + near, width) == letters
    assert len(measured) <= 9 * 20
