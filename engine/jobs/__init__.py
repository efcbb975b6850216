"""Independent jobs for several processes or machines."""
