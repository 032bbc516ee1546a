"""Tests of stored journals of a guest's online matches: review, limits and damaged journals."""

import re
import tracemalloc
import zlib
from base64 import b64encode

import pytest

from audiogames.app.journals import Journals, read_head
from audiogames.app.settings import Settings
from audiogames.app.storage import StorageError
from audiogames.core.cues import msg
from audiogames.core.log import LogError
from audiogames.shell.browser import kept
from audiogames.shell.browser.kept import JOURNAL, SETTINGS
from audiogames.shell.browser.storage import BrowserStorage
from audiogames.shell.thinker import think
from audiogames.table import foreign
from audiogames.table.journal import parse_journal
from audiogames.table.protocol import JournalRequest
from tests.kit.pilot import Pilot
from tests.shell.browser.keptkit import Browser, keep, keep_told, played_log, refusal


def test_journal_of_an_online_match_can_be_reviewed(storage):
    log = played_log("novantanove", 2, 1)
    journal = keep_told(storage, log)
    keep_told(storage, played_log("novantanove", 2, 2))
    journals = Journals(storage)
    assert len({one.name for one in journals.past()}) == 2
    assert storage.finished() == storage.unfinished() == []
    first = storage.journals()[-1]
    assert list(parse_journal(journals.text_of(first)).decisions()) == list(journal.decisions())
    storage.drop_journal(first)
    assert first not in storage.journals()
    assert refusal(storage.recall_journal, first).id == "no-such-match"


def test_journal_of_an_earlier_session_can_be_reviewed():
    browser, storage = Browser(), BrowserStorage()
    storage.save_settings(Settings(language="it"))
    journal = keep_told(storage, played_log("wist", 4, 1))
    browser.listens(storage)
    later = browser.visits()
    assert later.journals() == storage.journals()
    pilot = Pilot(later, first_run=True)
    pilot.press("f9")
    pilot.press("down", "enter")
    pilot.expect("Partite finite", "Online.")
    pilot.slow = True
    pilot.press("enter")
    pilot.expect(f"{len(list(journal.decisions()))} decisioni")
    assert list(pilot.app.reviews.current.decisions) == list(journal.decisions())


# --- Limits of storage ----------------------------------------------------------------------------


@pytest.mark.slow
def test_journal_is_stored_compressed_within_its_limit():
    storage = BrowserStorage()
    keep_told(storage, played_log("wist", 4, 1))
    (name,) = storage.journals()
    told, (kept_text,) = storage.recall_journal(name), storage.mirror.messages()
    assert len(kept_text.text) < len(told) / 10
    assert 1.5 * len(told) < foreign.LONGEST_JOURNAL
    assert 1.5 * len(kept_text.text) < kept.LONGEST_PACKED


def test_full_browser_storage_drops_the_oldest_match_or_journal(monkeypatch):
    monkeypatch.setattr("audiogames.shell.browser.storage.MOST_MATCHES", 2)
    browser, storage = Browser(), BrowserStorage()
    for log in (played_log("novantanove", 2, seed) for seed in (1, 2)):
        keep_told(storage, log)
        keep(storage, log, finished=True)
    assert (len(storage.journals()), len(storage.finished())) == (1, 1)
    assert storage.recall(storage.finished()[0]) == played_log("novantanove", 2, 2)
    browser.listens(storage)
    assert len(browser.kept) == 2


def test_too_long_journal_is_not_saved_and_this_is_announced(monkeypatch):
    monkeypatch.setattr(kept, "LONGEST_JOURNAL", 1000)
    storage = BrowserStorage()
    assert refusal(keep_told, storage, played_log("novantanove", 2, 1)).id == "journal-not-kept"
    assert storage.journals() == []


def test_journal_without_browser_storage_lasts_for_the_session():
    storage = BrowserStorage()
    storage.mirror.is_there = False
    assert refusal(keep_told, storage, played_log("novantanove", 2, 1)).id == "journal-not-kept"
    assert len(Journals(storage).past()) == 1


# --- Foreign values -------------------------------------------------------------------------------


def told():
    """Return the lines of a valid journal."""
    storage = BrowserStorage()
    keep_told(storage, played_log("novantanove", 2, 1))
    return storage.recall_journal(storage.journals()[0]).splitlines(keepends=True)


def zipped(text):
    return b64encode(zlib.compress(text.encode())).decode()


def forged_journals():
    head, header, *lines = told()
    whole = "".join((head, header, *lines))
    return {
        "nothing": "",
        "words": "no journal",
        "letters": "à" * 40,
        "surrogate": "\ud800",
        "torn": zipped(whole)[:-20],
        "bomb": zipped("x" * 10_000_000),
        "length": zipped(whole) + " " * kept.LONGEST_PACKED,
        "bytes": b64encode(zlib.compress(b"\xff\n" * 3)).decode(),
        "lines": zipped(head + header + "\n" * (foreign.MOST_DECISIONS + 1)),
        "head": zipped(whole[1:]),
        "depth": zipped("[" * 200_000),
        "header": zipped(head + lines[0]),
        "name": zipped(whole.replace("Ada 1", "A" * 81)),
        "seat": zipped(whole.replace('"seat":0', '"seat":1', 1)),
        "future": zipped(whole.replace('"rules": ', '"rules": 9')),
        "game": zipped(head + header.replace("novantanove", "poker") + lines[0]),
        "deep": zipped(head + header + "[" * 200_000 + "\n"),
        "deeper": zipped(head + header + '{"view":{"legal":' + "[" * 200_000 + "\n"),
        "sizes": zipped(re.sub(r'"hand_sizes":\[[\d,]+\]', '"hand_sizes":[]', whole)),
        "move": zipped(whole.replace('"move":"', '"move":"x', 1)),
        "card": zipped(head + header + lines[0].replace('"hand":["', '"hand":["Kc","') + lines[1]),
    }


REFUSED_AT_ONCE = ("nothing", "words", "letters", "surrogate", "bomb", "length", "head", "depth")


@pytest.mark.parametrize("how", REFUSED_AT_ONCE)
def test_journal_with_an_invalid_first_line_is_set_aside(how):
    browser = Browser()
    browser.kept = {JOURNAL + "b": (forged := forged_journals()[how])}
    storage = browser.visits()
    assert storage.refused == msg("page-put-aside", 1)
    assert storage.journals() == []
    browser.listens(storage)
    assert browser.kept == {"aside " + JOURNAL + "b": forged}
    assert browser.visits().refused is None


def test_long_names_in_a_journal_head_are_refused_before_unpacking():
    """Regression test: 36 such journals of 1.4 kB each made a server grow from 49 to 985 MB."""
    head, *rest = told()
    long = head.replace('"Ada 1"', '"' + "A" * 248_000 + '"')
    browser = Browser()
    browser.kept = {JOURNAL + str(n): zipped("".join((long, *rest))) for n in range(36)}
    tracemalloc.start()
    storage = browser.visits()
    assert Journals(storage).past() == ()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000
    assert storage.refused == msg("page-put-aside", 36)


def test_loading_a_journal_unpacks_no_more_than_the_longest_allowed_first_line(monkeypatch):
    unpacked, unpack = [], kept._unpacked

    def counted(packed, longest, *more):
        unpacked.append(longest)
        return unpack(packed, longest, *more)

    browser = Browser()
    browser.kept = {JOURNAL + "a": zipped("".join(told()))}
    monkeypatch.setattr(kept, "_unpacked", counted)
    browser.visits()
    assert max(unpacked) <= foreign.LONGEST_HEAD + 1


def test_first_line_of_a_journal_file_is_bounded():
    head = told()[0].rstrip()
    assert read_head(head)
    with pytest.raises(LogError):
        read_head(head + " " * foreign.LONGEST_HEAD)


def test_match_list_unpacks_only_the_journal_head(monkeypatch):
    browser = Browser()
    browser.kept = {JOURNAL + "a": zipped("".join(told()))}
    storage = browser.visits()
    monkeypatch.setattr("audiogames.shell.browser.storage.read_journal", pytest.fail)
    assert len(Journals(storage).past()) == 1


def test_journal_is_read_in_the_bot_process():
    """Parsing a large journal took 400 ms, during which no player's move was answered."""
    browser = Browser()
    browser.kept = {SETTINGS: '{"language": "it"}', JOURNAL + "a": zipped("".join(told()))}
    pilot = Pilot(browser.visits(), first_run=True)
    pilot.slow = pilot.reads_slowly = True
    pilot.press("f9", "down", "enter", "enter")
    pilot.expect("Leggo la partita")
    (wanted,) = pilot.wanted
    assert isinstance(wanted, JournalRequest)
    pilot.wanted.clear()
    pilot.perform(pilot.app.bot_replied(wanted, think(wanted), pilot.now))
    pilot.expect("La revisione è iniziata")


def test_unreadable_journal_is_announced_after_the_bot_process_answers():
    head, header, *_ = told()
    browser = Browser()
    browser.kept = {SETTINGS: '{"language": "it"}', JOURNAL + "a": zipped(head + header + "x\n")}
    pilot = Pilot(browser.visits(), first_run=True)
    pilot.press("f9", "down", "enter", "enter")
    pilot.expect("Leggo la partita", "danneggiata")


@pytest.mark.parametrize("how", forged_journals())
def test_forged_journal_is_refused_and_a_valid_one_kept(how):
    browser = Browser()
    browser.kept = {JOURNAL + "a": zipped("".join(told())), JOURNAL + "b": forged_journals()[how]}
    storage = browser.visits()
    journals = Journals(storage)
    assert "a" in [one.name for one in journals.past()]
    assert list(parse_journal(journals.text_of("a")).decisions())
    with pytest.raises((StorageError, LogError)):
        parse_journal(journals.text_of("b"))
