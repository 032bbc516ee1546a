"""Tests of serving the files of a built page, and of whether its scripts match the program."""

import gzip
import json
import re
import struct

import pytest

from audiogames.shell.browser.words import PAGE_WORDS, PREFIX
from audiogames.shell.web.files import PARTS, START, TABLES, SiteFiles
from audiogames.shell.window.shapes import SUITS
from audiogames.shell.window.signs import NAMES
from tools.packager.site import PAGE

LARGEST_ICON = 12_000


@pytest.fixture
def folder(tmp_path):
    """Return a folder with a page; outside it there is a file that must not be served."""
    site = tmp_path / "site"
    for name in (START, PARTS, "404.html", "page.js", "_headers", "sounds/a.ogg", "x.wasm.gz"):
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_bytes(name.encode())
    (tmp_path / "secret.js").write_text("", "utf-8")
    return site


@pytest.fixture
def files(folder):
    return SiteFiles(folder)


def text_of(pattern):
    return "\n".join(path.read_text("utf-8") for path in sorted(PAGE.glob(pattern)))


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/?playouts=100", "text/html; charset=utf-8"),
        ("/page.js", "text/javascript; charset=utf-8"),
        (f"/{PARTS}", "application/json"),
        ("/sounds/a.ogg", "audio/ogg"),
        ("/x.wasm.gz", "application/gzip"),
    ],
)
def test_files_of_the_page_are_served_with_safe_headers(files, path, kind):
    answer = files.answer("GET", path)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == kind
    assert "wasm-unsafe-eval" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert files.answer("HEAD", path).body == b""


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/_headers", 404),
        ("GET", "/404.html", 404),
        ("GET", "/../secret.js", 404),
        ("GET", "/sounds", 404),
        ("GET", "//page.js", 404),
        ("POST", "/", 405),
    ],
)
def test_files_outside_the_page_are_not_served(files, method, path, status):
    assert files.answer(method, path).status_code == status


def test_unchanged_file_is_answered_with_not_modified(folder, files):
    first = files.answer("GET", "/page.js")
    again = files.answer("GET", "/page.js", first.headers["ETag"])
    assert (again.status_code, again.body) == (304, b"")
    (folder / "page.js").write_bytes(b"changed")
    assert files.answer("GET", "/page.js", first.headers["ETag"]).body == b"changed"


def test_header_of_the_page_tells_whether_its_server_has_tables(folder, files):
    assert TABLES not in files.answer("GET", f"/{PARTS}").headers
    assert TABLES in SiteFiles(folder, has_tables=True).answer("GET", f"/{PARTS}").headers


# The page itself ----------------------------------------------------------------------------------


def test_icons_named_in_the_manifest_exist():
    manifest = json.loads((PAGE / "manifest.webmanifest").read_text("utf-8"))
    found = set()
    for icon in manifest["icons"]:
        body = (PAGE / icon["src"]).read_bytes()
        assert len(body) <= LARGEST_ICON
        if icon["type"] == "image/png":
            sides = struct.unpack(">II", body[16:24])
            assert icon["sizes"] == f"{sides[0]}x{sides[1]}"
            found.add((sides[0], icon.get("purpose", "any")))
    assert found == {(192, "any"), (512, "any"), (512, "maskable")}


def test_scripts_of_the_page_use_exactly_the_texts_they_receive():
    script = text_of("*.js")
    for word in PAGE_WORDS:
        id_ = word.removeprefix(PREFIX)
        assert f'"{id_}"' in script or f"words.{id_}" in script, word
    named = set(re.findall(r'words(?:\.|\[")([a-z-]+)(?![A-Za-z-])', script))
    assert named <= {word.removeprefix(PREFIX) for word in PAGE_WORDS}


def test_page_has_the_same_suit_and_sign_symbols_as_the_window():
    drawn = set(re.findall(r'<symbol id="([a-z-]+)"', text_of("cards.svg")))
    suits = {f"{pack}-{suit}" for pack, shapes in SUITS.items() for suit in shapes}
    assert drawn == {*suits, *NAMES}


def test_page_has_no_inline_script_or_style():
    page = text_of("*.html")
    assert "style=" not in page
    assert not re.search(r"<script(?![^>]*src)|\son\w+=", page)


def test_scripts_are_compressed_for_browsers_that_accept_it_and_packed_files_are_not(files):
    script = files.answer("GET", "/page.js", unpacks=True)
    assert script.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(script.body) == b"page.js"
    assert "Content-Encoding" not in files.answer("GET", "/page.js").headers
    assert "Content-Encoding" not in files.answer("GET", "/x.wasm.gz", unpacks=True).headers
