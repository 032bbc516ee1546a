"""The keys that work on every screen, such as help, history, volumes, verbosity and quitting."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from audiogames.app.keys.bindings import AFTER, LAYER, WITHOUT_LETTERS, Binding
from audiogames.app.keys.names import Origin, key_words, pressed_words
from audiogames.app.keys.presses import CONTROL, Presses
from audiogames.app.outputs import FillScreen, Suspend
from audiogames.app.screens.actions import TouchActions
from audiogames.app.screens.base import Action, Confirm, Question, refusal
from audiogames.app.screens.help import HelpMenu, KeyList
from audiogames.app.screens.history import HistoryScreen, Sentences
from audiogames.app.screens.options import SettingsScreen, seconds_words
from audiogames.app.screens.reader import RulesReader, rules_of
from audiogames.app.screens.statistics import FunctionsMenu
from audiogames.app.settings import PACE, SCALE, VERBOSITIES
from audiogames.app.storage import StorageError
from audiogames.app.wording import UNHEARD
from audiogames.core.contract import Refused
from audiogames.core.cues import Priority, Say, Sound, msg
from audiogames.present.history import VIEWS, Remembered
from audiogames.present.outputs import Hush, StopSounds
from audiogames.table.protocol import TableProtocol

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext

CHANNELS: Final = ("voice", "game", "notices", "music")
VOLUME_STEP: Final = 10

READERS_KEYS: Final = {"insert": "screen-reader", "capslock": "screen-reader"}


class Globals:
    """The actions of the keys that work on every screen: the layer "global"."""

    def __init__(self, context: MatchContext, presses: Presses, keep: Callable[[str], str]) -> None:
        self._context = context
        self._presses = presses
        self._keep = keep
        self._channel = 1
        self.is_describing = False
        """Whether keys are described instead of run: the key describer is on."""
        self._escapes = 0
        self._repeated: Remembered | None = None
        self._settings: SettingsScreen | None = None
        self._stopped: TableProtocol | None = None
        """The table that is paused while the program is suspended."""

    def actions(self) -> Mapping[str, Action]:
        """Return the actions by binding id."""
        return {
            "keys": lambda _key: self._list_keys(),
            "rules": lambda _key: self._rules(),
            "help": lambda _key: self._context.push(HelpMenu(self._context)),
            "where": self.where,
            "repeat": lambda _key: self._repeat(),
            "older-newer": lambda key: self._quote(
                self._context.announcer.history.step(-1 if key == "pageup" else 1)
            ),
            "oldest-newest": lambda key: self._quote(
                self._context.announcer.history.edge(last=key.endswith("pagedown"))
            ),
            "review": lambda key: self._quote(
                self._context.announcer.history.step(-1 if key == "comma" else 1)
            ),
            "review-edges": lambda key: self._quote(
                self._context.announcer.history.edge(last=key.endswith("period"))
            ),
            "views": lambda key: self._view(
                self._context.announcer.history.step_view(-1 if key == "alt+left" else 1)
            ),
            "view-number": self._view_number,
            "save-history": lambda _key: self._save_history(),
            "copy": lambda _key: self._copy(),
            "verbosity": lambda _key: self._verbosity(),
            "describer": lambda _key: self._describer(on=True),
            "volume-channel": lambda _key: self._next_channel(),
            "volume": lambda key: self._volume(-VOLUME_STEP if key == "f7" else VOLUME_STEP),
            "pace": lambda key: self._pace(1 if key == "shift+f11" else -1),
            "scale": lambda key: self._scale(-1 if key == "ctrl+-" else 1),
            "fill-screen": lambda _key: self._context.put(FillScreen()),
            "stop-sounds": lambda _key: self._stop_sounds(),
            "automatic-reading": lambda _key: self._automatic_reading(),
            "language": lambda _key: self._language(),
            "functions": lambda _key: self._context.push(FunctionsMenu(self._context)),
            "settings": lambda _key: self._options(),
            "places": lambda _key: self._other_place(),
            "to-table": lambda _key: self._to_table(),
            "to-history": lambda _key: self._to_history(),
            "layer": self._layer,
            "hush": lambda _key: self._hush(),
            "blank-screen": lambda _key: self._blank(),
            "suspend": lambda _key: self._context.put(Suspend()),
            "leave-table": lambda _key: self._ask("leave-question", self._context.matches.leave),
            "quit": lambda _key: self._ask("quit-question", self._context.quit),
        }

    def _list_keys(self) -> None:
        """Open the list of keys; for players with a touch screen, the list of actions."""
        listed = TouchActions if self._context.wording.by_touch else KeyList
        self._context.push(listed(self._context, self._context.screen))

    def _ask(self, question: str, yes: Callable[[], None]) -> None:
        self._context.push(Confirm(self._context, Question(msg(question), yes)))

    def where(self, _key: str) -> None:
        """Answer the key for "where am I?": the current screen describes itself and its focus."""
        self._context.say(*self._context.screen.where())

    def _options(self) -> None:
        """Open the options, at the item that had the focus last."""
        if self._settings is None:
            self._settings = SettingsScreen(self._context)
        if self._context.screen is self._settings:
            self.where("")
        else:
            self._context.push(self._settings)

    # The key describer

    def describe_key(self, key: str, origin: Origin) -> None:
        """Announce the effect of a key, or end the key describer.

        Its own key ends it, and so does Escape pressed twice.
        """
        found = self._context.keymap.meaning(key, self._context.screen.layers)
        self._escapes = self._escapes + 1 if key == "escape" else 0
        if self._escapes == 2 or (found is not None and found.binding.id == "describer"):
            self._describer(on=False)
        else:
            self._describe(key, origin)
        if found is not None and found.binding.id == LAYER:
            self._presses.wait(_depth(found.key), self._context.now)

    def _describer(self, *, on: bool) -> None:
        """Switch the key describer on or off: it says what a key does, without running it."""
        self.is_describing = on
        self._escapes = 0
        self._context.sound("describer-on" if on else "describer-off")
        self._context.answer(msg("describer-on" if on else "describer-off"))

    def _describe(self, key: str, origin: Origin) -> None:
        """Announce what a key does, without running it."""
        words = pressed_words(key, origin)
        found = self._find(key)
        if key in READERS_KEYS:
            self._context.answer(msg("describe-readers", key=words))
        elif found is not None:
            self._context.answer(msg("key-line", keys=words, does=msg(f"do-{found.id}")))
        elif not self.tells_way(key):
            self._context.answer(msg("describe-nothing", key=words))

    def nothing(self) -> None:
        """Answer a key that has no effect on this screen."""
        self._context.sound("menu-edge")
        self._context.answer(msg("no-command"))

    def tells_way(self, key: str) -> bool:
        """Announce that a key works only after the command key (a prefix key), and return True.

        Announce nothing and return False if it does not work after the command key either.
        """
        layers = [one for one in self._context.screen.layers if not one.endswith(WITHOUT_LETTERS)]
        found = self._context.keymap.find(AFTER + key, layers)
        if found is None or AFTER + key not in found.keys:  # else Control with it does something
            return False
        keys, does = key_words((AFTER + key,)), msg(f"do-{found.id}")
        self._context.sound("menu-edge")
        self._context.answer(msg("key-line", keys=keys, does=does))
        return True

    def _find(self, key: str) -> Binding | None:
        return self._context.keymap.find(key, self._context.screen.layers)

    # The command key

    def _layer(self, key: str) -> None:
        """Handle the command key, which combines with the next key.

        After two presses, Control is added to the next key on any screen.  A third press cancels.
        """
        depth = _depth(key)
        self._presses.wait(depth, self._context.now)
        if depth > CONTROL:
            self._let_go()
        else:
            self._context.sound("menu-choose")
            self._context.remark(msg("layer-control" if depth == CONTROL else "layer-on"))

    def tick(self, now: float) -> None:
        """Cancel a pressed command key if no key has followed in time, and announce that.

        The command key is a prefix: the letter that follows counts as with Control.  The
        announcement does not interrupt speech.
        """
        if not self._presses.lets_go(now):
            return
        if self._context.announcer.ends() <= now:
            self._let_go()
        else:
            self._context.say(Sound("menu-back", notice=True), Say(msg("layer-off"), Priority.MINE))

    def _let_go(self) -> None:
        """Announce that the command key was cancelled, so the next letter is not a command."""
        self._context.sound("menu-back")
        self._context.remark(msg("layer-off"))

    # Table, menu and history

    def _other_place(self) -> None:
        """Switch between the history and the table or menu."""
        if isinstance(self._context.screen, HistoryScreen):
            self._to_table()
        else:
            self._to_history()

    def _to_table(self) -> None:
        """Return from the history to the table or menu; on other screens announce the focus."""
        if isinstance(self._context.screen, HistoryScreen):
            self._context.sound("menu-back")
            self._context.pop()
        else:
            self.where("")

    def _to_history(self) -> None:
        if isinstance(self._context.screen, HistoryScreen):
            self._context.screen.opened()
        else:
            self._context.push(HistoryScreen(self._context))

    def _blank(self) -> None:
        """Blank the screen, or show it again.

        Refused if there is neither speech nor braille, because the player must then read the
        screen.
        """
        voice = self._context.voice
        if not self._context.is_blank and voice.name in UNHEARD and not voice.braille:
            self._context.say(*refusal(Refused("blank-needs-a-voice")))
            return
        self._context.is_blank = not self._context.is_blank
        self._context.answer(msg("screen-blank" if self._context.is_blank else "screen-drawn"))

    # The history

    def _repeat(self) -> None:
        """Repeat the last announcement.

        On a second press, open it as a text to be read line by line.
        """
        latest = self._context.announcer.history.latest
        if latest is not None and latest is self._repeated and self._presses.twice:
            self._context.push(Sentences(self._context, latest.text))
        else:
            self._repeated = latest
            self._quote(latest)

    def _quote(self, entry: Remembered | None) -> None:
        if entry is None:
            self._context.remark(msg("history-empty"))
        else:
            self._context.quote(entry)

    def _view(self, view: str) -> None:
        """Announce the name of a view of the history."""
        self._context.remark(msg(f"view-{view}"))

    def _view_number(self, key: str) -> None:
        """Switch to the view of the history with the number in this key."""
        view = VIEWS[int(key[-1]) - 1]
        self._context.announcer.history.turn_to(view)
        self._view(view)

    def _copy(self) -> None:
        latest = self._context.announcer.history.current()
        if latest is None:
            self._context.remark(msg("history-empty"))
            return
        self._context.copy(latest.text)

    def _save_history(self) -> None:
        """Save the current view of the history as a text file."""
        history = self._context.announcer.history
        entries = history.entries(history.view)
        if not entries:
            self._context.remark(msg("history-empty"))
            return
        try:
            where = self._keep("".join(f"{entry.text}\n" for entry in entries))
        except StorageError as error:
            self._context.answer(error.message)
        else:
            view = msg(f"view-{history.view}")
            self._context.answer(msg("history-saved", len(entries), view=view, where=where))

    # Speech and sounds

    def _verbosity(self) -> None:
        place = VERBOSITIES.index(self._context.settings.verbosity)
        level = VERBOSITIES[(place + 1) % len(VERBOSITIES)]
        self._context.change_settings(replace(self._context.settings, verbosity=level))
        self._context.answer(msg(f"verbosity-{level}"))

    def _next_channel(self) -> None:
        """Select the next sound channel for the volume keys, and announce its volume."""
        self._channel = (self._channel + 1) % len(CHANNELS)
        self._tell_volume()

    def _volume(self, by: int) -> None:
        name = f"{CHANNELS[self._channel]}_volume"
        level = max(0, min(100, getattr(self._context.settings, name) + by))
        self._context.change_settings(replace(self._context.settings, **{name: level}))
        self._tell_volume()

    def _tell_volume(self) -> None:
        channel = CHANNELS[self._channel]
        level = getattr(self._context.settings, f"{channel}_volume")
        self._context.say(
            Sound("message", notice=channel != "game"),
            Say(msg(f"volume-{channel}", level=level), Priority.REPLY),
        )

    def _pace(self, by: int) -> None:
        """Lengthen or shorten the pause before bots' moves by half a second, and announce it."""
        before = self._context.settings.pace
        pace = PACE.step(before, by)
        self._context.change_settings(replace(self._context.settings, pace=pace))
        self._context.sound("menu-edge" if pace == before else "menu-move")
        self._context.answer(msg("pace-told", pace=seconds_words(pace)))

    def _scale(self, by: int) -> None:
        """Change the size of the letters on the screen, and announce it."""
        before = self._context.settings.scale
        scale = SCALE.step(before, by)
        self._context.change_settings(replace(self._context.settings, scale=scale))
        self._context.sound("menu-edge" if scale == before else "menu-move")
        self._context.answer(msg("scale-told", scale=scale))

    def _stop_sounds(self) -> None:
        self._context.put(StopSounds())
        self._context.answer(msg("sounds-stopped"))

    def _hush(self) -> None:
        """Stop the speech of the program.  A screen reader stops its own speech at the same key."""
        self._context.announcer.hush()
        self._context.put(Hush())

    # Suspended in a terminal

    def suspending(self) -> None:
        """Announce how to resume the suspended program, and pause a local match."""
        session = self._context.session
        if session is not None and not (session.paused or self._context.is_online):
            self._stopped = session.table
            self._stopped.pause(self._context.now)
        self._context.answer(msg("suspending"))

    def resumed(self, *, done: bool) -> None:
        """Resume the match and announce the focus.

        If the program could not be suspended, announce that instead.
        """
        table, self._stopped = self._stopped, None
        if table is not None:
            table.go_on(self._context.now)
        word = Say(msg("back-from-shell" if done else "cannot-suspend"), Priority.REPLY)
        self._context.say(word, *(self._context.screen.where() if done else ()))

    def _automatic_reading(self) -> None:
        """Switch automatic reading on or off."""
        on = not self._context.settings.automatic_reading
        self._context.change_settings(replace(self._context.settings, automatic_reading=on))
        self._context.answer(msg("reading-on" if on else "reading-off"))

    def _language(self) -> None:
        """Switch to the next fully translated language; others can be chosen in the options."""
        now, known = (
            self._context.announcer.localizer.lang,
            [*self._context.wording.complete_languages()],
        )
        lang = known[(known.index(now) + 1) % len(known)] if now in known else known[0]
        self._context.change_settings(replace(self._context.settings, language=lang))
        self._context.answer(msg("item", name=self._context.wording.languages()[lang]))

    def _rules(self) -> None:
        spec = self._context.spec
        if spec is None or not rules_of(self._context, spec.id).is_file():
            self._context.answer(msg("rules-none"))
        else:
            self._context.push(RulesReader(self._context, spec.id))


def _depth(key: str) -> int:
    """Return how often the command key was pressed: two times for the key name "layer layer"."""
    return key.count(LAYER)
