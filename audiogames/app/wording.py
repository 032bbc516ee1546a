"""In which language and words the program speaks, how players are called, and where they sit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from audiogames.core.cues import Msg, msg
from audiogames.core.events import Seat
from audiogames.present.catalogue import COMPLETE, complete_languages, languages, load, share
from audiogames.present.localizer import TOUCH, Called, Localizer
from audiogames.table.seats import side

if TYPE_CHECKING:
    from audiogames.app.context import Context

FALLBACK_LANGUAGE = "en"
FIRST_LANGUAGE = "it"
"""Offered first: most players are Italian."""

VOICE_WORDS = {
    "eSpeak NG": "voice-builtin",
    "text": "voice-text",
    "none": "voice-none",
    "reader": "voice-reader",
    "browser": "voice-browser",
}

MUTE = "text"
"""The name of the output where nothing was found that speaks."""
SILENT = "none"
"""The name of the output where the player wants no voice."""
UNHEARD = {MUTE: "no-voice", SILENT: "voice-silent"}
"""What is said of the outputs that do not speak."""


class Wording:
    """Makes localizers from the settings and from what is being played."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.system = ""
        """The language of the system, which is offered first; empty where it is not known."""
        self.by_touch = False
        """Whether the player has no keys: then no sentence names any."""

    def localizer(self, lang: str = "") -> Localizer:
        """The words of the game that is on come before those of the others."""
        settings, spec = self._context.settings, self._context.spec
        catalogue = load(self._context.locales, lang or settings.language or FALLBACK_LANGUAGE)
        words = catalogue if spec is None else catalogue.first(spec.id)
        session = self._context.session
        names = self._seated if session is None else session.called
        localizer = Localizer(words, names, settings.verbosity)
        localizer.styles = (TOUCH, *settings.styles) if self.by_touch else settings.styles
        return localizer

    def use_language(self, lang: str) -> None:
        """Speak this language without keeping it: the first run, the command line."""
        self._context.announcer.localizer = self.localizer(lang)

    def renew(self) -> None:
        """Another game may be on, or other settings; the language stays."""
        self.use_language(self._context.announcer.localizer.lang)

    def languages(self) -> dict[str, Msg]:
        """The languages there are, by their codes, and what they call themselves.

        An unfinished one is listed with its share; the rest of it is said in English.
        """
        root = self._context.locales
        return {lang: _named(root, lang) for lang in sorted(languages(root), key=self._place)}

    def translations(self) -> tuple[Msg, ...]:
        """Each language with its translator, where one is named."""
        root = self._context.locales
        found = (
            (name, load(root, lang).own("translated-by")) for lang, name in self.languages().items()
        )
        return tuple(
            msg("item", name=name) if who is None else msg("translation", name=name, who=who)
            for name, who in found
        )

    def complete_languages(self) -> dict[str, Msg]:
        """Those in which nothing is left to translate, that of the system first."""
        complete = complete_languages(self._context.locales)
        return {lang: name for lang, name in self.languages().items() if lang in complete}

    def _place(self, lang: str) -> tuple[bool, bool, bool, str]:
        first, second = lang != FIRST_LANGUAGE, lang != FALLBACK_LANGUAGE
        return lang != self.system, first, second, lang

    def voice(self) -> Msg:
        """What speaks, in words: outputs go by their own names, but for ours and for none."""
        name = self._context.voice.name
        id_ = VOICE_WORDS.get(name)
        return msg("voice-other", name=name) if id_ is None else msg(id_)

    def of_output(self, name: str) -> Msg:
        """What is said when this output begins to be used."""
        if name in UNHEARD:
            return msg(UNHEARD[name])
        return msg("speaking-through", voice=self.voice())

    def pan(self, seat: Seat | None) -> float:
        """From which side a seat is heard; from the middle where nobody sits at a table."""
        session = self._context.session
        if session is None or seat is None or session.seat is None:
            return 0.0
        return side(seat, session.seat, session.spec.around(session.view))

    def _seated(self, seat: Seat) -> Called:
        return self._context.seated[seat]


def _named(root: Path, lang: str) -> Msg:
    name, done = load(root, lang).own("language-name") or lang, share(root, lang)
    if done == COMPLETE:
        return msg("text", text=name)
    return msg("language-unfinished", name=name, done=done)
