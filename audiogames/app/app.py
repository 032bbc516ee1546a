"""The program without a screen: keys, clicks and the time in; orders to the shell out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from audiogames.app.answering import Answering
from audiogames.app.desk import Action, Screen, Voice
from audiogames.app.globals import Globals
from audiogames.app.keymap import AFTER, Keymap, game_bindings
from audiogames.app.matches import Matches
from audiogames.app.online import Online
from audiogames.app.outputs import Configure, Forget, Keep, Output, Prepare, Quit, Think
from audiogames.app.presses import Presses
from audiogames.app.screens.first_run import LanguageScreen
from audiogames.app.screens.match import MatchScreen
from audiogames.app.screens.menus import MainMenu
from audiogames.app.screens.rekey import KeyCatcher
from audiogames.app.session import Session
from audiogames.app.settings import Settings
from audiogames.app.storage import Storage, StorageError
from audiogames.core.cues import Cue, Msg, Priority, Say, Sound, msg
from audiogames.core.events import Seat
from audiogames.core.game import Move
from audiogames.core.registry import Spec
from audiogames.net.client_core import Line
from audiogames.present.announcer import Announcer
from audiogames.present.catalogue import languages, load
from audiogames.present.facts import Facts
from audiogames.present.history import GAME, GENERAL, SYSTEM, Remembered
from audiogames.present.localizer import Called, Localizer
from audiogames.present.outputs import Announcement
from audiogames.present.screen import Frame
from audiogames.table.seats import side
from audiogames.table.table import Dealer, Wanted

FALLBACK_LANGUAGE = "en"
FIRST_LANGUAGE = "it"
"""Offered first: most players are Italian."""

VOICE_WORDS = {"eSpeak NG": "voice-builtin", "text": "voice-text", "none": "voice-none"}
MUTE = "text"
"""The name of the output where nothing was found that speaks."""
SILENT = "none"
"""The name of the output where the player wants no voice."""
UNHEARD = {MUTE: "no-voice", SILENT: "voice-silent"}
"""What is said of the outputs that do not speak."""

Opening = Callable[["App"], None]


@dataclass(frozen=True)
class Launch:
    """What the command line wants: a language for this once, and what to open first."""

    language: str = ""
    opening: Opening | None = None


AT_THE_MENU = Launch()


class App:
    """A stack of screens and what they share.

    `storage` keeps settings and matches; `locales` is the folder of the catalogues; `rng` shuffles.
    `launch` is what the command line wants.  Tests may pass a dealer of their own.
    """

    def __init__(
        self,
        storage: Storage,
        locales: Path,
        rng: Random,
        *,
        dealer: Dealer | None = None,
        launch: Launch = AT_THE_MENU,
    ) -> None:
        self.storage = storage
        self.locales = locales
        self.rng = rng
        self.dealer = dealer
        self.now = 0.0
        self.status = ""
        """The last sentence, which stays on the screen."""
        self.voice = Voice()
        self.session: Session | None = None
        self.seated: tuple[Called, ...] = ()
        """Who sits at the table that is being set up, or sat at the last one."""
        self.keymap = Keymap()
        self.matches = Matches(self, self._open_match)
        self._presses = Presses()
        self._answering = Answering(self)
        self._globals = Globals(self, self._presses, storage.save_history)
        self._screens: list[Screen] = []
        self._out: list[Output] = []
        self._opening = launch.opening
        self.settings, self._trouble = storage.load_settings()
        self._kept_language = self.settings.language
        self._language_for_once = launch.language
        if launch.language:
            self.settings = replace(self.settings, language=launch.language)
        self.online = Online(self, storage)
        self.announcer = Announcer(self._localizer(), self._pan)
        self._configure()

    # What the shells call

    def begin(self, now: float) -> list[Output]:
        """The first screen: the language at the first run, afterwards the main menu."""
        self.now = now
        if self._trouble is not None:
            self.notify(self._trouble)
        if self.voice.name == MUTE and self.settings.language:
            self.notify(msg("no-voice"))
        if self._opening is not None:
            self._opening(self)
        elif self.settings.language:
            self.open_main_menu()
        else:
            self.push(LanguageScreen(self))
        return self._drain()

    def handle(self, key: str, now: float) -> list[Output]:
        """A key was pressed: something always answers, unless it came twice and should not."""
        self.now = now
        is_again = self._presses.is_again(key, now)
        if is_again and self.settings.ignore_repeat and not self.wants_text:
            return self._drain()
        self.online.pressed()
        return self._answered(lambda: self._press(key), hushes=self._answering.hushes(key))

    def click(self, target: str, now: float) -> list[Output]:
        """A row or a card was clicked: "row 2", "card 0"."""
        self.now = now
        kind, number = target.split()
        return self._answered(lambda: self.screen.click(kind, int(number)))

    @property
    def wants_text(self) -> bool:
        """Whether a text field has the focus."""
        return bool(self._screens) and self.screen.wants_text

    def type_text(self, text: str, now: float) -> list[Output]:
        """Text was typed."""
        self.now = now
        return self._answered(lambda: self.screen.type(text))

    def thought(self, wanted: Wanted, move: Move, now: float) -> list[Output]:
        """A bot has thought."""
        self.now = now
        if self.session is not None:
            self.session.thought(wanted, move, now)
        return self._drain()

    def received(self, data: bytes | str, now: float) -> list[Output]:
        """A message of the server came in."""
        self.now = now
        self.online.received(data, now)
        return self._drain()

    def linked(self, line: Line, now: float) -> list[Output]:
        """The line to the server came about, or broke."""
        self.now = now
        self.online.linked(line, now)
        return self._drain()

    def tick(self, now: float) -> list[Output]:
        """Time passed."""
        self.now = now
        self.online.tick(now)
        if self.session is not None:
            self.session.tick(now)
        self._out += self.announcer.tick(now)
        self._globals.tick(now)
        return self._drain()

    @property
    def deadline(self) -> float | None:
        """When to call `tick` next."""
        match = self.session.deadline if self.session else None
        times = (self.announcer.deadline, match, self._presses.deadline, self.online.deadline)
        return min((time for time in times if time is not None), default=None)

    def focus(self, now: float, *, gained: bool) -> list[Output]:
        """The window got or lost the focus: on return, say what is new and where one is."""
        self.now = now
        if not gained:
            self.announcer.leave()
            return self._drain()
        missed = self.announcer.come_back()
        if self._screens:
            self._answering.come_back(missed)
        return self._drain()

    def speaking_through(self, name: str, now: float, *, braille: bool) -> list[Output]:
        """The output has changed; before `begin` it is only noted."""
        self.now = now
        before, self.voice = self.voice, Voice(name, braille)
        if self._screens and before.name != name:
            unheard = msg(UNHEARD[name]) if name in UNHEARD else None
            self.notify(unheard or msg("speaking-through", voice=self.voice_words()))
        return self._drain()

    def copied(self, now: float, *, done: bool) -> list[Output]:
        """The shell has put a text on the clipboard, or has none."""
        self.now = now
        self.remark(msg("copied" if done else "not-copied"))
        return self._drain()

    def suspending(self, now: float) -> list[Output]:
        """The terminal is given back to its shell: no time runs until `resumed`."""
        self.now = now
        self._globals.suspending()
        return self._drain()

    def resumed(self, now: float, *, done: bool) -> list[Output]:
        """The program goes on, or could not be stopped here."""
        self.now = now
        self._globals.resumed(done=done)
        return self._drain()

    def keep(self, now: float) -> list[Output]:
        """Save the settings as they are."""
        self.now = now
        try:
            self.storage.save_settings(self._to_keep(self.settings))
        except StorageError as error:
            self.notify(error.message)
        return self._drain()

    def leave(self, now: float) -> list[Output]:
        """The program is closing: the match is kept."""
        self.now = now
        self.announcer.forget(GAME)
        if self.session is not None and not self.session.over and self.matches.save():
            self.answer(msg("saved"))
        self.matches.put_away()
        self.online.close(on_purpose=False)
        return self._drain()

    def frame(self) -> Frame:
        """What is drawn now; buttons have the keys that the player has for them."""
        if not self._screens:
            return Frame("Audiogames", status=self.status)
        frame, layers = self.screen.frame(), self.screen.layers
        shown = (replace(one, key=self.keymap.shown(one.key, layers)) for one in frame.buttons)
        return replace(frame, buttons=tuple(shown))

    # What the screens call

    @property
    def spec(self) -> Spec | None:
        """The game that is on: of the match, else of the table."""
        on = self.session or self.online.subject or self.matches.setup
        return on.spec if on else None

    @property
    def keys_pressed(self) -> int:
        """How many times a person has acted: keys, clicks, letters."""
        return self._answering.count

    @property
    def all_told(self) -> bool:
        """Whether everything had been told when the key was pressed that is being answered."""
        return self._answering.all_told

    @property
    def screen(self) -> Screen:
        """The screen that has the focus."""
        return self._screens[-1]

    def push(self, screen: Screen) -> None:
        """Open a screen above this one."""
        self._screens.append(screen)
        screen.opened()

    def pop(self, *, silently: bool = False) -> None:
        """Close this screen; the first one stays."""
        if len(self._screens) > 1:
            self._screens.pop()
        if not silently:
            self.screen.returned()

    def show_only(self, screen: Screen) -> None:
        """Close everything and open this screen."""
        self._screens.clear()
        self.push(screen)

    def stack(self, *screens: Screen) -> None:
        """Have these screens and no others, without a word."""
        self._screens[:] = screens

    def slip_in(self, screen: Screen, over: Screen) -> None:
        """Put a screen right above another, below whatever is read there."""
        self._screens.insert(self._screens.index(over) + 1, screen)

    def open_main_menu(self) -> None:
        """Back to where everything begins."""
        self.show_only(MainMenu(self))

    def say(self, *cues: Cue, view: str = GENERAL) -> None:
        """Announce; the answer to a key goes to the general view."""
        self._out += self.announcer.announce(cues, self.now, view)

    def tell(self, cues: Iterable[Cue]) -> None:
        """Announce what happened in the match."""
        self.say(*cues, view=GAME)

    def tell_facts(self, told: Sequence[Facts]) -> None:
        """Announce what has happened in the match, and what is asked after it."""
        self._out += self.announcer.tell_facts(told, self.now)

    def answer(self, message: Msg) -> None:
        """Answer a key with one message."""
        self.say(Say(message, Priority.REPLY))

    def remark(self, message: Msg) -> None:
        """Answer a key about the history itself: neither remembered nor repeated."""
        localizer = self.announcer.localizer
        quoted = Remembered(localizer.speech(message), localizer.braille(message))
        self.quote(quoted)

    def quote(self, entry: Remembered) -> None:
        """Say something of the history again."""
        self._out += self.announcer.quote(entry.text, entry.braille, self.now)

    def notify(self, message: Msg) -> None:
        """Something about the program itself."""
        self.say(Say(message, Priority.MINE), view=SYSTEM)

    def sound(self, id_: str) -> None:
        """A sound of the interface."""
        self.say(Sound(id_, notice=True))

    def put(self, output: Output) -> None:
        """Ask something of the shell."""
        self._out.append(output)

    def text(self, message: Msg) -> str:
        """A message as the screen shows it."""
        return self.announcer.localizer.speech(message)

    def quit(self) -> None:
        """End the program."""
        self.matches.put_away()
        self.online.close(on_purpose=True)
        self.put(Quit())

    def change_settings(self, settings: Settings) -> None:
        """Take new settings, keep them, and have the shell follow."""
        self.settings = settings
        self.announcer.localizer = self._localizer(
            settings.language or self.announcer.localizer.lang  # none is chosen yet
        )
        self._configure()
        self.put(Configure())
        self.matches.follow()
        self.put(Keep())

    def _to_keep(self, settings: Settings) -> Settings:
        """Without the language that the command line asked for, for this once."""
        if settings.language == self._language_for_once:
            return replace(settings, language=self._kept_language)
        return settings

    def use_language(self, lang: str) -> None:
        """Speak this language without keeping it: the first run, the command line."""
        self.announcer.localizer = self._localizer(lang)

    def enter(self, session: Session | None) -> None:
        """Be in a match, or in none."""
        if self.session is not None:
            self.put(Forget())
        self.session = session
        if session is not None:
            self.keymap.add(game_bindings(session.spec))
            self.seated = tuple(map(session.called, range(len(session.table.players))))
            self.prepare(session.spec)
        self.speak_of_game()

    def speak_of_game(self) -> None:
        """Another game may be on: its words come before those of the others."""
        self.announcer.localizer = self._localizer(self.announcer.localizer.lang)

    def prepare(self, spec: Spec) -> None:
        """Bots of this game will be asked soon."""
        self.put(Prepare(spec.id))

    def think(self, wanted: Wanted) -> None:
        """Have a bot's move thought."""
        self.put(Think(wanted))

    def languages(self) -> dict[str, str]:
        """The languages there are, by their codes, and what they call themselves."""
        names = {lang: load(self.locales, lang).own_name for lang in languages(self.locales)}
        return dict(sorted(names.items(), key=lambda language: language[0] != FIRST_LANGUAGE))

    def voice_words(self) -> Msg:
        """What speaks, in words: outputs go by their own names, but for ours and for none."""
        id_ = VOICE_WORDS.get(self.voice.name)
        return msg("voice-other", name=self.voice.name) if id_ is None else msg(id_)

    def press(self, binding: str, key: str) -> None:
        """Run a binding of this screen, as its key does."""
        action = {**self._globals.actions(), **self.screen.actions()}[binding]
        action(key)

    # Inside

    def _answered(self, act: Callable[[], None], *, hushes: bool = False) -> list[Output]:
        self._answering.answer(act, hushes=hushes)
        return self._drain()

    def _press(self, key: str) -> None:
        if isinstance(self.screen, KeyCatcher):
            self.screen.catch(key)
            return
        key = self._presses.named(key, self.now)
        if self._globals.describes(key):
            return
        found = self.keymap.meaning(key, self.screen.layers)
        self._presses.note("" if found is None else found.binding.id)
        if found is not None:
            self._action(found.binding.id)(found.key)
        elif not (self._globals.tells_way(key) or self.screen.letter(self._letter(key))):
            self._globals.nothing()

    def _letter(self, key: str) -> str:
        """A letter that is an arrow by itself looks for items after the command key."""
        plain = key.removeprefix(AFTER)
        return key if self.keymap.find(plain, self.screen.layers) is None else plain

    def _action(self, id_: str) -> Action:
        return self.screen.actions().get(id_) or self._globals.actions()[id_]

    def _open_match(self, session: Session) -> None:
        self.show_only(MatchScreen(self, session))

    def _localizer(self, lang: str = "") -> Localizer:
        catalogue = load(self.locales, lang or self.settings.language or FALLBACK_LANGUAGE)
        spec = self.spec
        words = catalogue if spec is None else catalogue.first(spec.id)
        localizer = Localizer(words, self._called, self.settings.verbosity)
        localizer.styles = self.settings.styles
        return localizer

    def _configure(self) -> None:
        self.keymap.arrange(self.settings.habits.arranged)
        self.announcer.rate = self.settings.rate
        self.announcer.automatic = self.settings.automatic_reading
        self.announcer.teaches = self.settings.lessons
        self.announcer.levels = self.settings.levels
        self.announcer.background = self.settings.background

    def _called(self, seat: Seat) -> Called:
        if self.session is not None:
            return self.session.called(seat)
        return self.seated[seat]

    def _pan(self, seat: Seat | None) -> float:
        """From which side a seat is heard; from the middle where nobody sits at a table."""
        if self.session is None or seat is None or self.session.seat is None:
            return 0.0
        return side(seat, self.session.seat, self.session.spec.around(self.session.view))

    def follow_match(self) -> None:
        """The screen on top follows the match; so does the one that comes up by that."""
        followed = None
        while self.session is not None and self._screens and self.screen is not followed:
            followed = self.screen
            followed.refreshed()

    def _drain(self) -> list[Output]:
        if self.session is not None:
            self.session.settle(self.now)
            self.matches.skip.settle()
        self.follow_match()
        out, self._out = [*self._out, *self.online.drain()], []
        spoken: Sequence[Announcement] = [one for one in out if isinstance(one, Announcement)]
        if spoken:
            self.status = spoken[-1].text
        return out
