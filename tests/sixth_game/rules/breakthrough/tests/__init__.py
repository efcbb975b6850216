"""What the tests of all games want to know of Breakthrough."""
