"""Minichess on 7x7 squares, with ferz, princess and empress. Rules and notation: README.md in this folder."""
