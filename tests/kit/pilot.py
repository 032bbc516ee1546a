"""`Pilot`: the program without a shell, whose keys, clock and bots a test controls."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from audiogames.app.app import App, Launch
from audiogames.app.newer import ReleaseFeed
from audiogames.app.outputs import (
    AskBot,
    ChangeHands,
    Copy,
    FillScreen,
    LookForNewest,
    OpenPage,
    Output,
    Quit,
    ReadClipboard,
    SaveSettings,
    StopThinking,
    Suspend,
)
from audiogames.app.settings import Settings
from audiogames.app.storage import Book, KeptPlace, Saved, Storage, StorageError
from audiogames.cards.card import FRENCH, Card
from audiogames.cards.dealing import Deal
from audiogames.core.contract import Move, State
from audiogames.core.cues import Msg, msg
from audiogames.core.log import Entry, Header, Log
from audiogames.core.registry import game
from audiogames.present.outputs import Announcement, Hush, PlaySound
from audiogames.search.arena import bot
from audiogames.shell.thinker import think as think_of
from audiogames.table.protocol import Answer, BotRequest, JournalRequest, Question

LOCALES = Path(__file__).resolve().parents[2] / "locales"


def local_zone() -> tzinfo:
    """Return Rome's time zone, or a fixed one on Windows, which has no time zone data."""
    try:
        return ZoneInfo("Europe/Rome")
    except ZoneInfoNotFoundError:
        return timezone(timedelta(hours=1))


class MemoryBook(Book):
    """The log of a match, stored in memory; saving fails while its storage is `full`."""

    def __init__(self, log: Log, storage: MemoryStorage, name: str) -> None:
        self.log = log
        self._storage = storage
        self._name = name
        self._waiting: list[Entry] = []

    @property
    def name(self) -> str:
        return self._name

    def append(self, entry: Entry) -> None:
        self._waiting.append(entry)
        self.save()

    def save(self) -> None:
        if self._storage.full:
            raise StorageError(msg("cannot-save-match"))
        last = self.log.entries[-1].seq if self.log.entries else 0
        self.log.entries += [entry for entry in self._waiting if entry.seq > last]
        self._waiting.clear()

    def close(self, *, finished: bool) -> None:
        if finished and self.name in self._storage.matches:
            self._storage.ended[self.name] = self._storage.matches.pop(self.name)


class MemoryStorage(Storage):
    """Settings and saved matches in memory, which several pilots of a test may share."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.places: list[KeptPlace] = []
        self.matches: dict[str, Log] = {}
        self.ended: dict[str, Log | Msg] = {}
        """Finished matches, oldest first; a message is why one cannot be read."""
        self.summary = ""
        self.journal_texts: dict[str, str] = {}
        """Journals of matches at servers' tables, oldest first."""
        self.results: dict[str, str] = {}
        """Results of deals of the day and of puzzles, by kind."""
        self.date = "2026-11-27"
        self.clock = datetime(2026, 11, 27, 20, 30, 15, tzinfo=local_zone())
        self.full = False
        self._count = 0

    def load_settings(self) -> tuple[Settings, Msg | None]:
        return self.settings, None

    def save_settings(self, settings: Settings) -> None:
        self.settings = settings

    def load_places(self) -> list[KeptPlace]:
        return self.places

    def save_places(self, places: Sequence[KeptPlace]) -> None:
        self.places = list(places)

    def stamp(self) -> str:
        self._count += 1
        return f"match-{self._count}"

    def today(self) -> str:
        return self.date

    def local_time(self, ahead: float = 0.0) -> datetime:
        there = self.clock.astimezone(UTC) + timedelta(seconds=ahead)
        return there.astimezone(self.clock.tzinfo)

    def load_results(self, kind: str) -> str:
        return self.results.get(kind, "")

    def save_results(self, kind: str, text: str) -> None:
        if self.full:
            raise StorageError(msg("cannot-save-match"))
        self.results[kind] = text

    def folder(self, *, finished: bool) -> str:
        return "memory/finished" if finished else "memory"

    def begin(self, header: Header) -> Book:
        if self.full:
            raise StorageError(msg("cannot-save-match"))
        self.matches[header.started] = Log(header)
        return MemoryBook(self.matches[header.started], self, header.started)

    def unfinished(self) -> list[Saved]:
        return [Saved(name, log) for name, log in reversed(self.matches.items())]

    def reopen(self, name: str) -> tuple[Log, Book]:
        log = self.matches[name]
        return Log(log.header, list(log.entries)), MemoryBook(log, self, name)

    def finished(self) -> list[str]:
        return list(reversed(self.ended))

    def recall(self, name: str) -> Log:
        found = self.ended.get(name, msg("no-such-match", name=name))
        if isinstance(found, Msg):
            raise StorageError(found)
        return found

    def drop(self, name: str) -> None:
        self.ended.pop(name, None)

    def load_summary(self) -> str:
        return self.summary

    def save_summary(self, text: str) -> None:
        if self.full:
            raise StorageError(msg("cannot-save-match"))
        self.summary = text

    def keep_journal(self, name: str, text: str) -> None:
        if self.full:
            raise StorageError(msg("journal-not-kept"))
        self.journal_texts[name] = text

    def journals(self) -> list[str]:
        return list(reversed(self.journal_texts))

    def recall_journal(self, name: str) -> str:
        return self.journal_texts[name]

    def drop_journal(self, name: str) -> None:
        del self.journal_texts[name]


class ScriptedDealer:
    """A dealer that follows a script, such as `dealer 2` or `deal Kc ...`, and then deals randomly.

    A scripted deal names only the cards that matter; the rest of the pack follows in pack order.
    """

    def __init__(
        self, *script: str, id_: str = "novantanove", pack: Sequence[Card] = FRENCH
    ) -> None:
        self._script = list(script)
        self._rules = game(id_).rules
        self._pack = pack

    def __call__(self, state: State, rng: Random) -> Move:  # type: ignore[type-arg]
        if not self._script:
            return self._rules.chance(state, rng)
        verb, *words = self._script.pop(0).split()
        assert verb == state.expects, f"the game expects {state.expects}, not {verb}"
        if verb != "deal":
            return self._rules.read(" ".join((verb, *words)))
        named = [Card.read(word, self._pack[0].pack) for word in words]
        return Deal((*named, *(card for card in self._pack if card not in named)))


class Pilot:
    """The program without a shell, for a test that presses keys and moves the clock.

    `heard` returns the announcements since the last call of `look`. `script` gives the moves of
    bots by name, and `mind` chooses for all other bots; without it they choose for themselves.
    """

    voice = "NVDA"
    """The name of the voice in use."""
    braille = True
    """Whether there is a braille display."""

    apart = 0.6
    """Seconds between two keys, long enough for announcements to count as delivered."""

    hesitates = False
    """Whether bots take longer over hard decisions; otherwise the moment of their moves is known.
    """

    @staticmethod
    def ears(announcement: Announcement) -> None:
        """Receive each announcement; a test may replace this function with its own."""

    def __init__(
        self,
        storage: MemoryStorage | None = None,
        *,
        lang: str = "it",
        dealer: ScriptedDealer | None = None,
        script: dict[str, list[str]] | None = None,
        mind: Callable[[BotRequest], Move] | None = None,
        first_run: bool = False,
        feed: ReleaseFeed | None = None,
    ) -> None:
        self.storage = storage or MemoryStorage(Settings(welcomed=not first_run))
        if not first_run:
            self.storage.settings = replace(
                self.storage.settings, language=self.storage.settings.language or lang
            )
        self.lang = lang
        self.now = 100.0
        self.announcements: list[Announcement] = []
        self.sounds: list[PlaySound] = []
        self.quit: int | None = None
        self.clipboard = ""
        self.hands_changed = 0
        """How often the keyboard and the braille line were given to another person."""
        self.hushed = 0
        """How often the voice was silenced: some keys are answered by silence."""
        self.on_screen: list[str] = []
        """The texts that a terminal would still show: those since another person got the keyboard.
        """
        self.fills_screen = False
        self.slow = False
        """Whether thoughts wait in `wanted` until `answer` is called."""
        self.reads_slowly = False
        """Whether journals wait in the same way."""
        self.wanted: list[Question] = []
        self.script = script or {}
        self.mind = mind or think
        self._unheard = 0
        self.looked_at: list[str] = []
        """The addresses that were asked for a newer version."""
        self.pages: list[str] = []
        """The addresses that the browser was asked to open."""
        self.app = App(self.storage, LOCALES, Random(1), dealer=dealer, launch=Launch(feed=feed))
        if not self.hesitates:
            self.app.settings = replace(self.app.settings, thought=0)
        self.app.speaking_through(self.voice, self.now, braille=self.braille)
        self.perform(self.app.begin(self.now))

    def press(self, *keys: str) -> None:
        """Press keys, one every `apart` seconds."""
        for key in keys:
            self.now += self.apart
            self.perform(self.app.handle(key, self.now))

    def rush(self, *keys: str) -> None:
        """Press keys at intervals of a tenth of a second, faster than a player can listen."""
        before, self.apart = self.apart, 0.1
        self.press(*keys)
        self.apart = before

    def away(self, *, gone: bool) -> None:
        """Tell the program that its window has lost the focus (`gone`) or regained it."""
        self.now += 0.1
        self.perform(self.app.focus(self.now, gained=not gone))

    def type(self, text: str) -> None:
        """Type text into the open text field."""
        assert self.app.wants_text
        for letter in text:
            self.now += 0.1
            self.perform(self.app.type_text(letter, self.now))

    def paste(self, text: str) -> None:
        """Paste text on the current screen."""
        self.now += 0.1
        self.perform(self.app.paste(text, self.now))

    def wait(self, seconds: float) -> None:
        """Advance the clock, stopping at every deadline of the program."""
        end = self.now + seconds
        while (deadline := self.app.deadline) is not None and deadline <= end:
            self.now = max(self.now, deadline)
            self.perform(self.app.tick(self.now))
        self.now = end
        self.perform(self.app.tick(end))

    def wait_for(self, text: str, seconds: float = 120) -> None:
        """Advance the clock until a sentence with this text is announced."""
        end = self.now + seconds
        while not any(text in one.text for one in self.announcements[self._unheard :]):
            deadline = self.app.deadline
            assert deadline is not None, f"nothing comes; heard: {self.heard()}"
            assert deadline <= end, f"not heard: {text}; heard: {self.heard()}"
            self.now = max(self.now, deadline)
            self.perform(self.app.tick(self.now))

    def heard(self) -> str:
        """Return all announcements since the last call of `look` or `heard`, joined to one text."""
        return " ".join(one.text for one in self.look())

    def look(self) -> list[Announcement]:
        """Return all announcements since the last call of `look` or `heard`."""
        new = self.announcements[self._unheard :]
        self._unheard = len(self.announcements)
        return new

    def answer(self) -> None:
        """Answer all waiting requests to bots."""
        wanted, self.wanted = self.wanted, []
        for one in wanted:
            self.perform(self.app.bot_replied(one, self.answer_to(one), self.now))

    def expect(self, *texts: str) -> None:
        """Check that the new announcements contain these texts in this order."""
        heard = self.heard()
        place = 0
        for text in texts:
            found = heard.find(text, place)
            assert found >= 0, f"missing {text!r} in {heard!r}"
            place = found + len(text)

    def transcript(self) -> Iterator[str]:
        """Return the texts of all announcements so far."""
        return (one.text for one in self.announcements)

    def perform(self, outputs: Sequence[Output]) -> None:
        """Execute the program's outputs, as a shell does."""
        todo = deque(outputs)
        while todo:
            match output := todo.popleft():
                case Announcement():
                    self.ears(output)
                    self.announcements.append(output)
                    self.on_screen.append(output.text)
                case PlaySound():
                    self.sounds.append(output)
                case AskBot(wanted=wanted) if self._waits(wanted):
                    self.wanted.append(wanted)
                case StopThinking():
                    self.wanted.clear()
                case AskBot(wanted=wanted):
                    thought = self.app.bot_replied(wanted, self.answer_to(wanted), self.now)
                    todo.extendleft(reversed(thought))
                case Copy(text=text):
                    self.clipboard = text
                    self.perform(self.app.copied(self.now, done=True))
                case ReadClipboard():
                    self.perform(self.app.clipboard_read(self.clipboard, self.now))
                case SaveSettings():
                    self.perform(self.app.keep(self.now))
                case Quit(code=code):
                    self.quit = code
                case ChangeHands():
                    self.hands_changed += 1
                    self.on_screen.clear()
                case Suspend():
                    self.perform(self.app.resumed(self.now, done=False))
                case FillScreen():
                    self.fills_screen = not self.fills_screen
                    self.perform(self.app.screen_filled(self.now, fills=self.fills_screen))
                case Hush():
                    self.hushed += 1
                case LookForNewest(address=address):
                    self.looked_at.append(address)
                case OpenPage(page=page):
                    self.pages.append(page)
                    self.perform(self.app.page_opened(page, self.now, done=True))

    def drain(self) -> None:
        """Execute outputs that are still in the app after a test has called its methods."""
        self.perform(self.app._drain())

    def _waits(self, wanted: Question) -> bool:
        """Return True if this request is answered only when the test calls `answer`."""
        return self.reads_slowly if isinstance(wanted, JournalRequest) else self.slow

    def answer_to(self, wanted: Question) -> Answer:
        if not isinstance(wanted, BotRequest):
            return think_of(wanted)
        assert self.app.session is not None
        spec = self.app.session.spec
        moves = self.script.get(self.app.session.called(wanted.seat).name)
        if moves:
            return spec.rules.read(moves.pop(0))
        return self.mind(wanted)


def think(wanted: BotRequest) -> Move:
    """Return the move that a bot of the requested level chooses."""
    player = bot(game(wanted.game), wanted.level, wanted.character)
    return player.choose(wanted.view, Random(wanted.seed), 1000, lambda: False)
