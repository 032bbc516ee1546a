"""The first run: which language, and does it speak."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from audiogames.app.screens.base import Action, Item, ListScreen, Screen
from audiogames.app.screens.menus import MainMenu
from audiogames.core.cues import Cue, Msg, Priority, Say, msg
from audiogames.present.frame import Frame, Row


class LanguageScreen(ListScreen):
    """Every language by its own name, read in its own language."""

    def title(self) -> Msg:
        """Understood in every language."""
        return msg("choose-language")

    def items(self) -> Sequence[Item]:
        """The languages there are."""
        return tuple(
            Item(msg("item", name=name), partial(self._take, lang))
            for lang, name in self.app.wording.languages().items()
        )

    def opened(self) -> None:
        """The first sentence is read with the first language's voice."""
        self.app.wording.use_language(next(iter(self.app.wording.languages())))
        super().opened()

    def current(self) -> Say:
        """The item, in the voice of its language."""
        say = super().current()
        self.app.wording.use_language(list(self.app.wording.languages())[self.place])
        return say

    def back(self) -> None:
        """There is nothing behind the first screen."""
        self.app.say(self.current())

    def _take(self, lang: str) -> None:
        self.app.change_settings(replace(self.app.settings, language=lang))
        self.app.show_only(VoiceTest(self.app))


class VoiceTest(Screen):
    """What speaks, and whether there is braille; Enter goes on."""

    layers: tuple[str, ...] = ("list",)

    def actions(self) -> Mapping[str, Action]:
        """Enter and Space go on; all else says it again."""
        again = dict.fromkeys(("move", "edges", "ten-on", "back"), self._again)
        return {**again, "choose": lambda _key: self.app.show_only(MainMenu(self.app))}

    def _again(self, _key: str) -> None:
        self.opened()

    def where(self) -> Sequence[Cue]:
        """One line."""
        return (Say(self._line(), Priority.REPLY),)

    def frame(self) -> Frame:
        """The same line, to be clicked."""
        rows = (Row(self.app.text(msg("go-on")), focused=True),)
        return Frame(self.app.text(self._line()), rows=rows, status=self.app.status)

    def click(self, kind: str, number: int) -> None:
        """A click goes on."""
        del kind, number
        self.app.show_only(MainMenu(self.app))

    def _line(self) -> Msg:
        braille = msg("braille-on" if self.app.voice.braille else "braille-off")
        if self.app.voice.name in {"text", "none"}:
            return msg(f"voice-test-{self.app.voice.name}", braille=braille)
        return msg("voice-test", voice=self.app.wording.voice(), braille=braille)
