"""What belongs to the whole window: its commands, their menu and keys, settings, and about."""
