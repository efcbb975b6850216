"""The window's data on disk: settings, programs, autosaved games."""
