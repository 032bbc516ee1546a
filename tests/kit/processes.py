"""Simulated server processes that share a store in memory."""

from contextlib import contextmanager
from random import Random

from audiogames.net import wire
from audiogames.net.server.memory_store import MemoryStore, Shared
from tests.kit.serving import Served, faultless, one_move, table_with


class Processes:
    """Simulated server processes with one common store."""

    def __init__(self, many=2):
        self.shared = Shared()
        self.all = [self.start(number) for number in range(1, many + 1)]
        self.meet()

    def start(self, number):
        store = MemoryStore(number, self.shared)
        self.shared.addresses[number] = f"ws://process{number}"
        return Served(seed=number, store=store, process=number)

    def kill(self, served):
        self.shared.dead.add(served.process)

    def at(self, address):
        return next(one for one in self.all if address.endswith(str(one.process)))

    def meet(self):
        """Let all processes exchange shared data and mail until nothing changes any more."""
        living = [one for one in self.all if one.process not in self.shared.dead]
        for one in living:
            one.store.meet(one.cluster.shown())
        while any(one.meet() for one in living):
            pass

    def ask(self, person, kind, **fields):
        """Send a request, let the processes exchange mail, and return the answer."""
        before = len(person.told)
        person.say(kind, **fields)
        self.meet()
        (answer,) = [one for one in person.told[before:] if one.re == person.asked]
        return answer


@contextmanager
def faultless_after(processes):
    """Yield the processes; afterwards check that none has reported a fault."""
    yield processes
    for one in processes.all:
        faultless(one)


def playing(served, moves=6):
    """Return two people at a match of Invido, after this many moves."""
    people = table_with(served, "invido", "Anna", "Bruno")
    people[0].say(wire.StartMatch)
    for _ in range(moves):
        one_move(served, people, Random(1))
        served.wait(1)
    return people


def go(processes, person, request=None, **fields):
    """Reconnect a person to the process that it was redirected to, and repeat the request."""
    told = person.last(wire.GoTo)
    assert person.dropped
    served = processes.at(told.address)
    again = served.call(person.address)
    again.token = person.token
    again.hello(token=person.token, heard=person.heard, ticket=told.ticket)
    if request is not None:
        again.say(request, **fields)
    return again
