"""Export of all stored data to one file, and its import by a page or the desktop program."""

import json

import pytest

from audiogames.app.bundle import LARGEST, BundleError, bundle_of, read_bundle, take_in
from audiogames.app.settings import Settings
from audiogames.app.storage import DAYS, KeptPlace
from audiogames.shell.browser.storage import BrowserStorage
from audiogames.shell.files import Paths
from audiogames.shell.storage import FileStorage
from tests.shell.browser.keptkit import Browser, keep, keep_told, played_log

LANGUAGES = ("en", "it")


@pytest.fixture
def files(tmp_path):
    storage = FileStorage(Paths(tmp_path, tmp_path, tmp_path))
    keep(storage, played_log("novantanove", 2, 1), finished=True)
    keep(storage, played_log("novantanove", 2, 2, 9))
    keep_told(storage, played_log("novantanove", 2, 3))
    storage.save_settings(Settings(language="it", pace=25))
    storage.save_results(DAYS, '{"a": "day"}\n')
    storage.save_places([KeptPlace("server", "Eva", "a token")])
    return storage


@pytest.fixture
def bundle(files):
    return bundle_of(files)[0]


def changed(bundle, **fields):
    return json.dumps({**json.loads(bundle), **fields})


def contents(storage):
    left = [saved.log.text() for saved in storage.unfinished()]
    done = [storage.recall(name).text() for name in storage.finished()]
    told = [storage.recall_journal(name) for name in storage.journals()]
    return left, done, told


def test_page_imports_matches_exported_by_the_desktop_program(files, bundle):
    storage, browser = BrowserStorage(), Browser()
    taken = take_in(storage, bundle, LANGUAGES)
    assert (taken.matches, taken.refused) == (3, 0)
    assert (taken.settings.pace, taken.settings.language) == (25, "")
    browser.listens(storage)
    assert contents(browser.visits()) == contents(files)
    assert browser.visits().load_results(DAYS) == files.load_results(DAYS)


def test_desktop_program_imports_matches_exported_by_a_page_only_once(files, bundle, tmp_path):
    page = BrowserStorage()
    take_in(page, bundle, LANGUAGES)
    back = bundle_of(page)[0]
    assert take_in(files, back, LANGUAGES).matches == 0
    fresh = FileStorage(Paths(*[tmp_path / "fresh"] * 3))
    assert take_in(fresh, back, LANGUAGES).matches == 3
    assert contents(fresh) == contents(files)
    assert fresh.load_summary() == page.load_summary()


def test_exported_file_has_no_token_for_a_seat(bundle):
    assert "a token" not in bundle


def test_imported_match_with_a_name_in_use_does_not_replace_the_other(files):
    other = BrowserStorage()
    keep(other, played_log("novantanove", 2, 5), finished=True)
    take_in(files, bundle_of(other)[0], LANGUAGES)
    assert len(files.finished()) == 2


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda text: text[: len(text) // 2], "things-damaged"),
        (lambda text: text.replace("novantanove", "novantasette"), "things-damaged"),
        (lambda text: changed(text, audiogames=2), "things-newer"),
        (lambda text: changed(text, things={}), "things-damaged"),
        (lambda text: changed(text, things=7), "things-damaged"),
        (lambda _text: '{"another": "file"}', "things-foreign"),
        (lambda _text: "[" * 100_000, "things-foreign"),
        (lambda text: text + " " * LARGEST, "things-too-large"),
    ],
)
def test_import_of_an_invalid_file_stores_nothing(bundle, spoil, message):
    with pytest.raises(BundleError) as caught:
        read_bundle(spoil(bundle))
    assert caught.value.message.id == message


@pytest.mark.parametrize("make", [BrowserStorage, None], ids=["page", "files"])
def test_forged_matches_in_an_imported_file_are_counted_and_left_out(make, tmp_path):
    """The forged matches have a correct hash, which anybody can compute, but illegal moves."""
    forger = BrowserStorage()
    keep(forger, played_log("novantanove", 2, 1), finished=True)
    wrong = played_log("novantanove", 2, 2).text().replace('"move": "2h"', '"move": "Ks"', 1)
    things = dict(forger.kept_things())
    names = ["match forged", "match ../../settings", "journal forged", "places", "aside x"]
    things |= dict.fromkeys(names, wrong)
    forger.kept_things = lambda: iter(things.items())
    storage = make() if make else FileStorage(Paths(tmp_path, tmp_path, tmp_path))
    taken = take_in(storage, bundle_of(forger)[0], LANGUAGES)
    assert (taken.matches, taken.refused) == (1, 5)
    assert storage.load_places() == []
    assert len(contents(storage)[1]) == 1


def test_exported_file_reports_how_many_matches_did_not_fit(files, monkeypatch):
    monkeypatch.setattr("audiogames.app.bundle.LARGEST", 12_000)
    text, left_out = bundle_of(files)
    assert left_out > 0
    assert "settings" in read_bundle(text)
