"""Congo: the game on the 7x7 board with a river. Rules, rulings and notation: README.md in this folder."""
