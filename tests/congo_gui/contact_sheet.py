"""Pictures of all screens side by side: ``python -m tests.congo_gui.contact_sheet FOLDER``.

For every theme and window size there is one picture with every screen on it, and the screens one by one.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.congo_gui.long_session import hide

SIZES = ((640, 480), (480, 640), (1180, 800), (2560, 1440))
TILE = 640
"""The width of a screen on the sheet, in pixels."""

COLUMNS = 4


def main() -> None:
    """Draw the requested screens."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", help="names of screens, all if not given")
    parser.add_argument("--percent", type=int, default=100, help="size of texts (100)")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    hide()

    from tests.congo_gui.every_screen import OPENERS

    for name in options.only or OPENERS:
        for path in draw(options.folder, name, options.percent):
            print(path, flush=True)
    lay_out(options.folder)


def draw(folder: Path, name: str, percent: int) -> list[Path]:
    """Draw a screen in every theme and size, and return the files."""
    import pygame
    import pytest

    from congo_gui.draw.theme import Scheme
    from congo_gui.screens.search_tree import examples
    from tests.congo_gui.driver import FakeLoader, FakeThinker, starter
    from tests.congo_gui.every_screen import open_screen

    found = []
    with pytest.MonkeyPatch.context() as patch:
        thinker = FakeThinker()
        patch.setattr(examples, "EngineLoader", type("Loader", (FakeLoader,), {"thinker": thinker}))
        begun = starter(patch, thinker)
        driver = next(begun)()
        open_screen(driver, name)
        for size in SIZES:
            driver.resize(*size)
            for theme in Scheme:
                driver.app.settings.theme = theme.value
                driver.app.settings.ui_scale = percent
                driver.run_loop(6)
                found.append(folder / f"{size[0]}x{size[1]}-{theme.value}-{name.replace(' ', '-')}.png")
                pygame.image.save(pygame.display.get_surface(), str(found[-1]))
        next(begun, None)
    return found


def lay_out(folder: Path) -> None:
    """Combine all screens of one theme and size in one picture."""
    import pygame

    from congo_gui.draw.theme import Scheme

    for width, height in SIZES:
        for theme in Scheme:
            paths = sorted(folder.glob(f"{width}x{height}-{theme.value}-*.png"))
            tall = TILE * height // width
            rows = -(-len(paths) // COLUMNS)
            sheet = pygame.Surface((COLUMNS * TILE, rows * tall))
            for at, path in enumerate(paths):
                picture = pygame.transform.smoothscale(pygame.image.load(str(path)), (TILE - 4, tall - 4))
                sheet.blit(picture, (at % COLUMNS * TILE + 2, at // COLUMNS * tall + 2))
            pygame.image.save(sheet, str(folder / f"sheet-{width}x{height}-{theme.value}.png"))


if __name__ == "__main__":
    main()
