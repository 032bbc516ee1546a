"""Connecting to a server: addresses, names, codes, seats, and invalid messages of a server."""

from __future__ import annotations

import pytest

from audiogames.net import wire
from audiogames.net.client.core import LineState
from audiogames.net.client.orders import LineStatus
from tests.kit.internet import Internet, OnlinePilot
from tests.kit.languages import ONLINE
from tests.kit.online import LANGUAGES, at_table, in_match, my_turn, on, play
from tests.kit.pressing import in_

# Coming in ----------------------------------------------------------------------------------------


def test_server_code_is_asked_for_and_sent() -> None:
    net = Internet(code="4271")
    pilot = net.player("it")
    pilot.enter("Marta")
    pilot.expect("Scrivi il codice, poi Invio.")
    pilot.write("9 9 9 9")
    told = pilot.look()[-1].text
    assert told == "Il codice non è giusto. Scrivi il codice, poi Invio."
    pilot.write("4 2 7 1")
    pilot.expect("Connesso come ospite Marta.")


def test_another_name_is_asked_for_if_the_name_is_taken() -> None:
    net = Internet()
    first, second = net.player("it"), net.player("it")
    first.enter("Marta")
    second.enter("marta")
    told = second.look()[-1].text
    assert told == "Marta c'è già. Scegli un altro nome. Scrivi il tuo nome, poi Invio."
    second.write("Ida")
    second.press("enter")
    second.expect("Connesso come ospite Ida.")


@pytest.mark.parametrize(
    ("written", "other"),
    [("192.168.1.9", "wss://192.168.1.9"), ("cards.example.org", "ws://cards.example.org")],
)
def test_failed_connection_suggests_the_encrypted_or_unencrypted_form_of_the_address(
    written: str, other: str
) -> None:
    class Misunderstood(Internet):
        def connect(self, pilot: OnlinePilot) -> None:
            self.later(lambda: pilot.report(LineStatus.NO_SERVER))

    pilot = Misunderstood().player("en")
    pilot.press("home", ONLINE["en"], "enter", "home", "enter")
    pilot.write(written)
    pilot.write("Marta")
    pilot.press("enter")
    assert pilot.look()[-1].text.endswith(f"then write {other}")


def test_server_address_and_name_are_remembered() -> None:
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
def test_grammatical_gender_is_asked_once_and_sent_to_the_table(
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


def test_grammatical_gender_is_not_asked_again_and_can_be_changed() -> None:
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


def test_hello_of_an_older_program_has_no_gender() -> None:
    hello = wire.read_request(b'{"type":"hello","id":1,"version":4,"name":"Ida"}')
    assert isinstance(hello, wire.Hello)
    assert hello.gender == ""


def test_unreachable_address_is_reported() -> None:
    pilot = Internet().player("it")
    pilot.plugged = False
    pilot.enter("Marta")
    pilot.expect("A questo indirizzo non risponde nessuno.")
    assert pilot.app.online.core.state is LineState.OUT


def test_malformed_address_or_name_is_refused() -> None:
    pilot = Internet().player("it")
    pilot.press("home", "t", "enter", "home", "enter")
    pilot.write("una casa")
    pilot.expect("Una casa non è un indirizzo.")
    pilot.press("home", "enter")
    pilot.write("192.168.1.5")
    pilot.write("<b>")
    pilot.expect("Qui questo segno non è ammesso.")
    pilot.wait(1)
    pilot.press("backspace")
    pilot.write("---")
    pilot.expect("Un nome ha da 1 a 20 lettere")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_player_is_warned_before_an_unencrypted_remote_connection(lang: str) -> None:
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
    assert pilot.app.online.core.state is LineState.OUT
    pilot.press("n")
    assert pilot.app.online.core.state is LineState.OUT


def test_leaving_the_server_frees_the_seat_at_once() -> None:
    host, guest = at_table()
    guest.press("escape", "y")
    guest.expect("You leave the table.", "Card room.")
    guest.press("escape", "y")
    guest.expect("Main menu.")
    host.net.advance(3)
    host.expect("Ugo lascia il tavolo.")
    assert guest.app.online.core.state is LineState.OUT


def test_closing_the_program_keeps_the_seat_but_leaving_the_server_frees_it() -> None:
    host, guest = at_table()
    guest.perform(guest.app.leave(guest.now))
    host.net.advance(3)
    host.expect("Ugo perde la connessione.")
    host, guest = at_table()
    guest.press("alt+f4", "y")
    assert guest.quit == 0
    host.net.advance(3)
    host.expect("Ugo lascia il tavolo.")


def left_behind(lang: str, *others: str) -> tuple[OnlinePilot, OnlinePilot, OnlinePilot, str]:
    """Return a match with an absent guest: host, guest, a third player, and the table's code."""
    net = Internet()
    host, guest, third = net.player(lang), net.player(lang), net.player(lang)
    host.enter("Marta")
    code = host.open("n")
    for pilot, name in ((guest, "Ugo"), (third, "Ida")):
        pilot.enter(name)
        pilot.join(code)
    net.advance(9)
    guest.expect(*others)
    host.press("enter")
    net.advance(5)
    assert guest.app.online.seated is not None
    net.pilots.remove(guest)
    net.served.lose(guest.wire)
    for _ in range(20):
        on(host, third)
        host.wait(4)
    return host, guest, third, code


def call_again(again: OnlinePilot, code: str) -> None:
    """Connect to the server as Ugo, with the code of the table."""
    again.press("home", ONLINE[again.lang], "enter", "home", "enter")
    again.write("192.168.1.5")
    again.write("Ugo")
    again.press("down", "enter")
    again.write(code)
    again.wait(9)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_restarted_program_finds_its_seat_automatically(lang: str) -> None:
    host, guest, third, _ = left_behind(lang)
    again = OnlinePilot(host.net, guest.storage, lang=lang)
    host.net.pilots.append(again)
    again.press("home", ONLINE[lang], "enter", "enter")
    again.wait(9)
    *_, stands, moved = again.look()
    come = "Connesso come ospite Ugo. Partita in corso", "Connected as guest Ugo. Match under way"
    assert stands.text.startswith(in_(lang, *come))
    assert moved.text.startswith(in_(lang, "Un bot ha giocato", "A bot played"))
    own = " ".join(again.app.online.places.own)
    digits = in_(lang, f"Per riavere il posto: {own}.", f"To get your seat back: {own}.")
    assert moved.text.endswith(digits)
    assert not moved.interrupt
    assert again.app.session is not None
    assert again.app.session.seat is not None
    my_turn(again, host, third)
    play(again)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_player_reclaims_a_seat_by_its_digits(lang: str) -> None:
    told = in_(lang, "Per riavere il posto: ", "To get your seat back: ")
    host, guest, _, code = left_behind(lang, told)
    own = guest.app.online.places.own
    assert len(own) == 6
    again = host.net.player(lang)
    call_again(again, code)
    kept = in_(
        lang,
        "Il posto di Ugo è riservato. Il posto è tuo?",
        "The seat of Ugo is kept. Is the seat yours?",
    )
    assert again.look()[-1].text.startswith(kept)
    again.press("enter")
    again.write("1 1 1 1 1 1")
    again.expect(in_(lang, "Le cifre non sono quelle di Ugo.", "Those are not the digits of Ugo."))
    again.press("enter")
    again.write(" ".join(own))
    again.wait(9)
    again.expect(in_(lang, "Connesso come ospite Ugo.", "Connected as guest Ugo."))
    assert again.app.session is not None
    assert again.app.session.seat is not None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_seat_is_given_only_if_all_others_agree(lang: str) -> None:
    host, _, third, code = left_behind(lang)
    again = host.net.player(lang)
    call_again(again, code)
    again.press("down", "enter")
    again.wait(3)
    again.expect(
        in_(lang, "Chiesto al tavolo. Attendi un minuto", "The table has been asked. Wait a")
    )
    for pilot in (host, third):
        pilot.expect(
            in_(
                lang,
                "Qualcuno chiede il posto di Ugo, senza prove. Alt A risponde.",
                "Somebody asks for the seat of Ugo, without proof. Alt A answers.",
            )
        )
    host.press("alt+a")
    host.expect(
        in_(lang, "Chi chiede il posto è davvero Ugo?", "Is whoever asks for the seat really Ugo?")
    )
    host.press("y")
    host.wait(1)
    host.expect(in_(lang, "D'accordo per Ugo, se lo sono tutti.", "Agreed for Ugo, if all agree."))
    again.wait(20)
    assert again.app.session is None
    third.press("alt+a", "y")
    again.wait(9)
    assert again.app.session is not None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_vote_against_a_seat_request_keeps_the_seat_for_its_owner(lang: str) -> None:
    host, _, third, code = left_behind(lang)
    again = host.net.player(lang)
    call_again(again, code)
    again.press("down", "enter")
    again.wait(3)
    third.press("alt+a", "n")
    again.wait(3)
    again.expect(in_(lang, "Il posto non ti viene ceduto.", "You are not given the seat."))
    for pilot in (host, third):
        pilot.expect(
            in_(lang, "Il posto di Ugo non si cede.", "The seat of Ugo is not given away.")
        )
    third.press("alt+a")
    third.expect(in_(lang, "Nessuno chiede un posto.", "Nobody asks for a seat."))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_alt_n_announces_the_seat_code_and_players_hear_a_changed_table_code(
    lang: str,
) -> None:
    host, guest = at_table(lang, lang)
    own = " ".join(guest.app.online.places.own)
    guest.press("alt+n")
    (said,) = guest.look()
    assert said.text == in_(lang, f"Per riavere il posto: {own}.", f"To get your seat back: {own}.")
    assert said.braille == in_(lang, f"posto {own}", f"seat {own}")
    host.press("ctrl+h")
    host.wait(1)
    guest.press("f3")
    guest.wait(1)
    guest.look()
    guest.press("alt+n", "f5")
    guest.expect(in_(lang, "Non hai un posto da riavere.", "You have no seat to get back."))
    assert in_(lang, "Codice", "Code") not in guest.heard()
    guest.press("f3")
    guest.wait(1)
    host.press("ctrl+h")
    guest.wait(9)
    code = " ".join(host.app.online.table.code)
    guest.expect(in_(lang, f"Nuovo codice {code}.", f"New code {code}."))


def test_lesson_is_refused_while_on_a_server() -> None:
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
def test_malformed_message_ends_the_connection_in_one_sentence(kind: str) -> None:
    host, _ = at_table()
    host.receive(NONSENSE[kind])
    host.press("alt+o")
    host.wait(3)
    host.expect("Il server manda cose incomprensibili, connessione chiusa. Menu principale. ")
    assert host.app.online.core.state is LineState.OUT


def test_impossible_view_ends_the_connection() -> None:
    host, guest = in_match()
    my_turn(host, guest)
    host.look()
    table = host.app.online.table.table
    host.receive(wire.encode(wire.MatchUpdate(table=table, seat=0, view={"hand": ["Kc"]})))
    host.wait(3)
    host.expect("Il server manda cose incomprensibili, connessione chiusa.")
    assert host.app.session is None
    assert "Expected all of seat" in host.app.online.fault


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
def test_refusal_with_unknown_reason_is_still_announced(reason: str, args: dict) -> None:
    host, _ = at_table()
    host.receive(wire.encode(wire.No(reason=reason, args=args)))
    assert host.heard()
    assert host.app.online.core.state is LineState.IN


def test_overdue_answer_of_the_server_is_announced() -> None:
    host, guest = in_match()
    my_turn(host, guest)
    host.look()
    host.plugged = False
    play(host)
    host.wait(2)
    host.expect("Attendo il server.")
