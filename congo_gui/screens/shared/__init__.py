"""What several screens are made of: dialogs, boards to play on, buttons that give commands, places."""
