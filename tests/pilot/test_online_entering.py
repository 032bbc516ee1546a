"""Going to a server, leaving it, and what no server should send."""

from __future__ import annotations

import pytest

from audiogames.net import wire
from audiogames.net.client_core import State
from tests.pilot.internet import Internet, OnlinePilot
from tests.pilot.online import LANGUAGES, at_table, in_, in_match, my_turn, on, play

# Coming in ----------------------------------------------------------------------------------------


def test_a_server_that_wants_a_code_is_told_it() -> None:
    net = Internet(code="4271")
    pilot = net.player("it")
    pilot.enter("Marta")
    pilot.expect("Scrivi il codice, poi Invio.")
    pilot.write("9 9 9 9")
    pilot.expect("Scrivi il codice, poi Invio.")
    pilot.write("4 2 7 1")
    pilot.expect("Connesso come ospite Marta.")


def test_a_name_that_is_taken_is_asked_for_again() -> None:
    net = Internet()
    first, second = net.player("it"), net.player("it")
    first.enter("Marta")
    second.enter("marta")
    second.expect("Scrivi il tuo nome, poi Invio.")
    second.write("Ida")
    second.press("enter")
    second.expect("Connesso come ospite Ida.")


def test_address_and_name_are_remembered() -> None:
    net = Internet()
    pilot = net.player("it")
    pilot.enter("Marta")
    settings = pilot.storage.settings
    assert (settings.server, settings.nickname) == ("192.168.1.5", "Marta")
    again = OnlinePilot(net, pilot.storage, lang="it")
    again.press("t", "enter")
    again.expect("Tavoli in rete. Collegati.")


@pytest.mark.parametrize(
    ("keys", "kept", "sent"), [((), "f", "f"), (("down",), "m", "m"), (("end",), "unsaid", "")]
)
def test_how_sentences_speak_of_one_is_asked_once_and_told_to_the_table(
    keys: tuple[str, ...], kept: str, sent: str
) -> None:
    net = Internet()
    pilot = net.player("it", gender="unasked")
    pilot.enter("Marta")
    pilot.expect("Come si parla di te? Al femminile.")
    pilot.press(*keys, "enter")
    pilot.expect("Connesso come ospite Marta.")
    pilot.open("n")
    assert pilot.app.online.seated is not None
    assert pilot.app.online.seated.seats[0].gender == sent
    assert pilot.storage.settings.gender == kept


def test_how_sentences_speak_of_one_is_not_asked_again_and_can_be_changed() -> None:
    pilot = Internet().player("it", gender="unasked")
    pilot.enter("Marta")
    pilot.press("escape", "enter", "down", "enter")
    pilot.expect("Come si parla di te?", "Come si parla di te?", "Connesso come ospite Marta.")
    again = OnlinePilot(pilot.net, pilot.storage, lang="it")
    again.press("t", "enter", "f", "enter")
    again.expect("Frasi su di te, al maschile.", "Come si parla di te? Al maschile.")
    again.press("up", "enter")
    again.expect("Al femminile.", "Frasi su di te, al femminile.")
    again.press("home", "down", "down")
    again.look()
    again.press("enter")
    assert "Come si parla di te?" not in again.heard()


def test_a_greeting_of_an_older_program_says_nothing_of_it() -> None:
    hello = wire.read_request(b'{"type":"hello","id":1,"version":1,"name":"Ida"}')
    assert isinstance(hello, wire.Hello)
    assert hello.gender == ""


def test_an_address_that_nobody_answers_at() -> None:
    pilot = Internet().player("it")
    pilot.plugged = False
    pilot.enter("Marta")
    pilot.expect("A questo indirizzo non risponde nessuno.")
    assert pilot.app.online.core.state is State.OUT


def test_what_is_no_address_and_no_name_is_refused() -> None:
    pilot = Internet().player("it")
    pilot.press("home", "t", "enter", "home", "enter")
    pilot.write("una casa")
    pilot.expect("Una casa non è un indirizzo.")
    pilot.press("home", "enter")
    pilot.write("192.168.1.5")
    pilot.write("<b>")
    pilot.expect("Un nome ha da 1 a 20 lettere")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plain_text_to_far_away_is_loudly_said_first(lang: str) -> None:
    pilot = Internet().player(lang)
    pilot.press("home", "t", "enter", "home", "enter")
    pilot.write("ws://cards.example.org")
    pilot.write("Marta")
    pilot.press("enter")
    pilot.expect(
        in_(
            lang,
            "Attenzione, la linea verso cards.example.org non è cifrata",
            "Warning, the line to cards.example.org is not encrypted",
        )
    )
    assert pilot.app.online.core.state is State.OUT
    pilot.press("n")
    assert pilot.app.online.core.state is State.OUT


def test_who_leaves_the_server_gives_up_the_seat_at_once() -> None:
    host, guest = at_table()
    guest.press("escape", "y")
    guest.expect("You leave the table.", "Card room.")
    guest.press("escape", "y")
    guest.expect("Main menu.")
    host.net.advance(3)
    host.expect("Ugo lascia il tavolo.")
    assert guest.app.online.core.state is State.OUT


def test_a_program_that_is_closed_keeps_the_seat_and_one_that_is_quit_gives_it_up() -> None:
    host, guest = at_table()
    guest._perform(guest.app.leave(guest.now))
    host.net.advance(3)
    host.expect("Ugo perde la connessione.")
    host, guest = at_table()
    guest.press("alt+f4", "y")
    assert guest.quit == 0
    host.net.advance(3)
    host.expect("Ugo lascia il tavolo.")


def test_a_program_that_was_started_anew_is_let_back_to_its_seat_by_name_and_code() -> None:
    host, guest = in_match(game="n", bots=1)
    code, net = host.app.online.table.code, host.net
    net.pilots.remove(guest)
    net.served.lose(guest.wire)
    for _ in range(20):
        on(host)
        host.wait(4)
    again = net.player("en")
    again.press("t", "enter", "home", "enter")
    again.write("192.168.1.5")
    again.write("Ugo")
    again.press("down", "enter")
    again.write(code)
    again.wait(9)
    again.expect("Connected as guest Ugo.", "Novantanove table, host Marta.")
    assert not again.app.online.fault
    assert again.app.session is not None
    assert again.app.session.seat is not None
    my_turn(again, host)
    play(again)


def test_who_is_on_a_server_begins_no_match_elsewhere() -> None:
    host, _ = in_match()
    session = host.app.session
    host.press("shift+f1", "home", "enter", "s")
    host.expect("Prima lascia il server.")
    assert host.app.session is session


# What no server should send -----------------------------------------------------------------------

NONSENSE = {
    "half a message": b'{"type":"welc',
    "an unknown type": b'{"type":"state","seed":1}',
    "an unknown game": wire.encode(wire.Seated(table=77, game="chess", me=0)),
    "options of no game": wire.encode(
        wire.Seated(table=77, game="wist", options={"form": "round"}, me=0)
    ),
}


@pytest.mark.parametrize("kind", NONSENSE)
def test_nonsense_ends_the_line_in_one_sentence(kind: str) -> None:
    host, _ = at_table()
    host.receive(NONSENSE[kind])
    host.press("alt+o")
    host.wait(3)
    host.expect("Il server manda cose incomprensibili, connessione chiusa.")
    assert host.app.online.core.state is State.OUT


def test_a_view_that_cannot_be_ends_the_line() -> None:
    host, guest = in_match()
    my_turn(host, guest)
    host.look()
    table = host.app.online.table.table
    host.receive(wire.encode(wire.Update(table=table, seat=0, view={"hand": ["Kc"]})))
    host.wait(3)
    host.expect("Il server manda cose incomprensibili, connessione chiusa.")
    assert host.app.session is None
    assert "FormError" in host.app.online.fault


@pytest.mark.parametrize(
    ("reason", "args"),
    [
        ("no-such-words", {}),
        ("net-name-taken", {}),
        ("net-name-taken", {"name": {"deep": 1}}),
        ("bot-sits", {"seat": 5}),
        ("x" * 1000, {"a": None}),
    ],
)
def test_a_refusal_without_words_is_a_refusal_all_the_same(reason: str, args: dict) -> None:
    host, _ = at_table()
    host.receive(wire.encode(wire.No(reason=reason, args=args)))
    assert host.heard()
    assert host.app.online.core.state is State.IN


def test_a_slow_server_is_waited_for_with_a_word() -> None:
    host, guest = in_match()
    my_turn(host, guest)
    host.look()
    host.plugged = False
    play(host)
    host.wait(2)
    host.expect("Attendo il server.")
