"""A server core in memory with its clients and store, and a clock that tests advance."""

from random import Random

from audiogames.net import wire
from audiogames.net.client.following import ViewFollower
from audiogames.net.cluster.cluster import ClusterProcess
from audiogames.net.cluster.lookups import look_up
from audiogames.net.server.core import Access, ServerCore
from audiogames.net.server.memory_store import MemoryStore
from audiogames.net.server.others import Alone
from audiogames.net.server.outputs import (
    AskRatingLines,
    AskStore,
    CheckPassword,
    DiscardOutputs,
    Drop,
    FaultFound,
    Note,
    PostMail,
    RequestBotMove,
    RequestDay,
    Send,
    Write,
)
from audiogames.net.server.store import unit_of
from audiogames.search.arena import RandomBot, never
from audiogames.table.daily import played_by_bots

NOON = 1_000_000.0


class Lots:
    """A source of random secrets that gives the same secrets in each run."""

    def __init__(self, seed=1):
        self.rng = Random(seed)

    def token(self):
        return f"{self.rng.getrandbits(128):032x}"

    def digits(self, many):
        return "".join(str(self.rng.randrange(10)) for _ in range(many))

    def random(self):
        return Random(self.rng.getrandbits(32))


class Person:
    """A simulated client: a connection to the server, and all messages received on it.

    Changes are turned into full updates.
    """

    def __init__(self, server, conn, address):
        self.server = server
        self.conn = conn
        self.address = address
        self.told = []
        self.bytes = []
        self.dropped = False
        self.silent = False
        self.asked = 0
        self.token = ""
        self.heard = 0
        self.counts = []
        self.views = ViewFollower()

    def hears(self, data):
        told = wire.read_message(data)
        self.bytes.append(data)
        self.told.append(self.followed(told))
        if isinstance(told, wire.Welcome):
            self.token = told.token
            known = self.server.views.get(told.token)
            self.views = known if told.back and known else ViewFollower()
            self.server.views[told.token] = self.views
        if told.n:
            self.counts.append(told.n)
            self.heard = told.n

    def followed(self, told):
        """Return a message, or, for a change, the full update that results from it."""
        if isinstance(told, wire.MatchChange):
            return self.views.follow(told) or told
        if isinstance(told, wire.MatchUpdate) and told.n:
            told = self.views.take(told)
        return told

    def drop(self):
        """Record that the server has closed this connection."""
        self.dropped = True

    def say(self, kind, **fields):
        """Send a request, and return the messages that answer it."""
        self.asked += 1
        before = len(self.told)
        self.server.receive(self, wire.encode(kind(id=self.asked, **fields)))
        return [one for one in self.told[before:] if one.re == self.asked]

    def hello(self, name="", **more):
        return self.say(wire.Hello, version=wire.VERSION, name=name, **more)

    def refused(self, kind, **fields):
        """Send a request that the server must refuse; return the reason."""
        answers = self.say(kind, **fields)
        assert [type(one) for one in answers] == [wire.No], answers
        return answers[0].reason

    def last(self, kind):
        return next((one for one in reversed(self.told) if isinstance(one, kind)), None)

    def news(self):
        return [one.what for one in self.told if isinstance(one, wire.News)]

    @property
    def seat(self):
        return self.last(wire.Seated).me


class Reachable(Alone):
    """Simulates other processes of a server, whose `addresses` are sent to the clients."""

    def __init__(self):
        self.addresses = ()


class Served:
    """A server core in memory with store and clock, whose bots move at random without delay."""

    def __init__(
        self,
        seed=1,
        code="4271",
        store=None,
        now=NOON,
        *,
        reserved=(),
        strangers=False,
        process=0,
    ):
        self.seed = seed
        self.now = now
        self.store = store or MemoryStore()
        self.rng = Random(seed)
        kept = self.store.load()
        others = ClusterProcess(process) if process else Reachable()
        access = Access(code, reserved, strangers)
        self.core = ServerCore(Lots(seed), now, access, kept, others)
        self.cluster = None
        """The connection to other processes, if there are any."""
        if process:
            self.cluster = others
            others.join(self.core)
        self.process = process
        self.people = {}
        self.views = {}
        """The views of their matches that the players hold, by token."""
        self.notes = []
        self.faults = []
        self.checks = []
        self.unkept = []
        self.conns = 0
        self.pinged = now
        self.do(self.core.begin())

    def again(self, code="4271"):
        """Return a new server that was started from this server's store, as after a crash."""
        return Served(self.seed + 1, code, self.store, self.now)

    def call(self, address="192.168.1.9"):
        self.conns += 1
        person = Person(self, self.conns, address)
        self.people[person.conn] = person
        self.do(self.core.connected(person.conn, address, self.now))
        return person

    def enter(self, name, address="192.168.1.9", **more):
        person = self.call(address)
        person.hello(name, **{"code": "4271", **more})
        assert person.token, person.told
        return person

    def receive(self, person, data):
        self.do(self.core.received(person.conn, data, self.now))

    def lose(self, person):
        person.dropped = True
        self.do(self.core.closed(person.conn, self.now))

    def back(self, person):
        """Reconnect a person, and return the new client."""
        again = self.call(person.address)
        again.counts, again.heard, again.token = person.counts, person.heard, person.token
        again.hello(token=person.token, heard=person.heard)
        return again

    def do(self, outputs):
        outputs = list(outputs)
        while outputs:
            match output := outputs.pop(0):
                case Write(row):
                    self.keep(row, outputs)
                case Send(conn, data):
                    self.people[conn].hears(data)
                case Drop(conn):
                    self.people[conn].drop()
                case AskStore(conn, question):
                    self.do(self.cluster.answered(conn, self.look_up(question), self.now))
                case AskRatingLines(conn, request, question):
                    lines = self.store.ratings(question)
                    outputs += self.core.ratings_found(conn, request, lines, self.now)
                case RequestBotMove(table, wanted):
                    move = RandomBot().choose(wanted.view, self.rng, 1, lambda: False)
                    self.do(self.core.thought(table, wanted, move, self.now))
                case RequestDay(wanted):
                    found = played_by_bots(
                        wanted, lambda one: RandomBot().choose(one.view, self.rng, 1, None), never
                    )
                    outputs += self.core.day_played(wanted, found)
                case Note(text):
                    self.notes.append(text)
                case FaultFound(error):
                    self.faults.append(error)
                case CheckPassword():
                    self.checks.append(output)
                case PostMail(mail):
                    self.store.post([mail])

    def name_other_places(self, *addresses):
        """Send all clients a list of the server's other addresses."""
        parts = self.core.parts
        parts.others.addresses = addresses
        for connection in parts.connections.by_conn.values():
            parts.outgoing.answer_to(connection.conn, 0, wire.Others(others=[*addresses]))
        self.do(parts.outgoing.take())

    def meet(self):
        """Exchange shared data and mail with other processes, and take over tables.

        Return True if there was mail.
        """
        self.do(self.cluster.know(self.store.meet(self.cluster.shown())))
        self.do(self.cluster.adopted(self.store.adopt(), self.now))
        for rows in self.store.claim(self.cluster.wanted()).values():
            self.do(self.cluster.adopted(rows, self.now))
        mail = self.store.collect()
        for one in mail:
            self.do(self.cluster.hear(one, self.now))
        return bool(mail)

    def keep(self, row, waiting):
        """Store a row; if it is refused, discard pending outputs that depend on it."""
        refused = self.store.commit([row])
        if not refused:
            return
        for output in self.cluster.refused(refused, self.now):
            if isinstance(output, DiscardOutputs):
                waiting[:] = [one for one in waiting if not is_discarded(output, one)]
            else:
                self.do([output])

    def look_up(self, question):
        """Answer the server core's question from the store, with several queries if needed."""
        steps = look_up(question, self.process, self.now, self.cluster)
        try:
            step = next(steps)
            while True:
                step = steps.send(step(self.store))
        except StopIteration as end:
            return end.value

    def wait(self, seconds):
        """Advance the clock, stopping at each deadline of the server."""
        until = self.now + seconds
        while (at := self.core.deadline) is not None and at <= until:
            self.now = max(self.now, at)
            self._ping()
            self.do(self.core.tick(self.now))
        self.now = until

    def _ping(self):
        """Send a ping from each client except `silent` ones, which simulate a crashed program."""
        if self.now < self.pinged + 25:
            return
        self.pinged = self.now
        for person in self.people.values():
            if not (person.dropped or person.silent):
                self.do(self.core.received(person.conn, b'{"type":"ping","id":0}', self.now))

    def verify(self, hashed="hash"):
        check = self.checks.pop()
        self.do(self.core.verified(check.conn, hashed, self.now))
        return check


def is_discarded(what, output):
    """Return True if the server discards this output because its row was refused."""
    if isinstance(output, Write):
        return unit_of(output.row) in what.units
    if isinstance(output, PostMail):
        return output.unit in what.units
    return isinstance(output, Send | Drop) and output.conn in what.conns


def faultless(served):
    if served.faults:
        raise served.faults[0]


def table_of(served, person):
    connection = served.core.connections.by_conn[person.conn]
    return served.core.lobby.table_of(connection.member)


def table_with(served, game, *names, bots=0, **more):
    """Seat these people at a private table with bots; return them, the host first."""
    people = [served.enter(name) for name in names]
    host = people[0]
    host.say(wire.Open, game=game, **more)
    code = host.last(wire.Seated).code
    for person in people[1:]:
        person.say(wire.Join, code=code)
    for _ in range(bots):
        host.say(wire.AddBot)
    return people


def play_on(served, people, rng, most=2000):
    """Play random moves until the match is over; return the number of moves."""
    for moves in range(most):
        if not table_of(served, people[0]).playing:
            return moves
        one_move(served, people, rng)
        served.wait(0.3)
    raise AssertionError("the match does not end")


def one_move(served, people, rng):
    """Make a random move for a player whose turn it is; return False if there is none."""
    for person in people:
        update = person.last(wire.MatchUpdate)
        if person.dropped or update is None or update.seat is None:
            continue
        if update.waiting:
            person.say(wire.Ready)
            continue
        if update.view["to_act"] == update.seat and update.view["legal"]:
            move = rng.choice(update.view["legal"])
            person.say(wire.MakeMove, seq=update.seq, move=move)
            return True
    return False
