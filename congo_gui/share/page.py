"""A game as one self-contained HTML page that replays it."""

from __future__ import annotations

import json
from dataclasses import fields
from html import escape
from string import Template
from typing import Any

import pygame

from congo_gui.draw.assets import read_asset
from congo_gui.draw.paper import SvgPaper, element, hexadecimal
from congo_gui.draw.theme import PALETTES, Palette
from congo_gui.share import texts
from congo_gui.share.drawn_marks import svg_shapes
from congo_gui.share.shared_game import CELL, SharedGame
from engine.record.format import format_game
from engine.rules.values import Piece

UNSAFE = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}
"""Escapes for characters that must not appear in a script, especially those of its end tag."""


def page(shared: SharedGame) -> bytes:
    """Return the page."""
    template = Template(read_asset("share/page.html"))
    return template.substitute(_words(shared), **_colours(shared), **_board(shared)).encode(
        "utf-8", errors="replace"
    )


def as_script(value: object) -> str:
    """Return a value as JSON that is safe inside a script element."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(UNSAFE)


def _words(shared: SharedGame) -> dict[str, str]:
    """Return the page's texts, none of which is read as HTML."""
    title = texts.page_title(shared.players, shared.rules.facts.title)
    details = shared.record.tags.get("Date", ""), shared.result
    return {
        name: escape(words)
        for name, words in {
            "title": title,
            "details": " · ".join(part for part in details if part),
            "board_label": shared.rules.facts.title,
            "first": texts.FIRST,
            "back": texts.BACK,
            "play": texts.PLAY,
            "forward": texts.FORWARD,
            "last": texts.LAST,
            "flip": texts.FLIP,
            "speed": texts.SPEED,
            "keys": texts.PAGE_KEYS,
            "no_script": texts.NO_SCRIPT,
            "game_as_text": texts.GAME_AS_TEXT,
            "made_with": texts.MADE_WITH,
            "record": format_game(shared.record),
        }.items()
    }


def _colours(shared: SharedGame) -> dict[str, str]:
    palette = PALETTES[shared.scheme]
    return {part.name: hexadecimal(getattr(palette, part.name)) for part in fields(Palette)}


def _board(shared: SharedGame) -> dict[str, Any]:
    """Return the drawings of the board, from both sides, and of the pieces, and what the script needs."""
    grounds: list[str] = []
    symbols: dict[str, str] = {}
    geometry = shared.geometry(flipped=False)
    for flipped in (False, True):
        paper = SvgPaper()
        shared.skin.paint_board(paper, shared.geometry(flipped=flipped))
        symbols |= paper.symbols
        grounds.append("".join(paper.elements))
    pieces, names = SvgPaper(), _PieceNames()
    positions = [
        [[square, names.of(piece)] for square, piece in shared.rules.notation.pieces(position).items()]
        for position in shared.positions
    ]
    symbols |= _piece_symbols(shared, names, pieces)
    _, _, width, height = geometry.outer_rect
    game = _game(shared) | {
        "positions": positions,
        "columns": geometry.columns,
        "rows": geometry.rows,
        "cell": geometry.cell,
        "margin": geometry.margin,
    }
    return {
        "symbols": "".join(symbols.values()),
        "ground0": grounds[0],
        "ground1": grounds[1],
        "width": width,
        "height": height,
        "game": as_script(game),
    }


class _PieceNames:
    """Numbers the different pieces of a game."""

    def __init__(self) -> None:
        self.pieces: dict[Piece, str] = {}

    def of(self, piece: Piece) -> str:
        """Return the id under which a piece is drawn."""
        return self.pieces.setdefault(piece, f"piece{len(self.pieces)}")


def _piece_symbols(shared: SharedGame, names: _PieceNames, paper: SvgPaper) -> dict[str, str]:
    """Return the drawings of the pieces, each as large as a square."""
    drawn = {}
    for piece, name in names.pieces.items():
        paper.elements.clear()
        shared.skin.paint_piece(paper, piece, pygame.Rect(0, 0, CELL, CELL))
        elements = "".join(paper.elements)
        drawn[name] = element("symbol", elements, id=name, viewBox=f"0 0 {CELL} {CELL}")
    return {**paper.symbols, **drawn}


def _drawn(shared: SharedGame, ply: int) -> list[str]:
    """Return the player's arrows and rings on a position as seen from both sides, nothing without any."""
    arrows, circles = shared.shapes(ply)
    if not arrows and not circles:
        return []
    return [svg_shapes(shared.geometry(flipped=flipped), arrows, circles) for flipped in (False, True)]


def _game(shared: SharedGame) -> dict[str, object]:
    """Return the data of the game for the script, except its positions."""
    plies = range(1, len(shared.plies) + 1)
    moves = [
        {
            "text": shared.move_text(at),
            "side": shared.plies[at - 1].side,
            "number": shared.number(at),
            "path": shared.plies[at - 1].transition.path,
        }
        for at in plies
    ]
    return {
        "moves": moves,
        "variations": [shared.variations(at) for at in plies],
        "drawn": [_drawn(shared, at) for at in (0, *plies)],
        "comments": [shared.comment(at) for at in (0, *plies)],
        "names": [shared.side_title(side) for side in (0, 1)],
        "result": shared.result,
        "below": shared.rules.facts.side_below,
        "flipped": shared.flipped,
        "shown": shared.shown if shared.shown < len(shared.plies) else 0,
        "start": texts.START,
        "play": texts.PLAY,
        "pause": texts.PAUSE,
    }
