"""Bonzee: tokens that attack by running up and backing off. Rules and notation: README.md in this folder."""
