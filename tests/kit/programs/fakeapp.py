"""A fake app with few keys, which announces each key that it receives."""

from __future__ import annotations

from dataclasses import replace

from audiogames.app.keys.names import Origin
from audiogames.app.outputs import ChangeHands, Configure, FillScreen, Quit, ReadClipboard, Suspend
from audiogames.app.settings import Settings
from audiogames.core.cues import Priority
from audiogames.present.frame import Button, CardShape, Frame, Row, SeatShape, TableShape
from audiogames.present.outputs import Announcement, Hush, PlaySound

ORDERS = {
    "alt+z": Suspend(),
    "alt+enter": FillScreen(),
    "ctrl+v": ReadClipboard(),
    "ctrl": Hush(),
}


class FakeApp:
    """A fake app with few keys.

    q quits, x fails, t opens a text field and Enter closes it, v changes the volume, Alt+Z
    suspends, Alt+Enter toggles full screen, Alt+C passes the keyboard to another person, Ctrl+V
    reads the clipboard.
    """

    def __init__(self):
        self.settings = Settings(language="it")
        self.session = None
        self.wants_text = False
        self.deadline = None
        self.calls = []
        self.origins = []
        """The origins of the calls: the names of the keys."""
        self.left = False
        self.status = ""
        self.is_blank = False

    def begin(self, now):
        return self.tells("Hello")

    def handle(self, key, now, *, is_repeat=False, origin=Origin.WRITTEN):
        if is_repeat:
            self.calls.append(("repeat", key))
            return self.tells(f"Again {key}")
        self.origins.append(origin)
        self.calls.append(("key", key))
        if key == "x":
            raise LookupError("nobody foresaw this")
        if key == "t":
            self.wants_text = True
        if key == "enter":
            self.wants_text = False
        if key == "v":
            self.settings = replace(self.settings, game_volume=30)
            return [Configure()]
        if key == "alt+c":
            return [ChangeHands(), *self.tells("Curtain")]
        if key in ORDERS:
            return [ORDERS[key]]
        return [*self.tells(f"Key {key}"), *([Quit(7)] if key == "q" else [])]

    def type_text(self, text, now):
        self.calls.append(("text", text))
        return self.tells(f"Text {text}")

    def paste(self, text, now):
        self.calls.append(("paste", text))
        return self.tells(f"Paste {text!r}")

    def clipboard_read(self, text, now):
        return self.tells(f"Clipboard {text!r}")

    def click(self, target, now):
        self.calls.append(("click", target))
        return self.tells(f"Click {target}")

    def missed(self, now, named=""):
        self.calls.append(("missed", named))
        return self.tells(f"Missed {named}")

    def bot_replied(self, wanted, move, now):
        self.calls.append(("bot_replied", wanted, move))
        return self.tells(f"Thought {move}")

    def announce_notice(self, message, now):
        self.calls.append(("notice", message.id))
        return self.tells(f"Notice {message.id}")

    def linked(self, line, now):
        self.calls.append(("line", line))
        return []

    def received(self, data, now):
        self.calls.append(("message", data))
        return self.tells("Message")

    def focus(self, now, *, gained):
        self.calls.append(("focus", gained))
        return self.tells("Focus" if gained else "No focus")

    def speaking_through(self, name, now, *, braille):
        self.calls.append(("voice", name, braille))
        return []

    def announces_end(self, *, it_does):
        self.calls.append(("announces end", it_does))

    def speech_ended(self, now):
        self.calls.append(("speech ended", now))
        return []

    def tick(self, now):
        self.calls.append(("tick", now))
        self.deadline = None
        return self.tells("Tick")

    def keep(self, now):
        return self.tells("Kept")

    def copied(self, now, *, done, why):
        return self.tells("Copied" if done else "Not copied")

    def suspending(self, now):
        return self.tells("Suspended")

    def resumed(self, now, *, done):
        return self.tells("Back" if done else "Cannot stop")

    def screen_filled(self, now, *, fills):
        return self.tells(f"Fills the screen: {fills}")

    def leave(self, now):
        self.left = True
        return self.tells("Left")

    def frame(self, now=None):
        return Frame(
            "Menu",
            ("One line",),
            tuple(Row(name, focused=name == "Second") for name in ("First", "Second", "Third")),
            (
                CardShape("7", "h", "french", "seven of hearts"),
                CardShape("K", "s", "french", "king of spades", True),
            ),
            (Button("Draw", "space"),),
            self.status,
            table=TableShape((SeatShape(0, "You", is_own=True),)),
        )

    def text(self, message):
        if message.id == "fault":
            return f"Told in {message.args['path']}"
        return message.id

    def tells(self, text):
        self.status = text
        return [
            PlaySound("menu-move", 0.5, "notices"),
            Announcement(1.25, Priority.REPLY, True, text, text[:40], "it", "key", {"n": 3}),
        ]
