"""The command line, a module for each group of commands, and the Universal Chess Interface."""
