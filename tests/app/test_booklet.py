"""Rules, keys and lesson of a game, saved as an HTML file and as a file for braille embossers."""

from html.parser import HTMLParser

import pytest

from audiogames.app.booklet.contents import booklet, booklet_text
from audiogames.app.booklet.document import LINES, WIDTH, Block, embossed, html, markdown_blocks
from audiogames.app.settings import Settings
from audiogames.core.registry import game, own_ids
from tests.kit.pilot import LOCALES, MemoryStorage
from tests.kit.places import LANGUAGES, menu
from tests.kit.pressing import pressed


class Shelf(MemoryStorage):
    """A storage in memory that also records exported files, by name."""

    def __init__(self, settings):
        super().__init__(settings)
        self.files = {}

    def save_file(self, name, text):
        self.files[name] = text
        return f"memory/{name}"


def text_of(id_, lang, *, is_page=False, **settings):
    given = Settings(language=lang, **settings)
    return booklet_text(game(id_), LOCALES, given, is_page=is_page)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id_", own_ids())
def test_booklet_pages_fit_the_embosser_and_contain_the_whole_lesson(id_, lang):
    text = text_of(id_, lang)
    pages = [page.split("\n") for page in text.split("\f")]
    assert {len(page) for page in pages} == {LINES + 1}, "the last one ends the last line"
    assert max(len(line) for page in pages for line in page) <= WIDTH
    assert [int(page[LINES - 1]) for page in pages] == list(range(1, len(pages) + 1))
    end = {"en": "The lesson ends here.", "it": "Qui finisce la lezione."}[lang]
    whole = " ".join(" ".join(page[: LINES - 1]) for page in pages)
    assert end in " ".join(whole.split())
    assert not set("#*|<>[]_") & set(whole), "no mark of the source is embossed"


def test_heading_is_never_the_last_line_of_a_page():
    filler = Block(" ".join(["word"] * 100))
    for count in range(1, 60):
        blocks = [Block(" ".join(["word"] * count)), Block("Heading", 2), filler]
        for page in embossed(blocks).split("\f"):
            lines = [line for line in page.split("\n")[: LINES - 1] if line]
            assert lines[-1] != "Heading", count


def test_booklet_lesson_includes_cards_and_answers():
    lines = [block.text for block in booklet(game("scopa"), LOCALES, Settings(language="it"))]
    place = lines.index("Sette di denari, prendi sette di coppe.")
    assert "Gioca il sette di denari." in lines[place - 1]
    assert lines[place + 1] == "Ada, due di bastoni. Tocca a te."
    assert any(line.startswith("Prende sette di coppe") for line in lines), "X is about that card"


def test_booklet_names_the_players_own_keys():
    assert "\nH, your cards." in text_of("scopa", "en")
    assert "\nCommand key H, your cards." in text_of("scopa", "en", letters=False)


def test_booklet_html_has_headings_and_closes_every_tag():
    class Reader(HTMLParser):
        def __init__(self):
            super().__init__()
            self.open, self.seen = [], []

        def handle_starttag(self, tag, attrs):
            del attrs
            if tag != "meta":
                self.open.append(tag)
            self.seen.append(tag)

        def handle_endtag(self, tag):
            assert self.open.pop() == tag

    reader = Reader()
    text = text_of("invido", "it", is_page=True)
    reader.feed(text)
    assert reader.open == []
    assert reader.seen.count("h1") == 1
    assert {"h2", "h3", "ul", "li", "p", "title"} <= set(reader.seen)
    assert text.startswith('<!doctype html>\n<html lang="it">')


def test_booklet_html_escapes_text():
    text = "a <b> & c\n"
    assert [block.text for block in markdown_blocks(text)] == ["a <b> & c"]
    assert "<p>a &lt;b&gt; &amp; c</p>" in html("t", "en", markdown_blocks(text))


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "Saved: memory/audiogames-scopa-en."), ("it", "Salvato: memory/audiogames-scopa-it.")],
)
def test_help_saves_the_booklet_and_says_where(lang, said):
    storage = Shelf(Settings(language=lang))
    pilot = menu(lang)
    pilot.app.storage = storage
    pilot.press("shift+f1")
    names = [row.text for row in pilot.app.frame().rows]
    wanted = {"en": "Rules, keys and lesson", "it": "Regole, tasti e lezione"}[lang]
    place = next(at for at, name in enumerate(names) if name.startswith(wanted))
    pilot.press(*["down"] * place, "enter", "s", "enter")
    assert pressed(pilot, "enter") == f"{said}txt."
    assert pressed(pilot, "down", "enter").endswith(f"{said}html.")
    assert storage.files[f"audiogames-scopa-{lang}.txt"] == text_of("scopa", lang)
    assert storage.files[f"audiogames-scopa-{lang}.html"] == text_of("scopa", lang, is_page=True)


def test_booklet_that_cannot_be_saved_is_reported():
    pilot = menu("en")
    pilot.press("shift+f1")
    names = [row.text for row in pilot.app.frame().rows]
    place = next(at for at, name in enumerate(names) if name.startswith("Rules, keys"))
    pilot.press(*["down"] * place, "enter", "s", "enter")
    assert pressed(pilot, "enter") == "The file cannot be saved."
