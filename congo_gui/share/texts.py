"""Texts of exported pictures, animations and pages, and of exporting them."""

from __future__ import annotations

from engine.rules.words import count_text

START = "Start"
GAME_AS_TEXT = "Game as text"
FIRST = "First position"
BACK = "Back"
PLAY = "Play"
PAUSE = "Pause"
FORWARD = "Forward"
LAST = "Last position"
FLIP = "Flip board"
SPEED = "Seconds per move"
PAGE_KEYS = "Keys: left and right arrows, Home, End, Space to play, F to flip."
NO_SCRIPT = "To play through the game, turn on JavaScript. The moves are in the text below."
MADE_WITH = "Made with Congo"


def page_title(players: str, game: str) -> str:
    return f"{players} – {game}"


def players(names: tuple[str, str]) -> str:
    return f"{names[0]} v {names[1]}"


def side_and_player(side: str, player: str) -> str:
    return f"{side}: {player}"


def numbered(number: int, side: int, move: str) -> str:
    return f"{number}.{'' if side == 0 else '..'} {move}"


def unknown_format(name: str, known: str, last: str) -> str:
    return f"Cannot export {name}: the file name must end in {known} or {last}."


def file_exists(path: object) -> str:
    return f"The file {path} exists already: delete it first, or choose another name."


def no_such_ply(ply: int, plies: int) -> str:
    return f"There is no position after {count_text(ply, 'turn')}: the game has {plies}."


def remark(comment: str) -> str:
    return f"[{comment}]"


def not_written(name: str, reason: str) -> str:
    return f"Could not write {name}: {reason}."
