"""What board, skins and widgets share: colours, fonts, shapes, geometry, pictures."""
