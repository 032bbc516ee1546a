"""The screens of the first run: the choice of a language, and the test of the voice."""

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
    """The list of the complete languages, each announced by a voice of that language."""

    def title(self) -> Msg:
        return msg("choose-language")

    def items(self) -> Sequence[Item]:
        """Return the complete languages."""
        return tuple(
            Item(msg("item", name=name), partial(self._take, lang))
            for lang, name in self._offered.items()
        )

    def opened(self) -> None:
        """Announce the list with the voice of the first language."""
        self.context.wording.use_language(next(iter(self._offered)))
        super().opened()

    def current(self) -> Say:
        """Return the focused language, and switch to its voice."""
        say = super().current()
        self.context.wording.use_language(list(self._offered)[self.place])
        return say

    @cached_property
    def _offered(self) -> Mapping[str, Msg]:
        return self.context.wording.complete_languages()

    def back(self) -> None:
        """Announce the focused language again, because there is no screen to return to."""
        self.context.say(self.current())

    def _take(self, lang: str) -> None:
        self.context.change_settings(replace(self.context.settings, language=lang))
        self.context.show_only(VoiceTest(self.context))


class VoiceTest(SpeedTest):
    """The screen that announces which speech output and braille line are in use.

    It also measures the reading speed, unless the output reports the end of speech.
    """

    def back(self) -> None:
        """Repeat the announcement, because there is no screen to return to."""
        self.opened()

    def close(self, *told: Cue) -> None:
        """Close the test and open the main menu."""
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
