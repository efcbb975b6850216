"""Hypothesis for the engine's tests: the same examples on every run, and no clock.

``HYPOTHESIS_PROFILE=thorough`` tries many more.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("default-run", deadline=None, derandomize=True, max_examples=100)
settings.register_profile("thorough", deadline=None, max_examples=3_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default-run"))
