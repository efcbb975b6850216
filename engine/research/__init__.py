"""Research: ablation, growth, proofs, test suites; training a network and tuning weights."""
