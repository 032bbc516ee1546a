"""The question how fast the player's reader speaks, which one key answers by its moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from audiogames.app.screens.base import Action, Screen
from audiogames.core.cues import Cue, Msg, Priority, Say, Sound, msg, reply
from audiogames.present.frame import Frame, Row


class SpeedTest(Screen):
    """Enter is pressed when the sentence has ended, by ear or on a braille line."""

    layers: tuple[str, ...] = ("list",)
    _since = 0.0
    """When the sentence began."""
    _measures = True
    """Whether there is anything to measure: not where the end of speech is announced."""

    def opened(self) -> None:
        """Say the sentence; from now on the time counts."""
        self._since = self.context.now
        self._measures = not self.context.announcer.announces_end
        super().opened()

    def actions(self) -> Mapping[str, Action]:
        """Enter and Space measure, Escape leaves, all else says it again."""
        again = dict.fromkeys(("move", "edges", "ten-on"), self._again)
        return {
            **again,
            "choose": lambda _key: self._measure(),
            "back": lambda _key: self.back(),
        }

    def where(self) -> Sequence[Cue]:
        """The sentence."""
        return tuple(Say(line, Priority.REPLY) for line in self._lines())

    def frame(self) -> Frame:
        """The same, to be clicked."""
        rows = (Row(self.context.text(msg("go-on")), focused=True),)
        return Frame(self._text(), rows=rows, status=self.context.status)

    def click(self, kind: str, number: int) -> None:
        """A click measures as Enter does."""
        del kind, number
        self._measure()

    def back(self) -> None:
        """Leave everything as it is."""
        self.context.sound("menu-back")
        self.context.pop()

    def close(self, *told: Cue) -> None:
        """Go back, and begin with what was found."""
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
