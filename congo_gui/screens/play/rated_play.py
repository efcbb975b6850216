"""Rated games on the play screen: begun, continued, counted, and what the screen says of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from congo_gui.commands.command import Handler, Handlers
from congo_gui.play.events import GameOver, GameReplaced, RatingStopped
from congo_gui.play.game_file import kept_game, named_player
from congo_gui.play.played_game import PlayedGame
from congo_gui.play.player import PlayerConfig
from congo_gui.play.rated import RATED_TAG, NotRated, RatedGame
from congo_gui.play.session import Session
from congo_gui.play.wording import move_count, rating_text
from congo_gui.screens.files.game_files import FilesHost, GameFiles
from congo_gui.screens.new_game.my_level import MyLevelScreen
from congo_gui.screens.play import texts
from congo_gui.screens.play.rated_review import RatedReviewer
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.store.rated_games import RatedResult
from congo_gui.widgets.bubbles import Toast
from engine.game.clocks import TimeControl
from engine.game.game import Game
from engine.players.levels import level
from engine.record.record import GameRecord
from engine.rules.rules import Rules
from engine.rules.values import Outcome
from engine.system.files import read_file

MIN_PLIES = 4
"""A rated game with fewer plies is dropped when another one begins."""
MAX_SEARCHED, MAX_BYTES = 20, 1 << 20
"""The replaced games, and their size, among which an unfinished rated game is looked for."""
MESSAGE_S = 6.0


@dataclass(frozen=True)
class UnfinishedGame:
    """A rated game that waits to be finished: its opponent and length, and how to continue or lose it."""

    opponent: str
    plies: int
    resume: Callable[[], None]
    resign: Callable[[], None]


class RatedPlay:
    """Begins rated games, counts their results once, and says why a game does not count."""

    def __init__(self, host: FilesHost, session: Session, toast: Toast, files: GameFiles) -> None:
        self._host, self._session, self._toast, self._files = host, session, toast, files
        self._reviewer = RatedReviewer(session.game.rules, host.rated_games, host.wake)
        session.events.subscribe(self._game_over, GameOver)
        session.events.subscribe(lambda _: self._check_known(), GameReplaced)
        session.events.subscribe(self._say_why, RatingStopped)

    @property
    def handlers(self) -> Handlers:
        """The handler of the command."""
        return {"my_level": Handler(lambda: self.ask(self._session.game.rules))}

    # --- beginning

    def ask(self, rules: Rules) -> None:
        """Offer a rated game of any kind; first ask what is to become of an unfinished one."""
        left = self._unfinished(rules)
        if left is None:
            self._host.push(MyLevelScreen(self._host, rules, partial(self.begin, rules)))
            return

        def resign() -> None:
            left.resign()
            self.ask(rules)

        words = texts.unfinished_rated(left.opponent, move_count(left.plies))
        actions = texts.RESIGN_RATED, resign, texts.CANCEL, (texts.CONTINUE_RATED, left.resume)
        self._host.push(ConfirmScreen(self._host, texts.UNFINISHED_RATED, words, *actions))

    def begin(self, rules: Rules, side: int, clock: TimeControl | None) -> None:
        """Begin a rated game with the player on this side."""
        opponent = PlayerConfig(f"{self._host.rated_games.next_level(rules.name):g}", clock=clock)
        person = PlayerConfig(clock=clock)
        players = (person, opponent) if side == 0 else (opponent, person)
        if rules is self._session.game.rules:
            self._session.games.new(players, rated=RatedGame.begun())
        else:
            self._host.change_game(rules, players, None, rated=RatedGame.begun())

    def _unfinished(self, rules: Rules) -> UnfinishedGame | None:
        """Return the rated game of this kind that the player has left, None if there is none."""
        current = self._session.current
        if current.rules is rules and _waits(current.rated, current.game, self._host.rated_games.knows):
            session = self._session
            return UnfinishedGame(
                _opponent(current).title, len(current.game.plies), lambda: None, session.ends.resign
            )
        for path in self._host.autosave.earlier.paths(rules.name)[:MAX_SEARCHED]:
            record = _rated_record(path)
            rated = None if record is None else RatedGame.parse(record.tags.get(RATED_TAG, ""))
            if record is None or rated is None or record.rules is not rules:
                continue
            if _waits(rated, record.replay(), self._host.rated_games.knows):
                return self._left_in_file(path, record, rated)
        return None

    def _left_in_file(self, path: Path, record: GameRecord, rated: RatedGame) -> UnfinishedGame | None:
        players = [named_player(name) for name in record.players]
        opponent = next((player for player in players if player and player.level), None)
        if opponent is None:
            return None
        side = 1 - players.index(opponent)

        def show(files: GameFiles) -> None:
            files.show(record, resume=True)
            self._host.autosave.earlier.note_returned(path)

        def resume() -> None:
            if record.rules is self._session.game.rules:
                show(self._files)
            else:
                self._host.open_other_game(record.rules, show)

        def resign() -> None:
            self._host.rated_games.add(_result(rated.id, record.replay(), opponent, side, 0.0))

        return UnfinishedGame(opponent.title, len(record.moves), resume, resign)

    # --- counting

    def _game_over(self, event: GameOver) -> None:
        """Count the result of a rated game, once."""
        current = self._session.current
        if current.rated is None or not current.rated.counts or not _is_person_against_level(current):
            return
        side = next(side for side in (0, 1) if current.players[side].is_human)
        result = _result(
            current.rated.id, current.game, _opponent(current), side, _score(event.outcome, side)
        )
        self._host.rated_games.add(result)
        self._session.rating.stop(NotRated.COUNTED)
        self._reviewer.look_for_games()
        self._host.screen_reader(" ".join(self.lines()))

    def update(self) -> None:
        """Store what the review of rated games has found."""
        self._reviewer.update()

    def engine_ready(self) -> None:
        """Do what an earlier run had no time for: count its last game, and review games."""
        self._count_last_game()
        self._reviewer.look_for_games()

    def _count_last_game(self) -> None:
        """Count the game of a run that was killed between the end of the game and its result."""
        record = _rated_game_in(self._host.autosave.last_game)
        rated = None if record is None else RatedGame.parse(record.tags.get(RATED_TAG, ""))
        if record is None or rated is None or not rated.counts:
            return
        game, players = record.replay(), [named_player(name) for name in record.players]
        opponent = next((player for player in players if player and player.level), None)
        if game.outcome is not None and opponent is not None:
            side = 1 - players.index(opponent)
            score = _score(game.outcome, side)
            self._host.rated_games.add(_result(rated.id, game, opponent, side, score))

    def close(self) -> None:
        """End the review of games."""
        self._reviewer.close()

    def _check_known(self) -> None:
        """Stop rating a game whose result has been counted, or that was over when it was opened."""
        rated, game = self._session.current.rated, self._session.game
        if rated is not None and (self._host.rated_games.knows(rated.id) or _is_finished(game)):
            self._session.rating.stop(NotRated.COUNTED)

    # --- what the screen says

    def _say_why(self, event: RatingStopped) -> None:
        if event.reason is not NotRated.COUNTED:
            self._toast.show(texts.NOT_RATED[event.reason.value], MESSAGE_S)
            self._host.screen_reader(texts.NOT_RATED[event.reason.value])

    def lines(self) -> tuple[str, ...]:
        """Return what the status says about the rating of the game on the board, if it is about one."""
        current, outcome = self._session.current, self._session.outcome
        if current.rated is None:
            return ()
        if outcome is not None and self._host.rated_games.knows(current.rated.id):
            return (self._result_line(current.rated.id),)
        if current.rated.reason is not None:
            return (texts.NOT_RATED[current.rated.reason.value],)
        if not current.at_end:
            return (texts.WOULD_NOT_BE_RATED,)
        return (texts.RATED_GAME,) if outcome is None and len(current.game.plies) < 2 else ()

    def _result_line(self, id: str) -> str:
        """Return how a counted game has changed the rating, and what the next opponent will be."""
        games, name = self._host.rated_games, self._session.game.rules.name
        at = next(at for at, result in enumerate(games.results(name)) if result.id == id)
        before, after = games.history(name)[at : at + 2]
        following = texts.next_opponent(f"{games.next_level(name):g}")
        if at == 0:
            return f"{texts.first_rating(rating_text(after))} {following}"
        return f"{texts.new_rating(rating_text(after), round(before.points))} {following}"


def _rated_record(path: Path) -> GameRecord | None:
    """Return the game in a file if it is a rated one; None also if it cannot be read."""
    try:
        return _rated_game_in(read_file(path, MAX_BYTES).decode(errors="replace"))
    except OSError:
        return None


def _rated_game_in(text: str) -> GameRecord | None:
    return kept_game(text) if f"[{RATED_TAG} " in text else None


def _waits(rated: RatedGame | None, game: Game, knows: Callable[[str], bool]) -> bool:
    """Return whether a rated game is to be finished."""
    if rated is None or not rated.counts or knows(rated.id) or len(game.plies) < MIN_PLIES:
        return False
    return not _is_finished(game)


def _is_finished(game: Game) -> bool:
    """Return whether a game is over after its last ply, whatever position is on the board."""
    end = game.copy()
    end.go_to(len(end.plies))
    return end.outcome is not None


def _is_person_against_level(current: PlayedGame) -> bool:
    first, second = current.players
    return (first.is_human and bool(second.level)) or (second.is_human and bool(first.level))


def _opponent(current: PlayedGame) -> PlayerConfig:
    return next(player for player in current.players if not player.is_human)


def _score(outcome: Outcome, side: int) -> float:
    return 0.5 if outcome.winner is None else float(outcome.winner == side)


def _result(id: str, game: Game, opponent: PlayerConfig, side: int, score: float) -> RatedResult:
    moves = " ".join(ply.move.text for ply in game.plies)
    number = level(opponent.level).number
    return RatedResult(id, game.rules.name, number, side, score, round(time.time()), moves)
