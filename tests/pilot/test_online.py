"""Matches of two people at an online table, each with the program in their own language."""

from __future__ import annotations

import re
from random import Random

import pytest

from audiogames.app.online.telling import Return
from audiogames.core.cues import Priority, msg
from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.present.outputs import Announcement
from tests.kit.internet import Internet, OnlinePilot
from tests.kit.languages import ONLINE
from tests.kit.online import LANGUAGES, OTHER, at_table, in_match, my_turn, on, play, timed
from tests.kit.pressing import in_
from tests.kit.serving import one_move
from tests.transcripts import check_golden, told

# Step 40 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_table_is_opened_online_for_a_friend(lang: str) -> None:
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
def test_player_whose_connection_was_lost_for_20_seconds_has_missed_no_move(lang: str) -> None:
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
def test_bot_plays_for_a_player_after_90_seconds_without_connection(lang: str) -> None:
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
        r"Riconnesso\. Un bot ha giocato (una|\d+) cart[ae] per te\. Tocca a (te|Ugo|Ada)",
        r"Reconnected\. A bot played (one|\d+) cards? for you\. (Your turn|Ugo's turn|Ada's turn)",
    )
    assert re.match(back, first), first
    recap = in_(lang, "Dal tuo ultimo turno.", "Since your turn.")
    assert any(one.startswith(recap) for one in rest), rest
    guest.expect(in_(OTHER[lang], "Marta è di nuovo in linea.", "Marta is back."))
    my_turn(host, guest)
    play(host)
    heard = [one.text for one in host.app.announcer.history.entries("game")]
    assert any("Ugo" in one for one in heard), "what was missed is in the history"


def in_match_of_many(lang: str) -> tuple[OnlinePilot, OnlinePilot]:
    """Return host and guest of a match on the host's turn, on a server of two processes."""
    host, guest = in_match(lang, OTHER[lang])
    my_turn(host, guest)
    host.net.served.name_other_places("ws://192.168.1.6:7499")
    host.wait(1)
    host.look()
    guest.look()
    return host, guest


@pytest.mark.parametrize("lang", LANGUAGES)
def test_move_of_a_table_to_another_server_process_is_announced_in_one_sentence(lang: str) -> None:
    host, guest = in_match_of_many(lang)
    host.net.taken_over()
    host.wait(10)
    assert [one.text for one in host.look()] == [
        in_(
            lang,
            "Connessione interrotta un attimo, tocca a te.",
            "Connection interrupted for a moment, it is your turn.",
        )
    ]
    assert [one.text for one in guest.look()] == [
        in_(
            OTHER[lang],
            "Connessione interrotta un attimo, la partita continua.",
            "Connection interrupted for a moment, the match goes on.",
        )
    ]
    play(host)
    assert host.app.session.view.to_act != host.app.session.seat


@pytest.mark.parametrize("lang", LANGUAGES)
def test_start_and_end_of_a_servers_storage_failure_are_announced(lang: str) -> None:
    host, _ = in_match(lang, OTHER[lang])
    my_turn(host)
    host.look()
    served = host.net.served
    served.do(served.core.store_is_away(served.now, away=True))
    host.wait(50)
    assert [one.text for one in host.look()] == [
        in_(
            lang,
            "Il server per ora non riesce a salvare, il gioco è fermo.",
            "The server cannot save moves at the moment, the game stands still.",
        )
    ]
    play(host)
    assert host.look()[-1].text == in_(
        lang,
        "Il server per ora non riesce a salvare. Riprova fra un minuto.",
        "The server cannot save at the moment. Try again in a minute.",
    )
    served.do(served.core.store_is_away(served.now, away=False))
    host.wait(5)
    assert [one.text for one in host.look()] == [
        in_(
            lang,
            "Il server salva di nuovo, il gioco continua.",
            "The server can save again, the game goes on.",
        )
    ]
    play(host)
    assert host.app.session.view.to_act != host.app.session.seat


def test_player_without_a_table_stays_in_the_menu_when_another_process_takes_over() -> None:
    net = Internet()
    host = net.player("en")
    host.enter("Marta")
    host.press("home", "enter")
    host.wait(5)
    host.look()
    net.taken_over()
    host.wait(10)
    assert [one.text for one in host.look()] == ["Connection lost, retrying.", "Reconnected."]
    host.type_ahead("t")
    host.press("enter")
    assert host.app.online.seated.game == "tressette"


def test_lost_connection_to_a_server_with_a_single_process_is_announced() -> None:
    host, _ = in_match_of_many("en")
    host.net.unplug(host)
    host.wait(12)
    assert [one.text for one in host.look()] == ["Connection lost, retrying."]
    host.net.plug(host)
    host.wait(12)
    (back,) = [one.text for one in host.look()]
    assert back == "Reconnected. You missed no move. Your turn."


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("moved", [1, 3])
def test_return_after_90_seconds_announces_how_many_cards_the_bot_played(
    lang: str, moved: int
) -> None:
    pilot = Internet().player(lang)
    said = Return(moved, 0, 0.0).words(msg("your-turn"))
    italian, english = ("una carta", "one card") if moved == 1 else ("3 carte", "3 cards")
    assert " ".join(pilot.app.text(one.message) for one in said) == in_(
        lang,
        f"Riconnesso. Un bot ha giocato {italian} per te. Tocca a te.",
        f"Reconnected. A bot played {english} for you. Your turn.",
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lost_connection_is_announced_urgently_and_in_braille(lang: str) -> None:
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
    host.press("enter")
    host.expect(in_(lang, "Connessione persa, provo.", "Connection lost, retrying."))
    host.press("f5")
    host.expect(in_(lang, "Connessione persa, provo.", "Connection lost, retrying."))


# A whole deal -------------------------------------------------------------------------------------


def test_online_deal_in_two_languages_matches_its_transcript() -> None:
    host, guest = at_table("it", "en")
    begun = {one: len(one.announcements) for one in (host, guest)}
    host.press("b", "b")
    host.wait(3)
    host.press("enter")
    host.wait(5)
    chatted = False
    for moves in range(200):
        if host.app.session.waiting:
            break
        if on(host, guest, before=("d",)) and moves >= 20 and not chatted:
            chatted = True
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
            in_(pilot.lang, "Tu, terzo, tre di coppe.", "Marta, terzo, three of cups.") in heard
        ), "what was declared is told to all"
        check_golden(f"online-tressette.{pilot.lang}", told(pilot.announcements[begun[pilot] :]))
    host.press("space")
    guest.press("space")
    host.wait(3)
    assert host.app.session.table.deals == 2


def test_people_of_an_ended_online_match_can_play_another() -> None:
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


def at_an_untold_end(*, of_many: bool = True) -> tuple[OnlinePilot, OnlinePilot]:
    """Return host and guest of a match whose server died after storing the last move.

    The move had not been sent yet.
    """
    host, guest = at_table("en", "en", game="n")
    net = host.net
    if of_many:
        net.served.name_other_places("ws://192.168.1.6:7499")
    host.press("alt+o", *["left"] * 8, "escape")
    host.wait(2)
    host.press("enter")
    host.wait(5)
    net.dies_at_end = True
    while not net.is_dead:
        on(host, guest)
    host.look()
    guest.look()
    net.taken_over()
    return host, guest


@pytest.mark.parametrize("of_many", [True, False])
def test_undelivered_end_of_a_match_is_announced_once_even_if_the_server_is_replaced(
    *, of_many: bool
) -> None:
    host, guest = at_an_untold_end(of_many=of_many)
    host.wait(12)
    for pilot in (host, guest):
        told = " ".join(one.text for one in pilot.look())
        assert len(re.findall(r"\bwins?\b", told)) == 1, told
        assert pilot.app.session.over
        assert len(pilot.storage.journals()) == 1
    host.net.taken_over()
    host.wait(12)
    for pilot in (host, guest):
        assert pilot.look()[-1].text == "Reconnected."
    host.press("space")
    host.wait(5)
    assert not host.app.session.over
    assert not guest.app.session.over


def test_restarted_program_announces_the_table_and_then_the_end_of_the_match() -> None:
    host, guest = at_an_untold_end()
    host.net.pilots.remove(guest)  # the takeover has ended its connection
    host.wait(9)
    again = OnlinePilot(host.net, guest.storage, lang="en")
    host.net.pilots.append(again)
    again.press("home", ONLINE["en"], "enter", "enter")
    again.wait(2)
    table = "Connected as guest Ugo. Private table. Novantanove table, host Marta. Code "
    assert again.look()[-1].text.startswith(table)
    again.wait(12)
    end, *_ = again.look()
    assert re.search(r"\bwins?\b", end.text)
    assert not end.interrupt
    assert again.app.session is not None
    assert again.app.session.over


def started_anew(pilot: OnlinePilot) -> list[Announcement]:
    """Restart this guest's program, and return its announcements after it has connected."""
    net = pilot.net
    net.pilots.remove(pilot)
    net.unplug(pilot)
    net.advance(9)
    again = OnlinePilot(net, pilot.storage, lang="en")
    net.pilots.append(again)
    again.press("home", ONLINE["en"], "enter", "enter")
    again.wait(12)
    said = again.look()
    at = next(at for at, one in enumerate(said) if one.text.startswith("Connected as guest Ugo."))
    assert not any(one.interrupt for one in said[at + 1 :])
    return said[at:]


def test_restarted_program_announces_name_and_table_in_one_sentence() -> None:
    host, guest = at_table("en", "en", game="n")
    first, *_ = started_anew(guest)
    assert first.text.startswith("Connected as guest Ugo. Private table. Novantanove table, host")
    host.press("enter")
    host.wait(8)
    first, table, *_ = started_anew(host.net.pilots[-1])
    assert first.text.startswith("Connected as guest Ugo. Match under way, total ")
    assert table.text.startswith("Private table.")


def test_restarted_program_without_a_table_announces_the_card_room() -> None:
    _, guest = at_table("en", "en", game="n")
    guest.press("backspace", "enter")
    guest.wait(3)
    first, *_ = started_anew(guest)
    assert first.text == "Connected as guest Ugo. Card room. Open a table."


def test_player_who_returns_during_the_next_match_hears_that_the_old_match_ended() -> None:
    host, guest = at_an_untold_end()
    guest.plugged = False
    host.wait(9)
    host.press("space")
    host.wait(3)
    guest.look()
    host.net.plug(guest)
    guest.wait(12)
    (told,) = guest.look()
    assert told.text.startswith("Reconnected. Meanwhile the match has ended. Match under way, ")
    for _ in range(4):
        on(host, guest)
    session = guest.app.session
    assert session.view == session.table.look(session.seat).view


@pytest.mark.parametrize("server_knows", [True, False])
def test_player_who_returns_after_the_end_hears_that_the_match_ended(
    monkeypatch: pytest.MonkeyPatch, *, server_knows: bool
) -> None:
    monkeypatch.setattr(limits, "KEPT_MESSAGES", 1)
    host, guest = at_table("it", "en", game="n")
    host.press("alt+o", *["left"] * 8, "escape")
    host.wait(2)
    host.press("enter")
    host.wait(5)
    net, lines = host.net, [host.wire, guest.wire]
    guest.plugged = False  # the server has not noticed yet, and the match continues to its end
    for line in lines:
        line.asked = 1000
    lot = Random(4)
    while not host.wire.last(wire.MatchUpdate).over:
        one_move(net.served, lines, lot)
        net.advance(0.1)
    if not server_knows:
        net.served.store.kept.matches.clear()
        net.taken_over()
    guest.look()
    net.plug(guest)
    guest.wait(12)
    if server_knows:
        guest.expect("Reconnected.", "You win with one token.")
        assert guest.app.session.over
    else:
        guest.expect("Meanwhile the match has ended.", "Novantanove table")
        assert guest.app.session is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_online_turn_time_is_announced_can_be_extended_and_runs_out(lang: str) -> None:
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


def test_player_idle_for_three_turns_regains_the_seat_by_any_key() -> None:
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
    told = host.look()
    assert told[0].text.startswith("Totale ")
    (back,) = (one for one in told if one.text.startswith("Giochi di nuovo tu."))
    assert not back.interrupt
