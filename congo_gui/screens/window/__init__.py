"""Commands of the whole window: menu, keys, settings, about."""
