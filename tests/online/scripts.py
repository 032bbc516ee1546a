"""Scripts of clients' actions, as text that can be stored, cut in pieces and recombined.

Each line is one action:

    c                  somebody connects; callers are numbered from 0
    0 {"type":...}     caller 0 sends this
    x 0                caller 0 loses the connection
    s 0                caller 0 reads too slowly
    w 35               35 tenths of a second pass
    j                  all connections are lost, and a month passes
    r                  the server is killed and restarted
    q                  a bot's move is delivered a second time
    p 0                passwords are wrong from now on (p 1: right)

A script that begins with a line `2` is run at two processes that share a store; callers connect to
them alternately, and there are more actions:

    b 0                caller 0, whose connection has ended, reconnects with the token
    g 0                caller 0 follows a redirect, with token and ticket
    h 0                the table of caller 0 is handed over
    k 0                the process of caller 0 dies, and another is started

In what is sent, `@s` stands for the number of the decision, `@m3` for a legal move of the caller,
`@c` for the code of the last table that a caller joined, `@t0` for the token of caller 0, `@k0` for
the ticket of caller 0, `@h` for the last number that the caller received.
"""

from __future__ import annotations

import json
import re
from typing import Final

from audiogames.net import wire
from tests.online.gathering import Fault, Gathering, Guest
from tests.online.processes import ServerProcesses

LONGEST: Final = 120
"""The greatest number of lines that are run of a script."""

WAITING: Final = 2000.0
"""Seconds that a script may let pass, apart from months."""

MONTH: Final = 31 * 24 * 3600.0

STANDS_FOR: Final = re.compile(rb"@(?:([sch])|([mtk])([0-9]{0,3}))")

TWO: Final = b"2"
"""The first line of a script for two processes."""

ADDRESSES: Final = ("192.168.1.9", "192.168.1.9", "203.0.113.7", "2001:db8::1", "nonsense")


class Play:
    """Runs a script of clients' actions, while two other people play undisturbed."""

    def __init__(self, *, several: bool = False) -> None:
        self.gathering = Gathering(several=several)
        self.callers: list[Guest] = []
        self.messages = 0
        """The number of messages of the script that have been sent."""
        self._patience = WAITING
        self._months = 0
        self._bystanders_come()

    @classmethod
    def of(cls, script: bytes) -> Play:
        """Return a new run, with as many processes as the script requires."""
        return cls(several=script.partition(b"\n")[0] == TWO)

    @property
    def redeemed(self) -> int:
        """Return the number of tickets that callers have used successfully."""
        return 0 if self.gathering.several is None else self.gathering.several.redeemed

    def do(self, script: bytes) -> None:
        """Run all lines, and check that the bystanders are undisturbed.

        Raises `Fault` or `Leak`.
        """
        for number, line in enumerate(script.split(b"\n")[:LONGEST]):
            self.line(line)
            if number % 32 == 31:
                self.bystanders_play()
        self.bystanders_play()

    # The others

    def _bystanders_come(self) -> None:
        gathering = self.gathering
        names = (f"Vera {self._months}", f"Zeno {self._months}")
        vera, zeno = (self._bystander(name) for name in names)
        gathering.ask(vera, wire.Open, game="invido")
        assert vera.seated is not None
        gathering.ask(zeno, wire.Join, code=vera.seated.code)
        gathering.ask(vera, wire.StartMatch)
        gathering.bystanders = [vera, zeno]

    def _bystander(self, name: str) -> Guest:
        guest = self.gathering.call("192.168.1.2")
        fields = {"name": name, "code": "4271"}
        self.gathering.ask(guest, wire.Hello, version=wire.VERSION, **fields)
        return guest

    def bystanders_play(self) -> None:
        """Make a bystander's move, or start the next deal or match.

        The bystanders are two honest players; the server must answer both.
        """
        gathering = self.gathering
        for guest in gathering.bystanders:
            if not isinstance(gathering.ask(guest, wire.Ping)[-1], wire.Pong):
                raise Fault(f"a bystander had no answer: {guest.said}")
            update = guest.update
            if update is None or update.over:
                gathering.ask(gathering.bystanders[0], wire.StartMatch)
            elif update.waiting:
                gathering.ask(guest, wire.Ready)
            elif update.view["to_act"] == update.seat:
                self._bystander_moves(guest, update.seq)

    def _bystander_moves(self, guest: Guest, seq: int) -> None:
        gathering = self.gathering
        gathering.ask(guest, wire.MakeMove, seq=seq, move=guest.legal[0])
        for one in gathering.bystanders:
            if not any(isinstance(told, wire.MatchUpdate) for told in one.said):
                raise Fault(f"a bystander heard nothing of a move: {one.said}")

    def _bystanders_return(self) -> None:
        gathering = self.gathering
        gone, gathering.bystanders = gathering.bystanders, []
        for guest in gone:
            guest.heard = 0
            again = gathering.come_back(guest)
            if again.sent_on is not None:
                again = gathering.follow(again)
            if again.update is None:
                raise Fault(f"a bystander could not come back: {again.said}")
            gathering.bystanders.append(again)

    # One line

    def line(self, line: bytes) -> None:
        """Run one line of a script."""
        verb, _, rest = line.partition(b" ")
        if verb.isdigit():
            self._says(verb, rest)
            return
        match verb:
            case b"c":
                self.callers.append(self._called(len(self.callers)))
            case b"w":
                self._wait(_number(rest) / 10)
            case b"x" | b"s":
                self._loses(verb, rest)
            case b"j":
                self._month_passes()
            case b"r":
                self.gathering.again()
                self._bystanders_return()
            case b"q":
                self.gathering.think_again()
            case b"p":
                self.gathering.password_is_right = rest != b"0"
            case b"b" | b"g" | b"h" | b"k" if self.gathering.several is not None:
                self._between_two(verb, rest, self.gathering.several)

    def _says(self, number: bytes, text: bytes) -> None:
        guest = self._caller(number)
        if guest is not None and guest.open:
            self.messages += 1
            self.gathering.send(guest, self._filled(guest, text))

    def _called(self, number: int) -> Guest:
        several, address = self.gathering.several, ADDRESSES[number % len(ADDRESSES)]
        turn = len(self.gathering.guests) % 2
        return self.gathering.call(address, several.all[turn] if several else None)

    def _between_two(self, verb: bytes, number: bytes, several: ServerProcesses) -> None:
        guest, gathering = self._caller(number), self.gathering
        if guest is None:
            return
        if verb == b"b":
            if guest.token and not guest.open:
                self.messages += 1
                place = several.all[_number(number) % 2]
                self.callers[_number(number)] = gathering.come_back(guest, place)
        elif verb == b"g":
            if guest.sent_on is not None:
                self.messages += 1
                self.callers[_number(number)] = gathering.follow(guest)
        elif verb == b"h":
            if guest.seated is not None and guest.seated.table not in self._bystanders_tables():
                gathering.hand_over(guest.seated.table)
        elif guest.open:
            gathering.dies(several.place_of(guest.conn))
            if not all(one.open for one in gathering.bystanders):
                self._bystanders_return()

    def _bystanders_tables(self) -> set[int]:
        return {one.seated.table for one in self.gathering.bystanders if one.seated}

    def _caller(self, number: bytes) -> Guest | None:
        place = _number(number)
        return self.callers[place] if place < len(self.callers) else None

    def _loses(self, verb: bytes, number: bytes) -> None:
        guest = self._caller(number)
        if guest is not None and guest.open:
            (self.gathering.lose if verb == b"x" else self.gathering.slow)(guest)

    def _wait(self, seconds: float) -> None:
        seconds = min(seconds, self._patience)
        self._patience -= seconds
        self.gathering.wait(seconds)

    def _month_passes(self) -> None:
        if self._months >= 2:
            return
        gathering = self.gathering
        gathering.bystanders = []
        for guest in [one for one in gathering.guests.values() if one.open]:
            gathering.lose(guest)
        gathering.wait(MONTH)
        self._months += 1
        self._bystanders_come()

    def _filled(self, guest: Guest, text: bytes) -> bytes:
        return STANDS_FOR.sub(lambda found: self._stands_for(guest, found), text)

    def _stands_for(self, guest: Guest, found: re.Match[bytes]) -> bytes:
        kind, number = found[1] or found[2], _number(found[3] or b"0")
        if kind == b"s":
            return str(guest.update.seq if guest.update else 0).encode()
        if kind == b"h":
            return str(guest.heard or 0).encode()
        if kind == b"m":
            moves = guest.legal
            return json.dumps(moves[number % len(moves)]).encode() if moves else b'""'
        if kind == b"k":
            other = self._caller(str(number).encode())
            return other.sent_on.ticket.encode() if other and other.sent_on else b""
        if kind == b"t":
            other = self._caller(str(number).encode())
            return other.token.encode() if other else b""
        seated = [one.seated for one in self.callers if one.seated]
        return seated[-1].code.encode() if seated else b""


def _number(text: bytes) -> int:
    return int(text) if text.isdigit() and len(text) < 8 else 0


# --- Real sessions --------------------------------------------------------------------------------

SESSIONS: Final = {
    "novantanove": (2, 1),
    "invido": (2, 0),
    "tressette": (2, 2),
    "wist": (3, 1),
}
"""The numbers of people and bots in the session of each game."""

REQUESTS: Final = tuple(
    line.encode()
    for line in (
        '{"type":"hello","id":1,"version":4,"name":"Dora","code":"4271"}',
        '{"type":"hello","id":1,"version":4,"name":"Dora","code":"@c"}',
        '{"type":"hello","id":1,"version":4,"token":"@t0","heard":@h}',
        '{"type":"hello","id":1,"version":4,"token":"@t1","heard":0}',
        '{"type":"hello","id":1,"version":4,"token":"@t1","heard":0,"ticket":"@t0"}',
        '{"type":"hello","id":1,"version":4,"token":"@t0","heard":@h,"ticket":"@k0"}',
        '{"type":"hello","id":1,"version":4,"token":"@t1","heard":@h,"ticket":"@k0"}',
        '{"type":"hello","id":1,"version":4,"name":"Elio","code":"@c","password":"correcthorse","register":true}',
        '{"type":"hello","id":1,"version":4,"name":"Elio","password":"correcthorse"}',
        '{"type":"ping","id":2}',
        '{"type":"goodbye","id":2}',
        '{"type":"tables","id":2}',
        '{"type":"online","id":2}',
        '{"type":"open","id":2,"game":"novantanove","options":{"tokens":2},"public":true}',
        '{"type":"open","id":2,"game":"wist","options":{"dark_tickets":true},"limit":5}',
        '{"type":"open","id":2,"game":"tressette","options":{"declarations":"manual"}}',
        '{"type":"open","id":2,"game":"invido","limit":5}',
        '{"type":"join","id":2,"code":"@c"}',
        '{"type":"join","id":2,"code":"@c","watch":true}',
        '{"type":"join","id":2,"table":3,"watch":true}',
        '{"type":"standing","id":2,"table":3}',
        '{"type":"leave","id":2}',
        '{"type":"watch","id":2}',
        '{"type":"add-bot","id":2,"level":"easy"}',
        '{"type":"remove-bot","id":2}',
        '{"type":"arrange","id":2,"options":{},"public":true,"limit":5,"slow":0}',
        '{"type":"arrange","id":2,"extensions":false,"spectators":false}',
        '{"type":"start","id":2}',
        '{"type":"pass-host","id":2,"name":"Bruno"}',
        '{"type":"kick","id":2,"name":"Bruno"}',
        '{"type":"kick","id":2,"name":"Anna","ban":true}',
        '{"type":"pause","id":2}',
        '{"type":"move","id":2,"seq":@s,"move":@m}',
        '{"type":"move","id":2,"seq":@s,"move":"draw"}',
        '{"type":"move","id":2,"seq":@s,"move":"say \\"ciao\\""}',
        '{"type":"ready","id":2}',
        '{"type":"view","id":2}',
        '{"type":"extend","id":2}',
        '{"type":"heard","id":2,"seq":@s,"seconds":1.5}',
        '{"type":"wishes","id":2,"auto_draw":true,"patience":2.0}',
        '{"type":"here","id":2}',
        '{"type":"chat","id":2,"text":"ciao a tutti"}',
        '{"type":"chat","id":2,"text":"ciao","to":"Bruno"}',
        '{"type":"block","id":2,"name":"Bruno"}',
        '{"type":"block","id":2,"name":"Bruno","off":true}',
        '{"type":"privacy","id":2,"messages":"friends"}',
        '{"type":"befriend","id":2,"name":"Anna"}',
        '{"type":"invite","id":2,"name":"Bruno"}',
        '{"type":"report","id":2,"name":"Bruno","lines":["rude"]}',
    )
)
"""One of each request, and more of those with many effects."""


def sessions() -> dict[str, bytes]:
    """Return the scripts of whole sessions: one for each game, and one with all other requests."""
    scripts = {name: _session(name, *seats) for name, seats in SESSIONS.items()}
    come = _come(3)
    scripts["requests"] = b"\n".join([*come, *(b"0 " + one for one in REQUESTS)])
    scripts["others"] = b"\n".join([*come, *(b"1 " + one for one in REQUESTS)])
    scripts["drops"] = b"\n".join([scripts["tressette"], *_drops()])
    two = {f"{name}-two": b"\n".join([TWO, _with_tickets(one)]) for name, one in scripts.items()}
    return {**scripts, **two}


def _with_tickets(script: bytes) -> bytes:
    """Return a session for two processes, in which guests are redirected with tickets."""
    lines = []
    for number, line in enumerate(script.split(b"\n")):
        lines.append(line)
        if b'"join"' in line:
            caller = line.partition(b" ")[0]
            lines += [b"g " + caller, line]
        if number % 12 == 11:
            lines += [b"h 0", *_back(0), *_back(1)] if number % 24 == 11 else [b"k 0", *_back(0)]
    return b"\n".join(lines)


def _back(caller: int) -> list[bytes]:
    """Return the script lines with which a guest reconnects and then follows a redirect."""
    return [b"b %d" % caller, b"g %d" % caller]


def _come(people: int) -> list[bytes]:
    names = ("Anna", "Bruno", "Carla")[:people]
    hello = '{{"type":"hello","id":1,"version":4,"name":"{}","code":"4271","gender":"f"}}'
    lines = [b"c"] * people
    return lines + [f"{n} {hello.format(name)}".encode() for n, name in enumerate(names)]


def _session(name: str, people: int, bots: int) -> bytes:
    lines = [*_come(people), f'0 {{"type":"open","id":2,"game":"{name}"}}'.encode()]
    lines += [f'{n} {{"type":"join","id":2,"code":"@c"}}'.encode() for n in range(1, people)]
    lines += [b'0 {"type":"add-bot","id":3}'] * bots
    lines += [b'0 {"type":"start","id":4}', b"w 40"]
    for turn in range(14):
        lines.append(f'{turn % people} {{"type":"move","id":5,"seq":@s,"move":@m{turn}}}'.encode())
        lines.append(b"w 20")
    return b"\n".join(lines)


def _drops() -> list[bytes]:
    back = b'{"type":"hello","id":1,"version":4,"token":"@t0","heard":3}'
    return [b"x 0", b"w 700", b"c", b"2 " + back, b"r", b"c", b"3 " + back, b"w 600", b"j"]
