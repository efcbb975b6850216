"""The colours of marks, arrows and effects on every board."""

from __future__ import annotations

from congo_gui.draw.ink import Colour

INK: Colour = (26, 30, 28)
PAPER: Colour = (255, 252, 242)
RED: Colour = (190, 26, 20)
AMBER: Colour = (255, 200, 40)
BLUE: Colour = (20, 106, 184)
BROWN: Colour = (120, 74, 10)
GREEN: Colour = (24, 128, 66)
