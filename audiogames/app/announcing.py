"""What screens say, and ask of the shell: each kind of sentence has its view of the history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from audiogames.app.outputs import Output
from audiogames.app.screens.base import ScreenStack
from audiogames.core.cues import Cue, Msg, Priority, Say, Sound
from audiogames.present.announcer import Announcer
from audiogames.present.facts import Facts
from audiogames.present.history import GAME, GENERAL, SYSTEM, Remembered


class Announcing(ScreenStack):
    """Screens, and what is put out while one call of the shell is answered.

    Whoever derives from it sets the announcer.
    """

    announcer: Announcer

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self._out: list[Output] = []
        self._first: tuple[Cue, ...] = ()
        self._first_view = GENERAL

    def say(self, *cues: Cue, view: str = GENERAL) -> None:
        """Announce; the answer to a key goes to the general view."""
        first, self._first = self._first, ()
        if first and view == GENERAL:
            view = self._first_view
        self._out += self.announcer.announce((*first, *cues), self.now, view)

    @contextmanager
    def beginning_with(self, *cues: Cue, view: str = GENERAL) -> Iterator[None]:
        """What is said next in here begins with this, which it would otherwise cut off."""
        self._first, self._first_view = cues, view
        yield
        if self._first:
            self.say()

    def tell(self, cues: Iterable[Cue]) -> None:
        """Announce what happened in the match."""
        self.say(*cues, view=GAME)

    def tell_facts(self, told: Sequence[Facts]) -> None:
        """Announce what has happened in the match, and what is asked after it."""
        first, self._first = self._first, ()
        if first:
            told = (Facts(first, ()), *told)
        self._out += self.announcer.tell_facts(told, self.now)

    def answer(self, message: Msg) -> None:
        """Answer a key with one message."""
        self.say(Say(message, Priority.REPLY))

    def remark(self, message: Msg) -> None:
        """Answer a key about the history itself: neither remembered nor repeated."""
        localizer = self.announcer.localizer
        self.quote(Remembered(localizer.speech(message), localizer.braille(message)))

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
