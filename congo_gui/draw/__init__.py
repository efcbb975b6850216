"""Drawing for board, skins and widgets: colours, fonts, shapes, geometry, pictures."""
