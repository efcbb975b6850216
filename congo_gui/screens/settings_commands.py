"""The commands that change a setting and say what it is now."""

from __future__ import annotations

from congo_gui.screens.base import Host
from congo_gui.screens.key_choice import KeysScreen
from congo_gui.screens.options import THEMES, UI_SCALES, OptionsScreen
from congo_gui.widgets.toast import Toast
from engine.rules.base import Rules


class SettingsCommands:
    """A part of the `Commands` that the actions call, for a screen that has these attributes."""

    host: Host
    toast: Toast
    rules: Rules

    def apply_settings(self) -> None:
        """Act upon the settings as they are now."""
        raise NotImplementedError

    def is_on(self, setting: str) -> bool:
        return bool(self.host.settings[setting])

    def manage_programs(self) -> None:
        """Open the screen of the programs that can play."""
        raise NotImplementedError

    def options(self) -> None:
        host = self.host
        host.push(
            OptionsScreen(
                host, self.apply_settings, host.toggle_full_screen, self.manage_programs, self.change_keys
            )
        )

    def change_keys(self) -> None:
        self.host.push(KeysScreen(self.host, self.apply_settings))

    def next_theme(self) -> None:
        names = list(THEMES)
        chosen = names[(list(THEMES.values()).index(self.host.settings["theme"]) + 1) % len(names)]
        self.host.settings["theme"] = THEMES[chosen]
        self.toast.show(f"Colours: {chosen}.")

    def larger(self) -> None:
        self._scale(1)

    def smaller(self) -> None:
        self._scale(-1)

    def _scale(self, steps: int) -> None:
        """Make text and buttons larger or smaller."""
        before = self.host.settings["ui_scale"]
        after = [size for size in UI_SCALES if (size - before) * steps > 0]
        if after:
            self.host.settings["ui_scale"] = after[0] if steps > 0 else after[-1]
        self.toast.show(f"Text size: {self.host.settings['ui_scale']} %.")

    def toggle_warnings(self) -> None:
        self.host.settings["warnings"] = not self.host.settings["warnings"]
        self.apply_settings()
        self.toast.show(f"Warnings are {'on' if self.host.settings['warnings'] else 'off'}.")

    def toggle_sounds(self) -> None:
        self.host.settings["sounds"] = not self.host.settings["sounds"]
        self.apply_settings()
        self.toast.show(f"Sounds are {'on' if self.host.settings['sounds'] else 'off'}.")

    def toggle_explanations(self) -> None:
        self.host.settings["explain"] = not self.host.settings["explain"]
        on = self.host.settings["explain"]
        what = self.rules.piece_words[1].capitalize()
        self.toast.show(f"{what} are {'' if on else 'no longer '}explained when the pointer rests on them.")
