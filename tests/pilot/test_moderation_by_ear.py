"""Transcripts of a moderator's and an offender's announcements, in every complete language.

The moderator opens a player's report about another player and reads that player's record, warns
and mutes the offender, bans the offender and their address, and lifts the ban as a mistake.
"""

import pytest

from audiogames.net.server.moderation.rulings import Notice
from audiogames.net.wire import steward
from tests.app.test_online_moderation import choose, hour, keeper
from tests.kit.internet import Internet
from tests.kit.languages import COMPLETE
from tests.net.test_server_moderation import rule
from tests.transcripts import check_golden, told

pytestmark = pytest.mark.slow


def does(pilot, *ids):
    """Choose these items one after another, with time to hear each answer."""
    for id_ in ids:
        choose(pilot, id_)
        pilot.wait(3)


def back(pilot, id_):
    """Press Escape until the list with this item is open."""
    while id_ not in [one.label.id for one in pilot.app.screen.items()]:
        pilot.press("escape")
        pilot.wait(1)


def warns(olga):
    """Type a person's name, and warn them through the menu."""
    olga.press("alt+j", *["down"] * 5)
    does(olga, "moderation-about")
    olga.write("Ugo")
    olga.press(*["down"] * 8)
    does(olga, "moderate-warn")
    olga.press(*["down"] * 7)
    does(olga, "item-of")
    back(olga, "moderation-reports")


def mutes(olga):
    """By menu, read the record of the person in a report, then mute them."""
    does(olga, "moderation-reports")
    olga.press("f5", "enter", *["down"] * 7)
    does(olga, "moderate-record")
    back(olga, "moderate-mute")
    does(olga, "moderate-mute", "item-of")
    olga.press(*["down"] * 6)
    does(olga, "item-of")


def bans_and_takes_back(olga):
    """Ban a person in the list of people, and lift the ban in the list of sanctions."""
    back(olga, "room-people")
    olga.press("ctrl+u", "u", "enter")
    does(olga, "moderate-ban-address", "item-of", "item-of")
    back(olga, "room-people")
    olga.press("alt+j")
    does(olga, "moderation-sanctions")
    olga.press("f5", "down", "enter", "down", "down")
    does(olga, "moderate-lift")
    back(olga, "moderation-names")
    does(olga, "moderation-names")
    olga.press("escape", "f5")
    olga.wait(5)


@pytest.mark.parametrize("lang", COMPLETE)
def test_moderation_of_an_offender_matches_its_transcript(lang):
    olga, anna, ugo = hour(lang)
    ugo.look(), anna.look()
    warns(olga)
    mutes(olga)
    ugo.write("more")
    ugo.wait(5)
    bans_and_takes_back(olga)
    parts = [told(one.look()) for one in (olga, ugo, anna)]
    check_golden(f"moderators-hour.{lang}", "\n".join(parts))


def names_wait(net):
    """Require approval for new names, and have a guest called "Rude" try to enter."""
    now = net.served.now
    rule(net.served, Notice(at=now, changed=now, what="approval", text="on"))
    net.served.call().hello("Rude")


@pytest.mark.parametrize("lang", COMPLETE)
def test_announcements_of_undone_moderation_decisions_match_their_transcript(lang):
    """A report is closed and reopened, a name refused and approved, a warning withdrawn."""
    olga, _, ugo = hour(lang)
    names_wait(olga.net)
    olga.look(), ugo.look()
    olga.press("alt+j")
    does(olga, "moderation-reports")
    olga.press("enter")
    does(olga, "moderate-close")
    back(olga, "moderation-closed")
    does(olga, "moderation-closed")
    olga.press("f5", "enter")
    does(olga, "moderate-reopen")
    back(olga, "moderation-reports")
    does(olga, "moderation-reports")
    olga.press("f5")
    back(olga, "moderation-names")
    does(olga, "moderation-names")
    olga.press("enter")
    does(olga, "moderate-refuse")
    back(olga, "moderation-decided")
    does(olga, "moderation-decided")
    olga.press("f5", "enter")
    does(olga, "moderate-approve")
    back(olga, "moderation-about")
    does(olga, "moderation-about")
    olga.write("Ugo")
    does(olga, "moderate-warn", "item-of", "moderate-record")
    olga.press("enter")
    does(olga, "moderate-lift")
    olga.press("f5")
    back(olga, "moderation-about")
    check_golden(f"mistakes-undone.{lang}", "\n".join(told(one.look()) for one in (olga, ugo)))


@pytest.mark.parametrize("lang", COMPLETE)
def test_notices_of_a_server_owner_match_their_transcript(lang):
    net = Internet()
    pia = keeper(net, lang, "Pia", steward.OWNER)
    anna = net.player(lang)
    anna.enter("Anna")
    anna.wait(5)
    anna.look(), pia.look()
    pia.press("alt+j", *["down"] * 13)
    does(pia, "moderation-broadcast")
    pia.write("Tutti")
    does(pia, "moderation-motd")
    pia.write("Coppa")
    does(pia, "moderation-motd-off", "moderation-approval", "moderation-approval-off")
    does(pia, "moderation-restart")
    pia.press(*["down"] * 4)
    does(pia, "item-of", "yes", "moderation-stay-open")
    pia.wait(5)
    parts = [told(one.look()) for one in (pia, anna)]
    check_golden(f"owners-notices.{lang}", "\n".join(parts))
