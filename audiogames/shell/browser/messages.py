"""Messages between page and program: short JSON texts with their type in `t`.

The program runs in a worker of the page.  The page's messages may be wrong because its stored data
is damaged, or because of a browser extension: a message that does not fit these structs ends the
program.
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
    """The first message of a page, about itself and its browser."""

    lang: Short = ""
    """The browser's language, as "it-IT"."""
    touch: bool = False
    """Whether the only pointing device is a touch screen."""
    page: Annotated[str, Meta(max_length=300)] = ""
    """The page's address without query, if links lead back to it."""
    link: Annotated[str, Meta(max_length=LONGEST_LINK)] = ""
    """The link by which the page was opened."""


class KeyPress(_FromPage, tag="key", frozen=True):
    """A pressed key, or a pressed button of the page that acts like a key."""

    key: Short
    repeat: bool = False
    """Whether the key is held down."""
    origin: Origin = Origin.WRITTEN


class TypedText(_FromPage, tag="text", frozen=True):
    """Text was typed into a field."""

    text: Typed


class PasteOutside(_FromPage, tag="paste", frozen=True):
    """Reports that the player pasted outside a text field; the pasted text is not sent."""


class Click(_FromPage, tag="click", frozen=True):
    """The player clicked an element; `number` is the value of its field `click` in the frame."""

    number: Number


class Placed(_FromPage, tag="placed", frozen=True):
    """Reports that all announcements up to this one were placed or interrupted.

    An announcement is placed when a screen reader has had time to find it on the page.
    """

    n: Number


class SpeechEnded(_FromPage, tag="ended", frozen=True):
    """Reports that the browser's voice has spoken all announcements up to this one, or stopped."""

    n: Number


class FocusChange(_FromPage, tag="focus", frozen=True):
    """Reports that the page has moved to the front or to the background."""

    gained: bool


class CopyOutcome(_FromPage, tag="copied", frozen=True):
    """Reports whether a text was copied to the clipboard.

    A page that is not `safe` was loaded without encryption: then no browser gives access to the
    clipboard.
    """

    done: bool
    safe: bool = True
    shared: bool = False
    """Whether the text was shared with another app of the phone instead."""


class KeptPart(_FromPage, tag="kept", frozen=True):
    """A part of the text that the browser stores under `name`; more parts may follow."""

    name: Short
    text: Part


class KeptAll(_FromPage, tag="kept-all", frozen=True):
    """Reports that all stored values were sent; `there` says whether the browser can store any.

    `aside` counts the values that were too large to send; the browser has set them aside.
    """

    there: bool
    aside: Number = 0


class KeptNow(_FromPage, tag="written", frozen=True):
    """Reports whether the browser could write everything up to message `n`."""

    n: Number
    done: bool


class Fleeting(_FromPage, tag="fleeting", frozen=True):
    """Reports that the browser may delete stored data at any time; sent once on each device."""


class Evicted(_FromPage, tag="evicted", frozen=True):
    """Reports that the browser deleted all stored data and the page has restored it."""


class PickedPart(_FromPage, tag="picked", frozen=True):
    """A part of the file that the player has chosen."""

    text: Part


class PickedAll(_FromPage, tag="picked-all", frozen=True):
    """Reports that all parts of the chosen file were sent.

    If there is no text, `why` is "not-chosen", "too-large" or "foreign" (the file is
    unreadable).
    """

    why: Literal["", "not-chosen", "too-large", "foreign"] = ""


class AskAlive(_FromPage, tag="alive", frozen=True):
    """Asks whether the program still runs; the answer is `StillHere`.

    The page asks when it has received nothing for a while.
    """


class PageFault(_FromPage, tag="fault", frozen=True):
    """Reports that a part of the picture could not be drawn, and why."""

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
    """Tells the page that the session is ready, with the language and the page's fixed texts."""

    lang: str
    words: dict[str, str]


class StillHere(_ToPage, tag="alive", frozen=True):
    """Confirm that the program still runs, in answer to `AskAlive`."""


class Look(_ToPage, tag="settings", frozen=True):
    """The page's appearance, sound settings and language."""

    theme: str
    scale: int
    letters: bool
    motion: bool
    """Whether cards are animated."""
    voice: str
    """The voice that speaks: "reader", "browser" or "none"."""
    rate: int
    pitch: int
    volume: float
    lang: str
    words: dict[str, str]


class ShowFrame(_ToPage, tag="frame", frozen=True):
    """The picture to draw: the fields of the `Frame` that differ from their defaults."""

    frame: Any


class SentAnnouncement(_ToPage, tag="say", frozen=True):
    """An announcement that the page speaks, or puts where the screen reader reads it."""

    n: int
    text: str
    lang: str
    braille: str
    interrupt: bool
    spoken: bool
    logged: bool
    """Whether the page may list it below the table, to be read later."""


class PlayFile(_ToPage, tag="sound", frozen=True):
    """Play a sound, with `pan` from -1 (left) to 1 and `volume` from 0 to 1."""

    file: str
    pan: float
    volume: float


class SilenceVoice(_ToPage, tag="hush", frozen=True):
    """Drop announcements that are not spoken yet."""


class SilenceSounds(_ToPage, tag="stop", frozen=True):
    """Stop all sounds."""


class ForgetAll(_ToPage, tag="forget", frozen=True):
    """Clear all announcements of the page, because another player takes the keyboard."""


class CopyText(_ToPage, tag="copy", frozen=True, omit_defaults=True):
    """Copy this text to the clipboard, and answer with `CopyOutcome`.

    If `share` is true, a phone offers the text to its other apps instead.
    """

    text: str
    share: bool = False


class Download(_ToPage, tag="download", frozen=True):
    """Offer this text to the player as a download, with this file name."""

    name: str
    text: str


class AskFile(_ToPage, tag="pick", frozen=True):
    """Ask the player to choose a text file of at most `most` bytes, and send it."""

    most: int


class BringKept(_ToPage, tag="bring", frozen=True):
    """Ask the page for the data that the browser stores, up to `most` characters.

    The page answers with `KeptPart` messages, followed by `KeptAll`.
    """

    most: int


class KeepValue(_ToPage, tag="keep", frozen=True):
    """Store a text under this name, or append it if `more` is true; answer with `KeptNow`."""

    n: int
    name: str
    text: str
    more: bool


class DropValue(_ToPage, tag="drop", frozen=True):
    """Delete the value that is stored under this name."""

    n: int
    name: str


class PutAside(_ToPage, tag="aside", frozen=True):
    """Rename the unusable value of this name, so that it is stored but not loaded again."""

    n: int
    name: str


class DropAsides(_ToPage, tag="drop-asides", frozen=True):
    """Delete all unusable values that the browser has set aside."""

    n: int


class EndLine(_ToPage, tag="end", frozen=True):
    """The last message: the program has ended, with this sentence for the player."""

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
    """Return the fields of a record that differ from their default, as values for JSON."""
    return {
        name: _plain(value)
        for name, usual in _fields(record.__class__)
        if (value := getattr(record, name)) != usual
    }


def _plain(value: object) -> Any:
    """Convert a field's value for JSON."""
    if isinstance(value, tuple):
        return list(map(_plain, value))
    return unusual(value) if is_dataclass(value) else value


@cache
def _fields(kind: Any) -> list[tuple[str, object]]:
    """Return the names and defaults of a class's fields; MISSING for fields without default."""
    return [(one.name, one.default) for one in fields(kind)]
