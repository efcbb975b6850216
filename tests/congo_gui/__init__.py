"""Tests of the window. Headless: real events go through the real loop on SDL's dummy driver."""
