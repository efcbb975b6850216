"""Commands of the game: starting, stepping, pausing, and ending early."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from congo_gui.commands.command import Handler, Handlers
from congo_gui.play.engine_service import missing_files
from congo_gui.play.events import HintFailed
from congo_gui.play.player import PlayerConfig, PlayerConfigs, present_players
from congo_gui.play.session import Session
from congo_gui.play.wording import score_text, side_name
from congo_gui.screens.new_game.games import GamesScreen, all_games
from congo_gui.screens.new_game.level_screen import LevelScreen
from congo_gui.screens.new_game.screen import NewGameScreen
from congo_gui.screens.play import texts
from congo_gui.screens.play.demo_dialogs import AdjudicateScreen
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.store.launch_options import choose_game, default_players, note_players
from congo_gui.widgets.bubbles import Toast
from engine.game.game import Game
from engine.players.levels import LEVELS
from engine.rules.rules import Rules
from engine.rules.values import Position

TOAST_S = 5.0
"""Seconds for which the result of a command is shown."""


def unless_over(session: Session, reason: str) -> Callable[[], str]:
    """Return a function that gives the reason: the game is over, or else `reason`."""
    return lambda: reason if session.outcome is None else texts.GAME_OVER


def needs_turn(session: Session) -> Callable[[], str]:
    """Return a function for the reason why a command for a human's turn is not possible."""
    on_turn = unless_over(session, texts.NOT_YOUR_TURN)
    return lambda: on_turn() if session.may.engine_ready() else texts.AI_LOADING


class GameCommands:
    """Base of the commands of a session's game; a toast shows their results."""

    def __init__(self, host: Host, session: Session, toast: Toast) -> None:
        self._host, self._session, self._toast = host, session, toast


class NavigationCommands(GameCommands):
    """Undo and redo, hints, pausing and resuming."""

    def __init__(self, host: Host, session: Session, toast: Toast) -> None:
        super().__init__(host, session, toast)
        session.events.subscribe(self._explain_failure, HintFailed)

    def _explain_failure(self, event: HintFailed) -> None:
        words = texts.no_hint(event.problem)
        self._toast.show(words)
        self._host.screen_reader(words)

    @property
    def handlers(self) -> Handlers:
        """The handlers of the commands."""
        session = self._session
        past, future = lambda: session.game.cursor > 0, lambda: not session.current.at_end
        return {
            "undo": Handler(self.undo, session.may.can_undo, texts.NOTHING_TO_UNDO),
            "redo": Handler(self.redo, session.may.can_redo, texts.NOTHING_TO_REDO),
            "back": Handler(lambda: session.view(session.game.cursor - 1), past, texts.FIRST_POSITION),
            "forward": Handler(lambda: session.view(session.game.cursor + 1), future, texts.LATEST_POSITION),
            "first": Handler(lambda: session.view(0), past, texts.FIRST_POSITION),
            "last": Handler(lambda: session.view(len(session.game.plies)), future, texts.LATEST_POSITION),
            "hint": Handler(session.hints.ask, session.may.can_hint, needs_turn(session)),
            "play_best": Handler(session.hints.play_best, session.may.can_play_best, needs_turn(session)),
            **self._pausing(),
        }

    def _pausing(self) -> Handlers:
        """Return the handlers that pause or resume the AI."""
        session = self._session
        demo = lambda: session.current.is_demo  # noqa: E731
        return {
            "play_or_pause": Handler(
                self.play_or_pause,
                lambda: session.may.can_pause() or self._space_plays_best,
                lambda: texts.NOT_IN_RATED_GAME if session.current.counts else texts.NOTHING_TO_PAUSE,
            ),
            "step": Handler(session.step, session.may.ai_to_move, texts.NOT_THE_AIS_TURN),
            "endless": Handler(self.toggle_endless, demo, texts.NO_DEMO, is_on=lambda: session.demo.endless),
            "take_over": Handler(
                session.demo.take_over,
                lambda: session.current.is_demo and session.may.can_pause(),
                texts.NO_DEMO,
            ),
        }

    def undo(self) -> None:
        """Undo the last turn, or restore the previous game."""
        self._step_through(self._session.undo, texts.PREVIOUS_GAME)

    def redo(self) -> None:
        """Redo the last undone turn."""
        self._step_through(self._session.redo, texts.LATER_GAME)

    def _step_through(self, step: Callable[[], None], other: str) -> None:
        """Undo or redo; show the message `other` if that led to another game."""
        game = self._session.game
        step()
        if self._session.game is not game:
            self._toast.show(other)

    @property
    def _space_plays_best(self) -> bool:
        """True if it is a human's turn and there is no AI or clock to pause.

        Not in a rated game: a pause that comes just after the AI's move would end the rating.
        """
        session = self._session
        pauses = session.current.is_timed or session.may.can_pause()
        return session.may.can_play_best() and not pauses and not session.current.counts

    def play_or_pause(self) -> None:
        """Pause or resume the AI and the clocks; on a human's turn, play the best move."""
        session = self._session
        if self._space_plays_best:
            session.hints.play_best()
        elif session.may.can_resume():
            session.resume()
        else:
            session.pause()

    def toggle_endless(self) -> None:
        """Toggle the endless series of games between AIs."""
        session = self._session
        session.demo.set_endless(not session.demo.endless)
        self._toast.show(texts.GAMES_FOLLOW if session.demo.endless else texts.GAMES_STOP)


class NewGames(GameCommands):
    """Starts games in a session, or asks the host to switch to another game."""

    def __init__(
        self, host: Host, session: Session, toast: Toast, at_my_level: Callable[[Rules], None]
    ) -> None:
        super().__init__(host, session, toast)
        self._at_my_level = at_my_level
        self._chosen = {session.current.players}

    @property
    def handlers(self) -> Handlers:
        """The handlers of the commands."""
        return {
            "new_game": Handler(self.ask_for_players),
            "games": Handler(self.ask_for_game),
            "restart": Handler(self.restart, self._session.may.engine_ready, texts.AI_LOADING),
            "swap_sides": Handler(self.swap_sides, self._session.may.engine_ready, texts.AI_LOADING),
        }

    # --- requests

    def ask_for_game(self) -> None:
        """Show all games to choose from."""
        host, rules = self._host, self._session.game.rules
        host.push(GamesScreen(host, all_games(), rules, self._choose_game, self._note_game))

    def _choose_game(self, rules: Rules, size: int) -> None:
        """Switch to a board of a game; the game on the current board continues."""
        current = self._session.current
        choose_game(self._host.settings, rules.name)
        if rules is not current.rules:
            self._begin(rules, default_players(self._host.settings), rules.start(size), offer=True)
        elif rules.notation.shape(current.position)[0] != size:
            self._begin(rules, current.players, rules.start(size))

    def _note_game(self) -> None:
        """Remember this game for the next launch."""
        choose_game(self._host.settings, self._session.game.rules.name)

    def ask_for_players(self, text: str = "", before: Callable[[], str] = str) -> None:
        """Ask for the players of a new game, from the start or from a position given as text.

        `before` is called if the game begins, before that; it returns a message to show, or nothing.
        """

        def begin(rules: Rules, players: PlayerConfigs, position: Position | None) -> None:
            note = before()
            self._begin(rules, players, position)
            if note:
                self._host.show_toast(note, TOAST_S)

        current, ready = self._session.current, self._session.may.engine_ready
        rules, size = current.rules, current.rules.notation.shape(current.position)[0]
        rated = None if text else self._at_my_level
        self._host.push(NewGameScreen(self._host, rules, current.players, begin, ready, text, size, rated))

    def ask_about(self, side: int) -> None:
        """Ask for another level of a side's AI during a game, else for the players of a new game."""
        session, level = self._session, self._session.current.players[side].level
        if not (level and session.current.has_human and session.may.engine_ready()) or session.outcome:
            self.ask_for_players()
            return
        use = lambda name: self._change_level(side, name)  # noqa: E731
        self._host.push(LevelScreen(self._host, level, use, self.ask_for_players))

    def _change_level(self, side: int, level: str) -> None:
        """Continue a side's AI at another level, unless the game has ended while the question was open."""
        if self._session.outcome is not None:
            self._toast.show(texts.GAME_OVER)
            return
        player = replace(self._session.current.players[side], level=level)
        self._toast.show(texts.level_changed(player.title), TOAST_S)
        self._change_player(side, player, are_chosen=True)

    def _change_player(self, side: int, player: PlayerConfig, are_chosen: bool) -> None:
        """Continue with another player of a side; `are_chosen` says whether the user has chosen both."""
        first, second = self._session.current.players
        if are_chosen:
            self._chosen.add((player, second) if side == 0 else (first, player))
        self._session.games.change_player(side, player)

    def follow_programs(self, current: Callable[[str], str]) -> None:
        """Continue a game with the commands that programs have by now."""
        for side, player in enumerate(self._session.current.players):
            program = current(player.program)
            if program != player.program and self._session.outcome is None:
                are_chosen = self._session.current.players in self._chosen
                self._change_player(side, replace(player, program=program), are_chosen)

    def play_from(self, position: Position, before: Callable[[], str] = str) -> None:
        """Ask for the players of a game from a position; for `before` see `ask_for_players`."""
        self.ask_for_players(self._session.game.rules.notation.format(position), before)

    # --- beginning

    def _begin(
        self, rules: Rules, players: PlayerConfigs, position: Position | None, offer: bool = False
    ) -> None:
        """Begin a new game with any rules; `offer` asks about the last game of another kind."""
        choose_game(self._host.settings, rules.name)
        self._chosen.add(players)
        note_players(self._host.settings, rules.name, players)
        if rules is self._session.game.rules:
            self.start(players, position)
        else:
            left = self._session.current
            self._host.change_game(rules, players, position, offer=offer)
            if left.game.plies and left.has_human and left.game.outcome is None:
                self._host.show_toast(texts.game_saved(left.rules.facts.title), TOAST_S)

    def start(self, players: PlayerConfigs, position: Position | None) -> None:
        """Begin a new game with the same rules."""
        self._session.games.new(players, position)
        self._report("")

    def play_weakest(self) -> None:
        """Begin a game against the weakest level, after the lessons."""
        players = PlayerConfig(), PlayerConfig(LEVELS[0].name)
        self._chosen.add(players)
        self.start(players, None)

    def play_both_sides(self, position: Position) -> None:
        """Let humans play both sides from a position on."""
        self.start((PlayerConfig(), PlayerConfig()), position)

    def restart(self) -> None:
        """Restart the game from its start position; after a rated game, offer another one."""
        if self._session.current.rated is not None:
            self._at_my_level(self._session.game.rules)
            return
        self._session.games.restart()
        self._report("")

    def swap_sides(self) -> None:
        """Restart the game with sides swapped; after a rated game, offer another one."""
        if self._session.current.rated is not None:
            self._at_my_level(self._session.game.rules)
            return
        first, second = present_players(self._session.current.players)
        self._chosen.add((second, first))
        self._session.games.restart_swapped()
        self._report("")

    def set_up(self, position: Position) -> None:
        """Begin a new game from a position, with the same players."""
        self._session.games.set_up(position)
        self._report(texts.POSITION_SET)

    def remember_players(self) -> None:
        """Remember the players for the next launch, unless they come from a file."""
        current = self._session.current
        if current.players in self._chosen:
            note_players(self._host.settings, current.rules.name, current.players)

    def _report(self, done: str) -> None:
        """Show what was done, that undo restores the previous game, and warnings about the AI's files."""
        back = texts.UNDO_BRINGS_BACK if self._session.may.has_earlier_game() else ""
        message = " ".join(part for part in (done, back, missing_files(self._session.current)) if part)
        if message:
            self._toast.show(message, TOAST_S)


class ResignAndDraw(GameCommands):
    """Ends a session's game without a move."""

    @property
    def handlers(self) -> Handlers:
        """The handlers of the commands."""
        session, may = self._session, self._session.may
        return {
            "resign": Handler(self.resign, may.can_end, self._why_not),
            "offer_draw": Handler(self.offer_draw, may.can_end, self._why_not),
            "decide": Handler(self.decide, may.can_adjudicate, unless_over(session, texts.NOT_TO_ADJUDICATE)),
        }

    def _why_not(self) -> str:
        """Return why the game cannot be ended now."""
        current = self._session.current
        has_begun = current.game.cursor or (current.game.plies and not current.is_undone)
        return unless_over(self._session, texts.NO_END if has_begun else texts.NOT_BEGUN)()

    def resign(self) -> None:
        """Ask whether the human resigns."""
        game = self._session.game

        def resign() -> None:
            if self._can_still_end(game):
                counted = self._session.current.counts
                self._session.ends.resign()
                if not counted:
                    self._ended()

        words = self._resign_words
        if not self._session.current.at_end:
            words = f"{words} {texts.DISCARDS_UNDONE}"
        self._host.push(
            ConfirmScreen(self._host, texts.RESIGN_QUESTION, words, texts.RESIGN, resign, texts.PLAY_ON)
        )

    @property
    def _resign_words(self) -> str:
        """What resigning would do."""
        current = self._session.current
        if current.counts:
            return texts.RESIGN_RATED_TEXT
        if current.has_ai:
            return texts.RESIGN_TEXT
        side, rules = self._session.ends.resigning, current.game.rules
        return texts.side_resigns(side_name(rules, side), side_name(rules, 1 - side))

    def _can_still_end(self, game: Game) -> bool:
        """Return whether the game that a question was about is on the board, and can end."""
        return self._session.game is game and self._session.may.can_end()

    def offer_draw(self) -> None:
        """Offer a draw; ask first if moves have been undone."""
        if self._session.current.at_end:
            self._offer_draw(self._session.game)
            return
        offer = partial(self._offer_draw, self._session.game)
        words = texts.DRAW_DISCARDS_UNDONE
        self._host.push(
            ConfirmScreen(self._host, texts.DRAW_QUESTION, words, texts.OFFER_DRAW, offer, texts.PLAY_ON)
        )

    def _offer_draw(self, game: Game) -> None:
        if self._can_still_end(game) and not self._session.ends.offer_draw():
            self._toast.show(texts.DRAW_DECLINED, TOAST_S)

    def decide(self) -> None:
        """Ask for the result of a game between AIs, which is paused meanwhile."""
        session, info = self._session, self._session.report.info
        words = score_text(session.game.rules, info.score, session.report.position.side) if info else ""
        # The game must not end, or be replaced, before the player answers.
        resume = session.resume if session.current.auto else (lambda: None)
        session.pause()
        lines = [texts.QUESTION, *([texts.last_evaluation(words)] if words else [])]
        if not session.current.at_end:
            lines.append(texts.DISCARDS_UNDONE)

        def decided(winner: int | None) -> None:
            resume()  # otherwise no other game of the series follows
            session.ends.adjudicate(winner)
            self._ended()

        self._host.push(AdjudicateScreen(self._host, session.game.rules, lines, decided, resume))

    def _ended(self) -> None:
        self._toast.show(texts.CAN_UNDO, TOAST_S)
