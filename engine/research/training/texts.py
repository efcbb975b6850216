"""What training a network says."""

from __future__ import annotations


def games_not_readable(path: object, error: Exception) -> str:
    return f"{path} holds no games that can be read ({error})"
