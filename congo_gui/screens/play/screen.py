"""The play screen: the board, the panel, and the commands that work on the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import pygame

from congo_gui.board.controller import Chosen
from congo_gui.board.state import Arrow
from congo_gui.commands import Handlers, Where
from congo_gui.programs import Programs
from congo_gui.screens.analysis.desk import AnalysisDesk
from congo_gui.screens.edit.screen import EditScreen, Ways
from congo_gui.screens.files.keeper import Keeper, KeepingHost
from congo_gui.screens.new_game.games import GamesScreen, all_games
from congo_gui.screens.new_game.screen import SetupScreen
from congo_gui.screens.play.commands import play_handlers
from congo_gui.screens.play.decide import DecideScreen
from congo_gui.screens.play.layout import PlayLayout, play_layout
from congo_gui.screens.play.move_list import MoveTable, move_rows
from congo_gui.screens.play.move_log import MoveLogScreen, told
from congo_gui.screens.play.panel import Panel
from congo_gui.screens.play.player_card import CardText, losses
from congo_gui.screens.play.score_table import ScoreScreen
from congo_gui.screens.play.status import engine_status, game_status
from congo_gui.screens.search_tree.see_search import see_search
from congo_gui.screens.shared.base import Screen
from congo_gui.screens.shared.board_area import BoardArea
from congo_gui.screens.shared.board_screen import BoardScreen
from congo_gui.screens.shared.choose import ask
from congo_gui.screens.shared.clipboard_commands import copy_position, pasted_text
from congo_gui.screens.shared.command_button import command_button
from congo_gui.screens.shared.status_box import Status
from congo_gui.screens.shared.typing import TypeScreen
from congo_gui.screens.tournament.screen import TournamentScreen
from congo_gui.screens.tournament.setup import TournamentSetup
from congo_gui.session.clock_text import control_text
from congo_gui.session.player import Player, Players
from congo_gui.session.session import Session
from congo_gui.session.wording import counters_text, ply_text, result_sentence, score_text, side_name
from congo_gui.settings import animation_pace
from congo_gui.skins.base import Skin
from congo_gui.sound import Cue
from congo_gui.startup import EngineLoader, Stage
from congo_gui.theme import Role, Scheme, Theme
from congo_gui.tournament import LiveTournament, Wish
from congo_gui.widgets.button import Button, Look
from congo_gui.widgets.group import Group
from engine import rules as registry
from engine.clocks import NO_CLOCK
from engine.game import Game
from engine.lessons import has_lessons
from engine.players.levels import USUAL
from engine.rules.base import GameError, Move, Position, Rules

CARET_INTERVAL = 0.25
"""Seconds between two looks at whether the caret has to blink."""
UNDO_BRINGS_BACK = "Undo brings the game before back."
OPEN_BRINGS_BACK = "Your game of {} was kept: Open brings it back, as the game before this one."
NOT_YET = "The AI is still being prepared. You can move in a moment."
REPLACED_SECONDS = 5.0
END_PAUSE = 0.35
"""Seconds between the last move of a game and the sound for its end."""
USUAL_PLAYERS = Player(), Player(USUAL)
"""Who plays a game that is begun without a word about them."""
USUAL_PACE = 0.5
"""From this time per move on, animations run at their usual speed."""


@dataclass(frozen=True)
class _Shown:
    """What the board was told last."""

    game: Game
    cursor: int
    position: Position
    movable: frozenset[int]
    over: bool


class PlayScreen(BoardScreen):
    """A game on the screen.

    `offer` tells whether the player is asked to go on with the last game; `open_it` opens a game instead, as
    soon as the engine is there.
    """

    where = Where.GAME

    def __init__(
        self,
        host: KeepingHost,
        rules: Rules,
        skin: Skin,
        players: Players,
        start: Position | None,
        loader: EngineLoader,
        offer: bool = True,
        open_it: Callable[[Keeper], None] | None = None,
    ) -> None:
        super().__init__(host)
        self.rules, self.skin, self.loader = rules, skin, loader
        self.programs = Programs(host.settings)
        self.session = Session(rules, players, start, wake=host.wake)
        self.session.knows = self.programs.knows
        self.session.pace = float(host.settings["pace"])
        self.keeper = Keeper(host, self.session, skin, host.autosave, self._tell, self._seat_players)
        self._offer, self._open_it = offer, open_it
        self.board = BoardArea(rules, skin, self.session.position, self._moved, self._asked, self.explain)
        self.board.heard = host.sounds.play
        self.panel = self._build_panel()
        self.group = Group([self.board, *self.panel.widgets])
        self._places: PlayLayout | None = None
        self._shown = _Shown(self.session.game, 0, self.session.position, frozenset(), False)
        self._rung: tuple[Game, frozenset[int]] = (self.session.game, frozenset())
        self._turned_for: tuple[Game, int] | None = None
        self._table = MoveTable()
        self._table_key: tuple[object, ...] = ()
        self._desk = AnalysisDesk(host, lambda: self.skin, self.session, self.keeper, self._play_from)
        self.apply_settings()
        self._turn(self._sits_above != self.host.settings["turned"])
        self._restore_fen()

    def _build_panel(self) -> Panel:
        return Panel(
            self,
            self.skin,
            self._card,
            side_below=self.rules.side_below,
            jump=self.view,
            told=lambda cursor: told(self.rules, self.session.game.plies[cursor - 1]),
            set_up=self.set_up_text,
            restore=self._restore_fen,
            pace=self.session.pace,
            set_pace=self._set_pace,
            status_buttons=self._status_buttons(),
            playing=lambda: not self.session.paused,
        )

    def _status_buttons(self) -> dict[str, Button]:
        return {
            "retry_engine": Button("Try again", self.loader.start, look=Look.MAIN),
            "try_again": Button("Try again", self.resume, look=Look.MAIN),
            "continue": Button("Continue from here", self.resume, look=Look.MAIN, tip="Let the game go on"),
            "latest": command_button(self, "last", role=Role.STRONG),
            "learn": command_button(self, "learn", "Learn to play", look=Look.MAIN, role=Role.STRONG),
            "rematch": command_button(self, "restart", "Rematch", look=Look.MAIN, role=Role.STRONG),
            "another": command_button(self, "new_game", role=Role.STRONG),
            "review": command_button(self, "review", role=Role.STRONG),
            "score": command_button(self, "score", role=Role.STRONG),
        }

    # --- the screen

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self._window, self.theme = window, theme
        self._dress(theme.scheme)
        self._places = play_layout(window, theme, self.session.is_demo)
        self.board.place(self._places.board, theme)
        self.panel.place(self._places, theme)
        self.invalidate()

    def _dress(self, scheme: Scheme) -> None:
        """Show pieces beside the board in the colours of the window."""
        skin = self.skin.dressed(scheme)
        if skin is not self.skin:
            self.skin = skin
            self.panel.wear(skin)

    @cached_property
    def handlers(self) -> Handlers:
        return play_handlers(self)

    def handle(self, event: pygame.event.Event) -> bool:
        used = super().handle(event)
        preparing = self.loader.stage is not Stage.FAILED and not self.session.ready
        pressed = event.type == pygame.MOUSEBUTTONDOWN and self.board.rect.collidepoint(event.pos)
        if preparing and pressed:
            self.toast.show(NOT_YET)
        return used

    def settle(self) -> None:
        self._refresh()

    def update(self, seconds: float) -> None:
        self._take_engine()
        self.board.explains = self.session.ready and bool(self.host.settings["explain"])
        self._dirty |= self.session.update()
        self._show_position()
        self._warn_of_time()
        self.board.controller.state.arrows = self._hint_arrows()
        self._seat_mover()
        self.keeper.update()
        super().update(seconds)
        self._refresh()

    def _take_engine(self) -> None:
        if self.loader.stage is Stage.READY and not self.session.ready:
            self.session.attach(self.loader.searcher)
            if self.session.book_problem:
                self.toast.show(self.session.book_problem, REPLACED_SECONDS)
            if self._open_it is not None:
                self._open_it(self.keeper)
            elif self._offer:
                self.keeper.offer()
            else:
                self.keeper.decline()

    @property
    def next_change(self) -> float | None:
        times = (
            super().next_change,
            self.session.deadline,
            CARET_INTERVAL if self.group.focus is self.panel.fen else None,
        )
        return min((time for time in times if time is not None), default=None)

    def close(self) -> None:
        self.keeper.close()
        self.session.close()

    def describe(self) -> str:
        """Return the position and the moves that led to it, for a crash report."""
        game = self.session.game
        moves = " ".join(ply.move.text for ply in game.plies)
        players = ", ".join(player.name for player in self.session.players)
        return (
            f"game: {self.rules.title}\nplayers: {players}\n"
            f"start: {self.rules.write(game.start)}\nmoves: {moves}\n"
            f"shown: after {game.cursor} plies, {self.rules.write(game.position)}"
        )

    def rest(self, resting: bool) -> None:
        """Let the river stand still while the player works with another window."""
        self.board.resting = resting

    # --- from the game to the screen

    def _show_position(self, shown: int = 0) -> None:
        """Bring the board up to date; a new move glides from the square `shown` of its path on."""
        game, position = self.session.game, self.session.position
        outcome = self.session.outcome
        state = _Shown(game, game.cursor, position, self.session.movable_sides, outcome is not None)
        before, self._shown = self._shown, state
        if state == before:
            return
        ply = game.plies[game.cursor - 1] if game.cursor else None
        self.board.show(position, state.movable, ply.transition if ply else None)
        if ply and game is before.game and game.cursor == before.cursor + 1 and ply.before == before.position:
            self.board.glide(ply.transition, shown)
            self.host.aloud(told(self.rules, ply))
            self._announce_end()
        elif position != before.position:
            self.board.change_from(before.position)
        elif not before.over:
            self._announce_end()
        if outcome is not None and not before.over:
            self.host.aloud(result_sentence(self.rules, outcome))
        if not (self.panel.fen.focused and self.panel.fen.text != self.rules.write(before.position)):
            self._restore_fen()
        self._dirty = True

    def _announce_end(self) -> None:
        """Let it be heard that the game is over, a little after the last move."""
        outcome = self.session.outcome
        if outcome is None:
            return
        winner = None if outcome.winner is None else self.session.players[outcome.winner]
        happy = winner is not None and (winner.is_human or not self.session.has_human)
        self.host.sounds.play((Cue.WIN if happy else Cue.OVER,), self.board.animator.arrival + END_PAUSE)

    def _warn_of_time(self) -> None:
        """Let it be heard, once a game, that a person's clock is low."""
        session = self.session
        clocks, (game, rung) = session.game.clocks, self._rung
        if game is not session.game:
            self._rung = session.game, frozenset()
        side = None if clocks is None else clocks.running
        if side is None or side in rung or not session.to_move.is_human or not session.clock_is_low(side):
            return
        self._rung = session.game, rung | {side}
        self.host.sounds.play((Cue.LOW_CLOCK,))

    def _restore_fen(self) -> None:
        self.panel.fen.set_text(self.rules.write(self.session.position))

    def _refresh(self) -> None:
        """Bring the status and the move list up to date."""
        if self.theme is None:
            return
        changed = self.panel.status.show(self._status(), self.theme)
        self._dirty |= self.panel.moves.show(self._move_table()) or changed

    def _status(self) -> Status:
        if not self.session.ready:
            return engine_status(self.loader)
        state = self.board.controller.state
        notices = state.notices if self.host.settings["warnings"] else ()
        return game_status(
            self.session, self.board.controller.waiting, notices, self.board.caution, self._is_newcomer
        )

    @property
    def _is_newcomer(self) -> bool:
        """Whether there are lessons, and none of them has been solved."""
        return has_lessons(self.rules) and self.rules.name not in self.host.settings["lessons"]

    def _move_table(self) -> MoveTable:
        game = self.session.game
        remarks, introduction = tuple(self.session.remarks), self.session.introduction
        key = (game, len(game.plies), game.cursor, game.position, remarks, introduction)
        if key != self._table_key:
            self._table_key = key
            texts = [ply_text(ply) for ply in game.plies]
            counts = game.repetitions, game.quiet_plies
            self._table = MoveTable(
                move_rows(texts, game.start.side, game.start.move_number),
                game.cursor,
                counters_text(self.rules, *counts, short=False),
                counters_text(self.rules, *counts, short=True),
                self.session.comment,
                frozenset(self.session.commented),
            )
        return self._table

    def _card(self, side: int) -> CardText:
        session = self.session
        outcome = session.outcome
        captured, drowned = losses(session.game.plies[: session.game.cursor], side)
        to_move = outcome is None and session.position.side == side
        winner = outcome is not None and outcome.winner == side
        player, clocks = session.players[side], session.game.clocks
        return CardText(
            side,
            side_name(self.rules, side),
            self._title(player),
            to_move,
            winner,
            captured,
            drowned,
            session.clock_text(side),
            clocks is not None and clocks.running == side,
            session.clock_is_low(side),
            "" if player.is_program else player.short_title,
            control_text(player.clock),
        )

    def _title(self, player: Player) -> str:
        """Return what a player is called, a program as the person calls it."""
        return self.programs.title(player.program) if player.is_program else player.title

    # --- drawing

    def panel_changes(self, surface: pygame.Surface, theme: Theme) -> list[pygame.Rect]:
        return self.panel.changes(theme)

    @property
    def overlaid(self) -> tuple[object, ...]:
        return self.panel.fen.error, *super().overlaid

    def _draw_all(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw all that lies within the surface's clip."""
        clip = surface.get_clip()
        if not pygame.Rect(self.board.geometry.outer_rect).contains(clip):
            surface.fill(theme.colours.background)
            self.panel.draw(surface, theme)
        self.board.draw(surface, theme)
        self.toast.draw(surface, theme, self.toast_place, self.occupied)
        self.board.draw_bubble(surface, theme)
        self.panel.draw_error(surface, theme)
        self.group.draw_tip(surface, theme)

    # --- moving

    def _moved(self, chosen: Chosen) -> None:
        self.session.play(chosen.move, chosen.path)
        self._show_position(chosen.shown)

    def _asked(self, moves: tuple[Move, ...]) -> None:
        position, preview = self.session.position, self.board.controller.preview
        ask(self.host, self.rules, position, moves, self._popup_place, preview, self._play_choice)

    def _popup_place(self) -> pygame.Rect:
        assert self._places is not None
        parts = self._places
        return parts.moves.unionall([parts.fen, *parts.toolbar, *([parts.demo] if parts.demo else [])])

    def _play_choice(self, move: Move) -> None:
        self.session.play(move, move.path)
        self._show_position()

    def view(self, cursor: int) -> None:
        """Show the position after `cursor` plies."""
        self.session.view(cursor)
        self._show_position()

    def resume(self) -> None:
        """Let the AI play on."""
        self.session.resume()

    # --- a new game

    def games(self) -> None:
        self.host.push(GamesScreen(self.host, all_games(), self.rules, self._choose_game, self._note_game))

    def _choose_game(self, rules: Rules, size: int) -> None:
        """Go to a board of a game; if it is the one that is there already, its game goes on."""
        self.host.settings["game"] = rules.name
        if rules is not self.rules or self.rules.shape(self.session.position)[0] != size:
            players = self.session.players if rules is self.rules else USUAL_PLAYERS
            self._begin(rules, players, rules.start(size))

    def _note_game(self) -> None:
        """Remember what is played here for the next launch."""
        self.host.settings["game"] = self.rules.name

    def _begin(self, rules: Rules, players: Players, position: Position | None) -> None:
        """Begin a game of any kind."""
        self.host.settings["game"] = rules.name
        if rules is self.rules:
            self.start(players, position)
        else:
            self._note_players(players)
            self.host.change_game(rules, players, position)

    def start(self, players: Players, position: Position | None) -> None:
        """Begin a game."""
        self.session.new_game(players, position)
        self._seat_players()
        self._replaced("")

    def _seat_players(self) -> None:
        """Arrange the board and the controls for the players of another game."""
        self._note_players(self.session.players)
        self.seat_person()
        self._set_pace(self.session.pace)
        self._show_position()
        self.relayout()

    def _note_players(self, players: Players) -> None:
        """Remember who plays for the next launch. A demo is watched once; then that is a game again."""
        if not any(player.is_human for player in players):
            return
        for name, player in zip(("white", "black"), players, strict=True):
            self.host.settings[name] = player.name
            self.host.settings[f"{name}_clock"] = str(player.clock or NO_CLOCK)

    def _replaced(self, done: str) -> None:
        """Say what was done, that the game before it is not lost, and what the AI has to do without."""
        back = UNDO_BRINGS_BACK if self.session.has_earlier_game else ""
        said = " ".join(part for part in (done, back, self.session.book_problem) if part)
        if said:
            self.toast.show(said, REPLACED_SECONDS)

    def _tell(self, words: str, seconds: float) -> None:
        """Say something on whatever is open above the game."""
        screen = self.host.stack[-1] if self.host.stack else self
        screen.toast.show(words, seconds)

    def open_file(self, path: Path) -> None:
        """Open a file with a game."""
        self.keeper.open_file(path)

    def seat_person(self) -> None:
        """Turn the board so that the only person sits below, and forget that it was turned by hand."""
        self.host.settings["turned"] = False
        self._turn(self._sits_above)

    def _seat_mover(self) -> None:
        """Turn the board to whoever of two people is to move, once the last move has been seen."""
        wanted = bool(self.host.settings["auto_flip"]) and not self.session.has_ai
        shown = (self.session.game, self.session.game.cursor) if wanted else None
        if shown == self._turned_for or self.board.animator.running or self.session.outcome is not None:
            return
        self._turned_for = shown
        turned = self._sits_above != self.host.settings["turned"]
        self._turn(self.session.position.side != self.rules.side_below if wanted else turned)

    @property
    def _sits_above(self) -> bool:
        """Whether the only person plays the side whose home is the upper edge of the board."""
        people = [side for side in (0, 1) if self.session.players[side].is_human]
        return people == [1 - self.rules.side_below]

    def set_up_text(self, text: str) -> None:
        """Set up a position given as text; explain it beside the field if that cannot be done."""
        try:
            position = self.rules.parse(text)
        except GameError as error:
            self._complain(text, str(error))
            return
        self.group.set_focus(None)
        self.session.set_up(position)
        self._show_position()
        self._restore_fen()
        self._replaced("The position is set up.")

    def _complain(self, text: str, error: str) -> None:
        self.group.set_focus(self.panel.fen)
        self.panel.fen.set_text(text.strip())
        # What is pasted or typed next replaces the text.
        self.panel.fen.select_all()
        self.panel.fen.error = error
        self.invalidate()

    # --- settings

    def apply_settings(self) -> None:
        warnings = bool(self.host.settings["warnings"])
        state = self.board.controller.state
        state.show_drowning = state.show_attack = warnings
        self._set_pace(self.session.pace)

    def _turn(self, flipped: bool) -> None:
        self.board.turn(flipped)
        self.panel.turn(flipped)
        self.invalidate()

    def _set_pace(self, seconds: float) -> None:
        self.session.pace = seconds
        self.host.settings["pace"] = seconds
        quick = min(1.0, seconds / USUAL_PACE) if self.session.is_demo else 1.0
        self.board.animate(quick * animation_pace(self.host.settings))

    # --- commands

    def new_game(self) -> None:
        self._ask_for_players()

    def restart(self) -> None:
        self.session.restart()
        self._show_position()
        self._replaced("")

    def undo(self) -> None:
        self._step_through(self.session.undo, "The game before is back.")

    def redo(self) -> None:
        self._step_through(self.session.redo, "The later game is back.")

    def _step_through(self, step: Callable[[], None], other: str) -> None:
        """Undo or redo; `other` is what to say if that led to another game."""
        game, players = self.session.game, self.session.players
        step()
        if self.session.game is not game:
            self.toast.show(other)
            if self.session.players != players:
                self._seat_players()
        self._show_position()

    def back(self) -> None:
        self.view(self.session.game.cursor - 1)

    def forward(self) -> None:
        self.view(self.session.game.cursor + 1)

    def first(self) -> None:
        self.view(0)

    def last(self) -> None:
        self.view(len(self.session.game.plies))

    @property
    def space_plays_best(self) -> bool:
        """Whether there is nothing to hold, and it is a person's turn; a running clock is held instead."""
        session = self.session
        return session.can_play_best and session.game.clocks is None and not session.can_pause

    def play_or_pause(self) -> None:
        if self.space_plays_best:
            self.session.play_best()
        elif self.session.paused or self.session.failure:
            self.session.resume()
        else:
            self.session.pause()

    def step(self) -> None:
        self.session.step()

    def faster(self) -> None:
        self.panel.pace.step(-1)

    def slower(self) -> None:
        self.panel.pace.step(1)

    def save_game(self) -> None:
        self.keeper.save()

    def open_game(self) -> None:
        self.keeper.open()

    def flip(self) -> None:
        self._turn(not self.board.flipped)
        self.host.settings["turned"] = self.board.flipped != self._sits_above

    def copy_fen(self) -> None:
        copy_position(self, self.rules.write(self.session.position))

    def paste_fen(self) -> None:
        text = pasted_text(self)
        if text:
            self.set_up_text(text)

    def edit(self) -> None:
        ways = Ways(self._play_from, self._play_both_sides, self._analyse_from)
        position, flipped = self.session.position, self.board.flipped
        self.host.push(EditScreen(self.host, self.rules, self.skin, position, self._is_ready, ways, flipped))

    def _is_ready(self) -> bool:
        return self.session.ready

    def toggle_endless(self) -> None:
        self.session.endless = not self.session.endless
        self.session.auto = self.session.auto or self.session.endless
        after = "the next game follows" if self.session.endless else "the AIs stop"
        self.toast.show(f"After this game {after}.")

    def score(self) -> None:
        session = self.session
        title = lambda name: self._title(Player.named(name))  # noqa: E731
        self.host.push(ScoreScreen(self.host, self.rules, lambda: session.series, title, session.count_anew))

    def take_over(self) -> None:
        self.session.take_over()
        self._seat_players()

    def hint(self) -> None:
        self.session.ask_hint()

    def type_move(self) -> None:
        position, moves = self.session.position, self.rules.legal_moves(self.session.position)
        preview = self.board.controller.preview
        self.host.push(
            TypeScreen(self.host, self.rules, position, moves, self._popup_place, preview, self._play_choice)
        )

    def resign(self) -> None:
        self.session.resign()
        self._show_position()
        self.toast.show("Undo takes that back.", REPLACED_SECONDS)

    def decide(self) -> None:
        session = self.session
        thought = session.info
        known = thought is not None and session.info_position is not None
        words = score_text(self.rules, thought.score, session.info_position.side) if thought and known else ""
        # The game in question must not be over, nor another one on the board, when the answer comes.
        go_on = session.resume if session.auto else (lambda: None)
        session.pause()
        self.host.push(DecideScreen(self.host, self.rules, words, self._decided, go_on))

    def _decided(self, winner: int | None) -> None:
        self.session.adjudicate(winner)
        self._show_position()
        self.toast.show("Undo takes that back.", REPLACED_SECONDS)

    def offer_draw(self) -> None:
        if not self.session.offer_draw():
            self.toast.show("The AI wants to play on.", REPLACED_SECONDS)
        self._show_position()

    def _hint_arrows(self) -> tuple[Arrow, ...]:
        """Return the move of the hint as arrows, its legs one by one."""
        hint = self.session.hint
        path = hint.pv[0].path if hint is not None and hint.pv else ()
        return tuple(Arrow(start, end) for start, end in pairwise(path))

    def analyse(self) -> None:
        self._desk.analyse_game(self.board.flipped)

    def review(self) -> None:
        self.analyse()
        self._desk.give("review")

    def write_comment(self) -> None:
        self.analyse()
        self._desk.give("comment")

    def tournament(self) -> None:
        self.host.push(TournamentSetup(self.host, self.rules, self.keeper.folder(), self._start_tournament))

    def _start_tournament(self, wish: Wish) -> None:
        """Show a tournament, if need be above the board of another game, which is then opened."""
        play: Screen = self
        made_way = wish.game != self.rules.name and self.keeper.is_played
        if wish.game != self.rules.name:
            self.host.change_game(registry.get(wish.game), USUAL_PLAYERS, None)
            play = self.host.stack[-1]
        assert isinstance(play, PlayScreen)
        play.show_tournament(LiveTournament(wish, self.host.wake))
        if made_way:
            self._tell(OPEN_BRINGS_BACK.format(self.rules.title), REPLACED_SECONDS)

    def show_tournament(self, live: LiveTournament) -> None:
        """Show a tournament of this game; its finished games can be analysed once the engine is there."""
        analyse = self._desk.analyse_record
        self.host.push(TournamentScreen(self.host, live, self._is_ready, analyse))

    def tell_game(self) -> None:
        self.host.push(MoveLogScreen(self.host, self.session, self.view))

    def see_search(self) -> None:
        game = self.session.game
        see_search(self.host, self.rules, game.position, game.history(), self.board.flipped)

    def _analyse_from(self, position: Position) -> None:
        self._desk.analyse_position(position, self.board.flipped)

    def _play_from(self, position: Position) -> None:
        """Ask who plays from a position on."""
        self._ask_for_players(self.rules.write(position))

    def _ask_for_players(self, text: str = "") -> None:
        self.host.push(
            SetupScreen(
                self.host,
                self.rules,
                self.session.players,
                self._begin,
                self._is_ready,
                text,
                self.rules.shape(self.session.position)[0],
            )
        )

    def _play_both_sides(self, position: Position) -> None:
        self.start((Player(), Player()), position)

    @property
    def can_cancel(self) -> bool:
        """Whether `cancel` does anything."""
        return self.board.controller.holds or bool(self.host.settings["fullscreen"])

    def cancel(self) -> None:
        """Take a click back, or leave full screen."""
        if not self.board.cancel() and self.host.settings["fullscreen"]:
            self.host.toggle_full_screen()
