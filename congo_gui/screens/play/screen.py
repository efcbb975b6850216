"""The play screen: the board, the panel, and the commands that work on the game."""

from __future__ import annotations

from typing import Protocol

import pygame

from congo_gui.board.controller import MoveEntered
from congo_gui.board.state import Arrow, arrows_along
from congo_gui.commands.command import Handler, Handlers, Where
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Scheme, Theme
from congo_gui.play.engine_service import missing_files
from congo_gui.play.events import Cause, Event, GameReplaced, PaceChanged, PlayersChanged
from congo_gui.play.player import PlayerConfig
from congo_gui.play.session import Session
from congo_gui.screens.analysis.controller import AnalysisController
from congo_gui.screens.files.game_autosave import GameAutosave, LastGameOffer
from congo_gui.screens.files.game_files import FilesHost, GameFiles
from congo_gui.screens.play import texts
from congo_gui.screens.play.board_follower import BoardFollower, BoardOrientation, GameCues
from congo_gui.screens.play.end_plaque import EndPlaque
from congo_gui.screens.play.exposure_screen import MoveGuard
from congo_gui.screens.play.first_game import FirstGame
from congo_gui.screens.play.game_commands import (
    TOAST_S,
    NavigationCommands,
    NewGames,
    ResignAndDraw,
    needs_turn,
    unless_over,
)
from congo_gui.screens.play.game_end import EndReplay, end_paths, only_human
from congo_gui.screens.play.layout import PlayLayout, play_layout
from congo_gui.screens.play.move_tables import MoveTables
from congo_gui.screens.play.panel import Panel, PositionField
from congo_gui.screens.play.rated_play import RatedPlay
from congo_gui.screens.play.record_commands import RecordCommands
from congo_gui.screens.play.status import BoardSituation, engine_status, game_status, with_ai_progress
from congo_gui.screens.play.studies import (
    ExperimentCommand,
    ExperimentHost,
    Studies,
    TournamentHost,
    Tournaments,
)
from congo_gui.screens.shared.board_area import BoardArea
from congo_gui.screens.shared.board_screen import BoardScreen
from congo_gui.screens.shared.move_chooser import MoveChooser
from congo_gui.screens.shared.status_box import Status
from congo_gui.store.programs import Programs
from congo_gui.system.startup import EngineLoader, EngineStage
from congo_gui.widgets.base import earliest
from congo_gui.widgets.wheel import StepWheel
from engine.learn.lessons import has_lessons

PROGRESS_INTERVAL_S = 0.25
"""Seconds between two updates of the compiler's progress."""
NORMAL_PACE_S = 0.5
"""The time per move from which animations run at normal speed."""


class PlayHost(FilesHost, TournamentHost, ExperimentHost, Protocol):
    """The program's functions that the screen needs."""


class PlayScreen(BoardScreen):
    """A game on the screen."""

    _where = Where.GAME
    board: BoardArea

    def __init__(self, host: PlayHost, first: FirstGame, skin: Skin, loader: EngineLoader) -> None:
        super().__init__(host)
        self._rules, self.skin, self._loader = first.rules, skin, loader
        self._programs = Programs(host.settings)
        self.session = Session(first.rules, first.players, first.start, host.timing, host.wake, first.rated)
        self.session.demo.set_pace(host.settings.pace)
        self.files = GameFiles(host, self.session, self._programs.players_of)
        self.autosave = GameAutosave(host, self.session, self.files)
        self._replay = EndReplay(self.session, host.timing.now)
        self._last_game_offer = LastGameOffer(host, self.session, self.files, skin)
        self._first = first
        position = lambda: self.session.game.position  # noqa: E731
        self._chooser = MoveChooser(
            host, first.rules, skin, position, self._entered, self._explain, self._list_place
        )
        self.board = self._chooser.board
        self.board.display.reader_side = lambda: only_human(self.session)
        self.end_plaque = EndPlaque(self.session, self.board.display, self.board.controller.state)
        cues = GameCues(self.session, host.sounds)
        # It follows the game before the rating does: a screen reader hears the result first.
        follower = BoardFollower(self.session, self.board, cues, host.screen_reader)
        self._guard = MoveGuard(host, self.session, self.board, follower.play)
        self._rated = RatedPlay(host, self.session, self.files)
        self._new_games = new_games = NewGames(host, self.session, self.toast, self._rated.ask)
        field = PositionField(self, self.session, new_games)
        self.panel = Panel(
            self.commands, self.session, self.skin, field, new_games, self._title, self._loader.start
        )
        self.group.widgets = [self.board, *self.panel.widgets]
        self._layout: PlayLayout | None = None
        self._layout_is_over = False
        """True if the layout is that of a finished game."""
        self._layout_has_fen = False
        """True if the layout includes the position as text."""
        self._status_outdated = True
        """True if the status may have changed since it was shown."""
        self._was_preparing = True
        """True if the last update showed progress."""
        self._is_refused = False
        """True if the disk has refused the game, and the status says so."""
        self.session.events.subscribe(self._follow, Event)
        self._tables = MoveTables(self.session)
        self._wheel = StepWheel(self._view_ply)
        self._orientation = BoardOrientation(self.session, host.settings, self._set_flipped)
        look = lambda: self.skin  # noqa: E731
        self.analyses = AnalysisController(host, look, self.session, self.files, new_games)
        self.tournaments = Tournaments(host, self.session, self.files, self.autosave, self.analyses)
        self._game_commands = (
            new_games,
            self._rated,
            NavigationCommands(host, self.session, self.toast),
            ResignAndDraw(host, self.session, self.toast),
            Studies(
                host,
                self.session,
                self.analyses,
                new_games,
                look,
                self._study_flipped,
                self._rated.before_help,
            ),
            self.tournaments,
            ExperimentCommand(host, self.session, self.files),
            RecordCommands(
                host,
                self.session,
                self.toast,
                self.files,
                self._replay,
                lambda: self.board.display.flipped,
                self._title,
            ),
        )
        self.apply_settings()
        if first.restores_orientation:
            self._orientation.restore()
        else:
            self._orientation.put_human_below()

    # --- the screen

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self._window, self.theme = window, theme
        self._apply_scheme(theme.scheme)
        self._layout_is_over = self.session.outcome is not None
        self._layout_has_fen = self._shows_fen
        self._layout = play_layout(
            window, theme, self.session.current.is_demo, self._layout_is_over, self._layout_has_fen
        )
        self.board.place(self._layout.board, theme)
        self.panel.place(self._layout, theme)
        self.invalidate()

    def _apply_scheme(self, scheme: Scheme) -> None:
        """Show pieces beside the board in the window's colour scheme."""
        skin = self.skin.with_scheme(scheme)
        if skin is not self.skin:
            self.skin = skin
            self.panel.set_skin(skin)

    def _handlers(self) -> Handlers:
        parts = self._game_commands
        from_parts = {name: handler for part in parts for name, handler in part.handlers.items()}
        return self._rated.asking_first({**from_parts, **self._on_the_board()})

    def _on_the_board(self) -> Handlers:
        """Return the handlers of the board's commands and of the controls beside it."""
        session = self.session
        demo = lambda: session.current.is_demo  # noqa: E731
        state, no_path = self.board.controller.state, unless_over(session, texts.NO_PIECE)
        return {
            "commit": Handler(self.board.commit, lambda: bool(state.path), no_path),
            "cancel": Handler(self._cancel),
            "flip": Handler(lambda: self._orientation.flip_by_hand(not self.board.display.flipped)),
            "faster": Handler(lambda: self.panel.pace.step(-1), demo, texts.NO_DEMO),
            "slower": Handler(lambda: self.panel.pace.step(1), demo, texts.NO_DEMO),
            "type_move": Handler(self._chooser.type, session.may.can_hint, needs_turn(session)),
            "copy_fen": Handler(self.panel.position.copy),
            "paste_fen": Handler(self.panel.position.paste),
            "fen_field": Handler(self._toggle_fen, is_on=lambda: self._host.settings.fen_field),
        }

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL and self.group.hovered is self.board:
            self._wheel.handle(event)
            return True
        used = super().handle(event)
        preparing = self._loader.stage is not EngineStage.FAILED and not self.session.may.engine_ready()
        pressed = event.type == pygame.MOUSEBUTTONDOWN and self.board.rect.collidepoint(event.pos)
        if preparing and pressed:
            self.toast.show(texts.NOT_READY)
        return used

    def _after_input(self) -> None:
        self._status_outdated = True
        self._refresh()

    def set_covered(self, covered: bool) -> None:
        super().set_covered(covered)
        self._status_outdated = True

    def update(self, seconds: float) -> None:
        self._take_engine()
        self._new_games.follow_programs(self._programs.current)
        self._wheel.update()
        self.board.help.enabled = self.session.may.engine_ready() and self._host.settings.explain
        self.session.update()
        self._orientation.put_mover_below(self.board.display.animator.running)
        self._replay.update(self.board.display.animator.running)
        self.autosave.update()
        self._note_refusal()
        self._rated.update()
        super().update(seconds)
        self._status_outdated |= self._was_preparing or not self.session.may.engine_ready()
        self._was_preparing = self._is_preparing
        self._refresh()

    def _note_refusal(self) -> None:
        """Show for as long as the disk refuses the game that it is not saved."""
        before, self._is_refused = self._is_refused, self.autosave.is_refused
        self._status_outdated |= before != self._is_refused

    def _take_engine(self) -> None:
        if self._loader.stage.is_playable and not self.session.may.engine_ready():
            self.session.attach_engine(self._loader.searcher)
            self._rated.engine_ready()
            if problem := missing_files(self.session.current):
                self.toast.show(problem, TOAST_S)
            if self._first.open_it is not None:
                self._first.open_it(self.files)
            elif self._first.offer or self._first.offer_earlier:
                self._last_game_offer.ask_later(earlier=not self._first.offer)
            else:
                self._last_game_offer.decline()
        self._last_game_offer.update(covered=self.board.display.river.covered)

    @property
    def next_change(self) -> float | None:
        preparing = PROGRESS_INTERVAL_S if self._is_preparing else None
        return earliest(super().next_change, self.session.deadline, preparing, self._replay.next_change)

    @property
    def _is_preparing(self) -> bool:
        """True if there is progress to show."""
        return self._loader.stage in (EngineStage.COMPILING, EngineStage.PLAYABLE)

    def close(self) -> None:
        self._rated.close()
        self.autosave.close()
        self.session.close()

    def set_unfocused(self, unfocused: bool) -> None:
        """Stop the river's animation while another window has the focus."""
        self.board.display.river.unfocused = unfocused

    # --- following the game

    def _follow(self, event: Event) -> None:
        """Update the panel."""
        self._dirty = self._status_outdated = True
        state = self.board.controller.state
        state.arrows, state.end_paths = self._hint_arrows(), end_paths(self.session)
        chosen = isinstance(event, GameReplaced) and (
            event.cause in (Cause.NEW, Cause.OPENED)
            or (event.cause is Cause.RESTORED and event.before.players != self.session.current.players)
        )
        if chosen or isinstance(event, PlayersChanged):
            self._players_chosen()
        elif isinstance(event, PaceChanged):
            self._host.settings.pace = event.seconds
            self._animate()

    def _refresh(self) -> None:
        """Update the status and the move list, if anything has changed since the last update."""
        if self.theme is not None and self._layout_has_fen != self._shows_fen:
            self._relayout()
        if self.theme is None or not self._status_outdated:
            return
        self._status_outdated = False
        if self._layout_is_over != (self.session.outcome is not None):
            self._relayout()
        changed = self.panel.status.show(self._status(), self.theme)
        self._dirty |= self.panel.moves.show(self._tables.table) or changed

    def _status(self) -> Status:
        ai_is_loading = self._loader.stage is EngineStage.PLAYABLE
        if not self.session.may.engine_ready() or (ai_is_loading and self.session.may.ai_to_move()):
            return engine_status(self._loader)
        warnings = self.board.controller.state.warnings if self._host.settings.warnings else ()
        situation = BoardSituation(
            self.board.controller.waiting,
            warnings,
            self.board.help.caution,
            self._is_newcomer,
            self._replay.running,
            self._host.settings.thoughts,
            self._rated.lines(),
            self._is_refused,
        )
        status = game_status(self.session, situation)
        return with_ai_progress(status, self._loader) if ai_is_loading else status

    @property
    def _is_newcomer(self) -> bool:
        """True if this is the first game, and the user has solved none of its lessons.

        After another game their button would replace *Rematch* under a double click.
        """
        first = not self.session.may.has_earlier_game()
        return first and has_lessons(self._rules) and self._rules.name not in self._host.settings.lessons

    def _title(self, player: PlayerConfig) -> str:
        """Return the title of a player; a program's title is the user's name for it."""
        return self._programs.title(player.program) if player.is_program else player.title

    def _hint_arrows(self) -> tuple[Arrow, ...]:
        """Return the hint's move as arrows, one for each leg."""
        hint = self.session.hints.found
        return arrows_along(hint.pv[0].path) if hint is not None and hint.pv else ()

    # --- drawing

    def _panel_changes(self, surface: pygame.Surface, theme: Theme) -> list[pygame.Rect]:
        return self.panel.changes(theme)

    @property
    def _overlaid(self) -> tuple[object, ...]:
        return self.panel.fen.error, self.end_plaque.lines, *super()._overlaid

    def _draw_all(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw everything within the surface's clip."""
        clip = surface.get_clip()
        if not pygame.Rect(self.board.display.geometry.outer_rect).contains(clip):
            surface.fill(theme.colours.background)
            self.panel.draw(surface, theme)
        self.board.draw(surface, theme)
        self.end_plaque.draw(surface, theme)
        self.toast.draw(surface, theme, self.toast_place, self._occupied)
        self.board.help.draw(surface, theme)
        self.panel.draw_error(surface, theme)
        self.group.draw_tip(surface, theme)

    # --- moving

    def _entered(self, chosen: MoveEntered) -> None:
        self._guard.enter(chosen)

    def _view_ply(self, step: int) -> None:
        """Show the position `step` plies later, or the last one before that."""
        self.session.view(self.session.game.cursor + step)

    def _list_place(self) -> pygame.Rect:
        assert self._layout is not None
        parts = self._layout
        others = [rect for rect in (parts.fen, parts.demo) if rect is not None]
        return parts.moves.unionall([*others, *parts.toolbar])

    def _players_chosen(self) -> None:
        """Adapt the board and the controls to new players."""
        self._new_games.remember_players()
        self._orientation.put_human_below()
        self._animate()
        self._relayout()

    # --- settings

    def apply_settings(self) -> None:
        state = self.board.controller.state
        state.show_drowning = state.show_attack = self._host.settings.warnings
        self._status_outdated = True
        self._animate()

    @property
    def _shows_fen(self) -> bool:
        """True if the position is shown as text: on request, and while it has an error."""
        return self._host.settings.fen_field or bool(self.panel.fen.error)

    def _toggle_fen(self) -> None:
        self._host.settings.fen_field = not self._host.settings.fen_field
        self.panel.position.restore()
        self._host.apply_settings()

    def play_weakest(self) -> None:
        """Begin a game against the weakest level, after the lessons."""
        self._new_games.play_weakest()

    def _study_flipped(self) -> bool:
        """Return whether analysis, editor and search tree open flipped (the setting *Analysis boards*)."""
        return self._host.settings.study_as_played and self.board.display.flipped

    def _set_flipped(self, flipped: bool) -> None:
        self.board.display.set_flipped(flipped)
        self.panel.set_flipped(flipped)
        self.invalidate()

    def _animate(self) -> None:
        """Adapt the speed of animations to the pace of a game between AIs."""
        demo = self.session.current.is_demo
        quick = min(1.0, self.session.demo.pace / NORMAL_PACE_S) if demo else 1.0
        self.board.display.animate(quick * self._host.settings.animation_pace)

    def _cancel(self) -> None:
        """Undo a click, or leave full screen."""
        if not self.board.cancel() and self._host.settings.fullscreen:
            self._host.toggle_full_screen()
