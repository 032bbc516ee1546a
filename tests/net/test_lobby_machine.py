"""Tests that random actions and disconnections leave each person at most one seat.

They also test that each person receives every message.
"""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from audiogames.net import wire
from audiogames.net.server import limits
from tests.kit.serving import Served, faultless

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena")
GAMES = ("invido", "novantanove", "tressette", "wist")

who = st.sampled_from(NAMES)
whom = st.sampled_from((*NAMES, "Nobody"))


class Lobby(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.served = Served()
        self.people = {}
        self.codes = [""]
        self.counts = {}

    def ask(self, asker, kind, **fields):
        """Send a request of a connected person; do nothing for a person who is away."""
        person = self.people.get(asker)
        if person is None or person.dropped:
            return None
        told = person.say(kind, **fields)
        seated = person.last(wire.Seated)
        if seated is not None:
            self.codes.append(seated.code)
        return told

    # People

    @rule(name=who, code=st.integers(0, 50))
    def enter(self, name, code):
        if name in self.people and self.people[name].token:
            return
        person = self.served.call()
        self.people[name] = person
        code = self.codes[-(code % len(self.codes))] if code > 40 else "4271"
        person.hello(name, code=code or "4271")

    @rule(name=who)
    def lose(self, name):
        person = self.people.get(name)
        if person is not None and not person.dropped:
            self.served.lose(person)

    @rule(name=who, forgets=st.booleans())
    def back(self, name, forgets):
        person = self.people.get(name)
        if person is None or not person.token:
            return
        if forgets and person.dropped:
            person.heard = max(0, person.heard - 3)
            person.counts = person.counts[: -3 or None]
        again = self.served.back(person)
        if again.last(wire.Welcome) is None:
            assert again.told[-1].reason in {"net-unknown-token", "net-too-many-attempts"}
            del self.people[name]
            return
        again.token = person.token
        self.people[name] = again

    @rule(name=who)
    def goodbye(self, name):
        if self.ask(name, wire.Goodbye) is not None:
            del self.people[name]

    @rule(seconds=st.sampled_from((0.2, 2, 20, 59, 61, 700)))
    def wait(self, seconds):
        self.served.wait(seconds)

    @rule()
    def ends_and_begins_anew(self):
        tables = self.tables()
        self.served = self.served.again()
        for person in self.people.values():
            person.server, person.dropped = self.served, True
        assert self.tables() == tables

    # Tables

    @rule(name=who, game=st.sampled_from(GAMES), public=st.booleans(), limit=st.booleans())
    def open(self, name, game, public, limit):
        self.ask(name, wire.Open, game=game, public=public, limit=10 if limit else None)

    @rule(name=who, place=st.integers(1, 8), watch=st.booleans())
    def join(self, name, place, watch):
        self.ask(name, wire.Join, code=self.codes[-place % len(self.codes)], watch=watch)

    @rule(name=who, table=st.integers(0, 12))
    def join_public(self, name, table):
        self.ask(name, wire.Join, table=table)

    @rule(name=who, kind=st.sampled_from((wire.Leave, wire.Watch, wire.VotePause, wire.Ready)))
    def ask_plainly(self, name, kind):
        self.ask(name, kind)

    @rule(name=who, bots=st.integers(0, 3))
    def start(self, name, bots):
        for _ in range(bots):
            self.ask(name, wire.AddBot)
        self.ask(name, wire.StartMatch)

    @rule(name=who, other=whom, ban=st.booleans())
    def kick(self, name, other, ban):
        self.ask(name, wire.Kick, name=other, ban=ban)

    @rule(name=who, other=whom)
    def pass_host(self, name, other):
        self.ask(name, wire.PassHost, name=other)

    @rule(name=who, spectators=st.booleans())
    def arrange(self, name, spectators):
        self.ask(name, wire.Arrange, spectators=spectators)

    @rule(name=who, other=whom)
    def block(self, name, other):
        self.ask(name, wire.BlockPerson, name=other)

    @rule(name=who, other=st.sampled_from(("", *NAMES)))
    def chat(self, name, other):
        self.ask(name, wire.Chat, text="ciao", to=other)

    # Playing

    @rule(name=who, place=st.integers(0, 30), stale=st.integers(0, 8))
    def move(self, name, place, stale):
        person = self.people.get(name)
        update = person.last(wire.MatchUpdate) if person else None
        if update is None or not update.view["legal"]:
            return
        move = update.view["legal"][place % len(update.view["legal"])]
        self.ask(name, wire.MakeMove, seq=update.seq - (stale == 8), move=move)

    @rule(turns=st.integers(1, 12))
    def everybody_plays(self, turns):
        for _ in range(turns):
            for name, person in self.people.items():
                update = person.last(wire.MatchUpdate)
                if update is not None and update.view["to_act"] == update.seat is not None:
                    self.move(name, 0, 0)
                    self.ask(name, wire.Ready)
            self.served.wait(2)

    # Invariants

    def tables(self):
        """Return the players, spectators and moves of each table."""
        return {
            table.id: (
                [(chair.name, chair.member and chair.member.name) for chair in table.chairs],
                [one.name for one in table.watchers],
                table.match.served.log.entries if table.playing else None,
            )
            for table in self.served.core.lobby.tables.values()
        }

    @invariant()
    def nothing_has_failed(self):
        faultless(self.served)

    @invariant()
    def one_place_a_person(self):
        core = self.served.core
        for member in core.people.by_id.values():
            tables = [table.id for table in core.lobby.tables.values() if member in table.members]
            assert tables == ([member.table] if member.table else [])
            if tables:
                assert core.lobby.tables[tables[0]].members.count(member) == 1
        assert len(core.people.by_key) == len(core.people.by_id) == len(core.people.by_token)

    @invariant()
    def the_host_is_at_the_table(self):
        for table in self.served.core.lobby.tables.values():
            assert table.host in table.members if table.members else table.host is None
            assert table.members or table.playing
            assert len(table.chairs) <= max(table.spec.seats)

    @invariant()
    def a_match_has_its_chairs(self):
        for table in self.served.core.lobby.tables.values():
            if table.playing:
                assert sorted(map(id, table.chairs)) == sorted(map(id, table.match.chairs))
                present = any(member.here for member in table.seated)
                still = table.match.served.paused_since is not None
                assert still == (table.match.voted or not present)

    @invariant()
    def numbers_rise_without_gaps(self):
        for person in self.people.values():
            assert person.counts == list(range(1, len(person.counts) + 1))

    @invariant()
    def nobody_hears_of_a_table_that_is_not_his(self):
        for person in self.people.values():
            place = 0
            for told in person.told:
                if isinstance(told, wire.Seated):
                    place = told.table
                elif isinstance(told, wire.Unseated):
                    place = 0
                elif isinstance(told, wire.MatchUpdate) and told.n:
                    assert told.table == place
                elif isinstance(told, wire.ChatMessage) and not told.private:
                    assert place


Lobby.TestCase.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
test_whatever_people_do = pytest.mark.slow(Lobby.TestCase)

assert limits.GRACE == 60
