"""The page that stays on a device: without a line it says so, and an old one meets no program."""

import pytest

from tests.kit.programs.browser import PHONE
from tests.kit.programs.feed import WORDS, Program

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

LOST = "Connessione persa, riprovo."
INSTALLED = {**PHONE, "service_workers": "allow"}

PLAIN_TEXT = """
Object.defineProperty(window, "isSecureContext", { value: false });
Object.defineProperty(navigator, "clipboard", { value: undefined });
"""
"""What a browser has taken from a page that came over plain text."""


@pytest.fixture
def kept(room, page_of):
    """A page whose files are kept, and which is theirs from the next visit on."""
    page = page_of(INSTALLED)
    page.open(room)
    page.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    return page


def forgive_the_lost_line(page):
    """The browser notes that it has no line; that is no fault of the page."""
    page.errors[:] = [one for one in page.errors if "net::ERR_" not in one]


def test_offline_page_says_so_and_recovers_when_online(kept):
    title = kept.title
    kept.page.context.set_offline(True)
    kept.page.reload()
    kept.page.get_by_text(LOST).first.wait_for()
    retry = kept.page.get_by_role("button")
    assert retry.all_inner_texts() == ["Riprova ora"]
    assert kept.page.locator("html").get_attribute("lang") == "it"
    kept.page.wait_for_function("words => placed.some(({ text }) => text === words)", arg=LOST)
    retry.tap()
    kept.page.context.set_offline(False)
    kept.page.locator("#bar button").first.wait_for()
    kept.wait_for_title(title)
    assert not kept.page.get_by_text(LOST).first.is_visible()
    forgive_the_lost_line(kept)


def test_old_cached_files_are_not_used_by_a_page_from_the_program(kept):
    kept.page.evaluate(
        """async () => { for (const name of await caches.keys()) {
             const files = await caches.open(name);
             for (const one of await files.keys()) {
               await files.put(one, new Response("throw new Error('old');"));
             } } }"""
    )
    kept.page.reload()
    kept.page.locator("#bar button").first.wait_for()
    assert kept.page.evaluate("navigator.serviceWorker.controller !== null")


def test_page_over_plain_http_reports_that_it_may_not_copy(pages, page_of):
    page = page_of()
    page.page.add_init_script(PLAIN_TEXT)
    program = Program(page, pages)
    program.send({"t": "settings", "theme": "dark", "scale": 100, "lang": "it", "words": WORDS})
    program.send({"t": "copy", "text": "Tocca a te."})
    program.waits_until_heard(lambda message: message["t"] == "copied")
    assert program.heard[-1] == {"t": "copied", "done": False, "safe": False}


def test_file_is_downloaded_under_its_name(pages, page_of, tmp_path):
    page = page_of()
    program = Program(page, pages)
    with page.page.expect_download() as begun:
        program.send({"t": "download", "name": "audiogames-scopa-it.txt", "text": "più\f"})
    assert begun.value.suggested_filename == "audiogames-scopa-it.txt"
    begun.value.save_as(tmp_path / "file.txt")
    assert (tmp_path / "file.txt").read_text("utf-8") == "più\f"
