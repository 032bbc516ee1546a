"""The keys that work everywhere: help, history, volumes, verbosity, language, quitting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from audiogames.app.desk import Action, Desk
from audiogames.app.keynames import key_words
from audiogames.app.outputs import Copy
from audiogames.app.screens.base import Confirm, Question
from audiogames.app.screens.help import KeyList
from audiogames.app.screens.options import SettingsScreen
from audiogames.app.screens.reader import RulesReader, rules_file
from audiogames.app.settings import VERBOSITIES
from audiogames.core.cues import Priority, Say, Sound, msg
from audiogames.present.history import VIEWS, Remembered
from audiogames.present.outputs import Hush, StopSounds

CHANNELS: Final = ("voice", "game", "notices", "music")
VOLUME_STEP: Final = 10

READERS_KEYS: Final = {"insert": "screen-reader", "capslock": "screen-reader"}


class Globals:
    """What the global layer does."""

    def __init__(self, app: Desk) -> None:
        self._app = app
        self._channel = 1
        self._describing = False
        self._escapes = 0

    def actions(self) -> Mapping[str, Action]:
        """By binding id."""
        return {
            "keys": lambda _key: self._app.push(KeyList(self._app, self._app.screen)),
            "rules": lambda _key: self._rules(),
            "where": self.where,
            "repeat": lambda _key: self._quote(self._app.announcer.history.latest),
            "older-newer": lambda key: self._quote(
                self._app.announcer.history.step(-1 if key == "pageup" else 1)
            ),
            "oldest-newest": lambda key: self._quote(
                self._app.announcer.history.edge(last=key.endswith("pagedown"))
            ),
            "review": lambda key: self._quote(
                self._app.announcer.history.step(-1 if key == "comma" else 1)
            ),
            "review-edges": lambda key: self._quote(
                self._app.announcer.history.edge(last=key.endswith("period"))
            ),
            "views": lambda key: self._view(
                self._app.announcer.history.step_view(-1 if key == "alt+left" else 1)
            ),
            "view-number": self._view_number,
            "copy": lambda _key: self._copy(),
            "verbosity": lambda _key: self._verbosity(),
            "describer": lambda _key: self._describer(on=True),
            "volume-channel": lambda _key: self._next_channel(),
            "volume": lambda key: self._volume(-VOLUME_STEP if key == "f7" else VOLUME_STEP),
            "stop-sounds": lambda _key: self._stop_sounds(),
            "automatic-reading": lambda _key: self._automatic_reading(),
            "language": lambda _key: self._language(),
            "settings": lambda _key: self._app.push(SettingsScreen(self._app)),
            "hush": lambda _key: self._hush(),
            "quit": lambda _key: self._app.push(
                Confirm(self._app, Question(msg("quit-question"), self._app.quit))
            ),
        }

    def where(self, _key: str) -> None:
        """Where am I: the screen says it itself."""
        self._app.say(*self._app.screen.where())

    # The key describer

    def describes(self, key: str) -> bool:
        """While the describer is on, say what a key does instead of doing it."""
        if not self._describing:
            return False
        self._escapes = self._escapes + 1 if key == "escape" else 0
        if key == "f11" or self._escapes == 2:
            self._describer(on=False)
        else:
            self._describe(key)
        return True

    def _describer(self, *, on: bool) -> None:
        self._describing = on
        self._escapes = 0
        self._app.sound("describer-on" if on else "describer-off")
        self._app.answer(msg("describer-on" if on else "describer-off"))

    def _describe(self, key: str) -> None:
        words = key_words((key,))
        found = self._app.keymap.find(key, self._app.screen.layers)
        if key in READERS_KEYS:
            self._app.answer(msg("describe-readers", key=words))
        elif found is None:
            self._app.answer(msg("describe-nothing", key=words))
        else:
            self._app.answer(msg("key-line", keys=words, does=msg(f"do-{found.id}")))

    # The history

    def _quote(self, entry: Remembered | None) -> None:
        if entry is None:
            self._app.remark(msg("history-empty"))
        else:
            self._app.quote(entry)

    def _view(self, view: str) -> None:
        self._app.remark(msg(f"view-{view}"))

    def _view_number(self, key: str) -> None:
        view = VIEWS[int(key[-1]) - 1]
        self._app.announcer.history.turn_to(view)
        self._view(view)

    def _copy(self) -> None:
        latest = self._app.announcer.history.current()
        if latest is None:
            self._app.remark(msg("history-empty"))
            return
        self._app.put(Copy(latest.text))

    # How it sounds

    def _verbosity(self) -> None:
        place = VERBOSITIES.index(self._app.settings.verbosity)
        level = VERBOSITIES[(place + 1) % len(VERBOSITIES)]
        self._app.change_settings(replace(self._app.settings, verbosity=level))
        self._app.answer(msg(f"verbosity-{level}"))

    def _next_channel(self) -> None:
        self._channel = (self._channel + 1) % len(CHANNELS)
        self._tell_volume()

    def _volume(self, by: int) -> None:
        name = f"{CHANNELS[self._channel]}_volume"
        level = max(0, min(100, getattr(self._app.settings, name) + by))
        self._app.change_settings(replace(self._app.settings, **{name: level}))
        self._tell_volume()

    def _tell_volume(self) -> None:
        channel = CHANNELS[self._channel]
        level = getattr(self._app.settings, f"{channel}_volume")
        self._app.say(
            Sound("message", notice=channel != "game"),
            Say(msg(f"volume-{channel}", level=level), Priority.REPLY),
        )

    def _stop_sounds(self) -> None:
        self._app.put(StopSounds())
        self._app.answer(msg("sounds-stopped"))

    def _hush(self) -> None:
        """Bare Ctrl silences our own voice; a screen reader does it by itself."""
        self._app.announcer.hush()
        self._app.put(Hush())

    def _automatic_reading(self) -> None:
        on = not self._app.settings.automatic_reading
        self._app.change_settings(replace(self._app.settings, automatic_reading=on))
        self._app.answer(msg("reading-on" if on else "reading-off"))

    def _language(self) -> None:
        known = list(self._app.languages())
        lang = known[(known.index(self._app.announcer.localizer.lang) + 1) % len(known)]
        self._app.change_settings(replace(self._app.settings, language=lang))
        self._app.answer(msg("item", name=self._app.languages()[lang]))

    def _rules(self) -> None:
        session = self._app.session
        setup = self._app.matches.setup
        spec = session.spec if session else setup.spec if setup else None
        if spec is None or not rules_file(self._app, spec.id).is_file():
            self._app.answer(msg("rules-none"))
        else:
            self._app.push(RulesReader(self._app, spec.id))
