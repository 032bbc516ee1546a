"""The text field for chat, with messages to the whole table or to one person.

The addressee is announced before anything is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from audiogames.app.screens.base import Action
from audiogames.app.screens.editing import TextRules
from audiogames.app.screens.reader import PageList
from audiogames.app.screens.typing import TypeLine
from audiogames.core.contract import Refused
from audiogames.core.controls import Page
from audiogames.core.cues import Cue, Msg, Priority, Say, msg
from audiogames.net import wire
from audiogames.net.names import sayable
from audiogames.net.server.limits import CHAT_LENGTH

if TYPE_CHECKING:
    from audiogames.app.online_context import OnlineContext

WRITTEN: Final = TextRules(CHAT_LENGTH, sayable)

COMMANDS: Final = ("help", "invite", "friend", "unfriend", "block", "unblock", "report")
"""Commands, written after a slash."""

KINDS: Final[Mapping[str, type[wire.Request]]] = {
    "block": wire.BlockPerson,
    "unblock": wire.BlockPerson,
    "friend": wire.Befriend,
    "unfriend": wire.Befriend,
    "invite": wire.Invite,
    "report": wire.ReportPerson,
}
"""The requests about a person."""

REPORTED: Final = 20
"""The number of lines from the history that are sent with a report."""


class ChatLine(TypeLine):
    """The text field for chat: Enter sends, Escape leaves, Up and Down recall sent messages."""

    context: OnlineContext

    layers = ("chatting",)
    kind = "chatting"
    outlasts_matches = True

    def __init__(self, context: OnlineContext, to: str = "") -> None:
        super().__init__(context, msg("chat-title"), lambda _text: None, WRITTEN)
        self._fixed = to
        self._place = len(context.online.lines)
        self._announced_addressee = ""

    @property
    def to(self) -> str:
        """The name of the addressee; empty if the message is for the whole table."""
        return self._fixed or self._addressee(self.field.text)[0]

    def actions(self) -> Mapping[str, Action]:
        """Return the actions of a text field, and those that recall sent messages."""
        return {
            **super().actions(),
            "earlier": lambda key: self._earlier(-1 if key == "up" else 1),
        }

    def where(self) -> Sequence[Cue]:
        """Return the addressee, and the text typed so far."""
        words = msg("chat-to", name=self.to) if self.to else msg("chat-title")
        return Say(words, Priority.REPLY), *super().where()[1:]

    def type(self, text: str) -> None:
        """Insert typed text; if the text now begins with an addressee, announce them."""
        super().type(text)
        self._tell_to()

    def paste(self, text: str) -> None:
        """Insert pasted text; if the text now begins with an addressee, announce them."""
        super().paste(text)
        self._tell_to()

    def _tell_to(self) -> None:
        if self.to and self.to != self._announced_addressee and not self._fixed:
            self.context.answer(msg("chat-to", name=self.to))
        self._announced_addressee = self.to

    def _addressee(self, text: str) -> tuple[str, str]:
        """Split "@name text" into name and text; without a known name, the name is empty."""
        if not text.startswith("@"):
            return "", text
        written = text[1:]
        found = [
            name
            for name in self.context.online.names
            if written.casefold().startswith(f"{name.casefold()} ")
        ]
        name = max(found, key=len, default="")
        return name, written[len(name) :].strip() if name else text

    def _earlier(self, by: int) -> None:
        """Recall the previous (-1) or next (1) sent message."""
        lines = self.context.online.lines
        if not lines:
            self.context.sound("menu-edge")
            self.context.remark(msg("chat-nothing-sent"))
            return
        self._place = max(0, min(len(lines) - 1, self._place + by))
        self.field.replace(lines[self._place])
        self.context.remark(self._whole())

    def _submit(self) -> None:
        """Send the message or run the command in the field, which stays open for the next one."""
        text = self.field.text.strip()
        if not text:
            self.context.answer(msg("nothing-typed"))
        elif text.startswith("/"):
            self._command(text[1:])
        else:
            self._send(text)

    def _send(self, text: str) -> None:
        name, said = (self._fixed, text) if self._fixed else self._addressee(text)
        self._store_sent(text)
        if text.startswith("@") and not name:
            raise Refused(
                "chat-nobody", msg("chat-nobody", name=text[1:].split(" ", maxsplit=1)[0])
            )
        if not name:
            _ = self.context.online.table  # refused at no table, where no one would read it
        if said:
            self.context.online.ask(wire.Chat, text=said, to=name)

    def _store_sent(self, text: str) -> None:
        """Empty the field, and store its text so that Up recalls it, even if it is refused."""
        lines = self.context.online.lines
        lines.append(text)
        self.field.replace("")
        self._place, self._announced_addressee = len(lines), ""

    def _command(self, text: str) -> None:
        verb, _, name = text.partition(" ")
        self._store_sent(f"/{text}")
        if verb not in COMMANDS:
            raise Refused("chat-no-command", msg("chat-no-command", name=verb))
        if verb == "help":
            pages = [Page(msg(f"chat-help-{one}")) for one in ("write", "private", *COMMANDS[1:])]
            self.context.push(PageList(self.context, "", msg("chat-help"), pages))
        else:
            self._about(verb, name.strip())

    def _about(self, verb: str, name: str) -> None:
        """Run a command that was typed in the chat field and names a person."""
        if not name:
            raise Refused("chat-whom", msg("chat-whom"))
        person_request(self.context, verb, name)()


def person_request(context: OnlineContext, verb: str, name: str) -> Callable[[], None]:
    """Return a function that sends the request `verb` about a person and announces success."""
    kind = KINDS[verb]
    given: dict[str, Any] = {"name": name}
    if verb.startswith("un"):
        given["off"] = True
    if kind is wire.ReportPerson:
        given["lines"] = _latest_chat(context)
    done = invited(context, name) if verb == "invite" else msg(f"person-done-{verb}", name=name)
    return partial(context.online.ask, kind, lambda _answer: context.answer(done), **given)


def invited(context: OnlineContext, name: str) -> Msg:
    """Return the announcement after an invitation.

    A spectator can only ask the host to invite the person.
    """
    asks = context.online.seated is not None and not context.online.seated.code
    return msg("person-done-ask-host" if asks else "person-done-invite", name=name)


def _latest_chat(context: OnlineContext) -> list[str]:
    """Return the latest chat messages as they were announced."""
    entries = [
        one for view in ("chat", "private") for one in context.announcer.history.entries(view)
    ]
    return [entry.text for entry in entries[-REPORTED:]]
