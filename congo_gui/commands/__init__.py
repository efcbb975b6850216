"""Commands: labels, screens and keys."""
