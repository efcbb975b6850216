"""What the commands of an analysis do that are about the engine, and what is said about its search."""

from __future__ import annotations

from collections.abc import Callable

from congo_gui.commands.actions import BY_ID
from congo_gui.commands.command import Handler, Handlers
from congo_gui.play.wording import percent, result_sentence, score_text, search_line, speed_text
from congo_gui.screens.analysis.analyst import MOST_LINES, Analyst
from congo_gui.screens.analysis.review import ReviewRun
from congo_gui.screens.analysis.tree_cursor import TreeCursor
from congo_gui.store.settings import Settings
from engine.search.limits import SearchInfo

NO_PASSING = "In this game nobody can tell what passing would mean."
NO_GAME = "There is no game to review yet: make moves first."


class EngineCommands:
    """Steers an analyst; `relayout` is called when the list of lines needs more or less room."""

    def __init__(
        self, analyst: Analyst, cursor: TreeCursor, settings: Settings, relayout: Callable[[], None]
    ) -> None:
        self._analyst, self._cursor, self._settings, self._relayout = analyst, cursor, settings, relayout
        self.review = ReviewRun(analyst, cursor)

    @property
    def handlers(self) -> Handlers:
        """What each command does, when it is possible, and why not else."""
        analyst, cursor = self._analyst, self._cursor
        return {
            "play_or_pause": Handler(self._toggle_engine, is_on=lambda: analyst.on),
            "lines": Handler(self._change_lines),
            "threat": Handler(
                self._toggle_threat,
                lambda: analyst.rules.null_move(cursor.position) is not None,
                NO_PASSING,
                lambda: analyst.wants_threat,
            ),
            "arrows": Handler(self._toggle_arrows, is_on=lambda: self.shows_arrows),
            "review": Handler(self.review.start, lambda: bool(cursor.tree.main), NO_GAME),
        }

    def _toggle_engine(self) -> None:
        self._analyst.turn_on(not self._analyst.on)

    def _change_lines(self) -> None:
        """Look for one line more, after the largest number for one again."""
        self._analyst.look_for(self._analyst.wanted % MOST_LINES + 1)
        self._settings.analysis_lines = self._analyst.wanted
        self._relayout()

    def _toggle_threat(self) -> None:
        self._analyst.show_threat(not self._analyst.wants_threat)
        self._relayout()

    @property
    def shows_arrows(self) -> bool:
        """Whether the engine's moves are shown as arrows on the board."""
        return bool(self._settings.analysis_arrows)

    def _toggle_arrows(self) -> None:
        self._settings.analysis_arrows = not self.shows_arrows

    # --- what is said

    @property
    def note(self) -> str:
        """What stands in place of lines: the result, an error, or that the engine searches."""
        if self._cursor.outcome is not None:
            return result_sentence(self._analyst.rules, self._cursor.outcome)
        if self._analyst.failure:
            return f"The AI stopped: {self._analyst.failure}"
        return "Searching…" if self._analyst.on else f"The AI is off ({BY_ID['play_or_pause'].key_text})."

    @property
    def verdict(self) -> str:
        """Who stands better on the board."""
        position = self._cursor.position
        score = self._analyst.findings.score(position)
        if self._cursor.outcome is not None or score is None:
            return self.note
        words = score_text(self._analyst.rules, score, position.side)
        return f"{words[0].upper()}{words[1:]}"

    def headline(self, infos: tuple[SearchInfo, ...]) -> str:
        """Return how far the search has come whose lines are shown, or a review."""
        share = self.review.share
        if share is not None:
            return f"Reviewing the game: {percent(share)}"
        if not infos:
            return ""
        best = infos[0]
        if best.source != "search":
            return search_line(self._analyst.rules, best, self._cursor.position.side)
        return f"Depth {best.depth} · {speed_text(best.nps)}"
