"""Measurements of the search: ablation, growth, proofs, tuning, test suites."""
