"""An online table whose players use different languages."""

from __future__ import annotations

from tests.kit.internet import Internet
from tests.kit.online import play
from tests.present.kit import shipped

LANGUAGES = ("it", "en", "de", "es", "fr")


def test_players_hear_the_same_move_each_in_their_own_language() -> None:
    net = Internet()
    players = [net.player(lang) for lang in LANGUAGES]
    host, *guests = players
    host.enter("Marta")
    code = host.open("n")
    for guest, name in zip(guests, ("Ugo", "Ida", "Leo", "Eva"), strict=True):
        guest.enter(name)
        guest.join(code)
    net.advance(9)
    host.press("enter")
    host.wait(12)
    mover = next(one for one in players if one.app.session.my_turn)
    held = mover.app.session.view.hand
    begun = [len(one.announcements) for one in players]
    play(mover)
    mover.wait(3)
    (card,) = set(held) - set(mover.app.session.view.hand)
    names = [shipped(lang).shown(card, "", ("normal",)) for lang in LANGUAGES]
    assert len(set(names)) == len(LANGUAGES)
    for one, start, own in zip(players, begun, names, strict=True):
        heard = " ".join(said.text for said in one.announcements[start:])
        assert [name for name in names if name.lower() in heard.lower()] == [own], heard
