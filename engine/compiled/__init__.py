"""The one door to numba: compiling, the cache of compiled code, bitboards."""
