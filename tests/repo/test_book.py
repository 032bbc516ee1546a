"""Tests of the documents as HTML: strict build, reference, and accessibility."""

import subprocess
import sys

import pytest

from tests.kit.programs.browser import chromium, reason_missing
from tests.repo.test_documents import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

PAGES = ("docs/README", "docs/play/wist", "docs/benchmarks", "docs/reference/audiogames.core.spec")


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """Build this repository's documents by `tools/book`; return the folder."""
    folder = tmp_path_factory.mktemp("book")
    command = [sys.executable, "-m", "tools.book", folder]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return folder


def test_html_book_has_every_document_and_every_module_for_games(book):
    assert 'url=docs/README.html"' in (book / "index.html").read_text("utf-8")
    documents = (ROOT / "docs").rglob("*.md")
    absent = [path for path in documents if not is_in(book, path.relative_to(ROOT))]
    assert absent == []
    contract = (book / "docs/reference/audiogames.core.contract.html").read_text("utf-8")
    assert "<h2>Refused<" in contract


def is_in(book, path):
    return (book / path).with_suffix(".html").is_file()


@pytest.mark.browser
def test_axe_finds_no_violations_in_the_book(book):
    if missing := reason_missing():
        pytest.skip(missing)
    from axe_playwright_python.sync_playwright import Axe

    with chromium() as browser:
        page = browser.new_page()
        for name in PAGES:
            page.goto((book / f"{name}.html").as_uri())
            found = Axe().run(page)
            assert found.violations_count == 0, f"{name}: {found.generate_report()}"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("# Documents\n\n[No page](nowhere.md)\n", "nowhere.md"),
        ("# Documents\n\n[No heading](#nowhere)\n", "nowhere"),
    ],
)
def test_dead_link_is_reported_and_ends_the_build(tmp_path, text, fault):
    root = tmp_path / "root"
    (root / "docs").mkdir(parents=True)
    (root / "docs/README.md").write_text(text, "utf-8")
    (root / "audiogames").mkdir()
    run = (
        "import sys, pathlib; from tools.book import build; build(*map(pathlib.Path, sys.argv[1:]))"
    )
    command = [sys.executable, "-c", run, tmp_path / "book", root]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert fault in done.stderr
