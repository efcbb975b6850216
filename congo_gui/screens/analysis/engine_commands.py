"""The engine's commands in an analysis, and the description of its search."""

from __future__ import annotations

from collections.abc import Callable

from congo_gui.commands.actions import BY_ID
from congo_gui.commands.command import Handler, Handlers
from congo_gui.play.wording import (
    bar_score,
    effort_text,
    percent,
    result_sentence,
    score_text,
    search_line,
    short_score,
)
from congo_gui.screens.analysis import texts
from congo_gui.screens.analysis.analyst import MAX_LINES, Analyst
from congo_gui.screens.analysis.move_text import marks, move_number_text
from congo_gui.screens.analysis.review import (
    NAMES,
    Loss,
    SideReview,
    mark,
    mistakes,
    review_of,
    review_summary,
)
from congo_gui.screens.analysis.second_engine import HASH, THREADS, SecondEngine
from congo_gui.screens.analysis.tree_cursor import TreeCursor
from congo_gui.store.settings import Settings
from engine.record.record import GameNode
from engine.search.limits import Score, SearchInfo

DEFAULT_HASH_MIB = 64
"""The default size of the AI's transposition table."""


class EngineCommands:
    """The commands for an analyst; `relayout` is called when the list of lines needs more or less space."""

    def __init__(
        self,
        analyst: Analyst,
        second: SecondEngine,
        cursor: TreeCursor,
        settings: Settings,
        relayout: Callable[[], None],
    ) -> None:
        self.analyst, self.second = analyst, second
        self._cursor, self._settings, self._relayout = cursor, settings, relayout
        self._sizes = 1, DEFAULT_HASH_MIB
        self._reviews = False
        """True if a review of the main line has not been finished."""
        self._judged: tuple[tuple[int, int] | None, list[Loss]] = None, []
        """The mistakes, with the revisions of the tree and of the results for which they were found."""

    def follow_settings(self) -> None:
        """Apply the settings of both engines, and start another second engine if one is chosen."""
        sizes = self._settings.analysis_threads, self._settings.analysis_hash
        if sizes != self._sizes:
            self._sizes = sizes
            self.analyst.configure(*sizes)
        self.second.follow_settings()

    @property
    def handlers(self) -> Handlers:
        """The handlers of its commands."""
        analyst, cursor = self.analyst, self._cursor
        return {
            "play_or_pause": Handler(self._toggle_engine, is_on=lambda: analyst.on),
            "lines": Handler(self._change_lines),
            "threat": Handler(
                self._toggle_threat,
                lambda: analyst.rules.null_move(cursor.position) is not None,
                texts.NO_PASSING,
                lambda: analyst.wants_threat,
            ),
            "arrows": Handler(self._toggle_arrows, is_on=lambda: self.shows_arrows),
            "terms": Handler(self._toggle_terms, is_on=lambda: self.shows_terms),
            "next_mistake": Handler(
                lambda: cursor.go_to(self._next_mistake),
                lambda: self._next_mistake is not None,
                self._no_mistake,
            ),
            "review": Handler(self._review, lambda: bool(cursor.tree.main), texts.NOTHING_TO_REVIEW),
        }

    def _toggle_engine(self) -> None:
        self.analyst.set_on(not self.analyst.on)
        self.second.set_on(self.analyst.on)

    def _change_lines(self) -> None:
        """Search one more line, or one again after the largest number."""
        self.analyst.set_line_count(self.analyst.line_count % MAX_LINES + 1)
        self._settings.analysis_lines = self.analyst.line_count
        self.second.follow_settings()
        self._relayout()

    def _toggle_threat(self) -> None:
        self.analyst.show_threat(not self.analyst.wants_threat)
        self._relayout()

    @property
    def shows_arrows(self) -> bool:
        """True if the engine's moves are shown as arrows on the board."""
        return bool(self._settings.analysis_arrows)

    def _toggle_arrows(self) -> None:
        self._settings.analysis_arrows = not self.shows_arrows

    @property
    def shows_terms(self) -> bool:
        """True if the terms of the static evaluation are shown."""
        return bool(self._settings.analysis_terms)

    def _toggle_terms(self) -> None:
        self._settings.analysis_terms = not self.shows_terms
        self._relayout()

    # --- the review

    def _review(self) -> None:
        """Search the positions of the main line one by one, from its end."""
        cursor, self._reviews = self._cursor, True
        game = cursor.tree.game_at(cursor.main_line[-1])
        self.analyst.review(game, range(game.cursor, -1, -1))

    def is_review_complete(self) -> bool:
        """Return whether all positions are searched, so that `finish_review` is due; a failure ends it."""
        if self.analyst.failure:
            self._reviews = False
        return self._reviews and self.analyst.reviewing is None

    def finish_review(self, goes_to_worst: bool) -> str:
        """Mark the mistakes, perhaps go to the position before the worst one, and return a summary."""
        self._reviews = False
        cursor, findings = self._cursor, self.analyst.findings
        judged = mark(cursor.tree, findings)
        findings.store(cursor.tree.main)
        if judged and goes_to_worst:
            cursor.go_to(judged[0].node.parent)
        cursor.note()
        return review_summary(judged)

    @property
    def _next_mistake(self) -> GameNode | None:
        """The next marked move of the line, or else of the main line after the variation on the board."""
        ahead = [*self._cursor.node.onward(), *self._after_variation()]
        return next((node for node in ahead if set(node.nags) & set(NAMES)), None)

    def _after_variation(self) -> list[GameNode]:
        """Return the moves of the main line behind the one that the variation on the board replaces."""
        line = self._cursor.node.line
        shared = next((at for at, node in enumerate(line) if node.is_variation), None)
        return [] if shared is None else self._cursor.tree.main[shared + 1 :]

    def step_to_mistake(self, side: int, number: int) -> None:
        """Go to a side's next move in the main line with this mark; after the last one to the first."""
        cursor = self._cursor
        path = cursor.node.line
        reached = next((at for at, node in enumerate(path) if node.is_variation), len(path))
        line = cursor.tree.main
        found = [
            node
            for node in (*line[reached:], *line[:reached])
            if number in node.nags and node.parent is not None and node.parent.position.side == side
        ]
        cursor.go_to(found[0] if found else None)

    def _no_mistake(self) -> str:
        return texts.NO_MORE_MISTAKES if self.card else texts.REVIEW_FIRST

    @property
    def card(self) -> tuple[SideReview | None, ...]:
        """The review of each side, empty without one."""
        return review_of(self._cursor.tree, self.analyst.findings)

    @property
    def mistakes(self) -> list[Loss]:
        """The mistakes in the order of the game."""
        state = self._cursor.revision, self.analyst.findings.revision
        if state != self._judged[0]:  # a button asks whenever it is drawn; a game may be long
            self._judged = state, mistakes(self._cursor.tree.main, self.analyst.findings)
        return self._judged[1]

    # --- texts

    @property
    def second_note(self) -> str:
        """The status of the second engine; empty if there is none."""
        second = self.second
        if not second.title:
            return ""
        if second.failure:
            return texts.second_failed(second.title, second.failure)
        if not second.infos:
            return texts.second_starting(second.title) if second.is_on else texts.second_off(second.title)
        best, settings = second.infos[0], self._settings
        threads = texts.threads(settings.analysis_threads) if second.offers(THREADS) else ""
        memory = texts.memory(settings.analysis_hash) if second.offers(HASH) else ""
        return texts.second_found(second.title, best.depth, effort_text(best), threads, memory)

    @property
    def longest_second_note(self) -> str:
        """A text as long as `second_note` becomes while the second engine searches."""
        effort = effort_text(SearchInfo(99, 99, Score(0), 999_900_000, 1, 99_990, ()))
        settings = self._settings
        sizes = texts.threads(settings.analysis_threads), texts.memory(settings.analysis_hash)
        return texts.second_found(self.second.title, 99, effort, *sizes)

    @property
    def note(self) -> str:
        """The text instead of lines: the result, an error, or that the engine is searching."""
        if self._cursor.outcome is not None:
            return result_sentence(self.analyst.rules, self._cursor.outcome)
        if self.analyst.failure:
            return texts.ai_stopped(self.analyst.failure)
        return texts.SEARCHING if self.analyst.on else texts.ai_off(BY_ID["play_or_pause"].key_text)

    def verdict(self) -> str:
        """Return which side is better in the position on the board."""
        score = self.analyst.findings.score(self._cursor.node)
        if self._cursor.outcome is not None or score is None:
            return self.note
        words = score_text(self.analyst.rules, score, self._cursor.position.side)
        return f"{words[0].upper()}{words[1:]}"

    def caption(self, node: GameNode) -> str:
        """Return a move with its number, its mark and the score after it, for the graph."""
        score = self.analyst.findings.score(node)
        points = "" if score is None else short_score(score, node.position.side)
        if node.parent is None or node.move is None:
            return texts.graph_caption(texts.START, points)
        number = move_number_text(self._cursor.tree, node.parent)
        return texts.graph_caption(f"{number} {node.move.text}{marks(node)}", points)

    def bar_score(self) -> str:
        """Return the score of the position on the board as the bar shows it, empty if there is none."""
        score = self.analyst.findings.score(self._cursor.node)
        if self._cursor.outcome is not None or score is None:
            return ""
        return bar_score(score, self._cursor.position.side)

    def headline(self, infos: tuple[SearchInfo, ...]) -> str:
        """Return the depth and speed of the search whose lines are shown, or the progress of a review."""
        done = self.analyst.reviewing
        if self._reviews and done is not None:
            return texts.reviewing(percent(done))
        if not infos:
            return ""
        best = infos[0]
        if best.source != "search":
            return search_line(self.analyst.rules, best, self._cursor.position.side)
        return texts.depth(best.depth, effort_text(best))
