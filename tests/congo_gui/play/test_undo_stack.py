"""The undo stack."""

from __future__ import annotations

from congo_gui.play.undo_stack import UndoStack


def test_states_come_back_in_order_and_can_be_redone() -> None:
    stack: UndoStack[str] = UndoStack(9)
    for state in ("a", "b"):
        stack.push(state)
    assert stack.undo("c") == "b"
    assert stack.undo("b") == "a"
    assert stack.undo("a") is None
    assert stack.redo("a") == "b"
    assert stack.redo("b") == "c"
    assert stack.redo("c") is None


def test_a_new_state_clears_redo() -> None:
    stack: UndoStack[str] = UndoStack(9)
    stack.push("a")
    stack.undo("b")
    assert stack.can_redo
    stack.push("a")
    assert not stack.can_redo
    assert stack.can_undo


def test_keep_preserves_redo() -> None:
    stack: UndoStack[str] = UndoStack(9)
    stack.push("a")
    stack.undo("b")
    stack.keep("c")
    assert stack.redo("d") == "b"


def test_only_so_many_states_are_kept() -> None:
    stack: UndoStack[int] = UndoStack(2)
    for state in range(4):
        stack.push(state)
    assert [stack.undo(4), stack.undo(3), stack.undo(2)] == [3, 2, None]
