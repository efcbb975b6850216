"""Conga: stacks that spread over a 4x4 board. Rules, rulings and notation: README.md in this folder."""
