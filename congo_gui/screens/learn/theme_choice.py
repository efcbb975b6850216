"""Choosing the theme of the puzzles."""

from __future__ import annotations

from collections.abc import Callable

from congo_gui.screens.learn import texts
from congo_gui.screens.learn.choice_grid import ChoiceGrid, GridChoice
from congo_gui.screens.learn.puzzle_course import PuzzleCourse
from congo_gui.screens.shared.base import Host
from engine.learn.puzzles import THEMES

COLUMNS = 2


class ThemeChoice(ChoiceGrid):
    """Lists the themes, each with its number of puzzles; `chosen` is called after a choice."""

    def __init__(self, host: Host, puzzles: PuzzleCourse, chosen: Callable[[], None]) -> None:
        def choice(theme: str) -> GridChoice:
            def run() -> None:
                puzzles.filter(theme, puzzles.choice.difficulty)
                chosen()

            label = texts.theme_count(texts.theme_label(theme), puzzles.choice.fitting(theme))
            return GridChoice(label, run, puzzles.choice.theme == theme, texts.THEME_TIPS.get(theme, ""))

        themes = [choice(theme) for theme in ("", *THEMES) if puzzles.choice.fitting(theme)]
        super().__init__(host, texts.CHOOSE_THEME, themes, COLUMNS)
