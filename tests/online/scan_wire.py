"""Plays matches on the server core and examines every byte that it sends.

People who move at random, bots and a spectator play all games, with random options in each
match.  Now and then a connection is lost and returns.  As in a real client, each change is
applied to the view on which it is based, and must fit it.

Meanwhile each log is replayed by the rules.  The replay shows which cards a seat has held
since the deal, and which cards all seats have seen.  A message to a seat may contain no
other card, and only updates and changes may contain cards at all.  The same applies to an
event for one seat only, and to its words, such as a sign to a partner.

With `processes` two processes share a store.  People connect to either of them and are
redirected by tickets, a visitor requests lists and writes to players, and tables are handed
over by a process or taken over from one that dies.  Data exchanged by processes may contain
no card at all.

`tests/long/test_foreign_cards.py` plays very many matches in this way.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, field, fields
from random import Random
from typing import Any, Final

from audiogames.core.options import Choice, OptionError, Switch, range_of, read_options
from audiogames.core.registry import Spec, game
from audiogames.net import wire
from audiogames.net.client.following import ViewFollower
from audiogames.net.server.outputs import Output, RequestBotMove, Send
from audiogames.net.server.people.registry import Secrets
from audiogames.net.server.tables.table import OnlineTable
from audiogames.search.arena import bot
from tests.online.mirrored import MirroredMatch, cards_of, words_in
from tests.online.processes import OneOfThem, OneServer, ServerProcesses

SHORT: Final[dict[str, dict[str, Any]]] = {
    "briscola": {"deals": 1, "signals": True},
    "novantanove": {"tokens": 2},
    "tressette": {"target": 21},
}
"""Options that make matches shorter, for more of them, or let them have more secrets. All others
are drawn at random."""

LOST: Final = 0.01
"""The probability of a lost line at each turn."""

MOVED: Final = 0.02
"""The probability at each turn that a table moves to another process, if there are two. Every
second time it moves because its process dies."""

LONGEST: Final = 3000
"""The number of steps after which a match is given up: some hardly end by random moves."""


class Leak(Exception):
    """Raised for bytes with a card or a word that the recipient may not know."""


def drawn_options(spec: Spec, seats: int, rng: Random) -> dict[str, Any]:
    """Return random options for this many seats; numeric options keep their defaults."""
    while True:
        drawn: dict[str, Any] = {}
        for option in fields(spec.options):
            match range_of(option):
                case Switch():
                    drawn[option.name] = rng.random() < 0.5
                case Choice(values):
                    drawn[option.name] = rng.choice(values)
        drawn |= SHORT.get(spec.id, {})
        try:
            spec.rules.start(read_options(spec.options, drawn), seats)
        except OptionError:
            continue
        return drawn


class Lots(Secrets):
    """A source of tokens and codes that are equal in each run and never look like cards."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def token(self) -> str:
        return f"{self._rng.getrandbits(128):032x}"

    def digits(self, many: int) -> str:
        return "".join(str(self._rng.randrange(10)) for _ in range(many))

    def random(self) -> Random:
        return Random(self._rng.getrandbits(64))


@dataclass
class Client:
    """A player or spectator, with the last messages received."""

    name: str
    conn: int = 0
    token: str = ""
    heard: int = 0
    asked: int = 0
    update: wire.MatchUpdate | None = None
    views: ViewFollower = field(default_factory=ViewFollower)
    table: wire.Seated | None = None
    hello: int = 0
    """The number of the last greeting of this client."""
    is_in: bool = False
    goes: wire.GoTo | None = None
    """The address to which the server sends this client."""
    is_lost: bool = False
    """Whether the server has ended the connection and the client may return."""


class Match:
    """A match on its own server of one or two processes, with a check of all sent bytes."""

    def __init__(
        self, id_: str, seed: int, players: int | None = None, *, processes: bool = False
    ) -> None:
        self.rng = Random(seed)
        self.spec = game(id_)
        self.now = 1e6
        self.messages = self.moved = 0
        lots = Lots(self.rng)
        self.several = ServerProcesses(lots, self.now, self._look_within) if processes else None
        self.server: Any = self.several or OneServer(lots, self.now)
        self.clients: dict[int, Client] = {}
        self.mirror: MirroredMatch | None = None
        self._conns = 0
        seats = players or self.rng.choice([many for many in self.spec.seats if many <= 5])
        people = self.rng.randint(1, seats)
        self.players = [self._enter(f"Person{n}") for n in range(people)]
        self._open(drawn_options(self.spec, seats, self.rng), seats - people)
        self.visitor = self._enter("Visitor") if processes else None

    def _open(self, options: dict[str, Any], bots: int) -> None:
        host = self.players[0]
        self.ask(host, wire.Open, game=self.spec.id, options=options, public=True)
        assert host.table is not None
        code = host.table.code
        for player in self.players[1:]:
            self.ask(player, wire.Join, code=code)
        for _ in range(bots):
            self.ask(host, wire.AddBot, level="easy")
        self.ask(self._enter("Watcher"), wire.Join, code=code, watch=True)
        self.ask(host, wire.StartMatch)

    def _enter(self, name: str) -> Client:
        client = Client(name)
        self._greet(client)
        return client

    def _greet(self, client: Client, place: OneOfThem | None = None, ticket: str = "") -> None:
        """Open a new connection to this process or to a random one, and say hello."""
        self._conns += 1
        client.conn, client.is_in, client.is_lost = self._conns, False, False
        self.clients[client.conn] = client
        if place is None and self.several is not None:
            place = self.rng.choice(self.several.all)
        self._do(self.server.connected(client.conn, "127.0.0.1", self.now, place))
        client.hello = client.asked + 1
        given = {"name": client.name, "token": client.token, "ticket": ticket}
        self.ask(client, wire.Hello, version=wire.VERSION, heard=client.heard, **given)
        assert client.is_in, client

    @property
    def table(self) -> OnlineTable:
        """Return the table in the server's memory, which is used only for its log."""
        tables: Iterator[OnlineTable] = self.server.tables
        return next(tables)

    def ask(self, client: Client, kind: type[wire.Request], **fields: Any) -> None:
        """Send a request as this client, and handle everything that results from it."""
        client.asked += 1
        data = wire.encode(kind(id=client.asked, **fields))
        self._do(self.server.received(client.conn, data, self.now))
        told, client.goes = client.goes, None
        if told is not None and self.several is not None:
            del self.clients[client.conn]
            self.moved += bool(told.ticket)
            self._greet(client, self.several.at(told.address), told.ticket)
            if told.ticket:
                self.ask(client, kind, **fields)
        self._bring_back()

    def _bring_back(self) -> None:
        """Reconnect the clients whose connection was lost."""
        while lost := [one for one in self.clients.values() if one.is_lost]:
            del self.clients[lost[0].conn]
            self._greet(lost[0])

    def play(self) -> bool:
        """Play to the end; return False if the match takes too long."""
        for _ in range(LONGEST):
            if not self.table.playing:
                return True
            self._turn()
            self.now += 1.0
            self._do(self.server.tick(self.now))
        return False

    def _turn(self) -> None:
        if self.rng.random() < LOST:
            self._lose(self.rng.choice(list(self.clients.values())))
        if self.several is not None and self.visitor is not None:
            self._visit(self.visitor)
            if self.rng.random() < MOVED:
                self._move_table(self.several)
        for client in list(self.clients.values()):
            update = client.update
            if update is None or update.seat is None:
                self.ask(client, wire.Ping)
            elif update.waiting:
                self.ask(client, wire.Ready)
            elif moves := update.view["legal"]:
                self._move(client, update, moves)
            else:
                self.ask(client, wire.Ping)

    def _move(self, client: Client, update: wire.MatchUpdate, moves: list[str]) -> None:
        """Make a random move, but on other players' turns only in 5 % of cases.

        Most moves out of turn are calls, which other players must answer.
        """
        if update.view["to_act"] == update.seat or self.rng.random() < 0.05:
            self.ask(client, wire.MakeMove, seq=update.seq, move=self.rng.choice(moves))
        else:
            self.ask(client, wire.Ping)

    def _visit(self, visitor: Client) -> None:
        """Request a list of tables, people or standings as a visitor, or write to a player."""
        number = self.table.id
        match self.rng.randrange(20):
            case 0:
                self.ask(visitor, wire.ListTables)
                self.ask(visitor, wire.ListPeople)
            case 1:
                self.ask(visitor, wire.AskStanding, table=number)
            case 2:
                self.ask(visitor, wire.Chat, to=self.players[0].name, text="ciao")
            case 3:
                self._lose(visitor)

    def _move_table(self, several: ServerProcesses) -> None:
        """Hand the table over between two moves, or kill its process."""
        number = self.table.id
        if self.rng.random() < 0.5:
            self._do(several.hand_over(number, self.now))
        else:
            for conn in several.kill(number, self.now):
                if conn in self.clients:
                    self.clients[conn].is_lost = True
        self._bring_back()

    def _lose(self, client: Client) -> None:
        """Lose a connection, for a moment or for longer than the grace time."""
        del self.clients[client.conn]
        self._do(self.server.closed(client.conn, self.now))
        for _ in range(self.rng.choice((0, 5, 90))):
            self.now += 1.0
            for other in list(self.clients.values()):
                self.ask(other, wire.Ping)
            self._do(self.server.tick(self.now))
        self._greet(client)

    def _do(self, outputs: Iterable[Output]) -> None:
        outputs = list(outputs)
        self._follow()
        for output in outputs:
            if isinstance(output, Send):
                self._look_at(self.clients[output.conn], output.data)
        for output in outputs:
            if isinstance(output, RequestBotMove):
                wanted = output.wanted
                thinks = bot(self.spec, wanted.level, wanted.character)
                move = thinks.choose(wanted.view, Random(wanted.seed), 20, lambda: False)
                self._do(self.server.thought(output, move, self.now))

    @property
    def whispers(self) -> int:
        """The number of words in announcements that the game makes to one seat only."""
        assert self.mirror is not None
        told = (deal.whispered.values() for deal in self.mirror.deals)
        return sum(len(words) for seats in told for words in seats)

    def _follow(self) -> None:
        for table in self.server.tables:
            if table.match is not None:
                log = table.match.served.log
                self.mirror = self.mirror or MirroredMatch(self.spec, log)
                self.mirror.log = log
        if self.mirror is not None:
            self.mirror.follow()

    def _look_within(self, text: str) -> None:
        """Raise `Leak` if data exchanged by processes contains a card."""
        found = cards_of(self.spec, text)
        if found:
            raise Leak(f"Processes tell one another of {sorted(found)}: {text}")

    def _look_at(self, client: Client, data: bytes) -> None:
        """Raise `Leak` if these bytes contain a card or word that the recipient may not know."""
        self.messages += 1
        told = wire.read_message(data)
        client.heard = told.n or client.heard
        if isinstance(told, wire.MatchChange):
            update = client.views.follow(told)
            if update is None:
                raise AssertionError(f"A change does not fit: {data.decode()}")
            told = update
        elif isinstance(told, wire.MatchUpdate):
            told = client.views.take(told)
        found = cards_of(self.spec, data.decode())
        may: set[str] = set()
        kept: set[str] = set()
        if isinstance(told, wire.MatchUpdate):
            assert self.mirror is not None
            may = self.mirror.may_hear(told.seat, told.deals)
            kept = self.mirror.kept_from(told.seat, told.deals)
            if told.re == client.hello:
                again = cards_of(self.spec, list[Any](told.events))
                may |= again & self.mirror.ever_heard(told.seat)
                kept = self.mirror.kept_from(told.seat, told.deals, first=0)
            client.update = told
        elif self.mirror is not None:
            seat = client.update.seat if client.update is not None else None
            kept = self.mirror.kept_from(seat, len(self.mirror.deals) - 1)
        leaked = (found - may) | (kept & set(words_in(json.loads(data))))
        if leaked:
            raise Leak(f"{client.name} is told of {sorted(leaked)}: {data.decode()}")
        if isinstance(told, wire.MatchUpdate) and any(
            event["to"] not in {None, told.seat} for event in told.events
        ):
            raise Leak(f"{client.name} is told an event of another's: {data.decode()}")
        self._go_by(client, told)

    def _go_by(self, client: Client, told: wire.ServerMessage) -> None:
        """Update a client's data from a message, as a real client would."""
        match told:
            case wire.Welcome():
                client.token, client.is_in = told.token, True
            case wire.GoTo():
                client.goes = told
            case wire.Bye():
                client.is_lost = True
            case wire.Seated():
                client.table = told


@dataclass(frozen=True)
class Scanned:
    """Counts of the matches, messages and words that one or several checks have examined."""

    matches: int = 0
    ended: int = 0
    messages: int = 0
    moved: int = 0
    """The number of people who were sent to another process by a ticket."""
    whispers: int = 0

    def __add__(self, other: Scanned) -> Scanned:
        return Scanned(*map(sum, zip(astuple(self), astuple(other), strict=True)))


def scan(
    id_: str, seeds: Iterable[int], players: int | None = None, *, processes: bool = False
) -> Iterator[Scanned]:
    """Play a match of one game for each seed; yield its numbers of messages and redirects.

    Raises `Leak`.
    """
    for seed in seeds:
        match = Match(id_, seed, players, processes=processes)
        ended = match.play()
        yield Scanned(1, ended, match.messages, match.moved, match.whispers)
