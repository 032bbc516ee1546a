"""Messages between page and program: short JSON texts with their type in `t`.

The program runs in a worker of the page.  What the page sends may come from a damaged storage or an
extension of the browser: a message that does not fit these structs ends the program.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from audiogames.app.keys.names import Origin
from audiogames.app.links import LONGEST_LINK

Short = Annotated[str, Meta(max_length=64)]
Typed = Annotated[str, Meta(min_length=1, max_length=400)]
Part = Annotated[str, Meta(max_length=600)]
"""A part of a long text."""

Number = Annotated[int, Meta(ge=0, le=2**53)]


class _FromPage(Struct, tag_field="t", forbid_unknown_fields=True, frozen=True):
    """A message of a page."""


class PageHello(_FromPage, tag="hello", frozen=True):
    """The greeting of a page."""

    lang: Short = ""
    """The browser's language, as "it-IT"."""
    touch: bool = False
    """Whether the only pointing device is a touch screen."""
    page: Annotated[str, Meta(max_length=300)] = ""
    """The page's address without query, if links lead back to it."""
    link: Annotated[str, Meta(max_length=LONGEST_LINK)] = ""
    """The link by which the page was opened."""


class KeyPress(_FromPage, tag="key", frozen=True):
    """A key was pressed, or a button that equals it on every screen."""

    key: Short
    repeat: bool = False
    """Whether the key is held down."""
    origin: Origin = Origin.WRITTEN


class TypedText(_FromPage, tag="text", frozen=True):
    """Text was typed into a field."""

    text: Typed


class PasteOutside(_FromPage, tag="paste", frozen=True):
    """Something was pasted outside a field; the page does not send it."""


class Click(_FromPage, tag="click", frozen=True):
    """A drawn thing was clicked: its number in the frame, its `click` there."""

    number: Number


class Placed(_FromPage, tag="placed", frozen=True):
    """All announcements up to this one were placed for the screen reader, or were interrupted."""

    n: Number


class SpeechEnded(_FromPage, tag="ended", frozen=True):
    """The browser's own voice has finished everything up to this announcement, or was stopped."""

    n: Number


class FocusChange(_FromPage, tag="focus", frozen=True):
    """The page came to the front, or went to the background."""

    gained: bool


class CopyOutcome(_FromPage, tag="copied", frozen=True):
    """A text was copied to the clipboard, or not.

    A page that is not `safe` was loaded as plain text, and no browser lets it use the clipboard.
    """

    done: bool
    safe: bool = True
    shared: bool = False
    """Whether the text was shared with another app of the phone instead."""


class KeptPart(_FromPage, tag="kept", frozen=True):
    """A part of what the browser stores under this name; further parts follow."""

    name: Short
    text: Part


class KeptAll(_FromPage, tag="kept-all", frozen=True):
    """Everything stored was sent; `there` says whether this browser can store anything at all.

    `aside` counts values that were too much to send and are set aside.
    """

    there: bool
    aside: Number = 0


class KeptNow(_FromPage, tag="written", frozen=True):
    """The browser has written everything up to this message, or could not."""

    n: Number
    done: bool


class Fleeting(_FromPage, tag="fleeting", frozen=True):
    """The browser does not promise lasting storage; sent once on each device."""


class Evicted(_FromPage, tag="evicted", frozen=True):
    """The browser had deleted everything; the page has written it anew."""


class PickedPart(_FromPage, tag="picked", frozen=True):
    """A part of the file that the player has chosen."""

    text: Part


class PickedAll(_FromPage, tag="picked-all", frozen=True):
    """The file is complete; or `why` there is none: "not-chosen", "too-large", "foreign"."""

    why: Literal["", "not-chosen", "too-large", "foreign"] = ""


class AskAlive(_FromPage, tag="alive", frozen=True):
    """The page has received nothing for a while; answered with `StillHere`."""


class PageFault(_FromPage, tag="fault", frozen=True):
    """A part of the picture could not be drawn."""

    part: Short
    why: Part


FromPage = (
    PageHello
    | KeyPress
    | TypedText
    | PasteOutside
    | Click
    | Placed
    | SpeechEnded
    | FocusChange
    | CopyOutcome
    | KeptPart
    | KeptAll
    | KeptNow
    | Fleeting
    | Evicted
    | PickedPart
    | PickedAll
    | AskAlive
    | PageFault
)


class WrongMessage(Exception):
    """A page sent an invalid message."""


_decoder: Final[msgspec.json.Decoder[FromPage]] = msgspec.json.Decoder(FromPage)


def read(data: str | bytes) -> FromPage:
    """Parse a page's message.  Raises `WrongMessage`."""
    if not isinstance(data, str):
        raise WrongMessage("no text")
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise WrongMessage(str(error)) from None


class _ToPage(Struct, tag_field="t", frozen=True):
    """A message to a page."""


class PageWelcome(_ToPage, tag="welcome", frozen=True):
    """The session is ready."""

    lang: str
    words: dict[str, str]


class StillHere(_ToPage, tag="alive", frozen=True):
    """The answer to `AskAlive`."""


class Look(_ToPage, tag="settings", frozen=True):
    """The page's look, sound and language."""

    theme: str
    scale: int
    letters: bool
    motion: bool
    """Whether cards are animated."""
    voice: str
    """Which voice speaks: "reader", "browser" or "none"."""
    rate: int
    pitch: int
    volume: float
    lang: str
    words: dict[str, str]


class ShowFrame(_ToPage, tag="frame", frozen=True):
    """What is drawn: the fields of the `Frame` that differ from their defaults."""

    frame: Any


class SentAnnouncement(_ToPage, tag="say", frozen=True):
    """An announcement."""

    n: int
    text: str
    lang: str
    braille: str
    interrupt: bool
    spoken: bool
    logged: bool
    """Whether it may be read below the table later."""


class PlayFile(_ToPage, tag="sound", frozen=True):
    """Play a sound; `pan` from -1 to 1, `volume` from 0 to 1."""

    file: str
    pan: float
    volume: float


class SilenceVoice(_ToPage, tag="hush", frozen=True):
    """Drop announcements that are not spoken yet."""


class SilenceSounds(_ToPage, tag="stop", frozen=True):
    """Stop all sounds."""


class ForgetAll(_ToPage, tag="forget", frozen=True):
    """Clear all announcements: another player takes the keyboard."""


class CopyText(_ToPage, tag="copy", frozen=True, omit_defaults=True):
    """Put this text on the clipboard, and answer with `CopyOutcome`.

    With `share` a phone offers it to its other apps.
    """

    text: str
    share: bool = False


class Download(_ToPage, tag="download", frozen=True):
    """Give the player this text as a file of this name."""

    name: str
    text: str


class AskFile(_ToPage, tag="pick", frozen=True):
    """Let the player choose a text file of at most so many bytes, and send it."""

    most: int


class BringKept(_ToPage, tag="bring", frozen=True):
    """Send what the browser stores, up to so many characters: `KeptPart`, then `KeptAll`."""

    most: int


class KeepValue(_ToPage, tag="keep", frozen=True):
    """Store a text under this name, or append `more` to it; answer with `KeptNow`."""

    n: int
    name: str
    text: str
    more: bool


class DropValue(_ToPage, tag="drop", frozen=True):
    """Delete what is stored under this name."""

    n: int
    name: str


class PutAside(_ToPage, tag="aside", frozen=True):
    """Set the unusable value of this name aside, where nothing reads it."""

    n: int
    name: str


class DropAsides(_ToPage, tag="drop-asides", frozen=True):
    """Delete everything that was set aside."""

    n: int


class EndLine(_ToPage, tag="end", frozen=True):
    """The program has ended, with this last sentence."""

    text: str
    lang: str


ToPage = (
    PageWelcome
    | StillHere
    | Look
    | ShowFrame
    | SentAnnouncement
    | PlayFile
    | SilenceVoice
    | SilenceSounds
    | ForgetAll
    | CopyText
    | Download
    | AskFile
    | BringKept
    | KeepValue
    | DropValue
    | PutAside
    | DropAsides
    | EndLine
)

_encoder: Final = msgspec.json.Encoder()


def written(message: ToPage) -> str:
    """Encode a message."""
    return _encoder.encode(message).decode()


def unusual(record: Any) -> dict[str, Any]:
    """Return a record of the frame as plain values, without fields that have their default."""
    return {
        name: _plain(value)
        for name, usual in _fields(record.__class__)
        if (value := getattr(record, name)) != usual
    }


def _plain(value: object) -> Any:
    if isinstance(value, tuple):
        return list(map(_plain, value))
    return unusual(value) if is_dataclass(value) else value


@cache
def _fields(kind: Any) -> list[tuple[str, object]]:
    """Return a record kind's fields with their defaults; MISSING for those without."""
    return [(one.name, one.default) for one in fields(kind)]
