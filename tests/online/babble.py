"""Sends many slightly wrong messages to a server, as fast as possible.

Each is a message of `tests/online/scripts.py` with other values, with other bytes, or cut in
pieces.  Strangers send them, and reconnect whenever their connection ends.  The server's output is
judged as in `tests/online/fuzz.py`, and two honest players must be able to play on undisturbed.
The fuzzer searches for code not executed before and needs atheris; this module needs no further
package and sends far more messages in the same time.

With `several`, the server is two processes that share a store.  Strangers are redirected with
tickets, and use them correctly, too late, twice, or as another person, while tables are handed
over and processes are killed.  `tests/long/test_anything_sent.py` runs it.
"""

from __future__ import annotations

import re
from random import Random
from typing import Final

from tests.online.scripts import REQUESTS, Play

CALLERS: Final = 4
LIFE: Final = 400
"""The number of messages to one server before another one replaces it."""

WELL: Final = 50
"""The number of messages between two checks of the bystanders."""

PAUSES: Final = (b"w 1", b"w 1", b"w 3", b"w 40", b"w 700")
RETURNING: Final = (b"g %d", b"g %d", b"b %d")
"""Lines that send guests to their new address, reconnect lost guests, and replace the others."""

MOVING: Final = (b"g %d", b"h %d", b"h %d", b"k %d")
MOVED: Final = 0.02
WRONG: Final = 0.3
"""The share of changed messages with two processes: a closed line cannot be redirected."""

SITTING: Final = (
    b'{"type":"open","id":2,"game":"invido","public":true}',
    b'{"type":"join","id":2,"code":"@c"}',
    b'{"type":"join","id":2,"code":"@c"}',
)

VALUE: Final = re.compile(rb':("(?:[^"\\]|\\.)*"|[-0-9.]+|true|false|null|@[a-z][0-9]*|\{\}|\[\])')
ODD: Final = (
    b"-1", b"0", b"1", b"7", b"99999999999999999999", b"1e400", b"null", b"true", b'""', b"[]",
    b"{}", b'"\\u202e"', b'"\\ud800"', b'"' + b"a" * 60 + b'"', b"@m1", b"@s", b'"net"', b'"@c"',
    b'"@t1"', b'"Anna"', b'"Vera 0"', b'"wist"', b'"draw"', b"0.5", b"[[[[[[]]]]]]", b"9" * 400,
    b'{"a":{"b":[1]}}', b'"4271"', b'"strong"', b"3",
)  # fmt: skip


def changed(message: bytes, rng: Random) -> bytes:
    """Return the message with one or two values replaced, or with its bytes altered."""
    lot = rng.random()
    if lot < 0.1:
        return message
    if lot < 0.75:
        for _ in range(rng.choice((1, 1, 2))):
            values = list(VALUE.finditer(message))
            if values:
                found = rng.choice(values)
                message = message[: found.start(1)] + rng.choice(ODD) + message[found.end(1) :]
        return message
    data = bytearray(message)
    for _ in range(rng.choice((1, 1, 3, 10))):
        at = rng.randrange(len(data) or 1)
        match rng.randrange(4):
            case 0:
                data[at : at + 1] = bytes([rng.randrange(256)])
            case 1:
                del data[at : at + rng.randrange(1, 9)]
            case 2:
                data[at:at] = data[: rng.randrange(20)]
            case 3:
                data[at:at] = rng.choice(ODD)
    return bytes(data).replace(b"\n", b" ")


class Babble:
    """One server, two bystanders, and strangers who send wrong messages."""

    def __init__(self, rng: Random, *, several: bool) -> None:
        self._rng = rng
        self._play = Play(several=several)
        for _ in range(CALLERS):
            self._play.line(b"c")

    def go_on(self, messages: int) -> int:
        """Send this many messages; return how many updates of the server were checked.

        Raises `Fault` or `Leak`.
        """
        rng, play = self._rng, self._play
        moving = MOVING if play.gathering.several else ()
        for number in range(messages):
            stranger = rng.randrange(CALLERS)
            if moving and rng.random() < MOVED:
                play.line(rng.choice(moving) % rng.randrange(CALLERS))
            if moving and not play.callers[stranger].open:
                play.line(rng.choice(RETURNING) % stranger)
            if not play.callers[stranger].open:
                self._comes(stranger)
            message = rng.choice(REQUESTS)
            if not moving or rng.random() < WRONG:
                message = changed(message, rng)
            play.line(b"%d %s" % (stranger, message))
            if rng.random() < 0.5:
                play.line(rng.choice(PAUSES))
            if number % WELL == WELL - 1:
                play.bystanders_play()
        return play.gathering.onlooker.scanned

    @property
    def redeemed(self) -> int:
        """Return the number of tickets that strangers have used successfully."""
        return self._play.redeemed

    def _comes(self, stranger: int) -> None:
        """Open a new connection for a stranger whose last one has ended.

        Usually it begins with a greeting.
        """
        play = self._play
        play.line(b"c")
        play.callers[stranger] = play.callers.pop()
        if self._rng.random() < 0.9:
            hello = b'{"type":"hello","id":1,"version":4,"name":"Dora %d","code":"4271"}'
            number = stranger
            if play.gathering.several:
                number = len(play.gathering.guests)  # absent guests keep their names
            play.line(b"%d " % stranger + hello % number)
            if play.gathering.several:
                play.line(b"%d %s" % (stranger, self._rng.choice(SITTING)))
