"""The current language and wording of the program, players' names, stereo positions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from audiogames.core.cues import Msg, msg
from audiogames.core.events import Seat
from audiogames.present.catalogue import (
    COMPLETE,
    about_language,
    complete_languages,
    languages,
    load,
    share,
)
from audiogames.present.localizer import TOUCH, Called, Localizer
from audiogames.table.seats import side

if TYPE_CHECKING:
    from audiogames.app.context import Context

FALLBACK_LANGUAGE = "en"
FIRST_LANGUAGE = "it"
"""The language offered first, because most players are Italian."""

VOICE_WORDS = {
    "eSpeak NG": "voice-builtin",
    "text": "voice-text",
    "none": "voice-none",
    "reader": "voice-reader",
    "browser": "voice-browser",
}

MUTE = "text"
"""The name of the output if none that speaks was found."""
SILENT = "none"
"""The name of the output if the player wants no voice."""
UNHEARD = {MUTE: "no-voice", SILENT: "voice-silent"}
"""The messages about outputs that do not speak."""


class Wording:
    """Builds localizers for the current settings and game."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.system = ""
        """The language of the operating system, offered first; empty if unknown."""
        self.by_touch = False
        """Whether the player has no keyboard, so that no sentence names keys."""

    def localizer(self, lang: str = "") -> Localizer:
        """Return a localizer that prefers the words of the current game's catalogue."""
        settings, spec = self._context.settings, self._context.spec
        catalogue = load(self._context.locales, lang or settings.language or FALLBACK_LANGUAGE)
        words = catalogue if spec is None else catalogue.first(spec.id)
        session = self._context.session
        names = self._seated if session is None else session.called
        localizer = Localizer(words, names, settings.verbosity)
        localizer.styles = (TOUCH, *settings.styles) if self.by_touch else settings.styles
        return localizer

    def use_language(self, lang: str) -> None:
        """Use this language without saving it, at the first run or from the command line."""
        self._context.announcer.localizer = self.localizer(lang)

    def renew(self) -> None:
        """Rebuild the localizer after a change of game or settings, in the same language."""
        self.use_language(self._context.announcer.localizer.lang)

    def languages(self) -> dict[str, Msg]:
        """Return the name of each language in that language, by code.

        If a language is incomplete, the translated share is added to its name.
        """
        root = self._context.locales
        return {lang: _named(root, lang) for lang in sorted(languages(root), key=self._place)}

    def translations(self) -> tuple[Msg, ...]:
        """Return an item for each language: its name, and its translator if one is known."""
        root = self._context.locales
        found = (
            (name, about_language(root, lang, "translated-by"))
            for lang, name in self.languages().items()
        )
        return tuple(
            msg("translation", name=name, who=who) if who else msg("item", name=name)
            for name, who in found
        )

    def complete_languages(self) -> dict[str, Msg]:
        """Return the complete languages by code.

        The language of the operating system comes first.
        """
        complete = complete_languages(self._context.locales)
        return {lang: name for lang, name in self.languages().items() if lang in complete}

    def _place(self, lang: str) -> tuple[bool, bool, bool, str]:
        """Return the sort key of a language: the system's comes first, then the main languages."""
        first, second = lang != FIRST_LANGUAGE, lang != FALLBACK_LANGUAGE
        return lang != self.system, first, second, lang

    def voice(self) -> Msg:
        """Return the name of the speech output in words."""
        name = self._context.voice.name
        id_ = VOICE_WORDS.get(name)
        return msg("voice-other", name=name) if id_ is None else msg(id_)

    def of_output(self, name: str) -> Msg:
        """Return the announcement of a change to the speech output with this name."""
        if name in UNHEARD:
            return msg(UNHEARD[name])
        return msg("speaking-through", voice=self.voice())

    def pan(self, seat: Seat | None) -> float:
        """Return the stereo position of a seat.

        It is the middle for the listener's own seat, and for all seats if the listener has none.
        """
        session = self._context.session
        if session is None or session.seat is None or seat in {None, session.seat}:
            return 0.0
        return side(seat, session.seat, session.spec.around(session.view))

    def _seated(self, seat: Seat) -> Called:
        return self._context.seated[seat]


def _named(root: Path, lang: str) -> Msg:
    name, done = about_language(root, lang, "language-name") or lang, share(root, lang)
    if done == COMPLETE:
        return msg("text", text=name)
    return msg("language-unfinished", name=name, done=done)
