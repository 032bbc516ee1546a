"""Tests of the page without a server: it plays and stores matches even if its host is down."""

import re
import shutil

import pytest

from tests.kit.programs.browser import PATIENCE, PHONE
from tools.packager import site

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

INSTALLED = {**PHONE, "service_workers": "allow"}

LOADING = "Audiogames si sta caricando."
MENU = "Menu principale."


@pytest.fixture
def kept(host, page_of):
    """Return a page that a phone has installed, after its host was stopped."""
    page = page_of(INSTALLED)
    page.open(host.address)
    page.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    host.go()
    page.open(host.address)
    return page


def test_loading_page_announces_itself_and_its_progress_after_a_key_press(host, page_of):
    page = page_of()
    page.page.goto(host.address)
    page.press("Enter")
    page.page.locator("#bar button").first.wait_for()
    page.listen(1)
    first, *between, last = page.placed()
    assert first["text"].startswith(LOADING)
    assert first["at"] < last["at"], "before all is loaded; how soon, bench.web tells"
    assert any("per cento." in node["text"] for node in (first, *between)), "Enter is answered"
    assert last["text"].startswith(MENU)


def test_match_is_played_to_its_end_by_touch_while_the_web_server_is_down(kept):
    kept.play_short_match()


def test_puzzle_is_answered_by_touch_while_the_web_server_is_down(kept):
    kept.tap("La mossa giusta")
    kept.page.get_by_role("button", name=re.compile("^Novantanove, \\d+ quiz")).first.tap()
    kept.page.get_by_role("button", name=re.compile("^Facile")).first.tap()
    kept.page.locator("#hand .card").first.wait_for()
    kept.tap("Risposta")
    kept.page.get_by_text(re.compile("La migliore, ")).first.wait_for()


def test_match_resumes_after_the_page_was_closed(kept, host):
    for name in ("Gioca", "Novantanove", "Aggiungi un bot", "Inizia la partita"):
        kept.tap(name)
    kept.page.locator("#hand .ready").first.wait_for()
    hand = kept.names("#hand .card")
    kept.open(host.address)
    kept.tap_what_is_there("#rows button")
    kept.page.locator("#hand .card").first.wait_for()
    assert kept.names("#hand .card") == hand


def test_new_version_is_announced_and_loaded_on_request_without_losing_the_match(
    host, page_of, built, tmp_path
):
    host.go()
    host.folder = shutil.copytree(built, tmp_path / "cards")
    host.come()
    page = page_of(INSTALLED)
    page.open(host.address)
    page.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.open(host.address)
    for name in ("Gioca", "Novantanove", "Aggiungi un bot", "Inizia la partita"):
        page.tap(name)
    page.page.locator("#hand .ready").first.wait_for()
    hand = page.names("#hand .card")
    start = host.folder / "index.html"
    start.write_text(start.read_text("utf-8").replace("<body>", "<body data-new>"), "utf-8")
    site.write_worker(host.folder)
    page.page.evaluate("navigator.serviceWorker.ready.then((found) => found.update())")
    page.page.wait_for_function(
        "() => placed.some(({ text }) => text.includes('una versione nuova'))", timeout=PATIENCE
    )
    assert page.names("#hand .card") == hand
    page.tap("Usa la versione nuova")
    page.page.locator("body[data-new] #rows button").first.tap()
    page.page.locator("#hand .card").first.wait_for()
    assert page.names("#hand .card") == hand


def test_page_file_missing_on_the_host_is_announced_with_a_retry_button(
    host, page_of, built, tmp_path
):
    host.go()
    host.folder = shutil.copytree(built, tmp_path / "cards")
    host.come()
    lacking = host.folder / "python" / "program.bundle.gz"
    kept = lacking.rename(tmp_path / "aside")
    page = page_of(PHONE)
    page.page.goto(host.address)
    page.page.get_by_text("Una parte del programma non è arrivata.").first.wait_for()
    kept.rename(lacking)
    page.tap("Riprova ora")
    page.page.locator("#bar button").first.wait_for()
    page.errors.clear()  # the browser logs each missing file


def test_older_of_two_tabs_announces_that_play_moved_to_the_other(host, page_of):
    older = page_of()
    older.open(host.address)
    newer = older.page.context.new_page()
    newer.goto(host.address)
    newer.locator("#bar button").first.wait_for()
    older.page.get_by_text("un'altra scheda").first.wait_for()


def test_all_data_stored_by_the_page_can_be_moved_to_another_device_by_file(
    host, page_of, tmp_path
):
    first = page_of(PHONE)
    first.open(host.address)
    for name in ("Gioca", "Novantanove", "Aggiungi un bot", "Inizia la partita"):
        first.tap(name)
    first.page.locator("#hand .ready").first.wait_for()
    hand = first.names("#hand .card")
    first.open(host.address)
    first.tap("Opzioni")
    with first.page.expect_download() as download:
        first.tap("Salva tutto in un file")
    file = tmp_path / "kept.json"
    download.value.save_as(file)

    other = page_of(PHONE)
    other.open(host.address)
    other.tap("Opzioni")
    for path in (tmp_path / "large.json", file):
        if path != file:
            path.write_bytes(b" " * 50_000_000)
        with other.page.expect_file_chooser() as chooser:
            other.tap("Leggi tutto da un file")
        chooser.value.set_files(path)
        words = "Letto. Una partita è nuova." if path == file else "troppo grande"
        other.page.get_by_text(words).first.wait_for()
    other.tap("Indietro")
    other.page.get_by_role("button", name=re.compile("^Riprendi, Novantanove")).first.tap()
    other.page.locator("#hand .card").first.wait_for()
    assert other.names("#hand .card") == hand
