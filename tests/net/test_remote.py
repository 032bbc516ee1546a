"""A table at a server as the client presents it: updates, refused moves, clock, pauses."""

from dataclasses import replace
from random import Random

import msgspec
import pytest

from audiogames.core.contract import Refused, Turn
from audiogames.core.events import Seat
from audiogames.core.options import read_options
from audiogames.core.registry import game, game_ids
from audiogames.core.text import plain
from audiogames.net import wire
from audiogames.net.client.remote_table import RemoteTable, read_update
from audiogames.table.clock import TimeSettings
from audiogames.table.codec import FormError, written
from audiogames.table.seats import Player
from audiogames.table.setup import new_log
from audiogames.table.table import Table

LISTENERS = (Seat(0), Seat(1), None)


def over_the_wire(update, table, **more):
    """Return an update as the client reads it from the server's encoded message."""
    message = wire.MatchUpdate(
        seat=update.seat,
        seq=update.seq,
        events=[written(event) for event in update.events],
        view=plain(update.view),
        waiting=update.waiting,
        over=update.over,
        deals=table.deals,
        awaited=update.seat is not None,
        **more,
    )
    return wire.read_message(wire.encode(message))


class Match:
    """A server's table with one `RemoteTable` for each player."""

    def __init__(self, id_, limit=None, seed=1):
        self.spec = game(id_)
        self.random = Random(seed)
        names = ("Anna", "Ugo", "Ida", "Leo", "Eva")[: self.spec.usual_seats]
        players = [Player(name) for name in names]
        options = read_options(self.spec.options, {})
        log = new_log(self.spec, options, players, TimeSettings(limit, pace=0, grace=0))
        self.table = Table(log, Random(seed), listeners=LISTENERS)
        self.now = 10.0
        self.asked = {listener: [] for listener in LISTENERS}
        self.remote = {one: RemoteTable(self.spec, players, self._noting(one)) for one in LISTENERS}
        self.tell(self.table.start(self.now))

    def _noting(self, listener):
        def ask(kind, **fields):
            self.asked[listener].append(kind(1, **fields))
            return 1

        return ask

    def tell(self, updates):
        left = self.table.clock.left(self.now) if self.table.clock else None
        for update in updates:
            told = over_the_wire(update, self.table, left=left)
            assert self.remote[update.seat].take(told, self.now) == update

    def step(self):
        self.now += 5
        if self.table.waiting:
            for seat in range(len(self.table.players)):
                self.tell(self.table.ready(Seat(seat), self.now))
            return
        seat = self.table.state.to_act
        move = self.random.choice(self.table.look(seat).view.legal)
        self.tell(self.table.submit(seat, move, self.table.seq, self.now))

    def play(self, moves):
        for _ in range(moves):
            if self.table.state.to_act is Turn.OVER:
                return
            self.step()

    def mine(self, seat=0):
        """Play until it is this seat's turn, and return that seat's `RemoteTable`."""
        while self.table.waiting or self.table.state.to_act != seat:
            self.step()
        return self.remote[Seat(seat)]


@pytest.mark.parametrize("id_", game_ids())
def test_remote_table_has_the_same_state_as_the_servers_table(id_):
    match = Match(id_)
    match.play(120)
    for listener in LISTENERS:
        known = match.remote[listener].look(listener)
        assert known == match.table.look(listener)
        assert match.remote[listener].deals == match.table.deals


def refusals(match, seat):
    """Yield each illegal move of this seat, with the refusals of server and client."""
    remote, view = match.remote[seat], match.table.look(seat).view
    moves = [ways[0] for card in view.hand if (ways := match.spec.hand.ways(card, view))]
    if not moves and isinstance(view.to_act, int):  # cards that are held for a bid, not played
        moves = list(match.table.state.legal_moves(view.to_act))
    for move in moves:
        if move in view.legal:
            continue
        with pytest.raises(Refused) as here:
            remote.submit(seat, move, remote.seq, match.now)
        with pytest.raises(Refused) as there:
            match.table.submit(seat, move, match.table.seq, match.now)
        yield here.value.message, there.value.message


@pytest.mark.parametrize("id_", game_ids())
def test_remote_table_gives_the_same_refusals_as_the_server(id_):
    match = Match(id_)
    compared = 0
    for _ in range(40):
        for seat in LISTENERS[:2]:
            for here, there in refusals(match, seat):
                assert here == there
                compared += 1
        match.play(1)
    assert compared > 20
    assert match.asked[Seat(0)] == []


def test_legal_move_is_sent_only_once():
    match = Match("wist")
    remote = match.mine()
    first, second = remote.look(Seat(0)).view.legal[:2]
    assert remote.submit(Seat(0), first, remote.seq, match.now) == []
    assert match.asked[Seat(0)] == [wire.MakeMove(1, seq=remote.seq, move=str(first))]
    for move in (first, second):
        with pytest.raises(Refused) as error:
            remote.submit(Seat(0), move, remote.seq, match.now)
        assert error.value.message.id == "one-moment"
    remote.refused()
    remote.submit(Seat(0), second, remote.seq, match.now)
    assert len(match.asked[Seat(0)]) == 2


def test_remote_table_refuses_moves_of_another_seat():
    match = Match("wist")
    match.mine()
    other = match.remote[Seat(1)]
    with pytest.raises(Refused):
        other.submit(Seat(1), match.table.look(Seat(0)).view.legal[0], other.seq, match.now)


def test_end_of_speech_is_sent_to_the_server():
    match = Match("novantanove", limit=20)
    remote = match.mine()
    remote.listening(Seat(0), match.now + 2.5)
    assert match.asked[Seat(0)][-1] == wire.Heard(1, seq=remote.seq, seconds=2.5)
    remote.listening(Seat(0), match.now - 9)
    assert match.asked[Seat(0)][-1].seconds == 0


def test_end_of_speech_is_not_reported_to_a_server_that_does_not_wait_for_it():
    match = Match("invido")
    remote = match.mine()
    update = match.table.look(Seat(0))
    told = msgspec.structs.replace(over_the_wire(update, match.table), awaited=False)
    remote.take(told, match.now)
    asked = len(match.asked[Seat(0)])
    remote.listening(Seat(0), match.now + 2.5)
    assert len(match.asked[Seat(0)]) == asked


def test_remote_clock_starts_at_the_end_of_speech():
    match = Match("novantanove", limit=20)
    remote = match.mine()
    remote.listening(Seat(0), match.now + 2.5)
    assert remote.clock.left(match.now + 2.5) == 20
    assert remote.clock.left(match.now + 10.5) == 12
    remote.listening(Seat(0), match.now + 60)
    assert remote.clock.left(match.now + 18) == 10, "it waits for eight seconds at most"
    assert remote.clock.left(match.now + 99) == 0


def test_remote_pause_stops_moves_and_the_clock():
    match = Match("novantanove", limit=20)
    remote = match.mine()
    remote.stand_still(match.now + 5, paused=True)
    assert remote.clock.left(match.now + 60) == 15
    with pytest.raises(Refused) as error:
        remote.submit(Seat(0), remote.look(Seat(0)).view.legal[0], remote.seq, match.now)
    assert error.value.id == "paused"
    remote.stand_still(match.now + 60, paused=False)
    assert remote.paused_since is None
    assert remote.clock.left(match.now + 61) == 14, "the time of the pause is nobody's"


def test_remote_clock_stops_while_the_server_cannot_save():
    match = Match("novantanove", limit=20)
    remote = match.mine()
    remote.hold(match.now + 5, held=True)
    remote.stand_still(match.now + 10, paused=True)
    remote.hold(match.now + 30, held=False)
    assert remote.clock.left(match.now + 60) == 15, "it stands still for two reasons"
    remote.stand_still(match.now + 60, paused=False)
    assert remote.clock.left(match.now + 61) == 14


def test_player_settings_are_sent_to_the_server_only_when_changed():
    match = Match("novantanove")
    remote = match.remote[Seat(0)]
    for draw in (True, True, False):
        remote.accommodate(Seat(0), match.now, auto_draw=draw, patience=1.5)
    assert [one.auto_draw for one in match.asked[Seat(0)]] == [True, False]


def test_undo_and_open_hands_are_refused_at_a_remote_table():
    match = Match("novantanove")
    remote = match.mine()
    with pytest.raises(Refused):
        remote.take_back(Seat(0), match.now)
    with pytest.raises(Refused):
        remote.note_open_hands(Seat(0), match.now)
    assert not remote.is_open


# Messages that no server could send


def told_to(match, seat=0):
    return over_the_wire(match.table.look(Seat(seat)), match.table)


def lies(match):
    """Yield updates that are well-formed but contradict the rules."""
    update = told_to(match)
    view = update.view
    names = [name for name, value in view.items() if isinstance(value, list) and value]
    for name in names:
        yield replace_view(update, **{name: view[name][:-1]})
        yield replace_view(update, **{name: []})
    yield replace_view(update, seat=1)
    yield replace_view(update, dealer=99)
    yield replace_view(update, nonsense=1)
    yield wire.MatchUpdate(seat=77, seq=update.seq, view=view)
    yield wire.MatchUpdate(seat=0, seq=update.seq, view={})
    yield wire.MatchUpdate(seat=0, view=view, events=[{"event": "Nothing"}])
    yield wire.MatchUpdate(seat=0, view=view, events=[{}])


def replace_view(update, **changes):
    return wire.MatchUpdate(seat=update.seat, seq=update.seq, view={**update.view, **changes})


@pytest.mark.parametrize("id_", game_ids())
def test_altered_update_is_refused_or_gives_a_possible_view(id_):
    match = Match(id_)
    match.play(7)
    refused = 0
    for lie in lies(match):
        try:
            read = read_update(match.spec, lie, len(match.table.players))
        except FormError:
            refused += 1
        else:
            again = match.spec.rules.redeal(read.view, Random(1))
            assert again.view(read.seat) == replace(read.view)
    assert refused >= 7


def raising(error):
    def fail(*_args):
        raise error

    return fail


@pytest.mark.parametrize("fault", [AssertionError("never so"), KeyError(7)])
def test_fault_in_the_rules_is_not_blamed_on_the_server(monkeypatch, fault):
    match = Match("invido")
    update = told_to(match)
    monkeypatch.setattr(type(match.table.state), "view", raising(fault))
    with pytest.raises(type(fault)):
        read_update(match.spec, update, len(match.table.players))


def test_view_that_no_deal_can_produce_is_blamed_on_the_server():
    """In the update, another player has all four threes, although the listener holds one."""
    match = Match("tressette")
    threes = {"seat": 1, "accuse": "accuse quattro-3", "at": 0}
    assert any(card.rank == "3" for card in match.remote[Seat(0)].look(Seat(0)).view.hand)
    with pytest.raises(FormError, match="a view of this game"):
        read_update(match.spec, replace_view(told_to(match), accuse=[threes]), 4)


def test_update_with_a_declaration_without_a_suit_is_invalid():
    match = Match("tressette")
    said = {"seat": 1, "kind": "pigliata", "name": "liscio", "suit": None, "at": 0}
    with pytest.raises(FormError, match="declarations"):
        read_update(match.spec, replace_view(told_to(match), declarations=[said]), 4)


def test_view_with_a_pending_monte_but_no_asker_is_refused():
    """Regression test: the view says that an answer is awaited, but no one has asked."""
    match = Match("invido")
    told = told_to(match)
    with pytest.raises(FormError):
        read_update(match.spec, replace_view(told, monte_asked=True), len(match.table.players))


def test_refused_update_does_not_change_the_remote_table():
    match = Match("wist")
    remote = match.mine()
    before = remote.last
    with pytest.raises(FormError):
        remote.take(wire.MatchUpdate(seat=0, view={}), match.now)
    assert remote.last is before
