"""Texts about Conga's own players."""

from __future__ import annotations

SOURCE = "Assignment player"
SOURCE_DESCRIPTION = "Looks ahead, and weighs mobility and neighbours."
