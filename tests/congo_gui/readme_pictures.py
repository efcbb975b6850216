"""Draw the pictures of README and user guide: ``python -m tests.congo_gui.readme_pictures``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.congo_gui.long_session import hide
from tests.imports import ROOT

FOLDER = ROOT / "assets" / "readme"
SIZE = (1180, 800)
GAME = (("d2", "d3", "g7f5"), ("e2", "e3", "e7g7"), ("f2", "f3", "f6g5"), ("g1", "e2", "a6a5"))
"""White's clicks, and Black's replies."""
HOME = "/home/you/Documents/Congo/Experiments"
"""The folder of the report that the picture shows."""
CUT_OFF = 3
"""The number of the cut-off that is shown."""


def _window(driver: Any) -> None:
    driver.app.settings.fen_field = False
    for start, end, answer in GAME:
        driver.click_squares(start, end)
        driver.reply(answer, cp=-10)
    driver.click_squares("e2")


def _search_tree(driver: Any) -> None:
    from congo_gui.screens.search_tree.examples import EXAMPLES
    from tests.congo_gui.every_screen import run_command

    run_command("see_search", "examples")(driver)
    example = next(at for at, each in enumerate(EXAMPLES) if each.game == "konane")
    driver.click(driver.app.stack[-1].buttons[example + 1].rect.center)
    driver.until(lambda: not driver.app.stack[-1].stepper.working)
    run_command(*["next_cut"] * CUT_OFF)(driver)


def _experiment(driver: Any) -> None:
    from tests.congo_gui.every_screen import open_report

    open_report("Konane: node growth")(driver)


PICTURES: dict[str, Callable[[Any], None]] = {
    "window": _window,
    "search-tree": _search_tree,
    "experiment": _experiment,
}


def draw(name: str) -> None:
    """Draw one of the pictures into its file."""
    import pygame
    import pytest

    from congo_gui.screens.experiment import texts
    from congo_gui.screens.search_tree import examples
    from tests.congo_gui.driver import FakeLoader, FakeThinker, starter

    with pytest.MonkeyPatch.context() as patch:
        thinker = FakeThinker()
        patch.setattr(examples, "EngineLoader", type("Loader", (FakeLoader,), {"thinker": thinker}))
        patch.setattr(texts, "in_folder", lambda reported, folder: f"{reported}, in {HOME}/{folder.name}")
        begun = starter(patch, thinker)
        driver = next(begun)()
        driver.resize(*SIZE)
        PICTURES[name](driver)
        driver.run_loop(6)
        pygame.image.save(pygame.display.get_surface(), str(FOLDER / f"{name}.png"))
        next(begun, None)


def main() -> None:
    """Draw all of them."""
    hide()
    for name in PICTURES:
        draw(name)


if __name__ == "__main__":
    main()
