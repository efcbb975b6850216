"""The lessons that the player has solved; kept in the settings, on this computer alone. No pygame."""

from __future__ import annotations

from congo_gui.store.settings import Settings


class LessonProgress:
    """The lessons of all of a game's courses that were solved, by their ids."""

    def __init__(self, settings: Settings, game: str) -> None:
        self._settings, self._game = settings, game

    @property
    def solved(self) -> list[str]:
        """The ids of the solved lessons, in the order in which they were solved."""
        solved = self._settings.lessons.get(self._game, [])
        return [lesson for lesson in solved if isinstance(lesson, str)] if isinstance(solved, list) else []

    def note(self, lesson: str) -> None:
        """Note that a lesson was solved."""
        self._settings.lessons = {**self._settings.lessons, self._game: [*self.solved, lesson]}

    def forget(self) -> None:
        """Delete the progress in this game."""
        self._settings.lessons = {
            game: solved for game, solved in self._settings.lessons.items() if game != self._game
        }
