"""Everything about the operating system: checks before the start, files, folders, user errors."""
