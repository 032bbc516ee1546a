"""The first announcements after joining a match in progress."""

from __future__ import annotations

import pytest

from tests.kit.online import LANGUAGES, in_match, my_turn, play
from tests.kit.pressing import in_


@pytest.mark.parametrize("lang", LANGUAGES)
def test_entering_the_code_of_a_running_match_offers_to_watch(lang: str) -> None:
    host, _ = in_match(lang)
    third = host.net.player(lang)
    third.enter("Ida")
    third.join(host.app.online.table.code)
    asked = in_(
        lang,
        "La partita è in corso. Vuoi guardare? Sì, no.",
        "The match is under way. Do you want to watch? Yes, no.",
    )
    assert third.look()[-1].text == asked
    third.press("y")
    third.wait(4)
    stands, table = third.look()
    assert stands.text.startswith(in_(lang, "Partita in corso", "Match under way"))
    assert table.text.startswith(in_(lang, "Tavolo privato. Tavolo di", "Private table. Tressette"))
    assert not table.interrupt
    assert third.app.online.table.watching == ["Ida"]
    assert third.app.session is not None
    assert third.app.session.seat is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_player_who_reclaims_a_seat_hears_the_match_and_the_turn(
    lang: str,
) -> None:
    host, guest = in_match(lang, lang, game="n")
    my_turn(guest, host)
    play(guest)
    guest.press("ctrl+q", "y")
    my_turn(host)
    guest.look()
    guest.join(host.app.online.table.code)
    guest.wait(9)
    *_, stands, table = guest.look()
    assert stands.text.startswith(in_(lang, "Partita in corso, totale ", "Match under way, total "))
    assert stands.text.endswith(in_(lang, "Tocca a Marta.", "Marta's turn."))
    assert not table.interrupt
    own = " ".join(guest.app.online.places.own)
    digits = in_(lang, f"Per riavere il posto: {own}.", f"To get your seat back: {own}.")
    assert table.text.endswith(digits)
    assert guest.app.session is not None
    assert guest.app.session.events, "E tells of them"
