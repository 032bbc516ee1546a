"""Two people at one table, each in another town and in another language."""

from __future__ import annotations

import re

import pytest

from audiogames.app.online_telling import Return
from audiogames.core.cues import Priority, msg
from audiogames.net import wire
from audiogames.net.client_core import State
from tests.pilot.internet import Internet, OnlinePilot
from tests.transcripts import check_golden, told

LANGUAGES = ("it", "en")
OTHER = {"it": "en", "en": "it"}


def in_(lang: str, italian: str, english: str) -> str:
    """The sentence in one of the two languages."""
    return {"it": italian, "en": english}[lang]


def at_table(
    lang: str = "it", other: str = "en", game: str = "t", net: Internet | None = None
) -> tuple[OnlinePilot, OnlinePilot]:
    """Marta, the host of a private table, and Ugo, who has come by its code."""
    net = net or Internet()
    host, guest = net.player(lang), net.player(other)
    host.enter("Marta")
    code = host.open(game)
    guest.enter("Ugo")
    guest.join(code)
    net.advance(9)
    host.look()
    guest.look()
    return host, guest


def in_match(
    lang: str = "it", other: str = "en", game: str = "t", bots: int = 2
) -> tuple[OnlinePilot, OnlinePilot]:
    """The same in a match, when all has been told."""
    host, guest = at_table(lang, other, game)
    host.press(*["b"] * bots)
    host.wait(3)
    host.press("enter")
    host.wait(12)
    return host, guest


def play(pilot: OnlinePilot, *before: str) -> None:
    """Play the first card that may be played, after these keys."""
    session = pilot.app.session
    assert session is not None
    cards = {getattr(move, "card", None) for move in session.view.legal}
    pilot.press("home")
    table = pilot.app.screen
    while table.hand.focused not in cards:
        pilot.press("down")
    pilot.press(*before, "enter")
    if pilot.app.screen is not table:
        pilot.press("enter")
    pilot.wait(1)


def on(*pilots: OnlinePilot, before: tuple[str, ...] = ()) -> bool:
    """Whoever is asked plays, or goes on; whether there was anybody."""
    for pilot in pilots:
        session = pilot.app.session
        if session is not None and session.my_turn:
            play(pilot, *before)
            return True
    pilots[0].wait(2)
    return False


def my_turn(pilot: OnlinePilot, *others: OnlinePilot) -> None:
    """On until this one is asked, and has heard it."""
    for _ in range(200):
        assert pilot.app.session is not None
        if pilot.app.session.my_turn:
            pilot.wait(10)
            return
        if others:
            on(*others)
        else:
            pilot.wait(2)
    raise AssertionError("nobody asks")


# Step 40 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_step_40_a_table_for_a_friend(lang: str) -> None:
    net = Internet()
    host, guest = net.player(lang), net.player(OTHER[lang])
    host.enter("Marta")
    host.expect(in_(lang, "Connesso come ospite Marta.", "Connected as guest Marta."))
    code = host.open("t")
    host.expect(in_(lang, "Tavolo privato.", "Private table."), " ".join(code))
    guest.enter("Ugo")
    guest.join(code)
    net.advance(9)
    host.expect(in_(lang, "Ugo si siede.", "Ugo sits down."))
    host.press("alt+c")
    host.write("ciao")
    host.expect(in_(lang, "Tu: ciao.", "You: ciao."))
    net.advance(3)
    guest.expect("Marta: ciao.")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_step_40_the_cable_is_pulled_for_20_seconds(lang: str) -> None:
    host, guest = in_match(lang, OTHER[lang])
    my_turn(host, guest)
    host.look()
    host.net.unplug(host)
    host.wait(20)
    assert [one.text for one in host.look()] == [
        in_(lang, "Connessione persa, provo.", "Connection lost, retrying.")
    ]
    host.net.plug(host)
    host.wait(8)
    assert [one.text for one in host.look()] == [
        in_(
            lang,
            "Riconnesso. Non hai perso mosse. Tocca a te.",
            "Reconnected. You missed no move. Your turn.",
        )
    ]
    play(host)
    assert host.app.session.view.to_act != host.app.session.seat


@pytest.mark.parametrize("lang", LANGUAGES)
def test_step_40_the_cable_is_pulled_for_90_seconds(lang: str) -> None:
    host, guest = in_match(lang, OTHER[lang], game="n", bots=1)
    my_turn(host, guest)
    host.look()
    guest.look()
    host.net.unplug(host)
    host.wait(85)
    assert [one.text for one in host.look()] == [
        in_(lang, "Connessione persa, provo.", "Connection lost, retrying.")
    ]
    guest.expect(
        in_(OTHER[lang], "Marta perde la connessione.", "Marta has lost the connection."),
        in_(OTHER[lang], "Un bot gioca per Marta.", "A bot plays for Marta."),
    )
    my_turn(guest)
    play(guest)
    host.wait(5)
    host.net.plug(host)
    host.wait(8)
    first, *rest = [one.text for one in host.look()]
    back = in_(
        lang,
        r"Riconnesso\. Un bot ha giocato \d+ cart[ae] per te\. Tocca a (te|Ugo|Ada)",
        r"Reconnected\. A bot played \d+ cards? for you\. (Your turn|Ugo's turn|Ada's turn)",
    )
    assert re.match(back, first), first
    recap = in_(lang, "Dal tuo ultimo turno.", "Since your turn.")
    assert any(one.startswith(recap) for one in rest), rest
    guest.expect(in_(OTHER[lang], "Marta è di nuovo in linea.", "Marta is back."))
    my_turn(host, guest)
    play(host)
    heard = [one.text for one in host.app.announcer.history.entries("game")]
    assert any("Ugo" in one for one in heard), "what was missed is in the history"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("moved", [1, 3])
def test_step_40_the_words_after_90_seconds_in_ones_own_turn(lang: str, moved: int) -> None:
    pilot = Internet().player(lang)
    said = Return(moved, 0, 0.0).words(msg("your-turn"))
    cards = in_(lang, "carta" if moved == 1 else "carte", "card" if moved == 1 else "cards")
    assert " ".join(pilot.app.text(one.message) for one in said) == in_(
        lang,
        f"Riconnesso. Un bot ha giocato {moved} {cards} per te. Tocca a te.",
        f"Reconnected. A bot played {moved} {cards} for you. Your turn.",
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_lost_line_is_urgent_and_brailled(lang: str) -> None:
    host, guest = in_match(lang, OTHER[lang])
    my_turn(host, guest)
    host.look()
    host.net.unplug(host)
    host.wait(11)
    (lost,) = host.look()
    assert lost.priority == Priority.CRITICAL
    assert lost.braille
    assert "error" in {one.sound for one in host.sounds}
    host.press("home", "enter")
    host.expect(in_(lang, "Connessione persa, provo.", "Connection lost, retrying."))
    host.press("f5")
    host.expect(in_(lang, "Connessione persa, provo.", "Connection lost, retrying."))


# A whole deal -------------------------------------------------------------------------------------


def test_a_whole_deal_in_two_languages_as_it_is_heard() -> None:
    host, guest = at_table("it", "en")
    begun = {one: len(one.announcements) for one in (host, guest)}
    host.press("b", "b")
    host.wait(3)
    host.press("enter")
    host.wait(5)
    for moves in range(200):
        if host.app.session.waiting:
            break
        if on(host, guest, before=("d",)) and moves == 20:
            host.press("alt+c")
            host.write("bella mano")
            guest.press("alt+c")
            guest.write("thanks!")
            guest.press("escape")
            host.press("escape")
    host.wait(20)
    assert host.app.session.waiting
    for pilot, line in ((host, "Ugo: thanks!"), (guest, "Marta: bella mano.")):
        heard = " ".join(pilot.transcript())
        assert line in heard
        assert (
            in_(pilot.lang, "Tu, terzo, Tre di coppe.", "Marta, terzo, Three of cups.") in heard
        ), "what was declared is told to all"
        check_golden(f"online-tressette.{pilot.lang}", told(pilot.announcements[begun[pilot] :]))
    host.press("space")
    guest.press("space")
    host.wait(3)
    assert host.app.session.table.deals == 2


def test_a_match_ends_and_the_same_people_play_again() -> None:
    host, guest = at_table("it", "en", game="n")
    host.press("alt+o", *["left"] * 8, "escape")
    host.wait(2)
    host.press("enter")
    for _ in range(2000):
        if host.app.session is not None and host.app.session.over:
            break
        if host.app.session is not None and host.app.session.waiting:
            host.press("space")
            guest.press("space")
        on(host, guest)
    host.wait(10)
    guest.wait(2)
    guest.press("space")
    guest.expect("Marta starts the match.")
    guest.press("escape")
    guest.expect("Novantanove table, host Marta.")
    first = host.app.session
    host.press("space")
    host.wait(5)
    assert host.app.session is not first
    assert not host.app.session.over
    assert not guest.app.session.over
    guest.expect("Game on.")


def timed(lang: str = "it") -> tuple[OnlinePilot, OnlinePilot]:
    """A match of Novantanove with 20 seconds a turn, in the host's turn."""
    host, guest = at_table(lang, OTHER[lang], game="n")
    host.press("alt+o", *["down"] * 5, *["right"] * 4)
    assert host.look()[-1].text == in_(
        lang, "Tempo per turno, 20 secondi.", "Time per turn, 20 seconds."
    )
    host.press("escape", "enter")
    host.wait(5)
    my_turn(host, guest)
    return host, guest


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_time_of_a_turn_is_told_prolonged_and_runs_out(lang: str) -> None:
    host, guest = timed(lang)
    host.look()
    host.press("ctrl+t")
    host.expect(in_(lang, "Tempo prolungato, 20 secondi.", "Time extended, 20 seconds."))
    host.wait(5)
    host.press("shift+t")
    host.expect(in_(lang, "15 secondi.", "15 seconds."))
    host.wait(16)
    host.expect(
        in_(lang, "10 secondi.", "10 seconds."),
        in_(lang, "5 secondi.", "5 seconds."),
        in_(lang, "Tempo scaduto.", "Time is up."),
    )
    guest.wait(5)
    guest.expect("Marta")


def test_who_sleeps_through_three_turns_has_the_seat_back_by_any_key() -> None:
    host, guest = timed()
    for _ in range(60):
        if any("Un bot gioca per te" in one.text for one in host.look()):
            break
        if guest.app.session.my_turn:
            play(guest)
        if guest.app.session.waiting:
            guest.press("space")
        host.wait(5)
    else:
        raise AssertionError("nobody takes the seat")
    host.wait(6)
    host.look()
    host.press("c")
    host.wait(4)
    host.expect("Giochi di nuovo tu.")


# Chat ---------------------------------------------------------------------------------------------


def test_a_private_line_says_who_will_read_it_before_it_is_sent() -> None:
    host, guest = at_table()
    third = host.net.player("it")
    third.enter("Ida")
    third.join(host.app.online.table.code)
    host.net.advance(3)
    third.look()
    host.look()
    host.press("alt+c")
    host.type("@ugo ")
    host.expect("A Ugo, in privato.")
    host.write("attento a Ida")
    host.expect("Tu a Ugo, in privato: attento a Ida.")
    host.net.advance(3)
    guest.expect("Marta, privately: attento a Ida.")
    assert "attento" not in third.heard()
    entries = guest.app.announcer.history.entries("private")
    assert [one.text for one in entries] == ["Marta, privately: attento a Ida."]
    assert not guest.app.announcer.history.entries("chat")


def test_a_private_line_to_nobody_is_not_sent() -> None:
    host, guest = at_table()
    host.press("alt+c")
    host.write("@ugobaldo ciao")
    host.expect("Nessuno si chiama ugobaldo, non mando niente.")
    host.net.advance(3)
    assert not guest.app.announcer.history.entries("chat")


def test_earlier_lines_come_back_and_escape_leads_to_the_table() -> None:
    host, _ = at_table()
    host.press("alt+c", "up")
    host.expect("Non hai ancora scritto niente.")
    host.write("uno")
    host.wait(2)
    host.write("due")
    host.look()
    host.press("up")
    assert host.heard() == "Due"
    host.press("up")
    assert host.heard() == "Uno"
    host.wait(2)
    host.press("enter")
    host.expect("Tu: uno.")
    host.press("escape")
    host.expect("Tavolo di Tressette.")


def test_the_commands_of_chat_are_listed() -> None:
    host, _ = at_table()
    host.press("alt+c")
    host.write("/help")
    host.expect("Comandi della chat.")
    host.press("escape")
    host.write("/sing")
    host.expect("Nessun comando sing, barra help li elenca.")
    host.write("/block")
    host.expect("Serve un nome.")
    host.write("/block Ugo")
    host.expect("Ugo: blocco attivo.")


def test_a_muted_chat_is_in_the_history_without_a_word() -> None:
    host, guest = at_table()
    host.press("ctrl+m")
    host.expect("Chat del tavolo muta")
    host.sounds.clear()
    guest.press("alt+c")
    guest.write("hello")
    host.net.advance(3)
    assert host.heard() == ""
    assert not host.sounds
    assert [one.text for one in host.app.announcer.history.entries("chat")] == ["Ugo: hello."]
    host.press("ctrl+m")
    host.expect("Chat del tavolo attiva.")


def test_chat_has_a_sound_and_never_interrupts() -> None:
    host, guest = at_table()
    guest.press("alt+c")
    host.sounds.clear()
    guest.write("hello")
    host.net.advance(3)
    (line,) = host.look()
    assert not line.interrupt
    assert line.priority == Priority.BACKGROUND
    assert [one.sound for one in host.sounds] == ["message"]


HOSTILE = {
    "\x1b[31mred\x07": "[31mred.",
    "a" * 5000: None,
    "hahahaha!!!!!!!!!!": "hahahaha!!!",
    "\u202eesrever\u202c": "esrever.",
    "{name} {0} %s": "{name} {0} %s.",
    "Z\u0351\u0352\u0353\u0354\u0355": None,
    "\U0001f600 ciao \U0001f600": "ciao.",
}
"""What is written, past any program, and what is heard of it."""


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_lines_are_told_as_harmless_ones(text: str) -> None:
    host, _ = at_table()
    line = wire.Line(sender="Ugo", text=text)
    host.receive(wire.encode(line))
    host.wait(200)
    (heard,) = host.look()
    assert heard.text.startswith("Ugo: ")
    assert len(heard.text) < 400
    assert heard.text.isprintable()
    assert len(max(heard.text.split(), key=len)) <= 31
    if HOSTILE[text] is not None:
        assert heard.text == f"Ugo: {HOSTILE[text]}"


# People -------------------------------------------------------------------------------------------


def test_only_the_host_sends_people_away() -> None:
    host, guest = at_table()
    guest.press("ctrl+k")
    guest.expect("Only Marta, the host, can do that.")
    host.press("ctrl+k")
    host.expect("Chi mandi via? Ugo.")
    host.press("enter")
    host.expect("Mandi via Ugo?")
    host.press("s")
    host.net.advance(5)
    host.expect("Ugo deve lasciare il tavolo.")
    guest.expect("The host sends you away from the table.", "Card room.")
    assert guest.app.online.seated is None


def test_who_is_banned_cannot_come_back_by_the_code() -> None:
    host, guest = at_table()
    code = host.app.online.table.code
    host.press("ctrl+b", "enter", "s")
    host.net.advance(5)
    guest.look()
    guest.join(code)
    assert guest.app.online.seated is None
    assert guest.heard()


def test_the_table_goes_on_to_another_host() -> None:
    host, guest = at_table()
    host.press("ctrl+shift+x", "enter", "s")
    host.net.advance(3)
    host.expect("Ora ospita Ugo.")
    guest.expect("The table is yours now.")
    assert guest.app.online.is_host


def test_a_host_who_leaves_gives_the_table_to_the_next() -> None:
    host, guest = at_table()
    host.press("ctrl+q")
    host.expect("Lasci")
    host.press("s")
    host.expect("Lasci il tavolo.", "Sala.")
    host.net.advance(3)
    guest.expect("The table is yours now.")


def test_who_is_here_and_who_is_online() -> None:
    host, guest = at_table()
    third = host.net.player("it")
    third.enter("Ida")
    guest.press("ctrl+w")
    guest.expect("At the table, 2 people. Marta, host.")
    guest.press("escape", "ctrl+u")
    guest.expect("Online, 3 people.")
    guest.press("end", "enter")
    guest.expect("Ida. Write privately.")
    guest.press("end", "up", "up", "enter")
    guest.expect("Ida is a friend.")
    guest.press("escape", "ctrl+f")
    guest.expect("Friends online, 1. Ida, a friend.")


def test_an_invitation_is_told_and_taken() -> None:
    host, guest = at_table()
    third = host.net.player("it")
    third.enter("Ida")
    third.look()
    host.press("ctrl+i")
    host.expect("Invita. Codice", "Ida.")
    host.press("enter")
    host.expect("Invito mandato a Ida.")
    third.wait(3)
    third.expect("Marta ti invita a Tressette. Codice")
    third.press("home")
    third.expect("Accetta l'invito di Marta, Tressette.")
    third.press("enter")
    third.expect("Tavolo privato. Tavolo di Tressette, ospita Marta.")
    guest.wait(3)
    guest.expect("Ida sits down.")


def test_public_tables_are_listed_with_their_rules_and_their_standing() -> None:
    host, _ = in_match()
    host.press("ctrl+h")
    host.wait(3)
    host.expect("Tavolo pubblico.")
    third = host.net.player("en")
    third.enter("Ida")
    third.look()
    third.press("home", "down", "enter")
    third.expect("Public tables, 1. Tressette, host Marta, seats 4 of 4, being played.")
    third.press("applications")
    third.expect("Target, 31.", "Time per turn, no limit.")
    third.press("alt+s")
    third.expect("0 to 0, to 31")
    third.press("enter")
    third.wait(5)
    third.expect("Match under way, ")
    assert third.app.session.seat is None
    third.press("enter")
    third.expect("You are only listening")


def test_who_watches_may_sit_down_before_the_match() -> None:
    host, guest = at_table()
    guest.press("f3")
    guest.wait(3)
    guest.expect("You are watching.")
    host.expect("Ugo guarda.")
    guest.press("f3")
    guest.wait(3)
    host.expect("Ugo si siede.")


def test_a_pause_is_a_vote_of_two() -> None:
    host, guest = in_match()
    my_turn(host, guest)
    host.look()
    guest.look()
    host.press("shift+p")
    host.expect("Chiesto. Voti mancanti 1.")
    guest.wait(5)
    guest.expect("Marta asks to pause or resume, Shift P agrees. Votes missing 1.")
    guest.press("shift+p")
    guest.wait(3)
    guest.expect("Paused.")
    host.expect("Pausa.")
    host.press("home", "enter")
    host.expect("In pausa, maiuscolo P riprende.")
    host.press("shift+p")
    guest.press("shift+p")
    guest.wait(3)
    guest.expect("Resumed.")
    play(host)


def test_a_host_hears_how_many_there_are_and_when_it_is_enough() -> None:
    host, guest = at_table()
    host.press("b")
    assert host.heard() == "Ada, bot, si siede. 3 giocatori."
    host.press("b")
    assert host.heard() == "Bruno, bot, si siede. 4 giocatori. Invio per iniziare."
    host.press("shift+b")
    assert host.heard() == "Bruno, bot, lascia il tavolo. 3 giocatori."
    guest.wait(9)
    guest.expect("Bruno, bot, leaves the table. 3 players.")


def test_an_option_is_told_once_to_the_host_and_as_news_to_the_others() -> None:
    host, guest = at_table()
    host.press("alt+o")
    host.look()
    host.press("left")
    assert host.heard() == "Punti, 21."
    guest.wait(3)
    guest.expect("The options have changed, Alt O lists them.")
    guest.press("alt+o")
    guest.expect("Options. Target, 21.")
    guest.press("right")
    guest.expect("Only Marta, the host, can do that.")


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
    again.expect("Tavoli in rete. Entra.")


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
