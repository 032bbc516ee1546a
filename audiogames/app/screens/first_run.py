"""The first run: which language, and does it speak."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial

from audiogames.app.screens.base import Item, ListScreen
from audiogames.app.screens.menus import MainMenu
from audiogames.app.screens.speed import SpeedTest
from audiogames.app.wording import MUTE, SILENT
from audiogames.core.cues import Cue, Msg, Say, msg


class LanguageScreen(ListScreen):
    """Every complete language by its own name, read in its own language."""

    def title(self) -> Msg:
        """Understood in every language."""
        return msg("choose-language")

    def items(self) -> Sequence[Item]:
        """The languages there are."""
        return tuple(
            Item(msg("item", name=name), partial(self._take, lang))
            for lang, name in self._offered.items()
        )

    def opened(self) -> None:
        """The first sentence is read with the first language's voice."""
        self.context.wording.use_language(next(iter(self._offered)))
        super().opened()

    def current(self) -> Say:
        """The item, in the voice of its language."""
        say = super().current()
        self.context.wording.use_language(list(self._offered)[self.place])
        return say

    @cached_property
    def _offered(self) -> Mapping[str, Msg]:
        return self.context.wording.complete_languages()

    def back(self) -> None:
        """There is nothing behind the first screen."""
        self.context.say(self.current())

    def _take(self, lang: str) -> None:
        self.context.change_settings(replace(self.context.settings, language=lang))
        self.context.show_only(VoiceTest(self.context))


class VoiceTest(SpeedTest):
    """What speaks, whether there is braille and, unless its end is announced, how fast it is."""

    def back(self) -> None:
        """There is nothing behind it: say it again."""
        self.opened()

    def close(self, *told: Cue) -> None:
        """On to the main menu."""
        with self.context.beginning_with(*told):
            self.context.show_only(MainMenu(self.context))

    def _measure(self) -> None:
        if self._measures:
            super()._measure()
        else:
            self.context.show_only(MainMenu(self.context))

    def _lines(self) -> Sequence[Msg]:
        voice = self.context.voice
        braille = msg("braille-on" if voice.braille else "braille-off")
        kind = f"-{voice.name}" if voice.name in {MUTE, SILENT} else ""
        words = {} if kind else {"voice": self.context.wording.voice()}
        if not self._measures:
            return (msg(f"voice-test{kind}", braille=braille, **words),)
        return msg(f"voice-heard{kind}", braille=braille, **words), msg("speed-test")
