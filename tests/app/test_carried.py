"""Settings, favourites and results are synchronised between the devices of an account."""

import zlib
from base64 import b64encode
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.app.carried import (
    LONGEST,
    MATCHES,
    OF_A_DEVICE,
    base_text,
    carried_by,
    merged,
    missing_here,
    packed,
    read_base,
    unpacked,
)
from audiogames.app.records import Summary, summaries_text
from audiogames.app.settings import Settings, written
from audiogames.net.server import limits
from audiogames.net.wire import steward
from tests.app.test_online_moderation import heard, keeper
from tests.kit.internet import Internet
from tests.kit.languages import ONLINE
from tests.kit.online import LANGUAGES
from tests.kit.pressing import in_


def won_summary(started, **more):
    """Return the summary of a won match of Wist that started at this time."""
    fields = {"name": f"{started}.log", "game": "wist", "started": started, "others": ("Ada",)}
    fields |= {"level": "strong", "has_won": True, "has_shared": False, "points": 40}
    return Summary(**fields | {"is_open": False, "is_shared": False} | more)


# The carried files


def test_device_settings_and_names_of_other_players_are_not_synchronised():
    carried = carried_by(Settings(voice="f2", verbosity="full"), [won_summary("2026-11-27")])
    assert not OF_A_DEVICE & {*carried.settings}
    assert carried.settings["verbosity"] == "full"
    assert "Ada" not in repr(carried)


@given(st.integers(0, MATCHES + 30))
def test_account_data_that_would_be_too_long_has_only_the_newest_results(count):
    summaries = [won_summary(f"2026-{day:04}", points=day * 7919 % 1000) for day in range(count)]
    text = packed(carried_by(Settings(), summaries))
    assert len(text) <= LONGEST == limits.CARRIED
    back = unpacked(text)
    assert back.settings["verbosity"] == "normal"
    kept = [one.started for one in back.matches]
    assert kept == [one.started for one in summaries][len(summaries) - len(kept) :]
    assert len(kept) >= min(count, 200)


BAD = {
    "no base64": "è",
    "not compressed": b64encode(b"{}").decode(),
    "no JSON": b64encode(zlib.compress(b"{")).decode(),
    "another form": b64encode(zlib.compress(b'{"settings":[]}')).decode(),
    "a field of its own": b64encode(zlib.compress(b'{"more":1}')).decode(),
    "a bomb": b64encode(zlib.compress(b" " * 10_000_000)).decode(),
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
def test_forged_account_data_is_refused(text):
    assert unpacked(text) is None


def test_invalid_and_device_settings_in_account_data_are_ignored():
    forged = b'{"settings":{"pace":9999,"voice":"f2","verbosity":"full","no":1}}'
    back = unpacked(b64encode(zlib.compress(forged)).decode())
    assert back.settings["verbosity"] == "full"
    assert back.settings["pace"] == Settings().pace
    assert "voice" not in back.settings


# Merging

MINE = Settings(language="it", verbosity="full", pace=20)


def theirs(**changed):
    plain = written(replace(Settings(language="de"), **changed))
    return {name: value for name, value in plain.items() if name not in OF_A_DEVICE}


def test_first_synchronisation_prefers_the_accounts_settings():
    taken = merged(MINE, theirs(verbosity="essential", wrap=True), None)
    assert taken == replace(Settings(language="it"), verbosity="essential", wrap=True)


def test_settings_changed_on_this_device_since_the_last_synchronisation_are_kept():
    base = theirs(verbosity="normal", pace=20)
    taken = merged(MINE, theirs(verbosity="essential", pace=50), base)
    assert taken == replace(MINE, verbosity="full", pace=50)


def test_settings_last_synchronised_with_another_account_are_ignored():
    text = base_text("Carla@one", {"wrap": True})
    assert read_base(text, "Carla@one") == {"wrap": True}
    assert read_base(text, "Carla@other") is None
    assert read_base("{", "Carla@one") is None
    assert read_base("", "Carla@one") is None


def test_results_of_two_devices_are_merged_without_duplicates():
    here = [won_summary("2026-11-26"), won_summary("2026-11-27")]
    there = carried_by(
        Settings(), [won_summary("2026-11-27"), won_summary("2026-11-28", has_won=False)]
    ).matches
    (new,) = missing_here(there, here).values()
    assert (new.game, new.started, new.has_won, new.others) == ("wist", "2026-11-28", False, ())
    assert missing_here(there, [*here, new]) == {}


# From device to device


def second_device(net, lang, **settings):
    """Return a second program in which Carla signs in with her password."""
    phone = net.player(lang, **settings)
    phone.press("home", ONLINE[lang], "enter", "home", "enter")
    phone.write("192.168.1.5")
    phone.write("Carla")
    phone.press("end", "up", "up", "enter")
    phone.write("secret words")
    phone.wait(1)
    net.served.verify()
    net.settle()
    phone.wait(5)
    return phone


@pytest.mark.parametrize("lang", LANGUAGES)
def test_settings_and_results_are_synchronised_in_both_directions(lang):
    net = Internet()
    desktop = keeper(net, lang, "Carla", steward.PLAYER)
    desktop.app.storage.save_summary(summaries_text([won_summary("2026-11-27")]))
    desktop.app.change_settings(replace(desktop.app.settings, wrap=True, pace=30, voice_pitch=70))
    desktop.press("up")
    phone = second_device(net, lang)
    assert (phone.app.settings.wrap, phone.app.settings.pace) == (True, 30)
    assert phone.app.settings.voice_pitch == Settings().voice_pitch
    told = in_(
        lang,
        "Ora valgono le impostazioni del tuo account.",
        "The settings of your account are in use now.",
    )
    assert told in heard(phone)
    assert [one.started for one in phone.app.matches.records.all()] == ["2026-11-27"]
    phone.app.change_settings(replace(phone.app.settings, pace=5))
    phone.press("up")
    found = unpacked(net.served.core.people.accounts["carla"].carried)
    assert found.settings["pace"] == 5
    assert found.settings["wrap"] is True
