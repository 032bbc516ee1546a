"""Links that open an invitation to a table or a finished match, on a page or in the program."""

import zlib
from base64 import urlsafe_b64encode
from functools import partial

import pytest

from audiogames.app.app import App, Launch
from audiogames.app.following import open_link
from audiogames.app.links import (
    Invitation,
    invitation_link,
    match_link,
    read_invitation,
    read_match_link,
)
from audiogames.core.log import LogError
from audiogames.net.address import read_address
from tests.kit.internet import Internet
from tests.kit.pilot import LOCALES
from tests.shell.browser.keptkit import played_log

PAGE = "https://cards.example.org/room/"
WAIT = 3


def copied_invitation(pilot):
    """Create a table as the host, and return the invitation link that is copied."""
    pilot.enter("Marta")
    pilot.open("n")
    pilot.press("ctrl+i")
    pilot.wait(WAIT)
    pilot.press("end", "enter")
    assert "Copied." in pilot.heard()
    return pilot.clipboard


def follow(pilot, link):
    """Restart the program as if its page had been opened by this link."""
    pilot.app = App(
        pilot.app.storage,
        LOCALES,
        pilot.app.rng,
        launch=Launch(opening=partial(open_link, link=link)),
    )
    pilot.perform(pilot.app.begin(pilot.net.now))
    pilot.net.settle()


def test_invited_guest_is_seated_after_typing_a_name():
    net = Internet()
    link = copied_invitation(net.player("en"))
    guest = net.player("en", gender="")
    follow(guest, link)
    guest.write("Ugo")
    guest.wait(WAIT)
    assert guest.app.online.seated.host == "Marta"
    assert "Ugo" in [one.name for one in guest.app.online.seated.seats]


def test_guest_invited_to_a_closed_table_is_refused_and_stays_in_the_room():
    net = Internet()
    link = copied_invitation(net.player("en")).replace("table=", "table=9")
    guest = net.player("en", name="Ugo")
    follow(guest, link)
    guest.wait(WAIT)
    assert guest.app.online.seated is None
    assert guest.app.is_online
    assert "The code is not right." in guest.heard()


@pytest.mark.parametrize(
    ("page", "link"),
    [
        ("", "http://192.168.1.5:8765/#table=1234&code=42"),
        (PAGE, f"{PAGE}#table=1234&at=ws%3A%2F%2F192.168.1.5%3A8765&code=42"),
        ("http://192.168.1.5:8765/", "http://192.168.1.5:8765/#table=1234&code=42"),
    ],
)
def test_parsing_an_invitation_link_returns_the_same_invitation(page, link):
    invitation = Invitation(read_address("192.168.1.5:8765"), "1234", "42")
    assert invitation_link(invitation, page) == link
    assert read_invitation(link) == invitation


@pytest.mark.parametrize(
    "text",
    [
        "https://cards.example.org/",
        "#table=1234",
        f"{PAGE}#table=",
        f"{PAGE}#table=1234&code=<b>",
        f"{PAGE}#table=1234&at=javascript://x",
        "https://[::1#table=1234",
        "https://x:99999/#table=1234",
        f"{PAGE}#table=1234&{'a=1&' * 500}",
    ],
)
def test_malformed_invitation_is_refused(text):
    assert read_invitation(text) is None


def test_finished_match_reads_back_from_its_link():
    log = played_log("wist", 4, 1)
    link = match_link(log, PAGE)
    assert read_match_link(link).text() == log.text()
    assert len(link) < 10_000


def bomb():
    return urlsafe_b64encode(zlib.compress(b"x" * 10_000_000)).decode()


@pytest.mark.parametrize("spoil", [lambda link: link[:-40], lambda _link: f"{PAGE}#match={bomb()}"])
def test_truncated_or_forged_match_link_is_refused(spoil):
    with pytest.raises(LogError):
        read_match_link(spoil(match_link(played_log("scopa", 2, 1), PAGE)))


def test_match_link_opens_a_replay():
    net = Internet()
    pilot = net.player("en")
    follow(pilot, match_link(played_log("scopa", 2, 1), PAGE))
    assert pilot.app.screen.kind == "replay"
    pilot.press("escape")
    follow(pilot, f"{PAGE}#match=cut")
    pilot.wait(WAIT)
    assert "That link leads nowhere." in pilot.heard()
