"""Autosave of the game on the board, which survives kill -9, and the offer to continue it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from weakref import WeakKeyDictionary

import pygame

from congo_gui.board.view import BoardView
from congo_gui.draw.drawing import draw_lines
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.events import (
    ClockSwitched,
    GameOver,
    GameReopened,
    GameReplaced,
    MovePlayed,
    MovesReplaced,
    PlayersChanged,
    PositionShown,
    RatingStopped,
    RemarksChanged,
)
from congo_gui.play.game_file import kept_game, rules_in, shown_cursor, to_record, was_taken_back
from congo_gui.play.played_game import PlayedGame
from congo_gui.play.session import Session
from congo_gui.play.wording import move_count, result_title, side_name
from congo_gui.screens.files import texts
from congo_gui.screens.files.game_files import LONG_MESSAGE_S, GameFiles
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.store import texts as store_texts
from congo_gui.store.game_library import BoardText
from congo_gui.widgets.button import Button, Look
from engine.game.game import Game
from engine.record.format import format_game
from engine.record.record import GameRecord
from engine.rules.rules import Rules
from engine.rules.values import Move, Outcome, Position

BUTTON = 40
SAVE_INTERVAL_S = 5.0
"""Seconds between two saves of a running clock, as kill -9 loses no more than that, or tries to save."""
CHANGES = (
    MovePlayed,
    PositionShown,
    PlayersChanged,
    GameOver,
    GameReopened,
    RemarksChanged,
    RatingStopped,
    ClockSwitched,
)
"""Events after which the game is written again; a replaced one is written once more by itself."""


def lines_about(game: Game, players: tuple[str, str]) -> tuple[str, ...]:
    """Return lines with the players, the number of moves and the side to move."""
    sides = (f"{side_name(game.rules, side)}: {players[side]}" for side in (0, 1))
    moves = texts.moves_played(move_count(game.cursor))
    if game.outcome is not None:
        return (*sides, moves, result_title(game.rules, game.outcome))
    return (*sides, moves, texts.to_move(side_name(game.rules, game.position.side)))


class WelcomeScreen(Dialog):
    """Shows the position of the game and asks whether to continue it: calls `resume`, or `decline`.

    Closing it by Escape or its cross declines, too; a click beside it, which may have been meant for the
    board, does not. `note` tells what else the last run has left.
    """

    _size = (620, 360)
    _reads_itself = _opens_by_itself = _ignores_first_clicks = True

    def __init__(
        self,
        host: Host,
        skin: Skin,
        game: Game,
        players: tuple[str, str],
        resume: Callable[[], None],
        decline: Callable[[], None],
        note: str = "",
    ) -> None:
        super().__init__(host, texts.CONTINUE_QUESTION)
        self._game, self._lines = game, lines_about(game, players)
        self._resume, self._decline, self.note = resume, decline, note
        self._view = BoardView(game.rules, skin)
        self._board = pygame.Rect(0, 0, 0, 0)
        self._text = pygame.Rect(0, 0, 0, 0)
        self.continue_button = Button(texts.CONTINUE, self._accept, look=Look.PRIMARY, tip=texts.CONTINUE_TIP)
        self.new_game_button = Button(texts.NEW_GAME, self.dismiss, tip=texts.NEW_GAME_TIP)
        self._use_widgets([self.continue_button, self.new_game_button])
        host.screen_reader(" ".join((self.title, f"{'. '.join(self._lines)}.", note)).strip())

    def _accept(self) -> None:
        self._host.pop(self)
        self._resume()

    def dismiss(self) -> None:
        super().dismiss()
        self._decline()

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        self._view.set_scheme(theme.scheme)
        gap, height = theme.px(16), theme.px(BUTTON)
        side = min(inside.height, inside.width // 2)
        self._board = pygame.Rect(inside.x, inside.y, side, side)
        self._text = pygame.Rect(inside.x + side + gap, inside.y, inside.width - side - gap, inside.height)
        top = inside.bottom - height
        for button in (self.new_game_button, self.continue_button):
            button.place(pygame.Rect(self._text.x, top, self._text.width, height), theme)
            top -= height + theme.px(8)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        self._view.draw_still(surface, self._board, self._game.position)
        y = self._text.y
        for row, words in enumerate(self._lines):
            role = Role.STRONG if row == len(self._lines) - 1 else Role.BODY
            text = theme.shorten(words, role, self._text.width)
            surface.blit(theme.text(text, role, theme.colours.text), (self._text.x, y))
            y += theme.line_height(role) + theme.px(4)
        y += theme.px(8)
        lines = theme.wrap(self.note, Role.SMALL, self._text.width)
        draw_lines(surface, theme, lines, Role.SMALL, theme.colours.muted, (self._text.x, y))


class LastGameOffer:
    """Offers to continue the last run's game, or the last one of this kind, once the engine is loaded.

    The game on the board waits until that is answered: with a move, it would replace the last run's game.
    """

    def __init__(self, host: Host, session: Session, files: GameFiles, skin: Skin) -> None:
        self._host, self._session, self._files, self._skin = host, session, files, skin
        self._store = host.autosave
        self._due: Callable[[], bool] | None = None
        """The question that waits until no screen lies over the game."""
        self._game = session.game
        self._was_running = False
        """True if that game goes on when the question is answered, unless another one is continued."""

    def ask_later(self, earlier: bool) -> None:
        """Let `update` ask about the last run's game, or about an `earlier` one of this kind."""
        self._due, self._game = self.offer_earlier if earlier else self.offer, self._session.game
        self._was_running = self._session.current.auto
        self._session.pause()

    def _resume(self) -> None:
        if self._was_running and self._session.game is self._game:
            self._session.resume()

    def update(self, covered: bool) -> None:
        """Ask, once the game is not `covered` by a screen; not if another game was begun on one."""
        if self._due is None or covered:
            return
        ask, self._due = self._due, None
        if self._session.game is not self._game:
            self.decline()
        elif not ask():
            self._resume()

    def offer(self) -> bool:
        """Ask whether to continue the last run's game; if it is over, only show where it is saved.

        Return whether there is a question, as `offer_earlier` does.
        """
        if not self._store.last_game:
            self._announce()
            return False
        if rules_in(self._store.last_game) not in (None, self._session.game.rules):
            self.decline()
            return self.offer_earlier()
        left = kept_game(self._store.last_game)
        if left is None:
            self._store.archive_game(is_damaged=True)
            self._host.show_toast(texts.GAME_DAMAGED, LONG_MESSAGE_S)
        elif not left.moves and not _is_set_up(left.rules, left.start):
            self._store.archive_game()
            self._announce()
        elif self._ask(left, lambda: self._continue(left), self._store.archive_game):
            return True
        else:
            self.decline()
        return False

    def offer_earlier(self) -> bool:
        """Ask whether to continue the last game of this kind that has no result yet, if there is one."""
        earlier = self._store.earlier
        for path, text in earlier.unfinished(self._session.game.rules.name):
            if path in earlier.declined:
                return False
            left = kept_game(text)
            decline = partial(earlier.declined.add, path)
            if left is not None and self._ask(left, partial(self._continue_earlier, left, path), decline):
                return True
        return False

    def _ask(self, left: GameRecord, resume: Callable[[], None], decline: Callable[[], None]) -> bool:
        """Ask whether to continue a game; return False if it is over."""
        game, cursor = left.replay(), shown_cursor(left)
        if game.final_outcome is not None and not was_taken_back(left, game):
            return False
        if cursor != game.cursor:
            game.go_to(cursor)
        if game.outcome is not None:
            return False
        first, second = self._files.players_of(left)
        titles = (first.title, second.title)
        note = texts.ANALYSIS_KEPT if self._store.left_analysis else ""
        self._store.left_analysis = False

        def declined() -> None:
            decline()
            self._resume()

        self._host.push(WelcomeScreen(self._host, self._skin, game, titles, resume, declined, note))
        return True

    def decline(self) -> None:
        """Keep the last run's game for later, and show where it is saved."""
        has_game = bool(self._store.last_game)
        self._store.archive_game()
        self._announce(has_game)

    def _announce(self, game: bool = False) -> None:
        """Show where the last run's analysis is saved, and its game if there is one."""
        if not self._store.has_slot:
            self._host.show_toast(store_texts.NOT_KEPT, LONG_MESSAGE_S)
        elif self._store.left_analysis:
            self._host.show_toast(texts.BOTH_KEPT if game else texts.ANALYSIS_KEPT, LONG_MESSAGE_S)
        elif game:
            self._host.show_toast(texts.GAME_KEPT, LONG_MESSAGE_S)
        self._store.left_analysis = False

    def _continue(self, left: GameRecord) -> None:
        self._store.last_game = ""
        self._files.show(left, resume=True)

    def _continue_earlier(self, left: GameRecord, path: Path) -> None:
        self._files.show(left, resume=True)
        self._store.earlier.note_returned(path)


def _is_set_up(rules: Rules, start: Position) -> bool:
    """Return whether a first position is none of those that the rules offer."""
    return start not in map(rules.start, rules.facts.sizes)


def _is_position(played: PlayedGame, is_saved: bool) -> bool:
    """Return whether a game is a position that a human has set up to play, and nothing else yet."""
    game = played.game
    return not (game.plies or is_saved) and played.has_human and _is_set_up(game.rules, game.start)


def _is_kept(played: PlayedGame, is_saved: bool) -> bool:
    """Return whether a game is saved when another one replaces it."""
    if not played.game.plies:
        return bool(played.introduction) and not is_saved
    return played.has_human or (played.has_writing and not is_saved)


class GameAutosave:
    """Saves the game on the board; call `update` once per iteration of the event loop."""

    def __init__(self, host: Host, session: Session, files: GameFiles) -> None:
        self._store, self._now = host.autosave, host.timing.now
        self._library = host.library
        self._session, self._files = session, files
        self._written: GameRecord | None = None
        """The last record written of the game on the board."""
        self._is_played = self._is_position = False
        """What `is_played` and `_is_position` were for that record."""
        self._kept: WeakKeyDictionary[PlayedGame, Path] = WeakKeyDictionary()
        """The files of the replaced games that `undo` can restore."""
        self._changed = False
        """True if the game has changed since it was written."""
        self._ended: tuple[PlayedGame, tuple[Move, ...], Outcome] | None = None
        """The last finished game that was added to the library, with its moves and its end."""
        self._written_at = self._now()
        session.events.subscribe(self._note_change, *CHANGES)
        session.events.subscribe(self._follow, GameReplaced)
        session.events.subscribe(self._keep_dropped, MovesReplaced)

    def update(self) -> None:
        """Write the game if it has changed, and every `SAVE_INTERVAL_S` its running clocks or what failed."""
        if not self._changed and not self._is_due:
            return
        self._changed, self._written_at = False, self._now()
        self._is_played = self.is_played
        self._is_position = _is_position(self._session.current, self._files.is_saved)
        if self._session.game.plies or self._is_played or self._is_position:
            self._written = self.record
            self._store.keep(partial(format_game, self._written))
            self._keep_finished(self._written)
        else:
            self._store.forget()

    def _keep_finished(self, written: GameRecord) -> None:
        """Add a game that has ended to the library; comments on it follow when it is replaced."""
        outcome, current = self._session.outcome, self._session.current
        if outcome is None or not self._is_played:
            return
        ended = current, tuple(ply.move for ply in current.game.plies), outcome
        if ended != self._ended:
            self._ended = ended
            self._library.keep(BoardText(written, current))

    def _keep_dropped(self, event: MovesReplaced) -> None:
        """Add a game to the library before annotated moves are dropped, or a human's by an AI or an end."""
        current = self._session.current
        dropped = current.game.plies[current.game.cursor :]
        has_human = any(current.players[ply.side].is_human for ply in dropped)
        by_human = current.to_move.is_human and not event.by_end
        if (has_human and not by_human) or current.has_writing_after(current.game.cursor):
            self._store.earlier.keep_until_archived(current.rules.name, BoardText(self.record, current, True))

    def _note_change(self, event: object) -> None:
        self._changed = True

    @property
    def would_lose(self) -> bool:
        """True if a game or an analysis would be lost now: it is in no file, and could not be written."""
        is_lost = self._store.is_unwritten and self._store.has_analysis
        return is_lost or self.is_refused or self._store.has_unwritten_earlier

    @property
    def is_refused(self) -> bool:
        """True if the game on the board is in no file, and could not be written."""
        return self._store.is_unwritten and self._is_left and not self._files.is_saved

    @property
    def _is_due(self) -> bool:
        """True if a running clock, an analysis that the game has taken, or what failed has to be written."""
        if self._store.is_given and not self._store.needs_slot:
            return True
        clocks = self._session.game.clocks
        waits = self._store.needs_slot or (clocks is not None and clocks.running is not None)
        return waits and self._now() - self._written_at >= SAVE_INTERVAL_S

    @property
    def record(self) -> GameRecord:
        """The record of the game on the board."""
        return self._files.record(clocks=True)

    @property
    def is_played(self) -> bool:
        """True if the game is saved when another one replaces it: a human plays, or has annotated it."""
        return _is_kept(self._session.current, self._files.is_saved)

    @property
    def _is_left(self) -> bool:
        """True if the next start offers the game: also a position that was set up."""
        return self.is_played or _is_position(self._session.current, self._files.is_saved)

    # --- replacing the game

    def _follow(self, event: GameReplaced) -> None:
        """Save the replaced game; if a saved game was restored, note its file."""
        before = event.before
        if self._changed:  # in the same iteration of the loop
            self._is_played = _is_kept(before, is_saved=False)
            self._is_position = _is_position(before, is_saved=False)
            self._written = to_record(before, clocks=True)
            # On a full disk, the file in the slot is renamed: it must have all, too.
            if self._is_played or self._is_position:
                self._store.keep(partial(format_game, self._written))
        self._keep_replaced(before, self._session.current.game.start)
        self._changed = True
        path = self._kept.pop(self._session.current, None)
        if path is not None:
            self._store.earlier.note_returned(path)

    def _keep_replaced(self, before: PlayedGame, start: Position | None = None) -> Path | None:
        """Save the replaced game, so that it can be restored; return its file.

        Without moves it is a position that was set up, unless the next game has the same `start`.
        """
        path, is_position = None, self._is_position and start != before.game.start
        if (self._is_played or is_position) and self._written is not None:
            path = self._store.keep_earlier(before.rules.name, BoardText(self._written, before))
            self._kept[before] = path
        self._store.earlier.note_replaced()
        self._written, self._is_played, self._is_position = None, False, False
        return path

    def set_aside(self) -> Path | None:
        """Save the game before the window switches to another one; return its file."""
        self.update()
        return self._keep_replaced(self._session.current)

    def close(self) -> None:
        """Save the game for the next start if a human took part in it, unless it is over and saved."""
        self._session.pause()
        self._changed |= self._store.needs_slot
        self.update()
        if self._ended is not None and self._ended[0] is self._session.current and self._written is not None:
            self._library.keep(BoardText(self._written, self._session.current))
        in_file = self._session.outcome is not None and self._files.is_saved
        if in_file or not self._is_left:
            self._store.forget()
