"""The test of the reading speed: how soon the player presses a key after a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from audiogames.app.screens.base import Action, Screen
from audiogames.core.cues import Cue, Msg, Priority, Say, Sound, msg, reply
from audiogames.present.frame import Frame, Row


class SpeedTest(Screen):
    """The test of the player's reading speed.

    The player presses Enter at the end of the sentence, which is spoken or read on a braille line.
    """

    layers: tuple[str, ...] = ("list",)
    _since = 0.0
    """When the sentence began."""
    _measures = True
    """Whether to measure: not if the output reports the end of speech."""

    def opened(self) -> None:
        """Announce the sentence, and start measuring."""
        self._since = self.context.now
        self._measures = not self.context.announcer.announces_end
        super().opened()

    def actions(self) -> Mapping[str, Action]:
        """Return the actions: Enter and Space measure, Escape leaves.

        Other keys repeat the sentence.
        """
        again = dict.fromkeys(("move", "edges", "ten-on"), self._again)
        return {
            **again,
            "choose": lambda _key: self._measure(),
            "back": lambda _key: self.back(),
        }

    def where(self) -> Sequence[Cue]:
        """Return the announcement of the test sentence."""
        return tuple(Say(line, Priority.REPLY) for line in self._lines())

    def frame(self) -> Frame:
        """Draw the sentence, with a row to click."""
        rows = (Row(self.context.text(msg("go-on")), focused=True),)
        return Frame(self._text(), rows=rows, status=self.context.status)

    def click(self, kind: str, number: int) -> None:
        """Measure the time, as Enter does."""
        del kind, number
        self._measure()

    def back(self) -> None:
        """Close the test without measuring the reading speed."""
        self.context.sound("menu-back")
        self.context.pop()

    def close(self, *told: Cue) -> None:
        """Close the test, and begin the next announcement with these cues."""
        with self.context.beginning_with(*told):
            self.context.pop()

    def _lines(self) -> Sequence[Msg]:
        return (msg("speed-test"),)

    def _text(self) -> str:
        return " ".join(map(self.context.text, self._lines()))

    def _again(self, _key: str) -> None:
        self.opened()

    def _measure(self) -> None:
        words, seconds = len(self._text().split()), self.context.now - self._since
        rate = self.context.measure_reading(words, seconds)
        self.close(Sound("menu-choose", notice=True), reply("speed-measured", rate=rate))
