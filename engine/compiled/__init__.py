"""The interface to numba: compiling, the cache of compiled code, bitboards."""
