"""Common parts of screens: dialogs, boards to play on, command buttons, layout."""
