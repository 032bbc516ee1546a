"""No byte sent to a client contains a card or a word that its player may not know.

`python -m tests.online.scan_wire` does the same for any number of matches.
"""

from dataclasses import replace

import pytest

from audiogames.cards.signs import SignTold
from audiogames.core.events import Seat
from audiogames.core.registry import game_ids
from audiogames.games.wist.model import BidMade
from audiogames.net.cluster.own_part import PartMaker
from audiogames.net.server.people.member import hash_of
from audiogames.net.server.tables.updates import MatchUpdates
from audiogames.table.table import Table
from tests.online.scan_wire import Leak, Match, scan

GAMES = game_ids()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_message_reveals_a_hidden_card(game):
    for found in scan(game, range(2)):
        assert found.ended
        assert found.messages > 50


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("since", [0, 4])
def test_message_scan_detects_the_hand_of_another_seat_sent_to_a_listener(game, since, monkeypatch):
    """The leaked hand is found in the first view and in a change of a later view."""
    update_of = Table._update

    def leaks(table, listener, events):
        update = update_of(table, listener, events)
        if len(table.log.entries) < since:
            return update
        other = table.state.view(Seat((listener or 0) + 1 - 2 * bool(listener)))
        return replace(update, view=replace(update.view, hand=other.hand))

    monkeypatch.setattr(Table, "_update", leaks)
    with pytest.raises(Leak):
        Match(game, 3).play()


@pytest.mark.parametrize("game", GAMES)
def test_scan_of_server_messages_finds_a_hand_that_a_game_declares_public(game, monkeypatch):
    """Public fields are encoded once for all, so the hand would reach the other players."""
    begin = MatchUpdates.__init__

    def careless(updates, spec, outgoing):
        begin(updates, replace(spec, public=(*spec.public, "hand")), outgoing)

    monkeypatch.setattr(MatchUpdates, "__init__", careless)
    with pytest.raises((Leak, AssertionError), match=r"is told of|does not fit"):
        list(scan(game, range(20)))


@pytest.mark.slow
@pytest.mark.rule("briscola 3.7 only the partner and the giver receive bytes of a sign")
def test_signs_are_sent_only_to_the_partner():
    for found in scan("briscola", range(4), players=4):
        assert found.ended
        assert found.whispers


def test_leak_scan_finds_a_partners_sign_sent_to_all(monkeypatch):
    monkeypatch.setattr(SignTold, "heard_by", lambda _told, _seat: True)
    with pytest.raises(Leak, match="is told of"):
        Match("briscola", 3, players=4).play()


@pytest.mark.parametrize("processes", [False, True])
def test_leak_scan_finds_a_secret_sign_to_the_partner_shown_to_all_seats(processes, monkeypatch):
    update_of = Table._update

    def leaks(table, listener, events):
        update = update_of(table, listener, events)
        return replace(update, view=replace(update.view, signs=tuple(table.state.signs)))

    monkeypatch.setattr(Table, "_update", leaks)
    with pytest.raises(Leak, match="is told of"):
        Match("briscola", 3, players=4, processes=processes).play()


@pytest.mark.slow
def test_leak_scan_finds_a_private_event_of_another_seat(monkeypatch):
    """A bid in the dark must be found, although it looks like any other number."""
    monkeypatch.setattr(BidMade, "heard_by", lambda _told, _seat: True)
    with pytest.raises(Leak, match="an event of another's"):
        Match("wist", 18).play()


# --- Two processes --------------------------------------------------------------------------------


@pytest.mark.slow
def test_moving_between_processes_reveals_no_hidden_card():
    moved = 0
    for game in GAMES:
        for found in scan(game, range(1, 2), processes=True):
            assert found.ended
            assert found.messages > 50
            moved += found.moved
    assert moved


def test_process_forgets_a_client_that_has_moved_to_another_process():
    """Otherwise it would send old messages again, with the numbers of newer messages."""
    match = Match("briscola", 3, processes=True)
    visitor, places = match.visitor, match.several.all
    for there, before in (places, reversed(places), places):
        del match.clients[visitor.conn]
        match._do(match.server.closed(visitor.conn, match.now))
        match._greet(visitor, there)
        assert hash_of(visitor.token) in there.core.people.by_token
        assert hash_of(visitor.token) not in before.core.people.by_token


def test_scan_finds_a_hidden_card_in_the_data_shared_between_processes(monkeypatch):
    monkeypatch.setattr(PartMaker, "text", lambda _: '{"people":[],"hand":["7c"]}')
    with pytest.raises(Leak, match="Processes tell one another"):
        Match("invido", 1, processes=True).play()


def test_leak_scan_finds_a_hand_sent_after_a_table_changed_its_process(monkeypatch):
    """The simulated error sends each seat the view of the next seat after the move."""
    update_of = Table._update

    def leaks(table, listener, events):
        update = update_of(table, listener, events)
        other = table.state.view(Seat((listener or 0) + 1 - 2 * bool(listener)))
        return replace(update, view=replace(update.view, hand=other.hand))

    match = Match("invido", 3, processes=True)
    monkeypatch.setattr(Table, "_update", leaks)
    with pytest.raises(Leak, match="is told of"):
        match._move_table(match.several)
