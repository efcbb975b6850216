"""The playgrounds of the pieces. No pygame."""

from __future__ import annotations

from congo_gui.play.wording import kind_title
from congo_gui.screens.learn import texts
from congo_gui.screens.learn.course import Exercise, FeedbackTone, Page
from engine.learn.lessons import Playground
from engine.rules.rules import Rules
from engine.rules.values import Move
from engine.rules.words import sentence


class Pieces(Exercise):
    """The playgrounds of the pieces, each with the learner's piece and something to do."""

    def __init__(self, rules: Rules, playgrounds: tuple[Playground, ...]) -> None:
        self.rules, self.playgrounds = rules, playgrounds
        self.index = 0
        self.reset()

    @property
    def playground(self) -> Playground:
        """The playground that is open."""
        return self.playgrounds[self.index]

    def go_to(self, index: int) -> None:
        # The first one follows the last one.
        self.index = index % len(self.playgrounds)
        self.reset()

    @property
    def open(self) -> bool:
        # At its beginning it is, and may be shown before the rules are compiled.
        return self.last is None or self.rules.outcome(self.position) is None

    @property
    def page(self) -> Page:
        kind = self.playground.kind
        does = self.rules.facts.what_pieces_do.get(kind, "")
        note = texts.TRY_FREELY
        return Page(
            kind, kind_title(self.rules, kind), note, sentence(does), self.playground.text, *self._feedback()
        )

    def _end(self) -> str:
        """The message when the playground's game is over."""
        outcome = self.rules.outcome(self.position)
        assert outcome is not None
        if outcome.winner == self.playground.position.side:
            return texts.would_have_won(sentence(outcome.reason.shown))
        return texts.playground_over(sentence(outcome.reason.shown))

    def _feedback(self) -> tuple[str, FeedbackTone]:
        if not self.open:
            return self._end(), FeedbackTone.GOOD
        if self.last is None:
            return "", FeedbackTone.PLAIN
        names = self.rules.facts.kind_names
        parts = [texts.captured(names[placed.piece.kind]) for placed in self.last.captured]
        if self.last.promoted is not None:
            parts.append(texts.became(names[self.last.promoted.kind]))
        effects = texts.it_did(parts) if parts else ""
        drowned = [names[placed.piece.kind] for placed in self.last.drowned]
        if drowned:
            return f"{effects} {texts.drowned(drowned)}".strip(), FeedbackTone.BAD
        return effects, FeedbackTone.GOOD

    def play(self, move: Move, path: tuple[int, ...]) -> None:
        self.last = self.rules.clicks.path_transition(self.position, move, path)
        after = self.rules.play(self.position, move)
        waiting = self.rules.null_move(after) if self.rules.outcome(after) is None else None
        self.position = after if waiting is None else waiting

    def reset(self) -> None:
        self.position = self.playground.position
        self.last = None
