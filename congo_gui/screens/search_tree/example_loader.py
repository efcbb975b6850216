"""Prepares the engine of an example's game before the example is searched."""

from __future__ import annotations

from collections.abc import Callable

from congo_gui.play.wording import percent
from congo_gui.screens.search_tree.examples import Example
from congo_gui.system.startup import EngineLoader, EngineStage
from congo_gui.widgets.bubbles import Toast
from engine import rules as registry

POLL_INTERVAL = 0.1
"""Seconds between two looks at an engine that is being prepared."""
LONG = 3600.0
"""Seconds for which is said what ends with the next word."""


class ExampleLoader:
    """Waits for one example at a time, tells on the toast how far it is, and gives it to `ready`."""

    def __init__(self, toast: Toast, ready: Callable[[Example], None]) -> None:
        self._toast, self._ready = toast, ready
        self._wanted: tuple[Example, EngineLoader] | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether an example is being prepared."""
        return self._wanted is not None

    def load(self, example: Example) -> None:
        """Prepare the game of an example."""
        loader = EngineLoader(registry.get(example.game), lambda: None)
        self._wanted = example, loader
        loader.start()

    def update(self) -> None:
        """Hand the example on as soon as its engine is ready."""
        if self._wanted is None:
            return
        example, loader = self._wanted
        if loader.stage is EngineStage.FAILED:
            self.close()
            self._toast.show(f"{loader.rules.facts.title} cannot be prepared: {loader.error}")
        elif loader.stage is EngineStage.READY:
            self.forget()
            self._ready(example)
        else:
            title, share = loader.rules.facts.title, percent(loader.progress.share)
            words = f"One moment: {title} is being prepared ({share})."
            if self._toast.text != words:
                self._toast.show(words, LONG)

    def forget(self) -> None:
        """Wait no longer for the example, if there is one."""
        if self._wanted is not None:
            self.close()
            self._toast.hide()

    def close(self) -> None:
        """Give back the engine that prepared a game: only what it compiled is wanted."""
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            loader = wanted[1]
            loader.close()
            if loader.searcher is not None:
                loader.searcher.close()

    @property
    def next_change(self) -> float | None:
        """Seconds until `update` is wanted, None if nothing is waited for."""
        return POLL_INTERVAL if self.is_waiting else None
