"""Chat, hosting, invitations and lists of people at an online table."""

from __future__ import annotations

import pytest

from audiogames.core.cues import Priority
from audiogames.net import wire
from tests.kit.online import at_table, in_match, my_turn, play

# Chat ---------------------------------------------------------------------------------------------


def test_prompt_for_a_private_message_names_the_recipient() -> None:
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


def test_private_message_without_a_recipient_is_not_sent() -> None:
    host, guest = at_table()
    host.press("alt+c")
    host.write("@ugobaldo ciao")
    host.expect("Nessuno si chiama ugobaldo, non mando niente.")
    host.net.advance(3)
    assert not guest.app.announcer.history.entries("chat")


def test_chat_field_recalls_earlier_lines_and_escape_leaves() -> None:
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


def test_chat_commands_are_listed() -> None:
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


def test_muted_chat_is_added_to_the_history_but_not_spoken() -> None:
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


def test_chat_plays_a_sound_and_never_interrupts() -> None:
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
"""Texts sent without our program, and their announced forms."""


@pytest.mark.parametrize("text", HOSTILE)
def test_chat_line_is_announced_without_unprintable_text_or_excessive_length(text: str) -> None:
    host, _ = at_table()
    line = wire.ChatMessage(sender="Ugo", text=text)
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


def test_only_the_host_can_kick() -> None:
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


def test_banned_player_cannot_return_by_the_code() -> None:
    host, guest = at_table()
    code = host.app.online.table.code
    host.press("ctrl+b", "enter", "s")
    host.net.advance(5)
    guest.look()
    guest.join(code)
    assert guest.app.online.seated is None
    assert guest.heard()


def test_host_can_make_another_person_the_host() -> None:
    host, guest = at_table()
    host.press("ctrl+shift+x", "enter", "s")
    host.net.advance(3)
    host.expect("Ora ospita Ugo.")
    guest.expect("The table is yours now.")
    assert guest.app.online.is_host


def test_table_of_a_leaving_host_passes_to_another_person() -> None:
    host, guest = at_table()
    host.press("ctrl+q")
    host.expect("Lasci")
    host.press("s")
    host.expect("Lasci il tavolo.", "Sala.")
    host.net.advance(3)
    guest.expect("The table is yours now.")


def test_people_at_the_table_and_online_are_listed() -> None:
    host, guest = at_table()
    third = host.net.player("it")
    third.enter("Ida")
    guest.press("ctrl+w")
    guest.expect("At the table, 2 people. Marta, host.")
    guest.press("escape", "ctrl+u")
    guest.expect("Online, 3 people.")
    guest.press("end", "enter")
    guest.expect("Ida. Write privately.")
    guest.press("end", "up", "up", "up", "up", "enter")
    guest.expect("Ida is a friend.")
    guest.press("escape", "ctrl+f")
    guest.expect("Friends online, one. Ida, a friend.")


def test_invitation_is_announced_and_accepted() -> None:
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


def test_public_tables_are_listed_with_options_and_score() -> None:
    host, _ = in_match()
    host.press("ctrl+h")
    host.wait(3)
    host.expect("Tavolo pubblico.")
    third = host.net.player("en")
    third.enter("Ida")
    third.look()
    third.press("home", "down", "enter")
    third.expect("Public tables, one. Tressette, host Marta, seats 4 of 4, being played.")
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


def test_spectator_may_sit_down_before_the_match() -> None:
    host, guest = at_table()
    guest.press("f3")
    guest.wait(3)
    guest.expect("You are watching.")
    host.expect("Ugo guarda.")
    guest.press("f3")
    guest.wait(3)
    host.expect("Ugo si siede.")


def test_pause_of_an_online_match_needs_two_votes() -> None:
    host, guest = in_match()
    my_turn(host, guest)
    host.look()
    guest.look()
    host.press("shift+p")
    host.expect("Chiesto. Manca un voto.")
    guest.wait(5)
    guest.expect("Marta asks for a pause, Shift P agrees. One vote missing.")
    guest.press("shift+p")
    guest.wait(3)
    guest.expect("Paused.")
    host.expect("Pausa.")
    host.press("home", "enter")
    host.expect("In pausa, maiuscolo P riprende.")
    host.press("shift+p")
    guest.wait(5)
    guest.expect("Marta asks to go on, Shift P agrees. One vote missing.")
    guest.press("shift+p")
    guest.wait(3)
    guest.expect("Resumed.")
    play(host)


def test_table_code_is_not_repeated_on_return_from_a_list() -> None:
    host, _ = at_table()
    host.press("ctrl+w", "escape")
    assert host.look()[-1].text == "Tavolo di Tressette. 2 giocatori. Invio per iniziare."
    host.press("f5")
    assert "Codice 1 4 1 7 7 7." in host.heard()


def test_host_hears_the_number_of_players_and_when_to_start() -> None:
    host, guest = at_table()
    host.press("b")
    assert host.heard() == "Ada, bot, si siede. 3 giocatori."
    host.press("b")
    assert host.heard() == "Bruno, bot, si siede. 4 giocatori. Invio per iniziare."
    host.press("shift+b")
    assert host.heard() == "Bruno, bot, lascia il tavolo. 3 giocatori."
    guest.wait(9)
    guest.expect("Bruno, bot, leaves the table. 3 players.")


def test_people_who_join_during_speech_are_announced_in_order_and_once() -> None:
    host, _ = at_table()
    third, fourth = host.net.player("it"), host.net.player("it")
    third.enter("Ida")
    fourth.enter("Lia")
    host.press("f5")
    third.join(host.app.online.table.code)
    third.press("escape", "y")
    host.press("b")
    told = "Ida si siede. Ida lascia il tavolo. Ada, bot, si siede. 3 giocatori."
    assert host.look()[-1].text == told
    host.press("f5")
    fourth.join(host.app.online.table.code)
    host.press("enter")
    host.wait(30)
    assert "Lia si siede" not in host.heard()


def test_host_hears_the_new_value_of_an_option_and_guests_hear_of_the_change() -> None:
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


def test_manual_declaration_is_heard_in_each_players_language() -> None:
    host, guest = at_table("it", "en")
    host.press("alt+o", "down", "right", "escape", "b", "b")
    host.wait(3)
    host.press("enter")
    host.wait(12)
    guest.look()
    host.press("k")
    host.type("tre lungo a coppe")
    host.press("enter")
    host.wait(3)
    host.expect("Dici, tre lungo a coppe.")
    guest.expect("Marta says, tre lungo in cups.")
