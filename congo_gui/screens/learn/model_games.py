"""Model games, move by move with comments. No pygame."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from congo_gui.screens.learn import texts
from congo_gui.screens.learn.course import Exercise, Page
from engine.game.game import Game
from engine.learn.lessons import AttemptStage
from engine.record.record import GameRecord
from engine.rules.rules import Rules
from engine.rules.values import Move


class ModelGames(Exercise):
    """Shows games; `seen` are the names of those seen to the end, `note` is called with each further one.

    `places` has the index and the ply of the game that was last left, by the name of its rules.
    """

    def __init__(
        self,
        rules: Rules,
        games: Sequence[GameRecord],
        seen: Collection[str],
        note: Callable[[str], None],
        places: dict[str, tuple[int, int]],
    ) -> None:
        self.rules, self.games, self._note, self._places = rules, games, note, places
        self.seen = {name_of(game) for game in games} & set(seen)
        unseen = [index for index, game in enumerate(games) if name_of(game) not in self.seen]
        index, ply = places.get(rules.name, (0, 0))
        if index in unseen:
            self.go_to(index)
            self.go_to_ply(ply)
        else:
            self.go_to(unseen[0] if unseen else 0)

    def close(self) -> None:
        self._places[self.rules.name] = self.index, self.ply

    @property
    def game(self) -> GameRecord:
        """The game that is open."""
        return self.games[self.index]

    @property
    def open(self) -> bool:
        return False

    @property
    def at_end(self) -> bool:
        """True if the last move is on the board."""
        return self.ply == len(self.game.moves)

    @property
    def stage(self) -> AttemptStage:
        return AttemptStage.SOLVED if self.at_end else AttemptStage.OPEN

    @property
    def pending(self) -> bool:
        return False

    @property
    def can_undo(self) -> bool:
        return self.ply > 0

    def undo(self) -> None:
        """Go back by a move."""
        self.go_to_ply(self.ply - 1)

    def next(self) -> None:
        """Go on by a move, or to the next game."""
        if self.at_end:
            self.go_to((self.index + 1) % len(self.games))
        else:
            self.go_to_ply(self.ply + 1)

    def next_comment(self) -> None:
        """Go on to the next move with a comment, or to the last one."""
        following = range(self.ply + 1, len(self.game.moves) + 1)
        commented = (ply for ply in following if self.game.moves[ply - 1].comment)
        self.go_to_ply(next(commented, len(self.game.moves)))

    def go_to_ply(self, ply: int) -> None:
        """Show the position after so many moves."""
        self.ply = max(0, min(ply, len(self.game.moves)))
        game = Game(self.rules, self.game.start)
        for recorded in self.game.moves[: self.ply]:
            game.play(recorded.move)
        self.position = game.position
        self.last = game.plies[self.ply - 1].transition if self.ply else None
        self._before = game.plies[self.ply - 1].before if self.ply else game.start
        if self.at_end and name_of(self.game) not in self.seen:
            self.seen.add(name_of(self.game))
            self._note(name_of(self.game))

    @property
    def study(self) -> GameRecord | None:
        return self.game

    @property
    def study_ply(self) -> int:
        return self.ply

    def play(self, move: Move, path: tuple[int, ...]) -> None:
        raise NotImplementedError("the moves of a model game are given")

    def reset(self) -> None:
        self.go_to_ply(0)

    def go_to(self, index: int) -> None:
        self.index = index % len(self.games)
        self.reset()

    @property
    def page(self) -> Page:
        facts, game = self.rules.facts, self.game
        kind = next(iter(facts.kind_names))
        note = texts.model_game(self.index + 1, len(self.games), self.ply, len(game.moves))
        comment = game.moves[self.ply - 1].comment if self.ply else game.comment
        move = texts.PRESS_NEXT
        if self.last is not None:
            kind = self.last.piece.kind
            move = self.rules.prose.describe(self._before, self.last)
        side = None if self.last is None else self.last.piece.side
        return Page(kind, game.event, note, comment, move, side=side, teaches=True)


def name_of(game: GameRecord) -> str:
    """Return the name under which a game is remembered as seen."""
    return f"game:{game.event}"
