"""What page and server send each other: short JSON texts whose `t` says what they are.

Everything that comes from a page is foreign: it is read into the structs below, or the line ends.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from audiogames.app.keys.names import Origin
from audiogames.app.links import LONGEST_LINK

LARGEST: Final = 4096
"""Bytes of a message from a page."""

Short = Annotated[str, Meta(max_length=64)]
Typed = Annotated[str, Meta(min_length=1, max_length=400)]
Part = Annotated[str, Meta(max_length=600)]
"""Whatever letters these are, the message is not too large."""

Number = Annotated[int, Meta(ge=0, le=2**53)]


Moment = Annotated[float, Meta(ge=0, le=2**53)]


class _FromPage(Struct, tag_field="t", forbid_unknown_fields=True, frozen=True):
    """A message of a page."""


class PageHello(_FromPage, tag="hello", frozen=True):
    """Somebody has opened the page: with a key that works once, or the token of a session."""

    key: Short = ""
    token: Short = ""
    lang: Short = ""
    """The browser's language, as "it-IT"."""
    touch: bool = False
    """Whether there is nothing but a finger to press with."""
    page: Annotated[str, Meta(max_length=300)] = ""
    """Where the page is, without what follows it, where its links lead back to it."""
    link: Annotated[str, Meta(max_length=LONGEST_LINK)] = ""
    """The link by which it was opened."""
    keeps: bool = True
    """Whether the browser lets the page keep the token of its session."""


class _Press(_FromPage, frozen=True, kw_only=True):
    """What a player does."""

    at: Moment | None = None
    """When, by the clock of the server as the page knows it from `PageWelcome` and `StillHere`: a
    press that comes late is not carried out."""


class KeyPress(_Press, tag="key", frozen=True):
    """A key was pressed, or a button that stands for it on every screen."""

    key: Short
    repeat: bool = False
    """Whether the key is held down, and was pressed before."""
    origin: Origin = Origin.WRITTEN


class TypedText(_Press, tag="text", frozen=True):
    """Text was typed into a field."""

    text: Typed


class PasteOutside(_FromPage, tag="paste", frozen=True):
    """Something was pasted where there is no field; the page keeps it to itself."""


class Click(_Press, tag="click", frozen=True):
    """Something drawn was clicked: its number in the frame, its `click` there."""

    number: Number


class Placed(_FromPage, tag="placed", frozen=True):
    """All announcements up to this one were placed where a reader finds them, or were cut."""

    n: Number


class SpeechEnded(_FromPage, tag="ended", frozen=True):
    """The browser's own voice has spoken everything up to this announcement, or was cut off."""

    n: Number


class FocusChange(_FromPage, tag="focus", frozen=True):
    """The page came to the front, or went to the background."""

    gained: bool


class CopyOutcome(_FromPage, tag="copied", frozen=True):
    """A text is on the clipboard, or could not be put there.

    A page that is not `safe` came over plain text, and no browser lets it near the clipboard.
    """

    done: bool
    safe: bool = True
    shared: bool = False
    """Whether another app of the phone has got it instead."""


class KeptPart(_FromPage, tag="kept", frozen=True):
    """A part of what the browser keeps under this name; the next one of the same name follows."""

    name: Short
    text: Part


class KeptAll(_FromPage, tag="kept-all", frozen=True):
    """That was all; `there` tells whether this browser keeps anything at all.

    `aside` counts what is too much to be brought, and is put aside.
    """

    there: bool
    aside: Number = 0


class KeptNow(_FromPage, tag="written", frozen=True):
    """The browser has written what it was sent up to this message, or could not."""

    n: Number
    done: bool


class Fleeting(_FromPage, tag="fleeting", frozen=True):
    """The browser does not promise to keep for long what it was sent; told once on each device."""


class PickedPart(_FromPage, tag="picked", frozen=True):
    """A part of the file that the player has chosen."""

    text: Part


class PickedAll(_FromPage, tag="picked-all", frozen=True):
    """That was all of it; or `why` there is none: "not-chosen", "too-large", "foreign"."""

    why: Literal["", "not-chosen", "too-large", "foreign"] = ""


class AskAlive(_FromPage, tag="alive", frozen=True):
    """The page has heard nothing for a while; answered with `StillHere`."""


class PageFault(_FromPage, tag="fault", frozen=True):
    """A part of the picture could not be drawn."""

    part: Short
    why: Part


class PageBye(_FromPage, tag="bye", frozen=True):
    """The page is being closed."""


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
    | PickedPart
    | PickedAll
    | AskAlive
    | PageFault
    | PageBye
)
PRESSES: Final = (KeyPress, TypedText, Click)
"""What may decide something in a match."""


class WrongMessage(Exception):
    """A page sent what no page of ours sends."""


_decoder: Final[msgspec.json.Decoder[FromPage]] = msgspec.json.Decoder(FromPage)


def read(data: str | bytes) -> FromPage:
    """A message of a page.  Raises `WrongMessage`."""
    if not isinstance(data, str):
        raise WrongMessage("no text")
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise WrongMessage(str(error)) from None


class _ToPage(Struct, tag_field="t", frozen=True):
    """A message to a page."""


class PageWelcome(_ToPage, tag="welcome", frozen=True):
    """The session is there; the token brings the page back to it."""

    token: str
    lang: str
    words: dict[str, str]
    now: float
    """The server's clock."""
    quiet: float
    dead: float
    """Seconds of silence after which the page asks whether the server is there, and after which it
    gives the line up."""


class StillHere(_ToPage, tag="alive", frozen=True):
    """The answer to `AskAlive`, with the server's clock."""

    now: float


class Look(_ToPage, tag="settings", frozen=True):
    """How the page looks and sounds, in which language."""

    theme: str
    scale: int
    letters: bool
    motion: bool
    """Whether cards are to move."""
    voice: str
    """Who speaks: "reader", "browser" or "none"."""
    rate: int
    pitch: int
    volume: float
    lang: str
    words: dict[str, str]


class ShowFrame(_ToPage, tag="frame", frozen=True):
    """What is drawn: of the `Frame` only what is not as usual."""

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
    """Say nothing of what still waits."""


class SilenceSounds(_ToPage, tag="stop", frozen=True):
    """Stop all sounds."""


class ForgetAll(_ToPage, tag="forget", frozen=True):
    """Another person takes the keyboard: nothing that was told may be found any more."""


class CopyText(_ToPage, tag="copy", frozen=True, omit_defaults=True):
    """Put this text on the clipboard, and tell with `CopyOutcome`.

    One that is to `share` a phone offers to its other apps.
    """

    text: str
    share: bool = False


class Download(_ToPage, tag="download", frozen=True):
    """Give the player this text as a file of this name."""

    name: str
    text: str


class AskFile(_ToPage, tag="pick", frozen=True):
    """Have the player choose a text file of at most so many bytes, and send it."""

    most: int


class BringKept(_ToPage, tag="bring", frozen=True):
    """Send what the browser keeps, up to so many letters: `KeptPart`, and `KeptAll` at the end."""

    most: int


class KeepValue(_ToPage, tag="keep", frozen=True):
    """Keep this under this name, or `more` of it after what was sent; tell with `KeptNow`."""

    n: int
    name: str
    text: str
    more: bool


class DropValue(_ToPage, tag="drop", frozen=True):
    """Keep nothing under this name."""

    n: int
    name: str


class PutAside(_ToPage, tag="aside", frozen=True):
    """Keep what is there under this name where nothing reads it: it is of no use."""

    n: int
    name: str


class DropAsides(_ToPage, tag="drop-asides", frozen=True):
    """Keep nothing of what was put aside."""

    n: int


class EndLine(_ToPage, tag="end", frozen=True):
    """The line ends; unless `again`, calling once more is of no use."""

    text: str
    lang: str
    again: bool = False


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
    """A message as it is sent."""
    return _encoder.encode(message).decode()


def unusual(record: Any) -> dict[str, Any]:
    """A record of the frame as plain values, without the fields that are as usual."""
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
    """The fields of a kind of record, and what each usually is; MISSING where nothing is usual."""
    return [(one.name, one.default) for one in fields(kind)]
