"""Texts about Conga's own players."""

from __future__ import annotations

SOURCE = "Assignment player"
SOURCE_SENTENCE = "Looks ahead, and weighs mobility and neighbours."
